/* Contract: timed_model.h. */
#include "study/timed_model.h"

#include <math.h>
#include <string.h>

enum kind { COLUMN, ACTIVATE, PRECHARGE };

/* A command that may be given. */
typedef struct command {
    uint64_t cycle; /* UINT64_MAX: there is none */
    enum kind kind;
    uint32_t place; /* of the request that it is for */
} command;

void rs_timed_model_init(rs_timed_model *model, const rs_config *config)
{
    memset(model, 0, sizeof(*model));
    model->config = config;
    rs_bank_timing_init(&model->timing, config);
}

/* The first cycle of a request's column command, whose row is open. */
static uint64_t column_cycle(const rs_timed_model *model, const rs_timed_request *request)
{
    const rs_bank_timing *timing = &model->timing;

    return rs_later(rs_bank_column_from(timing, request->bank, request->write), rs_channel_column_from(timing, request->write));
}

static uint64_t activate_cycle(const rs_timed_model *model, uint32_t bank)
{
    const rs_bank_timing *timing = &model->timing;

    return rs_later(rs_later(timing->bank[bank].act_from, timing->act_from), timing->four_acts[timing->acts % 4]);
}

static void offer(const rs_timed_model *model, command *best, uint64_t cycle, enum kind kind, uint32_t place)
{
    cycle = rs_later(rs_later(cycle, model->waiting[place].cycle + 1), model->now);
    if (cycle < best->cycle || (cycle == best->cycle && kind < best->kind))
        *best = (command){cycle, kind, place};
}

/* The request for which a bank without one to its open row opens another. */
static uint32_t row_to_open(const rs_timed_model *model, uint32_t oldest)
{
    const uint32_t bank = model->waiting[oldest].bank;
    uint32_t chosen = oldest, most = 0;

    if (model->config->scheduler != RS_SCHEDULER_MOST_PENDING)
        return oldest;
    for (uint32_t i = oldest; i < model->count; i++) {
        uint32_t pending = 0;

        if (model->waiting[i].bank != bank)
            continue;
        for (uint32_t j = i; j < model->count; j++)
            pending += model->waiting[j].bank == bank && model->waiting[j].row == model->waiting[i].row;
        if (pending > most) {
            most = pending;
            chosen = i;
        }
    }
    return chosen;
}

/* The command that is given next. */
static command next_command(const rs_timed_model *model)
{
    const uint32_t scheduler = model->config->scheduler;
    const uint32_t looked_at = scheduler == RS_SCHEDULER_FIFO && model->count > 1 ? 1 : model->count;
    command best = {UINT64_MAX, PRECHARGE, 0};
    uint32_t seen = 0, hit = 0, oldest[RS_MAX_BANKS];

    for (uint32_t i = 0; i < looked_at; i++) {
        const rs_timed_request *request = &model->waiting[i];
        const rs_bank_state *bank = &model->timing.bank[request->bank];
        const uint32_t bit = UINT32_C(1) << request->bank;

        if (bank->open && bank->row == request->row && ((seen & bit) == 0 || scheduler != RS_SCHEDULER_BFIFO)) {
            offer(model, &best, column_cycle(model, request), COLUMN, i);
            hit |= bit;
        }
        if ((seen & bit) == 0)
            oldest[request->bank] = i;
        seen |= bit;
    }
    for (uint32_t left = seen & ~hit; left != 0; left &= left - 1) {
        const uint32_t bank = (uint32_t)__builtin_ctz(left);

        if (model->timing.bank[bank].open)
            offer(model, &best, model->timing.bank[bank].pre_from, PRECHARGE, oldest[bank]);
        else
            offer(model, &best, activate_cycle(model, bank), ACTIVATE, oldest[bank]);
    }
    return best;
}

/* All column commands of a request, which then leaves. */
static void serve(rs_timed_model *model, uint32_t place, uint64_t cycle)
{
    const rs_config *config = model->config;
    const rs_timed_request request = model->waiting[place];
    uint64_t end;

    model->now = cycle + 1; /* ACT and PRE of others may stand between them */
    for (uint32_t k = 0; k < config->columns; k++) {
        if (k != 0)
            cycle = column_cycle(model, &request);
        (request.write ? rs_bank_timing_write : rs_bank_timing_read)(&model->timing, request.bank, cycle);
    }
    end = cycle + (request.write ? config->wl : config->cl) + config->burst_cycles;
    model->active_end = rs_later(model->active_end, end);
    model->data_cycles += config->data_cycles;
    model->count--;
    memmove(&model->waiting[place], &model->waiting[place + 1], (model->count - place) * sizeof(model->waiting[0]));
}

static void give(rs_timed_model *model, command next)
{
    const uint32_t bank = model->waiting[next.place].bank;

    switch (next.kind) {
    case COLUMN: serve(model, next.place, next.cycle); return;
    case ACTIVATE: rs_bank_timing_act(&model->timing, bank, model->waiting[row_to_open(model, next.place)].row, next.cycle); break;
    case PRECHARGE: rs_bank_timing_pre(&model->timing, bank, next.cycle); break;
    }
    model->now = next.cycle + 1;
}

void rs_timed_model_push(rs_timed_model *model, const rs_timed_request *request)
{
    rs_timed_request *place;
    uint64_t cycle = request->cycle;
    command next;

    while (model->count != 0 && (next = next_command(model)).cycle <= cycle)
        give(model, next);
    while (model->count == model->config->queue) {
        give(model, next_command(model));
        cycle = rs_later(cycle, model->now);
    }
    if (model->count == 0 && cycle >= model->active_end) {
        model->active_cycles += model->active_end - model->active_from;
        model->active_from = model->active_end = cycle;
    }
    place = &model->waiting[model->count++];
    *place = *request;
    place->cycle = cycle;
}

void rs_timed_model_finish(rs_timed_model *model)
{
    while (model->count != 0)
        give(model, next_command(model));
}

double rs_timed_model_efficiency(const rs_timed_model *model)
{
    const uint64_t active = model->active_cycles + model->active_end - model->active_from;

    return active == 0 ? (double)NAN : (double)model->data_cycles / (double)active;
}
