/* Ranked queues of the DRAM controller, BLISS and PAR-BS, beside the rules played out on a plain list: whatever comes, opens, closes and
 * leaves, the candidate of each bank, whether it is a hit and whether it is preferred are those of the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "common/splitmix64.h"
#include "dram/queue.h"

enum { STEPS = 20000, SMS = 5, ROWS = 3, COLUMNS = 2 };

typedef struct request {
    uint32_t bank, row, column, sm, tag;
    bool write, marked, midway;
} request;

/* The rules: requests in order of acceptance. */
typedef struct rules {
    const rs_config *config;
    request list[RS_QUEUE_MAX];
    uint32_t count;
    bool listed[SMS];              /* BLISS */
    int32_t last;                  /* SM of the last that left, -1: none */
    uint32_t streak;
    uint32_t heaviest[SMS], all[SMS]; /* PAR-BS: of the batch, requests in the SM's fullest bank and in all */
} rules;

static bool batches(const rules *r)
{
    return r->config->scheduler == RS_SCHEDULER_PARBS;
}

static bool behind(const rules *r, const request *q)
{
    return batches(r) ? !q->marked : r->listed[q->sm];
}

/* Does a come before b, of one bank with this open row (-1: none)? a was accepted earlier if `older`. */
static bool before(const rules *r, const request *a, const request *b, int64_t row, bool older)
{
    const bool hit_a = a->row == row, hit_b = b->row == row;

    if (a->midway || b->midway)
        return a->midway;
    if (behind(r, a) != behind(r, b))
        return behind(r, b);
    if (hit_a != hit_b)
        return hit_a;
    if (batches(r) && a->marked && a->sm != b->sm) {
        if (r->heaviest[a->sm] != r->heaviest[b->sm])
            return r->heaviest[a->sm] < r->heaviest[b->sm];
        if (r->all[a->sm] != r->all[b->sm])
            return r->all[a->sm] < r->all[b->sm];
        return a->sm < b->sm;
    }
    return older;
}

static int32_t first_of(const rules *r, uint32_t bank, int64_t row)
{
    int32_t best = -1;

    for (uint32_t i = 0; i < r->count; i++)
        if (r->list[i].bank == bank && (best < 0 || !before(r, &r->list[best], &r->list[i], row, true)))
            best = (int32_t)i;
    return best;
}

static void form_batch(rules *r)
{
    uint32_t in_bank[SMS][RS_MAX_BANKS] = {{0}};

    for (uint32_t i = 0; i < r->count; i++)
        if (r->list[i].marked)
            return;
    memset(r->all, 0, sizeof(r->all));
    memset(r->heaviest, 0, sizeof(r->heaviest));
    for (uint32_t i = 0; i < r->count; i++) {
        request *q = &r->list[i];

        q->marked = in_bank[q->sm][q->bank] < r->config->parbs_marks;
        in_bank[q->sm][q->bank] += q->marked;
        r->all[q->sm] += q->marked;
    }
    for (uint32_t sm = 0; sm < SMS; sm++)
        for (uint32_t bank = 0; bank < r->config->banks; bank++)
            r->heaviest[sm] = in_bank[sm][bank] > r->heaviest[sm] ? in_bank[sm][bank] : r->heaviest[sm];
}

static bool clashes(const rules *r, const request *q)
{
    for (uint32_t i = 0; i < r->count; i++) {
        const request *o = &r->list[i];

        if (o->bank == q->bank && o->row == q->row && o->column == q->column && o->sm != q->sm && (o->write || q->write))
            return true;
    }
    return false;
}

static void leave(rules *r, uint32_t index)
{
    const uint32_t sm = r->list[index].sm;

    memmove(&r->list[index], &r->list[index + 1], (--r->count - index) * sizeof(request));
    r->streak = r->last == (int32_t)sm ? r->streak + 1 : 0;
    r->last = (int32_t)sm;
    if (r->streak == r->config->bliss_streak) {
        r->listed[sm] = true;
        r->streak = 0;
    }
    form_batch(r);
}

static void compare(const rules *r, const rs_queue *queue, const rs_bank_timing *timing, uint32_t step)
{
    assert_int_equal(queue->count, r->count);
    for (uint32_t bank = 0; bank < r->config->banks; bank++) {
        const rs_bank_state *state = &timing->bank[bank];
        const int32_t first = first_of(r, bank, state->open ? (int64_t)state->row : -1);

        assert_int_equal(queue->candidates >> bank & 1, first >= 0);
        if (first < 0)
            continue;
        if (queue->candidate[bank]->tag != r->list[first].tag)
            fail_msg("step %u, bank %u: found request %u, expected %u", step, bank, queue->candidate[bank]->tag, r->list[first].tag);
        assert_int_equal(queue->hits >> bank & 1, state->open && state->row == r->list[first].row);
        assert_int_equal(queue->preferred >> bank & 1, r->list[first].midway || !behind(r, &r->list[first]));
    }
}

static uint32_t play(uint32_t scheduler, uint64_t seed)
{
    rs_config config;
    rs_error error = {""};
    rs_bank_timing timing;
    rs_queue queue;
    rules r = {.config = &config, .last = -1};
    uint64_t random = seed;
    uint32_t tag = 0, overtaken = 0, waited = 0;
    int32_t midway = -1; /* the bank of a request between its column commands */

    rs_config_default(&config);
    config.scheduler = scheduler;
    config.queue = 16;
    config.bliss_streak = 1 + rs_random_below(&random, 3);
    config.parbs_marks = 1 + rs_random_below(&random, 4);
    if (!rs_config_finish(&config, &error))
        fail_msg("%s", error.text);
    rs_bank_timing_init(&timing, &config);
    rs_queue_init(&queue, &config, &timing);
    for (uint32_t step = 0; step < STEPS; step++) {
        const uint32_t bank = rs_random_below(&random, config.banks);
        const int32_t first = first_of(&r, bank, timing.bank[bank].open ? (int64_t)timing.bank[bank].row : -1);

        if (rs_random_below(&random, 100) < 45 && r.count < config.queue) {
            request q = {rs_random_below(&random, config.banks), rs_random_below(&random, ROWS), rs_random_below(&random, COLUMNS),
                         rs_random_below(&random, SMS), tag, rs_random_below(&random, 4) == 0, false, false};
            rs_queued queued = {.tag = (uint16_t)tag, .sm = (uint8_t)q.sm, .bank = (uint8_t)q.bank, .row = q.row, .column = q.column, .write = q.write};

            assert_int_equal(rs_queue_clash(&queue, &queued), clashes(&r, &q));
            waited += clashes(&r, &q);
            if (!clashes(&r, &q)) {
                r.list[r.count++] = q;
                form_batch(&r);
                rs_queue_push(&queue, &queued);
                tag = (tag + 1) & 0xffff;
            }
        } else if (rs_random_below(&random, 200) == 0 && scheduler == RS_SCHEDULER_BLISS) {
            memset(r.listed, 0, sizeof(r.listed));
            rs_queue_change(&queue, step);
        } else if (midway >= 0 && rs_random_below(&random, 2) == 0) {
            const int32_t its = first_of(&r, (uint32_t)midway, (int64_t)timing.bank[midway].row);

            rs_queue_pop(&queue, (uint32_t)midway);
            leave(&r, (uint32_t)its);
            midway = -1;
        } else if (first < 0 || midway == (int32_t)bank) {
            continue;
        } else if (!timing.bank[bank].open) {
            rs_bank_timing_act(&timing, bank, r.list[first].row, step);
            rs_queue_opened(&queue, bank);
        } else if (timing.bank[bank].row != r.list[first].row) {
            rs_bank_timing_pre(&timing, bank, step);
        } else if (midway < 0) {
            for (int32_t i = 0; i < first; i++)
                overtaken += r.list[i].bank == bank && r.list[i].row == r.list[first].row;
            rs_queue_begun(&queue, bank);
            r.list[first].midway = true;
            midway = (int32_t)bank;
        }
        compare(&r, &queue, &timing, step);
    }
    assert_true(waited > 100);
    return overtaken; /* hits by a younger hit of their row, which FR-FCFS never does */
}

static void bliss(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++)
        assert_true(play(RS_SCHEDULER_BLISS, seed) > 100);
}

static void parbs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++)
        assert_true(play(RS_SCHEDULER_PARBS, seed) > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bliss), cmocka_unit_test(parbs)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
