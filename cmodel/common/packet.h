/* What moves through the networks: a flit (rowstreak.h) with the way of its packet, which every buffer and the DRAM
 * controller's ingress keep beside it. */
#ifndef RS_PACKET_H
#define RS_PACKET_H

#include "rowstreak.h"

/* Where a packet goes and what the hold policies look at; column rides along for the DRAM controller. */
typedef struct rs_route {
    uint32_t row;
    uint16_t column;
    uint8_t output, bank;
} rs_route;

static inline rs_route rs_route_to(uint32_t output, uint32_t bank, uint32_t row, uint32_t column)
{
    const rs_route route = {row, (uint16_t)column, (uint8_t)output, (uint8_t)bank};

    return route;
}

/* As long as a line of the cache, where a buffer's memory begins with one. */
typedef struct rs_routed_flit {
    rs_flit flit;
    rs_route route; /* flits with a header only */
} rs_routed_flit;

#endif
