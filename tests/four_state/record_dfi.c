/* rs_dfi_controller: power-up, then reads and writes of few lines at random, and words of read data that nobody asked for. Bursts of
 * four cycles are DDR3, others GDDR3. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "record_phy.h"

enum { LINES = 32 };

typedef struct dfi_recording {
    recording *run;
    rs_dfi_controller twin;
    phy_recording phy;
    uint64_t line[LINES];
    uint32_t left, flit;                 /* flits of the packet on offer that have not gone, and the number of the next */
    rs_routed_flit packet[3];
    bool offered;                        /* the next flit has been shown: it stays until it is taken */
    bool reads_line[1 << 16];            /* tags of reads that wait, by SM and tag */
    uint32_t in_valid, in_ready, in_flit, out_valid, out_ready, out_flit, accept_valid, accept_write, accept_sm, accept_tag, accept_line;
    uint32_t header, payload, sm_bits;
} dfi_recording;

static uint32_t bits_of(uint32_t n)
{
    uint32_t bits = 0;
    while ((UINT64_C(1) << bits) < n) {
        bits++;
    }
    return bits;
}

static void sizes(dfi_recording *dfi)
{
    const rs_config *config = &dfi->run->config;
    vectors *all = &dfi->run->all;
    dfi->run->line_bits = config->map.address_bits - RS_LINE_SHIFT;
    dfi->sm_bits = config->sms > 1 ? bits_of(config->sms) : 1;
    dfi->header = dfi->sm_bits + config->tag_bits + 1 + dfi->run->line_bits;
    dfi->payload = dfi->header > config->flit_bits ? dfi->header : config->flit_bits;
    const int written = snprintf(all->parameters, sizeof all->parameters, ".FLIT_BITS(%u), .TAG_BITS(%u), .SM_BITS(%u), .CHANNEL_MASK(%u), ",
                                 config->flit_bits, config->tag_bits, dfi->sm_bits, (uint32_t)config->map.channel_mask);
    (void)phy_parameters(&dfi->phy, all->parameters + written, sizeof all->parameters - (size_t)written);
}

static void ports(dfi_recording *dfi)
{
    const rs_config *config = &dfi->run->config;
    vectors *all = &dfi->run->all;
    dfi->in_valid = vectors_input(all, "in_valid", 1);
    dfi->in_flit = vectors_input(all, "in_flit", dfi->payload + 2);
    dfi->out_ready = vectors_input(all, "out_ready", 1);
    dfi->in_ready = vectors_output(all, "in_ready", 1);
    dfi->out_valid = vectors_output(all, "out_valid", 1);
    dfi->out_flit = vectors_output(all, "out_flit", dfi->payload + 2);
    dfi->accept_valid = vectors_output(all, "accept_valid", 1);
    dfi->accept_write = vectors_output(all, "accept_write", 1);
    dfi->accept_sm = vectors_output(all, "accept_sm", dfi->sm_bits);
    dfi->accept_tag = vectors_output(all, "accept_tag", config->tag_bits);
    dfi->accept_line = vectors_output(all, "accept_line", dfi->run->line_bits);
}

/* A request for one of a few lines, with a tag that no read has. */
static void draw(dfi_recording *dfi)
{
    recording *run = dfi->run;
    const rs_config *config = &run->config;
    const uint32_t sm = rs_random_below(&run->random, config->sms), tag = rs_random_below(&run->random, 1U << config->tag_bits);
    const uint64_t address = dfi->line[rs_random_below(&run->random, LINES)] << RS_LINE_SHIFT;
    const rs_location at = rs_address_decode(&config->map, address);
    const bool write = record_chance(run, 40) || dfi->reads_line[sm << 8 | tag];
    memset(dfi->packet, 0, sizeof dfi->packet);
    dfi->packet[0].flit.head = true;
    dfi->packet[0].flit.header = rs_request_header(config, address, write, tag) | (uint64_t)sm << (run->line_bits + 1 + config->tag_bits);
    dfi->packet[0].route = rs_route_to(at.channel, at.bank, at.row, at.column);
    for (uint32_t half = 1; half < 3; half++) {
        for (uint32_t word = 0; word < (config->flit_bits + 31) / 32; word++) {
            dfi->packet[half].flit.data[word] = (uint32_t)rs_splitmix64(&run->random);
        }
    }
    dfi->left = write ? 3 : 1;
    dfi->packet[dfi->left - 1].flit.tail = true;
    dfi->flit = 0;
    if (!write) {
        dfi->reads_line[sm << 8 | tag] = true;
    }
}

static void show_flit(dfi_recording *dfi, uint32_t port, const rs_flit *flit, uint32_t header_bits)
{
    vectors *all = &dfi->run->all;
    vectors_set(all, port, dfi->payload, 1, flit->head);
    vectors_set(all, port, dfi->payload + 1, 1, flit->tail);
    if (flit->head) {
        vectors_set(all, port, 0, header_bits, flit->header);
    } else {
        vectors_words(all, port, 0, dfi->run->config.flit_bits, flit->data);
    }
}

static void cycle(dfi_recording *dfi, bool phy_ready)
{
    recording *run = dfi->run;
    vectors *all = &run->all;
    const bool ready = rs_dfi_controller_ready(&dfi->twin);
    rs_flit reply;
    if (dfi->left == 0 && record_chance(run, 60)) {
        draw(dfi);
    }
    const bool in_valid = dfi->left != 0 && (dfi->offered || record_chance(run, 80)), out_ready = record_chance(run, 70);
    const phy_word word = phy_read(&dfi->phy, true);
    const rs_routed_flit *flit = &dfi->packet[dfi->flit];
    const bool in_ready = ready && in_valid && rs_dram_controller_ready(&dfi->twin.controller, flit);
    const bool out_valid = rs_dram_controller_reply(&dfi->twin.controller, &reply);

    vectors_begin(all);
    vectors_set(all, dfi->in_valid, 0, 1, in_valid);
    vectors_set(all, dfi->out_ready, 0, 1, out_ready);
    if (in_valid) {
        show_flit(dfi, dfi->in_flit, &flit->flit, dfi->header);
        vectors_set(all, dfi->in_ready, 0, 1, in_ready);
    }
    vectors_set(all, dfi->out_valid, 0, 1, out_valid);
    if (out_valid) {
        show_flit(dfi, dfi->out_flit, &reply, run->config.tag_bits + dfi->sm_bits + run->ecc);
        if (reply.head && out_ready) {
            dfi->reads_line[((uint32_t)(reply.header >> run->config.tag_bits) & ((1U << dfi->sm_bits) - 1)) << 8 | rs_reply_tag(&run->config, reply.header)] = false;
        }
    }
    const rs_accept *accept = &dfi->twin.accept;
    vectors_set(all, dfi->accept_valid, 0, 1, accept->valid);
    if (accept->valid) {
        vectors_set(all, dfi->accept_write, 0, 1, accept->write);
        vectors_set(all, dfi->accept_sm, 0, dfi->sm_bits, accept->sm);
        vectors_set(all, dfi->accept_tag, 0, run->config.tag_bits, accept->tag);
        vectors_set(all, dfi->accept_line, 0, run->line_bits, accept->line);
    }
    phy_vectors(&dfi->phy, &word, phy_ready, ready && rs_dram_controller_idle(&dfi->twin.controller));
    vectors_end(all);

    phy_step(&dfi->phy);
    rs_dfi_controller_step(&dfi->twin, phy_ready, word.error_clear, in_ready ? flit : NULL, &word.returned, word.check, out_valid && out_ready);
    dfi->offered = in_valid && !in_ready;
    if (in_ready) {
        dfi->flit++;
        dfi->left--;
    }
}

static void part(dfi_recording *dfi)
{
    recording *run = dfi->run;
    const uint32_t late = rs_random_below(&run->random, 20);
    if (!rs_dfi_controller_create(&dfi->twin, &run->config, &dfi->phy.init, &dfi->phy.port, run->ecc)) {
        record_failed("a configuration that rs_dfi_controller refuses");
    }
    memset(dfi->reads_line, 0, sizeof dfi->reads_line);
    dfi->left = 0;
    for (uint32_t i = 0; i < LINES; i++) {
        const rs_location at = {0, rs_random_below(&run->random, run->config.banks), rs_random_below(&run->random, 3) << (run->part + 2),
                                rs_random_below(&run->random, 1U << run->config.map.column_bits)};
        dfi->line[i] = rs_address_encode(&run->config.map, at) >> RS_LINE_SHIFT;
    }
    phy_begin(&dfi->phy);
    for (uint32_t i = 1; i < run->cycles; i++) {
        cycle(dfi, i > late);
    }
    phy_end(&dfi->phy);
}

void record_dfi(recording *run)
{
    static dfi_recording dfi;
    dfi.run = run;
    if (run->config.tag_bits > 8 || run->config.sms > 256 || run->config.write_mask) {
        record_failed("rs_dfi_controller: expected TAG_BITS to 8, SMS to 256, WRITE_MASK 0");
    }
    dfi.phy.run = run;
    dfi.phy.twin = &dfi.twin;
    phy_sizes(&dfi.phy);
    sizes(&dfi);
    phy_ports(&dfi.phy);
    ports(&dfi);
    for (run->part = 0; run->part < run->parts; run->part++) {
        part(&dfi);
    }
}
