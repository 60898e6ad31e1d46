/* rs_axi4_port beside cmodel/port/axi4_port.c, between a master that keeps the rules of AXI4 and a memory of lines that takes requests
 * when it likes, answers reads in any order and accepts writes in any order.
 *
 * Independent of the twin: a list of what each byte has been written, by the master's beats (their addresses are found by stepping, as
 * the standard's pseudocode does). A read may show a byte's last word of those bursts that were answered before its address was
 * taken, or a later one. An answer comes in the order of the bursts, once, and when it comes memory has accepted the burst's lines and
 * holds its bytes. Some lines cannot be read, and some are not written: their beats, and bursts, get SLVERR. Bursts outside memory, reserved ones and too wide ones get SLVERR, and memory sees no line of them. */
#include <set>

#include "Vdut.h"
#include "port/axi4_bus.h"

using rs::address_bits;
using rs::axi_bits;
using rs::beat_bytes;
using rs::id_bits;
static const uint32_t line_bytes = RTL_LINE_BYTES, slots = RTL_LINES, tag_bits = RTL_TAG_BITS, channels = RTL_CHANNELS;
static const uint32_t line_bits = address_bits - __builtin_ctz(line_bytes), slot_bits = __builtin_ctz(slots);

namespace {

using rs::Burst;
using rs::is_refused;
using rs::step;

class Axi4PortBench {
  public:
    Axi4PortBench(int argc, char **argv)
        : bench_(argc, argv, 15000, {"random", "stores", "loads", "slow_memory", "slow_master", "late_acceptance", "small_bursts", "reset"})
    {
        bench_.declare_bins(bins());
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
    static std::vector<const char *> bins()
    {
        std::vector<const char *> bins = {
            "fixed_write", "incr_write", "wrap_write", "fixed_read", "incr_read", "wrap_read", "reserved", "one_beat", "beats_256",
            "several_lines", "data_before_address", "line_refused", "line_without_bytes", "line_with_all_bytes", "both_lines_wait",
            "read_refused", "slots_full", "replies_out_of_order", "reply_in_order", "answer_refused", "beat_refused", "writes_full",
            "reads_full", "refused_write_answered", "refused_read_shown", "write_waits_while_read_asks", "idle",
            "read_of_a_byte_in_flight", "line_not_written", "later_line_not_written", "line_not_read", "last_beat_waits_for_an_answer", "reset_with_bursts"};
        if (beat_bytes > 1)
            bins.insert(bins.end(), {"narrow_write", "narrow_read", "unaligned_write", "unaligned_read"});
        if (axi_bits > address_bits)
            bins.push_back("outside");
        if (beat_bytes < 128)
            bins.push_back("too_wide");
        if (tag_bits < 5)
            bins.push_back("tags_out");
        if (channels > 1)
            bins.insert(bins.end(), {"several_accepted", "accepted_out_of_order"});
        if (tag_bits > 1 && channels == 1)
            bins.push_back("accepted_out_of_order");
        if (16 * beat_bytes > line_bytes)
            bins.push_back("wrap_comes_back_to_its_line");
        return bins;
    }

    void forget()
    {
        const rs_axi4_config config = {beat_bytes, line_bytes, address_bits, RTL_WRITES, RTL_READS, slots, tag_bits, channels};
        bench_.expect("configuration of the twin", 1, rs_axi4_port_init(&twin_, &config));
        in_ = rs_axi4_inputs();
        words_.clear();
        memory_.clear();
        stores_ = rs::Stores();
        loads_.clear();
        reads_.clear();
        unaccepted_.clear();
        written_ = answered_ = lines_sent_ = lines_settled_ = lines_answered_ = 0;
        settled_.clear();
        unread_.clear();
        failed_.clear();
    }

    /* ---- the master ---- */
    /* A beat of the oldest burst whose beats are not all here; it may be shown before its address is taken. */
    void invent_beat()
    {
        const uint32_t style = stores_.coming.front().style;
        for (uint32_t i = 0; i < beat_bytes; i++) {
            in_.w_data[i] = static_cast<uint8_t>(bench_.random());
            in_.w_strobe[i] = style == 0 ? false : style < 4 ? true : bench_.chance(50);
        }
    }

    void drive_master(uint32_t percent_store, uint32_t percent_load)
    {
        if (!in_.aw_valid && stores_.coming.size() < RTL_WRITES + 2 && bench_.chance(percent_store)) {
            in_.aw = rs::invent(bench_, true, bench_.is_case("small_bursts"), line_bytes);
            in_.aw_valid = true;
            Burst burst = {in_.aw, ++written_, bench_.random_below(8), is_refused(in_.aw), 0, in_.aw.address, 0, 0};
            stores_.coming.push_back(burst); /* its beats may come at once */
        }
        if (!in_.ar_valid && bench_.chance(percent_load)) {
            in_.ar = rs::invent(bench_, false, bench_.is_case("small_bursts"), line_bytes);
            in_.ar_valid = true;
        }
        if (!in_.w_valid && !stores_.coming.empty() && bench_.chance(burst_[1])) {
            invent_beat();
            const Burst &burst = stores_.coming.front();
            for (uint32_t i = 0; i < beat_bytes; i++)
                in_.w_strobe[i] = in_.w_strobe[i] && rs::in_the_beat(burst, i);
            in_.w_valid = true;
        }
        in_.b_ready = bench_.chance(burst_[2]);
        in_.r_ready = bench_.chance(burst_[3]);
    }

    /* ---- the memory ---- */
    void drive_memory()
    {
        in_.request_ready = bench_.chance(burst_[4]);
        in_.reply_valid = !reads_.empty() && bench_.chance(burst_[5]);
        if (in_.reply_valid) {
            const std::size_t which = bench_.chance(40) ? 0 : bench_.random_below(static_cast<uint32_t>(reads_.size()));
            bench_.count(which == 0 ? "reply_in_order" : "replies_out_of_order", true);
            in_.reply_slot = reads_[which].slot;
            in_.reply_error = reads_[which].error;
            for (uint32_t i = 0; i < line_bytes; i++)
                in_.reply_data[i] = reads_[which].data[i];
            reads_.erase(reads_.begin() + static_cast<std::ptrdiff_t>(which));
        }
        in_.accepted = 0;
        while (in_.accepted < channels && !unaccepted_.empty() && bench_.chance(burst_[6])) {
            const std::size_t which = bench_.chance(40) ? 0 : bench_.random_below(static_cast<uint32_t>(unaccepted_.size()));
            bench_.count("accepted_out_of_order", which != 0);
            in_.accepted_error[in_.accepted] = failed_.count(unaccepted_[which]) != 0;
            in_.accepted_tag[in_.accepted++] = static_cast<uint32_t>(unaccepted_[which] % (UINT64_C(1) << tag_bits));
            settled_[unaccepted_[which]] = true;
            unaccepted_.erase(unaccepted_.begin() + static_cast<std::ptrdiff_t>(which));
        }
        bench_.count("several_accepted", in_.accepted > 1);
    }

    uint8_t initial(uint64_t byte) const { return static_cast<uint8_t>(byte * 37 + byte / 256 + 11); }
    uint8_t held(uint64_t byte) const
    {
        const auto found = memory_.find(byte);
        return found == memory_.end() ? initial(byte) : found->second;
    }

    /* ---- a cycle ---- */
    void cycle()
    {
        if (bench_.cycle() % 128 == 0)
            for (uint32_t &percent : burst_)
                percent = bench_.chance(30) ? 100 : 5 + bench_.random_below(95);
        const bool slow = bench_.is_case("slow_memory");
        if (slow)
            burst_[4] = burst_[5] = 8;
        if (bench_.is_case("slow_master"))
            burst_[2] = burst_[3] = 10;
        if (bench_.is_case("late_acceptance"))
            burst_[6] = bench_.chance(3) ? 100 : 0; /* all that wait at once, from several channels */
        const bool rst = bench_.is_case("reset") && bench_.cycle() % 512 == 511;
        drive_master(bench_.is_case("loads") ? 1 : burst_[0], bench_.is_case("stores") ? 1 : burst_[7]);
        drive_memory();
        drive(rst);
        bench_.eval();
        rs_axi4_outputs out;
        rs_axi4_port_offer(&twin_, &out);
        compare(out);
        watch(out);
        bench_.clock();
        rs_axi4_port_clock(&twin_, &in_, &out);
        in_.aw_valid = in_.aw_valid && !out.aw_ready;
        in_.w_valid = in_.w_valid && !out.w_ready;
        in_.ar_valid = in_.ar_valid && !out.ar_ready;
        if (rst) {
            bench_.count("reset_with_bursts", !stores_.unanswered.empty() && !loads_.empty());
            forget();
        }
    }

    void drive(bool rst)
    {
        Vdut &dut = bench_.dut();
        uint32_t words[RS_AXI4_BYTES_MAX / 4] = {};
        dut.rst = rst;
        rs::drive_bus(dut, 0, in_);
        dut.request_ready = in_.request_ready;
        dut.reply_valid = in_.reply_valid;
        dut.reply_error = in_.reply_error;
        rs::set(dut.reply_id, 0, slot_bits, in_.reply_slot);
        std::memcpy(words, in_.reply_data, line_bytes);
        rs::set_words(dut.reply_data, 0, 8 * line_bytes, words);
        for (uint32_t i = 0; i < channels; i++) {
            rs::set(dut.accepted_valid, i, 1, i < in_.accepted);
            rs::set(dut.accepted_error, i, 1, i < in_.accepted ? in_.accepted_error[i] : 0);
            rs::set(dut.accepted_tag, i * tag_bits, tag_bits, i < in_.accepted ? in_.accepted_tag[i] : 0);
        }
    }

    void compare(const rs_axi4_outputs &out)
    {
        Vdut &dut = bench_.dut();
        rs::compare_bus(bench_, 0, out);
        bench_.compare("request_valid", out.request_valid, dut.request_valid);
        bench_.compare("idle", out.idle, dut.idle);
        if (!out.request_valid)
            return;
        bench_.compare("request_write", out.request_write, dut.request_write);
        bench_.compare("request_address", out.request_line, rs::get(dut.request_address, 0, line_bits));
        bench_.compare("request_id", out.request_slot, rs::get(dut.request_id, 0, slot_bits));
        for (uint32_t i = 0; i < line_bytes; i++) {
            const bool strobe = out.request_write && out.request_strobe[i];
            bench_.compare("request_bytes", strobe, rs::get(dut.request_bytes, i, 1), static_cast<int>(i));
            if (strobe)
                bench_.compare("request_data", out.request_data[i], rs::get(dut.request_data, 8 * i, 8), static_cast<int>(i));
        }
    }

    /* ---- by the lists alone ---- */
    void watch(const rs_axi4_outputs &out)
    {
        bench_.count("data_before_address", in_.w_valid && !out.w_ready && in_.aw_valid && !stores_.coming.empty() && stores_.coming.front().number == written_);
        bench_.count("writes_full", in_.aw_valid && !out.aw_ready);
        bench_.count("reads_full", in_.ar_valid && !out.ar_ready);
        bench_.count("beat_refused", out.r_valid && !in_.r_ready);
        bench_.count("answer_refused", out.b_valid && !in_.b_ready);
        bench_.count("idle", bench_.cycle() > 200 && out.idle);
        bench_.count("slots_full", twin_.load.lines_asked - twin_.load.lines_out == slots);
        bench_.count("both_lines_wait", twin_.store.lines_in - twin_.store.lines_out == 2);
        bench_.count("tags_out", twin_.store.lines_out - twin_.store.settled == (UINT64_C(1) << tag_bits) - 1);
        bench_.count("last_beat_waits_for_an_answer", in_.w_valid && !out.w_ready && !stores_.coming.empty() && stores_.coming.front().beat + 1 == stores_.coming.front().what.beats
                     && twin_.store.answers_in - twin_.store.answers_out == RTL_WRITES);
        bench_.count("line_refused", out.request_valid && out.request_write && !in_.request_ready);
        bench_.count("read_refused", out.request_valid && !out.request_write && !in_.request_ready);
        bench_.count("write_waits_while_read_asks", out.request_valid && !out.request_write && twin_.store.lines_in > twin_.store.lines_out);
        if (out.request_valid && in_.request_ready)
            take_request();
        if (out.r_valid && in_.r_ready)
            take_beat();
        if (out.b_valid && in_.b_ready)
            take_answer();
        if (in_.ar_valid && out.ar_ready) {
            Burst burst = {in_.ar, 0, 0, is_refused(in_.ar), 0, in_.ar.address, 0, answered_};
            loads_.push_back(burst);
        }
        if (in_.w_valid && out.w_ready)
            stores_.give_beat(in_, line_bytes, words_);
    }

    void take_request()
    {
        Vdut &dut = bench_.dut();
        const uint64_t first = rs::get(dut.request_address, 0, line_bits) * line_bytes;
        if (!dut.request_write) {
            std::vector<uint8_t> data(line_bytes);
            for (uint32_t i = 0; i < line_bytes; i++)
                data[i] = held(first + i);
            unread_.push_back(bench_.chance(8));
            reads_.push_back({static_cast<uint32_t>(rs::get(dut.request_id, 0, slot_bits)), unread_.back(), data});
            return;
        }
        uint32_t bytes = 0;
        const bool fails = bench_.chance(8);
        if (fails)
            failed_.insert(lines_sent_);
        for (uint32_t i = 0; i < line_bytes; i++)
            if (rs::get(dut.request_bytes, i, 1)) {
                if (fails) /* never seen by anyone */
                    rs::forget_words(words_[first + i], lines_sent_);
                else
                    memory_[first + i] = static_cast<uint8_t>(rs::get(dut.request_data, 8 * i, 8));
                bytes++;
            }
        bench_.count("line_without_bytes", bytes == 0);
        bench_.count("line_with_all_bytes", bytes == line_bytes);
        unaccepted_.push_back(lines_sent_++);
    }

    void take_answer()
    {
        Vdut &dut = bench_.dut();
        bench_.expect("an answer to a burst", 1, !stores_.unanswered.empty());
        if (stores_.unanswered.empty())
            return;
        const Burst burst = stores_.unanswered.front();
        stores_.unanswered.pop_front();
        bench_.expect("bid", burst.what.id, rs::get(dut.s_axi_bid, 0, id_bits));
        const auto first_failed = failed_.lower_bound(lines_answered_);
        const bool failed = !burst.refused && first_failed != failed_.end() && *first_failed < burst.lines;
        bench_.expect("bresp", burst.refused || failed ? 2 : 0, dut.s_axi_bresp);
        bench_.count("line_not_written", failed);
        bench_.count("later_line_not_written", failed && *first_failed != lines_answered_);
        if (!burst.refused)
            lines_answered_ = burst.lines;
        bench_.count("refused_write_answered", burst.refused);
        answered_ = burst.number;
        if (burst.refused)
            return;
        while (settled_[lines_settled_])
            settled_.erase(lines_settled_++);
        bench_.expect("lines accepted", 1, lines_settled_ >= burst.lines);
        uint64_t at = burst.what.address;
        for (uint32_t n = 0; n < burst.what.beats; n++, at = step(burst.what, at))
            for (uint32_t i = 0; i < beat_bytes; i++)
                check_byte("memory holds the byte", at / beat_bytes * beat_bytes + i, burst.number, held(at / beat_bytes * beat_bytes + i));
    }

    void check_byte(const char *name, uint64_t byte, uint64_t seen, uint8_t found)
    {
        const rs::Finding finding = rs::find_byte(words_[byte], seen, initial(byte), found);
        bench_.count("read_of_a_byte_in_flight", finding.in_flight);
        if (finding.wrong)
            bench_.expect(name, finding.expected, found, static_cast<int>(byte));
    }

    void take_beat()
    {
        Vdut &dut = bench_.dut();
        bench_.expect("a beat of a burst", 1, !loads_.empty());
        if (loads_.empty())
            return;
        Burst &burst = loads_.front();
        const bool last = burst.beat + 1 == burst.what.beats;
        bench_.expect("rid", burst.what.id, rs::get(dut.s_axi_rid, 0, id_bits));
        const bool unread = !burst.refused && !unread_.empty() && unread_.front();
        bench_.expect("rresp", burst.refused || unread ? 2 : 0, dut.s_axi_rresp);
        bench_.count("line_not_read", unread);
        bench_.expect("rlast", last, dut.s_axi_rlast);
        bench_.count("refused_read_shown", burst.refused);
        for (uint32_t i = 0; i < beat_bytes; i++) {
            const uint8_t found = rs::read_lane(dut, 0, i);
            if (burst.refused)
                bench_.expect("no data", 0, found, static_cast<int>(i));
            else
                check_byte("rdata", burst.at / beat_bytes * beat_bytes + i, burst.seen, found);
        }
        const uint64_t line = burst.at / line_bytes;
        burst.at = step(burst.what, burst.at);
        burst.beat++;
        if (!burst.refused && !unread_.empty() && (last || burst.at / line_bytes != line))
            unread_.pop_front();
        if (last)
            loads_.pop_front();
    }

    rs::Cosim<Vdut> bench_;
    rs_axi4_port twin_;
    rs_axi4_inputs in_;
    uint32_t burst_[8] = {};
    rs::Words words_;
    std::map<uint64_t, uint8_t> memory_;
    rs::Stores stores_;
    std::deque<Burst> loads_; /* whose beats leave */
    struct Read {
        uint32_t slot;
        bool error;
        std::vector<uint8_t> data;
    };
    std::deque<Read> reads_;                     /* in the order of the requests */
    std::deque<bool> unread_;                    /* could not be read, of the lines whose beats have not left, in that order */
    std::set<uint64_t> failed_;                  /* numbers of lines not written */
    std::deque<uint64_t> unaccepted_;            /* numbers of lines */
    std::map<uint64_t, bool> settled_;           /* lines accepted, from lines_settled_ on */
    uint64_t written_ = 0, answered_ = 0, lines_sent_ = 0, lines_settled_ = 0, lines_answered_ = 0;
};

} // namespace

int main(int argc, char **argv)
{
    return Axi4PortBench(argc, argv).run();
}
