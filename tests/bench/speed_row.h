/* A row of the speed table: one machine under one load, as build/bench/bench.json and the table show it. */
#ifndef ROWSTREAK_SPEED_ROW_H
#define ROWSTREAK_SPEED_ROW_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct speed_row {
    char name[32], machine[32], workload[32];
    uint32_t sms, channels, queue, gap, checks, threads, runs; /* gap: mean cycles between two instructions of an SM in a pattern; checks: 1 DRAM
                                         * timing checker and data scoreboard on */
    uint64_t cycles, requests, skipped; /* of one run; skipped: cycles in which nothing could happen */
    double seconds;                     /* processor time, of several threads the time that passes; best run, without setting up */
    double peak_mb;                     /* largest resident size of the process, 2^20 bytes */
} speed_row;

/* A row as a line of text, to hand it from one program to another. */
#define SPEED_ROW_PRINT "%s %s %s %u %u %u %u %u %u %u %llu %llu %llu %.9f %.3f\n"
#define SPEED_ROW_SCAN "%31s %31s %31s %u %u %u %u %u %u %u %llu %llu %llu %lf %lf"
enum { SPEED_ROW_FIELDS = 15 };

#ifdef __cplusplus
}
#endif
#endif
