/* Code of programs whose next instructions depend on what other threads do (locks, queues): instructions with registers,
 * executed a warp at a time by thread_source.h with the words that the machine brings.
 *
 * Registers: 64 a thread, of 32 bits; an address takes two side by side, the lower one even. Where a source may be a constant, a
 * register number of RS_CODE_NONE makes it the instruction's immediate.
 * Control is nested: if .. end, loop .. again. A warp goes past an if when no lane is left, back in a loop while one is; lanes that
 * have left wait at the end. Both cost one branch instruction; end and loop cost nothing.
 * Building: calls append; trouble (no memory, wrong nesting) is kept and found by rs_thread_code_finish(). */
#ifndef RS_THREAD_CODE_H
#define RS_THREAD_CODE_H

#include "workload/warp_machine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_CODE_REGISTERS = 64, RS_CODE_NONE = 255, RS_CODE_NESTING = 8 };

enum rs_code_kind {
    RS_CODE_ALU, RS_CODE_COMPARE, RS_CODE_BALLOT, RS_CODE_LANE, RS_CODE_WARP, RS_CODE_SM, RS_CODE_POINT_LOW, RS_CODE_POINT_HIGH,
    RS_CODE_LOAD, RS_CODE_STORE, RS_CODE_ATOMIC, RS_CODE_IF, RS_CODE_END, RS_CODE_LOOP, RS_CODE_AGAIN, RS_CODE_EXIT
};

typedef struct rs_code_instruction {
    uint8_t kind, op;       /* op: enum rs_alu, rs_comparison, rs_atomic */
    uint8_t order;          /* ATOMIC: enum rs_order */
    uint8_t d, a, b;        /* registers or RS_CODE_NONE. Memory: a the pointer, b the word */
    uint32_t immediate;     /* ALU, COMPARE: b; STORE, ATOMIC: the word; POINT_LOW: the base */
    uint32_t compare;       /* ATOMIC: what it compares with */
    uint32_t offset;        /* memory: bytes */
    uint32_t target;        /* IF: its end; AGAIN: its loop */
} rs_code_instruction;

typedef struct rs_thread_code {
    rs_code_instruction *instruction;
    uint32_t count, capacity, registers; /* registers: highest used + 1 */
    uint32_t open[RS_CODE_NESTING], depth;
    const char *trouble;
} rs_thread_code;

/* d = a op b, with a constant: a op constant. */
void rs_thread_code_alu(rs_thread_code *code, enum rs_alu op, uint32_t d, uint32_t a, uint32_t b);
void rs_thread_code_alu_constant(rs_thread_code *code, enum rs_alu op, uint32_t d, uint32_t a, uint32_t constant);
void rs_thread_code_constant(rs_thread_code *code, uint32_t d, uint32_t constant);
/* d = a op b ? 1 : 0 */
void rs_thread_code_compare(rs_thread_code *code, enum rs_comparison op, uint32_t d, uint32_t a, uint32_t b);
void rs_thread_code_compare_constant(rs_thread_code *code, enum rs_comparison op, uint32_t d, uint32_t a, uint32_t constant);
/* d = a bit for each active lane where a is not 0 */
void rs_thread_code_ballot(rs_thread_code *code, uint32_t d, uint32_t a);
/* d = lane in the warp; warp in the launch; SM */
void rs_thread_code_special(rs_thread_code *code, enum rs_code_kind kind, uint32_t d);
/* Registers d, d + 1 = base + 4 * a: two instructions. */
void rs_thread_code_point(rs_thread_code *code, uint32_t d, uint32_t base, uint32_t a);
/* Words in global memory; pointer: the lower of two registers, or RS_CODE_NONE for the address `offset` itself. Bytes. */
void rs_thread_code_load(rs_thread_code *code, uint32_t d, uint32_t pointer, uint32_t offset);
void rs_thread_code_store(rs_thread_code *code, uint32_t pointer, uint32_t offset, uint32_t word);
void rs_thread_code_store_constant(rs_thread_code *code, uint32_t pointer, uint32_t offset, uint32_t constant);
/* d (or RS_CODE_NONE) = what was there; of constants: the word, and what RS_ATOMIC_COMPARE_SWAP compares with. */
void rs_thread_code_atomic(rs_thread_code *code, enum rs_atomic op, enum rs_order order, uint32_t d, uint32_t pointer,
                           uint32_t offset, uint32_t word);
void rs_thread_code_atomic_constant(rs_thread_code *code, enum rs_atomic op, enum rs_order order, uint32_t d, uint32_t pointer,
                                    uint32_t offset, uint32_t constant, uint32_t compare);
/* Lanes where a is not 0. */
void rs_thread_code_if(rs_thread_code *code, uint32_t a);
void rs_thread_code_end(rs_thread_code *code);
void rs_thread_code_loop(rs_thread_code *code);
void rs_thread_code_again(rs_thread_code *code, uint32_t a);
/* Appends EXIT. False, with error set, when something was wrong. */
bool rs_thread_code_finish(rs_thread_code *code, rs_error *error);
void rs_thread_code_free(rs_thread_code *code);

#ifdef __cplusplus
}
#endif
#endif
