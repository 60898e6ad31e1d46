/* The buffers of a crossbar: rings of flits with their routes, in memory of the owner's. A ring has a power of two of places, of which
 * `depth` are used at most. */
#ifndef RS_FLIT_BUFFER_H
#define RS_FLIT_BUFFER_H

#include "common/packet.h"

#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_flit_buffer {
    rs_routed_flit *flits;
    uint8_t ones, depth, first, level; /* ones: places less 1 */
} rs_flit_buffer;

/* The oldest flit. */
static inline const rs_routed_flit *rs_flit_buffer_front(const rs_flit_buffer *buffer)
{
    return &buffer->flits[buffer->first];
}

/* Where the next flit goes. */
static inline rs_routed_flit *rs_flit_buffer_next(const rs_flit_buffer *buffer)
{
    return &buffer->flits[(buffer->first + buffer->level) & buffer->ones];
}

static inline void rs_flit_buffer_push(rs_flit_buffer *buffer, const rs_routed_flit *flit)
{
    *rs_flit_buffer_next(buffer) = *flit;
    buffer->level++;
}

/* The next flit after the last one comes to the first place again, which is the one that the cache has. */
static inline void rs_flit_buffer_pop(rs_flit_buffer *buffer)
{
    const uint8_t behind = (uint8_t)((buffer->first + 1) & buffer->ones);

    buffer->first = --buffer->level == 0 ? 0 : behind;
}

/* Memory for so many flits, all 0, each with a line of the cache to itself; NULL: there is none. */
static inline rs_routed_flit *rs_flit_storage(size_t flits)
{
    const size_t bytes = flits * sizeof(rs_routed_flit);
    rs_routed_flit *storage = (rs_routed_flit *)aligned_alloc(sizeof(rs_routed_flit), bytes);

    return storage == NULL ? NULL : (rs_routed_flit *)memset(storage, 0, bytes);
}

/* Places of a buffer so deep. */
static inline uint32_t rs_flit_buffer_places(uint32_t depth)
{
    uint32_t places = 1;

    while (places < depth)
        places *= 2;
    return places;
}

/* Gives buffers their places, from `next` on; returns the first place after these. */
static inline rs_routed_flit *rs_flit_buffers_place(rs_flit_buffer *buffers, uint32_t count, uint32_t depth, rs_routed_flit *next)
{
    const uint32_t places = rs_flit_buffer_places(depth);

    for (uint32_t k = 0; k < count; k++, next += places) {
        buffers[k].flits = next;
        buffers[k].depth = (uint8_t)depth;
        buffers[k].ones = (uint8_t)(places - 1);
    }
    return next;
}

#ifdef __cplusplus
}
#endif
#endif
