/* Lanes of an atomic operation that may go together: one for each word. */
#ifndef RS_LANE_TURN_H
#define RS_LANE_TURN_H

#include <stdbool.h>
#include <stdint.h>

/* Of the lanes (bits), the lowest for each address. */
static inline uint32_t rs_lane_turn(const uint64_t *address, uint32_t lanes)
{
    uint32_t turn = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        bool first = true;
        for (uint32_t before = turn; before != 0 && first; before &= before - 1) {
            first = address[__builtin_ctz(before)] != address[lane];
        }
        turn |= (uint32_t)first << lane;
    }
    return turn;
}

#endif
