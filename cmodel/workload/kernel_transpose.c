/* transpose: a square matrix by tiles of 32 x 32 through the scratchpad, rows of a tile 33 words apart (CUDA's
 * transposeNoBankConflicts). A thread moves `unroll` elements: CTAs of 32 / unroll warps. Pitch in memory is known at launch,
 * in the scratchpad to the compiler. */
#include <stdlib.h>

#include "workload/warp_kernel.h"

enum { TILE = RS_WARP_LANES, PITCH = TILE + 1, WIDTH = 1024 };
enum { IN, OUT }; /* arrays */

static uint32_t width(const rs_kernel_run *run)
{
    return WIDTH / run->options.shrink;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t elements = width(run) * width(run);
    (void)error;
    run->array[IN] = rs_warp_machine_array(&run->machine, elements);
    run->array[OUT] = rs_warp_machine_array(&run->machine, elements);
    for (uint32_t i = 0; i < elements; i++) {
        rs_host(&run->machine, run->array[IN])[i] = i * 2654435761U;
    }
    return true;
}

/* Pointer to element (x, y) of the CTA's tile in row tile_y, column tile_x: S2Rs, two multiply-adds, the index, the pointer.
 * CTA numbers are split into rows and columns of the grid by hardware. */
static void point_tile(rs_warp *warp, const rs_kernel_run *run, rs_pointer *at, uint64_t array, const rs_reg *x,
                       const rs_reg *y, bool flipped)
{
    const rs_pointer base = rs_parameter(array);
    const uint32_t tiles = width(run) / TILE;
    const rs_reg tile = rs_constant(TILE), pitch = rs_constant(width(run));
    rs_reg column, row, index = rs_constant(0);
    rs_special_cta(warp, &column);
    rs_special_cta(warp, &row);
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        const uint32_t cta = column.lane[lane];
        column.lane[lane] = flipped ? cta / tiles : cta % tiles;
        row.lane[lane] = flipped ? cta % tiles : cta / tiles;
    }
    rs_alu(warp, RS_MAD, &column, &column, &tile, x);
    rs_alu(warp, RS_MAD, &row, &row, &tile, y);
    rs_alu(warp, RS_MAD, &index, &row, &pitch, &column);
    *at = base;
    rs_point(warp, at, &base, &index);
}

/* Plain: no addition behind the last element, there is no other round. */
static void move_in(rs_warp *warp, const rs_kernel_run *run, rs_reg *d, rs_pointer *from, const rs_reg *stride)
{
    if (run->options.strided) {
        rs_load_strided(warp, d, run->options.unroll, from, stride);
        return;
    }
    for (uint32_t e = 0; e < run->options.unroll; e++) {
        if (e != 0) {
            rs_point(warp, from, from, stride);
        }
        rs_load(warp, &d[e], from, 0);
    }
}

static void move_out(rs_warp *warp, const rs_kernel_run *run, const rs_reg *a, rs_pointer *to, const rs_reg *stride)
{
    if (run->options.strided) {
        rs_store_strided(warp, to, stride, a, run->options.unroll);
        return;
    }
    for (uint32_t e = 0; e < run->options.unroll; e++) {
        if (e != 0) {
            rs_point(warp, to, to, stride);
        }
        rs_store(warp, to, 0, &a[e]);
    }
}

typedef struct thread {
    rs_reg x, y, stride;
} thread;

static void fill_tile(rs_warp *warp, const rs_kernel_run *run, thread *t)
{
    const uint32_t unroll = run->options.unroll, rows = TILE / unroll;
    const rs_reg pitch = rs_constant(PITCH), apart = rs_constant(rows), matrix_pitch = rs_constant(width(run));
    rs_reg element[RS_VECTOR_MAX], place = pitch;
    rs_pointer from, tile;
    rs_special_lane(warp, &t->x);
    rs_special_warp(warp, &t->y);
    point_tile(warp, run, &from, run->array[IN], &t->x, &t->y, false);
    rs_alu(warp, RS_MUL, &t->stride, &matrix_pitch, &apart, NULL);
    move_in(warp, run, element, &from, &t->stride);
    rs_alu(warp, RS_MAD, &place, &t->y, &pitch, &t->x);
    rs_point_scratchpad(warp, &tile, &place);
    rs_kernel_store_known(warp, run->options.strided_scratchpad, &tile, (int32_t)(rows * PITCH), element, unroll);
}

static void empty_tile(rs_warp *warp, const rs_kernel_run *run, thread *t)
{
    const uint32_t unroll = run->options.unroll, rows = TILE / unroll;
    const rs_reg pitch = rs_constant(PITCH);
    rs_reg element[RS_VECTOR_MAX], place = pitch;
    rs_pointer to, tile;
    rs_alu(warp, RS_MAD, &place, &t->x, &pitch, &t->y);
    rs_point_scratchpad(warp, &tile, &place);
    rs_kernel_load_known(warp, run->options.strided_scratchpad, element, unroll, &tile, 0, (int32_t)rows);
    point_tile(warp, run, &to, run->array[OUT], &t->x, &t->y, true);
    move_out(warp, run, element, &to, &t->stride);
}

static void run_cta(rs_cta *cta, const rs_kernel_run *run)
{
    const rs_reg zero = rs_constant(0);
    rs_warp warp[RS_CTA_MAX_WARPS];
    thread t[RS_CTA_MAX_WARPS];
    for (uint32_t w = 0; w < cta->warps; w++) {
        t[w].x = t[w].y = t[w].stride = zero;
        warp[w] = rs_warp_begin(cta, w);
        fill_tile(&warp[w], run, &t[w]);
        rs_barrier(&warp[w]);
    }
    for (uint32_t w = 0; w < cta->warps; w++) {
        empty_tile(&warp[w], run, &t[w]);
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    const uint32_t tiles = width(run) / TILE;
    next->run = run_cta;
    next->ctas = tiles * tiles;
    next->cta_warps = TILE / run->options.unroll;
    next->scratchpad_words = TILE * PITCH;
    next->registers = 16 + run->options.unroll;
    return n == 0;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t size = width(run);
    uint32_t *expected = (uint32_t *)malloc((size_t)size * size * sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "transpose: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t y = 0; y < size; y++) {
        for (uint32_t x = 0; x < size; x++) {
            expected[(size_t)x * size + y] = rs_host(&run->machine, run->array[IN])[(size_t)y * size + x];
        }
    }
    const bool good = rs_kernel_same(run, "element", run->array[OUT], expected, size * size, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_transpose = {"transpose", "1024 x 1024", false, true, false, false, prepare, launch, check};
