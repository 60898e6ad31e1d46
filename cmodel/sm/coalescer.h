/* Twin of rtl/sm/rs_coalescer.v: a warp-wide group in, the lines it touches out, one a cycle. The rules are written down in
 * the RTL's header.
 *
 * A cycle: read line_valid and line, with the sink's answer rs_coalescer_in_ready, then one rs_coalescer_clock(). */
#ifndef RS_SM_COALESCER_H
#define RS_SM_COALESCER_H

#include "sm/warp_group.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_coalescer {
    uint32_t lanes, line_bytes;
    uint32_t first, end;                  /* lines of the group inside that are still to come: first to end - 1 */
    bool write, group_last;               /* of that group */
    bool line_valid;
    uint32_t warp, first_register, element;
    rs_line_access line;                  /* at the port */
    uint8_t word[RS_LANES_MAX];           /* of each lane of the group, in its line */
    uint64_t line_of[RS_LANES_MAX], mask_of[RS_LANES_MAX]; /* lines of the group and their lanes, in their order */
    uint32_t data[RS_LANES_MAX];          /* of a store */
} rs_coalescer;

/* lanes <= 64; line_bytes a power of two, 8 .. 128. Leaves it empty. */
void rs_coalescer_init(rs_coalescer *coalescer, uint32_t lanes, uint32_t line_bytes);

static inline bool rs_coalescer_busy(const rs_coalescer *coalescer)
{
    return coalescer->first != coalescer->end || coalescer->line_valid;
}
static inline bool rs_coalescer_in_ready(const rs_coalescer *coalescer, bool line_ready)
{
    const uint32_t left = coalescer->end - coalescer->first;

    return left == 0 || (left == 1 && (!coalescer->line_valid || line_ready));
}
/* One clock edge; group NULL: none offered. */
void rs_coalescer_clock(rs_coalescer *coalescer, const rs_warp_group *group, bool line_ready);

#ifdef __cplusplus
}
#endif
#endif
