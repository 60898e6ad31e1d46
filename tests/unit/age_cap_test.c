/* Age cap of the DRAM controllers: what starves without it, and the bound with it. One controller, one DRAM; a victim
 * request, then for ever requests that the scheduler prefers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "dram/dram_controller.h"
#include "machine/dram_device.h"
#include "observe/timing_checker.h"

enum { CYCLES = 200000 };

typedef struct bench {
    rs_config config;
    rs_dram_controller controller;
    rs_dram_pins pins;
    rs_accept accept;
    rs_dram_device *device;
    rs_timing_checker *checker;
    rs_dram_return returned;
} bench;

static void bench_open(bench *b, uint32_t scheduler, uint32_t lookahead, uint32_t cap)
{
    rs_error error = {""};

    memset(b, 0, sizeof(*b));
    rs_config_default(&b->config);
    b->config.channels = 1;
    b->config.flit_bits = 32;
    memcpy(b->config.address_map_text,
           "00000000.00000000.00000000.00000000.00000000.00000000.RRRRCCBB.CCSSSSSS", 72);
    b->config.scheduler = scheduler;
    b->config.lookahead = lookahead;
    b->config.age_cap = cap;
    if (!rs_config_finish(&b->config, &error))
        fail_msg("%s", error.text);
    rs_dram_controller_init(&b->controller, &b->config, &b->pins, &b->accept);
    b->device = rs_dram_device_create(&b->config, &error);
    b->checker = rs_timing_checker_create(&b->config, &error);
    assert_non_null(b->device);
    assert_non_null(b->checker);
}

static void bench_close(bench *b)
{
    rs_dram_device_destroy(b->device);
    rs_timing_checker_destroy(b->checker);
}

/* One cycle with this flit on offer (NULL: none); true if it was taken. */
static bool cycle(bench *b, const rs_routed_flit *flit)
{
    bool taken = flit != NULL && rs_dram_controller_ready(&b->controller, flit);
    rs_flit reply;
    bool replying = rs_dram_controller_reply(&b->controller, &reply);
    rs_dram_return next;

    if (!rs_timing_checker_observe(b->checker, &b->pins))
        fail_msg("%s", rs_timing_checker_first(b->checker)->text);
    assert_true(rs_dram_device_step(b->device, &b->pins, rs_dram_commands(&b->pins, 1), &next));
    rs_dram_controller_step(&b->controller, taken ? flit : NULL, &b->returned, replying);
    b->returned = next;
    return taken;
}

static rs_routed_flit flit_of(const bench *b, rs_location at, bool write, uint32_t index)
{
    rs_routed_flit flit;

    memset(&flit, 0, sizeof(flit));
    flit.flit.head = index == 0;
    flit.flit.tail = !write || index == 2;
    flit.flit.header = index == 0 ? rs_request_header(&b->config, rs_address_encode(&b->config.map, at), write, 0) : 0;
    flit.route = rs_route_to(0, at.bank, at.row, at.column);
    return flit;
}

static void send(bench *b, rs_location at, bool write)
{
    for (uint32_t index = 0; index < (write ? 3U : 1U); index++) {
        rs_routed_flit flit = flit_of(b, at, write, index);

        while (!cycle(b, &flit))
            continue;
    }
}

/* Departures from the controller until the victim's first column command is on the pins, while reads of `favoured`
 * come as fast as they are taken; -1: not within CYCLES. The victim is alone in its bank, or alone with its row. */
static int64_t departures_until(bench *b, rs_location victim, bool victim_writes, rs_location favoured)
{
    rs_routed_flit read = flit_of(b, favoured, false, 0);
    uint64_t first = 0;
    uint32_t open_row = UINT32_MAX;

    for (uint32_t i = 0; i < 4; i++) /* the row of the favoured is open, and more of them wait */
        send(b, favoured, false);
    for (uint32_t i = 0; i < 40; i++)
        cycle(b, &read);
    send(b, victim, victim_writes);
    first = b->controller.queue.stamp - b->controller.queue.count;
    for (uint32_t i = 0; i < CYCLES; i++) {
        const rs_dram_pins *pins = &b->pins;

        if (pins->command == RS_DRAM_ACT && pins->bank == victim.bank)
            open_row = pins->address;
        if (pins->command == (victim_writes ? RS_DRAM_WR : RS_DRAM_RD) && pins->bank == victim.bank &&
            (victim_writes || open_row == victim.row))
            return (int64_t)(b->controller.queue.stamp - b->controller.queue.count - first);
        cycle(b, &read);
    }
    return -1;
}

static const rs_location row_of_bank_0 = {0, 0, 1, 0}, other_row_of_bank_0 = {0, 0, 2, 0}, row_of_bank_1 = {0, 1, 1, 0};

static void row_hits_starve_a_miss_without_cap(void **state)
{
    static const uint32_t schedulers[] = {RS_SCHEDULER_FRFCFS, RS_SCHEDULER_MOST_PENDING, RS_SCHEDULER_BFIFO};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        static bench b;

        bench_open(&b, schedulers[i], 8, 0);
        assert_int_equal(departures_until(&b, other_row_of_bank_0, false, row_of_bank_0), -1);
        bench_close(&b);
        for (uint32_t cap = 1; cap <= 255; cap = cap < 16 ? cap + 1 : 2 * cap + 1) {
            int64_t departures;

            bench_open(&b, schedulers[i], 8, cap);
            departures = departures_until(&b, other_row_of_bank_0, false, row_of_bank_0);
            /* the older ones leave, then at most `cap` younger ones pass; the victim itself has not left yet */
            assert_in_range(departures, cap, b.config.queue - 1 + cap);
            bench_close(&b);
        }
    }
}

static void reads_starve_a_write_of_another_bank_without_cap(void **state)
{
    static const uint32_t schedulers[] = {RS_SCHEDULER_FRFCFS, RS_SCHEDULER_MOST_PENDING, RS_SCHEDULER_BFIFO};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        static bench b;

        bench_open(&b, schedulers[i], 1, 0);
        assert_int_equal(departures_until(&b, row_of_bank_1, true, row_of_bank_0), -1);
        bench_close(&b);
        for (uint32_t cap = 1; cap <= 31; cap = 2 * cap + 1) {
            int64_t departures;

            bench_open(&b, schedulers[i], 1, cap);
            departures = departures_until(&b, row_of_bank_1, true, row_of_bank_0);
            assert_in_range(departures, cap, (int64_t)b.config.queue * (cap * b.config.banks + 1));
            bench_close(&b);
        }
    }
}

/* In order within the bank: the banked FIFO and FIFO need no cap for row misses. */
static void order_within_a_bank_needs_no_cap(void **state)
{
    (void)state;
    for (uint32_t scheduler = RS_SCHEDULER_FIFO; scheduler <= RS_SCHEDULER_BFIFO; scheduler++) {
        static bench b;

        bench_open(&b, scheduler, 1, 0);
        assert_in_range(departures_until(&b, other_row_of_bank_0, false, row_of_bank_0), 1, b.config.queue);
        bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(row_hits_starve_a_miss_without_cap),
        cmocka_unit_test(reads_starve_a_write_of_another_bank_without_cap),
        cmocka_unit_test(order_within_a_bank_needs_no_cap),
    };
    return cmocka_run_group_tests_name("age_cap", tests, NULL, NULL);
}
