/* Scoreboard: a small ideal memory path passes; each way of being wrong is caught, with its own message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "common/contents.h"
#include "common/splitmix64.h"
#include "observe/scoreboard.h"

enum { SMS = 4, LINES = 64 };

typedef struct bench {
    rs_config config;
    rs_scoreboard *scoreboard;
    rs_path_inputs in;
    rs_path_outputs out;
} bench;

static void bench_open(bench *b, const char *flit_bits)
{
    rs_error error = {""};
    memset(b, 0, sizeof *b);
    rs_config_default(&b->config);
    assert_true(rs_config_set(&b->config, "SMS", "4", &error));
    assert_true(rs_config_set(&b->config, "CHANNELS", "2", &error));
    assert_true(rs_config_set(&b->config, "FLIT_BITS", flit_bits, &error));
    assert_true(rs_config_finish(&b->config, &error));
    b->scoreboard = rs_scoreboard_create(&b->config, &error);
    assert_non_null(b->scoreboard);
}

static void bench_close(bench *b)
{
    rs_scoreboard_destroy(b->scoreboard);
}

static bool cycle(bench *b)
{
    bool good = rs_scoreboard_observe(b->scoreboard, &b->in, &b->out);
    memset(&b->in, 0, sizeof b->in);
    memset(&b->out, 0, sizeof b->out);
    return good;
}

static void fill(const bench *b, uint32_t seed, uint32_t flit, uint32_t words[RS_FLIT_WORDS])
{
    uint32_t used = b->config.flit_bits >= 32 ? b->config.flit_bits / 32 : 1;
    memset(words, 0, RS_FLIT_WORDS * sizeof *words);
    for (uint32_t i = 0; i < used; i++) {
        words[i] = seed * 2654435761u + flit * 977 + i;
    }
    if (b->config.flit_bits < 32) { /* the rest of a flit is 0 */
        words[0] &= (UINT32_C(1) << b->config.flit_bits) - 1;
    }
}

static rs_flit *offer(bench *b, uint32_t sm)
{
    b->in.request_valid.word[0] |= UINT64_C(1) << sm;
    b->out.request_ready.word[0] |= UINT64_C(1) << sm;
    return &b->in.request[sm];
}

static bool send_read(bench *b, uint32_t sm, uint64_t line, uint32_t tag)
{
    rs_flit *flit = offer(b, sm);
    flit->header = rs_request_header(&b->config, line << RS_LINE_SHIFT, false, tag);
    flit->head = flit->tail = true;
    return cycle(b);
}

static bool send_masked(bench *b, uint32_t sm, uint64_t line, uint32_t tag, uint32_t seed, uint64_t mask)
{
    rs_flit *flit = offer(b, sm);
    flit->header = rs_request_header(&b->config, line << RS_LINE_SHIFT, true, tag);
    flit->mask = mask;
    flit->head = true;
    bool good = cycle(b);
    for (uint32_t i = 0; i < 2; i++) {
        flit = offer(b, sm);
        fill(b, seed, i, flit->data);
        flit->tail = i == 1;
        good = cycle(b) && good;
    }
    return good;
}

static bool send_write(bench *b, uint32_t sm, uint64_t line, uint32_t tag, uint32_t seed)
{
    return send_masked(b, sm, line, tag, seed, 0);
}

static bool accept(bench *b, uint32_t sm, uint64_t line, uint32_t tag, bool write)
{
    uint32_t channel = rs_address_decode(&b->config.map, line << RS_LINE_SHIFT).channel;
    rs_accept value = {true, write, (uint8_t)sm, (uint16_t)tag, line};
    b->out.accept[channel] = value;
    return cycle(b);
}

static rs_flit *answer(bench *b, uint32_t sm)
{
    b->out.reply_valid.word[0] |= UINT64_C(1) << sm;
    b->in.reply_ready.word[0] |= UINT64_C(1) << sm;
    return &b->out.reply[sm];
}

static bool reply_data(bench *b, uint32_t sm, uint32_t tag, const uint32_t *flit0, const uint32_t *flit1)
{
    rs_flit *flit = answer(b, sm);
    flit->header = tag | (uint64_t)sm << b->config.tag_bits;
    flit->head = true;
    bool good = cycle(b);
    memcpy(answer(b, sm)->data, flit0, sizeof flit->data);
    good = good && cycle(b);
    flit = answer(b, sm);
    memcpy(flit->data, flit1, sizeof flit->data);
    flit->tail = true;
    return good && cycle(b);
}

static bool reply(bench *b, uint32_t sm, uint32_t tag, uint32_t seed)
{
    uint32_t data[2][RS_FLIT_WORDS];
    fill(b, seed, 0, data[0]);
    fill(b, seed, 1, data[1]);
    return reply_data(b, sm, tag, data[0], data[1]);
}

static bool reply_initial(bench *b, uint32_t sm, uint32_t tag, uint64_t line)
{
    uint32_t data[2][RS_FLIT_WORDS], initial[RS_LINE_WORDS];
    memset(data, 0, sizeof data);
    rs_dram_initial_line(line << RS_LINE_SHIFT, initial);
    for (uint32_t bit = 0; bit < 2 * b->config.flit_bits; bit++) {
        uint32_t flit = bit / b->config.flit_bits, place = bit % b->config.flit_bits;
        data[flit][place / 32] |= (initial[bit / 32] >> bit % 32 & 1) << place % 32;
    }
    return reply_data(b, sm, tag, data[0], data[1]);
}

static void expect_error(bench *b, const char *part)
{
    const char *text = rs_scoreboard_error(b->scoreboard);
    assert_non_null(text);
    if (strstr(text, part) == NULL) {
        fail_msg("found '%s', expected it to say '%s'", text, part);
    }
    assert_null(strchr(text, '\n'));
    assert_false(cycle(b)); /* stays broken */
    bench_close(b);
}

/* Random requests of all SMs over few lines; per (SM, channel) in order, otherwise accepted and answered in any order. */
static void random_traffic(const char *flit_bits, uint32_t rounds)
{
    enum { DEPTH = 256 };
    struct request {
        uint64_t line;
        uint32_t tag, seed;
        bool write;
    } waiting[SMS][2][DEPTH], accepted[SMS][DEPTH];
    uint32_t waiting_count[SMS][2] = {{0}}, accepted_count[SMS] = {0}, memory[LINES] = {0}, next_tag[SMS] = {0};
    static bench b;
    uint64_t state = 7;
    bench_open(&b, flit_bits);
    for (uint32_t round = 0, drain = 0; round < rounds || drain < 4000; round++, drain += round >= rounds) {
        uint32_t sm = rs_random_below(&state, SMS), action = rs_random_below(&state, 3);
        if (action == 0 && round < rounds && accepted_count[sm] + waiting_count[sm][0] + waiting_count[sm][1] < 60) {
            struct request r = {rs_random_below(&state, LINES), next_tag[sm]++ % 256, round + 1,
                                rs_random_below(&state, 2) != 0};
            uint32_t channel = rs_address_decode(&b.config.map, r.line << RS_LINE_SHIFT).channel;
            assert_true(r.write ? send_write(&b, sm, r.line, r.tag, r.seed) : send_read(&b, sm, r.line, r.tag));
            waiting[sm][channel][waiting_count[sm][channel]++] = r;
        } else if (action == 1) {
            uint32_t channel = rs_random_below(&state, 2);
            if (waiting_count[sm][channel] != 0) {
                struct request r = waiting[sm][channel][0];
                memmove(&waiting[sm][channel][0], &waiting[sm][channel][1], sizeof r * --waiting_count[sm][channel]);
                assert_true(accept(&b, sm, r.line, r.tag, r.write));
                if (r.write) {
                    memory[r.line] = r.seed;
                } else {
                    r.seed = memory[r.line];
                    accepted[sm][accepted_count[sm]++] = r;
                }
            }
        } else if (accepted_count[sm] != 0) {
            uint32_t pick = rs_random_below(&state, accepted_count[sm]);
            struct request r = accepted[sm][pick];
            accepted[sm][pick] = accepted[sm][--accepted_count[sm]];
            assert_true(r.seed == 0 ? reply_initial(&b, sm, r.tag, r.line) : reply(&b, sm, r.tag, r.seed));
        }
    }
    if (!rs_scoreboard_finish(b.scoreboard)) {
        fail_msg("%s", rs_scoreboard_error(b.scoreboard));
    }
    rs_scoreboard_counts counts = rs_scoreboard_count(b.scoreboard);
    assert_int_equal(counts.requests, counts.accepted_reads + counts.accepted_writes);
    assert_int_equal(counts.accepted_reads, counts.replies);
    assert_true(counts.accepted_reads > rounds / 20 && counts.accepted_writes > rounds / 20);
    bench_close(&b);
}

static void test_random_traffic(void **state)
{
    (void)state;
    random_traffic("256", 20000);
    random_traffic("32", 3000);
    random_traffic("8", 3000);
}

/* Thousands of requests outstanding and lines written: the pools grow; reset brings everything back. */
static void test_growth_and_reset(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, "256");
    for (int again = 0; again < 2; again++) {
        for (uint32_t i = 0; i < 5000; i++) {
            assert_true(send_write(&b, i % SMS, i, i % 256, i + 1));
        }
        for (uint32_t i = 0; i < 5000; i++) {
            assert_true(accept(&b, i % SMS, i, i % 256, true));
        }
        assert_true(send_read(&b, 0, 4999, 3) && accept(&b, 0, 4999, 3, false) && reply(&b, 0, 3, 5000));
        assert_true(rs_scoreboard_finish(b.scoreboard));
        rs_scoreboard_reset(b.scoreboard);
        assert_true(send_read(&b, 0, 4999, 3) && accept(&b, 0, 4999, 3, false) && reply_initial(&b, 0, 3, 4999));
        rs_scoreboard_reset(b.scoreboard);
    }
    bench_close(&b);
}

/* Every line written is visited once, with its last content. */
static void test_lines(void **state)
{
    static const char *const widths[] = {"256", "64", "16"};
    (void)state;
    for (uint32_t w = 0; w < 3; w++) {
        static bench b;
        uint64_t cursor = 0, line;
        uint32_t content[RS_LINE_BYTES / 4], seen[LINES] = {0}, count = 0;
        bench_open(&b, widths[w]);
        for (uint32_t i = 0; i < 2 * LINES; i++) {
            assert_true(send_write(&b, 0, i % LINES, 0, i) && accept(&b, 0, i % LINES, 0, true));
        }
        while (rs_scoreboard_line(b.scoreboard, &cursor, &line, content)) {
            assert_in_range(line, 0, LINES - 1);
            for (uint32_t bit = 0; bit < 8 * RS_LINE_BYTES; bit++) {
                uint32_t flit[RS_FLIT_WORDS] = {0}, place = bit % b.config.flit_bits;
                if (bit < 2 * b.config.flit_bits) {
                    fill(&b, (uint32_t)line + LINES, bit / b.config.flit_bits, flit);
                }
                assert_int_equal(content[bit / 32] >> bit % 32 & 1, flit[place / 32] >> place % 32 & 1);
            }
            count += seen[line]++ == 0;
        }
        assert_int_equal(count, LINES);
        bench_close(&b);
    }
}

/* With WRITE_MASK a line is put together byte by byte from what it held and its writes. */
static void test_masks(void **state)
{
    static const char *const widths[] = {"256", "64", "16"};
    (void)state;
    for (uint32_t w = 0; w < 3; w++) {
        static bench b;
        rs_error error;
        uint64_t random = w;
        uint32_t initial[RS_LINE_WORDS], data[2][RS_FLIT_WORDS], flit[RS_FLIT_WORDS];
        bench_open(&b, widths[w]);
        rs_scoreboard_destroy(b.scoreboard);
        b.config.write_mask = 1;
        assert_true(rs_config_finish(&b.config, &error));
        b.scoreboard = rs_scoreboard_create(&b.config, &error);
        const uint32_t flit_bytes = b.config.flit_bits / 8;
        memset(data, 0, sizeof data);
        rs_dram_initial_line(5 << RS_LINE_SHIFT, initial);
        for (uint32_t half = 0; half < 2; half++) {
            memcpy(data[half], (uint8_t *)initial + half * flit_bytes, flit_bytes);
        }
        for (uint32_t round = 0; round < 200; round++) {
            uint64_t mask = rs_splitmix64(&random) & rs_splitmix64(&random) & b.config.full_mask;
            mask = round % 8 == 0 ? 0 : round % 8 == 1 ? b.config.full_mask : mask;
            assert_true(send_masked(&b, 0, 5, 1, round, mask) && accept(&b, 0, 5, 1, true));
            for (uint32_t byte = 0; byte < 2 * flit_bytes; byte++) {
                fill(&b, round, byte / flit_bytes, flit);
                if ((mask >> byte & 1) != 0) {
                    ((uint8_t *)data[byte / flit_bytes])[byte % flit_bytes] = ((uint8_t *)flit)[byte % flit_bytes];
                }
            }
            assert_true(send_read(&b, 1, 5, 2) && accept(&b, 1, 5, 2, false) && reply_data(&b, 1, 2, data[0], data[1]));
        }
        assert_true(send_masked(&b, 0, 5, 1, 999, 1) && accept(&b, 0, 5, 1, true)); /* a byte too many */
        fill(&b, 999, 0, flit);
        memcpy(data[0], flit, 1);
        ((uint8_t *)data[1])[flit_bytes - 1] ^= 0x40;
        assert_true(send_read(&b, 1, 5, 2) && accept(&b, 1, 5, 2, false));
        assert_false(reply_data(&b, 1, 2, data[0], data[1]));
        expect_error(&b, "line 0x5: data flit 1");
    }
}

/* Reads with one tag may be answered in either order; data decide. */
static void test_same_tag(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, "256");
    assert_true(send_write(&b, 1, 5, 9, 77) && accept(&b, 1, 5, 9, true));
    assert_true(send_read(&b, 0, 5, 3) && send_read(&b, 0, 6, 3));
    assert_true(accept(&b, 0, 5, 3, false) && accept(&b, 0, 6, 3, false));
    assert_true(reply_initial(&b, 0, 3, 6) && reply(&b, 0, 3, 77));
    assert_true(rs_scoreboard_finish(b.scoreboard));
    bench_close(&b);
}

static void test_wrong_data(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, "256"); /* stale: the write was accepted before the read */
    assert_true(send_write(&b, 0, 5, 1, 11) && accept(&b, 0, 5, 1, true));
    assert_true(send_write(&b, 0, 5, 2, 12) && accept(&b, 0, 5, 2, true));
    assert_true(send_read(&b, 0, 5, 3) && accept(&b, 0, 5, 3, false));
    assert_false(reply(&b, 0, 3, 11));
    expect_error(&b, "line 0x5: data flit 0 word 0");
    bench_open(&b, "256"); /* from the future: the write was accepted after the read */
    assert_true(send_read(&b, 0, 5, 3) && accept(&b, 0, 5, 3, false));
    assert_true(send_write(&b, 1, 5, 1, 11) && accept(&b, 1, 5, 1, true));
    assert_false(reply(&b, 0, 3, 11));
    expect_error(&b, "data flit 0 word 0");
    bench_open(&b, "256"); /* the last word of the second flit only */
    assert_true(send_write(&b, 0, 5, 1, 11) && accept(&b, 0, 5, 1, true));
    assert_true(send_read(&b, 0, 5, 3) && accept(&b, 0, 5, 3, false));
    uint32_t data[2][RS_FLIT_WORDS];
    fill(&b, 11, 0, data[0]);
    fill(&b, 11, 1, data[1]);
    data[1][7] ^= 0x80000000u;
    assert_false(reply_data(&b, 0, 3, data[0], data[1]));
    expect_error(&b, "data flit 1 word 7");
}

static void test_wrong_acceptance(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, "256");
    assert_false(accept(&b, 0, 5, 3, false));
    expect_error(&b, "none outstanding");
    bench_open(&b, "256"); /* twice */
    assert_true(send_read(&b, 0, 5, 3) && accept(&b, 0, 5, 3, false));
    assert_false(accept(&b, 0, 5, 3, false));
    expect_error(&b, "none outstanding");
    bench_open(&b, "256"); /* overtaken */
    assert_true(send_read(&b, 0, 5, 3) && send_read(&b, 0, 5 + 64, 4));
    assert_false(accept(&b, 0, 5 + 64, 4, false));
    expect_error(&b, "expected a read of line 0x5 tag 3");
    bench_open(&b, "256"); /* changed on the way */
    assert_true(send_read(&b, 0, 5, 3));
    assert_false(accept(&b, 0, 5, 3, true));
    expect_error(&b, "accepted a write");
    bench_open(&b, "256"); /* a write whose tail has not come yet */
    offer(&b, 0)->header = rs_request_header(&b.config, 5 << RS_LINE_SHIFT, true, 3);
    b.in.request[0].head = true;
    assert_true(cycle(&b));
    assert_false(accept(&b, 0, 5, 3, true));
    expect_error(&b, "none outstanding");
    bench_open(&b, "256");
    assert_false(accept(&b, 63, 5, 3, true));
    expect_error(&b, "out of range");
}

static void test_wrong_reply(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, "256"); /* never asked for */
    assert_false(reply(&b, 0, 3, 11));
    expect_error(&b, "no such read outstanding");
    bench_open(&b, "256"); /* before acceptance */
    assert_true(send_read(&b, 0, 5, 3));
    assert_false(reply_initial(&b, 0, 3, 5));
    expect_error(&b, "no such read outstanding");
    bench_open(&b, "256"); /* twice */
    assert_true(send_read(&b, 0, 5, 3) && accept(&b, 0, 5, 3, false) && reply_initial(&b, 0, 3, 5));
    assert_false(reply_initial(&b, 0, 3, 5));
    expect_error(&b, "no such read outstanding");
    bench_open(&b, "256"); /* at another SM's port */
    assert_true(send_read(&b, 0, 5, 3) && accept(&b, 0, 5, 3, false));
    answer(&b, 1)->header = 3;
    b.out.reply[1].head = true;
    assert_false(cycle(&b));
    expect_error(&b, "reply for SM 0 tag 3 arrived at SM 1");
    bench_open(&b, "256"); /* a packet cut short */
    assert_true(send_read(&b, 0, 5, 3) && accept(&b, 0, 5, 3, false));
    answer(&b, 0)->header = 3;
    b.out.reply[0].head = true;
    assert_true(cycle(&b));
    answer(&b, 0)->tail = true;
    assert_false(cycle(&b));
    expect_error(&b, "reply port");
}

static void test_request_port(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, "256");
    offer(&b, 2)->tail = true; /* a data flit out of nowhere */
    assert_false(cycle(&b));
    expect_error(&b, "found a data flit, expected a head flit");
    bench_open(&b, "256");
    offer(&b, 2)->header = rs_request_header(&b.config, 0, false, 0);
    b.in.request[2].head = true; /* a read without tail */
    assert_false(cycle(&b));
    expect_error(&b, "head flit of a read with tail = 0");
}

static void test_outstanding_at_end(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, "256");
    assert_true(send_read(&b, 3, 5, 200));
    assert_false(rs_scoreboard_finish(b.scoreboard));
    expect_error(&b, "SM 3 tag 200, read of line 0x5 never accepted");
    bench_open(&b, "256");
    assert_true(send_read(&b, 3, 5, 200) && accept(&b, 3, 5, 200, false));
    assert_false(rs_scoreboard_finish(b.scoreboard));
    expect_error(&b, "never answered");
    bench_open(&b, "256");
    offer(&b, 0)->header = rs_request_header(&b.config, 5 << RS_LINE_SHIFT, true, 3);
    b.in.request[0].head = true;
    assert_true(cycle(&b));
    assert_false(rs_scoreboard_finish(b.scoreboard));
    expect_error(&b, "cut off");
}

/* A flit that is offered but not taken, in either direction, has not moved. */
static void test_not_taken(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, "256");
    b.in.request_valid.word[0] = 1;
    b.in.request[0].head = b.in.request[0].tail = true;
    b.out.reply_valid.word[0] = 2;
    b.out.reply[1].head = true;
    assert_true(cycle(&b));
    b.out.request_ready.word[0] = 1;
    b.in.reply_ready.word[0] = 2;
    assert_true(cycle(&b));
    assert_true(rs_scoreboard_finish(b.scoreboard));
    assert_int_equal(rs_scoreboard_count(b.scoreboard).requests, 0);
    bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_traffic),
        cmocka_unit_test(test_growth_and_reset),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_same_tag),
        cmocka_unit_test(test_wrong_data),
        cmocka_unit_test(test_wrong_acceptance),
        cmocka_unit_test(test_wrong_reply),
        cmocka_unit_test(test_request_port),
        cmocka_unit_test(test_outstanding_at_end),
        cmocka_unit_test(test_not_taken),
    };
    return cmocka_run_group_tests_name("scoreboard", tests, NULL, NULL);
}
