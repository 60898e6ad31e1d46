#include "dfi/dfi_port.h"

#include <string.h>

static rs_dfi_pins *pins_of(rs_dfi_port *port, uint64_t cycle)
{
    return &port->coming[cycle % RS_DFI_RING];
}

static const rs_dfi_pins quiet = {true, false, false, false, false, false, {RS_DFI_NOP, 0, 0}, {0}, 0};

bool rs_dfi_port_create(rs_dfi_port *port, const rs_dfi_port_config *config)
{
    const uint32_t times[] = {config->wl, config->t_phy_wrlat, config->t_phy_wrdata, config->t_rddata_en,
                              config->t_phy_rdlat, config->t_odt_on, config->odt_cycles};

    for (uint32_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (times[i] > RS_DFI_LONGEST)
            return false;
    if (config->wl == 0 || config->t_phy_rdlat_min == 0 || config->t_phy_rdlat < config->t_phy_rdlat_min || config->count_bits == 0 || config->count_bits > 31 ||
        config->dfi_pins <= config->ap_pin || config->dfi_pins < config->row_bits || config->column_pins == 0)
        return false;
    memset(port, 0, sizeof *port);
    port->config = *config;
    for (uint32_t i = 0; i < RS_DFI_RING; i++)
        port->coming[i] = quiet;
    return true;
}

/* Column of a burst on the DRAM's pins: its columns are numbered through all pins but the one for auto-precharge. */
static uint32_t column_address(const rs_dfi_port_config *config, uint32_t burst)
{
    const uint32_t column = (burst & ((1U << config->column_pins) - 1)) * 2 * config->burst_cycles;
    const uint32_t low = column % (1U << config->ap_pin);

    return (column - low) * 2 + low;
}

/* What a command of the controller in this cycle makes of the cycles to come. */
static void say(rs_dfi_port *port, const rs_dram_pins *said)
{
    static const uint8_t encoding[] = {RS_DFI_NOP, RS_DFI_ACT, RS_DFI_PRE, RS_DFI_RD, RS_DFI_WR, RS_DFI_REF};
    const rs_dfi_port_config *config = &port->config;
    const uint32_t data = config->t_phy_wrlat + config->t_phy_wrdata;
    const uint64_t shows = port->now + 1 + (data < config->wl ? config->wl - data : 0);
    rs_dfi_command *command = &pins_of(port, shows)->command;

    command->command = encoding[said->command];
    command->bank = said->bank;
    if (said->command == RS_DRAM_RD || said->command == RS_DRAM_WR)
        command->address = column_address(config, said->address);
    else
        command->address = said->address & ((1U << config->row_bits) - 1);
    for (uint32_t i = 0; i < config->burst_cycles; i++) {
        if (said->command == RS_DRAM_WR)
            pins_of(port, shows + config->t_phy_wrlat + i)->wrdata_en = true;
        if (said->command == RS_DRAM_RD)
            pins_of(port, shows + config->t_rddata_en + i)->rddata_en = true;
    }
    for (uint32_t i = 0; i < config->odt_cycles && said->command == RS_DRAM_WR; i++)
        pins_of(port, shows + config->t_odt_on + i)->odt = true;
}

rs_dfi_read rs_dfi_port_read(const rs_dfi_port *port, bool init_done, bool rddata_valid)
{
    rs_dfi_read read = {false, false, false};
    const uint64_t since = port->awaited != 0 ? port->now - port->asked[port->first] : 0;

    if (rddata_valid) {
        read.valid = port->awaited != 0 && since >= port->config.t_phy_rdlat_min;
        read.stray = init_done && !read.valid;
    } else if (port->awaited != 0 && since == port->config.t_phy_rdlat) {
        read.valid = read.missing = true;
    }
    return read;
}

static void note(bool happened, bool *error, uint32_t *count, uint32_t bits)
{
    if (happened) {
        *error = true;
        *count += *count != (1U << bits) - 1;
    }
}

void rs_dfi_port_clock(rs_dfi_port *port, const rs_dfi_port_inputs *inputs)
{
    const rs_dfi_port_config config = port->config;
    const rs_dfi_read read = rs_dfi_port_read(port, inputs->init->done, inputs->rddata_valid);
    const uint32_t data = config.t_phy_wrlat + config.t_phy_wrdata;
    rs_dfi_pins *now, *next;

    if (inputs->rst) {
        rs_dfi_port_create(port, &config);
        return;
    }
    if (inputs->error_clear) {
        port->stray_error = port->missing_error = false;
        port->stray_count = port->missing_count = 0;
    } else {
        note(read.stray, &port->stray_error, &port->stray_count, config.count_bits);
        note(read.missing, &port->missing_error, &port->missing_count, config.count_bits);
    }
    now = pins_of(port, port->now);
    if (read.valid) {
        port->first = (port->first + 1) % RS_DFI_RING;
        port->awaited--;
    }
    if (now->rddata_en)
        port->asked[(port->first + port->awaited++) % RS_DFI_RING] = port->now;
    if (inputs->init->done && inputs->controller->command != RS_DRAM_NOP)
        say(port, inputs->controller);
    *now = quiet; /* the cycle that comes when the ring is through */
    next = pins_of(port, port->now + 1 + (data > config.wl ? data - config.wl : 0));
    memcpy(next->wrdata, inputs->controller->wrdata, sizeof next->wrdata);
    next->wrdata_mask = inputs->controller->wrdata_mask;
    next = pins_of(port, port->now + 1);
    next->init_start = inputs->init->start;
    next->reset_n = inputs->init->reset_n;
    next->cke = inputs->init->cke;
    if (!inputs->init->done)
        next->command = inputs->init->pins;
    port->now++;
}
