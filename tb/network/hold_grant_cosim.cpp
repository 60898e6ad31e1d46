/* rs_hold_grant (around rs_pim_allocator: hold_grant_bench.v) beside its C twin and beside the header's sentences
 * played out on full matrices (reference_hold_grant.h). Straps change with every reset, so one build serves all
 * policies, limits, hash widths and the guard. Checked as well: the wait bound of limit and guard wherever every
 * input has one request at most, that a directed case reaches it exactly, and starvation without them. */
#include <algorithm>

#include "../common/bins.h"
#include "../network/reference_hold_grant.h"
#include "../network/hold_grant_twin.h"
#include "Vdut.h"

static const uint32_t inputs = RTL_INPUTS, outputs = RTL_OUTPUTS, banks = RTL_BANKS, row_bits = RTL_ROW_BITS;
static const uint32_t hash_width = RTL_HASH_WIDTH, key_sets = RTL_KEYS, iterations = RTL_ITERATIONS, pick = RTL_PICK;
static const rs::ReferencePim allocator = {inputs, outputs, iterations, pick};
typedef rs::Cosim<Vdut> Bench;

namespace {

/* How requests come and go in an episode, the cycles from one reset to the next; shares in percent. */
struct Traffic {
    uint32_t arrive, vanish, stream, same_row, ready;
    uint32_t outputs_used;
    bool single;               /* one request an input at most */
    uint32_t inputs_used = inputs; /* from first_input on, around the end */
    uint32_t first_input = 0;
};

struct Episode {
    rs::HoldStraps straps;
    Traffic traffic;
    uint64_t length;
};

enum BinName {
    HELD, BLOCKED_KEEPS, VANISHED_KEEPS, VANISHED_LOSES, ERASED, RESET_IN_HOLD, LIMIT_SOLE, LIMIT_HOLDER_AGAIN,
    LIMIT_OTHER, LIMIT_1, LIMIT_255, ROW_HIT, ROW_MISS, ROW_OTHER_BANK, ROW_RESET_VALUE, HASH_HIT, HASH_MISS,
    HASH_OTHER_ROW, HASH_NARROWEST, HASH_WIDEST, NO_POLICY, GUARD_WINS, GUARD_BELOW_HOLD, GUARD_INPUT_HELD,
    GUARD_CONFLICT, GUARD_IDLE, GUARD_REFUSED_ALLOCATOR, SEVERAL_WITH_HOLD, NO_GRANT_KEEPS, BOUND_REACHED, STARVED,
    BINS
};
const bool several_inputs = inputs > 1, several_outputs = outputs > 1, both = inputs > 1 && outputs > 1;
const rs::PossibleBin bin_list[BINS] = {
    {"held_grant", true},
    {"hold_kept_while_blocked", true},
    {"hold_kept_while_request_vanished", true},
    {"hold_lost_while_request_vanished", several_inputs},
    {"hold_erased_by_grant_elsewhere", several_outputs},
    {"reset_in_mid_hold", true},
    {"limit_reached_sole_requester", true},
    {"limit_reached_holder_wins_again", several_inputs},
    {"limit_reached_other_wins", several_inputs},
    {"limit_1_reached", true},
    {"limit_255_reached", true},
    {"row_hit", true},
    {"row_miss", true},
    {"row_hit_of_an_earlier_bank", banks > 1},
    {"row_hit_on_reset_value", banks > 1},
    {"hash_hit", true},
    {"hash_miss", true},
    {"hash_hit_of_another_row", row_bits > 1},
    {"hash_of_1_bit", true},
    {"hash_of_full_width", true},
    {"policy_none", true},
    {"guard_wins_over_others", several_inputs},
    {"guard_waits_for_a_hold", several_inputs},
    {"guarded_input_held_elsewhere", several_outputs},
    {"guards_of_two_outputs_on_one_input", several_outputs},
    {"guard_passes_idle_input", several_inputs},
    {"guard_against_the_allocator", several_inputs},
    {"several_requests_beside_a_hold", several_outputs},
    {"arbitration_without_grant", both && iterations < std::min(inputs, outputs)},
    {"wait_bound_reached", inputs > 3},
    {"starvation", several_inputs},
};

class HoldGrantBench {
  public:
    HoldGrantBench(int argc, char **argv)
        : bench_(argc, argv, inputs * outputs > 256 ? 4500 : inputs * outputs > 64 ? 12000 : 48000,
                 {"random", "one_request", "saturated", "sole", "limit_255", "bound", "starvation"}),
          bins_(bench_, bin_list), reference_(inputs, outputs, banks, rs::HoldStraps()), request_(inputs, outputs), grant_(inputs, outputs),
          keys_(inputs * outputs), wait_(inputs * outputs), word_((allocator.random_bits() + 31) / 32),
          blocked_(outputs), lost_(outputs), without_grant_(outputs), granted_key_(outputs)
    {
    }

    int run()
    {
        while (bench_.next_case()) {
            start_episode();
            while (bench_.next_cycle()) {
                bench_.dut().rst = rest_ == 0;
                stimulus();
                cycle();
            }
        }
        return bench_.finish();
    }

  private:
    void count(BinName name, bool hit) { bins_.count(name, hit); }
    uint32_t below(uint32_t bound) { return bench_.random_below(bound); }

    /* ---- stimulus ---- */

    void start_episode()
    {
        static const uint32_t limits[] = {0, 0, 1, 1, 2, 3, 4, 8, 254, 255};
        Episode &e = episode_;
        e.straps.policy = below(4);
        e.straps.limit = limits[below(10)];
        e.straps.guard = e.straps.limit != 0 && bench_.chance(50);
        e.straps.hash_bits = bench_.chance(25) ? 1 : bench_.chance(35) ? hash_width : 1 + below(hash_width);
        e.traffic = Traffic{1 + below(100), bench_.chance(50) ? 0 : below(40), below(101), below(101),
                            bench_.chance(30) ? 100 : 10 + below(91), 1 + below(outputs), false};
        if (bench_.chance(40)) {
            e.traffic.inputs_used = 1 + below(std::min(inputs, 4u));
            e.traffic.first_input = below(inputs);
        }
        e.length = 40 + below(300);
        if (bench_.is_case("one_request")) {
            e.traffic.single = true;
        } else if (bench_.is_case("saturated")) {
            e.traffic = Traffic{100, 0, 100, below(101), 60 + below(41), 1 + below(std::min(outputs, 2u)),
                                bench_.chance(50)};
            e.length = bench_.chance(50) ? 1200 : 200;
        } else if (bench_.is_case("sole")) {
            e.traffic = Traffic{100, below(10), 95, 95, 50 + below(51), 1, true, 1, below(inputs)};
            e.length = 700;
        } else if (bench_.is_case("limit_255")) {
            const uint32_t limit = directed_episode_++ % 2 == 0 ? 255 : 128 + below(127);
            e.straps = rs::HoldStraps{rs::HG, 1, limit, bench_.chance(50)};
            e.traffic = Traffic{100, 0, 100, 0, 95, 1 + below(std::min(outputs, 2u)), bench_.chance(50)};
            e.length = 1400;
        } else if (bench_.is_case("bound")) {
            static const uint32_t bounds[] = {1, 2, 4, 16};
            e.straps = rs::HoldStraps{rs::HG, 1, bounds[directed_episode_++ % 4], true};
            e.traffic = Traffic{100, 0, 100, 100, 50 + below(51), 1, true};
            e.length = 3 * inputs * (e.straps.limit + 1) + 100;
        } else if (bench_.is_case("starvation")) {
            e.straps = rs::HoldStraps{rs::HG, 1, 0, false};
            e.traffic = Traffic{100, 0, 100, 100, 100, 1, true};
            e.length = bench_.cycles();
        }
        winner_ = below(inputs);
        victim_ = below(inputs);
        phase_ = GATHER;
        rest_ = e.length;
        const rs::HoldStraps &s = e.straps;
        reference_ = rs::ReferenceHoldGrant(inputs, outputs, banks, s);
        rs_hold_grant_init(&twin_, inputs, outputs, s.policy, s.hash_bits, s.limit, s.guard);
        twin_.pair_keys = key_sets > 1;
        request_ = grant_ = rs::PairMatrix(inputs, outputs);
        std::fill(wait_.begin(), wait_.end(), 0);
        std::fill(blocked_.begin(), blocked_.end(), false);
        std::fill(lost_.begin(), lost_.end(), 0);
        std::fill(without_grant_.begin(), without_grant_.end(), false);
        std::fill(granted_key_.begin(), granted_key_.end(), rs::HoldKey());
        Vdut &dut = bench_.dut();
        dut.policy = static_cast<uint8_t>(s.policy);
        dut.hash_bits = static_cast<uint8_t>(s.hash_bits);
        dut.hold_limit = static_cast<uint8_t>(s.limit);
        dut.wait_guard = s.guard;
    }

    /* A key like the last one granted there, with the same hash, row 0, or any. */
    rs::HoldKey new_key(uint32_t o)
    {
        rs::HoldKey key = {below(banks), below(1u << row_bits)};
        uint32_t bits = episode_.straps.hash_bits;
        if (bench_.chance(episode_.traffic.same_row)) {
            key.row = reference_.last_row[o][key.bank];
            if (bench_.chance(20) && bits < row_bits)
                key.row ^= (1u | 1u << bits) << below(row_bits - bits);
        } else if (bench_.chance(20)) {
            key.row = 0;
        }
        return key;
    }

    void request(uint32_t i, uint32_t o)
    {
        request_(i, o) = 1;
        rs::HoldKey key = new_key(o);
        for (uint32_t other = 0; other < outputs; other++)
            if (key_sets == 1 || other == o)
                keys_[i * outputs + other] = key;
    }

    /* Requests of this cycle from those of the last and its grants. */
    void stimulus()
    {
        const Traffic &t = episode_.traffic;
        bool directed = bench_.is_case("bound") || bench_.is_case("starvation");
        for (uint32_t i = 0; i < inputs; i++) {
            for (uint32_t o = 0; o < outputs; o++) {
                if (grant_(i, o)) {
                    request_(i, o) = 0;
                    if (!directed && bench_.chance(t.stream))
                        request(i, o);
                } else if (request_(i, o) && bench_.chance(t.vanish)) {
                    request_(i, o) = 0;
                }
            }
            if (!directed && bench_.chance(t.arrive) && !(t.single && request_.row(i) != 0)
                && (i + inputs - t.first_input) % inputs < t.inputs_used) {
                uint32_t o = below(t.outputs_used);
                if (!request_(i, o))
                    request(i, o);
            }
        }
        if (bench_.is_case("bound"))
            bound_requests();
        if (bench_.is_case("starvation"))
            for (uint32_t i = 0; i < inputs; i++)
                if (i == winner_ || bench_.cycle() > 4)
                    request_(i, 0) = 1;
        ready_ = 0;
        for (uint32_t o = 0; o < outputs; o++)
            ready_ |= static_cast<uint64_t>(bench_.chance(t.ready)) << o;
        uint32_t kind = below(8);
        for (uint32_t &bits : word_)
            bits = kind == 0 ? 0 : kind == 1 ? ~UINT32_C(0) : static_cast<uint32_t>(bench_.random() >> 32);
        uint32_t used = allocator.random_bits() % 32;
        if (used != 0)
            word_.back() &= (UINT32_C(1) << used) - 1;
    }

    /* The longest wait: the victim asks nothing while it is visited, when the hold goes to a newcomer; from then on
     * everybody asks, and each of the other visits takes a whole round of held grants. */
    void bound_requests()
    {
        bool visited = reference_.visit[0] == victim_;
        uint32_t newcomer = (victim_ + 2) % inputs;
        if (phase_ == GATHER && visited)
            phase_ = VISIT;
        else if (phase_ == VISIT && !visited)
            phase_ = WAIT;
        else if (phase_ == WAIT && grant_(victim_, 0))
            phase_ = DONE;
        for (uint32_t i = 0; i < inputs; i++)
            request_(i, 0) = phase_ == GATHER ? i != victim_ : phase_ == VISIT ? i == newcomer : 1;
    }

    /* ---- one cycle ---- */

    void cycle()
    {
        Vdut &dut = bench_.dut();
        const uint32_t bank_bits = rs::ReferencePim::arbiter_bits(banks, 0);
        for (uint32_t i = 0; i < inputs; i++) {
            rs::set(dut.request, i * outputs, outputs, request_.row(i));
            for (uint32_t k = 0; k < key_sets; k++) {
                const rs::HoldKey &key = keys_[i * outputs + k];
                rs::set(dut.bank, (i * key_sets + k) * bank_bits, bank_bits, key.bank);
                rs::set(dut.row, (i * key_sets + k) * row_bits, row_bits, key.row);
            }
        }
        rs::set(dut.ready, 0, outputs, ready_);
        rs::set_words(dut.random, 0, allocator.random_bits(), word_.data());
        bench_.eval();

        reference_.decide(request_, ready_, keys_);
        grant_ = reference_.grants(allocator, word_);
        HoldGrantTwin::Decision twin = twin_cycle();
        uint64_t arbitrate = 0;
        for (uint32_t o = 0; o < outputs; o++)
            arbitrate |= static_cast<uint64_t>(reference_.live.column(o) != 0) << o;
        bench_.compare("arbitrate", twin.active, dut.arbitrate);
        bench_.expect("arbitrate by the definition", arbitrate, dut.arbitrate);
        for (uint32_t i = 0; i < inputs; i++) {
            int index = static_cast<int>(i);
            uint64_t masked = rs::get(dut.masked_request, i * outputs, outputs);
            uint64_t grant = rs::get(dut.grant, i * outputs, outputs);
            bench_.compare("masked_request, row", twin.masked.row(i), masked, index);
            bench_.expect("masked_request by the definition, row", reference_.masked.row(i), masked, index);
            bench_.compare("grant, row", twin.grant.row(i), grant, index);
            bench_.expect("grant by the definition, row", grant_.row(i), grant, index);
        }
        count_bins();
        check_waits();
        bench_.clock();
        if (rest_ == 0) {
            for (uint32_t i = 0; i < inputs; i++)
                count(RESET_IN_HOLD, reference_.hold.row(i) != 0);
            start_episode();
        } else {
            reference_.clock(grant_, keys_);
            rest_--;
        }
    }

    /* ---- properties ---- */

    void check_waits()
    {
        const rs::HoldStraps &s = episode_.straps;
        uint64_t bound = static_cast<uint64_t>(inputs) * (s.limit + 1);
        for (uint32_t i = 0; i < inputs; i++)
            for (uint32_t o = 0; o < outputs; o++) {
                uint64_t &wait = wait_[i * outputs + o];
                wait = request_(i, o) ? wait + (reference_.live.column(o) != 0) : 0;
                if (s.guard && episode_.traffic.single)
                    bench_.expect("wait within INPUTS * (L + 1)", 1, wait <= bound, static_cast<int>(i));
                if (bench_.is_case("bound") && phase_ == WAIT && i == victim_ && grant_(i, o) && inputs > 3) {
                    bench_.expect("longest wait", bound, wait);
                    count(BOUND_REACHED, wait == bound);
                }
                count(STARVED, bench_.is_case("starvation") && wait > 17 * inputs);
                if (grant_(i, o))
                    wait = 0;
            }
        if (bench_.is_case("starvation"))
            bench_.expect("the only winner", UINT64_C(1) << winner_, grant_.column(0));
    }

    void count_bins()
    {
        const rs::HoldStraps &s = episode_.straps;
        count(NO_POLICY, s.policy == rs::NONE && s.limit != 0);
        for (uint32_t o = 0; o < outputs; o++) {
            uint64_t asking = reference_.live.column(o), won = grant_.column(o), holder = reference_.hold.column(o);
            bool is_held = reference_.held.column(o) != 0;
            count(HELD, is_held);
            count(BLOCKED_KEEPS, is_held && blocked_[o]);
            count(VANISHED_KEEPS, is_held && lost_[o] == 1);
            count(VANISHED_LOSES, lost_[o] == 2 && won != 0);
            count(NO_GRANT_KEEPS, is_held && without_grant_[o]);
            if ((holder & asking) != 0 && s.policy == rs::HG && s.limit != 0 && reference_.count[o] == s.limit) {
                count(LIMIT_SOLE, asking == holder && won == holder);
                count(LIMIT_HOLDER_AGAIN, asking != holder && won == holder);
                count(LIMIT_OTHER, won != 0 && won != holder);
                count(LIMIT_1, s.limit == 1);
                count(LIMIT_255, s.limit == 255);
            }
            for (uint32_t i = 0; i < inputs; i++)
                if (reference_.live(i, o) && reference_.hold(i, o))
                    count_key(o, keys_[i * outputs + o]);
            count_guard(o, asking, won);
            if (is_held && several_outputs)
                for (uint32_t i = 0; i < inputs; i++)
                    count(SEVERAL_WITH_HOLD, reference_.held(i, o) && (reference_.live.row(i) & ~(UINT64_C(1) << o)) != 0);

            /* History for the next cycles. */
            for (uint32_t i = 0; i < inputs; i++)
                count(ERASED, reference_.hold(i, o) && won == 0 && grant_.row(i) != 0);
            if (won != 0) {
                lost_[o] = (holder != 0 && (holder & request_.column(o)) == 0) ? 2 : 0;
                blocked_[o] = without_grant_[o] = false;
                for (uint32_t i = 0; i < inputs; i++)
                    if (grant_(i, o))
                        granted_key_[o] = keys_[i * outputs + o];
            } else {
                blocked_[o] = blocked_[o] || ((ready_ >> o & 1) == 0 && (holder & request_.column(o)) != 0);
                without_grant_[o] = without_grant_[o] || (asking != 0 && holder != 0);
                if (holder != 0 && (holder & request_.column(o)) == 0)
                    lost_[o] = 1;
            }
        }
    }

    void count_key(uint32_t o, const rs::HoldKey &key)
    {
        const rs::HoldStraps &s = episode_.straps;
        bool row_hit = reference_.last_row[o][key.bank] == key.row;
        bool hash_hit = reference_.last_hash[o] == rs::ReferenceHoldGrant::hash(key.row, s.hash_bits);
        if (s.policy == rs::RMHG) {
            count(ROW_HIT, row_hit);
            count(ROW_MISS, !row_hit);
            count(ROW_OTHER_BANK, row_hit && key.row != 0 && granted_key_[o].bank != key.bank);
            count(ROW_RESET_VALUE, row_hit && key.row == 0 && granted_key_[o].bank != key.bank);
        } else if (s.policy == rs::HMHG) {
            count(HASH_HIT, hash_hit);
            count(HASH_MISS, !hash_hit);
            count(HASH_OTHER_ROW, hash_hit && granted_key_[o].row != key.row);
            count(HASH_NARROWEST, hash_hit && s.hash_bits == 1);
            count(HASH_WIDEST, hash_hit && s.hash_bits == hash_width);
        }
    }

    void count_guard(uint32_t o, uint64_t asking, uint64_t won)
    {
        uint32_t i = reference_.visit[o];
        if (!episode_.straps.guard || asking == 0)
            return;
        bool live = reference_.live(i, o), held_column = reference_.held.column(o) != 0;
        count(GUARD_WINS, reference_.guarded(i, o) && (asking & (asking - 1)) != 0);
        count(GUARD_BELOW_HOLD, live && held_column && !reference_.held(i, o));
        count(GUARD_INPUT_HELD, live && !held_column && reference_.held.row(i) != 0);
        count(GUARD_CONFLICT, live && !held_column && (reference_.guarded.row(i) & ((UINT64_C(1) << o) - 1)) != 0);
        count(GUARD_IDLE, !live && won != 0);
        if (reference_.guarded(i, o)) /* without the guard another would have won */
            count(GUARD_REFUSED_ALLOCATOR, !allocator.allocate(reference_.live, word_)(i, o));
    }

    HoldGrantTwin::Decision twin_cycle() { return HoldGrantTwin::cycle(twin_, request_, ready_, keys_, allocator, word_); }

    Bench bench_;
    rs::PossibleBins<BINS> bins_;
    Episode episode_;
    uint64_t rest_ = 0; /* cycles until the reset */
    uint32_t winner_ = 0, victim_ = 0, directed_episode_ = 0;
    enum { GATHER, VISIT, WAIT, DONE } phase_ = GATHER;
    rs_hold_grant twin_;
    rs::ReferenceHoldGrant reference_;
    rs::PairMatrix request_, grant_;
    std::vector<rs::HoldKey> keys_;
    std::vector<uint64_t> wait_;
    std::vector<uint32_t> word_;
    uint64_t ready_ = 0;
    /* Per output, since its last grant: blocked with its holder waiting; 1 the holder's request vanished (2: and
     * somebody else was granted); arbitrated without a grant. And the key last granted. */
    std::vector<bool> blocked_;
    std::vector<int> lost_;
    std::vector<bool> without_grant_;
    std::vector<rs::HoldKey> granted_key_;
};

} // namespace

int main(int argc, char **argv)
{
    return HoldGrantBench(argc, argv).run();
}
