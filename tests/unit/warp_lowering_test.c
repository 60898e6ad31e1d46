/* Lowering of executed warps to records. The oracle walks the records with a register file that holds, instead of values, the
 * name of the value that was written last, and asks at each record whether its registers hold what the trace says that the
 * instruction reads. Kernels in all versions, vectors put together of single words, limits. */
#include "graph_text.h"

#include <stdlib.h>

#include "common/splitmix64.h"
#include "workload/record.h"
#include "workload/warp_kernel.h"

/* What a register holds: instruction + 1 of the trace, and the element of it; of pointers both halves are their instruction's. */
typedef struct held {
    uint32_t maker, element;
} held;

typedef struct walk {
    const rs_warp_trace *trace;
    held file[RS_LOWERED_REGISTERS_MAX];
    uint64_t checked;
} walk;

static held of_operand(uint32_t operand)
{
    const held name = {rs_maker(operand) + 1, rs_maker_element(operand)};
    return name;
}

static void check_register(walk *w, uint32_t number, held name)
{
    assert_true(number < RS_LOWERED_REGISTERS_MAX);
    assert_int_equal(w->file[number].maker, name.maker);
    assert_int_equal(w->file[number].element, name.element);
    w->checked++;
}

/* A register or a constant's place. */
static void check_operand(walk *w, uint32_t number, uint32_t operand)
{
    if (operand == 0) {
        assert_int_equal(number, RS_NO_REGISTER);
    } else {
        check_register(w, number, of_operand(operand));
    }
}

static void check_vector(walk *w, uint32_t first, const uint32_t *operand, uint32_t length)
{
    bool constant = true;
    for (uint32_t e = 0; e < length; e++) {
        constant = constant && operand[e] == 0;
    }
    if (constant) {
        assert_int_equal(first, RS_NO_REGISTER);
        return;
    }
    assert_int_equal(first % 4, 0);
    for (uint32_t e = 0; e < length; e++) {
        const held zero = {0, 0};
        check_register(w, first + e, operand[e] != 0 ? of_operand(operand[e]) : zero);
    }
}

static void check_memory(walk *w, const rs_instruction *instruction, const rs_warp_record *record)
{
    const uint32_t *operand = w->trace->operand + instruction->operand, length = instruction->length;
    const uint32_t kind = instruction->opcode / 2, metadata = rs_instruction_metadata(instruction);
    if (operand[0] == 0) {
        assert_int_equal(record->source[0], RS_NO_REGISTER);
    } else if (instruction->scratchpad || instruction->space != RS_SPACE_GLOBAL) {
        check_register(w, record->source[0], of_operand(operand[0]));
        assert_true(instruction->scratchpad || record->source[0] % 2 == 0);
    } else { /* the low half was made by the instruction before */
        const held low = {rs_maker(operand[0]), 0};
        check_register(w, record->source[0], low);
        check_register(w, record->source[0] + 1, of_operand(operand[0]));
    }
    if (kind == RS_LSU_STRIDED) {
        check_operand(w, record->source[1], operand[1]);
    } else if (kind == RS_LSU_INDIRECT) {
        check_vector(w, record->source[1], operand + 1, length);
    } else {
        assert_int_equal(record->source[1], RS_NO_REGISTER);
    }
    if (instruction->opcode % 2 == 0) {
        assert_int_equal(record->source[2], RS_NO_REGISTER);
    } else if (length > 1) {
        check_vector(w, record->source[2], operand + 1 + metadata, length);
    } else {
        check_operand(w, record->source[2], operand[1]);
    }
}

/* An atomic operation in memory: pointer, word to compare with, operand. */
static void check_atomic(walk *w, const rs_instruction *instruction, const rs_warp_record *record)
{
    const uint32_t *operand = w->trace->operand + instruction->operand;
    assert_int_equal(record->kind, RS_RECORD_ATOMIC);
    assert_int_equal(record->opcode, instruction->opcode);
    assert_int_equal(record->returns, instruction->returns);
    assert_int_equal(record->destination == RS_NO_REGISTER, !instruction->returns);
    assert_int_equal(record->acquire, instruction->order == RS_ACQUIRE || instruction->order == RS_ACQUIRE_RELEASE);
    assert_int_equal(record->release, instruction->order == RS_RELEASE || instruction->order == RS_ACQUIRE_RELEASE);
    if (operand[0] != 0) {
        const held low = {rs_maker(operand[0]), 0};
        check_register(w, record->source[0], low);
        check_register(w, record->source[0] + 1, of_operand(operand[0]));
    }
    check_operand(w, record->source[1], operand[1]);
    check_operand(w, record->source[2], operand[2]);
}

/* The registers that an ALU record or a branch names are what the instruction reads, each once. */
static void check_sources(walk *w, const rs_instruction *instruction, const rs_warp_record *record)
{
    uint32_t place = 0;
    for (uint32_t k = 0; k < instruction->operands; k++) {
        const uint32_t operand = w->trace->operand[instruction->operand + k];
        if (operand != 0) {
            held name = of_operand(operand);
            name.maker -= w->trace->instruction[rs_maker(operand)].half == RS_HIGH_HALF && instruction->half == RS_LOW_HALF;
            check_register(w, record->source[place++], name);
        }
    }
    for (; place < 3; place++) {
        assert_int_equal(record->source[place], RS_NO_REGISTER);
    }
}

static void write_registers(walk *w, const rs_warp_record *record, int32_t instruction)
{
    for (uint32_t e = 0; record->destination != RS_NO_REGISTER && e < record->elements; e++) {
        const held name = {(uint32_t)instruction + 1, e};
        assert_true(record->destination + e < RS_LOWERED_REGISTERS_MAX);
        w->file[record->destination + e] = name;
    }
}

/* An ALU record that copies a word into the vector of the instruction to come. */
static void copy_register(walk *w, const rs_warp_record *record)
{
    const held zero = {0, 0};
    assert_int_equal(record->kind, RS_RECORD_ALU);
    w->file[record->destination] = record->source[0] == RS_NO_REGISTER ? zero : w->file[record->source[0]];
}

/* Walks the records of a warp; the number of registers checked. */
static uint64_t walk_records(const rs_warp_trace *trace, const rs_lowered_warp *lowered)
{
    walk w;
    uint32_t i = 0, turns = 0, copies = 0;
    memset(&w, 0, sizeof w);
    memset(w.file, 0xff, sizeof w.file);
    w.trace = trace;
    for (uint32_t r = 0; r + 1 < lowered->count; r++) {
        const rs_warp_record record = rs_warp_record_unpack(lowered->record[r].record);
        const rs_instruction *instruction = &trace->instruction[i];
        assert_int_equal(lowered->record[r].instruction, i);
        assert_true(rs_warp_record_pack(&record) == lowered->record[r].record);
        if (instruction->kind == RS_KIND_ATOMIC && instruction->mask != 0) {
            check_atomic(&w, instruction, &record);
            assert_int_equal(lowered->record[r].mask, instruction->mask);
            write_registers(&w, &record, (int32_t)i);
            i++;
            continue;
        }
        if (instruction->kind != RS_KIND_MEMORY && instruction->kind != RS_KIND_ATOMIC) {
            static const enum rs_record_kind kind[] = {RS_RECORD_ALU, RS_RECORD_BRANCH, RS_RECORD_BARRIER, RS_RECORD_KINDS,
                                                       RS_RECORD_SFU, RS_RECORD_KINDS, RS_RECORD_FENCE};
            assert_int_equal(record.kind, kind[instruction->kind]);
            check_sources(&w, instruction, &record);
            assert_int_equal(record.destination != RS_NO_REGISTER,
                             instruction->kind == RS_KIND_ALU || instruction->kind == RS_KIND_SFU);
            write_registers(&w, &record, (int32_t)i);
            i++;
            continue;
        }
        if (record.kind == RS_RECORD_ALU && instruction->mask != 0) {
            copy_register(&w, &record);
            copies++;
            continue;
        }
        if (instruction->mask == 0) {
            assert_int_equal(record.kind, RS_RECORD_ALU);
            write_registers(&w, &record, (int32_t)i);
            i++;
            continue;
        }
        assert_int_equal(record.kind, RS_RECORD_MEMORY);
        assert_int_equal(record.space, instruction->space);
        assert_int_equal(record.opcode, instruction->opcode);
        assert_int_equal(record.elements, instruction->length);
        check_memory(&w, instruction, &record);
        assert_int_equal(record.destination == RS_NO_REGISTER, instruction->opcode % 2);
        write_registers(&w, &record, (int32_t)i);
        assert_true((lowered->record[r].mask & ~instruction->mask) == 0 && (lowered->record[r].mask & turns) == 0);
        turns |= lowered->record[r].mask;
        if (turns == instruction->mask) {
            turns = 0;
            i++;
        }
    }
    assert_int_equal(i, trace->count);
    assert_int_equal(copies, lowered->copies);
    assert_int_equal(rs_warp_record_unpack(lowered->record[lowered->count - 1].record).kind, RS_RECORD_EXIT);
    return w.checked;
}

/* ---- kernels ------------------------------------------------------------------------------------------------ */

static rs_graph ring(uint32_t vertices, uint32_t chord)
{
    static char text[40000];
    size_t used = (size_t)sprintf(text, "%u %u\n", vertices + 1, 2 * vertices);
    for (uint32_t v = 0; v < vertices; v++) {
        used += (size_t)sprintf(text + used, "%u %u %u %u\n", (v + 1) % vertices + 1, (v + vertices - 1) % vertices + 1,
                                (v + chord) % vertices + 1, (v + vertices - chord) % vertices + 1);
    }
    sprintf(text + used, "\n");
    return graph_of(text);
}

/* Every kernel, length and version, with the registers that its launches give: no copies, and the vectors need no more than
 * is given. */
static void lower_kernel(const rs_kernel *kernel, const rs_kernel_options *options)
{
    rs_error error = {""};
    uint64_t checked = 0, records = 0;
    rs_kernel_run *run = rs_kernel_start(kernel, options, &error);
    assert_non_null(run);
    run->complete = true;
    while (rs_kernel_launch(run)) {
        for (rs_cta_trace *trace; (trace = rs_kernel_cta(run)) != NULL; rs_cta_trace_free(trace)) {
            for (uint32_t w = 0; w < trace->warps; w++) {
                rs_lowered_warp lowered;
                if (!rs_warp_lower(&trace->warp[w], w, trace->registers, &lowered, &error)) {
                    fail_msg("%s unroll %u: %s", kernel->name, options->unroll, error.text);
                }
                checked += walk_records(&trace->warp[w], &lowered);
                records += lowered.count;
                assert_int_equal(lowered.copies, 0);
                assert_true(lowered.registers <= trace->registers);
                rs_lowered_warp_free(&lowered);
            }
        }
    }
    assert_true(checked > records / 2); /* nn has warps without a record, which ask for constants */
    if (!rs_kernel_finish(run, &error)) {
        fail_msg("%s", error.text);
    }
    rs_kernel_destroy(run);
}

static void test_kernels(void **state)
{
    (void)state;
    rs_graph graph = ring(300, 37);
    for (uint32_t k = 0; k < RS_KERNELS; k++) {
        for (uint32_t unroll = 4; unroll <= 16; unroll *= 2) {
            for (uint32_t version = 0; version < 3; version++) {
                const bool vectors = version == 2;
                const rs_kernel_options options = {unroll, vectors, vectors, vectors, version == 1, 16, &graph, 3};
                lower_kernel(rs_kernels[k], &options);
            }
        }
    }
    rs_graph_free(&graph);
    for (uint32_t k = 0; k < RS_THESIS_WRITTEN; k++) {
        const rs_kernel_options options = {4, false, false, false, false, 16, NULL, 0};
        lower_kernel(rs_thesis_kernels[k], &options);
    }
}

/* ---- single warps ----------------------------------------------------------------------------------------- */

enum { WORDS = 4096, SCRATCHPAD = 256 };

typedef struct bench {
    rs_warp_machine machine;
    rs_cta_trace trace;
    uint32_t scratchpad[SCRATCHPAD];
    rs_cta cta;
    rs_warp warp;
    rs_error error;
} bench;

static void begin(bench *b)
{
    memset(b, 0, sizeof *b);
    assert_true(rs_warp_machine_init(&b->machine, WORDS, &b->error));
    b->trace.warps = 1;
    b->trace.warp[0].complete = true;
    const rs_cta cta = {&b->machine, 0, 1, SCRATCHPAD, b->scratchpad, &b->trace};
    b->cta = cta;
    b->warp = rs_warp_begin(&b->cta, 0);
}

static void end(bench *b)
{
    assert_null(b->machine.trouble);
    rs_warp_trace *trace = &b->trace.warp[0];
    free(trace->instruction);
    free(trace->source);
    free(trace->word);
    free(trace->operand);
    rs_warp_machine_free(&b->machine);
}

static rs_lowered_warp lower(bench *b, uint32_t registers)
{
    rs_lowered_warp lowered;
    if (!rs_warp_lower(&b->trace.warp[0], 0, registers, &lowered, &b->error)) {
        fail_msg("%s", b->error.text);
    }
    return lowered;
}

static rs_warp_record record_of(const rs_lowered_warp *lowered, uint32_t number)
{
    assert_true(number < lowered->count);
    return rs_warp_record_unpack(lowered->record[number].record);
}

/* A word in two vectors, at two places of one, a constant in one: copied together; four that are made alone are not. */
static void test_copies(void **state)
{
    bench b;
    (void)state;
    begin(&b);
    rs_reg word[4], other[4];
    const rs_reg stride = rs_constant(1);
    rs_pointer at = rs_parameter(0);
    for (uint32_t e = 0; e < 4; e++) {
        rs_special_lane(&b.warp, &word[e]);
        other[e] = word[e];
    }
    rs_store_strided(&b.warp, &at, &stride, word, 4); /* stands together: 4 + 1 records */
    other[0] = word[1];
    rs_store_strided(&b.warp, &at, &stride, other, 4); /* 4 copies */
    other[0] = rs_constant(7);
    rs_store_strided(&b.warp, &at, &stride, other, 4); /* 4 copies */
    rs_reg constants[4] = {stride, stride, stride, stride};
    rs_store_strided(&b.warp, &at, &stride, constants, 4); /* none: no register */
    rs_lowered_warp lowered = lower(&b, 8);
    assert_true(walk_records(&b.trace.warp[0], &lowered) > 0);
    assert_int_equal(lowered.copies, 8);
    assert_int_equal(lowered.count, 4 + 1 + 5 + 5 + 1 + 1);
    assert_int_equal(lowered.registers, 8);
    const rs_warp_record first = record_of(&lowered, 4);
    assert_int_equal(first.source[0], RS_NO_REGISTER);
    assert_int_equal(first.source[1], RS_NO_REGISTER);
    assert_int_equal(first.source[2] % 4, 0);
    assert_int_equal(record_of(&lowered, 15).source[2], RS_NO_REGISTER);
    rs_lowered_warp_free(&lowered);
    assert_false(rs_warp_lower(&b.trace.warp[0], 5, 7, &lowered, &b.error)); /* the copies' registers are one too many */
    assert_string_equal(b.error.text, "warp 5: found more than 7 registers in use at instruction 5, expected no more");
    rs_lowered_warp_free(&lowered);
    assert_false(rs_warp_lower(&b.trace.warp[0], 5, 129, &lowered, &b.error));
    assert_string_equal(b.error.text, "registers: found 129, expected 1 to 128");
    end(&b);
}

/* Pointers: a pair of two records, of which the first reads and makes the low half; moved on in place. A load without
 * another place takes that of its indices. An instruction of no lanes is an ALU record. */
static void test_places(void **state)
{
    bench b;
    (void)state;
    begin(&b);
    rs_reg lane, index[4], word[4];
    rs_pointer base = rs_parameter(1024), at = base;
    const rs_reg stride = rs_constant(32);
    rs_special_lane(&b.warp, &lane);
    rs_point(&b.warp, &at, &base, &lane);
    rs_load_strided(&b.warp, index, 4, &at, &stride);
    rs_point(&b.warp, &at, &at, &lane);
    rs_load_indirect(&b.warp, word, 4, &at, index);
    rs_store_strided(&b.warp, &at, &stride, word, 4);
    b.warp.active = 0;
    rs_load(&b.warp, &lane, &at, 0);
    rs_store(&b.warp, &at, 0, &word[2]);
    rs_lowered_warp lowered = lower(&b, 8);
    assert_true(walk_records(&b.trace.warp[0], &lowered) > 0);
    const rs_warp_record low = record_of(&lowered, 1), high = record_of(&lowered, 2), load = record_of(&lowered, 3);
    const rs_warp_record moved_low = record_of(&lowered, 4), moved_high = record_of(&lowered, 5), gather = record_of(&lowered, 6);
    assert_int_equal(low.destination % 2, 0);
    assert_int_equal(high.destination, low.destination + 1);
    assert_int_equal(load.source[0], low.destination);
    assert_int_equal(load.elements, 4);
    assert_int_equal(moved_low.source[0], low.destination);
    assert_int_equal(moved_low.destination, low.destination);
    assert_int_equal(moved_high.source[0], high.destination);
    assert_int_equal(moved_high.destination, high.destination);
    assert_int_equal(gather.source[1], load.destination);
    assert_int_equal(gather.destination, load.destination); /* 8 registers: one vector, a pair, two words */
    for (uint32_t number = 8; number < 10; number++) {
        const rs_warp_record nothing = record_of(&lowered, number);
        assert_int_equal(nothing.kind, RS_RECORD_ALU);
        assert_int_equal(nothing.elements, 1);
        assert_int_equal(lowered.record[number].mask, 0);
    }
    rs_lowered_warp_free(&lowered);
    lowered = lower(&b, 16);
    assert_true(record_of(&lowered, 6).destination != record_of(&lowered, 3).destination);
    rs_lowered_warp_free(&lowered);
    end(&b);
}

/* Atomic additions in the scratchpad: lanes on three words, 16, 10 and 6: 16 turns. */
static void test_turns(void **state)
{
    bench b;
    (void)state;
    begin(&b);
    rs_reg word = rs_constant(0), one = rs_constant(1);
    rs_pointer at;
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        word.lane[lane] = lane % 2 == 0 ? 5 : lane < 21 ? 9 : 11;
    }
    rs_point_scratchpad(&b.warp, &at, &word);
    rs_atomic_add(&b.warp, &at, &one);
    rs_lowered_warp lowered = lower(&b, 4);
    assert_true(walk_records(&b.trace.warp[0], &lowered) > 0);
    assert_int_equal(lowered.count, 1 + 16 + 1);
    assert_int_equal(lowered.record[1].mask, 1u | 1u << 1 | 1u << 21);
    assert_int_equal(lowered.record[16].mask, 1u << 30);
    assert_int_equal(b.scratchpad[5], 16);
    const uint32_t *data = rs_instruction_data(&b.trace.warp[0], &b.trace.warp[0].instruction[1]);
    assert_int_equal(data[4], 3); /* what the third lane of word 5 leaves there */
    rs_lowered_warp_free(&lowered);
    end(&b);
}

/* ---- random warps ------------------------------------------------------------------------------------------ */

enum { FILE_WORDS = 24, POINTERS = 4 };

static void random_vector(bench *b, uint64_t *state, rs_reg *file, rs_pointer *pointer)
{
    const uint32_t length = 4u << rs_random_below(state, 3), first = rs_random_below(state, FILE_WORDS - length + 1);
    const uint32_t data = rs_random_below(state, FILE_WORDS - length + 1);
    rs_pointer *at = &pointer[rs_random_below(state, POINTERS)];
    rs_reg index[RS_VECTOR_MAX];
    rs_reg stride = rs_constant(rs_random_below(state, 3));
    if (rs_random_below(state, 2) != 0) {
        rs_special_lane(&b->warp, &stride);
    }
    for (uint32_t e = 0; e < length; e++) {
        index[e] = file[first + e];
        for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) { /* within memory, whatever the word was */
            index[e].lane[lane] %= 32;
        }
    }
    switch (rs_random_below(state, 4)) {
    case 0: rs_load_strided(&b->warp, file + first, length, at, &stride); break;
    case 1: rs_load_indirect(&b->warp, file + data, length, at, index); break;
    case 2: rs_store_strided(&b->warp, at, &stride, file + first, length); break;
    default: rs_store_indirect(&b->warp, at, index, file + data, length); break;
    }
}

static void random_instruction(bench *b, uint64_t *state, rs_reg *file, rs_pointer *pointer, rs_pointer *window)
{
    rs_reg *d = &file[rs_random_below(state, FILE_WORDS)];
    const rs_reg *x = &file[rs_random_below(state, FILE_WORDS)], *y = &file[rs_random_below(state, FILE_WORDS)];
    rs_pointer *at = &pointer[rs_random_below(state, POINTERS)];
    const uint32_t target = rs_random_below(state, POINTERS);
    rs_reg step = rs_constant(0);
    rs_flag flag;
    switch (rs_random_below(state, 15)) {
    case 10: rs_sfu(&b->warp, RS_SINE, d, x); break;
    case 11: rs_atomic(&b->warp, RS_ATOMIC_COMPARE_SWAP, RS_ACQUIRE, d, at, 1, x, y); break;
    case 12: rs_atomic(&b->warp, RS_ATOMIC_ADD, RS_RELEASE, NULL, at, 1, x, NULL); break;
    case 13: rs_point(&b->warp, &window[target], &window[target ^ 1], &step); break;
    case 14: rs_load(&b->warp, d, &window[target], 1); break;
    case 0: *d = rs_constant(3); break;
    case 1: flag = rs_compare(&b->warp, RS_LESS, x, y); b->warp.active = rs_branch(&b->warp, &flag) | 1; break;
    case 2: flag = rs_compare(&b->warp, RS_LESS, x, y); rs_select(&b->warp, d, &flag, x); break;
    case 3: b->warp.active = UINT32_MAX; rs_barrier(&b->warp); break;
    case 4: step.maker = x->maker; rs_point(&b->warp, &pointer[target], at, &step); break;
    case 5: rs_load(&b->warp, d, at, 1); break;
    case 6: rs_store(&b->warp, at, 2, x); break;
    case 7: case 8: random_vector(b, state, file, pointer); break;
    default: rs_alu(&b->warp, RS_MAD, d, x, y, &file[rs_random_below(state, FILE_WORDS)]); break;
    }
}

/* Words in any order, copied and kept: the oracle holds, whatever stands beside whatever. */
static void test_random(void **state)
{
    uint64_t random = 1, copies = 0;
    (void)state;
    for (uint32_t round = 0; round < 200; round++) {
        bench b;
        begin(&b);
        rs_reg file[FILE_WORDS];
        rs_pointer pointer[POINTERS], window[POINTERS];
        for (uint32_t i = 0; i < FILE_WORDS; i++) {
            file[i] = rs_constant(i);
        }
        for (uint32_t i = 0; i < POINTERS; i++) {
            pointer[i] = rs_parameter(1024 * i);
            window[i] = rs_window(i < 2 ? RS_SPACE_CONSTANT : RS_SPACE_TEXTURE, 1024 * i);
        }
        for (uint32_t i = 0; i < 300; i++) {
            random_instruction(&b, &random, file, pointer, window);
        }
        rs_lowered_warp lowered = lower(&b, 128);
        (void)walk_records(&b.trace.warp[0], &lowered);
        copies += lowered.copies;
        rs_lowered_warp_free(&lowered);
        end(&b);
    }
    assert_true(copies > 1000);
}

/* Atomic operations in memory, lanes in their order, words and counts of other new instructions. */
static void test_calls(void **state)
{
    bench b;
    (void)state;
    begin(&b);
    const rs_pointer word = rs_parameter(64);
    rs_reg lane, old, zero = rs_constant(0), one = rs_constant(1), five = rs_constant(5), four = rs_float_constant(4), root;
    rs_special_lane(&b.warp, &lane);
    old = zero;
    rs_atomic(&b.warp, RS_ATOMIC_ADD, RS_RELAXED, &old, &word, 0, &one, NULL);
    for (uint32_t i = 0; i < RS_WARP_LANES; i++) {
        assert_int_equal(old.lane[i], i);
    }
    assert_int_equal(b.machine.word[16], 32);
    rs_atomic(&b.warp, RS_ATOMIC_COMPARE_SWAP, RS_ACQUIRE, &old, &word, 1, &five, &zero);
    assert_int_equal(old.lane[0], 0);
    assert_int_equal(old.lane[31], 5);
    rs_atomic(&b.warp, RS_ATOMIC_EXCHANGE, RS_RELEASE, NULL, &word, 1, &lane, NULL);
    assert_int_equal(b.machine.word[17], 31);
    rs_fence(&b.warp, RS_ACQUIRE_RELEASE);
    rs_sfu(&b.warp, RS_SQUARE_ROOT, &root, &four);
    const rs_reg two = rs_float_constant(2);
    assert_int_equal(root.lane[3], two.lane[3]);
    rs_lowered_warp lowered = lower(&b, 8);
    assert_true(walk_records(&b.trace.warp[0], &lowered) > 0);
    assert_int_equal(record_of(&lowered, 4).kind, RS_RECORD_FENCE);
    assert_true(record_of(&lowered, 4).acquire && record_of(&lowered, 4).release);
    assert_int_equal(record_of(&lowered, 5).kind, RS_RECORD_SFU);
    rs_lowered_warp_free(&lowered);
    end(&b);
    static const uint32_t expected[] = {3, 0xfffffffe, 7, 7, 7, 4, 3, 4};
    static const uint32_t operand[] = {4, 0xfffffffe, 7, 7, 7, 6, 2, 7};
    for (uint32_t op = 0; op < 8; op++) {
        const uint32_t there = op == RS_ATOMIC_AND ? 5 : op == RS_ATOMIC_OR ? 1 : op == RS_ATOMIC_XOR ? 3 : 0xffffffff;
        assert_int_equal(rs_atomic_word((enum rs_atomic)op, there, operand[op], 0xffffffff), expected[op]);
    }
    assert_int_equal(rs_alu_word(RS_MUL_HIGH, 0x80000000, 6, 0), 3);
    assert_int_equal(rs_alu_word(RS_SHIFT_LEFT, 3, 33, 0), 6);
    assert_int_equal(rs_alu_word(RS_SHIFT_RIGHT, 0x80000000, 31, 0), 1);
    assert_int_equal(rs_alu_word(RS_MAX, 0xffffffff, 1, 0), 1);
    assert_int_equal(rs_alu_word(RS_TO_INT, rs_alu_word(RS_TO_FLOAT, 0xfffffff9, 0, 0), 0, 0), 0xfffffff9);
    assert_int_equal(rs_alu_word(RS_POPULATION, 0xf0f1, 0, 0), 9);
}

/* Local memory: a thread's words, side by side with those of the other lanes. */
static void test_local(void **state)
{
    bench b;
    (void)state;
    begin(&b);
    const uint64_t array = rs_warp_machine_local(&b.machine, 1, 4);
    const rs_pointer own = rs_local(&b.warp, array, 4);
    rs_pointer at;
    rs_reg lane, word, three = rs_constant(3);
    rs_special_lane(&b.warp, &lane);
    rs_store(&b.warp, &own, 3, &lane);
    rs_point(&b.warp, &at, &own, &three);
    memset(&word, 0, sizeof word);
    rs_load(&b.warp, &word, &at, 0);
    assert_memory_equal(word.lane, lane.lane, sizeof word.lane);
    for (uint32_t i = 0; i < RS_WARP_LANES; i++) {
        assert_int_equal(b.machine.word[array / 4 + 3 * RS_WARP_LANES + i], i);
    }
    rs_lowered_warp lowered = lower(&b, 4);
    assert_true(walk_records(&b.trace.warp[0], &lowered) > 0);
    assert_int_equal(lowered.count, 5);
    assert_int_equal(record_of(&lowered, 1).space, RS_SPACE_LOCAL);
    assert_int_equal(record_of(&lowered, 1).source[0], RS_NO_REGISTER);
    assert_int_equal(record_of(&lowered, 3).source[0] % 2, 0);
    rs_lowered_warp_free(&lowered);
    end(&b);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels), cmocka_unit_test(test_copies), cmocka_unit_test(test_places),
        cmocka_unit_test(test_turns),   cmocka_unit_test(test_random),
        cmocka_unit_test(test_calls),   cmocka_unit_test(test_local),
    };
    (void)argc;
    name_scratch(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
