/* Sums of a CTA by a tree in the scratchpad, for red and sp (THESIS' reductions). */
#ifndef RS_KERNEL_TREE_H
#define RS_KERNEL_TREE_H

#include "workload/warp_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A warp of a CTA between two barriers. */
typedef struct rs_tree_warp {
    rs_warp warp;
    rs_reg thread, sum; /* thread in the CTA */
} rs_tree_warp;

/* All warps begin: S2R of the thread in the CTA, sum 0. */
void rs_kernel_tree_begin(rs_cta *cta, rs_tree_warp *of);
/* Each thread's sum to its word of the scratchpad (the CTA's threads, a power of two), then half of the threads add the other
 * half's word to their own (op: RS_ADD, RS_FADD), and so on: sum of thread 0 is the CTA's. A barrier before each step. */
void rs_kernel_tree_sum(rs_cta *cta, rs_tree_warp *of, enum rs_alu op);

#ifdef __cplusplus
}
#endif
#endif
