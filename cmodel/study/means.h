/* Means of figures that come one at a time; a zeroed one has seen none. */
#ifndef RS_MEANS_H
#define RS_MEANS_H

#include <math.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_mean {
    double sum; /* of the figures, of their logarithms or of their inverses: what the functions below make of them */
    uint64_t count;
} rs_mean;

static inline void rs_mean_add(rs_mean *mean, double value)
{
    mean->sum += value;
    mean->count++;
}

/* The arithmetic mean; with the logarithms of figures added, that of their geometric mean. Not a number without any. */
static inline double rs_mean_of(const rs_mean *mean)
{
    return mean->count != 0 ? mean->sum / (double)mean->count : (double)NAN;
}

/* The harmonic mean of figures whose inverses were added. Not a number without any. */
static inline double rs_mean_harmonic(const rs_mean *mean)
{
    return mean->count != 0 ? (double)mean->count / mean->sum : (double)NAN;
}

#ifdef __cplusplus
}
#endif
#endif
