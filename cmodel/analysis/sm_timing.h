/* Timing of one SM that runs traces of the warp machine (PATTERNS table 1, 6; SPEC 5).
 *
 * What it models
 *   Issue: one warp instruction a cycle, greedy then oldest: the warp that issued last as long as it can, else the one
 *     that has been on the SM longest. In order within a warp; an instruction waits for the makers of its operands. An ALU
 *     result is ready ALU_LATENCY cycles after issue; behind a branch the warp waits as long.
 *   Memory instructions: the C twins of load/store unit and coalescer, cycle for cycle; while operands of a vector
 *     instruction are fetched (SPEC 5's issue cycles) nothing else issues.
 *   L1: one line access a cycle, hit latency L1_LATENCY, write-through, no allocation by stores, a store invalidates;
 *     misses of a line merge. Scratchpad: 32 banks, a group takes as many cycles as its fullest bank has words (atomic
 *     additions: lanes), then L1_LATENCY.
 *   Occupancy: warps, registers, scratchpad of the resident CTAs.
 * What it does not model: instruction cache, register banks, store buffer (each line access of a store is a packet).
 *
 * A cycle: rs_sm_timing_packet() looks at what the SM sends, rs_sm_timing_step() is the clock edge.
 */
#ifndef RS_SM_TIMING_H
#define RS_SM_TIMING_H

#include "analysis/miss_table.h"
#include "analysis/tag_cache.h"
#include "sm/coalescer.h"
#include "sm/load_store_unit.h"
#include "workload/warp_machine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RS_SM_WARPS = 32,           /* PATTERNS table 1, as all that has no comment */
    RS_SM_REGISTERS = 65536,    /* 256 KB */
    RS_SM_SCRATCHPAD = 16384,   /* words; assumed: 64 KB */
    RS_SM_ALU_LATENCY = 6,      /* assumed */
    RS_SM_LINE_BYTES = 128,
    RS_SM_L1_SETS = 64,
    RS_SM_L1_WAYS = 4,
    RS_SM_L1_LATENCY = 16,
    RS_SM_MISSES = 256,
    RS_SM_PACKETS = 16,         /* per-input request buffer */
    RS_SM_EVENTS = 64           /* more than the longest latency: conflicts of 32 and L1 */
};

/* A line on its way out; halves: of 64 B that a store touches. */
typedef struct rs_line_packet {
    uint64_t line;
    uint32_t miss; /* reads: the entry that waits */
    uint8_t sm, halves;
    bool write;
} rs_line_packet;

typedef struct rs_sm_counts {
    uint64_t issued, busy_cycles;                  /* cycles with a warp resident */
    uint64_t load_lines, store_lines, hits, merged, misses;
    uint64_t scratchpad_groups, conflict_cycles;   /* cycles beyond the first of a group */
    uint64_t miss_full_cycles, packet_full_cycles; /* a line access waits */
} rs_sm_counts;

struct rs_sm_cta;

typedef struct rs_sm_warp {
    const rs_warp_trace *trace;
    struct rs_sm_cta *cta; /* NULL: free */
    uint64_t age, ready_at;
    uint32_t next;         /* instruction */
    uint32_t outstanding;  /* loads */
    uint32_t *done_at;     /* per instruction; RS_SM_PENDING: a load that is out */
    uint16_t *parts;       /* of such a load that are still to come */
    bool at_barrier;
} rs_sm_warp;

typedef struct rs_sm_timing {
    uint32_t number;
    uint64_t now, ages;
    rs_load_store_unit unit;
    rs_coalescer coalescer;
    rs_tag_cache l1;
    rs_miss_table misses;
    rs_sm_warp warp[RS_SM_WARPS];
    uint32_t greedy;                          /* warp that issued last */
    uint32_t resident, registers, scratchpad; /* in use: warps, registers, words */
    bool staging;                             /* operands of a vector instruction are on their way */
    uint32_t stage_warp, stage_next, stage_operand;
    uint64_t scratchpad_free;                 /* cycle from which on it takes a group */
    uint32_t event[RS_SM_EVENTS][4], events[RS_SM_EVENTS]; /* parts of loads that are done, by cycle */
    uint32_t reply_miss;                      /* of the reply whose flits come, for who takes them */
    rs_line_packet packet[RS_SM_PACKETS];
    uint32_t packet_first, packets;
    rs_sm_counts counts;
    const char *trouble;                      /* NULL while all is well */
} rs_sm_timing;

bool rs_sm_timing_init(rs_sm_timing *sm, uint32_t number);
void rs_sm_timing_free(rs_sm_timing *sm);

/* Takes the CTA, and its trace, if there is room for it; a CTA beyond an empty SM is trouble. */
bool rs_sm_timing_dispatch(rs_sm_timing *sm, rs_cta_trace *trace);
/* The oldest packet that waits to be sent, NULL: none. */
static inline const rs_line_packet *rs_sm_timing_packet(const rs_sm_timing *sm)
{
    return sm->packets != 0 ? &sm->packet[sm->packet_first] : NULL;
}
/* One clock edge; sent: the packet has gone. miss: the entry whose line came back in this cycle, RS_MISS_NONE: none. */
void rs_sm_timing_step(rs_sm_timing *sm, bool sent, uint32_t miss);
/* No warp and nothing to send. */
bool rs_sm_timing_idle(const rs_sm_timing *sm);
/* A launch ends: what L1 holds may be old. */
void rs_sm_timing_invalidate(rs_sm_timing *sm);

#ifdef __cplusplus
}
#endif
#endif
