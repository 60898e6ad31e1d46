/* Graphs for tests, written to a scratch file and read back. */
#ifndef RS_GRAPH_TEXT_H
#define RS_GRAPH_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "workload/graph.h"

static char scratch[512];

/* The scratch file stands beside the test's program, so that builds may run side by side. */
static inline void name_scratch(const char *program)
{
    snprintf(scratch, sizeof scratch, "%.400s.scratch", program);
}

static inline bool read_text(rs_graph *graph, const char *text, size_t size, rs_error *error)
{
    FILE *file = fopen(scratch, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    const bool good = rs_graph_read(graph, scratch, error);
    remove(scratch);
    return good;
}

static inline rs_graph graph_of(const char *text)
{
    rs_graph graph;
    rs_error error = {""};
    if (!read_text(&graph, text, strlen(text), &error)) {
        fail_msg("%s", error.text);
    }
    return graph;
}

#endif
