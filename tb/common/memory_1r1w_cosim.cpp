/* rs_memory_1r1w beside an array of words: written groups are read from the next cycle on, at any address; with a read
 * register, what the address showed at the last edge: before the write of that edge, or behind it (rs_write_first_memory).
 * With LANES each lane of a word is judged by itself. A registered read of a lane written at its edge brings, with RS_ASSERT, the old bits
 * inverted. */
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
#ifndef RTL_LANES
#define RTL_LANES 1
#endif
#ifndef WRITE_FIRST
#define WRITE_FIRST 0
#endif

static const uint32_t width = RTL_WIDTH, depth = RTL_DEPTH, write_words = RTL_WRITE_WORDS, read_words = RTL_READ_WORDS;
static const uint32_t lanes = RTL_LANES, lane = width / lanes;

struct Word {
    std::vector<bool> written;               /* by lane */
    std::vector<std::vector<uint32_t>> data;
};

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 20000, {"random", "same_address"});
    enum { READ_WRITTEN, READ_WHILE_WRITTEN, NOT_WRITTEN, SOME_LANES };
    bench.declare_bins({"read_written", "read_while_written", "not_written"});
    if (lanes > 1)
        bench.declare_bins({"some_lanes"});

    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        const Word nothing{std::vector<bool>(lanes), std::vector<std::vector<uint32_t>>(lanes, std::vector<uint32_t>((lane + 31) / 32))};
        std::vector<Word> memory(depth, nothing);
        std::vector<Word> kept(read_words, nothing); /* what the read register holds */
        while (bench.next_cycle()) {
            uint32_t write = 0; /* a bit for each lane: all, none, or some */
            if (bench.chance(50))
                write = lanes == 1 || bench.chance(30) ? (1u << lanes) - 1 : static_cast<uint32_t>(bench.random()) & ((1u << lanes) - 1);
            uint32_t write_address = bench.random_below(depth / write_words);
            uint32_t read_address = bench.random_below(depth / read_words);
            if (bench.is_case("same_address"))
                read_address = write_address * write_words / read_words;
            std::vector<Word> given(write_words, nothing), shown(read_words, nothing);
            for (uint32_t k = 0; k < write_words; k++)
                for (uint32_t l = 0; l < lanes; l++) {
                    for (uint32_t &part : given[k].data[l])
                        part = static_cast<uint32_t>(bench.random());
                    rs::set_words(dut.write_data, k * width + l * lane, lane, given[k].data[l].data());
                    given[k].written[l] = true;
                }
            for (uint32_t k = 0; k < read_words; k++)
                shown[k] = memory[read_address * read_words + k];
            dut.write = static_cast<CData>(write);
            dut.write_address = static_cast<CData>(write_address);
            dut.read_address = static_cast<CData>(read_address);
            bench.eval();
            bool known = true;
            for (uint32_t k = 0; k < read_words; k++) {
                const Word &expected = RTL_READ_REGISTER ? kept[k] : shown[k];
                for (uint32_t l = 0; l < lanes; l++) {
                    known = known && expected.written[l];
                    if (expected.written[l])
                        bench.compare_words("read_data", expected.data[l].data(), dut.read_data, k * width + l * lane, lane);
                }
            }
            bench.count(READ_WRITTEN, known);
            bench.count(READ_WHILE_WRITTEN, write && read_address * read_words / write_words == write_address && known);
            bench.count(NOT_WRITTEN, !write);
            if (lanes > 1)
                bench.count(SOME_LANES, write && write != (1u << lanes) - 1);
            bench.clock();
            for (uint32_t k = 0; k < write_words; k++)
                for (uint32_t l = 0; l < lanes; l++)
                    if (write >> l & 1) {
                        memory[write_address * write_words + k].data[l] = given[k].data[l];
                        memory[write_address * write_words + k].written[l] = true;
                    }
            kept = shown;
            for (uint32_t k = 0; k < read_words; k++) {
                const uint32_t number = read_address * read_words + k;
                if (WRITE_FIRST)
                    kept[k] = memory[number];
                else if (number / write_words == write_address)
                    for (uint32_t l = 0; l < lanes; l++)
                        for (uint32_t &part : kept[k].data[l])
                            part ^= write >> l & 1 ? UINT32_MAX : 0;
            }
        }
    }
    return bench.finish();
}
