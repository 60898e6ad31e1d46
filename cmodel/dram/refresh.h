/* Twin of rtl/dram/rs_refresh.v: when REF is due, and the commands that lead to it. Time is that of the controller:
 * a refresh falls due in every cycle k * T_REFI after reset, k = 1, 2, ... */
#ifndef RS_REFRESH_H
#define RS_REFRESH_H

#include "dram/bank_timing.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_refresh {
    uint64_t interval; /* 0: no refresh */
    uint64_t next;     /* the cycle from which on the next REF is due; UINT64_MAX without refresh */
} rs_refresh;

static inline void rs_refresh_init(rs_refresh *refresh, const rs_config *config)
{
    refresh->interval = config->t_refi;
    refresh->next = config->t_refi != 0 ? config->t_refi : UINT64_MAX;
}

static inline bool rs_refresh_due(const rs_refresh *refresh, uint64_t now)
{
    return now >= refresh->next;
}

/* REF goes out. */
static inline void rs_refresh_done(rs_refresh *refresh)
{
    refresh->next += refresh->interval;
}

/* The lowest bank, but `busy` (-1: none), that can be closed now; -1 without one. */
static inline int32_t rs_refresh_close(const rs_bank_timing *timing, int32_t busy, uint64_t now)
{
    for (uint32_t bank = 0; bank < timing->banks; bank++)
        if ((int32_t)bank != busy && rs_bank_can_pre(timing, bank, now))
            return (int32_t)bank;
    return -1;
}

#ifdef __cplusplus
}
#endif
#endif
