/* Exact histogram of cycle counts: every value below RS_HISTOGRAM_LIMIT has a counter of its own; larger ones (or
 * those memory is lacking for) count as "at the maximum". The table grows by doubling, rarely. */
#ifndef RS_HISTOGRAM_H
#define RS_HISTOGRAM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_HISTOGRAM_LIMIT = 1 << 22 };

typedef struct rs_histogram {
    uint64_t *count; /* [capacity] */
    uint64_t capacity, samples, sum, maximum;
} rs_histogram;

/* A zeroed structure is an empty histogram. */
void rs_histogram_clear(rs_histogram *histogram); /* keeps the memory */
void rs_histogram_free(rs_histogram *histogram);
void rs_histogram_grow(rs_histogram *histogram, uint64_t value);

static inline void rs_histogram_add(rs_histogram *histogram, uint64_t value)
{
    if (value >= histogram->capacity) {
        rs_histogram_grow(histogram, value);
    }
    if (value < histogram->capacity) {
        histogram->count[value]++;
    }
    histogram->samples++;
    histogram->sum += value;
    histogram->maximum = value > histogram->maximum ? value : histogram->maximum;
}

/* 0 without samples. */
double rs_histogram_mean(const rs_histogram *histogram);
/* Nearest rank: the smallest value such that at least per_mille / 1000 of the samples are not above it; 0 without
 * samples. per_mille is 1 .. 1000. */
uint64_t rs_histogram_percentile(const rs_histogram *histogram, uint32_t per_mille);

#ifdef __cplusplus
}
#endif
#endif
