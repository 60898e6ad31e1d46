/* rs_compare: equal, different in one bit, different in many, lane by lane. */
#include "Vdut.h"
#include "cosim.h"

static const uint32_t width = RTL_WIDTH, lanes = RTL_LANES;

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 20000, {"random"});
    enum { EQUAL, LOWEST_BIT_DIFFERS, HIGHEST_BIT_DIFFERS };
    bench.declare_bins({"equal", "lowest_bit_differs", "highest_bit_differs"});

    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        while (bench.next_cycle()) {
            uint64_t expected = 0;
            for (uint32_t lane = 0; lane < lanes; lane++) {
                bool same = true, low = false, high = false;
                uint32_t one_bit = bench.random_below(width);
                uint32_t kind = bench.random_below(3); /* 0 equal, 1 one bit, 2 all bits at random */
                for (uint32_t bit = 0; bit < width; bit++) {
                    uint32_t a = bench.random_below(2);
                    uint32_t differs = kind == 2 ? bench.random_below(2) : kind == 1 && bit == one_bit;
                    rs::set(dut.a, lane * width + bit, 1, a);
                    rs::set(dut.b, lane * width + bit, 1, a ^ differs);
                    same = same && differs == 0;
                    low = low || (kind == 1 && differs != 0 && bit == 0);
                    high = high || (kind == 1 && differs != 0 && bit == width - 1);
                }
                expected |= static_cast<uint64_t>(same) << lane;
                bench.count(EQUAL, same);
                bench.count(LOWEST_BIT_DIFFERS, low);
                bench.count(HIGHEST_BIT_DIFFERS, high);
            }
            bench.eval();
            bench.expect("equal", expected, dut.equal);
            bench.clock();
        }
    }
    return bench.finish();
}
