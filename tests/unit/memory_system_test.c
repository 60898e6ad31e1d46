/* The memory system (rs_memory in rowstreak.h): beside a simulation of the same requests as a trace, cycle by cycle; its completions;
 * what it refuses. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/splitmix64.h"
#include "machine/simulation.h"
#include "test_machine.h"

enum { REQUESTS = 4000 };

/* What the requests of a run have come to. */
typedef struct host {
    rs_memory *memory;
    bool done[REQUESTS];
    uint64_t address[REQUESTS], asked[REQUESTS];
    uint64_t reads, writes, read_latency, hash;
    bool again; /* in the callback of a read another one is sent */
} host;

static void completed(void *context, const rs_completion *completion)
{
    host *h = (host *)context;
    const size_t i = (size_t)((const bool *)completion->user - h->done);

    assert_true(i < REQUESTS);
    assert_false(h->done[i]);
    h->done[i] = true;
    assert_true(completion->address == h->address[i]);
    assert_true(completion->latency == completion->cycle - h->asked[i]);
    *(completion->write ? &h->writes : &h->reads) += 1;
    h->read_latency += completion->write ? 0 : completion->latency;
    h->hash = rs_splitmix64_mix(h->hash ^ completion->cycle << 16 ^ i) + completion->port;
    if (h->again && i + 1 < REQUESTS && h->asked[i + 1] == 0) {
        h->address[i + 1] = h->address[i] + 64;
        h->asked[i + 1] = rs_memory_cycle(h->memory);
        assert_true(rs_memory_request(h->memory, h->address[i + 1], false, &h->done[i + 1]));
    }
}

/* Lines that come again and again, a third writes, at random cycles, from every SM in turn of no order. */
static rs_trace *make_trace(const rs_config *config, uint64_t random)
{
    uint32_t count[RS_MAX_SMS];
    uint64_t cycle[RS_MAX_SMS] = {0};
    rs_error error = {""};
    rs_trace *trace;

    for (uint32_t sm = 0; sm < config->sms; sm++) {
        count[sm] = REQUESTS / config->sms;
    }
    trace = rs_trace_make(config, count, &error);
    assert_non_null(trace);
    for (uint32_t sm = 0; sm < config->sms; sm++) {
        for (uint32_t i = trace->first[sm]; i < trace->first[sm + 1]; i++) {
            const uint64_t draw = rs_splitmix64(&random);
            cycle[sm] += draw % 5 == 0 ? draw >> 8 & 63 : 0;
            trace->request[i].cycle = cycle[sm];
            trace->request[i].line = (uint32_t)(draw >> 16) & 0x7ff;
            trace->request[i].write = (draw >> 40) % 3 == 0;
        }
    }
    rs_trace_sum(trace);
    return trace;
}

static void compare(const rs_memory *memory, const rs_metrics_results *m)
{
    const struct {
        const char *name;
        double value;
    } expected[] = {
        {"cycles", (double)m->cycles}, {"reads", (double)m->reads}, {"writes", (double)m->writes},
        {"dram_efficiency", m->dram_efficiency}, {"dram_utilization", m->dram_utilization},
        {"row_locality_pre", m->row_locality_pre}, {"row_locality_post", m->row_locality_post},
        {"requests_per_activate", m->requests_per_activate}, {"commands_per_activate", m->commands_per_activate}, {"bank_parallelism", m->bank_parallelism},
        {"queue_occupancy", m->queue_occupancy}, {"row_streaks", (double)m->row_streaks}, {"row_streak_length", m->row_streak_length},
        {"streak_sms", m->streak_sms},
        {"stranded", (double)m->stranded}, {"breakers_other_sm", (double)m->breakers_other_sm},
        {"breakers_other_cta", (double)m->breakers_other_cta}, {"breakers_same_cta", (double)m->breakers_same_cta},
        {"latency_mean", m->latency_mean}, {"latency_median", (double)m->latency_median}, {"latency_p99", (double)m->latency_p99},
        {"latency_max", (double)m->latency_max}, {"wait_mean", m->wait_mean}, {"wait_p99", (double)m->wait_p99},
        {"wait_max", (double)m->wait_max}, {"fairness_jain", m->fairness_jain}, {"fairness_min_max", m->fairness_min_max},
    };
    const size_t count = sizeof expected / sizeof expected[0];
    for (size_t i = 0; i < count; i++) {
        double value = -1;
        assert_string_equal(rs_memory_statistic_name(i), expected[i].name);
        assert_true(rs_memory_statistic(memory, expected[i].name, &value));
        if (value != expected[i].value) {
            fail_msg("%s: found %.17g, expected %.17g", expected[i].name, value, expected[i].value);
        }
    }
    assert_null(rs_memory_statistic_name(count));
    double value = 0;
    assert_false(rs_memory_statistic(memory, "speed", &value));
}

/* The trace's requests, each in its cycle or as soon after it as the port accepts it; up to a cycle. */
static host *replay(const rs_config *config, const rs_trace *trace, uint64_t cycles)
{
    host *h = (host *)calloc(1, sizeof *h);
    uint32_t next[RS_MAX_SMS];
    rs_error error = {""};

    assert_non_null(h);
    h->memory = rs_memory_create(config, completed, h, &error);
    assert_non_null(h->memory);
    memcpy(next, trace->first, sizeof next);
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
        for (uint32_t sm = 0; sm < config->sms; sm++) {
            const uint32_t i = next[sm];
            if (i == trace->first[sm + 1] || trace->request[i].cycle > cycle) {
                continue;
            }
            h->address[i] = ((uint64_t)trace->request[i].line << RS_LINE_SHIFT) + i % 64;
            if (rs_memory_accepts_at(h->memory, sm, h->address[i], trace->request[i].write)) {
                h->asked[i] = cycle;
                assert_true(rs_memory_request_at(h->memory, sm, h->address[i], trace->request[i].write, &h->done[i]));
                assert_false(rs_memory_request_at(h->memory, sm, h->address[i], false, NULL));
                next[sm]++;
            }
        }
        assert_true(rs_memory_cycle(h->memory) == cycle);
        assert_true(rs_memory_tick(h->memory, &error));
    }
    assert_true(rs_memory_outstanding(h->memory) == 0);
    assert_true(h->reads == trace->reads && h->writes == trace->writes);
    return h;
}

static void beside_a_simulation(const char *machine, const char *const *settings)
{
    rs_error error = {""};
    rs_config config;
    rs_simulation_results results;
    const rs_simulation_options options = rs_simulation_options_default();

    rs_config_default(&config);
    assert_true(rs_config_machine(&config, machine, &error));
    for (; *settings != NULL; settings += 2) {
        assert_true(rs_config_set(&config, settings[0], settings[1], &error));
    }
    config = finish_machine(config);
    rs_trace *trace = make_trace(&config, 7);
    rs_simulation *simulation = rs_simulation_create_trace(&config, trace, &options, &error);
    assert_non_null(simulation);
    if (rs_simulation_run(simulation, 0) != RS_SIMULATION_DONE) {
        fail_msg("%s", rs_simulation_error(simulation));
    }
    rs_simulation_get(simulation, &results);
    host *h = replay(&config, trace, results.cycles);
    compare(h->memory, &results.metrics);
    if (config.in_flight >= 64) { /* none waits for its place in flight: both count from the same cycle */
        assert_true((double)h->read_latency / (double)h->reads == results.metrics.latency_mean);
    }
    rs_memory_destroy(h->memory);
    free(h);
    rs_simulation_destroy(simulation);
    rs_trace_destroy(trace);
}

static void equals_a_simulation_of_the_trace(void **state)
{
    static const char *const none[] = {NULL};
    static const char *const few[] = {"SMS", "3", "IN_FLIGHT", "4", "T_REFI", "2000", NULL};
    static const char *const many[] = {"SMS", "70", "IN_FLIGHT", "256", "VCS", "2", NULL};
    static const char *const fixed[] = {"SMS", "20", "VCS", "4", "STATIC_VC", "1", NULL};
    static const char *const cached[] = {"SMS", "16", "L2", "1", "L2_SETS", "4", "L2_WAYS", "2", NULL};

    (void)state;
    beside_a_simulation("BFIFO+HMHG4", none);
    beside_a_simulation("FR-FCFS", few);
    beside_a_simulation("BFIFO.4", many);
    beside_a_simulation("FR-FCFS", fixed);
    beside_a_simulation("FIFO", cached);
}

/* A dependent chain of reads, each sent in the callback of the one before: ticks and advances give the same. */
static void advance_is_many_ticks(void **state)
{
    host *h[2];
    rs_error error = {""};
    uint64_t advances = 0;

    (void)state;
    for (uint32_t skipping = 0; skipping < 2; skipping++) {
        host *one = h[skipping] = (host *)calloc(1, sizeof *one);
        assert_non_null(one);
        one->memory = rs_memory_create_file(NULL, "BFIFO", completed, one, &error);
        assert_non_null(one->memory);
        for (uint32_t i = 0; i < 1000; i++) { /* the first request is not in cycle 0, which is that of none in `asked` */
            assert_true(skipping != 0 && i == 0 ? rs_memory_advance(one->memory, 1000, &error) : skipping != 0 || rs_memory_tick(one->memory, &error));
        }
        assert_true(rs_memory_cycle(one->memory) == 1000);
        one->again = true;
        one->address[0] = 0x12340;
        one->asked[0] = rs_memory_cycle(one->memory);
        assert_true(rs_memory_request(one->memory, one->address[0], false, &one->done[0]));
        while (one->reads < 300) {
            const uint64_t before = one->reads;
            if (skipping == 0) {
                assert_true(rs_memory_tick(one->memory, &error));
            } else {
                assert_true(rs_memory_advance(one->memory, 10000, &error));
                assert_true(one->reads == before + 1);
                advances++;
            }
        }
    }
    assert_true(advances == 300);
    assert_true(rs_memory_cycle(h[0]->memory) == rs_memory_cycle(h[1]->memory));
    assert_true(h[0]->hash == h[1]->hash);
    for (uint32_t i = 0; i < 2; i++) {
        rs_memory_destroy(h[i]->memory);
        free(h[i]);
    }
}

static double statistic(const rs_memory *memory, const char *name)
{
    double value = -1;
    assert_true(rs_memory_statistic(memory, name, &value));
    return value;
}

/* The requests of a run that is reset at a cycle, beside the same run that is not: all completions are the same, and what adds up does. */
static void statistics_begin_anew(void **state)
{
    static const char *const sums[] = {"cycles", "reads", "writes", "stranded", "breakers_other_sm", "breakers_other_cta"};
    enum { SUMS = sizeof sums / sizeof sums[0], TICKS = 6000, LAST = 2000 };
    rs_error error = {""};
    host *h[2];

    (void)state;
    for (uint64_t at = 0; at <= TICKS; at += TICKS / 8) { /* on a fresh machine, in the midst, when all is over */
        double first[SUMS + 1], second[SUMS + 1], whole[SUMS + 1];

        for (uint32_t resetting = 0; resetting < 2; resetting++) {
            host *one = h[resetting] = (host *)calloc(1, sizeof *one);
            uint64_t random = 3;
            uint32_t sent = 0;
            assert_non_null(one);
            one->memory = rs_memory_create_file(NULL, "BFIFO", completed, one, &error);
            assert_non_null(one->memory);
            for (uint64_t cycle = 0; cycle <= TICKS; cycle++) {
                double *values = resetting == 0 ? whole : cycle == at ? first : second;
                if (cycle == TICKS || (resetting != 0 && cycle == at)) {
                    for (size_t i = 0; i < SUMS; i++) {
                        values[i] = statistic(one->memory, sums[i]);
                    }
                    values[SUMS] = statistic(one->memory, "dram_utilization") * values[0];
                }
                if (resetting != 0 && cycle == at) {
                    rs_memory_reset_statistics(one->memory);
                    for (size_t i = 0; rs_memory_statistic_name(i) != NULL; i++) {
                        assert_true(statistic(one->memory, rs_memory_statistic_name(i)) == 0);
                    }
                    memset(second, 0, sizeof second);
                    one->reads = one->read_latency = 0;
                }
                for (uint32_t tries = 0; tries < 3 && sent < LAST; tries++) {
                    one->address[sent] = rs_splitmix64(&random) & 0xfffff;
                    one->asked[sent] = cycle;
                    sent += rs_memory_request(one->memory, one->address[sent], random % 3 == 0, &one->done[sent]);
                }
                if (cycle < TICKS) {
                    assert_true(rs_memory_tick(one->memory, &error));
                }
            }
            assert_true(rs_memory_outstanding(one->memory) == 0);
        }
        assert_true(h[0]->hash == h[1]->hash);
        for (size_t i = 0; i <= SUMS; i++) {
            const double difference = whole[i] - first[i] - second[i];
            if (difference > 1e-6 || difference < -1e-6) {
                fail_msg("reset in cycle %llu, %s: found %g and %g, expected %g in all", (unsigned long long)at, i < SUMS ? sums[i] :
                         "data cycles", first[i], second[i], whole[i]);
            }
        }
        if (h[1]->reads != 0) {
            const double mean = (double)h[1]->read_latency / (double)h[1]->reads;
            const double occupied = statistic(h[1]->memory, "queue_occupancy"), banks = statistic(h[1]->memory, "bank_parallelism");
            assert_true(statistic(h[1]->memory, "latency_mean") == mean);
            assert_true(occupied > 0 && occupied <= 1 && banks > 0 && banks <= rs_memory_config(h[1]->memory)->banks);
            assert_true(statistic(h[1]->memory, "dram_efficiency") > 0 && statistic(h[1]->memory, "dram_efficiency") <= 1);
            assert_true(statistic(h[1]->memory, "fairness_jain") <= 1);
        }
        for (uint32_t i = 0; i < 2; i++) {
            rs_memory_destroy(h[i]->memory);
            free(h[i]);
        }
    }
}

static void addresses_and_ports(void **state)
{
    rs_error error = {""};
    rs_memory *memory = rs_memory_create_file(NULL, NULL, NULL, NULL, &error);
    const uint64_t bytes = UINT64_C(1) << rs_memory_config(memory)->map.address_bits;

    (void)state;
    assert_int_equal(rs_memory_port(memory, 255), 0);
    assert_int_equal(rs_memory_port(memory, 256 * 29), 1);
    assert_int_equal(rs_memory_port(memory, bytes + 256 * 3), 3); /* modulo the DRAM */
    assert_true(rs_memory_request(memory, UINT64_MAX, false, NULL));
    assert_false(rs_memory_accepts_at(memory, 28, 0, false));
    assert_false(rs_memory_request_at(memory, UINT32_MAX, 0, true, NULL));
    assert_true(rs_memory_accepts(memory, 0, true));
    assert_true(rs_memory_request(memory, 0, true, NULL));
    assert_false(rs_memory_accepts(memory, 255, false));
    assert_true(rs_memory_outstanding(memory) == 2);
    while (rs_memory_outstanding(memory) != 0) {
        assert_true(rs_memory_advance(memory, 1000, NULL));
    }
    rs_memory_destroy(memory);
    rs_memory_destroy(NULL);
}

static void file_with(char path[32], const char *text)
{
    FILE *file;

    (void)strcpy(path, "/tmp/rowstreak.XXXXXX");
    const int handle = mkstemp(path);
    assert_true(handle >= 0);
    file = fdopen(handle, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* The message behind the file's name, and the code. */
static void bad_input_has_code_and_line(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"CHANNELS = 3\n", ":1: found CHANNELS = 3, expected a power of two"},
        {"# a comment\n\nQUEUE = 2\n", ":3: found QUEUE = '2', expected 4 to 64"},
        {"SMS = 4\nSMS = 5\n", ":2: found SMS again, expected it once (line 1)"},
        {"SPEED = 4\n", ":1: found unknown key 'SPEED', expected a key that 'rowstreak config' lists"},
        {"SMS\n", ":1: found 'SMS', expected KEY = VALUE"},
        {"QUEUE = 8\nBANK_PLACES = 16\n", ":2: found BANK_PLACES = 16, expected 0 or a power of two from QUEUE / banks = 2 to QUEUE = 8"},
    };
    char path[32];
    rs_error error = {""};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        file_with(path, cases[i].text);
        error.code = RS_ERROR_NONE;
        assert_null(rs_memory_create_file(path, NULL, NULL, NULL, &error));
        assert_int_equal(error.code, RS_ERROR_INPUT);
        assert_memory_equal(error.text, path, strlen(path));
        assert_string_equal(error.text + strlen(path), cases[i].message);
        assert_null(rs_memory_create_file(path, NULL, NULL, NULL, NULL));
        (void)unlink(path);
    }
    error.code = RS_ERROR_NONE;
    assert_null(rs_memory_create_file("/nowhere/at.all", NULL, NULL, NULL, &error));
    assert_int_equal(error.code, RS_ERROR_INPUT);
    assert_non_null(strstr(error.text, "/nowhere/at.all:1: found no readable file"));
    error.code = RS_ERROR_NONE;
    assert_null(rs_memory_create_file(NULL, "FASTEST", NULL, NULL, &error));
    assert_int_equal(error.code, RS_ERROR_INPUT);
}

/* Whatever it was finished for before. */
static void unfinished_configuration_is_finished(void **state)
{
    rs_config config;
    rs_error error = {""};

    (void)state;
    rs_config_default(&config);
    config.channels = 4; /* not finished */
    config.top = RS_TOP_GPU_MEMORY;
    rs_memory *memory = rs_memory_create(&config, NULL, NULL, &error);
    assert_non_null(memory);
    assert_true(rs_config_is_finished(rs_memory_config(memory), &error));
    assert_int_equal(rs_memory_config(memory)->top, RS_TOP_PATH);
    assert_int_equal(rs_memory_config(memory)->map.channel_bits, 2);
    rs_memory_destroy(memory);
}

/* Fields written directly, not by rs_config_set(): each beyond each end of its range is refused by name. */
static void fields_out_of_range_are_refused(void **state)
{
    static const struct {
        const char *name;
        size_t field;
        uint32_t least, most;
    } keys[] = {
#define RS_KEY(NAME, field, init, min, max, kind, text) {#NAME " = ", offsetof(rs_config, field), (min), (max)},
#include "config.def"
#undef RS_KEY
    };
    rs_config config;
    rs_error error = {""};

    (void)state;
    for (size_t i = 0; i < 2 * sizeof keys / sizeof keys[0]; i++) {
        const uint32_t value = i % 2 == 0 ? keys[i / 2].most + 1 : keys[i / 2].least - 1;
        rs_config_default(&config);
        config.miss_entries_set = true;
        memcpy((char *)&config + keys[i / 2].field, &value, sizeof value);
        if (value - keys[i / 2].least <= keys[i / 2].most - keys[i / 2].least) { /* all values are within the range */
            continue;
        }
        error.code = RS_ERROR_NONE;
        assert_null(rs_memory_create(&config, NULL, NULL, &error));
        assert_int_equal(error.code, RS_ERROR_INPUT);
        if (strstr(error.text, keys[i / 2].name) == NULL) {
            fail_msg("found '%s', expected %s%u in it", error.text, keys[i / 2].name, value);
        }
        assert_null(rs_path_create(&config, &error));
    }
    rs_config_default(&config);
    memset(config.address_map_text, '0', sizeof config.address_map_text);
    assert_null(rs_path_create(&config, &error));
    assert_non_null(strstr(error.text, "ADDRESS_MAP: found no end of the text"));
    rs_config_default(&config);
    config.top = RS_TOP_GPU + 1;
    assert_false(rs_config_finish(&config, &error));
}

/* That each failed allocation gives the code: tests/library/no_memory.c. */
static void errors_have_their_codes(void **state)
{
    rs_error error = {""};

    (void)state;
    rs_error_memory(&error, "x");
    assert_int_equal(error.code, RS_ERROR_MEMORY);
    rs_error_internal(&error, "line\nline");
    assert_int_equal(error.code, RS_ERROR_INTERNAL);
    assert_string_equal(error.text, "line?line");
    rs_error_set(NULL, "nobody listens");
}

static void versions_agree(void **state)
{
    char text[32];

    (void)state;
    (void)snprintf(text, sizeof text, "%d.%d.%d", RS_VERSION_MAJOR, RS_VERSION_MINOR, RS_VERSION_PATCH);
    assert_string_equal(text, RS_VERSION);
    assert_string_equal(rs_version(), RS_VERSION);
    assert_int_equal(rs_version_number(), RS_VERSION_NUMBER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_a_simulation_of_the_trace), cmocka_unit_test(advance_is_many_ticks),
        cmocka_unit_test(statistics_begin_anew), cmocka_unit_test(fields_out_of_range_are_refused),
        cmocka_unit_test(addresses_and_ports), cmocka_unit_test(bad_input_has_code_and_line),
        cmocka_unit_test(unfinished_configuration_is_finished), cmocka_unit_test(errors_have_their_codes),
        cmocka_unit_test(versions_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
