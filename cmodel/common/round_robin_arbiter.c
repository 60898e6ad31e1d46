#include "round_robin_arbiter.h"

int rs_round_robin_pick(uint64_t request, uint32_t pointer)
{
    if (request == 0)
        return -1;
    uint64_t from_pointer = request >> pointer << pointer;
    return __builtin_ctzll(from_pointer != 0 ? from_pointer : request);
}

uint32_t rs_round_robin_next(uint32_t pointer, int winner, uint32_t n)
{
    if (winner < 0)
        return pointer;
    uint32_t next = (uint32_t)winner + 1;
    return next == n ? 0 : next;
}
