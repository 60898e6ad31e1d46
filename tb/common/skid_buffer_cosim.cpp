/* rs_skid_buffer beside cmodel/common/skid_buffer.c and a scoreboard. */
#include <deque>

#include "Vdut.h"
#include "common/skid_buffer.h"
#include "cosim.h"

static const uint32_t width = RTL_WIDTH;
static const uint32_t words = (width + 31) / 32;

struct Element {
    uint32_t word[words];
};

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 20000, {"random", "streaming", "stalls", "bursts", "reset"});
    enum { BOTH_PLACES_HELD, EMPTY, WORD_REFUSED, TAKEN_WHILE_STALLED, STALL_ENDS_FULL, RESET_WHILE_HOLDING };
    bench.declare_bins({"both_places_held", "empty", "word_refused", "taken_while_stalled", "stall_ends_full",
                        "reset_while_holding"});

    Element storage[2];
    rs_skid_buffer buffer;
    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        std::deque<Element> scoreboard;
        uint32_t in_percent = 50, out_percent = 50;
        rs_skid_buffer_init(&buffer, storage, sizeof(Element));
        while (bench.next_cycle()) {
            if (bench.is_case("streaming")) {
                in_percent = out_percent = 100;
            } else if (bench.is_case("stalls")) {
                in_percent = 100;
                out_percent = 30;
            } else if (bench.is_case("bursts") && bench.cycle() % 16 == 0) {
                in_percent = bench.random_below(101);
                out_percent = bench.random_below(101);
            }
            bool rst = bench.is_case("reset") && bench.chance(5);
            bool in_valid = bench.chance(in_percent), out_ready = bench.chance(out_percent);
            Element element;
            for (uint32_t i = 0; i < words; i++)
                element.word[i] = static_cast<uint32_t>(bench.random());

            bool in_ready = rs_skid_buffer_in_ready(&buffer), out_valid = rs_skid_buffer_out_valid(&buffer);
            dut.rst = rst;
            rs::set_words(dut.in_data, 0, width, element.word);
            for (int flipped = 1; flipped >= 0; flipped--) { /* the outputs are the same with other inputs */
                dut.in_valid = in_valid ^ flipped;
                dut.out_ready = out_ready ^ flipped;
                bench.eval();
                bench.compare("in_ready", in_ready, dut.in_ready);
                bench.compare("out_valid", out_valid, dut.out_valid);
            }
            if (out_valid && !scoreboard.empty()) {
                bench.compare_words("out_data", static_cast<const Element *>(rs_skid_buffer_front(&buffer))->word,
                                    dut.out_data, 0, width);
                bench.compare_words("out_data by the scoreboard", scoreboard.front().word, dut.out_data, 0, width);
            }
            bench.expect("out_valid by the scoreboard", !scoreboard.empty(), dut.out_valid);
            if (bench.is_case("streaming")) {
                bench.expect("in_ready while streaming", 1, dut.in_ready);
                bench.expect("out_valid while streaming", bench.cycle() > 0, dut.out_valid);
            }

            bench.count(BOTH_PLACES_HELD, buffer.held == 2);
            bench.count(EMPTY, buffer.held == 0);
            bench.count(WORD_REFUSED, in_valid && !in_ready);
            bench.count(TAKEN_WHILE_STALLED, in_valid && in_ready && out_valid && !out_ready);
            bench.count(STALL_ENDS_FULL, buffer.held == 2 && out_ready);
            bench.count(RESET_WHILE_HOLDING, rst && buffer.held != 0);

            bench.clock();
            rs_skid_buffer_clock(&buffer, in_valid, element.word, out_ready);
            if (out_valid && out_ready && !scoreboard.empty())
                scoreboard.pop_front();
            if (in_valid && in_ready)
                scoreboard.push_back(element);
            if (rst) {
                rs_skid_buffer_reset(&buffer);
                scoreboard.clear();
            }
        }
    }
    return bench.finish();
}
