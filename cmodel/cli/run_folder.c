/* Contract: run_folder.h. */
#define _POSIX_C_SOURCE 200809L
#include "run_folder.h"
#include "common/csv.h"
#include "common/json.h"
#include "interrupt.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum folder_output { COMMAND, RESULTS_CSV, RESULTS_JSON, TABLE, PARTS, CONFIGURATIONS = PARTS + RS_RUN_PARTS };

static const char *const names[PARTS] = {"command.json", "results.csv", "results.json", "table.txt"};

static bool fail(const char *path, const char *what, rs_error *error)
{
    rs_error_set(error, "%.300s: found %s, expected a new or an empty folder for the results", path, what);
    return false;
}

static bool make_folder(rs_run_folder *folder, const char *path, rs_error *error)
{
    struct dirent *entry;
    bool empty = true;
    DIR *list;

    folder->path = path;
    folder->made = mkdir(path, 0777) == 0;
    if (folder->made && !rs_interrupt_add_file(path))
        return fail(path, "too many outputs", error);
    if (!folder->made && errno != EEXIST)
        return fail(path, "an unwritable place", error);
    list = opendir(path);
    if (list == NULL)
        return fail(path, "no folder", error);
    while ((entry = readdir(list)) != NULL)
        empty = empty && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
    (void)closedir(list);
    return empty || fail(path, "files", error);
}

static void configuration_name(const rs_run_job *job, char *name, size_t size)
{
    (void)snprintf(name, size, "%s.cfg", job->record.machine);
    for (char *at = name; *at != '\0'; at++)
        if (*at == '/')
            *at = '_';
}

static bool open_outputs(rs_run_folder *folder, const rs_run_job *jobs, size_t seeds, rs_error *error)
{
    bool good = true;

    for (size_t i = 0; good && i < folder->outputs; i++) {
        const char *name = i < PARTS ? names[i] : i < CONFIGURATIONS ? rs_run_part_forms[i - PARTS].name : NULL;
        const size_t size = strlen(folder->path) + RS_RECORD_TEXT + 8;
        char configuration[RS_RECORD_TEXT + 8];

        if (name == NULL) {
            configuration_name(&jobs[(i - CONFIGURATIONS) * seeds], configuration, sizeof(configuration));
            name = configuration;
        }
        folder->name[i] = (char *)malloc(size);
        good = folder->name[i] != NULL;
        if (good)
            (void)snprintf(folder->name[i], size, "%s/%s", folder->path, name);
    }
    if (!good)
        rs_error_set(error, "%.300s: found no memory for the names of its files, expected some", folder->path);
    return good && rs_outputs_open(folder->output, (const char *const *)folder->name, folder->outputs, NULL, 0, error);
}

bool rs_run_folder_open(rs_run_folder *folder, const char *path, const rs_run_job *jobs, size_t runs, size_t machines, size_t seeds,
                        rs_error *error)
{
    bool good;

    memset(folder, 0, sizeof(*folder));
    if (path == NULL)
        return true;
    if (runs > RS_FOLDER_RUNS) {
        rs_error_set(error, "found %zu runs with --output-dir, expected at most %d", runs, RS_FOLDER_RUNS);
        return false;
    }
    folder->runs = runs;
    folder->configurations = machines;
    folder->seeds = seeds;
    folder->outputs = CONFIGURATIONS + machines;
    folder->part = (FILE **)calloc(runs, sizeof(FILE *));
    folder->name = (char **)calloc(folder->outputs, sizeof(char *));
    folder->output = (rs_output_file *)calloc(folder->outputs, sizeof(rs_output_file));
    good = make_folder(folder, path, error);
    if (good && (folder->part == NULL || folder->name == NULL || folder->output == NULL)) {
        rs_error_set(error, "%.300s: found no memory for %zu runs, expected some", path, runs);
        good = false;
    }
    good = good && open_outputs(folder, jobs, seeds, error);
    for (size_t i = 0; good && i < runs; i++) { /* has no name: nothing of it is left whatever happens */
        folder->part[i] = tmpfile();
        good = folder->part[i] != NULL;
        if (!good)
            rs_error_set(error, "%.300s: found no temporary file (%s), expected one a run", path, strerror(errno));
    }
    if (!good)
        rs_run_folder_discard(folder);
    return good;
}

static void write_command(const rs_run_folder *folder, int argc, char *const *argv, const rs_run_job *jobs)
{
    rs_json json = {folder->output[COMMAND].file, 0, {false}, {false}, {false}};
    char name[RS_RECORD_TEXT + 8];

    rs_json_object(&json, NULL, true);
    rs_json_text(&json, "rowstreak", RS_VERSION);
    rs_json_count(&json, "result_schema", RS_RECORD_SCHEMA);
    rs_json_array(&json, "arguments", false);
    for (int i = 0; i < argc; i++)
        rs_json_text(&json, NULL, argv[i]);
    rs_json_end(&json);
    rs_json_array(&json, "runs", true);
    for (size_t i = 0; i < folder->runs; i++) {
        configuration_name(&jobs[i], name, sizeof(name));
        rs_json_object(&json, NULL, false);
        rs_json_count(&json, "run", i);
        rs_json_text(&json, "machine", jobs[i].record.machine);
        rs_json_text(&json, "workload", jobs[i].record.workload);
        rs_json_text(&json, "input", jobs[i].record.graph);
        rs_json_text(&json, "input_hash", jobs[i].record.input_hash);
        rs_json_count(&json, "seed", jobs[i].config.seed);
        rs_json_text(&json, "configuration", name);
        rs_json_end(&json);
    }
    rs_json_end(&json);
    rs_json_end(&json);
}

/* What tells the run, in front of each of its lines. */
static void write_run(FILE *file, const rs_run_job *job, size_t number)
{
    (void)fprintf(file, "%zu,", number);
    rs_csv_write_text(file, job->record.machine);
    (void)fputc(',', file);
    rs_csv_write_text(file, job->record.workload);
    (void)fputc(',', file);
    rs_csv_write_text(file, job->record.graph);
    (void)fprintf(file, ",%u", job->config.seed);
}

/* The lines of a run, each to its file. */
static bool write_parts(rs_run_folder *folder, const rs_run_job *jobs, size_t run, rs_error *error)
{
    FILE *from = folder->part[run];
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    bool good;

    rewind(from);
    while ((length = getline(&line, &size, from)) > 1)
        for (size_t part = 0; part < RS_RUN_PARTS; part++)
            if (line[0] == rs_run_part_forms[part].letter) {
                write_run(folder->output[PARTS + part].file, &jobs[run], run);
                (void)fputs(line + 1, folder->output[PARTS + part].file);
            }
    good = !ferror(from) && feof(from);
    free(line);
    if (!good)
        rs_error_set(error, "%.300s: found a temporary file that cannot be read (%s), expected the lines of run %zu", folder->path,
                     strerror(errno), run);
    return good;
}

bool rs_run_folder_commit(rs_run_folder *folder, int argc, char *const *argv, const rs_run_job *jobs, const rs_record *records,
                          size_t count, rs_error *error)
{
    bool good = true;

    if (folder->path == NULL)
        return true;
    write_command(folder, argc, argv, jobs);
    rs_records_write_csv(folder->output[RESULTS_CSV].file, records, count);
    rs_records_write_json(folder->output[RESULTS_JSON].file, records, count);
    rs_records_print_table(folder->output[TABLE].file, records, count);
    for (size_t part = 0; part < RS_RUN_PARTS; part++)
        (void)fprintf(folder->output[PARTS + part].file, "run,machine,workload,graph,seed,%s\n", rs_run_part_forms[part].columns);
    for (size_t i = 0; good && i < folder->runs; i++)
        good = write_parts(folder, jobs, i, error);
    for (size_t i = 0; i < folder->configurations; i++)
        rs_cli_write_config(folder->output[CONFIGURATIONS + i].file, &jobs[i * folder->seeds].config);
    if (good && rs_outputs_commit(folder->output, folder->outputs, error))
        folder->made = false; /* it stays */
    else
        good = false;
    rs_run_folder_discard(folder);
    return good;
}

void rs_run_folder_discard(rs_run_folder *folder)
{
    if (folder->output != NULL)
        rs_outputs_discard(folder->output, folder->outputs);
    for (size_t i = 0; folder->part != NULL && i < folder->runs; i++)
        if (folder->part[i] != NULL)
            (void)fclose(folder->part[i]);
    for (size_t i = 0; folder->name != NULL && i < folder->outputs; i++)
        free(folder->name[i]);
    if (folder->path != NULL)
        rs_interrupt_keep_file(folder->path);
    if (folder->made)
        (void)rmdir(folder->path);
    free(folder->output);
    free(folder->part);
    free(folder->name);
    memset(folder, 0, sizeof(*folder));
}
