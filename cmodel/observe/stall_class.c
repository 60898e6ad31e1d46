/* Contract: stall_class.h. */
#include "observe/stall_class.h"

static const uint64_t never = UINT64_MAX;

/* ---- records ------------------------------------------------------------------------------------------------- */

typedef struct span {
    uint32_t first, registers;
} span;

/* What a record names, in the order in which a wait is charged; spans without registers are left out. */
static uint32_t spans_of(const rs_warp_record *record, span spans[4])
{
    const bool vector = record->kind == RS_RECORD_MEMORY && record->elements > 1;
    const bool indirect = record->kind == RS_RECORD_MEMORY && record->opcode >> 1 == 2;
    const bool pair = (record->kind == RS_RECORD_MEMORY || record->kind == RS_RECORD_ATOMIC) &&
                      record->space != RS_SPACE_SCRATCHPAD && record->space != RS_SPACE_STASH;
    const uint32_t elements = vector ? record->elements : 1;
    const span all[4] = {{record->source[0], pair ? 2 : 1},
                         {record->source[1], indirect ? elements : 1},
                         {record->source[2], elements},
                         {record->destination, elements}};
    uint32_t found = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if (all[i].first != RS_NO_REGISTER) {
            spans[found++] = all[i];
        }
    }
    return found;
}

/* ---- why a warp does not issue (algorithm 1) -------------------------------------------------------------------- */

static uint64_t sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* A time that is to come ends what was found; true while it is to come. */
static bool before(rs_stall_observer *observer, uint64_t end)
{
    if (observer->now < end) {
        observer->known_until = sooner(observer->known_until, end);
    }
    return observer->now < end;
}

/* The first register of the record for which words are to come, RS_NO_REGISTER: none. */
static uint32_t awaited_register(const rs_observed_warp *warp, const rs_warp_record *record)
{
    span spans[4];
    const uint32_t number = spans_of(record, spans);
    for (uint32_t i = 0; i < number; i++) {
        for (uint32_t k = 0; k < spans[i].registers; k++) {
            if (warp->reg[spans[i].first + k].loading) {
                return spans[i].first + k;
            }
        }
    }
    return RS_NO_REGISTER;
}

static bool awaits_result(rs_stall_observer *observer, const rs_observed_warp *warp, const rs_warp_record *record)
{
    span spans[4];
    bool awaits = false;
    if (observer->now >= warp->computed_last) {
        return false;
    }
    const uint32_t number = spans_of(record, spans);
    for (uint32_t i = 0; i < number; i++) {
        for (uint32_t k = 0; k < spans[i].registers; k++) {
            awaits = before(observer, warp->reg[spans[i].first + k].computed) || awaits;
        }
    }
    return awaits;
}

static bool unit_is_busy(rs_stall_observer *observer, uint32_t scheduler, const rs_warp_record *record)
{
    switch (record->kind) {
    case RS_RECORD_ALU:
    case RS_RECORD_BRANCH:
        return before(observer, observer->alu_end[scheduler]);
    case RS_RECORD_SFU:
        return before(observer, observer->sfu_end);
    default:
        return false;
    }
}

static bool waits_for_words(const rs_stall_observer *observer, const rs_observed_warp *warp, const rs_warp_record *record)
{
    const uint32_t limit = observer->settings.loads_a_warp;
    return warp->loading != 0 && (observer->settings.blocking || (rs_observed_load(record) && limit != 0 && warp->loading >= limit) ||
                                  awaited_register(warp, record) != RS_NO_REGISTER);
}

static enum rs_stall_class class_of_warp(rs_stall_observer *observer, uint32_t number, bool room)
{
    const rs_observed_warp *warp = &observer->warp[number];
    const rs_warp_record *record = &warp->record[warp->head];
    if (before(observer, warp->branched) || warp->records == 0) {
        return RS_STALL_CONTROL;
    }
    if (warp->at_barrier || warp->fence != RS_FENCE_NONE || before(observer, warp->synchronized) ||
        (record->release && (record->kind == RS_RECORD_ATOMIC || record->kind == RS_RECORD_FENCE) && warp->loading != 0)) {
        return RS_STALL_SYNCHRONIZATION;
    }
    if (waits_for_words(observer, warp, record)) {
        return RS_STALL_MEMORY_DATA;
    }
    if (rs_observed_stage(record) && (!room || observer->releasing != 0)) {
        return RS_STALL_MEMORY_STRUCTURAL;
    }
    if (awaits_result(observer, warp, record) || before(observer, warp->rested)) {
        return RS_STALL_COMPUTE_DATA;
    }
    return unit_is_busy(observer, number % observer->settings.schedulers, record) ? RS_STALL_COMPUTE_STRUCTURAL : RS_STALL_NONE;
}

/* ---- why the SM does not (algorithm 2) --------------------------------------------------------------------------- */

static const enum rs_stall_class weakest_first[] = {
    RS_STALL_MEMORY_STRUCTURAL, RS_STALL_MEMORY_DATA, RS_STALL_SYNCHRONIZATION, RS_STALL_COMPUTE_STRUCTURAL, RS_STALL_COMPUTE_DATA,
    RS_STALL_CONTROL};

/* The register whose words the oldest warp waits for; where the head names none of those that are to come, the lowest of the warp. */
static void find_charged(rs_stall_observer *observer, uint32_t number)
{
    const rs_observed_warp *warp = &observer->warp[number];
    uint32_t reg = awaited_register(warp, &warp->record[warp->head]);
    for (uint32_t i = 0; reg == RS_NO_REGISTER && i < observer->settings.registers; i++) {
        if (warp->reg[i].loading) {
            reg = i;
        }
    }
    observer->known_warp = number;
    observer->known_register = reg;
}

/* Of all live warps, oldest first. slot_waits: an instruction that has issued waits for the operand stage. */
static void find_class(rs_stall_observer *observer, bool room, bool slot_waits)
{
    bool found[RS_STALL_CLASSES] = {false};
    observer->known_until = never;
    observer->known_room = room;
    for (uint32_t i = 0; i < observer->places; i++) {
        const uint32_t place = observer->by_age[i], first = observer->place_first[place];
        for (uint32_t number = first; number < first + observer->place_warps[place]; number++) {
            if (observer->warp[number].live) {
                const enum rs_stall_class its = class_of_warp(observer, number, room);
                if (its == RS_STALL_MEMORY_DATA && !found[its]) {
                    find_charged(observer, number);
                }
                found[its] = true;
            }
        }
    }
    found[RS_STALL_MEMORY_STRUCTURAL] = found[RS_STALL_MEMORY_STRUCTURAL] || slot_waits;
    observer->known_class = RS_STALL_NONE;
    for (uint32_t i = 0; i < sizeof weakest_first / sizeof weakest_first[0]; i++) {
        if (found[weakest_first[i]]) {
            observer->known_class = weakest_first[i];
            break;
        }
    }
}

enum rs_stall_class rs_stall_class_of_cycle(rs_stall_observer *observer, const rs_issue_inputs *inputs, const rs_issue_outputs *outputs,
                                            bool *found)
{
    const bool taken = !outputs->operand.valid || inputs->in_ready; /* the operand stage is free for a row */
    const bool room = taken && observer->rows_left == 0, reads_on = taken && observer->rows_left != 0;
    *found = false;
    if (observer->live == 0) {
        return RS_STALL_IDLE;
    }
    if (outputs->issue_valid != 0 || reads_on) {
        return RS_STALL_NONE;
    }
    for (uint32_t i = 0; i < observer->settings.schedulers; i++) {
        if (observer->now < observer->slot_end[i]) {
            return RS_STALL_NONE;
        }
    }
    if (observer->now >= observer->known_until || room != observer->known_room) {
        find_class(observer, room, observer->rows_left != 0);
    }
    *found = true;
    return observer->known_class;
}
