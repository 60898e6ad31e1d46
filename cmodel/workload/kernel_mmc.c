/* mmc: a product of matrices in tiles of 16 x 16 (THESIS 5.2, table 2.1): 512 x 1024 by 1024 x 128, 8 x 32 CTAs of 16 x 16 threads, a
 * thread an element of the product. A CTA brings a tile of each factor into the scratchpad, a word a thread, and adds 16 products. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_math.h"

enum { TILE = 16, CTA_WARPS = TILE * TILE / RS_WARP_LANES, COLUMNS = 8 * TILE, ROWS = 32 * TILE, DEPTH = 1024, AN_SM = 3 };
enum { LEFT, RIGHT, PRODUCT }; /* arrays, row by row */

static uint32_t rows(const rs_kernel_run *run)
{
    return ROWS / run->options.shrink;
}

static uint32_t depth(const rs_kernel_run *run)
{
    return DEPTH / run->options.shrink;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t words[] = {rows(run) * depth(run), depth(run) * COLUMNS, rows(run) * COLUMNS};
    uint64_t state = 31;
    (void)error;
    for (uint32_t array = LEFT; array <= PRODUCT; array++) {
        run->array[array] = rs_warp_machine_array(&run->machine, words[array]);
        for (uint32_t i = 0; array != PRODUCT && i < words[array]; i++) {
            rs_host_set_float(&run->machine, run->array[array], i, (float)rs_random_below(&state, 1u << 12) / 4096.0f);
        }
    }
    return true;
}

/* Registers of a thread. */
typedef struct thread {
    rs_warp warp;
    rs_pointer left, right, own, left_row, right_column; /* own: its word of the left tile; the other one is TILE * TILE behind */
    rs_reg place, sum, k;                                /* place: of its element of the product */
} thread;

static void begin(thread *t, rs_cta *cta, uint32_t number, const rs_kernel_run *run)
{
    const rs_pointer left = rs_parameter(run->array[LEFT]), right = rs_parameter(run->array[RIGHT]);
    const rs_reg tile = rs_constant(TILE), four = rs_constant(4), in_row = rs_constant(TILE - 1), across = rs_constant(COLUMNS / TILE - 1);
    const rs_reg three = rs_constant(3), deep = rs_constant(depth(run)), columns = rs_constant(COLUMNS);
    rs_warp *warp = &t->warp;
    rs_reg own, number_of_cta;
    *warp = rs_warp_begin(cta, number);
    own = rs_do_thread(warp);
    rs_special_cta(warp, &number_of_cta);
    const rs_reg x = rs_do(warp, RS_AND, own, in_row), y = rs_do(warp, RS_SHIFT_RIGHT, own, four);
    const rs_reg cta_x = rs_do(warp, RS_AND, number_of_cta, across), cta_y = rs_do(warp, RS_SHIFT_RIGHT, number_of_cta, three);
    rs_reg row = y, column = x, at = x;
    rs_alu(warp, RS_MAD, &row, &cta_y, &tile, &y);
    rs_alu(warp, RS_MAD, &column, &cta_x, &tile, &x);
    rs_alu(warp, RS_MAD, &at, &row, &deep, &x);
    t->left = left;
    rs_point(warp, &t->left, &left, &at);
    rs_alu(warp, RS_MAD, &at, &y, &columns, &column);
    t->right = right;
    rs_point(warp, &t->right, &right, &at);
    t->place = row;
    rs_alu(warp, RS_MAD, &t->place, &row, &columns, &column);
    rs_point_scratchpad(warp, &t->own, &own);
    const rs_reg first_of_row = rs_do(warp, RS_SHIFT_LEFT, y, four);
    rs_point_scratchpad(warp, &t->left_row, &first_of_row);
    rs_point_scratchpad(warp, &t->right_column, &x);
    t->sum = t->k = rs_constant(0);
    rs_do_move(warp, &t->sum, rs_constant(0));
    rs_do_move(warp, &t->k, rs_constant(0));
}

static void bring_tiles(thread *t)
{
    const rs_reg right_step = rs_constant(TILE * COLUMNS), left_step = rs_constant(TILE);
    rs_warp *warp = &t->warp;
    rs_reg word[2];
    rs_load(warp, &word[0], &t->left, 0);
    rs_load(warp, &word[1], &t->right, 0);
    rs_point(warp, &t->left, &t->left, &left_step);
    rs_point(warp, &t->right, &t->right, &right_step);
    rs_store(warp, &t->own, 0, &word[0]);
    rs_store(warp, &t->own, TILE * TILE, &word[1]);
    rs_barrier(warp);
}

static void add_products(thread *t)
{
    for (int32_t k = 0; k < TILE; k++) {
        rs_reg left, right;
        rs_load(&t->warp, &left, &t->left_row, k);
        rs_load(&t->warp, &right, &t->right_column, TILE * TILE + k * TILE);
        rs_alu(&t->warp, RS_FMA, &t->sum, &left, &right, &t->sum);
    }
    rs_barrier(&t->warp);
}

static void run_cta(rs_cta *cta, const rs_kernel_run *run)
{
    const rs_pointer product = rs_parameter(run->array[PRODUCT]);
    const rs_reg end = rs_constant(depth(run));
    thread t[CTA_WARPS];
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        begin(&t[w], cta, w, run);
    }
    for (uint32_t going = UINT32_MAX; going != 0;) {
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            bring_tiles(&t[w]);
        }
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            add_products(&t[w]);
            going = rs_kernel_again(&t[w].warp, &t[w].k, TILE, &end);
        }
    }
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        rs_do_store(&t[w].warp, &product, t[w].place, 0, t[w].sum);
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run = run_cta;
    next->ctas = COLUMNS / TILE * (rows(run) / TILE);
    next->cta_warps = CTA_WARPS;
    next->scratchpad_words = 2 * TILE * TILE;
    next->registers = 24;
    next->limit = AN_SM;
    return n == 0;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    uint32_t *expected = (uint32_t *)malloc((size_t)rows(run) * COLUMNS * sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "mmc: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t i = 0; i < rows(run) * COLUMNS; i++) {
        float sum = 0.0f;
        for (uint32_t k = 0; k < depth(run); k++) {
            sum = fmaf(rs_host_float(&run->machine, run->array[LEFT], i / COLUMNS * depth(run) + k),
                       rs_host_float(&run->machine, run->array[RIGHT], k * COLUMNS + i % COLUMNS), sum);
        }
        memcpy(&expected[i], &sum, sizeof sum);
    }
    const bool good = rs_kernel_same(run, "element", run->array[PRODUCT], expected, rows(run) * COLUMNS, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_mmc = {"mmc", "512 x 1024 x 128", false, true, false, false, prepare, launch, check};
