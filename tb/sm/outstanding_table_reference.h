/* Lists of who waits for what, in the order of the ports: the oracle of the benches of both tables. It shares nothing with
 * the twins. It is told what moves at the ports and the events, and answers what must come. */
#ifndef OUTSTANDING_TABLE_REFERENCE_H
#define OUTSTANDING_TABLE_REFERENCE_H

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "sm/outstanding_table.h"

namespace rs {

struct Chunk { /* threads answered together */
    uint64_t tag;
    uint32_t mask;
    std::vector<uint8_t> word;
};


/* An MSHR entry, or the entry of a group. */
struct Waiting {
    uint64_t line = 0;
    bool has_id = false, closed = false, stale = false; /* stale: a store to its line came, or an acquire */
    bool acquired = false;
    uint32_t id = 0, slots = 0, pending = 0, replies = 0; /* slots: of a group, its lines */
    std::list<Chunk> chunks;       /* MSHR table: not answered yet */
    Chunk group{0, 0, {}};         /* pending request table: all threads, and those not answered yet */
    uint32_t unanswered = 0;
};

/* What the events of a cycle must be. */
struct TableEvents {
    bool allocate = false, merge = false, merge_full = false;
    std::shared_ptr<Waiting> entry;
};

class TableReference {
  public:
    explicit TableReference(const rs_table_config &config) : config_(config) {}
    virtual ~TableReference() {}

    /* An access was taken at its port. */
    virtual void accept(const rs_table_access &access) = 0;
    /* The next step of booking, in a cycle in which the table says that it makes one; false if none can be. */
    virtual bool book(TableEvents &must) = 0;
    /* What was booked is in entry id; true if it may be. */
    bool name(const std::shared_ptr<Waiting> &entry, uint32_t id)
    {
        if (!entry->has_id && by_id_.count(id) == 0) {
            entry->has_id = true;
            entry->id = id;
            by_id_[id] = entry;
        }
        return entry->has_id && entry->id == id && id < config_.entries;
    }
    /* A request left; true if it is the one that must. */
    bool request(const rs_table_request &request)
    {
        if (expected_.empty())
            return false;
        Expected front = expected_.front();
        if (request.line != front.line || request.sector != front.sector || request.mask != front.mask)
            return false;
        expected_.pop_front();
        return front.owner->has_id && request.id == front.owner->id;
    }
    /* After this cycle's booking: nothing is merged with what is there. */
    void acquire()
    {
        for (const auto &entry : live_)
            entry->stale = entry->acquired = true;
    }
    /* A fill was taken, after this cycle's booking. */
    virtual void fill(const rs_table_request &fill) = 0;
    /* The reply that must be offered, null for none. */
    virtual std::unique_ptr<rs_table_reply> reply() = 0;
    /* It was taken, or a fill without threads was served. */
    virtual void replied() = 0;

    bool idle() const { return live_.empty() && accepted_.empty(); }
    std::size_t in_use() const { return live_.size(); }
    /* Entries of the set that the access needs. */
    std::size_t in_set(uint64_t line) const
    {
        std::size_t count = 0, sets = config_.pending_request_table ? 1 : config_.entries / config_.ways;
        for (const auto &entry : live_)
            count += entry->line % sets == line % sets;
        return count;
    }
    bool draining(uint64_t line) const
    {
        for (const auto &entry : live_)
            if (entry->closed && entry->line == line)
                return true;
        return false;
    }

  protected:
    struct Expected {
        uint64_t line;
        uint32_t sector, mask;
        std::shared_ptr<Waiting> owner;
    };
    static Chunk threads(const rs_table_access &access, uint32_t mask, uint32_t lanes)
    {
        Chunk chunk{access.tag, mask, std::vector<uint8_t>(lanes, 0)};
        for (uint32_t lane = 0; lane < lanes; lane++)
            if (mask >> lane & 1)
                chunk.word[lane] = access.word[lane];
        return chunk;
    }
    void expect_requests(const rs_table_access &access, const std::shared_ptr<Waiting> &owner, bool masks)
    {
        for (uint32_t sector = 0; sector < config_.sectors; sector++) {
            uint32_t mask = 0, words = config_.line_words / config_.sectors;
            for (uint32_t lane = 0; lane < config_.lanes; lane++)
                if (masks && access.mask >> lane & 1 && access.word[lane] >= sector * words
                    && access.word[lane] < (sector + 1) * words)
                    mask |= UINT32_C(1) << lane;
            expected_.push_back({access.line, sector, mask, owner});
        }
    }
    std::unique_ptr<rs_table_reply> as_reply(uint32_t id, const Chunk &chunk, bool last) const
    {
        std::unique_ptr<rs_table_reply> reply(new rs_table_reply());
        reply->id = id;
        reply->tag = chunk.tag;
        reply->mask = chunk.mask;
        reply->last = last;
        for (uint32_t lane = 0; lane < config_.lanes; lane++)
            reply->word[lane] = chunk.mask >> lane & 1 ? chunk.word[lane] : 0;
        return reply;
    }
    void remove(const std::shared_ptr<Waiting> &entry)
    {
        by_id_.erase(entry->id);
        live_.remove(entry);
    }

    rs_table_config config_;
    std::deque<rs_table_access> accepted_; /* not booked, or in part */
    std::list<std::shared_ptr<Waiting>> live_;
    std::map<uint32_t, std::shared_ptr<Waiting>> by_id_;
    std::deque<Expected> expected_;
};

class MshrReference : public TableReference {
  public:
    using TableReference::TableReference;

    void accept(const rs_table_access &access) override
    {
        if (access.mask != 0 || access.write)
            accepted_.push_back(access);
    }
    /* A store accepted before comes to its turn, in the cycle after; true if it closes an open entry. */
    bool store()
    {
        bool closes = false;
        if (!accepted_.empty() && accepted_.front().write) {
            for (const auto &entry : live_)
                if (entry->line == accepted_.front().line && !entry->closed && !entry->stale
                    && entry->slots < config_.merges)
                    closes = entry->stale = true;
            accepted_.pop_front();
        }
        return closes;
    }
    bool book(TableEvents &must) override
    {
        if (accepted_.empty() || accepted_.front().write)
            return false;
        rs_table_access &access = accepted_.front();
        std::shared_ptr<Waiting> open;
        bool full = false;
        for (const auto &entry : live_)
            if (entry->line == access.line && !entry->closed && !entry->stale) {
                full = full || entry->slots == config_.merges;
                if (entry->slots < config_.merges)
                    open = entry;
            }
        must.merge = open != nullptr;
        must.allocate = !must.merge;
        must.merge_full = must.allocate && full;
        if (must.allocate && (in_set(access.line) >= config_.ways || (config_.merge_waits && full)))
            return false;
        if (must.allocate) {
            open = std::make_shared<Waiting>();
            open->line = access.line;
            open->pending = config_.sectors;
            live_.push_back(open);
            expect_requests(access, open, false);
        }
        uint32_t mask = 0;
        if (config_.access_slots) {
            mask = access.mask;
            open->slots++;
        } else {
            for (uint32_t lane = 0; lane < config_.lanes; lane++)
                if (access.mask >> lane & 1 && open->slots < config_.merges) {
                    mask |= UINT32_C(1) << lane;
                    open->slots++;
                }
        }
        must.entry = open;
        open->chunks.push_back(threads(access, mask, config_.lanes));
        access.mask &= ~mask;
        if (access.mask == 0)
            accepted_.pop_front();
        return true;
    }
    void fill(const rs_table_request &fill) override
    {
        std::shared_ptr<Waiting> entry = by_id_.at(fill.id);
        if (--entry->pending == 0) {
            entry->closed = true;
            drains_.push_back(entry);
        }
    }
    std::unique_ptr<rs_table_reply> reply() override
    {
        if (drains_.empty())
            return nullptr;
        const Waiting &entry = *drains_.front();
        return as_reply(entry.id, entry.chunks.front(), entry.chunks.size() == 1);
    }
    void replied() override
    {
        std::shared_ptr<Waiting> entry = drains_.front();
        entry->chunks.pop_front();
        entry->replies++;
        if (entry->chunks.empty()) {
            drains_.pop_front();
            remove(entry);
        }
    }

    bool awaits_all(uint32_t id) const { return by_id_.at(id)->pending == config_.sectors; }
    /* The next fill of entry id closes it, and it could still take a merge to the line. */
    bool closes_open(uint32_t id, uint64_t line) const
    {
        const Waiting &entry = *by_id_.at(id);
        return entry.pending == 1 && entry.line == line && entry.slots < config_.merges;
    }
    /* A missing access to the line would be merged, but for a store. */
    bool stale(uint64_t line) const
    {
        for (const auto &entry : live_)
            if (entry->line == line && entry->stale && !entry->closed)
                return true;
        return false;
    }
    /* ... but for an acquire alone. */
    bool acquired(uint64_t line) const
    {
        for (const auto &entry : live_)
            if (entry->line == line && entry->acquired && !entry->closed && entry->slots < config_.merges)
                return true;
        return false;
    }
    std::size_t closed() const { return drains_.size(); }
    uint32_t replies_of_the_drain() const { return drains_.empty() ? 0 : drains_.front()->replies; }

  private:
    std::deque<std::shared_ptr<Waiting>> drains_;
};

class PendingReference : public TableReference {
  public:
    using TableReference::TableReference;

    void accept(const rs_table_access &access) override { accepted_.push_back(access); }
    /* In the cycle of accept(). */
    bool book(TableEvents &must) override
    {
        const rs_table_access access = accepted_.front();
        accepted_.pop_front();
        if (access.write)
            return true;
        if (access.mask != 0) {
            must.allocate = group_ == nullptr;
            must.merge = !must.allocate;
            if (must.allocate) {
                if (live_.size() >= config_.entries)
                    return false;
                group_ = std::make_shared<Waiting>();
                group_->group = threads(access, 0, config_.lanes);
                live_.push_back(group_);
            }
            const Chunk line = threads(access, access.mask, config_.lanes);
            for (uint32_t lane = 0; lane < config_.lanes; lane++)
                if (access.mask >> lane & 1)
                    group_->group.word[lane] = line.word[lane];
            group_->group.mask |= access.mask;
            group_->unanswered |= access.mask;
            group_->pending += config_.sectors;
            group_->slots++;
            must.entry = group_;
            expect_requests(access, group_, true);
        }
        if (access.last && group_ != nullptr) {
            std::shared_ptr<Waiting> group = group_;
            group_ = nullptr;
            group->closed = true;
            release(group);
        }
        return true;
    }
    bool group_open() const { return group_ != nullptr; }
    bool open_is_answered() const { return group_ != nullptr && group_->pending == 0; }
    bool serves_the_open_group() const { return group_ != nullptr && by_id_.at(fills_.front().id) == group_; }
    uint32_t lines_of_open_group() const { return group_ == nullptr ? 0 : group_->slots; }
    void fill(const rs_table_request &fill) override { fills_.push_back(fill); }
    std::unique_ptr<rs_table_reply> reply() override
    {
        if (fills_.empty() || fills_.front().mask == 0)
            return nullptr;
        const Waiting &entry = *by_id_.at(fills_.front().id);
        Chunk chunk = entry.group;
        chunk.mask = fills_.front().mask;
        return as_reply(entry.id, chunk, true);
    }
    void replied() override
    {
        std::shared_ptr<Waiting> entry = by_id_.at(fills_.front().id);
        entry->unanswered &= ~fills_.front().mask;
        entry->pending--;
        fills_.pop_front();
        release(entry);
    }
    bool serves_without_reply() const { return !fills_.empty() && fills_.front().mask == 0; }
    /* No thread is left unanswered in an entry that is free. */
    bool all_answered() const { return all_answered_; }

  private:
    void release(const std::shared_ptr<Waiting> &entry)
    {
        if (entry->closed && entry->pending == 0) {
            all_answered_ = all_answered_ && entry->unanswered == 0;
            remove(entry);
        }
    }
    std::shared_ptr<Waiting> group_;
    std::deque<rs_table_request> fills_;
    bool all_answered_ = true;
};

} // namespace rs
#endif
