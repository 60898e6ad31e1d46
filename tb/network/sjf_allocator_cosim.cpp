/* rs_sjf_allocator beside cmodel/network/sjf_allocator.c, and against an oracle of its own: each output sorts those that ask for it
 * (reference_rotating.h). Loads move by one, stand still and jump; random bytes are drawn, and on both sides of the share that goes by
 * load. By brute force: what a matching is, that it is maximal, and who wins by load. */
#include "../network/allocator_requests.h"
#include "../network/reference_rotating.h"
#include "Vdut.h"
#include "network/sjf_allocator.h"

static const uint32_t inputs = RTL_INPUTS, outputs = RTL_OUTPUTS, load_bits = RTL_LOAD_BITS, most = (1u << load_bits) - 1, shortest = 230;
typedef rs::Cosim<Vdut> Bench;

namespace {

/* The loads of the next cycle: steps of one, as requests come and go; now and then any, or the same for all. */
void move_loads(Bench &bench, std::vector<uint32_t> &load)
{
    const bool same = bench.random_below(50) == 0;
    const uint32_t common = bench.chance(30) ? most : bench.random_below(most + 1);

    for (uint32_t &own : load)
        if (same)
            own = common;
        else if (bench.chance(5))
            own = bench.random_below(most + 1);
        else if (bench.chance(40))
            own = bench.chance(50) ? std::min(own + 1, most) : own - (own != 0);
}

uint32_t draw_byte(Bench &bench)
{
    return bench.chance(10) ? shortest : bench.chance(10) ? shortest - 1 : bench.random_below(256);
}

} // namespace

int main(int argc, char **argv)
{
    const uint64_t cycles = inputs * outputs <= 16 ? 65536 : inputs * outputs <= 256 ? 6000 : 2000;
    Bench bench(argc, argv, cycles, {"one_hot", "crowd", "permutation"});
    enum { NO_REQUEST, LAST_PAIR, RESET, NOBODY, ALL_ASK_ONE, ANOTHER, LOAD_OVER_TURN, TURN_OVER_LOAD, LEAST_TWICE, FULL_LOAD, LATE_LOAD };
    bench.declare_bins({"no_request", "last_pair_picked", "reset", "granted_to_nobody"});
    if (inputs > 1)
        bench.declare_bins({"all_ask_one_output", "granted_to_another", "load_decides_against_turn", "turn_decides_against_load", "least_load_twice", "load_of_all_ones_wins",
                            "load_of_this_cycle_would_decide_otherwise"});

    rs_sjf_allocator twin;
    rs_lfsr word; /* the twin reads its bytes from one; here they are put there */
    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        rs_sjf_allocator_init(&twin, inputs, outputs);
        rs::ReferenceSjf oracle(inputs, outputs);
        std::vector<uint32_t> load(inputs), bytes(outputs);
        bench.expect("bits of the word", 1, rs_lfsr_init(&word, outputs * RS_SJF_BITS, 1));
        while (bench.next_cycle()) {
            const bool reset = bench.random_below(300) == 0;
            rs::PairMatrix request(inputs, outputs);
            if (bench.is_case("crowd")) {
                const uint32_t hot = bench.random_below(outputs);
                for (uint32_t i = 0; i < inputs; i++)
                    request(i, hot) = bench.chance(90);
            } else
                rs::draw_requests(bench, request);
            rs::put_requests(dut.request, request);
            move_loads(bench, load);
            for (uint32_t i = 0; i < inputs; i++)
                rs::set(dut.load, i * load_bits, load_bits, load[i]);
            for (uint64_t &part : word.state)
                part = 0;
            for (uint32_t o = 0; o < outputs; o++) {
                bytes[o] = draw_byte(bench);
                rs::set(dut.random, o * 8, 8, bytes[o]);
                word.state[o / 8] |= static_cast<uint64_t>(bytes[o]) << o % 8 * 8;
            }
            dut.rst = reset;
            bench.eval();

            const rs::PairMatrix twin_pick = rs::twin_matching(request, [&](const rs_set *columns, const rs_set *active, uint8_t *winner, rs_set *picked) {
                *picked = *active;
                for (uint32_t o = 0; o < outputs; o++)
                    if (rs_set_has(active, o))
                        winner[o] = static_cast<uint8_t>(rs_sjf_pick(&twin, &columns[o], o, &word));
            });
            const std::vector<uint32_t> known = oracle.load, turn = oracle.turn;
            const rs::PairMatrix expected = oracle.allocate(request, bytes);
            const rs::PairMatrix pick = rs::compare_grants(bench, dut.pick, request, twin_pick, expected);
            const uint32_t matches = rs::expect_matching(bench, request, pick);
            bench.expect("maximal matching", 1, rs::is_maximal(request, pick));
            rs::PairMatrix granted(inputs, outputs);
            bool another = false, nobody = false;
            for (uint32_t o = 0; o < outputs; o++) { /* to the pick, or as a hold decides, or to nobody: the output is not ready */
                uint32_t to = pick.column(o) != 0 ? static_cast<uint32_t>(__builtin_ctzll(pick.column(o))) : inputs;
                if (bench.chance(20))
                    to = bench.random_below(inputs + 1);
                another = another || (to < inputs && pick.column(o) != 0 && !pick(to, o));
                nobody = nobody || (to == inputs && pick.column(o) != 0);
                oracle.turn[o] = to < inputs ? (to + 1) % inputs : turn[o];
                if (to == inputs)
                    continue;
                granted(to, o) = 1;
                rs_sjf_granted(&twin, o, to);
            }
            rs::put_requests(dut.granted, granted);
            bench.eval();
            bool crowd = false, full = false, late = false;
            for (uint32_t o = 0; o < outputs; o++) {
                uint32_t asking = 0, winner = 0, first = inputs, first_now = inputs;
                for (uint32_t i = 0; i < inputs; i++) {
                    asking += request(i, o);
                    winner = pick(i, o) ? i : winner;
                    if (request(i, o) && (first == inputs || known[i] < known[first]))
                        first = i;
                    if (request(i, o) && (first_now == inputs || load[i] < load[first_now]))
                        first_now = i;
                }
                if (asking == 0 || bytes[o] >= shortest)
                    continue;
                bench.expect("the winner by load", first, winner, static_cast<int>(o));
                crowd = crowd || asking == inputs;
                full = full || (asking > 1 && known[winner] == most);
                late = late || first != first_now;
            }
            bench.count(NO_REQUEST, matches == 0);
            bench.count(LAST_PAIR, pick(inputs - 1, outputs - 1));
            bench.count(NOBODY, nobody);
            bench.count(RESET, reset && matches != 0);
            if (inputs > 1) {
                bench.count(ALL_ASK_ONE, crowd);
                bench.count(ANOTHER, another);
                bench.count(LOAD_OVER_TURN, oracle.load_over_turn != 0);
                bench.count(TURN_OVER_LOAD, oracle.turn_over_load != 0);
                bench.count(LEAST_TWICE, oracle.ties != 0);
                bench.count(FULL_LOAD, full);
                bench.count(LATE_LOAD, late);
            }
            bench.clock();
            if (reset) {
                rs_sjf_allocator_init(&twin, inputs, outputs);
                oracle = rs::ReferenceSjf(inputs, outputs);
            } else {
                oracle.load = load;
                for (uint32_t i = 0; i < inputs; i++)
                    twin.load[i] = static_cast<uint8_t>(load[i]);
            }
        }
    }
    return bench.finish();
}
