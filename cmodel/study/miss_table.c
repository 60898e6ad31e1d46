/* Contract: miss_table.h. */
#include "study/miss_table.h"

#include <stdlib.h>

bool rs_miss_table_init(rs_miss_table *table, uint32_t entries, uint32_t waiters)
{
    table->entries = entries;
    table->waiters = waiters;
    table->live = table->free_waiter = 0;
    table->entry = (rs_miss_entry *)calloc(entries, sizeof *table->entry);
    table->waiter = (rs_miss_waiter *)malloc(waiters * sizeof *table->waiter);
    for (uint32_t i = 0; table->waiter != NULL && i < waiters; i++) {
        table->waiter[i].next = i + 1 < waiters ? i + 1 : RS_MISS_NONE;
    }
    return table->entry != NULL && table->waiter != NULL;
}

void rs_miss_table_free(rs_miss_table *table)
{
    free(table->entry);
    free(table->waiter);
    table->entry = NULL;
    table->waiter = NULL;
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
    return RS_MISS_NONE;
}

uint32_t rs_miss_table_allocate(rs_miss_table *table, uint64_t line)
{
    uint32_t i = 0;
    while (table->entry[i].live) {
        i++;
    }
    rs_miss_entry *entry = &table->entry[i];
    entry->line = line;
    entry->first = entry->last = RS_MISS_NONE;
    entry->parts = 0;
    entry->live = true;
    table->live++;
    return i;
}

bool rs_miss_table_wait(rs_miss_table *table, uint32_t entry, uint32_t who)
{
    rs_miss_entry *waited = &table->entry[entry];
    const uint32_t place = table->free_waiter;
    if (place == RS_MISS_NONE) {
        return false;
    }
    table->free_waiter = table->waiter[place].next;
    table->waiter[place].who = who;
    table->waiter[place].next = RS_MISS_NONE;
    if (waited->first == RS_MISS_NONE) {
        waited->first = place;
    } else {
        table->waiter[waited->last].next = place;
    }
    waited->last = place;
    return true;
}

bool rs_miss_table_answer(rs_miss_table *table, uint32_t entry, uint32_t *who)
{
    rs_miss_entry *waited = &table->entry[entry];
    const uint32_t place = waited->first;
    if (place == RS_MISS_NONE) {
        waited->live = false;
        table->live--;
        return false;
    }
    *who = table->waiter[place].who;
    waited->first = table->waiter[place].next;
    table->waiter[place].next = table->free_waiter;
    table->free_waiter = place;
    return true;
}
