/* Memory side of an SM: warp instructions in, requests to memory out, words for registers back. Twin of
 * rtl/sm/rs_sm_memory.v, whose header has the rules.
 *
 * A cycle: rs_sm_memory_offer() gives the outputs for the inputs of this cycle, rs_sm_memory_clock() is the clock edge
 * with the same inputs. Payload of an output means nothing without its valid. rs_sm_memory_renew() and
 * rs_sm_memory_advance() are the same, faster, for who keeps the outputs. */
#ifndef RS_SM_MEMORY_H
#define RS_SM_MEMORY_H

#include "sm/atomic_unit.h"
#include "sm/camat_counter.h"
#include "sm/coalescer.h"
#include "sm/l1_cache.h"
#include "sm/load_store_unit.h"
#include "sm/scratchpad.h"
#include "sm/store_buffer.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_sm_memory_config {
    rs_load_store_sizes unit;
    rs_l1_config cache;                  /* with the table: lanes, line and request bytes of all blocks */
    uint32_t banks, scratchpad_bytes, stores;
    bool store_flush;                    /* STORE_FLUSH */
    uint32_t atomics;                    /* ATOMICS; above 0 needs cache.l2 */
} rs_sm_memory_config;

typedef struct rs_sm_request {
    bool write, atomic;                  /* neither: a read */
    uint64_t block;                      /* byte address / bytes of a request */
    uint64_t id;                         /* read, atomic */
    uint32_t mask;
    uint16_t warp;                       /* of no port of the RTL: a read's, 1 + the warp that asks, 0: not known */
    rs_store_block store;                /* write; atomic: its words, and in bytes what the port of the RTL has there */
} rs_sm_request;

typedef struct rs_sm_memory_inputs {
    const rs_load_store_issue *issue;    /* NULL: nothing valid at the instruction port */
    bool wb_ready, fault_ready, request_ready, reply_valid, acquire, release_valid, camat_clear;
    rs_l1_request reply;                 /* id and mask of the read */
    bool reply_memory;                   /* reply_level: main memory had it; looked at with cache.l2 alone */
    uint32_t reply_data[RS_SM_LINE_WORDS];
} rs_sm_memory_inputs;

typedef struct rs_sm_fault {
    bool scratchpad;
    uint32_t warp, first_register, element;
    uint64_t misaligned, outside;
} rs_sm_fault;

enum { RS_SM_SHOWN = 14 };

/* What the blocks tell each other in a cycle. */
typedef struct rs_sm_wires {
    bool quiet;                          /* all that was taken has reached cache, store buffer or scratchpad */
    bool room;                           /* in the request register */
    bool pad_turn;                       /* the words at the port are the scratchpad's */
    bool atomic_turn;                    /* else: they are the atomic unit's */
    bool atomic_reply;                   /* the reply is one to a turn of it */
    const rs_atomic_turn *turn;          /* that it offers, or NULL */
    bool store_leaves;                   /* where there is no read, a store is the next request, no turn */
    bool group_ready;
    const rs_warp_group *group;          /* of the unit, or NULL */
    rs_store_buffer_outputs stores;
    rs_l1_outputs cache;
    rs_l1_inputs to_cache;
    rs_store_buffer_inputs to_stores;
} rs_sm_wires;

typedef struct rs_sm_memory_outputs {
    bool in_ready, in_first, fault_valid, busy, entry_full, merge_full, store_buffer_full, bank_conflict;
    bool hit, merged, miss, store, line_waits, wb_valid; /* with those before: RS_SM_SHOWN in a row */
    bool reply_ready, release_ready, empty;
    uint32_t status;                     /* of inputs.issue */
    const rs_writeback *wb;              /* at the port, or NULL */
    rs_sm_fault fault;
    const rs_sm_request *request;        /* at the port, or NULL */
    uint64_t active_cycles, accesses;    /* C-AMAT */
    rs_sm_wires wires;                   /* for the clock edge */
} rs_sm_memory_outputs;

/* What most cycles look at comes first, here and in the blocks, to share cache lines. */
typedef struct rs_sm_memory {
    bool request_valid;
    bool store_first;                    /* of a store and a turn the store is the next request */
    bool pad_busy;                       /* something is in the scratchpad */
    bool pad_first;                      /* the next words are the scratchpad's, if it has some */
    bool atomic;                         /* what the load/store unit has is one, of `kind` */
    bool unit_busy, unit_accesses;       /* it has something; that is for the cache or the store buffer */
    bool atomic_first;                   /* of these and the cache, as pad_first */
    /* for who keeps the outputs: what was found of the line at the coalescer in the cycle before holds; so does what the front half
     * shows, as long as the cache's answer to a line is the same */
    bool line_stays, front_stays;
    uint32_t atomics;                    /* instructions that may be under way; 0: nothing of the atomic unit */
    uint32_t id_bits;                    /* of a request's id; the uppermost: of an atomic operation */
    rs_camat_counter camat;
    rs_l1_cache cache;
    rs_coalescer coalescer;
    rs_sm_request request;
    rs_load_store_unit unit;
    rs_scratchpad scratchpad;
    rs_store_buffer store_buffer;
    rs_atomic_unit atomic_unit;
    rs_atomic_kind kind;
} rs_sm_memory;

/* False without memory, or for sizes that the RTL refuses. Leaves it empty. */
bool rs_sm_memory_init(rs_sm_memory *sm, const rs_sm_memory_config *config);
void rs_sm_memory_destroy(rs_sm_memory *sm);
/* A store, or an atomic operation that returns nothing, is on its way out; not: blocks of the store buffer that nothing asks to leave. */
bool rs_sm_memory_stores(const rs_sm_memory *sm);
/* As after reset: nothing inside; words of the scratchpad stay. */
void rs_sm_memory_reset(rs_sm_memory *sm);

void rs_sm_memory_offer(const rs_sm_memory *sm, const rs_sm_memory_inputs *inputs, rs_sm_memory_outputs *outputs);
void rs_sm_memory_clock(rs_sm_memory *sm, const rs_sm_memory_inputs *inputs);
/* The same as offer(), faster; outputs: those of the last offer() or renew(), which nobody has changed since; same: the inputs are, but
 * for reply and request_ready. */
void rs_sm_memory_renew(const rs_sm_memory *sm, const rs_sm_memory_inputs *inputs, bool same, rs_sm_memory_outputs *outputs);
/* The same as clock(); outputs: of these inputs, of which `issue` alone may have come since. False: but for the C-AMAT counters nothing
 * has changed, so that the outputs hold, with these inputs, for the next cycle as well. */
bool rs_sm_memory_advance(rs_sm_memory *sm, const rs_sm_memory_inputs *inputs, const rs_sm_memory_outputs *outputs);

#ifdef __cplusplus
}
#endif
#endif
