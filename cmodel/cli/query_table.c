/* Contract: query_table.h. */
#define _POSIX_C_SOURCE 200809L
#include "query_table.h"
#include "child_command.h"
#include "common/csv.h"
#include "common/json.h"
#include "common/palette.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double shown(const rs_query_table *table, const rs_query_cell *cell)
{
    return table->statistic[0] == 'm' && table->statistic[1] == 'e' ? cell->mean : table->statistic[0] == 'l' ? cell->least : cell->most;
}

/* ---- rows and columns ------------------------------------------------------------------------------- */

/* The different values of a key, as the cells have them; memory for all is `values`. */
static size_t values_of(const rs_query_table *table, int key, const char **values)
{
    size_t count = 0;

    for (size_t i = 0; i < table->cells; i++) {
        size_t k = 0;

        while (k < count && strcmp(values[k], table->cell[i].value[key]) != 0)
            k++;
        if (k == count)
            values[count++] = table->cell[i].value[key];
    }
    return count;
}

static bool is_number(const char *text)
{
    char *end;

    (void)strtod(text, &end);
    return end != text && *end == '\0';
}

/* Numbers by their value, before texts by their letters. */
static int compare(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    const bool number_x = is_number(x), number_y = is_number(y);
    const double difference = number_x && number_y ? strtod(x, NULL) - strtod(y, NULL) : 0;

    if (number_x != number_y)
        return number_x ? -1 : 1;
    return difference < 0 ? -1 : difference > 0 ? 1 : strcmp(x, y);
}

typedef struct grid {
    const char **value[2];
    size_t count[2];
} grid;

static bool make_grid(const rs_query_table *table, grid *g)
{
    bool good = true;

    for (int key = 0; key < 2; key++) {
        g->value[key] = (const char **)calloc(table->cells + 1, sizeof(*g->value[key]));
        good = good && g->value[key] != NULL;
        g->count[key] = g->value[key] != NULL ? values_of(table, key, g->value[key]) : 0;
        if (g->value[key] != NULL)
            qsort((void *)g->value[key], g->count[key], sizeof(*g->value[key]), compare);
    }
    return good;
}

static void free_grid(grid *g)
{
    free((void *)g->value[0]);
    free((void *)g->value[1]);
}

static const rs_query_cell *cell_at(const rs_query_table *table, const char *first, const char *second)
{
    for (size_t i = 0; i < table->cells; i++)
        if (strcmp(table->cell[i].value[0], first) == 0 && strcmp(table->cell[i].value[1], second) == 0)
            return &table->cell[i];
    return NULL;
}

/* ---- table, CSV, JSON --------------------------------------------------------------------------------- */

static void print_grid(FILE *file, const rs_query_table *table, const grid *g)
{
    int width = (int)strlen(table->key[0]);

    for (size_t i = 0; i < g->count[0]; i++)
        width = (int)strlen(g->value[0][i]) > width ? (int)strlen(g->value[0][i]) : width;
    (void)fprintf(file, "%-*s", width, table->key[0]);
    for (size_t k = 0; k < g->count[1]; k++)
        (void)fprintf(file, "  %12s", g->value[1][k]);
    for (size_t i = 0; i < g->count[0]; i++) {
        (void)fprintf(file, "\n%-*s", width, g->value[0][i]);
        for (size_t k = 0; k < g->count[1]; k++) {
            const rs_query_cell *cell = cell_at(table, g->value[0][i], g->value[1][k]);

            if (cell != NULL)
                (void)fprintf(file, "  %*.7g", (int)strlen(g->value[1][k]) > 12 ? (int)strlen(g->value[1][k]) : 12, shown(table, cell));
            else
                (void)fprintf(file, "  %*s", (int)strlen(g->value[1][k]) > 12 ? (int)strlen(g->value[1][k]) : 12, "-");
        }
    }
    (void)fputc('\n', file);
}

static void print_list(FILE *file, const rs_query_table *table)
{
    int width = (int)strlen(table->key[0]);

    for (size_t i = 0; i < table->cells; i++)
        width = (int)strlen(table->cell[i].value[0]) > width ? (int)strlen(table->cell[i].value[0]) : width;
    (void)fprintf(file, "%-*s  %8s  %12s  %12s  %12s\n", width, table->key[0], "points", "mean", "least", "most");
    for (size_t i = 0; i < table->cells; i++)
        (void)fprintf(file, "%-*s  %8" PRIu64 "  %12.7g  %12.7g  %12.7g\n", width, table->cell[i].value[0], table->cell[i].points,
                      table->cell[i].mean, table->cell[i].least, table->cell[i].most);
}

void rs_query_print(FILE *file, const rs_query_table *table)
{
    grid g;

    if (table->key[1] == NULL) {
        (void)fprintf(file, "%s by %s\n", table->metric, table->key[0]);
        print_list(file, table);
        return;
    }
    (void)fprintf(file, "%s by %s and, across, %s: %s\n", table->metric, table->key[0], table->key[1], table->statistic);
    if (make_grid(table, &g))
        print_grid(file, table, &g);
    free_grid(&g);
}

void rs_query_write_csv(FILE *file, const rs_query_table *table)
{
    (void)fprintf(file, "%s%s%s,points,mean,least,most\n", table->key[0], table->key[1] != NULL ? "," : "", table->key[1] != NULL ? table->key[1] : "");
    for (size_t i = 0; i < table->cells; i++) {
        const rs_query_cell *cell = &table->cell[i];

        rs_csv_write_text(file, cell->value[0]);
        if (table->key[1] != NULL) {
            (void)fputc(',', file);
            rs_csv_write_text(file, cell->value[1]);
        }
        (void)fprintf(file, ",%" PRIu64 ",%.9g,%.9g,%.9g\n", cell->points, cell->mean, cell->least, cell->most);
    }
}

void rs_query_write_json(FILE *file, const rs_query_table *table)
{
    rs_json json = {file, 0, {false}, {false}, {false}};

    rs_json_object(&json, NULL, true);
    rs_json_text(&json, "metric", table->metric);
    rs_json_array(&json, "cells", true);
    for (size_t i = 0; i < table->cells; i++) {
        const rs_query_cell *cell = &table->cell[i];

        rs_json_object(&json, NULL, false);
        for (int key = 0; key < 2 && table->key[key] != NULL; key++) {
            if (is_number(cell->value[key]))
                rs_json_real(&json, table->key[key], strtod(cell->value[key], NULL));
            else
                rs_json_text(&json, table->key[key], cell->value[key]);
        }
        rs_json_count(&json, "points", cell->points);
        rs_json_real(&json, "mean", cell->mean);
        rs_json_real(&json, "least", cell->least);
        rs_json_real(&json, "most", cell->most);
        rs_json_end(&json);
    }
    rs_json_end(&json);
    rs_json_end(&json);
}

/* ---- picture ------------------------------------------------------------------------------------------ */

/* A text of gnuplot, which takes it as it is. */
static void write_quoted(FILE *file, const char *text)
{
    (void)fputc('\'', file);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            (void)fputc('\'', file);
        (void)fputc(*text, file);
    }
    (void)fputc('\'', file);
}

/* Whether each number is twice the one before or more: they stand on a logarithmic axis. */
static bool is_geometric(const grid *g)
{
    bool geometric = g->count[0] > 2 && strtod(g->value[0][0], NULL) > 0;

    for (size_t i = 1; geometric && i < g->count[0]; i++)
        geometric = strtod(g->value[0][i], NULL) >= 2 * strtod(g->value[0][i - 1], NULL);
    return geometric;
}

enum { BESIDE = 30 }; /* characters: names up to this long stand beside the picture, longer ones below it */

/* The name of a line in the picture's key. */
static const char *name_of(const rs_query_table *table, const grid *g, size_t line)
{
    return table->key[1] != NULL ? g->value[1][line] : table->statistic;
}

/* In characters, of the names and of what stands above them. */
static size_t widest_name(const rs_query_table *table, const grid *g)
{
    size_t widest = table->key[1] != NULL ? strlen(table->key[1]) : 0;

    for (size_t k = 0; k < g->count[1]; k++)
        widest = strlen(name_of(table, g, k)) > widest ? strlen(name_of(table, g, k)) : widest;
    return widest;
}

/* The numbers of the axis: with their text where that has room beside its neighbours, the first and the last always; the others as
 * small ticks. */
static void write_ticks(FILE *file, const rs_query_table *table, const grid *g, bool geometric)
{
    enum { ROOM = 680, CHARACTER = 8, GAP = 8 }; /* pixels: of axis and names beside it at least, of a character at most */
    const size_t last = g->count[0] - 1, names = widest_name(table, g);
    const double axis = ROOM - (double)(names <= BESIDE ? names : 0) * CHARACTER;
    const double low = strtod(g->value[0][0], NULL), high = strtod(g->value[0][last], NULL);
    const double range = geometric ? log2(high / low) : high - low;
    double end = -INFINITY; /* of the text before */

    for (size_t i = 0; i <= last; i++) {
        const char *text = g->value[0][i];
        const double number = strtod(text, NULL), half = (double)strlen(text) * CHARACTER / 2;
        const double at = range > 0 ? axis * (geometric ? log2(number / low) : number - low) / range : 0;
        const bool room = at - half >= end + GAP && at + half + GAP <= axis - (double)strlen(g->value[0][last]) * CHARACTER / 2;

        if (i == 0 || i == last || room) {
            (void)fprintf(file, "%s%s", i > 0 ? "," : "", text);
            end = at + half;
        } else {
            (void)fprintf(file, ",'' %s 1", text);
        }
    }
}

static void write_script(FILE *file, const rs_query_table *table, const grid *g)
{
    const bool below = widest_name(table, g) > BESIDE;
    bool numbers = true;

    for (size_t i = 0; i < g->count[0]; i++)
        numbers = numbers && is_number(g->value[0][i]);
    (void)fprintf(file, "set terminal svg size 860,%zu font 'DejaVu Sans,11' background rgb 'white' noenhanced\nset key outside %s samplen 1.5\n",
                  420 + (below ? 20 * (g->count[1] + 1) : 0), below ? "bottom center vertical maxcols 1" : "right top");
    (void)fputs("set grid ytics linecolor rgb '#dddddd'\nset xtics nomirror\nset ytics nomirror\nset yrange [0:*]\n"
                "set datafile missing '?'\nset xlabel ",
                file);
    write_quoted(file, table->key[0]);
    (void)fputs("\nset ylabel ", file);
    write_quoted(file, table->metric);
    if (table->key[1] != NULL) {
        (void)fputs("\nset key title ", file);
        write_quoted(file, table->key[1]);
    }
    if (numbers && is_geometric(g))
        (void)fputs("\nset logscale x 2", file);
    if (numbers) {
        (void)fputs("\nset offsets graph 0.03, graph 0.03, 0, 0\nset xtics (", file);
        write_ticks(file, table, g, is_geometric(g));
    }
    (void)fputs(numbers ? ")" : "\nset style data histograms\nset style histogram clustered gap 1\nset style fill solid 0.9 border -1\nset boxwidth 0.9", file);
    (void)fputs("\n$data << END\n", file);
    for (size_t i = 0; i < g->count[0]; i++) {
        (void)fprintf(file, "\"%s\"", g->value[0][i]);
        for (size_t k = 0; k < g->count[1]; k++) {
            const rs_query_cell *cell = cell_at(table, g->value[0][i], g->value[1][k]);

            if (cell != NULL)
                (void)fprintf(file, " %.9g", shown(table, cell));
            else
                (void)fputs(" ?", file);
        }
        (void)fputc('\n', file);
    }
    (void)fputs("END\nplot ", file);
    for (size_t k = 0; k < g->count[1]; k++) {
        if (numbers)
            (void)fprintf(file, "%s$data using (real(strcol(1))):%zu with linespoints linewidth 1.5 dashtype %d pointtype %d", k > 0 ? ", " : "", k + 2,
                          rs_palette[k % RS_PALETTE_SIZE].dashes, rs_palette[k % RS_PALETTE_SIZE].point);
        else
            (void)fprintf(file, "%s$data using %zu:xtic(1)", k > 0 ? ", " : "", k + 2);
        (void)fprintf(file, " linecolor rgb '%s' title ", rs_palette[k % RS_PALETTE_SIZE].colour);
        write_quoted(file, name_of(table, g, k));
    }
    (void)fputc('\n', file);
}

bool rs_query_draw(FILE *svg, const rs_query_table *table, rs_error *error)
{
    static const char *const argv[] = {"gnuplot", "-", NULL};
    FILE *script = tmpfile();
    grid g;
    bool good = make_grid(table, &g) && script != NULL;

    if (good) {
        write_script(script, table, &g);
        const rs_child_files files = {script, svg, false, false};

        good = rs_child_command(argv, &files, "gnuplot-nox", error);
    } else {
        rs_error_set(error, "found no room for gnuplot's commands (%s), expected some", strerror(errno));
    }
    if (script != NULL)
        (void)fclose(script);
    free_grid(&g);
    return good;
}
