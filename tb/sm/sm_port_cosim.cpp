/* rs_sm_port beside cmodel/sm/sm_port.c, and beside lists: requests in the order in which they were taken, reads by their tag,
 * stores that are out. Packets are whole and say what their request says, a read's tag is the lowest that no other read
 * has when its head is first shown, its reply shows its id with the data of the packet; without a free tag no read leaves, with
 * TAGS stores out no store. With L2 = 1 also atomic operations, packets of a write's form with a read's tag and
 * reply, and levels; with ECC = 1 a bit in the level's place. */
#include <algorithm>
#include <deque>
#include <map>

#include "Vdut.h"
#include "cosim.h"
#include "sm/sm_port.h"

static const uint32_t tags = RTL_TAGS, tag_bits = RTL_TAG_BITS, line_bits = RTL_LINE_BITS, id_bits = RTL_ID_BITS;
static const uint32_t channels = RTL_CHANNELS, kind_bits = RTL_L2 != 0 ? 3 : 1;
static const uint32_t data_flits = RTL_HEADER_WIRES != 0 ? 2 : 3; /* flits of a packet with data, the last two of which have it */
static const uint32_t mask_from = RTL_SM_BITS + tag_bits + kind_bits + line_bits;
static const uint32_t data_from = RTL_HEADER_WIRES != 0 ? mask_from + RS_LINE_BYTES : 0;

namespace {

struct Reply {
    uint32_t tag, sent;
    bool level;
    uint32_t data[RS_LINE_WORDS];
};

class SmPortBench {
  public:
    SmPortBench(int argc, char **argv)
        : bench_(argc, argv, 12000, {"random", "reads", "writes", "late_replies", "late_acceptance", "refusing", "reset"})
    {
        std::vector<const char *> bins = {
            "read_sent", "write_sent", "all_tags", "read_waits_for_a_tag", "all_stores", "store_waits_for_acceptance",
            "head_refused", "data_refused", "reply_refused", "read_while_stores_are_out", "stored_again", "empty",
            "reset_in_a_packet", "reset_in_a_reply", "no_bytes", "all_bytes"};
        if (tags > 1)
            bins.insert(bins.end(), {"reply_out_of_order", "tag_freed_and_taken", "read_behind_read", "lower_tag_for_a_refused_read"});
        if (channels > 1)
            bins.push_back("several_accepted");
        if (RTL_L2 != 0)
            bins.insert(bins.end(), {"atomic_sent", "atomic_data_refused", "atomic_waits_for_a_tag"});
        if (RTL_L2 != 0 || RTL_ECC != 0)
            bins.insert(bins.end(), {"level_0", "level_1"});
        bench_.declare_bins(bins);
        rs_config_default(&config_);
        config_.map.address_bits = line_bits + RS_LINE_SHIFT;
        config_.tag_bits = tag_bits;
        config_.header_wires = RTL_HEADER_WIRES;
        config_.sms = UINT32_C(1) << RTL_SM_BITS;
    }

    int run()
    {
        while (bench_.next_case()) {
            forget();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    /* Of a packet with data: whether that flit has a half of them, and which. */
    static bool has_data(uint32_t flit) { return flit + 2 >= data_flits; }
    static uint32_t half_of(uint32_t flit) { return flit + 2 - data_flits; }

    void forget()
    {
        rs_sm_port_init(&twin_, &config_, tags, RTL_L2 != 0, RTL_ECC != 0);
        offered_ = reply_shown_ = false;
        reads_.clear();
        order_.clear();
        sent_ = stores_ = 0;
        read_before_ = read_refused_ = false;
        reply_ = Reply();
    }

    void invent()
    {
        const uint32_t writes = bench_.is_case("reads") ? 5 : bench_.is_case("writes") || bench_.is_case("late_acceptance") ? 90
                                                          : bench_.is_case("late_replies")                                  ? 10
                                                                                                                            : 40;
        request_ = rs_sm_request();
        request_.write = bench_.chance(writes);
        request_.atomic = RTL_L2 != 0 && !request_.write && bench_.chance(40);
        request_.block = bench_.random() & ((UINT64_C(1) << line_bits) - 1);
        request_.id = bench_.random() & ((UINT64_C(1) << id_bits) - 1);
        const uint32_t kind = bench_.random_below(8);
        for (uint32_t half = 0; half < 2 && (request_.write || request_.atomic); half++)
            request_.store.bytes[half] = kind == 0 ? 0 : kind == 1 ? ~0u : static_cast<uint32_t>(bench_.random());
        for (uint8_t &byte : request_.store.data)
            byte = static_cast<uint8_t>(bench_.random());
        bench_.count("no_bytes", request_.write && kind == 0);
        bench_.count("all_bytes", request_.write && kind == 1);
    }

    /* The coming flit of a reply to one of the reads that wait. */
    void show_reply(uint32_t percent)
    {
        if (reply_.sent == 0 && !reply_shown_) {
            if (order_.empty() || !bench_.chance(percent))
                return;
            reply_.tag = order_[bench_.random_below(static_cast<uint32_t>(order_.size()))];
            for (uint32_t &word : reply_.data)
                word = static_cast<uint32_t>(bench_.random());
            reply_.level = bench_.chance(50);
        } else if (!reply_shown_ && !bench_.chance(percent)) {
            return;
        }
        flit_ = rs_flit();
        flit_.head = reply_.sent == 0;
        flit_.tail = reply_.sent == data_flits - 1;
        if (flit_.head)
            flit_.header = reply_.tag | uint64_t{reply_.level} << (tag_bits + RTL_SM_BITS);
        if (has_data(reply_.sent))
            std::copy_n(reply_.data + half_of(reply_.sent) * RS_FLIT_WORDS, RS_FLIT_WORDS, flit_.data);
        reply_shown_ = true;
    }

    uint64_t accepted_channels(uint32_t percent)
    {
        uint64_t bits = 0;
        uint32_t left = stores_ - (sent_ != 0 && request_.write); /* accepted with the tail at the earliest */
        for (uint32_t c = 0; c < channels && left != 0; c++)
            if (bench_.chance(percent))
                bits |= UINT64_C(1) << c, left--;
        return bits;
    }

    void cycle()
    {
        if (bench_.cycle() % 64 == 0)
            for (uint32_t &percent : burst_)
                percent = bench_.random_below(101);
        const bool refusing = bench_.is_case("refusing");
        const bool rst = bench_.is_case("reset") && bench_.chance(3);
        if (!offered_ && bench_.chance(burst_[0])) {
            invent();
            offered_ = true;
        }
        show_reply(bench_.is_case("late_replies") ? burst_[1] / 20 : burst_[1]);
        /* late: nothing for so long that all tags are out, then little */
        const uint32_t late = bench_.cycle() / 2048 % 2 == 0 ? 0 : burst_[2] / 20;
        const uint64_t accepted = accepted_channels(bench_.is_case("late_acceptance") ? late : burst_[2]);
        rs_sm_port_inputs in = {offered_ ? &request_ : nullptr, bench_.chance(refusing ? 20 : burst_[3]),
                                reply_shown_ ? &flit_ : nullptr, bench_.chance(refusing ? 20 : burst_[4]),
                                static_cast<uint32_t>(__builtin_popcountll(accepted))};
        drive(in, accepted, rst);
        bench_.eval();
        compare(in);
        watch(in, accepted, rst);
        bench_.clock();
        rs_sm_port_clock(&twin_, &in);
        if (rst)
            forget();
    }

    void drive(const rs_sm_port_inputs &in, uint64_t accepted, bool rst)
    {
        Vdut &dut = bench_.dut();
        uint32_t words[RS_LINE_WORDS];
        dut.rst = rst;
        dut.request_valid = in.request != nullptr;
        dut.request_write = request_.write;
        dut.request_atomic = request_.atomic;
        rs::set(dut.request_address, 0, line_bits, request_.block);
        rs::set(dut.request_id, 0, id_bits, request_.id);
        rs::set_words(dut.request_bytes, 0, RS_LINE_BYTES, request_.store.bytes);
        std::memcpy(words, request_.store.data, sizeof words);
        rs::set_words(dut.request_data, 0, RS_LINE_BYTES * 8, words);
        dut.out_ready = in.flit_ready;
        dut.in_valid = in.reply_flit != nullptr;
        if (in.reply_flit == nullptr) { /* without a flit these are anything */
            dut.in_head = bench_.chance(50);
            dut.in_tail = bench_.chance(50);
            rs::set(dut.in_payload, 0, tag_bits, bench_.random());
        } else {
            dut.in_head = flit_.head;
            dut.in_tail = flit_.tail;
        }
        if (in.reply_flit != nullptr && flit_.head) /* the SM's number, which the network leaves in, is above the tag */
            rs::set(dut.in_payload, 0, 64, flit_.header | ((UINT64_C(1) << RTL_SM_BITS) - 1) << tag_bits);
        if (in.reply_flit != nullptr && has_data(reply_.sent))
            rs::set_words(dut.in_payload, data_from, RS_FLIT_WORDS * 32, flit_.data);
        dut.reply_ready = in.reply_ready;
        rs::set(dut.accepted, 0, channels, accepted);
    }

    void compare(const rs_sm_port_inputs &in)
    {
        Vdut &dut = bench_.dut();
        rs_flit flit;
        rs_l1_request reply;
        uint32_t data[RS_LINE_WORDS];
        sends_ = rs_sm_port_flit(&twin_, in.request, &flit);
        bench_.compare("out_valid", sends_, dut.out_valid);
        bench_.compare("request_ready", sends_ && rs_sm_port_request_ready(&flit, in.flit_ready), dut.request_ready);
        if (sends_) {
            bench_.compare("out_head", flit.head, dut.out_head);
            bench_.compare("out_tail", flit.tail, dut.out_tail);
            if (flit.head) {
                bench_.compare("header", flit.header, rs::get(dut.out_payload, 0, mask_from));
                bench_.compare("mask", flit.mask, rs::get(dut.out_payload, mask_from, RS_LINE_BYTES));
                for (uint32_t bit = mask_from + RS_LINE_BYTES; RTL_HEADER_WIRES == 0 && bit < RTL_FLIT_BITS; bit += 32)
                    bench_.compare("nothing above the mask", 0, rs::get(dut.out_payload, bit, RTL_FLIT_BITS - bit < 32 ? RTL_FLIT_BITS - bit : 32));
            }
            if (has_data(sent_) && (request_.write || request_.atomic))
                bench_.compare_words("data", flit.data, dut.out_payload, data_from, RS_FLIT_WORDS * 32);
        }
        const bool shows = rs_sm_port_reply(&twin_, in.reply_flit, &reply, data);
        bench_.compare("reply_valid", shows, dut.reply_valid);
        if (shows) {
            bench_.compare("reply_id", reply.id, rs::get(dut.reply_id, 0, id_bits));
            bench_.compare("reply_level", rs_sm_port_reply_level(&twin_), dut.reply_level);
            bench_.compare_words("reply_data", data, dut.reply_data, 0, RS_LINE_BYTES * 8);
        }
        if (in.reply_flit != nullptr)
            bench_.compare("in_ready", rs_sm_port_reply_flit_ready(&twin_, in.reply_ready), dut.in_ready);
        bench_.compare("stored", rs_sm_port_stored(&twin_), dut.stored);
        bench_.compare("empty", rs_sm_port_empty(&twin_), dut.empty);
    }

    uint32_t lowest_free() const
    {
        uint32_t tag = 0;
        while (reads_.count(tag) != 0)
            tag++;
        return tag;
    }

    /* What the ports must show by the lists alone; then the lists follow. */
    void watch(const rs_sm_port_inputs &in, uint64_t accepted, bool rst)
    {
        Vdut &dut = bench_.dut();
        const bool head = sent_ == 0, full = request_.write ? stores_ == tags : reads_.size() == tags;
        const bool tag_waits = offered_ && head && full;
        const uint32_t next = read_refused_ ? shown_tag_ : lowest_free();
        const bool read_head = offered_ && head && !tag_waits && !request_.write;
        bench_.expect("a flit leaves", offered_ && !tag_waits, dut.out_valid);
        if (read_head)
            bench_.expect("lowest tag that was free when it was first shown", next,
                          rs::get(dut.out_payload, line_bits + kind_bits, tag_bits));
        bench_.count("lower_tag_for_a_refused_read", read_refused_ && lowest_free() < next);
        read_refused_ = read_head && !in.flit_ready;
        shown_tag_ = next;
        bench_.count("all_tags", reads_.size() == tags);
        bench_.count("all_stores", stores_ == tags);
        bench_.count("read_waits_for_a_tag", tag_waits && !request_.write);
        bench_.count("store_waits_for_acceptance", tag_waits && request_.write);
        bench_.count("head_refused", sends_ && head && !in.flit_ready);
        bench_.count("atomic_waits_for_a_tag", tag_waits && request_.atomic);
        bench_.count("atomic_data_refused", sends_ && !head && !in.flit_ready && request_.atomic);
        bench_.count("data_refused", sends_ && !head && !in.flit_ready);
        bench_.count("empty", bench_.cycle() != 0 && stores_ == 0 && reads_.empty());
        bench_.count("reset_in_a_packet", rst && !head);
        bench_.count("reset_in_a_reply", rst && reply_.sent != 0);
        bench_.count("several_accepted", (accepted & (accepted - 1)) != 0);
        bench_.expect("all stores accepted", stores_ == 0, dut.stored);
        bench_.expect("nothing is out", stores_ == 0 && reads_.empty(), dut.empty);
        const bool answers = reply_shown_ && reply_.sent == data_flits - 1 && in.reply_ready;
        const bool reads_now = sends_ && in.flit_ready && head && !request_.write;
        bench_.count("tag_freed_and_taken", answers && reads_now);
        if (reply_shown_)
            take_reply(in.reply_ready);
        if (sends_ && in.flit_ready)
            take_flit(head, next);
        read_before_ = reads_now;
        const uint32_t before = stores_;
        stores_ -= in.accepted;
        bench_.count("stored_again", before != 0 && stores_ == 0);
    }

    void take_flit(bool head, uint32_t next)
    {
        Vdut &dut = bench_.dut();
        const uint32_t last = request_.write || request_.atomic ? data_flits - 1 : 0;
        bench_.expect("head first", head, dut.out_head);
        bench_.expect("tail last", sent_ == last, dut.out_tail);
        bench_.expect("the request goes with its tail", sent_ == last, dut.request_ready);
        if (head) {
            bench_.expect("line", request_.block, rs::get(dut.out_payload, 0, line_bits));
            bench_.expect("kind", request_.write ? 1 : request_.atomic ? 2 : 0, rs::get(dut.out_payload, line_bits, kind_bits));
            bench_.expect("bytes", request_.store.bytes[0] | static_cast<uint64_t>(request_.store.bytes[1]) << 32,
                          rs::get(dut.out_payload, mask_from, 64));
        }
        if (last != 0 && has_data(sent_))
            for (uint32_t byte = 0; byte < 32; byte++)
                bench_.expect("byte", request_.store.data[half_of(sent_) * 32 + byte],
                              rs::get(dut.out_payload, data_from + byte * 8, 8), static_cast<int>(byte));
        if (head && !request_.write) {
            reads_[next] = request_.id;
            order_.push_back(next);
        }
        bench_.count("read_sent", last == 0);
        bench_.count("atomic_sent", request_.atomic && sent_ == last);
        bench_.count("write_sent", request_.write && sent_ == last);
        bench_.count("read_while_stores_are_out", last == 0 && stores_ != 0);
        bench_.count("read_behind_read", last == 0 && read_before_);
        stores_ += head && request_.write;
        sent_ = sent_ == last ? 0 : sent_ + 1;
        offered_ = sent_ != 0;
    }

    void take_reply(bool ready)
    {
        Vdut &dut = bench_.dut();
        const bool tail = reply_.sent == data_flits - 1;
        bench_.expect("a reply with its tail", tail, dut.reply_valid);
        bench_.count("reply_refused", tail && !ready);
        if (tail) {
            bench_.expect("level", (RTL_L2 == 0 && RTL_ECC == 0) || reply_.level, dut.reply_level);
            bench_.count(reply_.level ? "level_1" : "level_0", true);
            bench_.expect("id of the read", reads_[reply_.tag], rs::get(dut.reply_id, 0, id_bits));
            for (uint32_t word = 0; word < RS_LINE_WORDS; word++)
                bench_.expect("word", reply_.data[word], rs::get(dut.reply_data, word * 32, 32), static_cast<int>(word));
        }
        bench_.expect("the network waits for the tail alone", !tail || ready, dut.in_ready);
        if (tail && !ready)
            return;
        if (tail) {
            bench_.count("reply_out_of_order", order_.front() != reply_.tag);
            order_.erase(std::find(order_.begin(), order_.end(), reply_.tag));
            reads_.erase(reply_.tag);
        }
        reply_.sent = tail ? 0 : reply_.sent + 1;
        reply_shown_ = false;
    }

    rs::Cosim<Vdut> bench_;
    rs_config config_;
    rs_sm_port twin_;
    uint32_t burst_[5] = {};
    rs_sm_request request_ = {}; /* at the port while offered_; sent_: its flits that have left */
    bool offered_ = false, sends_ = false, read_before_ = false, read_refused_ = false;
    uint32_t sent_ = 0, stores_ = 0, shown_tag_ = 0;
    std::map<uint32_t, uint64_t> reads_; /* id by tag */
    std::deque<uint32_t> order_;         /* tags as the reads left */
    Reply reply_ = {};                   /* that comes in */
    rs_flit flit_ = {};
    bool reply_shown_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return SmPortBench(argc, argv).run();
}
