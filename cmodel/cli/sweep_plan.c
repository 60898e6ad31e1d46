/* Contract: sweep_plan.h. */
#define _POSIX_C_SOURCE 200809L
#include "sweep_plan.h"
#include "common/hash_table.h"
#include "input_name.h"
#include "record_field.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum input_kind { INPUT_GRAPH, INPUT_TRACE, INPUT_KERNEL_TRACE };

struct rs_sweep_input {
    const char *path;
    enum input_kind kind;
    uint64_t hash;
    rs_graph graph;
    rs_gpu_trace *gpu_trace;
};

enum { LONGEST_TRACE_LINE = 1 << 20 };

/* ---- build ------------------------------------------------------------------------------------------ */

bool rs_sweep_plan_init(rs_sweep_plan *plan, const rs_sweep *sweep, bool check, rs_error *error)
{
    static const char program[] = "/proc/self/exe";
    uint64_t hash = RS_HASH_START;
    char bytes[1 << 14];
    size_t count;
    FILE *file = fopen(program, "rb");
    bool good = file != NULL;

    memset(plan, 0, sizeof(*plan));
    plan->sweep = sweep;
    plan->check = check;
    while (good && (count = fread(bytes, 1, sizeof(bytes), file)) > 0)
        hash = rs_hash_bytes(hash, bytes, count);
    good = good && !ferror(file);
    if (file != NULL)
        (void)fclose(file);
    if (!good)
        rs_error_set(error, "%s: found no readable file (%s), expected the program", program, strerror(errno));
    rs_input_hash(hash, plan->build, sizeof(plan->build));
    return good;
}

/* ---- inputs ----------------------------------------------------------------------------------------- */

static bool hash_file(const char *path, uint64_t *hash, rs_error *error)
{
    rs_text_reader text;
    bool good;

    if (!rs_text_open(&text, path, LONGEST_TRACE_LINE, "a request trace", error))
        return false;
    while (rs_text_next(&text))
        ;
    *hash = text.hash;
    good = !text.failed;
    rs_text_close(&text);
    return good;
}

static bool read_input(rs_sweep_input *input, rs_error *error)
{
    switch (input->kind) {
    case INPUT_TRACE: return hash_file(input->path, &input->hash, error);
    case INPUT_KERNEL_TRACE:
        input->gpu_trace = rs_gpu_trace_read(input->path, error);
        if (input->gpu_trace != NULL)
            input->hash = input->gpu_trace->hash;
        return input->gpu_trace != NULL;
    case INPUT_GRAPH: break;
    }
    if (!rs_graph_read(&input->graph, input->path, error))
        return false;
    input->hash = input->graph.hash;
    return true;
}

static void free_input(rs_sweep_input *input)
{
    rs_graph_free(&input->graph);
    rs_gpu_trace_free(input->gpu_trace);
    free(input);
}

/* The input of this name, read when it is asked for first; NULL with an error. */
static const rs_sweep_input *find_input(rs_sweep_plan *plan, const char *path, enum input_kind kind, rs_error *error)
{
    rs_sweep_input **grown, *made;

    for (size_t i = 0; i < plan->inputs; i++)
        if (strcmp(plan->input[i]->path, path) == 0 && plan->input[i]->kind == kind)
            return plan->input[i];
    grown = (rs_sweep_input **)realloc((void *)plan->input, (plan->inputs + 1) * sizeof(*grown));
    plan->input = grown != NULL ? grown : plan->input;
    made = grown != NULL ? (rs_sweep_input *)calloc(1, sizeof(*made)) : NULL;
    if (made == NULL) {
        rs_error_set(error, "found no memory for %s, expected some", path);
        return NULL;
    }
    made->path = path;
    made->kind = kind;
    if (read_input(made, error)) {
        plan->input[plan->inputs++] = made;
        return made;
    }
    free_input(made);
    return NULL;
}

/* ---- a point ---------------------------------------------------------------------------------------- */

/* Whether the field belongs to the key: the name of a file does not, its contents do; where a run stopped is not known before. */
static bool of_key(const rs_record_field *f)
{
    return (f->role == RS_ROLE_INPUT || f->role == RS_ROLE_KEY) && strcmp(f->name, "graph") != 0 && strcmp(f->name, "stopped") != 0;
}

static bool make_key(const rs_sweep_plan *plan, const rs_run_request *request, rs_sweep_result *result, rs_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);

    if (file != NULL) {
        (void)fprintf(file, "%s,%" PRIu64, plan->build, request->settings.max_cycles);
        for (size_t i = 0; i < rs_record_field_count; i++)
            if (of_key(&rs_record_fields[i])) {
                (void)fprintf(file, ",%s=", rs_record_fields[i].name);
                rs_field_write(file, &result->record, &rs_record_fields[i]);
            }
    }
    if (file == NULL || fclose(file) != 0) {
        rs_error_set(error, "found no memory for a key, expected some");
        return false;
    }
    rs_input_hash(rs_hash_bytes(RS_HASH_START, text, size), result->key, sizeof(result->key));
    memcpy(result->build, plan->build, sizeof(result->build));
    free(text);
    return true;
}

bool rs_sweep_describe(rs_sweep_plan *plan, uint32_t number, rs_run_request *request, rs_sweep_result *result, rs_error *error)
{
    const rs_sweep_input *input = NULL;
    enum input_kind kind = INPUT_GRAPH;
    const char *path;
    rs_run_job job;
    bool graph = false;

    memset(result, 0, sizeof(*result));
    memset(&job, 0, sizeof(job));
    if (!rs_sweep_request(plan->sweep, number, request, error) ||
        (request->workloads[0] != NULL && !rs_run_workload_known(request->workloads[0], &graph, error)))
        return false;
    request->settings.check = plan->check;
    request->graph_count = graph;
    path = graph ? request->graphs[0] : request->trace_path;
    if (request->trace_path != NULL)
        kind = INPUT_TRACE;
    if (request->gpu_trace_path != NULL) {
        kind = INPUT_KERNEL_TRACE;
        path = request->gpu_trace_path;
    }
    if (kind == INPUT_TRACE && strcmp(path, "-") == 0) {
        rs_error_set(error, "sweep: found trace '-', expected a file: each point reads it");
        return false;
    }
    if (path != NULL) {
        input = find_input(plan, path, kind, error);
        if (input == NULL)
            return false;
        request->ready = graph ? &input->graph : NULL;
        request->ready_gpu_trace = input->gpu_trace;
    }
    result->failed = !rs_run_request_describe(request, input != NULL ? &input->hash : NULL, &job, &result->error);
    result->record = job.record;
    return make_key(plan, request, result, error);
}

void rs_sweep_run(rs_run_request *request, rs_sweep_result *result)
{
    rs_run_inputs inputs;
    rs_run_job job;
    rs_run_outcome outcome;

    memset(&inputs, 0, sizeof(inputs));
    memset(&outcome, 0, sizeof(outcome));
    outcome.state = RS_RUN_BAD;
    if (result->failed)
        return;
    if (rs_run_request_load(request, &inputs, &job, &outcome.error))
        rs_run_job_execute(&job, &request->settings, 0, 1, &outcome);
    result->failed = outcome.state != RS_RUN_GOOD && outcome.state != RS_RUN_UNFINISHED;
    if (result->failed)
        result->error = outcome.error;
    else
        result->record = outcome.record;
    rs_run_inputs_free(&inputs);
}

bool rs_sweep_plan_make(rs_sweep_plan *plan, rs_error *error)
{
    const uint64_t count = rs_sweep_count(plan->sweep);
    rs_hash_table known = {NULL, 0, 0};
    rs_run_request request;
    rs_sweep_result *result = (rs_sweep_result *)malloc(sizeof(*result));
    bool good = true;

    plan->point = (rs_sweep_point *)calloc(count, sizeof(*plan->point));
    if (plan->point == NULL || result == NULL || !rs_hash_table_init(&known, count)) {
        rs_error_set(error, "found no memory for %" PRIu64 " points, expected some", count);
        good = false;
    }
    for (uint32_t number = 0; good && number < count; number++) {
        uint64_t key;

        good = rs_sweep_describe(plan, number, &request, result, error);
        key = strtoull(result->key, NULL, 16);
        if (!good || rs_hash_table_find(&known, key) != RS_NONE)
            continue;
        good = rs_hash_table_add(&known, key, number);
        plan->point[plan->points].key = key;
        plan->point[plan->points++].number = number;
        if (!good)
            rs_error_set(error, "found no memory for %" PRIu64 " points, expected some", count);
    }
    rs_hash_table_free(&known);
    free(result);
    return good;
}

void rs_sweep_plan_free(rs_sweep_plan *plan)
{
    for (size_t i = 0; i < plan->inputs; i++)
        free_input(plan->input[i]);
    free((void *)plan->input);
    free(plan->point);
    memset(plan, 0, sizeof(*plan));
}
