/* The whole machine: CTA dispatch, an issue stage, a stall inspector and a memory side for each SM, the memory path. Twin of
 * rtl/machine/rs_gpu.v, whose header has the rules.
 *
 * A cycle: rs_gpu_offer() gives the outputs for the inputs of this cycle, until the next offer(); rs_gpu_clock() is the clock edge with
 * the inputs of this last offer(). Payload of an output means nothing without its valid. What the outputs point to is valid until the clock.
 * Nothing is allocated after creation. */
#ifndef RS_GPU_H
#define RS_GPU_H

#include "machine/cta_dispatch.h"
#include "machine/gpu_memory.h"
#include "sm/issue_stage.h"
#include "sm/stall_inspector.h"
#include "workload/warp_source.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_gpu_inputs {
    bool launch_valid;
    uint32_t launch_ctas, launch_limit;           /* CTAs; CTAs of an SM at a time */
    uint32_t cta_warps;                           /* strap from a launch to its end */
    /* by SM; the arrays are the host's, and this cycle's until its clock edge */
    const uint64_t *available;                    /* a bit a warp */
    const uint64_t (*record)[RS_ISSUE_SCHEDULERS_MAX];
    const rs_operand_row *row;                    /* of the operand read last; the mask stays that of the first */
    rs_set clear;                                 /* SMs: counters of C-AMAT and of the stall inspector */
    rs_dram_return dram[RS_MAX_CHANNELS];
} rs_gpu_inputs;

typedef struct rs_gpu rs_gpu;

typedef struct rs_gpu_outputs {
    rs_cta_dispatch_outputs dispatch;
    const rs_issue_inputs *to_stage[RS_MAX_SMS];
    const rs_issue_outputs *stage[RS_MAX_SMS];
    const rs_stall_inspector *stalls[RS_MAX_SMS]; /* class and cause of the cycle before; counters: rs_gpu_stalls() */
    rs_gpu *gpu;                                  /* whose outputs these are */
    const rs_gpu_memory_outputs *memory;
    const rs_gpu_memory_inputs *to_memory;        /* dram: as inputs */
    /* No port of the RTL: SMs whose issue stage was looked at. At the ports of another one nothing happens, nor did it in the cycle
     * before. */
    rs_set looked;
} rs_gpu_outputs;

/* Of every SM; cta_warps, a strap, is 1. */
rs_issue_settings rs_gpu_issue_settings(const rs_config *config);
/* A configuration finished with RS_TOP_GPU. */
rs_gpu *rs_gpu_create(const rs_config *config, rs_error *error);
void rs_gpu_destroy(rs_gpu *gpu);
/* Back to the state after reset, in place; words of the scratchpads stay. */
void rs_gpu_reset(rs_gpu *gpu);

const rs_gpu_outputs *rs_gpu_offer(rs_gpu *gpu, const rs_gpu_inputs *inputs);
void rs_gpu_clock(rs_gpu *gpu);

/* Between offer() and clock(): as long as the inputs stay, no clock edge will ever change anything again but counters and what refresh
 * does. A glance at each SM. */
bool rs_gpu_stands_still(const rs_gpu *gpu);
/* A store, or an atomic operation that returns nothing, is on its way from an operand stage to memory; as rs_gpu_memory_stores(). */
bool rs_gpu_stores(const rs_gpu *gpu, uint32_t *resting);

/* Its parts, for who watches them. */
const rs_issue_stage *rs_gpu_stage(const rs_gpu *gpu, uint32_t sm);
const rs_gpu_memory *rs_gpu_memory_of(const rs_gpu *gpu);
/* With the counters as they are now. */
const rs_stall_inspector *rs_gpu_stalls(rs_gpu *gpu, uint32_t sm);
const rs_camat_counter *rs_gpu_camat(rs_gpu *gpu, uint32_t sm);

#ifdef __cplusplus
}
#endif
#endif
