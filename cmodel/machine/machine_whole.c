/* Contract: machine.h. The kind of machine that has everything from the CTA dispatch to the DRAM's pins, and its host. */
#include "machine/machine_kind.h"

#include <stdlib.h>

#include "machine/gpu_wait.h"
#include "observe/stall_observer.h"

typedef struct whole_machine {
    rs_machine base;
    rs_warp_source source;
    rs_gpu *gpu;
    rs_gpu_host *host;
    rs_camat_observer *camat; /* perhaps, one an SM */
    rs_stall_observer *stalls; /* perhaps, one an SM: */
    uint64_t stalls_rest[RS_MAX_SMS]; /* until when it rests */
    rs_set events[3], cleared;        /* of the cycle before: what the stall inspectors were told from elsewhere than their issue stages */
    rs_gpu_wait wait;
    bool waits; /* the program waits for itself: */
    rs_error error;
    uint64_t now;
    rs_machine_counts counts; /* requests and events */
    rs_gpu_inputs inputs;
    const rs_gpu_outputs *outputs;
} whole_machine;

static whole_machine *of(rs_machine *machine)
{
    return (whole_machine *)machine;
}

static const whole_machine *of_const(const rs_machine *machine)
{
    return (const whole_machine *)machine;
}

static void on_load_complete(void *user, uint64_t latency_cycles)
{
    const rs_machine_options *options = &((const rs_machine *)user)->options;
    options->complete(options->user, latency_cycles);
}

/* ---- life -------------------------------------------------------------------------------------------------- */

static bool create_camat(whole_machine *machine, rs_error *error)
{
    const uint32_t sms = machine->base.config.sms;
    bool good = (machine->camat = (rs_camat_observer *)calloc(sms, sizeof *machine->camat)) != NULL;
    for (uint32_t i = 0; good && i < sms; i++) {
        const rs_sm_memory *sm = rs_gpu_memory_sm(rs_gpu_memory_of(machine->gpu), i, NULL);
        good = rs_camat_observer_init(&machine->camat[i], &sm->cache.config.table);
    }
    if (!good) {
        rs_error_memory(error, "C-AMAT: out of memory");
    }
    return good;
}

static bool create_stalls(whole_machine *machine, rs_error *error)
{
    const rs_config *config = &machine->base.config;
    const rs_issue_settings settings = rs_gpu_issue_settings(config);
    machine->stalls = (rs_stall_observer *)calloc(config->sms, sizeof *machine->stalls);
    for (uint32_t i = 0; machine->stalls != NULL && i < config->sms; i++) {
        rs_stall_observer_init(&machine->stalls[i], &settings);
    }
    if (machine->stalls == NULL) {
        rs_error_memory(error, "observers of stalls: out of memory");
    }
    return machine->stalls != NULL;
}

static bool create(rs_machine *base, const rs_machine_load *load, rs_error *error)
{
    whole_machine *machine = of(base);
    const rs_machine_options *options = &base->options;
    machine->source = *load->source;
    machine->gpu = rs_gpu_create(&base->config, error);
    if (machine->gpu == NULL || (machine->host = rs_gpu_host_create(&base->config, *load->source, error)) == NULL ||
        (options->observe_camat && !create_camat(machine, error)) || (options->check_stalls && !create_stalls(machine, error))) {
        return false;
    }
    if (!rs_gpu_wait_init(&machine->wait, &base->config)) {
        rs_error_memory(error, "whole machine: out of memory");
        return false;
    }
    if (options->complete != NULL) {
        rs_gpu_host_set_complete(machine->host, on_load_complete, base);
    }
    base->dram = machine->inputs.dram;
    return true;
}

static void destroy(rs_machine *base)
{
    whole_machine *machine = of(base);
    rs_gpu_destroy(machine->gpu);
    rs_gpu_host_destroy(machine->host);
    for (uint32_t i = 0; machine->camat != NULL && i < base->config.sms; i++) {
        rs_camat_observer_free(&machine->camat[i]);
    }
    rs_gpu_wait_free(&machine->wait);
    free(machine->camat);
    free(machine->stalls);
}

/* ---- one cycle --------------------------------------------------------------------------------------------- */

static void drive(rs_machine *base)
{
    whole_machine *machine = of(base);
    rs_gpu_host_drive(machine->host, &machine->inputs);
    const rs_gpu_outputs *out = machine->outputs = rs_gpu_offer(machine->gpu, &machine->inputs);
    base->ports = (rs_machine_ports){out->memory->to_path, out->memory->path, out->to_memory, out->memory, &machine->inputs, out};
}

static bool moved(const rs_machine *base)
{
    const rs_gpu_outputs *out = of_const(base)->outputs;
    bool any = out->dispatch.start_valid || out->dispatch.launch_over;
    for (uint32_t i = 0; !any && i < base->config.sms; i++) {
        any = out->stage[i]->issued || out->memory->wb[i] != NULL;
    }
    return any;
}

/* SMs, of one word of the sets, at whose issue stage, or in whose events for the stall inspector, something happens. */
static uint64_t stirred(whole_machine *machine, const uint64_t events[3], uint32_t k)
{
    const rs_gpu_outputs *out = machine->outputs;
    uint64_t any = out->looked.word[k] | out->memory->wb_valid.word[k] | machine->inputs.clear.word[k] | machine->cleared.word[k];
    for (uint32_t i = 0; i < 3; i++) {
        any |= events[i] ^ machine->events[i].word[k];
        machine->events[i].word[k] = events[i];
    }
    machine->cleared.word[k] = machine->inputs.clear.word[k];
    return any;
}

static void observe_stalls(whole_machine *machine)
{
    const rs_gpu_outputs *out = machine->outputs;
    const rs_gpu_memory_outputs *memory = out->memory;
    const uint32_t sms = machine->stalls != NULL ? machine->base.config.sms : 0;
    for (uint32_t k = 0; 64 * k < sms; k++) {
        const uint64_t events[3] = {memory->entry_full.word[k] | memory->merge_full.word[k], memory->store_buffer_full.word[k],
                                    memory->bank_conflict.word[k] | memory->line_waits.word[k]};
        uint64_t looked = stirred(machine, events, k);
        for (uint32_t i = 64 * k; i < sms && i < 64 * k + 64; i++) {
            looked |= (uint64_t)(machine->now >= machine->stalls_rest[i]) << i % 64;
        }
        RS_EACH_OF_WORD(i, k, looked) {
            const rs_stall_events its = {
                .clear = rs_set_has(&machine->inputs.clear, i),
                .mshr_full = (events[0] >> i % 64 & 1) != 0,
                .store_buffer_full = (events[1] >> i % 64 & 1) != 0,
                .bank_conflict = (events[2] >> i % 64 & 1) != 0,
            };
            rs_stall_observer_cycle(&machine->stalls[i], machine->now, out->to_stage[i], out->stage[i], machine->inputs.cta_warps, &its,
                                    out->stalls[i]);
            machine->stalls_rest[i] = machine->stalls[i].rests_until;
        }
    }
}

static uint64_t ones(uint64_t mask)
{
    return mask == 0 ? 0 : (uint64_t)__builtin_popcountll(mask);
}

/* Adds what the memory sides and their network ports show in a cycle. */
static void count_cycle(rs_machine_counts *counts, uint32_t sm_words, const rs_gpu_memory_outputs *out)
{
    for (uint32_t k = 0; k < sm_words; k++) {
        RS_EACH_OF_WORD(i, k, out->to_path->request_valid.word[k] & out->path->request_ready.word[k]) {
            counts->requests += out->to_path->request[i].head;
        }
        counts->hits += ones(out->hit.word[k]);
        counts->merged += ones(out->merged.word[k]);
        counts->misses += ones(out->miss.word[k]);
        counts->stores += ones(out->store.word[k]);
    }
}

static const char *clock_edge(rs_machine *base)
{
    whole_machine *machine = of(base);
    if (rs_gpu_wait_is_time(machine->now) &&
        !rs_gpu_wait_look(&machine->wait, machine->now, machine->gpu, machine->host, &machine->error)) {
        machine->waits = true;
        return machine->error.text;
    }
    count_cycle(&machine->counts, base->config.sm_words, machine->outputs->memory);
    rs_gpu_host_clock(machine->host, machine->outputs);
    const rs_set *offered = rs_gpu_memory_offered(rs_gpu_memory_of(machine->gpu));
    RS_EACH(i, k, machine->camat != NULL ? base->config.sm_words : 0, offered->word[k]) {
        const rs_sm_memory_outputs *outputs;
        const rs_sm_memory *sm = rs_gpu_memory_sm(rs_gpu_memory_of(machine->gpu), i, &outputs);
        rs_camat_observer_cycle(&machine->camat[i], machine->now, sm, outputs);
    }
    observe_stalls(machine);
    rs_gpu_clock(machine->gpu);
    machine->now++;
    return rs_gpu_host_error(machine->host);
}

/* The last launch's fence waits until the machine is idle. */
static bool done(const rs_machine *base)
{
    return rs_gpu_host_done(of_const(base)->host);
}

static bool refused(const rs_machine *base)
{
    return of_const(base)->waits || rs_gpu_host_refused(of_const(base)->host);
}

/* ---- figures ----------------------------------------------------------------------------------------------- */

static uint64_t issued(const rs_machine *base)
{
    return rs_gpu_host_count(of_const(base)->host).instructions;
}

static void count(const rs_machine *base, rs_machine_counts *counts)
{
    const whole_machine *machine = of_const(base);
    *counts = machine->counts;
    counts->host = rs_gpu_host_count(machine->host);
    for (uint32_t i = 0; i < base->config.sms; i++) {
        const rs_camat_counter *counter = rs_gpu_camat(machine->gpu, i);
        const rs_stall_inspector *stalls = rs_gpu_stalls(machine->gpu, i);
        counts->active_cycles[i] = counter->active_cycles;
        counts->accesses[i] = counter->accesses;
        if (machine->camat != NULL) {
            const rs_camat sums = rs_camat_observer_sums(&machine->camat[i], machine->now);
            rs_camat_add(&counts->camat, &sums);
        }
        for (uint32_t k = 0; k < RS_STALL_CLASSES; k++) {
            counts->stall_class[k] += stalls->class_cycles[k];
        }
        for (uint32_t k = 0; k < RS_STALL_CAUSES; k++) {
            counts->stall_cause[k] += stalls->cause_cycles[k];
        }
        for (uint32_t k = 0; k < RS_SERVED_LEVELS; k++) {
            counts->stall_level[k] += stalls->level_cycles[k];
        }
    }
}

static bool check_counters(const rs_machine *base, rs_error *error)
{
    const whole_machine *machine = of_const(base);
    bool good = true;
    for (uint32_t i = 0; machine->camat != NULL && good && i < base->config.sms; i++) {
        const rs_camat_counter *counter = rs_gpu_camat(machine->gpu, i);
        good = rs_camat_observer_check(&machine->camat[i], machine->now, counter, i, error);
    }
    for (uint32_t i = 0; machine->stalls != NULL && good && i < base->config.sms; i++) {
        good = rs_stall_observer_check(&machine->stalls[i], machine->now, rs_gpu_stalls(machine->gpu, i), i, error);
    }
    return good;
}

static bool check_result(const rs_machine *base, rs_error *error)
{
    const rs_warp_source *source = &of_const(base)->source;
    return source->calls->finish(source->user, error);
}

const rs_machine_kind rs_machine_whole_kind = {
    .bytes = sizeof(whole_machine),
    .create = create,
    .destroy = destroy,
    .drive = drive,
    .clock = clock_edge,
    .moved = moved,
    .done = done,
    .issued = issued,
    .count = count,
    .check_counters = check_counters,
    .check_result = check_result,
    .refused = refused,
};
