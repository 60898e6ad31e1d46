#include "network/routed_network.h"

#include <stdlib.h>
#include <string.h>

uint32_t rs_routed_neighbour(bool ring, uint32_t nodes, uint32_t columns, uint32_t node, uint32_t port)
{
    if (port == RS_PORT_LOCAL || nodes == 1)
        return nodes;
    if (ring)
        return port == RS_PORT_BACK ? (node + nodes - 1) % nodes : (node + 1) % nodes;
    switch (port) {
    case RS_PORT_WEST:
        return node % columns == 0 ? nodes : node - 1;
    case RS_PORT_EAST:
        return node % columns == columns - 1 ? nodes : node + 1;
    case RS_PORT_SOUTH:
        return node + columns >= nodes ? nodes : node + columns;
    default:
        return node < columns ? nodes : node - columns;
    }
}

uint32_t rs_routed_far_port(uint32_t port)
{
    return port % 2 == 1 ? port + 1 : port - 1; /* west and east, south and north, back and forward */
}

bool rs_routed_network_init(rs_routed_network *network, const rs_routed_sizes *sizes, const rs_hold_grant *hold, uint32_t seed)
{
    const uint32_t nodes = sizes->nodes;

    memset(network, 0, sizeof(*network));
    network->ring = sizes->ring;
    network->nodes = nodes;
    network->columns = sizes->columns;
    network->inputs = sizes->inputs;
    network->outputs = sizes->outputs;
    network->ports = sizes->ring ? RS_RING_PORTS : RS_MESH_PORTS;
    network->vcs = sizes->router.vcs;
    network->node_words = rs_set_words(nodes);
    network->router = (rs_router *)calloc(nodes, sizeof(*network->router));
    network->link_stages = sizes->link_stages;
    network->moves = (rs_routed_move *)calloc((size_t)nodes * (network->ports - 1) * (sizes->link_stages + 1), sizeof(*network->moves));
    network->stage = (rs_link_stage *)calloc((size_t)nodes * network->ports * sizes->link_stages + 1, sizeof(*network->stage));
    network->arriving = (rs_routed_flit *)calloc(sizes->inputs, sizeof(*network->arriving));
    network->source = (uint16_t *)calloc((size_t)sizes->inputs + sizes->outputs + nodes, sizeof(*network->source));
    if (network->router == NULL || network->moves == NULL || network->stage == NULL || network->arriving == NULL || network->source == NULL) {
        rs_routed_network_release(network);
        return false;
    }
    network->sink = network->source + sizes->inputs;
    network->output_of = network->sink + sizes->outputs;
    memcpy(network->source, sizes->source, sizes->inputs * sizeof(*network->source));
    memcpy(network->sink, sizes->sink, sizes->outputs * sizeof(*network->sink));
    for (uint32_t output = 0; output < sizes->outputs; output++)
        network->output_of[network->sink[output]] = (uint16_t)output;
    for (uint32_t node = 0; node < nodes; node++) {
        const rs_router_place place = {sizes->ring, node, nodes, sizes->columns};

        if (!rs_router_init(&network->router[node], &place, &sizes->router, hold, seed + node * UINT32_C(0x9e3779b9)))
            return false; /* what is there is released with the rest */
    }
    rs_routed_network_reset(network);
    return true;
}

void rs_routed_network_release(rs_routed_network *network)
{
    for (uint32_t node = 0; network->router != NULL && node < network->nodes; node++)
        rs_router_release(&network->router[node]);
    free(network->router);
    free(network->moves);
    free(network->stage);
    free(network->arriving);
    free(network->source);
    memset(network, 0, sizeof(*network));
}

void rs_routed_network_reset(rs_routed_network *network)
{
    for (uint32_t node = 0; node < network->nodes; node++)
        rs_router_reset(&network->router[node]);
    memset(network->stage, 0, sizeof(*network->stage) * network->nodes * network->ports * network->link_stages);
    network->busy = network->links_busy = network->out_valid = rs_set_below(0);
    network->in_ready = rs_set_below(network->inputs);
}

static rs_link_stage *stage_of(const rs_routed_network *network, uint32_t node, uint32_t port, uint32_t stage)
{
    return &network->stage[(node * network->ports + port) * network->link_stages + stage];
}

/* VCs with room in a stage of the link to a port, or (stage link_stages) in the router there. */
static uint32_t room_at(const rs_routed_network *network, uint32_t node, uint32_t port, uint32_t stage)
{
    uint32_t room = 0;

    for (uint32_t v = 0; v < network->vcs; v++)
        room |= (uint32_t)(stage < network->link_stages ? stage_of(network, node, port, stage)->held[v] < 2
                                                        : rs_router_ready(&network->router[node], port, v))
                << v;
    return room;
}

/* A flit of VC v goes to that stage. Returns the number of moves so far. */
static uint32_t add_move(rs_routed_network *network, uint32_t moves, const rs_routed_flit *flit, rs_link_stage *from, uint32_t node,
                         uint32_t port, uint32_t v, uint32_t stage)
{
    rs_routed_move *move = &network->moves[moves];

    move->flit = *flit;
    move->from = from;
    move->node = (uint16_t)node;
    move->port = (uint8_t)port;
    move->vc = (uint8_t)v;
    move->stage = (uint8_t)stage;
    return moves + 1;
}

/* What a node sends onto its links in this cycle, decided on the room before anything moves. Returns the number of moves so far. */
static uint32_t send(rs_routed_network *network, uint32_t node, uint32_t moves, uint8_t sent[RS_ROUTER_PORTS])
{
    const rs_router *router = &network->router[node];
    const uint32_t vcs = network->vcs;

    for (uint32_t port = 1; port < network->ports; port++) {
        const uint32_t peer = rs_routed_neighbour(network->ring, network->nodes, network->columns, node, port);
        const uint32_t far_port = rs_routed_far_port(port);
        uint32_t room, v;

        sent[port] = (uint8_t)vcs;
        if (peer == network->nodes)
            continue;
        room = room_at(network, peer, far_port, 0);
        v = rs_router_offer(router, port, room);
        if (v == vcs || (room >> v & 1) == 0)
            continue;
        sent[port] = (uint8_t)v;
        moves = add_move(network, moves, rs_router_front(router, port, v), NULL, peer, far_port, v, 0);
    }
    return moves;
}

/* The same of the stages on the links to a node: each sends on a flit of the first VC from its pointer on that has one and finds room. */
static uint32_t send_on(rs_routed_network *network, uint32_t node, uint32_t moves)
{
    for (uint32_t port = 1; port < network->ports; port++)
        for (uint32_t s = 0; s < network->link_stages; s++) {
            rs_link_stage *stage = stage_of(network, node, port, s);
            const uint32_t room = room_at(network, node, port, s + 1);

            for (uint32_t k = 0; k < network->vcs; k++) {
                const uint32_t v = (stage->pointer + k) % network->vcs;

                if (stage->held[v] == 0 || (room >> v & 1) == 0)
                    continue;
                moves = add_move(network, moves, &stage->flit[v][0], stage, node, port, v, s + 1);
                break;
            }
        }
    return moves;
}

/* A flit leaves its stage. */
static void leave_stage(const rs_routed_network *network, const rs_routed_move *move)
{
    rs_link_stage *stage = move->from;

    stage->flit[move->vc][0] = stage->flit[move->vc][1];
    stage->held[move->vc]--;
    stage->pointer = (uint8_t)((move->vc + 1U) % network->vcs);
}

/* A flit comes where its move leads. */
static void arrive(rs_routed_network *network, const rs_routed_move *move)
{
    rs_link_stage *stage;

    if (move->stage == network->link_stages) {
        rs_router_push(&network->router[move->node], move->port, move->vc, &move->flit.flit, &move->flit.route);
        rs_set_add(&network->busy, move->node);
        return;
    }
    stage = stage_of(network, move->node, move->port, move->stage);
    stage->flit[move->vc][stage->held[move->vc]++] = move->flit;
    rs_set_add(&network->links_busy, move->node);
}

static bool links_empty(const rs_routed_network *network, uint32_t node)
{
    const rs_link_stage *stage = stage_of(network, node, 0, 0);

    for (uint32_t k = 0; k < network->ports * network->link_stages; k++)
        for (uint32_t v = 0; v < network->vcs; v++)
            if (stage[k].held[v] != 0)
                return false;
    return true;
}

bool rs_routed_network_step(rs_routed_network *network, const rs_set *taken)
{
    uint8_t sent[RS_ROUTER_NODES][RS_ROUTER_PORTS];
    const rs_set busy = network->busy, on_links = network->links_busy;
    const uint32_t words = network->node_words;
    uint32_t moves = 0;
    bool changed = false;

    RS_EACH(node, k, words, busy.word[k]) {
        sent[node][RS_PORT_LOCAL] = (uint8_t)network->vcs;
        moves = send(network, node, moves, sent[node]);
    }
    RS_EACH(node, k, words, on_links.word[k])
        moves = send_on(network, node, moves);
    RS_EACH(output, k, rs_set_words(network->outputs), taken->word[k])
        sent[network->sink[output]][RS_PORT_LOCAL] = 0;
    RS_EACH(node, k, words, busy.word[k])
        changed |= rs_router_step(&network->router[node], sent[node]);
    for (uint32_t i = 0; i < moves; i++)
        if (network->moves[i].from != NULL) {
            leave_stage(network, &network->moves[i]);
            changed = true;
        }
    for (uint32_t i = 0; i < moves; i++)
        arrive(network, &network->moves[i]);
    RS_EACH(node, k, words, on_links.word[k])
        rs_set_remove_if(&network->links_busy, node, links_empty(network, node));
    RS_EACH(node, k, words, busy.word[k])
        rs_set_remove_if(&network->busy, node, rs_router_empty(&network->router[node]));
    for (uint32_t input = 0; input < network->inputs; input++)
        rs_set_put(&network->in_ready, input, rs_router_ready(&network->router[network->source[input]], RS_PORT_LOCAL, 0));
    for (uint32_t output = 0; output < network->outputs; output++)
        rs_set_put(&network->out_valid, output, rs_router_offer(&network->router[network->sink[output]], RS_PORT_LOCAL, 0) == 0);
    return changed;
}

void rs_routed_network_enter(rs_routed_network *network, uint32_t input)
{
    const uint32_t node = network->source[input];
    rs_routed_flit *flit = &network->arriving[input];
    rs_router *router = &network->router[node];

    if (flit->flit.head)
        flit->route.column = network->sink[flit->route.output];
    rs_router_push(router, RS_PORT_LOCAL, 0, &flit->flit, &flit->route);
    rs_set_add(&network->busy, node);
    rs_set_put(&network->in_ready, input, rs_router_ready(router, RS_PORT_LOCAL, 0));
}
