#include "workload/text_scanner.h"

#include <errno.h>
#include <float.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_PATH = 250, SHOWN_TOKEN = 24 };

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

/* The closing 0 is a line end, a 0 inside the file is not. */
static bool at_line_end(const rs_scanner *scanner)
{
    return *scanner->cursor == '\n' || scanner->cursor == scanner->end;
}

bool rs_scan_fail(rs_scanner *scanner, uint32_t line, const char *format, ...)
{
    char message[240];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    const size_t length = strlen(scanner->path);
    const char *shown = length > SHOWN_PATH ? scanner->path + (length - SHOWN_PATH) : scanner->path;
    rs_error_set(scanner->error, "%s%s:%u: %s", length > SHOWN_PATH ? "..." : "", shown, line, message);
    return false;
}

bool rs_scan_fail_here(rs_scanner *scanner, const char *expected)
{
    if (scanner->cursor == scanner->end) {
        return rs_scan_fail(scanner, scanner->line, "found the end of the file, expected %s", expected);
    }
    if (*scanner->cursor == '\n') {
        return rs_scan_fail(scanner, scanner->line, "found the end of the line, expected %s", expected);
    }
    char token[SHOWN_TOKEN + 4];
    size_t used = 0;
    const char *from = scanner->cursor;
    while (from < scanner->end && *from != '\n' && !is_blank(*from) && used < SHOWN_TOKEN) {
        token[used++] = *from >= ' ' && *from <= '~' ? *from : '?';
        from++;
    }
    memcpy(token + used, used == SHOWN_TOKEN ? "..." : "", used == SHOWN_TOKEN ? 4 : 1);
    return rs_scan_fail(scanner, scanner->line, "found '%s', expected %s", token, expected);
}

bool rs_scanner_open(rs_scanner *scanner, const char *path, const char *what, rs_error *error)
{
    memset(scanner, 0, sizeof *scanner);
    scanner->path = path;
    scanner->line = 1;
    scanner->error = error;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return rs_scan_fail(scanner, 1, "found no readable file (%s), expected %s", strerror(errno), what);
    }
    size_t capacity = 1 << 20;
    bool good = true;
    scanner->text = (char *)malloc(capacity);
    while (scanner->text != NULL) {
        scanner->size += fread(scanner->text + scanner->size, 1, capacity - 1 - scanner->size, file);
        if (ferror(file)) {
            good = rs_scan_fail(scanner, 1, "found no readable file (%s), expected %s", strerror(errno), what);
            break;
        }
        if (feof(file)) {
            break;
        }
        if (scanner->size == capacity - 1) {
            capacity *= 4;
            char *grown = (char *)realloc(scanner->text, capacity);
            if (grown == NULL) {
                free(scanner->text);
            }
            scanner->text = grown;
        }
    }
    fclose(file);
    if (scanner->text == NULL) {
        return rs_scan_fail(scanner, 1, "found a file of over %zu bytes, expected one that fits the memory", scanner->size);
    }
    if (!good) {
        rs_scanner_close(scanner);
        return false;
    }
    scanner->text[scanner->size] = '\0';
    scanner->cursor = scanner->text;
    scanner->end = scanner->text + scanner->size;
    return true;
}

void rs_scanner_close(rs_scanner *scanner)
{
    free(scanner->text);
    scanner->text = NULL;
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
    const bool whole = from > scanner->cursor && (is_blank(*from) || *from == '\n' || from == scanner->end);
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

enum rs_scan rs_scan_real(rs_scanner *scanner, const char *what, float *value)
{
    skip_blanks(scanner);
    if (at_line_end(scanner)) {
        return RS_SCAN_LINE_END;
    }
    /* Only plain decimal notation: strtod alone would take nan, inf and hexadecimal. */
    const size_t length = strspn(scanner->cursor, "0123456789+-.eE");
    const char *stop = scanner->cursor + length;
    char *parsed = NULL;
    const double number = strtod(scanner->cursor, &parsed);
    const bool whole = length > 0 && parsed == stop && (is_blank(*stop) || *stop == '\n' || stop == scanner->end);
    if (!whole || !(number <= (double)FLT_MAX && number >= -(double)FLT_MAX)) {
        char expected[160];
        snprintf(expected, sizeof expected, "%s, a decimal number within single precision", what);
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
    if (scanner->cursor < scanner->end) {
        scanner->cursor++;
        scanner->line++;
    }
    return true;
}

void rs_scan_skip_line(rs_scanner *scanner)
{
    const char *stop = (const char *)memchr(scanner->cursor, '\n', (size_t)(scanner->end - scanner->cursor));
    scanner->cursor = stop != NULL ? stop + 1 : scanner->end;
    scanner->line += stop != NULL;
}

bool rs_scan_skip_comments(rs_scanner *scanner)
{
    while (*scanner->cursor == '%') {
        rs_scan_skip_line(scanner);
    }
    return scanner->cursor < scanner->end;
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
        rs_scan_skip_line(scanner);
    }
    return false;
}
