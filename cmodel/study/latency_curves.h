/* Curves of the thread-latency micro-benchmark: a latency for each pattern, number of loads and number of threads. */
#ifndef RS_LATENCY_CURVES_H
#define RS_LATENCY_CURVES_H

#include <stdio.h>

#include "study/thread_latency.h"

typedef struct rs_latency_curves {
    double latency[RS_LATENCY_PATTERNS][RS_LATENCY_LOADS][RS_LATENCY_THREADS + 1]; /* [..][loads - 1][threads], cycles; 0: none */
} rs_latency_curves;

enum { RS_CURVE_NONE = -1 }; /* rs_curve_saturation: no jump */

/* The next point of a curve behind `threads`; 0 at its end. */
uint32_t rs_curve_next(const double *curve, uint32_t threads);
/* The smallest latency of all points, 0 without one: a round trip of the memory, if some point fits into the table. */
double rs_curves_shortest(const rs_latency_curves *curves);
/* A first point that is above one round trip: the table was too small for it already. */
static inline bool rs_curve_starts_full(double first, double shortest)
{
    return first > shortest * 1.5;
}
/* Threads at the last point before the first jump; 0: the first point is behind it; RS_CURVE_NONE. Jump: latency from a point to the
 * next grows by half a round trip more than the threads between them explain, a cycle for each load. */
int rs_curve_saturation(const double *curve, uint32_t loads, double shortest);

/* CSV, a line a point: pattern,loads,threads,latency,variance. Variance: of the point and its neighbours, unbiased
 * (OUTSTANDING 3.2); empty at the ends. */
void rs_curves_write_csv(FILE *file, const rs_latency_curves *curves);
/* Adds a file's points; a point that is there already is an error. */
bool rs_curves_read_csv(rs_latency_curves *curves, const char *path, rs_error *error);

#endif
