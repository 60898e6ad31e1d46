/* Model of a DRAM controller that knows when it accepted each request: which DRAM commands it gives and when, by the DRAM's timing
 * rules alone, from one command to the next and without the cycles between. What the analytical model (dram_model.h) leaves out is
 * in: requests that have not come yet, turnaround between reads and writes, tRRD, tFAW, bank groups, the time from a command to its
 * data. What is not: refresh, replies that find no place, what a full queue does to the network. It needs to know, beside bank and row,
 * the cycle of each acceptance and whether it is a write.
 *
 * Of all commands that may be given, the earliest is; of equally early ones a column command before ACT before PRE, and the oldest
 * request's. Requests wait in a window of QUEUE places: one that finds it full is accepted later, when a request has left, so that
 * requests without times are those of a queue that is always full. SCHEDULER says which of the requests that wait are looked at:
 *   FIFO          the oldest
 *   BFIFO         the oldest of each bank (LOOKAHEAD 1)
 *   FR-FCFS, MOST-PENDING  all; a bank without a request to its open row opens that of its oldest request, or the row with most
 * Efficiency: data cycles over the cycles from an acceptance to the end of its data, those of all requests together. Nothing is
 * allocated. */
#ifndef RS_TIMED_MODEL_H
#define RS_TIMED_MODEL_H

#include "dram/bank_timing.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_TIMED_MODEL_QUEUE = 64 };

typedef struct rs_timed_request {
    uint64_t cycle; /* of its acceptance: commands for it from the next one on */
    uint32_t row;
    uint8_t bank;
    bool write;
} rs_timed_request;

typedef struct rs_timed_model {
    const rs_config *config;
    rs_bank_timing timing;
    rs_timed_request waiting[RS_TIMED_MODEL_QUEUE]; /* oldest first */
    uint32_t count;
    uint64_t now;                     /* the first cycle without a command */
    uint64_t active_from, active_end; /* of the stretch of active cycles under way: end of its last data */
    uint64_t data_cycles, active_cycles; /* active: before active_from */
} rs_timed_model;

/* config is finished and must live as long. */
void rs_timed_model_init(rs_timed_model *model, const rs_config *config);
/* The next request, in the order of acceptance. */
void rs_timed_model_push(rs_timed_model *model, const rs_timed_request *request);
/* After the last one. */
void rs_timed_model_finish(rs_timed_model *model);
/* After rs_timed_model_finish(); not a number without a request. */
double rs_timed_model_efficiency(const rs_timed_model *model);

#ifdef __cplusplus
}
#endif
#endif
