/* Twin of rtl/sm/rs_l1_cache.v with its table of outstanding requests, its tags and its replacement. The rules are written
 * down in the RTL's headers.
 *
 * A cycle: rs_l1_cache_offer() gives the outputs for the inputs of this cycle, rs_l1_cache_clock() is the clock edge with the
 * same inputs. Payload of an output means nothing without its valid. */
#ifndef RS_SM_L1_CACHE_H
#define RS_SM_L1_CACHE_H

#include "sm/outstanding_table.h"
#include "sm/store_buffer.h"
#include "sm/warp_group.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_l1_config {
    bool cache, tree;       /* CACHE, REPLACEMENT = 1 */
    bool l2;                /* L2: replies say whether the L2 or main memory had the data */
    uint32_t sets, ways;
    rs_table_config table;  /* lanes, words and sectors of a line: there */
} rs_l1_config;

typedef struct rs_l1_request { /* a read, and its reply, which needs no block */
    uint64_t block;            /* byte address / bytes of a request */
    uint64_t id;
    uint32_t mask;             /* pending request table: threads */
    uint16_t warp;             /* of no port of the RTL: 1 + the warp that asks, 0: not known */
} rs_l1_request;

typedef struct rs_l1_inputs {
    bool line_valid, wb_ready, request_ready, reply_valid, acquire;
    bool store_ready, load_waits; /* of the store buffer, for the line at the port */
    const rs_line_access *line;   /* never NULL */
    rs_l1_request reply;
    bool reply_memory;            /* reply_level: main memory had the data; looked at with l2 alone */
    uint32_t reply_data[RS_SM_LINE_WORDS];
} rs_l1_inputs;

typedef struct rs_l1_step { /* what a cycle does; what most cycles look at first, here and below */
    bool known;      /* a way has the line: */
    bool hit, taken, held_moves, room;
    bool open;       /* no hit that waits is in the way */
    uint32_t at;     /* the way that has it; else the first of its set */
    uint32_t sectors; /* of the line that the load wants or the store writes */
    uint32_t left, sector; /* sectors of the store that the store buffer has not taken, the lowest of them */
    rs_table_outputs table;
    rs_table_inputs to_table;
} rs_l1_step;

typedef struct rs_l1_outputs {
    bool line_ready, request_valid, reply_ready, store_valid, load_valid;
    bool hit, merged, miss, store, entry_full, merge_full, table_empty, empty;
    const rs_writeback *wb;      /* at the port, or NULL */
    rs_l1_step step;             /* for the clock edge */
    rs_l1_request request;
    rs_store_block stored;       /* for the store buffer */
} rs_l1_outputs;

typedef struct rs_l1_way {
    uint64_t line, used;         /* used: when, for the least recently used */
    bool present;
    uint32_t filled;             /* sectors */
    uint32_t owner;              /* the pending line whose sectors go here, if any */
} rs_l1_way;

#define RS_L1_NOBODY UINT32_MAX /* no pending line */

typedef struct rs_l1_cache {
    rs_outstanding_table table;
    bool held;                   /* a hit whose words come next */
    bool wb_valid;
    bool again;                  /* the next reply of the table is one of the entry of the last one */
    uint32_t owner_to_be;        /* pending request table: the line booked in the cycle before, which is to own its way */
    uint32_t stored;             /* sectors of the store at the port that are in the store buffer */
    uint32_t missed_at;          /* way of the last load that missed */
    uint32_t held_way;
    uint32_t entry_bits, sector_bits; /* of ids */
    rs_l1_config config;
    rs_l1_way *way;              /* of set s from s * ways on */
    bool *upper;                 /* tree of set s from s * ways on: node n, the upper half of its ways goes next */
    uint32_t *data;              /* words of the lines, way by way */
    uint32_t *back;              /* words that are back, a line for each entry; of the pending request table one sector */
    bool *from_memory;           /* of each entry: main memory had what came back last; pending request table: the first */
    uint32_t *way_of;            /* of each pending line: the way that was taken for it */
    uint64_t uses;               /* of ways, counted */
    rs_writeback wb;
    rs_line_access hit;          /* that is held */
} rs_l1_cache;

/* Lines to 128 bytes. False without memory, or for sizes that the RTL refuses. Leaves it empty. */
bool rs_l1_cache_init(rs_l1_cache *cache, const rs_l1_config *config);
/* Bits of a request's id. */
uint32_t rs_l1_cache_id_bits(const rs_l1_config *config);
void rs_l1_cache_destroy(rs_l1_cache *cache);
void rs_l1_cache_reset(rs_l1_cache *cache);


void rs_l1_cache_offer(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_outputs *outputs);
/* The same in four parts: what is known of the line at the port, in outputs->step; that holds, for who keeps the outputs, as long as
 * the line is there and no acquire comes. What does not depend on store_ready and load_waits, from which the caller finds these two;
 * but for the request, which is wanted only where it is taken. The rest. */
void rs_l1_cache_find(const rs_l1_cache *cache, const rs_line_access *line, rs_l1_outputs *outputs);
/* What that will look at, into the host's cache. */
void rs_l1_cache_fetch(const rs_l1_cache *cache, const rs_line_access *line);
void rs_l1_cache_look(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_outputs *outputs);
void rs_l1_cache_request(const rs_l1_cache *cache, rs_l1_request *shown);
void rs_l1_cache_settle(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_outputs *outputs);
void rs_l1_cache_clock(rs_l1_cache *cache, const rs_l1_inputs *inputs);
/* The clock edge changes something; outputs: of these inputs. */
static inline bool rs_l1_cache_moves(const rs_l1_cache *cache, const rs_l1_inputs *inputs, const rs_l1_outputs *outputs)
{
    return cache->held || cache->wb_valid || cache->owner_to_be != RS_L1_NOBODY || outputs->step.taken || inputs->acquire
        || (outputs->store_valid && inputs->store_ready) || (inputs->reply_valid && outputs->reply_ready)
        || outputs->step.table.moves;
}
/* The same as clock(); outputs: of these inputs. */
void rs_l1_cache_advance(rs_l1_cache *cache, const rs_l1_inputs *inputs, const rs_l1_outputs *outputs);

#ifdef __cplusplus
}
#endif
#endif
