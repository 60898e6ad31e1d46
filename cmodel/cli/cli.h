/* The rowstreak command as a library function, so that a lockstep bench is the same command with a hook.
 *
 * Exit codes: 0 good; 1 a check failed (data, DRAM timing, lockstep); 2 bad input, or a program that the machine
 * cannot run to its end: one line on stderr.
 */
#ifndef ROWSTREAK_CLI_CLI_H
#define ROWSTREAK_CLI_CLI_H

#include "machine/gpu.h"
#include "options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sees every cycle of every run of 'rowstreak run' and 'rowstreak trace'. All members are called from one thread. */
typedef struct rs_cli_hook {
    void *user;
    /* Before the first cycle of a run, the configuration is finished. false: error is set, the command exits 2. */
    bool (*begin)(void *user, const rs_config *config, rs_error *error);
    /* Inputs and outputs of the C twin in this cycle, before its clock edge. false: mismatch, the run stops. NULL: not seen. */
    bool (*observe)(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs);
    /* The same of a program's machine, before it: the ports of the SMs' memory sides. */
    bool (*observe_memory)(void *user, uint64_t cycle, const rs_gpu_memory_inputs *inputs, const rs_gpu_memory_outputs *outputs);
    /* The same, before both: the ports of the whole machine. */
    bool (*observe_gpu)(void *user, uint64_t cycle, const rs_gpu_inputs *inputs, const rs_gpu_outputs *outputs);
    /* After the last cycle, always when begin() was called. */
    void (*end)(void *user);
} rs_cli_hook;

/* hook may be NULL: the C twin alone. Returns the exit code. */
int rs_cli_run(int argc, char **argv, const rs_cli_hook *hook);

/* ---- shared by the subcommands; argv[0] is the subcommand's name ---------------------------------- */

int rs_cli_command_run(int argc, char **argv, const rs_cli_hook *hook);
int rs_cli_command_trace(int argc, char **argv, const rs_cli_hook *hook);
/* These run no machine that a hook could watch: hook is not used. */
int rs_cli_command_predict(int argc, char **argv, const rs_cli_hook *hook);
int rs_cli_command_timeline(int argc, char **argv, const rs_cli_hook *hook);
int rs_cli_command_thread_latency(int argc, char **argv, const rs_cli_hook *hook);
int rs_cli_command_deduce(int argc, char **argv, const rs_cli_hook *hook);
int rs_cli_command_patterns(int argc, char **argv, const rs_cli_hook *hook);
int rs_cli_command_sweep(int argc, char **argv, const rs_cli_hook *hook);
int rs_cli_command_query(int argc, char **argv, const rs_cli_hook *hook);
int rs_cli_command_config(int argc, char **argv, const rs_cli_hook *hook);
int rs_cli_command_decode(int argc, char **argv, const rs_cli_hook *hook);
int rs_cli_command_report(int argc, char **argv, const rs_cli_hook *hook);

/* Where a configuration comes from: defaults, then file, then machine, then assignments in their order. */
enum { RS_CLI_MAX_SETS = 128 };
typedef struct rs_cli_source {
    const char *file;                  /* NULL: none */
    const char *sets[RS_CLI_MAX_SETS]; /* "KEY=VALUE" */
    size_t set_count;
} rs_cli_source;
bool rs_cli_add_set(rs_cli_source *source, const char *text, rs_error *error);
/* top: enum rs_top. machine may be NULL. Finished configuration; a check that fails on a key of the file names its file:line. */
/* As 'rowstreak config' prints it. */
void rs_cli_write_config(FILE *file, const rs_config *config);
bool rs_cli_configure(rs_config *config, const rs_cli_source *source, uint32_t top, const char *machine, rs_error *error);
#ifdef __cplusplus
}
#endif
#endif
