/* Twin of rtl/machine/rs_axi4_controller.v: AXI4 slave, writes made whole (ECC), packets, and the DRAM controller with power-up and DFI port,
 * joined as there.
 *
 * A cycle: rs_axi4_controller_offer() gives the outputs, functions of the state alone; the pins of DFI are rs_dfi_port_offer()'s of
 * memory.port. Then rs_axi4_controller_clock() is the clock edge with the inputs. */
#ifndef RS_AXI4_CONTROLLER_H
#define RS_AXI4_CONTROLLER_H

#include "dfi/dfi_controller.h"
#include "port/axi4_port.h"
#include "port/partial_write.h"
#include "sm/sm_port.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_axi4_controller_inputs {
    rs_axi4_inputs bus;            /* what the master drives; the rest, of the side of memory, is not looked at */
    bool phy_ready, error_clear;
    rs_dram_return returned;
    uint32_t check;                /* ECC: check bits beside it */
} rs_axi4_controller_inputs;

typedef struct rs_axi4_controller_outputs {
    rs_axi4_outputs bus;           /* request_*: of no port of the RTL */
    bool ready, idle;
    /* of no port of the RTL: what memory is asked for, and whether it takes it */
    bool line_valid, line_taken;
    rs_partial_shown line;
    bool request_taken;            /* of bus */
} rs_axi4_controller_outputs;

typedef struct rs_axi4_controller {
    const rs_config *config;       /* the caller's */
    bool ecc;
    rs_axi4_port axi;
    rs_partial_write merge;
    rs_sm_port port;
    rs_dfi_controller memory;
} rs_axi4_controller;

/* After a cycle of reset. config: of one SM and one channel, with WRITE_MASK where there is no ecc; it must outlive the twin. tags, merges: the
 * RTL's TAGS, MERGES. False: a value that the parts refuse. */
bool rs_axi4_controller_create(rs_axi4_controller *all, const rs_config *config, const rs_axi4_config *axi, uint32_t tags, uint32_t merges,
                               bool ecc, const rs_dram_init_config *init, const rs_dfi_port_config *port);
void rs_axi4_controller_offer(const rs_axi4_controller *all, rs_axi4_controller_outputs *outputs);
void rs_axi4_controller_clock(rs_axi4_controller *all, const rs_axi4_controller_inputs *inputs, const rs_axi4_controller_outputs *outputs);

#ifdef __cplusplus
}
#endif
#endif
