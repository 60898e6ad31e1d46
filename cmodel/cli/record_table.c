/* Records as a printed table, beside THESIS' figures, and as gnuplot columns. */
#include "record.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "study/means.h"

static bool same_block(const rs_record *a, const rs_record *b)
{
    return strcmp(a->workload, b->workload) == 0 && strcmp(a->graph, b->graph) == 0 && rs_record_same_size(a, b);
}

static bool same_machine(const rs_record *a, const rs_record *b)
{
    return same_block(a, b) && strcmp(a->machine, b->machine) == 0;
}

typedef bool (*same_function)(const rs_record *, const rs_record *);

static bool first_of(const rs_record *records, size_t index, same_function same)
{
    for (size_t i = 0; i < index; i++)
        if (same(&records[i], &records[index]))
            return false;
    return true;
}

/* The median run, by cycles, among the seeds of one machine, and the range (the lower of two middle ones). */
static const rs_record *median_run(const rs_record *records, size_t count, const rs_record *of, uint64_t *runs,
                                   uint64_t *least, uint64_t *most)
{
    const rs_record *median = of;

    *runs = 0;
    *least = *most = of->cycles;
    for (size_t i = 0; i < count; i++) {
        size_t below = 0, equal_before = 0, all = 0;

        if (!same_machine(&records[i], of))
            continue;
        for (size_t j = 0; j < count; j++) {
            if (!same_machine(&records[j], of))
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

/* Two lines: the values, and below them each value over FR-FCFS's. */
static void print_row(FILE *file, const rs_record *r)
{
    (void)fprintf(file, "  %-15s %11" PRIu64, r->machine, r->cycles);
    print_real(file, 6, 1, 100 * r->dram_efficiency);
    print_real(file, 6, 1, 100 * r->dram_utilization);
    print_real(file, 6, 2, r->row_locality_pre);
    print_real(file, 6, 2, r->row_locality_post);
    print_real(file, 6, 1, 100 * r->row_locality_kept);
    print_real(file, 7, 1, r->latency_mean);
    (void)fprintf(file, " %7" PRIu64 " %9" PRIu64, r->latency_p99, r->breakers);
    print_real(file, 7, 2, r->energy_per_request_nj);
}

static void print_ratios(FILE *file, const rs_record *r)
{
    if (!isfinite(r->cycles_relative) || strcmp(r->machine, "FR-FCFS") == 0)
        return;
    (void)fprintf(file, "  %-15s", "   / FR-FCFS");
    print_real(file, 11, 2, r->cycles_relative);
    print_real(file, 6, 2, r->dram_efficiency_relative);
    print_real(file, 6, 2, r->dram_utilization_relative);
    print_real(file, 6, 2, r->row_locality_pre_relative);
    print_real(file, 6, 2, r->row_locality_post_relative);
    print_real(file, 6, 2, r->row_locality_kept_relative);
    print_real(file, 7, 2, r->latency_mean_relative);
    print_real(file, 7, 2, r->latency_p99_relative);
    print_real(file, 9, 2, r->breakers_relative);
    print_real(file, 7, 2, r->energy_relative);
    (void)fputc('\n', file);
}

/* Of a block's size what the blocks differ in, as ", QUEUE 8"; the SMs' memory sides and
 * a run's early end always. */
static void print_size(FILE *file, const rs_record *records, size_t count, const rs_record *of)
{
    bool sms = false, channels = false, banks = false, queue = false, chips = false, vcs = false, static_vc = false;

    for (size_t i = 0; i < count; i++) {
        sms |= records[i].sms != of->sms;
        channels |= records[i].channels != of->channels;
        banks |= records[i].banks != of->banks;
        queue |= records[i].queue != of->queue;
        chips |= records[i].chips != of->chips;
        vcs |= records[i].vcs != of->vcs;
        static_vc |= records[i].static_vc != of->static_vc;
    }
    if (sms)
        (void)fprintf(file, ", SMS %" PRIu64, of->sms);
    if (channels)
        (void)fprintf(file, ", CHANNELS %" PRIu64, of->channels);
    if (banks)
        (void)fprintf(file, ", %" PRIu64 " banks", of->banks);
    if (queue)
        (void)fprintf(file, ", QUEUE %" PRIu64, of->queue);
    if (chips)
        (void)fprintf(file, ", CHIPS %" PRIu64, of->chips);
    if (vcs)
        (void)fprintf(file, ", VCS %" PRIu64, of->vcs);
    if (static_vc)
        (void)fprintf(file, ", STATIC_VC %" PRIu64, of->static_vc);
    if (of->sm_memory[0] != '\0')
        (void)fprintf(file, ", SMs with %s", of->sm_memory);
    if (of->stopped != 0)
        (void)fprintf(file, ", the first %" PRIu64 " cycles", of->stopped);
}

/* Mean, least and most of the SMs; and of all of them the five-parameter form. */
static void print_camat(FILE *file, const rs_record *r)
{
    if (!isfinite(r->camat_mean))
        return;
    (void)fprintf(file, "; C-AMAT %.2f, of an SM %.2f to %.2f", r->camat_mean, r->camat_least, r->camat_most);
    (void)fprintf(file, ", of all %.2f = H %.2f / C_H %.2f + pMR %.3f * pAMP %.1f / C_M %.2f", r->camat_all,
                  r->camat_hit_time, r->camat_hit_concurrency, r->camat_pure_miss_rate, r->camat_pure_miss_penalty,
                  r->camat_miss_concurrency);
}

void rs_records_print_table(FILE *file, const rs_record *records, size_t count)
{
    (void)fprintf(file, "%-17s %11s %6s %6s %6s %6s %6s %7s %7s %9s %7s  %s\n", "", "", "DRAM", "DRAM", "row", "access",
                  "local.", "read", "latency", "streak", "energy", "");
    (void)fprintf(file, "%-17s %11s %6s %6s %6s %6s %6s %7s %7s %9s %7s  %s\n", "", "cycles", "eff.%", "util.%", "pre",
                  "post", "kept%", "mean", "p99", "breakers", "nJ/req", "RTL in lockstep");
    for (size_t i = 0; i < count; i++) {
        if (!first_of(records, i, same_block))
            continue;
        (void)fprintf(file, "%s%s%s", records[i].workload, records[i].graph[0] != '\0' ? " on " : "", records[i].graph);
        print_size(file, records, count, &records[i]);
        (void)fputc('\n', file);
        for (size_t j = i; j < count; j++) {
            const rs_record *run;
            uint64_t runs, least, most;

            if (!same_block(&records[i], &records[j]) || !first_of(records, j, same_machine))
                continue;
            run = median_run(records, count, &records[j], &runs, &least, &most);
            print_row(file, run);
            if (run->mismatches > 0)
                (void)fprintf(file, "  MISMATCH at cycle %" PRIu64, run->lockstep_cycles);
            else if (run->lockstep_cycles > 0)
                (void)fprintf(file, "  identical, %" PRIu64 " cycles", run->lockstep_cycles);
            else
                (void)fprintf(file, "  model only");
            if (runs > 1)
                (void)fprintf(file, "; %" PRIu64 " seeds, cycles %" PRIu64 " to %" PRIu64, runs, least, most);
            print_camat(file, run);
            (void)fputc('\n', file);
            print_ratios(file, run);
        }
    }
    (void)fprintf(file, "pre, post: requests per row streak before and after the interconnect; kept: post over FR-FCFS's "
                        "pre.\nCycles everywhere; '/ FR-FCFS': over FR-FCFS of the same workload, graph, seed and size.\n");
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

static double measure_speed(const rs_record *run, const rs_record *baseline)
{
    (void)baseline;
    return 1 / run->cycles_relative;
}

/* Harmonic mean over all workloads and graphs of a machine's measure, of runs to the end with or without the SMs' memory
 * sides; baseline: BFIFO of the same block and seed. Not a number without such runs. */
static double harmonic_mean(const rs_record *records, size_t count, const char *machine, measure_function measure,
                            bool sm_memory)
{
    rs_mean blocks = {0, 0}; /* of inverses */

    for (size_t i = 0; i < count; i++) {
        if (strcmp(records[i].machine, machine) != 0 || records[i].stopped != 0 ||
            (records[i].sm_memory[0] != '\0') != sm_memory)
            continue;
        for (size_t j = 0; j < count; j++) {
            double value;

            if (strcmp(records[j].machine, "BFIFO") != 0 || !same_block(&records[i], &records[j]) ||
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
        {"row access locality kept, no hold", "BFIFO", "56.2 (mean of topologies 53)", measure_kept, 0, 1},
        {"row access locality kept, HG", "BFIFO+HG", "over 70", measure_kept, 0, 1},
        {"row access locality kept, HMHG4", "BFIFO+HMHG4", "over 70", measure_kept, 0, 1},
        {"DRAM efficiency, BFIFO", "BFIFO", "55", measure_efficiency, 0, 1},
        {"DRAM efficiency, BFIFO+HG", "BFIFO+HG", "63", measure_efficiency, 0, 1},
        {"DRAM efficiency, BFIFO+HMHG4", "BFIFO+HMHG4", "63", measure_efficiency, 0, 1},
        {"memory latency of BFIFO cut by HG", "BFIFO+HG", "33.9", measure_latency, 1, -1},
        {"memory latency of BFIFO cut by HMHG4", "BFIFO+HMHG4", "35.3", measure_latency, 1, -1},
        {"speed of BFIFO+HMHG4 over FR-FCFS", "BFIFO+HMHG4", "86.0 (IPC)", measure_speed, 0, 1},
    };

    (void)fprintf(file, "\n%-38s %8s %8s   %s\n", "per cent, harmonic mean", "here", "with SMs", "THESIS 6.3");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        (void)fprintf(file, "%-38s", rows[i].what);
        for (int sm_memory = 0; sm_memory < 2; sm_memory++) {
            double mean = harmonic_mean(records, count, rows[i].machine, rows[i].measure, sm_memory != 0);

            print_real(file, 8, 1, 100 * (rows[i].offset + rows[i].scale * mean));
        }
        (void)fprintf(file, "   %s\n", rows[i].thesis);
    }
    (void)fprintf(file,
                  "THESIS: nine memory-bound CUDA programs with caches and an issue stage. Here: only the programs above,\n"
                  "every coalesced access goes to the DRAM, unless the SMs' memory sides are in the machine (\"with SMs\"),\n"
                  "warps wait for each load, and speed is inverse run time, not IPC. So compare the order and the\n"
                  "direction of the effects, not the digits.\n");
}

void rs_records_write_plot(FILE *file, const rs_record *records, size_t count)
{
    bool any = false;

    for (size_t i = 0; i < count; i++) {
        if (!first_of(records, i, same_block) || records[i].sm_memory[0] != '\0' || records[i].stopped != 0)
            continue;
        (void)fprintf(file, "%s\"%s%s%s\" cycles_relative dram_efficiency row_locality_kept latency_mean\n",
                      any ? "\n\n" : "", records[i].workload, records[i].graph[0] != '\0' ? " " : "",
                      records[i].graph);
        any = true;
        for (size_t j = i; j < count; j++) {
            const rs_record *run;
            uint64_t runs, least, most;

            if (!same_block(&records[i], &records[j]) || !first_of(records, j, same_machine))
                continue;
            run = median_run(records, count, &records[j], &runs, &least, &most);
            (void)fprintf(file, "\"%s\" %.6g %.6g %.6g %.6g\n", run->machine, run->cycles_relative,
                          100 * run->dram_efficiency, 100 * run->row_locality_kept, run->latency_mean);
        }
    }
}
