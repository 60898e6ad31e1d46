/* Contract: gpu_trace_lower.h. */
#include "workload/gpu_trace_lower.h"

#include <string.h>

#include "common/splitmix64.h"
#include "sm/load_store_unit.h"
#include "workload/lane_turn.h"
#include "workload/record.h"

enum { LANES = RS_TRACED_LANES, NONE = RS_NO_REGISTER, LOAD = 2 * RS_LSU_PLAIN, STORE = 2 * RS_LSU_PLAIN + 1 };

typedef struct lowering {
    const rs_traced_launch *launch;
    rs_traced_warp *warp;
    const rs_traced_instruction *instruction;
    bool (*emit)(void *user, const rs_traced_record *record);
    void *user;
    rs_traced_record out;
} lowering;

uint32_t rs_traced_word(uint64_t address, bool stored)
{
    return (uint32_t)(rs_splitmix64_mix(address / 4) & 0x7ffffffe) | (uint32_t)stored; /* positive, so that no MIN or MAX changes it */
}

void rs_traced_registers(const rs_gpu_trace_kernel *kernel, rs_traced_launch *launch)
{
    launch->spare = kernel->spare ? RS_GPU_TRACE_SPARE : 0;
    launch->registers = kernel->registers + launch->spare;
    if (launch->registers > RS_LOWERED_REGISTERS_MAX) {
        launch->registers = RS_LOWERED_REGISTERS_MAX;
    }
}

/* ---- registers -------------------------------------------------------------------------------------------- */

static uint32_t own_registers(const lowering *l)
{
    return l->launch->registers - l->launch->spare;
}

static uint32_t register_of(const lowering *l, uint32_t reg)
{
    return reg == NONE ? NONE : reg % own_registers(l);
}

/* Of words that go to or come from registers side by side, the one of part `part`. */
static uint32_t register_at(const lowering *l, uint32_t reg, uint32_t part)
{
    return register_of(l, reg == NONE || reg + part >= own_registers(l) ? reg : reg + part);
}

/* The register of a load that names none. */
static uint32_t spare_register(lowering *l)
{
    return own_registers(l) + l->warp->loads++ % RS_GPU_TRACE_SPARE;
}

static uint32_t source_of(const lowering *l, uint32_t number)
{
    return number < l->instruction->sources ? register_of(l, l->instruction->source[number]) : NONE;
}

/* ---- records ---------------------------------------------------------------------------------------------- */

static rs_warp_record plain_record(enum rs_record_kind kind)
{
    const rs_warp_record record = {kind, RS_SPACE_GLOBAL, 0, 1, false, false, false, NONE, {NONE, NONE, NONE}};
    return record;
}

static bool give(lowering *l, const rs_warp_record *record, uint32_t threads)
{
    l->out.record = rs_warp_record_pack(record) | (uint64_t)__builtin_popcount(threads) << RS_RECORD_LANES;
    return l->emit(l->user, &l->out);
}

static bool waits_for_copies(const rs_traced_instruction *instruction)
{
    return strncmp(instruction->name, "DEPBAR", 6) == 0 || strncmp(instruction->name, "LDGDEPBAR", 9) == 0;
}

/* An instruction without memory, or of no lanes. */
static bool lower_plain(lowering *l)
{
    const rs_traced_instruction *instruction = l->instruction;
    const enum rs_sass_kind kind = instruction->opcode.kind;
    rs_warp_record record = plain_record(kind == RS_SASS_SFU                              ? RS_RECORD_SFU
                                         : kind == RS_SASS_BRANCH || kind == RS_SASS_EXIT ? RS_RECORD_BRANCH
                                         : kind == RS_SASS_BARRIER                        ? RS_RECORD_BARRIER
                                         : kind == RS_SASS_ACQUIRE || kind == RS_SASS_RELEASE ? RS_RECORD_FENCE
                                                                                              : RS_RECORD_ALU);
    record.acquire = kind == RS_SASS_ACQUIRE;
    record.release = kind == RS_SASS_RELEASE;
    for (uint32_t i = 0; i < RS_TRACED_SOURCES && record.kind <= RS_RECORD_BRANCH; i++) {
        record.source[i] = source_of(l, i);
    }
    if (record.kind <= RS_RECORD_SFU) {
        record.destination = register_of(l, instruction->destination);
    }
    if (l->launch->spare != 0 && record.kind == RS_RECORD_ALU && waits_for_copies(instruction)) {
        for (uint32_t i = 0; i < 3 && i < l->warp->loads; i++) {
            record.source[i] = own_registers(l) + (l->warp->loads - 1 - i) % RS_GPU_TRACE_SPARE;
        }
    }
    l->out.mask = 0;
    return give(l, &record, instruction->mask);
}

/* ---- accesses --------------------------------------------------------------------------------------------- */

/* Part of an access: `lanes` threads from number part * lanes on, their words side by side in the row. False: an unknown page. */
static bool place_row(lowering *l, const rs_traced_access *access, enum rs_sass_space space, uint32_t part, uint32_t *threads)
{
    const rs_traced_launch *launch = l->launch;
    const uint32_t words = access->bytes / 4, lanes = LANES / words;
    uint64_t last_page = UINT64_MAX, frame = 0;
    *threads = 0;
    l->out.mask = 0;
    l->out.scratchpad = space == RS_SASS_SHARED;
    for (uint32_t slot = 0; slot < LANES; slot++) {
        const uint32_t thread = part * lanes + slot / words;
        if ((access->mask[space] >> thread & 1) == 0) {
            continue;
        }
        uint64_t address = access->address[thread] + 4 * (slot % words);
        *threads |= UINT32_C(1) << thread;
        l->out.mask |= UINT32_C(1) << slot;
        if (space == RS_SASS_GLOBAL) {
            const uint64_t page = address >> RS_GPU_TRACE_PAGE_SHIFT;
            if (page != last_page) {
                frame = rs_hash_table_find(launch->frames, page);
                last_page = page;
            }
            address = frame << RS_GPU_TRACE_PAGE_SHIFT | (address & ((1 << RS_GPU_TRACE_PAGE_SHIFT) - 1));
            if (frame == RS_NONE) {
                return false;
            }
        } else if (space == RS_SASS_LOCAL) {
            const uint64_t word = (address - launch->local_low) / 4;
            if (address < launch->local_low || word >= launch->local_words) {
                return false;
            }
            address = launch->local_base + ((l->warp->place * launch->local_words + word) * LANES + thread) * 4;
        }
        l->out.address[slot] = address;
    }
    return true;
}

static rs_warp_record access_record(const lowering *l, enum rs_sass_space space, uint32_t opcode)
{
    rs_warp_record record = plain_record(RS_RECORD_MEMORY);
    record.space = space == RS_SASS_SHARED ? RS_SPACE_SCRATCHPAD : space == RS_SASS_LOCAL ? RS_SPACE_LOCAL : RS_SPACE_GLOBAL;
    record.opcode = opcode;
    record.source[0] = source_of(l, l->instruction->opcode.kind == RS_SASS_COPY && l->instruction->sources > 1 ? 1 : 0);
    if (space != RS_SASS_SHARED && record.source[0] != NONE) { /* a pointer is an even pair */
        record.source[0] &= ~UINT32_C(1);
    }
    return record;
}

static bool give_load(lowering *l, enum rs_sass_space space, uint32_t part, uint32_t threads)
{
    rs_warp_record record = access_record(l, space, LOAD);
    record.destination = register_at(l, l->instruction->destination, part);
    if (record.destination == NONE) {
        record.destination = spare_register(l);
    }
    return give(l, &record, threads);
}

static bool give_store(lowering *l, enum rs_sass_space space, uint32_t part, uint32_t threads)
{
    rs_warp_record record = access_record(l, space, STORE);
    if (l->instruction->sources > 1) {
        record.source[2] = register_at(l, l->instruction->source[1], part);
    }
    return give(l, &record, threads);
}

/* Not in global memory: the old words, then a store a turn. Lanes of the row are threads: an atomic operation moves a word. */
static bool give_turns(lowering *l, enum rs_sass_space space)
{
    bool good = !l->instruction->opcode.returns || l->instruction->destination == NONE || give_load(l, space, 0, l->out.mask);
    for (uint32_t left = l->out.mask, turn; good && left != 0; left &= ~turn) {
        turn = rs_lane_turn(l->out.address, left);
        l->out.mask = turn;
        good = give_store(l, space, 0, turn);
    }
    return good;
}

static bool give_atomic(lowering *l)
{
    const rs_traced_instruction *instruction = l->instruction;
    const bool compares = instruction->opcode.atomic == RS_ATOMIC_COMPARE_SWAP;
    rs_warp_record record = access_record(l, RS_SASS_GLOBAL, instruction->opcode.atomic);
    record.kind = RS_RECORD_ATOMIC;
    record.returns = instruction->opcode.returns && instruction->destination != NONE;
    record.destination = record.returns ? register_of(l, instruction->destination) : NONE;
    record.source[1] = compares ? source_of(l, 1) : NONE;
    record.source[2] = source_of(l, compares ? 2 : 1);
    return give(l, &record, l->out.mask);
}

static bool lower_part(lowering *l, enum rs_sass_space space, uint32_t part, uint32_t threads)
{
    switch (l->instruction->opcode.kind) {
    case RS_SASS_STORE: return give_store(l, space, part, threads);
    case RS_SASS_ATOMIC: return space == RS_SASS_GLOBAL ? give_atomic(l) : give_turns(l, space);
    default: return give_load(l, space, part, threads);
    }
}

bool rs_traced_lower(const rs_traced_launch *launch, rs_traced_warp *warp, const rs_traced_instruction *instruction,
                     bool (*emit)(void *user, const rs_traced_record *record), void *user)
{
    lowering l;
    rs_traced_access access;
    l.launch = launch;
    l.warp = warp;
    l.instruction = instruction;
    l.emit = emit;
    l.user = user;
    l.out.scratchpad = false;
    if (instruction->last && instruction->opcode.kind == RS_SASS_EXIT) {
        return true;
    }
    if (!rs_traced_access_of(launch->header, instruction, &access)) {
        return lower_plain(&l);
    }
    for (uint32_t space = RS_SASS_GLOBAL; space <= RS_SASS_LOCAL; space++) {
        for (uint32_t part = 0; access.mask[space] != 0 && part < access.bytes / 4; part++) {
            uint32_t threads;
            if (!place_row(&l, &access, (enum rs_sass_space)space, part, &threads) ||
                (threads != 0 && !lower_part(&l, (enum rs_sass_space)space, part, threads))) {
                return false;
            }
        }
    }
    return true;
}
