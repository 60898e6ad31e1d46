/* Which options of 'rowstreak run', 'trace', 'timeline' and 'predict' go together. Contract: run_options.h. */
#include "run_options.h"

#include <math.h>

/* An option that is of programs or of requests, and none of what a GPU has run. NULL: none. */
static const char *not_of_kernel_trace(const rs_run_request *request)
{
    const rs_run_settings *settings = &request->settings;

    return request->vectors                                    ? "vectors"
           : request->unroll != 4                              ? "unroll"
           : request->shrink != 1                              ? "shrink"
           : settings->disturbance.reply_stall_per_mille != 0   ? "reply-stalls"
           : settings->disturbance.request_pause_per_mille != 0 ? "request-pauses"
           : settings->warm_up != 0                            ? "warm-up"
           : settings->measure != 0                            ? "measure"
                                                               : NULL;
}

bool rs_run_check(const rs_run_request *request, rs_error *error)
{
    const char *single = request->paths[RS_RUN_COMMANDS] != NULL    ? "--commands"
                         : request->paths[RS_RUN_ACCEPTS] != NULL   ? "--accepts"
                         : request->paths[RS_RUN_LATENCIES] != NULL ? "--latencies"
                         : request->command == RS_COMMAND_TIMELINE  ? "a timeline"
                                                                    : NULL;

    if (request->command == RS_COMMAND_TRACE && request->trace_path == NULL) {
        rs_error_set(error, "trace: found no file, expected a request trace");
        return false;
    }
    if (rs_run_files(request) != 0 && (request->graph_count != 0 || request->workloads[0] != NULL)) {
        rs_error_set(error, "found --%s together with --graph or --workload, expected one of the two",
                     request->trace_path != NULL       ? "trace"
                     : request->gpu_trace_path != NULL ? "kernel-trace"
                                                       : "accepts");
        return false;
    }
    if (rs_run_files(request) > 1) {
        rs_error_set(error, "found --%s together with --%s, expected one of the two", request->trace_path != NULL ? "trace" : "kernel-trace",
                     request->acceptance_path != NULL ? "accepts" : "kernel-trace");
        return false;
    }
    if (request->gpu_trace_path != NULL && not_of_kernel_trace(request) != NULL) {
        rs_error_set(error, "found --%s with --kernel-trace, expected it without", not_of_kernel_trace(request));
        return false;
    }
    if (request->settings.warm_up + request->settings.measure != 0 && request->settings.max_cycles != 0) {
        rs_error_set(error, "found --max-cycles with %s, expected one of the two", request->settings.warm_up != 0 ? "--warm-up" : "--measure");
        return false;
    }
    if (request->settings.epoch != 0 && request->output_dir == NULL) {
        rs_error_set(error, "found --epoch without --output-dir, expected both or none");
        return false;
    }
    if (rs_run_request_count(request) != 1 && single != NULL) {
        rs_error_set(error, "found %zu runs, expected one machine, workload and seed for %s", rs_run_request_count(request), single);
        return false;
    }
    return true;
}

bool rs_run_check_prediction(const rs_run_request *request, rs_error *error)
{
    const bool file = request->trace_path != NULL || request->acceptance_path != NULL;

    if (request->command != RS_COMMAND_PREDICT)
        return true;
    if (file && request->machine_count != 0)
        rs_error_set(error, "found --machine with a file, expected it with runs: the models know no machine but by --config and --set");
    else if (!file && (isfinite(request->occupancy) || request->timed))
        rs_error_set(error, "found --%s with runs, expected it with --accepts or --trace: runs have it anyway", request->timed ? "timed" : "occupancy");
    else
        return true;
    return false;
}
