/* DFI's pins beside the twin of rs_dfi_port, and wrong bits on their way back. */
#ifndef RS_DFI_PINS_H
#define RS_DFI_PINS_H

#include "cosim.h"
#include "dfi/dfi_ecc.h"
#include "dfi/dfi_port.h"

namespace rs {

/* {CS, RAS, CAS, WE}, as rs_dfi_command has it. */
template <class Dut> inline uint32_t command_pins(const Dut &dut)
{
    return static_cast<uint32_t>(dut.dfi_cs_n << 3 | dut.dfi_ras_n << 2 | dut.dfi_cas_n << 1 | dut.dfi_we_n);
}

/* All but write data and masks, and what is told of strays and missing words. */
template <class Dut> inline void compare_dfi(Cosim<Dut> &bench, const rs_dfi_port &port)
{
    const Dut &dut = bench.dut();
    const rs_dfi_pins *pins = rs_dfi_port_offer(&port);
    bench.compare("dfi_init_start", pins->init_start, dut.dfi_init_start);
    bench.compare("dfi_reset_n", pins->reset_n, dut.dfi_reset_n);
    bench.compare("dfi_cke", pins->cke, dut.dfi_cke);
    bench.compare("dfi_odt", pins->odt, dut.dfi_odt);
    bench.compare("dfi_{cs,ras,cas,we}_n", pins->command.command, command_pins(dut));
    bench.compare("dfi_bank", pins->command.bank, dut.dfi_bank);
    bench.compare("dfi_address", pins->command.address, dut.dfi_address);
    bench.compare("dfi_wrdata_en", pins->wrdata_en, dut.dfi_wrdata_en);
    bench.compare("dfi_rddata_en", pins->rddata_en, dut.dfi_rddata_en);
    bench.compare("stray_error", port.stray_error, dut.stray_error);
    bench.compare("missing_error", port.missing_error, dut.missing_error);
    bench.compare("stray_count", port.stray_count, dut.stray_count);
    bench.compare("missing_count", port.missing_count, dut.missing_count);
}

template <class Dut> inline void compare_ecc(Cosim<Dut> &bench, const rs_dfi_ecc &ecc)
{
    const Dut &dut = bench.dut();
    bench.compare("corrected_error", ecc.corrected_error, dut.corrected_error);
    bench.compare("failed_error", ecc.failed_error, dut.failed_error);
    bench.compare("corrected_count", ecc.corrected_count, dut.corrected_count);
    bench.compare("failed_count", ecc.failed_count, dut.failed_count);
}

/* Of a word that comes back, by codeword: 0, 1 or 2 wrong bits; with one, whether it is a check bit. */
struct WrongBits {
    uint32_t bits;
    bool in_check;
};

/* Turns none, one or two bits of codeword `word`: of 64 bits of data and their check bits. */
inline WrongBits turn_bits(CosimBase &bench, uint32_t percent, uint32_t word, uint32_t *data, uint32_t &check)
{
    const uint32_t bits = bench.chance(percent) ? 1 + bench.random_below(2) : 0;
    uint32_t first = 72;
    for (uint32_t k = 0; k < bits; k++) {
        uint32_t bit = bench.random_below(72);
        while (bit == first)
            bit = bench.random_below(72);
        first = bit;
        if (bit < 64)
            data[2 * word + bit / 32] ^= 1U << bit % 32;
        else
            check ^= 1U << (8 * word + bit - 64);
    }
    return {bits, first >= 64};
}

} // namespace rs
#endif
