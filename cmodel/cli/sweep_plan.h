/* The points of a sweep: its combinations as runs, each once. */
#ifndef ROWSTREAK_CLI_SWEEP_PLAN_H
#define ROWSTREAK_CLI_SWEEP_PLAN_H

#include "sweep_lists.h"
#include "sweep_point.h"

typedef struct rs_sweep_input rs_sweep_input;

typedef struct rs_sweep_point {
    uint64_t key;
    uint32_t number; /* of the first combination that is this point */
    bool skipped;    /* of a chunk: there is a result, it is not run */
} rs_sweep_point;

typedef struct rs_sweep_plan {
    const rs_sweep *sweep;
    bool check;             /* DRAM timing and data in every cycle */
    char build[RS_SWEEP_KEY]; /* hash of the program's own file: results of another build are other results */
    rs_sweep_point *point;  /* [points] */
    size_t points;
    rs_sweep_input **input; /* [inputs], graphs and traces of both kinds as far as they were needed */
    size_t inputs;
} rs_sweep_plan;

/* A plan without points, for rs_sweep_describe(). */
bool rs_sweep_plan_init(rs_sweep_plan *plan, const rs_sweep *sweep, bool check, rs_error *error);
/* Finds the points and reads their graphs and traces of both kinds. Combinations that are the same run - settings that come to the same configuration, an option that
 * does not matter to the workload, files of one content - are one point. A combination whose machine cannot be is a point. */
bool rs_sweep_plan_make(rs_sweep_plan *plan, rs_error *error);
void rs_sweep_plan_free(rs_sweep_plan *plan);

/* What the run is: its key, and the record with its input and configuration. The key is the hash (FNV-1a, 64 bits) of build, workload with
 * its options, contents of its input, finished configuration with the seed, and --max-cycles. If its machine cannot be, result->failed
 * is set, with the reason. */
bool rs_sweep_describe(rs_sweep_plan *plan, uint32_t number, rs_run_request *request, rs_sweep_result *result, rs_error *error);
/* Runs it in this process and fills in what came out. */
void rs_sweep_run(rs_run_request *request, rs_sweep_result *result);

#endif
