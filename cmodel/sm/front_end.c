#include "sm/front_end.h"

#include <stdlib.h>
#include <string.h>

#include "sm/alarm_queue.h"

enum {
    MAX_CTAS = 4,
    MAX_WARPS = MAX_CTAS * 32, /* of an SM */
    SLOTS = 1 << RS_TAG_SLOT_BITS,
    SLOT_MASK = SLOTS - 1,
    NO_WARP = MAX_WARPS,
    READ_FLITS = 1,
    WRITE_FLITS = 3
};

typedef struct warp_state {
    uint32_t next, end; /* instructions: the one to issue or in progress, and the first that is not the warp's */
    uint32_t pending;   /* reads of the current instruction that have no reply yet */
} warp_state;

typedef struct sm_state {
    uint64_t ready[MAX_WARPS / 64];  /* warps whose next instruction may issue, the current one excluded */
    uint64_t free_slots, read_slots; /* in-flight slots: free; held by a read */
    uint64_t free_ctas;              /* CTA places */
    uint32_t residents;              /* CTAs on the SM */
    uint32_t warps_left[MAX_CTAS];   /* unfinished warps of the resident CTA */
    uint32_t first_warp;             /* where the rotating choice starts */
    uint32_t current;                /* the warp whose instruction is being sent, or NO_WARP */
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
    warp_state warp[MAX_WARPS];
} sm_state;

struct rs_front_end {
    rs_config config;
    const rs_program *program;
    rs_front_end_hooks hooks;
    rs_front_end_disturbance disturbance;
    uint64_t cycle;
    uint64_t all;                     /* a bit per SM, as in all masks below */
    uint64_t valid;                   /* a flit is on offer */
    uint64_t try_issue;               /* may have a flit to offer once none is: looked at by the next drive() */
    uint64_t reply_ready;             /* as driven */
    uint64_t resident[MAX_CTAS + 1];  /* SMs with this many resident CTAs */
    uint32_t resident_ctas;           /* in all */
    uint32_t launch;                  /* running; launches of the program at the end */
    uint32_t next_cta, launch_end;    /* of the running launch: to be dispatched next, and the end */
    uint64_t issued;
    uint32_t flit_words, word_mask;   /* of a data flit; of its words */
    const char *protocol_error;
    rs_alarm_queue computing;         /* warps between two memory instructions; ISSUE_GAP > 0 */
    sm_state sm[RS_MAX_SMS];
};

/* ---- CTA dispatch --------------------------------------------------------------------------------- */

static void set_ready(sm_state *sm, uint32_t warp)
{
    sm->ready[warp / 64] |= UINT64_C(1) << (warp % 64);
}

/* The warp turns to its next memory instruction. */
static void start_instruction(rs_front_end *front_end, uint32_t index, uint32_t number)
{
    const uint32_t most = 2 * front_end->config.issue_gap;
    uint64_t hash = front_end->sm[index].warp[number].next;
    const uint32_t gap = most == 0 ? 0 : rs_random_below(&hash, most + 1);
    if (gap == 0) {
        set_ready(&front_end->sm[index], number);
        front_end->try_issue |= UINT64_C(1) << index;
    } else {
        rs_alarm_queue_add(&front_end->computing, front_end->cycle + gap, index * MAX_WARPS + number);
    }
}

/* Warps that have computed long enough. */
static void wake_warps(rs_front_end *front_end)
{
    while (rs_alarm_queue_next(&front_end->computing) <= front_end->cycle) {
        const uint32_t warp = rs_alarm_queue_take(&front_end->computing);
        set_ready(&front_end->sm[warp / MAX_WARPS], warp % MAX_WARPS);
        front_end->try_issue |= UINT64_C(1) << warp / MAX_WARPS;
    }
}

/* The SM now has `residents` CTAs. */
static void set_residents(rs_front_end *front_end, uint32_t index, uint32_t residents)
{
    const uint64_t bit = UINT64_C(1) << index;
    sm_state *sm = &front_end->sm[index];
    front_end->resident[sm->residents] &= ~bit;
    front_end->resident[residents] |= bit;
    sm->residents = residents;
}

/* Puts a CTA on an SM with a free place; one without instructions takes none. */
static void place_cta(rs_front_end *front_end, uint32_t number, uint32_t index)
{
    const rs_program *program = front_end->program;
    sm_state *sm = &front_end->sm[index];
    const uint32_t cta_warps = front_end->config.cta_warps;
    const uint32_t *first = program->warp.item + (size_t)number * cta_warps;
    if (first[0] == first[cta_warps]) {
        return;
    }
    const uint32_t place = (uint32_t)__builtin_ctzll(sm->free_ctas);
    sm->free_ctas &= sm->free_ctas - 1;
    sm->warps_left[place] = 0;
    for (uint32_t i = 0; i < cta_warps; i++) {
        warp_state *warp = &sm->warp[place * cta_warps + i];
        warp->next = first[i];
        warp->end = first[i + 1];
        warp->pending = 0;
        if (warp->next != warp->end) {
            start_instruction(front_end, index, place * cta_warps + i);
            sm->warps_left[place]++;
        }
    }
    set_residents(front_end, index, sm->residents + 1);
    front_end->resident_ctas++;
    front_end->try_issue |= UINT64_C(1) << index;
}

static void dispatch(rs_front_end *front_end)
{
    uint32_t residents = 0;
    while (front_end->next_cta < front_end->launch_end && residents < front_end->config.sm_ctas) {
        const uint64_t candidates = front_end->resident[residents];
        if (candidates == 0) {
            residents++;
            continue;
        }
        place_cta(front_end, front_end->next_cta++, (uint32_t)__builtin_ctzll(candidates));
    }
}

static void start_launch(rs_front_end *front_end)
{
    const uint32_t *first_cta = front_end->program->launch.item;
    if (front_end->launch < rs_program_launches(front_end->program)) {
        front_end->next_cta = first_cta[front_end->launch];
        front_end->launch_end = first_cta[front_end->launch + 1];
        dispatch(front_end);
    }
}

/* The warp's instruction is over: its requests are out, its loads back. */
static void end_instruction(rs_front_end *front_end, uint32_t index, uint32_t number)
{
    sm_state *sm = &front_end->sm[index];
    warp_state *warp = &sm->warp[number];
    if (++warp->next != warp->end) {
        start_instruction(front_end, index, number);
        return;
    }
    const uint32_t place = number / front_end->config.cta_warps;
    if (--sm->warps_left[place] == 0) {
        sm->free_ctas |= UINT64_C(1) << place;
        set_residents(front_end, index, sm->residents - 1);
        front_end->resident_ctas--;
    }
}

/* ---- issue ---------------------------------------------------------------------------------------- */

/* The first ready warp at or after first_warp, in rotating order; NO_WARP without one. */
static uint32_t choose_warp(const sm_state *sm)
{
    const uint64_t low = sm->ready[0], high = sm->ready[1];
    if ((low | high) == 0) {
        return NO_WARP;
    }
    const uint64_t from = UINT64_MAX << (sm->first_warp % 64);
    if (sm->first_warp < 64) {
        if (low & from) {
            return (uint32_t)__builtin_ctzll(low & from);
        }
        return high != 0 ? 64 + (uint32_t)__builtin_ctzll(high) : (uint32_t)__builtin_ctzll(low);
    }
    if (high & from) {
        return 64 + (uint32_t)__builtin_ctzll(high & from);
    }
    return low != 0 ? (uint32_t)__builtin_ctzll(low) : 64 + (uint32_t)__builtin_ctzll(high);
}

/* Starts the SM's next request; false when no warp is ready or no in-flight slot is free. */
static bool start_request(rs_front_end *front_end, uint32_t index)
{
    const rs_program *program = front_end->program;
    sm_state *sm = &front_end->sm[index];
    if (sm->free_slots == 0) {
        return false;
    }
    if (sm->current == NO_WARP) {
        const uint32_t warp = choose_warp(sm);
        if (warp == NO_WARP) {
            return false;
        }
        const uint32_t instruction = sm->warp[warp].next;
        sm->current = warp;
        sm->ready[warp / 64] &= ~(UINT64_C(1) << (warp % 64));
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
    sm->slot_cycle[slot] = front_end->cycle;
    if (sm->write) {
        sm->count.writes++;
    } else {
        sm->count.reads++;
        sm->read_slots |= UINT64_C(1) << slot;
        sm->warp[sm->current].pending++;
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
    memset(flit, 0, sizeof *flit);
    if (sm->flit == 0) {
        const uint64_t address = (uint64_t)front_end->program->request.item[sm->request] << RS_LINE_SHIFT;
        flit->header = rs_request_header(&front_end->config, address, sm->write, sm->slot_tag[sm->slot]);
        flit->head = true;
        flit->tail = !sm->write;
        return;
    }
    const uint64_t sequence = sm->count.reads + sm->count.writes - 1;
    for (uint32_t i = 0; i < front_end->flit_words; i++) {
        flit->data[i] = rs_payload(index, sequence, (sm->flit - 1) * RS_FLIT_WORDS + i) & front_end->word_mask;
    }
    flit->tail = sm->flit == WRITE_FLITS - 1;
}

/* The SMs that this cycle's disturbance stops; per_mille 0 costs nothing. */
static uint64_t draw_sms(rs_front_end *front_end, uint32_t per_mille)
{
    uint64_t drawn = 0;
    if (per_mille != 0) {
        for (uint32_t i = 0; i < front_end->config.sms; i++) {
            drawn |= (uint64_t)(rs_random_below(&front_end->disturbance.seed, 1000) < per_mille) << i;
        }
    }
    return drawn;
}

void rs_front_end_drive(rs_front_end *front_end, rs_path_inputs *inputs)
{
    const uint64_t paused = draw_sms(front_end, front_end->disturbance.request_pause_per_mille);
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
    front_end->reply_ready = front_end->all & ~draw_sms(front_end, front_end->disturbance.reply_stall_per_mille);
    inputs->reply_ready = front_end->reply_ready;
}

/* ---- what moved ----------------------------------------------------------------------------------- */

/* The current instruction's requests are all out: a store is over, a load waits for its replies. */
static void leave_instruction(rs_front_end *front_end, uint32_t index)
{
    sm_state *sm = &front_end->sm[index];
    const uint32_t number = sm->current;
    sm->current = NO_WARP;
    sm->first_warp = number + 1 == front_end->config.sm_ctas * front_end->config.cta_warps ? 0 : number + 1;
    if (sm->warp[number].pending == 0) {
        end_instruction(front_end, index, number);
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
        sm->count.completion_cycle = front_end->cycle;
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
    sm->count.completion_cycle = front_end->cycle;
    front_end->try_issue |= UINT64_C(1) << index;
    if (front_end->hooks.complete != NULL) {
        front_end->hooks.complete(front_end->hooks.user, index, sm->slot_tag[slot], front_end->cycle - sm->slot_cycle[slot]);
    }
    if (--sm->warp[number].pending == 0 && number != sm->current) {
        end_instruction(front_end, index, number);
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
    const bool launch_over = front_end->resident_ctas == 0 && front_end->next_cta == front_end->launch_end;
    if (launch_over && outputs->idle && !rs_front_end_done(front_end)) {
        front_end->launch++;
        start_launch(front_end);
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
    dispatch(front_end);
    wake_warps(front_end);
    front_end->cycle++;
}

uint64_t rs_front_end_quiet_cycles(const rs_front_end *front_end, bool path_idle)
{
    const rs_front_end_disturbance *disturbance = &front_end->disturbance;
    const bool launch_over = front_end->resident_ctas == 0 && front_end->next_cta == front_end->launch_end;
    const uint64_t next = rs_alarm_queue_next(&front_end->computing);
    if ((front_end->try_issue & ~front_end->valid) != 0 || (launch_over && path_idle && !rs_front_end_done(front_end)) ||
        disturbance->reply_stall_per_mille != 0 || disturbance->request_pause_per_mille != 0) {
        return 0;
    }
    return next == UINT64_MAX ? next : next - front_end->cycle;
}

void rs_front_end_skip(rs_front_end *front_end, uint64_t cycles)
{
    front_end->cycle += cycles;
}

/* ---- creation and figures ------------------------------------------------------------------------- */

static bool check_fit(const rs_config *config, const rs_program *program, rs_error *error)
{
    if (program->cta_warps != config->cta_warps) {
        rs_error_set(error, "program: found CTAs of %u warps, expected CTA_WARPS = %u", program->cta_warps, config->cta_warps);
        return false;
    }
    if (program->address_bits > config->map.address_bits) {
        rs_error_set(error, "program: found %u address bits, expected at most the address map's %u", program->address_bits,
                     config->map.address_bits);
        return false;
    }
    if ((config->sm_ctas - 1) >> (config->tag_bits - RS_TAG_SLOT_BITS) != 0) {
        rs_error_set(error, "TAG_BITS: found %u, expected %u or more for %u CTAs an SM", config->tag_bits,
                     RS_TAG_SLOT_BITS + (config->sm_ctas > 2 ? 2u : 1u), config->sm_ctas);
        return false;
    }
    return true;
}

rs_front_end *rs_front_end_create(const rs_config *config, const rs_program *program, rs_error *error)
{
    if (!check_fit(config, program, error)) {
        return NULL;
    }
    rs_front_end *front_end = (rs_front_end *)calloc(1, sizeof *front_end);
    if (front_end == NULL) {
        rs_error_set(error, "found no memory left, expected room for %u SMs", config->sms);
        return NULL;
    }
    if (!rs_alarm_queue_init(&front_end->computing, config->issue_gap == 0 ? 0 : config->sms * config->sm_ctas * config->cta_warps)) {
        rs_error_set(error, "found no memory left, expected room for the warps of %u SMs", config->sms);
        free(front_end);
        return NULL;
    }
    front_end->config = *config;
    front_end->program = program;
    front_end->all = UINT64_MAX >> (64 - config->sms);
    front_end->resident[0] = front_end->all;
    front_end->flit_words = (config->flit_bits + 31) / 32;
    front_end->word_mask = config->flit_bits < 32 ? (UINT32_C(1) << config->flit_bits) - 1 : UINT32_MAX;
    for (uint32_t i = 0; i < config->sms; i++) {
        front_end->sm[i].free_slots = UINT64_MAX >> (64 - config->in_flight);
        front_end->sm[i].free_ctas = (UINT64_C(1) << config->sm_ctas) - 1;
        front_end->sm[i].current = NO_WARP;
    }
    front_end->cycle = UINT64_MAX; /* as in the clock edge before cycle 0 */
    start_launch(front_end);
    front_end->cycle = 0;
    return front_end;
}

void rs_front_end_destroy(rs_front_end *front_end)
{
    if (front_end != NULL) {
        rs_alarm_queue_release(&front_end->computing);
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
    return front_end->launch == rs_program_launches(front_end->program);
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
