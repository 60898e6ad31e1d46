/* Contract: prediction.h. */
#include "study/prediction.h"

#include <math.h>
#include <stdlib.h>

#include "study/timed_model.h"

/* The models of a controller; the last two with the window of the occupancy. */
enum { NO, FULL, NO_MP, FULL_MP, OCCUPIED_NO, OCCUPIED_FULL, MODELS };

typedef struct controller_models {
    uint64_t requests;
    rs_dram_model model[MODELS];
    rs_timed_model timed;
} controller_models;

struct rs_predictor {
    rs_config config;
    uint32_t models; /* in use */
    bool timed;
    controller_models controller[];
};

const char *rs_prediction_name(enum rs_prediction prediction)
{
    static const char *const names[RS_PREDICTIONS] = {"no", "full", "averaged", "no_mp", "full_mp", "occupancy", "timed"};

    return names[prediction];
}

rs_predictor *rs_predictor_create(const rs_config *config, double queue_occupancy, bool timed, rs_error *error)
{
    static const enum rs_dram_model_mode modes[MODELS] = {RS_DRAM_MODEL_NO,      RS_DRAM_MODEL_FULL, RS_DRAM_MODEL_NO_MP,
                                                          RS_DRAM_MODEL_FULL_MP, RS_DRAM_MODEL_NO,   RS_DRAM_MODEL_FULL};
    rs_predictor *predictor = (rs_predictor *)calloc(1, sizeof(*predictor) + config->channels * sizeof(predictor->controller[0]));
    double window = isfinite(queue_occupancy) ? round(config->queue * queue_occupancy) : 0;

    if (predictor == NULL) {
        rs_error_set(error, "found no memory for the models of %u controllers, expected some", config->channels);
        return NULL;
    }
    window = window < 1 ? 1 : window > config->queue ? config->queue : window;
    predictor->config = *config;
    predictor->timed = timed;
    predictor->models = isfinite(queue_occupancy) ? MODELS : OCCUPIED_NO;
    for (uint32_t i = 0; i < config->channels; i++) {
        for (uint32_t k = 0; k < predictor->models; k++)
            rs_dram_model_init(&predictor->controller[i].model[k], config, modes[k], k >= OCCUPIED_NO ? (uint32_t)window : config->queue);
        rs_timed_model_init(&predictor->controller[i].timed, &predictor->config);
    }
    return predictor;
}

void rs_predictor_destroy(rs_predictor *predictor)
{
    free(predictor);
}

void rs_predictor_open(rs_predictor *predictor, uint32_t bank, uint32_t row)
{
    for (uint32_t i = 0; i < predictor->config.channels; i++)
        for (uint32_t k = 0; k < predictor->models; k++)
            rs_dram_model_open(&predictor->controller[i].model[k], bank, row);
}

void rs_predictor_take(rs_predictor *predictor, const rs_acceptance *acceptance)
{
    controller_models *controller = &predictor->controller[acceptance->channel];
    const rs_timed_request request = {acceptance->cycle, acceptance->row, acceptance->bank, acceptance->write};

    controller->requests++;
    for (uint32_t k = 0; k < predictor->models; k++)
        rs_dram_model_push(&controller->model[k], acceptance->bank, acceptance->row);
    if (predictor->timed)
        rs_timed_model_push(&controller->timed, &request);
}

void rs_predictor_finish(rs_predictor *predictor)
{
    for (uint32_t i = 0; i < predictor->config.channels; i++) {
        for (uint32_t k = 0; k < predictor->models; k++)
            rs_dram_model_finish(&predictor->controller[i].model[k]);
        rs_timed_model_finish(&predictor->controller[i].timed);
    }
}

uint64_t rs_predictor_requests(const rs_predictor *predictor, uint32_t channel)
{
    return predictor->controller[channel].requests;
}

double rs_predictor_get(const rs_predictor *predictor, uint32_t channel, enum rs_prediction prediction)
{
    const rs_dram_model *model = predictor->controller[channel].model;

    if (predictor->controller[channel].requests == 0 || (prediction == RS_PREDICT_OCCUPANCY && predictor->models != MODELS))
        return (double)NAN;
    switch (prediction) {
    case RS_PREDICT_NO: return rs_dram_model_efficiency(&model[NO]);
    case RS_PREDICT_FULL: return rs_dram_model_efficiency(&model[FULL]);
    case RS_PREDICT_AVERAGED: return (rs_dram_model_efficiency(&model[NO]) + rs_dram_model_efficiency(&model[FULL])) / 2;
    case RS_PREDICT_NO_MP: return rs_dram_model_efficiency(&model[NO_MP]);
    case RS_PREDICT_FULL_MP: return rs_dram_model_efficiency(&model[FULL_MP]);
    case RS_PREDICT_OCCUPANCY:
        return (rs_dram_model_efficiency(&model[OCCUPIED_NO]) + rs_dram_model_efficiency(&model[OCCUPIED_FULL])) / 2;
    case RS_PREDICT_TIMED: return rs_timed_model_efficiency(&predictor->controller[channel].timed);
    default: return (double)NAN;
    }
}

/* ---- errors ------------------------------------------------------------------------------------------------ */

void rs_prediction_errors_add(rs_prediction_errors *errors, double predicted, double measured)
{
    if (!isfinite(predicted) || !isfinite(measured) || measured <= 0)
        return;
    errors->controllers++;
    errors->sum_absolute += fabs(predicted - measured);
    errors->sum_relative += fabs(predicted - measured) / measured;
    errors->sum_with_sign += predicted - measured;
    errors->points++;
    errors->p += predicted;
    errors->m += measured;
    errors->pp += predicted * predicted;
    errors->mm += measured * measured;
    errors->pm += predicted * measured;
}

void rs_prediction_errors_close(rs_prediction_errors *errors)
{
    const double controllers = (double)errors->controllers;

    if (errors->controllers == 0)
        return;
    errors->absolute += errors->sum_absolute / controllers;
    errors->relative += errors->sum_relative / controllers;
    errors->with_sign += errors->sum_with_sign / controllers;
    errors->programs++;
    errors->controllers = 0;
    errors->sum_absolute = errors->sum_relative = errors->sum_with_sign = 0;
}

static double quotient(double numerator, double denominator)
{
    return denominator > 0 ? numerator / denominator : (double)NAN;
}

double rs_prediction_error(const rs_prediction_errors *errors)
{
    return quotient(errors->absolute, (double)errors->programs);
}

double rs_prediction_error_relative(const rs_prediction_errors *errors)
{
    return quotient(errors->relative, (double)errors->programs);
}

double rs_prediction_error_with_sign(const rs_prediction_errors *errors)
{
    return quotient(errors->with_sign, (double)errors->programs);
}

double rs_prediction_polarity(const rs_prediction_errors *errors)
{
    return quotient(errors->with_sign, errors->absolute);
}

double rs_prediction_correlation(const rs_prediction_errors *errors)
{
    const double n = (double)errors->points;
    const double spread = (n * errors->pp - errors->p * errors->p) * (n * errors->mm - errors->m * errors->m);

    return quotient(n * errors->pm - errors->p * errors->m, spread > 0 ? sqrt(spread) : 0);
}
