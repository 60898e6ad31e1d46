/* rs_address_map beside rs_address_decode(): the masks of the build are looked up among mask strings of which the C
 * parser must make exactly these. A second oracle collects the bits one by one, and encoding the hardware's fields
 * must give the address back. */
#include <cstdio>

#include "Vdut.h"
#include "cosim.h"
#include "rowstreak.h"

/* In GPGPU-Sim's notation, and the masks that they mean. */
static const struct {
    const char *text;
    uint32_t channels, channel_mask, bank_mask, row_mask, column_mask;
} maps[] = {
    {"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.CCSSSSSS", 8, 0x700, 0x3000, 0x1ffe0000, 0x1c8c0},
    {"dramid@6;00000000|00000000|00000000|00000000|0RRRRRRR RRRRRCCC CBBBBCCC CCSSSSSS", 1, 0x0, 0x7800, 0x7ff80000, 0x787c0},
    {"00000000.00000000.00000000.00000000.00000000.DRRRRRRR.RBDCCBBC.CDSSSSSS", 8, 0x802040, 0x4600, 0x7f8000, 0x1980},
    {"00000000.00000000.00000000.00000000.00000000.00000000.RBDCRCBR.CDSSSSSS", 4, 0x2040, 0x4200, 0x8900, 0x1480},
    {"00000000.00000000.00000000.00000000.00000000.00000000.00CCRBBB.CCSSSSSS", 1, 0x0, 0x700, 0x800, 0x30c0},
    {"dramid@12;00000000.00000000.00000000.00000000.00000000.00BBRRRR.RRRRCCCC.CBSSSSSS", 32, 0x1f000, 0x6000040, 0x1fe0000, 0xf80},
};

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 20000, {"random", "single_bits"});
    bench.declare_bins({"all_ones", "zero", "one_bit"});
    rs_address_map map;
    rs_error error;
    bool found = false;
    for (const auto &entry : maps) {
        if (entry.channel_mask != RTL_CHANNEL_MASK || entry.bank_mask != RTL_BANK_MASK || entry.row_mask != RTL_ROW_MASK
            || entry.column_mask != RTL_COLUMN_MASK)
            continue;
        found = rs_address_map_parse(&map, entry.text, entry.channels, &error) && map.channel_mask == entry.channel_mask
             && map.bank_mask == entry.bank_mask && map.row_mask == entry.row_mask && map.column_mask == entry.column_mask
             && map.address_bits == RTL_ADDRESS_BITS;
    }
    if (RTL_BANK_XOR != 0)
        rs_address_map_xor_banks(&map);
    if (!found) {
        std::fprintf(stderr, COSIM_NAME ": found no mask string that gives these masks, expected one\n");
        return 2;
    }

    const uint32_t line_bits = RTL_ADDRESS_BITS - RS_LINE_SHIFT;
    const uint64_t all = (UINT64_C(1) << line_bits) - 1;
    while (bench.next_case())
        while (bench.next_cycle()) {
            Vdut &dut = bench.dut();
            uint64_t line = bench.random() & all;
            if (bench.is_case("single_bits")) {
                uint64_t one = UINT64_C(1) << bench.cycle() % (line_bits + 1) & all; /* 0 in the last turn */
                line = bench.cycle() / (line_bits + 1) % 2 != 0 ? all & ~one : one;
            }
            uint64_t address = line << RS_LINE_SHIFT;
            dut.line = static_cast<IData>(line);
            bench.eval();

            rs_location at = rs_address_decode(&map, address);
            const uint64_t masks[] = {map.channel_mask, map.bank_mask, map.row_mask, map.column_mask};
            const uint64_t hardware[] = {dut.channel, dut.bank, dut.row, dut.column};
            const uint64_t model[] = {at.channel, at.bank, at.row, at.column};
            static const char *const names[] = {"channel", "bank", "row", "column"};
            uint64_t bits[4] = {0, 0, 0, 0};
            for (unsigned field = 0; field < 4; field++) {
                unsigned place = 0;
                for (unsigned bit = 0; bit < 64; bit++)
                    if (masks[field] >> bit & 1)
                        bits[field] |= (address >> bit & 1) << place++;
            }
            for (unsigned bit = 0; RTL_BANK_XOR != 0 && bit < map.bank_bits; bit++)
                bits[1] ^= bits[2] & UINT64_C(1) << bit;
            for (unsigned field = 0; field < 4; field++) {
                const uint64_t collected = bits[field];
                bench.compare(names[field], model[field], hardware[field]);
                bench.expect((std::string(names[field]) + " bit by bit").c_str(), collected, hardware[field]);
            }
            rs_location back = {static_cast<uint32_t>(dut.channel), static_cast<uint32_t>(dut.bank),
                                static_cast<uint32_t>(dut.row), static_cast<uint32_t>(dut.column)};
            bench.expect("address from the fields", address, rs_address_encode(&map, back));
            bench.count(0u, line == all);
            bench.count(1, line == 0);
            bench.count(2, line != 0 && (line & (line - 1)) == 0);
            bench.clock();
        }
    return bench.finish();
}
