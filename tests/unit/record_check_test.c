/* What records are refused, field by field; and against the issue stage: what it calls illegal is refused, what is accepted it takes. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "common/splitmix64.h"
#include "sm/issue_stage.h"
#include "workload/record_check.h"

enum { NONE = RS_NO_REGISTER, REGISTERS = 32, STORE = 1, LOAD_STRIDED = 2, STORE_INDIRECT = 5 };

static const rs_record_limits limits = {REGISTERS, 8, 16, false};

static rs_cta_records fresh(uint32_t warps)
{
    rs_cta_records cta;
    rs_cta_records_start(&cta, warps);
    for (uint32_t w = 0; w < warps; w++) {
        cta.warp[w].written[0] = 0xffff; /* registers 0 to 15 */
    }
    return cta;
}

static uint64_t pack(const rs_warp_record *record)
{
    return rs_warp_record_pack(record) | UINT64_C(32) << RS_RECORD_LANES;
}

static void accept(const rs_warp_record *record)
{
    rs_cta_records cta = fresh(1);
    rs_error error = {""};
    if (!rs_record_check(&limits, &cta, 0, pack(record), &error)) {
        fail_msg("%s", error.text);
    }
}

static void refuse_word(uint64_t word, const char *expected)
{
    rs_cta_records cta = fresh(1);
    rs_error error = {""};
    assert_false(rs_record_check(&limits, &cta, 0, word, &error));
    if (strstr(error.text, expected) == NULL) {
        fail_msg("found '%s', expected '%s' in it", error.text, expected);
    }
}

static void refuse(const rs_warp_record *record, const char *expected)
{
    refuse_word(pack(record), expected);
}

static rs_warp_record plain(enum rs_record_kind kind)
{
    const rs_warp_record record = {kind, RS_SPACE_GLOBAL, 0, 1, false, false, false, NONE, {NONE, NONE, NONE}};
    return record;
}

static rs_warp_record memory(uint32_t opcode, uint32_t elements)
{
    rs_warp_record record = plain(RS_RECORD_MEMORY);
    record.opcode = opcode;
    record.elements = elements;
    record.source[0] = 0;
    *(opcode % 2 != 0 ? &record.source[2] : &record.destination) = 8;
    return record;
}

static rs_warp_record atomic(uint32_t operation)
{
    rs_warp_record record = plain(RS_RECORD_ATOMIC);
    record.opcode = operation;
    record.source[0] = 2;
    record.source[2] = 4;
    return record;
}

/* *record with a field of it set. */
#define WITH(record, field, value, expected)                                                                                            \
    do {                                                                                                                                \
        rs_warp_record changed = (record);                                                                                              \
        changed.field = (value);                                                                                                        \
        refuse(&changed, expected);                                                                                                     \
    } while (0)

static void test_fields(void **state)
{
    (void)state;
    for (uint32_t kind = RS_RECORD_ALU; kind <= RS_RECORD_EXIT; kind++) {
        rs_warp_record record = plain((enum rs_record_kind)kind);
        if (kind == RS_RECORD_MEMORY || kind == RS_RECORD_ATOMIC) {
            continue;
        }
        WITH(record, space, RS_SPACE_SCRATCHPAD, "found space 1, expected 0 of this kind");
        WITH(record, opcode, 3, "found opcode 3, expected 0 of this kind");
        WITH(record, elements, 8, "found length 2, expected 0 of this kind");
        WITH(record, returns, true, "found returns 1, expected 0 of this kind");
        if (kind == RS_RECORD_FENCE) {
            refuse(&record, "instruction 0, FENCE: found neither acquire nor release");
            record.release = true;
        } else {
            WITH(record, acquire, true, "found acquire 1, expected 0 of this kind");
            WITH(record, release, true, "found release 1, expected 0 of this kind");
        }
        accept(&record);
        refuse_word(pack(&record) | UINT64_C(1) << 15, "found bits 15, 63:54 1, expected 0");
        refuse_word(rs_warp_record_pack(&record) | UINT64_C(33) << RS_RECORD_LANES, "found lanes 33, expected 1 to 32");
        if (kind > RS_RECORD_BRANCH) {
            WITH(record, source[1], 3, "found source 1 3, expected 255, none, of this kind");
        }
        if (kind > RS_RECORD_SFU) {
            WITH(record, destination, 3, "found destination 3, expected 255, none, of this kind");
        }
    }
    const rs_warp_record dma = plain(RS_RECORD_DMA), alu = plain(RS_RECORD_ALU);
    refuse(&dma, "instruction 0, an unknown kind: found kind 8, expected 0 to 7: ALU to EXIT");
    WITH(alu, destination, REGISTERS, "found destination 32 of 1 side by side, expected registers below the launch's 32");
    WITH(alu, source[2], 16, "found register 16 read (source 2) that nothing has written");
}

static void test_memory(void **state)
{
    const rs_warp_record load = memory(0, 1), store = memory(STORE, 1), strided = memory(LOAD_STRIDED, 8), indirect = memory(STORE_INDIRECT, 4);
    const rs_warp_record all[] = {load, store, strided, indirect};
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        accept(&all[i]);
        refuse_word(rs_warp_record_pack(&all[i]), "found lanes 0, expected 1 to 32");
        WITH(all[i], acquire, true, "found acquire 1, expected 0 of this kind");
        WITH(all[i], release, true, "found release 1, expected 0 of this kind");
        WITH(all[i], returns, true, "found returns 1, expected 0 of this kind");
        WITH(all[i], space, RS_SPACE_STASH, "found space 5, expected 0 to 4");
        WITH(all[i], opcode, 6, "found opcode 6, expected 0 to 5");
        WITH(all[i], source[0], REGISTERS - 1, "found source 0 31 of 2 side by side, expected registers below the launch's 32");
    }
    WITH(load, elements, 4, "found length 4, expected 1 of a plain access");
    WITH(strided, elements, 1, "found length 1, expected 4, 8 or 16 of a vector");
    WITH(strided, elements, 16, "found length 16, expected at most MAX_LENGTH = 8");
    WITH(strided, destination, 10, "found destination 10, expected a vector that begins at a multiple of 4");
    WITH(strided, destination, 28, "found destination 28 of 8 side by side, expected registers below the launch's 32");
    WITH(indirect, source[2], 9, "found source 2 9, expected a vector that begins at a multiple of 4");
    WITH(indirect, source[2], 16, "found register 16 read (source 2) that nothing has written");
    WITH(indirect, source[1], 13, "found register 16 read (source 1) that nothing has written");
    WITH(load, destination, NONE, "found destination 255, expected a register: it loads");
    WITH(load, source[2], 3, "found source 2 3, expected 255, none, of a load");
    WITH(load, source[1], 3, "found source 1 3, expected 255, none, of a plain access");
    WITH(store, destination, 3, "found destination 3, expected 255, none, of a store");
    WITH(load, source[0], 15, "found register 16 read (source 0) that nothing has written");
    rs_warp_record near = load;
    near.source[0] = 15;
    near.space = RS_SPACE_SCRATCHPAD; /* one register */
    accept(&near);
    near.space = RS_SPACE_CONSTANT; /* a pair, whose upper register is known */
    accept(&near);
    near.source[0] = REGISTERS - 1;
    refuse(&near, "found source 0 31 of 2 side by side");
}

/* What a GPU has done: registers that nothing in its trace has written, and warps that are over before the others' barriers. */
static void test_recorded(void **state)
{
    const rs_record_limits recorded = {REGISTERS, 8, 16, true};
    const rs_warp_record end = plain(RS_RECORD_EXIT), barrier = plain(RS_RECORD_BARRIER);
    rs_warp_record add = plain(RS_RECORD_ALU);
    (void)state;
    add.source[0] = REGISTERS - 1;
    for (uint32_t i = 0; i < 2; i++) {
        const rs_record_limits *judged = i == 0 ? &limits : &recorded;
        rs_cta_records cta = fresh(2);
        rs_error error = {""};
        assert_true(rs_record_check(judged, &cta, 0, pack(&add), &error) == judged->recorded);
        cta = fresh(2);
        assert_true(rs_record_check(judged, &cta, 0, pack(&end), &error));
        assert_true(rs_record_check(judged, &cta, 1, pack(&barrier), &error) == judged->recorded);
        add.source[0] = REGISTERS; /* none that the launch has not */
        assert_false(rs_record_check(judged, &cta, 1, pack(&add), &error));
        add.source[0] = REGISTERS - 1;
    }
}

static void test_atomic(void **state)
{
    const rs_warp_record add = atomic(RS_ATOMIC_ADD);
    rs_warp_record swap = atomic(RS_ATOMIC_COMPARE_SWAP);
    const rs_record_limits without = {REGISTERS, 16, 0, false};
    rs_cta_records cta = fresh(1);
    rs_error error = {""};
    (void)state;
    swap.source[1] = 5;
    swap.returns = swap.acquire = true;
    swap.destination = 20;
    accept(&add);
    accept(&swap);
    WITH(add, source[1], 5, "found source 1 5, expected 255, none: it compares nothing");
    WITH(add, acquire, true, "found acquire without returns, expected both");
    WITH(add, returns, true, "found destination 255, expected a register: it returns the old word");
    WITH(add, destination, 3, "found destination 3, expected 255, none: it returns nothing");
    WITH(add, space, RS_SPACE_SCRATCHPAD, "found space 1, expected 0, global memory");
    WITH(add, elements, 4, "found length 1, expected 0 of this kind");
    assert_false(rs_record_check(&without, &cta, 0, pack(&add), &error));
    assert_non_null(strstr(error.text, "found an atomic operation with ATOMICS = 0, expected L2 = 1 and ATOMICS above 0"));
}

static bool give(rs_cta_records *cta, uint32_t warp, enum rs_record_kind kind, rs_error *error)
{
    const rs_warp_record record = plain(kind);
    return rs_record_check(&limits, cta, warp, pack(&record), error);
}

static void test_order(void **state)
{
    rs_error error = {""};
    (void)state;
    rs_cta_records cta = fresh(2);
    assert_true(give(&cta, 0, RS_RECORD_EXIT, &error));
    assert_false(give(&cta, 0, RS_RECORD_ALU, &error));
    assert_non_null(strstr(error.text, "instruction 1, ALU: found a record behind EXIT"));
    for (uint32_t first = 0; first < 2; first++) { /* who is over first, and had one barrier less */
        cta = fresh(3);
        assert_true(give(&cta, 0, RS_RECORD_BARRIER, &error) && give(&cta, 1, RS_RECORD_BARRIER, &error));
        assert_true(give(&cta, 2, RS_RECORD_BARRIER, &error) && give(&cta, 2, RS_RECORD_ALU, &error));
        if (first == 0) {
            assert_true(give(&cta, 2, RS_RECORD_EXIT, &error) && give(&cta, 0, RS_RECORD_EXIT, &error));
            assert_false(give(&cta, 1, RS_RECORD_BARRIER, &error));
        } else {
            assert_true(give(&cta, 1, RS_RECORD_BARRIER, &error) && give(&cta, 0, RS_RECORD_BARRIER, &error));
            assert_true(give(&cta, 1, RS_RECORD_EXIT, &error));
            assert_false(give(&cta, 2, RS_RECORD_EXIT, &error));
        }
        assert_non_null(strstr(error.text, first == 0 ? "warp 1 waits at the barrier of its instruction 1, its 2., which warp 2 never reaches"
                                                      : "warp 0 waits at the barrier of its instruction 1, its 2., which warp 2 never reaches"));
        assert_non_null(strstr(error.text, "its instruction 2 is EXIT, behind 1 barriers"));
    }
    cta = fresh(2);
    for (uint32_t warp = 0; warp < 2; warp++) {
        assert_true(give(&cta, warp, RS_RECORD_BARRIER, &error) && give(&cta, warp, RS_RECORD_BARRIER, &error));
        assert_true(give(&cta, warp, RS_RECORD_EXIT, &error));
    }
}

/* Any record, often near a legal one. */
static uint64_t any_record(uint64_t *random)
{
    static const uint64_t legal[] = {0x4, 0x84, 0x504, 0x584, 0x904, 0xa84, 0x5, 0x4005, 0x5005, 0x2005, 0x6, 0x1006, 0x7, 0x3, 0x2, 0x1, 0};
    uint64_t record = legal[rs_random_below(random, sizeof legal / sizeof legal[0])] | UINT64_C(1) << RS_RECORD_LANES;
    for (uint32_t at = 16; at < 48; at += 8) {
        const uint32_t reg = rs_random_below(random, 3) == 0 ? 4 * (uint32_t)rs_random_below(random, 4) : (uint32_t)rs_random_below(random, 40);
        record |= (uint64_t)(rs_random_below(random, 2) == 0 ? (uint32_t)NONE : reg) << at;
    }
    return rs_random_below(random, 2) == 0 ? record : record ^ UINT64_C(1) << rs_random_below(random, 15);
}

static bool stage_takes(rs_issue_stage *stage, uint64_t record)
{
    rs_issue_inputs in;
    rs_issue_outputs out;
    memset(&in, 0, sizeof in);
    rs_issue_stage_reset(stage);
    in.start_valid = true;
    in.available = 1;
    for (uint32_t cycle = 0; cycle < 3; cycle++) { /* the warp starts, asks, is given the record */
        rs_issue_stage_offer(stage, &in, &out);
        in.record[0] = record;
        rs_issue_stage_clock(stage, &in, &out);
        in.start_valid = false;
    }
    return !stage->illegal;
}

static void test_stage(void **state)
{
    const rs_issue_settings settings = {.warps = 1, .registers = REGISTERS, .schedulers = 1, .issue_cycles = 1, .warp_gap = 1,
                                        .alu_latency = 1, .sfu_latency = 1, .branch_latency = 1, .alu_interval = 1, .sfu_interval = 1,
                                        .places = 1, .cta_warps = 1};
    const rs_record_limits wide = {REGISTERS, 16, 1, false};
    static rs_issue_stage stage;
    uint64_t random = 3;
    uint32_t accepted = 0, illegal = 0;
    (void)state;
    rs_issue_stage_init(&stage, &settings);
    for (uint32_t i = 0; i < 30000; i++) {
        const uint64_t record = any_record(&random);
        rs_cta_records cta = fresh(1);
        rs_error error;
        cta.warp[0].written[0] = UINT64_MAX;
        const bool good = rs_record_check(&wide, &cta, 0, record, &error), takes = stage_takes(&stage, record);
        if (good && !takes) {
            fail_msg("record 0x%016llx: accepted, but illegal to the issue stage", (unsigned long long)record);
        }
        accepted += good;
        illegal += !takes;
    }
    assert_true(accepted > 1000 && illegal > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields), cmocka_unit_test(test_memory), cmocka_unit_test(test_atomic), cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_order),  cmocka_unit_test(test_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
