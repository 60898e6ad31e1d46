/* One run of a machine on a program or on requests, as a record. */
#define _POSIX_C_SOURCE 200809L
#include "run_job.h"
#include "observe/energy.h"
#include "run_cycles.h"
#include "workload/gpu_trace_source.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

enum { PROGRESS_SECONDS = 5 };

typedef struct reporter {
    const rs_run_job *job;
    char label[48];
    double start, last; /* seconds */
} reporter;

static double now(void)
{
    struct timespec time;

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void print_progress(const reporter *r, const char *text)
{
    (void)fprintf(stderr, "[%s] %s%s%s %s: %s\n", r->label, r->job->record.workload, r->job->record.graph[0] != '\0' ? " " : "",
                  r->job->record.graph, r->job->record.machine, text);
}

/* C-AMAT of each SM, and over the SMs with accesses. Of all: the form of their sums. */
static void fill_camat(const rs_config *config, const rs_machine_counts *counts, rs_record *record)
{
    const rs_camat_parameters all = rs_camat_of(&counts->camat);
    const rs_camat_spread spread =
        rs_camat_spread_of(counts->active_cycles, counts->accesses, config->sms, record->camat_sms.value);

    record->camat_sms.count = config->sms;
    for (uint32_t i = 0; i < config->sms; i++)
        if (counts->accesses[i] == 0)
            record->camat_sms.value[i] = (double)NAN;
    if (spread.sms == 0)
        return;
    record->camat_mean = spread.mean;
    record->camat_least = spread.least;
    record->camat_most = spread.most;
    record->camat_all = all.camat;
    record->camat_hit_time = all.hit_time;
    record->camat_hit_concurrency = all.hit_concurrency;
    record->camat_pure_miss_rate = all.pure_miss_rate;
    record->camat_pure_miss_penalty = all.pure_miss_penalty;
    record->camat_miss_concurrency = all.miss_concurrency;
}

/* Instructions and why there were not more: of all SMs. */
static void fill_stalls(const rs_config *config, const rs_simulation_results *results, rs_record *record)
{
    const rs_machine_counts *counts = &results->machine;
    uint64_t *const classes[] = {&record->stall_none, &record->stall_memory_structural, &record->stall_memory_data,
                                 &record->stall_synchronization, &record->stall_compute_structural, &record->stall_compute_data,
                                 &record->stall_control, &record->stall_idle};
    uint64_t *const causes[] = {&record->structural_release, &record->structural_dma, &record->structural_mshr,
                                &record->structural_store_buffer, &record->structural_bank, &record->structural_unit};
    uint64_t *const levels[] = {&record->data_scratchpad, &record->data_l1, &record->data_merged, &record->data_l2,
                                &record->data_remote_l1, &record->data_memory};

    record->launches = counts->host.launches;
    record->instructions = counts->host.instructions;
    record->thread_instructions = counts->host.thread_instructions;
    record->threads_alu = counts->host.kind[RS_RECORD_ALU];
    record->threads_sfu = counts->host.kind[RS_RECORD_SFU];
    record->threads_branch = counts->host.kind[RS_RECORD_BRANCH];
    record->threads_barrier = counts->host.kind[RS_RECORD_BARRIER];
    record->threads_memory = counts->host.kind[RS_RECORD_MEMORY];
    record->threads_atomic = counts->host.kind[RS_RECORD_ATOMIC];
    record->accesses_global = counts->host.space[RS_SPACE_GLOBAL];
    record->accesses_scratchpad = counts->host.space[RS_SPACE_SCRATCHPAD];
    record->accesses_constant = counts->host.space[RS_SPACE_CONSTANT];
    record->accesses_texture = counts->host.space[RS_SPACE_TEXTURE];
    record->accesses_local = counts->host.space[RS_SPACE_LOCAL];
    record->ipc = results->cycles == 0 ? (double)NAN : (double)counts->host.thread_instructions / (double)results->cycles;
    record->issue_rate = results->cycles == 0 ? (double)NAN : (double)counts->host.instructions / (double)results->cycles / config->sms;
    for (size_t i = 0; i < RS_STALL_CLASSES; i++)
        *classes[i] = counts->stall_class[i];
    for (size_t i = 0; i < RS_STALL_CAUSES; i++)
        *causes[i] = counts->stall_cause[i];
    for (size_t i = 0; i < RS_SERVED_LEVELS; i++)
        *levels[i] = counts->stall_level[i];
}

static void report_progress(void *user, uint64_t cycle, uint64_t issued, uint64_t total)
{
    reporter *r = (reporter *)user;
    double time = now();
    char text[96];

    if (time - r->last < PROGRESS_SECONDS || (total == 0 && issued == 0))
        return;
    r->last = time;
    if (total == 0) /* how many there will be is not known */
        (void)snprintf(text, sizeof(text), "%" PRIu64 " warp instructions, cycle %" PRIu64, issued, cycle);
    else
        (void)snprintf(text, sizeof(text), "%3.0f %% of %" PRIu64 " %s, cycle %" PRIu64, 100.0 * (double)issued / (double)total,
                   total, r->job->trace == NULL ? "warp instructions" : "requests", cycle);
    print_progress(r, text);
}

void rs_run_job_describe(const rs_config *config, rs_record *record)
{
    rs_config_machine_name(config, record->machine);
#define RS_KEY(NAME, field, init, min, max, kind, text) record->field = config->field;
#include "config.def"
#undef RS_KEY
    (void)snprintf(record->memory_nodes, sizeof(record->memory_nodes), "%s", config->memory_nodes_text);
    (void)snprintf(record->address_map, sizeof(record->address_map), "%s", config->address_map_text);
    record->banks = config->banks;
}

static void fill_record(const rs_run_job *job, const rs_simulation_results *results, rs_record *record)
{
    const rs_config *config = &job->config;
    const rs_metrics_results *m = &results->metrics;
    const rs_energy energy = rs_energy_of(config, m);

    *record = job->record;
    if (record->whole != 0) {
        fill_camat(config, &results->machine, record);
        fill_stalls(config, results, record);
    }
    record->l1_hits = results->machine.hits;
    record->l1_merged = results->machine.merged;
    record->l1_misses = results->machine.misses;
    record->cycles = results->cycles;
    record->requests = results->requests;
    record->reads = m->reads;
    record->writes = m->writes;
    record->dram_efficiency = m->dram_efficiency;
    record->dram_utilization = m->dram_utilization;
    record->row_locality_pre = m->row_locality_pre;
    record->row_locality_post = m->row_locality_post;
    record->requests_per_activate = m->requests_per_activate;
    record->commands_per_activate = m->commands_per_activate;
    record->bank_parallelism = m->bank_parallelism;
    record->queue_occupancy = m->queue_occupancy;
    record->row_streaks = m->row_streaks;
    record->row_streak_length = m->row_streak_length;
    record->streak_sms = m->streak_sms;
    record->stranded = m->stranded;
    record->breakers = m->breakers_other_sm + m->breakers_other_cta + m->breakers_same_cta;
    record->breakers_other_sm = m->breakers_other_sm;
    record->breakers_other_cta = m->breakers_other_cta;
    record->breakers_same_cta = m->breakers_same_cta;
    record->latency_mean = m->latency_mean;
    record->latency_median = m->latency_median;
    record->latency_p99 = m->latency_p99;
    record->latency_max = m->latency_max;
    if (results->machine.due_reads != 0) {
        record->trace_latency_mean = results->machine.due_latency_mean;
        record->trace_latency_p99 = (double)results->machine.due_latency_p99;
        record->trace_latency_max = (double)results->machine.due_latency_max;
    }
    record->wait_mean = m->wait_mean;
    record->wait_p99 = m->wait_p99;
    record->wait_max = m->wait_max;
    record->fairness_jain = m->fairness_jain;
    record->fairness_min_max = m->fairness_min_max;
    record->fairness_slowdown = m->fairness_slowdown;
    record->energy_nj = energy.total_nj;
    record->energy_commands_nj = energy.commands_nj;
    record->energy_per_request_nj = energy.per_request_nj;
}

/* Requests a cycle: those that the controllers accepted, and those that the trace has for the cycles that count. */
static void fill_load(const rs_run_job *job, const rs_run_settings *settings, const rs_metrics_results *metrics, rs_record *record)
{
    const uint64_t to = settings->measure == 0 ? UINT64_MAX : settings->warm_up + settings->measure;

    if (metrics->cycles != 0)
        record->throughput = (double)metrics->requests / (double)metrics->cycles;
    if (job->trace != NULL && job->trace->timed)
        record->offered_load = rs_trace_load(job->trace, settings->warm_up, to);
}

static void conclude(const rs_simulation *simulation, const rs_simulation_results *results, const rs_run_job *job,
                     const rs_run_settings *settings, rs_run_outcome *outcome)
{
    if (settings->watch != NULL && settings->watch->end != NULL)
        settings->watch->end(settings->watch->user, results);
    fill_record(job, results, &outcome->record);
    fill_load(job, settings, &results->metrics, &outcome->record);
    if (settings->hook != NULL)
        outcome->record.lockstep_cycles = results->cycles;
    switch (results->state) {
    case RS_SIMULATION_DONE: outcome->state = RS_RUN_GOOD; break;
    case RS_SIMULATION_RUNNING:
        outcome->state = settings->measure != 0 ? RS_RUN_GOOD : RS_RUN_UNFINISHED; /* what was to be measured is */
        outcome->record.stopped = settings->measure != 0 ? 0 : results->cycles;
        break;
    case RS_SIMULATION_STOPPED:
        outcome->state = RS_RUN_MISMATCH;
        outcome->record.mismatches = 1;
        break;
    case RS_SIMULATION_FAILED:
        outcome->state = rs_simulation_refused(simulation) ? RS_RUN_BAD : RS_RUN_FAILED;
        rs_error_set(&outcome->error, "%s%s%s %s: %s", job->record.workload, job->record.graph[0] != '\0' ? " " : "", job->record.graph, job->record.machine,
                     rs_simulation_error(simulation));
        break;
    }
}

/* The lockstep hook, then the watch. */
static bool observe_gpu(void *user, uint64_t cycle, const rs_gpu_inputs *inputs, const rs_gpu_outputs *outputs)
{
    const rs_cli_hook *hook = ((const rs_run_settings *)user)->hook;

    return hook->observe_gpu(hook->user, cycle, inputs, outputs);
}

static bool observe_memory(void *user, uint64_t cycle, const rs_gpu_memory_inputs *inputs, const rs_gpu_memory_outputs *outputs)
{
    const rs_cli_hook *hook = ((const rs_run_settings *)user)->hook;

    return hook->observe_memory(hook->user, cycle, inputs, outputs);
}

static bool observe(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    const rs_run_settings *settings = (const rs_run_settings *)user;

    if (settings->hook != NULL && settings->hook->observe != NULL &&
        !settings->hook->observe(settings->hook->user, cycle, inputs, outputs))
        return false;
    if (settings->watch != NULL)
        settings->watch->observe(settings->watch->user, cycle, inputs, outputs);
    return true;
}

/* A simulation and, of a program or a kernel trace, the source of its warps, which must live as long. */
typedef struct run {
    rs_kernel_source *source;
    rs_thread_source *threads;
    rs_gpu_trace_source *gpu_trace;
    rs_simulation *simulation; /* NULL: error is set */
} run;

static run create(const rs_run_job *job, const rs_simulation_options *options, rs_error *error)
{
    const rs_config *config = &job->config;
    run made = {NULL, NULL, NULL, NULL};

    if (job->trace != NULL) {
        made.simulation = rs_simulation_create_trace(config, job->trace, options, error);
    } else if (job->threads != NULL) {
        const rs_thread_options threads = {config->sms, config->sm_ctas, config->warps / config->sm_ctas, job->kernel_options.shrink};

        if (threads.cta_warps == 0)
            rs_error_set(error, "%s: found WARPS = %u with SM_CTAS = %u, expected a warp or more for each of the CTAs of an SM", job->threads->name,
                         config->warps, config->sm_ctas);
        else
            made.threads = rs_thread_source_create(job->threads, &threads, error);
        if (made.threads != NULL)
            made.simulation = rs_simulation_create_source(config, rs_thread_source_interface(made.threads), options, error);
    } else if (job->gpu_trace != NULL) {
        made.gpu_trace = rs_gpu_trace_source_create(config, job->gpu_trace, RS_GPU_TRACE_BYTES, error);
        if (made.gpu_trace != NULL)
            made.simulation = rs_simulation_create_source(config, rs_gpu_trace_source_interface(made.gpu_trace), options, error);
    } else {
        made.source = rs_kernel_source_create(job->kernel, &job->kernel_options, config->sms * config->sm_ctas, config->registers, error);
        if (made.source != NULL)
            made.simulation = rs_simulation_create_source(config, rs_kernel_source_interface(made.source), options, error);
    }
    return made;
}

static void destroy(const run *made)
{
    rs_simulation_destroy(made->simulation);
    rs_kernel_source_destroy(made->source);
    rs_thread_source_destroy(made->threads);
    rs_gpu_trace_source_destroy(made->gpu_trace);
}

bool rs_run_job_check(const rs_run_job *job, rs_error *error)
{
    const rs_simulation_options options = rs_simulation_options_default();
    const run made = create(job, &options, error);

    destroy(&made);
    return made.simulation != NULL;
}

void rs_run_job_execute(const rs_run_job *job, const rs_run_settings *settings, size_t index, size_t total,
                        rs_run_outcome *outcome)
{
    rs_simulation_options options = rs_simulation_options_default();
    const rs_cli_hook *hook = settings->hook;
    reporter r = {job, "", now(), 0};
    run made;

    memset(outcome, 0, sizeof(*outcome));
    outcome->state = RS_RUN_BAD;
    r.last = r.start;
    if (settings->label != NULL)
        (void)snprintf(r.label, sizeof(r.label), "%s", settings->label);
    else
        (void)snprintf(r.label, sizeof(r.label), "%zu/%zu", index + 1, total);
    options.check_timing = options.check_data = settings->check;
    options.disturbance = settings->disturbance;
    if (settings->progress) {
        options.progress = report_progress;
        options.progress_user = &r;
    }
    options.observe_memory = hook != NULL && hook->observe_memory != NULL ? observe_memory : NULL;
    options.observe_gpu = hook != NULL && hook->observe_gpu != NULL ? observe_gpu : NULL;
    options.observe = hook != NULL || settings->watch != NULL ? observe : NULL;
    options.observe_user = (void *)(uintptr_t)settings;
    options.observe_idle = hook != NULL;
    made = create(job, &options, &outcome->error);
    if (made.simulation == NULL) {
        destroy(&made);
        return;
    }
    if (hook == NULL || hook->begin(hook->user, &job->config, &outcome->error)) {
        FILE *parts = settings->parts != NULL ? settings->parts[index] : NULL;
        rs_simulation_results results;
        const bool good = rs_run_cycles(made.simulation, job, settings, parts, &results, &outcome->error);

        if (hook != NULL)
            hook->end(hook->user);
        if (good)
            conclude(made.simulation, &results, job, settings, outcome);
        outcome->record.seconds = now() - r.start;
        if (settings->progress) {
            char text[96];

            (void)snprintf(text, sizeof(text), "%" PRIu64 " cycles in %.1f s%s", outcome->record.cycles,
                           outcome->record.seconds, hook != NULL ? ", in lockstep" : "");
            print_progress(&r, text);
        }
    }
    destroy(&made);
}
