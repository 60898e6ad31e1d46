/* Predictions of a machine's DRAM efficiency, one a controller, from what the controllers accept; and how far they are from what a
 * run of the machine measured. The models behind them: dram_model.h. */
#ifndef RS_PREDICTION_H
#define RS_PREDICTION_H

#include "study/dram_model.h"
#include "workload/acceptance_file.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rs_prediction {
    RS_PREDICT_NO,        /* no activate overlap, full activate overlap, and the mean of the two (THESIS 3.3) */
    RS_PREDICT_FULL,
    RS_PREDICT_AVERAGED,
    RS_PREDICT_NO_MP,     /* the first two of a most-pending scheduler (THESIS 6.2.3) */
    RS_PREDICT_FULL_MP,
    RS_PREDICT_OCCUPANCY, /* AVERAGED with a window of max(1, round(QUEUE * queue_occupancy)) requests, after THESIS 6.2.2 */
    RS_PREDICT_TIMED,     /* what the controller would do, given the cycles of the acceptances: timed_model.h */
    RS_PREDICTIONS
};
const char *rs_prediction_name(enum rs_prediction prediction);

typedef struct rs_predictor rs_predictor;

/* A copy of the configuration is kept; it is finished. queue_occupancy: 0 to 1; not a number: not known, and what needs it is
 * not predicted. timed: with RS_PREDICT_TIMED, which takes as long as the others together. NULL: error is set. */
rs_predictor *rs_predictor_create(const rs_config *config, double queue_occupancy, bool timed, rs_error *error);
void rs_predictor_destroy(rs_predictor *predictor);
/* Before the first request: the row is open in that bank of every controller. */
void rs_predictor_open(rs_predictor *predictor, uint32_t bank, uint32_t row);
/* The next acceptance of its controller. */
void rs_predictor_take(rs_predictor *predictor, const rs_acceptance *acceptance);
/* After the last acceptance: ends the models. */
void rs_predictor_finish(rs_predictor *predictor);
uint64_t rs_predictor_requests(const rs_predictor *predictor, uint32_t channel);
/* 0 to 1; not a number for a controller without a request, and for what cannot be predicted. */
double rs_predictor_get(const rs_predictor *predictor, uint32_t channel, enum rs_prediction prediction);

/* How far a prediction is from what was measured, over several programs (THESIS 6.2.1). Zeroed: none yet. */
typedef struct rs_prediction_errors {
    uint64_t programs, points;
    double absolute, relative, with_sign; /* sums over the programs of means over their controllers: |P - M|, that / M, P - M */
    double p, m, pp, mm, pm;              /* sums over all points */
    /* of the program under way */
    uint64_t controllers;
    double sum_absolute, sum_relative, sum_with_sign;
} rs_prediction_errors;

/* A controller of the program under way; what is not a number is left out. */
void rs_prediction_errors_add(rs_prediction_errors *errors, double predicted, double measured);
/* The program is over. */
void rs_prediction_errors_close(rs_prediction_errors *errors);
/* Means over the programs, 1 is 100 points; not a number without any. */
double rs_prediction_error(const rs_prediction_errors *errors);
double rs_prediction_error_relative(const rs_prediction_errors *errors);
double rs_prediction_error_with_sign(const rs_prediction_errors *errors);
/* Mean of P - M over mean of |P - M|: -1 always below, 1 always above. */
double rs_prediction_polarity(const rs_prediction_errors *errors);
/* Pearson's, over all points. */
double rs_prediction_correlation(const rs_prediction_errors *errors);

#ifdef __cplusplus
}
#endif
#endif
