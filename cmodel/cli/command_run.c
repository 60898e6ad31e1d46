/* 'rowstreak run': machines x workloads x seeds, one table. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "output_file.h"
#include "record.h"
#include "run_job.h"
#include "workload/bfs.h"
#include "workload/graph.h"
#include "workload/patterns.h"
#include "workload/spmv.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_NAMES = 32, MAX_SEEDS = 1000, MAX_PROCESSES = 256 };

enum run_option {
    RUN_GRAPH, RUN_WORKLOAD, RUN_MACHINE, RUN_CONFIG, RUN_SET, RUN_SEEDS, RUN_SOURCE, RUN_REQUESTS, RUN_WRITES,
    RUN_PATTERN_SEED, RUN_REPLY_STALLS, RUN_REQUEST_PAUSES, RUN_MAX_CYCLES, RUN_NO_CHECKS, RUN_JOBS, RUN_CSV,
    RUN_JSON, RUN_PROGRESS, RUN_LABEL, RUN_QUIET, RUN_HELP
};

static const rs_cli_option options[] = {
    {"graph", "FILE", "graph or matrix for bfs and spmv: METIS, or Matrix Market coordinate"},
    {"workload", "NAME", "may be repeated, default bfs\n"
                         "bfs     breadth-first search, level by level, a thread per vertex\n"
                         "spmv    y = A x, CSR, a thread per row\n"
                         "stream  consecutive lines, two a warp load\n"
                         "rand1, rand2, rand3  uniform random rows, 1, 2, 3 requests each\n"
                         "onebank two requests a row, always a new row, one bank a channel"},
    {"machine", "NAME", "may be repeated, default FIFO BFIFO BFIFO+HG BFIFO+HMHG4 FR-FCFS\n"
                        "notation: see 'rowstreak --help'"},
    {"config", "FILE", "KEY = VALUE lines; 'rowstreak config' lists the keys"},
    {"set", "KEY=VALUE", "override one key; may be repeated"},
    {"seeds", "N", "run seeds SEED, SEED + 1, ... of the arbiters; the table shows the median run"},
    {"source", "VERTEX", "start of bfs, numbered from 1 as in the file (default 1)"},
    {"requests", "N", "size of a pattern (default 200000)"},
    {"writes", "N", "per mille of a pattern's accesses that are stores (default 0)"},
    {"pattern-seed", "N", "seed of the random patterns (default 1)"},
    {"reply-stalls", "N", "per mille of cycles in which an SM takes no reply (default 0)"},
    {"request-pauses", "N", "per mille of cycles in which an SM starts no request (default 0)"},
    {"max-cycles", "N", "stop each run there (default: run to the end)"},
    {"no-checks", NULL, "without the DRAM timing checker and the data scoreboard"},
    {"jobs", "N", "runs at a time, each in its own process (default: processors)"},
    {"csv", "FILE", "write the results; 'rowstreak report' merges such files"},
    {"json", "FILE", "write the results as an array of objects"},
    {"progress", NULL, "progress lines on stderr even if it is no terminal"},
    {"label", "TEXT", "in front of the progress lines, in place of [run/runs]"},
    {"quiet", NULL, "no table"},
    {"help", NULL, "this text"},
};
enum { OPTIONS = sizeof(options) / sizeof(options[0]) };

typedef struct run_request {
    rs_cli_source source;
    const char *graph_path, *csv, *json;
    const char *workloads[MAX_NAMES], *machines[MAX_NAMES];
    size_t workload_count, machine_count;
    uint64_t seeds, bfs_source, requests, writes, pattern_seed, processes;
    rs_run_settings settings;
    bool quiet;
} run_request;

typedef struct workload_set {
    rs_graph graph;
    rs_program *programs[MAX_NAMES];
} workload_set;

static bool add_name(const char **names, size_t *count, const char *name, rs_error *error)
{
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(names[i], name) == 0) {
            rs_error_set(error, "run: found '%.40s' twice, expected it once", name);
            return false;
        }
    }
    if (*count == MAX_NAMES || strlen(name) >= RS_RECORD_TEXT) {
        rs_error_set(error, "run: found '%.40s', expected at most %d names of %d characters", name, MAX_NAMES,
                     RS_RECORD_TEXT - 1);
        return false;
    }
    names[(*count)++] = name;
    return true;
}

static bool take_option(run_request *request, int option, const char *value, rs_error *error)
{
    uint64_t number = 0;

    switch (option) {
    case RUN_GRAPH: request->graph_path = value; return true;
    case RUN_WORKLOAD: return add_name(request->workloads, &request->workload_count, value, error);
    case RUN_MACHINE: return add_name(request->machines, &request->machine_count, value, error);
    case RUN_CONFIG: request->source.file = value; return true;
    case RUN_SET: return rs_cli_add_set(&request->source, value, error);
    case RUN_SEEDS: return rs_cli_number("--seeds", value, 1, MAX_SEEDS, &request->seeds, error);
    case RUN_SOURCE: return rs_cli_number("--source", value, 1, UINT32_MAX, &request->bfs_source, error);
    case RUN_REQUESTS:
        return rs_cli_number("--requests", value, 1, RS_PROGRAM_MAX_REQUESTS, &request->requests, error);
    case RUN_WRITES: return rs_cli_number("--writes", value, 0, 1000, &request->writes, error);
    case RUN_PATTERN_SEED:
        return rs_cli_number("--pattern-seed", value, 0, UINT64_MAX, &request->pattern_seed, error);
    case RUN_REPLY_STALLS:
        if (!rs_cli_number("--reply-stalls", value, 0, 999, &number, error))
            return false;
        request->settings.disturbance.reply_stall_per_mille = (uint32_t)number;
        return true;
    case RUN_REQUEST_PAUSES:
        if (!rs_cli_number("--request-pauses", value, 0, 999, &number, error))
            return false;
        request->settings.disturbance.request_pause_per_mille = (uint32_t)number;
        return true;
    case RUN_MAX_CYCLES:
        return rs_cli_number("--max-cycles", value, 1, UINT64_MAX, &request->settings.max_cycles, error);
    case RUN_NO_CHECKS: request->settings.check = false; return true;
    case RUN_JOBS: return rs_cli_number("--jobs", value, 1, MAX_PROCESSES, &request->processes, error);
    case RUN_CSV: request->csv = value; return true;
    case RUN_JSON: request->json = value; return true;
    case RUN_PROGRESS: request->settings.progress = true; return true;
    case RUN_LABEL: request->settings.label = value; return true;
    case RUN_QUIET: request->quiet = true; return true;
    default: /* RS_CLI_OPERAND */
        rs_error_set(error, "run: found '%.60s', expected options only (a graph is given with --graph FILE)", value);
        return false;
    }
}

static void set_defaults(run_request *request)
{
    static const char *const machines[] = {"FIFO", "BFIFO", "BFIFO+HG", "BFIFO+HMHG4", "FR-FCFS"};

    if (request->workload_count == 0)
        request->workloads[request->workload_count++] = "bfs";
    if (request->machine_count == 0)
        for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
            request->machines[request->machine_count++] = machines[i];
    if (request->processes == 0) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);

        request->processes = processors < 1 ? 1 : processors > MAX_PROCESSES ? MAX_PROCESSES : (uint64_t)processors;
    }
    request->settings.processes = (unsigned)request->processes;
    if (isatty(STDERR_FILENO) == 1)
        request->settings.progress = true;
}

static bool needs_graph(const char *workload)
{
    return strcmp(workload, "bfs") == 0 || strcmp(workload, "spmv") == 0;
}

static rs_program *build_program(const run_request *request, const char *workload, const rs_config *config,
                                 const rs_graph *graph, rs_error *error)
{
    rs_pattern pattern;

    if (needs_graph(workload) && graph->row_start == NULL) {
        rs_error_set(error, "run: found workload %s without --graph, expected --graph FILE", workload);
        return NULL;
    }
    if (strcmp(workload, "bfs") == 0)
        return rs_bfs_program(config, graph, (uint32_t)(request->bfs_source - 1), NULL, error);
    if (strcmp(workload, "spmv") == 0)
        return rs_spmv_program(config, graph, NULL, NULL, error);
    if (!rs_pattern_kind_read(&pattern.kind, workload)) {
        rs_error_set(error, "run: found workload '%.40s', expected bfs, spmv, stream, rand1, rand2, rand3 or onebank",
                     workload);
        return NULL;
    }
    pattern.requests = (uint32_t)request->requests;
    pattern.write_per_mille = (uint32_t)request->writes;
    pattern.seed = request->pattern_seed;
    return rs_pattern_program(config, &pattern, error);
}

/* File name without folder and ending. */
static void graph_name(const char *path, char name[RS_RECORD_TEXT])
{
    const char *base = strrchr(path, '/');
    const char *end;
    size_t length;

    base = base != NULL ? base + 1 : path;
    end = strrchr(base, '.');
    length = end != NULL && end != base ? (size_t)(end - base) : strlen(base);
    length = length < RS_RECORD_TEXT ? length : RS_RECORD_TEXT - 1;
    memcpy(name, base, length);
    name[length] = '\0';
}

static bool fill_jobs(const run_request *request, const workload_set *set, rs_run_job *jobs, rs_error *error)
{
    rs_run_job *job = jobs;

    for (size_t w = 0; w < request->workload_count; w++) {
        for (size_t m = 0; m < request->machine_count; m++) {
            rs_config config;

            if (!rs_cli_configure(&config, &request->source, request->machines[m], error))
                return false;
            for (uint64_t s = 0; s < request->seeds; s++, job++) {
                job->config = config;
                job->config.seed = (uint32_t)(config.seed + s);
                job->program = set->programs[w];
                memcpy(job->machine, request->machines[m], strlen(request->machines[m]) + 1);
                memcpy(job->workload, request->workloads[w], strlen(request->workloads[w]) + 1);
                if (needs_graph(job->workload) && request->graph_path != NULL)
                    graph_name(request->graph_path, job->graph);
            }
        }
    }
    return true;
}

static bool write_file(const char *path, void (*write)(FILE *, const rs_record *, size_t), const rs_record *records,
                       size_t count, rs_error *error)
{
    rs_output_file output;

    if (path == NULL)
        return true;
    if (!rs_output_open(&output, path, error))
        return false;
    write(output.file, records, count);
    return rs_output_commit(&output, error);
}

/* Prints what went wrong, and the table and files when every run has a record. Returns the exit code. */
static int conclude(const run_request *request, const rs_run_outcome *outcomes, size_t count, rs_record *records)
{
    int exit_code = 0;
    bool complete = true;
    rs_error error;

    for (size_t i = 0; i < count; i++) {
        records[i] = outcomes[i].record;
        if (outcomes[i].state == RS_RUN_FAILED || outcomes[i].state == RS_RUN_BAD) {
            (void)rs_cli_fail(&outcomes[i].error);
            exit_code = outcomes[i].state == RS_RUN_BAD ? 2 : exit_code == 0 ? 1 : exit_code;
            complete = false;
        } else if (outcomes[i].state == RS_RUN_MISMATCH) {
            exit_code = exit_code == 0 ? 1 : exit_code;
        } else if (outcomes[i].state == RS_RUN_UNFINISHED) {
            (void)fprintf(stderr, "rowstreak: %s %s: stopped by --max-cycles\n", records[i].workload,
                          records[i].machine);
        }
    }
    if (!complete)
        return exit_code;
    rs_records_relate(records, count);
    if (!write_file(request->csv, rs_records_write_csv, records, count, &error) ||
        !write_file(request->json, rs_records_write_json, records, count, &error))
        return rs_cli_fail(&error);
    if (!request->quiet)
        rs_records_print_table(stdout, records, count);
    return rs_cli_finish_output(exit_code);
}

static int execute(const run_request *request, workload_set *set)
{
    size_t count = request->workload_count * request->machine_count * (size_t)request->seeds;
    rs_run_job *jobs = (rs_run_job *)calloc(count, sizeof(*jobs));
    rs_run_outcome *outcomes = (rs_run_outcome *)calloc(count, sizeof(*outcomes));
    rs_record *records = (rs_record *)calloc(count, sizeof(*records));
    rs_config config;
    rs_error error;
    bool good = jobs != NULL && outcomes != NULL && records != NULL;
    int exit_code;

    if (!good)
        rs_error_set(&error, "run: found no memory for %zu runs, expected some", count);
    /* names first: nothing is read or built for a run that cannot start */
    good = good && fill_jobs(request, set, jobs, &error) && rs_cli_configure(&config, &request->source, NULL, &error);
    if (good && request->graph_path != NULL)
        good = rs_graph_read(&set->graph, request->graph_path, &error);
    for (size_t w = 0; good && w < request->workload_count; w++) {
        set->programs[w] = build_program(request, request->workloads[w], &config, &set->graph, &error);
        good = set->programs[w] != NULL;
    }
    rs_graph_free(&set->graph);
    good = good && fill_jobs(request, set, jobs, &error) &&
           rs_run_pool(jobs, count, &request->settings, outcomes, &error);
    exit_code = good ? conclude(request, outcomes, count, records) : rs_cli_fail(&error);
    free(jobs);
    free(outcomes);
    free(records);
    return exit_code;
}

static int print_help(void)
{
    (void)printf("Usage: rowstreak run [--graph FILE] [OPTIONS]\n\n"
                 "Simulates every machine on every workload, with data and DRAM timing checked in every cycle,\n"
                 "and prints one table. Units are cycles; metrics are defined in cmodel/analysis/README.md.\n\n");
    rs_cli_print_options(options, OPTIONS);
    (void)printf("\nExamples\n"
                 "  rowstreak run --graph copter2.graph --workload bfs --workload spmv --csv result.csv\n"
                 "  rowstreak run --workload rand2 --machine FR-FCFS --set QUEUE=64\n"
                 "  rowstreak run --graph a.mtx --workload spmv --machine BFIFO --machine BFIFO+HG/L8/G --seeds 5\n");
    return rs_cli_finish_output(0);
}

int rs_cli_command_run(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_cli_parser parser = {options, OPTIONS, argc, 1, argv, NULL};
    run_request request;
    workload_set set;
    rs_error error;
    int option, exit_code;

    memset(&request, 0, sizeof(request));
    memset(&set, 0, sizeof(set));
    request.seeds = request.bfs_source = request.pattern_seed = 1;
    request.requests = 200000;
    request.settings.check = true;
    request.settings.hook = hook;
    while ((option = rs_cli_next(&parser)) != RS_CLI_END) {
        if (option == RS_CLI_BAD)
            return 2;
        if (option == RUN_HELP)
            return print_help();
        if (!take_option(&request, option, parser.value, &error))
            return rs_cli_fail(&error);
    }
    set_defaults(&request);
    exit_code = execute(&request, &set);
    for (size_t w = 0; w < MAX_NAMES; w++)
        if (set.programs[w] != NULL)
            rs_program_destroy(set.programs[w]);
    return exit_code;
}
