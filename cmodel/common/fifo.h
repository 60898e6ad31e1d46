/* Twin of rtl/common/rs_fifo.v: a ring of depth elements of the caller's size.
 *
 * Order of use in a clock: read rs_fifo_in_ready(), rs_fifo_out_valid(), rs_fifo_front() (functions of the state
 * alone), then one rs_fifo_clock(). The storage is the caller's: depth * element_bytes, never allocated or freed here. */
#ifndef RS_FIFO_H
#define RS_FIFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_fifo {
    unsigned char *storage;
    size_t element_bytes;
    uint32_t depth, level, read_pointer;
} rs_fifo;

/* depth >= 1, element_bytes >= 1. Leaves the queue empty. */
void rs_fifo_init(rs_fifo *fifo, void *storage, size_t element_bytes, uint32_t depth);
/* Empties the queue. */
void rs_fifo_reset(rs_fifo *fifo);

static inline bool rs_fifo_in_ready(const rs_fifo *fifo)
{
    return fifo->level != fifo->depth;
}

static inline bool rs_fifo_out_valid(const rs_fifo *fifo)
{
    return fifo->level != 0;
}

/* The oldest element; means nothing while rs_fifo_out_valid() is false. */
static inline const void *rs_fifo_front(const rs_fifo *fifo)
{
    return fifo->storage + (size_t)fifo->read_pointer * fifo->element_bytes;
}

/* One clock edge. in_data is read only if the word is taken (in_valid and not full). */
void rs_fifo_clock(rs_fifo *fifo, bool in_valid, const void *in_data, bool out_ready);

#ifdef __cplusplus
}
#endif
#endif
