/* What a warp's records must be before an SM is given them: all that its issue stage calls illegal (rtl/sm/rs_issue_stage.v), what the
 * configuration has not, and what a program cannot mean. The one place where this is judged: whoever hands records out asks here
 * about each, so that no program reaches the hardware that the hardware does not define.
 *
 * A record      a kind from ALU to EXIT; fields that its kind does not have are 0, registers that it does not have RS_NO_REGISTER; no
 *               register beyond those of the launch; acquire and release where they may be (MEMORY never, an ATOMIC acquires only
 *               with the word that it returns, a FENCE does one of them); at most 32 lanes, at least one where memory is accessed;
 *               opcode, length, space and alignment of a vector as sm/warp_record.h says; a vector no longer than MAX_LENGTH;
 *               ATOMIC with ATOMICS above 0 alone.
 * Its warp      nothing behind EXIT; a register that is read was written before, by an ALU, SFU, load or atomic record of the warp (of a
 *               pointer into constants, a texture or local memory the lower one: the higher one is known).
 * Its CTA       all warps have the same number of BARRIERs: one that a warp does not reach before its EXIT is an error, although the
 *               issue stage would let the others go on.
 * Recorded      warps that a GPU has run: their trace does not name all that writes a register, and warps that are over leave the others'
 *               barriers, as they do there. These two are not judged.
 * Errors name the instruction of the warp, from 0, its field, what was found and what was expected. */
#ifndef RS_RECORD_CHECK_H
#define RS_RECORD_CHECK_H

#include "rowstreak.h"
#include "sm/warp_record.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_CHECKED_WARPS_MAX = 64 };

typedef struct rs_record_limits {
    uint32_t registers;  /* of a thread: 1 to 128 */
    uint32_t max_length; /* MAX_LENGTH */
    uint32_t atomics;    /* ATOMICS */
    bool recorded;
} rs_record_limits;

typedef struct rs_warp_records {
    uint64_t written[2];               /* registers */
    uint32_t count, barriers;          /* records handed out; of these BARRIERs */
    uint32_t kind;                     /* of the last one */
    bool over;                         /* it was EXIT */
} rs_warp_records;

/* Of a CTA that runs. */
typedef struct rs_cta_records {
    uint32_t most, last_barrier;       /* warp with the most BARRIERs so far, its record that was the last of them */
    uint32_t over;                     /* warp whose EXIT was handed out first, or RS_CHECKED_WARPS_MAX */
    rs_warp_records warp[RS_CHECKED_WARPS_MAX];
} rs_cta_records;

/* A CTA of so many warps, 1 to RS_CHECKED_WARPS_MAX, starts. */
void rs_cta_records_start(rs_cta_records *cta, uint32_t warps);
/* The next record of a warp. False: error is set; what follows means nothing. */
bool rs_record_check(const rs_record_limits *limits, rs_cta_records *cta, uint32_t warp, uint64_t record, rs_error *error);
/* Its name, for messages; "kind N" beyond the last. */
const char *rs_record_kind_name(uint32_t kind);

#ifdef __cplusplus
}
#endif
#endif
