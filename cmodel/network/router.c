#include "network/router.h"

#include <string.h>

uint32_t rs_router_port(const rs_router_place *place, uint32_t to)
{
    const uint32_t node = place->node, nodes = place->nodes, columns = place->columns;

    if (to == node)
        return RS_PORT_LOCAL;
    if (place->ring)
        return 2 * ((to + nodes - node) % nodes) <= nodes ? RS_PORT_FORWARD : RS_PORT_BACK;
    if (to % columns != node % columns)
        return to % columns < node % columns ? RS_PORT_WEST : RS_PORT_EAST;
    return to > node ? RS_PORT_SOUTH : RS_PORT_NORTH;
}

uint32_t rs_router_vc(const rs_router_place *place, uint32_t port, uint32_t v)
{
    const bool dateline = place->ring && ((port == RS_PORT_FORWARD && place->node + 1 == place->nodes) ||
                                          (port == RS_PORT_BACK && place->node == 0));

    return port == RS_PORT_LOCAL ? 0 : dateline ? 1 : v;
}

/* Number of an output VC in the crossbar. */
static uint32_t output_of(const rs_router *router, uint32_t port, uint32_t v)
{
    return port == RS_PORT_LOCAL ? 0 : 1 + (port - 1) * router->vcs + v;
}

bool rs_router_init(rs_router *router, const rs_router_place *place, const rs_router_sizes *sizes, const rs_hold_grant *hold,
                    uint32_t seed)
{
    rs_crossbar_sizes inside = {0};
    rs_hold_grant own;

    memset(router, 0, sizeof(*router));
    router->ports = place->ring ? RS_RING_PORTS : RS_MESH_PORTS;
    router->vcs = sizes->vcs;
    for (uint32_t v = 0; v < sizes->vcs; v++)
        for (uint32_t to = 0; to < place->nodes; to++) {
            const uint32_t port = rs_router_port(place, to);

            router->way[v][to] = (uint8_t)output_of(router, port, rs_router_vc(place, port, v));
        }
    inside.inputs = router->ports * sizes->vcs;
    inside.outputs = 1 + (router->ports - 1) * sizes->vcs;
    inside.input_depth = sizes->input_depth;
    inside.output_depth = sizes->output_depth;
    inside.iterations = sizes->iterations;
    inside.pick = sizes->pick;
    inside.vcs = 1;
    inside.allocator = sizes->allocator;
    if (hold != NULL) {
        rs_hold_grant_init(&own, inside.inputs, inside.outputs, hold->policy, hold->hash_bits, hold->limit, hold->guard);
        own.banks = hold->banks;
    }
    return rs_crossbar_init(&router->crossbar, &inside, hold != NULL ? &own : NULL, seed);
}

void rs_router_release(rs_router *router)
{
    rs_crossbar_release(&router->crossbar);
}

void rs_router_reset(rs_router *router)
{
    rs_crossbar_reset(&router->crossbar);
    memset(router->pointer, 0, sizeof(router->pointer));
}

uint32_t rs_router_offer(const rs_router *router, uint32_t port, uint32_t room)
{
    const rs_set *valid = &router->crossbar.out_valid[0];

    if (port == RS_PORT_LOCAL || router->vcs == 1)
        return rs_set_has(valid, output_of(router, port, 0)) ? 0 : router->vcs;
    for (uint32_t k = 0; k < router->vcs; k++) {
        const uint32_t v = (router->pointer[port] + k) % router->vcs;

        if ((room >> v & 1) != 0 && rs_set_has(valid, output_of(router, port, v)))
            return v;
    }
    return router->vcs;
}

const rs_routed_flit *rs_router_front(const rs_router *router, uint32_t port, uint32_t v)
{
    return rs_crossbar_front(&router->crossbar, output_of(router, port, v), 0);
}

bool rs_router_step(rs_router *router, const uint8_t sent[RS_ROUTER_PORTS])
{
    rs_set taken = rs_set_below(0);

    for (uint32_t port = 0; port < router->ports; port++)
        if (sent[port] < router->vcs) {
            rs_set_add(&taken, output_of(router, port, sent[port]));
            router->pointer[port] = (uint8_t)((sent[port] + 1U) % router->vcs);
        }
    return rs_crossbar_step(&router->crossbar, &taken, NULL);
}

void rs_router_push(rs_router *router, uint32_t port, uint32_t v, const rs_flit *flit, const rs_route *route)
{
    rs_route inside = *route;

    if (flit->head)
        inside.output = router->way[v][route->column];
    rs_crossbar_push(&router->crossbar, port * router->vcs + v, flit, &inside);
}
