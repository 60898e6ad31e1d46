/* Twin of rtl/network/rs_crossbar.v: input-queued crossbar, packet allocation, hold grant (THESIS 1.3.3, 4.3).
 *
 * The caller looks a packet's route up when its head flit enters (the RTL: when it reaches the buffer's front; the
 * route is a function of the header alone). */
#ifndef RS_CROSSBAR_H
#define RS_CROSSBAR_H

#include "network/hold_grant.h"
#include "network/pim_allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_CROSSBAR_MAX = 64, RS_CROSSBAR_MAX_DEPTH = 64 };

/* Where a packet goes and what the hold policies look at; column rides along for the DRAM controller. */
typedef struct rs_route {
    uint32_t output, bank, row, column;
} rs_route;

typedef struct rs_routed_flit {
    rs_flit flit;
    rs_route route; /* head flits only */
} rs_routed_flit;

typedef struct rs_flit_buffer {
    rs_routed_flit *flits;
    uint32_t depth, first, level;
} rs_flit_buffer;

typedef struct rs_crossbar {
    uint32_t inputs, outputs;
    bool hold_enabled;
    rs_hold_grant hold;
    rs_pim_allocator allocator;
    rs_lfsr lfsr;
    rs_flit_buffer input[RS_CROSSBAR_MAX], output[RS_CROSSBAR_MAX];
    rs_routed_flit *storage;
    uint64_t requests[RS_CROSSBAR_MAX]; /* per output: inputs with a head flit for it at the front */
    rs_hold_key keys[RS_CROSSBAR_MAX];  /* per input: of that head flit */
    uint64_t requested;                 /* outputs with any request */
    uint64_t busy;                      /* outputs in the middle of a packet ... */
    uint8_t owner[RS_CROSSBAR_MAX];     /* ... of this input */
    uint64_t in_ready;                  /* inputs with room */
    uint64_t in_occupied;               /* inputs with a flit */
    uint64_t out_room, out_valid;       /* outputs with room, with a flit */
} rs_crossbar;

typedef struct rs_crossbar_sizes {
    uint32_t inputs, outputs, input_depth, output_depth, iterations, pick;
} rs_crossbar_sizes;

/* False without memory. hold may be NULL: plain allocator. */
bool rs_crossbar_init(rs_crossbar *crossbar, const rs_crossbar_sizes *sizes, const rs_hold_grant *hold, uint32_t seed);
void rs_crossbar_release(rs_crossbar *crossbar);

/* The flit at an output port; only where out_valid is set. */
const rs_routed_flit *rs_crossbar_front(const rs_crossbar *crossbar, uint32_t output);
/* One clock edge: flits in `taken` outputs leave (all must be valid), packets move. Then the caller pushes the flits
 * of the same cycle, to inputs that were ready before this call. */
void rs_crossbar_step(rs_crossbar *crossbar, uint64_t taken);
void rs_crossbar_push(rs_crossbar *crossbar, uint32_t input, const rs_flit *flit, const rs_route *route);
bool rs_crossbar_empty(const rs_crossbar *crossbar);

#ifdef __cplusplus
}
#endif
#endif
