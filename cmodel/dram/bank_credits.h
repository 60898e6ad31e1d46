/* Which banks of a controller have a place for one more packet, counting those that are on their way to it (BANK_READY).
 * Twin of rtl/dram/rs_bank_credits.v; all zero is its reset state.
 *
 * A packet is on its way from the cycle in which the request network grants it its output to the cycle in which its last
 * flit enters the controller, whose queue then counts it. The bank has room for one more when its queue has a place that
 * none of those needs. (The RTL counts the same places from their other end: one for every packet from its grant until
 * its request leaves the queue.)
 *
 * A cycle: rs_bank_credits_room() for the network's requests; then rs_bank_credits_queued() where a packet's last flit
 * enters, and rs_bank_credits_granted() where one was granted. */
#ifndef RS_BANK_CREDITS_H
#define RS_BANK_CREDITS_H

#include "dram/queue.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_bank_credits {
    uint32_t coming[RS_MAX_BANKS]; /* packets on their way, by bank */
    uint32_t all;                  /* of them all */
} rs_bank_credits;

/* Bit b: a packet for bank b may be granted. */
static inline uint32_t rs_bank_credits_room(const rs_bank_credits *credits, const rs_queue *queue)
{
    uint32_t banks = 0;

    for (uint32_t bank = 0; bank < queue->banks; bank++)
        if (rs_queue_room_behind(queue, bank, credits->coming[bank], credits->all))
            banks |= 1U << bank;
    return banks;
}

static inline void rs_bank_credits_granted(rs_bank_credits *credits, uint32_t bank)
{
    credits->coming[bank]++;
    credits->all++;
}

static inline void rs_bank_credits_queued(rs_bank_credits *credits, uint32_t bank)
{
    credits->coming[bank]--;
    credits->all--;
}

#ifdef __cplusplus
}
#endif
#endif
