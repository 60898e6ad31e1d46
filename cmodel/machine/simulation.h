/* Simulation: one machine running one program or the requests of one trace. Joins the machine (machine.h: the whole machine with
 * its host, or the memory path with the trace source), the DRAM device and the observers: DRAM timing checker, data scoreboard,
 * metrics.
 *
 * One cycle t: the machine drives its inputs from what it saw up to t - 1; the DRAM's returns of t are among them already.
 * Then the observers see inputs and outputs of t, those of the whole machine, of the SMs' memory sides and the memory path's, then
 * checker, scoreboard, metrics and device, and last comes the machine's clock edge.
 * A run ends when the machine is done. With check_data it is good only if nothing is outstanding then, the DRAM holds
 * the last write accepted to every line, and of a program memory and its result are what they must be; every word that a load
 * brings is checked as it comes. With measure and the whole machine, at the end of a run and where rs_simulation_run() stops, the
 * C-AMAT counters of every SM must be what the phases of its accesses add up to.
 *
 * Skipping, on the memory path alone: when no part can do anything before a known cycle (SMs waiting for data or a request's cycle,
 * controllers waiting for DRAM timing), rs_simulation_run() goes there at once. Every part is told how much time has passed, so
 * all results, checks and the command stream are those of the cycle by cycle run.
 *
 * Nothing is allocated per cycle; the memories of device and scoreboard grow with the lines written.
 */
#ifndef RS_SIMULATION_H
#define RS_SIMULATION_H

#include "machine/machine.h"
#include "observe/metrics.h"
#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_simulation_options {
    bool check_timing, check_data, measure; /* timing checker; scoreboard and stall classes; metrics and phases of C-AMAT */
    rs_disturbance disturbance; /* of requests; all 0: none */
    uint64_t watchdog_cycles; /* error after so many cycles in which something was to be done and no flit and no
                               * command moved; waiting for the cycle of a trace's next request does not count */
    bool skip_idle;    /* skip cycles in which nothing happens */
    bool observe_idle; /* but with an observer do not: it sees every cycle */
    /* Called in every cycle that is not skipped, before the clock edge; false stops the run. NULL: none. */
    bool (*observe)(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs);
    /* The same of the whole machine, before the one above: the ports of the SMs' memory sides. NULL: none. */
    bool (*observe_memory)(void *user, uint64_t cycle, const rs_gpu_memory_inputs *inputs, const rs_gpu_memory_outputs *outputs);
    /* The same, before these two: the ports of the whole machine. NULL: none. */
    bool (*observe_gpu)(void *user, uint64_t cycle, const rs_gpu_inputs *inputs, const rs_gpu_outputs *outputs);
    void *observe_user;
    /* Called every progress_cycles cycles and at the end of each rs_simulation_run(). NULL: none. */
    void (*progress)(void *user, uint64_t cycle, uint64_t issued, uint64_t total); /* rs_machine_issued() */
    void *progress_user;
    uint64_t progress_cycles;
} rs_simulation_options;

/* All checks on, skipping on, no callbacks (an observer sees every cycle), watchdog 100000 cycles, progress every
 * 65536 cycles. */
rs_simulation_options rs_simulation_options_default(void);

enum rs_simulation_state {
    RS_SIMULATION_RUNNING, /* not at its end yet */
    RS_SIMULATION_DONE,    /* all has run, path idle, all checks good */
    RS_SIMULATION_STOPPED, /* the observer said so */
    RS_SIMULATION_FAILED   /* a check fired; see rs_simulation_error() */
};

typedef struct rs_simulation_results {
    enum rs_simulation_state state;
    uint64_t cycles;          /* clock edges so far */
    uint64_t skipped;         /* of these */
    uint64_t requests;        /* sent by the SMs */
    rs_machine_counts machine;
    rs_metrics_results metrics; /* all 0 when not measured */
} rs_simulation_results;

typedef struct rs_simulation rs_simulation;

/* Keeps a copy of config, finished with RS_TOP_PATH, and options and a pointer to the trace. */
rs_simulation *rs_simulation_create_trace(const rs_config *config, const rs_trace *trace,
                                          const rs_simulation_options *options, rs_error *error);
/* The same with a warp source, whose calls and user must live as long, and RS_TOP_GPU. */
rs_simulation *rs_simulation_create_source(const rs_config *config, rs_warp_source source,
                                           const rs_simulation_options *options, rs_error *error);
void rs_simulation_destroy(rs_simulation *simulation);
/* One cycle. Does nothing unless the state is RUNNING. */
enum rs_simulation_state rs_simulation_step(rs_simulation *simulation);
/* Until the end or for at most max_cycles cycles, 0: no limit. */
enum rs_simulation_state rs_simulation_run(rs_simulation *simulation, uint64_t max_cycles);
/* What has been measured; NULL without `measure`. */
rs_metrics *rs_simulation_metrics(const rs_simulation *simulation);
/* The source of a trace's requests; NULL of a program. */
rs_trace_source *rs_simulation_requests(const rs_simulation *simulation);
/* What rs_simulation_run() does where nothing can happen: so many cycles at once, `most` at the most; 0: a step is due. */
uint64_t rs_simulation_skip(rs_simulation *simulation, uint64_t most);
/* Clock edges so far. */
uint64_t rs_simulation_cycle(const rs_simulation *simulation);
/* One line on the check that fired, NULL unless FAILED. */
const char *rs_simulation_error(const rs_simulation *simulation);
/* RS_ERROR_NONE unless FAILED. */
enum rs_error_code rs_simulation_error_code(const rs_simulation *simulation);
/* FAILED because the program, or the configuration for it, cannot be run: an illegal record, a program that waits for itself; not
 * because a check of the machine fired. */
bool rs_simulation_refused(const rs_simulation *simulation);
void rs_simulation_get(const rs_simulation *simulation, rs_simulation_results *results);

#ifdef __cplusplus
}
#endif
#endif
