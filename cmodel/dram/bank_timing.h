/* Twin of rtl/dram/rs_bank_timing.v: when each DRAM command may be issued (THESIS 1.3.2, table 1.1).
 *
 * Kept as absolute times: the first cycle in which a command is allowed. A rule of T cycles: a command in cycle t
 * allows the next in cycle t + T. All banks are closed at first. RD and WR each have their own times in a bank, in its bank group (bank
 * mod BANK_GROUPS), and in the channel; the latest of the three counts. */
#ifndef RS_BANK_TIMING_H
#define RS_BANK_TIMING_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_bank_state {
    bool open;
    uint32_t row;
    uint64_t act_from, pre_from, read_from, write_from;
} rs_bank_state;

typedef struct rs_group_state {
    uint64_t read_from, write_from;
} rs_group_state;

typedef struct rs_bank_timing {
    uint64_t act_from, read_from, write_from; /* rules between banks */
    uint64_t four_acts[4];                    /* first cycle after tFAW of the last four ACTs, a ring */
    uint32_t open_banks;                      /* mask */
    uint32_t acts, group_mask, banks;
    uint32_t act_act, act_pre, act_read, act_write, act_act_same, pre_act, column_column, read_write, write_read, read_pre,
        write_pre, four_act, column_column_group, write_write_group, write_read_group, refresh_act, refresh_other;
    rs_group_state group[RS_MAX_BANKS];
    rs_bank_state bank[RS_MAX_BANKS];
} rs_bank_timing;

void rs_bank_timing_init(rs_bank_timing *timing, const rs_config *config);
static inline bool rs_bank_can_act(const rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    return !timing->bank[bank].open && now >= timing->bank[bank].act_from && now >= timing->act_from &&
           now >= timing->four_acts[timing->acts % 4];
}

static inline bool rs_bank_can_pre(const rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    return timing->bank[bank].open && now >= timing->bank[bank].pre_from;
}

static inline uint64_t rs_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The first cycle for ACT of any bank, as far as other banks are concerned. */
static inline uint64_t rs_channel_act_from(const rs_bank_timing *timing)
{
    return rs_later(timing->act_from, timing->four_acts[timing->acts % 4]);
}

/* The first cycle for RD or WR of an open bank as far as the bank and its group are concerned, and the channel's part of it. */
static inline uint64_t rs_bank_column_from(const rs_bank_timing *timing, uint32_t bank, bool write)
{
    const rs_bank_state *state = &timing->bank[bank];
    const rs_group_state *group = &timing->group[bank & timing->group_mask];

    return write ? rs_later(state->write_from, group->write_from) : rs_later(state->read_from, group->read_from);
}

static inline uint64_t rs_channel_column_from(const rs_bank_timing *timing, bool write)
{
    return write ? timing->write_from : timing->read_from;
}

static inline bool rs_bank_can_read(const rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    return timing->bank[bank].open && now >= timing->read_from && now >= rs_bank_column_from(timing, bank, false);
}

static inline bool rs_bank_can_write(const rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    return timing->bank[bank].open && now >= timing->write_from && now >= rs_bank_column_from(timing, bank, true);
}

/* The first cycle after `now` in which the time of any rule of these banks is over, UINT64_MAX if there is none: until
 * then no rs_bank_can_*() of theirs changes by itself. */
uint64_t rs_bank_timing_next(const rs_bank_timing *timing, uint32_t banks, uint64_t now);
bool rs_bank_can_refresh(const rs_bank_timing *timing, uint64_t now);

/* Commands. */
static inline void rs_bank_timing_act(rs_bank_timing *timing, uint32_t bank, uint32_t row, uint64_t now)
{
    rs_bank_state *state = &timing->bank[bank];

    state->open = true;
    timing->open_banks |= 1U << bank;
    state->row = row;
    state->act_from = now + timing->act_act_same;
    state->pre_from = now + timing->act_pre;
    state->read_from = now + timing->act_read;
    state->write_from = now + timing->act_write;
    timing->act_from = now + timing->act_act;
    timing->four_acts[timing->acts++ % 4] = now + timing->four_act;
}

static inline void rs_bank_timing_pre(rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    rs_bank_state *state = &timing->bank[bank];

    state->open = false;
    timing->open_banks &= ~(1U << bank);
    state->act_from = rs_later(state->act_from, now + timing->pre_act);
}

static inline void rs_bank_timing_read(rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    rs_bank_state *state = &timing->bank[bank];
    rs_group_state *group = &timing->group[bank & timing->group_mask];

    state->pre_from = rs_later(state->pre_from, now + timing->read_pre);
    group->read_from = rs_later(group->read_from, now + timing->column_column_group);
    group->write_from = rs_later(group->write_from, now + timing->column_column_group);
    timing->read_from = now + timing->column_column;
    timing->write_from = now + timing->read_write;
}

static inline void rs_bank_timing_write(rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    rs_bank_state *state = &timing->bank[bank];
    rs_group_state *group = &timing->group[bank & timing->group_mask];

    state->pre_from = rs_later(state->pre_from, now + timing->write_pre);
    group->read_from = now + timing->write_read_group;
    group->write_from = now + timing->write_write_group;
    timing->read_from = now + timing->write_read;
    timing->write_from = now + timing->column_column;
}

void rs_bank_timing_refresh(rs_bank_timing *timing, uint64_t now);

/* REF of one bank keeps the distances of an ACT to other ACTs, but tFAW, and is kept at them. */
static inline bool rs_bank_can_refresh_one(const rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    return !timing->bank[bank].open && now >= timing->bank[bank].act_from && now >= timing->act_from;
}

static inline void rs_bank_timing_refresh_one(rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    timing->bank[bank].act_from = now + timing->refresh_act;
    timing->act_from = now + timing->refresh_other;
}

#ifdef __cplusplus
}
#endif
#endif
