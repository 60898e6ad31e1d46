/* Thread-latency micro-benchmark (OUTSTANDING 3): how long one SM takes for N independent loads of each of T threads.
 *
 * The machine is the twins of coalescer and table of outstanding requests, in front of a memory of fixed latency that
 * gives back a line a cycle and refuses nothing, so that the table alone can stop an access. Warps of 32 threads issue a
 * load a cycle as the coalescer takes them, the first load of every warp, then the second ones: a warp waits for none of
 * its loads. A request is a line of 128 bytes; threads come in runs of `neighbours` that read one line (1: pattern UNQ,
 * 2 .. 32: Merger2 .. Merger32), another one for each load.
 *
 * Latency: cycles from the first load offered to the last word written back. Every thread's words are counted: a run that
 * answers a thread twice, wrongly or never has no latency. */
#ifndef RS_THREAD_LATENCY_H
#define RS_THREAD_LATENCY_H

#include "rowstreak.h"
#include "sm/coalescer.h"
#include "sm/outstanding_table.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RS_LATENCY_THREADS = 1024, /* at most */
    RS_LATENCY_LOADS = 4,
    RS_LATENCY_PATTERNS = 6,   /* number p: 1 << p neighbours */
    RS_LATENCY_TAG_BITS = 7,   /* warp and load */
};

/* A cycle at the ports, before its clock edge. The line at the coalescer's port is the table's access. */
typedef struct rs_latency_cycle {
    const rs_warp_group *group; /* offered; NULL without */
    bool group_ready;
    const rs_table_inputs *inputs;
    const rs_table_outputs *outputs;
} rs_latency_cycle;

typedef struct rs_thread_latency {
    uint32_t round_trip;
    rs_coalescer coalescer;
    rs_outstanding_table table;
    /* Sees every cycle when set; without it, cycles in which nothing can move are skipped. false: the run stops. */
    bool (*observe)(void *user, const rs_latency_cycle *cycle);
    void *user;
    struct rs_latency_request *back; /* requests on their way, in their order */
    uint32_t waiting[RS_LATENCY_LOADS][RS_LATENCY_THREADS / RS_WARP_LANES]; /* lanes without their word */
} rs_thread_latency;

/* "UNQ", "Merger2", ... */
const char *rs_latency_pattern_name(uint32_t pattern);

/* table: kind, entries, merges; the rest is set here. round_trip: cycles from a request to its line, from 1. */
bool rs_thread_latency_init(rs_thread_latency *bench, bool pending_request_table, uint32_t entries, uint32_t merges,
                            uint32_t round_trip, rs_error *error);
void rs_thread_latency_destroy(rs_thread_latency *bench);
/* threads 1 .. 1024, loads 1 .. 4. 0: stopped, or a thread was not answered as it should be. */
uint32_t rs_thread_latency_run(rs_thread_latency *bench, uint32_t neighbours, uint32_t loads, uint32_t threads);

#ifdef __cplusplus
}
#endif
#endif
