/* rs_memory_slice beside cmodel/slice/memory_slice.c, in front of a DRAM with random delays.
 *
 * The oracle is a flat memory to which each request is applied when it is looked up (accept_*): requests are looked up in the order
 * in which they came, a reply brings what the oracle had then, every read and atomic is answered once. At the end of a case
 * the lines of the L2, over what the DRAM has, are the oracle's memory.
 * The DRAM takes requests in order and answers reads in any order, with the data as of the request. */
#include <array>
#include <cstring>
#include <deque>
#include <map>

#include "Vdut.h"
#include "cosim.h"
#include "slice/memory_slice.h"

namespace {

enum : uint32_t {
    sm_bits = RTL_SM_BITS, tag_bits = RTL_TAG_BITS, line_bits = RTL_LINE_BITS, sets = RTL_L2_SETS, ways = RTL_L2_WAYS,
    header_bits = sm_bits + tag_bits + 3 + line_bits, mask_bits = 64, flit_bits = 256,
    data_from = RTL_HEADER_WIRES != 0 ? header_bits + mask_bits : 0, /* lowest bit of a flit's data */
    payload = RTL_HEADER_WIRES != 0 ? data_from + flit_bits : header_bits + mask_bits > flit_bits ? header_bits + mask_bits : flit_bits,
    data_flits = RTL_HEADER_WIRES != 0 ? 2 : 3, /* of a packet with data, the last two of which have it */
    dram_header = header_bits - 2, reply_header = sm_bits + tag_bits + 1, last_cycles = 2600
};

bool has_data(uint32_t flit) { return flit + 2 >= data_flits; }
uint32_t half_of(uint32_t flit) { return flit + 2 - data_flits; }

typedef std::array<uint32_t, RS_LINE_WORDS> Line;

uint32_t initial_word(uint64_t line, uint32_t word)
{
    return static_cast<uint32_t>((line * 16 + word) * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

struct Memory {
    std::map<uint64_t, Line> lines;
    Line &operator[](uint64_t line)
    {
        auto at = lines.find(line);
        if (at == lines.end()) {
            at = lines.emplace(line, Line()).first;
            for (uint32_t w = 0; w < RS_LINE_WORDS; w++)
                at->second[w] = initial_word(line, w);
        }
        return at->second;
    }
    void write(uint64_t line, uint64_t mask, const uint32_t *data)
    {
        Line &to = (*this)[line];
        for (uint32_t b = 0; b < 64; b++)
            if (mask >> b & 1) {
                const uint32_t bits = UINT32_C(255) << b % 4 * 8;
                to[b / 4] = (to[b / 4] & ~bits) | (data[b / 4] & bits);
            }
    }
};

struct Packet {
    uint64_t line = 0, mask = 0;
    uint32_t kind = 0, sm = 0, tag = 0;
    Line data = {};
    uint64_t key() const { return static_cast<uint64_t>(sm) << 32 | tag; }
    uint64_t header() const
    {
        return line | static_cast<uint64_t>(kind) << line_bits | static_cast<uint64_t>(tag) << (line_bits + 3)
             | static_cast<uint64_t>(sm) << (line_bits + 3 + tag_bits);
    }
    rs_flit flit(uint32_t number) const
    {
        rs_flit flit;
        std::memset(&flit, 0, sizeof flit);
        flit.head = number == 0;
        flit.tail = kind == RS_REQUEST_READ || number == data_flits - 1;
        if (flit.head) {
            flit.header = header();
            flit.mask = mask;
        }
        if (kind != RS_REQUEST_READ && has_data(number))
            std::memcpy(flit.data, data.data() + half_of(number) * RS_FLIT_WORDS, sizeof flit.data);
        return flit;
    }
};

class SliceBench {
  public:
    SliceBench(int argc, char **argv)
        : bench_(argc, argv, 12000, {"random", "few_lines", "writes", "atomics", "refused", "slow_dram", "dram_refused", "hits", "reset"})
    {
        bench_.declare_bins({"read_hit", "read_miss", "write_hit", "write_miss", "write_whole", "write_waits", "atomic_hit", "atomic_miss",
                             "atomic_of_all_words", "atomic_of_no_word", "compare_swap", "fill_into_written", "reply_refused",
                             "dram_refused", "in_refused", "fill_refused", "replies_full", "dram_full", "victim_written",
                             "no_victim", "looked_up_back_to_back", "reset_in_use"});
        if (RTL_L2_WAITERS > 1)
            bench_.declare_bins({"several_waiters", "merge"});
        if (RTL_L2_MISSES < 256) /* more than the stimulus has */
            bench_.declare_bins({"misses_full"});
        std::memset(&config_, 0, sizeof config_);
        config_.sms = 1u << sm_bits;
        config_.tag_bits = tag_bits;
        config_.map.address_bits = line_bits + RS_LINE_SHIFT;
        config_.map.channel_mask = RTL_CHANNEL_MASK;
        config_.l2 = 1;
        config_.l2_sets = sets;
        config_.l2_ways = ways;
        config_.l2_queue = RTL_L2_QUEUE;
        config_.l2_misses = RTL_L2_MISSES;
        config_.l2_waiters = RTL_L2_WAITERS;
        config_.l2_replies = RTL_L2_REPLIES;
        config_.l2_dram = RTL_L2_DRAM;
        config_.l2_write = RTL_L2_WRITE;
        config_.l2_latency = RTL_L2_LATENCY;
        config_.header_wires = RTL_HEADER_WIRES;
    }

    int run()
    {
        if (!rs_memory_slice_create(&twin_, &config_))
            return 2;
        while (bench_.next_case()) {
            forget();
            while (bench_.next_cycle())
                cycle();
            if (!bench_.failed())
                judge_end();
        }
        rs_memory_slice_destroy(&twin_);
        return bench_.finish();
    }

  private:
    void forget()
    {
        rs_memory_slice_reset(&twin_);
        oracle_.lines.clear();
        dram_.lines.clear();
        sent_.clear();
        expected_.clear();
        busy_.clear();
        reads_.clear();
        sending_ = answering_ = false;
        sent_flits_ = reply_flits_ = dram_flits_ = fill_flits_ = 0;
        burst_left_ = 0;
    }

    uint64_t some_line()
    {
        const bool few = bench_.is_case("few_lines") || bench_.is_case("hits") || bench_.is_case("atomics");
        uint64_t k = bench_.random_below(few ? 6 : bench_.chance(60) ? 3 * sets * ways : 40);
        if (!few && bench_.chance(50)) /* lines of few sets */
            k = (k * sets * 2 + bench_.random_below(2)) << (bench_.chance(50) ? 1 : 0);
        const uint64_t top = (UINT64_C(1) << line_bits) - 1;
        return (bench_.chance(90) ? k : top - k) & top & ~(static_cast<uint64_t>(RTL_CHANNEL_MASK) >> RS_LINE_SHIFT);
    }

    bool new_packet(bool ending)
    {
        if (burst_left_-- == 0) {
            for (uint32_t &percent : burst_)
                percent = bench_.random_below(101);
            burst_left_ = 60;
        }
        uint32_t writes = burst_[0] / 2, atomics = burst_[1] / 6, wanted = 20 + burst_[2];
        if (bench_.is_case("writes"))
            writes = 85, atomics = 2;
        if (bench_.is_case("atomics"))
            writes = 10, atomics = 80;
        if (bench_.is_case("hits") || bench_.is_case("refused"))
            writes = 5, atomics = 2, wanted = 100;
        if (bench_.is_case("slow_dram"))
            writes = 20, atomics = 5, wanted = 100;
        if (ending || !bench_.chance(wanted > 100 ? 100 : wanted))
            return false;
        packet_ = Packet();
        packet_.line = some_line();
        packet_.kind = bench_.chance(writes) ? RS_REQUEST_WRITE : bench_.chance(atomics) ? RS_REQUEST_ATOMIC : RS_REQUEST_READ;
        packet_.sm = bench_.random_below(config_.sms);
        packet_.tag = bench_.random_below(1u << tag_bits);
        if (packet_.kind != RS_REQUEST_WRITE && busy_.count(packet_.key()) != 0)
            return false;
        for (uint32_t &word : packet_.data)
            word = static_cast<uint32_t>(bench_.random()) >> (bench_.chance(30) ? 29 : 0);
        if (packet_.kind == RS_REQUEST_WRITE) {
            packet_.mask = bench_.chance(25) ? ~UINT64_C(0) : bench_.chance(50) ? bench_.random() : bench_.random() & bench_.random() & bench_.random();
        } else if (packet_.kind == RS_REQUEST_ATOMIC) {
            const uint32_t operation = bench_.random_below(8);
            uint32_t words = bench_.chance(10) ? 65535 : bench_.random_below(65536) & (bench_.chance(50) ? bench_.random_below(65536) : 65535);
            if (operation == 4) { /* one word, compared with what is likely there */
                const uint32_t w = bench_.random_below(16);
                words = 1u << w;
                packet_.data[w ^ 8] = bench_.chance(60) ? oracle_[packet_.line][w] : packet_.data[w ^ 8];
            } else if (bench_.chance(3))
                words = 0;
            packet_.mask = words | static_cast<uint64_t>(operation) << 16 | static_cast<uint64_t>(bench_.chance(50)) << 19;
        }
        if (packet_.kind != RS_REQUEST_WRITE)
            busy_[packet_.key()] = true;
        return true;
    }

    template <class Signal> void put_flit(Signal &signal, const rs_flit &flit, uint32_t header, bool masked)
    {
        const uint32_t junk[] = {0xdeadbeef, 0xdeadbeef, 0xdeadbeef, 0xdeadbeef, 0xdeadbeef, 0xdeadbeef, 0xdeadbeef, 0xdeadbeef};
        rs::set_words(signal, 0, flit_bits, junk);
        rs::set_words(signal, data_from, flit_bits, flit.head && (RTL_HEADER_WIRES == 0 || flit.tail) ? junk : flit.data);
        if (flit.head) {
            rs::set(signal, 0, header, flit.header);
            if (masked)
                rs::set(signal, header, mask_bits, flit.mask);
        }
        rs::set(signal, payload, 1, flit.head);
        rs::set(signal, payload + 1, 1, flit.tail);
    }

    template <class Signal> void compare_flit(const char *name, const rs_flit &model, const Signal &signal, uint32_t header, bool masked)
    {
        bench_.compare(name, model.head, rs::get(signal, payload, 1), 1000);
        bench_.compare(name, model.tail, rs::get(signal, payload + 1, 1), 1001);
        const bool head = model.head;
        if (!head || (RTL_HEADER_WIRES != 0 && !model.tail)) {
            const uint64_t mask = head ? model.mask : dram_packet_.mask;
            for (uint32_t w = 0; w < RS_FLIT_WORDS; w++) { /* bytes that are not written mean nothing */
                const uint32_t four = masked ? mask >> (4 * w + (model.tail ? 32 : 0)) & 15 : 15;
                uint32_t bits = 0;
                for (uint32_t b = 0; b < 4; b++)
                    bits |= four >> b & 1 ? UINT32_C(255) << 8 * b : 0;
                bench_.compare(name, model.data[w] & bits, rs::get(signal, data_from + 32 * w, 32) & bits, static_cast<int>(w));
            }
        }
        if (!head)
            return;
        bench_.compare(name, model.header, rs::get(signal, 0, header));
        if (masked && !model.tail)
            bench_.compare(name, model.mask, rs::get(signal, header, mask_bits), 64);
    }

    /* The oldest request sent is looked up: the oracle has it from now on. */
    void judge_accept()
    {
        Vdut &dut = bench_.dut();
        if (!dut.accept_valid)
            return;
        bench_.expect("a request to look up", 1, !sent_.empty());
        if (sent_.empty())
            return;
        const Packet packet = sent_.front();
        sent_.pop_front();
        bench_.expect("accept_write", packet.kind == RS_REQUEST_WRITE, dut.accept_write);
        bench_.expect("accept_sm", packet.sm, rs::get(dut.accept_sm, 0, sm_bits));
        bench_.expect("accept_tag", packet.tag, rs::get(dut.accept_tag, 0, tag_bits));
        bench_.expect("accept_line", packet.line, rs::get(dut.accept_line, 0, line_bits));
        if (packet.kind == RS_REQUEST_WRITE) {
            oracle_.write(packet.line, packet.mask, packet.data.data());
            return;
        }
        Line &line = oracle_[packet.line];
        expected_[packet.key()] = line;
        for (uint32_t w = 0; packet.kind == RS_REQUEST_ATOMIC && w < RS_LINE_WORDS; w++) {
            const uint32_t old = line[w], a = packet.data[w];
            const int32_t so = static_cast<int32_t>(old), sa = static_cast<int32_t>(a);
            if (packet.mask >> w & 1)
                switch (packet.mask >> 16 & 7) {
                case 0: line[w] = old + a; break;
                case 1: line[w] = so < sa ? old : a; break;
                case 2: line[w] = so > sa ? old : a; break;
                case 3: line[w] = a; break;
                case 4: line[w] = old == packet.data[w ^ 8] ? a : old; break;
                case 5: line[w] = old & a; break;
                case 6: line[w] = old | a; break;
                default: line[w] = old ^ a;
                }
        }
    }

    void judge_reply()
    {
        Vdut &dut = bench_.dut();
        if (reply_flits_ == 0) {
            reply_key_ = rs::get(dut.out_flit, tag_bits, sm_bits) << 32 | rs::get(dut.out_flit, 0, tag_bits);
            bench_.expect("a reply to a read or atomic that was looked up", 1, expected_.count(reply_key_));
        }
        if (has_data(reply_flits_) && expected_.count(reply_key_) != 0) {
            for (uint32_t w = 0; w < RS_FLIT_WORDS; w++)
                bench_.expect("word as of the look-up", expected_[reply_key_][half_of(reply_flits_) * RS_FLIT_WORDS + w],
                              rs::get(dut.out_flit, data_from + 32 * w, 32), static_cast<int>(half_of(reply_flits_) * RS_FLIT_WORDS + w));
        }
        bench_.expect("form of a reply", reply_flits_ == data_flits - 1, rs::get(dut.out_flit, payload + 1, 1));
        if (++reply_flits_ == data_flits) {
            reply_flits_ = 0;
            expected_.erase(reply_key_);
            busy_.erase(reply_key_);
        }
    }

    void take_dram()
    {
        Vdut &dut = bench_.dut();
        if (dram_flits_ == 0) {
            const uint64_t header = rs::get(dut.dram_flit, 0, dram_header);
            dram_packet_.line = header & ((UINT64_C(1) << line_bits) - 1);
            dram_packet_.kind = header >> line_bits & 1;
            dram_packet_.tag = static_cast<uint32_t>(header >> (line_bits + 1)) & ((1u << tag_bits) - 1);
            dram_packet_.mask = rs::get(dut.dram_flit, dram_header, mask_bits);
        }
        if (has_data(dram_flits_))
            rs::get_words(dut.dram_flit, data_from, flit_bits, dram_packet_.data.data() + half_of(dram_flits_) * RS_FLIT_WORDS);
        dram_flits_++;
        if (!rs::get(dut.dram_flit, payload + 1, 1))
            return;
        dram_flits_ = 0;
        if (dram_packet_.kind != 0) {
            dram_.write(dram_packet_.line, dram_packet_.mask, dram_packet_.data.data());
            return;
        }
        dram_packet_.data = dram_[dram_packet_.line];
        reads_.push_back(dram_packet_);
    }

    void judge_end()
    {
        bench_.expect("every request looked up", 0, sent_.size());
        bench_.expect("every read and atomic answered", 0, expected_.size() + busy_.size());
        bench_.expect("idle at the end", 1, bench_.dut().idle);
        for (const auto &at : oracle_.lines) {
            Line line = dram_[at.first];
            const rs_l2_sector *sector = rs_memory_slice_find(&twin_, at.first);
            if (sector != nullptr && sector->whole)
                std::copy(sector->data, sector->data + RS_LINE_WORDS, line.begin());
            else if (sector != nullptr && sector->some && config_.l2_write == 0) {
                dram_.write(at.first, sector->written, sector->data);
                line = dram_[at.first];
            }
            for (uint32_t w = 0; w < RS_LINE_WORDS; w++)
                bench_.expect("word in L2 or DRAM at the end", at.second[w], line[w], static_cast<int>(w));
        }
    }

    /* What the request at the look-up finds. */
    void count_look_up()
    {
        if (twin_.mode != RS_SLICE_LOOK || !twin_.at_work)
            return;
        const rs_l2_request &request = twin_.queue[twin_.queue_first];
        const rs_l2_sector *sector = rs_memory_slice_find(&twin_, request.line);
        const bool pending = sector != nullptr && sector->pending, whole = sector != nullptr && sector->whole;
        bench_.count("write_waits", request.kind == RS_REQUEST_WRITE && pending);
        bench_.count("replies_full", whole && request.kind == RS_REQUEST_READ && twin_.replies.count == config_.l2_replies);
        bench_.count("misses_full", request.kind == RS_REQUEST_READ && !pending && !whole && twin_.misses == config_.l2_misses);
        bench_.count("dram_full", twin_.dram.count + twin_.dram_reserved == config_.l2_dram);
        found_ = sector != nullptr;
        found_pending_ = pending;
        found_whole_ = whole;
        kind_ = request.kind;
        mask_ = request.mask;
    }
    void count_served(bool before)
    {
        bench_.count("looked_up_back_to_back", before && twin_.accept.valid);
        if (!twin_.accept.valid)
            return;
        const bool atomic = kind_ == RS_REQUEST_ATOMIC;
        bench_.count("read_hit", kind_ == RS_REQUEST_READ && found_whole_);
        bench_.count("read_miss", kind_ == RS_REQUEST_READ && !found_whole_ && !found_pending_);
        bench_.count("merge", kind_ != RS_REQUEST_WRITE && found_pending_);
        bench_.count("write_hit", kind_ == RS_REQUEST_WRITE && found_);
        bench_.count("write_miss", kind_ == RS_REQUEST_WRITE && !found_);
        bench_.count("write_whole", kind_ == RS_REQUEST_WRITE && !found_whole_ && mask_ == ~UINT64_C(0));
        bench_.count("atomic_hit", atomic && found_whole_);
        bench_.count("atomic_miss", atomic && !found_whole_);
        bench_.count("atomic_of_all_words", atomic && (mask_ & 65535) == 65535);
        bench_.count("atomic_of_no_word", atomic && (mask_ & 65535) == 0);
        bench_.count("compare_swap", atomic && (mask_ >> 16 & 7) == 4);
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        const bool ending = bench_.cycle() + last_cycles >= bench_.cycles();
        const bool reset = bench_.is_case("reset") && !ending && bench_.random_below(1000) < 4;
        if (!sending_)
            sending_ = new_packet(ending);
        const uint32_t slow = bench_.is_case("slow_dram") ? 3 : bench_.is_case("hits") ? 90 : 30;
        if (!answering_ && !reads_.empty() && (ending || bench_.chance(slow))) {
            const auto at = reads_.begin() + bench_.random_below(static_cast<uint32_t>(reads_.size()));
            answer_ = *at;
            reads_.erase(at);
            answering_ = true;
            fill_flits_ = 0;
        }
        const bool in_valid = sending_ && bench_.chance(85), fill_valid = answering_ && (fill_held_ || bench_.chance(80));
        const bool out_ready = bench_.chance(ending ? 100 : bench_.is_case("refused") ? 10 : 80);
        const bool dram_ready = bench_.chance(ending ? 100 : bench_.is_case("dram_refused") ? 12 : 75);
        const rs_flit request = packet_.flit(sent_flits_);
        rs_flit fill;
        std::memset(&fill, 0, sizeof fill);
        fill.head = fill_flits_ == 0;
        fill.tail = fill_flits_ == data_flits - 1;
        if (fill.head)
            fill.header = answer_.tag;
        if (has_data(fill_flits_))
            std::memcpy(fill.data, answer_.data.data() + half_of(fill_flits_) * RS_FLIT_WORDS, sizeof fill.data);
        const bool hold = held_ && sending_; /* what was offered stays */
        const bool offers = in_valid || hold;
        dut.rst = reset;
        dut.in_valid = offers;
        dut.fill_valid = fill_valid;
        dut.out_ready = out_ready;
        dut.dram_ready = dram_ready;
        put_flit(dut.in_flit, request, header_bits, true);
        put_flit(dut.fill_flit, fill, sm_bits + tag_bits, false);
        bench_.eval();

        rs_flit reply, to_dram;
        const bool ready = rs_memory_slice_ready(&twin_), fill_ready = rs_memory_slice_fill_ready(&twin_);
        const bool replies = rs_memory_slice_reply(&twin_, &reply), asks = rs_memory_slice_dram(&twin_, &to_dram);
        bench_.compare("in_ready", ready, dut.in_ready);
        bench_.compare("fill_ready", fill_ready, dut.fill_ready);
        bench_.compare("out_valid", replies, dut.out_valid);
        bench_.compare("dram_valid", asks, dut.dram_valid);
        bench_.compare("idle", rs_memory_slice_idle(&twin_), dut.idle);
        bench_.compare("accept_valid", twin_.accept.valid, dut.accept_valid);
        if (twin_.accept.valid) {
            bench_.compare("accept_write", twin_.accept.write, dut.accept_write);
            bench_.compare("accept_sm", twin_.accept.sm, dut.accept_sm);
            bench_.compare("accept_tag", twin_.accept.tag, dut.accept_tag);
            bench_.compare("accept_line", twin_.accept.line, dut.accept_line);
        }
        if (replies)
            compare_flit("out_flit", reply, dut.out_flit, reply_header, false);
        if (asks)
            compare_flit("dram_flit", to_dram, dut.dram_flit, dram_header, true);
        judge_accept();
        if (dut.out_valid && out_ready)
            judge_reply();
        if (dut.dram_valid && dram_ready)
            take_dram();
        bench_.count("reply_refused", replies && !out_ready);
        bench_.count("dram_refused", asks && !dram_ready);
        bench_.count("in_refused", offers && !ready);
        bench_.count("fill_refused", fill_valid && !fill_ready);
        bench_.count("reset_in_use", reset && !rs_memory_slice_idle(&twin_));
        count_look_up();
        const bool before = twin_.accept.valid;
        const uint32_t places = twin_.dram.count;
        const bool taken = offers && ready, filled = fill_valid && fill_ready;
        bench_.count("fill_into_written", filled && fill.tail && twin_.fill->sector->some);
        bench_.count("several_waiters", filled && fill.tail && twin_.fill->first != twin_.fill->last);
        bench_.clock();
        rs_memory_slice_step(&twin_, taken ? &request : nullptr, filled ? &fill : nullptr, replies && out_ready, asks && dram_ready);
        bench_.count("victim_written", config_.l2_write == 0 ? twin_.dram.count > places && twin_.at_work && !twin_.accept.valid
                                                             : twin_.dram_reserved != 0);
        bench_.count("no_victim", twin_.at_work && !twin_.accept.valid && twin_.mode == RS_SLICE_LOOK && !found_ && kind_ == RS_REQUEST_WRITE);
        count_served(before);
        held_ = offers && !taken;
        fill_held_ = fill_valid && !filled;
        if (taken) {
            sent_flits_ = request.tail ? 0 : sent_flits_ + 1;
            if (request.tail) {
                sending_ = false;
                sent_.push_back(packet_);
            }
        }
        if (filled && ++fill_flits_ == data_flits)
            answering_ = false;
        if (reset)
            forget();
    }

    rs::Cosim<Vdut> bench_;
    rs_config config_;
    rs_memory_slice twin_;
    Memory oracle_, dram_;
    std::deque<Packet> sent_;          /* not looked up yet */
    std::map<uint64_t, Line> expected_; /* by SM and tag: looked up, not answered */
    std::map<uint64_t, bool> busy_;    /* SM and tag of reads and atomics from the first flit on */
    std::deque<Packet> reads_;         /* that the DRAM has not answered */
    Packet packet_, dram_packet_, answer_;
    bool sending_ = false, answering_ = false, held_ = false, fill_held_ = false;
    uint32_t sent_flits_ = 0, reply_flits_ = 0, dram_flits_ = 0, fill_flits_ = 0, burst_left_ = 0, burst_[3] = {50, 50, 50};
    uint64_t reply_key_ = 0, mask_ = 0;
    bool found_ = false, found_pending_ = false, found_whole_ = false;
    uint32_t kind_ = 0;
};

} // namespace

int main(int argc, char **argv)
{
    return SliceBench(argc, argv).run();
}
