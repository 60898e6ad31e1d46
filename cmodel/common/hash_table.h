/* Hash table: a number for each of a growing set of 64-bit keys, such as that of an item of a pool (pool.h). Open addressing with
 * linear probing, at most half full. */
#ifndef RS_HASH_TABLE_H
#define RS_HASH_TABLE_H

#include "common/pool.h"
#include "common/splitmix64.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 2^RS_HASH_NEIGHBOURS keys that differ in their lowest bits alone start their search side by side, to share a cache line. */
enum { RS_HASH_NEIGHBOURS = 2 };

typedef struct rs_hash_slot {
    uint64_t key;
    uint32_t number; /* RS_NONE: free */
} rs_hash_slot;

typedef struct rs_hash_table {
    rs_hash_slot *slot;
    uint64_t mask; /* slots - 1, a power of two less one */
    uint64_t count;
} rs_hash_table;

/* Empty, with room for so many keys before it needs more memory. False without memory; the table may then be freed. */
bool rs_hash_table_init(rs_hash_table *table, uint64_t keys);
/* Also of a zeroed one. */
void rs_hash_table_free(rs_hash_table *table);
void rs_hash_table_clear(rs_hash_table *table);
/* The key is not there yet; number is not RS_NONE. False: no memory, nothing is changed. */
bool rs_hash_table_add(rs_hash_table *table, uint64_t key, uint32_t number);
/* The key is there. */
void rs_hash_table_remove(rs_hash_table *table, uint64_t key);

static inline uint64_t rs_hash_table_home(const rs_hash_table *table, uint64_t key)
{
    const uint64_t low = (UINT64_C(1) << RS_HASH_NEIGHBOURS) - 1;
    return (rs_splitmix64_mix(key >> RS_HASH_NEIGHBOURS) << RS_HASH_NEIGHBOURS | (key & low)) & table->mask;
}

/* The slot of the key, or the free one in which it belongs. */
static inline uint64_t rs_hash_table_slot(const rs_hash_table *table, uint64_t key)
{
    uint64_t at = rs_hash_table_home(table, key);
    while (table->slot[at].number != RS_NONE && table->slot[at].key != key) {
        at = (at + 1) & table->mask;
    }
    return at;
}

/* RS_NONE: the key is not there. */
static inline uint32_t rs_hash_table_find(const rs_hash_table *table, uint64_t key)
{
    return table->slot[rs_hash_table_slot(table, key)].number;
}

#ifdef __cplusplus
}
#endif
#endif
