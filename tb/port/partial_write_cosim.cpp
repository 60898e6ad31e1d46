/* rs_partial_write beside cmodel/port/partial_write.c, between a source of reads and writes that keeps them until they are taken, and a
 * memory of whole lines that takes them when it likes, answers reads in any order and accepts writes some time. Some lines of it
 * cannot be read, until they are written.
 *
 * Independent of the twin: what each line holds when requests are carried out in the order in which they are taken at the port. A
 * request that passes must find that in memory. Each read is answered once, with its id, that line, and whether it could be read; each write is
 * accepted once, with its own tag, behind its line in memory, or given up, when its line could not be read and was not written. */
#include <deque>
#include <map>

#include "Vdut.h"
#include "cosim.h"
#include "port/partial_write.h"

static const uint32_t line_bytes = RTL_LINE_BYTES, line_bits = RTL_LINE_BITS, id_bits = RTL_ID_BITS, tag_bits = RTL_TAG_BITS, merges = RTL_MERGES;
static const uint32_t all_tags = 1U << tag_bits, all_ids = 1U << id_bits;
static const uint32_t place_bits = merges > 1 ? 32 - static_cast<uint32_t>(__builtin_clz(merges - 1)) : 1;
static const uint32_t kept_bits = id_bits > place_bits ? id_bits : place_bits;

namespace {

typedef std::vector<uint8_t> Line;

struct Read {
    bool for_write, error;
    uint32_t id;
    Line data;
};

class PartialWriteBench {
  public:
    PartialWriteBench(int argc, char **argv) : bench_(argc, argv, 20000, {"random", "one_line", "parts", "slow_memory", "fast", "reset"})
    {
        std::vector<const char *> bins = {
            "read", "whole_write", "partial_write", "write_of_no_byte", "write_of_one_byte", "all_but_one_byte", "waits_for_a_place",
            "request_refused", "whole_line_refused", "whole_line_waits_behind_a_request", "given_up",
            "line_could_not_be_read", "reply_out_of_order", "drained", "reset_with_writes"};
        if (line_bits > 1)
            bins.push_back("passes_beside_a_line_that_is_made_whole");
        if (merges > 1)
            bins.insert(bins.end(), {"waits_for_its_line", "accepted_and_given_up", "line_waits_for_an_older_one"});
        bench_.declare_bins(bins);
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
    void forget()
    {
        bench_.expect("configuration of the twin", 1, rs_partial_write_init(&twin_, line_bytes, tag_bits, merges));
        offered_ = false;
        reads_.clear();
        waiting_.clear();
        unaccepted_ = 0;
        writes_.clear();
        parts_.clear();
        memory_ = due_;  /* what a reset cut off may be there or not: here it is not looked at again */
        came_ = oldest_ = 0;
        ids_ = 0;
        bad_.clear();
    }

    Line &line_of(std::map<uint64_t, Line> &lines, uint64_t address)
    {
        Line &line = lines[address];
        if (line.empty())
            for (uint32_t i = 0; i < line_bytes; i++)
                line.push_back(static_cast<uint8_t>(address * 37 + i * 11 + 5));
        return line;
    }

    /* ---- the request at the port ---- */
    void invent()
    {
        const bool parts = bench_.is_case("parts");
        request_.write = bench_.chance(parts ? 95 : 60) && came_ - oldest_ < all_tags - 1;
        if (!request_.write && ids_ == (UINT64_C(1) << all_ids) - 1)
            return;
        const uint32_t few = line_bits < 4 ? 1U << line_bits : 16;
        request_.line = bench_.is_case("one_line") && bench_.chance(80) ? 0 : bench_.random_below(few);
        if (line_bits > 4 && bench_.chance(50))
            request_.line |= UINT64_C(1) << (line_bits - 1);
        request_.id = 0;
        if (!request_.write)
            do
                request_.id = bench_.random_below(all_ids);
            while ((ids_ >> request_.id & 1) != 0);
        const uint32_t style = bench_.random_below(parts ? 4 : 8), one = bench_.random_below(line_bytes);
        for (uint32_t i = 0; i < line_bytes; i++) {
            strobe_[i] = request_.write && (style == 0 ? bench_.chance(50) : style == 1 ? i == one : style == 2 ? i != one : style != 3 || bench_.chance(95));
            if (style == 3 && bench_.is_case("random"))
                strobe_[i] = false;
            data_[i] = static_cast<uint8_t>(bench_.random());
        }
        request_.strobe = strobe_;
        request_.data = data_;
        offered_ = true;
    }

    uint32_t strobes() const
    {
        uint32_t n = 0;
        for (uint32_t i = 0; i < line_bytes; i++)
            n += strobe_[i];
        return n;
    }

    /* ---- a cycle ---- */
    void cycle()
    {
        if (bench_.cycle() % 128 == 0)
            for (uint32_t &percent : percent_)
                percent = bench_.chance(30) ? 100 : 5 + bench_.random_below(95);
        if (bench_.is_case("fast"))
            percent_[0] = percent_[1] = 100;
        if (bench_.is_case("slow_memory"))
            percent_[2] = 4;
        const bool drains = bench_.cycle() % 2000 > 1800, rst = bench_.is_case("reset") && bench_.cycle() % 512 == 511;
        if (!offered_ && !drains && bench_.chance(percent_[0]))
            invent();
        const bool out_ready = drains || bench_.chance(percent_[1]);
        if (bench_.chance(2))
            bad_[bench_.random_below(line_bits < 4 ? 1U << line_bits : 16)] = true;
        Read back = Read();
        const bool back_valid = !reads_.empty() && (drains || bench_.chance(percent_[2]));
        if (back_valid) {
            const std::size_t which = bench_.chance(40) ? 0 : bench_.random_below(static_cast<uint32_t>(reads_.size()));
            bench_.count("reply_out_of_order", which != 0);
            back = reads_[which];
            reads_.erase(reads_.begin() + static_cast<std::ptrdiff_t>(which));
        }
        const bool accepts = unaccepted_ != 0 && (drains || bench_.chance(percent_[3]));
        unaccepted_ -= accepts;
        drive(rst, out_ready, back_valid, back, accepts);
        bench_.eval();
        rs_partial_shown shown;
        rs_partial_write_offer(&twin_, offered_ ? &request_ : nullptr, &shown);
        compare(shown, out_ready, back_valid, back, accepts);
        watch(shown, out_ready, accepts);
        const bool taken = bench_.dut().request_ready != 0 && offered_;
        bench_.clock();
        const rs_partial_reply reply = {back.for_write, back.error, back.id, back.data.data()};
        rs_partial_write_clock(&twin_, offered_ ? &request_ : nullptr, &shown, out_ready, back_valid ? &reply : nullptr, accepts);
        offered_ = offered_ && !taken;
        if (drains && bench_.cycle() % 2000 == 1999)
            drained();
        if (rst) {
            bench_.count("reset_with_writes", !rs_partial_write_empty(&twin_));
            due_ = memory_;
            forget();
        }
    }

    void drive(bool rst, bool out_ready, bool back_valid, const Read &back, bool accepts)
    {
        Vdut &dut = bench_.dut();
        dut.rst = rst;
        dut.request_valid = offered_;
        dut.request_write = request_.write;
        rs::set(dut.request_address, 0, line_bits, request_.line);
        rs::set(dut.request_id, 0, id_bits, request_.id);
        for (uint32_t i = 0; i < line_bytes; i++) {
            rs::set(dut.request_bytes, i, 1, strobe_[i]);
            rs::set(dut.request_data, 8 * i, 8, data_[i]);
            rs::set(dut.back_data, 8 * i, 8, back_valid ? back.data[i] : 0x5a);
        }
        dut.out_ready = out_ready;
        dut.back_valid = back_valid;
        rs::set(dut.back_id, 0, kept_bits + 1, back.id | uint64_t{back.for_write} << kept_bits);
        dut.back_error = back.error;
        dut.accept = accepts;
    }

    void compare(const rs_partial_shown &shown, bool out_ready, bool back_valid, const Read &back, bool accepts)
    {
        Vdut &dut = bench_.dut();
        bench_.compare("out_valid", shown.valid, dut.out_valid);
        bench_.compare("request_ready", offered_ && shown.valid && !shown.merged && out_ready, offered_ && dut.request_ready);
        bench_.compare("reply_valid", back_valid && !back.for_write, dut.reply_valid);
        bench_.compare("accepted_valid, of memory", accepts, dut.accepted_valid & 1);
        bench_.compare("accepted_valid, given up", shown.gives_up, dut.accepted_valid >> 1);
        if (accepts)
            bench_.compare("accepted_tag, of memory", rs_partial_write_tag(&twin_), rs::get(dut.accepted_tag, 0, tag_bits));
        if (shown.gives_up)
            bench_.compare("accepted_tag, given up", shown.given_up, rs::get(dut.accepted_tag, tag_bits, tag_bits));
        bench_.compare("accepted_error", 2, dut.accepted_error);
        if (!shown.valid)
            return;
        bench_.compare("out_write", shown.write, dut.out_write);
        bench_.compare("out_address", shown.line, rs::get(dut.out_address, 0, line_bits));
        bench_.compare("out_id", shown.id | uint64_t{shown.for_write} << kept_bits, rs::get(dut.out_id, 0, kept_bits + 1));
        for (uint32_t i = 0; i < line_bytes && shown.write; i++)
            bench_.compare("out_data", shown.data[i], rs::get(dut.out_data, 8 * i, 8), static_cast<int>(i));
    }

    /* ---- by the lists alone ---- */
    void watch(const rs_partial_shown &shown, bool out_ready, bool accepts)
    {
        Vdut &dut = bench_.dut();
        const bool passes = offered_ && dut.request_ready;
        bench_.count("waits_for_its_line", offered_ && !shown.valid && twin_.begun - twin_.ended < merges);
        bench_.count("waits_for_a_place", offered_ && !shown.valid && twin_.begun - twin_.ended == merges);
        bench_.count("request_refused", shown.valid && !shown.merged && !out_ready);
        bench_.count("whole_line_refused", shown.merged && !out_ready);
        bench_.count("whole_line_waits_behind_a_request", shown.valid && !shown.merged && twin_.begun != twin_.ended && twin_.merge[twin_.ended % merges].read
                     && !twin_.merge[twin_.ended % merges].error);
        bench_.count("accepted_and_given_up", accepts && shown.gives_up);
        bench_.count("passes_beside_a_line_that_is_made_whole", passes && twin_.begun != twin_.ended);
        bench_.count("line_waits_for_an_older_one", twin_.begun - twin_.ended > 1 && !twin_.merge[twin_.ended % merges].read && twin_.merge[(twin_.ended + 1) % merges].read);
        if (dut.reply_valid)
            take_reply();
        if ((dut.accepted_valid & 1) != 0)
            settle(rs::get(dut.accepted_tag, 0, tag_bits), false);
        if ((dut.accepted_valid & 2) != 0)
            settle(rs::get(dut.accepted_tag, tag_bits, tag_bits), true);
        if (!dut.out_valid || !out_ready) {
            bench_.expect("no request taken", 0, passes);
            return;
        }
        const uint64_t address = rs::get(dut.out_address, 0, line_bits);
        const uint64_t id = rs::get(dut.out_id, 0, kept_bits + 1);
        Line data;
        for (uint32_t i = 0; i < line_bytes; i++)
            data.push_back(static_cast<uint8_t>(rs::get(dut.out_data, 8 * i, 8)));
        if (passes)
            carry_out(address);
        else
            bench_.expect("a whole line", 1, dut.out_write);
        if (!dut.out_write) {
            const bool for_write = id >> kept_bits != 0;
            bench_.expect("a read of the request", 1, passes && for_write == request_.write);
            reads_.push_back({for_write, bad_.count(address) != 0, static_cast<uint32_t>(id & ((1U << kept_bits) - 1)), line_of(memory_, address)});
            return;
        }
        line_of(memory_, address) = data;
        bad_.erase(address);
        if (passes) {
            bench_.expect("a write of a whole line", line_bytes, request_.write ? strobes() : 0);
            leaves(static_cast<uint32_t>((came_ - 1) % all_tags));
        } else if (bench_.expect("a write that is made whole", 1, !parts_.empty()), !parts_.empty()) {
            leaves(parts_.front());
            parts_.pop_front();
        }
    }

    /* The write with this tag is in memory. */
    void leaves(uint32_t tag)
    {
        unaccepted_++;
        writes_[tag] = true;
    }

    /* The request is taken: memory holds what all before it have left. */
    void carry_out(uint64_t address)
    {
        Line &due = line_of(due_, request_.line);
        const bool bad = bad_.count(request_.line) != 0;
        bench_.expect("the request's line", request_.line, address);
        bench_.expect("its line is up to date", 1, line_of(memory_, request_.line) == due);
        if (!request_.write) {
            bench_.count("read", true);
            waiting_[request_.id] = {false, bad, request_.id, due};
            ids_ |= UINT64_C(1) << request_.id;
            return;
        }
        const uint32_t tag = static_cast<uint32_t>(came_++ % all_tags), n = strobes();
        bench_.count(n == line_bytes ? "whole_write" : "partial_write", true);
        bench_.count("write_of_no_byte", n == 0);
        bench_.count("write_of_one_byte", n == 1);
        bench_.count("all_but_one_byte", n == line_bytes - 1);
        writes_[tag] = false;
        if (n != line_bytes && bad) {
            gives_up_[tag] = true;
            return;
        }
        gives_up_[tag] = false;
        if (n != line_bytes)
            parts_.push_back(tag);
        for (uint32_t i = 0; i < line_bytes; i++)
            if (strobe_[i])
                due[i] = data_[i];
    }

    void take_reply()
    {
        Vdut &dut = bench_.dut();
        const uint32_t id = static_cast<uint32_t>(rs::get(dut.reply_id, 0, id_bits));
        bench_.expect("a read waits for the reply", 1, waiting_.count(id));
        const Read &read = waiting_[id];
        bench_.expect("reply_error", read.error, dut.reply_error);
        bench_.count("line_could_not_be_read", read.error);
        for (uint32_t i = 0; i < line_bytes && !read.data.empty(); i++)
            bench_.expect("reply_data", read.data[i], rs::get(dut.reply_data, 8 * i, 8), static_cast<int>(i));
        waiting_.erase(id);
        ids_ &= ~(UINT64_C(1) << id);
    }

    void settle(uint64_t tag, bool given_up)
    {
        const uint32_t key = static_cast<uint32_t>(tag);
        bench_.expect("a write with this tag", 1, writes_.count(key));
        bench_.expect("it is in memory, or given up", !given_up, writes_.count(key) != 0 && writes_[key]);
        bench_.expect("given up", gives_up_[key], given_up);
        bench_.count("given_up", given_up);
        writes_.erase(key);
        while (oldest_ < came_ && writes_.count(static_cast<uint32_t>(oldest_ % all_tags)) == 0)
            oldest_++;
    }

    void drained()
    {
        bench_.expect("nothing is left", 1, !offered_ && waiting_.empty() && writes_.empty() && reads_.empty() && rs_partial_write_empty(&twin_));
        for (auto &line : due_)
            bench_.expect("memory holds what was written", 1, line_of(memory_, line.first) == line_of(due_, line.first));
        bench_.count("drained", true);
    }

    rs::Cosim<Vdut> bench_;
    rs_partial_write twin_;
    bool offered_ = false, strobe_[RS_PARTIAL_BYTES_MAX] = {};
    uint8_t data_[RS_PARTIAL_BYTES_MAX] = {};
    rs_partial_request request_ = {};
    uint32_t percent_[4] = {};
    std::map<uint64_t, Line> memory_, due_;      /* what memory holds; what it holds when all that was taken is carried out */
    std::map<uint64_t, bool> bad_;               /* lines that cannot be read */
    std::deque<Read> reads_;                     /* that memory has not answered */
    std::map<uint32_t, Read> waiting_;           /* reads of the port, by id */
    std::map<uint32_t, bool> writes_, gives_up_; /* by tag: not settled, and it is in memory; it cannot be carried out */
    std::deque<uint32_t> parts_;                 /* tags of writes of part of a line that will be made whole */
    uint64_t came_ = 0, oldest_ = 0, ids_ = 0;
    uint32_t unaccepted_ = 0;                    /* writes that memory has, in the order in which they came there */
};

} // namespace

int main(int argc, char **argv)
{
    return PartialWriteBench(argc, argv).run();
}
