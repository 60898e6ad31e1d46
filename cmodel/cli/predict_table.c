/* Predictions as a table, CSV and JSON. Contract: predict_job.h. */
#include "common/csv.h"
#include "common/json.h"
#include "predict_job.h"
#include "study/means.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { PREDICTED_SCHEMA = 1 };

/* What THESIS 6.2.1 reports, by enum rs_prediction; not a number: nothing. */
static const struct {
    double error, with_sign, polarity, correlation;
} thesis[RS_PREDICTIONS] = {
    [RS_PREDICT_NO] = {18.5, -14.1, -0.81, 72.2},
    [RS_PREDICT_FULL] = {17.0, (double)NAN, 0.98, 65.9},
    [RS_PREDICT_AVERAGED] = {11.2, (double)NAN, (double)NAN, 72.9},
};

/* ---- files ------------------------------------------------------------------------------------------------- */

static void write_real(FILE *file, double value)
{
    (void)fputc(',', file);
    if (isfinite(value))
        (void)fprintf(file, "%.9g", value);
}

void rs_predicted_write_csv(FILE *file, const rs_predicted *predicted, size_t count)
{
    (void)fputs("schema_version,machine,workload,graph,input_hash,seed,queue,chips,queue_occupancy,commands_per_activate,streak_sms,"
                "channel,requests,dram_efficiency", file);
    for (int k = 0; k < RS_PREDICTIONS; k++)
        (void)fprintf(file, ",%s", rs_prediction_name((enum rs_prediction)k));
    (void)fputc('\n', file);
    for (size_t p = 0; p < count; p++)
        for (uint32_t i = 0; i < predicted[p].channels; i++) {
            const rs_record *record = &predicted[p].run.record;

            (void)fprintf(file, "%d,%s,", PREDICTED_SCHEMA, record->machine);
            rs_csv_write_text(file, record->workload);
            (void)fputc(',', file);
            rs_csv_write_text(file, record->graph);
            (void)fprintf(file, ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64, record->input_hash, record->seed, record->queue, record->chips);
            write_real(file, record->queue_occupancy);
            write_real(file, record->commands_per_activate);
            write_real(file, record->streak_sms);
            (void)fprintf(file, ",%" PRIu32 ",%" PRIu64, i, predicted[p].controller[i].requests);
            write_real(file, predicted[p].controller[i].measured);
            for (int k = 0; k < RS_PREDICTIONS; k++)
                write_real(file, predicted[p].controller[i].value[k]);
            (void)fputc('\n', file);
        }
}

void rs_predicted_write_json(FILE *file, const rs_predicted *predicted, size_t count)
{
    rs_json json = {0};

    json.file = file;
    rs_json_array(&json, NULL, true);
    for (size_t p = 0; p < count; p++)
        for (uint32_t i = 0; i < predicted[p].channels; i++) {
            const rs_record *record = &predicted[p].run.record;

            rs_json_object(&json, NULL, false);
            rs_json_count(&json, "schema_version", PREDICTED_SCHEMA);
            rs_json_text(&json, "machine", record->machine);
            rs_json_text(&json, "workload", record->workload);
            rs_json_text(&json, "graph", record->graph);
            rs_json_text(&json, "input_hash", record->input_hash);
            rs_json_count(&json, "seed", record->seed);
            rs_json_count(&json, "queue", record->queue);
            rs_json_count(&json, "chips", record->chips);
            rs_json_real(&json, "queue_occupancy", record->queue_occupancy);
            rs_json_real(&json, "commands_per_activate", record->commands_per_activate);
            rs_json_real(&json, "streak_sms", record->streak_sms);
            rs_json_count(&json, "channel", i);
            rs_json_count(&json, "requests", predicted[p].controller[i].requests);
            rs_json_real(&json, "dram_efficiency", predicted[p].controller[i].measured);
            for (int k = 0; k < RS_PREDICTIONS; k++)
                rs_json_real(&json, rs_prediction_name((enum rs_prediction)k), predicted[p].controller[i].value[k]);
            rs_json_end(&json);
        }
    rs_json_end(&json);
}

/* ---- table ------------------------------------------------------------------------------------------------- */

static void print_cell(FILE *file, int width, int digits, double value)
{
    if (isfinite(value))
        (void)fprintf(file, " %*.*f", width, digits, value);
    else
        (void)fprintf(file, " %*s", width, "-");
}

static void print_head(FILE *file, const char *machine)
{
    (void)fprintf(file, "\nDRAM efficiency%s%s, %%\n%-26s %8s", machine[0] != '\0' ? " of " : "", machine, "", "measured");
    for (int k = 0; k < RS_PREDICTIONS; k++)
        (void)fprintf(file, " %9s", rs_prediction_name((enum rs_prediction)k));
    (void)fprintf(file, "  queue %% RD+WR/ACT SMs/streak\n");
}

/* Means over the controllers, and what the run says of its queues and rows. */
static void print_row(FILE *file, const rs_predicted *predicted)
{
    const rs_record *record = &predicted->run.record;
    rs_mean measured = {0, 0}, value[RS_PREDICTIONS] = {{0, 0}};
    char name[2 * RS_RECORD_TEXT + 2];

    for (uint32_t i = 0; i < predicted->channels; i++) {
        if (isfinite(predicted->controller[i].measured))
            rs_mean_add(&measured, predicted->controller[i].measured);
        for (int k = 0; k < RS_PREDICTIONS; k++)
            if (isfinite(predicted->controller[i].value[k]))
                rs_mean_add(&value[k], predicted->controller[i].value[k]);
    }
    (void)snprintf(name, sizeof(name), "%s%s%s", record->workload, record->graph[0] != '\0' ? " " : "", record->graph);
    (void)fprintf(file, strlen(name) > 24 ? "  %s\n%26s" : "  %-24s%.0s", name, "");
    print_cell(file, 8, 2, 100 * rs_mean_of(&measured));
    for (int k = 0; k < RS_PREDICTIONS; k++)
        print_cell(file, 9, 2, 100 * rs_mean_of(&value[k]));
    print_cell(file, 8, 1, 100 * record->queue_occupancy);
    print_cell(file, 9, 2, record->commands_per_activate);
    print_cell(file, 10, 2, record->streak_sms);
    (void)fputc('\n', file);
}

static void print_line(FILE *file, const char *name, const double *values, int digits)
{
    (void)fprintf(file, "  %-33s", name);
    for (int k = 0; k < RS_PREDICTIONS; k++)
        print_cell(file, 9, digits, values[k]);
    (void)fputc('\n', file);
}

static void print_errors(FILE *file, const rs_prediction_errors *errors)
{
    double here[5][RS_PREDICTIONS], paper[4][RS_PREDICTIONS];

    for (int k = 0; k < RS_PREDICTIONS; k++) {
        const bool any = thesis[k].error > 0;

        here[0][k] = 100 * rs_prediction_error(&errors[k]);
        here[1][k] = 100 * rs_prediction_error_relative(&errors[k]);
        here[2][k] = 100 * rs_prediction_error_with_sign(&errors[k]);
        here[3][k] = rs_prediction_polarity(&errors[k]);
        here[4][k] = 100 * rs_prediction_correlation(&errors[k]);
        paper[0][k] = any ? thesis[k].error : (double)NAN;
        paper[1][k] = any ? thesis[k].with_sign : (double)NAN;
        paper[2][k] = any ? thesis[k].polarity : (double)NAN;
        paper[3][k] = any ? thesis[k].correlation : (double)NAN;
    }
    print_line(file, "mean error, points", here[0], 1);
    print_line(file, "  THESIS", paper[0], 1);
    print_line(file, "mean error / measured, %", here[1], 1);
    print_line(file, "mean error with sign, points", here[2], 1);
    print_line(file, "  THESIS", paper[1], 1);
    print_line(file, "polarity", here[3], 2);
    print_line(file, "  THESIS", paper[2], 2);
    print_line(file, "correlation, %", here[4], 1);
    print_line(file, "  THESIS", paper[3], 1);
}

/* The rows of one machine, from predicted[0] on. */
static void print_machine(FILE *file, const rs_predicted *predicted, size_t count)
{
    const char *machine = predicted->run.record.machine;
    rs_prediction_errors errors[RS_PREDICTIONS];

    memset(errors, 0, sizeof(errors));
    print_head(file, machine);
    for (size_t p = 0; p < count; p++) {
        if (strcmp(predicted[p].run.record.machine, machine) != 0)
            continue;
        print_row(file, &predicted[p]);
        for (int k = 0; k < RS_PREDICTIONS; k++) {
            for (uint32_t i = 0; i < predicted[p].channels; i++)
                rs_prediction_errors_add(&errors[k], predicted[p].controller[i].value[k], predicted[p].controller[i].measured);
            rs_prediction_errors_close(&errors[k]);
        }
    }
    if (errors[0].programs != 0)
        print_errors(file, errors);
}

void rs_predicted_print_table(FILE *file, const rs_predicted *predicted, size_t count)
{
    for (size_t p = 0; p < count; p++) {
        bool known = false;

        for (size_t before = 0; before < p; before++)
            known |= strcmp(predicted[before].run.record.machine, predicted[p].run.record.machine) == 0;
        if (!known)
            print_machine(file, predicted + p, count - p);
    }
}
