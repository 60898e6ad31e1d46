/* Stand-alone address patterns as programs: one launch that fills every SM (sms x sm_ctas CTAs).
 *
 *   stream   all warps together read consecutive lines, two a load (32 lanes x 4 bytes): load i of warp w of
 *            W reads lines 2 (i W + w) and the next, modulo the address space.
 *   rand1, rand2, rand3   a load is 1, 2 or 3 requests back to back to different columns of one row; channel,
 *            bank and row are uniform random (THESIS 4.1, figure 4.1).
 *   onebank  a load is two requests to different columns of one row, all to bank 0; pair p goes to channel
 *            p mod channels and row (p / channels) mod rows, so every pair opens a new row.
 * Writes: each instruction is a store instead of a load with probability write_per_mille / 1000.
 */
#ifndef RS_PATTERNS_H
#define RS_PATTERNS_H

#include "rowstreak.h"
#include "workload/program.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rs_pattern_kind { RS_PATTERN_STREAM, RS_PATTERN_RAND1, RS_PATTERN_RAND2, RS_PATTERN_RAND3, RS_PATTERN_ONEBANK };

typedef struct rs_pattern {
    enum rs_pattern_kind kind;
    uint32_t requests;        /* in all; rounded up to the same number of instructions a warp */
    uint32_t write_per_mille; /* 0 .. 1000 */
    uint64_t seed;
} rs_pattern;

/* "stream", "rand1", "rand2", "rand3", "onebank"; false for any other name. */
bool rs_pattern_kind_read(enum rs_pattern_kind *kind, const char *name);
/* Fails when the map has fewer columns a row than a load's requests, or a number is out of range. */
rs_program *rs_pattern_program(const rs_config *config, const rs_pattern *pattern, rs_error *error);

#ifdef __cplusplus
}
#endif
#endif
