/* Other programs, such as gnuplot and Slurm's. */
#ifndef ROWSTREAK_CLI_CHILD_COMMAND_H
#define ROWSTREAK_CLI_CHILD_COMMAND_H

#include "rowstreak.h"

typedef struct rs_child_files {
    FILE *input, *output; /* its standard input, read from the start (NULL: nothing), and output */
    bool quiet;           /* what it writes on standard error is not shown; the first line stands in the error if it fails */
    bool last;            /* it is to end by itself even if this process was told to end: it does what is left to do then */
} rs_child_files;

/* Runs argv[0], found in PATH. False, with an error: there is no such program, or it does not end with 0. package: the Debian package that
 * has it, for the message. */
bool rs_child_command(const char *const *argv, const rs_child_files *files, const char *package, rs_error *error);

#endif
