/* 'rowstreak predict': DRAM efficiency by analytical models, beside what runs measure. */
#include "predict_job.h"
#include "process_pool.h"

#include <stdlib.h>
#include <string.h>

typedef struct pool {
    const rs_run_request *request;
    const rs_run_job *jobs;
    size_t count;
} pool;

static void execute(void *user, size_t index, void *outcome)
{
    const pool *p = (const pool *)user;

    rs_predict_run(p->request, &p->jobs[index], index, p->count, (rs_predicted *)outcome);
}

static bool run_all(rs_run_request *request, const rs_run_job *jobs, size_t count, rs_predicted *predicted, rs_error *error)
{
    pool p = {request, jobs, count};
    const rs_process_jobs work = {count, sizeof(*predicted), request->settings.processes, false, execute, NULL, NULL, NULL, &p};

    return rs_process_pool(&work, predicted, error);
}

/* Files and table. Returns the exit code. */
static int conclude(const rs_run_request *request, rs_output_file *outputs, const rs_predicted *predicted, size_t count)
{
    const bool stdout_taken = rs_outputs_take_stdout(outputs, RS_RUN_OUTPUTS);
    rs_run_outcome *outcomes = (rs_run_outcome *)calloc(count, sizeof(*outcomes));
    rs_error error;
    bool complete;
    int exit_code;

    if (outcomes == NULL) {
        rs_error_set(&error, "found no memory for %zu results, expected some", count);
        return rs_cli_fail(&error);
    }
    for (size_t i = 0; i < count; i++)
        outcomes[i] = predicted[i].run;
    exit_code = rs_run_outcomes_report(outcomes, count, &complete);
    free(outcomes);
    if (!complete)
        return exit_code;
    if (outputs[RS_RUN_CSV].file != NULL)
        rs_predicted_write_csv(outputs[RS_RUN_CSV].file, predicted, count);
    if (outputs[RS_RUN_JSON].file != NULL)
        rs_predicted_write_json(outputs[RS_RUN_JSON].file, predicted, count);
    if (!rs_outputs_commit(outputs, RS_RUN_OUTPUTS, &error))
        return rs_cli_fail(&error);
    if (!request->quiet && !stdout_taken)
        rs_predicted_print_table(stdout, predicted, count);
    return rs_cli_finish_output(exit_code);
}

int rs_cli_command_predict(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_run_request request;
    rs_output_file outputs[RS_RUN_OUTPUTS];
    rs_run_inputs inputs;
    rs_run_job *jobs;
    rs_predicted *predicted;
    rs_error error;
    size_t count;
    bool good, file;
    int exit_code;

    (void)hook;
    if (!rs_run_request_parse(&request, RS_COMMAND_PREDICT, argc, argv, &exit_code))
        return exit_code;
    memset(outputs, 0, sizeof(outputs));
    memset(&inputs, 0, sizeof(inputs));
    file = request.trace_path != NULL || request.acceptance_path != NULL;
    count = file ? 1 : rs_run_request_count(&request);
    jobs = (rs_run_job *)calloc(count, sizeof(*jobs));
    predicted = (rs_predicted *)calloc(count, sizeof(*predicted));
    good = jobs != NULL && predicted != NULL;
    if (!good)
        rs_error_set(&error, "found no memory for %zu runs, expected some", count);
    if (file)
        good = good && rs_run_request_open(&request, outputs, &error) && rs_predict_file(&request, predicted, &error);
    else
        good = good && rs_run_request_load(&request, &inputs, jobs, &error) && rs_run_request_check(&request, jobs, count, &error) &&
               rs_run_request_open(&request, outputs, &error) && run_all(&request, jobs, count, predicted, &error);
    exit_code = good ? conclude(&request, outputs, predicted, count) : rs_cli_fail(&error);
    rs_outputs_discard(outputs, RS_RUN_OUTPUTS);
    rs_run_inputs_free(&inputs);
    free(jobs);
    free(predicted);
    return exit_code;
}
