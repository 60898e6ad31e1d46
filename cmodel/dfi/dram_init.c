#include "dfi/dram_init.h"

#include <string.h>

enum {
#include "../../rtl/dfi/rs_dram_pins.vh"
#include "../../rtl/dfi/rs_dram_sets.vh"
};

static const int gddr3_steps[] = {GDDR3_STEP_0, GDDR3_STEP_1, GDDR3_STEP_2, GDDR3_STEP_3, GDDR3_STEP_4,
                                  GDDR3_STEP_5, GDDR3_STEP_6, GDDR3_STEP_7, GDDR3_STEP_8};
static const int ddr3_steps[] = {DDR3_STEP_0, DDR3_STEP_1, DDR3_STEP_2, DDR3_STEP_3,
                                 DDR3_STEP_4, DDR3_STEP_5, DDR3_STEP_6, DDR3_STEP_7};

static uint32_t given(uint32_t value, uint32_t of_set)
{
    return value != 0 ? value : of_set;
}

/* What is left of a time when others have passed. */
static uint32_t rest(uint32_t time, uint32_t passed)
{
    return time > passed ? time - passed : 0;
}

/* JESD79-3F figure 9: the code of WR, which is in steps of 1 to 8 cycles, of 2 above. */
static uint32_t write_recovery_code(uint32_t cycles)
{
    static const uint8_t settings[8] = {16, 5, 6, 7, 8, 10, 12, 14};
    uint32_t best = 0;

    for (uint32_t code = 0; code < 8; code++)
        if (settings[code] >= cycles && settings[code] < settings[best])
            best = code;
    return best;
}

/* The same figure: CL in the bits A6, A5, A4 and, lowest of the code, A2. */
static uint32_t read_latency_bits(uint32_t cl)
{
    static const uint8_t codes[15] = {0, 0, 0, 0, 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5};

    return (uint32_t)(codes[cl] >> 1 << 4 | (codes[cl] & 1) << 2);
}

static void ddr3_modes(const rs_dram_init_config *config, uint32_t mode[4])
{
    mode[0] = DDR3_MODE_0 | write_recovery_code(config->t_wr) << 9 | read_latency_bits(config->cl) | (config->burst_cycles == 2 ? 2 : 0);
    mode[1] = DDR3_MODE_1;
    mode[2] = DDR3_MODE_2 | (config->wl - 5) << 3;
    mode[3] = DDR3_MODE_3;
}

static void gddr3_modes(const rs_dram_init_config *config, uint32_t mode[4])
{
    mode[0] = GDDR3_MODE_0 | config->wl << 9 | (config->cl & 7) << 4 | (config->burst_cycles == 2 ? 2 : 3);
    mode[1] = GDDR3_MODE_1;
    mode[2] = mode[3] = 0;
}

static rs_dfi_command command_of(int step, const uint32_t mode[4], uint32_t ap_pin)
{
    const uint32_t kind = (uint32_t)step & 7;
    rs_dfi_command pins = {RS_DFI_NOP, 0, 0};

    if (kind >= STEP_MRS) {
        pins.command = RS_DFI_MRS;
        pins.bank = (uint8_t)(kind - STEP_MRS);
        pins.address = mode[pins.bank];
    } else if (kind == STEP_REF) {
        pins.command = RS_DFI_REF;
    } else if (kind != STEP_NONE) {
        pins.command = kind == STEP_PREA ? RS_DFI_PRE : RS_DFI_ZQC;
        pins.address = 1U << ap_pin;
    }
    return pins;
}

bool rs_dram_init_create(rs_dram_init *init, const rs_dram_init_config *config)
{
    const bool ddr3 = config->dram == RS_DRAM_DDR3;
    const int *steps = ddr3 ? ddr3_steps : gddr3_steps;
    uint32_t mode[4], wait[8];
    uint64_t at = 0;

    if (config->dram > RS_DRAM_DDR3 || (config->burst_cycles != 2 && config->burst_cycles != 4) || config->t_rp == 0 || config->t_rfc == 0)
        return false;
    if (ddr3 ? config->cl < 5 || config->cl > 14 || config->wl < 5 || config->wl > 12 || config->t_wr == 0 || config->t_wr > 16
             : config->cl < 4 || config->cl > 11 || config->wl == 0 || config->wl > 7)
        return false;
    memset(init, 0, sizeof *init);
    wait[WAIT_RESET / 8] = given(config->t_reset, ddr3 ? DDR3_T_RESET : GDDR3_T_RESET);
    wait[WAIT_CKE / 8] = given(config->t_cke, ddr3 ? DDR3_T_CKE : GDDR3_T_CKE);
    wait[WAIT_XPR / 8] = given(config->t_xpr, ddr3 ? DDR3_T_XPR : GDDR3_T_XPR);
    wait[WAIT_MRD / 8] = given(config->t_mrd, ddr3 ? DDR3_T_MRD : GDDR3_T_MRD);
    wait[WAIT_MOD / 8] = given(config->t_mod, DDR3_T_MOD);
    wait[WAIT_RP / 8] = config->t_rp;
    wait[WAIT_RFC / 8] = config->t_rfc;
    if (ddr3) { /* DLL lock runs from MR0, calibration from ZQCL, T_MOD later */
        const uint32_t lock = rest(given(config->t_dllk, DDR3_T_DLLK), wait[WAIT_MOD / 8]), zq = given(config->t_zqinit, DDR3_T_ZQINIT);
        wait[WAIT_LOCK / 8] = lock > zq ? lock : zq;
        ddr3_modes(config, mode);
    } else { /* and here until the second REF, after T_MRD, T_RP and T_RFC */
        const uint32_t lock = rest(given(config->t_dllk, GDDR3_T_DLLK), wait[WAIT_MRD / 8] + config->t_rp + config->t_rfc);
        wait[WAIT_LOCK / 8] = lock > config->t_rfc ? lock : config->t_rfc;
        gddr3_modes(config, mode);
    }
    for (uint32_t number = 0; number < 4; number++)
        mode[number] ^= config->mode_bits[number];
    init->steps = ddr3 ? DDR3_LAST + 1 : GDDR3_LAST + 1;
    for (uint32_t number = 0; number < init->steps; number++) {
        init->step[number].at = at;
        init->step[number].command = command_of(steps[number], mode, ddr3 ? DDR3_AP_PIN : GDDR3_AP_PIN);
        at += wait[steps[number] / 8];
    }
    init->end = at;
    return true;
}

void rs_dram_init_offer(const rs_dram_init *init, rs_dram_init_outputs *outputs)
{
    memset(outputs, 0, sizeof *outputs);
    outputs->pins.command = RS_DFI_NOP;
    outputs->start = !init->running;
    if (!init->running)
        return;
    outputs->reset_n = init->now >= init->step[1].at;
    outputs->cke = init->now >= init->step[2].at;
    outputs->done = init->now == init->end;
    for (uint32_t number = 0; number < init->steps; number++)
        if (init->now == init->step[number].at)
            outputs->pins = init->step[number].command;
}

void rs_dram_init_clock(rs_dram_init *init, bool rst, bool phy_ready)
{
    if (rst || !init->running)
        init->now = 0;
    else
        init->now += init->now != init->end;
    init->running = !rst && (init->running || phy_ready);
}
