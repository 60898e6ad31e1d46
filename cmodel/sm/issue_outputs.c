/* What an issue stage shows in a cycle: hazards, the choice of the schedulers, the operand read. Contract: issue_stage.h. */
#include "sm/issue_record.h"
#include "sm/issue_warps.h"

static bool entry_is_free(const rs_issue_stage *stage, bool in_ready)
{
    return !stage->operand.valid || in_ready;
}

static bool room_at_stage(const rs_issue_stage *stage, bool in_ready)
{
    return entry_is_free(stage, in_ready) && stage->reads_left == 0;
}

static uint64_t find_hazards(const rs_issue_stage *stage, bool room, uint64_t hazard[RS_HAZARDS])
{
    const uint64_t headed = stage->live & stage->present;
    const uint64_t structural = room && (stage->release | stage->send) == 0 ? 0 : stage->heads_stage;
    uint64_t busy = stage->now < stage->sfu_end ? stage->heads_sfu : 0;
    uint64_t any = 0;

    for (uint32_t i = 0; i < stage->settings.schedulers; i++)
        if (stage->now < stage->alu_end[i])
            busy |= stage->heads_alu & stage->own[i];
    hazard[RS_HAZARD_CONTROL] = stage->live & (~stage->present | stage->branch);
    hazard[RS_HAZARD_SYNCHRONIZATION] =
        (stage->live & (stage->barrier | stage->release | stage->send | stage->reply | stage->acquire))
        | (headed & stage->heads_release & stage->pending);
    hazard[RS_HAZARD_MEMORY_DATA] = headed & (stage->memory_named | (stage->heads_load & stage->loads_full)
                                              | (stage->settings.blocking ? stage->pending : 0));
    hazard[RS_HAZARD_MEMORY_STRUCTURAL] = headed & structural;
    hazard[RS_HAZARD_COMPUTE_DATA] = headed & (stage->compute_named | stage->gap);
    hazard[RS_HAZARD_COMPUTE_STRUCTURAL] = headed & busy;
    for (uint32_t i = 0; i < RS_HAZARDS; i++)
        any |= hazard[i];
    return stage->live & ~any;
}

static bool slot_is_used(const rs_issue_stage *stage, uint32_t scheduler)
{
    return stage->now < stage->slot_end[scheduler] || (stage->reads_left != 0 && stage->reads_of == scheduler);
}

static void choose(const rs_issue_stage *stage, uint64_t able, rs_issue_outputs *outputs)
{
    const uint32_t schedulers = stage->settings.schedulers;

    for (uint32_t i = 0; i < schedulers && able != 0; i++) {
        const uint32_t scheduler = (uint32_t)(stage->now + i) % schedulers;
        const uint32_t last = stage->issued_last[scheduler];
        const uint64_t may = able & stage->own[scheduler];
        uint32_t warp;

        if (may == 0 || slot_is_used(stage, scheduler))
            continue;
        if (!stage->settings.greedy)
            warp = rs_issue_next_of(may, last);
        else if (stage->issued_before[scheduler] && (may & rs_warp_bit(last)) != 0)
            warp = last;
        else
            warp = rs_issue_oldest_of(stage, may);
        outputs->issue_valid |= 1u << scheduler;
        outputs->issue_warp[scheduler] = warp;
        if (stage->heads_sfu & rs_warp_bit(warp))
            able &= ~stage->heads_sfu;
        if (stage->heads_stage & rs_warp_bit(warp))
            able &= ~stage->heads_stage;
    }
}

/* The operand read of this cycle. */
static void read_operands(const rs_issue_stage *stage, bool room, bool in_ready, rs_issue_outputs *outputs)
{
    for (uint32_t left = outputs->issue_valid; left != 0; left &= left - 1) {
        const uint32_t warp = outputs->issue_warp[__builtin_ctz(left)];

        if (stage->heads_stage & rs_warp_bit(warp)) {
            outputs->read_valid = outputs->read_first = true;
            outputs->read_warp = warp;
        }
    }
    if (stage->send != 0 && room) {
        outputs->read_valid = outputs->read_first = true;
        outputs->read_warp = rs_issue_oldest_of(stage, stage->send);
    } else if (stage->reads_left != 0 && entry_is_free(stage, in_ready)) {
        outputs->read_valid = true;
        outputs->read_warp = stage->operand.warp;
        outputs->read_number = stage->row;
    }
}

static void find_waiting(rs_issue_stage *stage, uint64_t among, rs_issue_outputs *outputs)
{
    outputs->waiting_valid = among != 0;
    if (among == 0)
        return;
    if (!stage->waiting_known || stage->waiting_among != among) {
        const uint32_t number = rs_issue_oldest_of(stage, among);
        const rs_issue_warp *warp = &stage->warp[number];
        const rs_warp_record head = rs_warp_record_unpack(warp->record[warp->first]);
        uint32_t reg = RS_NO_REGISTER;
        rs_record_field fields[4];

        rs_record_names(&head, fields);
        for (uint32_t i = 0; i < 4 && reg == RS_NO_REGISTER; i++)
            reg = rs_registers_lowest_in(&warp->awaited, fields[i].first, fields[i].number);
        if (reg == RS_NO_REGISTER)
            reg = rs_registers_lowest_in(&warp->awaited, 0, stage->settings.registers);
        stage->waiting_known = true;
        stage->waiting_among = among;
        stage->waiting_warp = number;
        stage->waiting_register = reg;
    }
    outputs->waiting_warp = stage->waiting_warp;
    outputs->waiting_register = stage->waiting_register;
}

void rs_issue_stage_show(const rs_issue_stage *stage, const rs_issue_inputs *inputs, rs_issue_outputs *outputs)
{
    outputs->operand = stage->operand;
    outputs->release_valid = inputs->fence_release_valid
        || (stage->release != 0 && stage->send == 0 && !stage->operand.valid && stage->reads_left == 0);
    outputs->acquire_valid = inputs->fence_acquire_valid || stage->acquire != 0
        || (stage->done.valid && rs_issue_waits_for_reply(stage, stage->done.warp, stage->done.reg));
}

static void offer_asks(const rs_issue_stage *stage, uint64_t available, rs_issue_outputs *outputs)
{
    const uint64_t could_ask = stage->live & available & stage->room;

    outputs->ask_valid = 0;
    for (uint32_t i = 0; could_ask != 0 && i < stage->settings.schedulers; i++)
        if ((could_ask & stage->own[i]) != 0) {
            outputs->ask_valid |= 1u << i;
            outputs->ask_warp[i] = rs_issue_next_of(could_ask & stage->own[i], stage->asked_last[i]);
        }
}

/* All outputs but the asks and what show() gives. */
static void offer_rest(rs_issue_stage *stage, const rs_issue_inputs *inputs, rs_issue_outputs *outputs)
{
    const bool room = room_at_stage(stage, inputs->in_ready);
    uint64_t able;

    outputs->issue_valid = 0;
    outputs->read_valid = outputs->read_first = false;
    outputs->read_number = 0;
    outputs->place_free = stage->place_free;
    outputs->quiet = stage->ctas == 0;
    outputs->live = stage->live;
    able = find_hazards(stage, room, outputs->hazard);
    if (able != 0)
        choose(stage, able, outputs);
    outputs->issued = outputs->issue_valid != 0;
    read_operands(stage, room, inputs->in_ready, outputs);
    outputs->illegal = stage->illegal;
    outputs->illegal_warp = stage->illegal_warp;
    outputs->releasing = (stage->release | stage->send) != 0;
    outputs->slot_waits = stage->reads_left != 0 && !outputs->read_valid;
    outputs->slot_busy = stage->reads_left != 0 && outputs->read_valid;
    for (uint32_t i = 0; i < stage->settings.schedulers; i++)
        outputs->slot_busy = outputs->slot_busy || stage->now < stage->slot_end[i];
    find_waiting(stage, outputs->hazard[RS_HAZARD_MEMORY_DATA] & ~outputs->hazard[RS_HAZARD_CONTROL]
                 & ~outputs->hazard[RS_HAZARD_SYNCHRONIZATION], outputs);
    outputs->ready[0] = stage->ready[0];
    outputs->ready[1] = stage->ready[1];
    stage->entry_free = entry_is_free(stage, inputs->in_ready);
}

void rs_issue_stage_offer(rs_issue_stage *stage, const rs_issue_inputs *inputs, rs_issue_outputs *outputs)
{
    rs_issue_stage_show(stage, inputs, outputs);
    offer_asks(stage, inputs->available, outputs);
    offer_rest(stage, inputs, outputs);
}

bool rs_issue_stage_renew(rs_issue_stage *stage, const rs_issue_inputs *inputs, rs_issue_outputs *outputs)
{
    const bool holds = stage->holds && stage->entry_free == entry_is_free(stage, inputs->in_ready);

    offer_asks(stage, inputs->available, outputs);
    if (!holds)
        offer_rest(stage, inputs, outputs);
    return !holds;
}
