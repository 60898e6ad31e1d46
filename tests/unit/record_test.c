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

#include "cli/output_file.h"
#include "cli/record.h"

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

    (void)state;
    written[2].camat_sms.count = 0;
    (void)snprintf(path, sizeof(path), "%s/x.csv", folder);
    for (int twice = 0; twice < 2; twice++) { /* the second replaces the first */
        assert_true(rs_output_open(&output, path, &error));
        rs_records_write_csv(output.file, written, 3);
        assert_true(rs_output_commit(&output, &error));
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
    char text[8192] = "";
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
    static const struct {
        const char *from, *to, *message;
    } bad[] = {
        {"machine,", "maschine,", ":1: found 'maschine' in column 2, expected the header machine"},
        {"5,FIFO", "9,FIFO", ":2: found '9' in column 1, expected a value of schema_version 5"},
        {",100,", ",-100,", ":2: found '-100' in column 17, expected a value of cycles"},
        {",100,", ",1e3,", ":2: found '1e3' in column 17, expected a value of cycles"},
        {"0.333333333", "0.3x", ":2: found '0.3x' in column 21, expected a value of dram_efficiency"},
        {"2.5;", "2.5x;", ":2: found '2.5x;;4' in column 47, expected a value of camat_sms"},
        {"2.5;;4", "1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;"
                   "1;1;1;1;1;1;1;1;1;1", ":2: found '1;1;1"},
        {"FIFO,bfs,g,1,", "FIFO,bfs\n", ":2: found 3 columns"},
    };
    char path[96], text[8192] = "", message[256];

    (void)state;
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
    (void)strcpy(records[9].sm_memory, "PRT 44, lines of 64 B, no L1");
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

static void abandoned_result_leaves_nothing(void **state)
{
    rs_output_file output;
    rs_error error;
    char path[96];

    (void)state;
    (void)snprintf(path, sizeof(path), "%s/nosuch/x.csv", folder);
    assert_false(rs_output_open(&output, path, &error));
    assert_non_null(strstr(error.text, "found an unwritable place"));
    assert_true(rs_output_open(&output, "/dev/full", &error));
    (void)fprintf(output.file, "x\n");
    assert_false(rs_output_commit(&output, &error));
    assert_non_null(strstr(error.text, "/dev/full: found a failed write"));
    /* a folder in the place of the target: the rename fails, the temporary goes */
    (void)snprintf(path, sizeof(path), "%s/target", folder);
    assert_true(rs_output_open(&output, path, &error));
    (void)fprintf(output.file, "x\n");
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(rs_output_commit(&output, &error));
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(files_in_folder(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_there_and_back),
        cmocka_unit_test(json_has_a_value_of_each_sm),
        cmocka_unit_test(bad_csv_names_its_line),
        cmocka_unit_test(relations_use_the_same_block_seed_and_size),
        cmocka_unit_test(abandoned_result_leaves_nothing),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
