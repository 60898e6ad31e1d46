/* sp: scalar products of 256 pairs of vectors of 4096 floats (SDK's scalarProd, 128 CTAs of 256 threads; THESIS 5). A CTA has
 * two pairs, one after the other: each thread adds every 256th product, the CTA its threads' sums by a tree in the scratchpad. */
#include <math.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_tree.h"

enum { CTA_WARPS = 8, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, CTAS = 128, PAIRS_A_CTA = 2, ELEMENTS = 4096, UNROLL = 8 };
enum { A, B, RESULT }; /* arrays */

static uint32_t ctas(const rs_kernel_run *run)
{
    return CTAS / run->options.shrink;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t words = ctas(run) * PAIRS_A_CTA * ELEMENTS;
    uint64_t state = 3;
    (void)error;
    for (uint32_t array = A; array <= B; array++) {
        run->array[array] = rs_warp_machine_array(&run->machine, words);
        for (uint32_t i = 0; i < words; i++) {
            const float value = (float)rs_random_below(&state, 1u << 20) / (1 << 20);
            memcpy(&rs_host(&run->machine, run->array[array])[i], &value, sizeof value);
        }
    }
    run->array[RESULT] = rs_warp_machine_array(&run->machine, CTAS * PAIRS_A_CTA);
    return true;
}

static void multiply(rs_tree_warp *own, const rs_kernel_run *run, const rs_reg *pair)
{
    const rs_pointer base[2] = {rs_parameter(run->array[A]), rs_parameter(run->array[B])};
    const rs_reg elements = rs_constant(ELEMENTS), round = rs_constant(UNROLL * CTA_THREADS);
    rs_warp *warp = &own->warp;
    rs_pointer at[2] = {base[0], base[1]};
    rs_reg i = own->thread, first = own->thread, word[2][UNROLL];
    rs_alu(warp, RS_MAD, &first, pair, &elements, &own->thread);
    rs_point(warp, &at[0], &base[0], &first);
    rs_point(warp, &at[1], &base[1], &first);
    own->sum = rs_constant(0);
    for (uint32_t going = UINT32_MAX; going != 0;) {
        for (uint32_t v = 0; v < 2; v++) {
            rs_kernel_load_known(warp, false, word[v], UNROLL, &at[v], 0, CTA_THREADS);
            rs_point(warp, &at[v], &at[v], &round);
        }
        for (uint32_t e = 0; e < UNROLL; e++) {
            rs_alu(warp, RS_FMA, &own->sum, &word[0][e], &word[1][e], &own->sum);
        }
        going = rs_kernel_again(warp, &i, UNROLL * CTA_THREADS, &elements);
    }
}

static void write_result(rs_tree_warp *first, uint64_t array, const rs_reg *pair)
{
    const rs_pointer base = rs_parameter(array);
    const rs_reg zero = rs_constant(0);
    rs_pointer at = base;
    first->warp.active = rs_kernel_if(&first->warp, RS_EQUAL, &first->thread, &zero);
    rs_point(&first->warp, &at, &base, pair);
    rs_store(&first->warp, &at, 0, &first->sum);
    first->warp.active = UINT32_MAX;
}

static void run_cta(rs_cta *cta, const rs_kernel_run *run)
{
    const rs_reg pairs = rs_constant(PAIRS_A_CTA);
    rs_tree_warp of[CTA_WARPS];
    rs_kernel_tree_begin(cta, of);
    for (uint32_t p = 0; p < PAIRS_A_CTA; p++) {
        const rs_reg number = rs_constant(p);
        rs_reg pair[CTA_WARPS];
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            rs_special_cta(&of[w].warp, &pair[w]);
            rs_alu(&of[w].warp, RS_MAD, &pair[w], &pair[w], &pairs, &number);
            multiply(&of[w], run, &pair[w]);
        }
        rs_kernel_tree_sum(cta, of, RS_FADD);
        write_result(&of[0], run->array[RESULT], &pair[0]);
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run = run_cta;
    next->ctas = ctas(run);
    next->cta_warps = CTA_WARPS;
    next->scratchpad_words = CTA_THREADS;
    next->registers = 32;
    return n == 0;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t *a = rs_host(&run->machine, run->array[A]), *b = rs_host(&run->machine, run->array[B]);
    uint32_t expected[CTAS * PAIRS_A_CTA];
    for (uint32_t pair = 0; pair < ctas(run) * PAIRS_A_CTA; pair++) {
        float sum[CTA_THREADS] = {0};
        for (uint32_t i = 0; i < ELEMENTS; i++) {
            float x, y;
            memcpy(&x, &a[pair * ELEMENTS + i], sizeof x);
            memcpy(&y, &b[pair * ELEMENTS + i], sizeof y);
            sum[i % CTA_THREADS] = fmaf(x, y, sum[i % CTA_THREADS]);
        }
        for (uint32_t half = CTA_THREADS / 2; half != 0; half /= 2) {
            for (uint32_t t = 0; t < half; t++) {
                sum[t] += sum[t + half];
            }
        }
        memcpy(&expected[pair], &sum[0], sizeof expected[pair]);
    }
    return rs_kernel_same(run, "product", run->array[RESULT], expected, ctas(run) * PAIRS_A_CTA, error);
}

const rs_kernel rs_kernel_sp = {"sp", "random floats", false, true, false, false, prepare, launch, check};
