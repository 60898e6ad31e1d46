/* One DRAM channel watched from outside: what happens on its pins and its accept port, and whether the commands are
 * those its scheduler may give. Shares no code with controller and twin; timing is the timing checker's business.
 *
 * Rules (THESIS 1.3.2, 4.5, 6.1.2). The requests that may cause commands for a bank are its window: FIFO the oldest
 * request of all, if it goes to the bank; BFIFO the LOOKAHEAD oldest of the bank; FR-FCFS and most-pending all of it.
 *   RD, WR  serve the oldest row hit of the window, column commands 0 .. columns - 1 one after the other
 *           PAIR: beside a request one other may begin, of its direction and to another bank group; the older ends first
 *   ACT     opens the row of the oldest request of the window; most-pending: the row with most requests in the
 *           window, of several that with the oldest request
 *   PRE     only when the window is not empty and holds no row hit
 *   BLISS     the window of a bank is, of its requests, those whose SMs are not on the blacklist, without one all; but while a request
 *             is between its column commands that one alone. An SM of which BLISS_STREAK + 1 requests in a row have left comes on the
 *             list, which is cleared every BLISS_CLEAR cycles. `rather` is what should have been commanded, had the timing allowed
 *             it, instead of nothing or of something for a listed SM. No two requests to one line, of two SMs, one of which writes,
 *             are in the queue.
 *   AGE_CAP n: when n requests have left the bank past its oldest one, that one is its window; when n * banks have
 *           left past the oldest request of all, that one is the only window. Every request leaves within
 *           (older ones + 1) * (n + 1) departures of its bank and QUEUE * (n * banks + 1) of the channel.
 *   progress: with a request queued one leaves within the cycles that rtl/dram/rs_dram_controller.v states; those in which
 *           a refresh is due or under way, or no reply slot is free and a read is queued, begin them anew.
 *   refresh: from cycle k * T_REFI on until REF is chosen no ACT and no first column command; PRE of any bank but the one
 *           between column commands; REF at most postponed_most() of channel_times.h cycles late. REFRESH = BANK: the same of the one bank whose turn it is,
 *           every T_REFI / banks cycles.
 * Time: a request shown by accept in cycle t may be on the pins from t + 1 on; a command on the pins in cycle t was
 * chosen in t - 1. replied: the last flit of a reply leaves in this cycle; who does not see them leaves it out: then the slots
 * once taken count as taken for ever. Call step() once a cycle, the first time in the first cycle after reset. */
#ifndef RS_CHANNEL_WATCH_H
#define RS_CHANNEL_WATCH_H

#include <algorithm>
#include <cstddef>
#include <vector>

#include "dram/channel_times.h"
#include "rowstreak.h"

namespace rs {

/* Of one cycle. */
struct ChannelEvents {
    bool command[RS_DRAM_REF + 1] = {};
    bool row_hit = false;       /* first column command of a request, its row still open from an earlier one */
    bool row_closed = false;    /* ... its bank was closed since reset */
    bool row_miss = false;      /* ... another row was closed for it */
    bool read_to_write = false, write_to_read = false; /* column command after one of the other kind */
    bool read_behind_write = false, write_behind_read = false; /* accepted while the line's other access is queued */
    bool bank_full = false;     /* no room for a request to some bank */
    bool queue_full = false;
    bool write_slots_full = false; /* no write slot, though the queue has room */
    bool waits_for_reply_slot = false; /* no command for longer than any timing rule, with requests queued */
    bool overtaken = false;     /* a request served before an older one of its bank */
    bool left = false, left_full = false; /* a request left; no place was free */
    std::size_t place = 0;         /* its place */
    uint64_t places = 0;           /* the places of its bank, itself included, a bit each */
    bool capped = false, urgent = false; /* a command for a request that the age cap put in front: of its bank, of all */
    bool read_beside = false, write_beside = false; /* a request began beside another */
    bool refresh_waits = false;    /* refresh is due, and a request is between its column commands */
    bool came_on_list = false, list_cleared = false; /* BLISS: an SM; with an SM on it */
    bool closed_hits = false;      /* a row with hits of listed SMs */
    bool kept_midway = false;      /* a column command of a request that is no longer what its bank would begin with */
    FinerEvents finer;
    std::vector<rs_dram_pins> rather; /* BLISS: without write data */
    bool same_sm = false, other_sm = false; /* accepted: SM of the request before, or another */
    const char *broken = nullptr; /* the rule broken by the command on the pins */
};

/* Byte masks of writes as bins: these names, in this order. */
static const std::vector<const char *> mask_bins = {"mask_all", "mask_none", "mask_byte", "mask_other"};
inline unsigned mask_bin(uint64_t mask, uint64_t full_mask)
{
    return mask == full_mask ? 0 : mask == 0 ? 1 : (mask & (mask - 1)) == 0 ? 2 : 3;
}

class ChannelWatch {
  public:
    explicit ChannelWatch(const rs_config &config) : config_(config), finer_(config) {}

    ChannelEvents step(const rs_dram_pins &pins, const rs_accept &accept, bool replied = false)
    {
        ChannelEvents events;
        events.command[pins.command] = true;
        now_++;
        urgent_ = config_.age_cap != 0 && passed_all_ == config_.age_cap * config_.banks
                  && config_.scheduler != RS_SCHEDULER_FIFO;
        if (bliss() && now_ > 1 && (now_ - 1) % config_.bliss_clear == 0) {
            events.list_cleared = std::count(listed_.begin(), listed_.end(), true) != 0;
            listed_.assign(RS_MAX_SMS, false);
        }
        if (bliss() && !refresh_due())
            put_rather(pins, events);
        events.refresh_waits = refresh_due() && (each() ? between(turn()) != nullptr : !between_.empty());
        quiet_ = pins.command == RS_DRAM_NOP && !queue_.empty() ? quiet_ + 1 : 0;
        events.waits_for_reply_slot = quiet_ > longest_rule;
        observe_command(pins, events);
        events.finer = finer_.step(pins, now_);
        waited_ = events.left || blocked_ ? 0 : waited_ + 1;
        if (waited_ > departure_most(config_))
            events.broken = "with requests queued one leaves within the bound of the controller";
        if (pins.wrdata_en && ++write_words_ == config_.data_cycles) {
            write_words_ = 0;
            write_slots_--;
        }
        if (accept.valid)
            observe_accept(accept, events);
        observe_room(events);
        blocked_ = is_blocked();
        reply_freed_ = replied && reply_slots_ > 0;
        reply_slots_ -= reply_freed_;
        return events;
    }

    std::size_t queued() const { return queue_.size(); }
    bool at_cap_of_all() const { return urgent_; }
    bool at_cap_of_a_bank() const
    {
        for (uint32_t bank = 0; bank < config_.banks; bank++)
            if (capped(bank))
                return true;
        return false;
    }

  private:
    static const unsigned longest_rule = 128; /* cycles; no timing rule keeps a channel quiet for longer */

    struct Request {
        rs_location at;
        uint64_t line;
        bool write;
        uint8_t sm;
        uint64_t leaves_by, leaves_bank_by; /* departures so far at the latest, with an age cap */
    };
    struct Bank {
        bool open = false, used = false; /* used: a request has been served since ACT */
        bool closed_another = false;     /* a row was closed before this ACT */
        uint32_t row = 0;
        uint32_t passed = 0;             /* requests that left since its oldest one became the oldest */
        uint64_t departures = 0;
        int64_t refreshed = -1024;       /* REFRESH = BANK: when its last REF was on the pins */
    };

    struct Between { /* a request between its column commands */
        rs_location at;
        uint64_t line;
        uint8_t sm;
        bool write;
        uint32_t index; /* of the next one */
    };

    /* The request of this bank that is between its column commands. */
    const Between *between(uint32_t bank) const
    {
        for (const Between &request : between_)
            if (request.at.bank == bank)
                return &request;
        return nullptr;
    }

    bool is_hit(const Request &request) const
    {
        return bank_[request.at.bank].open && bank_[request.at.bank].row == request.at.row;
    }

    bool bliss() const { return config_.scheduler == RS_SCHEDULER_BLISS; }

    /* BLISS: of these requests of a bank, those not on the blacklist, without one all. */
    std::vector<std::size_t> unlisted(const std::vector<std::size_t> &all) const
    {
        std::vector<std::size_t> found;
        for (std::size_t i : all)
            if (!listed_[queue_[i].sm])
                found.push_back(i);
        return found.empty() ? all : found;
    }

    /* The request of the window that comes first: the oldest hit, else the oldest. */
    std::size_t first_of(const std::vector<std::size_t> &may) const
    {
        for (std::size_t i : may)
            if (is_hit(queue_[i]))
                return i;
        return may[0];
    }

    /* BLISS: commands for candidates that are not on the blacklist, if the one on the pins is none of those. */
    void put_rather(const rs_dram_pins &pins, ChannelEvents &events) const
    {
        bool begun = between(pins.bank) != nullptr;
        std::vector<std::size_t> now = window(pins.bank);
        if (pins.command != RS_DRAM_NOP && (begun || now.empty() || !listed_[queue_[first_of(now)].sm]))
            return;
        for (uint32_t bank = 0; bank < config_.banks; bank++) {
            std::vector<std::size_t> may = window(bank);
            const Between *midway = between(bank);
            if (may.empty() || (midway == nullptr && listed_[queue_[first_of(may)].sm]))
                continue;
            const Request &request = queue_[first_of(may)];
            rs_dram_pins command = {};
            command.bank = static_cast<uint8_t>(bank);
            command.command = !bank_[bank].open ? RS_DRAM_ACT : !is_hit(request) ? RS_DRAM_PRE : request.write ? RS_DRAM_WR : RS_DRAM_RD;
            command.address = command.command == RS_DRAM_ACT ? request.at.row
                            : command.command == RS_DRAM_PRE ? 0 : request.at.column * config_.columns + (midway != nullptr ? midway->index : 0);
            bool column = command.command == RS_DRAM_RD || command.command == RS_DRAM_WR;
            if (column && midway == nullptr && (!between_.empty()
                           || (!request.write && reply_slots_ + reply_freed_ >= config_.reply_slots)))
                continue;
            events.rather.push_back(command);
        }
    }

    bool capped(uint32_t bank) const
    {
        return config_.age_cap != 0 && bank_[bank].passed == config_.age_cap && config_.scheduler != RS_SCHEDULER_FIFO;
    }

    std::size_t window_size(uint32_t bank) const
    {
        if (config_.scheduler == RS_SCHEDULER_FIFO || urgent_ || capped(bank))
            return 1;
        if (config_.scheduler != RS_SCHEDULER_BFIFO)
            return config_.queue;
        uint32_t places = config_.bank_places ? config_.bank_places : config_.queue / config_.banks;
        return config_.lookahead < places ? config_.lookahead : places;
    }

    /* Places in queue_ of the requests that may cause commands for the bank, oldest first. */
    std::vector<std::size_t> window(uint32_t bank) const
    {
        std::vector<std::size_t> found;
        std::size_t most = window_size(bank);
        for (std::size_t i = 0; i < queue_.size() && found.size() < most; i++) {
            if (queue_[i].at.bank == bank)
                found.push_back(i);
            if (config_.scheduler == RS_SCHEDULER_FIFO || urgent_)
                break;
        }
        if (bliss() && between(bank) != nullptr)
            return {between_place(*between(bank))};
        return bliss() && most > 1 ? unlisted(found) : found;
    }

    /* Its place: the oldest of its SM to its line. */
    std::size_t between_place(const Between &request) const
    {
        for (std::size_t i = 0; i < queue_.size(); i++)
            if (queue_[i].line == request.line && queue_[i].sm == request.sm)
                return i;
        return 0;
    }

    /* Row to open for the requests of the window. */
    uint32_t row_to_open(const std::vector<std::size_t> &may) const
    {
        uint32_t row = queue_[may[0]].at.row, most = 0;
        if (config_.scheduler != RS_SCHEDULER_MOST_PENDING)
            return row;
        for (std::size_t i : may) {
            uint32_t count = 0;
            for (std::size_t other : may)
                count += queue_[other].at.row == queue_[i].at.row;
            if (count > most) {
                most = count;
                row = queue_[i].at.row;
            }
        }
        return row;
    }

    /* When the command now on the pins was chosen. */
    bool refresh_due() const { return config_.t_refi != 0 && now_ - 1 >= next_refresh(); }
    bool refresh_due(uint32_t bank) const { return refresh_due() && (!each() || bank == turn()); } /* of this bank */
    bool each() const { return config_.refresh == RS_REFRESH_BANK; }
    uint32_t turn() const { return static_cast<uint32_t>(refreshes_ % config_.banks); }
    int64_t next_refresh() const { return (refreshes_ + 1) * int64_t(each() ? config_.t_refi / config_.banks : config_.t_refi); }

    /* Need no command for a request be chosen in this cycle? */
    bool is_blocked() const
    {
        bool read_queued = false;
        for (const Request &request : queue_)
            read_queued = read_queued || !request.write;
        bool refreshing = !each() && config_.t_refi != 0 && (now_ >= next_refresh() || (refreshes_ > 0 && now_ < refreshed_ + config_.t_rfc));
        for (const Request &request : queue_) /* whose bank is refreshed or about to be */
            refreshing = refreshing || (each() && config_.t_refi != 0 && ((now_ >= next_refresh() && request.at.bank == turn())
                                        || now_ < bank_[request.at.bank].refreshed + config_.t_rfc_pb));
        return queue_.empty() || refreshing || (read_queued && reply_slots_ == config_.reply_slots);
    }

    void observe_command(const rs_dram_pins &pins, ChannelEvents &events)
    {
        if (pins.command == RS_DRAM_NOP)
            return;
        std::vector<std::size_t> may = window(pins.bank);
        Bank &bank = bank_[pins.bank];
        std::size_t hit = may.size();
        for (std::size_t i = may.size(); i-- > 0;)
            if (is_hit(queue_[may[i]]))
                hit = i;
        if (pins.command != RS_DRAM_REF && !refresh_due(pins.bank) && !may.empty()) {
            events.urgent = urgent_;
            events.capped = capped(pins.bank);
        }
        switch (pins.command) {
        case RS_DRAM_ACT:
            if (refresh_due(pins.bank))
                events.broken = "no ACT while refresh is due";
            if (may.empty() || row_to_open(may) != pins.address)
                events.broken = "ACT opens the row of the request that may cause it";
            bank.open = true;
            bank.used = false;
            bank.row = pins.address;
            break;
        case RS_DRAM_PRE:
            if (refresh_due(pins.bank) ? between(pins.bank) != nullptr : may.empty() || hit < may.size())
                events.broken = "PRE closes a row without pending hits, for a request, or for refresh";
            for (const Request &request : queue_)
                events.closed_hits = events.closed_hits || (!refresh_due(pins.bank) && request.at.bank == pins.bank && is_hit(request));
            bank.open = false;
            bank.closed_another = true;
            break;
        case RS_DRAM_RD:
        case RS_DRAM_WR:
            if (refresh_due(pins.bank) && between(pins.bank) == nullptr)
                events.broken = "no first column command while refresh is due";
            else if (hit == may.size())
                events.broken = "a column command serves a row hit";
            else
                observe_column(pins, may[hit], events);
            break;
        case RS_DRAM_REF:
            if (!refresh_due())
                events.broken = "REF comes when it is due";
            else if (now_ - 1 - next_refresh() > postponed_most(config_))
                events.broken = "REF is not later than the banks need to close";
            bank.refreshed = now_;
            refreshes_++;
            refreshed_ = now_;
            break;
        default:
            events.broken = "a command that the controller has";
        }
    }

    void observe_column(const rs_dram_pins &pins, std::size_t place, ChannelEvents &events)
    {
        const Request request = queue_[place];
        Bank &bank = bank_[pins.bank];
        bool write = pins.command == RS_DRAM_WR, begins = between(pins.bank) == nullptr;
        if (begins)
            begin(request, events);
        Between &its = *std::find_if(between_.begin(), between_.end(), [&](const Between &one) { return one.at.bank == pins.bank; });
        if (request.write != write || pins.address != request.at.column * config_.columns + its.index)
            events.broken = "a column command serves the oldest row hit of the bank";
        events.read_to_write = column_before_ && write && !written_before_;
        events.write_to_read = column_before_ && !write && written_before_;
        column_before_ = true;
        written_before_ = write;
        if (begins) {
            reply_slots_ += !write && reply_slots_ < config_.reply_slots;
            events.row_hit = bank.used;
            events.row_closed = !bank.used && !bank.closed_another;
            events.row_miss = !bank.used && bank.closed_another;
            bank.used = true;
        }
        for (std::size_t i = 0; i < place; i++)
            events.overtaken = events.overtaken || queue_[i].at.bank == request.at.bank;
        if (bliss() && !begins) {
            std::vector<std::size_t> all;
            for (std::size_t i = 0; i < queue_.size(); i++)
                if (queue_[i].at.bank == request.at.bank)
                    all.push_back(i);
            events.kept_midway = first_of(unlisted(all)) != place;
        }
        if (++its.index == config_.columns) {
            if (&its != &between_.front())
                events.broken = "of two requests between their column commands the older ends first";
            between_.erase(between_.begin());
            leave(place, events);
        }
    }

    void begin(const Request &request, ChannelEvents &events)
    {
        if (!between_.empty()) {
            const Between &first = between_.front();
            if (config_.pair == 0 || between_.size() == 2 || first.write != request.write
                || first.at.bank % config_.bank_groups == request.at.bank % config_.bank_groups)
                events.broken = "beside a request at most one other begins, of its direction and to another bank group";
            events.read_beside = !request.write;
            events.write_beside = request.write;
        }
        between_.push_back({request.at, request.line, request.sm, request.write, 0});
    }

    void leave(std::size_t place, ChannelEvents &events)
    {
        const Request request = queue_[place];
        Bank &bank = bank_[request.at.bank];
        std::size_t oldest = 0;
        while (queue_[oldest].at.bank != request.at.bank)
            oldest++;
        events.left = true;
        events.place = place;
        events.left_full = queue_.size() == config_.queue;
        for (std::size_t i = 0; i < queue_.size(); i++)
            events.places |= static_cast<uint64_t>(queue_[i].at.bank == request.at.bank) << i;
        bank.passed = oldest == place ? 0 : bank.passed + 1;
        passed_all_ = place == 0 ? 0 : passed_all_ + 1;
        bank.departures++;
        departures_++;
        if (config_.age_cap != 0 && (bank.departures > request.leaves_bank_by || departures_ > request.leaves_by))
            events.broken = "a request leaves within the bound of the age cap";
        queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(place));
        streak_ = departures_ > 1 && last_sm_ == request.sm ? streak_ + 1 : 0;
        last_sm_ = request.sm;
        if (streak_ == config_.bliss_streak) {
            events.came_on_list = !listed_[request.sm];
            listed_[request.sm] = true;
            streak_ = 0;
        }
    }

    void observe_accept(const rs_accept &accept, ChannelEvents &events)
    {
        Request request = {rs_address_decode(&config_.map, accept.line << RS_LINE_SHIFT), accept.line, accept.write, accept.sm, 0, 0};
        const Bank &bank = bank_[request.at.bank];
        uint64_t older_in_bank = 0;
        for (const Request &older : queue_)
            older_in_bank += older.at.bank == request.at.bank;
        request.leaves_bank_by = bank.departures + (older_in_bank + 1) * (config_.age_cap + 1);
        request.leaves_by = departures_ + (queue_.size() + 1) * (config_.age_cap * config_.banks + 1);
        for (const Request &older : queue_)
            if (older.line == request.line) {
                if (bliss() && older.sm != request.sm && (older.write || request.write))
                    events.broken = "a request waits while one to its line, from another SM, is queued and either writes";
                events.read_behind_write = events.read_behind_write || (older.write && !request.write);
                events.write_behind_read = events.write_behind_read || (!older.write && request.write);
            }
        queue_.push_back(request);
        write_slots_ += accept.write;
        events.same_sm = accepted_before_ && sm_ == accept.sm;
        events.other_sm = accepted_before_ && sm_ != accept.sm;
        accepted_before_ = true;
        sm_ = accept.sm;
    }

    void observe_room(ChannelEvents &events) const
    {
        uint32_t in_bank[RS_MAX_BANKS] = {};
        events.queue_full = queue_.size() == config_.queue;
        events.bank_full = events.queue_full;
        for (const Request &request : queue_)
            if (++in_bank[request.at.bank] == config_.queue / config_.banks && config_.scheduler == RS_SCHEDULER_BFIFO)
                events.bank_full = true;
        events.write_slots_full = write_slots_ == config_.queue && !events.queue_full;
    }

    rs_config config_;
    FinerTimes finer_;
    std::vector<bool> listed_ = std::vector<bool>(RS_MAX_SMS, false); /* BLISS: the blacklist */
    uint32_t streak_ = 0;        /* requests of last_sm_ in a row, but for the first, since it last came on the list */
    uint8_t last_sm_ = 0;
    bool reply_freed_ = false;   /* in the last cycle, so not yet for the command now on the pins */
    std::vector<Request> queue_; /* in order of acceptance */
    Bank bank_[RS_MAX_BANKS];
    std::vector<Between> between_; /* in the order in which they began */
    uint32_t write_slots_ = 0, write_words_ = 0;
    uint32_t quiet_ = 0;
    bool column_before_ = false, written_before_ = false, accepted_before_ = false;
    uint8_t sm_ = 0;
    int64_t now_ = -1, refreshes_ = 0; /* now_: this cycle, 0 the first after reset */
    int64_t refreshed_ = 0;            /* when the last REF was on the pins */
    uint32_t reply_slots_ = 0;         /* taken */
    uint32_t waited_ = 0;              /* cycles since a request left, or since a blocked one */
    bool blocked_ = true;              /* in the last cycle */
    bool urgent_ = false;
    uint32_t passed_all_ = 0;          /* requests that left since the oldest of all became the oldest */
    uint64_t departures_ = 0;
};

} // namespace rs
#endif
