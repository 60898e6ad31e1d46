#include "dram/queue.h"

#include <string.h>

/* ---- in-order lists of places, a ring each -------------------------------------------------------- */

static uint32_t ring(const rs_queue *queue, uint32_t list, uint32_t index)
{
    uint32_t at = queue->first[list] + index;

    return queue->order[list][at % RS_QUEUE_MAX];
}

static const rs_queued *append(rs_queue *queue, uint32_t list, const rs_queued *request)
{
    uint32_t place = (uint32_t)__builtin_ctzll(queue->free_places);
    rs_queued *kept = &queue->places[place];

    *kept = *request;
    queue->free_places &= ~(UINT64_C(1) << place);
    queue->order[list][(queue->first[list] + queue->length[list]++) % RS_QUEUE_MAX] = (uint8_t)place;
    return kept;
}

static void remove_first(rs_queue *queue, uint32_t list)
{
    queue->free_places |= UINT64_C(1) << ring(queue, list, 0);
    queue->first[list] = (queue->first[list] + 1) % RS_QUEUE_MAX;
    queue->length[list]--;
}

static void show(rs_queue *queue, const rs_queued *request)
{
    queue->candidate[request->bank] = request;
    queue->candidates |= 1U << request->bank;
}

/* ---- FIFO ----------------------------------------------------------------------------------------- */

static bool any_room(const rs_queue *queue, uint32_t bank)
{
    (void)bank;
    return queue->count < queue->capacity;
}

static void fifo_push(rs_queue *queue, const rs_queued *request)
{
    const rs_queued *kept = append(queue, 0, request);

    if (queue->length[0] == 1)
        show(queue, kept);
}

static void fifo_pop(rs_queue *queue, uint32_t bank)
{
    queue->candidates &= ~(1U << bank);
    remove_first(queue, 0);
    if (queue->length[0] != 0)
        show(queue, &queue->places[ring(queue, 0, 0)]);
}

/* ---- banked FIFO ---------------------------------------------------------------------------------- */

static bool banked_room(const rs_queue *queue, uint32_t bank)
{
    return queue->length[bank] < queue->capacity / queue->banks;
}

static void banked_push(rs_queue *queue, const rs_queued *request)
{
    const rs_queued *kept = append(queue, request->bank, request);

    if (queue->length[request->bank] == 1)
        show(queue, kept);
}

static void banked_pop(rs_queue *queue, uint32_t bank)
{
    remove_first(queue, bank);
    if (queue->length[bank] != 0)
        show(queue, &queue->places[ring(queue, bank, 0)]);
    else
        queue->candidates &= ~(1U << bank);
}

/* ---- FR-FCFS -------------------------------------------------------------------------------------- */

static bool row_hit(const rs_queue *queue, const rs_queued *request)
{
    const rs_bank_state *state = &queue->timing->bank[request->bank];

    return state->open && state->row == request->row;
}

/* A younger request takes over only as a hit from a miss. (ACT opens the row of the oldest request, which stays
 * the oldest hit; PRE comes only when there is no hit.) */
static void frfcfs_push(rs_queue *queue, const rs_queued *request)
{
    const rs_queued *kept = append(queue, request->bank, request);

    if (queue->length[request->bank] == 1 ||
        (row_hit(queue, kept) && !row_hit(queue, queue->candidate[request->bank])))
        show(queue, kept);
}

static void frfcfs_pop(rs_queue *queue, uint32_t bank)
{
    uint32_t leaving = (uint32_t)(queue->candidate[bank] - queue->places);
    uint32_t index = 0, hit;

    while (ring(queue, bank, index) != leaving)
        index++;
    /* The older ones move up by one place, and the list starts one later. Hits older than the leaving one: none. */
    for (uint32_t k = index; k > 0; k--)
        queue->order[bank][(queue->first[bank] + k) % RS_QUEUE_MAX] = (uint8_t)ring(queue, bank, k - 1);
    queue->order[bank][queue->first[bank]] = (uint8_t)leaving;
    remove_first(queue, bank);
    if (queue->length[bank] == 0) {
        queue->candidates &= ~(1U << bank);
        return;
    }
    for (hit = index; hit < queue->length[bank]; hit++)
        if (row_hit(queue, &queue->places[ring(queue, bank, hit)]))
            break;
    show(queue, &queue->places[ring(queue, bank, hit < queue->length[bank] ? hit : 0)]);
}

/* ---- all ------------------------------------------------------------------------------------------ */

static const rs_queue_kind queue_kinds[] = {
    {any_room, fifo_push, fifo_pop},
    {banked_room, banked_push, banked_pop},
    {any_room, frfcfs_push, frfcfs_pop},
};

void rs_queue_init(rs_queue *queue, const rs_config *config, const rs_bank_timing *timing)
{
    memset(queue, 0, sizeof(*queue));
    queue->kind = &queue_kinds[config->scheduler];
    queue->timing = timing;
    queue->capacity = config->queue;
    queue->banks = config->banks;
    queue->free_places = config->queue == 64 ? ~UINT64_C(0) : (UINT64_C(1) << config->queue) - 1;
}

bool rs_queue_room(const rs_queue *queue, uint32_t bank)
{
    return queue->kind->room(queue, bank);
}

void rs_queue_push(rs_queue *queue, const rs_queued *request)
{
    rs_queued stamped = *request;

    stamped.stamp = queue->stamp++;
    queue->count++;
    queue->kind->push(queue, &stamped);
}

void rs_queue_pop(rs_queue *queue, uint32_t bank)
{
    queue->count--;
    queue->kind->pop(queue, bank);
}
