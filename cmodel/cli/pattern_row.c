/* Table, CSV, JSON and picture's data of 'rowstreak patterns'. */
#include "pattern_row.h"
#include "common/csv.h"
#include "common/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const char *const rs_pattern_version_names[RS_PATTERN_VERSIONS] = {"ordered", "plain",      "strided", "global",
                                                                   "scratchpad", "indirect", "both"};
const char *const rs_pattern_figure_names[RS_PATTERN_FIGURES] = {"instructions", "l1_misses", "l2_read_misses", "row_misses",
                                                                 "cycles"};
const double rs_pattern_paper[RS_PATTERN_FIGURES] = {0.67, 0.88, 0.90, 0.81, 1 / 1.26};
const rs_pattern_gain rs_pattern_paper_gain = {0.41 * (1 / 1.26 - 1), 0.59 * (1 / 1.26 - 1)};

/* Percent of the dynamic instructions. */
static double share(const rs_pattern_row *row, uint64_t count)
{
    return 100.0 * (double)count / (double)row->machine.instructions.instructions;
}

/* Strided and indirect instructions. */
static uint64_t vectors(const rs_pattern_row *row)
{
    const uint64_t *memory = row->machine.instructions.memory;

    return memory[2] + memory[3] + memory[4] + memory[5];
}

/* Instructions of threads a cycle, all SMs. */
static double ipc(const rs_pattern_row *row)
{
    return (double)row->machine.thread_instructions / (double)row->machine.cycles;
}

/* Percent of the cycles of all SMs. */
static double time_share(const rs_pattern_row *row, enum rs_stall_class stall)
{
    return 100.0 * (double)row->machine.stall_class[stall] / ((double)row->machine.cycles * row->machine.sm_count);
}

static double change(double factor)
{
    return 100.0 * (factor - 1);
}

/* Plain versions, and what has none to be compared with, in absolute numbers. */
static void print_row(FILE *file, const rs_pattern_row *row)
{
    const bool absolute = row->version <= RS_PATTERN_PLAIN || !isfinite(row->over_plain[0]);

    (void)fprintf(file, "  %-10s %6u  ", rs_pattern_version_names[row->version], row->length);
    if (absolute)
        (void)fprintf(file, "%12" PRIu64, rs_pattern_figure(row, 0));
    else
        (void)fprintf(file, "%+11.1f%%", change(row->over_plain[0]));
    (void)fprintf(file, " %7.1f %6.1f", share(row, row->machine.instructions.of_class[RS_CLASS_ADDRESS]), share(row, vectors(row)));
    for (int f = 1; f < RS_PATTERN_FIGURES; f++)
        if (absolute)
            (void)fprintf(file, " %10" PRIu64, rs_pattern_figure(row, f));
        else
            (void)fprintf(file, " %+9.1f%%", change(row->over_plain[f]));
    (void)fprintf(file, " %7.1f %5.1f %5.1f %5.1f", ipc(row), time_share(row, RS_STALL_NONE), time_share(row, RS_STALL_MEMORY_STRUCTURAL),
                  time_share(row, RS_STALL_MEMORY_DATA));
    (void)fprintf(file, " %7.2f %6.2f %6.2f", row->machine.camat_mean, row->machine.camat_least, row->machine.camat_most);
    (void)fprintf(file, "%s\n", row->machine.stopped ? " stopped" : "");
}

static void print_fastest(FILE *file, const rs_pattern_row *rows, size_t count)
{
    const char *between = "  fastest: ";

    for (size_t i = 0; i < count; i++)
        if (rows[i].baseline || rows[i].best || rows[i].ordered) {
            (void)fprintf(file, "%s%s %u", between, rs_pattern_version_names[rows[i].version], rows[i].length);
            between = ", ";
        }
    (void)fputs(between[0] == ',' ? "\n" : "", file);
}

static void print_means(FILE *file, const char *name, const double *factors)
{
    (void)fprintf(file, "%-22s %+9.1f%% %14s %+9.1f%% %+9.1f%% %+9.1f%% %+9.1f%%\n", name, change(factors[0]), "",
                  change(factors[1]), change(factors[2]), change(factors[3]), change(factors[4]));
}

static void print_gain(FILE *file, const char *name, const rs_pattern_row *rows, size_t count, bool over_ordered)
{
    rs_pattern_gain gain;

    (void)rs_pattern_rows_gain(rows, count, over_ordered, &gain);
    (void)fprintf(file, "%-22s %+9.1f%% issuing %+9.1f%% stalled\n", name, 100 * gain.issuing, 100 * gain.stalled);
}

static void print_heading(FILE *file)
{
    static const char line[] = "%21s%12s %7s %6s %10s %10s %10s %10s %7s %5s %5s %5s %7s %6s %6s\n";

    (void)fprintf(file, "%114s%31s\n", "of the SMs' cycles", "C-AMAT of the SMs");
    (void)fprintf(file, line, "", "instructions", "address", "new", "L1 misses", "L2 misses", "row misses", "run time", "IPC", "issue",
                  "stru.", "data", "mean", "least", "most");
    (void)fprintf(file, line, "", "warps'", "%", "%", "lines", "64 B", "ACTs", "cycles", "threads", "%", "%", "%", "cycles", "cycles", "cycles");
}

void rs_pattern_row_print(FILE *file, rs_pattern_row *rows, size_t index)
{
    const bool first = index == 0 || rs_pattern_group_end(rows, index + 1, index - 1) == index;

    rs_pattern_rows_relate(rows, index + 1);
    if (index == 0)
        print_heading(file);
    if (first && index != 0) {
        size_t begin = index - 1;

        while (begin > 0 && rs_pattern_group_end(rows, index, begin - 1) == index)
            begin--;
        print_fastest(file, rows + begin, index - begin);
    }
    if (first)
        (void)fprintf(file, "%s on %s\n", rows[index].kernel, rows[index].input);
    print_row(file, &rows[index]);
}

void rs_pattern_rows_print_end(FILE *file, const rs_pattern_row *rows, size_t count)
{
    double over_plain[RS_PATTERN_FIGURES], over_ordered[RS_PATTERN_FIGURES];
    size_t begin = count > 0 ? count - 1 : 0;

    while (begin > 0 && rs_pattern_group_end(rows, count, begin - 1) == count)
        begin--;
    print_fastest(file, rows + begin, count - begin);
    (void)rs_pattern_rows_mean(rows, count, true, over_ordered);
    if (rs_pattern_rows_mean(rows, count, false, over_plain)) {
        (void)fprintf(file, "geometric means\n");
        print_means(file, "  over plain", over_plain);
        print_means(file, "  over ordered", over_ordered);
        print_means(file, "PATTERNS, 16 programs", rs_pattern_paper);
        (void)fprintf(file, "where the run time went: change of the SMs' cycles, in %% of all of them\n");
        print_gain(file, "  over plain", rows, count, false);
        print_gain(file, "  over ordered", rows, count, true);
        (void)fprintf(file, "%-22s %+9.1f%% issuing %+9.1f%% stalled\n", "PATTERNS", 100 * rs_pattern_paper_gain.issuing,
                      100 * rs_pattern_paper_gain.stalled);
    }
    (void)fprintf(file, "plain: loads of an unrolled round first; ordered: element by element, as the source. Changes are against the\n"
                        "fastest plain one. fastest: that one, the fastest ordered one and the fastest with all instructions that the\n"
                        "kernel has a use for, which the means are of; scatter, none of PATTERNS' programs, is not in them. new %%:\n"
                        "share of strided and indirect instructions. IPC: instructions of threads a cycle. Of the SMs' cycles: an instruction issued, or\n"
                        "memory structural and memory data stalls, by the stall inspectors; the rest by CSV and JSON. C-AMAT: active cycles of an\n"
                        "SM's memory side / its accesses.\n"
                        "stopped: by --max-cycles; instructions of the CTAs begun until then, all else up to there.\n");
}

/* ---- CSV, JSON: the same columns ------------------------------------------------------------------------- */

typedef struct column {
    const char *name;
    double value;
    int digits; /* behind the point */
} column;

enum { COLUMNS = 64, CAMAT_DIGITS = 4, FORM_DIGITS = 6 };

static size_t columns_of(const rs_pattern_row *row, column *columns)
{
    const rs_pattern_counts *m = &row->machine;
    const rs_kernel_counts *i = &m->instructions;
    const struct {
        const char *name;
        uint64_t value;
    } counts[] = {
        {"instructions", i->instructions}, {"address_instructions", i->of_class[RS_CLASS_ADDRESS]},
        {"memory_instructions", i->of_class[RS_CLASS_MEMORY]}, {"control_instructions", i->of_class[RS_CLASS_CONTROL]},
        {"compute_instructions", i->of_class[RS_CLASS_COMPUTE]}, {"ld", i->memory[0]}, {"st", i->memory[1]},
        {"ld_stride", i->memory[2]}, {"st_stride", i->memory[3]}, {"ld_indirect", i->memory[4]},
        {"st_indirect", i->memory[5]}, {"cycles", m->cycles}, {"issued", m->issued}, {"thread_instructions", m->thread_instructions},
        {"stall_none", m->stall_class[RS_STALL_NONE]}, {"stall_memory_structural", m->stall_class[RS_STALL_MEMORY_STRUCTURAL]},
        {"stall_memory_data", m->stall_class[RS_STALL_MEMORY_DATA]}, {"stall_synchronization", m->stall_class[RS_STALL_SYNCHRONIZATION]},
        {"stall_compute_structural", m->stall_class[RS_STALL_COMPUTE_STRUCTURAL]},
        {"stall_compute_data", m->stall_class[RS_STALL_COMPUTE_DATA]}, {"stall_control", m->stall_class[RS_STALL_CONTROL]},
        {"stall_idle", m->stall_class[RS_STALL_IDLE]}, {"structural_release", m->stall_cause[RS_STALL_RELEASE]},
        {"structural_mshr", m->stall_cause[RS_STALL_MSHR]}, {"structural_store_buffer", m->stall_cause[RS_STALL_STORE_BUFFER]},
        {"structural_bank", m->stall_cause[RS_STALL_BANK]}, {"structural_unit", m->stall_cause[RS_STALL_UNIT]},
        {"data_scratchpad", m->stall_level[RS_SERVED_SCRATCHPAD]}, {"data_l1", m->stall_level[RS_SERVED_L1]},
        {"data_merged", m->stall_level[RS_SERVED_MERGED]}, {"data_l2", m->stall_level[RS_SERVED_L2]},
        {"data_memory", m->stall_level[RS_SERVED_MEMORY]},
        {"l1_loads", m->l1_hits + m->l1_merged + m->l1_misses}, {"l1_hits", m->l1_hits}, {"l1_merged", m->l1_merged},
        {"l1_misses", m->l1_misses}, {"store_lines", m->store_lines}, {"l2_reads", m->l2_reads}, {"l2_writes", m->l2_writes},
        {"l2_read_misses", m->l2_misses}, {"dram_reads", m->dram_reads}, {"dram_writes", m->dram_writes},
        {"row_misses", m->row_misses}, {"stopped", m->stopped ? m->cycles : 0},
    };
    const rs_camat_parameters all = rs_camat_of(&m->camat);
    const column reals[] = {{"ipc", ipc(row), CAMAT_DIGITS},
                            {"dram_utilization", m->dram_utilization, FORM_DIGITS},
                            {"dram_energy_nj", m->dram_energy_nj, 0},
                            {"camat_mean", m->camat_mean, CAMAT_DIGITS},
                            {"camat_least", m->camat_least, CAMAT_DIGITS},
                            {"camat_most", m->camat_most, CAMAT_DIGITS},
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
    for (size_t k = 0; k < sizeof(reals) / sizeof(reals[0]); k++)
        columns[n++] = reals[k];
    return n;
}

/* A number with so many digits behind the point; empty without one. */
static void write_number(FILE *file, double value, int digits)
{
    if (isfinite(value))
        (void)fprintf(file, "%.*f", digits, value);
}

/* C-AMAT of an SM; no number of one that accessed no memory. */
static double camat_of(const rs_pattern_row *row, uint32_t sm)
{
    return row->machine.camat_sms[sm] > 0 ? row->machine.camat_sms[sm] : (double)NAN;
}

static void csv_row(FILE *file, const rs_config *config, const rs_pattern_row *row)
{
    column columns[COLUMNS];
    const size_t n = columns_of(row, columns);

    (void)fprintf(file, "%d,%s,", RS_PATTERN_SCHEMA, row->kernel);
    rs_csv_write_text(file, row->input);
    (void)fprintf(file, ",%s,%s,%u,%d,%d", row->input_hash, rs_pattern_version_names[row->version], row->length, row->baseline,
                  row->best);
    for (size_t c = 0; c < n; c++) {
        (void)fputc(',', file);
        write_number(file, columns[c].value, columns[c].digits);
    }
    for (uint32_t i = 0; i < row->machine.sm_count; i++) {
        (void)fputc(i == 0 ? ',' : ';', file);
        write_number(file, camat_of(row, i), CAMAT_DIGITS);
    }
    for (int f = 0; f < 2 * RS_PATTERN_FIGURES; f++) {
        (void)fputc(',', file);
        write_number(file, f < RS_PATTERN_FIGURES ? row->over_plain[f] : row->over_ordered[f - RS_PATTERN_FIGURES], CAMAT_DIGITS);
    }
#define RS_KEY(NAME, field, init, min, max, kind, text) (void)fprintf(file, ",%u", config->field);
#include "config.def"
#undef RS_KEY
    (void)fputc(',', file);
    rs_csv_write_text(file, config->memory_nodes_text);
    (void)fputc(',', file);
    rs_csv_write_text(file, config->address_map_text);
    (void)fputc('\n', file);
}

void rs_pattern_rows_csv_header(FILE *file)
{
    rs_pattern_row none; /* for the names of the columns */
    column columns[COLUMNS];
    size_t n;

    memset(&none, 0, sizeof(none));
    n = columns_of(&none, columns);
    (void)fprintf(file, "schema_version,kernel,input,input_hash,version,length,baseline,best");
    for (size_t c = 0; c < n; c++)
        (void)fprintf(file, ",%s", columns[c].name);
    (void)fprintf(file, ",camat_sms");
    for (int f = 0; f < 2 * RS_PATTERN_FIGURES; f++)
        (void)fprintf(file, ",%s_over_%s", rs_pattern_figure_names[f % RS_PATTERN_FIGURES], f < RS_PATTERN_FIGURES ? "plain" : "ordered");
#define RS_KEY(NAME, field, init, min, max, kind, text) (void)fprintf(file, "," #field);
#include "config.def"
#undef RS_KEY
    (void)fprintf(file, ",memory_nodes,address_map\n");
}

void rs_pattern_rows_csv(FILE *file, const rs_config *config, const rs_pattern_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        csv_row(file, config, &rows[i]);
}

static void json_figures(rs_json *json, const char *name, const double *figures)
{
    rs_json_object(json, name, false);
    for (int f = 0; f < RS_PATTERN_FIGURES; f++)
        rs_json_fixed(json, rs_pattern_figure_names[f], figures[f], CAMAT_DIGITS);
    rs_json_end(json);
}

static void json_gain(rs_json *json, const char *name, const rs_pattern_gain *gain)
{
    rs_json_object(json, name, false);
    rs_json_fixed(json, "issuing", gain->issuing, CAMAT_DIGITS);
    rs_json_fixed(json, "stalled", gain->stalled, CAMAT_DIGITS);
    rs_json_end(json);
}

static void json_row(rs_json *json, const rs_pattern_row *row)
{
    column columns[COLUMNS];
    const size_t n = columns_of(row, columns);

    rs_json_object(json, NULL, false);
    rs_json_text(json, "kernel", row->kernel);
    rs_json_text(json, "input", row->input);
    rs_json_text(json, "input_hash", row->input_hash);
    rs_json_text(json, "version", rs_pattern_version_names[row->version]);
    rs_json_count(json, "length", row->length);
    rs_json_bool(json, "baseline", row->baseline);
    rs_json_bool(json, "best", row->best);
    for (size_t c = 0; c < n; c++)
        rs_json_fixed(json, columns[c].name, columns[c].value, columns[c].digits);
    rs_json_array(json, "camat_sms", false);
    for (uint32_t i = 0; i < row->machine.sm_count; i++)
        rs_json_fixed(json, NULL, camat_of(row, i), CAMAT_DIGITS);
    rs_json_end(json);
    for (int f = 0; f < 2 * RS_PATTERN_FIGURES; f++) {
        char name[64];

        (void)snprintf(name, sizeof(name), "%s_over_%s", rs_pattern_figure_names[f % RS_PATTERN_FIGURES],
                       f < RS_PATTERN_FIGURES ? "plain" : "ordered");
        rs_json_fixed(json, name, f < RS_PATTERN_FIGURES ? row->over_plain[f] : row->over_ordered[f - RS_PATTERN_FIGURES], CAMAT_DIGITS);
    }
    rs_json_end(json);
}

void rs_pattern_rows_json(FILE *file, const rs_config *config, const rs_pattern_row *rows, size_t count)
{
    rs_json json = {file, 0, {false}, {false}, {false}};
    double over_plain[RS_PATTERN_FIGURES], over_ordered[RS_PATTERN_FIGURES];
    rs_pattern_gain gain_over_plain, gain_over_ordered;

    (void)rs_pattern_rows_mean(rows, count, false, over_plain);
    (void)rs_pattern_rows_mean(rows, count, true, over_ordered);
    rs_json_object(&json, NULL, true);
    rs_json_count(&json, "schema_version", RS_PATTERN_SCHEMA);
    rs_json_object(&json, "configuration", false);
#define RS_KEY(NAME, field, init, min, max, kind, text) rs_json_count(&json, #field, config->field);
#include "config.def"
#undef RS_KEY
    rs_json_text(&json, "memory_nodes", config->memory_nodes_text);
    rs_json_text(&json, "address_map", config->address_map_text);
    rs_json_end(&json);
    json_figures(&json, "mean_over_plain", over_plain);
    json_figures(&json, "mean_over_ordered", over_ordered);
    json_figures(&json, "paper_over_plain", rs_pattern_paper);
    (void)rs_pattern_rows_gain(rows, count, false, &gain_over_plain);
    (void)rs_pattern_rows_gain(rows, count, true, &gain_over_ordered);
    json_gain(&json, "gain_over_plain", &gain_over_plain);
    json_gain(&json, "gain_over_ordered", &gain_over_ordered);
    json_gain(&json, "paper_gain", &rs_pattern_paper_gain);
    rs_json_array(&json, "runs", true);
    for (size_t i = 0; i < count; i++)
        json_row(&json, &rows[i]);
    rs_json_end(&json);
    rs_json_end(&json);
}

/* The whole version of this length over plain, 0: the ordered one; "-" without. */
static void print_bar(FILE *file, const rs_pattern_row *rows, size_t first, size_t end, int f, uint32_t length)
{
    for (size_t i = first; i < end; i++)
        if (length == 0 ? rows[i].ordered : rows[i].whole && rows[i].length == length) {
            if (!isfinite(rows[i].over_plain[f]))
                break;
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
