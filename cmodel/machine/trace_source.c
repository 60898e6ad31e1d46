/* Contract: trace_source.h. */
#include "machine/trace_source.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << RS_TAG_SLOT_BITS, SLOT_MASK = SLOTS - 1, WRITE_FLITS = 3 };

typedef struct sm_state {
    uint64_t free_slots, read_slots; /* in-flight slots: free; held by a read */
    uint32_t next, end;              /* requests: on offer or to be offered next, and the end */
    uint32_t flit;                   /* of the current request: on offer or to be offered next */
    uint32_t slot;                   /* of the current request */
    uint32_t tag;
    uint32_t reply_slot;             /* of the reply whose head has come */
    bool in_reply, known_reply;      /* between head and tail; and its tag was in flight */
    uint64_t slot_cycle[SLOTS];      /* issue */
    uint64_t slot_due[SLOTS];        /* its cycle in the trace */
    uint32_t slot_tag[SLOTS];
    rs_sm_count count;
} sm_state;

struct rs_trace_source {
    rs_config config;
    const rs_trace *trace;
    rs_source_hooks hooks;
    rs_disturbance disturbance;
    uint64_t cycle;
    uint64_t all;         /* a bit per SM, as in all masks */
    uint64_t valid;       /* a flit is on offer */
    uint64_t try_issue;   /* may have a flit to offer once none is */
    uint64_t sleeping;    /* the next request's cycle has not come */
    uint64_t wake;        /* the earliest of the sleeping SMs' cycles, UINT64_MAX without one */
    uint64_t reply_ready; /* as driven */
    uint64_t issued, outstanding_reads, taken;
    uint32_t flit_words, word_mask;
    uint32_t tag_mask;
    rs_histogram due_latency; /* of reads: from the cycle in the trace on */
    const char *protocol_error;
    sm_state sm[RS_MAX_SMS];
};

/* ---- disturbance ------------------------------------------------------------------------------------- */

/* The SMs, a bit each, that are stopped in a cycle; per_mille 0 costs nothing. */
static uint64_t draw(rs_disturbance *disturbance, uint32_t sms, uint32_t per_mille)
{
    uint64_t drawn = 0;
    for (uint32_t i = 0; per_mille != 0 && i < sms; i++) {
        drawn |= (uint64_t)(rs_random_below(&disturbance->seed, 1000) < per_mille) << i;
    }
    return drawn;
}

/* Byte mask of a write; sequence as in rs_payload(). */
static uint64_t write_mask(const rs_trace_source *source, uint32_t sm, uint64_t sequence)
{
    const uint64_t full = source->config.full_mask;
    const uint64_t random = rs_splitmix64_mix(((uint64_t)sm << 56 ^ sequence) + UINT64_C(0xd1b54a32d192ed03));
    if (!source->disturbance.partial_writes || full == 0) {
        return full;
    }
    switch (random % 4) {
    case 0: return full;
    case 1: return UINT64_C(1) << (random >> 8) % (uint64_t)__builtin_popcountll(full);
    case 2: return 0;
    default: return rs_splitmix64_mix(random) & full;
    }
}

/* ---- issue ------------------------------------------------------------------------------------------- */

/* Starts the SM's next request; false when there is none, it is early, or no slot is free. */
static bool start_request(rs_trace_source *source, uint32_t index)
{
    sm_state *sm = &source->sm[index];
    if (sm->next == sm->end || sm->free_slots == 0) {
        return false;
    }
    const rs_trace_request *request = &source->trace->request[sm->next];
    if (request->cycle > source->cycle) {
        source->sleeping |= UINT64_C(1) << index;
        source->wake = request->cycle < source->wake ? request->cycle : source->wake;
        return false;
    }
    sm->slot = (uint32_t)__builtin_ctzll(sm->free_slots);
    sm->free_slots &= sm->free_slots - 1;
    sm->tag = ((uint32_t)request->group << RS_TAG_SLOT_BITS & source->tag_mask) |
              (request->write ? (uint32_t)sm->count.writes & SLOT_MASK : sm->slot);
    sm->slot_tag[sm->slot] = sm->tag;
    sm->slot_cycle[sm->slot] = source->cycle;
    sm->slot_due[sm->slot] = request->cycle;
    if (request->write) {
        sm->count.writes++;
    } else {
        sm->count.reads++;
        sm->read_slots |= UINT64_C(1) << sm->slot;
        source->outstanding_reads++;
    }
    source->issued++;
    if (source->hooks.issue != NULL) {
        source->hooks.issue(source->hooks.user, index, sm->tag, (uint64_t)request->line << RS_LINE_SHIFT,
                            request->write);
    }
    return true;
}

static void write_flit(const rs_trace_source *source, uint32_t index, rs_flit *flit)
{
    const sm_state *sm = &source->sm[index];
    const rs_trace_request *request = &source->trace->request[sm->next];
    const uint64_t sequence = sm->count.reads + sm->count.writes - 1;
    memset(flit, 0, sizeof *flit);
    if (sm->flit == 0) {
        flit->header = rs_path_header(&source->config, (uint64_t)request->line << RS_LINE_SHIFT, request->write, sm->tag);
        flit->mask = request->write ? write_mask(source, index, sequence) : 0;
        flit->head = true;
        flit->tail = !request->write;
        return;
    }
    for (uint32_t i = 0; i < source->flit_words; i++) {
        flit->data[i] = rs_payload(index, sequence, (sm->flit - 1) * RS_FLIT_WORDS + i) & source->word_mask;
    }
    flit->tail = sm->flit == WRITE_FLITS - 1;
}

static void wake_sleepers(rs_trace_source *source)
{
    if (source->cycle >= source->wake) {
        source->try_issue |= source->sleeping;
        source->sleeping = 0;
        source->wake = UINT64_MAX;
    }
}

void rs_trace_source_drive(rs_trace_source *source, rs_path_inputs *inputs)
{
    rs_disturbance *disturbance = &source->disturbance;
    const uint64_t paused = draw(disturbance, source->config.sms, disturbance->request_pause_per_mille);
    wake_sleepers(source);
    for (uint64_t left = source->try_issue & ~source->valid & ~paused; left != 0; left &= left - 1) {
        const uint64_t bit = left & -left;
        const uint32_t index = (uint32_t)__builtin_ctzll(left);
        source->try_issue &= ~bit; /* woken again by a tail taken, a reply or the request's cycle */
        if (source->sm[index].flit != 0 || start_request(source, index)) {
            write_flit(source, index, &inputs->request[index]);
            source->valid |= bit;
        }
    }
    inputs->request_valid = source->valid;
    source->reply_ready = source->all & ~draw(disturbance, source->config.sms, disturbance->reply_stall_per_mille);
    inputs->reply_ready = source->reply_ready;
}

/* ---- what moved ---------------------------------------------------------------------------------------- */

static void flit_taken(rs_trace_source *source, uint32_t index)
{
    sm_state *sm = &source->sm[index];
    const bool write = source->trace->request[sm->next].write;
    source->try_issue |= UINT64_C(1) << index;
    if (++sm->flit < (uint32_t)(write ? WRITE_FLITS : 1)) {
        return;
    }
    sm->flit = 0;
    sm->next++;
    source->taken++;
    if (write) {
        sm->free_slots |= UINT64_C(1) << sm->slot;
        sm->count.completion_cycle = source->cycle;
    }
}

static void read_back(rs_trace_source *source, uint32_t index, uint32_t slot)
{
    sm_state *sm = &source->sm[index];
    sm->read_slots &= ~(UINT64_C(1) << slot);
    sm->free_slots |= UINT64_C(1) << slot;
    sm->count.completion_cycle = source->cycle;
    source->try_issue |= UINT64_C(1) << index;
    source->outstanding_reads--;
    if (source->trace->form == RS_TRACE_DRAMSIM3) {
        rs_histogram_add(&source->due_latency, source->cycle - sm->slot_due[slot]);
    }
    if (source->hooks.complete != NULL) {
        source->hooks.complete(source->hooks.user, index, sm->slot_tag[slot], source->cycle - sm->slot_cycle[slot]);
    }
}

static void reject(rs_trace_source *source, const char *what)
{
    if (source->protocol_error == NULL) {
        source->protocol_error = what;
    }
}

static void reply_taken(rs_trace_source *source, uint32_t index, const rs_flit *flit)
{
    sm_state *sm = &source->sm[index];
    if (flit->head == sm->in_reply) {
        reject(source, flit->head ? "found a reply's head inside a reply, expected data and tail first"
                                  : "found reply data without a head, expected a head");
    }
    if (flit->head) {
        const uint32_t tag = rs_reply_tag(&source->config, flit->header);
        sm->reply_slot = tag & SLOT_MASK;
        sm->known_reply = (sm->read_slots >> sm->reply_slot & 1) != 0 && sm->slot_tag[sm->reply_slot] == tag;
        if (!sm->known_reply) {
            reject(source, "found a reply with a tag not in flight, expected one of the SM's reads");
        }
    }
    sm->in_reply = !flit->tail;
    if (flit->tail && sm->known_reply) {
        sm->known_reply = false;
        read_back(source, index, sm->reply_slot);
    }
}

void rs_trace_source_clock(rs_trace_source *source, const rs_path_outputs *outputs)
{
    const uint64_t moved = source->valid & outputs->request_ready;
    source->valid &= ~moved;
    for (uint64_t left = moved; left != 0; left &= left - 1) {
        flit_taken(source, (uint32_t)__builtin_ctzll(left));
    }
    for (uint64_t left = outputs->reply_valid & source->reply_ready; left != 0; left &= left - 1) {
        const uint32_t index = (uint32_t)__builtin_ctzll(left);
        reply_taken(source, index, &outputs->reply[index]);
    }
    source->cycle++;
}

/* ---- creation and figures -------------------------------------------------------------------------------- */

rs_trace_source *rs_trace_source_create(const rs_config *config, const rs_trace *trace, rs_error *error)
{
    if (trace->sms != config->sms || trace->address_bits > config->map.address_bits) {
        rs_error_set(error, "trace: found %u SMs and %u address bits, expected %u and at most %u", trace->sms,
                     trace->address_bits, config->sms, config->map.address_bits);
        return NULL;
    }
    rs_trace_source *source = (rs_trace_source *)calloc(1, sizeof *source);
    if (source == NULL) {
        rs_error_set(error, "found no memory left, expected room for %u SMs", config->sms);
        return NULL;
    }
    source->config = *config;
    source->trace = trace;
    source->all = UINT64_MAX >> (64 - config->sms);
    source->try_issue = source->all;
    source->wake = UINT64_MAX;
    source->tag_mask = (UINT32_C(1) << config->tag_bits) - 1;
    source->flit_words = (config->flit_bits + 31) / 32;
    source->word_mask = config->flit_bits < 32 ? (UINT32_C(1) << config->flit_bits) - 1 : UINT32_MAX;
    for (uint32_t i = 0; i < config->sms; i++) {
        source->sm[i].free_slots = UINT64_MAX >> (64 - config->in_flight);
        source->sm[i].next = trace->first[i];
        source->sm[i].end = trace->first[i + 1];
    }
    return source;
}

void rs_trace_source_destroy(rs_trace_source *source)
{
    if (source != NULL) {
        rs_histogram_free(&source->due_latency);
        free(source);
    }
}

void rs_trace_source_set_hooks(rs_trace_source *source, const rs_source_hooks *hooks)
{
    source->hooks = *hooks;
}

void rs_trace_source_set_disturbance(rs_trace_source *source, const rs_disturbance *disturbance)
{
    source->disturbance = *disturbance;
}

bool rs_trace_source_done(const rs_trace_source *source)
{
    return source->taken == source->trace->count && source->outstanding_reads == 0;
}

bool rs_trace_source_resting(const rs_trace_source *source)
{
    return source->valid == 0 && source->try_issue == 0 && source->outstanding_reads == 0;
}

uint64_t rs_trace_source_quiet_cycles(const rs_trace_source *source)
{
    const rs_disturbance *disturbance = &source->disturbance;
    if ((source->try_issue & ~source->valid) != 0 || source->wake <= source->cycle ||
        disturbance->reply_stall_per_mille != 0 || disturbance->request_pause_per_mille != 0) {
        return 0;
    }
    return source->wake == UINT64_MAX ? UINT64_MAX : source->wake - source->cycle;
}

void rs_trace_source_skip(rs_trace_source *source, uint64_t cycles)
{
    source->cycle += cycles;
}

rs_sm_count rs_trace_source_count(const rs_trace_source *source, uint32_t sm)
{
    return source->sm[sm].count;
}

uint64_t rs_trace_source_issued(const rs_trace_source *source)
{
    return source->issued;
}

const rs_histogram *rs_trace_source_due_latency(const rs_trace_source *source)
{
    return &source->due_latency;
}

const char *rs_trace_source_protocol_error(const rs_trace_source *source)
{
    return source->protocol_error;
}
