/* Twin of rtl/network/rs_wavefront_allocator.v: diagonals of the request matrix, one after the other from a rotating one on. */
#ifndef RS_WAVEFRONT_ALLOCATOR_H
#define RS_WAVEFRONT_ALLOCATOR_H

#include "common/set.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_wavefront_allocator {
    uint32_t inputs, outputs;
    uint32_t diagonals; /* the larger of both */
    uint32_t first;     /* diagonal that the next arbitration begins with */
} rs_wavefront_allocator;

/* 1 <= inputs, outputs <= RS_SET_MAX. Also what a reset does. */
void rs_wavefront_allocator_init(rs_wavefront_allocator *allocator, uint32_t inputs, uint32_t outputs);

/* One cycle. columns[o] has i: input i requests output o; only outputs in `active` are looked at. winner[o] is set for every
 * output in *granted, the outputs that grant. Afterwards `first` is that of the next cycle. */
void rs_wavefront_allocate(rs_wavefront_allocator *allocator, const rs_set *columns, const rs_set *active, uint8_t *winner,
                           rs_set *granted);

#ifdef __cplusplus
}
#endif
#endif
