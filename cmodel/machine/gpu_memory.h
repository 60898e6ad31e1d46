/* The whole machine below the issue stage: memory sides of all SMs, their ports, the memory path. Twin of
 * rtl/machine/rs_gpu_memory.v, whose header has the rules; ports of an SM are those of rtl/sm/rs_sm_memory.v.
 *
 * A cycle: rs_gpu_memory_offer() gives the outputs for the inputs of this cycle, until the next offer(); rs_gpu_memory_clock() is the
 * clock edge with the inputs of this last offer(). Payload of an output means nothing without its valid. Which outputs depend on which
 * inputs of the same cycle: in_ready on wb_ready, fault_ready, release_valid; status on issue; release_ready
 * on release_valid; wb, fault, DRAM pins, accept and the counters on none.
 * A DRAM model takes path->dram after offer(); what it returns for them is next cycle's inputs.dram at the earliest. */
#ifndef RS_GPU_MEMORY_H
#define RS_GPU_MEMORY_H

#include "rowstreak.h"
#include "sm/sm_memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets are of SMs. */
typedef struct rs_gpu_memory_inputs {
    const rs_load_store_issue *issue[RS_MAX_SMS]; /* NULL: nothing valid at the SM's instruction port */
    rs_set wb_ready, fault_ready, acquire, release_valid, camat_clear;
    rs_dram_return dram[RS_MAX_CHANNELS];
} rs_gpu_memory_inputs;

typedef struct rs_gpu_memory rs_gpu_memory;

typedef struct rs_gpu_memory_outputs {
    rs_set in_ready, in_first, fault_valid, release_ready, busy, empty;
    uint8_t status[RS_MAX_SMS];                   /* of issue */
    rs_set wb_valid;
    const rs_writeback *wb[RS_MAX_SMS];           /* at the port, or NULL */
    rs_sm_fault fault[RS_MAX_SMS];
    rs_set hit, merged, miss, store, entry_full, merge_full, store_buffer_full, bank_conflict, line_waits;
    rs_gpu_memory *gpu;                           /* whose outputs these are: its rs_gpu_memory_camat() are outputs too */
    const rs_path_outputs *path;                  /* DRAM pins, acceptance, network ports */
    const rs_path_inputs *to_path;                /* flits that the SMs send, replies they take; dram: as inputs */
    bool idle;                                    /* nothing inside, stores in the DRAM's controllers included */
} rs_gpu_memory_outputs;

rs_gpu_memory *rs_gpu_memory_create(const rs_config *config, rs_error *error);
void rs_gpu_memory_destroy(rs_gpu_memory *gpu);
/* Back to the state after reset, in place; words of the scratchpads stay. */
void rs_gpu_memory_reset(rs_gpu_memory *gpu);

/* What the outputs' pointers show is valid until the clock. */
const rs_gpu_memory_outputs *rs_gpu_memory_offer(rs_gpu_memory *gpu, const rs_gpu_memory_inputs *inputs);
void rs_gpu_memory_clock(rs_gpu_memory *gpu);
/* The SMs whose memory side's outputs were looked at anew in this cycle. The others changed nothing at the last clock edge, have
 * the inputs of the cycle before, and will change nothing at the next but C-AMAT's active cycles. */
const rs_set *rs_gpu_memory_offered(const rs_gpu_memory *gpu);

/* Between offer() and clock(): as long as the other inputs stay, no clock edge will ever change anything again but what refresh does. */
bool rs_gpu_memory_stands_still(const rs_gpu_memory *gpu);
/* A store, or an atomic operation that returns nothing, is on its way from an SM to memory. *resting: blocks in the store buffers that
 * nothing asks to leave, and that are not counted. */
bool rs_gpu_memory_stores(const rs_gpu_memory *gpu, uint32_t *resting);

/* An SM's counters of C-AMAT, as they are now. */
const rs_camat_counter *rs_gpu_memory_camat(rs_gpu_memory *gpu, uint32_t sm);
/* The memory side of an SM, for who watches its blocks, but for those counters; outputs: of the last offer(), NULL: not asked for. */
const rs_sm_memory *rs_gpu_memory_sm(const rs_gpu_memory *gpu, uint32_t sm, const rs_sm_memory_outputs **outputs);

#ifdef __cplusplus
}
#endif
#endif
