/* Lowering: an executed warp's trace (warp_machine.h) to the records that an SM's issue stage schedules (sm/warp_record.h).
 *
 * What it models
 *   Registers: linear scan over the executed instructions, a value each from the instruction that makes it to the last one that
 *     names it. Scalars are given the lowest free register, pointers into memory an even pair, vectors the highest aligned
 *     run; words that were computed one by one and are stored or used as indices together are made in their places of the
 *     vector, and where that cannot be (a word of two vectors, or a constant among them), an ALU record each copies them there.
 *     What an ALU instruction uses for the last time may give its register to the result; a pointer that is moved on stays
 *     in its pair. A load's registers are none of its operands', but those of its indices where no others are free: an
 *     index is read before its word can come.
 *   A pointer into a window (constants, a texture, local memory) is one value, but keeps an even pair from others: the record
 *     names a pair.
 *   Constants have no register: RS_NO_REGISTER in their places.
 *   Atomic additions in the scratchpad are a plain store a turn, as many as lanes share a word, lowest lanes first. A memory
 *     instruction of no lanes is an ALU record. The last record is EXIT.
 * What it does not model: reconvergence, predicates as anything but registers. Lanes that were not active when a value was made
 *   are not followed: each instruction makes all of its value.
 */
#ifndef RS_WORKLOAD_RECORD_H
#define RS_WORKLOAD_RECORD_H

#include "sm/warp_record.h"
#include "workload/warp_machine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_LOWERED_REGISTERS_MAX = 128, RS_NO_INSTRUCTION = -1 };

typedef struct rs_lowered_record {
    uint64_t record;     /* packed */
    int32_t instruction; /* of the trace; copies: that which needs them; RS_NO_INSTRUCTION: EXIT */
    uint32_t mask;       /* lanes; of an atomic addition in the scratchpad those of the turn */
} rs_lowered_record;

typedef struct rs_lowered_warp {
    rs_lowered_record *record;
    uint32_t count, capacity;
    uint32_t registers; /* highest one used + 1 */
    uint32_t copies;    /* ALU records that no instruction of the trace stands for */
} rs_lowered_warp;

/* Lowers a complete trace to at most `registers` registers (1 to 128). False: error is set, and names the warp (for the text
 * only) and the instruction at which they did not suffice. lowered is overwritten, and freed by the caller in either case. */
bool rs_warp_lower(const rs_warp_trace *trace, uint32_t warp, uint32_t registers, rs_lowered_warp *lowered, rs_error *error);
void rs_lowered_warp_free(rs_lowered_warp *lowered);

#ifdef __cplusplus
}
#endif
#endif
