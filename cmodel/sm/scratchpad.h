/* Twin of rtl/sm/rs_scratchpad.v: a warp-wide group in, the words of a load out, in as many pieces as the worst bank has
 * distinct words. The rules are written down in the RTL's header.
 *
 * A cycle: read wb_valid, wb, outside (with group: what the fault port shows), with the sinks' answers rs_..._in_ready and
 * rs_..._bank_conflict, then one rs_scratchpad_clock(). */
#ifndef RS_SM_SCRATCHPAD_H
#define RS_SM_SCRATCHPAD_H

#include "sm/warp_group.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_scratchpad {
    uint32_t lanes, banks, bytes;
    uint32_t *words;
    bool wb_valid;
    bool storing;                   /* a piece of a store is on its way into the banks */
    uint32_t piece, pieces;
    uint64_t outside;               /* lanes still to be reported as such */
    rs_warp_group group;            /* the one inside; it goes on while outside != 0 or piece != pieces */
    uint64_t lanes_of[RS_LANES_MAX]; /* of each of its pieces */
    rs_writeback wb;                /* at the port */
    rs_warp_group stored;           /* that piece; lanes in its mask */
} rs_scratchpad;

/* lanes <= 64, banks a power of two, bytes a multiple of 4 * banks. Words are 0, nothing is inside. False without memory, or
 * for other sizes. */
bool rs_scratchpad_init(rs_scratchpad *scratchpad, uint32_t lanes, uint32_t banks, uint32_t bytes);
void rs_scratchpad_destroy(rs_scratchpad *scratchpad);
/* Nothing inside; the words stay. */
void rs_scratchpad_reset(rs_scratchpad *scratchpad);

static inline bool rs_scratchpad_busy(const rs_scratchpad *scratchpad)
{
    return scratchpad->piece != scratchpad->pieces || scratchpad->outside != 0 || scratchpad->wb_valid ||
           scratchpad->storing;
}
static inline bool rs_scratchpad_in_ready(const rs_scratchpad *scratchpad, bool wb_ready, bool fault_ready)
{
    const uint32_t left = scratchpad->pieces - scratchpad->piece;

    return (left == 0 || (left == 1 && (!scratchpad->wb_valid || wb_ready))) && (scratchpad->outside == 0 || fault_ready);
}
static inline bool rs_scratchpad_bank_conflict(const rs_scratchpad *scratchpad, bool wb_ready)
{
    return scratchpad->pieces - scratchpad->piece > 1 && (!scratchpad->wb_valid || wb_ready);
}
/* One clock edge; group NULL: none offered. */
void rs_scratchpad_clock(rs_scratchpad *scratchpad, const rs_warp_group *group, bool wb_ready, bool fault_ready);

#ifdef __cplusplus
}
#endif
#endif
