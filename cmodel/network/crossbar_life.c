/* Part of crossbar.h: a crossbar's memory and its reset. */
#include "network/crossbar.h"

#include <stdlib.h>
#include <string.h>

bool rs_crossbar_init(rs_crossbar *crossbar, const rs_crossbar_sizes *sizes, const rs_hold_grant *hold, uint32_t seed)
{
    uint32_t inputs = sizes->inputs, outputs = sizes->outputs, vcs = sizes->vcs, random_bits;
    const uint32_t entries = vcs > 1 ? inputs : 0;
    size_t flits = (size_t)entries * RS_CROSSBAR_ENTRY + (size_t)inputs * vcs * rs_flit_buffer_places(sizes->input_depth) +
                   (size_t)outputs * vcs * rs_flit_buffer_places(sizes->output_depth);
    rs_routed_flit *next;

    memset(crossbar, 0, sizeof(*crossbar));
    crossbar->sizes = *sizes;
    crossbar->storage = rs_flit_storage(flits);
    crossbar->pair_keys = (rs_hold_key *)calloc((size_t)inputs * outputs, sizeof(*crossbar->pair_keys));
    if (crossbar->storage == NULL || crossbar->pair_keys == NULL) {
        rs_crossbar_release(crossbar);
        return false;
    }
    next = rs_flit_buffers_place(crossbar->entry, entries, RS_CROSSBAR_ENTRY, crossbar->storage);
    next = rs_flit_buffers_place(crossbar->input, inputs * vcs, sizes->input_depth, next);
    rs_flit_buffers_place(crossbar->output, outputs * vcs, sizes->output_depth, next);
    for (uint32_t output = 0; output < outputs; output++)
        rs_set_add(&crossbar->own[output % vcs], output);
    crossbar->hold_enabled = hold != NULL;
    if (hold != NULL)
        crossbar->hold = *hold;
    rs_pim_allocator_init(&crossbar->channel_allocator, inputs, outputs, sizes->iterations, sizes->pick);
    random_bits = rs_pim_allocator_random_bits(&crossbar->channel_allocator);
    crossbar->switch_allocator = crossbar->channel_allocator;
    crossbar->switch_allocator.random_from = random_bits;
    crossbar->random_bits = sizes->allocator == RS_ALLOCATOR_SJF ? RS_SJF_BITS * outputs : vcs > 1 ? 2 * random_bits : random_bits;
    crossbar->seed = seed;
    if (!rs_lfsr_init(&crossbar->lfsr, crossbar->random_bits, seed)) {
        rs_crossbar_release(crossbar);
        return false;
    }
    rs_crossbar_reset(crossbar);
    return true;
}

static void empty_buffers(rs_flit_buffer *buffers, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        buffers[k].first = buffers[k].level = 0;
}

void rs_crossbar_reset(rs_crossbar *crossbar)
{
    const rs_crossbar_sizes *sizes = &crossbar->sizes;
    rs_hold_grant *hold = &crossbar->hold;
    const uint32_t banks = hold->banks;

    empty_buffers(crossbar->entry, sizes->inputs);
    empty_buffers(crossbar->input, sizes->inputs * sizes->vcs);
    empty_buffers(crossbar->output, sizes->outputs * sizes->vcs);
    memset(crossbar->entry_vc, -1, sizeof(crossbar->entry_vc));
    memset(crossbar->requests, 0, sizeof(crossbar->requests));
    memset(crossbar->input_pointer, 0, sizeof(crossbar->input_pointer));
    memset(crossbar->output_pointer, 0, sizeof(crossbar->output_pointer));
    memset(crossbar->busy, 0, sizeof(crossbar->busy));
    memset(crossbar->fed, 0, sizeof(crossbar->fed));
    memset(crossbar->out_valid, 0, sizeof(crossbar->out_valid));
    for (uint32_t w = 0; w < sizes->vcs; w++)
        crossbar->out_room[w] = rs_set_below(sizes->outputs);
    crossbar->in_ready = rs_set_below(sizes->inputs);
    crossbar->requested = crossbar->entered = crossbar->granted = rs_set_below(0);
    crossbar->held = crossbar->entries = 0;
    rs_islip_allocator_init(&crossbar->islip, sizes->inputs, sizes->outputs, sizes->iterations);
    rs_wavefront_allocator_init(&crossbar->wavefront, sizes->inputs, sizes->outputs);
    rs_sjf_allocator_init(&crossbar->sjf, sizes->inputs, sizes->outputs);
    if (crossbar->hold_enabled)
        rs_hold_grant_init(hold, hold->inputs, hold->outputs, hold->policy, hold->hash_bits, hold->limit, hold->guard);
    hold->pair_keys = sizes->vcs > 1;
    hold->banks = banks;
    (void)rs_lfsr_init(&crossbar->lfsr, crossbar->random_bits, crossbar->seed); /* its size is good since init */
    crossbar->lfsr_behind = 0;
}

void rs_crossbar_release(rs_crossbar *crossbar)
{
    free(crossbar->storage);
    free(crossbar->pair_keys);
    crossbar->storage = NULL;
    crossbar->pair_keys = NULL;
}
