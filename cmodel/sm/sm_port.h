/* Twin of rtl/sm/rs_sm_port.v: requests of an SM's memory side become packets of the memory path, replies come back under
 * their id. The rules are written down in the RTL's header.
 *
 * A cycle: read the functions of the state with the inputs of this cycle, then one rs_sm_port_clock() with the same.
 * request and reply flit NULL: none at the port. */
#ifndef RS_SM_PORT_H
#define RS_SM_PORT_H

#include "rowstreak.h"
#include "sm/sm_memory.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_SM_PORT_TAGS_MAX = RS_IN_FLIGHT_MAX };

typedef struct rs_sm_port {
    const rs_config *config;              /* the caller's */
    uint32_t tags;
    bool l2;                              /* L2: packets of three kinds, replies say who had the data */
    bool ecc;                             /* ECC: replies say whether their line could be read */
    bool refused;                         /* the read at the port was shown with this tag and not taken */
    uint32_t refused_tag;
    uint32_t reads, lowest;               /* tags that reads have; the lowest one that none has, tags: all have one */
    uint32_t sent;                        /* flits of the request at the port that have left */
    uint32_t writes, write_number;        /* left and not accepted yet; of the next one, modulo 2^TAG_BITS */
    uint32_t arrived, tag;                /* flits of the coming reply that are here, and whose it is */
    bool level;                           /* the bit above the SM's number in its header, else true */
    uint32_t low[RS_FLIT_WORDS];          /* the first half of its data */
    uint64_t used[RS_SM_PORT_TAGS_MAX / 64]; /* a bit a tag: a read has it */
    rs_l1_request read[RS_SM_PORT_TAGS_MAX];
} rs_sm_port;

typedef struct rs_sm_port_inputs {
    const rs_sm_request *request;
    bool flit_ready;                      /* of the request network */
    const rs_flit *reply_flit;
    bool reply_ready;                     /* of the SM */
    uint32_t accepted;                    /* stores of the SM that controllers have accepted */
} rs_sm_port_inputs;

/* tags 1 .. RS_SM_PORT_TAGS_MAX, at most 2^TAG_BITS; l2, ecc: the parameters. Leaves it empty. */
void rs_sm_port_init(rs_sm_port *port, const rs_config *config, uint32_t tags, bool l2, bool ecc);

/* False: no flit to send, all of it 0. */
bool rs_sm_port_flit(const rs_sm_port *port, const rs_sm_request *request, rs_flit *flit);
/* Of the flit that it sends. */
bool rs_sm_port_request_ready(const rs_flit *flit, bool flit_ready);
/* Of the reply that is shown: reply_level. */
bool rs_sm_port_reply_level(const rs_sm_port *port);
/* False: no reply to show. data: RS_LINE_WORDS words. */
bool rs_sm_port_reply(const rs_sm_port *port, const rs_flit *reply_flit, rs_l1_request *reply, uint32_t *data);
bool rs_sm_port_reply_flit_ready(const rs_sm_port *port, bool reply_ready);
/* No store has left without being accepted; and: no read waits either. */
static inline bool rs_sm_port_stored(const rs_sm_port *port)
{
    return port->writes == 0;
}
static inline bool rs_sm_port_empty(const rs_sm_port *port)
{
    return port->reads == 0 && port->writes == 0;
}

void rs_sm_port_clock(rs_sm_port *port, const rs_sm_port_inputs *inputs);

#ifdef __cplusplus
}
#endif
#endif
