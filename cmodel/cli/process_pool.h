/* Independent jobs, each in a process of its own that leaves its outcome in memory shared with this one. Only processes of the
 * pool are waited for: others that the caller has begun stay its own. */
#ifndef ROWSTREAK_CLI_PROCESS_POOL_H
#define ROWSTREAK_CLI_PROCESS_POOL_H

#include "rowstreak.h"

/* execute() fills in the outcome of job index, 0 .. count - 1; it is plain data, outcome_size bytes, all zero at first with a process of its own, and stands at
 * outcomes + index * outcome_size afterwards. With one job or one process at a time all happens in this process, unless
 * `apart`. */
typedef struct rs_process_jobs {
    size_t count, outcome_size;
    unsigned processes; /* at a time */
    bool apart;         /* each job has a process of its own whatever the numbers are, so that a signal can end it */
    void (*execute)(void *user, size_t index, void *outcome);
    void (*done)(void *user, size_t index); /* in this process, as soon as the outcome is in its place; NULL: none */
    /* In this process: the job's process ended without an outcome, status as waitpid() tells it. NULL: that ends the pool. */
    void (*lost)(void *user, size_t index, int status);
    const bool *stop;                       /* set by done() or lost(): no other job is begun; NULL: none */
    void *user;
} rs_process_jobs;

/* False, with an error: a process could not be made or, without lost(), ended without an outcome, and what a signal does
 * (interrupt.h). The processes have ended in any case; outcomes for which done() was not called are worth nothing. */
bool rs_process_pool(const rs_process_jobs *jobs, void *outcomes, rs_error *error);

#endif
