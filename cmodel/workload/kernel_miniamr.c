/* miniamr: two steps of averaging seven points in 256 blocks of 16 x 16 x 16 cells (miniAMR's stencil_cache_separate_halos_flat;
 * PATTERNS table 2): 64 places that go on at the other side, four variables. A CTA of 16 x 16 threads has a block, a thread a
 * column of 16 cells; what lies around a block stands in halos of their own, a plane a face.
 * pack: the cells at the block's faces go to the neighbours' halos; no vectors, as of miniAMR's kernels table 2 names one.
 * stencil: the block's planes come from memory (strided) and go into the scratchpad (strided); neighbours in the plane are read
 *   there (strided), at the block's edges from the halos, under branches; results go out (strided).
 * sum: the block's checksum; no vectors. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_tree.h"

enum { DIM = 16, PLANE = DIM * DIM, CELLS = PLANE * DIM, FACES = 6, HALO = FACES * PLANE, CTA_WARPS = PLANE / RS_WARP_LANES };
enum { SIDE = 4, PLACES = SIDE * SIDE * SIDE, VARIABLES = 4, STEPS = 2, STAGES = 3 };
enum { WORDS, NEXT, HALOS, CHECKSUM, BEFORE }; /* arrays; WORDS, NEXT take turns; BEFORE: the host's copy */

static const float seventh = 1.0f / 7.0f;

/* Places along x, y, z. */
static void places(const rs_kernel_run *run, uint32_t along[3])
{
    for (uint32_t d = 0, shrink = run->options.shrink; d < 3; d++, shrink /= 4) {
        along[d] = shrink > 2 ? 1 : shrink > 1 ? 2 : SIDE;
    }
}

static uint32_t place_count(const rs_kernel_run *run)
{
    uint32_t along[3];
    places(run, along);
    return along[0] * along[1] * along[2];
}

static uint32_t blocks(const rs_kernel_run *run)
{
    return place_count(run) * (run->options.shrink > 8 ? 1 : VARIABLES);
}

/* 1 above a block in a direction, -1 below it; variables one after the other. */
static uint32_t neighbour_of(const rs_kernel_run *run, uint32_t block, uint32_t direction, int32_t step)
{
    uint32_t along[3];
    places(run, along);
    const uint32_t count = place_count(run), place = block % count;
    uint32_t at[3] = {place % along[0], place / along[0] % along[1], place / along[0] / along[1]};
    at[direction] = (at[direction] + along[direction] + (uint32_t)step) % along[direction];
    return block - place + (at[2] * along[1] + at[1]) * along[0] + at[0];
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t cells = blocks(run) * CELLS;
    uint64_t random = 8;
    (void)error;
    run->array[WORDS] = rs_warp_machine_array(&run->machine, cells);
    run->array[NEXT] = rs_warp_machine_array(&run->machine, cells);
    run->array[HALOS] = rs_warp_machine_array(&run->machine, blocks(run) * HALO);
    run->array[CHECKSUM] = rs_warp_machine_array(&run->machine, blocks(run));
    run->array[BEFORE] = rs_warp_machine_array(&run->machine, cells);
    for (uint32_t i = 0; i < cells; i++) {
        const float value = (float)rs_random_below(&random, 1 << 16) / 65536.0f;
        memcpy(&rs_host(&run->machine, run->array[WORDS])[i], &value, sizeof value);
        memcpy(&rs_host(&run->machine, run->array[BEFORE])[i], &value, sizeof value);
    }
    return true;
}

static uint64_t words_of(const rs_kernel_run *run, bool next)
{
    return run->array[((run->launches - 1) / STAGES + next) % 2 == 0 ? WORDS : NEXT];
}

/* ---- kernels ------------------------------------------------------------------------------------------ */

/* d = array[first + thread], first: of this CTA's block. */
static void point_at(rs_tree_warp *of, uint64_t array, uint32_t words, rs_pointer *d)
{
    const rs_pointer base = rs_parameter(array);
    const rs_reg size = rs_constant(words);
    rs_reg block;
    rs_special_cta(&of->warp, &block);
    rs_alu(&of->warp, RS_MAD, &block, &block, &size, &of->thread);
    *d = base;
    rs_point(&of->warp, d, &base, &block);
}

/* A cell of the face across direction face / 2, the lower one if face is even; low, high: the thread's coordinates in it. */
static void pack_face(rs_tree_warp *of, const rs_kernel_run *run, uint32_t face, const rs_reg *low, const rs_reg *high)
{
    static const uint32_t pitch[3] = {1, DIM, PLANE};
    const uint32_t across = face / 2, a = across == 0 ? 1 : 0, b = across == 2 ? 1 : 2;
    const rs_pointer words = rs_parameter(words_of(run, false) + 4 * (face % 2 == 0 ? 0 : (DIM - 1) * pitch[across]));
    const rs_pointer halos = rs_parameter(run->array[HALOS] + 4 * (face ^ 1) * PLANE); /* of the neighbour: the opposite face */
    const rs_reg pitch_a = rs_constant(pitch[a]), pitch_b = rs_constant(pitch[b]), cells = rs_constant(CELLS);
    const rs_reg halo = rs_constant(HALO);
    rs_warp *warp = &of->warp;
    rs_reg block, neighbour, place = cells, word = cells;
    rs_pointer from = words, to = halos;
    rs_special_cta(warp, &block);
    rs_alu(warp, RS_MUL, &place, low, &pitch_a, NULL);
    rs_alu(warp, RS_MAD, &place, high, &pitch_b, &place);
    rs_alu(warp, RS_MAD, &place, &block, &cells, &place);
    rs_point(warp, &from, &words, &place);
    rs_load(warp, &word, &from, 0);
    rs_special_cta(warp, &neighbour); /* a grid of three dimensions: the neighbour's number from a parameter's sizes */
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        neighbour.lane[lane] = neighbour_of(run, warp->cta->number, across, face % 2 == 0 ? -1 : 1);
    }
    rs_alu(warp, RS_MAD, &place, &neighbour, &halo, &of->thread);
    rs_point(warp, &to, &halos, &place);
    rs_store(warp, &to, 0, &word);
}

static void pack(rs_cta *cta, const rs_kernel_run *run)
{
    const rs_reg in_row = rs_constant(DIM - 1), four = rs_constant(4);
    rs_tree_warp of[CTA_WARPS];
    rs_kernel_tree_begin(cta, of);
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        rs_reg low = in_row, high = in_row;
        rs_alu(&of[w].warp, RS_AND, &low, &of[w].thread, &in_row, NULL);
        rs_alu(&of[w].warp, RS_SHIFT_RIGHT, &high, &of[w].thread, &four, NULL);
        for (uint32_t face = 0; face < FACES; face++) {
            pack_face(&of[w], run, face, &low, &high);
        }
    }
}

/* Registers of a thread of the stencil. */
typedef struct thread {
    rs_tree_warp own;
    rs_pointer from, to, tile;
    rs_reg below, above, cell[DIM];
    rs_flag edge[4];                 /* lowest x, highest, lowest y, highest */
    rs_pointer side[2];              /* halos across x, across y: this thread's line */
} thread;

static void begin(thread *t, const rs_kernel_run *run)
{
    const rs_reg in_row = rs_constant(DIM - 1), four = rs_constant(4), zero = rs_constant(0), last = rs_constant(DIM - 1);
    const rs_pointer halos = rs_parameter(run->array[HALOS]);
    const rs_reg halo = rs_constant(HALO);
    rs_warp *warp = &t->own.warp;
    rs_reg x = zero, y = zero, block, place = zero;
    rs_alu(warp, RS_AND, &x, &t->own.thread, &in_row, NULL);
    rs_alu(warp, RS_SHIFT_RIGHT, &y, &t->own.thread, &four, NULL);
    t->edge[0] = rs_compare(warp, RS_EQUAL, &x, &zero);
    t->edge[1] = rs_compare(warp, RS_EQUAL, &x, &last);
    t->edge[2] = rs_compare(warp, RS_EQUAL, &y, &zero);
    t->edge[3] = rs_compare(warp, RS_EQUAL, &y, &last);
    point_at(&t->own, words_of(run, false), CELLS, &t->from);
    point_at(&t->own, words_of(run, true), CELLS, &t->to);
    point_at(&t->own, run->array[HALOS], HALO, &t->side[0]);
    rs_load(warp, &t->below, &t->side[0], 4 * PLANE);
    rs_load(warp, &t->above, &t->side[0], 5 * PLANE);
    rs_special_cta(warp, &block); /* faces across x have y and z, across y x and z */
    rs_alu(warp, RS_MAD, &place, &block, &halo, &y);
    t->side[0] = halos;
    rs_point(warp, &t->side[0], &halos, &place);
    rs_alu(warp, RS_MAD, &place, &block, &halo, &x);
    t->side[1] = halos;
    rs_point(warp, &t->side[1], &halos, &place);
    rs_point_scratchpad(warp, &t->tile, &t->own.thread);
}

/* The block's planes, into registers and scratchpad. */
static void load_planes(thread *t, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll;
    const rs_reg planes = rs_constant(unroll * PLANE);
    rs_warp *warp = &t->own.warp;
    rs_pointer from = t->from, tile = t->tile;
    for (uint32_t first = 0; first < DIM; first += unroll) {
        if (run->options.strided && first != 0) { /* a vector has no offset */
            rs_point(warp, &from, &from, &planes);
        }
        rs_kernel_load_known(warp, run->options.strided, t->cell + first, unroll, &from,
                             run->options.strided ? 0 : (int32_t)(first * PLANE), PLANE);
    }
    for (uint32_t first = 0; first < DIM; first += unroll) {
        if (run->options.strided_scratchpad) {
            if (first != 0) {
                rs_point(warp, &tile, &tile, &planes);
            }
            rs_kernel_store_known(warp, true, &tile, PLANE, t->cell + first, unroll);
        } else {
            for (uint32_t e = first; e < first + unroll; e++) {
                rs_store(warp, &t->tile, (int32_t)(e * PLANE), &t->cell[e]);
            }
        }
    }
    rs_barrier(warp);
}

static void add(rs_warp *warp, const rs_reg *neighbour, rs_reg *sum, uint32_t count)
{
    for (uint32_t e = 0; e < count; e++) {
        rs_alu(warp, RS_FADD, &sum[e], &sum[e], &neighbour[e], NULL);
    }
}

/* sum[e] += the neighbour across a face, of planes first .. first + unroll - 1: inside the block, and at its edge. */
static void add_side(thread *t, const rs_kernel_run *run, uint32_t face, uint32_t first, rs_reg *sum)
{
    static const int32_t distance[4] = {-1, 1, -DIM, DIM};
    const uint32_t unroll = run->options.unroll;
    const rs_reg start = rs_constant(first * PLANE + (uint32_t)distance[face]);
    const rs_flag inner = {~t->edge[face].mask, t->edge[face].maker};
    rs_warp *warp = &t->own.warp;
    rs_reg neighbour[RS_VECTOR_MAX];
    warp->active = rs_branch(warp, &inner);
    if (warp->active != 0) {
        const bool vector = run->options.strided_scratchpad;
        rs_pointer at = t->tile;
        if (vector) { /* has no offset */
            rs_point(warp, &at, &t->tile, &start);
        }
        rs_kernel_load_known(warp, vector, neighbour, unroll, &at, vector ? 0 : (int32_t)start.lane[0], PLANE);
        add(warp, neighbour, sum, unroll);
    }
    warp->active = t->edge[face].mask;
    if (warp->active != 0) {
        rs_kernel_load_known(warp, false, neighbour, unroll, &t->side[face / 2], (int32_t)(face * PLANE + first * DIM), DIM);
        add(warp, neighbour, sum, unroll);
    }
    warp->active = UINT32_MAX;
}

static void average(thread *t, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll;
    const rs_reg factor = rs_float_constant(seventh), planes = rs_constant(unroll * PLANE);
    rs_warp *warp = &t->own.warp;
    for (uint32_t first = 0; first < DIM; first += unroll) {
        rs_reg sum[RS_VECTOR_MAX];
        for (uint32_t e = 0; e < unroll; e++) {
            const uint32_t z = first + e;
            sum[e] = factor;
            rs_alu(warp, RS_FADD, &sum[e], z == 0 ? &t->below : &t->cell[z - 1],
                   z == DIM - 1 ? &t->above : &t->cell[z + 1], NULL);
            rs_alu(warp, RS_FADD, &sum[e], &sum[e], &t->cell[z], NULL);
        }
        for (uint32_t face = 0; face < 4; face++) {
            add_side(t, run, face, first, sum);
        }
        for (uint32_t e = 0; e < unroll; e++) {
            rs_alu(warp, RS_FMUL, &sum[e], &sum[e], &factor, NULL);
        }
        if (run->options.strided) {
            if (first != 0) {
                rs_point(warp, &t->to, &t->to, &planes);
            }
            rs_kernel_store_known(warp, true, &t->to, PLANE, sum, unroll);
        } else {
            for (uint32_t e = 0; e < unroll; e++) {
                rs_store(warp, &t->to, (int32_t)((first + e) * PLANE), &sum[e]);
            }
        }
    }
}

static void stencil(rs_cta *cta, const rs_kernel_run *run)
{
    rs_tree_warp of[CTA_WARPS];
    thread *t = (thread *)calloc(CTA_WARPS, sizeof *t);
    if (t == NULL) {
        cta->machine->trouble = "no memory left for a CTA";
        return;
    }
    rs_kernel_tree_begin(cta, of);
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        t[w].own = of[w];
        begin(&t[w], run);
        load_planes(&t[w], run);
    }
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        average(&t[w], run);
    }
    free(t);
}

static void checksum(rs_cta *cta, const rs_kernel_run *run)
{
    const rs_pointer sums = rs_parameter(run->array[CHECKSUM]);
    const rs_reg one = rs_constant(1);
    rs_tree_warp of[CTA_WARPS];
    rs_reg block = one;
    rs_pointer to = sums;
    rs_kernel_tree_begin(cta, of);
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        rs_reg word[DIM];
        rs_pointer from;
        point_at(&of[w], words_of(run, true), CELLS, &from);
        rs_kernel_load_known(&of[w].warp, false, word, DIM, &from, 0, PLANE);
        of[w].sum = word[0];
        for (uint32_t z = 1; z < DIM; z++) {
            rs_alu(&of[w].warp, RS_FADD, &of[w].sum, &of[w].sum, &word[z], NULL);
        }
    }
    rs_kernel_tree_sum(cta, of, RS_FADD);
    of[0].warp.active = rs_kernel_if(&of[0].warp, RS_LESS, &of[0].thread, &one);
    rs_special_cta(&of[0].warp, &block);
    rs_point(&of[0].warp, &to, &sums, &block);
    rs_store(&of[0].warp, &to, 0, &of[0].sum);
}

static uint32_t steps(const rs_kernel_run *run)
{
    return run->options.shrink > 8 ? 1 : STEPS;
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    static void (*const stages[STAGES])(rs_cta *cta, const rs_kernel_run *run) = {pack, stencil, checksum};
    static const uint32_t scratchpad[STAGES] = {0, CELLS, PLANE};
    next->run = stages[n % STAGES];
    next->ctas = blocks(run);
    next->cta_warps = CTA_WARPS;
    next->scratchpad_words = scratchpad[n % STAGES];
    next->registers = 32 + 2 * run->options.unroll;
    return n < STAGES * steps(run);
}

/* ---- reference ---------------------------------------------------------------------------------------- */

static float cell_of(const rs_kernel_run *run, const float *words, uint32_t block, int32_t x, int32_t y, int32_t z)
{
    int32_t at[3] = {x, y, z};
    for (uint32_t d = 0; d < 3; d++) {
        if (at[d] < 0 || at[d] == DIM) {
            block = neighbour_of(run, block, d, at[d] < 0 ? -1 : 1);
            at[d] = (at[d] + DIM) % DIM;
        }
    }
    return words[block * CELLS + (uint32_t)(at[2] * PLANE + at[1] * DIM + at[0])];
}

static float average_of(const rs_kernel_run *run, const float *words, uint32_t block, int32_t x, int32_t y, int32_t z)
{
    float sum = cell_of(run, words, block, x, y, z - 1) + cell_of(run, words, block, x, y, z + 1);
    sum += cell_of(run, words, block, x, y, z);
    sum += cell_of(run, words, block, x - 1, y, z);
    sum += cell_of(run, words, block, x + 1, y, z);
    sum += cell_of(run, words, block, x, y - 1, z);
    sum += cell_of(run, words, block, x, y + 1, z);
    return sum * seventh;
}

/* As the CTA's tree adds them. */
static float checksum_of(const float *words)
{
    float tree[PLANE];
    for (uint32_t t = 0; t < PLANE; t++) {
        tree[t] = words[t];
        for (uint32_t z = 1; z < DIM; z++) {
            tree[t] += words[z * PLANE + t];
        }
    }
    for (uint32_t half = PLANE / 2; half != 0; half /= 2) {
        for (uint32_t t = 0; t < half; t++) {
            tree[t] += tree[t + half];
        }
    }
    return tree[0];
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t cells = blocks(run) * CELLS;
    float *now = (float *)malloc((2 * (size_t)cells + blocks(run)) * sizeof *now), *next = now + cells, *sums = next + cells;
    if (now == NULL) {
        rs_error_memory(error, "miniamr: found no memory left, expected room for the reference");
        return false;
    }
    memcpy(now, rs_host(&run->machine, run->array[BEFORE]), cells * sizeof *now);
    for (uint32_t step = 0; step < steps(run); step++) {
        for (uint32_t i = 0; i < cells; i++) {
            next[i] = average_of(run, now, i / CELLS, (int32_t)(i % DIM), (int32_t)(i / DIM % DIM), (int32_t)(i / PLANE % DIM));
        }
        memcpy(now, next, cells * sizeof *now);
    }
    for (uint32_t b = 0; b < blocks(run); b++) {
        sums[b] = checksum_of(now + b * CELLS);
    }
    const uint64_t last = run->array[steps(run) % 2 == 0 ? WORDS : NEXT];
    const bool good = rs_kernel_same(run, "cell", last, (const uint32_t *)now, cells, error) &&
                      rs_kernel_same(run, "block", run->array[CHECKSUM], (const uint32_t *)sums, blocks(run), error);
    free(now);
    return good;
}

const rs_kernel rs_kernel_miniamr = {"miniamr", "256 blocks of 16 x 16 x 16", false, RS_STRIDES_BOTH, false, false,
                                     prepare, launch, check};
