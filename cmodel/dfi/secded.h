/* Twin of rtl/dfi/rs_secded_syndrome.v and rs_secded_correct.v: single error correction, double error detection of 64 bits with 8 check bits
 * (Hsiao 1970). The code is written down in rtl/dfi/rs_secded.vh. */
#ifndef RS_SECDED_H
#define RS_SECDED_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rs_secded_result { RS_SECDED_RIGHT, RS_SECDED_CORRECTED, RS_SECDED_FAILED } rs_secded_result;

/* The check bits of these data bits. */
uint8_t rs_secded_check(uint64_t data);
/* Turns the data bit that is wrong, if one is and no check bit. FAILED: more than one of all were wrong, and nothing is done. */
rs_secded_result rs_secded_correct(uint64_t *data, uint8_t check);

#ifdef __cplusplus
}
#endif
#endif
