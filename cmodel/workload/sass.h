/* What an instruction of NVIDIA's machine language (SASS) is to the issue stage and the load/store unit, by its opcode as NVBit writes it:
 * "LDG.E.64", the name up to the first dot. Kepler to Blackwell; a name that is not listed is an instruction of the ALU.
 *
 *   ALU      all that computes in the integer, single precision, half precision and tensor units, moves, predicates; what the hardware does
 *            beside the warp (YIELD, DEPBAR, prefetches); LDC, as its traces have no address: an operand from the constant bank
 *   SFU      MUFU, conversions, bit counts (one unit on NVIDIA's, a quarter of the rate), double precision; textures and surfaces:
 *            traces have no addresses of them
 *   BRANCH   branches, calls, returns, their reconvergence; EXIT before a warp's last instruction
 *   FENCE    MEMBAR but of a CTA, and CCTL.IVALL
 */
#ifndef RS_SASS_H
#define RS_SASS_H

#include <stdbool.h>
#include <stdint.h>

#include "sm/warp_record.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rs_sass_kind {
    RS_SASS_ALU, RS_SASS_SFU, RS_SASS_BRANCH, RS_SASS_BARRIER, RS_SASS_RELEASE, RS_SASS_ACQUIRE, RS_SASS_EXIT,
    RS_SASS_LOAD, RS_SASS_STORE, RS_SASS_ATOMIC, RS_SASS_MATRIX, /* MATRIX: LDSM, a row of 16 bytes from each address */
    RS_SASS_COPY /* LDGSTS: a load whose words go to the scratchpad, without a register */
};

/* Where an access goes: told by the opcode, or by the address (generic). */
enum rs_sass_space { RS_SASS_GENERIC, RS_SASS_GLOBAL, RS_SASS_SHARED, RS_SASS_LOCAL };

typedef struct rs_sass_opcode {
    enum rs_sass_kind kind;
    enum rs_sass_space space;  /* of LOAD to COPY */
    enum rs_atomic atomic;
    bool returns;              /* ATOMIC: the old word goes to a register, if it names one */
    uint32_t rows;             /* MATRIX: lanes that have an address, 8, 16 or 32 */
} rs_sass_opcode;

rs_sass_opcode rs_sass_opcode_of(const char *opcode);

#ifdef __cplusplus
}
#endif
#endif
