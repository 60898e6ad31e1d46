/* The points of a sweep that are to be run, and who runs them. */
#ifndef ROWSTREAK_CLI_SWEEP_WORK_H
#define ROWSTREAK_CLI_SWEEP_WORK_H

#include "sweep_database.h"
#include "sweep_folder.h"
#include "sweep_plan.h"

typedef struct rs_sweep_work {
    rs_sweep_plan *plan;
    rs_database *database;   /* NULL: a worker's, which only leaves point files */
    const char *folder;
    const uint32_t *left;    /* [count], indices of plan->point */
    size_t count;
    unsigned processes;      /* at a time */
    bool progress;           /* shown on stderr */
} rs_sweep_work;

/* Runs them on this machine. Each has a point file in the folder then, or is in the database; false with an error if it cannot go on.
 * Points whose worker was told to end have no result. */
bool rs_sweep_run_local(rs_sweep_work *work, rs_error *error);

/* "N of M points, F failed, TIME left" on stderr: on a terminal in place, else a line every few seconds. last: the end of it. */
typedef struct rs_sweep_progress {
    size_t total;
    double start, shown; /* seconds */
    bool terminal, any;
} rs_sweep_progress;
void rs_sweep_progress_start(rs_sweep_progress *progress, size_t total);
void rs_sweep_progress_show(rs_sweep_progress *progress, size_t done, size_t failed, bool last);

#endif
