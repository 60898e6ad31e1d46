/* Requests for the whole memory path: the stand-alone patterns with writes, and directed ones that reach what random
 * addresses do not. Every choice comes from the bench's random numbers. */
#ifndef RS_PATH_REQUESTS_H
#define RS_PATH_REQUESTS_H

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "cosim.h"
#include "workload/patterns.h"

namespace rs {

class PathRequests {
  public:
    PathRequests(CosimBase &bench, const rs_config &config) : bench_(bench), config_(config), of_sm_(config.sms) {}

    /* stream, rand1, rand2, rand3 or onebank with 0 to 100 % writes, some with pauses. */
    rs_trace *pattern()
    {
        static const uint32_t writes[] = {0, 100, 500, 1000}, gaps[] = {0, 0, 3, 30};
        rs_pattern pattern;
        rs_error error;
        pattern.kind = static_cast<enum rs_pattern_kind>(bench_.random_below(5));
        pattern.requests = 1 + bench_.random_below(40 * config_.sms);
        pattern.write_per_mille = writes[bench_.random_below(4)];
        pattern.gap = gaps[bench_.random_below(4)];
        pattern.seed = bench_.random();
        return checked(rs_pattern_trace(&config_, &pattern, &error), error);
    }

    /* All SMs read and write the same few lines of one channel. */
    rs_trace *same_lines()
    {
        std::vector<uint32_t> lines(1 + bench_.random_below(4));
        uint32_t channel = bench_.random_below(config_.channels);
        for (uint32_t &line : lines)
            line = random_line(channel, bench_.random_below(config_.banks));
        for (uint32_t sm = 0; sm < config_.sms; sm++)
            for (uint32_t i = 0; i < 6 * warps(); i++)
                add(sm, bench_.chance(50), lines[bench_.random_below(static_cast<uint32_t>(lines.size()))]);
        return made();
    }

    /* One SM writes a line to every bank of a channel in turn, mostly to one row, so that all bank queues fill up evenly. */
    rs_trace *bank_sweep()
    {
        uint32_t channel = bench_.random_below(config_.channels);
        uint32_t rows = bench_.chance(70) ? 1 : 2, sm = bench_.random_below(config_.sms);
        for (uint32_t i = 0; i < 2 * warps() * config_.queue / config_.banks; i++)
            for (uint32_t bank = 0; bank < config_.banks; bank++)
                add(sm, true, random_line(channel, bank, rows));
        return made();
    }

    /* Reads that all go to a few rows of one channel: faster than stalled replies leave. */
    rs_trace *read_flood()
    {
        uint32_t channel = bench_.random_below(config_.channels);
        for (uint32_t sm = 0; sm < config_.sms; sm++)
            for (uint32_t i = 0; i < 16 * warps(); i++)
                add(sm, false, random_line(channel, bench_.random_below(config_.banks)));
        return made();
    }

    /* The same of all channels, so that one SM has as many in flight as there are places. */
    rs_trace *read_flood_everywhere()
    {
        for (uint32_t sm = 0; sm < config_.sms; sm++)
            for (uint32_t i = 0; i < 32 * warps(); i++)
                add(sm, false, random_line(bench_.random_below(config_.channels), bench_.random_below(config_.banks)));
        return made();
    }

  private:
    /* So long are the directed ones: 8 mostly, or 1 to 32. */
    uint32_t warps()
    {
        if (warps_ == 0)
            warps_ = bench_.chance(60) ? 8 : 1 + bench_.random_below(32);
        return warps_;
    }

    uint32_t random_line(uint32_t channel, uint32_t bank, uint32_t rows = 2)
    {
        rs_location at = {channel, bank, bench_.random_below(rows), bench_.random_below(1U << config_.map.column_bits)};
        return static_cast<uint32_t>(rs_address_encode(&config_.map, at) >> RS_LINE_SHIFT);
    }

    void add(uint32_t sm, bool write, uint32_t line)
    {
        of_sm_[sm].push_back({0, line, write, static_cast<uint8_t>(bench_.random())});
    }

    rs_trace *made()
    {
        std::vector<uint32_t> count;
        rs_error error;
        for (const auto &requests : of_sm_)
            count.push_back(static_cast<uint32_t>(requests.size()));
        rs_trace *trace = checked(rs_trace_make(&config_, count.data(), &error), error);
        for (uint32_t sm = 0; sm < config_.sms; sm++)
            std::copy(of_sm_[sm].begin(), of_sm_[sm].end(), trace->request + trace->first[sm]);
        rs_trace_sum(trace);
        return trace;
    }

    static rs_trace *checked(rs_trace *trace, const rs_error &error)
    {
        if (trace == nullptr) {
            std::fprintf(stderr, "requests: %s\n", error.text);
            std::exit(2);
        }
        return trace;
    }

    CosimBase &bench_;
    rs_config config_;
    std::vector<std::vector<rs_trace_request>> of_sm_;
    uint32_t warps_ = 0;
};

} // namespace rs
#endif
