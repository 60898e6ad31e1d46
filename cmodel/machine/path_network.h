/* A network of the memory path: the crossbar, or a mesh or ring of routers in its place, behind one set of functions. */
#ifndef RS_PATH_NETWORK_H
#define RS_PATH_NETWORK_H

#include "network/routed_network.h"

typedef struct rs_path_network {
    rs_crossbar crossbar;
    rs_routed_network *routed; /* NETWORK = MESH, RING; NULL: the crossbar */
} rs_path_network;

/* The request network (SMs to controllers), or the reply network. False, and *error, if the arbiters need too many random bits or there
 * is no memory; then nothing is left to release. */
bool rs_path_network_create(rs_path_network *network, const rs_config *config, bool request, rs_error *error);
void rs_path_network_destroy(rs_path_network *network);
void rs_path_network_reset(rs_path_network *network);

/* VCs that its outputs show. */
static inline uint32_t rs_path_network_vcs(const rs_path_network *network)
{
    return network->routed != NULL ? 1 : network->crossbar.sizes.vcs;
}
static inline const rs_set *rs_path_network_ready(const rs_path_network *network)
{
    return network->routed != NULL ? &network->routed->in_ready : &network->crossbar.in_ready;
}
static inline const rs_set *rs_path_network_valid(const rs_path_network *network, uint32_t w)
{
    return network->routed != NULL ? &network->routed->out_valid : &network->crossbar.out_valid[w];
}
/* Of a mesh or ring the flit has no route. */
static inline const rs_routed_flit *rs_path_network_front(const rs_path_network *network, uint32_t output, uint32_t w)
{
    return network->routed != NULL ? rs_routed_network_front(network->routed, output) : rs_crossbar_front(&network->crossbar, output, w);
}
static inline rs_routed_flit *rs_path_network_place(const rs_path_network *network, uint32_t input)
{
    return network->routed != NULL ? rs_routed_network_place(network->routed, input) : rs_crossbar_place(&network->crossbar, input);
}
static inline void rs_path_network_enter(rs_path_network *network, uint32_t input)
{
    if (network->routed != NULL)
        rs_routed_network_enter(network->routed, input);
    else
        rs_crossbar_enter(&network->crossbar, input);
}
static inline bool rs_path_network_empty(const rs_path_network *network)
{
    return network->routed != NULL ? rs_routed_network_empty(network->routed) : rs_crossbar_empty(&network->crossbar);
}
/* bank_room: of a crossbar alone. */
static inline bool rs_path_network_step(rs_path_network *network, const rs_set *taken, const uint32_t *bank_room)
{
    return network->routed != NULL ? rs_routed_network_step(network->routed, taken) : rs_crossbar_step(&network->crossbar, taken, bank_room);
}

#endif
