#include "study/latency_curves.h"
#include "common/csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = "pattern,loads,threads,latency,variance";

enum { COLUMNS = 5 };
#define LONGEST 1e9 /* latency, cycles */

uint32_t rs_curve_next(const double *curve, uint32_t threads)
{
    while (++threads <= RS_LATENCY_THREADS)
        if (curve[threads] > 0)
            return threads;
    return 0;
}

double rs_curves_shortest(const rs_latency_curves *curves)
{
    double shortest = 0;

    for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++)
        for (uint32_t loads = 0; loads < RS_LATENCY_LOADS; loads++)
            for (uint32_t threads = 0; threads <= RS_LATENCY_THREADS; threads++) {
                const double latency = curves->latency[pattern][loads][threads];

                if (latency > 0 && (shortest <= 0 || latency < shortest))
                    shortest = latency;
            }
    return shortest;
}

int rs_curve_saturation(const double *curve, uint32_t loads, double shortest)
{
    uint32_t threads = rs_curve_next(curve, 0), next;

    if (threads == 0)
        return RS_CURVE_NONE;
    if (rs_curve_starts_full(curve[threads], shortest))
        return 0;
    for (; (next = rs_curve_next(curve, threads)) != 0; threads = next)
        if (curve[next] > curve[threads] + (next - threads) * loads + shortest / 2)
            return (int)threads;
    return RS_CURVE_NONE;
}

static void write_point(FILE *file, const double *curve, uint32_t before, uint32_t threads)
{
    const uint32_t next = rs_curve_next(curve, threads);

    (void)fprintf(file, ",%u,%.9g,", threads, curve[threads]);
    if (before != 0 && next != 0) {
        const double mean = (curve[before] + curve[threads] + curve[next]) / 3;
        const double from[3] = {curve[before] - mean, curve[threads] - mean, curve[next] - mean};

        (void)fprintf(file, "%.9g", (from[0] * from[0] + from[1] * from[1] + from[2] * from[2]) / 2);
    }
    (void)fputc('\n', file);
}

void rs_curves_write_csv(FILE *file, const rs_latency_curves *curves)
{
    (void)fprintf(file, "%s\n", header);
    for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++)
        for (uint32_t loads = 1; loads <= RS_LATENCY_LOADS; loads++) {
            const double *curve = curves->latency[pattern][loads - 1];
            uint32_t before = 0;

            for (uint32_t threads = 0; (threads = rs_curve_next(curve, threads)) != 0; before = threads) {
                (void)fprintf(file, "%s,%u", rs_latency_pattern_name(pattern), loads);
                write_point(file, curve, before, threads);
            }
        }
}

static bool read_number(const char *cell, const char *what, uint32_t least, uint32_t most, uint32_t *value, rs_error *error)
{
    char *end;
    unsigned long number;

    errno = 0;
    number = strtoul(cell, &end, 10);
    if (cell[0] < '0' || cell[0] > '9' || *end != '\0' || errno != 0 || number < least || number > most) {
        rs_error_set(error, "found %s '%.40s', expected %u to %u", what, cell, least, most);
        return false;
    }
    *value = (uint32_t)number;
    return true;
}

static bool read_point(rs_latency_curves *curves, char *cell[COLUMNS], rs_error *error)
{
    uint32_t pattern = 0, loads, threads;
    double latency, *point;
    char *end;

    while (pattern < RS_LATENCY_PATTERNS && strcmp(cell[0], rs_latency_pattern_name(pattern)) != 0)
        pattern++;
    if (pattern == RS_LATENCY_PATTERNS) {
        rs_error_set(error, "found pattern '%.40s', expected UNQ, Merger2, Merger4, Merger8, Merger16 or Merger32", cell[0]);
        return false;
    }
    if (!read_number(cell[1], "loads", 1, RS_LATENCY_LOADS, &loads, error) ||
        !read_number(cell[2], "threads", 1, RS_LATENCY_THREADS, &threads, error))
        return false;
    latency = strtod(cell[3], &end);
    if (cell[3][0] < '0' || cell[3][0] > '9' || *end != '\0' || !(latency >= 1 && latency <= LONGEST)) {
        rs_error_set(error, "found latency '%.40s', expected a number from 1 to %g", cell[3], LONGEST);
        return false;
    }
    if (strtod(cell[4], &end) < 0 || *end != '\0') {
        rs_error_set(error, "found variance '%.40s', expected a number from 0 or nothing", cell[4]);
        return false;
    }
    point = &curves->latency[pattern][loads - 1][threads];
    if (*point > 0) {
        rs_error_set(error, "found %s, %u loads, %u threads twice, expected once", cell[0], loads, threads);
        return false;
    }
    *point = latency;
    return true;
}

static bool check_header(rs_csv *csv)
{
    static const char *const names[COLUMNS] = {"pattern", "loads", "threads", "latency", "variance"};
    for (size_t i = 0; i < COLUMNS; i++)
        if (i >= csv->cells || csv->cells > COLUMNS || strcmp(csv->cell[i], names[i]) != 0)
            return rs_text_fail(&csv->text, 1, "found '%.60s' in column %zu, expected %s", i < csv->cells ? csv->cell[i] : "", i + 1,
                                header);
    return true;
}

bool rs_curves_read_csv(rs_latency_curves *curves, const char *path, rs_error *error)
{
    rs_csv csv;
    rs_error inner;
    unsigned lines = 0;
    bool good;

    if (!rs_csv_open(&csv, path, "a CSV of 'rowstreak thread-latency'", error))
        return false;
    while (rs_csv_next(&csv)) {
        if (++lines == 1)
            (void)check_header(&csv);
        else if (csv.cells != COLUMNS)
            (void)rs_text_fail(&csv.text, csv.text.number, "found %zu columns, expected %d", csv.cells, COLUMNS);
        else if (!read_point(curves, csv.cell, &inner))
            (void)rs_text_fail(&csv.text, csv.text.number, "%.230s", inner.text);
    }
    if (lines < 2)
        (void)rs_text_fail(&csv.text, csv.text.number, "found %u lines, expected a header and at least one point", lines);
    good = !csv.text.failed;
    rs_csv_close(&csv);
    return good;
}
