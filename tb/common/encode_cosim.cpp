/* rs_encode: a bit at a time, and any bits. */
#include "Vdut.h"
#include "random_bits.h"

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 5000, {"random"});
    enum { NONE, ONE };
    bench.declare_bins({"none", "one"});

    while (bench.next_case()) {
        while (bench.next_cycle()) {
            std::vector<bool> bits = rs::random_bits(bench, RTL_WIDTH);
            uint64_t expected = 0;
            for (uint32_t i = 0; i < RTL_WIDTH; i++)
                expected |= bits[i] ? i : 0;
            rs::set_bits(bench.dut().one_hot, bits);
            bench.eval();
            bench.expect("index", expected, bench.dut().index);
            bench.count(NONE, rs::ones(bits) == 0);
            bench.count(ONE, rs::ones(bits) == 1);
            bench.clock();
        }
    }
    return bench.finish();
}
