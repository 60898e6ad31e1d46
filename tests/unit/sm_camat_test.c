/* C-AMAT of an SM: the counters of its memory side against the five-parameter form of its observer, in every cycle. By
 * hand for single accesses, and by random instructions for every kind of memory side. Memory behind it answers late and in any
 * order. Kernels: pattern_run_test.c. */
#include "graph_text.h"

#include <math.h>
#include <stdlib.h>

#include "common/splitmix64.h"
#include "observe/camat_observer.h"
#include "sm/sm_memory.h"

enum { MOST_READS = 4096, LATENCY = 300, LANES = 8, REGISTER_BITS = 20, MOST_INSTRUCTIONS = 120 };

/* ---- a memory side and its memory -------------------------------------------------------------------------- */

typedef struct bench {
    rs_sm_memory sm;
    rs_sm_memory_inputs in;
    rs_sm_memory_outputs out;
    rs_camat_observer observer;
    rs_load_store_issue issue;
    uint64_t now, random, accesses, still; /* groups that the coalescer took; cycles in which nothing changed */
    rs_l1_request read[MOST_READS];
    uint32_t reads;
} bench;

typedef struct variant {
    bool l1, prt, slots, merge_waits;
    uint32_t sectors, entries, merges, ways, stores;
} variant;

static bench *bench_open(const variant *v)
{
    bench *b = (bench *)calloc(1, sizeof *b);
    rs_sm_memory_config config;
    assert_non_null(b);
    memset(&config, 0, sizeof config);
    config.unit = (rs_load_store_sizes){LANES, 20, 16, REGISTER_BITS};
    config.cache.cache = v->l1;
    config.cache.sets = 4;
    config.cache.ways = 2;
    config.cache.table = (rs_table_config){v->prt, LANES, 16, v->sectors, v->entries, v->merges, v->ways, v->slots,
                                         v->merge_waits};
    config.banks = LANES;
    config.scratchpad_bytes = 1024;
    config.stores = v->stores;
    assert_true(rs_sm_memory_init(&b->sm, &config) && rs_camat_observer_init(&b->observer, &config.cache.table));
    b->in.wb_ready = b->in.fault_ready = b->in.request_ready = true;
    b->random = 3;
    return b;
}

static void bench_close(bench *b)
{
    rs_sm_memory_destroy(&b->sm);
    rs_camat_observer_free(&b->observer);
    free(b);
}

/* One cycle; whether what was at the instruction port has been taken. The observer does not see cycles in which nothing
 * changes. */
static bool bench_cycle(bench *b)
{
    rs_error error = {""};
    bool changes;
    rs_sm_memory_offer(&b->sm, &b->in, &b->out);
    const bool taken = b->in.issue != NULL && b->out.in_ready;
    if (b->out.request != NULL && b->in.request_ready && !b->out.request->write) {
        assert_true(b->reads < MOST_READS);
        b->read[b->reads++] = (rs_l1_request){b->out.request->block, b->out.request->id, b->out.request->mask};
    }
    b->accesses += b->out.wires.group != NULL && b->out.wires.group_ready && !b->out.wires.group->scratchpad;
    if (b->still == 0) {
        rs_camat_observer_cycle(&b->observer, b->now, &b->sm, &b->out);
    }
    changes = rs_sm_memory_advance(&b->sm, &b->in, &b->out);
    b->still = changes ? 0 : b->still + 1;
    if (b->in.reply_valid && b->out.reply_ready) {
        b->in.reply_valid = false;
    }
    b->now++;
    if (!rs_camat_observer_check(&b->observer, b->now, &b->sm.camat, 0, &error)) {
        fail_msg("%s", error.text);
    }
    return taken;
}

/* A read, by its place among those that wait, is answered from the next cycle on. */
static void answer(bench *b, uint32_t place)
{
    assert_true(place < b->reads && !b->in.reply_valid);
    b->in.reply = b->read[place];
    b->in.reply_valid = true;
    b->read[place] = b->read[--b->reads];
    b->still = 0;
}

/* ---- by hand ------------------------------------------------------------------------------------------------ */

/* A plain instruction whose lanes have words `stride` apart from `address` on. */
static void put_plain(bench *b, bool write, uint32_t number, uint32_t mask, uint32_t address, uint32_t stride)
{
    memset(&b->issue, 0, sizeof b->issue);
    b->issue.opcode = write;
    b->issue.length = 1;
    b->issue.first_register = number;
    b->issue.mask = mask;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        b->issue.operands[lane][0] = address + lane * stride;
    }
    b->in.issue = &b->issue;
    b->still = 0;
}

/* Offers it for a cycle in which it is taken. */
static void take_plain(bench *b, bool write, uint32_t number, uint32_t mask, uint32_t address, uint32_t stride)
{
    put_plain(b, write, number, mask, address, stride);
    assert_true(bench_cycle(b));
    b->in.issue = NULL;
    b->still = 0;
}

static void cycles(bench *b, uint32_t count)
{
    while (count-- > 0) {
        (void)bench_cycle(b);
    }
}

static void expect(bench *b, uint64_t accesses, uint64_t hit_sum, uint64_t hit_cycles, uint64_t pure_misses,
                   uint64_t penalty_sum, uint64_t pure_cycles)
{
    const rs_camat sums = rs_camat_observer_sums(&b->observer, b->now);
    assert_int_equal(sums.accesses, accesses);
    assert_int_equal(sums.hit_sum, hit_sum);
    assert_int_equal(sums.hit_cycles, hit_cycles);
    assert_int_equal(sums.pure_misses, pure_misses);
    assert_int_equal(sums.penalty_sum, penalty_sum);
    assert_int_equal(sums.pure_cycles, pure_cycles);
}

/* At the unit, in the coalescer, at the port: three cycles; lines one a cycle; a store passes the MSHR table. A fill's
 * words leave that table two cycles behind the one in which it takes the fill, the other table one. */
static void test_by_hand(void **state)
{
    (void)state;
    for (uint32_t prt = 0; prt < 2; prt++) {
        const variant v = {true, prt != 0, true, false, 2, 4, 4, 4, 4};
        bench *b = bench_open(&v);
        take_plain(b, false, 1, 0xff, 0, 4); /* half a line: both of its requests are awaited */
        expect(b, 0, 0, 0, 0, 0, 0);
        cycles(b, 1);
        expect(b, 1, 1, 1, 0, 0, 0); /* an access when the coalescer has taken it */
        cycles(b, 2);
        expect(b, 1, 3, 3, 0, 0, 0);
        cycles(b, 20); /* miss phase */
        expect(b, 1, 3, 3, 1, 20, 20);
        assert_int_equal(b->reads, 2);
        answer(b, b->read[0].block == 0 ? 0 : 1);
        cycles(b, 10);
        expect(b, 1, 3, 3, 1, 30, 30);
        answer(b, 0);
        cycles(b, 10);
        expect(b, 1, 3, 3, 1, prt ? 32 : 33, prt ? 32 : 33); /* the MSHR table has a cycle more */
        const uint64_t pure = prt ? 32 : 33;
        take_plain(b, false, 2, 0xff, 0, 4); /* a hit */
        cycles(b, 10);
        expect(b, 2, 6, 6, 1, pure, pure);
        take_plain(b, true, 3, 0xff, 0x800, 4);
        cycles(b, 10);
        expect(b, 3, prt ? 9 : 10, prt ? 9 : 10, 1, pure, pure);
        /* Three lines, and behind them another miss: a cycle with a hit phase is no pure one. */
        const uint64_t hits = prt ? 9 : 10;
        take_plain(b, false, 4, 0x7, 0x1000, 64);
        take_plain(b, false, 5, 0xff, 0x800, 4);
        cycles(b, 4);
        const rs_camat between = rs_camat_observer_sums(&b->observer, b->now);
        assert_int_equal(between.hit_cycles, hits + 5);
        assert_int_equal(between.pure_cycles, pure);
        while (b->reads != 0 || b->in.reply_valid || b->out.busy) {
            if (b->reads != 0 && !b->in.reply_valid) {
                answer(b, 0);
            }
            cycles(b, 3);
        }
        /* A group that faults: a cycle at the unit while the fault is shown, then none. */
        const rs_camat before = rs_camat_observer_sums(&b->observer, b->now);
        take_plain(b, false, 6, 1, 2, 4);
        b->in.fault_ready = false;
        cycles(b, 4);
        b->in.fault_ready = true;
        cycles(b, 5);
        const rs_camat after = rs_camat_observer_sums(&b->observer, b->now);
        assert_int_equal(after.accesses, before.accesses);
        assert_int_equal(after.hit_cycles, before.hit_cycles + 5);
        assert_int_equal(after.accesses, 5);
        bench_close(b);
    }
}

/* ---- random instructions ------------------------------------------------------------------------------------ */

static void put_random(bench *b, uint32_t number)
{
    const uint32_t kind = rs_random_below(&b->random, 3), base = rs_random_below(&b->random, 64) * 64;
    rs_load_store_issue *issue = &b->issue;
    memset(issue, 0, sizeof *issue);
    issue->opcode = 2 * kind + (rs_random_below(&b->random, 3) == 0);
    issue->length = kind == RS_LSU_PLAIN ? 1 : 4u << rs_random_below(&b->random, 3);
    issue->warp = number % 7;
    issue->first_register = number * 16 % (1u << REGISTER_BITS);
    issue->scratchpad = rs_random_below(&b->random, 6) == 0;
    issue->mask = 1 + rs_random_below(&b->random, (1u << LANES) - 1);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        issue->operands[lane][0] = (issue->scratchpad ? 0 : base) + rs_random_below(&b->random, 32) * 4;
        issue->operands[lane][2] = rs_random_below(&b->random, 4);
    }
    if (rs_random_below(&b->random, 30) == 0) {
        issue->operands[0][0] += 2; /* a fault */
        issue->mask |= 1;
    }
    b->in.issue = issue;
}

/* Indices or store words. */
static void put_operands(bench *b)
{
    memset(&b->issue, 0, sizeof b->issue);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (uint32_t k = 0; k < 4; k++) {
            b->issue.operands[lane][k] = rs_random_below(&b->random, 40);
        }
    }
    b->in.issue = &b->issue;
}

static void test_random(void **state)
{
    (void)state;
    uint64_t still = 0, pure_misses = 0;
    for (uint32_t i = 0; i < 48; i++) {
        const bool prt = i / 2 % 2 != 0;
        const uint32_t entries = i % 3 == 0 ? 4 : 2 + i % 5;
        const variant v = {i % 2 != 0, prt, i / 4 % 2 != 0, i / 8 % 2 != 0, 1 + i / 16 % 2, entries,
                           i % 7 == 0 ? LANES : 1 + i % 5, entries, 1 + i % 4};
        bench *b = bench_open(&v);
        const uint32_t patience = 1 + rs_random_below(&b->random, 40), pause = 1 + i % 5 * 20;
        uint32_t number = 0;
        uint64_t limit = 400000;
        b->random = i;
        while (number < MOST_INSTRUCTIONS || b->reads != 0 || b->in.reply_valid || b->still == 0 || b->out.busy) {
            assert_true(--limit > 0);
            /* Inputs stay for some cycles, so that it stands still now and then. */
            if (rs_random_below(&b->random, patience) == 0) {
                b->in.wb_ready = rs_random_below(&b->random, 3) != 0;
                b->in.fault_ready = rs_random_below(&b->random, 3) != 0;
                b->in.request_ready = rs_random_below(&b->random, 3) != 0;
                b->still = 0;
            }
            if (b->reads != 0 && !b->in.reply_valid && rs_random_below(&b->random, 2 * patience) == 0) {
                answer(b, rs_random_below(&b->random, b->reads));
            }
            if (b->in.issue == NULL && rs_load_store_unit_staging(&b->sm.unit) && rs_random_below(&b->random, 2) == 0) {
                put_operands(b);
                b->still = 0;
            } else if (b->in.issue == NULL && !rs_load_store_unit_staging(&b->sm.unit) && number < MOST_INSTRUCTIONS
                       && rs_random_below(&b->random, pause) == 0) {
                put_random(b, number++);
                b->still = 0;
            }
            still += b->still != 0;
            if (bench_cycle(b)) {
                b->in.issue = NULL;
                b->still = 0;
            }
        }
        cycles(b, 4);
        const rs_camat sums = rs_camat_observer_sums(&b->observer, b->now);
        const rs_camat_parameters is = rs_camat_of(&sums);
        assert_int_equal(sums.accesses, b->accesses);
        assert_int_equal(sums.hitting + sums.missing, 0);
        assert_true(sums.pure_misses <= sums.accesses && is.hit_time >= 3);
        pure_misses += sums.pure_misses;
        assert_true(fabs(is.camat * (double)sums.accesses - (double)b->sm.camat.active_cycles) < 1e-3);
        bench_close(b);
    }
    assert_true(still > 1000 && pure_misses > 1000);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_random),
    };
    (void)argc;
    name_scratch(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
