/* Contract: run_cycles.h. */
#include "run_cycles.h"
#include "run_parts.h"

#include <inttypes.h>

/* So many cycles that count, 0: to the end, by epochs. */
static void count_cycles(rs_simulation *simulation, uint64_t cycles, uint64_t epoch, rs_run_parts *parts)
{
    enum rs_simulation_state state = RS_SIMULATION_RUNNING;

    if (epoch == 0)
        (void)rs_simulation_run(simulation, cycles);
    for (uint64_t at = 0; epoch != 0 && state == RS_SIMULATION_RUNNING && (cycles == 0 || at < cycles); at += epoch) {
        state = rs_simulation_run(simulation, cycles == 0 || epoch < cycles - at ? epoch : cycles - at);
        rs_run_parts_epoch(parts);
    }
}

/* Where only some cycles count, the run must have them all. */
static bool counted_all(const rs_simulation_results *results, const rs_run_job *job, const rs_run_settings *settings, rs_error *error)
{
    const uint64_t expected = settings->warm_up + (settings->measure != 0 ? settings->measure : 1);

    if (settings->warm_up + settings->measure == 0 || results->state != RS_SIMULATION_DONE || results->cycles >= expected)
        return true;
    rs_error_set(error, "%s %s: found its last request done after %" PRIu64 " cycles, expected requests for %" PRIu64,
                 job->record.workload, job->record.machine, results->cycles, expected);
    return false;
}

bool rs_run_cycles(rs_simulation *simulation, const rs_run_job *job, const rs_run_settings *settings, FILE *file,
                   rs_simulation_results *results, rs_error *error)
{
    rs_trace_source *requests = rs_simulation_requests(simulation);
    const uint64_t end = settings->warm_up + settings->measure;
    rs_metrics *metrics = rs_simulation_metrics(simulation);
    rs_metrics_results counted;
    rs_run_parts parts;

    if (end != 0)
        rs_trace_source_set_window(requests, settings->warm_up, settings->measure != 0 ? end : UINT64_MAX);
    if (settings->warm_up != 0) {
        (void)rs_simulation_run(simulation, settings->warm_up);
        rs_metrics_start(metrics);
    }
    rs_run_parts_start(&parts, file, &job->config, simulation);
    count_cycles(simulation, settings->measure != 0 ? settings->measure : settings->max_cycles, settings->epoch, &parts);
    rs_run_parts_end(&parts);
    rs_simulation_get(simulation, results);
    if (!counted_all(results, job, settings, error))
        return false;
    counted = results->metrics;
    while (settings->measure != 0 && results->state == RS_SIMULATION_RUNNING && rs_trace_source_window_left(requests) != 0)
        results->state = rs_simulation_run(simulation, 1);
    rs_simulation_get(simulation, results);
    results->metrics = counted;
    if (rs_run_parts_due(&parts))
        return true;
    rs_error_set(error, "%s %s: found no room for its temporary file, expected some for the lines of --output-dir", job->record.workload,
                 job->record.machine);
    return false;
}
