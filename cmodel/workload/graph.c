#include "workload/graph_formats.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "workload/other_format.h"

bool rs_graph_allocate(rs_graph *graph, uint32_t rows, uint32_t columns, uint32_t entries)
{
    graph->rows = rows;
    graph->columns = columns;
    graph->entries = entries;
    graph->row_start = (uint32_t *)calloc((size_t)rows + 1, sizeof *graph->row_start);
    graph->column = (uint32_t *)malloc(((size_t)entries + 1) * sizeof *graph->column);
    graph->value = (float *)malloc(((size_t)entries + 1) * sizeof *graph->value);
    return graph->row_start != NULL && graph->column != NULL && graph->value != NULL;
}

void rs_graph_free(rs_graph *graph)
{
    free(graph->row_start);
    free(graph->column);
    free(graph->value);
    memset(graph, 0, sizeof *graph);
}

bool rs_graph_grow(rs_graph *graph, uint32_t used, uint32_t most, uint32_t *capacity)
{
    if (used < *capacity) {
        return true;
    }
    const uint32_t wanted = *capacity < most / 2 ? 2 * *capacity + 1024 : most;
    uint32_t *column = (uint32_t *)realloc(graph->column, ((size_t)wanted + 1) * sizeof *column);
    graph->column = column != NULL ? column : graph->column;
    float *value = (float *)realloc(graph->value, ((size_t)wanted + 1) * sizeof *value);
    graph->value = value != NULL ? value : graph->value;
    *capacity = wanted;
    return column != NULL && value != NULL;
}

float rs_graph_default_value(uint32_t row, uint32_t column)
{
    return 1.0f + (float)((row ^ column) & 7) / 8.0f;
}

bool rs_graph_read(rs_graph *graph, const char *path, rs_error *error)
{
    static const char banner[] = "%%MatrixMarket";
    memset(graph, 0, sizeof *graph);
    rs_scanner scanner;
    if (!rs_scanner_open(&scanner, path, "a METIS graph, Matrix Market file or SNAP edge list", error)) {
        return false;
    }
    size_t length = strlen(path);
    length -= length > 3 && strcasecmp(path + length - 3, ".gz") == 0 ? 3 : 0;
    const bool named_matrix = length > 4 && strncasecmp(path + length - 4, ".mtx", 4) == 0;
    const bool is_matrix = strncasecmp(scanner.cursor, banner, sizeof banner - 1) == 0;
    bool good = true;
    if (scanner.text.ended) {
        good = rs_scan_fail(&scanner, 1, "found an empty file, expected a METIS graph, Matrix Market file or SNAP edge list");
    } else if (is_matrix) {
        good = rs_graph_read_matrix_market(graph, &scanner);
    } else if (named_matrix) {
        good = rs_scan_fail_here(&scanner, "%%MatrixMarket at the start of a .mtx file");
    } else if (rs_other_format(scanner.cursor) != NULL && *scanner.cursor != '#') {
        good = rs_scan_fail(&scanner, scanner.line, "found %s, expected a METIS graph, Matrix Market file or SNAP edge list",
                            rs_other_format(scanner.cursor));
    } else if (*scanner.cursor == '#') {
        good = rs_graph_read_snap(graph, &scanner);
    } else {
        good = rs_graph_read_metis(graph, &scanner);
    }
    good = good && rs_scanner_good(&scanner);
    graph->hash = scanner.text.hash;
    rs_scanner_close(&scanner);
    if (!good) {
        rs_graph_free(graph);
    }
    return good;
}
