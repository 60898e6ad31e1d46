/* Jobs are independent: each in a process of its own that sends its outcome through a pipe. */
#define _POSIX_C_SOURCE 200809L
#include "run_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* An outcome and the number of its job; small enough (PIPE_BUF) to arrive in one piece. */
typedef struct message {
    size_t index;
    rs_run_outcome outcome;
} message;
typedef char message_fits_a_pipe[sizeof(message) <= 4096 ? 1 : -1];

static _Noreturn void run_child(int to_parent, const rs_run_job *job, const rs_run_settings *settings, size_t index,
                                size_t total)
{
    message sent;
    ssize_t written;

    memset(&sent, 0, sizeof(sent));
    sent.index = index;
    rs_run_job_execute(job, settings, index, total, &sent.outcome);
    do
        written = write(to_parent, &sent, sizeof(sent));
    while (written < 0 && errno == EINTR);
    (void)fflush(stdout);
    _exit(written == (ssize_t)sizeof(sent) ? 0 : 3);
}

/* Waits for one child; its outcome, if it sent one, goes to its place. */
static bool collect(int from_children, rs_run_outcome *outcomes, rs_error *error)
{
    message received;
    int status;
    pid_t child;

    do
        child = wait(&status);
    while (child < 0 && errno == EINTR);
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0 ||
        read(from_children, &received, sizeof(received)) != (ssize_t)sizeof(received)) {
        rs_error_set(error, "found a run that ended without a result (status %d), expected one", status);
        return false;
    }
    outcomes[received.index] = received.outcome;
    return true;
}

static bool run_children(const rs_run_job *jobs, size_t count, const rs_run_settings *settings, const int pipe_ends[2],
                         rs_run_outcome *outcomes, rs_error *error)
{
    unsigned running = 0;
    bool good = true;

    (void)fflush(stdout);
    for (size_t i = 0; i < count && good; i++) {
        pid_t child = fork();

        if (child == 0) {
            (void)close(pipe_ends[0]);
            run_child(pipe_ends[1], &jobs[i], settings, i, count);
        }
        if (child < 0) {
            rs_error_set(error, "found no new process (%s), expected %u at a time", strerror(errno),
                         settings->processes);
            good = false;
        } else if (++running == settings->processes) {
            good = collect(pipe_ends[0], outcomes, error);
            running--;
        }
    }
    while (running-- > 0) {
        rs_error other;

        if (!collect(pipe_ends[0], outcomes, good ? error : &other))
            good = false;
    }
    return good;
}

bool rs_run_pool(const rs_run_job *jobs, size_t count, const rs_run_settings *settings, rs_run_outcome *outcomes,
                 rs_error *error)
{
    int pipe_ends[2];
    bool good;

    if (settings->processes <= 1 || count == 1) {
        for (size_t i = 0; i < count; i++)
            rs_run_job_execute(&jobs[i], settings, i, count, &outcomes[i]);
        return true;
    }
    if (pipe(pipe_ends) != 0) {
        rs_error_set(error, "found no pipe (%s), expected one", strerror(errno));
        return false;
    }
    good = run_children(jobs, count, settings, pipe_ends, outcomes, error);
    (void)close(pipe_ends[0]);
    (void)close(pipe_ends[1]);
    return good;
}
