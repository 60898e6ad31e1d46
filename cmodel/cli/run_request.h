/* What 'rowstreak run', 'trace' and 'timeline' have in common: options, inputs, runs, table and files. */
#ifndef ROWSTREAK_CLI_RUN_REQUEST_H
#define ROWSTREAK_CLI_RUN_REQUEST_H

#include "run_job.h"
#include "workload/graph.h"
#include "workload/trace.h"

enum { RS_RUN_MAX_NAMES = 32 };

enum rs_run_command { RS_COMMAND_RUN = 1, RS_COMMAND_TRACE = 2, RS_COMMAND_TIMELINE = 4 };

typedef struct rs_run_request {
    enum rs_run_command command;
    rs_cli_source source;
    const char *graph_path, *trace_path, *csv, *json, *commands, *svg;
    const char *workloads[RS_RUN_MAX_NAMES], *machines[RS_RUN_MAX_NAMES];
    size_t workload_count, machine_count; /* a trace counts as one workload */
    uint64_t seeds, bfs_source, requests, writes, pattern_seed, processes;
    uint64_t channel, from, cycles; /* of a timeline */
    rs_trace_options trace_options;
    rs_run_settings settings;
    bool quiet;
} rs_run_request;

typedef struct rs_run_inputs {
    rs_graph graph;
    rs_program *programs[RS_RUN_MAX_NAMES];
    rs_trace *trace;
} rs_run_inputs;

/* Reads the command line and fills in defaults. False: nothing is left to do but to exit with *exit_code, after the
 * help (0) or an error line (2). */
bool rs_run_request_parse(rs_run_request *request, enum rs_run_command command, int argc, char **argv, int *exit_code);

/* Runs of the request: machines x workloads x seeds. */
size_t rs_run_request_count(const rs_run_request *request);
/* The jobs of all runs, in that order, with the inputs they point to. Names are checked before anything is read. */
bool rs_run_request_load(const rs_run_request *request, rs_run_inputs *inputs, rs_run_job *jobs, rs_error *error);
void rs_run_inputs_free(rs_run_inputs *inputs);

/* Everything for 'run' and 'trace': load, run, files, table. Returns the exit code. */
int rs_run_request_execute(rs_run_request *request);
/* The error lines of runs that went wrong; 0, or the exit code. *complete: every run has a record. */
int rs_run_outcomes_report(const rs_run_outcome *outcomes, size_t count, bool *complete);

#endif
