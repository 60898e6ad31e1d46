/* Sweeps: lists and their combinations, what makes a point, its file, the database. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/sweep_database.h"
#include "cli/sweep_folder.h"
#include "cli/sweep_plan.h"

static char folder[] = "/tmp/rowstreak_sweep_XXXXXX", file_path[128], database_path[128];

static void write_file(const char *text)
{
    FILE *file = fopen(file_path, "w");

    assert_non_null(file);
    (void)fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void read_sweep(rs_sweep *sweep, const char *text)
{
    rs_error error = {""};

    memset(sweep, 0, sizeof(*sweep));
    write_file(text);
    if (!rs_sweep_read(sweep, file_path, &error) || !rs_sweep_finish(sweep, &error))
        fail_msg("%s", error.text);
}

static const char mixed[] = "# sizes\n"
                            "machine = BFIFO, \"FR-FCFS\" # two\n"
                            "requests = 100,\n"
                            "    200\n"
                            "\n"
                            "SEED = 3..5\n"
                            "[a]\n"
                            "workload = rand1, rand2\n"
                            "[b]\n"
                            "workload = stream\n"
                            "machine = FIFO\n"
                            "ADDRESS_MAP = \"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.CCSSSSSS\"\n";

/* Every combination once, blocks one after the other, with what they share. */
static void combinations_are_all(void **state)
{
    rs_sweep sweep;
    rs_run_request request;
    rs_error error;
    unsigned seen[2][2][2][3], streams = 0;

    (void)state;
    memset(seen, 0, sizeof(seen));
    read_sweep(&sweep, mixed);
    assert_int_equal(rs_sweep_count(&sweep), 2 * 2 * 2 * 3 + 2 * 3);
    for (uint64_t i = 0; i < rs_sweep_count(&sweep); i++) {
        assert_true(rs_sweep_request(&sweep, i, &request, &error));
        if (strcmp(request.workloads[0], "stream") == 0) {
            assert_string_equal(request.machines[0], "FIFO");
            assert_int_equal(request.source.set_count, 2);
            assert_true(i >= 24);
            streams++;
            continue;
        }
        assert_int_equal(request.source.set_count, 1);
        assert_int_equal(strncmp(request.source.sets[0], "SEED=", 5), 0);
        seen[strcmp(request.machines[0], "BFIFO") == 0][request.requests == 100][strcmp(request.workloads[0], "rand1") == 0]
            [request.source.sets[0][5] - '3']++;
    }
    assert_int_equal(streams, 6);
    for (size_t i = 0; i < 24; i++)
        assert_int_equal((&seen[0][0][0][0])[i], 1);
    rs_sweep_free(&sweep);
}

/* A list of the command line stands in place of the file's, in every block. */
static void command_line_replaces(void **state)
{
    rs_sweep sweep;
    rs_run_request request;
    rs_error error;

    (void)state;
    memset(&sweep, 0, sizeof(sweep));
    write_file(mixed);
    assert_true(rs_sweep_give(&sweep, "machine", "MOST-PENDING", &error));
    assert_true(rs_sweep_give_key(&sweep, "QUEUE=8, 16", &error));
    assert_false(rs_sweep_give_key(&sweep, "QUEUE=32", &error)); /* again */
    assert_true(rs_sweep_read(&sweep, file_path, &error) && rs_sweep_finish(&sweep, &error));
    assert_int_equal(rs_sweep_count(&sweep), 2 * (2 * 2 * 3 + 2 * 3));
    for (uint64_t i = 0; i < rs_sweep_count(&sweep); i++) {
        assert_true(rs_sweep_request(&sweep, i, &request, &error));
        assert_string_equal(request.machines[0], "MOST-PENDING");
    }
    rs_sweep_free(&sweep);
}

static void bad_lines_are_named(void **state)
{
    static const struct {
        const char *text;
        unsigned line;
        const char *found;
    } cases[] = {
        {"QUEUE\n", 1, "found 'QUEUE', expected NAME = VALUE"},
        {"\n= 4\n", 2, "found '= 4', expected NAME = VALUE"},
        {"workload = rand1\nQUEUE =\n", 2, "found an empty value of QUEUE"},
        {"QUEUE = 8,,16\n", 1, "found an empty value of QUEUE"},
        {"QUEUE = 8, # more\n", 1, "found an empty value of QUEUE"},
        {"QUEUE = 8, 16,\n\n", 1, "found an empty value of QUEUE"},
        {"QUEUE = 8, 16, 8\n", 1, "found QUEUE '8' twice"},
        {"QUEUE = 8\nQUEUE = 16\n", 2, "found QUEUE again"},
        {"QUEUE = 3\n", 1, "found QUEUE = '3', expected 4 to 64"},
        {"SEED = 5..3\n", 1, "found SEED '5..3', expected FIRST..LAST"},
        {"SEED = 1..999999999\n", 1, "found SEED '1..999999999', expected FIRST..LAST"},
        {"SEED = 1..99999999999999999999999\n", 1, "expected FIRST..LAST"},
        {"SEED = 1...3\n", 1, "found SEED = '1...3'"},
        {"NOSUCH = 1\n", 1, "found unknown key 'NOSUCH'"},
        {"nosuch = 1\n", 1, "found unknown name 'nosuch'"},
        {"csv = a.csv\n", 1, "found unknown name 'csv'"},
        {"machine = BFIFI\n", 1, "found machine 'BFIFI'"},
        {"workload = sort\n", 1, "found workload 'sort'"},
        {"machine = \"BFIFO\n", 1, "a quotation mark without its second one"},
        {"machine = \"BFIFO\" x, FIFO\n", 1, "found 'x, FIFO' behind a quotation mark"},
        {"machine = BF\"IFO\n", 1, "found a quotation mark or a control character"},
        {"wrap = yes\n", 1, "found --wrap 'yes', expected 0 or 1"},
        {"requests = many\n", 1, "found --requests 'many'"},
        {"[\n", 1, "found '[', expected [NAME]"},
        {"[a]\n[a]\n", 2, "again, expected it once"},
        {"[a\n", 1, "found '[a', expected [NAME]"},
        {"SEED = 1..3\nworkload = rand1\n[a]\nSEED = 1\nSEED = 2\n", 5, "found SEED again"},
        {"config = nosuch.cfg\n", 1, "nosuch.cfg"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char place[160];
        rs_sweep sweep;
        rs_error error = {""};

        memset(&sweep, 0, sizeof(sweep));
        write_file(cases[i].text);
        assert_false(rs_sweep_read(&sweep, file_path, &error));
        (void)snprintf(place, sizeof(place), "%s:%u: ", file_path, cases[i].line);
        if (strncmp(error.text, place, strlen(place)) != 0 || strstr(error.text, cases[i].found) == NULL)
            fail_msg("found '%s', expected '%s...%s'", error.text, place, cases[i].found);
        rs_sweep_free(&sweep);
    }
}

/* The key of the only combination of a sweep, which must be a machine. */
static void key_of(const char *text, const char *build, char key[RS_SWEEP_KEY])
{
    static rs_sweep_result result;
    rs_sweep sweep;
    rs_sweep_plan plan;
    rs_run_request request;
    rs_error error = {""};

    read_sweep(&sweep, text);
    assert_true(rs_sweep_plan_init(&plan, &sweep, true, &error));
    if (build != NULL)
        memcpy(plan.build, build, RS_SWEEP_KEY);
    assert_true(rs_sweep_describe(&plan, 0, &request, &result, &error));
    memcpy(key, result.key, RS_SWEEP_KEY);
    rs_sweep_plan_free(&plan);
    rs_sweep_free(&sweep);
}

static void keys_are_of_what_is_run(void **state)
{
    static const char base[] = "workload = rand2\nmachine = BFIFO\n";
    static const char *const same[] = {
        "machine = BFIFO\nworkload = rand2\n",
        "workload = rand2\nSCHEDULER = BFIFO\n",
        "workload = rand2\nSCHEDULER = 1\nQUEUE = 32\nrequests = 200000\n",
        "workload = rand2\nmachine = BFIFO\nshrink = 8\nvectors = 1\nsource = 7\n",
    };
    static const char *const other[] = {
        "workload = rand1\nmachine = BFIFO\n", "workload = rand2\nmachine = FIFO\n", "workload = rand2\nmachine = BFIFO\nSEED = 2\n",
        "workload = rand2\nmachine = BFIFO\nQUEUE = 16\n", "workload = rand2\nmachine = BFIFO\nrequests = 100\n",
        "workload = rand2\nmachine = BFIFO\npattern-seed = 2\n", "workload = rand2\nmachine = BFIFO\nmax-cycles = 1000\n",
        "workload = rand2\nmachine = BFIFO\nreply-stalls = 1\n",
    };
    enum { OTHERS = sizeof(other) / sizeof(other[0]) };
    char key[RS_SWEEP_KEY], found[OTHERS + 1][RS_SWEEP_KEY];

    (void)state;
    key_of(base, NULL, key);
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
        key_of(same[i], NULL, found[0]);
        assert_string_equal(found[0], key);
    }
    memcpy(found[OTHERS], key, sizeof(key));
    for (size_t i = 0; i < OTHERS; i++) {
        key_of(other[i], NULL, found[i]);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(found[i], found[k]);
        assert_string_not_equal(found[i], key);
    }
    key_of(base, "0123456789abcdef", found[0]);
    assert_string_not_equal(found[0], key);
}

/* ---- files and database ------------------------------------------------------------------------------- */

static void make_result(rs_sweep_result *result, const char *key, bool failed)
{
    memset(result, 0, sizeof(*result));
    rs_record_clear(&result->record);
    (void)snprintf(result->key, sizeof(result->key), "%s", key);
    (void)snprintf(result->build, sizeof(result->build), "fedcba9876543210");
    (void)snprintf(result->record.machine, sizeof(result->record.machine), "BFIFO");
    (void)snprintf(result->record.graph, sizeof(result->record.graph), "a, \"b\"");
    result->record.queue = 16;
    result->failed = failed;
    if (failed) {
        rs_error_set(&result->error, "found a, \"b\", expected c");
        return;
    }
    result->record.cycles = 12345;
    result->record.latency_mean = 1.0 / 3;
    result->record.camat_sms.count = 2;
    result->record.camat_sms.value[0] = 2.5;
    result->record.camat_sms.value[1] = 0.125;
    result->record.seconds = 1.5;
}

static void assert_same(const rs_sweep_result *a, const rs_sweep_result *b)
{
    assert_string_equal(a->key, b->key);
    assert_string_equal(a->build, b->build);
    assert_int_equal(a->failed, b->failed);
    assert_string_equal(a->error.text, b->error.text);
    assert_null(rs_record_other_result(&a->record, &b->record));
    assert_string_equal(a->record.machine, b->record.machine);
    assert_string_equal(a->record.graph, b->record.graph);
    assert_int_equal(a->record.queue, b->record.queue);
}

static const char first_key[] = "00000000000000aa", second_key[] = "00000000000000bb";

static void point_file_reads_back(void **state)
{
    static rs_sweep_result result, again;
    char path[RS_SWEEP_PATH];
    rs_error error = {""};

    (void)state;
    for (int failed = 0; failed < 2; failed++) {
        make_result(&result, first_key, failed);
        assert_true(rs_sweep_point_write(folder, &result, &error));
        assert_true(rs_sweep_point_path(path, folder, first_key));
        if (!rs_sweep_point_read(path, &again, &error))
            fail_msg("%s", error.text);
        assert_same(&result, &again);
    }
    assert_int_equal(unlink(path), 0);
    assert_false(rs_sweep_point_write("/nosuch/folder", &result, &error));
    assert_non_null(strstr(error.text, "found a failed write"));
}

/* However much of a point's file is there, less than the whole is refused. */
static void cut_point_file_is_refused(void **state)
{
    static rs_sweep_result result, again;
    static char text[1 << 15];
    char path[RS_SWEEP_PATH];
    rs_error error = {""};
    size_t size;
    FILE *file;

    (void)state;
    make_result(&result, first_key, false);
    assert_true(rs_sweep_point_write(folder, &result, &error) && rs_sweep_point_path(path, folder, first_key));
    file = fopen(path, "r");
    assert_non_null(file);
    size = fread(text, 1, sizeof(text), file);
    (void)fclose(file);
    assert_true(size > 3000 && size < sizeof(text));
    for (size_t length = 0; length < size; length += length + 80 < size ? 61 : 1) {
        file = fopen(path, "w");
        assert_non_null(file);
        (void)fwrite(text, 1, length, file);
        (void)fclose(file);
        if (rs_sweep_point_read(path, &again, &error))
            fail_msg("found %zu of %zu bytes taken", length, size);
        assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
    }
    assert_int_equal(unlink(path), 0);
}

static void put(rs_database *database, const rs_sweep_result *result)
{
    rs_error error = {""};

    if (!rs_database_begin(database, &error) || !rs_database_put(database, result, &error) || !rs_database_commit(database, &error))
        fail_msg("%s", error.text);
}

static void check_state(rs_database *database, const char *key, enum rs_point_state expected)
{
    enum rs_point_state found;
    rs_error error;

    assert_true(rs_database_state(database, key, &found, &error));
    assert_int_equal(found, expected);
}

static void database_keeps_what_is_done(void **state)
{
    static rs_sweep_result done, failed, other;
    rs_database database;
    rs_error error = {""}, reason;

    (void)state;
    make_result(&done, first_key, false);
    make_result(&failed, first_key, true);
    if (!rs_database_open(&database, database_path, true, &error))
        fail_msg("%s", error.text);
    check_state(&database, first_key, RS_POINT_MISSING);
    put(&database, &failed);
    check_state(&database, first_key, RS_POINT_FAILED);
    assert_true(rs_database_error(&database, first_key, &reason, &error));
    assert_string_equal(reason.text, failed.error.text);
    put(&database, &done);
    check_state(&database, first_key, RS_POINT_DONE);
    put(&database, &failed); /* a late failure changes nothing, nor does the same again */
    put(&database, &done);
    check_state(&database, first_key, RS_POINT_DONE);

    other = done;
    other.record.cycles++;
    assert_true(rs_database_begin(&database, &error));
    assert_false(rs_database_put(&database, &other, &error));
    assert_non_null(strstr(error.text, "found point 00000000000000aa with two results (cycles)"));
    rs_database_rollback(&database);

    make_result(&other, second_key, false);
    assert_true(rs_database_begin(&database, &error) && rs_database_put(&database, &other, &error));
    rs_database_rollback(&database); /* nothing of it stays */
    check_state(&database, second_key, RS_POINT_MISSING);
    rs_database_close(&database);

    assert_true(rs_database_open(&database, database_path, false, &error));
    check_state(&database, first_key, RS_POINT_DONE);
    assert_false(rs_database_begin(&database, &error) && rs_database_put(&database, &other, &error)); /* it is for reading */
    rs_database_close(&database);
    assert_int_equal(unlink(database_path), 0);
    assert_false(rs_database_open(&database, database_path, false, &error));
}

/* The same points merged again and again, then a file that says otherwise. */
static void merge_is_idempotent(void **state)
{
    static rs_sweep_result result;
    rs_database database;
    rs_error error = {""};
    rs_sweep_merged merged;

    (void)state;
    assert_true(rs_database_open(&database, database_path, true, &error));
    for (int i = 0; i < 3; i++) {
        const bool keep = i == 1;

        make_result(&result, first_key, false);
        assert_true(rs_sweep_point_write(folder, &result, &error));
        make_result(&result, second_key, true);
        assert_true(rs_sweep_point_write(folder, &result, &error));
        assert_true(rs_sweep_merge(&database, folder, keep, &merged, &error));
        assert_int_equal(merged.points, 2);
        assert_int_equal(merged.failed, 1);
        check_state(&database, first_key, RS_POINT_DONE);
        check_state(&database, second_key, RS_POINT_FAILED);
        assert_true(rs_sweep_point_there(folder, first_key) == keep);
        rs_sweep_folder_remove(folder, false);
        assert_false(rs_sweep_point_there(folder, first_key));
    }
    assert_true(rs_sweep_merge(&database, folder, false, &merged, &error));
    assert_int_equal(merged.points, 0);

    make_result(&result, second_key, false);
    assert_true(rs_sweep_point_write(folder, &result, &error));
    make_result(&result, first_key, false);
    result.record.latency_mean = 2;
    assert_true(rs_sweep_point_write(folder, &result, &error));
    assert_false(rs_sweep_merge(&database, folder, false, &merged, &error));
    assert_non_null(strstr(error.text, "with two results (latency_mean)"));
    check_state(&database, second_key, RS_POINT_FAILED); /* all or nothing */
    rs_database_close(&database);
}

static int set_up(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return 1;
    (void)snprintf(file_path, sizeof(file_path), "%s/a.sweep", folder);
    (void)snprintf(database_path, sizeof(database_path), "%s/a.sqlite", folder);
    return 0;
}

static int tear_down(void **state)
{
    char path[RS_SWEEP_PATH];

    (void)state;
    (void)unlink(file_path);
    (void)unlink(database_path);
    if (rs_sweep_point_path(path, folder, first_key))
        (void)unlink(path);
    if (rs_sweep_point_path(path, folder, second_key))
        (void)unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combinations_are_all),     cmocka_unit_test(command_line_replaces),
        cmocka_unit_test(bad_lines_are_named),      cmocka_unit_test(keys_are_of_what_is_run),
        cmocka_unit_test(point_file_reads_back),
        cmocka_unit_test(cut_point_file_is_refused), cmocka_unit_test(database_keeps_what_is_done),
        cmocka_unit_test(merge_is_idempotent),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
