#include "workload/graph_formats.h"

#include <stdlib.h>
#include <string.h>

typedef struct metis_header {
    uint32_t line, capacity; /* capacity: arcs that the graph has room for */
    uint64_t vertices, edges;
    uint64_t skipped; /* numbers in front of a vertex' neighbours: its size and weights */
    bool edge_weights;
} metis_header;

static bool read_header(rs_scanner *scanner, metis_header *header)
{
    static const char layout[] = "the header: vertices edges [fmt [ncon]]";
    uint64_t format = 0, weights = 1;
    rs_scan_skip_comments(scanner);
    header->line = scanner->line;
    enum rs_scan got = rs_scan_number(scanner, 1, RS_GRAPH_MAX_ROWS, "the number of vertices", &header->vertices);
    if (got == RS_SCAN_VALUE) {
        got = rs_scan_number(scanner, 0, RS_GRAPH_MAX_ENTRIES / 2, "the number of edges", &header->edges);
        if (got == RS_SCAN_LINE_END) {
            return rs_scan_fail_here(scanner, "the header: vertices edges [fmt [ncon]] (a Rodinia graph, which begins with one number, is not read)");
        }
    }
    if (got == RS_SCAN_LINE_END) {
        return rs_scan_fail_here(scanner, layout);
    }
    if (got == RS_SCAN_VALUE) {
        got = rs_scan_number(scanner, 0, 111, "fmt, three binary digits", &format);
    }
    if (got == RS_SCAN_VALUE) {
        if (format % 10 > 1 || format / 10 % 10 > 1) {
            return rs_scan_fail(scanner, scanner->line, "found fmt %u, expected three binary digits",
                                (unsigned)format);
        }
        got = rs_scan_number(scanner, 1, 1000, "ncon, the weights of a vertex", &weights);
    }
    if (got == RS_SCAN_BAD || !rs_scan_line_end(scanner, "nothing after the header's four numbers")) {
        return false;
    }
    header->edge_weights = format % 10 == 1;
    header->skipped = format / 100 + (format / 10 % 10 == 1 ? weights : 0);
    return true;
}

/* One vertex' line; its neighbours go to graph->column[*arcs ...]. */
static bool read_vertex(rs_graph *graph, rs_scanner *scanner, metis_header *header, uint32_t vertex, uint32_t *arcs)
{
    uint64_t number = 0, weight = 0;
    for (uint64_t i = 0; i < header->skipped; i++) {
        const enum rs_scan got = rs_scan_number(scanner, 0, UINT32_MAX, "a vertex size or weight", &number);
        if (got != RS_SCAN_VALUE) {
            return got == RS_SCAN_LINE_END ? rs_scan_fail_here(scanner, "a vertex size or weight") : false;
        }
    }
    while (true) {
        const char *before = scanner->cursor;
        enum rs_scan got = rs_scan_number(scanner, 1, header->vertices, "a neighbour", &number);
        if (got != RS_SCAN_VALUE) {
            return got == RS_SCAN_LINE_END;
        }
        if (number == vertex + 1u) {
            scanner->cursor = before + strspn(before, " \t\r\f\v");
            return rs_scan_fail_here(scanner, "no edge from a vertex to itself");
        }
        if (*arcs == 2 * header->edges) {
            return rs_scan_fail(scanner, scanner->line, "found more than %u neighbours, expected 2 x %u edges of the header",
                                *arcs, (unsigned)header->edges);
        }
        if (!rs_graph_grow(graph, *arcs, 2 * (uint32_t)header->edges, &header->capacity)) {
            return rs_scan_fail(scanner, scanner->line, "found over %u neighbours, expected a graph that fits the memory", *arcs);
        }
        graph->column[*arcs] = (uint32_t)number - 1;
        if (header->edge_weights) {
            got = rs_scan_number(scanner, 1, INT32_MAX, "an edge weight", &weight);
            if (got != RS_SCAN_VALUE) {
                return got == RS_SCAN_LINE_END ? rs_scan_fail_here(scanner, "an edge weight") : false;
            }
            graph->value[*arcs] = (float)weight;
        } else {
            graph->value[*arcs] = rs_graph_default_value(vertex, (uint32_t)number - 1);
        }
        (*arcs)++;
    }
}

/* start[rows + 1] and column[entries] of the transposed matrix; its rows come out sorted. */
static void transpose(uint32_t rows, const uint32_t *start, const uint32_t *column, uint32_t *to_start, uint32_t *to_column)
{
    memset(to_start, 0, ((size_t)rows + 1) * sizeof *to_start);
    for (uint32_t i = 0; i < start[rows]; i++) {
        to_start[column[i] + 1]++;
    }
    for (uint32_t row = 0; row < rows; row++) {
        to_start[row + 1] += to_start[row];
    }
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t i = start[row]; i < start[row + 1]; i++) {
            to_column[to_start[column[i]]++] = row;
        }
    }
    memmove(to_start + 1, to_start, (size_t)rows * sizeof *to_start);
    to_start[0] = 0;
}

/* Every arc has its reverse and stands there once. Both lists sorted: `to` who names a vertex, `from` whom it names. */
static bool check_arcs(const rs_graph *graph, rs_scanner *scanner, const uint32_t *vertex_line)
{
    const uint32_t rows = graph->rows;
    const size_t starts = (size_t)rows + 1;
    uint32_t *room = (uint32_t *)malloc((2 * starts + 2 * (size_t)graph->entries) * sizeof *room);
    if (room == NULL) {
        return rs_scan_fail(scanner, 1, "found %u arcs, expected a graph that fits the memory", graph->entries);
    }
    uint32_t *to_start = room, *from_start = room + starts;
    uint32_t *to = from_start + starts, *from = to + graph->entries;
    transpose(rows, graph->row_start, graph->column, to_start, to);
    transpose(rows, to_start, to, from_start, from);
    bool good = true;
    for (uint32_t vertex = 0; vertex < rows && good; vertex++) {
        uint32_t t = to_start[vertex], f = from_start[vertex];
        const uint32_t t_end = to_start[vertex + 1], f_end = from_start[vertex + 1];
        for (uint32_t i = f + 1; i < f_end; i++) {
            if (from[i] == from[i - 1]) {
                rs_scan_fail(scanner, vertex_line[vertex], "found neighbour %u of vertex %u twice, expected each edge once",
                             from[i] + 1, vertex + 1);
            }
        }
        while (t < t_end && f < f_end && to[t] == from[f]) {
            t++;
            f++;
        }
        if (!rs_scanner_good(scanner)) {
            good = false;
        } else if (f < f_end && (t == t_end || from[f] < to[t])) {
            good = rs_scan_fail(scanner, vertex_line[vertex],
                                "found neighbour %u of vertex %u, expected vertex %u to name %u too",
                                from[f] + 1, vertex + 1, from[f] + 1, vertex + 1);
        } else if (t < t_end) {
            good = rs_scan_fail(scanner, vertex_line[to[t]],
                                "found neighbour %u of vertex %u, expected vertex %u to name %u too",
                                vertex + 1, to[t] + 1, vertex + 1, to[t] + 1);
        }
    }
    free(room);
    return good;
}

static bool read_vertices(rs_graph *graph, rs_scanner *scanner, metis_header *header, uint32_t *vertex_line)
{
    uint32_t arcs = 0;
    for (uint32_t vertex = 0; vertex < header->vertices; vertex++) {
        if (!rs_scan_skip_comments(scanner)) {
            return rs_scan_fail(scanner, scanner->line, "found the end of the file, expected the line of vertex %u of %u",
                                vertex + 1, (unsigned)header->vertices);
        }
        vertex_line[vertex] = scanner->line;
        if (!read_vertex(graph, scanner, header, vertex, &arcs)) {
            return false;
        }
        rs_scan_skip_line(scanner);
        graph->row_start[vertex + 1] = arcs;
    }
    if (rs_scan_skip_blank_lines(scanner)) {
        char expected[80];
        snprintf(expected, sizeof expected, "the end of the file after %u vertices", (unsigned)header->vertices);
        return rs_scan_fail_here(scanner, expected);
    }
    graph->entries = arcs;
    if (arcs != 2 * header->edges) {
        return rs_scan_fail(scanner, header->line, "found %u edges in the header, expected half of the %u neighbours listed",
                            (unsigned)header->edges, arcs);
    }
    return true;
}

bool rs_graph_read_metis(rs_graph *graph, rs_scanner *scanner)
{
    metis_header header;
    memset(&header, 0, sizeof header);
    if (!read_header(scanner, &header)) {
        return false;
    }
    uint32_t *vertex_line = (uint32_t *)malloc(header.vertices * sizeof *vertex_line);
    const bool room = rs_graph_allocate(graph, (uint32_t)header.vertices, (uint32_t)header.vertices, 0);
    bool good = room && vertex_line != NULL;
    if (!good) {
        rs_scan_fail(scanner, header.line, "found %u vertices, expected a graph that fits the memory", (unsigned)header.vertices);
    }
    good = good && read_vertices(graph, scanner, &header, vertex_line) && check_arcs(graph, scanner, vertex_line);
    free(vertex_line);
    return good;
}
