/* Commands on the pins of the second of two channels, cycle by cycle, and what the timing checker says of them. */
#ifndef RS_TIMING_BENCH_H
#define RS_TIMING_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "observe/timing_checker.h"

enum { CHANNELS = 2, CYCLES = 400 };

typedef struct bench {
    rs_config config;
    rs_timing_checker *checker;
    rs_dram_pins pins[CYCLES][CHANNELS];
} bench;

/* Every distance rule so slack that a test can make any one of them the tightest. */
static inline void bench_open(bench *b)
{
    rs_error error = {""};
    memset(b, 0, sizeof *b);
    rs_config_default(&b->config);
    b->config.sms = 2;
    assert_true(rs_config_set(&b->config, "CHANNELS", "2", &error));
    assert_true(rs_config_finish(&b->config, &error));
    b->config.t_rcd = b->config.t_ras = b->config.t_rp = b->config.t_rc = b->config.t_rrd = b->config.t_ccd = 1;
    b->config.t_wtr = b->config.t_rtw = b->config.t_rtp = b->config.t_wr = 1;
    b->config.t_rfc = b->config.t_ccd_l = b->config.t_rfc_pb = b->config.t_rrefd = 1;
    assert_int_equal(b->config.columns, 2);
    assert_int_equal(b->config.burst_cycles, 2);
}

static inline void put(bench *b, uint32_t cycle, uint8_t command, uint8_t bank, uint32_t address)
{
    rs_dram_pins *pins = &b->pins[cycle][1];
    pins->command = command;
    pins->bank = bank;
    pins->address = address;
    for (uint32_t i = 0; command == RS_DRAM_WR && i < b->config.burst_cycles; i++) {
        b->pins[cycle + b->config.wl + i][1].wrdata_en = true;
    }
}

/* Both column commands of a request, the first in this cycle. */
static inline void put_request(bench *b, uint32_t cycle, uint8_t command, uint8_t bank, uint32_t column)
{
    put(b, cycle, command, bank, 2 * column);
    put(b, cycle + 2, command, bank, 2 * column + 1);
}

static inline void run(bench *b)
{
    rs_error error = {""};
    b->checker = rs_timing_checker_create(&b->config, &error);
    assert_non_null(b->checker);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        rs_timing_checker_observe(b->checker, b->pins[cycle]);
    }
}

static inline void expect_clean(bench *b)
{
    run(b);
    if (rs_timing_checker_first(b->checker) != NULL) {
        fail_msg("%s", rs_timing_checker_first(b->checker)->text);
    }
    rs_timing_checker_destroy(b->checker);
}

static inline void expect_only(bench *b, enum rs_timing_rule rule, int64_t required, int64_t found)
{
    run(b);
    const rs_timing_violation *first = rs_timing_checker_first(b->checker);
    assert_non_null(first);
    for (int other = 0; other < RS_RULE_COUNT; other++) {
        uint64_t count = rs_timing_checker_count(b->checker, (enum rs_timing_rule)other);
        if (count != (other == (int)rule)) {
            fail_msg("rule %s reported %d times: %s", rs_timing_rule_name((enum rs_timing_rule)other), (int)count,
                     first->text);
        }
    }
    assert_int_equal(first->rule, rule);
    assert_int_equal(first->channel, 1);
    assert_int_equal(first->required, required);
    assert_int_equal(first->found, found);
    assert_non_null(strstr(first->text, rs_timing_rule_name(rule)));
    rs_timing_checker_destroy(b->checker);
}

/* REF of one bank. */
static inline void each(bench *b)
{
    b->config.refresh = RS_REFRESH_BANK;
    b->config.t_refi = 4 * 250;
}
#endif
