/* Dispatch, help and option parsing of the rowstreak command. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char help_text[] =
    "Usage: rowstreak COMMAND [OPTIONS]\n"
    "\n"
    "Cycle-accurate simulation of a GPU's memory path: SMs, request crossbar with hold-grant\n"
    "arbitration, DRAM controllers, GDDR3 pins, reply crossbar. The C model is identical to the\n"
    "Verilog in rtl/ on every output in every cycle.\n"
    "\n"
    "Commands\n"
    "  run      simulate machines on a graph, a matrix or an address pattern; print one table\n"
    "  trace    the same for a request trace of DRAMsim3 or Ramulator\n"
    "  timeline draw the commands and the data bus of a DRAM channel in a window of a run (SVG)\n"
    "  thread-latency  latency of an SM's loads over the number of threads, by table of outstanding requests\n"
    "  deduce   name the table of outstanding requests behind such curves\n"
    "  patterns kernels with and without strided and indirect instructions: instructions, misses, cycles\n"
    "  report   merge the CSV files of several runs into one table, CSV, JSON and a picture's data\n"
    "  config   print a configuration: as text, or as flags for Verilator, Yosys or a C compiler\n"
    "  decode   show channel, bank, row and column of an address\n"
    "'rowstreak COMMAND --help' tells everything about one of them.\n"
    "\n"
    "Machines\n"
    "  SCHEDULER[+HOLD][/L<limit>][/G][/A<cap>], for example FR-FCFS, BFIFO+HG, BFIFO.4+HMHG4/L8/G/A16\n"
    "  SCHEDULER  FIFO     strictly in order\n"
    "             BFIFO    banked FIFO: in order within each DRAM bank\n"
    "             BFIFO.<k>  ... but a row hit among the first k (2, 4, 8) of a bank goes first\n"
    "             BFIFO.<k>x<p>  ... p places a bank out of a pool of QUEUE requests, not QUEUE / banks each\n"
    "             FR-FCFS  first ready, first come first served\n"
    "             FR-FCFS.<n>  ... with n + 1 row comparators in place of QUEUE: less hardware, the same in every cycle\n"
    "             MOST-PENDING  FR-FCFS that opens the row with most requests\n"
    "  HOLD       HG       hold grant: the input granted last wins again\n"
    "             RMHG     ... while it asks for the same DRAM row\n"
    "             HMHG<b>  ... while a b-bit hash of the row is the same\n"
    "  /L<limit>  at most that many consecutive held grants;  /G  bounded wait for every input\n"
    "  /A<cap>    at most that many requests of a bank pass its oldest one; cap x banks the oldest of all\n"
    "\n"
    "Configuration\n"
    "  Every parameter has a key; 'rowstreak config' lists keys, values and meanings. A file holds\n"
    "  KEY = VALUE lines ('#' starts a comment), --set KEY=VALUE overrides one. Precedence, lowest\n"
    "  first: defaults, --config file, --machine, --set.\n"
    "\n"
    "Exit status\n"
    "  0 good; 1 a check failed (data, DRAM timing, lockstep); 2 bad input or usage (one line on stderr)\n";

static int print_help(void)
{
    (void)fputs(help_text, stdout);
    return rs_cli_finish_output(0);
}

int rs_cli_run(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_error error;
    const char *command = argc > 1 ? argv[1] : "";

    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0 || strcmp(command, "help") == 0)
        return print_help();
    if (strcmp(command, "run") == 0)
        return rs_cli_command_run(argc - 1, argv + 1, hook);
    if (strcmp(command, "trace") == 0)
        return rs_cli_command_trace(argc - 1, argv + 1, hook);
    if (strcmp(command, "timeline") == 0)
        return rs_cli_command_timeline(argc - 1, argv + 1);
    if (strcmp(command, "thread-latency") == 0)
        return rs_cli_command_thread_latency(argc - 1, argv + 1);
    if (strcmp(command, "deduce") == 0)
        return rs_cli_command_deduce(argc - 1, argv + 1);
    if (strcmp(command, "patterns") == 0)
        return rs_cli_command_patterns(argc - 1, argv + 1);
    if (strcmp(command, "report") == 0)
        return rs_cli_command_report(argc - 1, argv + 1);
    if (strcmp(command, "config") == 0)
        return rs_cli_command_config(argc - 1, argv + 1);
    if (strcmp(command, "decode") == 0)
        return rs_cli_command_decode(argc - 1, argv + 1);
    if (argc > 1)
        rs_error_set(&error, "found command '%.40s', expected run, trace, timeline, thread-latency, deduce, patterns, report, config, decode or "
                     "--help", command);
    else
        rs_error_set(&error, "found no command, expected run, trace, timeline, thread-latency, deduce, patterns, report, config, decode or "
                     "--help");
    return rs_cli_fail(&error);
}

int rs_cli_fail(const rs_error *error)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, "rowstreak: %s\n", error->text);
    return 2;
}

int rs_cli_finish_output(int exit_code)
{
    rs_error error;

    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return exit_code;
    rs_error_set(&error, "standard output: found a failed write (%s), expected room for the result", strerror(errno));
    (void)rs_cli_fail(&error);
    return exit_code == 0 ? 2 : exit_code;
}

int rs_cli_next(rs_cli_parser *parser)
{
    const char *argument, *equals;
    size_t length;
    rs_error error;

    if (parser->next >= parser->argc)
        return RS_CLI_END;
    argument = parser->argv[parser->next++];
    parser->value = argument;
    if (argument[0] != '-' || argument[1] == '\0')
        return RS_CLI_OPERAND;
    if (strcmp(argument, "-h") == 0)
        argument = "--help";
    equals = strchr(argument, '=');
    length = equals != NULL ? (size_t)(equals - argument) : strlen(argument);
    for (size_t i = 0; i < parser->count; i++) {
        const rs_cli_option *option = &parser->options[i];

        if (strncmp(argument, "--", 2) != 0 || strlen(option->name) != length - 2 ||
            strncmp(argument + 2, option->name, length - 2) != 0)
            continue;
        if (option->value == NULL && equals != NULL) {
            rs_error_set(&error, "%s: found '%.60s', expected --%s without a value", parser->argv[0], argument,
                         option->name);
            (void)rs_cli_fail(&error);
            return RS_CLI_BAD;
        }
        if (option->value != NULL && equals != NULL) {
            parser->value = equals + 1;
        } else if (option->value != NULL) {
            if (parser->next >= parser->argc) {
                rs_error_set(&error, "%s: found --%s at the end, expected --%s %s", parser->argv[0], option->name,
                             option->name, option->value);
                (void)rs_cli_fail(&error);
                return RS_CLI_BAD;
            }
            parser->value = parser->argv[parser->next++];
        }
        return (int)i;
    }
    rs_error_set(&error, "%s: found unknown option '%.60s', expected one that 'rowstreak %s --help' lists",
                 parser->argv[0], argument, parser->argv[0]);
    (void)rs_cli_fail(&error);
    return RS_CLI_BAD;
}

void rs_cli_print_options(const rs_cli_option *options, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *text = options[i].text;
        int column = printf("  --%s%s%s", options[i].name, options[i].value != NULL ? " " : "",
                            options[i].value != NULL ? options[i].value : "");

        if (column > 24)
            column = printf("\n") - 1;
        while (*text != '\0') {
            size_t length = strcspn(text, "\n");

            (void)printf("%*s%.*s\n", 26 - column, "", (int)length, text);
            text += length + (text[length] == '\n');
            column = 0;
        }
    }
}

bool rs_cli_number(const char *what, const char *text, uint64_t least, uint64_t most, uint64_t *number,
                   rs_error *error)
{
    unsigned long long value;
    char *end;

    errno = 0;
    value = strtoull(text, &end, 0);
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || errno != 0 || value < least || value > most) {
        rs_error_set(error, "found %s '%.40s', expected %llu to %llu", what, text, (unsigned long long)least,
                     (unsigned long long)most);
        return false;
    }
    *number = value;
    return true;
}
