/* Contract: record.h. A first pass finds which values must stand side by side (blocks) and the last use of each; a second
 * one gives blocks their registers and writes the records. */
#include "workload/record.h"

#include <stdlib.h>
#include <string.h>

#include "workload/lane_turn.h"

enum { NOWHERE = 255, VECTOR_ALIGNMENT = 4 };

#define UNUSED UINT32_MAX

typedef struct value {
    uint32_t block, offset; /* its register is the block's first + offset */
    uint32_t made, last;    /* instruction that makes it, that uses it last; UNUSED */
} value;

/* Registers side by side. */
typedef struct block {
    uint32_t members;    /* place in the list of members of the values that it was put together of; UNUSED: made as one */
    uint8_t size, first; /* first register, or NOWHERE */
} block;

typedef struct lowering {
    const rs_warp_trace *trace;
    uint32_t warp, registers;
    rs_lowered_warp *out;
    rs_error *error;
    uint32_t *first_value;  /* of an instruction */
    value *values;
    block *blocks;          /* one a value, by its first value's number; some unused */
    uint32_t *member;       /* values of blocks that were put together */
    uint32_t members;
    uint32_t value_count;
    uint8_t *of_copy;       /* [count][2]: a vector operand is copied together */
    uint64_t taken[RS_LOWERED_REGISTERS_MAX / 64]; /* a bit a register */
} lowering;

/* An operand that stands in a vector: `length` of them from operand number `first` on. */
typedef struct vector {
    uint32_t first, length;
} vector;

/* ---- operands -------------------------------------------------------------------------------------------- */

static uint32_t values_of(const rs_instruction *instruction)
{
    switch (instruction->kind) {
    case RS_KIND_ALU: case RS_KIND_SFU: return 1;
    case RS_KIND_ATOMIC: return instruction->returns;
    case RS_KIND_MEMORY: return instruction->opcode % 2 == 0 ? instruction->length : 0;
    default: return 0;
    }
}

static const uint32_t *operands_of(const lowering *l, const rs_instruction *instruction)
{
    return l->trace->operand + instruction->operand;
}

/* The value of an operand that is no constant; of a pointer that of its high half. */
static uint32_t value_of(const lowering *l, uint32_t operand)
{
    return l->first_value[rs_maker(operand)] + rs_maker_element(operand);
}

static bool is_pointer(const lowering *l, uint32_t operand)
{
    return l->trace->instruction[rs_maker(operand)].half == RS_HIGH_HALF;
}

static bool accesses_memory(const rs_instruction *instruction)
{
    return instruction->kind == RS_KIND_MEMORY || instruction->kind == RS_KIND_ATOMIC;
}

/* What an ALU instruction or a branch reads of an operand: of a pointer its own half. */
static uint32_t value_read(const lowering *l, const rs_instruction *instruction, uint32_t operand)
{
    return value_of(l, operand) - (is_pointer(l, operand) && instruction->half == RS_LOW_HALF);
}

static vector indices_of(const rs_instruction *instruction)
{
    const vector none = {0, 0}, indices = {1, instruction->length};
    return instruction->kind == RS_KIND_MEMORY && instruction->opcode / 2 == RS_LSU_INDIRECT ? indices : none;
}

static vector words_of(const rs_instruction *instruction)
{
    const vector none = {0, 0}, words = {1 + rs_instruction_metadata(instruction), instruction->length};
    return instruction->kind == RS_KIND_MEMORY && instruction->opcode % 2 != 0 && instruction->length > 1 ? words : none;
}

static bool all_constant(const uint32_t *operand, uint32_t length)
{
    for (uint32_t e = 0; e < length; e++) {
        if (operand[e] != 0) {
            return false;
        }
    }
    return true;
}

/* ---- first pass -------------------------------------------------------------------------------------------- */

static void join(lowering *l, uint32_t number, uint32_t leader, uint32_t offset)
{
    l->values[number].block = leader;
    l->values[number].offset = offset;
}

/* Whether the words stand side by side as they are, or can be made so because each stands alone. */
static bool place_vector(lowering *l, const uint32_t *operand, uint32_t length)
{
    for (uint32_t e = 0; e < length; e++) {
        if (operand[e] == 0) {
            return false;
        }
    }
    const value *lead = &l->values[value_of(l, operand[0])];
    bool together = lead->offset % VECTOR_ALIGNMENT == 0 && l->blocks[lead->block].size >= VECTOR_ALIGNMENT, apart = true;
    for (uint32_t e = 0; e < length; e++) {
        const uint32_t number = value_of(l, operand[e]);
        const value *own = &l->values[number];
        together = together && own->block == lead->block && own->offset == lead->offset + e;
        apart = apart && l->blocks[own->block].size == 1;
        for (uint32_t before = 0; before < e; before++) {
            apart = apart && value_of(l, operand[before]) != number;
        }
    }
    if (!together && apart) {
        const uint32_t leader = value_of(l, operand[0]);
        l->blocks[leader].members = l->members;
        l->blocks[leader].size = (uint8_t)length;
        for (uint32_t e = 0; e < length; e++) {
            join(l, value_of(l, operand[e]), leader, e);
            l->member[l->members++] = value_of(l, operand[e]);
        }
    }
    return together || apart;
}

static void plan_vector(lowering *l, uint32_t number, uint32_t which, vector part)
{
    const uint32_t *operand = operands_of(l, &l->trace->instruction[number]) + part.first;
    if (part.length != 0 && !all_constant(operand, part.length)) {
        l->of_copy[2 * number + which] = !place_vector(l, operand, part.length);
    }
}

static void plan(lowering *l)
{
    for (uint32_t i = 0; i < l->trace->count; i++) {
        const rs_instruction *instruction = &l->trace->instruction[i];
        const uint32_t *operand = operands_of(l, instruction), made = values_of(instruction);
        const uint32_t first = l->first_value[i] = l->value_count;
        l->value_count += made;
        for (uint32_t e = 0; e < made; e++) {
            const value fresh = {first, e, i, UNUSED};
            const block alone = {UNUSED, 1, NOWHERE};
            l->values[first + e] = fresh;
            l->blocks[first + e] = alone;
        }
        if (made > 1) {
            l->blocks[first].size = (uint8_t)made;
        }
        if (instruction->half == RS_WINDOW) { /* the high half is nobody's value */
            l->blocks[first].size = 2;
        }
        if (instruction->half == RS_HIGH_HALF) {
            join(l, first, first - 1, 1);
            l->blocks[first - 1].size = 2;
        }
        for (uint32_t k = 0; k < instruction->operands; k++) {
            if (operand[k] == 0) {
                continue;
            }
            if (accesses_memory(instruction)) {
                l->values[value_of(l, operand[k])].last = i;
                if (is_pointer(l, operand[k])) {
                    l->values[value_of(l, operand[k]) - 1].last = i;
                }
            } else {
                l->values[value_read(l, instruction, operand[k])].last = i;
            }
        }
        plan_vector(l, i, 0, indices_of(instruction));
        plan_vector(l, i, 1, words_of(instruction));
    }
}

/* ---- registers ----------------------------------------------------------------------------------------------- */

/* Of registers first to first + size - 1, at most 64, those in word `k` of a set. */
static uint64_t range_in(uint32_t k, uint32_t first, uint32_t size)
{
    const uint64_t all = size < 64 ? (UINT64_C(1) << size) - 1 : UINT64_MAX;
    if (first / 64 == k) {
        return all << first % 64;
    }
    return first / 64 + 1 == k && first % 64 != 0 ? all >> (64 - first % 64) : 0;
}

static bool all_free(const lowering *l, uint32_t first, uint32_t size)
{
    return ((l->taken[0] & range_in(0, first, size)) | (l->taken[1] & range_in(1, first, size))) == 0;
}

static bool is_taken(const lowering *l, uint32_t number)
{
    return !all_free(l, number, 1);
}

static void mark(lowering *l, uint32_t first, uint32_t size, bool taken)
{
    for (uint32_t k = 0; k < 2; k++) {
        const uint64_t range = range_in(k, first, size);
        l->taken[k] = taken ? l->taken[k] | range : l->taken[k] & ~range;
    }
    if (taken && first + size > l->out->registers) {
        l->out->registers = first + size;
    }
}

/* The first of `size` registers, taken; NOWHERE: there are not as many. Vectors are looked for from the top, others from the bottom. */
static uint32_t take(lowering *l, uint32_t size)
{
    if (size > 2) {
        for (uint32_t first = l->registers / VECTOR_ALIGNMENT * VECTOR_ALIGNMENT; first >= VECTOR_ALIGNMENT;) {
            first -= VECTOR_ALIGNMENT;
            if (first + size <= l->registers && all_free(l, first, size)) {
                mark(l, first, size, true);
                return first;
            }
        }
        return NOWHERE;
    }
    for (uint32_t k = 0; k < 2; k++) {
        const uint64_t unused = ~l->taken[k], pairs = unused & unused >> 1 & UINT64_C(0x5555555555555555);
        const uint64_t places = size == 2 ? pairs : unused;
        if (places != 0) {
            const uint32_t first = 64 * k + (uint32_t)__builtin_ctzll(places);
            if (first + size > l->registers) {
                return NOWHERE;
            }
            mark(l, first, size, true);
            return first;
        }
    }
    return NOWHERE;
}

static uint32_t register_of(const lowering *l, uint32_t number)
{
    const value *own = &l->values[number];
    return l->blocks[own->block].first + own->offset;
}

/* Registers that a value keeps from others. */
static uint32_t width_of(const lowering *l, uint32_t number)
{
    return l->trace->instruction[l->values[number].made].half == RS_WINDOW ? 2 : 1;
}

static void end_use(lowering *l, uint32_t number, uint32_t i)
{
    if (l->values[number].last == i) {
        mark(l, register_of(l, number), width_of(l, number), false);
    }
}

/* Registers that instruction i names for the last time are free. */
static void end_uses(lowering *l, uint32_t i)
{
    const rs_instruction *instruction = &l->trace->instruction[i];
    const uint32_t *operand = operands_of(l, instruction);
    for (uint32_t k = 0; k < instruction->operands; k++) {
        if (operand[k] == 0) {
            continue;
        }
        if (!accesses_memory(instruction)) {
            end_use(l, value_read(l, instruction, operand[k]), i);
            continue;
        }
        end_use(l, value_of(l, operand[k]), i);
        if (is_pointer(l, operand[k])) {
            end_use(l, value_of(l, operand[k]) - 1, i);
        }
    }
}

/* The pair of the pointer that this pair of instructions moves on, if it is used for nothing else. */
static uint32_t pair_moved_on(const lowering *l, uint32_t i)
{
    const rs_instruction *instruction = &l->trace->instruction[i];
    const uint32_t from = operands_of(l, instruction)[0];
    if (from == 0 || !is_pointer(l, from)) {
        return NOWHERE;
    }
    const uint32_t high = value_of(l, from);
    return l->values[high - 1].last == i && l->values[high].last == i + 1 ? register_of(l, high - 1) : (uint32_t)NOWHERE;
}

static const value *value_in(const lowering *l, uint32_t number, uint32_t offset)
{
    const uint32_t members = l->blocks[number].members;
    return &l->values[members != UNUSED ? l->member[members + offset] : number + offset];
}

/* Whether block `number`, whose first value is made now, can take the place of block `from`, word for word: each is used for
 * the last time by what makes the word that takes its place, or is so no more. */
static bool takes_place_of(const lowering *l, uint32_t number, uint32_t from, uint32_t now)
{
    if (l->blocks[from].size != l->blocks[number].size) {
        return false;
    }
    for (uint32_t e = 0; e < l->blocks[number].size; e++) {
        const value *old = value_in(l, from, e), *fresh = value_in(l, number, e);
        const bool over = old->last == UNUSED || old->last < now;
        if (over ? is_taken(l, l->blocks[from].first + e) : old->last != fresh->made) {
            return false;
        }
    }
    return true;
}

/* The registers of a vector that instruction i, which makes a word of another one, reads its operand from, if they can be given
 * to that other one. */
static uint32_t vector_moved_on(lowering *l, uint32_t i)
{
    const rs_instruction *instruction = &l->trace->instruction[i];
    const uint32_t *operand = operands_of(l, instruction), number = l->values[l->first_value[i]].block;
    const block *own = &l->blocks[number];
    for (uint32_t k = 0; k < instruction->operands && instruction->kind != RS_KIND_MEMORY && own->size > 2; k++) {
        const uint32_t from = operand[k] != 0 ? l->values[value_of(l, operand[k])].block : number;
        if (from != number && takes_place_of(l, number, from, i)) {
            mark(l, l->blocks[from].first, own->size, true);
            return l->blocks[from].first;
        }
    }
    return NOWHERE;
}

/* Registers for what instruction i makes, if it makes anything; false: there are none. */
static bool take_destination(lowering *l, uint32_t i)
{
    const rs_instruction *instruction = &l->trace->instruction[i];
    const uint32_t made = values_of(instruction), first = l->first_value[i];
    if (made == 0) {
        return true;
    }
    block *own = &l->blocks[l->values[first].block];
    if (own->first == NOWHERE && instruction->half == RS_LOW_HALF) {
        own->first = (uint8_t)pair_moved_on(l, i);
    }
    if (own->first == NOWHERE) {
        own->first = (uint8_t)vector_moved_on(l, i);
    }
    if (own->first == NOWHERE) {
        own->first = (uint8_t)take(l, own->size);
    }
    if (own->first == NOWHERE) {
        return false;
    }
    mark(l, register_of(l, first), width_of(l, first) > made ? width_of(l, first) : made, true);
    return true;
}

/* A load in the place of its indices, which it uses for the last time. */
static bool take_indices(lowering *l, uint32_t i)
{
    const rs_instruction *instruction = &l->trace->instruction[i];
    const uint32_t *operand = operands_of(l, instruction);
    const vector indices = indices_of(instruction);
    if (indices.length == 0 || l->of_copy[2 * i] || all_constant(operand + 1, indices.length)) {
        return false;
    }
    for (uint32_t e = 0; e < indices.length; e++) {
        if (l->values[value_of(l, operand[1 + e])].last != i) {
            return false;
        }
    }
    l->blocks[l->values[l->first_value[i]].block].first = (uint8_t)register_of(l, value_of(l, operand[1]));
    return true;
}

static void drop_unused(lowering *l, uint32_t i)
{
    for (uint32_t e = 0; e < values_of(&l->trace->instruction[i]); e++) {
        if (l->values[l->first_value[i] + e].last == UNUSED) {
            mark(l, register_of(l, l->first_value[i] + e), width_of(l, l->first_value[i] + e), false);
        }
    }
}

/* ---- records -------------------------------------------------------------------------------------------------- */

static bool emit(lowering *l, const rs_warp_record *record, int32_t instruction, uint32_t mask)
{
    rs_lowered_warp *out = l->out;
    if (out->count == out->capacity) {
        const uint32_t capacity = 2 * out->capacity + 64;
        void *grown = realloc(out->record, capacity * sizeof *out->record);
        if (grown == NULL) {
            rs_error_memory(l->error, "warp %u: found no memory left, expected room for its records", l->warp);
            return false;
        }
        out->record = (rs_lowered_record *)grown;
        out->capacity = capacity;
    }
    const rs_lowered_record lowered = {rs_warp_record_pack(record), instruction, mask};
    out->record[out->count++] = lowered;
    return true;
}

static rs_warp_record plain_record(enum rs_record_kind kind)
{
    const rs_warp_record record = {kind,  RS_SPACE_GLOBAL, 0, 1, false, false, false, RS_NO_REGISTER,
                                   {RS_NO_REGISTER, RS_NO_REGISTER, RS_NO_REGISTER}};
    return record;
}

static bool no_registers(lowering *l, uint32_t i)
{
    rs_error_set(l->error, "warp %u: found more than %u registers in use at instruction %u, expected no more", l->warp,
                 l->registers, i);
    return false;
}

/* The first register of a vector operand; copies it together where it does not stand so, into registers that the caller
 * frees: *copied is their number. NOWHERE: there are none. */
static uint32_t vector_register(lowering *l, uint32_t i, uint32_t which, vector part, uint32_t *copied)
{
    const rs_instruction *instruction = &l->trace->instruction[i];
    const uint32_t *operand = operands_of(l, instruction) + part.first;
    *copied = 0;
    if (!l->of_copy[2 * i + which]) {
        return register_of(l, value_of(l, operand[0]));
    }
    const uint32_t first = take(l, part.length);
    for (uint32_t e = 0; first != NOWHERE && e < part.length; e++) {
        rs_warp_record copy = plain_record(RS_RECORD_ALU);
        copy.destination = first + e;
        copy.source[0] = operand[e] != 0 ? register_of(l, value_of(l, operand[e])) : (uint32_t)RS_NO_REGISTER;
        if (!emit(l, &copy, (int32_t)i, instruction->mask)) {
            return NOWHERE;
        }
    }
    *copied = part.length;
    l->out->copies += part.length;
    return first;
}

static bool emit_memory(lowering *l, uint32_t i, const rs_warp_record *record)
{
    const rs_instruction *instruction = &l->trace->instruction[i];
    uint64_t address[RS_WARP_LANES];
    uint32_t left = instruction->mask;
    bool good = true;
    if (left == 0) {
        rs_warp_record nothing = *record;
        nothing.kind = RS_RECORD_ALU;
        nothing.space = RS_SPACE_GLOBAL;
        nothing.opcode = 0;
        nothing.elements = 1;
        return emit(l, &nothing, (int32_t)i, 0);
    }
    for (uint32_t lane = 0; instruction->atomic && lane < RS_WARP_LANES; lane++) {
        address[lane] = l->trace->word[instruction->words + lane];
    }
    while (good && left != 0) {
        const uint32_t turn = instruction->atomic ? rs_lane_turn(address, left) : left;
        good = emit(l, record, (int32_t)i, turn);
        left &= ~turn;
    }
    return good;
}

static bool lower_memory(lowering *l, uint32_t i)
{
    const rs_instruction *instruction = &l->trace->instruction[i];
    const uint32_t *operand = operands_of(l, instruction);
    const vector part[2] = {indices_of(instruction), words_of(instruction)};
    rs_warp_record record = plain_record(RS_RECORD_MEMORY);
    uint32_t copied[2] = {0, 0};
    record.space = (enum rs_record_space)instruction->space;
    record.opcode = instruction->opcode;
    record.elements = instruction->length;
    if (operand[0] != 0) {
        record.source[0] = register_of(l, value_of(l, operand[0]) - is_pointer(l, operand[0]));
    }
    if (instruction->opcode / 2 == RS_LSU_STRIDED && operand[1] != 0) {
        record.source[1] = register_of(l, value_of(l, operand[1]));
    } else if (instruction->opcode == 2 * RS_LSU_PLAIN + 1 && operand[1] != 0) {
        record.source[2] = register_of(l, value_of(l, operand[1]));
    }
    for (uint32_t which = 0; which < 2; which++) {
        if (part[which].length != 0 && !all_constant(operand + part[which].first, part[which].length)) {
            record.source[1 + which] = vector_register(l, i, which, part[which], &copied[which]);
            if (record.source[1 + which] == NOWHERE) {
                return no_registers(l, i);
            }
        }
    }
    if (!take_destination(l, i) && !take_indices(l, i)) {
        return no_registers(l, i);
    }
    end_uses(l, i);
    for (uint32_t which = 0; which < 2; which++) {
        mark(l, record.source[1 + which], copied[which], false);
    }
    if (values_of(instruction) != 0) {
        record.destination = register_of(l, l->first_value[i]);
        mark(l, record.destination, instruction->length, true);
    }
    return emit_memory(l, i, &record);
}

static bool has_order(const rs_instruction *instruction, enum rs_order order)
{
    return instruction->order == order || instruction->order == RS_ACQUIRE_RELEASE;
}

static bool lower_atomic(lowering *l, uint32_t i)
{
    const rs_instruction *instruction = &l->trace->instruction[i];
    const uint32_t *operand = operands_of(l, instruction);
    rs_warp_record record = plain_record(RS_RECORD_ATOMIC);
    record.opcode = instruction->opcode;
    record.returns = instruction->returns;
    record.acquire = has_order(instruction, RS_ACQUIRE);
    record.release = has_order(instruction, RS_RELEASE);
    for (uint32_t k = 0; k < 3; k++) {
        if (operand[k] != 0) {
            record.source[k] = register_of(l, value_of(l, operand[k]) - (k == 0 && is_pointer(l, operand[k])));
        }
    }
    if (!take_destination(l, i)) {
        return no_registers(l, i);
    }
    end_uses(l, i);
    if (instruction->returns) {
        record.destination = register_of(l, l->first_value[i]);
    }
    if (instruction->mask == 0) {
        rs_warp_record nothing = plain_record(RS_RECORD_ALU);
        nothing.destination = record.destination;
        memcpy(nothing.source, record.source, sizeof nothing.source);
        return emit(l, &nothing, (int32_t)i, 0);
    }
    return emit(l, &record, (int32_t)i, instruction->mask);
}

static enum rs_record_kind record_kind(const rs_instruction *instruction)
{
    switch (instruction->kind) {
    case RS_KIND_BRANCH: return RS_RECORD_BRANCH;
    case RS_KIND_BARRIER: return RS_RECORD_BARRIER;
    case RS_KIND_SFU: return RS_RECORD_SFU;
    case RS_KIND_FENCE: return RS_RECORD_FENCE;
    default: return RS_RECORD_ALU;
    }
}

static bool lower_other(lowering *l, uint32_t i)
{
    const rs_instruction *instruction = &l->trace->instruction[i];
    const uint32_t *operand = operands_of(l, instruction);
    rs_warp_record record = plain_record(record_kind(instruction));
    record.acquire = instruction->kind == RS_KIND_FENCE && has_order(instruction, RS_ACQUIRE);
    record.release = instruction->kind == RS_KIND_FENCE && has_order(instruction, RS_RELEASE);
    for (uint32_t k = 0, place = 0; k < instruction->operands; k++) {
        if (operand[k] != 0) {
            record.source[place++] = register_of(l, value_read(l, instruction, operand[k]));
        }
    }
    end_uses(l, i);
    if (!take_destination(l, i)) {
        return no_registers(l, i);
    }
    if (values_of(instruction) != 0) {
        record.destination = register_of(l, l->first_value[i]);
    }
    return emit(l, &record, (int32_t)i, instruction->mask);
}

static bool write_records(lowering *l)
{
    for (uint32_t i = 0; i < l->trace->count; i++) {
        const uint8_t kind = l->trace->instruction[i].kind;
        if (!(kind == RS_KIND_MEMORY ? lower_memory(l, i) : kind == RS_KIND_ATOMIC ? lower_atomic(l, i) : lower_other(l, i))) {
            return false;
        }
        drop_unused(l, i);
    }
    const rs_warp_record end = plain_record(RS_RECORD_EXIT);
    return emit(l, &end, RS_NO_INSTRUCTION, 0);
}

bool rs_warp_lower(const rs_warp_trace *trace, uint32_t warp, uint32_t registers, rs_lowered_warp *lowered, rs_error *error)
{
    lowering l = {trace, warp, registers, lowered, error, NULL, NULL, NULL, NULL, 0, 0, NULL, {0}};
    size_t values = 1;
    bool good = false;
    memset(lowered, 0, sizeof *lowered);
    for (uint32_t i = 0; i < trace->count; i++) {
        values += values_of(&trace->instruction[i]);
    }
    l.first_value = (uint32_t *)malloc(((size_t)trace->count + 1) * sizeof *l.first_value);
    l.values = (value *)malloc(values * sizeof *l.values);
    l.blocks = (block *)malloc(values * sizeof *l.blocks);
    l.member = (uint32_t *)malloc(values * sizeof *l.member);
    l.of_copy = (uint8_t *)calloc((size_t)trace->count + 1, 2 * sizeof *l.of_copy);
    if (l.first_value == NULL || l.values == NULL || l.blocks == NULL || l.member == NULL || l.of_copy == NULL) {
        rs_error_memory(error, "warp %u: found no memory left, expected room for its registers", warp);
    } else if (registers == 0 || registers > RS_LOWERED_REGISTERS_MAX) {
        rs_error_set(error, "registers: found %u, expected 1 to %d", registers, RS_LOWERED_REGISTERS_MAX);
    } else {
        plan(&l);
        good = write_records(&l);
    }
    free(l.first_value);
    free(l.values);
    free(l.blocks);
    free(l.member);
    free(l.of_copy);
    return good;
}

void rs_lowered_warp_free(rs_lowered_warp *lowered)
{
    free(lowered->record);
    memset(lowered, 0, sizeof *lowered);
}
