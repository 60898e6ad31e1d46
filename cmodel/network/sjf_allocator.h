/* Twin of rtl/network/rs_sjf_allocator.v: shortest job first, the input whose source has the fewest requests in flight. */
#ifndef RS_SJF_ALLOCATOR_H
#define RS_SJF_ALLOCATOR_H

#include "common/lfsr.h"
#include "common/set.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_SJF_SHORTEST = 230, RS_SJF_BITS = 8 }; /* of 2^RS_SJF_BITS values of an output's random bits those that go by load */

typedef struct rs_sjf_allocator {
    uint32_t inputs, outputs;
    uint8_t load[RS_SET_MAX]; /* of an input's source, as it was in the cycle before */
    uint8_t turn[RS_SET_MAX]; /* of an output: one behind the input it was granted to last */
} rs_sjf_allocator;

/* 1 <= inputs, outputs <= RS_SET_MAX. Also what a reset does. */
void rs_sjf_allocator_init(rs_sjf_allocator *allocator, uint32_t inputs, uint32_t outputs);

/* Of the inputs of a column, not empty, the one that output o picks. */
uint32_t rs_sjf_pick(const rs_sjf_allocator *allocator, const rs_set *column, uint32_t output, const rs_lfsr *random);
/* Output o goes to this input, picked or not. */
void rs_sjf_granted(rs_sjf_allocator *allocator, uint32_t output, uint32_t input);
/* One cycle, every pick a grant. columns[o] has i: input i requests output o, and no other; only outputs in `active` are looked at. random: output o has bits
 * o * RS_SJF_BITS on. winner[o] is set for every output in *granted, the outputs that grant. The caller then writes the cycle's loads. */
void rs_sjf_allocate(rs_sjf_allocator *allocator, const rs_set *columns, const rs_set *active, const rs_lfsr *random, uint8_t *winner,
                     rs_set *granted);

#ifdef __cplusplus
}
#endif
#endif
