/* 'rowstreak query': what is in the database of a sweep. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "output_file.h"
#include "query_table.h"
#include "run_job.h"
#include "sweep_database.h"
#include "sweep_plan.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum query_option {
    QUERY_BY, QUERY_WHERE, QUERY_STATISTIC, QUERY_BUILD, QUERY_CSV, QUERY_JSON, QUERY_SVG, QUERY_RECORDS, QUERY_FAILED, QUERY_HELP, OPTIONS
};

static const rs_cli_option options[OPTIONS] = {
    {"by", "KEY", "the key whose values are the rows; a second one: the columns. A key of the\nconfiguration, machine, workload, graph or another field of the records"},
    {"where", "KEY=LIST", "only points with one of these values, as machine=BFIFO,FR-FCFS; may be repeated"},
    {"statistic", "NAME", "what a cell of two keys shows of its points: mean (default), least, most"},
    {"build", "HASH", "the results of this build, if there are several (default: this program's)"},
    {"csv", "FILE", "write the cells, - for standard output (and no table)"},
    {"json", "FILE", "the same as JSON"},
    {"svg", "FILE", "draw them, with gnuplot"},
    {"records", NULL, "--csv and --json write whole records as 'rowstreak run' does, which 'rowstreak\nreport' takes, without a metric"},
    {"failed", NULL, "the points that failed, with their errors"},
    {"help", NULL, "this text"},
};

enum { OUT_CSV, OUT_JSON, OUT_SVG, OUTPUTS, MOST_WHERES = 16, MOST_VALUES = 64 };

typedef struct condition {
    const rs_record_field *field;
    char *text; /* its values, each ending with a 0 */
    const char *value[MOST_VALUES];
    size_t values;
} condition;

typedef struct query_request {
    const char *database;
    const rs_record_field *metric, *by[2];
    size_t keys;
    condition where[MOST_WHERES];
    size_t wheres;
    const char *statistic, *build;
    const char *paths[OUTPUTS];
    bool records, failed;
    char found_build[RS_SWEEP_KEY];
} query_request;

/* ---- command line ------------------------------------------------------------------------------------- */

static bool find_field(const char *name, size_t length, const rs_record_field **field, rs_error *error)
{
    for (size_t i = 0; i < rs_record_field_count; i++) {
        const rs_record_field *f = &rs_record_fields[i];

        if (strlen(f->name) == length && strncasecmp(f->name, name, length) == 0 && rs_database_has_column(f)) {
            *field = f;
            return true;
        }
    }
    rs_error_set(error, "query: found '%.*s', expected a key of the configuration or a field of the records", length < 40 ? (int)length : 40, name);
    return false;
}

static bool take_metric(query_request *request, const char *name, rs_error *error)
{
    if (request->metric != NULL) {
        rs_error_set(error, "query: found a second metric '%.40s', expected one", name);
        return false;
    }
    if (!find_field(name, strlen(name), &request->metric, error))
        return false;
    if (request->metric->type != RS_FIELD_COUNT && request->metric->type != RS_FIELD_REAL) {
        rs_error_set(error, "query: found metric %s, expected a field with one number", request->metric->name);
        return false;
    }
    return true;
}

static bool take_by(query_request *request, const char *name, rs_error *error)
{
    if (request->keys == 2) {
        rs_error_set(error, "query: found a third --by '%.40s', expected one or two", name);
        return false;
    }
    if (!find_field(name, strlen(name), &request->by[request->keys], error))
        return false;
    if (request->keys == 1 && request->by[0] == request->by[1]) {
        rs_error_set(error, "query: found --by %s twice, expected two keys", name);
        return false;
    }
    request->keys++;
    return true;
}

/* A key's named value, as SCHEDULER=BFIFO, is a number in the database. */
static bool plain_value(const condition *where, const char *value, char *number, size_t size, rs_error *error)
{
    rs_config config;
    rs_record record;
    char name[RS_SWEEP_NAME];
    size_t length = 0;

    (void)snprintf(number, size, "%s", value);
    if (where->field->role != RS_ROLE_KEY || where->field->type != RS_FIELD_COUNT || strcmp(where->field->name, "banks") == 0)
        return true;
    for (; where->field->name[length] != '\0' && length + 1 < sizeof(name); length++)
        name[length] = (char)(where->field->name[length] >= 'a' ? where->field->name[length] - 'a' + 'A' : where->field->name[length]);
    name[length] = '\0';
    rs_config_default(&config);
    if (!rs_config_set(&config, name, value, error))
        return false;
    rs_record_clear(&record);
    rs_run_job_describe(&config, &record);
    (void)snprintf(number, size, "%" PRIu64, *(const uint64_t *)rs_field_in(&record, where->field));
    return true;
}

static bool take_where(query_request *request, const char *text, rs_error *error)
{
    const size_t length = strcspn(text, "=");
    condition *where = &request->where[request->wheres];
    const char *from = text + length + 1;
    char *to;

    if (text[length] == '\0' || request->wheres == MOST_WHERES) {
        rs_error_set(error, "query: found --where '%.60s', expected KEY=VALUE,VALUE,..., at most %d times", text, MOST_WHERES);
        return false;
    }
    if (!find_field(text, length, &where->field, error))
        return false;
    where->text = (char *)malloc(RS_RECORD_TEXT * (size_t)MOST_VALUES);
    if (where->text == NULL) {
        rs_error_set(error, "found no memory for a condition, expected some");
        return false;
    }
    request->wheres++;
    for (to = where->text;; to += RS_RECORD_TEXT) {
        const size_t size = strcspn(from, ",");
        char value[RS_RECORD_TEXT];

        if (size == 0 || size >= RS_RECORD_TEXT || where->values == MOST_VALUES) {
            rs_error_set(error, "query: found --where '%.60s', expected 1 to %d values of 1 to %d letters", text, MOST_VALUES, RS_RECORD_TEXT - 1);
            return false;
        }
        (void)snprintf(value, sizeof(value), "%.*s", (int)size, from);
        if (!plain_value(where, value, to, RS_RECORD_TEXT, error))
            return false;
        where->value[where->values++] = to;
        if (from[size] == '\0')
            return true;
        from += size + 1;
    }
}

static bool take_option(query_request *request, enum query_option option, const char *value, rs_error *error)
{
    switch (option) {
    case QUERY_BY: return take_by(request, value, error);
    case QUERY_WHERE: return take_where(request, value, error);
    case QUERY_STATISTIC:
        if (strcmp(value, "mean") != 0 && strcmp(value, "least") != 0 && strcmp(value, "most") != 0) {
            rs_error_set(error, "query: found --statistic '%.40s', expected mean, least or most", value);
            return false;
        }
        request->statistic = value;
        return true;
    case QUERY_BUILD: request->build = value; return true;
    case QUERY_CSV: request->paths[OUT_CSV] = value; return true;
    case QUERY_JSON: request->paths[OUT_JSON] = value; return true;
    case QUERY_SVG: request->paths[OUT_SVG] = value; return true;
    case QUERY_RECORDS: request->records = true; return true;
    case QUERY_FAILED: request->failed = true; return true;
    case QUERY_HELP:
    case OPTIONS: break;
    }
    return true;
}

static int print_help(void)
{
    (void)fputs("Usage: rowstreak query DATABASE [METRIC] --by KEY [--by KEY] [OPTIONS]\n\n"
                "Shows a field of the results of 'rowstreak sweep' (default cycles) over the values of one or two keys. Any\n"
                "SQLite program reads the database as well: table point, a column a field.\n\n",
                stdout);
    rs_cli_print_options(options, OPTIONS);
    (void)fputs("\nExamples\n"
                "  rowstreak query queue.sqlite cycles --by QUEUE --by machine --svg queue.svg\n"
                "  rowstreak query queue.sqlite latency_p99 --by machine --where QUEUE=8,16 --csv -\n"
                "  rowstreak query queue.sqlite --records --csv all.csv\n",
                stdout);
    return rs_cli_finish_output(0);
}

static bool check(const query_request *request, rs_error *error)
{
    if (request->database == NULL)
        rs_error_set(error, "query: found no database, expected one of 'rowstreak sweep'");
    else if (request->records && (request->paths[OUT_CSV] == NULL) == (request->paths[OUT_JSON] == NULL))
        rs_error_set(error, "query: found --records, expected it with either --csv or --json");
    else if ((request->records || request->failed) && (request->keys > 0 || request->metric != NULL || request->paths[OUT_SVG] != NULL))
        rs_error_set(error, "query: found --%s with a metric, --by or --svg, expected it without", request->records ? "records" : "failed");
    else if (!request->records && !request->failed && request->keys == 0)
        rs_error_set(error, "query: found no --by, expected one or two keys");
    else
        return true;
    return false;
}

/* ---- statements --------------------------------------------------------------------------------------- */

/* " WHERE state = ... AND build = ... AND ..."; values stay open. */
static void write_where(FILE *sql, const query_request *request, bool done)
{
    (void)fprintf(sql, " WHERE state = '%s' AND build = ?", done ? "done" : "failed");
    for (size_t w = 0; w < request->wheres; w++) {
        (void)fprintf(sql, " AND \"%s\" IN (?", request->where[w].field->name);
        for (size_t v = 1; v < request->where[w].values; v++)
            (void)fputs(",?", sql);
        (void)fputc(')', sql);
    }
}

/* The statement in `text`, which is freed, with the values of write_where() bound; NULL with an error. */
static sqlite3_stmt *prepare(const rs_database *database, const query_request *request, FILE *sql, char **text, rs_error *error)
{
    sqlite3_stmt *statement = NULL;
    int at = 1;

    if (sql == NULL || fclose(sql) != 0) {
        rs_error_set(error, "found no memory for a query, expected some");
        return NULL;
    }
    if (sqlite3_prepare_v2(database->db, *text, -1, &statement, NULL) != SQLITE_OK) {
        (void)rs_database_fail(database, error);
        statement = NULL;
    }
    free(*text);
    (void)sqlite3_bind_text(statement, at++, request->build, -1, SQLITE_STATIC);
    for (size_t w = 0; statement != NULL && w < request->wheres; w++)
        for (size_t v = 0; v < request->where[w].values; v++)
            (void)sqlite3_bind_text(statement, at++, request->where[w].value[v], -1, SQLITE_STATIC);
    return statement;
}

/* Which build's results: that of the option, of this program, the only one. */
static bool choose_build(query_request *request, const rs_database *database, rs_error *error)
{
    sqlite3_stmt *statement = NULL;
    char names[128] = "", wanted[RS_SWEEP_KEY];
    rs_sweep_plan plan;
    size_t builds = 0;
    bool found = false;

    if (request->build == NULL && !rs_sweep_plan_init(&plan, NULL, true, error))
        return false;
    (void)snprintf(wanted, sizeof(wanted), "%s", request->build != NULL ? request->build : plan.build);
    if (sqlite3_prepare_v2(database->db, "SELECT DISTINCT build FROM point ORDER BY build", -1, &statement, NULL) != SQLITE_OK)
        return rs_database_fail(database, error);
    while (!found && sqlite3_step(statement) == SQLITE_ROW) {
        const char *build = (const char *)sqlite3_column_text(statement, 0);

        builds++;
        (void)snprintf(request->found_build, sizeof(request->found_build), "%s", build);
        (void)snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s", builds > 1 ? ", " : "", build);
        found = strcmp(build, wanted) == 0;
    }
    (void)sqlite3_finalize(statement);
    if (!found && (builds != 1 || request->build != NULL)) {
        if (builds == 0)
            rs_error_set(error, "%.300s: found no point, expected results of a sweep", database->path);
        else if (request->build != NULL)
            rs_error_set(error, "query: found --build '%.40s', expected one of %s", request->build, names);
        else
            rs_error_set(error, "%.200s: found results of %zu builds, expected --build with one of %s", database->path, builds, names);
        return false;
    }
    request->build = request->found_build;
    return true;
}

/* ---- cells -------------------------------------------------------------------------------------------- */

static bool add_cell(rs_query_table *table, sqlite3_stmt *row, size_t keys, rs_error *error)
{
    rs_query_cell *grown = table->cell;
    rs_query_cell *cell;

    if ((table->cells & (table->cells - 1)) == 0)
        grown = (rs_query_cell *)realloc(table->cell, 2 * (table->cells + 1) * sizeof(*grown));
    if (grown == NULL) {
        rs_error_set(error, "found no memory for %zu cells, expected some", table->cells);
        return false;
    }
    table->cell = grown;
    cell = &grown[table->cells++];
    memset(cell, 0, sizeof(*cell));
    for (size_t k = 0; k < keys; k++) {
        const char *text = (const char *)sqlite3_column_text(row, (int)k);

        (void)snprintf(cell->value[k], sizeof(cell->value[k]), "%s", text != NULL && text[0] != '\0' ? text : "-");
    }
    cell->points = (uint64_t)sqlite3_column_int64(row, (int)keys);
    cell->mean = sqlite3_column_double(row, (int)keys + 1);
    cell->least = sqlite3_column_double(row, (int)keys + 2);
    cell->most = sqlite3_column_double(row, (int)keys + 3);
    return true;
}

static bool read_cells(const rs_database *database, const query_request *request, rs_query_table *table, rs_error *error)
{
    const char *metric = request->metric->name;
    char *text = NULL;
    size_t size = 0;
    FILE *sql = open_memstream(&text, &size);
    sqlite3_stmt *statement;
    int step = SQLITE_DONE;
    bool good = true;

    if (sql != NULL) {
        (void)fputs("SELECT ", sql);
        for (size_t k = 0; k < request->keys; k++)
            (void)fprintf(sql, "\"%s\", ", request->by[k]->name);
        (void)fprintf(sql, "count(*), avg(\"%s\"), min(\"%s\"), max(\"%s\") FROM point", metric, metric, metric);
        write_where(sql, request, true);
        (void)fprintf(sql, " AND \"%s\" IS NOT NULL GROUP BY 1%s ORDER BY 1%s", metric, request->keys == 2 ? ", 2" : "",
                      request->keys == 2 ? ", 2" : "");
    }
    statement = prepare(database, request, sql, &text, error);
    while (statement != NULL && good && (step = sqlite3_step(statement)) == SQLITE_ROW)
        good = add_cell(table, statement, request->keys, error);
    if (statement != NULL && good && step != SQLITE_DONE)
        good = rs_database_fail(database, error);
    (void)sqlite3_finalize(statement);
    if (statement != NULL && good && table->cells == 0) {
        rs_error_set(error, "%.300s: found no point with a %s as asked for, expected some", database->path, metric);
        good = false;
    }
    return statement != NULL && good;
}

/* In what the points of a cell differ: "SEED, WORKLOAD". */
static bool print_differences(FILE *file, const rs_database *database, const query_request *request, rs_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *sql = open_memstream(&text, &size);
    sqlite3_stmt *statement;
    const char *before = "cells are of points that differ in ";
    int column = 0;

    if (sql != NULL) {
        for (size_t i = 0; i < rs_record_field_count; i++)
            if (rs_record_fields[i].role <= RS_ROLE_KEY)
                (void)fprintf(sql, "%s max(c%zu)", column++ == 0 ? "SELECT" : ",", i);
        column = 0;
        for (size_t i = 0; i < rs_record_field_count; i++)
            if (rs_record_fields[i].role <= RS_ROLE_KEY)
                (void)fprintf(sql, "%s count(DISTINCT \"%s\") AS c%zu", column++ == 0 ? " FROM (SELECT" : ",", rs_record_fields[i].name, i);
        (void)fputs(" FROM point", sql);
        write_where(sql, request, true);
        (void)fputs(" GROUP BY ", sql);
        for (size_t k = 0; k < request->keys; k++)
            (void)fprintf(sql, "%s\"%s\"", k > 0 ? ", " : "", request->by[k]->name);
        (void)fputc(')', sql);
    }
    statement = prepare(database, request, sql, &text, error);
    if (statement == NULL)
        return false;
    if (sqlite3_step(statement) != SQLITE_ROW) {
        (void)rs_database_fail(database, error);
        (void)sqlite3_finalize(statement);
        return false;
    }
    column = 0;
    for (size_t i = 0; i < rs_record_field_count; i++) {
        if (rs_record_fields[i].role > RS_ROLE_KEY)
            continue;
        if (sqlite3_column_int(statement, column++) > 1) {
            (void)fprintf(file, "%s%s", before, rs_record_fields[i].name);
            before = ", ";
        }
    }
    if (before[0] == ',')
        (void)fputc('\n', file);
    (void)sqlite3_finalize(statement);
    return true;
}

static bool show_cells(const rs_database *database, const query_request *request, rs_error *error)
{
    rs_query_table table = {request->metric->name, {request->by[0]->name, request->keys == 2 ? request->by[1]->name : NULL}, request->statistic, NULL, 0};
    rs_output_file outputs[OUTPUTS];
    bool stdout_taken, good = read_cells(database, request, &table, error) && rs_outputs_open(outputs, request->paths, OUTPUTS, &request->database, 1, error);

    if (good) {
        stdout_taken = rs_outputs_take_stdout(outputs, OUTPUTS);
        if (outputs[OUT_CSV].file != NULL)
            rs_query_write_csv(outputs[OUT_CSV].file, &table);
        if (outputs[OUT_JSON].file != NULL)
            rs_query_write_json(outputs[OUT_JSON].file, &table);
        good = outputs[OUT_SVG].file == NULL || rs_query_draw(outputs[OUT_SVG].file, &table, error);
        if (good)
            good = rs_outputs_commit(outputs, OUTPUTS, error);
        else
            rs_outputs_discard(outputs, OUTPUTS);
        if (good && !stdout_taken) {
            rs_query_print(stdout, &table);
            good = print_differences(stdout, database, request, error);
        }
    }
    free(table.cell);
    return good;
}

/* ---- points ------------------------------------------------------------------------------------------- */

/* Whole points, of one state. */
static sqlite3_stmt *select_points(const rs_database *database, const query_request *request, bool done, rs_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *sql = open_memstream(&text, &size);

    if (sql != NULL) {
        (void)fputs("SELECT * FROM point", sql);
        write_where(sql, request, done);
        (void)fputs(" ORDER BY key", sql);
    }
    return prepare(database, request, sql, &text, error);
}

static bool write_records(const rs_database *database, const query_request *request, rs_error *error)
{
    sqlite3_stmt *row = select_points(database, request, true, error);
    rs_sweep_result result;
    rs_record *records = NULL;
    rs_output_file outputs[OUTPUTS];
    size_t count = 0;
    bool good = row != NULL;

    while (good && sqlite3_step(row) == SQLITE_ROW) {
        if ((count & (count - 1)) == 0) {
            rs_record *grown = (rs_record *)realloc(records, 2 * (count + 1) * sizeof(*grown));

            good = grown != NULL;
            records = good ? grown : records;
        }
        if (!good) {
            rs_error_set(error, "found no memory for %zu records, expected some", count);
            break;
        }
        rs_database_result(row, &result);
        records[count++] = result.record;
    }
    (void)sqlite3_finalize(row);
    if (good && count == 0) {
        rs_error_set(error, "%.300s: found no point as asked for, expected some", database->path);
        good = false;
    }
    good = good && rs_outputs_open(outputs, request->paths, OUTPUTS, &request->database, 1, error);
    if (good) {
        if (outputs[OUT_CSV].file != NULL)
            rs_records_write_csv(outputs[OUT_CSV].file, records, count);
        if (outputs[OUT_JSON].file != NULL)
            rs_records_write_json(outputs[OUT_JSON].file, records, count);
        good = rs_outputs_commit(outputs, OUTPUTS, error);
    }
    free(records);
    return good;
}

static bool print_failed(const rs_database *database, const query_request *request, rs_error *error)
{
    sqlite3_stmt *row = select_points(database, request, false, error);
    rs_sweep_result result;

    if (row == NULL)
        return false;
    while (sqlite3_step(row) == SQLITE_ROW) {
        const rs_record *record = &result.record;

        rs_database_result(row, &result);
        (void)printf("%s %s%s%s %s, seed %" PRIu64 ": %s\n", result.key, record->workload, record->graph[0] != '\0' ? " " : "", record->graph,
                     record->machine, record->seed, result.error.text);
    }
    (void)sqlite3_finalize(row);
    return true;
}

int rs_cli_command_query(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_cli_parser parser = {options, OPTIONS, argc, 1, argv, NULL};
    query_request *request = (query_request *)calloc(1, sizeof(*request));
    rs_database database;
    rs_error error;
    bool good = request != NULL, help = false;
    int option;

    (void)hook;
    memset(&database, 0, sizeof(database));
    if (!good)
        rs_error_set(&error, "found no memory for a query, expected some");
    else
        request->statistic = "mean";
    while (good && (option = rs_cli_next(&parser)) != RS_CLI_END) {
        if (option == RS_CLI_BAD) {
            free(request);
            return 2;
        }
        help = help || option == QUERY_HELP;
        if (option != RS_CLI_OPERAND)
            good = take_option(request, (enum query_option)option, parser.value, &error);
        else if (request->database == NULL)
            request->database = parser.value;
        else
            good = take_metric(request, parser.value, &error);
    }
    if (good && !help) {
        good = check(request, &error) && (request->metric != NULL || request->keys == 0 || take_metric(request, "cycles", &error)) &&
               rs_database_open(&database, request->database, false, &error) && choose_build(request, &database, &error) &&
               (request->records  ? write_records(&database, request, &error)
                : request->failed ? print_failed(&database, request, &error)
                                  : show_cells(&database, request, &error));
    }
    rs_database_close(&database);
    for (size_t w = 0; request != NULL && w < request->wheres; w++)
        free(request->where[w].text);
    free(request);
    if (!good)
        return rs_cli_fail(&error);
    return help ? print_help() : rs_cli_finish_output(0);
}
