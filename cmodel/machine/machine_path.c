/* Contract: machine.h. Two kinds of machine, the memory path with the front end of a program or with the source of a trace:
 * who sends differs, the path behind is the same. */
#include "machine/machine_kind.h"

typedef struct path_machine {
    rs_machine base;
    rs_path *path;
    rs_front_end *front_end;       /* of a program */
    rs_trace_source *trace_source; /* of a trace */
    rs_path_inputs inputs;
    bool was_idle;                 /* in the cycle before the last clock */
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

static rs_front_end_hooks hooks_of(rs_machine *machine)
{
    const rs_front_end_hooks hooks = {machine, NULL, machine->options.complete != NULL ? on_complete : NULL};
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
    rs_front_end_destroy(of(machine)->front_end);
    rs_trace_source_destroy(of(machine)->trace_source);
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

/* ---- a program --------------------------------------------------------------------------------------------- */

static bool program_create(rs_machine *machine, const rs_machine_load *load, rs_error *error)
{
    const rs_program *program = load->program;
    const rs_front_end_hooks hooks = hooks_of(machine);
    rs_front_end *front_end;
    if (!create_path(of(machine), error) ||
        (front_end = of(machine)->front_end = rs_front_end_create(&machine->config, program, error)) == NULL) {
        return false;
    }
    rs_front_end_set_disturbance(front_end, &machine->options.disturbance);
    rs_front_end_set_hooks(front_end, &hooks);
    machine->total = program->read_requests + program->write_requests;
    return true;
}

static void program_drive(rs_machine *machine)
{
    rs_front_end_drive(of(machine)->front_end, &of(machine)->inputs);
}

static const char *program_clock(rs_machine *machine)
{
    rs_front_end_clock(of(machine)->front_end, machine->ports.outputs);
    clock_path(of(machine));
    return rs_front_end_protocol_error(of(machine)->front_end);
}

static bool program_done(const rs_machine *machine)
{
    return path_done(of_const(machine)) && rs_front_end_done(of_const(machine)->front_end);
}

static uint64_t program_quiet_cycles(const rs_machine *machine)
{
    const uint64_t path = path_quiet_cycles(of_const(machine));
    return path == 0 ? 0
                     : least(path, rs_front_end_quiet_cycles(of_const(machine)->front_end, machine->ports.outputs->idle));
}

static void program_skip(rs_machine *machine, uint64_t cycles)
{
    rs_path_skip(of(machine)->path, cycles);
    rs_front_end_skip(of(machine)->front_end, cycles);
}

static uint64_t program_issued(const rs_machine *machine)
{
    return rs_front_end_issued(of_const(machine)->front_end);
}

static void program_count(const rs_machine *machine, rs_machine_counts *counts)
{
    counts->requests = program_issued(machine);
}

const rs_machine_kind rs_machine_program_kind = {
    .bytes = sizeof(path_machine),
    .create = program_create,
    .destroy = destroy,
    .drive = program_drive,
    .clock = program_clock,
    .done = program_done,
    .quiet_cycles = program_quiet_cycles,
    .skip = program_skip,
    .issued = program_issued,
    .count = program_count,
};

/* ---- a trace ----------------------------------------------------------------------------------------------- */

static bool trace_create(rs_machine *machine, const rs_machine_load *load, rs_error *error)
{
    const rs_trace *trace = load->trace;
    const rs_front_end_hooks hooks = hooks_of(machine);
    rs_trace_source *source;
    if (!create_path(of(machine), error) ||
        (source = of(machine)->trace_source = rs_trace_source_create(&machine->config, trace, error)) == NULL) {
        return false;
    }
    rs_trace_source_set_disturbance(source, &machine->options.disturbance);
    rs_trace_source_set_hooks(source, &hooks);
    machine->total = trace->reads + trace->writes;
    return true;
}

static void trace_drive(rs_machine *machine)
{
    rs_trace_source_drive(of(machine)->trace_source, &of(machine)->inputs);
}

static const char *trace_clock(rs_machine *machine)
{
    rs_trace_source_clock(of(machine)->trace_source, machine->ports.outputs);
    clock_path(of(machine));
    return rs_trace_source_protocol_error(of(machine)->trace_source);
}

static bool trace_done(const rs_machine *machine)
{
    return path_done(of_const(machine)) && rs_trace_source_done(of_const(machine)->trace_source);
}

static bool trace_resting(const rs_machine *machine)
{
    return machine->ports.outputs->idle && rs_trace_source_resting(of_const(machine)->trace_source);
}

static uint64_t trace_quiet_cycles(const rs_machine *machine)
{
    const uint64_t path = path_quiet_cycles(of_const(machine));
    return path == 0 ? 0 : least(path, rs_trace_source_quiet_cycles(of_const(machine)->trace_source));
}

static void trace_skip(rs_machine *machine, uint64_t cycles)
{
    rs_path_skip(of(machine)->path, cycles);
    rs_trace_source_skip(of(machine)->trace_source, cycles);
}

static uint64_t trace_issued(const rs_machine *machine)
{
    return rs_trace_source_issued(of_const(machine)->trace_source);
}

static void trace_count(const rs_machine *machine, rs_machine_counts *counts)
{
    const rs_histogram *latency = rs_trace_source_due_latency(of_const(machine)->trace_source);

    counts->requests = trace_issued(machine);
    counts->due_reads = latency->samples;
    counts->due_latency_mean = rs_histogram_mean(latency);
    counts->due_latency_p99 = rs_histogram_percentile(latency, 990);
    counts->due_latency_max = latency->maximum;
}

const rs_machine_kind rs_machine_trace_kind = {
    .bytes = sizeof(path_machine),
    .create = trace_create,
    .destroy = destroy,
    .drive = trace_drive,
    .clock = trace_clock,
    .done = trace_done,
    .resting = trace_resting,
    .quiet_cycles = trace_quiet_cycles,
    .skip = trace_skip,
    .issued = trace_issued,
    .count = trace_count,
};
