/* What a run leaves beside its record, for the files of --output-dir: figures by channel, by epoch and by both, histograms of latencies
 * and waits. A run may be in a process of its own, so its lines go to a file that rs_run_folder puts together with others: each begins
 * with the letter of its part. Definitions of the figures: observe/metrics.h. */
#ifndef ROWSTREAK_CLI_RUN_PARTS_H
#define ROWSTREAK_CLI_RUN_PARTS_H

#include "machine/simulation.h"

enum rs_run_part { RS_PART_CHANNELS, RS_PART_EPOCHS, RS_PART_EPOCH_CHANNELS, RS_PART_HISTOGRAMS, RS_RUN_PARTS };

typedef struct rs_run_part_form {
    char letter;
    const char *name;    /* of the file */
    const char *columns;
} rs_run_part_form;
extern const rs_run_part_form rs_run_part_forms[RS_RUN_PARTS];

typedef struct rs_run_parts {
    FILE *file; /* NULL: nothing is wanted */
    const rs_config *config;
    const rs_simulation *simulation;
    uint64_t epochs, instructions; /* so far */
    rs_metrics_sums before;        /* at the end of the epoch before */
} rs_run_parts;

/* Before the first cycle that counts. */
void rs_run_parts_start(rs_run_parts *parts, FILE *file, const rs_config *config, const rs_simulation *simulation);
/* An epoch ends here; none without a cycle since the one before. */
void rs_run_parts_epoch(rs_run_parts *parts);
/* The last cycle that counts was the one before. */
void rs_run_parts_end(rs_run_parts *parts);
/* When the reads that were due in these cycles are back: of a trace with cycles. False: the file has not taken all lines. */
bool rs_run_parts_due(rs_run_parts *parts);

#endif
