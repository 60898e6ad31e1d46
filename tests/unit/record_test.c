/* Records of runs: CSV there and back, relations to FR-FCFS, result files that are whole or not there. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/input_name.h"
#include "cli/output_file.h"
#include "cli/record.h"
#include "common/json.h"

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    (void)strcpy(folder, "/tmp/record_test_XXXXXX");
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static size_t files_in_folder(void)
{
    DIR *directory = opendir(folder);
    size_t count = 0;

    assert_non_null(directory);
    while (readdir(directory) != NULL)
        count++;
    assert_int_equal(closedir(directory), 0);
    return count - 2; /* . and .. */
}

static rs_record example(const char *machine, const char *graph, uint64_t seed, uint64_t cycles)
{
    rs_record record;

    rs_record_clear(&record);
    (void)strcpy(record.machine, machine);
    (void)strcpy(record.workload, "bfs");
    (void)strcpy(record.graph, graph);
    record.seed = seed;
    record.cycles = cycles;
    record.breakers = cycles / 10;
    record.latency_p99 = UINT64_MAX;
    record.row_locality_pre = 4;
    record.row_locality_post = 1 + 100.0 / (double)cycles;
    record.dram_efficiency = 1.0 / 3;
    record.latency_mean = 2.5e-7 * (double)cycles;
    record.camat_sms = (rs_record_list){3, {2.5, (double)NAN, 4}};
    return record;
}

static void csv_there_and_back(void **state)
{
    rs_record written[3] = {example("FIFO", "plain", 1, 100), example("BFIFO+HMHG4/L8/G", "a,b \"c\"", 2, 200),
                            example("FR-FCFS", "", 3, 300)};
    rs_record *read = NULL;
    size_t count = 0;
    rs_output_file output;
    rs_error error;
    char path[96];
    const char *const paths[] = {path};

    (void)state;
    written[2].camat_sms.count = 0;
    (void)snprintf(path, sizeof(path), "%s/x.csv", folder);
    for (int twice = 0; twice < 2; twice++) { /* the second replaces the first */
        assert_true(rs_outputs_open(&output, paths, 1, NULL, 0, &error));
        rs_records_write_csv(output.file, written, 3);
        assert_true(rs_outputs_commit(&output, 1, &error));
        assert_int_equal(files_in_folder(), 1);
    }
    assert_true(rs_records_read_csv(path, &read, &count, &error));
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(read[i].machine, written[i].machine);
        assert_string_equal(read[i].graph, written[i].graph);
        assert_int_equal(read[i].seed, written[i].seed);
        assert_int_equal(read[i].cycles, written[i].cycles);
        assert_true(read[i].latency_p99 == UINT64_MAX);
        assert_true(fabs(read[i].dram_efficiency - 1.0 / 3) < 1e-9);
        assert_true(isnan(read[i].cycles_relative));
        assert_int_equal(read[i].camat_sms.count, i == 2 ? 0 : 3);
        if (i != 2) {
            assert_true(read[i].camat_sms.value[0] == 2.5 && read[i].camat_sms.value[2] == 4);
            assert_true(isnan(read[i].camat_sms.value[1]));
        }
    }
    free(read);
    assert_int_equal(unlink(path), 0);
}

static void json_has_a_value_of_each_sm(void **state)
{
    rs_record written[2] = {example("FIFO", "a", 1, 100), example("FIFO", "b", 1, 100)};
    char text[16384] = "";
    FILE *file = fmemopen(text, sizeof(text), "w");

    (void)state;
    written[1].camat_sms.count = 0;
    assert_non_null(file);
    rs_records_write_json(file, written, 2);
    assert_int_equal(fclose(file), 0);
    assert_non_null(strstr(text, "\"camat_sms\": [2.5, null, 4],"));
    assert_non_null(strstr(text, "\"camat_sms\": [],"));
}

static void bad_csv_names_its_line(void **state)
{
    rs_record written = example("FIFO", "g", 1, 100);
    char too_many[2 * RS_MAX_SMS + 2] = "";
    const struct {
        const char *from, *to, *message;
    } bad[] = {
        {"machine,", "maschine,", ":1: found 'maschine' in column 2, expected the header machine"},
        {"23,FIFO", "7,FIFO", ":2: found '7' in column 1, expected a value of schema_version 23"},
        {",100,", ",-100,", ":2: found '-100' in column 143, expected a value of cycles"},
        {",100,", ",1e3,", ":2: found '1e3' in column 143, expected a value of cycles"},
        {"0.333333333", "0.3x", ":2: found '0.3x' in column 147, expected a value of dram_efficiency"},
        {"2.5;", "2.5x;", ":2: found '2.5x;;4' in column 182, expected a value of camat_sms"},
        {"2.5;;4", too_many, ":2: found '1;1;1"},
        {"FIFO,bfs,0,g,,", "FIFO,bfs\n", ":2: found 3 columns"},
        {"FIFO,bfs,0,g,,", "FIFO,bfs,0,\"g,,", ":2: found a quotation mark without its second one"},
    };
    char path[96], text[16384] = "", message[256];

    (void)state;
    for (size_t i = 0; i < RS_MAX_SMS; i++)
        memcpy(too_many + 2 * i, "1;", 2);
    too_many[2 * RS_MAX_SMS] = '1';
    (void)snprintf(path, sizeof(path), "%s/x.csv", folder);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        rs_record *read = NULL;
        size_t count = 0;
        rs_error error;
        const char *place;
        FILE *file = fmemopen(text, sizeof(text), "w");

        assert_non_null(file);
        rs_records_write_csv(file, &written, 1);
        assert_int_equal(fclose(file), 0);
        place = strstr(text, bad[i].from);
        assert_non_null(place);
        file = fopen(path, "w");
        assert_non_null(file);
        (void)fprintf(file, "%.*s%s%s", (int)(place - text), text, bad[i].to, place + strlen(bad[i].from));
        assert_int_equal(fclose(file), 0);
        assert_false(rs_records_read_csv(path, &read, &count, &error));
        (void)snprintf(message, sizeof(message), "%s%s", path, bad[i].message);
        if (strncmp(error.text, message, strlen(message)) != 0)
            fail_msg("found '%s', expected '%s'", error.text, message);
        free(read);
    }
    assert_int_equal(unlink(path), 0);
}

static void relations_use_the_same_block_seed_and_size(void **state)
{
    rs_record records[] = {example("FR-FCFS", "a", 1, 100), example("FR-FCFS", "a", 2, 200),
                           example("FR-FCFS", "b", 1, 400), example("BFIFO", "a", 1, 150),
                           example("BFIFO", "a", 2, 150),   example("BFIFO", "b", 1, 200),
                           example("BFIFO", "b", 2, 200),   example("BFIFO", "a", 1, 300),
                           example("FR-FCFS", "a", 1, 600), example("BFIFO", "a", 1, 70),
                           example("BFIFO", "a", 1, 70)};

    (void)state;
    records[0].row_locality_pre = 8;
    records[7].queue = records[8].queue = 8;
    records[9].whole = 1;
    records[10].stopped = 70;
    rs_records_relate(records, 11);
    assert_true(records[7].cycles_relative == 0.5); /* to the run of its own size */
    assert_true(records[8].cycles_relative == 1.0);
    assert_true(records[0].cycles_relative == 1.0);
    assert_true(records[3].cycles_relative == 1.5);
    assert_true(records[4].cycles_relative == 0.75);
    assert_true(records[5].cycles_relative == 0.5);
    assert_true(isnan(records[6].cycles_relative));
    assert_true(isnan(records[9].cycles_relative) && isnan(records[10].cycles_relative));
    assert_true(records[3].breakers_relative == 1.5);
    /* kept: own post over the reference's pre */
    assert_true(fabs(records[3].row_locality_kept - records[3].row_locality_post / 8) < 1e-12);
}

/* Inputs, every key of the configuration and nothing else part the rows; the seed does not. */
static void what_differs_is_another_row(void **state)
{
    rs_record records[] = {example("BFIFO", "a", 1, 100), example("BFIFO", "a", 2, 110), example("BFIFO", "a", 1, 120),
                           example("BFIFO", "a", 1, 130), example("BFIFO", "a", 1, 140), example("BFIFO", "a", 1, 150)};
    char text[200];

    (void)state;
    (void)strcpy(records[2].input_hash, "00000000000000ff");
    records[3].t_rc = 60;
    records[4].source = 7;
    records[5].hash_bits = 5;
    rs_records_relate(records, 6);
    assert_true(records[1].block == 0 && records[1].row == 0);
    for (size_t i = 2; i < 5; i++)
        assert_true(records[i].block == i && records[i].row == i);
    assert_true(records[5].block == 0 && records[5].row == 5);
    rs_records_differences(records, 6, &records[0], false, text, sizeof(text));
    assert_string_equal(text, ", input hash , source 0, T_RC 0");
    rs_records_differences(records, 6, &records[4], false, text, sizeof(text));
    assert_string_equal(text, ", input hash , source 7, T_RC 0");
    rs_records_differences(records, 6, &records[5], true, text, sizeof(text));
    assert_string_equal(text, ", HASH_BITS 5");
    rs_records_differences(records, 6, &records[3], true, text, sizeof(text));
    assert_string_equal(text, "");
}

static void the_same_run_twice_is_one(void **state)
{
    rs_record records[] = {example("BFIFO", "a", 1, 100), example("BFIFO", "a", 2, 110), example("BFIFO", "a", 1, 100),
                           example("BFIFO", "a", 1, 60)};
    size_t count = 4;
    rs_error error;

    (void)state;
    records[2].lockstep_cycles = 100; /* compared with the RTL: this one stays */
    records[2].seconds = 9;
    records[2].cycles_relative = 1;
    records[3].mismatches = 1; /* the RTL differed: not the same */
    assert_true(rs_records_merge(records, &count, &error));
    assert_int_equal(count, 3);
    assert_int_equal(records[0].lockstep_cycles, 100);
    assert_int_equal(records[1].seed, 2);
    assert_int_equal(records[2].mismatches, 1);
    records[1] = records[0];
    records[1].breakers++;
    count = 2;
    assert_false(rs_records_merge(records, &count, &error));
    assert_non_null(strstr(error.text, "found the run bfs a BFIFO, seed 1, twice with two results (breakers), expected one"));
}

/* No line of the table has more than 120 columns, whatever stands in it. */
static void table_fits_120_columns(void **state)
{
    rs_record records[3] = {example("MOST-PENDING.64+HMHG16/L255/G/A255", "g", 1, 99999999999), example("FR-FCFS", "g", 1, 400),
                            example("BFIFO+HG", "g", 1, 100)};
    char text[16384] = "";
    size_t column = 0;
    FILE *file = fmemopen(text, sizeof(text), "w");

    (void)state;
    assert_non_null(file);
    for (size_t i = 0; i < 3; i++) {
        records[i].whole = records[i].l1_cache = 1;
        records[i].stopped = records[i].lockstep_cycles = 99999999999;
        records[i].camat_mean = records[i].camat_all = 1234.5;
        records[i].camat_least = records[i].camat_most = records[i].camat_pure_miss_penalty = 12345.6;
        records[i].breakers = 123456789;
        records[i].latency_p99 = 1234567;
        records[i].trace_latency_mean = records[i].trace_latency_p99 = records[i].trace_latency_max = 1e9;
    }
    records[2].t_rc = records[2].t_ras = records[2].queue = records[2].t_rcd = records[2].t_rp = records[2].e_act = 4294967295;
    records[2].mismatches = 1;
    rs_records_relate(records, 3);
    rs_records_print_table(file, records, 3);
    assert_int_equal(fclose(file), 0);
    for (const char *c = text; *c != '\0'; c++) {
        column = *c == '\n' ? 0 : column + 1;
        if (column > 120)
            fail_msg("found a line with '%.*s', expected at most 120 columns", 30, c - 29);
    }
    assert_non_null(strstr(text, "DIFFERS"));
    assert_non_null(strstr(text, "T_RC 4294967295"));
}

static void abandoned_result_leaves_nothing(void **state)
{
    rs_output_file outputs[2];
    rs_error error;
    char path[96];
    const char *paths[] = {path, NULL};

    (void)state;
    (void)snprintf(path, sizeof(path), "%s/nosuch/x.csv", folder);
    assert_false(rs_outputs_open(outputs, paths, 2, NULL, 0, &error));
    assert_non_null(strstr(error.text, "found an unwritable place"));
    paths[0] = "/dev/full";
    assert_true(rs_outputs_open(outputs, paths, 2, NULL, 0, &error));
    (void)fprintf(outputs[0].file, "x\n");
    assert_false(rs_outputs_commit(outputs, 2, &error));
    assert_non_null(strstr(error.text, "/dev/full: found a failed write"));
    /* a folder in the place of the target: the rename fails, the temporary goes */
    paths[0] = path;
    (void)snprintf(path, sizeof(path), "%s/target", folder);
    assert_true(rs_outputs_open(outputs, paths, 2, NULL, 0, &error));
    (void)fprintf(outputs[0].file, "x\n");
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(rs_outputs_commit(outputs, 2, &error));
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(files_in_folder(), 0);
}

static void assert_content(const char *path, const char *expected)
{
    char text[32] = "";
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    (void)!fgets(text, sizeof(text), file);
    assert_int_equal(fclose(file), 0);
    assert_string_equal(text, expected);
}

/* A symbolic link stays one, and what it leads to is replaced; two names of one file are one file. */
static void links_and_names(void **state)
{
    rs_output_file outputs[2];
    rs_error error;
    struct stat status;
    char file[96], name[96], other[128];
    const char *paths[] = {name, NULL};
    const char *inputs[] = {file};

    (void)state;
    (void)snprintf(file, sizeof(file), "%s/file", folder);
    (void)snprintf(name, sizeof(name), "%s/link", folder);
    (void)snprintf(other, sizeof(other), "%s/../%s/file", folder, strrchr(folder, '/') + 1);
    assert_int_equal(symlink("file", name), 0);
    for (int twice = 0; twice < 2; twice++) { /* the file is not there, then it is */
        assert_true(rs_outputs_open(outputs, paths, 2, NULL, 0, &error));
        (void)fprintf(outputs[0].file, "result %d", twice);
        assert_true(rs_outputs_commit(outputs, 2, &error));
        assert_int_equal(lstat(name, &status), 0);
        assert_true(S_ISLNK(status.st_mode));
        assert_content(file, twice == 0 ? "result 0" : "result 1");
        if (twice == 0)
            assert_int_equal(chmod(file, 0640), 0);
    }
    assert_int_equal(stat(file, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_false(rs_outputs_open(outputs, paths, 2, inputs, 1, &error));
    assert_non_null(strstr(error.text, "found an output that is an input too"));
    paths[1] = other;
    for (int twice = 0; twice < 2; twice++) {
        assert_false(rs_outputs_open(outputs, paths, 2, NULL, 0, &error));
        assert_non_null(strstr(error.text, "found two outputs of this name"));
        if (twice == 0)
            assert_int_equal(unlink(file), 0);
    }
    paths[0] = paths[1] = "-";
    assert_false(rs_outputs_open(outputs, paths, 2, NULL, 0, &error));
    paths[0] = paths[1] = "/dev/null";
    assert_true(rs_outputs_open(outputs, paths, 2, NULL, 0, &error));
    rs_outputs_discard(outputs, 2);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(files_in_folder(), 0);
}

static void names_of_inputs(void **state)
{
    static const struct {
        const char *path, *name;
    } cases[] = {
        {"a/b.graph", "b"}, {"b.tar.mtx.gz", "b.tar"}, {"x", "x"}, {".hidden", ".hidden"}, {"m\xfc.mtx", "m\xc3\xbc"},
        {"m\xc3\xbc.mtx", "m\xc3\xbc"}, {"two\nlines\t.graph", "two_lines_"}, {"0123456789abcd\xc3\xbc", "0123456789abcd"},
    };
    char name[16], text[200] = "";
    rs_json json = {NULL, 0, {false}, {false}, {false}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        rs_input_name(cases[i].path, name, sizeof(name));
        assert_string_equal(name, cases[i].name);
    }
    json.file = fmemopen(text, sizeof(text), "w");
    assert_non_null(json.file);
    rs_json_object(&json, NULL, false);
    rs_json_text(&json, "m\xfc", "\"\\\n\xc3\xbc\xc3\xed\xa0\x80");
    rs_json_end(&json);
    assert_int_equal(fclose(json.file), 0);
    assert_string_equal(text, "{\"m\\u00fc\": \"\\\"\\\\\\u000a\xc3\xbc\\u00c3\\u00ed\\u00a0\\u0080\"}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_there_and_back),
        cmocka_unit_test(json_has_a_value_of_each_sm),
        cmocka_unit_test(bad_csv_names_its_line),
        cmocka_unit_test(relations_use_the_same_block_seed_and_size),
        cmocka_unit_test(what_differs_is_another_row),
        cmocka_unit_test(the_same_run_twice_is_one),
        cmocka_unit_test(table_fits_120_columns),
        cmocka_unit_test(links_and_names),
        cmocka_unit_test(names_of_inputs),
        cmocka_unit_test(abandoned_result_leaves_nothing),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
