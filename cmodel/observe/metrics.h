/* Metrics of a run, all taken from the ports and pins of the memory path, cycle by cycle; only the read latency is
 * told by the machine. The same definitions for every machine. Sources: THESIS 3.1 (efficiency, utilization),
 * 4.2 and figure 4.4 (row access locality), 6.3.2 (row streaks and their breakers). Units: cycles.
 *
 * Per controller
 *   data cycle     the data bus carries read or write data: B cycles from CL after each RD, from WL after each WR
 *   active cycle   a data cycle, or one in which at least one accepted request is not completed. A request is
 *                  accepted when the controller says so (its tail flit has entered the queue) and completed with
 *                  the last data cycle of its last column command.
 *   dram_efficiency   data cycles / active cycles per controller, averaged over the controllers ever active
 *   dram_utilization  data cycles / all cycles per controller, averaged over all controllers
 *   bank_parallelism  banks with at least one accepted request whose last column command is still to come, averaged
 *                     over the active cycles of all controllers
 *   queue_occupancy   the accepted requests whose last column command is still to come, over the QUEUE requests that a
 *                     controller holds; mean over the cycles with one, of all controllers
 * Row access locality: requests / row streaks of a sequence, a streak being a run of requests to one row
 *   row_locality_pre   over all sequences of one SM, channel and bank, in the order in which head flits leave the SM
 *   row_locality_post  over all sequences of one channel and bank, in the order of acceptance
 *   requests_per_activate  requests served / ACT commands
 * Row streak at a bank: the requests served from one row until another row is activated there. Served: the last
 *   column command of the line is on the pins; the request is the oldest unserved one of its bank for that line.
 *   row_streaks, row_streak_length: their number, and requests served / their number
 *   streak_sms: the different SMs of a streak's requests, averaged over all streaks
 * Streak breakers: when a bank that had row X open activates another row Y, the bank's unserved requests, in order
 *   of acceptance, are searched from the oldest one to Y towards younger ones for the first one to X. If there is
 *   one, it is a stranded request (an FR-FCFS scheduler would have served it before switching), and the breakers are
 *   the request to Y and all between it and the stranded one. Each category of which at least one breaker exists is
 *   counted once: other SM than the stranded request's; same SM, other CTA; same CTA. A CTA is known by its place on
 *   the SM (tag bits from 6 up).
 * Reads: latency from the offer of the head flit at the SM's port to the arrival of the reply's tail, as the front
 *   end reports it. Median and p99 are nearest-rank percentiles of all reads.
 * Request port: a head flit waits from the cycle in which it is first offered to the one in which it is taken; taken
 *   at once is 0.
 * Fairness: an SM's throughput is its requests (heads taken) per cycle from cycle 0 to its last flit taken or
 *   received; Jain's index (sum x)^2 / (n sum x^2) and minimum / maximum over the SMs with requests; slowdown: the largest 1 / x over
 *   the mean 1 / x, which is that of the SMs' slowdowns if all were equally fast alone.
 */
#ifndef RS_METRICS_H
#define RS_METRICS_H

#include "observe/histogram.h"
#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of one controller; commands on its pins. */
typedef struct rs_controller_results {
    uint64_t requests, writes, activates, precharges, column_reads, column_writes, refreshes, data_cycles, active_cycles;
    double queue_occupancy, bank_parallelism;
} rs_controller_results;

typedef struct rs_metrics_results {
    uint64_t cycles;
    uint64_t requests, reads, writes; /* accepted by the controllers; with L2 the reads are the sectors that it missed */
    uint64_t l2_reads, l2_writes;     /* looked up by the L2 banks, atomic operations with the reads; 0 without L2 */
    double dram_efficiency, dram_utilization, bank_parallelism, queue_occupancy;
    double row_locality_pre, row_locality_post, requests_per_activate, commands_per_activate;
    uint64_t activates, precharges, column_reads, column_writes, refreshes; /* commands on the pins */
    uint64_t row_streaks;
    double row_streak_length, streak_sms;
    uint64_t stranded; /* row switches with a stranded request */
    uint64_t breakers_other_sm, breakers_other_cta, breakers_same_cta;
    uint64_t latency_samples;
    double latency_mean;
    uint64_t latency_median, latency_p99, latency_max;
    double wait_mean;
    uint64_t wait_p99, wait_max;
    double fairness_jain, fairness_min_max, fairness_slowdown;
    rs_controller_results controller[RS_MAX_CHANNELS];
    struct {
        uint64_t requests, completion_cycle, wait_max;
    } sm[RS_MAX_SMS];
} rs_metrics_results;

typedef struct rs_metrics rs_metrics;

/* Sums over cycles, to form figures of the cycles between two of them; modulo 2^64. */
enum { RS_DRAM_COMMANDS = RS_DRAM_REF + 1 };
typedef struct rs_controller_sums {
    uint64_t requests, writes, data_cycles, active_cycles;
    uint64_t unserved, occupied, working_banks; /* requests; 1 with one; banks with one: added up over the cycles */
    uint64_t commands[RS_DRAM_COMMANDS];        /* by enum rs_dram_command */
} rs_controller_sums;

typedef struct rs_metrics_sums {
    uint64_t cycles, reads, writes, l2_reads, l2_writes, served, row_streaks, streak_sms;
    uint64_t streaks_pre, streaks_post, requests_pre; /* requests_pre: heads that left the SMs */
    uint64_t stranded, breakers_other_sm, breakers_other_cta, breakers_same_cta;
    uint64_t latencies, latency_sum; /* reads back, cycles */
    rs_controller_sums controller[RS_MAX_CHANNELS];
    uint64_t sm[RS_MAX_SMS]; /* requests */
} rs_metrics_sums;

rs_metrics *rs_metrics_create(const rs_config *config, rs_error *error);
void rs_metrics_destroy(rs_metrics *metrics);
void rs_metrics_reset(rs_metrics *metrics);
/* Inputs and outputs of the next cycle, 0 in the first call. False, and rs_metrics_error(), from the first cycle on
 * in which the pins serve a line (or direction) that is not the oldest accepted one for it. */
bool rs_metrics_observe(rs_metrics *metrics, const rs_path_inputs *inputs, const rs_path_outputs *outputs);
/* The same as so many cycles in which the inputs stay and no flit moves, no request is accepted and no command is on
 * the pins. */
void rs_metrics_skip(rs_metrics *metrics, uint64_t cycles);
/* A read has come back. */
void rs_metrics_read_latency(rs_metrics *metrics, uint64_t latency_cycles);
const char *rs_metrics_error(const rs_metrics *metrics);
/* What was before counts no more: after a warm-up. A read counts if it comes back afterwards; every sequence begins a new streak. */
void rs_metrics_start(rs_metrics *metrics);
/* Of the cycles observed since the start. A quotient without a denominator is 0. */
void rs_metrics_get(const rs_metrics *metrics, rs_metrics_results *results);
/* Of all cycles so far, whatever the start. */
void rs_metrics_sum(const rs_metrics *metrics, rs_metrics_sums *sums);
/* The same figures of the cycles between two sums; percentiles, extremes, waits and fairness are 0. */
void rs_metrics_between(const rs_config *config, const rs_metrics_sums *from, const rs_metrics_sums *to, rs_metrics_results *results);
/* Fills in the figures of fairness, of the SMs' requests and completion cycles; throughput counts from cycle `start` on. */
void rs_metrics_fairness(const rs_config *config, uint64_t start, rs_metrics_results *results);
/* Since the start: latencies of reads; waits of requests for their port. */
const rs_histogram *rs_metrics_latencies(const rs_metrics *metrics);
const rs_histogram *rs_metrics_waits(const rs_metrics *metrics);

#ifdef __cplusplus
}
#endif
#endif
