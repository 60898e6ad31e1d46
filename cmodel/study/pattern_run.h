/* A kernel of the warp machine on the whole machine (machine.h), and what is kept of the run: instructions, IPC and
 * stall classes, misses of L1, L2 and row buffers, C-AMAT of the SMs.
 *
 * Counts, of all SMs and channels
 *   l1_*        line accesses of loads at the SMs' cache ports: hits, merged with one under way, misses
 *   store_lines line accesses of stores
 *   l2_reads, l2_writes   requests for 64 B that the L2 banks have looked up
 *   l2_misses   sectors of 64 B that the banks asked of the DRAM for them; loads that wait for one that is asked for already are not
 *               counted again
 *   row_misses  ACT commands
 * Without L2 the requests go to the controllers: l2_reads and l2_writes are what these accepted, and l2_misses is l2_reads. */
#ifndef RS_PATTERN_RUN_H
#define RS_PATTERN_RUN_H

#include "machine/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_pattern_counts {
    bool stopped;                           /* by max_cycles: the kernel has no result */
    uint64_t cycles, copies;                /* copies: launches that store what the kernel's host has changed */
    rs_kernel_counts instructions;          /* of the CTAs begun */
    uint64_t issued, thread_instructions;   /* records issued, exits and turns of atomic additions too; by lanes */
    uint64_t stall_class[RS_STALL_CLASSES], stall_cause[RS_STALL_CAUSES], stall_level[RS_SERVED_LEVELS]; /* cycles of all SMs */
    uint64_t l1_hits, l1_merged, l1_misses, store_lines;
    uint64_t l2_reads, l2_writes, l2_misses;
    uint64_t dram_reads, dram_writes, row_misses;
    double dram_utilization, dram_energy_nj; /* energy: of the commands */
    double camat_mean, camat_least, camat_most; /* C-AMAT, by the twins' counters, of the SMs that accessed memory */
    rs_camat camat;                         /* sums, by the phases of every access (camat_observer.h) */
    uint32_t sm_count;
    double camat_sms[RS_MAX_SMS];           /* of each; 0: it did not */
} rs_pattern_counts;

typedef struct rs_pattern_run_options {
    uint64_t max_cycles; /* the run stops there; 0: it goes on to its end */
    void *user;
    void (*report)(void *user, uint64_t cycle, uint64_t issued); /* progress, now and then; NULL: none */
} rs_pattern_run_options;

enum rs_pattern_run_end { RS_PATTERN_RUN_GOOD, RS_PATTERN_RUN_WRONG, RS_PATTERN_RUN_REFUSED };

/* Runs all launches with every check of a simulation on. config is finished; run may be NULL. WRONG, with error: a check fired, or the
 * result is not the kernel's; REFUSED, with error: kernel, options or machine do not fit one another, or the machine cannot run it to its end. */
enum rs_pattern_run_end rs_pattern_run(const rs_config *config, const rs_kernel *kernel, const rs_kernel_options *options,
                                       const rs_pattern_run_options *run, rs_pattern_counts *counts, rs_error *error);

#ifdef __cplusplus
}
#endif
#endif
