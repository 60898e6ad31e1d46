/* Parts of the reading of a request's command line (run_request.h). */
#ifndef ROWSTREAK_CLI_RUN_OPTIONS_H
#define ROWSTREAK_CLI_RUN_OPTIONS_H

#include "run_request.h"

/* Files given in place of workloads; more than one is an error. */
static inline int rs_run_files(const rs_run_request *request)
{
    return (request->trace_path != NULL) + (request->gpu_trace_path != NULL) + (request->acceptance_path != NULL);
}

/* Which options go together: of a prediction, before the defaults are there, and of all commands, with them. */
bool rs_run_check_prediction(const rs_run_request *request, rs_error *error);
bool rs_run_check(const rs_run_request *request, rs_error *error);
/* Usage, options, examples. Returns the exit code. */
int rs_run_print_help(enum rs_run_command command, const rs_cli_option *options, size_t count);

#endif
