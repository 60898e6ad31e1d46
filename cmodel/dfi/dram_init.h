/* Twin of rtl/dfi/rs_dram_init.v: the power-up of a DRAM. Steps and times of each DRAM are in rtl/dfi/rs_dram_sets.vh, which the
 * RTL reads as well; the rest is written down in the RTL's header.
 *
 * The sequence is laid out once, each command with the cycle in which it is on the pins, counted from the first cycle of step 0.
 * A cycle: rs_dram_init_offer() gives the outputs, functions of the state alone, then rs_dram_init_clock() is the clock edge. */
#ifndef RS_DRAM_INIT_H
#define RS_DRAM_INIT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_DRAM_INIT_STEPS = 16 };
enum { RS_DRAM_GDDR3, RS_DRAM_DDR3 };

/* As the RTL's parameters; mode_bits[n] is of mode register n. */
typedef struct rs_dram_init_config {
    uint32_t dram, burst_cycles, cl, wl, t_wr, t_rp, t_rfc;
    uint32_t t_reset, t_cke, t_xpr, t_mrd, t_mod, t_zqinit, t_dllk; /* 0: the set's */
    uint16_t mode_bits[4];
} rs_dram_init_config;

/* Pins of a command. command: {cs_n, ras_n, cas_n, we_n} from bit 3 down. */
typedef struct rs_dfi_command {
    uint8_t command, bank;
    uint32_t address;
} rs_dfi_command;

enum { RS_DFI_NOP = 15, RS_DFI_ACT = 3, RS_DFI_PRE = 2, RS_DFI_RD = 5, RS_DFI_WR = 4, RS_DFI_REF = 1, RS_DFI_MRS = 0, RS_DFI_ZQC = 6 };

typedef struct rs_dram_init {
    struct {
        uint64_t at;
        rs_dfi_command command;
    } step[RS_DRAM_INIT_STEPS];
    uint32_t steps;
    uint64_t end;   /* the cycle in which done is 1 */
    bool running;
    uint64_t now;   /* cycles since step 0 began, while running; stays at end */
} rs_dram_init;

typedef struct rs_dram_init_outputs {
    bool start, reset_n, cke, done;
    rs_dfi_command pins;
} rs_dram_init_outputs;

/* In reset. False: a value that the RTL refuses. */
bool rs_dram_init_create(rs_dram_init *init, const rs_dram_init_config *config);
void rs_dram_init_offer(const rs_dram_init *init, rs_dram_init_outputs *outputs);
void rs_dram_init_clock(rs_dram_init *init, bool rst, bool phy_ready);

#ifdef __cplusplus
}
#endif
#endif
