/* 'rowstreak report': merges the CSV files of several runs. */
#include "cli.h"
#include "output_file.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

enum report_option { REPORT_CSV, REPORT_JSON, REPORT_PLOT, REPORT_THESIS, REPORT_HELP };

static const rs_cli_option options[] = {
    {"csv", "FILE", "write all records as one CSV"},
    {"json", "FILE", "write all records as one JSON array"},
    {"plot", "FILE", "write columns for gnuplot (cmodel/cli/summary.gp draws them)"},
    {"thesis", NULL, "print THESIS' figures beside those of these runs"},
    {"help", NULL, "this text"},
};
enum { OPTIONS = sizeof(options) / sizeof(options[0]) };

enum { OUT_CSV, OUT_JSON, OUT_PLOT, OUTPUTS };

/* Opens the outputs, none of which is one of the CSV files, writes them. */
static bool write_files(const char *const *paths, const char *const *inputs, size_t input_count, const rs_record *records,
                        size_t count, bool *stdout_taken, rs_error *error)
{
    static void (*const writers[OUTPUTS])(FILE *, const rs_record *, size_t) = {rs_records_write_csv, rs_records_write_json,
                                                                                rs_records_write_plot};
    rs_output_file outputs[OUTPUTS];

    if (!rs_outputs_open(outputs, paths, OUTPUTS, inputs, input_count, error))
        return false;
    *stdout_taken = rs_outputs_take_stdout(outputs, OUTPUTS);
    for (size_t i = 0; i < OUTPUTS; i++)
        if (outputs[i].file != NULL)
            writers[i](outputs[i].file, records, count);
    return rs_outputs_commit(outputs, OUTPUTS, error);
}

int rs_cli_command_report(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_cli_parser parser = {options, OPTIONS, argc, 1, argv, NULL};
    const char *paths[OUTPUTS] = {NULL, NULL, NULL};
    rs_record *records = NULL;
    size_t count = 0;
    int inputs = 0;
    bool thesis = false, good = true, stdout_taken = false;
    uint64_t mismatches = 0;
    rs_error error;
    int option;

    (void)hook;
    while (good && (option = rs_cli_next(&parser)) != RS_CLI_END) {
        switch (option) {
        case REPORT_CSV: paths[OUT_CSV] = parser.value; break;
        case REPORT_JSON: paths[OUT_JSON] = parser.value; break;
        case REPORT_PLOT: paths[OUT_PLOT] = parser.value; break;
        case REPORT_THESIS: thesis = true; break;
        case RS_CLI_OPERAND:
            argv[1 + inputs++] = argv[parser.next - 1]; /* gathers them in front */
            good = rs_records_read_csv(parser.value, &records, &count, &error);
            break;
        case REPORT_HELP:
            (void)printf("Usage: rowstreak report [OPTIONS] CSV...\n\n"
                         "Merges CSV files of 'rowstreak run', relates every run to FR-FCFS of the same input, configuration\n"
                         "and seed, and prints one table: what differs in anything but the seed is another row, a run that is\n"
                         "there twice is one. Exits 1 if a run has a lockstep mismatch.\n\n");
            rs_cli_print_options(options, OPTIONS);
            free(records);
            return rs_cli_finish_output(0);
        default: free(records); return 2;
        }
    }
    if (good && count == 0) {
        rs_error_set(&error, "report: found no CSV file, expected at least one");
        good = false;
    }
    if (good) {
        good = rs_records_merge(records, &count, &error);
        rs_records_relate(records, count);
        good = good && write_files(paths, (const char *const *)argv + 1, (size_t)inputs, records, count, &stdout_taken, &error);
    }
    if (good) {
        for (size_t i = 0; i < count; i++)
            mismatches += records[i].mismatches;
        if (!stdout_taken)
            rs_records_print_table(stdout, records, count);
        if (!stdout_taken && thesis && mismatches == 0) /* a run that was cut short compares with nothing */
            rs_records_print_thesis(stdout, records, count);
    }
    free(records);
    return good ? rs_cli_finish_output(mismatches > 0 ? 1 : 0) : rs_cli_fail(&error);
}
