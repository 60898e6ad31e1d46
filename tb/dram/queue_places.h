/* Directed requests for a DRAM controller: every set of places of its queue that one bank can hold.
 *
 * All reply slots are taken and no reply is taken, so reads stay in the queue in the order they came, their rows open, while it
 * fills to its last place; then replies leave one by one, and the rest goes oldest first. Per pattern one bank, each in turn:
 *   places     holds the places of a set. In the first of them stands a write to another row, which leaves past the reads;
 *              the bank's next request stands in the second. The other places go to 1, 2, .. all other banks.
 *   overtaken  a write opens a row and leaves; then the bank holds a pair of places, a read of another row and a write of the
 *              open one, which overtakes. AGE_CAP is 1, so one more write of that row does not.
 * Queues of 8: all sets that fit, all pairs, of every bank; longer ones: some, from the last place on. */
#ifndef RS_QUEUE_PLACES_H
#define RS_QUEUE_PLACES_H

#include "dram/directed.h"

namespace rs {

class QueuePlaces : public Directed {
  public:
    QueuePlaces(const rs_config &config, bool overtakes)
        : Directed(config), overtakes_(overtakes), bank_places_(places_of_bank(config)), rows_(config.banks)
    {
        bool split = config.scheduler == RS_SCHEDULER_BFIFO;
        uint32_t others = (config.banks - 1) * bank_places_;
        least_ = std::max(overtakes ? 2U : 1U, config.queue > others ? config.queue - others : 0U);
        bool in_order = config.scheduler == RS_SCHEDULER_FIFO || (split && config.lookahead == 1);
        if (config.banks > 1 && least_ <= bank_places_ && !(overtakes && in_order))
            draw_up();
        seen_.resize(patterns_.size());
    }

    /* The place from which a request can leave a full queue, the furthest from its head. */
    uint32_t furthest() const { return config_.queue - least_; }
    bool exhaustive() const { return config_.queue <= 8 && !patterns_.empty(); }

    /* The next pattern when the queue is empty and the reply slots are taken; replies leave one by one once it is
     * full and no write is left, or nothing has come in for longer than a row takes to close and open. */
    bool plan(const rs_dram_controller &now, bool offered, std::deque<Planned> &plan) override
    {
        bool sent = plan.empty() && !offered;
        bool writing = now.slots_busy != 0 || now.in_write;
        if (sent && empty(now)) {
            stuck_ = 0;
            released_ = false;
            sent = false;
            settled_ = next_ == patterns_.size();
            filling_ = now.reply_used < config_.reply_slots;
            if (!settled_ && filling_)
                plan.push_back({0, rows_[0], false}); /* fills a reply slot */
            else if (!settled_)
                plan = pattern();
        }
        released_ = !filling_ && (released_ || (sent && !writing) || stuck_ >= 48);
        bool wanted = now.queue.count != 0 && now.reply_used == config_.reply_slots;
        return released_ && (wanted || now.reply_phase != 0);
    }

    void observe(const rs_dram_pins &pins, const rs_accept &, const ChannelEvents &events) override
    {
        if (!events.left || !events.left_full || next_ == 0)
            return;
        uint64_t beside = events.places ^ UINT64_C(1) << events.place;
        bool first = (beside & ((UINT64_C(1) << events.place) - 1)) == 0;
        if (first == overtakes_)
            return;
        const Pattern &now = patterns_[next_ - 1];
        if (now.bank == pins.bank && now.places == events.places)
            seen_[next_ - 1] = true;
    }

  private:
    static const std::size_t most = 128; /* patterns of a long queue */
    struct Pattern {
        uint64_t places;
        uint32_t bank;
    };

    std::deque<Planned> pattern()
    {
        const Pattern &now = patterns_[next_];
        uint32_t turn = static_cast<uint32_t>(next_++);
        uint32_t first = static_cast<uint32_t>(__builtin_ctzll(now.places));
        uint32_t last = 63 - static_cast<uint32_t>(__builtin_clzll(now.places));
        std::deque<Planned> plan;
        std::vector<uint32_t> held(config_.banks);
        uint32_t row = rows_[now.bank] ^= 1;
        if (overtakes_)
            plan.push_back({now.bank, row, true});
        for (uint32_t place = 0; place < config_.queue; place++)
            if ((now.places >> place & 1) == 0) {
                uint32_t bank = other(now.bank, place, turn, held);
                plan.push_back({bank, rows_[bank], false});
            } else if (overtakes_)
                plan.push_back({now.bank, place == last ? row : row ^ 1, place == last});
            else
                plan.push_back({now.bank, row, place == first});
        if (overtakes_)
            plan.push_back({now.bank, row, true});
        return plan;
    }

    void draw_up()
    {
        std::vector<uint64_t> sets;
        for (uint64_t set = 1; config_.queue <= 8 && set >> config_.queue == 0; set++) {
            uint32_t size = static_cast<uint32_t>(__builtin_popcountll(set));
            if (size >= least_ && size <= (overtakes_ ? 2 : bank_places_))
                sets.push_back(set);
        }
        for (uint32_t step = 1; config_.queue > 8 && sets.size() < most && step < config_.queue; step += 2)
            for (uint32_t turn = 0; sets.size() < most && turn < config_.queue; turn++) {
                uint32_t first = (config_.queue - 1 + 5 * turn) % config_.queue; /* 5: every place, as QUEUE has factors 2 and 3 */
                uint64_t set = UINT64_C(1) << first;
                uint32_t end = std::min(config_.queue, first + step + std::max(2U, least_) - 1);
                for (uint32_t place = first + step; place < end; place++)
                    set |= UINT64_C(1) << place;
                if (first <= furthest() && static_cast<uint32_t>(__builtin_popcountll(set)) >= least_)
                    sets.push_back(set);
            }
        uint32_t banks = config_.queue <= 8 ? config_.banks : 1;
        for (uint32_t bank = 0; bank < banks; bank++)
            for (std::size_t i = 0; i < sets.size(); i++)
                patterns_.push_back({sets[i], static_cast<uint32_t>((bank + i) % config_.banks)});
    }

    /* The bank for a place of another one: in turn among as many as this pattern has, with a place left. */
    uint32_t other(uint32_t bank, uint32_t place, uint32_t turn, std::vector<uint32_t> &held) const
    {
        uint32_t banks = 1 + turn / config_.banks % (config_.banks - 1);
        uint32_t found = (bank + 1 + (place + turn) % banks) % config_.banks;
        for (uint32_t tried = 0; tried < config_.banks && (found == bank || held[found] == bank_places_); tried++)
            found = (found + 1) % config_.banks;
        if (found == bank)
            found = (found + 1) % config_.banks;
        held[found]++;
        return found;
    }

    bool overtakes_;
    uint32_t bank_places_, least_;
    std::vector<uint32_t> rows_; /* per bank: what its last request opens */
    std::vector<Pattern> patterns_;
    bool filling_ = false, released_ = false;
};

} // namespace rs
#endif
