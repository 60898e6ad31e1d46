/* rs_lfsr beside cmodel/common/lfsr.c and beside the recurrence itself, one bit at a time. */
#include "Vdut.h"
#include "common/lfsr.h"
#include "cosim.h"

static const uint32_t bits = RTL_BITS;

/* b[t+n] = b[t] ^ b[t+k] in a ring of n bits. */
struct Recurrence {
    std::vector<bool> ring;
    uint32_t tap = 0;
    uint64_t time = 0;

    void seed(uint32_t seed)
    {
        uint32_t length;
        if (bits <= 31) {
            length = 31, tap = 13;
        } else if (bits <= 41) {
            length = 41, tap = 20;
        } else if (bits <= 89) {
            length = 89, tap = 38;
        } else if (bits <= 127) {
            length = 127, tap = 63;
        } else if (bits <= 521) {
            length = 521, tap = 168;
        } else if (bits <= 1279) {
            length = 1279, tap = 418;
        } else {
            length = 2281, tap = 715;
        }
        time = 0;
        ring.assign(length, false);
        bool any = false;
        uint32_t word = seed;
        for (uint32_t i = 0; i < length; i++) {
            if (i % 32 == 0)
                word = 1664525u * word + 1013904223u;
            ring[i] = (word >> i % 32 & 1) != 0;
            any = any || ring[i];
        }
        if (!any)
            ring[0] = true;
    }
    bool bit(uint32_t i) const { return ring[(time + i) % ring.size()]; }
    void advance()
    {
        for (std::size_t i = 2 * (ring.size() - tap); i > 0; i--) {
            ring[time % ring.size()] = bit(0) != bit(tap);
            time++;
        }
    }
};

/* The seed whose first word is this: seed * 1664525 + 1013904223 = word mod 2^32. */
static uint32_t seed_of(uint32_t word)
{
    uint32_t inverse = 1;
    for (int i = 0; i < 5; i++)
        inverse *= 2 - 1664525u * inverse;
    return (word - 1013904223u) * inverse;
}

int main(int argc, char **argv)
{
    rs::Cosim<Vdut> bench(argc, argv, 3000, {"random", "every_cycle", "reset"});
    enum { ADVANCED, HELD, RESET, FIRST_WORD_OF_ONE_BIT, ZERO_STATE_AVOIDED };
    bench.declare_bins({"advanced", "held", "reset", "first_word_of_one_bit"});
    if (bits <= 31)
        bench.declare_bins({"zero_state_avoided"});

    rs_lfsr lfsr;
    Recurrence recurrence;
    while (bench.next_case()) {
        Vdut &dut = bench.dut();
        bool rst = true;
        while (bench.next_cycle()) {
            uint32_t first = bench.chance(30) ? 0 : UINT32_C(1) << bench.random() % 32;
            uint32_t seed = bench.chance(40) ? seed_of(first) : static_cast<uint32_t>(bench.random());
            bool advance = bench.is_case("every_cycle") || bench.chance(50);
            dut.rst = rst;
            dut.seed = seed;
            dut.advance = advance;
            bench.eval();
            if (bench.cycle() > 0) {
                for (uint32_t offset = 0; offset < bits; offset += 32) {
                    uint32_t count = bits - offset < 32 ? bits - offset : 32;
                    uint32_t expected = 0;
                    for (uint32_t i = 0; i < count; i++)
                        expected |= static_cast<uint32_t>(recurrence.bit(offset + i)) << i;
                    uint64_t hardware = rs::get(dut.word, offset, count);
                    bench.compare("word, 32 bits from", rs_lfsr_bits(&lfsr, offset, count), hardware,
                                  static_cast<int>(offset));
                    bench.expect("word by the recurrence, 32 bits from", expected, hardware,
                                 static_cast<int>(offset));
                }
            }
            bench.count(ADVANCED, advance && !rst);
            bench.count(HELD, !advance && !rst);
            bench.count(RESET, rst && bench.cycle() > 0);
            bench.count(FIRST_WORD_OF_ONE_BIT, rst && first != 0 && seed == seed_of(first));
            if (bits <= 31)
                bench.count(ZERO_STATE_AVOIDED, rst && seed == seed_of(0));

            bench.clock();
            if (rst) {
                rs_lfsr_init(&lfsr, bits, seed);
                recurrence.seed(seed);
            } else if (advance) {
                rs_lfsr_advance(&lfsr);
                recurrence.advance();
            }
            rst = bench.is_case("reset") && bench.chance(10);
        }
    }
    return bench.finish();
}
