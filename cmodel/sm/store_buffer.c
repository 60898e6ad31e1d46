#include "sm/store_buffer.h"

#include <string.h>

void rs_store_buffer_init(rs_store_buffer *buffer, uint32_t line_bytes, uint32_t block_bytes, uint32_t places,
                          bool flush_all)
{
    buffer->block_bytes = block_bytes;
    buffer->line_blocks = line_bytes / block_bytes;
    buffer->places = places;
    buffer->flush_all = flush_all;
    rs_store_buffer_reset(buffer);
}

void rs_store_buffer_reset(rs_store_buffer *buffer)
{
    buffer->count = buffer->open = 0;
    buffer->arrived = buffer->due = 0;
    buffer->shows = false;
}

/* The open block that the store joins, or NULL. */
static rs_stored_block *same_block(rs_store_buffer *buffer, uint64_t block)
{
    for (uint32_t at = 0; at < buffer->count; at++)
        if (buffer->list[at].open && buffer->list[at].data.block == block)
            return &buffer->list[at];
    return NULL;
}

static bool room(const rs_store_buffer *buffer)
{
    const uint32_t places = buffer->places;

    return buffer->count < places && !(buffer->shows && (uint32_t)(buffer->arrived - buffer->shown.number) % places == 0);
}

/* The oldest leaves, or has left, because all places were taken. */
static bool oldest_is_due(const rs_store_buffer *buffer)
{
    return buffer->count > 0 && buffer->list[0].number < buffer->due;
}

bool rs_store_buffer_leaving(const rs_store_buffer *buffer)
{
    return buffer->shows || (buffer->open != 0 && oldest_is_due(buffer));
}

bool rs_store_buffer_still(const rs_store_buffer *buffer, bool request_ready)
{
    const bool waits = buffer->count == 0 || buffer->list[0].open; /* none that left is the oldest */

    return waits && (buffer->shows ? !request_ready : !oldest_is_due(buffer));
}

void rs_store_buffer_offer(const rs_store_buffer *buffer, const rs_store_buffer_inputs *inputs,
                           rs_store_buffer_outputs *outputs)
{
    const uint64_t first = inputs->line * buffer->line_blocks; /* block of the line */
    bool joins = false;

    outputs->empty = !buffer->shows && buffer->open == 0;
    outputs->load_waits = buffer->shows && buffer->shown.data.block - first < buffer->line_blocks;
    for (uint32_t at = 0; at < buffer->count; at++) {
        const rs_stored_block *entry = &buffer->list[at];

        joins = joins || (entry->open && entry->data.block == inputs->store.block);
        outputs->load_waits = outputs->load_waits || (entry->open && entry->data.block - first < buffer->line_blocks);
    }
    outputs->store_ready = (joins || room(buffer)) && !inputs->release_valid;
    outputs->full = inputs->store_valid && !inputs->release_valid && !outputs->store_ready;
    outputs->release_ready = outputs->empty;
    outputs->request = buffer->shows ? &buffer->shown.data : NULL;
}

static void take(rs_store_buffer *buffer, const rs_store_block *store)
{
    rs_stored_block *entry = same_block(buffer, store->block);

    if (entry == NULL) {
        entry = &buffer->list[buffer->count++];
        memset(entry, 0, sizeof *entry);
        entry->data.block = store->block;
        entry->number = buffer->arrived++;
        entry->open = true;
        buffer->open++;
    }
    for (uint32_t byte = 0; byte < buffer->block_bytes; byte++)
        if (store->bytes[byte / 32] >> byte % 32 & 1) {
            entry->data.data[byte] = store->data[byte];
            entry->data.bytes[byte / 32] |= UINT32_C(1) << byte % 32;
        }
}

/* The block to be shown next, or NULL: that of the load in the lowest place, else the oldest if there is reason. */
static rs_stored_block *choose(rs_store_buffer *buffer, const rs_store_buffer_inputs *inputs)
{
    rs_stored_block *chosen = NULL;

    for (uint32_t at = 0; inputs->load_valid && at < buffer->count; at++) {
        rs_stored_block *entry = &buffer->list[at];

        if (entry->open && entry->data.block / buffer->line_blocks == inputs->line
            && (chosen == NULL || entry->number % buffer->places < chosen->number % buffer->places))
            chosen = entry;
    }
    if (chosen == NULL && buffer->count > 0 && buffer->list[0].open
        && (inputs->release_valid || oldest_is_due(buffer)))
        chosen = &buffer->list[0];
    return chosen;
}

void rs_store_buffer_clock(rs_store_buffer *buffer, const rs_store_buffer_inputs *inputs)
{
    rs_store_buffer_outputs outputs;
    rs_stored_block *chosen = NULL;
    bool in_turn = buffer->count > 0 && !buffer->list[0].open; /* the oldest has left */

    if (rs_store_buffer_rests(buffer, inputs))
        return;
    if (inputs->store_valid)
        rs_store_buffer_offer(buffer, inputs, &outputs);
    if (!buffer->shows || inputs->request_ready) {
        bool asked = inputs->load_valid;

        chosen = choose(buffer, inputs);
        if (chosen != NULL) {
            asked = asked && chosen->data.block / buffer->line_blocks == inputs->line;
            in_turn = in_turn || (chosen == &buffer->list[0] && !asked);
        }
    }
    /* A store does not see that a block is shown from the next cycle on. */
    if (inputs->store_valid && outputs.store_ready)
        take(buffer, &inputs->store);
    if (!buffer->shows || inputs->request_ready) {
        buffer->shows = chosen != NULL;
        if (chosen != NULL) {
            chosen->open = false;
            buffer->open--;
            buffer->shown = *chosen;
        }
    }
    if (in_turn)
        memmove(&buffer->list[0], &buffer->list[1], --buffer->count * sizeof buffer->list[0]);
    if (buffer->count == buffer->places)
        buffer->due = buffer->flush_all ? buffer->arrived : buffer->list[0].number + 1;
}
