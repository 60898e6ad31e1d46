/* Breadth-first search: level-synchronous, a thread per vertex, two kernels a level (the classic of Harish
 * and Narayanan, THESIS reference [20]; benchmark BFS of THESIS 2.2).
 *
 * Arrays, 4-byte elements: row_start[rows + 1], column[entries], frontier, updating, visited, cost[rows],
 * over[1]. Memory instructions of a lane, with tid its vertex, in order:
 *   expand: load frontier[tid]; lanes in the frontier go on: store frontier[tid] = 0, load cost[tid],
 *     load row_start[tid], load row_start[tid + 1]; then, while a lane's row has elements (lanes whose row
 *     has ended wait, masked off): load column[k], load visited[column[k]]; lanes that find it unvisited:
 *     store cost[column[k]] = cost[tid] + 1, store updating[column[k]] = 1.
 *   update: load updating[tid]; lanes that find it set: store frontier[tid] = 1, store visited[tid] = 1,
 *     store over = 1, store updating[tid] = 0.
 * The run ends after the first update that leaves `over` clear. Clearing and reading `over` is the host's
 * and not part of the program; the arrays start filled.
 */
#ifndef RS_BFS_H
#define RS_BFS_H

#include "workload/graph.h"
#include "workload/program.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RS_BFS_UNREACHED UINT32_MAX

/* Runs the kernels functionally from vertex source (from 0) and returns the finished program. The result is
 * compared with rs_bfs_reference(); a difference is an error. cost: NULL or [rows] for the result. Fails
 * for a matrix that is not square, a source that is no vertex, arrays beyond the address space. */
rs_program *rs_bfs_program(const rs_config *config, const rs_graph *graph, uint32_t source, uint32_t *cost, rs_error *error);
/* The plain version, a queue: cost[rows] in edges from source, RS_BFS_UNREACHED without a path. False when
 * the memory is short. */
bool rs_bfs_reference(const rs_graph *graph, uint32_t source, uint32_t *cost);

#ifdef __cplusplus
}
#endif
#endif
