/* Request traces: reading both forms, bad files, which SM sends what, and traces run on the real memory path. */
#define _POSIX_C_SOURCE 200809L
#include <zlib.h>

#include "common/splitmix64.h"
#include "machine/simulation.h"
#include "scratch_file.h"
#include "workload/trace.h"

static void write_gzip(const char *text)
{
    gzFile file = gzopen(path, "wb9");
    assert_non_null(file);
    assert_int_equal(gzwrite(file, text, (unsigned)strlen(text)), (int)strlen(text));
    assert_int_equal(gzclose(file), Z_OK);
}

static const rs_trace_options plain_options = {RS_TRACE_AUTO, RS_TRACE_BY_BLOCK, false};

static rs_trace *must_read(const rs_config *config, const rs_trace_options *options)
{
    rs_error error = {""};
    rs_trace *trace = rs_trace_read(config, path, options, &error);
    if (trace == NULL) {
        fail_msg("%s", error.text);
    }
    return trace;
}

static void assert_request(const rs_trace *trace, uint32_t sm, uint32_t place, uint64_t cycle, uint64_t address, bool write)
{
    const rs_trace_request *request = &trace->request[trace->first[sm] + place];
    assert_true(trace->first[sm] + place < trace->first[sm + 1]);
    assert_int_equal(request->cycle, cycle);
    assert_int_equal(request->line, address / 64);
    assert_int_equal(request->write, write);
}

static void test_forms(void **state)
{
    (void)state;
    static const char dramsim3[] = "0x0 READ 5\n\n  40\twrite  5 \r\n0X1c0 P_MEM_WR 6\n100 BOFF 6\n1C7F P_FETCH 6\n140 WRITE 9\n"
                                   "180 P_LOCK_RD 9\n1c0 P_LOCK_WR 9\n0 read 10\n0 P_MEM_RD 10";
    static const char ramulator[] = "0x0 R\n0x100 W\n\n0x41 W\n";
    rs_config config;
    rs_config_default(&config);
    for (uint32_t zipped = 0; zipped < 2; zipped++) {
        if (zipped != 0) {
            write_gzip(dramsim3);
        } else {
            write_bytes(dramsim3, strlen(dramsim3));
        }
        rs_trace *trace = must_read(&config, &plain_options);
        assert_int_equal(trace->form, RS_TRACE_DRAMSIM3);
        assert_int_equal(trace->count, 10);
        assert_int_equal(trace->reads, 6);
        assert_int_equal(trace->writes, 4);
        assert_int_equal(trace->first[config.sms], 10);
        assert_request(trace, 0, 0, 5, 0x0, false);
        assert_request(trace, 0, 1, 5, 0x40, true);
        assert_request(trace, 0, 2, 6, 0x1c40, false); /* 256-byte block 28 of 28 SMs */
        assert_request(trace, 1, 0, 6, 0x1c0, true);
        assert_request(trace, 1, 1, 6, 0x100, true);
        assert_request(trace, 1, 4, 9, 0x1c0, false);
        rs_trace_destroy(trace);
    }
    write_bytes(ramulator, strlen(ramulator));
    rs_trace *trace = must_read(&config, &plain_options);
    assert_int_equal(trace->form, RS_TRACE_RAMULATOR);
    assert_request(trace, 0, 0, 0, 0x0, false);
    assert_request(trace, 0, 1, 0, 0x40, true);
    assert_request(trace, 1, 0, 0, 0x100, true);
    rs_trace_destroy(trace);
}

/* Ramulator 2's: addresses in both notations; places, with and without bank groups. */
static void test_ramulator2(void **state)
{
    (void)state;
    static const char loads[] = "LD 64\nST 0x1C40\n\n LD 0X40\n";
    static const char places[] = "R 0,0,0,0,0\nW 3,0,2,5,24\nR 0x1c40\nR 7,0,0,1,100,8\n";
    rs_trace_options options = plain_options;
    rs_error error = {""};
    rs_config config;
    rs_config_default(&config);
    config.sms = 1;
    assert_true(rs_config_finish(&config, &error));
    write_bytes(loads, strlen(loads));
    rs_trace *trace = must_read(&config, &plain_options);
    assert_int_equal(trace->form, RS_TRACE_LOADSTORE);
    assert_request(trace, 0, 0, 0, 64, false);
    assert_request(trace, 0, 1, 0, 0x1c40, true);
    assert_request(trace, 0, 2, 0, 64, false);
    rs_trace_destroy(trace);
    write_bytes(places, strlen(places));
    trace = must_read(&config, &plain_options);
    assert_int_equal(trace->form, RS_TRACE_READWRITE);
    const rs_location second = rs_address_decode(&config.map, (uint64_t)trace->request[1].line << RS_LINE_SHIFT);
    assert_true(trace->request[1].write && second.channel == 3 && second.bank == 2 && second.row == 5 && second.column == 3);
    assert_request(trace, 0, 2, 0, 0x1c40, false);
    const rs_location last = rs_address_decode(&config.map, (uint64_t)trace->request[3].line << RS_LINE_SHIFT);
    assert_true(last.channel == 7 && last.bank == 1 && last.row == 100 && last.column == 1);
    rs_trace_destroy(trace);
    assert_true(rs_config_set(&config, "BANK_GROUPS", "2", &error) && rs_config_finish(&config, &error));
    trace = must_read(&config, &plain_options);
    assert_int_equal(rs_address_decode(&config.map, (uint64_t)trace->request[3].line << RS_LINE_SHIFT).bank, 2);
    rs_trace_destroy(trace);
    static const struct {
        const char *text, *expected;
    } bad[] = {
        {"LD 64\nSD 64\n", ":2: found operation 'SD', expected LD or ST"},
        {"LD 64\nLD 6x\n", ":2: found address '6x', expected decimal digits, or 0x"},
        {"LD 0x20000000\n", ":1: found address '0x20000000', expected below"},
        {"R 0,0,0,0\n", ":1: found place '0,0,0,0', expected channel,rank,bank,row,column"},
        {"R 0,0,0,0,0,0,0\n", ":1: found place '0,0,0,0,0,0,0', expected channel"},
        {"R 0,0,,0,0\n", ":1: found place '0,0,,0,0', expected channel"},
        {"R 0,0,0,-1,0\n", ":1: found place '0,0,0,-1,0', expected channel"},
        {"R 8,0,0,0,0\n", ":1: found channel 8, expected below 8"},
        {"R 0,1,0,0,0\n", ":1: found rank 1, expected below 1"},
        {"R 0,0,2,0,0,0\n", ":1: found bank group 2, expected below 2"},
        {"W 0,0,0,9999999,0\n", ":1: found row 9999999, expected below"},
        {"W 0,0,0,0,99999\n", ":1: found column / 8 12499, expected below"},
        {"-kernel name = f\n", ":1: found a kernel trace of NVBit's (Accel-Sim), which is for 'rowstreak run --kernel-trace'"},
        {"\n# Undirected graph: x\n", ":2: found a SNAP edge list"},
        {"MEMTRACE: CTX 0x0\n", ":1: found the output of NVBit's mem_trace, which is not read"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_bytes(bad[i].text, strlen(bad[i].text));
        assert_null(rs_trace_read(&config, path, &plain_options, &error));
        if (strstr(error.text, bad[i].expected) == NULL) {
            fail_msg("found '%s', expected '%s'", error.text, bad[i].expected);
        }
    }
    options.wrap = true;
    write_bytes("R 9,1,0,0,0\n", 12);
    trace = must_read(&config, &options);
    assert_int_equal(rs_address_decode(&config.map, (uint64_t)trace->request[0].line << RS_LINE_SHIFT).channel, 1);
    rs_trace_destroy(trace);
}

static void test_assignment_and_wrap(void **state)
{
    (void)state;
    char text[4000] = "";
    rs_config config;
    rs_trace_options options = {RS_TRACE_AUTO, RS_TRACE_BY_REQUEST, true};
    rs_config_default(&config);
    config.sms = 3;
    for (uint32_t i = 0; i < 10; i++) {
        (void)snprintf(text + strlen(text), 64, "0x%x %s\n", 0x20000000U + 64 * i, i % 2 ? "W" : "R");
    }
    write_bytes(text, strlen(text));
    rs_trace *trace = must_read(&config, &options);
    for (uint32_t i = 0; i < 10; i++) {
        assert_request(trace, i % 3, i / 3, 0, 64 * i, i % 2 != 0);
    }
    rs_trace_destroy(trace);
    options.assignment = RS_TRACE_BY_BLOCK;
    trace = must_read(&config, &options);
    for (uint32_t i = 0; i < 10; i++) {
        assert_request(trace, i / 4, i % 4, 0, 64 * i, i % 2 != 0);
    }
    rs_trace_destroy(trace);
}

static void test_bad_lines(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", ":1: found the end of the file, expected a request"},
        {"\n \n", ":3: found the end of the file, expected a request"},
        {"hello\n", ":1: found 1 field, expected a request"},
        {"0x40 READ 1 x\n", ":1: found 4 fields or more, expected a request"},
        {"0x40 READ 1\n0x40 READ\n", ":2: found 2 fields, expected '<hexadecimal address> READ|WRITE <cycle>'"},
        {"0x40 R\n0x40 R 7\n", ":2: found 3 fields, expected '0x<address> R|W'"},
        {"0x40 FETCH 1\n", ":1: found operation 'FETCH', expected READ or WRITE"},
        {"0x40 R 1\n", ":1: found operation 'R', expected READ or WRITE"},
        {"0x40 READ\n", ":1: found operation 'READ', expected R or W"},
        {"40 R\n", ":1: found address '40', expected 0x and hexadecimal digits"},
        {"0x R\n", ":1: found address '0x', expected 0x and hexadecimal digits"},
        {"12g4 READ 1\n", ":1: found address '12g4', expected hexadecimal digits"},
        {"-40 READ 1\n", ":1: found address '-40', expected hexadecimal digits"},
        {"0x1ffffffffffffffff READ 1\n", ":1: found address '0x1ffffffffffffffff', expected hexadecimal digits"},
        {"0 READ 1\n0x20000000 READ 1\n", ":2: found address '0x20000000', expected below 0x20000000"},
        {"0 READ one\n", ":1: found cycle 'one', expected a decimal number"},
        {"0 READ -1\n", ":1: found cycle '-1', expected a decimal number"},
        {"0 READ 99999999999999999999\n", ":1: found cycle '99999999999999999999', expected a decimal number"},
        {"0 READ 9223372036854775808\n", ":1: found cycle '9223372036854775808', expected a decimal number up to 1000000000000"},
        {"0 READ 100\n\n0 READ 99\n", ":3: found cycle '99', expected at least 100"},
        {"0 R\x01" "D 1\n", ":1: found operation 'R?D', expected READ"},
    };
    rs_config config;
    rs_config_default(&config);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rs_error error = {""};
        write_bytes(cases[i].text, strlen(cases[i].text));
        assert_null(rs_trace_read(&config, path, &plain_options, &error));
        if (strncmp(error.text, path, strlen(path)) != 0 || strncmp(error.text + strlen(path), cases[i].message, strlen(cases[i].message)) != 0) {
            fail_msg("found \"%s\", expected \"...%s\"", error.text, cases[i].message);
        }
        assert_null(strchr(error.text, '\n'));
    }
}

static void expect_failure(const rs_config *config, const char *message)
{
    rs_error error = {""};
    assert_null(rs_trace_read(config, path, &plain_options, &error));
    if (strstr(error.text, message) == NULL) {
        fail_msg("found \"%s\", expected \"%s\"", error.text, message);
    }
}

static void test_bad_files(void **state)
{
    (void)state;
    char line[400];
    rs_config config;
    rs_config_default(&config);
    memset(line, ' ', sizeof line);
    memcpy(line, "0 READ 1", 8);
    line[sizeof line - 1] = '\n';
    write_bytes(line, sizeof line);
    expect_failure(&config, ":1: found a line of more than 254 characters");
    write_bytes("0 READ 1\n0 RE\0AD 2\n0 READ 3\n", 28);
    expect_failure(&config, ":2: found a zero byte");
    rs_error error = {""};
    assert_null(rs_trace_read(&config, "/nonexistent/x.trace", &plain_options, &error));
    assert_non_null(strstr(error.text, "/nonexistent/x.trace:1: found no readable file (No such file"));
    assert_null(rs_trace_read(&config, "/", &plain_options, &error));
    assert_non_null(strstr(error.text, "/:1: found no readable file (Is a directory)"));
}

/* Cut off anywhere, a gzip stream is refused; with a byte changed it is refused or read, and never more than that. */
static void test_broken_gzip(void **state)
{
    (void)state;
    static char text[9000];
    static unsigned char whole[9000], broken[9000];
    uint64_t random = 5;
    rs_config config;
    rs_error error;
    rs_config_default(&config);
    text[0] = '\0';
    for (uint32_t i = 0; i < 300; i++) {
        (void)snprintf(text + strlen(text), 32, "%x READ %u\n", rs_random_below(&random, 1U << 23) * 64, i);
    }
    write_gzip(text);
    const size_t size = read_file(path, whole, sizeof whole);
    assert_true(size > 1000);
    for (size_t cut = 1; cut < size; cut += cut < 20 || cut + 12 > size ? 1 : 37) {
        write_bytes(whole, cut);
        error.text[0] = '\0';
        assert_null(rs_trace_read(&config, path, &plain_options, &error));
        assert_non_null(strstr(error.text, ": found "));
        if (cut > 10) {
            assert_non_null(strstr(error.text, "inside the gzip stream, expected the whole stream"));
        }
    }
    uint32_t refused = 0;
    for (uint32_t i = 0; i < 200; i++) {
        memcpy(broken, whole, size);
        broken[rs_random_below(&random, (uint32_t)size)] ^= (unsigned char)(1U << rs_random_below(&random, 8));
        write_bytes(broken, size);
        rs_trace *trace = rs_trace_read(&config, path, &plain_options, &error);
        refused += trace == NULL;
        rs_trace_destroy(trace);
    }
    assert_true(refused > 150);
}

/* ---- traces on the memory path -------------------------------------------------------------------------- */

enum { REQUESTS = 6000, LINES = 96 };

/* One third writes; two thirds of the requests to 96 lines that come again and again, the rest anywhere. */
static void write_mixed_trace(uint32_t longest_gap)
{
    FILE *file = fopen(path, "w");
    uint64_t random = 3, cycle = 0;
    assert_non_null(file);
    for (uint32_t i = 0; i < REQUESTS; i++) {
        const uint32_t line = rs_random_below(&random, 3) != 0 ? rs_random_below(&random, LINES) : rs_random_below(&random, 1U << 23);
        cycle += rs_random_below(&random, longest_gap + 1);
        (void)fprintf(file, "0x%x %s %llu\n", line * 64, rs_random_below(&random, 3) == 0 ? "WRITE" : "READ",
                      (unsigned long long)cycle);
    }
    assert_int_equal(fclose(file), 0);
}

/* Sees requests at the ports and acceptances: none early; under block assignment those of a line in the trace's order. */
typedef struct observer {
    const rs_config *config;
    const rs_trace *trace;
    uint32_t next[RS_MAX_SMS];           /* request whose head is offered next */
    uint32_t accepted[RS_MAX_SMS][LINES]; /* of the hot lines: place in the SM's list behind the last one accepted */
    uint64_t heads, hot;
    const char *wrong;
} observer;

static bool observe(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    observer *o = (observer *)user;
    for (uint32_t sm = 0; sm < o->config->sms; sm++) {
        if (rs_set_has(&inputs->request_valid, sm) && rs_set_has(&outputs->request_ready, sm) && inputs->request[sm].head) {
            const rs_trace_request *request = &o->trace->request[o->next[sm]++];
            const uint64_t line = inputs->request[sm].header & ((UINT64_C(1) << (o->config->map.address_bits - 6)) - 1);
            o->wrong = request->cycle > cycle ? "a request before its cycle" : line != request->line ? "another line" : o->wrong;
            o->heads++;
        }
    }
    for (uint32_t i = 0; i < o->config->channels; i++) {
        const rs_accept *accept = &outputs->accept[i];
        if (accept->valid && accept->line < LINES) {
            uint32_t *place = &o->accepted[accept->sm][accept->line];
            uint32_t at = *place > o->trace->first[accept->sm] ? *place : o->trace->first[accept->sm];
            while (at < o->next[accept->sm] && o->trace->request[at].line != accept->line) {
                at++;
            }
            if (at == o->next[accept->sm] || o->trace->request[at].write != accept->write) {
                o->wrong = "requests of a line out of order";
            }
            *place = at + 1;
            o->hot++;
        }
    }
    return o->wrong == NULL;
}

static rs_simulation_results run(const rs_config *config, const rs_trace *trace, const rs_simulation_options *options)
{
    static rs_simulation_results results;
    rs_error error = {""};
    rs_simulation *simulation = rs_simulation_create_trace(config, trace, options, &error);
    if (simulation == NULL) {
        fail_msg("%s", error.text);
    }
    if (rs_simulation_run(simulation, 0) != RS_SIMULATION_DONE) {
        fail_msg("%s", rs_simulation_error(simulation) != NULL ? rs_simulation_error(simulation) : "stopped");
    }
    rs_simulation_get(simulation, &results);
    rs_simulation_destroy(simulation);
    return results;
}

static void test_runs_to_the_end_with_right_data(void **state)
{
    (void)state;
    static const char *const machines[] = {"FIFO", "BFIFO", "BFIFO+HG", "BFIFO+HMHG4/L8/G", "FR-FCFS"};
    write_mixed_trace(6);
    for (uint32_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        static observer o;
        rs_config config;
        rs_error error = {""};
        rs_config_default(&config);
        assert_true(rs_config_machine(&config, machines[i], &error) && rs_config_finish(&config, &error));
        if (i == 2) {
            config.in_flight = 1;
        }
        rs_trace *trace = must_read(&config, &plain_options);
        rs_simulation_options options = rs_simulation_options_default();
        options.observe = observe;
        options.observe_user = &o;
        options.disturbance.reply_stall_per_mille = i == 1 ? 300 : 0;
        options.disturbance.request_pause_per_mille = i == 1 ? 200 : 0;
        memset(&o, 0, sizeof o);
        o.config = &config;
        o.trace = trace;
        memcpy(o.next, trace->first, sizeof o.next);
        const rs_simulation_results r = run(&config, trace, &options);
        assert_null(o.wrong);
        assert_int_equal(o.heads, REQUESTS);
        assert_true(o.hot > REQUESTS / 2);
        assert_int_equal(r.requests, REQUESTS);
        assert_int_equal(r.metrics.reads, trace->reads);
        assert_int_equal(r.metrics.writes, trace->writes);
        assert_int_equal(r.metrics.latency_samples, trace->reads);
        assert_true(trace->writes > REQUESTS / 4 && trace->writes < REQUESTS * 2 / 5);
        rs_trace_destroy(trace);
    }
}

static void test_four_channels_and_requests_in_turn(void **state)
{
    (void)state;
    rs_config config;
    rs_error error = {""};
    const rs_trace_options options = {RS_TRACE_DRAMSIM3, RS_TRACE_BY_REQUEST, false};
    const rs_simulation_options checked = rs_simulation_options_default();
    rs_config_default(&config);
    config.vcs = 4;
    assert_true(rs_config_finish(&config, &error));
    write_mixed_trace(2);
    rs_trace *trace = must_read(&config, &options);
    assert_int_equal(run(&config, trace, &checked).requests, REQUESTS);
    rs_trace_destroy(trace);
}

/* Gaps longer than the watchdog are no hang, and skipping them changes no figure. */
static void test_long_gaps(void **state)
{
    (void)state;
    static rs_simulation_results skipped, stepped;
    static const char text[] = "0 READ 10\n0 WRITE 250000\n1000 READ 250001\n0 READ 600000\n40 READ 600003\n";
    rs_config config;
    rs_simulation_options options = rs_simulation_options_default();
    rs_config_default(&config);
    write_bytes(text, strlen(text));
    rs_trace *trace = must_read(&config, &plain_options);
    skipped = run(&config, trace, &options);
    options.skip_idle = false;
    stepped = run(&config, trace, &options);
    assert_true(skipped.cycles > 600000 && skipped.cycles < 600200);
    assert_true(skipped.skipped > 590000);
    assert_int_equal(stepped.skipped, 0);
    assert_int_equal(skipped.cycles, stepped.cycles);
    assert_memory_equal(&skipped.metrics, &stepped.metrics, sizeof skipped.metrics);
    rs_trace_destroy(trace);
}

/* Latency from the cycle in the trace on has the wait before the network in it: with one request in flight an SM the second
 * read waits for the first, the third for both. Ramulator's traces have no such cycle. */
static void test_latency_from_the_traces_cycle(void **state)
{
    (void)state;
    rs_config config;
    rs_error error = {""};
    rs_simulation_options options = rs_simulation_options_default();
    rs_config_default(&config);
    config.in_flight = 1;
    assert_true(rs_config_finish(&config, &error));
    write_bytes("0 READ 5\n0x40 READ 5\n0x80 READ 6\n0 WRITE 7\n", 43);
    rs_trace *trace = must_read(&config, &plain_options);
    rs_simulation_results results = run(&config, trace, &options);
    const uint64_t together = (uint64_t)(3 * results.metrics.latency_mean + 0.5);
    assert_int_equal(results.machine.due_reads, 3);
    /* the last reply comes in the longest one's cycle; each read is offered in the cycle after the reply of the one before, or the
     * next */
    assert_in_range(results.machine.due_latency_max, together - 1, together + 5);
    assert_true(results.machine.due_latency_mean > results.metrics.latency_mean * 1.5);
    assert_int_equal(results.machine.due_latency_p99, results.machine.due_latency_max);
    rs_trace_destroy(trace);
    write_bytes("0x0 R\n0x40 R\n", 13);
    trace = must_read(&config, &plain_options);
    results = run(&config, trace, &options);
    assert_int_equal(results.machine.due_reads, 0);
    rs_trace_destroy(trace);
}

static void test_another_machine_is_refused(void **state)
{
    (void)state;
    rs_config config, other;
    rs_error error = {""};
    rs_simulation_options options = rs_simulation_options_default();
    rs_config_default(&config);
    other = config;
    other.sms = 4;
    write_bytes("0 READ 1\n", 9);
    rs_trace *trace = must_read(&config, &plain_options);
    assert_null(rs_simulation_create_trace(&other, trace, &options, &error));
    assert_non_null(strstr(error.text, "trace: found 28 SMs"));
    rs_trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_latency_from_the_traces_cycle, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_forms, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_ramulator2, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_assignment_and_wrap, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_bad_lines, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_bad_files, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_broken_gzip, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_runs_to_the_end_with_right_data, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_four_channels_and_requests_in_turn, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_long_gaps, make_file, remove_file),
        cmocka_unit_test_setup_teardown(test_another_machine_is_refused, make_file, remove_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
