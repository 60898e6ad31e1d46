/* rs_load_store_unit beside cmodel/sm/load_store_unit.c, and beside the closed form of each instruction's address list,
 * written down when its first cycle is taken: element k at start + k * stride * 4, start + index[k] * 4 or start + offset, up
 * to the first one that is at fault. Also checked: the paper's number of issue cycles and, in the case "streaming", the
 * number of cycles an instruction occupies the unit. Data of loads, and address and data of inactive lanes, mean nothing. */
#include <deque>
#include <vector>

#include "Vdut.h"
#include "cosim.h"
#include "sm/load_store_unit.h"

static const uint32_t lanes = RTL_LANES, address_bits = RTL_ADDRESS_BITS, max_length = RTL_MAX_LENGTH;
static const uint32_t warp_bits = RTL_WARP_BITS, register_bits = RTL_REGISTER_BITS;
static const uint64_t all_lanes = lanes < 64 ? (UINT64_C(1) << lanes) - 1 : ~UINT64_C(0);
static const uint64_t space = UINT64_C(1) << address_bits;
static const uint32_t lengths[] = {1, 4, 8, 16};

namespace {

enum {
    IDLE, PARTIAL_MASK, ONE_LANE, ALL_LANES, SCRATCHPAD, NEGATIVE, LOWEST_WORD, HIGHEST_WORD, ANSWERED_EMPTY,
    ANSWERED_UNSUPPORTED, ANSWERED_BAD_REGISTER, REFUSED_MIDWAY,
    REFUSED_AT_THE_END, FAULT_REFUSED, FAULT_MISALIGNED, FAULT_BELOW, FAULT_ABOVE, FAULT_AFTER_GROUPS,
    INACTIVE_LANE_AT_FAULT, ISSUE_WAITS, BACK_TO_BACK, ANSWERED_BACK_TO_BACK, RESET_STAGING, RESET_SENDING, OPCODES
};

/* Bins that lengths above 4 alone can reach; behind those of the opcodes. */
enum { END_BEYOND_REGISTERS, STAGING_REFUSED, STAGING_STARVES, STAGING_SENDS, STAGING_FAULT };

/* One instruction, all its operands known before it issues. */
struct Instruction {
    rs_load_store_issue issue;
    std::vector<std::vector<uint32_t>> beats; /* operand cycles behind the first, 4 * lanes words each */
    uint64_t start[lanes];
    int32_t stride[lanes], index[RS_VECTOR_MAX][lanes];
    uint32_t word[RS_VECTOR_MAX][lanes];
};

struct Group {
    bool fault, last;
    uint32_t element;
    rs_load_store_issue issue;
    uint64_t address[lanes], misaligned, outside;
    uint32_t data[lanes];
};

class LoadStoreUnitBench {
  public:
    LoadStoreUnitBench(int argc, char **argv)
        : bench_(argc, argv, 6000,
                 {"random", "streaming", "refusing", "staging", "edges", "faults", "answers", "reset"})
    {
        bench_.declare_bins(
            {"idle", "partial_mask", "one_lane", "all_lanes", "scratchpad", "negative", "lowest_word", "highest_word",
             "answered_empty", "answered_unsupported", "answered_bad_register",
             "refused_midway", "refused_at_the_end", "fault_refused", "fault_misaligned",
             "fault_below", "fault_above", "fault_after_groups", "inactive_lane_at_fault",
             "issue_waits", "back_to_back", "answered_back_to_back",
             "reset_staging", "reset_sending"});
        const char *names[] = {"ld", "st", "ld.stride", "st.stride", "ld.indirect", "st.indirect"};
        for (uint32_t opcode = 0; opcode < 6; opcode++)
            for (uint32_t k = opcode < 2 ? 0 : 1; k <= (opcode < 2 ? 0 : last_length); k++)
                name_.push_back(std::string(names[opcode]) + "." + std::to_string(lengths[k]));
        std::vector<const char *> opcodes;
        for (const std::string &name : name_)
            opcodes.push_back(name.c_str());
        if (max_length > 4)
            opcodes.insert(opcodes.end(), {"end_beyond_registers", "staging_refused", "staging_starves", "staging_sends",
                                           "staging_fault"});
        bench_.declare_bins(opcodes);
        const rs_load_store_sizes sizes = {lanes, address_bits, max_length, register_bits};
        rs_load_store_unit_init(&twin_, &sizes);
    }

    int run()
    {
        while (bench_.next_case()) {
            forget();
            have_ = false;
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    static const uint32_t last_length = max_length == 4 ? 1 : max_length == 8 ? 2 : 3; /* in lengths[] */

    void count_long(uint32_t k, bool hit)
    {
        if (max_length > 4)
            bench_.count(OPCODES + 2 + 4 * last_length + k, hit);
    }

    static uint32_t bin(uint32_t opcode, uint32_t length)
    {
        return opcode < 2 ? OPCODES + opcode
                          : OPCODES + 2 + (opcode - 2) * last_length + (length == 4 ? 0 : length == 8 ? 1 : 2);
    }

    void forget()
    {
        rs_load_store_unit_reset(&twin_);
        expected_.clear();
        beat_ = 0;
        group_stays_ = fault_stays_ = valid_stays_ = began_ = false;
    }

    uint32_t word() { return static_cast<uint32_t>(bench_.random()); }

    /* Signed: mostly small, at times anything. */
    int32_t distance()
    {
        const uint32_t kind = bench_.random_below(8);
        if (kind == 0 && (address_bits >= 40 || bench_.is_case("faults")))
            return static_cast<int32_t>(word());
        return kind == 1 ? 0 : static_cast<int32_t>(bench_.random_below(65)) - 32;
    }

    uint64_t mask()
    {
        switch (bench_.random_below(4)) {
        case 0: return all_lanes;
        case 1: return UINT64_C(1) << bench_.random_below(lanes);
        default: return bench_.random() & all_lanes;
        }
    }

    uint64_t start_address()
    {
        const bool edges = bench_.is_case("edges") || bench_.is_case("faults");
        const uint64_t near = bench_.random_below(edges ? 40 : 4000) * 4u;
        switch (bench_.random_below(edges ? 3 : 12)) {
        case 0: return near;
        case 1: return space - 4 - near;
        default: return (bench_.random() & (space - 1)) / 4 * 4;
        }
    }

    /* A random instruction of this case. */
    void invent()
    {
        Instruction &i = next_;
        rs_load_store_issue &issue = i.issue;
        const bool faults = bench_.is_case("faults"), answers = bench_.is_case("answers");
        const uint32_t percent = answers ? 40 : bench_.is_case("streaming") ? 0 : 2;

        issue = rs_load_store_issue();
        issue.opcode = bench_.random_below(bench_.chance(percent) ? 8 : 6);
        if (bench_.is_case("staging"))
            issue.opcode = 3 + bench_.random_below(3);
        issue.length = issue.opcode < 2 ? 1 : lengths[1 + bench_.random_below(last_length)];
        if (bench_.chance(percent))
            issue.length = bench_.random_below(32);
        issue.warp = bench_.random_below(1u << warp_bits);
        issue.first_register = bench_.random_below(1u << register_bits);
        if (issue.opcode >= 2 && !bench_.chance(percent))
            issue.first_register = bench_.random_below((1u << register_bits) / 4 - issue.length / 4 + 1) * 4 %
                                   (1u << register_bits);
        if (answers && bench_.chance(10))
            issue.first_register = (1u << register_bits) - 4;
        issue.scratchpad = bench_.chance(30);
        issue.mask = bench_.chance(percent) ? 0 : mask();
        issue.offset = distance() * (bench_.chance(90) ? 4 : 1);
        const uint64_t misaligned = faults && bench_.chance(20) ? bench_.random() & all_lanes : 0;
        for (uint32_t l = 0; l < lanes; l++) {
            i.start[l] = start_address() ^ (misaligned >> l & 1 ? bench_.random_below(4) : 0);
            i.stride[l] = distance();
            for (uint32_t k = 0; k < RS_VECTOR_MAX; k++) {
                i.index[k][l] = distance();
                i.word[k][l] = word();
            }
            /* Bits above the address are not looked at. */
            const uint64_t pair = i.start[l] | (bench_.random() & ~(space - 1));
            issue.operands[l][0] = static_cast<uint32_t>(pair);
            issue.operands[l][1] = static_cast<uint32_t>(pair >> 32);
            issue.operands[l][2] = issue.opcode < 2 ? word() : static_cast<uint32_t>(i.stride[l]);
            issue.operands[l][3] = issue.opcode == 1 ? i.word[0][l] : word();
        }
        i.beats.clear();
        for (uint32_t k = 0; k < issue.length && k < RS_VECTOR_MAX; k += 4) { /* longer: refused */
            if (issue.opcode >= 4)
                i.beats.push_back(row([&](uint32_t l, uint32_t r) { return static_cast<uint32_t>(i.index[k + r][l]); }));
            if (issue.opcode == 3 || issue.opcode == 5)
                i.beats.push_back(row([&](uint32_t l, uint32_t r) { return i.word[k + r][l]; }));
        }
        beat_ = 0;
        have_ = true;
    }
    template <class Value> static std::vector<uint32_t> row(Value value)
    {
        std::vector<uint32_t> words;
        for (uint32_t l = 0; l < lanes; l++)
            for (uint32_t r = 0; r < 4; r++)
                words.push_back(value(l, r));
        return words;
    }

    uint32_t by_the_header(const rs_load_store_issue &issue) const
    {
        const bool plain = issue.opcode < 2, vector = issue.opcode >= 2 && issue.opcode < 6;
        bool length = plain && issue.length == 1;
        for (uint32_t k = 1; k <= last_length; k++)
            length |= vector && issue.length == lengths[k];
        if (!length)
            return RS_LSU_UNSUPPORTED;
        if (vector && (issue.first_register & 3 || issue.first_register + issue.length > 1u << register_bits))
            return RS_LSU_BAD_REGISTER;
        return issue.mask == 0 ? RS_LSU_EMPTY : RS_LSU_ACCEPTED;
    }

    /* The closed form: all groups of next_, up to its first fault. */
    void expect_groups()
    {
        const Instruction &i = next_;
        for (uint32_t k = 0; k < i.issue.length; k++) {
            Group g = Group();
            g.issue = i.issue;
            g.element = k;
            g.last = k + 1 == i.issue.length;
            bool inactive = false;
            for (uint32_t l = 0; l < lanes; l++) {
                const bool active = (i.issue.mask >> l & 1) != 0;
                const int64_t away = i.issue.opcode < 2   ? i.issue.offset
                                     : i.issue.opcode < 4 ? INT64_C(4) * k * i.stride[l]
                                                          : INT64_C(4) * i.index[k][l];
                const int64_t address = static_cast<int64_t>(i.start[l]) + away;
                const bool below = address < 0, above = address >= static_cast<int64_t>(space);
                g.address[l] = static_cast<uint64_t>(address);
                g.data[l] = i.word[k][l];
                inactive |= !active && (below || above);
                if (!active)
                    continue;
                g.misaligned |= static_cast<uint64_t>((address & 3) != 0) << l;
                g.outside |= static_cast<uint64_t>(below || above) << l;
                bench_.count(FAULT_BELOW, below);
                bench_.count(FAULT_ABOVE, above);
                bench_.count(NEGATIVE, away < 0 && !below);
                bench_.count(LOWEST_WORD, address == 0 && k != 0);
                bench_.count(HIGHEST_WORD, address == static_cast<int64_t>(space - 4) && k != 0);
            }
            g.fault = (g.misaligned | g.outside) != 0;
            bench_.count(INACTIVE_LANE_AT_FAULT, inactive && !g.fault);
            bench_.count(FAULT_MISALIGNED, g.misaligned != 0);
            bench_.count(FAULT_AFTER_GROUPS, g.fault && k != 0);
            expected_.push_back(g);
            if (g.fault)
                return;
        }
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        if (bench_.cycle() % 64 == 0) {
            issue_percent_ = bench_.random_below(101);
            ready_percent_ = bench_.random_below(101);
        }
        const bool streaming = bench_.is_case("streaming");
        const uint32_t issue_percent = streaming || bench_.is_case("refusing") ? 100 : issue_percent_;
        const uint32_t ready_percent = streaming || bench_.is_case("staging") ? 100
                                       : bench_.is_case("refusing")           ? 20
                                                                              : ready_percent_;
        const bool rst = bench_.is_case("reset") && bench_.chance(4);

        if (!have_)
            invent();
        const bool in_valid = valid_stays_ || bench_.chance(issue_percent);
        rs_load_store_issue issue = next_.issue;
        if (beat_ != 0) { /* the other fields mean nothing beside operands */
            issue.opcode = bench_.random_below(8);
            issue.length = bench_.random_below(32);
            issue.first_register = bench_.random_below(1u << register_bits);
            issue.mask = bench_.random() & all_lanes;
            for (uint32_t l = 0; l < lanes; l++)
                for (uint32_t r = 0; r < 4; r++)
                    issue.operands[l][r] = next_.beats[beat_ - 1][l * 4 + r];
        }
        const bool group_ready = bench_.chance(ready_percent), fault_ready = bench_.chance(ready_percent);

        dut.rst = rst;
        dut.in_valid = in_valid;
        dut.in_opcode = static_cast<CData>(issue.opcode);
        dut.in_length = static_cast<CData>(issue.length);
        rs::set(dut.in_warp, 0, warp_bits, issue.warp);
        rs::set(dut.in_register, 0, register_bits, issue.first_register);
        dut.in_scratchpad = issue.scratchpad;
        rs::set(dut.in_mask, 0, lanes, issue.mask);
        dut.in_offset = static_cast<uint32_t>(issue.offset);
        for (uint32_t l = 0; l < lanes; l++)
            for (uint32_t r = 0; r < 4; r++)
                rs::set(dut.in_operands, l * 128 + r * 32, 32, in_valid ? issue.operands[l][r] : word());
        dut.group_ready = group_ready;
        dut.fault_ready = fault_ready;
        bench_.eval();

        const bool group_valid = rs_load_store_unit_group_valid(&twin_);
        const bool fault_valid = rs_load_store_unit_fault_valid(&twin_);
        const bool in_ready = rs_load_store_unit_in_ready(&twin_, group_ready, fault_ready);
        const uint32_t status = rs_load_store_unit_status(&twin_, &issue);
        bench_.compare("busy", twin_.busy, dut.busy);
        bench_.compare("in_ready", in_ready, dut.in_ready);
        bench_.compare("in_first", !rs_load_store_unit_staging(&twin_), dut.in_first);
        if (in_valid)
            bench_.compare("in_status", status, dut.in_status);
        bench_.compare("group_valid", group_valid, dut.group_valid);
        bench_.compare("fault_valid", fault_valid, dut.fault_valid);
        if (group_valid || fault_valid)
            compare_port(group_valid);

        const bool in_taken = in_valid && in_ready, group_taken = group_valid && group_ready;
        const bool fault_taken = fault_valid && fault_ready;
        const bool ends = (group_taken && twin_.group.last) || fault_taken;
        /* Operands of an instruction under way are taken at once. */
        if (beat_ != 0)
            bench_.expect("operands taken", 1, dut.in_ready);
        count(in_valid, in_ready, group_valid, group_ready, fault_valid, fault_ready, rst);
        if (!rst && in_taken)
            issued(dut.in_status, ends);
        if (group_taken || fault_taken)
            expected_.pop_front();
        group_stays_ = group_valid && !group_ready;
        fault_stays_ = fault_valid && !fault_ready;
        valid_stays_ = in_valid && !in_ready && !rst;

        bench_.clock();
        rs_load_store_unit_clock(&twin_, in_valid ? &issue : nullptr, group_ready, fault_ready);
        if (rst) {
            forget();
            have_ = false;
        }
    }

    /* The group or fault at the port against the twin and the closed form. */
    void compare_port(bool group_valid)
    {
        Vdut &dut = bench_.dut();
        const rs_warp_group &group = twin_.group;
        bench_.compare("group_write", group.write, dut.group_write);
        bench_.compare("group_scratchpad", group.scratchpad, dut.group_scratchpad);
        bench_.compare("group_warp", group.warp, dut.group_warp);
        bench_.compare("group_register", group.first_register, dut.group_register);
        bench_.compare("group_element", group.element, dut.group_element);
        bench_.compare("group_last", group.last, dut.group_last);
        bench_.compare("group_mask", group.mask, dut.group_mask);
        bench_.compare("fault_misaligned", twin_.misaligned, dut.fault_misaligned);
        bench_.compare("fault_outside", twin_.outside, dut.fault_outside);
        for (uint32_t l = 0; l < lanes; l++) {
            if (!group_valid || (group.mask >> l & 1) == 0)
                continue;
            bench_.compare("group_address", group.address[l],
                           rs::get(dut.group_address, l * address_bits, address_bits), static_cast<int>(l));
            if (group.write)
                bench_.compare("group_data", group.data[l], rs::get(dut.group_data, l * 32, 32), static_cast<int>(l));
        }

        bench_.expect("something to send", 1, !expected_.empty());
        if (expected_.empty())
            return;
        const Group &g = expected_.front();
        bench_.expect("a group, not a fault", !g.fault, dut.group_valid);
        bench_.expect("lanes not aligned", g.misaligned, dut.fault_misaligned);
        bench_.expect("lanes outside the address space", g.outside, dut.fault_outside);
        bench_.expect("write of the instruction", g.issue.opcode & 1, dut.group_write);
        bench_.expect("scratchpad of the instruction", g.issue.scratchpad, dut.group_scratchpad);
        bench_.expect("warp of the instruction", g.issue.warp, dut.group_warp);
        bench_.expect("register of the instruction", g.issue.first_register, dut.group_register);
        bench_.expect("mask of the instruction", g.issue.mask, dut.group_mask);
        bench_.expect("element in turn", g.element, dut.group_element);
        bench_.expect("last of the instruction", g.last, dut.group_last);
        for (uint32_t l = 0; l < lanes && !g.fault; l++) {
            if ((g.issue.mask >> l & 1) == 0)
                continue;
            bench_.expect("address of the closed form", g.address[l],
                          rs::get(dut.group_address, l * address_bits, address_bits), static_cast<int>(l));
            if (g.issue.opcode & 1)
                bench_.expect("store word of the element", g.data[l],
                              rs::get(dut.group_data, l * 32, 32), static_cast<int>(l));
        }
    }

    /* A cycle of the instruction port was taken. */
    void issued(uint32_t status, bool behind_the_last)
    {
        const rs_load_store_issue &issue = next_.issue;
        if (beat_ == 0) {
            bench_.expect("answer of the header", by_the_header(issue), status);
            bench_.count(ANSWERED_EMPTY, status == RS_LSU_EMPTY);
            bench_.count(ANSWERED_UNSUPPORTED, status == RS_LSU_UNSUPPORTED);
            bench_.count(ANSWERED_BAD_REGISTER, status == RS_LSU_BAD_REGISTER);
            count_long(END_BEYOND_REGISTERS, status == RS_LSU_BAD_REGISTER && issue.first_register % 4 == 0);
            bench_.count(BACK_TO_BACK, status == RS_LSU_ACCEPTED && behind_the_last);
            bench_.count(ANSWERED_BACK_TO_BACK, status != RS_LSU_ACCEPTED && behind_the_last);
            if (status != RS_LSU_ACCEPTED) {
                have_ = false;
                began_ = false;
                return;
            }
            bench_.count(bin(issue.opcode, issue.length), true);
            bench_.count(ALL_LANES, issue.mask == all_lanes);
            bench_.count(ONE_LANE, (issue.mask & (issue.mask - 1)) == 0);
            bench_.count(PARTIAL_MASK, issue.mask != all_lanes);
            bench_.count(SCRATCHPAD, issue.scratchpad);
            /* Cycles from one first cycle to the next: elements plus those that the first group waits for. */
            if (bench_.is_case("streaming") && began_)
                bench_.expect("cycles that the instruction before took", occupies_, bench_.cycle() - began_at_);
            expect_groups();
            const uint32_t waits = issue.opcode < 3 ? 0 : issue.opcode < 5 ? 1 : 2;
            began_ = !expected_.back().fault;
            began_at_ = bench_.cycle();
            occupies_ = issue.length + waits;
        }
        beat_++;
        if (beat_ == next_.beats.size() + 1) {
            static const uint32_t quick[] = {2, 3, 5}, slow[] = {3, 5, 9};
            const uint32_t at = issue.length == 4 ? 0 : issue.length == 8 ? 1 : 2;
            bench_.expect("issue cycles of the paper",
                          issue.opcode < 3 ? 1 : issue.opcode < 5 ? quick[at] : slow[at], beat_);
            beat_ = 0;
            have_ = false;
        }
    }

    void count(bool in_valid, bool in_ready, bool group_valid, bool group_ready, bool fault_valid,
               bool fault_ready, bool rst)
    {
        const bool staging = beat_ != 0;
        bench_.count(IDLE, !twin_.busy && !in_valid);
        count_long(STAGING_REFUSED, staging && group_valid && !group_ready);
        bench_.count(REFUSED_MIDWAY, group_valid && !group_ready && !staging && !twin_.group.last);
        bench_.count(REFUSED_AT_THE_END, group_valid && !group_ready && twin_.group.last && in_valid);
        bench_.count(FAULT_REFUSED, fault_valid && !fault_ready);
        count_long(STAGING_FAULT, staging && (twin_.misaligned | twin_.outside) != 0);
        count_long(STAGING_STARVES, staging && twin_.group.element != 0 && !group_valid);
        count_long(STAGING_SENDS, staging && group_valid && group_ready);
        bench_.count(ISSUE_WAITS, in_valid && !in_ready);
        bench_.count(RESET_STAGING, rst && staging);
        bench_.count(RESET_SENDING, rst && !staging && group_valid);
        if (group_stays_)
            bench_.expect("a refused group stays", 1, bench_.dut().group_valid);
        if (fault_stays_)
            bench_.expect("a refused fault stays", 1, bench_.dut().fault_valid);
    }

    rs::Cosim<Vdut> bench_;
    rs_load_store_unit twin_;
    std::vector<std::string> name_;
    Instruction next_;
    bool have_ = false;                 /* next_ is on its way into the unit ... */
    uint32_t beat_ = 0;                 /* ... this many of its cycles taken */
    std::deque<Group> expected_;
    bool valid_stays_ = false, group_stays_ = false, fault_stays_ = false;
    bool began_ = false;                /* an instruction without fault ... */
    uint64_t began_at_ = 0, occupies_ = 0; /* ... at this cycle, to be replaced after so many */
    uint32_t issue_percent_ = 50, ready_percent_ = 50;
};

} // namespace

int main(int argc, char **argv)
{
    return LoadStoreUnitBench(argc, argv).run();
}
