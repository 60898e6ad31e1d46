/* Contract: camat_observer.h. */
#include "observe/camat_observer.h"

#include <stdlib.h>
#include <string.h>

enum { OUTSIDE_THE_TABLE = 8 }; /* unit, coalescer, on the way into the table; and number 0 */

bool rs_camat_observer_init(rs_camat_observer *o, const rs_table_config *table)
{
    memset(o, 0, sizeof *o);
    o->pending_request_table = table->pending_request_table;
    o->sectors = table->sectors;
    o->places = table->entries * (table->pending_request_table ? 1 : table->merges) + OUTSIDE_THE_TABLE;
    o->list = (rs_observed_access *)calloc(o->places, sizeof *o->list);
    return o->list != NULL;
}

void rs_camat_observer_free(rs_camat_observer *o)
{
    free(o->list);
    o->list = NULL;
}

/* ---- accesses --------------------------------------------------------------------------------------------- */

static uint32_t begin(rs_camat_observer *o)
{
    uint32_t number = o->free;
    if (number != 0) {
        o->free = o->list[number].next;
    } else if (o->used + 1 < o->places) {
        number = ++o->used;
    } else {
        o->lost = true;
        return 0;
    }
    memset(&o->list[number], 0, sizeof o->list[number]);
    rs_camat_begin(&o->camat, &o->list[number].phase);
    return number;
}

static uint32_t *chain_of(rs_camat_observer *o, uint64_t key)
{
    return &o->chain[key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (RS_CAMAT_CHAINS - 1)];
}

static void end(rs_camat_observer *o, uint32_t number)
{
    rs_observed_access *its = &o->list[number];
    if (its->chained) {
        uint32_t *at = chain_of(o, its->key);
        while (*at != number) {
            at = &o->list[*at].next;
        }
        *at = its->next;
        its->chained = false;
    }
    rs_camat_end(&o->camat, &its->phase);
    its->next = o->free;
    o->free = number;
}

/* A line of it was no hit. */
static void misses(rs_camat_observer *o, uint32_t number, uint64_t key, uint32_t waits_for)
{
    rs_observed_access *its = &o->list[number];
    its->waits_for += waits_for;
    if (!its->chained) {
        uint32_t *chain = chain_of(o, key);
        its->key = key;
        its->chained = true;
        its->next = *chain;
        *chain = number;
    }
}

static void served(rs_camat_observer *o, uint64_t key, uint32_t count)
{
    uint32_t number = *chain_of(o, key);
    while (number != 0 && o->list[number].key != key) {
        number = o->list[number].next;
    }
    rs_observed_access *its = &o->list[number];
    if (number == 0 || its->waits_for < count) {
        o->lost = true;
        return;
    }
    its->waits_for -= count;
    if (its->waits_for == 0 && its->phase.misses) {
        end(o, number);
    }
}

/* ---- a cycle ---------------------------------------------------------------------------------------------- */

static void pass(rs_camat_observer *o, uint64_t cycles)
{
    o->now += cycles;
    if (o->passing != 0 && cycles != 0) {
        rs_camat_clock(&o->camat, 1);
        end(o, o->passing);
        o->passing = 0;
        cycles--;
    }
    rs_camat_clock(&o->camat, cycles);
}

/* Words or requests leave the table. */
static void table_cycle(rs_camat_observer *o, const rs_l1_step *step)
{
    if (!o->pending_request_table) {
        if (step->table.reply_valid && step->to_table.reply_ready) {
            served(o, step->table.reply.tag, (uint32_t)__builtin_popcount(step->table.reply.mask));
        }
        return;
    }
    if (step->table.fill) {
        served(o, o->fill, 1);
    }
    if (step->to_table.fill_valid && step->table.fill_ready) {
        o->fill = step->to_table.fill.id;
    }
}

/* The cache takes a line of the oldest access at the coalescer. */
static void line_taken(rs_camat_observer *o, const rs_line_access *line, bool hit, const rs_l1_step *step)
{
    const uint32_t number = o->lines[0];
    if (o->in_lines == 0) {
        o->lost = true;
        return;
    }
    if (!line->write && !hit) {
        if (o->pending_request_table) {
            misses(o, number, step->table.id, o->sectors);
        } else {
            misses(o, number, step->to_table.access.tag, (uint32_t)__builtin_popcountll(line->mask));
        }
    }
    if (!line->last) {
        return;
    }
    o->lines[0] = o->lines[1];
    o->in_lines--;
    if (line->write && !o->pending_request_table) {
        o->passing = number;
    } else if (o->list[number].waits_for != 0) {
        rs_camat_miss(&o->camat, &o->list[number].phase);
    } else {
        end(o, number);
    }
}

void rs_camat_observer_cycle(rs_camat_observer *o, uint64_t now, const rs_sm_memory *sm,
                             const rs_sm_memory_outputs *outputs)
{
    const rs_sm_wires *w = &outputs->wires;
    const bool at_unit = sm->unit.busy && !sm->unit.group.scratchpad;
    if (o->lost) {
        return;
    }
    pass(o, now - o->now);
    if (at_unit && o->unit == 0) {
        o->unit = begin(o);
    } else if (!at_unit && o->unit != 0) { /* a fault */
        end(o, o->unit);
        o->camat.accesses--;
        o->unit = 0;
    }
    pass(o, 1);
    /* What holds from the next cycle on. */
    table_cycle(o, &w->cache.step);
    if (sm->coalescer.line_valid && w->cache.line_ready) {
        line_taken(o, &sm->coalescer.line, outputs->hit, &w->cache.step);
    }
    if (o->unit != 0 && w->group != NULL && w->group_ready) {
        o->lost = o->lost || o->in_lines == 2;
        o->lines[o->in_lines++ % 2] = o->unit;
        o->unit = 0;
    }
}

/* ---- sums ------------------------------------------------------------------------------------------------- */

rs_camat rs_camat_observer_sums(rs_camat_observer *o, uint64_t now)
{
    pass(o, now - o->now);
    rs_camat sums = o->camat;
    sums.accesses -= o->unit != 0;
    for (uint32_t number = 1; number <= o->used; number++) {
        if (o->list[number].chained && o->list[number].phase.misses) {
            rs_camat_end(&sums, &o->list[number].phase);
        }
    }
    return sums;
}

bool rs_camat_observer_check(rs_camat_observer *o, uint64_t now, const rs_camat_counter *counter, uint32_t sm,
                             rs_error *error)
{
    const rs_camat sums = rs_camat_observer_sums(o, now);
    const uint64_t active = sums.hit_cycles + sums.pure_cycles;
    if (o->lost) {
        rs_error_set(error, "C-AMAT: cycle %llu, SM %u: found words or a line of no access, or more accesses than there "
                     "are places for", (unsigned long long)now, sm);
    } else if (counter->active_cycles != active || counter->accesses != sums.accesses ||
               sums.pure_sum != sums.penalty_sum) {
        rs_error_set(error, "C-AMAT: cycle %llu, SM %u: counters have %llu active cycles, %llu accesses, the phases of "
                     "its accesses %llu and %llu, with %llu cycles of misses in %llu", (unsigned long long)now, sm,
                     (unsigned long long)counter->active_cycles, (unsigned long long)counter->accesses,
                     (unsigned long long)active, (unsigned long long)sums.accesses,
                     (unsigned long long)sums.penalty_sum, (unsigned long long)sums.pure_sum);
    } else {
        return true;
    }
    return false;
}
