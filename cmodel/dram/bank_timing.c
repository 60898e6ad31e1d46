#include "dram/bank_timing.h"

#include <string.h>

static uint32_t longer(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

void rs_bank_timing_init(rs_bank_timing *timing, const rs_config *config)
{
    memset(timing, 0, sizeof(*timing));
    timing->banks = config->banks;
    timing->group_mask = config->bank_groups - 1;
    timing->act_act = config->t_rrd;
    timing->act_act_same = config->t_rc;
    timing->act_pre = config->t_ras;
    timing->act_read = config->t_rcd;
    timing->act_write = config->t_rcd_wr != 0 ? config->t_rcd_wr : config->t_rcd;
    timing->pre_act = config->t_rp;
    timing->read_pre = config->t_rtp;
    timing->write_pre = config->wl + config->burst_cycles + config->t_wr;
    timing->column_column = longer(config->t_ccd, config->burst_cycles);
    timing->read_write = longer(config->t_rtw, timing->column_column);
    timing->write_read = longer(config->wl + config->burst_cycles + config->t_wtr, timing->column_column);
    timing->four_act = config->t_faw;
    if (config->bank_groups > 1) {
        const uint32_t write_data_read = config->t_wtr_l != 0 ? config->t_wtr_l : config->t_wtr;

        timing->column_column_group = config->t_ccd_l;
        timing->write_write_group = config->t_ccd_l_wr != 0 ? config->t_ccd_l_wr : config->t_ccd_l;
        timing->write_read_group = longer(config->wl + config->burst_cycles + write_data_read, config->t_ccd_l);
    }
    timing->refresh_act = config->refresh == RS_REFRESH_BANK ? config->t_rfc_pb : config->t_rfc;
    timing->refresh_other = config->t_rrefd;
}

bool rs_bank_can_refresh(const rs_bank_timing *timing, uint64_t now)
{
    for (uint32_t bank = 0; bank < timing->banks; bank++)
        if (timing->bank[bank].open || now < timing->bank[bank].act_from)
            return false;
    return true;
}

/* The earlier of `next` and `time`, if that lies ahead. */
static uint64_t sooner(uint64_t next, uint64_t time, uint64_t now)
{
    return time > now && time < next ? time : next;
}

uint64_t rs_bank_timing_next(const rs_bank_timing *timing, uint32_t banks, uint64_t now)
{
    uint64_t next = sooner(UINT64_MAX, timing->act_from, now);

    next = sooner(next, timing->read_from, now);
    next = sooner(next, timing->write_from, now);
    next = sooner(next, timing->four_acts[timing->acts % 4], now);
    for (; banks != 0; banks &= banks - 1) {
        uint32_t bank = (uint32_t)__builtin_ctz(banks);
        const rs_bank_state *state = &timing->bank[bank];

        next = sooner(next, timing->group[bank & timing->group_mask].read_from, now);
        next = sooner(next, timing->group[bank & timing->group_mask].write_from, now);
        next = sooner(next, state->act_from, now);
        next = sooner(next, state->pre_from, now);
        next = sooner(next, state->read_from, now);
        next = sooner(next, state->write_from, now);
    }
    return next;
}

/* All banks are closed, and stay so for tRFC. */
void rs_bank_timing_refresh(rs_bank_timing *timing, uint64_t now)
{
    for (uint32_t bank = 0; bank < timing->banks; bank++)
        timing->bank[bank].act_from = now + timing->refresh_act;
}
