/* Random numbers, graph readers on good, bad and garbled files.
 *
 * Run from the repository's root: the bad files and their messages are in tests/bad_input/graphs.
 */
#include <zlib.h>

#include "graph_text.h"

#include <stdlib.h>

#include "common/splitmix64.h"

static const char bad_files[] = "tests/bad_input/graphs";

static void assert_row(const rs_graph *graph, uint32_t row, uint32_t count, const uint32_t *column, const float *value)
{
    const uint32_t from = graph->row_start[row];
    assert_int_equal(graph->row_start[row + 1] - from, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(graph->column[from + i], column[i]);
        assert_true(graph->value[from + i] == value[i]);
    }
}

/* ---- random numbers -------------------------------------------------------------------------------- */

static void test_splitmix64(void **state)
{
    (void)state;
    uint64_t random = 0; /* the published sequence of seed 0 */
    assert_true(rs_splitmix64(&random) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(rs_splitmix64(&random) == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(rs_splitmix64(&random) == UINT64_C(0x06c45d188009454f));
}

/* ---- graph files ---------------------------------------------------------------------------------- */

static void test_metis(void **state)
{
    (void)state;
    /* Vertex 4 has no neighbours; the last line ends with the file. */
    rs_graph graph = graph_of("% a comment\n 5 4 \n2 3\r\n1 3\n% another\n\t2 1 5\n\n3");
    assert_int_equal(graph.rows, 5);
    assert_int_equal(graph.columns, 5);
    assert_int_equal(graph.entries, 8);
    assert_row(&graph, 0, 2, (uint32_t[]){1, 2}, (float[]){1.125f, 1.25f});
    assert_row(&graph, 1, 2, (uint32_t[]){0, 2}, (float[]){1.125f, 1.375f});
    assert_row(&graph, 2, 3, (uint32_t[]){1, 0, 4}, (float[]){1.375f, 1.25f, 1.75f});
    assert_row(&graph, 3, 0, NULL, NULL);
    assert_row(&graph, 4, 1, (uint32_t[]){2}, (float[]){1.75f});
    rs_graph_free(&graph);
    /* Sizes, two weights a vertex, edge weights. */
    graph = graph_of("3 2 111 2\n9 8 7 2 10\n1 2 3 1 10 3 20\n4 5 6 2 20\n\n% the end\n\n");
    assert_int_equal(graph.entries, 4);
    assert_row(&graph, 0, 1, (uint32_t[]){1}, (float[]){10.0f});
    assert_row(&graph, 1, 2, (uint32_t[]){0, 2}, (float[]){10.0f, 20.0f});
    assert_row(&graph, 2, 1, (uint32_t[]){1}, (float[]){20.0f});
    rs_graph_free(&graph);
    graph = graph_of("2 1 10\n100 2\n200 1\n"); /* one weight a vertex, no edge weights */
    assert_row(&graph, 0, 1, (uint32_t[]){1}, (float[]){1.125f});
    rs_graph_free(&graph);
}

static void test_matrix_market(void **state)
{
    (void)state;
    rs_graph graph = graph_of("%%MatrixMarket matrix coordinate real general\n% text\n\n2 3 4\n2 3 -1.5e1\n1 1 .25\n2 1 +3\n1 3 7\n");
    assert_int_equal(graph.rows, 2);
    assert_int_equal(graph.columns, 3);
    assert_row(&graph, 0, 2, (uint32_t[]){0, 2}, (float[]){0.25f, 7.0f});
    assert_row(&graph, 1, 2, (uint32_t[]){2, 0}, (float[]){-15.0f, 3.0f});
    rs_graph_free(&graph);
    graph = graph_of("%%matrixmarket MATRIX Coordinate Integer Symmetric\n3 3 3\n1 1 5\n3 1 -6\n3 2 7");
    assert_int_equal(graph.entries, 5);
    assert_row(&graph, 0, 2, (uint32_t[]){0, 2}, (float[]){5.0f, -6.0f});
    assert_row(&graph, 1, 1, (uint32_t[]){2}, (float[]){7.0f});
    assert_row(&graph, 2, 2, (uint32_t[]){0, 1}, (float[]){-6.0f, 7.0f});
    rs_graph_free(&graph);
    graph = graph_of("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 4\n");
    assert_row(&graph, 0, 1, (uint32_t[]){1}, (float[]){-4.0f});
    assert_row(&graph, 1, 1, (uint32_t[]){0}, (float[]){4.0f});
    rs_graph_free(&graph);
    graph = graph_of("%%MatrixMarket matrix coordinate pattern general\n4 9 1\n4 9\n");
    assert_row(&graph, 3, 1, (uint32_t[]){8}, (float[]){1.375f}); /* 3 ^ 8 = 11 */
    rs_graph_free(&graph);
}

/* The same graph, and the same hash of its contents, from a gzip file; another hash for other contents; lines longer than the
 * reader's buffer. */
static void test_gzip(void **state)
{
    (void)state;
    const char *text = "3 3\n2 3\n1 3\n2 1";
    rs_graph plain = graph_of(text), other = graph_of("3 3\n2 3\n1 3\n2 1\n"), packed;
    rs_error error = {""};
    gzFile file = gzopen(scratch, "wb");
    assert_non_null(file);
    assert_int_equal(gzwrite(file, text, (unsigned)strlen(text)), strlen(text));
    assert_int_equal(gzclose(file), Z_OK);
    assert_true(rs_graph_read(&packed, scratch, &error));
    assert_int_equal(packed.entries, 6);
    assert_memory_equal(packed.column, plain.column, 6 * sizeof *plain.column);
    assert_true(packed.hash == plain.hash && plain.hash != other.hash);
    rs_graph_free(&packed);
    rs_graph_free(&plain);
    rs_graph_free(&other);
    file = gzopen(scratch, "wb"); /* a star: vertex 1 has a line of 1.3 MB */
    assert_non_null(file);
    const int arms = 200000;
    (void)gzprintf(file, "%d %d\n", arms + 1, arms);
    for (int i = 0; i < arms; i++) {
        (void)gzprintf(file, "%d ", i + 2);
    }
    for (int i = 0; i < arms; i++) {
        (void)gzprintf(file, "\n1");
    }
    assert_int_equal(gzclose(file), Z_OK);
    assert_true(rs_graph_read(&packed, scratch, &error));
    assert_int_equal(packed.entries, 2 * arms);
    assert_int_equal(packed.row_start[1], arms);
    assert_int_equal(packed.column[arms - 1], arms);
    rs_graph_free(&packed);
    remove(scratch);
}

static void test_snap(void **state)
{
    (void)state;
    /* Vertices 2, 5, 9, 700; an edge in both directions and one twice; one to itself. */
    rs_graph graph = graph_of("# Undirected graph: f.txt\n# Nodes: 4\n5\t2\n2 5\r\n\n9 700\n# text\n700 9\n5 5\n9 2");
    static const uint32_t start[] = {0, 2, 4, 6, 7}, column[] = {1, 2, 0, 1, 0, 3, 2};
    assert_int_equal(graph.rows, 4);
    assert_int_equal(graph.columns, 4);
    assert_int_equal(graph.entries, 7);
    assert_memory_equal(graph.row_start, start, sizeof start);
    assert_memory_equal(graph.column, column, sizeof column);
    assert_true(graph.value[1] == rs_graph_default_value(0, 2));
    rs_graph_free(&graph);
    graph = graph_of("# FromNodeId\tToNodeId\n0 1\n3 0\n3 1\n0 1\n"); /* arcs as they stand there */
    static const uint32_t arc_start[] = {0, 1, 1, 3}, arc_column[] = {1, 0, 1};
    assert_int_equal(graph.rows, 3);
    assert_memory_equal(graph.row_start, arc_start, sizeof arc_start);
    assert_memory_equal(graph.column, arc_column, sizeof arc_column);
    rs_graph_free(&graph);
}

/* expected.txt lists FILE:LINE: message, one file a line, without the folder. */
static void test_bad_files(void **state)
{
    (void)state;
    char path[512], expected[1200], row[600];
    snprintf(path, sizeof path, "%s/expected.txt", bad_files);
    FILE *list = fopen(path, "r");
    if (list == NULL) {
        fail_msg("cannot open %s (to be run from the repository's root)", path);
    }
    int files = 0;
    while (fgets(row, sizeof row, list) != NULL) {
        rs_graph graph;
        rs_error error = {""};
        row[strcspn(row, "\n")] = '\0';
        snprintf(path, sizeof path, "%s/%.*s", bad_files, (int)strcspn(row, ":"), row);
        snprintf(expected, sizeof expected, "%s/%s", bad_files, row);
        assert_false(rs_graph_read(&graph, path, &error));
        assert_string_equal(error.text, expected);
        rs_graph_free(&graph);
        files++;
    }
    fclose(list);
    assert_true(files >= 50);
    rs_graph graph;
    rs_error error = {""};
    assert_false(rs_graph_read(&graph, "no such file", &error));
    assert_non_null(strstr(error.text, "no such file:1: found no readable file"));
}

/* Cut and garbled files: an error that names a line of the file, or a consistent graph; never a crash. */
static void test_garbled_files(void **state)
{
    (void)state;
    static const char *const good[] = {
        "% c\n6 6 1\n2 5 6 1\n1 5 3 2\n2 2 4 9 6 3\n3 9 5 1\n4 1\n1 1 3 3\n",
        "%%MatrixMarket matrix coordinate real symmetric\n%\n4 4 5\n1 1 1.5\n2 1 -2e3\n3 2 1\n4 4 0.5\n4 1 12\n",
    };
    static const char letters[] = "0123456789 \n%-.exX\t\r";
    uint64_t random = 5;
    uint32_t accepted = 0, refused = 0;
    for (uint32_t round = 0; round < 4000; round++) {
        char text[256];
        const char *from = good[round % 2];
        size_t size = strlen(from);
        memcpy(text, from, size);
        if (round < 2 * size) {
            size = round / 2 < size ? round / 2 : size;
        } else {
            for (uint32_t i = 1 + rs_random_below(&random, 3); i > 0; i--) {
                const uint32_t letter = rs_random_below(&random, 40);
                text[rs_random_below(&random, (uint32_t)size)] = letter < 20 ? letters[letter] : (char)rs_splitmix64(&random);
            }
        }
        rs_graph graph;
        rs_error error = {""};
        if (read_text(&graph, text, size, &error)) {
            accepted++;
            assert_int_equal(graph.row_start[graph.rows], graph.entries);
            for (uint32_t i = 0; i < graph.entries; i++) {
                assert_true(graph.column[i] < graph.columns);
            }
        } else {
            refused++;
            const char *place = strstr(error.text, ".scratch:");
            assert_non_null(place);
            const long line = strtol(place + strlen(".scratch:"), NULL, 10);
            assert_true(line >= 1 && line <= 12);
            assert_non_null(strstr(error.text, ": found "));
            assert_non_null(strstr(error.text, ", expected "));
            assert_null(strchr(error.text, '\n'));
        }
        rs_graph_free(&graph);
    }
    assert_true(accepted > 20 && refused > 1000);
}

int main(int argc, char **argv)
{
    (void)argc;
    name_scratch(argv[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_splitmix64),
        cmocka_unit_test(test_metis),
        cmocka_unit_test(test_matrix_market),
        cmocka_unit_test(test_gzip),
        cmocka_unit_test(test_snap),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_garbled_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
