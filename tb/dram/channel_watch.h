/* One DRAM channel watched from outside: what happens on its pins and its accept port, and whether the commands are
 * those its scheduler may give. Shares no code with controller and twin; timing is the timing checker's business.
 *
 * Rules (THESIS 1.3.2, 4.5, 6.1.2). The requests that may cause commands for a bank are its window: FIFO the oldest
 * request of all, if it goes to the bank; BFIFO the oldest of the bank; FR-FCFS all of the bank.
 *   RD, WR  serve the oldest row hit of the window, column commands 0 .. columns - 1 one after the other
 *   ACT     opens the row of the oldest request of the window
 *   PRE     only when the window is not empty and holds no row hit
 * Time: a request shown by accept in cycle t may be on the pins from t + 1 on. Call step() once a cycle. */
#ifndef RS_CHANNEL_WATCH_H
#define RS_CHANNEL_WATCH_H

#include <cstddef>
#include <vector>

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
    bool same_sm = false, other_sm = false; /* accepted: SM of the request before, or another */
    const char *broken = nullptr; /* the rule broken by the command on the pins */
};

class ChannelWatch {
  public:
    explicit ChannelWatch(const rs_config &config) : config_(config) {}

    ChannelEvents step(const rs_dram_pins &pins, const rs_accept &accept)
    {
        ChannelEvents events;
        events.command[pins.command] = true;
        quiet_ = pins.command == RS_DRAM_NOP && !queue_.empty() ? quiet_ + 1 : 0;
        events.waits_for_reply_slot = quiet_ > longest_rule;
        observe_command(pins, events);
        if (pins.wrdata_en && ++write_words_ == config_.data_cycles) {
            write_words_ = 0;
            write_slots_--;
        }
        if (accept.valid)
            observe_accept(accept, events);
        observe_room(events);
        return events;
    }

    std::size_t queued() const { return queue_.size(); }

  private:
    static const unsigned longest_rule = 128; /* cycles; no timing rule keeps a channel quiet for longer */

    struct Request {
        rs_location at;
        uint64_t line;
        bool write;
    };
    struct Bank {
        bool open = false, used = false; /* used: a request has been served since ACT */
        bool closed_another = false;     /* a row was closed before this ACT */
        uint32_t row = 0;
    };

    bool is_hit(const Request &request) const
    {
        return bank_[request.at.bank].open && bank_[request.at.bank].row == request.at.row;
    }

    /* Places in queue_ of the requests that may cause commands for the bank, oldest first. */
    std::vector<std::size_t> window(uint32_t bank) const
    {
        std::vector<std::size_t> found;
        std::size_t most = config_.scheduler == RS_SCHEDULER_FRFCFS ? queue_.size() : 1;
        for (std::size_t i = 0; i < queue_.size() && found.size() < most; i++) {
            if (queue_[i].at.bank == bank)
                found.push_back(i);
            if (config_.scheduler == RS_SCHEDULER_FIFO)
                break;
        }
        return found;
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
        switch (pins.command) {
        case RS_DRAM_ACT:
            if (may.empty() || queue_[may[0]].at.row != pins.address)
                events.broken = "ACT opens the row of the oldest request that may cause it";
            bank.open = true;
            bank.used = false;
            bank.row = pins.address;
            break;
        case RS_DRAM_PRE:
            if (may.empty() || hit < may.size())
                events.broken = "PRE closes a row without pending hits, for a request";
            bank.open = false;
            bank.closed_another = true;
            break;
        case RS_DRAM_RD:
        case RS_DRAM_WR:
            if (hit == may.size())
                events.broken = "a column command serves a row hit";
            else
                observe_column(pins, may[hit], events);
            break;
        default:
            events.broken = "a command that the controller has";
        }
    }

    void observe_column(const rs_dram_pins &pins, std::size_t place, ChannelEvents &events)
    {
        const Request request = queue_[place];
        Bank &bank = bank_[pins.bank];
        bool write = pins.command == RS_DRAM_WR;
        if (request.write != write || pins.address != request.at.column * config_.columns + index_)
            events.broken = "a column command serves the oldest row hit of the bank";
        events.read_to_write = column_before_ && write && !written_before_;
        events.write_to_read = column_before_ && !write && written_before_;
        column_before_ = true;
        written_before_ = write;
        if (index_ == 0) {
            events.row_hit = bank.used;
            events.row_closed = !bank.used && !bank.closed_another;
            events.row_miss = !bank.used && bank.closed_another;
            bank.used = true;
        }
        for (std::size_t i = 0; i < place; i++)
            events.overtaken = events.overtaken || queue_[i].at.bank == request.at.bank;
        if (++index_ == config_.columns) {
            index_ = 0;
            queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(place));
        }
    }

    void observe_accept(const rs_accept &accept, ChannelEvents &events)
    {
        Request request = {rs_address_decode(&config_.map, accept.line << RS_LINE_SHIFT), accept.line, accept.write};
        for (const Request &older : queue_)
            if (older.line == request.line) {
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
    std::vector<Request> queue_; /* in order of acceptance */
    Bank bank_[RS_MAX_BANKS];
    uint32_t index_ = 0;         /* of the next column command */
    uint32_t write_slots_ = 0, write_words_ = 0;
    uint32_t quiet_ = 0;
    bool column_before_ = false, written_before_ = false, accepted_before_ = false;
    uint8_t sm_ = 0;
};

} // namespace rs
#endif
