/* Read before every other header of a bench and of a Verilated model: precompiled once (tb/tb.mk), as they take most of
 * the time that a small bench takes to compile. At its end a function of Verilator's is replaced by a faster one. */
#include "verilated.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

/* Copies of one bit, as many as a wide vector has: Verilator 5.006 sets them bit by bit, which took most of the time of a machine whose
 * load/store units select rows of thousands of bits. */
static inline WDataOutP rs_replicate(int bits, WDataOutP out, IData value, IData times)
{
    if (bits != 1)
        return VL_REPLICATE_WII(bits, out, value, times);
    for (IData i = 0; i < static_cast<IData>(VL_WORDS_I(times)); i++)
        out[i] = (value & 1) != 0 ? ~EData{0} : 0;
    out[VL_WORDS_I(times) - 1] &= VL_MASK_E(times);
    return out;
}
#define VL_REPLICATE_WII rs_replicate
