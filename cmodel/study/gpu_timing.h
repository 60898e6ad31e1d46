/* A kernel of the warp machine on PATTERNS' machine: SMs, request and reply crossbars, memory slices with L2, DRAM.
 *
 * What it models: SMs (sm_timing.h) with their memory sides, crossbars and DRAM controllers by their C twins, L2
 * (pattern_slice.h), the DRAM by its model. A read request is one flit, a store a head and two flits for each 64 B half that
 * it touches, a reply a head and four. The channel is XORed with the address bits above it and the bank with the row's, as
 * GPUs do, so that strides of a power of two do not end at one bank (assumed; ADDRESS_MAP has no such thing).
 * CTAs are dispatched in their order, one a cycle, to the next SM that has room. A launch begins when the one before
 * has ended: the SMs' stores have reached L2, their caches are empty.
 * Configuration: SMS, their memory sides, networks, CHANNELS, controllers, DRAM; the rest of an SM and L2 are those of the two
 * headers. STORE_BUFFER counts lines. VCS must be 1, LANES 32, LINE_BYTES 128, MAX_LENGTH 16, MISS_TABLE MSHR (a pending
 * request table's id is more than a header takes). Not used: SM_MEMORY, REGISTER_BITS, and the keys of the interim issue stage
 * (IN_FLIGHT, ISSUE_GAP, SM_CTAS, CTA_WARPS).
 * What it does not model: see sm_timing.h; time to launch a kernel; L2 dirty lines at the end stay there.
 */
#ifndef RS_GPU_TIMING_H
#define RS_GPU_TIMING_H

#include "study/pattern_slice.h"
#include "study/sm_timing.h"
#include "workload/warp_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_gpu_counts {
    uint64_t cycles;
    bool stopped;           /* by max_cycles: the kernel has no result */
    rs_sm_counts sms;       /* sums */
    rs_slice_counts slices; /* sums */
    double camat_mean, camat_least, camat_most; /* C-AMAT, by the twins' counters, of the SMs that accessed memory */
    rs_camat camat;         /* sums, by the phases of every access (camat_observer.h) */
    bool camat_wrong;       /* the counters of an SM are not what they add up to */
    uint32_t sm_count;
    double camat_sms[RS_MAX_SMS];               /* of each; 0: it did not */
} rs_gpu_counts;

typedef struct rs_gpu_options {
    uint64_t max_cycles; /* the run stops there; 0: it goes on to its end */
    void *user;
    void (*report)(void *user, uint32_t launch, uint32_t cta, uint32_t ctas, uint64_t cycle); /* progress; NULL: none */
} rs_gpu_options;

/* Runs all launches; the caller finishes the kernel's run. options may be NULL. config is finished.
 * False: error is set, for a machine that does not fit, when nothing moves any more, or at the end with
 * counts->camat_wrong. */
bool rs_gpu_run(const rs_config *config, rs_kernel_run *kernel, const rs_gpu_options *options, rs_gpu_counts *counts,
                rs_error *error);

#ifdef __cplusplus
}
#endif
#endif
