/* Records as CSV and JSON; fractions with nine significant digits. */
#include "record.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum field_type { FIELD_TEXT, FIELD_COUNT, FIELD_REAL, FIELD_LIST };

typedef struct field {
    const char *name;
    size_t offset;
    enum field_type type;
} field;

static const field fields[] = {
#define RS_TEXT(name) {#name, offsetof(rs_record, name), FIELD_TEXT},
#define RS_COUNT(name) {#name, offsetof(rs_record, name), FIELD_COUNT},
#define RS_REAL(name) {#name, offsetof(rs_record, name), FIELD_REAL},
#define RS_LIST(name) {#name, offsetof(rs_record, name), FIELD_LIST},
#include "record.def"
#undef RS_TEXT
#undef RS_COUNT
#undef RS_REAL
#undef RS_LIST
};
enum { FIELDS = sizeof(fields) / sizeof(fields[0]), LINE_BYTES = 4096 };

static void *field_at(rs_record *record, const field *f)
{
    return (char *)record + f->offset;
}

static const void *field_in(const rs_record *record, const field *f)
{
    return (const char *)record + f->offset;
}

void rs_record_clear(rs_record *record)
{
    double none = (double)NAN;

    memset(record, 0, sizeof(*record));
    for (size_t i = 0; i < FIELDS; i++)
        if (fields[i].type == FIELD_REAL)
            memcpy(field_at(record, &fields[i]), &none, sizeof(none));
}

bool rs_record_same_size(const rs_record *a, const rs_record *b)
{
    return a->sms == b->sms && a->channels == b->channels && a->banks == b->banks && a->queue == b->queue &&
           a->chips == b->chips && a->vcs == b->vcs && a->static_vc == b->static_vc &&
           strcmp(a->sm_memory, b->sm_memory) == 0 && a->stopped == b->stopped;
}

static double ratio(double value, double reference)
{
    return reference != 0 ? value / reference : (double)NAN;
}

static const rs_record *find_reference(const rs_record *records, size_t count, const rs_record *of)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(records[i].machine, "FR-FCFS") == 0 && strcmp(records[i].workload, of->workload) == 0 &&
            strcmp(records[i].graph, of->graph) == 0 && records[i].seed == of->seed &&
            rs_record_same_size(&records[i], of))
            return &records[i];
    return NULL;
}

void rs_records_relate(rs_record *records, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const rs_record *reference = find_reference(records, count, &records[i]);
        rs_record *r = &records[i];

        if (reference == NULL)
            continue;
        r->row_locality_kept = ratio(r->row_locality_post, reference->row_locality_pre);
        r->cycles_relative = ratio((double)r->cycles, (double)reference->cycles);
        r->dram_efficiency_relative = ratio(r->dram_efficiency, reference->dram_efficiency);
        r->dram_utilization_relative = ratio(r->dram_utilization, reference->dram_utilization);
        r->row_locality_pre_relative = ratio(r->row_locality_pre, reference->row_locality_pre);
        r->row_locality_post_relative = ratio(r->row_locality_post, reference->row_locality_post);
        r->row_locality_kept_relative = r->row_locality_post_relative; /* the common pre cancels */
        r->latency_mean_relative = ratio(r->latency_mean, reference->latency_mean);
        r->latency_p99_relative = ratio((double)r->latency_p99, (double)reference->latency_p99);
        r->energy_relative = ratio(r->energy_nj, reference->energy_nj);
        r->breakers_relative = ratio((double)r->breakers, (double)reference->breakers);
    }
}

static void write_csv_text(FILE *file, const char *text)
{
    if (strpbrk(text, ",\"") == NULL) {
        (void)fputs(text, file);
        return;
    }
    (void)fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            (void)fputc('"', file);
        (void)fputc(*text, file);
    }
    (void)fputc('"', file);
}

static void write_json_text(FILE *file, const char *text)
{
    (void)fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            (void)fputc('\\', file);
        if ((unsigned char)*text < 0x20)
            (void)fprintf(file, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            (void)fputc(*text, file);
    }
    (void)fputc('"', file);
}

static void write_real(FILE *file, double value, const char *none)
{
    if (isfinite(value))
        (void)fprintf(file, "%.9g", value);
    else
        (void)fputs(none, file);
}

static void write_list(FILE *file, const rs_record *record, const field *f, const char *between, const char *none)
{
    const rs_record_list *list = (const rs_record_list *)field_in(record, f);

    for (uint64_t i = 0; i < list->count; i++) {
        (void)fputs(i > 0 ? between : "", file);
        write_real(file, list->value[i], none);
    }
}

static void write_number(FILE *file, const rs_record *record, const field *f, const char *none)
{
    if (f->type == FIELD_COUNT) {
        uint64_t value;

        memcpy(&value, field_in(record, f), sizeof(value));
        (void)fprintf(file, "%" PRIu64, value);
    } else {
        double value;

        memcpy(&value, field_in(record, f), sizeof(value));
        write_real(file, value, none);
    }
}

void rs_records_write_csv(FILE *file, const rs_record *records, size_t count)
{
    (void)fputs("schema_version", file);
    for (size_t f = 0; f < FIELDS; f++)
        (void)fprintf(file, ",%s", fields[f].name);
    (void)fputc('\n', file);
    for (size_t i = 0; i < count; i++) {
        (void)fprintf(file, "%d", RS_RECORD_SCHEMA);
        for (size_t f = 0; f < FIELDS; f++) {
            (void)fputc(',', file);
            if (fields[f].type == FIELD_TEXT)
                write_csv_text(file, (const char *)field_in(&records[i], &fields[f]));
            else if (fields[f].type == FIELD_LIST)
                write_list(file, &records[i], &fields[f], ";", "");
            else
                write_number(file, &records[i], &fields[f], "");
        }
        (void)fputc('\n', file);
    }
}

void rs_records_write_json(FILE *file, const rs_record *records, size_t count)
{
    (void)fputs("[", file);
    for (size_t i = 0; i < count; i++) {
        (void)fprintf(file, "%s\n  {\n    \"schema_version\": %d", i > 0 ? "," : "", RS_RECORD_SCHEMA);
        for (size_t f = 0; f < FIELDS; f++) {
            (void)fprintf(file, ",\n    \"%s\": ", fields[f].name);
            if (fields[f].type == FIELD_TEXT)
                write_json_text(file, (const char *)field_in(&records[i], &fields[f]));
            else if (fields[f].type != FIELD_LIST)
                write_number(file, &records[i], &fields[f], "null");
            else {
                (void)fputc('[', file);
                write_list(file, &records[i], &fields[f], ", ", "null");
                (void)fputc(']', file);
            }
        }
        (void)fputs("\n  }", file);
    }
    (void)fputs("\n]\n", file);
}

/* Next CSV cell, unquoted in place; NULL at the end of the line. */
static char *next_cell(char **rest)
{
    char *cell = *rest, *to = cell, *from = cell;
    bool quoted = false;

    if (cell == NULL)
        return NULL;
    for (; *from != '\0' && (quoted || *from != ','); from++) {
        if (*from != '"')
            *to++ = *from;
        else if (quoted && from[1] == '"')
            *to++ = *from++;
        else
            quoted = !quoted;
    }
    *rest = *from == ',' ? from + 1 : NULL;
    *to = '\0';
    return cell;
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

static bool read_cell(rs_record *record, const field *f, const char *cell)
{
    char *end;

    errno = 0;
    if (f->type == FIELD_TEXT) {
        if (strlen(cell) >= RS_RECORD_TEXT)
            return false;
        memcpy(field_at(record, f), cell, strlen(cell) + 1);
    } else if (f->type == FIELD_COUNT) {
        uint64_t value = strtoull(cell, &end, 10);

        if (*cell < '0' || *cell > '9' || *end != '\0' || errno != 0)
            return false;
        memcpy(field_at(record, f), &value, sizeof(value));
    } else if (f->type == FIELD_LIST) {
        return read_list((rs_record_list *)field_at(record, f), cell);
    } else if (*cell != '\0') {
        double value;

        if (!read_real(&value, cell))
            return false;
        memcpy(field_at(record, f), &value, sizeof(value));
    }
    return true;
}

static bool read_line(char *line, unsigned number, rs_record *record, rs_error *error)
{
    char schema[16];
    char *cell;

    (void)snprintf(schema, sizeof(schema), "%d", RS_RECORD_SCHEMA);
    for (size_t column = 0; column <= FIELDS; column++) {
        const char *name = column == 0 ? "schema_version" : fields[column - 1].name;

        cell = next_cell(&line);
        if (cell == NULL) {
            rs_error_set(error, "found %zu columns, expected %d", column, FIELDS + 1);
            return false;
        }
        if (number == 1 ? strcmp(cell, name) != 0
                        : column == 0 ? strcmp(cell, schema) != 0 : !read_cell(record, &fields[column - 1], cell)) {
            rs_error_set(error, "found '%.40s' in column %zu, expected %s%s%s%s", cell, column + 1,
                         number == 1 ? "the header " : "a value of ", name, column == 0 && number > 1 ? " " : "",
                         column == 0 && number > 1 ? schema : "");
            return false;
        }
    }
    if (line != NULL) {
        rs_error_set(error, "found more than %d columns, expected %d", FIELDS + 1, FIELDS + 1);
        return false;
    }
    return true;
}

bool rs_records_read_csv(const char *path, rs_record **records, size_t *count, rs_error *error)
{
    char line[LINE_BYTES];
    FILE *file = fopen(path, "r");
    rs_error inner;
    unsigned number = 0;
    bool good = true;

    if (file == NULL) {
        rs_error_set(error, "%s:1: found no readable file (%s), expected a CSV of 'rowstreak run'", path,
                     strerror(errno));
        return false;
    }
    while (good && fgets(line, sizeof(line), file) != NULL) {
        rs_record record;

        number++;
        line[strcspn(line, "\r\n")] = '\0';
        rs_record_clear(&record);
        good = read_line(line, number, &record, &inner);
        if (good && number > 1) {
            rs_record *grown = (rs_record *)realloc(*records, (*count + 1) * sizeof(record));

            if (grown == NULL) {
                rs_error_set(&inner, "found no memory for another record, expected some");
                good = false;
            } else {
                grown[(*count)++] = record;
                *records = grown;
            }
        }
    }
    if (good && number < 2) {
        rs_error_set(&inner, "found %u lines, expected a header and at least one record", number++);
        good = false;
    }
    (void)fclose(file);
    if (!good)
        rs_error_set(error, "%s:%u: %.300s", path, number, inner.text);
    return good;
}
