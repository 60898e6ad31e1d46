/* Contract: kernel_tree.h. */
#include "workload/kernel_tree.h"

#include "workload/kernel_math.h"

void rs_kernel_tree_begin(rs_cta *cta, rs_tree_warp *of)
{
    for (uint32_t w = 0; w < cta->warps; w++) {
        of[w].warp = rs_warp_begin(cta, w);
        of[w].thread = rs_do_thread(&of[w].warp);
        of[w].sum = rs_constant(0);
    }
}

void rs_kernel_tree_sum(rs_cta *cta, rs_tree_warp *of, enum rs_alu op)
{
    for (uint32_t w = 0; w < cta->warps; w++) {
        rs_pointer own;
        rs_point_scratchpad(&of[w].warp, &own, &of[w].thread);
        rs_store(&of[w].warp, &own, 0, &of[w].sum);
        rs_barrier(&of[w].warp);
    }
    for (uint32_t half = cta->warps * RS_WARP_LANES / 2; half != 0; half /= 2) {
        const rs_reg limit = rs_constant(half);
        for (uint32_t w = 0; w < cta->warps; w++) {
            rs_warp *warp = &of[w].warp;
            warp->active = rs_kernel_if(warp, RS_LESS, &of[w].thread, &limit);
            if (warp->active != 0) {
                rs_pointer own;
                rs_reg other = rs_constant(0);
                rs_point_scratchpad(warp, &own, &of[w].thread);
                rs_load(warp, &other, &own, (int32_t)half);
                rs_alu(warp, op, &of[w].sum, &of[w].sum, &other, NULL);
                rs_store(warp, &own, 0, &of[w].sum);
            }
            warp->active = UINT32_MAX;
            rs_barrier(warp);
        }
    }
}
