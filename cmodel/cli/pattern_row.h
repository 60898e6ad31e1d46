/* What 'rowstreak patterns' writes about its runs. */
#ifndef ROWSTREAK_CLI_PATTERN_ROW_H
#define ROWSTREAK_CLI_PATTERN_ROW_H

#include "study/pattern_comparison.h"

enum { RS_PATTERN_SCHEMA = 9 };

extern const char *const rs_pattern_version_names[RS_PATTERN_VERSIONS];

extern const char *const rs_pattern_figure_names[RS_PATTERN_FIGURES];
/* Reductions that PATTERNS reports for its 16 benchmarks, as factors. */
extern const double rs_pattern_paper[RS_PATTERN_FIGURES];
/* Its run time, of which 41 % of what is gained are instructions, 59 % stalls. */
extern const rs_pattern_gain rs_pattern_paper_gain;

/* Row number index of the table, as soon as it and all before it are there; with heading, kernel and input where they belong. */
void rs_pattern_row_print(FILE *file, rs_pattern_row *rows, size_t index);
/* What stands below the last row; needs rs_pattern_rows_relate(). */
void rs_pattern_rows_print_end(FILE *file, const rs_pattern_row *rows, size_t count);
/* The same columns and members: configuration, counts, changes. The CSV's header is written by itself, before the runs. */
void rs_pattern_rows_csv_header(FILE *file);
void rs_pattern_rows_csv(FILE *file, const rs_config *config, const rs_pattern_row *rows, size_t count);
void rs_pattern_rows_json(FILE *file, const rs_config *config, const rs_pattern_row *rows, size_t count);
/* For patterns.gp: a block a figure, a line a kernel and input: ordered, whole versions by length. */
void rs_pattern_rows_plot(FILE *file, const rs_pattern_row *rows, size_t count);

#endif
