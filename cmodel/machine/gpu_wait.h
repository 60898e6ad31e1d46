/* Programs that wait for themselves, on the whole machine (gpu.h) with its host: found by who steps both, and named.
 *
 * Standing still. Nothing can change any more although the program has not ended: every issue stage, memory side and the CTA dispatch
 *   would stay as they are for ever, and memory path and DRAM controllers are empty (refresh goes on). Then no record, word or place is
 *   under way to any of the warps that wait: at a barrier, for a record that their source does not show, for a register. This is
 *   exact: a machine that waits for a word, a time, a DRAM or a launch does not stand still.
 * Asking for ever. Warps that spin never stand still. A source whose warps can spin (rs_warp_source_calls, watch and watched) tells that
 *   each of its warps has come back to a state in which it was before, while nothing that any of them did could have changed a word
 *   of memory. When moreover no store was under way at either end, none that rests in a store buffer has left between, and no CTA
 *   can start, memory was the same all the time, so what each warp does next it has done already: it never ends. This is sound, but
 *   not complete: a program that spins and counts its tries, stores something each time, or loads without acquire what its L1
 *   may still have, is not recognized, and ends by --max-cycles only.
 *
 * Starving. While all other warps ask for ever as above, one was let issue nothing for RS_STARVED_CYCLES: the scheduler, or a queue
 *   behind it, never gets to it, as an older warp's atomic comes first each time. This is a bound, no proof: a configuration that makes a lock's
 *   holder wait so long is refused.
 *
 * All look once in so many cycles, in between nothing is done for them. */
#ifndef RS_GPU_WAIT_H
#define RS_GPU_WAIT_H

#include "machine/gpu_host.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_STILL_CYCLES = 1024, RS_WATCH_CYCLES = 32768, RS_STARVED_CYCLES = 8 * RS_WATCH_CYCLES }; /* from look to look; powers of two */

typedef struct rs_gpu_wait {
    bool watching;    /* since the last look of this kind or one before, from a moment without a store under way */
    uint32_t resting; /* blocks in store buffers at that moment */
    uint64_t since;   /* cycle in which the numbers of records were noted */
    uint32_t *given;  /* [sms][warps]: that each warp had been given */
} rs_gpu_wait;

/* False without memory; it may then be freed. */
bool rs_gpu_wait_init(rs_gpu_wait *wait, const rs_config *config);
void rs_gpu_wait_free(rs_gpu_wait *wait);
/* Between rs_gpu_offer() and rs_gpu_host_clock(), in every cycle. False: the program can never end; error
 * says which warp waits for what. */
static inline bool rs_gpu_wait_is_time(uint64_t cycle)
{
    return cycle % RS_STILL_CYCLES == 0;
}
bool rs_gpu_wait_look(rs_gpu_wait *wait, uint64_t cycle, const rs_gpu *gpu, rs_gpu_host *host, rs_error *error);

#ifdef __cplusplus
}
#endif
#endif
