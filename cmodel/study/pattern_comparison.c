/* Contract: pattern_comparison.h. */
#include "study/pattern_comparison.h"

#include <math.h>
#include <string.h>

#include "study/means.h"

uint64_t rs_pattern_figure(const rs_pattern_row *row, int f)
{
    switch (f) {
    case 0: return row->instructions.instructions;
    case 1: return row->machine.sms.misses;
    case 2: return row->machine.slices.misses;
    case 3: return row->machine.slices.activates;
    default: return row->machine.cycles;
    }
}

static bool same_input(const rs_pattern_row *a, const rs_pattern_row *b)
{
    return strcmp(a->kernel, b->kernel) == 0 && strcmp(a->input, b->input) == 0;
}

size_t rs_pattern_group_end(const rs_pattern_row *rows, size_t count, size_t first)
{
    size_t end = first;

    while (end < count && same_input(&rows[first], &rows[end]))
        end++;
    return end;
}

static double over(const rs_pattern_row *row, const rs_pattern_row *other, int f)
{
    return rs_pattern_figure(other, f) != 0 ? (double)rs_pattern_figure(row, f) / (double)rs_pattern_figure(other, f) : 1;
}

static void relate_group(rs_pattern_row *rows, size_t count)
{
    const rs_pattern_row *baseline = NULL, *ordered = NULL, *best = NULL;

    for (size_t i = 0; i < count; i++) {
        const rs_pattern_row **fastest = rows[i].version == RS_PATTERN_PLAIN     ? &baseline
                                         : rows[i].version == RS_PATTERN_ORDERED ? &ordered
                                                                                 : &best;

        if (!rows[i].machine.stopped && (rows[i].version <= RS_PATTERN_PLAIN || rows[i].whole) &&
            (*fastest == NULL || rows[i].machine.cycles < (*fastest)->machine.cycles))
            *fastest = &rows[i];
    }
    for (size_t i = 0; i < count; i++) {
        rows[i].baseline = &rows[i] == baseline;
        rows[i].ordered = &rows[i] == ordered;
        rows[i].best = &rows[i] == best;
        for (int f = 0; f < RS_PATTERN_FIGURES; f++) {
            const bool related = baseline != NULL && !rows[i].machine.stopped;

            rows[i].over_plain[f] = related ? over(&rows[i], baseline, f) : (double)NAN;
            rows[i].over_ordered[f] = related ? over(&rows[i], ordered != NULL ? ordered : baseline, f) : (double)NAN;
        }
    }
}

void rs_pattern_rows_relate(rs_pattern_row *rows, size_t count)
{
    for (size_t first = 0, end; first < count; first = end) {
        end = rs_pattern_group_end(rows, count, first);
        relate_group(rows + first, end - first);
    }
}

bool rs_pattern_rows_mean(const rs_pattern_row *rows, size_t count, bool over_ordered, double mean[RS_PATTERN_FIGURES])
{
    bool any = false;

    for (int f = 0; f < RS_PATTERN_FIGURES; f++) {
        rs_mean kernels = {0, 0}, inputs = {0, 0}; /* of logarithms */

        for (size_t i = 0; i < count; i++) {
            if (rows[i].best && rows[i].of_patterns && isfinite(rows[i].over_plain[f]))
                rs_mean_add(&inputs, log(over_ordered ? rows[i].over_ordered[f] : rows[i].over_plain[f]));
            if ((i + 1 == count || strcmp(rows[i].kernel, rows[i + 1].kernel) != 0) && inputs.count != 0) {
                rs_mean_add(&kernels, rs_mean_of(&inputs));
                inputs = (rs_mean){0, 0};
            }
        }
        any = kernels.count != 0;
        mean[f] = any ? exp(rs_mean_of(&kernels)) : 1;
    }
    return any;
}
