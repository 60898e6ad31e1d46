/* Contract: trace_source.h. */
#include "machine/trace_source.h"

#include <stdlib.h>
#include <string.h>

enum { SLOT_WORDS = RS_IN_FLIGHT_MAX / 64, LEAST_SLOTS = 1 << RS_TAG_SLOT_BITS };

typedef struct slot_state {
    uint64_t cycle; /* issue */
    uint64_t due;   /* its cycle in the trace */
    uint32_t tag;
} slot_state;

/* 64 in-flight slots of an SM, a bit each: free; held by a read. */
typedef struct slot_word {
    uint64_t free, read;
} slot_word;

typedef struct sm_state {
    uint32_t free_count;
    uint32_t next, end;              /* requests: on offer or to be offered next, and the end */
    uint32_t flit;                   /* of the current request: on offer or to be offered next */
    uint32_t slot;                   /* of the current request */
    uint32_t tag;
    uint32_t reply_slot;             /* of the reply whose head has come */
    rs_sm_count count;
    slot_word slots[SLOT_WORDS];
} sm_state;

struct rs_trace_source {
    rs_config config;
    const rs_trace *trace;
    rs_source_hooks hooks;
    rs_disturbance disturbance;
    uint64_t cycle;
    uint32_t slot_mask;   /* of the slot in a tag: a power of two, at least IN_FLIGHT and 64, less 1 */
    rs_set all;           /* SMs, as in all sets */
    rs_set valid;         /* a flit is on offer */
    rs_set try_issue;     /* may have a flit to offer once none is */
    rs_set seen;          /* open trace: requests that were there in the last drive() and whose tail has not been taken */
    rs_set sleeping;      /* the next request's cycle has not come */
    uint64_t wake;        /* the earliest of the sleeping SMs' cycles, UINT64_MAX without one */
    rs_set reply_ready;   /* as driven */
    rs_set in_reply;      /* between a reply's head and its tail ... */
    rs_set known;         /* ... whose tag was in flight */
    uint64_t issued, outstanding_reads, taken;
    uint32_t flit_words, word_mask;
    uint32_t tag_mask;
    uint64_t window_from, window_to, window_reads; /* reads due in the window, once it is set */
    rs_histogram due_latency; /* of reads due in the window: from the cycle in the trace on */
    const char *protocol_error;
    sm_state sm[RS_MAX_SMS];
    slot_state slot[]; /* [in_flight][sms]: an SM takes the lowest free ones, so that most of these lie unused behind the others */
};

static slot_state *slot_of(rs_trace_source *source, uint32_t index, uint32_t slot)
{
    return &source->slot[(size_t)slot * source->config.sms + index];
}

/* ---- disturbance ------------------------------------------------------------------------------------- */

/* Word k of the set of the SMs that are stopped in a cycle; per_mille 0 costs nothing. */
static uint64_t draw(rs_disturbance *disturbance, uint32_t sms, uint32_t per_mille, uint32_t k)
{
    uint64_t drawn = 0;
    for (uint32_t i = 64 * k; per_mille != 0 && i < sms && i < 64 * k + 64; i++) {
        drawn |= (uint64_t)(rs_random_below(&disturbance->seed, 1000) < per_mille) << i % 64;
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

/* The lowest free slot of an SM that has one. */
static uint32_t take_slot(sm_state *sm)
{
    uint32_t k = 0;
    while (sm->slots[k].free == 0) {
        k++;
    }
    const uint32_t slot = 64 * k + (uint32_t)__builtin_ctzll(sm->slots[k].free);
    sm->slots[k].free &= sm->slots[k].free - 1;
    sm->free_count--;
    return slot;
}

static void give_slot(sm_state *sm, uint32_t slot)
{
    sm->slots[slot / 64].free |= UINT64_C(1) << slot % 64;
    sm->slots[slot / 64].read &= ~(UINT64_C(1) << slot % 64);
    sm->free_count++;
}

/* Starts the SM's next request; false when there is none, it is early, or no slot is free. */
static bool start_request(rs_trace_source *source, uint32_t index)
{
    sm_state *sm = &source->sm[index];
    if (sm->next == sm->end || sm->free_count == 0) {
        return false;
    }
    const rs_trace_request *request = &source->trace->request[sm->next];
    if (request->cycle > source->cycle) {
        rs_set_add(&source->sleeping, index);
        source->wake = request->cycle < source->wake ? request->cycle : source->wake;
        return false;
    }
    sm->slot = take_slot(sm);
    sm->tag = ((uint32_t)request->group * (source->slot_mask + 1) & source->tag_mask) |
              (request->write ? (uint32_t)sm->count.writes & source->slot_mask : sm->slot);
    *slot_of(source, index, sm->slot) = (slot_state){source->cycle, request->cycle, sm->tag};
    if (request->write) {
        sm->count.writes++;
    } else {
        sm->count.reads++;
        sm->slots[sm->slot / 64].read |= UINT64_C(1) << sm->slot % 64;
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
    const uint32_t flits = request->write ? rs_data_packet_flits(&source->config) : 1;
    memset(flit, 0, sizeof *flit);
    flit->tail = sm->flit + 1 == flits;
    if (sm->flit == 0) {
        flit->header = rs_path_header(&source->config, (uint64_t)request->line << RS_LINE_SHIFT, request->write, sm->tag);
        flit->mask = request->write ? write_mask(source, index, sequence) : 0;
        flit->head = true;
    }
    if (request->write && sm->flit + 2 >= flits) { /* the last two have data */
        for (uint32_t i = 0; i < source->flit_words; i++) {
            flit->data[i] = rs_payload(index, sequence, (sm->flit + 2 - flits) * RS_FLIT_WORDS + i) & source->word_mask;
        }
    }
}

static void wake_sleepers(rs_trace_source *source)
{
    if (source->cycle >= source->wake) {
        for (uint32_t k = 0; k < source->config.sm_words; k++) {
            source->try_issue.word[k] |= source->sleeping.word[k];
            source->sleeping.word[k] = 0;
        }
        source->wake = UINT64_MAX;
    }
}

/* Word k of the set of the SMs whose request has come to an open trace since the last drive(). */
static uint64_t fresh(const rs_trace_source *source, uint32_t k)
{
    return source->trace->open ? source->trace->arrived.word[k] & ~source->seen.word[k] : 0;
}

static void see_arrivals(rs_trace_source *source)
{
    RS_EACH(index, k, source->config.sm_words, fresh(source, k)) {
        source->sm[index].next = source->trace->first[index];
        rs_set_add(&source->seen, index);
        rs_set_add(&source->try_issue, index);
    }
}

RS_HOT void rs_trace_source_drive(rs_trace_source *source, rs_path_inputs *inputs)
{
    rs_disturbance *disturbance = &source->disturbance;
    wake_sleepers(source);
    see_arrivals(source);
    for (uint32_t k = 0; k < source->config.sm_words; k++) {
        const uint64_t paused = draw(disturbance, source->config.sms, disturbance->request_pause_per_mille, k);
        RS_EACH_OF_WORD(index, k, source->try_issue.word[k] & ~source->valid.word[k] & ~paused) {
            rs_set_remove(&source->try_issue, index); /* woken again by a tail taken, a reply or the request's cycle */
            if (source->sm[index].flit != 0 || start_request(source, index)) {
                write_flit(source, index, &inputs->request[index]);
                rs_set_add(&source->valid, index);
            }
        }
        const uint64_t stalled = draw(disturbance, source->config.sms, disturbance->reply_stall_per_mille, k);
        inputs->request_valid.word[k] = source->valid.word[k];
        inputs->reply_ready.word[k] = source->reply_ready.word[k] = source->all.word[k] & ~stalled;
    }
}

/* ---- what moved ---------------------------------------------------------------------------------------- */

static void flit_taken(rs_trace_source *source, uint32_t index)
{
    sm_state *sm = &source->sm[index];
    const bool write = source->trace->request[sm->next].write;
    rs_set_add(&source->try_issue, index);
    if (++sm->flit < (write ? rs_data_packet_flits(&source->config) : 1)) {
        return;
    }
    sm->flit = 0;
    sm->next++;
    rs_set_remove(&source->seen, index);
    source->taken++;
    if (write) {
        give_slot(sm, sm->slot);
        sm->count.completion_cycle = source->cycle;
    }
}

static bool in_window(const rs_trace_source *source, uint64_t due)
{
    return due >= source->window_from && due < source->window_to;
}

static void read_back(rs_trace_source *source, uint32_t index, uint32_t slot)
{
    sm_state *sm = &source->sm[index];
    const slot_state *state = slot_of(source, index, slot);
    give_slot(sm, slot);
    sm->count.completion_cycle = source->cycle;
    rs_set_add(&source->try_issue, index);
    source->outstanding_reads--;
    if (source->trace->timed && in_window(source, state->due)) {
        rs_histogram_add(&source->due_latency, source->cycle - state->due);
    }
    if (source->hooks.complete != NULL) {
        source->hooks.complete(source->hooks.user, index, state->tag, source->cycle - state->cycle);
    }
}

static void reject(rs_trace_source *source, const char *what)
{
    if (source->protocol_error == NULL) {
        source->protocol_error = what;
    }
}

/* A reply begins. */
static void begin_reply(rs_trace_source *source, uint32_t index, const rs_flit *head)
{
    sm_state *sm = &source->sm[index];
    const uint32_t tag = rs_reply_tag(&source->config, head->header);
    sm->reply_slot = tag & source->slot_mask;
    if ((sm->slots[sm->reply_slot / 64].read >> sm->reply_slot % 64 & 1) != 0 && slot_of(source, index, sm->reply_slot)->tag == tag) {
        rs_set_add(&source->known, index);
    } else {
        rs_set_remove(&source->known, index);
        reject(source, "found a reply with a tag not in flight, expected one of the SM's reads");
    }
}

/* Word k of the sets of SMs: replies' flits that have come. */
static void replies_taken(rs_trace_source *source, const rs_path_outputs *outputs, uint32_t k, uint64_t come)
{
    uint64_t heads = 0, tails = 0;
    RS_EACH_OF_WORD(index, k, come) { /* without a branch, for nobody can foretell it */
        heads |= (uint64_t)outputs->reply[index].head << index % 64;
        tails |= (uint64_t)outputs->reply[index].tail << index % 64;
    }
    if ((heads & source->in_reply.word[k]) != 0) {
        reject(source, "found a reply's head inside a reply, expected data and tail first");
    }
    if ((come & ~heads & ~source->in_reply.word[k]) != 0) {
        reject(source, "found reply data without a head, expected a head");
    }
    source->in_reply.word[k] = (source->in_reply.word[k] | come) & ~tails;
    RS_EACH_OF_WORD(head, k, heads) {
        begin_reply(source, head, &outputs->reply[head]);
    }
    RS_EACH_OF_WORD(tail, k, tails & source->known.word[k]) {
        read_back(source, tail, source->sm[tail].reply_slot);
    }
    source->known.word[k] &= ~tails;
}

RS_HOT void rs_trace_source_clock(rs_trace_source *source, const rs_path_outputs *outputs)
{
    RS_EACH(index, k, source->config.sm_words, source->valid.word[k] & outputs->request_ready.word[k]) {
        rs_set_remove(&source->valid, index);
        flit_taken(source, index);
    }
    for (uint32_t k = 0; k < source->config.sm_words; k++) {
        replies_taken(source, outputs, k, outputs->reply_valid.word[k] & source->reply_ready.word[k]);
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
    rs_trace_source *source = (rs_trace_source *)calloc(1, sizeof *source + (size_t)config->in_flight * config->sms * sizeof(slot_state));
    if (source == NULL) {
        rs_error_memory(error, "found no memory left, expected room for %u SMs", config->sms);
        return NULL;
    }
    source->config = *config;
    source->trace = trace;
    source->all = rs_set_below(config->sms);
    for (source->slot_mask = LEAST_SLOTS - 1; source->slot_mask + 1 < config->in_flight; source->slot_mask = 2 * source->slot_mask + 1) {
    }
    source->try_issue = source->all;
    source->wake = UINT64_MAX;
    source->window_to = UINT64_MAX;
    source->tag_mask = (UINT32_C(1) << config->tag_bits) - 1;
    source->flit_words = (config->flit_bits + 31) / 32;
    source->word_mask = config->flit_bits < 32 ? (UINT32_C(1) << config->flit_bits) - 1 : UINT32_MAX;
    for (uint32_t i = 0; i < config->sms; i++) {
        for (uint32_t slot = 0; slot < config->in_flight; slot++) {
            give_slot(&source->sm[i], slot);
        }
        source->sm[i].next = trace->first[trace->open ? i + 1 : i];
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

RS_HOT bool rs_trace_source_done(const rs_trace_source *source)
{
    return !source->trace->open && source->taken == source->trace->count && source->outstanding_reads == 0;
}

bool rs_trace_source_resting(const rs_trace_source *source)
{
    return !rs_set_any(&source->valid, source->config.sm_words) && !rs_set_any(&source->try_issue, source->config.sm_words) && source->outstanding_reads == 0;
}

uint64_t rs_trace_source_quiet_cycles(const rs_trace_source *source)
{
    const rs_disturbance *disturbance = &source->disturbance;
    uint64_t offers = 0;
    for (uint32_t k = 0; k < source->config.sm_words; k++) {
        offers |= (source->try_issue.word[k] & ~source->valid.word[k]) | fresh(source, k);
    }
    if (offers != 0 || source->wake <= source->cycle ||
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

void rs_trace_source_set_window(rs_trace_source *source, uint64_t from, uint64_t to)
{
    source->window_from = from;
    source->window_to = to;
    source->window_reads = 0;
    for (uint32_t i = 0; source->trace->timed && i < source->trace->count; i++) {
        const rs_trace_request *request = &source->trace->request[i];
        source->window_reads += !request->write && in_window(source, request->cycle);
    }
}

uint64_t rs_trace_source_window_left(const rs_trace_source *source)
{
    return source->window_reads - source->due_latency.samples;
}

const rs_histogram *rs_trace_source_due_latency(const rs_trace_source *source)
{
    return &source->due_latency;
}

RS_HOT const char *rs_trace_source_protocol_error(const rs_trace_source *source)
{
    return source->protocol_error;
}
