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

typedef void (*writer)(FILE *, const rs_record *, size_t);

static bool write_file(const char *path, writer write, const rs_record *records, size_t count, rs_error *error)
{
    rs_output_file output;

    if (path == NULL)
        return true;
    if (!rs_output_open(&output, path, error))
        return false;
    write(output.file, records, count);
    return rs_output_commit(&output, error);
}

int rs_cli_command_report(int argc, char **argv)
{
    rs_cli_parser parser = {options, OPTIONS, argc, 1, argv, NULL};
    const char *csv = NULL, *json = NULL, *plot = NULL;
    rs_record *records = NULL;
    size_t count = 0;
    bool thesis = false, good = true;
    uint64_t mismatches = 0;
    rs_error error;
    int option;

    while (good && (option = rs_cli_next(&parser)) != RS_CLI_END) {
        switch (option) {
        case REPORT_CSV: csv = parser.value; break;
        case REPORT_JSON: json = parser.value; break;
        case REPORT_PLOT: plot = parser.value; break;
        case REPORT_THESIS: thesis = true; break;
        case RS_CLI_OPERAND: good = rs_records_read_csv(parser.value, &records, &count, &error); break;
        case REPORT_HELP:
            (void)printf("Usage: rowstreak report [OPTIONS] CSV...\n\n"
                         "Merges CSV files of 'rowstreak run', relates every run to FR-FCFS of the same workload,\n"
                         "graph and seed, and prints one table. Exits 1 if a run has a lockstep mismatch.\n\n");
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
        rs_records_relate(records, count);
        good = write_file(csv, rs_records_write_csv, records, count, &error) &&
               write_file(json, rs_records_write_json, records, count, &error) &&
               write_file(plot, rs_records_write_plot, records, count, &error);
    }
    if (good) {
        for (size_t i = 0; i < count; i++)
            mismatches += records[i].mismatches;
        rs_records_print_table(stdout, records, count);
        if (thesis && mismatches == 0) /* a run that was cut short compares with nothing */
            rs_records_print_thesis(stdout, records, count);
    }
    free(records);
    return good ? rs_cli_finish_output(mismatches > 0 ? 1 : 0) : rs_cli_fail(&error);
}
