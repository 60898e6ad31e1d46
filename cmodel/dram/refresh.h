/* Twin of rtl/dram/rs_refresh.v: when REF is due, for which banks, and the commands that lead to it. Time is that of the controller: a
 * refresh falls due in every cycle k * interval after reset, k = 1, 2, ...; with REFRESH = BANK the k-th that of bank (k - 1) mod banks. */
#ifndef RS_REFRESH_H
#define RS_REFRESH_H

#include "dram/bank_timing.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_refresh {
    uint64_t interval; /* 0: no refresh */
    uint64_t next;     /* the cycle from which on the next REF is due; UINT64_MAX without refresh */
    uint32_t banks;    /* mask of those it is for */
    uint32_t last;     /* REFRESH = BANK: that of the last bank */
    bool one_bank;
} rs_refresh;

/* Cycles from one refresh to the next, 0: none. */
static inline uint32_t rs_refresh_interval(const rs_config *config)
{
    return config->refresh == RS_REFRESH_BANK ? config->t_refi / config->banks : config->t_refi;
}

static inline void rs_refresh_init(rs_refresh *refresh, const rs_config *config)
{
    refresh->interval = rs_refresh_interval(config);
    refresh->next = config->t_refi != 0 ? refresh->interval : UINT64_MAX;
    refresh->one_bank = config->refresh == RS_REFRESH_BANK;
    refresh->banks = refresh->one_bank ? 1 : UINT32_MAX;
    refresh->last = 1U << (config->banks - 1);
}

static inline bool rs_refresh_due(const rs_refresh *refresh, uint64_t now)
{
    return now >= refresh->next;
}

/* REF goes out. */
static inline void rs_refresh_done(rs_refresh *refresh)
{
    refresh->next += refresh->interval;
    if (refresh->one_bank)
        refresh->banks = refresh->banks == refresh->last ? 1 : refresh->banks << 1;
}

/* The lowest of its banks, but those of the mask `busy`, that can be closed now; -1 without one. */
static inline int32_t rs_refresh_close(const rs_refresh *refresh, const rs_bank_timing *timing, uint32_t busy, uint64_t now)
{
    for (uint32_t bank = 0; bank < timing->banks; bank++)
        if ((refresh->banks & ~busy) >> bank & 1 && rs_bank_can_pre(timing, bank, now))
            return (int32_t)bank;
    return -1;
}

#ifdef __cplusplus
}
#endif
#endif
