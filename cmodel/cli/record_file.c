/* Records as CSV and JSON; fractions with nine significant digits. */
#include "common/csv.h"
#include "common/json.h"
#include "record_field.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t count_of(const rs_record *record, const rs_record_field *f)
{
    uint64_t value;

    memcpy(&value, rs_field_in(record, f), sizeof(value));
    return value;
}

static double real_of(const rs_record *record, const rs_record_field *f)
{
    double value;

    memcpy(&value, rs_field_in(record, f), sizeof(value));
    return value;
}

/* ---- CSV ---------------------------------------------------------------------------------------------- */

static void write_real(FILE *file, double value)
{
    if (isfinite(value))
        (void)fprintf(file, "%.9g", value);
}

void rs_field_write(FILE *file, const rs_record *record, const rs_record_field *f)
{
    const rs_record_list *list = (const rs_record_list *)rs_field_in(record, f);

    switch (f->type) {
    case RS_FIELD_TEXT: rs_csv_write_text(file, (const char *)rs_field_in(record, f)); break;
    case RS_FIELD_COUNT: (void)fprintf(file, "%" PRIu64, count_of(record, f)); break;
    case RS_FIELD_REAL: write_real(file, real_of(record, f)); break;
    case RS_FIELD_LIST:
        for (uint64_t i = 0; i < list->count; i++) {
            (void)fputs(i > 0 ? ";" : "", file);
            write_real(file, list->value[i]);
        }
        break;
    }
}

void rs_records_write_csv(FILE *file, const rs_record *records, size_t count)
{
    (void)fputs("schema_version", file);
    for (size_t f = 0; f < rs_record_field_count; f++)
        (void)fprintf(file, ",%s", rs_record_fields[f].name);
    (void)fputc('\n', file);
    for (size_t i = 0; i < count; i++) {
        (void)fprintf(file, "%d", RS_RECORD_SCHEMA);
        for (size_t f = 0; f < rs_record_field_count; f++) {
            (void)fputc(',', file);
            rs_field_write(file, &records[i], &rs_record_fields[f]);
        }
        (void)fputc('\n', file);
    }
}

static bool read_real(double *value, const char *text)
{
    char *end;

    errno = 0;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value);
}

/* An empty cell is a list of none. */
static bool read_list(rs_record_list *list, const char *cell)
{
    for (list->count = 0; *cell != '\0' || list->count != 0; list->count++) {
        const size_t length = strcspn(cell, ";");
        char text[32];

        if (list->count == RS_MAX_SMS || length >= sizeof(text))
            return false;
        memcpy(text, cell, length);
        text[length] = '\0';
        list->value[list->count] = (double)NAN;
        if (length != 0 && !read_real(&list->value[list->count], text))
            return false;
        if (cell[length] == '\0') {
            list->count++;
            return true;
        }
        cell += length + 1;
    }
    return true;
}

bool rs_field_read(rs_record *record, const rs_record_field *f, const char *cell)
{
    char *end;

    errno = 0;
    if (f->type == RS_FIELD_TEXT) {
        if (strlen(cell) >= RS_RECORD_TEXT)
            return false;
        memcpy(rs_field_at(record, f), cell, strlen(cell) + 1);
    } else if (f->type == RS_FIELD_COUNT) {
        uint64_t value = strtoull(cell, &end, 10);

        if (*cell < '0' || *cell > '9' || *end != '\0' || errno != 0)
            return false;
        memcpy(rs_field_at(record, f), &value, sizeof(value));
    } else if (f->type == RS_FIELD_LIST) {
        return read_list((rs_record_list *)rs_field_at(record, f), cell);
    } else if (*cell != '\0') {
        double value;

        if (!read_real(&value, cell))
            return false;
        memcpy(rs_field_at(record, f), &value, sizeof(value));
    }
    return true;
}

static bool fail_cell(rs_csv *csv, size_t column, const char *expected, const char *name, const char *more)
{
    return rs_text_fail(&csv->text, csv->text.number, "found '%.40s' in column %zu, expected %s%s%s", csv->cell[column], column + 1,
                        expected, name, more);
}

static bool check_header(rs_csv *csv)
{
    for (size_t column = 0; column <= rs_record_field_count && column < csv->cells; column++) {
        const char *name = column == 0 ? "schema_version" : rs_record_fields[column - 1].name;

        if (strcmp(csv->cell[column], name) != 0)
            return fail_cell(csv, column, "the header ", name, " (a CSV of this version's 'rowstreak run')");
    }
    return true;
}

static bool read_record(rs_csv *csv, rs_record *record)
{
    char schema[16];

    (void)snprintf(schema, sizeof(schema), " %d", RS_RECORD_SCHEMA);
    if (strcmp(csv->cell[0], schema + 1) != 0)
        return fail_cell(csv, 0, "a value of ", "schema_version", schema);
    for (size_t f = 0; f < rs_record_field_count && f + 1 < csv->cells; f++)
        if (!rs_field_read(record, &rs_record_fields[f], csv->cell[f + 1]))
            return fail_cell(csv, f + 1, "a value of ", rs_record_fields[f].name, "");
    return true;
}

static bool append(rs_csv *csv, const rs_record *record, rs_record **records, size_t *count)
{
    rs_record *grown = (rs_record *)realloc(*records, (*count + 1) * sizeof(*grown));

    if (grown == NULL)
        return rs_text_fail(&csv->text, csv->text.number, "found no memory for another record, expected some");
    grown[(*count)++] = *record;
    *records = grown;
    return true;
}

bool rs_records_read_lines(rs_csv *csv, rs_record **records, size_t *count)
{
    unsigned lines = 0;
    bool good = true;

    while (good && rs_csv_next(csv)) {
        rs_record record;

        rs_record_clear(&record);
        good = ++lines == 1 ? check_header(csv) : read_record(csv, &record);
        if (good && csv->cells != rs_record_field_count + 1)
            good = rs_text_fail(&csv->text, csv->text.number, "found %zu columns, expected %zu", csv->cells, rs_record_field_count + 1);
        good = good && (lines == 1 || append(csv, &record, records, count));
    }
    if (lines < 2)
        (void)rs_text_fail(&csv->text, csv->text.number, "found %u lines, expected a header and at least one record", lines);
    return !csv->text.failed;
}

bool rs_records_read_csv(const char *path, rs_record **records, size_t *count, rs_error *error)
{
    rs_csv csv;
    bool good;

    if (!rs_csv_open(&csv, path, "a CSV of 'rowstreak run'", error))
        return false;
    good = rs_records_read_lines(&csv, records, count);
    rs_csv_close(&csv);
    return good;
}

/* ---- JSON --------------------------------------------------------------------------------------------- */

static void write_member(rs_json *json, const rs_record *record, const rs_record_field *f)
{
    const rs_record_list *list = (const rs_record_list *)rs_field_in(record, f);

    switch (f->type) {
    case RS_FIELD_TEXT: rs_json_text(json, f->name, (const char *)rs_field_in(record, f)); break;
    case RS_FIELD_COUNT: rs_json_count(json, f->name, count_of(record, f)); break;
    case RS_FIELD_REAL: rs_json_real(json, f->name, real_of(record, f)); break;
    case RS_FIELD_LIST:
        rs_json_array(json, f->name, false);
        for (uint64_t i = 0; i < list->count; i++)
            rs_json_real(json, NULL, list->value[i]);
        rs_json_end(json);
        break;
    }
}

void rs_records_write_json(FILE *file, const rs_record *records, size_t count)
{
    rs_json json = {file, 0, {false}, {false}, {false}};

    rs_json_array(&json, NULL, true);
    for (size_t i = 0; i < count; i++) {
        rs_json_object(&json, NULL, true);
        rs_json_count(&json, "schema_version", RS_RECORD_SCHEMA);
        for (size_t f = 0; f < rs_record_field_count; f++)
            write_member(&json, &records[i], &rs_record_fields[f]);
        rs_json_end(&json);
    }
    rs_json_end(&json);
}
