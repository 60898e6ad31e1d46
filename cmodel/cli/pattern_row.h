/* What 'rowstreak patterns' writes about its runs. */
#ifndef ROWSTREAK_CLI_PATTERN_ROW_H
#define ROWSTREAK_CLI_PATTERN_ROW_H

#include "study/pattern_comparison.h"

enum { RS_PATTERN_SCHEMA = 4 };

extern const char *const rs_pattern_version_names[RS_PATTERN_VERSIONS];

extern const char *const rs_pattern_figure_names[RS_PATTERN_FIGURES];
/* Reductions that PATTERNS reports for its 16 benchmarks, as factors. */
extern const double rs_pattern_paper[RS_PATTERN_FIGURES];

void rs_pattern_rows_print(FILE *file, const rs_pattern_row *rows, size_t count);
void rs_pattern_rows_csv(FILE *file, const rs_pattern_row *rows, size_t count);
void rs_pattern_rows_json(FILE *file, const rs_pattern_row *rows, size_t count);
/* For patterns.gp: a block a figure, a line a kernel and input: ordered, whole versions by length. */
void rs_pattern_rows_plot(FILE *file, const rs_pattern_row *rows, size_t count);

#endif
