/* Timing checker: the rules that are no distance from command to command (timing_distances_test.c has those): a sequence that keeps one
 * passes, and one that breaks it is reported once, under that rule's name and no other. */
#include "timing_bench.h"

/* The second REF comes in this cycle, `distance` from 0. */
static void late_refresh(bench *b, uint32_t distance)
{
    put(b, 100, RS_DRAM_REF, 0, 0);
    put(b, distance, RS_DRAM_REF, 0, 0);
    put(b, 399, RS_DRAM_REF, 0, 0);
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
        cmocka_unit_test(test_refresh),
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
