/* Workloads: coalescer, graph readers (good, bad and garbled files), bfs, spmv, address patterns.
 *
 * Run from the repository's root: the bad files and their messages are in tests/bad_input/graphs, the folder
 * of the example graphs is asked of tests/graphs.sh.
 */
#define _POSIX_C_SOURCE 200809L /* popen */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "workload/bfs.h"
#include "workload/patterns.h"
#include "workload/splitmix64.h"
#include "workload/spmv.h"

static const char bad_files[] = "tests/bad_input/graphs";
static char scratch[512]; /* beside the test's own file, so that its builds may run side by side */

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

static bool read_text(rs_graph *graph, const char *text, size_t size, rs_error *error)
{
    FILE *file = fopen(scratch, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    const bool good = rs_graph_read(graph, scratch, error);
    remove(scratch);
    return good;
}

static rs_graph graph_of(const char *text)
{
    rs_graph graph;
    rs_error error = {""};
    if (!read_text(&graph, text, strlen(text), &error)) {
        fail_msg("%s", error.text);
    }
    return graph;
}

static void assert_row(const rs_graph *graph, uint32_t row, uint32_t count, const uint32_t *column, const float *value)
{
    const uint32_t from = graph->row_start[row];
    assert_int_equal(graph->row_start[row + 1] - from, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(graph->column[from + i], column[i]);
        assert_true(graph->value[from + i] == value[i]);
    }
}

/* ---- random numbers and coalescer ----------------------------------------------------------------- */

static void test_splitmix64(void **state)
{
    (void)state;
    uint64_t random = 0; /* the published sequence of seed 0 */
    assert_true(rs_splitmix64(&random) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(rs_splitmix64(&random) == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(rs_splitmix64(&random) == UINT64_C(0x06c45d188009454f));
}

static void test_coalesce_directed(void **state)
{
    (void)state;
    rs_warp_access access = {.active = UINT32_MAX};
    uint64_t line[RS_WARP_LANES];
    for (uint32_t lane = 0; lane < 32; lane++) {
        access.address[lane] = 0x1000 + 4 * lane;
    }
    assert_int_equal(rs_coalesce(&access, line), 2); /* 128 bytes, aligned */
    assert_int_equal(line[0], 0x40);
    assert_int_equal(line[1], 0x41);
    for (uint32_t lane = 0; lane < 32; lane++) {
        access.address[lane] = 0x1020 + 4 * lane;
    }
    assert_int_equal(rs_coalesce(&access, line), 3); /* 128 bytes from the middle of a line on */
    access.active = 0x80000002;
    assert_int_equal(rs_coalesce(&access, line), 2);
    assert_int_equal(line[0], 0x40); /* lane 1 */
    assert_int_equal(line[1], 0x42); /* lane 31 */
    access.active = 0;
    assert_int_equal(rs_coalesce(&access, line), 0);
    access.active = 7;
    access.address[0] = 0x2000;
    access.address[1] = 0x40;
    access.address[2] = 0x203c;
    assert_int_equal(rs_coalesce(&access, line), 2); /* order of lanes, not of addresses */
    assert_int_equal(line[0], 0x80);
    assert_int_equal(line[1], 1);
}

/* Against a search through the lines found so far. */
static void test_coalesce_random(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int round = 0; round < 2000; round++) {
        rs_warp_access access;
        uint64_t line[RS_WARP_LANES], expected[RS_WARP_LANES];
        uint32_t count = 0;
        access.active = (uint32_t)rs_splitmix64(&random);
        access.write = false;
        const uint32_t spread = 16u << rs_random_below(&random, 8);
        for (uint32_t lane = 0; lane < 32; lane++) {
            access.address[lane] = UINT64_C(0x12345000000) + 4 * rs_random_below(&random, spread);
            uint32_t at = 0;
            while (at < count && expected[at] != access.address[lane] / 64) {
                at++;
            }
            if ((access.active >> lane & 1) && at == count) {
                expected[count++] = access.address[lane] / 64;
            }
        }
        assert_int_equal(rs_coalesce(&access, line), count);
        assert_memory_equal(line, expected, count * sizeof line[0]);
    }
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

/* ---- patterns ------------------------------------------------------------------------------------- */

static rs_program *pattern_of(const rs_config *config, const char *name, uint32_t requests, uint32_t write_per_mille)
{
    rs_pattern pattern = {.requests = requests, .write_per_mille = write_per_mille, .seed = 3};
    rs_error error = {""};
    assert_true(rs_pattern_kind_read(&pattern.kind, name));
    rs_program *program = rs_pattern_program(config, &pattern, &error);
    if (program == NULL) {
        fail_msg("%s", error.text);
    }
    return program;
}

static void test_stream(void **state)
{
    (void)state;
    const rs_config config = machine();
    rs_program *program = pattern_of(&config, "stream", 10000, 0);
    const uint32_t warps = config.sms * config.sm_ctas * config.cta_warps;
    assert_int_equal(program->warp.count, warps + 1);
    assert_int_equal(program->request.count, 6 * 2 * warps); /* 10000 / (2 * 896), rounded up */
    uint8_t *seen = (uint8_t *)calloc(program->request.count, 1);
    for (uint32_t i = 0; i < program->request.count; i++) {
        assert_true(program->request.item[i] < program->request.count);
        assert_int_equal(seen[program->request.item[i]]++, 0);
    }
    free(seen);
    assert_int_equal(program->request.item[0], 0);
    assert_int_equal(program->request.item[2], 2 * warps); /* the first warp's second load */
    assert_int_equal(program->write_requests, 0);
    rs_program_destroy(program);
}

static void test_random_rows(void **state)
{
    (void)state;
    static const char *const names[] = {"rand1", "rand2", "rand3"};
    const rs_config config = machine();
    for (uint32_t lines = 1; lines <= 3; lines++) {
        rs_program *program = pattern_of(&config, names[lines - 1], 90000, 250);
        uint32_t of_bank[32] = {0}, of_column[64] = {0}, high_rows = 0;
        const uint32_t count = rs_program_instructions(program);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t first = rs_program_first_request(program, i);
            assert_int_equal(rs_program_first_request(program, i + 1) - first, lines);
            const rs_location at = rs_address_decode(&config.map, (uint64_t)program->request.item[first] * 64);
            of_bank[at.channel * 4 + at.bank]++;
            high_rows += at.row >= 2048;
            for (uint32_t j = 0; j < lines; j++) {
                const rs_location next = rs_address_decode(&config.map, (uint64_t)program->request.item[first + j] * 64);
                assert_true(next.channel == at.channel && next.bank == at.bank && next.row == at.row);
                of_column[next.column]++;
                for (uint32_t k = 0; k < j; k++) {
                    assert_int_not_equal(program->request.item[first + j], program->request.item[first + k]);
                }
            }
        }
        /* Uniform: the bounds are at least five standard deviations of a count. */
        for (uint32_t i = 0; i < 32; i++) {
            assert_in_range(of_bank[i], count / 32 - count / 128, count / 32 + count / 128);
        }
        for (uint32_t i = 0; i < 64; i++) {
            assert_in_range(of_column[i], lines * count / 64 * 4 / 5, lines * count / 64 * 6 / 5);
        }
        assert_in_range(high_rows, count / 2 - count / 50, count / 2 + count / 50);
        assert_in_range(program->write_requests * 100 / program->request.count, 23, 27);
        rs_program_destroy(program);
    }
}

static void test_one_bank(void **state)
{
    (void)state;
    const rs_config config = machine();
    rs_program *program = pattern_of(&config, "onebank", 8 * 2 * 4096, 0);
    uint8_t *seen = (uint8_t *)calloc(8 * 4096, 1);
    const uint32_t count = rs_program_instructions(program);
    assert_true(count >= 8 * 4096);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *line = program->request.item + rs_program_first_request(program, i);
        const rs_location a = rs_address_decode(&config.map, (uint64_t)line[0] * 64);
        const rs_location b = rs_address_decode(&config.map, (uint64_t)line[1] * 64);
        assert_int_equal(a.bank, 0);
        assert_true(a.channel == b.channel && a.bank == b.bank && a.row == b.row && a.column != b.column);
        seen[a.channel * 4096 + a.row]++;
    }
    for (uint32_t i = 0; i < 8 * 4096; i++) {
        assert_in_range(seen[i], 1, 2); /* the number of pairs is rounded up */
    }
    free(seen);
    rs_program_destroy(program);
}

static void test_pattern_errors(void **state)
{
    (void)state;
    rs_config config = machine();
    rs_pattern pattern = {.kind = RS_PATTERN_RAND3, .requests = 9, .write_per_mille = 1001};
    rs_error error = {""};
    assert_null(rs_pattern_program(&config, &pattern, &error));
    assert_string_equal(error.text, "rand3: found 1001 writes per mille, expected 0 to 1000");
    pattern.write_per_mille = 0;
    pattern.requests = 0;
    assert_null(rs_pattern_program(&config, &pattern, &error));
    assert_non_null(strstr(error.text, "found 0 requests"));
    pattern.requests = 9;
    config.map.column_bits = 1;
    assert_null(rs_pattern_program(&config, &pattern, &error));
    assert_string_equal(error.text, "rand3: found 2 columns a row in the address map, expected at least 3");
    assert_false(rs_pattern_kind_read(&pattern.kind, "rand4"));
}

int main(int argc, char **argv)
{
    (void)argc;
    snprintf(scratch, sizeof scratch, "%.400s.scratch", argv[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_splitmix64),
        cmocka_unit_test(test_coalesce_directed),
        cmocka_unit_test(test_coalesce_random),
        cmocka_unit_test(test_metis),
        cmocka_unit_test(test_matrix_market),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_garbled_files),
        cmocka_unit_test(test_bfs_instructions),
        cmocka_unit_test(test_bfs_grid),
        cmocka_unit_test(test_spmv),
        cmocka_unit_test(test_address_space),
        cmocka_unit_test(test_example_graphs),
        cmocka_unit_test(test_stream),
        cmocka_unit_test(test_random_rows),
        cmocka_unit_test(test_one_bank),
        cmocka_unit_test(test_pattern_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
