/* Address patterns: which requests they are, how blocks of them are dealt out, pauses, what is refused. */
#include <stdlib.h>
#include <string.h>

#include "test_machine.h"
#include "workload/patterns.h"

static rs_config machine(uint32_t sms)
{
    rs_config config;
    rs_config_default(&config);
    config.sms = sms;
    return finish_machine(config);
}

static rs_trace *trace_of(const rs_config *config, const char *name, uint32_t requests, uint32_t write_per_mille, uint32_t gap)
{
    rs_pattern pattern = {.requests = requests, .write_per_mille = write_per_mille, .gap = gap, .seed = 3};
    rs_error error = {""};
    assert_true(rs_pattern_kind_read(&pattern.kind, name));
    rs_trace *trace = rs_pattern_trace(config, &pattern, &error);
    if (trace == NULL) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(trace->first[config->sms], trace->count);
    assert_int_equal(trace->reads + trace->writes, trace->count);
    return trace;
}

static void test_stream(void **state)
{
    (void)state;
    const rs_config config = machine(28);
    rs_trace *trace = trace_of(&config, "stream", 10000, 0, 0);
    assert_int_equal(trace->count, 23 * 28 * 16); /* 10000 / (28 * 16), rounded up */
    uint8_t *seen = (uint8_t *)calloc(trace->count, 1);
    for (uint32_t i = 0; i < trace->count; i++) {
        assert_true(trace->request[i].line < trace->count);
        assert_int_equal(seen[trace->request[i].line]++, 0);
        assert_int_equal(trace->request[i].cycle, 0);
    }
    free(seen);
    for (uint32_t i = 0; i < 40; i++) { /* the second SM's first blocks of 16 lines */
        const rs_trace_request *request = &trace->request[trace->first[1] + i];
        assert_int_equal(request->line, i / 16 * 28 * 16 + 16 + i % 16);
        assert_int_equal(request->group, i / 16);
    }
    assert_int_equal(trace->request[4 * 16].group, 0); /* the fifth block's */
    assert_int_equal(trace->writes, 0);
    rs_trace_destroy(trace);
}

static void test_random_rows(void **state)
{
    (void)state;
    static const char *const names[] = {"rand1", "rand2", "rand3"};
    const rs_config config = machine(28);
    for (uint32_t lines = 1; lines <= 3; lines++) {
        rs_trace *trace = trace_of(&config, names[lines - 1], 90000, 250, 0);
        uint32_t of_bank[32] = {0}, of_column[64] = {0}, high_rows = 0;
        const uint32_t count = trace->count / lines;
        for (uint32_t i = 0; i < count; i++) {
            const rs_trace_request *request = &trace->request[i * lines];
            const rs_location at = rs_address_decode(&config.map, (uint64_t)request->line * 64);
            of_bank[at.channel * 4 + at.bank]++;
            high_rows += at.row >= 2048;
            for (uint32_t j = 0; j < lines; j++) {
                const rs_location next = rs_address_decode(&config.map, (uint64_t)request[j].line * 64);
                assert_true(next.channel == at.channel && next.bank == at.bank && next.row == at.row);
                assert_int_equal(request[j].write, request->write);
                of_column[next.column]++;
                for (uint32_t k = 0; k < j; k++) {
                    assert_int_not_equal(request[j].line, request[k].line);
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
        assert_in_range(trace->writes * 100 / trace->count, 23, 27);
        rs_trace_destroy(trace);
    }
}

static void test_one_bank(void **state)
{
    (void)state;
    const rs_config config = machine(28);
    rs_trace *trace = trace_of(&config, "onebank", 8 * 2 * 4096, 0, 0);
    uint8_t *seen = (uint8_t *)calloc(8 * 4096, 1);
    assert_true(trace->count >= 2 * 8 * 4096);
    for (uint32_t i = 0; i < trace->count; i += 2) {
        const rs_location a = rs_address_decode(&config.map, (uint64_t)trace->request[i].line * 64);
        const rs_location b = rs_address_decode(&config.map, (uint64_t)trace->request[i + 1].line * 64);
        assert_int_equal(a.bank, 0);
        assert_true(a.channel == b.channel && a.bank == b.bank && a.row == b.row && a.column != b.column);
        seen[a.channel * 4096 + a.row]++;
    }
    for (uint32_t i = 0; i < 8 * 4096; i++) {
        assert_in_range(seen[i], 1, 2); /* the number of pairs is rounded up */
    }
    free(seen);
    rs_trace_destroy(trace);
}

/* An instruction's requests have one cycle; the next one's comes 0 to 2 * gap later, gap on average. */
static void test_gap(void **state)
{
    (void)state;
    const rs_config config = machine(4);
    rs_trace *trace = trace_of(&config, "rand2", 40000, 0, 50);
    uint32_t of_length[101] = {0};
    for (uint32_t sm = 0; sm < 4; sm++) {
        uint64_t before = 0;
        for (uint32_t i = trace->first[sm]; i < trace->first[sm + 1]; i += 2) {
            const uint64_t cycle = trace->request[i].cycle;
            assert_int_equal(trace->request[i + 1].cycle, cycle);
            assert_in_range(cycle - before, 0, 100);
            of_length[cycle - before]++;
            before = cycle;
        }
        assert_in_range(before, 47 * 5000, 53 * 5000);
    }
    for (uint32_t i = 0; i < 101; i++) { /* five standard deviations of about 200 */
        assert_in_range(of_length[i], 125, 275);
    }
    rs_trace_destroy(trace);
}

static void test_errors(void **state)
{
    (void)state;
    rs_config config = machine(28);
    rs_pattern pattern = {.kind = RS_PATTERN_RAND3, .requests = 9, .write_per_mille = 1001};
    rs_error error = {""};
    assert_null(rs_pattern_trace(&config, &pattern, &error));
    assert_string_equal(error.text, "rand3: found 1001 writes per mille, expected 0 to 1000");
    pattern.write_per_mille = 0;
    pattern.requests = 0;
    assert_null(rs_pattern_trace(&config, &pattern, &error));
    assert_non_null(strstr(error.text, "found 0 requests"));
    pattern.requests = 9;
    pattern.gap = RS_PATTERN_MAX_GAP + 1;
    assert_null(rs_pattern_trace(&config, &pattern, &error));
    assert_string_equal(error.text, "rand3: found a gap of 1000001 cycles, expected 0 to 1000000");
    pattern.gap = 0;
    config.map.column_bits = 1;
    assert_null(rs_pattern_trace(&config, &pattern, &error));
    assert_string_equal(error.text, "rand3: found 2 columns a row in the address map, expected at least 3");
    config.map.column_bits = 6;
    config.map.address_bits = 39;
    assert_null(rs_pattern_trace(&config, &pattern, &error));
    assert_string_equal(error.text, "ADDRESS_MAP: found 39 address bits, expected at most 38 for a trace");
    assert_false(rs_pattern_kind_read(&pattern.kind, "rand4"));
}

/* Traces of no file: what a test may ask for. */
static void test_made(void **state)
{
    (void)state;
    const rs_config config = machine(3);
    uint32_t count[3] = {0, 0, 0};
    rs_error error = {""};
    assert_null(rs_trace_make(&config, count, &error));
    assert_string_equal(error.text, "found 0 requests, expected 1 to 268435456");
    count[1] = 2;
    count[2] = 1;
    rs_trace *trace = rs_trace_make(&config, count, &error);
    assert_non_null(trace);
    assert_int_equal(trace->count, 3);
    assert_int_equal(trace->first[1], 0);
    assert_int_equal(trace->first[2], 2);
    assert_int_equal(trace->first[3], 3);
    trace->request[2].write = true;
    rs_trace_sum(trace);
    assert_int_equal(trace->reads, 2);
    assert_int_equal(trace->writes, 1);
    rs_trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stream), cmocka_unit_test(test_random_rows), cmocka_unit_test(test_one_bank),
        cmocka_unit_test(test_gap),    cmocka_unit_test(test_errors),      cmocka_unit_test(test_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
