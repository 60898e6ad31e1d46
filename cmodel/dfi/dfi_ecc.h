/* Twin of rtl/dfi/rs_dfi_ecc.v: check bits beside the data on their way to the DRAM, and single errors set right on the way back.
 *
 * A cycle: rs_dfi_ecc_offer() gives the word for the controller, then rs_dfi_ecc_clock() is the clock edge. */
#ifndef RS_DFI_ECC_H
#define RS_DFI_ECC_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_dfi_ecc {
    uint32_t words;       /* of 64 bits, in a data cycle */
    uint32_t count_bits;
    rs_dram_return held;  /* a word as it came, one cycle ago */
    uint32_t check;       /* its check bits, the lowest 64 data bits' lowest */
    bool corrected_error, failed_error;
    uint32_t corrected_count, failed_count;
} rs_dfi_ecc;

/* After a cycle of reset. dq_bits: a multiple of 64. */
void rs_dfi_ecc_create(rs_dfi_ecc *ecc, uint32_t dq_bits, uint32_t count_bits);
/* The check bits of a data cycle, the lowest 64 data bits' lowest. */
uint32_t rs_dfi_ecc_check(const rs_dfi_ecc *ecc, const uint32_t *wrdata);
/* What the controller gets in this cycle. */
rs_dram_return rs_dfi_ecc_offer(const rs_dfi_ecc *ecc);
/* port: what the DFI port gives, with its check bits. */
void rs_dfi_ecc_clock(rs_dfi_ecc *ecc, bool error_clear, const rs_dram_return *port, uint32_t check);

#ifdef __cplusplus
}
#endif
#endif
