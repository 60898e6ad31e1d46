/* rs_mshr_table and rs_pending_request_table, as rs_outstanding_table, beside cmodel/sm/outstanding_table.h and beside lists
 * of who waits for what (outstanding_table_reference.h): every event, request and reply must be the one that follows from
 * what moved at the ports before. Each case ends with a drain: all requests are filled, and nothing may be left.
 * Case "saturation" plays OUTSTANDING's micro-benchmark into a table whose memory never answers: T threads of L loads, of
 * which N neighbours each share a line. With the last T that fits no access waits for an entry, with T + 2 one does; which T
 * that is follows from the sizes (last_threads), and at the paper's sizes it is what the paper measured (OUTSTANDING 5). */
#include <deque>

#include "Vdut.h"
#include "cosim.h"
#include "outstanding_table_reference.h"
#include "outstanding_table_stimulus.h"

static const uint32_t lanes = RTL_LANES, entries = RTL_ENTRIES, tag_bits = RTL_TAG_BITS;
static const bool prt = RTL_TABLE == 1;

namespace {

constexpr uint32_t log2_of(uint32_t value)
{
    return value > 1 ? 1 + log2_of(value / 2) : 0;
}
constexpr uint32_t ceil_log2(uint32_t value)
{
    return value > 1 ? 1 + log2_of(value - 1) : 0;
}

const uint32_t line_words = RTL_LINE_BYTES / 4, sectors = RTL_LINE_BYTES / RTL_REQUEST_BYTES;
const uint32_t line_bits = RTL_ADDRESS_BITS - log2_of(RTL_LINE_BYTES), word_bits = log2_of(line_words);
const uint32_t sector_bits = sectors > 1 ? log2_of(sectors) : 1, id_bits = entries > 1 ? ceil_log2(entries) : 1;
const uint64_t drain_cycles = 2500;

const rs_table_config config = {prt,     lanes,      line_words,    sectors,           entries,
                                RTL_MERGES, RTL_WAYS, RTL_SLOT != 0, RTL_MERGE_WAITS != 0};

enum {
    ALLOCATES, ALL_IN_USE, ENTRY_FULL, ZERO_MASK, ACCESS_WAITS, REQUEST_REFUSED, FILL_REFUSED, REPLY_REFUSED,
    FILLS_BACK_TO_BACK, BACK_AS_SENT, BACK_REVERSED, DRAINED_EMPTY, RESET_IN_USE, STORE, MERGES, KIND
};
enum { /* MSHR table, from KIND on */
    MERGE_FULL = KIND, SECTOR_1_FIRST, CHUNKS_3, MISS_ON_DRAINING, MERGE_AS_IT_CLOSES, DRAINS_TWO, FREED_AND_TAKEN,
    SPLIT, WAITS_FOR_SLOTS, STORE_CLOSES, MISS_BEHIND_STORE, MISS_BEHIND_ACQUIRE, ACQUIRE_OF_A_SPLIT
};
enum { NO_THREADS = KIND, ENDS_BY_ZERO_MASK, FREED_BY_ZERO_MASK, ENDS_WHILE_SERVED, WHOLE_WARP }; /* pending request table */
enum { SATURATION_FITS = 32, SATURATION_WAITS, SATURATION_ALL };

class OutstandingTableBench {
  public:
    OutstandingTableBench(int argc, char **argv)
        : bench_(argc, argv, 24000,
                 {"random", "few_lines", "full", "streaming", "reversed", "requests_refused", "replies_refused",
                  "fills_late", "reset", "saturation"})
    {
        names_ = {"allocates", "all_in_use", "entry_full", "zero_mask", "access_waits", "request_refused",
                  prt || entries > 1 ? "fill_refused" : nullptr, "reply_refused", "fills_back_to_back", "back_as_sent", "back_reversed",
                  "drained_empty", "reset_in_use", "store"};
        names_.resize(32, nullptr);
        if (prt ? lanes > 1 : RTL_MERGES > 1)
            names_[MERGES] = "merges";
        if (prt) {
            names_[NO_THREADS] = sectors > 1 ? "fill_without_threads" : nullptr;
            names_[ENDS_BY_ZERO_MASK] = "ends_by_zero_mask";
            names_[FREED_BY_ZERO_MASK] = "freed_by_zero_mask";
            names_[ENDS_WHILE_SERVED] = "ends_while_served";
            names_[WHOLE_WARP] = lanes > 1 ? "a_line_a_lane" : nullptr;
        } else {
            names_[MERGE_FULL] = RTL_WAYS > 1 || config.merge_waits ? "merge_full" : nullptr;
            names_[SECTOR_1_FIRST] = sectors > 1 ? "sectors_reversed" : nullptr;
            names_[CHUNKS_3] = RTL_MERGES > 2 ? "three_chunks" : nullptr;
            names_[MISS_ON_DRAINING] = RTL_WAYS > 1 ? "miss_on_draining_line" : nullptr;
            names_[MERGE_AS_IT_CLOSES] = RTL_MERGES > 1 ? "merge_as_it_closes" : nullptr;
            names_[DRAINS_TWO] = entries > 1 ? "next_entry_closed_behind_a_drain" : nullptr;
            names_[FREED_AND_TAKEN] = entries > 1 ? "freed_and_taken_in_a_cycle" : nullptr;
            names_[SPLIT] = !config.access_slots && lanes > RTL_MERGES ? "split" : nullptr;
            names_[STORE_CLOSES] = RTL_MERGES > 1 ? "store_closes_an_entry" : nullptr;
            names_[MISS_BEHIND_STORE] = RTL_MERGES > 1 && RTL_WAYS > 1 ? "miss_behind_a_store" : nullptr;
            names_[MISS_BEHIND_ACQUIRE] = RTL_MERGES > 1 && RTL_WAYS > 1 ? "miss_behind_an_acquire" : nullptr;
            names_[ACQUIRE_OF_A_SPLIT] = !config.access_slots && lanes > RTL_MERGES ? "acquire_of_a_split_access" : nullptr;
            names_[WAITS_FOR_SLOTS] = config.merge_waits ? "waits_for_slots" : nullptr;
        }
        names_.push_back("saturation_fits");
        names_.push_back("saturation_waits");
        names_.push_back("saturation_all_patterns");
        bin_.assign(names_.size(), 0);
        std::vector<const char *> declared;
        for (std::size_t k = 0; k < names_.size(); k++)
            if (names_[k] != nullptr) {
                bin_[k] = declared.size() + 1;
                declared.push_back(names_[k]);
            }
        bench_.declare_bins(declared);
        if (!rs_outstanding_table_init(&twin_, &config))
            std::abort();
        const uint32_t most_neighbours = config.merge_waits ? config.merges : lanes; /* the rest would wait for slots */
        for (uint32_t loads = 1; loads <= 4; loads++)
            for (uint32_t neighbours = 1; neighbours <= lanes && neighbours <= most_neighbours; neighbours *= prt ? 8 : 2)
                patterns_.push_back({neighbours, loads, rs::published(config, neighbours, loads)});
    }
    ~OutstandingTableBench() { rs_outstanding_table_destroy(&twin_); }

    int run()
    {
        while (bench_.next_case()) {
            pattern_ = 0;
            waits_wanted_ = false;
            forget();
            rst_ = false;
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    void count(uint32_t bin, bool hit)
    {
        if (bin_[bin] != 0)
            bench_.count(static_cast<unsigned>(bin_[bin] - 1), hit);
    }

    void forget()
    {
        rs_outstanding_table_reset(&twin_);
        if (prt)
            reference_.reset(new rs::PendingReference(config));
        else
            reference_.reset(new rs::MshrReference(config));
        inputs_ = rs_table_inputs();
        group_.clear();
        memory_.clear();
        started_ = bench_.cycle();
        waited_ = false;
        accepted_ = 0;
        filled_before_ = false;
        if (bench_.is_case("saturation"))
            play_pattern();
    }

    /* ---- saturation ------------------------------------------------------------------------------------------------ */

    void play_pattern()
    {
        const rs::Pattern &pattern = patterns_[pattern_];
        const uint32_t last = rs::last_threads(config, pattern);
        if (pattern.published != 0)
            bench_.expect("last thread count before the jump, as published", pattern.published, last);
        traffic_.append_pattern(group_, pattern, last + (waits_wanted_ ? 2 : 0));
        accesses_ = group_.size();
    }

    /* A pattern is over when all its accesses are in the table, or one has waited for an entry. */
    bool pattern_over()
    {
        if (waits_wanted_ ? waited_ : accepted_ == accesses_ && bench_.cycle() - started_ > accesses_ + 4 * entries) {
            bench_.expect("an access waits for an entry", waits_wanted_, waited_);
            count(SATURATION_FITS, !waits_wanted_);
            count(SATURATION_WAITS, waits_wanted_);
            bool next = waits_wanted_ || rs::last_threads(config, patterns_[pattern_]) == 1024;
            waits_wanted_ = !next;
            count(SATURATION_ALL, next && pattern_ + 1 == patterns_.size());
            pattern_ = next ? (pattern_ + 1) % patterns_.size() : pattern_;
            return true;
        }
        bench_.expect("an access waits for an entry", waits_wanted_, waits_wanted_ || waited_);
        bench_.expect("the pattern ends", 1, bench_.cycle() - started_ < 8 * accesses_ + 8 * entries + 100);
        return false;
    }

    /* A group that ends without threads ends, half of the time, only when all its threads have been answered. */
    bool waits_for_answers() const
    {
        if (!prt || !bench_.is_case("few_lines") || bench_.cycle() / 512 % 2 == 0)
            return false;
        const auto &lists = static_cast<const rs::PendingReference &>(*reference_);
        return group_.front().mask == 0 && group_.front().last && lists.group_open() && !lists.open_is_answered();
    }

    /* ---- inputs of a cycle ----------------------------------------------------------------------------------------- */

    void stimulus()
    {
        const bool saturation = bench_.is_case("saturation"), last_cycles = bench_.cycle() + drain_cycles >= bench_.cycles();
        uint32_t access_percent = 60, request_percent = 80, reply_percent = 80, fill_percent = 60;
        if (bench_.cycle() % 128 == 0)
            for (uint32_t &percent : burst_)
                percent = bench_.random_below(101);
        if (bench_.is_case("random") || bench_.is_case("reset")) {
            access_percent = burst_[0], request_percent = burst_[1], reply_percent = burst_[2], fill_percent = burst_[3];
        } else if (bench_.is_case("few_lines")) {
            access_percent = request_percent = 100, fill_percent = reply_percent = 20 + burst_[0] / 2;
        } else if (bench_.is_case("full")) { /* fills and drains the table */
            bool fills = bench_.cycle() / (8 * entries + 64) % 2 == 0;
            access_percent = 100, request_percent = 100, reply_percent = 100, fill_percent = fills ? 0 : 90;
        } else if (bench_.is_case("streaming")) {
            access_percent = request_percent = reply_percent = fill_percent = 100;
        } else if (bench_.is_case("requests_refused")) {
            request_percent = burst_[0] / 4;
        } else if (bench_.is_case("replies_refused")) {
            access_percent = 90, fill_percent = 100, reply_percent = burst_[0] / 4;
        } else if (bench_.is_case("fills_late")) {
            access_percent = 90, fill_percent = burst_[0] / 4;
        } else if (saturation) {
            access_percent = request_percent = 100, fill_percent = 0;
        }
        rst_ = bench_.is_case("reset") && !last_cycles && bench_.chance(2);
        if (last_cycles && !saturation) {
            request_percent = reply_percent = fill_percent = 100;
            access_percent = inputs_.access_valid || !group_.empty() ? 100 : 0; /* the group under way ends */
        } else if (group_.empty() && !saturation) {
            traffic_.append_group(group_);
        }
        if (!inputs_.access_valid) {
            if (!group_.empty() && bench_.chance(access_percent) && (last_cycles || !waits_for_answers())) {
                inputs_.access_valid = true;
                inputs_.access = group_.front();
                group_.pop_front();
            } else {
                inputs_.access = traffic_.some_access();
            }
        }
        if (!inputs_.fill_valid) {
            inputs_.fill = rs_table_request();
            if (!memory_.empty() && bench_.chance(fill_percent)) {
                std::size_t k = bench_.is_case("reversed")                                ? memory_.size() - 1
                                : bench_.is_case("streaming") || bench_.is_case("full") ? 0
                                                                : bench_.random_below(static_cast<uint32_t>(memory_.size()));
                inputs_.fill_valid = true;
                inputs_.fill = memory_[k];
                memory_.erase(memory_.begin() + static_cast<std::ptrdiff_t>(k));
            }
        }
        inputs_.request_ready = bench_.chance(request_percent);
        inputs_.reply_ready = bench_.chance(reply_percent);
        inputs_.acquire = !saturation && bench_.chance(bench_.is_case("random") || bench_.is_case("fills_late") ? 4 : 0);
    }

    void drive()
    {
        Vdut &dut = bench_.dut();
        dut.rst = rst_;
        dut.access_valid = inputs_.access_valid;
        dut.access_last = inputs_.access.last;
        dut.access_write = inputs_.access.write;
        dut.acquire = inputs_.acquire;
        dut.request_ready = inputs_.request_ready;
        dut.fill_valid = inputs_.fill_valid;
        dut.reply_ready = inputs_.reply_ready;
        rs::set(dut.access_line, 0, line_bits, inputs_.access.line);
        rs::set(dut.access_mask, 0, lanes, inputs_.access.mask);
        rs::set(dut.access_tag, 0, tag_bits, inputs_.access.tag);
        for (uint32_t lane = 0; lane < lanes; lane++)
            rs::set(dut.access_word, lane * word_bits, word_bits, inputs_.access.word[lane]);
        rs::set(dut.fill_id, 0, id_bits, inputs_.fill.id);
        rs::set(dut.fill_sector, 0, sector_bits, inputs_.fill.sector);
        rs::set(dut.fill_mask, 0, lanes, inputs_.fill.mask);
    }

    /* ---- a cycle ----------------------------------------------------------------------------------------------------- */

    void compare(const rs_table_outputs &model)
    {
        Vdut &dut = bench_.dut();
        bench_.compare("access_ready", model.access_ready, dut.access_ready);
        bench_.compare("request_valid", model.request_valid, dut.request_valid);
        bench_.compare("fill_ready", model.fill_ready, dut.fill_ready);
        bench_.compare("reply_valid", model.reply_valid, dut.reply_valid);
        bench_.compare("event_allocate", model.allocate, dut.event_allocate);
        bench_.compare("event_merge", model.merge, dut.event_merge);
        bench_.compare("event_merge_full", model.merge_full, dut.event_merge_full);
        bench_.compare("event_entry_full", model.entry_full, dut.event_entry_full);
        bench_.compare("event_fill", model.fill, dut.event_fill);
        bench_.compare("empty", model.empty, dut.empty);
        if (model.allocate || model.merge)
            bench_.compare("event_id", model.id, dut.event_id);
        if (model.request_valid) {
            bench_.compare("request_id", model.request.id, dut.request_id);
            bench_.compare("request_line", model.request.line, dut.request_line);
            bench_.compare("request_sector", model.request.sector, dut.request_sector);
            bench_.compare("request_mask", model.request.mask, dut.request_mask);
        }
        if (model.reply_valid) {
            bench_.expect("reply_id as reply_next said", said_next_, dut.reply_id);
            bench_.compare("reply_id", model.reply.id, dut.reply_id);
            bench_.compare("reply_tag", model.reply.tag, dut.reply_tag);
            bench_.compare("reply_mask", model.reply.mask, dut.reply_mask);
            bench_.compare("reply_last", model.reply.last, dut.reply_last);
            for (uint32_t lane = 0; lane < lanes; lane++)
                bench_.compare("reply_word", model.reply.word[lane], rs::get(dut.reply_word, lane * word_bits, word_bits),
                               static_cast<int>(lane));
        }
        said_next_ = dut.reply_next;
    }

    /* The hardware against the lists. */
    void judge(const rs_table_outputs &model)
    {
        Vdut &dut = bench_.dut();
        std::unique_ptr<rs_table_reply> reply = reference_->reply();
        if (dut.reply_valid != 0) {
            bench_.expect("a reply for a fill", 1, reply != nullptr);
            if (reply != nullptr) {
                bench_.expect("reply_id by the lists", reply->id, dut.reply_id);
                bench_.expect("reply_tag by the lists", reply->tag, dut.reply_tag);
                bench_.expect("reply_mask by the lists", reply->mask, dut.reply_mask);
                bench_.expect("reply_last by the lists", reply->last, dut.reply_last);
                for (uint32_t lane = 0; lane < lanes; lane++)
                    bench_.expect("reply_word by the lists", reply->word[lane],
                                  rs::get(dut.reply_word, lane * word_bits, word_bits), static_cast<int>(lane));
            }
        }
        /* The entry of a drain is free from the next cycle on: booking comes first. */
        bool moves = inputs_.access_valid && model.access_ready, books = dut.event_allocate != 0 || dut.event_merge != 0;
        if (dut.event_entry_full != 0)
            bench_.expect("all entries that serve the access in use", prt ? entries : RTL_WAYS,
                          reference_->in_set(prt ? 0 : front_line_));
        if (prt && moves)
            reference_->accept(inputs_.access);
        if (prt ? moves : books) {
            rs::TableEvents must;
            bench_.expect("something to book", 1, reference_->book(must));
            bench_.expect("event_allocate by the lists", must.allocate, dut.event_allocate);
            bench_.expect("event_merge by the lists", must.merge, dut.event_merge);
            if (!config.merge_waits)
                bench_.expect("event_merge_full by the lists", must.merge_full, dut.event_merge_full);
            if (books)
                bench_.expect("event_id by the lists", 1, must.entry != nullptr && reference_->name(must.entry, dut.event_id));
        }
        if (!prt)
            count(STORE_CLOSES, static_cast<rs::MshrReference &>(*reference_).store());
        if (inputs_.acquire)
            reference_->acquire();
        if (dut.request_valid != 0 && inputs_.request_ready)
            bench_.expect("the request of the lists", 1, reference_->request(model.request));
    }

    void cycle()
    {
        rs_table_outputs model;
        rs_outstanding_table_offer(&twin_, &inputs_, &model);
        drive();
        bench_.dut().access_valid = !inputs_.access_valid; /* ready does not depend on valid */
        bench_.dut().fill_valid = !inputs_.fill_valid;
        bench_.eval();
        bench_.compare("access_ready whatever access_valid", model.access_ready, bench_.dut().access_ready);
        bench_.compare("fill_ready whatever fill_valid", model.fill_ready, bench_.dut().fill_ready);
        drive();
        bench_.eval();
        compare(model);
        if (!prt && model.access_ready) /* what the table holds in the next cycle */
            next_line_ = inputs_.access.line;
        tally(model);
        judge(model);
        if (bench_.cycle() + 1 == bench_.cycles() && !bench_.is_case("saturation")) {
            bench_.expect("empty at the end", 1, bench_.dut().empty);
            bench_.expect("nothing left in the lists", 1, reference_->idle());
        }
        count(DRAINED_EMPTY, model.empty && bench_.cycle() > 100);
        rs_outstanding_table_clock(&twin_, &inputs_);
        move(model);
        const bool stays = inputs_.access_valid && !rst_;
        if (rst_)
            forget();
        stimulus(); /* ahead, as the hardware is told the next line */
        if (bench_.is_case("saturation") && !rst_ && pattern_over())
            rst_ = true;
        bench_.dut().access_stays = stays;
        rs::set(bench_.dut().access_behind, 0, line_bits,
                inputs_.access_valid && !stays ? inputs_.access.line : bench_.random() >> (64 - line_bits));
        bench_.eval();
        bench_.clock();
    }

    /* What moved. */
    void move(const rs_table_outputs &model)
    {
        front_line_ = next_line_;
        waited_ = waited_ || model.entry_full;
        if (model.request_valid && inputs_.request_ready)
            memory_.push_back(model.request);
        bool fills = inputs_.fill_valid && model.fill_ready;
        if (model.reply_valid && inputs_.reply_ready)
            reference_->replied();
        else if (prt && model.fill)
            reference_->replied();
        if (fills)
            reference_->fill(inputs_.fill);
        if (inputs_.access_valid && model.access_ready) {
            accepted_++;
            if (!prt)
                reference_->accept(inputs_.access);
            inputs_.access_valid = false;
        }
        if (fills)
            inputs_.fill_valid = false;
        filled_before_ = fills;
    }

    void tally(const rs_table_outputs &model)
    {
        const bool moves = inputs_.access_valid && model.access_ready, fills = inputs_.fill_valid && model.fill_ready;
        count(ALLOCATES, model.allocate);
        count(MERGES, model.merge);
        count(ALL_IN_USE, reference_->in_use() == entries);
        count(ENTRY_FULL, model.entry_full);
        count(ZERO_MASK, moves && inputs_.access.mask == 0);
        count(ACCESS_WAITS, inputs_.access_valid && !model.access_ready);
        count(REQUEST_REFUSED, model.request_valid && !inputs_.request_ready);
        count(FILL_REFUSED, inputs_.fill_valid && !model.fill_ready);
        count(REPLY_REFUSED, model.reply_valid && !inputs_.reply_ready);
        count(FILLS_BACK_TO_BACK, fills && filled_before_);
        count(BACK_AS_SENT, fills && bench_.is_case("streaming"));
        count(BACK_REVERSED, fills && bench_.is_case("reversed") && !memory_.empty());
        count(STORE, moves && inputs_.access.write);
        count(RESET_IN_USE, rst_ && reference_->in_use() > 0 && bench_.is_case("reset"));
        if (prt)
            tally_pending(model, moves);
        else
            tally_mshr(model, fills);
    }

    void tally_pending(const rs_table_outputs &model, bool moves)
    {
        const auto &lists = static_cast<const rs::PendingReference &>(*reference_);
        bool ends = moves && lists.group_open() && inputs_.access.last;
        count(NO_THREADS, model.fill && lists.serves_without_reply());
        count(ENDS_BY_ZERO_MASK, ends && inputs_.access.mask == 0);
        count(FREED_BY_ZERO_MASK, ends && inputs_.access.mask == 0 && lists.open_is_answered());
        count(ENDS_WHILE_SERVED, ends && model.fill && lists.serves_the_open_group());
        count(WHOLE_WARP, ends && lists.lines_of_open_group() + (inputs_.access.mask != 0) == lanes);
        bench_.expect("every thread of a freed entry was answered", 1, lists.all_answered());
    }

    void tally_mshr(const rs_table_outputs &model, bool fills)
    {
        const auto &lists = static_cast<const rs::MshrReference &>(*reference_);
        count(MERGE_FULL, model.merge_full);
        count(SECTOR_1_FIRST, fills && inputs_.fill.sector == 1 && lists.awaits_all(inputs_.fill.id));
        count(CHUNKS_3, model.reply_valid && lists.replies_of_the_drain() >= 2);
        count(MISS_ON_DRAINING, model.allocate && reference_->draining(front_line_));
        count(MISS_BEHIND_STORE, model.allocate && lists.stale(front_line_));
        count(MISS_BEHIND_ACQUIRE, model.allocate && lists.acquired(front_line_));
        count(ACQUIRE_OF_A_SPLIT, inputs_.acquire && (model.allocate || model.merge) && !model.access_ready);
        count(MERGE_AS_IT_CLOSES, model.merge && fills && lists.closes_open(inputs_.fill.id, front_line_));
        count(DRAINS_TWO, model.reply_valid && lists.closed() > 1);
        count(FREED_AND_TAKEN, model.fill && model.allocate);
        count(SPLIT, (model.allocate || model.merge) && !model.access_ready);
        count(WAITS_FOR_SLOTS, config.merge_waits && model.merge_full && !model.allocate);
    }

    rs::Cosim<Vdut> bench_;
    rs::TableStimulus traffic_{bench_, config, line_bits, tag_bits};
    rs_outstanding_table twin_ = rs_outstanding_table();
    std::unique_ptr<rs::TableReference> reference_;
    rs_table_inputs inputs_ = rs_table_inputs();
    std::deque<rs_table_access> group_;     /* to be offered */
    std::deque<rs_table_request> memory_;   /* requests that wait for their fill */
    std::vector<const char *> names_;
    std::vector<std::size_t> bin_;          /* 1 + number of the bin; 0: cannot occur at these sizes */
    std::vector<rs::Pattern> patterns_;
    std::size_t pattern_ = 0, accesses_ = 0, accepted_ = 0;
    bool waits_wanted_ = false, waited_ = false, filled_before_ = false, rst_ = false;
    uint64_t started_ = 0, front_line_ = 0, next_line_ = 0, said_next_ = 0;
    uint32_t burst_[4] = {50, 50, 50, 50};
};

} // namespace

int main(int argc, char **argv)
{
    return OutstandingTableBench(argc, argv).run();
}
