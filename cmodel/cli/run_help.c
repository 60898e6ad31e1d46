/* The help of 'rowstreak run', 'trace', 'timeline' and 'predict'. Contract: run_options.h. */
#include "run_options.h"

typedef struct help_text {
    enum rs_run_command command;
    const char *usage, *examples;
} help_text;

static const help_text texts[] = {
    {RS_COMMAND_RUN,
        "Usage: rowstreak run [--graph FILE] [OPTIONS]\n\n"
        "Simulates every machine on every workload, with data and DRAM timing checked in every cycle,\n"
        "and prints one table. Units are cycles; metrics are defined in cmodel/observe/README.md.\n\n",
        "\nExamples\n"
        "  rowstreak run --graph copter2.graph --workload bfs --workload spmv --csv result.csv\n"
        "  rowstreak run --workload rand2 --machine FR-FCFS --set QUEUE=64\n"
        "  rowstreak run --graph a.mtx --workload spmv --machine BFIFO --machine BFIFO+HG/L8/G --seeds 5\n"},
    {RS_COMMAND_TRACE,
        "Usage: rowstreak trace FILE [OPTIONS]\n\n"
        "The same with the requests of a trace of DRAMsim3 or Ramulator in place of a program, plain, gzip or\n"
        "xz, - for standard input: each enters at its cycle, or as soon after it as its SM and the machine can.\n\n",
        "\nExamples\n"
        "  rowstreak trace requests.trace.gz --machine BFIFO --machine FR-FCFS\n"
        "  rowstreak trace requests.trace --wrap --machine FR-FCFS --commands commands.trace\n"},
    {RS_COMMAND_PREDICT,
        "Usage: rowstreak predict [--graph FILE] [OPTIONS]\n\n"
        "Predicts the DRAM efficiency of every controller by THESIS' analytical model, from the banks and\n"
        "rows of the requests it accepts. These are taken from a run of every machine on every workload,\n"
        "and the prediction is held against what the run measured; or from a file, without a run.\n"
        "The models: cmodel/study/README.md. They read QUEUE, T_RC, T_RP, T_RCD, CHIPS and the like.\n\n",
        "\nExamples\n"
        "  rowstreak predict --graph a.graph --workload bfs --workload thesis --shrink 8 --set SMS=32\n"
        "  rowstreak predict --accepts run.accepts --set QUEUE=64\n"
        "  rowstreak predict --trace requests.trace.gz --wrap --csv result.csv\n"},
    {RS_COMMAND_TIMELINE,
        "Usage: rowstreak timeline [OPTIONS]\n\n"
        "Draws the commands, open rows and data bus of one DRAM channel in a window of a run, as SVG.\n\n",
        "\nExamples\n"
        "  rowstreak timeline --workload rand2 --machine FR-FCFS --from 5000 --svg chart.svg\n"
        "  rowstreak timeline --trace requests.trace --channel 3 --cycles 300\n"},
};

int rs_run_print_help(enum rs_run_command command, const rs_cli_option *options, size_t count)
{
    const help_text *text = texts;

    while (text->command != command)
        text++;
    (void)fputs(text->usage, stdout);
    rs_cli_print_options(options, count);
    (void)fputs(text->examples, stdout);
    return rs_cli_finish_output(0);
}
