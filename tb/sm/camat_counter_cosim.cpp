/* rs_camat_counter beside cmodel/sm/camat_counter.c, and beside C-AMAT in its five-parameter form, computed from the phases of
 * every access (observe/camat.h): whenever all accesses are over, active cycles and accesses since the last clear are
 * those of the form. The case "figure_3" plays the ten accesses of CAMAT's figure 3 over and over. */
#include <cmath>
#include <deque>

#include "Vdut.h"
#include "cosim.h"
#include "observe/camat.h"
#include "sm/camat_counter.h"

static const uint32_t counter_bits = RTL_COUNTER_BITS;
static const uint64_t all_ones = counter_bits < 64 ? (UINT64_C(1) << counter_bits) - 1 : ~UINT64_C(0);

namespace {

enum {
    IDLE, TABLE_ALONE, UNIT_ALONE, BOTH, ACCESS, ACCESS_ALONE, ACCESSES_IN_A_ROW, CLEARED, CLEARED_WHILE_COUNTING, RESET,
    ALL_OVER, PURE_MISS, HIDDEN_MISS, FIGURE_3, WRAPS
};

struct Access {
    uint64_t start, hit, miss;
    rs_camat_access phase;
};

/* start, cycles of hit and miss phase (tests/unit/camat_test.c) */
const uint32_t figure_3[10][3] = {{0, 2, 0}, {0, 2, 3}, {1, 2, 0}, {3, 2, 3}, {4, 2, 0},
                                  {5, 2, 7}, {5, 2, 3}, {8, 2, 0}, {8, 2, 7}, {10, 2, 3}};

class CamatCounterBench {
  public:
    CamatCounterBench(int argc, char **argv) : bench_(argc, argv, 20000, {"random", "sparse", "figure_3", "clears", "reset"})
    {
        bench_.declare_bins({"idle", "table_alone", "unit_alone", "both", "access", "access_alone", "accesses_in_a_row",
                             "cleared", "cleared_while_counting", "reset", "all_over", "pure_miss", "hidden_miss", "figure_3"});
        if (counter_bits < 16)
            bench_.declare_bins({"wraps"});
    }

    int run()
    {
        while (bench_.next_case()) {
            rs_camat_counter_init(&twin_, counter_bits);
            list_.clear();
            camat_ = rs_camat();
            uncounted_ = 0;
            known_ = true;
            accessed_ = false;
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    bool under_way() const { return !list_.empty() || uncounted_ != 0; }

    void new_accesses()
    {
        const bool figure = bench_.is_case("figure_3");
        const uint32_t percent = bench_.is_case("sparse") ? 2 : (bench_.cycle() / 256 % 4) * 10;
        if (figure && !under_way() && bench_.chance(30)) {
            for (const auto &its : figure_3)
                list_.push_back({bench_.cycle() + its[0], its[1], its[2], rs_camat_access()});
        } else if (!figure && bench_.chance(percent)) {
            list_.push_back({bench_.cycle(), 1 + bench_.random_below(4), bench_.chance(50) ? 1 + bench_.random_below(30) : 0,
                             rs_camat_access()});
        }
    }

    void advance_accesses()
    {
        for (Access &its : list_) {
            if (bench_.cycle() == its.start) {
                rs_camat_begin(&camat_, &its.phase);
                uncounted_++;
            }
            if (bench_.cycle() == its.start + its.hit && its.miss != 0)
                rs_camat_miss(&camat_, &its.phase);
            if (bench_.cycle() == its.start + its.hit + its.miss) {
                const uint64_t pure = camat_.pure_misses;
                rs_camat_end(&camat_, &its.phase);
                bench_.count(PURE_MISS, camat_.pure_misses != pure);
                bench_.count(HIDDEN_MISS, its.miss != 0 && camat_.pure_misses == pure);
            }
        }
        while (!list_.empty() && bench_.cycle() >= list_.front().start + list_.front().hit + list_.front().miss)
            list_.pop_front();
    }

    void judge()
    {
        if (!known_ || under_way() || camat_.accesses == 0)
            return;
        const double active = rs_camat_of(&camat_).camat * static_cast<double>(camat_.accesses);
        bench_.expect("accesses begun", camat_.accesses & all_ones, bench_.dut().accesses);
        bench_.expect("active cycles by the five parameters", static_cast<uint64_t>(std::llround(active)) & all_ones,
                      bench_.dut().active_cycles);
        bench_.count(ALL_OVER, true);
        if (bench_.is_case("figure_3") && camat_.accesses == 10) {
            bench_.expect("figure 3: 17 active cycles", 17 & all_ones, bench_.dut().active_cycles);
            bench_.count(FIGURE_3, true);
        }
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        new_accesses();
        advance_accesses();
        const bool table_empty = camat_.missing == 0, unit_busy = camat_.hitting != 0;
        const bool access = uncounted_ > 0 && bench_.chance(70);
        const bool rst = bench_.is_case("reset") && bench_.chance(1);
        const bool clear = bench_.is_case("figure_3") ? !under_way() && bench_.chance(20)
                                                      : bench_.is_case("clears") && bench_.chance(3);
        dut.rst = rst;
        dut.clear = clear;
        dut.table_empty = table_empty;
        dut.unit_busy = unit_busy;
        dut.access = access;
        bench_.eval();
        bench_.compare("active_cycles", twin_.active_cycles, dut.active_cycles);
        bench_.compare("accesses", twin_.accesses, dut.accesses);
        judge();

        const bool active = !table_empty || unit_busy;
        bench_.count(IDLE, !active);
        bench_.count(TABLE_ALONE, !table_empty && !unit_busy);
        bench_.count(UNIT_ALONE, table_empty && unit_busy);
        bench_.count(BOTH, !table_empty && unit_busy);
        bench_.count(ACCESS, access);
        bench_.count(ACCESS_ALONE, access && !active);
        bench_.count(ACCESSES_IN_A_ROW, access && accessed_);
        bench_.count(CLEARED, clear);
        bench_.count(CLEARED_WHILE_COUNTING, clear && active && access);
        bench_.count(RESET, rst);
        if (counter_bits < 16)
            bench_.count(WRAPS, active && twin_.active_cycles == all_ones);
        accessed_ = access;

        bench_.clock();
        if (clear || rst)
            rs_camat_counter_clear(&twin_);
        else
            rs_camat_counter_clock(&twin_, table_empty, unit_busy, access);
        uncounted_ -= access;
        rs_camat_clock(&camat_, 1);
        if (clear || rst) {
            known_ = !under_way();
            if (known_)
                camat_ = rs_camat();
        }
    }

    rs::Cosim<Vdut> bench_;
    rs_camat_counter twin_ = rs_camat_counter();
    rs_camat camat_ = rs_camat();
    std::deque<Access> list_; /* under way or to come, by start */
    uint64_t uncounted_ = 0;  /* begun; one a cycle is counted, then or later */
    bool known_ = true;       /* the last clear found nothing under way: form and counters start together */
    bool accessed_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return CamatCounterBench(argc, argv).run();
}
