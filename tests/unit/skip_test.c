/* Skipping idle cycles changes nothing: on random machines, patterns and traces, a run that skips and one that does not agree in
 * every event (command, data word, acceptance, flit, each with its cycle), in all results and in the final state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "machine/simulation.h"
#include "workload/patterns.h"

enum { PATTERNS = 60, TRACES = 20 };

typedef struct journal {
    const rs_config *config;
    uint64_t hash, events, cycles_seen;
} journal;

static void note(journal *j, uint64_t cycle, uint64_t what, const void *data, size_t bytes)
{
    uint64_t words[16] = {cycle, what};
    assert_true(bytes <= sizeof words - 16);
    memcpy(words + 2, data, bytes);
    for (size_t i = 0; i < 2 + (bytes + 7) / 8; i++) {
        j->hash = rs_splitmix64_mix(j->hash ^ words[i]) + i;
    }
    j->events++;
}

static void note_flits(journal *j, uint64_t cycle, uint64_t what, uint64_t moved, const rs_flit *flits)
{
    for (; moved != 0; moved &= moved - 1) {
        const uint32_t sm = (uint32_t)__builtin_ctzll(moved);
        const uint64_t header = flits[sm].head ? flits[sm].header : 0;
        note(j, cycle, what << 8 | sm, &header, sizeof header);
        if (!flits[sm].head || j->config->header_wires != 0) {
            note(j, cycle, what << 8 | sm, flits[sm].data, sizeof flits[sm].data);
        }
    }
}

static bool record(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    journal *j = (journal *)user;
    j->cycles_seen++;
    for (uint32_t channel = 0; channel < j->config->channels; channel++) {
        const rs_dram_pins *pins = &outputs->dram[channel];
        const rs_accept *accept = &outputs->accept[channel];
        const uint32_t command[] = {pins->command, pins->bank, pins->address};
        const uint64_t accepted[] = {accept->line, accept->sm, accept->tag, accept->write};
        if (pins->command != RS_DRAM_NOP) {
            note(j, cycle, 1 << 8 | channel, command, sizeof command);
        }
        if (pins->wrdata_en) {
            note(j, cycle, 2 << 8 | channel, pins->wrdata, sizeof pins->wrdata);
        }
        if (accept->valid) {
            note(j, cycle, 3 << 8 | channel, accepted, sizeof accepted);
        }
        if (inputs->dram[channel].rddata_valid) {
            note(j, cycle, 4 << 8 | channel, inputs->dram[channel].rddata, sizeof inputs->dram[channel].rddata);
        }
    }
    note_flits(j, cycle, 5, inputs->request_valid.word[0] & outputs->request_ready.word[0], inputs->request);
    note_flits(j, cycle, 6, outputs->reply_valid.word[0] & inputs->reply_ready.word[0], outputs->reply);
    return true;
}

static void set(rs_config *config, const char *key, uint32_t value)
{
    rs_error error = {""};
    char text[16];
    snprintf(text, sizeof text, "%u", value);
    if (!rs_config_set(config, key, text, &error)) {
        fail_msg("%s", error.text);
    }
}

static uint32_t one_of(uint64_t *random, const uint32_t *values, uint32_t count)
{
    return values[rs_random_below(random, count)];
}
#define ONE_OF(random, ...)                                                                                      \
    one_of(random, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void random_machine(rs_config *config, uint64_t *random)
{
    static const char *const maps[] = { /* many rows; 16 rows of 8 columns, so that lines are met again */
        NULL, "dramid@8;0000000000000000000000000000000000000000000000000RRRRBBCCCSSSSSS"};
    const char *map = maps[rs_random_below(random, 2)];
    rs_error error = {""};
    rs_config_default(config);
    set(config, "SMS", ONE_OF(random, 1, 3, 8));
    set(config, "CHANNELS", ONE_OF(random, 1, 2, 4));
    set(config, "VCS", ONE_OF(random, 1, 1, 2, 4));
    set(config, "STATIC_VC", ONE_OF(random, 0, 1));
    set(config, "BANK_READY", ONE_OF(random, 0, 0, 1));
    set(config, "SCHEDULER", ONE_OF(random, 0, 1, 2, 3, 4, 5));
    set(config, "BLISS_STREAK", ONE_OF(random, 1, 4));
    set(config, "BLISS_CLEAR", ONE_OF(random, 50, 700));
    set(config, "LOOKAHEAD", ONE_OF(random, 1, 2, 4));
    set(config, "AGE_CAP", ONE_OF(random, 0, 0, 3));
    set(config, "T_FAW", ONE_OF(random, 0, 60));
    set(config, "T_RCD_WR", ONE_OF(random, 0, 4));
    set(config, "HOLD_POLICY", ONE_OF(random, 0, 1, 2, 3));
    set(config, "HOLD_LIMIT", ONE_OF(random, 1, 4));
    set(config, "WAIT_GUARD", ONE_OF(random, 0, 1));
    set(config, "QUEUE", ONE_OF(random, 8, 32));
    set(config, "REPLY_SLOTS", ONE_OF(random, 2, 16));
    set(config, "CHIPS", ONE_OF(random, 1, 2, 4));
    set(config, "SEED", rs_random_below(random, 1000));
    set(config, "IN_FLIGHT", ONE_OF(random, 1, 2, 64));
    if (config->bank_ready == 0)
        set(config, "SUPERPACKET", ONE_OF(random, 1, 2, 4));
    set(config, "HEADER_WIRES", ONE_OF(random, 0, 1));
    if (config->scheduler <= RS_SCHEDULER_MOST_PENDING && config->chips != 4 && rs_random_below(random, 2) == 0) {
        set(config, "BANK_GROUPS", ONE_OF(random, 2, 4));
        set(config, "T_CCD_L", ONE_OF(random, 3, 5));
        set(config, "T_CCD_L_WR", ONE_OF(random, 0, 5));
        set(config, "T_WTR_L", ONE_OF(random, 0, 9));
        set(config, "PAIR", 1);
        set(config, "GROUP_FIRST", ONE_OF(random, 0, 1));
    }
    if (config->scheduler != RS_SCHEDULER_FIFO && config->scheduler <= RS_SCHEDULER_MOST_PENDING && rs_random_below(random, 3) == 0) {
        set(config, "WRITE_HIGH", ONE_OF(random, 2, 6));
        set(config, "WRITE_LOW", ONE_OF(random, 0, 1));
    }
    if (rs_random_below(random, 3) == 0) {
        set(config, "T_REFI", 700);
        set(config, "T_RFC", 60);
        set(config, "T_RFC_PB", 80); /* FR-FCFS with 4 column commands of 5 cycles */
        if (config->scheduler != RS_SCHEDULER_MOST_PENDING)
            set(config, "REFRESH", ONE_OF(random, 0, 1));
    }
    if ((map != NULL && !rs_config_set(config, "ADDRESS_MAP", map, &error)) || !rs_config_finish(config, &error)) {
        fail_msg("%s", error.text);
    }
}

typedef struct outcome {
    rs_simulation_results results;
    journal events;
} outcome;

/* Whole, or in pieces of `piece` cycles. */
static void run(const rs_config *config, const rs_trace *trace, bool skip, uint64_t piece, outcome *out)
{
    rs_simulation_options options = rs_simulation_options_default();
    rs_error error = {""};
    memset(out, 0, sizeof *out);
    out->events.config = config;
    options.skip_idle = skip;
    options.observe_idle = false;
    options.check_timing = config->seed % 2 == 0; /* the checker's own times must not hide a wrong skip */
    options.observe = record;
    options.observe_user = &out->events;
    rs_simulation *simulation = rs_simulation_create_trace(config, trace, &options, &error);
    if (simulation == NULL) {
        fail_msg("%s", error.text);
    }
    while (rs_simulation_run(simulation, piece) == RS_SIMULATION_RUNNING) {
        rs_simulation_get(simulation, &out->results);
        assert_true(out->results.cycles % piece == 0);
    }
    if (rs_simulation_error(simulation) != NULL) {
        fail_msg("%s", rs_simulation_error(simulation));
    }
    rs_simulation_get(simulation, &out->results);
    rs_simulation_destroy(simulation);
}

static void expect_equal(const outcome *skipping, const outcome *stepping)
{
    assert_int_equal(skipping->results.state, RS_SIMULATION_DONE);
    assert_int_equal(skipping->results.cycles, stepping->results.cycles);
    assert_int_equal(skipping->results.requests, stepping->results.requests);
    assert_int_equal(skipping->events.events, stepping->events.events);
    assert_int_equal(skipping->events.hash, stepping->events.hash);
    assert_memory_equal(&skipping->results.metrics, &stepping->results.metrics, sizeof stepping->results.metrics);
    assert_int_equal(stepping->results.skipped, 0);
    assert_int_equal(stepping->events.cycles_seen, stepping->results.cycles);
    assert_int_equal(skipping->events.cycles_seen + skipping->results.skipped, skipping->results.cycles);
}

static void compare(const rs_config *config, const rs_trace *trace, outcome *skipping)
{
    static outcome other;
    run(config, trace, true, 0, skipping);
    run(config, trace, false, 0, &other);
    expect_equal(skipping, &other);
    run(config, trace, true, 61, &other);
    assert_int_equal(other.events.hash, skipping->events.hash);
    assert_memory_equal(&other.results.metrics, &skipping->results.metrics, sizeof other.results.metrics);
}

static void test_patterns(void **state)
{
    uint64_t random = 20, cycles = 0, skipped = 0;
    (void)state;
    for (uint32_t i = 0; i < PATTERNS; i++) {
        static outcome skipping;
        rs_config config;
        rs_error error = {""};
        rs_pattern pattern;
        random_machine(&config, &random);
        pattern.kind = (enum rs_pattern_kind)rs_random_below(&random, RS_PATTERN_ONEBANK + 1);
        pattern.requests = 50 + rs_random_below(&random, 600);
        pattern.write_per_mille = ONE_OF(&random, 0, 300, 1000);
        pattern.gap = ONE_OF(&random, 0, 3, 50, 1000);
        pattern.seed = rs_splitmix64(&random);
        rs_trace *trace = rs_pattern_trace(&config, &pattern, &error);
        if (trace == NULL) {
            fail_msg("%s", error.text);
        }
        compare(&config, trace, &skipping);
        cycles += skipping.results.cycles;
        skipped += skipping.results.skipped;
        rs_trace_destroy(trace);
    }
    assert_true(skipped * 2 > cycles); /* idle enough for the comparison to mean something */
}

static void test_traces(void **state)
{
    uint64_t random = 21, skipped = 0;
    (void)state;
    for (uint32_t i = 0; i < TRACES; i++) {
        enum { EACH = 60 };
        static rs_trace_request requests[EACH * 8];
        static outcome skipping;
        rs_config config;
        rs_trace trace;
        random_machine(&config, &random);
        memset(&trace, 0, sizeof trace);
        trace.sms = config.sms;
        trace.address_bits = config.map.address_bits;
        trace.request = requests;
        trace.count = EACH * config.sms;
        const uint32_t gap = ONE_OF(&random, 1, 100, 3000);
        for (uint32_t sm = 0; sm < config.sms; sm++) {
            uint64_t cycle = 0;
            trace.first[sm + 1] = EACH * (sm + 1);
            for (uint32_t k = 0; k < EACH; k++) {
                rs_trace_request *request = &requests[EACH * sm + k];
                cycle += rs_random_below(&random, gap);
                request->cycle = cycle;
                request->line = rs_random_below(&random, 1u << (config.map.address_bits - RS_LINE_SHIFT));
                request->write = rs_random_below(&random, 3) == 0;
                trace.writes += request->write;
                trace.reads += !request->write;
            }
        }
        compare(&config, &trace, &skipping);
        skipped += skipping.results.skipped;
    }
    assert_true(skipped > 100000);
}

static uint64_t cycles_to_watchdog(const rs_config *config, const rs_trace *trace, bool skip)
{
    rs_simulation_options options = rs_simulation_options_default();
    rs_simulation_results results;
    rs_error error = {""};
    options.skip_idle = skip;
    options.watchdog_cycles = 300;
    rs_simulation *simulation = rs_simulation_create_trace(config, trace, &options, &error);
    assert_non_null(simulation);
    assert_int_equal(rs_simulation_run(simulation, 0), RS_SIMULATION_FAILED);
    assert_non_null(strstr(rs_simulation_error(simulation), "watchdog"));
    rs_simulation_get(simulation, &results);
    rs_simulation_destroy(simulation);
    return results.cycles;
}

/* A wait longer than the watchdog allows, of a request for a refresh, is found in the same cycle. */
static void test_watchdog(void **state)
{
    rs_config config;
    rs_error error = {""};
    rs_pattern pattern = {RS_PATTERN_RAND1, 80, 0, 1000, 1};
    (void)state;
    rs_config_default(&config);
    set(&config, "SMS", 1);
    set(&config, "T_REFI", 20000);
    set(&config, "T_RFC", 4000);
    assert_true(rs_config_finish(&config, &error));
    rs_trace *trace = rs_pattern_trace(&config, &pattern, &error);
    assert_non_null(trace);
    assert_int_equal(cycles_to_watchdog(&config, trace, true), cycles_to_watchdog(&config, trace, false));
    rs_trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_traces),
        cmocka_unit_test(test_watchdog),
    };
    return cmocka_run_group_tests_name("skip", tests, NULL, NULL);
}
