/* Twin of rtl/machine/rs_cta_dispatch.v: the CTAs of a launch to the SMs, and the fence behind a launch. The rules are written
 * down in the RTL's header.
 *
 * A cycle: rs_cta_dispatch_offer() gives the outputs for the inputs of this cycle, rs_cta_dispatch_clock() is the clock edge
 * with the same inputs. Payload of an output means nothing without its valid. */
#ifndef RS_CTA_DISPATCH_H
#define RS_CTA_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_CTA_PLACES_MAX = 8 }; /* of an SM */

typedef struct rs_cta_dispatch_inputs {
    bool launch_valid;
    uint32_t launch_ctas, limit;       /* of the launch: CTAs, from 1; CTAs of an SM at a time, 1 .. places */
    uint8_t place_free[RS_MAX_SMS];    /* a bit a place */
    rs_set sm_quiet, release_ready;    /* SMs */
    bool settled;
} rs_cta_dispatch_inputs;

typedef struct rs_cta_dispatch_outputs {
    bool launch_ready, start_valid, acquire_valid, launch_over;
    uint32_t start_sm, start_place, start_cta;
    rs_set release_valid;              /* SMs */
} rs_cta_dispatch_outputs;

/* What is being done: wait for a launch, run it, release, wait for the machine, acquire. */
enum rs_cta_dispatch_phase { RS_DISPATCH_READY, RS_DISPATCH_RUN, RS_DISPATCH_RELEASE, RS_DISPATCH_SETTLE, RS_DISPATCH_ACQUIRE };

typedef struct rs_cta_dispatch {
    uint32_t sms, places;
    enum rs_cta_dispatch_phase phase;
    uint32_t ctas, limit, started;     /* of the launch */
    rs_set releasing;                  /* SMs that have not released yet */
} rs_cta_dispatch;

/* sms 1 .. RS_MAX_SMS, places of an SM 1 .. RS_CTA_PLACES_MAX. Leaves it as after a reset. */
void rs_cta_dispatch_init(rs_cta_dispatch *dispatch, uint32_t sms, uint32_t places);
void rs_cta_dispatch_reset(rs_cta_dispatch *dispatch);

void rs_cta_dispatch_offer(const rs_cta_dispatch *dispatch, const rs_cta_dispatch_inputs *inputs,
                           rs_cta_dispatch_outputs *outputs);
void rs_cta_dispatch_clock(rs_cta_dispatch *dispatch, const rs_cta_dispatch_inputs *inputs);

#ifdef __cplusplus
}
#endif
#endif
