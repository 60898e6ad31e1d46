/* nw: alignment of two sequences of 1024 residues after Needleman and Wunsch (Rodinia's needle_cuda_shared_1 and _2; PATTERNS
 * table 2). A CTA of 16 threads, half a warp, computes a tile of 16 x 16; a launch has the tiles of an antidiagonal. The tile's
 * scores come from memory (rows strided by the matrix' pitch, known at launch) and go into the scratchpad (strided), with the
 * words above and to the left; 31 antidiagonals are computed there, a barrier after each; the tile goes out row by row (strided
 * in both). */
#include <stdlib.h>

#include "common/splitmix64.h"
#include "workload/warp_kernel.h"

enum { LENGTH = 1024, RESIDUES = 23, PENALTY = 10, TILE = 16, TILE_LANES = (1 << TILE) - 1 };
/* The scratchpad: 17 x 17 words of the matrix, then 16 x 16 scores. */
enum { PITCH = TILE + 1, SCORES = PITCH * PITCH, SCRATCHPAD_WORDS = SCORES + TILE * TILE };
enum { MATRIX, SCORE }; /* arrays */

static uint32_t length(const rs_kernel_run *run)
{
    return run->options.shrink == 1 ? LENGTH : LENGTH / 2 / run->options.shrink;
}

/* Words of a row, in both arrays. */
static uint32_t columns(const rs_kernel_run *run)
{
    return length(run) + 1;
}

/* What two residues score: 4 to 11 if they are the same, else -4 to 3. */
static int32_t score_of(uint32_t a, uint32_t b)
{
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return (int32_t)(rs_splitmix64_mix(low * RESIDUES + high) % 8) + (a == b ? 4 : -4);
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t n = length(run), pitch = columns(run);
    uint64_t random = 3;
    uint32_t residue[2][LENGTH];
    (void)error;
    run->array[MATRIX] = rs_warp_machine_array(&run->machine, (uint64_t)pitch * pitch);
    run->array[SCORE] = rs_warp_machine_array(&run->machine, (uint64_t)pitch * pitch);
    for (uint32_t i = 0; i < n; i++) {
        residue[0][i] = rs_random_below(&random, RESIDUES);
        residue[1][i] = rs_random_below(&random, RESIDUES);
        rs_host(&run->machine, run->array[MATRIX])[i + 1] = rs_host(&run->machine, run->array[MATRIX])[(i + 1) * pitch] =
            (uint32_t)-(int32_t)((i + 1) * PENALTY);
    }
    for (uint32_t row = 0; row < n; row++) {
        for (uint32_t column = 0; column < n; column++) {
            rs_host(&run->machine, run->array[SCORE])[(row + 1) * pitch + column + 1] =
                (uint32_t)score_of(residue[0][row], residue[1][column]);
        }
    }
    return true;
}

/* Registers of a thread. */
typedef struct tile {
    rs_reg thread, corner, pitch; /* corner: word above and to the left of the tile */
    rs_pointer column;            /* of the scratchpad: word (0, thread) of the tile's words */
} tile;

static void begin(rs_warp *warp, const rs_kernel_run *run, tile *t)
{
    const uint32_t tiles = length(run) / TILE, n = run->launches - 1;
    const rs_reg first = rs_constant(n < tiles ? 0 : n - tiles + 1), diagonal = rs_constant(n), side = rs_constant(TILE);
    rs_reg x, y = side;
    t->pitch = rs_constant(columns(run));
    t->corner = side;
    rs_special_lane(warp, &t->thread);
    rs_special_cta(warp, &x);
    rs_alu(warp, RS_ADD, &x, &x, &first, NULL);
    rs_alu(warp, RS_SUB, &y, &diagonal, &x, NULL);
    rs_alu(warp, RS_MAD, &t->corner, &y, &t->pitch, &x);
    rs_alu(warp, RS_MUL, &t->corner, &t->corner, &side, NULL);
    rs_point_scratchpad(warp, &t->column, &t->thread);
}

/* The row above, the column to the left, the word between them. */
static void load_borders(rs_warp *warp, const rs_kernel_run *run, const tile *t)
{
    const rs_pointer matrix = rs_parameter(run->array[MATRIX]);
    const rs_reg zero = rs_constant(0), pitch = rs_constant(PITCH);
    const uint32_t active = warp->active;
    rs_reg place = zero, word = zero;
    rs_pointer from = matrix, row = t->column;
    warp->active = rs_kernel_if(warp, RS_EQUAL, &t->thread, &zero);
    rs_point(warp, &from, &matrix, &t->corner);
    rs_load(warp, &word, &from, 0);
    rs_store(warp, &t->column, 0, &word);
    warp->active = active;
    rs_alu(warp, RS_MAD, &place, &t->thread, &t->pitch, &t->corner);
    rs_alu(warp, RS_ADD, &place, &place, &t->pitch, NULL);
    rs_point(warp, &from, &matrix, &place);
    rs_load(warp, &word, &from, 0);
    rs_alu(warp, RS_MUL, &place, &t->thread, &pitch, NULL);
    rs_point_scratchpad(warp, &row, &place);
    rs_store(warp, &row, PITCH, &word);
    rs_barrier(warp);
    rs_alu(warp, RS_ADD, &place, &t->corner, &t->thread, NULL);
    rs_point(warp, &from, &matrix, &place);
    rs_load(warp, &word, &from, 1);
    rs_store(warp, &t->column, 1, &word);
    rs_barrier(warp);
}

/* place = word (1, thread + 1) of the tile, a pointer into one of the arrays. */
static void point_to_first(rs_warp *warp, const tile *t, uint64_t array, rs_pointer *place)
{
    const rs_pointer base = rs_parameter(array + 4); /* its word 1 */
    rs_reg first = t->corner;
    rs_alu(warp, RS_ADD, &first, &t->corner, &t->pitch, NULL);
    rs_alu(warp, RS_ADD, &first, &first, &t->thread, NULL);
    *place = base;
    rs_point(warp, place, &base, &first);
}

/* Column `thread` of the scores, or of the results, between memory and scratchpad. `at`: its first word there. */
static void move_column(rs_warp *warp, const rs_kernel_run *run, const tile *t, bool out, int32_t at, int32_t pitch)
{
    const uint32_t unroll = run->options.unroll, together = run->options.in_order ? 1 : unroll;
    const bool global = run->options.strided, local = run->options.strided_scratchpad;
    const rs_reg start = rs_constant((uint32_t)at), next = rs_constant(unroll * (uint32_t)pitch), count = rs_constant(unroll);
    rs_reg word[RS_VECTOR_MAX], span = count;
    rs_pointer memory, scratchpad = t->column;
    point_to_first(warp, t, run->array[out ? MATRIX : SCORE], &memory);
    if (global) {
        rs_alu(warp, RS_MUL, &span, &t->pitch, &count, NULL);
    }
    for (uint32_t e = 0; e < TILE; e += together) {
        const int32_t here = at + (int32_t)e * pitch;
        if (local) { /* a vector has no offset */
            rs_point(warp, &scratchpad, &scratchpad, e == 0 ? &start : &next);
        }
        if (!out) {
            rs_kernel_load_row(warp, global, word, together, &memory, &t->pitch, &span);
        }
        for (uint32_t i = 0; i < together && !local; i++) {
            if (out) {
                rs_load(warp, &word[i], &t->column, here + (int32_t)i * pitch);
            } else {
                rs_store(warp, &t->column, here + (int32_t)i * pitch, &word[i]);
            }
        }
        if (local && out) {
            rs_kernel_load_known(warp, true, word, together, &scratchpad, 0, pitch);
        } else if (local) {
            rs_kernel_store_known(warp, true, &scratchpad, pitch, word, together);
        }
        if (out) {
            rs_kernel_store_row(warp, global, &memory, &t->pitch, &span, word, together);
        }
    }
}

/* A word of the tile for each thread up to `last`; word, score: of thread 15, as distances from the pointers. */
static void compute_diagonal(rs_warp *warp, const tile *t, const rs_pointer *words, const rs_pointer *scores, uint32_t last,
                             int32_t word, int32_t score)
{
    const rs_reg limit = rs_constant(last), penalty = rs_constant(PENALTY);
    rs_reg corner, left, above, match;
    warp->active = rs_kernel_if(warp, RS_AT_MOST, &t->thread, &limit);
    corner = left = above = match = limit;
    rs_load(warp, &corner, words, word - PITCH - 1);
    rs_load(warp, &match, scores, score);
    rs_load(warp, &left, words, word - 1);
    rs_load(warp, &above, words, word - PITCH);
    rs_alu(warp, RS_ADD, &match, &match, &corner, NULL);
    rs_alu(warp, RS_SUB, &left, &left, &penalty, NULL);
    rs_alu(warp, RS_SUB, &above, &above, &penalty, NULL);
    rs_alu(warp, RS_MAX, &match, &match, &left, NULL);
    rs_alu(warp, RS_MAX, &match, &match, &above, NULL);
    rs_store(warp, words, word, &match);
    warp->active = (uint32_t)TILE_LANES;
    rs_barrier(warp);
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_reg last = rs_constant(TILE - 1), side = rs_constant(TILE), lower = rs_constant(TILE - 1);
    rs_reg from_last, place;
    rs_pointer words, scores;
    tile t;
    warp->active = (uint32_t)TILE_LANES;
    begin(warp, run, &t);
    move_column(warp, run, &t, false, SCORES, TILE);
    rs_barrier(warp);
    load_borders(warp, run, &t);
    /* a thread's word moves by one row down and one column left from thread to thread: 16 words, and 15 in the scores */
    from_last = place = last;
    rs_alu(warp, RS_SUB, &from_last, &last, &t.thread, NULL);
    rs_alu(warp, RS_MUL, &place, &from_last, &side, NULL);
    rs_point_scratchpad(warp, &words, &place);
    rs_alu(warp, RS_MUL, &place, &from_last, &lower, NULL);
    rs_point_scratchpad(warp, &scores, &place);
    for (int32_t m = 0; m < TILE; m++) {
        compute_diagonal(warp, &t, &words, &scores, (uint32_t)m, (m + 1 - (TILE - 1)) * PITCH + TILE,
                         SCORES + (m - (TILE - 1)) * TILE + TILE - 1);
    }
    for (int32_t m = TILE - 2; m >= 0; m--) {
        compute_diagonal(warp, &t, &words, &scores, (uint32_t)m, PITCH + TILE + TILE - 1 - m,
                         SCORES + TILE - 1 + TILE - 1 - m);
    }
    move_column(warp, run, &t, true, PITCH + 1, PITCH);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    const uint32_t tiles = length(run) / TILE;
    next->run_warp = run_warp;
    next->ctas = n < tiles ? n + 1 : 2 * tiles - 1 - n;
    next->cta_warps = 1;
    next->scratchpad_words = SCRATCHPAD_WORDS;
    next->registers = 16 + run->options.unroll;
    return n < 2 * tiles - 1;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t pitch = columns(run);
    const int32_t *score = (const int32_t *)rs_host(&run->machine, run->array[SCORE]);
    int32_t *expected = (int32_t *)calloc((size_t)pitch * pitch, sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "nw: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t i = 0; i < pitch * pitch; i++) {
        const uint32_t row = i / pitch, column = i % pitch;
        if (row == 0 || column == 0) {
            expected[i] = -(int32_t)((row + column) * PENALTY);
        } else {
            expected[i] = larger(expected[i - pitch - 1] + score[i],
                                 larger(expected[i - 1] - PENALTY, expected[i - pitch] - PENALTY));
        }
    }
    const bool good = rs_kernel_same(run, "word", run->array[MATRIX], (const uint32_t *)expected, pitch * pitch, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_nw = {"nw", "two sequences of 1024", false, RS_STRIDES_BOTH, false, true, prepare, launch, check};
