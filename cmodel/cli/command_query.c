/* 'rowstreak query': what is in the database of a sweep. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "output_file.h"
#include "query_request.h"
#include "query_table.h"
#include "sweep_database.h"
#include "sweep_plan.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/* ---- statements --------------------------------------------------------------------------------------- */

/* " WHERE state = ... AND build = ... AND ..."; values stay open. */
static void write_where(FILE *sql, const rs_query_request *request, bool done)
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
static sqlite3_stmt *prepare(const rs_database *database, const rs_query_request *request, FILE *sql, char **text, rs_error *error)
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
static bool choose_build(rs_query_request *request, const rs_database *database, rs_error *error)
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

static bool read_cells(const rs_database *database, const rs_query_request *request, rs_query_table *table, rs_error *error)
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
static bool print_differences(FILE *file, const rs_database *database, const rs_query_request *request, rs_error *error)
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

static bool show_cells(const rs_database *database, const rs_query_request *request, rs_error *error)
{
    rs_query_table table = {request->metric->name, {request->by[0]->name, request->keys == 2 ? request->by[1]->name : NULL}, request->statistic, NULL, 0};
    rs_output_file outputs[RS_QUERY_OUTPUTS];
    bool stdout_taken, good = read_cells(database, request, &table, error) && rs_outputs_open(outputs, request->paths, RS_QUERY_OUTPUTS, &request->database, 1, error);

    if (good) {
        stdout_taken = rs_outputs_take_stdout(outputs, RS_QUERY_OUTPUTS);
        if (outputs[RS_QUERY_CSV].file != NULL)
            rs_query_write_csv(outputs[RS_QUERY_CSV].file, &table);
        if (outputs[RS_QUERY_JSON].file != NULL)
            rs_query_write_json(outputs[RS_QUERY_JSON].file, &table);
        good = outputs[RS_QUERY_SVG].file == NULL || rs_query_draw(outputs[RS_QUERY_SVG].file, &table, error);
        if (good)
            good = rs_outputs_commit(outputs, RS_QUERY_OUTPUTS, error);
        else
            rs_outputs_discard(outputs, RS_QUERY_OUTPUTS);
        if (good && !stdout_taken) {
            rs_query_print(stdout, &table);
            good = print_differences(stdout, database, request, error);
        }
    }
    free(table.cell);
    return good;
}

/* ---- points ------------------------------------------------------------------------------------------- */

/* Whole points, of one state, in the order of what was run: inputs, then the configuration. */
static sqlite3_stmt *select_points(const rs_database *database, const rs_query_request *request, bool done, rs_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *sql = open_memstream(&text, &size);

    if (sql != NULL) {
        (void)fputs("SELECT * FROM point", sql);
        write_where(sql, request, done);
        (void)fputs(" ORDER BY ", sql);
        for (size_t i = 0; i < rs_record_field_count; i++)
            if (rs_record_fields[i].role == RS_ROLE_INPUT || rs_record_fields[i].role == RS_ROLE_KEY)
                (void)fprintf(sql, "\"%s\", ", rs_record_fields[i].name);
        (void)fputs("key", sql);
    }
    return prepare(database, request, sql, &text, error);
}

static bool write_records(const rs_database *database, const rs_query_request *request, rs_error *error)
{
    sqlite3_stmt *row = select_points(database, request, true, error);
    rs_sweep_result result;
    rs_record *records = NULL;
    rs_output_file outputs[RS_QUERY_OUTPUTS];
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
    good = good && rs_outputs_open(outputs, request->paths, RS_QUERY_OUTPUTS, &request->database, 1, error);
    if (good) {
        if (outputs[RS_QUERY_CSV].file != NULL)
            rs_records_write_csv(outputs[RS_QUERY_CSV].file, records, count);
        if (outputs[RS_QUERY_JSON].file != NULL)
            rs_records_write_json(outputs[RS_QUERY_JSON].file, records, count);
        good = rs_outputs_commit(outputs, RS_QUERY_OUTPUTS, error);
    }
    free(records);
    return good;
}

static bool print_failed(const rs_database *database, const rs_query_request *request, rs_error *error)
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
    rs_query_request request;
    rs_database database;
    rs_error error;
    int exit_code;

    (void)hook;
    memset(&database, 0, sizeof(database));
    if (rs_query_request_parse(&request, argc, argv, &exit_code)) {
        const bool good = rs_database_open(&database, request.database, false, &error) && choose_build(&request, &database, &error) &&
                          (request.records  ? write_records(&database, &request, &error)
                           : request.failed ? print_failed(&database, &request, &error)
                                            : show_cells(&database, &request, &error));

        exit_code = good ? rs_cli_finish_output(0) : rs_cli_fail(&error);
    }
    rs_database_close(&database);
    rs_query_request_free(&request);
    return exit_code;
}
