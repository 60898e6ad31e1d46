/* A warp's program as its SM's issue stage sees it: one 64-bit record an instruction. The host that executes the program
 * lowers it to records (workload/), rtl/sm/rs_issue_stage.v and its twin schedule them.
 *
 *   bits      field
 *    3:0      kind, enum rs_record_kind
 *    6:4      space of MEMORY and ATOMIC, enum rs_record_space
 *    9:7      MEMORY: opcode of the load/store unit, 2 * RS_LSU_PLAIN.. + write; ATOMIC: enum rs_atomic
 *   11:10     MEMORY: elements, 0 to 3 for 1, 4, 8, 16
 *   12 13 14  acquire; release; ATOMIC returns the old word
 *   23:16     destination; 31:24, 39:32, 47:40 sources 0 to 2; RS_NO_REGISTER: none
 *   53:48    lanes that take part, 0 to 32: for who counts thread instructions; the issue stage does not look at them
 *   others    0
 *
 * Registers. Source 0 of MEMORY and ATOMIC is the pointer: two registers in global memory, one in scratchpad and stash.
 * Source 1 of a strided instruction is the stride (one register), of an indirect one the first of `elements` indices, of an
 * ATOMIC that compares and swaps the word to compare with. Source 2 is what is stored: the first of `elements` words, of an
 * ATOMIC one word. The destination of a load is the first of `elements` registers, of an ATOMIC that returns one. All else
 * names single registers; predicates are registers too. Vectors begin at a multiple of 4.
 * A memory instruction that no lane takes part in is lowered as an ALU record: it takes its issue slot and nothing more. */
#ifndef RS_WARP_RECORD_H
#define RS_WARP_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rs_record_kind {
    RS_RECORD_ALU, RS_RECORD_SFU, RS_RECORD_BRANCH, RS_RECORD_BARRIER, RS_RECORD_MEMORY, RS_RECORD_ATOMIC, RS_RECORD_FENCE,
    RS_RECORD_EXIT, RS_RECORD_DMA, RS_RECORD_MAP, RS_RECORD_KINDS
};

enum rs_record_space {
    RS_SPACE_GLOBAL, RS_SPACE_SCRATCHPAD, RS_SPACE_CONSTANT, RS_SPACE_TEXTURE, RS_SPACE_LOCAL, RS_SPACE_STASH, RS_SPACES
};

enum rs_atomic {
    RS_ATOMIC_ADD, RS_ATOMIC_MIN, RS_ATOMIC_MAX, RS_ATOMIC_EXCHANGE, RS_ATOMIC_COMPARE_SWAP, RS_ATOMIC_AND, RS_ATOMIC_OR,
    RS_ATOMIC_XOR
};

enum { RS_NO_REGISTER = 255 };

typedef struct rs_warp_record {
    enum rs_record_kind kind;
    enum rs_record_space space;
    uint32_t opcode;   /* MEMORY: of the load/store unit; ATOMIC: enum rs_atomic */
    uint32_t elements; /* 1, 4, 8, 16 */
    bool acquire, release, returns;
    uint32_t destination, source[3];
} rs_warp_record;

enum { RS_RECORD_LANES = 48 }; /* lowest bit */

static inline uint32_t rs_warp_record_lanes(uint64_t word)
{
    return (uint32_t)(word >> RS_RECORD_LANES & 63);
}

static inline uint64_t rs_warp_record_pack(const rs_warp_record *record)
{
    const uint64_t length = record->elements == 4 ? 1 : record->elements == 8 ? 2 : record->elements == 16 ? 3 : 0;
    return (uint64_t)record->kind | (uint64_t)record->space << 4 | (uint64_t)record->opcode << 7 | length << 10 |
           (uint64_t)record->acquire << 12 | (uint64_t)record->release << 13 | (uint64_t)record->returns << 14 |
           (uint64_t)record->destination << 16 | (uint64_t)record->source[0] << 24 | (uint64_t)record->source[1] << 32 |
           (uint64_t)record->source[2] << 40;
}

static inline rs_warp_record rs_warp_record_unpack(uint64_t word)
{
    rs_warp_record record;
    record.kind = (enum rs_record_kind)(word & 15);
    record.space = (enum rs_record_space)(word >> 4 & 7);
    record.opcode = (uint32_t)(word >> 7 & 7);
    record.elements = (word >> 10 & 3) == 0 ? 1 : 2u << (word >> 10 & 3);
    record.acquire = (word >> 12 & 1) != 0;
    record.release = (word >> 13 & 1) != 0;
    record.returns = (word >> 14 & 1) != 0;
    record.destination = (uint32_t)(word >> 16 & 255);
    for (uint32_t i = 0; i < 3; i++) {
        record.source[i] = (uint32_t)(word >> (24 + 8 * i) & 255);
    }
    return record;
}

#ifdef __cplusplus
}
#endif
#endif
