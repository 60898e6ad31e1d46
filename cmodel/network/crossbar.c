#include "network/crossbar.h"

#include <stdlib.h>
#include <string.h>

static void buffer_push(rs_flit_buffer *buffer, const rs_flit *flit, const rs_route *route)
{
    uint32_t at = buffer->first + buffer->level;
    rs_routed_flit *place = &buffer->flits[at >= buffer->depth ? at - buffer->depth : at];

    place->flit = *flit;
    if (flit->head)
        place->route = *route;
    buffer->level++;
}

static void buffer_pop(rs_flit_buffer *buffer)
{
    buffer->first = buffer->first + 1 == buffer->depth ? 0 : buffer->first + 1;
    buffer->level--;
}

static const rs_routed_flit *buffer_front(const rs_flit_buffer *buffer)
{
    return &buffer->flits[buffer->first];
}

bool rs_crossbar_init(rs_crossbar *crossbar, const rs_crossbar_sizes *sizes, const rs_hold_grant *hold, uint32_t seed)
{
    size_t flits = (size_t)sizes->inputs * sizes->input_depth + (size_t)sizes->outputs * sizes->output_depth;
    rs_routed_flit *next;

    memset(crossbar, 0, sizeof(*crossbar));
    crossbar->storage = (rs_routed_flit *)calloc(flits, sizeof(*crossbar->storage));
    if (crossbar->storage == NULL)
        return false;
    next = crossbar->storage;
    crossbar->inputs = sizes->inputs;
    crossbar->outputs = sizes->outputs;
    for (uint32_t input = 0; input < sizes->inputs; input++, next += sizes->input_depth) {
        crossbar->input[input].flits = next;
        crossbar->input[input].depth = sizes->input_depth;
        crossbar->in_ready |= UINT64_C(1) << input;
    }
    for (uint32_t output = 0; output < sizes->outputs; output++, next += sizes->output_depth) {
        crossbar->output[output].flits = next;
        crossbar->output[output].depth = sizes->output_depth;
        crossbar->out_room |= UINT64_C(1) << output;
    }
    crossbar->hold_enabled = hold != NULL;
    if (hold != NULL)
        crossbar->hold = *hold;
    rs_pim_allocator_init(&crossbar->allocator, sizes->inputs, sizes->outputs, sizes->iterations, sizes->pick);
    if (!rs_lfsr_init(&crossbar->lfsr, rs_pim_allocator_random_bits(&crossbar->allocator), seed)) {
        rs_crossbar_release(crossbar);
        return false;
    }
    return true;
}

void rs_crossbar_release(rs_crossbar *crossbar)
{
    free(crossbar->storage);
    crossbar->storage = NULL;
}

const rs_routed_flit *rs_crossbar_front(const rs_crossbar *crossbar, uint32_t output)
{
    return buffer_front(&crossbar->output[output]);
}

bool rs_crossbar_empty(const rs_crossbar *crossbar)
{
    return crossbar->in_occupied == 0 && crossbar->out_valid == 0;
}

/* A head flit has come to the front of an input buffer: it requests its output from the next cycle on. */
static void show_request(rs_crossbar *crossbar, uint32_t input)
{
    const rs_routed_flit *front = buffer_front(&crossbar->input[input]);

    if (!front->flit.head)
        return;
    crossbar->requests[front->route.output] |= UINT64_C(1) << input;
    crossbar->requested |= UINT64_C(1) << front->route.output;
    crossbar->keys[input].bank = (uint8_t)front->route.bank;
    crossbar->keys[input].row = front->route.row;
}

/* The flit at the front of the input moves to the output. */
static void move(rs_crossbar *crossbar, uint32_t input, uint32_t output)
{
    rs_flit_buffer *from = &crossbar->input[input], *to = &crossbar->output[output];
    const rs_routed_flit *front = buffer_front(from);
    uint64_t input_bit = UINT64_C(1) << input, output_bit = UINT64_C(1) << output;

    if (front->flit.head) {
        crossbar->requests[output] &= ~input_bit;
        if (crossbar->requests[output] == 0)
            crossbar->requested &= ~output_bit;
    }
    if (front->flit.tail) {
        crossbar->busy &= ~output_bit;
    } else {
        crossbar->busy |= output_bit;
        crossbar->owner[output] = (uint8_t)input;
    }
    buffer_push(to, &front->flit, &front->route);
    crossbar->out_valid |= output_bit;
    if (to->level == to->depth)
        crossbar->out_room &= ~output_bit;
    buffer_pop(from);
    crossbar->in_ready |= input_bit;
    if (from->level != 0)
        show_request(crossbar, input);
    else
        crossbar->in_occupied &= ~input_bit;
}

void rs_crossbar_step(rs_crossbar *crossbar, uint64_t taken)
{
    uint64_t room = crossbar->out_room; /* before anything leaves in this cycle */
    uint64_t arbitrate = crossbar->requested & room & ~crossbar->busy;
    uint64_t carrying = crossbar->busy & room;
    uint64_t granted = 0;
    uint8_t winner[RS_CROSSBAR_MAX];

    if (arbitrate != 0) {
        if (crossbar->hold_enabled) {
            uint64_t masked[RS_CROSSBAR_MAX];

            rs_hold_grant_mask(&crossbar->hold, crossbar->requests, arbitrate, crossbar->keys, masked);
            granted = rs_pim_allocate(&crossbar->allocator, masked, arbitrate, &crossbar->lfsr, winner);
            rs_hold_grant_update(&crossbar->hold, crossbar->requests, arbitrate, crossbar->keys, granted, winner);
        } else {
            granted = rs_pim_allocate(&crossbar->allocator, crossbar->requests, arbitrate, &crossbar->lfsr, winner);
        }
        rs_lfsr_advance(&crossbar->lfsr);
    }
    for (uint64_t rest = taken; rest != 0; rest &= rest - 1) {
        uint32_t output = (uint32_t)__builtin_ctzll(rest);

        buffer_pop(&crossbar->output[output]);
        crossbar->out_room |= UINT64_C(1) << output;
        if (crossbar->output[output].level == 0)
            crossbar->out_valid &= ~(UINT64_C(1) << output);
    }
    for (; carrying != 0; carrying &= carrying - 1) {
        uint32_t output = (uint32_t)__builtin_ctzll(carrying);
        uint32_t input = crossbar->owner[output];

        if (crossbar->in_occupied >> input & 1)
            move(crossbar, input, output);
    }
    for (; granted != 0; granted &= granted - 1) {
        uint32_t output = (uint32_t)__builtin_ctzll(granted);

        move(crossbar, winner[output], output);
    }
}

void rs_crossbar_push(rs_crossbar *crossbar, uint32_t input, const rs_flit *flit, const rs_route *route)
{
    rs_flit_buffer *buffer = &crossbar->input[input];
    uint64_t input_bit = UINT64_C(1) << input;

    buffer_push(buffer, flit, route);
    crossbar->in_occupied |= input_bit;
    if (buffer->level == 1)
        show_request(crossbar, input);
    if (buffer->level == buffer->depth)
        crossbar->in_ready &= ~input_bit;
}
