#include "workload/graph_formats.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum symmetry { GENERAL, SYMMETRIC, SKEW_SYMMETRIC };

typedef struct matrix_header {
    bool pattern, whole; /* entries without a value; with whole numbers */
    enum symmetry symmetry;
    uint32_t size_line;
    uint64_t rows, columns, entries; /* entries: lines of the file */
} matrix_header;

typedef struct triplet {
    uint32_t row, column, line;
    float value;
} triplet;

/* The next word of the banner must be one of names; returns its index, or -1 with the error set. */
static int banner_word(rs_scanner *scanner, const char *const *names, int count, const char *expected)
{
    char word[32] = "";
    while (*scanner->cursor == ' ' || *scanner->cursor == '\t') {
        scanner->cursor++;
    }
    const char *before = scanner->cursor;
    rs_scan_word(scanner, word, sizeof word);
    for (int i = 0; i < count; i++) {
        if (strcasecmp(word, names[i]) == 0) {
            return i;
        }
    }
    scanner->cursor = before;
    rs_scan_fail_here(scanner, expected);
    return -1;
}

static bool read_banner(rs_scanner *scanner, matrix_header *header)
{
    static const char *const banners[] = {"%%MatrixMarket"}, *const objects[] = {"matrix"};
    static const char *const formats[] = {"coordinate"}, *const fields[] = {"real", "integer", "pattern"};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric"};
    if (banner_word(scanner, banners, 1, "%%MatrixMarket") < 0 || banner_word(scanner, objects, 1, "matrix") < 0 ||
        banner_word(scanner, formats, 1, "coordinate (the sparse format)") < 0) {
        return false;
    }
    const int field = banner_word(scanner, fields, 3, "real, integer or pattern");
    if (field < 0) {
        return false;
    }
    const char *before = scanner->cursor;
    const int symmetry = banner_word(scanner, symmetries, 3, "general, symmetric or skew-symmetric");
    if (symmetry < 0) {
        return false;
    }
    header->pattern = field == 2;
    header->whole = field == 1;
    header->symmetry = (enum symmetry)symmetry;
    if (header->pattern && header->symmetry == SKEW_SYMMETRIC) {
        scanner->cursor = before + strspn(before, " \t");
        return rs_scan_fail_here(scanner, "general or symmetric with pattern");
    }
    return rs_scan_line_end(scanner, "nothing after the banner's five words");
}

static bool read_size(rs_scanner *scanner, matrix_header *header)
{
    static const char layout[] = "the size line: rows columns entries";
    rs_scan_skip_blank_lines(scanner);
    header->size_line = scanner->line;
    enum rs_scan got = rs_scan_number(scanner, 1, RS_GRAPH_MAX_ROWS, "the number of rows", &header->rows);
    if (got == RS_SCAN_VALUE) {
        got = rs_scan_number(scanner, 1, RS_GRAPH_MAX_ROWS, "the number of columns", &header->columns);
    }
    if (got == RS_SCAN_VALUE) {
        got = rs_scan_number(scanner, 0, RS_GRAPH_MAX_ENTRIES / 2, "the number of entries", &header->entries);
    }
    if (got != RS_SCAN_VALUE) {
        return got == RS_SCAN_LINE_END ? rs_scan_fail_here(scanner, layout) : false;
    }
    if (header->symmetry != GENERAL && header->rows != header->columns) {
        return rs_scan_fail(scanner, scanner->line, "found %u rows and %u columns, expected a square symmetric matrix",
                            (unsigned)header->rows, (unsigned)header->columns);
    }
    return rs_scan_line_end(scanner, "nothing after the size line's three numbers");
}

static bool read_entry(rs_scanner *scanner, const matrix_header *header, triplet *entry)
{
    uint64_t row = 0, column = 0;
    entry->line = scanner->line;
    enum rs_scan got = rs_scan_number(scanner, 1, header->rows, "a row", &row);
    if (got == RS_SCAN_VALUE) {
        got = rs_scan_number(scanner, 1, header->columns, "a column", &column);
    }
    if (got == RS_SCAN_VALUE && !header->pattern) {
        got = rs_scan_real(scanner, header->whole, "a value", &entry->value);
    }
    if (got != RS_SCAN_VALUE) {
        return got == RS_SCAN_LINE_END ? rs_scan_fail_here(scanner, header->pattern ? "row column" : "row column value") : false;
    }
    if (header->symmetry != GENERAL && (row < column || (row == column && header->symmetry == SKEW_SYMMETRIC))) {
        return rs_scan_fail(scanner, scanner->line, "found row %u, column %u, expected an entry %s the diagonal",
                            (unsigned)row, (unsigned)column, header->symmetry == SYMMETRIC ? "on or below" : "below");
    }
    entry->row = (uint32_t)row - 1;
    entry->column = (uint32_t)column - 1;
    if (header->pattern) {
        entry->value = rs_graph_default_value(entry->row, entry->column);
    }
    return rs_scan_line_end(scanner, "the end of the line after an entry");
}

static bool grow_entries(const matrix_header *header, triplet **entries, uint64_t used, uint64_t *capacity)
{
    if (used == *capacity) {
        *capacity = *capacity < header->entries / 2 ? 2 * *capacity + 1024 : header->entries;
        triplet *grown = (triplet *)realloc(*entries, *capacity * sizeof **entries);
        if (grown == NULL) {
            return false;
        }
        *entries = grown;
    }
    return true;
}

static bool read_entries(rs_scanner *scanner, const matrix_header *header, triplet **entries)
{
    uint64_t capacity = 0;
    for (uint32_t i = 0; i < header->entries; i++) {
        if (!rs_scan_skip_blank_lines(scanner)) {
            return rs_scan_fail(scanner, scanner->line, "found the end of the file after %u entries, expected %u", i,
                                (unsigned)header->entries);
        }
        if (!grow_entries(header, entries, i, &capacity)) {
            return rs_scan_fail(scanner, header->size_line, "found %u entries, expected a matrix that fits the memory",
                                (unsigned)header->entries);
        }
        if (!read_entry(scanner, header, &(*entries)[i])) {
            return false;
        }
    }
    if (rs_scan_skip_blank_lines(scanner)) {
        char expected[80];
        snprintf(expected, sizeof expected, "the end of the file after %u entries", (unsigned)header->entries);
        return rs_scan_fail_here(scanner, expected);
    }
    return true;
}

static void place(rs_graph *graph, uint32_t row, uint32_t column, float value)
{
    const uint32_t at = graph->row_start[row]++;
    graph->column[at] = column;
    graph->value[at] = value;
}

/* Counting sort by row, stable: the file's order within a row. */
static bool build_rows(rs_graph *graph, const matrix_header *header, const triplet *entries)
{
    const uint32_t count = (uint32_t)header->entries;
    const bool mirror = header->symmetry != GENERAL;
    uint32_t total = count;
    for (uint32_t i = 0; i < count && mirror; i++) {
        total += entries[i].row != entries[i].column;
    }
    if (!rs_graph_allocate(graph, (uint32_t)header->rows, (uint32_t)header->columns, total)) {
        return false;
    }
    uint32_t *start = graph->row_start;
    for (uint32_t i = 0; i < count; i++) {
        start[entries[i].row + 1]++;
        if (mirror && entries[i].row != entries[i].column) {
            start[entries[i].column + 1]++;
        }
    }
    for (uint32_t row = 0; row < graph->rows; row++) {
        start[row + 1] += start[row];
    }
    for (uint32_t i = 0; i < count; i++) {
        place(graph, entries[i].row, entries[i].column, entries[i].value);
        if (mirror && entries[i].row != entries[i].column) {
            place(graph, entries[i].column, entries[i].row,
                  header->symmetry == SKEW_SYMMETRIC ? -entries[i].value : entries[i].value);
        }
    }
    memmove(start + 1, start, (size_t)graph->rows * sizeof *start);
    start[0] = 0;
    return true;
}

/* Names the second line of an entry that stands there twice. */
static bool fail_twice(rs_scanner *scanner, const matrix_header *header, const triplet *entries, uint32_t row, uint32_t column)
{
    uint32_t first = 0;
    for (uint64_t i = 0; i < header->entries; i++) {
        const triplet *entry = &entries[i];
        if ((entry->row == row && entry->column == column) ||
            (header->symmetry != GENERAL && entry->row == column && entry->column == row)) {
            if (first != 0) {
                return rs_scan_fail(scanner, entry->line, "found row %u, column %u again, expected it once (line %u)", entry->row + 1,
                                    entry->column + 1, first);
            }
            first = entry->line;
        }
    }
    return false;
}

/* No column stands in a row twice. */
static bool check_once(const rs_graph *graph, rs_scanner *scanner, const matrix_header *header, const triplet *entries)
{
    uint32_t *seen = (uint32_t *)calloc(graph->columns, sizeof *seen); /* the last row with the column, from 1 */
    bool good = seen != NULL;
    if (!good) {
        return rs_scan_fail(scanner, header->size_line, "found %u columns, expected a matrix that fits the memory", graph->columns);
    }
    for (uint32_t row = 0; row < graph->rows && good; row++) {
        for (uint32_t i = graph->row_start[row]; i < graph->row_start[row + 1] && good; i++) {
            good = seen[graph->column[i]] != row + 1 || fail_twice(scanner, header, entries, row, graph->column[i]);
            seen[graph->column[i]] = row + 1;
        }
    }
    free(seen);
    return good;
}

bool rs_graph_read_matrix_market(rs_graph *graph, rs_scanner *scanner)
{
    matrix_header header;
    triplet *entries = NULL;
    memset(&header, 0, sizeof header);
    bool good = read_banner(scanner, &header) && read_size(scanner, &header) && read_entries(scanner, &header, &entries);
    if (good && !build_rows(graph, &header, entries)) {
        good = rs_scan_fail(scanner, header.size_line, "found %u rows, expected a matrix that fits the memory",
                            (unsigned)header.rows);
    }
    good = good && check_once(graph, scanner, &header, entries);
    free(entries);
    return good;
}
