/* Observer of stalls (observe/stall_observer.h) beside issue stage and stall inspector: programs whose stalls are known by count, and
 * an inspector that is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "observe/stall_observer.h"

enum { WARPS = 4, PROGRAM = 40, NONE = RS_NO_REGISTER, POINTER = 40 };

/* An SM with one CTA, whose memory side answers each load after a time. */
typedef struct bench {
    rs_issue_stage stage;
    rs_stall_inspector inspector;
    rs_stall_observer observer;
    rs_issue_inputs in;
    rs_issue_outputs out;
    rs_stall_events events;
    rs_warp_record program[WARPS][PROGRAM];
    uint32_t length[WARPS], asked[WARPS];
    uint64_t cycle;
    uint32_t answer_after, answer_level;
    struct { uint64_t at; uint32_t warp, reg; } answer[PROGRAM];
    uint32_t answers, answered;
    rs_issue_inputs in_before;
    rs_issue_outputs out_before;
    rs_stall_events events_before;
    rs_stall_inspector inspector_before;
    uint32_t left_out;
} bench;

static bool leaves_out; /* cycles that the observer need not see */

static bench b;

static const rs_issue_settings two_schedulers = {.warps = WARPS, .registers = 64, .schedulers = 2, .greedy = true, .issue_cycles = 1,
    .warp_gap = 1, .alu_latency = 6, .sfu_latency = 20, .branch_latency = 6, .alu_interval = 1, .sfu_interval = 8, .loads_a_warp = 2,
    .places = 1};

static void begin(const rs_issue_settings *settings, uint32_t warps)
{
    rs_issue_settings all = *settings;
    memset(&b, 0, sizeof b);
    all.cta_warps = warps;
    rs_issue_stage_init(&b.stage, &all);
    rs_stall_inspector_init(&b.inspector, 64, 32);
    rs_stall_observer_init(&b.observer, &all);
    b.in.in_ready = b.in.release_ready = true;
    b.in.operand_mask = 3;
    b.answer_after = 30;
    b.answer_level = RS_SERVED_L2;
}

static rs_warp_record *put(uint32_t warp, enum rs_record_kind kind, uint32_t destination, uint32_t source)
{
    const rs_warp_record record = {kind, RS_SPACE_GLOBAL, 0, 1, false, false, false, destination, {source, NONE, NONE}};
    assert_true(b.length[warp] < PROGRAM);
    b.program[warp][b.length[warp]] = record;
    return &b.program[warp][b.length[warp]++];
}

static void put_ends(uint32_t warps)
{
    for (uint32_t warp = 0; warp < warps; warp++) {
        put(warp, RS_RECORD_EXIT, NONE, NONE);
    }
}

static rs_stall_inputs to_inspector(void)
{
    const rs_issue_outputs *out = &b.out;
    rs_stall_inputs to = {.live = out->live, .control = out->hazard[RS_HAZARD_CONTROL],
        .synchronization = out->hazard[RS_HAZARD_SYNCHRONIZATION], .memory_data = out->hazard[RS_HAZARD_MEMORY_DATA],
        .memory_structural = out->hazard[RS_HAZARD_MEMORY_STRUCTURAL], .compute_data = out->hazard[RS_HAZARD_COMPUTE_DATA],
        .compute_structural = out->hazard[RS_HAZARD_COMPUTE_STRUCTURAL], .clear = b.events.clear, .issued = out->issued,
        .slot_busy = out->slot_busy, .slot_waits = out->slot_waits, .releasing = out->releasing, .mshr_full = b.events.mshr_full,
        .store_buffer_full = b.events.store_buffer_full, .bank_conflict = b.events.bank_conflict,
        .waiting_valid = out->waiting_valid, .waiting_warp = out->waiting_warp, .waiting_register = out->waiting_register};
    for (uint32_t i = 0; i < RS_STALL_READY; i++) {
        to.ready[i] = (rs_register_ready){out->ready[i].valid, out->ready[i].warp, out->ready[i].reg, out->ready[i].level};
    }
    return to;
}

static void take_operand(void)
{
    const rs_issue_operand *operand = &b.out.operand;
    const bool load = operand->atomic ? operand->atomic_returns : operand->opcode % 2 == 0;
    if (operand->valid && b.in.in_ready && load) {
        b.answer[b.answers].at = b.cycle + b.answer_after;
        b.answer[b.answers].warp = operand->warp;
        b.answer[b.answers++].reg = operand->first_register;
    }
}

static void step(void)
{
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        b.in.available = (b.in.available & ~(UINT64_C(1) << warp)) | (uint64_t)(b.asked[warp] < b.length[warp]) << warp;
    }
    b.in.wb_valid = b.answered < b.answers && b.answer[b.answered].at <= b.cycle;
    if (b.in.wb_valid) {
        b.in.wb_warp = b.answer[b.answered].warp;
        b.in.wb_register = b.answer[b.answered++].reg;
        b.in.wb_level = b.answer_level;
        b.in.wb_mask = b.in.operand_mask;
    }
    b.in.start_valid = b.cycle == 0;
    rs_issue_stage_offer(&b.stage, &b.in, &b.out);
    const rs_stall_inputs inputs = to_inspector();
    const bool same = memcmp(&b.in, &b.in_before, sizeof b.in) == 0 &&
                      memcmp(&b.out, &b.out_before, offsetof(rs_issue_outputs, live)) == 0 && /* what is behind is for the inspector */
                      memcmp(&b.events, &b.events_before, sizeof b.events) == 0 && !b.in.wb_valid && !b.events.clear &&
                      b.inspector.stall_class == b.inspector_before.stall_class && b.inspector.stall_cause == b.inspector_before.stall_cause;
    b.in_before = b.in;
    b.out_before = b.out;
    b.events_before = b.events;
    b.inspector_before = b.inspector;
    if (leaves_out && same && b.cycle < b.observer.rests_until) {
        b.left_out++;
    } else {
        rs_stall_observer_cycle(&b.observer, b.cycle, &b.in, &b.out, b.stage.settings.cta_warps, &b.events, &b.inspector);
    }
    take_operand();
    rs_stall_inspector_clock(&b.inspector, &inputs);
    rs_issue_stage_clock(&b.stage, &b.in, &b.out);
    for (uint32_t i = 0; i < 2; i++) {
        if (b.out.ask_valid >> i & 1) {
            b.in.record[i] = rs_warp_record_pack(&b.program[b.out.ask_warp[i]][b.asked[b.out.ask_warp[i]]++]);
        }
    }
    b.cycle++;
}

static void run(uint32_t cycles)
{
    for (uint32_t i = 0; i < cycles; i++) {
        step();
    }
}

/* To the end of the program and the last word, and a bit further; inspector and observer agree. */
static void run_to_end(void)
{
    rs_error error = {""};
    run(5);
    while (b.out.place_free == 0) {
        step();
        assert_in_range(b.cycle, 0, 5000);
    }
    run(3);
    if (!rs_stall_observer_check(&b.observer, b.cycle, &b.inspector, 0, &error)) {
        fail_msg("%s", error.text);
    }
}

static void expect_class(enum rs_stall_class its, uint64_t cycles)
{
    assert_true(!leaves_out || b.left_out > 0);
    if (b.observer.class_cycles[its] != cycles) {
        fail_msg("found %llu cycles of %s, expected %llu", (unsigned long long)b.observer.class_cycles[its], rs_stall_class_name(its),
                 (unsigned long long)cycles);
    }
}

/* Ten results of 6 cycles, each needed by the next: five cycles wait behind each but the last; then an SFU that is busy for 8. */
static void compute(void **state)
{
    (void)state;
    begin(&two_schedulers, 1);
    for (uint32_t i = 0; i < 10; i++) {
        put(0, RS_RECORD_ALU, 7, 7);
    }
    for (uint32_t i = 0; i < 3; i++) {
        put(0, RS_RECORD_SFU, 8 + i, NONE);
    }
    put_ends(1);
    run_to_end();
    expect_class(RS_STALL_COMPUTE_DATA, 9 * 5);
    expect_class(RS_STALL_COMPUTE_STRUCTURAL, 2 * 7);
    expect_class(RS_STALL_NONE, 14);
}

/* A branch: its warp waits for 5 cycles. */
static void control(void **state)
{
    (void)state;
    begin(&two_schedulers, 1);
    put(0, RS_RECORD_ALU, NONE, NONE);
    put(0, RS_RECORD_BRANCH, NONE, NONE);
    put(0, RS_RECORD_ALU, NONE, NONE);
    put_ends(1);
    run_to_end();
    expect_class(RS_STALL_CONTROL, 2 + 5); /* and until the first record is there */
}

/* A load of 30 cycles from the operand stage on, and who needs it; what it was waited for goes to the level that had it. */
static void memory_data(void **state)
{
    (void)state;
    for (uint32_t level = 0; level < RS_SERVED_LEVELS; level++) {
        begin(&two_schedulers, 1);
        b.answer_level = level;
        put(0, RS_RECORD_MEMORY, 7, POINTER);
        put(0, RS_RECORD_ALU, 8, 7);
        put_ends(1);
        run_to_end();
        expect_class(RS_STALL_MEMORY_DATA, 31);
        assert_int_equal(b.observer.level_cycles[level], 31);
    }
}

/* Words of the L1 are late; when those of the first load are there, nothing happens but that the second one is waited for. */
static void late_words(void **state)
{
    rs_issue_settings late = two_schedulers;
    (void)state;
    late.words_delay = 9;
    begin(&late, 1);
    b.answer_level = RS_SERVED_L1;
    put(0, RS_RECORD_MEMORY, 7, POINTER);
    put(0, RS_RECORD_SFU, POINTER, NONE); /* so that the second load comes later */
    put(0, RS_RECORD_MEMORY, 8, POINTER);
    put(0, RS_RECORD_ALU, NONE, 7)->source[1] = 8;
    put_ends(1);
    run_to_end();
    expect_class(RS_STALL_MEMORY_DATA, b.observer.level_cycles[RS_SERVED_L1]);
    assert_in_range(b.observer.class_cycles[RS_STALL_MEMORY_DATA], 31 + 9, 31 + 9 + 10);
}

/* Behind a branch a load's words are waited for: the class changes with time alone. */
static void branch_behind_load(void **state)
{
    (void)state;
    begin(&two_schedulers, 1);
    b.answer_after = 60;
    put(0, RS_RECORD_MEMORY, 7, POINTER);
    put(0, RS_RECORD_ALU, NONE, NONE);
    put(0, RS_RECORD_BRANCH, NONE, NONE);
    put(0, RS_RECORD_ALU, NONE, 7);
    put_ends(1);
    run_to_end();
    expect_class(RS_STALL_CONTROL, 2 + 5);
    assert_int_equal(b.observer.level_cycles[RS_SERVED_L2], b.observer.class_cycles[RS_STALL_MEMORY_DATA]);
}

/* Three loads with two allowed: the third waits for the first, which it does not name; the register charged changes when it comes. */
static void loads_of_a_warp(void **state)
{
    (void)state;
    begin(&two_schedulers, 1);
    for (uint32_t i = 0; i < 3; i++) {
        put(0, RS_RECORD_MEMORY, 7 + i, POINTER);
    }
    put(0, RS_RECORD_ALU, NONE, 9);
    put_ends(1);
    run_to_end();
    assert_true(b.observer.class_cycles[RS_STALL_MEMORY_DATA] > 55);
    assert_int_equal(b.observer.level_cycles[RS_SERVED_L2], b.observer.class_cycles[RS_STALL_MEMORY_DATA]);
}

/* A memory side that takes nothing for 20 cycles, by each cause. */
static void memory_structural(void **state)
{
    const rs_stall_events events[] = {{.mshr_full = true, .bank_conflict = true}, {.store_buffer_full = true}, {.bank_conflict = true}, {.clear = false}};
    const enum rs_stall_cause causes[] = {RS_STALL_MSHR, RS_STALL_STORE_BUFFER, RS_STALL_BANK, RS_STALL_UNIT};
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        begin(&two_schedulers, 1);
        put(0, RS_RECORD_MEMORY, 7, POINTER);
        put(0, RS_RECORD_MEMORY, 8, POINTER);
        put_ends(1);
        b.in.in_ready = false;
        b.events = events[i];
        run(25);
        b.in.in_ready = true;
        run_to_end();
        assert_true(b.observer.class_cycles[RS_STALL_MEMORY_STRUCTURAL] > 15);
        assert_int_equal(b.observer.cause_cycles[causes[i]], b.observer.class_cycles[RS_STALL_MEMORY_STRUCTURAL]);
    }
}

/* Warp 0 computes, warp 1 is at the barrier at once. */
static void barrier(void **state)
{
    (void)state;
    begin(&two_schedulers, 2);
    for (uint32_t i = 0; i < 5; i++) {
        put(0, RS_RECORD_ALU, 7, 7);
    }
    for (uint32_t warp = 0; warp < 2; warp++) {
        put(warp, RS_RECORD_BARRIER, NONE, NONE);
    }
    put_ends(2);
    run_to_end();
    expect_class(RS_STALL_SYNCHRONIZATION, 4 * 5); /* of two classes the weaker one */
    expect_class(RS_STALL_COMPUTE_DATA, 0);
}

/* A fence that releases, not granted for a while: its own warp waits for synchronization, a load of the other one for the release.
 * Then an atomic operation that releases and acquires. */
static void fences(void **state)
{
    (void)state;
    begin(&two_schedulers, 2);
    put(0, RS_RECORD_FENCE, NONE, NONE)->release = true;
    put(1, RS_RECORD_SFU, POINTER, NONE); /* so that the load comes behind the fence */
    put(1, RS_RECORD_MEMORY, 7, POINTER);
    for (uint32_t warp = 0; warp < 2; warp++) {
        rs_warp_record *atomic = put(warp, RS_RECORD_ATOMIC, 9, POINTER);
        atomic->acquire = atomic->release = atomic->returns = true;
        atomic->source[2] = 10;
        put(warp, RS_RECORD_FENCE, NONE, NONE)->acquire = true;
        put(warp, RS_RECORD_ALU, NONE, 9);
    }
    put_ends(2);
    b.in.release_ready = false;
    run(45);
    b.in.release_ready = true;
    run_to_end();
    assert_true(b.observer.cause_cycles[RS_STALL_RELEASE] > 10);
    assert_true(b.observer.class_cycles[RS_STALL_SYNCHRONIZATION] > 50);
}

/* Cleared in the middle: what was counted before is gone, with it what was owed. */
static void cleared(void **state)
{
    (void)state;
    begin(&two_schedulers, 1);
    put(0, RS_RECORD_MEMORY, 7, POINTER);
    put(0, RS_RECORD_ALU, 8, 7);
    put_ends(1);
    run(20);
    b.events.clear = true;
    step();
    b.events.clear = false;
    run_to_end();
    assert_true(b.observer.class_cycles[RS_STALL_MEMORY_DATA] < 31 && b.observer.class_cycles[RS_STALL_MEMORY_DATA] > 5);
}

static void expect_difference(const char *expected)
{
    rs_error error = {""};
    assert_false(rs_stall_observer_check(&b.observer, b.cycle, &b.inspector, 3, &error));
    if (strstr(error.text, expected) == NULL) {
        fail_msg("found '%s', expected '%s' in it", error.text, expected);
    }
}

static void wrong_inspectors(void **state)
{
    (void)state;
    for (uint32_t wrong = 0; wrong < 4; wrong++) {
        begin(&two_schedulers, 1);
        put(0, RS_RECORD_MEMORY, 7, POINTER);
        put(0, RS_RECORD_ALU, 8, 7);
        put_ends(1);
        run(20);
        if (wrong == 0) {
            b.inspector.stall_class = RS_STALL_CONTROL;
            step();
            expect_difference("SM 3, stall inspector: cycle 19, found control (no cause), expected memory data (no cause)");
        } else if (wrong == 1) {
            b.inspector.class_cycles[RS_STALL_MEMORY_DATA]--;
            expect_difference("cycles of memory data, expected");
        } else if (wrong == 2) {
            run(30);
            b.inspector.level_cycles[RS_SERVED_L1] = b.inspector.level_cycles[RS_SERVED_L2];
            expect_difference("found 31 cycles of L1, expected 0");
        } else {
            b.inspector.cause_cycles[RS_STALL_BANK] = 2;
            expect_difference("found 2 cycles of bank conflict, expected 0");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compute),           cmocka_unit_test(control), cmocka_unit_test(memory_data),
        cmocka_unit_test(late_words),        cmocka_unit_test(branch_behind_load), cmocka_unit_test(loads_of_a_warp), cmocka_unit_test(memory_structural),
        cmocka_unit_test(barrier),           cmocka_unit_test(fences),  cmocka_unit_test(cleared),
        cmocka_unit_test(wrong_inspectors),
    };
    const int every_cycle = cmocka_run_group_tests_name("every cycle", tests, NULL, NULL);
    leaves_out = true;
    return cmocka_run_group_tests_name("cycles left out", tests, NULL, NULL) + every_cycle;
}
