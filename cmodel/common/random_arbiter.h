/* Twin of rtl/common/rs_random_arbiter.v: grants one of n requesters (1 <= n <= RS_SET_MAX) at random.
 *
 * request has requester i as member i, none at or above n. The result is the winner, -1 without a request.
 * TREE takes rs_random_bits() = max(1, clog2 n) random bits, UNIFORM 12. THESIS 1.3.3. */
#ifndef RS_RANDOM_ARBITER_H
#define RS_RANDOM_ARBITER_H

#include <stdint.h>

#include "common/set.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits an index below n takes, at least 1: INDEX_BITS of the arbiters. */
uint32_t rs_index_bits(uint32_t n);
/* Random bits an arbiter draws a cycle: RANDOM_BITS. pick: 0 TREE, 1 UNIFORM (enum rs_pick). */
uint32_t rs_random_bits(uint32_t n, uint32_t pick);

/* TREE: a node at level l separates indices by bit l; random bit l decides where both halves request.
 * UNIFORM: the requester with exactly (random * requesters) >> 12 requesters below it. */
int rs_random_pick(const rs_set *request, uint32_t random, uint32_t n, uint32_t pick);

#ifdef __cplusplus
}
#endif
#endif
