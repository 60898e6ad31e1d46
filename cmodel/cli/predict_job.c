/* Predictions from runs and from files. Contract: predict_job.h. */
#include "predict_job.h"
#include "input_name.h"
#include "observe/acceptance_trace.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* ---- models ------------------------------------------------------------------------------------------------ */

/* The rows of --open that the machine has. */
static bool open_rows(const rs_run_request *request, const rs_config *config, rs_predictor *predictor, rs_error *error)
{
    const uint64_t rows = UINT64_C(1) << config->map.row_bits;

    for (uint32_t i = 0; i < request->open_count; i++) {
        if (request->open[i].bank >= config->banks || request->open[i].row >= rows) {
            rs_error_set(error, "found --open %u:%u, expected a bank below %u and a row below %llu", request->open[i].bank,
                         request->open[i].row, config->banks, (unsigned long long)rows);
            return false;
        }
        rs_predictor_open(predictor, request->open[i].bank, request->open[i].row);
    }
    return true;
}

static rs_predictor *create_predictor(const rs_run_request *request, const rs_config *config, double occupancy, bool timed, rs_error *error)
{
    rs_predictor *predictor = rs_predictor_create(config, occupancy, timed, error);

    if (predictor != NULL && !open_rows(request, config, predictor, error)) {
        rs_predictor_destroy(predictor);
        predictor = NULL;
    }
    return predictor;
}

static void take_predictions(rs_predictor *predictor, const rs_config *config, rs_predicted *predicted)
{
    rs_predictor_finish(predictor);
    predicted->channels = config->channels;
    for (uint32_t i = 0; i < config->channels; i++) {
        predicted->controller[i].requests = rs_predictor_requests(predictor, i);
        for (int k = 0; k < RS_PREDICTIONS; k++)
            predicted->controller[i].value[k] = rs_predictor_get(predictor, i, (enum rs_prediction)k);
    }
}

/* ---- runs -------------------------------------------------------------------------------------------------- */

/* What a run leaves: its acceptances in a file without a name, since the queues' occupancy, which one of the models needs, is known
 * at the run's end only; and what the controllers measured. */
typedef struct spool {
    const rs_config *config;
    FILE *file;
    double occupancy;
    double measured[RS_MAX_CHANNELS];
} spool;

static void spool_acceptance(void *user, const rs_acceptance *acceptance)
{
    (void)fwrite(acceptance, sizeof(*acceptance), 1, (FILE *)user);
}

static void spool_cycle(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    const spool *s = (const spool *)user;

    (void)inputs;
    rs_acceptances_observe(s->config, cycle, outputs, spool_acceptance, s->file);
}

static void spool_end(void *user, const rs_simulation_results *results)
{
    spool *s = (spool *)user;
    const rs_metrics_results *metrics = &results->metrics;

    s->occupancy = metrics->queue_occupancy;
    for (uint32_t i = 0; i < s->config->channels; i++)
        if (metrics->controller[i].active_cycles != 0)
            s->measured[i] = (double)metrics->controller[i].data_cycles / (double)metrics->controller[i].active_cycles;
}

static bool predict_from(const rs_run_request *request, const spool *s, rs_predicted *predicted, rs_error *error)
{
    rs_predictor *predictor;
    rs_acceptance acceptance;
    bool good = ferror(s->file) == 0 && fflush(s->file) == 0;

    rewind(s->file);
    predictor = good ? create_predictor(request, s->config, s->occupancy, true, error) : NULL;
    if (good && predictor == NULL)
        return false;
    while (good && fread(&acceptance, sizeof(acceptance), 1, s->file) == 1)
        rs_predictor_take(predictor, &acceptance);
    good = good && ferror(s->file) == 0;
    if (good)
        take_predictions(predictor, s->config, predicted);
    else
        rs_error_set(error, "found a failed write of a temporary file, expected room for the run's acceptances (TMPDIR)");
    rs_predictor_destroy(predictor);
    return good;
}

void rs_predict_run(const rs_run_request *request, const rs_run_job *job, size_t index, size_t total, rs_predicted *predicted)
{
    rs_run_settings settings = request->settings;
    spool s = {&job->config, tmpfile(), 0, {0}};
    rs_run_watch watch = {&s, spool_cycle, spool_end};
    rs_error error;
    bool good = s.file != NULL;

    for (uint32_t i = 0; i < RS_MAX_CHANNELS; i++)
        s.measured[i] = (double)NAN;
    memset(predicted, 0, sizeof(*predicted));
    settings.watch = &watch;
    if (good)
        rs_run_job_execute(job, &settings, index, total, &predicted->run);
    else
        rs_error_set(&error, "found no room for a temporary file (%s), expected some", strerror(errno));
    if (good && predicted->run.state != RS_RUN_GOOD && predicted->run.state != RS_RUN_UNFINISHED) {
        (void)fclose(s.file);
        return;
    }
    good = good && predict_from(request, &s, predicted, &error);
    if (!good) {
        predicted->run.state = RS_RUN_BAD;
        predicted->run.error = error;
    }
    for (uint32_t i = 0; i < predicted->channels; i++)
        predicted->controller[i].measured = s.measured[i];
    if (s.file != NULL)
        (void)fclose(s.file);
}

/* ---- files ------------------------------------------------------------------------------------------------- */

static bool read_acceptances(const rs_config *config, const char *path, rs_predictor *predictor, uint64_t *hash, rs_error *error)
{
    rs_acceptance_reader reader;
    rs_acceptance acceptance;
    bool good;

    if (!rs_acceptance_open(&reader, config, path, error))
        return false;
    while (rs_acceptance_next(&reader, &acceptance, &good))
        rs_predictor_take(predictor, &acceptance);
    *hash = reader.scanner.text.hash;
    rs_acceptance_close(&reader);
    return good;
}

static bool read_trace(const rs_config *config, const char *path, const rs_trace_options *options, rs_predictor *predictor,
                       uint64_t *hash, rs_error *error)
{
    rs_trace_reader *reader = rs_trace_open(config, path, options, error);
    rs_trace_request request;
    bool good;

    if (reader == NULL)
        return false;
    while (rs_trace_next(reader, &request, &good)) {
        const rs_location at = rs_address_decode(&config->map, (uint64_t)request.line << RS_LINE_SHIFT);
        const rs_acceptance acceptance = {request.cycle, at.row, (uint8_t)at.channel, (uint8_t)at.bank, 0, request.write};

        rs_predictor_take(predictor, &acceptance);
    }
    *hash = rs_trace_hash(reader);
    rs_trace_close(reader);
    return good;
}

bool rs_predict_file(const rs_run_request *request, rs_predicted *predicted, rs_error *error)
{
    const bool trace = request->trace_path != NULL;
    const char *path = trace ? request->trace_path : request->acceptance_path;
    rs_record *record = &predicted->run.record;
    rs_predictor *predictor;
    rs_config config;
    uint64_t hash = 0;
    bool good;

    memset(predicted, 0, sizeof(*predicted));
    rs_record_clear(record);
    if (!rs_cli_configure(&config, &request->source, RS_TOP_PATH, NULL, error))
        return false;
    predictor = create_predictor(request, &config, request->occupancy, request->timed, error);
    if (predictor == NULL)
        return false;
    good = trace ? read_trace(&config, path, &request->trace_options, predictor, &hash, error)
                 : read_acceptances(&config, path, predictor, &hash, error);
    if (good)
        take_predictions(predictor, &config, predicted);
    rs_predictor_destroy(predictor);
    for (uint32_t i = 0; i < predicted->channels; i++)
        predicted->controller[i].measured = (double)NAN;
    (void)snprintf(record->workload, sizeof(record->workload), "%s", trace ? "trace" : "acceptances");
    rs_input_name(path, record->graph, sizeof(record->graph));
    rs_input_hash(hash, record->input_hash, sizeof(record->input_hash));
    record->queue = config.queue;
    record->chips = config.chips;
    record->queue_occupancy = request->occupancy;
    return good;
}
