/* Superpackets: requests of an SM to one DRAM row that follow each other make one packet. Twin of rtl/network/rs_superpacket.v, whose
 * header has the rule; all zero is its reset state.
 *
 * A cycle: ready says whether the SM's flit is taken; look, with the flit that the SM offers (NULL: none), settles whether the packet
 * goes on and shows the flit for the network; then step. */
#ifndef RS_SUPERPACKET_H
#define RS_SUPERPACKET_H

#include "network/flit_buffer.h"

typedef struct rs_superpacket {
    rs_routed_flit flit; /* on its way, as it came but for a head inside a packet */
    rs_route place;      /* of its request */
    uint32_t requests;   /* of its packet so far */
    bool full;
    bool decided, goes_on; /* of a request's last flit: another request follows in its packet */
} rs_superpacket;

static inline bool rs_superpacket_ready(const rs_superpacket *superpacket, bool out_ready)
{
    return !superpacket->full || out_ready;
}

static inline bool rs_superpacket_same_row(rs_route a, rs_route b)
{
    return a.output == b.output && a.bank == b.bank && a.row == b.row;
}

/* The flit that is offered to the network, if it is full. offered has its route if it is a head. Returns whether this cycle decided
 * whether the packet goes on. */
static inline bool rs_superpacket_look(rs_superpacket *superpacket, const rs_routed_flit *offered, uint32_t most, rs_routed_flit *out)
{
    const bool decides = superpacket->full && superpacket->flit.flit.tail && !superpacket->decided;

    if (decides) {
        superpacket->goes_on = offered != NULL && offered->flit.head && superpacket->requests < most &&
                               rs_superpacket_same_row(offered->route, superpacket->place);
        superpacket->decided = true;
    }
    *out = superpacket->flit;
    out->flit.tail = superpacket->flit.flit.tail && !superpacket->goes_on;
    return decides;
}

/* leaves: the network takes the flit; comes: the SM's that is taken, NULL: none. */
static inline void rs_superpacket_step(rs_superpacket *superpacket, bool leaves, const rs_routed_flit *comes)
{
    const bool inside = superpacket->full && superpacket->goes_on; /* what comes is of the packet that leaves */

    if (leaves)
        superpacket->full = superpacket->decided = superpacket->goes_on = false;
    if (comes == NULL)
        return;
    superpacket->flit = *comes;
    superpacket->full = true;
    if (comes->flit.head) {
        superpacket->place = comes->route;
        superpacket->requests = inside ? superpacket->requests + 1 : 1;
        superpacket->flit.flit.head = !inside;
    }
}

#endif
