/* rs_gpu: the simulation of kernels, one a part, with its host. */
#include <string.h>

#include "common/splitmix64.h"
#include "machine/simulation.h"
#include "record.h"

typedef struct machine_recording {
    recording *run;
    uint32_t left; /* cycles of this part */
    uint32_t cta_warps, launch_valid, launch_ctas, launch_limit, available, record, in_mask, in_offset, in_operands, clear;
    uint32_t launch_ready, launch_over, start_valid, start_sm, start_place, start_cta, place_free;
    uint32_t ask_valid, ask_warp, issue_valid, issue_warp, read_valid, read_first, read_warp, read_number;
    uint32_t in_valid, in_ready, in_status, wb_valid, wb_warp, wb_register, wb_element, wb_mask, wb_data, wb_level;
    uint32_t fault_valid, illegal, stall_class, stall_cause, class_cycles, cause_cycles, level_cycles;
    uint32_t event[9], camat_active_cycles, camat_accesses, busy, empty;
    uint32_t place_bits;
    uint32_t asked[RS_MAX_SMS]; /* schedulers that asked for a record in the cycle before */
    bool first[RS_MAX_SMS];     /* the operands that were read last are an instruction's first */
    uint32_t mask[RS_MAX_SMS];  /* of that instruction */
} machine_recording;

static void ports(machine_recording *machine)
{
    static const char *const events[] = {"event_hit", "event_merged", "event_miss", "event_store", "event_entry_full",
                                         "event_merge_full", "event_store_buffer_full", "event_bank_conflict", "line_waits"};
    const rs_config *config = &machine->run->config;
    vectors *all = &machine->run->all;
    const uint32_t sms = config->sms, lanes = config->lanes, slots = sms * config->warp_schedulers, bits = config->warp_bits;
    machine->place_bits = 1;
    while (UINT32_C(1) << machine->place_bits < config->sm_ctas) {
        machine->place_bits++;
    }
    machine->cta_warps = vectors_input(all, "cta_warps", bits + 1);
    machine->launch_valid = vectors_input(all, "launch_valid", 1);
    machine->launch_ctas = vectors_input(all, "launch_ctas", 32);
    machine->launch_limit = vectors_input(all, "launch_limit", machine->place_bits + 1);
    machine->available = vectors_input(all, "available", sms * config->warps);
    machine->record = vectors_input(all, "record", slots * 64);
    machine->in_mask = vectors_input(all, "in_mask", sms * lanes);
    machine->in_offset = vectors_input(all, "in_offset", sms * 32);
    machine->in_operands = vectors_input(all, "in_operands", sms * lanes * 128);
    machine->clear = vectors_input(all, "clear", sms);
    machine->launch_ready = vectors_output(all, "launch_ready", 1);
    machine->launch_over = vectors_output(all, "launch_over", 1);
    machine->start_valid = vectors_output(all, "start_valid", 1);
    machine->start_sm = vectors_output(all, "start_sm", machine->run->sm_bits);
    machine->start_place = vectors_output(all, "start_place", machine->place_bits);
    machine->start_cta = vectors_output(all, "start_cta", 32);
    machine->place_free = vectors_output(all, "place_free", sms * config->sm_ctas);
    machine->ask_valid = vectors_output(all, "ask_valid", slots);
    machine->ask_warp = vectors_output(all, "ask_warp", slots * bits);
    machine->issue_valid = vectors_output(all, "issue_valid", slots);
    machine->issue_warp = vectors_output(all, "issue_warp", slots * bits);
    machine->read_valid = vectors_output(all, "read_valid", sms);
    machine->read_first = vectors_output(all, "read_first", sms);
    machine->read_warp = vectors_output(all, "read_warp", sms * bits);
    machine->read_number = vectors_output(all, "read_number", sms * 4);
    machine->in_valid = vectors_output(all, "in_valid", sms);
    machine->in_ready = vectors_output(all, "in_ready", sms);
    machine->in_status = vectors_output(all, "in_status", sms * 2);
    machine->wb_valid = vectors_output(all, "wb_valid", sms);
    machine->wb_warp = vectors_output(all, "wb_warp", sms * bits);
    machine->wb_register = vectors_output(all, "wb_register", sms * config->register_bits);
    machine->wb_element = vectors_output(all, "wb_element", sms * 4);
    machine->wb_mask = vectors_output(all, "wb_mask", sms * lanes);
    machine->wb_data = vectors_output(all, "wb_data", sms * lanes * 32);
    machine->wb_level = vectors_output(all, "wb_level", sms * 3);
    machine->fault_valid = vectors_output(all, "fault_valid", sms);
    machine->illegal = vectors_output(all, "illegal", sms);
    machine->stall_class = vectors_output(all, "stall_class", sms * 3);
    machine->stall_cause = vectors_output(all, "stall_cause", sms * 3);
    machine->class_cycles = vectors_output(all, "class_cycles", sms * RS_STALL_CLASSES * 64);
    machine->cause_cycles = vectors_output(all, "cause_cycles", sms * RS_STALL_CAUSES * 64);
    machine->level_cycles = vectors_output(all, "level_cycles", sms * RS_SERVED_LEVELS * 64);
    for (uint32_t i = 0; i < 9; i++) {
        machine->event[i] = vectors_output(all, events[i], sms);
    }
    machine->camat_active_cycles = vectors_output(all, "camat_active_cycles", sms * 64);
    machine->camat_accesses = vectors_output(all, "camat_accesses", sms * 64);
    machine->busy = vectors_output(all, "busy", sms);
    machine->empty = vectors_output(all, "empty", sms);
    vectors_never(all, machine->in_status); /* programs are right */
    vectors_never(all, machine->fault_valid);
    vectors_never(all, machine->illegal);
    if (sms == 1) {
        vectors_never(all, machine->start_sm);
    }
    if (!config->l1_cache) {
        vectors_never(all, machine->event[0]);
    }
}

static void put_inputs(machine_recording *machine, const rs_gpu_inputs *in, const rs_gpu_outputs *out)
{
    const rs_config *config = &machine->run->config;
    vectors *all = &machine->run->all;
    vectors_set(all, machine->cta_warps, 0, config->warp_bits + 1, in->cta_warps);
    vectors_set(all, machine->launch_valid, 0, 1, in->launch_valid);
    if (in->launch_valid) {
        vectors_set(all, machine->launch_ctas, 0, 32, in->launch_ctas);
        vectors_set(all, machine->launch_limit, 0, machine->place_bits + 1, in->launch_limit);
    }
    vectors_set(all, machine->clear, 0, config->sms, in->clear.word[0]);
    for (uint32_t i = 0; i < config->sms; i++) {
        vectors_set(all, machine->available, i * config->warps, config->warps, in->available[i]);
        for (uint32_t s = 0; s < config->warp_schedulers; s++) {
            if ((machine->asked[i] >> s & 1) != 0) {
                vectors_set(all, machine->record, (i * config->warp_schedulers + s) * 64, 64, in->record[i][s]);
            }
        }
        if (!out->stage[i]->operand.valid) {
            continue;
        }
        if (machine->first[i]) {
            machine->mask[i] = in->row[i].mask;
            vectors_set(all, machine->in_mask, i * config->lanes, config->lanes, in->row[i].mask);
            vectors_set(all, machine->in_offset, i * 32, 32, (uint32_t)in->row[i].offset);
        }
        for (uint32_t left = machine->mask[i]; left != 0; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            vectors_words(all, machine->in_operands, (i * config->lanes + lane) * 128, 128, in->row[i].operands[lane]);
        }
    }
}

static void put_dispatch(machine_recording *machine, const rs_cta_dispatch_outputs *out)
{
    vectors *all = &machine->run->all;
    vectors_set(all, machine->launch_ready, 0, 1, out->launch_ready);
    vectors_set(all, machine->launch_over, 0, 1, out->launch_over);
    vectors_set(all, machine->start_valid, 0, 1, out->start_valid);
    if (out->start_valid) {
        vectors_set(all, machine->start_sm, 0, machine->run->sm_bits, out->start_sm);
        vectors_set(all, machine->start_place, 0, machine->place_bits, out->start_place);
        vectors_set(all, machine->start_cta, 0, 32, out->start_cta);
    }
}

static void put_stage(machine_recording *machine, uint32_t i, const rs_issue_outputs *out)
{
    const rs_config *config = &machine->run->config;
    vectors *all = &machine->run->all;
    const uint32_t schedulers = config->warp_schedulers, bits = config->warp_bits;
    vectors_set(all, machine->place_free, i * config->sm_ctas, config->sm_ctas, out->place_free);
    vectors_set(all, machine->ask_valid, i * schedulers, schedulers, out->ask_valid);
    vectors_set(all, machine->issue_valid, i * schedulers, schedulers, out->issue_valid);
    for (uint32_t s = 0; s < schedulers; s++) {
        if ((out->ask_valid >> s & 1) != 0) {
            vectors_set(all, machine->ask_warp, (i * schedulers + s) * bits, bits, out->ask_warp[s]);
        }
        if ((out->issue_valid >> s & 1) != 0) {
            vectors_set(all, machine->issue_warp, (i * schedulers + s) * bits, bits, out->issue_warp[s]);
        }
    }
    vectors_set(all, machine->read_valid, i, 1, out->read_valid);
    if (out->read_valid) {
        vectors_set(all, machine->read_first, i, 1, out->read_first);
        vectors_set(all, machine->read_warp, i * bits, bits, out->read_warp);
        vectors_set(all, machine->read_number, i * 4, 4, out->read_number);
        machine->first[i] = out->read_first;
    }
    machine->asked[i] = out->ask_valid;
    vectors_set(all, machine->in_valid, i, 1, out->operand.valid);
    vectors_set(all, machine->illegal, i, 1, out->illegal);
}

static void put_stalls(machine_recording *machine, uint32_t i, const rs_stall_inspector *stalls)
{
    vectors *all = &machine->run->all;
    vectors_set(all, machine->stall_class, i * 3, 3, stalls->stall_class);
    if (stalls->stall_class == RS_STALL_MEMORY_STRUCTURAL) {
        vectors_set(all, machine->stall_cause, i * 3, 3, stalls->stall_cause);
    }
    for (uint32_t k = 0; k < RS_STALL_CLASSES; k++) {
        vectors_set(all, machine->class_cycles, (i * RS_STALL_CLASSES + k) * 64, 64, stalls->class_cycles[k]);
    }
    for (uint32_t k = 0; k < RS_STALL_CAUSES; k++) {
        vectors_set(all, machine->cause_cycles, (i * RS_STALL_CAUSES + k) * 64, 64, stalls->cause_cycles[k]);
    }
    for (uint32_t k = 0; k < RS_SERVED_LEVELS; k++) {
        vectors_set(all, machine->level_cycles, (i * RS_SERVED_LEVELS + k) * 64, 64, stalls->level_cycles[k]);
    }
}

static void put_memory(machine_recording *machine, const rs_gpu_outputs *all_out)
{
    const rs_config *config = &machine->run->config;
    const rs_gpu_memory_outputs *out = all_out->memory;
    vectors *all = &machine->run->all;
    const uint32_t sms = config->sms, lanes = config->lanes, bits = config->warp_bits;
    const uint64_t events[] = {out->hit.word[0], out->merged.word[0], out->miss.word[0], out->store.word[0], out->entry_full.word[0], out->merge_full.word[0],
                               out->store_buffer_full.word[0], out->bank_conflict.word[0], out->line_waits.word[0]};
    for (uint32_t i = 0; i < 9; i++) {
        vectors_set(all, machine->event[i], 0, sms, events[i]);
    }
    vectors_set(all, machine->in_ready, 0, sms, out->in_ready.word[0]);
    vectors_set(all, machine->fault_valid, 0, sms, out->fault_valid.word[0]);
    vectors_set(all, machine->busy, 0, sms, out->busy.word[0]);
    vectors_set(all, machine->empty, 0, sms, out->empty.word[0]);
    vectors_set(all, machine->run->idle, 0, 1, out->idle);
    for (uint32_t i = 0; i < sms; i++) {
        const rs_writeback *wb = out->wb[i];
        if (all_out->stage[i]->operand.valid) {
            vectors_set(all, machine->in_status, i * 2, 2, out->status[i]);
        }
        vectors_set(all, machine->wb_valid, i, 1, wb != NULL);
        if (wb != NULL) {
            vectors_set(all, machine->wb_warp, i * bits, bits, wb->warp);
            vectors_set(all, machine->wb_register, i * config->register_bits, config->register_bits, wb->first_register);
            vectors_set(all, machine->wb_element, i * 4, 4, wb->element);
            vectors_set(all, machine->wb_mask, i * lanes, lanes, wb->mask);
            vectors_words(all, machine->wb_data, i * lanes * 32, lanes * 32, wb->data);
            vectors_set(all, machine->wb_level, i * 3, 3, wb->level);
        }
        const rs_camat_counter *camat = rs_gpu_memory_camat(out->gpu, i);
        vectors_set(all, machine->camat_active_cycles, i * 64, 64, camat->active_cycles);
        vectors_set(all, machine->camat_accesses, i * 64, 64, camat->accesses);
    }
}

static bool observe(void *user, uint64_t cycle, const rs_gpu_inputs *in, const rs_gpu_outputs *out)
{
    machine_recording *machine = (machine_recording *)user;
    recording *run = machine->run;
    (void)cycle;
    if (machine->left == 0) {
        return false;
    }
    machine->left--;
    record_begin(run, false);
    put_inputs(machine, in, out);
    put_dispatch(machine, &out->dispatch);
    for (uint32_t i = 0; i < run->config.sms; i++) {
        put_stage(machine, i, out->stage[i]);
        put_stalls(machine, i, rs_gpu_stalls(out->gpu, i));
    }
    put_memory(machine, out);
    record_channels(run, in->dram, out->memory->path);
    vectors_end(&run->all);
    return true;
}

/* A wheel of eight vertices around one. */
static rs_graph wheel(void)
{
    enum { RIM = 8 };
    rs_graph graph;
    uint32_t at = 0;
    memset(&graph, 0, sizeof graph);
    if (!rs_graph_allocate(&graph, RIM + 1, RIM + 1, 4 * RIM)) {
        record_failed("found no memory for a graph");
    }
    for (uint32_t v = 0; v < RIM; v++) {
        graph.column[at++] = (v + RIM - 1) % RIM;
        graph.column[at++] = (v + 1) % RIM;
        graph.column[at++] = RIM;
        graph.row_start[v + 1] = at;
    }
    for (uint32_t v = 0; v < RIM; v++) {
        graph.column[at++] = v;
    }
    graph.row_start[RIM + 1] = at;
    for (uint32_t i = 0; i < at; i++) {
        graph.value[i] = 1 + (float)(i % 4);
    }
    return graph;
}

/* A kernel, for as long as the cycles of the part last. */
static void part(machine_recording *machine, const rs_graph *graph)
{
    static const rs_kernel *const kernels[] = {&rs_kernel_bfs, &rs_kernel_transpose, &rs_kernel_spmv, &rs_kernel_histo};
    recording *run = machine->run;
    rs_error error;
    const bool vectors_used = run->part / 4 % 2 == 0 && run->part % 4 != 0;
    const rs_kernel_options options = {4, vectors_used, vectors_used, vectors_used, false, 8, graph, 0};
    rs_kernel_source *source = rs_kernel_source_create(kernels[run->part % 4], &options, run->config.sms * run->config.sm_ctas,
                                                       run->config.registers, &error);
    rs_simulation_options watched = rs_simulation_options_default();
    watched.observe_gpu = observe;
    watched.observe_user = machine;
    rs_simulation *simulation =
        source == NULL ? NULL : rs_simulation_create_source(&run->config, rs_kernel_source_interface(source), &watched, &error);
    if (simulation == NULL) {
        record_failed(error.text);
    }
    machine->left = run->cycles;
    memset(machine->asked, 0, sizeof machine->asked);
    record_begin(run, true);
    vectors_end(&run->all);
    if (rs_simulation_run(simulation, 0) == RS_SIMULATION_FAILED) {
        record_failed(rs_simulation_error(simulation));
    }
    rs_simulation_destroy(simulation);
    rs_kernel_source_destroy(source);
}

void record_machine(recording *run, void (*begin_part)(recording *run))
{
    static machine_recording machine;
    rs_graph graph = wheel();
    machine.run = run;
    ports(&machine);
    for (run->part = 0; run->part < run->parts; run->part++) {
        begin_part(run);
        part(&machine, &graph);
    }
    rs_graph_free(&graph);
}
