/* Inputs, runs, table and files of a request; 'rowstreak run' and 'rowstreak trace'. */
#include "run_request.h"
#include "observe/command_trace.h"
#include "output_file.h"
#include "workload/bfs.h"
#include "workload/patterns.h"
#include "workload/spmv.h"

#include <stdlib.h>
#include <string.h>

size_t rs_run_request_count(const rs_run_request *request)
{
    return request->workload_count * request->machine_count * request->seeds;
}

/* ---- inputs ----------------------------------------------------------------------------------------- */

static bool needs_graph(const char *workload)
{
    return strcmp(workload, "bfs") == 0 || strcmp(workload, "spmv") == 0;
}

static rs_program *build_program(const rs_run_request *request, const char *workload, const rs_config *config,
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

/* File name without folder, .gz and ending. */
static void input_name(const char *path, char name[RS_RECORD_TEXT])
{
    const char *base = strrchr(path, '/');
    size_t length, dot;

    base = base != NULL ? base + 1 : path;
    length = strlen(base);
    if (length > 3 && strcmp(base + length - 3, ".gz") == 0)
        length -= 3;
    for (dot = length; dot > 1 && base[dot - 1] != '.'; dot--)
        ;
    length = dot > 1 ? dot - 1 : length;
    length = length < RS_RECORD_TEXT ? length : RS_RECORD_TEXT - 1;
    memcpy(name, base, length);
    name[length] = '\0';
}

static bool fill_jobs(const rs_run_request *request, const rs_run_inputs *inputs, rs_run_job *jobs, rs_error *error)
{
    rs_run_job *job = jobs;

    for (size_t w = 0; w < request->workload_count; w++) {
        const char *workload = request->trace_path != NULL ? "trace" : request->workloads[w];

        for (size_t m = 0; m < request->machine_count; m++) {
            rs_config config;

            if (!rs_cli_configure(&config, &request->source, request->machines[m], error))
                return false;
            for (uint64_t s = 0; s < request->seeds; s++, job++) {
                job->config = config;
                job->config.seed = (uint32_t)(config.seed + s);
                job->program = inputs->programs[w];
                job->trace = inputs->trace;
                memcpy(job->machine, request->machines[m], strlen(request->machines[m]) + 1);
                memcpy(job->workload, workload, strlen(workload) + 1);
                if (request->trace_path != NULL)
                    input_name(request->trace_path, job->graph);
                else if (needs_graph(workload) && request->graph_path != NULL)
                    input_name(request->graph_path, job->graph);
            }
        }
    }
    return true;
}

bool rs_run_request_load(const rs_run_request *request, rs_run_inputs *inputs, rs_run_job *jobs, rs_error *error)
{
    rs_config config;
    bool good = fill_jobs(request, inputs, jobs, error) && rs_cli_configure(&config, &request->source, NULL, error);

    if (good && request->trace_path != NULL) {
        inputs->trace = rs_trace_read(&config, request->trace_path, &request->trace_options, error);
        good = inputs->trace != NULL;
    }
    if (good && request->graph_path != NULL)
        good = rs_graph_read(&inputs->graph, request->graph_path, error);
    for (size_t w = 0; good && request->trace_path == NULL && w < request->workload_count; w++) {
        inputs->programs[w] = build_program(request, request->workloads[w], &config, &inputs->graph, error);
        good = inputs->programs[w] != NULL;
    }
    rs_graph_free(&inputs->graph);
    return good && fill_jobs(request, inputs, jobs, error);
}

void rs_run_inputs_free(rs_run_inputs *inputs)
{
    for (size_t w = 0; w < RS_RUN_MAX_NAMES; w++)
        if (inputs->programs[w] != NULL)
            rs_program_destroy(inputs->programs[w]);
    rs_trace_destroy(inputs->trace);
}

/* ---- results ---------------------------------------------------------------------------------------- */

int rs_run_outcomes_report(const rs_run_outcome *outcomes, size_t count, bool *complete)
{
    int exit_code = 0;

    *complete = true;
    for (size_t i = 0; i < count; i++) {
        if (outcomes[i].state == RS_RUN_FAILED || outcomes[i].state == RS_RUN_BAD) {
            (void)rs_cli_fail(&outcomes[i].error);
            exit_code = outcomes[i].state == RS_RUN_BAD ? 2 : exit_code == 0 ? 1 : exit_code;
            *complete = false;
        } else if (outcomes[i].state == RS_RUN_MISMATCH) {
            exit_code = exit_code == 0 ? 1 : exit_code;
        } else if (outcomes[i].state == RS_RUN_UNFINISHED) {
            (void)fprintf(stderr, "rowstreak: %s %s: stopped by --max-cycles\n", outcomes[i].record.workload,
                          outcomes[i].record.machine);
        }
    }
    return exit_code;
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
static int conclude(const rs_run_request *request, const rs_run_outcome *outcomes, size_t count, rs_record *records)
{
    bool complete;
    int exit_code = rs_run_outcomes_report(outcomes, count, &complete);
    rs_error error;

    if (!complete)
        return exit_code;
    for (size_t i = 0; i < count; i++)
        records[i] = outcomes[i].record;
    rs_records_relate(records, count);
    if (!write_file(request->csv, rs_records_write_csv, records, count, &error) ||
        !write_file(request->json, rs_records_write_json, records, count, &error))
        return rs_cli_fail(&error);
    if (!request->quiet)
        rs_records_print_table(stdout, records, count);
    return rs_cli_finish_output(exit_code);
}

/* ---- runs ------------------------------------------------------------------------------------------- */

static void write_commands(void *user, uint64_t cycle, const rs_path_outputs *outputs)
{
    rs_command_trace_observe((rs_command_trace *)user, cycle, outputs);
}

/* The one run of the request, its DRAM commands written as they come. */
static bool run_with_commands(rs_run_request *request, const rs_run_job *job, rs_run_outcome *outcome, rs_error *error)
{
    rs_command_trace commands;
    rs_run_watch watch = {&commands, write_commands};
    rs_output_file output;

    if (!rs_output_open(&output, request->commands, error))
        return false;
    rs_command_trace_init(&commands, &job->config, output.file);
    request->settings.watch = &watch;
    rs_run_job_execute(job, &request->settings, 0, 1, outcome);
    request->settings.watch = NULL;
    if (outcome->state != RS_RUN_FAILED && outcome->state != RS_RUN_BAD)
        return rs_output_commit(&output, error);
    rs_output_discard(&output);
    return true;
}

/* Every machine with every workload, once for all seeds: what cannot start is one error, not one a run. */
static bool check_jobs(const rs_run_request *request, const rs_run_job *jobs, size_t count, rs_error *error)
{
    for (size_t i = 0; i < count; i += request->seeds)
        if (!rs_run_job_check(&jobs[i], error))
            return false;
    return true;
}

int rs_run_request_execute(rs_run_request *request)
{
    size_t count = rs_run_request_count(request);
    rs_run_job *jobs = (rs_run_job *)calloc(count, sizeof(*jobs));
    rs_run_outcome *outcomes = (rs_run_outcome *)calloc(count, sizeof(*outcomes));
    rs_record *records = (rs_record *)calloc(count, sizeof(*records));
    rs_run_inputs inputs;
    rs_error error;
    bool good = jobs != NULL && outcomes != NULL && records != NULL;
    int exit_code;

    memset(&inputs, 0, sizeof(inputs));
    if (!good)
        rs_error_set(&error, "found no memory for %zu runs, expected some", count);
    good = good && rs_run_request_load(request, &inputs, jobs, &error) && check_jobs(request, jobs, count, &error);
    if (good)
        good = request->commands != NULL ? run_with_commands(request, jobs, outcomes, &error)
                                         : rs_run_pool(jobs, count, &request->settings, outcomes, &error);
    exit_code = good ? conclude(request, outcomes, count, records) : rs_cli_fail(&error);
    rs_run_inputs_free(&inputs);
    free(jobs);
    free(outcomes);
    free(records);
    return exit_code;
}

static int run_command(enum rs_run_command command, int argc, char **argv, const rs_cli_hook *hook)
{
    rs_run_request request;
    int exit_code;

    if (!rs_run_request_parse(&request, command, argc, argv, &exit_code))
        return exit_code;
    request.settings.hook = hook;
    return rs_run_request_execute(&request);
}

int rs_cli_command_run(int argc, char **argv, const rs_cli_hook *hook)
{
    return run_command(RS_COMMAND_RUN, argc, argv, hook);
}

int rs_cli_command_trace(int argc, char **argv, const rs_cli_hook *hook)
{
    return run_command(RS_COMMAND_TRACE, argc, argv, hook);
}
