/* rs_next_set: looked for place by place. */
#include "Vdut.h"
#include "random_bits.h"

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 5000, {"random"});
    enum { NONE, AT_ONCE, LAST };
    bench.declare_bins({"none", "at_once", "last"});

    while (bench.next_case()) {
        while (bench.next_cycle()) {
            std::vector<bool> bits = rs::random_bits(bench, RTL_WIDTH);
            uint32_t start = bench.random_below(RTL_WIDTH), steps = 0;
            uint64_t expected = 0;
            while (steps < RTL_WIDTH && !bits[(start + steps) % RTL_WIDTH])
                steps++;
            if (steps < RTL_WIDTH)
                expected = UINT64_C(1) << (start + steps) % RTL_WIDTH;
            rs::set_bits(bench.dut().bits, bits);
            bench.dut().start = static_cast<unsigned char>(start);
            bench.eval();
            bench.expect("next", expected, rs::get(bench.dut().next, 0, RTL_WIDTH));
            bench.count(NONE, steps == RTL_WIDTH);
            bench.count(AT_ONCE, steps == 0);
            bench.count(LAST, steps == RTL_WIDTH - 1);
            bench.clock();
        }
    }
    return bench.finish();
}
