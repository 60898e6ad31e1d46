/* Every request of a run with the time that it took, written when it is done: a line each,
 *
 *   done sm R|W|A channel bank row latency      decimal
 *
 * done: the cycle in which the SM has taken the last flit of a read's or atomic operation's reply, or a write was accepted (by its controller;
 * with an L2, by the L2). latency: cycles up to it from the one in which the SM first offered the request to the network. So the mean of a
 * trace's reads is the table's read latency. A place is that of the request's first byte; with an L2 whoever answers. Write-backs of an L2 are
 * no request of an SM. What is not done at the end of the run has no line. */
#ifndef RS_LATENCY_TRACE_H
#define RS_LATENCY_TRACE_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_latency_trace rs_latency_trace;

/* file: to write to; failed writes stay with it, see ferror(). NULL without memory. */
rs_latency_trace *rs_latency_trace_create(const rs_config *config, FILE *file);
void rs_latency_trace_destroy(rs_latency_trace *trace);
/* Whether there was memory for all of them. */
bool rs_latency_trace_good(const rs_latency_trace *trace);
/* The ports in a cycle, in order; cycles in which nothing changes may be left out. */
void rs_latency_trace_observe(rs_latency_trace *trace, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs);

#ifdef __cplusplus
}
#endif
#endif
