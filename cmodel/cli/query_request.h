/* What 'rowstreak query' is asked for. */
#ifndef ROWSTREAK_CLI_QUERY_REQUEST_H
#define ROWSTREAK_CLI_QUERY_REQUEST_H

#include "record_field.h"
#include "sweep_point.h"

enum { RS_QUERY_CSV, RS_QUERY_JSON, RS_QUERY_SVG, RS_QUERY_OUTPUTS, RS_QUERY_WHERES = 16, RS_QUERY_VALUES = 64 };

typedef struct rs_query_condition {
    const rs_record_field *field;
    char *text; /* its values, each ending with a 0 */
    const char *value[RS_QUERY_VALUES];
    size_t values;
} rs_query_condition;

typedef struct rs_query_request {
    const char *database;
    const rs_record_field *metric, *by[2];
    size_t keys;
    rs_query_condition where[RS_QUERY_WHERES];
    size_t wheres;
    const char *statistic, *build;
    const char *paths[RS_QUERY_OUTPUTS];
    bool records, failed;    /* in place of cells */
    char found_build[RS_SWEEP_KEY];
} rs_query_request;

/* Reads the command line. False: nothing is left to do but to exit with *exit_code, after the help (0) or an error line (2). */
bool rs_query_request_parse(rs_query_request *request, int argc, char **argv, int *exit_code);
void rs_query_request_free(rs_query_request *request);

#endif
