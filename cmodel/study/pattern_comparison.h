/* Runs of PATTERNS' kernels beside one another: a row is a kernel in one version on the whole machine (pattern_run.h); which plain and which
 * vector version is the fastest, the figures of one over the other, and their means over the kernels. */
#ifndef RS_PATTERN_COMPARISON_H
#define RS_PATTERN_COMPARISON_H

#include "common/text_reader.h"
#include "study/pattern_run.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_PATTERN_TEXT = 48, RS_PATTERN_FIGURES = 5 };

/* plain: no vector instructions; ordered: and loads in the order of the source. global, scratchpad: strided ones there
 * only; strided: in both; both: strided and indirect. */
enum rs_pattern_version {
    RS_PATTERN_ORDERED, RS_PATTERN_PLAIN, RS_PATTERN_STRIDED, RS_PATTERN_GLOBAL, RS_PATTERN_SCRATCHPAD,
    RS_PATTERN_INDIRECT, RS_PATTERN_BOTH, RS_PATTERN_VERSIONS
};

typedef struct rs_pattern_row {
    char kernel[RS_PATTERN_TEXT], input[RS_PATTERN_TEXT];
    char input_hash[RS_HASH_TEXT]; /* of the graph's contents; empty without */
    enum rs_pattern_version version;
    uint32_t length;      /* of the vectors, and the unroll of the loops */
    bool on_graph;        /* input is a file */
    bool of_patterns;     /* a kernel of its table 2; the means are of these */
    bool whole;           /* all vector instructions that the kernel has a use for */
    bool baseline, best;  /* the fastest plain, the fastest whole version of kernel and input */
    bool ordered;         /* the fastest with loads in order */
    rs_pattern_counts machine;
    /* Dynamic instructions, L1, L2, row misses, cycles over the baseline's, and over those with loads in order (a kernel
     * without such a version: the baseline's); no numbers without it, and of a run that was stopped. */
    double over_plain[RS_PATTERN_FIGURES], over_ordered[RS_PATTERN_FIGURES];
} rs_pattern_row;

/* Figure f of a row, in the order of over_plain. */
uint64_t rs_pattern_figure(const rs_pattern_row *row, int f);
/* First row behind those of rows[first]'s kernel and input, which stand together. */
size_t rs_pattern_group_end(const rs_pattern_row *rows, size_t count, size_t first);
/* Finds baselines and best versions; rows of a kernel and input stand together. A run that max_cycles stopped is neither. */
void rs_pattern_rows_relate(rs_pattern_row *rows, size_t count);
/* Geometric means of the best versions' figures, over_plain or over_ordered, over PATTERNS' kernels; of a kernel's inputs first.
 * False, all 1: no such kernel. */
bool rs_pattern_rows_mean(const rs_pattern_row *rows, size_t count, bool over_ordered, double mean[RS_PATTERN_FIGURES]);

/* Where the time went that the best versions gained (PATTERNS figure 11), of the same runs: change of the SMs' cycles of class none,
 * and of those of all other classes, as shares of the run time of the version compared with; arithmetic means, of a kernel's
 * inputs first. Together they are the mean change of the run time. */
typedef struct rs_pattern_gain {
    double issuing, stalled;
} rs_pattern_gain;

/* False, all 0: no such kernel. */
bool rs_pattern_rows_gain(const rs_pattern_row *rows, size_t count, bool over_ordered, rs_pattern_gain *gain);

#ifdef __cplusplus
}
#endif
#endif
