/* Contract: gpu_host.h. */
#include "machine/gpu_host.h"

#include <stdlib.h>
#include <string.h>

enum {
    LANES = RS_WARP_LANES,
    COPY_INSTRUCTIONS = 64,              /* stores of a CTA of the copy, which has one warp */
    COPY_WORDS = COPY_INSTRUCTIONS * LANES
};

/* Words that the source's host has changed, stored by a launch of their own. */
typedef struct copy_launch {
    uint64_t *address;
    uint32_t *word;
    uint64_t count, room;
    bool running;
} copy_launch;

typedef struct copy_slot {
    uint64_t next, end;                  /* words of the CTA whose stores are to be handed out */
    uint64_t reading;                    /* word whose store's operands are read next */
} copy_slot;

/* A register that a load is under way to. Others of the load may be taken by a later one before its last words have come. */
typedef struct load_state {
    uint32_t since;                      /* cycle in which the load's operands were read, modulo 2^32: no two of a warp in one */
    uint16_t words_left, length;         /* length: registers of the load */
} load_state;

typedef struct sm_state {
    uint32_t running;                    /* places with a CTA */
    uint32_t starting;                   /* of these, those whose place is still shown as free */
    uint32_t cta[RS_CTA_PLACES_MAX];     /* their numbers */
    bool entering;                       /* the first operands of an instruction were read in the cycle before */
} sm_state;

struct rs_gpu_host {
    rs_config config;
    rs_warp_source source;
    rs_warp_launch launch;               /* the one that runs, or waits to be taken */
    bool pending, over;                  /* launch is to be taken; there is no further one */
    uint32_t started;                    /* of its CTAs */
    uint32_t limit;
    copy_launch copy;
    copy_slot *copy_slots;               /* [sms * sm_ctas] */
    rs_gpu_host_counts counts;
    uint64_t now;
    load_state *loads;                   /* [sms][warps][registers] */
    rs_record_limits limits;             /* of the launch's records */
    rs_cta_records *records;             /* [sms * sm_ctas]: what the CTAs there were given */
    void (*complete)(void *user, uint64_t latency_cycles);
    void *complete_user;
    bool failed, refused;                /* refused: the program is at fault, not the machine */
    rs_error error;
    /* what the machine is shown of each SM */
    uint64_t available[RS_MAX_SMS];
    uint64_t record[RS_MAX_SMS][RS_ISSUE_SCHEDULERS_MAX];
    rs_operand_row *row;
    sm_state sm[];                       /* [sms] */
};

static uint32_t slot_of(const rs_gpu_host *host, uint32_t sm, uint32_t place)
{
    return sm * host->config.sm_ctas + place;
}

static uint32_t warps_of_cta(const rs_gpu_host *host)
{
    return host->copy.running ? 1 : host->launch.cta_warps;
}

/* What a warp of an SM does or is given is wrong. */
static void fail(rs_gpu_host *host, uint32_t sm, uint32_t warp, const char *what)
{
    if (!host->failed) {
        const uint32_t warps = warps_of_cta(host);
        host->failed = host->refused = true;
        rs_error_set(&host->error, "launch %llu, SM %u, CTA %u, warp %u: %s", (unsigned long long)host->counts.launches, sm,
                     host->sm[sm].cta[warp / warps], warp % warps, what);
    }
}

/* ---- launches ------------------------------------------------------------------------------------------------ */

static bool keep_change(copy_launch *copy, uint64_t address, uint32_t word)
{
    if (copy->count == copy->room) {
        const uint64_t room = 2 * copy->room + COPY_WORDS;
        void *addresses = realloc(copy->address, room * sizeof *copy->address);
        copy->address = addresses != NULL ? (uint64_t *)addresses : copy->address;
        void *words = realloc(copy->word, room * sizeof *copy->word);
        copy->word = words != NULL ? (uint32_t *)words : copy->word;
        if (addresses == NULL || words == NULL) {
            return false;
        }
        copy->room = room;
    }
    copy->address[copy->count] = address;
    copy->word[copy->count++] = word;
    return true;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Whether a CTA of the launch fits on an SM; false: error is set and names the key. */
static bool cta_fits(const rs_config *config, const rs_warp_launch *launch, uint64_t number, rs_error *error)
{
    const unsigned long long n = number;
    if (launch->ctas == 0 || launch->cta_warps == 0) {
        rs_error_set(error, "launch %llu: found %u CTAs of %u warps, expected at least 1 of 1", n, launch->ctas, launch->cta_warps);
    } else if (launch->cta_warps > config->warps) {
        rs_error_set(error, "launch %llu: found CTAs of %u warps, expected at most WARPS = %u of an SM", n, launch->cta_warps, config->warps);
    } else if (launch->registers > config->registers) {
        rs_error_set(error, "launch %llu: found %u registers a thread, expected at most REGISTERS = %u", n, launch->registers, config->registers);
    } else if (launch->scratchpad_bytes > config->scratchpad_bytes) {
        rs_error_set(error, "launch %llu: found CTAs of %u bytes of scratchpad, expected at most SCRATCHPAD_BYTES = %u of an SM", n,
                     launch->scratchpad_bytes, config->scratchpad_bytes);
    } else {
        return true;
    }
    return false;
}

/* CTAs that an SM has room for, of a launch of which one fits: places, warps, registers, scratchpad, the launch's own limit. */
static uint32_t ctas_an_sm(const rs_config *config, const rs_warp_launch *launch)
{
    const uint32_t registers = launch->registers != 0 ? launch->registers : 1;
    uint32_t ctas = least(config->sm_ctas, config->warps / launch->cta_warps);
    ctas = least(ctas, config->warps * config->registers / (launch->cta_warps * registers));
    ctas = launch->limit == 0 ? ctas : least(ctas, launch->limit);
    return launch->scratchpad_bytes == 0 ? ctas : least(ctas, config->scratchpad_bytes / launch->scratchpad_bytes);
}

/* The source's next launch, and before it, if there is something to store, the copy. */
static void next_launch(rs_gpu_host *host)
{
    const rs_warp_source *source = &host->source;
    uint64_t cursor = 0, address;
    uint32_t word;
    if (!source->calls->launch(source->user, &host->launch)) {
        host->over = true;
        return;
    }
    host->counts.launches++;
    if (!cta_fits(&host->config, &host->launch, host->counts.launches, &host->error)) {
        host->failed = host->refused = true;
        return;
    }
    host->limit = ctas_an_sm(&host->config, &host->launch);
    host->started = 0;
    host->limits = (rs_record_limits){host->launch.registers != 0 ? host->launch.registers : host->config.registers,
                                      host->config.max_length, host->config.atomics, host->launch.recorded};
    host->copy.count = 0;
    while (source->calls->changed(source->user, &cursor, &address, &word)) {
        if (!keep_change(&host->copy, address, word)) {
            host->failed = true;
            rs_error_memory(&host->error, "launch %llu: out of memory", (unsigned long long)host->counts.launches);
            return;
        }
    }
    host->copy.running = host->copy.count != 0;
    host->counts.copies += host->copy.running;
    host->pending = true;
}

/* ---- a CTA's warps, of the source or of the copy ------------------------------------------------------------- */

static bool record_available(const rs_gpu_host *host, uint32_t slot, uint32_t warp)
{
    if (host->copy.running) {
        return host->copy_slots[slot].next <= host->copy_slots[slot].end;
    }
    return host->source.calls->available(host->source.user, slot, warp);
}

static uint64_t next_record(rs_gpu_host *host, uint32_t slot, uint32_t warp)
{
    static const rs_warp_record store = {RS_RECORD_MEMORY, RS_SPACE_GLOBAL, 2 * RS_LSU_PLAIN + 1, 1, false, false, false,
                                         RS_NO_REGISTER, {0, RS_NO_REGISTER, 2}};
    static const rs_warp_record end = {RS_RECORD_EXIT, RS_SPACE_GLOBAL, 0, 1, false, false, false,
                                       RS_NO_REGISTER, {RS_NO_REGISTER, RS_NO_REGISTER, RS_NO_REGISTER}};
    if (host->copy.running) {
        copy_slot *at = &host->copy_slots[slot];
        const bool last = at->next == at->end;
        at->next = last ? at->end + 1 : at->next + LANES < at->end ? at->next + LANES : at->end;
        return rs_warp_record_pack(last ? &end : &store);
    }
    return host->source.calls->next(host->source.user, slot, warp);
}

static void read_operands(rs_gpu_host *host, uint32_t slot, uint32_t warp, uint32_t number, rs_operand_row *row)
{
    if (!host->copy.running) {
        host->source.calls->operands(host->source.user, slot, warp, number, row);
        return;
    }
    copy_slot *at = &host->copy_slots[slot];
    row->mask = 0;
    row->offset = 0;
    row->scratchpad = false;
    for (uint32_t lane = 0; lane < LANES && at->reading < at->end; lane++, at->reading++) {
        row->mask |= UINT32_C(1) << lane;
        row->operands[lane][0] = (uint32_t)host->copy.address[at->reading];
        row->operands[lane][1] = (uint32_t)(host->copy.address[at->reading] >> 32);
        row->operands[lane][3] = host->copy.word[at->reading];
    }
}

static void look_at_warp(rs_gpu_host *host, uint32_t sm, uint32_t warp)
{
    const uint32_t warps = warps_of_cta(host);
    const uint64_t bit = UINT64_C(1) << warp;
    const bool available = record_available(host, slot_of(host, sm, warp / warps), warp % warps);
    host->available[sm] = available ? host->available[sm] | bit : host->available[sm] & ~bit;
}

static void start_cta(rs_gpu_host *host, uint32_t sm, uint32_t place, uint32_t cta)
{
    const uint32_t slot = slot_of(host, sm, place), warps = warps_of_cta(host);
    if (host->copy.running) {
        copy_slot *at = &host->copy_slots[slot];
        at->next = at->reading = (uint64_t)cta * COPY_WORDS;
        at->end = at->next + COPY_WORDS < host->copy.count ? at->next + COPY_WORDS : host->copy.count;
    } else if (!host->source.calls->cta(host->source.user, cta, slot)) {
        return; /* its trouble() says why */
    }
    host->sm[sm].running |= UINT32_C(1) << place;
    host->sm[sm].starting |= UINT32_C(1) << place;
    host->sm[sm].cta[place] = cta;
    host->started = cta + 1;
    rs_cta_records_start(&host->records[slot], warps);
    for (uint32_t i = 0; i < warps; i++) {
        look_at_warp(host, sm, place * warps + i);
    }
}

static void end_ctas(rs_gpu_host *host, uint32_t sm, uint32_t place_free)
{
    sm_state *state = &host->sm[sm];
    for (uint32_t ended = state->running & ~state->starting & place_free; ended != 0; ended &= ended - 1) {
        const uint32_t place = (uint32_t)__builtin_ctz(ended), warps = warps_of_cta(host);
        state->running &= ~(UINT32_C(1) << place);
        host->available[sm] &= ~((warps < 64 ? (UINT64_C(1) << warps) - 1 : UINT64_MAX) << place * warps);
        if (!host->copy.running) {
            host->source.calls->cta_end(host->source.user, slot_of(host, sm, place));
        }
    }
    state->starting = 0; /* shown as taken from the next cycle on */
}

/* ---- one cycle ----------------------------------------------------------------------------------------------- */

void rs_gpu_host_drive(rs_gpu_host *host, rs_gpu_inputs *inputs)
{
    inputs->launch_valid = host->pending;
    inputs->launch_ctas = host->copy.running ? (uint32_t)((host->copy.count + COPY_WORDS - 1) / COPY_WORDS) : host->launch.ctas;
    inputs->launch_limit = host->copy.running ? 1 : host->limit;
    inputs->cta_warps = warps_of_cta(host);
    inputs->clear = rs_set_below(0);
    inputs->available = host->available;
    inputs->record = (const uint64_t (*)[RS_ISSUE_SCHEDULERS_MAX])host->record;
    inputs->row = host->row;
}

static void count_instruction(rs_gpu_host_counts *counts, uint64_t record)
{
    const uint32_t lanes = rs_warp_record_lanes(record), kind = record & 15, space = record >> 4 & 7;
    counts->thread_instructions += lanes;
    counts->kind[kind < RS_RECORD_KINDS ? kind : RS_RECORD_ALU] += lanes;
    if ((kind == RS_RECORD_MEMORY || kind == RS_RECORD_ATOMIC) && space < RS_SPACES) {
        counts->space[space] += lanes;
    }
}

/* The source's next record of a warp is one that the machine has. */
static void check_record(rs_gpu_host *host, uint32_t sm, uint32_t warp, uint64_t record)
{
    const uint32_t warps = warps_of_cta(host);
    rs_error error;
    if (!rs_record_check(&host->limits, &host->records[slot_of(host, sm, warp / warps)], warp % warps, record, &error)) {
        fail(host, sm, warp, error.text);
    }
}

static void hand_out_records(rs_gpu_host *host, uint32_t sm, const rs_issue_outputs *stage)
{
    const uint32_t warps = warps_of_cta(host);
    for (uint32_t left = stage->ask_valid; left != 0; left &= left - 1) {
        const uint32_t scheduler = (uint32_t)__builtin_ctz(left), warp = stage->ask_warp[scheduler];
        const uint64_t record = next_record(host, slot_of(host, sm, warp / warps), warp % warps);
        if (!host->copy.running) {
            check_record(host, sm, warp, record);
        }
        host->record[sm][scheduler] = record;
        count_instruction(&host->counts, record);
        look_at_warp(host, sm, warp);
    }
}

/* A CTA's scratchpad begins at its place's part of the SM's. */
static void hand_out_operands(rs_gpu_host *host, uint32_t sm, const rs_issue_outputs *stage)
{
    const uint32_t warps = warps_of_cta(host), place = stage->read_warp / warps;
    rs_operand_row *row = &host->row[sm];
    read_operands(host, slot_of(host, sm, place), stage->read_warp % warps, stage->read_number, row);
    if (stage->read_first && row->mask == 0) {
        fail(host, sm, stage->read_warp, "found operands of no lane, expected one or more where memory is accessed");
    }
    if (row->scratchpad && stage->read_first) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            row->operands[lane][0] += place * host->launch.scratchpad_bytes;
        }
    }
}

static load_state *load_of(rs_gpu_host *host, uint32_t sm, uint32_t warp, uint32_t first_register)
{
    return &host->loads[(sm * host->config.warps + warp) * host->config.registers + first_register];
}

/* The operand stage shows the instruction whose first operands were read in the cycle before. */
static void note_load(rs_gpu_host *host, uint32_t sm, const rs_issue_operand *operand)
{
    if (operand->atomic ? operand->atomic_returns : operand->opcode % 2 == 0) {
        load_state *load = load_of(host, sm, operand->warp, operand->first_register);
        for (uint32_t i = 0; i < operand->length; i++) {
            load[i] = (load_state){(uint32_t)(host->now - 1), (uint16_t)__builtin_popcount(host->row[sm].mask), (uint16_t)operand->length};
        }
    }
}

static void take_words(rs_gpu_host *host, uint32_t sm, const rs_writeback *wb)
{
    load_state *first = load_of(host, sm, wb->warp, wb->first_register), *own = first + wb->element;
    const uint32_t warps = warps_of_cta(host);
    const rs_words words = {wb->first_register, wb->element, (uint32_t)wb->mask, wb->level, wb->data};
    host->source.calls->words(host->source.user, slot_of(host, sm, wb->warp / warps), wb->warp % warps, &words);
    look_at_warp(host, sm, wb->warp);
    own->words_left = (uint16_t)(own->words_left - __builtin_popcount(words.mask));
    bool all = own->words_left == 0;
    for (uint32_t i = 0; all && i < own->length; i++) {
        all = first[i].since != own->since || first[i].words_left == 0;
    }
    if (all && host->complete != NULL) {
        host->complete(host->complete_user, (uint32_t)host->now - own->since);
    }
}

static void report_fault(rs_gpu_host *host, uint32_t sm, const rs_sm_fault *fault)
{
    rs_error error;
    rs_error_set(&error, "found an access to the %s (register %u, element %u) at addresses of lanes 0x%llx that are no multiple of 4, of "
                 "lanes 0x%llx outside, expected words inside", fault->scratchpad ? "scratchpad" : "memory", fault->first_register,
                 fault->element, (unsigned long long)fault->misaligned, (unsigned long long)fault->outside);
    fail(host, sm, fault->warp, error.text);
}

/* What an issue stage does in the cycle. */
static void serve_stage(rs_gpu_host *host, uint32_t sm, const rs_issue_outputs *stage)
{
    if (stage->issue_valid != 0) {
        host->counts.instructions += (uint64_t)__builtin_popcount(stage->issue_valid);
    }
    if (host->sm[sm].entering) {
        note_load(host, sm, &stage->operand);
    }
    host->sm[sm].entering = stage->read_valid && stage->read_first;
    if (stage->ask_valid != 0) {
        hand_out_records(host, sm, stage);
    }
    if (stage->read_valid) {
        hand_out_operands(host, sm, stage);
    }
}

void rs_gpu_host_clock(rs_gpu_host *host, const rs_gpu_outputs *outputs)
{
    const rs_cta_dispatch_outputs *dispatch = &outputs->dispatch;
    const rs_gpu_memory_outputs *memory = outputs->memory;
    const uint32_t words = host->config.sm_words;
    RS_EACH(i, k, words, outputs->looked.word[k] | memory->wb_valid.word[k] | memory->fault_valid.word[k]) {
        const rs_issue_outputs *stage = outputs->stage[i];
        if (rs_set_has(&outputs->looked, i)) {
            serve_stage(host, i, stage);
        }
        if (memory->wb[i] != NULL) {
            take_words(host, i, memory->wb[i]);
        }
        if (host->sm[i].running != 0 && rs_set_has(&outputs->looked, i)) {
            end_ctas(host, i, stage->place_free);
        }
        if (stage->illegal) {
            fail(host, i, stage->illegal_warp, "found a record that the issue stage refuses, expected one as sm/warp_record.h says");
        }
        if (rs_set_has(&memory->fault_valid, i)) {
            report_fault(host, i, &memory->fault[i]);
        }
    }
    if (dispatch->start_valid) {
        start_cta(host, dispatch->start_sm, dispatch->start_place, dispatch->start_cta);
    }
    host->now++;
    host->pending = host->pending && !dispatch->launch_ready;
    if (dispatch->launch_over) {
        if (host->copy.running) {
            host->copy.running = false;
            host->pending = true;
        } else {
            next_launch(host);
        }
    }
}

/* ---- life and figures ---------------------------------------------------------------------------------------- */

rs_gpu_host *rs_gpu_host_create(const rs_config *config, rs_warp_source source, rs_error *error)
{
    if (config->lanes != LANES) {
        rs_error_set(error, "LANES: found %u, expected %d for a program", config->lanes, LANES);
        return NULL;
    }
    if (source.calls->bytes(source.user) > UINT64_C(1) << config->map.address_bits) {
        rs_error_set(error, "program: found %llu bytes of memory, expected at most the %llu of the address map",
                     (unsigned long long)source.calls->bytes(source.user), 1ULL << config->map.address_bits);
        return NULL;
    }
    rs_gpu_host *host = (rs_gpu_host *)calloc(1, sizeof *host + config->sms * sizeof host->sm[0]);
    const uint32_t warps = config->sms * config->warps;
    const uint32_t slots = config->sms * config->sm_ctas;
    if (host == NULL || (host->copy_slots = (copy_slot *)calloc(slots, sizeof(copy_slot))) == NULL ||
        (host->row = (rs_operand_row *)calloc(config->sms, sizeof(rs_operand_row))) == NULL ||
        (host->records = (rs_cta_records *)calloc(slots, sizeof(rs_cta_records))) == NULL ||
        (host->loads = (load_state *)calloc(warps * config->registers, sizeof(load_state))) == NULL) {
        rs_error_memory(error, "host: out of memory");
        rs_gpu_host_destroy(host);
        return NULL;
    }
    host->config = *config;
    host->source = source;
    next_launch(host);
    if (rs_gpu_host_error(host) != NULL) { /* the source's trouble too */
        rs_error_set(error, "%s", rs_gpu_host_error(host));
        rs_gpu_host_destroy(host);
        return NULL;
    }
    return host;
}

void rs_gpu_host_destroy(rs_gpu_host *host)
{
    if (host != NULL) {
        free(host->copy.address);
        free(host->copy.word);
        free(host->copy_slots);
        free(host->loads);
        free(host->records);
        free(host->row);
        free(host);
    }
}

void rs_gpu_host_set_complete(rs_gpu_host *host, void (*complete)(void *user, uint64_t latency_cycles), void *user)
{
    host->complete = complete;
    host->complete_user = user;
}

const rs_config *rs_gpu_host_config(const rs_gpu_host *host)
{
    return &host->config;
}

const rs_warp_source *rs_gpu_host_source(const rs_gpu_host *host)
{
    return &host->source;
}

rs_gpu_host_warp rs_gpu_host_find(const rs_gpu_host *host, uint32_t sm, uint32_t warp)
{
    const uint32_t warps = warps_of_cta(host), place = warp / warps;
    const rs_gpu_host_warp found = {host->counts.launches, host->sm[sm].cta[place], warp % warps,
                                    &host->records[slot_of(host, sm, place)].warp[warp % warps]};
    return found;
}

bool rs_gpu_host_full(const rs_gpu_host *host)
{
    bool full = !host->pending && !host->copy.running;
    for (uint32_t i = 0; i < host->config.sms && host->started != host->launch.ctas && full; i++) {
        full = (uint32_t)__builtin_popcount(host->sm[i].running) == host->limit;
    }
    return full;
}

bool rs_gpu_host_done(const rs_gpu_host *host)
{
    return host->over;
}

rs_gpu_host_counts rs_gpu_host_count(const rs_gpu_host *host)
{
    return host->counts;
}

const char *rs_gpu_host_error(const rs_gpu_host *host)
{
    bool program;
    const char *trouble = host->source.calls->trouble(host->source.user, &program);
    return trouble != NULL ? trouble : host->failed ? host->error.text : NULL;
}

bool rs_gpu_host_refused(const rs_gpu_host *host)
{
    bool program = false;
    return host->source.calls->trouble(host->source.user, &program) != NULL ? program : host->failed && host->refused;
}
