#include "dfi/dfi_ecc.h"

#include "dfi/secded.h"

#include <string.h>

void rs_dfi_ecc_create(rs_dfi_ecc *ecc, uint32_t dq_bits, uint32_t count_bits)
{
    memset(ecc, 0, sizeof *ecc);
    ecc->words = dq_bits / 64;
    ecc->count_bits = count_bits;
}

static uint64_t word_at(const uint32_t *data, uint32_t word)
{
    return data[2 * word] | (uint64_t)data[2 * word + 1] << 32;
}

uint32_t rs_dfi_ecc_check(const rs_dfi_ecc *ecc, const uint32_t *wrdata)
{
    uint32_t check = 0;

    for (uint32_t word = 0; word < ecc->words; word++)
        check |= (uint32_t)rs_secded_check(word_at(wrdata, word)) << 8 * word;
    return check;
}

/* Words set right, and those that failed. */
static rs_dram_return set_right(const rs_dfi_ecc *ecc, uint32_t *corrected, uint32_t *failed)
{
    rs_dram_return right = ecc->held;

    *corrected = *failed = 0;
    for (uint32_t word = 0; right.rddata_valid && word < ecc->words; word++) {
        uint64_t data = word_at(right.rddata, word);
        const rs_secded_result result = rs_secded_correct(&data, (uint8_t)(ecc->check >> 8 * word));

        right.rddata[2 * word] = (uint32_t)data;
        right.rddata[2 * word + 1] = (uint32_t)(data >> 32);
        *corrected += result == RS_SECDED_CORRECTED;
        *failed += result == RS_SECDED_FAILED;
    }
    right.rddata_error = *failed != 0;
    return right;
}

rs_dram_return rs_dfi_ecc_offer(const rs_dfi_ecc *ecc)
{
    uint32_t corrected, failed;

    return set_right(ecc, &corrected, &failed);
}

static void note(uint32_t happened, bool *error, uint32_t *count, uint32_t bits)
{
    const uint32_t most = (UINT32_C(1) << bits) - 1;

    *error = *error || happened != 0;
    *count = *count + happened < most ? *count + happened : most;
}

void rs_dfi_ecc_clock(rs_dfi_ecc *ecc, bool error_clear, const rs_dram_return *port, uint32_t check)
{
    uint32_t corrected, failed;

    set_right(ecc, &corrected, &failed);
    if (error_clear) {
        ecc->corrected_error = ecc->failed_error = false;
        ecc->corrected_count = ecc->failed_count = 0;
    } else {
        note(corrected, &ecc->corrected_error, &ecc->corrected_count, ecc->count_bits);
        note(failed, &ecc->failed_error, &ecc->failed_count, ecc->count_bits);
    }
    ecc->held = *port;
    ecc->check = check;
}
