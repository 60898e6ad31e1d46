/* Result files that are whole or not there: written beside the target, renamed when complete.
 * A target that exists and is no regular file (a device, a pipe) is written directly. */
#ifndef ROWSTREAK_CLI_OUTPUT_FILE_H
#define ROWSTREAK_CLI_OUTPUT_FILE_H

#include "rowstreak.h"

typedef struct rs_output_file {
    FILE *file;
    char path[4096];      /* the target */
    char temporary[4112]; /* empty when the target is written directly */
} rs_output_file;

bool rs_output_open(rs_output_file *output, const char *path, rs_error *error);
/* Flushes, syncs, closes, renames. On an error nothing is left behind. Closed in either case. */
bool rs_output_commit(rs_output_file *output, rs_error *error);
/* Closes and leaves nothing behind. */
void rs_output_discard(rs_output_file *output);

#endif
