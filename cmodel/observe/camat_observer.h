/* C-AMAT of a running SM in its five-parameter form (CAMAT 2.2, equation 2; camat.h): follows every access of an
 * rs_sm_memory, of any configuration, through the ports between its blocks. Shares nothing with rs_camat_counter, whose
 * active cycles and accesses must be hit + pure miss cycles and accesses here, at every cycle.
 *
 * An access is a group of the load/store unit that the coalescer has taken.
 *   Hit phase   from the cycle in which the group is the unit's next, whether its operands are in or not, until its
 *               last line has been taken by the cache; a store's, with an MSHR table, for the cycle more in which it
 *               passes the table.
 *   Miss phase  of a load with a line that was no hit: from there until the words of its last such line have left the
 *               MSHR table, or, with a pending request table, until the last of its requests has been served there,
 *               words or not.
 * A group that faults is no access, its cycles at the unit are hit cycles all the same.
 * Of the loads inside, no two of one warp, register and element. The counters are not cleared meanwhile.
 *
 * Units: cycles, accesses. Work is done where a phase changes: cycles in which the SM stands still may be left out.
 * Nothing is allocated in a cycle. */
#ifndef RS_CAMAT_OBSERVER_H
#define RS_CAMAT_OBSERVER_H

#include "common/hash_table.h"
#include "common/pool.h"
#include "observe/camat.h"
#include "rowstreak.h"
#include "sm/sm_memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_observed_access {
    uint32_t next;       /* of the pool */
    uint32_t waits_for;  /* lanes without their word, or requests that have not been served */
    uint64_t key;        /* of a load that has missed: the table's tag, or, pending request table, its entry */
    rs_camat_access phase;
    bool missed;         /* it has a key */
} rs_observed_access;

typedef struct rs_camat_observer { /* accesses by number, RS_NONE: none */
    uint64_t now;                     /* cycles passed; those since then are as the last of them */
    bool pending_request_table;
    bool lost;                        /* words or a line of no access, or more accesses than there are places for */
    uint32_t sectors;
    uint32_t unit;                    /* access at the load/store unit, not counted yet */
    uint32_t lines[2], in_lines;      /* those whose lines are at the coalescer, oldest first */
    uint32_t passing;                 /* store in the MSHR table */
    uint32_t fill;                    /* pending request table: entry of the fill that it holds */
    rs_pool accesses;
    rs_hash_table missed;             /* number of a load that has missed, by its key */
    rs_camat camat;
} rs_camat_observer;

/* table: of the SM's cache. False without memory. Nothing seen, cycle 0. */
bool rs_camat_observer_init(rs_camat_observer *observer, const rs_table_config *table);
/* Also of a zeroed one. */
void rs_camat_observer_free(rs_camat_observer *observer);
/* Before the clock edge of cycle `now`; outputs: of this cycle. Left out may be cycles behind one in which
 * rs_sm_memory_advance() changed nothing. */
void rs_camat_observer_cycle(rs_camat_observer *observer, uint64_t now, const rs_sm_memory *sm,
                             const rs_sm_memory_outputs *outputs);
/* What the cycles before `now` add up to; misses that go on as if they ended here. */
rs_camat rs_camat_observer_sums(rs_camat_observer *observer, uint64_t now);
/* The counters, after the clock edge before cycle `now`, are what the phases add up to, and so is the five-parameter
 * form: misses in pure miss cycles, added up over cycles, are those added up over accesses. sm: its number, for the
 * error. */
bool rs_camat_observer_check(rs_camat_observer *observer, uint64_t now, const rs_camat_counter *counter, uint32_t sm,
                             rs_error *error);

#ifdef __cplusplus
}
#endif
#endif
