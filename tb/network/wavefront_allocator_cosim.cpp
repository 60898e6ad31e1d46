/* rs_wavefront_allocator beside cmodel/network/wavefront_allocator.c, and against an oracle of its own: pairs sorted by the distance
 * of their diagonal from the first one, each granted if nothing shares its row or column. By brute force: what a matching is, that it is
 * maximal, that all requests of the first diagonal and of a partial permutation are granted, and that a request that stays is granted
 * within max(INPUTS, OUTPUTS) cycles with a request. */
#include "../network/allocator_requests.h"
#include "../network/reference_rotating.h"
#include "Vdut.h"
#include "network/wavefront_allocator.h"

static const uint32_t inputs = RTL_INPUTS, outputs = RTL_OUTPUTS;
static const uint32_t smaller = std::min(inputs, outputs), diagonals = std::max(inputs, outputs);
typedef rs::Cosim<Vdut> Bench;

int main(int argc, char **argv)
{
    const uint64_t cycles = inputs * outputs <= 16 ? 65536 : inputs * outputs <= 256 ? 6000 : 2000;
    Bench bench(argc, argv, cycles, {"random", "sparse", "one_hot", "permutation", "saturated", "staying", "counting"});
    enum { NO_REQUEST, ALL_REQUEST, LAST_PAIR, RESET, LAST_DIAGONAL, COLLISION, SEVERAL_REQUESTS, ALL_MATCHED };
    bench.declare_bins({"no_request", "all_request", "last_pair_granted", "reset", "last_diagonal_first"});
    if (smaller > 1)
        bench.declare_bins({"inputs_collide", "several_requests_an_input", "smaller_side_all_matched"});
    if (smaller == 1 && diagonals > 1)
        bench.declare_bins({"waited_as_long_as_can_be"});

    rs_wavefront_allocator twin;
    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        rs_wavefront_allocator_init(&twin, inputs, outputs);
        rs::ReferenceWavefront oracle(inputs, outputs);
        rs::PairMatrix staying(inputs, outputs);
        std::vector<uint32_t> waited(inputs * outputs, 0); /* cycles with a request, of a request that stays */
        while (bench.next_cycle()) {
            const bool reset = !bench.is_case("counting") && bench.random_below(500) == 0;
            rs::PairMatrix request(inputs, outputs);
            if (bench.is_case("saturated"))
                for (uint32_t i = 0; i < inputs; i++)
                    for (uint32_t o = 0; o < outputs; o++)
                        request(i, o) = 1;
            else
                rs::draw_requests(bench, request);
            if (bench.is_case("staying")) /* until they are granted */
                for (uint32_t i = 0; i < inputs; i++)
                    for (uint32_t o = 0; o < outputs; o++)
                        request(i, o) = request(i, o) || staying(i, o);
            rs::put_requests(dut.request, request);
            dut.rst = reset;
            bench.eval();

            const rs::PairMatrix twin_grant = rs::twin_matching(request, [&](const rs_set *columns, const rs_set *active, uint8_t *winner, rs_set *granted) {
                rs_wavefront_allocate(&twin, columns, active, winner, granted);
            });

            const uint32_t first = oracle.first;
            const rs::PairMatrix expected = oracle.allocate(request);
            const rs::PairMatrix grant = rs::compare_grants(bench, dut.grant, request, twin_grant, expected);
            bool any = false, all = true, several = false, collide = false, longest = false;
            for (uint32_t i = 0; i < inputs; i++) {
                const uint64_t row = grant.row(i), wanted = request.row(i);
                any = any || wanted != 0;
                several = several || (wanted & (wanted - 1)) != 0;
                collide = collide || (wanted != 0 && row == 0);
            }
            const uint32_t matches = rs::expect_matching(bench, request, grant);
            bench.expect("maximal matching", 1, rs::is_maximal(request, grant));
            for (uint32_t i = 0; i < inputs; i++)
                for (uint32_t o = 0; o < outputs; o++) {
                    uint32_t &wait = waited[i * outputs + o];
                    all = all && request(i, o);
                    if ((i + o) % diagonals == first)
                        bench.expect("request of the first diagonal granted", request(i, o), grant(i, o), static_cast<int>(i));
                    longest = longest || (grant(i, o) && wait == diagonals - 1);
                    wait = request(i, o) && !grant(i, o) && !reset ? wait + any : 0;
                    bench.expect("waits below the bound", 1, wait < diagonals, static_cast<int>(i * outputs + o));
                    staying(i, o) = request(i, o) && !grant(i, o) && !reset;
                }
            bench.count(NO_REQUEST, !any);
            bench.count(ALL_REQUEST, all);
            bench.count(LAST_PAIR, grant(inputs - 1, outputs - 1));
            bench.count(RESET, reset && any);
            bench.count(LAST_DIAGONAL, any && first == diagonals - 1);
            if (smaller > 1) {
                bench.count(COLLISION, collide);
                bench.count(SEVERAL_REQUESTS, several);
                bench.count(ALL_MATCHED, matches == smaller);
            }
            bench.count("waited_as_long_as_can_be", longest);
            bench.clock();
            if (reset) {
                rs_wavefront_allocator_init(&twin, inputs, outputs);
                oracle = rs::ReferenceWavefront(inputs, outputs);
            }
        }
    }
    return bench.finish();
}
