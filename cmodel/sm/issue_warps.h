/* Warps of an issue stage, for the files that it is made of. */
#ifndef RS_ISSUE_WARPS_H
#define RS_ISSUE_WARPS_H

#include "sm/issue_stage.h"

static inline uint64_t rs_warp_bit(uint32_t number)
{
    return UINT64_C(1) << number;
}

/* Of a set of warps that is not empty: the CTA that started first, its lowest number. */
static inline uint32_t rs_issue_oldest_of(const rs_issue_stage *stage, uint64_t warps)
{
    for (uint32_t i = 0; i < stage->ctas; i++) {
        const uint64_t here = warps & stage->members[stage->by_age[i]];

        if (here != 0)
            return (uint32_t)__builtin_ctzll(here);
    }
    return (uint32_t)__builtin_ctzll(warps);
}

/* The first of a set that is not empty behind a number, by number and cyclic. */
static inline uint32_t rs_issue_next_of(uint64_t warps, uint32_t last)
{
    const uint64_t behind = warps & (last < 63 ? ~UINT64_C(0) << (last + 1) : 0);

    return (uint32_t)__builtin_ctzll(behind != 0 ? behind : warps);
}

static inline bool rs_issue_waits_for_reply(const rs_issue_stage *stage, uint32_t warp, uint32_t reg)
{
    return (stage->reply & rs_warp_bit(warp)) != 0 && rs_warp_record_unpack(stage->warp[warp].fence).destination == reg;
}

#endif
