/* Concurrent average memory access time from what every single access does in every cycle: the five-parameter form
 * H / C_H + pMR * pAMP / C_M (CAMAT 2.2, equation 2). Shares nothing with the counters of rs_camat_counter, which give the
 * same number as active cycles / accesses.
 *
 * An access is in its hit phase while it looks up what it needs, then it is over, or it misses and is in its miss phase until
 * its last word is there. A cycle of some hit phase is a hit cycle; one of a miss phase alone is a pure miss cycle, and a
 * miss that has one is a pure miss. */
#ifndef RS_CAMAT_H
#define RS_CAMAT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_camat { /* zeroed: nothing seen */
    uint64_t accesses, hitting, missing;  /* begun; in which phase now */
    uint64_t hit_cycles, hit_sum;         /* cycles with a hit phase; their hit phases added up */
    uint64_t pure_cycles, pure_sum;       /* pure miss cycles; their miss phases added up */
    uint64_t pure_misses, penalty_sum;    /* of accesses that are over: pure misses; their pure miss cycles added up */
} rs_camat;

typedef struct rs_camat_access {
    uint64_t pure_before; /* pure miss cycles when its miss phase began */
    bool misses;
} rs_camat_access;

typedef struct rs_camat_parameters { /* 0 where nothing was seen */
    double hit_time, hit_concurrency;                            /* H, C_H */
    double pure_miss_rate, pure_miss_penalty, miss_concurrency;  /* pMR, pAMP, C_M */
    double camat;                                                /* H / C_H + pMR * pAMP / C_M */
} rs_camat_parameters;

typedef struct rs_camat_spread { /* 0 without an SM that accessed memory */
    double mean, least, most;
    uint32_t sms; /* that did; of these the three are */
} rs_camat_spread;

/* Each holds from the current cycle on: begins with its hit phase, goes over to its miss phase, is over. */
void rs_camat_begin(rs_camat *camat, rs_camat_access *access);
void rs_camat_miss(rs_camat *camat, rs_camat_access *access);
void rs_camat_end(rs_camat *camat, rs_camat_access *access);
/* So many cycles pass, the current one first, and no phase changes in them. */
void rs_camat_clock(rs_camat *camat, uint64_t cycles);
/* sum += part: the accesses of several memories, as if their cycles came one after the other. */
void rs_camat_add(rs_camat *sum, const rs_camat *part);
/* Once every access is over. */
rs_camat_parameters rs_camat_of(const rs_camat *camat);
/* By the counters: of each of so many SMs active cycles / accesses into of_sm[], 0 for one without accesses; and over them. */
rs_camat_spread rs_camat_spread_of(const uint64_t *active_cycles, const uint64_t *accesses, uint32_t sms, double *of_sm);

#ifdef __cplusplus
}
#endif
#endif
