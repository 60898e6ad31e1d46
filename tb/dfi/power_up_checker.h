/* Rules of a DRAM's power-up, looked at from its pins alone: how long reset and CKE are low, which commands come in which order and how
 * far apart, what the mode registers say, and that nothing comes before the end. It has its own times (JESD79-3F 3.3.1 and table 68
 * for DDR3-1600) and its own reading of the registers, and shares nothing with the RTL, its twin, or rs_dram_sets.vh. */
#ifndef RS_POWER_UP_CHECKER_H
#define RS_POWER_UP_CHECKER_H

#include <cstdint>
#include <vector>

#include "cosim.h"

namespace rs {

/* What the DRAM needs, in cycles; what the controller assumes of its mode registers. */
struct PowerUpRules {
    bool ddr3;
    uint64_t reset, cke, xpr, mrd, mod, zqinit, dllk, rp, rfc;
    uint32_t cl, wl, wr, burst_cycles;
    uint16_t mode_bits[4]; /* a user's, which the registers have inverted */

    /* Of a DRAM without shortened times. 800 MHz and 1 GHz. */
    void of_the_standard()
    {
        reset = ddr3 ? 200 * 800 : 200 * 1000;
        cke = ddr3 ? 500 * 800 : 10;
        xpr = ddr3 ? (350 + 10) * 8 / 10 : 20 * 1000;
        mrd = ddr3 ? 4 : 6;
        mod = ddr3 ? 12 : 0;
        zqinit = ddr3 ? 512 : 0;
        dllk = ddr3 ? 512 : 20000;
    }
};

struct PowerUpPins {
    bool reset_n, cke;
    uint32_t command; /* {cs_n, ras_n, cas_n, we_n} */
    uint32_t bank, address;
    bool done;        /* the controller may send its commands */
};

class PowerUpChecker {
  public:
    PowerUpChecker(CosimBase &bench, const PowerUpRules &rules) : bench_(bench), rules_(rules) { restart(); }

    /* Power has just come, or a reset; the clock does not run yet. */
    void restart() { *this = PowerUpChecker(bench_, rules_, 0); }

    /* A cycle. clock_runs: the PHY has said that it is ready, in this cycle or before. */
    void observe(const PowerUpPins &pins, bool clock_runs)
    {
        bool command = pins.command < 8;
        if (!pins.reset_n)
            low_ += clock_runs;
        rule("CKE is 0 in reset", !pins.cke || pins.reset_n);
        rule("reset_n stays 1", pins.reset_n || !was_.reset_n);
        rule("CKE stays 1", pins.cke || !was_.cke);
        rule("done stays 1", pins.done || !was_.done);
        if (pins.reset_n && !was_.reset_n) {
            rule("reset is long enough", low_ >= rules_.reset);
            reset_end_ = now_;
        }
        if (pins.cke && !was_.cke) {
            rule("CKE is low long enough behind reset", was_.reset_n && now_ - reset_end_ >= rules_.cke);
            last_ = now_;
            wait_ = rules_.xpr;
        }
        rule("no command with CKE at 0", !command || (pins.cke && was_.cke));
        rule("no command behind the end", !command || !was_.done);
        if (command) {
            rule("far enough behind what was before", now_ - last_ >= wait_);
            take(pins);
            last_ = now_;
            commands_++;
        }
        if (pins.done && !was_.done) {
            rule("all commands before the end", commands_ == (rules_.ddr3 ? 5U : 6U));
            rule("far enough behind the last command", now_ - last_ >= wait_);
            rule("the DLL has locked", now_ - dll_reset_ >= rules_.dllk);
        }
        was_ = pins;
        now_++;
    }
    uint32_t commands() const { return commands_; }

  private:
    PowerUpChecker(CosimBase &bench, const PowerUpRules &rules, int) : bench_(bench), rules_(rules), was_() {}
    PowerUpChecker &operator=(const PowerUpChecker &other)
    {
        was_ = other.was_;
        now_ = low_ = reset_end_ = last_ = wait_ = dll_reset_ = 0;
        commands_ = 0;
        return *this;
    }
    void rule(const char *text, bool kept)
    {
        if (!kept)
            bench_.expect(text, 1, 0);
    }

    /* The next command of the standard's order. */
    void take(const PowerUpPins &pins)
    {
        static const uint32_t ddr3_registers[] = {2, 3, 1, 0};
        uint32_t mode = pins.address ^ rules_.mode_bits[pins.bank & 3];
        if (rules_.ddr3) {
            if (commands_ < 4) {
                rule("MRS, in the order MR2, MR3, MR1, MR0", pins.command == 0 && pins.bank == ddr3_registers[commands_]);
                wait_ = commands_ == 3 ? rules_.mod : rules_.mrd;
                ddr3_register(mode, pins.bank);
            } else {
                rule("ZQCL", commands_ == 4 && pins.command == 6 && (pins.address >> 10 & 1) == 1);
                wait_ = rules_.zqinit;
            }
        } else if (commands_ == 0 || commands_ == 3) {
            rule("PRE of all banks", pins.command == 2 && (pins.address >> 8 & 1) == 1);
            wait_ = rules_.rp;
        } else if (commands_ == 1 || commands_ == 2) {
            rule("EMRS, then MRS", pins.command == 0 && pins.bank == 2 - commands_);
            wait_ = rules_.mrd;
            gddr3_register(mode, pins.bank);
        } else {
            rule("REF twice", commands_ < 6 && pins.command == 1);
            wait_ = rules_.rfc;
        }
    }

    void ddr3_register(uint32_t mode, uint32_t number)
    {
        if (number == 0) {
            uint32_t code = mode >> 9 & 7, recovery = code == 0 ? 16 : code < 5 ? code + 4 : 2 * code;
            uint32_t latency = (mode >> 2 & 1) != 0 ? 12 + (mode >> 4 & 7) : 4 + (mode >> 4 & 7);
            rule("MR0: burst length fixed, in order", (mode & 3) == (rules_.burst_cycles == 4 ? 0U : 2U) && (mode >> 3 & 1) == 0);
            rule("MR0: CL", latency == rules_.cl && ((mode >> 2 & 1) != 0 || (mode >> 4 & 7) != 0));
            rule("MR0: WR", recovery >= rules_.wr && (recovery == 5 || recovery - rules_.wr < 2));
            rule("MR0: DLL reset, no test mode", (mode >> 7 & 3) == 2 && mode >> 12 == 0);
            dll_reset_ = now_;
        } else if (number == 1) {
            rule("MR1: DLL on, Rtt_nom RZQ/4, drivers RZQ/7", mode == (4 | 2));
        } else if (number == 2) {
            rule("MR2: CWL", mode == ((rules_.wl - 5) << 3));
        } else {
            rule("MR3: no multi-purpose register", mode == 0);
        }
    }

    void gddr3_register(uint32_t mode, uint32_t number)
    {
        static const uint32_t latencies[] = {8, 9, 10, 11, 4, 5, 6, 7};
        if (number == 1) {
            rule("EMRS: DLL on", mode == 0);
            return;
        }
        rule("MRS: burst length", (mode & 3) == (rules_.burst_cycles == 2 ? 2U : 3U) && (mode >> 2 & 3) == 0);
        rule("MRS: CL", latencies[mode >> 4 & 7] == rules_.cl);
        rule("MRS: DLL reset, no test mode", (mode >> 7 & 3) == 2);
        rule("MRS: WL", mode >> 9 == rules_.wl);
        dll_reset_ = now_;
    }

    CosimBase &bench_;
    PowerUpRules rules_;
    PowerUpPins was_;
    uint64_t now_ = 0, low_ = 0, reset_end_ = 0, last_ = 0, wait_ = 0, dll_reset_ = 0;
    uint32_t commands_ = 0;
};

} // namespace rs
#endif
