/* rs_payload_memory beside an array of words: written groups are read from the next cycle on, at any address; with a read
 * register, what the address showed at the last edge: before the write of that edge, or behind it (rs_write_first_memory). */
#include "Vdut.h"
#include "cosim.h"

/* Parameters that not every configuration names. */
#ifndef RTL_WRITE_WORDS
#define RTL_WRITE_WORDS 1
#endif
#ifndef RTL_READ_WORDS
#define RTL_READ_WORDS 1
#endif
#ifndef RTL_READ_REGISTER
#define RTL_READ_REGISTER 0
#endif
#ifndef WRITE_FIRST
#define WRITE_FIRST 0
#endif

static const uint32_t width = RTL_WIDTH, depth = RTL_DEPTH, write_words = RTL_WRITE_WORDS, read_words = RTL_READ_WORDS;

struct Word {
    bool written;
    std::vector<uint32_t> data;
};

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 20000, {"random", "same_address"});
    enum { READ_WRITTEN, READ_WHILE_WRITTEN, NOT_WRITTEN };
    bench.declare_bins({"read_written", "read_while_written", "not_written"});

    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        std::vector<Word> memory(depth, Word{false, std::vector<uint32_t>((width + 31) / 32)});
        std::vector<Word> kept(read_words, memory[0]); /* what the read register holds */
        while (bench.next_cycle()) {
            bool write = bench.chance(50);
            uint32_t write_address = bench.random_below(depth / write_words);
            uint32_t read_address = bench.random_below(depth / read_words);
            if (bench.is_case("same_address"))
                read_address = write_address * write_words / read_words;
            std::vector<Word> given(write_words, memory[0]), shown(read_words, memory[0]);
            for (uint32_t k = 0; k < write_words; k++) {
                for (uint32_t &part : given[k].data)
                    part = static_cast<uint32_t>(bench.random());
                rs::set_words(dut.write_data, k * width, width, given[k].data.data());
                given[k].written = true;
            }
            for (uint32_t k = 0; k < read_words; k++)
                shown[k] = memory[read_address * read_words + k];
            dut.write = write;
            dut.write_address = static_cast<CData>(write_address);
            dut.read_address = static_cast<CData>(read_address);
            bench.eval();
            bool known = true;
            for (uint32_t k = 0; k < read_words; k++) {
                const Word &expected = RTL_READ_REGISTER ? kept[k] : shown[k];
                known = known && expected.written;
                if (expected.written)
                    bench.compare_words("read_data", expected.data.data(), dut.read_data, k * width, width);
            }
            bench.count(READ_WRITTEN, known);
            bench.count(READ_WHILE_WRITTEN, write && read_address * read_words / write_words == write_address && known);
            bench.count(NOT_WRITTEN, !write);
            bench.clock();
            for (uint32_t k = 0; k < write_words && write; k++)
                memory[write_address * write_words + k] = given[k];
            kept = shown;
            for (uint32_t k = 0; k < read_words && WRITE_FIRST; k++)
                kept[k] = memory[read_address * read_words + k];
        }
    }
    return bench.finish();
}
