/* 'rowstreak deduce': which table of outstanding requests makes these curves. */
#include "cli.h"
#include "study/deduction.h"

#include <stdlib.h>
#include <string.h>

enum deduce_option { DEDUCE_HELP };

static const rs_cli_option options[] = {
    {"help", NULL, "this text"},
};
enum { OPTIONS = sizeof(options) / sizeof(options[0]) };

static void print_bounds(uint32_t least, uint32_t most, uint32_t open, const char *noun)
{
    const char *one = strcmp(noun, "entries") == 0 ? "entry" : "merge";

    if (least != most && most != open)
        (void)printf(", %u to %u %s", least, most, noun);
    else
        (void)printf(", %s%u %s", most == open ? "at least " : "", least, least == 1 ? one : noun);
}

static void print_table(const rs_deduced_table *table)
{
    (void)fputs(table->pending_request_table ? "pending request table" : "MSHR table", stdout);
    print_bounds(table->least_entries, table->most_entries, RS_DEDUCE_OPEN, "entries");
    if (!table->pending_request_table)
        print_bounds(table->least_merges, table->most_merges, RS_DEDUCE_MERGES, "merges");
    (void)printf("\n");
}

static void print_ranks(const rs_deduction *deduction)
{
    (void)printf("\nround trip %.1f cycles\nconfidence  deviation  table\n", deduction->round_trip);
    for (uint32_t i = 0; i < deduction->ranks; i++) {
        const rs_deduced_table *table = &deduction->rank[i];

        (void)printf("%8.2f %%  %7.3f %%  ", 100 * table->confidence, 100 * table->deviation);
        print_table(table);
    }
}

static void print_beyond(const rs_deduction *deduction)
{
    if (deduction->beyond == 0)
        return;
    (void)printf("beyond noise: %u of %u points; the farthest is %s, %u loads, %u threads: latency %.0f, expected %.0f\n",
                 deduction->beyond, deduction->points, rs_latency_pattern_name(deduction->pattern), deduction->loads,
                 deduction->threads, deduction->latency, deduction->predicted);
}

/* Where the latency jumps. */
static void print_jumps(const rs_latency_curves *curves)
{
    const double shortest = rs_curves_shortest(curves);

    (void)printf("\nlast threads before a jump, 1 to %d loads:\n", RS_LATENCY_LOADS);
    for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++) {
        (void)printf("  %-8s", rs_latency_pattern_name(pattern));
        for (uint32_t loads = 1; loads <= RS_LATENCY_LOADS; loads++) {
            const double *curve = curves->latency[pattern][loads - 1];
            const int threads = rs_curve_saturation(curve, loads, shortest);

            if (threads == RS_CURVE_NONE)
                (void)printf("%7s", rs_curve_next(curve, 0) != 0 ? "-" : "");
            else
                (void)printf("%7d", threads);
        }
        (void)printf("\n");
    }
}

int rs_cli_command_deduce(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_cli_parser parser = {options, OPTIONS, argc, 1, argv, NULL};
    rs_latency_curves *curves = (rs_latency_curves *)calloc(1, sizeof(*curves));
    rs_deduction deduction;
    rs_error error;
    bool good = curves != NULL, any = false;
    int option;

    (void)hook;
    if (!good)
        rs_error_set(&error, "deduce: found no memory for the curves, expected some");
    while (good && (option = rs_cli_next(&parser)) != RS_CLI_END) {
        switch (option) {
        case RS_CLI_OPERAND:
            good = rs_curves_read_csv(curves, parser.value, &error);
            any = true;
            break;
        case DEDUCE_HELP:
            (void)printf("Usage: rowstreak deduce CSV...\n\n"
                         "Reads the curves of 'rowstreak thread-latency', or measured ones in the same form, and names the\n"
                         "table behind them: MSHR or pending request table, its entries and merges, or the range of them in\n"
                         "which the truth lies with a confidence of 95 %%. Then the ranking: how sure each table is, and how\n"
                         "far (root mean square) the latencies are from what it predicts. Points may be missing, latencies may\n"
                         "be fractions and noisy. Exits 1 if no table comes near such curves.\n\n");
            rs_cli_print_options(options, OPTIONS);
            free(curves);
            return rs_cli_finish_output(0);
        default: free(curves); return 2;
        }
    }
    if (good && !any) {
        rs_error_set(&error, "deduce: found no CSV file, expected at least one");
        good = false;
    }
    good = good && rs_deduce(curves, &deduction, &error);
    if (good) {
        if (deduction.mshr_possible)
            print_table(&deduction.mshr);
        if (deduction.prt_possible)
            print_table(&deduction.prt);
        if (deduction.ranks == 0)
            (void)printf("neither: no table of either kind makes these curves\n");
        else
            print_ranks(&deduction);
        print_beyond(&deduction);
        print_jumps(curves);
    }
    free(curves);
    return good ? rs_cli_finish_output(deduction.ranks > 0 ? 0 : 1) : rs_cli_fail(&error);
}
