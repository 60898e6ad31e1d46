/* Whether the warps of an interactive program (thread_source.h) ask for ever: what its source notes for watch() and watched() of
 * warp_source.h.
 *
 * A warp's state is its place in the code, its lanes and all its registers. It is looked at where it goes back in a loop and awaits no
 * word, and compared with an older one (Brent's way: the older one is taken anew after 1, 2, 4 .. looks, so that rounds of any
 * length are found). When the two are the same, and between them
 *   no instruction could change memory: no store, no atomic that returns nothing, none whose words tell that it changed one (with a word to
 *     write that is no constant every atomic may), and
 *   each load came after an acquire of the warp (atomics are carried out in memory, a load may have what its L1 kept),
 * then the warp does for ever what it did between them, as long as memory stays the same; and it does, when all warps are so.
 * Also noted: who changed the word last that a compare-and-swap or an exchange changed (its lowest lane's), the locks of a program. */
#ifndef RS_THREAD_WATCH_H
#define RS_THREAD_WATCH_H

#include "common/hash_table.h"
#include "workload/thread_code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a warp's next instructions follow from, but for words that come. */
typedef struct rs_thread_state {
    uint32_t place, active;                 /* of the next instruction to show; lanes */
    uint32_t outer[RS_CODE_NESTING], depth; /* lanes at the begin of what is open */
    uint32_t file[RS_CODE_REGISTERS][RS_WARP_LANES];
} rs_thread_state;

/* A warp, for texts; launch-wide CTA, warp of it. */
typedef struct rs_thread_name {
    uint32_t sm, cta, warp;
} rs_thread_name;

typedef struct rs_warp_watch {
    uint32_t epoch;                         /* in which seen was taken */
    bool repeats;                           /* it came back to it */
    bool fresh, stale;                      /* since then: it acquired; it loaded before it did */
    uint32_t looks, limit;
    uint32_t asks;                          /* since then an atomic left its word as it was: 1, 2 with one that may take a lock: */
    uint64_t asked_at;                      /* the word's byte address */
    uint32_t asked_by;                      /* the instruction's place in the code */
    rs_thread_state seen;
} rs_warp_watch;

typedef struct rs_word_holder {
    rs_thread_name who;
    uint32_t instruction;                   /* its place in the code */
} rs_word_holder;

typedef struct rs_thread_watch {
    bool on, changed;                       /* changed: since the epoch began, perhaps */
    uint32_t epoch;
    rs_hash_table words;                    /* number in holder of a word's byte address */
    rs_word_holder *holder;
    uint32_t room;
} rs_thread_watch;

/* False without memory; it may then be freed, also one of zeros. */
bool rs_thread_watch_init(rs_thread_watch *watch);
void rs_thread_watch_free(rs_thread_watch *watch);
/* A new epoch. */
void rs_thread_watch_begin(rs_thread_watch *watch);

static inline void rs_thread_watch_change(rs_thread_watch *watch)
{
    watch->changed = true;
}

/* A load is made. */
static inline void rs_thread_watch_load(rs_warp_watch *warp)
{
    warp->stale = warp->stale || !warp->fresh;
}

/* Words of an atomic that returns have come to the lanes of the mask: what was at `address` and, of other lanes, elsewhere. */
void rs_thread_watch_atomic(rs_thread_watch *watch, rs_warp_watch *warp, rs_thread_name name, const rs_code_instruction *instruction,
                            uint32_t place, uint64_t address, uint32_t mask, const uint32_t *words);
/* The warp goes back in a loop, and awaits no word. */
void rs_thread_watch_loop(const rs_thread_watch *watch, rs_warp_watch *warp, const rs_thread_state *state);
static inline bool rs_thread_watch_looks(const rs_thread_watch *watch)
{
    return watch->on && !watch->changed;
}
static inline bool rs_thread_watch_repeats(const rs_thread_watch *watch, const rs_warp_watch *warp)
{
    return warp->epoch == watch->epoch && warp->repeats;
}
/* Who changed the word last, or NULL: nobody did that is noted. */
const rs_word_holder *rs_thread_watch_holder(const rs_thread_watch *watch, uint64_t address);
/* The error of a program that asks for ever: a warp of it, and of the one that changed its word last, NULL: it runs no more. */
void rs_thread_watch_describe(const rs_thread_watch *watch, const char *program, rs_thread_name name, const rs_warp_watch *warp,
                              const rs_warp_watch *holder, rs_error *error);

#ifdef __cplusplus
}
#endif
#endif
