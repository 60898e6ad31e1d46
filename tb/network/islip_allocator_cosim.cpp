/* rs_islip_allocator beside cmodel/network/islip_allocator.c, and against an oracle of its own: the definition played out on matrices, place
 * by place from each pointer on. By brute force: what a matching is, that it is maximal after min(INPUTS, OUTPUTS) iterations, that
 * a partial permutation is granted whole, that with one request an input a request that stays is granted within INPUTS arbitrations
 * of its output; and what iSLIP is known for: with all requests there, pointers part ways within INPUTS + OUTPUTS cycles, then
 * every cycle matches the whole smaller side, and no more outputs than inputs serve every input once in INPUTS cycles. */
#include "../network/allocator_requests.h"
#include "../network/reference_rotating.h"
#include "Vdut.h"
#include "network/islip_allocator.h"

static const uint32_t inputs = RTL_INPUTS, outputs = RTL_OUTPUTS, iterations = RTL_ITERATIONS;
static const uint32_t smaller = std::min(inputs, outputs), parted = inputs + outputs;
typedef rs::Cosim<Vdut> Bench;

int main(int argc, char **argv)
{
    const uint64_t cycles = inputs * outputs <= 16 ? 65536 : inputs * outputs <= 256 ? 6000 : 2000;
    Bench bench(argc, argv, cycles, {"random", "sparse", "one_hot", "staying", "permutation", "saturated", "counting"});
    enum { NO_REQUEST, ALL_REQUEST, LAST_PAIR, RESET, COLLISION, SEVERAL_REQUESTS, ALL_MATCHED };
    bench.declare_bins({"no_request", "all_request", "last_pair_granted", "reset"});
    if (smaller > 1)
        bench.declare_bins({"inputs_collide", "several_requests_an_input", "smaller_side_all_matched", "long_under_full_load"});
    if (inputs > 1)
        bench.declare_bins({"waited_as_long_as_can_be"});
    if (iterations > 1)
        bench.declare_bins({"grant_in_a_later_iteration"});
    if (smaller > 1 && iterations < smaller)
        bench.declare_bins({"matching_not_maximal"});

    rs_islip_allocator twin;
    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        rs_islip_allocator_init(&twin, inputs, outputs, iterations);
        rs::ReferenceIslip oracle(inputs, outputs);
        const bool one_request = bench.is_case("one_hot") || bench.is_case("staying");
        rs::PairMatrix staying(inputs, outputs);
        std::vector<uint32_t> waited(inputs * outputs, 0); /* arbitrations of its output, of a request that stays */
        std::vector<std::vector<uint32_t>> served(outputs); /* inputs, one after the other, since the pointers parted */
        uint32_t full = 0;                                  /* cycles in a row with all requests */
        while (bench.next_cycle()) {
            const bool reset = !bench.is_case("counting") && bench.random_below(500) == 0;
            rs::PairMatrix request(inputs, outputs);
            if (bench.is_case("saturated"))
                for (uint32_t i = 0; i < inputs; i++)
                    for (uint32_t o = 0; o < outputs; o++)
                        request(i, o) = 1;
            else if (bench.is_case("staying")) { /* one request an input, most for one output, until it is granted */
                for (uint32_t i = 0; i < inputs; i++) {
                    for (uint32_t o = 0; o < outputs; o++)
                        request(i, o) = staying(i, o);
                    if (staying.row(i) == 0 && bench.chance(90))
                        request(i, bench.chance(80) ? 0 : bench.random_below(outputs)) = 1;
                }
            } else
                rs::draw_requests(bench, request);
            rs::put_requests(dut.request, request);
            dut.rst = reset;
            bench.eval();

            const rs::PairMatrix twin_grant = rs::twin_matching(request, [&](const rs_set *columns, const rs_set *active, uint8_t *winner, rs_set *granted) {
                rs_islip_allocate(&twin, columns, active, winner, granted);
            });

            const rs::PairMatrix early = oracle.allocate(request, 1, false);
            const rs::PairMatrix expected = oracle.allocate(request, iterations, true);
            const rs::PairMatrix grant = rs::compare_grants(bench, dut.grant, request, twin_grant, expected);
            bool any = false, all = true, several = false, collide = false, later = false, longest = false;
            for (uint32_t i = 0; i < inputs; i++) {
                const uint64_t row = grant.row(i), wanted = request.row(i);
                any = any || wanted != 0;
                several = several || (wanted & (wanted - 1)) != 0;
                collide = collide || (wanted != 0 && row == 0);
                later = later || early.row(i) != row;
            }
            const uint32_t matches = rs::expect_matching(bench, request, grant);
            const bool is_maximal = rs::is_maximal(request, grant);
            if (iterations >= smaller)
                bench.expect("maximal matching", 1, is_maximal);
            for (uint32_t o = 0; o < outputs; o++)
                for (uint32_t i = 0; i < inputs; i++) {
                    uint32_t &wait = waited[i * outputs + o];
                    all = all && request(i, o);
                    longest = longest || (one_request && grant(i, o) && wait == inputs - 1);
                    wait = request(i, o) && !grant(i, o) && !reset ? wait + 1 : 0;
                    if (one_request)
                        bench.expect("waits below INPUTS arbitrations", 1, wait < inputs, static_cast<int>(i * outputs + o));
                    staying(i, o) = request(i, o) && !grant(i, o) && !reset;
                }
            if (bench.is_case("saturated") && full >= parted) {
                bench.expect("smaller side whole under full load", smaller, matches);
                for (uint32_t o = 0; o < outputs && outputs <= inputs; o++)
                    for (uint32_t i = 0; i < inputs; i++)
                        if (grant(i, o)) {
                            std::vector<uint32_t> &list = served[o];
                            const std::size_t from = list.size() >= inputs - 1 ? list.size() - (inputs - 1) : 0;
                            bench.expect("input served twice within INPUTS cycles", 0,
                                         std::find(list.begin() + static_cast<std::ptrdiff_t>(from), list.end(), i) != list.end(), static_cast<int>(o));
                            list.push_back(i);
                        }
            }
            bench.count(NO_REQUEST, !any);
            bench.count(ALL_REQUEST, all);
            bench.count(LAST_PAIR, grant(inputs - 1, outputs - 1));
            bench.count(RESET, reset && any);
            if (smaller > 1) {
                bench.count(COLLISION, collide);
                bench.count(SEVERAL_REQUESTS, several);
                bench.count(ALL_MATCHED, matches == smaller);
                bench.count("long_under_full_load", bench.is_case("saturated") && full == 2 * parted);
            }
            bench.count("waited_as_long_as_can_be", longest);
            bench.count("grant_in_a_later_iteration", later);
            bench.count("matching_not_maximal", !is_maximal);
            bench.clock();
            full = all && !reset ? full + 1 : 0;
            if (full == 0)
                served.assign(outputs, {});
            if (reset) {
                rs_islip_allocator_init(&twin, inputs, outputs, iterations);
                oracle = rs::ReferenceIslip(inputs, outputs);
            }
        }
    }
    return bench.finish();
}
