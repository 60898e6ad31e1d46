#include "dram/warp_groups.h"

#include <string.h>

enum { STAMP_BITS = 42, LAST = 127 }; /* as batch.c; a group's place is below RS_QUEUE_MAX, LAST: none */

typedef struct group {
    uint32_t sm, warp, score, hits;
    uint64_t oldest;
    uint32_t of_bank[RS_MAX_BANKS];
} group;

static bool is_of(const rs_queued *request, const group *g)
{
    return request->warp != 0 ? request->warp == g->warp && request->sm == g->sm : request->stamp == g->oldest;
}

/* The request's group, a new one if it is the first of it; requests come bank by bank. */
static group *find(group *groups, uint32_t *count, const rs_queued *request)
{
    for (uint32_t i = 0; i < *count; i++)
        if (is_of(request, &groups[i]))
            return &groups[i];
    memset(&groups[*count], 0, sizeof(groups[0]));
    groups[*count].sm = request->sm;
    groups[*count].warp = request->warp;
    groups[*count].oldest = request->stamp;
    return &groups[(*count)++];
}

/* The bank's row is open for it, or will be for an older request of the group. */
static bool finds_row(rs_queue *queue, uint32_t bank, uint32_t position, const group *g)
{
    const rs_bank_state *state = &queue->timing->bank[bank];
    const rs_queued *request = rs_queue_at(queue, bank, position);

    if (state->open && state->row == request->row)
        return true;
    for (uint32_t k = 0; k < position; k++) {
        const rs_queued *older = rs_queue_at(queue, bank, k);

        if (older->row == request->row && is_of(older, g))
            return true;
    }
    return false;
}

static void add(rs_queue *queue, uint32_t bank, uint32_t position, group *g)
{
    const rs_queued *request = rs_queue_at(queue, bank, position);
    const bool hit = finds_row(queue, bank, position, g);

    g->oldest = request->stamp < g->oldest ? request->stamp : g->oldest;
    g->hits += hit;
    g->of_bank[bank] += hit ? RS_WG_HIT : RS_WG_MISS;
    g->score = g->of_bank[bank] > g->score ? g->of_bank[bank] : g->score;
}

static bool goes_before(const group *a, const group *b)
{
    if (a->score != b->score)
        return a->score < b->score;
    if (a->hits != b->hits)
        return a->hits > b->hits;
    return a->oldest < b->oldest;
}

static uint32_t place_of(const group *groups, uint32_t count, const group *g)
{
    uint32_t place = 0;

    for (uint32_t i = 0; i < count; i++)
        place += goes_before(&groups[i], g);
    return place;
}

void rs_warp_groups_form(rs_queue *queue)
{
    group groups[RS_QUEUE_MAX];
    uint32_t places[RS_QUEUE_MAX], count = 0;

    for (uint32_t bank = 0; bank < queue->banks; bank++)
        for (uint32_t k = 0; k < queue->length[bank]; k++)
            add(queue, bank, k, find(groups, &count, rs_queue_at(queue, bank, k)));
    for (uint32_t i = 0; i < count; i++) {
        places[i] = place_of(groups, count, &groups[i]);
        if (places[i] == 0) {
            queue->chosen_sm = groups[i].sm;
            queue->chosen_warp = groups[i].warp;
        }
    }
    queue->marked = 0;
    for (uint32_t bank = 0; bank < queue->banks; bank++)
        for (uint32_t k = 0; k < queue->length[bank]; k++) {
            rs_queued *request = rs_queue_at(queue, bank, k);
            const uint32_t place = places[find(groups, &count, request) - groups];

            request->behind = place != 0;
            request->key = (uint64_t)place << STAMP_BITS | request->stamp;
            queue->marked += place == 0;
        }
}

void rs_warp_groups_add(rs_queue *queue, rs_queued *request)
{
    request->behind = queue->marked == 0 || request->warp == 0 || request->warp != queue->chosen_warp || request->sm != queue->chosen_sm;
    request->key = (uint64_t)(request->behind ? LAST : 0) << STAMP_BITS | request->stamp;
    queue->marked += !request->behind;
}
