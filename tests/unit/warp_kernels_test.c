/* Kernels of PATTERNS on the warp machine: results of every kernel in every version, instructions counted by hand,
 * classes of PATTERNS' listing 2, and what must be refused. */
#include "graph_text.h"

#include <stdlib.h>

#include "sm/load_store_unit.h"
#include "workload/warp_kernel.h"

/* A ring of vertices with chords, and one more vertex without neighbours. */
static rs_graph ring(uint32_t vertices, uint32_t chord)
{
    static char text[400000];
    size_t used = (size_t)sprintf(text, "%u %u\n", vertices + 1, 2 * vertices);
    for (uint32_t v = 0; v < vertices; v++) {
        used += (size_t)sprintf(text + used, "%u %u %u %u\n", (v + 1) % vertices + 1, (v + vertices - 1) % vertices + 1,
                                (v + chord) % vertices + 1, (v + vertices - chord) % vertices + 1);
    }
    sprintf(text + used, "\n");
    return graph_of(text);
}

static rs_kernel_run *start(const rs_kernel *kernel, const rs_kernel_options *options)
{
    rs_error error = {""};
    rs_kernel_run *run = rs_kernel_start(kernel, options, &error);
    if (run == NULL) {
        fail_msg("%s", error.text);
    }
    return run;
}

static rs_kernel_counts run_to_end(rs_kernel_run *run)
{
    while (rs_kernel_launch(run)) {
        for (rs_cta_trace *trace; (trace = rs_kernel_cta(run)) != NULL;) {
            rs_cta_trace_free(trace);
        }
    }
    return run->counts;
}

static rs_kernel_counts whole(const rs_kernel *kernel, const rs_kernel_options *options)
{
    rs_error error = {""};
    rs_kernel_run *run = start(kernel, options);
    const rs_kernel_counts counts = run_to_end(run);
    if (!rs_kernel_finish(run, &error)) {
        fail_msg("%s", error.text);
    }
    rs_kernel_destroy(run);
    return counts;
}

/* Every kernel, length and choice of instructions: right results; vectors used where they may be, and nowhere else;
 * fewer instructions with them. */
static void test_all_versions(void **state)
{
    (void)state;
    rs_graph graph = ring(1000, 37);
    for (uint32_t k = 0; k < RS_KERNELS; k++) {
        const rs_kernel *kernel = rs_kernels[k];
        for (uint32_t unroll = 4; unroll <= 16; unroll *= 2) {
            rs_kernel_options options = {unroll, false, false, false, false, 16, &graph, 3};
            const rs_kernel_counts plain = whole(kernel, &options);
            assert_int_equal(plain.memory[2] + plain.memory[3] + plain.memory[4] + plain.memory[5], 0);
            options.in_order = true;
            rs_kernel_counts ordered = whole(kernel, &options);
            memcpy(ordered.of_class, plain.of_class, sizeof plain.of_class); /* whether the last sum leads to an address */
            assert_memory_equal(&ordered, &plain, sizeof plain);
            options.in_order = false;
            for (uint32_t choice = 1; choice < 8; choice++) {
                options.strided = choice & 1;
                options.strided_scratchpad = choice >> 1 & 1;
                options.indirect = choice >> 2;
                const rs_kernel_counts counts = whole(kernel, &options);
                const bool strided = counts.memory[2] + counts.memory[3] != 0, indirect = counts.memory[4] + counts.memory[5] != 0;
                assert_int_equal(strided, (options.strided && kernel->uses_scratchpad != RS_STRIDES_SCRATCHPAD) ||
                                              (options.strided_scratchpad && kernel->uses_scratchpad != RS_STRIDES_MEMORY));
                assert_int_equal(indirect, options.indirect && kernel->uses_indirect);
                assert_int_equal(counts.memory[5] != 0, options.indirect && kernel == &rs_kernel_scatter);
                if (strided || indirect) {
                    assert_true(counts.instructions < plain.instructions);
                } else {
                    assert_memory_equal(&counts, &plain, sizeof counts);
                }
            }
        }
    }
    rs_graph_free(&graph);
}

/* PATTERNS' listing 2: 13 instructions, 6 of them (46 %) make addresses. */
static void test_listing_2(void **state)
{
    (void)state;
    rs_error error = {""};
    rs_warp_machine machine;
    assert_true(rs_warp_machine_init(&machine, 4096, &error));
    const rs_pointer base = rs_parameter(rs_warp_machine_array(&machine, 64));
    rs_cta_trace *trace = (rs_cta_trace *)calloc(1, sizeof *trace);
    assert_non_null(trace);
    trace->warps = 1;
    rs_cta cta = {&machine, 0, 1, 0, NULL, trace};
    rs_warp warp = rs_warp_begin(&cta, 0);
    rs_reg i = rs_constant(0), a, b, c = i;
    rs_pointer pa = base, pb = base, pc = base;
    const rs_reg size = rs_constant(64), stride = rs_constant(32);
    rs_point(&warp, &pa, &base, &i);
    rs_point(&warp, &pb, &base, &i);
    rs_load(&warp, &a, &pa, 0);
    rs_load(&warp, &b, &pb, 0);
    rs_point(&warp, &pc, &base, &i);
    rs_alu(&warp, RS_ADD, &i, &i, &stride, NULL);
    const rs_flag more = rs_compare(&warp, RS_LESS, &i, &size);
    rs_alu(&warp, RS_FADD, &c, &a, &b, NULL);
    rs_store(&warp, &pc, 0, &c);
    assert_true(rs_branch(&warp, &more) == UINT32_MAX);
    uint64_t count[RS_CLASSES] = {0};
    rs_warp_trace_classify(&trace->warp[0], count);
    assert_int_equal(trace->warp[0].count, 13);
    assert_int_equal(count[RS_CLASS_ADDRESS], 6);
    assert_int_equal(count[RS_CLASS_MEMORY], 3);
    assert_int_equal(count[RS_CLASS_CONTROL], 3);
    assert_int_equal(count[RS_CLASS_COMPUTE], 1);
    rs_cta_trace_free(trace);
    rs_warp_machine_free(&machine);
}

/* vadd: 14 instructions before the loop, then a round of U elements: plain 10 U + 3, with vectors U + 12. */
static void test_vadd_by_hand(void **state)
{
    (void)state;
    const uint64_t warps = 16 * 8;
    for (uint32_t unroll = 4; unroll <= 16; unroll *= 2) {
        rs_kernel_options options = {unroll, false, false, false, false, 8, NULL, 0};
        const rs_kernel_counts plain = whole(&rs_kernel_vadd, &options);
        options.strided = true;
        const rs_kernel_counts vector = whole(&rs_kernel_vadd, &options);
        assert_int_equal(plain.instructions, warps * (14 + 32 / unroll * (10 * unroll + 3)));
        assert_int_equal(vector.instructions, warps * (14 + 32 / unroll * (unroll + 12)));
        assert_int_equal(plain.of_class[RS_CLASS_MEMORY], warps * 32 * 3);
        assert_int_equal(vector.of_class[RS_CLASS_MEMORY], warps * 32 / unroll * 3);
    }
}

/* Vector stores and loads against loops, with strides and indices of either sign, only some lanes, and words written twice:
 * the last element's highest lane stays. */
static void test_vectors(void **state)
{
    enum { WORDS = 2048, MIDDLE = 1024, LENGTH = 8 };
    (void)state;
    rs_error error = {""};
    rs_warp_machine machine;
    assert_true(rs_warp_machine_init(&machine, WORDS, &error));
    rs_cta_trace *trace = (rs_cta_trace *)calloc(1, sizeof *trace);
    assert_non_null(trace);
    trace->warps = 1;
    rs_cta cta = {&machine, 0, 1, 0, NULL, trace};
    rs_warp warp = rs_warp_begin(&cta, 0);
    const rs_pointer base = rs_parameter(4 * MIDDLE);
    uint32_t expected[WORDS] = {0};
    rs_reg stride, index[LENGTH], word[LENGTH], read[LENGTH];
    memset(&stride, 0, sizeof stride);
    memset(index, 0, sizeof index);
    memset(word, 0, sizeof word);
    memset(read, 0, sizeof read);
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        stride.lane[lane] = (uint32_t)((int32_t)lane - 16) * 7;
        for (uint32_t e = 0; e < LENGTH; e++) {
            index[e].lane[lane] = (uint32_t)((int32_t)(lane * 37 + e * 101) % 90 - 45);
            word[e].lane[lane] = 1 + lane + 100 * e;
        }
    }
    warp.active = 0x7fffb5e7;
    rs_store_strided(&warp, &base, &stride, word, LENGTH);
    rs_store_indirect(&warp, &base, index, word, LENGTH);
    for (uint32_t kind = 0; kind < 2; kind++) {
        for (uint32_t e = 0; e < LENGTH; e++) {
            for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
                const int32_t at = kind == 0 ? (int32_t)(e * stride.lane[lane]) : (int32_t)index[e].lane[lane];
                if (warp.active >> lane & 1) {
                    expected[MIDDLE + at] = word[e].lane[lane];
                }
            }
        }
    }
    assert_memory_equal(machine.word, expected, sizeof expected);
    for (uint32_t kind = 0; kind < 2; kind++) {
        if (kind == 0) {
            rs_load_strided(&warp, read, LENGTH, &base, &stride);
        } else {
            rs_load_indirect(&warp, read, LENGTH, &base, index);
        }
        for (uint32_t e = 0; e < LENGTH; e++) {
            for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
                const int32_t at = kind == 0 ? (int32_t)(e * stride.lane[lane]) : (int32_t)index[e].lane[lane];
                assert_int_equal(read[e].lane[lane], warp.active >> lane & 1 ? expected[MIDDLE + at] : 0);
            }
        }
    }
    assert_null(machine.trouble);
    rs_cta_trace_free(trace);
    rs_warp_machine_free(&machine);
}

/* PATTERNS' listings 3 and 4, a row of four: plain 4 x (4 loads, 6 for pointers, 1 product), with vectors 4 loads and 4
 * products; in both 5 for the loop and its pointer, and per row the same before and behind it. */
static void test_spmv_by_hand(void **state)
{
    (void)state;
    rs_graph graph = ring(63, 5); /* 63 rows of four, one empty: two warps at work, six that leave at once */
    rs_kernel_options options = {4, false, false, false, false, 1, &graph, 0};
    const uint64_t plain = whole(&rs_kernel_spmv, &options).instructions;
    options.strided = options.indirect = true;
    const uint64_t vector = whole(&rs_kernel_spmv, &options).instructions;
    assert_int_equal(plain - vector, 2 * (44 - 8));
    /* thread, bound 3 + 2; length 2 + 1; three pointers 6; test of the loop 2; the round's 5; test of the rest 2 + 2, the sum's
     * place 2 + 1 + 2 and the store */
    assert_int_equal(vector, 2 * (5 + 3 + 6 + 2 + 8 + 3 + 2 + 2 + 6) + 6 * 5);
    rs_graph_free(&graph);
}

/* A word of a result that is another one is found. */
static void test_wrong_results(void **state)
{
    static const struct {
        const char *kernel;
        uint32_t array, word;
    } cases[] = {
        {"btree", 5, 3},      /* ANSWER */
        {"btree", 10, 7},     /* COUNT */
        {"nw", 0, 40},        /* MATRIX */
        {"sgemm", 2, 99},     /* C */
        {"gaussian", 2, 5},   /* RIGHT */
        {"mri-q", 5, 12},     /* IMAGINARY */
        {"particle", 3, 1},   /* CHOSEN_Y */
        {"hpgmg", 7, 1300},   /* RESIDUAL */
        {"miniamr", 3, 2},    /* CHECKSUM */
        {"comd", 4, 16},      /* ENERGY */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const rs_kernel_options options = {16, true, true, true, false, 16, NULL, 0};
        const rs_kernel *kernel = rs_kernel_find(cases[i].kernel);
        rs_error error = {""};
        assert_non_null(kernel);
        rs_kernel_run *run = start(kernel, &options);
        (void)run_to_end(run);
        run->machine.word[run->array[cases[i].array] / 4 + cases[i].word] ^= 1;
        assert_false(rs_kernel_finish(run, &error));
        assert_non_null(strstr(error.text, "of the sequential reference"));
        rs_kernel_destroy(run);
    }
    assert_null(rs_kernel_find("no kernel"));
}

/* Wrong results, accesses out of bounds and kernels without their input are found. */
static void test_refused(void **state)
{
    (void)state;
    rs_error error = {""};
    rs_kernel_options options = {4, true, true, true, false, 8, NULL, 0};
    rs_kernel_run *run = start(&rs_kernel_vadd, &options);
    (void)run_to_end(run);
    run->machine.word[run->array[2] / 4 + 77] ^= 1;
    assert_false(rs_kernel_finish(run, &error));
    assert_non_null(strstr(error.text, "in element 77, expected"));
    rs_kernel_destroy(run);

    run = start(&rs_kernel_vadd, &options);
    run->machine.words = run->array[2] / 4 + 100; /* memory ends within C */
    (void)run_to_end(run);
    assert_false(rs_kernel_finish(run, &error));
    assert_string_equal(error.text, "vadd: found an access beyond memory, expected a run to its end");
    rs_kernel_destroy(run);

    assert_null(rs_kernel_start(&rs_kernel_bfs, &options, &error));
    assert_string_equal(error.text, "bfs: found no graph, expected one");
    rs_graph graph = ring(63, 5);
    options.graph = &graph;
    options.bfs_source = 64;
    assert_null(rs_kernel_start(&rs_kernel_bfs, &options, &error));
    assert_string_equal(error.text, "bfs: found source vertex 65, expected 1 to 64");
    rs_graph_free(&graph);

    graph = graph_of("%%MatrixMarket matrix coordinate real general\n3 40 4\n1 1 2\n1 40 3\n3 20 -1\n3 2 8\n");
    options.bfs_source = 0;
    (void)whole(&rs_kernel_spmv, &options);
    (void)whole(&rs_kernel_spsum, &options);
    assert_null(rs_kernel_start(&rs_kernel_bfs, &options, &error));
    assert_string_equal(error.text, "bfs: found 3 rows and 40 columns, expected a square matrix");
    rs_graph_free(&graph);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_versions), cmocka_unit_test(test_listing_2), cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_vadd_by_hand), cmocka_unit_test(test_spmv_by_hand), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_wrong_results),
    };
    (void)argc;
    name_scratch(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
