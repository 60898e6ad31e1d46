/* rs_coalescer beside cmodel/sm/coalescer.c, and beside brute force: the set of distinct lines of each group, every active
 * lane served exactly once and by the line that it is in, the lowest unserved lane first, each byte of a store from the
 * highest lane that writes it. In the case "streaming" a group occupies the block for as many cycles as it has
 * lines. line_word of lanes that are not served means nothing. */
#include <deque>
#include <map>
#include <set>

#include "Vdut.h"
#include "cosim.h"
#include "sm/coalescer.h"

static const uint32_t lanes = RTL_LANES, address_bits = RTL_ADDRESS_BITS, line_bytes = RTL_LINE_BYTES;
static const uint32_t warp_bits = RTL_WARP_BITS, register_bits = RTL_REGISTER_BITS;
static const uint32_t line_words = line_bytes / 4;
static const uint64_t all_lanes = lanes < 64 ? (UINT64_C(1) << lanes) - 1 : ~UINT64_C(0);
static const uint64_t space = UINT64_C(1) << address_bits;

static constexpr uint32_t log2_of(uint32_t value) { return value < 2 ? 0 : 1 + log2_of(value / 2); }
static const uint32_t offset_bits = log2_of(line_bytes), word_bits = offset_bits - 2;
static const uint32_t line_bits = address_bits - offset_bits;

namespace {

enum {
    IDLE, LOAD, STORE, ONE_LINE, TWO_LINES, LINE_PER_LANE, INTERLEAVED, EMPTY_MASK, ONE_LANE, ALL_LANES, WORD_TWICE,
    WORD_TWICE_STORED, LOWEST_LINE, HIGHEST_LINE, REFUSED, REFUSED_LAST, IN_WAITS, TAKES_AT_THE_END,
    TAKES_WHILE_REFUSED, STORE_BEHIND_LOAD, LOAD_BEHIND_STORE, RESET_MIDWAY, WHOLE_LINE_STORED
};

class CoalescerBench {
  public:
    CoalescerBench(int argc, char **argv)
        : bench_(argc, argv, 6000, {"random", "streaming", "refusing", "conflicts", "sparse", "reset"})
    {
        bench_.declare_bins({"idle", "load", "store", "one_line", "two_lines", "line_per_lane", "interleaved",
                             "empty_mask", "one_lane", "all_lanes", "word_twice", "word_twice_stored", "lowest_line",
                             "highest_line", "refused", "refused_last", "in_waits", "takes_at_the_end",
                             "takes_while_refused", "store_behind_load", "load_behind_store", "reset_midway"});
        if (lanes >= line_words)
            bench_.declare_bins({"whole_line_stored"});
    }

    int run()
    {
        while (bench_.next_case()) {
            forget();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    void forget()
    {
        rs_coalescer_init(&twin_, lanes, line_bytes);
        inside_.clear();
        have_ = stays_ = streams_ = false;
    }

    /* Word addresses of a pattern that GPU programs have, and some that they should not have. */
    void invent()
    {
        rs_warp_group &g = group_;
        const uint64_t base = bench_.chance(20)   ? bench_.random_below(line_bytes)
                              : bench_.chance(20) ? space - 1 - bench_.random_below(2 * line_bytes)
                                                  : bench_.random() & (space - 1);
        const uint32_t pattern = bench_.is_case("conflicts") ? 4 + bench_.random_below(2) : bench_.random_below(7);
        const uint64_t stride = UINT64_C(4) << bench_.random_below(offset_bits + 1);
        const uint32_t few = 1 + bench_.random_below(4);

        g = rs_warp_group();
        g.write = bench_.chance(50);
        g.last = bench_.chance(40);
        g.warp = bench_.random_below(1u << warp_bits);
        g.first_register = bench_.random_below(1u << register_bits);
        g.element = bench_.random_below(16);
        switch (bench_.random_below(bench_.is_case("sparse") ? 8 : 5)) {
        case 0: case 1: g.mask = all_lanes; break;
        case 2: g.mask = UINT64_C(1) << bench_.random_below(lanes); break;
        case 3: g.mask = bench_.is_case("streaming") || bench_.chance(80) ? all_lanes : 0; break;
        default: g.mask = bench_.random() & (bench_.is_case("sparse") ? bench_.random() : ~UINT64_C(0)) & all_lanes; break;
        }
        if (bench_.is_case("streaming") && g.mask == 0)
            g.mask = 1;
        for (uint32_t l = 0; l < lanes; l++) {
            uint64_t address = 0;
            switch (pattern) {
            case 0: address = base + 4 * l; break;                                    /* unit stride */
            case 1: address = base - stride * l; break;                               /* downwards */
            case 2: address = base / line_bytes * line_bytes + 4 * (l % line_words); break; /* a whole line */
            case 3: address = bench_.random(); break;                                 /* all over */
            case 4: address = base / line_bytes * line_bytes + bench_.random_below(line_bytes); break;
            case 5: address = base + bench_.random_below(few) * line_bytes + bench_.random_below(8); break;
            default: address = base + (l % few) * line_bytes + 4 * l; break;          /* interleaved */
            }
            g.address[l] = address % space / 4 * 4;
            g.data[l] = static_cast<uint32_t>(bench_.random());
        }
        have_ = true;
    }

    /* What is left of a group inside. */
    struct Inside {
        rs_warp_group group;
        std::set<uint64_t> lines; /* not yet sent */
        uint64_t unserved;
    };

    void take(bool at_the_end, bool refused)
    {
        Inside in = {group_, {}, group_.mask};
        std::map<uint64_t, uint32_t> times, words;
        uint32_t changes = 0, line_count = 0;
        for (uint32_t l = 0; l < lanes; l++) {
            if ((group_.mask >> l & 1) == 0)
                continue;
            const uint64_t line = group_.address[l] / line_bytes;
            in.lines.insert(line);
            times[group_.address[l]]++;
            bench_.count(LOWEST_LINE, line == 0);
            bench_.count(HIGHEST_LINE, line == space / line_bytes - 1);
        }
        uint64_t before = ~UINT64_C(0);
        for (uint32_t l = 0; l < lanes; l++)
            if (group_.mask >> l & 1) {
                changes += group_.address[l] / line_bytes != before;
                before = group_.address[l] / line_bytes;
            }
        bool twice = false, whole = false;
        for (const auto &address : times) {
            twice |= address.second > 1;
            whole |= group_.write && ++words[address.first / line_bytes] == line_words;
        }
        line_count = static_cast<uint32_t>(in.lines.size());
        if (lanes >= line_words)
            bench_.count(WHOLE_LINE_STORED, whole);
        bench_.count(group_.write ? STORE : LOAD, true);
        bench_.count(ONE_LINE, line_count == 1 && lanes > 1);
        bench_.count(TWO_LINES, line_count == 2);
        bench_.count(LINE_PER_LANE, line_count == lanes);
        bench_.count(INTERLEAVED, changes > line_count);
        bench_.count(EMPTY_MASK, group_.mask == 0);
        bench_.count(ONE_LANE, group_.mask != 0 && (group_.mask & (group_.mask - 1)) == 0);
        bench_.count(ALL_LANES, group_.mask == all_lanes);
        bench_.count(WORD_TWICE, twice && !group_.write);
        bench_.count(WORD_TWICE_STORED, twice && group_.write);
        bench_.count(TAKES_AT_THE_END, at_the_end);
        bench_.count(TAKES_WHILE_REFUSED, refused);
        bench_.count(STORE_BEHIND_LOAD, at_the_end && group_.write && !inside_.empty() && !inside_.back().group.write);
        bench_.count(LOAD_BEHIND_STORE, at_the_end && !group_.write && !inside_.empty() && inside_.back().group.write);
        if (bench_.is_case("streaming") && streams_)
            bench_.expect("cycles of the group before", lines_before_, bench_.cycle() - taken_at_);
        streams_ = true;
        lines_before_ = line_count;
        taken_at_ = bench_.cycle();
        if (line_count != 0)
            inside_.push_back(in);
        have_ = false;
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        if (bench_.cycle() % 64 == 0) {
            in_percent_ = bench_.random_below(101);
            ready_percent_ = bench_.random_below(101);
        }
        const bool streaming = bench_.is_case("streaming"), refusing = bench_.is_case("refusing");
        const bool rst = bench_.is_case("reset") && bench_.chance(8);
        if (!have_)
            invent();
        const bool in_valid = in_stays_ || bench_.chance(streaming || refusing ? 100 : in_percent_);
        const bool line_ready = bench_.chance(streaming ? 100 : refusing ? 25 : ready_percent_);

        dut.rst = rst;
        dut.in_valid = in_valid;
        dut.in_write = group_.write;
        dut.in_last = group_.last;
        rs::set(dut.in_warp, 0, warp_bits, group_.warp);
        rs::set(dut.in_register, 0, register_bits, group_.first_register);
        dut.in_element = static_cast<CData>(group_.element);
        rs::set(dut.in_mask, 0, lanes, group_.mask);
        for (uint32_t l = 0; l < lanes; l++) {
            rs::set(dut.in_address, l * address_bits, address_bits, in_valid ? group_.address[l] : bench_.random());
            rs::set(dut.in_data, l * 32, 32, in_valid ? group_.data[l] : bench_.random());
        }
        dut.line_ready = line_ready;
        bench_.eval();

        const bool in_ready = rs_coalescer_in_ready(&twin_, line_ready);
        const bool in_taken = in_valid && in_ready, line_taken = twin_.line_valid && line_ready;
        bench_.compare("in_ready", in_ready, dut.in_ready);
        bench_.compare("busy", rs_coalescer_busy(&twin_), dut.busy);
        bench_.compare("line_valid", twin_.line_valid, dut.line_valid);
        if (twin_.line_valid)
            compare_line();
        if (line_taken)
            brute_force();
        if (stays_)
            bench_.expect("a refused line stays", 1, dut.line_valid);
        bench_.count(IDLE, !rs_coalescer_busy(&twin_) && !in_valid);
        bench_.count(REFUSED, twin_.line_valid && !line_ready);
        bench_.count(REFUSED_LAST, twin_.line_valid && !line_ready && twin_.line.last && in_valid);
        bench_.count(IN_WAITS, in_valid && !in_ready);
        bench_.count(RESET_MIDWAY, rst && twin_.first != twin_.end);
        stays_ = twin_.line_valid && !line_ready;
        in_stays_ = in_valid && !in_ready && !rst;
        const rs_warp_group offered = group_;
        if (in_taken)
            take(twin_.first != twin_.end, stays_);

        said_behind_ = rs::get(dut.line_behind, 0, line_bits);
        bench_.clock();
        rs_coalescer_clock(&twin_, in_valid ? &offered : nullptr, line_ready);
        if (rst)
            forget();
    }

    void compare_line()
    {
        Vdut &dut = bench_.dut();
        const rs_line_access &line = twin_.line;
        bench_.compare("line_write", line.write, dut.line_write);
        bench_.compare("line_last", line.last, dut.line_last);
        bench_.compare("line_end", line.end, dut.line_end);
        bench_.compare("line_warp", line.warp, dut.line_warp);
        bench_.compare("line_register", line.first_register, dut.line_register);
        bench_.compare("line_element", line.element, dut.line_element);
        if (!stays_)
            bench_.expect("line_address as line_behind said", said_behind_, rs::get(dut.line_address, 0, line_bits));
        bench_.compare("line_address", line.line, rs::get(dut.line_address, 0, line_bits));
        bench_.compare("line_mask", line.mask, rs::get(dut.line_mask, 0, lanes));
        for (uint32_t l = 0; l < lanes; l++)
            if (line.mask >> l & 1)
                bench_.compare("line_word", line.word[l],
                               rs::get(dut.line_word, l * word_bits, word_bits), static_cast<int>(l));
        bench_.compare_words("line_bytes", line.bytes, dut.line_bytes, 0, line_bytes);
        bench_.compare_words("line_data", line.data, dut.line_data, 0, line_bytes * 8);
    }

    /* The line that is taken against the oldest group that is not served. */
    void brute_force()
    {
        Vdut &dut = bench_.dut();
        bench_.expect("a group to serve", 1, !inside_.empty());
        if (inside_.empty())
            return;
        Inside &in = inside_.front();
        const rs_warp_group &g = in.group;
        const uint64_t line = rs::get(dut.line_address, 0, line_bits), served = rs::get(dut.line_mask, 0, lanes);

        bench_.expect("a line of the group, not sent before", 1, in.lines.count(line));
        bench_.expect("no lane twice", 0, served & ~in.unserved);
        uint32_t lowest = 0;
        while (lowest < lanes && (in.unserved >> lowest & 1) == 0)
            lowest++;
        bench_.expect("the lowest unserved lane", 1, served >> lowest & 1);
        bench_.expect("last line of the group", in.lines.size() == 1, dut.line_last);
        bench_.expect("end of the instruction", in.lines.size() == 1 && g.last, dut.line_end);
        for (uint32_t l = 0; l < lanes; l++) {
            const bool wanted = (g.mask >> l & 1) != 0 && g.address[l] / line_bytes == line;
            bench_.expect("lanes of the line", wanted, served >> l & 1, static_cast<int>(l));
            if (wanted)
                bench_.expect("word of the lane", g.address[l] % line_bytes / 4,
                              rs::get(dut.line_word, l * word_bits, word_bits), static_cast<int>(l));
        }
        for (uint32_t byte = 0; byte < line_bytes; byte++) {
            uint64_t value = 0;
            bool written = false;
            for (uint32_t l = g.write ? lanes : 0; l-- > 0 && !written;)
                if ((g.mask >> l & 1) != 0 && g.address[l] / 4 == (line * line_bytes + byte) / 4) {
                    written = true;
                    value = g.data[l] >> byte % 4 * 8 & 0xff;
                }
            bench_.expect("byte written", written, rs::get(dut.line_bytes, byte, 1), static_cast<int>(byte));
            bench_.expect("byte of the highest lane", value, rs::get(dut.line_data, byte * 8, 8), static_cast<int>(byte));
        }
        in.unserved &= ~served;
        in.lines.erase(line);
        if (in.lines.empty()) {
            bench_.expect("every lane served", 0, in.unserved);
            inside_.pop_front();
        }
    }

    rs::Cosim<Vdut> bench_;
    rs_coalescer twin_;
    rs_warp_group group_; /* offered, or to be offered, when have_ */
    uint64_t said_behind_ = 0;
    bool have_ = false, in_stays_ = false, stays_ = false;
    std::deque<Inside> inside_;
    bool streams_ = false;
    uint64_t taken_at_ = 0, lines_before_ = 0;
    uint32_t in_percent_ = 50, ready_percent_ = 50;
};

} // namespace

int main(int argc, char **argv)
{
    return CoalescerBench(argc, argv).run();
}
