/* Expressions of the warp machine that nest, for kernels that compute much: each call is the instructions that it names and gives
 * a new register; lanes that are not active hold 0 in it. */
#ifndef RS_KERNEL_MATH_H
#define RS_KERNEL_MATH_H

#include "workload/warp_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* a op b; one instruction. */
rs_reg rs_do(rs_warp *warp, enum rs_alu op, rs_reg a, rs_reg b);
/* a * b + c of floats; one instruction. */
rs_reg rs_do_fma(rs_warp *warp, rs_reg a, rs_reg b, rs_reg c);
/* One instruction of the special function unit. */
rs_reg rs_do_sfu(rs_warp *warp, enum rs_sfu op, rs_reg a);
/* The word at base + 4 * (index + at): rs_point() and a load. */
rs_reg rs_do_load(rs_warp *warp, const rs_pointer *base, rs_reg index, int32_t at);
/* A store there. */
void rs_do_store(rs_warp *warp, const rs_pointer *base, rs_reg index, int32_t at, rs_reg word);
/* *d = a in the active lanes; one instruction. */
void rs_do_move(rs_warp *warp, rs_reg *d, rs_reg a);
/* if (a op b): two instructions; the lanes for which it holds. */
uint32_t rs_do_if(rs_warp *warp, enum rs_comparison op, rs_reg a, rs_reg b);
/* S2R: the thread in a CTA of one dimension. */
rs_reg rs_do_thread(rs_warp *warp);
/* This thread's word of the CTA's part of an array, `pitch` words a CTA: S2R, IMAD, rs_point(). */
rs_pointer rs_do_point_in_cta(rs_warp *warp, uint64_t array, uint32_t pitch, rs_reg thread);
/* Host: a float of an array, and back. */
float rs_host_float(rs_warp_machine *machine, uint64_t array, uint32_t number);
void rs_host_set_float(rs_warp_machine *machine, uint64_t array, uint32_t number, float value);

#ifdef __cplusplus
}
#endif
#endif
