/* Contract: thread_code.h. */
#include "workload/thread_code.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = RS_CODE_NONE };

static void use(rs_thread_code *code, uint32_t reg, uint32_t count)
{
    if (reg != NONE && reg + count > RS_CODE_REGISTERS) {
        code->trouble = "a register beyond a thread's";
    } else if (reg != NONE && reg + count > code->registers) {
        code->registers = reg + count;
    }
}

/* An instruction of no operands; never NULL, but nobody's without memory. */
static rs_code_instruction *append(rs_thread_code *code, enum rs_code_kind kind, uint32_t d)
{
    static rs_code_instruction nowhere;
    if (code->count == code->capacity) {
        const uint32_t capacity = 2 * code->capacity + 64;
        void *grown = realloc(code->instruction, capacity * sizeof *code->instruction);
        if (grown == NULL) {
            code->trouble = "no memory left";
            return &nowhere;
        }
        code->instruction = (rs_code_instruction *)grown;
        code->capacity = capacity;
    }
    rs_code_instruction *instruction = &code->instruction[code->count++];
    memset(instruction, 0, sizeof *instruction);
    instruction->kind = (uint8_t)kind;
    instruction->d = (uint8_t)d;
    instruction->a = instruction->b = NONE;
    use(code, d, 1);
    return instruction;
}

void rs_thread_code_alu(rs_thread_code *code, enum rs_alu op, uint32_t d, uint32_t a, uint32_t b)
{
    rs_code_instruction *instruction = append(code, RS_CODE_ALU, d);
    instruction->op = (uint8_t)op;
    instruction->a = (uint8_t)a;
    instruction->b = (uint8_t)b;
}

void rs_thread_code_alu_constant(rs_thread_code *code, enum rs_alu op, uint32_t d, uint32_t a, uint32_t constant)
{
    rs_code_instruction *instruction = append(code, RS_CODE_ALU, d);
    instruction->op = (uint8_t)op;
    instruction->a = (uint8_t)a;
    instruction->immediate = constant;
}

void rs_thread_code_constant(rs_thread_code *code, uint32_t d, uint32_t constant)
{
    rs_thread_code_alu_constant(code, RS_OR, d, NONE, constant);
}

void rs_thread_code_compare(rs_thread_code *code, enum rs_comparison op, uint32_t d, uint32_t a, uint32_t b)
{
    rs_code_instruction *instruction = append(code, RS_CODE_COMPARE, d);
    instruction->op = (uint8_t)op;
    instruction->a = (uint8_t)a;
    instruction->b = (uint8_t)b;
}

void rs_thread_code_compare_constant(rs_thread_code *code, enum rs_comparison op, uint32_t d, uint32_t a, uint32_t constant)
{
    rs_code_instruction *instruction = append(code, RS_CODE_COMPARE, d);
    instruction->op = (uint8_t)op;
    instruction->a = (uint8_t)a;
    instruction->immediate = constant;
}

void rs_thread_code_ballot(rs_thread_code *code, uint32_t d, uint32_t a)
{
    append(code, RS_CODE_BALLOT, d)->a = (uint8_t)a;
}

void rs_thread_code_special(rs_thread_code *code, enum rs_code_kind kind, uint32_t d)
{
    (void)append(code, kind, d);
}

void rs_thread_code_point(rs_thread_code *code, uint32_t d, uint32_t base, uint32_t a)
{
    rs_code_instruction *low = append(code, RS_CODE_POINT_LOW, d);
    low->a = (uint8_t)a;
    low->immediate = base;
    if (d % 2 != 0 || d == a) {
        code->trouble = "a pointer in odd registers or in those of its index";
    }
    rs_code_instruction *high = append(code, RS_CODE_POINT_HIGH, d + 1);
    high->a = (uint8_t)a;
    high->b = (uint8_t)d;
}

static rs_code_instruction *append_memory(rs_thread_code *code, enum rs_code_kind kind, uint32_t d, uint32_t pointer,
                                          uint32_t offset)
{
    rs_code_instruction *instruction = append(code, kind, d);
    use(code, pointer, 2);
    instruction->a = (uint8_t)pointer;
    instruction->offset = offset;
    return instruction;
}

void rs_thread_code_load(rs_thread_code *code, uint32_t d, uint32_t pointer, uint32_t offset)
{
    (void)append_memory(code, RS_CODE_LOAD, d, pointer, offset);
}

void rs_thread_code_store(rs_thread_code *code, uint32_t pointer, uint32_t offset, uint32_t word)
{
    append_memory(code, RS_CODE_STORE, NONE, pointer, offset)->b = (uint8_t)word;
}

void rs_thread_code_store_constant(rs_thread_code *code, uint32_t pointer, uint32_t offset, uint32_t constant)
{
    append_memory(code, RS_CODE_STORE, NONE, pointer, offset)->immediate = constant;
}

void rs_thread_code_atomic(rs_thread_code *code, enum rs_atomic op, enum rs_order order, uint32_t d, uint32_t pointer,
                           uint32_t offset, uint32_t word)
{
    rs_code_instruction *instruction = append_memory(code, RS_CODE_ATOMIC, d, pointer, offset);
    instruction->op = (uint8_t)op;
    instruction->order = (uint8_t)order;
    instruction->b = (uint8_t)word;
}

void rs_thread_code_atomic_constant(rs_thread_code *code, enum rs_atomic op, enum rs_order order, uint32_t d, uint32_t pointer,
                                    uint32_t offset, uint32_t constant, uint32_t compare)
{
    rs_code_instruction *instruction = append_memory(code, RS_CODE_ATOMIC, d, pointer, offset);
    instruction->op = (uint8_t)op;
    instruction->order = (uint8_t)order;
    instruction->immediate = constant;
    instruction->compare = compare;
}

static void nest(rs_thread_code *code)
{
    if (code->depth == RS_CODE_NESTING) {
        code->trouble = "control nested too deep";
    } else {
        code->open[code->depth++] = code->count;
    }
}

/* The innermost open instruction, which must be of this kind. */
static uint32_t close_nest(rs_thread_code *code, enum rs_code_kind kind)
{
    if (code->depth == 0 || code->trouble != NULL || code->instruction[code->open[code->depth - 1]].kind != kind) {
        code->trouble = "an end without its beginning";
        return 0;
    }
    return code->open[--code->depth];
}

void rs_thread_code_if(rs_thread_code *code, uint32_t a)
{
    nest(code);
    append(code, RS_CODE_IF, NONE)->a = (uint8_t)a;
}

void rs_thread_code_end(rs_thread_code *code)
{
    const uint32_t begin = close_nest(code, RS_CODE_IF);
    if (code->trouble == NULL) {
        code->instruction[begin].target = code->count;
    }
    (void)append(code, RS_CODE_END, NONE);
}

void rs_thread_code_loop(rs_thread_code *code)
{
    nest(code);
    (void)append(code, RS_CODE_LOOP, NONE);
}

void rs_thread_code_again(rs_thread_code *code, uint32_t a)
{
    const uint32_t begin = close_nest(code, RS_CODE_LOOP);
    rs_code_instruction *instruction = append(code, RS_CODE_AGAIN, NONE);
    instruction->a = (uint8_t)a;
    instruction->target = begin;
}

bool rs_thread_code_finish(rs_thread_code *code, rs_error *error)
{
    (void)append(code, RS_CODE_EXIT, NONE);
    for (uint32_t i = 0; i < code->count && code->trouble == NULL; i++) { /* sources were written after append() */
        const rs_code_instruction *instruction = &code->instruction[i];
        const bool memory = instruction->kind == RS_CODE_LOAD || instruction->kind == RS_CODE_STORE || instruction->kind == RS_CODE_ATOMIC;
        use(code, instruction->a, memory ? 2 : 1);
        use(code, instruction->b, 1);
    }
    if (code->trouble == NULL && code->depth != 0) {
        code->trouble = "a beginning without its end";
    }
    if (code->trouble != NULL) {
        rs_error_set(error, "code: found %s, expected a program", code->trouble);
    }
    return code->trouble == NULL;
}

void rs_thread_code_free(rs_thread_code *code)
{
    free(code->instruction);
    memset(code, 0, sizeof *code);
}
