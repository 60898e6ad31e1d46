/* An issue stage's state and its clock edge; what it shows: issue_outputs.c. */
#include "sm/issue_record.h"
#include "sm/issue_warps.h"

#include <string.h>

/* ---- what is known of a warp -------------------------------------------------------------------------------------------------- */

static void put(uint64_t *set, uint32_t warp, bool member)
{
    *set = (*set & ~rs_warp_bit(warp)) | (uint64_t)member << warp;
}

static void look_at_registers(rs_issue_stage *stage, uint32_t number)
{
    const rs_issue_warp *warp = &stage->warp[number];
    const uint32_t limit = stage->settings.loads_a_warp;

    put(&stage->memory_named, number, rs_registers_meet(&warp->named, &warp->awaited));
    put(&stage->compute_named, number, rs_registers_meet(&warp->named, &warp->computing));
    put(&stage->pending, number, warp->registers_out != 0);
    put(&stage->loads_full, number, limit != 0 && warp->registers_out >= limit);
    stage->waiting_known = stage->waiting_known && stage->waiting_warp != number;
}

/* The head is another one. */
static void look_at_head(rs_issue_stage *stage, uint32_t number)
{
    rs_issue_warp *warp = &stage->warp[number];
    const rs_warp_record head = rs_warp_record_unpack(warp->record[warp->first]);
    rs_record_field fields[4];

    stage->holds = false;
    put(&stage->present, number, warp->count != 0);
    if (warp->count == 0)
        return;
    put(&stage->heads_alu, number, head.kind == RS_RECORD_ALU || head.kind == RS_RECORD_BRANCH);
    put(&stage->heads_sfu, number, head.kind == RS_RECORD_SFU);
    put(&stage->heads_stage, number, rs_record_enters_at_once(&head));
    put(&stage->heads_load, number, rs_record_loads(&head));
    put(&stage->heads_release, number, rs_record_releases(&head));
    memset(&warp->named, 0, sizeof warp->named);
    rs_record_names(&head, fields);
    for (uint32_t i = 0; i < 4; i++)
        rs_registers_add_range(&warp->named, fields[i].first, fields[i].number);
    look_at_registers(stage, number);
}

/* ---- creation ----------------------------------------------------------------------------------------------------------------- */

void rs_issue_stage_init(rs_issue_stage *stage, const rs_issue_settings *settings)
{
    stage->settings = *settings;
    rs_issue_stage_reset(stage);
}

void rs_issue_stage_reset(rs_issue_stage *stage)
{
    const rs_issue_settings settings = stage->settings;

    memset(stage, 0, sizeof *stage);
    stage->settings = settings;
    stage->place_free = (1u << settings.places) - 1;
    for (uint32_t warp = 0; warp < settings.warps; warp++) {
        stage->own[warp % settings.schedulers] |= rs_warp_bit(warp);
        stage->room |= rs_warp_bit(warp);
    }
    for (uint32_t i = 0; i < settings.schedulers; i++)
        stage->asked_last[i] = stage->issued_last[i] = RS_ISSUE_WARPS_MAX - 1;
}

/* ---- clock edge --------------------------------------------------------------------------------------------------------------- */

/* What is to happen at the begin of that later cycle. */
static rs_issue_due *at(rs_issue_stage *stage, uint64_t cycle)
{
    rs_registers_add(&stage->marked, cycle % RS_ISSUE_WHEEL);
    return &stage->wheel[cycle % RS_ISSUE_WHEEL];
}

/* A slot or a unit is taken up to the begin of that later cycle. */
static uint64_t take_until(rs_issue_stage *stage, uint64_t cycle)
{
    (void)at(stage, cycle);
    return cycle;
}

/* Its destination is there `latency` cycles from now. */
static void compute(rs_issue_stage *stage, uint32_t number, const rs_warp_record *record, uint32_t latency)
{
    rs_issue_due *due = at(stage, stage->now + latency);

    if (record->destination == RS_NO_REGISTER || latency < 2)
        return;
    rs_registers_add(&stage->warp[number].computing, record->destination);
    due->result[due->results].warp = (uint8_t)number;
    due->result[due->results++].reg = (uint8_t)record->destination;
    look_at_registers(stage, number);
}

/* Into the operand stage goes the first read of a memory instruction. */
static void enter_stage(rs_issue_stage *stage, uint32_t number, const rs_warp_record *record)
{
    rs_issue_operand *operand = &stage->operand;
    rs_issue_warp *warp = &stage->warp[number];

    operand->warp = number;
    operand->atomic = record->kind == RS_RECORD_ATOMIC;
    operand->opcode = operand->atomic ? 0 : record->opcode;
    operand->length = operand->atomic ? 1 : record->elements;
    operand->scratchpad = record->space == RS_SPACE_SCRATCHPAD;
    operand->atomic_op = operand->atomic ? record->opcode : 0;
    operand->atomic_returns = operand->atomic && record->returns;
    operand->first_register = rs_record_stores(record) ? record->source[2] : record->destination;
    stage->loads = rs_record_loads(record);
    stage->row = 0;
    stage->reads_left = rs_record_more_rows(record);
    if (stage->loads) {
        rs_registers_add_range(&warp->awaited, record->destination, operand->length);
        warp->registers_out = (uint16_t)(warp->registers_out + operand->length);
        look_at_registers(stage, number);
    }
}

static void begin_fence(rs_issue_stage *stage, uint32_t number, const rs_warp_record *record)
{
    stage->warp[number].fence = rs_warp_record_pack(record);
    if (record->release)
        stage->release |= rs_warp_bit(number);
    else if (record->acquire && record->kind == RS_RECORD_ATOMIC)
        stage->reply |= rs_warp_bit(number);
    else if (record->acquire)
        stage->acquire |= rs_warp_bit(number);
}

static void issue(rs_issue_stage *stage, uint32_t scheduler, uint32_t number)
{
    const rs_issue_settings *settings = &stage->settings;
    const uint64_t now = stage->now;
    rs_issue_warp *warp = &stage->warp[number];
    const rs_warp_record record = rs_warp_record_unpack(warp->record[warp->first]);

    warp->first = (uint8_t)((warp->first + 1) % RS_ISSUE_RECORDS);
    warp->count--;
    stage->issued_before[scheduler] = true;
    stage->issued_last[scheduler] = number;
    stage->slot_end[scheduler] = take_until(stage, now + settings->issue_cycles);
    if (settings->warp_gap > 1) {
        warp->gap_end = now + settings->warp_gap;
        stage->gap |= rs_warp_bit(number);
        at(stage, warp->gap_end)->gap |= rs_warp_bit(number);
    }
    switch (record.kind) {
    case RS_RECORD_ALU:
        stage->alu_end[scheduler] = take_until(stage, now + settings->alu_interval);
        compute(stage, number, &record, settings->alu_latency);
        break;
    case RS_RECORD_SFU:
        stage->sfu_end = take_until(stage, now + settings->sfu_interval);
        compute(stage, number, &record, settings->sfu_latency);
        break;
    case RS_RECORD_BRANCH:
        stage->alu_end[scheduler] = take_until(stage, now + settings->alu_interval);
        if (settings->branch_latency > 1) {
            warp->branch_end = now + settings->branch_latency;
            stage->branch |= rs_warp_bit(number);
            at(stage, warp->branch_end)->branch |= rs_warp_bit(number);
        }
        break;
    case RS_RECORD_BARRIER:
        stage->barrier |= rs_warp_bit(number);
        break;
    case RS_RECORD_ATOMIC:
    case RS_RECORD_FENCE:
        begin_fence(stage, number, &record);
        break;
    case RS_RECORD_EXIT:
        stage->live &= ~rs_warp_bit(number);
        break;
    default:
        break;
    }
    if (rs_record_enters_at_once(&record)) {
        stage->reads_of = scheduler;
        enter_stage(stage, number, &record);
    }
}

/* The barrier of a CTA, whose warps have issued: all that live are there. */
static void meet(rs_issue_stage *stage, uint32_t place)
{
    const uint64_t alive = stage->live & stage->members[place];

    if ((alive & ~stage->barrier) == 0)
        stage->barrier &= ~stage->members[place];
    if (alive == 0)
        stage->ending |= 1u << place;
}

/* A place is free when no warp of its CTA has something to come; as of the begin of this cycle. */
static void end_ctas(rs_issue_stage *stage)
{
    const bool operands = stage->operand.valid || stage->reads_left != 0;

    for (uint32_t left = stage->ending; left != 0; left &= left - 1) {
        const uint32_t place = (uint32_t)__builtin_ctz(left);
        const uint64_t members = stage->members[place];
        uint32_t i = 0;

        if ((stage->pending & members) != 0 || (operands && (rs_warp_bit(stage->operand.warp) & members) != 0))
            continue;
        stage->ending &= ~(1u << place);
        stage->place_free |= 1u << place;
        while (stage->by_age[i] != place)
            i++;
        memmove(&stage->by_age[i], &stage->by_age[i + 1], (--stage->ctas - i) * sizeof stage->by_age[0]);
    }
}

static void start_cta(rs_issue_stage *stage, uint32_t place)
{
    const uint32_t warps = stage->settings.cta_warps, first = place * warps;

    stage->place_free &= ~(1u << place);
    stage->by_age[stage->ctas++] = place;
    stage->members[place] = (warps < 64 ? rs_warp_bit(warps) - 1 : ~UINT64_C(0)) << first;
    stage->live |= stage->members[place];
    stage->present &= ~stage->members[place];
    stage->room |= stage->members[place];
    stage->gap &= ~stage->members[place];
    stage->branch &= ~stage->members[place];
    for (uint32_t warp = first; warp < first + warps; warp++) {
        stage->warp[warp].count = 0;
        stage->warp[warp].place = (uint8_t)place;
        stage->warp[warp].gap_end = stage->warp[warp].branch_end = 0;
    }
}

static void take_records(rs_issue_stage *stage, const rs_issue_inputs *inputs)
{
    for (uint32_t left = stage->asked; left != 0; left &= left - 1) {
        const uint32_t scheduler = (uint32_t)__builtin_ctz(left);
        const uint32_t number = stage->asked_last[scheduler];
        rs_issue_warp *warp = &stage->warp[number];
        const rs_warp_record record = rs_warp_record_unpack(inputs->record[scheduler]);

        warp->record[(warp->first + warp->count) % RS_ISSUE_RECORDS] = inputs->record[scheduler];
        warp->count++;
        if (warp->count == 1)
            look_at_head(stage, number);
        if (!rs_record_is_legal(&record, stage->settings.registers) && !stage->illegal) {
            stage->illegal = true;
            stage->illegal_warp = number;
            stage->holds = false;
        }
    }
}

static bool is_coming(const rs_issue_stage *stage, uint32_t number)
{
    const uint32_t scheduler = number % stage->settings.schedulers;

    return (stage->asked >> scheduler & 1) != 0 && stage->asked_last[scheduler] == number;
}

static void count_room(rs_issue_stage *stage, uint32_t number)
{
    put(&stage->room, number, stage->warp[number].count + is_coming(stage, number) < RS_ISSUE_RECORDS);
}

/* Words came: whether they were the last of their register. */
static void count_words(rs_issue_stage *stage, const rs_issue_inputs *inputs)
{
    rs_issue_ready *done = &stage->done;

    done->valid = false;
    if (inputs->wb_valid) {
        done->warp = inputs->wb_warp;
        done->reg = inputs->wb_register + inputs->wb_element;
        done->level = inputs->wb_level;
        rs_issue_stage_take_some(stage, inputs);
        done->valid = stage->lanes_out[done->warp][done->reg] == 0;
    }
}

static void clock_stage(rs_issue_stage *stage, const rs_issue_inputs *inputs, const rs_issue_outputs *outputs)
{
    rs_issue_operand *operand = &stage->operand;

    if (operand->valid && inputs->in_ready && stage->first_row && stage->loads)
        memset(&stage->lanes_out[operand->warp][operand->first_register], __builtin_popcountll(inputs->operand_mask), operand->length);
    if (outputs->read_valid) {
        if (!outputs->read_first)
            stage->reads_left--;
        stage->first_row = outputs->read_first;
    }
    operand->valid = outputs->read_valid || (operand->valid && !inputs->in_ready);
}

/* Fences, as of the begin of this cycle. */
static void clock_fences(rs_issue_stage *stage, const rs_issue_inputs *inputs, const rs_issue_outputs *outputs)
{
    const uint64_t released = stage->release != 0 && outputs->release_valid && inputs->release_ready && stage->send == 0
        && !stage->operand.valid && stage->reads_left == 0 ? stage->release : 0;

    stage->acquire = 0;
    if (stage->done.valid && rs_issue_waits_for_reply(stage, stage->done.warp, stage->done.reg))
        stage->reply &= ~rs_warp_bit(stage->done.warp);
    if (stage->send != 0 && outputs->read_first) {
        stage->send &= ~rs_warp_bit(outputs->read_warp);
        if (rs_warp_record_unpack(stage->warp[outputs->read_warp].fence).acquire)
            stage->reply |= rs_warp_bit(outputs->read_warp);
    }
    stage->release &= ~released;
    for (uint64_t left = released; left != 0; left &= left - 1) {
        const uint32_t number = (uint32_t)__builtin_ctzll(left);
        const rs_warp_record record = rs_warp_record_unpack(stage->warp[number].fence);

        if (record.kind == RS_RECORD_ATOMIC)
            stage->send |= rs_warp_bit(number);
        else if (record.acquire)
            stage->acquire |= rs_warp_bit(number);
    }
}

static void make_ready(rs_issue_stage *stage, uint32_t port, const rs_issue_ready *ready)
{
    rs_issue_warp *warp = &stage->warp[ready->warp];

    stage->holds = false;
    stage->ready[port] = *ready;
    warp->awaited.bits[ready->reg / 64] &= ~rs_warp_bit(ready->reg % 64);
    warp->registers_out--;
    look_at_registers(stage, ready->warp);
}

static void make_ready_later(rs_issue_stage *stage, uint64_t cycle, const rs_issue_ready *ready)
{
    rs_issue_due *due = at(stage, cycle);

    due->words.valid = true;
    due->words.warp = (uint8_t)ready->warp;
    due->words.reg = (uint8_t)ready->reg;
    due->words.level = (uint8_t)ready->level;
}

/* What is due now, but for words. */
static void end_times(rs_issue_stage *stage, rs_issue_due *due)
{
    const uint64_t now = stage->now;

    for (uint64_t left = due->gap; left != 0; left &= left - 1)
        if (stage->warp[__builtin_ctzll(left)].gap_end == now)
            stage->gap &= ~(left & -left);
    for (uint64_t left = due->branch; left != 0; left &= left - 1)
        if (stage->warp[__builtin_ctzll(left)].branch_end == now)
            stage->branch &= ~(left & -left);
    for (uint32_t i = 0; i < due->results; i++) {
        const uint32_t number = due->result[i].warp, reg = due->result[i].reg;

        stage->warp[number].computing.bits[reg / 64] &= ~rs_warp_bit(reg % 64);
        look_at_registers(stage, number);
    }
    due->gap = due->branch = 0;
    due->results = 0;
}

/* The next cycle begins. */
static void begin_cycle(rs_issue_stage *stage)
{
    const uint64_t now = ++stage->now;
    const uint32_t delay = stage->settings.words_delay, place = now % RS_ISSUE_WHEEL;
    const bool marked = (stage->marked.bits[place / 64] >> place % 64 & 1) != 0;
    rs_issue_due *due = &stage->wheel[place];

    if (marked || stage->ready[0].valid || stage->ready[1].valid)
        stage->holds = false;
    if (marked) {
        stage->marked.bits[place / 64] &= ~rs_warp_bit(place % 64);
        end_times(stage, due);
    }
    stage->ready[0].valid = stage->ready[1].valid = false;
    if (stage->done.valid && (delay == 0 || stage->done.level > 1))
        make_ready(stage, 0, &stage->done);
    else if (stage->done.valid)
        make_ready_later(stage, now + delay, &stage->done);
    if (marked && due->words.valid) {
        const rs_issue_ready late = {true, due->words.warp, due->words.reg, due->words.level};

        make_ready(stage, 1, &late);
        due->words.valid = false;
    }
    if (stage->reply == 0)
        stage->done.valid = false; /* nobody else is interested in it */
}

/* The first cycle behind this one at whose begin the wheel has something, or UINT64_MAX. */
static uint64_t next_marked(const rs_issue_stage *stage)
{
    const uint32_t here = (stage->now + 1) % RS_ISSUE_WHEEL;
    uint64_t ahead;

    if ((stage->marked.bits[0] | stage->marked.bits[1]) == 0)
        return UINT64_MAX;
    ahead = stage->marked.bits[here / 64] >> here % 64;
    if (ahead != 0)
        ahead = (uint64_t)__builtin_ctzll(ahead);
    else if (stage->marked.bits[1 - here / 64] != 0)
        ahead = 64 - here % 64 + (uint64_t)__builtin_ctzll(stage->marked.bits[1 - here / 64]);
    else
        ahead = RS_ISSUE_WHEEL - here % 64 + (uint64_t)__builtin_ctzll(stage->marked.bits[here / 64]);
    return stage->now + 1 + ahead;
}

uint64_t rs_issue_stage_next(const rs_issue_stage *stage, const rs_issue_inputs *inputs)
{
    const bool asks = stage->asked != 0 || (stage->live & inputs->available & stage->room) != 0;

    return !stage->holds || asks ? stage->now : next_marked(stage);
}

void rs_issue_stage_sleep(rs_issue_stage *stage, uint64_t cycles)
{
    if (cycles != 0) {
        stage->now += cycles - 1;
        begin_cycle(stage);
    }
}

void rs_issue_stage_clock(rs_issue_stage *stage, const rs_issue_inputs *inputs, const rs_issue_outputs *outputs)
{
    const uint32_t asked = stage->asked;
    const bool sends = stage->send != 0 && outputs->read_first;
    uint32_t asked_warp[RS_ISSUE_SCHEDULERS_MAX], touched = 0;

    stage->holds = outputs->issue_valid == 0 && !outputs->read_valid && !(stage->operand.valid && inputs->in_ready) && !inputs->start_valid
        && (stage->release | stage->send | stage->reply | stage->acquire) == 0 && stage->ending == 0;
    if (stage->ending != 0)
        end_ctas(stage);
    memcpy(asked_warp, stage->asked_last, sizeof asked_warp);
    if ((stage->release | stage->send | stage->reply | stage->acquire) != 0)
        clock_fences(stage, inputs, outputs);
    clock_stage(stage, inputs, outputs);
    if (sends) {
        const rs_warp_record record = rs_warp_record_unpack(stage->warp[outputs->read_warp].fence);

        enter_stage(stage, outputs->read_warp, &record);
    }
    for (uint32_t left = outputs->issue_valid; left != 0; left &= left - 1) {
        const uint32_t scheduler = (uint32_t)__builtin_ctz(left);

        issue(stage, scheduler, outputs->issue_warp[scheduler]);
        touched |= 1u << stage->warp[outputs->issue_warp[scheduler]].place;
    }
    for (; touched != 0; touched &= touched - 1)
        meet(stage, (uint32_t)__builtin_ctz(touched));
    if (outputs->read_valid)
        stage->row = outputs->read_number + 1;
    if (asked != 0)
        take_records(stage, inputs);
    for (uint32_t left = outputs->issue_valid; left != 0; left &= left - 1)
        look_at_head(stage, outputs->issue_warp[__builtin_ctz(left)]);
    stage->asked = outputs->ask_valid;
    for (uint32_t left = outputs->ask_valid; left != 0; left &= left - 1)
        stage->asked_last[__builtin_ctz(left)] = outputs->ask_warp[__builtin_ctz(left)];
    for (uint32_t i = 0; (asked | outputs->issue_valid | outputs->ask_valid) != 0 && i < stage->settings.schedulers; i++) {
        if (asked >> i & 1)
            count_room(stage, asked_warp[i]);
        if (outputs->issue_valid >> i & 1)
            count_room(stage, outputs->issue_warp[i]);
        if (outputs->ask_valid >> i & 1)
            count_room(stage, outputs->ask_warp[i]);
    }
    if (inputs->start_valid)
        start_cta(stage, inputs->start_place);
    count_words(stage, inputs);
    begin_cycle(stage);
}
