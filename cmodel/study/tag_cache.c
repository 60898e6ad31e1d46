/* Contract: tag_cache.h. */
#include "study/tag_cache.h"

#include <stdlib.h>

bool rs_tag_cache_init(rs_tag_cache *cache, uint32_t sets, uint32_t ways)
{
    cache->sets = sets;
    cache->ways = ways;
    cache->now = 0;
    cache->way = (rs_tag_way *)calloc((size_t)sets * ways, sizeof *cache->way);
    return cache->way != NULL;
}

void rs_tag_cache_free(rs_tag_cache *cache)
{
    free(cache->way);
    cache->way = NULL;
}

static rs_tag_way *set_of(const rs_tag_cache *cache, uint64_t line)
{
    uint64_t set = 0;
    for (; line != 0; line /= cache->sets) {
        set ^= line % cache->sets;
    }
    return cache->way + set * cache->ways;
}

static rs_tag_way *holder(const rs_tag_cache *cache, uint64_t line)
{
    rs_tag_way *set = set_of(cache, line);
    for (uint32_t w = 0; w < cache->ways; w++) {
        if (set[w].used != 0 && set[w].line == line) {
            return &set[w];
        }
    }
    return NULL;
}

rs_tag_way *rs_tag_cache_find(rs_tag_cache *cache, uint64_t line)
{
    rs_tag_way *way = holder(cache, line);
    if (way != NULL) {
        way->used = ++cache->now;
    }
    return way;
}

rs_tag_way *rs_tag_cache_victim(rs_tag_cache *cache, uint64_t line)
{
    rs_tag_way *set = set_of(cache, line), *victim = set;
    for (uint32_t w = 1; w < cache->ways; w++) {
        victim = set[w].used < victim->used ? &set[w] : victim;
    }
    return victim;
}

void rs_tag_cache_take(rs_tag_cache *cache, rs_tag_way *way, uint64_t line, uint32_t miss)
{
    way->line = line;
    way->used = ++cache->now;
    way->miss = miss;
    way->valid = way->dirty = false;
}

void rs_tag_cache_fill(rs_tag_cache *cache, uint64_t line, uint32_t miss)
{
    rs_tag_way *way = holder(cache, line);
    if (way != NULL && !way->valid && way->miss == miss) {
        way->valid = true;
    }
}
