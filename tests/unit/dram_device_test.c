/* DRAM device: latency, word order, storage against a plain copy, scaled-down widths, initial content. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "common/contents.h"
#include "machine/dram_device.h"

typedef struct bench {
    rs_config config;
    rs_dram_device *device;
    rs_dram_pins pins[RS_MAX_CHANNELS];
    rs_dram_return returns[RS_MAX_CHANNELS];
} bench;

static void bench_open(bench *b, const char *const *settings)
{
    rs_error error = {""};
    memset(b, 0, sizeof *b);
    rs_config_default(&b->config);
    for (; settings != NULL && *settings != NULL; settings += 2) {
        assert_true(rs_config_set(&b->config, settings[0], settings[1], &error));
    }
    if (!rs_config_finish(&b->config, &error)) {
        fail_msg("%s", error.text);
    }
    b->device = rs_dram_device_create(&b->config, &error);
    assert_non_null(b->device);
}

static void step(bench *b)
{
    memset(b->returns, 0xff, sizeof b->returns);
    assert_true(rs_dram_device_step(b->device, b->pins, rs_dram_commands(b->pins, b->config.channels), b->returns));
    memset(b->pins, 0, sizeof b->pins);
}

static void command(bench *b, uint32_t channel, uint8_t code, uint32_t bank, uint32_t address)
{
    b->pins[channel].command = code;
    b->pins[channel].bank = (uint8_t)bank;
    b->pins[channel].address = address;
}

static uint32_t line_bit(const uint32_t *line, uint32_t bit)
{
    return line[bit / 32] >> bit % 32 & 1;
}

/* Bits [index * dq_bits +: dq_bits] of the line, the slow and obvious way. */
static void word_of_line(const bench *b, const uint32_t *line, uint32_t index, uint32_t word[RS_DQ_WORDS])
{
    memset(word, 0, RS_DQ_WORDS * sizeof *word);
    for (uint32_t bit = 0; bit < b->config.dq_bits; bit++) {
        word[bit / 32] |= line_bit(line, index * b->config.dq_bits + bit) << bit % 32;
    }
}

/* Column commands of one request, as tight as the bus allows; checks that each word comes in its own cycle. */
static void read_line(bench *b, rs_location at, const uint32_t *expected)
{
    uint32_t bursts = b->config.columns, burst = b->config.burst_cycles;
    for (uint32_t cycle = 0; cycle < b->config.cl + bursts * burst; cycle++) {
        if (cycle % burst == 0 && cycle / burst < bursts) {
            command(b, at.channel, RS_DRAM_RD, at.bank, at.column * bursts + cycle / burst);
        }
        step(b); /* returns are now those of cycle + 1 */
        bool due = cycle + 1 >= b->config.cl && cycle + 1 < b->config.cl + bursts * burst;
        assert_int_equal(b->returns[at.channel].rddata_valid, due);
        uint32_t word[RS_DQ_WORDS] = {0};
        if (due) {
            word_of_line(b, expected, cycle + 1 - b->config.cl, word);
        }
        assert_memory_equal(b->returns[at.channel].rddata, word, sizeof word);
    }
}

/* mask: the bytes written, a bit each; without WRITE_MASK all. */
static void write_line(bench *b, rs_location at, const uint32_t *line, uint64_t mask)
{
    uint32_t bursts = b->config.columns, burst = b->config.burst_cycles, bytes = b->config.dq_bits / 8;
    for (uint32_t cycle = 0; cycle < b->config.wl + bursts * burst; cycle++) {
        if (cycle % burst == 0 && cycle / burst < bursts) {
            command(b, at.channel, RS_DRAM_WR, at.bank, at.column * bursts + cycle / burst);
        }
        if (cycle >= b->config.wl) {
            b->pins[at.channel].wrdata_en = true;
            word_of_line(b, line, cycle - b->config.wl, b->pins[at.channel].wrdata);
            for (uint32_t byte = 0; b->config.write_mask != 0 && byte < bytes; byte++) {
                uint32_t kept = (mask >> ((cycle - b->config.wl) * bytes + byte) & 1) == 0;
                b->pins[at.channel].wrdata_mask |= kept << byte;
            }
        }
        step(b);
    }
}

static void open_row(bench *b, rs_location at)
{
    command(b, at.channel, RS_DRAM_ACT, at.bank, at.row);
    step(b);
}

static void keep_line_bits(const bench *b, uint32_t *line)
{
    for (uint32_t bit = 2 * b->config.flit_bits; bit < 8 * RS_LINE_BYTES; bit++) {
        line[bit / 32] &= ~(UINT32_C(1) << bit % 32);
    }
}

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* The line's bytes that the mask names, the slow and obvious way. */
static void merge(uint32_t *line, const uint32_t *given, uint64_t mask)
{
    for (uint32_t byte = 0; byte < RS_LINE_BYTES; byte++) {
        if ((mask >> byte & 1) != 0) {
            ((uint8_t *)line)[byte] = ((const uint8_t *)given)[byte];
        }
    }
}

static void exercise(const char *const *settings)
{
    enum { LINES = 300 };
    static bench b;
    static uint32_t copy[LINES][RS_LINE_WORDS];
    rs_location at[LINES];
    uint64_t seed = 12345;
    bench_open(&b, settings);
    for (uint32_t i = 0; i < LINES; i++) {
        uint64_t address = (uint64_t)i * 0x9e3779b1u % (UINT64_C(1) << b.config.map.address_bits) & ~UINT64_C(63);
        at[i] = rs_address_decode(&b.config.map, address);
        rs_dram_initial_line(address, copy[i]);
        keep_line_bits(&b, copy[i]);
    }
    for (int round = 0; round < 1200; round++) {
        uint32_t i = next_random(&seed) % LINES;
        open_row(&b, at[i]);
        if (next_random(&seed) % 2 == 0) {
            uint32_t given[RS_LINE_WORDS];
            uint64_t mask = UINT64_MAX;
            for (uint32_t w = 0; w < RS_LINE_WORDS; w++) {
                given[w] = next_random(&seed) << 16 ^ next_random(&seed);
            }
            keep_line_bits(&b, given);
            for (int draw = 0; b.config.write_mask != 0 && draw <= round % 4; draw++) { /* down to few bytes, or none */
                mask &= (uint64_t)next_random(&seed) << 33 ^ (uint64_t)next_random(&seed) << 16 ^ next_random(&seed);
            }
            merge(copy[i], given, mask);
            write_line(&b, at[i], given, mask);
        } else {
            read_line(&b, at[i], copy[i]);
        }
        uint32_t seen[RS_LINE_WORDS];
        rs_dram_device_peek(b.device, at[i], seen);
        assert_memory_equal(seen, copy[i], sizeof seen);
    }
    rs_dram_device_reset(b.device);
    uint32_t seen[RS_LINE_WORDS], initial[RS_LINE_WORDS];
    rs_dram_device_peek(b.device, at[0], seen);
    rs_dram_initial_line(rs_address_encode(&b.config.map, at[0]), initial);
    keep_line_bits(&b, initial);
    assert_memory_equal(seen, initial, sizeof seen);
    rs_dram_device_destroy(b.device);
}

static void test_default(void **state)
{
    (void)state;
    exercise(NULL);
}

static void test_widths(void **state)
{
    (void)state;
    static const char *const one_chip[] = {"CHIPS", "1", NULL};
    static const char *const four_chips[] = {"CHIPS", "4", NULL};
    static const char *const narrow[] = {"FLIT_BITS", "8", "CHANNELS", "2", NULL};
    static const char *const half[] = {"FLIT_BITS", "64", "CL", "31", "WL", "31", NULL};
    static const char *const slow_bus[] = {"CL", "1", "WL", "1", "BURST_CYCLES", "8", "T_CCD", "8", NULL};
    exercise(one_chip);
    exercise(four_chips);
    exercise(narrow);
    exercise(half);
    exercise(slow_bus);
}

static void test_masks(void **state)
{
    (void)state;
    static const char *const plain[] = {"WRITE_MASK", "1", NULL};
    static const char *const four_chips[] = {"WRITE_MASK", "1", "CHIPS", "4", NULL};
    static const char *const bytes[] = {"WRITE_MASK", "1", "FLIT_BITS", "16", NULL};
    exercise(plain);
    exercise(four_chips);
    exercise(bytes);
}

/* Known values of splitmix64: the generator seeded with 0 and 8. */
static void test_initial_content(void **state)
{
    (void)state;
    uint32_t line[RS_LINE_WORDS], later[RS_LINE_WORDS];
    rs_dram_initial_line(0, line);
    assert_int_equal(line[0], 0x7b1dcdaf);
    assert_int_equal(line[1], 0xe220a839);
    rs_dram_initial_line(8, later); /* word i of one is word i + 1 of the other */
    assert_memory_equal(line + 2, later, sizeof line - 8);
}

static void count_from(const void *user, uint64_t address, uint32_t line[RS_LINE_WORDS])
{
    for (uint32_t i = 0; i < RS_LINE_WORDS; i++) {
        line[i] = *(const uint32_t *)user + (uint32_t)(address / 4) + i;
    }
}

/* Lines never written hold what the device was told, also around a byte that is written. */
static void test_contents(void **state)
{
    static const char *const settings[] = {"WRITE_MASK", "1", NULL};
    static const uint32_t base = 1000;
    static bench b;
    uint32_t given[RS_LINE_WORDS] = {7, 8}, expected[RS_LINE_WORDS];
    (void)state;
    bench_open(&b, settings);
    rs_dram_device_set_contents(b.device, (rs_contents){count_from, &base});
    const rs_location at = rs_address_decode(&b.config.map, 4096);
    count_from(&base, 4096, expected);
    open_row(&b, at);
    read_line(&b, at, expected);
    write_line(&b, at, given, 0x12);
    merge(expected, given, 0x12);
    read_line(&b, at, expected);
    rs_dram_device_destroy(b.device);
}

/* Two channels, a read and a write that overlap in time, and one enable left out: that word stays as it was. */
static void test_channels_and_enable(void **state)
{
    (void)state;
    static bench b;
    bench_open(&b, NULL);
    rs_location left = {0, 1, 5, 9}, right = {7, 3, 4095, 63};
    uint32_t initial_left[RS_LINE_WORDS], initial_right[RS_LINE_WORDS], seen[RS_LINE_WORDS];
    rs_dram_device_peek(b.device, left, initial_left);
    rs_dram_device_peek(b.device, right, initial_right);
    command(&b, 0, RS_DRAM_ACT, 1, 5);
    command(&b, 7, RS_DRAM_ACT, 3, 4095);
    step(&b);
    for (uint32_t cycle = 0; cycle < 20; cycle++) {
        if (cycle == 0 || cycle == 2) {
            command(&b, 0, RS_DRAM_WR, 1, 9 * 2 + cycle / 2);
            command(&b, 7, RS_DRAM_RD, 3, 63 * 2 + cycle / 2);
        }
        if (cycle >= 4 && cycle < 8 && cycle != 6) {
            b.pins[0].wrdata_en = true;
            b.pins[0].wrdata[0] = 100 + cycle;
        }
        step(&b);
        assert_false(b.returns[0].rddata_valid);
        assert_int_equal(b.returns[7].rddata_valid, cycle + 1 >= 9 && cycle + 1 < 13);
        if (b.returns[7].rddata_valid) {
            assert_memory_equal(b.returns[7].rddata, initial_right + 4 * (cycle + 1 - 9), 16);
        }
    }
    rs_dram_device_peek(b.device, left, seen);
    for (uint32_t w = 0; w < 4; w++) {
        if (w == 2) {
            assert_memory_equal(seen + 4 * w, initial_left + 4 * w, 16);
        } else {
            assert_int_equal(seen[4 * w], 104 + w);
            assert_int_equal(seen[4 * w + 1], 0);
        }
    }
    rs_dram_device_destroy(b.device);
}

/* Pin values outside the device wrap and do no harm. */
static void test_wild_pins(void **state)
{
    (void)state;
    static bench b;
    uint64_t seed = 99;
    bench_open(&b, NULL);
    for (int cycle = 0; cycle < 20000; cycle++) {
        for (uint32_t channel = 0; channel < b.config.channels; channel++) {
            command(&b, channel, (uint8_t)next_random(&seed), next_random(&seed), next_random(&seed));
            b.pins[channel].wrdata_en = next_random(&seed) % 2 != 0;
        }
        step(&b);
    }
    rs_dram_device_destroy(b.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default),
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_initial_content),
        cmocka_unit_test(test_contents),
        cmocka_unit_test(test_channels_and_enable),
        cmocka_unit_test(test_wild_pins),
    };
    return cmocka_run_group_tests_name("dram_device", tests, NULL, NULL);
}
