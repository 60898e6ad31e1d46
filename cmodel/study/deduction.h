/* What thread-latency curves say about the table behind them (OUTSTANDING 3.2, 5). Reads latencies and nothing else.
 *
 * A table counts something, and the latency jumps by a round trip whenever the count passes a multiple of its entries:
 *   MSHR       requests: a line's k threads are k / merges of them, rounded up
 *   PRT        warp instructions
 * Requests leave one a cycle, so latency is a function of the table's count alone for the right kind and merges (MSHR: at
 * all points; PRT, which counts instructions and sends a request a line: a function of the lines below the first
 * jump), and two points of equal count and unequal latency refute a hypothesis. Entries follow from the jumps: with n
 * counted in front of the j-th one and m behind it, n <= j * entries < m, as long as m - n is not above the entries.
 *
 * A range is given where points are missing that would decide; bounds that are not reached stay open. Not to be told apart:
 * 32 merges and more, as a warp has no more threads; without odd numbers of threads also 16 and 17, 18 and 19, ... 30 and
 * 31 merges, and of one merge one entry and two: one looks like two in a memory twice as far. */
#ifndef RS_DEDUCTION_H
#define RS_DEDUCTION_H

#include "study/latency_curves.h"

enum { RS_DEDUCE_MERGES = 32 };   /* stands for this or more */
#define RS_DEDUCE_OPEN UINT32_MAX /* entries without a bound */

typedef struct rs_deduction {
    bool possible;
    uint32_t least_entries, most_entries; /* most: or RS_DEDUCE_OPEN */
    uint32_t least_merges, most_merges;   /* MSHR */
} rs_deduction;

/* The round trip is that of the smallest load: false without a point of one load and one or two threads. */
bool rs_deduce(const rs_latency_curves *curves, rs_deduction *mshr, rs_deduction *prt, rs_error *error);

#endif
