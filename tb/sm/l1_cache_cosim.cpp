/* rs_l1_cache beside cmodel/sm/l1_cache.c, with the twin of the store buffer and a memory behind it, and beside an oracle of
 * lists (l1_cache_reference.h): every load returns, once for each lane, what the stores taken before it wrote and nothing
 * of those behind it; hits are the lines that a list of each set has; every request follows from a booking. The memory takes
 * reads before stores, in the order of the ports, and answers in any order. Of most lines a word is counted up by
 * another SM: no load may return a version from before the last acquire. Ends with a release: the memory is then what was
 * stored. */
#include "l1_cache_port.h"
#include "l1_cache_stimulus.h"

namespace {

struct Request {
    uint64_t number, line; /* number: of the booking */
    uint32_t sector, mask;
};
struct Reply {
    rs_l1_request request;
    Request of;
    std::vector<uint32_t> data;
};

class L1CacheBench {
  public:
    L1CacheBench(int argc, char **argv)
        : bench_(argc, argv, 8000,
                 {"random", "few_lines", "one_set", "streaming", "stores", "acquires", "refused", "late", "reset"}),
          source_(bench_, shape, line_bits, warp_bits, register_bits), cache_(shape), memory_(shape), truth_(shape)
    {
        std::vector<const char *> bins = {
            "miss", "store", "load_waits", "store_waits", "entry_full", "wb_refused", "request_refused",
            "reply_refused", "acquire", "reset_in_use", "reads_before_a_store", "foreign_word_changed", "table_empties",
            "level_memory", "acquire_with_a_read_to_send", "acquire_with_a_fill", "acquire_with_a_miss",
            "asked_again_behind_an_acquire"};
        if (sectors > 1)
            bins.push_back("store_of_two_blocks");
        if (!prt && RTL_MERGES > 1)
            bins.push_back("merged");
        if (!prt && RTL_MERGES > 1 && RTL_TABLE_WAYS > 1)
            bins.push_back("merge_full");
        if (RTL_L2 != 0)
            bins.push_back("level_l2");
        if (cache) {
            for (const char *name : {"hit", "hit_under_miss", "hit_behind_hit", "hit_waits_for_a_reply", "store_to_a_line",
                                     "store_to_a_line_under_way", "evicts", "evicts_a_line_under_way", "fill_installed",
                                     "fill_of_a_line_that_left", "acquire_of_lines", "acquire_under_a_hit"})
                bins.push_back(name);
            if (sectors > 1)
                bins.push_back("miss_of_a_sector");
            if (prt && lanes > 1)
                bins.push_back("group_ends_with_a_hit");
        }
        bench_.declare_bins(bins);
        if (!rs_l1_cache_init(&twin_, &config))
            std::abort();
    }
    ~L1CacheBench() { rs_l1_cache_destroy(&twin_); }

    int run()
    {
        while (bench_.next_case()) {
            memory_ = rs::WordMemory(shape);
            fence_.clear();
            forget();
            rst_ = said_ = false;
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    void forget()
    {
        rs_l1_cache_reset(&twin_);
        rs_store_buffer_init(&buffer_, RTL_LINE_BYTES, RTL_REQUEST_BYTES, 4, false);
        inputs_ = rs_l1_inputs();
        line_ = rs_line_access();
        inputs_.line = &line_;
        cache_ = rs::CacheReference(shape);
        truth_ = memory_; /* stores inside are lost */
        group_.clear();
        awaited_.clear();
        to_ask_.clear();
        replies_.clear();
        latest_.clear();
        behind_.clear();
        booking_ = was_hit_ = false;
        owns_ = Request();
    }

    /* ---- inputs of a cycle --------------------------------------------------------------------------------------------- */

    void stimulus()
    {
        if (bench_.cycle() % 128 == 0)
            for (uint32_t &percent : burst_)
                percent = bench_.random_below(101);
        uint32_t line = burst_[0], wb = burst_[1], request = burst_[2], reply = burst_[3], acquire = 0;
        ending_ = bench_.cycle() + last_cycles >= bench_.cycles();
        if (bench_.is_case("streaming") || bench_.is_case("few_lines"))
            line = wb = request = 100, reply = 50 + burst_[3] / 2;
        else if (bench_.is_case("one_set") || bench_.is_case("stores"))
            line = 90, wb = 90;
        else if (bench_.is_case("acquires"))
            acquire = 3;
        else if (bench_.is_case("refused"))
            line = 90, wb = burst_[1] / 4, request = burst_[2] / 2, reply = 80;
        else if (bench_.is_case("late"))
            line = 90, wb = request = 100, reply = burst_[3] / 8;
        rst_ = bench_.is_case("reset") && !ending_ && bench_.chance(1);
        if (ending_)
            line = group_.empty() && !inputs_.line_valid ? 0 : 100, wb = request = reply = 100, acquire = 0;
        if (!inputs_.line_valid) {
            if (group_.empty() && !ending_)
                source_.append_group(group_, awaited_);
            if (!group_.empty() && bench_.chance(line)) {
                line_ = group_.front();
                inputs_.line_valid = true;
                group_.pop_front();
            }
        }
        if (!inputs_.reply_valid && !replies_.empty() && bench_.chance(reply)) {
            const std::size_t k = bench_.random_below(static_cast<uint32_t>(replies_.size()));
            replying_ = replies_[k];
            replies_.erase(replies_.begin() + static_cast<std::ptrdiff_t>(k));
            inputs_.reply_valid = true;
            inputs_.reply = replying_.request;
            inputs_.reply_memory = bench_.chance(50);
            for (uint32_t word = 0; word < sector_words; word++)
                inputs_.reply_data[word] = replying_.data[word];
        }
        inputs_.wb_ready = bench_.chance(wb);
        port_ready_ = bench_.chance(request);
        inputs_.request_ready = port_ready_;
        /* Every other 1024 cycles lines stay until one of them has been hit: a large cache is filled by then. */
        inputs_.acquire = bench_.chance(was_hit_ ? 8 * acquire : bench_.cycle() / 1024 % 2 == 1 ? 0 : acquire);
        const uint64_t word = bench_.chance(bench_.is_case("late") ? 50 : 5) ? memory_.foreign_of(source_.some_line()) : rs::WordMemory::no_word;
        if (word != rs::WordMemory::no_word) { /* another SM */
            memory_.write(word, ++version_, 15);
            truth_.write(word, version_, 15);
        }
    }

    /* ---- oracle ------------------------------------------------------------------------------------------------------ */

    void judge_words()
    {
        Vdut &dut = bench_.dut();
        const uint64_t warp = rs::get(dut.wb_warp, 0, warp_bits), first = rs::get(dut.wb_register, 0, register_bits);
        const uint64_t tag = (warp << register_bits | first) << 4 | dut.wb_element;
        const uint64_t mask = rs::get(dut.wb_mask, 0, lanes);
        const auto at = awaited_.find(tag);
        bench_.expect("a load that waits for words", 1, at != awaited_.end());
        if (at == awaited_.end())
            return;
        rs::Awaited &load = at->second;
        bench_.expect("some lane", 1, mask != 0);
        bench_.expect("no lane twice", 0, mask & ~load.lanes);
        for (uint32_t lane = 0; lane < lanes; lane++) {
            const uint64_t value = rs::get(dut.wb_data, lane * 32, 32);
            const int index = static_cast<int>(lane);
            if ((mask >> lane & 1) == 0) {
                bench_.expect("nothing outside the mask", 0, value, index);
            } else if (memory_.foreign(load.word[lane])) {
                bench_.expect("no version from before the acquire", 1, value >= load.value[lane], index);
                bench_.expect("a version that was written", 1, value <= memory_.read(load.word[lane]), index);
                bench_.count("foreign_word_changed", value > load.value[lane]);
            } else {
                bench_.expect("word of the last store before the load", load.value[lane], value, index);
            }
            if (mask >> lane & 1 && load.level[lane] != 0)
                bench_.expect("level", load.level[lane], dut.wb_level, index);
            else if (mask >> lane & 1)
                bench_.expect("level of a miss", 1,
                              dut.wb_level == 2 || dut.wb_level == 5 || (RTL_L2 != 0 && dut.wb_level == 3), index);
        }
        load.lanes &= ~mask;
        if (load.lanes == 0)
            awaited_.erase(at);
    }

    /* The access that moves in; found: all that it wants is there. */
    void judge_access(bool found, bool before_empty)
    {
        Vdut &dut = bench_.dut();
        const rs_line_access &line = line_;
        const rs::CacheReference::Line *there = cache_.find(line.line);
        rs::CacheReference::Line evicted;
        const bool hits = !line.write && found;
        bench_.expect("event_store by the lists", line.write, dut.event_store);
        bench_.expect("event_hit by the lists", hits, dut.event_hit);
        bench_.count("hit", hits);
        bench_.count("hit_under_miss", hits && !before_empty);
        bench_.count("hit_behind_hit", hits && was_hit_);
        bench_.count("store", line.write);
        bench_.count("group_ends_with_a_hit", hits && line.last && prt && line.mask != all_lanes);
        was_hit_ = hits;
        if (line.write) {
            uint32_t blocks = 0;
            for (uint32_t word = 0; word < line_words; word++)
                if (const uint32_t bytes = line.bytes[word / 8] >> word % 8 * 4 & 15) {
                    truth_.write(line.line * line_words + word, line.data[word], bytes);
                    blocks |= 1u << word / sector_words;
                }
            bench_.count("store_of_two_blocks", (blocks & (blocks - 1)) != 0);
            bench_.count("store_to_a_line", there != nullptr && !there->filled.empty());
            bench_.count("store_to_a_line_under_way", there != nullptr && there->filled.empty());
            cache_.store(line.line);
            latest_.erase(line.line);
            return;
        }
        bench_.count("miss_of_a_sector", !hits && there != nullptr && !there->filled.empty());
        if (cache_.load(line.line, &evicted)) {
            bench_.count("evicts", evicted.filled.size() == sectors);
            bench_.count("evicts_a_line_under_way", evicted.filled.size() < sectors);
        }
        const uint64_t warp = line.warp;
        rs::Awaited &load = awaited_[(warp << register_bits | line.first_register) << 4 | line.element];
        load.value.resize(lanes, 0);
        load.level.resize(lanes, 0);
        load.word.resize(lanes, 0);
        load.lanes |= line.mask;
        for (uint32_t lane = 0; lane < lanes; lane++)
            if (line.mask >> lane & 1) {
                load.word[lane] = line.line * line_words + line.word[lane];
                load.level[lane] = hits ? 1 : prt && RTL_L2 == 0 ? 5 : 0;
                load.value[lane] = memory_.foreign(load.word[lane]) ? fence_[load.word[lane]] : truth_.read(load.word[lane]);
            }
        if (!hits) {
            booked_ = line;
            booking_ = true;
        }
    }

    /* A booking of the table: of the miss that moved in last; the pending request table's is that of this cycle. */
    void judge_booking()
    {
        Vdut &dut = bench_.dut();
        if (dut.event_merged == 0 && dut.event_miss == 0)
            return;
        bench_.expect("a miss to be booked", 1, booking_);
        const uint64_t line = booked_.line;
        if (dut.event_merged != 0) {
            bench_.expect("a request to be merged with, not sent before a store", 1, latest_.count(line));
        } else {
            bench_.count("asked_again_behind_an_acquire", behind_.count(line) != 0 && under_way(behind_[line]));
            latest_[line] = ++number_;
            for (uint32_t sector = 0; sector < sectors; sector++) {
                uint32_t mask = 0;
                for (uint32_t lane = 0; prt && lane < lanes; lane++)
                    if (booked_.mask >> lane & 1 && booked_.word[lane] / sector_words == sector)
                        mask |= UINT32_C(1) << lane;
                to_ask_.push_back({number_, line, sector, mask});
            }
        }
        if (prt) /* from the next cycle on */
            owns_ = {latest_[line], line, 0, 0};
        else
            cache_.booked(line, latest_[line]);
    }

    bool under_way(uint64_t number) const
    {
        bool found = inputs_.reply_valid && replying_.of.number == number;
        for (const Request &ask : to_ask_)
            found = found || ask.number == number;
        for (const Reply &reply : replies_)
            found = found || reply.of.number == number;
        return found;
    }

    void judge_request()
    {
        Vdut &dut = bench_.dut();
        bench_.expect("a request for a booking", 1, !to_ask_.empty());
        if (to_ask_.empty())
            return;
        const Request ask = to_ask_.front();
        Reply reply;
        bench_.expect("its address", ask.line * sectors + ask.sector, rs::get(dut.request_address, 0, block_bits));
        bench_.expect("its threads", ask.mask, rs::get(dut.request_mask, 0, lanes));
        to_ask_.pop_front();
        reply.of = ask;
        for (uint32_t word = 0; word < sector_words; word++)
            reply.data.push_back(memory_.read(ask.line * line_words + ask.sector * sector_words + word));
        reply.request.id = rs::get(dut.request_id, 0, id_bits);
        reply.request.mask = ask.mask;
        reply.request.block = 0;
        replies_.push_back(reply);
    }

    /* ---- a cycle ----------------------------------------------------------------------------------------------------- */

    void cycle()
    {
        rs_l1_outputs model;
        rs_store_buffer_inputs to_buffer = rs_store_buffer_inputs();
        rs_store_buffer_outputs buffer;
        rs_l1_cache_find(&twin_, inputs_.line, &model);
        rs_l1_cache_look(&twin_, &inputs_, &model);
        if (model.request_valid)
            rs_l1_cache_request(&twin_, &model.request);
        to_buffer.line = line_.line;
        to_buffer.store = model.stored;
        to_buffer.release_valid = ending_ && group_.empty() && !inputs_.line_valid;
        rs_store_buffer_offer(&buffer_, &to_buffer, &buffer);
        inputs_.store_ready = buffer.store_ready;
        inputs_.load_waits = buffer.load_waits;
        rs_l1_cache_settle(&twin_, &inputs_, &model);
        to_buffer.store_valid = model.store_valid;
        to_buffer.load_valid = model.load_valid;
        to_buffer.request_ready = port_ready_ && !model.request_valid;

        drive(bench_.dut(), inputs_, rst_);
        bench_.eval();
        compare(bench_, inputs_, model, said_);
        tally(model, buffer);

        /* Looked up before the fill of this cycle, which comes before a change of owner, and that before the access. */
        const bool found = cache_.hits(line_);
        if (inputs_.reply_valid && model.reply_ready) {
            const bool installs = cache_.filled(replying_.of.line, replying_.of.sector, replying_.of.number);
            bench_.count("fill_installed", installs);
            bench_.count("fill_of_a_line_that_left", !installs);
        }
        if (owns_.number != 0)
            cache_.booked(owns_.line, owns_.number);
        owns_.number = 0;
        const bool line_taken = inputs_.line_valid && model.line_ready;
        if (!prt)
            judge_booking();
        if (line_taken)
            judge_access(found, model.table_empty);
        if (prt)
            judge_booking();
        if (!line_taken)
            was_hit_ = false;
        if (model.wb != nullptr && inputs_.wb_ready)
            judge_words();
        if (model.request_valid && port_ready_)
            judge_request();
        if (buffer.request != nullptr && to_buffer.request_ready)
            for (uint32_t byte = 0; byte < RTL_REQUEST_BYTES; byte++)
                if (buffer.request->bytes[byte / 32] >> byte % 32 & 1)
                    memory_.write(buffer.request->block * sector_words + byte / 4,
                                  static_cast<uint32_t>(buffer.request->data[byte]) << 8 * (byte % 4), 1u << byte % 4);
        if (inputs_.acquire) {
            bench_.count("acquire_of_lines", cache_.clear());
            bench_.count("acquire_with_a_read_to_send", !to_ask_.empty());
            bench_.count("acquire_with_a_fill", inputs_.reply_valid && model.reply_ready);
            bench_.count("acquire_under_a_hit", twin_.held);
            bench_.count("acquire_with_a_miss", line_taken && booking_);
            for (const auto &booking : latest_)
                behind_[booking.first] = booking.second;
            latest_.clear(); /* nothing is merged with what was booked up to now */
            for (const auto &word : memory_.written())
                if (memory_.foreign(word.first))
                    fence_[word.first] = word.second;
        }
        if (bench_.cycle() + 1 == bench_.cycles()) {
            bench_.expect("empty at the end", 1, bench_.dut().empty);
            bench_.expect("every lane answered", 0, awaited_.size());
            bench_.expect("every request sent and answered", 0, to_ask_.size() + replies_.size());
            bench_.expect("what was stored is in memory", 1, buffer.empty && truth_.written() == memory_.written());
        }
        rs_l1_cache_clock(&twin_, &inputs_);
        rs_store_buffer_clock(&buffer_, &to_buffer);
        const bool stays = inputs_.line_valid && !line_taken && !rst_;
        inputs_.line_valid = inputs_.line_valid && !line_taken;
        inputs_.reply_valid = inputs_.reply_valid && !model.reply_ready;
        if (rst_)
            forget();
        stimulus(); /* ahead, as the hardware is told the next line */
        said_ = inputs_.line_valid || bench_.chance(50);
        rs::set(bench_.dut().line_behind, 0, line_bits, said_ && !stays ? line_.line : bench_.random() >> (64 - line_bits));
        bench_.eval();
        bench_.clock();
    }

    void tally(const rs_l1_outputs &model, const rs_store_buffer_outputs &buffer)
    {
        bench_.count("miss", model.miss);
        bench_.count("merged", model.merged);
        bench_.count("merge_full", model.merge_full);
        bench_.count("entry_full", model.entry_full);
        bench_.count("load_waits", model.load_valid && inputs_.load_waits);
        bench_.count("store_waits", model.store_valid && !inputs_.store_ready);
        bench_.count("wb_refused", model.wb != nullptr && !inputs_.wb_ready);
        bench_.count("request_refused", model.request_valid && !port_ready_);
        bench_.count("reply_refused", inputs_.reply_valid && !model.reply_ready);
        bench_.count("reads_before_a_store", model.request_valid && buffer.request != nullptr);
        bench_.count("acquire", inputs_.acquire);
        bench_.count("level_memory", model.wb != nullptr && model.wb->level == RS_SERVED_MEMORY);
        bench_.count("level_l2", model.wb != nullptr && model.wb->level == RS_SERVED_L2);
        bench_.count("reset_in_use", rst_ && !model.empty);
        bench_.count("table_empties", model.table_empty && bench_.cycle() > 100);
        bench_.count("hit_waits_for_a_reply", inputs_.line_valid && !model.line_ready && !line_.write
              && inputs_.wb_ready && cache_.hits(line_));
    }

    rs::Cosim<Vdut> bench_;
    rs::L1Stimulus source_;
    rs_l1_cache twin_;
    rs_store_buffer buffer_;
    rs_l1_inputs inputs_;
    rs_line_access line_; /* at its port */
    rs::CacheReference cache_;
    rs::WordMemory memory_, truth_; /* truth_: every store as it moves in */
    std::deque<rs_line_access> group_;
    std::map<uint64_t, rs::Awaited> awaited_;
    std::deque<Request> to_ask_;          /* booked, to be sent in this order */
    std::vector<Reply> replies_;
    std::map<uint64_t, uint64_t> latest_; /* booking of a line since its last store and the last acquire */
    std::map<uint64_t, uint64_t> behind_; /* the last one before an acquire */
    std::map<uint64_t, uint32_t> fence_;  /* foreign words at the last acquire */
    Reply replying_;
    Request owns_ = Request();
    rs_line_access booked_;
    bool booking_ = false, ending_ = false, port_ready_ = false, was_hit_ = false, rst_ = false;
    bool said_ = false; /* the line at the port, by line_behind: without, that of no access may seem to be there */
    uint64_t number_ = 0;
    uint32_t version_ = 0, burst_[4] = {50, 50, 50, 50};
};

} // namespace

int main(int argc, char **argv)
{
    return L1CacheBench(argc, argv).run();
}
