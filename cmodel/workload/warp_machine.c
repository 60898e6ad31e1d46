/* Contract: warp_machine.h. */
#include "workload/warp_machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = RS_WARP_LANES, ALIGNMENT_WORDS = 1024, SOURCES_MAX = 2 + 2 * RS_VECTOR_MAX };

/* ---- trace ------------------------------------------------------------------------------------------ */

/* Room for `more` items behind `count` in a growing list. */
static void *room(rs_warp *warp, void *list, uint32_t count, uint32_t more, uint32_t *capacity, size_t size)
{
    if (count + more <= *capacity) {
        return list;
    }
    const uint32_t larger = 2 * *capacity + more + 64;
    void *moved = realloc(list, larger * size);
    if (moved == NULL) {
        warp->cta->machine->trouble = "no memory left for the trace of a CTA";
        return NULL;
    }
    *capacity = larger;
    return moved;
}

/* Appends an instruction; NULL without memory. Sources of constants are left out, but not from a complete trace's operands. */
static rs_instruction *append(rs_warp *warp, enum rs_instruction_kind kind, const uint32_t *source, uint32_t sources,
                              uint32_t address_sources, uint32_t words)
{
    rs_warp_trace *trace = warp->trace;
    void *list = room(warp, trace->instruction, trace->count, 1, &trace->capacity, sizeof *trace->instruction);
    trace->instruction = list != NULL ? (rs_instruction *)list : trace->instruction;
    void *makers = room(warp, trace->source, trace->sources, sources, &trace->source_capacity, sizeof *trace->source);
    trace->source = makers != NULL ? (uint32_t *)makers : trace->source;
    void *values = room(warp, trace->word, trace->words, words, &trace->word_capacity, sizeof *trace->word);
    trace->word = values != NULL ? (uint32_t *)values : trace->word;
    if (trace->complete) {
        void *operands = room(warp, trace->operand, trace->operands, sources, &trace->operand_capacity, sizeof *trace->operand);
        trace->operand = operands != NULL ? (uint32_t *)operands : trace->operand;
    }
    if (warp->cta->machine->trouble != NULL) {
        return NULL;
    }
    rs_instruction *instruction = &trace->instruction[trace->count++];
    memset(instruction, 0, sizeof *instruction);
    instruction->kind = (uint8_t)kind;
    instruction->mask = warp->active;
    instruction->source = trace->sources;
    instruction->words = trace->words;
    trace->words += words;
    for (uint32_t i = 0; i < sources; i++) {
        if (source[i] != 0) {
            trace->source[trace->sources++] = rs_maker(source[i]) + 1;
            instruction->sources++;
            instruction->address_sources = (uint8_t)(instruction->address_sources + (i < address_sources));
        }
    }
    if (trace->complete) {
        instruction->operand = trace->operands;
        instruction->operands = (uint8_t)sources;
        for (uint32_t i = 0; i < sources; i++) {
            trace->operand[trace->operands++] = source[i];
        }
    }
    return instruction;
}

/* ---- machine ------------------------------------------------------------------------------------------ */

bool rs_warp_machine_init(rs_warp_machine *machine, uint64_t words, rs_error *error)
{
    memset(machine, 0, sizeof *machine);
    machine->words = words;
    machine->word = (uint32_t *)calloc(words, sizeof *machine->word);
    if (machine->word == NULL) {
        rs_error_memory(error, "kernel: found no memory left, expected room for %llu words", (unsigned long long)words);
    }
    return machine->word != NULL;
}

void rs_warp_machine_free(rs_warp_machine *machine)
{
    free(machine->word);
    memset(machine, 0, sizeof *machine);
}

uint64_t rs_warp_machine_array(rs_warp_machine *machine, uint64_t elements)
{
    const uint64_t first = machine->used;
    const uint64_t rounded = (elements + ALIGNMENT_WORDS - 1) / ALIGNMENT_WORDS * ALIGNMENT_WORDS;
    if (rounded > machine->words - first) {
        machine->trouble = "an array beyond the machine's memory";
        return 0;
    }
    machine->used += rounded;
    return first * 4;
}

rs_warp rs_warp_begin(rs_cta *cta, uint32_t number)
{
    const rs_warp warp = {cta, &cta->trace->warp[number], number, UINT32_MAX};
    return warp;
}

rs_reg rs_float_constant(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return rs_constant(bits);
}

rs_pointer rs_parameter(uint64_t address)
{
    return rs_window(RS_SPACE_GLOBAL, address);
}

rs_pointer rs_window(enum rs_record_space space, uint64_t address)
{
    rs_pointer pointer = {{0}, 0, space};
    for (uint32_t lane = 0; lane < LANES; lane++) {
        pointer.lane[lane] = address;
    }
    return pointer;
}

uint64_t rs_warp_machine_local(rs_warp_machine *machine, uint64_t warps, uint64_t words)
{
    return rs_warp_machine_array(machine, warps * words * LANES);
}

rs_pointer rs_local(const rs_warp *warp, uint64_t array, uint32_t words)
{
    const uint64_t number = (uint64_t)warp->cta->number * warp->cta->warps + warp->number;
    rs_pointer pointer = rs_window(RS_SPACE_LOCAL, array + 4 * LANES * words * number);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        pointer.lane[lane] += 4 * lane;
    }
    return pointer;
}

/* Words from one element of a pointer's array to the next. */
static int32_t spacing(const rs_pointer *pointer)
{
    return pointer->space == RS_SPACE_LOCAL ? LANES : 1;
}

/* ---- registers ----------------------------------------------------------------------------------------- */

static float as_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t as_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint32_t rs_alu_word(enum rs_alu op, uint32_t a, uint32_t b, uint32_t c)
{
    switch (op) {
    case RS_MOV: return a;
    case RS_ADD: return a + b;
    case RS_SUB: return a - b;
    case RS_MUL: return a * b;
    case RS_MAD: return a * b + c;
    case RS_MIN: return (int32_t)a < (int32_t)b ? a : b;
    case RS_FADD: return as_bits(as_float(a) + as_float(b));
    case RS_FMUL: return as_bits(as_float(a) * as_float(b));
    case RS_FMA: return as_bits(fmaf(as_float(a), as_float(b), as_float(c)));
    case RS_MAX: return (int32_t)a > (int32_t)b ? a : b;
    case RS_MUL_HIGH: return (uint32_t)((uint64_t)a * b >> 32);
    case RS_AND: return a & b;
    case RS_OR: return a | b;
    case RS_XOR: return a ^ b;
    case RS_SHIFT_LEFT: return a << (b & 31);
    case RS_SHIFT_RIGHT: return a >> (b & 31);
    case RS_FSUB: return as_bits(as_float(a) - as_float(b));
    case RS_FMIN: return as_float(a) < as_float(b) ? a : b;
    case RS_FMAX: return as_float(a) > as_float(b) ? a : b;
    case RS_TO_FLOAT: return as_bits((float)(int32_t)a);
    case RS_TO_INT: return as_float(a) > -2147483648.0f && as_float(a) < 2147483648.0f ? (uint32_t)(int32_t)as_float(a) : 0x80000000u;
    case RS_POPULATION: return (uint32_t)__builtin_popcount(a);
    case RS_ROTATE_LEFT: return a << (b & 31) | a >> (-b & 31);
    }
    return 0;
}

float rs_sfu_word(enum rs_sfu op, float a)
{
    switch (op) {
    case RS_RECIPROCAL: return 1.0f / a;
    case RS_SQUARE_ROOT: return sqrtf(a);
    case RS_RECIPROCAL_ROOT: return 1.0f / sqrtf(a);
    case RS_SINE: return sinf(a);
    case RS_COSINE: return cosf(a);
    case RS_EXP2: return exp2f(a);
    case RS_LOG2: return log2f(a);
    }
    return 0;
}

uint32_t rs_atomic_word(enum rs_atomic op, uint32_t there, uint32_t a, uint32_t compare)
{
    switch (op) {
    case RS_ATOMIC_ADD: return there + a;
    case RS_ATOMIC_MIN: return (int32_t)there < (int32_t)a ? there : a;
    case RS_ATOMIC_MAX: return (int32_t)there > (int32_t)a ? there : a;
    case RS_ATOMIC_EXCHANGE: return a;
    case RS_ATOMIC_COMPARE_SWAP: return there == compare ? a : there;
    case RS_ATOMIC_AND: return there & a;
    case RS_ATOMIC_OR: return there | a;
    case RS_ATOMIC_XOR: return there ^ a;
    }
    return 0;
}

/* Number + 1 of an ALU instruction of these operands. */
static uint32_t append_alu(rs_warp *warp, const uint32_t *source, uint32_t sources)
{
    (void)append(warp, RS_KIND_ALU, source, sources, 0, 0);
    return warp->trace->count;
}

void rs_alu(rs_warp *warp, enum rs_alu op, rs_reg *d, const rs_reg *a, const rs_reg *b, const rs_reg *c)
{
    const uint32_t source[3] = {a->maker, b != NULL ? b->maker : 0, c != NULL ? c->maker : 0};
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (warp->active >> lane & 1) {
            d->lane[lane] = rs_alu_word(op, a->lane[lane], b != NULL ? b->lane[lane] : 0, c != NULL ? c->lane[lane] : 0);
        }
    }
    d->maker = append_alu(warp, source, 3);
}

void rs_sfu(rs_warp *warp, enum rs_sfu op, rs_reg *d, const rs_reg *a)
{
    const uint32_t maker = a->maker;
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        d->lane[lane] = as_bits(rs_sfu_word(op, as_float(a->lane[lane])));
    }
    (void)append(warp, RS_KIND_SFU, &maker, 1, 0, 0);
    d->maker = warp->trace->count;
}

void rs_special_lane(rs_warp *warp, rs_reg *d)
{
    for (uint32_t lane = 0; lane < LANES; lane++) {
        d->lane[lane] = lane;
    }
    d->maker = append_alu(warp, NULL, 0);
}

void rs_special_warp(rs_warp *warp, rs_reg *d)
{
    *d = rs_constant(warp->number);
    d->maker = append_alu(warp, NULL, 0);
}

void rs_special_cta(rs_warp *warp, rs_reg *d)
{
    *d = rs_constant(warp->cta->number);
    d->maker = append_alu(warp, NULL, 0);
}

void rs_thread_id(rs_warp *warp, rs_reg *d)
{
    rs_reg thread, cta;
    const rs_reg threads = rs_constant(warp->cta->warps * LANES);
    rs_special_lane(warp, &thread); /* threadIdx.x, warp and lane in one */
    for (uint32_t lane = 0; lane < LANES; lane++) {
        thread.lane[lane] += warp->number * LANES;
    }
    rs_special_cta(warp, &cta);
    rs_alu(warp, RS_MAD, d, &cta, &threads, &thread);
}

bool rs_compare_words(enum rs_comparison op, uint32_t a, uint32_t b)
{
    return op == RS_LESS    ? (int32_t)a < (int32_t)b
           : op == RS_EQUAL ? a == b
           : op == RS_FLESS ? as_float(a) < as_float(b)
           : op == RS_BELOW ? a < b
           : op == RS_AT_MOST ? (int32_t)a <= (int32_t)b
                            : a != b;
}

static uint32_t lanes_of(enum rs_comparison op, const rs_reg *a, const rs_reg *b)
{
    uint32_t mask = 0;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        mask |= (uint32_t)rs_compare_words(op, a->lane[lane], b->lane[lane]) << lane;
    }
    return mask;
}

rs_flag rs_compare(rs_warp *warp, enum rs_comparison op, const rs_reg *a, const rs_reg *b)
{
    const uint32_t source[2] = {a->maker, b->maker};
    const rs_flag flag = {lanes_of(op, a, b) & warp->active, append_alu(warp, source, 2)};
    return flag;
}

rs_flag rs_compare_and(rs_warp *warp, const rs_flag *flag, enum rs_comparison op, const rs_reg *a, const rs_reg *b)
{
    const uint32_t source[3] = {a->maker, b->maker, flag->maker};
    const rs_flag both = {lanes_of(op, a, b) & flag->mask & warp->active, append_alu(warp, source, 3)};
    return both;
}

void rs_select(rs_warp *warp, rs_reg *d, const rs_flag *flag, const rs_reg *a)
{
    const uint32_t source[3] = {flag->maker, a->maker, d->maker};
    for (uint32_t left = warp->active & flag->mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        d->lane[lane] = a->lane[lane];
    }
    d->maker = append_alu(warp, source, 3);
}

uint32_t rs_branch(rs_warp *warp, const rs_flag *flag)
{
    (void)append(warp, RS_KIND_BRANCH, &flag->maker, 1, 0, 0);
    return warp->active & flag->mask;
}

void rs_barrier(rs_warp *warp)
{
    (void)append(warp, RS_KIND_BARRIER, NULL, 0, 0, 0);
}

/* ---- pointers ------------------------------------------------------------------------------------------ */

void rs_point(rs_warp *warp, rs_pointer *d, const rs_pointer *from, const rs_reg *index)
{
    uint32_t source[3] = {from->maker, index->maker, 0};
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (warp->active >> lane & 1) {
            d->lane[lane] = from->lane[lane] + (uint64_t)((int64_t)(int32_t)index->lane[lane] * 4 * spacing(from));
        }
    }
    d->space = from->space;
    d->maker = append_alu(warp, source, 2);
    if (warp->cta->machine->trouble == NULL && d->space != RS_SPACE_GLOBAL && d->space != RS_SPACE_SCRATCHPAD) {
        warp->trace->instruction[d->maker - 1].half = RS_WINDOW;
    }
    if (d->space == RS_SPACE_GLOBAL) {
        source[2] = d->maker; /* the carry */
        d->maker = append_alu(warp, source, 3);
        if (warp->cta->machine->trouble == NULL) {
            warp->trace->instruction[d->maker - 2].half = RS_LOW_HALF;
            warp->trace->instruction[d->maker - 1].half = RS_HIGH_HALF;
        }
    }
}

void rs_point_at(rs_warp *warp, rs_pointer *d, const rs_pointer *from)
{
    const rs_reg zero = rs_constant(0);
    rs_point(warp, d, from, &zero);
}

void rs_point_scratchpad(rs_warp *warp, rs_pointer *d, const rs_reg *index)
{
    const rs_pointer start = {{0}, 0, RS_SPACE_SCRATCHPAD};
    rs_point(warp, d, &start, index);
}

/* ---- memory ------------------------------------------------------------------------------------------ */

/* The word of a lane's access; NULL, with trouble noted, for an address that no word has. */
static uint32_t *word_at(rs_warp *warp, const rs_pointer *pointer, uint32_t lane, int64_t distance)
{
    const int64_t address = (int64_t)pointer->lane[lane] + 4 * distance;
    const bool scratchpad = pointer->space == RS_SPACE_SCRATCHPAD;
    const uint64_t words = scratchpad ? warp->cta->scratchpad_words : warp->cta->machine->words;
    if (address < 0 || address % 4 != 0 || (uint64_t)address / 4 >= words) {
        warp->cta->machine->trouble =
            scratchpad ? "an access beyond the CTA's scratchpad" : "an access beyond memory";
        return NULL;
    }
    return (scratchpad ? warp->cta->scratchpad : warp->cta->machine->word) + address / 4;
}

/* Appends the instruction with its addresses; metadata: strides, or length * indices, or none. Number + 1. */
static uint32_t append_memory(rs_warp *warp, uint32_t kind, bool write, uint32_t length, const rs_pointer *pointer,
                              int32_t at, const rs_reg *metadata, uint32_t metadata_count, const rs_reg *data)
{
    uint32_t source[SOURCES_MAX] = {pointer->maker}, sources = 1;
    for (uint32_t m = 0; m < metadata_count; m++) {
        source[sources++] = metadata[m].maker;
    }
    const uint32_t address_sources = sources;
    for (uint32_t e = 0; data != NULL && e < length; e++) {
        source[sources++] = data[e].maker;
    }
    const uint32_t values = 1 + metadata_count + (warp->trace->complete ? length : 0);
    rs_instruction *instruction = append(warp, RS_KIND_MEMORY, source, sources, address_sources, LANES * values);
    if (instruction != NULL) {
        uint32_t *word = warp->trace->word + instruction->words;
        instruction->opcode = (uint8_t)(2 * kind + write);
        instruction->length = (uint8_t)length;
        instruction->scratchpad = pointer->space == RS_SPACE_SCRATCHPAD;
        instruction->space = (uint8_t)pointer->space;
        instruction->offset = 4 * at * spacing(pointer);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            word[lane] = (uint32_t)pointer->lane[lane];
            for (uint32_t m = 0; m < metadata_count; m++) {
                word[(m + 1) * LANES + lane] = metadata[m].lane[lane];
            }
        }
    }
    return warp->trace->count;
}

/* Distance in words of an element of a vector instruction, or of a plain one, from its pointer. */
static int64_t distance(uint32_t kind, int32_t at, const rs_reg *metadata, uint32_t element, uint32_t lane)
{
    if (kind == RS_LSU_PLAIN) {
        return at;
    }
    return kind == RS_LSU_STRIDED ? (int64_t)element * (int32_t)metadata->lane[lane]
                                  : (int64_t)(int32_t)metadata[element].lane[lane];
}

/* Notes the words of an element that the last instruction moved; lanes that take no part mean nothing. */
static void keep_words(rs_warp *warp, uint32_t element, const uint32_t *lane)
{
    const rs_warp_trace *trace = warp->trace;
    if (trace->complete && warp->cta->machine->trouble == NULL) {
        const rs_instruction *instruction = &trace->instruction[trace->count - 1];
        const uint32_t rows = 1 + rs_instruction_metadata(instruction) + element;
        memcpy(trace->word + instruction->words + LANES * rows, lane, LANES * sizeof *lane);
    }
}

static void load(rs_warp *warp, uint32_t kind, rs_reg *d, uint32_t length, const rs_pointer *from, int32_t at,
                 const rs_reg *metadata, uint32_t metadata_count)
{
    const uint32_t maker = append_memory(warp, kind, false, length, from, at, metadata, metadata_count, NULL);
    for (uint32_t e = 0; e < length; e++) {
        for (uint32_t left = warp->active; left != 0; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            const uint32_t *word = word_at(warp, from, lane, distance(kind, at * spacing(from), metadata, e, lane));
            d[e].lane[lane] = word != NULL ? *word : 0;
        }
        d[e].maker = maker | e << RS_MAKER_BITS;
        keep_words(warp, e, d[e].lane);
    }
}

static void store(rs_warp *warp, uint32_t kind, const rs_pointer *to, int32_t at, const rs_reg *metadata,
                  uint32_t metadata_count, const rs_reg *a, uint32_t length)
{
    (void)append_memory(warp, kind, true, length, to, at, metadata, metadata_count, a);
    for (uint32_t e = 0; e < length; e++) {
        for (uint32_t left = warp->active; left != 0; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            uint32_t *word = word_at(warp, to, lane, distance(kind, at * spacing(to), metadata, e, lane));
            if (word != NULL) {
                *word = a[e].lane[lane];
            }
        }
        keep_words(warp, e, a[e].lane);
    }
}

void rs_load(rs_warp *warp, rs_reg *d, const rs_pointer *from, int32_t at)
{
    load(warp, RS_LSU_PLAIN, d, 1, from, at, NULL, 0);
}

void rs_store(rs_warp *warp, const rs_pointer *to, int32_t at, const rs_reg *a)
{
    store(warp, RS_LSU_PLAIN, to, at, NULL, 0, a, 1);
}

void rs_load_strided(rs_warp *warp, rs_reg *d, uint32_t length, const rs_pointer *from, const rs_reg *stride)
{
    load(warp, RS_LSU_STRIDED, d, length, from, 0, stride, 1);
}

void rs_store_strided(rs_warp *warp, const rs_pointer *to, const rs_reg *stride, const rs_reg *a, uint32_t length)
{
    store(warp, RS_LSU_STRIDED, to, 0, stride, 1, a, length);
}

void rs_load_indirect(rs_warp *warp, rs_reg *d, uint32_t length, const rs_pointer *from, const rs_reg *index)
{
    load(warp, RS_LSU_INDIRECT, d, length, from, 0, index, length);
}

void rs_store_indirect(rs_warp *warp, const rs_pointer *to, const rs_reg *index, const rs_reg *a, uint32_t length)
{
    store(warp, RS_LSU_INDIRECT, to, 0, index, length, a, length);
}

void rs_atomic_add(rs_warp *warp, const rs_pointer *to, const rs_reg *a)
{
    const uint32_t number = append_memory(warp, RS_LSU_PLAIN, true, 1, to, 0, NULL, 0, a);
    uint32_t left_there[LANES] = {0};
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t *word = word_at(warp, to, lane, 0);
        if (word != NULL) {
            *word += a->lane[lane];
            left_there[lane] = *word;
        }
    }
    keep_words(warp, 0, left_there);
    if (number != 0) {
        warp->trace->instruction[number - 1].atomic = true;
    }
}

void rs_atomic(rs_warp *warp, enum rs_atomic op, enum rs_order order, rs_reg *d, const rs_pointer *to, int32_t at, const rs_reg *a,
               const rs_reg *compare)
{
    const uint32_t source[3] = {to->maker, compare != NULL ? compare->maker : 0, a->maker};
    const uint32_t rows = warp->trace->complete ? 4 : 1;
    rs_instruction *instruction = append(warp, RS_KIND_ATOMIC, source, 3, 1, LANES * rows);
    if (instruction == NULL) {
        return;
    }
    uint32_t *word = warp->trace->word + instruction->words, old[LANES] = {0};
    memset(word, 0, LANES * rows * sizeof *word);
    instruction->opcode = (uint8_t)op;
    instruction->length = 1;
    instruction->offset = 4 * at;
    instruction->order = (uint8_t)order;
    instruction->returns = d != NULL;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint32_t *there = warp->active >> lane & 1 ? word_at(warp, to, lane, at) : NULL;
        const uint32_t other = compare != NULL ? compare->lane[lane] : 0;
        word[lane] = (uint32_t)to->lane[lane];
        if (there != NULL) {
            old[lane] = *there;
            *there = rs_atomic_word(op, *there, a->lane[lane], other);
        }
        if (rows > 1) {
            word[LANES + lane] = a->lane[lane];
            word[2 * LANES + lane] = other;
            word[3 * LANES + lane] = there != NULL ? *there : 0;
        }
    }
    for (uint32_t left = d != NULL ? warp->active : 0; left != 0; left &= left - 1) {
        d->lane[__builtin_ctz(left)] = old[__builtin_ctz(left)];
    }
    if (d != NULL) {
        d->maker = warp->trace->count;
    }
}

void rs_fence(rs_warp *warp, enum rs_order order)
{
    rs_instruction *instruction = append(warp, RS_KIND_FENCE, NULL, 0, 0, 0);
    if (instruction != NULL) {
        instruction->order = (uint8_t)order;
    }
}
