/* The readers of files under a fuzzer: whatever the bytes are, a reader either refuses them with one line that names the file, or gives what its
 * contract says, which is looked at here. Built twice: by clang with libFuzzer (READER says which), and by any compiler as a program that
 * reads the files it is given, `readers READER FILE...`, so that what was found once stays found.
 *
 * The bytes are a file in memory: nothing is written to a disk. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "workload/gpu_trace_lower.h"
#include "workload/graph.h"
#include "workload/trace.h"

#ifndef READER
#define READER 0
#endif
#if READER == 5 || defined(REPLAY)
#include "cli/sweep_lists.h"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static char path[64];

/* Ends the program, so that the fuzzer keeps the bytes. */
static void check(bool good, const char *what)
{
    if (!good) {
        (void)fprintf(stderr, "readers: found %s\n", what);
        abort();
    }
}

/* An error is one line that names the file. */
static void check_error(const rs_error *error)
{
    const size_t length = strlen(error->text);
    check(length != 0 && strchr(error->text, '\n') == NULL, "an error that is no line");
    check(strstr(error->text, "found") != NULL && strstr(error->text, "expected") != NULL, "an error without found and expected");
}

/* ---- graphs and matrices ---------------------------------------------------------------------------------------- */

static void read_graph(void)
{
    rs_graph graph;
    rs_error error = {"", RS_ERROR_NONE};
    if (!rs_graph_read(&graph, path, &error)) {
        check_error(&error);
        return;
    }
    check(graph.row_start[0] == 0 && graph.row_start[graph.rows] == graph.entries, "rows that do not hold the entries");
    for (uint32_t row = 0; row < graph.rows; row++) {
        check(graph.row_start[row] <= graph.row_start[row + 1], "a row that ends before it begins");
    }
    for (uint32_t i = 0; i < graph.entries; i++) {
        check(graph.column[i] < graph.columns, "a column beyond the last");
    }
    rs_graph_free(&graph);
}

/* ---- request traces --------------------------------------------------------------------------------------------- */

static void read_trace(void)
{
    static rs_config config;
    rs_error error = {"", RS_ERROR_NONE};
    if (config.sms == 0) {
        rs_config_default(&config);
        check(rs_config_finish(&config, &error), "a default configuration that is refused");
    }
    for (uint32_t wrap = 0; wrap < 2; wrap++) {
        const rs_trace_options options = {RS_TRACE_AUTO, RS_TRACE_BY_BLOCK, wrap != 0};
        rs_trace *trace = rs_trace_read(&config, path, &options, &error);
        if (trace == NULL) {
            check_error(&error);
            continue;
        }
        check(trace->reads + trace->writes == trace->count && trace->first[config.sms] == trace->count, "requests that are not all there");
        for (uint32_t sm = 0; sm < config.sms; sm++) {
            for (uint32_t i = trace->first[sm]; i < trace->first[sm + 1]; i++) {
                check((uint64_t)trace->request[i].line << RS_LINE_SHIFT >> config.map.address_bits == 0, "a line beyond the DRAM");
                check(i == trace->first[sm] || trace->request[i - 1].cycle <= trace->request[i].cycle, "cycles that fall");
            }
        }
        rs_trace_destroy(trace);
    }
}

/* ---- kernel traces ---------------------------------------------------------------------------------------------- */

static bool look_at_record(void *user, const rs_traced_record *traced)
{
    const rs_traced_launch *launch = (const rs_traced_launch *)user;
    const rs_warp_record record = rs_warp_record_unpack(traced->record);
    const bool memory = record.kind == RS_RECORD_MEMORY || record.kind == RS_RECORD_ATOMIC;
    check(record.kind < RS_RECORD_EXIT && (traced->mask != 0) == memory, "a record with no lanes, or lanes without memory");
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t reg = i < 3 ? record.source[i] : record.destination;
        check(reg == RS_NO_REGISTER || reg < launch->registers, "a register beyond the launch's");
    }
    for (uint32_t left = traced->mask; left != 0; left &= left - 1) {
        const uint64_t address = traced->address[__builtin_ctz(left)];
        check(address % 4 == 0 && (traced->scratchpad ? address < UINT64_C(1) << 24 : address < UINT64_C(1) << 50), "an address beyond memory");
    }
    return true;
}

static void lower_kernel(const rs_gpu_trace *trace)
{
    rs_error error = {"", RS_ERROR_NONE};
    rs_gpu_trace_file file;
    rs_traced_instruction instruction;
    const rs_gpu_trace_kernel *kernel = &trace->kernel[0];
    uint64_t count = 0;
    rs_traced_launch launch = {&file.header, &trace->frames, 0, 0, (uint64_t)trace->pages << RS_GPU_TRACE_PAGE_SHIFT,
                               (kernel->local_high - kernel->local_low) / 4, kernel->local_low};
    rs_traced_warp warp = {3, 0};
    rs_traced_registers(kernel, &launch);
    check(rs_gpu_trace_open(&file, kernel->path, &error), "a file that is refused the second time");
    while (rs_gpu_trace_block(&file)) {
        while (rs_gpu_trace_next(&file, &instruction)) {
            count++;
            check(rs_traced_lower(&launch, &warp, &instruction, look_at_record, &launch), "an access that was not there when it was read through");
        }
    }
    check(count == kernel->instructions && !file.text.failed, "other instructions than when it was read through");
    rs_gpu_trace_close(&file);
}

static void read_kernel_trace(void)
{
    rs_error error = {"", RS_ERROR_NONE};
    rs_gpu_trace *trace = rs_gpu_trace_read(path, &error);
    if (trace == NULL) {
        check_error(&error);
        return;
    }
    if (trace->kernels == 1) {
        lower_kernel(trace);
    }
    rs_gpu_trace_free(trace);
}

/* ---- configurations --------------------------------------------------------------------------------------------- */

static void read_configuration(void)
{
    for (uint32_t top = RS_TOP_PATH; top <= RS_TOP_GPU; top += RS_TOP_GPU) {
        rs_config config;
        rs_error error = {"", RS_ERROR_NONE};
        rs_config_default(&config);
        config.top = top;
        if (!rs_config_read(&config, path, &error) || !rs_config_finish(&config, &error)) {
            check_error(&error);
            continue;
        }
        check(rs_config_is_finished(&config, &error), "a finished configuration that is not finished");
        char name[RS_MACHINE_NAME];
        rs_config_machine_name(&config, name);
        for (uint32_t i = 0; i < 64; i++) { /* the map and its inverse */
            const uint64_t address = (UINT64_C(0x9e3779b97f4a7c15) * i & ((UINT64_C(1) << config.map.address_bits) - 1)) >> RS_LINE_SHIFT << RS_LINE_SHIFT;
            check(config.map.address_bits > 32 || rs_address_encode(&config.map, rs_address_decode(&config.map, address)) == address,
                  "an address that is another one behind the map and back");
        }
    }
}

/* ---- sweeps ------------------------------------------------------------------------------------------------------ */

#if READER == 5 || defined(REPLAY)
static void look_at_combination(const rs_sweep *sweep, uint64_t number)
{
    static rs_run_request request;
    static rs_run_job job;
    rs_error error = {"", RS_ERROR_NONE};
    bool graph = false;
    char label[200];
    memset(label, 'x', sizeof label);
    rs_sweep_label(sweep, number, label, sizeof label);
    check(memchr(label, '\0', sizeof label) != NULL && strchr(label, '\n') == NULL, "a label that is no line");
    if (rs_sweep_request(sweep, number, &request, &error)) {
        check((request.workloads[0] != NULL) + (request.trace_path != NULL) + (request.gpu_trace_path != NULL) == 1, "a run with another number of inputs than one");
        check(request.gpu_trace_path == NULL || request.settings.warm_up + request.settings.measure == 0, "a kernel trace with a window");
        if (request.workloads[0] != NULL && rs_run_workload_known(request.workloads[0], &graph, &error) && !graph
            && !rs_run_request_describe(&request, NULL, &job, &error)) {
            check_error(&error);
        }
    } else {
        check_error(&error);
    }
}

static void read_sweep(void)
{
    rs_sweep sweep;
    rs_error error = {"", RS_ERROR_NONE};
    memset(&sweep, 0, sizeof sweep);
    if (rs_sweep_read(&sweep, path, &error) && rs_sweep_finish(&sweep, &error)) {
        const uint64_t count = rs_sweep_count(&sweep);
        check(count > 0 && count <= RS_SWEEP_MOST, "no combinations, or more than there may be");
        for (uint64_t i = 0; i < count; i += 1 + count / 50) {
            look_at_combination(&sweep, i);
        }
        look_at_combination(&sweep, count - 1);
    } else {
        check_error(&error);
    }
    rs_sweep_free(&sweep);
}
#else
static void read_sweep(void) {}
#endif

/* ----------------------------------------------------------------------------------------------------------------- */

enum { READERS = 6 };
static void (*const readers[READERS])(void) = {read_graph, read_graph, read_trace, read_kernel_trace, read_configuration, read_sweep};

static void read_bytes(uint32_t reader, const uint8_t *bytes, size_t size)
{
    static int file = -1;
    if (file < 0) {
        file = memfd_create("fuzz", 0);
        check(file >= 0, "no file in memory");
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    check(ftruncate(file, 0) == 0 && pwrite(file, bytes, size, 0) == (ssize_t)size, "no room in memory");
    readers[reader]();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_bytes(READER, bytes, size);
    return 0;
}

#ifdef REPLAY
int main(int argc, char **argv)
{
    static const char *const names[READERS] = {"graph", "matrix", "trace", "kernel_trace", "configuration", "sweep"};
    static uint8_t bytes[1 << 20];
    uint32_t reader = 0;
    while (argc > 1 && reader < READERS && strcmp(argv[1], names[reader]) != 0) {
        reader++;
    }
    if (argc < 3 || reader == READERS) {
        (void)fprintf(stderr, "readers: found other arguments, expected graph, matrix, trace, kernel_trace, configuration or sweep, and files\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        check(file != NULL, "a file that cannot be opened");
        const size_t size = fread(bytes, 1, sizeof bytes, file);
        (void)fclose(file);
        read_bytes(reader, bytes, size);
    }
    return 0;
}
#endif
