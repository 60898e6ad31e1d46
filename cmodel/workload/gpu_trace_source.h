/* A kernel trace of a GPU (gpu_trace.h) as a source of records (warp_source.h): a launch a kernel of the trace, a CTA a block of its file, in
 * the file's order. A block is read, lowered (gpu_trace_lower.h) and kept (gpu_trace_store.h) when its CTA starts.
 *
 * Every word that a load or an atomic operation brings from memory must be one of the two that its address can have, and so must all of
 * memory at the end; the scratchpad's words are not looked at.
 * A warp ends behind its last instruction in the trace, whether or not that is EXIT; one of which the block has nothing ends at once. */
#ifndef RS_GPU_TRACE_SOURCE_H
#define RS_GPU_TRACE_SOURCE_H

#include "workload/gpu_trace.h"
#include "workload/warp_source.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the records of all CTAs that run, in memory: beyond it they are in a temporary file. */
#define RS_GPU_TRACE_BYTES (UINT64_C(128) << 20)

typedef struct rs_gpu_trace_source rs_gpu_trace_source;

typedef struct rs_gpu_trace_source_counts {
    uint64_t instructions;               /* of the trace, of the CTAs begun */
    uint64_t records, words;             /* handed out; that loads brought from memory */
} rs_gpu_trace_source_counts;

/* slots: CTAs at a time. bytes: RS_GPU_TRACE_BYTES. Fails if the trace has atomic operations in global memory and ATOMICS is 0. Keeps the
 * pointer to the trace. */
rs_gpu_trace_source *rs_gpu_trace_source_create(const rs_config *config, const rs_gpu_trace *trace, uint64_t bytes, rs_error *error);
void rs_gpu_trace_source_destroy(rs_gpu_trace_source *source);
rs_warp_source rs_gpu_trace_source_interface(rs_gpu_trace_source *source);
rs_gpu_trace_source_counts rs_gpu_trace_source_count(const rs_gpu_trace_source *source);

#ifdef __cplusplus
}
#endif
#endif
