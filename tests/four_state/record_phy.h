/* The DFI side of a module, for record_dfi.c and record_axi4.c: ports, power-up, and a PHY whose read latency does not change with a DRAM behind
 * it. Bursts of four cycles are DDR3, others GDDR3; the power-up is short. */
#ifndef RS_RECORD_PHY_H
#define RS_RECORD_PHY_H

#include "dfi/dfi_controller.h"
#include "machine/dram_device.h"
#include "record.h"

enum { PHY_SHOWN = 64 };

typedef struct phy_recording {
    recording *run;
    rs_dfi_controller *twin;
    rs_dram_init_config init;
    rs_dfi_port_config port;
    rs_dram_device *device;
    rs_dfi_pins shown[PHY_SHOWN];        /* by cycle */
    rs_dram_return words[PHY_SHOWN];     /* that the DRAM has given, by cycle */
    uint64_t now;
    uint32_t init_start, init_complete, reset_n, cke, odt, cs_n, ras_n, cas_n, we_n, bank, address, wrdata_en, wrdata, wrdata_mask, rddata_en,
        rddata_valid, rddata, ready, error_clear, stray_error, missing_error, stray_count, missing_count, corrected_error, failed_error,
        corrected_count, failed_count, idle;
    bool wrdata_valid;                   /* the controller's data are on the pins in this cycle */
} phy_recording;

/* What the PHY gives in a cycle. */
typedef struct phy_word {
    rs_dram_return returned;
    uint32_t check;
    bool error_clear;
} phy_word;

/* config.cl, init and port from the configuration of the run. */
void phy_sizes(phy_recording *phy);
/* Parameters of scheduler, DRAM, power-up and PHY: .NAME(VALUE), .. */
int phy_parameters(const phy_recording *phy, char *text, size_t size);
void phy_ports(phy_recording *phy);
/* A part begins: reset. */
void phy_begin(phy_recording *phy);
void phy_end(phy_recording *phy);
/* strays: now and then a word that nobody asked for. With ECC up to two bits turned. */
phy_word phy_read(phy_recording *phy, bool strays);
/* The vectors of a cycle. */
void phy_vectors(phy_recording *phy, const phy_word *word, bool phy_ready, bool idle);
/* Behind them, before the twin's step. */
void phy_step(phy_recording *phy);

#endif
