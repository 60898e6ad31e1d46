/* Contract: machine.h. What differs by kind is in the kind's table of functions, machine_kind.h. */
#include "machine/machine_kind.h"

#include <stdlib.h>
#include <string.h>

/* ---- life -------------------------------------------------------------------------------------------------- */

static const rs_machine_kind *kind_of(const rs_config *config, const rs_machine_load *load, rs_error *error)
{
    const bool whole = load->source != NULL;
    if ((config->top == RS_TOP_GPU) != whole || config->top == RS_TOP_GPU_MEMORY) {
        rs_error_set(error, "found a configuration of another top, expected one of %s: programs run on the whole machine, requests on the "
                     "memory path", whole ? "rs_gpu" : "rs_memory_path");
        return NULL;
    }
    return whole ? &rs_machine_whole_kind : &rs_machine_path_kind;
}

rs_machine *rs_machine_create(const rs_config *config, const rs_machine_load *load, const rs_machine_options *options, rs_error *error)
{
    const rs_machine_kind *kind = kind_of(config, load, error);
    if (kind == NULL) {
        return NULL;
    }
    rs_machine *machine = (rs_machine *)calloc(1, kind->bytes);
    if (machine == NULL) {
        rs_error_memory(error, "machine: out of memory");
        return NULL;
    }
    machine->kind = kind;
    machine->config = *config;
    machine->options = *options;
    if (!kind->create(machine, load, error)) {
        rs_machine_destroy(machine);
        return NULL;
    }
    return machine;
}

void rs_machine_destroy(rs_machine *machine)
{
    if (machine != NULL) {
        machine->kind->destroy(machine);
        free(machine);
    }
}

/* ---- one cycle --------------------------------------------------------------------------------------------- */

RS_HOT const rs_machine_ports *rs_machine_drive(rs_machine *machine)
{
    machine->kind->drive(machine);
    return &machine->ports;
}

RS_HOT bool rs_machine_moved(const rs_machine *machine)
{
    const rs_path_inputs *in = machine->ports.inputs;
    const rs_path_outputs *out = machine->ports.outputs;
    const uint32_t words = machine->config.sm_words;
    return rs_set_meet(&in->request_valid, &out->request_ready, words) || rs_set_meet(&out->reply_valid, &in->reply_ready, words) ||
           (machine->kind->moved != NULL && machine->kind->moved(machine));
}

RS_HOT const char *rs_machine_clock(rs_machine *machine)
{
    return machine->kind->clock(machine);
}

RS_HOT rs_dram_return *rs_machine_returns(rs_machine *machine)
{
    return machine->dram;
}

bool rs_machine_refused(const rs_machine *machine)
{
    return machine->kind->refused != NULL && machine->kind->refused(machine);
}

RS_HOT bool rs_machine_done(const rs_machine *machine)
{
    return machine->kind->done(machine);
}

RS_HOT bool rs_machine_resting(const rs_machine *machine)
{
    return machine->kind->resting != NULL && machine->kind->resting(machine);
}

uint64_t rs_machine_quiet_cycles(const rs_machine *machine)
{
    return machine->kind->quiet_cycles != NULL ? machine->kind->quiet_cycles(machine) : 0;
}

void rs_machine_skip(rs_machine *machine, uint64_t cycles)
{
    machine->kind->skip(machine, cycles);
}

/* ---- figures ----------------------------------------------------------------------------------------------- */

rs_trace_source *rs_machine_requests(const rs_machine *machine)
{
    return machine->kind->requests != NULL ? machine->kind->requests(machine) : NULL;
}

uint64_t rs_machine_issued(const rs_machine *machine)
{
    return machine->kind->issued(machine);
}

uint64_t rs_machine_total(const rs_machine *machine)
{
    return machine->total;
}

void rs_machine_count(const rs_machine *machine, rs_machine_counts *counts)
{
    memset(counts, 0, sizeof *counts);
    machine->kind->count(machine, counts);
}

bool rs_machine_check_counters(const rs_machine *machine, rs_error *error)
{
    return machine->kind->check_counters == NULL || machine->kind->check_counters(machine, error);
}

bool rs_machine_check_result(const rs_machine *machine, rs_error *error)
{
    return machine->kind->check_result == NULL || machine->kind->check_result(machine, error);
}
