/* Sets of a warp's registers. */
#ifndef RS_REGISTER_SET_H
#define RS_REGISTER_SET_H

#include "sm/warp_record.h"

typedef struct rs_register_set {
    uint64_t bits[2];
} rs_register_set;

static inline bool rs_registers_meet(const rs_register_set *a, const rs_register_set *b)
{
    return ((a->bits[0] & b->bits[0]) | (a->bits[1] & b->bits[1])) != 0;
}

static inline void rs_registers_add(rs_register_set *set, uint32_t reg)
{
    set->bits[reg / 64] |= UINT64_C(1) << reg % 64;
}

/* Registers below a number. */
static inline rs_register_set rs_registers_below(uint32_t number)
{
    const rs_register_set set = {{number >= 64 ? UINT64_MAX : (UINT64_C(1) << number) - 1,
                                  number >= 128 ? UINT64_MAX : number >= 64 ? (UINT64_C(1) << (number - 64)) - 1 : 0}};

    return set;
}

/* first may be RS_NO_REGISTER. */
static inline void rs_registers_add_range(rs_register_set *set, uint32_t first, uint32_t number)
{
    if (first == RS_NO_REGISTER)
        return;
    if (number == 1) {
        if (first < 128)
            rs_registers_add(set, first);
        return;
    }
    const rs_register_set end = rs_registers_below(first + number), begin = rs_registers_below(first);

    set->bits[0] |= end.bits[0] & ~begin.bits[0];
    set->bits[1] |= end.bits[1] & ~begin.bits[1];
}

/* The lowest register of a range that is in the set, or RS_NO_REGISTER. */
static inline uint32_t rs_registers_lowest_in(const rs_register_set *set, uint32_t first, uint32_t number)
{
    if (first == RS_NO_REGISTER || (set->bits[0] | set->bits[1]) == 0)
        return RS_NO_REGISTER;

    const rs_register_set end = rs_registers_below(first + number), begin = rs_registers_below(first);
    const uint64_t low = set->bits[0] & end.bits[0] & ~begin.bits[0], high = set->bits[1] & end.bits[1] & ~begin.bits[1];

    return low != 0 ? (uint32_t)__builtin_ctzll(low) : high != 0 ? 64 + (uint32_t)__builtin_ctzll(high) : (uint32_t)RS_NO_REGISTER;
}

#endif
