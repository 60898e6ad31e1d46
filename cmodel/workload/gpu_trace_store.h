/* What the warps of a CTA of a trace are still to run: their lowered records, in as many bytes as they need, in memory or, of a CTA that would
 * take too much of it, in a temporary file; so a trace of any size runs in bounded memory. Filled warp by warp, then read by all warps at a time.
 */
#ifndef RS_GPU_TRACE_STORE_H
#define RS_GPU_TRACE_STORE_H

#include <stdio.h>

#include "workload/gpu_trace_lower.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The temporary file of all stores of a source. */
typedef struct rs_trace_spool {
    FILE *file;                          /* NULL: not needed yet */
    uint64_t used;                       /* words of 64 bits that were written */
    uint32_t stores;                     /* that have some there: none, it starts again */
} rs_trace_spool;

/* Where a warp reads. */
typedef struct rs_trace_reading {
    uint64_t at, end;                    /* words of the store */
    uint64_t *window;                    /* of the spool's words, from `from` to `to`; NULL: the store is in memory */
    uint64_t from, to;
} rs_trace_reading;

typedef struct rs_trace_store {
    rs_trace_spool *spool;
    uint64_t *word;                      /* those that are not in the spool */
    uint64_t words, room, most;          /* most: in memory */
    uint64_t base, spooled;              /* its first word in the spool, and how many are there */
    bool failed;                         /* no memory, or the spool could not be written or read */
} rs_trace_store;

/* Empty; most: words that it may have in memory, at least RS_TRACE_STORE_LEAST. A spool belongs to stores that are filled one after the other. */
void rs_trace_store_start(rs_trace_store *store, rs_trace_spool *spool, uint64_t most);
/* False: store->failed. */
bool rs_trace_store_add(rs_trace_store *store, const rs_traced_record *record);
/* Words so far: where the next warp begins. */
uint64_t rs_trace_store_end(const rs_trace_store *store);
/* Filled: what is left goes behind what is in the spool. */
bool rs_trace_store_finish(rs_trace_store *store);
/* The next record of a warp, of which there is one: reading->at < reading->end. */
bool rs_trace_store_next(rs_trace_store *store, rs_trace_reading *reading, rs_traced_record *record);
void rs_trace_store_free(rs_trace_store *store);
void rs_trace_reading_free(rs_trace_reading *reading);
void rs_trace_spool_close(rs_trace_spool *spool);

enum { RS_TRACE_STORE_LEAST = 4096 };

#ifdef __cplusplus
}
#endif
#endif
