#include "lfsr.h"

#include <string.h>

/* Length and tap of each trinomial. The short ones have up to 127 bits, of which one step makes at most 64, and a tap below the 64th. */
#define SHORT_TRINOMIALS(WITH) WITH(31, 13) WITH(41, 20) WITH(89, 38) WITH(127, 63)
#define LONG_TRINOMIALS(WITH) WITH(521, 168) WITH(1279, 418) WITH(2281, 715)

static const struct {
    uint32_t length, tap;
} trinomials[] = {
#define ROW(length, tap) {length, tap},
    SHORT_TRINOMIALS(ROW) LONG_TRINOMIALS(ROW)
#undef ROW
};

bool rs_lfsr_init(rs_lfsr *lfsr, uint32_t bits, uint32_t seed)
{
    if (bits < 1 || bits > RS_LFSR_MAX_BITS)
        return false;
    memset(lfsr, 0, sizeof *lfsr);
    unsigned choice = 0;
    while (trinomials[choice].length < bits)
        choice++;
    lfsr->length = trinomials[choice].length;
    lfsr->tap = trinomials[choice].tap;

    uint32_t seed_word = seed;
    for (uint32_t bit = 0; bit < lfsr->length; bit += 32) {
        seed_word = seed_word * UINT32_C(1664525) + UINT32_C(1013904223);
        lfsr->state[bit / 64] |= (uint64_t)seed_word << bit % 64;
    }
    lfsr->state[lfsr->length / 64] &= (UINT64_C(1) << lfsr->length % 64) - 1;

    uint64_t any = 0;
    for (unsigned word = 0; word < RS_LFSR_WORDS; word++)
        any |= lfsr->state[word];
    if (any == 0)
        lfsr->state[0] = 1;
    return true;
}

/* 64 bits of the sequence from bit offset on; reads one word beyond the one that holds the last bit. */
static uint64_t window(const uint64_t *sequence, uint32_t offset)
{
    const uint64_t *word = sequence + offset / 64;
    uint32_t shift = offset % 64;
    return word[0] >> shift | (word[1] << 1) << (63 - shift);
}

/* Of a short trinomial, which the compiler knows: words beyond the state's are 0. */
static inline __attribute__((always_inline)) void advance_short(rs_lfsr *lfsr, uint32_t length, uint32_t tap)
{
    const uint32_t chunk = length - tap;
    const uint64_t ones = UINT64_MAX >> (64 - chunk);

    for (int half = 0; half < 2; half++) {
        const uint64_t fresh = (lfsr->state[0] ^ window(lfsr->state, tap)) & ones;
        const uint64_t low = window(lfsr->state, chunk), high = window(lfsr->state, chunk + 64);

        lfsr->state[0] = low | fresh << tap;
        lfsr->state[1] = high | fresh >> 1 >> (63 - tap);
    }
}

/* Of a long one: the chunks of new bits are appended to the state, and the state moves up. */
static void advance_long(rs_lfsr *lfsr)
{
    uint32_t length = lfsr->length, tap = lfsr->tap, chunk = length - tap;
    uint32_t state_words = (length + 63) / 64;
    /* The state with the chunk of new bits appended: b[t .. t+n+chunk-1]. */
    uint64_t sequence[2 * RS_LFSR_WORDS + 2];

    for (int half = 0; half < 2; half++) {
        memcpy(sequence, lfsr->state, state_words * sizeof sequence[0]);
        memset(sequence + state_words, 0, (state_words + 2) * sizeof sequence[0]);
        for (uint32_t done = 0; done < chunk; done += 64) {
            uint64_t fresh = window(lfsr->state, done) ^ window(lfsr->state, tap + done);
            if (chunk - done < 64)
                fresh &= (UINT64_C(1) << (chunk - done)) - 1;
            uint32_t word = (length + done) / 64, shift = (length + done) % 64;
            sequence[word] |= fresh << shift;
            sequence[word + 1] |= fresh >> 1 >> (63 - shift);
        }
        for (uint32_t word = 0; word < state_words; word++)
            lfsr->state[word] = window(sequence, chunk + 64 * word);
        lfsr->state[length / 64] &= (UINT64_C(1) << length % 64) - 1;
    }
}

void rs_lfsr_advance(rs_lfsr *lfsr)
{
    switch (lfsr->length) {
#define ADVANCE(length, tap) case length: advance_short(lfsr, length, tap); break;
    SHORT_TRINOMIALS(ADVANCE)
#undef ADVANCE
    default: advance_long(lfsr);
    }
}
