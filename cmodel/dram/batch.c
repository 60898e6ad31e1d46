#include "dram/batch.h"

#include <string.h>

enum { STAMP_BITS = 42 }; /* the number of a request since reset; 22 are left for what goes before it */

/* Requests of an SM in the batch: the most in one bank, and all. */
typedef struct load {
    uint16_t most, all;
} load;

/* Marks the oldest requests of each SM in this bank. */
static void mark(rs_queue *queue, uint32_t bank, load *loads)
{
    uint8_t here[RS_MAX_SMS] = {0};

    for (uint32_t k = 0; k < queue->length[bank]; k++) {
        rs_queued *request = rs_queue_at(queue, bank, k);
        load *own = &loads[request->sm];

        request->behind = here[request->sm] == queue->marks;
        if (request->behind)
            continue;
        here[request->sm]++;
        own->all++;
        own->most = here[request->sm] > own->most ? here[request->sm] : own->most;
        queue->marked++;
    }
}

/* The load, then the SM, then the age; numbers of requests need 7 bits, an SM's 8. */
static uint64_t key_of(const rs_queued *request, const load *own)
{
    return ((uint64_t)own->most << 15 | (uint64_t)own->all << 8 | request->sm) << STAMP_BITS | request->stamp;
}

void rs_batch_form(rs_queue *queue)
{
    load loads[RS_MAX_SMS];

    memset(loads, 0, sizeof(loads));
    queue->marked = 0;
    for (uint32_t bank = 0; bank < queue->banks; bank++)
        mark(queue, bank, loads);
    for (uint32_t bank = 0; bank < queue->banks; bank++)
        for (uint32_t k = 0; k < queue->length[bank]; k++) {
            rs_queued *request = rs_queue_at(queue, bank, k);
            request->key = request->behind ? request->stamp : key_of(request, &loads[request->sm]);
        }
}
