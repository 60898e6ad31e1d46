/* Twin of rtl/sm/rs_atomic_unit.v: a warp-wide atomic operation in, turns of distinct words of one block out, old words back. The
 * rules are written down in the RTL's header.
 *
 * A cycle: read the functions of the state and rs_atomic_unit.wb_valid, wb, then one rs_atomic_unit_clock(). */
#ifndef RS_SM_ATOMIC_UNIT_H
#define RS_SM_ATOMIC_UNIT_H

#include <stddef.h>

#include "sm/warp_group.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_ATOMIC_PLACES_MAX = 64 };

/* What an atomic group has besides its warp group. */
typedef struct rs_atomic_kind {
    uint32_t operation;                  /* enum rs_atomic, sm/warp_record.h */
    bool returns;
    uint32_t compare[RS_LANES_MAX];      /* compare and swap */
} rs_atomic_kind;

/* A turn, as it goes to memory. */
typedef struct rs_atomic_turn {
    uint64_t block;                      /* byte address / bytes of a request */
    uint32_t id, operation;
    bool returns;
    uint32_t words;                      /* a bit per word of the block that is operated on */
    uint32_t data[RS_SM_LINE_WORDS];     /* their operands; a compare-and-swap's other word: half a block away */
} rs_atomic_turn;

typedef struct rs_atomic_reply {
    uint32_t id;
    bool from_memory;                    /* main memory had the words, not the L2 */
    uint32_t data[RS_SM_LINE_WORDS];
} rs_atomic_reply;

typedef struct rs_atomic_place { /* an instruction under way */
    bool queued, returns;                /* queued: it has not begun to send */
    rs_warp_group group;                 /* while it is queued */
    rs_atomic_kind kind;
    uint32_t warp, first_register, turns, answers; /* turns: that have been taken */
    uint64_t lanes_of[RS_LANES_MAX];     /* of each of them */
    uint8_t word[RS_LANES_MAX];          /* of its block, of each lane */
} rs_atomic_place;

typedef struct rs_atomic_unit {
    uint32_t lanes, words, places;       /* words of a block */
    bool shown;                          /* a turn is at the port */
    bool wb_valid;
    uint64_t busy, silent;               /* places; those whose instruction returns nothing */
    uint32_t sender;                     /* the place that sends, or `places` */
    uint32_t first, queued;              /* in queue */
    rs_atomic_turn turn;                 /* at the port */
    uint64_t turn_lanes;
    rs_writeback wb;                     /* at the port */
    rs_warp_group group;                 /* the sender's; lanes in the mask are in no turn yet */
    rs_atomic_kind kind;
    uint32_t queue[RS_ATOMIC_PLACES_MAX]; /* places behind the sender, in the order in which they were taken */
    rs_atomic_place place[RS_ATOMIC_PLACES_MAX];
} rs_atomic_unit;

typedef struct rs_atomic_inputs {
    const rs_warp_group *group;          /* NULL: none offered */
    const rs_atomic_kind *kind;          /* of it */
    bool request_ready, wb_ready;
    const rs_atomic_reply *reply;        /* NULL: none */
} rs_atomic_inputs;

/* lanes <= 64, words of a block a power of two, 2 .. 32, places 1 .. 64. Leaves it empty. */
void rs_atomic_unit_init(rs_atomic_unit *unit, uint32_t lanes, uint32_t words, uint32_t places);

static inline bool rs_atomic_unit_in_ready(const rs_atomic_unit *unit)
{
    return unit->busy != UINT64_MAX >> (64 - unit->places);
}
/* The turn at the port, or NULL. */
static inline const rs_atomic_turn *rs_atomic_unit_request(const rs_atomic_unit *unit)
{
    return unit->shown ? &unit->turn : NULL;
}
static inline bool rs_atomic_unit_reply_ready(const rs_atomic_unit *unit, bool wb_ready)
{
    return !unit->wb_valid || wb_ready;
}
/* Bits of an id. */
uint32_t rs_atomic_unit_id_bits(const rs_atomic_unit *unit);
static inline bool rs_atomic_unit_empty(const rs_atomic_unit *unit)
{
    return unit->busy == 0 && !unit->wb_valid;
}
/* Nothing is under way but instructions whose warps wait for words. */
static inline bool rs_atomic_unit_settled(const rs_atomic_unit *unit)
{
    return (unit->busy & unit->silent) == 0;
}
/* Without a group and a reply a clock edge changes nothing. */
bool rs_atomic_unit_still(const rs_atomic_unit *unit, bool request_ready);
void rs_atomic_unit_clock(rs_atomic_unit *unit, const rs_atomic_inputs *inputs);

#ifdef __cplusplus
}
#endif
#endif
