/* What thread-latency curves say about the table behind them (OUTSTANDING 3.2, 5). Reads latencies and nothing else; they may be
 * measured ones, with fractions, noise and missing points.
 *
 * A table counts something, and a request waits when the count has reached the table's entries:
 *   MSHR       requests: a line's k threads are k / merges of them, rounded up
 *   PRT        warp instructions
 * Requests leave one a cycle. So every table (kind, entries, merges) gives, for every point, a number of round trips and of further
 * cycles; the length of a round trip and a constant of the measurement are fitted by least squares, in parts of the latency. Tables
 * are ranked by what remains.
 *
 * Confidence: deviations are taken as independent and normal, of the size that the best table leaves, and every table that predicts
 * something else as equally likely before. A difference to the best below what the prediction leaves out, RS_DEDUCE_CYCLES a round
 * trip, counts nothing. Tables that predict the same at all points are one rank, with the range of their sizes; RS_DEDUCE_OPEN and
 * RS_DEDUCE_MERGES are ends that no point reaches. No table is possible where the best one leaves a median deviation above
 * RS_DEDUCE_NOISE, or more than one point of a hundred beyond six times the deviation that the median stands for. */
#ifndef RS_DEDUCTION_H
#define RS_DEDUCTION_H

#include "study/latency_curves.h"

enum { RS_DEDUCE_MERGES = 32 };   /* stands for this or more: a warp has no more threads */
#define RS_DEDUCE_OPEN UINT32_MAX /* entries without a bound */
#define RS_DEDUCE_CYCLES 0.1
#define RS_DEDUCE_NOISE 0.05

typedef struct rs_deduced_table {
    bool pending_request_table;
    uint32_t least_entries, most_entries; /* most: or RS_DEDUCE_OPEN */
    uint32_t least_merges, most_merges;   /* MSHR */
    double confidence;                    /* 0 to 1, of all ranks together 1 */
    double deviation;                     /* root mean square, in parts of the latency */
} rs_deduced_table;

enum { RS_DEDUCE_RANKS = 8 };

typedef struct rs_deduction {
    uint32_t ranks;                      /* the best ones; 0: no table of either kind makes these curves */
    rs_deduced_table rank[RS_DEDUCE_RANKS];
    bool mshr_possible, prt_possible;
    rs_deduced_table mshr, prt;          /* the answer of each kind: bounds of its ranks until all have a confidence of 95 % together */
    double round_trip;                   /* cycles, of the best */
    uint32_t points, beyond;             /* points; those farther from the best than noise accounts for, at most 1 % */
    uint32_t pattern, loads, threads;    /* the farthest of them: */
    double latency, predicted;
} rs_deduction;

/* False: no point of one load and one or two threads, which a table of any size holds; no memory. */
bool rs_deduce(const rs_latency_curves *curves, rs_deduction *deduction, rs_error *error);

#endif
