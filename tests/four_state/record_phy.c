#include "record_phy.h"

#include <stdio.h>
#include <string.h>

#include "common/splitmix64.h"

enum { READ_LATENCY = 4 };

static uint32_t bits_of(uint32_t n)
{
    uint32_t bits = 0;
    while ((UINT64_C(1) << bits) < n) {
        bits++;
    }
    return bits;
}

void phy_sizes(phy_recording *phy)
{
    rs_config *config = &phy->run->config;
    const uint32_t ddr3 = config->burst_cycles == 4, cl = config->t_rtw - config->burst_cycles - 2 + config->wl;
    const rs_dram_init_config init = {ddr3, config->burst_cycles, cl, config->wl, config->t_wr, config->t_rp, config->t_rfc,
                                      9, 6, 7, 4, 12, 14, 20, {0, 0, 0, 0}};
    const uint32_t pins = ddr3 ? 13 : 12;
    const rs_dfi_port_config port = {config->burst_cycles, config->wl, config->map.row_bits, config->map.column_bits + bits_of(config->columns),
                                     config->map.row_bits > pins ? config->map.row_bits : pins, ddr3 ? 10 : 8, 4,
                                     config->wl - 1 - ddr3, 1, cl - 2, READ_LATENCY, READ_LATENCY, 0, ddr3 ? 6 : 0};
    phy->init = init;
    phy->port = port;
    config->cl = cl;
}

int phy_parameters(const phy_recording *phy, char *text, size_t size)
{
    const rs_config *config = &phy->run->config;

    return snprintf(text, size,
                    ".SCHEDULER(%u), .QUEUE(%u), .REPLY_SLOTS(%u), .ADDRESS_BITS(%u), .BANK_MASK(%u), .ROW_MASK(%u), .COLUMN_MASK(%u), .COLUMNS(%u), "
                    ".BURST_CYCLES(%u), .T_CCD(%u), .T_RRD(%u), .T_RAS(%u), "
                    ".T_RCD(%u), .T_RC(%u), .T_WTR(%u), .T_RP(%u), .WL(%u), .T_WR(%u), .T_RTP(%u), .T_RTW(%u), .T_REFI(%u), .T_RFC(%u), .DRAM(%u), "
                    ".CL(%u), .T_RESET(9), .T_CKE(6), .T_XPR(7), .T_MRD(4), .T_MOD(12), .T_ZQINIT(14), .T_DLLK(20), .T_PHY_WRLAT(%u), "
                    ".T_PHY_WRDATA(1), .T_RDDATA_EN(%u), .T_PHY_RDLAT(%u), .T_PHY_RDLAT_MIN(%u), .ODT_CYCLES(%u), .COUNT_BITS(4), .ECC(%u)",
                    config->scheduler, config->queue, config->reply_slots, config->map.address_bits, (uint32_t)config->map.bank_mask,
                    (uint32_t)config->map.row_mask, (uint32_t)config->map.column_mask, config->columns, config->burst_cycles, config->t_ccd, config->t_rrd,
                    config->t_ras, config->t_rcd, config->t_rc, config->t_wtr, config->t_rp, config->wl, config->t_wr, config->t_rtp, config->t_rtw,
                    config->t_refi, config->t_rfc, config->burst_cycles == 4, config->cl, phy->port.t_phy_wrlat, phy->port.t_rddata_en, READ_LATENCY,
                    READ_LATENCY, phy->port.odt_cycles, phy->run->ecc);
}

void phy_ports(phy_recording *phy)
{
    const rs_config *config = &phy->run->config;
    vectors *all = &phy->run->all;
    const uint32_t check_bits = phy->run->ecc ? config->dq_bits / 8 : 0;
    phy->run->rst = vectors_input(all, "rst", 1);
    phy->init_complete = vectors_input(all, "dfi_init_complete", 1);
    phy->rddata_valid = vectors_input(all, "dfi_rddata_valid", 1);
    phy->rddata = vectors_input(all, "dfi_rddata", config->dq_bits + check_bits);
    phy->error_clear = vectors_input(all, "error_clear", 1);
    phy->run->age_cap = vectors_input(all, "age_cap", 1);
    phy->init_start = vectors_output(all, "dfi_init_start", 1);
    phy->reset_n = vectors_output(all, "dfi_reset_n", 1);
    phy->cke = vectors_output(all, "dfi_cke", 1);
    phy->odt = vectors_output(all, "dfi_odt", 1);
    phy->cs_n = vectors_output(all, "dfi_cs_n", 1);
    phy->ras_n = vectors_output(all, "dfi_ras_n", 1);
    phy->cas_n = vectors_output(all, "dfi_cas_n", 1);
    phy->we_n = vectors_output(all, "dfi_we_n", 1);
    phy->bank = vectors_output(all, "dfi_bank", config->map.bank_bits);
    phy->address = vectors_output(all, "dfi_address", phy->port.dfi_pins);
    phy->wrdata_en = vectors_output(all, "dfi_wrdata_en", 1);
    phy->wrdata = vectors_output(all, "dfi_wrdata", config->dq_bits + check_bits);
    phy->wrdata_mask = vectors_output(all, "dfi_wrdata_mask", 1);
    phy->rddata_en = vectors_output(all, "dfi_rddata_en", 1);
    phy->ready = vectors_output(all, "ready", 1);
    phy->stray_error = vectors_output(all, "stray_error", 1);
    phy->missing_error = vectors_output(all, "missing_error", 1);
    phy->stray_count = vectors_output(all, "stray_count", phy->port.count_bits);
    phy->missing_count = vectors_output(all, "missing_count", phy->port.count_bits);
    phy->corrected_error = vectors_output(all, "corrected_error", 1);
    phy->failed_error = vectors_output(all, "failed_error", 1);
    phy->corrected_count = vectors_output(all, "corrected_count", phy->port.count_bits);
    phy->failed_count = vectors_output(all, "failed_count", phy->port.count_bits);
    phy->idle = vectors_output(all, "idle", 1);
    vectors_never(all, phy->wrdata_mask);
    vectors_never(all, phy->missing_error);
    vectors_never(all, phy->missing_count);
    if (!phy->run->ecc) {
        vectors_never(all, phy->corrected_error);
        vectors_never(all, phy->corrected_count);
        vectors_never(all, phy->failed_error);
        vectors_never(all, phy->failed_count);
    }
    if (phy->port.odt_cycles == 0) {
        vectors_never(all, phy->odt);
    }
}

void phy_begin(phy_recording *phy)
{
    rs_error error;

    phy->device = rs_dram_device_create(&phy->run->config, &error);
    if (phy->device == NULL) {
        record_failed(error.text);
    }
    memset(phy->shown, 0, sizeof phy->shown);
    memset(phy->words, 0, sizeof phy->words);
    phy->now = 0;
    phy->wrdata_valid = false;
    vectors_begin(&phy->run->all);
    vectors_set(&phy->run->all, phy->run->rst, 0, 1, 1);
    vectors_end(&phy->run->all);
}

void phy_end(phy_recording *phy)
{
    rs_dram_device_destroy(phy->device);
}

phy_word phy_read(phy_recording *phy, bool strays)
{
    recording *run = phy->run;
    phy_word word = {phy->words[phy->now % PHY_SHOWN], 0, record_chance(run, 1)};

    if (strays && !word.returned.rddata_valid && record_chance(run, 3)) {
        word.returned.rddata_valid = true;
        memset(word.returned.rddata, 0x5a, sizeof word.returned.rddata);
    }
    word.check = run->ecc ? rs_dfi_ecc_check(&phy->twin->ecc, word.returned.rddata) : 0;
    for (uint32_t turned = run->ecc ? rs_random_below(&run->random, 3) : 0; turned > 0; turned--) {
        const uint32_t bit = rs_random_below(&run->random, run->config.dq_bits);
        word.returned.rddata[bit / 32] ^= UINT32_C(1) << bit % 32;
    }
    return word;
}

static void outputs(phy_recording *phy, bool ready, bool idle)
{
    vectors *all = &phy->run->all;
    const rs_config *config = &phy->run->config;
    const rs_dfi_pins *pins = rs_dfi_port_offer(&phy->twin->port);
    const rs_dfi_port *port = &phy->twin->port;
    const rs_dfi_ecc *ecc = &phy->twin->ecc;
    const uint32_t one_bit[][2] = {{phy->init_start, pins->init_start}, {phy->reset_n, pins->reset_n}, {phy->cke, pins->cke}, {phy->odt, pins->odt},
                                   {phy->cs_n, pins->command.command >> 3 & 1}, {phy->ras_n, pins->command.command >> 2 & 1},
                                   {phy->cas_n, pins->command.command >> 1 & 1}, {phy->we_n, pins->command.command & 1},
                                   {phy->wrdata_en, pins->wrdata_en}, {phy->rddata_en, pins->rddata_en}, {phy->ready, ready},
                                   {phy->stray_error, port->stray_error}, {phy->missing_error, port->missing_error},
                                   {phy->corrected_error, ecc->corrected_error}, {phy->failed_error, ecc->failed_error},
                                   {phy->idle, idle}};
    for (uint32_t i = 0; i < sizeof one_bit / sizeof one_bit[0]; i++) {
        vectors_set(all, one_bit[i][0], 0, 1, one_bit[i][1]);
    }
    vectors_set(all, phy->bank, 0, config->map.bank_bits, pins->command.bank);
    vectors_set(all, phy->address, 0, phy->port.dfi_pins, pins->command.address);
    vectors_set(all, phy->stray_count, 0, phy->port.count_bits, port->stray_count);
    vectors_set(all, phy->missing_count, 0, phy->port.count_bits, port->missing_count);
    vectors_set(all, phy->corrected_count, 0, phy->port.count_bits, ecc->corrected_count);
    vectors_set(all, phy->failed_count, 0, phy->port.count_bits, ecc->failed_count);
    if (phy->wrdata_valid) {
        vectors_words(all, phy->wrdata, 0, config->dq_bits, pins->wrdata);
        if (phy->run->ecc) {
            vectors_set(all, phy->wrdata, config->dq_bits, config->dq_bits / 8, rs_dfi_ecc_check(ecc, pins->wrdata));
        }
        vectors_set(all, phy->wrdata_mask, 0, 1, 0);
    }
}

void phy_vectors(phy_recording *phy, const phy_word *word, bool phy_ready, bool idle)
{
    recording *run = phy->run;
    vectors *all = &run->all;

    vectors_set(all, run->rst, 0, 1, 0);
    vectors_set(all, run->age_cap, 0, 1, 0);
    vectors_set(all, phy->init_complete, 0, 1, phy_ready);
    vectors_set(all, phy->error_clear, 0, 1, word->error_clear);
    vectors_set(all, phy->rddata_valid, 0, 1, word->returned.rddata_valid);
    if (word->returned.rddata_valid) {
        vectors_words(all, phy->rddata, 0, run->config.dq_bits, word->returned.rddata);
        if (run->ecc) {
            vectors_set(all, phy->rddata, run->config.dq_bits, run->config.dq_bits / 8, word->check);
        }
    }
    outputs(phy, rs_dfi_controller_ready(phy->twin), idle);
}

/* The DRAM behind the PHY: it sees what was on the pins, with data WL behind their WR; its words come READ_LATENCY - 2 cycles later
 * than CL, as dfi_rddata_en comes two before. */
void phy_step(phy_recording *phy)
{
    const bool ready = rs_dfi_controller_ready(phy->twin);
    static const uint8_t commands[16] = {RS_DRAM_NOP, RS_DRAM_REF, RS_DRAM_PRE, RS_DRAM_ACT, RS_DRAM_WR, RS_DRAM_RD};
    const rs_config *config = &phy->run->config;
    const rs_dfi_port_config *port = &phy->port;
    rs_dram_pins pins[RS_MAX_CHANNELS];
    rs_dram_return returns[RS_MAX_CHANNELS];
    const rs_dfi_pins *shown = &phy->shown[phy->now % PHY_SHOWN];
    phy->shown[phy->now % PHY_SHOWN] = *rs_dfi_port_offer(&phy->twin->port);
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
    pins[0].wrdata_en = phy->shown[(phy->now + PHY_SHOWN - config->wl + port->t_phy_wrlat) % PHY_SHOWN].wrdata_en;
    memcpy(pins[0].wrdata, phy->shown[(phy->now + PHY_SHOWN - config->wl + port->t_phy_wrlat + port->t_phy_wrdata) % PHY_SHOWN].wrdata, sizeof pins[0].wrdata);
    if (!rs_dram_device_step(phy->device, pins, rs_dram_commands(pins, 1), returns)) {
        record_failed("out of memory");
    }
    phy->words[(phy->now + 1 + READ_LATENCY - 2) % PHY_SHOWN] = returns[0];
    phy->wrdata_valid = ready && phy->twin->pins.wrdata_en;
    phy->now++;
}
