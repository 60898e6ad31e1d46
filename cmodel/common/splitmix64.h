/* splitmix64: the random numbers of workloads, payloads and test stimulus. Not part of the hardware
 * (the arbiters draw from rs_lfsr).
 *
 * Generator of G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014: the
 * state advances by a constant, the output is a mix of the state. Any seed is good, 0 included; equal
 * seeds give equal sequences on every machine.
 */
#ifndef RS_SPLITMIX64_H
#define RS_SPLITMIX64_H

#include <stdint.h>

/* The mix alone: a bijection of 64 bits in which every input bit touches every output bit. */
static inline uint64_t rs_splitmix64_mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

static inline uint64_t rs_splitmix64(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return rs_splitmix64_mix(*state);
}

/* 0 .. bound - 1, bound 1 .. 2^32 - 1; the bias is below bound / 2^32. */
static inline uint32_t rs_random_below(uint64_t *state, uint32_t bound)
{
    return (uint32_t)(((rs_splitmix64(state) >> 32) * bound) >> 32);
}

#endif
