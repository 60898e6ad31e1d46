/* The results of sweeps in one SQLite file, which one process at a time writes.
 *
 * Table point, a row a point: key (its primary key), build, state ('done' or 'failed'), error (of a failed one), then a column a
 * field of record.def but those of the roles RELATION and HOST, and seconds; machine, workload, graph, seed and every key of the
 * configuration are such columns. Results of a failed point are NULL, and so are numbers that are not there; lists are texts with ';'.
 * user_version is the schema of the records (RS_RECORD_SCHEMA): a file of another one is refused.
 */
#ifndef ROWSTREAK_CLI_SWEEP_DATABASE_H
#define ROWSTREAK_CLI_SWEEP_DATABASE_H

#include "record_field.h"
#include "sweep_point.h"

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

typedef struct rs_database {
    const char *path;
    sqlite3 *db;
    sqlite3_stmt *find, *put;
} rs_database;

enum rs_point_state { RS_POINT_MISSING, RS_POINT_DONE, RS_POINT_FAILED };

/* Opens the file; write: makes it if it is not there, else it must be there. False: an error, and nothing is open. */
bool rs_database_open(rs_database *database, const char *path, bool write, rs_error *error);
/* Also of a zeroed one; what was not committed is not there. */
void rs_database_close(rs_database *database);
/* The error with what SQLite says; returns false. */
bool rs_database_fail(const rs_database *database, rs_error *error);
/* Whether a record's field has a column. */
bool rs_database_has_column(const rs_record_field *f);

bool rs_database_state(rs_database *database, const char *key, enum rs_point_state *state, rs_error *error);
/* Why a point that is there failed. */
bool rs_database_error(rs_database *database, const char *key, rs_error *reason, rs_error *error);
/* A point's result takes the place of a failure. One that is there already stays; if it is another, that is an error. */
bool rs_database_begin(rs_database *database, rs_error *error);
bool rs_database_put(rs_database *database, const rs_sweep_result *result, rs_error *error);
bool rs_database_commit(rs_database *database, rs_error *error);
void rs_database_rollback(rs_database *database);
/* The columns of point, as rs_database_put() orders them, of a row of a statement whose first column is the key. */
void rs_database_result(sqlite3_stmt *row, rs_sweep_result *result);

typedef struct rs_sweep_merged {
    size_t points, failed; /* files taken; those of failed points */
} rs_sweep_merged;

/* Puts all point files of the folder into the database, in one transaction, then removes them or, if `keep`, gives them the ending .taken, so
 * that workers know of them. One that cannot be read is a line on stderr, gets the ending .bad, and its point counts as missing. */
bool rs_sweep_merge(rs_database *database, const char *folder, bool keep, rs_sweep_merged *merged, rs_error *error);

#endif
