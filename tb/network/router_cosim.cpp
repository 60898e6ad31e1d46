/* rs_router (with a route look-up: router_bench.v) beside its C twin, beside the sentences of its header played out with queues
 * (reference_crossbar.h, and here routes and links), and judged at its ports by packet_scoreboard.h. Straps, packet lengths and
 * back-pressure change with every episode; an episode ends with a reset, in mid-packet or after everything has left. */
#include "../common/bins.h"
#include "../network/packets.h"
#include "Vdut.h"
#include "network/router.h"

static const bool ring = RTL_RING != 0;
static const uint32_t node = RTL_NODE, nodes = RTL_NODES, columns = RTL_COLUMNS, vcs = RTL_VCS, ports = ring ? 3 : 5;
static const uint32_t inputs = ports * vcs, outputs = 1 + (ports - 1) * vcs, banks = 8, bank_bits = 3, row_bits = 12;
static const rs::CrossbarSizes sizes = {inputs, outputs, RTL_INPUT_DEPTH, RTL_OUTPUT_DEPTH, 1, RTL_PICK,
                                        RTL_HOLD, 1, banks, RTL_ALLOCATOR};
typedef rs::Cosim<Vdut> Bench;

namespace {

/* Output of the crossbar by the sentences: x first, then y; the shorter way round, forward where both are equally long; VC 1 from
 * the link between the last node and node 0 on. */
uint32_t port_by_definition(uint32_t to)
{
    if (to == node)
        return 0;
    if (ring) {
        uint32_t forward = 0, back = 0;
        for (uint32_t at = node; at != to; at = at + 1 == nodes ? 0 : at + 1)
            forward++;
        for (uint32_t at = node; at != to; at = at == 0 ? nodes - 1 : at - 1)
            back++;
        return forward <= back ? 2 : 1;
    }
    const int dx = static_cast<int>(to % columns) - static_cast<int>(node % columns);
    const int dy = static_cast<int>(to / columns) - static_cast<int>(node / columns);
    return dx < 0 ? 1 : dx > 0 ? 2 : dy > 0 ? 3 : 4;
}
uint32_t output_by_definition(uint32_t to, uint32_t v)
{
    const uint32_t port = port_by_definition(to);
    const bool dateline = ring && ((port == 2 && node == nodes - 1) || (port == 1 && node == 0));
    return port == 0 ? 0 : 1 + (port - 1) * vcs + (dateline ? 1 : v);
}

struct Traffic {
    uint32_t offer, ready, same_row; /* percent */
    bool one_way;                    /* all packets to one node */
    uint32_t lengths[2];             /* of packets, in flits; either */
    bool drain;                      /* before the reset */
};

enum BinName {
    INPUT_FULL, OUTPUT_FULL, ONE_FLIT, TWO_FLITS, THREE_FLITS, FIVE_FLITS, BUBBLE, EVERY_PORT_SENDS, THREE_SEND, HELD, HELD_MULTI, LIMIT, GUARD,
    DRAINED, RESET_BUSY, CONTENTION, DATELINE, ALTERNATE, PASSES_BLOCKED, FAR_BANK, BINS
};
const bool holding = RTL_HOLD != 0;
const bool on_dateline = ring && vcs > 1 && (node == 0 || node == nodes - 1);
const rs::PossibleBin bin_list[BINS] = {
    {"input_full", true},
    {"output_full", true},
    {"packet_of_1_flit", true},
    {"packet_of_2_flits", true},
    {"packet_of_3_flits", true},
    {"packet_of_5_flits", true},
    {"bubble_in_packet", true},
    {"every_port_that_leads_on_has_sent", true},
    {"three_ports_send_at_once", true},
    {"held_grant", holding},
    {"held_grant_among_several", holding},
    {"limit_reached", holding},
    {"guard_wins", holding},
    {"drained", true},
    {"reset_in_mid_packet", true},
    {"several_inputs_want_one_output", true},
    {"packet_crosses_the_dateline", on_dateline},
    {"channels_alternate_on_a_link", vcs > 1},
    {"channel_passes_a_blocked_one", vcs > 1},
    {"bank_of_another_controller", holding},
};

class RouterBench {
  public:
    RouterBench(int argc, char **argv)
        : bench_(argc, argv, inputs * outputs > 64 ? 3000 : 8000, {"random", "saturated", "one_way", "blocked", "sparse"}),
          bins_(bench_, bin_list), reference_(sizes, rs::HoldStraps(), false, 0), scoreboard_(inputs, outputs, 1, true), senders_(inputs)
    {
        for (uint32_t to = 0; to < nodes; to++)
            leads_on_ |= 1u << port_by_definition(to);
    }
    ~RouterBench() { rs_router_release(&twin_); }

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
        static const uint32_t limits[] = {0, 0, 1, 2, 4, 16}, lengths[][2] = {{1, 3}, {1, 1}, {2, 5}, {3, 3}, {1, 5}};
        straps_.policy = below(4);
        straps_.limit = limits[below(6)];
        straps_.guard = straps_.limit != 0 && bench_.chance(50);
        straps_.hash_bits = 1 + below(12);
        seed_ = static_cast<uint32_t>(bench_.random() >> 32);
        const uint32_t *pair = lengths[below(5)];
        traffic_ = Traffic{10 + below(91), 10 + below(91), below(101), bench_.chance(20), {pair[0], pair[1]}, bench_.chance(60)};
        if (bench_.is_case("saturated"))
            traffic_.offer = traffic_.ready = 100, traffic_.one_way = false;
        if (bench_.is_case("one_way"))
            traffic_.offer = 100, traffic_.one_way = true;
        if (bench_.is_case("blocked"))
            traffic_.offer = 100, traffic_.ready = 5 + below(20);
        if (bench_.is_case("sparse"))
            traffic_.offer = 2 + below(20);
        way_ = below(nodes);
        rest_ = 60 + below(200);
        draining_ = 0;
    }

    /* RTL, twin, reference and scoreboard to their state after reset. */
    void reset()
    {
        rs_hold_grant hold;
        const rs_router_place place = {ring, node, nodes, columns};
        const rs_router_sizes twin_sizes = {vcs, sizes.input_depth, sizes.output_depth, sizes.iterations, sizes.pick, sizes.allocator};
        rs_hold_grant_init(&hold, 1, 1, straps_.policy, straps_.hash_bits, straps_.limit, straps_.guard);
        hold.banks = banks;
        rs_router_release(&twin_);
        bench_.expect("memory for the twin", 1, rs_router_init(&twin_, &place, &twin_sizes, holding ? &hold : nullptr, seed_));
        reference_ = rs::ReferenceCrossbar(sizes, straps_, false, seed_);
        scoreboard_ = rs::PacketScoreboard(inputs, outputs, 1, true);
        for (uint32_t &pointer : pointer_)
            pointer = 0;
        for (rs::PacketSender &sender : senders_)
            sender = rs::PacketSender();
        rs::reset_with(bench_, straps_, seed_, inputs);
    }

    void new_packet(uint32_t i)
    {
        rs::PacketSender &sender = senders_[i];
        const uint32_t length = traffic_.lengths[below(2)], before = sender.to, node_bits = rs::bits_of(nodes);
        if (!bench_.chance(traffic_.same_row)) {
            sender.row = below(1u << row_bits);
            sender.to = traffic_.one_way ? way_ : below(nodes);
        }
        const rs::HoldKey key = {below(banks), sender.row};
        sender.start(bench_, length, output_by_definition(sender.to, i % vcs), key,
                     sender.to | key.bank << node_bits | key.row << (node_bits + bank_bits), 28, flits_so_far_);
        count(ONE_FLIT, length == 1);
        count(TWO_FLITS, length == 2);
        count(THREE_FLITS, length == 3);
        count(FIVE_FLITS, length == 5);
        count(DATELINE, on_dateline && i % vcs == 0 && (sender.flits[0].output - 1) % vcs == 1 && sender.to != node);
        count(FAR_BANK, before != sender.to && straps_.policy == rs::RMHG);
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        const bool draining = draining_ != 0;
        uint64_t valid = 0;
        std::vector<rs::BenchFlit> arriving(inputs);
        for (uint32_t port = 0; port < ports; port++) {
            const uint32_t first = below(vcs);
            bool offered = false; /* a flit a port */
            for (uint32_t k = 0; k < vcs; k++) {
                const uint32_t i = port * vcs + (first + k) % vcs;
                rs::PacketSender &sender = senders_[i];
                bool midway = sender.midway();
                if (!midway && !draining && bench_.chance(traffic_.offer)) {
                    new_packet(i);
                    midway = true;
                }
                const bool offers = midway && !offered && (draining || sender.next == 0 || bench_.chance(traffic_.offer));
                rs::set(dut.in_valid, i, 1, offers);
                if (!offers)
                    continue;
                offered = true;
                valid |= UINT64_C(1) << i;
                arriving[i] = sender.flits[sender.next];
                rs::offer_flit(dut, port, arriving[i]);
            }
        }
        uint32_t ready[RS_ROUTER_PORTS] = {};
        for (uint32_t at = 0; at < inputs; at++) {
            const bool set = draining || bench_.chance(traffic_.ready);
            ready[at / vcs] |= static_cast<uint32_t>(set) << at % vcs;
            rs::set(dut.out_ready, at, 1, set);
        }
        bench_.eval();

        for (uint32_t i = 0; i < inputs; i++) {
            bench_.compare("in_ready", rs_router_ready(&twin_, i / vcs, i % vcs), rs::get(dut.in_ready, i, 1), static_cast<int>(i));
            bench_.expect("in_ready by the definition", reference_.in_ready(i), rs::get(dut.in_ready, i, 1), static_cast<int>(i));
        }
        bench_.compare("empty", rs_router_empty(&twin_), dut.empty);
        bench_.expect("empty by the definition", reference_.empty(), dut.empty);

        uint8_t sent[RS_ROUTER_PORTS];
        std::vector<bool> taken(outputs), bank_room(outputs * banks, true);
        uint32_t sending = 0;
        for (uint32_t port = 0; port < ports; port++) {
            const uint32_t offered = offer_by_definition(port, ready[port]), model = rs_router_offer(&twin_, port, ready[port]);
            const uint32_t found = static_cast<uint32_t>(rs::get(dut.out_valid, port * vcs, vcs));
            const bool leaves = offered < vcs && (ready[port] >> offered & 1) != 0;
            bench_.compare("out_valid", model < vcs ? 1u << model : 0, found, static_cast<int>(port));
            bench_.expect("out_valid by the definition", offered < vcs ? 1u << offered : 0, found, static_cast<int>(port));
            sent[port] = static_cast<uint8_t>(leaves ? offered : vcs);
            if (offered < vcs && model == offered)
                check_flit(port, offered, leaves);
            if (!leaves)
                continue;
            sending |= 1u << port;
            taken[output_of(port, offered)] = true;
            count(ALTERNATE, port != 0 && last_[port] != offered && !reference_.out[output_of(port, last_[port])].flits.empty());
            if (port != 0) {
                for (uint32_t v = 0; v < vcs; v++)
                    count(PASSES_BLOCKED, v != offered && (ready[port] >> v & 1) == 0 && !reference_.out[output_of(port, v)].flits.empty());
                pointer_[port] = (offered + 1) % vcs;
                last_[port] = offered;
            }
        }
        has_sent_ |= sending;
        count(EVERY_PORT_SENDS, has_sent_ == leads_on_);
        count(THREE_SEND, (sending & (sending - 1) & ((sending & (sending - 1)) - 1)) != 0);

        uint64_t open = 0;
        for (uint32_t i = 0; i < inputs; i++)
            open |= static_cast<uint64_t>(rs_router_ready(&twin_, i / vcs, i % vcs)) << i;
        std::vector<bool> was_carrying(outputs);
        for (uint32_t at = 0; at < outputs; at++)
            was_carrying[at] = reference_.out[at].peer >= 0;
        reference_.clock(valid, arriving, taken, bank_room);
        rs_router_step(&twin_, sent);
        for (uint32_t i = 0; i < inputs; i++)
            if ((open & valid) >> i & 1)
                push(i, arriving[i]);
        count_bins(ready, was_carrying);
        bench_.clock();
        if (draining)
            drain();
        else if (--rest_ == 0)
            traffic_.drain ? void(draining_ = 1) : restart();
    }

    static uint32_t output_of(uint32_t port, uint32_t v) { return port == 0 ? 0 : 1 + (port - 1) * vcs + v; }

    /* The first VC from the pointer on with a flit and room at the far end; with one VC, and at the local port, with a flit. */
    uint32_t offer_by_definition(uint32_t port, uint32_t room) const
    {
        if (port == 0 || vcs == 1)
            return reference_.out[output_of(port, 0)].flits.empty() ? vcs : 0;
        for (uint32_t k = 0; k < vcs; k++) {
            const uint32_t v = (pointer_[port] + k) % vcs;
            if ((room >> v & 1) != 0 && !reference_.out[output_of(port, v)].flits.empty())
                return v;
        }
        return vcs;
    }

    void push(uint32_t i, const rs::BenchFlit &flit)
    {
        const rs_flit twin_flit = rs::twin_flit(flit);
        const rs_route route = rs_route_to(0, flit.key.bank, flit.key.row, senders_[i].to);
        rs_router_push(&twin_, i / vcs, i % vcs, &twin_flit, &route);
        senders_[i].entered(scoreboard_, i, flit.output);
    }

    void check_flit(uint32_t port, uint32_t v, bool leaves)
    {
        const int index = static_cast<int>(port * vcs + v);
        const rs::BenchFlit found = rs::compare_flit(bench_, port, rs_router_front(&twin_, port, v)->flit, index);
        bench_.expect("out_flit by the definition", reference_.out[output_of(port, v)].flits.front().payload, found.payload, index);
        if (leaves)
            rs::flit_leaves(bench_, scoreboard_, output_of(port, v), 0, found, index);
    }

    /* Everything must leave within the time it takes to carry the flits one by one. */
    void drain()
    {
        const uint64_t flits = inputs * (sizes.input_depth + 5) + outputs * sizes.output_depth;
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
    void count_bins(const uint32_t *ready, const std::vector<bool> &was_carrying)
    {
        const rs::ReferenceHoldGrant &hold = reference_.hold;
        for (uint32_t i = 0; i < inputs; i++)
            count(INPUT_FULL, !reference_.in_ready(i));
        for (uint32_t o = 0; o < outputs; o++) {
            const rs::ReferenceCrossbar::Channel &channel = reference_.out[o];
            const uint32_t port = o == 0 ? 0 : 1 + (o - 1) / vcs, v = o == 0 ? 0 : (o - 1) % vcs;
            const uint64_t asking = hold.live.column(o);
            const bool held = hold.held.column(o) != 0;
            count(OUTPUT_FULL, channel.flits.size() == sizes.output_depth && (ready[port] >> v & 1) == 0);
            count(BUBBLE, was_carrying[o] && channel.peer >= 0 && reference_.in[static_cast<uint32_t>(channel.peer)].flits.empty());
            count(HELD, held);
            count(HELD_MULTI, held && (asking & (asking - 1)) != 0);
            count(LIMIT, straps_.policy == rs::HG && straps_.limit != 0 && hold.count[o] == straps_.limit);
            count(GUARD, hold.guarded.column(o) != 0);
            count(CONTENTION, (asking & (asking - 1)) != 0);
        }
    }

    Bench bench_;
    rs::PossibleBins<BINS> bins_;
    rs::HoldStraps straps_;
    uint32_t seed_ = 0, rest_ = 0, draining_ = 0, way_ = 0, leads_on_ = 0, has_sent_ = 0;
    uint32_t pointer_[RS_ROUTER_PORTS] = {}, last_[RS_ROUTER_PORTS] = {};
    Traffic traffic_;
    uint64_t flits_so_far_ = 0;
    rs_router twin_ = {};
    rs::ReferenceCrossbar reference_;
    rs::PacketScoreboard scoreboard_;
    std::vector<rs::PacketSender> senders_;
};

} // namespace

int main(int argc, char **argv)
{
    static std::unique_ptr<RouterBench> bench(new RouterBench(argc, argv)); /* the twin is large */
    return bench->run();
}
