/* Twin of rtl/network/rs_pim_allocator.v: separable, input-first parallel iterative matching (THESIS 1.3.3).
 *
 * Random bits of an arbitration are those of the LFSR word as the RTL cuts it: iteration by iteration, the input
 * arbiters' shares first, then the output arbiters'. */
#ifndef RS_PIM_ALLOCATOR_H
#define RS_PIM_ALLOCATOR_H

#include "common/lfsr.h"
#include "common/random_arbiter.h"
#include "common/set.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_ALLOCATOR_MAX = RS_SET_MAX }; /* inputs, outputs */

typedef struct rs_pim_allocator {
    uint32_t inputs, outputs, iterations, pick;
    uint32_t input_bits, output_bits; /* random bits of one input arbiter, of one output arbiter */
    uint32_t random_from;             /* first bit of the LFSR word that is this allocator's; 0 after init */
} rs_pim_allocator;

/* 1 <= inputs, outputs <= RS_ALLOCATOR_MAX; pick: enum rs_pick. */
void rs_pim_allocator_init(rs_pim_allocator *allocator, uint32_t inputs, uint32_t outputs, uint32_t iterations,
                           uint32_t pick);
/* Bits of the LFSR word that one arbitration uses: RANDOM_BITS. */
uint32_t rs_pim_allocator_random_bits(const rs_pim_allocator *allocator);

/* columns[o] has i: input i requests output o; only outputs in `active` are looked at. winner[o] is set for every
 * output in *granted, the outputs that grant. */
void rs_pim_allocate(const rs_pim_allocator *allocator, const rs_set *columns, const rs_set *active, const rs_lfsr *lfsr,
                     uint8_t *winner, rs_set *granted);

/* The input that an output picks in the first iteration out of a column with one or more. */
static inline uint32_t rs_pim_pick(const rs_pim_allocator *allocator, const rs_set *column, const rs_lfsr *lfsr, uint32_t output)
{
    const uint32_t from = allocator->random_from + allocator->inputs * allocator->input_bits + output * allocator->output_bits;

    return (uint32_t)rs_random_pick(column, rs_lfsr_bits(lfsr, from, allocator->output_bits), allocator->inputs, allocator->pick);
}

#ifdef __cplusplus
}
#endif
#endif
