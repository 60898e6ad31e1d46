/* Points on this machine: a process a point, as many at a time as there are processors; and the line of progress. */
#define _POSIX_C_SOURCE 200809L
#include "interrupt.h"
#include "process_pool.h"
#include "sweep_work.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SHOW_SECONDS = 5, MERGE_SECONDS = 5 };

static double now(void)
{
    struct timespec time;

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- progress ----------------------------------------------------------------------------------------- */

void rs_sweep_progress_start(rs_sweep_progress *progress, size_t total)
{
    progress->total = total;
    progress->start = progress->shown = now();
    progress->terminal = isatty(STDERR_FILENO) == 1;
    progress->any = false;
}

void rs_sweep_progress_show(rs_sweep_progress *progress, size_t done, size_t failed, bool last)
{
    const double time = now(), spent = time - progress->start;
    const long left = done > 0 ? (long)(spent / (double)done * (double)(progress->total - done)) : 0;
    char text[48] = "";

    if (last ? !progress->any : time - progress->shown < (progress->terminal ? 0.2 : SHOW_SECONDS))
        return;
    progress->any = true;
    progress->shown = time;
    if (done > 0 && !last)
        (void)snprintf(text, sizeof(text), ", %ld:%02ld:%02ld left", left / 3600, left / 60 % 60, left % 60);
    (void)fprintf(stderr, "%s[sweep] %zu of %zu points, %zu failed%s%s", progress->terminal ? "\r" : "", done, progress->total, failed, text,
                  progress->terminal ? "\033[K" : "\n");
    if (progress->terminal && last)
        (void)fputc('\n', stderr);
    (void)fflush(stderr);
}

/* ---- runs --------------------------------------------------------------------------------------------- */

typedef struct outcome {
    int error; /* of the system, in writing the point's file; 0: it is there */
    bool failed;
} outcome;

typedef struct local {
    rs_sweep_work *work;
    outcome *outcomes;
    rs_sweep_progress progress;
    size_t done, failed;
    double merged;
    bool stop;
    rs_error error; /* if stop */
} local;

static uint32_t number_of(const rs_sweep_work *work, size_t index)
{
    return work->plan->point[work->left[index]].number;
}

/* In the point's own process. */
static void execute(void *user, size_t index, void *to)
{
    const rs_sweep_work *work = ((const local *)user)->work;
    outcome *o = (outcome *)to;
    rs_run_request request;
    rs_sweep_result *result = (rs_sweep_result *)malloc(sizeof(*result));
    rs_error error;

    o->error = ENOMEM;
    if (result != NULL && rs_sweep_describe(work->plan, number_of(work, index), &request, result, &error)) {
        rs_sweep_run(&request, result);
        errno = 0;
        o->failed = result->failed;
        o->error = rs_sweep_point_write(work->folder, result, &error) ? 0 : errno != 0 ? errno : EIO;
    }
    free(result);
}

static void stop(local *l, const rs_error *error)
{
    if (!l->stop)
        l->error = *error;
    l->stop = true;
}

static void tell(local *l, bool failed)
{
    rs_error error;
    rs_sweep_merged merged;

    l->done++;
    l->failed += failed;
    if (l->work->database != NULL && now() - l->merged >= MERGE_SECONDS) {
        if (!rs_sweep_merge(l->work->database, l->work->folder, false, &merged, &error))
            stop(l, &error);
        l->merged = now();
    }
    if (l->work->progress)
        rs_sweep_progress_show(&l->progress, l->done, l->failed, false);
}

static void done(void *user, size_t index)
{
    local *l = (local *)user;
    const outcome *o = &l->outcomes[index];
    rs_error error;

    if (o->error == 0) {
        tell(l, o->failed);
        return;
    }
    rs_error_set(&error, "%.300s: found a failed write (%s), expected room for the results", l->work->folder, strerror(o->error));
    stop(l, &error);
}

/* A process that was told to end leaves no result; one that came to grief is a failure of its point. */
static void lost(void *user, size_t index, int status)
{
    local *l = (local *)user;
    const int signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    rs_sweep_result *result;
    rs_run_request request;
    rs_error error;

    if (rs_interrupted() != 0 || signal_number == SIGTERM || signal_number == SIGINT || signal_number == SIGHUP)
        return;
    result = (rs_sweep_result *)malloc(sizeof(*result));
    rs_error_set(&error, "found no memory for a result, expected some");
    if (result == NULL || !rs_sweep_describe(l->work->plan, number_of(l->work, index), &request, result, &error)) {
        stop(l, &error);
    } else {
        result->failed = true;
        rs_error_set(&result->error, "found a process that ended without a result (%s %d), expected one", signal_number != 0 ? "signal" : "status",
                     signal_number != 0 ? signal_number : WEXITSTATUS(status));
        if (rs_sweep_point_write(l->work->folder, result, &error))
            tell(l, true);
        else
            stop(l, &error);
    }
    free(result);
}

bool rs_sweep_run_local(rs_sweep_work *work, rs_error *error)
{
    local l = {work, NULL, {0, 0, 0, false, false}, 0, 0, now(), false, {"", RS_ERROR_NONE}};
    const rs_process_jobs jobs = {work->count, sizeof(outcome), work->processes, true, execute, done, lost, &l.stop, &l};
    bool good;

    l.outcomes = (outcome *)calloc(work->count + 1, sizeof(*l.outcomes));
    if (l.outcomes == NULL) {
        rs_error_set(error, "found no memory for %zu points, expected some", work->count);
        return false;
    }
    rs_sweep_progress_start(&l.progress, work->count);
    rs_interrupt_defer(true);
    good = rs_process_pool(&jobs, l.outcomes, error) || rs_interrupted() != 0;
    rs_interrupt_defer(false);
    if (work->progress)
        rs_sweep_progress_show(&l.progress, l.done, l.failed, true);
    free(l.outcomes);
    if (good && l.stop)
        *error = l.error;
    return good && !l.stop;
}
