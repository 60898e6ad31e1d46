/* Trace source: the SMs when the stimulus is a request trace (workload/trace.h), of a file or made by a pattern, in place of the
 * front end.
 *
 * What it models
 *   Each SM sends its requests of the trace in order, one flit at a time: a read is one flit, a write a head and two
 *     data flits. A request is offered in its cycle at the earliest, in the cycle after the tail of the one before
 *     was taken, and when an in-flight slot is free; a request that comes late delays those behind it and is not lost.
 *   In flight: at most IN_FLIGHT requests an SM; a read from the cycle in which its head is first offered until its
 *     reply's tail has come, a write until its tail has been taken.
 *   Tag: bits 5:0 as the front end's, above them the request's group. Write data: rs_payload().
 * What it does not model: why the program made a request; reads wait for nothing but a slot.
 *
 * Port, order of calls and units: as in machine/front_end.h.
 */
#ifndef RS_TRACE_SOURCE_H
#define RS_TRACE_SOURCE_H

#include "machine/front_end.h"
#include "observe/histogram.h"
#include "rowstreak.h"
#include "workload/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_trace_source rs_trace_source;

/* Keeps a copy of config and a pointer to the trace. Fails when the trace was read for another number of SMs or
 * exceeds the address map. */
rs_trace_source *rs_trace_source_create(const rs_config *config, const rs_trace *trace, rs_error *error);
void rs_trace_source_destroy(rs_trace_source *source);
void rs_trace_source_set_hooks(rs_trace_source *source, const rs_front_end_hooks *hooks);
void rs_trace_source_set_disturbance(rs_trace_source *source, const rs_front_end_disturbance *disturbance);

/* As rs_front_end_drive() and rs_front_end_clock(). */
void rs_trace_source_drive(rs_trace_source *source, rs_path_inputs *inputs);
void rs_trace_source_clock(rs_trace_source *source, const rs_path_outputs *outputs);
/* Every request has been taken and every read is back. */
bool rs_trace_source_done(const rs_trace_source *source);
/* Nothing is on offer and no read is on its way: the next request's cycle has not come. */
bool rs_trace_source_resting(const rs_trace_source *source);
/* As rs_front_end_quiet_cycles() and rs_front_end_skip(). */
uint64_t rs_trace_source_quiet_cycles(const rs_trace_source *source);
void rs_trace_source_skip(rs_trace_source *source, uint64_t cycles);

rs_sm_count rs_trace_source_count(const rs_trace_source *source, uint32_t sm);
uint64_t rs_trace_source_issued(const rs_trace_source *source);
/* Reads of a trace with cycles (DRAMsim3's): from the request's cycle in the trace to that in which the reply's tail is taken, so
 * with what it waits for its SM and the machine before it is offered. Empty for other traces. */
const rs_histogram *rs_trace_source_due_latency(const rs_trace_source *source);
const char *rs_trace_source_protocol_error(const rs_trace_source *source);

#ifdef __cplusplus
}
#endif
#endif
