/* Speed of the C model: simulated cycles and requests per second of processor time, and memory.
 *
 * Every row is a process of its own that builds the input, then runs the whole simulation --runs times, or more often until a second has
 * passed (with --divide so much less); the best run counts. Metrics are always on, DRAM timing checker and data scoreboard where
 * `checks` says so. Rows that other programs have measured in the same way (--row FILE, lines of speed_row.h) join table and JSON.
 * Exit 0; 1 a simulation failed; 2 bad arguments, an unreadable graph or an unwritable result. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* wait4() */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/json.h"
#include "machine/simulation.h"
#include "speed_row.h"
#include "workload/graph.h"
#include "workload/patterns.h"
#include "workload/warp_source.h"

enum { MAX_ROWS = 64, MAX_SETS = 6, PROGRAM_CYCLES = 200000 /* of a program's run */ };

typedef struct measurement {
    const char *name, *machine, *workload;
    uint32_t requests, gap; /* of a pattern */
    bool checks;
    const char *sets[MAX_SETS]; /* "KEY=VALUE" */
} measurement;

#define ONE_CHANNEL "SMS=1", "CHANNELS=1"

/* The first block are the figures of the table; the others show what the cost depends on. */
static const measurement measurements[] = {
    {"channel_stream", "BFIFO", "stream", 400000, 0, false, {ONE_CHANNEL}},
    {"channel_stream_checked", "BFIFO", "stream", 400000, 0, true, {ONE_CHANNEL}},
    {"channel_random", "FR-FCFS", "rand1", 200000, 0, false, {ONE_CHANNEL}},
    {"channel_random_checked", "FR-FCFS", "rand1", 200000, 0, true, {ONE_CHANNEL}},
    {"path_loaded", "BFIFO+HG", "rand2", 200000, 0, false, {NULL}},
    {"path_loaded_checked", "BFIFO+HG", "rand2", 200000, 0, true, {NULL}},
    {"path_sparse", "BFIFO+HG", "rand1", 40000, 20000, false, {NULL}},
    {"path_sparse_checked", "BFIFO+HG", "rand1", 40000, 20000, true, {NULL}},
    {"copter2_spmv", "BFIFO+HG", "spmv", 0, 0, true, {NULL}},
    {"copter2_bfs", "BFIFO+HG", "bfs", 0, 0, true, {NULL}},
    {"gpu_spmv", "BFIFO", "spmv", 0, 0, false, {"L1_CACHE=1", "L2=1"}},
    {"gpu_spmv_checked", "BFIFO", "spmv", 0, 0, true, {"L1_CACHE=1", "L2=1"}},

    {"sms_7", "BFIFO+HG", "rand2", 100000, 0, true, {"SMS=7"}},
    {"sms_14", "BFIFO+HG", "rand2", 100000, 0, true, {"SMS=14"}},
    {"sms_28", "BFIFO+HG", "rand2", 100000, 0, true, {"SMS=28"}},
    {"sms_56", "BFIFO+HG", "rand2", 100000, 0, true, {"SMS=56"}},
    {"channels_2", "BFIFO+HG", "rand2", 100000, 0, true, {"CHANNELS=2"}},
    {"channels_4", "BFIFO+HG", "rand2", 100000, 0, true, {"CHANNELS=4"}},
    {"channels_8", "BFIFO+HG", "rand2", 100000, 0, true, {"CHANNELS=8"}},
    {"channels_16", "BFIFO+HG", "rand2", 100000, 0, true, {"CHANNELS=16"}},
    {"queue_8", "FR-FCFS", "rand2", 100000, 0, true, {"QUEUE=8"}},
    {"queue_16", "FR-FCFS", "rand2", 100000, 0, true, {"QUEUE=16"}},
    {"queue_32", "FR-FCFS", "rand2", 100000, 0, true, {"QUEUE=32"}},
    {"queue_64", "FR-FCFS", "rand2", 100000, 0, true, {"QUEUE=64"}},
    {"gap_0", "BFIFO+HG", "rand1", 20000, 0, true, {NULL}},
    {"gap_200", "BFIFO+HG", "rand1", 20000, 200, true, {NULL}},
    {"gap_2000", "BFIFO+HG", "rand1", 20000, 2000, true, {NULL}},
    {"gap_40000", "BFIFO+HG", "rand1", 20000, 40000, true, {NULL}},
};
enum { MEASUREMENTS = sizeof measurements / sizeof measurements[0] };

typedef struct settings {
    const char *graph, *json, *row_file, *only;
    uint32_t runs, divide; /* requests of the patterns / divide */
} settings;

/* What a row's process reports. */
typedef struct report {
    bool good;
    speed_row row;
    rs_error error;
} report;

static double processor_seconds(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Not a pattern: it runs on the whole machine. */
static bool is_program(const measurement *m)
{
    return m->requests == 0;
}

static bool configure(const measurement *m, rs_config *config, rs_error *error)
{
    rs_config_default(config);
    config->top = is_program(m) ? RS_TOP_GPU : RS_TOP_PATH;
    if (!rs_config_machine(config, m->machine, error)) {
        return false;
    }
    for (uint32_t i = 0; i < MAX_SETS && m->sets[i] != NULL; i++) {
        char key[32];
        const char *equals = strchr(m->sets[i], '=');
        memcpy(key, m->sets[i], (size_t)(equals - m->sets[i]));
        key[equals - m->sets[i]] = '\0';
        if (!rs_config_set(config, key, equals + 1, error)) {
            return false;
        }
    }
    return rs_config_finish(config, error);
}

/* What runs: a pattern, or a kernel on a graph. */
typedef struct work {
    rs_trace *trace;
    const rs_kernel *kernel;
    rs_graph graph;
    uint32_t cycles; /* of the run; 0: to its end */
} work;

static bool build(const measurement *m, const settings *s, const rs_config *config, work *load, rs_error *error)
{
    rs_pattern pattern = {RS_PATTERN_STREAM, m->requests / s->divide + 1, 0, m->gap, 1};
    if (is_program(m)) {
        load->kernel = rs_kernel_find(m->workload);
        load->cycles = PROGRAM_CYCLES / s->divide + 1;
        return rs_graph_read(&load->graph, s->graph, error);
    }
    (void)rs_pattern_kind_read(&pattern.kind, m->workload);
    load->trace = rs_pattern_trace(config, &pattern, error);
    return load->trace != NULL;
}

static bool measure_once(const measurement *m, const rs_config *config, const work *load, report *result)
{
    const rs_kernel_options kernel = {4, false, false, false, false, 8, &load->graph, 1};
    rs_simulation_options options = rs_simulation_options_default();
    rs_simulation_results results;
    rs_kernel_source *source = NULL;
    rs_simulation *simulation = NULL;
    options.check_timing = options.check_data = m->checks;
    if (load->trace != NULL) {
        simulation = rs_simulation_create_trace(config, load->trace, &options, &result->error);
    } else {
        source = rs_kernel_source_create(load->kernel, &kernel, config->sms * config->sm_ctas, config->registers, &result->error);
        if (source != NULL) {
            simulation = rs_simulation_create_source(config, rs_kernel_source_interface(source), &options, &result->error);
        }
    }
    if (simulation == NULL) {
        rs_kernel_source_destroy(source);
        return false;
    }
    const double start = processor_seconds();
    const enum rs_simulation_state state = rs_simulation_run(simulation, load->cycles);
    const double seconds = processor_seconds() - start;
    const bool good = state == RS_SIMULATION_DONE || (load->cycles != 0 && state == RS_SIMULATION_RUNNING);
    rs_simulation_get(simulation, &results);
    if (!good) {
        rs_error_set(&result->error, "%s: %.400s", m->name, rs_simulation_error(simulation));
    }
    rs_simulation_destroy(simulation);
    rs_kernel_source_destroy(source);
    result->row.cycles = results.cycles;
    result->row.requests = results.requests;
    result->row.skipped = results.skipped;
    if (result->row.seconds == 0 || seconds < result->row.seconds) {
        result->row.seconds = seconds;
    }
    return good;
}

static void measure(const measurement *m, const settings *s, report *result)
{
    rs_config config;
    memset(result, 0, sizeof *result);
    if (!configure(m, &config, &result->error)) {
        return;
    }
    work load;
    memset(&load, 0, sizeof load);
    if (!build(m, s, &config, &load, &result->error)) {
        return;
    }
    speed_row *row = &result->row;
    (void)snprintf(row->name, sizeof row->name, "%s", m->name);
    (void)snprintf(row->machine, sizeof row->machine, "%s", m->machine);
    (void)snprintf(row->workload, sizeof row->workload, "%s", m->workload);
    row->sms = config.sms;
    row->channels = config.channels;
    row->queue = config.queue;
    row->gap = m->gap;
    row->checks = m->checks;
    row->threads = 1;
    result->good = true;
    const double start = processor_seconds();
    while (result->good && (row->runs < s->runs || processor_seconds() - start < 1.0 / s->divide)) {
        result->good = measure_once(m, &config, &load, result);
        row->runs++;
    }
    rs_trace_destroy(load.trace);
    rs_graph_free(&load.graph);
}

/* Measures in a process of its own, for its peak memory. False: result->error is set. */
static bool measure_apart(const measurement *m, const settings *s, report *result)
{
    int ends[2], status;
    struct rusage usage;
    if (pipe(ends) != 0) {
        rs_error_set(&result->error, "%s: found no pipe (%s), expected one", m->name, strerror(errno));
        return false;
    }
    const pid_t child = fork();
    if (child == 0) {
        measure(m, s, result);
        _exit(write(ends[1], result, sizeof *result) == (ssize_t)sizeof *result ? 0 : 1);
    }
    const bool whole = child > 0 && read(ends[0], result, sizeof *result) == (ssize_t)sizeof *result;
    (void)close(ends[0]);
    (void)close(ends[1]);
    if (child < 0 || wait4(child, &status, 0, &usage) != child || !whole || status != 0) {
        rs_error_set(&result->error, "%s: found no result, expected one", m->name);
        return false;
    }
    result->row.peak_mb = (double)usage.ru_maxrss / 1024;
    return result->good;
}

/* ---- output --------------------------------------------------------------------------------------- */

static double per_second(uint64_t count, const speed_row *row)
{
    return row->seconds > 0 ? (double)count / row->seconds : 0;
}

static void print_heading(void)
{
    printf("%-25s%-10s%-8s%4s%4s%4s%6s%7s%5s%11s%10s%6s%9s%9s%8s\n", "name", "machine", "load", "SMs", "ch.", "q.", "gap",
           "checks", "thr.", "cycles", "requests", "skip%", "Mcyc/s", "Mreq/s", "peak MB");
}

static void print_row(const speed_row *row)
{
    printf("%-25s%-10s%-8s%4u%4u%4u%6u%7s%5u%11llu%10llu%6.1f%9.4f%9.3f%8.1f\n", row->name, row->machine, row->workload,
           row->sms, row->channels, row->queue, row->gap, row->checks ? "on" : "off", row->threads, (unsigned long long)row->cycles,
           (unsigned long long)row->requests, 100.0 * (double)row->skipped / (double)row->cycles,
           1e-6 * per_second(row->cycles, row), 1e-6 * per_second(row->requests, row), row->peak_mb);
    (void)fflush(stdout);
}

static bool write_json(const char *path, const speed_row *rows, size_t count)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    rs_json json = {file, 0, {false}, {false}, {false}};
    rs_json_array(&json, NULL, true);
    for (size_t i = 0; i < count; i++) {
        const speed_row *row = &rows[i];
        rs_json_object(&json, NULL, false);
        rs_json_count(&json, "schema_version", 1);
        rs_json_text(&json, "name", row->name);
        rs_json_text(&json, "machine", row->machine);
        rs_json_text(&json, "workload", row->workload);
        rs_json_count(&json, "sms", row->sms);
        rs_json_count(&json, "channels", row->channels);
        rs_json_count(&json, "queue", row->queue);
        rs_json_count(&json, "gap", row->gap);
        rs_json_bool(&json, "checks", row->checks != 0);
        rs_json_count(&json, "threads", row->threads);
        rs_json_count(&json, "runs", row->runs);
        rs_json_count(&json, "cycles", row->cycles);
        rs_json_count(&json, "requests", row->requests);
        rs_json_count(&json, "skipped_cycles", row->skipped);
        rs_json_fixed(&json, "seconds", row->seconds, 6);
        rs_json_fixed(&json, "cycles_per_s", per_second(row->cycles, row), 0);
        rs_json_fixed(&json, "requests_per_s", per_second(row->requests, row), 0);
        rs_json_fixed(&json, "peak_mb", row->peak_mb, 1);
        rs_json_end(&json);
    }
    rs_json_end(&json);
    const bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

/* ---- rows ----------------------------------------------------------------------------------------- */

static bool read_rows(const char *path, speed_row *rows, size_t *count, rs_error *error)
{
    FILE *file = fopen(path, "r");
    uint32_t line = 0;
    int fields = 0;
    while (file != NULL && *count < MAX_ROWS) {
        speed_row row;
        unsigned long long cycles, requests, skipped;
        memset(&row, 0, sizeof row);
        fields = fscanf(file, SPEED_ROW_SCAN, row.name, row.machine, row.workload, &row.sms, &row.channels, &row.queue,
                        &row.gap, &row.checks, &row.threads, &row.runs, &cycles, &requests, &skipped, &row.seconds, &row.peak_mb);
        if (fields != SPEED_ROW_FIELDS) {
            break;
        }
        line++;
        row.cycles = cycles;
        row.requests = requests;
        row.skipped = skipped;
        print_row(&row);
        rows[(*count)++] = row;
    }
    if (file == NULL || fields != EOF) {
        rs_error_set(error, "%s:%u: found no row, expected %d fields", path, line + 1, SPEED_ROW_FIELDS);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return file != NULL && fields == EOF;
}

static int run(const settings *s)
{
    static speed_row rows[MAX_ROWS];
    size_t count = 0;
    rs_error error;
    print_heading();
    for (size_t i = 0; i < MEASUREMENTS; i++) {
        const measurement *m = &measurements[i];
        report result;
        if ((s->only != NULL && strstr(m->name, s->only) == NULL) || (is_program(m) && s->graph == NULL)) {
            continue;
        }
        if (!measure_apart(m, s, &result)) {
            fprintf(stderr, "speed: %s\n", result.error.text);
            return 1;
        }
        print_row(&result.row);
        rows[count++] = result.row;
    }
    if (s->row_file != NULL && !read_rows(s->row_file, rows, &count, &error)) {
        fprintf(stderr, "speed: %s\n", error.text);
        return 2;
    }
    if (s->json != NULL && !write_json(s->json, rows, count)) {
        fprintf(stderr, "speed: %s: found an unwritable file, expected room for the result\n", s->json);
        return 2;
    }
    return 0;
}

static bool take_number(const char *text, uint32_t *number)
{
    char *end;
    const unsigned long value = strtoul(text, &end, 10);
    *number = (uint32_t)value;
    return *text >= '0' && *text <= '9' && *end == '\0' && value >= 1 && value <= 1000000;
}

int main(int argc, char **argv)
{
    settings s = {NULL, NULL, NULL, NULL, 3, 1};
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        bool good = *value != '\0';
        if (strcmp(argv[i], "--graph") == 0) {
            s.graph = value;
        } else if (strcmp(argv[i], "--json") == 0) {
            s.json = value;
        } else if (strcmp(argv[i], "--row") == 0) {
            s.row_file = value;
        } else if (strcmp(argv[i], "--only") == 0) {
            s.only = value;
        } else if (strcmp(argv[i], "--runs") == 0) {
            good = take_number(value, &s.runs);
        } else if (strcmp(argv[i], "--divide") == 0) {
            good = take_number(value, &s.divide);
        } else {
            good = false;
        }
        if (!good) {
            fprintf(stderr, "speed: found '%s %s', expected --graph FILE --json FILE --row FILE --only NAME --runs N "
                            "--divide N (1 to 1000000)\n", argv[i], value);
            return 2;
        }
    }
    return run(&s);
}
