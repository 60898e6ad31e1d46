/* Scanner for number files, plain or gzip: a line in memory, one cursor on it.
 *
 * Blanks are space, tab, carriage return, form feed and vertical tab. Every failure writes one line
 * "FILE:LINE: found ..., expected ..." and returns false (or RS_SCAN_BAD). The first failure stays; behind it, and where
 * the file cannot be read any further, the scanner stands at the end of the file: who has found that end asks
 * rs_scanner_good().
 */
#ifndef RS_TEXT_SCANNER_H
#define RS_TEXT_SCANNER_H

#include "common/text_reader.h"

typedef struct rs_scanner {
    rs_text_reader text;
    const char *cursor, *end; /* of the current line; both at an empty one at the end of the file */
    uint32_t line;            /* of the cursor, from 1 */
} rs_scanner;

enum { RS_SCAN_LONGEST_LINE = 1 << 30 };

enum rs_scan { RS_SCAN_VALUE, RS_SCAN_LINE_END, RS_SCAN_BAD };

/* Goes to the first line. Fails when the file cannot be opened; what: the content expected, for the messages. */
bool rs_scanner_open(rs_scanner *scanner, const char *path, const char *what, rs_error *error);
/* The same for a file whose lines have at most `longest` characters. */
bool rs_scanner_open_lines(rs_scanner *scanner, const char *path, size_t longest, const char *what, rs_error *error);
void rs_scanner_close(rs_scanner *scanner);
/* Nothing has failed. */
bool rs_scanner_good(const rs_scanner *scanner);

/* An unsigned decimal number in minimum .. maximum on the current line, followed by a blank, the line's
 * end or the file's end. At the end of the line: RS_SCAN_LINE_END, the cursor stays there. */
enum rs_scan rs_scan_number(rs_scanner *scanner, uint64_t minimum, uint64_t maximum, const char *what, uint64_t *value);
/* A decimal number with sign, finite as a float; with fraction and exponent unless it must be whole. */
enum rs_scan rs_scan_real(rs_scanner *scanner, bool whole, const char *what, float *value);
/* The next word, cut off at size - 1 characters; for headers. */
enum rs_scan rs_scan_word(rs_scanner *scanner, char *word, size_t size);
/* Nothing but blanks may stand before the line's end; goes to the next line. */
bool rs_scan_line_end(rs_scanner *scanner, const char *expected);
/* Goes to the next line whatever stands on this one. */
void rs_scan_skip_line(rs_scanner *scanner);
/* Skips lines whose first character is '%'. False at the end of the file. */
bool rs_scan_skip_comments(rs_scanner *scanner);
/* Skips '%' lines and lines of blanks. False at the end of the file. */
bool rs_scan_skip_blank_lines(rs_scanner *scanner);

/* Writes "FILE:LINE: message" and returns false. */
bool rs_scan_fail(rs_scanner *scanner, uint32_t line, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* Writes "FILE:LINE: found <what stands at the cursor>, expected ..." and returns false. */
bool rs_scan_fail_here(rs_scanner *scanner, const char *expected);

#endif
