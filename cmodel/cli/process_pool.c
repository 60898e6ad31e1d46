/* Contract: process_pool.h. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "process_pool.h"
#include "interrupt.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process under way, and the end of its pipe on which it says that its outcome is in its place. */
typedef struct worker {
    pid_t process;
    size_t index;
} worker;

typedef struct pool {
    const rs_process_jobs *jobs;
    void *shared, *outcomes;
    worker *running;
    struct pollfd *said; /* [count], as running */
    unsigned count;
} pool;

static _Noreturn void run_child(int to_parent, const pool *p, size_t index)
{
    const rs_process_jobs *jobs = p->jobs;
    const char done = 1;
    ssize_t written;

    jobs->execute(jobs->user, index, (char *)p->shared + index * jobs->outcome_size);
    do
        written = write(to_parent, &done, 1);
    while (written < 0 && errno == EINTR);
    (void)fflush(stdout);
    _exit(written == 1 ? 0 : 3);
}

/* A process for the job; false with errno. */
static bool begin(pool *p, size_t index)
{
    int ends[2];
    pid_t process;

    (void)fflush(stdout); /* a child would write it again */
    if (rs_interrupted() != 0 || pipe(ends) != 0)
        return false;
    process = fork();
    if (process == 0) {
        (void)close(ends[0]);
        run_child(ends[1], p, index);
    }
    (void)close(ends[1]); /* the child has the only one: its end is the end of the file */
    if (process < 0) {
        (void)close(ends[0]);
        return false;
    }
    rs_interrupt_add_child(process);
    p->running[p->count].process = process;
    p->running[p->count].index = index;
    p->said[p->count].fd = ends[0];
    p->said[p->count++].events = POLLIN;
    return true;
}

/* The process at this place has ended or is about to; an outcome that is there goes to its place. */
static bool take(pool *p, unsigned place, rs_error *error)
{
    const rs_process_jobs *jobs = p->jobs;
    const worker ended = p->running[place];
    const size_t at = ended.index * jobs->outcome_size;
    int status = 0;
    ssize_t got;
    pid_t waited;
    char done;

    do
        got = read(p->said[place].fd, &done, 1);
    while (got < 0 && errno == EINTR);
    (void)close(p->said[place].fd);
    do
        waited = waitpid(ended.process, &status, 0);
    while (waited < 0 && errno == EINTR);
    rs_interrupt_forget_child(ended.process);
    p->running[place] = p->running[--p->count];
    p->said[place] = p->said[p->count];
    /* where the caller ignores SIGCHLD there is no status, but what the process said holds */
    if (got == 1 && (waited < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0))) {
        memcpy((char *)p->outcomes + at, (const char *)p->shared + at, jobs->outcome_size);
        if (jobs->done != NULL)
            jobs->done(jobs->user, ended.index);
        return true;
    }
    if (jobs->lost != NULL) {
        jobs->lost(jobs->user, ended.index, status);
        return true;
    }
    rs_error_set(error, "found a run that ended without a result (status %d), expected one", status);
    return false;
}

/* Waits for one process at least, takes all that have ended. */
static bool collect(pool *p, rs_error *error)
{
    bool good = true;
    int ready;

    do
        ready = poll(p->said, p->count, -1);
    while (ready < 0 && errno == EINTR);
    for (unsigned i = p->count; i-- > 0;) /* downwards: the last one takes the place of one that is taken */
        if (p->said[i].revents != 0) {
            rs_error other;

            good = take(p, i, good ? error : &other) && good;
        }
    return good;
}

static bool run_children(pool *p, rs_error *error)
{
    const rs_process_jobs *jobs = p->jobs;
    bool good = true;

    for (size_t i = 0; i < jobs->count && good && (jobs->stop == NULL || !*jobs->stop); i++) {
        if (!begin(p, i)) {
            rs_error_set(error, "found no new process (%s), expected %u at a time", strerror(errno), jobs->processes);
            good = false;
        } else if (p->count == jobs->processes) {
            good = collect(p, error);
        }
    }
    while (p->count > 0) {
        rs_error other;

        if (!collect(p, good ? error : &other))
            good = false;
    }
    return good;
}

bool rs_process_pool(const rs_process_jobs *jobs, void *outcomes, rs_error *error)
{
    const size_t bytes = jobs->count * jobs->outcome_size;
    pool p = {jobs, NULL, outcomes, NULL, NULL, 0};
    bool good;

    if (jobs->count == 0)
        return true;
    if (!jobs->apart && (jobs->processes <= 1 || jobs->count == 1)) {
        for (size_t i = 0; i < jobs->count && (jobs->stop == NULL || !*jobs->stop); i++) {
            jobs->execute(jobs->user, i, (char *)outcomes + i * jobs->outcome_size);
            if (jobs->done != NULL)
                jobs->done(jobs->user, i);
        }
        return true;
    }
    p.running = (worker *)calloc(jobs->processes, sizeof(*p.running));
    p.said = (struct pollfd *)calloc(jobs->processes, sizeof(*p.said));
    p.shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    good = p.running != NULL && p.said != NULL && p.shared != MAP_FAILED;
    if (good)
        good = run_children(&p, error);
    else
        rs_error_set(error, "found no memory to share (%s), expected %zu bytes", strerror(errno), bytes);
    if (p.shared != MAP_FAILED)
        (void)munmap(p.shared, bytes);
    free(p.running);
    free(p.said);
    return good;
}
