/* Contract: gpu.h. */
#include "machine/gpu.h"

#include <stdlib.h>
#include <string.h>

enum { COUNTER_BITS = 64, DEBT_BITS = 32 }; /* of the stall inspector */

typedef struct gpu_sm {
    uint64_t wakes;                 /* cycle in which the issue stage has to be looked at again, if its inputs stay */
    uint64_t stalls_now;            /* the stall inspector has the clock edges before this cycle; those since repeat the last */
    bool row_comes, row_first;      /* operands were read in the cycle before; an instruction's first */
    /* of this cycle, from offer() to clock() */
    rs_issue_inputs in;
    rs_issue_outputs out;
    rs_stall_inspector stalls;
    rs_issue_stage stage;
    rs_load_store_issue issue;      /* at the memory side's instruction port */
} gpu_sm;

struct rs_gpu {
    rs_config config;
    rs_gpu_memory *memory;
    rs_cta_dispatch dispatch;
    rs_cta_dispatch_inputs to_dispatch;
    bool dispatch_rests;            /* nothing of what its outputs and its next state depend on is new */
    rs_gpu_memory_inputs to_memory;
    rs_gpu_outputs out;
    uint64_t now;
    rs_set due[RS_ISSUE_WHEEL];     /* by cycle modulo its size: SMs that may have to wake then (gpu_sm.wakes says whether) */
    uint64_t available[RS_MAX_SMS]; /* of the cycle before */
    rs_set all, none;               /* SMs, as in the sets below */
    rs_set awake;                   /* in this cycle: those whose issue stage is looked at; the others only let time pass */
    rs_set some;                    /* ... of these others, whose issue stage counts words that are not the last of their register */
    rs_set words;                   /* ... whose issue stage is shown words */
    rs_set told;                    /* ... whose stall inspector has other inputs than in the cycle before */
    rs_set release, acquire, clear, in_ready, release_ready, structural[3]; /* of the cycle before: what they depend on */
    gpu_sm sm[];                    /* [sms] */
};

rs_issue_settings rs_gpu_issue_settings(const rs_config *config)
{
    rs_issue_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.warps = config->warps;
    settings.registers = config->registers;
    settings.schedulers = config->warp_schedulers;
    settings.greedy = config->warp_order != 0;
    settings.issue_cycles = config->issue_cycles;
    settings.warp_gap = config->warp_gap;
    settings.alu_latency = config->alu_latency;
    settings.sfu_latency = config->sfu_latency;
    settings.branch_latency = config->branch_latency;
    settings.alu_interval = config->alu_interval;
    settings.sfu_interval = config->sfu_interval;
    settings.words_delay = config->words_delay;
    settings.loads_a_warp = config->loads_a_warp;
    settings.blocking = config->blocking != 0;
    settings.places = config->sm_ctas;
    settings.cta_warps = 1;
    return settings;
}

rs_gpu *rs_gpu_create(const rs_config *config, rs_error *error)
{
    if (config->top != RS_TOP_GPU) {
        rs_error_set(error, "whole machine: found a configuration of another top, expected one of rs_gpu");
        return NULL;
    }
    rs_gpu *gpu = (rs_gpu *)calloc(1, sizeof *gpu + config->sms * sizeof gpu->sm[0]);
    if (gpu == NULL) {
        rs_error_memory(error, "whole machine: out of memory");
        return NULL;
    }
    gpu->config = *config;
    gpu->all = rs_set_below(config->sms);
    gpu->memory = rs_gpu_memory_create(config, error);
    if (gpu->memory == NULL) {
        free(gpu);
        return NULL;
    }
    const rs_issue_settings settings = rs_gpu_issue_settings(config);
    for (uint32_t i = 0; i < config->sms; i++) {
        rs_issue_stage_init(&gpu->sm[i].stage, &settings);
        rs_stall_inspector_init(&gpu->sm[i].stalls, COUNTER_BITS, DEBT_BITS);
    }
    rs_cta_dispatch_init(&gpu->dispatch, config->sms, config->sm_ctas);
    for (uint32_t i = 0; i < config->sms; i++) {
        gpu->out.to_stage[i] = &gpu->sm[i].in;
        gpu->out.stage[i] = &gpu->sm[i].out;
        gpu->out.stalls[i] = &gpu->sm[i].stalls;
    }
    gpu->out.to_memory = &gpu->to_memory;
    gpu->out.gpu = gpu;
    rs_gpu_reset(gpu);
    return gpu;
}

void rs_gpu_destroy(rs_gpu *gpu)
{
    if (gpu != NULL) {
        rs_gpu_memory_destroy(gpu->memory);
        free(gpu);
    }
}

/* What the CTA dispatch sees of an issue stage's registers; each CTA that comes or goes changes the places that are free. */
static void show_places(rs_gpu *gpu, uint32_t i)
{
    const rs_issue_stage *stage = &gpu->sm[i].stage;
    if (gpu->to_dispatch.place_free[i] != stage->place_free) {
        gpu->to_dispatch.place_free[i] = (uint8_t)stage->place_free;
        rs_set_put(&gpu->to_dispatch.sm_quiet, i, stage->ctas == 0);
        gpu->dispatch_rests = false;
    }
}

void rs_gpu_reset(rs_gpu *gpu)
{
    rs_gpu_memory_reset(gpu->memory);
    rs_cta_dispatch_reset(&gpu->dispatch);
    for (uint32_t i = 0; i < gpu->config.sms; i++) {
        rs_issue_stage_reset(&gpu->sm[i].stage);
        rs_stall_inspector_reset(&gpu->sm[i].stalls);
        gpu->sm[i].row_comes = gpu->sm[i].in.wb_valid = false;
        gpu->sm[i].wakes = gpu->sm[i].stalls_now = 0;
        gpu->to_dispatch.place_free[i] = 0; /* not what the stage has */
        show_places(gpu, i);
    }
    gpu->now = 0;
    gpu->due[0] = gpu->all;
    gpu->to_memory.release_valid = gpu->to_memory.acquire = gpu->none;
}

const rs_gpu_memory *rs_gpu_memory_of(const rs_gpu *gpu)
{
    return gpu->memory;
}

/* The stall inspector gets the clock edges that only repeat its last one. */
static void bring_stalls(rs_gpu *gpu, gpu_sm *sm)
{
    if (sm->stalls_now != gpu->now) {
        rs_stall_inspector_again(&sm->stalls, gpu->now - sm->stalls_now);
        sm->stalls_now = gpu->now;
    }
}

const rs_stall_inspector *rs_gpu_stalls(rs_gpu *gpu, uint32_t sm)
{
    bring_stalls(gpu, &gpu->sm[sm]);
    return &gpu->sm[sm].stalls;
}

const rs_camat_counter *rs_gpu_camat(rs_gpu *gpu, uint32_t sm)
{
    return rs_gpu_memory_camat(gpu->memory, sm);
}

const rs_issue_stage *rs_gpu_stage(const rs_gpu *gpu, uint32_t sm)
{
    return &gpu->sm[sm].stage;
}

bool rs_gpu_stands_still(const rs_gpu *gpu)
{
    bool still = !rs_set_any(&gpu->awake, gpu->config.sm_words) && rs_gpu_memory_stands_still(gpu->memory);
    for (uint32_t i = 0; still && i < gpu->config.sms; i++) {
        still = gpu->sm[i].wakes == UINT64_MAX;
    }
    rs_cta_dispatch next = gpu->dispatch;
    rs_cta_dispatch_clock(&next, &gpu->to_dispatch);
    return still && next.phase == gpu->dispatch.phase && next.started == gpu->dispatch.started &&
           rs_set_equal(&next.releasing, &gpu->dispatch.releasing, gpu->config.sm_words);
}

bool rs_gpu_stores(const rs_gpu *gpu, uint32_t *resting)
{
    bool any = rs_gpu_memory_stores(gpu->memory, resting);
    for (uint32_t i = 0; !any && i < gpu->config.sms; i++) {
        const rs_issue_stage *stage = &gpu->sm[i].stage;
        any = (stage->operand.valid || stage->reads_left != 0) && !stage->loads;
    }
    return any;
}

/* ---- one cycle --------------------------------------------------------------------------------------------- */

/* While a launch runs there is nothing to do for the dispatch but where a place has become free. */
static void offer_dispatch(rs_gpu *gpu, const rs_gpu_inputs *inputs)
{
    rs_cta_dispatch_inputs *in = &gpu->to_dispatch;
    if (gpu->dispatch_rests) {
        return;
    }
    in->launch_valid = inputs->launch_valid;
    in->launch_ctas = inputs->launch_ctas;
    in->limit = inputs->launch_limit;
    rs_cta_dispatch_offer(&gpu->dispatch, in, &gpu->out.dispatch);
}

static void clock_dispatch(rs_gpu *gpu)
{
    const enum rs_cta_dispatch_phase phase = gpu->dispatch.phase;
    if (gpu->dispatch_rests) {
        return;
    }
    rs_cta_dispatch_clock(&gpu->dispatch, &gpu->to_dispatch);
    gpu->dispatch_rests = phase == RS_DISPATCH_RUN && gpu->dispatch.phase == phase && !gpu->out.dispatch.start_valid;
}

/* The instruction that the operand stage shows, with the operands that come. */
static void compose_instruction(gpu_sm *sm, const rs_operand_row *row)
{
    const rs_issue_operand *operand = &sm->stage.operand;
    rs_load_store_issue *issue = &sm->issue;
    issue->opcode = operand->opcode;
    issue->length = operand->length;
    issue->warp = operand->warp;
    issue->first_register = operand->first_register;
    issue->scratchpad = operand->scratchpad;
    issue->atomic = operand->atomic;
    issue->operation = operand->atomic_op;
    issue->returns = operand->atomic_returns;
    if (sm->row_first) {
        issue->mask = row->mask;
        issue->offset = row->offset;
    }
    memcpy(issue->operands, row->operands, sizeof row->operands);
}

/* SMs, of one word of the sets, whose time to wake has come. */
static uint64_t due_now(rs_gpu *gpu, uint32_t k)
{
    uint64_t *due = &gpu->due[gpu->now % RS_ISSUE_WHEEL].word[k], awake = 0;
    RS_EACH_OF_WORD(i, k, *due) {
        awake |= (uint64_t)(gpu->sm[i].wakes <= gpu->now) << i % 64;
    }
    *due = 0;
    return awake;
}

/* What the issue stages' registers show to the memory sides. */
static void offer_instructions(rs_gpu *gpu, const rs_gpu_inputs *inputs)
{
    rs_gpu_memory_inputs *to = &gpu->to_memory;
    const rs_cta_dispatch_outputs *dispatch = &gpu->out.dispatch;
    const uint32_t words = gpu->config.sm_words;
    const rs_set *acquire = dispatch->acquire_valid ? &gpu->all : &gpu->none;
    rs_set fences;
    for (uint32_t k = 0; k < words; k++) {
        fences.word[k] = ((gpu->release.word[k] ^ dispatch->release_valid.word[k]) | (gpu->acquire.word[k] ^ acquire->word[k])) & gpu->all.word[k];
        gpu->awake.word[k] = due_now(gpu, k) | fences.word[k];
        gpu->release.word[k] = dispatch->release_valid.word[k];
        gpu->acquire.word[k] = acquire->word[k];
        to->wb_ready.word[k] = to->fault_ready.word[k] = gpu->all.word[k];
        to->camat_clear.word[k] = inputs->clear.word[k];
    }
    RS_EACH(i, k, words, gpu->awake.word[k]) {
        gpu_sm *sm = &gpu->sm[i];
        rs_issue_stage_sleep(&sm->stage, gpu->now - sm->stage.now);
        if (sm->stage.holds && !rs_set_has(&fences, i)) {
            continue;
        }
        sm->in.fence_release_valid = rs_set_has(&dispatch->release_valid, i);
        sm->in.fence_acquire_valid = dispatch->acquire_valid;
        rs_issue_stage_show(&sm->stage, &sm->in, &sm->out);
        rs_set_put(&to->release_valid, i, sm->out.release_valid);
        rs_set_put(&to->acquire, i, sm->out.acquire_valid);
        to->issue[i] = sm->stage.operand.valid ? &sm->issue : NULL;
        if (sm->row_comes) {
            compose_instruction(sm, &inputs->row[i]);
        }
    }
    memcpy(to->dram, inputs->dram, gpu->config.channels * sizeof inputs->dram[0]);
}

/* SMs, of one word of the sets, that have other warps available than in the cycle before. */
static uint64_t available_changed(rs_gpu *gpu, const uint64_t *available, uint32_t k)
{
    const uint32_t from = 64 * k, sms = gpu->config.sms, here = sms - from < 64 ? sms - from : 64;
    uint64_t changed = 0;
    if (memcmp(&available[from], &gpu->available[from], here * sizeof available[0]) != 0) {
        for (uint32_t i = 0; i < here; i++) {
            changed |= (uint64_t)(available[from + i] != gpu->available[from + i]) << i;
        }
        memcpy(&gpu->available[from], &available[from], here * sizeof available[0]);
    }
    return changed;
}

/* The words at an SM's port, for its issue stage. */
static void show_words(gpu_sm *sm, const rs_writeback *wb)
{
    rs_issue_inputs *in = &sm->in;
    in->wb_valid = true;
    in->wb_warp = wb->warp;
    in->wb_register = wb->first_register;
    in->wb_element = wb->element;
    in->wb_level = wb->level;
    in->wb_mask = wb->mask;
}

/* Issue stages with other inputs than in the cycle before are awake; of those that get words, where they are a register's last. */
static void wake_stages(rs_gpu *gpu, const rs_gpu_inputs *inputs)
{
    const rs_gpu_memory_outputs *memory = gpu->out.memory;
    for (uint32_t k = 0; k < gpu->config.sm_words; k++) {
        gpu->awake.word[k] |= (gpu->in_ready.word[k] ^ memory->in_ready.word[k]) | (gpu->release_ready.word[k] ^ memory->release_ready.word[k])
                              | available_changed(gpu, inputs->available, k);
        gpu->in_ready.word[k] = memory->in_ready.word[k];
        gpu->release_ready.word[k] = memory->release_ready.word[k];
    }
    if (gpu->out.dispatch.start_valid) {
        rs_set_add(&gpu->awake, gpu->out.dispatch.start_sm);
    }
    for (uint32_t k = 0; k < gpu->config.sm_words; k++) {
        uint64_t last = 0;
        RS_EACH_OF_WORD(i, k, gpu->words.word[k] & ~memory->wb_valid.word[k]) {
            gpu->sm[i].in.wb_valid = false;
        }
        RS_EACH_OF_WORD(i, k, memory->wb_valid.word[k]) {
            show_words(&gpu->sm[i], memory->wb[i]);
            last |= (uint64_t)!rs_issue_stage_words_go_on(&gpu->sm[i].stage, &gpu->sm[i].in) << i % 64;
        }
        gpu->words.word[k] = memory->wb_valid.word[k];
        gpu->awake.word[k] |= last;
        gpu->some.word[k] = memory->wb_valid.word[k] & ~gpu->awake.word[k];
    }
}

/* False: but for asks the issue stage's outputs are those of the cycle before. */
static bool offer_stage(rs_gpu *gpu, uint32_t i, const rs_gpu_inputs *inputs)
{
    gpu_sm *sm = &gpu->sm[i];
    const rs_gpu_memory_outputs *memory = gpu->out.memory;
    const rs_cta_dispatch_outputs *dispatch = &gpu->out.dispatch;
    rs_issue_inputs *in = &sm->in;
    rs_issue_stage_sleep(&sm->stage, gpu->now - sm->stage.now);
    sm->stage.settings.cta_warps = inputs->cta_warps;
    in->start_valid = dispatch->start_valid && dispatch->start_sm == i;
    in->start_place = dispatch->start_place;
    in->available = inputs->available[i];
    memcpy(in->record, inputs->record[i], sizeof in->record);
    in->in_ready = rs_set_has(&memory->in_ready, i);
    in->operand_mask = sm->issue.mask;
    in->release_ready = rs_set_has(&memory->release_ready, i);
    return rs_issue_stage_renew(&sm->stage, in, &sm->out);
}

/* Stall inspectors are told where the issue stage's outputs are others than in the cycle before, or inputs from elsewhere. */
static void offer_stages(rs_gpu *gpu, const rs_gpu_inputs *inputs)
{
    const rs_gpu_memory_outputs *memory = gpu->out.memory;
    const rs_set *clear = &inputs->clear;
    for (uint32_t w = 0; w < gpu->config.sm_words; w++) {
        const uint64_t now[3] = {memory->entry_full.word[w] | memory->merge_full.word[w], memory->store_buffer_full.word[w],
                                 memory->bank_conflict.word[w] | memory->line_waits.word[w]};
        uint64_t told = clear->word[w] | (clear->word[w] ^ gpu->clear.word[w]);
        RS_EACH_OF_WORD(i, w, gpu->awake.word[w]) {
            told |= (uint64_t)offer_stage(gpu, i, inputs) << i % 64;
        }
        for (uint32_t k = 0; k < 3; k++) {
            told |= now[k] ^ gpu->structural[k].word[w];
            gpu->structural[k].word[w] = now[k];
        }
        gpu->clear.word[w] = clear->word[w];
        gpu->told.word[w] = told;
    }
}

const rs_gpu_outputs *rs_gpu_offer(rs_gpu *gpu, const rs_gpu_inputs *inputs)
{
    offer_dispatch(gpu, inputs);
    offer_instructions(gpu, inputs);
    gpu->out.memory = rs_gpu_memory_offer(gpu->memory, &gpu->to_memory);
    gpu->to_dispatch.settled = gpu->out.memory->idle;
    gpu->to_dispatch.release_ready = gpu->out.memory->release_ready;
    wake_stages(gpu, inputs);
    offer_stages(gpu, inputs);
    gpu->out.looked = gpu->awake;
    return &gpu->out;
}

static void clock_stage(rs_gpu *gpu, uint32_t i)
{
    gpu_sm *sm = &gpu->sm[i];
    sm->row_comes = sm->out.read_valid;
    sm->row_first = sm->out.read_first;
    rs_issue_stage_clock(&sm->stage, &sm->in, &sm->out);
    sm->wakes = rs_issue_stage_next(&sm->stage, &sm->in);
    if (sm->wakes != UINT64_MAX) {
        rs_set_add(&gpu->due[sm->wakes % RS_ISSUE_WHEEL], i);
    }
    show_places(gpu, i);
}

/* What the stall inspector sees of the cycle. */
static void show_stalls(const rs_gpu *gpu, uint32_t i, rs_stall_inputs *to)
{
    const rs_gpu_memory_outputs *memory = gpu->out.memory;
    const rs_issue_outputs *out = &gpu->sm[i].out;
    to->clear = rs_set_has(&gpu->clear, i);
    to->live = out->live;
    to->control = out->hazard[RS_HAZARD_CONTROL];
    to->synchronization = out->hazard[RS_HAZARD_SYNCHRONIZATION];
    to->memory_data = out->hazard[RS_HAZARD_MEMORY_DATA];
    to->memory_structural = out->hazard[RS_HAZARD_MEMORY_STRUCTURAL];
    to->compute_data = out->hazard[RS_HAZARD_COMPUTE_DATA];
    to->compute_structural = out->hazard[RS_HAZARD_COMPUTE_STRUCTURAL];
    to->issued = out->issued;
    to->slot_busy = out->slot_busy;
    to->slot_waits = out->slot_waits;
    to->releasing = out->releasing;
    to->dma_pending = false;
    to->mshr_full = ((memory->entry_full.word[i / 64] | memory->merge_full.word[i / 64]) >> i % 64 & 1) != 0;
    to->store_buffer_full = rs_set_has(&memory->store_buffer_full, i);
    to->bank_conflict = ((memory->bank_conflict.word[i / 64] | memory->line_waits.word[i / 64]) >> i % 64 & 1) != 0;
    to->waiting_valid = out->waiting_valid;
    to->waiting_warp = out->waiting_warp;
    to->waiting_register = out->waiting_register;
    const bool any_ready = out->ready[0].valid || out->ready[1].valid; /* else none of their fields means anything */
    for (uint32_t k = 0; k < RS_STALL_READY; k++) {
        to->ready[k].valid = out->ready[k].valid;
        if (any_ready) {
            to->ready[k] = (rs_register_ready){out->ready[k].valid, out->ready[k].warp, out->ready[k].reg, out->ready[k].level};
        }
    }
}

static void clock_stalls(rs_gpu *gpu, uint32_t i)
{
    gpu_sm *sm = &gpu->sm[i];
    rs_stall_inputs inputs;
    show_stalls(gpu, i, &inputs);
    bring_stalls(gpu, sm);
    rs_stall_inspector_clock(&sm->stalls, &inputs);
    sm->stalls_now = gpu->now + 1;
}

void rs_gpu_clock(rs_gpu *gpu)
{
    clock_dispatch(gpu);
    RS_EACH(i, k, gpu->config.sm_words, gpu->told.word[k]) {
        clock_stalls(gpu, i);
    }
    RS_EACH(i, k, gpu->config.sm_words, gpu->awake.word[k]) {
        clock_stage(gpu, i);
    }
    RS_EACH(i, k, gpu->config.sm_words, gpu->some.word[k]) {
        rs_issue_stage_take_some(&gpu->sm[i].stage, &gpu->sm[i].in);
    }
    rs_gpu_memory_clock(gpu->memory);
    gpu->now++;
}
