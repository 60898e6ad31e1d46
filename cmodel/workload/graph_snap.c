/* SNAP's edge lists: lines that begin with '#', then an edge a line, "from to". Contract: graph.h. */
#include "workload/graph_formats.h"

#include <stdlib.h>
#include <string.h>

typedef struct edge {
    uint32_t from, to;
} edge;

typedef struct edge_list {
    edge *item;
    uint64_t count, room;
    uint64_t *there;    /* vertices that are named, a bit each, */
    uint32_t *before;   /* and how many of them are below each 64 */
    uint32_t vertices;  /* of the file, those that it does not name too */
    bool undirected;
} edge_list;

static bool fail_short(rs_scanner *scanner)
{
    return rs_scan_fail(scanner, scanner->line, "found no memory left, expected a graph that fits the memory");
}

static bool add(edge_list *list, uint32_t from, uint32_t to)
{
    if (list->count == list->room) {
        const uint64_t room = 2 * list->room + 1024;
        edge *grown = (edge *)realloc(list->item, room * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        list->item = grown;
        list->room = room;
    }
    list->item[list->count++] = (edge){from, to};
    return true;
}

static bool read_edges(rs_scanner *scanner, edge_list *list)
{
    while (!scanner->text.ended && rs_scanner_good(scanner)) {
        uint64_t end[2] = {0, 0};
        if (*scanner->cursor == '#') {
            list->undirected = list->undirected || strstr(scanner->cursor, "Undirected") != NULL;
            rs_scan_skip_line(scanner);
            continue;
        }
        enum rs_scan got = rs_scan_number(scanner, 0, RS_GRAPH_MAX_ROWS - 1, "a vertex", &end[0]);
        if (got == RS_SCAN_LINE_END) { /* nothing but blanks */
            rs_scan_skip_line(scanner);
            continue;
        }
        got = got == RS_SCAN_VALUE ? rs_scan_number(scanner, 0, RS_GRAPH_MAX_ROWS - 1, "a vertex", &end[1]) : got;
        if (got != RS_SCAN_VALUE) {
            return got == RS_SCAN_LINE_END ? rs_scan_fail_here(scanner, "the edge's other vertex") : false;
        }
        if (list->count == RS_GRAPH_MAX_ENTRIES / 2) {
            return rs_scan_fail(scanner, scanner->line, "found more than %d edges, expected fewer", RS_GRAPH_MAX_ENTRIES / 2);
        }
        for (uint32_t i = 0; i < 2; i++) {
            list->vertices = end[i] >= list->vertices ? (uint32_t)end[i] + 1 : list->vertices;
        }
        if (!add(list, (uint32_t)end[0], (uint32_t)end[1])) {
            return fail_short(scanner);
        }
        if (!rs_scan_line_end(scanner, "two vertices, and nothing behind them")) {
            return false;
        }
    }
    if (rs_scanner_good(scanner) && list->count == 0) {
        return rs_scan_fail(scanner, scanner->line, "found the end of the file, expected edges, two vertices a line");
    }
    return rs_scanner_good(scanner);
}

static uint32_t number_of(const edge_list *list, uint32_t vertex)
{
    const uint64_t below = list->there[vertex / 64] & ((UINT64_C(1) << vertex % 64) - 1);
    return list->before[vertex / 64] + (uint32_t)__builtin_popcountll(below);
}

static void note(edge_list *list, uint32_t vertex)
{
    list->there[vertex / 64] |= UINT64_C(1) << vertex % 64;
}

/* Numbers from 0 for the vertices that are named, in their order; the edges get them. Returns how many there are; 0: no memory. */
static uint32_t renumber(edge_list *list)
{
    const uint32_t words = list->vertices / 64 + 1;
    uint32_t count = 0;
    list->there = (uint64_t *)calloc(words, sizeof *list->there);
    list->before = (uint32_t *)malloc(words * sizeof *list->before);
    if (list->there == NULL || list->before == NULL) {
        return 0;
    }
    for (uint64_t i = 0; i < list->count; i++) {
        note(list, list->item[i].from);
        note(list, list->item[i].to);
    }
    for (uint32_t w = 0; w < words; w++) {
        list->before[w] = count;
        count += (uint32_t)__builtin_popcountll(list->there[w]);
    }
    for (uint64_t i = 0; i < list->count; i++) {
        list->item[i].from = number_of(list, list->item[i].from);
        list->item[i].to = number_of(list, list->item[i].to);
    }
    return count;
}

static int by_column(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

/* Each row's columns in their order, each once; the rows move together. */
static void sort_rows(rs_graph *graph)
{
    uint32_t used = 0, from = 0;
    for (uint32_t row = 0; row < graph->rows; row++) {
        const uint32_t to = graph->row_start[row + 1];
        qsort(graph->column + from, to - from, sizeof *graph->column, by_column);
        graph->row_start[row] = used;
        for (uint32_t i = from; i < to; i++) {
            if (used == graph->row_start[row] || graph->column[used - 1] != graph->column[i]) {
                graph->column[used] = graph->column[i];
                graph->value[used++] = rs_graph_default_value(row, graph->column[i]);
            }
        }
        from = to;
    }
    graph->row_start[graph->rows] = graph->entries = used;
}

static bool fill(rs_graph *graph, const edge_list *list, uint32_t vertices)
{
    uint64_t entries = list->count;
    for (uint64_t i = 0; i < list->count && list->undirected; i++) {
        entries += list->item[i].from != list->item[i].to;
    }
    if (!rs_graph_allocate(graph, vertices, vertices, (uint32_t)entries)) {
        return false;
    }
    uint32_t *next = graph->row_start + 1; /* filled, row r's place is where row r + 1 begins */
    for (uint64_t i = 0; i < list->count; i++) {
        const edge e = list->item[i];
        next[e.from]++;
        next[e.to] += list->undirected && e.from != e.to;
    }
    for (uint32_t row = 0, at = 0; row < vertices; row++) {
        const uint32_t count = next[row];
        next[row] = at;
        at += count;
    }
    for (uint64_t i = 0; i < list->count; i++) {
        const edge e = list->item[i];
        graph->column[next[e.from]++] = e.to;
        if (list->undirected && e.from != e.to) {
            graph->column[next[e.to]++] = e.from;
        }
    }
    sort_rows(graph);
    return true;
}

bool rs_graph_read_snap(rs_graph *graph, rs_scanner *scanner)
{
    edge_list list;
    memset(&list, 0, sizeof list);
    bool good = read_edges(scanner, &list);
    if (good) {
        const uint32_t vertices = renumber(&list);
        good = (vertices != 0 && fill(graph, &list, vertices)) || fail_short(scanner);
    }
    free(list.item);
    free(list.there);
    free(list.before);
    return good;
}
