/* Twin of rtl/dfi/rs_dfi_port.v: from the pins of the DRAM controller to a PHY with DFI 2.1. The rules are written down in the
 * RTL's header.
 *
 * Everything is kept by the cycle in which it shows: a command of the controller writes into a ring of cycles to come when it is on the
 * PHY's pins and which enables follow, and each word of read data is known by the cycle of its dfi_rddata_en.
 * A cycle: rs_dfi_port_offer() gives the registered outputs, rs_dfi_port_read() what becomes of dfi_rddata_valid, then
 * rs_dfi_port_clock() is the clock edge. */
#ifndef RS_DFI_PORT_H
#define RS_DFI_PORT_H

#include "dfi/dram_init.h"
#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_DFI_RING = 256, RS_DFI_LONGEST = 60 }; /* cycles; the greatest value of each time */

/* As the RTL's parameters. */
typedef struct rs_dfi_port_config {
    uint32_t burst_cycles, wl, row_bits, column_pins, dfi_pins, ap_pin, count_bits;
    uint32_t t_phy_wrlat, t_phy_wrdata, t_rddata_en, t_phy_rdlat, t_phy_rdlat_min, t_odt_on, odt_cycles;
} rs_dfi_port_config;

typedef struct rs_dfi_pins {
    bool init_start, reset_n, cke, odt, wrdata_en, rddata_en;
    rs_dfi_command command;
    uint32_t wrdata[RS_DQ_WORDS], wrdata_mask; /* mean something with wrdata_en */
} rs_dfi_pins;

typedef struct rs_dfi_port_inputs {
    bool rst, error_clear, rddata_valid;
    const rs_dram_init_outputs *init;
    const rs_dram_pins *controller;
} rs_dfi_port_inputs;

/* What becomes of this cycle's dfi_rddata_valid. */
typedef struct rs_dfi_read {
    bool valid, stray, missing; /* valid: a word for the controller */
} rs_dfi_read;

typedef struct rs_dfi_port {
    rs_dfi_port_config config;
    uint64_t now;
    rs_dfi_pins coming[RS_DFI_RING];  /* by cycle modulo its size */
    uint64_t asked[RS_DFI_RING];      /* cycles of the dfi_rddata_en whose words are awaited, a ring */
    uint32_t first, awaited;
    bool stray_error, missing_error;
    uint32_t stray_count, missing_count;
} rs_dfi_port;

/* After a cycle of reset. False: a value that the RTL refuses, or above RS_DFI_LONGEST. */
bool rs_dfi_port_create(rs_dfi_port *port, const rs_dfi_port_config *config);
static inline const rs_dfi_pins *rs_dfi_port_offer(const rs_dfi_port *port)
{
    return &port->coming[port->now % RS_DFI_RING];
}
rs_dfi_read rs_dfi_port_read(const rs_dfi_port *port, bool init_done, bool rddata_valid);
void rs_dfi_port_clock(rs_dfi_port *port, const rs_dfi_port_inputs *inputs);

#ifdef __cplusplus
}
#endif
#endif
