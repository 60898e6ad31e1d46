/* Machine: what a simulation steps cycle by cycle. Two kinds:
 *   requests     of a trace or pattern: trace source and memory path
 *   a program    warp source: the whole machine, with issue stages and stall inspectors, and its host, which holds every word
 *                that a load brings against the source's own; every access is followed for C-AMAT
 *
 * Each kind is a table of functions (machine_kind.h).
 *
 * One cycle: rs_machine_drive() shows the ports of this cycle, rs_machine_clock() is its edge. The inputs depend on the outputs
 * up to the cycle before.
 */
#ifndef RS_MACHINE_H
#define RS_MACHINE_H

#include "machine/gpu_host.h"
#include "machine/trace_source.h"
#include "observe/camat_observer.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_machine_options {
    rs_disturbance disturbance;       /* of requests */
    bool check_stalls, observe_camat; /* of the whole machine */
    /* A read's reply, of the whole machine a load's last word, has come. NULL: none. */
    void (*complete)(void *user, uint64_t latency_cycles);
    void *user;
} rs_machine_options;

typedef struct rs_machine_counts {
    uint64_t requests;                             /* sent into the memory path */
    /* of the whole machine; 0 without */
    uint64_t hits, merged, misses, stores;         /* line accesses, and bookings of the tables; events of all SMs */
    uint64_t active_cycles[RS_MAX_SMS], accesses[RS_MAX_SMS]; /* C-AMAT, by the counters */
    rs_camat camat;                                /* of all SMs, by the phases of every access; observe_camat */
    rs_gpu_host_counts host;
    uint64_t stall_class[RS_STALL_CLASSES], stall_cause[RS_STALL_CAUSES], stall_level[RS_SERVED_LEVELS]; /* cycles of all SMs */
    /* of a trace with cycles: reads that came back, and their latency from the cycle in the trace on */
    uint64_t due_reads, due_latency_p99, due_latency_max;
    double due_latency_mean;
} rs_machine_counts;

/* What a cycle shows. */
typedef struct rs_machine_ports {
    const rs_path_inputs *inputs;   /* of the memory path */
    const rs_path_outputs *outputs;
    const rs_gpu_memory_inputs *memory_inputs; /* of the SMs' memory sides; NULL without */
    const rs_gpu_memory_outputs *memory_outputs;
    const rs_gpu_inputs *gpu_inputs; /* of the whole machine; NULL without */
    const rs_gpu_outputs *gpu_outputs;
} rs_machine_ports;

typedef struct rs_machine rs_machine;

/* What a machine runs: one of the two, the other NULL. */
typedef struct rs_machine_load {
    const rs_trace *trace;
    const rs_warp_source *source;
} rs_machine_load;

/* Keeps copies of config and options and what the load's pointers point to. A warp source needs a configuration of RS_TOP_GPU, a
 * trace one of RS_TOP_PATH. */
rs_machine *rs_machine_create(const rs_config *config, const rs_machine_load *load, const rs_machine_options *options, rs_error *error);
void rs_machine_destroy(rs_machine *machine);

/* The ports of this cycle, until the next call. */
const rs_machine_ports *rs_machine_drive(rs_machine *machine);
/* Something moved in this cycle at the ports of the path or of an SM. */
bool rs_machine_moved(const rs_machine *machine);
/* The clock edge. NULL, or what the machine or the path did wrong. */
const char *rs_machine_clock(rs_machine *machine);
/* Where the machine sees what the DRAM returns, [channels], at first 0: to be brought up to date after each clock edge. */
rs_dram_return *rs_machine_returns(rs_machine *machine);

/* After an error of the clock: the program or the configuration is at fault, not the machine. */
bool rs_machine_refused(const rs_machine *machine);

/* All is done, the memory path is empty, and the DRAM has seen the last write data. */
bool rs_machine_done(const rs_machine *machine);
/* Nothing is to be done before the trace's next request. */
bool rs_machine_resting(const rs_machine *machine);
/* After a clock: cycles in which nothing can happen unless the DRAM returns data; UINT64_MAX: for ever. */
uint64_t rs_machine_quiet_cycles(const rs_machine *machine);
/* The same as so many cycles; cycles <= rs_machine_quiet_cycles(). */
void rs_machine_skip(rs_machine *machine, uint64_t cycles);

/* The source of the requests; NULL of a program. */
rs_trace_source *rs_machine_requests(const rs_machine *machine);
/* How far it is: requests, or a program's warp instructions, issued so far and in all; 0: not known. */
uint64_t rs_machine_issued(const rs_machine *machine);
uint64_t rs_machine_total(const rs_machine *machine);
void rs_machine_count(const rs_machine *machine, rs_machine_counts *counts);
/* The C-AMAT counters of every SM are what the phases of its accesses add up to so far (camat_observer.h), with observe_camat; with
 * check_stalls the stall inspectors' classes and counters are what the ports of the issue stages say (stall_observer.h). */
bool rs_machine_check_counters(const rs_machine *machine, rs_error *error);
/* After the end: what a warp source says to its result; true without one. */
bool rs_machine_check_result(const rs_machine *machine, rs_error *error);

#ifdef __cplusplus
}
#endif
#endif
