/* Request flits on their way from the SMs' ports into the request network of the memory path: the SM's number in the header, the place
 * that the header names, and with SUPERPACKET requests that become one packet. */
#ifndef RS_REQUEST_PORTS_H
#define RS_REQUEST_PORTS_H

#include "common/set.h"
#include "machine/path_network.h"
#include "network/superpacket.h"

typedef struct rs_superpackets {
    rs_superpacket *sms; /* one an SM; NULL with SUPERPACKET = 1 */
    rs_set full;         /* those that hold a flit */
} rs_superpackets;

bool rs_superpackets_create(rs_superpackets *superpackets, const rs_config *config); /* false: no memory */
void rs_superpackets_reset(rs_superpackets *superpackets, const rs_config *config);
/* ready: of the network's inputs; then of the SMs' ports. */
void rs_superpackets_ready(const rs_superpackets *superpackets, const rs_config *config, rs_set *ready);
/* One clock edge. moving: the SMs whose flit is taken; ready: what rs_superpackets_ready() showed, so of an SM that holds a flit whether the
 * network takes it. Returns whether anything changed. */
bool rs_superpackets_step(rs_superpackets *superpackets, const rs_config *config, uint32_t sm_from, const rs_path_inputs *inputs,
                          const rs_set *moving, const rs_set *ready, rs_path_network *network);

/* Reads and atomics of each SM on their way to their replies, for ALLOCATOR = SJF: from the head flit that enters to the reply's that leaves.
 * An SM has at most 2^(TAG_BITS+1) - 1. */
enum { RS_LOAD_MAX = 127 };

typedef struct rs_in_flight {
    uint16_t count[RS_MAX_SMS];
    rs_set changed; /* those whose count the last step changed */
} rs_in_flight;

/* One clock edge of the counters, after that of the request network, whose arbiters see the counts a cycle late: `shown`, at most 127 each.
 * write_bit: of a request's header; sending, taken: SMs whose request flit enters, whose reply flit leaves. */
void rs_in_flight_step(rs_in_flight *counters, const rs_config *config, uint32_t write_bit, const rs_path_inputs *inputs,
                       const rs_set *sending, const rs_path_outputs *outputs, const rs_set *taken, uint8_t *shown);

static inline rs_route rs_request_route(const rs_config *config, uint64_t header)
{
    const uint64_t line = header & ((UINT64_C(1) << (config->map.address_bits - RS_LINE_SHIFT)) - 1);
    const rs_location location = rs_address_decode(&config->map, line << RS_LINE_SHIFT);

    return rs_route_to(location.channel, location.bank, location.row, location.column);
}

/* What an SM sends, with its number, from bit sm_from of the header on. */
RS_SET_INLINE void rs_request_take(const rs_config *config, uint32_t sm_from, uint32_t sm, const rs_flit *sent, rs_routed_flit *place)
{
    place->flit = *sent;
    if (place->flit.head) {
        place->flit.header = (place->flit.header & ((UINT64_C(1) << sm_from) - 1)) | (uint64_t)sm << sm_from;
        place->route = rs_request_route(config, place->flit.header);
    }
}

/* A flit, written to its place, enters the request network. */
RS_SET_INLINE void rs_request_enter(rs_path_network *network, uint32_t banks, uint32_t sm, rs_routed_flit *place)
{
    if (network->routed != NULL && place->flit.head)
        place->route.bank = (uint8_t)(place->route.bank + place->route.output * banks); /* routers hold grants by controller and bank */
    rs_path_network_enter(network, sm);
}

#endif
