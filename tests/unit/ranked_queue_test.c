/* Ranked queues of the DRAM controller, BLISS, PAR-BS and WG, beside the rules played out on a plain list: whatever comes, opens, closes and
 * leaves, the candidate of each bank, whether it is a hit and whether it is preferred are those of the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "common/splitmix64.h"
#include "dram/queue.h"

enum { STEPS = 20000, SMS = 5, WARPS = 2, ROWS = 3, COLUMNS = 2, UNPLACED = 1000 };

typedef struct request {
    uint32_t bank, row, column, sm, tag;
    bool write, marked, midway;
    uint32_t warp;                 /* WG: 0, of none */
    uint32_t place;                /* WG: of its group in the order, 0: chosen; UNPLACED: came later */
    uint64_t number;               /* in order of acceptance */
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
    uint32_t served[RS_MAX_BANKS]; /* WG: requests that have left since the row was opened */
    const rs_bank_timing *timing;
    uint64_t accepted;
} rules;

static bool batches(const rules *r)
{
    return r->config->scheduler == RS_SCHEDULER_PARBS;
}

static bool groups(const rules *r)
{
    return r->config->scheduler == RS_SCHEDULER_WG;
}

static bool behind(const rules *r, const request *q)
{
    if (groups(r))
        return q->place != 0;
    return batches(r) ? !q->marked : r->listed[q->sm];
}

/* Does a come before b, of one bank with this open row (-1: none)? a was accepted earlier if `older`. */
static bool before(const rules *r, const request *a, const request *b, int64_t row, bool older)
{
    const bool hit_a = a->row == row, hit_b = b->row == row;

    if (a->midway || b->midway)
        return a->midway;
    if (groups(r) && r->served[a->bank] < r->config->wg_hits && hit_a != hit_b)
        return hit_a;
    if (behind(r, a) != behind(r, b))
        return behind(r, b);
    if (hit_a != hit_b)
        return hit_a;
    if (groups(r) && a->place != b->place)
        return a->place < b->place;
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

static bool of_one_group(const request *a, const request *b)
{
    return a == b || (a->warp != 0 && a->warp == b->warp && a->sm == b->sm);
}

/* Of the group of this request: the largest sum of scores in a bank, hits, the first that came. */
static void weigh(const rules *r, const request *of, uint32_t *score, uint32_t *hits, uint64_t *first)
{
    *score = *hits = 0;
    *first = UINT64_MAX;
    for (uint32_t bank = 0; bank < r->config->banks; bank++) {
        uint32_t sum = 0;

        for (uint32_t i = 0; i < r->count; i++) {
            const request *q = &r->list[i];
            bool hit = r->timing->bank[bank].open && r->timing->bank[bank].row == q->row;

            if (q->bank != bank || !of_one_group(q, of))
                continue;
            for (uint32_t k = 0; k < i; k++)
                hit = hit || (r->list[k].bank == bank && r->list[k].row == q->row && of_one_group(&r->list[k], of));
            sum += hit ? 1 : 3;
            *hits += hit;
            *first = q->number < *first ? q->number : *first;
        }
        *score = sum > *score ? sum : *score;
    }
}

/* Places all groups anew unless the chosen one has a request. */
static void place_groups(rules *r)
{
    uint32_t score[RS_QUEUE_MAX], hits[RS_QUEUE_MAX];
    uint64_t first[RS_QUEUE_MAX];

    for (uint32_t i = 0; i < r->count; i++)
        if (r->list[i].place == 0)
            return;
    for (uint32_t i = 0; i < r->count; i++)
        weigh(r, &r->list[i], &score[i], &hits[i], &first[i]);
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t ahead = 0; /* requests of groups that go first: as good as a place */

        for (uint32_t k = 0; k < r->count; k++)
            ahead += score[k] != score[i] ? score[k] < score[i] : hits[k] != hits[i] ? hits[k] > hits[i] : first[k] < first[i];
        r->list[i].place = ahead;
    }
}

static void join_group(rules *r, request *q)
{
    q->place = UNPLACED;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->list[i].place == 0 && of_one_group(&r->list[i], q))
            q->place = 0;
}

static bool clashes(const rules *r, const request *q)
{
    for (uint32_t i = 0; i < r->count; i++) {
        const request *o = &r->list[i];

        if (o->bank == q->bank && o->row == q->row && o->column == q->column && (o->sm != q->sm || groups(r)) && (o->write || q->write))
            return true;
    }
    return false;
}

static void leave(rules *r, uint32_t index)
{
    const uint32_t sm = r->list[index].sm;

    r->served[r->list[index].bank]++;
    memmove(&r->list[index], &r->list[index + 1], (--r->count - index) * sizeof(request));
    r->streak = r->last == (int32_t)sm ? r->streak + 1 : 0;
    r->last = (int32_t)sm;
    if (r->streak == r->config->bliss_streak) {
        r->listed[sm] = true;
        r->streak = 0;
    }
    form_batch(r);
    if (groups(r))
        place_groups(r);
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
    rules r = {.config = &config, .last = -1, .timing = &timing};
    uint64_t random = seed;
    uint32_t tag = 0, overtaken = 0, waited = 0;
    int32_t midway = -1; /* the bank of a request between its column commands */

    rs_config_default(&config);
    config.scheduler = scheduler;
    config.queue = 16;
    config.bliss_streak = 1 + rs_random_below(&random, 3);
    config.parbs_marks = 1 + rs_random_below(&random, 4);
    config.wg_hits = rs_random_below(&random, 4);
    if (!rs_config_finish(&config, &error))
        fail_msg("%s", error.text);
    rs_bank_timing_init(&timing, &config);
    rs_queue_init(&queue, &config, &timing);
    for (uint32_t step = 0; step < STEPS; step++) {
        const uint32_t bank = rs_random_below(&random, config.banks);
        const int32_t first = first_of(&r, bank, timing.bank[bank].open ? (int64_t)timing.bank[bank].row : -1);

        if (rs_random_below(&random, 100) < 45 && r.count < config.queue) {
            request q = {rs_random_below(&random, config.banks), rs_random_below(&random, ROWS), rs_random_below(&random, COLUMNS),
                         rs_random_below(&random, SMS), tag, rs_random_below(&random, 4) == 0, false, false, 0, UNPLACED, r.accepted++};
            q.warp = q.write ? 0 : rs_random_below(&random, 1 + WARPS);
            rs_queued queued = {.warp = (uint16_t)q.warp, .tag = (uint16_t)tag, .sm = (uint8_t)q.sm, .bank = (uint8_t)q.bank, .row = q.row, .column = q.column, .write = q.write};

            assert_int_equal(rs_queue_clash(&queue, &queued), clashes(&r, &q));
            waited += clashes(&r, &q);
            if (!clashes(&r, &q)) {
                join_group(&r, &q);
                r.list[r.count++] = q;
                form_batch(&r);
                if (groups(&r))
                    place_groups(&r);
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
            r.served[bank] = 0;
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

static void warp_groups(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++)
        assert_true(play(RS_SCHEDULER_WG, seed) > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bliss), cmocka_unit_test(parbs), cmocka_unit_test(warp_groups)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
