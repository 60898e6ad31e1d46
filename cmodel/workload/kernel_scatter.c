/* scatter: y[place[i]] = key[i], the pass of a radix sort that moves keys to the places which a stable sort by eight bits
 * gives them; counting them is histo's part. The "scatter" of PATTERNS 4.1, and the one kernel here with indirect stores: none
 * of its table 2 can use them but under branches. A warp has a range of its own; a thread takes `unroll` elements at
 * a time, blockDim.x apart. */
#include <stdlib.h>

#include "common/splitmix64.h"
#include "workload/warp_kernel.h"

enum { CTA_WARPS = 8, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, CTAS = 64, ELEMENTS_A_THREAD = 16, DIGITS = 256 };
enum { KEY, PLACE, RESULT }; /* arrays */

static uint32_t elements(const rs_kernel_run *run)
{
    return CTAS / run->options.shrink * CTA_THREADS * ELEMENTS_A_THREAD;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    uint64_t state = 1;
    uint32_t next[DIGITS + 1] = {0};
    (void)error;
    for (uint32_t k = KEY; k <= RESULT; k++) {
        run->array[k] = rs_warp_machine_array(&run->machine, elements(run));
    }
    uint32_t *key = rs_host(&run->machine, run->array[KEY]), *place = rs_host(&run->machine, run->array[PLACE]);
    for (uint32_t i = 0; i < elements(run); i++) {
        key[i] = (uint32_t)rs_splitmix64(&state);
        next[key[i] % DIGITS + 1]++;
    }
    for (uint32_t digit = 1; digit < DIGITS; digit++) {
        next[digit] += next[digit - 1];
    }
    for (uint32_t i = 0; i < elements(run); i++) {
        place[i] = next[key[i] % DIGITS]++;
    }
    return true;
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll, together = run->options.in_order ? 1 : unroll;
    const rs_pointer keys = rs_parameter(run->array[KEY]), places = rs_parameter(run->array[PLACE]);
    const rs_pointer result = rs_parameter(run->array[RESULT]);
    rs_kernel_range range = rs_kernel_enter_range(warp, unroll, ELEMENTS_A_THREAD);
    rs_reg key[RS_VECTOR_MAX], place[RS_VECTOR_MAX];
    rs_pointer key_at = keys, place_at = places;
    rs_point(warp, &key_at, &keys, &range.i);
    rs_point(warp, &place_at, &places, &range.i);
    for (uint32_t going = UINT32_MAX; going != 0; going = rs_kernel_next_of_range(warp, &range)) {
        for (uint32_t done = 0; done < unroll; done += together) {
            rs_kernel_load_row(warp, run->options.strided, place, together, &place_at, &range.stride, &range.span);
            rs_kernel_load_row(warp, run->options.strided, key, together, &key_at, &range.stride, &range.span);
            rs_kernel_scatter_words(warp, run->options.indirect, &result, place, key, together);
        }
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run_warp = run_warp;
    next->ctas = CTAS / run->options.shrink;
    next->cta_warps = CTA_WARPS;
    next->registers = 16 + 2 * run->options.unroll;
    return n == 0;
}

/* Digit by digit, the keys of each in their order. */
static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t *key = rs_host(&run->machine, run->array[KEY]);
    uint32_t *expected = (uint32_t *)malloc(elements(run) * sizeof *expected), count = 0;
    if (expected == NULL) {
        rs_error_memory(error, "scatter: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        for (uint32_t i = 0; i < elements(run); i++) {
            if (key[i] % DIGITS == digit) {
                expected[count++] = key[i];
            }
        }
    }
    const bool good = rs_kernel_same(run, "element", run->array[RESULT], expected, count, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_scatter = {"scatter", "256 K elements", false, false, true, true, prepare, launch, check};
