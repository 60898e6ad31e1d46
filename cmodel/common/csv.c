/* Contract: csv.h. */
#include "common/csv.h"

#include <stdlib.h>
#include <string.h>

bool rs_csv_open(rs_csv *csv, const char *path, const char *what, rs_error *error)
{
    memset(csv, 0, sizeof *csv);
    return rs_text_open(&csv->text, path, RS_CSV_LINE, what, error);
}

void rs_csv_close(rs_csv *csv)
{
    rs_text_close(&csv->text);
    free((void *)csv->cell);
    csv->cell = NULL;
}

static bool add_cell(rs_csv *csv, char *cell)
{
    if (csv->cells == csv->capacity) {
        const size_t capacity = csv->capacity == 0 ? 64 : 2 * csv->capacity;
        char **grown = (char **)realloc((void *)csv->cell, capacity * sizeof *grown);
        if (grown == NULL) {
            return rs_text_fail(&csv->text, csv->text.number, "found no memory for %zu cells, expected some", capacity);
        }
        csv->cell = grown;
        csv->capacity = capacity;
    }
    csv->cell[csv->cells++] = cell;
    return true;
}

bool rs_csv_next(rs_csv *csv)
{
    char *from, *to;
    bool quoted = false;
    csv->cells = 0;
    if (!rs_text_next(&csv->text)) {
        return false;
    }
    from = to = csv->text.line;
    if (csv->text.length != 0 && from[csv->text.length - 1] == '\r') {
        from[csv->text.length - 1] = '\0';
    }
    if (!add_cell(csv, to)) {
        return false;
    }
    for (; *from != '\0'; from++) {
        if (*from == ',' && !quoted) {
            *to++ = '\0';
            if (!add_cell(csv, to)) {
                return false;
            }
        } else if (*from != '"') {
            *to++ = *from;
        } else if (quoted && from[1] == '"') {
            *to++ = *from++;
        } else {
            quoted = !quoted;
        }
    }
    *to = '\0';
    return !quoted || rs_text_fail(&csv->text, csv->text.number, "found a quotation mark without its second one, expected %s",
                                   csv->text.what);
}

void rs_csv_write_text(FILE *file, const char *text)
{
    const bool quoted = strpbrk(text, ",\"") != NULL;
    if (quoted) {
        (void)fputc('"', file);
    }
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            (void)fputc('"', file);
        }
        (void)fputc((unsigned char)*text < 0x20 ? '_' : *text, file);
    }
    if (quoted) {
        (void)fputc('"', file);
    }
}
