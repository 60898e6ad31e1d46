/* rs_atomic_unit beside cmodel/sm/atomic_unit.c, in front of a memory that carries each request out as it is taken and answers in
 * any order; and beside atomic_reference.h, which carries each instruction out lane by lane as it is taken: every lane gets
 * the old word that it must, once, memory is the same in the end, and an instruction has as many turns as its words, counted by
 * brute force, make necessary. */
#include <deque>
#include <set>
#include <vector>

#include "Vdut.h"
#include "atomic_reference.h"
#include "cosim.h"
#include "sm/atomic_unit.h"

static const uint32_t lanes = RTL_LANES, address_bits = RTL_ADDRESS_BITS, block_words = RTL_REQUEST_BYTES / 4;
static const uint32_t places = RTL_PLACES;
static const uint32_t warp_bits = RTL_WARP_BITS, register_bits = RTL_REGISTER_BITS;
static const uint64_t all_lanes = lanes < 64 ? (UINT64_C(1) << lanes) - 1 : ~UINT64_C(0);
static const uint64_t drain = 1500; /* cycles at the end of a case in which nothing begins */

namespace {

constexpr uint32_t log2_of(uint64_t value) { return value < 2 ? 0 : 1 + log2_of(value / 2); }
constexpr uint32_t bits_of(uint64_t count) { return count < 2 ? 1 : log2_of(count - 1) + 1; }
const uint32_t id_bits = bits_of(places) + bits_of(lanes), block_bits = address_bits - log2_of(RTL_REQUEST_BYTES);
const uint64_t blocks = UINT64_C(1) << block_bits;
const uint32_t small_words = 3; /* words below it, which operands often are, so that they meet */
const char *const operations[] = {"add", "min", "max", "exchange", "compare_swap", "and", "or", "xor"};

class AtomicUnitBench {
  public:
    AtomicUnitBench(int argc, char **argv)
        : bench_(argc, argv, 8000, {"random", "one_word", "spread", "refusing", "late", "reset"})
    {
        std::vector<const char *> bins(operations, operations + rs::ATOMIC_OPERATIONS);
        bins.insert(bins.end(), {"returns", "returns_nothing", "one_lane", "all_lanes", "one_turn",
                                 "in_waits_for_a_place", "request_refused",
                                 "reply_refused", "words_refused", "level_l2", "level_memory",
                                 "swapped_small", "swapped_wide", "not_swapped", "reset_midway",
                                 "empties", "first_block", "last_block"});
        if (lanes > 1)
            bins.insert(bins.end(), {"some_lanes", "turn_of_several_words", "several_turns", "word_twice", "turn_a_lane",
                                     "several_blocks", "reply_out_of_order"});
        if (places > 1)
            bins.insert(bins.end(), {"all_places", "waits_to_send", "silent_and_not", "reply_to_another_than_the_sender"});
        bench_.declare_bins(bins);
    }

    int run()
    {
        while (bench_.next_case()) {
            memory_.clear();
            image_.clear();
            forget();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    struct Awaited { /* an instruction with lanes that have no word yet */
        uint32_t warp, first_register;
        uint64_t lanes;
        uint32_t old[RS_LANES_MAX];
    };
    struct Answer {
        rs_atomic_reply reply;
        uint64_t number; /* of the request */
    };

    void forget()
    {
        rs_atomic_unit_init(&twin_, lanes, block_words, places);
        have_ = reply_shown_ = false;
        awaited_.clear();
        answers_.clear();
        turns_wanted_.clear();
        turns_ = 0;
        image_ = memory_; /* turns inside are lost */
    }

    void invent()
    {
        const bool one_word = bench_.is_case("one_word"), spread = bench_.is_case("spread");
        const uint64_t base = bench_.chance(80) ? bench_.random_below(3) : blocks - 1 - bench_.random_below(2);
        const uint32_t some_blocks = spread ? 4 : one_word ? 1 : 1 + bench_.random_below(2);
        const uint32_t some_words = one_word             ? 1 + bench_.random_below(2)
                                    : bench_.chance(50) ? block_words
                                                        : 1 + bench_.random_below(block_words);
        group_ = rs_warp_group();
        kind_ = rs_atomic_kind();
        group_.write = true;
        group_.warp = bench_.random_below(1u << warp_bits);
        group_.first_register = bench_.random_below(1u << register_bits);
        for (bool again = true; again;) { /* a register is awaited once */
            again = false;
            for (const Awaited &load : awaited_)
                again = again || (load.warp == group_.warp && load.first_register == group_.first_register);
            if (again)
                group_.first_register = bench_.random_below(1u << register_bits),
                group_.warp = bench_.random_below(1u << warp_bits);
        }
        group_.mask = bench_.chance(40)   ? all_lanes
                      : bench_.chance(20) ? UINT64_C(1) << bench_.random_below(lanes)
                                          : bench_.random() & all_lanes;
        if (group_.mask == 0)
            group_.mask = all_lanes;
        kind_.operation = bench_.random_below(rs::ATOMIC_OPERATIONS);
        kind_.returns = bench_.chance(70);
        const bool in_order = bench_.chance(30);
        for (uint32_t l = 0; l < lanes; l++) {
            const uint64_t block = (base + bench_.random_below(some_blocks)) % blocks;
            const uint32_t word = in_order ? l % block_words : bench_.random_below(some_words);
            group_.address[l] = (block * block_words + word) * 4 + bench_.random_below(4);
            /* Small words meet each other; of the others some are what the memory holds now. */
            group_.data[l] = any_word();
            kind_.compare[l] = bench_.chance(40) ? image_.at(group_.address[l] / 4) : any_word();
        }
        have_ = true;
    }

    uint32_t any_word() { return bench_.chance(50) ? bench_.random_below(small_words) : static_cast<uint32_t>(bench_.random()); }

    void drive(const rs_atomic_inputs &in, bool rst)
    {
        Vdut &dut = bench_.dut();
        dut.rst = rst;
        dut.in_valid = in.group != nullptr;
        dut.in_operation = static_cast<CData>(kind_.operation);
        dut.in_returns = kind_.returns;
        rs::set(dut.in_warp, 0, warp_bits, group_.warp);
        rs::set(dut.in_register, 0, register_bits, group_.first_register);
        rs::set(dut.in_mask, 0, lanes, group_.mask);
        for (uint32_t l = 0; l < lanes; l++) {
            rs::set(dut.in_address, l * address_bits, address_bits, group_.address[l]);
            rs::set(dut.in_data, l * 32, 32, group_.data[l]);
            rs::set(dut.in_compare, l * 32, 32, kind_.compare[l]);
        }
        dut.request_ready = in.request_ready;
        dut.wb_ready = in.wb_ready;
        dut.reply_valid = in.reply != nullptr;
        if (in.reply != nullptr) {
            rs::set(dut.reply_id, 0, id_bits, in.reply->id);
            dut.reply_level = in.reply->from_memory;
            rs::set_words(dut.reply_data, 0, block_words * 32, in.reply->data);
        }
    }

    void compare_outputs(const rs_atomic_turn *turn, const rs_atomic_inputs &in)
    {
        Vdut &dut = bench_.dut();
        bench_.compare("in_ready", rs_atomic_unit_in_ready(&twin_), dut.in_ready);
        bench_.compare("reply_ready", rs_atomic_unit_reply_ready(&twin_, in.wb_ready), dut.reply_ready);
        bench_.compare("empty", rs_atomic_unit_empty(&twin_), dut.empty);
        bench_.compare("settled", rs_atomic_unit_settled(&twin_), dut.settled);
        bench_.compare("request_valid", turn != nullptr, dut.request_valid);
        if (turn != nullptr) {
            bench_.compare("request_address", turn->block, rs::get(dut.request_address, 0, block_bits));
            bench_.compare("request_id", turn->id, rs::get(dut.request_id, 0, id_bits));
            bench_.compare("request_operation", turn->operation, dut.request_operation);
            bench_.compare("request_returns", turn->returns, dut.request_returns);
            bench_.compare("request_words", turn->words, rs::get(dut.request_words, 0, block_words));
            bench_.compare_words("request_data", turn->data, dut.request_data, 0, block_words * 32);
        }
        bench_.compare("wb_valid", twin_.wb_valid, dut.wb_valid);
        if (twin_.wb_valid) {
            bench_.compare("wb_warp", twin_.wb.warp, rs::get(dut.wb_warp, 0, warp_bits));
            bench_.compare("wb_register", twin_.wb.first_register, rs::get(dut.wb_register, 0, register_bits));
            bench_.compare("wb_mask", twin_.wb.mask, rs::get(dut.wb_mask, 0, lanes));
            bench_.compare("wb_level", twin_.wb.level, dut.wb_level);
            bench_.compare_words("wb_data", twin_.wb.data, dut.wb_data, 0, lanes * 32);
        }
    }

    /* Turns that an instruction needs: in each block as many as its most wanted word has lanes; a lane each to swap. */
    uint32_t turns_needed()
    {
        std::map<uint64_t, std::map<uint64_t, uint32_t>> wanted;
        uint32_t turns = 0, active = 0;
        for (uint32_t l = 0; l < lanes; l++)
            if (group_.mask >> l & 1) {
                wanted[group_.address[l] / 4 / block_words][group_.address[l] / 4]++;
                active++;
            }
        bench_.count("several_blocks", wanted.size() > 1);
        for (const auto &block : wanted) {
            uint32_t most = 0;
            for (const auto &word : block.second)
                most = std::max(most, word.second);
            bench_.count("word_twice", most > 1);
            turns += most;
        }
        turns = kind_.operation == rs::ATOMIC_COMPARE_SWAP ? active : turns;
        bench_.count("one_turn", turns == 1);
        bench_.count("several_turns", turns > 1);
        bench_.count("turn_a_lane", turns == active && active > 1);
        return turns;
    }

    /* The instruction is taken: lane by lane, on the image. */
    void carry_out()
    {
        Awaited load = {group_.warp, group_.first_register, group_.mask, {}};
        for (uint32_t l = 0; l < lanes; l++) {
            if ((group_.mask >> l & 1) == 0)
                continue;
            uint32_t &word = image_.at(group_.address[l] / 4);
            load.old[l] = word;
            word = rs::atomic_result(kind_.operation, word, group_.data[l], kind_.compare[l]);
            if (kind_.operation == rs::ATOMIC_COMPARE_SWAP)
                bench_.count(load.old[l] != kind_.compare[l] ? "not_swapped"
                             : load.old[l] < small_words     ? "swapped_small"
                                                             : "swapped_wide",
                             true);
            bench_.count("first_block", group_.address[l] / 4 / block_words == 0);
            bench_.count("last_block", group_.address[l] / 4 / block_words == blocks - 1);
        }
        if (kind_.returns)
            awaited_.push_back(load);
        turns_wanted_.push_back(turns_needed());
        bench_.count(operations[kind_.operation], true);
        bench_.count(kind_.returns ? "returns" : "returns_nothing", true);
        bench_.count("one_lane", (group_.mask & (group_.mask - 1)) == 0);
        bench_.count("all_lanes", group_.mask == all_lanes);
        bench_.count("some_lanes", group_.mask != all_lanes);
    }

    void judge_words()
    {
        Vdut &dut = bench_.dut();
        const uint64_t mask = rs::get(dut.wb_mask, 0, lanes);
        for (std::size_t k = 0; k < awaited_.size(); k++) {
            Awaited &load = awaited_[k];
            if (load.warp != rs::get(dut.wb_warp, 0, warp_bits)
                || load.first_register != rs::get(dut.wb_register, 0, register_bits))
                continue;
            bench_.expect("lanes that wait, some of them", 1, mask != 0 && (mask & ~load.lanes) == 0);
            for (uint32_t l = 0; l < lanes; l++)
                bench_.expect("old word of the lane", mask >> l & 1 ? load.old[l] : 0, rs::get(dut.wb_data, l * 32, 32),
                              static_cast<int>(l));
            load.lanes &= ~mask;
            if (load.lanes == 0)
                awaited_.erase(awaited_.begin() + static_cast<std::ptrdiff_t>(k));
            return;
        }
        bench_.expect("an instruction that waits for words", 1, 0);
    }

    /* A request is taken, by the hardware's ports. */
    void judge_request()
    {
        Vdut &dut = bench_.dut();
        Answer answer = Answer();
        const uint32_t words = static_cast<uint32_t>(rs::get(dut.request_words, 0, block_words));
        rs::get_words(dut.request_data, 0, block_words * 32, answer.reply.data);
        answer.reply.id = static_cast<uint32_t>(rs::get(dut.request_id, 0, id_bits));
        answer.reply.from_memory = bench_.chance(50);
        answer.number = ++number_;
        rs::atomic_perform(memory_, block_words, rs::get(dut.request_address, 0, block_bits), dut.request_operation, words,
                           answer.reply.data);
        answers_.push_back(answer);
        bench_.count("turn_of_several_words", (words & (words - 1)) != 0);
        bench_.expect("some word", 1, words != 0);
        bench_.expect("a turn of an instruction", 1, !turns_wanted_.empty());
        if (++turns_ == turns_wanted_.front()) {
            turns_wanted_.pop_front();
            turns_ = 0;
        }
    }

    void cycle()
    {
        const bool end = bench_.cycle() + drain >= bench_.cycles(), refusing = bench_.is_case("refusing");
        const bool rst = bench_.is_case("reset") && !end && bench_.random_below(200) == 0;
        rs_atomic_inputs in = rs_atomic_inputs();
        if (bench_.cycle() % 128 == 0)
            for (uint32_t &percent : burst_)
                percent = bench_.random_below(101);
        if (!have_ && !end && bench_.chance(bench_.is_case("late") ? 90 : burst_[0]))
            invent();
        in.group = have_ ? &group_ : nullptr;
        in.kind = &kind_;
        in.request_ready = bench_.chance(end ? 100 : refusing ? 20 : 30 + burst_[1] * 7 / 10);
        in.wb_ready = bench_.chance(end ? 100 : refusing ? 20 : 30 + burst_[2] * 7 / 10);
        if (!reply_shown_ && !answers_.empty() && bench_.chance(end ? 100 : bench_.is_case("late") ? 5 : burst_[3])) {
            const std::size_t k = bench_.random_below(static_cast<uint32_t>(answers_.size()));
            bench_.count("reply_out_of_order", k != 0);
            std::swap(answers_[0], answers_[k]);
            std::sort(answers_.begin() + 1, answers_.end(), [](const Answer &a, const Answer &b) { return a.number < b.number; });
            reply_shown_ = true;
        }
        in.reply = reply_shown_ ? &answers_.front().reply : nullptr;
        drive(in, rst);
        bench_.eval();
        const rs_atomic_turn *turn = rs_atomic_unit_request(&twin_);
        compare_outputs(turn, in);
        const bool taken = in.group != nullptr && rs_atomic_unit_in_ready(&twin_), sends = twin_.sender != places;
        const bool answered = in.reply != nullptr && rs_atomic_unit_reply_ready(&twin_, in.wb_ready);
        uint32_t busy = 0;
        for (uint32_t place = 0; place < places; place++)
            busy += twin_.busy >> place & 1;
        bench_.count("all_places", busy == places);
        bench_.count("waits_to_send", twin_.queued != 0);
        bench_.count("silent_and_not", (twin_.busy & twin_.silent) != 0 && (twin_.busy & ~twin_.silent) != 0);
        bench_.count("in_waits_for_a_place", in.group != nullptr && busy == places);
        bench_.count("request_refused", turn != nullptr && !in.request_ready);
        bench_.count("reply_refused", in.reply != nullptr && !answered);
        bench_.count("words_refused", twin_.wb_valid && !in.wb_ready);
        bench_.count("reply_to_another_than_the_sender", answered && sends && in.reply->id >> bits_of(lanes) != twin_.sender);
        bench_.count("level_l2", twin_.wb_valid && twin_.wb.level == RS_SERVED_L2);
        bench_.count("level_memory", twin_.wb_valid && twin_.wb.level == RS_SERVED_MEMORY);
        bench_.count("empties", rs_atomic_unit_empty(&twin_) && bench_.cycle() > 100);
        bench_.count("reset_midway", rst && busy != 0);
        if (twin_.wb_valid && in.wb_ready)
            judge_words();
        if (taken)
            carry_out();
        if (turn != nullptr && in.request_ready)
            judge_request();
        if (bench_.cycle() + 1 == bench_.cycles()) {
            bench_.expect("empty at the end", 1, bench_.dut().empty);
            bench_.expect("every lane answered", 0, awaited_.size());
            bench_.expect("every turn sent", 0, turns_wanted_.size());
            for (const auto &word : image_.all())
                bench_.expect("word in memory at the end", word.second, memory_.at(word.first));
        }
        bench_.clock();
        rs_atomic_unit_clock(&twin_, &in);
        have_ = have_ && !taken;
        if (answered) {
            answers_.pop_front();
            reply_shown_ = false;
        }
        if (rst)
            forget();
    }

    rs::Cosim<Vdut> bench_;
    rs_atomic_unit twin_ = rs_atomic_unit();
    rs_warp_group group_ = rs_warp_group();
    rs_atomic_kind kind_ = rs_atomic_kind();
    rs::AtomicWords memory_, image_;
    std::deque<Answer> answers_; /* the first is at the port, if reply_shown_ */
    std::vector<Awaited> awaited_;
    std::deque<uint32_t> turns_wanted_;
    uint32_t turns_ = 0;
    uint64_t number_ = 0;
    bool have_ = false, reply_shown_ = false;
    uint32_t burst_[4] = {50, 50, 50, 50};
};

} // namespace

int main(int argc, char **argv)
{
    return AtomicUnitBench(argc, argv).run();
}
