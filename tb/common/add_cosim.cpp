/* rs_add: any numbers, and those whose carry goes all the way. */
#include "Vdut.h"
#include "cosim.h"

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 5000, {"random"});
    enum { WRAPS, CARRIES };
    bench.declare_bins({"wraps", "carries_all_the_way"});
    const uint64_t mask = ~UINT64_C(0) >> (64 - RTL_WIDTH);

    while (bench.next_case()) {
        while (bench.next_cycle()) {
            uint64_t a = bench.random() & mask, b = bench.random() & mask;
            bool carries = bench.chance(30);
            if (carries)
                b = (~a + bench.random_below(2)) & mask;
            rs::set(bench.dut().a, 0, RTL_WIDTH, a);
            rs::set(bench.dut().b, 0, RTL_WIDTH, b);
            bench.eval();
            uint64_t sum = (a + b) & mask;
            bench.expect("sum", sum, rs::get(bench.dut().sum, 0, RTL_WIDTH));
            bench.count(WRAPS, sum < a);
            bench.count(CARRIES, carries && sum == 0);
            bench.clock();
        }
    }
    return bench.finish();
}
