/* Atomic operations as their definition has them: lane by lane, lowest first, on an array of words. Shared by the benches that
 * hold it against rs_atomic_unit; it knows nothing of turns. AtomicMemory is what stands behind the requests: it carries each one
 * out as it comes, on the words that it names. */
#ifndef ATOMIC_REFERENCE_H
#define ATOMIC_REFERENCE_H

#include <algorithm>
#include <cstdint>
#include <map>

namespace rs {

enum { ATOMIC_OPERATIONS = 8, ATOMIC_COMPARE_SWAP = 4 };

/* What is in the word afterwards. min, max: of signed numbers. */
inline uint32_t atomic_result(uint32_t operation, uint32_t old, uint32_t operand, uint32_t compare)
{
    const int32_t a = static_cast<int32_t>(old), b = static_cast<int32_t>(operand);
    switch (operation) {
    case 0: return old + operand;
    case 1: return static_cast<uint32_t>(std::min(a, b));
    case 2: return static_cast<uint32_t>(std::max(a, b));
    case 3: return operand;
    case 4: return old == compare ? operand : old;
    case 5: return old & operand;
    case 6: return old | operand;
    default: return old ^ operand;
    }
}

/* Words by address / 4; small numbers at first, so that a compare-and-swap meets what it compares with. */
class AtomicWords {
  public:
    void clear() { words_.clear(); }
    uint32_t &at(uint64_t word)
    {
        auto found = words_.find(word);
        return found != words_.end() ? found->second : words_[word] = static_cast<uint32_t>(word % 3);
    }
    const std::map<uint64_t, uint32_t> &all() const { return words_; }

  private:
    std::map<uint64_t, uint32_t> words_;
};

/* A request on the words of a block; data is replaced by the block's old words. */
inline void atomic_perform(AtomicWords &memory, uint32_t block_words, uint64_t block, uint32_t operation, uint32_t words,
                           uint32_t *data)
{
    uint32_t operand[32];
    std::copy(data, data + block_words, operand);
    for (uint32_t word = 0; word < block_words; word++)
        data[word] = memory.at(block * block_words + word);
    for (uint32_t word = 0; word < block_words; word++)
        if (words >> word & 1)
            memory.at(block * block_words + word) =
                atomic_result(operation, data[word], operand[word], operand[(word + block_words / 2) % block_words]);
}

} // namespace rs
#endif
