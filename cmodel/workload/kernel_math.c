/* Contract: kernel_math.h. */
#include "workload/kernel_math.h"

#include <string.h>

rs_reg rs_do(rs_warp *warp, enum rs_alu op, rs_reg a, rs_reg b)
{
    rs_reg d = rs_constant(0);
    rs_alu(warp, op, &d, &a, &b, NULL);
    return d;
}

rs_reg rs_do_fma(rs_warp *warp, rs_reg a, rs_reg b, rs_reg c)
{
    rs_reg d = rs_constant(0);
    rs_alu(warp, RS_FMA, &d, &a, &b, &c);
    return d;
}

rs_reg rs_do_sfu(rs_warp *warp, enum rs_sfu op, rs_reg a)
{
    rs_reg d = rs_constant(0);
    rs_sfu(warp, op, &d, &a);
    return d;
}

rs_reg rs_do_load(rs_warp *warp, const rs_pointer *base, rs_reg index, int32_t at)
{
    rs_pointer from = *base;
    rs_reg d = rs_constant(0);
    rs_point(warp, &from, base, &index);
    rs_load(warp, &d, &from, at);
    return d;
}

void rs_do_store(rs_warp *warp, const rs_pointer *base, rs_reg index, int32_t at, rs_reg word)
{
    rs_pointer to = *base;
    rs_point(warp, &to, base, &index);
    rs_store(warp, &to, at, &word);
}

void rs_do_move(rs_warp *warp, rs_reg *d, rs_reg a)
{
    rs_alu(warp, RS_MOV, d, &a, NULL, NULL);
}

uint32_t rs_do_if(rs_warp *warp, enum rs_comparison op, rs_reg a, rs_reg b)
{
    return rs_kernel_if(warp, op, &a, &b);
}

rs_reg rs_do_thread(rs_warp *warp)
{
    rs_reg thread;
    rs_special_lane(warp, &thread);
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        thread.lane[lane] += warp->number * RS_WARP_LANES;
    }
    return thread;
}

rs_pointer rs_do_point_in_cta(rs_warp *warp, uint64_t array, uint32_t pitch, rs_reg thread)
{
    const rs_pointer base = rs_parameter(array);
    const rs_reg by = rs_constant(pitch);
    rs_pointer at = base;
    rs_reg place;
    rs_special_cta(warp, &place);
    rs_alu(warp, RS_MAD, &place, &place, &by, &thread);
    rs_point(warp, &at, &base, &place);
    return at;
}

float rs_host_float(rs_warp_machine *machine, uint64_t array, uint32_t number)
{
    float value;
    memcpy(&value, &rs_host(machine, array)[number], sizeof value);
    return value;
}

void rs_host_set_float(rs_warp_machine *machine, uint64_t array, uint32_t number, float value)
{
    memcpy(&rs_host(machine, array)[number], &value, sizeof value);
}
