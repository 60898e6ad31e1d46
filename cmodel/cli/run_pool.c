/* Runs as jobs of a process pool. */
#include "process_pool.h"
#include "run_job.h"

typedef struct pool {
    const rs_run_job *jobs;
    const rs_run_settings *settings;
    size_t count;
} pool;

static void execute(void *user, size_t index, void *outcome)
{
    const pool *p = (const pool *)user;

    rs_run_job_execute(&p->jobs[index], p->settings, index, p->count, (rs_run_outcome *)outcome);
}

bool rs_run_pool(const rs_run_job *jobs, size_t count, const rs_run_settings *settings, rs_run_outcome *outcomes,
                 rs_error *error)
{
    pool p = {jobs, settings, count};
    const rs_process_jobs work = {count, sizeof(*outcomes), settings->processes, false, execute, NULL, NULL, NULL, &p};

    return rs_process_pool(&work, outcomes, error);
}
