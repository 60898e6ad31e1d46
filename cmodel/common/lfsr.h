/* Twin of rtl/common/rs_lfsr.v: BITS fresh random bits a clock.
 *
 * Sequence over GF(2): b[t+n] = b[t] ^ b[t+k], (n,k) the first of (31,13), (41,20), (89,38), (127,63),
 * (521,168), (1279,418), (2281,715) with n >= bits; the state is b[t .. t+n-1]. rs_lfsr_init() is the module's reset,
 * rs_lfsr_advance() a clock edge with advance = 1: t moves by 2(n-k). */
#ifndef RS_LFSR_H
#define RS_LFSR_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_LFSR_MAX_BITS = 2281, RS_LFSR_WORDS = (RS_LFSR_MAX_BITS + 63) / 64 };

typedef struct rs_lfsr {
    uint64_t state[RS_LFSR_WORDS + 1]; /* bit i of the state is bit i % 64 of word i / 64; the rest is 0 */
    uint32_t length, tap;              /* n, k */
} rs_lfsr;

/* False, and *lfsr untouched, unless 1 <= bits <= RS_LFSR_MAX_BITS. */
bool rs_lfsr_init(rs_lfsr *lfsr, uint32_t bits, uint32_t seed);
void rs_lfsr_advance(rs_lfsr *lfsr);

/* Bits [offset, offset + count) of the word, bit offset lowest. count <= 32, offset + count <= bits. */
static inline uint32_t rs_lfsr_bits(const rs_lfsr *lfsr, uint32_t offset, uint32_t count)
{
    const uint64_t *word = lfsr->state + offset / 64;
    uint32_t shift = offset % 64;
    uint64_t value = word[0] >> shift | (word[1] << 1) << (63 - shift);
    return (uint32_t)(value & ((UINT64_C(1) << count) - 1));
}

#ifdef __cplusplus
}
#endif
#endif
