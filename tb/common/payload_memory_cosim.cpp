/* rs_payload_memory beside an array: written words are read from the next cycle on, at any address. */
#include "Vdut.h"
#include "cosim.h"

static const uint32_t width = RTL_WIDTH, depth = RTL_DEPTH;
static const uint32_t words = (width + 31) / 32;

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 20000, {"random", "same_address"});
    enum { READ_WRITTEN, READ_WHILE_WRITTEN, NOT_WRITTEN };
    bench.declare_bins({"read_written", "read_while_written", "not_written"});

    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        std::vector<uint32_t> memory(depth * words, 0);
        std::vector<bool> written(depth, false);
        while (bench.next_cycle()) {
            bool write = bench.chance(50);
            uint32_t write_address = bench.random_below(depth);
            uint32_t read_address = bench.is_case("same_address") ? write_address : bench.random_below(depth);
            uint32_t data[words];
            for (uint32_t &word : data)
                word = static_cast<uint32_t>(bench.random());
            dut.write = write;
            dut.write_address = static_cast<CData>(write_address);
            dut.read_address = static_cast<CData>(read_address);
            rs::set_words(dut.write_data, 0, width, data);
            bench.eval();
            if (written[read_address])
                bench.compare_words("read_data", &memory[read_address * words], dut.read_data, 0, width);
            bench.count(READ_WRITTEN, written[read_address]);
            bench.count(READ_WHILE_WRITTEN, write && read_address == write_address && written[read_address]);
            bench.count(NOT_WRITTEN, !write);
            bench.clock();
            if (write) {
                written[write_address] = true;
                for (uint32_t i = 0; i < words; i++)
                    memory[write_address * words + i] = data[i];
            }
        }
    }
    return bench.finish();
}
