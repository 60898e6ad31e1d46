/* Result files that are whole or not there: written beside the target, renamed when complete, removed when the process is
 * told to end before. A target that exists and is no regular file (a device, a pipe) is written directly, "-" is standard
 * output, and a symbolic link stays one: the file that it leads to is replaced. */
#ifndef ROWSTREAK_CLI_OUTPUT_FILE_H
#define ROWSTREAK_CLI_OUTPUT_FILE_H

#include "rowstreak.h"

typedef struct rs_output_file {
    FILE *file;       /* NULL: no such output; every function takes it */
    const char *path; /* as the user named it */
    char *target;     /* behind all symbolic links */
    char *temporary;  /* NULL: the target is written directly */
} rs_output_file;

/* Opens all outputs of a command before it does its work; those whose path is NULL stay without a file. Refuses a place
 * that cannot be written, an output that is one of the inputs, and two outputs in one file. Paths live as long as the
 * outputs. On an error nothing is left behind. */
bool rs_outputs_open(rs_output_file *outputs, const char *const *paths, size_t count, const char *const *inputs,
                     size_t input_count, rs_error *error);
/* What was written so far goes out: a full disk is found before the work. */
bool rs_outputs_flush(rs_output_file *outputs, size_t count, rs_error *error);
/* Flushes, syncs, closes all; then renames. On an error nothing is left behind. Closed in either case. */
bool rs_outputs_commit(rs_output_file *outputs, size_t count, rs_error *error);
/* Closes and leaves nothing behind. */
void rs_outputs_discard(rs_output_file *outputs, size_t count);
/* One of them is standard output, which then belongs to it alone. */
bool rs_outputs_take_stdout(const rs_output_file *outputs, size_t count);

#endif
