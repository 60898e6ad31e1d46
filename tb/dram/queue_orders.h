/* Directed requests for a DRAM controller: who is older than whom.
 *
 * ReadyTogether  two banks become ready in one cycle, their requests in neighbouring places of the queue. All reply slots are
 *                taken; reads of an open row fill the places before, the last of them opens another bank, and behind it
 *                come two requests to closed banks, which wait for the same end of T_RRD. A session each, from reset on: every two
 *                banks both ways round (more than 4: neighbours), every place of queues of 8, the last ones of longer queues.
 * WindowOrders   BFIFO with look-ahead, whose windows hold requests in no order: in a full window of misses any place holds the
 *                oldest request and any other the second oldest. Row hits leave past the misses and another request
 *                takes the place of each: a miss when it is the turn of that place, a hit else. */
#ifndef RS_QUEUE_ORDERS_H
#define RS_QUEUE_ORDERS_H

#include "dram/directed.h"

namespace rs {

class ReadyTogether : public Directed {
  public:
    explicit ReadyTogether(const rs_config &config) : Directed(config)
    {
        if (config.banks >= 4 && config.scheduler != RS_SCHEDULER_FIFO)
            draw_up();
        seen_.resize(pairs_.size());
        settled_ = pairs_.empty();
    }

    bool none() const { return pairs_.empty(); }

    bool plan(const rs_dram_controller &now, bool offered, std::deque<Planned> &plan) override
    {
        bool sent = plan.empty() && !offered;
        if (settled_)
            return true;
        if (sent && !begun_ && empty(now)) {
            begun_ = now.reply_used == config_.reply_slots;
            plan.push_back({other(0), 0, false}); /* takes a reply slot */
            if (begun_)
                plan = pattern();
        } else if (sent && begun_)
            settled_ = stuck_ >= 4 * config_.t_rrd;
        return false;
    }

    void observe(const rs_dram_pins &pins, const rs_accept &accept, const ChannelEvents &events) override
    {
        now_++;
        if (pins.command == RS_DRAM_ACT) {
            if (begun_ && pins.bank == pairs_[next_].first && opened_ == other(1) && now_ == opened_at_ + config_.t_rrd
                && queued_ == pairs_[next_].place + 2)
                seen_[next_] = true;
            opened_ = pins.bank;
            opened_at_ = now_;
        }
        queued_ = queued_ - events.left + accept.valid;
    }

    bool another_session() override
    {
        begun_ = settled_ = false;
        queued_ = 0;
        return !pairs_.empty() && ++next_ < pairs_.size();
    }

  private:
    struct Pair {
        uint32_t first, second; /* banks */
        uint32_t place;         /* of the first's request; that of the second's follows */
    };

    std::deque<Planned> pattern() const
    {
        const Pair &now = pairs_[next_];
        std::deque<Planned> plan(now.place - 1, {other(0), 0, false});
        for (uint32_t bank : {other(1), now.first, now.second})
            plan.push_back({bank, 0, false});
        return plan;
    }

    void draw_up()
    {
        uint32_t last = std::min(config_.queue - 2, places_of_bank(config_) + 1);
        for (uint32_t place = config_.queue <= 8 ? 1 : last; place <= last; place++)
            for (uint32_t first = 0; first < config_.banks; first++)
                for (uint32_t second = 0; second < config_.banks; second++)
                    if (first != second && (config_.banks <= 4 || (first ^ second) == 1 || (first + 1) % config_.banks == second))
                        pairs_.push_back({first, second, place});
    }

    /* A bank that is not of the pair. */
    uint32_t other(uint32_t number) const
    {
        uint32_t bank = 0;
        for (;; bank++)
            if (bank != pairs_[next_].first && bank != pairs_[next_].second && number-- == 0)
                return bank;
    }

    std::vector<Pair> pairs_;
    bool begun_ = false;        /* the requests of the pair are on their way */
    uint32_t queued_ = 0;       /* requests in the queue */
    uint32_t opened_ = 0;       /* by the last ACT, */
    uint64_t opened_at_ = 0, now_ = 0;
};

class WindowOrders : public Directed {
  public:
    explicit WindowOrders(const rs_config &config)
        : Directed(config), window_(std::min(config.lookahead, places_of_bank(config))),
          patterns_(config.scheduler == RS_SCHEDULER_BFIFO && window_ > 1 ? config.banks * window_ : 0)
    {
        seen_.resize(patterns_ * (window_ - 1));
    }

    bool none() const { return patterns_ == 0; }

    bool plan(const rs_dram_controller &now, bool offered, std::deque<Planned> &plan) override
    {
        if (settled_)
            return true;
        if (plan.empty() && !offered && empty(now)) {
            if (phase_ == LEAVES) { /* the last pattern */
                phase_ = FILL;
                next_++;
            }
            settled_ = next_ == patterns_;
            if (settled_)
                return true;
            if (phase_ == OPENS)
                plan = pattern();
            else /* takes a reply slot; opens the row when all are taken */
                plan.push_back({bank(), 0, now.reply_used == config_.reply_slots});
            if (phase_ == OPENS || plan.front().write)
                phase_++;
            order_.clear();
            behind_ = 0;
        }
        if (phase_ == STANDS && stuck_ >= 16)
            phase_ = LEAVES;
        return phase_ == LEAVES;
    }

    void observe(const rs_dram_pins &pins, const rs_accept &accept, const ChannelEvents &events) override
    {
        if (settled_ || phase_ <= OPENS)
            return;
        if (pins.command == RS_DRAM_ACT && pins.bank == bank() && order_.size() == window_)
            mark(order_[0], order_[1]);
        uint32_t place = window_;
        if (events.left && events.place < order_.size()) {
            place = order_[events.place];
            order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(events.place));
        }
        if (place != window_ && behind_ > 0) {
            order_.push_back(place);
            behind_--;
            place = window_;
        }
        if (accept.valid && order_.size() < window_)
            order_.push_back(place != window_ ? place : lowest_free());
        else
            behind_ += accept.valid;
    }

  private:
    enum { FILL, OPENS, STANDS, LEAVES };

    uint32_t bank() const { return static_cast<uint32_t>(next_ % config_.banks); }

    /* The places of a pattern, that of the oldest request first. The patterns of a bank have each of its places before each
     * other one, once. */
    uint32_t place(uint32_t turn) const
    {
        uint32_t step = turn % 2 ? (turn + 1) / 2 : window_ - turn / 2;
        return (step + static_cast<uint32_t>(next_ / config_.banks)) % window_;
    }

    void mark(uint32_t oldest, uint32_t second)
    {
        for (uint32_t turn = 0; turn + 1 < window_; turn++)
            if (place(turn) == oldest && place(turn + 1) == second)
                seen_[next_ * (window_ - 1) + turn] = true;
    }

    uint32_t lowest_free() const
    {
        uint32_t free = 0;
        while (std::find(order_.begin(), order_.end(), free) != order_.end())
            free++;
        return free;
    }

    /* Row 0 is open; a larger row than the one before, so that the bits of both are not those of the older. */
    std::deque<Planned> pattern() const
    {
        std::deque<Planned> plan;
        std::deque<uint32_t> hits; /* their places, the oldest first */
        uint32_t turn = 1;
        for (uint32_t k = 0; k < window_; k++) {
            plan.push_back({bank(), k == place(0) ? 1U : 0U, false});
            if (k != place(0))
                hits.push_back(k);
        }
        while (!hits.empty()) {
            bool miss = hits.front() == place(turn);
            plan.push_back({bank(), miss ? ++turn : 0, false});
            if (!miss)
                hits.push_back(hits.front());
            hits.pop_front();
        }
        plan.insert(plan.end(), window_, {bank(), window_ + 1, false}); /* the window stays full */
        return plan;
    }

    uint32_t window_;
    std::size_t patterns_;
    int phase_ = FILL;
    std::vector<uint32_t> order_; /* places of the window, that of the oldest request first */
    uint32_t behind_ = 0;         /* requests behind the window */
};

} // namespace rs
#endif
