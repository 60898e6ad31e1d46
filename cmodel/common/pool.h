/* Pool: items of one size, by number, each taken and given back as often as one likes. A pool without a bound may move its items
 * when one is taken, so that who holds on to an item holds its number. An item is a structure that begins with `uint32_t next`,
 * the owner's while it is taken, the pool's while it is not.
 *
 * Chain: taken items of a pool in an order, linked by next. */
#ifndef RS_POOL_H
#define RS_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RS_NONE UINT32_MAX /* no item */

typedef struct rs_pool {
    char *item;
    size_t item_bytes;
    uint32_t room, most; /* items that there is memory for, and may be at all; most 0: any number */
    uint32_t used;       /* items 0 .. used - 1 have been taken at some time */
    uint32_t spare;      /* first of those given back */
} rs_pool;

/* most: items at a time, for which all memory is taken now; 0: as many as there is memory for, of which twice as much is taken when
 * needed. False without memory; the pool may then be freed. item_bytes: a multiple of what the item must be aligned to. */
bool rs_pool_init(rs_pool *pool, size_t item_bytes, uint32_t most);
/* Also of a zeroed one. */
void rs_pool_free(rs_pool *pool);
/* As after init, in the memory that it has. */
void rs_pool_clear(rs_pool *pool);
static inline void *rs_pool_item(const rs_pool *pool, uint32_t number)
{
    return pool->item + number * pool->item_bytes;
}
static inline uint32_t *rs_pool_next(const rs_pool *pool, uint32_t number)
{
    return (uint32_t *)rs_pool_item(pool, number);
}

/* An item that was never taken before; for rs_pool_take(). */
uint32_t rs_pool_take_fresh(rs_pool *pool);

/* The number of an item, its content undefined; RS_NONE: `most` are taken, or no memory. */
static inline uint32_t rs_pool_take(rs_pool *pool)
{
    const uint32_t number = pool->spare;
    if (number == RS_NONE) {
        return rs_pool_take_fresh(pool);
    }
    pool->spare = *rs_pool_next(pool, number);
    return number;
}

/* Into the host's cache: the item to be taken next. */
static inline void rs_pool_fetch(const rs_pool *pool)
{
    if (pool->spare != RS_NONE) {
        __builtin_prefetch(rs_pool_item(pool, pool->spare));
    }
}

static inline void rs_pool_give(rs_pool *pool, uint32_t number)
{
    *rs_pool_next(pool, number) = pool->spare;
    pool->spare = number;
}

typedef struct rs_chain {
    uint32_t first, last; /* RS_NONE: empty */
} rs_chain;

static inline rs_chain rs_chain_empty(void)
{
    const rs_chain empty = {RS_NONE, RS_NONE};
    return empty;
}

static inline void rs_chain_append(rs_pool *pool, rs_chain *chain, uint32_t number)
{
    *rs_pool_next(pool, number) = RS_NONE;
    if (chain->first == RS_NONE) {
        chain->first = number;
    } else {
        *rs_pool_next(pool, chain->last) = number;
    }
    chain->last = number;
}

/* Takes the item behind `before` out of the chain, RS_NONE: the first one; it is not given back. Returns its number. */
static inline uint32_t rs_chain_remove(rs_pool *pool, rs_chain *chain, uint32_t before)
{
    uint32_t *link = before == RS_NONE ? &chain->first : rs_pool_next(pool, before);
    const uint32_t number = *link;
    *link = *rs_pool_next(pool, number);
    if (chain->last == number) {
        chain->last = before;
    }
    return number;
}

#ifdef __cplusplus
}
#endif
#endif
