/* What moves through the networks: a flit (rowstreak.h) with the way of its packet, which every buffer and the DRAM
 * controller's ingress keep beside it. */
#ifndef RS_PACKET_H
#define RS_PACKET_H

#include "rowstreak.h"

/* Where a packet goes and what the hold policies look at; column rides along for the DRAM controller. */
typedef struct rs_route {
    uint32_t output, bank, row, column;
} rs_route;

typedef struct rs_routed_flit {
    rs_flit flit;
    rs_route route; /* flits with a header only */
} rs_routed_flit;

#endif
