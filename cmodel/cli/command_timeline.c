/* 'rowstreak timeline': one run up to the end of a window, drawn as SVG. */
#include "observe/timeline.h"
#include "run_request.h"

#include <inttypes.h>
#include <string.h>

static void observe(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    (void)inputs;
    rs_timeline_observe((rs_timeline *)user, cycle, outputs);
}

static bool write_picture(const rs_run_request *request, rs_output_file *outputs, const rs_run_job *job, const rs_timeline *timeline,
                          rs_error *error)
{
    char title[3 * RS_RECORD_TEXT + 128];

    (void)snprintf(title, sizeof(title), "%s%s%s, %s: channel %" PRIu64 ", cycles %" PRIu64 " to %" PRIu64, job->record.workload,
                   job->record.graph[0] != '\0' ? " " : "", job->record.graph, job->record.machine, request->channel,
                   request->from, request->from + request->cycles - 1);
    rs_timeline_write_svg(timeline, title, outputs[RS_RUN_SVG].file);
    return rs_outputs_commit(outputs, RS_RUN_OUTPUTS, error);
}

/* The run up to the window's end; false with an error when it cannot start or ends before the window. */
static bool draw(rs_run_request *request, rs_output_file *outputs, const rs_run_job *job, int *exit_code, rs_error *error)
{
    rs_timeline *timeline =
        rs_timeline_create(&job->config, (uint32_t)request->channel, request->from, (uint32_t)request->cycles, error);
    rs_run_watch watch = {timeline, observe, NULL};
    const bool stdout_taken = rs_outputs_take_stdout(outputs, RS_RUN_OUTPUTS);
    rs_run_outcome outcome;
    bool good = timeline != NULL;

    if (!good)
        return false;
    request->settings.watch = &watch;
    request->settings.max_cycles = request->from + request->cycles;
    rs_run_job_execute(job, &request->settings, 0, 1, &outcome);
    if (outcome.state == RS_RUN_FAILED || outcome.state == RS_RUN_BAD) {
        *exit_code = outcome.state == RS_RUN_BAD ? 2 : 1;
        *error = outcome.error;
        good = false;
    } else if (outcome.record.cycles <= request->from) {
        rs_error_set(error, "timeline: found --from %" PRIu64 ", expected a cycle before the run's end, %" PRIu64,
                     request->from, outcome.record.cycles);
        good = false;
    }
    good = good && write_picture(request, outputs, job, timeline, error);
    if (good && !stdout_taken)
        (void)printf("%s: %" PRIu32 " commands of channel %" PRIu64 "\n", request->paths[RS_RUN_SVG], rs_timeline_commands(timeline),
                     request->channel);
    rs_timeline_destroy(timeline);
    return good;
}

int rs_cli_command_timeline(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_run_request request;
    rs_output_file outputs[RS_RUN_OUTPUTS];
    rs_run_inputs inputs;
    rs_run_job job;
    rs_error error;
    int exit_code;
    bool good;

    (void)hook;
    if (!rs_run_request_parse(&request, RS_COMMAND_TIMELINE, argc, argv, &exit_code))
        return exit_code;
    memset(&inputs, 0, sizeof(inputs));
    memset(&job, 0, sizeof(job));
    exit_code = 2;
    memset(outputs, 0, sizeof(outputs));
    good = rs_run_request_load(&request, &inputs, &job, &error) && rs_run_request_open(&request, outputs, &error) &&
           draw(&request, outputs, &job, &exit_code, &error);
    rs_outputs_discard(outputs, RS_RUN_OUTPUTS);
    rs_run_inputs_free(&inputs);
    if (good)
        return rs_cli_finish_output(0);
    (void)rs_cli_fail(&error);
    return exit_code;
}
