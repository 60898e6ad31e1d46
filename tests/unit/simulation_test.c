/* Simulation loop on the real memory path: runs end well with all checks on; each kind of trouble stops the run with
 * its own message; switching checks off or cutting a run into pieces changes no cycle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "machine/simulation.h"
#include "workload/patterns.h"

typedef struct bench {
    rs_config config;
    rs_trace *trace;
    rs_simulation_options options;
    rs_simulation *simulation;
} bench;

static void bench_open(bench *b, const char *machine, uint32_t requests)
{
    rs_error error = {""};
    rs_pattern pattern = {RS_PATTERN_RAND3, requests, 400, 0, 11};
    memset(b, 0, sizeof *b);
    rs_config_default(&b->config);
    assert_true(rs_config_machine(&b->config, machine, &error));
    assert_true(rs_config_set(&b->config, "SMS", "4", &error));
    assert_true(rs_config_set(&b->config, "CHANNELS", "2", &error));
    /* 2 channels x 4 banks x 16 rows x 8 columns: lines are written and read back many times */
    assert_true(rs_config_set(&b->config, "ADDRESS_MAP", "dramid@8;0000000000000000000000000000000000000000000000000"
                                                         "RRRRBBCCCSSSSSS", &error));
    if (!rs_config_finish(&b->config, &error)) {
        fail_msg("%s", error.text);
    }
    b->trace = rs_pattern_trace(&b->config, &pattern, &error);
    if (b->trace == NULL) {
        fail_msg("%s", error.text);
    }
    b->options = rs_simulation_options_default();
}

static void create(bench *b)
{
    rs_error error = {""};
    b->simulation = rs_simulation_create_trace(&b->config, b->trace, &b->options, &error);
    if (b->simulation == NULL) {
        fail_msg("%s", error.text);
    }
}

static rs_simulation_results finish(bench *b)
{
    rs_simulation_results results;
    rs_simulation_get(b->simulation, &results);
    rs_simulation_destroy(b->simulation);
    b->simulation = NULL;
    return results;
}

static void bench_close(bench *b)
{
    rs_simulation_destroy(b->simulation);
    rs_trace_destroy(b->trace);
}

static void expect_done(bench *b)
{
    if (rs_simulation_run(b->simulation, 2000000) != RS_SIMULATION_DONE) {
        const char *text = rs_simulation_error(b->simulation);
        fail_msg("%s", text != NULL ? text : "not done");
    }
    assert_null(rs_simulation_error(b->simulation));
}

static const char *const machines[] = {"FIFO", "BFIFO", "BFIFO+HG", "BFIFO+RMHG", "BFIFO+HMHG4/L8/G", "FR-FCFS"};

static void test_all_checks_pass(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        for (uint32_t disturbed = 0; disturbed < 2; disturbed++) {
            static bench b;
            bench_open(&b, machines[i], 3000);
            b.options.disturbance.reply_stall_per_mille = disturbed * 300;
            b.options.disturbance.request_pause_per_mille = disturbed * 200;
            create(&b);
            expect_done(&b);
            uint64_t reads = b.trace->reads, writes = b.trace->writes;
            rs_simulation_results r = finish(&b);
            assert_true(reads > 1000 && writes > 500);
            assert_int_equal(r.requests, reads + writes);
            assert_int_equal(r.metrics.reads, reads);
            assert_int_equal(r.metrics.writes, writes);
            assert_int_equal(r.metrics.latency_samples, reads);
            assert_int_equal(r.metrics.cycles, r.cycles);
            uint64_t data = r.metrics.controller[0].data_cycles + r.metrics.controller[1].data_cycles;
            assert_int_equal(data, (reads + writes) * b.config.data_cycles);
            assert_true(r.metrics.latency_median <= r.metrics.latency_p99);
            assert_true(r.metrics.latency_p99 <= r.metrics.latency_max);
            assert_true(r.metrics.dram_efficiency >= r.metrics.dram_utilization && r.metrics.dram_efficiency <= 1);
            bench_close(&b);
        }
    }
}

/* Same cycles with checks off, in pieces, and again. */
static void test_observers_do_not_disturb(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, "BFIFO+HG", 3000);
    create(&b);
    expect_done(&b);
    rs_simulation_results all = finish(&b), other;
    create(&b);
    while (rs_simulation_run(b.simulation, 97) == RS_SIMULATION_RUNNING) {
    }
    other = finish(&b);
    assert_int_equal(other.cycles, all.cycles);
    assert_memory_equal(&other.metrics, &all.metrics, sizeof all.metrics);
    b.options.check_data = b.options.check_timing = b.options.measure = false;
    create(&b);
    expect_done(&b);
    other = finish(&b);
    assert_int_equal(other.cycles, all.cycles);
    assert_int_equal(other.metrics.cycles, 0);
    bench_close(&b);
}

typedef struct watcher {
    uint64_t calls, stop_at, progress_calls, issued;
} watcher;

static bool watch(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    watcher *w = (watcher *)user;
    (void)inputs;
    (void)outputs;
    assert_int_equal(cycle, w->calls);
    w->calls++;
    return cycle != w->stop_at;
}

static void on_progress(void *user, uint64_t cycle, uint64_t issued, uint64_t total)
{
    watcher *w = (watcher *)user;
    assert_true(issued >= w->issued && issued <= total && cycle > 0);
    w->issued = issued;
    w->progress_calls++;
}

static void test_callbacks(void **state)
{
    (void)state;
    static bench b;
    watcher w = {0, UINT64_MAX, 0, 0};
    bench_open(&b, "BFIFO", 1000);
    b.options.observe = watch;
    b.options.progress = on_progress;
    b.options.observe_user = b.options.progress_user = &w;
    b.options.progress_cycles = 100;
    create(&b);
    expect_done(&b);
    rs_simulation_results r = finish(&b);
    assert_int_equal(w.calls, r.cycles);
    assert_int_equal(w.progress_calls, r.cycles / 100 + 1);
    assert_int_equal(w.issued, r.requests);
    watcher stop = {0, 500, 0, 0};
    b.options.observe_user = b.options.progress_user = &stop;
    create(&b);
    assert_int_equal(rs_simulation_run(b.simulation, 0), RS_SIMULATION_STOPPED);
    assert_int_equal(rs_simulation_step(b.simulation), RS_SIMULATION_STOPPED);
    r = finish(&b);
    assert_int_equal(r.cycles, 500);
    assert_int_equal(stop.calls, 501);
    bench_close(&b);
}

/* The observers below meddle with what they are shown: faults between path and DRAM, in both directions. */
static bool flip_read_data(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    rs_path_inputs *changed = (rs_path_inputs *)inputs;
    (void)user;
    (void)outputs;
    for (uint32_t channel = 0; cycle > 1000 && channel < 2; channel++) {
        changed->dram[channel].rddata[1] ^= changed->dram[channel].rddata_valid ? 0x100u : 0;
    }
    return true;
}

static bool flip_write_data(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    rs_path_outputs *changed = (rs_path_outputs *)outputs;
    (void)user;
    (void)cycle;
    (void)inputs;
    changed->dram[1].wrdata[0] ^= changed->dram[1].wrdata_en ? 1u : 0;
    return true;
}

static bool stray_commands(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    rs_path_outputs *changed = (rs_path_outputs *)outputs;
    (void)user;
    (void)inputs;
    if (cycle == 2000) { /* row commands from nowhere in the middle of traffic */
        changed->dram[0].command = RS_DRAM_PRE;
        changed->commands |= 1;
        changed->dram[0].bank = 3;
    }
    if (cycle == 2001) {
        changed->dram[0].command = RS_DRAM_ACT;
        changed->commands |= 1;
        changed->dram[0].bank = 3;
        changed->dram[0].address = 0;
    }
    return true;
}

static void expect_failure(bench *b, const char *part)
{
    create(b);
    assert_int_equal(rs_simulation_run(b->simulation, 1000000), RS_SIMULATION_FAILED);
    assert_non_null(rs_simulation_error(b->simulation));
    if (strstr(rs_simulation_error(b->simulation), part) == NULL) {
        fail_msg("found '%s', expected it to say '%s'", rs_simulation_error(b->simulation), part);
    }
    assert_int_equal(rs_simulation_step(b->simulation), RS_SIMULATION_FAILED);
    (void)finish(b);
}

static void test_failures(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, "BFIFO", 3000);
    b.options.observe = flip_read_data;
    expect_failure(&b, "scoreboard: cycle 1");
    b.options.observe = flip_write_data;
    expect_failure(&b, "expected 0x");
    b.options.observe = stray_commands;
    expect_failure(&b, "DRAM rule ");
    b.options.observe = NULL;
    b.options.disturbance.reply_stall_per_mille = 1000; /* no reply is ever taken */
    b.options.watchdog_cycles = 700;
    expect_failure(&b, "watchdog");
    bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_checks_pass),
        cmocka_unit_test(test_observers_do_not_disturb),
        cmocka_unit_test(test_callbacks),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests_name("simulation", tests, NULL, NULL);
}
