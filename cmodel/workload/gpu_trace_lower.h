/* Instructions of a GPU's trace to records of the issue stage (sm/warp_record.h), each with the addresses of its operand row.
 *
 * What it models
 *   Registers by their names in the trace. One beyond the machine's largest number, 128, is taken modulo that: a false dependence in place
 *     of a trace that cannot run. Of registers that an instruction writes or reads beside the named one (pairs of double precision, vectors)
 *     only the named is followed; a trace tells no more. Predicates and uniform registers are not in a trace.
 *   Loads without a register (R255, LDGSTS) take in turn one of RS_GPU_TRACE_SPARE registers that nothing else names, and DEPBAR and
 *     LDGDEPBAR wait for the last three: so many are under way at most.
 *   Accesses of 8, 16, 32 bytes a lane are 2, 4, 8 records of 16, 8, 4 lanes' words, as NVIDIA's load/store units serve half and quarter
 *     warps: each moves 32 words and coalesces them. Less than a word is a word. An instruction whose generic addresses go to several spaces
 *     is a record or more of each.
 *   Local memory: word i of a warp's 32 lanes side by side, a place of its own for each warp that an SM can hold.
 *   Shared memory is the scratchpad. An atomic operation in it is a load, where it returns the old word, and a store a turn, as many turns as
 *     lanes share a word; in global memory it is the machine's own. Of 8 bytes the first word stands for both.
 *   Words: a trace has none. Memory holds and stores bring words that follow from the address (rs_traced_word()), and operands of atomic
 *     operations are such that a word stays one of its two; so every word that a load brings is known to be right or wrong.
 * What it does not model: constants and textures (no addresses in a trace), named barriers: each is the block's.
 */
#ifndef RS_GPU_TRACE_LOWER_H
#define RS_GPU_TRACE_LOWER_H

#include "workload/gpu_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_traced_record {
    uint64_t record;                     /* packed, with its lanes */
    uint32_t mask;                       /* of the operand row; 0 where no memory is accessed */
    bool scratchpad;
    uint64_t address[RS_TRACED_LANES];   /* bytes, of the machine's memory or the CTA's scratchpad */
} rs_traced_record;

/* Of a launch. */
typedef struct rs_traced_launch {
    const rs_gpu_trace_header *header;
    const rs_hash_table *frames;
    uint32_t registers;                  /* of a thread, spare ones and all: RS_LOWERED_REGISTERS_MAX at most */
    uint32_t spare;                      /* of these, the last */
    uint64_t local_base, local_words, local_low; /* base: of the memory of all warps; words: of a thread; low: its first byte in the trace */
} rs_traced_launch;

/* Of a warp that is being lowered. */
typedef struct rs_traced_warp {
    uint64_t place;                      /* among those that the machine can hold: of its local memory */
    uint32_t loads;                      /* without a register, so far */
} rs_traced_warp;

/* Records of a kernel's threads: registers and spare of a launch. */
void rs_traced_registers(const rs_gpu_trace_kernel *kernel, rs_traced_launch *launch);
/* Gives the instruction's records to emit() one after the other; the last EXIT of a warp has none. False: emit() did not take one, or the
 * trace has a page that the frames do not have: not what was read through. */
bool rs_traced_lower(const rs_traced_launch *launch, rs_traced_warp *warp, const rs_traced_instruction *instruction,
                     bool (*emit)(void *user, const rs_traced_record *record), void *user);

/* The word at an address before any store, and after one. */
uint32_t rs_traced_word(uint64_t address, bool stored);

#ifdef __cplusplus
}
#endif
#endif
