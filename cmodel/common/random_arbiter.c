#include "random_arbiter.h"

uint32_t rs_index_bits(uint32_t n)
{
    uint32_t bits = 1;
    while (UINT64_C(1) << bits < n)
        bits++;
    return bits;
}

uint32_t rs_random_bits(uint32_t n, uint32_t pick)
{
    return pick == 0 ? rs_index_bits(n) : 12;
}

/* Any of the words from..from + count - 1, as far as there are any. */
static bool any_word(const rs_set *request, uint32_t from, uint32_t count)
{
    uint64_t any = 0;
    for (uint32_t k = from; k < from + count && k < RS_SET_WORDS; k++)
        any |= request->word[k];
    return any != 0;
}

/* The word that the nodes above level 5 lead to: they separate words. */
static uint32_t walk_to_word(const rs_set *request, uint32_t random, uint32_t levels)
{
    uint32_t word = 0;
    for (uint32_t level = levels; level-- > 6;) {
        const uint32_t half = 1u << (level - 6);
        if (any_word(request, word + half, half) && (!any_word(request, word, half) || (random >> level & 1) != 0))
            word += half;
    }
    return word;
}

/* Walks from the root to a leaf. The node reached covers the 2^level requesters from base on. Without a branch, for nobody can foretell it. */
static uint32_t pick_tree(const rs_set *request, uint32_t random, uint32_t n)
{
    const uint32_t levels = rs_index_bits(n), word = levels > 6 ? walk_to_word(request, random, levels) : 0;
    const uint64_t bits = request->word[word];
    uint32_t base = 0;
    for (uint32_t level = levels > 6 ? 6 : levels; level-- > 0;) {
        uint64_t half_mask = (UINT64_C(1) << (1u << level)) - 1;
        uint64_t lower = bits >> base & half_mask;
        uint64_t upper = bits >> base >> (1u << level) & half_mask;
        base += ((uint32_t)(upper != 0) & ((uint32_t)(lower == 0) | random >> level)) << level;
    }
    return 64 * word + base;
}

static uint32_t pick_uniform(const rs_set *request, uint32_t random, uint32_t words)
{
    uint32_t rank = random * rs_set_count(request, words) >> 12, k = 0;
    uint64_t bits;
    for (; rank >= (uint32_t)__builtin_popcountll(request->word[k]); k++)
        rank -= (uint32_t)__builtin_popcountll(request->word[k]);
    for (bits = request->word[k]; rank > 0; rank--)
        bits &= bits - 1;
    return 64 * k + (uint32_t)__builtin_ctzll(bits);
}

RS_HOT int rs_random_pick(const rs_set *request, uint32_t random, uint32_t n, uint32_t pick)
{
    const uint32_t words = rs_set_words(n);
    if (!rs_set_any(request, words))
        return -1;
    return (int)(pick == 0 ? pick_tree(request, random, n) : pick_uniform(request, random, words));
}
