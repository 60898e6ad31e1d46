/* Table, CSV, JSON and picture's data of 'rowstreak patterns'. */
#include "pattern_row.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const char *const rs_pattern_version_names[RS_PATTERN_VERSIONS] = {"ordered", "plain",      "strided", "global",
                                                                   "scratchpad", "indirect", "both"};
const char *const rs_pattern_figure_names[RS_PATTERN_FIGURES] = {"instructions", "l1_misses", "l2_misses", "row_misses",
                                                                 "cycles"};
const double rs_pattern_paper[RS_PATTERN_FIGURES] = {0.67, 0.88, 0.90, 0.81, 1 / 1.26};

/* Percent of the dynamic instructions. */
static double share(const rs_pattern_row *row, uint64_t count)
{
    return 100.0 * (double)count / (double)row->instructions.instructions;
}

/* Strided and indirect instructions. */
static uint64_t vectors(const rs_pattern_row *row)
{
    const uint64_t *memory = row->instructions.memory;

    return memory[2] + memory[3] + memory[4] + memory[5];
}

static double change(double factor)
{
    return 100.0 * (factor - 1);
}

static void print_row(FILE *file, const rs_pattern_row *row)
{
    (void)fprintf(file, "  %-10s %6u  ", rs_pattern_version_names[row->version], row->length);
    if (row->version <= RS_PATTERN_PLAIN)
        (void)fprintf(file, "%12" PRIu64, rs_pattern_figure(row, 0));
    else
        (void)fprintf(file, "%+11.1f%%", change(row->over_plain[0]));
    (void)fprintf(file, " %7.1f %6.1f", share(row, row->instructions.of_class[RS_CLASS_ADDRESS]), share(row, vectors(row)));
    for (int f = 1; f < RS_PATTERN_FIGURES; f++)
        if (row->version <= RS_PATTERN_PLAIN)
            (void)fprintf(file, " %10" PRIu64, rs_pattern_figure(row, f));
        else
            (void)fprintf(file, " %+9.1f%%", change(row->over_plain[f]));
    (void)fprintf(file, " %7.2f %6.2f %6.2f", row->machine.camat_mean, row->machine.camat_least, row->machine.camat_most);
    (void)fprintf(file, "%s\n", row->baseline || row->best || row->ordered ? " *" : "");
}

static void print_means(FILE *file, const char *name, const double *factors)
{
    (void)fprintf(file, "%-22s %+9.1f%% %14s %+9.1f%% %+9.1f%% %+9.1f%% %+9.1f%%\n", name, change(factors[0]), "",
                  change(factors[1]), change(factors[2]), change(factors[3]), change(factors[4]));
}

void rs_pattern_rows_print(FILE *file, const rs_pattern_row *rows, size_t count)
{
    double over_plain[RS_PATTERN_FIGURES], over_ordered[RS_PATTERN_FIGURES];

    (void)rs_pattern_rows_mean(rows, count, true, over_ordered);
    (void)fprintf(file, "%72s%34s\n%21s%12s %7s %6s %10s %10s %10s %10s %7s %6s %6s\n", "", "C-AMAT of the SMs", "",
                  "instructions", "addr. %", "new %", "L1 misses", "L2 misses", "row misses", "cycles", "mean", "least", "most");
    for (size_t i = 0, end = 0; i < count; i++) {
        if (i == end) {
            end = rs_pattern_group_end(rows, count, i);
            (void)fprintf(file, "%s on %s\n", rows[i].kernel, rows[i].input);
        }
        print_row(file, &rows[i]);
    }
    if (rs_pattern_rows_mean(rows, count, false, over_plain)) {
        (void)fprintf(file, "geometric means\n");
        print_means(file, "  over plain", over_plain);
        print_means(file, "  over ordered", over_ordered);
        print_means(file, "PATTERNS, 16 programs", rs_pattern_paper);
    }
    (void)fprintf(file, "plain: loads of an unrolled round first; ordered: element by element, as the source. Changes are against the\n"
                        "fastest plain one; * marks it, the fastest ordered one and the fastest with all instructions that the\n"
                        "kernel has a use for, which the means are of; scatter, none of PATTERNS' programs, is not in them. new %%:\n"
                        "share of strided and indirect instructions. C-AMAT: active cycles of an SM's memory side / its accesses.\n");
}

/* ---- CSV, JSON: the same columns ------------------------------------------------------------------------- */

typedef struct column {
    const char *name;
    double value;
    int digits; /* behind the point */
} column;

enum { COLUMNS = 40, CAMAT_DIGITS = 4, FORM_DIGITS = 6 };

static size_t columns_of(const rs_pattern_row *row, column *columns)
{
    const rs_kernel_counts *i = &row->instructions;
    const rs_sm_counts *sms = &row->machine.sms;
    const rs_slice_counts *slices = &row->machine.slices;
    const struct {
        const char *name;
        uint64_t value;
    } counts[] = {
        {"instructions", i->instructions}, {"address_instructions", i->of_class[RS_CLASS_ADDRESS]},
        {"memory_instructions", i->of_class[RS_CLASS_MEMORY]}, {"control_instructions", i->of_class[RS_CLASS_CONTROL]},
        {"compute_instructions", i->of_class[RS_CLASS_COMPUTE]}, {"ld", i->memory[0]}, {"st", i->memory[1]},
        {"ld_stride", i->memory[2]}, {"st_stride", i->memory[3]}, {"ld_indirect", i->memory[4]},
        {"st_indirect", i->memory[5]}, {"cycles", row->machine.cycles}, {"sm_busy_cycles", sms->busy_cycles},
        {"l1_loads", sms->hits + sms->merged + sms->misses}, {"l1_hits", sms->hits}, {"l1_merged", sms->merged}, {"l1_misses", sms->misses},
        {"store_lines", sms->store_lines}, {"store_requests", sms->store_requests},
        {"miss_full_cycles", sms->miss_full_cycles}, {"store_full_cycles", sms->store_full_cycles},
        {"bank_conflict_cycles", sms->conflict_cycles}, {"l2_reads", slices->reads},
        {"l2_misses", slices->misses}, {"dram_reads", slices->dram_reads}, {"dram_writes", slices->dram_writes},
        {"row_misses", slices->activates},
    };
    const rs_camat_parameters all = rs_camat_of(&row->machine.camat);
    const column camat[] = {{"camat_mean", row->machine.camat_mean, CAMAT_DIGITS},
                            {"camat_least", row->machine.camat_least, CAMAT_DIGITS},
                            {"camat_most", row->machine.camat_most, CAMAT_DIGITS},
                            {"camat_all", all.camat, FORM_DIGITS},
                            {"camat_hit_time", all.hit_time, FORM_DIGITS},
                            {"camat_hit_concurrency", all.hit_concurrency, FORM_DIGITS},
                            {"camat_pure_miss_rate", all.pure_miss_rate, FORM_DIGITS},
                            {"camat_pure_miss_penalty", all.pure_miss_penalty, FORM_DIGITS},
                            {"camat_miss_concurrency", all.miss_concurrency, FORM_DIGITS}};
    size_t n = 0;

    for (; n < sizeof(counts) / sizeof(counts[0]); n++) {
        columns[n].name = counts[n].name;
        columns[n].value = (double)counts[n].value;
        columns[n].digits = 0;
    }
    for (size_t k = 0; k < sizeof(camat) / sizeof(camat[0]); k++)
        columns[n++] = camat[k];
    return n;
}

/* C-AMAT of every SM, with something between them; `none` of one that accessed no memory. */
static void write_sms(FILE *file, const rs_gpu_counts *counts, const char *between, const char *none)
{
    for (uint32_t i = 0; i < counts->sm_count; i++) {
        (void)fputs(i > 0 ? between : "", file);
        if (counts->camat_sms[i] > 0)
            (void)fprintf(file, "%.*f", CAMAT_DIGITS, counts->camat_sms[i]);
        else
            (void)fputs(none, file);
    }
}

void rs_pattern_rows_csv(FILE *file, const rs_pattern_row *rows, size_t count)
{
    column columns[COLUMNS];

    for (size_t i = 0; i < count; i++) {
        const size_t n = columns_of(&rows[i], columns);

        if (i == 0) {
            (void)fprintf(file, "schema_version,kernel,input,version,length,baseline,best");
            for (size_t c = 0; c < n; c++)
                (void)fprintf(file, ",%s", columns[c].name);
            (void)fprintf(file, ",camat_sms");
            for (int f = 0; f < RS_PATTERN_FIGURES; f++)
                (void)fprintf(file, ",%s_over_plain", rs_pattern_figure_names[f]);
            for (int f = 0; f < RS_PATTERN_FIGURES; f++)
                (void)fprintf(file, ",%s_over_ordered", rs_pattern_figure_names[f]);
            (void)fprintf(file, "\n");
        }
        (void)fprintf(file, "%d,%s,\"%s\",%s,%u,%d,%d", RS_PATTERN_SCHEMA, rows[i].kernel, rows[i].input,
                      rs_pattern_version_names[rows[i].version], rows[i].length, rows[i].baseline, rows[i].best);
        for (size_t c = 0; c < n; c++)
            (void)fprintf(file, ",%.*f", columns[c].digits, columns[c].value);
        (void)fputc(',', file);
        write_sms(file, &rows[i].machine, ";", "");
        for (int f = 0; f < RS_PATTERN_FIGURES; f++)
            (void)fprintf(file, ",%.4f", rows[i].over_plain[f]);
        for (int f = 0; f < RS_PATTERN_FIGURES; f++)
            (void)fprintf(file, ",%.4f", rows[i].over_ordered[f]);
        (void)fprintf(file, "\n");
    }
}

static void json_figures(FILE *file, const char *name, const double *figures, const char *end)
{
    (void)fprintf(file, "  \"%s\": {", name);
    for (int f = 0; f < RS_PATTERN_FIGURES; f++)
        (void)fprintf(file, "%s\"%s\": %.4f", f == 0 ? "" : ", ", rs_pattern_figure_names[f], figures[f]);
    (void)fprintf(file, "}%s\n", end);
}

void rs_pattern_rows_json(FILE *file, const rs_pattern_row *rows, size_t count)
{
    column columns[COLUMNS];
    double over_plain[RS_PATTERN_FIGURES], over_ordered[RS_PATTERN_FIGURES];

    (void)rs_pattern_rows_mean(rows, count, false, over_plain);
    (void)rs_pattern_rows_mean(rows, count, true, over_ordered);
    (void)fprintf(file, "{\n  \"schema_version\": %d,\n", RS_PATTERN_SCHEMA);
    json_figures(file, "mean_over_plain", over_plain, ",");
    json_figures(file, "mean_over_ordered", over_ordered, ",");
    json_figures(file, "paper_over_plain", rs_pattern_paper, ",");
    (void)fprintf(file, "  \"runs\": [");
    for (size_t i = 0; i < count; i++) {
        const size_t n = columns_of(&rows[i], columns);

        (void)fprintf(file, "%s\n    {\"kernel\": \"%s\", \"input\": \"%s\", \"version\": \"%s\", \"length\": %u, ",
                      i == 0 ? "" : ",", rows[i].kernel, rows[i].input, rs_pattern_version_names[rows[i].version],
                      rows[i].length);
        (void)fprintf(file, "\"baseline\": %s, \"best\": %s", rows[i].baseline ? "true" : "false",
                      rows[i].best ? "true" : "false");
        for (size_t c = 0; c < n; c++)
            (void)fprintf(file, ", \"%s\": %.*f", columns[c].name, columns[c].digits, columns[c].value);
        (void)fprintf(file, ", \"camat_sms\": [");
        write_sms(file, &rows[i].machine, ", ", "null");
        (void)fputc(']', file);
        for (int f = 0; f < RS_PATTERN_FIGURES; f++)
            (void)fprintf(file, ", \"%s_over_plain\": %.4f, \"%s_over_ordered\": %.4f", rs_pattern_figure_names[f],
                          rows[i].over_plain[f], rs_pattern_figure_names[f], rows[i].over_ordered[f]);
        (void)fprintf(file, "}");
    }
    (void)fprintf(file, "\n  ]\n}\n");
}

/* The whole version of this length over plain, 0: the ordered one; "-" without. */
static void print_bar(FILE *file, const rs_pattern_row *rows, size_t first, size_t end, int f, uint32_t length)
{
    for (size_t i = first; i < end; i++)
        if (length == 0 ? rows[i].ordered : rows[i].whole && rows[i].length == length) {
            (void)fprintf(file, " %.4f", rows[i].over_plain[f]);
            return;
        }
    (void)fprintf(file, " -");
}

void rs_pattern_rows_plot(FILE *file, const rs_pattern_row *rows, size_t count)
{
    for (int f = 0; f < RS_PATTERN_FIGURES; f++) {
        (void)fprintf(file, "%s\"%s\" ordered \"length 4\" \"length 8\" \"length 16\"\n", f == 0 ? "" : "\n\n",
                      rs_pattern_figure_names[f]);
        for (size_t first = 0, end; first < count; first = end) {
            end = rs_pattern_group_end(rows, count, first);
            (void)fprintf(file, "\"%s%s%s\"", rows[first].kernel, rows[first].on_graph ? " " : "",
                          rows[first].on_graph ? rows[first].input : "");
            print_bar(file, rows, first, end, f, 0);
            for (uint32_t length = 4; length <= RS_VECTOR_MAX; length *= 2)
                print_bar(file, rows, first, end, f, length);
            (void)fprintf(file, "\n");
        }
    }
}
