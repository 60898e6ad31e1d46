/* rs_store_buffer beside cmodel/sm/store_buffer.c, and beside a list of blocks by age and two memories: one written by each
 * store as it is taken, one by each block as it leaves. A store joins the open block of its address, and only that; a block
 * is shown as soon as it has one of its three reasons, and for no other, whole, and stays as it is; a load that need not wait
 * finds its line alike in both memories; after a release both are equal. A store that waits gets a place in time. */
#include <algorithm>
#include <list>
#include <map>

#include "Vdut.h"
#include "cosim.h"
#include "sm/store_buffer.h"

static const uint32_t address_bits = RTL_ADDRESS_BITS, line_bytes = RTL_LINE_BYTES, block_bytes = RTL_REQUEST_BYTES;
static const uint32_t places = RTL_ENTRIES;
static const bool flush_all = RTL_FLUSH != 0;
static constexpr uint32_t log2_of(uint32_t value) { return value < 2 ? 0 : 1 + log2_of(value / 2); }
static const uint32_t line_bits = address_bits - log2_of(line_bytes), block_bits = address_bits - log2_of(block_bytes);
static const uint32_t sectors = line_bytes / block_bytes, sector_bits = sectors > 1 ? log2_of(sectors) : 1;
static const uint64_t last_cycles = 3 * places + 64;

namespace {

struct Block {
    uint64_t block, number; /* of its arrival */
    std::map<uint32_t, uint8_t> byte;
    bool shown;
};

class StoreBufferBench {
  public:
    StoreBufferBench(int argc, char **argv)
        : bench_(argc, argv, 12000, {"random", "few_blocks", "full", "loads", "releases", "refused", "reset"})
    {
        std::vector<const char *> bins = {
            "joins", "joins_as_it_is_shown", "byte_twice", "all_bytes", "full", "joins_when_full", "in_turn", "by_load",
            "load_waits", "load_free", "load_for_shown", "released", "released_empty", "store_waits_for_release",
            "refused", "highest_block", "reset_in_use"};
        if (places > 1)
            for (const char *name : {"open_behind_shown", "back_to_back", "asked_is_oldest", "out_of_turn", "joins_beside_shown"})
                bins.push_back(name);
        if (places > 1 && sectors > 1)
            bins.push_back("two_blocks_of_a_line");
        if (flush_all)
            for (const char *name : {"flush", "joins_in_flush", "load_in_flush", "release_in_flush"})
                bins.push_back(name);
        if (flush_all && places > 1)
            for (const char *name : {"flush_leaves_with_room", "place_in_flush", "flush_in_flush", "stays_behind_flush",
                                     "empty_place_in_flush"})
                bins.push_back(name);
        if (places > 2)
            bins.push_back("full_with_empty_place");
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
        rs_store_buffer_init(&twin_, line_bytes, block_bytes, places, flush_all);
        inputs_ = rs_store_buffer_inputs();
        list_.clear();
        stored_.clear();
        left_.clear();
        by_load_ = release_ = in_turn_ = stays_ = was_taken_ = was_full_ = flushing_ = false;
        waited_ = held_ = 0;
        arrived_ = passed_ = due_ = 0;
    }

    /* No store joins. Now and then in a flush a load asks for the youngest block, whose way out is then held up: so long that
     * stores take all places that have become free, and the next flush begins in this one. */
    bool fills() const { return bench_.is_case("full") && burst_[1] < 30; }

    uint64_t some_block(bool stores)
    {
        const uint64_t top = block_bits < 64 ? (UINT64_C(1) << block_bits) - 1 : ~UINT64_C(0);
        const bool few = bench_.is_case("few_blocks") || bench_.is_case("loads") || bench_.is_case("refused");
        const uint32_t number = few ? 4 : 2 * places + 2;
        if (fills())
            return (stores ? arrived_ : arrived_ - 1) & top;
        const uint64_t k = bench_.random_below(number);
        return (bench_.chance(50) ? k : top - k) & top; /* both ends of the address space */
    }

    void stimulus(bool &rst)
    {
        if (bench_.cycle() % 64 == 0)
            for (uint32_t &percent : burst_)
                percent = bench_.random_below(101);
        uint32_t store = burst_[0], load = burst_[1] / 2, ready = burst_[2], release = 2;
        const bool ending = bench_.cycle() + last_cycles >= bench_.cycles();
        if (bench_.is_case("few_blocks"))
            store = 90, load = 5, release = 1;
        else if (bench_.is_case("full"))
            store = fills() && flushing_ && held_ == 0 ? 90 : 100, load = 100,
            ready = burst_[2] < 50 ? 100 : burst_[2], release = 0;
        else if (bench_.is_case("loads"))
            load = 60, release = 0;
        else if (bench_.is_case("releases"))
            store = 80, load = 2, release = 10, ready = burst_[2] < 50 ? 100 : burst_[2];
        else if (bench_.is_case("refused"))
            store = 60, load = 40, release = 1, ready = burst_[2] / 8;
        rst = bench_.is_case("reset") && !ending && bench_.chance(3);
        if (ending)
            ready = 100;
        inputs_.request_ready = held_ == 0 && bench_.chance(ready);
        held_ -= held_ != 0;
        inputs_.release_valid = inputs_.release_valid || ending || bench_.chance(release);
        if (!inputs_.store_valid && !inputs_.load_valid) {
            const bool stores = bench_.chance(store);
            inputs_.store = rs_store_block();
            inputs_.store.block = some_block(stores);
            inputs_.line = inputs_.store.block / sectors;
            inputs_.store_valid = stores;
            inputs_.load_valid = !stores && bench_.chance(load);
            const bool all = bench_.chance(20);
            for (uint32_t byte = 0; byte < block_bytes; byte++)
                if (all || bench_.chance(30)) {
                    inputs_.store.bytes[byte / 32] |= UINT32_C(1) << byte % 32;
                    inputs_.store.data[byte] = static_cast<uint8_t>(bench_.random());
                }
        }
    }

    void drive(bool rst)
    {
        Vdut &dut = bench_.dut();
        dut.rst = rst;
        dut.store_valid = inputs_.store_valid;
        dut.load_valid = inputs_.load_valid;
        dut.release_valid = inputs_.release_valid;
        dut.request_ready = inputs_.request_ready;
        rs::set(dut.access_line, 0, line_bits, inputs_.line);
        rs::set(dut.store_sector, 0, sector_bits, inputs_.store.block % sectors);
        rs::set_words(dut.store_bytes, 0, block_bytes, inputs_.store.bytes);
        for (uint32_t byte = 0; byte < block_bytes; byte++)
            rs::set(dut.store_data, byte * 8, 8, inputs_.store.data[byte]);
    }

    void compare(const rs_store_buffer_outputs &model)
    {
        Vdut &dut = bench_.dut();
        bench_.compare("store_ready", model.store_ready, dut.store_ready);
        bench_.compare("load_waits", model.load_waits, dut.load_waits);
        bench_.compare("release_ready", model.release_ready, dut.release_ready);
        bench_.compare("event_full", model.full, dut.event_full);
        bench_.compare("empty", model.empty, dut.empty);
        bench_.compare("request_valid", model.request != nullptr, dut.request_valid);
        if (model.request == nullptr)
            return;
        bench_.compare("request_address", model.request->block, rs::get(dut.request_address, 0, block_bits));
        bench_.compare_words("request_bytes", model.request->bytes, dut.request_bytes, 0, block_bytes);
        for (uint32_t byte = 0; byte < block_bytes; byte++)
            if (model.request->bytes[byte / 32] >> byte % 32 & 1)
                bench_.compare("request_data", model.request->data[byte], rs::get(dut.request_data, byte * 8, 8),
                               static_cast<int>(byte));
    }

    std::list<Block>::iterator open_block(uint64_t block)
    {
        return std::find_if(list_.begin(), list_.end(), [block](const Block &b) { return b.block == block && !b.shown; });
    }

    /* The block at the request port against the list. */
    void judge_request()
    {
        Vdut &dut = bench_.dut();
        auto shown = std::find_if(list_.begin(), list_.end(), [](const Block &b) { return b.shown; });
        if (shown == list_.end()) { /* it is new */
            const uint64_t block = rs::get(dut.request_address, 0, block_bits);
            shown = open_block(block);
            bench_.expect("a block of the list, not shown yet", 1, shown != list_.end());
            if (shown == list_.end())
                return;
            const bool asked = by_load_ && block / sectors == load_line_;
            bench_.expect("a reason to leave", 1, asked || in_turn_);
            bench_.expect("the oldest, or a load's", 1, asked || shown == list_.begin());
            bench_.expect("a load's first", by_load_, by_load_ && asked);
            bench_.count("by_load", asked);
            bench_.count("in_turn", !asked && !release_);
            bench_.count("flush_leaves_with_room", !asked && !release_ && !was_full_);
            if (!asked)
                passed_ = shown->number + 1;
            bench_.count("asked_is_oldest", asked && shown == list_.begin() && list_.size() > 1);
            bench_.count("out_of_turn", shown != list_.begin());
            bench_.count("all_bytes", shown->byte.size() == block_bytes);
            bench_.count("back_to_back", was_taken_);
            shown->shown = true;
        }
        bench_.expect("address of the block shown", shown->block, rs::get(dut.request_address, 0, block_bits));
        for (uint32_t byte = 0; byte < block_bytes; byte++) {
            const auto at = shown->byte.find(byte);
            const int index = static_cast<int>(byte);
            bench_.expect("bytes of the block", at != shown->byte.end(), rs::get(dut.request_bytes, byte, 1), index);
            if (at != shown->byte.end())
                bench_.expect("data of the block", at->second, rs::get(dut.request_data, byte * 8, 8), index);
        }
        if (inputs_.request_ready) {
            for (const auto &byte : shown->byte)
                left_[shown->block * block_bytes + byte.first] = byte.second;
            list_.erase(shown);
        }
    }

    bool same_in_both(uint64_t from, uint64_t bytes)
    {
        const auto a = stored_.lower_bound(from), b = stored_.lower_bound(from + bytes);
        const auto c = left_.lower_bound(from), d = left_.lower_bound(from + bytes);
        return std::distance(a, b) == std::distance(c, d) && std::equal(a, b, c);
    }

    bool is_open(uint64_t number) const
    {
        return std::any_of(list_.begin(), list_.end(), [number](const Block &b) { return b.number == number && !b.shown; });
    }

    /* Places by their blocks' numbers: taken from passed_ on, those below due_ are to be passed as all were taken. Then those
     * that the cycle begins with are known, and with them whether a block will leave in turn. */
    void judge_places()
    {
        const bool full = arrived_ - passed_ == places;
        const auto due = [this](const Block &b) { return !b.shown && b.number < due_; };
        const bool goes_on = std::any_of(list_.begin(), list_.end(), due);
        const bool younger = std::any_of(list_.begin(), list_.end(), [this](const Block &b) { return b.number >= due_; });
        bench_.count("stays_behind_flush", flushing_ && !goes_on && younger && !full && !release_);
        if (full) {
            bench_.count("flush", due_ != arrived_);
            bench_.count("flush_in_flush", due_ != arrived_ && goes_on);
            bench_.count("full_with_empty_place", !was_full_ && list_.size() < places);
            due_ = flush_all ? arrived_ : passed_ + 1;
        }
        const bool open = passed_ < arrived_ && is_open(passed_);
        flushing_ = std::any_of(list_.begin(), list_.end(), due);
        in_turn_ = open && (release_ || passed_ < due_);
        bench_.count("load_in_flush", by_load_ && flushing_);
        bench_.count("release_in_flush", release_ && flushing_);
        bench_.count("empty_place_in_flush", flushing_ && !open);
        passed_ += passed_ < arrived_ && !open;
        was_full_ = full;
    }

    void judge()
    {
        Vdut &dut = bench_.dut();
        const rs_store_block &store = inputs_.store;
        const uint64_t line = inputs_.line;
        const auto of_line = [line](const Block &b) { return b.block / sectors == line; };
        const auto held = std::count_if(list_.begin(), list_.end(), of_line);
        bench_.expect("load_waits by the list", held != 0, dut.load_waits);
        bench_.expect("empty by the list", list_.empty(), dut.empty);
        bench_.expect("release_ready by the list", list_.empty(), dut.release_ready);
        bench_.count("load_waits", inputs_.load_valid && held != 0);
        bench_.count("load_free", inputs_.load_valid && held == 0);
        bench_.count("two_blocks_of_a_line", inputs_.load_valid && held > 1);
        bench_.count("load_for_shown", inputs_.load_valid && dut.request_valid != 0
              && rs::get(dut.request_address, 0, block_bits) / sectors == line);
        if (inputs_.load_valid && held == 0)
            bench_.expect("the line has every store before the load", 1, same_in_both(line * line_bytes, line_bytes));
        const std::size_t before = list_.size();
        bench_.expect("shown as soon as it has a reason", stays_ || by_load_ || in_turn_, dut.request_valid);
        if (dut.request_valid != 0)
            judge_request();
        stays_ = dut.request_valid != 0 && !inputs_.request_ready;
        const bool shown = std::any_of(list_.begin(), list_.end(),
                                       [&store](const Block &b) { return b.block == store.block && b.shown; });
        const auto open = open_block(store.block);
        if (inputs_.release_valid)
            bench_.expect("no store during a release", 0, dut.store_ready);
        else if (open != list_.end())
            bench_.expect("a store joins", 1, dut.store_ready);
        else if (before == places)
            bench_.expect("no place", 0, dut.store_ready);
        by_load_ = inputs_.load_valid && std::any_of(list_.begin(), list_.end(), [line](const Block &b) {
            return b.block / sectors == line && !b.shown; });
        load_line_ = line;
        release_ = inputs_.release_valid;
        judge_places();
        waited_ = dut.event_full != 0 ? waited_ + inputs_.request_ready : 0;
        bench_.expect("a store gets a place", 1, waited_ < places + 4);
        if (!inputs_.store_valid || !dut.store_ready)
            return;
        bench_.count("joins", open != list_.end());
        bench_.count("open_behind_shown", open == list_.end() && shown);
        bench_.count("joins_beside_shown", open != list_.end() && shown);
        bench_.count("joins_in_flush", open != list_.end() && open->number < due_);
        bench_.count("place_in_flush", open == list_.end() && flushing_);
        bench_.count("joins_when_full", open != list_.end() && before == places);
        bench_.count("highest_block", store.block == (UINT64_C(1) << block_bits) - 1);
        if (open == list_.end())
            list_.push_back({store.block, arrived_++, {}, false});
        Block &block = open == list_.end() ? list_.back() : *open;
        for (uint32_t byte = 0; byte < block_bytes; byte++)
            if (store.bytes[byte / 32] >> byte % 32 & 1) {
                bench_.count("byte_twice", block.byte.count(byte) != 0);
                block.byte[byte] = store.data[byte];
                stored_[store.block * block_bytes + byte] = store.data[byte];
            }
        joined_ = open != list_.end();
        joined_block_ = store.block;
    }

    void cycle()
    {
        bool rst;
        rs_store_buffer_outputs model;
        stimulus(rst);
        drive(rst);
        bench_.eval();
        rs_store_buffer_offer(&twin_, &inputs_, &model);
        compare(model);
        const bool had = joined_, in_use = !list_.empty();
        joined_ = false;
        bench_.count("joins_as_it_is_shown", had && model.request != nullptr && !stays_ && model.request->block == joined_block_);
        judge();
        bench_.count("full", model.full);
        bench_.count("refused", model.request != nullptr && !inputs_.request_ready);
        bench_.count("released", inputs_.release_valid && model.release_ready && was_in_use_);
        bench_.count("released_empty", inputs_.release_valid && model.release_ready && !was_in_use_);
        bench_.count("store_waits_for_release", inputs_.release_valid && inputs_.store_valid);
        bench_.count("reset_in_use", rst && in_use);
        was_in_use_ = in_use;
        if (inputs_.release_valid && model.release_ready)
            bench_.expect("all stores have left", 1, stored_ == left_);
        if (bench_.cycle() + 1 == bench_.cycles())
            bench_.expect("released at the end", 1, bench_.dut().empty);
        const bool store_taken = inputs_.store_valid && model.store_ready;
        const bool load_taken = inputs_.load_valid && !model.load_waits;
        const bool released = inputs_.release_valid && model.release_ready;
        was_taken_ = model.request != nullptr && inputs_.request_ready;
        bench_.clock();
        rs_store_buffer_clock(&twin_, &inputs_);
        inputs_.store_valid = inputs_.store_valid && !store_taken;
        if (fills() && inputs_.load_valid && inputs_.request_ready)
            held_ = places + 2;
        /* A load may also be withdrawn: the cache's fill for its line came. */
        const uint32_t withdrawn = held_ != 0 ? 100 : bench_.is_case("refused") ? 30 : 3;
        inputs_.load_valid = inputs_.load_valid && !load_taken && !bench_.chance(withdrawn);
        inputs_.release_valid = inputs_.release_valid && !released;
        if (rst)
            forget();
    }

    rs::Cosim<Vdut> bench_;
    rs_store_buffer twin_;
    rs_store_buffer_inputs inputs_;
    std::list<Block> list_; /* oldest first */
    std::map<uint64_t, uint8_t> stored_, left_;
    bool by_load_ = false, release_ = false, in_turn_ = false, stays_ = false, was_taken_ = false, was_full_ = false;
    bool was_in_use_ = false, joined_ = false, flushing_ = false;
    uint64_t load_line_ = 0, joined_block_ = 0, arrived_ = 0, passed_ = 0, due_ = 0;
    uint32_t waited_ = 0, held_ = 0, burst_[3] = {50, 50, 50};
};

} // namespace

int main(int argc, char **argv)
{
    return StoreBufferBench(argc, argv).run();
}
