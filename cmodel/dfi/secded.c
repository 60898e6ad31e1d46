#include "dfi/secded.h"

/* The values with three bits set come in the order of their highest bit, then of the two below it. */
static uint8_t column(uint32_t bit)
{
    if (bit >= 56)
        return (uint8_t)(0x1f << (bit - 56) | 0x1f >> (64 - bit));
    for (uint32_t high = 2;; high++)
        for (uint32_t middle = 1; middle < high; middle++)
            for (uint32_t low = 0; low < middle; low++)
                if (bit-- == 0)
                    return (uint8_t)(1U << high | 1U << middle | 1U << low);
}

uint8_t rs_secded_check(uint64_t data)
{
    uint8_t check = 0;

    for (uint32_t bit = 0; bit < 64; bit++)
        if ((data >> bit & 1) != 0)
            check ^= column(bit);
    return check;
}

rs_secded_result rs_secded_correct(uint64_t *data, uint8_t check)
{
    const uint8_t differs = rs_secded_check(*data) ^ check;

    if (differs == 0)
        return RS_SECDED_RIGHT;
    if ((differs & (differs - 1)) == 0)
        return RS_SECDED_CORRECTED; /* a check bit */
    for (uint32_t bit = 0; bit < 64; bit++) {
        if (column(bit) == differs) {
            *data ^= UINT64_C(1) << bit;
            return RS_SECDED_CORRECTED;
        }
    }
    return RS_SECDED_FAILED;
}
