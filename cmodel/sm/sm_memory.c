#include "sm/sm_memory.h"

#include <string.h>

static void init_atomics(rs_sm_memory *sm, const rs_sm_memory_config *config)
{
    const rs_table_config *table = &config->cache.table;
    const uint32_t of_a_read = rs_l1_cache_id_bits(&config->cache);

    sm->atomics = config->atomics;
    rs_atomic_unit_init(&sm->atomic_unit, table->lanes, table->line_words / table->sectors, config->atomics);
    sm->id_bits = 1 + rs_atomic_unit_id_bits(&sm->atomic_unit);
    sm->id_bits = sm->id_bits > 1 + of_a_read ? sm->id_bits : 1 + of_a_read;
}

bool rs_sm_memory_init(rs_sm_memory *sm, const rs_sm_memory_config *config)
{
    const rs_table_config *table = &config->cache.table;
    const uint32_t line_bytes = table->line_words * 4;

    memset(sm, 0, sizeof *sm);
    if (!rs_l1_cache_init(&sm->cache, &config->cache))
        return false;
    if (config->stores < 1 || config->stores > RS_STORE_PLACES_MAX || config->unit.lanes != table->lanes
        || config->atomics > RS_ATOMIC_PLACES_MAX || (config->atomics != 0 && !config->cache.l2)
        || !rs_scratchpad_init(&sm->scratchpad, table->lanes, config->banks, config->scratchpad_bytes)) {
        rs_l1_cache_destroy(&sm->cache);
        return false;
    }
    rs_load_store_unit_init(&sm->unit, &config->unit);
    rs_coalescer_init(&sm->coalescer, table->lanes, line_bytes);
    rs_store_buffer_init(&sm->store_buffer, line_bytes, line_bytes / table->sectors, config->stores,
                         config->store_flush);
    init_atomics(sm, config);
    rs_camat_counter_init(&sm->camat, 64);
    return true;
}

void rs_sm_memory_destroy(rs_sm_memory *sm)
{
    rs_scratchpad_destroy(&sm->scratchpad);
    rs_l1_cache_destroy(&sm->cache);
}

void rs_sm_memory_reset(rs_sm_memory *sm)
{
    rs_load_store_unit_reset(&sm->unit);
    rs_coalescer_init(&sm->coalescer, sm->coalescer.lanes, sm->coalescer.line_bytes);
    rs_scratchpad_reset(&sm->scratchpad);
    rs_l1_cache_reset(&sm->cache);
    rs_store_buffer_reset(&sm->store_buffer);
    rs_camat_counter_clear(&sm->camat);
    rs_atomic_unit_init(&sm->atomic_unit, sm->atomic_unit.lanes, sm->atomic_unit.words, sm->atomics);
    sm->request_valid = sm->store_first = sm->pad_busy = sm->pad_first = sm->atomic_first = sm->atomic = sm->unit_busy = sm->unit_accesses = sm->line_stays = sm->front_stays = false;
}

bool rs_sm_memory_stores(const rs_sm_memory *sm)
{
    const rs_load_store_unit *unit = &sm->unit;
    const rs_coalescer *coalescer = &sm->coalescer;
    const bool in_unit = sm->unit_busy && (sm->atomic ? !sm->kind.returns : unit->group.write);
    const bool in_lines = (coalescer->line_valid && coalescer->line.write) || (coalescer->first != coalescer->end && coalescer->write);

    return in_unit || in_lines || rs_store_buffer_leaving(&sm->store_buffer) || (sm->request_valid && sm->request.write)
        || (sm->atomics != 0 && !rs_atomic_unit_settled(&sm->atomic_unit));
}

/* The atomic unit has words, or a turn. Without one nothing of it is looked at. */
static bool atomic_words(const rs_sm_memory *sm)
{
    return sm->atomics != 0 && sm->atomic_unit.wb_valid;
}

static const rs_atomic_turn *atomic_turn(const rs_sm_memory *sm)
{
    return sm->atomics != 0 ? rs_atomic_unit_request(&sm->atomic_unit) : NULL;
}

static bool atomics_empty(const rs_sm_memory *sm)
{
    return sm->atomics == 0 || rs_atomic_unit_empty(&sm->atomic_unit);
}

/* The scratchpad has a fault to report. */
static bool pad_faults(const rs_sm_memory *sm)
{
    return sm->pad_busy && sm->scratchpad.outside != 0;
}

/* Requests and words: the half of a memory side that memory moves. The cache shows words and reads whatever it is answered.
 * kept: *w is that of the cycle before. */
static inline void settle_back(const rs_sm_memory *sm, const rs_sm_memory_inputs *in, rs_sm_wires *w, bool kept)
{
    w->room = !sm->request_valid || in->request_ready;
    w->pad_turn = sm->pad_busy && sm->scratchpad.wb_valid && (sm->pad_first || !(sm->cache.wb_valid || atomic_words(sm)));
    w->atomic_turn = atomic_words(sm) && (sm->atomic_first || !sm->cache.wb_valid);
    w->atomic_reply = sm->atomics != 0 && in->reply_valid && (in->reply.id >> (sm->id_bits - 1) & 1) != 0;
    w->turn = atomic_turn(sm);

    w->to_cache.line_valid = sm->coalescer.line_valid;
    w->to_cache.line = &sm->coalescer.line;
    w->to_cache.wb_ready = in->wb_ready && !w->pad_turn && !w->atomic_turn;
    w->to_cache.request_ready = w->room;
    w->to_cache.reply_valid = in->reply_valid && !w->atomic_reply;
    if (w->to_cache.reply_valid) {
        w->to_cache.reply = in->reply;
        w->to_cache.reply_memory = in->reply_memory;
        memcpy(w->to_cache.reply_data, in->reply_data, sizeof in->reply_data);
    }
    w->to_cache.acquire = in->acquire;
    if (!kept || !sm->line_stays)
        rs_l1_cache_find(&sm->cache, w->to_cache.line, &w->cache);
    rs_l1_cache_look(&sm->cache, &w->to_cache, &w->cache);
    if (w->room && w->cache.request_valid)
        rs_l1_cache_request(&sm->cache, &w->cache.request);
}

/* Instructions and their lines: the half that the issue stage moves. The cache's answer to a line depends on whether words can
 * leave, and on the store buffer, which is asked about that line. */
static inline void settle_front(const rs_sm_memory *sm, const rs_sm_memory_inputs *in, rs_sm_wires *w)
{
    w->quiet = !sm->unit_busy && !rs_coalescer_busy(&sm->coalescer);
    w->group = rs_load_store_unit_group_valid(&sm->unit) ? &sm->unit.group : NULL;

    w->to_stores.line = sm->coalescer.line.line;
    w->to_stores.load_valid = w->cache.load_valid;
    w->to_stores.store_valid = w->cache.store_valid;
    if (w->cache.store_valid)
        w->to_stores.store = w->cache.stored;
    w->to_stores.release_valid = in->release_valid && w->quiet;
    w->store_leaves = sm->store_buffer.shows && (sm->store_first || w->turn == NULL);
    w->to_stores.request_ready = w->room && !w->cache.request_valid && w->store_leaves;
    if (!rs_store_buffer_rests(&sm->store_buffer, &w->to_stores))
        rs_store_buffer_offer(&sm->store_buffer, &w->to_stores, &w->stores);
    else
        w->stores = (rs_store_buffer_outputs){!w->to_stores.release_valid, false, true, false, true, NULL};

    w->to_cache.store_ready = w->stores.store_ready;
    w->to_cache.load_waits = w->stores.load_waits;
    rs_l1_cache_settle(&sm->cache, &w->to_cache, &w->cache);

    w->group_ready = sm->unit.group.scratchpad
                         ? rs_scratchpad_in_ready(&sm->scratchpad, in->wb_ready && w->pad_turn, in->fault_ready)
                     : sm->atomic ? rs_atomic_unit_in_ready(&sm->atomic_unit)
                         : rs_coalescer_in_ready(&sm->coalescer, w->cache.line_ready);
}

static rs_sm_fault fault_of(const rs_sm_memory *sm)
{
    const bool scratchpad = pad_faults(sm);
    const rs_warp_group *group = scratchpad ? &sm->scratchpad.group : &sm->unit.group;
    rs_sm_fault fault = {0};

    fault.scratchpad = scratchpad;
    fault.warp = group->warp;
    fault.first_register = group->first_register;
    fault.element = group->element;
    fault.misaligned = scratchpad ? 0 : sm->unit.misaligned;
    fault.outside = scratchpad ? sm->scratchpad.outside : sm->unit.outside;
    return fault;
}

/* The scratchpad's fault goes first. */
static bool unit_fault_ready(const rs_sm_memory *sm, const rs_sm_memory_inputs *in)
{
    return in->fault_ready && !pad_faults(sm);
}

/* An atomic operation is a plain store to the load/store unit. copy: room for it. */
static const rs_load_store_issue *to_unit(const rs_sm_memory *sm, const rs_load_store_issue *issue, rs_load_store_issue *copy)
{
    if (issue == NULL || sm->atomics == 0 || !issue->atomic)
        return issue;
    *copy = *issue;
    copy->opcode = 2 * RS_LSU_PLAIN + 1;
    copy->length = 1;
    copy->scratchpad = false;
    return copy;
}

static uint32_t status_of(const rs_sm_memory *sm, const rs_load_store_issue *issue)
{
    rs_load_store_issue copy;

    return rs_load_store_unit_status(&sm->unit, to_unit(sm, issue, &copy));
}

static void show_front(const rs_sm_memory *sm, const rs_sm_memory_inputs *in, rs_sm_memory_outputs *out)
{
    const rs_sm_wires *w = &out->wires;

    out->in_first = !rs_load_store_unit_staging(&sm->unit);
    out->in_ready = !(in->release_valid && out->in_first) &&
                    rs_load_store_unit_in_ready(&sm->unit, w->group_ready, unit_fault_ready(sm, in));
    if (in->issue != NULL)
        out->status = status_of(sm, in->issue);
    out->fault_valid = pad_faults(sm) || rs_load_store_unit_fault_valid(&sm->unit);
    if (out->fault_valid)
        out->fault = fault_of(sm);
    out->hit = w->cache.hit;
    out->store = w->cache.store;
    out->store_buffer_full = w->stores.full;
    out->bank_conflict = sm->pad_busy && rs_scratchpad_bank_conflict(&sm->scratchpad, in->wb_ready && w->pad_turn);
    out->line_waits = sm->coalescer.line_valid && !sm->coalescer.line.last;
}

static void show_back(const rs_sm_memory *sm, const rs_sm_memory_inputs *in, rs_sm_memory_outputs *out)
{
    const rs_sm_wires *w = &out->wires;

    out->wb = w->pad_turn ? &sm->scratchpad.wb : w->atomic_turn ? &sm->atomic_unit.wb : w->cache.wb;
    out->wb_valid = out->wb != NULL;
    out->request = sm->request_valid ? &sm->request : NULL;
    out->reply_ready = w->atomic_reply
                           ? rs_atomic_unit_reply_ready(&sm->atomic_unit, in->wb_ready && !w->pad_turn && w->atomic_turn)
                           : w->cache.reply_ready;
    out->release_ready = w->stores.release_ready && w->quiet && (sm->atomics == 0 || rs_atomic_unit_settled(&sm->atomic_unit))
                         && !(sm->request_valid && sm->request.write);
    out->merged = w->cache.merged;
    out->miss = w->cache.miss;
    out->entry_full = w->cache.entry_full;
    out->merge_full = w->cache.merge_full;
    out->busy = !w->quiet || sm->pad_busy || !w->cache.empty || !atomics_empty(sm) || sm->request_valid;
    out->empty = !out->busy && w->stores.empty;
    out->active_cycles = sm->camat.active_cycles;
    out->accesses = sm->camat.accesses;
}

void rs_sm_memory_offer(const rs_sm_memory *sm, const rs_sm_memory_inputs *in, rs_sm_memory_outputs *out)
{
    settle_back(sm, in, &out->wires, false);
    settle_front(sm, in, &out->wires);
    show_front(sm, in, out);
    show_back(sm, in, out);
}

void rs_sm_memory_renew(const rs_sm_memory *sm, const rs_sm_memory_inputs *in, bool same, rs_sm_memory_outputs *out)
{
    const rs_l1_step *step = &out->wires.cache.step;
    const bool open = step->open, hit = step->hit, access_ready = step->table.access_ready;

    settle_back(sm, in, &out->wires, true);
    if (!same || !sm->front_stays || step->open != open || step->hit != hit || step->table.access_ready != access_ready) {
        settle_front(sm, in, &out->wires);
        show_front(sm, in, out);
    }
    show_back(sm, in, out);
}

/* A turn at the request port, with words, operation and whether it returns in the place of a store's bytes. */
static void request_turn(rs_sm_memory *sm, const rs_atomic_turn *turn)
{
    const uint32_t words = sm->atomic_unit.words;
    const uint64_t control = (uint64_t)turn->words | (uint64_t)(turn->operation | (uint32_t)turn->returns << 3) << words;

    sm->request.write = false;
    sm->request.atomic = true;
    sm->request.block = turn->block;
    sm->request.id = UINT64_C(1) << (sm->id_bits - 1) | turn->id;
    memset(&sm->request.store, 0, sizeof sm->request.store);
    sm->request.store.block = turn->block;
    sm->request.store.bytes[0] = (uint32_t)control;
    sm->request.store.bytes[1] = (uint32_t)(control >> 32);
    for (uint32_t byte = 0; byte < 4 * words; byte++)
        sm->request.store.data[byte] = (uint8_t)(turn->data[byte / 4] >> byte % 4 * 8);
}

static void next_request(rs_sm_memory *sm, const rs_sm_wires *w)
{
    sm->request_valid = w->cache.request_valid || w->turn != NULL || w->stores.request != NULL;
    sm->request.atomic = false;
    if (w->cache.request_valid) {
        sm->request.write = false;
        sm->request.block = w->cache.request.block;
        sm->request.id = w->cache.request.id;
        sm->request.mask = w->cache.request.mask;
        sm->request.warp = w->cache.request.warp;
    } else if (w->turn != NULL && !w->store_leaves) {
        request_turn(sm, w->turn);
        sm->store_first = true;
    } else if (w->stores.request != NULL) {
        sm->store_first = false;
        sm->request.write = true;
        sm->request.block = w->stores.request->block;
        sm->request.store = *w->stores.request;
    }
}

void rs_sm_memory_clock(rs_sm_memory *sm, const rs_sm_memory_inputs *in)
{
    rs_sm_memory_outputs out;

    rs_sm_memory_offer(sm, in, &out); /* all of it: what moves depends on more than the wires */
    (void)rs_sm_memory_advance(sm, in, &out);
}

/* The clock edge of the atomic operations, and what the load/store unit takes of one. begins: the instruction that it takes, or NULL. */
static void advance_atomics(rs_sm_memory *sm, const rs_sm_memory_inputs *in, const rs_sm_wires *w, const rs_load_store_issue *begins)
{
    rs_atomic_inputs inputs = {0};
    rs_atomic_reply reply;

    if (!w->pad_turn && (w->atomic_turn || w->cache.wb != NULL))
        sm->atomic_first = w->atomic_turn != in->wb_ready;
    inputs.group = sm->atomic ? w->group : NULL;
    inputs.kind = &sm->kind;
    inputs.request_ready = w->room && !w->cache.request_valid && !w->store_leaves;
    inputs.wb_ready = in->wb_ready && !w->pad_turn && w->atomic_turn;
    if (w->atomic_reply) {
        reply.id = (uint32_t)(in->reply.id & ((UINT64_C(1) << (sm->id_bits - 1)) - 1));
        reply.from_memory = in->reply_memory;
        memcpy(reply.data, in->reply_data, sizeof reply.data);
        inputs.reply = &reply;
    }
    rs_atomic_unit_clock(&sm->atomic_unit, &inputs);
    if (begins != NULL) {
        sm->atomic = begins->atomic;
        sm->kind.operation = begins->operation;
        sm->kind.returns = begins->returns;
        for (uint32_t lane = 0; begins->atomic && lane < sm->unit.sizes.lanes; lane++)
            sm->kind.compare[lane] = begins->operands[lane][2];
    }
}

/* Words leave, or a request, or the atomic unit, the scratchpad or the store buffer changes. */
static bool others_move(const rs_sm_memory *sm, const rs_sm_memory_inputs *in, const rs_sm_wires *w)
{
    const bool asks = w->cache.request_valid || w->turn != NULL || w->stores.request != NULL || sm->request_valid;

    return (w->room && asks) || sm->pad_busy || in->release_valid || in->camat_clear
        || (w->to_stores.load_valid && w->stores.load_waits)
        || !rs_store_buffer_still(&sm->store_buffer, w->to_stores.request_ready)
        || (sm->atomics != 0 && (w->atomic_reply || !rs_atomic_unit_still(&sm->atomic_unit, w->room && !w->cache.request_valid)));
}

/* The store buffer shows no block and keeps all that it has: what it says in the next cycle depends on the line alone. */
static bool stores_stay(const rs_sm_memory *sm, const rs_sm_wires *w)
{
    return !sm->store_buffer.shows && !w->to_stores.store_valid && !(w->to_stores.load_valid && w->stores.load_waits)
        && rs_store_buffer_still(&sm->store_buffer, false);
}

/* What the front half shows depends on nothing but itself, its inputs and the cache's answer to a line. */
static bool front_is_alone(const rs_sm_memory *sm, const rs_sm_memory_inputs *in, const rs_sm_wires *w)
{
    return !sm->cache.config.table.pending_request_table && !sm->pad_busy && atomics_empty(sm)
        && !(in->acquire || in->release_valid || in->camat_clear) && stores_stay(sm, w);
}

bool rs_sm_memory_advance(rs_sm_memory *sm, const rs_sm_memory_inputs *in, const rs_sm_memory_outputs *out)
{
    const rs_sm_wires *w = &out->wires;
    const rs_load_store_issue *issue = in->issue != NULL && out->in_ready ? in->issue : NULL; /* that is taken */
    const bool in_lines = rs_coalescer_busy(&sm->coalescer);
    const bool group_moves = w->group != NULL && w->group_ready;
    const bool to_lines = w->group != NULL && sm->unit_accesses, to_pad = w->group != NULL && !to_lines && !sm->atomic;
    const bool fault_ready = unit_fault_ready(sm, in);
    const bool line_moves = sm->coalescer.line_valid ? w->cache.line_ready : in_lines;
    const bool unit_moves = issue != NULL || group_moves
                            || (sm->unit_busy && w->group == NULL && rs_load_store_unit_fault_valid(&sm->unit));
    const bool cache_moves = rs_l1_cache_moves(&sm->cache, &w->to_cache, &w->cache);
    const bool front_stays = !line_moves && !unit_moves && front_is_alone(sm, in, w);

    if (in->camat_clear)
        rs_camat_counter_clear(&sm->camat);
    else
        rs_camat_counter_clock(&sm->camat, w->cache.table_empty, sm->unit_accesses || in_lines, to_lines && w->group_ready);
    if (!line_moves && !unit_moves && !cache_moves && !others_move(sm, in, w))
        return false;
    if (w->pad_turn || w->atomic_turn || w->cache.wb != NULL)
        sm->pad_first = w->pad_turn != in->wb_ready;
    if (w->room)
        next_request(sm, w);
    if (to_pad || sm->pad_busy) {
        rs_scratchpad_clock(&sm->scratchpad, to_pad ? w->group : NULL, in->wb_ready && w->pad_turn, in->fault_ready);
        sm->pad_busy = rs_scratchpad_busy(&sm->scratchpad);
    }
    if (cache_moves)
        rs_l1_cache_advance(&sm->cache, &w->to_cache, &w->cache);
    if (!rs_store_buffer_rests(&sm->store_buffer, &w->to_stores))
        rs_store_buffer_clock(&sm->store_buffer, &w->to_stores);
    sm->line_stays = !line_moves && !in->acquire;
    if (line_moves || (to_lines && group_moves))
        rs_coalescer_clock(&sm->coalescer, to_lines ? w->group : NULL, w->cache.line_ready);
    if (line_moves && sm->coalescer.line_valid)
        rs_l1_cache_fetch(&sm->cache, &sm->coalescer.line);
    if (sm->atomics != 0)
        advance_atomics(sm, in, w, out->in_first ? issue : NULL);
    if (unit_moves) {
        rs_load_store_issue copy;

        rs_load_store_unit_clock(&sm->unit, to_unit(sm, issue, &copy), w->group_ready, fault_ready);
        sm->unit_busy = sm->unit.busy;
        sm->unit_accesses = sm->unit.busy && !sm->unit.group.scratchpad && !sm->atomic;
    }
    sm->front_stays = front_stays;
    return true;
}
