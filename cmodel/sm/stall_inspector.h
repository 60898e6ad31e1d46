/* Twin of rtl/sm/rs_stall_inspector.v: why an SM issues nothing (STALLS III and IV). The rules are written down in the RTL's
 * header.
 *
 * A clock edge takes the inputs of the cycle, the warp that waits and its register among them: the RTL gets these three cycles later.
 * What is shown afterwards: the class and cause of that cycle, the counters of classes and causes with all cycles before it, and those
 * of levels with all registers that were ready RS_STALL_LEVEL_LATER cycles before that or earlier. */
#ifndef RS_STALL_INSPECTOR_H
#define RS_STALL_INSPECTOR_H

#include "sm/warp_group.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rs_stall_class {
    RS_STALL_NONE, RS_STALL_MEMORY_STRUCTURAL, RS_STALL_MEMORY_DATA, RS_STALL_SYNCHRONIZATION, RS_STALL_COMPUTE_STRUCTURAL,
    RS_STALL_COMPUTE_DATA, RS_STALL_CONTROL, RS_STALL_IDLE, RS_STALL_CLASSES
};

/* Of a memory structural cycle. */
enum rs_stall_cause {
    RS_STALL_RELEASE, RS_STALL_DMA, RS_STALL_MSHR, RS_STALL_STORE_BUFFER, RS_STALL_BANK, RS_STALL_UNIT, RS_STALL_CAUSES
};

enum { RS_STALL_WARPS_MAX = 64, RS_STALL_READY = 2, RS_STALL_LEVEL_LATER = 5 };

typedef struct rs_register_ready {
    bool valid;
    uint32_t warp, number, level;
} rs_register_ready;

/* As of one cycle; masks have a bit a warp, numbers of warps are below RS_STALL_WARPS_MAX. */
typedef struct rs_stall_inputs {
    uint64_t live;
    uint64_t control, synchronization, memory_data, memory_structural, compute_data, compute_structural;
    bool clear, issued, slot_busy, slot_waits;
    bool releasing, dma_pending, mshr_full, store_buffer_full, bank_conflict;
    bool waiting_valid;
    uint32_t waiting_warp, waiting_register;
    rs_register_ready ready[RS_STALL_READY];
} rs_stall_inputs;

/* A warp's debt: cycles of the class memory data whose level is not known before register `number` is ready. */
typedef struct rs_stall_debt {
    bool owed;
    uint32_t number;
    uint64_t cycles;
} rs_stall_debt;

typedef struct rs_stall_inspector {
    enum rs_stall_class stall_class; /* of the cycle before */
    enum rs_stall_cause stall_cause;
    uint64_t class_cycles[RS_STALL_CLASSES], cause_cycles[RS_STALL_CAUSES], level_cycles[RS_SERVED_LEVELS];
    bool counted;                    /* the cycle before is to be booked, */
    bool charge;                     /* on this register of this warp, */
    uint32_t charge_warp, charge_number;
    bool any_ready;
    rs_register_ready ready[RS_STALL_READY]; /* when these have become ready */
    uint64_t counter_mask, debt_mask;
    rs_stall_debt debt[RS_STALL_WARPS_MAX];
    uint32_t on_its_way;             /* cycles for which something is: */
    uint64_t paid[RS_STALL_LEVEL_LATER][RS_SERVED_LEVELS]; /* not yet counted, the last cycle's first */
} rs_stall_inspector;

/* Bits of a counter and of a debt: 1 <= debt_bits <= counter_bits <= 64. Leaves it as after a reset. */
void rs_stall_inspector_init(rs_stall_inspector *inspector, uint32_t counter_bits, uint32_t debt_bits);
void rs_stall_inspector_reset(rs_stall_inspector *inspector);
/* One clock edge. */
void rs_stall_inspector_clock(rs_stall_inspector *inspector, const rs_stall_inputs *inputs);
/* The same, faster, so many times with the inputs of the clock edge before, in which no register was ready. */
void rs_stall_inspector_again(rs_stall_inspector *inspector, uint64_t cycles);

/* Names for tables and files: "memory structural", "MSHR full", "main memory". */
const char *rs_stall_class_name(enum rs_stall_class stall_class);
const char *rs_stall_cause_name(enum rs_stall_cause cause);
const char *rs_stall_level_name(enum rs_served level);

#ifdef __cplusplus
}
#endif
#endif
