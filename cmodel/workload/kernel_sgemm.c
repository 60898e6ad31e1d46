/* sgemm: C = 1.5 A B + 0.5 C (Parboil's mysgemmNT; PATTERNS table 2). A and C stand column by column, B row by row. A CTA of 128
 * threads computes 128 rows x 16 columns, a thread a row of it in 16 registers. In steps of 8 the CTA brings 8 rows of 16 words
 * of B into the scratchpad, a word a thread; for each of them a thread loads one word of A (the next one a column on, known at
 * launch) and the row's 16 words, the same for all lanes (strided, in the scratchpad: the only vectors that table 2 names). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_math.h"

enum { CTA_WARPS = 4, TILE_M = CTA_WARPS * RS_WARP_LANES, TILE_N = 16, TILE_K = 8, M = 512, N = 512, K = 128 };
enum { A, B, C, BEFORE };         /* arrays; BEFORE: the host's copy of C */
enum { SIZE_M, SIZE_N, SIZE_K }; /* sizes */

static const float alpha = 1.5f, beta = 0.5f;

static void fill(rs_kernel_run *run, uint64_t array, uint32_t count, uint64_t seed)
{
    for (uint32_t i = 0; i < count; i++) {
        const float value = (float)rs_random_below(&seed, 1 << 12) / 256.0f;
        memcpy(&rs_host(&run->machine, array)[i], &value, sizeof value);
    }
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t shrink = run->options.shrink, rows = M / shrink < TILE_M ? TILE_M : M / shrink;
    const uint32_t columns = N / shrink, depth = K / shrink;
    rs_warp_machine *machine = &run->machine;
    (void)error;
    run->size[SIZE_M] = rows;
    run->size[SIZE_N] = columns;
    run->size[SIZE_K] = depth;
    run->array[A] = rs_warp_machine_array(machine, (uint64_t)rows * depth);
    run->array[B] = rs_warp_machine_array(machine, (uint64_t)columns * depth);
    run->array[C] = rs_warp_machine_array(machine, (uint64_t)rows * columns);
    run->array[BEFORE] = rs_warp_machine_array(machine, (uint64_t)rows * columns);
    fill(run, run->array[A], rows * depth, 1);
    fill(run, run->array[B], columns * depth, 2);
    fill(run, run->array[C], rows * columns, 3);
    fill(run, run->array[BEFORE], rows * columns, 3);
    return true;
}

/* Registers of a thread. */
typedef struct thread {
    rs_warp warp;
    rs_pointer a, b, own;      /* own: word of the scratchpad that it brings */
    rs_reg row, column, k;     /* of C: its row, its first column */
    rs_reg lda, ldb_of_tile, ldc, depth;
    rs_reg c[TILE_N];
} thread;

static void begin(thread *t, rs_cta *cta, uint32_t number, const rs_kernel_run *run)
{
    const rs_pointer a = rs_parameter(run->array[A]), b = rs_parameter(run->array[B]);
    const rs_reg zero = rs_constant(0), tile_m = rs_constant(TILE_M), tile_n = rs_constant(TILE_N), four = rs_constant(4);
    const rs_reg in_row = rs_constant(TILE_N - 1), ldb = rs_constant(run->size[SIZE_N]);
    rs_warp *warp = &t->warp;
    rs_reg mid, tx = zero, ty = zero, place = zero;
    *warp = rs_warp_begin(cta, number);
    mid = rs_do_thread(warp);
    rs_special_cta(warp, &t->row);
    rs_special_cta(warp, &t->column);
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        t->row.lane[lane] = cta->number % (run->size[SIZE_M] / TILE_M);
        t->column.lane[lane] = cta->number / (run->size[SIZE_M] / TILE_M);
    }
    t->lda = t->ldc = rs_constant(run->size[SIZE_M]);
    t->ldb_of_tile = rs_constant(TILE_K * run->size[SIZE_N]);
    t->depth = rs_constant(run->size[SIZE_K]);
    rs_alu(warp, RS_MAD, &t->row, &t->row, &tile_m, &mid);
    rs_alu(warp, RS_MUL, &t->column, &t->column, &tile_n, NULL);
    rs_alu(warp, RS_AND, &tx, &mid, &in_row, NULL);
    rs_alu(warp, RS_SHIFT_RIGHT, &ty, &mid, &four, NULL);
    rs_alu(warp, RS_ADD, &place, &t->column, &tx, NULL);
    rs_alu(warp, RS_MAD, &place, &ty, &ldb, &place);
    t->a = a;
    t->b = b;
    rs_point(warp, &t->a, &a, &t->row);
    rs_point(warp, &t->b, &b, &place);
    rs_point_scratchpad(warp, &t->own, &mid);
    t->k = zero;
    rs_alu(warp, RS_MOV, &t->k, &zero, NULL, NULL);
    for (uint32_t i = 0; i < TILE_N; i++) {
        t->c[i] = zero;
        rs_alu(warp, RS_MOV, &t->c[i], &zero, NULL, NULL);
    }
}

static void bring_b(thread *t)
{
    rs_reg word;
    rs_load(&t->warp, &word, &t->b, 0);
    rs_store(&t->warp, &t->own, 0, &word);
    rs_point(&t->warp, &t->b, &t->b, &t->ldb_of_tile);
    rs_barrier(&t->warp);
}

/* c[..] += a * (words of row j in the scratchpad) */
static void add_products(thread *t, const rs_kernel_run *run, uint32_t j)
{
    const uint32_t unroll = run->options.unroll, together = run->options.in_order ? 1 : unroll;
    const rs_pointer start = {{0}, 0, RS_SPACE_SCRATCHPAD}; /* an immediate alone */
    rs_warp *warp = &t->warp;
    rs_reg a, b[RS_VECTOR_MAX];
    rs_load(warp, &a, &t->a, 0);
    rs_point(warp, &t->a, &t->a, &t->lda);
    for (uint32_t first = 0; first < TILE_N; first += together) {
        const rs_reg place = rs_constant(j * TILE_N + first);
        if (run->options.strided_scratchpad) { /* a vector has no offset */
            rs_pointer at;
            rs_point_scratchpad(warp, &at, &place);
            rs_kernel_load_known(warp, true, b, together, &at, 0, 1);
        } else {
            rs_kernel_load_known(warp, false, b, together, &start, (int32_t)(j * TILE_N + first), 1);
        }
        for (uint32_t e = 0; e < together; e++) {
            rs_alu(warp, RS_FMA, &t->c[first + e], &a, &b[e], &t->c[first + e]);
        }
    }
}

static void write_c(thread *t, const rs_kernel_run *run)
{
    const rs_pointer c = rs_parameter(run->array[C]);
    const rs_reg scale = rs_float_constant(alpha), scale_before = rs_float_constant(beta);
    rs_warp *warp = &t->warp;
    rs_reg place = scale, before;
    rs_pointer at = c;
    rs_alu(warp, RS_MAD, &place, &t->column, &t->ldc, &t->row);
    rs_point(warp, &at, &c, &place);
    for (uint32_t i = 0; i < TILE_N; i++) {
        rs_load(warp, &before, &at, 0);
        rs_alu(warp, RS_FMUL, &before, &before, &scale_before, NULL);
        rs_alu(warp, RS_FMA, &before, &t->c[i], &scale, &before);
        rs_store(warp, &at, 0, &before);
        rs_point(warp, &at, &at, &t->ldc);
    }
}

static void run_cta(rs_cta *cta, const rs_kernel_run *run)
{
    thread t[CTA_WARPS];
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        begin(&t[w], cta, w, run);
    }
    for (uint32_t going = UINT32_MAX; going != 0;) {
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            bring_b(&t[w]);
        }
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            for (uint32_t j = 0; j < TILE_K; j++) {
                add_products(&t[w], run, j);
            }
            rs_barrier(&t[w].warp);
            going = rs_kernel_again(&t[w].warp, &t[w].k, TILE_K, &t[w].depth);
        }
    }
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        write_c(&t[w], run);
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run = run_cta;
    next->ctas = run->size[SIZE_M] / TILE_M * (run->size[SIZE_N] / TILE_N);
    next->cta_warps = CTA_WARPS;
    next->scratchpad_words = TILE_K * TILE_N;
    next->registers = 32 + run->options.unroll;
    return n == 0;
}

static float number(rs_kernel_run *run, uint32_t array, uint32_t i)
{
    float value;
    memcpy(&value, &rs_host(&run->machine, run->array[array])[i], sizeof value);
    return value;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t rows = run->size[SIZE_M], columns = run->size[SIZE_N];
    uint32_t *expected = (uint32_t *)malloc((size_t)rows * columns * sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "sgemm: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t i = 0; i < rows * columns; i++) {
        float sum = 0.0f;
        for (uint32_t k = 0; k < run->size[SIZE_K]; k++) {
            sum = fmaf(number(run, A, k * rows + i % rows), number(run, B, k * columns + i / rows), sum);
        }
        const float scaled = number(run, BEFORE, i) * beta, result = fmaf(sum, alpha, scaled);
        memcpy(&expected[i], &result, sizeof result);
    }
    const bool good = rs_kernel_same(run, "word", run->array[C], expected, rows * columns, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_sgemm = {"sgemm", "512 x 512, depth 128", false, RS_STRIDES_SCRATCHPAD, false, true,
                                   prepare, launch, check};
