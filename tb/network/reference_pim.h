/* Parallel iterative matching as THESIS 1.3.3 and the header of rs_pim_allocator.v tell it, on full matrices: the
 * oracle of the network benches. It shares no code with rtl/ or cmodel/ and is written for reading, not for speed. */
#ifndef RS_REFERENCE_PIM_H
#define RS_REFERENCE_PIM_H

#include <cstdint>
#include <vector>

namespace rs {

/* Bits that tell `count` things apart, at least one. */
inline uint32_t bits_of(uint32_t count)
{
    uint32_t bits = 1;
    while ((count - 1) >> bits != 0)
        bits++;
    return bits;
}

/* Requests or grants; (i, o) is the pair of input i and output o. */
class PairMatrix {
  public:
    PairMatrix(uint32_t inputs, uint32_t outputs)
        : inputs(inputs), outputs(outputs), pairs_(static_cast<std::size_t>(inputs) * outputs)
    {
    }
    uint8_t &operator()(uint32_t i, uint32_t o) { return pairs_[static_cast<std::size_t>(i) * outputs + o]; }
    bool operator()(uint32_t i, uint32_t o) const { return pairs_[static_cast<std::size_t>(i) * outputs + o] != 0; }
    uint8_t value(uint32_t i, uint32_t o) const { return pairs_[static_cast<std::size_t>(i) * outputs + o]; }
    uint64_t row(uint32_t i) const
    {
        uint64_t bits = 0;
        for (uint32_t o = 0; o < outputs; o++)
            bits |= static_cast<uint64_t>((*this)(i, o)) << o;
        return bits;
    }
    uint64_t column(uint32_t o) const
    {
        uint64_t bits = 0;
        for (uint32_t i = 0; i < inputs; i++)
            bits |= static_cast<uint64_t>((*this)(i, o)) << i;
        return bits;
    }
    uint32_t inputs, outputs;

  private:
    std::vector<uint8_t> pairs_;
};

/* TREE: winner among the 2^level leaves from first on, both halves played out; -1 if none requests. */
inline int reference_tournament(uint64_t request, uint32_t random, uint32_t first, uint32_t level)
{
    if (level == 0)
        return first < 64 && (request >> first & 1) != 0 ? static_cast<int>(first) : -1;
    int lower = reference_tournament(request, random, first, level - 1);
    int upper = reference_tournament(request, random, first + (1u << (level - 1)), level - 1);
    if (lower < 0 || upper < 0)
        return lower < 0 ? upper : lower;
    return (random >> (level - 1) & 1) != 0 ? upper : lower;
}

/* One arbiter over n requesters. PICK = UNIFORM: the requester with random * requesters / 4096 others below it. */
inline int reference_pick(uint64_t request, uint32_t random, uint32_t n, uint32_t pick)
{
    if (request == 0)
        return -1;
    if (pick == 0) {
        uint32_t levels = 0;
        while ((1u << levels) < n)
            levels++;
        return reference_tournament(request, random, 0, levels);
    }
    uint32_t requesters = 0, seen = 0;
    for (uint32_t i = 0; i < n; i++)
        requesters += request >> i & 1;
    for (uint32_t i = 0; i < n; i++)
        if ((request >> i & 1) != 0 && seen++ == random * requesters / 4096)
            return static_cast<int>(i);
    return -1;
}

struct ReferencePim {
    uint32_t inputs, outputs, iterations, pick;

    static uint32_t arbiter_bits(uint32_t n, uint32_t pick)
    {
        return pick == 0 ? bits_of(n) : 12;
    }
    uint32_t random_bits() const
    {
        return iterations * (inputs * arbiter_bits(outputs, pick) + outputs * arbiter_bits(inputs, pick));
    }

    /* word: random_bits() bits, 32 to a word, low word first. */
    PairMatrix allocate(const PairMatrix &request, const std::vector<uint32_t> &word) const
    {
        uint32_t next = 0;
        auto draw = [&](uint32_t bits) {
            uint32_t value = 0;
            for (uint32_t bit = 0; bit < bits; bit++, next++)
                value |= (word[next / 32] >> next % 32 & 1) << bit;
            return value;
        };
        PairMatrix grant(inputs, outputs);
        std::vector<bool> input_matched(inputs), output_matched(outputs);
        for (uint32_t iteration = 0; iteration < iterations; iteration++) {
            PairMatrix picked(inputs, outputs);
            for (uint32_t i = 0; i < inputs; i++) {
                uint32_t random = draw(arbiter_bits(outputs, pick));
                uint64_t wanted = 0;
                for (uint32_t o = 0; o < outputs; o++)
                    if (request(i, o) && !input_matched[i] && !output_matched[o])
                        wanted |= UINT64_C(1) << o;
                int o = reference_pick(wanted, random, outputs, pick);
                if (o >= 0)
                    picked(i, static_cast<uint32_t>(o)) = 1;
            }
            for (uint32_t o = 0; o < outputs; o++) {
                uint32_t random = draw(arbiter_bits(inputs, pick));
                int i = reference_pick(picked.column(o), random, inputs, pick);
                if (i >= 0) {
                    grant(static_cast<uint32_t>(i), o) = 1;
                    input_matched[static_cast<uint32_t>(i)] = true;
                    output_matched[o] = true;
                }
            }
        }
        return grant;
    }
};

} // namespace rs
#endif
