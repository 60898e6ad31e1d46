/* THESIS' kernels on the warp machine: what their launches are, that a wrong word of a result is found; the suffix tree that mum
 * walks, on texts that can be looked over. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/suffix_tree.h"
#include "workload/warp_kernel.h"

/* Of the first launch that has most CTAs; result: number of the array that is compared. */
typedef struct expected {
    const rs_kernel *kernel;
    uint32_t ctas, cta_warps, result;
} expected;

static const expected kernels[RS_THESIS_WRITTEN] = {{&rs_kernel_fwt, 512, 8, 0}, {&rs_kernel_red, 64, 8, 2},
                                                    {&rs_kernel_sp, 128, 8, 2},  {&rs_kernel_nn, 938, 1, 1},
                                                    {&rs_kernel_mum, 782, 2, 3}, {&rs_kernel_neu, 168, 6, 4},
                                                    {&rs_kernel_ray, 512, 4, 2}, {&rs_kernel_lib, 64, 2, 1},
                                                    {&rs_kernel_wp, 72, 2, 0},
                                                    {&rs_kernel_bs, 256, 8, 3},  {&rs_kernel_dg, 268, 3, 0},
                                                    {&rs_kernel_mmc, 256, 8, 2}, {&rs_kernel_sla, 2048, 8, 0}};

/* At full size, without running a CTA. */
static void test_launches(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < RS_THESIS_WRITTEN; k++) {
        const rs_kernel_options options = {4, false, false, false, false, 1, NULL, 0};
        rs_error error = {""};
        assert_ptr_equal(kernels[k].kernel, rs_thesis_kernels[k]);
        rs_kernel_run *run = rs_kernel_start(kernels[k].kernel, &options, &error);
        assert_non_null(run);
        assert_true(rs_kernel_launch(run));
        assert_int_equal(run->now.ctas, kernels[k].ctas);
        assert_int_equal(run->now.cta_warps, kernels[k].cta_warps);
        rs_kernel_destroy(run);
    }
}

static void test_wrong_result(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < RS_THESIS_WRITTEN; k++) {
        const rs_kernel_options options = {4, false, false, false, false, 16, NULL, 0};
        rs_error error = {""};
        rs_kernel_run *run = rs_kernel_start(kernels[k].kernel, &options, &error);
        assert_non_null(run);
        while (rs_kernel_launch(run)) {
            for (rs_cta_trace *trace; (trace = rs_kernel_cta(run)) != NULL;) {
                rs_cta_trace_free(trace);
            }
        }
        if (!rs_kernel_finish(run, &error)) {
            fail_msg("%s", error.text);
        }
        assert_true(run->counts.threads > run->counts.instructions);
        rs_host(&run->machine, run->array[kernels[k].result])[0] ^= 1;
        assert_false(rs_kernel_finish(run, &error));
        assert_memory_equal(error.text, kernels[k].kernel->name, strlen(kernels[k].kernel->name));
        rs_kernel_destroy(run);
    }
}

/* ---- suffix tree ----------------------------------------------------------------------------------------- */

enum { LONGEST = 60 };

/* The node at which suffix `from` ends. */
static uint32_t node_of(const rs_suffix_tree *tree, const uint8_t *text, uint32_t count, uint32_t from)
{
    uint32_t node = 0, at = from;
    while (at < count) {
        node = tree->node[node].child[text[at]];
        assert_int_not_equal(node, 0);
        const rs_suffix_node *own = &tree->node[node];
        assert_true(own->end > own->first && own->end <= count && own->end - own->first <= count - at);
        assert_memory_equal(text + own->first, text + at, own->end - own->first);
        at += own->end - own->first;
        const uint32_t start = own->end - (at - from); /* its first place */
        assert_true(start <= from && memcmp(text + start, text + from, at - from) == 0);
        for (uint32_t before = 0; before < start; before++) {
            assert_int_not_equal(memcmp(text + before, text + from, at - from), 0);
        }
    }
    return node;
}

static void check_tree(const uint8_t *text, uint32_t count)
{
    rs_suffix_tree tree;
    uint32_t next = 0;
    assert_true(rs_suffix_tree_build(&tree, text, count));
    assert_true(tree.nodes <= 2 * count + 1);
    for (uint32_t from = count; from-- > 0;) {
        const uint32_t node = node_of(&tree, text, count, from);
        assert_int_equal(tree.node[node].link, next);
        next = node;
    }
    rs_suffix_tree_free(&tree);
}

static void test_suffix_tree(void **state)
{
    (void)state;
    uint8_t text[LONGEST];
    uint64_t random = 3;
    for (uint32_t letters = 1; letters <= RS_SUFFIX_LETTERS; letters++) {
        for (uint32_t count = 1; count <= LONGEST; count++) {
            const uint32_t period = 1 + rs_random_below(&random, count);
            for (uint32_t i = 0; i < count; i++) {
                text[i] = i < period || rs_random_below(&random, 20) == 0 ? (uint8_t)rs_random_below(&random, letters) : text[i - period];
            }
            check_tree(text, count);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_launches), cmocka_unit_test(test_wrong_result),
                                       cmocka_unit_test(test_suffix_tree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
