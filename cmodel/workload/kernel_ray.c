/* ray: a picture of 256 x 256 points of spheres that mirror and let through (THESIS 5), 512 CTAs of 128 threads: tiles of 16 x 8 points,
 * a thread a point. A ray that meets a sphere is shaded there, with a ray to the light, and goes on as two: mirrored and straight on,
 * to five bounces; the rays to come are a stack in local memory, a ray eight words.
 *
 * Spheres are constants: where all are tried the compiler names them as operands; the one that a ray met is loaded. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workload/kernel_math.h"

enum { SIDE = 256, TILE_WIDTH = 16, TILE_HEIGHT = 8, CTA_WARPS = 4, SM_CTAS = 3, BOUNCES = 5, STACK_WORDS = 8 * (BOUNCES + 1) };
enum { X, Y, Z, AXES, WEIGHT = 6, DEPTH, RAY_WORDS }; /* of a ray: start, direction from word 3 on */
enum { SPHERE, STACK, PICTURE };                      /* arrays */
/* Words of a sphere in the array: centre, 1 / radius, colour (RGB), mirrored, let through. */
enum { SPHERES = 8, SPHERE_WORDS = 16, INVERSE = 3, COLOUR = 4, MIRRORED = 7, THROUGH = 8 };

typedef struct sphere {
    float centre[AXES], radius, colour[AXES], mirrored, through;
} sphere;

static const sphere spheres[SPHERES] = {
    {{0, -60, 6}, 60, {0.8f, 0.8f, 0.6f}, 0.25f, 0},         {{-2.2f, 1, 2}, 1, {0.9f, 0.2f, 0.2f}, 0.4f, 0},
    {{0, 1.2f, 3.5f}, 1.2f, {0.9f, 0.9f, 0.9f}, 0.2f, 0.7f}, {{2.1f, 0.8f, 1.5f}, 0.8f, {0.2f, 0.3f, 0.9f}, 0.4f, 0},
    {{-0.8f, 0.5f, 0}, 0.5f, {0.8f, 0.9f, 0.8f}, 0.1f, 0.8f}, {{1, 0.4f, -0.4f}, 0.4f, {0.9f, 0.7f, 0.1f}, 0.5f, 0},
    {{-3.5f, 1.8f, 6}, 1.8f, {0.3f, 0.8f, 0.3f}, 0.5f, 0},   {{3.8f, 2, 6.5f}, 2, {0.7f, 0.3f, 0.8f}, 0.3f, 0.3f}};
static const float eye[AXES] = {0, 1.4f, -5}, light[AXES] = {-0.48f, 0.8f, -0.36f}, sky[AXES] = {0.5f, 0.7f, 1};
static const float nearest = 0.001f, farthest = 1e30f, ambient = 0.15f, least_weight = 0.02f, focus = 1.6f;

/* shrink: so many in the middle. */
static uint32_t rows(const rs_kernel_run *run)
{
    return SIDE / run->options.shrink;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    rs_warp_machine *machine = &run->machine;
    (void)error;
    run->array[SPHERE] = rs_warp_machine_array(machine, SPHERES * SPHERE_WORDS);
    run->array[STACK] = rs_warp_machine_local(machine, (uint64_t)SIDE * rows(run) / RS_WARP_LANES, STACK_WORDS);
    run->array[PICTURE] = rs_warp_machine_array(machine, SIDE * rows(run));
    for (uint32_t s = 0; s < SPHERES; s++) {
        const sphere *of = &spheres[s];
        const float word[SPHERE_WORDS] = {of->centre[X], of->centre[Y], of->centre[Z], 1 / of->radius,
                                          of->colour[X], of->colour[Y], of->colour[Z], of->mirrored, of->through};
        memcpy(rs_host(machine, run->array[SPHERE]) + SPHERE_WORDS * s, word, sizeof word);
    }
    return true;
}

/* ---- kernel ---------------------------------------------------------------------------------------------- */

typedef struct tracing {
    rs_warp *warp;
    rs_pointer spheres, stack;
    rs_reg start[AXES], direction[AXES], weight, depth; /* the ray */
    rs_reg colour[AXES], entries;                       /* of the point; rays on the stack */
    rs_reg distance, met, place[AXES], normal[AXES], lit; /* where the ray ends */
} tracing;

static rs_reg dot(rs_warp *warp, const rs_reg a[AXES], const rs_reg b[AXES])
{
    const rs_reg x = rs_do(warp, RS_FMUL, a[X], b[X]);
    return rs_do_fma(warp, a[Z], b[Z], rs_do_fma(warp, a[Y], b[Y], x));
}

/* The middle of the way that a line is in a sphere, *half: half of that way; the lanes whose line meets it. */
static uint32_t meet(rs_warp *warp, const sphere *of, const rs_reg start[AXES], const rs_reg direction[AXES], rs_reg *middle, rs_reg *half)
{
    rs_reg to[AXES];
    for (uint32_t a = 0; a < AXES; a++) {
        to[a] = rs_do(warp, RS_FSUB, rs_float_constant(of->centre[a]), start[a]);
    }
    *middle = dot(warp, to, direction);
    const rs_reg inside = rs_do(warp, RS_FSUB, rs_float_constant(of->radius * of->radius), dot(warp, to, to));
    *half = rs_do_fma(warp, *middle, *middle, inside);
    const uint32_t lanes = rs_do_if(warp, RS_FLESS, rs_constant(0), *half);
    if (lanes != 0) {
        const uint32_t all = warp->active;
        warp->active = lanes;
        *half = rs_do_sfu(warp, RS_SQUARE_ROOT, *half);
        warp->active = all;
    }
    return lanes;
}

/* The lanes whose ray meets a sphere. */
static uint32_t trace(tracing *own)
{
    rs_warp *warp = own->warp;
    const uint32_t all = warp->active;
    const rs_reg least = rs_float_constant(nearest), none = rs_float_constant(farthest);
    rs_do_move(warp, &own->distance, none);
    for (uint32_t s = 0; s < SPHERES; s++) {
        const rs_reg number = rs_constant(s);
        rs_reg middle, half;
        warp->active = meet(warp, &spheres[s], own->start, own->direction, &middle, &half);
        if (warp->active != 0) {
            rs_reg at = rs_do(warp, RS_FSUB, middle, half);
            const rs_reg far = rs_do(warp, RS_FADD, middle, half);
            const rs_flag behind = rs_compare(warp, RS_FLESS, &at, &least);
            rs_select(warp, &at, &behind, &far);
            warp->active = rs_do_if(warp, RS_FLESS, least, at);
            if (warp->active != 0) {
                const rs_flag nearer = rs_compare(warp, RS_FLESS, &at, &own->distance);
                rs_select(warp, &own->distance, &nearer, &at);
                rs_select(warp, &own->met, &nearer, &number);
            }
        }
        warp->active = all;
    }
    return rs_do_if(warp, RS_FLESS, own->distance, none);
}

/* 1, or 0 where a sphere stands before the light; the ground does not. */
static void see_light(tracing *own)
{
    rs_warp *warp = own->warp;
    const uint32_t all = warp->active;
    const rs_reg least = rs_float_constant(nearest), dark = rs_constant(0);
    const rs_reg to[AXES] = {rs_float_constant(light[X]), rs_float_constant(light[Y]), rs_float_constant(light[Z])};
    rs_do_move(warp, &own->lit, rs_float_constant(1));
    for (uint32_t s = 1; s < SPHERES; s++) {
        rs_reg middle, half;
        warp->active = meet(warp, &spheres[s], own->place, to, &middle, &half);
        if (warp->active != 0) {
            const rs_reg at = rs_do(warp, RS_FSUB, middle, half);
            const rs_flag before = rs_compare(warp, RS_FLESS, &least, &at);
            rs_select(warp, &own->lit, &before, &dark);
        }
        warp->active = all;
    }
}

/* colour += weight * shade * sphere's colour, of all axes */
static void add_colour(tracing *own, const rs_reg *weight, const rs_reg colour[AXES])
{
    for (uint32_t a = 0; a < AXES; a++) {
        rs_alu(own->warp, RS_FMA, &own->colour[a], weight, &colour[a], &own->colour[a]);
    }
}

/* A ray from where the last one ended, if it carries enough and is not too deep. */
static void push(tracing *own, const rs_reg direction[AXES], rs_reg part)
{
    rs_warp *warp = own->warp;
    const uint32_t all = warp->active;
    const rs_reg weight = rs_do(warp, RS_FMUL, own->weight, part), one = rs_constant(1);
    warp->active = rs_do_if(warp, RS_FLESS, rs_float_constant(least_weight), weight);
    if (warp->active != 0) {
        const rs_reg at = rs_do(warp, RS_SHIFT_LEFT, own->entries, rs_constant(3)), depth = rs_do(warp, RS_ADD, own->depth, one);
        rs_pointer to = own->stack;
        rs_point(warp, &to, &own->stack, &at);
        for (uint32_t a = 0; a < AXES; a++) {
            rs_store(warp, &to, (int32_t)a, &own->place[a]);
            rs_store(warp, &to, (int32_t)(AXES + a), &direction[a]);
        }
        rs_store(warp, &to, WEIGHT, &weight);
        rs_store(warp, &to, DEPTH, &depth);
        rs_alu(warp, RS_ADD, &own->entries, &own->entries, &one, NULL);
    }
    warp->active = all;
}

static uint32_t pop(tracing *own)
{
    rs_warp *warp = own->warp;
    const rs_reg one = rs_constant(1);
    warp->active = rs_do_if(warp, RS_NOT_EQUAL, own->entries, rs_constant(0));
    if (warp->active != 0) {
        rs_alu(warp, RS_SUB, &own->entries, &own->entries, &one, NULL);
        const rs_reg at = rs_do(warp, RS_SHIFT_LEFT, own->entries, rs_constant(3));
        rs_pointer from = own->stack;
        rs_point(warp, &from, &own->stack, &at);
        for (uint32_t a = 0; a < AXES; a++) {
            rs_load(warp, &own->start[a], &from, (int32_t)a);
            rs_load(warp, &own->direction[a], &from, (int32_t)(AXES + a));
        }
        rs_load(warp, &own->weight, &from, WEIGHT);
        rs_load(warp, &own->depth, &from, DEPTH);
    }
    return warp->active;
}

/* Where the ray meets its sphere: light there, and the two rays that go on. */
static void shade(tracing *own)
{
    rs_warp *warp = own->warp;
    const rs_reg one = rs_float_constant(1), zero = rs_constant(0);
    const rs_reg index = rs_do(warp, RS_SHIFT_LEFT, own->met, rs_constant(4));
    rs_reg word[THROUGH + 1], mirrored[AXES];
    rs_pointer at = own->spheres;
    rs_point(warp, &at, &own->spheres, &index);
    for (uint32_t w = 0; w <= THROUGH; w++) {
        word[w] = zero;
        rs_load(warp, &word[w], &at, (int32_t)w);
    }
    for (uint32_t a = 0; a < AXES; a++) {
        own->place[a] = rs_do_fma(warp, own->distance, own->direction[a], own->start[a]);
        own->normal[a] = rs_do(warp, RS_FMUL, rs_do(warp, RS_FSUB, own->place[a], word[a]), word[INVERSE]);
    }
    const rs_reg to[AXES] = {rs_float_constant(light[X]), rs_float_constant(light[Y]), rs_float_constant(light[Z])};
    see_light(own);
    const rs_reg slant = rs_do(warp, RS_FMAX, dot(warp, own->normal, to), zero);
    const rs_reg bright = rs_do_fma(warp, slant, own->lit, rs_float_constant(ambient));
    const rs_reg kept = rs_do(warp, RS_FSUB, rs_do(warp, RS_FSUB, one, word[MIRRORED]), word[THROUGH]);
    const rs_reg weight = rs_do(warp, RS_FMUL, rs_do(warp, RS_FMUL, own->weight, kept), bright);
    add_colour(own, &weight, &word[COLOUR]);
    const uint32_t all = warp->active;
    warp->active = rs_do_if(warp, RS_LESS, own->depth, rs_constant(BOUNCES - 1));
    if (warp->active != 0) {
        const rs_reg twice = rs_do(warp, RS_FMUL, dot(warp, own->direction, own->normal), rs_float_constant(-2));
        for (uint32_t a = 0; a < AXES; a++) {
            mirrored[a] = rs_do_fma(warp, twice, own->normal[a], own->direction[a]);
        }
        push(own, mirrored, word[MIRRORED]);
        push(own, own->direction, word[THROUGH]);
    }
    warp->active = all;
}

static void see_sky(tracing *own)
{
    const rs_reg half = rs_float_constant(0.5f);
    const rs_reg colour[AXES] = {rs_float_constant(sky[X]), rs_float_constant(sky[Y]), rs_float_constant(sky[Z])};
    const rs_reg height = rs_do_fma(own->warp, own->direction[Y], half, half);
    const rs_reg weight = rs_do(own->warp, RS_FMUL, height, own->weight);
    add_colour(own, &weight, colour);
}

/* The point's first ray; *number: the point's in the picture, of which `above` rows are left out. */
static void first_ray(tracing *own, uint32_t above, rs_reg *number)
{
    rs_warp *warp = own->warp;
    const rs_reg middle = rs_float_constant(-SIDE / 2), scale = rs_float_constant(2.0f / SIDE), tiles = rs_constant(SIDE / TILE_WIDTH - 1);
    const rs_reg thread = rs_do_thread(warp);
    rs_reg cta;
    rs_special_cta(warp, &cta);
    const rs_reg in_row = rs_do(warp, RS_AND, thread, rs_constant(TILE_WIDTH - 1)), tile = rs_do(warp, RS_AND, cta, tiles);
    const rs_reg x = rs_do(warp, RS_ADD, rs_do(warp, RS_SHIFT_LEFT, tile, rs_constant(4)), in_row);
    const rs_reg row = rs_do(warp, RS_SHIFT_LEFT, rs_do(warp, RS_SHIFT_RIGHT, cta, rs_constant(4)), rs_constant(3));
    const rs_reg y = rs_do(warp, RS_ADD, row, rs_do(warp, RS_SHIFT_RIGHT, thread, rs_constant(4)));
    rs_reg to[AXES] = {x, y, rs_float_constant(focus)};
    *number = rs_do(warp, RS_ADD, rs_do(warp, RS_SHIFT_LEFT, y, rs_constant(8)), x);
    for (uint32_t a = X; a <= Y; a++) {
        rs_alu(warp, RS_TO_FLOAT, &to[a], &to[a], NULL, NULL);
        const rs_reg from = a == X ? middle : rs_float_constant((float)above - SIDE / 2);
        to[a] = rs_do(warp, RS_FMUL, rs_do(warp, RS_FADD, to[a], from), a == X ? scale : rs_float_constant(-2.0f / SIDE));
    }
    const rs_reg inverse = rs_do_sfu(warp, RS_RECIPROCAL_ROOT, dot(warp, to, to));
    for (uint32_t a = 0; a < AXES; a++) {
        own->direction[a] = rs_do(warp, RS_FMUL, to[a], inverse);
        rs_do_move(warp, &own->start[a], rs_float_constant(eye[a]));
        rs_do_move(warp, &own->colour[a], rs_constant(0));
    }
    rs_do_move(warp, &own->weight, rs_float_constant(1));
    rs_do_move(warp, &own->depth, rs_constant(0));
    rs_do_move(warp, &own->entries, rs_constant(0));
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer picture = rs_parameter(run->array[PICTURE]);
    const rs_reg zero = rs_constant(0);
    rs_reg number, word = zero;
    tracing own;
    memset(&own, 0, sizeof own);
    own.warp = warp;
    own.spheres = rs_window(RS_SPACE_CONSTANT, run->array[SPHERE]);
    own.stack = rs_local(warp, run->array[STACK], STACK_WORDS);
    first_ray(&own, (SIDE - rows(run)) / 2, &number);
    for (uint32_t going = warp->active; going != 0; going = pop(&own)) {
        warp->active = going;
        const uint32_t hit = trace(&own);
        warp->active = hit;
        if (hit != 0) {
            shade(&own);
        }
        warp->active = going & ~hit;
        if (warp->active != 0) {
            see_sky(&own);
        }
        warp->active = going;
    }
    warp->active = UINT32_MAX;
    for (uint32_t a = 0; a < AXES; a++) {
        rs_reg byte = rs_do(warp, RS_FMIN, rs_do(warp, RS_FMUL, own.colour[a], rs_float_constant(255)), rs_float_constant(255));
        rs_alu(warp, RS_TO_INT, &byte, &byte, NULL, NULL);
        word = rs_do(warp, RS_OR, rs_do(warp, RS_SHIFT_LEFT, byte, rs_constant(8 * a)), word);
    }
    rs_do_store(warp, &picture, number, 0, word);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run_warp = run_warp;
    next->ctas = SIDE * rows(run) / (CTA_WARPS * RS_WARP_LANES);
    next->cta_warps = CTA_WARPS;
    next->registers = 48;
    next->limit = SM_CTAS;
    return n == 0;
}

/* ---- reference: recursion, point by point ----------------------------------------------------------------- */

static float product(const float a[AXES], const float b[AXES])
{
    return fmaf(a[Z], b[Z], fmaf(a[Y], b[Y], a[X] * b[X]));
}

static bool meets(const sphere *of, const float start[AXES], const float direction[AXES], float *middle, float *half)
{
    const float to[AXES] = {of->centre[X] - start[X], of->centre[Y] - start[Y], of->centre[Z] - start[Z]};
    *middle = product(to, direction);
    const float square = fmaf(*middle, *middle, of->radius * of->radius - product(to, to));
    *half = square > 0 ? sqrtf(square) : 0;
    return square > 0;
}

static const sphere *first_met(const float start[AXES], const float direction[AXES], float *distance)
{
    const sphere *met = NULL;
    float middle, half;
    *distance = farthest;
    for (uint32_t s = 0; s < SPHERES; s++) {
        if (meets(&spheres[s], start, direction, &middle, &half)) {
            const float at = middle - half < nearest ? middle + half : middle - half;
            if (at > nearest && at < *distance) {
                *distance = at;
                met = &spheres[s];
            }
        }
    }
    return met;
}

static void follow(const float start[AXES], const float direction[AXES], float weight, uint32_t depth, float colour[AXES])
{
    float distance, place[AXES], normal[AXES], mirrored[AXES], middle, half, lit = 1;
    const sphere *met = first_met(start, direction, &distance);
    for (uint32_t a = 0; met == NULL && a < AXES; a++) {
        colour[a] = fmaf(fmaf(direction[Y], 0.5f, 0.5f) * weight, sky[a], colour[a]);
    }
    if (met == NULL) {
        return;
    }
    for (uint32_t a = 0; a < AXES; a++) {
        place[a] = fmaf(distance, direction[a], start[a]);
        normal[a] = (place[a] - met->centre[a]) * (1 / met->radius);
    }
    for (uint32_t s = 1; s < SPHERES; s++) {
        lit = meets(&spheres[s], place, light, &middle, &half) && middle - half > nearest ? 0 : lit;
    }
    const float slant = product(normal, light);
    const float shade_weight = weight * (1 - met->mirrored - met->through) * fmaf(slant > 0 ? slant : 0, lit, ambient);
    const float twice = product(direction, normal) * -2;
    for (uint32_t a = 0; a < AXES; a++) {
        colour[a] = fmaf(shade_weight, met->colour[a], colour[a]);
        mirrored[a] = fmaf(twice, normal[a], direction[a]);
    }
    if (depth < BOUNCES - 1 && weight * met->through > least_weight) {
        follow(place, direction, weight * met->through, depth + 1, colour);
    }
    if (depth < BOUNCES - 1 && weight * met->mirrored > least_weight) {
        follow(place, mirrored, weight * met->mirrored, depth + 1, colour);
    }
}

static uint32_t point(uint32_t number)
{
    const float to[AXES] = {((float)(number % SIDE) - SIDE / 2) * (2.0f / SIDE), ((float)(number / SIDE) - SIDE / 2) * (-2.0f / SIDE), focus};
    const float inverse = 1 / sqrtf(product(to, to)), direction[AXES] = {to[X] * inverse, to[Y] * inverse, to[Z] * inverse};
    float colour[AXES] = {0, 0, 0};
    uint32_t word = 0;
    follow(eye, direction, 1, 0, colour);
    for (uint32_t a = 0; a < AXES; a++) {
        word |= (uint32_t)(colour[a] * 255 < 255 ? colour[a] * 255 : 255) << 8 * a;
    }
    return word;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t count = SIDE * rows(run);
    uint32_t *expected = (uint32_t *)malloc(count * sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "ray: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        expected[i] = point(i + (SIDE - rows(run)) / 2 * SIDE);
    }
    const bool good = rs_kernel_same(run, "point", run->array[PICTURE], expected, count, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_ray = {"ray", "eight spheres", false, false, false, false, prepare, launch, check};
