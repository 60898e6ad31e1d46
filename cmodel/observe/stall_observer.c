/* Contract: stall_observer.h. */
#include "observe/stall_class.h"

#include <string.h>

void rs_stall_observer_init(rs_stall_observer *observer, const rs_issue_settings *settings)
{
    memset(observer, 0, sizeof *observer);
    observer->settings = *settings;
    observer->last.stall_class = RS_STALL_IDLE;
}

/* Operand reads: one, and of a vector one more for each four indices and for each four words to store. */
static uint32_t rows_of(const rs_warp_record *record)
{
    const uint32_t quads = record->kind == RS_RECORD_MEMORY ? record->elements / 4 : 0;
    const bool indirect = record->opcode >> 1 == 2, vector = record->opcode >> 1 != 0;
    return 1 + (indirect ? quads : 0) + (vector && rs_observed_store(record) ? quads : 0);
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static enum rs_stall_cause cause_of_cycle(const rs_stall_observer *observer, const rs_stall_events *events)
{
    if (observer->releasing != 0) {
        return RS_STALL_RELEASE;
    }
    if (events->mshr_full) {
        return RS_STALL_MSHR;
    }
    if (events->store_buffer_full) {
        return RS_STALL_STORE_BUFFER;
    }
    return events->bank_conflict ? RS_STALL_BANK : RS_STALL_UNIT;
}

/* ---- counts ---------------------------------------------------------------------------------------------------- */

static void pay(rs_stall_observer *observer, const rs_register_ready *ready)
{
    rs_observed_warp *warp = &observer->warp[ready->warp];
    if (warp->owed != 0 && warp->owed_register == ready->number) {
        observer->level_cycles[ready->level] += warp->owed;
        observer->paid[0][ready->level] += warp->owed;
        observer->paid_last = observer->now;
        warp->owed = 0;
    }
}

static void clear(rs_stall_observer *observer)
{
    memset(observer->class_cycles, 0, sizeof observer->class_cycles);
    memset(observer->cause_cycles, 0, sizeof observer->cause_cycles);
    memset(observer->level_cycles, 0, sizeof observer->level_cycles);
    memset(observer->paid, 0, sizeof observer->paid);
    for (uint32_t i = 0; i < observer->settings.warps; i++) {
        observer->warp[i].owed = 0;
    }
}

/* So many cycles as the last one. */
static void count(rs_stall_observer *observer, uint64_t cycles)
{
    const rs_stall_verdict *verdict = &observer->last;
    observer->class_cycles[verdict->stall_class] += cycles;
    if (verdict->stall_class == RS_STALL_MEMORY_STRUCTURAL) {
        observer->cause_cycles[verdict->cause] += cycles;
    }
    if (verdict->stall_class == RS_STALL_MEMORY_DATA) {
        rs_observed_warp *warp = &observer->warp[observer->known_warp];
        warp->owed += cycles;
        warp->owed_register = observer->known_register;
    }
}

/* ---- what happens at the ports ------------------------------------------------------------------------------------ */

static bool has_live(const rs_stall_observer *observer, uint32_t place)
{
    bool live = false;
    for (uint32_t i = 0; i < observer->place_warps[place]; i++) {
        live = live || observer->warp[observer->place_first[place] + i].live;
    }
    return live;
}

/* Places without a live warp are forgotten: in another launch, with CTAs of another size, their warps may be those of other places. */
static void start_cta(rs_stall_observer *observer, uint32_t place, uint32_t warps)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < observer->places; i++) {
        if (observer->by_age[i] != place && has_live(observer, observer->by_age[i])) {
            observer->by_age[kept++] = observer->by_age[i];
        }
    }
    observer->by_age[kept++] = place;
    observer->places = kept;
    observer->place_first[place] = place * warps;
    observer->place_warps[place] = warps;
    observer->live += warps;
    for (uint32_t number = place * warps; number < (place + 1) * warps; number++) {
        rs_observed_warp *warp = &observer->warp[number];
        warp->live = true;
        warp->at_barrier = false;
        warp->fence = RS_FENCE_NONE;
        warp->branched = warp->rested = warp->synchronized = 0;
        warp->records = 0;
    }
}

/* A load or an atomic operation with words to come goes into the operand stage. */
static void await_words(rs_observed_warp *warp, const rs_warp_record *record)
{
    const uint32_t elements = record->kind == RS_RECORD_MEMORY ? record->elements : 1;
    for (uint32_t i = 0; i < elements; i++) {
        warp->reg[record->destination + i].loading = true;
    }
    warp->loading += elements;
}

static void enter_stage(rs_stall_observer *observer, rs_observed_warp *warp, const rs_warp_record *record)
{
    observer->rows_left = rows_of(record) - 1;
    observer->load_row = rs_observed_load(record);
    if (observer->load_row) {
        await_words(warp, record);
    }
}

static void begin_fence(rs_stall_observer *observer, rs_observed_warp *warp, const rs_warp_record *record)
{
    warp->fencing = *record;
    if (record->release) {
        warp->fence = RS_FENCE_RELEASES;
        observer->releasing++;
    } else if (record->acquire && record->kind == RS_RECORD_ATOMIC) {
        warp->fence = RS_FENCE_AWAITS;
    } else if (record->acquire) {
        warp->synchronized = observer->now + 2; /* L1 is emptied in the cycle between */
    }
}

static void set_result(rs_stall_observer *observer, rs_observed_warp *warp, const rs_warp_record *record, uint32_t latency)
{
    if (record->destination != RS_NO_REGISTER) {
        warp->reg[record->destination].computed = observer->now + latency;
        warp->computed_last = later(warp->computed_last, observer->now + latency);
    }
}

static void issue(rs_stall_observer *observer, uint32_t scheduler, uint32_t number)
{
    const rs_issue_settings *settings = &observer->settings;
    rs_observed_warp *warp = &observer->warp[number];
    const rs_warp_record record = warp->record[warp->head];
    warp->head = (warp->head + 1) % RS_ISSUE_RECORDS;
    warp->records--;
    warp->rested = observer->now + settings->warp_gap;
    observer->slot_end[scheduler] = observer->now + settings->issue_cycles;
    if (record.kind == RS_RECORD_ALU || record.kind == RS_RECORD_BRANCH) {
        observer->alu_end[scheduler] = observer->now + settings->alu_interval;
    }
    if (record.kind == RS_RECORD_ALU) {
        set_result(observer, warp, &record, settings->alu_latency);
    } else if (record.kind == RS_RECORD_BRANCH) {
        warp->branched = observer->now + settings->branch_latency;
    } else if (record.kind == RS_RECORD_SFU) {
        observer->sfu_end = observer->now + settings->sfu_interval;
        set_result(observer, warp, &record, settings->sfu_latency);
    } else if (record.kind == RS_RECORD_BARRIER) {
        warp->at_barrier = true;
    } else if (record.kind == RS_RECORD_EXIT) {
        warp->live = false;
        observer->live--;
    } else if (record.kind != RS_RECORD_MEMORY) {
        begin_fence(observer, warp, &record);
    }
    if (rs_observed_stage(&record)) {
        enter_stage(observer, warp, &record);
    }
}

/* Where nobody of a CTA is still to come, its barrier lets all go. */
static void meet(rs_stall_observer *observer, uint32_t place)
{
    const uint32_t first = observer->place_first[place], end = first + observer->place_warps[place];
    for (uint32_t number = first; number < end; number++) {
        if (observer->warp[number].live && !observer->warp[number].at_barrier) {
            return;
        }
    }
    for (uint32_t number = first; number < end; number++) {
        observer->warp[number].at_barrier = false;
    }
}

static void take_issues(rs_stall_observer *observer, const rs_issue_outputs *outputs)
{
    for (uint32_t left = outputs->issue_valid; left != 0; left &= left - 1) {
        const uint32_t scheduler = (uint32_t)__builtin_ctz(left);
        issue(observer, scheduler, outputs->issue_warp[scheduler]);
    }
    for (uint32_t i = 0; outputs->issue_valid != 0 && i < observer->places; i++) {
        meet(observer, observer->by_age[i]);
    }
}

/* All stores before them are out: atomic operations go on to the operand stage, fences are over. */
static void take_release(rs_stall_observer *observer)
{
    for (uint32_t number = 0; number < observer->settings.warps; number++) {
        rs_observed_warp *warp = &observer->warp[number];
        if (warp->fence == RS_FENCE_RELEASES && warp->fencing.kind == RS_RECORD_ATOMIC) {
            warp->fence = RS_FENCE_SENDS;
        } else if (warp->fence == RS_FENCE_RELEASES) {
            warp->fence = RS_FENCE_NONE;
            warp->synchronized = observer->now + (warp->fencing.acquire ? 2 : 1);
            observer->releasing--;
        }
    }
}

/* The operand stage: what was in it is taken, a row is read into it. */
static void move_stage(rs_stall_observer *observer, const rs_issue_inputs *inputs, const rs_issue_outputs *outputs)
{
    const rs_issue_operand *operand = &outputs->operand;
    rs_observed_warp *warp = &observer->warp[outputs->read_warp];
    if (operand->valid && inputs->in_ready && observer->first_row && observer->load_row) {
        for (uint32_t i = 0; i < operand->length; i++) {
            observer->warp[operand->warp].reg[operand->first_register + i].lanes =
                (uint32_t)__builtin_popcountll(inputs->operand_mask);
        }
    }
    if (!outputs->read_valid) {
        return;
    }
    observer->first_row = outputs->read_first;
    if (!outputs->read_first) {
        observer->rows_left--;
    } else if (warp->fence == RS_FENCE_SENDS) {
        observer->releasing--;
        warp->fence = warp->fencing.acquire ? RS_FENCE_AWAITS : RS_FENCE_NONE;
        enter_stage(observer, warp, &warp->fencing);
    }
}

static void take_words(rs_stall_observer *observer, const rs_issue_inputs *inputs)
{
    rs_observed_warp *warp = &observer->warp[inputs->wb_warp];
    const uint32_t number = inputs->wb_register + inputs->wb_element;
    const uint32_t delay = inputs->wb_level == RS_SERVED_SCRATCHPAD || inputs->wb_level == RS_SERVED_L1 ? observer->settings.words_delay : 0;
    rs_observed_register *reg = &warp->reg[number];
    reg->lanes -= (uint32_t)__builtin_popcountll(inputs->wb_mask);
    if (reg->lanes == 0) {
        observer->due_last = later(observer->due_last, observer->now + 1 + delay);
        observer->due[(observer->now + 1 + delay) % RS_ISSUE_WHEEL][delay != 0] =
            (rs_register_ready){true, inputs->wb_warp, number, inputs->wb_level};
        if (warp->fence == RS_FENCE_AWAITS && warp->fencing.destination == number) {
            warp->fence = RS_FENCE_NONE;
            warp->synchronized = observer->now + 2;
        }
    }
}

/* Records that were asked for in the cycle before are there. */
static void take_records(rs_stall_observer *observer, const rs_issue_inputs *inputs, const rs_issue_outputs *outputs)
{
    for (uint32_t left = observer->asked; left != 0; left &= left - 1) {
        const uint32_t scheduler = (uint32_t)__builtin_ctz(left);
        rs_observed_warp *warp = &observer->warp[observer->asked_warp[scheduler]];
        warp->record[(warp->head + warp->records++) % RS_ISSUE_RECORDS] = rs_warp_record_unpack(inputs->record[scheduler]);
    }
    observer->asked = outputs->ask_valid;
    for (uint32_t left = outputs->ask_valid; left != 0; left &= left - 1) {
        const uint32_t scheduler = (uint32_t)__builtin_ctz(left);
        observer->asked_warp[scheduler] = outputs->ask_warp[scheduler];
    }
}

/* Registers whose last words were there before this cycle. */
static void make_ready(rs_stall_observer *observer)
{
    rs_register_ready *due = observer->due[observer->now % RS_ISSUE_WHEEL];
    for (uint32_t i = 0; i < 2; i++) {
        if (due[i].valid) {
            rs_observed_warp *warp = &observer->warp[due[i].warp];
            due[i].valid = false;
            warp->reg[due[i].number].loading = false;
            warp->loading--;
            observer->known_until = 0;
            pay(observer, &due[i]);
        }
    }
}

/* ---- one cycle ---------------------------------------------------------------------------------------------------- */

static void compare(rs_stall_observer *observer, const rs_stall_inspector *inspector)
{
    const rs_stall_verdict *last = &observer->last;
    const bool same = last->stall_class == inspector->stall_class &&
                      (last->stall_class != RS_STALL_MEMORY_STRUCTURAL || last->cause == inspector->stall_cause);
    if (!same && !observer->differs) {
        observer->differs = true;
        observer->differs_at = observer->now - 1;
        observer->differs_expected = *last;
        observer->differs_found.stall_class = inspector->stall_class;
        observer->differs_found.cause = inspector->stall_cause;
    }
}

/* What was paid is so many cycles older. */
static void age_paid(rs_stall_observer *observer, uint64_t cycles)
{
    const uint32_t kept = 1 + RS_STALL_LEVEL_LATER;
    const uint32_t steps = cycles < kept ? (uint32_t)cycles : kept;
    if (observer->paid_last + 2 * kept >= observer->now) {
        memmove(observer->paid[steps], observer->paid[0], (kept - steps) * sizeof observer->paid[0]);
        memset(observer->paid, 0, steps * sizeof observer->paid[0]);
    }
}

/* Cycles up to `now` that were left out. */
static void pass(rs_stall_observer *observer, uint64_t now)
{
    if (observer->now != now) {
        age_paid(observer, now - observer->now);
        count(observer, now - observer->now);
        observer->now = now;
    }
}

void rs_stall_observer_cycle(rs_stall_observer *observer, uint64_t now, const rs_issue_inputs *inputs, const rs_issue_outputs *outputs,
                             uint32_t cta_warps, const rs_stall_events *events, const rs_stall_inspector *inspector)
{
    const bool released = observer->releasing != 0 && outputs->release_valid && inputs->release_ready;
    const bool row_leaves = outputs->operand.valid && inputs->in_ready;
    bool found, moves;
    pass(observer, now);
    compare(observer, inspector);
    age_paid(observer, 1);
    make_ready(observer);
    observer->last.stall_class = rs_stall_class_of_cycle(observer, inputs, outputs, &found);
    observer->last.cause = cause_of_cycle(observer, events);
    observer->last.counted = !events->clear;
    if (events->clear) {
        clear(observer);
    } else {
        count(observer, 1);
    }
    moves = observer->asked != 0 || outputs->issue_valid != 0 || outputs->read_valid || row_leaves || inputs->wb_valid || released ||
            inputs->start_valid;
    if (moves) {
        observer->known_until = 0;
    }
    if (released) {
        take_release(observer);
    }
    move_stage(observer, inputs, outputs);
    take_issues(observer, outputs);
    take_records(observer, inputs, outputs);
    if (inputs->wb_valid) {
        take_words(observer, inputs);
    }
    if (inputs->start_valid) {
        start_cta(observer, inputs->start_place, cta_warps);
    }
    observer->now++;
    observer->rests_until = 0;
    if (!moves && !events->clear && observer->asked == 0 && observer->releasing == 0 && observer->rows_left == 0 &&
        observer->due_last < observer->now) {
        observer->rests_until = found ? observer->known_until : observer->live == 0 ? UINT64_MAX : 0;
    }
}

/* ---- result ------------------------------------------------------------------------------------------------------- */

static const char *cause_text(const rs_stall_verdict *verdict)
{
    return verdict->stall_class == RS_STALL_MEMORY_STRUCTURAL ? rs_stall_cause_name(verdict->cause) : "no cause";
}

static bool same_count(uint32_t sm, const char *name, uint64_t found, uint64_t expected, rs_error *error)
{
    if (found != expected) {
        rs_error_set(error, "SM %u, stall inspector: found %llu cycles of %s, expected %llu by the ports of its issue stage", sm,
                     (unsigned long long)found, name, (unsigned long long)expected);
    }
    return found == expected;
}

bool rs_stall_observer_check(rs_stall_observer *observer, uint64_t now, const rs_stall_inspector *inspector, uint32_t sm, rs_error *error)
{
    const rs_stall_verdict *last = &observer->last;
    pass(observer, now);
    bool good = !observer->differs;
    if (!good) {
        rs_error_set(error, "SM %u, stall inspector: cycle %llu, found %s (%s), expected %s (%s) by the ports of its issue stage", sm,
                     (unsigned long long)observer->differs_at, rs_stall_class_name(observer->differs_found.stall_class),
                     cause_text(&observer->differs_found), rs_stall_class_name(observer->differs_expected.stall_class),
                     cause_text(&observer->differs_expected));
    }
    for (uint32_t i = 0; good && i < RS_STALL_CLASSES; i++) { /* the last cycle is counted with the next clock edge */
        const uint64_t here = observer->class_cycles[i] - (last->counted && last->stall_class == (enum rs_stall_class)i);
        good = same_count(sm, rs_stall_class_name((enum rs_stall_class)i), inspector->class_cycles[i], here, error);
    }
    for (uint32_t i = 0; good && i < RS_STALL_CAUSES; i++) {
        const bool its = last->counted && last->stall_class == RS_STALL_MEMORY_STRUCTURAL && last->cause == (enum rs_stall_cause)i;
        good = same_count(sm, rs_stall_cause_name((enum rs_stall_cause)i), inspector->cause_cycles[i], observer->cause_cycles[i] - its, error);
    }
    for (uint32_t i = 0; good && i < RS_SERVED_LEVELS; i++) {
        uint64_t here = observer->level_cycles[i];
        for (uint32_t k = 0; k < 1 + RS_STALL_LEVEL_LATER; k++) {
            here -= observer->paid[k][i];
        }
        good = same_count(sm, rs_stall_level_name((enum rs_served)i), inspector->level_cycles[i], here, error);
    }
    return good;
}
