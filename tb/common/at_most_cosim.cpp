/* rs_at_most: pairs of numbers, equal, neighbours and any. */
#include "Vdut.h"
#include "cosim.h"

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 5000, {"random"});
    enum { LESS, EQUAL, MORE };
    bench.declare_bins({"less", "equal", "more"});
    const uint64_t mask = (UINT64_C(1) << RTL_WIDTH) - 1;

    while (bench.next_case()) {
        while (bench.next_cycle()) {
            uint64_t a = bench.random() & mask, b = bench.random() & mask;
            if (bench.chance(50))
                b = (a + bench.random_below(3) - 1) & mask;
            rs::set(bench.dut().a, 0, RTL_WIDTH, a);
            rs::set(bench.dut().b, 0, RTL_WIDTH, b);
            bench.eval();
            bench.expect("at_most", a <= b, bench.dut().at_most);
            bench.count(LESS, a < b);
            bench.count(EQUAL, a == b);
            bench.count(MORE, a > b);
            bench.clock();
        }
    }
    return bench.finish();
}
