/* Contract: sweep_database.h. */
#define _POSIX_C_SOURCE 200809L
#include "sweep_database.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { APPLICATION = 0x526f7753, WAIT_MS = 60000, FIRST_FIELD = 4 }; /* "RowS" */

bool rs_database_fail(const rs_database *database, rs_error *error)
{
    rs_error_set(error, "%.300s: found an SQLite error (%s), expected a database of 'rowstreak sweep' and room for its results", database->path,
                 sqlite3_errmsg(database->db));
    return false;
}

bool rs_database_has_column(const rs_record_field *f)
{
    return (f->role != RS_ROLE_RELATION && f->role != RS_ROLE_HOST) || strcmp(f->name, "seconds") == 0;
}

/* ---- open --------------------------------------------------------------------------------------------- */

static bool run(const rs_database *database, const char *sql, rs_error *error)
{
    return sqlite3_exec(database->db, sql, NULL, NULL, NULL) == SQLITE_OK || rs_database_fail(database, error);
}

/* The one number that a statement gives. */
static bool get_number(const rs_database *database, const char *sql, int *number, rs_error *error)
{
    sqlite3_stmt *statement = NULL;
    const bool good = sqlite3_prepare_v2(database->db, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW;

    *number = good ? sqlite3_column_int(statement, 0) : 0;
    if (!good)
        (void)rs_database_fail(database, error);
    (void)sqlite3_finalize(statement);
    return good;
}

static char *table_text(void)
{
    static const char *const types[] = {"TEXT", "INTEGER", "REAL", "TEXT"}; /* by enum rs_field_type */
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);

    if (file == NULL)
        return NULL;
    (void)fprintf(file, "PRAGMA application_id = %d; PRAGMA user_version = %d;\n", APPLICATION, RS_RECORD_SCHEMA);
    (void)fputs("CREATE TABLE point (\n  key TEXT PRIMARY KEY NOT NULL,\n  build TEXT NOT NULL,\n"
                "  state TEXT NOT NULL CHECK (state IN ('done', 'failed')),\n  error TEXT",
                file);
    for (size_t i = 0; i < rs_record_field_count; i++)
        if (rs_database_has_column(&rs_record_fields[i]))
            (void)fprintf(file, ",\n  \"%s\" %s", rs_record_fields[i].name, types[rs_record_fields[i].type]);
    (void)fputs("\n) WITHOUT ROWID", file);
    return fclose(file) == 0 ? text : NULL;
}

static bool create(rs_database *database, rs_error *error)
{
    char *text = table_text();
    bool good = text != NULL;

    if (!good)
        rs_error_set(error, "found no memory for a database, expected some");
    good = good && run(database, text, error);
    free(text);
    return good;
}

/* A database of this version; an empty one becomes it. */
static bool check(rs_database *database, bool write, rs_error *error)
{
    int application, version, tables;

    if ((write && !run(database, "BEGIN IMMEDIATE", error)) || !get_number(database, "PRAGMA application_id", &application, error) ||
        !get_number(database, "PRAGMA user_version", &version, error) ||
        !get_number(database, "SELECT count(*) FROM sqlite_schema", &tables, error))
        return false;
    if (write && tables == 0 && application == 0 && version == 0) {
        if (!create(database, error))
            return false;
    } else if (application != APPLICATION || tables != 1) {
        rs_error_set(error, "%.300s: found another database, expected one of 'rowstreak sweep'", database->path);
        return false;
    } else if (version != RS_RECORD_SCHEMA) {
        rs_error_set(error, "%.300s: found a database of result schema %d, expected %d: another version made it", database->path, version,
                     RS_RECORD_SCHEMA);
        return false;
    }
    return !write || run(database, "COMMIT", error);
}

static bool prepare(rs_database *database, rs_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    bool good = file != NULL;

    if (good) {
        (void)fputs("REPLACE INTO point VALUES (?,?,?,?", file);
        for (size_t i = 0; i < rs_record_field_count; i++)
            if (rs_database_has_column(&rs_record_fields[i]))
                (void)fputs(",?", file);
        (void)fputc(')', file);
        good = fclose(file) == 0;
    }
    if (!good)
        rs_error_set(error, "found no memory for a database, expected some");
    else if (sqlite3_prepare_v2(database->db, "SELECT * FROM point WHERE key = ?", -1, &database->find, NULL) != SQLITE_OK ||
             sqlite3_prepare_v2(database->db, text, -1, &database->put, NULL) != SQLITE_OK)
        good = rs_database_fail(database, error);
    free(text);
    return good;
}

bool rs_database_open(rs_database *database, const char *path, bool write, rs_error *error)
{
    const int flags = write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;

    memset(database, 0, sizeof(*database));
    database->path = path;
    if (sqlite3_open_v2(path, &database->db, flags, NULL) != SQLITE_OK) {
        rs_error_set(error, "%.300s: found no database (%s), expected one of 'rowstreak sweep'", path,
                     database->db != NULL ? sqlite3_errmsg(database->db) : "no memory left");
        rs_database_close(database);
        return false;
    }
    (void)sqlite3_busy_timeout(database->db, WAIT_MS);
    if (check(database, write, error) && prepare(database, error))
        return true;
    rs_database_close(database);
    return false;
}

void rs_database_close(rs_database *database)
{
    (void)sqlite3_finalize(database->find);
    (void)sqlite3_finalize(database->put);
    (void)sqlite3_close(database->db); /* rolls back */
    memset(database, 0, sizeof(*database));
}

/* ---- points ------------------------------------------------------------------------------------------- */

static bool find(rs_database *database, const char *key, bool *there, rs_error *error)
{
    int step;

    (void)sqlite3_reset(database->find);
    (void)sqlite3_bind_text(database->find, 1, key, -1, SQLITE_TRANSIENT);
    step = sqlite3_step(database->find);
    *there = step == SQLITE_ROW;
    return step == SQLITE_ROW || step == SQLITE_DONE || rs_database_fail(database, error);
}

static bool is_done(sqlite3_stmt *row)
{
    const char *state = (const char *)sqlite3_column_text(row, 2);

    return state != NULL && strcmp(state, "done") == 0;
}

bool rs_database_state(rs_database *database, const char *key, enum rs_point_state *state, rs_error *error)
{
    bool there;

    if (!find(database, key, &there, error))
        return false;
    *state = !there ? RS_POINT_MISSING : is_done(database->find) ? RS_POINT_DONE : RS_POINT_FAILED;
    (void)sqlite3_reset(database->find);
    return true;
}

bool rs_database_error(rs_database *database, const char *key, rs_error *reason, rs_error *error)
{
    const char *text;
    bool there;

    if (!find(database, key, &there, error))
        return false;
    text = there ? (const char *)sqlite3_column_text(database->find, 3) : NULL;
    rs_error_set(reason, "%s", text != NULL ? text : "");
    (void)sqlite3_reset(database->find);
    return true;
}

static void copy_text(char *to, size_t size, sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);

    (void)snprintf(to, size, "%s", text != NULL ? text : "");
}

void rs_database_result(sqlite3_stmt *row, rs_sweep_result *result)
{
    int column = FIRST_FIELD;

    memset(result, 0, sizeof(*result));
    rs_record_clear(&result->record);
    copy_text(result->key, sizeof(result->key), row, 0);
    copy_text(result->build, sizeof(result->build), row, 1);
    result->failed = !is_done(row);
    copy_text(result->error.text, sizeof(result->error.text), row, 3);
    for (size_t i = 0; i < rs_record_field_count; i++) {
        const rs_record_field *f = &rs_record_fields[i];

        if (!rs_database_has_column(f))
            continue;
        if (sqlite3_column_type(row, column) == SQLITE_NULL) {
            /* stays what rs_record_clear() made it */
        } else if (f->type == RS_FIELD_COUNT) {
            *(uint64_t *)rs_field_at(&result->record, f) = (uint64_t)sqlite3_column_int64(row, column);
        } else if (f->type == RS_FIELD_REAL) {
            *(double *)rs_field_at(&result->record, f) = sqlite3_column_double(row, column);
        } else {
            (void)rs_field_read(&result->record, f, (const char *)sqlite3_column_text(row, column));
        }
        column++;
    }
}

static bool bind_field(sqlite3_stmt *put, int column, const rs_record *record, const rs_record_field *f)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file;
    bool good;

    if (f->type == RS_FIELD_COUNT)
        return sqlite3_bind_int64(put, column, (sqlite3_int64) * (const uint64_t *)rs_field_in(record, f)) == SQLITE_OK;
    if (f->type == RS_FIELD_REAL)
        return (isfinite(*(const double *)rs_field_in(record, f)) ? sqlite3_bind_double(put, column, *(const double *)rs_field_in(record, f))
                                                                  : sqlite3_bind_null(put, column)) == SQLITE_OK;
    if (f->type == RS_FIELD_TEXT)
        return sqlite3_bind_text(put, column, (const char *)rs_field_in(record, f), -1, SQLITE_TRANSIENT) == SQLITE_OK;
    file = open_memstream(&text, &size);
    if (file == NULL)
        return false;
    rs_field_write(file, record, f);
    good = fclose(file) == 0 && sqlite3_bind_text(put, column, text, -1, SQLITE_TRANSIENT) == SQLITE_OK;
    free(text);
    return good;
}

static bool put(rs_database *database, const rs_sweep_result *result, rs_error *error)
{
    sqlite3_stmt *to = database->put;
    int column = FIRST_FIELD + 1; /* counted from 1 */
    bool good;

    (void)sqlite3_reset(to);
    good = sqlite3_bind_text(to, 1, result->key, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
           sqlite3_bind_text(to, 2, result->build, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
           sqlite3_bind_text(to, 3, result->failed ? "failed" : "done", -1, SQLITE_STATIC) == SQLITE_OK &&
           (result->failed ? sqlite3_bind_text(to, 4, result->error.text, -1, SQLITE_TRANSIENT) : sqlite3_bind_null(to, 4)) == SQLITE_OK;
    for (size_t i = 0; good && i < rs_record_field_count; i++) {
        const rs_record_field *f = &rs_record_fields[i];
        const bool none = result->failed && (f->role == RS_ROLE_RESULT || f->role == RS_ROLE_HOST);

        if (rs_database_has_column(f))
            good = none ? sqlite3_bind_null(to, column++) == SQLITE_OK : bind_field(to, column++, &result->record, f);
    }
    good = good && sqlite3_step(to) == SQLITE_DONE;
    (void)(good || rs_database_fail(database, error));
    (void)sqlite3_reset(to);
    return good;
}

bool rs_database_put(rs_database *database, const rs_sweep_result *result, rs_error *error)
{
    rs_sweep_result *before;
    const rs_record_field *other = NULL;
    bool there;

    if (!find(database, result->key, &there, error))
        return false;
    if (!there || !is_done(database->find)) {
        (void)sqlite3_reset(database->find);
        return put(database, result, error);
    }
    before = (rs_sweep_result *)malloc(sizeof(*before));
    if (before == NULL) {
        rs_error_set(error, "found no memory for a result, expected some");
        return false;
    }
    rs_database_result(database->find, before);
    (void)sqlite3_reset(database->find);
    if (!result->failed)
        other = rs_record_other_result(&before->record, &result->record);
    free(before);
    if (other != NULL)
        rs_error_set(error, "%.300s: found point %s with two results (%s), expected one", database->path, result->key, other->name);
    return other == NULL;
}

bool rs_database_begin(rs_database *database, rs_error *error)
{
    return run(database, "BEGIN IMMEDIATE", error);
}

bool rs_database_commit(rs_database *database, rs_error *error)
{
    return run(database, "COMMIT", error);
}

void rs_database_rollback(rs_database *database)
{
    if (sqlite3_get_autocommit(database->db) == 0)
        (void)sqlite3_exec(database->db, "ROLLBACK", NULL, NULL, NULL);
}

/* ---- the merger --------------------------------------------------------------------------------------- */

static int is_point(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);

    return length > 6 && strcmp(entry->d_name + length - 6, ".point") == 0;
}

/* In place of ".point". */
static void change_ending(const char *path, const char *ending)
{
    char other[RS_SWEEP_PATH + 8];

    (void)snprintf(other, sizeof(other), "%.*s.%s", (int)(strlen(path) - 6), path, ending);
    (void)rename(path, other);
}

/* The line, and another ending: nobody reads it again. */
static void set_aside(const char *path, const rs_error *problem)
{
    (void)fprintf(stderr, "rowstreak: %s; it is set aside, the point counts as missing\n", problem->text);
    change_ending(path, "bad");
}

static bool merge_file(rs_database *database, const char *path, rs_sweep_result *result, rs_sweep_merged *merged, rs_error *error)
{
    rs_error problem;

    if (!rs_sweep_point_read(path, result, &problem)) {
        set_aside(path, &problem);
        return true;
    }
    merged->points++;
    merged->failed += result->failed;
    return rs_database_put(database, result, error);
}

bool rs_sweep_merge(rs_database *database, const char *folder, bool keep, rs_sweep_merged *merged, rs_error *error)
{
    struct dirent **entry = NULL;
    const int count = scandir(folder, &entry, is_point, alphasort);
    rs_sweep_result *result = (rs_sweep_result *)malloc(sizeof(*result));
    char path[RS_SWEEP_PATH];
    bool good = count >= 0 && result != NULL;

    memset(merged, 0, sizeof(*merged));
    if (!good)
        rs_error_set(error, "%.300s: found no readable folder (%s), expected the points of a sweep", folder, strerror(errno));
    if (good && count > 0) {
        good = rs_database_begin(database, error);
        for (int i = 0; good && i < count; i++) {
            (void)snprintf(path, sizeof(path), "%s/%s", folder, entry[i]->d_name);
            good = merge_file(database, path, result, merged, error);
        }
        good = good && rs_database_commit(database, error);
        if (!good)
            rs_database_rollback(database);
    }
    for (int i = 0; i < count; i++) {
        (void)snprintf(path, sizeof(path), "%s/%s", folder, entry[i]->d_name);
        if (good && keep)
            change_ending(path, "taken");
        else if (good)
            (void)unlink(path);
        free(entry[i]);
    }
    free((void *)entry);
    free(result);
    return good;
}
