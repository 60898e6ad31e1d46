/* Where a machine's SMs get their warps from: records for the issue stage, operands for the load/store unit, and what becomes
 * of the words that loads bring. One interface, whatever makes the instructions.
 *
 * Order of calls, all by the one that drives the machine:
 *   launch                          the next launch, after the one before has ended and its stores are ordered
 *   cta(number, slot)               CTA `number` starts; numbers ascend from 0. slot: a place of an SM that is free, the
 *                                   driver's numbering, below the number given at creation
 *   available(slot, warp)           whether next() has a record; false for a warp that awaits words
 *   next(slot, warp)                the warp's next record (sm/warp_record.h); each once, EXIT last
 *   operands(slot, warp, number)    row `number` from 0 of the warp's oldest MEMORY or ATOMIC record of which rows are left
 *                                   to read: rs_operand_rows() of them
 *   words(slot, warp, ...)          words of some lanes that a load's element or an atomic brings; each lane once
 *   cta_end(slot)                   its warps are over and their words have come
 *   finish                          the result, word for word against a sequential reference; false: error is set
 * Memory: line() tells of every 64 B line what it holds before the first launch, at any time the same; what the host changes
 * between two launches, changed() tells after launch(). The driver puts both there.
 * watch, watched, repeats: all, or all NULL where no warp goes by what it loaded. watch(): memory is settled, no store is under way; from now
 *   on the source notes whether what its warps do can have changed memory, and whether they come back to states in which they were
 *   since. Then watched() says: CHANGED, a warp has or may have changed a word of memory, has ended or started; REPEATS, not so, and each
 *   warp that runs is where it was before, with all its registers, by loads and atomics alone whose words were those in memory: error
 *   names one, what it asks for and who has that; else UNDECIDED. repeats() says it of one warp that runs. Exact as far as memory was the same from watch() on, which the caller knows
 *   (machine/gpu_wait.h).
 * trouble: NULL, or the first thing that was wrong: a word that no load may bring, words that nobody waits for, registers that
 * do not suffice, no memory. *program: it is the program's fault, or the configuration's, not the machine's. Later calls do no harm but
 * mean nothing.
 */
#ifndef RS_WARP_SOURCE_H
#define RS_WARP_SOURCE_H

#include "rowstreak.h"
#include "workload/record.h"
#include "workload/warp_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_warp_launch {
    uint32_t ctas, cta_warps;            /* of a CTA: 1 to RS_CTA_MAX_WARPS */
    uint32_t scratchpad_bytes;           /* of a CTA */
    uint32_t registers;                  /* of a thread */
    uint32_t limit;                      /* CTAs that an SM may have; 0: as many as fit */
    bool recorded;                       /* what a GPU has done: record_check.h */
} rs_warp_launch;

/* What the load/store unit takes in a cycle of an instruction. */
typedef struct rs_operand_row {
    uint32_t mask;                       /* lanes; row 0 */
    int32_t offset;                      /* bytes; row 0 */
    bool scratchpad;                     /* addresses are of the CTA's scratchpad, from 0; row 0 */
    uint32_t operands[RS_WARP_LANES][4]; /* row 0: pointer (two words), stride or what an ATOMIC compares with, the word of a
                                          * plain store or an ATOMIC; then four indices or four words to store */
} rs_operand_row;

/* Words of a load's element that come together. */
typedef struct rs_words {
    uint32_t first_register, element, mask, level;
    const uint32_t *data; /* [RS_WARP_LANES] */
} rs_words;

enum rs_watched { RS_WATCHED_CHANGED, RS_WATCHED_UNDECIDED, RS_WATCHED_REPEATS };

typedef struct rs_warp_source_calls {
    bool (*launch)(void *user, rs_warp_launch *launch); /* false: no more, or trouble */
    bool (*cta)(void *user, uint32_t number, uint32_t slot);
    bool (*available)(const void *user, uint32_t slot, uint32_t warp);
    uint64_t (*next)(void *user, uint32_t slot, uint32_t warp);
    void (*operands)(void *user, uint32_t slot, uint32_t warp, uint32_t number, rs_operand_row *row);
    void (*words)(void *user, uint32_t slot, uint32_t warp, const rs_words *words);
    void (*cta_end)(void *user, uint32_t slot);
    bool (*finish)(void *user, rs_error *error);
    uint64_t (*bytes)(const void *user); /* of memory that the program has, from address 0 */
    void (*line)(const void *user, uint64_t address, uint32_t words[RS_LINE_WORDS]);
    /* *cursor is 0 before the first call after launch(); false: no more. */
    bool (*changed)(const void *user, uint64_t *cursor, uint64_t *address, uint32_t *word);
    /* After the last launch: whether memory may hold these words in the line at this address; false: error is set. */
    bool (*holds)(const void *user, uint64_t address, const uint32_t words[RS_LINE_WORDS], rs_error *error);
    const char *(*trouble)(const void *user, bool *program);
    void (*watch)(void *user);
    enum rs_watched (*watched)(const void *user, rs_error *error);
    bool (*repeats)(const void *user, uint32_t slot, uint32_t warp);
} rs_warp_source_calls;

typedef struct rs_warp_source {
    const rs_warp_source_calls *calls;
    void *user;
} rs_warp_source;

/* Rows of operands of a record: 1, and for a vector one for each four indices and one for each four words to store. */
uint32_t rs_operand_rows(const rs_warp_record *record);

/* ---- a kernel of the warp machine ------------------------------------------------------------------------ */

typedef struct rs_kernel_source rs_kernel_source;

typedef struct rs_kernel_source_counts {
    uint64_t records, copies;              /* taken by next(); lowered that no instruction stands for */
    uint64_t words, racing;                /* that loads brought; of these: not those of the functional run, but allowed */
    uint32_t registers;                    /* most that a warp has used */
} rs_kernel_source_counts;

/* CTAs run functionally, whole, when they start; a word that a load brings must be the one that it loaded there, or one that
 * rs_word_history_allows(). slots: CTAs at a time. registers: a thread has at most, 1 to 128; a launch's own number, which may be
 * less, is what its warps are lowered to. Atomics must not return words. options as of rs_kernel_start(). */
rs_kernel_source *rs_kernel_source_create(const rs_kernel *kernel, const rs_kernel_options *options, uint32_t slots,
                                          uint32_t registers, rs_error *error);
void rs_kernel_source_destroy(rs_kernel_source *source);
rs_warp_source rs_kernel_source_interface(rs_kernel_source *source);
rs_kernel_source_counts rs_kernel_source_count(const rs_kernel_source *source);
/* Instructions of the kernel, as warp_machine.h counts them, of the CTAs begun. */
rs_kernel_counts rs_kernel_source_instructions(const rs_kernel_source *source);

#ifdef __cplusplus
}
#endif
#endif
