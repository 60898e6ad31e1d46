/* Virtual channels into one port, a packet at a time. Twin of rtl/network/rs_vc_merge.v; all zero is its reset state.
 *
 * A cycle: rs_vc_merge_offer names the VC whose flit is offered; rs_vc_merge_step follows, taken or not. */
#ifndef RS_VC_MERGE_H
#define RS_VC_MERGE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rs_vc_merge {
    bool midway; /* a packet is on offer, or in its middle */
    uint8_t pointer; /* midway its VC, else the one from which the next is looked for */
} rs_vc_merge;

/* valid: VCs with a flit in front; acceptable: those whose front packet the sink has room for, looked at between
 * packets only. Without a flit to offer the result is vcs. */
static inline uint32_t rs_vc_merge_offer(const rs_vc_merge *merge, uint32_t valid, uint32_t acceptable, uint32_t vcs)
{
    if (merge->midway)
        return valid >> merge->pointer & 1 ? merge->pointer : vcs;
    for (uint32_t k = 0; k < vcs; k++) {
        uint32_t w = (merge->pointer + k) % vcs;

        if (valid >> w & acceptable >> w & 1)
            return w;
    }
    return vcs;
}

/* VC w was on offer. ends: the sink takes the last flit of its packet; otherwise the packet stays on offer. */
static inline void rs_vc_merge_step(rs_vc_merge *merge, uint32_t w, bool ends, uint32_t vcs)
{
    merge->midway = !ends;
    merge->pointer = (uint8_t)((w + ends) % vcs);
}

#endif
