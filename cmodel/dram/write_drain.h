/* When a controller writes and when it reads, with WRITE_HIGH; in the model only, for it wins nothing here (RESULTS.md). Writes wait until there
 * are `high` of them, or until nothing else can go; then they go, and no reads, until `low` are left. Candidates and their order stay as they
 * are. */
#ifndef RS_WRITE_DRAIN_H
#define RS_WRITE_DRAIN_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_write_drain {
    uint32_t high, low; /* writes in the queue; high 0: reads and writes go as they come */
    bool drains;        /* no read begins, else no write */
    bool turned;        /* in the cycle before */
} rs_write_drain;

static inline void rs_write_drain_init(rs_write_drain *drain, const rs_config *config)
{
    drain->high = config->write_high;
    drain->low = config->write_low;
    drain->drains = drain->turned = false;
}

/* Whether it drains in the next cycle: with so many writes in the queue, and when there are candidates that read, that write. */
static inline bool rs_write_drain_next(const rs_write_drain *drain, uint32_t queued, bool reads, bool writes)
{
    return drain->drains ? writes && !(reads && queued <= drain->low) : writes && (!reads || queued >= drain->high);
}

/* May a request that writes, or one that reads, begin? */
static inline bool rs_write_drain_lets(const rs_write_drain *drain, bool write)
{
    return drain->high == 0 || drain->drains == write;
}

#ifdef __cplusplus
}
#endif
#endif
