/* Files of acceptances: written and read again, and every kind of line that none may have. */
#define _POSIX_C_SOURCE 200809L
#include "observe/acceptance_trace.h"
#include "scratch_file.h"
#include "test_machine.h"
#include "workload/acceptance_file.h"

/* Eight controllers of four banks with 4096 rows, 28 SMs. */
static rs_config machine(void)
{
    rs_config config;
    rs_config_default(&config);
    return finish_machine(config);
}

/* What is written is what is read; controllers in any order among themselves. */
static void test_file(void **state)
{
    (void)state;
    static const rs_acceptance written[] = {{3, 4095, 7, 3, 27, true}, {3, 0, 0, 0, 0, false}, {9, 17, 7, 1, 4, false}, {1, 5, 2, 2, 1, true}};
    const rs_config config = machine();
    rs_acceptance_reader reader;
    rs_acceptance found;
    rs_error error = {""};
    bool good = false;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        rs_acceptance_write(file, &written[i]);
    }
    assert_int_equal(fclose(file), 0);
    assert_true(rs_acceptance_open(&reader, &config, path, &error));
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        assert_true(rs_acceptance_next(&reader, &found, &good));
        assert_true(found.cycle == written[i].cycle && found.row == written[i].row && found.channel == written[i].channel &&
                    found.bank == written[i].bank && found.sm == written[i].sm && found.write == written[i].write);
    }
    assert_false(rs_acceptance_next(&reader, &found, &good));
    assert_true(good);
    rs_acceptance_close(&reader);
}

static void test_bad_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"", ":1: found the end of the file, expected '<cycle> <channel> <bank> <row> R|W <sm>'"},
        {"\n% nothing\n", ":3: found the end of the file"},
        {"1 0 0 0 R 0\n1 0 0 0 R 0\n", ":2: found cycle 1 of channel 0, expected 2 or more"},
        {"5 0 0 0 R 0\n5 1 0 0 R 0\n4 0 0 0 R 0\n", ":3: found cycle 4 of channel 0, expected 6 or more"},
        {"1 8 0 0 R 0\n", ":1: found '8', expected the channel, 0 to 7"},
        {"1 0 4 0 R 0\n", ":1: found '4', expected the bank, 0 to 3"},
        {"1 0 0 4096 R 0\n", ":1: found '4096', expected the row, 0 to 4095"},
        {"1 0 0 -1 R 0\n", ":1: found '-1', expected the row"},
        {"1 0 0 0 X 0\n", ":1: found 'X', expected R or W"},
        {"1 0 0 0 R 28\n", ":1: found '28', expected the SM, 0 to 27"},
        {"1 0 0 0 R\n", ":1: found the end of the line, expected '<cycle>"},
        {"1 0 0 0 R 0 0\n", ":1: found '0', expected the end of the line"},
        {"2000000000000000 0 0 0 R 0\n", "expected the cycle, 0 to 1000000000000000"},
    };
    const rs_config config = machine();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        rs_acceptance_reader reader;
        rs_acceptance found;
        rs_error error = {""};
        bool good = true;
        write_text(bad[i].text);
        assert_true(rs_acceptance_open(&reader, &config, path, &error));
        while (rs_acceptance_next(&reader, &found, &good)) {
        }
        rs_acceptance_close(&reader);
        assert_false(good);
        if (strstr(error.text, bad[i].message) == NULL) {
            fail_msg("found %s, expected %s", error.text, bad[i].message);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_file, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_bad_files, make_file, remove_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
