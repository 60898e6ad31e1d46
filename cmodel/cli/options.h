/* Options of the command line: one list yields both the parser and the help text. */
#ifndef ROWSTREAK_CLI_OPTIONS_H
#define ROWSTREAK_CLI_OPTIONS_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_cli_option {
    const char *name;  /* without the two dashes */
    const char *value; /* what the value is called in the help; NULL: no value */
    const char *text;  /* help; '\n' starts another line */
} rs_cli_option;

enum { RS_CLI_END = -1, RS_CLI_OPERAND = -2, RS_CLI_BAD = -3 };

typedef struct rs_cli_parser {
    const rs_cli_option *options;
    size_t count;
    int argc, next;
    char **argv;
    const char *value; /* of the option or operand that rs_cli_next() returned */
} rs_cli_parser;

/* Index of the next option, RS_CLI_OPERAND, RS_CLI_END, or RS_CLI_BAD after printing the error line. */
int rs_cli_next(rs_cli_parser *parser);
void rs_cli_print_options(const rs_cli_option *options, size_t count);

/* Decimal or 0x number within a range, for option values. */
bool rs_cli_number(const char *what, const char *text, uint64_t least, uint64_t most, uint64_t *number,
                   rs_error *error);

/* Prints "rowstreak: TEXT" on stderr, one line; returns 2. */
int rs_cli_fail(const rs_error *error);
/* Flushes stdout; a failed write (full disk) turns exit code 0 into 2. */
int rs_cli_finish_output(int exit_code);

#ifdef __cplusplus
}
#endif
#endif
