/* Routes of meshes and rings, from the routers' own functions: every packet arrives on the shortest way, and no channels wait for each
 * other in a circle (the channel dependency graph has no cycle: Dally and Seitz, 1987), so that the networks are free of deadlocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "network/routed_network.h"

/* A channel: VC v of the link that leaves node n by port p. */
enum { CHANNELS = RS_ROUTER_NODES * RS_ROUTER_PORTS * RS_MAX_VCS, NEXT = RS_ROUTER_PORTS * RS_MAX_VCS };

typedef struct graph {
    uint8_t follows[CHANNELS][NEXT]; /* a packet may hold the channel and wait for channel NEXT of the node at its far end */
    uint8_t state[CHANNELS];         /* 0 not seen, 1 on the path, 2 done */
    uint32_t pairs[CHANNELS];        /* (source, destination) whose way it is part of */
} graph;

typedef struct shape {
    bool ring, dateline; /* dateline false: as if packets stayed on their VC there */
    uint32_t nodes, columns, vcs;
} shape;

typedef struct ways {
    uint32_t pairs, hops, longest, crossing;
} ways;

static uint32_t channel_of(uint32_t node, uint32_t port, uint32_t v)
{
    return (node * RS_ROUTER_PORTS + port) * RS_MAX_VCS + v;
}

static uint32_t difference(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/* Follows a packet that starts on VC v; the links it passes. */
static uint32_t follow(graph *g, const shape *s, uint32_t from, uint32_t to, uint32_t v, ways *total)
{
    uint32_t node = from, last = CHANNELS, hops = 0, first = v;

    while (node != to) {
        const rs_router_place place = {s->ring, node, s->nodes, s->columns};
        const uint32_t port = rs_router_port(&place, to);
        const uint32_t peer = rs_routed_neighbour(s->ring, s->nodes, s->columns, node, port);
        uint32_t channel;

        assert_true(peer < s->nodes && port != RS_PORT_LOCAL);
        assert_int_equal(rs_routed_neighbour(s->ring, s->nodes, s->columns, peer, rs_routed_far_port(port)), node);
        if (s->dateline)
            v = rs_router_vc(&place, port, v);
        assert_true(v < s->vcs);
        channel = channel_of(node, port, v);
        if (last != CHANNELS)
            g->follows[last][port * RS_MAX_VCS + v] = 1;
        g->pairs[channel]++;
        last = channel;
        node = peer;
        assert_true(++hops <= s->nodes);
    }
    total->pairs++;
    total->hops += hops;
    total->longest = hops > total->longest ? hops : total->longest;
    total->crossing += v != first;
    return hops;
}

/* Depth first from a channel: does it reach one on the path? */
static bool reaches_itself(graph *g, const shape *s, uint32_t channel)
{
    const uint32_t node = channel / (RS_ROUTER_PORTS * RS_MAX_VCS), port = channel / RS_MAX_VCS % RS_ROUTER_PORTS;
    const uint32_t peer = rs_routed_neighbour(s->ring, s->nodes, s->columns, node, port);

    g->state[channel] = 1;
    for (uint32_t k = 0; k < NEXT; k++) {
        const uint32_t next = peer * NEXT + k;

        if (g->follows[channel][k] && (g->state[next] == 1 || (g->state[next] == 0 && reaches_itself(g, s, next))))
            return true;
    }
    g->state[channel] = 2;
    return false;
}

static bool has_cycle(graph *g, const shape *s)
{
    for (uint32_t channel = 0; channel < s->nodes * NEXT; channel++)
        if (g->pairs[channel] != 0 && g->state[channel] == 0 && reaches_itself(g, s, channel))
            return true;
    return false;
}

/* All packets that can be under way: from every node to every other one; on a mesh on each VC. */
static bool cycle_in(shape s)
{
    graph *g = (graph *)calloc(1, sizeof(*g));
    ways total = {0, 0, 0, 0};
    bool found;

    assert_non_null(g);
    for (uint32_t from = 0; from < s.nodes; from++)
        for (uint32_t to = 0; to < s.nodes; to++)
            for (uint32_t v = 0; v < (s.ring ? 1 : s.vcs); v++) {
                const uint32_t hops = follow(g, &s, from, to, v, &total), ahead = (to + s.nodes - from) % s.nodes;

                assert_int_equal(hops, s.ring ? (ahead < s.nodes - ahead ? ahead : s.nodes - ahead)
                                              : difference(from % s.columns, to % s.columns) +
                                                    difference(from / s.columns, to / s.columns));
            }
    found = has_cycle(g, &s);
    free(g);
    return found;
}

static void no_channels_wait_in_a_circle(void **state)
{
    static const uint32_t rings[] = {1, 2, 3, 4, 5, 8, 36, 255, 256};
    static const uint32_t meshes[][2] = {{1, 1}, {2, 1}, {6, 3}, {6, 2}, {36, 6}, {36, 9}, {36, 36}, {256, 16}};

    (void)state;
    for (size_t i = 0; i < sizeof(rings) / sizeof(rings[0]); i++)
        assert_false(cycle_in((shape){true, true, rings[i], 1, 2}));
    for (size_t i = 0; i < sizeof(meshes) / sizeof(meshes[0]); i++)
        for (uint32_t vcs = 1; vcs <= 4; vcs *= 2)
            assert_false(cycle_in((shape){false, true, meshes[i][0], meshes[i][1], vcs}));
}

/* The check finds the circle of a ring whose packets stay on their VC. */
static void a_ring_without_dateline_has_one(void **state)
{
    (void)state;
    assert_true(cycle_in((shape){true, false, 36, 1, 1}));
    assert_true(cycle_in((shape){true, false, 5, 1, 2}));
    assert_false(cycle_in((shape){true, false, 3, 1, 1})); /* no way is longer than a link */
}

/* 28 SMs and 8 controllers at the nodes of the mask: both ways of all pairs. */
static void count_pairs(shape s, const uint32_t *memory, ways *requests, uint32_t *busiest)
{
    graph *g = (graph *)calloc(1, sizeof(*g));
    ways replies = {0, 0, 0, 0};

    assert_non_null(g);
    memset(requests, 0, sizeof(*requests));
    for (uint32_t turn = 0; turn < 2; turn++) {
        memset(g->pairs, 0, sizeof(g->pairs));
        busiest[turn] = 0;
        for (uint32_t node = 0, next = 0; node < s.nodes; node++) {
            if (next < 8 && memory[next] == node) {
                next++;
                continue;
            }
            for (uint32_t k = 0; k < 8; k++)
                (void)follow(g, &s, turn == 0 ? node : memory[k], turn == 0 ? memory[k] : node, 0, turn == 0 ? requests : &replies);
        }
        for (uint32_t link = 0; link < s.nodes * RS_ROUTER_PORTS; link++) {
            uint32_t pairs = 0;

            for (uint32_t v = 0; v < RS_MAX_VCS; v++)
                pairs += g->pairs[link * RS_MAX_VCS + v];
            busiest[turn] = pairs > busiest[turn] ? pairs : busiest[turn];
        }
    }
    assert_int_equal(replies.hops, requests->hops);
    free(g);
}

/* What these two networks are to be like (28 SMs, 8 controllers). */
static void ways_of_thesis_networks(void **state)
{
    static const uint32_t mesh_nodes[8] = {3, 7, 10, 12, 23, 25, 28, 32}, ring_nodes[8] = {2, 6, 11, 15, 20, 24, 29, 33};
    ways total;
    uint32_t busiest[2];

    (void)state;
    count_pairs((shape){false, true, 36, 6, 1}, mesh_nodes, &total, busiest);
    assert_int_equal(total.pairs, 224);
    assert_int_equal(7 * total.hops, 27 * 224); /* 27/7 links */
    assert_int_equal(total.longest, 8);
    assert_int_equal(busiest[0], 23);
    assert_int_equal(busiest[1], 23);
    count_pairs((shape){true, true, 36, 1, 2}, ring_nodes, &total, busiest);
    assert_int_equal(total.hops, 9 * 224);
    assert_int_equal(total.longest, 17);
    assert_int_equal(busiest[0], 36);
    assert_int_equal(4 * total.crossing, 224); /* a quarter crosses the dateline */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_channels_wait_in_a_circle),
        cmocka_unit_test(a_ring_without_dateline_has_one),
        cmocka_unit_test(ways_of_thesis_networks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
