/* Contract: pool.h. */
#include "common/pool.h"

#include <stdlib.h>
#include <string.h>

static bool add_chunk(rs_pool *pool)
{
    const uint32_t begun = pool->chunks * RS_POOL_CHUNK;
    const uint32_t items = pool->most != 0 && pool->most - begun < RS_POOL_CHUNK ? pool->most - begun : RS_POOL_CHUNK;
    char *fresh;
    if ((pool->chunks & (pool->chunks - 1)) == 0) { /* room for twice as many */
        const size_t room = pool->chunks == 0 ? 1 : 2 * (size_t)pool->chunks;
        char **grown = (char **)realloc(pool->chunk, room * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        pool->chunk = grown;
    }
    fresh = (char *)malloc(items * pool->item_bytes);
    if (fresh == NULL) {
        return false;
    }
    pool->chunk[pool->chunks++] = fresh;
    return true;
}

bool rs_pool_init(rs_pool *pool, size_t item_bytes, uint32_t most)
{
    bool good = true;
    memset(pool, 0, sizeof *pool);
    pool->item_bytes = item_bytes;
    pool->most = most;
    pool->spare = RS_NONE;
    while (good && (uint64_t)pool->chunks * RS_POOL_CHUNK < most) {
        good = add_chunk(pool);
    }
    return good;
}

void rs_pool_free(rs_pool *pool)
{
    for (uint32_t i = 0; i < pool->chunks; i++) {
        free(pool->chunk[i]);
    }
    free(pool->chunk);
    pool->chunk = NULL;
    pool->chunks = 0;
}

void rs_pool_clear(rs_pool *pool)
{
    pool->used = 0;
    pool->spare = RS_NONE;
}

uint32_t rs_pool_take_fresh(rs_pool *pool)
{
    if (pool->most != 0 ? pool->used == pool->most
                        : pool->used >> RS_POOL_CHUNK_SHIFT == pool->chunks && !add_chunk(pool)) {
        return RS_NONE;
    }
    return pool->used++;
}
