#include "workload/spmv.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = RS_WARP_LANES };

typedef struct spmv {
    const rs_graph *matrix;
    rs_program *program;
    uint64_t row_start_at, column_at, value_at, x_at, y_at; /* byte addresses */
    const float *x;
    float *y;
} spmv;

float rs_spmv_default_x(uint32_t i)
{
    return 1.0f + (float)(i % 16) / 16.0f;
}

void rs_spmv_reference(const rs_graph *matrix, const float *x, float *y)
{
    for (uint32_t row = 0; row < matrix->rows; row++) {
        float sum = 0.0f;
        for (uint32_t k = matrix->row_start[row]; k < matrix->row_start[row + 1]; k++) {
            const float product = matrix->value[k] * x[matrix->column[k]];
            sum += product;
        }
        y[row] = sum;
    }
}

/* One step of the divergent loop: each active lane adds its element k[lane]. */
static void add_elements(spmv *run, const uint32_t k[LANES], float sum[LANES], uint32_t active)
{
    const rs_graph *matrix = run->matrix;
    uint32_t column[LANES] = {0};
    for (uint32_t left = active; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        column[lane] = matrix->column[k[lane]];
        const float product = matrix->value[k[lane]] * run->x[column[lane]];
        sum[lane] += product;
    }
    rs_program_access(run->program, false, run->column_at, k, active);
    rs_program_access(run->program, false, run->value_at, k, active);
    rs_program_access(run->program, false, run->x_at, column, active);
}

static void run_warp(spmv *run, uint32_t first)
{
    const rs_graph *matrix = run->matrix;
    uint32_t row[LANES], next[LANES], k[LANES] = {0}, end[LANES] = {0};
    float sum[LANES] = {0};
    const uint32_t rows_left = matrix->rows - first;
    const uint32_t threads = rows_left >= LANES ? UINT32_MAX : (UINT32_C(1) << rows_left) - 1;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        row[lane] = first + lane;
        next[lane] = first + lane + 1;
        if (threads >> lane & 1) {
            k[lane] = matrix->row_start[row[lane]];
            end[lane] = matrix->row_start[next[lane]];
        }
    }
    rs_program_access(run->program, false, run->row_start_at, row, threads);
    rs_program_access(run->program, false, run->row_start_at, next, threads);
    while (true) {
        uint32_t active = 0;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            active |= (uint32_t)(k[lane] < end[lane]) << lane;
        }
        if (active == 0) {
            break;
        }
        add_elements(run, k, sum, active);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            k[lane] += active >> lane & 1;
        }
    }
    rs_program_access(run->program, true, run->y_at, row, threads);
    for (uint32_t lane = 0; lane < LANES && lane < rows_left; lane++) {
        run->y[row[lane]] = sum[lane];
    }
}

static bool lay_out(spmv *run, rs_error *error)
{
    const rs_graph *matrix = run->matrix;
    return rs_program_array(run->program, "row_start", (uint64_t)matrix->rows + 1, &run->row_start_at, error) &&
           rs_program_array(run->program, "column", matrix->entries, &run->column_at, error) &&
           rs_program_array(run->program, "value", matrix->entries, &run->value_at, error) &&
           rs_program_array(run->program, "x", matrix->columns, &run->x_at, error) &&
           rs_program_array(run->program, "y", matrix->rows, &run->y_at, error);
}

static bool same_result(const spmv *run, float *expected, rs_error *error)
{
    rs_spmv_reference(run->matrix, run->x, expected);
    for (uint32_t row = 0; row < run->matrix->rows; row++) {
        if (memcmp(&run->y[row], &expected[row], sizeof expected[row]) != 0) {
            rs_error_set(error, "spmv: found %g in row %u, expected %g of the sequential product",
                         (double)run->y[row], row + 1, (double)expected[row]);
            return false;
        }
    }
    return true;
}

rs_program *rs_spmv_program(const rs_config *config, const rs_graph *matrix, const float *x, float *y, rs_error *error)
{
    spmv run = {.matrix = matrix, .program = rs_program_create(config, error)};
    if (run.program == NULL) {
        return NULL;
    }
    const size_t rows = matrix->rows, columns = matrix->columns;
    float *room = (float *)malloc((columns + 2 * rows) * sizeof *room);
    bool good = room != NULL;
    if (!good) {
        rs_error_set(error, "spmv: found no memory left, expected room for %u rows", matrix->rows);
    } else if ((good = lay_out(&run, error))) {
        for (uint32_t i = 0; i < matrix->columns; i++) {
            room[i] = x != NULL ? x[i] : rs_spmv_default_x(i);
        }
        run.x = room;
        run.y = room + columns;
        rs_program_launch(run.program);
        for (uint32_t first = 0; first < matrix->rows; first += LANES) {
            rs_program_warp(run.program);
            run_warp(&run, first);
        }
        good = rs_program_finish(run.program, error) && same_result(&run, room + columns + rows, error);
        if (good && y != NULL) {
            memcpy(y, run.y, rows * sizeof *y);
        }
    }
    free(room);
    if (!good) {
        rs_program_destroy(run.program);
        return NULL;
    }
    return run.program;
}
