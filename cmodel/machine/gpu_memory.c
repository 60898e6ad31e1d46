#include "machine/gpu_memory.h"

#include <stdlib.h>
#include <string.h>

#include "sm/sm_port.h"

typedef struct rs_gpu_sm {
    uint32_t published;             /* in which of the sets published it is, a bit each */
    bool active;                    /* counts an active cycle a cycle, while its memory side is still; */
    uint64_t counted;               /* those before this cycle are in memory.camat */
    /* of this cycle, from offer() to clock() */
    rs_sm_port_inputs to_port;
    rs_sm_memory_inputs in;
    rs_sm_memory_outputs out;
    rs_sm_port port;
    rs_sm_memory memory;
} rs_gpu_sm;

struct rs_gpu_memory {
    rs_config config;
    rs_path *path;
    rs_path_inputs to_path;         /* a flit at an SM's port stays there until the path takes it */
    rs_gpu_memory_outputs out;      /* those of a sleeping SM stay as they are */
    uint64_t now;
    rs_set all;                     /* SMs, as in all sets below */
    rs_set still;                   /* its memory side changed nothing at the last clock edge: with the same inputs its outputs hold */
    rs_set quiet;                   /* its port changed nothing either */
    rs_set offered, looked;         /* in this cycle: memory sides whose outputs are new, SMs that were looked at */
    rs_set at_port;                 /* in this cycle: ports where a flit is new, leaves or comes */
    rs_set asks;                    /* has a request for its port */
    rs_set released, empty;         /* its memory side is; and ... */
    rs_set port_stored, port_empty; /* ... its port */
    rs_gpu_memory_inputs last;      /* sets and instructions of the cycle before */
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

static void show_nothing(rs_gpu_memory *gpu)
{
    memset(&gpu->out, 0, sizeof gpu->out);
    gpu->out.gpu = gpu;
    gpu->out.path = rs_path_outputs_now(gpu->path);
    gpu->out.to_path = &gpu->to_path;
}

rs_gpu_memory *rs_gpu_memory_create(const rs_config *config, rs_error *error)
{
    const size_t bytes = offsetof(rs_gpu_memory, sm) + config->sms * sizeof(rs_gpu_sm);
    const rs_sm_memory_config sizes = sm_config(config);
    rs_gpu_memory *gpu;

    if (config->top == RS_TOP_PATH) {
        rs_error_set(error, "memory sides of SMs: found a configuration of rs_memory_path, expected one of rs_gpu_memory or rs_gpu");
        return NULL;
    }
    if (!rs_config_is_finished(config, error)) {
        return NULL;
    }
    gpu = (rs_gpu_memory *)calloc(1, bytes);
    if (gpu == NULL) {
        rs_error_memory(error, "memory sides of SMs: out of memory");
        return NULL;
    }
    gpu->config = *config;
    gpu->all = gpu->port_stored = gpu->port_empty = rs_set_below(config->sms);
    gpu->path = rs_path_create(config, error);
    if (gpu->path == NULL) {
        free(gpu);
        return NULL;
    }
    for (uint32_t i = 0; i < config->sms; i++) {
        rs_sm_port_init(&gpu->sm[i].port, &gpu->config, config->in_flight, config->l2 != 0, false);
        if (!rs_sm_memory_init(&gpu->sm[i].memory, &sizes)) {
            rs_error_memory(error, "memory sides of SMs: out of memory");
            rs_gpu_memory_destroy(gpu);
            return NULL;
        }
    }
    show_nothing(gpu);
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
        rs_sm_port_init(&gpu->sm[i].port, &gpu->config, gpu->config.in_flight, gpu->config.l2 != 0, false);
        gpu->sm[i].published = 0;
        gpu->sm[i].active = false;
        gpu->sm[i].counted = 0;
    }
    rs_path_reset(gpu->path);
    gpu->now = 0;
    gpu->still = gpu->quiet = gpu->asks = rs_set_below(0);
    gpu->port_stored = gpu->port_empty = gpu->all;
    gpu->to_path.request_valid = gpu->to_path.reply_ready = rs_set_below(0);
    show_nothing(gpu);
}

/* ---- one cycle -------------------------------------------------------------------------------------------- */

/* SMs, of one word of the sets, with other inputs of the memory side than reply and request_ready than in the cycle before. */
static uint64_t changed_inputs(const rs_gpu_memory *gpu, const rs_gpu_memory_inputs *inputs, uint32_t k)
{
    const rs_gpu_memory_inputs *last = &gpu->last;
    const uint32_t from = 64 * k, sms = gpu->config.sms - from < 64 ? gpu->config.sms - from : 64;
    uint64_t changed = (inputs->wb_ready.word[k] ^ last->wb_ready.word[k]) | (inputs->fault_ready.word[k] ^ last->fault_ready.word[k])
                       | inputs->acquire.word[k] | last->acquire.word[k] | (inputs->release_valid.word[k] ^ last->release_valid.word[k])
                       | (inputs->camat_clear.word[k] ^ last->camat_clear.word[k]);

    if (memcmp(&inputs->issue[from], &last->issue[from], sms * sizeof inputs->issue[0]) != 0)
        for (uint32_t i = 0; i < sms; i++)
            changed |= (uint64_t)(inputs->issue[from + i] != last->issue[from + i]) << i;
    return changed;
}

static void keep_inputs(rs_gpu_memory *gpu, const rs_gpu_memory_inputs *inputs)
{
    rs_gpu_memory_inputs *last = &gpu->last;

    for (uint32_t k = 0; k < gpu->config.sm_words; k++) {
        last->wb_ready.word[k] = inputs->wb_ready.word[k];
        last->fault_ready.word[k] = inputs->fault_ready.word[k];
        last->acquire.word[k] = inputs->acquire.word[k];
        last->release_valid.word[k] = inputs->release_valid.word[k];
        last->camat_clear.word[k] = inputs->camat_clear.word[k];
    }
    memcpy(last->issue, inputs->issue, gpu->config.sms * sizeof inputs->issue[0]);
}

/* What the port is shown of the cycle. */
static void show_to_port(rs_gpu_memory *gpu, uint32_t i, const rs_path_outputs *path)
{
    rs_gpu_sm *sm = &gpu->sm[i];

    sm->to_port.request = sm->memory.request_valid ? &sm->memory.request : NULL;
    sm->to_port.flit_ready = rs_set_has(&path->request_ready, i);
    sm->to_port.reply_flit = rs_set_has(&path->reply_valid, i) ? &path->reply[i] : NULL;
    sm->to_port.accepted = 0;
}

/* What a port shows where a flit is new, leaves or comes. */
static void offer_port(rs_gpu_memory *gpu, uint32_t i, const rs_path_outputs *path)
{
    rs_gpu_sm *sm = &gpu->sm[i];
    rs_flit *flit = &gpu->to_path.request[i];
    rs_sm_memory_inputs *in = &sm->in;

    show_to_port(gpu, i, path);
    if (!rs_set_has(&gpu->to_path.request_valid, i) && sm->to_port.request != NULL && rs_sm_port_flit(&sm->port, sm->to_port.request, flit)) {
        rs_set_add(&gpu->to_path.request_valid, i);
        rs_set_add(&gpu->at_port, i);
    }
    in->request_ready = sm->to_port.flit_ready && rs_set_has(&gpu->to_path.request_valid, i) && flit->tail;
    in->reply_valid = sm->to_port.reply_flit != NULL && rs_sm_port_reply(&sm->port, sm->to_port.reply_flit, &in->reply, in->reply_data);
}

static void offer_memory(rs_gpu_sm *sm, uint32_t i, const rs_gpu_memory_inputs *inputs, bool changed)
{
    rs_sm_memory_inputs *in = &sm->in;

    if (changed) {
        in->issue = inputs->issue[i];
        in->wb_ready = rs_set_has(&inputs->wb_ready, i);
        in->fault_ready = rs_set_has(&inputs->fault_ready, i);
        in->acquire = rs_set_has(&inputs->acquire, i);
        in->release_valid = rs_set_has(&inputs->release_valid, i);
        in->camat_clear = rs_set_has(&inputs->camat_clear, i);
    }
    if (in->reply_valid)
        in->reply_memory = rs_sm_port_reply_level(&sm->port);
    rs_sm_memory_renew(&sm->memory, in, !changed, &sm->out);
}

/* Sets that show a bit of an SM's outputs, in their order there. */
static const size_t published_sets[RS_SM_SHOWN] = {
    offsetof(rs_gpu_memory_outputs, in_ready), offsetof(rs_gpu_memory_outputs, in_first), offsetof(rs_gpu_memory_outputs, fault_valid),
    offsetof(rs_gpu_memory_outputs, busy), offsetof(rs_gpu_memory_outputs, entry_full), offsetof(rs_gpu_memory_outputs, merge_full),
    offsetof(rs_gpu_memory_outputs, store_buffer_full), offsetof(rs_gpu_memory_outputs, bank_conflict),
    offsetof(rs_gpu_memory_outputs, hit), offsetof(rs_gpu_memory_outputs, merged), offsetof(rs_gpu_memory_outputs, miss),
    offsetof(rs_gpu_memory_outputs, store), offsetof(rs_gpu_memory_outputs, line_waits), offsetof(rs_gpu_memory_outputs, wb_valid),
};
_Static_assert(sizeof(bool) == 1 && offsetof(rs_sm_memory_outputs, wb_valid) == RS_SM_SHOWN - 1, "bits to be published stand together");

/* Few of the bits are others than those published last. They are read one by one, as they have just been written. */
static void publish_memory(rs_gpu_sm *sm, uint32_t i, rs_gpu_memory_outputs *outputs)
{
    const rs_sm_memory_outputs *out = &sm->out;
    const bool *bits = &out->in_ready;
    uint32_t shown = 0;

    for (uint32_t k = 0; k < RS_SM_SHOWN; k++)
        shown |= (uint32_t)bits[k] << k;
    for (uint32_t other = shown ^ sm->published; other != 0; other &= other - 1) {
        rs_set *set = (rs_set *)((char *)outputs + published_sets[__builtin_ctz(other)]);

        set->word[i / 64] ^= UINT64_C(1) << i % 64;
    }
    sm->published = shown;
    outputs->status[i] = (uint8_t)out->status;
    outputs->wb[i] = out->wb;
    if (out->fault_valid)
        outputs->fault[i] = out->fault;
}

/* port: something may happen there. */
static void offer_sm(rs_gpu_memory *gpu, uint32_t i, const rs_gpu_memory_inputs *inputs, const rs_path_outputs *path, bool changed, bool port)
{
    rs_gpu_sm *sm = &gpu->sm[i];
    const bool ready_before = sm->in.request_ready;

    if (port)
        offer_port(gpu, i, path);
    else
        sm->in.request_ready = sm->in.reply_valid = false;
    if (changed || sm->in.request_ready != ready_before || sm->in.reply_valid || !rs_set_has(&gpu->still, i)) {
        rs_set_add(&gpu->offered, i);
        offer_memory(sm, i, inputs, changed);
        publish_memory(sm, i, &gpu->out);
        rs_set_put(&gpu->released, i, sm->out.release_ready);
        rs_set_put(&gpu->empty, i, sm->out.empty);
    }
    if (port) {
        sm->to_port.reply_ready = sm->out.reply_ready;
        rs_set_put(&gpu->to_path.reply_ready, i, rs_sm_port_reply_flit_ready(&sm->port, sm->out.reply_ready));
    }
}

const rs_gpu_memory_outputs *rs_gpu_memory_offer(rs_gpu_memory *gpu, const rs_gpu_memory_inputs *inputs)
{
    const uint32_t words = gpu->config.sm_words;
    const rs_path_outputs *path = rs_path_outputs_now(gpu->path);
    const rs_path_inputs *to = &gpu->to_path;

    memcpy(gpu->to_path.dram, inputs->dram, gpu->config.channels * sizeof inputs->dram[0]);
    for (uint32_t k = 0; k < words; k++) {
        const uint64_t changed = changed_inputs(gpu, inputs, k);

        const uint64_t unsent = gpu->asks.word[k] & ~to->request_valid.word[k]; /* no flit of the request is shown */

        gpu->at_port.word[k] = path->reply_valid.word[k] | (to->request_valid.word[k] & path->request_ready.word[k]);
        gpu->looked.word[k] = gpu->all.word[k] & (~(gpu->still.word[k] & gpu->quiet.word[k]) | changed | gpu->at_port.word[k]);
        gpu->offered.word[k] = 0;
        RS_EACH_OF_WORD(i, k, gpu->looked.word[k])
            offer_sm(gpu, i, inputs, path, (changed >> i % 64 & 1) != 0, ((gpu->at_port.word[k] | unsent) >> i % 64 & 1) != 0);
        gpu->out.release_ready.word[k] = gpu->released.word[k] & gpu->port_stored.word[k];
        gpu->out.empty.word[k] = gpu->empty.word[k] & gpu->port_empty.word[k];
    }
    keep_inputs(gpu, inputs);
    gpu->out.idle = path->idle && rs_set_equal(&gpu->out.empty, &gpu->all, words);
    return &gpu->out;
}

const rs_set *rs_gpu_memory_offered(const rs_gpu_memory *gpu)
{
    return &gpu->offered;
}

bool rs_gpu_memory_stands_still(const rs_gpu_memory *gpu)
{
    return !rs_set_any(&gpu->looked, gpu->config.sm_words) && rs_path_outputs_now(gpu->path)->idle;
}

bool rs_gpu_memory_stores(const rs_gpu_memory *gpu, uint32_t *resting)
{
    bool any = false;

    *resting = 0;
    for (uint32_t i = 0; i < gpu->config.sms; i++) {
        any = any || !rs_sm_port_stored(&gpu->sm[i].port) || rs_sm_memory_stores(&gpu->sm[i].memory);
        *resting += gpu->sm[i].memory.store_buffer.open;
    }
    return any;
}

const rs_camat_counter *rs_gpu_memory_camat(rs_gpu_memory *gpu, uint32_t i)
{
    rs_gpu_sm *sm = &gpu->sm[i];

    if (sm->active && sm->counted != gpu->now) {
        rs_camat_counter_pass(&sm->memory.camat, gpu->now - sm->counted);
        sm->counted = gpu->now;
    }
    return &sm->memory.camat;
}

static void clock_memory(rs_gpu_memory *gpu, uint32_t i)
{
    rs_gpu_sm *sm = &gpu->sm[i];
    const rs_camat_counter *camat = rs_gpu_memory_camat(gpu, i);
    const uint64_t cycles = camat->active_cycles;
    const bool moved = rs_sm_memory_advance(&sm->memory, &sm->in, &sm->out);

    rs_set_put(&gpu->still, i, !moved && !sm->in.reply_valid);
    rs_set_put(&gpu->asks, i, sm->memory.request_valid);
    sm->active = camat->active_cycles != cycles;
    sm->counted = gpu->now + 1;
}

/* Stores of SMs that controllers have accepted in this cycle; the SMs with some. */
static rs_set take_accepted(rs_gpu_memory *gpu, const rs_path_outputs *path)
{
    rs_set accepted;

    rs_set_clear(&accepted, gpu->config.sm_words);
    for (uint32_t channel = 0; channel < gpu->config.channels; channel++)
        if (path->accept[channel].valid && path->accept[channel].write) {
            const uint32_t i = path->accept[channel].sm;

            if (!rs_set_has(&gpu->at_port, i) && !rs_set_has(&accepted, i))
                show_to_port(gpu, i, path);
            gpu->sm[i].to_port.accepted++;
            rs_set_add(&accepted, i);
        }
    return accepted;
}

void rs_gpu_memory_clock(rs_gpu_memory *gpu)
{
    const rs_path_outputs *path = rs_path_outputs_now(gpu->path);
    const uint32_t words = gpu->config.sm_words;
    const rs_set accepted = take_accepted(gpu, path);
    rs_set sent;

    RS_EACH(i, k, words, gpu->at_port.word[k] | accepted.word[k]) {
        rs_sm_port_clock(&gpu->sm[i].port, &gpu->sm[i].to_port);
        rs_set_put(&gpu->port_stored, i, rs_sm_port_stored(&gpu->sm[i].port));
        rs_set_put(&gpu->port_empty, i, rs_sm_port_empty(&gpu->sm[i].port));
    }
    RS_EACH(i, k, words, gpu->offered.word[k]) {
        clock_memory(gpu, i);
    }
    for (uint32_t k = 0; k < words; k++) {
        sent.word[k] = gpu->to_path.request_valid.word[k] & path->request_ready.word[k];
        gpu->quiet.word[k] = ~(sent.word[k] | path->reply_valid.word[k] | accepted.word[k]);
    }
    rs_path_step(gpu->path, &gpu->to_path);
    for (uint32_t k = 0; k < words; k++)
        gpu->to_path.request_valid.word[k] &= ~sent.word[k];
    gpu->now++;
}

const rs_sm_memory *rs_gpu_memory_sm(const rs_gpu_memory *gpu, uint32_t sm, const rs_sm_memory_outputs **outputs)
{
    if (outputs != NULL)
        *outputs = &gpu->sm[sm].out;
    return &gpu->sm[sm].memory;
}
