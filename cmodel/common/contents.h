/* Which words memory holds: those of lines that nobody has written, and those that the sources of requests write. Every
 * store writes other words, so that an observer knows by a word who wrote it. */
#ifndef RS_CONTENTS_H
#define RS_CONTENTS_H

#include "common/splitmix64.h"
#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Content of a line that was never written: 64-bit word i is the first output of splitmix64 seeded
 * with address + 8 i, address in bytes. */
void rs_dram_initial_line(uint64_t address, uint32_t line[RS_LINE_WORDS]);

/* What memory holds before anybody writes: line() gives the line at a byte address, a multiple of RS_LINE_BYTES. NULL:
 * rs_dram_initial_line(). */
typedef struct rs_contents {
    void (*line)(const void *user, uint64_t address, uint32_t line[RS_LINE_WORDS]);
    const void *user;
} rs_contents;

static inline void rs_contents_line(const rs_contents *contents, uint64_t address, uint32_t line[RS_LINE_WORDS])
{
    if (contents->line != NULL) {
        contents->line(contents->user, address, line);
    } else {
        rs_dram_initial_line(address, line);
    }
}

/* Word of a write's data: sequence is the number of the SM's request (from 0, reads counted too), word
 * 0 .. 7 belongs to the first data flit, 8 .. 15 to the second. The flits carry the low FLIT_BITS bits. */
static inline uint32_t rs_payload(uint32_t sm, uint64_t sequence, uint32_t word)
{
    const uint64_t place = (uint64_t)sm << 56 ^ sequence << 4 ^ word;
    return (uint32_t)(rs_splitmix64_mix(place + UINT64_C(0x9e3779b97f4a7c15)) >> 32);
}

#ifdef __cplusplus
}
#endif
#endif
