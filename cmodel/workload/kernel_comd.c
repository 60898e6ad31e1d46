/* comd: forces among 2156 atoms of copper by the embedded atom method (CoMD's eam_force_thread_atom; PATTERNS table 2), in boxes
 * as wide as the cutoff, 16 slots each, a thread a slot. Slots behind a box' last atom hold a place beyond every cutoff, so that
 * whole vectors can be loaded.
 * pairs: a thread goes through the atoms of 27 boxes, `unroll` at a time (8 if that is 16: more do not fit its registers):
 *   places (strided by 1); for the pairs within the cutoff, under a branch, it interpolates potential and density, each from
 *   four words of a table side by side (strided, always 4).
 * embed: a thread interpolates the energy that its density costs. slopes: the pairs again, forces of these densities. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/warp_kernel.h"

enum { SLOTS = 16, CTA_WARPS = 2, BOXES_A_CTA = CTA_WARPS * RS_WARP_LANES / SLOTS, AROUND = 27, MOST_TOGETHER = 8, POINTS = 4 };
enum { TABLE = 512 }; /* steps of a table; a word before, two behind */
/* Arrays. PLACE: x, y, z of all slots one array after the other; FORCE likewise. */
enum { COUNTS, NEIGHBOURS, PLACE, FORCE, ENERGY, DENSITY, SLOPE, POTENTIAL, DENSITIES, EMBEDDING };
enum { BOXES }; /* sizes */

static const float cell = 3.615f, cutoff = 4.95f, away = 1.0e4f;
static const float steps_a_length = TABLE / 5.0f, steps_a_density = TABLE / 64.0f;

typedef struct extent {
    uint32_t cells, boxes;
} extent;

/* Unit cells and boxes along x, y, z. */
static void extents(const rs_kernel_run *run, extent along[3])
{
    static const extent sizes[5][3] = {{{11, 8}, {7, 5}, {7, 5}}, {{7, 5}, {7, 5}, {7, 5}}, {{7, 5}, {7, 5}, {3, 2}},
                                       {{7, 5}, {3, 2}, {3, 2}},  {{3, 2}, {3, 2}, {1, 1}}};
    uint32_t row = 0;
    for (uint32_t shrink = run->options.shrink; shrink > 1 && row < 4; shrink /= 2) {
        row++;
    }
    memcpy(along, sizes[row], sizeof sizes[row]);
}

static uint32_t slots(const rs_kernel_run *run)
{
    return (run->size[BOXES] / BOXES_A_CTA + 1) * BOXES_A_CTA * SLOTS; /* an empty box at least */
}

static void put(rs_kernel_run *run, uint32_t array, uint32_t i, float value)
{
    memcpy(&rs_host(&run->machine, run->array[array])[i], &value, sizeof value);
}

/* Boxes beyond the surface are the first behind the last, which is empty. */
static void list_neighbours(rs_kernel_run *run, const extent along[3])
{
    uint32_t *list = rs_host(&run->machine, run->array[NEIGHBOURS]);
    for (uint32_t box = 0; box < slots(run) / SLOTS; box++) {
        for (uint32_t n = 0; n < AROUND; n++) {
            const uint32_t x = box % along[0].boxes + n % 3, y = box / along[0].boxes % along[1].boxes + n / 3 % 3;
            const uint32_t z = box / along[0].boxes / along[1].boxes + n / 9;
            const bool there = x > 0 && y > 0 && z > 0 && x <= along[0].boxes && y <= along[1].boxes && z <= along[2].boxes;
            *list++ = there ? ((z - 1) * along[1].boxes + y - 1) * along[0].boxes + x - 1 : run->size[BOXES];
        }
    }
}

/* An atom of the lattice, somewhat away from its place; false: its box is full. */
static bool put_atom(rs_kernel_run *run, const extent along[3], const uint32_t at[3], uint64_t *random)
{
    uint32_t box[3];
    float place[3];
    for (uint32_t d = 0; d < 3; d++) {
        const float wide = (float)along[d].cells * cell / (float)along[d].boxes;
        place[d] = ((float)at[d] + 0.5f) * cell / 2.0f + ((float)rs_random_below(random, 1 << 10) / 1024.0f - 0.5f) / 8.0f;
        box[d] = (uint32_t)(place[d] / wide);
    }
    const uint32_t number = (box[2] * along[1].boxes + box[1]) * along[0].boxes + box[0];
    uint32_t *count = &rs_host(&run->machine, run->array[COUNTS])[number];
    for (uint32_t d = 0; d < 3 && *count < SLOTS; d++) {
        put(run, PLACE, d * slots(run) + number * SLOTS + *count, place[d]);
    }
    return (*count)++ < SLOTS;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    extent along[3];
    uint64_t random = 12;
    extents(run, along);
    run->size[BOXES] = along[0].boxes * along[1].boxes * along[2].boxes;
    const uint32_t all = slots(run);
    const uint32_t words[] = {all / SLOTS, all / SLOTS * AROUND, 3 * all, 3 * all, all, all, all,
                              TABLE + POINTS, TABLE + POINTS, TABLE + POINTS};
    for (uint32_t k = COUNTS; k <= EMBEDDING; k++) {
        run->array[k] = rs_warp_machine_array(&run->machine, words[k]);
    }
    list_neighbours(run, along);
    for (uint32_t i = 0; i < 3 * all; i++) {
        put(run, PLACE, i, away);
    }
    const uint32_t half_cells[3] = {2 * along[0].cells, 2 * along[1].cells, 2 * along[2].cells};
    for (uint32_t i = 0; i < half_cells[0] * half_cells[1] * half_cells[2]; i++) { /* faces of the cells are centred */
        const uint32_t at[3] = {i % half_cells[0], i / half_cells[0] % half_cells[1], i / half_cells[0] / half_cells[1]};
        if ((at[0] + at[1] + at[2]) % 2 == 0 && !put_atom(run, along, at, &random)) {
            rs_error_set(error, "comd: found more than %d atoms in a box, expected no more", SLOTS);
            return false;
        }
    }
    for (uint32_t i = 0; i < TABLE + POINTS; i++) {
        const float r = ((float)i - 1.0f) / steps_a_length, left = 1.0f - r / cutoff;
        put(run, POTENTIAL, i, left * left * (4.0f - r));
        put(run, DENSITIES, i, left * left * 6.0f);
        put(run, EMBEDDING, i, -sqrtf((float)i + 1.0f));
    }
    return true;
}

/* ---- kernels ------------------------------------------------------------------------------------------ */

/* Registers of a thread. */
typedef struct atom {
    const rs_kernel_run *run;
    bool again;                             /* the pairs' second time */
    rs_reg slot, box, place[3], force[3], energy, density, slope;
    rs_pointer at[3], slopes;               /* of the other box */
} atom;

/* array[index], array may be a part of one. */
static void load_at(rs_warp *warp, uint64_t array, const rs_reg *index, rs_reg *d)
{
    const rs_pointer base = rs_parameter(array);
    rs_pointer from = base;
    rs_point(warp, &from, &base, index);
    rs_load(warp, d, &from, 0);
}

static void store_at(rs_warp *warp, uint64_t array, const rs_reg *index, const rs_reg *a)
{
    const rs_pointer base = rs_parameter(array);
    rs_pointer to = base;
    rs_point(warp, &to, &base, index);
    rs_store(warp, &to, 0, a);
}

static uint64_t part(const rs_kernel_run *run, uint32_t array, uint32_t d)
{
    return run->array[array] + 4 * (uint64_t)d * slots(run);
}

/* Lanes whose slot has an atom. */
static uint32_t begin(rs_warp *warp, const rs_kernel_run *run, atom *a)
{
    const rs_reg four = rs_constant(4), in_box = rs_constant(SLOTS - 1), zero = rs_constant(0);
    rs_reg slot = zero, count = zero;
    a->run = run;
    a->slot = a->box = zero;
    rs_thread_id(warp, &a->slot);
    rs_alu(warp, RS_SHIFT_RIGHT, &a->box, &a->slot, &four, NULL);
    rs_alu(warp, RS_AND, &slot, &a->slot, &in_box, NULL);
    load_at(warp, run->array[COUNTS], &a->box, &count);
    warp->active = rs_kernel_if(warp, RS_LESS, &slot, &count);
    return warp->active;
}

/* The table's step below x, and how far x is behind it. */
static void find_step(rs_warp *warp, rs_reg *x, rs_reg *step, float steps)
{
    const rs_reg scale = rs_float_constant(steps);
    rs_reg whole = scale;
    *step = scale;
    rs_alu(warp, RS_FMUL, x, x, &scale, NULL);
    rs_alu(warp, RS_TO_INT, step, x, NULL, NULL);
    rs_alu(warp, RS_TO_FLOAT, &whole, step, NULL, NULL);
    rs_alu(warp, RS_FSUB, x, x, &whole, NULL);
}

/* Value (NULL: nobody asks) and slope of a table, after four words of it. */
static void interpolate(rs_warp *warp, const rs_kernel_run *run, uint32_t table, const rs_reg *step, const rs_reg *x, float steps,
                        rs_reg *value, rs_reg *slope)
{
    const rs_pointer base = rs_parameter(run->array[table]);
    const rs_reg half = rs_float_constant(0.5f), scale = rs_float_constant(steps);
    rs_pointer from = base;
    rs_reg word[POINTS], first = half, second = half;
    rs_point(warp, &from, &base, step);
    rs_kernel_load_known(warp, run->options.strided, word, POINTS, &from, 0, 1);
    rs_alu(warp, RS_FSUB, &first, &word[2], &word[0], NULL);
    rs_alu(warp, RS_FSUB, &second, &word[3], &word[1], NULL);
    rs_alu(warp, RS_FSUB, &second, &second, &first, NULL);
    rs_alu(warp, RS_FMA, &first, x, &second, &first);
    rs_alu(warp, RS_FMUL, &first, &first, &half, NULL);
    if (value != NULL) {
        *value = half;
        rs_alu(warp, RS_FMA, value, x, &first, &word[1]);
    }
    *slope = half;
    rs_alu(warp, RS_FMUL, slope, &first, &scale, NULL);
}

/* A pair within the cutoff: distance along x, y, z, and all of it squared; e: the other atom's slot in this round. */
static void add_pair(rs_warp *warp, atom *a, const rs_reg *away_by, const rs_reg *square, uint32_t e)
{
    const rs_kernel_run *run = a->run;
    rs_reg inverse = *square, x = *square, step, value, pull, slope;
    rs_sfu(warp, RS_RECIPROCAL_ROOT, &inverse, square);
    rs_alu(warp, RS_FMUL, &x, square, &inverse, NULL);
    find_step(warp, &x, &step, steps_a_length);
    if (a->again) {
        interpolate(warp, run, DENSITIES, &step, &x, steps_a_length, NULL, &pull);
        rs_load(warp, &slope, &a->slopes, (int32_t)e);
        rs_alu(warp, RS_FADD, &slope, &slope, &a->slope, NULL);
        rs_alu(warp, RS_FMUL, &pull, &pull, &slope, NULL);
    } else {
        interpolate(warp, run, POTENTIAL, &step, &x, steps_a_length, &value, &pull);
        rs_alu(warp, RS_FADD, &a->energy, &a->energy, &value, NULL);
        interpolate(warp, run, DENSITIES, &step, &x, steps_a_length, &value, &slope);
        rs_alu(warp, RS_FADD, &a->density, &a->density, &value, NULL);
    }
    rs_alu(warp, RS_FMUL, &pull, &pull, &inverse, NULL);
    for (uint32_t d = 0; d < 3; d++) {
        rs_alu(warp, RS_FMA, &a->force[d], &pull, &away_by[d], &a->force[d]);
    }
}

static void add_round(rs_warp *warp, atom *a, uint32_t width)
{
    const rs_kernel_options *options = &a->run->options;
    const uint32_t together = options->in_order ? 1 : width, active = warp->active;
    const rs_reg limit = rs_float_constant(cutoff * cutoff), zero = rs_constant(0), next = rs_constant(width);
    rs_reg place[3][MOST_TOGETHER], square = zero;
    for (uint32_t e = 0; e < width; e++) {
        for (uint32_t d = 0; d < 3 && e % together == 0; d++) {
            rs_kernel_load_known(warp, options->strided, place[d] + e, together, &a->at[d], (int32_t)e, 1);
        }
        rs_reg away_by[3] = {zero, zero, zero};
        for (uint32_t d = 0; d < 3; d++) {
            rs_alu(warp, RS_FSUB, &away_by[d], &place[d][e], &a->place[d], NULL);
            rs_alu(warp, d == 0 ? RS_FMUL : RS_FMA, &square, &away_by[d], &away_by[d], d == 0 ? NULL : &square);
        }
        const rs_flag near = rs_compare(warp, RS_FLESS, &square, &limit);
        const rs_flag other = rs_compare_and(warp, &near, RS_FLESS, &zero, &square);
        warp->active = rs_branch(warp, &other);
        if (warp->active != 0) {
            add_pair(warp, a, away_by, &square, e);
        }
        warp->active = active;
    }
    for (uint32_t d = 0; d < 3; d++) {
        rs_point(warp, &a->at[d], &a->at[d], &next);
    }
    if (a->again) {
        rs_point(warp, &a->slopes, &a->slopes, &next);
    }
}

/* All atoms of a box. */
static void add_box(rs_warp *warp, atom *a, const rs_reg *box)
{
    const rs_kernel_run *run = a->run;
    const uint32_t entered = warp->active;
    const uint32_t width = run->options.unroll < MOST_TOGETHER ? run->options.unroll : (uint32_t)MOST_TOGETHER;
    const rs_reg zero = rs_constant(0), four = rs_constant(4);
    rs_reg count = zero, first = zero, done = zero;
    load_at(warp, run->array[COUNTS], box, &count);
    warp->active = rs_kernel_if(warp, RS_LESS, &zero, &count);
    if (warp->active != 0) {
        rs_alu(warp, RS_SHIFT_LEFT, &first, box, &four, NULL);
        for (uint32_t d = 0; d < 3; d++) {
            const rs_pointer places = rs_parameter(part(run, PLACE, d));
            a->at[d] = places;
            rs_point(warp, &a->at[d], &places, &first);
        }
        if (a->again) {
            const rs_pointer slopes = rs_parameter(run->array[SLOPE]);
            a->slopes = slopes;
            rs_point(warp, &a->slopes, &slopes, &first);
        }
        rs_alu(warp, RS_MOV, &done, &zero, NULL, NULL);
        while (warp->active != 0) {
            add_round(warp, a, width);
            warp->active = rs_kernel_again(warp, &done, width, &count);
        }
    }
    warp->active = entered;
}

static void pairs(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer lists = rs_parameter(run->array[NEIGHBOURS]);
    const rs_reg around = rs_constant(AROUND), zero = rs_constant(0), one = rs_constant(1);
    rs_reg neighbour = zero, done = zero;
    rs_pointer list = lists;
    atom a;
    memset(&a, 0, sizeof a);
    if (begin(warp, run, &a) == 0) {
        return;
    }
    a.again = run->launches == 3;
    for (uint32_t d = 0; d < 3; d++) {
        load_at(warp, part(run, PLACE, d), &a.slot, &a.place[d]);
        if (a.again) {
            load_at(warp, part(run, FORCE, d), &a.slot, &a.force[d]);
        } else {
            rs_alu(warp, RS_MOV, &a.force[d], &zero, NULL, NULL);
        }
    }
    if (a.again) {
        load_at(warp, run->array[SLOPE], &a.slot, &a.slope);
    } else {
        rs_alu(warp, RS_MOV, &a.energy, &zero, NULL, NULL);
        rs_alu(warp, RS_MOV, &a.density, &zero, NULL, NULL);
    }
    rs_alu(warp, RS_MUL, &neighbour, &a.box, &around, NULL);
    rs_point(warp, &list, &lists, &neighbour);
    rs_alu(warp, RS_MOV, &done, &zero, NULL, NULL);
    for (uint32_t going = 1; going != 0; going = rs_kernel_again(warp, &done, 1, &around)) {
        rs_load(warp, &neighbour, &list, 0);
        rs_point(warp, &list, &list, &one);
        add_box(warp, &a, &neighbour);
    }
    for (uint32_t d = 0; d < 3; d++) {
        store_at(warp, part(run, FORCE, d), &a.slot, &a.force[d]);
    }
    if (!a.again) {
        store_at(warp, run->array[ENERGY], &a.slot, &a.energy);
        store_at(warp, run->array[DENSITY], &a.slot, &a.density);
    }
}

static void embed(rs_warp *warp, const rs_kernel_run *run)
{
    rs_reg density = rs_constant(0), step, value, slope, energy = density;
    atom a;
    if (begin(warp, run, &a) == 0) {
        return;
    }
    load_at(warp, run->array[DENSITY], &a.slot, &density);
    load_at(warp, run->array[ENERGY], &a.slot, &energy);
    find_step(warp, &density, &step, steps_a_density);
    interpolate(warp, run, EMBEDDING, &step, &density, steps_a_density, &value, &slope);
    rs_alu(warp, RS_FADD, &energy, &energy, &value, NULL);
    store_at(warp, run->array[ENERGY], &a.slot, &energy);
    store_at(warp, run->array[SLOPE], &a.slot, &slope);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run_warp = n == 1 ? embed : pairs;
    next->ctas = slots(run) / SLOTS / BOXES_A_CTA;
    next->cta_warps = CTA_WARPS;
    next->registers = run->options.unroll == 4 ? 52 : 64;
    return n < 3;
}

/* ---- reference ---------------------------------------------------------------------------------------- */

static float number(rs_kernel_run *run, uint32_t array, uint32_t i)
{
    float value;
    memcpy(&value, &rs_host(&run->machine, run->array[array])[i], sizeof value);
    return value;
}

static float look_up(rs_kernel_run *run, uint32_t table, float x, float steps, float *slope)
{
    const float scaled = x * steps;
    const int32_t step = (int32_t)scaled;
    const float behind = scaled - (float)step;
    float word[POINTS];
    for (uint32_t i = 0; i < POINTS; i++) {
        word[i] = number(run, table, (uint32_t)step + i);
    }
    const float first = word[2] - word[0], second = word[3] - word[1] - first;
    const float half = fmaf(behind, second, first) * 0.5f;
    *slope = half * steps;
    return fmaf(behind, half, word[1]);
}

typedef struct outcome {
    float *force, *energy, *density, *slope;
} outcome;

static void add_other(rs_kernel_run *run, outcome *o, uint32_t own, uint32_t other, bool again)
{
    const uint32_t all = slots(run);
    float away_by[3], square = 0.0f, pull, slope;
    for (uint32_t d = 0; d < 3; d++) {
        away_by[d] = number(run, PLACE, d * all + other) - number(run, PLACE, d * all + own);
        square = d == 0 ? away_by[d] * away_by[d] : fmaf(away_by[d], away_by[d], square);
    }
    if (!(square < cutoff * cutoff) || !(square > 0.0f)) {
        return;
    }
    const float inverse = rs_sfu_word(RS_RECIPROCAL_ROOT, square), r = square * inverse;
    if (again) {
        (void)look_up(run, DENSITIES, r, steps_a_length, &pull);
        pull *= o->slope[other] + o->slope[own];
    } else {
        o->energy[own] += look_up(run, POTENTIAL, r, steps_a_length, &pull);
        o->density[own] += look_up(run, DENSITIES, r, steps_a_length, &slope);
    }
    pull *= inverse;
    for (uint32_t d = 0; d < 3; d++) {
        o->force[d * all + own] = fmaf(pull, away_by[d], o->force[d * all + own]);
    }
}

static void add_all(rs_kernel_run *run, outcome *o, bool again)
{
    const uint32_t *count = rs_host(&run->machine, run->array[COUNTS]), *list = rs_host(&run->machine, run->array[NEIGHBOURS]);
    for (uint32_t own = 0; own < run->size[BOXES] * SLOTS; own++) {
        for (uint32_t n = 0; n < AROUND && own % SLOTS < count[own / SLOTS]; n++) {
            const uint32_t box = list[own / SLOTS * AROUND + n];
            for (uint32_t slot = 0; slot < count[box]; slot++) {
                add_other(run, o, own, box * SLOTS + slot, again);
            }
        }
    }
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t all = slots(run), *count = rs_host(&run->machine, run->array[COUNTS]);
    float *words = (float *)calloc(6 * (size_t)all, sizeof *words);
    if (words == NULL) {
        rs_error_memory(error, "comd: found no memory left, expected room for the reference");
        return false;
    }
    outcome o = {words, words + 3 * all, words + 4 * all, words + 5 * all};
    add_all(run, &o, false);
    for (uint32_t slot = 0; slot < all; slot++) {
        if (slot % SLOTS < count[slot / SLOTS]) {
            o.energy[slot] += look_up(run, EMBEDDING, o.density[slot], steps_a_density, &o.slope[slot]);
        }
    }
    add_all(run, &o, true);
    const bool good = rs_kernel_same(run, "force", run->array[FORCE], (const uint32_t *)o.force, 3 * all, error) &&
                      rs_kernel_same(run, "energy of slot", run->array[ENERGY], (const uint32_t *)o.energy, all, error);
    free(words);
    return good;
}

const rs_kernel rs_kernel_comd = {"comd", "2156 atoms in 200 boxes", false, RS_STRIDES_MEMORY, false, true,
                                  prepare, launch, check};
