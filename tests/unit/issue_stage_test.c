/* Issue stage (sm/issue_stage.h): rates, chains, slots and waits whose cycles are known from the machine's numbers alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "sm/issue_stage.h"
#include "sm/load_store_unit.h"

enum { WARPS = 16, PROGRAM = 700, NONE = RS_NO_REGISTER, PLAIN = 0, STRIDED = 2, INDIRECT = 4, STORE = 1 };

/* One CTA and its host: what each warp is to execute, and when each record issued. */
typedef struct bench {
    rs_issue_stage stage;
    rs_issue_inputs in;
    rs_issue_outputs out;
    rs_warp_record program[WARPS][PROGRAM];
    uint32_t length[WARPS], asked[WARPS], issued[WARPS];
    uint64_t when[WARPS][PROGRAM];
    uint64_t cycle;
    uint32_t answer_after;                    /* cycles from an operand cycle taken to its words; 0: no words */
    uint32_t answer_level;
    struct { uint64_t at; uint32_t warp, reg; } answer[PROGRAM];
    uint32_t answers, answered;
} bench;

static bench b;

static const rs_issue_settings thesis = {.warps = 32, .registers = 64, .schedulers = 1, .issue_cycles = 4, .warp_gap = 24,
    .alu_latency = 24, .sfu_latency = 24, .branch_latency = 24, .alu_interval = 4, .sfu_interval = 4, .blocking = true, .places = 1};
static const rs_issue_settings patterns = {.warps = 32, .registers = 64, .schedulers = 1, .greedy = true, .issue_cycles = 1,
    .warp_gap = 1, .alu_latency = 6, .sfu_latency = 20, .branch_latency = 6, .alu_interval = 1, .sfu_interval = 8, .words_delay = 9,
    .places = 1};

static void begin(const rs_issue_settings *settings, uint32_t warps)
{
    rs_issue_settings all = *settings;
    memset(&b, 0, sizeof b);
    all.cta_warps = warps;
    rs_issue_stage_init(&b.stage, &all);
    b.in.in_ready = true;
    b.in.operand_mask = 3;
}

static void put(uint32_t warp, enum rs_record_kind kind, uint32_t destination, uint32_t source)
{
    const rs_warp_record record = {kind, RS_SPACE_GLOBAL, 0, 1, false, false, false, destination, {source, NONE, NONE}};
    assert_true(b.length[warp] < PROGRAM);
    b.program[warp][b.length[warp]++] = record;
}

static void put_fence(uint32_t warp, bool acquire, bool release)
{
    put(warp, RS_RECORD_FENCE, NONE, NONE);
    b.program[warp][b.length[warp] - 1].acquire = acquire;
    b.program[warp][b.length[warp] - 1].release = release;
}

static void put_memory(uint32_t warp, uint32_t opcode, uint32_t elements, uint32_t vector)
{
    rs_warp_record record = {RS_RECORD_MEMORY, RS_SPACE_GLOBAL, opcode, elements, false, false, false, NONE, {40, NONE, NONE}};
    if (opcode / 2 != 0)
        record.source[1] = 44;
    if (opcode % 2 != 0)
        record.source[2] = vector;
    else
        record.destination = vector;
    b.program[warp][b.length[warp]++] = record;
}

static void step(void)
{
    for (uint32_t warp = 0; warp < WARPS; warp++)
        b.in.available = (b.in.available & ~(UINT64_C(1) << warp)) | (uint64_t)(b.asked[warp] < b.length[warp]) << warp;
    b.in.wb_valid = b.answered < b.answers && b.answer[b.answered].at == b.cycle;
    if (b.in.wb_valid) {
        b.in.wb_warp = b.answer[b.answered].warp;
        b.in.wb_register = b.answer[b.answered++].reg;
        b.in.wb_level = b.answer_level;
        b.in.wb_mask = b.in.operand_mask;
    }
    b.in.start_valid = b.cycle == 0;
    rs_issue_stage_offer(&b.stage, &b.in, &b.out);
    for (uint32_t i = 0; i < 4; i++)
        if (b.out.issue_valid >> i & 1) {
            const uint32_t warp = b.out.issue_warp[i];
            b.when[warp][b.issued[warp]++] = b.cycle;
        }
    if (b.out.operand.valid && b.in.in_ready && b.stage.first_row && b.stage.loads && b.answer_after != 0) {
        b.answer[b.answers].at = b.cycle + b.answer_after;
        b.answer[b.answers].warp = b.out.operand.warp;
        b.answer[b.answers++].reg = b.out.operand.first_register;
    }
    rs_issue_stage_clock(&b.stage, &b.in, &b.out);
    for (uint32_t i = 0; i < 4; i++)
        if (b.out.ask_valid >> i & 1)
            b.in.record[i] = rs_warp_record_pack(&b.program[b.out.ask_warp[i]][b.asked[b.out.ask_warp[i]]++]);
    b.cycle++;
}

static void run(uint32_t cycles)
{
    while (cycles-- > 0)
        step();
}

/* THESIS: k warps fill k of 24 stages, an instruction takes 4 cycles of 8 lanes: 24/4 = 6 warps are enough. */
static void warps_of_alu_issue_k_of_24_cycles(void **state)
{
    (void)state;
    for (uint32_t k = 1; k <= 10; k++) {
        uint32_t before = 0, after = 0;
        begin(&thesis, k);
        for (uint32_t warp = 0; warp < k; warp++)
            for (uint32_t i = 0; i < PROGRAM; i++)
                put(warp, RS_RECORD_ALU, NONE, NONE);
        run(240);
        for (uint32_t warp = 0; warp < k; warp++)
            before += b.issued[warp];
        run(2400);
        for (uint32_t warp = 0; warp < k; warp++)
            after += b.issued[warp];
        assert_int_equal(after - before, k < 6 ? 100 * k : 600);
    }
}

static void a_chain_takes_its_latencies(void **state)
{
    const rs_issue_settings *machine[] = {&thesis, &patterns};
    (void)state;
    for (uint32_t m = 0; m < 2; m++)
        for (uint32_t kind = RS_RECORD_ALU; kind <= RS_RECORD_SFU; kind++) {
            const uint32_t latency = kind == RS_RECORD_ALU ? machine[m]->alu_latency : machine[m]->sfu_latency;
            begin(machine[m], 1);
            for (uint32_t i = 0; i < 21; i++)
                put(0, (enum rs_record_kind)kind, 7, 7);
            run(600);
            assert_int_equal(b.issued[0], 21);
            assert_int_equal(b.when[0][20] - b.when[0][0], 20 * latency);
        }
}

static void a_branch_holds_its_warp(void **state)
{
    (void)state;
    begin(&patterns, 1);
    put(0, RS_RECORD_BRANCH, NONE, NONE);
    put(0, RS_RECORD_ALU, NONE, NONE);
    put(0, RS_RECORD_ALU, NONE, NONE);
    run(30);
    assert_int_equal(b.when[0][1] - b.when[0][0], 6);
    assert_int_equal(b.when[0][2] - b.when[0][1], 1);
}

/* PATTERNS 6.1: slots of the vector instructions; warp 1 issues when warp 0's is over. */
static void vectors_take_their_slots(void **state)
{
    const struct { uint32_t opcode, elements, slots; } row[] = {
        {PLAIN, 1, 1}, {PLAIN + STORE, 1, 1}, {STRIDED, 4, 1}, {STRIDED, 8, 1}, {STRIDED, 16, 1}, {STRIDED + STORE, 4, 2},
        {STRIDED + STORE, 8, 3}, {STRIDED + STORE, 16, 5}, {INDIRECT, 4, 2}, {INDIRECT, 8, 3}, {INDIRECT, 16, 5},
        {INDIRECT + STORE, 4, 3}, {INDIRECT + STORE, 8, 5}, {INDIRECT + STORE, 16, 9}};
    (void)state;
    for (uint32_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        begin(&patterns, 2);
        put_memory(0, row[i].opcode, row[i].elements, 16);
        for (uint32_t k = 0; k < 60; k++)
            put(1, RS_RECORD_ALU, NONE, NONE);
        run(40);
        assert_int_equal(b.when[1][0] - b.when[0][0], row[i].slots);
    }
}

/* Words of a hit 5 cycles, of the scratchpad 3 after the operand cycle is taken, which is one after the issue. */
static void loads_come_in_time(void **state)
{
    const struct { const rs_issue_settings *machine; uint32_t after, level, cycles; } row[] = {
        {&thesis, 5, 1, 24}, {&patterns, 5, 1, 16}, {&patterns, 3, 0, 14}, {&patterns, 100, 5, 102}, {&thesis, 100, 5, 102}};
    (void)state;
    for (uint32_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        begin(row[i].machine, 1);
        b.answer_after = row[i].after;
        b.answer_level = row[i].level;
        put_memory(0, PLAIN, 1, 4);
        put(0, RS_RECORD_ALU, NONE, 4);
        run(200);
        assert_int_equal(b.issued[0], 2);
        assert_int_equal(b.when[0][1] - b.when[0][0], row[i].cycles);
    }
    begin(&(rs_issue_settings){.warps = 4, .registers = 16, .schedulers = 1, .issue_cycles = 1, .warp_gap = 1, .alu_latency = 1,
        .sfu_latency = 1, .branch_latency = 1, .alu_interval = 1, .sfu_interval = 1, .places = 1}, 1);
    b.answer_after = 5;
    put_memory(0, PLAIN, 1, 4);
    b.program[0][0].source[0] = 8;
    put(0, RS_RECORD_ALU, NONE, 4);
    run(30);
    assert_int_equal(b.when[0][1] - b.when[0][0], 7);
}

static void a_load_that_is_out_blocks_only_if_blocking(void **state)
{
    (void)state;
    for (uint32_t limit = 0; limit < 3; limit++) {
        rs_issue_settings machine = patterns;
        machine.loads_a_warp = limit;
        begin(&machine, 1);
        b.answer_after = 50;
        b.answer_level = 5;
        for (uint32_t i = 0; i < 4; i++)
            put_memory(0, PLAIN, 1, 4 + i);
        put(0, RS_RECORD_ALU, NONE, NONE);
        run(400);
        assert_int_equal(b.when[0][1] - b.when[0][0], limit == 1 ? 52 : 1);
        assert_int_equal(b.when[0][2] - b.when[0][1], limit == 0 ? 1 : limit == 1 ? 52 : 51);
    }
    begin(&thesis, 1);
    b.answer_after = 50;
    put_memory(0, PLAIN, 1, 4);
    put(0, RS_RECORD_ALU, NONE, NONE);
    run(100);
    assert_int_equal(b.when[0][1] - b.when[0][0], 52);
}

static void orders_are_what_they_are_called(void **state)
{
    (void)state;
    for (uint32_t greedy = 0; greedy < 2; greedy++) {
        rs_issue_settings machine = patterns;
        machine.greedy = greedy != 0;
        begin(&machine, 3);
        for (uint32_t warp = 0; warp < 3; warp++)
            for (uint32_t i = 0; i < 20; i++)
                put(warp, RS_RECORD_ALU, NONE, NONE);
        run(11);
        /* Records come one a cycle; from then on warp 0 alone, or each in turn. */
        for (uint32_t warp = 0; warp < 3; warp++)
            b.issued[warp] = 0;
        run(6);
        if (!greedy)
            for (uint32_t warp = 0; warp < 3; warp++)
                assert_int_equal(b.issued[warp], 2);
        run(80);
        assert_int_equal(b.stage.present, 0);
    }
    begin(&(rs_issue_settings){.warps = 4, .registers = 16, .schedulers = 1, .greedy = true, .issue_cycles = 4, .warp_gap = 1,
        .alu_latency = 1, .sfu_latency = 1, .branch_latency = 1, .alu_interval = 1, .sfu_interval = 1, .places = 1}, 2);
    for (uint32_t i = 0; i < 10; i++) {
        put(0, RS_RECORD_ALU, NONE, NONE);
        put(1, RS_RECORD_ALU, NONE, NONE);
    }
    run(100);
    assert_true(b.when[0][9] < b.when[1][0]);
}

static void a_barrier_waits_for_the_last_of_its_cta(void **state)
{
    (void)state;
    for (uint32_t exits = 0; exits < 2; exits++) {
        begin(&patterns, 3);
        for (uint32_t warp = 0; warp < 3; warp++) {
            for (uint32_t i = 0; i < 20 * warp; i++)
                put(warp, RS_RECORD_ALU, 3, 3);
            put(warp, exits != 0 && warp == 2 ? RS_RECORD_EXIT : RS_RECORD_BARRIER, NONE, NONE);
            if (exits == 0 || warp != 2)
                put(warp, RS_RECORD_ALU, NONE, NONE);
        }
        run(400);
        assert_true(b.when[2][40] > b.when[1][20] && b.when[1][20] > b.when[0][0]);
        assert_int_equal(b.issued[0], 2);
        assert_int_equal(b.issued[1], 22);
        /* Free in the next cycle: both issue in the two cycles behind it (warp 2 may take one of three). */
        assert_true(b.when[0][1] > b.when[2][40] && b.when[0][1] <= b.when[2][40] + 3);
        assert_true(b.when[1][21] > b.when[2][40] && b.when[1][21] <= b.when[2][40] + 3);
    }
}

static void fences_take_their_cycles(void **state)
{
    const struct { bool acquire, release; uint32_t cycles; } row[] = {
        {false, false, 1}, {true, false, 2}, {false, true, 6}, {true, true, 7}};
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t acquired = 0, since = 0;
        begin(&patterns, 1);
        put_fence(0, row[i].acquire, row[i].release);
        put(0, RS_RECORD_ALU, NONE, NONE);
        for (uint32_t k = 0; k < 40; k++) {
            b.in.release_ready = b.out.release_valid && since++ == 3; /* in its fifth cycle */
            step();
            acquired += b.out.acquire_valid;
        }
        assert_int_equal(b.issued[0], 2);
        assert_int_equal(b.when[0][1] - b.when[0][0], row[i].cycles);
        assert_int_equal(acquired, row[i].acquire);
    }
}

static void a_place_is_free_when_all_is_back(void **state)
{
    (void)state;
    for (uint32_t loads = 0; loads < 2; loads++) {
        uint64_t freed = 0;
        begin(&patterns, 1);
        b.answer_after = 30;
        b.answer_level = 5;
        if (loads != 0)
            put_memory(0, PLAIN, 1, 4);
        put(0, RS_RECORD_EXIT, NONE, NONE);
        for (uint32_t k = 0; k < 100; k++) {
            step();
            if (k > 0 && b.out.quiet && freed == 0)
                freed = b.cycle - 1;
        }
        if (loads == 0)
            assert_int_equal(freed - b.when[0][0], 2);
        else /* taken one after the issue, words 30 after it, ready one after them, free one after that */
            assert_int_equal(freed - b.when[0][0], 1 + 30 + 1 + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warps_of_alu_issue_k_of_24_cycles),
        cmocka_unit_test(a_chain_takes_its_latencies),
        cmocka_unit_test(a_branch_holds_its_warp),
        cmocka_unit_test(vectors_take_their_slots),
        cmocka_unit_test(loads_come_in_time),
        cmocka_unit_test(a_load_that_is_out_blocks_only_if_blocking),
        cmocka_unit_test(orders_are_what_they_are_called),
        cmocka_unit_test(a_barrier_waits_for_the_last_of_its_cta),
        cmocka_unit_test(fences_take_their_cycles),
        cmocka_unit_test(a_place_is_free_when_all_is_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
