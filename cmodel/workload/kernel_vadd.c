/* vadd: C = A + B (CUDA's vectorAdd, refactored to several elements a thread as PATTERNS 7.3 says). A warp, a row of a CTA of
 * 32 x 8 threads, has a range of its own; a thread takes `unroll` elements at a time, blockDim.x apart. */
#include <stdlib.h>
#include <string.h>

#include "workload/warp_kernel.h"

enum { CTA_WARPS = 8, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, CTAS = 128, ELEMENTS_A_THREAD = 32 };
enum { A, B, C }; /* arrays */

static uint32_t elements(const rs_kernel_run *run)
{
    return CTAS / run->options.shrink * CTA_THREADS * ELEMENTS_A_THREAD;
}

static float a_of(uint32_t i)
{
    return (float)(i % 1021) * 0.5f;
}

static float b_of(uint32_t i)
{
    return (float)(i % 769) * 0.25f;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    (void)error;
    for (uint32_t k = A; k <= C; k++) {
        run->array[k] = rs_warp_machine_array(&run->machine, elements(run));
    }
    for (uint32_t i = 0; i < elements(run); i++) {
        const float a = a_of(i), b = b_of(i);
        memcpy(&rs_host(&run->machine, run->array[A])[i], &a, sizeof a);
        memcpy(&rs_host(&run->machine, run->array[B])[i], &b, sizeof b);
    }
    return true;
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll, together = run->options.in_order ? 1 : unroll;
    const rs_pointer base[3] = {rs_parameter(run->array[A]), rs_parameter(run->array[B]), rs_parameter(run->array[C])};
    rs_kernel_range range = rs_kernel_enter_range(warp, unroll, ELEMENTS_A_THREAD);
    rs_reg a[RS_VECTOR_MAX], b[RS_VECTOR_MAX], c[RS_VECTOR_MAX];
    rs_pointer at[3];
    for (uint32_t k = A; k <= C; k++) {
        at[k] = base[k];
        rs_point(warp, &at[k], &base[k], &range.i);
    }
    for (uint32_t going = UINT32_MAX; going != 0; going = rs_kernel_next_of_range(warp, &range)) {
        for (uint32_t done = 0; done < unroll; done += together) {
            rs_kernel_load_row(warp, run->options.strided, a, together, &at[A], &range.stride, &range.span);
            rs_kernel_load_row(warp, run->options.strided, b, together, &at[B], &range.stride, &range.span);
            for (uint32_t e = 0; e < together; e++) {
                c[e] = rs_constant(0);
                rs_alu(warp, RS_FADD, &c[e], &a[e], &b[e], NULL);
            }
            rs_kernel_store_row(warp, run->options.strided, &at[C], &range.stride, &range.span, c, together);
        }
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run_warp = run_warp;
    next->ctas = CTAS / run->options.shrink;
    next->cta_warps = CTA_WARPS;
    next->registers = 16 + 2 * run->options.unroll; /* the sum takes a summand's */
    return n == 0;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    uint32_t *expected = (uint32_t *)malloc(elements(run) * sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "vadd: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t i = 0; i < elements(run); i++) {
        const float sum = a_of(i) + b_of(i);
        memcpy(&expected[i], &sum, sizeof sum);
    }
    const bool good = rs_kernel_same(run, "element", run->array[C], expected, elements(run), error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_vadd = {"vadd", "1 M elements", false, false, false, true, prepare, launch, check};
