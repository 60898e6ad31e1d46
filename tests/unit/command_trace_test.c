/* The command stream read back from DRAMsim3's form is the one on the pins, and the timeline draws what it holds. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/simulation.h"
#include "observe/command_trace.h"
#include "observe/timeline.h"
#include "workload/patterns.h"

enum { MOST = 60000, FROM = 2500, CYCLES = 300, CHANNEL = 1 };

typedef struct seen {
    uint64_t cycle;
    uint32_t channel;
    rs_dram_pins pins;
} seen;

typedef struct recording {
    const rs_config *config;
    rs_command_trace trace;
    rs_timeline *timeline;
    uint32_t count;
    seen commands[MOST];
} recording;

static recording recorded;

static bool observe(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    recording *r = (recording *)user;
    (void)inputs;
    rs_command_trace_observe(&r->trace, cycle, outputs);
    rs_timeline_observe(r->timeline, cycle, outputs);
    for (uint32_t i = 0; i < r->config->channels && r->count < MOST; i++) {
        if (outputs->dram[i].command != RS_DRAM_NOP) {
            const seen command = {cycle, i, outputs->dram[i]};
            r->commands[r->count++] = command;
        }
    }
    return true;
}

/* Runs a pattern with stores on `machine` of `file`; the commands go to the file returned, at its start. */
static FILE *record(rs_config *config, const char *file, const char *setting)
{
    rs_error error = {""};
    const rs_pattern pattern = {RS_PATTERN_RAND2, 3000, 300, 0, 4};
    rs_simulation_options options = rs_simulation_options_default();
    FILE *stream = tmpfile();
    assert_non_null(stream);
    rs_config_default(config);
    if ((file != NULL && !rs_config_read(config, file, &error)) ||
        !rs_config_set(config, "T_REFI", setting, &error) || !rs_config_finish(config, &error)) {
        fail_msg("%s", error.text);
    }
    memset(&recorded, 0, sizeof recorded);
    recorded.config = config;
    rs_command_trace_init(&recorded.trace, config, stream);
    recorded.timeline = rs_timeline_create(config, CHANNEL, FROM, CYCLES, &error);
    assert_non_null(recorded.timeline);
    options.observe = observe;
    options.observe_user = &recorded;
    options.observe_idle = false;
    rs_trace *trace = rs_pattern_trace(config, &pattern, &error);
    assert_non_null(trace);
    rs_simulation *simulation = rs_simulation_create_trace(config, trace, &options, &error);
    assert_non_null(simulation);
    assert_int_equal(rs_simulation_run(simulation, 0), RS_SIMULATION_DONE);
    rs_simulation_destroy(simulation);
    rs_trace_destroy(trace);
    assert_true(recorded.count > 5000 && recorded.count < MOST);
    rewind(stream);
    return stream;
}

/* One line against the pins; open_row of the channel and bank is kept up. */
static void check_line(const char *line, const seen *expected, uint32_t groups, uint32_t open_row[RS_MAX_CHANNELS][RS_MAX_BANKS])
{
    static const char *const names[] = {"", "activate", "precharge", "read", "write", "refresh"};
    char name[24], rest;
    uint64_t cycle;
    uint32_t channel, rank, group, bank, row, column;
    assert_int_equal(sscanf(line, "%" SCNu64 " %20s %u %u %u %u 0x%x 0x%x %c", &cycle, name, &channel, &rank, &group, &bank, &row,
                            &column, &rest), 8);
    const rs_dram_pins *pins = &expected->pins;
    uint32_t *open = &open_row[channel][pins->bank];
    const bool is_column = pins->command == RS_DRAM_RD || pins->command == RS_DRAM_WR;
    if (pins->command == RS_DRAM_ACT) {
        *open = pins->address;
    }
    assert_int_equal(cycle, expected->cycle);
    assert_string_equal(name, names[pins->command]);
    assert_int_equal(channel, expected->channel);
    assert_int_equal(rank, 0);
    assert_int_equal(column, is_column ? pins->address : 0);
    if (pins->command == RS_DRAM_REF) {
        assert_true(group == 0 && bank == 0 && row == 0);
    } else {
        assert_int_equal(bank * groups + group, pins->bank);
        assert_true(group < groups);
        assert_int_equal(row, *open);
    }
}

static void check_stream(FILE *stream, uint32_t groups)
{
    static uint32_t open_row[RS_MAX_CHANNELS][RS_MAX_BANKS];
    char line[128];
    uint32_t count = 0;
    while (fgets(line, sizeof line, stream) != NULL) {
        assert_true(count < recorded.count);
        check_line(line, &recorded.commands[count++], groups, open_row);
    }
    assert_int_equal(count, recorded.count);
    assert_int_equal(fclose(stream), 0);
}

static uint32_t count_text(const char *text, const char *what)
{
    uint32_t count = 0;
    for (text = strstr(text, what); text != NULL; text = strstr(text + 1, what)) {
        count++;
    }
    return count;
}

/* The picture's command boxes are the window's commands of the channel. */
static void check_picture(void)
{
    char *text = NULL;
    size_t size = 0;
    uint32_t expected = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    rs_timeline_write_svg(recorded.timeline, "a < b & c", file);
    assert_int_equal(fclose(file), 0);
    for (uint32_t i = 0; i < recorded.count; i++) {
        const seen *c = &recorded.commands[i];
        if (c->channel == CHANNEL && c->cycle >= FROM && c->cycle < FROM + CYCLES) {
            char title[64];
            expected++;
            (void)snprintf(title, sizeof title, "cycle %" PRIu64 "</title>", c->cycle);
            assert_non_null(strstr(text, title));
        }
    }
    assert_true(expected > 50);
    assert_int_equal(rs_timeline_commands(recorded.timeline), expected);
    assert_int_equal(count_text(text, "fill=\"white\" stroke=\"#"), expected);
    /* every command has its letters, however long the window is */
    for (const char *box = strstr(text, "fill=\"white\" stroke=\"#"); box != NULL; box = strstr(box + 1, "fill=\"white\" stroke=\"#")) {
        assert_true(strncmp(strchr(box, '>'), "><text ", 7) == 0);
    }
    assert_non_null(strstr(text, "a &#60; b &#38; c</text>"));
    assert_null(strstr(text, "nan"));
    assert_int_equal(count_text(text, "<g>"), count_text(text, "</g>"));
    assert_int_equal(count_text(text, "</svg>"), 1);
    free(text);
    rs_timeline_destroy(recorded.timeline);
}

static void test_default_machine(void **state)
{
    (void)state;
    static rs_config config;
    FILE *stream = record(&config, NULL, "0");
    check_stream(stream, 1);
    check_picture();
}

static void test_bank_groups_and_refresh(void **state)
{
    (void)state;
    static rs_config config;
    FILE *stream = record(&config, "tests/configurations/gddr5.cfg", "900");
    uint32_t refreshes = 0;
    assert_int_equal(config.bank_groups, 4);
    for (uint32_t i = 0; i < recorded.count; i++) {
        refreshes += recorded.commands[i].pins.command == RS_DRAM_REF;
    }
    assert_true(refreshes >= config.channels);
    check_stream(stream, 4);
    check_picture();
}

static void test_a_channel_that_is_not_there(void **state)
{
    (void)state;
    rs_config config;
    rs_error error = {""};
    rs_config_default(&config);
    assert_null(rs_timeline_create(&config, 8, 0, 10, &error));
    assert_non_null(strstr(error.text, "found channel 8, expected 0 to 7"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default_machine),
        cmocka_unit_test(test_bank_groups_and_refresh),
        cmocka_unit_test(test_a_channel_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
