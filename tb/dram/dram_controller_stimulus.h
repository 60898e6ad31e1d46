/* Requests for one DRAM controller and what must come of them: the packets in the order in which they go in, and a
 * data scoreboard that knows acceptance, content and replies. Shares no code with controller, twin or DRAM device
 * except the content of lines never written. */
#ifndef RS_DRAM_CONTROLLER_STIMULUS_H
#define RS_DRAM_CONTROLLER_STIMULUS_H

#include <array>
#include <deque>
#include <map>

#include "common/contents.h"
#include "cosim.h"
#include "machine/dram_device.h"
#include "rowstreak.h"

namespace rs {

typedef std::array<uint32_t, RS_LINE_WORDS> Line;

struct Packet {
    rs_accept request;
    Line data;     /* of a write */
    uint64_t mask; /* of a write, with WRITE_MASK */
};

/* A request whose place in the queue matters. */
struct Planned {
    uint32_t bank, row;
    bool write;
};

/* How requests are drawn; changes from session to session. */
struct Mix {
    uint32_t channel;              /* of all requests */
    uint32_t banks, rows, columns; /* as many of each are used */
    uint32_t row_base, row_step;   /* the rows: row_base + k * row_step, so that each bit of a row makes a difference */
    uint32_t write_percent, valid_percent, ready_percent;
    bool sweep;                    /* banks in turn, then the next row: all bank queues fill up evenly */
    uint32_t reads_first;          /* above 0: so many reads, of banks below writes_from; then only writes, of the others */
    uint32_t writes_from;
    uint32_t first_bank;           /* from which these banks are counted on */
    uint32_t other_row_at;         /* above 0: that read is of another row than the others */
    bool planned;                  /* the requests of `plan`, one after the other */
    bool overtake;                 /* a bank for each period: a read of another row among writes of one */
    uint32_t overtake_from;        /* the first of these banks */
};
constexpr uint32_t overtake_period = 300; /* requests; more than the greatest age cap */

class Requests {
  public:
    Requests(CosimBase &bench, const rs_config &config) : bench_(bench), config_(config), next_tag_(config.sms)
    {
        for (uint32_t &tag : next_tag_)
            tag = bench_.random_below(1U << config_.tag_bits);
    }

    Packet draw(const Mix &mix)
    {
        Packet packet = {};
        uint32_t sm = bench_.random_below(config_.sms);
        rs_location at = {mix.channel, bench_.random_below(mix.banks), bench_.random_below(mix.rows), bench_.random_below(mix.columns)};
        if (mix.sweep) {
            at.bank = turn_ % config_.banks;
            at.row = turn_++ / config_.banks % mix.rows;
        }
        bool write = bench_.chance(mix.write_percent);
        if (mix.reads_first != 0) {
            write = turn_ >= mix.reads_first;
            at.bank = write ? mix.writes_from + bench_.random_below(config_.banks - mix.writes_from) : turn_ % mix.writes_from;
            at.bank = (mix.first_bank + at.bank) % config_.banks;
            at.row = mix.other_row_at != 0 && turn_ == mix.other_row_at ? 1 : at.row;
            turn_++;
        }
        if (mix.overtake) {
            at.bank = (mix.overtake_from + turn_ / overtake_period) % config_.banks;
            write = turn_++ % overtake_period != 4;
            at.row = write ? 0 : 1;
        }
        if (mix.planned) {
            at.bank = plan.front().bank;
            at.row = plan.front().row;
            write = plan.front().write;
            plan.pop_front();
        }
        if (config_.scheduler == RS_SCHEDULER_BLISS && (mix.planned || mix.overtake))
            sm = 0; /* those of one SM are all alike */
        at.row = (mix.row_base + at.row * mix.row_step) & ((1U << config_.map.row_bits) - 1);
        packet.request.valid = true;
        packet.request.sm = static_cast<uint8_t>(sm);
        packet.request.line = rs_address_encode(&config_.map, at) >> RS_LINE_SHIFT;
        packet.request.write = write || !tag_free(sm);
        packet.request.tag = static_cast<uint16_t>(next_tag_[sm]);
        if (packet.request.write) {
            for (uint32_t &word : packet.data)
                word = static_cast<uint32_t>(bench_.random());
            packet.mask = config_.write_mask ? draw_mask() : 0;
        } else {
            next_tag_[sm] = (next_tag_[sm] + 1) & ((1U << config_.tag_bits) - 1);
        }
        return packet;
    }

    std::deque<Planned> plan;

    /* ---- scoreboard ---- */

    void sent(const Packet &packet) { sent_.push_back(packet); }

    void accepted(const rs_accept &accept)
    {
        bench_.expect("accepted requests that were sent", 1, !sent_.empty());
        if (sent_.empty())
            return;
        Packet packet = sent_.front();
        sent_.pop_front();
        bench_.expect("accept_line in the order sent", packet.request.line, accept.line);
        bench_.expect("accept_write in the order sent", packet.request.write, accept.write);
        bench_.expect("accept_sm in the order sent", packet.request.sm, accept.sm);
        bench_.expect("accept_tag in the order sent", packet.request.tag, accept.tag);
        if (accept.write)
            written_[accept.line] = over(content(accept.line), packet);
        else
            waiting_[key(accept.sm, accept.tag)] = content(accept.line);
    }

    /* Are the data of the reply that begins what was written? */
    void trust(bool data) { trusted_ = data; }

    void replied(const rs_flit &flit)
    {
        const uint32_t flits = config_.header_wires ? 2 : 3;
        if (phase_ == 0) {
            reading_ = key(static_cast<uint32_t>(flit.header >> config_.tag_bits), rs_reply_tag(&config_, flit.header));
            bench_.expect("reply answers an accepted read", 1, waiting_.count(reading_));
        }
        if (phase_ + 2 >= flits) { /* the last two have data */
            uint32_t from = (phase_ + 2 - flits) * config_.flit_bits;
            for (uint32_t bit = 0; bit < config_.flit_bits; bit += 8) {
                uint32_t at = from + bit;
                uint32_t expected = waiting_[reading_][at / 32] >> at % 32 & 0xff;
                uint32_t found = flit.data[bit / 32] >> bit % 32 & 0xff;
                if (expected != found && trusted_)
                    bench_.expect("reply data, byte", expected, found, static_cast<int>(at / 8));
            }
        }
        bench_.expect("reply head", phase_ == 0, flit.head);
        bench_.expect("reply tail", phase_ + 1 == flits, flit.tail);
        if (phase_ + 1 == flits)
            waiting_.erase(reading_);
        phase_ = (phase_ + 1) % flits;
    }

    /* When the controller is idle and nothing is under way. */
    void finished(const rs_dram_device *device)
    {
        bench_.expect("requests sent and not accepted", 0, sent_.size());
        bench_.expect("reads accepted and not answered", 0, waiting_.size());
        for (const auto &entry : written_) {
            Line stored, expected = masked(entry.second);
            rs_dram_device_peek(device, rs_address_decode(&config_.map, entry.first << RS_LINE_SHIFT), stored.data());
            bench_.expect("DRAM content after the last write", 1, stored == expected);
        }
    }

  private:
    static uint32_t key(uint32_t sm, uint32_t tag) { return sm << 16 | tag; }

    /* All bytes of a line, none, one, or any. */
    uint64_t draw_mask()
    {
        uint32_t bytes = 2 * config_.flit_bits / 8;
        uint64_t all = ~UINT64_C(0) >> (64 - bytes);
        switch (bench_.random_below(4)) {
        case 0: return all;
        case 1: return 0;
        case 2: return UINT64_C(1) << bench_.random_below(bytes);
        default: return bench_.random() & all;
        }
    }

    /* The line after the write. */
    Line over(Line line, const Packet &packet) const
    {
        for (uint32_t byte = 0; byte < RS_LINE_BYTES; byte++) {
            uint32_t bits = UINT32_C(0xff) << byte % 4 * 8;
            if (!config_.write_mask || (packet.mask >> byte & 1) != 0)
                line[byte / 4] = (line[byte / 4] & ~bits) | (packet.data[byte / 4] & bits);
        }
        return line;
    }

    bool tag_free(uint32_t sm) const
    {
        uint32_t wanted = key(sm, next_tag_[sm]);
        for (const Packet &packet : sent_)
            if (!packet.request.write && key(packet.request.sm, packet.request.tag) == wanted)
                return false;
        return waiting_.count(wanted) == 0;
    }
    Line masked(Line line) const
    {
        for (uint32_t bit = 2 * config_.flit_bits; bit < 512; bit++)
            line[bit / 32] &= ~(UINT32_C(1) << bit % 32);
        return line;
    }
    Line content(uint64_t line) const
    {
        auto found = written_.find(line);
        Line initial;
        if (found != written_.end())
            return found->second;
        rs_dram_initial_line(line << RS_LINE_SHIFT, initial.data());
        return initial;
    }

    CosimBase &bench_;
    rs_config config_;
    std::vector<uint32_t> next_tag_;
    uint32_t turn_ = 0, phase_ = 0, reading_ = 0;
    bool trusted_ = true;
    std::deque<Packet> sent_;
    std::map<uint32_t, Line> waiting_;
    std::map<uint64_t, Line> written_;
};

} // namespace rs
#endif
