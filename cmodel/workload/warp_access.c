#include "workload/warp_access.h"

uint32_t rs_coalesce(const rs_warp_access *access, uint64_t line[RS_WARP_LANES])
{
    uint32_t count = 0;
    uint32_t waiting = access->active;
    while (waiting != 0) {
        const uint64_t wanted = access->address[__builtin_ctz(waiting)] >> RS_LINE_SHIFT;
        for (uint32_t left = waiting; left != 0; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            if (access->address[lane] >> RS_LINE_SHIFT == wanted) {
                waiting &= ~(UINT32_C(1) << lane);
            }
        }
        line[count++] = wanted;
    }
    return count;
}
