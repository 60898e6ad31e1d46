/* What a load of the machine may bring, by the ordering rules alone: nothing of caches, buffers, networks and controllers.
 *
 * Each word keeps its stores in the order in which the SMs' instructions were taken. A store X is before a store Y if one SM
 * took both in this order, or if a release of X's SM was over when Y was taken. A load finds behind it: the last store of its
 * own SM; of every other SM the last one whose release was over when the SM's last acquire ended. It may bring any store
 * that has been taken and is not before one of these. So words of one SM follow its program, and what others
 * have stored without release and acquire may be seen or not. Each SM has words of its own for atomic operations. */
#ifndef RS_GPU_MEMORY_ORACLE_H
#define RS_GPU_MEMORY_ORACLE_H

#include "common/contents.h"
#include "sm/sm_memory_stimulus.h"

namespace rs {

class OrderedWords {
  public:
    enum Seen { UNTOUCHED, OWN, OTHERS } seen = UNTOUCHED; /* whose word was allowed last */

    explicit OrderedWords(uint32_t sms) : sms_(sms), floor_(sms) {}

    void clear()
    {
        words_.clear();
        for (auto &floor : floor_)
            floor.clear();
    }

    /* Lanes of one group (element of an instruction) that write one word: the last one wins. */
    void store(uint32_t sm, uint64_t address, uint32_t value, uint64_t group, uint64_t now)
    {
        Word &word = at(address);
        Store &latest = word.stores[word.latest[sm]];
        if (word.latest[sm] != 0 && latest.group == group && latest.sm == sm) {
            latest.value = value;
            return;
        }
        word.latest[sm] = word.stores.size();
        word.stores.push_back({sm, value, group, now, UINT64_MAX});
    }
    void released(uint32_t sm, uint64_t now)
    {
        for (auto &entry : words_) {
            Word &word = entry.second;
            for (std::size_t k = word.stores.size(); k > 1 && k - 1 > word.released[sm]; k--)
                if (word.stores[k - 1].sm == sm)
                    word.stores[k - 1].released = now;
            word.released[sm] = word.latest[sm];
        }
    }
    void acquired(uint32_t sm)
    {
        for (auto &entry : words_)
            floor_[sm][entry.first] = entry.second.released;
    }

    /* The stores that a load finds behind it, one of each SM; 0: none. */
    std::vector<std::size_t> behind(uint32_t sm, uint64_t address)
    {
        Word &word = at(address);
        auto floor = floor_[sm].find(address);
        std::vector<std::size_t> behind = floor != floor_[sm].end() ? floor->second : std::vector<std::size_t>(sms_);
        behind[sm] = word.latest[sm];
        return behind;
    }
    bool allowed(uint32_t sm, uint64_t address, const std::vector<std::size_t> &behind, uint32_t value)
    {
        Word &word = at(address);
        for (std::size_t x = word.stores.size(); x-- > 0;) {
            bool good = word.stores[x].value == value;
            for (std::size_t y : behind)
                good = good && (y == x || y == 0 || !before(word, x, y));
            if (good) {
                seen = x == 0 ? UNTOUCHED : word.stores[x].sm == sm ? OWN : OTHERS;
                return true;
            }
        }
        return false;
    }
    /* At the end, all stores released: the value that is left. */
    bool left(uint64_t address, uint32_t value)
    {
        Word &word = at(address);
        return allowed(0, address, word.latest, value);
    }
    std::vector<uint64_t> addresses() const
    {
        std::vector<uint64_t> all;
        for (const auto &entry : words_)
            all.push_back(entry.first);
        return all;
    }

  private:
    struct Store {
        uint32_t sm, value;
        uint64_t group, taken, released;
    };
    struct Word {
        std::vector<Store> stores;                 /* number 0: what was there */
        std::vector<std::size_t> latest, released; /* of each SM; 0: none */
    };

    Word &at(uint64_t address)
    {
        Word &word = words_[address];
        if (word.stores.empty()) {
            uint32_t line[RS_LINE_WORDS];
            rs_dram_initial_line(address * 4 / RS_LINE_BYTES * RS_LINE_BYTES, line);
            word.stores.push_back({UINT32_MAX, line[address % RS_LINE_WORDS], 0, 0, 0});
            word.latest.assign(sms_, 0);
            word.released.assign(sms_, 0);
        }
        return word;
    }
    static bool before(const Word &word, std::size_t x, std::size_t y)
    {
        return x == 0 || (word.stores[x].sm == word.stores[y].sm ? x < y : word.stores[x].released <= word.stores[y].taken);
    }

    uint32_t sms_;
    std::map<uint64_t, Word> words_;
    std::vector<std::map<uint64_t, std::vector<std::size_t>>> floor_; /* of each SM: `released` as its last acquire ended */
};

/* The instructions of one SM. */
class OrderedProgram : public Program {
  public:
    OrderedProgram(CosimBase &bench, const SmSizes &sizes, uint32_t sm, OrderedWords &words)
        : Program(bench, sizes.lanes, sizes.address_bits, sizes.pad_bytes), base_(bench), sm_(sm), words_(words)
    {
    }
    void clear()
    {
        Program::clear();
        behind_.clear();
    }

  protected:
    void store(uint64_t word, uint32_t value) override { words_.store(sm_, word, value, groups(), base_.cycle()); }
    Word expect(uint64_t word) override
    {
        behind_.push_back(words_.behind(sm_, word));
        return {false, true, true, 0, word, behind_.size() - 1};
    }
    uint32_t before(uint64_t word) const override
    {
        uint32_t line[RS_LINE_WORDS];
        rs_dram_initial_line(word * 4 / RS_LINE_BYTES * RS_LINE_BYTES, line);
        return line[word % RS_LINE_WORDS];
    }
    bool allowed(const Word &word, uint32_t value) override { return words_.allowed(sm_, word.address, behind_[word.floor], value); }

  private:
    CosimBase &base_;
    uint32_t sm_;
    OrderedWords &words_;
    std::deque<std::vector<std::size_t>> behind_; /* of each word loaded */
};

} // namespace rs

#endif
