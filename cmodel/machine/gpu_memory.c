#include "machine/gpu_memory.h"

#include <stdlib.h>
#include <string.h>

#include "sm/sm_port.h"

typedef struct rs_gpu_sm {
    rs_sm_memory memory;
    rs_sm_port port;
    /* of this cycle, from offer() to clock() */
    rs_sm_memory_inputs in;
    rs_sm_memory_outputs out;
    rs_sm_port_inputs to_port;
    bool still;                     /* nothing has changed: with the same inputs the outputs hold */
} rs_gpu_sm;

struct rs_gpu_memory {
    rs_config config;
    rs_path *path;
    rs_path_inputs to_path;
    rs_gpu_sm sm[RS_MAX_SMS]; /* as many as the configuration has */
};

static rs_sm_memory_config sm_config(const rs_config *config)
{
    rs_sm_memory_config sm;

    memset(&sm, 0, sizeof sm);
    sm.unit.lanes = config->lanes;
    sm.unit.address_bits = config->map.address_bits;
    sm.unit.max_length = config->max_length;
    sm.unit.register_bits = config->register_bits;
    sm.cache.cache = config->l1_cache != 0;
    sm.cache.l2 = config->l2 != 0;
    sm.cache.tree = config->l1_replacement != 0;
    sm.cache.sets = config->l1_sets;
    sm.cache.ways = config->l1_ways;
    sm.cache.table.pending_request_table = config->miss_table != 0;
    sm.cache.table.lanes = config->lanes;
    sm.cache.table.line_words = config->line_bytes / 4;
    sm.cache.table.sectors = config->line_bytes / RS_LINE_BYTES;
    sm.cache.table.entries = config->miss_entries;
    sm.cache.table.merges = config->miss_merges;
    sm.cache.table.ways = config->miss_ways != 0 ? config->miss_ways : config->miss_entries;
    sm.cache.table.access_slots = config->miss_slot != 0;
    sm.cache.table.merge_waits = config->miss_merge_waits != 0;
    sm.banks = config->scratchpad_banks;
    sm.scratchpad_bytes = config->scratchpad_bytes;
    sm.stores = config->store_buffer;
    sm.store_flush = config->store_flush != 0;
    sm.atomics = config->atomics;
    return sm;
}

rs_gpu_memory *rs_gpu_memory_create(const rs_config *config, rs_error *error)
{
    const size_t bytes = offsetof(rs_gpu_memory, sm) + config->sms * sizeof(rs_gpu_sm);
    const rs_sm_memory_config sizes = sm_config(config);
    rs_gpu_memory *gpu;

    if (config->sm_memory == 0) {
        rs_error_set(error, "memory sides of SMs: found SM_MEMORY = 0, expected a configuration with SM_MEMORY = 1");
        return NULL;
    }
    gpu = (rs_gpu_memory *)calloc(1, bytes);
    if (gpu == NULL) {
        rs_error_set(error, "memory sides of SMs: out of memory");
        return NULL;
    }
    gpu->config = *config;
    gpu->path = rs_path_create(config, error);
    if (gpu->path == NULL) {
        free(gpu);
        return NULL;
    }
    for (uint32_t i = 0; i < config->sms; i++) {
        rs_sm_port_init(&gpu->sm[i].port, &gpu->config, config->in_flight, config->l2 != 0);
        if (!rs_sm_memory_init(&gpu->sm[i].memory, &sizes)) {
            rs_error_set(error, "memory sides of SMs: out of memory");
            rs_gpu_memory_destroy(gpu);
            return NULL;
        }
    }
    return gpu;
}

void rs_gpu_memory_destroy(rs_gpu_memory *gpu)
{
    if (gpu == NULL)
        return;
    for (uint32_t i = 0; i < gpu->config.sms; i++)
        rs_sm_memory_destroy(&gpu->sm[i].memory);
    rs_path_destroy(gpu->path);
    free(gpu);
}

void rs_gpu_memory_reset(rs_gpu_memory *gpu)
{
    for (uint32_t i = 0; i < gpu->config.sms; i++) {
        rs_sm_memory_reset(&gpu->sm[i].memory);
        gpu->sm[i].still = false;
        rs_sm_port_init(&gpu->sm[i].port, &gpu->config, gpu->config.in_flight, gpu->config.l2 != 0);
    }
    rs_path_reset(gpu->path);
}

/* ---- one cycle -------------------------------------------------------------------------------------------- */

static bool at(uint64_t mask, uint32_t sm)
{
    return (mask >> sm & 1) != 0;
}

static void offer_sm(rs_gpu_memory *gpu, uint32_t i, const rs_gpu_memory_inputs *inputs, const rs_path_outputs *path)
{
    rs_gpu_sm *sm = &gpu->sm[i];
    rs_path_inputs *to_path = &gpu->to_path;
    rs_sm_memory_inputs *in = &sm->in;
    const rs_sm_request *request = sm->memory.request_valid ? &sm->memory.request : NULL;
    const bool sends = rs_sm_port_flit(&sm->port, request, &to_path->request[i]);

    sm->to_port.request = request;
    sm->to_port.flit_ready = at(path->request_ready, i);
    sm->to_port.reply_flit = at(path->reply_valid, i) ? &path->reply[i] : NULL;
    sm->to_port.accepted = 0;
    const bool request_ready = sends && rs_sm_port_request_ready(&to_path->request[i], sm->to_port.flit_ready);
    if (sm->still && sm->to_port.reply_flit == NULL && in->issue == inputs->issue[i] && in->request_ready == request_ready &&
        in->wb_ready == at(inputs->wb_ready, i) && in->fault_ready == at(inputs->fault_ready, i) &&
        in->release_valid == at(inputs->release_valid, i) && in->camat_clear == at(inputs->camat_clear, i) &&
        !at(inputs->acquire, i)) {
        in->reply_valid = false; /* of these inputs, as of those before */
    } else {
        in->issue = inputs->issue[i];
        in->wb_ready = at(inputs->wb_ready, i);
        in->fault_ready = at(inputs->fault_ready, i);
        in->acquire = at(inputs->acquire, i);
        in->release_valid = at(inputs->release_valid, i);
        in->camat_clear = at(inputs->camat_clear, i);
        in->request_ready = request_ready;
        in->reply_valid = rs_sm_port_reply(&sm->port, sm->to_port.reply_flit, &in->reply, in->reply_data);
        in->reply_memory = rs_sm_port_reply_memory(&sm->port);
        rs_sm_memory_offer(&sm->memory, in, &sm->out);
    }
    sm->out.active_cycles = sm->memory.camat.active_cycles;
    sm->out.accesses = sm->memory.camat.accesses;
    sm->to_port.reply_ready = sm->out.reply_ready;
    to_path->request_valid |= (uint64_t)sends << i;
    if (rs_sm_port_reply_flit_ready(&sm->port, sm->out.reply_ready))
        to_path->reply_ready |= UINT64_C(1) << i;
}

static void publish_sm(const rs_gpu_sm *sm, uint32_t i, rs_gpu_memory_outputs *outputs)
{
    const rs_sm_memory_outputs *out = &sm->out;

    outputs->in_ready |= (uint64_t)out->in_ready << i;
    outputs->in_first |= (uint64_t)out->in_first << i;
    outputs->fault_valid |= (uint64_t)out->fault_valid << i;
    outputs->release_ready |= (uint64_t)(out->release_ready && rs_sm_port_stored(&sm->port)) << i;
    outputs->busy |= (uint64_t)out->busy << i;
    outputs->empty |= (uint64_t)(out->empty && rs_sm_port_empty(&sm->port)) << i;
    outputs->hit |= (uint64_t)out->hit << i;
    outputs->merged |= (uint64_t)out->merged << i;
    outputs->miss |= (uint64_t)out->miss << i;
    outputs->store |= (uint64_t)out->store << i;
    outputs->entry_full |= (uint64_t)out->entry_full << i;
    outputs->merge_full |= (uint64_t)out->merge_full << i;
    outputs->store_buffer_full |= (uint64_t)out->store_buffer_full << i;
    outputs->bank_conflict |= (uint64_t)out->bank_conflict << i;
    outputs->line_waits |= (uint64_t)out->line_waits << i;
    outputs->status[i] = (uint8_t)out->status;
    outputs->wb[i] = out->wb;
    outputs->fault[i] = out->fault;
    outputs->active_cycles[i] = out->active_cycles;
    outputs->accesses[i] = out->accesses;
}

void rs_gpu_memory_offer(rs_gpu_memory *gpu, const rs_gpu_memory_inputs *inputs, rs_gpu_memory_outputs *outputs)
{
    const uint32_t sms = gpu->config.sms;
    const rs_path_outputs *path = rs_path_outputs_now(gpu->path);

    memset(outputs, 0, sizeof *outputs);
    gpu->to_path.request_valid = gpu->to_path.reply_ready = 0;
    memcpy(gpu->to_path.dram, inputs->dram, sizeof inputs->dram);
    for (uint32_t i = 0; i < sms; i++) {
        offer_sm(gpu, i, inputs, path);
        publish_sm(&gpu->sm[i], i, outputs);
    }
    for (uint32_t channel = 0; channel < gpu->config.channels; channel++)
        if (path->accept[channel].valid && path->accept[channel].write)
            gpu->sm[path->accept[channel].sm].to_port.accepted++;
    outputs->path = path;
    outputs->to_path = &gpu->to_path;
    outputs->idle = path->idle && outputs->empty == UINT64_MAX >> (64 - sms);
}

void rs_gpu_memory_clock(rs_gpu_memory *gpu)
{
    for (uint32_t i = 0; i < gpu->config.sms; i++) {
        rs_sm_port_clock(&gpu->sm[i].port, &gpu->sm[i].to_port);
        gpu->sm[i].still = !rs_sm_memory_advance(&gpu->sm[i].memory, &gpu->sm[i].in, &gpu->sm[i].out) && !gpu->sm[i].in.reply_valid;
    }
    rs_path_step(gpu->path, &gpu->to_path);
}

const rs_sm_memory *rs_gpu_memory_sm(const rs_gpu_memory *gpu, uint32_t sm, const rs_sm_memory_outputs **outputs)
{
    if (outputs != NULL)
        *outputs = &gpu->sm[sm].out;
    return &gpu->sm[sm].memory;
}
