/* What a task of a cluster runs: some points of a sweep, listed in FOLDER/TASK.chunk, a line "COMBINATION KEY" each. */
#ifndef ROWSTREAK_CLI_SWEEP_CHUNK_H
#define ROWSTREAK_CLI_SWEEP_CHUNK_H

#include "sweep_work.h"

/* Points work->left[from] to work->left[to - 1]. */
bool rs_sweep_chunk_write(const rs_sweep_work *work, size_t task, size_t from, size_t to, rs_error *error);
/* The worker: runs the points of the file that have no result yet, as rs_sweep_run_local() does, into the file's folder. plan has no points.
 * False: the file is not one of this sweep, program and inputs, or the results cannot be written. */
bool rs_sweep_chunk_run(rs_sweep_plan *plan, const char *path, unsigned processes, rs_error *error);

#endif
