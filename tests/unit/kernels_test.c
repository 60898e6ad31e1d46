/* Programs: instruction by instruction on tiny inputs, known results, whole example graphs.
 *
 * Run from the repository's root: the folder of the example graphs is asked of tests/graphs.sh.
 */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "graph_text.h"

#include <stdlib.h>

#include "workload/bfs.h"
#include "workload/spmv.h"

static rs_config machine(void)
{
    rs_config config;
    rs_error error = {""};
    rs_config_default(&config);
    if (!rs_config_finish(&config, &error)) {
        fail_msg("%s", error.text);
    }
    return config;
}

/* ---- kernels -------------------------------------------------------------------------------------- */

/* One warp instruction as text: "L 0 4" is a load of lines 0 and 4. */
static void describe(const rs_program *program, uint32_t instruction, char *text, size_t size)
{
    int used = snprintf(text, size, "%c", rs_program_is_write(program, instruction) ? 'S' : 'L');
    for (uint32_t r = rs_program_first_request(program, instruction); r < rs_program_first_request(program, instruction + 1); r++) {
        used += snprintf(text + used, size - (size_t)used, " %u", program->request.item[r]);
    }
}

static void assert_instructions(const rs_program *program, uint32_t first, const char *const *expected, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char text[400];
        describe(program, first + i, text, sizeof text);
        assert_string_equal(text, expected[i]);
    }
}

/* Every instruction of a path of three vertices. Arrays are 256 B apart: lines 0 row_start, 4 column,
 * 8 frontier, 12 updating, 16 visited, 20 cost, 24 over. */
static void test_bfs_instructions(void **state)
{
    (void)state;
    const rs_config config = machine();
    rs_graph graph = graph_of("3 2\n2\n1 3\n2\n");
    rs_error error = {""};
    uint32_t cost[3];
    rs_program *program = rs_bfs_program(&config, &graph, 0, cost, &error);
    assert_non_null(program);
    static const char *const expected[] = {
        "L 8", "S 8", "L 20", "L 0", "L 0", "L 4", "L 16", "S 20", "S 12",                  /* level 0: 0 finds 1 */
        "L 12", "S 8", "S 16", "S 24", "S 12",
        "L 8", "S 8", "L 20", "L 0", "L 0", "L 4", "L 16", "L 4", "L 16", "S 20", "S 12",   /* 1 sees 0, finds 2 */
        "L 12", "S 8", "S 16", "S 24", "S 12",
        "L 8", "S 8", "L 20", "L 0", "L 0", "L 4", "L 16",                                  /* 2 sees 1 */
        "L 12",
    };
    assert_int_equal(rs_program_instructions(program), sizeof expected / sizeof expected[0]);
    assert_instructions(program, 0, expected, rs_program_instructions(program));
    assert_int_equal(rs_program_launches(program), 6);
    assert_int_equal(program->launch.item[6], 6); /* a CTA each, seven of its warps empty */
    assert_int_equal(program->warp.count, 6 * config.cta_warps + 1);
    assert_int_equal(cost[0], 0);
    assert_int_equal(cost[1], 1);
    assert_int_equal(cost[2], 2);
    rs_program_destroy(program);
    rs_graph_free(&graph);
}

/* A grid's distances are known: |x| + |y| from a corner. An extra vertex is out of reach. */
static void test_bfs_grid(void **state)
{
    (void)state;
    enum { WIDTH = 37, HEIGHT = 29, VERTICES = WIDTH * HEIGHT + 1 };
    const rs_config config = machine();
    static char text[VERTICES * 40];
    size_t used = (size_t)sprintf(text, "%d %d\n", VERTICES, (WIDTH - 1) * HEIGHT + WIDTH * (HEIGHT - 1));
    for (int v = 0; v < WIDTH * HEIGHT; v++) {
        const int x = v % WIDTH, y = v / WIDTH;
        used += x > 0 ? (size_t)sprintf(text + used, "%d ", v) : 0;
        used += x < WIDTH - 1 ? (size_t)sprintf(text + used, "%d ", v + 2) : 0;
        used += y > 0 ? (size_t)sprintf(text + used, "%d ", v + 1 - WIDTH) : 0;
        used += y < HEIGHT - 1 ? (size_t)sprintf(text + used, "%d ", v + 1 + WIDTH) : 0;
        used += (size_t)sprintf(text + used, "\n");
    }
    sprintf(text + used, "\n");
    rs_graph graph = graph_of(text);
    rs_error error = {""};
    static uint32_t cost[VERTICES];
    rs_program *program = rs_bfs_program(&config, &graph, 0, cost, &error);
    assert_non_null(program);
    for (uint32_t v = 0; v < WIDTH * HEIGHT; v++) {
        assert_int_equal(cost[v], v % WIDTH + v / WIDTH);
    }
    assert_true(cost[VERTICES - 1] == RS_BFS_UNREACHED);
    assert_int_equal(rs_program_launches(program), 2 * (WIDTH + HEIGHT - 1));
    assert_int_equal(program->read_requests + program->write_requests, program->request.count);
    /* Exact: frontier and updating of all, every level; four accesses of each frontier vertex; column and visited
     * of each arc; in a grid each edge finds its far end once, two stores; four stores of update for each vertex found. */
    const uint64_t reached = WIDTH * HEIGHT;
    assert_int_equal(program->lane_accesses, (uint64_t)rs_program_launches(program) * VERTICES + 4 * reached +
                                                 2 * (uint64_t)graph.entries + graph.entries + 4 * (reached - 1));
    rs_program_destroy(program);
    assert_null(rs_bfs_program(&config, &graph, VERTICES, NULL, &error));
    assert_string_equal(error.text, "bfs: found source vertex 1075, expected 1 to 1074");
    rs_graph_free(&graph);
}

/* Lines: 0 row_start, 4 column, 8 value, 12 x, 16 y. */
static void test_spmv(void **state)
{
    (void)state;
    const rs_config config = machine();
    rs_graph matrix = graph_of("%%MatrixMarket matrix coordinate real general\n3 40 4\n1 1 2\n1 40 3\n3 20 -1\n3 2 8\n");
    rs_error error = {""};
    float x[40], y[3];
    for (int i = 0; i < 40; i++) {
        x[i] = (float)(i + 1);
    }
    rs_program *program = rs_spmv_program(&config, &matrix, x, y, &error);
    assert_non_null(program);
    assert_true(y[0] == 2.0f + 120.0f && y[1] == 0.0f && y[2] == -20.0f + 16.0f);
    static const char *const expected[] = {
        "L 0", "L 0", "L 4", "L 8", "L 12 13" /* x[0], x[19] */, "L 4", "L 8", "L 14 12" /* x[39], x[1] */, "S 16",
    };
    assert_int_equal(rs_program_instructions(program), sizeof expected / sizeof expected[0]);
    assert_instructions(program, 0, expected, rs_program_instructions(program));
    assert_int_equal(program->lane_accesses, 3 * 2 + 4 * 3 + 3);
    rs_program_destroy(program);
    assert_null(rs_bfs_program(&config, &matrix, 0, NULL, &error));
    assert_string_equal(error.text, "bfs: found 3 rows and 40 columns, expected a square matrix");
    rs_graph_free(&matrix);
}

static void test_address_space(void **state)
{
    (void)state;
    rs_config config = machine();
    rs_graph graph = graph_of("3 2\n2\n1 3\n2\n");
    rs_error error = {""};
    config.map.address_bits = 10;
    assert_null(rs_bfs_program(&config, &graph, 0, NULL, &error));
    assert_string_equal(error.text, "array visited: found 12 bytes from address 1024 on, expected to end within the 1024 bytes of the address map");
    assert_null(rs_spmv_program(&config, &graph, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "array y: "));
    rs_graph_free(&graph);
}

/* The graphs of libmetis-doc, whole; skipped where the package is missing. */
static void test_example_graphs(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t vertices, arcs;
    } graphs[] = {{"4elt", 7434, 86062}, {"copter2", 55476, 704476}, {"mdual", 258569, 1026264}};
    const rs_config config = machine();
    char folder[300] = "";
    FILE *answer = popen("sh tests/graphs.sh", "r");
    assert_non_null(answer);
    if (fgets(folder, sizeof folder, answer) == NULL) {
        pclose(answer);
        skip();
    }
    pclose(answer);
    folder[strcspn(folder, "\n")] = '\0';
    for (size_t i = 0; i < sizeof graphs / sizeof graphs[0]; i++) {
        char path[400];
        rs_graph graph;
        rs_error error = {""};
        snprintf(path, sizeof path, "%s/%s.graph", folder, graphs[i].name);
        if (!rs_graph_read(&graph, path, &error)) {
            fail_msg("%s", error.text);
        }
        assert_int_equal(graph.rows, graphs[i].vertices);
        assert_int_equal(graph.entries, graphs[i].arcs);
        rs_program *bfs = rs_bfs_program(&config, &graph, 0, NULL, &error);
        rs_program *spmv = rs_spmv_program(&config, &graph, NULL, NULL, &error);
        if (bfs == NULL || spmv == NULL) {
            fail_msg("%s: %s", graphs[i].name, error.text);
        }
        /* Every element is read once: column, value and x of each entry, two bounds and y of each row. */
        assert_int_equal(spmv->lane_accesses, 3 * (uint64_t)graph.entries + 3 * (uint64_t)graph.rows);
        assert_true(rs_program_footprint(bfs) < 100000000 && rs_program_footprint(spmv) < 100000000);
        rs_program_destroy(bfs);
        rs_program_destroy(spmv);
        rs_graph_free(&graph);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    name_scratch(argv[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bfs_instructions),
        cmocka_unit_test(test_bfs_grid),
        cmocka_unit_test(test_spmv),
        cmocka_unit_test(test_address_space),
        cmocka_unit_test(test_example_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
