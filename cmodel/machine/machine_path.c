/* Contract: machine.h. The kind of machine that runs requests: the memory path with the source of a trace. */
#include "machine/machine_kind.h"

typedef struct path_machine {
    rs_machine base;
    rs_path *path;
    rs_trace_source *source;
    rs_path_inputs inputs;
    bool was_idle; /* in the cycle before the last clock */
} path_machine;

static path_machine *of(rs_machine *machine)
{
    return (path_machine *)machine;
}

static const path_machine *of_const(const rs_machine *machine)
{
    return (const path_machine *)machine;
}

/* ---- the path ---------------------------------------------------------------------------------------------- */

static void on_complete(void *user, uint32_t sm, uint32_t tag, uint64_t latency_cycles)
{
    const rs_machine_options *options = &((const rs_machine *)user)->options;
    (void)sm;
    (void)tag;
    options->complete(options->user, latency_cycles);
}

static rs_source_hooks hooks_of(rs_machine *machine)
{
    const rs_source_hooks hooks = {machine, NULL, machine->options.complete != NULL ? on_complete : NULL};
    return hooks;
}

static bool create_path(path_machine *machine, rs_error *error)
{
    machine->path = rs_path_create(&machine->base.config, error);
    if (machine->path == NULL) {
        return false;
    }
    machine->base.ports = (rs_machine_ports){&machine->inputs, rs_path_outputs_now(machine->path), NULL, NULL, NULL, NULL};
    machine->base.dram = machine->inputs.dram;
    return true;
}

static void destroy(rs_machine *machine)
{
    rs_path_destroy(of(machine)->path);
    rs_trace_source_destroy(of(machine)->source);
}

static void clock_path(path_machine *machine)
{
    machine->was_idle = machine->base.ports.outputs->idle;
    rs_path_step(machine->path, &machine->inputs);
}

/* The DRAM has seen the last write data when the path is idle for two cycles. */
static bool path_done(const path_machine *machine)
{
    return machine->was_idle && machine->base.ports.outputs->idle;
}

static uint64_t path_quiet_cycles(const path_machine *machine)
{
    const uint64_t cycles = rs_path_quiet_cycles(machine->path);
    for (uint32_t i = 0; cycles != 0 && i < machine->base.config.channels; i++) {
        if (machine->inputs.dram[i].rddata_valid) {
            return 0;
        }
    }
    return cycles;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- the source ---------------------------------------------------------------------------------------------- */

static bool create(rs_machine *machine, const rs_machine_load *load, rs_error *error)
{
    const rs_trace *trace = load->trace;
    const rs_source_hooks hooks = hooks_of(machine);
    rs_trace_source *source;
    if (!create_path(of(machine), error) ||
        (source = of(machine)->source = rs_trace_source_create(&machine->config, trace, error)) == NULL) {
        return false;
    }
    rs_trace_source_set_disturbance(source, &machine->options.disturbance);
    rs_trace_source_set_hooks(source, &hooks);
    machine->total = trace->reads + trace->writes;
    return true;
}

RS_HOT static void drive(rs_machine *machine)
{
    rs_trace_source_drive(of(machine)->source, &of(machine)->inputs);
}

RS_HOT static const char *clock_edge(rs_machine *machine)
{
    rs_trace_source_clock(of(machine)->source, machine->ports.outputs);
    clock_path(of(machine));
    return rs_trace_source_protocol_error(of(machine)->source);
}

RS_HOT static bool done(const rs_machine *machine)
{
    return path_done(of_const(machine)) && rs_trace_source_done(of_const(machine)->source);
}

static bool resting(const rs_machine *machine)
{
    return machine->ports.outputs->idle && rs_trace_source_resting(of_const(machine)->source);
}

static uint64_t quiet_cycles(const rs_machine *machine)
{
    const uint64_t path = path_quiet_cycles(of_const(machine));
    return path == 0 ? 0 : least(path, rs_trace_source_quiet_cycles(of_const(machine)->source));
}

static void skip(rs_machine *machine, uint64_t cycles)
{
    rs_path_skip(of(machine)->path, cycles);
    rs_trace_source_skip(of(machine)->source, cycles);
}

static uint64_t issued(const rs_machine *machine)
{
    return rs_trace_source_issued(of_const(machine)->source);
}

static rs_trace_source *requests(const rs_machine *machine)
{
    return of_const(machine)->source;
}

static void count(const rs_machine *machine, rs_machine_counts *counts)
{
    const rs_histogram *latency = rs_trace_source_due_latency(of_const(machine)->source);

    counts->requests = issued(machine);
    counts->due_reads = latency->samples;
    counts->due_latency_mean = rs_histogram_mean(latency);
    counts->due_latency_p99 = rs_histogram_percentile(latency, 990);
    counts->due_latency_max = latency->maximum;
}

const rs_machine_kind rs_machine_path_kind = {
    .bytes = sizeof(path_machine),
    .create = create,
    .destroy = destroy,
    .drive = drive,
    .clock = clock_edge,
    .done = done,
    .resting = resting,
    .quiet_cycles = quiet_cycles,
    .skip = skip,
    .issued = issued,
    .requests = requests,
    .count = count,
};
