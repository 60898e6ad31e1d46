/* Programs on the whole machine with small memory sides, end to end: every word that a load brings and the memory at the end are
 * checked, with and without L1, both tables, both sizes of lines; a wrong word and writes without byte masks must be found. */
#include "graph_text.h"

#include "machine/simulation.h"

enum { ROWS = 260 };

static rs_config machine(const char *name, const char *const *settings)
{
    rs_config config;
    rs_error error = {""};
    rs_config_default(&config);
    config.top = RS_TOP_GPU;
    bool good = rs_config_machine(&config, name, &error) && rs_config_set(&config, "SMS", "4", &error) &&
                rs_config_set(&config, "CHANNELS", "2", &error) && rs_config_set(&config, "SCRATCHPAD_BYTES", "65536", &error) &&
                rs_config_set(&config, "ADDRESS_MAP", "dramid@8;0000000000000000000000000000000000000000000RRRRRRRRRRBBCCCSSSSSS", &error);
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

/* A kernel, and the simulation of it. */
typedef struct bench {
    rs_kernel_source *source;
    rs_simulation *simulation;
} bench;

static bench bench_open(const rs_config *config, const char *name, bool vectors, const rs_graph *graph, const rs_simulation_options *options)
{
    rs_error error = {""};
    const rs_kernel_options kernel = {4, vectors, vectors, vectors, false, 8, graph, 0};
    bench b = {rs_kernel_source_create(rs_kernel_find(name), &kernel, config->sms * config->sm_ctas, config->registers, &error), NULL};
    if (b.source != NULL) {
        b.simulation = rs_simulation_create_source(config, rs_kernel_source_interface(b.source), options, &error);
    }
    if (b.simulation == NULL) {
        fail_msg("%s: %s", name, error.text);
    }
    return b;
}

static rs_simulation_results bench_close(bench b)
{
    rs_simulation_results results;
    rs_simulation_get(b.simulation, &results);
    rs_simulation_destroy(b.simulation);
    rs_kernel_source_destroy(b.source);
    return results;
}

static const char *const variants[][9] = {
    {NULL},
    {"LINE_BYTES", "128", "MISS_SLOT", "0", NULL},
    {"L1_CACHE", "1", "MISS_ENTRIES", "16", "LINE_BYTES", "128", NULL},
    {"L1_CACHE", "1", "L1_SETS", "2", "L1_WAYS", "1", NULL},
    {"MISS_TABLE", "1", "MISS_ENTRIES", "5", "STORE_BUFFER", "2", "STORE_FLUSH", "0", NULL},
    {"L1_CACHE", "1", "MISS_TABLE", "1", "MISS_ENTRIES", "44", NULL},
    {"IN_FLIGHT", "1", "STORE_BUFFER", "1", "BLOCKING", "0", NULL},
};
static const char *const machines[] = {"BFIFO+HMHG4", "FR-FCFS", "FIFO"};
static const char *const kernels[] = {"bfs", "spmv", "histo"};

static void test_programs(void **state)
{
    (void)state;
    rs_graph graph = make_graph();
    const rs_simulation_options options = rs_simulation_options_default();
    for (uint32_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        for (uint32_t kind = 0; kind < 3; kind++) {
            const rs_config config = machine(machines[(i + kind) % 3], variants[i]);
            bench b = bench_open(&config, kernels[kind], i % 2 != 0, &graph, &options);
            if (rs_simulation_run(b.simulation, 0) != RS_SIMULATION_DONE) {
                fail_msg("variant %u, %s: %s", i, kernels[kind], rs_simulation_error(b.simulation));
            }
            const rs_simulation_results r = bench_close(b);
            uint64_t accesses = 0, active = 0;
            for (uint32_t sm = 0; sm < config.sms; sm++) {
                accesses += r.machine.accesses[sm];
                active += r.machine.active_cycles[sm];
                assert_true(r.machine.active_cycles[sm] <= r.cycles);
            }
            assert_int_equal(accesses, r.machine.camat.accesses);
            assert_int_equal(active, r.machine.camat.hit_cycles + r.machine.camat.pure_cycles);
            assert_int_equal(r.requests, r.metrics.requests);
            assert_int_equal(r.requests, r.machine.requests);
            assert_true(accesses > 100 && r.machine.misses > 0 && (r.machine.hits > 0) <= (config.l1_cache != 0));
        }
    }
    rs_graph_free(&graph);
}

/* Same cycles again, in pieces and without checks. */
static void test_repeats(void **state)
{
    (void)state;
    static const char *const settings[] = {"L1_CACHE", "1", NULL};
    const rs_config config = machine("BFIFO", settings);
    rs_graph graph = make_graph();
    rs_simulation_options options = rs_simulation_options_default();
    bench b = bench_open(&config, "bfs", false, &graph, &options);
    assert_int_equal(rs_simulation_run(b.simulation, 0), RS_SIMULATION_DONE);
    const rs_simulation_results whole = bench_close(b);
    options.check_data = options.check_timing = options.measure = false;
    b = bench_open(&config, "bfs", false, &graph, &options);
    while (rs_simulation_run(b.simulation, 97) == RS_SIMULATION_RUNNING) {
    }
    const rs_simulation_results pieces = bench_close(b);
    assert_int_equal(pieces.state, RS_SIMULATION_DONE);
    assert_int_equal(pieces.cycles, whole.cycles);
    assert_int_equal(pieces.requests, whole.requests);
    assert_memory_equal(pieces.machine.active_cycles, whole.machine.active_cycles, sizeof whole.machine.active_cycles);
    rs_graph_free(&graph);
}

/* Changes a bit of a word at an SM's port: nobody but the source can see it. */
static bool change_word(void *user, uint64_t cycle, const rs_gpu_memory_inputs *inputs, const rs_gpu_memory_outputs *outputs)
{
    uint32_t *left = (uint32_t *)user;
    (void)cycle;
    for (uint32_t sm = 0; sm < 4; sm++) {
        if (outputs->wb[sm] != NULL && rs_set_has(&inputs->wb_ready, sm) && --*left == 0) {
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
        if (rs_set_has(&to_path->request_valid, sm) && to_path->request[sm].head && !to_path->request[sm].tail) {
            to_path->request[sm].mask = UINT64_MAX;
        }
    }
    return true;
}

static void expect_wrong(const rs_config *config, const rs_graph *graph, const rs_simulation_options *options, const char *one, const char *other)
{
    bench b = bench_open(config, "bfs", false, graph, options);
    assert_int_equal(rs_simulation_run(b.simulation, 0), RS_SIMULATION_FAILED);
    const char *text = rs_simulation_error(b.simulation);
    if (strstr(text, one) == NULL && strstr(text, other) == NULL) {
        fail_msg("found '%s', expected '%s' or '%s' in it", text, one, other);
    }
    (void)bench_close(b);
}

static void test_wrong_words(void **state)
{
    (void)state;
    const rs_config config = machine("BFIFO", variants[0]);
    rs_graph graph = make_graph();
    rs_simulation_options options = rs_simulation_options_default();
    for (uint32_t pieces = 1; pieces < 400; pieces += 57) {
        uint32_t left = pieces;
        options.observe_memory = change_word;
        options.observe_user = &left;
        expect_wrong(&config, &graph, &options, " of memory 0x", " of memory 0x");
    }
    options.observe_memory = widen_stores;
    expect_wrong(&config, &graph, &options, " of memory 0x", " in memory at 0x");
    rs_graph_free(&graph);
}

/* What the path is told of each SM's requests: the warp of a read, none of a write. */
typedef struct warps_seen {
    const rs_config *config;
    uint64_t warps, reads, writes;
    bool wrong;
} warps_seen;

static bool see_warps(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    warps_seen *seen = (warps_seen *)user;
    const uint32_t write_bit = seen->config->map.address_bits - RS_LINE_SHIFT;

    (void)cycle;
    for (uint32_t sm = 0; sm < seen->config->sms; sm++) {
        const rs_flit *flit = &inputs->request[sm];

        if (!rs_set_has(&inputs->request_valid, sm) || !rs_set_has(&outputs->request_ready, sm) || !flit->head)
            continue;
        if ((flit->header >> write_bit & 1) != 0) {
            seen->writes++;
            seen->wrong = seen->wrong || flit->warp != 0;
        } else {
            seen->reads++;
            seen->wrong = seen->wrong || flit->warp == 0 || flit->warp > seen->config->warps;
            seen->warps |= UINT64_C(1) << flit->warp % 64;
        }
    }
    return true;
}

static void test_warps_of_reads(void **state)
{
    (void)state;
    rs_graph graph = make_graph();
    rs_simulation_options options = rs_simulation_options_default();
    for (uint32_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        const rs_config config = machine("WG", variants[i]);
        warps_seen seen = {.config = &config};
        options.observe = see_warps;
        options.observe_user = &seen;
        bench b = bench_open(&config, "bfs", i % 2 != 0, &graph, &options);
        if (rs_simulation_run(b.simulation, 0) != RS_SIMULATION_DONE) {
            fail_msg("variant %u: %s", i, rs_simulation_error(b.simulation));
        }
        (void)bench_close(b);
        assert_false(seen.wrong);
        assert_true(seen.reads > 100 && seen.writes > 10 && (seen.warps & (seen.warps - 1)) != 0);
    }
    rs_graph_free(&graph);
}

/* Requests run on the memory path alone. */
static void test_refused(void **state)
{
    (void)state;
    const rs_config config = machine("BFIFO", variants[0]);
    rs_simulation_options options = rs_simulation_options_default();
    rs_error error = {""};
    rs_trace trace;
    memset(&trace, 0, sizeof trace);
    assert_null(rs_simulation_create_trace(&config, &trace, &options, &error));
    assert_string_equal(error.text, "found a configuration of another top, expected one of rs_memory_path: programs run on the whole machine, "
                                    "requests on the memory path");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_wrong_words),
        cmocka_unit_test(test_warps_of_reads),
        cmocka_unit_test(test_refused),
    };
    (void)argc;
    name_scratch(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
