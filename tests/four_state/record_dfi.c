/* rs_dfi_controller: power-up, then reads and writes of few lines at random, and words of read data that nobody asked for. Bursts of
 * four cycles are DDR3, others GDDR3; the power-up is short and the PHY's read latency does not change. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "dfi/dfi_controller.h"
#include "machine/dram_device.h"
#include "record.h"

enum { READ_LATENCY = 4, LINES = 32, SHOWN = 64 };

typedef struct dfi_recording {
    recording *run;
    rs_dfi_controller twin;
    rs_dram_init_config init;
    rs_dfi_port_config port;
    rs_dram_device *device;
    rs_dfi_pins shown[SHOWN];            /* by cycle */
    rs_dram_return words[SHOWN];         /* that the DRAM has given, by cycle */
    uint64_t now;
    uint64_t line[LINES];
    uint32_t left, flit;                 /* flits of the packet on offer that have not gone, and the number of the next */
    rs_routed_flit packet[3];
    bool reads_line[1 << 16];            /* tags of reads that wait, by SM and tag */
    uint32_t in_valid, in_ready, in_flit, out_valid, out_ready, out_flit, init_start, init_complete, reset_n, cke, odt, cs_n, ras_n, cas_n,
        we_n, bank, address, wrdata_en, wrdata, wrdata_mask, rddata_en, rddata_valid, rddata, ready, error_clear, stray_error,
        missing_error, stray_count, missing_count, corrected_error, failed_error, corrected_count, failed_count, accept_valid, accept_write, accept_sm, accept_tag, accept_line, idle;
    uint32_t header, payload, sm_bits;
    bool wrdata_valid;                   /* the controller's data are on the pins in this cycle */
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
    const uint32_t ddr3 = config->burst_cycles == 4, cl = config->t_rtw - config->burst_cycles - 2 + config->wl;
    const rs_dram_init_config init = {ddr3, config->burst_cycles, cl, config->wl, config->t_wr, config->t_rp, config->t_rfc,
                                      9, 6, 7, 4, 12, 14, 20, {0, 0, 0, 0}};
    const uint32_t pins = ddr3 ? 13 : 12;
    const rs_dfi_port_config port = {config->burst_cycles, config->wl, config->map.row_bits, config->map.column_bits + bits_of(config->columns),
                                     config->map.row_bits > pins ? config->map.row_bits : pins, ddr3 ? 10 : 8, 4,
                                     config->wl - 1 - ddr3, 1, cl - 2, READ_LATENCY, READ_LATENCY, 0, ddr3 ? 6 : 0};
    dfi->init = init;
    dfi->port = port;
    dfi->run->config.cl = cl;
    dfi->run->line_bits = config->map.address_bits - RS_LINE_SHIFT;
    dfi->sm_bits = config->sms > 1 ? bits_of(config->sms) : 1;
    dfi->header = dfi->sm_bits + config->tag_bits + 1 + dfi->run->line_bits;
    dfi->payload = dfi->header > config->flit_bits ? dfi->header : config->flit_bits;
    (void)snprintf(dfi->run->all.parameters, sizeof dfi->run->all.parameters,
                   ".SCHEDULER(%u), .QUEUE(%u), .REPLY_SLOTS(%u), .FLIT_BITS(%u), .TAG_BITS(%u), .SM_BITS(%u), .ADDRESS_BITS(%u), .CHANNEL_MASK(%u), "
                   ".BANK_MASK(%u), .ROW_MASK(%u), .COLUMN_MASK(%u), .COLUMNS(%u), .BURST_CYCLES(%u), .T_CCD(%u), .T_RRD(%u), .T_RAS(%u), "
                   ".T_RCD(%u), .T_RC(%u), .T_WTR(%u), .T_RP(%u), .WL(%u), .T_WR(%u), .T_RTP(%u), .T_RTW(%u), .T_REFI(%u), .T_RFC(%u), .DRAM(%u), "
                   ".CL(%u), .T_RESET(9), .T_CKE(6), .T_XPR(7), .T_MRD(4), .T_MOD(12), .T_ZQINIT(14), .T_DLLK(20), .T_PHY_WRLAT(%u), "
                   ".T_PHY_WRDATA(1), .T_RDDATA_EN(%u), .T_PHY_RDLAT(%u), .T_PHY_RDLAT_MIN(%u), .ODT_CYCLES(%u), .COUNT_BITS(4), .ECC(%u)",
                   config->scheduler, config->queue, config->reply_slots, config->flit_bits, config->tag_bits, dfi->sm_bits,
                   config->map.address_bits, (uint32_t)config->map.channel_mask, (uint32_t)config->map.bank_mask, (uint32_t)config->map.row_mask,
                   (uint32_t)config->map.column_mask, config->columns, config->burst_cycles, config->t_ccd, config->t_rrd, config->t_ras,
                   config->t_rcd, config->t_rc, config->t_wtr, config->t_rp, config->wl, config->t_wr, config->t_rtp, config->t_rtw,
                   config->t_refi, config->t_rfc, ddr3, cl, port.t_phy_wrlat, port.t_rddata_en, READ_LATENCY, READ_LATENCY, port.odt_cycles, dfi->run->ecc);
}

static void ports(dfi_recording *dfi)
{
    const rs_config *config = &dfi->run->config;
    vectors *all = &dfi->run->all;
    const uint32_t check_bits = dfi->run->ecc ? config->dq_bits / 8 : 0;
    dfi->run->rst = vectors_input(all, "rst", 1);
    dfi->in_valid = vectors_input(all, "in_valid", 1);
    dfi->in_flit = vectors_input(all, "in_flit", dfi->payload + 2);
    dfi->out_ready = vectors_input(all, "out_ready", 1);
    dfi->init_complete = vectors_input(all, "dfi_init_complete", 1);
    dfi->rddata_valid = vectors_input(all, "dfi_rddata_valid", 1);
    dfi->rddata = vectors_input(all, "dfi_rddata", config->dq_bits + check_bits);
    dfi->error_clear = vectors_input(all, "error_clear", 1);
    dfi->run->age_cap = vectors_input(all, "age_cap", 1);
    dfi->in_ready = vectors_output(all, "in_ready", 1);
    dfi->out_valid = vectors_output(all, "out_valid", 1);
    dfi->out_flit = vectors_output(all, "out_flit", dfi->payload + 2);
    dfi->init_start = vectors_output(all, "dfi_init_start", 1);
    dfi->reset_n = vectors_output(all, "dfi_reset_n", 1);
    dfi->cke = vectors_output(all, "dfi_cke", 1);
    dfi->odt = vectors_output(all, "dfi_odt", 1);
    dfi->cs_n = vectors_output(all, "dfi_cs_n", 1);
    dfi->ras_n = vectors_output(all, "dfi_ras_n", 1);
    dfi->cas_n = vectors_output(all, "dfi_cas_n", 1);
    dfi->we_n = vectors_output(all, "dfi_we_n", 1);
    dfi->bank = vectors_output(all, "dfi_bank", config->map.bank_bits);
    dfi->address = vectors_output(all, "dfi_address", dfi->port.dfi_pins);
    dfi->wrdata_en = vectors_output(all, "dfi_wrdata_en", 1);
    dfi->wrdata = vectors_output(all, "dfi_wrdata", config->dq_bits + check_bits);
    dfi->wrdata_mask = vectors_output(all, "dfi_wrdata_mask", 1);
    dfi->rddata_en = vectors_output(all, "dfi_rddata_en", 1);
    dfi->ready = vectors_output(all, "ready", 1);
    dfi->stray_error = vectors_output(all, "stray_error", 1);
    dfi->missing_error = vectors_output(all, "missing_error", 1);
    dfi->stray_count = vectors_output(all, "stray_count", dfi->port.count_bits);
    dfi->missing_count = vectors_output(all, "missing_count", dfi->port.count_bits);
    dfi->corrected_error = vectors_output(all, "corrected_error", 1);
    dfi->failed_error = vectors_output(all, "failed_error", 1);
    dfi->corrected_count = vectors_output(all, "corrected_count", dfi->port.count_bits);
    dfi->failed_count = vectors_output(all, "failed_count", dfi->port.count_bits);
    dfi->accept_valid = vectors_output(all, "accept_valid", 1);
    dfi->accept_write = vectors_output(all, "accept_write", 1);
    dfi->accept_sm = vectors_output(all, "accept_sm", dfi->sm_bits);
    dfi->accept_tag = vectors_output(all, "accept_tag", config->tag_bits);
    dfi->accept_line = vectors_output(all, "accept_line", dfi->run->line_bits);
    dfi->idle = vectors_output(all, "idle", 1);
    vectors_never(all, dfi->wrdata_mask);
    vectors_never(all, dfi->missing_error);
    vectors_never(all, dfi->missing_count);
    if (!dfi->run->ecc) {
        vectors_never(all, dfi->corrected_error);
        vectors_never(all, dfi->corrected_count);
        vectors_never(all, dfi->failed_error);
        vectors_never(all, dfi->failed_count);
    }
    if (dfi->port.odt_cycles == 0) {
        vectors_never(all, dfi->odt);
    }
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
    dfi->packet[0].route = (rs_route){at.channel, at.bank, at.row, at.column};
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

static void outputs(dfi_recording *dfi, bool ready)
{
    vectors *all = &dfi->run->all;
    const rs_config *config = &dfi->run->config;
    const rs_dfi_pins *pins = rs_dfi_port_offer(&dfi->twin.port);
    const rs_dfi_port *port = &dfi->twin.port;
    const rs_dfi_ecc *ecc = &dfi->twin.ecc;
    const rs_accept *accept = &dfi->twin.accept;
    const uint32_t one_bit[][2] = {{dfi->init_start, pins->init_start}, {dfi->reset_n, pins->reset_n}, {dfi->cke, pins->cke}, {dfi->odt, pins->odt},
                                   {dfi->cs_n, pins->command.command >> 3 & 1}, {dfi->ras_n, pins->command.command >> 2 & 1},
                                   {dfi->cas_n, pins->command.command >> 1 & 1}, {dfi->we_n, pins->command.command & 1},
                                   {dfi->wrdata_en, pins->wrdata_en}, {dfi->rddata_en, pins->rddata_en}, {dfi->ready, ready},
                                   {dfi->stray_error, port->stray_error}, {dfi->missing_error, port->missing_error},
                                   {dfi->corrected_error, ecc->corrected_error}, {dfi->failed_error, ecc->failed_error},
                                   {dfi->accept_valid, accept->valid}, {dfi->idle, ready && rs_dram_controller_idle(&dfi->twin.controller)}};
    for (uint32_t i = 0; i < sizeof one_bit / sizeof one_bit[0]; i++) {
        vectors_set(all, one_bit[i][0], 0, 1, one_bit[i][1]);
    }
    vectors_set(all, dfi->bank, 0, config->map.bank_bits, pins->command.bank);
    vectors_set(all, dfi->address, 0, dfi->port.dfi_pins, pins->command.address);
    vectors_set(all, dfi->stray_count, 0, dfi->port.count_bits, port->stray_count);
    vectors_set(all, dfi->missing_count, 0, dfi->port.count_bits, port->missing_count);
    vectors_set(all, dfi->corrected_count, 0, dfi->port.count_bits, ecc->corrected_count);
    vectors_set(all, dfi->failed_count, 0, dfi->port.count_bits, ecc->failed_count);
    if (dfi->wrdata_valid) {
        vectors_words(all, dfi->wrdata, 0, config->dq_bits, pins->wrdata);
        if (dfi->run->ecc) {
            vectors_set(all, dfi->wrdata, config->dq_bits, config->dq_bits / 8, rs_dfi_ecc_check(ecc, pins->wrdata));
        }
        vectors_set(all, dfi->wrdata_mask, 0, 1, 0);
    }
    if (accept->valid) {
        vectors_set(all, dfi->accept_write, 0, 1, accept->write);
        vectors_set(all, dfi->accept_sm, 0, dfi->sm_bits, accept->sm);
        vectors_set(all, dfi->accept_tag, 0, config->tag_bits, accept->tag);
        vectors_set(all, dfi->accept_line, 0, dfi->run->line_bits, accept->line);
    }
}

/* The DRAM behind the PHY: it sees what was on the pins, with data WL behind their WR; its words come READ_LATENCY - 2 cycles later
 * than CL, as dfi_rddata_en comes two before. */
static void dram(dfi_recording *dfi, bool ready)
{
    static const uint8_t commands[16] = {RS_DRAM_NOP, RS_DRAM_REF, RS_DRAM_PRE, RS_DRAM_ACT, RS_DRAM_WR, RS_DRAM_RD};
    const rs_config *config = &dfi->run->config;
    const rs_dfi_port_config *port = &dfi->port;
    rs_dram_pins pins[RS_MAX_CHANNELS];
    rs_dram_return returns[RS_MAX_CHANNELS];
    const rs_dfi_pins *shown = &dfi->shown[dfi->now % SHOWN];
    dfi->shown[dfi->now % SHOWN] = *rs_dfi_port_offer(&dfi->twin.port);
    memset(pins, 0, sizeof pins);
    if (ready) {
        pins[0].command = commands[shown->command.command];
        pins[0].bank = shown->command.bank;
        pins[0].address = shown->command.address;
        if (pins[0].command == RS_DRAM_RD || pins[0].command == RS_DRAM_WR) {
            const uint32_t low = pins[0].address & ((1U << port->ap_pin) - 1);
            pins[0].address = (pins[0].address >> (port->ap_pin + 1) << port->ap_pin | low) / (2 * port->burst_cycles);
        }
    }
    pins[0].wrdata_en = dfi->shown[(dfi->now + SHOWN - config->wl + port->t_phy_wrlat) % SHOWN].wrdata_en;
    memcpy(pins[0].wrdata, dfi->shown[(dfi->now + SHOWN - config->wl + port->t_phy_wrlat + port->t_phy_wrdata) % SHOWN].wrdata, sizeof pins[0].wrdata);
    if (!rs_dram_device_step(dfi->device, pins, rs_dram_commands(pins, 1), returns)) {
        record_failed("out of memory");
    }
    dfi->words[(dfi->now + 1 + READ_LATENCY - 2) % SHOWN] = returns[0];
}

static void cycle(dfi_recording *dfi, bool phy_ready)
{
    recording *run = dfi->run;
    vectors *all = &run->all;
    const bool ready = rs_dfi_controller_ready(&dfi->twin), error_clear = record_chance(run, 1);
    rs_dram_return returned = dfi->words[dfi->now % SHOWN];
    rs_flit reply;
    if (dfi->left == 0 && record_chance(run, 60)) {
        draw(dfi);
    }
    const bool in_valid = dfi->left != 0 && record_chance(run, 80), out_ready = record_chance(run, 70);
    if (!returned.rddata_valid && record_chance(run, 3)) { /* a stray word */
        returned.rddata_valid = true;
        memset(returned.rddata, 0x5a, sizeof returned.rddata);
    }
    uint32_t check = run->ecc ? rs_dfi_ecc_check(&dfi->twin.ecc, returned.rddata) : 0;
    for (uint32_t turned = run->ecc ? rs_random_below(&run->random, 3) : 0; turned > 0; turned--) {
        const uint32_t bit = rs_random_below(&run->random, run->config.dq_bits);
        returned.rddata[bit / 32] ^= UINT32_C(1) << bit % 32;
    }
    const rs_routed_flit *flit = &dfi->packet[dfi->flit];
    const bool in_ready = ready && in_valid && rs_dram_controller_ready(&dfi->twin.controller, flit);
    const bool out_valid = rs_dram_controller_reply(&dfi->twin.controller, &reply);

    vectors_begin(all);
    vectors_set(all, run->rst, 0, 1, 0);
    vectors_set(all, run->age_cap, 0, 1, 0);
    vectors_set(all, dfi->in_valid, 0, 1, in_valid);
    vectors_set(all, dfi->out_ready, 0, 1, out_ready);
    vectors_set(all, dfi->init_complete, 0, 1, phy_ready);
    vectors_set(all, dfi->error_clear, 0, 1, error_clear);
    vectors_set(all, dfi->rddata_valid, 0, 1, returned.rddata_valid);
    if (returned.rddata_valid) {
        vectors_words(all, dfi->rddata, 0, run->config.dq_bits, returned.rddata);
        if (run->ecc) {
            vectors_set(all, dfi->rddata, run->config.dq_bits, run->config.dq_bits / 8, check);
        }
    }
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
    outputs(dfi, ready);
    vectors_end(all);

    dram(dfi, ready);
    dfi->wrdata_valid = ready && dfi->twin.pins.wrdata_en;
    rs_dfi_controller_step(&dfi->twin, phy_ready, error_clear, in_ready ? flit : NULL, &returned, check, out_valid && out_ready);
    if (in_ready) {
        dfi->flit++;
        dfi->left--;
    }
    dfi->now++;
}

static void part(dfi_recording *dfi)
{
    recording *run = dfi->run;
    rs_error error;
    const uint32_t late = rs_random_below(&run->random, 20);
    dfi->device = rs_dram_device_create(&run->config, &error);
    if (dfi->device == NULL) {
        record_failed(error.text);
    }
    if (!rs_dfi_controller_create(&dfi->twin, &run->config, &dfi->init, &dfi->port, run->ecc)) {
        record_failed("a configuration that rs_dfi_controller refuses");
    }
    memset(dfi->shown, 0, sizeof dfi->shown);
    memset(dfi->words, 0, sizeof dfi->words);
    memset(dfi->reads_line, 0, sizeof dfi->reads_line);
    dfi->left = 0;
    dfi->now = 0;
    dfi->wrdata_valid = false;
    for (uint32_t i = 0; i < LINES; i++) {
        const rs_location at = {0, rs_random_below(&run->random, run->config.banks), rs_random_below(&run->random, 3) << (run->part + 2),
                                rs_random_below(&run->random, 1U << run->config.map.column_bits)};
        dfi->line[i] = rs_address_encode(&run->config.map, at) >> RS_LINE_SHIFT;
    }
    vectors_begin(&run->all);
    vectors_set(&run->all, run->rst, 0, 1, 1);
    vectors_end(&run->all);
    for (uint32_t i = 1; i < run->cycles; i++) {
        cycle(dfi, i > late);
    }
    rs_dram_device_destroy(dfi->device);
}

void record_dfi(recording *run)
{
    static dfi_recording dfi;
    dfi.run = run;
    if (run->config.tag_bits > 8 || run->config.sms > 256 || run->config.write_mask) {
        record_failed("rs_dfi_controller: expected TAG_BITS to 8, SMS to 256, WRITE_MASK 0");
    }
    sizes(&dfi);
    ports(&dfi);
    for (run->part = 0; run->part < run->parts; run->part++) {
        part(&dfi);
    }
}
