/* 'rowstreak timeline': one run up to the end of a window, drawn as SVG. */
#include "observe/timeline.h"
#include "output_file.h"
#include "run_request.h"

#include <inttypes.h>
#include <string.h>

static void observe(void *user, uint64_t cycle, const rs_path_outputs *outputs)
{
    rs_timeline_observe((rs_timeline *)user, cycle, outputs);
}

static bool write_picture(const rs_run_request *request, const rs_run_job *job, const rs_timeline *timeline, rs_error *error)
{
    rs_output_file output;
    char title[256];

    (void)snprintf(title, sizeof(title), "%s%s%s, %s: channel %" PRIu64 ", cycles %" PRIu64 " to %" PRIu64, job->workload,
                   job->graph[0] != '\0' ? " " : "", job->graph, job->machine, request->channel, request->from,
                   request->from + request->cycles - 1);
    if (!rs_output_open(&output, request->svg, error))
        return false;
    rs_timeline_write_svg(timeline, title, output.file);
    return rs_output_commit(&output, error);
}

/* The run up to the window's end; false with an error when it cannot start or ends before the window. */
static bool draw(rs_run_request *request, const rs_run_job *job, int *exit_code, rs_error *error)
{
    rs_timeline *timeline =
        rs_timeline_create(&job->config, (uint32_t)request->channel, request->from, (uint32_t)request->cycles, error);
    rs_run_watch watch = {timeline, observe};
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
    good = good && write_picture(request, job, timeline, error);
    if (good)
        (void)printf("%s: %" PRIu32 " commands of channel %" PRIu64 "\n", request->svg, rs_timeline_commands(timeline),
                     request->channel);
    rs_timeline_destroy(timeline);
    return good;
}

int rs_cli_command_timeline(int argc, char **argv)
{
    rs_run_request request;
    rs_run_inputs inputs;
    rs_run_job job;
    rs_error error;
    int exit_code;
    bool good;

    if (!rs_run_request_parse(&request, RS_COMMAND_TIMELINE, argc, argv, &exit_code))
        return exit_code;
    memset(&inputs, 0, sizeof(inputs));
    memset(&job, 0, sizeof(job));
    exit_code = 2;
    good = rs_run_request_load(&request, &inputs, &job, &error) && draw(&request, &job, &exit_code, &error);
    rs_run_inputs_free(&inputs);
    if (good)
        return rs_cli_finish_output(0);
    (void)rs_cli_fail(&error);
    return exit_code;
}
