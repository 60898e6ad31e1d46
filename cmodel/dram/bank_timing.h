/* Twin of rtl/dram/rs_bank_timing.v: when each DRAM command may be issued (THESIS 1.3.2, table 1.1).
 *
 * Kept as absolute times: the first cycle in which a command is allowed. A rule of T cycles: a command in cycle t
 * allows the next in cycle t + T. All banks are closed at first. */
#ifndef RS_BANK_TIMING_H
#define RS_BANK_TIMING_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_bank_state {
    bool open;
    uint32_t row;
    uint64_t act_from, pre_from, column_from;
} rs_bank_state;

typedef struct rs_bank_timing {
    rs_bank_state bank[RS_MAX_BANKS];
    uint64_t act_from, read_from, write_from; /* rules between banks */
    uint64_t group_from[RS_MAX_BANKS];        /* column commands to a bank group (bank mod BANK_GROUPS) */
    uint64_t four_acts[4];                    /* first cycle after tFAW of the last four ACTs, a ring */
    uint32_t open_banks;                      /* mask */
    uint32_t acts, group_mask, banks;
    uint32_t act_act, act_pre, act_column, act_act_same, pre_act, column_column, read_write, write_read, read_pre,
        write_pre, four_act, column_column_group, refresh_act, refresh_other;
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

static inline bool rs_bank_can_read(const rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    return timing->bank[bank].open && now >= timing->bank[bank].column_from && now >= timing->read_from &&
           now >= timing->group_from[bank & timing->group_mask];
}

static inline bool rs_bank_can_write(const rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    return timing->bank[bank].open && now >= timing->bank[bank].column_from && now >= timing->write_from &&
           now >= timing->group_from[bank & timing->group_mask];
}

/* The first cycle after `now` in which the time of any rule of these banks is over, UINT64_MAX if there is none: until
 * then no rs_bank_can_*() of theirs changes by itself. */
uint64_t rs_bank_timing_next(const rs_bank_timing *timing, uint32_t banks, uint64_t now);
bool rs_bank_can_refresh(const rs_bank_timing *timing, uint64_t now);

/* Commands. */
static inline uint64_t rs_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline void rs_bank_timing_act(rs_bank_timing *timing, uint32_t bank, uint32_t row, uint64_t now)
{
    rs_bank_state *state = &timing->bank[bank];

    state->open = true;
    timing->open_banks |= 1U << bank;
    state->row = row;
    state->act_from = now + timing->act_act_same;
    state->pre_from = now + timing->act_pre;
    state->column_from = now + timing->act_column;
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

    state->pre_from = rs_later(state->pre_from, now + timing->read_pre);
    timing->group_from[bank & timing->group_mask] = now + timing->column_column_group;
    timing->read_from = now + timing->column_column;
    timing->write_from = now + timing->read_write;
}

static inline void rs_bank_timing_write(rs_bank_timing *timing, uint32_t bank, uint64_t now)
{
    rs_bank_state *state = &timing->bank[bank];

    state->pre_from = rs_later(state->pre_from, now + timing->write_pre);
    timing->group_from[bank & timing->group_mask] = now + timing->column_column_group;
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
