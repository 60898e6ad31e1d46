/* Contract: dram_model.h. */
#include "study/dram_model.h"

#include <math.h>
#include <string.h>

void rs_dram_model_init(rs_dram_model *model, const rs_config *config, enum rs_dram_model_mode mode, uint32_t queue)
{
    memset(model, 0, sizeof(*model));
    model->mode = mode;
    model->queue = queue;
    model->request_cycles = config->data_cycles;
    model->t_rc = config->t_rc;
    model->t_open = config->t_rp + config->t_rcd;
    model->bank_bits = config->map.bank_bits;
    model->banks = config->banks;
}

static uint32_t bank_of(const rs_dram_model *model, uint32_t row)
{
    return row & ((UINT32_C(1) << model->bank_bits) - 1);
}

static bool is_open(const rs_dram_model *model, uint32_t bank, uint32_t row)
{
    return (model->open_banks >> bank & 1) != 0 && model->open_row[bank] == row;
}

static void set_open(rs_dram_model *model, uint32_t row)
{
    const uint32_t bank = bank_of(model, row);

    model->open_row[bank] = row;
    model->open_banks |= UINT32_C(1) << bank;
}

void rs_dram_model_open(rs_dram_model *model, uint32_t bank, uint32_t row)
{
    set_open(model, row << model->bank_bits | bank);
    model->counts = true;
}

/* The row that is opened first: that of the oldest request, or the one with most requests. */
static uint32_t first_row(const rs_dram_model *model)
{
    uint32_t most = 0;

    if (model->mode == RS_DRAM_MODEL_NO || model->mode == RS_DRAM_MODEL_FULL)
        return 0;
    for (uint32_t i = 1; i < model->rows; i++)
        most = model->requests[i] > model->requests[most] ? i : most;
    return most;
}

/* Which row each bank opens: all of them if `every`, else that of `first`. By the rows' places in the window. */
static uint64_t rows_to_open(const rs_dram_model *model, uint32_t first)
{
    uint32_t place[RS_MAX_BANKS], banks = 0;
    uint64_t chosen = 0;

    if (model->mode == RS_DRAM_MODEL_NO || model->mode == RS_DRAM_MODEL_NO_MP)
        return UINT64_C(1) << first;
    for (uint32_t i = 0; i < model->rows; i++) {
        const uint32_t bank = bank_of(model, model->row[i]);
        const bool known = (banks >> bank & 1) != 0;

        if (!known || (model->mode == RS_DRAM_MODEL_FULL_MP && model->requests[i] > model->requests[place[bank]]))
            place[bank] = i;
        banks |= UINT32_C(1) << bank;
    }
    for (; banks != 0; banks &= banks - 1)
        chosen |= UINT64_C(1) << place[__builtin_ctz(banks)];
    return chosen;
}

static void serve(rs_dram_model *model, uint32_t bank, uint32_t requests)
{
    model->period.t[bank] += (uint64_t)requests * model->request_cycles;
    model->period.data_cycles += (uint64_t)requests * model->request_cycles;
}

/* The row in this place of the window is opened, its requests are served. It stays in the window until the caller moves others there. */
static void open_place(rs_dram_model *model, uint32_t place)
{
    set_open(model, model->row[place]);
    serve(model, bank_of(model, model->row[place]), model->requests[place]);
    model->waiting -= model->requests[place];
}

static void move(rs_dram_model *model, uint32_t to, uint32_t from, uint32_t count)
{
    memmove(&model->row[to], &model->row[from], count * sizeof(model->row[0]));
    memmove(&model->requests[to], &model->requests[from], count * sizeof(model->requests[0]));
}

/* Begins a period: opens rows, whose requests leave the window. */
static void open_rows(rs_dram_model *model)
{
    const uint32_t first = first_row(model), rows = model->rows;
    uint64_t chosen = rows_to_open(model, first);
    uint32_t kept = (uint32_t)__builtin_ctzll(chosen);

    model->period.first_bank = bank_of(model, model->row[first]);
    while (chosen != 0) { /* what stands between this place and the next chosen one moves up */
        const uint32_t place = (uint32_t)__builtin_ctzll(chosen);
        uint32_t next;

        chosen &= chosen - 1;
        next = chosen != 0 ? (uint32_t)__builtin_ctzll(chosen) : rows;
        open_place(model, place);
        move(model, kept, place + 1, next - place - 1);
        kept += next - place - 1;
    }
    model->rows = kept;
}

/* Ends the period under way, if it is one that counts. */
static void end_period(rs_dram_model *model)
{
    rs_dram_period *period = &model->period;

    if (model->counts && model->started) {
        const uint64_t with_data = model->t_open + period->t[period->first_bank];

        period->cycles = with_data > model->t_rc ? with_data : model->t_rc;
        if (period->data_cycles > period->cycles)
            period->data_cycles = period->cycles;
        model->data_cycles += period->data_cycles;
        model->cycles += period->cycles;
        if (model->ended != NULL)
            model->ended(model->user, period);
    }
    for (uint32_t bank = 0; bank < model->banks; bank++)
        period->t[bank] = 0;
    period->data_cycles = 0;
    model->counts = true;
}

/* Where the row stands in the window, or model->rows. The last one first: requests to a row often come together. */
static uint32_t place_of(const rs_dram_model *model, uint32_t row)
{
    uint32_t place = model->rows;

    if (place != 0 && model->row[place - 1] == row)
        return place - 1;
    for (uint32_t i = 0; i < model->rows; i++)
        place = model->row[i] == row ? i : place;
    return place;
}

void rs_dram_model_push(rs_dram_model *model, uint32_t bank, uint32_t row)
{
    const uint32_t full_row = row << model->bank_bits | bank;
    uint32_t place;

    if (!model->started) {
        model->started = true;
        model->period.first_bank = bank;
    }
    if (model->waiting == model->queue) {
        end_period(model);
        open_rows(model);
    }
    if (is_open(model, bank, full_row)) {
        serve(model, bank, 1);
        return;
    }
    place = place_of(model, full_row);
    if (place == model->rows) {
        model->row[place] = full_row;
        model->requests[place] = 0;
        model->rows++;
    }
    model->requests[place]++;
    model->waiting++;
}

void rs_dram_model_finish(rs_dram_model *model)
{
    end_period(model);
    while (model->waiting != 0) {
        open_rows(model);
        end_period(model);
    }
}

double rs_dram_model_efficiency(const rs_dram_model *model)
{
    return model->cycles == 0 ? (double)NAN : (double)model->data_cycles / (double)model->cycles;
}
