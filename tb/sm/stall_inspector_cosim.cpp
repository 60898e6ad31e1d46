/* rs_stall_inspector beside cmodel/sm/stall_inspector.c. Around it warps with hazards at random, often and rarely, and registers
 * that wait for words; of them the warp that is charged names one, mostly the same until it is ready.
 *
 * The header's sentences once more, in STALLS' words: a class for every warp by algorithm 1, one for the cycle by algorithm 2, and a
 * ledger of memory data cycles, one entry each, which are handed to a level when their register becomes ready, and counted there some
 * cycles later. Counters must be the ledger's, and the sums must come out: classes and cycles, causes, levels and debts. */
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "Vdut.h"
#include "cosim.h"
#include "sm/stall_inspector.h"

static const uint32_t warps = RTL_WARPS, warp_bits = RTL_WARP_BITS, register_bits = RTL_REGISTER_BITS;
static const uint32_t counter_bits = RTL_COUNTER_BITS, debt_bits = RTL_DEBT_BITS;
static const uint64_t counter_ones = UINT64_MAX >> (64 - counter_bits), debt_ones = UINT64_MAX >> (64 - debt_bits);
static const uint64_t all_warps = UINT64_MAX >> (64 - warps);
static const uint32_t registers = 1u << register_bits;

namespace {

enum {
    NONE_ISSUED, NONE_BUSY, IDLE_BUSY, BY_SLOT_ALONE, ABLE_ALONE, NOBODY_TO_CHARGE, STRONGER_HIDES_WEAKER, CHARGED_AGAIN, READY_WITHOUT_DEBT,
    READY_WITH_DEBT, CLEARED, CLEARED_WITH_DEBT, CHARGED_WHILE_CLEARED, RESET, RESET_WITH_DEBT,
    CLASSES, CAUSES = CLASSES + RS_STALL_CLASSES, LEVELS = CAUSES + RS_STALL_CAUSES, BINS = LEVELS + RS_SERVED_LEVELS
};

class StallInspectorBench {
  public:
    StallInspectorBench(int argc, char **argv)
        : bench_(argc, argv, 20000, {"random", "memory", "structural", "compute", "sparse", "clears", "reset"})
    {
        bench_.declare_bins({"none_issued", "none_busy", "idle_busy", "by_slot_alone", "able_alone", "nobody_to_charge",
                             "stronger_hides_weaker", "charged_again", "ready_without_debt", "ready_with_debt", "cleared",
                             "cleared_with_debt", "charged_while_cleared", "reset", "reset_with_debt",
                             "class_none", "memory_structural", "memory_data", "synchronization", "compute_structural",
                             "compute_data", "control", "idle", "pending_release", "pending_dma", "mshr_full", "store_buffer_full",
                             "bank_conflict", "unit_busy", "scratchpad", "l1", "merged", "l2", "remote_l1", "main_memory"});
        if (registers > 2)
            bench_.declare_bins({"debt_moved", "two_of_a_warp_ready", "other_register_settles"});
        bench_.declare_bins({"at_once"});
        if (warps > 1)
            bench_.declare_bins({"two_settle", "two_settle_one_level", "warps_with_debts"});
        if (counter_bits < 12)
            bench_.declare_bins({"counter_wraps"});
        if (debt_bits < 5)
            bench_.declare_bins({"debt_wraps"});
    }

    int run()
    {
        while (bench_.next_case()) {
            rs_stall_inspector_init(&twin_, counter_bits, debt_bits);
            pending_.assign(warps, std::set<uint32_t>());
            forget();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    /* What the ledger has of a warp. */
    struct Debt {
        uint32_t number;
        std::vector<uint64_t> cycles; /* their numbers */
    };

    void wipe()
    {
        cycles_ = unchargeable_ = 0;
        ledger_.clear();
        std::fill(class_, class_ + RS_STALL_CLASSES, 0);
        std::fill(cause_, cause_ + RS_STALL_CAUSES, 0);
        std::fill(level_, level_ + RS_SERVED_LEVELS, 0);
        paid_.assign(RS_STALL_LEVEL_LATER, {});
    }

    void forget()
    {
        wipe();
        waiting_.assign(3, rs_stall_inputs());
        before_ = rs_stall_inputs();
        before_class_ = RS_STALL_IDLE;
        before_counted_ = false;
    }

    uint64_t some_warps(uint32_t percent)
    {
        uint64_t mask = 0;
        for (uint32_t w = 0; w < warps; w++)
            mask |= static_cast<uint64_t>(bench_.chance(percent)) << w;
        return mask;
    }

    /* STALLS' algorithm 1; RS_STALL_IDLE for a warp that is not considered. */
    static rs_stall_class class_of(const rs_stall_inputs &in, uint32_t warp)
    {
        const auto holds = [warp](uint64_t mask) { return (mask >> warp & 1) != 0; };
        if (!holds(in.live))
            return RS_STALL_IDLE;
        if (holds(in.control))
            return RS_STALL_CONTROL;
        if (holds(in.synchronization))
            return RS_STALL_SYNCHRONIZATION;
        if (holds(in.memory_data))
            return RS_STALL_MEMORY_DATA;
        if (holds(in.memory_structural))
            return RS_STALL_MEMORY_STRUCTURAL;
        if (holds(in.compute_data))
            return RS_STALL_COMPUTE_DATA;
        if (holds(in.compute_structural))
            return RS_STALL_COMPUTE_STRUCTURAL;
        return RS_STALL_NONE;
    }

    /* STALLS' algorithm 2: with these numbers the least of what is found, but for warps that could issue and do not. */
    rs_stall_class class_of_cycle(const rs_stall_inputs &in)
    {
        std::set<rs_stall_class> found;
        bool able = false, several = false;
        for (uint32_t w = 0; w < warps; w++) {
            const rs_stall_class its = class_of(in, w);
            if (its != RS_STALL_NONE)
                found.insert(its);
            able = able || its == RS_STALL_NONE;
            several = several || (its == RS_STALL_CONTROL && (in.memory_data >> w & 1) != 0);
        }
        bench_.count(STRONGER_HIDES_WEAKER, several);
        if (in.live == 0)
            return RS_STALL_IDLE;
        found.erase(RS_STALL_IDLE);
        if (in.issued || in.slot_busy)
            return RS_STALL_NONE;
        bench_.count(BY_SLOT_ALONE, in.slot_waits && found.count(RS_STALL_MEMORY_STRUCTURAL) == 0);
        if (in.slot_waits)
            found.insert(RS_STALL_MEMORY_STRUCTURAL);
        bench_.count(ABLE_ALONE, found.empty() && able);
        return found.empty() ? RS_STALL_NONE : *found.begin();
    }

    void drive()
    {
        const bool memory = bench_.is_case("memory"), structural = bench_.is_case("structural"), compute = bench_.is_case("compute");
        const bool sparse = bench_.is_case("sparse");
        if (bench_.cycle() % 64 == 0) {
            live_ = sparse ? 100 / (warps + 1) / (1 + bench_.random_below(4)) : bench_.random_below(101);
            for (uint32_t &percent : hazard_)
                percent = bench_.chance(40) ? 0 : bench_.chance(30) ? 100 : bench_.random_below(101);
            if (memory || structural || compute)
                hazard_[0] = hazard_[1] = 0;
            if (memory)
                hazard_[2] = 30 + bench_.random_below(71);
            if (structural || compute)
                hazard_[2] = 0;
            hazard_[3] = structural ? 70 : memory || compute ? 0 : hazard_[3];
            busy_ = structural || memory || compute ? 5 : bench_.random_below(60);
            event_ = bench_.random_below(60);
            ready_ = 5 + bench_.random_below(60);
        }
        in_ = rs_stall_inputs();
        in_.live = some_warps(live_);
        in_.control = some_warps(hazard_[0]);
        in_.synchronization = some_warps(hazard_[1]);
        in_.memory_data = some_warps(hazard_[2]);
        in_.memory_structural = some_warps(hazard_[3]);
        in_.compute_data = some_warps(hazard_[4]);
        in_.compute_structural = some_warps(hazard_[5]);
        in_.issued = bench_.chance(busy_);
        in_.slot_busy = bench_.chance(busy_ / 2);
        in_.slot_waits = bench_.chance(structural ? 30 : 3);
        in_.releasing = bench_.chance(event_ / 2);
        in_.dma_pending = bench_.chance(event_ / 2);
        in_.mshr_full = bench_.chance(event_);
        in_.store_buffer_full = bench_.chance(event_);
        in_.bank_conflict = bench_.chance(event_);
        in_.clear = bench_.is_case("clears") && bench_.chance(2);
        drive_waiting();
        drive_ready();
    }

    void drive_waiting()
    {
        std::vector<uint32_t> waiting;
        for (uint32_t w = 0; w < warps; w++)
            if (class_of(in_, w) == RS_STALL_MEMORY_DATA)
                waiting.push_back(w);
        in_.waiting_warp = bench_.random_below(1u << warp_bits) % warps;
        in_.waiting_register = bench_.random_below(registers);
        if (waiting.empty() || bench_.chance(1))
            return;
        in_.waiting_valid = true;
        in_.waiting_warp = bench_.chance(70) ? waiting[0] : waiting[bench_.random_below(static_cast<uint32_t>(waiting.size()))];
        std::set<uint32_t> &pending = pending_[in_.waiting_warp];
        if (pending.empty() || bench_.chance(5))
            pending.insert(bench_.random_below(registers));
        std::set<uint32_t>::const_iterator chosen = pending.begin();
        if (bench_.chance(10))
            std::advance(chosen, bench_.random_below(static_cast<uint32_t>(pending.size())));
        in_.waiting_register = *chosen;
    }

    void drive_ready()
    {
        for (uint32_t k = 0; k < RS_STALL_READY; k++) {
            rs_register_ready &ready = in_.ready[k];
            const bool same = k == 1 && in_.ready[0].valid && bench_.chance(30);
            ready.warp = same ? in_.ready[0].warp : bench_.chance(50) ? in_.waiting_warp : bench_.random_below(warps);
            ready.number = bench_.random_below(registers);
            ready.level = bench_.random_below(RS_SERVED_LEVELS);
            if (k == 1 && in_.ready[0].valid && bench_.chance(50))
                ready.level = in_.ready[0].level;
            std::set<uint32_t> &pending = pending_[ready.warp];
            if (!bench_.chance(ready_))
                continue;
            const bool twice = k == 1 && in_.ready[0].valid && in_.ready[0].warp == ready.warp && in_.ready[0].number == ready.number;
            if (!twice && bench_.chance(10))
                pending.insert(ready.number); /* one that is never charged */
            if (pending.empty())
                continue;
            std::set<uint32_t>::const_iterator chosen = pending.begin();
            std::advance(chosen, bench_.random_below(static_cast<uint32_t>(pending.size())));
            ready.valid = true;
            ready.number = *chosen;
            pending.erase(chosen);
        }
    }

    /* The ledger at the end of a cycle: what the cycle before has brought. */
    void write_ledger()
    {
        const rs_stall_inputs &in = before_;
        const bool charged = before_counted_ && before_class_ == RS_STALL_MEMORY_DATA && in.waiting_valid;
        uint32_t settled[2] = {RS_SERVED_LEVELS, RS_SERVED_LEVELS}, settles = 0;
        for (uint32_t i = 0; i < RS_SERVED_LEVELS; i++)
            level_[i] += paid_.back()[i];
        paid_.pop_back();
        paid_.push_front({});
        if (before_counted_) {
            cycles_++;
            class_[before_class_]++;
            if (before_class_ == RS_STALL_MEMORY_STRUCTURAL)
                cause_[in.releasing ? 0 : in.dma_pending ? 1 : in.mshr_full ? 2 : in.store_buffer_full ? 3 : in.bank_conflict ? 4 : 5]++;
        }
        bool other = false;
        for (int last = 0; last < 2; last++) { /* a register that is charged as well comes behind its charge */
            if (last == 1 && charged) {
                const bool had = ledger_.count(in.waiting_warp) != 0;
                Debt &debt = ledger_[in.waiting_warp];
                bench_.count(CHARGED_AGAIN, had && debt.number == in.waiting_register);
                bench_.count("debt_moved", had && debt.number != in.waiting_register);
                debt.number = in.waiting_register;
                debt.cycles.push_back(bench_.cycle());
                bench_.count("debt_wraps", debt.cycles.size() > debt_ones);
            }
            for (const rs_register_ready &ready : in.ready) {
                const bool its = charged && ready.warp == in.waiting_warp && ready.number == in.waiting_register;
                if (!ready.valid || (last == 1) != its)
                    continue;
                const auto debt = ledger_.find(ready.warp);
                const bool has = debt != ledger_.end() && debt->second.number == ready.number;
                bench_.count(has ? READY_WITH_DEBT : READY_WITHOUT_DEBT, true);
                bench_.count("at_once", its);
                other = other || (has && charged && !its && ready.warp == in.waiting_warp);
                if (!has)
                    continue;
                paid_.front()[ready.level] += debt->second.cycles.size() & debt_ones;
                settled[settles++] = ready.level;
                bench_.count(LEVELS + ready.level, true);
                ledger_.erase(debt);
            }
        }
        bench_.count("other_register_settles", other);
        bench_.count("two_settle", settles == 2);
        bench_.count("two_settle_one_level", settles == 2 && settled[0] == settled[1]);
        bench_.count("two_of_a_warp_ready", in.ready[0].valid && in.ready[1].valid && in.ready[0].warp == in.ready[1].warp);
        bench_.count("warps_with_debts", ledger_.size() > 1);
        bench_.count("counter_wraps", class_[0] > counter_ones);
    }

    void judge()
    {
        Vdut &dut = bench_.dut();
        uint64_t classes = 0, causes = 0, levels = 0, debts = 0;
        for (uint32_t i = 0; i < RS_STALL_CLASSES; i++) {
            const uint64_t has = rs::get(dut.class_cycles, i * counter_bits, counter_bits);
            bench_.expect("cycles of the class", class_[i] & counter_ones, has, static_cast<int>(i));
            classes += has;
        }
        for (uint32_t i = 0; i < RS_STALL_CAUSES; i++) {
            const uint64_t has = rs::get(dut.cause_cycles, i * counter_bits, counter_bits);
            bench_.expect("cycles of the cause", cause_[i] & counter_ones, has, static_cast<int>(i));
            causes += has;
        }
        for (uint32_t i = 0; i < RS_SERVED_LEVELS; i++) {
            const uint64_t has = rs::get(dut.level_cycles, i * counter_bits, counter_bits);
            bench_.expect("cycles of the level", level_[i] & counter_ones, has, static_cast<int>(i));
            levels += has;
        }
        for (const auto &debt : ledger_)
            debts += debt.second.cycles.size();
        for (const std::array<uint64_t, RS_SERVED_LEVELS> &its : paid_)
            for (uint64_t cycles : its)
                debts += cycles;
        bench_.expect("classes are cycles", cycles_ & counter_ones, classes & counter_ones);
        bench_.expect("causes are class 1", class_[RS_STALL_MEMORY_STRUCTURAL] & counter_ones, causes & counter_ones);
        if (debt_bits >= 32)
            bench_.expect("levels and debts are class 2", class_[RS_STALL_MEMORY_DATA] - unchargeable_, levels + debts);
    }

    void apply()
    {
        Vdut &dut = bench_.dut();
        dut.clear = in_.clear;
        rs::set(dut.live, 0, warps, in_.live);
        rs::set(dut.hazard_control, 0, warps, in_.control);
        rs::set(dut.hazard_synchronization, 0, warps, in_.synchronization);
        rs::set(dut.hazard_memory_data, 0, warps, in_.memory_data);
        rs::set(dut.hazard_memory_structural, 0, warps, in_.memory_structural);
        rs::set(dut.hazard_compute_data, 0, warps, in_.compute_data);
        rs::set(dut.hazard_compute_structural, 0, warps, in_.compute_structural);
        dut.issued = in_.issued;
        dut.slot_busy = in_.slot_busy;
        dut.slot_waits = in_.slot_waits;
        dut.releasing = in_.releasing;
        dut.dma_pending = in_.dma_pending;
        dut.mshr_full = in_.mshr_full;
        dut.store_buffer_full = in_.store_buffer_full;
        dut.bank_conflict = in_.bank_conflict;
        dut.waiting_valid = waiting_.back().waiting_valid;
        rs::set(dut.waiting_warp, 0, warp_bits, waiting_.back().waiting_warp);
        rs::set(dut.waiting_register, 0, register_bits, waiting_.back().waiting_register);
        for (uint32_t k = 0; k < RS_STALL_READY; k++) {
            rs::set(dut.ready_valid, k, 1, in_.ready[k].valid);
            rs::set(dut.ready_warp, k * warp_bits, warp_bits, in_.ready[k].warp);
            rs::set(dut.ready_register, k * register_bits, register_bits, in_.ready[k].number);
            rs::set(dut.ready_level, k * 3, 3, in_.ready[k].level);
        }
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        const bool rst = bench_.is_case("reset") && bench_.chance(1);
        drive();
        apply();
        dut.rst = rst;
        bench_.eval();
        bench_.compare("stall_class", twin_.stall_class, dut.stall_class);
        bench_.compare("stall_cause", twin_.stall_cause, dut.stall_cause);
        compare_all();
        judge();
        bench_.expect("the class by the algorithms", before_class_, dut.stall_class);

        const rs_stall_class now = class_of_cycle(in_);
        const bool charges = now == RS_STALL_MEMORY_DATA && in_.waiting_valid;
        bench_.count(NONE_ISSUED, in_.live != 0 && in_.issued);
        bench_.count(NONE_BUSY, in_.live != 0 && !in_.issued && in_.slot_busy);
        bench_.count(IDLE_BUSY, in_.live == 0 && in_.slot_busy);
        bench_.count(NOBODY_TO_CHARGE, now == RS_STALL_MEMORY_DATA && !in_.waiting_valid);
        bench_.count(CLASSES + now, true);
        if (now == RS_STALL_MEMORY_STRUCTURAL)
            bench_.count(CAUSES + (in_.releasing ? 0 : in_.dma_pending ? 1 : in_.mshr_full ? 2 : in_.store_buffer_full ? 3
                                   : in_.bank_conflict ? 4 : 5), true);
        bench_.count(CLEARED, in_.clear);
        bench_.count(CLEARED_WITH_DEBT, in_.clear && !ledger_.empty());
        bench_.count(CHARGED_WHILE_CLEARED, in_.clear && charges);
        bench_.count(RESET, rst);
        bench_.count(RESET_WITH_DEBT, rst && !ledger_.empty());

        bench_.clock();
        rs_stall_inspector_clock(&twin_, &in_);
        write_ledger();
        if (before_counted_ && before_class_ == RS_STALL_MEMORY_DATA && !before_.waiting_valid)
            unchargeable_++;
        if (in_.clear || rst)
            wipe();
        waiting_.pop_back();
        waiting_.push_front(in_);
        before_ = in_;
        before_class_ = now;
        before_counted_ = !in_.clear;
        if (rst) {
            rs_stall_inspector_reset(&twin_);
            forget();
        }
    }

    void compare_all()
    {
        Vdut &dut = bench_.dut();
        for (uint32_t i = 0; i < RS_STALL_CLASSES; i++)
            bench_.compare("class_cycles", twin_.class_cycles[i], rs::get(dut.class_cycles, i * counter_bits, counter_bits),
                           static_cast<int>(i));
        for (uint32_t i = 0; i < RS_STALL_CAUSES; i++)
            bench_.compare("cause_cycles", twin_.cause_cycles[i], rs::get(dut.cause_cycles, i * counter_bits, counter_bits),
                           static_cast<int>(i));
        for (uint32_t i = 0; i < RS_SERVED_LEVELS; i++)
            bench_.compare("level_cycles", twin_.level_cycles[i], rs::get(dut.level_cycles, i * counter_bits, counter_bits),
                           static_cast<int>(i));
    }

    rs::Cosim<Vdut> bench_;
    rs_stall_inspector twin_ = rs_stall_inspector();
    rs_stall_inputs in_ = rs_stall_inputs(), before_ = rs_stall_inputs();
    rs_stall_class before_class_ = RS_STALL_IDLE;
    bool before_counted_ = false;
    std::vector<std::set<uint32_t>> pending_; /* registers of a warp that wait for words */
    std::map<uint32_t, Debt> ledger_;         /* by warp */
    std::deque<std::array<uint64_t, RS_SERVED_LEVELS>> paid_; /* not yet counted, the last cycle's first */
    std::deque<rs_stall_inputs> waiting_;     /* of the cycles before: the RTL hears of whom a cycle charges three cycles later */
    uint64_t cycles_ = 0, unchargeable_ = 0;
    uint64_t class_[RS_STALL_CLASSES] = {}, cause_[RS_STALL_CAUSES] = {}, level_[RS_SERVED_LEVELS] = {};
    uint32_t live_ = 50, hazard_[6] = {}, busy_ = 0, event_ = 0, ready_ = 0;
};

} // namespace

int main(int argc, char **argv)
{
    return StallInspectorBench(argc, argv).run();
}
