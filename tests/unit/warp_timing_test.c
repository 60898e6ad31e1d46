/* Timing of kernels on PATTERNS' machine: tags and misses beside lists, issue cycles of SPEC 5, what every run must keep,
 * coalescing and bank conflicts beside a brute force over the traces. */
#include "graph_text.h"

#include <stdlib.h>

#include "common/splitmix64.h"
#include "study/gpu_timing.h"

/* ---- tags, misses ------------------------------------------------------------------------------------------ */

/* Eight sets of three; a set's lines in a list, the last used first. */
static void test_tags_beside_lists(void **state)
{
    enum { SETS = 8, WAYS = 3 };
    (void)state;
    uint64_t random = 7, list[SETS][WAYS];
    uint32_t held[SETS] = {0}, hits = 0;
    rs_tag_cache cache;
    assert_true(rs_tag_cache_init(&cache, SETS, WAYS));
    for (uint32_t turn = 0; turn < 50000; turn++) {
        const uint64_t line = rs_random_below(&random, 64) * 977;
        const uint32_t set = (uint32_t)((line ^ line >> 3 ^ line >> 6 ^ line >> 9 ^ line >> 12 ^ line >> 15) % SETS);
        uint32_t at = 0;
        while (at < held[set] && list[set][at] != line) {
            at++;
        }
        const bool present = at < held[set];
        rs_tag_way *way = rs_tag_cache_find(&cache, line);
        assert_int_equal(way != NULL, present);
        hits += present;
        if (way == NULL) {
            way = rs_tag_cache_victim(&cache, line);
            if (held[set] == WAYS) {
                assert_true(way->line == list[set][WAYS - 1]);
            }
            rs_tag_cache_take(&cache, way, line, turn);
            rs_tag_cache_fill(&cache, line, turn + 1); /* another miss' data do not count */
            assert_false(way->valid);
            rs_tag_cache_fill(&cache, line, turn);
            at = held[set] < WAYS ? held[set]++ : WAYS - 1;
        }
        assert_true(way->valid);
        for (; at > 0; at--) {
            list[set][at] = list[set][at - 1];
        }
        list[set][0] = line;
    }
    assert_true(hits > 10000);
    rs_tag_cache_free(&cache);
}

static void test_misses(void **state)
{
    (void)state;
    rs_miss_table table;
    uint32_t who;
    assert_true(rs_miss_table_init(&table, 2, 3));
    assert_true(rs_miss_table_find(&table, 5) == RS_NONE);
    const uint32_t five = rs_miss_table_allocate(&table, 5);
    assert_true(rs_miss_table_wait(&table, five, 10) && rs_miss_table_wait(&table, five, 11));
    assert_true(rs_miss_table_find(&table, 5) == five);
    const uint32_t again = rs_miss_table_allocate(&table, 6);
    assert_true(again != five && rs_miss_table_find(&table, 6) == again && rs_miss_table_full(&table));
    assert_true(rs_miss_table_wait(&table, again, 12));
    assert_false(rs_miss_table_wait(&table, again, 13));
    assert_true(rs_miss_table_answer(&table, five, &who) && who == 10);
    assert_true(rs_miss_table_wait(&table, again, 14));
    assert_true(rs_miss_table_answer(&table, five, &who) && who == 11);
    assert_true(!rs_miss_table_answer(&table, five, &who) && !rs_miss_table_full(&table));
    assert_true(rs_miss_table_answer(&table, again, &who) && who == 12);
    assert_true(rs_miss_table_answer(&table, again, &who) && who == 14);
    assert_false(rs_miss_table_answer(&table, again, &who));
    rs_miss_table_free(&table);
}

/* ---- issue cycles ------------------------------------------------------------------------------------------ */

/* SMs with an L1 and slots for accesses. */
static rs_config machine(uint32_t sms)
{
    static const char *const keys[][2] = {{"SCHEDULER", "FRFCFS"}, {"L1_CACHE", "1"}, {"MISS_SLOT", "1"},
                                          {"SCRATCHPAD_BYTES", "65536"}};
    rs_config config;
    rs_error error = {""};
    char text[8];
    rs_config_default(&config);
    snprintf(text, sizeof text, "%u", sms);
    assert_true(rs_config_set(&config, "SMS", text, &error));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        assert_true(rs_config_set(&config, keys[i][0], keys[i][1], &error));
    }
    assert_true(rs_config_finish(&config, &error));
    return config;
}

/* Cycles from the issue of a memory instruction to that of an independent one behind it. */
static uint64_t issue_cycles(uint32_t opcode, uint32_t length)
{
    const rs_config config = machine(1);
    rs_error error = {""};
    rs_warp_machine memory;
    rs_sm_timing *sm = (rs_sm_timing *)calloc(1, sizeof *sm);
    rs_cta_trace *trace = (rs_cta_trace *)calloc(1, sizeof *trace);
    assert_true(sm != NULL && trace != NULL && rs_warp_machine_init(&memory, 4096, &error) && rs_sm_timing_init(sm, &config));
    trace->warps = 1;
    rs_cta cta = {&memory, 0, 1, 0, NULL, trace};
    rs_warp warp = rs_warp_begin(&cta, 0);
    const rs_pointer base = rs_parameter(0);
    const rs_reg one = rs_constant(1);
    rs_reg vector[RS_VECTOR_MAX], other;
    for (uint32_t e = 0; e < RS_VECTOR_MAX; e++) {
        vector[e] = rs_constant(e);
    }
    switch (opcode) {
    case 0: rs_load(&warp, vector, &base, 0); break;
    case 1: rs_store(&warp, &base, 0, vector); break;
    case 2: rs_load_strided(&warp, vector, length, &base, &one); break;
    case 3: rs_store_strided(&warp, &base, &one, vector, length); break;
    case 4: rs_load_indirect(&warp, vector, length, &base, vector); break;
    default: rs_store_indirect(&warp, &base, vector, vector, length); break;
    }
    rs_special_lane(&warp, &other);
    assert_true(rs_sm_timing_dispatch(sm, trace));
    uint64_t issued_at[2] = {0};
    for (uint64_t cycle = 0; sm->counts.issued < 2; cycle++) {
        const uint64_t before = sm->counts.issued;
        assert_true(cycle < 100);
        rs_sm_timing_step(sm, rs_sm_timing_request(sm) != NULL);
        if (sm->counts.issued != before) {
            issued_at[before] = cycle;
        }
    }
    rs_sm_timing_free(sm);
    rs_warp_machine_free(&memory);
    free(sm);
    return issued_at[1] - issued_at[0];
}

static void test_issue_cycles(void **state)
{
    (void)state;
    static const uint64_t expected[3][4] = {{1, 2, 2, 3}, {1, 3, 3, 5}, {1, 5, 5, 9}}; /* SPEC 5 */
    assert_int_equal(issue_cycles(0, 1), 1);
    assert_int_equal(issue_cycles(1, 1), 1);
    for (uint32_t l = 0; l < 3; l++) {
        for (uint32_t opcode = 2; opcode < 6; opcode++) {
            assert_int_equal(issue_cycles(opcode, 4U << l), expected[l][opcode - 2]);
        }
    }
}

/* ---- whole runs -------------------------------------------------------------------------------------------- */

/* Lines of loads and stores, groups of addresses, cycles of bank conflicts, counted lane by lane from the traces. */
typedef struct traffic {
    uint64_t load_lines, store_lines, groups, conflict_cycles; /* groups: for the cache */
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

/* A word or line wanted by so many lanes; the n-th lane that wants a word of an atomic addition has it in turn n. */
static void add_group(traffic *t, const rs_warp_trace *trace, const rs_instruction *i, uint32_t element)
{
    uint64_t seen[32];
    uint32_t lanes[32] = {0}, things = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        if ((i->mask >> lane & 1) != 0) {
            const uint64_t thing = lane_address(trace, i, element, lane) / (i->scratchpad ? 4 : 128);
            uint32_t k = 0;
            while (k < things && seen[k] != thing) {
                k++;
            }
            seen[k] = thing;
            lanes[k]++;
            things += k == things;
        }
    }
    if (!i->scratchpad) {
        *(i->opcode % 2 != 0 ? &t->store_lines : &t->load_lines) += things;
        t->groups++;
        return;
    }
    for (uint32_t turn = 0, most = 1; turn < (i->atomic ? 32 : 1) && most != 0; turn++) {
        uint32_t in_bank[32] = {0};
        most = 0;
        for (uint32_t k = 0; k < things; k++) {
            in_bank[seen[k] % 32] += lanes[k] > turn;
            most = in_bank[seen[k] % 32] > most ? in_bank[seen[k] % 32] : most;
        }
        t->conflict_cycles += most != 0 ? most - 1 : 0;
    }
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
                    for (uint32_t e = 0; instruction->kind == RS_KIND_MEMORY && e < instruction->length; e++) {
                        add_group(&t, &trace->warp[w], instruction, e);
                    }
                }
            }
        }
    }
    rs_kernel_destroy(run);
    return t;
}

/* A kernel's run: right result, and every count fits the others and the brute force. */
static void run_checked(const rs_config *config, const rs_kernel *kernel, const rs_kernel_options *options)
{
    rs_error error = {""};
    rs_gpu_counts counts;
    rs_kernel_run *run = rs_kernel_start(kernel, options, &error);
    assert_non_null(run);
    if (!rs_gpu_run(config, run, NULL, &counts, &error) || !rs_kernel_finish(run, &error)) {
        fail_msg("%s", error.text);
    }
    const traffic expected = traffic_of(kernel, options);
    const rs_sm_counts *sms = &counts.sms;
    const rs_slice_counts *slices = &counts.slices;
    assert_int_equal(sms->issued, run->counts.instructions);
    assert_true(counts.cycles >= sms->issued / config->sms && sms->busy_cycles <= counts.cycles * config->sms);
    assert_int_equal(sms->hits + sms->merged + sms->misses, expected.load_lines);
    assert_int_equal(sms->store_lines, expected.store_lines);
    assert_int_equal(sms->conflict_cycles, expected.conflict_cycles);
    assert_int_equal(slices->reads, sms->misses);
    assert_int_equal(slices->writes, sms->store_requests);
    assert_true(sms->store_requests <= sms->store_lines && sms->store_requests != 0);
    assert_int_equal(sms->camat_accesses, expected.groups);
    assert_true(sms->camat_cycles <= counts.cycles * config->sms);
    assert_true(counts.camat_least <= counts.camat_mean && counts.camat_mean <= counts.camat_most && counts.camat_least >= 1);
    assert_int_equal(slices->reads, slices->hits + slices->merged + slices->misses);
    assert_int_equal(slices->dram_reads, 2 * slices->misses);
    assert_true(slices->dram_writes <= 2 * slices->write_backs);
    assert_true(slices->activates > 0 && slices->activates <= slices->dram_reads + slices->dram_writes);
    rs_kernel_destroy(run);
}

static void test_whole_runs(void **state)
{
    (void)state;
    rs_graph graph = graph_of("8 11\n2 3 4\n1 3\n1 2 4 5\n1 3 6\n3 6 7 8\n4 5\n5 8\n5 7\n");
    for (uint32_t sms = 1; sms <= 8; sms += 7) {
        const rs_config config = machine(sms);
        for (uint32_t k = 0; k < RS_KERNELS; k++) {
            rs_kernel_options options = {sms == 1 ? 16 : 4, false, false, false, sms != 1, 16, &graph, 0};
            run_checked(&config, rs_kernels[k], &options);
            options.in_order = false;
            options.strided = options.strided_scratchpad = options.indirect = true;
            run_checked(&config, rs_kernels[k], &options);
        }
    }
    rs_graph_free(&graph);
}

/* Machines that cannot hold a kernel's lines. */
static void test_refused(void **state)
{
    (void)state;
    rs_error error = {""};
    rs_gpu_counts counts;
    rs_config config = machine(4);
    const rs_kernel_options options = {4, false, false, false, false, 8, NULL, 0};
    rs_kernel_run *run = rs_kernel_start(&rs_kernel_vadd, &options, &error);
    assert_non_null(run);
    config.vcs = 2;
    assert_false(rs_gpu_run(&config, run, NULL, &counts, &error));
    assert_string_equal(error.text, "patterns: found VCS = 2, expected 1");
    config.vcs = 1;
    config.miss_table = 1;
    assert_false(rs_gpu_run(&config, run, NULL, &counts, &error));
    assert_string_equal(error.text, "patterns: found MISS_TABLE = 1, expected 0");
    config.miss_table = 0;
    config.l1_sets = 6;
    assert_false(rs_gpu_run(&config, run, NULL, &counts, &error));
    assert_non_null(strstr(error.text, "found L1_SETS = 6, expected a power of two"));
    config.l1_sets = 64;
    config.tag_bits = 6;
    assert_false(rs_gpu_run(&config, run, NULL, &counts, &error));
    assert_non_null(strstr(error.text, "found TAG_BITS = 6, expected at least 7"));
    config = machine(4);
    config.map.column_mask &= ~UINT64_C(64);
    assert_false(rs_gpu_run(&config, run, NULL, &counts, &error));
    assert_non_null(strstr(error.text, "expected address bit 6 in the column"));
    rs_kernel_destroy(run);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tags_beside_lists), cmocka_unit_test(test_misses), cmocka_unit_test(test_issue_cycles),
        cmocka_unit_test(test_whole_runs), cmocka_unit_test(test_refused),
    };
    (void)argc;
    name_scratch(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
