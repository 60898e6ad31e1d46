/* Contract: process_pool.h. */
#define _POSIX_C_SOURCE 200809L
#include "process_pool.h"
#include "interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* An outcome and the number of its job; of PIPE_BUF bytes at the most, so it arrives in one piece. */
typedef struct message {
    size_t index;
    union {
        char bytes[RS_PROCESS_OUTCOME];
        uint64_t alignment;
    } outcome;
} message;
typedef char message_fits_a_pipe[sizeof(message) <= 4096 ? 1 : -1];

static size_t message_size(const rs_process_jobs *jobs)
{
    return offsetof(message, outcome) + jobs->outcome_size;
}

static _Noreturn void run_child(int to_parent, const rs_process_jobs *jobs, size_t index)
{
    message sent;
    ssize_t written;

    memset(&sent, 0, sizeof(sent));
    sent.index = index;
    jobs->execute(jobs->user, index, sent.outcome.bytes);
    do
        written = write(to_parent, &sent, message_size(jobs));
    while (written < 0 && errno == EINTR);
    (void)fflush(stdout);
    _exit(written == (ssize_t)message_size(jobs) ? 0 : 3);
}

/* Waits for one child; its outcome, if it sent one, goes to its place. */
static bool collect(int from_children, const rs_process_jobs *jobs, void *outcomes, rs_error *error)
{
    message received;
    int status;
    pid_t child;

    do
        child = wait(&status);
    while (child < 0 && errno == EINTR);
    rs_interrupt_forget_child(child);
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0 ||
        read(from_children, &received, message_size(jobs)) != (ssize_t)message_size(jobs)) {
        rs_error_set(error, "found a run that ended without a result (status %d), expected one", status);
        return false;
    }
    memcpy((char *)outcomes + received.index * jobs->outcome_size, received.outcome.bytes, jobs->outcome_size);
    if (jobs->done != NULL)
        jobs->done(jobs->user, received.index);
    return true;
}

static bool run_children(const rs_process_jobs *jobs, const int pipe_ends[2], void *outcomes, rs_error *error)
{
    unsigned running = 0;
    bool good = true;

    for (size_t i = 0; i < jobs->count && good; i++) {
        pid_t child;

        (void)fflush(stdout); /* a child would write it again */
        child = rs_interrupted() == 0 ? fork() : -1;

        if (child == 0) {
            (void)close(pipe_ends[0]);
            run_child(pipe_ends[1], jobs, i);
        }
        if (child < 0) {
            rs_error_set(error, "found no new process (%s), expected %u at a time", strerror(errno), jobs->processes);
            good = false;
            continue;
        }
        rs_interrupt_add_child(child);
        if (++running == jobs->processes) {
            good = collect(pipe_ends[0], jobs, outcomes, error);
            running--;
        }
    }
    while (running-- > 0) {
        rs_error other;

        if (!collect(pipe_ends[0], jobs, outcomes, good ? error : &other))
            good = false;
    }
    return good;
}

bool rs_process_pool(const rs_process_jobs *jobs, void *outcomes, rs_error *error)
{
    int pipe_ends[2];
    bool good;

    if (jobs->outcome_size > RS_PROCESS_OUTCOME) {
        rs_error_set(error, "found an outcome of %zu bytes, expected at most %zu", jobs->outcome_size,
                     (size_t)RS_PROCESS_OUTCOME);
        return false;
    }
    if (!jobs->apart && (jobs->processes <= 1 || jobs->count == 1)) {
        for (size_t i = 0; i < jobs->count; i++) {
            jobs->execute(jobs->user, i, (char *)outcomes + i * jobs->outcome_size);
            if (jobs->done != NULL)
                jobs->done(jobs->user, i);
        }
        return true;
    }
    if (pipe(pipe_ends) != 0) {
        rs_error_set(error, "found no pipe (%s), expected one", strerror(errno));
        return false;
    }
    good = run_children(jobs, pipe_ends, outcomes, error);
    (void)close(pipe_ends[0]);
    (void)close(pipe_ends[1]);
    return good;
}
