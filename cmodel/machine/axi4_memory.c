#include "machine/axi4_memory.h"

#include <stdlib.h>
#include <string.h>

#include "sm/sm_port.h"

typedef struct rs_axi4_slave {
    rs_axi4_port axi;
    rs_sm_port port;
} rs_axi4_slave;

struct rs_axi4_memory {
    rs_config config;
    rs_axi4_config axi;
    uint32_t tags;
    rs_path *path;
    rs_path_inputs to_path; /* of this cycle */
    rs_axi4_slave slave[RS_AXI4_PORTS_MAX];
};

void rs_axi4_memory_reset(rs_axi4_memory *memory)
{
    for (uint32_t i = 0; i < memory->config.sms; i++) {
        rs_axi4_port_init(&memory->slave[i].axi, &memory->axi);
        rs_sm_port_init(&memory->slave[i].port, &memory->config, memory->tags, memory->config.l2 != 0, false);
    }
    rs_path_reset(memory->path);
}

rs_axi4_memory *rs_axi4_memory_create(const rs_config *config, const rs_axi4_config *axi, uint32_t tags, rs_error *error)
{
    rs_axi4_memory *memory;

    if (config->sms > RS_AXI4_PORTS_MAX || tags < 1 || tags > RS_SM_PORT_TAGS_MAX || axi->tag_bits > config->tag_bits
        || tags > UINT32_C(1) << axi->tag_bits) {
        rs_error_set(error, "AXI4 memory: found %u slaves of %u tags of %u bits, expected at most %d slaves, and tags that these bits and TAG_BITS hold",
                     config->sms, tags, axi->tag_bits, RS_AXI4_PORTS_MAX);
        return NULL;
    }
    memory = (rs_axi4_memory *)calloc(1, sizeof *memory);
    if (memory == NULL) {
        rs_error_memory(error, "AXI4 memory: out of memory");
        return NULL;
    }
    memory->path = rs_path_create(config, error);
    if (memory->path == NULL) {
        free(memory);
        return NULL;
    }
    memory->config = *rs_path_config(memory->path);
    memory->axi = *axi;
    memory->axi.line_bytes = RS_LINE_BYTES;
    memory->axi.address_bits = memory->config.map.address_bits;
    memory->axi.channels = memory->config.channels;
    memory->tags = tags;
    if (!rs_axi4_port_init(&memory->slave[0].axi, &memory->axi)) {
        rs_error_set(error, "AXI4 memory: found sizes of a slave that rs_axi4_port does not take");
        rs_axi4_memory_destroy(memory);
        return NULL;
    }
    rs_axi4_memory_reset(memory);
    return memory;
}

void rs_axi4_memory_destroy(rs_axi4_memory *memory)
{
    if (memory == NULL)
        return;
    rs_path_destroy(memory->path);
    free(memory);
}

void rs_axi4_memory_offer(const rs_axi4_memory *memory, rs_axi4_memory_outputs *outputs)
{
    outputs->path = rs_path_outputs_now(memory->path);
    outputs->idle = outputs->path->idle;
    for (uint32_t i = 0; i < memory->config.sms; i++) {
        rs_axi4_port_offer(&memory->slave[i].axi, &outputs->port[i]);
        outputs->idle = outputs->idle && outputs->port[i].idle && rs_sm_port_empty(&memory->slave[i].port);
    }
}

/* What the slave asks for, as the memory side of an SM would. */
static rs_sm_request request_of(const rs_axi4_outputs *out)
{
    rs_sm_request request;

    memset(&request, 0, sizeof request);
    request.write = out->request_write;
    request.block = out->request_line;
    request.id = out->request_slot;
    if (request.write)
        for (uint32_t byte = 0; byte < RS_LINE_BYTES; byte++) {
            request.store.data[byte] = out->request_data[byte];
            request.store.bytes[byte / 32] |= (uint32_t)out->request_strobe[byte] << byte % 32;
        }
    return request;
}

/* Writes of slave i that controllers accept in this cycle. */
static void take_accepted(const rs_axi4_memory *memory, const rs_path_outputs *path, uint32_t i, rs_axi4_inputs *in)
{
    in->accepted = 0;
    for (uint32_t channel = 0; channel < memory->config.channels; channel++) {
        const rs_accept *accept = &path->accept[channel];

        if (accept->valid && accept->write && accept->sm == i)
            in->accepted_tag[in->accepted++] = accept->tag % (UINT32_C(1) << memory->axi.tag_bits);
    }
}

static void clock_slave(rs_axi4_memory *memory, uint32_t i, const rs_axi4_inputs *inputs, const rs_axi4_outputs *out, const rs_path_outputs *path)
{
    rs_axi4_slave *one = &memory->slave[i];
    rs_flit *flit = &memory->to_path.request[i];
    const rs_sm_request request = request_of(out);
    rs_axi4_inputs in = *inputs;
    rs_sm_port_inputs to_port;
    rs_l1_request reply;
    uint32_t line[RS_LINE_WORDS];

    memset(&to_port, 0, sizeof to_port);
    to_port.request = out->request_valid ? &request : NULL;
    to_port.flit_ready = rs_set_has(&path->request_ready, i);
    to_port.reply_flit = rs_set_has(&path->reply_valid, i) ? &path->reply[i] : NULL;
    to_port.reply_ready = true; /* the slave has kept a slot for it */
    take_accepted(memory, path, i, &in);
    to_port.accepted = in.accepted;
    in.request_ready = false;
    if (rs_sm_port_flit(&one->port, to_port.request, flit)) {
        rs_set_add(&memory->to_path.request_valid, i);
        in.request_ready = rs_sm_port_request_ready(flit, to_port.flit_ready);
    }
    in.reply_valid = rs_sm_port_reply(&one->port, to_port.reply_flit, &reply, line);
    if (in.reply_valid) {
        in.reply_slot = (uint32_t)reply.id;
        memcpy(in.reply_data, line, RS_LINE_BYTES);
    }
    rs_set_put(&memory->to_path.reply_ready, i, rs_sm_port_reply_flit_ready(&one->port, true));
    rs_axi4_port_clock(&one->axi, &in, out);
    rs_sm_port_clock(&one->port, &to_port);
}

void rs_axi4_memory_clock(rs_axi4_memory *memory, const rs_axi4_memory_inputs *inputs, const rs_axi4_memory_outputs *outputs)
{
    memory->to_path.request_valid = memory->to_path.reply_ready = rs_set_below(0);
    memcpy(memory->to_path.dram, inputs->dram, memory->config.channels * sizeof inputs->dram[0]);
    for (uint32_t i = 0; i < memory->config.sms; i++)
        clock_slave(memory, i, &inputs->port[i], &outputs->port[i], outputs->path);
    rs_path_step(memory->path, &memory->to_path);
}
