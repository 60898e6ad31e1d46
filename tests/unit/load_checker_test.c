/* Load checker: which words it takes and which it refuses, by the order of stores and launches before and after a load. */
#include <string.h>

#include "common/contents.h"
#include "machine/program_issue.h"
#include "observe/load_checker.h"
#include "test_machine.h"

/* Warp 0 of SM 0 and SM 1: what the load of SM 0 brings, after the stores of the script, in the launch. */
typedef struct order {
    const char *script; /* 0, 1: store of that SM; |: end of a launch; L: the load is taken */
    char value;         /* that it brings: n-th store of the script, i: initial, x: nobody's */
    bool allowed;
} order;

static void test_order(void **state)
{
    (void)state;
    static const order orders[] = {
        {"L", 'i', true},     {"L", 'x', false},    {"0L", '0', true},    {"0L", 'i', false},   {"00L", '1', true},
        {"00L", '0', false},  {"1L", '0', true},    {"1L", 'i', true},    {"L1", '0', true},    {"L1", 'i', true},
        {"L0", '0', false},   {"L0", 'i', true},    {"10L", '0', true},   {"10L", '1', true},   {"10L", 'i', false},
        {"0|L", '0', true},   {"0|L", 'i', false},  {"01|L", '0', true},  {"01|L", '1', true},  {"00|L", '0', false},
        {"0|1|L", '0', false}, {"0|1|L", '1', true}, {"0|1L", '0', true},  {"0|1L", '1', true},  {"0|0L", '0', false},
        {"1|0L", '0', false}, {"0||L", '0', true},  {"11L", '0', true},   {"1|11L", 'i', false},
    };
    const rs_config config = sm_machine(2, 1, 1);
    rs_program *program = new_program(&config);
    rs_error error = {""};
    rs_program_launch(program);
    rs_program_warp(program);
    add_words(program, true, 40, 0x3); /* lane 0 writes word 40 */
    add_words(program, false, 40, 0x1);
    assert_true(rs_program_finish(program, &error));
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        rs_load_checker *checker = rs_load_checker_create(&config, program, &error);
        uint32_t values[8], stores = 0, line[RS_LINE_WORDS];
        assert_non_null(checker);
        for (const char *c = orders[i].script; *c != '\0'; c++) {
            if (*c == '|') {
                rs_load_checker_ordered(checker);
            } else if (*c == 'L') {
                rs_load_checker_taken(checker, 0, 0, 1, 100);
            } else {
                const uint32_t sm = (uint32_t)(*c - '0');
                values[stores] = rs_store_word(sm, stores, 0);
                rs_load_checker_taken(checker, sm, 1, 0, stores++);
            }
        }
        rs_dram_initial_line(128, line);
        const uint32_t brought = orders[i].value == 'i' ? line[8] : orders[i].value == 'x' ? ~line[8] : values[orders[i].value - '0'];
        rs_load_checker_words(checker, 0, 0, 1, &brought);
        if ((rs_load_checker_error(checker) == NULL) != orders[i].allowed) {
            fail_msg("%s brings %c: expected it to be %s", orders[i].script, orders[i].value, orders[i].allowed ? "allowed" : "refused");
        }
        rs_load_checker_destroy(checker);
    }
    /* Two SMs stored: what a load has brought is what all loads bring. */
    rs_load_checker *checker = rs_load_checker_create(&config, program, &error);
    const uint32_t first = rs_store_word(0, 0, 0), second = rs_store_word(1, 0, 0);
    rs_load_checker_taken(checker, 0, 1, 0, 0);
    rs_load_checker_taken(checker, 1, 1, 0, 0);
    rs_load_checker_ordered(checker);
    rs_load_checker_taken(checker, 0, 0, 1, 1);
    rs_load_checker_taken(checker, 1, 0, 1, 1);
    rs_load_checker_words(checker, 0, 0, 1, &second);
    assert_null(rs_load_checker_error(checker));
    assert_false(rs_load_checker_holds(checker, 160, first));
    assert_true(rs_load_checker_holds(checker, 160, second));
    rs_load_checker_words(checker, 1, 0, 1, &first);
    assert_non_null(strstr(rs_load_checker_error(checker), "SM 1 lane 0 of instruction 1: word at 0xa0 is 0x"));
    rs_load_checker_destroy(checker);
    rs_program_destroy(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
