/* Other programs, such as gnuplot and Slurm's. */
#ifndef ROWSTREAK_CLI_CHILD_COMMAND_H
#define ROWSTREAK_CLI_CHILD_COMMAND_H

#include "rowstreak.h"

/* Runs argv[0], found in PATH, with these files as its standard input and output (input is read from its start; NULL: nothing). False, with
 * an error: there is no such program, or it does not end with 0. package: the Debian package that has it, for the message. */
bool rs_child_command(const char *const *argv, FILE *input, FILE *output, const char *package, rs_error *error);

#endif
