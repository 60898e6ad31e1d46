/* fwt: the fast Walsh transform of 2^19 floats (SDK's fastWalshTransform, 512 CTAs of 256 threads and 256 of 512; THESIS 5).
 * Passes of radix 4 in memory, four elements a thread, until a block is 2048 long; then a CTA each transforms its block in the
 * scratchpad, five passes of radix 4 and one of radix 2, a barrier between two. */
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_math.h"

enum { BLOCK = 2048, BLOCK_WARPS = 16, PASS_WARPS = 8, RADIX = 4, LOG2_ELEMENTS = 19 };
enum { DATA, INPUT }; /* arrays; INPUT is the host's copy */

/* shrink 8: two passes less (a 16th). */
static uint32_t log2_elements(const rs_kernel_run *run)
{
    return run->options.shrink == 1 ? LOG2_ELEMENTS : LOG2_ELEMENTS - 4;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t count = 1u << log2_elements(run);
    uint64_t state = 11;
    (void)error;
    run->array[DATA] = rs_warp_machine_array(&run->machine, count);
    run->array[INPUT] = rs_warp_machine_array(&run->machine, count);
    for (uint32_t i = 0; i < count; i++) { /* whole numbers: all sums are exact */
        const float value = (float)rs_random_below(&state, 16);
        memcpy(&rs_host(&run->machine, run->array[DATA])[i], &value, sizeof value);
        rs_host(&run->machine, run->array[INPUT])[i] = (uint32_t)value;
    }
    return true;
}

/* a, b = a + b, a - b */
static void butterfly(rs_warp *warp, rs_reg *a, rs_reg *b)
{
    rs_reg sum = *a;
    rs_alu(warp, RS_FADD, &sum, a, b, NULL);
    rs_alu(warp, RS_FSUB, b, a, b, NULL);
    *a = sum;
}

/* first = the first of four elements `stride` apart that are this number's. */
static void first_of_four(rs_warp *warp, rs_reg *first, const rs_reg *number, uint32_t stride)
{
    const rs_reg low = rs_constant(stride - 1), two = rs_constant(2);
    rs_reg in_stride = *number;
    rs_alu(warp, RS_AND, &in_stride, number, &low, NULL);
    rs_alu(warp, RS_SUB, first, number, &in_stride, NULL);
    rs_alu(warp, RS_SHIFT_LEFT, first, first, &two, NULL);
    rs_alu(warp, RS_ADD, first, first, &in_stride, NULL);
}

static void transform_four(rs_warp *warp, const rs_pointer *at, uint32_t stride)
{
    rs_reg element[RADIX];
    for (uint32_t e = 0; e < RADIX; e++) {
        rs_load(warp, &element[e], at, (int32_t)(e * stride));
    }
    butterfly(warp, &element[0], &element[2]);
    butterfly(warp, &element[1], &element[3]);
    butterfly(warp, &element[0], &element[1]);
    butterfly(warp, &element[2], &element[3]);
    for (uint32_t e = 0; e < RADIX; e++) {
        rs_store(warp, at, (int32_t)(e * stride), &element[e]);
    }
}

static void pass(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer data = rs_parameter(run->array[DATA]);
    rs_pointer at = data;
    rs_reg thread, first;
    rs_thread_id(warp, &thread);
    first = thread;
    first_of_four(warp, &first, &thread, run->size[0]);
    rs_point(warp, &at, &data, &first);
    transform_four(warp, &at, run->size[0]);
}

typedef struct block_warp {
    rs_warp warp;
    rs_reg thread;
    rs_pointer global;
} block_warp;

static void load_block(block_warp *own, const rs_kernel_run *run)
{
    rs_warp *warp = &own->warp;
    rs_reg word[RADIX];
    rs_pointer at;
    own->global = rs_do_point_in_cta(warp, run->array[DATA], BLOCK, own->thread);
    rs_kernel_load_known(warp, false, word, RADIX, &own->global, 0, BLOCK / RADIX);
    rs_point_scratchpad(warp, &at, &own->thread);
    rs_kernel_store_known(warp, false, &at, BLOCK / RADIX, word, RADIX);
    rs_barrier(warp);
}

static void block_pass(block_warp *own, uint32_t stride)
{
    rs_reg first = own->thread;
    rs_pointer at;
    first_of_four(&own->warp, &first, &own->thread, stride);
    rs_point_scratchpad(&own->warp, &at, &first);
    transform_four(&own->warp, &at, stride);
    rs_barrier(&own->warp);
}

/* The last pass, of radix 2: pairs side by side. */
static void pair_pass(block_warp *own)
{
    rs_warp *warp = &own->warp;
    rs_reg first = own->thread, element[2];
    rs_pointer at;
    rs_alu(warp, RS_ADD, &first, &own->thread, &own->thread, NULL);
    rs_point_scratchpad(warp, &at, &first);
    for (int32_t half = 0; half < 2; half++) {
        rs_load(warp, &element[0], &at, half * BLOCK / 2);
        rs_load(warp, &element[1], &at, half * BLOCK / 2 + 1);
        butterfly(warp, &element[0], &element[1]);
        rs_store(warp, &at, half * BLOCK / 2, &element[0]);
        rs_store(warp, &at, half * BLOCK / 2 + 1, &element[1]);
    }
    rs_barrier(warp);
}

static void store_block(block_warp *own)
{
    rs_reg word[RADIX];
    rs_pointer at;
    rs_point_scratchpad(&own->warp, &at, &own->thread);
    rs_kernel_load_known(&own->warp, false, word, RADIX, &at, 0, BLOCK / RADIX);
    rs_kernel_store_known(&own->warp, false, &own->global, BLOCK / RADIX, word, RADIX);
}

static void transform_block(rs_cta *cta, const rs_kernel_run *run)
{
    block_warp of[BLOCK_WARPS];
    for (uint32_t w = 0; w < BLOCK_WARPS; w++) {
        of[w].warp = rs_warp_begin(cta, w);
        of[w].thread = rs_do_thread(&of[w].warp);
        load_block(&of[w], run);
    }
    for (uint32_t stride = BLOCK / RADIX; stride >= 2; stride /= RADIX) {
        for (uint32_t w = 0; w < BLOCK_WARPS; w++) {
            block_pass(&of[w], stride);
        }
    }
    for (uint32_t w = 0; w < BLOCK_WARPS; w++) {
        pair_pass(&of[w]);
    }
    for (uint32_t w = 0; w < BLOCK_WARPS; w++) {
        store_block(&of[w]);
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    const uint32_t log2 = log2_elements(run), passes = (log2 - 11) / 2;
    const bool in_memory = n < passes;
    run->size[0] = in_memory ? 1u << (log2 - 2 - 2 * n) : 0; /* stride */
    next->run = in_memory ? NULL : transform_block;
    next->run_warp = in_memory ? pass : NULL;
    next->cta_warps = in_memory ? PASS_WARPS : BLOCK_WARPS;
    next->ctas = (1u << log2) / RADIX / (next->cta_warps * RS_WARP_LANES);
    next->scratchpad_words = in_memory ? 0 : BLOCK;
    next->registers = 16;
    return n <= passes;
}

/* Radix 2, in whole numbers. */
static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t count = 1u << log2_elements(run);
    int32_t *value = (int32_t *)malloc(count * sizeof *value);
    if (value == NULL) {
        rs_error_memory(error, "fwt: found no memory left, expected room for the reference");
        return false;
    }
    memcpy(value, rs_host(&run->machine, run->array[INPUT]), count * sizeof *value);
    for (uint32_t half = count / 2; half != 0; half /= 2) {
        for (uint32_t i = 0; i < count; i++) {
            if ((i & half) == 0) {
                const int32_t a = value[i], b = value[i + half];
                value[i] = a + b;
                value[i + half] = a - b;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const float exact = (float)value[i];
        memcpy(&value[i], &exact, sizeof exact);
    }
    const bool good = rs_kernel_same(run, "element", run->array[DATA], (const uint32_t *)value, count, error);
    free(value);
    return good;
}

const rs_kernel rs_kernel_fwt = {"fwt", "whole numbers", false, true, false, false, prepare, launch, check};
