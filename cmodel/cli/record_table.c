/* Records as a printed table, beside THESIS' figures, and as gnuplot columns. */
#include "record.h"
#include "study/means.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { NAME_WIDTH = 20 };

/* The median run, by cycles, among the seeds of one row, and the range (the lower of two middle ones). */
static const rs_record *median_run(const rs_record *records, size_t count, const rs_record *of, uint64_t *runs,
                                   uint64_t *least, uint64_t *most)
{
    const rs_record *median = of;

    *runs = 0;
    *least = *most = of->cycles;
    for (size_t i = 0; i < count; i++) {
        size_t below = 0, equal_before = 0, all = 0;

        if (records[i].row != of->row)
            continue;
        for (size_t j = 0; j < count; j++) {
            if (records[j].row != of->row)
                continue;
            all++;
            below += records[j].cycles < records[i].cycles;
            equal_before += records[j].cycles == records[i].cycles && j < i;
        }
        if (below + equal_before == (all - 1) / 2)
            median = &records[i];
        *runs = all;
        *least = records[i].cycles < *least ? records[i].cycles : *least;
        *most = records[i].cycles > *most ? records[i].cycles : *most;
    }
    return median;
}

static void print_real(FILE *file, int width, int digits, double value)
{
    if (isfinite(value))
        (void)fprintf(file, " %*.*f", width, digits, value);
    else
        (void)fprintf(file, " %*s", width, "-");
}

/* A name that is too long has a line of its own. */
static void print_name(FILE *file, const char *name)
{
    if (strlen(name) > NAME_WIDTH)
        (void)fprintf(file, "  %s\n  %-*s", name, NAME_WIDTH, "");
    else
        (void)fprintf(file, "  %-*s", NAME_WIDTH, name);
}

/* Two lines: the values, and below them each value over FR-FCFS's. */
static void print_row(FILE *file, const rs_record *r)
{
    print_name(file, r->machine);
    (void)fprintf(file, " %11" PRIu64, r->cycles);
    print_real(file, 6, 1, 100 * r->dram_efficiency);
    print_real(file, 6, 1, 100 * r->dram_utilization);
    print_real(file, 6, 2, r->row_locality_pre);
    print_real(file, 6, 2, r->row_locality_post);
    print_real(file, 6, 1, 100 * r->row_locality_kept);
    print_real(file, 7, 1, r->latency_mean);
    (void)fprintf(file, " %7" PRIu64 " %9" PRIu64, r->latency_p99, r->breakers);
    print_real(file, 8, 2, r->energy_per_request_nj);
    (void)fprintf(file, "  %s\n", r->mismatches > 0 ? "DIFFERS" : r->lockstep_cycles > 0 ? "identical" : "model only");
}

static void print_ratios(FILE *file, const rs_record *r)
{
    if (!isfinite(r->cycles_relative) || strcmp(r->machine, "FR-FCFS") == 0)
        return;
    print_name(file, "   / FR-FCFS");
    print_real(file, 11, 2, r->cycles_relative);
    print_real(file, 6, 2, r->dram_efficiency_relative);
    print_real(file, 6, 2, r->dram_utilization_relative);
    print_real(file, 6, 2, r->row_locality_pre_relative);
    print_real(file, 6, 2, r->row_locality_post_relative);
    print_real(file, 6, 2, r->row_locality_kept_relative);
    print_real(file, 7, 2, r->latency_mean_relative);
    print_real(file, 7, 2, r->latency_p99_relative);
    print_real(file, 9, 2, r->breakers_relative);
    print_real(file, 8, 2, r->energy_relative);
    (void)fputc('\n', file);
}

/* A comma and a blank later a line is broken, before it has 120 columns. */
static void print_folded(FILE *file, const char *text, int column)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, ",") + (text[strcspn(text, ",")] == ',');

        if (column > 4 && column + (int)length > 118) {
            (void)fputs("\n    ", file);
            column = 4;
            text += *text == ' ';
            continue;
        }
        (void)fprintf(file, "%.*s", (int)length, text);
        column += (int)length;
        text += length;
    }
    (void)fputc('\n', file);
}

/* The SMs, their memory sides' sizes and the L2, as "28 SMs with MSHR 128x8, lines of 128 B, no L1". */
static void describe_sms(const rs_record *r, char *text, size_t size)
{
    char table[32], cache[40] = "no L1", l2[48] = "";

    if (r->miss_table != 0)
        (void)snprintf(table, sizeof(table), "PRT %u", (unsigned)r->miss_entries);
    else
        (void)snprintf(table, sizeof(table), "MSHR %ux%u%s", (unsigned)r->miss_entries, (unsigned)r->miss_merges,
                       r->miss_slot != 0 ? " by warp" : "");
    if (r->l1_cache != 0)
        (void)snprintf(cache, sizeof(cache), "L1 %u B, %u-way", (unsigned)(r->l1_sets * r->l1_ways * r->line_bytes),
                       (unsigned)r->l1_ways);
    if (r->l2 != 0)
        (void)snprintf(l2, sizeof(l2), ", L2 %u KB a controller", (unsigned)(r->l2_sets * r->l2_ways / 8)); /* lines of 128 B */
    (void)snprintf(text, size, ", %u SMs with %s, lines of %u B, %s%s", (unsigned)r->sms, table, (unsigned)r->line_bytes, cache, l2);
}

/* What was run, and in what the block differs from others; the SMs' memory sides and a run's early end always. */
static void print_title(FILE *file, const rs_record *records, size_t count, const rs_record *of)
{
    char text[1200], differences[700], sms[160] = "", stopped[48] = "";

    rs_records_differences(records, count, of, false, differences, sizeof(differences));
    if (of->whole != 0)
        describe_sms(of, sms, sizeof(sms));
    if (of->stopped != 0)
        (void)snprintf(stopped, sizeof(stopped), ", the first %" PRIu64 " cycles", of->stopped);
    (void)snprintf(text, sizeof(text), "%s%s%s%s%s%s", of->workload, of->graph[0] != '\0' ? " on " : "", of->graph, sms, stopped,
                   differences);
    print_folded(file, text, 0);
}

/* Instructions, and the SMs' cycles by stall class; of a class below a thousandth nothing is said. */
static void print_stalls(FILE *file, const rs_record *r)
{
    const struct {
        const char *name;
        uint64_t cycles;
    } classes[] = {{"issuing", r->stall_none}, {"memory structural", r->stall_memory_structural}, {"memory data", r->stall_memory_data},
                   {"synchronization", r->stall_synchronization}, {"compute structural", r->stall_compute_structural},
                   {"compute data", r->stall_compute_data}, {"control", r->stall_control}, {"idle", r->stall_idle}};
    uint64_t all = 0;
    char text[400];
    int length;

    for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
        all += classes[i].cycles;
    length = snprintf(text, sizeof(text), "IPC %.2f, %.3f warp instructions a cycle and SM; SMs' cycles %%:", r->ipc, r->issue_rate);
    for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
        if (1000 * classes[i].cycles >= all)
            length += snprintf(text + length, sizeof(text) - (size_t)length, " %s %.1f,", classes[i].name,
                               100 * (double)classes[i].cycles / (double)all);
    text[length - 1] = '\0';
    (void)fputs("    ", file);
    print_folded(file, text, 4);
}

/* Lines below a row: what its name does not tell, seeds, where the RTL differs, C-AMAT, a trace's latency. */
static void print_notes(FILE *file, const rs_record *records, size_t count, const rs_record *r, uint64_t runs, uint64_t least,
                        uint64_t most)
{
    char differences[400];

    rs_records_differences(records, count, r, true, differences, sizeof(differences));
    if (differences[0] != '\0') {
        (void)fputs("    with ", file);
        print_folded(file, differences + 2, 9);
    }
    if (runs > 1 && r->mismatches == 0)
        (void)fprintf(file, "    the median of %" PRIu64 " seeds, cycles %" PRIu64 " to %" PRIu64 "\n", runs, least, most);
    if (r->mismatches > 0)
        (void)fprintf(file, "    the RTL differs from the model in cycle %" PRIu64 "\n", r->lockstep_cycles);
    if (isfinite(r->camat_mean))
        (void)fprintf(file, "    C-AMAT, cycles: SMs %.2f (%.2f to %.2f); all %.2f = H %.2f / C_H %.2f + pMR %.3f * pAMP %.1f / C_M %.2f\n",
                      r->camat_mean, r->camat_least, r->camat_most, r->camat_all, r->camat_hit_time, r->camat_hit_concurrency,
                      r->camat_pure_miss_rate, r->camat_pure_miss_penalty, r->camat_miss_concurrency);
    if (r->instructions != 0)
        print_stalls(file, r);
    if (isfinite(r->trace_latency_mean))
        (void)fprintf(file, "    read latency from the request's cycle in the trace on: mean %.1f, p99 %.0f, longest %.0f cycles\n",
                      r->trace_latency_mean, r->trace_latency_p99, r->trace_latency_max);
}

/* Median runs have mismatches only if their row has one: such a run is never hidden behind others. */
static const rs_record *shown_run(const rs_record *records, size_t count, const rs_record *of, uint64_t *runs, uint64_t *least,
                                  uint64_t *most)
{
    const rs_record *run = median_run(records, count, of, runs, least, most);

    for (size_t i = 0; i < count; i++)
        if (records[i].row == of->row && records[i].mismatches > 0)
            return &records[i];
    return run;
}

void rs_records_print_table(FILE *file, const rs_record *records, size_t count)
{
    (void)fprintf(file, "%-22s %11s %6s %6s %20s %15s %9s %8s\n", "", "", "DRAM", "DRAM", "row access locality", "read latency",
                  "streak", "energy");
    (void)fprintf(file, "%-22s %11s %6s %6s %6s %6s %6s %7s %7s %9s %8s\n", "", "run time", "effic.", "utiliz", "before", "after",
                  "kept", "mean", "p99", "breakers", "/request");
    (void)fprintf(file, "%-22s %11s %6s %6s %13s %6s %7s %7s %9s %8s  %s\n", "", "cycles", "%", "%", "req./streak", "%", "cycles",
                  "cycles", "count", "nJ", "RTL");
    for (size_t i = 0; i < count; i++) {
        if (records[i].block != i)
            continue;
        print_title(file, records, count, &records[i]);
        for (size_t j = i; j < count; j++) {
            const rs_record *run;
            uint64_t runs, least, most;

            if (records[j].block != i || records[j].row != j)
                continue;
            run = shown_run(records, count, &records[j], &runs, &least, &most);
            print_row(file, run);
            print_ratios(file, run);
            print_notes(file, records, count, run, runs, least, most);
        }
    }
    (void)fprintf(file, "before, after: requests to one row in sequence, as they leave an SM and as a controller accepts them; kept: after over\n"
                        "before of FR-FCFS, above 100 %% where the network brings together what several SMs ask of one row. Efficiency: data\n"
                        "cycles over cycles with work, utilization: over all. Breakers: requests that part two of one row in a queue.\n"
                        "/ FR-FCFS: over FR-FCFS of the same input, configuration and seed. RTL: compared with the model in every cycle.\n");
}

/* ---- THESIS' figures ------------------------------------------------------------------------------ */

typedef double (*measure_function)(const rs_record *run, const rs_record *baseline);

static double measure_kept(const rs_record *run, const rs_record *baseline)
{
    (void)baseline;
    return run->row_locality_kept;
}

static double measure_efficiency(const rs_record *run, const rs_record *baseline)
{
    (void)baseline;
    return run->dram_efficiency;
}

static double measure_latency(const rs_record *run, const rs_record *baseline)
{
    return run->latency_mean / baseline->latency_mean;
}

/* IPC over FR-FCFS' IPC: a program has the same instructions on both. */
static double measure_speed(const rs_record *run, const rs_record *baseline)
{
    (void)baseline;
    return 1 / run->cycles_relative;
}

static bool has_l1(const rs_record *record)
{
    return record->whole != 0 && record->l1_cache != 0;
}

/* Harmonic mean over all workloads and graphs of a machine's measure, of runs to the end with or without an L1 cache;
 * baseline: BFIFO of the same block and seed. Not a number without such runs. */
static double harmonic_mean(const rs_record *records, size_t count, const char *machine, measure_function measure, bool l1)
{
    rs_mean blocks = {0, 0}; /* of inverses */

    for (size_t i = 0; i < count; i++) {
        if (strcmp(records[i].machine, machine) != 0 || records[i].stopped != 0 || has_l1(&records[i]) != l1)
            continue;
        for (size_t j = 0; j < count; j++) {
            double value;

            if (strcmp(records[j].machine, "BFIFO") != 0 || records[j].block != records[i].block ||
                records[i].seed != records[j].seed)
                continue;
            value = measure(&records[i], &records[j]);
            if (isfinite(value) && value > 0)
                rs_mean_add(&blocks, 1 / value);
        }
    }
    return rs_mean_harmonic(&blocks);
}

void rs_records_print_thesis(FILE *file, const rs_record *records, size_t count)
{
    static const struct {
        const char *what, *machine, *thesis;
        measure_function measure;
        double offset, scale; /* printed: (offset + scale * value) in per cent */
    } rows[] = {
        {"row access locality kept, FR-FCFS", "FR-FCFS", "56.2 (mean of topologies 53)", measure_kept, 0, 1},
        {"row access locality kept, BFIFO", "BFIFO", "-", measure_kept, 0, 1},
        {"row access locality kept, HG", "BFIFO+HG", "over 70", measure_kept, 0, 1},
        {"row access locality kept, HMHG4", "BFIFO+HMHG4", "over 70", measure_kept, 0, 1},
        {"DRAM efficiency, BFIFO", "BFIFO", "55", measure_efficiency, 0, 1},
        {"DRAM efficiency, BFIFO+HG", "BFIFO+HG", "63", measure_efficiency, 0, 1},
        {"DRAM efficiency, BFIFO+HMHG4", "BFIFO+HMHG4", "63", measure_efficiency, 0, 1},
        {"memory latency of BFIFO cut by HG", "BFIFO+HG", "33.9", measure_latency, 1, -1},
        {"memory latency of BFIFO cut by HMHG4", "BFIFO+HMHG4", "35.3", measure_latency, 1, -1},
        {"IPC of BFIFO+HMHG4 over FR-FCFS", "BFIFO+HMHG4", "86.0", measure_speed, 0, 1},
    };

    (void)fprintf(file, "\n%-38s %8s %8s   %s\n", "per cent, harmonic mean", "here", "with L1", "THESIS 6.3");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        (void)fprintf(file, "%-38s", rows[i].what);
        for (int l1 = 0; l1 < 2; l1++) {
            double mean = harmonic_mean(records, count, rows[i].machine, rows[i].measure, l1 != 0);

            print_real(file, 8, 1, 100 * (rows[i].offset + rows[i].scale * mean));
        }
        (void)fprintf(file, "   %s\n", rows[i].thesis);
    }
    (void)fprintf(file,
                  "THESIS: nine memory-bound CUDA programs. Here: the programs above that ran on BFIFO and FR-FCFS as well; with L1: those\n"
                  "of them that ran on SMs with an L1 cache, which THESIS has not. How far a hold goes depends on the program, so\n"
                  "compare the order and the direction of the effects (cmodel/cli/RESULTS.md).\n");
}

void rs_records_write_plot(FILE *file, const rs_record *records, size_t count)
{
    bool any = false;
    char differences[400];

    for (size_t i = 0; i < count; i++) {
        if (records[i].block != i || has_l1(&records[i]) || records[i].stopped != 0 || !isfinite(records[i].cycles_relative))
            continue;
        rs_records_differences(records, count, &records[i], false, differences, sizeof(differences));
        (void)fprintf(file, "%s\"%s%s%s%s\" cycles_relative dram_efficiency row_locality_kept latency_mean\n",
                      any ? "\n\n" : "", records[i].workload, records[i].graph[0] != '\0' ? " " : "",
                      records[i].graph, differences);
        any = true;
        for (size_t j = i; j < count; j++) {
            const rs_record *run;
            uint64_t runs, least, most;

            if (records[j].block != i || records[j].row != j)
                continue;
            run = median_run(records, count, &records[j], &runs, &least, &most);
            (void)fprintf(file, "\"%s\" %.6g %.6g %.6g %.6g\n", run->machine, run->cycles_relative,
                          100 * run->dram_efficiency, 100 * run->row_locality_kept, run->latency_mean);
        }
    }
}
