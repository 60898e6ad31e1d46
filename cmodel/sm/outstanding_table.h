/* The table of outstanding requests of an SM, of either kind (OUTSTANDING 2). Twin of rtl/sm/rs_outstanding_table.v.
 *
 * A cycle: rs_outstanding_table_offer() gives the outputs for the inputs of this cycle, rs_outstanding_table_clock() is the
 * clock edge with the same inputs. Contract of accesses, requests, fills and replies: the RTL headers.
 * Payload of an output means nothing without its valid. */
#ifndef RS_OUTSTANDING_TABLE_H
#define RS_OUTSTANDING_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_TABLE_MAX_LANES = 32 };

typedef struct rs_table_config {
    bool pending_request_table; /* TABLE */
    uint32_t lanes, line_words, sectors, entries;
    uint32_t merges, ways;          /* MSHR table: ways = entries for a fully associative one */
    bool access_slots, merge_waits; /* SLOT, MERGE_WAITS */
} rs_table_config;

typedef struct rs_table_access {
    uint64_t line, tag;
    uint32_t mask;
    uint8_t word[RS_TABLE_MAX_LANES];
    bool last, write;
    uint16_t warp; /* of no port of the RTL: 1 + the warp, 0: not known */
} rs_table_access;

typedef struct rs_table_request { /* and its fill, which needs no line */
    uint64_t line;
    uint32_t id, sector, mask;
    uint32_t number; /* pending request table: of the line in its group, in the order of their bookings; else 0 */
    uint16_t warp;   /* as above, of the access that asked first */
} rs_table_request;

typedef struct rs_table_reply {
    uint64_t tag;
    uint32_t id, mask;
    uint8_t word[RS_TABLE_MAX_LANES]; /* 0 outside the mask */
    bool last;
} rs_table_reply;

typedef struct rs_table_inputs {
    bool access_valid, request_ready, fill_valid, reply_ready, acquire;
    rs_table_access access;
    rs_table_request fill;
} rs_table_inputs;

typedef struct rs_table_outputs {
    bool access_ready, request_valid, fill_ready, reply_valid;
    bool allocate, merge, merge_full, entry_full, fill, empty;
    bool moves;      /* no port of the RTL: even without an access and a fill the clock edge changes something */
    uint32_t id;     /* of allocate and merge, the entry */
    uint32_t number; /* of them, the line's number in its group, as a request has it */
    rs_table_request request;
    rs_table_reply reply;
} rs_table_outputs;

/* Requests on their way out: two lines, a sector each cycle. */
typedef struct rs_table_queue {
    uint32_t count, sector;
    struct {
        rs_table_access access; /* mask and words: pending request table */
        uint32_t id, number;
    } line[2];
} rs_table_queue;

typedef struct rs_outstanding_table {
    const struct rs_table_kind *kind;
    void *state;
} rs_outstanding_table;

typedef struct rs_table_kind {
    void *(*create)(const rs_table_config *config);
    void (*look)(const void *state, const rs_table_inputs *inputs, rs_table_outputs *outputs); /* all outputs but request */
    void (*request)(const void *state, rs_table_request *request);                             /* where request_valid */
    void (*clock)(void *state, const rs_table_inputs *inputs);
    void (*reset)(void *state);
    bool (*empty)(const void *state);
} rs_table_kind;

extern const rs_table_kind rs_mshr_table_kind, rs_pending_request_table_kind;

/* False without memory, or for sizes that the RTL refuses; lanes: at most RS_TABLE_MAX_LANES. */
bool rs_outstanding_table_init(rs_outstanding_table *table, const rs_table_config *config);
void rs_outstanding_table_destroy(rs_outstanding_table *table);

/* The outputs; for who wants a request only in the cycle in which it is taken, in two parts. */
static inline void rs_outstanding_table_look(const rs_outstanding_table *table, const rs_table_inputs *inputs,
                                             rs_table_outputs *outputs)
{
    table->kind->look(table->state, inputs, outputs);
}

static inline void rs_outstanding_table_request(const rs_outstanding_table *table, rs_table_request *request)
{
    table->kind->request(table->state, request);
}

static inline void rs_outstanding_table_offer(const rs_outstanding_table *table, const rs_table_inputs *inputs,
                                              rs_table_outputs *outputs)
{
    rs_outstanding_table_look(table, inputs, outputs);
    if (outputs->request_valid)
        rs_outstanding_table_request(table, &outputs->request);
}

static inline void rs_outstanding_table_clock(rs_outstanding_table *table, const rs_table_inputs *inputs)
{
    table->kind->clock(table->state, inputs);
}

static inline void rs_outstanding_table_reset(rs_outstanding_table *table)
{
    table->kind->reset(table->state);
}

/* Nothing outstanding. */
static inline bool rs_outstanding_table_empty(const rs_outstanding_table *table)
{
    return table->kind->empty(table->state);
}

/* For the kinds. split: a request carries the threads whose word lies in its sector, otherwise none. */
void rs_table_queue_request(const rs_table_queue *queue, const rs_table_config *config, bool split, rs_table_request *request);
/* id, number, access: a line that was booked; access is NULL without. */
void rs_table_queue_clock(rs_table_queue *queue, const rs_table_config *config, const rs_table_inputs *inputs, uint32_t id,
                          uint32_t number, const rs_table_access *access);

#ifdef __cplusplus
}
#endif
#endif
