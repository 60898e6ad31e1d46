/* Twin of rtl/network/rs_islip_allocator.v: iSLIP, output-first matching with rotating pointers. */
#ifndef RS_ISLIP_ALLOCATOR_H
#define RS_ISLIP_ALLOCATOR_H

#include "common/set.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_islip_allocator {
    uint32_t inputs, outputs, iterations;
    uint8_t offer_from[RS_SET_MAX]; /* of an output: the input that comes first */
    uint8_t take_from[RS_SET_MAX];  /* of an input: the output that comes first */
} rs_islip_allocator;

/* 1 <= inputs, outputs <= RS_SET_MAX, 1 <= iterations. Also what a reset does. */
void rs_islip_allocator_init(rs_islip_allocator *allocator, uint32_t inputs, uint32_t outputs, uint32_t iterations);

/* One cycle. columns[o] has i: input i requests output o; only outputs in `active` are looked at. winner[o] is set for every
 * output in *granted, the outputs that grant. Afterwards the pointers are those of the next cycle. */
void rs_islip_allocate(rs_islip_allocator *allocator, const rs_set *columns, const rs_set *active, uint8_t *winner, rs_set *granted);

#ifdef __cplusplus
}
#endif
#endif
