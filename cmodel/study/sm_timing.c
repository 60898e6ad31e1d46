/* Contract: sm_timing.h. */
#include "study/sm_timing.h"

#include <stdlib.h>
#include <string.h>

#include "machine/gpu_memory.h"

#define PENDING UINT32_MAX
#define NEVER UINT64_MAX

enum { LANES = RS_WARP_LANES, INSTRUCTION_BITS = 27 };

/* A CTA on the SM: its trace and what of it is left. */
typedef struct rs_sm_cta {
    rs_cta_trace *trace;
    uint32_t running, at_barrier; /* warps */
} rs_sm_cta;

bool rs_sm_timing_init(rs_sm_timing *sm, const rs_config *config)
{
    rs_sm_memory_config memory = rs_gpu_sm_config(config);
    memory.unit.register_bits = INSTRUCTION_BITS + 2;
    memory.cache.table.sectors = 1;
    memset(sm, 0, sizeof *sm);
    sm->in.wb_ready = true;
    return rs_sm_memory_init(&sm->memory, &memory) && rs_camat_observer_init(&sm->camat, &memory.cache.table);
}

static void free_warp(rs_sm_warp *warp)
{
    free(warp->done_at);
    free(warp->words);
    memset(warp, 0, sizeof *warp);
}

/* A warp has come to its end; with the last of its CTA the CTA leaves. */
static void retire(rs_sm_timing *sm, rs_sm_warp *warp)
{
    rs_sm_cta *cta = warp->cta;
    free_warp(warp);
    if (--cta->running == 0) {
        sm->resident -= cta->trace->warps;
        sm->registers -= cta->trace->registers * LANES * cta->trace->warps;
        sm->scratchpad -= cta->trace->scratchpad_words;
        rs_cta_trace_free(cta->trace);
        free(cta);
    }
}

void rs_sm_timing_free(rs_sm_timing *sm)
{
    for (uint32_t w = 0; w < RS_SM_WARPS; w++) {
        if (sm->warp[w].cta != NULL) {
            retire(sm, &sm->warp[w]);
        }
    }
    rs_camat_observer_free(&sm->camat);
    rs_sm_memory_destroy(&sm->memory);
}

/* ---- warps ---------------------------------------------------------------------------------------------- */

/* When the warp's next instruction has its operands; NEVER while one is out. */
static void find_ready(rs_sm_warp *warp, uint64_t not_before)
{
    const rs_warp_trace *trace = warp->trace;
    warp->ready_at = not_before;
    if (warp->next == trace->count) {
        warp->ready_at = NEVER;
        return;
    }
    const rs_instruction *instruction = &trace->instruction[warp->next];
    for (uint32_t s = 0; s < instruction->sources; s++) {
        const uint32_t done = warp->done_at[trace->source[instruction->source + s] - 1];
        if (done == PENDING) {
            warp->ready_at = NEVER;
            return;
        }
        warp->ready_at = done > warp->ready_at ? done : warp->ready_at;
    }
}

/* Not while operands of its last instruction are to come. */
static void finish_if_done(rs_sm_timing *sm, rs_sm_warp *warp)
{
    const bool staged = sm->staging && warp == &sm->warp[sm->stage_warp];
    if (warp->next == warp->trace->count && warp->outstanding == 0 && !staged) {
        retire(sm, warp);
    }
}

/* Words of a load are in the registers; with the last of them the warp may go on. */
static void words_come(rs_sm_timing *sm, const rs_sm_words *words)
{
    rs_sm_warp *warp = &sm->warp[words->warp];
    warp->words[words->instruction] = (uint16_t)(warp->words[words->instruction] - words->count);
    if (warp->words[words->instruction] != 0) {
        return;
    }
    warp->done_at[words->instruction] = (uint32_t)sm->now;
    warp->outstanding--;
    if (warp->ready_at == NEVER && !warp->at_barrier) {
        find_ready(warp, sm->now);
        sm->none_before = 0;
    }
    finish_if_done(sm, warp);
}

bool rs_sm_timing_dispatch(rs_sm_timing *sm, rs_cta_trace *trace)
{
    const uint32_t registers = trace->registers * LANES * trace->warps, scratchpad = sm->memory.scratchpad.bytes / 4;
    if (trace->warps > RS_SM_WARPS || registers > RS_SM_REGISTERS || trace->scratchpad_words > scratchpad) {
        sm->trouble = "a CTA beyond an SM's warps, registers or SCRATCHPAD_BYTES";
        return false;
    }
    if (sm->resident + trace->warps > RS_SM_WARPS || sm->registers + registers > RS_SM_REGISTERS ||
        sm->scratchpad + trace->scratchpad_words > scratchpad) {
        return false;
    }
    rs_sm_cta *cta = (rs_sm_cta *)calloc(1, sizeof *cta);
    if (cta == NULL) {
        sm->trouble = "no memory left for a CTA";
        return false;
    }
    cta->trace = trace;
    cta->running = trace->warps;
    sm->resident += trace->warps;
    sm->registers += registers;
    sm->scratchpad += trace->scratchpad_words;
    for (uint32_t w = 0, slot = 0; w < trace->warps; w++, slot++) {
        while (sm->warp[slot].cta != NULL) {
            slot++;
        }
        rs_sm_warp *warp = &sm->warp[slot];
        const rs_warp_trace *own = &trace->warp[w];
        warp->trace = own;
        warp->cta = cta;
        warp->age = sm->ages++;
        warp->done_at = (uint32_t *)calloc((size_t)own->count + 1, sizeof *warp->done_at);
        warp->words = (uint16_t *)calloc((size_t)own->count + 1, sizeof *warp->words);
        if (warp->done_at == NULL || warp->words == NULL || own->count >> INSTRUCTION_BITS != 0) {
            sm->trouble = "no memory left for a warp";
        }
        warp->ready_at = sm->now;
    }
    sm->none_before = 0;
    return true;
}

/* ---- issue ---------------------------------------------------------------------------------------------- */

/* A turn of an atomic addition: of the lanes left, the lowest for each word. */
static uint32_t atomic_turn(const uint32_t *address, uint32_t left)
{
    uint32_t turn = 0;
    for (uint32_t rest = left; rest != 0; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        bool shared = false;
        for (uint32_t before = turn; before != 0 && !shared; before &= before - 1) {
            shared = address[__builtin_ctz(before)] == address[lane];
        }
        turn |= (uint32_t)!shared << lane;
    }
    return turn;
}

/* The first cycle of an instruction. */
static void first_operands(rs_sm_timing *sm, uint32_t number, uint32_t place, uint32_t mask)
{
    const rs_warp_trace *trace = sm->warp[number].trace;
    const rs_instruction *instruction = &trace->instruction[place];
    const uint32_t *word = trace->word + instruction->words;
    rs_load_store_issue *issue = &sm->issue;
    issue->opcode = instruction->opcode;
    issue->length = instruction->length;
    issue->warp = number;
    issue->first_register = 4 * place;
    issue->scratchpad = instruction->scratchpad;
    issue->mask = mask;
    issue->offset = instruction->offset;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        issue->operands[lane][0] = word[lane];
        issue->operands[lane][1] = 0;
        issue->operands[lane][2] = instruction->opcode / 2 == RS_LSU_STRIDED ? word[LANES + lane] : 0;
        issue->operands[lane][3] = 0;
    }
    sm->in.issue = issue;
}

/* Four registers of indices or store words, or the next turn of an atomic addition. */
static void next_operands(rs_sm_timing *sm)
{
    const rs_warp_trace *trace = sm->warp[sm->stage_warp].trace;
    const rs_instruction *instruction = &trace->instruction[sm->stage_next];
    const bool write = instruction->opcode % 2 != 0, indices = instruction->opcode / 2 == RS_LSU_INDIRECT;
    const uint32_t turn = sm->stage_operand, four = write && indices ? turn / 2 : turn;
    if (instruction->atomic) {
        first_operands(sm, sm->stage_warp, sm->stage_next, atomic_turn(trace->word + instruction->words, sm->stage_left));
        return;
    }
    memset(&sm->issue, 0, sizeof sm->issue);
    if (indices && !(write && turn % 2 != 0)) {
        for (uint32_t k = 0; k < 4; k++) {
            for (uint32_t lane = 0; lane < LANES; lane++) {
                sm->issue.operands[lane][k] = trace->word[instruction->words + (1 + 4 * four + k) * LANES + lane];
            }
        }
    }
    sm->in.issue = &sm->issue;
}

static uint32_t operand_cycles(const rs_instruction *instruction)
{
    const bool write = instruction->opcode % 2 != 0;
    switch (instruction->opcode / 2) {
    case RS_LSU_STRIDED: return write ? instruction->length / 4u : 0;
    case RS_LSU_INDIRECT: return (write ? 2u : 1u) * (instruction->length / 4u);
    default: return 0;
    }
}

/* What was at the instruction port has been taken: what comes of the same instruction next, if anything. */
static void staged(rs_sm_timing *sm)
{
    const rs_instruction *instruction = &sm->warp[sm->stage_warp].trace->instruction[sm->stage_next];
    sm->stage_left &= ~(uint32_t)sm->issue.mask;
    sm->staging = instruction->atomic ? sm->stage_left != 0 : sm->stage_operand < operand_cycles(instruction);
}

static void pass_barrier(rs_sm_timing *sm, rs_sm_warp *warp)
{
    rs_sm_cta *cta = warp->cta;
    warp->at_barrier = true;
    warp->ready_at = NEVER;
    if (++cta->at_barrier < cta->trace->warps) {
        return;
    }
    cta->at_barrier = 0;
    for (uint32_t w = 0; w < RS_SM_WARPS; w++) {
        rs_sm_warp *other = &sm->warp[w];
        if (other->cta == cta) {
            other->at_barrier = false;
            find_ready(other, sm->now + 1);
        }
    }
}

/* Issues the warp's next instruction; a memory instruction goes to the port, which takes it. */
static void issue_from(rs_sm_timing *sm, uint32_t number)
{
    rs_sm_warp *warp = &sm->warp[number];
    const uint32_t place = warp->next++;
    const rs_instruction *instruction = &warp->trace->instruction[place];
    uint64_t next_from = sm->now + 1;
    sm->greedy = number;
    sm->counts.issued++;
    warp->done_at[place] = (uint32_t)(sm->now + RS_SM_ALU_LATENCY);
    if (instruction->kind == RS_KIND_BARRIER) {
        pass_barrier(sm, warp);
        if (warp->at_barrier) {
            return;
        }
    } else if (instruction->kind == RS_KIND_BRANCH) {
        next_from = sm->now + RS_SM_ALU_LATENCY;
    } else if (instruction->kind == RS_KIND_MEMORY) {
        const uint32_t *word = warp->trace->word + instruction->words;
        first_operands(sm, number, place, instruction->atomic ? atomic_turn(word, instruction->mask) : instruction->mask);
        sm->stage_warp = number;
        sm->stage_next = place;
        sm->stage_operand = 0;
        sm->stage_left = instruction->mask;
        staged(sm);
        if (instruction->opcode % 2 == 0) {
            warp->done_at[place] = PENDING;
            warp->words[place] = (uint16_t)(__builtin_popcount(instruction->mask) * instruction->length);
            warp->outstanding++;
        }
    }
    find_ready(warp, next_from);
}

static bool can_issue(const rs_sm_timing *sm, const rs_sm_warp *warp, bool unit_ready)
{
    return warp->cta != NULL && warp->ready_at <= sm->now &&
           (unit_ready || warp->trace->instruction[warp->next].kind != RS_KIND_MEMORY);
}

/* Greedy, then oldest; RS_SM_WARPS: none. */
static uint32_t choose_warp(rs_sm_timing *sm, bool unit_ready)
{
    uint32_t oldest = RS_SM_WARPS;
    uint64_t next = NEVER;
    if (sm->now < sm->none_before) {
        return RS_SM_WARPS;
    }
    if (can_issue(sm, &sm->warp[sm->greedy], unit_ready)) {
        return sm->greedy;
    }
    for (uint32_t w = 0; w < RS_SM_WARPS; w++) {
        if (can_issue(sm, &sm->warp[w], unit_ready) &&
            (oldest == RS_SM_WARPS || sm->warp[w].age < sm->warp[oldest].age)) {
            oldest = w;
        }
        next = sm->warp[w].cta != NULL && sm->warp[w].ready_at < next ? sm->warp[w].ready_at : next;
    }
    sm->none_before = next > sm->now ? next : 0;
    return oldest;
}

/* A warp that has gone on, or operands of its last instruction. */
static void issue_cycle(rs_sm_timing *sm, bool unit_ready)
{
    uint32_t number = sm->stage_warp;
    if (sm->staging && unit_ready) {
        next_operands(sm);
        sm->stage_operand++;
        staged(sm);
    } else if ((number = choose_warp(sm, unit_ready && !sm->staging)) != RS_SM_WARPS) {
        issue_from(sm, number);
    }
    if (number != RS_SM_WARPS && sm->warp[number].cta != NULL) {
        finish_if_done(sm, &sm->warp[number]);
    }
}

/* ---- one cycle ------------------------------------------------------------------------------------------- */

void rs_sm_timing_reply(rs_sm_timing *sm, uint32_t id)
{
    sm->in.reply_valid = true;
    sm->in.reply.id = id;
    sm->stands = false;
}

void rs_sm_timing_end_launch(rs_sm_timing *sm, bool ends)
{
    sm->ends = ends;
    sm->ended = false;
}

rs_sm_counts rs_sm_timing_counts(const rs_sm_timing *sm)
{
    rs_sm_counts counts = sm->counts;
    counts.camat_cycles = sm->memory.camat.active_cycles;
    counts.camat_accesses = sm->memory.camat.accesses;
    return counts;
}

/* Words at the port: of a fill now, others later. */
static void take_words(rs_sm_timing *sm, const rs_writeback *wb, rs_sm_words *later)
{
    const rs_sm_words words = {wb->warp, wb->first_register / 4, (uint32_t)__builtin_popcountll(wb->mask)};
    if (wb->level == RS_SERVED_L1 || wb->level == RS_SERVED_SCRATCHPAD) {
        *later = words;
        sm->words_coming++;
    } else {
        words_come(sm, &words);
    }
}

static void count_events(rs_sm_timing *sm, const rs_sm_memory_outputs *out)
{
    rs_sm_counts *counts = &sm->counts;
    counts->hits += out->hit;
    counts->merged += out->merged;
    counts->misses += out->miss;
    counts->store_lines += out->store;
    counts->conflict_cycles += out->bank_conflict;
    counts->miss_full_cycles += out->entry_full;
    counts->merge_full += out->merge_full;
    counts->store_full_cycles += out->store_buffer_full;
    counts->store_requests += out->request != NULL && out->request->write && sm->in.request_ready;
    if (out->fault_valid) {
        sm->trouble = "a fault of the load/store unit";
    }
}

/* Without a warp at the end of a launch: the stores leave, then the cache is emptied. */
static void synchronize(rs_sm_timing *sm)
{
    if (sm->in.release_valid) {
        sm->in.acquire = sm->out.release_ready;
    } else {
        sm->ended = true;
        sm->in.acquire = false;
    }
    sm->stands = false;
}

void rs_sm_timing_step(rs_sm_timing *sm, bool taken)
{
    rs_sm_words *at = &sm->words[sm->now % RS_SM_WORDS_DELAY];
    const bool fence = sm->resident == 0 && sm->ends && !sm->ended;
    if (sm->words_coming != 0 && at->count != 0) {
        const rs_sm_words words = *at;
        at->count = 0;
        sm->words_coming--;
        words_come(sm, &words);
    }
    if (sm->stands && sm->resident == 0 && !sm->out.busy && !taken && !fence) {
        sm->now++;
        return;
    }
    sm->counts.busy_cycles += sm->resident != 0;
    sm->in.issue = NULL;
    if (!sm->stands || taken || fence) {
        sm->in.request_ready = taken;
        sm->in.release_valid = fence && !sm->in.acquire;
        rs_sm_memory_offer(&sm->memory, &sm->in, &sm->out);
    }
    count_events(sm, &sm->out);
    if (sm->out.wb != NULL) {
        take_words(sm, sm->out.wb, at);
    }
    issue_cycle(sm, sm->out.in_ready);
    if (!sm->stands) {
        rs_camat_observer_cycle(&sm->camat, sm->now, &sm->memory, &sm->out);
    }
    sm->stands = !rs_sm_memory_advance(&sm->memory, &sm->in, &sm->out);
    if (fence) {
        synchronize(sm);
    }
    sm->in.reply_valid = sm->in.reply_valid && !sm->out.reply_ready;
    sm->now++;
}
