/* rs_cta_dispatch beside cmodel/machine/cta_dispatch.c. Around it SMs whose CTAs live for random times, rest for a while until
 * they are quiet, release when they like and settle when they like; release_ready, settled and quiet also come when nobody asks.
 *
 * The header's sentences, judged by lists of residents: each CTA of a launch starts once, in order, on an SM with the fewest
 * residents, the lowest number, the lowest free place; one a cycle while there is room below the limit, none without, and no place
 * from the limit on; the launch ends when all places are free and all SMs quiet, by a release of every SM, a settled machine and an
 * acquire of one cycle, in that order, and the next launch is taken after it. */
#include <algorithm>
#include <utility>
#include <vector>

#include "Vdut.h"
#include "cosim.h"
#include "machine/cta_dispatch.h"

static const uint32_t sms = RTL_SMS, places = RTL_SM_CTAS;

/* Bits of a number below `count`, at least one. */
static constexpr uint32_t bits_of(uint32_t count, uint32_t bits = 1)
{
    return count >> bits == 0 || count == 1u << bits ? bits : bits_of(count, bits + 1);
}

static const uint32_t id_bits = bits_of(sms), place_bits = bits_of(places);
static const uint64_t all_sms = UINT64_MAX >> (64 - sms);

namespace {

enum {
    LAUNCH, LAUNCH_WAITS, ONE_CTA, FEWER_THAN_PLACES, MORE_THAN_PLACES, NOTHING_TO_START, START, NO_ROOM, LAST_START,
    END_WHILE_STARTING, QUIET_LATE, READY_UNASKED, SETTLED_UNASKED, SETTLED_AT_ONCE, SETTLED_LATE, OVER,
    NEXT_AT_ONCE, RESET_RUNNING, RESET_RELEASING, MANY_STARTED
};

class CtaDispatchBench {
  public:
    CtaDispatchBench(int argc, char **argv)
        : bench_(argc, argv, 20000, {"random", "short", "long", "many", "hurry", "reset", "wide"})
    {
        bench_.declare_bins({"launch", "launch_waits", "one_cta", "fewer_than_places", "more_than_places", "nothing_to_start",
                             "start", "no_room", "last_start", "end_while_starting", "quiet_late",
                             "ready_unasked", "settled_unasked", "settled_at_once", "settled_late", "over",
                             "next_at_once", "reset_running", "reset_releasing", "many_started"});
        if (places > 1)
            bench_.declare_bins({"limit_below", "higher_place"});
        if (sms > 1)
            bench_.declare_bins({"higher_sm", "uneven", "release_in_parts"});
        if (places * sms > 1)
            bench_.declare_bins({"starts_in_a_row"});
    }

    int run()
    {
        while (bench_.next_case()) {
            rs_cta_dispatch_init(&twin_, sms, places);
            forget();
            first_ = true;
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    void forget()
    {
        left_.assign(sms, std::vector<uint32_t>(places, 0));
        rest_.assign(sms, 0);
        ctas_ = started_ = limit_ = 0;
        running_ = ending_ = false;
        released_ = settled_ = false;
        started_before_ = over_before_ = false;
        waits_ = 0;
    }

    uint32_t residents(uint32_t sm) const
    {
        return static_cast<uint32_t>(std::count_if(left_[sm].begin(), left_[sm].end(), [](uint32_t l) { return l != 0; }));
    }

    void drive()
    {
        const bool wide = bench_.is_case("wide"); /* numbers of CTAs with any bit set; most launches are cut off by a reset */
        const bool hurry = bench_.is_case("hurry") || wide;
        in_ = rs_cta_dispatch_inputs();
        if (!offered_) {
            offered_ = bench_.chance(hurry ? 100 : bench_.is_case("short") ? 40 : 10);
            const uint32_t few = 1 + bench_.random_below(3), some = 1 + bench_.random_below(sms * places);
            const uint32_t more = sms * places + 1 + bench_.random_below(3 * sms * places);
            launch_ctas_ = bench_.is_case("many") ? more : bench_.is_case("short") ? few
                         : bench_.chance(40) ? more : bench_.chance(50) ? some : few;
            if (wide)
                launch_ctas_ = first_ ? 3000 : (1u << bench_.random_below(32)) + bench_.random_below(3);
            first_ = false;
            launch_limit_ = wide || bench_.chance(30) ? places : 1 + bench_.random_below(places);
        }
        in_.launch_valid = offered_;
        in_.launch_ctas = offered_ ? launch_ctas_ : static_cast<uint32_t>(bench_.random());
        in_.limit = offered_ ? launch_limit_ : bench_.random_below(2u << place_bits);
        for (uint32_t s = 0; s < sms; s++) {
            for (uint32_t p = 0; p < places; p++)
                in_.place_free[s] = static_cast<uint8_t>(in_.place_free[s] | (left_[s][p] == 0) << p);
            in_.sm_quiet.word[0] |= static_cast<uint64_t>(residents(s) == 0 && rest_[s] == 0) << s;
            in_.release_ready.word[0] |= static_cast<uint64_t>(hurry || bench_.chance(30)) << s;
        }
        in_.settled = hurry || bench_.chance(20);
    }

    /* What must come out, from the lists. */
    void judge()
    {
        Vdut &dut = bench_.dut();
        std::pair<uint32_t, uint32_t> best(limit_, 0);
        uint32_t most = 0, least = places;
        for (uint32_t s = 0; s < sms; s++) {
            most = std::max(most, residents(s));
            least = std::min(least, residents(s));
            if (residents(s) < best.first)
                best = std::make_pair(residents(s), s);
        }
        const bool wanted = running_ && started_ != ctas_, room = best.first < limit_;
        bench_.expect("a CTA starts", wanted && room, dut.start_valid);
        bench_.expect("a launch is taken while none runs", !running_ && !ending_, dut.launch_ready);
        if (wanted && room) {
            const uint32_t place = static_cast<uint32_t>(std::find(left_[best.second].begin(), left_[best.second].end(), 0u) -
                                                         left_[best.second].begin());
            bench_.expect("its number", started_, dut.start_cta);
            bench_.expect("the SM with the fewest residents", best.second, rs::get(dut.start_sm, 0, id_bits));
            bench_.expect("the lowest free place", place, rs::get(dut.start_place, 0, place_bits));
            bench_.expect("a place below the limit", 1, place < limit_);
            bench_.count("limit_below", limit_ < places);
            bench_.count("higher_place", place == places - 1);
            bench_.count("higher_sm", best.second == sms - 1);
            bench_.count("uneven", most > least + 1 || (places == 1 && most > least));
        }
        bench_.count(START, wanted && room);
        bench_.count("starts_in_a_row", wanted && room && started_before_);
        bench_.count(NO_ROOM, wanted && !room);
        bench_.count(LAST_START, wanted && room && started_ + 1 == ctas_);
        bench_.count(END_WHILE_STARTING, wanted && room && ended_);
        bench_.count(NOTHING_TO_START, running_ && started_ == ctas_ && most != 0);
        bench_.count(QUIET_LATE, running_ && started_ == ctas_ && most == 0 && in_.sm_quiet.word[0] != all_sms);
        started_before_ = wanted && room;
        if (dut.fence_release_valid != 0)
            bench_.expect("a release only at the end", 1, ending_ && !released_);
        if (dut.fence_acquire_valid)
            bench_.expect("an acquire of a settled machine", 1, ending_ && released_ && settled_);
        bench_.expect("over with the acquire", dut.fence_acquire_valid, dut.launch_over);
    }

    void count_end(const rs_cta_dispatch_outputs &out)
    {
        const bool releasing = out.release_valid.word[0] != 0;
        bench_.count(LAUNCH, in_.launch_valid && out.launch_ready);
        bench_.count(LAUNCH_WAITS, in_.launch_valid && !out.launch_ready);
        bench_.count(NEXT_AT_ONCE, in_.launch_valid && out.launch_ready && over_before_);
        bench_.count("release_in_parts", releasing && out.release_valid.word[0] != all_sms);
        bench_.count(READY_UNASKED, running_ && in_.release_ready.word[0] != 0);
        bench_.count(SETTLED_UNASKED, running_ && in_.settled);
        bench_.count(SETTLED_AT_ONCE, ending_ && released_ && !settled_ && in_.settled && waits_ == 0);
        bench_.count(SETTLED_LATE, ending_ && released_ && !settled_ && in_.settled && waits_ > 3);
        bench_.count(OVER, out.launch_over);
    }

    /* The lists after this cycle. */
    void advance(const rs_cta_dispatch_outputs &out)
    {
        bool none = true;
        for (uint32_t s = 0; s < sms; s++)
            none = none && residents(s) == 0 && rest_[s] == 0;
        over_before_ = out.launch_over;
        if (out.launch_over)
            ending_ = false;
        else if (ending_ && !released_) {
            unreleased_ &= ~in_.release_ready.word[0];
            released_ = unreleased_ == 0;
        } else if (ending_ && !settled_) {
            settled_ = in_.settled;
            waits_++;
        } else if (running_ && started_ == ctas_ && none) {
            running_ = false;
            ending_ = true;
            released_ = settled_ = false;
            unreleased_ = all_sms;
            waits_ = 0;
        } else if (!running_ && !ending_ && in_.launch_valid) {
            running_ = true;
            ctas_ = launch_ctas_;
            limit_ = launch_limit_;
            started_ = 0;
            offered_ = false;
            bench_.count(ONE_CTA, ctas_ == 1);
            bench_.count(FEWER_THAN_PLACES, ctas_ <= sms * places);
            bench_.count(MORE_THAN_PLACES, ctas_ > sms * places);
        }
        ended_ = false;
        for (uint32_t s = 0; s < sms; s++) {
            const bool had = residents(s) != 0;
            for (uint32_t &left : left_[s])
                if (left != 0) {
                    left--;
                    ended_ = ended_ || left == 0;
                }
            if (had && residents(s) == 0)
                rest_[s] = bench_.is_case("hurry") ? 0 : bench_.random_below(6);
            else if (rest_[s] != 0)
                rest_[s]--;
        }
        if (out.start_valid) {
            left_[out.start_sm][out.start_place] =
                1 + (bench_.is_case("wide") ? 0 : bench_.is_case("long") ? 20 + bench_.random_below(100 + 2 * sms * places) : bench_.random_below(bench_.chance(20) ? 3 * sms : 12));
            started_++;
        }
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        const bool cut_off = bench_.is_case("wide") && running_ && ctas_ > 3000 && started_ > 30;
        const bool rst = cut_off || (bench_.is_case("reset") && bench_.chance(1));
        rs_cta_dispatch_outputs out;
        drive();
        dut.rst = rst;
        dut.launch_valid = in_.launch_valid;
        dut.launch_ctas = in_.launch_ctas;
        rs::set(dut.limit, 0, place_bits + 1, in_.limit);
        for (uint32_t s = 0; s < sms; s++)
            rs::set(dut.place_free, s * places, places, in_.place_free[s]);
        rs::set(dut.sm_quiet, 0, sms, in_.sm_quiet.word[0]);
        rs::set(dut.release_ready, 0, sms, in_.release_ready.word[0]);
        dut.settled = in_.settled;
        bench_.eval();

        rs_cta_dispatch_offer(&twin_, &in_, &out);
        bench_.compare("launch_ready", out.launch_ready, dut.launch_ready);
        bench_.compare("start_valid", out.start_valid, dut.start_valid);
        if (out.start_valid) {
            bench_.compare("start_sm", out.start_sm, rs::get(dut.start_sm, 0, id_bits));
            bench_.compare("start_place", out.start_place, rs::get(dut.start_place, 0, place_bits));
            bench_.compare("start_cta", out.start_cta, dut.start_cta);
        }
        bench_.compare("fence_release_valid", out.release_valid.word[0], rs::get(dut.fence_release_valid, 0, sms));
        bench_.compare("fence_acquire_valid", out.acquire_valid, dut.fence_acquire_valid);
        bench_.compare("launch_over", out.launch_over, dut.launch_over);
        judge();
        count_end(out);
        bench_.count(MANY_STARTED, out.start_valid && out.start_cta >> 11 != 0);
        bench_.count(RESET_RUNNING, rst && running_);
        bench_.count(RESET_RELEASING, rst && out.release_valid.word[0] != 0);

        bench_.clock();
        rs_cta_dispatch_clock(&twin_, &in_);
        if (rst) {
            rs_cta_dispatch_reset(&twin_);
            forget();
        } else {
            advance(out);
        }
    }

    rs::Cosim<Vdut> bench_;
    rs_cta_dispatch twin_ = rs_cta_dispatch();
    rs_cta_dispatch_inputs in_ = rs_cta_dispatch_inputs();
    std::vector<std::vector<uint32_t>> left_; /* cycles that a place's CTA has left, 0: none */
    std::vector<uint32_t> rest_;              /* cycles that an SM without CTAs has left until it is quiet */
    bool first_ = true; /* the case's first launch is to come */
    uint32_t launch_ctas_ = 0, launch_limit_ = 0, ctas_ = 0, started_ = 0, limit_ = 0, waits_ = 0;
    uint64_t unreleased_ = 0;
    bool offered_ = false, running_ = false, ending_ = false, released_ = false, settled_ = false;
    bool started_before_ = false, over_before_ = false, ended_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return CtaDispatchBench(argc, argv).run();
}
