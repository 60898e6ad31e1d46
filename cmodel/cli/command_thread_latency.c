/* 'rowstreak thread-latency': curves of one SM with tables of outstanding requests of any size, and where they jump. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "common/json.h"
#include "output_file.h"
#include "study/latency_curves.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum latency_option { LATENCY_TABLE, LATENCY_LATENCY, LATENCY_THREADS, LATENCY_STEP, LATENCY_FOLDER, LATENCY_HELP };

static const rs_cli_option options[] = {
    {"table", "NAME", "MSHR<entries>x<merges> or PRT<entries>, as often as wanted\n(default MSHR128x8 and PRT44)"},
    {"latency", "CYCLES", "of the memory, from a request to its line, from 100 (4096)"},
    {"threads", "MOST", "sweep up to so many threads (1024)"},
    {"step", "THREADS", "in steps of so many (2)"},
    {"folder", "FOLDER", "write the curves as NAME.csv a table, and saturation.json"},
    {"help", NULL, "this text"},
};
enum { OPTIONS = sizeof(options) / sizeof(options[0]) };

enum { TABLES = 32, MOST_ENTRIES = 4096, MOST_MERGES = 64, NAME = 32, LONGEST_PATH = 4096 };

typedef struct latency_table {
    char name[NAME];
    bool pending_request_table;
    uint32_t entries, merges;
    rs_latency_curves curves;
} latency_table;

typedef struct latency_request {
    latency_table *tables;
    size_t count;
    uint64_t round_trip, threads, step;
    const char *folder;
} latency_request;

/* A decimal number without sign or leading zero, below 100000; the rest of the text behind it, NULL without. */
static const char *parse_size(const char *text, uint32_t *size)
{
    uint32_t value = 0;

    if (*text < '1' || *text > '9')
        return NULL;
    for (; *text >= '0' && *text <= '9' && value < 10000; text++)
        value = value * 10 + (uint32_t)(*text - '0');
    *size = value;
    return text;
}

static bool add_table(latency_request *request, const char *name, rs_error *error)
{
    const bool prt = strncmp(name, "PRT", 3) == 0, mshr = strncmp(name, "MSHR", 4) == 0;
    latency_table *table = &request->tables[request->count];
    const char *rest = NULL;

    if (request->count == TABLES) {
        rs_error_set(error, "thread-latency: found more than %d tables, expected at most that many", TABLES);
        return false;
    }
    memset(table, 0, sizeof(*table));
    table->merges = 1;
    if (prt)
        rest = parse_size(name + 3, &table->entries);
    else if (mshr && (rest = parse_size(name + 4, &table->entries)) != NULL)
        rest = *rest == 'x' ? parse_size(rest + 1, &table->merges) : NULL;
    if (rest == NULL || *rest != '\0' || table->entries > MOST_ENTRIES || table->merges > MOST_MERGES) {
        rs_error_set(error, "found --table '%.40s', expected MSHR<1 to %d>x<1 to %d> or PRT<1 to %d>", name, MOST_ENTRIES,
                     MOST_MERGES, MOST_ENTRIES);
        return false;
    }
    table->pending_request_table = prt;
    (void)snprintf(table->name, sizeof(table->name), "%s", name);
    for (size_t i = 0; i < request->count; i++)
        if (strcmp(request->tables[i].name, name) == 0) {
            rs_error_set(error, "found --table %s twice, expected each table once", name);
            return false;
        }
    request->count++;
    return true;
}

/* All curves of a table. */
static bool measure(const latency_request *request, latency_table *table, rs_error *error)
{
    const bool progress = isatty(STDERR_FILENO) == 1;
    rs_thread_latency bench;
    bool good;

    if (!rs_thread_latency_init(&bench, table->pending_request_table, table->entries, table->merges,
                                (uint32_t)request->round_trip, error))
        return false;
    good = true;
    for (uint32_t pattern = 0; good && pattern < RS_LATENCY_PATTERNS; pattern++)
        for (uint32_t loads = 1; good && loads <= RS_LATENCY_LOADS; loads++) {
            if (progress)
                (void)fprintf(stderr, "\r\033[Kthread-latency: %s %s, loads %u", table->name,
                              rs_latency_pattern_name(pattern), loads);
            for (uint64_t at = request->step; good && at <= request->threads; at += request->step) {
                const uint32_t threads = (uint32_t)at;
                const uint32_t latency = rs_thread_latency_run(&bench, 1U << pattern, loads, threads);

                table->curves.latency[pattern][loads - 1][threads] = latency;
                good = latency != 0;
                if (!good)
                    rs_error_set(error, "%s, %s, loads %u, threads %u: found a thread without its word, expected all "
                                 "answered", table->name, rs_latency_pattern_name(pattern), loads, threads);
            }
        }
    if (progress)
        (void)fputs("\r\033[K", stderr);
    rs_thread_latency_destroy(&bench);
    return good;
}

static int saturation_of(const latency_request *request, const latency_table *table, uint32_t pattern, uint32_t loads)
{
    return rs_curve_saturation(table->curves.latency[pattern][loads - 1], loads, (double)request->round_trip);
}

static void print_table(const latency_request *request)
{
    (void)printf("last number of threads before the latency jumps (- no jump up to %u)\n\n%-12s %-9s loads 1 %6d %6d %6d\n",
                 (unsigned)request->threads, "table", "pattern", 2, 3, 4);
    for (size_t i = 0; i < request->count; i++)
        for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++) {
            (void)printf("%-12s %-8s", pattern == 0 ? request->tables[i].name : "", rs_latency_pattern_name(pattern));
            for (uint32_t loads = 1; loads <= RS_LATENCY_LOADS; loads++) {
                const int threads = saturation_of(request, &request->tables[i], pattern, loads);

                if (threads == RS_CURVE_NONE)
                    (void)printf(" %*s", loads == 1 ? 8 : 6, "-");
                else
                    (void)printf(" %*d", loads == 1 ? 8 : 6, threads);
            }
            (void)printf("\n");
        }
}

static void write_json(FILE *file, const latency_request *request)
{
    rs_json json = {file, 0, {false}, {false}, {false}};

    rs_json_array(&json, NULL, true);
    for (size_t i = 0; i < request->count; i++)
        for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++)
            for (uint32_t loads = 1; loads <= RS_LATENCY_LOADS; loads++) {
                const latency_table *table = &request->tables[i];
                const int threads = saturation_of(request, table, pattern, loads);

                rs_json_object(&json, NULL, false);
                rs_json_text(&json, "table", table->pending_request_table ? "PRT" : "MSHR");
                rs_json_count(&json, "entries", table->entries);
                if (table->pending_request_table)
                    rs_json_null(&json, "merges");
                else
                    rs_json_count(&json, "merges", table->merges);
                rs_json_text(&json, "pattern", rs_latency_pattern_name(pattern));
                rs_json_count(&json, "loads", loads);
                if (threads == RS_CURVE_NONE)
                    rs_json_null(&json, "saturation_threads");
                else
                    rs_json_count(&json, "saturation_threads", (uint64_t)threads);
                rs_json_end(&json);
            }
    rs_json_end(&json);
}

/* NAME.csv a table, and saturation.json behind them. */
static bool open_outputs(const latency_request *request, char (*names)[LONGEST_PATH], rs_output_file *outputs, rs_error *error)
{
    const char *paths[TABLES + 1];

    for (size_t i = 0; i <= request->count; i++) {
        const bool curves = i < request->count;
        const int length = snprintf(names[i], LONGEST_PATH, "%s/%s.%s", request->folder,
                                    curves ? request->tables[i].name : "saturation", curves ? "csv" : "json");

        if (length < 0 || length >= LONGEST_PATH) {
            rs_error_set(error, "thread-latency: found a folder name of %zu letters, expected a shorter one",
                         strlen(request->folder));
            return false;
        }
        paths[i] = names[i];
    }
    return rs_outputs_open(outputs, paths, request->count + 1, NULL, 0, error);
}

static bool write_files(const latency_request *request, rs_output_file *outputs, rs_error *error)
{
    for (size_t i = 0; i < request->count; i++)
        rs_curves_write_csv(outputs[i].file, &request->tables[i].curves);
    write_json(outputs[request->count].file, request);
    return rs_outputs_commit(outputs, request->count + 1, error);
}

/* 0 done; otherwise the exit code, with an error. */
static int execute(latency_request *request, rs_error *error)
{
    char names[TABLES + 1][LONGEST_PATH];
    rs_output_file outputs[TABLES + 1];
    int exit_code = 0;

    if (request->threads < request->step) {
        rs_error_set(error, "thread-latency: found --threads %u, expected at least one step of %u", (unsigned)request->threads,
                     (unsigned)request->step);
        return 2;
    }
    if (request->count == 0 && (!add_table(request, "MSHR128x8", error) || !add_table(request, "PRT44", error)))
        return 2;
    if (request->folder != NULL && !open_outputs(request, names, outputs, error))
        return 2;
    for (size_t i = 0; i < request->count && exit_code == 0; i++)
        exit_code = measure(request, &request->tables[i], error) ? 0 : 1;
    if (request->folder != NULL && exit_code == 0)
        exit_code = write_files(request, outputs, error) ? 0 : 2;
    else if (request->folder != NULL)
        rs_outputs_discard(outputs, request->count + 1);
    if (exit_code == 0)
        print_table(request);
    return exit_code;
}

int rs_cli_command_thread_latency(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_cli_parser parser = {options, OPTIONS, argc, 1, argv, NULL};
    latency_request request = {NULL, 0, 4096, RS_LATENCY_THREADS, 2, NULL};
    rs_error error;
    bool good = true;
    int option, exit_code = 2;

    (void)hook;
    request.tables = (latency_table *)malloc((TABLES + 1) * sizeof(*request.tables));
    if (request.tables == NULL) {
        rs_error_set(&error, "thread-latency: found no memory for the curves, expected some");
        return rs_cli_fail(&error);
    }
    while (good && (option = rs_cli_next(&parser)) != RS_CLI_END) {
        switch (option) {
        case LATENCY_TABLE: good = add_table(&request, parser.value, &error); break;
        case LATENCY_LATENCY:
            good = rs_cli_number("--latency", parser.value, 100, 65536, &request.round_trip, &error);
            break;
        case LATENCY_THREADS:
            good = rs_cli_number("--threads", parser.value, 1, RS_LATENCY_THREADS, &request.threads, &error);
            break;
        case LATENCY_STEP: good = rs_cli_number("--step", parser.value, 1, 32, &request.step, &error); break;
        case LATENCY_FOLDER: request.folder = parser.value; break;
        case LATENCY_HELP:
            (void)printf("Usage: rowstreak thread-latency [OPTIONS]\n\n"
                         "Latency of 1 to 4 independent loads a thread on one SM, over the number of threads, for the patterns\n"
                         "UNQ (each thread a line of its own) and Merger2 to Merger32 (2 to 32 neighbours share one): coalescer\n"
                         "and table of outstanding requests, cycle for cycle, before a memory of fixed latency. Prints for each\n"
                         "pattern and number of loads the last number of threads before the latency jumps.\n\n");
            rs_cli_print_options(options, OPTIONS);
            free(request.tables);
            return rs_cli_finish_output(0);
        case RS_CLI_OPERAND:
            rs_error_set(&error, "thread-latency: found '%.60s', expected options only", parser.value);
            good = false;
            break;
        default: free(request.tables); return 2;
        }
    }
    if (good)
        exit_code = execute(&request, &error);
    free(request.tables);
    if (exit_code == 0)
        return rs_cli_finish_output(0);
    (void)rs_cli_fail(&error);
    return exit_code;
}
