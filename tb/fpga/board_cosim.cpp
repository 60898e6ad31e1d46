/* rs_board beside the C twin of the memory path in it: the board's own SMs, DRAM and faults drive both, every output of
 * the path is compared in every cycle. The serial line and the LEDs are read as a user reads them.
 *
 * Case pass: a whole round and its line; the numbers in it are counted again here, from the twin. The other cases put
 * one fault each on the pins and expect FAIL, the LEDs of that fault and no others, and the path still equal to its twin
 * (the faults are outside of it); the first of them waits for the line to be repeated.
 * Printed text and LEDs carry their cycles: the same for RTL and netlist. */
#include <cinttypes>
#include <cstdio>
#include <string>

#include "Vdut.h"
#include "cosim.h"
#include "machine/built_configuration.h"
#include "machine/memory_path_port.h"

namespace {

enum { DIVIDER = 104, TRAFFIC = 4, PASSED = 1, FAILED = 2, ODD = 8, DATA = 16, REPLY = 32, DRAM = 64, STUCK = 128 };
enum { READ, WRITE, ROW_HIT, REQUEST_REFUSED, REPLY_REFUSED, ALL_BUSY, WHOLE_LINE, VERDICT_FAIL };

/* 8 data bits, no parity, 1 stop bit; framing errors count as '?'. */
class SerialLine {
  public:
    void step(bool level)
    {
        if (left_ == 0) {
            if (level)
                return;
            left_ = 10 * DIVIDER; /* the start bit has begun */
            bits_ = 0;
        }
        unsigned at = 10 * DIVIDER - left_--;
        if (at % DIVIDER == DIVIDER / 2)
            bits_ |= static_cast<unsigned>(level) << at / DIVIDER;
        if (left_ == DIVIDER / 4) { /* into the stop bit */
            text_ += (bits_ & 0x201) == 0x200 ? static_cast<char>(bits_ >> 1 & 0xff) : '?';
            left_ = 0;
        }
    }
    const std::string &text() const { return text_; }

  private:
    std::string text_;
    unsigned left_ = 0, bits_ = 0;
};

struct Fault {
    const char *name;
    unsigned number;
    unsigned must, may; /* LEDs of the kind of error */
};
const Fault faults[] = {
    {"pass", 0, 0, 0},
    {"flipped_bit", 1, DATA, 0},
    {"lost_read", 2, STUCK, 0},
    {"lost_write", 3, DATA, 0},
    {"lost_act", 4, DRAM, DATA},
    {"late_act", 5, DRAM, DATA},
    {"lost_reply_flit", 6, REPLY, DATA | STUCK},
    {"other_tag", 7, REPLY, DATA | STUCK},
};

class BoardBench {
  public:
    BoardBench(int argc, char **argv)
        : bench_(argc, argv, 1000000, {"pass", "flipped_bit", "lost_read", "lost_write", "lost_act", "late_act", "lost_reply_flit", "other_tag"}),
          config_(rs::built_configuration(RTL_CONFIGURATION, RTL_SETTINGS)), port_(config_)
    {
        bench_.declare_bins({"read", "write", "row_hit", "request_refused", "reply_refused", "all_banks_busy", "whole_line",
                             "verdict_fail"});
    }

    int run()
    {
        rs_error error;
        path_ = rs_path_create(&config_, &error);
        if (path_ == nullptr) {
            std::fprintf(stderr, "%s\n", error.text);
            return 2;
        }
        while (bench_.next_case())
            run_case();
        rs_path_destroy(path_);
        return bench_.finish();
    }

  private:
    void run_case()
    {
        const Fault *fault = faults;
        while (!bench_.is_case(fault->name))
            fault++;
        serial_ = SerialLine();
        leds_ = ~0U;
        requests_ = hits_ = cycles_ = 0;
        std::memset(used_, 0, sizeof(used_));
        bench_.dut().fault_n = static_cast<CData>(~fault->number & 7);
        std::printf("%s\n", fault->name);
        while (bench_.next_cycle() && !complete(*fault))
            step();
        if (bench_.failed())
            return;
        std::printf("  cycle %" PRIu64 ": %s\n", bench_.cycle(), serial_.text().substr(0, serial_.text().find('\r')).c_str());
        bench_.expect("complete", 1, complete(*fault));
        if (fault->number == 0)
            expect_pass();
        else
            expect_fail(*fault);
    }

    /* A whole line, the first fault's line twice, else the verdict at its beginning. */
    bool complete(const Fault &fault) const
    {
        const std::string &text = serial_.text();
        if (fault.number > 1)
            return text.size() >= std::strlen("rowstreak FAIL");
        std::size_t line = text.find('\n');
        return line != std::string::npos && (fault.number == 0 || text.find('\n', line + 1) != std::string::npos);
    }

    void step()
    {
        Vdut &dut = bench_.dut();
        bench_.eval();
        serial_.step(dut.uart_tx);
        if (dut.led != leds_) {
            leds_ = dut.led;
            std::printf("  cycle %" PRIu64 ": LEDs %02x\n", bench_.cycle(), leds_);
        }
        cycles_ += (leds_ & TRAFFIC) != 0;
        if (dut.path_rst) {
            if (!in_reset_)
                rs_path_reset(path_);
            in_reset_ = true;
            bench_.clock();
            return;
        }
        in_reset_ = false;
        const rs_path_outputs &outputs = *rs_path_outputs_now(path_);
        rs::PathMismatch found;
        found.signal = "outputs";
        found.index = -1;
        port_.equal(dut, outputs, found);
        bench_.compare(found.signal, found.model, found.hardware, found.index);
        port_.sample(dut, inputs_);
        count(outputs);
        bench_.clock();
        rs_path_step(path_, &inputs_);
    }

    void count(const rs_path_outputs &outputs)
    {
        bench_.count(REQUEST_REFUSED, (inputs_.request_valid.word[0] & ~outputs.request_ready.word[0]) != 0);
        bench_.count(REPLY_REFUSED, (outputs.reply_valid.word[0] & ~inputs_.reply_ready.word[0]) != 0);
        uint32_t busy = 0;
        for (uint32_t c = 0; c < config_.channels; c++) {
            const rs_dram_pins &pins = outputs.dram[c];
            bool column = pins.command == RS_DRAM_RD || pins.command == RS_DRAM_WR;
            bool hit = column && pins.address % config_.columns == 0 && used_[c][pins.bank];
            requests_ += outputs.accept[c].valid;
            hits_ += hit;
            bench_.count(READ, pins.command == RS_DRAM_RD);
            bench_.count(WRITE, pins.command == RS_DRAM_WR);
            bench_.count(ROW_HIT, hit);
            if (column)
                used_[c][pins.bank] = true;
            else if (pins.command == RS_DRAM_ACT)
                used_[c][pins.bank] = false;
            busy += pins.command != RS_DRAM_NOP;
        }
        bench_.count(ALL_BUSY, busy == config_.channels);
    }

    void expect_pass()
    {
        unsigned round, errors;
        uint64_t requests, cycles, hits;
        int fields = std::sscanf(serial_.text().c_str(),
                                 "rowstreak PASS  round %6u  requests %6" SCNu64 "  cycles %6" SCNu64
                                 "  hits %6" SCNu64 "  errors %6u\r\n", &round, &requests, &cycles, &hits, &errors);
        bench_.expect("fields of a line with PASS", 5, static_cast<uint64_t>(fields));
        if (fields != 5)
            return;
        bench_.expect("round", 1, round);
        bench_.expect("requests", requests_, requests);
        bench_.expect("cycles", cycles_, cycles);
        bench_.expect("hits", hits_, hits);
        bench_.expect("errors", 0, errors);
        bench_.count(WHOLE_LINE, true);
    }

    void expect_fail(const Fault &fault)
    {
        unsigned kinds = leds_ & (DATA | REPLY | DRAM | STUCK);
        const std::string &text = serial_.text();
        bench_.expect("FAIL", 1, text.compare(0, 14, "rowstreak FAIL") == 0);
        if (fault.number == 1) {
            std::string line = text.substr(0, text.find('\n') + 1);
            bench_.expect("line repeated", 1, text == line + line);
            bench_.expect("errors counted", 1, line.find("  errors 000000\r\n") == std::string::npos);
        }
        bench_.expect("LED passed", 0, leds_ & PASSED);
        bench_.expect("LED failed", FAILED, leds_ & FAILED);
        bench_.expect("LEDs of the fault", fault.must, kinds & ~fault.may);
        bench_.count(VERDICT_FAIL, true);
    }

    rs::Cosim<Vdut> bench_;
    rs_config config_;
    rs::MemoryPathPort<Vdut> port_;
    rs_path *path_ = nullptr;
    rs_path_inputs inputs_ = {};
    SerialLine serial_;
    unsigned leds_ = 0;
    uint64_t requests_ = 0, hits_ = 0, cycles_ = 0;
    bool used_[RS_MAX_CHANNELS][RS_MAX_BANKS] = {}; /* since the row's ACT */
    bool in_reset_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return BoardBench(argc, argv).run();
}
