/* What a first-level cache may answer, in the order of its ports: the oracle of the bench of rs_l1_cache. It shares nothing
 * with the twin. Sets are lists of lines with the times of their last use; a request has a number of its own, and a line
 * remembers the number of the one that fills it. Loads return what the stores before them wrote, and for words that another
 * SM writes no version older than the last acquire. */
#ifndef L1_CACHE_REFERENCE_H
#define L1_CACHE_REFERENCE_H

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "sm/warp_group.h"

namespace rs {

struct L1Shape {
    bool cache, tree;
    uint32_t sets, ways, lanes, line_words, sectors;
};

/* Words by address / 4. A word that was never written has a value of its own; of most lines the last word of one sector, each in turn,
 * is another SM's, who counts it up. */
class WordMemory {
  public:
    explicit WordMemory(const L1Shape &shape) : line_words_(shape.line_words), sectors_(shape.sectors) {}
    /* That word of the line; no_word: it has none. */
    static const uint64_t no_word = ~UINT64_C(0);
    uint64_t foreign_of(uint64_t line) const
    {
        const uint64_t sector = line % (sectors_ + 1);
        return sector == sectors_ ? no_word : line * line_words_ + (sector + 1) * (line_words_ / sectors_) - 1;
    }
    bool foreign(uint64_t word) const { return word == foreign_of(word / line_words_); }
    uint32_t read(uint64_t word) const
    {
        const auto at = written_.find(word);
        if (at != written_.end())
            return at->second;
        return foreign(word) ? 0 : static_cast<uint32_t>((word + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 17);
    }
    void write(uint64_t word, uint32_t value, uint32_t bytes)
    {
        uint32_t mask = 0;
        for (uint32_t byte = 0; byte < 4; byte++)
            mask |= bytes >> byte & 1 ? UINT32_C(0xff) << 8 * byte : 0;
        written_[word] = (read(word) & ~mask) | (value & mask);
    }
    const std::map<uint64_t, uint32_t> &written() const { return written_; }

  private:
    uint32_t line_words_, sectors_;
    std::map<uint64_t, uint32_t> written_;
};

/* Sets of lines. */
class CacheReference {
  public:
    struct Line {
        uint64_t line;
        uint32_t way;
        std::set<uint32_t> filled;
        uint64_t request; /* that fills it, 0 before it has been booked */
    };

    explicit CacheReference(const L1Shape &shape)
        : shape_(shape), lines_(shape.sets), used_(shape.sets, std::vector<uint64_t>(shape.ways, 0))
    {
    }
    const Line *find(uint64_t line) const
    {
        if (shape_.cache)
            for (const Line &at : lines_[line % shape_.sets])
                if (at.line == line)
                    return &at;
        return nullptr;
    }
    bool hits(const rs_line_access &access) const
    {
        const Line *line = find(access.line);
        for (uint32_t lane = 0; line != nullptr && lane < shape_.lanes; lane++)
            if (access.mask >> lane & 1 && line->filled.count(access.word[lane] / (shape_.line_words / shape_.sectors)) == 0)
                return false;
        return line != nullptr;
    }
    /* A load; the line that leaves for it, if any, is put to *evicted. */
    bool load(uint64_t line, Line *evicted)
    {
        bool evicts = false;
        if (!shape_.cache)
            return false;
        std::deque<Line> &in_set = lines_[line % shape_.sets];
        if (find(line) == nullptr) {
            uint32_t way = 0;
            if (in_set.size() < shape_.ways) {
                std::set<uint32_t> taken;
                for (const Line &at : in_set)
                    taken.insert(at.way);
                while (taken.count(way) != 0)
                    way++;
            } else {
                way = oldest(used_[line % shape_.sets]);
                evicts = true;
                for (std::size_t k = 0; k < in_set.size(); k++)
                    if (in_set[k].way == way) {
                        *evicted = in_set[k];
                        in_set.erase(in_set.begin() + static_cast<std::ptrdiff_t>(k));
                        break;
                    }
            }
            in_set.push_back({line, way, {}, 0});
        }
        used_[line % shape_.sets][find(line)->way] = ++now_;
        return evicts;
    }
    void store(uint64_t line)
    {
        if (!shape_.cache)
            return;
        std::deque<Line> &in_set = lines_[line % shape_.sets];
        for (std::size_t k = 0; k < in_set.size(); k++)
            if (in_set[k].line == line) {
                in_set.erase(in_set.begin() + static_cast<std::ptrdiff_t>(k));
                return;
            }
    }
    void booked(uint64_t line, uint64_t request)
    {
        if (Line *at = const_cast<Line *>(find(line)))
            at->request = request;
    }
    bool filled(uint64_t line, uint32_t sector, uint64_t request)
    {
        Line *at = const_cast<Line *>(find(line));
        if (at == nullptr || at->request != request)
            return false;
        at->filled.insert(sector);
        return true;
    }
    bool clear()
    {
        bool any = false;
        for (auto &in_set : lines_) {
            any = any || !in_set.empty();
            in_set.clear();
        }
        return any;
    }

  private:
    /* Least recently used; or halving the ways, the half whose last use is longer ago. */
    uint32_t oldest(const std::vector<uint64_t> &used) const
    {
        uint32_t low = 0, count = shape_.tree ? shape_.ways : 1, best = 0;
        const auto last_use = [&used](uint32_t from, uint32_t many) {
            uint64_t last = 0;
            for (uint32_t k = from; k < from + many; k++)
                last = used[k] > last ? used[k] : last;
            return last;
        };
        for (; count > 1; count /= 2)
            low += last_use(low + count / 2, count / 2) < last_use(low, count / 2) ? count / 2 : 0;
        if (shape_.tree)
            return low;
        for (uint32_t way = 1; way < shape_.ways; way++)
            best = used[way] < used[best] ? way : best;
        return best;
    }
    L1Shape shape_;
    std::vector<std::deque<Line>> lines_;
    std::vector<std::vector<uint64_t>> used_;
    uint64_t now_ = 0;
};

/* Loads under way, by warp, register and element. */
struct Awaited {
    uint64_t lanes = 0;
    std::vector<uint32_t> value, level; /* level: 0 if it may be 2, 3 or 5 */
    std::vector<uint64_t> word;
};

} // namespace rs
#endif
