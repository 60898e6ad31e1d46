/* rs_round_robin_arbiter beside cmodel/common/round_robin_arbiter.c, beside a search one by one, and with the
 * wait of every standing request measured. */
#include "Vdut.h"
#include "common/round_robin_arbiter.h"
#include "cosim.h"

static const uint32_t n = RTL_N;
static const uint64_t all = n < 64 ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 20000, {"random", "sparse", "standing", "extremes", "reset"});
    enum { NO_REQUEST, ALL_REQUEST, GRANT_KEPT, ADVANCE_WITHOUT_REQUEST, HIGHEST_WINS, RESET, WRAPPED };
    bench.declare_bins({"no_request", "all_request", "grant_kept", "advance_without_request", "highest_wins", "reset"});
    if (n > 1)
        bench.declare_bins({"wrapped"});

    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        uint32_t pointer = 0, oracle_pointer = 0;
        uint64_t request = 0;
        std::vector<uint32_t> wait(n, 0);
        int last_winner = -1;
        while (bench.next_cycle()) {
            bool rst = bench.is_case("reset") && bench.chance(5);
            bool advance = bench.chance(70);
            if (bench.is_case("standing")) { /* a request stays until it is granted */
                if (last_winner >= 0)
                    request &= ~(UINT64_C(1) << last_winner);
                request |= bench.random() & bench.random() & all;
            } else if (bench.is_case("extremes")) {
                request = bench.chance(50) ? all : 0;
            } else {
                request = bench.random() & all;
                if (bench.is_case("sparse"))
                    request &= bench.random() & bench.random() & bench.random();
            }
            dut.rst = rst;
            dut.advance = advance;
            rs::set(dut.request, 0, n, request);
            bench.eval();

            int winner = rs_round_robin_pick(request, pointer);
            int oracle = -1;
            for (uint32_t i = 0; i < n && oracle < 0; i++)
                if ((request >> (oracle_pointer + i) % n & 1) != 0)
                    oracle = static_cast<int>((oracle_pointer + i) % n);
            bench.compare("grant", winner < 0 ? 0 : UINT64_C(1) << winner, dut.grant);
            bench.compare("index", winner < 0 ? 0 : static_cast<uint64_t>(winner), dut.index);
            bench.expect("grant by search", oracle < 0 ? 0 : UINT64_C(1) << oracle, dut.grant);

            for (uint32_t i = 0; i < n; i++) {
                bool requests = (request >> i & 1) != 0;
                if (!requests || rst || (dut.grant >> i & 1) != 0)
                    wait[i] = 0;
                else if (advance)
                    wait[i]++;
                bench.expect("waits fewer than N grants", 1, wait[i] < n, static_cast<int>(i));
            }
            bench.count(NO_REQUEST, request == 0);
            bench.count(ALL_REQUEST, request == all);
            bench.count(GRANT_KEPT, winner >= 0 && !advance);
            bench.count(ADVANCE_WITHOUT_REQUEST, advance && request == 0);
            bench.count(HIGHEST_WINS, winner == static_cast<int>(n) - 1);
            bench.count(RESET, rst);
            if (n > 1)
                bench.count(WRAPPED, winner >= 0 && static_cast<uint32_t>(winner) < pointer);

            bench.clock();
            last_winner = advance && !rst ? winner : -1;
            if (advance) {
                pointer = rs_round_robin_next(pointer, winner, n);
                if (oracle >= 0)
                    oracle_pointer = (static_cast<uint32_t>(oracle) + 1) % n;
            }
            if (rst)
                pointer = oracle_pointer = 0;
        }
    }
    return bench.finish();
}
