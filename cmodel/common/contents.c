/* Contract: contents.h. */
#include "common/contents.h"

RS_HOT void rs_dram_initial_line(uint64_t address, uint32_t line[RS_LINE_WORDS])
{
    for (uint32_t i = 0; i < RS_LINE_WORDS / 2; i++) {
        uint64_t state = address + 8 * i, word = rs_splitmix64(&state);
        line[2 * i] = (uint32_t)word;
        line[2 * i + 1] = (uint32_t)(word >> 32);
    }
}
