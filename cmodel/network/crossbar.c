#include "network/crossbar.h"

#include <stdlib.h>
#include <string.h>

static uint64_t bit(uint32_t index)
{
    return UINT64_C(1) << index;
}

static uint32_t lowest(uint64_t mask)
{
    return (uint32_t)__builtin_ctzll(mask);
}

/* ---- flit buffers --------------------------------------------------------------------------------- */

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

static rs_routed_flit *place_buffers(rs_flit_buffer *buffers, uint32_t count, uint32_t depth, rs_routed_flit *next)
{
    for (uint32_t k = 0; k < count; k++, next += depth) {
        buffers[k].flits = next;
        buffers[k].depth = depth;
    }
    return next;
}

/* ---- life ----------------------------------------------------------------------------------------- */

bool rs_crossbar_init(rs_crossbar *crossbar, const rs_crossbar_sizes *sizes, const rs_hold_grant *hold, uint32_t seed)
{
    uint32_t inputs = sizes->inputs, outputs = sizes->outputs, vcs = sizes->vcs, random_bits;
    uint32_t entry_depth = vcs > 1 ? RS_CROSSBAR_ENTRY : 0;
    size_t flits = (size_t)inputs * (entry_depth + vcs * sizes->input_depth) + (size_t)outputs * vcs * sizes->output_depth;
    rs_routed_flit *next;

    memset(crossbar, 0, sizeof(*crossbar));
    crossbar->sizes = *sizes;
    crossbar->storage = (rs_routed_flit *)calloc(flits, sizeof(*crossbar->storage));
    crossbar->pair_keys = (rs_hold_key *)calloc((size_t)inputs * outputs, sizeof(*crossbar->pair_keys));
    if (crossbar->storage == NULL || crossbar->pair_keys == NULL) {
        rs_crossbar_release(crossbar);
        return false;
    }
    next = place_buffers(crossbar->entry, vcs > 1 ? inputs : 0, entry_depth, crossbar->storage);
    next = place_buffers(crossbar->input, inputs * vcs, sizes->input_depth, next);
    place_buffers(crossbar->output, outputs * vcs, sizes->output_depth, next);
    for (uint32_t output = 0; output < outputs; output++)
        crossbar->own[output % vcs] |= bit(output);
    crossbar->hold_enabled = hold != NULL;
    if (hold != NULL)
        crossbar->hold = *hold;
    rs_pim_allocator_init(&crossbar->channel_allocator, inputs, outputs, sizes->iterations, sizes->pick);
    random_bits = rs_pim_allocator_random_bits(&crossbar->channel_allocator);
    crossbar->switch_allocator = crossbar->channel_allocator;
    crossbar->switch_allocator.random_from = random_bits;
    crossbar->random_bits = vcs > 1 ? 2 * random_bits : random_bits;
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

    empty_buffers(crossbar->entry, sizes->inputs);
    empty_buffers(crossbar->input, sizes->inputs * sizes->vcs);
    empty_buffers(crossbar->output, sizes->outputs * sizes->vcs);
    memset(crossbar->entry_vc, -1, sizeof(crossbar->entry_vc));
    memset(crossbar->requests, 0, sizeof(crossbar->requests));
    memset(crossbar->input_pointer, 0, sizeof(crossbar->input_pointer));
    memset(crossbar->output_pointer, 0, sizeof(crossbar->output_pointer));
    memset(crossbar->busy, 0, sizeof(crossbar->busy));
    memset(crossbar->out_valid, 0, sizeof(crossbar->out_valid));
    for (uint32_t w = 0; w < sizes->vcs; w++)
        crossbar->out_room[w] = UINT64_MAX >> (64 - sizes->outputs);
    crossbar->in_ready = UINT64_MAX >> (64 - sizes->inputs);
    crossbar->requested = crossbar->entered = 0;
    crossbar->held = 0;
    if (crossbar->hold_enabled)
        rs_hold_grant_init(hold, hold->inputs, hold->outputs, hold->policy, hold->hash_bits, hold->limit, hold->guard);
    hold->pair_keys = sizes->vcs > 1;
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

/* ---- requests ------------------------------------------------------------------------------------- */

/* A head flit has come to the front of an input VC: it requests its output from the next cycle on. */
static void show_request(rs_crossbar *crossbar, uint32_t vcs, uint32_t input, uint32_t v)
{
    uint32_t at = input * vcs + v;
    const rs_routed_flit *front = buffer_front(&crossbar->input[at]);

    if (!front->flit.head)
        return;
    crossbar->requests[v][front->route.output] |= bit(input);
    crossbar->requested |= bit(front->route.output);
    crossbar->keys[at].bank = (uint8_t)front->route.bank;
    crossbar->keys[at].row = front->route.row;
}

static void withdraw_request(rs_crossbar *crossbar, uint32_t vcs, uint32_t input, uint32_t v, uint32_t output)
{
    uint64_t left = 0;

    crossbar->requests[v][output] &= ~bit(input);
    for (uint32_t k = 0; k < vcs; k++)
        left |= crossbar->requests[k][output];
    if (left == 0)
        crossbar->requested &= ~bit(output);
}

/* The VC of an input that takes part for an output: the first with an eligible head from the input's pointer on. */
typedef struct rs_vc_requests {
    uint64_t of[RS_MAX_VCS][RS_CROSSBAR_MAX]; /* eligible ones, [v][output] */
} rs_vc_requests;

static uint32_t asking_vc(const rs_crossbar *crossbar, const rs_vc_requests *eligible, uint32_t input, uint32_t output)
{
    uint32_t vcs = crossbar->sizes.vcs, v = crossbar->input_pointer[input];

    while ((eligible->of[v][output] >> input & 1) == 0)
        v = (v + 1) % vcs;
    return v;
}

/* Requests whose bank has room. */
static uint64_t eligible_requests(const rs_crossbar *crossbar, uint32_t v, uint32_t output, const uint32_t *bank_room)
{
    uint64_t eligible = crossbar->requests[v][output];

    if (bank_room == NULL)
        return eligible;
    for (uint64_t rest = eligible; rest != 0; rest &= rest - 1) {
        uint32_t input = lowest(rest);

        if ((bank_room[output] >> crossbar->keys[input * crossbar->sizes.vcs + v].bank & 1) == 0)
            eligible &= ~bit(input);
    }
    return eligible;
}

/* The outputs that can start a packet. */
static uint64_t ready_outputs(const rs_crossbar *crossbar, uint32_t vcs)
{
    uint64_t ready = 0;

    for (uint32_t w = 0; w < vcs; w++) {
        uint64_t free_vcs = crossbar->out_room[w] & ~crossbar->busy[w];

        ready |= crossbar->sizes.static_vc ? free_vcs & crossbar->own[w] : free_vcs;
    }
    return ready;
}

static uint32_t next_vc(const rs_crossbar *crossbar, uint32_t vcs, uint32_t output)
{
    uint32_t w = 0;

    if (crossbar->sizes.static_vc)
        return output % vcs;
    while (((crossbar->out_room[w] & ~crossbar->busy[w]) >> output & 1) == 0)
        w++;
    return w;
}

/* ---- channel allocation --------------------------------------------------------------------------- */

/* The word of this cycle, for arbiters with a choice. Without one the word means nothing, and the edges are only counted. */
static const rs_lfsr *random_word(rs_crossbar *crossbar)
{
    for (; crossbar->lfsr_behind != 0; crossbar->lfsr_behind--)
        rs_lfsr_advance(&crossbar->lfsr);
    return &crossbar->lfsr;
}

static bool any_choice(const uint64_t *columns, uint64_t active)
{
    uint64_t seen = 0;

    for (; active != 0; active &= active - 1) {
        uint64_t column = columns[lowest(active)];

        if ((column & (column - 1)) != 0 || (column & seen) != 0)
            return true;
        seen |= column;
    }
    return false;
}

/* The allocator's grants. */
static uint64_t match(rs_crossbar *crossbar, const rs_pim_allocator *allocator, const uint64_t *columns, uint64_t active,
                      uint8_t *winner)
{
    const rs_lfsr *word = any_choice(columns, active) ? random_word(crossbar) : &crossbar->lfsr;

    return rs_pim_allocate(allocator, columns, active, word, winner);
}

static uint64_t allocate(rs_crossbar *crossbar, const uint64_t *columns, uint64_t active, const rs_hold_key *keys,
                         uint8_t *winner)
{
    uint64_t masked[RS_CROSSBAR_MAX], granted;

    if (!crossbar->hold_enabled)
        return match(crossbar, &crossbar->channel_allocator, columns, active, winner);
    rs_hold_grant_mask(&crossbar->hold, columns, active, keys, masked);
    granted = match(crossbar, &crossbar->channel_allocator, masked, active, winner);
    rs_hold_grant_update(&crossbar->hold, columns, active, keys, granted, winner);
    return granted;
}

/* The granted packet owns the output VC from now on and requests no more. */
static void start_packet(rs_crossbar *crossbar, uint32_t vcs, uint32_t input, uint32_t v, uint32_t output)
{
    uint32_t w = next_vc(crossbar, vcs, output);

    withdraw_request(crossbar, vcs, input, v, output);
    crossbar->busy[w] |= bit(output);
    crossbar->owner[output * vcs + w] = (uint8_t)(input * vcs + v);
    crossbar->input_pointer[input] = (uint8_t)((v + 1) % vcs);
    crossbar->granted |= bit(output);
    crossbar->granted_bank[output] = crossbar->keys[input * vcs + v].bank;
}

/* Returns whether any output arbitrated. */
static bool allocate_channels(rs_crossbar *crossbar, uint32_t vcs, const uint32_t *bank_room)
{
    uint64_t arbitrate = crossbar->requested & ready_outputs(crossbar, vcs), granted;
    const uint64_t *columns = crossbar->requests[0];
    const rs_hold_key *keys = crossbar->keys;
    uint64_t gathered[RS_CROSSBAR_MAX];
    uint8_t winner[RS_CROSSBAR_MAX];
    rs_vc_requests eligible;

    if (arbitrate == 0)
        return false;
    if (vcs > 1 || bank_room != NULL) {
        columns = gathered;
        for (uint64_t rest = arbitrate; rest != 0; rest &= rest - 1) {
            uint32_t output = lowest(rest);

            gathered[output] = 0;
            for (uint32_t v = 0; v < vcs; v++) {
                eligible.of[v][output] = eligible_requests(crossbar, v, output, bank_room);
                gathered[output] |= eligible.of[v][output];
            }
            if (gathered[output] == 0)
                arbitrate &= ~bit(output);
        }
    }
    if (arbitrate == 0)
        return false;
    if (vcs > 1 && crossbar->hold_enabled) {
        keys = crossbar->pair_keys;
        for (uint64_t rest = arbitrate; rest != 0; rest &= rest - 1) {
            uint32_t output = lowest(rest);

            for (uint64_t column = gathered[output]; column != 0; column &= column - 1) {
                uint32_t input = lowest(column);

                crossbar->pair_keys[input * crossbar->sizes.outputs + output] =
                    crossbar->keys[input * vcs + asking_vc(crossbar, &eligible, input, output)];
            }
        }
    }
    granted = allocate(crossbar, columns, arbitrate, keys, winner);
    for (; granted != 0; granted &= granted - 1) {
        uint32_t output = lowest(granted), input = winner[output];

        start_packet(crossbar, vcs, input, vcs > 1 ? asking_vc(crossbar, &eligible, input, output) : 0, output);
    }
    return true;
}

/* ---- switch allocation and movement --------------------------------------------------------------- */

/* The flit at the front of the owner of output VC w moves there. */
static void move(rs_crossbar *crossbar, uint32_t vcs, uint32_t output, uint32_t w)
{
    uint32_t source = crossbar->owner[output * vcs + w];
    rs_flit_buffer *from = &crossbar->input[source], *to = &crossbar->output[output * vcs + w];
    const rs_routed_flit *front = buffer_front(from);

    if (front->flit.tail)
        crossbar->busy[w] &= ~bit(output);
    crossbar->output_pointer[output] = (uint8_t)(front->flit.tail ? (w + 1) % vcs : w);
    buffer_push(to, &front->flit, &front->route);
    crossbar->out_valid[w] |= bit(output);
    if (to->level == to->depth)
        crossbar->out_room[w] &= ~bit(output);
    buffer_pop(from);
    if (vcs == 1)
        crossbar->in_ready |= bit(source);
    if (from->level != 0)
        show_request(crossbar, vcs, source / vcs, source % vcs);
}

/* movable[w]: outputs whose VC w could take a flit of its packet now. Reduces it to those that win the switch. */
static void allocate_switch(rs_crossbar *crossbar, uint64_t *movable)
{
    uint32_t vcs = crossbar->sizes.vcs;
    uint64_t columns[RS_CROSSBAR_MAX], active = 0, granted;
    uint64_t won[RS_MAX_VCS] = {0};
    uint8_t winner[RS_CROSSBAR_MAX];

    for (uint32_t w = 0; w < vcs; w++)
        active |= movable[w];
    for (uint64_t rest = active; rest != 0; rest &= rest - 1) {
        uint32_t output = lowest(rest);

        columns[output] = 0;
        for (uint32_t w = 0; w < vcs; w++)
            if (movable[w] >> output & 1)
                columns[output] |= bit(crossbar->owner[output * vcs + w] / vcs);
    }
    granted = match(crossbar, &crossbar->switch_allocator, columns, active, winner);
    for (; granted != 0; granted &= granted - 1) {
        uint32_t output = lowest(granted), w = crossbar->output_pointer[output];

        while ((movable[w] >> output & 1) == 0 || crossbar->owner[output * vcs + w] / vcs != winner[output])
            w = (w + 1) % vcs;
        won[w] |= bit(output);
    }
    memcpy(movable, won, vcs * sizeof(*movable));
}

/* Entry buffer to VC buffer, decided on the room before anything moves in this cycle. */
static uint64_t choose_entries(const rs_crossbar *crossbar, uint8_t *chosen)
{
    uint32_t vcs = crossbar->sizes.vcs;
    uint64_t going = 0;

    for (uint64_t rest = crossbar->entered; rest != 0; rest &= rest - 1) {
        uint32_t input = lowest(rest), v = 0;
        const rs_routed_flit *front = buffer_front(&crossbar->entry[input]);
        const rs_flit_buffer *buffers = &crossbar->input[input * vcs];

        if (crossbar->entry_vc[input] >= 0)
            v = (uint32_t)crossbar->entry_vc[input];
        else if (crossbar->sizes.static_vc)
            v = front->route.output % vcs;
        else
            while (v + 1 < vcs && buffers[v].level == buffers[v].depth)
                v++;
        if (buffers[v].level == buffers[v].depth)
            continue;
        chosen[input] = (uint8_t)v;
        going |= bit(input);
    }
    return going;
}

static void enter(rs_crossbar *crossbar, uint32_t input, uint32_t v)
{
    rs_flit_buffer *from = &crossbar->entry[input], *to = &crossbar->input[input * crossbar->sizes.vcs + v];
    const rs_routed_flit *front = buffer_front(from);

    crossbar->entry_vc[input] = front->flit.tail ? -1 : (int8_t)v;
    buffer_push(to, &front->flit, &front->route);
    crossbar->held++;
    if (to->level == 1)
        show_request(crossbar, crossbar->sizes.vcs, input, v);
    buffer_pop(from);
    crossbar->in_ready |= bit(input);
    if (from->level == 0)
        crossbar->entered &= ~bit(input);
}

/* One step with a number of VCs that the compiler knows where it is 1. */
static inline bool step(rs_crossbar *crossbar, uint32_t vcs, const uint64_t *taken, const uint32_t *bank_room)
{
    uint64_t movable[RS_MAX_VCS], going = 0, any = 0;
    uint8_t chosen[RS_CROSSBAR_MAX];
    bool changed;

    crossbar->granted = 0;
    if (vcs > 1)
        going = choose_entries(crossbar, chosen);
    changed = allocate_channels(crossbar, vcs, bank_room);
    for (uint32_t w = 0; w < vcs; w++) {
        movable[w] = crossbar->busy[w] & crossbar->out_room[w];
        for (uint64_t rest = movable[w]; rest != 0; rest &= rest - 1)
            if (crossbar->input[crossbar->owner[lowest(rest) * vcs + w]].level == 0)
                movable[w] &= ~bit(lowest(rest));
        any |= movable[w];
    }
    if (vcs > 1 && any != 0)
        allocate_switch(crossbar, movable);
    if (changed || (vcs > 1 && any != 0))
        crossbar->lfsr_behind++;
    changed |= (any | going) != 0;
    for (uint32_t w = 0; w < vcs; w++) {
        changed |= taken[w] != 0;
        for (uint64_t rest = taken[w]; rest != 0; rest &= rest - 1) {
            rs_flit_buffer *buffer = &crossbar->output[lowest(rest) * vcs + w];

            buffer_pop(buffer);
            crossbar->held--;
            crossbar->out_room[w] |= bit(lowest(rest));
            if (buffer->level == 0)
                crossbar->out_valid[w] &= ~bit(lowest(rest));
        }
    }
    for (uint32_t w = 0; w < vcs; w++)
        for (uint64_t rest = movable[w]; rest != 0; rest &= rest - 1)
            move(crossbar, vcs, lowest(rest), w);
    for (; going != 0; going &= going - 1)
        enter(crossbar, lowest(going), chosen[lowest(going)]);
    return changed;
}

bool rs_crossbar_step(rs_crossbar *crossbar, const uint64_t *taken, const uint32_t *bank_room)
{
    if (crossbar->sizes.vcs == 1)
        return step(crossbar, 1, taken, bank_room);
    return step(crossbar, crossbar->sizes.vcs, taken, bank_room);
}

void rs_crossbar_push(rs_crossbar *crossbar, uint32_t input, const rs_flit *flit, const rs_route *route)
{
    bool direct = crossbar->sizes.vcs == 1;
    rs_flit_buffer *buffer = direct ? &crossbar->input[input] : &crossbar->entry[input];

    buffer_push(buffer, flit, route);
    if (direct) {
        crossbar->held++;
        if (buffer->level == 1)
            show_request(crossbar, 1, input, 0);
    } else {
        crossbar->entered |= bit(input);
    }
    if (buffer->level == buffer->depth)
        crossbar->in_ready &= ~bit(input);
}
