/* Contract: record_check.h. */
#include "workload/record_check.h"

#include <string.h>

#include "sm/load_store_unit.h"

enum { NONE = RS_NO_REGISTER, LANES_MAX = 32, REGISTERS_MAX = 128 };

/* Bits of a record. */
#define SPACE (UINT64_C(7) << 4)
#define OPCODE (UINT64_C(7) << 7)
#define LENGTH (UINT64_C(3) << 10)
#define ACQUIRE (UINT64_C(1) << 12)
#define RELEASE (UINT64_C(1) << 13)
#define RETURNS (UINT64_C(1) << 14)
#define NOBODYS (UINT64_C(1) << 15 | UINT64_C(0x3ff) << 54)

/* What each kind must leave 0, and which registers it has: bits 0 to 2 sources, 3 the destination. */
static const struct {
    const char *name;
    uint64_t zero;
    uint32_t registers;
} kinds[RS_RECORD_EXIT + 1] = {
    [RS_RECORD_ALU] = {"ALU", SPACE | OPCODE | LENGTH | ACQUIRE | RELEASE | RETURNS | NOBODYS, 15},
    [RS_RECORD_SFU] = {"SFU", SPACE | OPCODE | LENGTH | ACQUIRE | RELEASE | RETURNS | NOBODYS, 15},
    [RS_RECORD_BRANCH] = {"BRANCH", SPACE | OPCODE | LENGTH | ACQUIRE | RELEASE | RETURNS | NOBODYS, 7},
    [RS_RECORD_BARRIER] = {"BARRIER", SPACE | OPCODE | LENGTH | ACQUIRE | RELEASE | RETURNS | NOBODYS, 0},
    [RS_RECORD_MEMORY] = {"MEMORY", ACQUIRE | RELEASE | RETURNS | NOBODYS, 15},
    [RS_RECORD_ATOMIC] = {"ATOMIC", LENGTH | NOBODYS, 15},
    [RS_RECORD_FENCE] = {"FENCE", SPACE | OPCODE | LENGTH | RETURNS | NOBODYS, 0},
    [RS_RECORD_EXIT] = {"EXIT", SPACE | OPCODE | LENGTH | ACQUIRE | RELEASE | RETURNS | NOBODYS, 0},
};

static const struct {
    uint64_t bits;
    const char *name;
} fields[] = {{SPACE, "space"},     {OPCODE, "opcode"},   {LENGTH, "length"},        {ACQUIRE, "acquire"},
              {RELEASE, "release"}, {RETURNS, "returns"}, {NOBODYS, "bits 15, 63:54"}};

static const char *const register_names[4] = {"source 0", "source 1", "source 2", "destination"};

const char *rs_record_kind_name(uint32_t kind)
{
    return kind <= RS_RECORD_EXIT ? kinds[kind].name : "an unknown kind";
}

void rs_cta_records_start(rs_cta_records *cta, uint32_t warps)
{
    cta->most = 0;
    cta->over = RS_CHECKED_WARPS_MAX;
    memset(cta->warp, 0, warps * sizeof cta->warp[0]);
}

/* ---- errors -------------------------------------------------------------------------------------------------- */

/* A record that is looked at. */
typedef struct looked_at {
    const rs_record_limits *limits;
    rs_warp_record record;
    uint32_t number;                   /* in its warp */
    rs_error *error;
} looked_at;

static bool refuse_number(const looked_at *at, const char *field, uint32_t found, const char *expected)
{
    rs_error_set(at->error, "instruction %u, %s: found %s %u, expected %s", at->number, rs_record_kind_name(at->record.kind), field, found,
                 expected);
    return false;
}

static bool refuse(const looked_at *at, const char *found, const char *expected)
{
    rs_error_set(at->error, "instruction %u, %s: found %s, expected %s", at->number, rs_record_kind_name(at->record.kind), found, expected);
    return false;
}

static bool refuse_bits(const looked_at *at, uint64_t bits)
{
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if ((fields[i].bits & bits) != 0) {
            return refuse_number(at, fields[i].name, (uint32_t)((bits & fields[i].bits) >> __builtin_ctzll(fields[i].bits)),
                                 "0 of this kind");
        }
    }
    return true;
}

/* ---- one record ---------------------------------------------------------------------------------------------- */

static bool stores(const rs_warp_record *record)
{
    return record->kind == RS_RECORD_MEMORY && record->opcode % 2 != 0;
}

/* Registers that a field names; known: only the first of them is ever written. */
static uint32_t width_of(const rs_warp_record *record, uint32_t field, bool *known)
{
    const bool memory = record->kind == RS_RECORD_MEMORY;
    *known = false;
    if (field == 0 && (memory || record->kind == RS_RECORD_ATOMIC)) {
        *known = record->space != RS_SPACE_GLOBAL;
        return record->space == RS_SPACE_SCRATCHPAD ? 1 : 2;
    }
    return !memory || field == 0 || (field == 1 && record->opcode / 2 != RS_LSU_INDIRECT) ? 1 : record->elements;
}

static bool check_memory(const looked_at *at)
{
    const rs_warp_record *record = &at->record;
    const uint32_t kind = record->opcode / 2, vector = stores(record) ? record->source[2] : record->destination;
    if (kind > RS_LSU_INDIRECT) {
        return refuse_number(at, "opcode", record->opcode, "0 to 5: plain, strided and indirect loads and stores");
    }
    if (record->space >= RS_SPACE_STASH) {
        return refuse_number(at, "space", record->space, "0 to 4: global memory, scratchpad, constants, texture, local memory");
    }
    if ((kind == RS_LSU_PLAIN) != (record->elements == 1)) {
        return refuse_number(at, "length", record->elements, kind == RS_LSU_PLAIN ? "1 of a plain access" : "4, 8 or 16 of a vector");
    }
    if (record->elements > at->limits->max_length) {
        rs_error_set(at->error, "instruction %u, MEMORY: found length %u, expected at most MAX_LENGTH = %u", at->number, record->elements,
                     at->limits->max_length);
        return false;
    }
    if (stores(record) && record->destination != NONE) {
        return refuse_number(at, "destination", record->destination, "255, none, of a store");
    }
    if (!stores(record) && (record->destination == NONE || record->source[2] != NONE)) {
        return record->destination == NONE ? refuse_number(at, "destination", NONE, "a register: it loads")
                                           : refuse_number(at, "source 2", record->source[2], "255, none, of a load");
    }
    if (kind == RS_LSU_PLAIN && record->source[1] != NONE) {
        return refuse_number(at, "source 1", record->source[1], "255, none, of a plain access");
    }
    if (record->elements > 1 && vector % 4 != 0) {
        return refuse_number(at, stores(record) ? "source 2" : "destination", vector, "a vector that begins at a multiple of 4");
    }
    return true;
}

static bool check_atomic(const looked_at *at)
{
    const rs_warp_record *record = &at->record;
    if (at->limits->atomics == 0) {
        return refuse(at, "an atomic operation with ATOMICS = 0", "L2 = 1 and ATOMICS above 0");
    }
    if (record->space != RS_SPACE_GLOBAL) {
        return refuse_number(at, "space", record->space, "0, global memory");
    }
    if (record->returns != (record->destination != NONE)) {
        return refuse_number(at, "destination", record->destination, record->returns ? "a register: it returns the old word"
                                                                                      : "255, none: it returns nothing");
    }
    if (record->acquire && !record->returns) {
        return refuse(at, "acquire without returns", "both: it has acquired when the old word has come");
    }
    if (record->opcode != RS_ATOMIC_COMPARE_SWAP && record->source[1] != NONE) {
        return refuse_number(at, "source 1", record->source[1], "255, none: it compares nothing");
    }
    return true;
}

/* Fields but for the registers' numbers. */
static bool check_fields(const looked_at *at, uint64_t word)
{
    const uint32_t kind = (uint32_t)at->record.kind, lanes = rs_warp_record_lanes(word);
    if (kind > RS_RECORD_EXIT) {
        return refuse_number(at, "kind", kind, "0 to 7: ALU to EXIT");
    }
    if ((word & kinds[kind].zero) != 0) {
        return refuse_bits(at, word & kinds[kind].zero);
    }
    if (lanes > LANES_MAX || (lanes == 0 && (kind == RS_RECORD_MEMORY || kind == RS_RECORD_ATOMIC))) {
        return refuse_number(at, "lanes", lanes, "1 to 32, and 0 only where no memory is accessed");
    }
    switch (at->record.kind) {
    case RS_RECORD_MEMORY: return check_memory(at);
    case RS_RECORD_ATOMIC: return check_atomic(at);
    case RS_RECORD_FENCE: return at->record.acquire || at->record.release || refuse(at, "neither acquire nor release", "one of them or both");
    default: return true;
    }
}

static bool is_written(const rs_record_limits *limits, const rs_warp_records *warp, uint32_t reg)
{
    return limits->recorded || (warp->written[reg / 64] >> reg % 64 & 1) != 0;
}

/* Sources were written, and no register is beyond the last. */
static bool check_registers(const looked_at *at, const rs_warp_records *warp)
{
    const rs_warp_record *record = &at->record;
    const uint32_t has = kinds[record->kind].registers, limit = at->limits->registers;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t first = i < 3 ? record->source[i] : record->destination;
        bool known;
        if (first == NONE) {
            continue;
        }
        const uint32_t width = width_of(record, i, &known);
        if ((has >> i & 1) == 0) {
            return refuse_number(at, register_names[i], first, "255, none, of this kind");
        }
        if (first + width > limit || first + width > REGISTERS_MAX) {
            rs_error_set(at->error, "instruction %u, %s: found %s %u of %u side by side, expected registers below the launch's %u",
                         at->number, rs_record_kind_name(record->kind), register_names[i], first, width, limit);
            return false;
        }
        for (uint32_t reg = first; i < 3 && reg < first + (known ? 1 : width); reg++) {
            if (!is_written(at->limits, warp, reg)) {
                rs_error_set(at->error, "instruction %u, %s: found register %u read (%s) that nothing has written, expected an "
                             "instruction before it that does", at->number, rs_record_kind_name(record->kind), reg, register_names[i]);
                return false;
            }
        }
    }
    return true;
}

static void note_written(rs_warp_records *warp, const rs_warp_record *record)
{
    const uint32_t width = record->kind == RS_RECORD_MEMORY ? record->elements : 1;
    for (uint32_t reg = record->destination; record->destination != NONE && reg < record->destination + width; reg++) {
        warp->written[reg / 64] |= UINT64_C(1) << reg % 64;
    }
}

/* ---- barriers of a CTA --------------------------------------------------------------------------------------- */

/* Of warps of which one is over, the others can have no more barriers than it had. */
static bool check_barriers(rs_cta_records *cta, uint32_t number, const looked_at *at)
{
    const rs_warp_records *warp = &cta->warp[number];
    if (at->record.kind == RS_RECORD_BARRIER && warp->barriers >= cta->warp[cta->most].barriers) {
        cta->most = number;
        cta->last_barrier = at->number;
    }
    if (at->record.kind == RS_RECORD_EXIT && cta->over == RS_CHECKED_WARPS_MAX) {
        cta->over = number;
    }
    if (cta->over == RS_CHECKED_WARPS_MAX || at->limits->recorded) {
        return true;
    }
    const uint32_t over = warp->over ? number : cta->over; /* who does not reach it */
    const rs_warp_records *first = &cta->warp[over], *most = &cta->warp[cta->most];
    if (most->barriers > first->barriers) {
        rs_error_set(at->error, "warp %u waits at the barrier of its instruction %u, its %u., which warp %u never reaches: its instruction "
                     "%u is EXIT, behind %u barriers; expected as many in all warps of a CTA", cta->most, cta->last_barrier, most->barriers,
                     over, first->count - 1, first->barriers);
        return false;
    }
    return true;
}

/* The common case at a glance: ALU, SFU or BRANCH with nothing wrong; then its destination is noted. False: look closer. */
static bool is_plainly_good(const rs_record_limits *limits, rs_warp_records *warp, uint64_t record)
{
    const uint32_t kind = (uint32_t)(record & 15), destination = (uint32_t)(record >> 16 & 255);
    bool good = !warp->over && kind <= RS_RECORD_BRANCH && (record & kinds[kind].zero) == 0 && rs_warp_record_lanes(record) <= LANES_MAX;
    for (uint32_t at = 24; good && at < 48; at += 8) {
        const uint32_t reg = (uint32_t)(record >> at & 255);
        good = reg == NONE || (reg < limits->registers && is_written(limits, warp, reg));
    }
    good = good && (destination == NONE || (destination < limits->registers && kind != RS_RECORD_BRANCH));
    if (good && destination != NONE) {
        warp->written[destination / 64] |= UINT64_C(1) << destination % 64;
    }
    return good;
}

bool rs_record_check(const rs_record_limits *limits, rs_cta_records *cta, uint32_t number, uint64_t record, rs_error *error)
{
    rs_warp_records *warp = &cta->warp[number];
    if (is_plainly_good(limits, warp, record)) {
        warp->count++;
        warp->kind = (uint32_t)(record & 15);
        return true;
    }
    const looked_at at = {limits, rs_warp_record_unpack(record), warp->count, error};
    if (warp->over) {
        return refuse(&at, "a record behind EXIT", "EXIT as a warp's last");
    }
    if (!check_fields(&at, record) || !check_registers(&at, warp)) {
        return false;
    }
    note_written(warp, &at.record);
    warp->count++;
    warp->kind = (uint32_t)at.record.kind;
    warp->barriers += at.record.kind == RS_RECORD_BARRIER;
    warp->over = at.record.kind == RS_RECORD_EXIT;
    return (at.record.kind != RS_RECORD_BARRIER && !warp->over) || check_barriers(cta, number, &at);
}
