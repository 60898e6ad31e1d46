/* Request queues of a DRAM controller, one per scheduler, behind one table of functions (THESIS 1.3.2, 4.5, 6.1.2).
 * Twins of rtl/dram/rs_queue_{fifo,banked,frfcfs}.v.
 *
 * Per bank at most one candidate: the request that may cause the bank's next command.
 *   FIFO     only the oldest request of all is a candidate
 *   BFIFO    the oldest request of each bank; QUEUE / banks places a bank
 *   FR-FCFS  the oldest row hit of each bank, without one its oldest request
 * Age is the order of acceptance, kept as a stamp. Candidates change with push, pop and ACT only. */
#ifndef RS_QUEUE_H
#define RS_QUEUE_H

#include "dram/bank_timing.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_QUEUE_MAX = 64 };

typedef struct rs_queued {
    uint64_t stamp;
    uint32_t row, column;
    uint16_t tag;
    uint8_t bank, sm, slot; /* slot: where a write's data is kept */
    bool write;
} rs_queued;

typedef struct rs_queue rs_queue;

typedef struct rs_queue_kind {
    bool (*room)(const rs_queue *queue, uint32_t bank);
    void (*push)(rs_queue *queue, const rs_queued *request);
    void (*pop)(rs_queue *queue, uint32_t bank); /* the bank's candidate leaves */
} rs_queue_kind;

struct rs_queue {
    const rs_queue_kind *kind;
    const rs_bank_timing *timing;           /* for the open rows */
    uint32_t capacity, banks, count;
    uint64_t stamp;
    uint32_t candidates;                    /* mask of banks with a candidate */
    const rs_queued *candidate[RS_MAX_BANKS];
    rs_queued places[RS_QUEUE_MAX];
    uint64_t free_places;
    uint8_t order[RS_MAX_BANKS][RS_QUEUE_MAX]; /* per bank (FIFO: in [0]): places, oldest first, from `first` on */
    uint32_t first[RS_MAX_BANKS], length[RS_MAX_BANKS];
};

void rs_queue_init(rs_queue *queue, const rs_config *config, const rs_bank_timing *timing);
bool rs_queue_room(const rs_queue *queue, uint32_t bank);
/* request->stamp is set here. */
void rs_queue_push(rs_queue *queue, const rs_queued *request);
void rs_queue_pop(rs_queue *queue, uint32_t bank);

#ifdef __cplusplus
}
#endif
#endif
