/* Contract: sm_timing.h. */
#include "analysis/sm_timing.h"

#include <stdlib.h>
#include <string.h>

#define PENDING UINT32_MAX
#define NEVER UINT64_MAX

enum { LANES = RS_WARP_LANES, BANKS = 32, INSTRUCTION_BITS = 27, MOST_WAITERS = 1 << 16 };

/* A CTA on the SM: its trace and what of it is left. */
typedef struct rs_sm_cta {
    rs_cta_trace *trace;
    uint32_t running, at_barrier; /* warps */
} rs_sm_cta;

bool rs_sm_timing_init(rs_sm_timing *sm, uint32_t number)
{
    const rs_load_store_sizes sizes = {LANES, 48, RS_LSU_LENGTH_MAX, INSTRUCTION_BITS + 2};
    memset(sm, 0, sizeof *sm);
    sm->number = number;
    rs_load_store_unit_init(&sm->unit, &sizes);
    rs_coalescer_init(&sm->coalescer, LANES, RS_SM_LINE_BYTES);
    return rs_tag_cache_init(&sm->l1, RS_SM_L1_SETS, RS_SM_L1_WAYS) &&
           rs_miss_table_init(&sm->misses, RS_SM_MISSES, MOST_WAITERS);
}

static void free_warp(rs_sm_warp *warp)
{
    free(warp->done_at);
    free(warp->parts);
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
    rs_tag_cache_free(&sm->l1);
    rs_miss_table_free(&sm->misses);
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

static void finish_if_done(rs_sm_timing *sm, rs_sm_warp *warp)
{
    if (warp->next == warp->trace->count && warp->outstanding == 0) {
        retire(sm, warp);
    }
}

/* A part of a load, named by place of the warp and number of the instruction, has come. */
static void part_done(rs_sm_timing *sm, uint32_t who)
{
    rs_sm_warp *warp = &sm->warp[who >> INSTRUCTION_BITS];
    const uint32_t instruction = who & ((UINT32_C(1) << INSTRUCTION_BITS) - 1);
    if (--warp->parts[instruction] != 0) {
        return;
    }
    warp->done_at[instruction] = (uint32_t)sm->now;
    warp->outstanding--;
    if (warp->ready_at == NEVER && !warp->at_barrier) {
        find_ready(warp, sm->now);
    }
    finish_if_done(sm, warp);
}

bool rs_sm_timing_dispatch(rs_sm_timing *sm, rs_cta_trace *trace)
{
    const uint32_t registers = trace->registers * LANES * trace->warps;
    if (trace->warps > RS_SM_WARPS || registers > RS_SM_REGISTERS || trace->scratchpad_words > RS_SM_SCRATCHPAD) {
        sm->trouble = "a CTA larger than an SM";
        return false;
    }
    if (sm->resident + trace->warps > RS_SM_WARPS || sm->registers + registers > RS_SM_REGISTERS ||
        sm->scratchpad + trace->scratchpad_words > RS_SM_SCRATCHPAD) {
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
        warp->parts = (uint16_t *)calloc((size_t)own->count + 1, sizeof *warp->parts);
        if (warp->done_at == NULL || warp->parts == NULL || own->count >> INSTRUCTION_BITS != 0) {
            sm->trouble = "no memory left for a warp";
        }
        warp->ready_at = sm->now;
    }
    return true;
}

/* ---- memory --------------------------------------------------------------------------------------------- */

static uint32_t who_of(uint32_t warp, uint32_t first_register)
{
    return warp << INSTRUCTION_BITS | first_register / 4;
}

static void later(rs_sm_timing *sm, uint64_t cycle, uint32_t who)
{
    const uint32_t at = (uint32_t)(cycle % RS_SM_EVENTS);
    sm->event[at][sm->events[at]++] = who;
}

/* Another part of a load: the first one stands for the issue of the rest, so the last of them adds none. */
static void add_part(rs_sm_timing *sm, uint32_t who, bool last)
{
    sm->warp[who >> INSTRUCTION_BITS].parts[who & ((UINT32_C(1) << INSTRUCTION_BITS) - 1)] += !last;
}

static void send(rs_sm_timing *sm, uint64_t line, uint32_t miss, bool write, uint32_t halves)
{
    rs_line_packet *packet = &sm->packet[(sm->packet_first + sm->packets++) % RS_SM_PACKETS];
    packet->line = line;
    packet->miss = miss;
    packet->sm = (uint8_t)sm->number;
    packet->halves = (uint8_t)halves;
    packet->write = write;
}

static bool access_load(rs_sm_timing *sm, const rs_line_access *access)
{
    const uint32_t who = who_of(access->warp, access->first_register);
    rs_tag_way *way = rs_tag_cache_find(&sm->l1, access->line);
    uint32_t miss;
    if (way != NULL && way->valid) {
        later(sm, sm->now + RS_SM_L1_LATENCY, who);
        sm->counts.hits++;
    } else if ((miss = rs_miss_table_find(&sm->misses, access->line)) != RS_MISS_NONE) {
        if (!rs_miss_table_wait(&sm->misses, miss, who)) {
            return false;
        }
        sm->counts.merged++;
    } else if (rs_miss_table_full(&sm->misses)) {
        sm->counts.miss_full_cycles++;
        return false;
    } else if (sm->packets == RS_SM_PACKETS) {
        sm->counts.packet_full_cycles++;
        return false;
    } else {
        miss = rs_miss_table_allocate(&sm->misses, access->line);
        (void)rs_miss_table_wait(&sm->misses, miss, who);
        rs_tag_cache_take(&sm->l1, way != NULL ? way : rs_tag_cache_victim(&sm->l1, access->line), access->line, miss);
        send(sm, access->line, miss, false, 0);
        sm->counts.misses++;
    }
    add_part(sm, who, access->end);
    sm->counts.load_lines++;
    return true;
}

static bool access_store(rs_sm_timing *sm, const rs_line_access *access)
{
    const uint32_t low = access->bytes[0] | access->bytes[1], high = access->bytes[2] | access->bytes[3];
    if (sm->packets == RS_SM_PACKETS) {
        sm->counts.packet_full_cycles++;
        return false;
    }
    rs_tag_cache_invalidate(&sm->l1, access->line);
    rs_miss_table_close(&sm->misses, access->line);
    send(sm, access->line, RS_MISS_NONE, true, (uint32_t)(low != 0) | (uint32_t)(high != 0) << 1);
    sm->counts.store_lines++;
    return true;
}

/* Cycles that the scratchpad needs for a group: words of the fullest bank. */
static uint32_t bank_cycles(const rs_warp_group *group, bool atomic)
{
    uint32_t in_bank[BANKS] = {0}, most = 1;
    for (uint64_t left = group->mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(left);
        const uint64_t word = group->address[lane] / 4;
        uint64_t before = in_bank[word % BANKS] == 0 || atomic ? 0 : group->mask & ((UINT64_C(1) << lane) - 1);
        bool seen = false;
        for (; !seen && before != 0; before &= before - 1) {
            seen = group->address[__builtin_ctzll(before)] / 4 == word;
        }
        if (!seen) {
            in_bank[word % BANKS]++;
            most = in_bank[word % BANKS] > most ? in_bank[word % BANKS] : most;
        }
    }
    return most;
}

static void access_scratchpad(rs_sm_timing *sm, const rs_warp_group *group)
{
    const bool atomic = group->write && sm->unit.kind == RS_LSU_PLAIN && sm->unit.word[0][0] != 0;
    const uint32_t cycles = bank_cycles(group, atomic), who = who_of(group->warp, group->first_register);
    sm->scratchpad_free = sm->now + cycles;
    sm->counts.scratchpad_groups++;
    sm->counts.conflict_cycles += cycles - 1;
    if (!group->write) {
        add_part(sm, who, group->last);
        later(sm, sm->now + cycles - 1 + RS_SM_L1_LATENCY, who);
    }
}

/* ---- issue ---------------------------------------------------------------------------------------------- */

static void operands_of(const rs_instruction *instruction, const uint32_t *word, rs_load_store_issue *issue)
{
    for (uint32_t lane = 0; lane < LANES; lane++) {
        issue->operands[lane][0] = word[lane];
        issue->operands[lane][1] = 0;
        issue->operands[lane][2] = instruction->opcode / 2 == RS_LSU_STRIDED ? word[LANES + lane] : 0;
        issue->operands[lane][3] = instruction->atomic; /* the word stored is of no interest: tells atomic additions */
    }
}

/* Four registers of indices or store words. */
static void next_operands(rs_sm_timing *sm, rs_load_store_issue *issue)
{
    const rs_warp_trace *trace = sm->warp[sm->stage_warp].trace;
    const rs_instruction *instruction = &trace->instruction[sm->stage_next];
    const bool write = instruction->opcode % 2 != 0, indices = instruction->opcode / 2 == RS_LSU_INDIRECT;
    const uint32_t turn = sm->stage_operand, four = write && indices ? turn / 2 : turn;
    memset(issue, 0, sizeof *issue);
    if (indices && !(write && turn % 2 != 0)) {
        for (uint32_t k = 0; k < 4; k++) {
            for (uint32_t lane = 0; lane < LANES; lane++) {
                issue->operands[lane][k] = trace->word[instruction->words + (1 + 4 * four + k) * LANES + lane];
            }
        }
    }
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

/* Issues the warp's next instruction; a memory instruction goes into *issue. */
static void issue_from(rs_sm_timing *sm, uint32_t number, rs_load_store_issue *issue, bool *issues)
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
        issue->opcode = instruction->opcode;
        issue->length = instruction->length;
        issue->warp = number;
        issue->first_register = 4 * place;
        issue->scratchpad = instruction->scratchpad;
        issue->mask = instruction->mask;
        issue->offset = instruction->offset;
        operands_of(instruction, warp->trace->word + instruction->words, issue);
        *issues = true;
        sm->stage_warp = number;
        sm->stage_next = place;
        sm->stage_operand = 0;
        sm->staging = operand_cycles(instruction) != 0;
        if (instruction->opcode % 2 == 0) {
            warp->done_at[place] = PENDING;
            warp->parts[place] = 1;
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
static uint32_t choose_warp(const rs_sm_timing *sm, bool unit_ready)
{
    uint32_t oldest = RS_SM_WARPS;
    if (can_issue(sm, &sm->warp[sm->greedy], unit_ready)) {
        return sm->greedy;
    }
    for (uint32_t w = 0; w < RS_SM_WARPS; w++) {
        if (can_issue(sm, &sm->warp[w], unit_ready) &&
            (oldest == RS_SM_WARPS || sm->warp[w].age < sm->warp[oldest].age)) {
            oldest = w;
        }
    }
    return oldest;
}

/* ---- one cycle ------------------------------------------------------------------------------------------- */

static void take_replies(rs_sm_timing *sm, uint32_t miss)
{
    const uint32_t at = (uint32_t)(sm->now % RS_SM_EVENTS);
    for (uint32_t i = 0; i < sm->events[at]; i++) {
        part_done(sm, sm->event[at][i]);
    }
    sm->events[at] = 0;
    if (miss != RS_MISS_NONE) {
        uint32_t who;
        rs_tag_cache_fill(&sm->l1, sm->misses.entry[miss].line, miss);
        while (rs_miss_table_answer(&sm->misses, miss, &who)) {
            part_done(sm, who);
        }
    }
}

static bool take_group(rs_sm_timing *sm, bool line_ready)
{
    if (!rs_load_store_unit_group_valid(&sm->unit)) {
        return false;
    }
    if (!sm->unit.group.scratchpad) {
        return rs_coalescer_in_ready(&sm->coalescer, line_ready);
    }
    if (sm->now < sm->scratchpad_free) {
        return false;
    }
    access_scratchpad(sm, &sm->unit.group);
    return true;
}

void rs_sm_timing_step(rs_sm_timing *sm, bool sent, uint32_t miss)
{
    if (sent) {
        sm->packet_first = (sm->packet_first + 1) % RS_SM_PACKETS;
        sm->packets--;
    }
    take_replies(sm, miss);
    if (sm->resident == 0 && !sm->unit.busy && !rs_coalescer_busy(&sm->coalescer)) {
        sm->now++;
        return;
    }
    sm->counts.busy_cycles++;
    bool line_ready = false, issues = false;
    if (sm->coalescer.line_valid) {
        const rs_line_access *access = &sm->coalescer.line;
        line_ready = access->write ? access_store(sm, access) : access_load(sm, access);
    }
    const bool group_ready = take_group(sm, line_ready);
    const bool unit_ready = rs_load_store_unit_in_ready(&sm->unit, group_ready, true);
    rs_load_store_issue issue;
    if (rs_load_store_unit_fault_valid(&sm->unit)) {
        sm->trouble = "a fault of the load/store unit";
    }
    uint32_t number = sm->stage_warp;
    if (sm->staging) {
        next_operands(sm, &issue);
        issues = true;
        sm->stage_operand += unit_ready;
        sm->staging = sm->stage_operand < operand_cycles(&sm->warp[number].trace->instruction[sm->stage_next]);
    } else if ((number = choose_warp(sm, unit_ready)) != RS_SM_WARPS) {
        issue_from(sm, number, &issue, &issues);
    }
    if (number != RS_SM_WARPS && !sm->staging && sm->warp[number].cta != NULL) {
        finish_if_done(sm, &sm->warp[number]);
    }
    const rs_warp_group *group = group_ready && !sm->unit.group.scratchpad ? &sm->unit.group : NULL;
    rs_coalescer_clock(&sm->coalescer, group, line_ready);
    rs_load_store_unit_clock(&sm->unit, issues ? &issue : NULL, group_ready, true);
    sm->now++;
}

bool rs_sm_timing_idle(const rs_sm_timing *sm)
{
    return sm->resident == 0 && sm->packets == 0 && !sm->unit.busy && !rs_coalescer_busy(&sm->coalescer);
}

void rs_sm_timing_invalidate(rs_sm_timing *sm)
{
    rs_tag_cache_clear(&sm->l1);
}
