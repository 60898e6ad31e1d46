/* Configuration: the nodes of a mesh or ring, and which of them are memory controllers (NETWORK, MESH_COLUMNS, MEMORY_NODES). */
#include "rowstreak.h"

#include "common/set.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool rs_memory_nodes_parse(rs_set *nodes, const char *text, rs_error *error)
{
    const char *rest = text;

    *nodes = rs_set_below(0);
    while (*(rest += strspn(rest, " \t")) != '\0') {
        char *end;
        unsigned long node;

        if (!isdigit((unsigned char)*rest)) {
            rs_error_set(error, "found '%.20s' in MEMORY_NODES, expected numbers of nodes between blanks", rest);
            return false;
        }
        node = strtoul(rest, &end, 10);
        if (node >= RS_SET_MAX || (*end != '\0' && *end != ' ' && *end != '\t')) {
            rs_error_set(error, "found '%.20s' in MEMORY_NODES, expected numbers of nodes, 0 to %d, between blanks", rest, RS_SET_MAX - 1);
            return false;
        }
        if (rs_set_has(nodes, (uint32_t)node)) {
            rs_error_set(error, "found node %lu twice in MEMORY_NODES, expected each once", node);
            return false;
        }
        rs_set_add(nodes, (uint32_t)node);
        rest = end;
    }
    return true;
}

/* Where MEMORY_NODES leaves it open: GPGPU-Sim's map of the mesh that THESIS has, else at equal distances. */
static void place_controllers(rs_config *config, uint32_t nodes)
{
    static const uint8_t mesh[] = {3, 7, 10, 12, 23, 25, 28, 32};
    const uint32_t channels = config->channels;
    const bool known = config->network == RS_NETWORK_MESH && config->mesh_columns == 6 && nodes == 36 && channels == sizeof(mesh);

    for (uint32_t k = 0; k < channels; k++)
        rs_set_add(&config->memory_nodes, known ? mesh[k] : (2 * k + 1) * nodes / (2 * channels));
}

static bool check_memory_nodes(const rs_config *config, uint32_t nodes, rs_error *error)
{
    const uint32_t words = rs_set_words(RS_SET_MAX), found = rs_set_count(&config->memory_nodes, words);

    if (found != config->channels) {
        rs_error_set(error, "found %u nodes in MEMORY_NODES, expected CHANNELS = %u", found, config->channels);
        return false;
    }
    RS_EACH(node, k, words, config->memory_nodes.word[k]) {
        if (node >= nodes) {
            rs_error_set(error, "found node %u in MEMORY_NODES, expected SMS + CHANNELS = %u nodes, 0 to %u", node, nodes, nodes - 1);
            return false;
        }
    }
    return true;
}

bool rs_config_place_nodes(rs_config *config, rs_error *error)
{
    enum { MOST_NODES = 16 * RS_NODE_WORDS, ROUTER_KEYS = 240 /* (controller, bank) of RMHG in a router */, MOST_KEYS = 256 };
    const uint32_t nodes = config->sms + config->channels;
    const bool ring = config->network == RS_NETWORK_RING;

    config->memory_nodes = rs_set_below(0);
    if (config->network == RS_NETWORK_XBAR) {
        if (config->link_stages != 0) {
            rs_error_set(error, "found LINK_STAGES = %u with NETWORK = XBAR, expected NETWORK = MESH or RING", config->link_stages);
            return false;
        }
        if (config->memory_nodes_text[0] == '\0')
            return true;
        rs_error_set(error, "found MEMORY_NODES with NETWORK = XBAR, expected NETWORK = MESH or RING");
        return false;
    }
    if (nodes > MOST_NODES) {
        rs_error_set(error, "found SMS + CHANNELS = %u nodes, expected at most %d on a mesh or ring", nodes, MOST_NODES);
        return false;
    }
    if (!ring && nodes % config->mesh_columns != 0) {
        rs_error_set(error, "found MESH_COLUMNS = %u with SMS + CHANNELS = %u nodes, expected whole rows", config->mesh_columns, nodes);
        return false;
    }
    if (config->vcs != (ring ? 2U : 1U)) {
        rs_error_set(error, "found VCS = %u with NETWORK = %s, expected VCS = %s", config->vcs, ring ? "RING" : "MESH",
                     ring ? "2: before the dateline and from it on" : "1");
        return false;
    }
    if (config->bank_ready != 0) {
        rs_error_set(error, "found BANK_READY = 1 with NETWORK = %s, expected BANK_READY = 0: routers do not know the banks' queues",
                     ring ? "RING" : "MESH");
        return false;
    }
    if (config->hold_policy == RS_HOLD_RMHG && config->channels * config->banks > ROUTER_KEYS) {
        rs_error_set(error, "found CHANNELS * banks = %u with HOLD_POLICY = RMHG, expected at most %d rows an output of a router",
                     config->channels * config->banks, ROUTER_KEYS);
        return false;
    }
    if (config->hold_policy != RS_HOLD_NONE && config->channels * config->banks > MOST_KEYS) {
        rs_error_set(error, "found CHANNELS * banks = %u with HOLD_POLICY = %s, expected at most %d that a router tells apart",
                     config->channels * config->banks, config->hold_policy == RS_HOLD_HG ? "HG" : "HMHG", MOST_KEYS);
        return false;
    }
    if (config->memory_nodes_text[0] == '\0')
        place_controllers(config, nodes);
    else if (!rs_memory_nodes_parse(&config->memory_nodes, config->memory_nodes_text, error))
        return false;
    return check_memory_nodes(config, nodes, error);
}
