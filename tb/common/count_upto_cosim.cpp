/* rs_count_upto: bits counted one by one, a number for every four of them. */
#include "Vdut.h"
#include "random_bits.h"

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 5000, {"random"});
    enum { NONE, ALL };
    bench.declare_bins({"none", "all"});
    uint32_t count_bits = 0;
    while (1u << count_bits < RTL_WIDTH + 1)
        count_bits++;

    while (bench.next_case()) {
        while (bench.next_cycle()) {
            std::vector<bool> bits = rs::random_bits(bench, RTL_WIDTH);
            rs::set_bits(bench.dut().bits, bits);
            bench.eval();
            uint64_t expected = 0;
            for (uint32_t i = 0; i < RTL_WIDTH; i++) {
                expected += bits[i];
                if (i % 4 == 3 || i == RTL_WIDTH - 1)
                    bench.expect("counts", expected, rs::get(bench.dut().counts, i / 4 * count_bits, count_bits),
                                 static_cast<int>(i / 4));
            }
            bench.count(NONE, expected == 0);
            bench.count(ALL, expected == RTL_WIDTH);
            bench.clock();
        }
    }
    return bench.finish();
}
