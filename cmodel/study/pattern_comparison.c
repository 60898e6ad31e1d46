/* Contract: pattern_comparison.h. */
#include "study/pattern_comparison.h"

#include <math.h>
#include <string.h>

#include "study/means.h"

uint64_t rs_pattern_figure(const rs_pattern_row *row, int f)
{
    switch (f) {
    case 0: return row->machine.instructions.instructions;
    case 1: return row->machine.l1_misses;
    case 2: return row->machine.l2_misses;
    case 3: return row->machine.row_misses;
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

/* Cycles of all SMs. */
static double stalled(const rs_pattern_row *row)
{
    double sum = 0;

    for (uint32_t k = 0; k < RS_STALL_CLASSES; k++)
        sum += k != RS_STALL_NONE ? (double)row->machine.stall_class[k] : 0;
    return sum;
}

/* The row that rows[i] is compared with: the fastest ordered version of its kernel and input, or without it the baseline. */
static const rs_pattern_row *compared_with(const rs_pattern_row *rows, size_t count, size_t i, bool over_ordered)
{
    const rs_pattern_row *baseline = NULL, *ordered = NULL;

    for (size_t k = 0; k < count; k++)
        if (same_input(&rows[k], &rows[i])) {
            baseline = rows[k].baseline ? &rows[k] : baseline;
            ordered = rows[k].ordered ? &rows[k] : ordered;
        }
    return over_ordered && ordered != NULL ? ordered : baseline;
}

bool rs_pattern_rows_gain(const rs_pattern_row *rows, size_t count, bool over_ordered, rs_pattern_gain *gain)
{
    rs_mean kernels[2] = {{0, 0}, {0, 0}}, inputs[2] = {{0, 0}, {0, 0}}; /* issuing, stalled */

    for (size_t i = 0; i < count; i++) {
        const rs_pattern_row *other = rows[i].best && rows[i].of_patterns ? compared_with(rows, count, i, over_ordered) : NULL;

        if (other != NULL) {
            const double time = (double)other->machine.stall_class[RS_STALL_NONE] + stalled(other);

            rs_mean_add(&inputs[0], ((double)rows[i].machine.stall_class[RS_STALL_NONE] - (double)other->machine.stall_class[RS_STALL_NONE]) / time);
            rs_mean_add(&inputs[1], (stalled(&rows[i]) - stalled(other)) / time);
        }
        if ((i + 1 == count || strcmp(rows[i].kernel, rows[i + 1].kernel) != 0) && inputs[0].count != 0)
            for (int k = 0; k < 2; k++) {
                rs_mean_add(&kernels[k], rs_mean_of(&inputs[k]));
                inputs[k] = (rs_mean){0, 0};
            }
    }
    *gain = (rs_pattern_gain){0, 0};
    if (kernels[0].count == 0)
        return false;
    *gain = (rs_pattern_gain){rs_mean_of(&kernels[0]), rs_mean_of(&kernels[1])};
    return true;
}
