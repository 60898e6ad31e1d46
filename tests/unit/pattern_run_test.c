/* Kernels on the whole machine as 'rowstreak patterns' runs them (study/pattern_run.h): counts against a brute force over the traces,
 * C-AMAT's counters wherever a run is stopped, and what is refused. Words, memory and results the simulation itself checks. */
#include "graph_text.h"

#include "study/pattern_run.h"

static rs_config machine(const char *sms, const char *l2)
{
    const char *const settings[][2] = {{"SMS", sms}, {"L2", l2}, {"L2_SETS", "8"}, {"L2_WAYS", "2"}, {"WARP_ORDER", "GTO"},
                                       {"ISSUE_CYCLES", "1"}, {"WARP_GAP", "1"}, {"ALU_LATENCY", "6"}, {"BRANCH_LATENCY", "6"},
                                       {"ALU_INTERVAL", "1"}, {"WORDS_DELAY", "9"}, {"BLOCKING", "0"}, {"SCHEDULER", "FRFCFS"}};
    rs_config config;
    rs_error error = {""};
    rs_config_default(&config);
    config.top = RS_TOP_GPU;
    assert_true(rs_config_read(&config, "tests/configurations/gpu_small.cfg", &error));
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        assert_true(rs_config_set(&config, settings[i][0], settings[i][1], &error));
    }
    if (!rs_config_finish(&config, &error)) {
        fail_msg("%s", error.text);
    }
    return config;
}

/* ---- whole runs -------------------------------------------------------------------------------------------- */

/* Lines of loads and stores, groups of addresses, counted lane by lane from the traces. */
typedef struct traffic {
    uint64_t instructions, load_lines, store_lines, groups; /* groups: for the cache */
} traffic;

static uint64_t lane_address(const rs_warp_trace *trace, const rs_instruction *i, uint32_t element, uint32_t lane)
{
    const uint32_t *word = trace->word + i->words;
    int64_t distance = i->offset;
    if (i->length > 1) {
        distance = i->opcode / 2 == RS_LSU_STRIDED ? 4 * (int64_t)element * (int32_t)word[32 + lane]
                                                   : 4 * (int64_t)(int32_t)word[32 * (1 + element) + lane];
    }
    return (uint64_t)((int64_t)word[lane] + distance);
}

/* The lines that the lanes of an element want. */
static void add_group(traffic *t, const rs_warp_trace *trace, const rs_instruction *i, uint32_t element)
{
    uint64_t seen[32];
    uint32_t lines = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        if ((i->mask >> lane & 1) != 0) {
            const uint64_t line = lane_address(trace, i, element, lane) / 128;
            uint32_t k = 0;
            while (k < lines && seen[k] != line) {
                k++;
            }
            seen[k] = line;
            lines += k == lines;
        }
    }
    *(i->opcode % 2 != 0 ? &t->store_lines : &t->load_lines) += lines;
    t->groups += lines != 0;
}

static traffic traffic_of(const rs_kernel *kernel, const rs_kernel_options *options)
{
    traffic t = {0, 0, 0, 0};
    rs_error error = {""};
    rs_kernel_run *run = rs_kernel_start(kernel, options, &error);
    assert_non_null(run);
    while (rs_kernel_launch(run)) {
        for (rs_cta_trace *trace; (trace = rs_kernel_cta(run)) != NULL; rs_cta_trace_free(trace)) {
            for (uint32_t w = 0; w < trace->warps; w++) {
                for (uint32_t i = 0; i < trace->warp[w].count; i++) {
                    const rs_instruction *instruction = &trace->warp[w].instruction[i];
                    for (uint32_t e = 0; instruction->kind == RS_KIND_MEMORY && !instruction->scratchpad && e < instruction->length; e++) {
                        add_group(&t, &trace->warp[w], instruction, e);
                    }
                }
            }
        }
    }
    t.instructions = run->counts.instructions;
    rs_kernel_destroy(run);
    return t;
}

/* Every count fits the others and the brute force. A launch that stores what the kernel's host has changed adds to those of stores. */
static void run_checked(const rs_config *config, const rs_kernel *kernel, const rs_kernel_options *options)
{
    rs_error error = {""};
    rs_pattern_counts counts;
    if (rs_pattern_run(config, kernel, options, NULL, &counts, &error) != RS_PATTERN_RUN_GOOD) {
        fail_msg("%s", error.text);
    }
    const traffic expected = traffic_of(kernel, options);
    const uint64_t read_lines = counts.l1_hits + counts.l1_merged + counts.l1_misses;
    uint64_t time = 0, accesses = 0;
    assert_int_equal(counts.instructions.instructions, expected.instructions);
    assert_true(!counts.stopped && counts.issued > expected.instructions && counts.thread_instructions > counts.issued);
    assert_int_equal(read_lines, expected.load_lines);
    assert_true(counts.copies != 0 ? counts.store_lines > expected.store_lines : counts.store_lines == expected.store_lines);
    accesses = counts.camat.accesses;
    assert_true(counts.copies != 0 ? accesses > expected.groups : accesses == expected.groups);
    assert_true(counts.l2_reads >= counts.l1_misses && counts.l2_reads <= 2 * counts.l1_misses);
    assert_true(counts.l2_writes != 0 && counts.l2_writes <= 2 * counts.store_lines);
    assert_true(counts.l2_misses <= counts.l2_reads && counts.l2_misses == counts.dram_reads);
    assert_true(config->l2 != 0 || counts.dram_writes == counts.l2_writes);
    assert_true(counts.row_misses > 0 && counts.row_misses <= counts.dram_reads + counts.dram_writes);
    for (uint32_t k = 0; k < RS_STALL_CLASSES; k++) {
        time += counts.stall_class[k];
    }
    assert_true(time <= counts.cycles * config->sms && time + 2 * config->sms >= counts.cycles * config->sms);
    assert_true(counts.stall_class[RS_STALL_NONE] >= counts.issued);
    assert_true(counts.camat_least <= counts.camat_mean && counts.camat_mean <= counts.camat_most && counts.camat_least >= 1);
}

static void test_whole_runs(void **state)
{
    (void)state;
    rs_graph graph = graph_of("8 11\n2 3 4\n1 3\n1 2 4 5\n1 3 6\n3 6 7 8\n4 5\n5 8\n5 7\n");
    for (uint32_t l2 = 0; l2 < 2; l2++) {
        const rs_config config = machine(l2 != 0 ? "2" : "1", l2 != 0 ? "1" : "0");
        for (uint32_t k = 0; k < RS_KERNELS; k += l2 != 0 ? 1 : 4) {
            rs_kernel_options options = {l2 != 0 ? 16 : 4, false, false, false, l2 != 0, 16, &graph, 0};
            if ((k + l2) % 2 != 0) {
                options.in_order = false;
                options.strided = options.strided_scratchpad = options.indirect = true;
            }
            run_checked(&config, rs_kernels[k], &options);
        }
    }
    rs_graph_free(&graph);
}

/* A run that is stopped has its counts up to there. */
static void test_stopped(void **state)
{
    (void)state;
    const rs_config config = machine("2", "1");
    const rs_kernel_options options = {8, true, true, true, false, 8, NULL, 0};
    rs_pattern_counts before = {0};
    for (uint64_t cycles = 1; cycles < 3000; cycles = 3 * cycles + 1) {
        const rs_pattern_run_options stop = {cycles, NULL, NULL};
        rs_error error = {""};
        rs_pattern_counts counts;
        assert_int_equal(rs_pattern_run(&config, &rs_kernel_stencil, &options, &stop, &counts, &error), RS_PATTERN_RUN_GOOD);
        assert_true(counts.stopped && counts.cycles == cycles);
        assert_true(counts.issued >= before.issued && counts.l1_misses >= before.l1_misses && counts.row_misses >= before.row_misses);
        before = counts;
    }
    assert_true(before.issued != 0 && before.l1_misses != 0 && before.row_misses != 0);
}

static void expect_refused(const rs_config *config, const rs_kernel *kernel, const char *text)
{
    const rs_kernel_options options = {4, false, false, false, false, 8, NULL, 0};
    rs_error error = {""};
    rs_pattern_counts counts;
    assert_int_equal(rs_pattern_run(config, kernel, &options, NULL, &counts, &error), RS_PATTERN_RUN_REFUSED);
    if (strstr(error.text, text) == NULL) {
        fail_msg("%s", error.text);
    }
}

static void test_refused(void **state)
{
    (void)state;
    rs_error error = {""};
    rs_config config = machine("2", "1");
    config.top = RS_TOP_GPU_MEMORY;
    expect_refused(&config, &rs_kernel_vadd, "found a configuration of another top, expected one of rs_gpu");
    config = machine("2", "1");
    config.warps = 1;
    assert_true(rs_config_set(&config, "SM_CTAS", "1", &error) && rs_config_finish(&config, &error));
    expect_refused(&config, &rs_kernel_stencil, "expected at most WARPS = 1 of an SM");
    config = machine("2", "0");
    assert_true(rs_config_set(&config, "ADDRESS_MAP", "00000000.00000000.00000000.00000000.00000000.00000DRR.RRRRRRRR.BCSSSSSS", &error) &&
                rs_config_finish(&config, &error));
    expect_refused(&config, &rs_kernel_vadd, "vadd: found arrays of ");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_whole_runs), cmocka_unit_test(test_stopped),
                                       cmocka_unit_test(test_refused)};
    (void)argc;
    name_scratch(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
