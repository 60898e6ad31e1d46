#include "dram/queue.h"

#include "dram/batch.h"
#include "dram/warp_groups.h"

#include <string.h>

/* ---- lists of places, a ring each, oldest first ---------------------------------------------------- */

static const rs_queued *at(const rs_queue *queue, uint32_t list, uint32_t position)
{
    return &queue->places[queue->order[list][(queue->first[list] + position) % RS_QUEUE_MAX]];
}

static void append(rs_queue *queue, uint32_t list, const rs_queued *request)
{
    queue->order[list][(queue->first[list] + queue->length[list]++) % RS_QUEUE_MAX] = (uint8_t)(request - queue->places);
}

/* The older ones move up by one place, and the list starts one later. */
static void take_out(rs_queue *queue, uint32_t list, uint32_t position)
{
    uint8_t *order = queue->order[list];
    uint32_t first = queue->first[list];

    queue->free_places |= UINT64_C(1) << order[(first + position) % RS_QUEUE_MAX];
    for (uint32_t k = position; k > 0; k--)
        order[(first + k) % RS_QUEUE_MAX] = order[(first + k - 1) % RS_QUEUE_MAX];
    queue->first[list] = (uint8_t)((first + 1) % RS_QUEUE_MAX);
    queue->length[list]--;
}

static bool row_hit(const rs_queue *queue, const rs_queued *request)
{
    const rs_bank_state *state = &queue->timing->bank[request->bank];

    return state->open && state->row == request->row;
}

/* Position of the oldest row hit in from .. end - 1; end without one. */
static uint32_t first_hit(const rs_queue *queue, uint32_t bank, uint32_t from, uint32_t end)
{
    while (from < end && !row_hit(queue, at(queue, bank, from)))
        from++;
    return from;
}

/* ---- schedulers ------------------------------------------------------------------------------------ */

static uint32_t choose_oldest(const rs_queue *queue, uint32_t bank, uint32_t from)
{
    (void)queue, (void)bank, (void)from;
    return 0;
}

static uint32_t keep_oldest(const rs_queue *queue, uint32_t bank)
{
    (void)queue, (void)bank;
    return 0;
}

RS_HOT static uint32_t choose_hit(const rs_queue *queue, uint32_t bank, uint32_t from)
{
    uint32_t end = queue->length[bank] < queue->window ? queue->length[bank] : queue->window;
    uint32_t hit = first_hit(queue, bank, from, end);

    return hit < end ? hit : 0;
}

/* Only the new request can be a hit. */
RS_HOT static uint32_t choose_new_hit(const rs_queue *queue, uint32_t bank)
{
    uint32_t last = queue->length[bank] - 1U;

    return last < queue->window && row_hit(queue, at(queue, bank, last)) ? last : 0;
}

static uint32_t requests_to_row(const rs_queue *queue, uint32_t bank, uint32_t row, uint32_t *oldest)
{
    uint32_t count = 0;

    for (uint32_t k = queue->length[bank]; k-- > 0;) {
        if (at(queue, bank, k)->row == row) {
            *oldest = k;
            count++;
        }
    }
    return count;
}

static uint32_t choose_most_pending(const rs_queue *queue, uint32_t bank, uint32_t from)
{
    uint32_t length = queue->length[bank], hit = first_hit(queue, bank, from, length);
    uint32_t best = 0, most = 0;

    if (hit < length)
        return hit;
    for (uint32_t k = 0; k < length - most; k++) { /* later rows have fewer than length - k requests */
        uint32_t oldest = 0, count = requests_to_row(queue, bank, at(queue, bank, k)->row, &oldest);

        if (count > most) {
            most = count;
            best = oldest;
        }
    }
    return best;
}

/* Only the new request's row can have come before that of the candidate. */
static uint32_t choose_new_most_pending(const rs_queue *queue, uint32_t bank)
{
    uint32_t last = queue->length[bank] - 1U, now = queue->position[bank], rival = 0;
    uint32_t row = at(queue, bank, last)->row, most, count;

    if (row_hit(queue, at(queue, bank, last)))
        return last;
    count = requests_to_row(queue, bank, row, &rival);
    most = requests_to_row(queue, bank, at(queue, bank, now)->row, &now);
    return count > most || (count == most && rival < now) ? rival : now;
}

/* Of those that are not behind, else of all, the first row hit by key, else the first by key. Of a row that has not served row_hits requests
 * yet, hits first, behind or not. */
static uint32_t choose_ranked(const rs_queue *queue, uint32_t bank, uint32_t from)
{
    uint64_t least_key = UINT64_MAX;
    uint32_t best = 0, least = UINT32_MAX;
    const bool row_first = queue->served[bank] < queue->row_hits;

    (void)from;
    for (uint32_t k = 0; k < queue->length[bank]; k++) {
        const rs_queued *request = at(queue, bank, k);
        const bool miss = !row_hit(queue, request);
        const uint32_t turn = row_first ? 2U * miss + request->behind : 2U * request->behind + miss;

        if (turn < least || (turn == least && request->key < least_key)) {
            best = k;
            least = turn;
            least_key = request->key;
        }
    }
    return best;
}

static uint32_t choose_new_ranked(const rs_queue *queue, uint32_t bank)
{
    return choose_ranked(queue, bank, 0);
}

static const rs_queue_kind queue_kinds[] = {
    [RS_SCHEDULER_FIFO] = {choose_oldest, keep_oldest, NULL, true, false},
    [RS_SCHEDULER_BFIFO] = {choose_hit, choose_new_hit, NULL, false, false},
    [RS_SCHEDULER_FRFCFS] = {choose_hit, choose_new_hit, NULL, false, false},
    [RS_SCHEDULER_MOST_PENDING] = {choose_most_pending, choose_new_most_pending, NULL, false, false},
    [RS_SCHEDULER_BLISS] = {choose_ranked, choose_new_ranked, NULL, false, true},
    [RS_SCHEDULER_PARBS] = {choose_ranked, choose_new_ranked, rs_batch_form, false, true},
    [RS_SCHEDULER_WG] = {choose_ranked, choose_new_ranked, rs_warp_groups_form, false, true},
};

/* ---- candidates and age cap ------------------------------------------------------------------------ */

RS_HOT static void show(rs_queue *queue, uint32_t list, uint32_t position)
{
    const rs_queued *request = at(queue, list, position);
    const uint32_t others = ~(1U << request->bank);

    queue->position[list] = (uint8_t)position;
    queue->candidate[request->bank] = request;
    queue->hits = (queue->hits & others) | (uint32_t)row_hit(queue, request) << request->bank;
    queue->writes = (queue->writes & others) | (uint32_t)request->write << request->bank;
    queue->preferred = (queue->preferred & others) | (uint32_t)!request->behind << request->bank;
}

static uint32_t oldest_bank(const rs_queue *queue)
{
    uint32_t oldest = (uint32_t)__builtin_ctz(queue->occupied);

    for (uint32_t rest = queue->occupied; rest != 0; rest &= rest - 1) {
        uint32_t bank = (uint32_t)__builtin_ctz(rest);
        if (at(queue, bank, 0)->stamp < at(queue, oldest, 0)->stamp)
            oldest = bank;
    }
    return oldest;
}

/* The candidate of this bank, about to leave, passes the older requests. */
static void count_passing(rs_queue *queue, uint32_t bank)
{
    if (queue->position[bank] == 0)
        queue->passed[bank] = 0;
    else
        queue->passed[bank]++;
    if (queue->position[bank] == 0 && oldest_bank(queue) == bank)
        queue->passed_all = 0;
    else
        queue->passed_all++;
}

/* Nothing but the oldest request of all is a candidate, until it has left. */
static void make_urgent(rs_queue *queue)
{
    uint32_t bank = oldest_bank(queue);

    queue->urgent = true;
    queue->candidates = 1U << bank;
    queue->forced |= 1U << bank;
    show(queue, bank, 0);
}

/* ---- ranked queues --------------------------------------------------------------------------------- */

/* Whatever a bank shows, but for a request between its column commands. */
static void show_all_anew(rs_queue *queue)
{
    for (uint32_t rest = queue->occupied & ~(queue->midway | queue->forced); rest != 0; rest &= rest - 1) {
        const uint32_t bank = (uint32_t)__builtin_ctz(rest);

        show(queue, bank, queue->kind->choose(queue, bank, 0));
    }
    for (uint32_t rest = queue->occupied & queue->forced & ~queue->midway; rest != 0; rest &= rest - 1)
        show(queue, (uint32_t)__builtin_ctz(rest), 0);
}

/* Which requests are behind follows from the blacklist. */
static void look_up_listed(rs_queue *queue)
{
    for (uint32_t rest = queue->occupied; rest != 0; rest &= rest - 1) {
        const uint32_t bank = (uint32_t)__builtin_ctz(rest);

        for (uint32_t k = 0; k < queue->length[bank]; k++) {
            rs_queued *request = rs_queue_at(queue, bank, k);
            request->behind = rs_set_has(&queue->bliss.listed, request->sm);
        }
    }
    show_all_anew(queue);
}

/* A request of a ranked queue has left. */
static void rank_anew(rs_queue *queue, const rs_queued *left)
{
    if (queue->kind->form == NULL) {
        if (rs_bliss_leaves(&queue->bliss, left->sm))
            look_up_listed(queue);
        return;
    }
    queue->marked -= !left->behind;
    if (queue->marked == 0 && queue->count != 0) {
        queue->kind->form(queue);
        show_all_anew(queue);
    }
}

void rs_queue_change(rs_queue *queue, uint64_t now)
{
    queue->changes_at = rs_bliss_clear(&queue->bliss, now);
    look_up_listed(queue);
}

bool rs_queue_clash(const rs_queue *queue, const rs_queued *request)
{
    if (!queue->kind->ranked)
        return false;
    for (uint32_t k = 0; k < queue->length[request->bank]; k++) {
        const rs_queued *other = at(queue, request->bank, k);

        if (other->row == request->row && other->column == request->column && (other->write || request->write) &&
            (other->sm != request->sm || queue->grouped))
            return true;
    }
    return false;
}

/* ---- all ------------------------------------------------------------------------------------------- */

void rs_queue_init(rs_queue *queue, const rs_config *config, const rs_bank_timing *timing)
{
    memset(queue, 0, sizeof(*queue));
    queue->kind = &queue_kinds[config->scheduler];
    queue->timing = timing;
    queue->capacity = config->queue;
    queue->banks = config->banks;
    queue->bank_places = config->scheduler != RS_SCHEDULER_BFIFO ? config->queue
                         : config->bank_places != 0 ? config->bank_places : config->queue / config->banks;
    queue->window = config->scheduler == RS_SCHEDULER_BFIFO ? config->lookahead : config->queue;
    queue->age_cap = queue->kind->one_list ? 0 : config->age_cap;
    queue->preferred = UINT32_MAX;
    queue->changes_at = config->scheduler == RS_SCHEDULER_BLISS ? config->bliss_clear : UINT64_MAX;
    queue->marks = config->scheduler == RS_SCHEDULER_PARBS ? config->parbs_marks : 0;
    queue->grouped = config->scheduler == RS_SCHEDULER_WG;
    queue->row_hits = queue->grouped ? config->wg_hits : 0;
    queue->bliss = (rs_bliss){.streak = config->bliss_streak, .interval = config->bliss_clear};
    queue->free_places = config->queue == 64 ? ~UINT64_C(0) : (UINT64_C(1) << config->queue) - 1;
}

RS_HOT bool rs_queue_enter(rs_queue *queue, rs_queued *request)
{
    const uint32_t list = queue->kind->one_list ? 0 : request->bank;

    append(queue, list, request);
    request->key = request->stamp = queue->stamp++;
    request->behind = queue->kind->form != NULL || (queue->kind->ranked && rs_set_has(&queue->bliss.listed, request->sm));
    if (queue->grouped)
        rs_warp_groups_add(queue, request);
    queue->count++;
    queue->write_count += request->write;
    if (queue->kind->form != NULL && queue->count == 1)
        queue->kind->form(queue);
    if (queue->length[list] == 1) {
        show(queue, list, 0);
        queue->occupied |= 1U << request->bank;
        if (!queue->urgent)
            queue->candidates = queue->occupied;
        return true;
    }
    if (queue->kind->ranked ? ((queue->forced | queue->midway) >> list & 1) != 0
                            : queue->kind->one_list || ((queue->forced | queue->hits) >> list & 1) != 0)
        return false;
    show(queue, list, queue->kind->choose_after_push(queue, list));
    return true;
}

RS_HOT void rs_queue_pop(rs_queue *queue, uint32_t bank)
{
    uint32_t list = queue->kind->one_list ? 0 : bank, position = queue->position[list];
    const rs_queued *left = queue->candidate[bank]; /* its place is free from now on, and not taken before the next request comes */

    queue->midway = 0;
    if (queue->age_cap != 0) {
        count_passing(queue, bank);
        queue->urgent = false; /* if it was, its request is the one that leaves */
        queue->forced &= ~(1U << bank);
        if (queue->passed[bank] == queue->age_cap)
            queue->forced |= 1U << bank;
    }
    if (queue->grouped)
        queue->served[bank]++;
    take_out(queue, list, position);
    queue->count--;
    queue->write_count -= left->write;
    queue->occupied &= ~(1U << bank);
    if (queue->length[list] != 0) {
        show(queue, list, (queue->forced >> list & 1) ? 0 : queue->kind->choose(queue, list, position));
        queue->occupied |= 1U << at(queue, list, 0)->bank;
    }
    queue->candidates = queue->occupied;
    if (queue->kind->ranked)
        rank_anew(queue, left);
    if (queue->age_cap != 0 && queue->passed_all == queue->age_cap * queue->banks)
        make_urgent(queue);
}

void rs_queue_closed(rs_queue *queue, uint32_t bank)
{
    queue->hits &= ~(1U << bank);
    if (!queue->kind->one_list && queue->length[bank] != 0 && !(queue->forced >> bank & 1))
        show(queue, bank, queue->kind->choose(queue, bank, 0));
}
