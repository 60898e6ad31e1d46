/* Contract: histogram.h. */
#include "observe/histogram.h"

#include <stdlib.h>
#include <string.h>

void rs_histogram_clear(rs_histogram *histogram)
{
    if (histogram->count != NULL) {
        memset(histogram->count, 0, histogram->capacity * sizeof *histogram->count);
    }
    histogram->samples = histogram->sum = histogram->maximum = 0;
}

void rs_histogram_free(rs_histogram *histogram)
{
    free(histogram->count);
    memset(histogram, 0, sizeof *histogram);
}

void rs_histogram_grow(rs_histogram *histogram, uint64_t value)
{
    uint64_t capacity = histogram->capacity == 0 ? 1024 : histogram->capacity;
    while (capacity <= value && capacity < RS_HISTOGRAM_LIMIT) {
        capacity *= 2;
    }
    if (capacity == histogram->capacity) {
        return;
    }
    uint64_t *count = (uint64_t *)realloc(histogram->count, capacity * sizeof *count);
    if (count != NULL) {
        memset(count + histogram->capacity, 0, (capacity - histogram->capacity) * sizeof *count);
        histogram->count = count;
        histogram->capacity = capacity;
    }
}

double rs_histogram_mean(const rs_histogram *histogram)
{
    return histogram->samples == 0 ? 0 : (double)histogram->sum / (double)histogram->samples;
}

uint64_t rs_histogram_percentile(const rs_histogram *histogram, uint32_t per_mille)
{
    uint64_t rank = (histogram->samples * per_mille + 999) / 1000, seen = 0;
    for (uint64_t value = 0; rank > 0 && value < histogram->capacity; value++) {
        seen += histogram->count[value];
        if (seen >= rank) {
            return value;
        }
    }
    return histogram->maximum;
}
