/* Twin of rtl/sm/rs_store_buffer.v: stores of an SM on their way out, combined to blocks. The rules are written down in the
 * RTL's header.
 *
 * A cycle: rs_store_buffer_offer() gives the outputs for the inputs of this cycle, rs_store_buffer_clock() is the clock edge
 * with the same inputs. Payload of an output means nothing without its valid. */
#ifndef RS_SM_STORE_BUFFER_H
#define RS_SM_STORE_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "sm/warp_group.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_STORE_PLACES_MAX = 256, RS_STORE_LINES = 64 };

typedef struct rs_store_block {
    uint64_t block;                           /* byte address / block_bytes */
    uint8_t data[RS_SM_LINE_BYTES];         /* of bytes written */
    uint32_t bytes[RS_SM_LINE_BYTES / 32];  /* bit per byte written */
} rs_store_block;

typedef struct rs_store_buffer_inputs {
    uint64_t line;                            /* of the store or the load: byte address / bytes of a line */
    bool store_valid, load_valid, release_valid, request_ready;
    rs_store_block store;
} rs_store_buffer_inputs;

typedef struct rs_store_buffer_outputs {
    bool store_ready, load_waits, release_ready, full, empty;
    const rs_store_block *request;            /* shown at the request port, or NULL */
} rs_store_buffer_outputs;

typedef struct rs_store_buffer {
    uint32_t block_bytes, places;
    uint32_t line_shift;                       /* log2 of the blocks of a line */
    bool flush_all;
    bool shows;
    uint32_t shown_place;                      /* that the block shown had */
    /* Blocks are numbered in order of arrival; a block's place is its number modulo places. */
    uint32_t oldest_place, next_place;         /* of the numbers oldest and arrived */
    uint32_t count, open;                      /* places taken: blocks that left out of turn keep theirs until they are the oldest; open ones */
    uint64_t oldest, arrived, due;             /* oldest: in a place; due: blocks numbered below leave, as all places were taken */
    /* Open blocks are in lists by their line's number modulo RS_STORE_LINES, most of which are empty; RS_STORE_PLACES_MAX ends one. */
    uint16_t first_of[RS_STORE_LINES], next[RS_STORE_PLACES_MAX];
    uint64_t block[RS_STORE_PLACES_MAX];       /* of the open one in each place, else RS_STORE_NONE */
    rs_store_block shown;
    rs_store_block data[RS_STORE_PLACES_MAX];
} rs_store_buffer;

#define RS_STORE_NONE UINT64_MAX

/* line_bytes and block_bytes: powers of two, 4 <= block_bytes <= 128; places 1 .. 256; flush_all: FLUSH. Leaves it empty. */
void rs_store_buffer_init(rs_store_buffer *buffer, uint32_t line_bytes, uint32_t block_bytes, uint32_t places,
                          bool flush_all);
void rs_store_buffer_reset(rs_store_buffer *buffer);

static inline bool rs_store_buffer_oldest_open(const rs_store_buffer *buffer)
{
    return buffer->count > 0 && buffer->block[buffer->oldest_place] != RS_STORE_NONE;
}

/* The oldest leaves, or has left, because all places were taken. */
static inline bool rs_store_buffer_oldest_due(const rs_store_buffer *buffer)
{
    return buffer->count > 0 && buffer->oldest < buffer->due;
}

/* Without a store, a load or a release a clock edge changes nothing. */
static inline bool rs_store_buffer_still(const rs_store_buffer *buffer, bool request_ready)
{
    const bool waits = buffer->count == 0 || rs_store_buffer_oldest_open(buffer); /* none that left is the oldest */

    return waits && (buffer->shows ? !request_ready : !rs_store_buffer_oldest_due(buffer));
}

/* A block is shown, or leaves next although neither a load nor a release asks for it. */
bool rs_store_buffer_leaving(const rs_store_buffer *buffer);

/* Nothing inside, nor comes anything: a clock edge changes nothing. */
static inline bool rs_store_buffer_rests(const rs_store_buffer *buffer, const rs_store_buffer_inputs *inputs)
{
    return buffer->count == 0 && !buffer->shows && !inputs->store_valid;
}

void rs_store_buffer_offer(const rs_store_buffer *buffer, const rs_store_buffer_inputs *inputs,
                           rs_store_buffer_outputs *outputs);
void rs_store_buffer_clock(rs_store_buffer *buffer, const rs_store_buffer_inputs *inputs);

#ifdef __cplusplus
}
#endif
#endif
