/* Twin of rtl/common/rs_skid_buffer.v: register slice on a valid/ready stream that holds up to two words.
 *
 * held = 0, 1, 2 words; the module's out_valid is held > 0, its in_ready held < 2, its out_data the older word.
 * The storage is the caller's: 2 * element_bytes. */
#ifndef RS_SKID_BUFFER_H
#define RS_SKID_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_skid_buffer {
    unsigned char *storage;
    size_t element_bytes;
    uint32_t held, oldest; /* oldest: which of the two places */
} rs_skid_buffer;

void rs_skid_buffer_init(rs_skid_buffer *buffer, void *storage, size_t element_bytes);
void rs_skid_buffer_reset(rs_skid_buffer *buffer);

static inline bool rs_skid_buffer_in_ready(const rs_skid_buffer *buffer)
{
    return buffer->held < 2;
}

static inline bool rs_skid_buffer_out_valid(const rs_skid_buffer *buffer)
{
    return buffer->held > 0;
}

/* Means nothing while rs_skid_buffer_out_valid() is false. */
static inline const void *rs_skid_buffer_front(const rs_skid_buffer *buffer)
{
    return buffer->storage + buffer->oldest * buffer->element_bytes;
}

/* One clock edge. in_data is read only if the word is taken. */
void rs_skid_buffer_clock(rs_skid_buffer *buffer, bool in_valid, const void *in_data, bool out_ready);

#ifdef __cplusplus
}
#endif
#endif
