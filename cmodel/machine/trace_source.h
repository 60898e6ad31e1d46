/* Trace source: the SMs when the stimulus is a request trace (workload/trace.h), of a file or made by a pattern. C only.
 *
 * What it models
 *   Each SM sends its requests of the trace in order, one flit at a time: a read is one flit, a write a head and two
 *     data flits (HEADER_WIRES: two flits with data, the first with the header). A request is offered in its cycle at the earliest, in the cycle after the tail of the one before
 *     was taken, and when an in-flight slot is free; a request that comes late delays those behind it and is not lost.
 *   In flight: at most IN_FLIGHT requests an SM; a read from the cycle in which its head is first offered until its
 *     reply's tail has come, a write until its tail has been taken.
 *   Tag: bits 5:0 a read's in-flight slot, the lowest free one; a write's number among the SM's writes, mod 64 (so that
 *     two writes on their way to one line can be told apart); above them the request's group. Write data: rs_payload().
 * An open trace (trace.h): an SM's request is offered from the first drive() on that finds it in `arrived`.
 * What it does not model: why the program made a request; reads wait for nothing but a slot.
 *
 * Port: valid/ready; once valid, a flit stays until it is taken. Everything that drive() sets in cycle t
 * follows from the outputs up to t - 1. One cycle is: drive(), look at the path's outputs, clock().
 * Units: cycles from 0 since creation.
 */
#ifndef RS_TRACE_SOURCE_H
#define RS_TRACE_SOURCE_H

#include "common/contents.h"
#include "observe/histogram.h"
#include "rowstreak.h"
#include "workload/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_TAG_SLOT_BITS = 6 };

/* Called as things happen; NULL members are skipped. issue: from drive(), in the cycle in which the head
 * flit is first offered. complete: from clock(), for reads only, in the cycle in which the reply's tail is
 * taken; latency is that cycle minus the issue cycle. */
typedef struct rs_source_hooks {
    void *user;
    void (*issue)(void *user, uint32_t sm, uint32_t tag, uint64_t address, bool write);
    void (*complete)(void *user, uint32_t sm, uint32_t tag, uint64_t latency_cycles);
} rs_source_hooks;

/* Random disturbance for tests; all 0 (the default) is none. */
typedef struct rs_disturbance {
    uint32_t reply_stall_per_mille;   /* an SM does not take replies in this share of cycles */
    uint32_t request_pause_per_mille; /* an SM without a flit on offer waits in this share of cycles */
    uint64_t seed;
    bool partial_writes;              /* with WRITE_MASK: writes of the whole line, a byte, none or any of its bytes */
} rs_disturbance;

typedef struct rs_sm_count {
    uint64_t reads, writes;    /* requests issued */
    uint64_t completion_cycle; /* of the last tail, taken by the network or come with a reply; 0 before */
} rs_sm_count;

typedef struct rs_trace_source rs_trace_source;

/* Keeps a copy of config and a pointer to the trace. Fails when the trace was read for another number of SMs or
 * exceeds the address map. */
rs_trace_source *rs_trace_source_create(const rs_config *config, const rs_trace *trace, rs_error *error);
void rs_trace_source_destroy(rs_trace_source *source);
void rs_trace_source_set_hooks(rs_trace_source *source, const rs_source_hooks *hooks);
void rs_trace_source_set_disturbance(rs_trace_source *source, const rs_disturbance *disturbance);

/* Sets request_valid, request[] and reply_ready. request[] is rewritten only where the flit changes, so it
 * must be the same structure in every cycle, request[] untouched by others. */
void rs_trace_source_drive(rs_trace_source *source, rs_path_inputs *inputs);
/* After drive(): takes note of the flits that moved, and advances by one cycle. */
void rs_trace_source_clock(rs_trace_source *source, const rs_path_outputs *outputs);
/* Every request has been taken and every read is back; of an open trace never. */
bool rs_trace_source_done(const rs_trace_source *source);
/* Nothing is on offer and no read is on its way: the next request's cycle has not come. */
bool rs_trace_source_resting(const rs_trace_source *source);
/* Cycles from the coming one on in which drive() changes nothing and clock() neither, if the path's outputs stay as
 * they were in the last clock() and no flit moved then. UINT64_MAX: for ever. */
uint64_t rs_trace_source_quiet_cycles(const rs_trace_source *source);
/* The same as so many such cycles; cycles <= rs_trace_source_quiet_cycles(). */
void rs_trace_source_skip(rs_trace_source *source, uint64_t cycles);

rs_sm_count rs_trace_source_count(const rs_trace_source *source, uint32_t sm);
uint64_t rs_trace_source_issued(const rs_trace_source *source);
/* Before the first cycle: only reads whose cycle in the trace is in from .. to - 1 count for the due latency. All, without. */
void rs_trace_source_set_window(rs_trace_source *source, uint64_t from, uint64_t to);
/* After that: of these, those that are still to come back. */
uint64_t rs_trace_source_window_left(const rs_trace_source *source);
/* Reads of a trace with cycles (timed): from the request's cycle in the trace to that in which the reply's tail is taken, so
 * with what it waits for its SM and the machine before it is offered. Empty for other traces. */
const rs_histogram *rs_trace_source_due_latency(const rs_trace_source *source);
/* NULL, or what was wrong with the first reply that no request had asked for (such replies are ignored). */
const char *rs_trace_source_protocol_error(const rs_trace_source *source);

#ifdef __cplusplus
}
#endif
#endif
