/* Sets of up to RS_SET_MAX numbers, a bit each: the SMs of a machine, the ports of a network. The structure and what users of the library
 * need stand in rowstreak.h, which has this file in it.
 *
 * The members are below a number that the owner knows; `words` = rs_set_words() of it is how many words the functions and
 * RS_EACH look at, so that a machine of up to 64 SMs pays for one word. Words beyond mean nothing. A set is copied whole, sets are
 * joined word by word: for (k < words) c.word[k] = a.word[k] & ~b.word[k]. */
#ifndef RS_SET_H
#define RS_SET_H

#include "rowstreak.h"

/* For each member i that word k of a set, `bits`, stands for; and for each member of a set whose words are the expression `bits` of
 * k. Bits are looked at once, when the loop comes to the word. The body may `continue` or return, not `break`. */
#define RS_EACH_OF_WORD(i, k, bits) \
    for (uint64_t i##_left = (bits); i##_left != 0; i##_left &= i##_left - 1) \
        for (uint32_t i = 64 * (k) + (uint32_t)__builtin_ctzll(i##_left), i##_once = 1; i##_once != 0; i##_once = 0)
#define RS_EACH(i, k, words, bits) \
    for (uint32_t k = 0; k < (words); k++) \
        RS_EACH_OF_WORD(i, k, bits)

/* Of a function whose copies are to know `words` where it is 1. */
#define RS_SET_INLINE static inline __attribute__((always_inline))
/* Of a function that another one, which runs in every cycle, calls now and then: kept out of it, so that it saves no registers. */
#define RS_APART static __attribute__((noinline))
/* Of a function that runs in most cycles: all of these lie side by side in the program, for the sake of the cache. */
#define RS_HOT __attribute__((hot))

/* A number below 64 * words, for the compiler: where words is 1, it is a bit of the first word. */
RS_SET_INLINE uint32_t rs_set_known(uint32_t i, uint32_t words)
{
    return words == 1 ? i % 64 : i;
}

/* Words of a set of numbers below n, 1 <= n <= RS_SET_MAX. */
static inline uint32_t rs_set_words(uint32_t n)
{
    return (n + 63) / 64;
}

/* Without a branch, for conditions that cannot be foretold. */
static inline void rs_set_remove_if(rs_set *set, uint32_t i, bool condition)
{
    set->word[i / 64] &= ~((uint64_t)condition << i % 64);
}

/* Member or not. */
static inline void rs_set_put(rs_set *set, uint32_t i, bool member)
{
    uint64_t *word = &set->word[i / 64];

    *word = (*word & ~(UINT64_C(1) << i % 64)) | (uint64_t)member << i % 64;
}

/* All numbers below n, 0 <= n <= RS_SET_MAX. */
static inline rs_set rs_set_below(uint32_t n)
{
    rs_set set = {{0}};

    for (uint32_t k = 0; 64 * k < n; k++)
        set.word[k] = n - 64 * k < 64 ? (UINT64_C(1) << (n - 64 * k)) - 1 : UINT64_MAX;
    return set;
}

static inline void rs_set_clear(rs_set *set, uint32_t words)
{
    set->word[0] = 0;
    for (uint32_t k = 1; k < words; k++)
        set->word[k] = 0;
}

static inline bool rs_set_any(const rs_set *set, uint32_t words)
{
    uint64_t any = 0;

    for (uint32_t k = 0; k < words; k++)
        any |= set->word[k];
    return any != 0;
}

static inline bool rs_set_equal(const rs_set *a, const rs_set *b, uint32_t words)
{
    uint64_t differ = 0;

    for (uint32_t k = 0; k < words; k++)
        differ |= a->word[k] ^ b->word[k];
    return differ == 0;
}

/* Do they have a member in common? */
static inline bool rs_set_meet(const rs_set *a, const rs_set *b, uint32_t words)
{
    uint64_t common = 0;

    for (uint32_t k = 0; k < words; k++)
        common |= a->word[k] & b->word[k];
    return common != 0;
}

static inline uint32_t rs_set_count(const rs_set *set, uint32_t words)
{
    uint32_t count = 0;

    for (uint32_t k = 0; k < words; k++)
        count += set->word[k] == 0 ? 0 : (uint32_t)__builtin_popcountll(set->word[k]);
    return count;
}

/* The lowest member of a set that has one. */
static inline uint32_t rs_set_first(const rs_set *set)
{
    uint32_t k = 0;

    while (set->word[k] == 0)
        k++;
    return 64 * k + (uint32_t)__builtin_ctzll(set->word[k]);
}
/* The first member at or after `from`, going on at 0 behind the last; of a set that has one. */
static inline uint32_t rs_set_first_from(const rs_set *set, uint32_t from, uint32_t words)
{
    rs_set behind = *set; /* members from `from` on */

    for (uint32_t k = 0; k < from / 64; k++)
        behind.word[k] = 0;
    behind.word[from / 64] &= UINT64_MAX << from % 64;
    return rs_set_first(rs_set_any(&behind, words) ? &behind : set);
}

/* More than one member. */
static inline bool rs_set_several(const rs_set *set, uint32_t words)
{
    uint64_t seen = 0, more = 0;

    for (uint32_t k = 0; k < words; k++) {
        more |= (set->word[k] & (set->word[k] - 1)) | (seen != 0 ? set->word[k] : 0);
        seen |= set->word[k];
    }
    return more != 0;
}

#endif
