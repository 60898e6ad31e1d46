/* Contract: pattern_comparison.h. */
#include "study/pattern_comparison.h"

#include <math.h>
#include <string.h>

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

        if ((rows[i].version <= RS_PATTERN_PLAIN || rows[i].whole) &&
            (*fastest == NULL || rows[i].machine.cycles < (*fastest)->machine.cycles))
            *fastest = &rows[i];
    }
    for (size_t i = 0; i < count; i++) {
        rows[i].baseline = &rows[i] == baseline;
        rows[i].ordered = &rows[i] == ordered;
        rows[i].best = &rows[i] == best;
        for (int f = 0; baseline != NULL && f < RS_PATTERN_FIGURES; f++) {
            rows[i].over_plain[f] = over(&rows[i], baseline, f);
            rows[i].over_ordered[f] = over(&rows[i], ordered != NULL ? ordered : baseline, f);
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
        double logs = 0, kernel_logs = 0;
        unsigned kernels = 0, inputs = 0;

        for (size_t i = 0; i < count; i++) {
            if (rows[i].best && rows[i].of_patterns) {
                kernel_logs += log(over_ordered ? rows[i].over_ordered[f] : rows[i].over_plain[f]);
                inputs++;
            }
            if ((i + 1 == count || strcmp(rows[i].kernel, rows[i + 1].kernel) != 0) && inputs != 0) {
                logs += kernel_logs / inputs;
                kernels++;
                kernel_logs = 0;
                inputs = 0;
            }
        }
        mean[f] = kernels != 0 ? exp(logs / kernels) : 1;
        any = kernels != 0;
    }
    return any;
}
