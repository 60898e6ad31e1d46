/* rs_select: a word at a time, none, and several. */
#include "Vdut.h"
#include "random_bits.h"

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 5000, {"random"});
    enum { NONE, ONE };
    bench.declare_bins({"none", "one"});

    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        while (bench.next_cycle()) {
            std::vector<bool> select = rs::random_bits(bench, RTL_COUNT);
            uint64_t expected = 0;
            for (uint32_t k = 0; k < RTL_COUNT; k++) {
                uint64_t word = bench.random() >> (64 - RTL_WIDTH);
                rs::set(dut.words, k * RTL_WIDTH, RTL_WIDTH, word);
                expected |= select[k] ? word : 0;
            }
            rs::set_bits(dut.select, select);
            bench.eval();
            bench.expect("word", expected, rs::get(dut.word, 0, RTL_WIDTH));
            bench.count(NONE, rs::ones(select) == 0);
            bench.count(ONE, rs::ones(select) == 1);
            bench.clock();
        }
    }
    return bench.finish();
}
