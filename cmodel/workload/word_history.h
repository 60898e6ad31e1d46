/* Words that a launch stores to: who stored what there, and whether a load may bring a word.
 *
 * Rule. A store comes before a load when it is of the same warp and before it in program order, or of another warp of the
 * CTA and of an earlier section, barrier to barrier. It comes after it when the same holds with the two exchanged. All other
 * stores race with the load. A load may bring what a racing store writes, or what a store writes that comes before the load
 * and that no store between the two overwrites (of the same warp, or of a later section of its CTA), or, when no store comes
 * before it, what was there before. A lane's store counts behind those of the lanes below it. */
#ifndef RS_WORD_HISTORY_H
#define RS_WORD_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "common/hash_table.h"
#include "common/pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where in a launch an instruction stands. */
typedef struct rs_access_place {
    uint32_t cta, warp, section, instruction; /* section: barriers that the warp has passed before */
} rs_access_place;

typedef struct rs_word_history {
    rs_pool stores;
    rs_hash_table last; /* store of a word */
} rs_word_history;

/* False without memory; it may then be freed. */
bool rs_word_history_init(rs_word_history *history);
/* Also of a zeroed one. */
void rs_word_history_free(rs_word_history *history);
void rs_word_history_clear(rs_word_history *history);
/* Stores of a warp in program order, lanes from the lowest up. False without memory. */
bool rs_word_history_store(rs_word_history *history, uint64_t word, uint32_t value, rs_access_place place);
/* before: what was there before the first store; NULL: nothing that a load may bring. */
bool rs_word_history_allows(const rs_word_history *history, uint64_t word, uint32_t value, rs_access_place load,
                            const uint32_t *before);

#ifdef __cplusplus
}
#endif
#endif
