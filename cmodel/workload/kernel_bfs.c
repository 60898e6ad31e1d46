/* bfs: breadth-first search, two launches a level until nothing is found (Rodinia's Kernel and Kernel2; PATTERNS table 2).
 * Kernel: a thread a vertex; a vertex of the frontier loads its neighbours (strided) and whether they were visited
 *   (indirect), and gives those that were not a cost and a place in the next frontier, under a branch each.
 * Kernel2: a thread looks at `unroll` vertices, a warp's width apart (strided), and moves those found into the frontier.
 * Flags are words, the new instructions have no bytes. */
#include <stdlib.h>

#include "workload/warp_kernel.h"

enum { CTA_WARPS = 8, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, UNREACHED = 0xffffffff };
enum { ROW_START, COLUMN, FRONTIER, UPDATING, VISITED, COST, OVER }; /* arrays */

static uint32_t ctas_for(uint32_t threads)
{
    return (threads + CTA_THREADS - 1) / CTA_THREADS;
}

/* Threads of Kernel2: a CTA's multiple, so that every one has `unroll` places in the arrays. */
static uint32_t update_threads(const rs_kernel_run *run)
{
    const uint32_t rows = run->options.graph->rows;
    return ctas_for((rows + run->options.unroll - 1) / run->options.unroll) * CTA_THREADS;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const rs_graph *graph = run->options.graph;
    const uint32_t source = run->options.bfs_source, padded = update_threads(run) * run->options.unroll;
    rs_warp_machine *machine = &run->machine;
    if (graph->rows != graph->columns) {
        rs_error_set(error, "bfs: found %u rows and %u columns, expected a square matrix", graph->rows, graph->columns);
        return false;
    }
    if (source >= graph->rows) {
        rs_error_set(error, "bfs: found source vertex %u, expected 1 to %u", source + 1, graph->rows);
        return false;
    }
    run->array[ROW_START] = rs_warp_machine_array(machine, (uint64_t)graph->rows + 1);
    run->array[COLUMN] = rs_warp_machine_array(machine, graph->entries);
    run->array[FRONTIER] = rs_warp_machine_array(machine, padded);
    run->array[UPDATING] = rs_warp_machine_array(machine, padded);
    run->array[VISITED] = rs_warp_machine_array(machine, padded);
    run->array[COST] = rs_warp_machine_array(machine, graph->rows);
    run->array[OVER] = rs_warp_machine_array(machine, 1);
    if (machine->trouble != NULL) {
        rs_error_set(error, "bfs: found %s, expected a smaller graph", machine->trouble);
        return false;
    }
    for (uint32_t v = 0; v <= graph->rows; v++) {
        rs_host(machine, run->array[ROW_START])[v] = graph->row_start[v];
    }
    for (uint32_t arc = 0; arc < graph->entries; arc++) {
        rs_host(machine, run->array[COLUMN])[arc] = graph->column[arc];
    }
    for (uint32_t v = 0; v < graph->rows; v++) {
        rs_host(machine, run->array[COST])[v] = (uint32_t)UNREACHED;
    }
    rs_host(machine, run->array[COST])[source] = 0;
    rs_host(machine, run->array[FRONTIER])[source] = 1;
    rs_host(machine, run->array[VISITED])[source] = 1;
    return true;
}

/* array[index] = value: a pointer and a store. */
static void put(rs_warp *warp, uint64_t array, const rs_reg *index, const rs_reg *value)
{
    const rs_pointer base = rs_parameter(array);
    rs_pointer at = base;
    rs_point(warp, &at, &base, index);
    rs_store(warp, &at, 0, value);
}

typedef struct visitor {
    const rs_kernel_run *run;
    rs_pointer edge;
    rs_reg next_cost;
} visitor;

static void visit(rs_warp *warp, uint32_t count, void *user)
{
    visitor *v = (visitor *)user;
    const rs_kernel_run *run = v->run;
    const rs_pointer visited = rs_parameter(run->array[VISITED]);
    const rs_reg zero = rs_constant(0), one = rs_constant(1), step = rs_constant(count);
    const uint32_t active = warp->active, together = run->options.in_order ? 1 : count;
    rs_reg neighbour[RS_VECTOR_MAX], seen[RS_VECTOR_MAX];
    for (uint32_t done = 0; done < count; done += together) {
        rs_kernel_load_known(warp, run->options.strided && count > 1, neighbour, together, &v->edge, (int32_t)done, 1);
        rs_kernel_gather(warp, run->options.indirect && count > 1, seen, together, &visited, neighbour);
        for (uint32_t e = 0; e < together; e++) {
            warp->active = rs_kernel_if(warp, RS_EQUAL, &seen[e], &zero);
            if (warp->active != 0) {
                put(warp, run->array[COST], &neighbour[e], &v->next_cost);
                put(warp, run->array[UPDATING], &neighbour[e], &one);
            }
            warp->active = active;
        }
    }
    rs_point(warp, &v->edge, &v->edge, &step);
}

static void expand(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer frontier = rs_parameter(run->array[FRONTIER]), row_start = rs_parameter(run->array[ROW_START]);
    const rs_pointer cost = rs_parameter(run->array[COST]), column = rs_parameter(run->array[COLUMN]);
    const rs_reg rows = rs_constant(run->options.graph->rows), zero = rs_constant(0), one = rs_constant(1);
    rs_reg tid = zero, flag = zero, start = zero, left = zero;
    rs_pointer own = frontier, at = row_start;
    visitor v = {run, column, zero};
    rs_thread_id(warp, &tid);
    warp->active = rs_kernel_if(warp, RS_LESS, &tid, &rows);
    if (warp->active == 0) {
        return;
    }
    rs_point(warp, &own, &frontier, &tid);
    rs_load(warp, &flag, &own, 0);
    warp->active = rs_kernel_if(warp, RS_NOT_EQUAL, &flag, &zero);
    if (warp->active == 0) {
        return;
    }
    rs_store(warp, &own, 0, &zero);
    rs_point(warp, &at, &row_start, &tid);
    rs_load(warp, &start, &at, 0);
    rs_load(warp, &left, &at, 1);
    rs_point(warp, &at, &cost, &tid);
    rs_load(warp, &v.next_cost, &at, 0);
    rs_alu(warp, RS_SUB, &left, &left, &start, NULL);
    rs_alu(warp, RS_ADD, &v.next_cost, &v.next_cost, &one, NULL);
    rs_point(warp, &v.edge, &column, &start);
    rs_kernel_steps(warp, run->options.unroll, &left, visit, &v);
}

static void update(rs_warp *warp, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll;
    const rs_pointer updating = rs_parameter(run->array[UPDATING]), over = rs_parameter(run->array[OVER]);
    const rs_reg stride = rs_constant(RS_WARP_LANES), count = rs_constant(unroll), zero = rs_constant(0), one = rs_constant(1);
    rs_reg tid = zero, range = zero, flag[RS_VECTOR_MAX], vertex = zero;
    rs_pointer at = updating, over_at = over;
    rs_alu(warp, RS_MUL, &range, &stride, &count, NULL);
    rs_kernel_first_of_range(warp, &tid, &range);
    rs_point(warp, &at, &updating, &tid);
    if (run->options.strided) {
        rs_load_strided(warp, flag, unroll, &at, &stride);
    } else {
        rs_load(warp, &flag[0], &at, 0);
        for (uint32_t e = 1; e < unroll; e++) {
            rs_point(warp, &at, &at, &stride);
            rs_load(warp, &flag[e], &at, 0);
        }
    }
    vertex = tid;
    for (uint32_t e = 0; e < unroll; e++) {
        warp->active = rs_kernel_if(warp, RS_NOT_EQUAL, &flag[e], &zero);
        if (warp->active != 0) {
            const rs_reg distance = rs_constant(e * RS_WARP_LANES);
            if (e != 0) {
                rs_alu(warp, RS_ADD, &vertex, &tid, &distance, NULL);
            }
            put(warp, run->array[FRONTIER], &vertex, &one);
            put(warp, run->array[VISITED], &vertex, &one);
            put(warp, run->array[UPDATING], &vertex, &zero);
            rs_point_at(warp, &over_at, &over);
            rs_store(warp, &over_at, 0, &one);
        }
        warp->active = UINT32_MAX;
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    uint32_t *over = rs_host(&run->machine, run->array[OVER]);
    next->cta_warps = CTA_WARPS;
    next->registers = 24 + 2 * run->options.unroll;
    if (n % 2 == 1) {
        next->run_warp = update;
        next->ctas = update_threads(run) / CTA_THREADS;
        return true;
    }
    if (n != 0 && *over == 0) {
        return false;
    }
    *over = 0;
    next->run_warp = expand;
    next->ctas = ctas_for(run->options.graph->rows);
    return true;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const rs_graph *graph = run->options.graph;
    uint32_t *cost = (uint32_t *)malloc(2 * ((size_t)graph->rows + 1) * sizeof *cost), *queue = cost + graph->rows + 1;
    uint32_t first = 0, end = 0;
    if (cost == NULL) {
        rs_error_memory(error, "bfs: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t v = 0; v < graph->rows; v++) {
        cost[v] = (uint32_t)UNREACHED;
    }
    cost[run->options.bfs_source] = 0;
    for (queue[end++] = run->options.bfs_source; first < end; first++) {
        const uint32_t v = queue[first];
        for (uint32_t arc = graph->row_start[v]; arc < graph->row_start[v + 1]; arc++) {
            const uint32_t to = graph->column[arc];
            if (cost[to] == UNREACHED) {
                cost[to] = cost[v] + 1;
                queue[end++] = to;
            }
        }
    }
    const bool good = rs_kernel_same(run, "vertex", run->array[COST], cost, graph->rows, error);
    free(cost);
    return good;
}

const rs_kernel rs_kernel_bfs = {"bfs", "graph", true, false, true, true, prepare, launch, check};
