/* Line accesses as a coalescer sends them: groups of distinct lines with disjoint masks. */
#ifndef L1_CACHE_STIMULUS_H
#define L1_CACHE_STIMULUS_H

#include "cosim.h"
#include "l1_cache_reference.h"

namespace rs {

class L1Stimulus {
  public:
    L1Stimulus(CosimBase &bench, const L1Shape &shape, uint32_t line_bits, uint32_t warp_bits, uint32_t register_bits)
        : bench_(bench), shape_(shape), words_(shape), line_bits_(line_bits), warp_bits_(warp_bits), register_bits_(register_bits)
    {
    }

    uint64_t some_line()
    {
        const uint64_t top = (UINT64_C(1) << line_bits_) - 1;
        uint64_t line = bench_.random_below(shape_.sets * (shape_.ways + 1));
        if (bench_.is_case("few_lines") || bench_.is_case("late"))
            line = bench_.random_below(4);
        else if (bench_.is_case("one_set") || bench_.is_case("stores"))
            line = bench_.random_below(shape_.ways + 2) * shape_.sets;
        else if (bench_.is_case("streaming"))
            line = next_line_++ / 3;
        return (bench_.chance(80) ? line : top - line) & top;
    }

    /* Appends a group that no load under way has the tag of. */
    template <class Tags> void append_group(std::deque<rs_line_access> &group, const Tags &tags)
    {
        const uint32_t stores = bench_.is_case("stores") ? 50 : bench_.is_case("streaming") ? 10 : 20;
        const bool write = bench_.chance(stores);
        uint64_t rest = bench_.chance(60) ? all_lanes() : bench_.random() & all_lanes(), tag;
        std::set<uint64_t> lines;
        do
            tag = bench_.random() & ((UINT64_C(1) << (warp_bits_ + register_bits_ + 4)) - 1);
        while (tags.count(tag) != 0);
        while (rest != 0) {
            uint64_t mask = bench_.chance(50) ? rest : bench_.random() & rest;
            if (bench_.chance(20))
                mask = rest & (~rest + 1);
            rs_line_access access = rs_line_access();
            access.line = some_line();
            if (mask == 0 || !lines.insert(access.line).second) {
                if (group.empty() || lines.size() < 3)
                    continue;
                break;
            }
            access.write = write;
            access.warp = static_cast<uint32_t>(tag >> (register_bits_ + 4));
            access.first_register = static_cast<uint32_t>(tag >> 4 & ((1u << register_bits_) - 1));
            access.element = static_cast<uint32_t>(tag & 15);
            access.mask = mask;
            const uint32_t base = bench_.random_below(shape_.line_words), some = bench_.chance(50) ? 1 : shape_.line_words;
            for (uint32_t lane = 0; lane < shape_.lanes; lane++) {
                uint32_t word = (base + bench_.random_below(some)) % shape_.line_words;
                if (write && words_.foreign(access.line * shape_.line_words + word))
                    word--;
                if (!write && bench_.chance(20) && words_.foreign_of(access.line) != WordMemory::no_word)
                    word = static_cast<uint32_t>(words_.foreign_of(access.line) % shape_.line_words);
                access.word[lane] = static_cast<uint8_t>(word);
                if (write && mask >> lane & 1) {
                    access.bytes[word / 8] |= (bench_.chance(80) ? UINT32_C(0xf) : UINT32_C(1) << bench_.random_below(4)) << word % 8 * 4;
                    access.data[word] = static_cast<uint32_t>(bench_.random());
                }
            }
            group.push_back(access);
            rest &= ~mask;
            if (bench_.chance(30))
                break;
        }
        if (!group.empty())
            group.back().last = true;
    }

  private:
    uint64_t all_lanes() const { return (UINT64_C(1) << shape_.lanes) - 1; }

    CosimBase &bench_;
    L1Shape shape_;
    WordMemory words_; /* for which are another SM's */
    uint32_t line_bits_, warp_bits_, register_bits_;
    uint64_t next_line_ = 0;
};

} // namespace rs
#endif
