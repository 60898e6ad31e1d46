/* C-AMAT: the ten accesses of CAMAT figure 3; and the counters against the five-parameter form on random accesses and on the
 * twins of coalescer and table of outstanding requests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "common/splitmix64.h"
#include "observe/camat.h"
#include "sm/camat_counter.h"
#include "sm/coalescer.h"
#include "sm/outstanding_table.h"

#define assert_near(a, b) assert_true(fabs((a) - (b)) < 1e-9)

enum { MOST = 400, LANES = 4, WORDS = 8 };

typedef struct timed_access {
    uint32_t start, hit, miss; /* cycles of the phases */
} timed_access;

/* Plays the accesses, their counts one a cycle; leaves counters and parameters. Cycle `from` is the first. */
static rs_camat_parameters play(const timed_access *list, uint32_t count, rs_camat_counter *counter)
{
    rs_camat_access access[MOST];
    rs_camat camat;
    uint32_t uncounted = 0, over = 0;

    memset(&camat, 0, sizeof(camat));
    rs_camat_counter_init(counter, 64);
    for (uint32_t cycle = 0; over < count || uncounted > 0; cycle++) {
        for (uint32_t i = 0; i < count; i++) {
            const timed_access *its = &list[i];

            if (cycle == its->start) {
                rs_camat_begin(&camat, &access[i]);
                uncounted++;
            }
            if (cycle == its->start + its->hit && its->miss != 0)
                rs_camat_miss(&camat, &access[i]);
            if (cycle == its->start + its->hit + its->miss) {
                rs_camat_end(&camat, &access[i]);
                over++;
            }
        }
        rs_camat_counter_clock(counter, camat.missing == 0, camat.hitting != 0, uncounted > 0);
        uncounted -= uncounted > 0;
        rs_camat_clock(&camat, 1);
    }
    return rs_camat_of(&camat);
}

/* The text gives each access's phases and its pure miss cycles; these starts are the first that agree with all of it. The
 * paper prints "20/(20/11)" for H / C_H: H is 2, and 2/(20/11) is what adds up to 1.7. */
static void figure_3(void **state)
{
    static const timed_access ten[10] = {{0, 2, 0}, {0, 2, 3}, {1, 2, 0}, {3, 2, 3}, {4, 2, 0},
                                         {5, 2, 7}, {5, 2, 3}, {8, 2, 0}, {8, 2, 7}, {10, 2, 3}};
    rs_camat_counter counter;
    const rs_camat_parameters is = play(ten, 10, &counter);

    (void)state;
    assert_int_equal(counter.active_cycles, 17);
    assert_int_equal(counter.accesses, 10);
    assert_near(is.hit_time, 2);
    assert_near(is.hit_concurrency, 20.0 / 11);
    assert_near(is.pure_miss_rate, 0.5);
    assert_near(is.pure_miss_penalty, 13.0 / 5);
    assert_near(is.miss_concurrency, 13.0 / 6);
    assert_near(is.camat, 1.7);
}

static void random_accesses(void **state)
{
    static timed_access list[MOST];
    uint64_t random = 5;

    (void)state;
    for (uint32_t run = 0; run < 300; run++) {
        const uint32_t count = 1 + rs_random_below(&random, MOST), spread = 1 + rs_random_below(&random, 4000);
        const uint32_t misses = rs_random_below(&random, 101);
        rs_camat_counter counter;
        rs_camat_parameters is;

        for (uint32_t i = 0; i < count; i++) {
            list[i].start = rs_random_below(&random, spread);
            list[i].hit = 1 + rs_random_below(&random, 5);
            list[i].miss = rs_random_below(&random, 100) < misses ? 1 + rs_random_below(&random, 60) : 0;
        }
        is = play(list, count, &counter);
        assert_int_equal(counter.accesses, count);
        assert_near(is.camat * count, (double)counter.active_cycles);
    }
}

/* ---- the blocks: groups of loads into the coalescer, all its lines hits or all of them misses ------------------------- */

typedef struct block_run {
    rs_coalescer coalescer;
    rs_outstanding_table table;
    rs_table_inputs inputs;
    rs_table_outputs outputs;
    rs_camat camat;
    rs_camat_counter counter;
    rs_camat_access access[MOST];
    uint32_t left[MOST]; /* lanes without their word; the group's number is its warp and the table's tag */
    bool hits[MOST];
    rs_table_request memory[MOST * LANES];
    uint32_t sent, back, groups, over;
    uint64_t random;
} block_run;

static rs_warp_group some_group(block_run *run)
{
    rs_warp_group group;

    memset(&group, 0, sizeof(group));
    group.warp = run->groups;
    group.last = true;
    group.mask = 1 + rs_random_below(&run->random, (1 << LANES) - 1);
    for (uint32_t lane = 0; lane < LANES; lane++)
        group.address[lane] = (rs_random_below(&run->random, 12) * WORDS + rs_random_below(&run->random, WORDS)) * 4;
    return group;
}

static void cycle_of_blocks(block_run *run, bool offers, bool quick)
{
    const rs_line_access *line = &run->coalescer.line;
    const bool hit_line = run->coalescer.line_valid && run->hits[line->warp];
    const bool fills = run->inputs.fill_valid || (run->back < run->sent && rs_random_below(&run->random, quick ? 2 : 40) == 0);
    bool line_ready, taken;
    rs_warp_group group;

    run->inputs.access_valid = run->coalescer.line_valid && !hit_line;
    memset(&run->inputs.access, 0, sizeof(run->inputs.access));
    if (run->inputs.access_valid) {
        run->inputs.access.line = line->line;
        run->inputs.access.tag = line->warp;
        run->inputs.access.mask = (uint32_t)line->mask;
        run->inputs.access.last = line->last;
        memcpy(run->inputs.access.word, line->word, sizeof(run->inputs.access.word));
    }
    run->inputs.fill_valid = fills;
    if (fills)
        run->inputs.fill = run->memory[run->back];
    run->inputs.request_ready = rs_random_below(&run->random, 4) != 0;
    run->inputs.reply_ready = rs_random_below(&run->random, 4) != 0;
    rs_outstanding_table_offer(&run->table, &run->inputs, &run->outputs);
    line_ready = hit_line || run->outputs.access_ready;
    taken = offers && rs_coalescer_in_ready(&run->coalescer, line_ready);
    group = some_group(run);

    rs_camat_counter_clock(&run->counter, run->outputs.empty, rs_coalescer_busy(&run->coalescer), taken);
    rs_camat_clock(&run->camat, 1);

    /* what holds from the next cycle on */
    if (run->outputs.request_valid && run->inputs.request_ready)
        run->memory[run->sent++] = run->outputs.request;
    run->back += fills && run->outputs.fill_ready;
    if (run->outputs.reply_valid && run->inputs.reply_ready)
        run->left[run->outputs.reply.tag] &= ~run->outputs.reply.mask;
    if (run->coalescer.line_valid && line_ready && line->last) {
        if (hit_line)
            run->left[line->warp] = 0;
        else
            rs_camat_miss(&run->camat, &run->access[line->warp]);
    }
    for (uint32_t i = run->over; i < run->groups; i++)
        if (run->left[i] == 0) {
            run->left[i] = UINT32_MAX; /* is over */
            rs_camat_end(&run->camat, &run->access[i]);
        }
    if (taken) {
        run->left[run->groups] = (uint32_t)group.mask;
        run->hits[run->groups] = rs_random_below(&run->random, 3) == 0;
        rs_camat_begin(&run->camat, &run->access[run->groups++]);
    }
    rs_coalescer_clock(&run->coalescer, taken ? &group : NULL, line_ready);
    rs_outstanding_table_clock(&run->table, &run->inputs);
    run->inputs.fill_valid = fills && !run->outputs.fill_ready;
}

static void blocks(void **state)
{
    static block_run run;

    (void)state;
    for (uint32_t i = 0; i < 60; i++) {
        const rs_table_config config = {.pending_request_table = i % 2 != 0, .lanes = LANES, .line_words = WORDS, .sectors = 1,
                                        .entries = 1 + i % 6, .merges = 1 + i % 5, .ways = 1 + i % 6, .access_slots = false,
                                        .merge_waits = false};
        const uint32_t groups = 5 + i * 6, issue = 1 + i % 30;
        uint32_t patience = 1000000;

        memset(&run, 0, sizeof(run));
        run.random = i;
        rs_coalescer_init(&run.coalescer, LANES, WORDS * 4);
        rs_camat_counter_init(&run.counter, 64);
        assert_true(rs_outstanding_table_init(&run.table, &config));
        while (run.groups < groups || run.camat.hitting + run.camat.missing != 0) {
            cycle_of_blocks(&run, run.groups < groups && rs_random_below(&run.random, issue) == 0, i % 4 < 2);
            assert_true(--patience > 0);
        }
        rs_outstanding_table_destroy(&run.table);
        assert_int_equal(run.counter.accesses, groups);
        assert_true(run.camat.pure_misses > 0 && run.camat.pure_misses < groups);
        assert_int_equal(run.camat.pure_sum, run.camat.penalty_sum);
        assert_near(rs_camat_of(&run.camat).camat * groups, (double)run.counter.active_cycles);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_3),
        cmocka_unit_test(random_accesses),
        cmocka_unit_test(blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
