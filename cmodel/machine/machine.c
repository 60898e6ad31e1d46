/* Contract: machine.h. */
#include "machine/machine.h"

#include <stdlib.h>
#include <string.h>

struct rs_machine {
    rs_config config;
    rs_machine_options options;
    rs_path *path;                 /* with front end or trace source */
    rs_front_end *front_end;       /* one of the three */
    rs_trace_source *trace_source;
    rs_issue_stage *issue_stage;
    rs_gpu_memory *gpu;            /* with an issue stage */
    rs_load_checker *load_checker; /* perhaps */
    rs_camat_observer *camat;      /* perhaps, one an SM */
    uint64_t now;                  /* with an issue stage */
    uint64_t total;
    bool was_idle;                 /* in the cycle before the last clock */
    rs_machine_counts counts;      /* requests and events */
    rs_path_inputs inputs;
    rs_gpu_inputs gpu_inputs;
    rs_gpu_outputs gpu_outputs;
};

/* ---- hooks ------------------------------------------------------------------------------------------------- */

static void on_request_complete(void *user, uint32_t sm, uint32_t tag, uint64_t latency_cycles)
{
    const rs_machine *machine = (const rs_machine *)user;
    (void)sm;
    (void)tag;
    machine->options.complete(machine->options.user, latency_cycles);
}

static void on_load_complete(void *user, uint32_t sm, uint32_t warp, uint64_t latency_cycles)
{
    on_request_complete(user, sm, warp, latency_cycles);
}

static void on_taken(void *user, uint32_t sm, uint32_t warp, uint32_t instruction, uint64_t sequence)
{
    rs_load_checker_taken(((rs_machine *)user)->load_checker, sm, warp, instruction, sequence);
}

static void on_words(void *user, uint32_t sm, uint32_t warp, uint32_t mask, const uint32_t *data)
{
    rs_load_checker_words(((rs_machine *)user)->load_checker, sm, warp, mask, data);
}

static void on_ordered(void *user)
{
    rs_load_checker_ordered(((rs_machine *)user)->load_checker);
}

/* ---- life -------------------------------------------------------------------------------------------------- */

static bool create_gpu(rs_machine *machine, const rs_program *program, rs_error *error)
{
    const rs_machine_options *options = &machine->options;
    rs_issue_hooks hooks = {machine, NULL, NULL, options->complete != NULL ? on_load_complete : NULL, NULL};
    machine->issue_stage = rs_issue_stage_create(&machine->config, program, error);
    if (machine->issue_stage == NULL || (machine->gpu = rs_gpu_memory_create(&machine->config, error)) == NULL) {
        return false;
    }
    if (options->check_loads) {
        machine->load_checker = rs_load_checker_create(&machine->config, program, error);
        if (machine->load_checker == NULL) {
            return false;
        }
        hooks.taken = on_taken;
        hooks.words = on_words;
        hooks.ordered = on_ordered;
    }
    if (options->observe_camat) {
        bool good = (machine->camat = (rs_camat_observer *)calloc(machine->config.sms, sizeof *machine->camat)) != NULL;
        for (uint32_t i = 0; good && i < machine->config.sms; i++) {
            const rs_sm_memory *sm = rs_gpu_memory_sm(machine->gpu, i, NULL);
            good = rs_camat_observer_init(&machine->camat[i], &sm->cache.config.table);
        }
        if (!good) {
            rs_error_set(error, "C-AMAT: out of memory");
            return false;
        }
    }
    rs_issue_stage_set_hooks(machine->issue_stage, &hooks);
    rs_issue_stage_set_disturbance(machine->issue_stage, &options->disturbance);
    machine->total = rs_program_instructions(program);
    return true;
}

static bool create_path(rs_machine *machine, const rs_program *program, const rs_trace *trace, rs_error *error)
{
    const rs_machine_options *options = &machine->options;
    const rs_front_end_hooks hooks = {machine, NULL, options->complete != NULL ? on_request_complete : NULL};
    machine->path = rs_path_create(&machine->config, error);
    if (machine->path == NULL) {
        return false;
    }
    if (trace != NULL) {
        machine->trace_source = rs_trace_source_create(&machine->config, trace, error);
        if (machine->trace_source == NULL) {
            return false;
        }
        rs_trace_source_set_disturbance(machine->trace_source, &options->disturbance);
        rs_trace_source_set_hooks(machine->trace_source, &hooks);
        machine->total = trace->reads + trace->writes;
    } else {
        machine->front_end = rs_front_end_create(&machine->config, program, error);
        if (machine->front_end == NULL) {
            return false;
        }
        rs_front_end_set_disturbance(machine->front_end, &options->disturbance);
        rs_front_end_set_hooks(machine->front_end, &hooks);
        machine->total = program->read_requests + program->write_requests;
    }
    return true;
}

rs_machine *rs_machine_create(const rs_config *config, const rs_program *program, const rs_trace *trace,
                              const rs_machine_options *options, rs_error *error)
{
    if (trace != NULL && config->sm_memory != 0) {
        rs_error_set(error, "trace: found SM_MEMORY = 1, expected 0: a trace has requests, not warp instructions");
        return NULL;
    }
    rs_machine *machine = (rs_machine *)calloc(1, sizeof *machine);
    if (machine == NULL) {
        rs_error_set(error, "machine: out of memory");
        return NULL;
    }
    machine->config = *config;
    machine->options = *options;
    if (!(config->sm_memory != 0 ? create_gpu(machine, program, error) : create_path(machine, program, trace, error))) {
        rs_machine_destroy(machine);
        return NULL;
    }
    return machine;
}

void rs_machine_destroy(rs_machine *machine)
{
    if (machine != NULL) {
        rs_path_destroy(machine->path);
        rs_front_end_destroy(machine->front_end);
        rs_trace_source_destroy(machine->trace_source);
        rs_issue_stage_destroy(machine->issue_stage);
        rs_gpu_memory_destroy(machine->gpu);
        rs_load_checker_destroy(machine->load_checker);
        for (uint32_t i = 0; machine->camat != NULL && i < machine->config.sms; i++) {
            rs_camat_observer_free(&machine->camat[i]);
        }
        free(machine->camat);
        free(machine);
    }
}

/* ---- one cycle --------------------------------------------------------------------------------------------- */

void rs_machine_drive(rs_machine *machine)
{
    if (machine->front_end != NULL) {
        rs_front_end_drive(machine->front_end, &machine->inputs);
    } else if (machine->trace_source != NULL) {
        rs_trace_source_drive(machine->trace_source, &machine->inputs);
    } else {
        rs_issue_stage_drive(machine->issue_stage, &machine->gpu_inputs);
        rs_gpu_memory_offer(machine->gpu, &machine->gpu_inputs, &machine->gpu_outputs);
    }
}

const rs_path_inputs *rs_machine_inputs(const rs_machine *machine)
{
    return machine->gpu != NULL ? machine->gpu_outputs.to_path : &machine->inputs;
}

const rs_path_outputs *rs_machine_outputs(const rs_machine *machine)
{
    return machine->gpu != NULL ? machine->gpu_outputs.path : rs_path_outputs_now(machine->path);
}

const rs_gpu_inputs *rs_machine_gpu_inputs(const rs_machine *machine)
{
    return machine->gpu != NULL ? &machine->gpu_inputs : NULL;
}

const rs_gpu_outputs *rs_machine_gpu_outputs(const rs_machine *machine)
{
    return machine->gpu != NULL ? &machine->gpu_outputs : NULL;
}

bool rs_machine_moved(const rs_machine *machine)
{
    const rs_path_inputs *in = rs_machine_inputs(machine);
    const rs_path_outputs *out = rs_machine_outputs(machine);
    bool moved = ((in->request_valid & out->request_ready) | (out->reply_valid & in->reply_ready)) != 0;
    for (uint32_t i = 0; machine->gpu != NULL && !moved && i < machine->config.sms; i++) {
        moved = (machine->gpu_inputs.issue[i] != NULL && (machine->gpu_outputs.in_ready >> i & 1) != 0) ||
                (machine->gpu_outputs.wb[i] != NULL && (machine->gpu_inputs.wb_ready >> i & 1) != 0);
    }
    return moved;
}

static uint64_t ones(uint64_t mask)
{
    return (uint64_t)__builtin_popcountll(mask);
}

static const char *clock_gpu(rs_machine *machine)
{
    const rs_gpu_outputs *out = &machine->gpu_outputs;
    rs_machine_counts *counts = &machine->counts;
    for (uint64_t left = out->to_path->request_valid & out->path->request_ready; left != 0; left &= left - 1) {
        counts->requests += out->to_path->request[__builtin_ctzll(left)].head;
    }
    counts->hits += ones(out->hit);
    counts->merged += ones(out->merged);
    counts->misses += ones(out->miss);
    counts->stores += ones(out->store);
    rs_issue_stage_clock(machine->issue_stage, out);
    for (uint32_t i = 0; machine->camat != NULL && i < machine->config.sms; i++) {
        const rs_sm_memory_outputs *outputs;
        const rs_sm_memory *sm = rs_gpu_memory_sm(machine->gpu, i, &outputs);
        rs_camat_observer_cycle(&machine->camat[i], machine->now, sm, outputs);
    }
    rs_gpu_memory_clock(machine->gpu);
    machine->now++;
    const char *error = rs_issue_stage_protocol_error(machine->issue_stage);
    return error == NULL && machine->load_checker != NULL ? rs_load_checker_error(machine->load_checker) : error;
}

const char *rs_machine_clock(rs_machine *machine)
{
    const char *error;
    if (machine->gpu != NULL) {
        return clock_gpu(machine);
    }
    const rs_path_outputs *outputs = rs_path_outputs_now(machine->path);
    machine->was_idle = outputs->idle;
    if (machine->front_end != NULL) {
        rs_front_end_clock(machine->front_end, outputs);
        error = rs_front_end_protocol_error(machine->front_end);
    } else {
        rs_trace_source_clock(machine->trace_source, outputs);
        error = rs_trace_source_protocol_error(machine->trace_source);
    }
    rs_path_step(machine->path, &machine->inputs);
    return error;
}

void rs_machine_return(rs_machine *machine, const rs_dram_return *returns)
{
    rs_dram_return *to = machine->gpu != NULL ? machine->gpu_inputs.dram : machine->inputs.dram;
    memcpy(to, returns, machine->config.channels * sizeof *to);
}

/* The device has seen the last write data when the path is idle for two cycles; the issue stage waits longer than that. */
bool rs_machine_done(const rs_machine *machine)
{
    if (machine->gpu != NULL) {
        return rs_issue_stage_done(machine->issue_stage);
    }
    return machine->was_idle && rs_path_outputs_now(machine->path)->idle &&
           (machine->front_end != NULL ? rs_front_end_done(machine->front_end) : rs_trace_source_done(machine->trace_source));
}

bool rs_machine_resting(const rs_machine *machine)
{
    return machine->trace_source != NULL && rs_path_outputs_now(machine->path)->idle &&
           rs_trace_source_resting(machine->trace_source);
}

/* ---- skipping ---------------------------------------------------------------------------------------------- */

uint64_t rs_machine_quiet_cycles(const rs_machine *machine)
{
    uint64_t cycles = 0, own;
    if (machine->gpu != NULL || (cycles = rs_path_quiet_cycles(machine->path)) == 0) {
        return 0;
    }
    own = machine->front_end != NULL
              ? rs_front_end_quiet_cycles(machine->front_end, rs_path_outputs_now(machine->path)->idle)
              : rs_trace_source_quiet_cycles(machine->trace_source);
    for (uint32_t i = 0; i < machine->config.channels; i++) {
        own = machine->inputs.dram[i].rddata_valid ? 0 : own;
    }
    return cycles < own ? cycles : own;
}

void rs_machine_skip(rs_machine *machine, uint64_t cycles)
{
    rs_path_skip(machine->path, cycles);
    if (machine->front_end != NULL) {
        rs_front_end_skip(machine->front_end, cycles);
    } else {
        rs_trace_source_skip(machine->trace_source, cycles);
    }
}

/* ---- figures ----------------------------------------------------------------------------------------------- */

uint64_t rs_machine_issued(const rs_machine *machine)
{
    return machine->front_end != NULL     ? rs_front_end_issued(machine->front_end)
           : machine->trace_source != NULL ? rs_trace_source_issued(machine->trace_source)
                                           : rs_issue_stage_issued(machine->issue_stage);
}

uint64_t rs_machine_total(const rs_machine *machine)
{
    return machine->total;
}

uint64_t rs_machine_requests(const rs_machine *machine)
{
    return machine->gpu != NULL ? machine->counts.requests : rs_machine_issued(machine);
}

void rs_machine_count(const rs_machine *machine, rs_machine_counts *counts)
{
    *counts = machine->counts;
    for (uint32_t i = 0; machine->gpu != NULL && i < machine->config.sms; i++) {
        const rs_camat_counter *counter = &rs_gpu_memory_sm(machine->gpu, i, NULL)->camat;
        counts->active_cycles[i] = counter->active_cycles;
        counts->accesses[i] = counter->accesses;
        if (machine->camat != NULL) {
            const rs_camat sums = rs_camat_observer_sums(&machine->camat[i], machine->now);
            rs_camat_add(&counts->camat, &sums);
        }
    }
    if (machine->load_checker != NULL) {
        counts->loads = rs_load_checker_count(machine->load_checker);
    }
}

bool rs_machine_check_camat(const rs_machine *machine, rs_error *error)
{
    bool good = true;
    for (uint32_t i = 0; machine->camat != NULL && good && i < machine->config.sms; i++) {
        const rs_camat_counter *counter = &rs_gpu_memory_sm(machine->gpu, i, NULL)->camat;
        good = rs_camat_observer_check(&machine->camat[i], machine->now, counter, i, error);
    }
    return good;
}

rs_load_checker *rs_machine_load_checker(const rs_machine *machine)
{
    return machine->load_checker;
}
