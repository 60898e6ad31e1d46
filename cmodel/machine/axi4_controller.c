#include "machine/axi4_controller.h"

#include <string.h>

enum { FOR_WRITE = 1 << 16 }; /* in the id of a read that a write waits for */

bool rs_axi4_controller_create(rs_axi4_controller *all, const rs_config *config, const rs_axi4_config *axi, uint32_t tags, uint32_t merges,
                               bool ecc, const rs_dram_init_config *init, const rs_dfi_port_config *port)
{
    memset(all, 0, sizeof *all);
    all->config = config;
    all->ecc = ecc;
    rs_sm_port_init(&all->port, config, tags, false, ecc);
    return config->sms == 1 && config->channels == 1 && tags >= 1 && tags <= UINT32_C(1) << axi->tag_bits && axi->tag_bits <= config->tag_bits
        && rs_axi4_port_init(&all->axi, axi) && rs_partial_write_init(&all->merge, RS_LINE_BYTES, axi->tag_bits, merges)
        && rs_dfi_controller_create(&all->memory, config, init, port, ecc);
}

static rs_partial_request request_of(const rs_axi4_outputs *bus)
{
    const rs_partial_request request = {bus->request_write, bus->request_line, bus->request_slot, bus->request_strobe, bus->request_data};

    return request;
}

/* What is shown to memory. Without ECC it is what the slave shows. */
static void offer_line(const rs_axi4_controller *all, rs_axi4_controller_outputs *outputs)
{
    const rs_partial_request request = request_of(&outputs->bus);

    if (all->ecc) {
        rs_partial_write_offer(&all->merge, outputs->bus.request_valid ? &request : NULL, &outputs->line);
    } else {
        memset(&outputs->line, 0, sizeof outputs->line);
        outputs->line.valid = outputs->bus.request_valid;
        outputs->line.write = request.write;
        outputs->line.line = request.line;
        outputs->line.id = request.id;
        if (outputs->line.valid && request.write)
            memcpy(outputs->line.data, request.data, RS_LINE_BYTES);
    }
    outputs->line_valid = outputs->line.valid;
}

static rs_sm_request packet_of(const rs_axi4_controller *all, const rs_axi4_controller_outputs *outputs)
{
    rs_sm_request packet;

    memset(&packet, 0, sizeof packet);
    packet.write = outputs->line.write;
    packet.block = outputs->line.line;
    packet.id = outputs->line.id | (outputs->line.for_write ? FOR_WRITE : 0);
    if (packet.write)
        for (uint32_t byte = 0; byte < RS_LINE_BYTES; byte++) {
            const bool strobe = all->ecc || outputs->bus.request_strobe[byte];

            packet.store.data[byte] = outputs->line.data[byte];
            packet.store.bytes[byte / 32] |= (uint32_t)strobe << byte % 32;
        }
    return packet;
}

/* The flit at the controller, with the place of its line in the DRAM; taken: it takes it. */
static bool offer_flit(const rs_axi4_controller *all, const rs_axi4_controller_outputs *outputs, rs_routed_flit *flit, bool *taken)
{
    const rs_sm_request packet = packet_of(all, outputs);

    memset(flit, 0, sizeof *flit);
    *taken = false;
    if (!rs_sm_port_flit(&all->port, outputs->line_valid ? &packet : NULL, &flit->flit))
        return false;
    if (flit->flit.head) {
        const rs_location at = rs_address_decode(&all->config->map, outputs->line.line << RS_LINE_SHIFT);

        flit->route = rs_route_to(at.channel, at.bank, at.row, at.column);
    }
    *taken = rs_dfi_controller_ready(&all->memory) && rs_dram_controller_ready(&all->memory.controller, flit);
    return true;
}

void rs_axi4_controller_offer(const rs_axi4_controller *all, rs_axi4_controller_outputs *outputs)
{
    rs_routed_flit flit;
    bool taken;

    memset(outputs, 0, sizeof *outputs);
    rs_axi4_port_offer(&all->axi, &outputs->bus);
    outputs->ready = rs_dfi_controller_ready(&all->memory);
    outputs->idle = outputs->bus.idle && outputs->ready && rs_dram_controller_idle(&all->memory.controller);
    offer_line(all, outputs);
    outputs->line_taken = offer_flit(all, outputs, &flit, &taken) && rs_sm_port_request_ready(&flit.flit, taken);
    outputs->request_taken = outputs->bus.request_valid && outputs->line_taken && !outputs->line.merged;
}

/* What memory says to the slave in this cycle. */
static void answer(const rs_axi4_controller *all, const rs_axi4_controller_outputs *outputs, const rs_partial_reply *reply, rs_axi4_inputs *bus)
{
    const rs_accept *accept = &all->memory.accept;

    bus->request_ready = outputs->request_taken;
    bus->reply_valid = reply != NULL && !reply->for_write;
    if (bus->reply_valid) {
        bus->reply_slot = reply->id;
        bus->reply_error = reply->error;
        memcpy(bus->reply_data, reply->data, RS_LINE_BYTES);
    }
    bus->accepted = 0;
    if (accept->valid && accept->write) {
        bus->accepted_error[bus->accepted] = false;
        bus->accepted_tag[bus->accepted++] = all->ecc ? rs_partial_write_tag(&all->merge) : accept->tag & ((UINT32_C(1) << all->axi.config.tag_bits) - 1);
    }
    if (outputs->line.gives_up) {
        bus->accepted_error[bus->accepted] = true;
        bus->accepted_tag[bus->accepted++] = outputs->line.given_up;
    }
}

void rs_axi4_controller_clock(rs_axi4_controller *all, const rs_axi4_controller_inputs *inputs, const rs_axi4_controller_outputs *outputs)
{
    const rs_sm_request packet = packet_of(all, outputs);
    const rs_partial_request request = request_of(&outputs->bus);
    const bool accepts = all->memory.accept.valid && all->memory.accept.write;
    rs_axi4_inputs bus = inputs->bus;
    rs_sm_port_inputs to_port;
    rs_partial_reply reply;
    rs_l1_request read;
    rs_routed_flit flit;
    rs_flit back;
    uint32_t line[RS_LINE_WORDS];
    bool taken;

    memset(&to_port, 0, sizeof to_port);
    offer_flit(all, outputs, &flit, &taken);
    to_port.request = outputs->line_valid ? &packet : NULL;
    to_port.flit_ready = taken;
    to_port.reply_flit = rs_dram_controller_reply(&all->memory.controller, &back) ? &back : NULL;
    to_port.reply_ready = true; /* whoever asked has kept a place for it */
    to_port.accepted = accepts;

    const bool replies = rs_sm_port_reply(&all->port, to_port.reply_flit, &read, line);

    if (replies)
        reply = (rs_partial_reply){(read.id & FOR_WRITE) != 0, all->ecc && rs_sm_port_reply_level(&all->port), (uint32_t)read.id & (FOR_WRITE - 1),
                                   (const uint8_t *)line};
    answer(all, outputs, replies ? &reply : NULL, &bus);
    if (all->ecc) /* before the slave's clock: the request is its line */
        rs_partial_write_clock(&all->merge, outputs->bus.request_valid ? &request : NULL, &outputs->line, outputs->line_taken, replies ? &reply : NULL, accepts);
    rs_axi4_port_clock(&all->axi, &bus, &outputs->bus);
    rs_sm_port_clock(&all->port, &to_port);
    rs_dfi_controller_step(&all->memory, inputs->phy_ready, inputs->error_clear, taken ? &flit : NULL, &inputs->returned, inputs->check,
                           to_port.reply_flit != NULL && rs_sm_port_reply_flit_ready(&all->port, true));
}
