/* What 'rowstreak run', 'trace', 'timeline' and 'predict' have in common: options, inputs, runs, table and files. */
#ifndef ROWSTREAK_CLI_RUN_REQUEST_H
#define ROWSTREAK_CLI_RUN_REQUEST_H

#include "output_file.h"
#include "run_job.h"
#include "workload/graph.h"
#include "workload/trace.h"

enum { RS_RUN_MAX_NAMES = 32 };

enum rs_run_command { RS_COMMAND_RUN = 1, RS_COMMAND_TRACE = 2, RS_COMMAND_TIMELINE = 4, RS_COMMAND_PREDICT = 8 };

enum rs_run_output { RS_RUN_CSV, RS_RUN_JSON, RS_RUN_COMMANDS, RS_RUN_ACCEPTS, RS_RUN_LATENCIES, RS_RUN_SVG, RS_RUN_OUTPUTS };

typedef struct rs_run_request {
    enum rs_run_command command;
    rs_cli_source source;
    const char *trace_path, *gpu_trace_path; /* in place of workloads; NULL: none */
    const char *paths[RS_RUN_OUTPUTS]; /* of the outputs, by enum rs_run_output; NULL: none */
    const char *graphs[RS_RUN_MAX_NAMES], *workloads[RS_RUN_MAX_NAMES], *machines[RS_RUN_MAX_NAMES];
    size_t graph_count, workload_count, machine_count; /* a trace counts as one workload */
    bool vectors;
    uint64_t unroll, shrink; /* of kernels */
    uint64_t seeds, bfs_source, requests, writes, gap, pattern_seed, processes;
    uint64_t channel, from, cycles; /* of a timeline */
    const rs_graph *ready; /* graphs[0], read before; NULL: it is to be read */
    const rs_gpu_trace *ready_gpu_trace; /* the same of gpu_trace_path */
    const char *acceptance_path;    /* of a prediction: a file of acceptances in place of runs, NULL: none */
    struct {
        uint32_t bank, row;
    } open[RS_MAX_BANKS];           /* rows that are open at its start */
    uint32_t open_count;
    double occupancy;               /* of the queue, with a file; not a number: not known */
    bool timed;                     /* with a file: the model that goes by its cycles too */
    rs_trace_options trace_options;
    rs_run_settings settings;
    const char *output_dir; /* NULL: none */
    int argc;               /* the command line */
    char *const *argv;
    bool quiet;
} rs_run_request;

/* A workload with the graph it runs on, or a trace. */
typedef struct rs_run_input {
    rs_record record; /* workload, graph and what else tells it from others */
    rs_trace *trace;  /* of a trace or pattern */
    rs_gpu_trace *gpu_trace; /* read for it */
    const rs_gpu_trace *used_gpu_trace;
    const rs_kernel *kernel;
    rs_kernel_options kernel_options;
    const rs_thread_program *threads;
} rs_run_input;

typedef struct rs_run_inputs {
    rs_run_input *input;
    size_t count;
    rs_graph *graph; /* [graph_count] of the request; kernels run on them */
    size_t graphs;
} rs_run_inputs;

/* Reads the command line and fills in defaults. False: nothing is left to do but to exit with *exit_code, after the
 * help (0) or an error line (2). */
bool rs_run_request_parse(rs_run_request *request, enum rs_run_command command, int argc, char **argv, int *exit_code);

/* A request of 'rowstreak run' with no name in it, all options at their defaults. */
void rs_run_request_init(rs_run_request *request, enum rs_run_command command);
/* One option of 'rowstreak run', or "trace" with a file, by its name without the dashes; a flag takes 0 or 1. value lives as long as the
 * request. */
bool rs_run_request_set(rs_run_request *request, const char *name, const char *value, rs_error *error);
/* Runs of the request: machines x seeds x inputs, a workload on each of the graphs, if it runs on graphs. */
size_t rs_run_request_count(const rs_run_request *request);
/* Of the one run of the request: the configuration, and in the record what tells the run from others; no input is made. hash: of
 * graph, trace or kernel trace; NULL: it has none. False: the machine cannot be; the record has its configuration as far as it was read. */
bool rs_run_request_describe(const rs_run_request *request, const uint64_t *hash, rs_run_job *job, rs_error *error);
/* Whether there is such a workload; *needs_graph: it runs on graphs. */
bool rs_run_workload_known(const char *workload, bool *needs_graph, rs_error *error);
/* The jobs of all runs, by input, machine and seed, with the inputs they point to. Names are checked before anything is read. */
bool rs_run_request_load(const rs_run_request *request, rs_run_inputs *inputs, rs_run_job *jobs, rs_error *error);
/* Every machine with every workload, once for all seeds: what cannot start is one error, not one a run. */
bool rs_run_request_check(const rs_run_request *request, const rs_run_job *jobs, size_t count, rs_error *error);
void rs_run_inputs_free(rs_run_inputs *inputs);
/* Opens the outputs of the request; none of them is one of its inputs. */
bool rs_run_request_open(const rs_run_request *request, rs_output_file outputs[RS_RUN_OUTPUTS], rs_error *error);

/* Everything for 'run' and 'trace': load, run, files, table. Returns the exit code. */
int rs_run_request_execute(rs_run_request *request);
/* The error lines of runs that went wrong; 0, or the exit code. *complete: every run has a record. */
int rs_run_outcomes_report(const rs_run_outcome *outcomes, size_t count, bool *complete);

#endif
