/* rs_routed_network (with a route look-up: routed_network_bench.v) beside its C twin, and judged at its ports: every packet leaves whole,
 * once, at its node, in the order of its pair (packet_scoreboard.h); all leave in bounded time when the sinks take (no deadlock); one
 * that is alone takes two cycles a router and one a stage of a link. Straps, packet lengths and back-pressure change with every episode. */
#include <numeric>

#include "../common/bins.h"
#include "../network/packets.h"
#include "Vdut.h"
#include "network/routed_network.h"

static const bool ring = RTL_RING != 0;
static const uint32_t nodes = RTL_NODES, columns = RTL_COLUMNS, vcs = RTL_VCS, banks = 8, bank_bits = 3, row_bits = 12;
typedef rs::Cosim<Vdut> Bench;

namespace {

/* Links on the shortest way. */
uint32_t hops(uint32_t from, uint32_t to)
{
    const uint32_t ahead = to >= from ? to - from : to + nodes - from;
    const auto apart = [](uint32_t a, uint32_t b) { return a > b ? a - b : b - a; };
    if (ring)
        return ahead < nodes - ahead ? ahead : nodes - ahead;
    return apart(from % columns, to % columns) + apart(from / columns, to / columns);
}

struct Traffic {
    uint32_t offer, ready, same_row; /* percent */
    uint32_t sinks;                  /* so many nodes are sent to */
    uint32_t lengths[2];             /* of packets, in flits; either */
    bool drain;                      /* before the reset */
};

enum BinName { INPUT_FULL, OUTPUT_WAITS, ONE_FLIT, FIVE_FLITS, DRAINED, RESET_BUSY, ALL_BUSY, ALONE, FARTHEST, HELD, DATELINE, TO_ITSELF, BINS };
const rs::PossibleBin bin_list[BINS] = {
    {"input_full", true},
    {"output_waits", true},
    {"packet_of_1_flit", true},
    {"packet_of_5_flits", true},
    {"drained", true},
    {"reset_in_mid_packet", true},
    {"flits_in_every_router", true},
    {"packet_alone", true},
    {"packet_alone_on_the_longest_way", true},
    {"held_grant", RTL_HOLD != 0},
    {"packet_crosses_the_dateline", ring},
    {"packet_to_its_own_node", true},
};

class NetworkBench {
  public:
    NetworkBench(int argc, char **argv)
        : bench_(argc, argv, nodes > 9 ? 2500 : 8000, {"random", "saturated", "hot_spots", "blocked", "alone"}),
          bins_(bench_, bin_list), scoreboard_(nodes, nodes, 1, true), senders_(nodes), numbers_(nodes)
    {
        std::iota(numbers_.begin(), numbers_.end(), static_cast<uint16_t>(0));
        for (uint32_t from = 0; from < nodes; from++)
            for (uint32_t to = 0; to < nodes; to++)
                farthest_ = std::max(farthest_, hops(from, to));
    }
    ~NetworkBench() { rs_routed_network_release(&twin_); }

    int run()
    {
        while (bench_.next_case()) {
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
        static const uint32_t limits[] = {0, 0, 1, 4}, lengths[][2] = {{1, 3}, {1, 1}, {3, 3}, {1, 5}};
        straps_.policy = below(4);
        straps_.limit = limits[below(4)];
        straps_.guard = straps_.limit != 0 && bench_.chance(50);
        straps_.hash_bits = 1 + below(12);
        seed_ = static_cast<uint32_t>(bench_.random() >> 32);
        const uint32_t *pair = lengths[below(4)];
        traffic_ = Traffic{10 + below(91), 10 + below(91), below(101), nodes, {pair[0], pair[1]}, bench_.chance(60)};
        if (bench_.is_case("saturated"))
            traffic_.offer = traffic_.ready = 100;
        if (bench_.is_case("hot_spots"))
            traffic_.offer = 100, traffic_.sinks = 1 + below(2);
        if (bench_.is_case("blocked"))
            traffic_.offer = 100, traffic_.ready = 3 + below(10);
        if (bench_.is_case("alone"))
            traffic_.ready = 100;
        rest_ = 100 + below(400);
        draining_ = 0;
        alone_since_ = 0;
    }

    void reset()
    {
        rs_hold_grant hold;
        rs_routed_sizes sizes = {};
        sizes.ring = ring;
        sizes.nodes = sizes.inputs = sizes.outputs = nodes;
        sizes.columns = columns;
        sizes.link_stages = RTL_LINK_STAGES;
        sizes.source = sizes.sink = numbers_.data();
        sizes.router.vcs = vcs;
        sizes.router.input_depth = RTL_INPUT_DEPTH;
        sizes.router.output_depth = RTL_OUTPUT_DEPTH;
        sizes.router.iterations = 1;
        sizes.router.allocator = RTL_ALLOCATOR;
        rs_hold_grant_init(&hold, 1, 1, straps_.policy, straps_.hash_bits, straps_.limit, straps_.guard);
        hold.banks = banks;
        rs_routed_network_release(&twin_);
        bench_.expect("memory for the twin", 1, rs_routed_network_init(&twin_, &sizes, RTL_HOLD != 0 ? &hold : nullptr, seed_));
        scoreboard_ = rs::PacketScoreboard(nodes, nodes, 1, true);
        for (rs::PacketSender &sender : senders_)
            sender = rs::PacketSender();
        rs::reset_with(bench_, straps_, seed_, nodes);
    }

    void new_packet(uint32_t i)
    {
        rs::PacketSender &sender = senders_[i];
        const uint32_t length = bench_.is_case("alone") ? 1 : traffic_.lengths[below(2)], node_bits = rs::bits_of(nodes);
        if (!bench_.chance(traffic_.same_row)) {
            sender.row = below(1u << row_bits);
            sender.to = traffic_.sinks == nodes ? below(nodes) : (traffic_.sinks * 7 + below(traffic_.sinks)) % nodes;
        }
        const rs::HoldKey key = {below(banks), sender.row};
        sender.start(bench_, length, sender.to, key, sender.to | key.bank << node_bits | key.row << (node_bits + bank_bits), 28, flits_so_far_);
        count(ONE_FLIT, length == 1);
        count(FIVE_FLITS, length == 5);
        count(DATELINE, (i < sender.to ? sender.to - i : i - sender.to) > nodes / 2);
        count(TO_ITSELF, i == sender.to);
    }

    /* "alone": a packet from a random node when the network is empty. */
    bool may_start(uint32_t i)
    {
        if (!bench_.is_case("alone"))
            return bench_.chance(traffic_.offer);
        if (i == 0)
            starter_ = rs_routed_network_empty(&twin_) && alone_since_ == 0 ? below(nodes) : nodes;
        return i == starter_;
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        const bool draining = draining_ != 0;
        rs_set sending = {}, taken = {}, ready = {};
        for (uint32_t i = 0; i < nodes; i++) {
            rs::PacketSender &sender = senders_[i];
            bool midway = sender.midway();
            if (!draining && may_start(i) && !midway) {
                new_packet(i);
                midway = true;
                if (bench_.is_case("alone"))
                    alone_since_ = bench_.cycle() + 1, alone_hops_ = hops(i, sender.to);
            }
            const bool offers = midway && (draining || sender.next == 0 || bench_.chance(traffic_.offer));
            rs::set(dut.in_valid, i, 1, offers);
            if (!offers)
                continue;
            rs_set_put(&sending, i, rs_set_has(&twin_.in_ready, i));
            rs::offer_flit(dut, i, sender.flits[sender.next]);
        }
        for (uint32_t o = 0; o < nodes; o++) {
            const bool takes = draining || bench_.chance(traffic_.ready);
            rs_set_put(&ready, o, takes);
            rs::set(dut.out_ready, o, 1, takes);
        }
        bench_.eval();
        bool all = true;
        bench_.compare("empty", rs_routed_network_empty(&twin_), dut.empty);
        for (uint32_t n = 0; n < nodes; n++) {
            const bool there = rs_set_has(&twin_.out_valid, n);
            bench_.compare("in_ready", rs_set_has(&twin_.in_ready, n), rs::get(dut.in_ready, n, 1), static_cast<int>(n));
            bench_.compare("out_valid", there, rs::get(dut.out_valid, n, 1), static_cast<int>(n));
            rs_set_put(&taken, n, there && rs_set_has(&ready, n));
            if (there)
                check_flit(n, rs_set_has(&ready, n));
            count(INPUT_FULL, !rs_set_has(&twin_.in_ready, n));
            count(OUTPUT_WAITS, there && !rs_set_has(&ready, n));
            all = all && rs_set_has(&twin_.busy, n);
            for (uint32_t o = 0; straps_.policy != 0 && o < twin_.router[n].crossbar.sizes.outputs; o++)
                count(HELD, RTL_HOLD != 0 && twin_.router[n].crossbar.hold.count[o] != 0);
        }
        count(ALL_BUSY, all);
        rs_routed_network_step(&twin_, &taken);
        for (uint32_t i = 0; i < nodes; i++)
            if (rs_set_has(&sending, i))
                push(i);
        bench_.clock();
        if (draining)
            drain();
        else if (--rest_ == 0)
            traffic_.drain ? void(draining_ = 1) : restart();
    }

    void push(uint32_t i)
    {
        rs::PacketSender &sender = senders_[i];
        const rs::BenchFlit &flit = sender.flits[sender.next];
        rs_routed_flit *place = rs_routed_network_place(&twin_, i);
        *place = rs_routed_flit();
        place->flit = rs::twin_flit(flit);
        place->route = rs_route_to(sender.to, flit.key.bank, flit.key.row, 0);
        rs_routed_network_enter(&twin_, i);
        sender.entered(scoreboard_, i, sender.to);
    }

    void check_flit(uint32_t o, bool leaves)
    {
        const int index = static_cast<int>(o);
        const rs::BenchFlit found = rs::compare_flit(bench_, o, rs_routed_network_front(&twin_, o)->flit, index);
        if (!leaves)
            return;
        rs::flit_leaves(bench_, scoreboard_, o, 0, found, index);
        if (bench_.is_case("alone") && alone_since_ != 0) {
            bench_.expect("cycles of a packet that is alone", 2 * (alone_hops_ + 1) + RTL_LINK_STAGES * alone_hops_, bench_.cycle() + 1 - alone_since_, index);
            count(ALONE, true);
            count(FARTHEST, alone_hops_ == farthest_);
            alone_since_ = 0;
        }
    }

    /* Everything must leave within the time it takes to carry the flits one by one. */
    void drain()
    {
        const bool done = rs_routed_network_empty(&twin_) && rs::all_sent(senders_);
        bench_.expect("drained in time", 1, done || draining_ < 40 * nodes * (RTL_INPUT_DEPTH + RTL_OUTPUT_DEPTH + 2 * RTL_LINK_STAGES) * vcs);
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
        count(RESET_BUSY, scoreboard_.missing() != 0);
        start_episode();
        reset();
    }

    Bench bench_;
    rs::PossibleBins<BINS> bins_;
    rs::HoldStraps straps_;
    uint32_t seed_ = 0, rest_ = 0, draining_ = 0, farthest_ = 0;
    uint32_t starter_ = 0, alone_hops_ = 0;
    uint64_t alone_since_ = 0, flits_so_far_ = 0; /* cycle in which the packet that is alone entered, and 1; 0: none is under way */
    Traffic traffic_;
    rs_routed_network twin_ = {};
    rs::PacketScoreboard scoreboard_;
    std::vector<rs::PacketSender> senders_;
    std::vector<uint16_t> numbers_;
};

} // namespace

int main(int argc, char **argv)
{
    static std::unique_ptr<NetworkBench> bench(new NetworkBench(argc, argv));
    return bench->run();
}
