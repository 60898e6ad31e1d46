/* The options of 'rowstreak run', 'trace', 'timeline' and 'predict'. */
#define _POSIX_C_SOURCE 200809L
#include "run_options.h"
#include "workload/patterns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SEEDS = 1000, MAX_PROCESSES = 256, MAX_TIMELINE = 2000 };

enum run_option {
    RUN_GRAPH, RUN_TRACE, RUN_KERNEL_TRACE, RUN_FORMAT, RUN_ASSIGN, RUN_WRAP, RUN_WORKLOAD, RUN_MACHINE, RUN_CONFIG, RUN_SET, RUN_SEEDS,
    RUN_SOURCE, RUN_VECTORS, RUN_UNROLL, RUN_SHRINK, RUN_REQUESTS, RUN_WRITES, RUN_GAP, RUN_PATTERN_SEED, RUN_REPLY_STALLS, RUN_REQUEST_PAUSES,
    RUN_WARM_UP, RUN_MEASURE, RUN_OUTPUT_DIR, RUN_EPOCH, RUN_MAX_CYCLES,
    RUN_NO_CHECKS, RUN_CHANNEL, RUN_FROM, RUN_CYCLES, RUN_SVG, RUN_JOBS, RUN_CSV, RUN_JSON, RUN_COMMANDS, RUN_ACCEPTS, RUN_LATENCIES, RUN_OPEN, RUN_OCCUPANCY, RUN_TIMED, RUN_PROGRESS,
    RUN_LABEL, RUN_QUIET, RUN_HELP
};

enum {
    RUN = RS_COMMAND_RUN,
    TRACE = RS_COMMAND_TRACE,
    TIMELINE = RS_COMMAND_TIMELINE,
    PREDICT = RS_COMMAND_PREDICT,
    TABLE = RUN | TRACE,
    ALL = RUN | TRACE | TIMELINE | PREDICT
};

/* An option belongs to one or more commands; the help lists them in this order. */
typedef struct run_option_entry {
    enum run_option id;
    unsigned commands;
    rs_cli_option option;
} run_option_entry;

static const run_option_entry entries[] = {
    {RUN_TRACE, TIMELINE, {"trace", "FILE", "a request trace in place of workload and graph"}},
    {RUN_TRACE, PREDICT, {"trace", "FILE", "predict from a request trace, in the file's order, in place of runs"}},
    {RUN_ACCEPTS, PREDICT, {"accepts", "FILE", "the same from a file that 'rowstreak run --accepts' has written"}},
    {RUN_FORMAT, TRACE | TIMELINE | PREDICT,
     {"format", "FORM", "auto (default): as the first request tells\n"
                        "dramsim3   <hexaddr> READ|WRITE <cycle>\n"
                        "ramulator  0x<hexaddr> R|W, as fast as the machine takes them; the same:\n"
                        "loadstore  LD|ST <addr>, Ramulator 2\n"
                        "readwrite  R|W channel,rank,[group,]bank,row,column, Ramulator 2"}},
    {RUN_ASSIGN, TRACE | TIMELINE,
     {"assign", "RULE", "which SM sends a request of the trace:\n"
                        "block    (default) by address, SM = (address / 256) mod SMS\n"
                        "request  one after the other"}},
    {RUN_WRAP, TRACE | TIMELINE | PREDICT, {"wrap", NULL, "take a trace's addresses modulo the DRAM's bytes"}},
    {RUN_GRAPH, RUN | TIMELINE | PREDICT, {"graph", "FILE", "graph or matrix for bfs and spmv: METIS, Matrix Market coordinate, SNAP\nedge list, plain, gzip or xz; may be repeated"}},
    {RUN_KERNEL_TRACE, RUN | TIMELINE | PREDICT,
     {"kernel-trace", "FILE", "what a GPU has run, in place of workloads: a trace of Accel-Sim (.traceg) or a list\n"
                              "of them (kernelslist.g), plain, .gz or .xz"}},
    {RUN_WORKLOAD, RUN | TIMELINE | PREDICT,
     {"workload", "NAME", "may be repeated, default bfs\n"
                          "programs, on the whole machine, instruction by instruction:\n"
                          "  bfs, spmv, spsum on a graph: breadth-first search, sparse matrix times vector,\n"
                          "  row sums; vadd, transpose, stencil, histo, kmeans, btree, nw, sgemm, gaussian,\n"
                          "  mri-q, hpgmg, miniamr, comd, scatter, particle, fwt, red, sp, nn, mum, neu,\n"
                          "  ray, lib, wp, bs, dg, mmc, sla; uts, utsd (with ATOMICS)\n"
                          "  thesis: fwt to wp, THESIS' own nine\n"
                          "  thesis-model: these and bs to sla, stencil, transpose: the fifteen of its DRAM model\n"
                          "patterns, on the memory path: an SM sends its requests in order and waits for\n"
                          "nothing but a place in flight\n"
                          "  stream  consecutive lines, two an access\n"
                          "  rand1, rand2, rand3  uniform random rows, 1, 2, 3 requests each\n"
                          "  onebank two requests a row, always a new row, one bank a channel"}},
    {RUN_MACHINE, TABLE,
     {"machine", "NAME", "may be repeated, default FIFO BFIFO BFIFO+HG BFIFO+HMHG4 FR-FCFS\n"
                         "notation: see 'rowstreak --help'"}},
    {RUN_MACHINE, TIMELINE, {"machine", "NAME", "default BFIFO+HG; notation: see 'rowstreak --help'"}},
    {RUN_MACHINE, PREDICT, {"machine", "NAME", "of the runs; may be repeated, default FR-FCFS"}},
    {RUN_CONFIG, ALL, {"config", "FILE", "KEY = VALUE lines; 'rowstreak config' lists the keys"}},
    {RUN_SET, ALL, {"set", "KEY=VALUE", "override one key; may be repeated"}},
    {RUN_SEEDS, TABLE, {"seeds", "N", "run seeds SEED, SEED + 1, ... of the arbiters; the table shows the median run"}},
    {RUN_SOURCE, RUN | TIMELINE | PREDICT, {"source", "VERTEX", "start of bfs, numbered from 1 as in the file (default 1)"}},
    {RUN_VECTORS, RUN | TIMELINE | PREDICT, {"vectors", NULL, "kernels: with strided and indirect vector instructions"}},
    {RUN_UNROLL, RUN | TIMELINE | PREDICT, {"unroll", "N", "kernels: 4 (default), 8, 16 elements a round, and a vector"}},
    {RUN_SHRINK, RUN | TIMELINE | PREDICT, {"shrink", "N", "kernels on generated data: 1 (default), 2, 4, 8 times less of it"}},
    {RUN_REQUESTS, RUN | TIMELINE | PREDICT, {"requests", "N", "size of a pattern (default 200000)"}},
    {RUN_WRITES, RUN | TIMELINE | PREDICT, {"writes", "N", "per mille of a pattern's accesses that are stores (default 0)"}},
    {RUN_GAP, RUN | TIMELINE | PREDICT, {"gap", "N", "mean cycles between two accesses of an SM in a pattern: 0 to 2 N (default 0)"}},
    {RUN_PATTERN_SEED, RUN | TIMELINE | PREDICT, {"pattern-seed", "N", "seed of the random patterns (default 1)"}},
    {RUN_REPLY_STALLS, TABLE,
     {"reply-stalls", "N", "patterns, traces: per mille of cycles in which an SM takes no reply (default 0)"}},
    {RUN_REQUEST_PAUSES, TABLE,
     {"request-pauses", "N", "the same: per mille of cycles in which an SM starts no request (default 0)"}},
    {RUN_WARM_UP, TABLE, {"warm-up", "N", "the same: so many cycles are run before anything is measured (default 0)"}},
    {RUN_MEASURE, TABLE,
     {"measure", "N", "the same: so many cycles are measured; the run ends when what is due in them is back\n"
                      "(default: all behind the warm-up)"}},
    {RUN_MAX_CYCLES, TABLE | PREDICT, {"max-cycles", "N", "stop each run there (default: run to the end)"}},
    {RUN_NO_CHECKS, TABLE | PREDICT, {"no-checks", NULL, "without the DRAM timing checker and the data scoreboard"}},
    {RUN_CHANNEL, TIMELINE, {"channel", "N", "the controller to draw (default 0)"}},
    {RUN_FROM, TIMELINE, {"from", "CYCLE", "first cycle of the chart (default 0)"}},
    {RUN_CYCLES, TIMELINE, {"cycles", "N", "length of the chart, up to 2000 (default 120)"}},
    {RUN_SVG, TIMELINE, {"svg", "FILE", "the picture (default timeline.svg)"}},
    {RUN_JOBS, TABLE | PREDICT, {"jobs", "N", "runs at a time, each in its own process (default: processors)"}},
    {RUN_CSV, TABLE, {"csv", "FILE", "write the results, - for standard output (and no table);\n'rowstreak report' merges such files"}},
    {RUN_CSV, PREDICT, {"csv", "FILE", "write a line a run and controller, - for standard output (and no table)"}},
    {RUN_JSON, TABLE | PREDICT, {"json", "FILE", "write the results as an array of objects; - as above"}},
    {RUN_OUTPUT_DIR, TABLE,
     {"output-dir", "FOLDER", "keep command, version, configurations and results together in a new folder, with\n"
                              "figures by channel and histograms of latencies"}},
    {RUN_EPOCH, TABLE, {"epoch", "N", "with --output-dir: figures of every N cycles too"}},
    {RUN_COMMANDS, TABLE,
     {"commands", "FILE", "write every DRAM command of a single run as DRAMsim3 does:\n"
                          "clk cmd chan rank bg bank row col"}},
    {RUN_ACCEPTS, TABLE,
     {"accepts", "FILE", "write every request of a single run as a controller accepts it:\n"
                         "cycle channel bank row R|W sm"}},
    {RUN_LATENCIES, TABLE,
     {"latencies", "FILE", "write every request of a single run when it is done:\n"
                           "cycle sm R|W|A channel bank row latency"}},
    {RUN_OPEN, PREDICT, {"open", "BANK:ROW,...", "rows that are open at the start in every controller (default: none)"}},
    {RUN_OCCUPANCY, PREDICT, {"occupancy", "X", "of a file: mean occupancy of the queues, 0 to 1 (default: not known)"}},
    {RUN_TIMED, PREDICT, {"timed", NULL, "of a file: predict by its cycles too; of a run this is always done"}},
    {RUN_PROGRESS, TABLE | PREDICT, {"progress", NULL, "progress lines on stderr even if it is no terminal"}},
    {RUN_LABEL, TABLE, {"label", "TEXT", "in front of the progress lines, in place of [run/runs]"}},
    {RUN_QUIET, TABLE | PREDICT, {"quiet", NULL, "no table"}},
    {RUN_HELP, ALL, {"help", NULL, "this text"}},
};
enum { ENTRIES = sizeof(entries) / sizeof(entries[0]) };

static bool add_name(const char **names, size_t *count, const char *name, size_t longest, rs_error *error)
{
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(names[i], name) == 0) {
            rs_error_set(error, "run: found '%.40s' twice, expected it once", name);
            return false;
        }
    }
    if (*count == RS_RUN_MAX_NAMES || strlen(name) > longest) {
        rs_error_set(error, "run: found '%.40s', expected at most %d names of %d characters", name, RS_RUN_MAX_NAMES,
                     RS_RECORD_TEXT - 1);
        return false;
    }
    names[(*count)++] = name;
    return true;
}

/* A workload, or the name of a group. */
static bool add_workload(rs_run_request *request, const char *name, rs_error *error)
{
    const uint32_t count = rs_kernel_group(name);
    bool good = true;

    if (count == 0)
        return add_name(request->workloads, &request->workload_count, name, RS_RECORD_TEXT - 1, error);
    for (uint32_t i = 0; good && i < count; i++)
        good = add_name(request->workloads, &request->workload_count, rs_thesis_kernels[i]->name, RS_RECORD_TEXT - 1, error);
    return good;
}

static bool take_operand(rs_run_request *request, const char *value, rs_error *error)
{
    if (request->command == RS_COMMAND_TRACE && request->trace_path == NULL) {
        request->trace_path = value;
        return true;
    }
    rs_error_set(error, "found '%.60s', expected %s", value,
                 request->command == RS_COMMAND_TRACE ? "one trace" : "options only (a graph is given with --graph FILE)");
    return false;
}

static bool take_word(bool known, const char *option, const char *value, const char *expected, rs_error *error)
{
    if (!known)
        rs_error_set(error, "found --%s '%.40s', expected %s", option, value, expected);
    return known;
}

static bool take_occupancy(rs_run_request *request, const char *value, rs_error *error)
{
    char *end;
    const double number = strtod(value, &end);

    request->occupancy = number;
    return take_word(end != value && *end == '\0' && number >= 0 && number <= 1, "occupancy", value, "a number from 0 to 1", error);
}

/* BANK:ROW,...; which there are is for the configuration to say. */
static bool take_open(rs_run_request *request, const char *value, rs_error *error)
{
    char copy[512], *next = copy;

    request->open_count = 0;
    if (strlen(value) >= sizeof(copy))
        return take_word(false, "open", value, "BANK:ROW,... of at most 511 characters", error);
    memcpy(copy, value, strlen(value) + 1);
    while (next != NULL) {
        char *bank = next, *row = strchr(bank, ':');
        uint64_t bank_number, row_number;

        next = strchr(bank, ',');
        if (row == NULL || (next != NULL && row > next) || request->open_count == RS_MAX_BANKS)
            return take_word(false, "open", value, "BANK:ROW,... with each bank once", error);
        *row++ = '\0';
        if (next != NULL)
            *next++ = '\0';
        if (!rs_cli_number("bank of --open", bank, 0, RS_MAX_BANKS - 1, &bank_number, error) ||
            !rs_cli_number("row of --open", row, 0, UINT32_MAX, &row_number, error))
            return false;
        for (uint32_t i = 0; i < request->open_count; i++)
            if (request->open[i].bank == bank_number)
                return take_word(false, "open", value, "BANK:ROW,... with each bank once", error);
        request->open[request->open_count].bank = (uint32_t)bank_number;
        request->open[request->open_count++].row = (uint32_t)row_number;
    }
    return true;
}

static bool take_option(rs_run_request *request, enum run_option option, const char *value, rs_error *error)
{
    uint64_t number = 0;

    switch (option) {
    case RUN_GRAPH: return add_name(request->graphs, &request->graph_count, value, SIZE_MAX, error);
    case RUN_TRACE: request->trace_path = value; return true;
    case RUN_KERNEL_TRACE: request->gpu_trace_path = value; return true;
    case RUN_FORMAT:
        return take_word(rs_trace_form_read(&request->trace_options.form, value), "format", value,
                         "auto, dramsim3, ramulator, loadstore or readwrite", error);
    case RUN_ASSIGN:
        return take_word(rs_trace_assignment_read(&request->trace_options.assignment, value), "assign", value,
                         "block or request", error);
    case RUN_WRAP: request->trace_options.wrap = true; return true;
    case RUN_WORKLOAD: return add_workload(request, value, error);
    case RUN_MACHINE: return add_name(request->machines, &request->machine_count, value, RS_RECORD_TEXT - 1, error);
    case RUN_CONFIG: request->source.file = value; return true;
    case RUN_SET: return rs_cli_add_set(&request->source, value, error);
    case RUN_SEEDS: return rs_cli_number("--seeds", value, 1, MAX_SEEDS, &request->seeds, error);
    case RUN_SOURCE: return rs_cli_number("--source", value, 1, UINT32_MAX, &request->bfs_source, error);
    case RUN_VECTORS: request->vectors = true; return true;
    case RUN_UNROLL:
        return rs_cli_number("--unroll", value, 4, 16, &request->unroll, error) &&
               take_word((request->unroll & (request->unroll - 1)) == 0, "unroll", value, "4, 8 or 16", error);
    case RUN_SHRINK:
        return rs_cli_number("--shrink", value, 1, 8, &request->shrink, error) &&
               take_word((request->shrink & (request->shrink - 1)) == 0, "shrink", value, "1, 2, 4 or 8", error);
    case RUN_REQUESTS:
        return rs_cli_number("--requests", value, 1, RS_PATTERN_MAX_REQUESTS, &request->requests, error);
    case RUN_WRITES: return rs_cli_number("--writes", value, 0, 1000, &request->writes, error);
    case RUN_GAP: return rs_cli_number("--gap", value, 0, RS_PATTERN_MAX_GAP, &request->gap, error);
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
    case RUN_WARM_UP: return rs_cli_number("--warm-up", value, 0, RS_TRACE_MAX_CYCLE, &request->settings.warm_up, error);
    case RUN_MEASURE: return rs_cli_number("--measure", value, 0, RS_TRACE_MAX_CYCLE, &request->settings.measure, error);
    case RUN_EPOCH: return rs_cli_number("--epoch", value, 1, RS_TRACE_MAX_CYCLE, &request->settings.epoch, error);
    case RUN_OUTPUT_DIR: request->output_dir = value; return true;
    case RUN_MAX_CYCLES:
        return rs_cli_number("--max-cycles", value, 1, UINT64_MAX, &request->settings.max_cycles, error);
    case RUN_NO_CHECKS: request->settings.check = false; return true;
    case RUN_CHANNEL: return rs_cli_number("--channel", value, 0, RS_MAX_CHANNELS - 1, &request->channel, error);
    case RUN_FROM: return rs_cli_number("--from", value, 0, UINT64_MAX / 2, &request->from, error);
    case RUN_CYCLES: return rs_cli_number("--cycles", value, 1, MAX_TIMELINE, &request->cycles, error);
    case RUN_SVG: request->paths[RS_RUN_SVG] = value; return true;
    case RUN_JOBS: return rs_cli_number("--jobs", value, 1, MAX_PROCESSES, &request->processes, error);
    case RUN_CSV: request->paths[RS_RUN_CSV] = value; return true;
    case RUN_JSON: request->paths[RS_RUN_JSON] = value; return true;
    case RUN_COMMANDS: request->paths[RS_RUN_COMMANDS] = value; return true;
    case RUN_ACCEPTS:
        *(request->command == RS_COMMAND_PREDICT ? &request->acceptance_path : &request->paths[RS_RUN_ACCEPTS]) = value;
        return true;
    case RUN_LATENCIES: request->paths[RS_RUN_LATENCIES] = value; return true;
    case RUN_OPEN: return take_open(request, value, error);
    case RUN_TIMED: request->timed = true; return true;
    case RUN_OCCUPANCY: return take_occupancy(request, value, error);
    case RUN_PROGRESS: request->settings.progress = true; return true;
    case RUN_LABEL: request->settings.label = value; return true;
    case RUN_QUIET: request->quiet = true; return true;
    case RUN_HELP: break;
    }
    return true;
}

static void set_defaults(rs_run_request *request)
{
    static const char *const machines[] = {"FIFO", "BFIFO", "BFIFO+HG", "BFIFO+HMHG4", "FR-FCFS"};
    const bool timeline = request->command == RS_COMMAND_TIMELINE, predict = request->command == RS_COMMAND_PREDICT;

    if (rs_run_files(request) != 0)
        request->workload_count = 1;
    else if (request->workload_count == 0)
        request->workloads[request->workload_count++] = "bfs";
    if (request->machine_count == 0)
        for (size_t i = predict ? 4 : timeline ? 2 : 0; i < (timeline ? 3 : sizeof(machines) / sizeof(machines[0])); i++)
            request->machines[request->machine_count++] = machines[i];
    if (request->processes == 0) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);

        request->processes = processors < 1 ? 1 : processors > MAX_PROCESSES ? MAX_PROCESSES : (uint64_t)processors;
    }
    request->settings.processes = (unsigned)request->processes;
    if (isatty(STDERR_FILENO) == 1)
        request->settings.progress = true;
}

void rs_run_request_init(rs_run_request *request, enum rs_run_command command)
{
    memset(request, 0, sizeof(*request));
    request->command = command;
    request->seeds = request->bfs_source = request->pattern_seed = 1;
    request->requests = 200000;
    request->unroll = 4;
    request->shrink = 1;
    request->cycles = 120;
    request->occupancy = (double)NAN;
    request->paths[RS_RUN_SVG] = command == RS_COMMAND_TIMELINE ? "timeline.svg" : NULL;
    request->settings.check = true;
}

bool rs_run_request_set(rs_run_request *request, const char *name, const char *value, rs_error *error)
{
    for (size_t i = 0; i < ENTRIES; i++) {
        const rs_cli_option *option = &entries[i].option;

        if (strcmp(option->name, name) != 0)
            continue;
        if (option->value != NULL)
            return take_option(request, entries[i].id, value, error);
        return take_word(strcmp(value, "0") == 0 || strcmp(value, "1") == 0, name, value, "0 or 1", error) &&
               (value[0] == '0' || take_option(request, entries[i].id, value, error));
    }
    rs_error_set(error, "found '%.40s', expected an option of 'rowstreak run'", name);
    return false;
}

bool rs_run_request_parse(rs_run_request *request, enum rs_run_command command, int argc, char **argv, int *exit_code)
{
    rs_cli_option options[ENTRIES];
    enum run_option ids[ENTRIES];
    rs_cli_parser parser = {options, 0, argc, 1, argv, NULL};
    rs_error error;
    int option;

    rs_run_request_init(request, command);
    request->argc = argc;
    request->argv = argv;
    for (size_t i = 0; i < ENTRIES; i++) {
        if ((entries[i].commands & (unsigned)command) != 0) {
            ids[parser.count] = entries[i].id;
            options[parser.count++] = entries[i].option;
        }
    }
    while ((option = rs_cli_next(&parser)) != RS_CLI_END) {
        bool good = true;

        if (option == RS_CLI_BAD) {
            *exit_code = 2;
            return false;
        }
        if (option == RS_CLI_OPERAND) {
            good = take_operand(request, parser.value, &error);
        } else if (ids[option] == RUN_HELP) {
            *exit_code = rs_run_print_help(command, options, parser.count);
            return false;
        } else {
            good = take_option(request, ids[option], parser.value, &error);
        }
        if (!good) {
            *exit_code = rs_cli_fail(&error);
            return false;
        }
    }
    if (!rs_run_check_prediction(request, &error)) {
        *exit_code = rs_cli_fail(&error);
        return false;
    }
    set_defaults(request);
    if (!rs_run_check(request, &error)) {
        *exit_code = rs_cli_fail(&error);
        return false;
    }
    return true;
}
