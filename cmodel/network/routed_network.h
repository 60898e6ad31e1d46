/* Twin of rtl/network/rs_routed_network.v: a mesh or a ring of routers, seen as a crossbar is (network/crossbar.h). Input i is the port of
 * node source[i], output o that of node sink[o]. */
#ifndef RS_ROUTED_NETWORK_H
#define RS_ROUTED_NETWORK_H

#include "network/router.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_routed_sizes {
    bool ring;
    uint32_t nodes, columns; /* nodes 1 .. RS_ROUTER_NODES; columns: of a mesh */
    uint32_t inputs, outputs;
    uint32_t link_stages;    /* registers on each link */
    const uint16_t *source, *sink; /* node of an input, of an output; looked at by rs_routed_network_init() only */
    rs_router_sizes router;
} rs_routed_sizes;

/* A register on a link (rtl/network/rs_link_stage.v): two flits a VC. */
typedef struct rs_link_stage {
    rs_routed_flit flit[RS_MAX_VCS][2]; /* the older first */
    uint8_t held[RS_MAX_VCS];
    uint8_t pointer; /* VC from which it looks on for one to send */
} rs_link_stage;

/* A flit on its way to a port of a node in this cycle: to a stage of the link there, or (stage link_stages) to the router. */
typedef struct rs_routed_move {
    rs_routed_flit flit;
    rs_link_stage *from; /* NULL: a router */
    uint16_t node;
    uint8_t port, vc, stage;
} rs_routed_move;

typedef struct rs_routed_network {
    bool ring;
    uint32_t nodes, columns, inputs, outputs, ports, vcs, node_words, link_stages;
    rs_router *router;                     /* of each node */
    rs_link_stage *stage;                  /* [(node * ports + port) * link_stages + s]: on the link to that port, s from its far end */
    rs_routed_move *moves;                 /* room for those of a cycle */
    rs_routed_flit *arriving;              /* per input: where the next flit is written */
    uint16_t *source, *sink, *output_of;   /* output_of[node] */
    rs_set busy;                           /* nodes with a flit inside */
    rs_set links_busy;                     /* nodes with a flit on a link to them */
    rs_set in_ready;                       /* inputs that take a flit */
    rs_set out_valid;                      /* outputs with a flit */
} rs_routed_network;

/* False without memory or if a router's arbiters need more random bits than the largest LFSR has (router[0].crossbar.random_bits). hold: of
 * rs_router_init(). */
bool rs_routed_network_init(rs_routed_network *network, const rs_routed_sizes *sizes, const rs_hold_grant *hold, uint32_t seed);
void rs_routed_network_release(rs_routed_network *network);
/* Back to the state after init. */
void rs_routed_network_reset(rs_routed_network *network);

/* The node at the far end of a port's link, or `nodes`: there is none. */
uint32_t rs_routed_neighbour(bool ring, uint32_t nodes, uint32_t columns, uint32_t node, uint32_t port);
/* The port there. */
uint32_t rs_routed_far_port(uint32_t port);

/* The flit at an output; only where out_valid is set. Its route is that of the last router. */
static inline const rs_routed_flit *rs_routed_network_front(const rs_routed_network *network, uint32_t output)
{
    return rs_router_front(&network->router[network->sink[output]], RS_PORT_LOCAL, 0);
}
/* One clock edge: flits of the outputs in `taken` leave (all must be valid), packets move. Then the caller enters the flits of the same
 * cycle, to inputs that were ready before this call. False as rs_crossbar_step() has it. */
bool rs_routed_network_step(rs_routed_network *network, const rs_set *taken);
/* Where the next flit of a ready input is to be written, a head with its route: output, and bank and row for the hold policies; then
 * rs_routed_network_enter(). */
static inline rs_routed_flit *rs_routed_network_place(const rs_routed_network *network, uint32_t input)
{
    return &network->arriving[input];
}
void rs_routed_network_enter(rs_routed_network *network, uint32_t input);
static inline bool rs_routed_network_empty(const rs_routed_network *network)
{
    return !rs_set_any(&network->busy, network->node_words) && !rs_set_any(&network->links_busy, network->node_words);
}

#ifdef __cplusplus
}
#endif
#endif
