/* Contract: gpu_trace_store.h.
 * A record: its word; where it accesses memory a second one with mask, scratchpad (bit 32) and form (bit 33), then the addresses: form 0 the
 * first and the stride from lane to lane, form 1 one a lane of the mask. */
#include "workload/gpu_trace_store.h"

#include <stdlib.h>
#include <string.h>

#include "sm/warp_record.h"

enum { LANES = RS_TRACED_LANES, LONGEST = 2 + LANES, WINDOW = 256 };

#define SCRATCHPAD (UINT64_C(1) << 32)
#define EACH (UINT64_C(1) << 33)

static bool has_row(uint64_t record)
{
    const uint32_t kind = (uint32_t)(record & 15);
    return kind == RS_RECORD_MEMORY || kind == RS_RECORD_ATOMIC;
}

void rs_trace_store_start(rs_trace_store *store, rs_trace_spool *spool, uint64_t most)
{
    memset(store, 0, sizeof *store);
    store->spool = spool;
    store->most = most < RS_TRACE_STORE_LEAST ? RS_TRACE_STORE_LEAST : most;
}

uint64_t rs_trace_store_end(const rs_trace_store *store)
{
    return store->spooled + store->words;
}

/* ---- filling ---------------------------------------------------------------------------------------------- */

static bool to_spool(rs_trace_store *store)
{
    rs_trace_spool *spool = store->spool;
    if (spool->file == NULL) {
        spool->file = tmpfile();
    }
    if (store->spooled == 0) {
        spool->used = spool->stores == 0 ? 0 : spool->used;
        spool->stores++;
        store->base = spool->used;
    }
    const bool good = spool->file != NULL && fseek(spool->file, (long)(8 * spool->used), SEEK_SET) == 0 &&
                      fwrite(store->word, sizeof *store->word, store->words, spool->file) == store->words;
    spool->used += store->words;
    store->spooled += store->words;
    store->words = 0;
    store->failed = store->failed || !good;
    return good;
}

static bool make_room(rs_trace_store *store)
{
    if (store->words + LONGEST <= store->room) {
        return true;
    }
    if (store->words + LONGEST > store->most) {
        return to_spool(store);
    }
    uint64_t room = 2 * store->room + 8 * LONGEST;
    room = room < store->most ? room : store->most;
    uint64_t *grown = (uint64_t *)realloc(store->word, room * sizeof *grown);
    if (grown == NULL) {
        store->failed = true;
        return false;
    }
    store->word = grown;
    store->room = room;
    return true;
}

bool rs_trace_store_add(rs_trace_store *store, const rs_traced_record *record)
{
    if (store->failed || !make_room(store)) {
        return false;
    }
    uint64_t *word = store->word + store->words;
    *word++ = record->record;
    if (has_row(record->record)) {
        uint64_t *head = word++;
        const uint32_t first = (uint32_t)__builtin_ctz(record->mask), rest = record->mask & (record->mask - 1);
        const uint32_t second = rest != 0 ? (uint32_t)__builtin_ctz(rest) : first;
        const uint64_t apart = second != first ? second - first : 1;
        const uint64_t stride = (record->address[second] - record->address[first]) / apart;
        bool strided = record->address[second] >= record->address[first];
        *head = record->mask | (record->scratchpad ? SCRATCHPAD : 0);
        for (uint32_t left = record->mask; left != 0; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            strided = strided && record->address[lane] == record->address[first] + (lane - first) * stride;
            *word++ = record->address[lane];
        }
        if (strided) {
            word = head + 1;
            *word++ = record->address[first];
            *word++ = stride;
        } else {
            *head |= EACH;
        }
    }
    store->words = (uint64_t)(word - store->word);
    return true;
}

bool rs_trace_store_finish(rs_trace_store *store)
{
    const bool good = !store->failed && (store->spooled == 0 || to_spool(store));
    if (store->spooled != 0) {
        free(store->word);
        store->word = NULL;
        store->room = 0;
    }
    return good;
}

/* ---- reading ---------------------------------------------------------------------------------------------- */

/* So many words from `at` on, or as many as there are. */
static const uint64_t *look(rs_trace_store *store, rs_trace_reading *reading)
{
    if (store->spooled == 0) {
        return store->word + reading->at;
    }
    const uint64_t needed = reading->end - reading->at < LONGEST ? reading->end - reading->at : LONGEST;
    if (reading->window == NULL) {
        reading->window = (uint64_t *)malloc(WINDOW * sizeof *reading->window);
        reading->from = reading->to = 0;
    }
    if (reading->window != NULL && (reading->at < reading->from || reading->at + needed > reading->to)) {
        const uint64_t left = reading->end - reading->at, count = left < WINDOW ? left : WINDOW;
        FILE *file = store->spool->file;
        reading->from = reading->at;
        reading->to = reading->at + count;
        if (fseek(file, (long)(8 * (store->base + reading->at)), SEEK_SET) != 0 ||
            fread(reading->window, sizeof *reading->window, count, file) != count) {
            return NULL;
        }
    }
    return reading->window != NULL ? reading->window + (reading->at - reading->from) : NULL;
}

bool rs_trace_store_next(rs_trace_store *store, rs_trace_reading *reading, rs_traced_record *record)
{
    const uint64_t *word = look(store, reading), *start = word;
    if (word == NULL) {
        store->failed = true;
        return false;
    }
    record->record = *word++;
    record->mask = 0;
    if (has_row(record->record)) {
        const uint64_t head = *word++;
        record->mask = (uint32_t)head;
        record->scratchpad = (head & SCRATCHPAD) != 0;
        const uint32_t first = (uint32_t)__builtin_ctz(record->mask);
        for (uint32_t left = record->mask; left != 0; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            record->address[lane] = (head & EACH) != 0 ? *word++ : word[0] + (lane - first) * word[1];
        }
        word += (head & EACH) != 0 ? 0 : 2;
    }
    reading->at += (uint64_t)(word - start);
    return true;
}

void rs_trace_reading_free(rs_trace_reading *reading)
{
    free(reading->window);
    memset(reading, 0, sizeof *reading);
}

void rs_trace_store_free(rs_trace_store *store)
{
    if (store->spooled != 0) {
        store->spool->stores--;
    }
    free(store->word);
    memset(store, 0, sizeof *store);
}

void rs_trace_spool_close(rs_trace_spool *spool)
{
    if (spool->file != NULL) {
        (void)fclose(spool->file);
    }
    memset(spool, 0, sizeof *spool);
}
