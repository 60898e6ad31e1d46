/* Contract: hash_table.h. */
#include "common/hash_table.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 256 };

static bool allocate(rs_hash_table *table, uint64_t slots)
{
    table->slot = (rs_hash_slot *)malloc(slots * sizeof *table->slot);
    table->mask = slots - 1;
    if (table->slot == NULL) {
        return false;
    }
    rs_hash_table_clear(table);
    return true;
}

bool rs_hash_table_init(rs_hash_table *table, uint64_t keys)
{
    uint64_t slots = FIRST_SLOTS;
    while (slots / 2 < keys) {
        slots *= 2;
    }
    return allocate(table, slots);
}

void rs_hash_table_free(rs_hash_table *table)
{
    free(table->slot);
    table->slot = NULL;
}

void rs_hash_table_clear(rs_hash_table *table)
{
    memset(table->slot, 0xff, (table->mask + 1) * sizeof *table->slot); /* RS_NONE */
    table->count = 0;
}

static void put(rs_hash_table *table, uint64_t key, uint32_t number)
{
    rs_hash_slot *to = &table->slot[rs_hash_table_slot(table, key)];
    to->key = key;
    to->number = number;
    table->count++;
}

static bool grow(rs_hash_table *table)
{
    rs_hash_table larger;
    if (!allocate(&larger, 2 * (table->mask + 1))) {
        return false;
    }
    for (uint64_t at = 0; at <= table->mask; at++) {
        if (table->slot[at].number != RS_NONE) {
            put(&larger, table->slot[at].key, table->slot[at].number);
        }
    }
    free(table->slot);
    *table = larger;
    return true;
}

bool rs_hash_table_add(rs_hash_table *table, uint64_t key, uint32_t number)
{
    if (2 * (table->count + 1) > table->mask + 1 && !grow(table)) {
        return false;
    }
    put(table, key, number);
    return true;
}

/* No free slot may come to stand between a key's home and its slot: what follows moves up where it can. */
void rs_hash_table_remove(rs_hash_table *table, uint64_t key)
{
    uint64_t hole = rs_hash_table_slot(table, key);
    for (uint64_t at = (hole + 1) & table->mask; table->slot[at].number != RS_NONE; at = (at + 1) & table->mask) {
        const uint64_t home = rs_hash_table_home(table, table->slot[at].key);
        if (((at - home) & table->mask) >= ((at - hole) & table->mask)) {
            table->slot[hole] = table->slot[at];
            hole = at;
        }
    }
    table->slot[hole].number = RS_NONE;
    table->count--;
}
