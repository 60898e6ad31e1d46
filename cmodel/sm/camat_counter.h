/* Twin of rtl/sm/rs_camat_counter.v: active cycles and warp-level accesses of an SM's memory (CAMAT table 1). */
#ifndef RS_CAMAT_COUNTER_H
#define RS_CAMAT_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_camat_counter {
    uint64_t active_cycles, accesses;
    uint64_t mask; /* all ones of a counter */
} rs_camat_counter;

/* bits of a counter: 1 .. 64. Leaves it cleared. */
void rs_camat_counter_init(rs_camat_counter *counter, uint32_t bits);
void rs_camat_counter_clear(rs_camat_counter *counter);
/* One clock edge without a clear. */
void rs_camat_counter_clock(rs_camat_counter *counter, bool table_empty, bool unit_busy, bool access);
/* So many clock edges, each of an active cycle without an access. */
void rs_camat_counter_pass(rs_camat_counter *counter, uint64_t cycles);

#ifdef __cplusplus
}
#endif
#endif
