/* rs_count: bits counted one by one. */
#include "Vdut.h"
#include "random_bits.h"

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 5000, {"random"});
    enum { NONE, ALL };
    bench.declare_bins({"none", "all"});

    while (bench.next_case()) {
        while (bench.next_cycle()) {
            std::vector<bool> bits = rs::random_bits(bench, RTL_WIDTH);
            rs::set_bits(bench.dut().bits, bits);
            bench.eval();
            bench.expect("count", rs::ones(bits), bench.dut().count);
            bench.count(NONE, rs::ones(bits) == 0);
            bench.count(ALL, rs::ones(bits) == RTL_WIDTH);
            bench.clock();
        }
    }
    return bench.finish();
}
