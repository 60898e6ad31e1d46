/* Timing checker: for each rule a sequence at exactly the legal distance passes, and the same sequence one cycle
 * tighter is reported once, under that rule's name and no other. */
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
static void bench_open(bench *b)
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

static void put(bench *b, uint32_t cycle, uint8_t command, uint8_t bank, uint32_t address)
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
static void put_request(bench *b, uint32_t cycle, uint8_t command, uint8_t bank, uint32_t column)
{
    put(b, cycle, command, bank, 2 * column);
    put(b, cycle + 2, command, bank, 2 * column + 1);
}

static void run(bench *b)
{
    rs_error error = {""};
    b->checker = rs_timing_checker_create(&b->config, &error);
    assert_non_null(b->checker);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        rs_timing_checker_observe(b->checker, b->pins[cycle]);
    }
}

static void expect_clean(bench *b)
{
    run(b);
    if (rs_timing_checker_first(b->checker) != NULL) {
        fail_msg("%s", rs_timing_checker_first(b->checker)->text);
    }
    rs_timing_checker_destroy(b->checker);
}

static void expect_only(bench *b, enum rs_timing_rule rule, int64_t required, int64_t found)
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

/* A sequence with one distance in it; everything else is far apart. */
typedef void (*sequence)(bench *b, uint32_t distance);

static void check_distance(enum rs_timing_rule rule, sequence play, uint32_t field_offset, uint32_t value,
                           uint32_t distance)
{
    for (uint32_t tighter = 0; tighter < 2; tighter++) {
        static bench b;
        bench_open(&b);
        memcpy((char *)&b.config + field_offset, &value, sizeof value);
        play(&b, distance - tighter);
        if (tighter == 0) {
            expect_clean(&b);
        } else {
            expect_only(&b, rule, distance, distance - 1);
        }
    }
}
#define FIELD(name) (uint32_t)offsetof(rs_config, name)

static void act_rd(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 1, 7);
    put_request(b, 10 + distance, RS_DRAM_RD, 1, 3);
}
static void act_wr(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 1, 7);
    put_request(b, 10 + distance, RS_DRAM_WR, 1, 3);
}
static void act_pre(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 3, 7);
    put(b, 10 + distance, RS_DRAM_PRE, 3, 0);
}
static void pre_act(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put(b, 50, RS_DRAM_PRE, 0, 0);
    put(b, 50 + distance, RS_DRAM_ACT, 0, 8);
}
static void act_pre_act(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put(b, 12, RS_DRAM_PRE, 0, 0);
    put(b, 10 + distance, RS_DRAM_ACT, 0, 8);
}
static void act_act_other(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put(b, 10 + distance, RS_DRAM_ACT, 2, 7);
}
static void rd_rd(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put(b, 30, RS_DRAM_RD, 0, 0);
    put(b, 30 + distance, RS_DRAM_RD, 0, 1);
}
static void wr_wr(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put(b, 30, RS_DRAM_WR, 0, 0);
    put(b, 30 + distance, RS_DRAM_WR, 0, 1);
}
static void wr_rd(bench *b, uint32_t distance) /* in different banks: the rule is the channel's */
{
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put(b, 20, RS_DRAM_ACT, 1, 7);
    put_request(b, 30, RS_DRAM_WR, 0, 5);
    put_request(b, 32 + distance, RS_DRAM_RD, 1, 6);
}
static void rd_wr(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put(b, 20, RS_DRAM_ACT, 1, 7);
    put_request(b, 30, RS_DRAM_RD, 0, 5);
    put_request(b, 32 + distance, RS_DRAM_WR, 1, 6);
}
static void rd_pre(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put_request(b, 30, RS_DRAM_RD, 0, 5);
    put(b, 32 + distance, RS_DRAM_PRE, 0, 0);
}
static void wr_pre(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put_request(b, 30, RS_DRAM_WR, 0, 5);
    put(b, 32 + distance, RS_DRAM_PRE, 0, 0);
}

static void rd_rd_same_group(bench *b, uint32_t distance) /* banks 1 and 3 of 4, two groups */
{
    b->config.bank_groups = 2;
    put(b, 10, RS_DRAM_ACT, 1, 7);
    put(b, 20, RS_DRAM_ACT, 3, 7);
    put(b, 30, RS_DRAM_RD, 1, 10);
    put(b, 60, RS_DRAM_RD, 1, 11);
    put(b, 60 + distance, RS_DRAM_RD, 3, 12);
    put(b, 120, RS_DRAM_RD, 3, 13);
}
static void rd_wr_same_group(bench *b, uint32_t distance)
{
    b->config.bank_groups = 2;
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put(b, 20, RS_DRAM_ACT, 2, 7);
    put(b, 30, RS_DRAM_RD, 0, 0);
    put(b, 80, RS_DRAM_RD, 0, 1);
    put(b, 80 + distance, RS_DRAM_WR, 2, 6);
    put(b, 180, RS_DRAM_WR, 2, 7);
}
static void pre_ref(bench *b, uint32_t distance)
{
    b->config.t_refi = 250;
    put(b, 10, RS_DRAM_ACT, 2, 7);
    put(b, 80, RS_DRAM_PRE, 2, 0);
    put(b, 80 + distance, RS_DRAM_REF, 0, 0);
}
static void act_ref(bench *b, uint32_t distance)
{
    b->config.t_refi = 250;
    put(b, 80, RS_DRAM_ACT, 2, 7);
    put(b, 82, RS_DRAM_PRE, 2, 0);
    put(b, 80 + distance, RS_DRAM_REF, 0, 0);
}
static void ref_act(bench *b, uint32_t distance)
{
    b->config.t_refi = 250;
    put(b, 50, RS_DRAM_REF, 0, 0);
    put(b, 50 + distance, RS_DRAM_ACT, 3, 7);
}
static void ref_ref(bench *b, uint32_t distance)
{
    b->config.t_refi = 250;
    put(b, 50, RS_DRAM_REF, 0, 0);
    put(b, 50 + distance, RS_DRAM_REF, 0, 0);
}
/* REF of one bank. */
static void each(bench *b)
{
    b->config.refresh = RS_REFRESH_BANK;
    b->config.t_refi = 4 * 250;
}
static void pre_ref_one(bench *b, uint32_t distance)
{
    each(b);
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put(b, 80, RS_DRAM_PRE, 0, 0);
    put(b, 80 + distance, RS_DRAM_REF, 0, 0);
}
static void act_ref_one(bench *b, uint32_t distance)
{
    each(b);
    put(b, 80, RS_DRAM_ACT, 0, 7);
    put(b, 82, RS_DRAM_PRE, 0, 0);
    put(b, 80 + distance, RS_DRAM_REF, 0, 0);
}
static void act_ref_other(bench *b, uint32_t distance)
{
    each(b);
    put(b, 80, RS_DRAM_ACT, 1, 7);
    put(b, 80 + distance, RS_DRAM_REF, 0, 0);
}
static void ref_act_one(bench *b, uint32_t distance)
{
    each(b);
    put(b, 50, RS_DRAM_REF, 0, 0);
    put(b, 50 + distance, RS_DRAM_ACT, 0, 7);
}
static void ref_act_other(bench *b, uint32_t distance)
{
    each(b);
    put(b, 50, RS_DRAM_REF, 0, 0);
    put(b, 50 + distance, RS_DRAM_ACT, 3, 7);
}
static void ref_ref_other(bench *b, uint32_t distance)
{
    each(b);
    put(b, 50, RS_DRAM_REF, 0, 0);
    put(b, 50 + distance, RS_DRAM_REF, 1, 0);
}
/* Five ACTs; tFAW says something about the first and the fifth only. */
static void five_acts(bench *b, uint32_t distance)
{
    put(b, 10, RS_DRAM_ACT, 0, 7);
    put(b, 12, RS_DRAM_ACT, 1, 7);
    put(b, 14, RS_DRAM_ACT, 2, 7);
    put(b, 15, RS_DRAM_PRE, 0, 0);
    put(b, 16, RS_DRAM_ACT, 3, 7);
    put(b, 10 + distance, RS_DRAM_ACT, 0, 8);
}
/* The second REF comes in this cycle, `distance` from 0. */
static void late_refresh(bench *b, uint32_t distance)
{
    put(b, 100, RS_DRAM_REF, 0, 0);
    put(b, distance, RS_DRAM_REF, 0, 0);
    put(b, 399, RS_DRAM_REF, 0, 0);
}

static void test_distances(void **state)
{
    (void)state;
    check_distance(RS_RULE_TRCD, act_rd, FIELD(t_rcd), 12, 12);
    check_distance(RS_RULE_TRCD, act_wr, FIELD(t_rcd), 12, 12);
    check_distance(RS_RULE_TRAS, act_pre, FIELD(t_ras), 21, 21);
    check_distance(RS_RULE_TRP, pre_act, FIELD(t_rp), 13, 13);
    check_distance(RS_RULE_TRC, act_pre_act, FIELD(t_rc), 34, 34);
    check_distance(RS_RULE_TRRD, act_act_other, FIELD(t_rrd), 8, 8);
    check_distance(RS_RULE_TCCD, rd_rd, FIELD(t_ccd), 5, 5);
    check_distance(RS_RULE_TCCD, wr_wr, FIELD(t_ccd), 5, 5);
    check_distance(RS_RULE_TWTR, wr_rd, FIELD(t_wtr), 5, 4 + 2 + 5);
    check_distance(RS_RULE_TRTW, rd_wr, FIELD(t_rtw), 9, 9);
    check_distance(RS_RULE_TRTP, rd_pre, FIELD(t_rtp), 6, 6);
    check_distance(RS_RULE_TWR, wr_pre, FIELD(t_wr), 10, 4 + 2 + 10);
    check_distance(RS_RULE_TCCD_L, rd_rd_same_group, FIELD(t_ccd_l), 5, 5);
    check_distance(RS_RULE_TCCD_L, rd_wr_same_group, FIELD(t_ccd_l), 19, 19);
    check_distance(RS_RULE_TRP, pre_ref, FIELD(t_rp), 13, 13);
    check_distance(RS_RULE_TRC, act_ref, FIELD(t_rc), 34, 34);
    check_distance(RS_RULE_TRFC, ref_act, FIELD(t_rfc), 30, 30);
    check_distance(RS_RULE_TRFC, ref_ref, FIELD(t_rfc), 30, 30);
    check_distance(RS_RULE_TRP, pre_ref_one, FIELD(t_rp), 13, 13);
    check_distance(RS_RULE_TRC, act_ref_one, FIELD(t_rc), 34, 34);
    check_distance(RS_RULE_TRRD, act_ref_other, FIELD(t_rrd), 8, 8);
    check_distance(RS_RULE_TRFC, ref_act_one, FIELD(t_rfc_pb), 30, 30);
    check_distance(RS_RULE_TRREFD, ref_act_other, FIELD(t_rrefd), 9, 9);
    check_distance(RS_RULE_TRREFD, ref_ref_other, FIELD(t_rrefd), 9, 9);
    check_distance(RS_RULE_TFAW, five_acts, FIELD(t_faw), 40, 40);
}

/* Column commands of other bank groups may come sooner; without bank groups T_CCD_L says nothing. */
static void test_bank_groups(void **state)
{
    (void)state;
    for (uint32_t groups = 1; groups <= 2; groups++) {
        static bench b;
        bench_open(&b);
        b.config.bank_groups = groups;
        b.config.t_ccd_l = 20;
        put(&b, 10, RS_DRAM_ACT, 1, 7);
        put(&b, 12, RS_DRAM_ACT, 2, 7);
        put(&b, 30, RS_DRAM_RD, 1, 0);
        put(&b, 50, RS_DRAM_RD, 1, 1);
        put(&b, 53, RS_DRAM_RD, 2, 0); /* the other group's turn */
        put(&b, 73, RS_DRAM_RD, 2, 1);
        expect_clean(&b);
    }
}

static void test_refresh(void **state)
{
    (void)state;
    static bench b;
    /* one interval late is the most: with T_REFI 100 the second REF comes by cycle 300, one cycle later it is late */
    for (uint32_t late = 0; late < 2; late++) {
        bench_open(&b);
        b.config.t_refi = 100;
        b.pins[150][0].command = b.pins[250][0].command = b.pins[350][0].command = RS_DRAM_REF; /* channel 0 is in time */
        late_refresh(&b, 300 + late);
        if (late == 0) {
            expect_clean(&b);
        } else {
            expect_only(&b, RS_RULE_TREFI, 2, 1);
        }
    }
    bench_open(&b);
    b.config.t_refi = 250;
    put(&b, 10, RS_DRAM_ACT, 2, 7);
    put(&b, 100, RS_DRAM_REF, 0, 0);
    expect_only(&b, RS_RULE_REF_ON_OPEN, 0, 2);
    /* of one bank: the others may be open, and each has its turn */
    bench_open(&b);
    each(&b);
    put(&b, 10, RS_DRAM_ACT, 1, 7);
    put(&b, 100, RS_DRAM_REF, 0, 0);
    expect_clean(&b);
    bench_open(&b);
    each(&b);
    put(&b, 10, RS_DRAM_ACT, 0, 7);
    put(&b, 100, RS_DRAM_REF, 0, 0);
    expect_only(&b, RS_RULE_REF_ON_OPEN, 0, 0);
    bench_open(&b);
    each(&b);
    put(&b, 100, RS_DRAM_REF, 1, 0);
    expect_only(&b, RS_RULE_REF_TURN, 0, 1);
}

/* tCCD, tRTW and tWTR are 1 here, so that only the bus can object. */
static void test_data_bus(void **state)
{
    (void)state;
    check_distance(RS_RULE_DATA_BUS, rd_rd, FIELD(t_ccd), 1, 2);
    check_distance(RS_RULE_DATA_BUS, wr_wr, FIELD(t_ccd), 1, 2);
    /* read data of the last RD end 9 + 2 cycles after it, write data start 4 after the WR */
    check_distance(RS_RULE_DATA_BUS, rd_wr, FIELD(t_rtw), 1, 9 + 2 - 4);
}

/* A write whose data slip in before those of the last read, but onto those of the read before. */
static void test_data_bus_out_of_order(void **state)
{
    (void)state;
    for (uint32_t gap = 0; gap < 2; gap++) {
        static bench b;
        bench_open(&b);
        put(&b, 10, RS_DRAM_ACT, 0, 7);
        put(&b, 30, RS_DRAM_RD, 0, 0);           /* data 39, 40 */
        put(&b, 34 + gap, RS_DRAM_RD, 0, 1);     /* data 43, 44, or 44, 45 */
        put(&b, 36 + gap, RS_DRAM_WR, 0, 2);     /* data 40, 41, or 41, 42 */
        put(&b, 60, RS_DRAM_WR, 0, 3);
        if (gap == 0) {
            expect_only(&b, RS_RULE_DATA_BUS, 7, 6);
        } else {
            expect_clean(&b);
        }
    }
}

static void test_bank_state(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 0, 7);
    put(&b, 60, RS_DRAM_ACT, 0, 8);
    expect_only(&b, RS_RULE_ACT_ON_OPEN, 0, 0);
    bench_open(&b);
    put(&b, 10, RS_DRAM_PRE, 0, 0);
    expect_only(&b, RS_RULE_PRE_ON_CLOSED, 0, 0);
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 0, 7);
    put(&b, 60, RS_DRAM_PRE, 0, 0);
    put(&b, 120, RS_DRAM_PRE, 0, 0);
    expect_only(&b, RS_RULE_PRE_ON_CLOSED, 0, 0);
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 0, 7);
    put(&b, 50, RS_DRAM_RD, 1, 0);
    put(&b, 54, RS_DRAM_RD, 0, 0);
    run(&b);
    assert_int_equal(rs_timing_checker_count(b.checker, RS_RULE_COLUMN_ON_CLOSED), 1);
    rs_timing_checker_destroy(b.checker);
}

static void test_write_data(void **state)
{
    (void)state;
    static bench b;
    for (uint32_t when = 33; when <= 36; when++) { /* due in 34 and 35 */
        bench_open(&b);
        put(&b, 10, RS_DRAM_ACT, 0, 7);
        put_request(&b, 30, RS_DRAM_WR, 0, 0);
        put_request(&b, 60, RS_DRAM_WR, 0, 1);
        b.pins[36][1].wrdata_en = b.pins[37][1].wrdata_en = true;
        if (when == 33) {
            b.pins[33][1].wrdata_en = true;
            expect_only(&b, RS_RULE_WRITE_DATA, 0, 1);
        } else {
            b.pins[when][1].wrdata_en = false;
            expect_only(&b, RS_RULE_WRITE_DATA, 1, 0);
        }
    }
    bench_open(&b);
    b.pins[5][1].wrdata_en = true; /* no WR at all */
    expect_only(&b, RS_RULE_WRITE_DATA, 0, 1);
}

/* Two requests in turn, at these banks, of these kinds; the third is there if it has a bank. */
static void put_pair(bench *b, uint8_t other, uint8_t kind, int third)
{
    bench_open(b);
    b->config.pair = 1;
    b->config.bank_groups = 2;
    for (uint8_t bank = 0; bank < 4; bank++) {
        put(b, 10U + 2U * bank, RS_DRAM_ACT, bank, 7);
    }
    put(b, 30, RS_DRAM_RD, 0, 4);
    put(b, 50, kind, other, 6);
    if (third >= 0) {
        put(b, 60, RS_DRAM_RD, (uint8_t)third, 8);
        return;
    }
    put(b, 70, RS_DRAM_RD, 0, 5);
    put(b, 90, kind, other, 7);
}

static void test_pair(void **state)
{
    (void)state;
    static bench b;
    put_pair(&b, 1, RS_DRAM_RD, -1);
    expect_clean(&b);
    put_pair(&b, 1, RS_DRAM_RD, 3); /* one too many */
    expect_only(&b, RS_RULE_REQUEST, 5, 8);
    put_pair(&b, 1, RS_DRAM_RD, -1);
    put(&b, 70, RS_DRAM_NOP, 0, 0); /* the other one first: its own first column command does not come again */
    put(&b, 90, RS_DRAM_RD, 1, 6);
    expect_only(&b, RS_RULE_REQUEST, 5, 6);
    put_pair(&b, 2, RS_DRAM_RD, 2); /* the same bank group */
    b.pins[60][1].command = RS_DRAM_NOP;
    expect_only(&b, RS_RULE_REQUEST, 5, 6);
    put_pair(&b, 1, RS_DRAM_WR, 2); /* the other direction */
    b.pins[60][1].command = RS_DRAM_NOP;
    expect_only(&b, RS_RULE_REQUEST, 5, 6);
}

static void test_request(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 0, 7);
    put(&b, 30, RS_DRAM_RD, 0, 1); /* starts in the middle */
    expect_only(&b, RS_RULE_REQUEST, 0, 1);
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 0, 7);
    put(&b, 30, RS_DRAM_RD, 0, 4);
    put(&b, 34, RS_DRAM_RD, 0, 7); /* another line's second half */
    expect_only(&b, RS_RULE_REQUEST, 5, 7);
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 0, 7);
    put(&b, 12, RS_DRAM_ACT, 1, 7);
    put(&b, 30, RS_DRAM_RD, 0, 4);
    put(&b, 34, RS_DRAM_RD, 1, 5); /* another bank's */
    expect_only(&b, RS_RULE_REQUEST, 5, 5);
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 0, 7);
    put(&b, 30, RS_DRAM_RD, 0, 4);
    put(&b, 50, RS_DRAM_WR, 0, 5); /* another kind */
    expect_only(&b, RS_RULE_REQUEST, 5, 5);
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 0, 7);
    put(&b, 30, RS_DRAM_RD, 0, 4);
    put(&b, 60, RS_DRAM_PRE, 0, 0);
    put(&b, 90, RS_DRAM_ACT, 0, 8);
    put(&b, 120, RS_DRAM_RD, 0, 5); /* another row */
    expect_only(&b, RS_RULE_REQUEST, 5, 5);
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 0, 7);
    put(&b, 30, RS_DRAM_RD, 0, 4);
    put(&b, 31, RS_DRAM_ACT, 1, 7); /* row commands of other banks may come between */
    put(&b, 32, RS_DRAM_RD, 0, 5);
    expect_clean(&b);
}

static void test_range_and_command(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 4, 0);
    expect_only(&b, RS_RULE_RANGE, 4, 4);
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 3, 4095);
    put(&b, 40, RS_DRAM_PRE, 3, 0);
    put(&b, 80, RS_DRAM_ACT, 3, 4096);
    expect_only(&b, RS_RULE_RANGE, 4096, 4096);
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 3, 0);
    put_request(&b, 40, RS_DRAM_RD, 3, 63);
    put(&b, 80, RS_DRAM_RD, 3, 128);
    expect_only(&b, RS_RULE_RANGE, 128, 128);
    bench_open(&b);
    put(&b, 10, RS_DRAM_REF, 0, 0);
    expect_only(&b, RS_RULE_COMMAND, 0, RS_DRAM_REF);
    bench_open(&b);
    put(&b, 10, 255, 255, UINT32_MAX);
    expect_only(&b, RS_RULE_COMMAND, 0, 255);
}

/* Rules of one channel or bank do not reach into another; reset forgets. */
static void test_independence(void **state)
{
    (void)state;
    static bench b;
    rs_error error = {""};
    bench_open(&b);
    put(&b, 10, RS_DRAM_ACT, 1, 7);
    b.pins[10][0] = b.pins[10][1]; /* ACT in both channels in the same cycle */
    put_request(&b, 30, RS_DRAM_RD, 1, 0);
    memcpy(&b.pins[30][0], &b.pins[30][1], sizeof b.pins[30][0]);
    memcpy(&b.pins[32][0], &b.pins[32][1], sizeof b.pins[32][0]);
    b.config.t_rrd = 40;
    expect_clean(&b);
    b.checker = rs_timing_checker_create(&b.config, &error);
    for (int again = 0; again < 2; again++) {
        for (int cycle = 0; cycle < 40; cycle++) {
            assert_true(rs_timing_checker_observe(b.checker, b.pins[cycle]));
        }
        rs_timing_checker_reset(b.checker);
    }
    rs_timing_checker_destroy(b.checker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_bank_groups),
        cmocka_unit_test(test_refresh),
        cmocka_unit_test(test_data_bus),
        cmocka_unit_test(test_data_bus_out_of_order),
        cmocka_unit_test(test_bank_state),
        cmocka_unit_test(test_write_data),
        cmocka_unit_test(test_request),
        cmocka_unit_test(test_pair),
        cmocka_unit_test(test_range_and_command),
        cmocka_unit_test(test_independence),
    };
    return cmocka_run_group_tests_name("timing_checker", tests, NULL, NULL);
}
