/* stencil: 7 points in three dimensions, out = c0 * (sum of six neighbours) - c1 * centre. A CTA holds a tile of 32 x 8 points,
 * 30 x 6 of which it computes, and walks along z, `unroll` planes a step (Parboil's block2D, tiles that overlap in place of
 * its loads beside the tile). Planes above come from memory (strided by a plane, known at launch), go into the scratchpad
 * (strided), and neighbours in the plane are read there (strided); results go out a plane apart (strided). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workload/warp_kernel.h"

enum { CTA_WARPS = 8, PLANE = CTA_WARPS * RS_WARP_LANES }; /* words of a tile's plane */
enum { TILES_X = 8, TILES_Y = 16, INNER_X = RS_WARP_LANES - 2, INNER_Y = CTA_WARPS - 2, PITCH = 256,
       NX = TILES_X * INNER_X + 2, STEPS_OF_16 = 4, NZ = STEPS_OF_16 * 16 + 2 };
enum { IN, OUT }; /* arrays */

static uint32_t tiles_y(const rs_kernel_run *run)
{
    return TILES_Y / run->options.shrink;
}

static uint32_t ny(const rs_kernel_run *run)
{
    return tiles_y(run) * INNER_Y + 2;
}

static uint32_t plane_words(const rs_kernel_run *run)
{
    return PITCH * ny(run);
}

static const float centre_weight = 0.75f, neighbour_weight = 0.125f;

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t elements = plane_words(run) * NZ;
    (void)error;
    run->array[IN] = rs_warp_machine_array(&run->machine, elements);
    run->array[OUT] = rs_warp_machine_array(&run->machine, elements);
    for (uint32_t i = 0; i < elements; i++) {
        const float value = (float)(i * 2654435761U >> 20) / 64.0f;
        memcpy(&rs_host(&run->machine, run->array[IN])[i], &value, sizeof value);
    }
    return true;
}

/* Slot j + 1 of the scratchpad holds the j-th plane loaded in a step, slot 0 the one before it. */
typedef struct thread {
    rs_warp warp;
    uint32_t inner;               /* lanes that compute */
    rs_pointer from, to, tile;
    rs_reg stride, span, z, depth;
    rs_reg below, plane[RS_VECTOR_MAX + 1]; /* of this point: below plane[0], and plane[0] .. */
} thread;

static void begin(thread *t, rs_cta *cta, uint32_t number, const rs_kernel_run *run)
{
    const rs_pointer in = rs_parameter(run->array[IN]), out = rs_parameter(run->array[OUT]);
    const rs_reg inner_x = rs_constant(INNER_X), inner_y = rs_constant(INNER_Y), pitch = rs_constant(PITCH);
    const rs_reg plane = rs_constant(plane_words(run)), rows = rs_constant(ny(run)), one = rs_constant(1);
    const rs_reg last_x = rs_constant(INNER_X + 1), last_y = rs_constant(INNER_Y + 1), width = rs_constant(RS_WARP_LANES);
    const rs_reg unroll = rs_constant(run->options.unroll), zero = rs_constant(0);
    rs_reg x, y, column, row, place = zero;
    rs_warp *warp = &t->warp;
    memset(t, 0, sizeof *t);
    *warp = rs_warp_begin(cta, number);
    rs_special_lane(warp, &x);
    rs_special_warp(warp, &y);
    rs_special_cta(warp, &column);
    rs_special_cta(warp, &row);
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        column.lane[lane] = cta->number % TILES_X;
        row.lane[lane] = cta->number / TILES_X;
    }
    rs_alu(warp, RS_MAD, &column, &column, &inner_x, &x);
    rs_alu(warp, RS_MAD, &row, &row, &inner_y, &y);
    rs_alu(warp, RS_MAD, &place, &row, &pitch, &column);
    rs_alu(warp, RS_MUL, &t->stride, &rows, &pitch, NULL);
    rs_alu(warp, RS_MUL, &t->span, &t->stride, &unroll, NULL);
    rs_point(warp, &t->from, &in, &place);
    rs_load(warp, &t->below, &t->from, 0);
    rs_point(warp, &t->from, &t->from, &plane);
    rs_load(warp, &t->plane[0], &t->from, 0);
    rs_point(warp, &t->from, &t->from, &plane);
    rs_alu(warp, RS_ADD, &place, &place, &plane, NULL);
    rs_point(warp, &t->to, &out, &place);
    rs_alu(warp, RS_MAD, &place, &y, &width, &x);
    rs_point_scratchpad(warp, &t->tile, &place);
    rs_store(warp, &t->tile, 0, &t->plane[0]);
    rs_alu(warp, RS_MOV, &t->z, &one, NULL, NULL);
    t->depth = rs_constant(NZ - 1);
    const rs_flag conditions[4] = {rs_compare(warp, RS_LESS, &zero, &x), rs_compare(warp, RS_LESS, &x, &last_x),
                                   rs_compare(warp, RS_LESS, &zero, &y), rs_compare(warp, RS_LESS, &y, &last_y)};
    t->inner = conditions[0].mask & conditions[1].mask & conditions[2].mask & conditions[3].mask;
}

/* The planes above into registers and scratchpad. */
static void load_planes(thread *t, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll;
    rs_pointer next_slot = t->tile;
    const rs_reg plane = rs_constant(PLANE);
    rs_kernel_load_row(&t->warp, run->options.strided, t->plane + 1, unroll, &t->from, &t->stride, &t->span);
    if (run->options.strided_scratchpad) { /* a vector has no offset */
        rs_point(&t->warp, &next_slot, &t->tile, &plane);
        rs_store_strided(&t->warp, &next_slot, &plane, t->plane + 1, unroll);
    } else {
        for (uint32_t e = 1; e <= unroll; e++) {
            rs_store(&t->warp, &t->tile, (int32_t)e * PLANE, &t->plane[e]);
        }
    }
    rs_barrier(&t->warp);
}

/* sum[e] += the neighbour at this distance in plane e. */
static void add_neighbours(thread *t, const rs_kernel_run *run, rs_reg *sum, int32_t distance)
{
    const uint32_t unroll = run->options.unroll;
    const rs_reg constant = rs_constant((uint32_t)distance);
    rs_reg neighbour[RS_VECTOR_MAX];
    rs_pointer at = t->tile;
    if (run->options.strided_scratchpad) {
        rs_point(&t->warp, &at, &t->tile, &constant);
        rs_kernel_load_known(&t->warp, true, neighbour, unroll, &at, 0, PLANE);
    } else {
        for (uint32_t e = 0; e < unroll; e++) {
            rs_load(&t->warp, &neighbour[e], &t->tile, (int32_t)e * PLANE + distance);
        }
    }
    for (uint32_t e = 0; e < unroll; e++) {
        rs_alu(&t->warp, RS_FADD, &sum[e], &sum[e], &neighbour[e], NULL);
    }
}

static void compute(thread *t, const rs_kernel_run *run)
{
    static const int32_t distances[4] = {-1, 1, -RS_WARP_LANES, RS_WARP_LANES};
    const uint32_t unroll = run->options.unroll;
    const rs_reg c0 = rs_float_constant(neighbour_weight), c1 = rs_float_constant(-centre_weight);
    const rs_flag inner = {t->inner, 0};
    rs_warp *warp = &t->warp;
    rs_reg sum[RS_VECTOR_MAX];
    warp->active = rs_branch(warp, &inner);
    if (warp->active != 0) {
        for (uint32_t e = 0; e < unroll; e++) {
            sum[e] = t->below;
            rs_alu(warp, RS_FADD, &sum[e], e == 0 ? &t->below : &t->plane[e - 1], &t->plane[e + 1], NULL);
        }
        for (uint32_t k = 0; k < 4; k++) {
            add_neighbours(t, run, sum, distances[k]);
        }
        for (uint32_t e = 0; e < unroll; e++) {
            rs_alu(warp, RS_FMUL, &sum[e], &sum[e], &c0, NULL);
            rs_alu(warp, RS_FMA, &sum[e], &t->plane[e], &c1, &sum[e]);
        }
        rs_kernel_store_row(warp, run->options.strided, &t->to, &t->stride, &t->span, sum, unroll);
    }
    warp->active = UINT32_MAX;
    rs_barrier(warp);
}

/* The last plane becomes the first of the next step; false: there is none. */
static bool go_on(thread *t, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll;
    rs_store(&t->warp, &t->tile, 0, &t->plane[unroll]);
    rs_alu(&t->warp, RS_MOV, &t->below, &t->plane[unroll - 1], NULL, NULL);
    rs_alu(&t->warp, RS_MOV, &t->plane[0], &t->plane[unroll], NULL, NULL);
    return rs_kernel_again(&t->warp, &t->z, unroll, &t->depth) != 0;
}

static void run_cta(rs_cta *cta, const rs_kernel_run *run)
{
    thread *t = (thread *)malloc(CTA_WARPS * sizeof *t);
    bool going = t != NULL;
    if (t == NULL) {
        cta->machine->trouble = "no memory left for a CTA";
    }
    for (uint32_t w = 0; going && w < CTA_WARPS; w++) {
        begin(&t[w], cta, w, run);
    }
    while (going) {
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            load_planes(&t[w], run);
        }
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            compute(&t[w], run);
        }
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            going = go_on(&t[w], run);
        }
    }
    free(t);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run = run_cta;
    next->ctas = TILES_X * tiles_y(run);
    next->cta_warps = CTA_WARPS;
    next->scratchpad_words = (run->options.unroll + 1) * PLANE;
    next->registers = 16 + 3 * run->options.unroll;
    return n == 0;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t plane = plane_words(run), elements = plane * NZ;
    uint32_t *expected = (uint32_t *)calloc(elements, sizeof *expected);
    const uint32_t *in = rs_host(&run->machine, run->array[IN]);
    if (expected == NULL) {
        rs_error_memory(error, "stencil: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t z = 1; z < NZ - 1; z++) {
        for (uint32_t y = 1; y < ny(run) - 1; y++) {
            for (uint32_t x = 1; x < NX - 1; x++) {
                const uint32_t i = z * plane + y * PITCH + x;
                const uint32_t at[7] = {i - plane, i + plane, i - 1, i + 1, i - PITCH, i + PITCH, i};
                float value[7];
                for (uint32_t k = 0; k < 7; k++) {
                    memcpy(&value[k], &in[at[k]], sizeof value[k]);
                }
                float sum = value[0] + value[1];
                for (uint32_t k = 2; k < 6; k++) {
                    sum += value[k];
                }
                const float scaled = sum * neighbour_weight, result = fmaf(value[6], -centre_weight, scaled);
                memcpy(&expected[i], &result, sizeof result);
            }
        }
    }
    const bool good = rs_kernel_same(run, "point", run->array[OUT], expected, elements, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_stencil = {"stencil", "242 x 98 x 66", false, true, false, false, prepare, launch, check};
