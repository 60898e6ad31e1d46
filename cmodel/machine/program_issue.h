/* Issue stage of all SMs, C only: it runs a program's warp instructions, lane by lane, on the machine with the SMs'
 * memory sides (gpu_memory.h, SM_MEMORY = 1).
 *
 * What it models
 *   CTAs, order of warps, compute time: machine/program_dispatch.h.
 *   Issue: a warp's next memory instruction may issue when the words of its load are back; stores do not block. An SM offers
 *     one instruction at a time, from one cycle to the next if the port takes them, each with the program's active lanes and
 *     addresses; loads go to register 0. A store's lane l carries rs_store_word() of the SM and the instruction's number on it.
 *   Launches: when all warps have finished, every SM releases; when all have and nothing is left in the machine, every SM
 *     acquires, and the next launch starts in the cycle after that.
 * What it does not model: compute instructions, register dependences; the program has no strided and indirect instructions.
 *
 * Everything that drive() sets in cycle t follows from the outputs up to t - 1. One cycle is: drive(), look at the
 * machine's outputs for these inputs, clock(). Units: cycles from 0 since creation.
 */
#ifndef RS_PROGRAM_ISSUE_H
#define RS_PROGRAM_ISSUE_H

#include "common/contents.h"
#include "machine/front_end.h"
#include "machine/gpu_memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Called from clock() as things happen, in the order of the list within a cycle; NULL members are skipped. */
typedef struct rs_issue_hooks {
    void *user;
    /* The port has taken the instruction (of the program). */
    void (*taken)(void *user, uint32_t sm, uint32_t warp, uint32_t instruction, uint64_t sequence);
    /* A piece of the warp's load has come: words of the lanes in mask. */
    void (*words)(void *user, uint32_t sm, uint32_t warp, uint32_t mask, const uint32_t *data);
    /* It was the load's last; from the cycle in which the instruction was first offered to this one. */
    void (*complete)(void *user, uint32_t sm, uint32_t warp, uint64_t latency_cycles);
    /* A launch is over, what it stored is in memory. */
    void (*ordered)(void *user);
} rs_issue_hooks;

typedef struct rs_issue_count {
    uint64_t loads, stores;    /* instructions taken */
    uint64_t completion_cycle; /* of the last one taken, or of the last word that came; 0 before */
} rs_issue_count;

typedef struct rs_program_issue rs_program_issue;

/* Keeps a copy of config and a pointer to the finished program. Fails when the program has no lanes, was built for another
 * CTA size or exceeds the address map; when LANES is not the program's; when WARP_BITS is too small for the SM's warps. */
rs_program_issue *rs_program_issue_create(const rs_config *config, const rs_program *program, rs_error *error);
void rs_program_issue_destroy(rs_program_issue *stage);
void rs_program_issue_set_hooks(rs_program_issue *stage, const rs_issue_hooks *hooks);
/* Reply stalls: cycles in which an SM takes no words; request pauses: in which it does not begin to offer an instruction. */
void rs_program_issue_set_disturbance(rs_program_issue *stage, const rs_front_end_disturbance *disturbance);

/* Sets all inputs but the DRAM's. */
void rs_program_issue_drive(rs_program_issue *stage, rs_gpu_memory_inputs *inputs);
/* After drive(): takes note of what moved, and advances by one cycle. */
void rs_program_issue_clock(rs_program_issue *stage, const rs_gpu_memory_outputs *outputs);
/* The last launch is over, what it stored is in memory. */
bool rs_program_issue_done(const rs_program_issue *stage);

rs_issue_count rs_program_issue_count(const rs_program_issue *stage, uint32_t sm);
/* Instructions taken so far on all SMs; rs_program_instructions() at the end. */
uint64_t rs_program_issue_issued(const rs_program_issue *stage);
/* NULL, or the first thing that the machine should not have done: an instruction refused, a fault, words that no load
 * waits for (such words are ignored). */
const char *rs_program_issue_protocol_error(const rs_program_issue *stage);

#ifdef __cplusplus
}
#endif
#endif
