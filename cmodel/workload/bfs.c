#include "workload/bfs.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = RS_WARP_LANES };

typedef struct bfs {
    const rs_graph *graph;
    rs_program *program;
    uint64_t row_start, column, frontier_at, updating_at, visited_at, cost_at, over_at; /* byte addresses */
    uint8_t *frontier, *updating, *visited; /* [rows] */
    uint32_t *cost;                         /* [rows] */
} bfs;

/* Lanes of the warp that starts at vertex first, and their vertices. */
static uint32_t warp_threads(uint32_t rows, uint32_t first, uint32_t tid[LANES])
{
    for (uint32_t lane = 0; lane < LANES; lane++) {
        tid[lane] = first + lane;
    }
    return rows - first >= LANES ? UINT32_MAX : (UINT32_C(1) << (rows - first)) - 1;
}

/* The active lanes whose flag is set. */
static uint32_t lanes_where(const uint8_t *flag, uint8_t value, const uint32_t index[LANES], uint32_t active)
{
    uint32_t set = 0;
    for (uint32_t left = active; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        set |= (uint32_t)(flag[index[lane]] == value) << lane;
    }
    return set;
}

/* One step of the divergent loop: each active lane visits the neighbour at k[lane]. */
static void visit_neighbours(bfs *run, const uint32_t tid[LANES], const uint32_t k[LANES], uint32_t active)
{
    rs_program *program = run->program;
    uint32_t neighbour[LANES] = {0};
    rs_program_access(program, false, run->column, k, active);
    for (uint32_t left = active; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        neighbour[lane] = run->graph->column[k[lane]];
    }
    rs_program_access(program, false, run->visited_at, neighbour, active);
    const uint32_t fresh = lanes_where(run->visited, 0, neighbour, active);
    rs_program_access(program, true, run->cost_at, neighbour, fresh);
    rs_program_access(program, true, run->updating_at, neighbour, fresh);
    for (uint32_t left = fresh; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        run->cost[neighbour[lane]] = run->cost[tid[lane]] + 1;
        run->updating[neighbour[lane]] = 1;
    }
}

static void expand_warp(bfs *run, uint32_t first)
{
    rs_program *program = run->program;
    const uint32_t *start = run->graph->row_start;
    uint32_t tid[LANES], next[LANES], k[LANES] = {0}, end[LANES] = {0};
    const uint32_t threads = warp_threads(run->graph->rows, first, tid);
    rs_program_access(program, false, run->frontier_at, tid, threads);
    uint32_t active = lanes_where(run->frontier, 1, tid, threads);
    for (uint32_t left = active; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        run->frontier[tid[lane]] = 0;
        k[lane] = start[tid[lane]];
        end[lane] = start[tid[lane] + 1];
    }
    for (uint32_t lane = 0; lane < LANES; lane++) {
        next[lane] = tid[lane] + 1;
    }
    rs_program_access(program, true, run->frontier_at, tid, active);
    rs_program_access(program, false, run->cost_at, tid, active);
    rs_program_access(program, false, run->row_start, tid, active);
    rs_program_access(program, false, run->row_start, next, active);
    while (true) {
        for (uint32_t left = active; left != 0; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            active &= ~((uint32_t)(k[lane] == end[lane]) << lane);
        }
        if (active == 0) {
            break;
        }
        visit_neighbours(run, tid, k, active);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            k[lane] += active >> lane & 1;
        }
    }
}

/* Returns whether `over` was stored to. */
static bool update_warp(bfs *run, uint32_t first)
{
    static const uint32_t only_element[LANES] = {0};
    rs_program *program = run->program;
    uint32_t tid[LANES];
    const uint32_t threads = warp_threads(run->graph->rows, first, tid);
    rs_program_access(program, false, run->updating_at, tid, threads);
    const uint32_t fresh = lanes_where(run->updating, 1, tid, threads);
    rs_program_access(program, true, run->frontier_at, tid, fresh);
    rs_program_access(program, true, run->visited_at, tid, fresh);
    rs_program_access(program, true, run->over_at, only_element, fresh);
    rs_program_access(program, true, run->updating_at, tid, fresh);
    for (uint32_t left = fresh; left != 0; left &= left - 1) {
        const uint32_t vertex = tid[__builtin_ctz(left)];
        run->frontier[vertex] = 1;
        run->visited[vertex] = 1;
        run->updating[vertex] = 0;
    }
    return fresh != 0;
}

static void run_levels(bfs *run)
{
    const uint32_t rows = run->graph->rows;
    bool over = true;
    while (over && rs_program_good(run->program)) {
        over = false;
        rs_program_launch(run->program);
        for (uint32_t first = 0; first < rows; first += LANES) {
            rs_program_warp(run->program);
            expand_warp(run, first);
        }
        rs_program_launch(run->program);
        for (uint32_t first = 0; first < rows; first += LANES) {
            rs_program_warp(run->program);
            over = update_warp(run, first) || over;
        }
    }
}

static bool lay_out(bfs *run, rs_error *error)
{
    const uint64_t rows = run->graph->rows;
    rs_program *program = run->program;
    return rs_program_array(program, "row_start", rows + 1, &run->row_start, error) &&
           rs_program_array(program, "column", run->graph->entries, &run->column, error) &&
           rs_program_array(program, "frontier", rows, &run->frontier_at, error) &&
           rs_program_array(program, "updating", rows, &run->updating_at, error) &&
           rs_program_array(program, "visited", rows, &run->visited_at, error) &&
           rs_program_array(program, "cost", rows, &run->cost_at, error) &&
           rs_program_array(program, "over", 1, &run->over_at, error);
}

bool rs_bfs_reference(const rs_graph *graph, uint32_t source, uint32_t *cost)
{
    uint32_t *queue = (uint32_t *)malloc((size_t)graph->rows * sizeof *queue);
    if (queue == NULL) {
        return false;
    }
    for (uint32_t vertex = 0; vertex < graph->rows; vertex++) {
        cost[vertex] = RS_BFS_UNREACHED;
    }
    uint32_t head = 0, tail = 0;
    cost[source] = 0;
    queue[tail++] = source;
    while (head < tail) {
        const uint32_t vertex = queue[head++];
        for (uint32_t k = graph->row_start[vertex]; k < graph->row_start[vertex + 1]; k++) {
            if (cost[graph->column[k]] == RS_BFS_UNREACHED) {
                cost[graph->column[k]] = cost[vertex] + 1;
                queue[tail++] = graph->column[k];
            }
        }
    }
    free(queue);
    return true;
}

static bool same_result(const bfs *run, uint32_t source, uint32_t *expected, rs_error *error)
{
    if (!rs_bfs_reference(run->graph, source, expected)) {
        rs_error_set(error, "bfs: found no memory left, expected room for the check");
        return false;
    }
    for (uint32_t vertex = 0; vertex < run->graph->rows; vertex++) {
        if (run->cost[vertex] != expected[vertex]) {
            rs_error_set(error, "bfs: found cost %u at vertex %u, expected %u of the sequential search",
                         run->cost[vertex], vertex + 1, expected[vertex]);
            return false;
        }
    }
    return true;
}

rs_program *rs_bfs_program(const rs_config *config, const rs_graph *graph, uint32_t source, uint32_t *cost, rs_error *error)
{
    if (graph->rows != graph->columns) {
        rs_error_set(error, "bfs: found %u rows and %u columns, expected a square matrix", graph->rows, graph->columns);
        return NULL;
    }
    if (source >= graph->rows) {
        rs_error_set(error, "bfs: found source vertex %u, expected 1 to %u", source + 1, graph->rows);
        return NULL;
    }
    bfs run = {.graph = graph, .program = rs_program_create(config, error)};
    if (run.program == NULL) {
        return NULL;
    }
    const size_t rows = graph->rows;
    uint8_t *flags = (uint8_t *)calloc(3, rows);
    uint32_t *costs = (uint32_t *)malloc(2 * rows * sizeof *costs);
    bool good = flags != NULL && costs != NULL;
    if (!good) {
        rs_error_set(error, "bfs: found no memory left, expected room for %u vertices", graph->rows);
    } else if ((good = lay_out(&run, error))) {
        run.frontier = flags;
        run.updating = flags + rows;
        run.visited = flags + 2 * rows;
        run.cost = costs;
        for (size_t vertex = 0; vertex < rows; vertex++) {
            run.cost[vertex] = RS_BFS_UNREACHED;
        }
        run.cost[source] = 0;
        run.frontier[source] = 1;
        run.visited[source] = 1;
        run_levels(&run);
        good = rs_program_finish(run.program, error) && same_result(&run, source, costs + rows, error);
    }
    if (good && cost != NULL) {
        memcpy(cost, run.cost, rows * sizeof *cost);
    }
    free(flags);
    free(costs);
    if (!good) {
        rs_program_destroy(run.program);
        return NULL;
    }
    return run.program;
}
