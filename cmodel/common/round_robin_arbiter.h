/* Twin of rtl/common/rs_round_robin_arbiter.v: first requester at or above a pointer, wrapping at n.
 *
 * The pointer (0 .. n-1, 0 after reset) is the caller's. 1 <= n <= 64; request has no bit at or above n. */
#ifndef RS_ROUND_ROBIN_ARBITER_H
#define RS_ROUND_ROBIN_ARBITER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The winner, -1 without a request. */
int rs_round_robin_pick(uint64_t request, uint32_t pointer);
/* The pointer after a clock edge with advance = 1: winner + 1 mod n; unchanged when winner is -1. */
uint32_t rs_round_robin_next(uint32_t pointer, int winner, uint32_t n);

#ifdef __cplusplus
}
#endif
#endif
