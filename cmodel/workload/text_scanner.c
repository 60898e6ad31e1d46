#include "workload/text_scanner.h"

#include <float.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static void skip_blanks(rs_scanner *scanner)
{
    while (is_blank(*scanner->cursor)) {
        scanner->cursor++;
    }
}

static bool at_line_end(const rs_scanner *scanner)
{
    return scanner->cursor == scanner->end;
}

static bool at_file_end(const rs_scanner *scanner)
{
    return scanner->text.ended || scanner->text.failed;
}

static void next_line(rs_scanner *scanner)
{
    const bool good = rs_text_next(&scanner->text);
    scanner->cursor = scanner->text.line;
    scanner->end = good ? scanner->cursor + scanner->text.length : scanner->cursor;
    scanner->text.line[scanner->end - scanner->cursor] = '\0';
    scanner->line = (uint32_t)scanner->text.number;
}

bool rs_scan_fail(rs_scanner *scanner, uint32_t line, const char *format, ...)
{
    char message[240];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return rs_text_fail(&scanner->text, line, "%s", message);
}

bool rs_scan_fail_here(rs_scanner *scanner, const char *expected)
{
    const char *stop = scanner->cursor;
    if (at_line_end(scanner)) {
        return rs_scan_fail(scanner, scanner->line, "found the end of the %s, expected %s",
                            at_file_end(scanner) || !scanner->text.newline ? "file" : "line", expected);
    }
    while (stop < scanner->end && !is_blank(*stop)) {
        stop++;
    }
    return rs_scan_fail(scanner, scanner->line, "found '%s', expected %s",
                        rs_text_shown(scanner->cursor, (size_t)(stop - scanner->cursor)).text, expected);
}

bool rs_scanner_open(rs_scanner *scanner, const char *path, const char *what, rs_error *error)
{
    return rs_scanner_open_lines(scanner, path, RS_SCAN_LONGEST_LINE, what, error);
}

bool rs_scanner_open_lines(rs_scanner *scanner, const char *path, size_t longest, const char *what, rs_error *error)
{
    memset(scanner, 0, sizeof *scanner);
    if (!rs_text_open(&scanner->text, path, longest, what, error)) {
        return false;
    }
    next_line(scanner);
    return true;
}

void rs_scanner_close(rs_scanner *scanner)
{
    rs_text_close(&scanner->text);
}

bool rs_scanner_good(const rs_scanner *scanner)
{
    return !scanner->text.failed;
}

enum rs_scan rs_scan_number(rs_scanner *scanner, uint64_t minimum, uint64_t maximum, const char *what, uint64_t *value)
{
    skip_blanks(scanner);
    if (at_line_end(scanner)) {
        return RS_SCAN_LINE_END;
    }
    const char *from = scanner->cursor;
    uint64_t number = 0;
    bool large = false;
    while ((unsigned char)(*from - '0') < 10) {
        large = large || number > maximum;
        number = large ? number : number * 10 + (uint64_t)(*from - '0');
        from++;
    }
    const bool whole = from > scanner->cursor && (is_blank(*from) || from == scanner->end);
    if (!whole || large || number > maximum || number < minimum) {
        char expected[160];
        snprintf(expected, sizeof expected, "%s, %llu to %llu", what, (unsigned long long)minimum,
                 (unsigned long long)maximum);
        rs_scan_fail_here(scanner, expected);
        return RS_SCAN_BAD;
    }
    scanner->cursor = from;
    *value = number;
    return RS_SCAN_VALUE;
}

enum rs_scan rs_scan_real(rs_scanner *scanner, bool whole, const char *what, float *value)
{
    skip_blanks(scanner);
    if (at_line_end(scanner)) {
        return RS_SCAN_LINE_END;
    }
    /* Only plain decimal notation: strtod alone would take nan, inf and hexadecimal. */
    const size_t length = strspn(scanner->cursor, whole ? "0123456789+-" : "0123456789+-.eE");
    const char *stop = scanner->cursor + length;
    char *parsed = NULL;
    const double number = strtod(scanner->cursor, &parsed);
    const bool all = length > 0 && parsed == stop && (is_blank(*stop) || stop == scanner->end);
    if (!all || !(number <= (double)FLT_MAX && number >= -(double)FLT_MAX)) {
        char expected[160];
        snprintf(expected, sizeof expected, "%s, a %s number within single precision", what, whole ? "whole" : "decimal");
        rs_scan_fail_here(scanner, expected);
        return RS_SCAN_BAD;
    }
    scanner->cursor = stop;
    *value = (float)number;
    return RS_SCAN_VALUE;
}

enum rs_scan rs_scan_word(rs_scanner *scanner, char *word, size_t size)
{
    skip_blanks(scanner);
    if (at_line_end(scanner)) {
        return RS_SCAN_LINE_END;
    }
    size_t used = 0;
    while (!at_line_end(scanner) && !is_blank(*scanner->cursor)) {
        if (used + 1 < size) {
            word[used++] = *scanner->cursor;
        }
        scanner->cursor++;
    }
    word[used] = '\0';
    return RS_SCAN_VALUE;
}

bool rs_scan_line_end(rs_scanner *scanner, const char *expected)
{
    skip_blanks(scanner);
    if (!at_line_end(scanner)) {
        return rs_scan_fail_here(scanner, expected);
    }
    next_line(scanner);
    return rs_scanner_good(scanner);
}

void rs_scan_skip_line(rs_scanner *scanner)
{
    next_line(scanner);
}

bool rs_scan_skip_comments(rs_scanner *scanner)
{
    while (*scanner->cursor == '%') {
        next_line(scanner);
    }
    return !at_file_end(scanner);
}

bool rs_scan_skip_blank_lines(rs_scanner *scanner)
{
    while (rs_scan_skip_comments(scanner)) {
        const char *line_start = scanner->cursor;
        skip_blanks(scanner);
        if (!at_line_end(scanner)) {
            scanner->cursor = line_start;
            return true;
        }
        next_line(scanner);
    }
    return false;
}
