/* CTA dispatch: which warps are on which SM, and which of them may issue. Front end and issue stage have it in common.
 *
 * What it models
 *   CTA dispatch, breadth-first: each CTA of the launch goes to the SM with the fewest resident CTAs, the
 *     lowest number first, at most SM_CTAS an SM; the place of a finished CTA is filled in the next cycle.
 *     CTAs without instructions take no place and no time.
 *   Order: an SM turns to the next ready warp in rotating order.
 *   Compute time: a warp's next memory instruction may issue g cycles later than without, g spread evenly over 0 ..
 *     2 * ISSUE_GAP by a hash of the instruction's number, so the same in every run. ISSUE_GAP = 0: none.
 * A warp is ready when its next instruction may issue. Its number on an SM is CTA place * CTA_WARPS + warp of the CTA.
 *
 * A cycle: what the SMs did (take, end), then rs_program_dispatch_clock().
 */
#ifndef RS_PROGRAM_DISPATCH_H
#define RS_PROGRAM_DISPATCH_H

#include "common/alarm_queue.h"
#include "workload/program.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RS_NO_WARP = RS_SM_WARPS_MAX
};

typedef struct rs_resident_warp {
    uint32_t next, end; /* instructions: the one to issue or in progress, and the first that is not the warp's */
} rs_resident_warp;

typedef struct rs_sm_residents {
    uint64_t ready[RS_SM_WARPS_MAX / 64]; /* the one that was taken is not */
    uint64_t free_places;                 /* of CTAs */
    uint32_t ctas;                        /* on the SM */
    uint32_t warps_left[RS_SM_CTAS_MAX];  /* unfinished warps of the CTA */
    uint32_t first_warp;                  /* where the rotating choice starts */
    rs_resident_warp warp[RS_SM_WARPS_MAX];
} rs_sm_residents;

typedef struct rs_program_dispatch {
    const rs_program *program;
    uint32_t sm_ctas, cta_warps, issue_gap;
    uint64_t cycle;
    uint64_t woken;                       /* bit per SM: a warp became ready or a CTA came; the user clears it */
    uint64_t resident[RS_SM_CTAS_MAX + 1]; /* SMs with so many CTAs */
    uint32_t ctas;                        /* on all SMs */
    uint32_t launch;                      /* running; launches of the program at the end */
    uint32_t next_cta, launch_end;        /* of the running launch: to be dispatched next, and the end */
    rs_alarm_queue computing;             /* warps between two memory instructions; ISSUE_GAP > 0 */
    rs_sm_residents sm[RS_MAX_SMS];
} rs_program_dispatch;

/* The first launch's CTAs are on the SMs. Fails without memory, when the program was built for another CTA size or
 * exceeds the address map. Keeps a pointer to the finished program. */
bool rs_program_dispatch_init(rs_program_dispatch *dispatch, const rs_config *config, const rs_program *program, rs_error *error);
void rs_program_dispatch_release(rs_program_dispatch *dispatch);

/* The next ready warp of an SM in rotating order, which then is not ready any more; RS_NO_WARP without one. */
uint32_t rs_program_dispatch_take(rs_program_dispatch *dispatch, uint32_t sm);
/* All of the warp's instruction was sent: the rotating choice starts behind it. */
void rs_program_dispatch_turn(rs_program_dispatch *dispatch, uint32_t sm, uint32_t warp);
/* The warp's instruction is over: it turns to the next one, or has finished. */
void rs_program_dispatch_end(rs_program_dispatch *dispatch, uint32_t sm, uint32_t warp);
/* The end of a cycle: places are filled, warps that have computed long enough become ready. */
void rs_program_dispatch_clock(rs_program_dispatch *dispatch);

/* All warps of the running launch have finished. */
static inline bool rs_program_dispatch_launch_over(const rs_program_dispatch *dispatch)
{
    return dispatch->ctas == 0 && dispatch->next_cta == dispatch->launch_end;
}

/* The next launch, after one that is over; nothing more after the last. */
void rs_program_dispatch_next_launch(rs_program_dispatch *dispatch);

static inline bool rs_program_dispatch_done(const rs_program_dispatch *dispatch)
{
    return dispatch->launch == rs_program_launches(dispatch->program);
}

#ifdef __cplusplus
}
#endif
#endif
