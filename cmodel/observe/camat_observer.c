/* Contract: camat_observer.h. */
#include "observe/camat_observer.h"

#include <string.h>

enum { OUTSIDE_THE_TABLE = 7 }; /* unit, coalescer, on the way into the table */

bool rs_camat_observer_init(rs_camat_observer *o, const rs_table_config *table)
{
    memset(o, 0, sizeof *o);
    o->pending_request_table = table->pending_request_table;
    o->sectors = table->sectors;
    o->unit = o->passing = RS_NONE;
    const uint32_t most = table->entries * (table->pending_request_table ? 1 : table->merges) + OUTSIDE_THE_TABLE;
    return rs_pool_init(&o->accesses, sizeof(rs_observed_access), most) &&
           rs_hash_table_init(&o->missed, 0); /* far fewer than most at a time, as a rule: it grows, and so stays in the host's cache */
}

void rs_camat_observer_free(rs_camat_observer *o)
{
    rs_pool_free(&o->accesses);
    rs_hash_table_free(&o->missed);
}

/* ---- accesses --------------------------------------------------------------------------------------------- */

static rs_observed_access *access_at(const rs_camat_observer *o, uint32_t number)
{
    return (rs_observed_access *)rs_pool_item(&o->accesses, number);
}

/* Its phase ends with the cycles that have been passed. */
static void leave(rs_camat_observer *o, uint32_t number)
{
    rs_observed_access *its = access_at(o, number);
    if (its->missed) {
        rs_hash_table_remove(&o->missed, its->key);
    }
    rs_camat_end(&o->camat, &its->phase);
    its->missed = false;
    rs_pool_give(&o->accesses, number);
}

/* The cycles before `until` pass with the phases as they are: to be called before one changes. */
static void pass(rs_camat_observer *o, uint64_t until)
{
    if (o->passing != RS_NONE && until != o->now) {
        rs_camat_clock(&o->camat, 1);
        o->now++;
        leave(o, o->passing);
        o->passing = RS_NONE;
    }
    if (until != o->now) {
        rs_camat_clock(&o->camat, until - o->now);
        o->now = until;
    }
}

/* An access whose hit phase begins with cycle `from`. */
static uint32_t begin(rs_camat_observer *o, uint64_t from)
{
    pass(o, from);
    const uint32_t number = rs_pool_take(&o->accesses);
    if (number == RS_NONE) {
        o->lost = true;
        return RS_NONE;
    }
    rs_observed_access *its = access_at(o, number);
    memset(its, 0, sizeof *its);
    rs_camat_begin(&o->camat, &its->phase);
    return number;
}

static void end(rs_camat_observer *o, uint32_t number, uint64_t until)
{
    pass(o, until);
    leave(o, number);
}

/* A line of it was no hit. */
static void misses(rs_camat_observer *o, uint32_t number, uint64_t key, uint32_t waits_for)
{
    rs_observed_access *its = access_at(o, number);
    its->waits_for += waits_for;
    if (!its->missed) {
        if (rs_hash_table_find(&o->missed, key) != RS_NONE || !rs_hash_table_add(&o->missed, key, number)) {
            o->lost = true;
            return;
        }
        its->key = key;
        its->missed = true;
    }
}

static void served(rs_camat_observer *o, uint64_t key, uint32_t count, uint64_t until)
{
    const uint32_t number = rs_hash_table_find(&o->missed, key);
    if (number == RS_NONE || access_at(o, number)->waits_for < count) {
        o->lost = true;
        return;
    }
    rs_observed_access *its = access_at(o, number);
    its->waits_for -= count;
    if (its->waits_for == 0 && its->phase.misses) {
        end(o, number, until);
    }
}

/* ---- a cycle; what changes in it holds from cycle `next` on --------------------------------------------------- */

/* Words or requests leave the table. */
static void table_cycle(rs_camat_observer *o, const rs_l1_step *step, uint64_t next)
{
    if (!o->pending_request_table) {
        if (step->table.reply_valid && step->room) {
            served(o, step->table.reply.tag, (uint32_t)__builtin_popcount(step->table.reply.mask), next);
        }
        return;
    }
    if (step->table.fill) {
        served(o, o->fill, 1, next);
    }
    if (step->to_table.fill_valid && step->table.fill_ready) {
        o->fill = step->to_table.fill.id;
    }
}

/* The cache takes a line of the oldest access at the coalescer. */
static void line_taken(rs_camat_observer *o, const rs_line_access *line, bool hit, const rs_l1_step *step, uint64_t next)
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
        pass(o, next);
        o->passing = number;
    } else if (access_at(o, number)->waits_for != 0) {
        pass(o, next);
        rs_camat_miss(&o->camat, &access_at(o, number)->phase);
    } else {
        end(o, number, next);
    }
}

void rs_camat_observer_cycle(rs_camat_observer *o, uint64_t now, const rs_sm_memory *sm,
                             const rs_sm_memory_outputs *outputs)
{
    const rs_sm_wires *w = &outputs->wires;
    const bool at_unit = sm->unit_accesses;
    if (o->lost) {
        return;
    }
    if (at_unit && o->unit == RS_NONE) {
        o->unit = begin(o, now);
    } else if (!at_unit && o->unit != RS_NONE) { /* a fault */
        end(o, o->unit, now);
        o->camat.accesses--;
        o->unit = RS_NONE;
    }
    table_cycle(o, &w->cache.step, now + 1);
    if (sm->coalescer.line_valid && w->cache.line_ready) {
        line_taken(o, &sm->coalescer.line, outputs->hit, &w->cache.step, now + 1);
    }
    if (o->unit != RS_NONE && w->group != NULL && w->group_ready) {
        o->lost = o->lost || o->in_lines == 2;
        o->lines[o->in_lines++ % 2] = o->unit;
        o->unit = RS_NONE;
    }
}

/* ---- sums ------------------------------------------------------------------------------------------------- */

rs_camat rs_camat_observer_sums(rs_camat_observer *o, uint64_t now)
{
    pass(o, now);
    rs_camat sums = o->camat;
    sums.accesses -= o->unit != RS_NONE;
    for (uint32_t number = 0; number < o->accesses.used; number++) {
        if (access_at(o, number)->missed && access_at(o, number)->phase.misses) {
            rs_camat_end(&sums, &access_at(o, number)->phase);
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
