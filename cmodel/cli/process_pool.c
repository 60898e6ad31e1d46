/* Contract: process_pool.h. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "process_pool.h"
#include "interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void run_child(int to_parent, const rs_process_jobs *jobs, size_t index, void *shared)
{
    ssize_t written;

    jobs->execute(jobs->user, index, (char *)shared + index * jobs->outcome_size);
    do /* a pipe takes it in one piece */
        written = write(to_parent, &index, sizeof(index));
    while (written < 0 && errno == EINTR);
    (void)fflush(stdout);
    _exit(written == (ssize_t)sizeof(index) ? 0 : 3);
}

/* Waits for one child; an outcome that is there goes to its place. */
static bool collect(int from_children, const rs_process_jobs *jobs, const void *shared, void *outcomes, rs_error *error)
{
    size_t index, at;
    int status;
    pid_t child;

    do
        child = wait(&status);
    while (child < 0 && errno == EINTR);
    rs_interrupt_forget_child(child);
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0 ||
        read(from_children, &index, sizeof(index)) != (ssize_t)sizeof(index)) {
        rs_error_set(error, "found a run that ended without a result (status %d), expected one", status);
        return false;
    }
    at = index * jobs->outcome_size;
    memcpy((char *)outcomes + at, (const char *)shared + at, jobs->outcome_size);
    if (jobs->done != NULL)
        jobs->done(jobs->user, index);
    return true;
}

static bool run_children(const rs_process_jobs *jobs, const int pipe_ends[2], void *shared, void *outcomes, rs_error *error)
{
    unsigned running = 0;
    bool good = true;

    for (size_t i = 0; i < jobs->count && good; i++) {
        pid_t child;

        (void)fflush(stdout); /* a child would write it again */
        child = rs_interrupted() == 0 ? fork() : -1;

        if (child == 0) {
            (void)close(pipe_ends[0]);
            run_child(pipe_ends[1], jobs, i, shared);
        }
        if (child < 0) {
            rs_error_set(error, "found no new process (%s), expected %u at a time", strerror(errno), jobs->processes);
            good = false;
            continue;
        }
        rs_interrupt_add_child(child);
        if (++running == jobs->processes) {
            good = collect(pipe_ends[0], jobs, shared, outcomes, error);
            running--;
        }
    }
    while (running-- > 0) {
        rs_error other;

        if (!collect(pipe_ends[0], jobs, shared, outcomes, good ? error : &other))
            good = false;
    }
    return good;
}

bool rs_process_pool(const rs_process_jobs *jobs, void *outcomes, rs_error *error)
{
    const size_t bytes = jobs->count * jobs->outcome_size;
    int pipe_ends[2];
    void *shared;
    bool good;

    if (jobs->count == 0)
        return true;
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
    shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    good = shared != MAP_FAILED;
    if (good) {
        good = run_children(jobs, pipe_ends, shared, outcomes, error);
        (void)munmap(shared, bytes);
    } else {
        rs_error_set(error, "found no memory to share (%s), expected %zu bytes", strerror(errno), bytes);
    }
    (void)close(pipe_ends[0]);
    (void)close(pipe_ends[1]);
    return good;
}
