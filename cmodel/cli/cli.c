/* The list of the rowstreak command's commands, and its help. */
#include "cli.h"
#include "record.h"

#include <string.h>

typedef struct command {
    const char *name, *text;
    int (*run)(int argc, char **argv, const rs_cli_hook *hook);
} command;

static const command commands[] = {
    {"run", "simulate machines on graphs, matrices or address patterns; print one table", rs_cli_command_run},
    {"trace", "the same for a request trace of DRAMsim3 or Ramulator", rs_cli_command_trace},
    {"predict", "DRAM efficiency by THESIS' analytical model, beside what runs measure", rs_cli_command_predict},
    {"timeline", "draw the commands and the data bus of a DRAM channel in a window of a run (SVG)", rs_cli_command_timeline},
    {"thread-latency", "latency of an SM's loads over the number of threads, by table of outstanding requests",
     rs_cli_command_thread_latency},
    {"deduce", "name the table of outstanding requests behind such curves", rs_cli_command_deduce},
    {"patterns", "kernels with and without strided and indirect instructions: instructions, misses, cycles",
     rs_cli_command_patterns},
    {"report", "merge the CSV files of several runs into one table, CSV, JSON and a picture's data", rs_cli_command_report},
    {"sweep", "run every combination of lists of machines, settings, workloads, inputs, seeds, into a database", rs_cli_command_sweep},
    {"query", "show a figure of a sweep's database by two keys: table, CSV, JSON, picture", rs_cli_command_query},
    {"config", "print a configuration: as text, or as flags for Verilator, Yosys or a C compiler", rs_cli_command_config},
    {"decode", "show channel, bank, row and column of an address", rs_cli_command_decode},
};
enum { COMMANDS = sizeof(commands) / sizeof(commands[0]) };

static const char head_text[] =
    "Usage: rowstreak COMMAND [OPTIONS]\n"
    "\n"
    "Cycle-accurate simulation of a GPU's memory path: SMs, request crossbar with hold-grant\n"
    "arbitration, DRAM controllers, GDDR3 pins, reply crossbar. The C model is identical to the\n"
    "Verilog in rtl/ on every output in every cycle.\n"
    "\n"
    "Commands\n";

static const char notation_text[] =
    "'rowstreak COMMAND --help' tells everything about one of them.\n"
    "\n"
    "Machines\n"
    "  SCHEDULER[+HOLD][/L<limit>][/G][/SJF][/S<requests>][/A<cap>], for example FR-FCFS, BFIFO+HG, BFIFO.4+HMHG4/L8/G/A16\n"
    "  SCHEDULER  FIFO     strictly in order\n"
    "             BFIFO    banked FIFO: in order within each DRAM bank\n"
    "             BFIFO.<k>  ... but a row hit among the first k (2, 4, 8) of a bank goes first\n"
    "             BFIFO.<k>x<p>  ... p places a bank out of a pool of QUEUE requests, not QUEUE / banks each\n"
    "             FR-FCFS  first ready, first come first served\n"
    "             MOST-PENDING  FR-FCFS that opens the row with most requests\n"
    "             BLISS    FR-FCFS, but SMs that were served often in a row come behind the others for a while\n"
    "             PAR-BS   batches of marked requests, in each the SM first whose requests are done soonest; model only\n"
    "             WG       requests of one warp together, the warp first that is done soonest; model only\n"
    "  HOLD       HG       hold grant: the input granted last wins again\n"
    "             RMHG     ... while it asks for the same DRAM row\n"
    "             HMHG<b>  ... while a b-bit hash of the row is the same\n"
    "  /L<limit>  at most that many consecutive held grants;  /G  bounded wait for every input\n"
    "  /SJF       what no hold decides: mostly the SM with the fewest requests in flight (shortest job first)\n"
    "  /S<n>      up to n requests of an SM to one row are one packet (superpackets)\n"
    "  /A<cap>    at most that many requests of a bank pass its oldest one; cap x banks the oldest of all\n"
    "\n"
    "Configuration\n"
    "  Every parameter has a key; 'rowstreak config' lists keys, values and meanings. A file holds\n"
    "  KEY = VALUE lines ('#' starts a comment), --set KEY=VALUE overrides one. Precedence, lowest\n"
    "  first: defaults, --config file, --machine, --set.\n"
    "\n"
    "Exit status\n"
    "  0 good; 1 a check failed (data, DRAM timing, lockstep); 2 bad input or usage, or a program that\n"
    "  can never end (one line on stderr)\n";

static int print_help(void)
{
    (void)fputs(head_text, stdout);
    for (size_t i = 0; i < COMMANDS; i++)
        (void)printf("  %-14s  %s\n", commands[i].name, commands[i].text);
    (void)fputs(notation_text, stdout);
    return rs_cli_finish_output(0);
}

static int fail(const char *found)
{
    rs_error error;
    char names[160] = "";

    for (size_t i = 0; i < COMMANDS; i++) {
        (void)strcat(names, commands[i].name);
        (void)strcat(names, i + 1 < COMMANDS ? ", " : "");
    }
    if (found != NULL)
        rs_error_set(&error, "found command '%.40s', expected %s, --help or --version", found, names);
    else
        rs_error_set(&error, "found no command, expected %s, --help or --version", names);
    return rs_cli_fail(&error);
}

int rs_cli_run(int argc, char **argv, const rs_cli_hook *hook)
{
    const char *name = argc > 1 ? argv[1] : NULL;

    if (name == NULL)
        return fail(NULL);
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1, hook);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return print_help();
    if (strcmp(name, "--version") == 0) {
        (void)printf("rowstreak %s, result schema %d\n", RS_VERSION, RS_RECORD_SCHEMA);
        return rs_cli_finish_output(0);
    }
    return fail(name);
}
