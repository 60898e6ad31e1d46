/* Warp machine: a GPU's kernels as C functions, 32 lanes at a time, in which nothing is computed but by counted
 * instructions (PATTERNS 3.1, 4, 5).
 *
 * What it models
 *   Registers of 32 lanes (rs_reg), predicates (rs_flag), 64-bit pointers in pairs of registers (rs_pointer), a memory and a
 *     scratchpad of 32-bit words. Every call is the warp instructions that its comment names; operands that are
 *     constants (rs_constant) cost nothing, as immediates and kernel parameters do. Only lanes of warp->active write.
 *   Instructions as in PATTERNS' listing 2: 32-bit integer unit, so a pointer into memory takes two instructions, a
 *     pointer into the scratchpad one; plain loads and stores have an immediate offset.
 *   Memory instructions: those of the load/store unit (sm/load_store_unit.h), an atomic addition in the scratchpad, atomic
 *     operations in memory. Constants, textures and local memory are arrays of the same memory, told apart by the pointer.
 * Output: the trace of a CTA, an instruction each with what it waits for: the instructions that made its operands.
 *   Classes follow PATTERNS 3.1, by tracing operands back: what a branch depends on is control, of the rest what an
 *   address depends on is address generation; a load ends the trace.
 * What it does not model: instruction encoding, register allocation, reconvergence instructions.
 *
 * Accesses outside memory or scratchpad and lack of memory are kept in machine->trouble; the access is left out.
 */
#ifndef RS_WARP_MACHINE_H
#define RS_WARP_MACHINE_H

#include "rowstreak.h"
#include "sm/load_store_unit.h"
#include "sm/warp_record.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_CTA_MAX_WARPS = 32 };

/* maker: number + 1 in the warp's trace of the instruction that wrote it last, 0 for a constant; of a vector load's words
 * with the element above it (rs_maker()). */
enum { RS_MAKER_BITS = 28 };

typedef struct rs_reg {
    uint32_t lane[RS_WARP_LANES];
    uint32_t maker;
} rs_reg;

typedef struct rs_flag {
    uint32_t mask, maker;
} rs_flag;

typedef struct rs_pointer {
    uint64_t lane[RS_WARP_LANES]; /* byte address */
    uint32_t maker;
    enum rs_record_space space;
} rs_pointer;

/* ---- trace ------------------------------------------------------------------------------------------ */

enum rs_instruction_kind {
    RS_KIND_ALU, RS_KIND_BRANCH, RS_KIND_BARRIER, RS_KIND_MEMORY, RS_KIND_SFU, RS_KIND_ATOMIC, RS_KIND_FENCE
};
/* A pointer into memory is made by two instructions, one a half; one into a window (constants, textures, local memory) by
 * one, its high half is known. */
enum rs_pointer_half { RS_NO_HALF, RS_LOW_HALF, RS_HIGH_HALF, RS_WINDOW };
enum rs_instruction_class { RS_CLASS_ADDRESS, RS_CLASS_MEMORY, RS_CLASS_CONTROL, RS_CLASS_COMPUTE, RS_CLASSES };

typedef struct rs_instruction {
    uint8_t kind, class_;      /* enums above */
    uint8_t opcode, length;    /* memory: 2 * RS_LSU_PLAIN.. + write; elements: 1, 4, 8, 16; RS_KIND_ATOMIC: enum rs_atomic, 1 */
    bool scratchpad, atomic;   /* memory: in the scratchpad; an addition in it */
    uint8_t sources, address_sources; /* the first address_sources of them make the address */
    uint32_t source;           /* place of the first in the list of sources: makers */
    uint32_t mask;
    uint32_t words;            /* memory: place in words of 32 byte addresses; then 32 strides, or length * 32 indices;
                                * of a complete trace then length * 32 words, loaded or stored (scratchpad atomic: what it
                                * leaves); RS_KIND_ATOMIC: 32 addresses, 32 each of operands, words to compare with, words left */
    int32_t offset;            /* plain, RS_KIND_ATOMIC: bytes */
    uint8_t space, order;      /* enum rs_record_space, enum rs_order */
    bool returns;              /* RS_KIND_ATOMIC: what was there before */
    uint8_t half, operands;    /* enum rs_pointer_half; complete: their number */
    uint32_t operand;          /* complete: place of the first in the list of operands */
} rs_instruction;

/* complete: set before the first instruction, it also keeps all operands in their places, constants (0) too: makers with
 * elements, of a memory instruction the pointer, the stride or the indices, the words to store; and the words that memory
 * instructions moved. What only counts and times instructions does without. */
typedef struct rs_warp_trace {
    rs_instruction *instruction;
    uint32_t *source, *word, *operand;
    uint32_t count, sources, words, operands, capacity, source_capacity, word_capacity, operand_capacity;
    bool complete;
} rs_warp_trace;

/* Number of the instruction that made an operand that is none of the constants, and which of its elements it is. */
static inline uint32_t rs_maker(uint32_t operand)
{
    return (operand & ((UINT32_C(1) << RS_MAKER_BITS) - 1)) - 1;
}

static inline uint32_t rs_maker_element(uint32_t operand)
{
    return operand >> RS_MAKER_BITS;
}

/* Strides or indices of a memory instruction: rows of 32 words. */
static inline uint32_t rs_instruction_metadata(const rs_instruction *instruction)
{
    return instruction->kind != RS_KIND_MEMORY                ? 0
           : instruction->opcode / 2 == RS_LSU_INDIRECT ? instruction->length
                                                        : instruction->opcode / 2 == RS_LSU_STRIDED;
}

/* Of a complete trace: the words that a memory instruction moved, 32 an element. */
static inline const uint32_t *rs_instruction_data(const rs_warp_trace *trace, const rs_instruction *instruction)
{
    return trace->word + instruction->words + RS_WARP_LANES * (1 + rs_instruction_metadata(instruction));
}

typedef struct rs_cta_trace {
    uint32_t warps, scratchpad_words, registers;
    rs_warp_trace warp[RS_CTA_MAX_WARPS];
} rs_cta_trace;

void rs_cta_trace_free(rs_cta_trace *trace);
/* Sets the class of every instruction and adds their numbers to count[RS_CLASSES]. */
void rs_warp_trace_classify(rs_warp_trace *trace, uint64_t *count);

/* ---- machine, CTA, warp ------------------------------------------------------------------------------ */

typedef struct rs_warp_machine {
    uint32_t *word;       /* memory */
    uint64_t words, used; /* used: by arrays */
    const char *trouble;  /* NULL while all is well */
} rs_warp_machine;

/* A CTA in execution. */
typedef struct rs_cta {
    rs_warp_machine *machine;
    uint32_t number, warps, scratchpad_words;
    uint32_t *scratchpad;
    rs_cta_trace *trace;
} rs_cta;

typedef struct rs_warp {
    rs_cta *cta;
    rs_warp_trace *trace;
    uint32_t number, active;
} rs_warp;

bool rs_warp_machine_init(rs_warp_machine *machine, uint64_t words, rs_error *error);
void rs_warp_machine_free(rs_warp_machine *machine);
/* An array of zeros, aligned to 4096 bytes; its byte address. */
uint64_t rs_warp_machine_array(rs_warp_machine *machine, uint64_t elements);
/* Local memory: `words` of each thread of so many warps, word i of the 32 lanes of a warp side by side. */
uint64_t rs_warp_machine_local(rs_warp_machine *machine, uint64_t warps, uint64_t words);
/* The host's view of an array. */
static inline uint32_t *rs_host(rs_warp_machine *machine, uint64_t address)
{
    return machine->word + address / 4;
}

/* All lanes active. */
rs_warp rs_warp_begin(rs_cta *cta, uint32_t number);

static inline rs_reg rs_constant(uint32_t value)
{
    rs_reg reg = {{0}, 0};
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        reg.lane[lane] = value;
    }
    return reg;
}

rs_reg rs_float_constant(float value);
/* A pointer that is the same in all lanes and no instruction made: a kernel parameter. */
rs_pointer rs_parameter(uint64_t address);
/* The same of constants or a texture: an array that no kernel stores to. */
rs_pointer rs_window(enum rs_record_space space, uint64_t address);
/* This thread's `words` of an array of rs_warp_machine_local(): rs_point() and immediates count its words. */
rs_pointer rs_local(const rs_warp *warp, uint64_t array, uint32_t words);

/* ---- instructions ------------------------------------------------------------------------------------ */

enum rs_alu {
    RS_MOV, RS_ADD, RS_SUB, RS_MUL, RS_MAD, RS_MIN, RS_FADD, RS_FMUL, RS_FMA,
    RS_MAX, RS_MUL_HIGH, RS_AND, RS_OR, RS_XOR, RS_SHIFT_LEFT, RS_SHIFT_RIGHT, RS_FSUB, RS_FMIN, RS_FMAX, RS_TO_FLOAT, RS_TO_INT,
    RS_POPULATION, RS_ROTATE_LEFT
};
/* One instruction: d = a; a op b; RS_MAD, RS_FMA: a * b + c. b, c may be NULL where not needed. RS_MUL_HIGH: bits 63:32 of the
 * unsigned product; shifts, rotation: of unsigned words by b mod 32; RS_MIN, RS_MAX, RS_TO_FLOAT, RS_TO_INT (toward 0): signed;
 * RS_FMIN, RS_FMAX: b where a is no number; RS_POPULATION: bits that are set in a. */
void rs_alu(rs_warp *warp, enum rs_alu op, rs_reg *d, const rs_reg *a, const rs_reg *b, const rs_reg *c);
/* What rs_alu() computes in a lane: for references that must give the same words. */
uint32_t rs_alu_word(enum rs_alu op, uint32_t a, uint32_t b, uint32_t c);

/* Special function unit, one instruction: of the float a, in radians; the C library's result, rounded to a float. */
enum rs_sfu { RS_RECIPROCAL, RS_SQUARE_ROOT, RS_RECIPROCAL_ROOT, RS_SINE, RS_COSINE, RS_EXP2, RS_LOG2 };
void rs_sfu(rs_warp *warp, enum rs_sfu op, rs_reg *d, const rs_reg *a);
float rs_sfu_word(enum rs_sfu op, float a);

/* S2R: lane within the warp; warp within the CTA; CTA. One instruction each. */
void rs_special_lane(rs_warp *warp, rs_reg *d);
void rs_special_warp(rs_warp *warp, rs_reg *d);
void rs_special_cta(rs_warp *warp, rs_reg *d);
/* Global thread number in a row of CTAs: S2R, S2R, IMAD. */
void rs_thread_id(rs_warp *warp, rs_reg *d);

enum rs_comparison { RS_LESS, RS_EQUAL, RS_NOT_EQUAL, RS_FLESS, RS_BELOW, RS_AT_MOST };
/* One instruction; inactive lanes get 0. Signed integers (RS_AT_MOST: a <= b), RS_FLESS floats, RS_BELOW unsigned. */
bool rs_compare_words(enum rs_comparison op, uint32_t a, uint32_t b);
rs_flag rs_compare(rs_warp *warp, enum rs_comparison op, const rs_reg *a, const rs_reg *b);
/* One instruction: a op b in lanes with the flag, 0 in others (ISETP.AND). */
rs_flag rs_compare_and(rs_warp *warp, const rs_flag *flag, enum rs_comparison op, const rs_reg *a, const rs_reg *b);
/* One instruction: d = flag ? a : d. */
void rs_select(rs_warp *warp, rs_reg *d, const rs_flag *flag, const rs_reg *a);
/* One instruction; returns the active lanes with the flag set. */
uint32_t rs_branch(rs_warp *warp, const rs_flag *flag);
/* One instruction. All warps of the CTA must pass the same number of them. */
void rs_barrier(rs_warp *warp);

/* d = from + 4 * index: two instructions, in the scratchpad and in windows one. d may be from. */
void rs_point(rs_warp *warp, rs_pointer *d, const rs_pointer *from, const rs_reg *index);
/* d = from, from a parameter: two MOVs. */
void rs_point_at(rs_warp *warp, rs_pointer *d, const rs_pointer *from);
/* Word index of the scratchpad as a pointer: one instruction. */
void rs_point_scratchpad(rs_warp *warp, rs_pointer *d, const rs_reg *index);

/* One instruction each; at: immediate, in words. */
void rs_load(rs_warp *warp, rs_reg *d, const rs_pointer *from, int32_t at);
void rs_store(rs_warp *warp, const rs_pointer *to, int32_t at, const rs_reg *a);
void rs_atomic_add(rs_warp *warp, const rs_pointer *to, const rs_reg *a); /* scratchpad */
/* Atomic operation in memory, lanes in their order: *d = what was there (NULL: nobody asks), there = op(there, a). compare: of
 * RS_ATOMIC_COMPARE_SWAP, else NULL. One instruction, with whatever order. */
enum rs_order { RS_RELAXED, RS_ACQUIRE, RS_RELEASE, RS_ACQUIRE_RELEASE };
void rs_atomic(rs_warp *warp, enum rs_atomic op, enum rs_order order, rs_reg *d, const rs_pointer *to, int32_t at, const rs_reg *a,
               const rs_reg *compare);
uint32_t rs_atomic_word(enum rs_atomic op, uint32_t there, uint32_t a, uint32_t compare);
/* One instruction, not RS_RELAXED. */
void rs_fence(rs_warp *warp, enum rs_order order);
/* Vectors: element e of a lane at pointer + 4 * e * stride, or + 4 * index[e]. length 4, 8, 16. */
void rs_load_strided(rs_warp *warp, rs_reg *d, uint32_t length, const rs_pointer *from, const rs_reg *stride);
void rs_store_strided(rs_warp *warp, const rs_pointer *to, const rs_reg *stride, const rs_reg *a, uint32_t length);
void rs_load_indirect(rs_warp *warp, rs_reg *d, uint32_t length, const rs_pointer *from, const rs_reg *index);
void rs_store_indirect(rs_warp *warp, const rs_pointer *to, const rs_reg *index, const rs_reg *a, uint32_t length);

#ifdef __cplusplus
}
#endif
#endif
