/* The readers behind rs_graph_read(). Each gets an open scanner at the file's start and a zeroed graph;
 * what it has allocated when it fails, the caller frees. */
#ifndef RS_GRAPH_FORMATS_H
#define RS_GRAPH_FORMATS_H

#include "workload/graph.h"
#include "workload/text_scanner.h"

/* Room for entry number `used`, of at most `most`, in column[] and value[], which hold *capacity: a header's claim alone
 * costs no memory. False without memory. */
bool rs_graph_grow(rs_graph *graph, uint32_t used, uint32_t most, uint32_t *capacity);

bool rs_graph_read_metis(rs_graph *graph, rs_scanner *scanner);
bool rs_graph_read_snap(rs_graph *graph, rs_scanner *scanner);
bool rs_graph_read_matrix_market(rs_graph *graph, rs_scanner *scanner);

#endif
