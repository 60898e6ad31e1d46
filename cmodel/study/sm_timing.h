/* Timing of one SM that runs traces of the warp machine (PATTERNS table 1, 6; SPEC 5).
 *
 * What it models
 *   Issue: one warp instruction a cycle, greedy then oldest: the warp that issued last as long as it can, else the one
 *     that has been on the SM longest. In order within a warp; an instruction waits for the makers of its operands. An ALU
 *     result is ready ALU_LATENCY cycles after issue; behind a branch the warp waits as long. While operands of a vector
 *     instruction are fetched (SPEC 5's issue cycles) nothing else issues.
 *   Memory side: the C twin of rtl/sm/rs_sm_memory, cycle for cycle: load/store unit, coalescer, L1 with its table of
 *     outstanding requests, store buffer, scratchpad, C-AMAT counters, as the configuration has them; requests are lines.
 *     Words of the cache and of the scratchpad are on their way to the registers for WORDS_DELAY cycles more; words of fills
 *     are not.
 *   Atomic additions in the scratchpad, which the RTL has not: a store for each turn of lanes that share a word.
 *   Occupancy: warps, registers, scratchpad of the resident CTAs.
 *   Synchronization: at a launch's end the stores leave, then the cache is emptied.
 * What it does not model: data, which functional execution has (every word is 0, and scratchpads of CTAs lie on top of each
 *   other: only banks count); instruction cache, register banks, register numbers (an instruction's number stands for them).
 *
 * A cycle: look at what the SM asks for and whether it takes a reply, then rs_sm_timing_step() is the clock edge.
 */
#ifndef RS_SM_TIMING_H
#define RS_SM_TIMING_H

#include "observe/camat_observer.h"
#include "sm/sm_memory.h"
#include "workload/warp_machine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RS_SM_WARPS = 32,           /* PATTERNS table 1, as all that has no comment */
    RS_SM_REGISTERS = 65536,    /* 256 KB */
    RS_SM_ALU_LATENCY = 6,      /* assumed */
    RS_SM_WORDS_DELAY = 11      /* with the twin's 5 cycles of a hit PATTERNS' 16 */
};

typedef struct rs_sm_counts {
    uint64_t issued, busy_cycles;             /* cycles with a warp resident */
    uint64_t hits, merged, misses;            /* line accesses of loads */
    uint64_t store_lines, store_requests;     /* line accesses of stores, requests they became */
    uint64_t conflict_cycles;                 /* of the scratchpad: pieces of a group beyond its first */
    uint64_t miss_full_cycles, store_full_cycles; /* a line access waits for an entry, for a place */
    uint64_t merge_full;                      /* misses on a line whose entry takes no more */
    uint64_t camat_cycles, camat_accesses;    /* the twin's counters: memory active cycles, warp-level accesses */
} rs_sm_counts;

struct rs_sm_cta;

typedef struct rs_sm_warp {
    const rs_warp_trace *trace;
    struct rs_sm_cta *cta; /* NULL: free */
    uint64_t age, ready_at;
    uint32_t next;         /* instruction */
    uint32_t outstanding;  /* loads */
    uint32_t *done_at;     /* per instruction; RS_SM_PENDING: a load that is out */
    uint16_t *words;       /* of such a load, of all lanes, that are still to come */
    bool at_barrier;
} rs_sm_warp;

/* Words for a load: of which, how many. */
typedef struct rs_sm_words {
    uint32_t warp, instruction, count;
} rs_sm_words;

typedef struct rs_sm_timing {
    uint64_t now, ages;
    rs_sm_memory memory;
    rs_sm_memory_inputs in;                   /* its ports; a reply stays in them until it is taken */
    rs_sm_memory_outputs out;
    rs_camat_observer camat;                  /* watches them */
    bool stands;                              /* nothing has moved, out holds for as long as its inputs do not change */
    rs_load_store_issue issue;
    rs_sm_warp warp[RS_SM_WARPS];
    uint32_t greedy;                          /* warp that issued last */
    uint64_t none_before;                     /* cycle in which the next warp can be ready, unless words come */
    uint32_t resident, registers, scratchpad; /* in use: warps, registers, words */
    bool staging;                             /* operands of an instruction, or turns of an atomic one, are to come */
    uint32_t stage_warp, stage_next, stage_operand, stage_left; /* left: lanes of an atomic addition */
    rs_sm_words words[RS_SM_WORDS_DELAY];     /* on their way, by cycle; count 0: none */
    uint32_t words_coming;                    /* how many of them */
    bool ends, ended;                         /* the launch has no more CTAs; and all it did here is over */
    rs_sm_counts counts;
    const char *trouble;                      /* NULL while all is well */
} rs_sm_timing;

/* False without memory, or for sizes that the RTL refuses. */
bool rs_sm_timing_init(rs_sm_timing *sm, const rs_config *config);
void rs_sm_timing_free(rs_sm_timing *sm);

/* Takes the CTA, and its trace, if there is room for it; a CTA beyond an empty SM is trouble. */
bool rs_sm_timing_dispatch(rs_sm_timing *sm, rs_cta_trace *trace);
/* The request at its port, NULL: none. */
static inline const rs_sm_request *rs_sm_timing_request(const rs_sm_timing *sm)
{
    return sm->memory.request_valid ? &sm->memory.request : NULL;
}
static inline bool rs_sm_timing_takes_reply(const rs_sm_timing *sm)
{
    return !sm->in.reply_valid;
}
/* The reply to a read; only if it takes one. */
void rs_sm_timing_reply(rs_sm_timing *sm, uint32_t id);
/* One clock edge; taken: the request at the port. */
void rs_sm_timing_step(rs_sm_timing *sm, bool taken);
/* The launch has no CTA left, or, false, another one begins. */
void rs_sm_timing_end_launch(rs_sm_timing *sm, bool ends);
rs_sm_counts rs_sm_timing_counts(const rs_sm_timing *sm);

#ifdef __cplusplus
}
#endif
#endif
