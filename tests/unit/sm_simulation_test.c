/* Programs on the machine with the SMs' memory sides, end to end: every word that a load brings and the memory at the end are
 * checked, with and without L1, both tables, both sizes of lines; a wrong word and writes without byte masks must be found. */
#include "graph_text.h"

#include "common/splitmix64.h"
#include "machine/simulation.h"
#include "workload/bfs.h"
#include "workload/spmv.h"

enum { ROWS = 260 };

static rs_config machine(const char *name, const char *const *settings)
{
    rs_config config;
    rs_error error = {""};
    rs_config_default(&config);
    bool good = rs_config_machine(&config, name, &error) && rs_config_set(&config, "SMS", "4", &error) &&
                rs_config_set(&config, "CHANNELS", "2", &error) && rs_config_set(&config, "SM_MEMORY", "1", &error) &&
                rs_config_set(&config, "WRITE_MASK", "1", &error) &&
                rs_config_set(&config, "ADDRESS_MAP", "dramid@8;000000000000000000000000000000000000000000000RRRRRRRRBBCCCSSSSSS", &error);
    for (; good && *settings != NULL; settings += 2) {
        good = rs_config_set(&config, settings[0], settings[1], &error);
    }
    if (!good || !rs_config_finish(&config, &error)) {
        fail_msg("%s", error.text);
    }
    return config;
}

/* A graph of ROWS vertices: neighbours close by and far away. */
static rs_graph make_graph(void)
{
    static char text[ROWS * 40];
    size_t size = (size_t)snprintf(text, sizeof text, "%d %d\n", ROWS, 2 * ROWS);
    for (int v = 0; v < ROWS; v++) {
        size += (size_t)snprintf(text + size, sizeof text - size, "%d %d %d %d\n", (v + 1) % ROWS + 1, (v + ROWS - 1) % ROWS + 1,
                                 (v + 37) % ROWS + 1, (v + ROWS - 37) % ROWS + 1);
    }
    return graph_of(text);
}

/* Three lines a row apart, loaded and stored by warps of all SMs. */
static rs_program *random_lines(const rs_config *config, rs_error *error)
{
    rs_program *program = rs_program_create(config, error);
    uint64_t random = 11;
    if (program == NULL) {
        return NULL;
    }
    rs_program_launch(program);
    for (uint32_t warp = 0; warp < config->sms * config->sm_ctas * config->cta_warps; warp++) {
        rs_program_warp(program);
        for (uint32_t i = 0; i < 4; i++) {
            const uint64_t first = rs_random_below(&random, 1U << (config->map.address_bits - RS_LINE_SHIFT - 2)) * UINT64_C(4);
            const uint64_t line[] = {first, first + 1, first + 3};
            rs_program_instruction(program, rs_random_below(&random, 1000) < 400, line, 3);
        }
    }
    return rs_program_finish(program, error) ? program : NULL;
}

static rs_simulation_results run(const rs_config *config, const rs_program *program, uint32_t disturbed, char *text)
{
    rs_error error = {""};
    rs_simulation_options options = rs_simulation_options_default();
    rs_simulation_results results;
    options.disturbance.reply_stall_per_mille = 300 * disturbed;
    options.disturbance.request_pause_per_mille = 200 * disturbed;
    rs_simulation *simulation = rs_simulation_create(config, program, &options, &error);
    if (simulation == NULL) {
        fail_msg("%s", error.text);
    }
    (void)rs_simulation_run(simulation, 2000000);
    rs_simulation_get(simulation, &results);
    const char *failed = rs_simulation_error(simulation);
    snprintf(text, 512, "%s", failed != NULL ? failed : "");
    rs_simulation_destroy(simulation);
    return results;
}

static const char *const variants[][9] = {
    {NULL},
    {"LINE_BYTES", "64", "MISS_SLOT", "1", NULL},
    {"L1_CACHE", "1", "MISS_ENTRIES", "16", NULL},
    {"L1_CACHE", "1", "L1_SETS", "2", "L1_WAYS", "1", NULL},
    {"MISS_TABLE", "1", "MISS_ENTRIES", "5", "STORE_BUFFER", "2", "STORE_FLUSH", "0", NULL},
    {"L1_CACHE", "1", "MISS_TABLE", "1", "MISS_ENTRIES", "44", NULL},
    {"IN_FLIGHT", "1", "STORE_BUFFER", "1", "ISSUE_GAP", "9", NULL},
};
static const char *const machines[] = {"BFIFO+HMHG4", "FR-FCFS", "FIFO"};

static void test_programs(void **state)
{
    (void)state;
    rs_graph graph = make_graph();
    uint64_t before = 0, own = 0, others = 0;
    for (uint32_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        for (uint32_t kind = 0; kind < 3; kind++) {
            const rs_config config = machine(machines[(i + kind) % 3], variants[i]);
            char text[512];
            rs_error error = {""};
            rs_program *program = kind == 0   ? rs_bfs_program(&config, &graph, 0, NULL, &error)
                                  : kind == 1 ? rs_spmv_program(&config, &graph, NULL, NULL, &error)
                                              : random_lines(&config, &error);
            if (program == NULL) {
                fail_msg("%s", error.text);
            }
            const rs_simulation_results r = run(&config, program, i & 1, text);
            if (r.state != RS_SIMULATION_DONE) {
                fail_msg("variant %u program %u: %s", i, kind, text);
            }
            uint64_t accesses = 0, active = 0, reads = 0;
            for (uint32_t instruction = 0; instruction < rs_program_instructions(program); instruction++) {
                const uint32_t *word;
                const uint32_t mask = rs_program_lanes(program, instruction, &word);
                reads += rs_program_is_write(program, instruction) ? 0 : (uint64_t)__builtin_popcount(mask);
            }
            for (uint32_t sm = 0; sm < config.sms; sm++) {
                accesses += r.machine.accesses[sm];
                active += r.machine.active_cycles[sm];
                assert_true(r.machine.active_cycles[sm] <= r.cycles);
            }
            assert_int_equal(accesses, rs_program_instructions(program));
            assert_int_equal(accesses, r.machine.camat.accesses);
            assert_int_equal(active, r.machine.camat.hit_cycles + r.machine.camat.pure_cycles);
            assert_int_equal(r.machine.loads.words, reads);
            assert_int_equal(r.requests, r.metrics.requests);
            assert_int_equal(r.requests, r.machine.requests);
            assert_true(r.machine.misses > 0 && (r.machine.hits > 0) <= (config.l1_cache != 0));
            before += r.machine.loads.before;
            own += r.machine.loads.own;
            others += r.machine.loads.others;
            rs_program_destroy(program);
        }
    }
    assert_true(before > 1000 && own > 10 && others > 10);
    rs_graph_free(&graph);
}

/* Same cycles again, in pieces and without checks. */
static void test_repeats(void **state)
{
    (void)state;
    static const char *const settings[] = {"L1_CACHE", "1", NULL};
    const rs_config config = machine("BFIFO", settings);
    rs_graph graph = make_graph();
    rs_error error = {""};
    char text[512];
    rs_program *program = rs_bfs_program(&config, &graph, 0, NULL, &error);
    assert_non_null(program);
    const rs_simulation_results whole = run(&config, program, 0, text);
    rs_simulation_options options = rs_simulation_options_default();
    options.check_data = options.check_timing = options.measure = false;
    rs_simulation *simulation = rs_simulation_create(&config, program, &options, &error);
    rs_simulation_results pieces;
    assert_non_null(simulation);
    while (rs_simulation_run(simulation, 97) == RS_SIMULATION_RUNNING) {
    }
    rs_simulation_get(simulation, &pieces);
    assert_int_equal(pieces.state, RS_SIMULATION_DONE);
    assert_int_equal(pieces.cycles, whole.cycles);
    assert_int_equal(pieces.requests, whole.requests);
    assert_memory_equal(pieces.machine.active_cycles, whole.machine.active_cycles, sizeof whole.machine.active_cycles);
    assert_int_equal(pieces.machine.loads.words, 0);
    rs_simulation_destroy(simulation);
    rs_program_destroy(program);
    rs_graph_free(&graph);
}

/* Changes a bit of a word at an SM's port: nobody but the load checker can see it. */
static bool change_word(void *user, uint64_t cycle, const rs_gpu_memory_inputs *inputs, const rs_gpu_memory_outputs *outputs)
{
    uint32_t *left = (uint32_t *)user;
    (void)cycle;
    for (uint32_t sm = 0; sm < 4; sm++) {
        if (outputs->wb[sm] != NULL && (inputs->wb_ready >> sm & 1) && --*left == 0) {
            rs_writeback *wb = (rs_writeback *)(uintptr_t)outputs->wb[sm];
            wb->data[__builtin_ctzll(wb->mask)] ^= 1;
        }
    }
    return true;
}

/* Stores of single words write whole lines: the scoreboard, which sees the flits, cannot know. */
static bool widen_stores(void *user, uint64_t cycle, const rs_gpu_memory_inputs *inputs, const rs_gpu_memory_outputs *outputs)
{
    rs_path_inputs *to_path = (rs_path_inputs *)(uintptr_t)outputs->to_path;
    (void)user;
    (void)cycle;
    (void)inputs;
    for (uint32_t sm = 0; sm < 4; sm++) {
        if ((to_path->request_valid >> sm & 1) && to_path->request[sm].head && !to_path->request[sm].tail) {
            to_path->request[sm].mask = UINT64_MAX;
        }
    }
    return true;
}

static void test_wrong_words(void **state)
{
    (void)state;
    const rs_config config = machine("BFIFO", variants[0]);
    rs_graph graph = make_graph();
    rs_error error = {""};
    rs_program *program = rs_bfs_program(&config, &graph, 0, NULL, &error);
    assert_non_null(program);
    for (uint32_t pieces = 1; pieces < 400; pieces += 57) {
        rs_simulation_options options = rs_simulation_options_default();
        uint32_t left = pieces;
        options.observe_memory = change_word;
        options.observe_user = &left;
        rs_simulation *simulation = rs_simulation_create(&config, program, &options, &error);
        assert_non_null(simulation);
        assert_int_equal(rs_simulation_run(simulation, 0), RS_SIMULATION_FAILED);
        assert_non_null(strstr(rs_simulation_error(simulation), "loads: SM "));
        rs_simulation_destroy(simulation);
    }
    rs_simulation_options options = rs_simulation_options_default();
    options.observe_memory = widen_stores;
    rs_simulation *simulation = rs_simulation_create(&config, program, &options, &error);
    assert_non_null(simulation);
    assert_int_equal(rs_simulation_run(simulation, 0), RS_SIMULATION_FAILED);
    assert_true(strstr(rs_simulation_error(simulation), "loads: SM ") != NULL ||
                strstr(rs_simulation_error(simulation), "expected the last store there") != NULL);
    rs_simulation_destroy(simulation);
    rs_program_destroy(program);
    rs_graph_free(&graph);
}

static void test_refused(void **state)
{
    (void)state;
    const rs_config config = machine("BFIFO", variants[0]);
    rs_simulation_options options = rs_simulation_options_default();
    rs_error error = {""};
    rs_trace trace;
    memset(&trace, 0, sizeof trace);
    assert_null(rs_simulation_create_trace(&config, &trace, &options, &error));
    assert_string_equal(error.text, "trace: found SM_MEMORY = 1, expected 0: a trace has requests, not warp instructions");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_wrong_words),
        cmocka_unit_test(test_refused),
    };
    (void)argc;
    name_scratch(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
