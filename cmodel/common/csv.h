/* The one reader of CSV files, and the form in which texts stand in them (RFC 4180 without line ends in cells). */
#ifndef RS_CSV_H
#define RS_CSV_H

#include "common/text_reader.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_CSV_LINE = 1 << 20 }; /* characters of the longest line */

typedef struct rs_csv {
    rs_text_reader text; /* number of the line, errors: rs_text_fail(&csv->text, csv->text.number, ...) */
    char **cell;         /* of the current line, unquoted */
    size_t cells, capacity;
} rs_csv;

/* what: the content expected, for the messages. False: error is set, nothing is to be closed. */
bool rs_csv_open(rs_csv *csv, const char *path, const char *what, rs_error *error);
/* The next line's cells; false at the end of the file and on an error, then csv->text.failed. */
bool rs_csv_next(rs_csv *csv);
void rs_csv_close(rs_csv *csv);
/* A cell; in quotes if it has to be. Control characters become '_': a cell never holds a line end. */
void rs_csv_write_text(FILE *file, const char *text);

#ifdef __cplusplus
}
#endif
#endif
