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

static void print_guess(const char *name, const rs_deduction *guess, bool merges)
{
    (void)fputs(name, stdout);
    print_bounds(guess->least_entries, guess->most_entries, RS_DEDUCE_OPEN, "entries");
    if (merges)
        print_bounds(guess->least_merges, guess->most_merges, RS_DEDUCE_MERGES, "merges");
    (void)printf("\n");
}

static bool decided(const rs_deduction *guess)
{
    return guess->least_entries == guess->most_entries && guess->least_merges == guess->most_merges
           && guess->most_merges != RS_DEDUCE_MERGES;
}

/* Where the latency jumps, and what is undecided and why. */
static void print_reasons(const rs_latency_curves *curves, const rs_deduction *mshr, const rs_deduction *prt)
{
    const uint32_t shortest = rs_curves_shortest(curves);

    (void)printf("\nlast threads before a jump, 1 to %d loads:\n", RS_LATENCY_LOADS);
    for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++) {
        (void)printf("  %-8s", rs_latency_pattern_name(pattern));
        for (uint32_t loads = 0; loads < RS_LATENCY_LOADS; loads++) {
            const uint32_t *curve = curves->latency[pattern][loads];
            const int threads = rs_curve_saturation(curve, shortest);

            if (threads == RS_CURVE_NONE)
                (void)printf("%7s", rs_curve_next(curve, 0) != 0 ? "-" : "");
            else
                (void)printf("%7d", threads);
        }
        (void)printf("\n");
    }
    if (mshr->possible)
        (void)printf("MSHR: latency depends on the number of requests alone, and jumps with its multiples of the entries\n");
    if (prt->possible)
        (void)printf("pending request table: the jumps go with the number of warp instructions\n");
    if ((mshr->possible && prt->possible) || (mshr->possible && !decided(mshr)) || (prt->possible && !decided(prt)))
        (void)printf("not decided to the last number: no point of these curves tells the sizes above apart\n");
}

int rs_cli_command_deduce(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_cli_parser parser = {options, OPTIONS, argc, 1, argv, NULL};
    rs_latency_curves *curves = (rs_latency_curves *)calloc(1, sizeof(*curves));
    rs_deduction mshr, prt;
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
                         "Reads the curves of 'rowstreak thread-latency' and names the table behind them: MSHR or pending\n"
                         "request table, its entries and merges, or the range of them that these curves allow. Exits 1 if no\n"
                         "table makes such curves.\n\n");
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
    good = good && rs_deduce(curves, &mshr, &prt, &error);
    if (good) {
        if (mshr.possible)
            print_guess("MSHR table", &mshr, true);
        if (prt.possible)
            print_guess("pending request table", &prt, false);
        if (!mshr.possible && !prt.possible)
            (void)printf("neither: no table of either kind makes these curves\n");
        print_reasons(curves, &mshr, &prt);
    }
    free(curves);
    return good ? rs_cli_finish_output(mshr.possible || prt.possible ? 0 : 1) : rs_cli_fail(&error);
}
