/* rs_crossbar (with a route look-up: crossbar_bench.v) beside its C twin, beside the header's sentences played out with
 * queues (reference_crossbar.h), and judged at its ports by packet_scoreboard.h. Straps, packet lengths and
 * back-pressure change with every episode; an episode ends with a reset, in mid-packet or after everything has left. */
#include <algorithm>
#include <set>

#include "../common/bins.h"
#include "../network/packets.h"
#include "Vdut.h"
#include "network/crossbar.h"

static const uint32_t inputs = RTL_INPUTS, outputs = RTL_OUTPUTS, vcs = RTL_VCS, banks = 4, row_bits = 12;
static const rs::CrossbarSizes sizes = {inputs, outputs, RTL_INPUT_DEPTH, RTL_OUTPUT_DEPTH, RTL_ITERATIONS, RTL_PICK,
                                        RTL_HOLD, vcs, banks, RTL_ALLOCATOR};
typedef rs::Cosim<Vdut> Bench;
#ifndef RTL_HOLD_FIXED
#define RTL_HOLD_FIXED 0
#endif

namespace {

/* The straps that the RTL has as a parameter, whatever its inputs say (rs_hold_arbiters). */
const bool fixed = RTL_HOLD_FIXED != 0;
const rs::HoldStraps fixed_straps = {RTL_HOLD_FIXED & 3, RTL_HOLD_FIXED >> 2 & 31, RTL_HOLD_FIXED >> 7 & 255, (RTL_HOLD_FIXED >> 15 & 1) != 0};

struct Traffic {
    uint32_t offer, ready, bank_room, same_row; /* percent */
    uint32_t outputs_used;
    uint32_t lengths[2]; /* of packets, in flits; either */
    bool drain;          /* before the reset */
};

enum BinName {
    INPUT_FULL, OUTPUT_FULL, ONE_FLIT, TWO_FLITS, THREE_FLITS, FIVE_FLITS, BUBBLE, ALL_CARRY, HELD, HELD_MULTI, LIMIT,
    GUARD, DRAINED, RESET_BUSY, BANK_BLOCKED, COLUMN_CONTENTION, TWO_CHANNELS, CHANNELS_ASK, SWITCH_LOSER, STATIC,
    DYNAMIC, ENTRY_WAITS, HASH_BITS, LONG_LIMIT, BY_LOAD, BY_TURN, EQUAL_LOADS, BINS
};
const bool several = inputs > 1, holding = RTL_HOLD != 0, channels = vcs > 1, by_load = RTL_ALLOCATOR == 3;
const rs::PossibleBin bin_list[BINS] = {
    {"input_full", true},
    {"output_full", true},
    {"packet_of_1_flit", true},
    {"packet_of_2_flits", true},
    {"packet_of_3_flits", true},
    {"packet_of_5_flits", true},
    {"bubble_in_packet", true},
    {"every_output_carries_a_packet", inputs >= outputs},
    {"held_grant", holding},
    {"held_grant_among_several", holding && several},
    {"limit_reached", holding && (!fixed || fixed_straps.limit != 0)},
    {"guard_wins", holding && (!fixed || fixed_straps.guard)},
    {"drained", true},
    {"reset_in_mid_packet", true},
    {"bank_without_room", true},
    {"several_inputs_want_one_output", several},
    {"two_channels_of_an_output_carry", channels},
    {"two_channels_of_an_input_ask_one_output", channels},
    {"flit_loses_the_switch", channels && inputs > 1},
    {"static_channels", channels},
    {"dynamic_channels", channels},
    {"entry_waits_for_its_channel", channels},
    {"every_hash_bit_ends_a_hold", holding && several && !channels && inputs <= 4 && !fixed}, /* of every width and input */
    {"limit_of_128_or_more_reached", holding && several && !channels && !fixed},
    {"load_decides_against_turn", by_load},
    {"turn_decides_against_load", by_load},
    {"equal_loads", by_load},
};

class CrossbarBench {
  public:
    CrossbarBench(int argc, char **argv)
        : bench_(argc, argv, inputs * outputs * vcs > 128 ? 3000 : 12000,
                 {"random", "saturated", "one_output", "blocked", "sparse", "hash_bits", "long_limit"}),
          bins_(bench_, bin_list), reference_(sizes, rs::HoldStraps(), false, 0), scoreboard_(inputs, outputs, vcs, true), senders_(inputs),
          ended_(inputs), loads_(inputs)
    {
    }
    ~CrossbarBench() { rs_crossbar_release(&twin_); }

    int run()
    {
        while (bench_.next_case()) {
            turn_ = 0;
            start_episode();
            reset();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    void count(BinName name, bool hit) { bins_.count(name, hit); }
    uint32_t below(uint32_t bound) { return bench_.random_below(bound); }

    void start_episode()
    {
        static const uint32_t limits[] = {0, 0, 1, 2, 4, 16}, lengths[][2] = {{1, 3}, {1, 1}, {2, 5}, {3, 3}, {1, 5}};
        straps_.policy = below(4);
        straps_.limit = limits[below(6)];
        straps_.guard = straps_.limit != 0 && bench_.chance(50);
        straps_.hash_bits = 1 + below(12);
        static_vc_ = bench_.chance(50);
        seed_ = static_cast<uint32_t>(bench_.random() >> 32);
        const uint32_t *pair = lengths[below(5)];
        traffic_ = Traffic{10 + below(91), 10 + below(91), bench_.chance(60) ? 100 : 20 + below(80), below(101),
                           1 + below(outputs), {pair[0], pair[1]}, bench_.chance(60)};
        if (bench_.is_case("saturated"))
            traffic_.offer = traffic_.ready = traffic_.bank_room = 100, traffic_.outputs_used = outputs;
        if (bench_.is_case("one_output"))
            traffic_.offer = 100, traffic_.outputs_used = 1;
        if (bench_.is_case("blocked"))
            traffic_.offer = 100, traffic_.ready = 5 + below(20);
        if (bench_.is_case("sparse"))
            traffic_.offer = 2 + below(20);
        if (bench_.is_case("hash_bits")) {
            straps_ = rs::HoldStraps{rs::HMHG, 1 + turn_++ % row_bits, 0, false};
            traffic_ = Traffic{100, 100, 100, 0, outputs, {1, 1}, traffic_.drain};
        }
        rest_ = 60 + below(200);
        if (bench_.is_case("long_limit")) { /* an output takes a flit every 4 cycles: the holder always asks again */
            static const uint32_t long_limits[] = {255, 128, 64, 32, 8, 170};
            straps_ = rs::HoldStraps{rs::HG, 1, long_limits[turn_++ % 6], false};
            traffic_ = Traffic{100, 100, 100, 100, outputs, {1, 1}, traffic_.drain};
            rest_ = 4 * (straps_.limit + 8);
        }
        shown_straps_ = straps_;
        if (fixed)
            straps_ = fixed_straps;
        draining_ = 0;
    }

    /* RTL, twin, reference and scoreboard to their state after reset. */
    void reset()
    {
        rs_hold_grant hold;
        rs_crossbar_sizes twin_sizes = {};
        twin_sizes.inputs = inputs;
        twin_sizes.outputs = outputs;
        twin_sizes.input_depth = sizes.input_depth;
        twin_sizes.output_depth = sizes.output_depth;
        twin_sizes.iterations = sizes.iterations;
        twin_sizes.pick = sizes.pick;
        twin_sizes.vcs = vcs;
        twin_sizes.static_vc = static_vc_;
        twin_sizes.allocator = sizes.allocator;
        rs_hold_grant_init(&hold, inputs, outputs, straps_.policy, straps_.hash_bits, straps_.limit, straps_.guard);
        rs_crossbar_release(&twin_);
        bench_.expect("memory for the twin", 1,
                      rs_crossbar_init(&twin_, &twin_sizes, sizes.hold != 0 ? &hold : nullptr, seed_));
        reference_ = rs::ReferenceCrossbar(sizes, straps_, static_vc_, seed_);
        scoreboard_ = rs::PacketScoreboard(inputs, outputs, vcs, vcs == 1 || static_vc_);
        for (rs::PacketSender &sender : senders_)
            sender = rs::PacketSender();
        bench_.dut().static_vc = static_vc_;
        rs::reset_with(bench_, shown_straps_, seed_, inputs);
    }

    void new_packet(uint32_t i)
    {
        rs::PacketSender &sender = senders_[i];
        uint32_t length = traffic_.lengths[below(2)];
        if (bench_.is_case("long_limit")) {
            sender.to = i % outputs;
        } else if (bench_.is_case("hash_bits")) {
            if (bench_.chance(75))
                sender.row ^= 1u << row_bit(i);
            if (bench_.chance(10))
                sender.to = below(outputs);
        } else if (!bench_.chance(traffic_.same_row)) {
            sender.row = below(1u << row_bits);
            sender.to = below(traffic_.outputs_used);
        }
        rs::HoldKey key = {below(banks), sender.row};
        const uint32_t output_bits = rs::bits_of(outputs);
        sender.start(bench_, length, sender.to, key, sender.to | key.bank << output_bits | key.row << (output_bits + 2), 24, flits_so_far_);
        count(ONE_FLIT, length == 1);
        count(TWO_FLITS, length == 2);
        count(THREE_FLITS, length == 3);
        count(FIVE_FLITS, length == 5);
    }

    /* Now and then a load changes, to one of few values or of all. */
    void draw_loads()
    {
        for (uint32_t i = 0; i < inputs; i++) {
            if (bench_.chance(30))
                loads_[i] = below(bench_.chance(50) ? 3 : 128);
            rs::set(bench_.dut().load, i * 7, 7, loads_[i]);
        }
    }

    /* One whose hash bit has not ended a hold of the input. */
    uint32_t row_bit(uint32_t i)
    {
        const std::set<uint32_t> &ended = ended_[i];
        uint32_t first = below(row_bits);
        for (uint32_t k = 0; k < row_bits; k++) {
            uint32_t bit = (first + k) % row_bits;
            if (ended.count(straps_.hash_bits << 16 | 1u << bit % straps_.hash_bits) == 0)
                return bit;
        }
        return first;
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        bool draining = draining_ != 0;
        uint64_t valid = 0;
        std::vector<rs::BenchFlit> arriving(inputs);
        for (uint32_t i = 0; i < inputs; i++) {
            rs::PacketSender &sender = senders_[i];
            bool midway = sender.midway();
            if (!midway && !draining && bench_.chance(traffic_.offer)) {
                new_packet(i);
                midway = true;
            }
            bool offers = midway && (draining || sender.next == 0 || bench_.chance(traffic_.offer));
            rs::set(dut.in_valid, i, 1, offers);
            if (!offers)
                continue;
            valid |= UINT64_C(1) << i;
            arriving[i] = sender.flits[sender.next];
            rs::offer_flit(dut, i, arriving[i]);
        }
        std::vector<bool> ready(outputs * vcs), bank_room(outputs * banks);
        for (uint32_t at = 0; at < outputs * vcs; at++) {
            ready[at] = draining || (bench_.is_case("long_limit") ? rest_ % 4 == 0 : bench_.chance(traffic_.ready));
            rs::set(dut.out_ready, at, 1, ready[at]);
        }
        for (uint32_t at = 0; at < outputs * banks; at++) {
            bank_room[at] = draining || bench_.chance(traffic_.bank_room);
            rs::set(dut.bank_room, at, 1, bank_room[at]);
        }
        draw_loads();
        bench_.eval();

        std::vector<bool> taken(outputs * vcs);
        rs_set twin_taken[RS_MAX_VCS] = {};
        uint32_t twin_banks[RS_CROSSBAR_MAX] = {};
        for (uint32_t i = 0; i < inputs; i++) {
            bench_.compare("in_ready", rs_set_has(&twin_.in_ready, i), rs::get(dut.in_ready, i, 1), static_cast<int>(i));
            bench_.expect("in_ready by the definition", reference_.in_ready(i), rs::get(dut.in_ready, i, 1),
                          static_cast<int>(i));
        }
        bench_.compare("empty", rs_crossbar_empty(&twin_), dut.empty);
        bench_.expect("empty by the definition", reference_.empty(), dut.empty);
        for (uint32_t at = 0; at < outputs * vcs; at++) {
            uint32_t o = at / vcs, w = at % vcs;
            bool there = !reference_.out[at].flits.empty();
            bench_.compare("out_valid", rs_set_has(&twin_.out_valid[w], o), rs::get(dut.out_valid, at, 1), static_cast<int>(at));
            bench_.expect("out_valid by the definition", there, rs::get(dut.out_valid, at, 1), static_cast<int>(at));
            taken[at] = there && ready[at];
            rs_set_put(&twin_taken[w], o, taken[at]);
            if (there && rs_set_has(&twin_.out_valid[w], o))
                check_flit(o, w, taken[at]);
        }
        for (uint32_t at = 0; at < outputs * banks; at++)
            twin_banks[at / banks] |= static_cast<uint32_t>(bank_room[at]) << at % banks;

        uint64_t open = twin_.in_ready.word[0] & valid;
        std::vector<bool> was_carrying(outputs * vcs);
        for (uint32_t at = 0; at < outputs * vcs; at++)
            was_carrying[at] = reference_.out[at].peer >= 0;
        rs::PairMatrix was_hold = reference_.hold.hold;
        std::vector<uint32_t> was_hash = reference_.hold.last_hash;
        reference_.clock(valid, arriving, taken, bank_room);
        rs_crossbar_step(&twin_, twin_taken, twin_banks);
        check_grants();
        reference_.sjf.load = loads_;
        for (uint32_t i = 0; i < inputs; i++)
            twin_.sjf.load[i] = static_cast<uint8_t>(loads_[i]);
        for (uint32_t i = 0; i < inputs; i++)
            if ((open >> i & 1) != 0)
                push(i, arriving[i]);
        count_bins(ready, was_carrying);
        if (bench_.is_case("hash_bits") && bins_.has(HASH_BITS))
            count_hash_bits(was_hold, was_hash);
        bench_.clock();
        if (draining)
            drain();
        else if (--rest_ == 0)
            traffic_.drain ? void(draining_ = 1) : restart();
    }

    void push(uint32_t i, const rs::BenchFlit &flit)
    {
        const rs_flit twin_flit = rs::twin_flit(flit);
        const rs_route route = rs_route_to(flit.output, flit.key.bank, flit.key.row, 0);
        rs_crossbar_push(&twin_, i, &twin_flit, &route);
        senders_[i].entered(scoreboard_, i, flit.output);
    }

    void check_flit(uint32_t o, uint32_t w, bool leaves)
    {
        const uint32_t at = o * vcs + w;
        const int index = static_cast<int>(at);
        const rs::BenchFlit found = rs::compare_flit(bench_, at, rs_crossbar_front(&twin_, o, w)->flit, index);
        bench_.expect("out_flit by the definition, payload", reference_.out[at].flits.front().payload, found.payload, index);
        if (leaves)
            rs::flit_leaves(bench_, scoreboard_, o, w, found, index);
    }

    /* After the steps of twin and reference, before the hardware's clock: grants are of this cycle. */
    void check_grants()
    {
        Vdut &dut = bench_.dut();
        const uint32_t bank_bits = 2;
        for (uint32_t o = 0; o < outputs; o++) {
            int index = static_cast<int>(o);
            bool granted = reference_.granted.count(o) != 0;
            uint32_t bank = static_cast<uint32_t>(rs::get(dut.grant_bank, o * bank_bits, bank_bits));
            bench_.compare("grant_valid", rs_set_has(&twin_.granted, o), rs::get(dut.grant_valid, o, 1), index);
            bench_.expect("grant_valid by the definition", granted, rs::get(dut.grant_valid, o, 1), index);
            if (!granted)
                continue;
            bench_.compare("grant_bank", twin_.granted_bank[o], bank, index);
            bench_.expect("grant_bank by the definition", reference_.granted[o], bank, index);
        }
    }

    /* Everything must leave within the time it takes to carry the flits one by one. */
    void drain()
    {
        const uint64_t flits = inputs * (vcs * sizes.input_depth + 2 + 5) + outputs * vcs * sizes.output_depth;
        const bool done = reference_.empty() && rs::all_sent(senders_);
        bench_.expect("drained in time", 1, done || draining_ < 4 * flits);
        draining_++;
        if (done) {
            bench_.expect("packets missing", 0, scoreboard_.missing());
            count(DRAINED, true);
            restart();
        }
    }

    void restart()
    {
        if (!bench_.next_cycle())
            return;
        for (const rs::ReferenceCrossbar::Channel &channel : reference_.out)
            count(RESET_BUSY, channel.peer >= 0);
        start_episode();
        reset();
    }

    /* After the reference's clock: its decisions are those of the cycle, its buffers those of the next. */
    void count_bins(const std::vector<bool> &ready, const std::vector<bool> &was_carrying)
    {
        const rs::ReferenceHoldGrant &hold = reference_.hold;
        uint32_t outputs_carrying = 0;
        for (uint32_t i = 0; i < inputs; i++)
            count(INPUT_FULL, !reference_.in_ready(i));
        for (uint32_t o = 0; o < outputs; o++) {
            uint32_t carrying = 0;
            for (uint32_t w = 0; w < vcs; w++) {
                const rs::ReferenceCrossbar::Channel &channel = reference_.out[o * vcs + w];
                count(OUTPUT_FULL, channel.flits.size() == sizes.output_depth && !ready[o * vcs + w]);
                count(BUBBLE, was_carrying[o * vcs + w] && channel.peer >= 0
                                  && reference_.in[static_cast<uint32_t>(channel.peer)].flits.empty());
                carrying += channel.peer >= 0;
            }
            uint64_t asking = hold.live.column(o);
            bool held = hold.held.column(o) != 0;
            outputs_carrying += carrying != 0;
            count(TWO_CHANNELS, carrying > 1);
            count(HELD, held);
            count(HELD_MULTI, held && (asking & (asking - 1)) != 0);
            count(LIMIT, (straps_.policy == rs::HG || fixed) && straps_.limit != 0 && hold.count[o] == straps_.limit);
            count(LONG_LIMIT, straps_.limit >= 128 && hold.count[o] == straps_.limit);
            count(GUARD, hold.guarded.column(o) != 0);
            count(COLUMN_CONTENTION, (asking & (asking - 1)) != 0);
        }
        count(BY_LOAD, reference_.sjf.load_over_turn != 0);
        count(BY_TURN, reference_.sjf.turn_over_load != 0);
        count(EQUAL_LOADS, reference_.sjf.ties != 0);
        count(ALL_CARRY, outputs_carrying == outputs);
        count(BANK_BLOCKED, reference_.banks_blocked != 0);
        count(CHANNELS_ASK, reference_.several_asking != 0);
        count(SWITCH_LOSER, reference_.switch_losers != 0);
        count(STATIC, static_vc_);
        count(DYNAMIC, !static_vc_);
        for (uint32_t i = 0; channels && i < inputs; i++)
            count(ENTRY_WAITS, reference_.entry[i].size() == 2);
    }

    /* After the reference's clock: holders of before that ask again, with a hash that differs in one bit, and are not granted. */
    void count_hash_bits(const rs::PairMatrix &was_hold, const std::vector<uint32_t> &was_hash)
    {
        for (uint32_t i = 0; i < inputs; i++)
            for (uint32_t o = 0; o < outputs; o++) {
                if (!was_hold(i, o) || !reference_.hold.live(i, o) || reference_.hold.hold(i, o))
                    continue;
                uint32_t row = reference_.in[i].flits.front().key.row;
                uint32_t differ = rs::ReferenceHoldGrant::hash(row, straps_.hash_bits) ^ was_hash[o];
                if (differ != 0 && (differ & (differ - 1)) == 0)
                    ended_[i].insert(straps_.hash_bits << 16 | differ);
            }
        bool all = true;
        for (const std::set<uint32_t> &of_input : ended_)
            all = all && of_input.size() == row_bits * (row_bits + 1) / 2;
        count(HASH_BITS, all);
    }

    Bench bench_;
    rs::PossibleBins<BINS> bins_;
    rs::HoldStraps straps_, shown_straps_; /* shown: on the inputs */
    bool static_vc_ = false;
    uint32_t seed_ = 0, rest_ = 0, draining_ = 0;
    Traffic traffic_;
    uint64_t flits_so_far_ = 0;
    uint32_t turn_ = 0; /* episodes of this case, hash_bits or long_limit */
    rs_crossbar twin_ = {};
    rs::ReferenceCrossbar reference_;
    rs::PacketScoreboard scoreboard_;
    std::vector<rs::PacketSender> senders_;
    std::vector<std::set<uint32_t>> ended_; /* by input: {hash_bits, the bit of the hash that ended a hold} */
    std::vector<uint32_t> loads_; /* of the sources behind the inputs */
};

} // namespace

int main(int argc, char **argv)
{
    static std::unique_ptr<CrossbarBench> bench(new CrossbarBench(argc, argv)); /* the twin is large */
    return bench->run();
}
