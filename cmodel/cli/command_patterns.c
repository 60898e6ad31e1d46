/* 'rowstreak patterns': kernels of PATTERNS with plain and with strided and indirect instructions, on its machine. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "input_name.h"
#include "interrupt.h"
#include "output_file.h"
#include "pattern_row.h"
#include "process_pool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum pattern_option {
    PATTERNS_KERNEL, PATTERNS_GRAPH, PATTERNS_LENGTH, PATTERNS_SOURCE, PATTERNS_SMALL, PATTERNS_CONFIG, PATTERNS_SET,
    PATTERNS_JOBS, PATTERNS_MAX_CYCLES, PATTERNS_CSV, PATTERNS_JSON, PATTERNS_PLOT, PATTERNS_PROGRESS, PATTERNS_HELP
};

static const rs_cli_option options[] = {
    {"kernel", "NAME", "spmv, spsum, bfs, vadd, transpose, stencil, histo, kmeans,\nbtree, nw, sgemm, gaussian, mri-q, hpgmg, miniamr, comd, scatter, particle;\nmay be repeated (default: all)"},
    {"graph", "FILE", "METIS graph, Matrix Market file or SNAP edge list for spmv, spsum, bfs; may be repeated"},
    {"length", "N", "4, 8 or 16 elements a vector; may be repeated (default: all)"},
    {"source", "VERTEX", "where bfs begins, from 1 (default 1)"},
    {"small", NULL, "an eighth of the data of kernels without a graph"},
    {"config", "FILE", "read KEY = VALUE lines; tests/configurations/gpu_patterns.cfg is PATTERNS' machine\n"
                       "(default: the default machine, with the SMs and the L2 of that one)"},
    {"set", "KEY=VALUE", "override one key; may be repeated"},
    {"jobs", "N", "runs at a time (default: processors)"},
    {"max-cycles", "N", "stop each run there (default: run to the end); its results are not checked"},
    {"csv", "FILE", "write all runs as CSV, - for standard output (and no table)"},
    {"json", "FILE", "write all runs, their means and PATTERNS' as JSON"},
    {"plot", "FILE", "write columns for gnuplot (cmodel/cli/patterns.gp draws them)"},
    {"progress", NULL, "progress on stderr even if it is no terminal"},
    {"help", NULL, "this text"},
};
enum { OPTIONS = sizeof(options) / sizeof(options[0]) };

enum { OUT_CSV, OUT_JSON, OUT_PLOT, OUTPUTS };
enum { MAX_GRAPHS = 8, MAX_PROCESSES = 256, LENGTHS = 3, SHRINK_SMALL = 8, PROGRESS_SECONDS = 2 };

typedef struct pattern_job {
    const rs_kernel *kernel;
    rs_kernel_options options;
    rs_pattern_row row; /* names, version and length; the rest is for the outcome */
} pattern_job;

typedef struct pattern_outcome {
    int exit_code; /* of this run alone: 1 for a wrong result or wrong C-AMAT counters */
    rs_error error;
    rs_pattern_counts machine;
} pattern_outcome;

typedef struct pattern_request {
    rs_cli_source source;
    rs_config config;
    bool wanted[RS_KERNELS], any_wanted, length[LENGTHS], any_length, small, progress;
    const char *graph_path[MAX_GRAPHS], *paths[OUTPUTS];
    rs_graph graph[MAX_GRAPHS];
    size_t graphs, count;
    uint64_t bfs_source, processes, max_cycles;
    pattern_job *jobs;
    pattern_outcome *outcomes;
    rs_pattern_row *rows;
    rs_output_file outputs[OUTPUTS];
    bool *done;   /* runs that have an outcome */
    size_t shown; /* rows on the screen: the first so many runs are good */
} pattern_request;

/* ---- command line ----------------------------------------------------------------------------------------- */

static bool take_kernel(pattern_request *request, const char *name, rs_error *error)
{
    const rs_kernel *kernel = rs_kernel_find(name);
    char names[RS_KERNEL_NAMES];

    for (size_t k = 0; k < RS_KERNELS; k++)
        if (rs_kernels[k] == kernel) {
            request->wanted[k] = request->any_wanted = true;
            return true;
        }
    rs_error_set(error, "found --kernel '%.40s', expected one of %s", name, rs_kernel_names(names, rs_kernels, RS_KERNELS));
    return false;
}

static bool take_length(pattern_request *request, const char *text, rs_error *error)
{
    static const char *const names[LENGTHS] = {"4", "8", "16"};

    for (size_t l = 0; l < LENGTHS; l++)
        if (strcmp(names[l], text) == 0) {
            request->length[l] = request->any_length = true;
            return true;
        }
    rs_error_set(error, "found --length '%.40s', expected 4, 8 or 16", text);
    return false;
}

static bool take_graph(pattern_request *request, const char *path, rs_error *error)
{
    if (request->graphs == MAX_GRAPHS) {
        rs_error_set(error, "found more than %d --graph, expected at most that many", MAX_GRAPHS);
        return false;
    }
    request->graph_path[request->graphs++] = path;
    return true;
}

static bool take_option(pattern_request *request, int option, const char *value, rs_error *error)
{
    switch (option) {
    case PATTERNS_KERNEL: return take_kernel(request, value, error);
    case PATTERNS_GRAPH: return take_graph(request, value, error);
    case PATTERNS_LENGTH: return take_length(request, value, error);
    case PATTERNS_SOURCE: return rs_cli_number("--source", value, 1, UINT32_MAX, &request->bfs_source, error);
    case PATTERNS_SMALL: request->small = true; return true;
    case PATTERNS_CONFIG: request->source.file = value; return true;
    case PATTERNS_SET: return rs_cli_add_set(&request->source, value, error);
    case PATTERNS_JOBS: return rs_cli_number("--jobs", value, 1, MAX_PROCESSES, &request->processes, error);
    case PATTERNS_MAX_CYCLES: return rs_cli_number("--max-cycles", value, 1, UINT64_MAX, &request->max_cycles, error);
    case PATTERNS_CSV: request->paths[OUT_CSV] = value; return true;
    case PATTERNS_JSON: request->paths[OUT_JSON] = value; return true;
    case PATTERNS_PLOT: request->paths[OUT_PLOT] = value; return true;
    case PATTERNS_PROGRESS: request->progress = true; return true;
    default: rs_error_set(error, "patterns: found '%.60s', expected options only", value); return false;
    }
}

static int print_help(void)
{
    (void)printf("Usage: rowstreak patterns [--graph FILE] [OPTIONS]\n\n"
                 "Runs kernels of PATTERNS 32 lanes at a time on real data, with plain instructions and with ld.stride,\n"
                 "st.stride, ld.indirect, st.indirect, checks their results, and prints instructions, share of address\n"
                 "generation and of the new instructions, misses of L1, L2 and row buffers, cycles, IPC, stalls, C-AMAT.\n"
                 "Rules of counting: cmodel/workload/README.md, the machine: cmodel/study/README.md.\n\n");
    rs_cli_print_options(options, OPTIONS);
    (void)printf("\nExamples\n"
                 "  rowstreak patterns --kernel vadd --length 16 --config tests/configurations/gpu_patterns.cfg\n"
                 "  rowstreak patterns --kernel spmv --graph a.mtx --csv result.csv\n");
    return rs_cli_finish_output(0);
}

/* ---- jobs -------------------------------------------------------------------------------------------------- */

/* Whether a kernel is run in this version: each set of instructions it has a use for, once. */
static bool has_version(const rs_kernel *kernel, enum rs_pattern_version version)
{
    switch (version) {
    case RS_PATTERN_ORDERED: return kernel->has_order;
    case RS_PATTERN_GLOBAL:
    case RS_PATTERN_SCRATCHPAD: return kernel->uses_scratchpad == RS_STRIDES_BOTH;
    case RS_PATTERN_INDIRECT:
    case RS_PATTERN_BOTH: return kernel->uses_indirect;
    default: return true;
    }
}

static void add_jobs(pattern_request *request, size_t number, size_t graph)
{
    const rs_kernel *kernel = rs_kernels[number];

    for (int version = 0; version < RS_PATTERN_VERSIONS; version++)
        for (uint32_t l = 0; l < LENGTHS; l++) {
            pattern_job *job = &request->jobs[request->count];

            if (!has_version(kernel, (enum rs_pattern_version)version) ||
                (version > RS_PATTERN_PLAIN && request->any_length && !request->length[l]))
                continue;
            request->count++;
            job->kernel = kernel;
            job->options.unroll = 4U << l;
            job->options.strided =
                version == RS_PATTERN_STRIDED || version == RS_PATTERN_GLOBAL || version == RS_PATTERN_BOTH;
            job->options.strided_scratchpad =
                version == RS_PATTERN_STRIDED || version == RS_PATTERN_SCRATCHPAD || version == RS_PATTERN_BOTH;
            job->options.in_order = version == RS_PATTERN_ORDERED;
            job->options.indirect = version == RS_PATTERN_INDIRECT || version == RS_PATTERN_BOTH;
            job->options.shrink = request->small ? SHRINK_SMALL : 1;
            job->options.bfs_source = (uint32_t)(request->bfs_source - 1);
            job->options.graph = kernel->needs_graph ? &request->graph[graph] : NULL;
            (void)snprintf(job->row.kernel, RS_PATTERN_TEXT, "%s", kernel->name);
            if (kernel->needs_graph) {
                rs_input_name(request->graph_path[graph], job->row.input, RS_PATTERN_TEXT);
                rs_input_hash(request->graph[graph].hash, job->row.input_hash, sizeof(job->row.input_hash));
            } else
                (void)snprintf(job->row.input, RS_PATTERN_TEXT, "%s%s", kernel->input, request->small ? ", an eighth" : "");
            job->row.on_graph = kernel->needs_graph;
            job->row.of_patterns = number < RS_KERNELS_OF_PATTERNS;
            job->row.version = (enum rs_pattern_version)version;
            job->row.length = 4U << l;
            job->row.whole = version == (kernel->uses_indirect ? RS_PATTERN_BOTH : RS_PATTERN_STRIDED);
        }
}

/* Without a file the SMs and the L2 of tests/configurations/gpu_patterns.cfg, in front of what the user sets. */
static const rs_cli_source *sms_of_patterns(rs_cli_source *source)
{
    static const char *const sms[] = {
        "SM_CTAS=8", "LINE_BYTES=128", "WARP_ORDER=GTO", "ISSUE_CYCLES=1", "WARP_GAP=1", "ALU_LATENCY=6",
        "SFU_LATENCY=20", "BRANCH_LATENCY=6", "ALU_INTERVAL=1", "SFU_INTERVAL=8", "WORDS_DELAY=9", "BLOCKING=0", "L1_CACHE=1",
        "MISS_ENTRIES=256", "IN_FLIGHT=512", "TAG_BITS=9", "MISS_MERGES=32", "MISS_SLOT=1", "SCRATCHPAD_BYTES=65536", "L2=1",
        "L2_LATENCY=48", "L2_QUEUE=64", "L2_MISSES=128", "L2_WAITERS=1024", "L2_REPLIES=64", "L2_DRAM=64"};
    enum { SMS = sizeof(sms) / sizeof(sms[0]) };

    if (source->file == NULL && source->set_count + SMS <= RS_CLI_MAX_SETS) {
        memmove(&source->sets[SMS], source->sets, source->set_count * sizeof(source->sets[0]));
        memcpy(source->sets, sms, sizeof(sms));
        source->set_count += SMS;
    }
    return source;
}

/* Vectors of every length that is wanted are in the machine. */
static bool lengths_fit(const pattern_request *request, rs_error *error)
{
    for (size_t l = 0; l < LENGTHS; l++)
        if ((request->length[l] || !request->any_length) && 4U << l > request->config.max_length) {
            rs_error_set(error, "patterns: found vectors of %u elements, expected at most MAX_LENGTH = %u", 4U << l, request->config.max_length);
            return false;
        }
    return true;
}

static bool load(pattern_request *request, rs_error *error)
{
    const size_t most = RS_KERNELS * MAX_GRAPHS * RS_PATTERN_VERSIONS * LENGTHS;
    bool graphs_wanted = false;

    for (size_t k = 0; k < RS_KERNELS; k++)
        if ((request->wanted[k] || !request->any_wanted) && rs_kernels[k]->needs_graph) {
            graphs_wanted = true;
            if (request->graphs == 0) {
                rs_error_set(error, "patterns: found kernel %s without --graph, expected --graph FILE", rs_kernels[k]->name);
                return false;
            }
        }
    if (!rs_cli_configure(&request->config, sms_of_patterns(&request->source), RS_TOP_GPU, NULL, error) || !lengths_fit(request, error))
        return false;
    request->jobs = (pattern_job *)calloc(most, sizeof(*request->jobs));
    request->outcomes = (pattern_outcome *)calloc(most, sizeof(*request->outcomes));
    request->rows = (rs_pattern_row *)calloc(most, sizeof(*request->rows));
    request->done = (bool *)calloc(most, sizeof(*request->done));
    if (request->jobs == NULL || request->outcomes == NULL || request->rows == NULL || request->done == NULL) {
        rs_error_set(error, "patterns: found no memory for the runs, expected some");
        return false;
    }
    for (size_t g = 0; graphs_wanted && g < request->graphs; g++)
        if (!rs_graph_read(&request->graph[g], request->graph_path[g], error))
            return false;
    for (size_t k = 0; k < RS_KERNELS; k++)
        if (request->wanted[k] || !request->any_wanted)
            for (size_t g = 0; g < (rs_kernels[k]->needs_graph ? request->graphs : 1); g++)
                add_jobs(request, k, g);
    return true;
}

/* ---- runs --------------------------------------------------------------------------------------------------- */

typedef struct reporter {
    const pattern_request *request;
    size_t index;
    time_t last;
} reporter;

static void report(const reporter *r, const char *text)
{
    const rs_pattern_row *row = &r->request->jobs[r->index].row;

    (void)fprintf(stderr, "[%zu/%zu] %s on %s, %s %u: %s\n", r->index + 1, r->request->count, row->kernel, row->input,
                  rs_pattern_version_names[row->version], row->length, text);
}

static void report_progress(void *user, uint64_t cycle, uint64_t issued)
{
    reporter *r = (reporter *)user;
    const time_t now = time(NULL);
    char text[96];

    if (now - r->last < PROGRESS_SECONDS)
        return;
    r->last = now;
    (void)snprintf(text, sizeof(text), "%" PRIu64 " warp instructions, cycle %" PRIu64, issued, cycle);
    report(r, text);
}

static void execute(void *user, size_t index, void *result)
{
    static const int exit_codes[] = {[RS_PATTERN_RUN_GOOD] = 0, [RS_PATTERN_RUN_WRONG] = 1, [RS_PATTERN_RUN_REFUSED] = 2};
    const pattern_request *request = (const pattern_request *)user;
    const pattern_job *job = &request->jobs[index];
    pattern_outcome *outcome = (pattern_outcome *)result;
    reporter r = {request, index, time(NULL)};
    const rs_pattern_run_options run = {request->max_cycles, &r, request->progress ? report_progress : NULL};

    outcome->exit_code = exit_codes[rs_pattern_run(&request->config, job->kernel, &job->options, &run, &outcome->machine, &outcome->error)];
    if (outcome->exit_code == 0 && request->progress) {
        char text[64];

        (void)snprintf(text, sizeof(text), "%" PRIu64 " cycles", outcome->machine.cycles);
        report(&r, text);
    }
}

static void fill_row(pattern_request *request, size_t place, size_t index)
{
    request->rows[place] = request->jobs[index].row;
    request->rows[place].machine = request->outcomes[index].machine;
}

/* Shows the rows that are there with all before them. */
static void show(void *user, size_t index)
{
    pattern_request *request = (pattern_request *)user;

    request->done[index] = true;
    while (request->shown < request->count && request->done[request->shown] && request->outcomes[request->shown].exit_code == 0) {
        fill_row(request, request->shown, request->shown);
        if (!rs_outputs_take_stdout(request->outputs, OUTPUTS))
            rs_pattern_row_print(stdout, request->rows, request->shown);
        (void)fflush(stdout);
        request->shown++;
    }
}

static bool open_outputs(pattern_request *request, rs_error *error)
{
    const char *inputs[MAX_GRAPHS + 1];

    memcpy((void *)inputs, (const void *)request->graph_path, sizeof(request->graph_path));
    inputs[MAX_GRAPHS] = request->source.file;
    if (!rs_outputs_open(request->outputs, request->paths, OUTPUTS, inputs, MAX_GRAPHS + 1, error))
        return false;
    if (request->outputs[OUT_CSV].file != NULL)
        rs_pattern_rows_csv_header(request->outputs[OUT_CSV].file);
    return rs_outputs_flush(request->outputs, OUTPUTS, error);
}

/* The rows of all runs that are done, shown ones first. */
static size_t gather_rows(pattern_request *request)
{
    size_t rows = 0;

    for (size_t i = 0; i < request->count; i++)
        if (request->done[i] && request->outcomes[i].exit_code == 0)
            fill_row(request, rows++, i);
    rs_pattern_rows_relate(request->rows, rows);
    return rows;
}

static bool write_files(pattern_request *request, size_t rows, rs_error *error)
{
    rs_output_file *outputs = request->outputs;

    if (outputs[OUT_CSV].file != NULL)
        rs_pattern_rows_csv(outputs[OUT_CSV].file, &request->config, request->rows, rows);
    if (outputs[OUT_JSON].file != NULL)
        rs_pattern_rows_json(outputs[OUT_JSON].file, &request->config, request->rows, rows);
    if (outputs[OUT_PLOT].file != NULL)
        rs_pattern_rows_plot(outputs[OUT_PLOT].file, request->rows, rows);
    return rs_outputs_commit(outputs, OUTPUTS, error);
}

/* Returns the exit code, with an error unless it is 0: also when a signal ended the runs, whose rows up to then are kept. */
static int run_all(pattern_request *request, rs_error *error)
{
    const rs_process_jobs jobs = {request->count, sizeof(pattern_outcome), (unsigned)request->processes, true, execute, show, NULL, NULL, request};
    const bool stdout_taken = rs_outputs_take_stdout(request->outputs, OUTPUTS);
    bool good;
    size_t rows;

    rs_interrupt_defer(true);
    good = rs_process_pool(&jobs, request->outcomes, error);
    rs_interrupt_defer(false);
    if (!good && rs_interrupted() == 0)
        return 2;
    for (size_t i = 0; i < request->count; i++)
        if (request->done[i] && request->outcomes[i].exit_code != 0) {
            *error = request->outcomes[i].error;
            return request->outcomes[i].exit_code;
        }
    rows = gather_rows(request);
    if (!stdout_taken) {
        for (size_t i = request->shown; i < rows; i++) /* what was done beside one that was not */
            rs_pattern_row_print(stdout, request->rows, i);
        rs_pattern_rows_relate(request->rows, rows);
        rs_pattern_rows_print_end(stdout, request->rows, rows);
    }
    if (!write_files(request, rows, error))
        return 2;
    if (good)
        return 0;
    rs_error_set(error, "patterns: found signal %d, expected %zu more runs; the %zu before it are kept", rs_interrupted(),
                 request->count - rows, rows);
    return 128 + rs_interrupted();
}

int rs_cli_command_patterns(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_cli_parser parser = {options, OPTIONS, argc, 1, argv, NULL};
    pattern_request request;
    rs_error error;
    int option, exit_code = 2;
    bool good = true;

    (void)hook;
    memset(&request, 0, sizeof(request));
    request.bfs_source = 1;
    request.progress = isatty(STDERR_FILENO) == 1;
    while (good && (option = rs_cli_next(&parser)) != RS_CLI_END) {
        if (option == PATTERNS_HELP)
            return print_help();
        if (option == RS_CLI_BAD)
            return 2;
        good = take_option(&request, option, parser.value, &error);
    }
    if (request.processes == 0) {
        const long processors = sysconf(_SC_NPROCESSORS_ONLN);

        request.processes = processors < 1 ? 1 : processors > MAX_PROCESSES ? MAX_PROCESSES : (uint64_t)processors;
    }
    if (good && load(&request, &error) && open_outputs(&request, &error))
        exit_code = run_all(&request, &error);
    if (exit_code != 0)
        (void)rs_cli_fail(&error);
    rs_outputs_discard(request.outputs, OUTPUTS);
    for (size_t g = 0; g < request.graphs; g++)
        rs_graph_free(&request.graph[g]);
    free(request.jobs);
    free(request.done);
    free(request.outcomes);
    free(request.rows);
    return exit_code == 0 ? rs_cli_finish_output(0) : exit_code;
}
