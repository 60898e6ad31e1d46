/* rs_fifo beside cmodel/common/fifo.c, and beside a scoreboard: words leave in the order of their arrival. */
#include <deque>

#include "Vdut.h"
#include "common/fifo.h"
#include "cosim.h"

static const uint32_t depth = RTL_DEPTH, width = RTL_WIDTH;
static const uint32_t words = (width + 31) / 32;

struct Element {
    uint32_t word[words];
};

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 20000, {"random", "fill_and_drain", "streaming", "bursts", "reset"});
    enum { FULL, EMPTY, PUSH_REFUSED, POP_REFUSED, RESET_WHILE_HOLDING, PUSH_AND_POP };
    bench.declare_bins({"full", "empty", "push_refused", "pop_refused", "reset_while_holding"});
    if (depth > 1) /* one entry is either full or empty */
        bench.declare_bins({"push_and_pop"});

    std::vector<Element> storage(depth);
    rs_fifo fifo;
    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        std::deque<Element> scoreboard;
        uint32_t in_percent = 50, out_percent = 50;
        rs_fifo_init(&fifo, storage.data(), sizeof(Element), depth);
        while (bench.next_cycle()) {
            if (bench.is_case("fill_and_drain")) {
                bool fill = bench.cycle() / (depth + 3) % 2 == 0;
                in_percent = fill ? 100 : 0;
                out_percent = fill ? 0 : 100;
            } else if (bench.is_case("streaming")) {
                in_percent = out_percent = 100;
            } else if (bench.is_case("bursts") && bench.cycle() % 16 == 0) {
                in_percent = bench.random_below(101);
                out_percent = bench.random_below(101);
            }
            bool rst = bench.is_case("reset") && bench.chance(5);
            bool in_valid = bench.chance(in_percent), out_ready = bench.chance(out_percent);
            Element element;
            for (uint32_t i = 0; i < words; i++)
                element.word[i] = static_cast<uint32_t>(bench.random());

            bool in_ready = rs_fifo_in_ready(&fifo), out_valid = rs_fifo_out_valid(&fifo);
            dut.rst = rst;
            rs::set_words(dut.in_data, 0, width, element.word);
            for (int flipped = 1; flipped >= 0; flipped--) { /* the outputs are the same with other inputs */
                dut.in_valid = in_valid ^ flipped;
                dut.out_ready = out_ready ^ flipped;
                bench.eval();
                bench.compare("in_ready", in_ready, dut.in_ready);
                bench.compare("out_valid", out_valid, dut.out_valid);
                bench.compare("level", fifo.level, dut.level);
            }
            bench.expect("level by the scoreboard", scoreboard.size(), dut.level);
            if (out_valid && !scoreboard.empty()) {
                bench.compare_words("out_data", static_cast<const Element *>(rs_fifo_front(&fifo))->word,
                                    dut.out_data, 0, width);
                bench.compare_words("out_data by the scoreboard", scoreboard.front().word, dut.out_data, 0, width);
            }
            if (bench.is_case("streaming") && depth > 1)
                bench.expect("out_valid while streaming", bench.cycle() > 0, dut.out_valid);

            bench.count(FULL, fifo.level == depth);
            bench.count(EMPTY, fifo.level == 0);
            bench.count(PUSH_REFUSED, in_valid && !in_ready);
            bench.count(POP_REFUSED, out_ready && !out_valid);
            bench.count(RESET_WHILE_HOLDING, rst && fifo.level != 0);
            if (depth > 1)
                bench.count(PUSH_AND_POP, in_valid && in_ready && out_ready && out_valid);

            bench.clock();
            rs_fifo_clock(&fifo, in_valid, element.word, out_ready);
            if (out_valid && out_ready && !scoreboard.empty())
                scoreboard.pop_front();
            if (in_valid && in_ready)
                scoreboard.push_back(element);
            if (rst) {
                rs_fifo_reset(&fifo);
                scoreboard.clear();
            }
        }
    }
    return bench.finish();
}
