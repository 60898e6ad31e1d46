/* Contract: miss_table.h. */
#include "study/miss_table.h"

#include <stdlib.h>

bool rs_miss_table_init(rs_miss_table *table, uint32_t entries, uint32_t waiters)
{
    table->entries = entries;
    table->live = 0;
    table->entry = (rs_miss_entry *)calloc(entries, sizeof *table->entry);
    return rs_pool_init(&table->waiters, sizeof(rs_miss_waiter), waiters) && table->entry != NULL;
}

void rs_miss_table_free(rs_miss_table *table)
{
    rs_pool_free(&table->waiters);
    free(table->entry);
    table->entry = NULL;
}

uint32_t rs_miss_table_find(const rs_miss_table *table, uint64_t line)
{
    for (uint32_t i = 0, seen = 0; seen < table->live; i++) {
        const rs_miss_entry *entry = &table->entry[i];
        if (entry->live && entry->line == line) {
            return i;
        }
        seen += entry->live;
    }
    return RS_NONE;
}

uint32_t rs_miss_table_allocate(rs_miss_table *table, uint64_t line)
{
    uint32_t i = 0;
    while (table->entry[i].live) {
        i++;
    }
    rs_miss_entry *entry = &table->entry[i];
    entry->line = line;
    entry->waiting = rs_chain_empty();
    entry->parts = 0;
    entry->live = true;
    table->live++;
    return i;
}

bool rs_miss_table_wait(rs_miss_table *table, uint32_t entry, uint32_t who)
{
    const uint32_t waiter = rs_pool_take(&table->waiters);
    if (waiter == RS_NONE) {
        return false;
    }
    ((rs_miss_waiter *)rs_pool_item(&table->waiters, waiter))->who = who;
    rs_chain_append(&table->waiters, &table->entry[entry].waiting, waiter);
    return true;
}

bool rs_miss_table_answer(rs_miss_table *table, uint32_t entry, uint32_t *who)
{
    rs_miss_entry *waited = &table->entry[entry];
    if (waited->waiting.first == RS_NONE) {
        waited->live = false;
        table->live--;
        return false;
    }
    const uint32_t waiter = rs_chain_remove(&table->waiters, &waited->waiting, RS_NONE);
    *who = ((const rs_miss_waiter *)rs_pool_item(&table->waiters, waiter))->who;
    rs_pool_give(&table->waiters, waiter);
    return true;
}
