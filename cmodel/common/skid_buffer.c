#include "skid_buffer.h"

#include <string.h>

void rs_skid_buffer_init(rs_skid_buffer *buffer, void *storage, size_t element_bytes)
{
    buffer->storage = (unsigned char *)storage;
    buffer->element_bytes = element_bytes;
    rs_skid_buffer_reset(buffer);
}

void rs_skid_buffer_reset(rs_skid_buffer *buffer)
{
    buffer->held = 0;
    buffer->oldest = 0;
}

void rs_skid_buffer_clock(rs_skid_buffer *buffer, bool in_valid, const void *in_data, bool out_ready)
{
    bool taken = in_valid && rs_skid_buffer_in_ready(buffer);
    bool given = out_ready && rs_skid_buffer_out_valid(buffer);

    if (taken) {
        uint32_t place = (buffer->oldest + buffer->held) & 1;
        memcpy(buffer->storage + place * buffer->element_bytes, in_data, buffer->element_bytes);
        buffer->held++;
    }
    if (given) {
        buffer->oldest ^= 1;
        buffer->held--;
    }
}
