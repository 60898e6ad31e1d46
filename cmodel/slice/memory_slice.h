/* Twin of rtl/slice/rs_memory_slice.v: the L2 bank of a memory channel, between request network and DRAM controller. The rules are
 * written down in the RTL's header.
 *
 * A cycle: what its ports show is known before the step (in_ready, fill_ready, reply, dram, accept, idle: functions of the
 * state); then one rs_memory_slice_step(), the clock edge. A quiet slice's step may be left out while nothing comes in. */
#ifndef RS_MEMORY_SLICE_H
#define RS_MEMORY_SLICE_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_L2_SECTORS = 2, RS_L2_QUEUE_MAX = 64, RS_L2_MISSES_MAX = 256, RS_L2_WAITERS_MAX = 1024, RS_L2_WAYS_MAX = 64 };
enum rs_request_kind { RS_REQUEST_READ, RS_REQUEST_WRITE, RS_REQUEST_ATOMIC };
enum rs_slice_mode { RS_SLICE_LOOK, RS_SLICE_FILL, RS_SLICE_DRAIN, RS_SLICE_ATOMIC };

typedef struct rs_l2_sector {
    bool whole, some, pending;    /* as in rtl/slice/rs_slice_row.v */
    uint64_t written;             /* bit per byte; of a sector with `some` */
    uint32_t data[RS_LINE_WORDS]; /* bytes that are here */
} rs_l2_sector;

typedef struct rs_l2_line {
    bool valid;
    uint64_t number;              /* sector address / 2 */
    rs_l2_sector sector[RS_L2_SECTORS];
} rs_l2_line;

/* A request that waits for its look-up, or for its sector. */
typedef struct rs_l2_request {
    uint64_t line, mask;          /* sector address; bits behind the header */
    enum rs_request_kind kind;
    uint32_t tag, sm;
    uint32_t set;                 /* of the line; in the queue */
    uint32_t data[RS_LINE_WORDS];
    uint64_t from;                /* cycle at whose end it may go to the look-up */
    uint32_t next;                /* waiter behind it */
} rs_l2_request;

typedef struct rs_l2_miss {
    bool used;
    uint64_t line;
    rs_l2_sector *sector;
    uint32_t first, last;         /* waiters */
} rs_l2_miss;

/* A packet that goes out: to the SMs, or to the controller (then with `write`, line, mask). */
typedef struct rs_l2_packet {
    uint64_t header, mask;
    bool write;
    uint32_t data[RS_LINE_WORDS];
    uint64_t from;                /* first cycle in which it is offered */
} rs_l2_packet;

typedef struct rs_l2_ring {
    uint32_t first, count, sent;  /* sent: flits of the first one that are gone */
    rs_l2_packet place[RS_L2_QUEUE_MAX];
} rs_l2_ring;

/* Neighbouring bits of a line's number that are neighbours in that of its set as well. */
typedef struct rs_l2_run {
    uint8_t from, to;             /* lowest bit in either */
    uint32_t ones;                /* as many as the run has bits, from bit 0 */
} rs_l2_run;

/* What most cycles look at comes first, to share cache lines. */
typedef struct rs_memory_slice {
    const rs_config *config;
    uint64_t now;                 /* cycles since reset; the caller may set it after cycles without a step */
    uint32_t line_bits, sm_bits;
    enum rs_slice_mode mode;
    bool at_work;                 /* the first in the queue is at the look-up; its line, if that is here, and the way that has it: */
    rs_l2_line *found;
    uint32_t found_way;
    uint32_t queue_first, queue_count;
    uint32_t flits;               /* of the last packet in the queue that have come, while it is not whole; else 0 */
    uint32_t free_waiters, misses;
    uint32_t dram_reserved;       /* places for results of atomics, with L2_WRITE = THROUGH */
    rs_accept accept;
    rs_l2_line *lines;            /* L2_SETS * L2_WAYS */
    uint64_t *tags;               /* numbers of the valid ones, else all ones */
    uint8_t *order;               /* by set: ways, the one looked up last first */

    rs_l2_miss *fill;
    uint32_t fill_flits, fill_low[RS_FLIT_WORDS];
    uint64_t fill_from;           /* with header_wires: cycle from which on its tail is taken */
    uint64_t atomic_end;          /* its last cycle */
    bool of_waiter, answered_last;
    uint64_t atomic_line, atomic_mask;
    rs_l2_sector *atomic_sector;
    rs_l2_run run[RS_MAP_MAX_RUNS]; /* of a line's number; their bits, each where it is folded to, are added modulo 2 to that of its set */
    uint32_t runs;

    rs_l2_ring replies, dram;
    rs_l2_request queue[RS_L2_QUEUE_MAX];
    rs_l2_miss miss[RS_L2_MISSES_MAX];
    rs_l2_request waiter[RS_L2_WAITERS_MAX];
    uint32_t free_waiter[RS_L2_WAITERS_MAX];
} rs_memory_slice;

/* config: finished, with L2 = 1, and outlives the slice. False: no memory. */
bool rs_memory_slice_create(rs_memory_slice *slice, const rs_config *config);
void rs_memory_slice_destroy(rs_memory_slice *slice);
void rs_memory_slice_reset(rs_memory_slice *slice);

bool rs_memory_slice_ready(const rs_memory_slice *slice);
bool rs_memory_slice_fill_ready(const rs_memory_slice *slice);
/* The flit at the port; false without one. Headers: rs_memory_slice.v; of dram they have one bit for the kind. */
bool rs_memory_slice_reply(const rs_memory_slice *slice, rs_flit *flit);
bool rs_memory_slice_dram(const rs_memory_slice *slice, rs_flit *flit);
bool rs_memory_slice_idle(const rs_memory_slice *slice);

/* One clock edge. request and fill: flits that are offered and taken, or NULL; reply_taken, dram_taken: those at the ports leave.
 * A fill that is offered must be taken if rs_memory_slice_fill_ready(). */
void rs_memory_slice_step(rs_memory_slice *slice, const rs_flit *request, const rs_flit *fill, bool reply_taken, bool dram_taken);

/* The first cycle from now on in which a step without input could change anything but the time; UINT64_MAX: none. */
uint64_t rs_memory_slice_next(const rs_memory_slice *slice);
static inline bool rs_memory_slice_quiet(const rs_memory_slice *slice)
{
    return rs_memory_slice_idle(slice) && !slice->accept.valid;
}
/* For observers. The sector at this address (in sectors) if its line is here, else NULL; and its bytes over data. */
const rs_l2_sector *rs_memory_slice_find(const rs_memory_slice *slice, uint64_t line);
void rs_memory_slice_cached(const rs_memory_slice *slice, uint64_t line, uint32_t data[RS_LINE_WORDS]);

#ifdef __cplusplus
}
#endif
#endif
