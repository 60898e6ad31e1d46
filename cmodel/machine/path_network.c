#include "machine/path_network.h"

#include <stdlib.h>
#include <string.h>

static bool refuse(const rs_config *config, bool request, uint32_t random_bits, rs_error *error)
{
    if (random_bits <= RS_LFSR_MAX_BITS)
        rs_error_memory(error, "memory path: out of memory");
    else if (request)
        rs_error_set(error, "request network: found %u x %u with %u iterations and its arbiters' random bits beyond "
                     "the largest LFSR (%d), expected a smaller network: SMS, CHANNELS, ITERATIONS, PICK", config->sms,
                     config->channels, config->iterations, RS_LFSR_MAX_BITS);
    else
        rs_error_set(error, "reply network: found %u x %u beyond the largest LFSR (%d), expected a smaller network: SMS, "
                     "CHANNELS, ITERATIONS, PICK", config->channels, config->sms, RS_LFSR_MAX_BITS);
    return false;
}

static bool create_routed(rs_path_network *network, const rs_config *config, bool request, const rs_hold_grant *hold, rs_error *error)
{
    uint16_t sm_node[RS_MAX_SMS], channel_node[RS_MAX_CHANNELS];
    rs_routed_sizes sizes = {0};
    uint32_t sms = 0, channels = 0, random_bits = 0;

    for (uint32_t node = 0; node < config->sms + config->channels; node++)
        if (rs_set_has(&config->memory_nodes, node))
            channel_node[channels++] = (uint16_t)node;
        else
            sm_node[sms++] = (uint16_t)node;
    sizes.ring = config->network == RS_NETWORK_RING;
    sizes.nodes = config->sms + config->channels;
    sizes.columns = config->mesh_columns;
    sizes.link_stages = config->link_stages;
    sizes.inputs = request ? sms : channels;
    sizes.outputs = request ? channels : sms;
    sizes.source = request ? sm_node : channel_node;
    sizes.sink = request ? channel_node : sm_node;
    sizes.router.vcs = config->vcs;
    sizes.router.input_depth = request ? config->request_depth : config->reply_depth;
    sizes.router.output_depth = config->output_depth;
    sizes.router.iterations = config->iterations;
    sizes.router.pick = config->pick;
    sizes.router.allocator = request ? config->allocator : RS_ALLOCATOR_PIM;
    network->routed = (rs_routed_network *)calloc(1, sizeof(*network->routed));
    if (network->routed != NULL && rs_routed_network_init(network->routed, &sizes, hold, request ? config->seed : ~config->seed))
        return true;
    if (network->routed != NULL && network->routed->router != NULL)
        random_bits = network->routed->router[0].crossbar.random_bits;
    rs_path_network_destroy(network);
    return refuse(config, request, random_bits, error);
}

bool rs_path_network_create(rs_path_network *network, const rs_config *config, bool request, rs_error *error)
{
    const rs_crossbar_sizes requests = {config->sms, config->channels, config->request_depth, config->output_depth,
                                        config->iterations, config->pick, config->vcs, config->static_vc != 0, config->allocator};
    const rs_crossbar_sizes replies = {config->channels, config->sms, config->reply_depth, config->output_depth,
                                       config->iterations, config->pick, 1, false, RS_ALLOCATOR_PIM};
    rs_hold_grant hold;

    memset(network, 0, sizeof(*network));
    rs_hold_grant_init(&hold, config->sms, config->channels, config->hold_policy, config->hash_bits, config->hold_limit,
                       config->wait_guard != 0);
    if (config->network != RS_NETWORK_XBAR) {
        hold.banks = config->channels * config->banks;
        return create_routed(network, config, request, request ? &hold : NULL, error);
    }
    if (rs_crossbar_init(&network->crossbar, request ? &requests : &replies, request ? &hold : NULL, request ? config->seed : ~config->seed))
        return true;
    return refuse(config, request, network->crossbar.random_bits, error);
}

void rs_path_network_destroy(rs_path_network *network)
{
    if (network->routed != NULL)
        rs_routed_network_release(network->routed);
    else
        rs_crossbar_release(&network->crossbar);
    free(network->routed);
    network->routed = NULL;
}

void rs_path_network_reset(rs_path_network *network)
{
    if (network->routed != NULL)
        rs_routed_network_reset(network->routed);
    else
        rs_crossbar_reset(&network->crossbar);
}
