/* Outstanding misses of a cache: an entry a line, and who waits for it, any number, answered in their order.
 *
 * Plain MSHRs without a limit of merges (PATTERNS table 1 names entries only). The SM's own tables with theirs, RTL and
 * twin, are sm/outstanding_table.h. */
#ifndef RS_MISS_TABLE_H
#define RS_MISS_TABLE_H

#include "common/pool.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_miss_entry {
    uint64_t line;
    rs_chain waiting;
    uint32_t parts; /* the caller's: pieces of the line that are still to come */
    bool live;
} rs_miss_entry;

typedef struct rs_miss_waiter {
    uint32_t next, who;
} rs_miss_waiter;

typedef struct rs_miss_table {
    uint32_t entries, live;
    rs_miss_entry *entry;
    rs_pool waiters;
} rs_miss_table;

/* False without memory. waiters: the most that can wait at a time. */
bool rs_miss_table_init(rs_miss_table *table, uint32_t entries, uint32_t waiters);
void rs_miss_table_free(rs_miss_table *table);

/* The entry of a line, RS_NONE without one. */
uint32_t rs_miss_table_find(const rs_miss_table *table, uint64_t line);
static inline bool rs_miss_table_full(const rs_miss_table *table)
{
    return table->live == table->entries;
}
/* A new entry without waiters; the table is not full. */
uint32_t rs_miss_table_allocate(rs_miss_table *table, uint64_t line);
/* False: no room for another waiter. */
bool rs_miss_table_wait(rs_miss_table *table, uint32_t entry, uint32_t who);
/* The data are there: takes the first waiter off into *who; false, and the entry is free: none left. */
bool rs_miss_table_answer(rs_miss_table *table, uint32_t entry, uint32_t *who);

#ifdef __cplusplus
}
#endif
#endif
