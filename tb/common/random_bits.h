/* Vectors of bits for the benches of the small parts: none, one, all, few, half or most of the bits set. */
#ifndef RS_RANDOM_BITS_H
#define RS_RANDOM_BITS_H

#include <vector>

#include "cosim.h"

namespace rs {

inline std::vector<bool> random_bits(CosimBase &bench, uint32_t width)
{
    std::vector<bool> bits(width);
    uint32_t kind = bench.random_below(6);
    uint32_t percent = kind == 0 ? 0 : kind == 1 ? 100 : kind == 2 ? 10 : kind == 3 ? 90 : 50;

    for (uint32_t i = 0; i < width; i++)
        bits[i] = bench.chance(percent);
    if (kind == 5) {
        bits.assign(width, false);
        bits[bench.random_below(width)] = true;
    }
    return bits;
}

inline std::size_t ones(const std::vector<bool> &bits)
{
    std::size_t count = 0;
    for (bool bit : bits)
        count += bit;
    return count;
}

template <class Signal> void set_bits(Signal &signal, const std::vector<bool> &bits)
{
    for (uint32_t i = 0; i < bits.size(); i++)
        set(signal, i, 1, bits[i]);
}

} // namespace rs

#endif
