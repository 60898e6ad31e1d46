/* What the bench of rs_sm_memory holds against it, knowing nothing of caches: memory behind the request port, and what each
 * instruction must bring back.
 *
 * BackEnd: a byte memory. A request is carried out some cycles after it was taken, those to one block in order; the answer to
 * a read comes later still, answers in any order.
 * Program: instructions carried out as they are taken, with addresses by their closed forms, on an image of the memory:
 * a load brings what the instructions taken before it left in its words. Words that others write too (and the SM only reads):
 * anything they have written, but nothing that was over when the last acquire before the load ended. Atomic operations have words
 * of their own, as their order with loads and stores is free. */
#ifndef RS_SM_MEMORY_ORACLE_H
#define RS_SM_MEMORY_ORACLE_H

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <set>
#include <utility>
#include <vector>

#include "atomic_reference.h"
#include "cosim.h"
#include "sm/load_store_unit.h"

namespace rs {

/* Contents of memory that nobody has written: different in every word. */
inline uint32_t untouched(uint64_t word)
{
    return static_cast<uint32_t>((word + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 29);
}

class BackEnd {
  public:
    struct Request {
        bool write;
        uint64_t block, id;
        uint32_t mask;
        std::vector<uint8_t> data, written; /* by byte */
        uint64_t due;                       /* cycle */
        bool atomic = false;
        uint64_t control = 0;               /* of an atomic one: words, operation, returns */
    };

    explicit BackEnd(uint32_t block_bytes) : block_bytes_(block_bytes) {}

    void clear()
    {
        memory_.clear();
        waiting_.clear();
        answers.clear();
    }
    /* A reset of the SM: what has left it is carried out, nothing is answered. */
    void finish()
    {
        for (const Request &request : waiting_)
            perform(request);
        waiting_.clear();
        answers.clear();
    }
    void take(const Request &request) { waiting_.push_back(request); }
    void cycle(uint64_t now)
    {
        std::set<uint64_t> held; /* blocks of older requests that still wait */
        std::deque<Request> left;
        for (Request &request : waiting_) {
            if (request.due > now || held.count(request.block)) {
                held.insert(request.block);
                left.push_back(request);
                continue;
            }
            const std::vector<uint8_t> before = block(request.block);
            perform(request);
            if (!request.write) {
                request.data = before;
                answers.push_back(request);
            }
        }
        waiting_.swap(left);
    }
    bool idle() const { return waiting_.empty() && answers.empty(); }

    /* Also by somebody else. */
    void write_word(uint64_t word, uint32_t value)
    {
        for (uint32_t k = 0; k < 4; k++)
            block(word * 4 / block_bytes_)[word * 4 % block_bytes_ + k] = static_cast<uint8_t>(value >> 8 * k);
    }
    /* With the writes that still wait. */
    uint32_t word(uint64_t word)
    {
        std::vector<uint8_t> bytes = block(word * 4 / block_bytes_);
        for (const Request &request : waiting_)
            for (uint32_t k = 0; request.write && request.block == word * 4 / block_bytes_ && k < block_bytes_; k++)
                if (request.written[k])
                    bytes[k] = request.data[k];
        const uint8_t *at = &bytes[word * 4 % block_bytes_];
        return at[0] | uint32_t{at[1]} << 8 | uint32_t{at[2]} << 16 | uint32_t{at[3]} << 24;
    }

    std::deque<Request> answers; /* to reads that were carried out */

  private:
    std::vector<uint8_t> &block(uint64_t number)
    {
        std::vector<uint8_t> &bytes = memory_[number];
        while (bytes.size() < block_bytes_)
            bytes.push_back(static_cast<uint8_t>(
                untouched((number * block_bytes_ + bytes.size()) / 4) >> 8 * (bytes.size() % 4)));
        return bytes;
    }
    void perform(const Request &request)
    {
        std::vector<uint8_t> &bytes = block(request.block);
        for (uint32_t k = 0; request.write && k < block_bytes_; k++)
            if (request.written[k])
                bytes[k] = request.data[k];
        if (request.atomic)
            operate(request, bytes);
    }
    void operate(const Request &request, std::vector<uint8_t> &bytes) const
    {
        const uint32_t words = block_bytes_ / 4;
        const auto word = [](const std::vector<uint8_t> &from, uint32_t at) {
            const uint8_t *byte = &from[at * 4];
            return byte[0] | uint32_t{byte[1]} << 8 | uint32_t{byte[2]} << 16 | uint32_t{byte[3]} << 24;
        };
        for (uint32_t k = 0; k < words; k++) {
            const uint32_t result = atomic_result(static_cast<uint32_t>(request.control >> words & 7), word(bytes, k),
                                                  word(request.data, k), word(request.data, (k + words / 2) % words));
            for (uint32_t byte = 0; (request.control >> k & 1) && byte < 4; byte++)
                bytes[k * 4 + byte] = static_cast<uint8_t>(result >> 8 * byte);
        }
    }

    uint32_t block_bytes_;
    std::map<uint64_t, std::vector<uint8_t>> memory_;
    std::deque<Request> waiting_;
};

struct Instruction {
    uint32_t opcode, length, warp, first_register;
    bool scratchpad;
    uint64_t mask;
    int32_t offset;
    uint64_t start[RS_LANES_MAX];
    int32_t stride[RS_LANES_MAX], index[RS_VECTOR_MAX][RS_LANES_MAX];
    uint32_t word[RS_VECTOR_MAX][RS_LANES_MAX];
    bool atomic, returns;  /* an atomic operation: plain, of one element; the stride is what it compares with */
    uint32_t operation;

    bool writes() const { return opcode % 2 != 0; }
    int64_t address(uint32_t element, uint32_t lane) const
    {
        const int64_t base = static_cast<int64_t>(start[lane]);
        return opcode / 2 == RS_LSU_PLAIN     ? base + offset
               : opcode / 2 == RS_LSU_STRIDED ? base + INT64_C(4) * stride[lane] * element
                                              : base + INT64_C(4) * index[element][lane];
    }
};

class Program {
  public:
    struct Fault {
        bool scratchpad;
        uint32_t warp, first_register, element;
        uint64_t misaligned, outside;
    };

    Program(CosimBase &bench, uint32_t lanes, uint32_t address_bits, uint32_t scratchpad_bytes)
        : bench_(bench), lanes_(lanes), address_bits_(address_bits), pad_(scratchpad_bytes / 4),
          pad_known_(scratchpad_bytes / 4)
    {
    }
    virtual ~Program() = default;

    void clear()
    {
        image_.clear();
        history_.clear();
        floor_.clear();
        forget();
    }
    /* A reset: stores inside may or may not have happened. */
    void finish(BackEnd &memory)
    {
        for (auto &word : image_)
            word.second = memory.word(word.first);
        forget();
    }

    bool outstanding(uint32_t warp, uint32_t first_register) const { return loads_.count({warp, first_register}) != 0; }
    bool idle() const { return loads_.empty() && faults.empty(); }
    /* Some lane waits for its old word: whether the operation has been carried out is not known. */
    bool operating(uint64_t word) const { return operating_.count(word) != 0; }
    const std::map<uint64_t, uint32_t> &image() const { return image_; }

    void take(const Instruction &in)
    {
        Load load;
        for (uint32_t element = 0; element < in.length; element++) {
            Fault fault = {false, in.warp, in.first_register, element, 0, 0};
            groups_++;
            for (uint32_t l = 0; l < lanes_; l++) {
                const int64_t address = in.address(element, l);
                if ((in.mask >> l & 1) == 0)
                    continue;
                fault.misaligned |= uint64_t{(address & 3) != 0} << l;
                fault.outside |= uint64_t{address < 0 || address >> address_bits_ != 0} << l;
            }
            if ((fault.misaligned | fault.outside) != 0) {
                faults.push_back(fault);
                break;
            }
            fault.scratchpad = true;
            for (uint32_t l = 0; l < lanes_; l++) {
                const uint64_t word = static_cast<uint64_t>(in.address(element, l)) / 4;
                if ((in.mask >> l & 1) == 0)
                    continue;
                if (in.atomic)
                    operate(in, l, load.lanes);
                else if (in.scratchpad && word >= pad_.size())
                    fault.outside |= UINT64_C(1) << l;
                else if (in.scratchpad && in.writes())
                    pad_[word] = in.word[element][l], pad_known_[word] = 1;
                else if (in.scratchpad)
                    load.lanes[{element, l}] = {true, false, pad_known_[word] != 0, pad_[word], word, 0};
                else if (in.writes())
                    store(word, in.word[element][l]);
                else
                    load.lanes[{element, l}] = expect(word);
            }
            if (fault.outside != 0)
                faults.push_back(fault);
        }
        if (!load.lanes.empty())
            loads_[{in.warp, in.first_register}] = load;
    }

    /* A piece of a load, at the writeback port. */
    void answer(uint32_t warp, uint32_t first_register, uint32_t element, uint32_t level, uint64_t mask,
                const std::vector<uint32_t> &data)
    {
        auto found = loads_.find({warp, first_register});
        bench_.expect("a load waits for these words", 1, found != loads_.end());
        bench_.expect("a piece has lanes", 1, mask != 0);
        for (uint32_t l = 0; l < lanes_ && found != loads_.end(); l++) {
            auto lane = found->second.lanes.find({element, l});
            if ((mask >> l & 1) == 0) {
                bench_.expect("nothing for other lanes", 0, data[l], static_cast<int>(l));
                continue;
            }
            bench_.expect("a lane that waits, once", 1, lane != found->second.lanes.end(), static_cast<int>(l));
            if (lane == found->second.lanes.end())
                continue;
            const Word &word = lane->second;
            bench_.expect("scratchpad or beyond", word.scratchpad, level == 0);
            if (word.others)
                bench_.expect("a word that the ordering rules allow", 1, allowed(word, data[l]), static_cast<int>(l));
            else if (word.known)
                bench_.expect("word of the lane", word.value, data[l], static_cast<int>(l));
            auto operation = word.scratchpad ? operating_.end() : operating_.find(word.address);
            if (operation != operating_.end())
                operating_.erase(operation);
            found->second.lanes.erase(lane);
        }
        if (found != loads_.end() && found->second.lanes.empty())
            loads_.erase(found);
    }

    /* Words that others write. */
    void share(uint64_t word) { history_[word] = {untouched(word)}; }
    bool shared(uint64_t word) const { return history_.count(word) != 0; }
    void written_by_others(uint64_t word, uint32_t value) { history_[word].push_back(value); }
    void acquired()
    {
        for (const auto &word : history_)
            floor_[word.first] = word.second.size() - 1;
    }

    std::deque<Fault> faults; /* still to be reported, in order */

  protected:
    struct Word {
        bool scratchpad, others, known;
        uint32_t value;
        uint64_t address;
        std::size_t floor;
    };

    uint64_t groups() const { return groups_; } /* so far: elements of instructions */
    /* Memory beyond the scratchpad. Here: what this SM has stored; words of others: all since the last acquire. */
    virtual void store(uint64_t word, uint32_t value) { image_[word] = value; }
    virtual Word expect(uint64_t word)
    {
        auto found = image_.find(word);
        return {false, shared(word), true, found != image_.end() ? found->second : untouched(word), word,
                shared(word) ? floor_[word] : 0};
    }
    /* What is in a word of atomic operations at first. */
    virtual uint32_t before(uint64_t word) const { return untouched(word); }
    virtual bool allowed(const Word &word, uint32_t value)
    {
        const std::vector<uint32_t> &all = history_[word.address];
        return std::find(all.begin() + static_cast<std::ptrdiff_t>(word.floor), all.end(), value) != all.end();
    }
    void forget()
    {
        std::fill(pad_known_.begin(), pad_known_.end(), 0);
        loads_.clear();
        operating_.clear();
        faults.clear();
    }

  private:
    struct Load {
        std::map<std::pair<uint32_t, uint32_t>, Word> lanes; /* element, lane: not answered yet */
    };

    CosimBase &bench_;
    uint32_t lanes_, address_bits_;
    uint64_t groups_ = 0;
    std::vector<uint32_t> pad_;
    std::vector<char> pad_known_;
    std::map<uint64_t, uint32_t> image_;                 /* words that the SM has stored */
    std::map<uint64_t, std::vector<uint32_t>> history_;  /* words that others write: all their values */
    std::map<uint64_t, std::size_t> floor_;              /* the one when the last acquire ended */
    std::multiset<uint64_t> operating_;                  /* words of atomic operations, by lanes that wait; nothing else loads them */
    void operate(const Instruction &in, uint32_t l, std::map<std::pair<uint32_t, uint32_t>, Word> &lanes)
    {
        const uint64_t at = static_cast<uint64_t>(in.address(0, l)) / 4;
        const uint32_t old = image_.count(at) ? image_[at] : before(at);
        image_[at] = atomic_result(in.operation, old, in.word[0][l], static_cast<uint32_t>(in.stride[l]));
        if (in.returns)
            lanes[{0, l}] = {false, false, true, old, at, 0}, operating_.insert(at);
    }

    std::map<std::pair<uint32_t, uint32_t>, Load> loads_; /* warp, register */
};

} // namespace rs

#endif
