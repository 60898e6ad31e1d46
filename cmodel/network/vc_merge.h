/* Virtual channels into one port, a packet at a time. Twin of rtl/network/rs_vc_merge.v; all zero is its reset state.
 *
 * A cycle: rs_vc_merge_offer names the VC whose flit is offered; then rs_vc_merge_take if the sink takes it, rs_vc_merge_keep if not. */
#ifndef RS_VC_MERGE_H
#define RS_VC_MERGE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rs_vc_merge {
    bool midway; /* a packet of VC `current` is on offer, or in its middle */
    uint8_t current, pointer;
} rs_vc_merge;

/* valid: VCs with a flit in front; acceptable: those whose front packet the sink has room for, looked at between
 * packets only. Without a flit to offer the result is vcs. */
static inline uint32_t rs_vc_merge_offer(const rs_vc_merge *merge, uint32_t valid, uint32_t acceptable, uint32_t vcs)
{
    if (merge->midway)
        return valid >> merge->current & 1 ? merge->current : vcs;
    for (uint32_t k = 0; k < vcs; k++) {
        uint32_t w = (merge->pointer + k) % vcs;

        if (valid >> w & acceptable >> w & 1)
            return w;
    }
    return vcs;
}

static inline void rs_vc_merge_take(rs_vc_merge *merge, uint32_t w, bool tail, uint32_t vcs)
{
    merge->midway = !tail;
    merge->current = (uint8_t)w;
    if (tail)
        merge->pointer = (uint8_t)((w + 1) % vcs);
}

/* The sink refuses the flit of VC w, which stays on offer. */
static inline void rs_vc_merge_keep(rs_vc_merge *merge, uint32_t w)
{
    merge->midway = true;
    merge->current = (uint8_t)w;
}

#endif
