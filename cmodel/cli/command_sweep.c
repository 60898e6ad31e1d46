/* 'rowstreak sweep': every combination of lists of machines, settings, workloads, inputs and seeds, into one database. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "interrupt.h"
#include "sweep_chunk.h"
#include "sweep_slurm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PROCESSES = 256, SHOWN_FAILURES = 20, LISTS = 32 };

enum sweep_option { SWEEP_SET, SWEEP_DATABASE, SWEEP_JOBS, SWEEP_EXECUTOR, SWEEP_CHUNK, SWEEP_WORKER, SWEEP_RETRY, SWEEP_NO_CHECKS, SWEEP_DRY_RUN, SWEEP_PROGRESS, SWEEP_QUIET, SWEEP_HELP, OPTIONS };

static const rs_cli_option own[OPTIONS] = {
    {"set", "KEY=LIST", "values of a key of the configuration, as QUEUE=8,16,32 or SEED=1..5;\nmay be repeated, in place of the file's"},
    {"database", "FILE", "the results (default: FILE with the ending .sqlite, or sweep.sqlite)"},
    {"jobs", "N", "points at a time, each in its own process (default: processors; slurm: of each task, 1)"},
    {"executor", "NAME", "local: this machine; slurm: an existing cluster, by arrays of tasks (default: local)"},
    {"chunk", "N", "slurm: points a task, at least (default: 20)"},
    {"worker", "FILE", "what the tasks run: the points listed in FILE, into its folder, without the database"},
    {"retry-failed", NULL, "run the points again that failed before"},
    {"no-checks", NULL, "without the DRAM timing checker and the data scoreboard"},
    {"dry-run", NULL, "only tell how many points there are and how many are left"},
    {"progress", NULL, "progress lines on stderr even if it is no terminal"},
    {"quiet", NULL, "nothing on standard output"},
    {"help", NULL, "this text"},
};

typedef struct sweep_request {
    rs_sweep sweep;
    const char *file;
    const char *database;
    char default_database[RS_SWEEP_PATH];
    const char *worker; /* the chunk; NULL: this is no worker */
    rs_slurm_options slurm;
    uint64_t processes;
    bool cluster, retry, no_checks, dry_run, progress, quiet;
} sweep_request;

/* ---- command line ------------------------------------------------------------------------------------- */

static int print_help(const rs_cli_option *options, size_t count)
{
    (void)fputs("Usage: rowstreak sweep [FILE] [OPTIONS]\n\n"
                "Runs every combination of the lists in FILE and on the command line, each once, and keeps the results in\n"
                "one SQLite database, which 'rowstreak query' shows. Started again it runs what is missing.\n\n"
                "FILE has lines NAME = VALUE, VALUE, ... with the names of the lists below, or keys of the configuration\n"
                "in capitals; FIRST..LAST stands for all whole numbers from one to the other; '#' starts a comment;\n"
                "[NAME] starts a block, which has the lists above the first block too.\n\n",
                stdout);
    rs_cli_print_options(options, count);
    (void)fputs("\nExamples\n"
                "  rowstreak sweep queue.sweep\n"
                "  rowstreak sweep --workload rand2 --requests 20000 --machine BFIFO,FR-FCFS --set QUEUE=8,16,32 --set SEED=1..5\n"
                "  rowstreak query sweep.sqlite cycles --by QUEUE --by machine\n",
                stdout);
    return rs_cli_finish_output(0);
}

static bool take_option(sweep_request *request, enum sweep_option option, const char *value, rs_error *error)
{
    switch (option) {
    case SWEEP_SET: return rs_sweep_give_key(&request->sweep, value, error);
    case SWEEP_DATABASE: request->database = value; return true;
    case SWEEP_JOBS: return rs_cli_number("--jobs", value, 1, MAX_PROCESSES, &request->processes, error);
    case SWEEP_EXECUTOR:
        request->cluster = strcmp(value, "slurm") == 0;
        if (request->cluster || strcmp(value, "local") == 0)
            return true;
        rs_error_set(error, "sweep: found --executor '%.60s', expected local or slurm", value);
        return false;
    case SWEEP_CHUNK: return rs_cli_number("--chunk", value, 1, RS_SWEEP_MOST, &request->slurm.chunk, error);
    case SWEEP_WORKER: request->worker = value; return true;
    case SWEEP_RETRY: request->retry = true; return true;
    case SWEEP_NO_CHECKS: request->no_checks = true; return true;
    case SWEEP_DRY_RUN: request->dry_run = true; return true;
    case SWEEP_PROGRESS: request->progress = true; return true;
    case SWEEP_QUIET: request->quiet = true; return true;
    case SWEEP_HELP:
    case OPTIONS: break;
    }
    return true;
}

/* FILE with another ending. */
static bool set_defaults(sweep_request *request, rs_error *error)
{
    const char *file = request->file != NULL ? request->file : "sweep", *slash = strrchr(file, '/');
    const char *dot = strrchr(slash != NULL ? slash + 1 : file, '.');
    const size_t length = dot != NULL && dot != file && dot[-1] != '/' ? (size_t)(dot - file) : strlen(file);

    if (snprintf(request->default_database, sizeof(request->default_database), "%.*s.sqlite", (int)length, file) >= RS_SWEEP_PATH - 64) {
        rs_error_set(error, "sweep: found a file name of %zu characters, expected a shorter one", length);
        return false;
    }
    if (request->database == NULL)
        request->database = request->default_database;
    if (request->processes == 0 && request->cluster) {
        request->processes = 1;
    } else if (request->processes == 0) {
        const long processors = sysconf(_SC_NPROCESSORS_ONLN);

        request->processes = processors < 1 ? 1 : processors > MAX_PROCESSES ? MAX_PROCESSES : (uint64_t)processors;
    }
    if (isatty(STDERR_FILENO) == 1)
        request->progress = true;
    return true;
}

/* False: nothing is left to do but to exit with *exit_code. */
static bool parse(sweep_request *request, int argc, char **argv, int *exit_code)
{
    rs_cli_option options[LISTS + OPTIONS];
    rs_cli_parser parser = {options, 0, argc, 1, argv, NULL};
    bool good = true;
    rs_error error;
    int option, lists;

    for (lists = 0; rs_sweep_names[lists].name != NULL && lists < LISTS; lists++) {
        const rs_cli_option made = {rs_sweep_names[lists].name, "LIST", rs_sweep_names[lists].text};

        options[lists] = made;
    }
    request->slurm.argc = argc - 1;
    request->slurm.argv = argv + 1;
    memcpy(&options[lists], own, sizeof(own));
    parser.count = (size_t)lists + OPTIONS;
    while (good && (option = rs_cli_next(&parser)) != RS_CLI_END) {

        if (option == RS_CLI_BAD) {
            *exit_code = 2;
            return false;
        }
        if (option == lists + SWEEP_HELP) {
            *exit_code = print_help(options, parser.count);
            return false;
        }
        if (option == RS_CLI_OPERAND) {
            good = request->file == NULL;
            if (!good)
                rs_error_set(&error, "sweep: found a second file '%.100s', expected one", parser.value);
            request->file = parser.value;
        } else if (option < lists) {
            good = rs_sweep_give(&request->sweep, options[option].name, parser.value, &error);
        } else {
            good = take_option(request, (enum sweep_option)(option - lists), parser.value, &error);
        }
    }
    good = good && (request->file == NULL || rs_sweep_read(&request->sweep, request->file, &error)) &&
           rs_sweep_finish(&request->sweep, &error) && set_defaults(request, &error);
    *exit_code = good ? 0 : rs_cli_fail(&error);
    return good;
}

/* ---- what is left and what there is ------------------------------------------------------------------- */

typedef struct sweep_counts {
    size_t done, failed, missing;
} sweep_counts;

static bool state_of(rs_database *database, const rs_sweep_point *point, enum rs_point_state *state, rs_error *error)
{
    char key[RS_SWEEP_KEY];

    *state = RS_POINT_MISSING;
    (void)snprintf(key, sizeof(key), "%016" PRIx64, point->key);
    return database->db == NULL || rs_database_state(database, key, state, error);
}

/* left: NULL, or room for the indices of the points that are to be run. */
static bool count_points(const sweep_request *request, const rs_sweep_plan *plan, rs_database *database, sweep_counts *counts,
                         uint32_t *left, size_t *left_count, rs_error *error)
{
    memset(counts, 0, sizeof(*counts));
    for (size_t i = 0; i < plan->points; i++) {
        enum rs_point_state state;

        if (!state_of(database, &plan->point[i], &state, error))
            return false;
        counts->done += state == RS_POINT_DONE;
        counts->failed += state == RS_POINT_FAILED;
        counts->missing += state == RS_POINT_MISSING;
        if (left != NULL && (state == RS_POINT_MISSING || (request->retry && state == RS_POINT_FAILED)))
            left[(*left_count)++] = (uint32_t)i;
    }
    return true;
}

static bool print_failures(const rs_sweep_plan *plan, rs_database *database, rs_error *error)
{
    size_t shown = 0, more = 0;

    for (size_t i = 0; i < plan->points; i++) {
        enum rs_point_state state;
        char label[256], key[RS_SWEEP_KEY];
        rs_error reason;

        if (!state_of(database, &plan->point[i], &state, error))
            return false;
        if (state != RS_POINT_FAILED)
            continue;
        if (shown == SHOWN_FAILURES) {
            more++;
            continue;
        }
        (void)snprintf(key, sizeof(key), "%016" PRIx64, plan->point[i].key);
        if (!rs_database_error(database, key, &reason, error))
            return false;
        rs_sweep_label(plan->sweep, plan->point[i].number, label, sizeof(label));
        (void)printf("  failed %s: %s\n", label, reason.text);
        shown++;
    }
    if (more > 0)
        (void)printf("  and %zu more, 'rowstreak query %s --failed' shows all\n", more, database->path);
    return true;
}

/* ---- the work ----------------------------------------------------------------------------------------- */

/* Runs what is left, merges it, tells what there is. Returns the exit code; 2: with an error. */
static int work_through(const sweep_request *request, rs_sweep_plan *plan, rs_database *database, rs_sweep_folder *folder,
                        uint32_t *left, rs_error *error)
{
    rs_sweep_work work = {plan, database, folder->path, left, 0, (unsigned)request->processes, request->progress};
    sweep_counts before, after;
    rs_sweep_merged merged;
    rs_error other;
    bool good;

    if (!request->cluster && !rs_slurm_idle(folder->path, error)) {
        folder->busy = true;
        return 2;
    }
    good = rs_sweep_merge(database, folder->path, rs_slurm_marked(folder->path), &merged, error) && /* what a sweep before left */
           count_points(request, plan, database, &before, left, &work.count, error) &&
           (request->cluster ? rs_sweep_run_slurm(&work, &request->slurm, &folder->busy, error) : rs_sweep_run_local(&work, error));
    if (!rs_sweep_merge(database, folder->path, folder->busy, &merged, good ? error : &other))
        good = false;
    if (!good || !count_points(request, plan, database, &after, NULL, NULL, error))
        return 2;
    if (!request->quiet) {
        (void)printf("sweep: %zu points, %zu done, %zu of them before, %zu failed: %s\n", plan->points, after.done, before.done, after.failed,
                     database->path);
        if (!print_failures(plan, database, error))
            return 2;
    }
    if (after.missing > 0) {
        const int number = rs_interrupted();

        rs_error_set(error, "sweep: found %s%.0d, expected %zu more points; the others are kept", number != 0 ? "signal " : "workers that ended", number,
                     after.missing);
        return number != 0 ? 128 + number : 1;
    }
    return rs_cli_finish_output(after.failed > 0 ? 1 : 0);
}

static int work_on_chunk(const sweep_request *request, rs_sweep_plan *plan, rs_error *error)
{
    const int interrupted = rs_sweep_chunk_run(plan, request->worker, (unsigned)request->processes, error) ? rs_interrupted() : -1;

    return interrupted < 0 ? 2 : interrupted > 0 ? 128 + interrupted : 0;
}

/* Opens everything that is written. */
static int open_and_work(const sweep_request *request, rs_sweep_plan *plan, rs_error *error)
{
    uint32_t *left = (uint32_t *)malloc((plan->points + 1) * sizeof(*left));
    rs_sweep_folder folder;
    rs_database database;
    int exit_code = 2;

    if (left == NULL) {
        rs_error_set(error, "found no memory for %zu points, expected some", plan->points);
        return 2;
    }
    if ((!request->cluster || rs_slurm_there(error)) && rs_sweep_folder_open(&folder, request->database, error)) {
        if (rs_database_open(&database, request->database, true, error)) {
            exit_code = work_through(request, plan, &database, &folder, left, error);
            rs_database_close(&database);
        }
        rs_sweep_folder_close(&folder);
    }
    free(left);
    return exit_code;
}

static int tell_only(const sweep_request *request, rs_sweep_plan *plan, rs_error *error)
{
    rs_database database;
    sweep_counts counts;

    memset(&database, 0, sizeof(database));
    if (access(request->database, F_OK) == 0 && !rs_database_open(&database, request->database, false, error))
        return 2;
    if (!count_points(request, plan, &database, &counts, NULL, NULL, error)) {
        rs_database_close(&database);
        return 2;
    }
    (void)printf("sweep: %" PRIu64 " combinations, %zu points, %zu done, %zu failed, %zu missing: %s\n", rs_sweep_count(plan->sweep), plan->points,
                 counts.done, counts.failed, counts.missing, request->database);
    rs_database_close(&database);
    return rs_cli_finish_output(0);
}

int rs_cli_command_sweep(int argc, char **argv, const rs_cli_hook *hook)
{
    sweep_request *request = (sweep_request *)calloc(1, sizeof(*request));
    rs_sweep_plan plan;
    rs_error error = {"", RS_ERROR_NONE};
    int exit_code = 2;

    (void)hook;
    memset(&plan, 0, sizeof(plan));
    if (request == NULL) {
        rs_error_set(&error, "found no memory for a sweep, expected some");
        return rs_cli_fail(&error);
    }
    if (parse(request, argc, argv, &exit_code)) {
        exit_code = !rs_sweep_plan_init(&plan, &request->sweep, !request->no_checks, &error) ? 2
                    : request->worker != NULL                 ? work_on_chunk(request, &plan, &error)
                    : !rs_sweep_plan_make(&plan, &error)      ? 2
                    : request->dry_run                        ? tell_only(request, &plan, &error)
                                                              : open_and_work(request, &plan, &error);
        if (error.text[0] != '\0')
            (void)rs_cli_fail(&error);
    }
    rs_sweep_plan_free(&plan);
    rs_sweep_free(&request->sweep);
    free(request);
    return exit_code;
}
