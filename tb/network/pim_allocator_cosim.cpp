/* rs_pim_allocator beside cmodel/network/pim_allocator.c, beside reference_pim.h, and against what a matching is:
 * one grant a row and a column, only where requested, some grant whenever there is some request, every request of a
 * partial permutation granted, and a maximal matching after min(INPUTS, OUTPUTS) iterations. */
#include <algorithm>

#include "../network/reference_pim.h"
#include "Vdut.h"
#include "cosim.h"
#include "network/pim_allocator.h"

static const uint32_t inputs = RTL_INPUTS, outputs = RTL_OUTPUTS, iterations = RTL_ITERATIONS, pick = RTL_PICK;
static const uint32_t smaller = inputs < outputs ? inputs : outputs;
static const rs::ReferencePim reference = {inputs, outputs, iterations, pick};
typedef rs::Cosim<Vdut> Bench;

static void stimulus(Bench &bench, rs::PairMatrix &request, std::vector<uint32_t> &word)
{
    for (uint32_t &bits : word)
        bits = static_cast<uint32_t>(bench.random() >> 32);
    if (bench.is_case("one_hot")) { /* one request an input, as with one FIFO and one channel */
        uint32_t percent = bench.random_below(101), hot = bench.random_below(outputs);
        for (uint32_t i = 0; i < inputs; i++)
            if (bench.chance(percent))
                request(i, bench.chance(50) ? hot : bench.random_below(outputs)) = 1;
    } else if (bench.is_case("permutation")) {
        std::vector<uint32_t> order(inputs);
        for (uint32_t i = 0; i < inputs; i++) {
            order[i] = i;
            std::swap(order[i], order[bench.random_below(i + 1)]);
        }
        uint32_t percent = bench.random_below(101);
        for (uint32_t o = 0; o < smaller; o++)
            request(order[o], o) = bench.chance(percent);
    } else if (bench.is_case("counting")) { /* exhaustive up to 16 bits of request and random word together */
        const uint32_t pairs = inputs * outputs;
        for (uint32_t pair = 0; pair < pairs; pair++)
            request(pair / outputs, pair % outputs) = pair < 64 && (bench.cycle() >> pair & 1) != 0;
        if (pairs + reference.random_bits() <= 16)
            word[0] = static_cast<uint32_t>(bench.cycle() >> pairs % 64);
    } else {
        uint32_t percent = bench.is_case("sparse") ? 100 / (inputs + outputs) + 1 : bench.random_below(101);
        for (uint32_t i = 0; i < inputs; i++)
            for (uint32_t o = 0; o < outputs; o++)
                request(i, o) = bench.chance(percent);
        if (bench.is_case("extremes"))
            std::fill(word.begin(), word.end(), bench.chance(50) ? 0 : ~UINT32_C(0));
    }
}

/* True if no request is left whose row and column are both free. */
static bool maximal(const rs::PairMatrix &request, const rs::PairMatrix &grant)
{
    for (uint32_t i = 0; i < inputs; i++)
        for (uint32_t o = 0; o < outputs; o++)
            if (request(i, o) && grant.row(i) == 0 && grant.column(o) == 0)
                return false;
    return true;
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
            for (uint32_t i = 0; i < inputs; i++)
                rs::set(dut.request, i * outputs, outputs, request.row(i));
            rs::set_words(dut.random, 0, random_bits, word.data());
            bench.eval();

            rs_lfsr lfsr = {};
            for (uint32_t k = 0; k < word.size(); k++)
                lfsr.state[k / 2] |= static_cast<uint64_t>(word[k]) << k % 2 * 32;
            rs_set columns[RS_ALLOCATOR_MAX] = {}, active = {}, granted;
            uint8_t winner[RS_ALLOCATOR_MAX] = {};
            for (uint32_t o = 0; o < outputs; o++) {
                columns[o].word[0] = request.column(o);
                rs_set_put(&active, o, columns[o].word[0] != 0);
            }
            rs_pim_allocate(&twin, columns, &active, &lfsr, winner, &granted);

            rs::PairMatrix grant(inputs, outputs), twin_grant(inputs, outputs);
            for (uint32_t o = 0; o < outputs; o++)
                if (rs_set_has(&granted, o))
                    twin_grant(winner[o], o) = 1;
            rs::PairMatrix expected = reference.allocate(request, word);
            uint32_t matches = 0, collisions = 0, several = 0;
            bool any = false;
            for (uint32_t i = 0; i < inputs; i++) {
                uint64_t row = rs::get(dut.grant, i * outputs, outputs), wanted = request.row(i);
                for (uint32_t o = 0; o < outputs; o++)
                    grant(i, o) = row >> o & 1;
                bench.compare("grant, row", twin_grant.row(i), row, static_cast<int>(i));
                bench.expect("grant by the definition, row", expected.row(i), row, static_cast<int>(i));
                bench.expect("grants in row without request", 0, row & ~wanted, static_cast<int>(i));
                bench.expect("second grant in row", 0, row & (row - 1), static_cast<int>(i));
                if (bench.is_case("permutation"))
                    bench.expect("grant of a permutation, row", wanted, row, static_cast<int>(i));
                matches += row != 0;
                any = any || wanted != 0;
                several += (wanted & (wanted - 1)) != 0;
                collisions += (wanted & (wanted - 1)) == 0 && wanted != 0 && row == 0;
            }
            for (uint32_t o = 0; o < outputs; o++) {
                uint64_t column = grant.column(o);
                bench.expect("second grant in column", 0, column & (column - 1), static_cast<int>(o));
            }
            bench.expect("some grant", any, matches != 0);
            bool is_maximal = maximal(request, grant);
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
