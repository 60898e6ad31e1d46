/* Tags of a set-associative cache, least recently used goes first; no data. A line's set is its number
 * XOR-folded, so that lines a power of two apart do not share one.
 *
 * Allocate on miss: the victim takes the tag at once, not valid, and keeps the number of the miss that is to fill it; a fill
 * makes it valid only if the way still waits for this very miss. So a line that was thrown out in between stays out,
 * and no access ever waits for a way (the rule of rtl/sm's L1).
 */
#ifndef RS_TAG_CACHE_H
#define RS_TAG_CACHE_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_tag_way {
    uint64_t line, used; /* used: time of the last access; 0: never, the way is empty */
    uint32_t miss;       /* while not valid: the miss it waits for */
    bool valid, dirty;
} rs_tag_way;

typedef struct rs_tag_cache {
    uint32_t sets, ways;
    uint64_t now; /* counts accesses */
    rs_tag_way *way;
} rs_tag_cache;

/* False without memory. sets: a power of two from 2; ways from 1. */
bool rs_tag_cache_init(rs_tag_cache *cache, uint32_t sets, uint32_t ways);
void rs_tag_cache_free(rs_tag_cache *cache);

/* The way that holds the line's tag, valid or not, made the most recently used; NULL: none. */
rs_tag_way *rs_tag_cache_find(rs_tag_cache *cache, uint64_t line);
/* The least recently used way of the line's set, an empty one first; the caller looks at what it holds, then fills it in. */
rs_tag_way *rs_tag_cache_victim(rs_tag_cache *cache, uint64_t line);
/* The way takes the tag and is the most recently used; not valid, not dirty. */
void rs_tag_cache_take(rs_tag_cache *cache, rs_tag_way *way, uint64_t line, uint32_t miss);
/* Data of a miss are there. */
void rs_tag_cache_fill(rs_tag_cache *cache, uint64_t line, uint32_t miss);

#ifdef __cplusplus
}
#endif
#endif
