/* Powers of two; bit fields of values kept as 32-bit words, low word first. */
#ifndef RS_BITS_H
#define RS_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline bool rs_power_of_two(uint64_t value)
{
    return value != 0 && (value & (value - 1)) == 0;
}

/* Copies `bits` bits from bit `from` of source to bit `to` of destination. bits, from and to are multiples of 32, or
 * bits is a power of two below 32 and from and to are multiples of it (so that no field straddles two words). */
static inline void rs_bits_copy(uint32_t *destination, uint32_t to, const uint32_t *source, uint32_t from, uint32_t bits)
{
    if (bits == 256) { /* the widths of the default flits and data bus, as copies that need no call */
        memcpy(destination + to / 32, source + from / 32, 32);
    } else if (bits == 128) {
        memcpy(destination + to / 32, source + from / 32, 16);
    } else if (bits >= 32) {
        memcpy(destination + to / 32, source + from / 32, bits / 8);
    } else {
        uint32_t mask = (1U << bits) - 1;
        uint32_t value = source[from / 32] >> from % 32 & mask;
        destination[to / 32] = (destination[to / 32] & ~(mask << to % 32)) | value << to % 32;
    }
}
#endif
