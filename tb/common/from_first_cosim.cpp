/* rs_from_first: bit by bit from below. */
#include "Vdut.h"
#include "random_bits.h"

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 5000, {"random"});
    enum { NONE, LOWEST, HIGHEST };
    bench.declare_bins({"none", "from_the_lowest", "the_highest_alone"});

    while (bench.next_case()) {
        while (bench.next_cycle()) {
            std::vector<bool> bits = rs::random_bits(bench, RTL_WIDTH);
            rs::set_bits(bench.dut().bits, bits);
            bench.eval();
            bool found = false;
            for (uint32_t i = 0; i < RTL_WIDTH; i++) {
                bench.count(HIGHEST, i == RTL_WIDTH - 1 && bits[i] && !found);
                found = found || bits[i];
                bench.expect("from_first", found, rs::get(bench.dut().from_first, i, 1), static_cast<int>(i));
            }
            bench.count(NONE, !found);
            bench.count(LOWEST, bits[0]);
            bench.clock();
        }
    }
    return bench.finish();
}
