/* The folder of --output-dir: what was run, by which version, with which configurations, and everything that came out of it.
 *   command.json          version, arguments, and for every run its number, machine, workload, input, seed and configuration
 *   MACHINE.cfg           its configuration, as 'rowstreak config' prints it and --config takes it; '/' is '_'
 *   results.csv, .json    the records, as of --csv and --json
 *   table.txt             the table
 *   channels.csv, epochs.csv, epoch_channels.csv, histograms.csv   run_parts.h; a line begins with the number of its run
 * The files appear when all of them are complete. */
#ifndef ROWSTREAK_CLI_RUN_FOLDER_H
#define ROWSTREAK_CLI_RUN_FOLDER_H

#include "output_file.h"
#include "record.h"
#include "run_job.h"
#include "run_parts.h"

enum { RS_FOLDER_RUNS = 500 };

typedef struct rs_run_folder {
    const char *path; /* NULL: none is wanted; every function takes it */
    bool made;
    size_t runs, configurations, seeds;
    FILE **part;      /* [runs], of the lines of run_parts.h */
    rs_output_file *output;
    char **name;      /* of the outputs */
    size_t outputs;
} rs_run_folder;

/* Makes the folder, or takes one that is empty, and opens its files. machines: one after the other in the jobs, `seeds` jobs each. */
bool rs_run_folder_open(rs_run_folder *folder, const char *path, const rs_run_job *jobs, size_t runs, size_t machines, size_t seeds,
                        rs_error *error);
/* Writes all of it. records: merged and related. Closed in either case; on an error nothing is left behind. */
bool rs_run_folder_commit(rs_run_folder *folder, int argc, char *const *argv, const rs_run_job *jobs, const rs_record *records,
                          size_t count, rs_error *error);
void rs_run_folder_discard(rs_run_folder *folder);

#endif
