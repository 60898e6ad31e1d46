/* Contract: thread_watch.h. */
#include "workload/thread_watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool rs_thread_watch_init(rs_thread_watch *watch)
{
    memset(watch, 0, sizeof *watch);
    return rs_hash_table_init(&watch->words, 64);
}

void rs_thread_watch_free(rs_thread_watch *watch)
{
    rs_hash_table_free(&watch->words);
    free(watch->holder);
    watch->holder = NULL;
}

void rs_thread_watch_begin(rs_thread_watch *watch)
{
    watch->on = true;
    watch->changed = false;
    watch->epoch++;
}

/* Without memory it stays unknown, which costs a text its name. */
static void note_holder(rs_thread_watch *watch, uint64_t address, rs_word_holder holder)
{
    uint32_t number = rs_hash_table_find(&watch->words, address);
    if (number == RS_NONE) {
        number = (uint32_t)watch->words.count;
        if (number == watch->room) {
            void *grown = realloc(watch->holder, (2 * (size_t)watch->room + 64) * sizeof *watch->holder);
            if (grown == NULL) {
                return;
            }
            watch->holder = (rs_word_holder *)grown;
            watch->room = 2 * watch->room + 64;
        }
        if (!rs_hash_table_add(&watch->words, address, number)) {
            return;
        }
    }
    watch->holder[number] = holder;
}

const rs_word_holder *rs_thread_watch_holder(const rs_thread_watch *watch, uint64_t address)
{
    const uint32_t number = rs_hash_table_find(&watch->words, address);
    return number == RS_NONE ? NULL : &watch->holder[number];
}

static bool may_change(const rs_code_instruction *instruction, uint32_t word)
{
    return instruction->b != RS_CODE_NONE ||
           rs_atomic_word((enum rs_atomic)instruction->op, word, instruction->immediate, instruction->compare) != word;
}

void rs_thread_watch_atomic(rs_thread_watch *watch, rs_warp_watch *warp, rs_thread_name name, const rs_code_instruction *instruction,
                            uint32_t place, uint64_t address, uint32_t mask, const uint32_t *words)
{
    const bool lock = instruction->op == RS_ATOMIC_COMPARE_SWAP || instruction->op == RS_ATOMIC_EXCHANGE;
    bool changes = false;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        changes = changes || may_change(instruction, words[__builtin_ctz(left)]);
    }
    if (changes) {
        rs_thread_watch_change(watch);
        if (lock) {
            note_holder(watch, address, (rs_word_holder){name, place});
        }
    } else if (lock || warp->asks < 2) {
        warp->asks = lock ? 2 : 1;
        warp->asked_at = address;
        warp->asked_by = place;
    }
    warp->fresh = warp->fresh || instruction->order == RS_ACQUIRE || instruction->order == RS_ACQUIRE_RELEASE;
}

static bool same(const rs_thread_state *a, const rs_thread_state *b)
{
    return a->place == b->place && a->active == b->active && a->depth == b->depth &&
           memcmp(a->outer, b->outer, a->depth * sizeof a->outer[0]) == 0 && memcmp(a->file, b->file, sizeof a->file) == 0;
}

static void take(rs_warp_watch *warp, const rs_thread_state *state, uint32_t limit)
{
    warp->seen = *state;
    warp->limit = limit;
    warp->looks = warp->asks = 0;
    warp->fresh = warp->stale = false;
}

void rs_thread_watch_loop(const rs_thread_watch *watch, rs_warp_watch *warp, const rs_thread_state *state)
{
    if (warp->epoch != watch->epoch) {
        warp->epoch = watch->epoch;
        warp->repeats = false;
        take(warp, state, 1);
    } else if (!warp->repeats) {
        warp->repeats = !warp->stale && same(&warp->seen, state);
        if (!warp->repeats && ++warp->looks == warp->limit) {
            take(warp, state, 2 * warp->limit);
        }
    }
}

void rs_thread_watch_describe(const rs_thread_watch *watch, const char *program, rs_thread_name name, const rs_warp_watch *warp,
                              const rs_warp_watch *holder, rs_error *error)
{
    enum { TEXT = 120 };
    const rs_word_holder *last = rs_thread_watch_holder(watch, warp->asked_at);
    char who[TEXT] = "nobody has changed", now[TEXT] = "";
    if (warp->asks == 0) {
        rs_error_set(error, "%s can never end: SM %u, CTA %u, warp %u loops and asks for nothing, and no warp that runs changes anything any more",
                     program, name.sm, name.cta, name.warp);
        return;
    }
    if (last != NULL) {
        snprintf(who, sizeof who, "SM %u, CTA %u, warp %u changed last, by its instruction %u", last->who.sm, last->who.cta, last->who.warp,
                 last->instruction);
        snprintf(now, sizeof now, "; that one %s", holder != NULL ? "loops" : "has exited");
    }
    if (holder != NULL && holder->asks != 0) {
        snprintf(now, sizeof now, "; that one asks for the word at 0x%llx (instruction %u)", (unsigned long long)holder->asked_at,
                 holder->asked_by);
    }
    rs_error_set(error, "%s can never end: SM %u, CTA %u, warp %u asks again and again for the word at 0x%llx (instruction %u of the code), which "
                 "%s%s; and no warp that runs changes anything any more", program, name.sm, name.cta, name.warp,
                 (unsigned long long)warp->asked_at, warp->asked_by, who, now);
}
