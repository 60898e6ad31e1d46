/* Inside the memory path: its state, for memory_path.c, which steps it, and memory_path_life.c. */
#ifndef RS_MEMORY_PATH_STATE_H
#define RS_MEMORY_PATH_STATE_H

#include "dram/bank_credits.h"
#include "dram/dram_controller.h"
#include "machine/request_ports.h"
#include "network/vc_merge.h"
#include "slice/memory_slice.h"

struct rs_path {
    rs_config config;
    uint32_t sm_from; /* of an SM's number in a request's header */
    uint32_t sm_mask; /* bits of an SM's number */
    rs_superpackets joining; /* SUPERPACKET */
    rs_path_network request, reply;
    rs_in_flight in_flight;  /* ALLOCATOR = SJF */
    uint32_t vcs;     /* that the request network shows the controllers */
    rs_vc_merge merge[RS_MAX_CHANNELS]; /* VCS > 1 */
    rs_bank_credits credits[RS_MAX_CHANNELS]; /* BANK_READY */
    uint64_t now;
    uint64_t active; /* controllers whose step may change something ... */
    uint64_t blocked; /* controllers, with one VC: the flit in front waits for its bank's queue, which nothing has left since */
    uint64_t due[RS_MAX_CHANNELS]; /* without L2: the controllers' `due`, side by side */
    uint64_t replying, writing, empty; /* ... of these, without L2: with a reply on the port, data for the pins, no request in the queue */
    bool still;      /* the last step took and gave no data, and nothing moved or was allocated in the networks */
    uint64_t refresh_at; /* cycle in which the next refresh falls due, in all controllers */
    rs_path_outputs outputs;
    rs_dram_controller controller[RS_MAX_CHANNELS];
    rs_memory_slice *slice; /* one a channel; NULL without L2 */
    rs_routed_flit arrived[RS_MAX_CHANNELS]; /* of a mesh or ring: the flit in front of a controller, with its route */
    rs_accept queued[RS_MAX_CHANNELS]; /* with L2: by the controllers; outputs.accept is by the L2 banks */
};

/* The outputs of the cycle that begins; accept, pins and `accepting` are the steps' business. */
void rs_path_publish(rs_path *path);

#endif
