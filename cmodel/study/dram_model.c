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

/* Begins a period: opens rows, whose requests leave the window. */
static void open_rows(rs_dram_model *model)
{
    const uint32_t first = first_row(model);
    uint64_t chosen = rows_to_open(model, first);
    uint32_t kept = (uint32_t)__builtin_ctzll(chosen);

    model->period.first_bank = bank_of(model, model->row[first]);
    for (uint32_t i = kept; i < model->rows; i++) {
        if ((chosen >> i & 1) != 0) {
            set_open(model, model->row[i]);
            serve(model, bank_of(model, model->row[i]), model->requests[i]);
            model->waiting -= model->requests[i];
        } else {
            model->row[kept] = model->row[i];
            model->requests[kept++] = model->requests[i];
        }
    }
    model->rows = kept;
}

/* Ends the period under way; false if it is none that counts. */
static bool end_period(rs_dram_model *model)
{
    rs_dram_period *period = &model->period;
    const bool counts = model->counts && model->started;

    if (counts) {
        const uint64_t with_data = model->t_open + period->t[period->first_bank];

        period->cycles = with_data > model->t_rc ? with_data : model->t_rc;
        if (period->data_cycles > period->cycles)
            period->data_cycles = period->cycles;
        model->periods++;
        model->data_cycles += period->data_cycles;
        model->cycles += period->cycles;
        model->last = *period;
    }
    memset(period, 0, sizeof(*period));
    model->counts = true;
    return counts;
}

bool rs_dram_model_push(rs_dram_model *model, uint32_t bank, uint32_t row)
{
    const uint32_t full_row = row << model->bank_bits | bank;
    uint32_t place;
    bool ended = false;

    if (!model->started) {
        model->started = true;
        model->period.first_bank = bank;
    }
    if (model->waiting == model->queue) {
        ended = end_period(model);
        open_rows(model);
    }
    if (is_open(model, bank, full_row)) {
        serve(model, bank, 1);
        return ended;
    }
    place = model->rows;
    for (uint32_t i = 0; i < model->rows; i++)
        place = model->row[i] == full_row ? i : place;
    if (place == model->rows) {
        model->row[place] = full_row;
        model->requests[place] = 0;
        model->rows++;
    }
    model->requests[place]++;
    model->waiting++;
    return ended;
}

bool rs_dram_model_drain(rs_dram_model *model)
{
    bool ended = false;

    if (model->done)
        return false;
    ended = end_period(model);
    if (model->waiting == 0)
        model->done = true;
    else
        open_rows(model);
    return ended || !model->done;
}

double rs_dram_model_efficiency(const rs_dram_model *model)
{
    return model->cycles == 0 ? (double)NAN : (double)model->data_cycles / (double)model->cycles;
}
