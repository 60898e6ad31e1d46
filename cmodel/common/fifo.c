#include "fifo.h"

#include <string.h>

void rs_fifo_init(rs_fifo *fifo, void *storage, size_t element_bytes, uint32_t depth)
{
    fifo->storage = (unsigned char *)storage;
    fifo->element_bytes = element_bytes;
    fifo->depth = depth;
    rs_fifo_reset(fifo);
}

void rs_fifo_reset(rs_fifo *fifo)
{
    fifo->level = 0;
    fifo->read_pointer = 0;
}

void rs_fifo_clock(rs_fifo *fifo, bool in_valid, const void *in_data, bool out_ready)
{
    bool push = in_valid && rs_fifo_in_ready(fifo);
    bool pop = out_ready && rs_fifo_out_valid(fifo);

    if (push) {
        uint32_t room = fifo->depth - fifo->read_pointer; /* entries from the oldest to the end of the ring */
        uint32_t write_pointer = fifo->level < room ? fifo->read_pointer + fifo->level : fifo->level - room;
        memcpy(fifo->storage + (size_t)write_pointer * fifo->element_bytes, in_data, fifo->element_bytes);
        fifo->level++;
    }
    if (pop) {
        fifo->read_pointer = fifo->read_pointer + 1 == fifo->depth ? 0 : fifo->read_pointer + 1;
        fifo->level--;
    }
}
