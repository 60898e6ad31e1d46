#include "network/crossbar.h"

/* Numbers that the steps of a crossbar of up to 64 ports a side know: VCs, words of the sets of inputs and of outputs. */
typedef struct rs_crossbar_shape {
    uint32_t vcs, in, out;
} rs_crossbar_shape;

static rs_crossbar_shape shape_of(const rs_crossbar *crossbar)
{
    const rs_crossbar_sizes *sizes = &crossbar->sizes;

    return (rs_crossbar_shape){sizes->vcs, rs_set_words(sizes->inputs), rs_set_words(sizes->outputs)};
}

/* ---- requests ------------------------------------------------------------------------------------- */

/* A head flit has come to the front of an input VC: it requests its output from the next cycle on. */
static inline void show_request(rs_crossbar *crossbar, uint32_t vcs, uint32_t input, uint32_t v, const rs_routed_flit *front)
{
    const uint32_t at = input * vcs + v;

    rs_set_add(&crossbar->requests[v][front->route.output], input);
    rs_set_add(&crossbar->requested, front->route.output);
    crossbar->keys[at].bank = (uint8_t)front->route.bank;
    crossbar->keys[at].row = front->route.row;
}

/* A flit has come into an empty input VC: a head, or more of a packet that is under way. */
static inline void show_first(rs_crossbar *crossbar, uint32_t vcs, uint32_t input, uint32_t v)
{
    const rs_routed_flit *front = rs_flit_buffer_front(&crossbar->input[input * vcs + v]);
    const uint32_t target = crossbar->target[input * vcs + v];

    if (front->flit.head)
        show_request(crossbar, vcs, input, v, front);
    else
        rs_set_add(&crossbar->fed[target % vcs], target / vcs);
}

RS_SET_INLINE void withdraw_request(rs_crossbar *crossbar, rs_crossbar_shape shape, uint32_t input, uint32_t v, uint32_t output)
{
    bool left = false;

    rs_set_remove(&crossbar->requests[v][output], input);
    for (uint32_t k = 0; k < shape.vcs; k++)
        left |= rs_set_any(&crossbar->requests[k][output], shape.in);
    if (!left)
        rs_set_remove(&crossbar->requested, output);
}

/* The VC of an input that takes part for an output: the first with an eligible head from the input's pointer on. */
typedef struct rs_vc_requests {
    rs_set of[RS_MAX_VCS][RS_CROSSBAR_MAX]; /* eligible ones, [v][output] */
} rs_vc_requests;

static uint32_t asking_vc(const rs_crossbar *crossbar, const rs_vc_requests *eligible, uint32_t input, uint32_t output)
{
    uint32_t vcs = crossbar->sizes.vcs, v = crossbar->input_pointer[input];

    while (!rs_set_has(&eligible->of[v][output], input))
        v = (v + 1) % vcs;
    return v;
}

/* Requests whose bank has room. */
RS_SET_INLINE void eligible_requests(const rs_crossbar *crossbar, rs_crossbar_shape shape, uint32_t v, uint32_t output,
                                     const uint32_t *bank_room, rs_set *eligible)
{
    const rs_set *requests = &crossbar->requests[v][output];

    for (uint32_t k = 0; k < shape.in; k++)
        eligible->word[k] = requests->word[k];
    if (bank_room == NULL)
        return;
    RS_EACH(input, k, shape.in, requests->word[k]) {
        if ((bank_room[output] >> crossbar->keys[input * shape.vcs + v].bank & 1) == 0)
            rs_set_remove(eligible, input);
    }
}

/* The outputs with requests that can start a packet; any of them? */
RS_SET_INLINE bool ready_outputs(const rs_crossbar *crossbar, rs_crossbar_shape shape, rs_set *ready)
{
    uint64_t any = 0;

    for (uint32_t k = 0; k < shape.out; k++) {
        uint64_t here = 0;

        for (uint32_t w = 0; w < shape.vcs; w++) {
            const uint64_t free_vcs = crossbar->out_room[w].word[k] & ~crossbar->busy[w].word[k];

            here |= crossbar->sizes.static_vc ? free_vcs & crossbar->own[w].word[k] : free_vcs;
        }
        any |= ready->word[k] = here & crossbar->requested.word[k];
    }
    return any != 0;
}

static inline uint32_t next_vc(const rs_crossbar *crossbar, uint32_t vcs, uint32_t output)
{
    uint32_t w = 0;

    if (crossbar->sizes.static_vc)
        return output % vcs;
    while (!rs_set_has(&crossbar->out_room[w], output) || rs_set_has(&crossbar->busy[w], output))
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

RS_SET_INLINE bool any_choice(const rs_set *columns, const rs_set *active, rs_crossbar_shape shape)
{
    rs_set seen;

    rs_set_clear(&seen, shape.in);
    RS_EACH(output, k, shape.out, active->word[k]) {
        const rs_set *column = &columns[output];

        if (rs_set_several(column, shape.in) || rs_set_meet(column, &seen, shape.in))
            return true;
        for (uint32_t w = 0; w < shape.in; w++)
            seen.word[w] |= column->word[w];
    }
    return false;
}

/* PIM's grants. */
RS_SET_INLINE void match(rs_crossbar *crossbar, rs_crossbar_shape shape, const rs_pim_allocator *allocator, const rs_set *columns,
                         const rs_set *active, uint8_t *winner, rs_set *granted)
{
    const rs_lfsr *word = any_choice(columns, active, shape) ? random_word(crossbar) : &crossbar->lfsr;

    rs_pim_allocate(allocator, columns, active, word, winner, granted);
}

/* The grants of the packets' allocator. */
RS_SET_INLINE void match_packets(rs_crossbar *crossbar, rs_crossbar_shape shape, const rs_set *columns, const rs_set *active,
                                 uint8_t *winner, rs_set *granted)
{
    if (crossbar->sizes.allocator == RS_ALLOCATOR_PIM)
        match(crossbar, shape, &crossbar->channel_allocator, columns, active, winner, granted);
    else if (crossbar->sizes.allocator == RS_ALLOCATOR_ISLIP)
        rs_islip_allocate(&crossbar->islip, columns, active, winner, granted);
    else if (crossbar->sizes.allocator == RS_ALLOCATOR_WAVEFRONT)
        rs_wavefront_allocate(&crossbar->wavefront, columns, active, winner, granted);
    else
        rs_sjf_allocate(&crossbar->sjf, columns, active, random_word(crossbar), winner, granted);
}

RS_SET_INLINE void allocate(rs_crossbar *crossbar, rs_crossbar_shape shape, const rs_set *columns, const rs_set *active,
                            const rs_hold_key *keys, uint8_t *winner, rs_set *granted)
{
    rs_set masked[RS_CROSSBAR_MAX];

    if (!crossbar->hold_enabled) {
        match_packets(crossbar, shape, columns, active, winner, granted);
        return;
    }
    rs_hold_grant_mask(&crossbar->hold, columns, active, keys, masked);
    match_packets(crossbar, shape, masked, active, winner, granted);
    rs_hold_grant_update(&crossbar->hold, columns, active, keys, granted, winner);
}

/* The granted packet owns the output VC from now on and requests no more. */
RS_SET_INLINE void start_packet(rs_crossbar *crossbar, rs_crossbar_shape shape, uint32_t input, uint32_t v, uint32_t output)
{
    const uint32_t vcs = shape.vcs, w = next_vc(crossbar, vcs, output);

    withdraw_request(crossbar, shape, input, v, output);
    rs_set_add(&crossbar->busy[w], output);
    rs_set_add(&crossbar->fed[w], output);
    crossbar->owner[output * vcs + w] = (uint16_t)(input * vcs + v);
    crossbar->target[input * vcs + v] = (uint16_t)(output * vcs + w);
    crossbar->input_pointer[input] = (uint8_t)((v + 1) % vcs);
    rs_set_add(&crossbar->granted, output);
    crossbar->granted_bank[output] = crossbar->keys[input * vcs + v].bank;
}

/* PIM with one VC: no two columns share an input, so each output picks for itself. */
RS_SET_INLINE void allocate_apart(rs_crossbar *crossbar, rs_crossbar_shape shape, const rs_set *columns, const rs_set *active)
{
    RS_EACH(output, k, shape.out, active->word[k]) {
        const rs_set *column = &columns[output];
        const int32_t only = crossbar->hold_enabled ? rs_hold_grant_only(&crossbar->hold, output, column, crossbar->keys) : -1;
        const uint32_t input = only >= 0                                 ? (uint32_t)only
                               : rs_set_several(column, shape.in) ? rs_pim_pick(&crossbar->channel_allocator, column, random_word(crossbar), output)
                                                                  : rs_set_first(column);

        if (crossbar->hold_enabled)
            rs_hold_grant_given(&crossbar->hold, output, column, crossbar->keys, input);
        start_packet(crossbar, shape, rs_set_known(input, shape.in), 0, output);
    }
}

/* Returns whether any output arbitrated. */
RS_SET_INLINE bool allocate_channels(rs_crossbar *crossbar, rs_crossbar_shape shape, const uint32_t *bank_room)
{
    const uint32_t vcs = shape.vcs;
    const rs_set *columns = crossbar->requests[0];
    const rs_hold_key *keys = crossbar->keys;
    rs_set arbitrate, granted, gathered[RS_CROSSBAR_MAX];
    uint8_t winner[RS_CROSSBAR_MAX];
    rs_vc_requests eligible;

    if (!ready_outputs(crossbar, shape, &arbitrate))
        return false;
    if (vcs > 1 || bank_room != NULL) {
        columns = gathered;
        RS_EACH(output, k, shape.out, arbitrate.word[k]) {
            rs_set_clear(&gathered[output], shape.in);
            for (uint32_t v = 0; v < vcs; v++) {
                eligible_requests(crossbar, shape, v, output, bank_room, &eligible.of[v][output]);
                for (uint32_t w = 0; w < shape.in; w++)
                    gathered[output].word[w] |= eligible.of[v][output].word[w];
            }
            if (!rs_set_any(&gathered[output], shape.in))
                rs_set_remove(&arbitrate, output);
        }
        if (!rs_set_any(&arbitrate, shape.out))
            return false;
    }
    if (vcs == 1 && crossbar->sizes.allocator == RS_ALLOCATOR_PIM) {
        allocate_apart(crossbar, shape, columns, &arbitrate);
        return true;
    }
    if (vcs > 1 && crossbar->hold_enabled) {
        keys = crossbar->pair_keys;
        RS_EACH(output, k, shape.out, arbitrate.word[k]) {
            RS_EACH(input, w, shape.in, gathered[output].word[w]) {
                crossbar->pair_keys[input * crossbar->sizes.outputs + output] =
                    crossbar->keys[input * vcs + asking_vc(crossbar, &eligible, input, output)];
            }
        }
    }
    allocate(crossbar, shape, columns, &arbitrate, keys, winner, &granted);
    RS_EACH(output, k, shape.out, granted.word[k]) {
        const uint32_t input = rs_set_known(winner[output], shape.in);

        start_packet(crossbar, shape, input, vcs > 1 ? asking_vc(crossbar, &eligible, input, output) : 0, output);
    }
    return true;
}

/* ---- switch allocation and movement --------------------------------------------------------------- */

/* Of the outputs to which flits move, those whose VC is full now, is done with its packet, has no more of it here: a bit each. */
typedef struct rs_moved {
    uint64_t full, done, starved;
} rs_moved;

/* The flit at the front of the owner of output VC w moves there. */
RS_SET_INLINE void move(rs_crossbar *crossbar, rs_crossbar_shape shape, uint32_t output, uint32_t w, rs_moved *moved)
{
    const uint32_t vcs = shape.vcs, at = crossbar->owner[output * vcs + w], source = vcs == 1 ? rs_set_known(at, shape.in) : at;
    rs_flit_buffer *from = &crossbar->input[source], *to = &crossbar->output[output * vcs + w];
    const bool tail = rs_flit_buffer_front(from)->flit.tail;

    rs_flit_buffer_push(to, rs_flit_buffer_front(from));
    rs_flit_buffer_pop(from);
    moved->full |= (uint64_t)(to->level == to->depth) << output % 64;
    moved->done |= (uint64_t)tail << output % 64;
    moved->starved |= (uint64_t)(from->level == 0) << output % 64;
    if (vcs == 1)
        rs_set_add(&crossbar->in_ready, source);
    else
        crossbar->output_pointer[output] = (uint8_t)(tail ? (w + 1) % vcs : w);
    if (tail && from->level != 0)
        show_request(crossbar, vcs, source / vcs, source % vcs, rs_flit_buffer_front(from));
}

/* movable[w]: outputs whose VC w could take a flit of its packet now. Reduces it to those that win the switch. */
RS_SET_INLINE void allocate_switch(rs_crossbar *crossbar, rs_crossbar_shape shape, rs_set *movable)
{
    const uint32_t vcs = shape.vcs;
    rs_set columns[RS_CROSSBAR_MAX], active, granted;
    rs_set won[RS_MAX_VCS];
    uint8_t winner[RS_CROSSBAR_MAX];

    rs_set_clear(&active, shape.out);
    for (uint32_t w = 0; w < vcs; w++) {
        rs_set_clear(&won[w], shape.out);
        for (uint32_t k = 0; k < shape.out; k++)
            active.word[k] |= movable[w].word[k];
    }
    RS_EACH(output, k, shape.out, active.word[k]) {
        rs_set_clear(&columns[output], shape.in);
        for (uint32_t w = 0; w < vcs; w++)
            if (rs_set_has(&movable[w], output))
                rs_set_add(&columns[output], crossbar->owner[output * vcs + w] / vcs);
    }
    match(crossbar, shape, &crossbar->switch_allocator, columns, &active, winner, &granted);
    RS_EACH(output, k, shape.out, granted.word[k]) {
        uint32_t w = crossbar->output_pointer[output];

        while (!rs_set_has(&movable[w], output) || crossbar->owner[output * vcs + w] / vcs != winner[output])
            w = (w + 1) % vcs;
        rs_set_add(&won[w], output);
    }
    for (uint32_t w = 0; w < vcs; w++)
        for (uint32_t k = 0; k < shape.out; k++)
            movable[w].word[k] = won[w].word[k];
}

/* Entry buffer to VC buffer, decided on the room before anything moves in this cycle. Any? */
RS_SET_INLINE bool choose_entries(const rs_crossbar *crossbar, rs_crossbar_shape shape, uint8_t *chosen, rs_set *going)
{
    const uint32_t vcs = shape.vcs;

    rs_set_clear(going, shape.in);
    RS_EACH(input, k, shape.in, crossbar->entered.word[k]) {
        uint32_t v = 0;
        const rs_routed_flit *front = rs_flit_buffer_front(&crossbar->entry[input]);
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
        rs_set_add(going, input);
    }
    return rs_set_any(going, shape.in);
}

static void enter(rs_crossbar *crossbar, uint32_t input, uint32_t v)
{
    rs_flit_buffer *from = &crossbar->entry[input], *to = &crossbar->input[input * crossbar->sizes.vcs + v];
    const rs_routed_flit *front = rs_flit_buffer_front(from);

    crossbar->entry_vc[input] = front->flit.tail ? -1 : (int8_t)v;
    rs_flit_buffer_push(to, front);
    crossbar->held++;
    if (to->level == 1)
        show_first(crossbar, crossbar->sizes.vcs, input, v);
    rs_flit_buffer_pop(from);
    crossbar->entries--;
    rs_set_add(&crossbar->in_ready, input);
    if (from->level == 0)
        rs_set_remove(&crossbar->entered, input);
}

/* Outputs whose VC w can take a flit of its packet; any? */
RS_SET_INLINE bool find_movable(const rs_crossbar *crossbar, rs_crossbar_shape shape, uint32_t w, rs_set *movable)
{
    for (uint32_t k = 0; k < shape.out; k++)
        movable->word[k] = crossbar->fed[w].word[k] & crossbar->out_room[w].word[k];
    return rs_set_any(movable, shape.out);
}

/* One step with a shape that the compiler knows where its numbers are 1. */
RS_SET_INLINE bool step(rs_crossbar *crossbar, rs_crossbar_shape shape, const rs_set *taken, const uint32_t *bank_room)
{
    const uint32_t vcs = shape.vcs;
    rs_set movable[RS_MAX_VCS], going;
    uint8_t chosen[RS_CROSSBAR_MAX];
    bool changed, moves = false, enters = false;

    rs_set_clear(&crossbar->granted, shape.out);
    if (vcs > 1)
        enters = choose_entries(crossbar, shape, chosen, &going);
    changed = allocate_channels(crossbar, shape, bank_room);
    for (uint32_t w = 0; w < vcs; w++)
        moves |= find_movable(crossbar, shape, w, &movable[w]);
    if (vcs > 1 && moves)
        allocate_switch(crossbar, shape, movable);
    if (changed || (vcs > 1 && moves))
        crossbar->lfsr_behind++;
    changed = changed || moves || enters;
    for (uint32_t w = 0; w < vcs; w++) {
        for (uint32_t k = 0; k < shape.out; k++) {
            uint64_t empty = 0;

            changed |= taken[w].word[k] != 0;
            RS_EACH_OF_WORD(output, k, taken[w].word[k]) {
                rs_flit_buffer *buffer = &crossbar->output[output * vcs + w];

                rs_flit_buffer_pop(buffer);
                crossbar->held--;
                empty |= (uint64_t)(buffer->level == 0) << output % 64;
            }
            crossbar->out_valid[w].word[k] &= ~empty;
            crossbar->out_room[w].word[k] |= taken[w].word[k];
        }
    }
    for (uint32_t w = 0; moves && w < vcs; w++) {
        for (uint32_t k = 0; k < shape.out; k++) {
            rs_moved moved = {0, 0, 0};

            RS_EACH_OF_WORD(output, k, movable[w].word[k])
                move(crossbar, shape, output, w, &moved);
            crossbar->out_valid[w].word[k] |= movable[w].word[k];
            crossbar->out_room[w].word[k] &= ~moved.full;
            crossbar->busy[w].word[k] &= ~moved.done;
            crossbar->fed[w].word[k] &= ~(moved.done | moved.starved);
        }
    }
    if (enters)
        RS_EACH(input, k, shape.in, going.word[k])
            enter(crossbar, input, chosen[input]);
    return changed;
}

/* Of several VCs; of more than 64 ports a side. */
RS_APART bool step_vcs(rs_crossbar *crossbar, const rs_set *taken, const uint32_t *bank_room)
{
    return step(crossbar, (rs_crossbar_shape){crossbar->sizes.vcs, 1, 1}, taken, bank_room);
}

RS_APART bool step_many(rs_crossbar *crossbar, const rs_set *taken, const uint32_t *bank_room)
{
    return step(crossbar, shape_of(crossbar), taken, bank_room);
}

RS_HOT bool rs_crossbar_step(rs_crossbar *crossbar, const rs_set *taken, const uint32_t *bank_room)
{
    const rs_crossbar_shape shape = shape_of(crossbar);

    if (shape.in != 1 || shape.out != 1)
        return step_many(crossbar, taken, bank_room);
    return shape.vcs == 1 ? step(crossbar, (rs_crossbar_shape){1, 1, 1}, taken, bank_room) : step_vcs(crossbar, taken, bank_room);
}

RS_HOT void rs_crossbar_enter_first(rs_crossbar *crossbar, uint32_t input)
{
    show_first(crossbar, 1, input, 0);
}

void rs_crossbar_enter_entry(rs_crossbar *crossbar, uint32_t input)
{
    rs_flit_buffer *buffer = &crossbar->entry[input];

    buffer->level++;
    crossbar->entries++;
    rs_set_add(&crossbar->entered, input);
    rs_set_remove_if(&crossbar->in_ready, input, buffer->level == buffer->depth);
}
