/* Contract: word_history.h. A word's stores are a list, the last one first. */
#include "workload/word_history.h"

typedef struct store {
    uint32_t next, value;
    rs_access_place place;
} store;

enum order { BEFORE, AFTER, RACING };

bool rs_word_history_init(rs_word_history *history)
{
    return rs_pool_init(&history->stores, sizeof(store), 0) && rs_hash_table_init(&history->last, 0);
}

void rs_word_history_free(rs_word_history *history)
{
    rs_pool_free(&history->stores);
    rs_hash_table_free(&history->last);
}

void rs_word_history_clear(rs_word_history *history)
{
    rs_pool_clear(&history->stores);
    rs_hash_table_clear(&history->last);
}

static store *store_at(const rs_word_history *history, uint32_t number)
{
    return (store *)rs_pool_item(&history->stores, number);
}

bool rs_word_history_store(rs_word_history *history, uint64_t word, uint32_t value, rs_access_place place)
{
    const uint32_t number = rs_pool_take(&history->stores);
    const uint64_t slot = rs_hash_table_slot(&history->last, word);
    const uint32_t last = history->last.slot[slot].number;
    if (number == RS_NONE || (last == RS_NONE && !rs_hash_table_add(&history->last, word, number))) {
        return false;
    }
    if (last != RS_NONE) {
        history->last.slot[slot].number = number;
    }
    const store fresh = {last, value, place};
    *store_at(history, number) = fresh;
    return true;
}

static enum order order_of(rs_access_place stored, rs_access_place load)
{
    if (stored.cta != load.cta) {
        return RACING;
    }
    if (stored.warp == load.warp) {
        return stored.instruction < load.instruction ? BEFORE : AFTER;
    }
    return stored.section < load.section ? BEFORE : stored.section > load.section ? AFTER : RACING;
}

bool rs_word_history_allows(const rs_word_history *history, uint64_t word, uint32_t value, rs_access_place load,
                            const uint32_t *before)
{
    const uint32_t last = rs_hash_table_find(&history->last, word);
    bool stored_before = false;
    for (uint32_t at = last; at != RS_NONE; at = store_at(history, at)->next) {
        const store *one = store_at(history, at);
        const enum order order = order_of(one->place, load);
        bool overwritten = order == AFTER;
        stored_before = stored_before || order == BEFORE;
        if (one->value != value || overwritten) {
            continue;
        }
        for (uint32_t by = last; order == BEFORE && !overwritten && by != RS_NONE; by = store_at(history, by)->next) {
            const store *other = store_at(history, by);
            const bool later = other->place.warp == one->place.warp
                                   ? other->place.instruction > one->place.instruction ||
                                         (other->place.instruction == one->place.instruction && by > at)
                                   : other->place.section > one->place.section;
            overwritten = by != at && later && order_of(other->place, load) == BEFORE;
        }
        if (!overwritten) {
            return true;
        }
    }
    return !stored_before && before != NULL && *before == value;
}
