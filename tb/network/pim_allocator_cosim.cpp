/* rs_pim_allocator beside cmodel/network/pim_allocator.c, beside reference_pim.h, and against what a matching is:
 * one grant a row and a column, only where requested, some grant whenever there is some request, every request of a
 * partial permutation granted, and a maximal matching after min(INPUTS, OUTPUTS) iterations. */
#include "../network/allocator_requests.h"
#include "Vdut.h"
#include "network/pim_allocator.h"

static const uint32_t inputs = RTL_INPUTS, outputs = RTL_OUTPUTS, iterations = RTL_ITERATIONS, pick = RTL_PICK;
static const uint32_t smaller = inputs < outputs ? inputs : outputs;
static const rs::ReferencePim reference = {inputs, outputs, iterations, pick};
typedef rs::Cosim<Vdut> Bench;

/* A random word beside the requests: in case "counting" both together exhaustively up to 16 bits, in "extremes" all zeros or ones. */
static void stimulus(Bench &bench, rs::PairMatrix &request, std::vector<uint32_t> &word)
{
    const uint32_t pairs = inputs * outputs;

    for (uint32_t &bits : word)
        bits = static_cast<uint32_t>(bench.random() >> 32);
    rs::draw_requests(bench, request);
    if (bench.is_case("counting") && pairs + reference.random_bits() <= 16)
        word[0] = static_cast<uint32_t>(bench.cycle() >> pairs % 64);
    if (bench.is_case("extremes"))
        std::fill(word.begin(), word.end(), bench.chance(50) ? 0 : ~UINT32_C(0));
}

int main(int argc, char **argv)
{
    const uint64_t cycles = inputs * outputs <= 16 ? 65536 : inputs * outputs <= 256 ? 6000 : 2000;
    Bench bench(argc, argv, cycles, {"random", "sparse", "one_hot", "permutation", "extremes", "counting"});
    enum { NO_REQUEST, ALL_REQUEST, LAST_PAIR, COLLISION, SEVERAL_REQUESTS, ALL_MATCHED };
    bench.declare_bins({"no_request", "all_request", "last_pair_granted"});
    if (smaller > 1)
        bench.declare_bins({"inputs_collide", "several_requests_an_input", "smaller_side_all_matched"});
    if (smaller > 1 && iterations < smaller)
        bench.declare_bins({"matching_not_maximal"});
    else
        bench.declare_bins({"matching_maximal"});
    if (iterations > 1)
        bench.declare_bins({"grant_in_a_later_iteration"});

    const rs::ReferencePim first_iteration = {inputs, outputs, 1, pick};
    const uint32_t random_bits = reference.random_bits();
    rs_pim_allocator twin;
    rs_pim_allocator_init(&twin, inputs, outputs, iterations, pick);
    bench.expect("random bits of the twin", random_bits, rs_pim_allocator_random_bits(&twin));

    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        while (bench.next_cycle()) {
            rs::PairMatrix request(inputs, outputs);
            std::vector<uint32_t> word((random_bits + 31) / 32);
            stimulus(bench, request, word);
            if (random_bits % 32 != 0)
                word.back() &= (UINT32_C(1) << random_bits % 32) - 1;
            rs::put_requests(dut.request, request);
            rs::set_words(dut.random, 0, random_bits, word.data());
            bench.eval();

            rs_lfsr lfsr = {};
            for (uint32_t k = 0; k < word.size(); k++)
                lfsr.state[k / 2] |= static_cast<uint64_t>(word[k]) << k % 2 * 32;
            const rs::PairMatrix twin_grant = rs::twin_matching(request, [&](const rs_set *columns, const rs_set *active, uint8_t *winner, rs_set *granted) {
                rs_pim_allocate(&twin, columns, active, &lfsr, winner, granted);
            });
            const rs::PairMatrix expected = reference.allocate(request, word);
            const rs::PairMatrix grant = rs::compare_grants(bench, dut.grant, request, twin_grant, expected);
            uint32_t collisions = 0, several = 0;
            bool any = false;
            for (uint32_t i = 0; i < inputs; i++) {
                const uint64_t row = grant.row(i), wanted = request.row(i);
                any = any || wanted != 0;
                several += (wanted & (wanted - 1)) != 0;
                collisions += (wanted & (wanted - 1)) == 0 && wanted != 0 && row == 0;
            }
            const uint32_t matches = rs::expect_matching(bench, request, grant);
            const bool is_maximal = rs::is_maximal(request, grant);
            if (iterations >= smaller)
                bench.expect("maximal matching", 1, is_maximal);

            bool all = true;
            for (uint32_t i = 0; i < inputs; i++)
                for (uint32_t o = 0; o < outputs; o++)
                    all = all && request(i, o);
            bench.count(NO_REQUEST, !any);
            bench.count(ALL_REQUEST, all);
            bench.count(LAST_PAIR, grant(inputs - 1, outputs - 1));
            unsigned bin = LAST_PAIR + 1;
            if (smaller > 1) {
                bench.count(COLLISION, collisions != 0);
                bench.count(SEVERAL_REQUESTS, several != 0);
                bench.count(ALL_MATCHED, matches == smaller);
                bin = ALL_MATCHED + 1;
            }
            bench.count(bin, smaller > 1 && iterations < smaller ? !is_maximal : any && is_maximal);
            if (iterations > 1) {
                rs::PairMatrix early = first_iteration.allocate(request, word);
                bool later = false;
                for (uint32_t i = 0; i < inputs; i++)
                    later = later || early.row(i) != grant.row(i);
                bench.count(bin + 1, later);
            }
            bench.clock();
        }
    }
    return bench.finish();
}
