/* Accesses for the tables of outstanding requests: groups of lines with disjoint masks, and OUTSTANDING's micro-benchmark. */
#ifndef OUTSTANDING_TABLE_STIMULUS_H
#define OUTSTANDING_TABLE_STIMULUS_H

#include <deque>
#include <vector>

#include "cosim.h"
#include "sm/outstanding_table.h"

namespace rs {

/* T threads of so many loads, of which so many neighbours each share a line. */
struct Pattern {
    uint32_t neighbours, loads;
    uint32_t published; /* last T before the jump in OUTSTANDING, 0 without */
};

inline uint32_t published(const rs_table_config &config, uint32_t neighbours, uint32_t loads)
{
    if (config.lanes != 32 || config.access_slots || config.merge_waits)
        return 0;
    if (config.pending_request_table && config.entries == 44 && neighbours == 1)
        return loads == 1 ? 1024 : loads == 2 ? 704 : loads == 3 ? 448 : 0;
    if (!config.pending_request_table && config.entries == 128 && config.merges == 8) {
        if (neighbours == 1 && loads <= 2)
            return 128 / loads;
        if ((neighbours == 2 && loads == 1) || (neighbours == 4 && loads == 2) || (neighbours == 8 && loads == 4))
            return 256;
    }
    return 0;
}

/* By the sizes: threads fit if no set of the table needs more entries than it has. Lines are numbered through. */
inline uint32_t last_threads(const rs_table_config &config, const Pattern &pattern)
{
    const bool prt = config.pending_request_table;
    const uint32_t ways = prt ? config.entries : config.ways, sets = config.entries / ways;
    const uint32_t lanes = config.lanes, slots = config.merges;
    for (uint32_t threads = 2; threads <= 1024; threads += 2) {
        std::vector<uint32_t> needs(sets, 0);
        uint32_t line = 0;
        for (uint32_t load = 0; load < pattern.loads; load++)
            for (uint32_t from = 0; from < threads; from += lanes) {
                uint32_t in_warp = threads - from < lanes ? threads - from : lanes;
                if (prt)
                    needs[0]++;
                for (uint32_t lane = 0; lane < in_warp && !prt; lane += pattern.neighbours) {
                    uint32_t sharing = in_warp - lane < pattern.neighbours ? in_warp - lane : pattern.neighbours;
                    needs[line++ % sets] += config.access_slots ? 1 : (sharing + slots - 1) / slots;
                }
            }
        for (uint32_t need : needs)
            if (need > ways)
                return threads - 2;
    }
    return 1024;
}

class TableStimulus {
  public:
    TableStimulus(CosimBase &bench, const rs_table_config &config, uint32_t line_bits, uint32_t tag_bits)
        : bench_(bench), config_(config), line_bits_(line_bits), tag_bits_(tag_bits),
          all_lanes_(config.lanes < 32 ? (UINT32_C(1) << config.lanes) - 1 : ~UINT32_C(0))
    {
    }

    rs_table_access line_access(uint64_t line, uint32_t mask, uint64_t tag, bool last)
    {
        rs_table_access access = rs_table_access();
        access.line = line;
        access.mask = mask;
        access.tag = tag;
        access.last = last;
        for (uint32_t lane = 0; lane < config_.lanes; lane++)
            access.word[lane] = static_cast<uint8_t>(bench_.random_below(config_.line_words));
        return access;
    }

    uint64_t some_line()
    {
        uint64_t top = line_bits_ < 63 ? (UINT64_C(1) << line_bits_) - 1 : ~UINT64_C(0);
        const bool few = bench_.is_case("few_lines"); /* of one set */
        const uint32_t sets = config_.pending_request_table ? 1 : config_.entries / config_.ways;
        uint32_t lines = few ? (sets > 1 ? 3 : 2) : bench_.is_case("streaming") ? 4096 : config_.entries + 3;
        uint32_t k = bench_.random_below(lines) * (few ? sets : 1);
        return (bench_.chance(50) ? k : top - k) & top; /* both ends of the address space */
    }

    void append_group(std::deque<rs_table_access> &group)
    {
        uint64_t tag = next_tag();
        uint32_t rest = bench_.chance(50) ? all_lanes_ : static_cast<uint32_t>(bench_.random()) & all_lanes_;
        bool a_line_a_lane = bench_.chance(8);
        if (bench_.chance(15)) {
            group.push_back(line_access(some_line(), rest, tag, bench_.chance(50)));
            group.back().write = true;
            return;
        }
        for (;;) {
            uint32_t mask = bench_.chance(30) ? rest : static_cast<uint32_t>(bench_.random()) & rest;
            if (a_line_a_lane || bench_.chance(30))
                mask = rest & (~rest + 1);
            if (mask == 0 && !bench_.chance(10))
                mask = rest;
            rest &= ~mask;
            bool last = rest == 0 ? a_line_a_lane || bench_.chance(60) : !a_line_a_lane && bench_.chance(30);
            group.push_back(line_access(some_line(), mask, tag, last));
            if (last)
                return;
            if (rest == 0) {
                group.push_back(line_access(some_line(), 0, tag, true));
                return;
            }
        }
    }

    /* The accesses of a pattern, load by load, warp by warp. */
    void append_pattern(std::deque<rs_table_access> &group, const Pattern &pattern, uint32_t threads)
    {
        uint64_t line = 0;
        for (uint32_t load = 0; load < pattern.loads; load++)
            for (uint32_t from = 0; from < threads; from += config_.lanes) {
                uint32_t in_warp = threads - from < config_.lanes ? threads - from : config_.lanes;
                uint64_t tag = next_tag();
                for (uint32_t lane = 0; lane < in_warp; lane += pattern.neighbours) {
                    uint32_t end = lane + pattern.neighbours < in_warp ? lane + pattern.neighbours : in_warp;
                    uint32_t mask = all_lanes_ >> (config_.lanes - end) & ~((UINT32_C(1) << lane) - 1);
                    group.push_back(line_access(line++, mask, tag, end == in_warp));
                }
            }
    }

    /* Offered where no access is: anything. */
    rs_table_access some_access()
    {
        rs_table_access access = line_access(some_line(), static_cast<uint32_t>(bench_.random()) & all_lanes_, 0, bench_.chance(50));
        access.write = bench_.chance(15);
        return access;
    }

  private:
    uint64_t next_tag() { return next_tag_++ & ((UINT64_C(1) << tag_bits_) - 1); }

    CosimBase &bench_;
    rs_table_config config_;
    uint32_t line_bits_, tag_bits_, all_lanes_;
    uint64_t next_tag_ = 0;
};

} // namespace rs
#endif
