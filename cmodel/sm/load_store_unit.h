/* Twin of rtl/sm/rs_load_store_unit.v: warp instructions in, warp-wide groups of addresses out (PATTERNS 6). The rules
 * are written down in the RTL's header.
 *
 * A cycle: read the functions of the state (group or fault offered, busy), with the sink's answers rs_..._in_ready and
 * rs_..._status, then one rs_..._clock(). */
#ifndef RS_LOAD_STORE_UNIT_H
#define RS_LOAD_STORE_UNIT_H

#include "sm/warp_group.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_LSU_PLAIN, RS_LSU_STRIDED, RS_LSU_INDIRECT };             /* kinds; opcode = 2 * kind + write */
enum { RS_LSU_ACCEPTED, RS_LSU_EMPTY, RS_LSU_UNSUPPORTED, RS_LSU_BAD_REGISTER };
enum { RS_VECTOR_MAX = 16 }; /* elements of the longest vector instruction */

typedef struct rs_load_store_sizes {
    uint32_t lanes, address_bits, max_length, register_bits;
} rs_load_store_sizes;

/* The instruction port in one cycle; all but the operands counts in an instruction's first cycle only. */
typedef struct rs_load_store_issue {
    uint32_t opcode, length, warp, first_register;
    bool scratchpad;
    uint64_t mask;
    int32_t offset;                      /* plain: bytes */
    uint32_t operands[RS_LANES_MAX][4];
    bool atomic, returns;                /* of rs_sm_memory: an atomic operation, which the unit sees as a plain store */
    uint32_t operation;                  /* of it: enum rs_atomic, sm/warp_record.h */
} rs_load_store_issue;

typedef struct rs_load_store_unit {
    rs_load_store_sizes sizes;
    bool busy;
    uint32_t kind, length;
    uint32_t indices, words;             /* elements whose operands are in */
    uint64_t misaligned, outside;        /* active lanes at fault in the group */
    rs_warp_group group;                 /* to be sent next, if its operands are in */
    uint64_t base[RS_LANES_MAX];         /* start address; strided: that of the element before the next */
    int32_t stride[RS_LANES_MAX], index[RS_VECTOR_MAX][RS_LANES_MAX];
    uint32_t word[RS_VECTOR_MAX][RS_LANES_MAX];
} rs_load_store_unit;

void rs_load_store_unit_init(rs_load_store_unit *unit, const rs_load_store_sizes *sizes);
/* Idle, as after reset. */
void rs_load_store_unit_reset(rs_load_store_unit *unit);

static inline bool rs_load_store_unit_wants_indices(const rs_load_store_unit *unit)
{
    return unit->kind == RS_LSU_INDIRECT && unit->indices < unit->length;
}

static inline bool rs_load_store_unit_wants_words(const rs_load_store_unit *unit)
{
    return unit->kind != RS_LSU_PLAIN && unit->group.write && unit->words < unit->length;
}

/* Operands of an instruction are missing: the next cycle that is taken is not the first of one. */
static inline bool rs_load_store_unit_staging(const rs_load_store_unit *unit)
{
    return unit->busy && (rs_load_store_unit_wants_indices(unit) || rs_load_store_unit_wants_words(unit));
}

/* The operands of the group to be sent next are in. */
static inline bool rs_load_store_unit_operands_present(const rs_load_store_unit *unit)
{
    const uint32_t element = unit->group.element;

    return !(rs_load_store_unit_wants_indices(unit) && element >= unit->indices) && !(rs_load_store_unit_wants_words(unit) && element >= unit->words);
}

static inline bool rs_load_store_unit_group_valid(const rs_load_store_unit *unit)
{
    return unit->busy && rs_load_store_unit_operands_present(unit) && (unit->misaligned | unit->outside) == 0;
}

static inline bool rs_load_store_unit_fault_valid(const rs_load_store_unit *unit)
{
    return unit->busy && !rs_load_store_unit_staging(unit) && (unit->misaligned | unit->outside) != 0;
}

static inline bool rs_load_store_unit_ends(const rs_load_store_unit *unit, bool group_ready, bool fault_ready)
{
    return (rs_load_store_unit_group_valid(unit) && group_ready && unit->group.last) ||
           (rs_load_store_unit_fault_valid(unit) && fault_ready);
}

static inline bool rs_load_store_unit_in_ready(const rs_load_store_unit *unit, bool group_ready, bool fault_ready)
{
    return !unit->busy || rs_load_store_unit_staging(unit) || rs_load_store_unit_ends(unit, group_ready, fault_ready);
}

/* Answer to the first cycle of an instruction; accepted while operands of an earlier one are missing. */
uint32_t rs_load_store_unit_status(const rs_load_store_unit *unit, const rs_load_store_issue *issue);

/* One clock edge; issue NULL: nothing valid at the instruction port. */
void rs_load_store_unit_clock(rs_load_store_unit *unit, const rs_load_store_issue *issue, bool group_ready,
                              bool fault_ready);

#ifdef __cplusplus
}
#endif
#endif
