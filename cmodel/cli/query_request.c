/* Contract: query_request.h. */
#define _POSIX_C_SOURCE 200809L
#include "query_request.h"
#include "options.h"
#include "run_job.h"
#include "sweep_database.h"
#include "sweep_lists.h"

#include <inttypes.h>
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

static bool take_metric(rs_query_request *request, const char *name, rs_error *error)
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

static bool take_by(rs_query_request *request, const char *name, rs_error *error)
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
static bool plain_value(const rs_query_condition *where, const char *value, char *number, size_t size, rs_error *error)
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

static bool take_where(rs_query_request *request, const char *text, rs_error *error)
{
    const size_t length = strcspn(text, "=");
    rs_query_condition *where = &request->where[request->wheres];
    const char *from = text + length + 1;
    char *to;

    if (text[length] == '\0' || request->wheres == RS_QUERY_WHERES) {
        rs_error_set(error, "query: found --where '%.60s', expected KEY=VALUE,VALUE,..., at most %d times", text, RS_QUERY_WHERES);
        return false;
    }
    if (!find_field(text, length, &where->field, error))
        return false;
    where->text = (char *)malloc(RS_RECORD_TEXT * (size_t)RS_QUERY_VALUES);
    if (where->text == NULL) {
        rs_error_set(error, "found no memory for a condition, expected some");
        return false;
    }
    request->wheres++;
    for (to = where->text;; to += RS_RECORD_TEXT) {
        const size_t size = strcspn(from, ",");
        char value[RS_RECORD_TEXT];

        if (size == 0 || size >= RS_RECORD_TEXT || where->values == RS_QUERY_VALUES) {
            rs_error_set(error, "query: found --where '%.60s', expected 1 to %d values of 1 to %d letters", text, RS_QUERY_VALUES, RS_RECORD_TEXT - 1);
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

static bool take_option(rs_query_request *request, enum query_option option, const char *value, rs_error *error)
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
    case QUERY_CSV: request->paths[RS_QUERY_CSV] = value; return true;
    case QUERY_JSON: request->paths[RS_QUERY_JSON] = value; return true;
    case QUERY_SVG: request->paths[RS_QUERY_SVG] = value; return true;
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

static bool check(const rs_query_request *request, rs_error *error)
{
    if (request->database == NULL)
        rs_error_set(error, "query: found no database, expected one of 'rowstreak sweep'");
    else if (request->records && (request->paths[RS_QUERY_CSV] == NULL) == (request->paths[RS_QUERY_JSON] == NULL))
        rs_error_set(error, "query: found --records, expected it with either --csv or --json");
    else if ((request->records || request->failed) && (request->keys > 0 || request->metric != NULL || request->paths[RS_QUERY_SVG] != NULL))
        rs_error_set(error, "query: found --%s with a metric, --by or --svg, expected it without", request->records ? "records" : "failed");
    else if (!request->records && !request->failed && request->keys == 0)
        rs_error_set(error, "query: found no --by, expected one or two keys");
    else
        return true;
    return false;
}

bool rs_query_request_parse(rs_query_request *request, int argc, char **argv, int *exit_code)
{
    rs_cli_parser parser = {options, OPTIONS, argc, 1, argv, NULL};
    rs_error error;
    bool good = true;
    int option;

    memset(request, 0, sizeof(*request));
    request->statistic = "mean";
    while (good && (option = rs_cli_next(&parser)) != RS_CLI_END) {
        if (option == QUERY_HELP || option == RS_CLI_BAD) {
            *exit_code = option == QUERY_HELP ? print_help() : 2;
            return false;
        }
        if (option != RS_CLI_OPERAND)
            good = take_option(request, (enum query_option)option, parser.value, &error);
        else if (request->database == NULL)
            request->database = parser.value;
        else
            good = take_metric(request, parser.value, &error);
    }
    good = good && check(request, &error) && (request->metric != NULL || request->keys == 0 || take_metric(request, "cycles", &error));
    *exit_code = good ? 0 : rs_cli_fail(&error);
    return good;
}

void rs_query_request_free(rs_query_request *request)
{
    for (size_t w = 0; w < request->wheres; w++)
        free(request->where[w].text);
    request->wheres = 0;
}
