/* rs_random_arbiter beside cmodel/common/random_arbiter.c and beside brute force. */
#include "Vdut.h"
#include "common/random_arbiter.h"
#include "cosim.h"

static const uint32_t n = RTL_N, pick = RTL_PICK;
static const uint32_t words = (n + 63) / 64;

/* Winner of the 2^level leaves from first on, -1 if none requests: the definition, both halves played out. */
static int tournament(const rs_set &request, uint32_t random, uint32_t first, uint32_t level)
{
    if (level == 0)
        return first < n && rs_set_has(&request, first) ? static_cast<int>(first) : -1;
    int lower = tournament(request, random, first, level - 1);
    int upper = tournament(request, random, first + (1u << (level - 1)), level - 1);
    if (lower < 0 || upper < 0)
        return lower < 0 ? upper : lower;
    return (random >> (level - 1) & 1) != 0 ? upper : lower;
}

/* The requester with the wanted number of requesters below it, tried one by one. */
static int ranked(const rs_set &request, uint32_t random)
{
    uint32_t requesters = 0;
    for (uint32_t i = 0; i < n; i++)
        requesters += rs_set_has(&request, i);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t below = 0;
        for (uint32_t j = 0; j < i; j++)
            below += rs_set_has(&request, j);
        if (rs_set_has(&request, i) && below == random * requesters / 4096)
            return static_cast<int>(i);
    }
    return -1;
}

static uint32_t bits_of(uint32_t word)
{
    return n - 64 * word < 64 ? n - 64 * word : 64;
}

static rs_set any_requests(rs::Cosim<Vdut> &bench)
{
    const rs_set all = rs_set_below(n);
    rs_set request = {};
    for (uint32_t k = 0; k < words; k++)
        request.word[k] = bench.random() & all.word[k];
    return request;
}

int main(int argc, char **argv)
{
    const rs_set all = rs_set_below(n);
    rs::Cosim<Vdut> bench(argc, argv, 20000, {"random", "sparse", "pairs", "extremes", "counting"});
    enum { NO_REQUEST, ONE_REQUEST, LOWEST_WINS, HIGHEST_WINS, ALL_REQUEST, TWO_REQUEST, LARGEST_RANDOM };
    bench.declare_bins({"no_request", "one_request", "lowest_wins", "highest_wins", "all_request"});
    if (n > 1)
        bench.declare_bins({"two_request", "largest_random"});

    const uint32_t random_bits = rs_random_bits(n, pick), random_mask = (1u << random_bits) - 1;
    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        while (bench.next_cycle()) {
            rs_set request = any_requests(bench);
            uint32_t random = static_cast<uint32_t>(bench.random() >> 40) & random_mask;
            if (bench.is_case("sparse")) {
                for (uint32_t k = 0; k < words; k++)
                    request.word[k] &= bench.random() & bench.random() & bench.random();
            } else if (bench.is_case("pairs")) {
                request = rs_set();
                rs_set_add(&request, bench.random_below(n));
                rs_set_add(&request, bench.random_below(n));
            } else if (bench.is_case("extremes")) {
                if (bench.chance(70))
                    request = bench.chance(50) ? all : rs_set();
                if (bench.chance(70))
                    random = bench.chance(50) ? random_mask : 0;
            } else if (bench.is_case("counting")) { /* exhaustive for TREE up to 8 requesters */
                request = rs_set();
                request.word[bench.cycle() % words] = bench.cycle() & all.word[bench.cycle() % words];
                if (n <= 16)
                    random = static_cast<uint32_t>(bench.cycle() >> n % 64) & random_mask;
            }
            for (uint32_t k = 0; k < words; k++)
                rs::set(dut.request, 64 * k, bits_of(k), request.word[k]);
            rs::set(dut.random, 0, random_bits, random);
            bench.eval();

            int winner = rs_random_pick(&request, random, n, pick);
            int oracle = pick == 0 ? tournament(request, random, 0, rs_index_bits(n)) : ranked(request, random);
            for (uint32_t i = 0; i < n; i++) {
                bench.compare("grant", winner == static_cast<int>(i), rs::get(dut.grant, i, 1), static_cast<int>(i));
                bench.expect("grant by brute force", oracle == static_cast<int>(i), rs::get(dut.grant, i, 1), static_cast<int>(i));
            }
            bench.compare("index", winner < 0 ? 0 : static_cast<uint64_t>(winner), dut.index);

            uint32_t requesters = rs_set_count(&request, words);
            bench.count(NO_REQUEST, requesters == 0);
            bench.count(ONE_REQUEST, requesters == 1);
            bench.count(LOWEST_WINS, winner == 0);
            bench.count(HIGHEST_WINS, winner == static_cast<int>(n) - 1);
            bench.count(ALL_REQUEST, requesters == n);
            if (n > 1) {
                bench.count(TWO_REQUEST, requesters == 2);
                bench.count(LARGEST_RANDOM, random == random_mask && requesters > 1);
            }
            bench.clock();
        }
    }
    return bench.finish();
}
