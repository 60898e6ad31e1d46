/* The cycles of a run: a warm-up that does not count, those that count, by epochs or not, and those until what is due is back. */
#ifndef ROWSTREAK_CLI_RUN_CYCLES_H
#define ROWSTREAK_CLI_RUN_CYCLES_H

#include "run_job.h"

/* Runs the simulation, which has not begun; lines of run_parts.h go to file (NULL: nowhere). results: at the end, but the metrics are of
 * the cycles that count. False, with an error: the requests ended before the cycles that count did, or the file has not taken all. */
bool rs_run_cycles(rs_simulation *simulation, const rs_run_job *job, const rs_run_settings *settings, FILE *file,
                   rs_simulation_results *results, rs_error *error);

#endif
