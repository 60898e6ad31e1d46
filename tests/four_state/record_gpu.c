/* rs_gpu_memory: random instructions on every SM, all kinds, to few lines and to the scratchpad, with fences, faults and
 * refused words; a DRAM behind the pins. A part begins with stores to every word of the scratchpads, which no reset clears. */
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "machine/dram_device.h"
#include "machine/gpu_memory.h"
#include "record.h"

enum { BEATS = 9 };

typedef struct sm_stimulus {
    rs_load_store_issue issue[BEATS]; /* an instruction, cycle by cycle */
    uint32_t beats, beat;             /* beats 0: none */
    bool legal, release;
    uint32_t swept;                   /* words of the scratchpad that are stored */
} sm_stimulus;

typedef struct gpu_recording {
    recording *run;
    sm_stimulus sm[RS_MAX_SMS];
    uint32_t in_valid, in_opcode, in_length, in_warp, in_register, in_scratchpad, in_atomic, in_atomic_op, in_atomic_returns, in_mask, in_offset, in_operands;
    uint32_t wb_ready, fault_ready, acquire, release_valid, camat_clear;
    uint32_t in_ready, in_first, in_status, wb_valid, wb_warp, wb_register, wb_element, wb_mask, wb_data, wb_level;
    uint32_t fault_valid, fault_scratchpad, fault_warp, fault_register, fault_element, fault_misaligned, fault_outside;
    uint32_t release_ready, event[9], camat_active_cycles, camat_accesses, busy, empty;
} gpu_recording;

static void ports(gpu_recording *gpu)
{
    static const char *const events[] = {"event_hit", "event_merged", "event_miss", "event_store", "event_entry_full",
                                         "event_merge_full", "event_store_buffer_full", "event_bank_conflict", "line_waits"};
    const rs_config *config = &gpu->run->config;
    vectors *all = &gpu->run->all;
    const uint32_t sms = config->sms, lanes = config->lanes;
    gpu->in_valid = vectors_input(all, "in_valid", sms);
    gpu->in_opcode = vectors_input(all, "in_opcode", sms * 3);
    gpu->in_length = vectors_input(all, "in_length", sms * 5);
    gpu->in_warp = vectors_input(all, "in_warp", sms * config->warp_bits);
    gpu->in_register = vectors_input(all, "in_register", sms * config->register_bits);
    gpu->in_scratchpad = vectors_input(all, "in_scratchpad", sms);
    gpu->in_atomic = vectors_input(all, "in_atomic", sms);
    gpu->in_atomic_op = vectors_input(all, "in_atomic_op", sms * 3);
    gpu->in_atomic_returns = vectors_input(all, "in_atomic_returns", sms);
    gpu->in_mask = vectors_input(all, "in_mask", sms * lanes);
    gpu->in_offset = vectors_input(all, "in_offset", sms * 32);
    gpu->in_operands = vectors_input(all, "in_operands", sms * lanes * 128);
    gpu->wb_ready = vectors_input(all, "wb_ready", sms);
    gpu->fault_ready = vectors_input(all, "fault_ready", sms);
    gpu->acquire = vectors_input(all, "acquire", sms);
    gpu->release_valid = vectors_input(all, "release_valid", sms);
    gpu->camat_clear = vectors_input(all, "camat_clear", sms);
    gpu->in_ready = vectors_output(all, "in_ready", sms);
    gpu->in_first = vectors_output(all, "in_first", sms);
    gpu->in_status = vectors_output(all, "in_status", sms * 2);
    gpu->wb_valid = vectors_output(all, "wb_valid", sms);
    gpu->wb_warp = vectors_output(all, "wb_warp", sms * config->warp_bits);
    gpu->wb_register = vectors_output(all, "wb_register", sms * config->register_bits);
    gpu->wb_element = vectors_output(all, "wb_element", sms * 4);
    gpu->wb_mask = vectors_output(all, "wb_mask", sms * lanes);
    gpu->wb_data = vectors_output(all, "wb_data", sms * lanes * 32);
    gpu->wb_level = vectors_output(all, "wb_level", sms * 3);
    gpu->fault_valid = vectors_output(all, "fault_valid", sms);
    gpu->fault_scratchpad = vectors_output(all, "fault_scratchpad", sms);
    gpu->fault_warp = vectors_output(all, "fault_warp", sms * config->warp_bits);
    gpu->fault_register = vectors_output(all, "fault_register", sms * config->register_bits);
    gpu->fault_element = vectors_output(all, "fault_element", sms * 4);
    gpu->fault_misaligned = vectors_output(all, "fault_misaligned", sms * lanes);
    gpu->fault_outside = vectors_output(all, "fault_outside", sms * lanes);
    gpu->release_ready = vectors_output(all, "release_ready", sms);
    for (uint32_t i = 0; i < 9; i++) {
        gpu->event[i] = vectors_output(all, events[i], sms);
    }
    if (config->l1_cache == 0) {
        vectors_never(all, gpu->event[0]);
    }
    if (config->miss_table != 0) { /* a pending request table does not merge */
        vectors_never(all, gpu->event[1]);
        vectors_never(all, gpu->event[5]);
    }
    gpu->camat_active_cycles = vectors_output(all, "camat_active_cycles", sms * 64);
    gpu->camat_accesses = vectors_output(all, "camat_accesses", sms * 64);
    gpu->busy = vectors_output(all, "busy", sms);
    gpu->empty = vectors_output(all, "empty", sms);
}

/* ---- instructions -------------------------------------------------------------------------------------------------- */

static uint32_t below(gpu_recording *gpu, uint32_t bound)
{
    return rs_random_below(&gpu->run->random, bound);
}

static uint64_t all_lanes(const rs_config *config)
{
    return UINT64_MAX >> (64 - config->lanes);
}

/* One that the header of rs_load_store_unit accepts, but for a few. */
static void invent(gpu_recording *gpu, sm_stimulus *sm)
{
    const rs_config *config = &gpu->run->config;
    const uint32_t words = config->scratchpad_bytes / 4, lanes = config->lanes;
    const bool sweep = sm->swept < words;
    rs_load_store_issue *first = &sm->issue[0];
    memset(sm->issue, 0, sizeof sm->issue);
    first->opcode = sweep ? 1 : record_chance(gpu->run, 3) ? 6 + below(gpu, 2) : below(gpu, 6);
    first->length = first->opcode < 2 ? 1 : 4U << below(gpu, config->max_length == 16 ? 3 : config->max_length == 8 ? 2 : 1);
    first->scratchpad = sweep || record_chance(gpu->run, 25);
    first->mask = sweep || record_chance(gpu->run, 40) ? all_lanes(config) : rs_splitmix64(&gpu->run->random) & all_lanes(config);
    first->warp = below(gpu, 1U << config->warp_bits);
    first->first_register = below(gpu, (1U << config->register_bits) / 16) * 16;
    first->offset = sweep ? 0 : 4 * (int32_t)below(gpu, 16) - 16;
    /* Lines that meet again, in all channels and banks. */
    const uint32_t line = first->scratchpad ? 0 : (64 + below(gpu, 24) * 37) * config->line_bytes;
    const uint32_t space = first->scratchpad ? config->scratchpad_bytes : config->line_bytes;
    const uint32_t common = below(gpu, space / 4) * 4, step = below(gpu, 3) * 4;
    for (uint32_t l = 0; l < lanes; l++) {
        const uint32_t start = sweep ? (sm->swept + l) % words * 4 : line + (common + step * l) % space;
        first->operands[l][0] = start + (record_chance(gpu->run, 2) && !sweep ? 1 + below(gpu, 3) : 0);
        first->operands[l][2] = below(gpu, 8) - 2;
        first->operands[l][3] = (uint32_t)rs_splitmix64(&gpu->run->random);
    }
    sm->legal = first->mask != 0 && first->opcode < 6;
    sm->beats = 1;
    sm->beat = 0;
    sm->swept += sweep ? lanes : 0;
    if (!sm->legal) {
        return;
    }
    for (uint32_t k = 0; first->opcode >= 3 && k < first->length; k += 4) {
        for (uint32_t data = first->opcode >= 4 ? 0 : 1; data <= (first->opcode & 1); data++) {
            rs_load_store_issue *beat = &sm->issue[sm->beats++];
            beat->mask = first->mask;
            for (uint32_t l = 0; l < 4 * lanes; l++) {
                beat->operands[l / 4][l % 4] = data ? (uint32_t)rs_splitmix64(&gpu->run->random) : below(gpu, config->line_bytes / 2);
            }
        }
    }
}

/* Of an instruction's cycle what somebody looks at; the rest stays x. */
static void put_issue(gpu_recording *gpu, uint32_t i, const sm_stimulus *sm)
{
    const rs_config *config = &gpu->run->config;
    vectors *all = &gpu->run->all;
    const rs_load_store_issue *issue = &sm->issue[sm->beat];
    const bool first = sm->beat == 0;
    const uint32_t lanes = config->lanes, kind = issue->opcode / 2;
    if (first) {
        vectors_set(all, gpu->in_opcode, i * 3, 3, issue->opcode);
        vectors_set(all, gpu->in_length, i * 5, 5, issue->length);
        vectors_set(all, gpu->in_warp, i * config->warp_bits, config->warp_bits, issue->warp);
        vectors_set(all, gpu->in_register, i * config->register_bits, config->register_bits, issue->first_register);
        vectors_set(all, gpu->in_scratchpad, i, 1, issue->scratchpad);
        vectors_set(all, gpu->in_mask, i * lanes, lanes, issue->mask);
        if (kind == RS_LSU_PLAIN) {
            vectors_set(all, gpu->in_offset, i * 32, 32, (uint32_t)issue->offset);
        }
    }
    for (uint32_t l = 0; l < lanes; l++) {
        const uint32_t low = (i * lanes + l) * 128;
        const uint32_t *operand = issue->operands[l];
        if (!sm->legal || (issue->mask >> l & 1) == 0) {
            continue;
        }
        if (!first) {
            vectors_words(all, gpu->in_operands, low, 128, operand);
            continue;
        }
        vectors_words(all, gpu->in_operands, low, config->map.address_bits, operand);
        if (kind == RS_LSU_STRIDED) {
            vectors_set(all, gpu->in_operands, low + 64, 32, operand[2]);
        }
        if (issue->opcode == 1) {
            vectors_set(all, gpu->in_operands, low + 96, 32, operand[3]);
        }
    }
}

/* ---- a cycle --------------------------------------------------------------------------------------------------------- */

static void stimulate(gpu_recording *gpu, rs_gpu_memory_inputs *in, uint32_t words_percent)
{
    recording *run = gpu->run;
    in->wb_ready.word[0] = in->fault_ready.word[0] = in->acquire.word[0] = in->release_valid.word[0] = in->camat_clear.word[0] = 0;
    for (uint32_t i = 0; i < run->config.sms; i++) {
        sm_stimulus *sm = &gpu->sm[i];
        const uint64_t bit = UINT64_C(1) << i;
        if (sm->beats == 0 && record_chance(run, 70)) {
            invent(gpu, sm);
        }
        in->issue[i] = sm->beats != 0 ? &sm->issue[sm->beat] : NULL;
        in->wb_ready.word[0] |= record_chance(run, words_percent) ? bit : 0;
        in->fault_ready.word[0] |= record_chance(run, 60) ? bit : 0;
        sm->release |= rs_random_below(&run->random, 150) == 0;
        in->acquire.word[0] |= rs_random_below(&run->random, 150) == 0 ? bit : 0;
        in->release_valid.word[0] |= sm->release ? bit : 0;
        in->camat_clear.word[0] |= rs_random_below(&run->random, 300) == 0 ? bit : 0;
    }
}

static void put_inputs(gpu_recording *gpu, const rs_gpu_memory_inputs *in)
{
    vectors *all = &gpu->run->all;
    const uint32_t sms = gpu->run->config.sms;
    for (uint32_t i = 0; i < sms; i++) {
        vectors_set(all, gpu->in_valid, i, 1, in->issue[i] != NULL);
        if (in->issue[i] != NULL) {
            put_issue(gpu, i, &gpu->sm[i]);
        }
    }
    vectors_set(all, gpu->wb_ready, 0, sms, in->wb_ready.word[0]);
    vectors_set(all, gpu->fault_ready, 0, sms, in->fault_ready.word[0]);
    vectors_set(all, gpu->acquire, 0, sms, in->acquire.word[0]);
    vectors_set(all, gpu->release_valid, 0, sms, in->release_valid.word[0]);
    vectors_set(all, gpu->camat_clear, 0, sms, in->camat_clear.word[0]);
}

static void put_words(gpu_recording *gpu, uint32_t i, const rs_writeback *wb)
{
    const rs_config *config = &gpu->run->config;
    vectors *all = &gpu->run->all;
    vectors_set(all, gpu->wb_warp, i * config->warp_bits, config->warp_bits, wb->warp);
    vectors_set(all, gpu->wb_register, i * config->register_bits, config->register_bits, wb->first_register);
    vectors_set(all, gpu->wb_element, i * 4, 4, wb->element);
    vectors_set(all, gpu->wb_mask, i * config->lanes, config->lanes, wb->mask);
    vectors_words(all, gpu->wb_data, i * config->lanes * 32, config->lanes * 32, wb->data);
    vectors_set(all, gpu->wb_level, i * 3, 3, wb->level);
}

static void put_fault(gpu_recording *gpu, uint32_t i, const rs_sm_fault *fault)
{
    const rs_config *config = &gpu->run->config;
    vectors *all = &gpu->run->all;
    vectors_set(all, gpu->fault_scratchpad, i, 1, fault->scratchpad);
    vectors_set(all, gpu->fault_warp, i * config->warp_bits, config->warp_bits, fault->warp);
    vectors_set(all, gpu->fault_register, i * config->register_bits, config->register_bits, fault->first_register);
    vectors_set(all, gpu->fault_element, i * 4, 4, fault->element);
    vectors_set(all, gpu->fault_misaligned, i * config->lanes, config->lanes, fault->misaligned);
    vectors_set(all, gpu->fault_outside, i * config->lanes, config->lanes, fault->outside);
}

static void put_outputs(gpu_recording *gpu, const rs_gpu_memory_inputs *in, const rs_gpu_memory_outputs *out)
{
    vectors *all = &gpu->run->all;
    const uint32_t sms = gpu->run->config.sms;
    const uint64_t events[] = {out->hit.word[0], out->merged.word[0], out->miss.word[0], out->store.word[0], out->entry_full.word[0], out->merge_full.word[0],
                               out->store_buffer_full.word[0], out->bank_conflict.word[0], out->line_waits.word[0]};
    vectors_set(all, gpu->in_ready, 0, sms, out->in_ready.word[0]);
    vectors_set(all, gpu->in_first, 0, sms, out->in_first.word[0]);
    vectors_set(all, gpu->fault_valid, 0, sms, out->fault_valid.word[0]);
    vectors_set(all, gpu->busy, 0, sms, out->busy.word[0]);
    vectors_set(all, gpu->empty, 0, sms, out->empty.word[0]);
    vectors_set(all, gpu->run->idle, 0, 1, out->idle);
    for (uint32_t i = 0; i < 9; i++) {
        vectors_set(all, gpu->event[i], 0, sms, events[i]);
    }
    for (uint32_t i = 0; i < sms; i++) {
        const uint64_t bit = UINT64_C(1) << i;
        if (in->issue[i] != NULL && gpu->sm[i].beat == 0) {
            vectors_set(all, gpu->in_status, i * 2, 2, out->status[i]);
        }
        vectors_set(all, gpu->wb_valid, i, 1, out->wb[i] != NULL);
        if (out->wb[i] != NULL) {
            put_words(gpu, i, out->wb[i]);
        }
        if ((out->fault_valid.word[0] & bit) != 0) {
            put_fault(gpu, i, &out->fault[i]);
        }
        if ((in->release_valid.word[0] & bit) != 0) {
            vectors_set(all, gpu->release_ready, i, 1, (out->release_ready.word[0] & bit) != 0);
        }
        const rs_camat_counter *camat = rs_gpu_memory_camat(out->gpu, i);
        vectors_set(all, gpu->camat_active_cycles, i * 64, 64, camat->active_cycles);
        vectors_set(all, gpu->camat_accesses, i * 64, 64, camat->accesses);
    }
    vectors_known(all, gpu->release_ready);
    record_channels(gpu->run, in->dram, out->path);
}

/* What is taken at this clock edge. */
static void move(gpu_recording *gpu, const rs_gpu_memory_inputs *in, const rs_gpu_memory_outputs *out)
{
    for (uint32_t i = 0; i < gpu->run->config.sms; i++) {
        sm_stimulus *sm = &gpu->sm[i];
        if (in->issue[i] != NULL && (out->in_ready.word[0] >> i & 1) != 0 && ++sm->beat == sm->beats) {
            sm->beats = 0;
        }
        sm->release &= (out->release_ready.word[0] >> i & 1) == 0;
    }
}

static void part(gpu_recording *gpu)
{
    recording *run = gpu->run;
    rs_error error;
    rs_gpu_memory_inputs in;
    rs_dram_return returns[RS_MAX_CHANNELS];
    rs_gpu_memory *twin = rs_gpu_memory_create(&run->config, &error);
    rs_dram_device *device = twin == NULL ? NULL : rs_dram_device_create(&run->config, &error);
    const uint32_t words_percent = 40 + rs_random_below(&run->random, 61);
    if (device == NULL) {
        record_failed(error.text);
    }
    memset(&in, 0, sizeof in);
    memset(gpu->sm, 0, sizeof gpu->sm);
    record_begin(run, true);
    vectors_end(&run->all);
    for (uint32_t cycle = 0; cycle < run->cycles; cycle++) {
        stimulate(gpu, &in, words_percent);
        const rs_gpu_memory_outputs *out = rs_gpu_memory_offer(twin, &in);
        record_begin(run, false);
        put_inputs(gpu, &in);
        put_outputs(gpu, &in, out);
        vectors_end(&run->all);
        move(gpu, &in, out);
        if (!rs_dram_device_step(device, out->path->dram, out->path->commands, returns)) {
            record_failed("DRAM device: out of memory");
        }
        rs_gpu_memory_clock(twin);
        memcpy(in.dram, returns, sizeof returns);
    }
    rs_dram_device_destroy(device);
    rs_gpu_memory_destroy(twin);
}

void record_gpu(recording *run, void (*begin_part)(recording *run))
{
    static gpu_recording gpu;
    gpu.run = run;
    ports(&gpu);
    for (run->part = 0; run->part < run->parts; run->part++) {
        begin_part(run);
        part(&gpu);
    }
}
