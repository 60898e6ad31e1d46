/* rs_dram_init beside cmodel/dfi/dram_init.c, and beside the rules of the standard (power_up_checker.h), which see the hardware's pins
 * alone. Sessions: reset for a while, the PHY is ready at once or later, and perhaps takes it back; most go to the end and
 * beyond, those of case "reset" are cut anywhere. A session of the standard's own times ends behind done, however long it takes. */
#include <algorithm>

#include "Vdut.h"
#include "cosim.h"
#include "dfi/dram_init.h"
#include "dfi/power_up_checker.h"

namespace {

const uint16_t mode_bits[] = {RTL_MODE_BITS_0, RTL_MODE_BITS_1, RTL_MODE_BITS_2, RTL_MODE_BITS_3};

enum { DONE, PHY_AT_ONCE, PHY_LATER, PHY_TAKES_IT_BACK, RESET_IN_RESET, RESET_BEFORE_CKE, RESET_BEHIND_CKE, RESET_DONE, STAYS_DONE };

class InitBench {
  public:
    InitBench(int argc, char **argv) : bench_(argc, argv, 20000, {"random", "late", "reset"}), checker_(bench_, rules())
    {
        bench_.declare_bins({"done", "phy_at_once", "phy_later", "phy_takes_it_back", "reset_in_reset", "reset_before_cke",
                             "reset_behind_cke", "reset_when_done", "stays_done"});
        rs_dram_init_config config = {RTL_DRAM, RTL_BURST_CYCLES, RTL_CL, RTL_WL, RTL_T_WR, RTL_T_RP, RTL_T_RFC, RTL_T_RESET, RTL_T_CKE,
                                      RTL_T_XPR, RTL_T_MRD, RTL_T_MOD, RTL_T_ZQINIT, RTL_T_DLLK, {}};
        std::copy(mode_bits, mode_bits + 4, config.mode_bits);
        bench_.expect("a configuration that the twin takes", 1, rs_dram_init_create(&twin_, &config));
    }

    int run()
    {
        while (bench_.next_case()) {
            rs_dram_init_clock(&twin_, true, false);
            was_done_ = false;
            int sessions = 0; // one of the standard's own times is longer than a case
            do
                session();
            while (bench_.next_cycle() || (++sessions < 12 && !bench_.failed()));
        }
        return bench_.finish();
    }

  private:
    static rs::PowerUpRules rules()
    {
        rs::PowerUpRules rules = {};
        rules.ddr3 = RTL_DRAM == 1;
        rules.of_the_standard();
        rules.rp = RTL_T_RP;
        rules.rfc = RTL_T_RFC;
        rules.cl = RTL_CL;
        rules.wl = RTL_WL;
        rules.wr = RTL_T_WR;
        rules.burst_cycles = RTL_BURST_CYCLES;
        std::copy(mode_bits, mode_bits + 4, rules.mode_bits);
        uint64_t *times[] = {&rules.reset, &rules.cke, &rules.xpr, &rules.mrd, &rules.mod, &rules.zqinit, &rules.dllk};
        const uint64_t shorter[] = {RTL_T_RESET, RTL_T_CKE, RTL_T_XPR, RTL_T_MRD, RTL_T_MOD, RTL_T_ZQINIT, RTL_T_DLLK};
        for (unsigned i = 0; i < 7; i++)
            if (shorter[i] != 0)
                *times[i] = shorter[i];
        return rules;
    }

    void session()
    {
        bool cut = bench_.is_case("reset");
        uint64_t late = bench_.is_case("late") || bench_.chance(50) ? 1 + bench_.random_below(40) : 0;
        uint64_t length = twin_.end + late + 20;
        uint64_t stop = length;
        uint32_t turn = cut ? cuts_++ % (twin_.steps + 1) : 0; // near each step, near the end
        if (cut && turn < twin_.steps)
            stop = late + twin_.step[turn].at + 1 + bench_.random_below(8);
        else if (cut)
            stop = length - bench_.random_below(20);
        bool takes_back = bench_.chance(50);
        for (uint32_t i = bench_.random_below(4); i > 0; i--)
            cycle(true, bench_.chance(50));
        cycle(true, bench_.chance(50));
        checker_.restart();
        runs_ = false;
        for (uint64_t now = 0; now < stop && !bench_.failed(); now++)
            cycle(false, now == late || (now > late && (!takes_back || bench_.chance(50))));
        bench_.count(PHY_AT_ONCE, late == 0);
        bench_.count(PHY_LATER, late != 0);
    }

    void cycle(bool rst, bool phy_ready)
    {
        rs_dram_init_outputs out;
        rs_dram_init_offer(&twin_, &out);
        Vdut &dut = bench_.dut();
        dut.rst = rst;
        dut.phy_ready = phy_ready;
        bench_.eval();
        bench_.compare("start", out.start, dut.start);
        bench_.compare("reset_n", out.reset_n, dut.reset_n);
        bench_.compare("cke", out.cke, dut.cke);
        bench_.compare("done", out.done, dut.done);
        uint32_t command = static_cast<uint32_t>(dut.cs_n << 3 | dut.ras_n << 2 | dut.cas_n << 1 | dut.we_n);
        bench_.compare("{cs,ras,cas,we}_n", out.pins.command, command);
        bench_.compare("bank", out.pins.bank, dut.bank);
        bench_.compare("address", out.pins.address, dut.address);
        if (!rst) {
            checker_.observe({dut.reset_n != 0, dut.cke != 0, command, dut.bank, dut.address, dut.done != 0}, runs_);
            bench_.count(PHY_TAKES_IT_BACK, runs_ && !phy_ready);
            runs_ = runs_ || phy_ready;
        } else {
            bench_.count(RESET_IN_RESET, twin_.running && !out.reset_n);
            bench_.count(RESET_BEFORE_CKE, out.reset_n && !out.cke);
            bench_.count(RESET_BEHIND_CKE, out.cke && !out.done);
            bench_.count(RESET_DONE, out.done);
        }
        bench_.count(DONE, out.done && !was_done_);
        bench_.count(STAYS_DONE, out.done && was_done_ && !phy_ready);
        was_done_ = out.done;
        bench_.clock();
        rs_dram_init_clock(&twin_, rst, phy_ready);
    }

    rs::Cosim<Vdut> bench_;
    rs_dram_init twin_;
    rs::PowerUpChecker checker_;
    uint32_t cuts_ = 0;
    bool runs_ = false, was_done_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return InitBench(argc, argv).run();
}
