/* Warp access: one memory instruction of a warp in, the lines it touches out.
 *
 * What: each active lane reads or writes one 4-byte element; the access becomes the smallest number of
 * 64 B requests, one per distinct line. Order: the line of the lowest active lane first, then the line of
 * the lowest lane that it does not serve, and so on. Masks within a line are not carried: a store writes
 * its whole line.
 * Units: addresses in bytes, multiples of 4 (so no element crosses a line); lines are byte address / 64.
 * Timing: none; the coalescer of the SMs (sm/coalescer.h) has the cycles.
 */
#ifndef RS_WARP_ACCESS_H
#define RS_WARP_ACCESS_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_WARP_LANES = 32, RS_ELEMENT_BYTES = 4 };

typedef struct rs_warp_access {
    uint64_t address[RS_WARP_LANES]; /* valid where active */
    uint32_t active;                 /* bit per lane */
    bool write;
} rs_warp_access;

/* Writes the lines and returns their number: 0 without an active lane, at most RS_WARP_LANES. */
uint32_t rs_coalesce(const rs_warp_access *access, uint64_t line[RS_WARP_LANES]);

#ifdef __cplusplus
}
#endif
#endif
