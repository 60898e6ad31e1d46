/* rs_first_word: the words looked through from the low or the high end; without a bit it may be any of them. */
#include "Vdut.h"
#include "random_bits.h"

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 5000, {"random"});
    enum { NONE, FIRST, LAST };
    bench.declare_bins({"none", "first", "last"});

    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        while (bench.next_cycle()) {
            std::vector<bool> bits = rs::random_bits(bench, RTL_COUNT);
            std::vector<uint64_t> words(RTL_COUNT);
            for (uint32_t k = 0; k < RTL_COUNT; k++) {
                words[k] = bench.random() >> (64 - RTL_WIDTH);
                rs::set(dut.words, k * RTL_WIDTH, RTL_WIDTH, words[k]);
            }
            rs::set_bits(dut.bits, bits);
            bench.eval();
            uint64_t word = rs::get(dut.word, 0, RTL_WIDTH);
            bool found = false;
            for (uint32_t k = 0; k < RTL_COUNT && !found; k++) {
                uint32_t at = RTL_HIGHEST ? RTL_COUNT - 1 - k : k;
                found = bits[at];
                if (found)
                    bench.expect("word", words[at], word);
                bench.count(FIRST, found && k == 0);
                bench.count(LAST, found && k == RTL_COUNT - 1);
            }
            bool is_one = false;
            for (uint64_t each : words)
                is_one = is_one || each == word;
            bench.expect("one_of_the_words", true, is_one);
            bench.count(NONE, !found);
            bench.clock();
        }
    }
    return bench.finish();
}
