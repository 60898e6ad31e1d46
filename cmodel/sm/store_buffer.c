#include "sm/store_buffer.h"

#include <string.h>

void rs_store_buffer_init(rs_store_buffer *buffer, uint32_t line_bytes, uint32_t block_bytes, uint32_t places,
                          bool flush_all)
{
    buffer->block_bytes = block_bytes;
    buffer->line_shift = (uint32_t)__builtin_ctz(line_bytes / block_bytes);
    buffer->places = places;
    buffer->flush_all = flush_all;
    rs_store_buffer_reset(buffer);
}

void rs_store_buffer_reset(rs_store_buffer *buffer)
{
    for (uint32_t place = 0; place < buffer->places; place++)
        buffer->block[place] = RS_STORE_NONE;
    buffer->count = buffer->open = buffer->oldest_place = buffer->next_place = 0;
    buffer->oldest = buffer->arrived = buffer->due = 0;
    buffer->shows = false;
    for (uint32_t list = 0; list < RS_STORE_LINES; list++)
        buffer->first_of[list] = RS_STORE_PLACES_MAX;
}

/* The first place with an open block of this line, perhaps of others. */
static uint32_t first_open(const rs_store_buffer *buffer, uint64_t line)
{
    return buffer->first_of[line % RS_STORE_LINES];
}

/* The place of this block, if it is open, else RS_STORE_PLACES_MAX. */
static uint32_t find_open(const rs_store_buffer *buffer, uint64_t block)
{
    uint32_t place = first_open(buffer, block >> buffer->line_shift);

    while (place != RS_STORE_PLACES_MAX && buffer->block[place] != block)
        place = buffer->next[place];
    return place;
}

/* The lowest place with an open block of this line, else RS_STORE_PLACES_MAX. */
static uint32_t lowest_open(const rs_store_buffer *buffer, uint64_t line)
{
    uint32_t lowest = RS_STORE_PLACES_MAX;

    for (uint32_t place = first_open(buffer, line); place != RS_STORE_PLACES_MAX; place = buffer->next[place])
        if (buffer->block[place] >> buffer->line_shift == line && place < lowest)
            lowest = place;
    return lowest;
}

static void open_block(rs_store_buffer *buffer, uint32_t place, uint64_t block)
{
    uint16_t *first = &buffer->first_of[(block >> buffer->line_shift) % RS_STORE_LINES];

    buffer->block[place] = block;
    buffer->next[place] = *first;
    *first = (uint16_t)place;
    buffer->open++;
}

static void close_block(rs_store_buffer *buffer, uint32_t place)
{
    uint16_t *link = &buffer->first_of[(buffer->block[place] >> buffer->line_shift) % RS_STORE_LINES];

    while (*link != place)
        link = &buffer->next[*link];
    *link = buffer->next[place];
    buffer->block[place] = RS_STORE_NONE;
    buffer->open--;
}

static uint32_t behind(const rs_store_buffer *buffer, uint32_t place)
{
    return place + 1 == buffer->places ? 0 : place + 1;
}

static bool room(const rs_store_buffer *buffer)
{
    return buffer->count < buffer->places && !(buffer->shows && buffer->shown_place == buffer->next_place);
}

bool rs_store_buffer_leaving(const rs_store_buffer *buffer)
{
    return buffer->shows || (buffer->open != 0 && rs_store_buffer_oldest_due(buffer));
}

void rs_store_buffer_offer(const rs_store_buffer *buffer, const rs_store_buffer_inputs *inputs,
                           rs_store_buffer_outputs *outputs)
{
    const bool joins = find_open(buffer, inputs->store.block) != RS_STORE_PLACES_MAX;

    outputs->empty = !buffer->shows && buffer->open == 0;
    outputs->load_waits = (buffer->shows && buffer->shown.block >> buffer->line_shift == inputs->line)
                          || lowest_open(buffer, inputs->line) != RS_STORE_PLACES_MAX;
    outputs->store_ready = (joins || room(buffer)) && !inputs->release_valid;
    outputs->full = inputs->store_valid && !inputs->release_valid && !outputs->store_ready;
    outputs->release_ready = outputs->empty;
    outputs->request = buffer->shows ? &buffer->shown : NULL;
}

/* The store joins the open block that it belongs to, or opens one. */
static void take(rs_store_buffer *buffer, const rs_store_block *store)
{
    uint32_t place = find_open(buffer, store->block);
    rs_store_block *data;

    if (place == RS_STORE_PLACES_MAX) {
        place = buffer->next_place;
        open_block(buffer, place, store->block);
        memset(&buffer->data[place], 0, sizeof buffer->data[place]);
        buffer->data[place].block = store->block;
        buffer->next_place = behind(buffer, place);
        buffer->arrived++;
        buffer->count++;
    }
    data = &buffer->data[place];
    for (uint32_t byte = 0; byte < buffer->block_bytes; byte++)
        if (store->bytes[byte / 32] >> byte % 32 & 1) {
            data->data[byte] = store->data[byte];
            data->bytes[byte / 32] |= UINT32_C(1) << byte % 32;
        }
}

/* The place of the block to be shown next, or places: the lowest with one of the load's line, else the oldest if there is reason.
 * asked: it is the load's. */
static uint32_t choose(const rs_store_buffer *buffer, const rs_store_buffer_inputs *inputs, bool *asked)
{
    const uint32_t of_load = inputs->load_valid ? lowest_open(buffer, inputs->line) : RS_STORE_PLACES_MAX;

    *asked = of_load != RS_STORE_PLACES_MAX;
    if (*asked)
        return of_load;
    return rs_store_buffer_oldest_open(buffer) && (inputs->release_valid || rs_store_buffer_oldest_due(buffer)) ? buffer->oldest_place : buffer->places;
}

/* The block is shown and no longer open. */
static void show(rs_store_buffer *buffer, uint32_t place)
{
    buffer->shown = buffer->data[place];
    buffer->shown_place = place;
    close_block(buffer, place);
}

static void free_oldest(rs_store_buffer *buffer)
{
    buffer->oldest_place = behind(buffer, buffer->oldest_place);
    buffer->oldest++;
    buffer->count--;
}

void rs_store_buffer_clock(rs_store_buffer *buffer, const rs_store_buffer_inputs *inputs)
{
    const bool moves = !buffer->shows || inputs->request_ready;
    rs_store_buffer_outputs outputs;
    uint32_t chosen = buffer->places;
    bool in_turn = buffer->count > 0 && !rs_store_buffer_oldest_open(buffer); /* the oldest has left */
    bool asked;

    if (rs_store_buffer_rests(buffer, inputs))
        return;
    if (inputs->store_valid)
        rs_store_buffer_offer(buffer, inputs, &outputs);
    if (moves) {
        chosen = choose(buffer, inputs, &asked);
        in_turn = in_turn || (chosen == buffer->oldest_place && buffer->count > 0 && !asked);
    }
    /* A store does not see that a block is shown from the next cycle on. */
    if (inputs->store_valid && outputs.store_ready)
        take(buffer, &inputs->store);
    if (moves) {
        buffer->shows = chosen != buffer->places;
        if (buffer->shows)
            show(buffer, chosen);
    }
    if (in_turn)
        free_oldest(buffer);
    if (buffer->count == buffer->places)
        buffer->due = buffer->flush_all ? buffer->arrived : buffer->oldest + 1;
}
