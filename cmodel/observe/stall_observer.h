/* Stall classes of a running SM, counted a second time (STALLS IV, algorithms 1 and 2; rules of rtl/sm/rs_stall_inspector.v): from
 * what passes the ports of the SM's issue stage, its records, issues, operand reads, words and releases, and from the events of
 * the memory side. It uses neither the issue stage's hazards nor the stall inspector: what a warp waits for is found out here, so
 * both are held against it.
 *
 * A cycle at t is looked at with rs_stall_observer_cycle(), before its clock edge, with the inspector as it is at t: it shows the
 * class and cause of t-1, counters of classes and causes with all cycles before that one, and those of levels with what was paid
 * RS_STALL_LEVEL_LATER cycles before that or earlier.
 *
 * Records must be legal; of an illegal one nothing that follows means anything. The class is found again only after an event or when
 * some time is over, and cycles before rests_until in which nothing happens may be left out. Nothing is allocated. */
#ifndef RS_STALL_OBSERVER_H
#define RS_STALL_OBSERVER_H

#include "rowstreak.h"
#include "sm/issue_stage.h"
#include "sm/stall_inspector.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the SM in a cycle, beside the issue stage's ports. */
typedef struct rs_stall_events {
    bool clear;                                        /* of the inspector's counters */
    bool mshr_full, store_buffer_full, bank_conflict;  /* as the inspector gets them */
} rs_stall_events;

/* A register with a result or with words to come. */
typedef struct rs_observed_register {
    bool loading;          /* words are to come, or are late by WORDS_DELAY */
    uint32_t lanes;        /* whose word has not come, once the load is in the memory side */
    uint64_t computed;     /* first cycle with the result of ALU or SFU */
} rs_observed_register;

/* Where a warp with an ATOMIC or FENCE is: it waits for stores, for the operand stage, for old words. */
enum rs_observed_fence { RS_FENCE_NONE, RS_FENCE_RELEASES, RS_FENCE_SENDS, RS_FENCE_AWAITS };

typedef struct rs_observed_warp {
    bool live, at_barrier;
    enum rs_observed_fence fence;
    rs_warp_record fencing;                      /* the ATOMIC or FENCE under way */
    uint64_t synchronized;                       /* first cycle behind an acquire */
    uint64_t branched, rested;                   /* first cycle behind the last BRANCH, behind WARP_GAP */
    rs_warp_record record[RS_ISSUE_RECORDS];     /* oldest first from `head` on */
    uint32_t head, records;
    uint32_t loading;                            /* registers */
    uint64_t computed_last;                      /* the last time of reg[].computed */
    rs_observed_register reg[RS_ISSUE_REGISTERS_MAX];
    uint64_t owed;                               /* memory data cycles whose level is not known */
    uint32_t owed_register;                      /* the register charged last */
} rs_observed_warp;

/* What the cycle before came to. */
typedef struct rs_stall_verdict {
    bool counted;
    enum rs_stall_class stall_class;
    enum rs_stall_cause cause;
} rs_stall_verdict;

typedef struct rs_stall_observer {
    rs_issue_settings settings;
    uint64_t now;
    rs_observed_warp warp[RS_ISSUE_WARPS_MAX];
    uint32_t place_warps[RS_ISSUE_PLACES_MAX];   /* first warp and number of warps of the CTA in a place, 0: there was none */
    uint32_t place_first[RS_ISSUE_PLACES_MAX];
    uint32_t by_age[RS_ISSUE_PLACES_MAX], places; /* those with live warps, the last started last */
    uint32_t asked, asked_warp[RS_ISSUE_SCHEDULERS_MAX];
    uint64_t slot_end[RS_ISSUE_SCHEDULERS_MAX], alu_end[RS_ISSUE_SCHEDULERS_MAX], sfu_end;
    uint32_t rows_left;                          /* operand reads to come */
    bool first_row, load_row;                    /* what is in the operand stage is an instruction's first row; a load's */
    uint32_t live, releasing;                    /* warps; those with RS_FENCE_RELEASES or RS_FENCE_SENDS */
    rs_register_ready due[RS_ISSUE_WHEEL][2];    /* by cycle: registers whose words are there; the second is late */
    uint64_t due_last;                           /* the last cycle with any */
    /* the class of a cycle without an issue, as long as nothing happens */
    uint64_t known_until;
    bool known_room;
    enum rs_stall_class known_class;
    uint32_t known_warp, known_register;         /* whom a memory data cycle is charged to */
    uint64_t rests_until;                        /* first cycle that has to be looked at even if nothing happens at the ports */
    /* result */
    uint64_t class_cycles[RS_STALL_CLASSES], cause_cycles[RS_STALL_CAUSES], level_cycles[RS_SERVED_LEVELS];
    uint64_t paid[1 + RS_STALL_LEVEL_LATER][RS_SERVED_LEVELS]; /* memory data cycles that went to a level, in the last cycles, the last first */
    uint64_t paid_last;                          /* the last cycle with any */
    rs_stall_verdict last;
    bool differs;                                /* the inspector showed another class or cause: */
    uint64_t differs_at;
    rs_stall_verdict differs_expected, differs_found;
} rs_stall_observer;

/* The SM after reset, cycle 0. */
void rs_stall_observer_init(rs_stall_observer *observer, const rs_issue_settings *settings);
/* Cycle `now`. Left out before it may be cycles below rests_until in which ports, events and what the inspector shows were those of the
 * last cycle that was not, but for clear and for words: with these a cycle is not left out. cta_warps: the strap. inspector: as it is
 * before the clock edge. */
void rs_stall_observer_cycle(rs_stall_observer *observer, uint64_t now, const rs_issue_inputs *inputs, const rs_issue_outputs *outputs,
                             uint32_t cta_warps, const rs_stall_events *events, const rs_stall_inspector *inspector);
/* After the clock edge before cycle `now`: class and cause were right in every cycle, and the counters are those found here. sm: its
 * number, for the error. */
bool rs_stall_observer_check(rs_stall_observer *observer, uint64_t now, const rs_stall_inspector *inspector, uint32_t sm, rs_error *error);

#ifdef __cplusplus
}
#endif
#endif
