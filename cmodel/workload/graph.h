/* Graph or sparse matrix in compressed sparse rows (CSR), read from a file, plain, gzip or xz.
 *
 * Formats, told apart by content:
 *   Matrix Market (starts with "%%MatrixMarket"; a name ending in .mtx must): matrix coordinate,
 *     real | integer | pattern, general | symmetric | skew-symmetric. Symmetric files hold the lower
 *     triangle, its mirror image is added. Entries on the diagonal are taken (in a graph: an edge from a vertex to itself), an
 *     entry that stands there twice is an error: the format does not say whether it is a sum or a mistake.
 *   SNAP edge list (starts with '#'): an edge a line, two numbers, lines of '#' between them. Vertices are those that stand there, in the
 *     order of their numbers. "Undirected" in a line of '#': each edge goes both ways; else it is an arc. One that stands there twice is one:
 *     SNAP's lists have some edges in both directions. An edge from a vertex to itself is taken.
 *   METIS graph (everything else): header "vertices edges [fmt [ncon]]", lines starting with '%' are
 *     comments, then one line a vertex: [size] [ncon weights] neighbour [weight] neighbour [weight] ...,
 *     numbered from 1. Each edge stands in the lines of both its ends, once; an edge from
 *     a vertex to itself is an error, and so is one that is there twice (METIS' manual, 4.1.1).
 * Values: from the file (METIS: the edge weights); where it has none, entry (r, c) gets
 * 1 + ((r ^ c) & 7) / 8, symmetric and exact in single precision.
 *
 * Errors (missing or unreadable file, garbage, numbers out of range, a vertex beyond the header's count,
 * counts that do not agree, a one-way edge, a truncated file): one line "FILE:LINE: found ..., expected ...".
 */
#ifndef RS_GRAPH_H
#define RS_GRAPH_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_GRAPH_MAX_ROWS = 1 << 26, RS_GRAPH_MAX_ENTRIES = 1 << 30 };

typedef struct rs_graph {
    uint32_t rows, columns;   /* a graph: both its vertices */
    uint32_t entries;         /* arcs: an undirected edge counts twice */
    uint32_t *row_start;      /* [rows + 1] */
    uint32_t *column;         /* [entries], from 0, in the file's order within a row */
    float *value;             /* [entries] */
    uint64_t hash;            /* of the file's contents, decompressed: rs_text_reader */
} rs_graph;

bool rs_graph_read(rs_graph *graph, const char *path, rs_error *error);
/* Frees the arrays; a graph of zeros and a graph whose reading failed are fine. */
void rs_graph_free(rs_graph *graph);

/* Allocates the arrays (row_start zeroed); false when the memory is short. */
bool rs_graph_allocate(rs_graph *graph, uint32_t rows, uint32_t columns, uint32_t entries);
/* The value of an entry that the file gives none; row and column from 0. */
float rs_graph_default_value(uint32_t row, uint32_t column);

#ifdef __cplusplus
}
#endif
#endif
