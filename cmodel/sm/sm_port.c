#include "sm/sm_port.h"

#include <string.h>

void rs_sm_port_init(rs_sm_port *port, const rs_config *config, uint32_t tags, bool l2, bool ecc)
{
    memset(port, 0, sizeof *port);
    port->config = config;
    port->tags = tags;
    port->l2 = l2;
    port->ecc = ecc;
}

/* The tag that the read at the port was shown with, else the lowest free one, or port->tags. */
static uint32_t read_tag(const rs_sm_port *port)
{
    return port->refused ? port->refused_tag : port->lowest;
}

static bool may_begin(const rs_sm_port *port, const rs_sm_request *request)
{
    return request->write ? port->writes < port->tags : read_tag(port) < port->tags;
}

static bool carries_data(const rs_sm_request *request)
{
    return request->write || request->atomic;
}

/* With an L2 the kind has two more bits, above the one that says write: 2 is an atomic operation. */
static uint64_t header_of(const rs_sm_port *port, const rs_sm_request *request)
{
    const uint32_t line_bits = port->config->map.address_bits - RS_LINE_SHIFT;
    const uint64_t header = rs_request_header(port->config, request->block << RS_LINE_SHIFT, request->write,
                                              request->write ? port->write_number : read_tag(port));
    const uint64_t tag = header >> (line_bits + 1), below = header & ((UINT64_C(2) << line_bits) - 1);

    return !port->l2 ? header : below | (uint64_t)request->atomic << (line_bits + 1) | tag << (line_bits + 3);
}

/* There is a flit to send. */
static bool shows(const rs_sm_port *port, const rs_sm_request *request)
{
    return request != NULL && (port->sent != 0 || may_begin(port, request));
}

/* It is the last one of its request. */
static bool is_tail(const rs_sm_port *port, const rs_sm_request *request)
{
    return !carries_data(request) || port->sent + 1 == rs_data_packet_flits(port->config);
}

bool rs_sm_port_flit(const rs_sm_port *port, const rs_sm_request *request, rs_flit *flit)
{
    const uint32_t flits = rs_data_packet_flits(port->config);

    memset(flit, 0, sizeof *flit);
    if (!shows(port, request))
        return false;
    if (port->sent == 0) {
        flit->header = header_of(port, request);
        flit->warp = carries_data(request) ? 0 : request->warp;
        if (carries_data(request))
            flit->mask = request->store.bytes[0] | (uint64_t)request->store.bytes[1] << 32;
    }
    if (carries_data(request) && port->sent + 2 >= flits) /* the last two have data */
        memcpy(flit->data, request->store.data + (port->sent + 2 - flits) * sizeof flit->data, sizeof flit->data);
    flit->head = port->sent == 0;
    flit->tail = is_tail(port, request);
    return true;
}

bool rs_sm_port_request_ready(const rs_flit *flit, bool flit_ready)
{
    return flit_ready && flit->tail;
}

bool rs_sm_port_reply_level(const rs_sm_port *port)
{
    return port->level;
}

/* The next flit of a reply is its last one. */
static bool tail_comes(const rs_sm_port *port)
{
    return port->arrived + 1 == rs_data_packet_flits(port->config);
}

bool rs_sm_port_reply(const rs_sm_port *port, const rs_flit *reply_flit, rs_l1_request *reply, uint32_t *data)
{
    if (reply_flit == NULL || !tail_comes(port))
        return false;
    *reply = port->read[port->tag];
    memcpy(data, port->low, sizeof port->low);
    memcpy(data + RS_FLIT_WORDS, reply_flit->data, sizeof reply_flit->data);
    return true;
}

bool rs_sm_port_reply_flit_ready(const rs_sm_port *port, bool reply_ready)
{
    return !tail_comes(port) || reply_ready;
}

static void take_tag(rs_sm_port *port, uint32_t tag)
{
    port->used[tag / 64] |= UINT64_C(1) << tag % 64;
    port->reads++;
    if (tag != port->lowest)
        return;
    while (port->lowest < port->tags && ~port->used[port->lowest / 64] == 0)
        port->lowest += 64;
    if (port->lowest < port->tags)
        port->lowest = port->lowest / 64 * 64 + (uint32_t)__builtin_ctzll(~port->used[port->lowest / 64]);
    if (port->lowest > port->tags)
        port->lowest = port->tags;
}

static void give_tag(rs_sm_port *port, uint32_t tag)
{
    port->reads -= (uint32_t)(port->used[tag / 64] >> tag % 64 & 1);
    port->used[tag / 64] &= ~(UINT64_C(1) << tag % 64);
    if (tag < port->lowest)
        port->lowest = tag;
}

static void send(rs_sm_port *port, const rs_sm_request *request)
{
    const bool head = port->sent == 0;

    if (head && request->write) {
        port->writes++;
        port->write_number = (port->write_number + 1) & ((UINT32_C(1) << port->config->tag_bits) - 1);
    } else if (head) {
        const uint32_t tag = read_tag(port);

        take_tag(port, tag);
        port->read[tag].id = request->id;
        port->read[tag].mask = request->mask;
    }
    port->sent = is_tail(port, request) ? 0 : port->sent + 1;
}

/* The bit above the SM's number. */
static bool level_of(const rs_sm_port *port, uint64_t header)
{
    uint32_t sm_bits = 1;

    while (port->config->sms > UINT32_C(1) << sm_bits)
        sm_bits++;
    return (!port->l2 && !port->ecc) || (header >> (port->config->tag_bits + sm_bits) & 1) != 0;
}

static void take_reply(rs_sm_port *port, const rs_flit *flit)
{
    const uint32_t left = rs_data_packet_flits(port->config) - port->arrived; /* this one included */

    if (port->arrived == 0) {
        port->tag = rs_reply_tag(port->config, flit->header) % RS_SM_PORT_TAGS_MAX;
        port->level = level_of(port, flit->header);
    }
    if (left == 2)
        memcpy(port->low, flit->data, sizeof port->low);
    else if (left == 1)
        give_tag(port, port->tag);
    port->arrived = left == 1 ? 0 : port->arrived + 1;
}

void rs_sm_port_clock(rs_sm_port *port, const rs_sm_port_inputs *in)
{
    const bool offers = shows(port, in->request), head = port->sent == 0;

    port->writes -= in->accepted;
    if (offers && in->flit_ready) /* first: the tag that it has shown was free before the reply's */
        send(port, in->request);
    port->refused_tag = read_tag(port);
    port->refused = offers && head && !in->flit_ready && !in->request->write;
    if (in->reply_flit != NULL && rs_sm_port_reply_flit_ready(port, in->reply_ready))
        take_reply(port, in->reply_flit);
}
