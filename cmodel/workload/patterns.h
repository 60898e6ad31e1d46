/* Stand-alone address patterns, as what the SMs send: a trace (workload/trace.h). Nothing computes and nothing waits for data: an
 * SM sends its requests in order as fast as port and in-flight slots allow, or with pauses. The requests come from instructions,
 * numbered as the rows below use it; blocks of eight of them are dealt out to the SMs in turn, so that each SM gets equally many.
 *
 *   stream   consecutive lines, two an instruction (32 lanes x 4 bytes): instruction n reads lines 2 n and the next, modulo
 *            the address space.
 *   rand1, rand2, rand3   an instruction is 1, 2 or 3 requests back to back to different columns of one row; channel,
 *            bank and row are uniform random (THESIS 4.1, figure 4.1).
 *   onebank  an instruction is two requests to different columns of one row, all to bank 0; pair p goes to channel
 *            p mod channels and row (p / channels) mod rows, so every pair opens a new row.
 * Writes: each instruction is a store instead of a load with probability write_per_mille / 1000.
 * Gap: an instruction of an SM comes 0 to 2 * gap cycles after its one before, evenly distributed; 0 none. One that is late
 * delays those behind it.
 * Groups (workload/trace.h): an SM's blocks have 0 to 3 in turn, as the CTAs of an SM.
 */
#ifndef RS_PATTERNS_H
#define RS_PATTERNS_H

#include "rowstreak.h"
#include "workload/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_PATTERN_MAX_REQUESTS = 1 << 27, RS_PATTERN_MAX_GAP = 1000000 };

enum rs_pattern_kind { RS_PATTERN_STREAM, RS_PATTERN_RAND1, RS_PATTERN_RAND2, RS_PATTERN_RAND3, RS_PATTERN_ONEBANK };

typedef struct rs_pattern {
    enum rs_pattern_kind kind;
    uint32_t requests;        /* in all, 1 .. RS_PATTERN_MAX_REQUESTS; rounded up to the same number of blocks an SM */
    uint32_t write_per_mille; /* 0 .. 1000 */
    uint32_t gap;             /* cycles, 0 .. RS_PATTERN_MAX_GAP */
    uint64_t seed;
} rs_pattern;

/* "stream", "rand1", "rand2", "rand3", "onebank"; false for any other name. */
bool rs_pattern_kind_read(enum rs_pattern_kind *kind, const char *name);
/* For a machine with config's SMs and address map. Fails when the map has fewer columns a row than an instruction's requests or more
 * than 38 bits, or a number is out of range. */
rs_trace *rs_pattern_trace(const rs_config *config, const rs_pattern *pattern, rs_error *error);

#ifdef __cplusplus
}
#endif
#endif
