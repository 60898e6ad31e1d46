/* Twin of rtl/sm/rs_issue_stage.v: warp issue stage of an SM. The rules are written down in the RTL's header.
 *
 * A cycle: rs_issue_stage_offer() gives the outputs for the inputs of this cycle, rs_issue_stage_clock() is the clock edge with
 * the same inputs and these outputs. Payload of an output means nothing without its valid. Sets of warps are bits of 64-bit
 * words, bit w is warp w; what happens later stands in a wheel of cycles, so that a cycle in which nothing happens looks at no
 * warp. Times are cycles since the reset.
 *
 * It does not model what the words, addresses and masks are (the host knows) but for how many lanes of a load there are. */
#ifndef RS_SM_ISSUE_STAGE_H
#define RS_SM_ISSUE_STAGE_H

#include "sm/register_set.h"
#include "sm/warp_record.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RS_ISSUE_WARPS_MAX = 64, RS_ISSUE_REGISTERS_MAX = 128, RS_ISSUE_SCHEDULERS_MAX = 4, RS_ISSUE_PLACES_MAX = 8,
    RS_ISSUE_RECORDS = 4,     /* kept of a warp */
    RS_ISSUE_TIMES_MAX = 64,  /* of all latencies, intervals and delays */
    RS_ISSUE_WHEEL = 128,     /* cycles: a power of two above RS_ISSUE_TIMES_MAX */
    RS_ISSUE_WAITING_LATER = 3 /* cycles from those that waiting_* is of to those in which the RTL shows it */
};

/* Why the head of a warp does not issue, in the order in which a stall is accounted for. */
enum rs_hazard {
    RS_HAZARD_CONTROL, RS_HAZARD_SYNCHRONIZATION, RS_HAZARD_MEMORY_DATA, RS_HAZARD_MEMORY_STRUCTURAL, RS_HAZARD_COMPUTE_DATA,
    RS_HAZARD_COMPUTE_STRUCTURAL, RS_HAZARDS
};

/* The keys of config.def of the same names. */
typedef struct rs_issue_settings {
    uint32_t warps, registers, schedulers; /* warps: a multiple of schedulers */
    bool greedy;                           /* WARP_ORDER: GTO */
    uint32_t issue_cycles, warp_gap, alu_latency, sfu_latency, branch_latency, alu_interval, sfu_interval; /* 1 .. 64 */
    uint32_t words_delay, loads_a_warp;    /* 0 .. 64 */
    bool blocking;
    uint32_t places;                       /* SM_CTAS */
    uint32_t cta_warps;                    /* the strap */
} rs_issue_settings;

typedef struct rs_issue_inputs {
    bool start_valid;
    uint32_t start_place;                      /* a free one */
    uint64_t available;
    uint64_t record[RS_ISSUE_SCHEDULERS_MAX];  /* of schedulers that asked in the cycle before */
    bool in_ready;
    uint64_t operand_mask;                     /* lanes of the instruction in the operand stage */
    bool wb_valid;
    uint32_t wb_warp, wb_register, wb_element, wb_level;
    uint64_t wb_mask;
    bool release_ready, fence_release_valid, fence_acquire_valid;
} rs_issue_inputs;

/* What stands at in_*. */
typedef struct rs_issue_operand {
    bool valid, scratchpad, atomic, atomic_returns;
    uint32_t opcode, length, warp, first_register, atomic_op;
} rs_issue_operand;

typedef struct rs_issue_ready {
    bool valid;
    uint32_t warp, reg, level;
} rs_issue_ready;

typedef struct rs_issue_outputs {
    uint32_t place_free;                            /* a bit a place */
    uint32_t ask_valid, issue_valid;                /* a bit a scheduler */
    uint32_t ask_warp[RS_ISSUE_SCHEDULERS_MAX], issue_warp[RS_ISSUE_SCHEDULERS_MAX];
    bool read_valid, read_first;
    uint32_t read_warp, read_number;
    rs_issue_operand operand;
    bool release_valid, acquire_valid, quiet, illegal;
    uint32_t illegal_warp;
    /* for the stall inspector */
    uint64_t live, hazard[RS_HAZARDS];
    bool issued, slot_busy, slot_waits, releasing;
    bool waiting_valid; /* as of this cycle; the RTL shows it RS_ISSUE_WAITING_LATER cycles later */
    uint32_t waiting_warp, waiting_register;
    rs_issue_ready ready[2];
} rs_issue_outputs;

/* Records are packed (warp_record.h), so that warps share few cache lines. */
typedef struct rs_issue_warp {
    uint64_t record[RS_ISSUE_RECORDS];         /* in turn, head at first */
    uint8_t first, count, place;
    uint16_t registers_out;                    /* of awaited */
    uint64_t gap_end, branch_end;              /* first cycle behind them */
    rs_register_set named;                     /* by the head */
    rs_register_set awaited, computing;        /* memory-pending, compute-pending */
    uint64_t fence;                            /* record of the ATOMIC or FENCE under way */
} rs_issue_warp;

/* What happens at the begin of a cycle. */
typedef struct rs_issue_due {
    uint64_t gap, branch;                      /* warps whose time may end */
    uint8_t results;                           /* of ALU and SFU */
    struct { uint8_t warp, reg; } result[RS_ISSUE_SCHEDULERS_MAX + 1];
    struct { uint8_t valid, warp, reg, level; } words;
} rs_issue_due;

typedef struct rs_issue_stage {
    rs_issue_settings settings;
    uint64_t now;
    uint64_t own[RS_ISSUE_SCHEDULERS_MAX];     /* warps of a scheduler */
    /* places, CTAs by age */
    uint32_t place_free, ctas, by_age[RS_ISSUE_PLACES_MAX], ending; /* ending: places without a live warp, not free */
    uint64_t members[RS_ISSUE_PLACES_MAX];
    /* warps */
    uint64_t live, present, room, branch, gap, barrier, release, send, reply, acquire;
    uint64_t heads_alu, heads_sfu, heads_stage, heads_load, heads_release; /* what their heads need and do */
    uint64_t memory_named, compute_named, pending, loads_full;             /* what holds of the registers of each */
    /* schedulers */
    uint32_t asked, asked_last[RS_ISSUE_SCHEDULERS_MAX];                   /* asked: in the cycle before, a bit each */
    bool issued_before[RS_ISSUE_SCHEDULERS_MAX];
    uint32_t issued_last[RS_ISSUE_SCHEDULERS_MAX];
    uint64_t slot_end[RS_ISSUE_SCHEDULERS_MAX], alu_end[RS_ISSUE_SCHEDULERS_MAX], sfu_end;
    /* operand stage */
    rs_issue_operand operand;
    bool first_row, loads;
    uint32_t row, reads_left, reads_of;        /* next row; rows to be read, of this scheduler's instruction */
    /* registers that become ready in this cycle; the last word came in the cycle before */
    rs_issue_ready ready[2];
    rs_issue_ready done;
    bool illegal;
    uint32_t illegal_warp;
    /* the warp whose wait is charged, as it was found last */
    uint64_t waiting_among;
    bool waiting_known;
    uint32_t waiting_warp, waiting_register;
    /* but for the asks the outputs are those of the cycle before, as long as what is at the operand stage's entry is as it was then: */
    bool holds, entry_free;
    rs_register_set marked;                    /* cycles of the wheel, modulo its size, in which something happens */
    rs_issue_due wheel[RS_ISSUE_WHEEL];
    rs_issue_warp warp[RS_ISSUE_WARPS_MAX];
    uint8_t lanes_out[RS_ISSUE_WARPS_MAX][RS_ISSUE_REGISTERS_MAX]; /* of an awaited register, lanes whose words have not come */
} rs_issue_stage;

/* Settings within the limits above; see rs_issue_stage.v. Leaves it without CTAs. */
void rs_issue_stage_init(rs_issue_stage *stage, const rs_issue_settings *settings);
void rs_issue_stage_reset(rs_issue_stage *stage);

/* operand, release_valid and acquire_valid alone, which depend on the registers and inputs->fence_*: what the memory side needs
 * to say what the other inputs are. offer() gives the same. */
void rs_issue_stage_show(const rs_issue_stage *stage, const rs_issue_inputs *inputs, rs_issue_outputs *outputs);
void rs_issue_stage_offer(rs_issue_stage *stage, const rs_issue_inputs *inputs, rs_issue_outputs *outputs);
void rs_issue_stage_clock(rs_issue_stage *stage, const rs_issue_inputs *inputs, const rs_issue_outputs *outputs);

/* For who keeps the outputs and leaves out cycles. The same as offer(), faster, into the outputs of the last offer() or renew(), which
 * nobody has changed since but show() in this cycle, without which they must hold; false: they are as they were, but for ask_valid and
 * ask_warp. */
bool rs_issue_stage_renew(rs_issue_stage *stage, const rs_issue_inputs *inputs, rs_issue_outputs *outputs);
/* After a clock edge: the first cycle, perhaps the one that begins, that has to be looked at if the inputs stay as they were, with no
 * words. Up to it the outputs hold. UINT64_MAX: none. */
uint64_t rs_issue_stage_next(const rs_issue_stage *stage, const rs_issue_inputs *inputs);
/* So many clock edges, of cycles before that one with the inputs of the last clock(), but for words that take_some() has taken. */
void rs_issue_stage_sleep(rs_issue_stage *stage, uint64_t cycles);
/* The words at the port are not the last ones of their register: an asleep stage may take them with take_some() and sleep on. */
static inline bool rs_issue_stage_words_go_on(const rs_issue_stage *stage, const rs_issue_inputs *inputs)
{
    return stage->lanes_out[inputs->wb_warp][inputs->wb_register + inputs->wb_element] != __builtin_popcountll(inputs->wb_mask);
}
static inline void rs_issue_stage_take_some(rs_issue_stage *stage, const rs_issue_inputs *inputs)
{
    uint8_t *lanes_out = &stage->lanes_out[inputs->wb_warp][inputs->wb_register + inputs->wb_element];

    *lanes_out = (uint8_t)(*lanes_out - __builtin_popcountll(inputs->wb_mask));
}

#ifdef __cplusplus
}
#endif
#endif
