/* One prediction: a run of a machine with what it measured, or a file, and the models' answers for each controller. */
#ifndef ROWSTREAK_CLI_PREDICT_JOB_H
#define ROWSTREAK_CLI_PREDICT_JOB_H

#include "run_request.h"
#include "study/prediction.h"

typedef struct rs_predicted {
    rs_run_outcome run; /* of a file: GOOD, and of its record what is known without a run */
    uint32_t channels;
    struct {
        uint64_t requests;
        double measured; /* DRAM efficiency; not a number: of a file, or never active */
        double value[RS_PREDICTIONS];
    } controller[RS_MAX_CHANNELS];
} rs_predicted;

/* Runs the job in this process and predicts from what its controllers accept. index and total are for the progress lines. */
void rs_predict_run(const rs_run_request *request, const rs_run_job *job, size_t index, size_t total, rs_predicted *predicted);
/* Predicts from the request's file of acceptances or trace. False: bad input, error is set. */
bool rs_predict_file(const rs_run_request *request, rs_predicted *predicted, rs_error *error);

/* CSV and JSON: a record a run and controller. */
void rs_predicted_write_csv(FILE *file, const rs_predicted *predicted, size_t count);
void rs_predicted_write_json(FILE *file, const rs_predicted *predicted, size_t count);
/* A block a machine, a row a run; below it the errors of each prediction beside THESIS'. */
void rs_predicted_print_table(FILE *file, const rs_predicted *predicted, size_t count);

#endif
