/* Inputs, runs, table and files of a request; 'rowstreak run' and 'rowstreak trace'. */
#include "run_request.h"
#include "input_name.h"
#include "run_folder.h"
#include "observe/acceptance_trace.h"
#include "observe/command_trace.h"
#include "observe/latency_trace.h"
#include "workload/patterns.h"

#include <stdlib.h>
#include <string.h>

static const rs_thread_program *find_threads(const char *name)
{
    static const rs_thread_program *const programs[] = {&rs_program_uts, &rs_program_utsd};

    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
        if (strcmp(programs[i]->name, name) == 0)
            return programs[i];
    return NULL;
}

/* Programs that run on graphs are kernels too. */
static bool needs_graph(const char *workload)
{
    const rs_kernel *kernel = rs_kernel_find(workload);

    return kernel != NULL && kernel->needs_graph;
}

/* Graphs that a workload is run on; 1 without any, so that the missing one is found. */
static size_t graphs_of(const rs_run_request *request, const char *workload)
{
    return needs_graph(workload) && request->graph_count != 0 ? request->graph_count : 1;
}

/* A file is the one workload, which has no name. */
static bool has_file(const rs_run_request *request)
{
    return request->trace_path != NULL || request->gpu_trace_path != NULL;
}

static size_t count_inputs(const rs_run_request *request)
{
    size_t count = 0;

    for (size_t w = 0; w < request->workload_count; w++)
        count += request->workloads[w] == NULL ? 1 : graphs_of(request, request->workloads[w]); /* a file */
    return count;
}

size_t rs_run_request_count(const rs_run_request *request)
{
    return count_inputs(request) * request->machine_count * request->seeds;
}

/* ---- inputs ----------------------------------------------------------------------------------------- */

static bool is_pattern(const char *workload)
{
    enum rs_pattern_kind kind;

    return rs_pattern_kind_read(&kind, workload);
}

/* What the machine of a workload is: programs run on the whole one. */
static uint32_t top_of(const rs_run_request *request, const char *workload)
{
    return request->gpu_trace_path == NULL && (request->trace_path != NULL || is_pattern(workload)) ? RS_TOP_PATH : RS_TOP_GPU;
}

static bool make_pattern(const rs_run_request *request, const char *workload, const rs_config *config, rs_run_input *input, rs_error *error)
{
    rs_pattern pattern = {RS_PATTERN_STREAM, (uint32_t)request->requests, (uint32_t)request->writes, (uint32_t)request->gap,
                          request->pattern_seed};

    (void)rs_pattern_kind_read(&pattern.kind, workload);
    input->trace = rs_pattern_trace(config, &pattern, error);
    return input->trace != NULL;
}

static bool find_program(const char *workload, rs_run_input *input, rs_error *error)
{
    input->threads = find_threads(workload);
    input->kernel = rs_kernel_find(workload);
    if (input->threads == NULL && input->kernel == NULL) {
        char names[RS_KERNEL_NAMES], more[RS_KERNEL_NAMES];

        rs_error_set(error, "run: found workload '%.40s', expected %s, %s, uts, utsd, stream, rand1, rand2, rand3 or onebank", workload,
                     rs_kernel_names(names, rs_kernels, RS_KERNELS), rs_kernel_names(more, rs_thesis_kernels, RS_THESIS_WRITTEN));
    }
    return input->threads != NULL || input->kernel != NULL;
}

static bool choose_program(const rs_run_request *request, const char *workload, const rs_config *config, const rs_graph *graph,
                           rs_run_input *input, rs_error *error)
{
    const rs_disturbance *disturbance = &request->settings.disturbance;
    rs_kernel_options *options = &input->kernel_options;

    memset(options, 0, sizeof(*options));
    options->shrink = (uint32_t)request->shrink;
    if (!find_program(workload, input, error))
        return false;
    if (disturbance->reply_stall_per_mille != 0 || disturbance->request_pause_per_mille != 0) {
        rs_error_set(error, "run: found %s with workload %s, expected a pattern or a trace",
                     disturbance->reply_stall_per_mille != 0 ? "--reply-stalls" : "--request-pauses", workload);
        return false;
    }
    if (request->settings.warm_up + request->settings.measure != 0) {
        rs_error_set(error, "run: found %s with workload %s, expected a pattern or a trace",
                     request->settings.warm_up != 0 ? "--warm-up" : "--measure", workload);
        return false;
    }
    if (input->threads != NULL) {
        if (config->atomics == 0)
            rs_error_set(error, "run: found workload %s with ATOMICS = 0, expected L2 = 1 and ATOMICS above 0: its locks are atomic operations",
                         workload);
        return config->atomics != 0;
    }
    if (input->kernel->needs_graph && graph == NULL) {
        rs_error_set(error, "run: found workload %s without --graph, expected --graph FILE", workload);
        return false;
    }
    if (request->vectors && request->unroll > config->max_length) {
        rs_error_set(error, "run: found --vectors with --unroll %u, expected at most MAX_LENGTH = %u", (uint32_t)request->unroll,
                     config->max_length);
        return false;
    }
    options->unroll = (uint32_t)request->unroll;
    options->strided = options->strided_scratchpad = options->indirect = request->vectors;
    options->graph = graph;
    options->bfs_source = (uint32_t)(request->bfs_source - 1);
    return true;
}

bool rs_run_workload_known(const char *workload, bool *graph, rs_error *error)
{
    rs_run_input input;

    *graph = needs_graph(workload);
    return is_pattern(workload) || find_program(workload, &input, error);
}

/* hash: of the graph, number `number` of the request; NULL: none. */
static void describe_input(const rs_run_request *request, const char *workload, const uint64_t *hash, size_t number,
                           rs_record *record)
{
    rs_record_clear(record);
    (void)snprintf(record->workload, sizeof(record->workload), "%s", workload);
    if (is_pattern(workload)) {
        record->reply_stalls = request->settings.disturbance.reply_stall_per_mille;
        record->request_pauses = request->settings.disturbance.request_pause_per_mille;
        record->pattern_requests = request->requests;
        record->pattern_writes = request->writes;
        record->pattern_gap = request->gap;
        record->pattern_seed = request->pattern_seed;
        record->warm_up = request->settings.warm_up;
        record->measure = request->settings.measure;
        return;
    }
    record->whole = 1;
    record->vectors = request->vectors;
    record->unroll = request->unroll;
    record->shrink = hash == NULL ? request->shrink : 1;
    if (hash != NULL) {
        rs_input_name(request->graphs[number], record->graph, sizeof(record->graph));
        rs_input_hash(*hash, record->input_hash, sizeof(record->input_hash));
        record->source = strcmp(workload, "bfs") == 0 ? request->bfs_source : 0;
    }
}

static void describe_gpu_trace(const rs_run_request *request, uint64_t hash, rs_record *record)
{
    rs_record_clear(record);
    (void)snprintf(record->workload, sizeof(record->workload), "kernel-trace");
    record->whole = 1;
    rs_input_name(request->gpu_trace_path, record->graph, sizeof(record->graph));
    rs_input_hash(hash, record->input_hash, sizeof(record->input_hash));
}

static bool load_gpu_trace(const rs_run_request *request, rs_run_input *input, rs_error *error)
{
    if (request->ready_gpu_trace == NULL)
        input->gpu_trace = rs_gpu_trace_read(request->gpu_trace_path, error);
    input->used_gpu_trace = request->ready_gpu_trace != NULL ? request->ready_gpu_trace : input->gpu_trace;
    if (input->used_gpu_trace != NULL)
        describe_gpu_trace(request, input->used_gpu_trace->hash, &input->record);
    return input->used_gpu_trace != NULL;
}

static void describe_trace(const rs_run_request *request, uint64_t hash, rs_record *record)
{
    rs_record_clear(record);
    (void)snprintf(record->workload, sizeof(record->workload), "trace");
    (void)snprintf(record->trace_assign, sizeof(record->trace_assign), "%s",
                   request->trace_options.assignment == RS_TRACE_BY_REQUEST ? "request" : "block");
    record->trace_wrap = request->trace_options.wrap;
    record->reply_stalls = request->settings.disturbance.reply_stall_per_mille;
    record->request_pauses = request->settings.disturbance.request_pause_per_mille;
    record->warm_up = request->settings.warm_up;
    record->measure = request->settings.measure;
    rs_input_name(request->trace_path, record->graph, sizeof(record->graph));
    rs_input_hash(hash, record->input_hash, sizeof(record->input_hash));
}

static bool load_trace(const rs_run_request *request, const rs_config *config, rs_run_input *input, rs_error *error)
{
    input->trace = rs_trace_read(config, request->trace_path, &request->trace_options, error);
    if (input->trace != NULL)
        describe_trace(request, input->trace->hash, &input->record);
    return input->trace != NULL;
}

/* The inputs of all workloads on one graph, those without a graph with the first. config: by enum rs_top. */
static bool load_graph(const rs_run_request *request, const rs_config *config, size_t number, rs_run_inputs *inputs,
                       rs_error *error)
{
    const bool any = number < request->graph_count;
    const rs_graph *graph = any && request->ready != NULL ? request->ready : &inputs->graph[number];
    bool good = true;

    if (any && request->ready == NULL)
        good = rs_graph_read(&inputs->graph[number], request->graphs[number], error);
    for (size_t w = 0, at = 0; good && w < request->workload_count; w++) {
        const char *workload = request->workloads[w];
        const rs_graph *used = any && needs_graph(workload) ? graph : NULL;
        const size_t place = at + (used != NULL ? number : 0);

        at += graphs_of(request, workload);
        if (used == NULL && number > 0)
            continue;
        describe_input(request, workload, used != NULL ? &used->hash : NULL, number, &inputs->input[place].record);
        good = is_pattern(workload) ? make_pattern(request, workload, &config[RS_TOP_PATH], &inputs->input[place], error)
                                    : choose_program(request, workload, &config[RS_TOP_GPU], used, &inputs->input[place], error);
    }
    return good;
}

static void fill_job(rs_run_job *job, const rs_run_input *input, const rs_config *config, uint64_t seed)
{
    job->config = *config;
    job->config.seed = (uint32_t)(config->seed + seed);
    job->trace = input->trace;
    job->gpu_trace = input->used_gpu_trace;
    job->kernel = input->kernel;
    job->kernel_options = input->kernel_options;
    job->threads = input->threads;
    job->record = input->record;
    rs_run_job_describe(&job->config, &job->record);
}

bool rs_run_request_describe(const rs_run_request *request, const uint64_t *hash, rs_run_job *job, rs_error *error)
{
    const char *workload = request->workloads[0];
    const bool good = rs_cli_configure(&job->config, &request->source, top_of(request, workload), request->machines[0], error);

    if (request->trace_path != NULL)
        describe_trace(request, *hash, &job->record);
    else if (request->gpu_trace_path != NULL)
        describe_gpu_trace(request, *hash, &job->record);
    else
        describe_input(request, workload, needs_graph(workload) ? hash : NULL, 0, &job->record);
    rs_run_job_describe(&job->config, &job->record);
    return good;
}

/* The machines of the request, as far as its workloads need them: machines[enum rs_top][machine_count], and config[] with no name. */
static bool configure(const rs_run_request *request, rs_config *config, rs_config (*machines)[RS_RUN_MAX_NAMES], rs_error *error)
{
    bool good = true, done[RS_TOP_GPU + 1] = {false};

    for (size_t w = 0; good && w < request->workload_count; w++) {
        const uint32_t top = top_of(request, request->workloads[w]);

        for (size_t m = 0; good && !done[top] && m < request->machine_count; m++)
            good = rs_cli_configure(&machines[top][m], &request->source, top, request->machines[m], error);
        good = good && (done[top] || rs_cli_configure(&config[top], &request->source, top, NULL, error));
        done[top] = true;
    }
    return good;
}

bool rs_run_request_load(const rs_run_request *request, rs_run_inputs *inputs, rs_run_job *jobs, rs_error *error)
{
    rs_config config[RS_TOP_GPU + 1], machines[RS_TOP_GPU + 1][RS_RUN_MAX_NAMES];
    bool good = configure(request, config, machines, error);

    if (!good)
        return false;
    inputs->count = count_inputs(request);
    inputs->input = (rs_run_input *)calloc(inputs->count, sizeof(*inputs->input));
    inputs->graphs = request->graph_count != 0 ? request->graph_count : 1;
    inputs->graph = (rs_graph *)calloc(inputs->graphs, sizeof(*inputs->graph));
    if (inputs->input == NULL || inputs->graph == NULL) {
        rs_error_set(error, "found no memory for %zu inputs, expected some", inputs->count);
        return false;
    }
    if (request->trace_path != NULL)
        good = load_trace(request, &config[RS_TOP_PATH], inputs->input, error);
    if (request->gpu_trace_path != NULL)
        good = load_gpu_trace(request, inputs->input, error);
    for (size_t g = 0; good && !has_file(request) && (g == 0 || g < request->graph_count); g++)
        good = load_graph(request, config, g, inputs, error);
    for (size_t i = 0; good && i < inputs->count; i++)
        for (size_t m = 0; m < request->machine_count; m++)
            for (uint64_t s = 0; s < request->seeds; s++)
                fill_job(jobs++, &inputs->input[i], &machines[inputs->input[i].record.whole ? RS_TOP_GPU : RS_TOP_PATH][m], s);
    return good;
}

void rs_run_inputs_free(rs_run_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count && inputs->input != NULL; i++) {
        rs_trace_destroy(inputs->input[i].trace);
        rs_gpu_trace_free(inputs->input[i].gpu_trace);
    }
    for (size_t g = 0; inputs->graph != NULL && g < inputs->graphs; g++)
        rs_graph_free(&inputs->graph[g]);
    free(inputs->graph);
    free(inputs->input);
}

bool rs_run_request_open(const rs_run_request *request, rs_output_file outputs[RS_RUN_OUTPUTS], rs_error *error)
{
    const char *inputs[RS_RUN_MAX_NAMES + 4];
    size_t count = 0;

    for (size_t g = 0; g < request->graph_count; g++)
        inputs[count++] = request->graphs[g];
    inputs[count++] = request->trace_path;
    inputs[count++] = request->gpu_trace_path;
    inputs[count++] = request->acceptance_path;
    inputs[count++] = request->source.file;
    return rs_outputs_open(outputs, request->paths, RS_RUN_OUTPUTS, inputs, count, error);
}

/* ---- results ---------------------------------------------------------------------------------------- */

int rs_run_outcomes_report(const rs_run_outcome *outcomes, size_t count, bool *complete)
{
    int exit_code = 0;

    *complete = true;
    for (size_t i = 0; i < count; i++) {
        if (outcomes[i].state == RS_RUN_FAILED || outcomes[i].state == RS_RUN_BAD) {
            if (outcomes[i].state != RS_RUN_BAD || exit_code != 2) /* bad input: one line, as of what cannot start */
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

/* Prints what went wrong, and the table and files when every run has a record. Returns the exit code. */
static int conclude(const rs_run_request *request, rs_output_file *outputs, rs_run_folder *folder, const rs_run_job *jobs,
                    const rs_run_outcome *outcomes, size_t count, rs_record *records)
{
    const bool stdout_taken = rs_outputs_take_stdout(outputs, RS_RUN_OUTPUTS);
    bool complete;
    int exit_code = rs_run_outcomes_report(outcomes, count, &complete);
    rs_error error;

    if (!complete)
        return exit_code;
    for (size_t i = 0; i < count; i++)
        records[i] = outcomes[i].record;
    if (!rs_records_merge(records, &count, &error))
        return rs_cli_fail(&error);
    rs_records_relate(records, count);
    if (outputs[RS_RUN_CSV].file != NULL)
        rs_records_write_csv(outputs[RS_RUN_CSV].file, records, count);
    if (outputs[RS_RUN_JSON].file != NULL)
        rs_records_write_json(outputs[RS_RUN_JSON].file, records, count);
    if (!rs_outputs_commit(outputs, RS_RUN_OUTPUTS, &error) ||
        !rs_run_folder_commit(folder, request->argc, request->argv, jobs, records, count, &error))
        return rs_cli_fail(&error);
    if (!request->quiet && !stdout_taken)
        rs_records_print_table(stdout, records, count);
    return rs_cli_finish_output(exit_code);
}

/* ---- runs ------------------------------------------------------------------------------------------- */

/* What is written as a run goes on. */
typedef struct run_writer {
    const rs_config *config;
    rs_command_trace commands;
    FILE *command_file, *acceptance_file; /* NULL: not wanted */
    rs_latency_trace *latencies;          /* the same */
} run_writer;

static void write_acceptance(void *user, const rs_acceptance *acceptance)
{
    rs_acceptance_write((FILE *)user, acceptance);
}

static void write_cycle(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    run_writer *writer = (run_writer *)user;

    if (writer->command_file != NULL)
        rs_command_trace_observe(&writer->commands, cycle, outputs);
    if (writer->acceptance_file != NULL)
        rs_acceptances_observe(writer->config, cycle, outputs, write_acceptance, writer->acceptance_file);
    if (writer->latencies != NULL)
        rs_latency_trace_observe(writer->latencies, cycle, inputs, outputs);
}

/* The one run of the request, its DRAM commands, acceptances and latencies written as they come. */
static void run_with_files(rs_run_request *request, const rs_output_file *outputs, const rs_run_job *job, rs_run_outcome *outcome)
{
    run_writer writer = {&job->config, {0}, outputs[RS_RUN_COMMANDS].file, outputs[RS_RUN_ACCEPTS].file, NULL};
    rs_run_watch watch = {&writer, write_cycle, NULL};

    rs_command_trace_init(&writer.commands, &job->config, writer.command_file);
    if (outputs[RS_RUN_LATENCIES].file != NULL) {
        writer.latencies = rs_latency_trace_create(&job->config, outputs[RS_RUN_LATENCIES].file);
        if (writer.latencies == NULL) {
            outcome->state = RS_RUN_BAD;
            rs_error_set(&outcome->error, "found no memory for the latencies, expected some");
            return;
        }
    }
    request->settings.watch = &watch;
    rs_run_job_execute(job, &request->settings, 0, 1, outcome);
    request->settings.watch = NULL;
    if (writer.latencies != NULL && !rs_latency_trace_good(writer.latencies)) {
        outcome->state = RS_RUN_BAD;
        rs_error_set(&outcome->error, "found no memory for the latencies, expected some");
    }
    rs_latency_trace_destroy(writer.latencies);
}

bool rs_run_request_check(const rs_run_request *request, const rs_run_job *jobs, size_t count, rs_error *error)
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
    rs_output_file outputs[RS_RUN_OUTPUTS];
    rs_run_folder folder;
    rs_run_inputs inputs;
    rs_error error;
    bool good = jobs != NULL && outcomes != NULL && records != NULL;
    int exit_code;

    memset(&inputs, 0, sizeof(inputs));
    memset(outputs, 0, sizeof(outputs));
    memset(&folder, 0, sizeof(folder));
    if (!good)
        rs_error_set(&error, "found no memory for %zu runs, expected some", count);
    good = good && rs_run_request_load(request, &inputs, jobs, &error) && rs_run_request_check(request, jobs, count, &error) &&
           rs_run_request_open(request, outputs, &error) &&
           rs_run_folder_open(&folder, request->output_dir, jobs, count, request->machine_count, request->seeds, &error);
    request->settings.parts = folder.part;
    if (good && (outputs[RS_RUN_COMMANDS].file != NULL || outputs[RS_RUN_ACCEPTS].file != NULL || outputs[RS_RUN_LATENCIES].file != NULL))
        run_with_files(request, outputs, jobs, outcomes);
    else if (good)
        good = rs_run_pool(jobs, count, &request->settings, outcomes, &error);
    exit_code = good ? conclude(request, outputs, &folder, jobs, outcomes, count, records) : rs_cli_fail(&error);
    rs_outputs_discard(outputs, RS_RUN_OUTPUTS);
    rs_run_folder_discard(&folder);
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
