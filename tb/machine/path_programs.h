/* Programs for the whole memory path: the stand-alone patterns with writes, and directed ones that reach what random
 * addresses do not. Every choice comes from the bench's random numbers. */
#ifndef RS_PATH_PROGRAMS_H
#define RS_PATH_PROGRAMS_H

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "cosim.h"
#include "workload/patterns.h"

namespace rs {

class PathPrograms {
  public:
    PathPrograms(CosimBase &bench, const rs_config &config) : bench_(bench), config_(config) {}

    /* stream, rand1, rand2, rand3 or onebank with 0 to 100 % writes. */
    rs_program *pattern()
    {
        static const uint32_t writes[] = {0, 100, 500, 1000};
        rs_pattern pattern;
        rs_error error;
        pattern.kind = static_cast<enum rs_pattern_kind>(bench_.random_below(5));
        pattern.requests = 1 + bench_.random_below(40 * config_.sms);
        pattern.write_per_mille = writes[bench_.random_below(4)];
        pattern.seed = bench_.random();
        return checked(rs_pattern_program(&config_, &pattern, &error), error);
    }

    /* All warps read and write the same few lines of one channel. */
    rs_program *same_lines()
    {
        std::vector<uint64_t> lines(1 + bench_.random_below(4));
        uint32_t channel = bench_.random_below(config_.channels);
        for (uint64_t &line : lines)
            line = random_line(channel, bench_.random_below(config_.banks));
        rs_program *program = begin();
        rs_program_launch(program);
        for (uint32_t warp = 0; warp < config_.sms * config_.cta_warps; warp++) {
            rs_program_warp(program);
            for (uint32_t i = 0; i < 6; i++)
                rs_program_instruction(program, bench_.chance(50), &lines[bench_.random_below(static_cast<uint32_t>(lines.size()))], 1);
        }
        return finish(program);
    }

    /* One SM writes a line to every bank of a channel in turn, mostly to one row, so that all bank queues fill up evenly. */
    rs_program *bank_sweep()
    {
        uint32_t channel = bench_.random_below(config_.channels);
        uint32_t rows = bench_.chance(70) ? 1 : 2;
        rs_program *program = begin();
        rs_program_launch(program);
        for (uint32_t warp = 0; warp < config_.cta_warps; warp++) {
            rs_program_warp(program);
            for (uint32_t i = 0; i < 2 * config_.queue / config_.banks; i++) {
                uint64_t lines[RS_MAX_BANKS];
                for (uint32_t bank = 0; bank < config_.banks; bank++)
                    lines[bank] = random_line(channel, bank, rows);
                rs_program_instruction(program, true, lines, config_.banks);
            }
        }
        return finish(program);
    }

    /* Reads that all go to a few rows of one channel: faster than stalled replies leave. */
    rs_program *read_flood()
    {
        uint32_t channel = bench_.random_below(config_.channels);
        rs_program *program = begin();
        rs_program_launch(program);
        for (uint32_t warp = 0; warp < config_.sms * config_.cta_warps; warp++) {
            rs_program_warp(program);
            for (uint32_t i = 0; i < 2; i++) {
                uint64_t lines[8];
                for (uint64_t &line : lines)
                    line = random_line(channel, bench_.random_below(config_.banks));
                rs_program_instruction(program, false, lines, 8);
            }
        }
        return finish(program);
    }

  private:
    uint64_t random_line(uint32_t channel, uint32_t bank, uint32_t rows = 2)
    {
        rs_location at = {channel, bank, bench_.random_below(rows), bench_.random_below(1U << config_.map.column_bits)};
        return rs_address_encode(&config_.map, at) >> RS_LINE_SHIFT;
    }

    static rs_program *checked(rs_program *program, const rs_error &error)
    {
        if (program == nullptr) {
            std::fprintf(stderr, "program: %s\n", error.text);
            std::exit(2);
        }
        return program;
    }
    rs_program *begin()
    {
        rs_error error;
        return checked(rs_program_create(&config_, &error), error);
    }
    rs_program *finish(rs_program *program)
    {
        rs_error error;
        return checked(rs_program_finish(program, &error) ? program : nullptr, error);
    }

    CosimBase &bench_;
    rs_config config_;
};

} // namespace rs
#endif
