/* Bytes of the model's DRAM. */
#ifndef RS_DRAM_BYTES_H
#define RS_DRAM_BYTES_H

#include "common/contents.h"

namespace rs {

inline uint8_t byte_of(const uint32_t line[RS_LINE_WORDS], uint64_t byte)
{
    return static_cast<uint8_t>(line[byte % RS_LINE_BYTES / 4] >> 8 * (byte % 4));
}

/* As it is before anyone has written it. */
inline uint8_t initial_byte(uint64_t byte)
{
    uint32_t line[RS_LINE_WORDS];
    rs_dram_initial_line(byte / RS_LINE_BYTES * RS_LINE_BYTES, line);
    return byte_of(line, byte);
}

} // namespace rs
#endif
