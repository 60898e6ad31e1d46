/* Contract: pool.h. */
#include "common/pool.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ITEMS = 256 };

static bool make_room(rs_pool *pool, uint32_t items)
{
    char *grown = (char *)realloc(pool->item, items * pool->item_bytes);
    if (grown == NULL) {
        return false;
    }
    pool->item = grown;
    pool->room = items;
    return true;
}

bool rs_pool_init(rs_pool *pool, size_t item_bytes, uint32_t most)
{
    memset(pool, 0, sizeof *pool);
    pool->item_bytes = item_bytes;
    pool->most = most;
    pool->spare = RS_NONE;
    return make_room(pool, most != 0 ? most : FIRST_ITEMS);
}

void rs_pool_free(rs_pool *pool)
{
    free(pool->item);
    pool->item = NULL;
    pool->room = 0;
}

void rs_pool_clear(rs_pool *pool)
{
    pool->used = 0;
    pool->spare = RS_NONE;
}

uint32_t rs_pool_take_fresh(rs_pool *pool)
{
    if (pool->used == pool->room &&
        (pool->most != 0 || pool->room > UINT32_MAX / 2 || !make_room(pool, 2 * pool->room))) {
        return RS_NONE;
    }
    return pool->used++;
}
