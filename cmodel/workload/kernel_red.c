/* red: the sum of 2^22 integers (SDK's reduction; THESIS 5). First launch: 64 CTAs of 256 threads, each thread adds every 16384th
 * element, the CTA its threads' sums by a tree in the scratchpad. Second launch: one CTA adds the 64. */
#include "common/splitmix64.h"
#include "workload/kernel_tree.h"

enum { CTA_WARPS = 8, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, CTAS = 64, A_THREAD = 256, UNROLL = 8 };
enum { INPUT, PARTIAL, RESULT }; /* arrays */

static uint32_t elements(const rs_kernel_run *run)
{
    return CTAS * CTA_THREADS * A_THREAD / run->options.shrink;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    uint64_t state = 7;
    (void)error;
    run->array[INPUT] = rs_warp_machine_array(&run->machine, elements(run));
    run->array[PARTIAL] = rs_warp_machine_array(&run->machine, CTA_THREADS);
    run->array[RESULT] = rs_warp_machine_array(&run->machine, 1);
    for (uint32_t i = 0; i < elements(run); i++) {
        rs_host(&run->machine, run->array[INPUT])[i] = rs_random_below(&state, 1u << 20);
    }
    return true;
}

/* Thread 0 writes the CTA's sum. */
static void write_sum(rs_tree_warp *first, uint64_t array)
{
    const rs_pointer base = rs_parameter(array);
    const rs_reg zero = rs_constant(0);
    rs_pointer at = base;
    rs_reg cta;
    first->warp.active = rs_kernel_if(&first->warp, RS_EQUAL, &first->thread, &zero);
    rs_special_cta(&first->warp, &cta);
    rs_point(&first->warp, &at, &base, &cta);
    rs_store(&first->warp, &at, 0, &first->sum);
}

static void sum_input(rs_cta *cta, const rs_kernel_run *run)
{
    const rs_pointer input = rs_parameter(run->array[INPUT]);
    const rs_reg threads = rs_constant(CTA_THREADS), stride = rs_constant(CTAS * CTA_THREADS);
    const rs_reg end = rs_constant(elements(run)), span = rs_constant(UNROLL * CTAS * CTA_THREADS);
    rs_tree_warp of[CTA_WARPS];
    rs_kernel_tree_begin(cta, of);
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        rs_warp *warp = &of[w].warp;
        rs_reg i, number, word[UNROLL];
        rs_pointer at = input;
        rs_special_cta(warp, &number);
        i = of[w].thread;
        rs_alu(warp, RS_MAD, &i, &number, &threads, &of[w].thread);
        rs_point(warp, &at, &input, &i);
        for (uint32_t going = UINT32_MAX; going != 0;) {
            rs_kernel_load_row(warp, false, word, UNROLL, &at, &stride, &span);
            for (uint32_t e = 0; e < UNROLL; e++) {
                rs_alu(warp, RS_ADD, &of[w].sum, &of[w].sum, &word[e], NULL);
            }
            going = rs_kernel_again(warp, &i, UNROLL * CTAS * CTA_THREADS, &end);
        }
    }
    rs_kernel_tree_sum(cta, of, RS_ADD);
    write_sum(&of[0], run->array[PARTIAL]);
}

static void sum_partial(rs_cta *cta, const rs_kernel_run *run)
{
    const rs_pointer partial = rs_parameter(run->array[PARTIAL]);
    rs_tree_warp of[CTAS / RS_WARP_LANES];
    rs_kernel_tree_begin(cta, of);
    for (uint32_t w = 0; w < cta->warps; w++) {
        rs_pointer at = partial;
        rs_point(&of[w].warp, &at, &partial, &of[w].thread);
        rs_load(&of[w].warp, &of[w].sum, &at, 0);
    }
    rs_kernel_tree_sum(cta, of, RS_ADD);
    write_sum(&of[0], run->array[RESULT]);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    (void)run;
    next->run = n == 0 ? sum_input : sum_partial;
    next->ctas = n == 0 ? CTAS : 1;
    next->cta_warps = n == 0 ? CTA_WARPS : CTAS / RS_WARP_LANES;
    next->scratchpad_words = next->cta_warps * RS_WARP_LANES;
    next->registers = 24;
    return n < 2;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < elements(run); i++) {
        sum += rs_host(&run->machine, run->array[INPUT])[i];
    }
    return rs_kernel_same(run, "sum", run->array[RESULT], &sum, 1, error);
}

const rs_kernel rs_kernel_red = {"red", "random words", false, true, false, false, prepare, launch, check};
