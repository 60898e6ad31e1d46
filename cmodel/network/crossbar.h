/* Twin of rtl/network/rs_crossbar.v and, with several virtual channels (VC), of rs_vc_crossbar.v: input-queued crossbar,
 * packet allocation, hold grant (THESIS 1.3.3, 4.3, 4.4). The rules are written down in the RTL's header.
 *
 * The caller looks a packet's route up when its head flit enters (the RTL: when it stands at a buffer's front; the
 * route is a function of the header alone). Ports are members of an rs_set; input VC i*vcs+v, output VC o*vcs+w. */
#ifndef RS_CROSSBAR_H
#define RS_CROSSBAR_H

#include "network/flit_buffer.h"
#include "network/hold_grant.h"
#include "network/islip_allocator.h"
#include "network/pim_allocator.h"
#include "network/sjf_allocator.h"
#include "network/wavefront_allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_CROSSBAR_MAX = RS_SET_MAX, RS_MAX_VCS = 4, RS_CROSSBAR_ENTRY = 2 };

typedef struct rs_crossbar_sizes {
    uint32_t inputs, outputs, input_depth, output_depth, iterations, pick, vcs;
    bool static_vc;
    uint32_t allocator; /* of packets: an rs_allocator. Flits of several VCs are always matched by PIM */
} rs_crossbar_sizes;

typedef struct rs_crossbar {
    rs_crossbar_sizes sizes;
    bool hold_enabled;
    rs_hold_grant hold;
    rs_pim_allocator channel_allocator, switch_allocator;
    rs_islip_allocator islip;                           /* instead of channel_allocator where the sizes say so ... */
    rs_wavefront_allocator wavefront;                   /* ... or this one */
    rs_sjf_allocator sjf;                               /* ... or, with one VC, this one, whose loads the caller writes after each step */
    uint32_t random_bits, seed;                         /* of the LFSR */
    rs_lfsr lfsr;
    uint64_t lfsr_behind;                               /* clock edges that the LFSR has still to make */
    rs_routed_flit *storage;
    rs_flit_buffer entry[RS_CROSSBAR_MAX];              /* vcs > 1 */
    rs_flit_buffer input[RS_CROSSBAR_MAX * RS_MAX_VCS];
    rs_flit_buffer output[RS_CROSSBAR_MAX * RS_MAX_VCS];
    int8_t entry_vc[RS_CROSSBAR_MAX];                   /* VC of the packet whose head has entered, -1 none */
    rs_set requests[RS_MAX_VCS][RS_CROSSBAR_MAX];       /* [v][output]: inputs whose VC v has an unallocated head for it */
    rs_set requested;                                   /* outputs with any request */
    rs_hold_key keys[RS_CROSSBAR_MAX * RS_MAX_VCS];     /* of the head flit at an input VC's front */
    rs_hold_key *pair_keys;                             /* [input * outputs + output], vcs > 1 */
    uint8_t input_pointer[RS_CROSSBAR_MAX], output_pointer[RS_CROSSBAR_MAX];
    rs_set busy[RS_MAX_VCS];                            /* [w]: outputs whose VC w is in the middle of a packet ... */
    rs_set fed[RS_MAX_VCS];                             /* ... of which a flit has come; so a subset */
    uint16_t owner[RS_CROSSBAR_MAX * RS_MAX_VCS];       /* ... of this input VC */
    uint16_t target[RS_CROSSBAR_MAX * RS_MAX_VCS];      /* of an input VC in the middle of a packet: the output VC */
    rs_set own[RS_MAX_VCS];                             /* [w]: outputs with index mod vcs = w */
    rs_set out_room[RS_MAX_VCS], out_valid[RS_MAX_VCS]; /* [w]: outputs */
    rs_set in_ready;                                    /* inputs that take a flit */
    uint32_t entries;                                   /* flits in entry buffers */
    rs_set entered;                                     /* inputs with a flit in the entry buffer */
    uint32_t held;                                      /* flits in input and output buffers */
    rs_set granted;                                     /* outputs that granted a packet in the last step ... */
    uint8_t granted_bank[RS_CROSSBAR_MAX];              /* ... for this bank */
} rs_crossbar;

/* False without memory or if the arbiters need more random bits than the largest LFSR has. hold may be NULL: plain
 * allocator. */
bool rs_crossbar_init(rs_crossbar *crossbar, const rs_crossbar_sizes *sizes, const rs_hold_grant *hold, uint32_t seed);
void rs_crossbar_release(rs_crossbar *crossbar);
/* Back to the state after init, in the same memory. */
void rs_crossbar_reset(rs_crossbar *crossbar);

/* The flit at VC w of an output port; only where out_valid[w] is set. */
static inline const rs_routed_flit *rs_crossbar_front(const rs_crossbar *crossbar, uint32_t output, uint32_t w)
{
    return rs_flit_buffer_front(&crossbar->output[output * crossbar->sizes.vcs + w]);
}
/* One clock edge: flits of the outputs in taken[w] leave (all must be valid), packets move. bank_room[o]: banks behind
 * output o that a head flit may request (NULL: all). Then the caller pushes the flits of the same cycle, to inputs that
 * were ready before this call. False: the step changed nothing, nor will the next without a push, a flit taken or
 * another bank_room. */
bool rs_crossbar_step(rs_crossbar *crossbar, const rs_set *taken, const uint32_t *bank_room);
/* Where the next flit of a ready input is to be written, a head with its route; then rs_crossbar_enter(). */
static inline rs_routed_flit *rs_crossbar_place(const rs_crossbar *crossbar, uint32_t input)
{
    return rs_flit_buffer_next(crossbar->sizes.vcs == 1 ? &crossbar->input[input] : &crossbar->entry[input]);
}
/* For rs_crossbar_enter(): the flit is the first of its input buffer; there are several VCs. */
void rs_crossbar_enter_first(rs_crossbar *crossbar, uint32_t input);
void rs_crossbar_enter_entry(rs_crossbar *crossbar, uint32_t input);
static inline void rs_crossbar_enter(rs_crossbar *crossbar, uint32_t input)
{
    rs_flit_buffer *buffer = &crossbar->input[input];

    if (crossbar->sizes.vcs != 1) {
        rs_crossbar_enter_entry(crossbar, input);
        return;
    }
    crossbar->held++;
    if (++buffer->level == buffer->depth)
        rs_set_remove(&crossbar->in_ready, input);
    if (buffer->level == 1)
        rs_crossbar_enter_first(crossbar, input);
}
/* Both at once. */
static inline void rs_crossbar_push(rs_crossbar *crossbar, uint32_t input, const rs_flit *flit, const rs_route *route)
{
    rs_routed_flit *place = rs_crossbar_place(crossbar, input);

    place->flit = *flit;
    place->route = *route;
    rs_crossbar_enter(crossbar, input);
}
static inline bool rs_crossbar_empty(const rs_crossbar *crossbar)
{
    return crossbar->held == 0 && crossbar->entries == 0;
}

#ifdef __cplusplus
}
#endif
#endif
