/* Sparse matrix times vector, y = A x, in CSR, a thread per row, single precision (benchmark spmv of
 * PATTERNS 7; the scalar CSR kernel).
 *
 * Arrays, 4-byte elements: row_start[rows + 1], column[entries], value[entries], x[columns], y[rows].
 * Memory instructions of a lane, with row its row, in order: load row_start[row], load row_start[row + 1];
 * then, while a lane's row has elements (lanes whose row has ended wait, masked off): load column[k], load
 * value[k], load x[column[k]]; at the end all lanes: store y[row]. One launch.
 */
#ifndef RS_SPMV_H
#define RS_SPMV_H

#include "workload/graph.h"
#include "workload/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs the kernel functionally and returns the finished program. The result is compared bit by bit with
 * rs_spmv_reference(); a difference is an error. x: NULL for rs_spmv_default_x(), or [columns]; y: NULL or
 * [rows] for the result. Fails for arrays beyond the address space. */
rs_program *rs_spmv_program(const rs_config *config, const rs_graph *matrix, const float *x, float *y, rs_error *error);
/* The plain version, row by row, products added in the order of the row. */
void rs_spmv_reference(const rs_graph *matrix, const float *x, float *y);
/* 1 + (i mod 16) / 16, exact. */
float rs_spmv_default_x(uint32_t i);

#ifdef __cplusplus
}
#endif
#endif
