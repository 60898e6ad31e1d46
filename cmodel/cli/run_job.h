/* One run: a machine, a program or requests, a seed; and a pool of processes for many of them. */
#ifndef ROWSTREAK_CLI_RUN_JOB_H
#define ROWSTREAK_CLI_RUN_JOB_H

#include "cli.h"
#include "machine/simulation.h"
#include "record.h"
#include "workload/gpu_trace.h"
#include "workload/thread_source.h"

typedef struct rs_run_job {
    rs_record record;          /* what is known before the run: machine, workload, graph and the other inputs */
    rs_config config;          /* finished */
    const rs_trace *trace;     /* shared, read only; one of trace, kernel, threads and gpu_trace is not NULL */
    const rs_kernel *kernel;   /* each run executes it anew */
    rs_kernel_options kernel_options;
    const rs_thread_program *threads; /* the same: a program that goes by the words that come */
    const rs_gpu_trace *gpu_trace; /* shared; each run reads its files anew */
} rs_run_job;

/* Sees every cycle in which a command may be on the pins, after the hook; others may be left out. */
typedef struct rs_run_watch {
    void *user;
    void (*observe)(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs);
    /* After the last cycle, whatever state the run ended in. NULL: none. */
    void (*end)(void *user, const rs_simulation_results *results);
} rs_run_watch;

typedef struct rs_run_settings {
    const rs_cli_hook *hook;   /* NULL: none */
    const rs_run_watch *watch; /* NULL: none; for single runs in this process */
    rs_disturbance disturbance; /* of requests */
    uint64_t max_cycles;     /* 0: to the end; without warm_up and measure */
    uint64_t warm_up;        /* requests: so many cycles do not count */
    uint64_t measure;        /* requests: so many cycles behind them do, then the run ends when the reads due in them are back; 0: all */
    uint64_t epoch;          /* cycles of an epoch; 0: there are none */
    FILE *const *parts;      /* of each run, for run_parts.h; NULL: not wanted */
    bool check;              /* DRAM timing and data */
    bool progress;           /* lines on stderr */
    const char *label;       /* in front of them; NULL: number of the run / runs */
    unsigned processes;      /* 1: in this process */
} rs_run_settings;

enum rs_run_state {
    RS_RUN_GOOD,
    RS_RUN_UNFINISHED, /* max_cycles reached */
    RS_RUN_MISMATCH,   /* the hook stopped it; the record holds the cycles up to there */
    RS_RUN_FAILED,     /* a check fired; no record */
    RS_RUN_BAD         /* could not start, or the program cannot be run to its end on the machine; no record */
};

typedef struct rs_run_outcome {
    enum rs_run_state state;
    rs_record record;
    rs_error error; /* FAILED, BAD */
} rs_run_outcome;

/* Fills the record's fields of the finished configuration: with those of its input they tell the run from others. */
void rs_run_job_describe(const rs_config *config, rs_record *record);
/* Whether the machine can be built and takes its program or trace; the seed has no part in it. */
bool rs_run_job_check(const rs_run_job *job, rs_error *error);
/* Runs one job in this process. index and total are for the progress lines. */
void rs_run_job_execute(const rs_run_job *job, const rs_run_settings *settings, size_t index, size_t total,
                        rs_run_outcome *outcome);
/* Runs all jobs, settings->processes at a time; outcomes[i] belongs to jobs[i]. */
bool rs_run_pool(const rs_run_job *jobs, size_t count, const rs_run_settings *settings, rs_run_outcome *outcomes,
                 rs_error *error);

#endif
