/* The whole machine on kernels, to their ends: words, memory, results, C-AMAT and DRAM timing are checked by the simulation; and
 * what it must refuse. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "graph_text.h"
#include "machine/simulation.h"

static rs_config machine(const char *const *settings)
{
    rs_config config;
    rs_error error = {""};
    rs_config_default(&config);
    config.top = RS_TOP_GPU;
    if (!rs_config_read(&config, "tests/configurations/gpu_small.cfg", &error)) {
        fail_msg("%s", error.text);
    }
    for (; settings != NULL && *settings != NULL; settings += 2) {
        assert_true(rs_config_set(&config, settings[0], settings[1], &error));
    }
    if (!rs_config_finish(&config, &error)) {
        fail_msg("%s", error.text);
    }
    return config;
}

static const rs_kernel *kernel_named(const char *name)
{
    const rs_kernel *kernel = rs_kernel_find(name);
    assert_non_null(kernel);
    return kernel;
}

/* Runs a kernel to its end, and gives what was counted. */
static rs_simulation_results run(const rs_config *config, const char *name, bool vectors, const rs_graph *graph)
{
    rs_error error = {""};
    rs_kernel_options options = {4, vectors, vectors, vectors, false, 8, graph, 1};
    rs_kernel_source *source =
        rs_kernel_source_create(kernel_named(name), &options, config->sms * config->sm_ctas, config->registers, &error);
    assert_non_null(source);
    const rs_simulation_options simulated = rs_simulation_options_default();
    rs_simulation *simulation = rs_simulation_create_source(config, rs_kernel_source_interface(source), &simulated, &error);
    if (simulation == NULL) {
        fail_msg("%s", error.text);
    }
    if (rs_simulation_run(simulation, 0) != RS_SIMULATION_DONE) {
        fail_msg("%s: %s", name, rs_simulation_error(simulation));
    }
    rs_simulation_results results;
    rs_simulation_get(simulation, &results);
    rs_simulation_destroy(simulation);
    rs_kernel_source_destroy(source);
    return results;
}

/* Every cycle of every SM has a class; causes, levels belong to theirs. */
static void check_sums(const rs_config *config, const rs_simulation_results *results)
{
    const rs_machine_counts *counts = &results->machine;
    uint64_t classes = 0, causes = 0, levels = 0;
    for (uint32_t i = 0; i < RS_STALL_CLASSES; i++) {
        classes += counts->stall_class[i];
    }
    for (uint32_t i = 0; i < RS_STALL_CAUSES; i++) {
        causes += counts->stall_cause[i];
    }
    for (uint32_t i = 0; i < RS_SERVED_LEVELS; i++) {
        levels += counts->stall_level[i];
    }
    assert_int_equal(classes, (results->cycles - 1) * config->sms); /* a cycle is counted with the clock after it */
    assert_int_equal(causes, counts->stall_class[RS_STALL_MEMORY_STRUCTURAL]);
    assert_int_equal(levels, counts->stall_class[RS_STALL_MEMORY_DATA]);
    assert_true(counts->stall_class[RS_STALL_NONE] >= counts->host.instructions / config->warp_schedulers);
}

static void test_kernels(void **state)
{
    static const char *const names[] = {"transpose", "histo", "spmv", "spsum", "bfs"};
    static const char *const plain[] = {"SMS", "4", NULL};
    static const char *const stalls[] = {"WARP_SCHEDULERS", "2", "WARP_ORDER", "GTO", "ISSUE_CYCLES", "1", "WARP_GAP", "1",
                                         "ALU_LATENCY", "6", "BRANCH_LATENCY", "6", "ALU_INTERVAL", "1", "LOADS_A_WARP", "4",
                                         "BLOCKING", "0", "WORDS_DELAY", "9", "T_REFI", "700", NULL};
    rs_graph graph = graph_of("6 7\n2 3\n1 3 4\n1 2\n2 5 6\n4 6\n4 5\n");
    (void)state;
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (uint32_t vectors = 0; vectors < 2; vectors++) {
            const rs_config config = machine(vectors ? stalls : plain);
            const rs_simulation_results results = run(&config, names[i], vectors != 0, &graph);
            check_sums(&config, &results);
            assert_true(results.machine.host.thread_instructions > results.machine.host.instructions);
        }
    }
    rs_graph_free(&graph);
}

/* What bfs' host changes between launches reaches the machine by a launch of its own. */
static void test_copies(void **state)
{
    rs_graph graph = graph_of("4 3\n2\n1 3\n2 4\n3\n");
    const rs_config config = machine(NULL);
    (void)state;
    const rs_simulation_results results = run(&config, "bfs", false, &graph);
    assert_true(results.machine.host.copies > 0 && results.machine.host.copies < results.machine.host.launches);
    rs_graph_free(&graph);
}

/* Same machine and program, same cycles: nothing is left from a run. */
static void test_repeats(void **state)
{
    const rs_config config = machine(NULL);
    (void)state;
    const rs_simulation_results one = run(&config, "transpose", true, NULL), other = run(&config, "transpose", true, NULL);
    assert_int_equal(one.cycles, other.cycles);
    assert_memory_equal(one.machine.stall_class, other.machine.stall_class, sizeof one.machine.stall_class);
}

/* More SMs than a word has bits: every one of them works, and the checkers see all of them. */
static void test_many_sms(void **state)
{
    static const char *const many[] = {"SMS", "100", "CHANNELS", "64", "ADDRESS_MAP",
                                       "dramid@8;00000000.00000000.00000000.00000000.0000000R.RRRRRRRR.RRCCCBBC.CCSSSSSS", "SM_CTAS", "1", "IN_FLIGHT", "256", "TAG_BITS", "8", NULL};
    const rs_config config = machine(many);
    (void)state;
    const rs_simulation_results results = run(&config, "histo", true, NULL);
    check_sums(&config, &results);
    for (uint32_t i = 0; i < config.sms; i++) {
        assert_true(results.machine.accesses[i] != 0);
        assert_true(results.metrics.sm[i].requests != 0);
    }
}

/* The machines of today's sizes: one kernel to its end, words and timing checked. */
static void test_machines_of_today(void **state)
{
    static const char *const files[] = {"tests/configurations/a100.cfg", "tests/configurations/h100.cfg"};
    static const uint32_t sms[] = {108, 132};
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        rs_config config;
        rs_error error = {""};
        rs_config_default(&config);
        config.top = RS_TOP_GPU;
        if (!rs_config_read(&config, files[i], &error) || !rs_config_finish(&config, &error)) {
            fail_msg("%s", error.text);
        }
        assert_int_equal(config.sms, sms[i]);
        assert_int_equal(config.channels, 64);
        const rs_simulation_results results = run(&config, "transpose", false, NULL);
        check_sums(&config, &results);
    }
}

static void expect_refused(const char *const *settings, uint32_t top, const char *name, const char *expected)
{
    rs_error error = {""};
    rs_config config = machine(settings);
    config.top = top;
    assert_true(rs_config_finish(&config, &error));
    rs_kernel_options options = {4, false, false, false, false, 8, NULL, 1};
    rs_kernel_source *source =
        rs_kernel_source_create(kernel_named(name), &options, config.sms * config.sm_ctas, config.registers, &error);
    assert_non_null(source);
    const rs_simulation_options simulated = rs_simulation_options_default();
    assert_null(rs_simulation_create_source(&config, rs_kernel_source_interface(source), &simulated, &error));
    if (strstr(error.text, expected) == NULL) {
        fail_msg("found '%s', expected '%s' in it", error.text, expected);
    }
    rs_kernel_source_destroy(source);
}

static void test_refused(void **state)
{
    static const char *const small_pad[] = {"SCRATCHPAD_BYTES", "128", NULL};
    static const char *const few_warps[] = {"WARPS", "2", "SM_CTAS", "1", NULL};
    static const char *const few_lanes[] = {"LANES", "16", NULL};
    (void)state;
    expect_refused(NULL, RS_TOP_PATH, "transpose", "found a configuration of another top, expected one of rs_gpu");
    expect_refused(NULL, RS_TOP_GPU_MEMORY, "transpose", "found a configuration of another top, expected one of rs_gpu");
    expect_refused(small_pad, RS_TOP_GPU, "transpose", "expected at most SCRATCHPAD_BYTES = 128 of an SM");
    expect_refused(few_warps, RS_TOP_GPU, "transpose", "expected at most WARPS = 2 of an SM");
    expect_refused(few_lanes, RS_TOP_GPU, "transpose", "LANES: found 16, expected 32");
}

int main(int argc, char **argv)
{
    (void)argc;
    name_scratch(argv[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_many_sms),
        cmocka_unit_test(test_machines_of_today),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
