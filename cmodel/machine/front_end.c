#include "machine/front_end.h"

#include <stdlib.h>
#include <string.h>

#include "machine/program_dispatch.h"

enum {
    SLOTS = 1 << RS_TAG_SLOT_BITS,
    SLOT_MASK = SLOTS - 1,
    READ_FLITS = 1,
    WRITE_FLITS = 3
};

typedef struct sm_state {
    uint64_t free_slots, read_slots; /* in-flight slots: free; held by a read */
    uint32_t current;                /* the warp whose instruction is being sent, or RS_NO_WARP */
    uint32_t request, request_end;   /* of the current instruction */
    bool write;                      /* the current instruction is a store */
    uint32_t flit;                   /* of the current request: the one on offer or to be offered next */
    uint32_t slot;                   /* of the current request */
    uint32_t reply_slot;             /* of the reply whose head has come */
    bool in_reply;                   /* between a reply's head and its tail */
    bool known_reply;                /* ... and its tag was in flight */
    uint8_t slot_warp[SLOTS];
    uint16_t slot_tag[SLOTS];
    uint64_t slot_cycle[SLOTS];      /* issue */
    rs_sm_count count;
    uint32_t pending[RS_SM_WARPS_MAX]; /* reads of the warp's instruction that have no reply yet */
} sm_state;

struct rs_front_end {
    rs_config config;
    const rs_program *program;
    rs_front_end_hooks hooks;
    rs_front_end_disturbance disturbance;
    uint64_t all;                     /* a bit per SM, as in all masks below */
    uint64_t valid;                   /* a flit is on offer */
    uint64_t try_issue;               /* may have a flit to offer once none is: looked at by the next drive() */
    uint64_t reply_ready;             /* as driven */
    uint64_t issued;
    uint32_t flit_words, word_mask;   /* of a data flit; of its words */
    const char *protocol_error;
    rs_program_dispatch dispatch;
    sm_state sm[RS_MAX_SMS];
};

/* ---- issue ---------------------------------------------------------------------------------------- */

/* Starts the SM's next request; false when no warp is ready or no in-flight slot is free. */
static bool start_request(rs_front_end *front_end, uint32_t index)
{
    const rs_program *program = front_end->program;
    sm_state *sm = &front_end->sm[index];
    if (sm->free_slots == 0) {
        return false;
    }
    if (sm->current == RS_NO_WARP) {
        const uint32_t warp = rs_program_dispatch_take(&front_end->dispatch, index);
        if (warp == RS_NO_WARP) {
            return false;
        }
        const uint32_t instruction = front_end->dispatch.sm[index].warp[warp].next;
        sm->current = warp;
        sm->request = rs_program_first_request(program, instruction);
        sm->request_end = rs_program_first_request(program, instruction + 1);
        sm->write = rs_program_is_write(program, instruction);
    }
    const uint32_t slot = (uint32_t)__builtin_ctzll(sm->free_slots);
    const uint32_t place = sm->current / front_end->config.cta_warps;
    const uint32_t number = sm->write ? (uint32_t)sm->count.writes & SLOT_MASK : slot;
    const uint32_t tag = place << RS_TAG_SLOT_BITS | number;
    sm->free_slots &= sm->free_slots - 1;
    sm->slot = slot;
    sm->flit = 0;
    sm->slot_warp[slot] = (uint8_t)sm->current;
    sm->slot_tag[slot] = (uint16_t)tag;
    sm->slot_cycle[slot] = front_end->dispatch.cycle;
    if (sm->write) {
        sm->count.writes++;
    } else {
        sm->count.reads++;
        sm->read_slots |= UINT64_C(1) << slot;
        sm->pending[sm->current]++;
    }
    front_end->issued++;
    if (front_end->hooks.issue != NULL) {
        const uint64_t address = (uint64_t)program->request.item[sm->request] << RS_LINE_SHIFT;
        front_end->hooks.issue(front_end->hooks.user, index, place, tag, address, sm->write);
    }
    return true;
}

/* The flit on offer, from the SM's state. */
static void write_flit(const rs_front_end *front_end, uint32_t index, rs_flit *flit)
{
    const sm_state *sm = &front_end->sm[index];
    const uint64_t sequence = sm->count.reads + sm->count.writes - 1;
    memset(flit, 0, sizeof *flit);
    if (sm->flit == 0) {
        const uint64_t address = (uint64_t)front_end->program->request.item[sm->request] << RS_LINE_SHIFT;
        flit->header = rs_path_header(&front_end->config, address, sm->write, sm->slot_tag[sm->slot]);
        flit->mask = sm->write ? rs_write_mask(&front_end->config, &front_end->disturbance, index, sequence) : 0;
        flit->head = true;
        flit->tail = !sm->write;
        return;
    }
    for (uint32_t i = 0; i < front_end->flit_words; i++) {
        flit->data[i] = rs_payload(index, sequence, (sm->flit - 1) * RS_FLIT_WORDS + i) & front_end->word_mask;
    }
    flit->tail = sm->flit == WRITE_FLITS - 1;
}

void rs_front_end_drive(rs_front_end *front_end, rs_path_inputs *inputs)
{
    rs_front_end_disturbance *disturbance = &front_end->disturbance;
    const uint64_t paused = rs_front_end_draw(disturbance, front_end->config.sms, disturbance->request_pause_per_mille);
    for (uint64_t left = front_end->try_issue & ~front_end->valid & ~paused; left != 0; left &= left - 1) {
        const uint64_t bit = left & -left;
        const uint32_t index = (uint32_t)__builtin_ctzll(left);
        front_end->try_issue &= ~bit; /* woken again by a tail taken, a reply or a new CTA */
        if (front_end->sm[index].flit != 0 || start_request(front_end, index)) {
            write_flit(front_end, index, &inputs->request[index]);
            front_end->valid |= bit;
        }
    }
    inputs->request_valid = front_end->valid;
    front_end->reply_ready = front_end->all & ~rs_front_end_draw(disturbance, front_end->config.sms, disturbance->reply_stall_per_mille);
    inputs->reply_ready = front_end->reply_ready;
}

/* ---- what moved ----------------------------------------------------------------------------------- */

/* The current instruction's requests are all out: a store is over, a load waits for its replies. */
static void leave_instruction(rs_front_end *front_end, uint32_t index)
{
    sm_state *sm = &front_end->sm[index];
    const uint32_t number = sm->current;
    sm->current = RS_NO_WARP;
    rs_program_dispatch_turn(&front_end->dispatch, index, number);
    if (sm->pending[number] == 0) {
        rs_program_dispatch_end(&front_end->dispatch, index, number);
    }
}

static void flit_taken(rs_front_end *front_end, uint32_t index)
{
    sm_state *sm = &front_end->sm[index];
    front_end->try_issue |= UINT64_C(1) << index;
    if (++sm->flit < (uint32_t)(sm->write ? WRITE_FLITS : READ_FLITS)) {
        return;
    }
    sm->flit = 0;
    if (sm->write) {
        sm->free_slots |= UINT64_C(1) << sm->slot;
        sm->count.completion_cycle = front_end->dispatch.cycle;
    }
    if (++sm->request == sm->request_end) {
        leave_instruction(front_end, index);
    }
}

static void read_back(rs_front_end *front_end, uint32_t index, uint32_t slot)
{
    sm_state *sm = &front_end->sm[index];
    const uint64_t bit = UINT64_C(1) << slot;
    const uint32_t number = sm->slot_warp[slot];
    sm->read_slots &= ~bit;
    sm->free_slots |= bit;
    sm->count.completion_cycle = front_end->dispatch.cycle;
    front_end->try_issue |= UINT64_C(1) << index;
    if (front_end->hooks.complete != NULL) {
        front_end->hooks.complete(front_end->hooks.user, index, sm->slot_tag[slot], front_end->dispatch.cycle - sm->slot_cycle[slot]);
    }
    if (--sm->pending[number] == 0 && number != sm->current) {
        rs_program_dispatch_end(&front_end->dispatch, index, number);
    }
}

static void reject(rs_front_end *front_end, const char *what)
{
    if (front_end->protocol_error == NULL) {
        front_end->protocol_error = what;
    }
}

static void reply_taken(rs_front_end *front_end, uint32_t index, const rs_flit *flit)
{
    sm_state *sm = &front_end->sm[index];
    if (flit->head == sm->in_reply) {
        reject(front_end, flit->head ? "found a reply's head inside a reply, expected data and tail first"
                                     : "found reply data without a head, expected a head");
    }
    if (flit->head) {
        const uint32_t tag = rs_reply_tag(&front_end->config, flit->header);
        sm->reply_slot = tag & SLOT_MASK;
        sm->known_reply = (sm->read_slots >> sm->reply_slot & 1) != 0 && sm->slot_tag[sm->reply_slot] == tag;
        if (!sm->known_reply) {
            reject(front_end, "found a reply with a tag not in flight, expected one of the SM's reads");
        }
    }
    sm->in_reply = !flit->tail;
    if (flit->tail && sm->known_reply) {
        sm->known_reply = false;
        read_back(front_end, index, sm->reply_slot);
    }
}

void rs_front_end_clock(rs_front_end *front_end, const rs_path_outputs *outputs)
{
    if (outputs->idle && rs_program_dispatch_launch_over(&front_end->dispatch) && !rs_front_end_done(front_end)) {
        rs_program_dispatch_next_launch(&front_end->dispatch);
    }
    const uint64_t moved = front_end->valid & outputs->request_ready;
    front_end->valid &= ~moved;
    for (uint64_t left = moved; left != 0; left &= left - 1) {
        flit_taken(front_end, (uint32_t)__builtin_ctzll(left));
    }
    for (uint64_t left = outputs->reply_valid & front_end->reply_ready; left != 0; left &= left - 1) {
        const uint32_t index = (uint32_t)__builtin_ctzll(left);
        reply_taken(front_end, index, &outputs->reply[index]);
    }
    rs_program_dispatch_clock(&front_end->dispatch);
    front_end->try_issue |= front_end->dispatch.woken;
    front_end->dispatch.woken = 0;
}

uint64_t rs_front_end_quiet_cycles(const rs_front_end *front_end, bool path_idle)
{
    const rs_front_end_disturbance *disturbance = &front_end->disturbance;
    const rs_program_dispatch *dispatch = &front_end->dispatch;
    const uint64_t next = rs_alarm_queue_next(&dispatch->computing);
    if ((front_end->try_issue & ~front_end->valid) != 0 ||
        (path_idle && rs_program_dispatch_launch_over(dispatch) && !rs_program_dispatch_done(dispatch)) ||
        disturbance->reply_stall_per_mille != 0 || disturbance->request_pause_per_mille != 0) {
        return 0;
    }
    return next == UINT64_MAX ? next : next - dispatch->cycle;
}

void rs_front_end_skip(rs_front_end *front_end, uint64_t cycles)
{
    front_end->dispatch.cycle += cycles;
}

/* ---- creation and figures ------------------------------------------------------------------------- */

rs_front_end *rs_front_end_create(const rs_config *config, const rs_program *program, rs_error *error)
{
    if ((config->sm_ctas - 1) >> (config->tag_bits - RS_TAG_SLOT_BITS) != 0) {
        rs_error_set(error, "TAG_BITS: found %u, expected %u or more for %u CTAs an SM", config->tag_bits,
                     RS_TAG_SLOT_BITS + (config->sm_ctas > 2 ? 2u : 1u), config->sm_ctas);
        return NULL;
    }
    rs_front_end *front_end = (rs_front_end *)calloc(1, sizeof *front_end);
    if (front_end == NULL) {
        rs_error_set(error, "found no memory left, expected room for %u SMs", config->sms);
        return NULL;
    }
    if (!rs_program_dispatch_init(&front_end->dispatch, config, program, error)) {
        free(front_end);
        return NULL;
    }
    front_end->config = *config;
    front_end->program = program;
    front_end->all = UINT64_MAX >> (64 - config->sms);
    front_end->flit_words = (config->flit_bits + 31) / 32;
    front_end->word_mask = config->flit_bits < 32 ? (UINT32_C(1) << config->flit_bits) - 1 : UINT32_MAX;
    for (uint32_t i = 0; i < config->sms; i++) {
        front_end->sm[i].free_slots = UINT64_MAX >> (64 - config->in_flight);
        front_end->sm[i].current = RS_NO_WARP;
    }
    front_end->try_issue = front_end->dispatch.woken;
    front_end->dispatch.woken = 0;
    return front_end;
}

void rs_front_end_destroy(rs_front_end *front_end)
{
    if (front_end != NULL) {
        rs_program_dispatch_release(&front_end->dispatch);
        free(front_end);
    }
}

void rs_front_end_set_hooks(rs_front_end *front_end, const rs_front_end_hooks *hooks)
{
    front_end->hooks = *hooks;
}

void rs_front_end_set_disturbance(rs_front_end *front_end, const rs_front_end_disturbance *disturbance)
{
    front_end->disturbance = *disturbance;
}

bool rs_front_end_done(const rs_front_end *front_end)
{
    return rs_program_dispatch_done(&front_end->dispatch);
}

rs_sm_count rs_front_end_count(const rs_front_end *front_end, uint32_t sm)
{
    return front_end->sm[sm].count;
}

uint64_t rs_front_end_issued(const rs_front_end *front_end)
{
    return front_end->issued;
}

const char *rs_front_end_protocol_error(const rs_front_end *front_end)
{
    return front_end->protocol_error;
}
