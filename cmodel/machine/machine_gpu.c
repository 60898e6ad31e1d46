/* Contract: machine.h. The kind of machine that has the SMs' memory sides, with their issue stage in front. */
#include "machine/machine_kind.h"

#include <stdlib.h>

typedef struct gpu_machine {
    rs_machine base;
    rs_program_issue *issue;
    rs_gpu_memory *gpu;
    rs_camat_observer *camat; /* perhaps, one an SM */
    uint64_t now;
    rs_machine_counts counts; /* requests and events */
    rs_gpu_memory_inputs inputs;
    rs_gpu_memory_outputs outputs;
} gpu_machine;

static gpu_machine *of(rs_machine *machine)
{
    return (gpu_machine *)machine;
}

static const gpu_machine *of_const(const rs_machine *machine)
{
    return (const gpu_machine *)machine;
}

/* ---- hooks ------------------------------------------------------------------------------------------------- */

static void on_load_complete(void *user, uint32_t sm, uint32_t warp, uint64_t latency_cycles)
{
    const rs_machine_options *options = &((const rs_machine *)user)->options;
    (void)sm;
    (void)warp;
    options->complete(options->user, latency_cycles);
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

static bool create_camat(gpu_machine *machine, rs_error *error)
{
    const uint32_t sms = machine->base.config.sms;
    bool good = (machine->camat = (rs_camat_observer *)calloc(sms, sizeof *machine->camat)) != NULL;
    for (uint32_t i = 0; good && i < sms; i++) {
        const rs_sm_memory *sm = rs_gpu_memory_sm(machine->gpu, i, NULL);
        good = rs_camat_observer_init(&machine->camat[i], &sm->cache.config.table);
    }
    if (!good) {
        rs_error_set(error, "C-AMAT: out of memory");
    }
    return good;
}

static bool create(rs_machine *base, const rs_machine_load *load, rs_error *error)
{
    gpu_machine *machine = of(base);
    const rs_machine_options *options = &base->options;
    rs_issue_hooks hooks = {base, NULL, NULL, options->complete != NULL ? on_load_complete : NULL, NULL};
    const rs_program *program = load->program;
    machine->issue = rs_program_issue_create(&base->config, program, error);
    if (machine->issue == NULL || (machine->gpu = rs_gpu_memory_create(&base->config, error)) == NULL) {
        return false;
    }
    if (options->check_loads) {
        base->load_checker = rs_load_checker_create(&base->config, program, error);
        if (base->load_checker == NULL) {
            return false;
        }
        hooks.taken = on_taken;
        hooks.words = on_words;
        hooks.ordered = on_ordered;
    }
    if (options->observe_camat && !create_camat(machine, error)) {
        return false;
    }
    rs_program_issue_set_hooks(machine->issue, &hooks);
    rs_program_issue_set_disturbance(machine->issue, &options->disturbance);
    base->total = rs_program_instructions(program);
    base->dram = machine->inputs.dram;
    return true;
}

static void destroy(rs_machine *base)
{
    gpu_machine *machine = of(base);
    rs_program_issue_destroy(machine->issue);
    rs_gpu_memory_destroy(machine->gpu);
    rs_load_checker_destroy(base->load_checker);
    for (uint32_t i = 0; machine->camat != NULL && i < base->config.sms; i++) {
        rs_camat_observer_free(&machine->camat[i]);
    }
    free(machine->camat);
}

/* ---- one cycle --------------------------------------------------------------------------------------------- */

static void drive(rs_machine *base)
{
    gpu_machine *machine = of(base);
    rs_program_issue_drive(machine->issue, &machine->inputs);
    rs_gpu_memory_offer(machine->gpu, &machine->inputs, &machine->outputs);
    base->ports = (rs_machine_ports){machine->outputs.to_path, machine->outputs.path, &machine->inputs, &machine->outputs, NULL, NULL};
}

static bool moved(const rs_machine *base)
{
    const gpu_machine *machine = of_const(base);
    bool any = false;
    for (uint32_t i = 0; !any && i < base->config.sms; i++) {
        any = (machine->inputs.issue[i] != NULL && (machine->outputs.in_ready >> i & 1) != 0) ||
              (machine->outputs.wb[i] != NULL && (machine->inputs.wb_ready >> i & 1) != 0);
    }
    return any;
}

static const char *clock_edge(rs_machine *base)
{
    gpu_machine *machine = of(base);
    rs_machine_count_cycle(&machine->counts, &machine->outputs);
    rs_program_issue_clock(machine->issue, &machine->outputs);
    for (uint32_t i = 0; machine->camat != NULL && i < base->config.sms; i++) {
        const rs_sm_memory_outputs *outputs;
        const rs_sm_memory *sm = rs_gpu_memory_sm(machine->gpu, i, &outputs);
        rs_camat_observer_cycle(&machine->camat[i], machine->now, sm, outputs);
    }
    rs_gpu_memory_clock(machine->gpu);
    machine->now++;
    const char *error = rs_program_issue_protocol_error(machine->issue);
    return error == NULL && base->load_checker != NULL ? rs_load_checker_error(base->load_checker) : error;
}

/* The issue stage waits until the DRAM has seen the last write data. */
static bool done(const rs_machine *base)
{
    return rs_program_issue_done(of_const(base)->issue);
}

/* ---- figures ----------------------------------------------------------------------------------------------- */

static uint64_t issued(const rs_machine *base)
{
    return rs_program_issue_issued(of_const(base)->issue);
}

static void count(const rs_machine *base, rs_machine_counts *counts)
{
    const gpu_machine *machine = of_const(base);
    *counts = machine->counts;
    for (uint32_t i = 0; i < base->config.sms; i++) {
        const rs_camat_counter *counter = &rs_gpu_memory_sm(machine->gpu, i, NULL)->camat;
        counts->active_cycles[i] = counter->active_cycles;
        counts->accesses[i] = counter->accesses;
        if (machine->camat != NULL) {
            const rs_camat sums = rs_camat_observer_sums(&machine->camat[i], machine->now);
            rs_camat_add(&counts->camat, &sums);
        }
    }
    if (base->load_checker != NULL) {
        counts->loads = rs_load_checker_count(base->load_checker);
    }
}

static bool check_camat(const rs_machine *base, rs_error *error)
{
    const gpu_machine *machine = of_const(base);
    bool good = true;
    for (uint32_t i = 0; machine->camat != NULL && good && i < base->config.sms; i++) {
        const rs_camat_counter *counter = &rs_gpu_memory_sm(machine->gpu, i, NULL)->camat;
        good = rs_camat_observer_check(&machine->camat[i], machine->now, counter, i, error);
    }
    return good;
}

const rs_machine_kind rs_machine_gpu_kind = {
    .bytes = sizeof(gpu_machine),
    .create = create,
    .destroy = destroy,
    .drive = drive,
    .clock = clock_edge,
    .moved = moved,
    .done = done,
    .issued = issued,
    .count = count,
    .check_counters = check_camat,
};
