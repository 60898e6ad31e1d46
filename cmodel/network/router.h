/* Twin of rtl/network/rs_router.v, whose header has the rules: router of a mesh or a ring around a crossbar, with its links.
 *
 * A flit inside has the route of this router: the crossbar's output, the hold policies' bank and row, and as its column the number
 * of the destination node. The caller pushes flits by rs_router_push(), which finds the output. */
#ifndef RS_ROUTER_H
#define RS_ROUTER_H

#include "network/crossbar.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RS_PORT_LOCAL, RS_PORT_WEST, RS_PORT_EAST, RS_PORT_SOUTH, RS_PORT_NORTH, RS_MESH_PORTS, /* of a mesh */
    RS_PORT_BACK = 1, RS_PORT_FORWARD, RS_RING_PORTS,                                       /* of a ring */
    RS_ROUTER_PORTS = RS_MESH_PORTS,
    RS_ROUTER_NODES = RS_SET_MAX
};

/* Which node of which network. */
typedef struct rs_router_place {
    bool ring;
    uint32_t node, nodes, columns; /* columns: of a mesh */
} rs_router_place;

typedef struct rs_router_sizes {
    uint32_t vcs, input_depth, output_depth, iterations, pick, allocator; /* as rs_crossbar_sizes has them */
} rs_router_sizes;

typedef struct rs_router {
    uint32_t ports, vcs;
    rs_crossbar crossbar;
    uint8_t pointer[RS_ROUTER_PORTS];          /* VC from which a port's link looks on */
    uint8_t way[RS_MAX_VCS][RS_ROUTER_NODES];  /* crossbar output of a packet on this VC for a node */
} rs_router;

/* The port by which a packet for node `to` leaves, and the VC of its link for one that came on VC v; VC 0 at the local port. */
uint32_t rs_router_port(const rs_router_place *place, uint32_t to);
uint32_t rs_router_vc(const rs_router_place *place, uint32_t port, uint32_t v);

/* False without memory or if the arbiters need more random bits than the largest LFSR has (rs_crossbar_init). hold: policy, bits,
 * limit, guard, and `banks`, the values of a route's bank; its sizes are the router's. NULL: plain allocator. */
bool rs_router_init(rs_router *router, const rs_router_place *place, const rs_router_sizes *sizes, const rs_hold_grant *hold,
                    uint32_t seed);
void rs_router_release(rs_router *router);
/* Back to the state after init. */
void rs_router_reset(rs_router *router);

static inline bool rs_router_ready(const rs_router *router, uint32_t port, uint32_t v)
{
    return rs_set_has(&router->crossbar.in_ready, port * router->vcs + v);
}
static inline bool rs_router_empty(const rs_router *router)
{
    return rs_crossbar_empty(&router->crossbar);
}
/* The VC whose flit a port offers to its link, or vcs: none. room: VCs with a free buffer at the far end; with one VC, and at
 * the local port, it does not matter. */
uint32_t rs_router_offer(const rs_router *router, uint32_t port, uint32_t room);
const rs_routed_flit *rs_router_front(const rs_router *router, uint32_t port, uint32_t v);
/* One clock edge: port p's flit of VC sent[p] leaves, vcs for none. Then the caller pushes the flits of the same cycle, to inputs
 * that were ready before this call. Returns whether it changed anything (rs_crossbar_step). */
bool rs_router_step(rs_router *router, const uint8_t sent[RS_ROUTER_PORTS]);
/* A flit comes in on VC v of a port; route (of a head): bank, row, and the destination node as column. */
void rs_router_push(rs_router *router, uint32_t port, uint32_t v, const rs_flit *flit, const rs_route *route);

#ifdef __cplusplus
}
#endif
#endif
