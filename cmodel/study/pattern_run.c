/* Contract: pattern_run.h. */
#include "study/pattern_run.h"

#include <string.h>

#include "observe/energy.h"

enum { PROGRESS_CYCLES = 16384 };

static void report(void *user, uint64_t cycle, uint64_t issued, uint64_t total)
{
    const rs_pattern_run_options *run = (const rs_pattern_run_options *)user;
    (void)total; /* not known */
    run->report(run->user, cycle, issued);
}

static void fill_camat(const rs_machine_counts *machine, uint32_t sms, rs_pattern_counts *counts)
{
    const rs_camat_spread spread = rs_camat_spread_of(machine->active_cycles, machine->accesses, sms, counts->camat_sms);
    counts->sm_count = sms;
    counts->camat = machine->camat;
    counts->camat_mean = spread.mean;
    counts->camat_least = spread.least;
    counts->camat_most = spread.most;
}

static void fill(const rs_config *config, const rs_simulation_results *results, rs_pattern_counts *counts)
{
    const rs_machine_counts *machine = &results->machine;
    const rs_metrics_results *metrics = &results->metrics;
    counts->stopped = results->state == RS_SIMULATION_RUNNING;
    counts->cycles = results->cycles;
    counts->copies = machine->host.copies;
    counts->issued = machine->host.instructions;
    counts->thread_instructions = machine->host.thread_instructions;
    memcpy(counts->stall_class, machine->stall_class, sizeof counts->stall_class);
    memcpy(counts->stall_cause, machine->stall_cause, sizeof counts->stall_cause);
    memcpy(counts->stall_level, machine->stall_level, sizeof counts->stall_level);
    counts->l1_hits = machine->hits;
    counts->l1_merged = machine->merged;
    counts->l1_misses = machine->misses;
    counts->store_lines = machine->stores;
    counts->l2_reads = config->l2 != 0 ? metrics->l2_reads : metrics->reads;
    counts->l2_writes = config->l2 != 0 ? metrics->l2_writes : metrics->writes;
    counts->l2_misses = metrics->reads;
    counts->dram_reads = metrics->reads;
    counts->dram_writes = metrics->writes;
    counts->row_misses = metrics->activates;
    counts->dram_utilization = metrics->dram_utilization;
    counts->dram_energy_nj = rs_energy_of(config, metrics).commands_nj;
    fill_camat(machine, config->sms, counts);
}

static bool fits(const rs_config *config, const rs_kernel *kernel, const rs_warp_source *source, rs_error *error)
{
    const uint64_t bytes = source->calls->bytes(source->user);
    const bool good = bytes <= UINT64_C(1) << config->map.address_bits;
    if (!good) {
        rs_error_set(error, "%s: found arrays of %llu bytes, expected at most the machine's 2^%u", kernel->name,
                     (unsigned long long)bytes, config->map.address_bits);
    }
    return good;
}

static enum rs_pattern_run_end simulate(rs_simulation *simulation, const rs_config *config, const rs_kernel *kernel,
                                        const rs_pattern_run_options *run, rs_pattern_counts *counts, rs_error *error)
{
    const enum rs_simulation_state state = rs_simulation_run(simulation, run != NULL ? run->max_cycles : 0);
    rs_simulation_results results;
    rs_simulation_get(simulation, &results);
    fill(config, &results, counts);
    if (state == RS_SIMULATION_FAILED) {
        rs_error_set(error, "%s: %s", kernel->name, rs_simulation_error(simulation));
        return rs_simulation_refused(simulation) ? RS_PATTERN_RUN_REFUSED : RS_PATTERN_RUN_WRONG;
    }
    return RS_PATTERN_RUN_GOOD;
}

enum rs_pattern_run_end rs_pattern_run(const rs_config *config, const rs_kernel *kernel, const rs_kernel_options *options,
                                       const rs_pattern_run_options *run, rs_pattern_counts *counts, rs_error *error)
{
    rs_simulation_options watched = rs_simulation_options_default();
    rs_simulation *simulation = NULL;
    enum rs_pattern_run_end end = RS_PATTERN_RUN_REFUSED;
    memset(counts, 0, sizeof *counts);
    if (run != NULL && run->report != NULL) {
        watched.progress = report;
        watched.progress_user = (void *)(uintptr_t)run;
        watched.progress_cycles = PROGRESS_CYCLES;
    }
    rs_kernel_source *source = rs_kernel_source_create(kernel, options, config->sms * config->sm_ctas, config->registers, error);
    if (source != NULL) {
        const rs_warp_source interface = rs_kernel_source_interface(source);
        simulation = fits(config, kernel, &interface, error) ? rs_simulation_create_source(config, interface, &watched, error) : NULL;
    }
    if (simulation != NULL) {
        end = simulate(simulation, config, kernel, run, counts, error);
        counts->instructions = rs_kernel_source_instructions(source);
    }
    rs_simulation_destroy(simulation);
    rs_kernel_source_destroy(source);
    return end;
}
