/* Metrics: hand-made port and pin sequences whose figures are worked out in the comments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "observe/histogram.h"
#include "observe/metrics.h"

typedef struct bench {
    rs_config config;
    rs_metrics *metrics;
    rs_path_inputs in;
    rs_path_outputs out;
    uint64_t now;
} bench;

/* Two SMs, two channels; columns 2, burst cycles 2, CL 9, WL 4. */
static void bench_open(bench *b)
{
    rs_error error = {""};
    memset(b, 0, sizeof *b);
    rs_config_default(&b->config);
    assert_true(rs_config_set(&b->config, "SMS", "2", &error));
    assert_true(rs_config_set(&b->config, "CHANNELS", "2", &error));
    assert_true(rs_config_finish(&b->config, &error));
    b->metrics = rs_metrics_create(&b->config, &error);
    assert_non_null(b->metrics);
}

static bool cycle(bench *b)
{
    b->out.commands = rs_dram_commands(b->out.dram, b->config.channels);
    for (uint32_t i = 0; i < b->config.channels; i++) {
        b->out.accepting |= (uint64_t)b->out.accept[i].valid << i;
    }
    bool good = rs_metrics_observe(b->metrics, &b->in, &b->out);
    memset(&b->in, 0, sizeof b->in);
    memset(&b->out, 0, sizeof b->out);
    b->now++;
    return good;
}

static void idle_until(bench *b, uint64_t when)
{
    assert_true(b->now <= when);
    while (b->now < when) {
        assert_true(cycle(b));
    }
}

static rs_metrics_results close_bench(bench *b)
{
    rs_metrics_results results;
    rs_metrics_get(b->metrics, &results);
    rs_metrics_destroy(b->metrics);
    return results;
}

static uint64_t line_of(const bench *b, uint32_t channel, uint32_t bank, uint32_t row, uint32_t column)
{
    rs_location at = {channel, bank, row, column};
    return rs_address_encode(&b->config.map, at) >> RS_LINE_SHIFT;
}

static void accept(bench *b, uint32_t channel, uint32_t bank, uint32_t row, uint32_t column, uint32_t sm, uint32_t cta,
                   bool write)
{
    rs_accept value = {true, write, (uint8_t)sm, (uint16_t)(cta << 6), line_of(b, channel, bank, row, column)};
    b->out.accept[channel] = value;
}

static void command(bench *b, uint32_t channel, uint8_t code, uint32_t bank, uint32_t address)
{
    b->out.dram[channel].command = code;
    b->out.dram[channel].bank = (uint8_t)bank;
    b->out.dram[channel].address = address;
}

/* Both column commands, two cycles apart, the first in this cycle. */
static bool serve(bench *b, uint32_t channel, uint8_t code, uint32_t bank, uint32_t column)
{
    command(b, channel, code, bank, 2 * column);
    bool good = cycle(b);
    good = good && cycle(b);
    command(b, channel, code, bank, 2 * column + 1);
    return good && cycle(b);
}

static void expect_near(double found, double expected)
{
    if (!(fabs(found - expected) < 1e-9)) {
        fail_msg("found %.12f, expected %.12f", found, expected);
    }
}

/* Accepted and activated in cycle 10, RD in 22 and 24: data 31 .. 34, active 10 .. 34 = 25 cycles. Channel 1 is
 * never active: it counts in the utilization, not in the efficiency. */
static void test_efficiency_of_one_read(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b);
    idle_until(&b, 10);
    accept(&b, 0, 1, 7, 3, 0, 0, false);
    command(&b, 0, RS_DRAM_ACT, 1, 7);
    assert_true(cycle(&b));
    idle_until(&b, 22);
    assert_true(serve(&b, 0, RS_DRAM_RD, 1, 3));
    idle_until(&b, 100);
    rs_metrics_results r = close_bench(&b);
    assert_int_equal(r.cycles, 100);
    assert_int_equal(r.controller[0].data_cycles, 4);
    assert_int_equal(r.controller[0].active_cycles, 25);
    assert_int_equal(r.controller[1].active_cycles, 0);
    expect_near(r.dram_efficiency, 4.0 / 25);
    expect_near(r.dram_utilization, 4.0 / 100 / 2);
    assert_true(r.requests == 1 && r.reads == 1 && r.writes == 0 && r.activates == 1 && r.row_streaks == 1);
    /* the bank works from 10 to 23; in 24 its last column command is on the pins */
    expect_near(r.bank_parallelism, 14.0 / 25);
    expect_near(r.queue_occupancy, 1.0 / b.config.queue);
}

/* A write: data 4 cycles after the command. Average over two controllers: 4 / 10 and 4 / 20. */
static void test_efficiency_is_averaged(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b);
    command(&b, 0, RS_DRAM_ACT, 0, 1);
    command(&b, 1, RS_DRAM_ACT, 0, 1);
    assert_true(cycle(&b));
    idle_until(&b, 12);
    accept(&b, 1, 0, 1, 0, 0, 0, true); /* active from 12 */
    assert_true(cycle(&b));
    idle_until(&b, 22);
    accept(&b, 0, 0, 1, 0, 0, 0, true); /* active from 22 */
    assert_true(cycle(&b));
    idle_until(&b, 24);
    command(&b, 0, RS_DRAM_WR, 0, 0);
    command(&b, 1, RS_DRAM_WR, 0, 0);
    assert_true(cycle(&b));
    idle_until(&b, 26);
    command(&b, 0, RS_DRAM_WR, 0, 1); /* data 28 .. 31 */
    command(&b, 1, RS_DRAM_WR, 0, 1);
    assert_true(cycle(&b));
    idle_until(&b, 60);
    rs_metrics_results r = close_bench(&b);
    expect_near(r.dram_efficiency, (4.0 / 10 + 4.0 / 20) / 2);
    expect_near(r.dram_utilization, 4.0 / 60);
    assert_int_equal(r.writes, 2);
}

/* THESIS 4.1: two reads a row, all to one bank, a row every 34 cycles: 8 of 34. */
static void test_one_bank_two_reads_a_row(void **state)
{
    (void)state;
    enum { ROWS = 2000 };
    static bench b;
    bench_open(&b);
    accept(&b, 0, 0, 0, 0, 0, 0, false);
    assert_true(cycle(&b));
    accept(&b, 0, 0, 0, 1, 0, 0, false);
    assert_true(cycle(&b));
    for (uint32_t row = 0; row < ROWS; row++) {
        uint64_t start = 2 + 34 * (uint64_t)row;
        idle_until(&b, start);
        command(&b, 0, RS_DRAM_ACT, 0, row);
        assert_true(cycle(&b));
        for (uint32_t column = 0; column < 2 && row + 1 < ROWS; column++) {
            accept(&b, 0, 0, row + 1, column, 0, 0, false);
            assert_true(cycle(&b));
        }
        idle_until(&b, start + 12);
        assert_true(serve(&b, 0, RS_DRAM_RD, 0, 0));
        assert_true(cycle(&b));
        assert_true(serve(&b, 0, RS_DRAM_RD, 0, 1));
        command(&b, 0, RS_DRAM_PRE, 0, 0);
        assert_true(cycle(&b));
    }
    idle_until(&b, b.now + 50);
    rs_metrics_results r = close_bench(&b);
    assert_true(fabs(r.dram_efficiency - 8.0 / 34) < 0.0005);
    expect_near(r.requests_per_activate, 2);
    expect_near(r.row_streak_length, 2);
    expect_near(r.row_locality_post, 2);
    assert_int_equal(r.row_streaks, ROWS);
    assert_int_equal(r.stranded, 0);
}

static void take_head(bench *b, uint32_t sm, uint32_t channel, uint32_t bank, uint32_t row, uint32_t column)
{
    b->in.request_valid.word[0] |= UINT64_C(1) << sm;
    b->out.request_ready.word[0] |= UINT64_C(1) << sm;
    b->in.request[sm].head = b->in.request[sm].tail = true;
    b->in.request[sm].header =
        rs_request_header(&b->config, line_of(b, channel, bank, row, column) << RS_LINE_SHIFT, false, 1);
}

/* Before: SM 0 sends rows 1 1 2 1 to one bank and 5 5 to another in between, SM 1 sends 2 2: streaks 3 + 1 + 1 for 8
 * requests. After, one bank sees 1 2 1 2 2 1 (5 streaks of 6), the other 5 5. */
static void test_locality(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b);
    const uint32_t sent[][3] = {{0, 0, 1}, {0, 3, 5}, {1, 0, 2}, {0, 0, 1}, {0, 0, 2}, {0, 3, 5}, {0, 0, 1}, {1, 0, 2}};
    for (uint32_t i = 0; i < 8; i++) {
        take_head(&b, sent[i][0], 1, sent[i][1], sent[i][2], i);
        assert_true(cycle(&b));
    }
    const uint32_t seen[][2] = {{0, 1}, {3, 5}, {0, 2}, {0, 1}, {0, 2}, {3, 5}, {0, 2}, {0, 1}};
    for (uint32_t i = 0; i < 8; i++) {
        accept(&b, 1, seen[i][0], seen[i][1], i, 0, 0, false);
        assert_true(cycle(&b));
    }
    rs_metrics_results r = close_bench(&b);
    expect_near(r.row_locality_pre, 8.0 / 5);
    expect_near(r.row_locality_post, 8.0 / 6);
    assert_int_equal(r.sm[0].requests, 6);
}

typedef struct queued {
    uint32_t row, sm, cta;
} queued;

/* Row 1 is open and one request of it served; then these are accepted in order, and row 2 is activated. */
static rs_metrics_results switch_rows(const queued *queue, uint32_t count)
{
    static bench b;
    bench_open(&b);
    command(&b, 0, RS_DRAM_ACT, 2, 1);
    assert_true(cycle(&b));
    accept(&b, 0, 2, 1, 60, 0, 0, false);
    assert_true(serve(&b, 0, RS_DRAM_RD, 2, 60));
    for (uint32_t i = 0; i < count; i++) {
        accept(&b, 0, 2, queue[i].row, i, queue[i].sm, queue[i].cta, false);
        assert_true(cycle(&b));
    }
    command(&b, 0, RS_DRAM_PRE, 2, 0);
    assert_true(cycle(&b));
    command(&b, 0, RS_DRAM_ACT, 2, 2);
    assert_true(cycle(&b));
    return close_bench(&b);
}

static void expect_breakers(const queued *queue, uint32_t count, uint64_t stranded, uint64_t other_sm, uint64_t other_cta,
                            uint64_t same_cta)
{
    rs_metrics_results r = switch_rows(queue, count);
    assert_int_equal(r.stranded, stranded);
    assert_int_equal(r.breakers_other_sm, other_sm);
    assert_int_equal(r.breakers_other_cta, other_cta);
    assert_int_equal(r.breakers_same_cta, same_cta);
}

static void test_breakers(void **state)
{
    (void)state;
    const queued none[] = {{2, 0, 0}, {3, 1, 0}};
    expect_breakers(none, 2, 0, 0, 0, 0);
    const queued other_sm[] = {{2, 1, 0}, {1, 0, 0}};
    expect_breakers(other_sm, 2, 1, 1, 0, 0);
    const queued other_cta[] = {{2, 0, 1}, {1, 0, 0}};
    expect_breakers(other_cta, 2, 1, 0, 1, 0);
    const queued same_cta[] = {{2, 0, 3}, {1, 0, 3}};
    expect_breakers(same_cta, 2, 1, 0, 0, 1);
    /* each category once, whatever the number; relative to the first stranded request, the second plays no part */
    const queued all[] = {{2, 1, 0}, {2, 1, 1}, {3, 0, 1}, {2, 0, 1}, {4, 0, 0}, {1, 0, 0}, {5, 0, 2}, {1, 0, 2}};
    expect_breakers(all, 8, 1, 1, 1, 1);
    /* the search goes from the request to row 2 towards younger ones only */
    const queued older[] = {{1, 0, 0}, {2, 1, 0}};
    expect_breakers(older, 2, 0, 0, 0, 0);
    /* requests in front of the one to row 2 are no breakers */
    const queued front[] = {{3, 1, 0}, {2, 0, 0}, {1, 0, 0}};
    expect_breakers(front, 3, 1, 0, 0, 1);
    /* row 2 activated for nobody */
    const queued nobody[] = {{3, 1, 0}, {1, 0, 0}};
    expect_breakers(nobody, 2, 0, 0, 0, 0);
}

/* Rows 1 (2 requests), closed and reopened (1 more: the same streak), 2 (1), 1 again (1): 3 streaks, 4 ACTs. Requests of two SMs by
 * turns: 2, 1, 1 SMs a streak. The other controller opens a row in vain: 10 commands / 4 ACTs, and 0 / 1. */
static void test_row_streaks(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b);
    const struct {
        uint32_t row, served;
    } part[] = {{1, 2}, {1, 1}, {2, 1}, {1, 1}};
    command(&b, 1, RS_DRAM_ACT, 0, 1);
    for (uint32_t i = 0, column = 0; i < 4; i++) {
        command(&b, 0, RS_DRAM_ACT, 0, part[i].row);
        assert_true(cycle(&b));
        for (uint32_t k = 0; k < part[i].served; k++, column++) {
            accept(&b, 0, 0, part[i].row, column, column % 2, 0, true);
            assert_true(serve(&b, 0, RS_DRAM_WR, 0, column));
        }
        command(&b, 0, RS_DRAM_PRE, 0, 0);
        assert_true(cycle(&b));
    }
    rs_metrics_results r = close_bench(&b);
    assert_int_equal(r.row_streaks, 3);
    expect_near(r.row_streak_length, 5.0 / 3);
    expect_near(r.streak_sms, 4.0 / 3);
    expect_near(r.requests_per_activate, 5.0 / 5);
    expect_near(r.commands_per_activate, (10.0 / 4 + 0) / 2);
}

/* Offered in 3, taken in 8: 5 cycles. The data flits that wait afterwards do not count. The next is taken at once. */
static void test_wait(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b);
    idle_until(&b, 3);
    while (b.now < 20) {
        bool data = b.now > 8 && b.now < 16;
        take_head(&b, 1, 0, 0, 0, 0);
        b.in.request[1].head = !data;
        b.out.request_ready.word[0] = b.now == 8 || b.now == 15 || b.now >= 16 ? 2 : 0;
        assert_true(cycle(&b));
    }
    rs_metrics_results r = close_bench(&b);
    assert_int_equal(r.wait_max, 5);
    assert_int_equal(r.sm[1].wait_max, 5);
    assert_int_equal(r.sm[0].wait_max, 0);
    assert_int_equal(r.sm[1].requests, 1 + 4);
    expect_near(r.wait_mean, 1);
    assert_int_equal(r.wait_p99, 5);
}

/* SM 0: 4 requests in 10 cycles; SM 1: 2 requests, its last reply flit in cycle 39: throughputs 0.4 and 0.05. */
static void test_fairness(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b);
    take_head(&b, 1, 0, 0, 0, 0);
    assert_true(cycle(&b));
    for (uint32_t i = 0; i < 4; i++) {
        take_head(&b, 0, 0, 0, 0, i);
        assert_true(cycle(&b));
    }
    take_head(&b, 1, 0, 0, 0, 1);
    assert_true(cycle(&b));
    idle_until(&b, 9);
    b.out.reply_valid.word[0] = b.in.reply_ready.word[0] = 1;
    assert_true(cycle(&b));
    idle_until(&b, 39);
    b.out.reply_valid.word[0] = 3; /* SM 0's is not taken */
    b.in.reply_ready.word[0] = 2;
    assert_true(cycle(&b));
    idle_until(&b, 60);
    rs_metrics_results r = close_bench(&b);
    assert_int_equal(r.sm[0].completion_cycle, 9);
    assert_int_equal(r.sm[1].completion_cycle, 39);
    expect_near(r.fairness_min_max, 0.05 / 0.4);
    expect_near(r.fairness_slowdown, 20 / ((2.5 + 20) / 2));
    expect_near(r.fairness_jain, 0.45 * 0.45 / (2 * (0.4 * 0.4 + 0.05 * 0.05)));
}

static int ascending(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void test_latency(void **state)
{
    (void)state;
    enum { SAMPLES = 1777 };
    static uint64_t sample[SAMPLES];
    static bench b;
    uint64_t seed = 3, sum = 0;
    bench_open(&b);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        sample[i] = rs_random_below(&seed, 10) == 0 ? rs_random_below(&seed, 90000) : rs_random_below(&seed, 300);
        sum += sample[i];
        rs_metrics_read_latency(b.metrics, sample[i]);
    }
    qsort(sample, SAMPLES, sizeof sample[0], ascending);
    rs_metrics_results r = close_bench(&b);
    assert_int_equal(r.latency_samples, SAMPLES);
    expect_near(r.latency_mean, (double)sum / SAMPLES);
    assert_int_equal(r.latency_median, sample[888]); /* rank 889 of 1777 */
    assert_int_equal(r.latency_p99, sample[1759]);   /* rank ceil(1759.23) */
    assert_int_equal(r.latency_max, sample[SAMPLES - 1]);
}

static void test_histogram_edges(void **state)
{
    (void)state;
    rs_histogram h = {NULL, 0, 0, 0, 0};
    assert_int_equal(rs_histogram_percentile(&h, 500), 0);
    rs_histogram_add(&h, 7);
    assert_int_equal(rs_histogram_percentile(&h, 1), 7);
    assert_int_equal(rs_histogram_percentile(&h, 1000), 7);
    rs_histogram_add(&h, UINT64_C(1) << 40);
    assert_int_equal(rs_histogram_percentile(&h, 500), 7);
    assert_true(rs_histogram_percentile(&h, 501) == UINT64_C(1) << 40);
    assert_true(h.capacity <= RS_HISTOGRAM_LIMIT);
    rs_histogram_clear(&h);
    assert_int_equal(rs_histogram_percentile(&h, 990), 0);
    rs_histogram_free(&h);
}

static void expect_error(bench *b, const char *part)
{
    assert_non_null(rs_metrics_error(b->metrics));
    if (strstr(rs_metrics_error(b->metrics), part) == NULL) {
        fail_msg("found '%s', expected it to say '%s'", rs_metrics_error(b->metrics), part);
    }
    assert_false(cycle(b));
    (void)close_bench(b);
}

static void test_errors(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b); /* nobody asked for that line */
    command(&b, 0, RS_DRAM_ACT, 0, 5);
    accept(&b, 0, 0, 5, 1, 0, 0, false);
    assert_true(cycle(&b));
    assert_false(serve(&b, 0, RS_DRAM_RD, 0, 2));
    expect_error(&b, "accepted for it is none");
    bench_open(&b); /* a read passes the older write to its line */
    command(&b, 0, RS_DRAM_ACT, 0, 5);
    accept(&b, 0, 0, 5, 1, 0, 0, true);
    assert_true(cycle(&b));
    accept(&b, 0, 0, 5, 1, 1, 0, false);
    assert_true(cycle(&b));
    assert_false(serve(&b, 0, RS_DRAM_RD, 0, 1));
    expect_error(&b, "accepted for it is a write");
    bench_open(&b); /* accepted without end */
    uint32_t accepted = 0;
    do {
        accept(&b, 0, 0, 5, 1, 0, 0, true);
    } while (cycle(&b) && ++accepted < 1000);
    assert_true(accepted >= b.config.queue && accepted < 1000);
    expect_error(&b, "accepted and not served");
    bench_open(&b);
    command(&b, 0, RS_DRAM_ACT, 200, 5);
    assert_false(cycle(&b));
    expect_error(&b, "bank 200");
}

static void test_reset(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b);
    rs_metrics_results empty, r;
    rs_metrics_get(b.metrics, &empty);
    take_head(&b, 0, 0, 0, 0, 0);
    command(&b, 0, RS_DRAM_ACT, 0, 5);
    accept(&b, 0, 0, 5, 1, 0, 0, false);
    assert_true(cycle(&b));
    assert_true(serve(&b, 0, RS_DRAM_RD, 0, 1));
    rs_metrics_read_latency(b.metrics, 30);
    rs_metrics_reset(b.metrics);
    rs_metrics_get(b.metrics, &r);
    assert_memory_equal(&r, &empty, sizeof r);
    (void)close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_efficiency_of_one_read),
        cmocka_unit_test(test_efficiency_is_averaged),
        cmocka_unit_test(test_one_bank_two_reads_a_row),
        cmocka_unit_test(test_locality),
        cmocka_unit_test(test_breakers),
        cmocka_unit_test(test_row_streaks),
        cmocka_unit_test(test_wait),
        cmocka_unit_test(test_fairness),
        cmocka_unit_test(test_latency),
        cmocka_unit_test(test_histogram_edges),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_reset),
    };
    return cmocka_run_group_tests_name("metrics", tests, NULL, NULL);
}
