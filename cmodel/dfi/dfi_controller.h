/* Twin of rtl/dfi/rs_dfi_controller.v: the DRAM controller with power-up and DFI port, joined as there.
 *
 * A cycle: rs_dfi_controller_ready() is dfi's ready, and of in_ready what the controller does not say; then
 * rs_dfi_controller_step() is the clock edge, with dram/dram_controller.h's own outputs known before it. */
#ifndef RS_DFI_CONTROLLER_H
#define RS_DFI_CONTROLLER_H

#include "dfi/dfi_ecc.h"
#include "dfi/dfi_port.h"
#include "dram/dram_controller.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_dfi_controller {
    rs_dram_init init;
    rs_dfi_port port;
    bool has_ecc;
    rs_dfi_ecc ecc;
    rs_dram_controller controller;
    rs_dram_pins pins;   /* of the controller */
    rs_accept accept;
} rs_dfi_controller;

/* After a cycle of reset; config must outlive it. False: a configuration that the parts refuse. */
static inline bool rs_dfi_controller_create(rs_dfi_controller *all, const rs_config *config, const rs_dram_init_config *init,
                                            const rs_dfi_port_config *port, bool ecc)
{
    all->has_ecc = ecc;
    rs_dfi_ecc_create(&all->ecc, config->dq_bits, port->count_bits);
    rs_dram_controller_init(&all->controller, config, &all->pins, &all->accept);
    return rs_dram_init_create(&all->init, init) && rs_dfi_port_create(&all->port, port);
}

static inline bool rs_dfi_controller_ready(const rs_dfi_controller *all)
{
    rs_dram_init_outputs outputs;

    rs_dram_init_offer(&all->init, &outputs);
    return outputs.done;
}

/* flit, reply_taken: as rs_dram_controller_step(); nothing is taken before ready. check: the check bits beside returned, with ECC. */
static inline void rs_dfi_controller_step(rs_dfi_controller *all, bool phy_ready, bool error_clear, const rs_routed_flit *flit,
                                          const rs_dram_return *returned, uint32_t check, bool reply_taken)
{
    rs_dram_init_outputs init;
    rs_dram_return read = *returned;

    rs_dram_init_offer(&all->init, &init);
    const rs_dfi_port_inputs inputs = {false, error_clear, returned->rddata_valid, &init, &all->pins};
    read.rddata_valid = rs_dfi_port_read(&all->port, init.done, returned->rddata_valid).valid;
    if (all->has_ecc) {
        const rs_dram_return port = read;

        read = rs_dfi_ecc_offer(&all->ecc);
        rs_dfi_ecc_clock(&all->ecc, error_clear, &port, check);
    }
    rs_dfi_port_clock(&all->port, &inputs);
    rs_dram_init_clock(&all->init, false, phy_ready);
    if (init.done)
        rs_dram_controller_step(&all->controller, flit, &read, reply_taken);
}

#ifdef __cplusplus
}
#endif
#endif
