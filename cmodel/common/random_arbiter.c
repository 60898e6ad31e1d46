#include "random_arbiter.h"

uint32_t rs_index_bits(uint32_t n)
{
    uint32_t bits = 1;
    while (UINT64_C(1) << bits < n)
        bits++;
    return bits;
}

uint32_t rs_random_bits(uint32_t n, uint32_t pick)
{
    return pick == 0 ? rs_index_bits(n) : 12;
}

/* Walks from the root to a leaf. The node reached covers the 2^level requesters from base on. */
int rs_random_pick_tree(uint64_t request, uint32_t random, uint32_t n)
{
    if (request == 0)
        return -1;
    uint32_t base = 0;
    for (uint32_t level = rs_index_bits(n); level-- > 0;) {
        uint64_t half_mask = (UINT64_C(1) << (1u << level)) - 1;
        uint64_t lower = request >> base & half_mask;
        uint64_t upper = request >> base >> (1u << level) & half_mask;
        if (upper != 0 && (lower == 0 || (random >> level & 1) != 0))
            base += 1u << level;
    }
    return (int)base;
}

int rs_random_pick_uniform(uint64_t request, uint32_t random)
{
    if (request == 0)
        return -1;
    uint32_t requesters = (uint32_t)__builtin_popcountll(request);
    for (uint32_t rank = random * requesters >> 12; rank > 0; rank--)
        request &= request - 1;
    return __builtin_ctzll(request);
}

int rs_random_pick(uint64_t request, uint32_t random, uint32_t n, uint32_t pick)
{
    return pick == 0 ? rs_random_pick_tree(request, random, n) : rs_random_pick_uniform(request, random);
}
