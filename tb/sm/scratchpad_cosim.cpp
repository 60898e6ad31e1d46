/* rs_scratchpad beside cmodel/sm/scratchpad.c, and beside an array of words in which each group is carried out as it is
 * taken: every lane of a load answered once, with its word or at the fault port, stores to one word won by the highest lane,
 * and each group in as many pieces and conflict cycles as its worst bank has distinct words, counted by brute force. In the
 * case "streaming" a group occupies the block for so many cycles. Each case
 * begins, and goes on after each reset, with stores to every word. */
#include <algorithm>
#include <deque>
#include <set>
#include <vector>

#include "Vdut.h"
#include "cosim.h"
#include "sm/scratchpad.h"

static const uint32_t lanes = RTL_LANES, banks = RTL_BANKS, bytes = RTL_SCRATCHPAD_BYTES;
static const uint32_t address_bits = RTL_ADDRESS_BITS, warp_bits = RTL_WARP_BITS, register_bits = RTL_REGISTER_BITS;
static const uint32_t words = bytes / 4;
static const uint64_t all_lanes = lanes < 64 ? (UINT64_C(1) << lanes) - 1 : ~UINT64_C(0);
static const uint64_t space = UINT64_C(1) << address_bits;
static const uint64_t beyond = space > bytes ? space - bytes : 1; /* bytes that it does not have */

namespace {

enum {
    IDLE, LOAD, STORE, EMPTY_MASK, ONE_LANE, ALL_LANES, REFUSED, IN_WAITS, RESET_MIDWAY, LAST_WORD, STORE_BEHIND_LOAD,
    LOAD_BEHIND_STORE, ONE_PIECE, BROADCAST, WORD_TWICE_STORED, TWO_PIECES, PIECE_PER_LANE, REFUSED_MIDWAY, TAKES_AT_THE_END,
    OUTSIDE, ALL_OUTSIDE, FAULT_REFUSED, FAULT_HOLDS_THE_GROUP, FIRST_WORD_OUTSIDE
};

class ScratchpadBench {
  public:
    ScratchpadBench(int argc, char **argv)
        : bench_(argc, argv, 6000, {"random", "streaming", "refusing", "conflicts", "outside", "reset"})
    {
        std::vector<const char *> bins = {"idle", "load", "store", "empty_mask", "one_lane", "all_lanes", "refused", "in_waits",
                                          "reset_midway", "last_word", "store_behind_load", "load_behind_store", "one_piece",
                                          "broadcast", "word_twice_stored", "two_pieces", "piece_per_lane", "refused_midway",
                                          "takes_at_the_end"};
        for (const char *name : {"outside", "all_outside", "fault_refused", "fault_holds_the_group", "first_word_outside"})
            if (space > bytes)
                bins.push_back(name);
        bench_.declare_bins(bins);
        if (!rs_scratchpad_init(&twin_, lanes, banks, bytes))
            abort();
    }
    ~ScratchpadBench() { rs_scratchpad_destroy(&twin_); }

    int run()
    {
        while (bench_.next_case()) {
            memory_.assign(words, 0);
            forget();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    /* A load whose lanes are not all answered. */
    struct Load {
        rs_warp_group group;
        std::vector<uint32_t> expected;
        uint64_t unserved;
        uint32_t pieces;
    };

    void forget()
    {
        rs_scratchpad_reset(&twin_);
        swept_ = 0;
        loads_.clear();
        unreported_ = conflicts_ = 0;
        have_ = wb_stays_ = fault_stays_ = in_stays_ = streams_ = false;
    }

    void invent()
    {
        rs_warp_group &g = group_;
        const bool conflicts = bench_.is_case("conflicts"), outside = bench_.is_case("outside");
        const uint32_t pattern = swept_ < words ? 0 : conflicts ? 2 + bench_.random_below(3) : bench_.random_below(6);
        const uint32_t base = swept_ < words ? swept_ : bench_.random_below(words);
        const uint32_t few = 1 + bench_.random_below(4), stride = 1 + bench_.random_below(2 * banks);

        g = rs_warp_group();
        g.write = swept_ < words || bench_.chance(50);
        g.warp = bench_.random_below(1u << warp_bits);
        g.first_register = bench_.random_below(1u << register_bits);
        g.element = bench_.random_below(16);
        switch (swept_ < words ? 0 : bench_.random_below(6)) {
        case 0: case 1: case 2: g.mask = all_lanes; break;
        case 3: g.mask = UINT64_C(1) << bench_.random_below(lanes); break;
        case 4: g.mask = bench_.is_case("streaming") || bench_.chance(60) ? all_lanes : 0; break;
        default: g.mask = bench_.random() & all_lanes; break;
        }
        for (uint32_t l = 0; l < lanes; l++) {
            uint64_t word = 0;
            switch (pattern) {
            case 0: word = base + l; break;                                       /* unit stride */
            case 1: word = base + uint64_t{stride} * l; break;
            case 2: word = base + uint64_t{banks} * l; break;                     /* one bank */
            case 3: word = base + banks * bench_.random_below(few) + bench_.random_below(few); break;
            case 4: word = base + l % few * banks; break;
            default: word = bench_.random_below(words); break;
            }
            g.address[l] = word % words * 4 + bench_.random_below(4);
            if (swept_ >= words && space > bytes && (outside ? bench_.chance(40) : bench_.chance(1)))
                g.address[l] = bench_.chance(50) ? bytes : bytes + bench_.random() % beyond;
            if (outside && g.address[l] > bytes && bench_.chance(50)) { /* by one bit alone */
                const uint64_t bit = UINT64_C(1) << bench_.random_below(address_bits);
                g.address[l] = bit >= bytes ? bit | (g.address[l] & 3) : g.address[l];
            }
            g.data[l] = static_cast<uint32_t>(bench_.random());
        }
        have_ = true;
    }

    /* Distinct words of the bank that has most. */
    static uint32_t worst_bank(const rs_warp_group &g, uint64_t served)
    {
        uint32_t most = 0;
        for (uint32_t bank = 0; bank < banks; bank++) {
            std::set<uint64_t> distinct;
            for (uint32_t l = 0; l < lanes; l++)
                if ((served >> l & 1) != 0 && g.address[l] / 4 % banks == bank)
                    distinct.insert(g.address[l] / 4);
            most = std::max(most, static_cast<uint32_t>(distinct.size()));
        }
        return most;
    }

    void take(bool at_the_end)
    {
        const rs_warp_group &g = group_;
        Load load = {g, std::vector<uint32_t>(lanes), 0, 0};
        uint64_t unreported = 0;
        std::set<uint64_t> distinct;
        for (uint32_t l = 0; l < lanes; l++) {
            if ((g.mask >> l & 1) == 0)
                continue;
            if (g.address[l] >= bytes) {
                unreported |= UINT64_C(1) << l;
                bench_.count(FIRST_WORD_OUTSIDE, g.address[l] / 4 == words);
                continue;
            }
            load.unserved |= UINT64_C(1) << l;
            distinct.insert(g.address[l] / 4);
            bench_.count(LAST_WORD, g.address[l] / 4 == words - 1);
            load.expected[l] = memory_[g.address[l] / 4];
        }
        for (uint32_t l = 0; l < lanes; l++)
            if (g.write && (load.unserved >> l & 1) != 0)
                memory_[g.address[l] / 4] = g.data[l];
        load.pieces = worst_bank(g, load.unserved);
        const uint32_t served = static_cast<uint32_t>(__builtin_popcountll(load.unserved));
        bench_.count(g.write ? STORE : LOAD, true);
        bench_.count(EMPTY_MASK, g.mask == 0);
        bench_.count(ONE_LANE, g.mask != 0 && (g.mask & (g.mask - 1)) == 0);
        bench_.count(ALL_LANES, g.mask == all_lanes);
        bench_.count(ONE_PIECE, load.pieces == 1);
        bench_.count(BROADCAST, !g.write && served > distinct.size());
        bench_.count(WORD_TWICE_STORED, g.write && served > distinct.size());
        bench_.count(TWO_PIECES, load.pieces == 2);
        bench_.count(PIECE_PER_LANE, load.pieces == std::min(lanes, words / banks) && load.pieces > 1);
        bench_.count(TAKES_AT_THE_END, at_the_end);
        if (unreported != 0)
            bench_.count(load.unserved != 0 ? OUTSIDE : ALL_OUTSIDE, true);
        bench_.count(STORE_BEHIND_LOAD, g.write && !loads_.empty());
        bench_.count(LOAD_BEHIND_STORE, !g.write && twin_.storing);
        if (bench_.is_case("streaming") && streams_)
            bench_.expect("cycles of the group before", cycles_before_, bench_.cycle() - taken_at_);
        streams_ = true;
        cycles_before_ = load.pieces != 0 ? load.pieces : 1;
        taken_at_ = bench_.cycle();
        bench_.expect("the group before has reported its lanes outside", 0, unreported_);
        bench_.expect("conflict cycles of the group before", 0, conflicts_);
        unreported_ = unreported;
        conflicts_ = load.pieces != 0 ? load.pieces - 1 : 0;
        if (!g.write && load.unserved != 0)
            loads_.push_back(load);
        have_ = false;
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        if (bench_.cycle() % 64 == 0) {
            in_percent_ = bench_.random_below(101);
            ready_percent_ = bench_.random_below(101);
            fault_percent_ = bench_.random_below(101);
        }
        const bool streaming = bench_.is_case("streaming"), refusing = bench_.is_case("refusing");
        const bool rst = bench_.is_case("reset") && swept_ >= words && bench_.chance(3);
        if (!have_)
            invent();
        const bool in_valid = in_stays_ || bench_.chance(streaming || refusing ? 100 : in_percent_);
        const bool wb_ready = bench_.chance(streaming ? 100 : refusing ? 25 : ready_percent_);
        const bool fault_ready = bench_.chance(streaming ? 100 : refusing ? 25 : fault_percent_);

        dut.rst = rst;
        dut.in_valid = in_valid;
        dut.in_write = group_.write;
        rs::set(dut.in_warp, 0, warp_bits, group_.warp);
        rs::set(dut.in_register, 0, register_bits, group_.first_register);
        dut.in_element = static_cast<CData>(group_.element);
        rs::set(dut.in_mask, 0, lanes, group_.mask);
        for (uint32_t l = 0; l < lanes; l++) {
            rs::set(dut.in_address, l * address_bits, address_bits, in_valid ? group_.address[l] : bench_.random());
            rs::set(dut.in_data, l * 32, 32, in_valid ? group_.data[l] : bench_.random());
        }
        dut.wb_ready = wb_ready;
        dut.fault_ready = fault_ready;
        bench_.eval();

        const bool in_ready = rs_scratchpad_in_ready(&twin_, wb_ready, fault_ready);
        const bool conflict = rs_scratchpad_bank_conflict(&twin_, wb_ready);
        const bool taken = in_valid && in_ready, midway = twin_.piece != twin_.pieces;
        bench_.compare("in_ready", in_ready, dut.in_ready);
        bench_.compare("busy", rs_scratchpad_busy(&twin_), dut.busy);
        bench_.compare("event_bank_conflict", conflict, dut.event_bank_conflict);
        compare_ports();
        if (wb_stays_)
            bench_.expect("a refused piece stays", 1, dut.wb_valid);
        if (fault_stays_)
            bench_.expect("a refused fault stays", 1, dut.fault_valid);
        if (!dut.busy)
            bench_.expect("nothing is left when idle", 0, unreported_ != 0 || conflicts_ != 0 || !loads_.empty());
        bench_.expect("a conflict of this group", 1, !dut.event_bank_conflict || conflicts_ != 0);
        conflicts_ -= dut.event_bank_conflict;
        if (dut.wb_valid && wb_ready)
            answer();
        if (dut.fault_valid && fault_ready) {
            bench_.expect("lanes outside", unreported_, rs::get(dut.fault_outside, 0, lanes));
            unreported_ = 0;
        }
        bench_.count(IDLE, !rs_scratchpad_busy(&twin_) && !in_valid);
        bench_.count(REFUSED, twin_.wb_valid && !wb_ready);
        bench_.count(REFUSED_MIDWAY, twin_.wb_valid && !wb_ready && midway && twin_.piece != 0);
        bench_.count(IN_WAITS, in_valid && !in_ready);
        bench_.count(RESET_MIDWAY, rst && midway);
        if (space > bytes) {
            bench_.count(FAULT_REFUSED, twin_.outside != 0 && !fault_ready);
            bench_.count(FAULT_HOLDS_THE_GROUP, twin_.outside != 0 && !fault_ready && !midway && in_valid);
        }
        wb_stays_ = twin_.wb_valid && !wb_ready;
        fault_stays_ = twin_.outside != 0 && !fault_ready;
        in_stays_ = in_valid && !in_ready && !rst;
        const rs_warp_group offered = group_;
        if (taken && !rst) {
            take(midway);
            swept_ += lanes;
        }

        bench_.clock();
        rs_scratchpad_clock(&twin_, in_valid ? &offered : nullptr, wb_ready, fault_ready);
        if (rst)
            forget();
    }

    void compare_ports()
    {
        Vdut &dut = bench_.dut();
        bench_.compare("wb_valid", twin_.wb_valid, dut.wb_valid);
        if (twin_.wb_valid) {
            bench_.compare("wb_warp", twin_.wb.warp, rs::get(dut.wb_warp, 0, warp_bits));
            bench_.compare("wb_register", twin_.wb.first_register, rs::get(dut.wb_register, 0, register_bits));
            bench_.compare("wb_element", twin_.wb.element, dut.wb_element);
            bench_.compare("wb_mask", twin_.wb.mask, rs::get(dut.wb_mask, 0, lanes));
            bench_.compare_words("wb_data", twin_.wb.data, dut.wb_data, 0, lanes * 32);
        }
        bench_.compare("fault_valid", twin_.outside != 0, dut.fault_valid);
        if (twin_.outside != 0) {
            bench_.compare("fault_warp", twin_.group.warp, rs::get(dut.fault_warp, 0, warp_bits));
            bench_.compare("fault_register", twin_.group.first_register, rs::get(dut.fault_register, 0, register_bits));
            bench_.compare("fault_element", twin_.group.element, dut.fault_element);
            bench_.compare("fault_outside", twin_.outside, rs::get(dut.fault_outside, 0, lanes));
        }
    }

    /* The piece that is taken against the oldest load. */
    void answer()
    {
        Vdut &dut = bench_.dut();
        bench_.expect("a load to answer", 1, !loads_.empty());
        if (loads_.empty())
            return;
        Load &load = loads_.front();
        const uint64_t served = rs::get(dut.wb_mask, 0, lanes);
        bench_.expect("its register", load.group.first_register, rs::get(dut.wb_register, 0, register_bits));
        bench_.expect("lanes, each once", 0, served & ~load.unserved);
        bench_.expect("a piece has lanes", 1, served != 0);
        bench_.expect("one word a bank", 1, worst_bank(load.group, served));
        for (uint32_t l = 0; l < lanes; l++)
            bench_.expect("word of the lane", served >> l & 1 ? load.expected[l] : 0, rs::get(dut.wb_data, l * 32, 32),
                          static_cast<int>(l));
        load.unserved &= ~served;
        load.pieces--;
        bench_.expect("pieces as words of the worst bank", load.unserved == 0, load.pieces == 0);
        if (load.unserved == 0)
            loads_.pop_front();
    }

    rs::Cosim<Vdut> bench_;
    rs_scratchpad twin_ = rs_scratchpad();
    std::vector<uint32_t> memory_;
    uint32_t swept_ = 0;  /* words stored by the groups a case begins with */
    rs_warp_group group_; /* offered, or to be offered, when have_ */
    bool have_ = false, in_stays_ = false, wb_stays_ = false, fault_stays_ = false;
    std::deque<Load> loads_;
    uint64_t unreported_ = 0;
    uint32_t conflicts_ = 0; /* still to come of the group taken last */
    bool streams_ = false;
    uint64_t taken_at_ = 0, cycles_before_ = 0;
    uint32_t in_percent_ = 50, ready_percent_ = 50, fault_percent_ = 50;
};

} // namespace

int main(int argc, char **argv)
{
    return ScratchpadBench(argc, argv).run();
}
