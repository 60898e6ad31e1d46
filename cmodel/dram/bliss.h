/* Twin of rtl/dram/rs_bliss.v: the blacklist of BLISS, the blacklisting memory scheduler (Subramanian and others, ICCD 2014).
 *
 * An SM of which BLISS_STREAK + 1 requests in a row left is on the list from the next cycle on, until all leave it at the next
 * multiple of BLISS_CLEAR cycles. All zero but for streak and interval is the reset state. */
#ifndef RS_BLISS_H
#define RS_BLISS_H

#include "common/set.h"

typedef struct rs_bliss {
    uint32_t streak, interval;
    bool served;    /* a request has left since reset */
    uint32_t last;  /* its SM */
    uint32_t count; /* requests of that SM in a row, but for the first */
    rs_set listed;
} rs_bliss;

/* A request of this SM leaves. Returns whether the SM comes on the list. */
static inline bool rs_bliss_leaves(rs_bliss *bliss, uint32_t sm)
{
    const bool same = bliss->served && bliss->last == sm, lists = same && bliss->count + 1 == bliss->streak;

    bliss->count = same && !lists ? bliss->count + 1 : 0;
    bliss->served = true;
    bliss->last = sm;
    if (lists)
        rs_set_add(&bliss->listed, sm);
    return lists;
}

/* The list is cleared. Returns when it is the next time. */
static inline uint64_t rs_bliss_clear(rs_bliss *bliss, uint64_t now)
{
    bliss->listed = rs_set_below(0);
    return (now / bliss->interval + 1) * bliss->interval;
}

#endif
