/* Host of the whole machine (gpu.h): it launches CTAs, hands out records and operands of a warp source, and takes the words that
 * loads bring. It computes no timing: the hardware decides every cycle, so the same host drives the RTL and its twin.
 *
 * Launches: in their order, each after the one before it is over. What the source changes in memory between two launches
 *   (rs_warp_source, changed()) is stored by a launch of its own before the next, the copy: warps of one CTA store 32 words an
 *   instruction from SM 0 on, as a driver's copy kernel does; so it is in caches and DRAM alike. Its cycles count.
 * Records: the one that a scheduler asks for in cycle t is at its port in t + 1. `available` of a cycle follows from what was
 *   asked and from the words that came up to the cycle before.
 * Operands: a row that is read in cycle t is at the SM's instruction port from t + 1 until it is taken.
 *
 * What it refuses: a launch of which no CTA fits on an SM, and every record that record_check.h refuses, before the machine has it; an
 *   address fault. Then rs_gpu_host_refused(): the program or the configuration is at fault, not the machine.
 *
 * One cycle is: drive(), look at the machine's outputs for these inputs, clock(). */
#ifndef RS_GPU_HOST_H
#define RS_GPU_HOST_H

#include "machine/gpu.h"
#include "workload/record_check.h"
#include "workload/warp_source.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_gpu_host_counts {
    uint64_t launches, copies;            /* of the source; of these preceded by a copy */
    uint64_t instructions;                /* warp instructions issued, all SMs */
    uint64_t thread_instructions;         /* the same times the lanes that take part; of those asked for */
    uint64_t kind[RS_RECORD_KINDS];       /* these by kind */
    uint64_t space[RS_SPACES];            /* those that access memory (kinds MEMORY and ATOMIC) by space */
} rs_gpu_host_counts;

typedef struct rs_gpu_host rs_gpu_host;

/* A warp that runs, by its number on its SM. */
typedef struct rs_gpu_host_warp {
    uint64_t launch;                      /* from 1 */
    uint32_t cta, warp;                   /* warp: in its CTA */
    const rs_warp_records *records;       /* that it was given */
} rs_gpu_host_warp;

/* Keeps a copy of config and of the two pointers of the source, whose slots are sm * SM_CTAS + place. */
rs_gpu_host *rs_gpu_host_create(const rs_config *config, rs_warp_source source, rs_error *error);
void rs_gpu_host_destroy(rs_gpu_host *host);

/* complete: a load's last word has come, so many cycles after its first operands were read. */
void rs_gpu_host_set_complete(rs_gpu_host *host, void (*complete)(void *user, uint64_t latency_cycles), void *user);

/* Sets all inputs but the DRAM's. */
void rs_gpu_host_drive(rs_gpu_host *host, rs_gpu_inputs *inputs);
/* After drive(): takes note of what the machine did, and advances by one cycle. */
void rs_gpu_host_clock(rs_gpu_host *host, const rs_gpu_outputs *outputs);
/* The last launch is over, what it stored is in memory. */
bool rs_gpu_host_done(const rs_gpu_host *host);
/* For who watches (gpu_wait.h). full: no CTA of the launch can start before another has ended. */
const rs_config *rs_gpu_host_config(const rs_gpu_host *host);
const rs_warp_source *rs_gpu_host_source(const rs_gpu_host *host);
rs_gpu_host_warp rs_gpu_host_find(const rs_gpu_host *host, uint32_t sm, uint32_t warp);
bool rs_gpu_host_full(const rs_gpu_host *host);
rs_gpu_host_counts rs_gpu_host_count(const rs_gpu_host *host);
/* NULL, or the first thing that was wrong: of the source (its trouble()), or what is refused; names launch, SM, CTA, warp (of its CTA). */
const char *rs_gpu_host_error(const rs_gpu_host *host);
/* With an error: the program or the configuration is at fault. */
bool rs_gpu_host_refused(const rs_gpu_host *host);

#ifdef __cplusplus
}
#endif
#endif
