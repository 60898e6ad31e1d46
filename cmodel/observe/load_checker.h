/* Load checker: is every word that a load brings one that the ordering rules allow? It knows the program, the order in
 * which each SM's instructions were taken, and the words that came; nothing of caches, tables, buffers and networks.
 *
 * Rules, word by word (32 bits); all loads and stores of a program are of whole words.
 *   Own order: a load of an SM that has stored to the word in this launch, before it, brings what the last such store wrote, or
 *     a word that another SM has stored there in this launch.
 *   Others: without a store of its own it brings what was there when the launch began, or a word that another SM has stored
 *     there in this launch. Never one that was not taken yet, or one that the SM itself has stored and overwritten.
 *   Launch: at its end all stores are ordered. What the word then holds is the last store to it of one of the SMs that have
 *     stored there; which one is open until a load of the next launch or the memory tells, and then the same for all.
 *   Lanes of one store that write one word: the highest wins, the others are nowhere seen.
 * A word that nobody has stored to holds rs_dram_initial_line().
 */
#ifndef RS_LOAD_CHECKER_H
#define RS_LOAD_CHECKER_H

#include "rowstreak.h"
#include "workload/program.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_load_checker rs_load_checker;

/* Keeps a pointer to the program, which has lanes. */
rs_load_checker *rs_load_checker_create(const rs_config *config, const rs_program *program, rs_error *error);
void rs_load_checker_destroy(rs_load_checker *checker);

/* The SM has taken the warp's instruction, the sequence-th of the SM. A warp has one load at a time. */
void rs_load_checker_taken(rs_load_checker *checker, uint32_t sm, uint32_t warp, uint32_t instruction, uint64_t sequence);
/* Words of lanes in the mask have come for the warp's load. */
void rs_load_checker_words(rs_load_checker *checker, uint32_t sm, uint32_t warp, uint32_t mask, const uint32_t *data);
/* A launch is over. */
void rs_load_checker_ordered(rs_load_checker *checker);

/* After rs_load_checker_ordered(): words that were stored to, one after the other in no order; *cursor is 0 before the
 * first call. False: no more. */
bool rs_load_checker_next(const rs_load_checker *checker, uint64_t *cursor, uint64_t *address);
/* Whether memory may hold this value there. Between launches; told once, it is the word's value for what follows. */
bool rs_load_checker_holds(rs_load_checker *checker, uint64_t address, uint32_t value);

typedef struct rs_load_counts {
    uint64_t words;                                /* that loads brought */
    uint64_t untouched, before, own, others;       /* of these: never stored to; as the launch began; stored in it */
} rs_load_counts;
rs_load_counts rs_load_checker_count(const rs_load_checker *checker);
/* NULL, or the first word that was wrong, or that memory ran out. */
const char *rs_load_checker_error(const rs_load_checker *checker);

#ifdef __cplusplus
}
#endif
#endif
