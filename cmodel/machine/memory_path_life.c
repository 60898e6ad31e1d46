/* Part of the memory path: its memory, its reset, and what may be asked of it beside its ports. */
#include "machine/memory_path_state.h"

#include <stdlib.h>
#include <string.h>

static bool create_networks(rs_path *path, rs_error *error)
{
    if (!rs_path_network_create(&path->request, &path->config, true, error))
        return false;
    path->vcs = rs_path_network_vcs(&path->request);
    if (rs_path_network_create(&path->reply, &path->config, false, error))
        return true;
    rs_path_network_destroy(&path->request);
    return false;
}

static bool create_slices(rs_path *path)
{
    const uint32_t channels = path->config.channels;

    if (path->config.l2 == 0)
        return true;
    path->slice = (rs_memory_slice *)calloc(channels, sizeof *path->slice);
    for (uint32_t channel = 0; path->slice != NULL && channel < channels; channel++)
        if (!rs_memory_slice_create(&path->slice[channel], &path->config))
            return false;
    return path->slice != NULL;
}

void rs_path_reset(rs_path *path)
{
    const rs_config *config = &path->config;
    rs_accept *queued = path->slice == NULL ? path->outputs.accept : path->queued;

    rs_path_network_reset(&path->request);
    rs_path_network_reset(&path->reply);
    memset(&path->outputs, 0, sizeof(path->outputs));
    path->outputs.path = path;
    path->outputs.queued = queued;
    rs_superpackets_reset(&path->joining, config);
    memset(&path->in_flight, 0, sizeof(path->in_flight));
    memset(path->merge, 0, sizeof(path->merge));
    memset(path->credits, 0, sizeof(path->credits));
    for (uint32_t channel = 0; channel < config->channels; channel++)
        rs_dram_controller_init(&path->controller[channel], config, &path->outputs.dram[channel], &queued[channel]);
    for (uint32_t channel = 0; path->slice != NULL && channel < config->channels; channel++)
        rs_memory_slice_reset(&path->slice[channel]);
    path->now = 0;
    path->active = path->blocked = path->replying = path->writing = 0;
    path->empty = UINT64_MAX;
    memset(path->due, 0, sizeof(path->due));
    path->still = false;
    path->refresh_at = config->t_refi != 0 ? rs_refresh_interval(config) : UINT64_MAX;
    rs_path_publish(path);
}

rs_path *rs_path_create(const rs_config *config, rs_error *error)
{
    rs_path *path;

    path = (rs_path *)calloc(1, sizeof(*path));
    if (path == NULL) {
        rs_error_memory(error, "memory path: out of memory");
        return NULL;
    }
    path->config = *config;
    config = &path->config;
    if (!rs_config_finish(&path->config, error)) {
        free(path);
        return NULL;
    }
    path->sm_from = config->map.address_bits - RS_LINE_SHIFT + rs_kind_bits(config) + config->tag_bits;
    for (path->sm_mask = 1; path->sm_mask < config->sms - 1; path->sm_mask = 2 * path->sm_mask + 1) {
    }
    if (!create_networks(path, error)) {
        free(path);
        return NULL;
    }
    if (!rs_superpackets_create(&path->joining, config) || !create_slices(path)) {
        rs_error_memory(error, "memory path: out of memory");
        rs_path_destroy(path);
        return NULL;
    }
    rs_path_reset(path);
    return path;
}

void rs_path_destroy(rs_path *path)
{
    if (path == NULL)
        return;
    rs_path_network_destroy(&path->request);
    rs_path_network_destroy(&path->reply);
    for (uint32_t channel = 0; path->slice != NULL && channel < path->config.channels; channel++)
        rs_memory_slice_destroy(&path->slice[channel]);
    free(path->slice);
    free(path->joining.sms);
    free(path);
}

const rs_config *rs_path_config(const rs_path *path)
{
    return &path->config;
}

const rs_path_outputs *rs_path_outputs_now(const rs_path *path)
{
    return &path->outputs;
}

void rs_path_cached(const rs_path *path, uint64_t address, uint32_t line[RS_LINE_WORDS])
{
    const uint32_t channel = rs_address_decode(&path->config.map, address).channel;

    if (path->slice != NULL)
        rs_memory_slice_cached(&path->slice[channel], address >> RS_LINE_SHIFT, line);
}
