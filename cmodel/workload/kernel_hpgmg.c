/* hpgmg: the smoother of a geometric multigrid method (HPGMG's cheby_smooth_kernel and copy_block_kernel; PATTERNS table 2) on 8
 * boxes of 32 x 32 x 32 points, the domain goes on at its other side. Each box has a ghost zone of one point around it.
 * copy: a CTA fills a face of a box' ghost zone from its neighbour, as a list of blocks tells; a warp half of the face, lines a
 *   pitch apart (strided; the list has the pitches).
 * smooth: a thread has 16 points above one another, planes a box' pitch apart (known at launch). Centre, right side, last
 *   iterate and inverse diagonal come as columns (strided), and so the result goes; neighbours in the plane and the
 *   coefficients of the faces are loaded point by point, as in a loop body too large for its registers.
 * residual: the same stencil, no vectors: of HPGMG's kernels table 2 names only the other two. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/warp_kernel.h"

enum { DIM = RS_WARP_LANES, GHOST = 1, J_PITCH = DIM + 2 * GHOST, K_PITCH = J_PITCH * J_PITCH, BOX = K_PITCH * J_PITCH };
enum { CTA_WARPS = 8, COLUMN = 16, FACES = 6, COPY_WARPS = 2, SIDE = 2 };
/* Arrays: the iterates take turns; BETA_*: coefficients of the faces toward lower i, j, k; BLOCKS: the list of copies; BEFORE:
 * the host's copy of the first iterate. */
enum { ITERATE, OTHER, RIGHT, INVERSE, BETA_I, BETA_J, BETA_K, RESIDUAL, BLOCKS, BEFORE };
enum { FROM, TO, LANE_PITCH, LINE_PITCH, BLOCK_WORDS }; /* of a block */
enum { SWEEPS = 4 };

static const float keep[SWEEPS] = {0.0f, 0.30f, 0.36f, 0.38f}, add[SWEEPS] = {0.6f, 0.8f, 0.85f, 0.9f};

/* Boxes along i, j, k. */
static void boxes(const rs_kernel_run *run, uint32_t along[3])
{
    for (uint32_t d = 0, shrink = run->options.shrink; d < 3; d++, shrink /= 2) {
        along[d] = shrink > 1 ? 1 : SIDE;
    }
}

/* Points of a box that are smoothed, along i, j, k: all but for tests. */
static void points(const rs_kernel_run *run, uint32_t dim[3])
{
    dim[0] = DIM;
    dim[1] = run->options.shrink > 8 ? (uint32_t)CTA_WARPS : (uint32_t)DIM;
    dim[2] = run->options.shrink > 8 ? (uint32_t)COLUMN : (uint32_t)DIM;
}

static uint32_t box_count(const rs_kernel_run *run)
{
    uint32_t along[3];
    boxes(run, along);
    return along[0] * along[1] * along[2];
}

static uint32_t sweeps(const rs_kernel_run *run)
{
    return run->options.shrink == 1 ? SWEEPS : 1;
}

static uint32_t point_of(uint32_t box, uint32_t i, uint32_t j, uint32_t k)
{
    return box * BOX + k * K_PITCH + j * J_PITCH + i;
}

/* Face f of a box: across direction f / 2, at the lower end if f is even. */
static void list_blocks(rs_kernel_run *run)
{
    static const uint32_t pitch[3] = {1, J_PITCH, K_PITCH};
    uint32_t along[3], *block = rs_host(&run->machine, run->array[BLOCKS]);
    boxes(run, along);
    for (uint32_t box = 0; box < box_count(run); box++) {
        const uint32_t at[3] = {box % along[0], box / along[0] % along[1], box / along[0] / along[1]};
        for (uint32_t face = 0; face < FACES; face++, block += BLOCK_WORDS) {
            const uint32_t across = face / 2, a = across == 0 ? 1 : 0, b = across == 2 ? 1 : 2;
            const bool low = face % 2 == 0;
            uint32_t to[3] = {at[0], at[1], at[2]};
            to[across] = (at[across] + (low ? along[across] - 1 : 1)) % along[across];
            const uint32_t neighbour = (to[2] * along[1] + to[1]) * along[0] + to[0];
            block[FROM] = neighbour * BOX + (low ? DIM : GHOST) * pitch[across] + pitch[a] + pitch[b];
            block[TO] = box * BOX + (low ? 0 : DIM + GHOST) * pitch[across] + pitch[a] + pitch[b];
            block[LANE_PITCH] = pitch[a];
            block[LINE_PITCH] = pitch[b];
        }
    }
}

static void put(rs_kernel_run *run, uint32_t array, uint32_t i, float value)
{
    memcpy(&rs_host(&run->machine, run->array[array])[i], &value, sizeof value);
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t words = box_count(run) * BOX;
    uint64_t random = 6;
    (void)error;
    for (uint32_t k = ITERATE; k <= BEFORE; k++) {
        run->array[k] = rs_warp_machine_array(&run->machine, k == BLOCKS ? box_count(run) * FACES * BLOCK_WORDS : words);
    }
    list_blocks(run);
    for (uint32_t i = 0; i < words; i++) {
        const float start = (float)rs_random_below(&random, 1 << 12) / 4096.0f;
        put(run, ITERATE, i, start);
        put(run, OTHER, i, start);
        put(run, BEFORE, i, start);
        put(run, RIGHT, i, (float)rs_random_below(&random, 1 << 12) / 1024.0f - 2.0f);
        put(run, INVERSE, i, 1.0f / 7.0f);
        for (uint32_t k = BETA_I; k <= BETA_K; k++) {
            put(run, k, i, 1.0f + (float)rs_random_below(&random, 1 << 8) / 1024.0f);
        }
    }
    return true;
}

/* What a launch does: a sweep is a copy and a smoothing; at the end a copy and the residual. */
static uint32_t sweep_of(const rs_kernel_run *run)
{
    return (run->launches - 1) / 2;
}

static uint64_t iterate(const rs_kernel_run *run, bool last)
{
    return run->array[(sweep_of(run) + last) % 2 == 0 ? ITERATE : OTHER];
}

/* ---- kernels ------------------------------------------------------------------------------------------ */

/* array[point] */
static void point_at(rs_warp *warp, uint64_t array, const rs_reg *point, rs_pointer *d)
{
    const rs_pointer base = rs_parameter(array);
    *d = base;
    rs_point(warp, d, &base, point);
}

static void copy(rs_warp *warp, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll, together = run->options.in_order ? 1 : unroll;
    const rs_pointer blocks = rs_parameter(run->array[BLOCKS]);
    const rs_reg size = rs_constant(BLOCK_WORDS), lines = rs_constant(DIM / COPY_WARPS), count = rs_constant(unroll);
    const rs_reg zero = rs_constant(0);
    rs_reg lane, number, block[BLOCK_WORDS], span = size, done = size, place = size, word[RS_VECTOR_MAX];
    rs_pointer at = blocks, from, to;
    rs_special_lane(warp, &lane);
    rs_special_warp(warp, &number);
    rs_special_cta(warp, &place);
    rs_alu(warp, RS_MUL, &place, &place, &size, NULL);
    rs_point(warp, &at, &blocks, &place);
    rs_kernel_load_known(warp, false, block, BLOCK_WORDS, &at, 0, 1);
    rs_alu(warp, RS_MUL, &number, &number, &lines, NULL);
    rs_alu(warp, RS_MUL, &number, &number, &block[LINE_PITCH], NULL);
    rs_alu(warp, RS_MAD, &number, &lane, &block[LANE_PITCH], &number);
    rs_alu(warp, RS_ADD, &place, &block[FROM], &number, NULL);
    point_at(warp, iterate(run, false), &place, &from);
    rs_alu(warp, RS_ADD, &place, &block[TO], &number, NULL);
    point_at(warp, iterate(run, false), &place, &to);
    rs_alu(warp, RS_MUL, &span, &block[LINE_PITCH], &count, NULL);
    rs_alu(warp, RS_MOV, &done, &zero, NULL, NULL);
    for (uint32_t going = UINT32_MAX; going != 0; going = rs_kernel_again(warp, &done, unroll, &lines)) {
        for (uint32_t e = 0; e < unroll; e += together) {
            rs_kernel_load_row(warp, run->options.strided, word, together, &from, &block[LINE_PITCH], &span);
            rs_kernel_store_row(warp, run->options.strided, &to, &block[LINE_PITCH], &span, word, together);
        }
    }
}

/* Registers of a thread: its point, plane by plane, and the column's words. */
typedef struct column {
    const rs_kernel_run *run;
    rs_reg point, i, j, k; /* pitches */
    rs_reg below, centre[RS_VECTOR_MAX + 1], sum[RS_VECTOR_MAX];
} column;

static void begin(rs_warp *warp, const rs_kernel_run *run, column *c)
{
    const rs_reg box = rs_constant(BOX), half = rs_constant(COLUMN), rows = rs_constant(CTA_WARPS), one = rs_constant(1);
    const rs_reg corner = rs_constant(GHOST * (1 + J_PITCH + K_PITCH));
    uint32_t dim[3];
    rs_reg lane, row, tile = box, plane = box;
    points(run, dim);
    const uint32_t high = dim[2] / COLUMN, tiles = dim[1] / CTA_WARPS * high;
    c->run = run;
    c->j = rs_constant(J_PITCH);
    c->k = rs_constant(K_PITCH);
    c->i = one;
    rs_special_lane(warp, &lane);
    rs_special_warp(warp, &row);
    rs_special_cta(warp, &tile);
    rs_special_cta(warp, &plane);
    rs_special_cta(warp, &c->point);
    for (uint32_t l = 0; l < RS_WARP_LANES; l++) { /* a grid of three dimensions */
        tile.lane[l] = warp->cta->number % tiles / high;
        plane.lane[l] = warp->cta->number % high;
        c->point.lane[l] = warp->cta->number / tiles;
    }
    rs_alu(warp, RS_MAD, &row, &tile, &rows, &row);
    rs_alu(warp, RS_MAD, &c->point, &c->point, &box, &lane);
    rs_alu(warp, RS_MAD, &c->point, &row, &c->j, &c->point);
    rs_alu(warp, RS_MUL, &plane, &plane, &half, NULL);
    rs_alu(warp, RS_MAD, &c->point, &plane, &c->k, &c->point);
    rs_alu(warp, RS_ADD, &c->point, &c->point, &corner, NULL);
}

/* `count` words of an array at this point and above it. */
static void load_column(rs_warp *warp, const column *c, bool vector, uint64_t array, const rs_reg *point, rs_reg *d,
                        uint32_t count)
{
    rs_pointer at;
    point_at(warp, array, point, &at);
    if (vector) {
        rs_load_strided(warp, d, count, &at, &c->k);
        return;
    }
    for (uint32_t e = 0; e < count; e++) {
        rs_load(warp, &d[e], &at, 0);
        if (e + 1 < count) {
            rs_point(warp, &at, &at, &c->k);
        }
    }
}

/* sum += coefficient * (neighbour - centre) */
static void add_side(rs_warp *warp, const rs_reg *coefficient, rs_reg *neighbour, const rs_reg *centre, rs_reg *sum, bool first)
{
    rs_alu(warp, RS_FSUB, neighbour, neighbour, centre, NULL);
    rs_alu(warp, first ? RS_FMUL : RS_FMA, sum, neighbour, coefficient, first ? NULL : sum);
}

/* The six neighbours of a point: centre[e + 1] is above it. */
static void add_neighbours(rs_warp *warp, column *c, const rs_reg *point, uint32_t e)
{
    const rs_kernel_run *run = c->run;
    const rs_reg back = rs_constant((uint32_t)-J_PITCH);
    const rs_reg *centre = &c->centre[e];
    rs_reg coefficient[2], neighbour[2];
    rs_pointer at, row;
    point_at(warp, iterate(run, false), point, &at);
    rs_load(warp, &neighbour[0], &at, -1);
    rs_load(warp, &neighbour[1], &at, 1);
    point_at(warp, run->array[BETA_I], point, &row);
    rs_load(warp, &coefficient[0], &row, 0);
    rs_load(warp, &coefficient[1], &row, 1);
    add_side(warp, &coefficient[0], &neighbour[0], centre, &c->sum[e], true);
    add_side(warp, &coefficient[1], &neighbour[1], centre, &c->sum[e], false);
    rs_point(warp, &row, &at, &back);
    rs_load(warp, &neighbour[0], &row, 0);
    rs_point(warp, &row, &at, &c->j);
    rs_load(warp, &neighbour[1], &row, 0);
    point_at(warp, run->array[BETA_J], point, &row);
    rs_load(warp, &coefficient[0], &row, 0);
    rs_point(warp, &row, &row, &c->j);
    rs_load(warp, &coefficient[1], &row, 0);
    add_side(warp, &coefficient[0], &neighbour[0], centre, &c->sum[e], false);
    add_side(warp, &coefficient[1], &neighbour[1], centre, &c->sum[e], false);
    neighbour[0] = e == 0 ? c->below : c->centre[e - 1];
    neighbour[1] = c->centre[e + 1];
    point_at(warp, run->array[BETA_K], point, &row);
    rs_load(warp, &coefficient[0], &row, 0);
    rs_point(warp, &row, &row, &c->k);
    rs_load(warp, &coefficient[1], &row, 0);
    add_side(warp, &coefficient[0], &neighbour[0], centre, &c->sum[e], false);
    add_side(warp, &coefficient[1], &neighbour[1], centre, &c->sum[e], false);
}

/* sum[e] of `count` points becomes the residual. */
static void take_residual(rs_warp *warp, column *c, bool vector, uint32_t first, uint32_t count, const rs_reg *point)
{
    rs_reg word[RS_VECTOR_MAX];
    load_column(warp, c, vector, c->run->array[RIGHT], point, word, count);
    for (uint32_t e = 0; e < count; e++) {
        rs_alu(warp, RS_FADD, &c->sum[first + e], &word[e], &c->sum[first + e], NULL);
    }
}

/* The next iterate of `count` points, over the last but one. In this order 16 points fit the registers. */
static void relax(rs_warp *warp, column *c, bool vector, uint32_t first, uint32_t count, const rs_reg *point)
{
    const uint32_t sweep = sweep_of(c->run);
    const rs_reg momentum = rs_float_constant(keep[sweep]), weight = rs_float_constant(add[sweep]);
    const rs_reg *centre = c->centre + first;
    rs_reg *sum = c->sum + first, old[RS_VECTOR_MAX], inverse[RS_VECTOR_MAX];
    rs_pointer to;
    load_column(warp, c, vector, iterate(c->run, true), point, old, count);
    for (uint32_t e = 0; e < count; e++) {
        rs_alu(warp, RS_FSUB, &old[e], &centre[e], &old[e], NULL);
        rs_alu(warp, RS_FMA, &old[e], &old[e], &momentum, &centre[e]);
    }
    take_residual(warp, c, vector, first, count, point);
    load_column(warp, c, vector, c->run->array[INVERSE], point, inverse, count);
    for (uint32_t e = 0; e < count; e++) {
        rs_alu(warp, RS_FMUL, &sum[e], &sum[e], &inverse[e], NULL);
    }
    for (uint32_t e = 0; e < count; e++) {
        rs_alu(warp, RS_FMA, &sum[e], &sum[e], &weight, &old[e]);
    }
    point_at(warp, iterate(c->run, true), point, &to);
    if (vector) {
        rs_store_strided(warp, &to, &c->k, sum, count);
        return;
    }
    for (uint32_t e = 0; e < count; e++) {
        rs_store(warp, &to, 0, &sum[e]);
        if (e + 1 < count) {
            rs_point(warp, &to, &to, &c->k);
        }
    }
}

/* A round of `unroll` points. */
static void run_column(rs_warp *warp, column *c, bool residual)
{
    const rs_kernel_run *run = c->run;
    const uint32_t unroll = run->options.unroll, together = run->options.in_order || residual ? 1 : unroll;
    const bool vector = run->options.strided && !residual;
    rs_reg point = c->point;
    for (uint32_t e = 0; e < unroll; e += together) {
        rs_reg above = point, own = point;
        rs_alu(warp, RS_ADD, &above, &point, &c->k, NULL);
        load_column(warp, c, vector, iterate(run, false), &above, c->centre + e + 1, together);
        for (uint32_t p = e; p < e + together; p++) {
            c->sum[p] = c->k;
            add_neighbours(warp, c, &own, p);
            own = above;
            if (p + 1 < e + together) {
                rs_alu(warp, RS_ADD, &above, &own, &c->k, NULL);
            }
        }
        if (!residual) {
            relax(warp, c, vector, e, together, &point);
        } else {
            rs_pointer to;
            take_residual(warp, c, false, e, together, &point);
            point_at(warp, run->array[RESIDUAL], &point, &to);
            rs_store(warp, &to, 0, &c->sum[e]);
        }
        point = own;
    }
    c->point = point;
    c->below = c->centre[unroll - 1];
    c->centre[0] = c->centre[unroll];
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const bool residual = sweep_of(run) == sweeps(run);
    const rs_reg planes = rs_constant(COLUMN), zero = rs_constant(0), back = rs_constant((uint32_t)-K_PITCH);
    rs_reg done = zero;
    rs_pointer at;
    column c;
    begin(warp, run, &c);
    point_at(warp, iterate(run, false), &c.point, &at);
    rs_load(warp, &c.centre[0], &at, 0);
    rs_point(warp, &at, &at, &back);
    rs_load(warp, &c.below, &at, 0);
    rs_alu(warp, RS_MOV, &done, &zero, NULL, NULL);
    for (uint32_t going = UINT32_MAX; going != 0; going = rs_kernel_again(warp, &done, run->options.unroll, &planes)) {
        run_column(warp, &c, residual);
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    const bool copies = n % 2 == 0;
    uint32_t dim[3];
    points(run, dim);
    next->run_warp = copies ? copy : run_warp;
    next->cta_warps = copies ? COPY_WARPS : CTA_WARPS;
    next->ctas = box_count(run) * (copies ? FACES : dim[1] / CTA_WARPS * (dim[2] / COLUMN));
    next->registers = copies ? 20 + run->options.unroll : 16 + 3 * run->options.unroll;
    return n < 2 * (sweeps(run) + 1);
}

/* ---- reference ---------------------------------------------------------------------------------------- */

static float number(rs_kernel_run *run, uint32_t array, uint32_t i)
{
    float value;
    memcpy(&value, &rs_host(&run->machine, run->array[array])[i], sizeof value);
    return value;
}

/* The domain without ghosts: the neighbour of a point, a step along a direction. */
static uint32_t neighbour_of(const rs_kernel_run *run, uint32_t box, const uint32_t at[3], uint32_t direction, int32_t step)
{
    uint32_t whole[3], inside[3], in_box[3], along[3];
    boxes(run, along);
    const uint32_t place[3] = {box % along[0], box / along[0] % along[1], box / along[0] / along[1]};
    for (uint32_t d = 0; d < 3; d++) {
        const uint32_t size = along[d] * DIM;
        whole[d] = (place[d] * DIM + at[d] + size + (uint32_t)(d == direction ? step : 0)) % size;
        in_box[d] = whole[d] / DIM;
        inside[d] = whole[d] % DIM + GHOST;
    }
    return point_of((in_box[2] * along[1] + in_box[1]) * along[0] + in_box[0], inside[0], inside[1], inside[2]);
}

/* Right side less the operator, of one point. */
static float residual_of(rs_kernel_run *run, const float *x, uint32_t box, const uint32_t at[3])
{
    static const uint32_t pitch[3] = {1, J_PITCH, K_PITCH};
    const uint32_t p = point_of(box, at[0] + GHOST, at[1] + GHOST, at[2] + GHOST);
    float sum = 0.0f;
    for (uint32_t d = 0; d < 3; d++) {
        for (int32_t step = -1; step <= 1; step += 2) {
            const float difference = x[neighbour_of(run, box, at, d, step)] - x[p];
            const float coefficient = number(run, BETA_I + d, step < 0 ? p : p + pitch[d]);
            sum = d == 0 && step < 0 ? difference * coefficient : fmaf(difference, coefficient, sum);
        }
    }
    return number(run, RIGHT, p) + sum;
}

/* Iterates in turns, as the kernels have them. */
static void smooth(rs_kernel_run *run, float *x[2], float *residual)
{
    uint32_t dim[3];
    points(run, dim);
    const uint32_t all = dim[0] * dim[1] * dim[2];
    for (uint32_t sweep = 0; sweep <= sweeps(run); sweep++) {
        const float *now = x[sweep % 2];
        float *next = x[(sweep + 1) % 2];
        for (uint32_t i = 0; i < box_count(run) * all; i++) {
            const uint32_t box = i / all, at[3] = {i % dim[0], i / dim[0] % dim[1], i / dim[0] / dim[1] % dim[2]};
            const uint32_t p = point_of(box, at[0] + GHOST, at[1] + GHOST, at[2] + GHOST);
            const float r = residual_of(run, now, box, at);
            if (sweep == sweeps(run)) {
                residual[p] = r;
            } else {
                next[p] = fmaf(r * number(run, INVERSE, p), add[sweep], fmaf(now[p] - next[p], keep[sweep], now[p]));
            }
        }
    }
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t words = box_count(run) * BOX;
    float *x[2], *residual;
    x[0] = (float *)calloc(3 * (size_t)words, sizeof **x);
    if (x[0] == NULL) {
        rs_error_memory(error, "hpgmg: found no memory left, expected room for the reference");
        return false;
    }
    x[1] = x[0] + words;
    residual = x[1] + words;
    memcpy(x[0], rs_host(&run->machine, run->array[BEFORE]), words * sizeof **x);
    memcpy(x[1], x[0], words * sizeof **x);
    smooth(run, x, residual);
    const bool good = rs_kernel_same(run, "point", run->array[RESIDUAL], (const uint32_t *)residual, words, error);
    free(x[0]);
    return good;
}

const rs_kernel rs_kernel_hpgmg = {"hpgmg", "8 boxes of 32 x 32 x 32", false, RS_STRIDES_MEMORY, false, true,
                                   prepare, launch, check};
