/* spmv: y = A x, and spsum: y = sums of A's rows, a thread a row, A in jagged diagonals (PATTERNS listings 3 and 4; Parboil's
 * spmv_jds). Rows are sorted by length; diagonal k holds element k of every row that has one, row by row. Element k of
 * sorted row r stands at diagonal_start[k] + r: the loop loads diagonal_start (strided), and with it index and value
 * (indirect), and with the index x (indirect). Sums in the order of the row, products and sums fused. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workload/warp_kernel.h"

enum { CTA_WARPS = 8, CTA_THREADS = CTA_WARPS * RS_WARP_LANES };
enum { DIAGONAL_START, INDEX, VALUE, X, Y, LENGTH, ROW }; /* arrays; ROW: of A, for each sorted row */

static float x_of(uint32_t column)
{
    return 1.0f + (float)(column % 16) / 16.0f;
}

static uint32_t row_length(const rs_graph *matrix, uint32_t row)
{
    return matrix->row_start[row + 1] - matrix->row_start[row];
}

/* Rows by falling length, equal ones in their order: a counting sort. Returns the longest. */
static uint32_t sort_rows(const rs_graph *matrix, uint32_t *sorted, rs_kernel_run *run)
{
    uint32_t longest = 0, place = 0;
    for (uint32_t row = 0; row < matrix->rows; row++) {
        longest = row_length(matrix, row) > longest ? row_length(matrix, row) : longest;
    }
    uint32_t *first = (uint32_t *)calloc((size_t)longest + 2, sizeof *first);
    if (first == NULL) {
        run->machine.trouble = "no memory left to sort rows";
        return longest;
    }
    for (uint32_t row = 0; row < matrix->rows; row++) {
        first[row_length(matrix, row)]++;
    }
    for (uint32_t length = longest + 1; length-- > 0;) {
        const uint32_t rows = first[length];
        first[length] = place;
        place += rows;
    }
    for (uint32_t row = 0; row < matrix->rows; row++) {
        sorted[first[row_length(matrix, row)]++] = row;
    }
    free(first);
    return longest;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const rs_graph *matrix = run->options.graph;
    rs_warp_machine *machine = &run->machine;
    run->array[LENGTH] = rs_warp_machine_array(machine, matrix->rows);
    run->array[ROW] = rs_warp_machine_array(machine, matrix->rows);
    run->array[X] = rs_warp_machine_array(machine, matrix->columns);
    run->array[Y] = rs_warp_machine_array(machine, matrix->rows);
    run->array[INDEX] = rs_warp_machine_array(machine, matrix->entries);
    run->array[VALUE] = rs_warp_machine_array(machine, matrix->entries);
    const uint32_t longest = sort_rows(matrix, rs_host(machine, run->array[ROW]), run);
    run->array[DIAGONAL_START] = rs_warp_machine_array(machine, longest + 1);
    if (machine->trouble != NULL) {
        rs_error_set(error, "%s: found %s, expected a smaller matrix", run->kernel->name, machine->trouble);
        return false;
    }
    const uint32_t *row = rs_host(machine, run->array[ROW]);
    uint32_t *start = rs_host(machine, run->array[DIAGONAL_START]), place = 0;
    for (uint32_t k = 0; k < longest; k++) {
        start[k] = place;
        for (uint32_t r = 0; r < matrix->rows && row_length(matrix, row[r]) > k; r++, place++) {
            const uint32_t entry = matrix->row_start[row[r]] + k;
            rs_host(machine, run->array[INDEX])[place] = matrix->column[entry];
            memcpy(&rs_host(machine, run->array[VALUE])[place], &matrix->value[entry], sizeof(float));
        }
    }
    for (uint32_t r = 0; r < matrix->rows; r++) {
        rs_host(machine, run->array[LENGTH])[r] = row_length(matrix, row[r]);
    }
    for (uint32_t column = 0; column < matrix->columns; column++) {
        const float x = x_of(column);
        memcpy(&rs_host(machine, run->array[X])[column], &x, sizeof x);
    }
    return true;
}

/* Registers of a thread in the loop. */
typedef struct loop {
    const rs_kernel_options *options;
    rs_pointer diagonal, index, value, x;
    rs_reg sum, left; /* elements of the row that are still to come */
    bool product;
} loop;

/* Elements of a step, `count` of every active lane. */
static void add_elements(rs_warp *warp, uint32_t count, void *user)
{
    loop *l = (loop *)user;
    const rs_kernel_options *options = l->options;
    rs_reg offset[RS_VECTOR_MAX], index[RS_VECTOR_MAX], value[RS_VECTOR_MAX], x[RS_VECTOR_MAX];
    const rs_reg step = rs_constant(count);
    const uint32_t together = options->in_order ? 1 : count;
    const bool strided = options->strided && count > 1, indirect = options->indirect && count > 1;
    for (uint32_t done = 0; done < count; done += together) {
        rs_kernel_load_known(warp, strided, offset, together, &l->diagonal, (int32_t)done, 1);
        if (l->product) {
            rs_kernel_gather(warp, indirect, index, together, &l->index, offset);
        }
        rs_kernel_gather(warp, indirect, value, together, &l->value, offset);
        if (l->product) {
            rs_kernel_gather(warp, indirect, x, together, &l->x, index);
        }
        for (uint32_t e = 0; e < together; e++) {
            if (l->product) {
                rs_alu(warp, RS_FMA, &l->sum, &value[e], &x[e], &l->sum);
            } else {
                rs_alu(warp, RS_FADD, &l->sum, &l->sum, &value[e], NULL);
            }
        }
    }
    rs_point(warp, &l->diagonal, &l->diagonal, &step);
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_graph *matrix = run->options.graph;
    const rs_pointer lengths = rs_parameter(run->array[LENGTH]), rows = rs_parameter(run->array[ROW]);
    const rs_pointer diagonals = rs_parameter(run->array[DIAGONAL_START]), indices = rs_parameter(run->array[INDEX]);
    const rs_pointer values = rs_parameter(run->array[VALUE]), y = rs_parameter(run->array[Y]);
    const rs_reg row_count = rs_constant(matrix->rows);
    rs_reg tid = rs_constant(0), row = rs_constant(0);
    rs_pointer at = lengths;
    loop l = {.options = &run->options, .diagonal = diagonals, .index = indices, .value = values, .x = rs_parameter(run->array[X])};
    rs_thread_id(warp, &tid);
    warp->active = rs_kernel_if(warp, RS_LESS, &tid, &row_count);
    if (warp->active == 0) {
        return;
    }
    l.product = run->kernel == &rs_kernel_spmv;
    rs_point(warp, &at, &lengths, &tid);
    rs_load(warp, &l.left, &at, 0);
    l.sum = rs_constant(0);
    rs_point_at(warp, &l.diagonal, &diagonals);
    rs_point(warp, &l.value, &values, &tid);
    if (l.product) {
        rs_point(warp, &l.index, &indices, &tid);
    }
    rs_kernel_steps(warp, run->options.unroll, &l.left, add_elements, &l);
    rs_point(warp, &at, &rows, &tid);
    rs_load(warp, &row, &at, 0);
    rs_point(warp, &at, &y, &row);
    rs_store(warp, &at, 0, &l.sum);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run_warp = run_warp;
    next->ctas = (run->options.graph->rows + CTA_THREADS - 1) / CTA_THREADS;
    next->cta_warps = CTA_WARPS;
    next->registers = 16 + (run->kernel == &rs_kernel_spmv ? 3 : 2) * run->options.unroll;
    return n == 0;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const rs_graph *matrix = run->options.graph;
    uint32_t *expected = (uint32_t *)malloc(((size_t)matrix->rows + 1) * sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "%s: found no memory left, expected room for the reference", run->kernel->name);
        return false;
    }
    for (uint32_t row = 0; row < matrix->rows; row++) {
        float sum = 0.0f;
        for (uint32_t k = matrix->row_start[row]; k < matrix->row_start[row + 1]; k++) {
            sum = run->kernel == &rs_kernel_spmv ? fmaf(matrix->value[k], x_of(matrix->column[k]), sum)
                                                 : sum + matrix->value[k];
        }
        memcpy(&expected[row], &sum, sizeof sum);
    }
    const bool good = rs_kernel_same(run, "row", run->array[Y], expected, matrix->rows, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_spmv = {"spmv", "graph as matrix", true, false, true, true, prepare, launch, check};
const rs_kernel rs_kernel_spsum = {"spsum", "graph as matrix", true, false, true, true, prepare, launch, check};
