/* rs_vc_merge beside cmodel/network/vc_merge.h, and beside the header's sentences with queues of packets: the VC that
 * must be next, a flit on offer kept until it is taken, packets whole and never interleaved, and no packet that stays acceptable behind
 * more than one packet of each other VC. Cases: a sink that is ready whenever it accepted, and one that is refusing at
 * random. A port with nothing to show has out_valid = 0; its out_flit means nothing. */
#include <deque>

#include "Vdut.h"
#include "cosim.h"
#include "network/vc_merge.h"

static const uint32_t vcs = RTL_VCS, flit_bits = RTL_FLIT, payload_bits = flit_bits - 2;
static const uint32_t words = (flit_bits + 31) / 32;
static const uint32_t most_flits = 5; /* of a packet */

namespace {

enum {
    IDLE, SENDS_BODY, SENDS_SINGLE, SENDS_BACK_TO_BACK, PASSES_A_BLOCKED_VC, ALL_BLOCKED, UNACCEPTABLE_MIDWAY,
    GAP_MIDWAY, REFUSED_HEAD, REFUSED_MIDWAY, KEPT_UNACCEPTABLE, KEPT_BEFORE_EARLIER, FULL_ROUND, RESET_MIDWAY, FROM_VC
};

struct Flit {
    uint32_t word[words];
    bool head, tail;
};

class VcMergeBench {
  public:
    VcMergeBench(int argc, char **argv)
        : bench_(argc, argv, 20000, {"random", "streaming", "blocked", "gaps", "refusing", "one_vc", "reset"})
    {
        bench_.declare_bins({"idle", "sends_body", "sends_single", "sends_back_to_back", "passes_a_blocked_vc",
                             "all_blocked", "unacceptable_midway", "gap_midway", "refused_head", "refused_midway",
                             "kept_though_not_acceptable_now", "kept_though_an_earlier_one_came", "waits_a_full_round", "reset_midway"});
        for (uint32_t v = 0; v < vcs; v++) {
            name_[v] = "from_vc_" + std::to_string(v);
            bench_.declare_bins({name_[v].c_str()});
        }
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
        twin_ = rs_vc_merge();
        next_ = 0;
        sending_ = vcs;
        offered_ = vcs;
        moved_before_ = false;
        for (uint32_t v = 0; v < vcs; v++) {
            queue_[v].clear();
            passed_[v] = 0;
        }
    }

    /* A new random packet for VC v. */
    void fill(uint32_t v)
    {
        uint32_t length = bench_.chance(40) ? 1 : 2 + bench_.random_below(most_flits - 1);
        for (uint32_t k = 0; k < length; k++) {
            Flit flit;
            for (uint32_t &word : flit.word)
                word = static_cast<uint32_t>(bench_.random());
            flit.head = k == 0;
            flit.tail = k == length - 1;
            put(flit.word, payload_bits, flit.head);
            put(flit.word, payload_bits + 1, flit.tail);
            queue_[v].push_back(flit);
        }
    }
    static void put(uint32_t *word, uint32_t bit, bool value)
    {
        word[bit / 32] = (word[bit / 32] & ~(UINT32_C(1) << bit % 32)) | static_cast<uint32_t>(value) << bit % 32;
    }

    /* Chances of this cycle, in percent. */
    void stimulus(uint32_t &valid, uint32_t &acceptable, bool &rst, uint32_t &ready_percent)
    {
        uint32_t fill_percent = 50, accept_percent = 70, gap_percent = 0;
        ready_percent = 100;
        rst = bench_.is_case("reset") && bench_.chance(10);
        if (bench_.cycle() % 64 == 0)
            burst_percent_ = bench_.random_below(101);
        if (bench_.is_case("random")) {
            fill_percent = accept_percent = burst_percent_;
            gap_percent = 20;
            ready_percent = 80;
        } else if (bench_.is_case("streaming")) {
            fill_percent = accept_percent = 100;
        } else if (bench_.is_case("blocked")) {
            fill_percent = 100;
            accept_percent = burst_percent_ / 4;
        } else if (bench_.is_case("gaps")) {
            gap_percent = burst_percent_;
        } else if (bench_.is_case("refusing")) {
            ready_percent = 30;
        } else if (bench_.is_case("one_vc")) {
            fill_percent = bench_.cycle() / 64 % 2 == 0 ? 100 : 20;
        }
        valid = acceptable = 0;
        for (uint32_t v = 0; v < vcs; v++) {
            bool wanted = !bench_.is_case("one_vc") || bench_.cycle() / 64 % vcs == v;
            if (queue_[v].empty() && wanted && bench_.chance(fill_percent))
                fill(v);
            /* A front flit stays valid once shown; behind it the buffer may run dry for a while, also midway. */
            bool shown = !queue_[v].empty() && ((shown_ >> v & 1) != 0 || !bench_.chance(gap_percent));
            valid |= static_cast<uint32_t>(shown) << v;
            acceptable |= static_cast<uint32_t>(bench_.chance(accept_percent)) << v;
        }
    }

    /* The header's first sentence: the VC whose flit must be on the port, vcs for none. */
    uint32_t by_the_header(uint32_t valid, uint32_t acceptable) const
    {
        if (sending_ < vcs)
            return valid >> sending_ & 1 ? sending_ : vcs;
        if (offered_ < vcs)
            return offered_;
        for (uint32_t v = next_; v < next_ + vcs; v++)
            if (valid >> v % vcs & 1 && acceptable >> v % vcs & 1)
                return v % vcs;
        return vcs;
    }

    void cycle()
    {
        uint32_t valid, acceptable, ready_percent;
        bool rst;
        stimulus(valid, acceptable, rst, ready_percent);
        uint32_t from = rs_vc_merge_offer(&twin_, valid, acceptable, vcs);
        bool out_ready = bench_.chance(ready_percent);
        bool moves = from < vcs && out_ready;

        Vdut &dut = bench_.dut();
        dut.rst = rst;
        dut.out_ready = out_ready;
        rs::set(dut.in_valid, 0, vcs, valid);
        rs::set(dut.acceptable, 0, vcs, acceptable);
        for (uint32_t v = 0; v < vcs; v++) {
            Flit noise;
            for (uint32_t &word : noise.word)
                word = static_cast<uint32_t>(bench_.random());
            rs::set_words(dut.in_flit, v * flit_bits, flit_bits, (valid >> v & 1 ? queue_[v].front() : noise).word);
        }
        bench_.eval();
        bench_.compare("out_valid", from < vcs, dut.out_valid);
        bench_.compare("in_ready", moves ? UINT64_C(1) << from : 0, dut.in_ready);
        bench_.expect("the VC of the header", by_the_header(valid, acceptable), from);
        if (from < vcs) {
            bench_.compare_words("out_flit", queue_[from].front().word, dut.out_flit, 0, flit_bits);
            bench_.expect("a head flit between packets only", sending_ == vcs, rs::get(dut.out_flit, payload_bits, 1));
        }
        count(valid, acceptable, from, out_ready, rst);

        bench_.clock();
        shown_ = valid;
        if (moves) {
            bool tail = queue_[from].front().tail;
            rs_vc_merge_step(&twin_, from, tail, vcs);
            queue_[from].pop_front();
            shown_ &= ~(UINT32_C(1) << from);
            sending_ = tail ? vcs : from;
            if (tail)
                next_ = from + 1;
        } else if (from < vcs) {
            rs_vc_merge_step(&twin_, from, false, vcs);
        }
        offered_ = from < vcs && !moves && sending_ == vcs ? from : vcs;
        moved_before_ = moves;
        if (rst) {
            forget();
            shown_ = 0;
        }
    }

    void count(uint32_t valid, uint32_t acceptable, uint32_t from, bool out_ready, bool rst)
    {
        const bool between = sending_ == vcs, sent = from < vcs && out_ready;
        bench_.count(IDLE, valid == 0);
        bench_.count(SENDS_BODY, sent && !between);
        bench_.count(SENDS_SINGLE, sent && queue_[from].front().head && queue_[from].front().tail);
        bench_.count(SENDS_BACK_TO_BACK, sent && between && moved_before_);
        bench_.count(PASSES_A_BLOCKED_VC, sent && between && (valid >> next_ % vcs & 1) != 0 && from != next_ % vcs);
        bench_.count(ALL_BLOCKED, between && valid != 0 && from == vcs);
        bench_.count(UNACCEPTABLE_MIDWAY, sent && !between && (acceptable >> from & 1) == 0);
        bench_.count(GAP_MIDWAY, !between && from == vcs && (valid & acceptable) != 0);
        bench_.count(REFUSED_HEAD, from < vcs && between && !out_ready);
        bench_.count(REFUSED_MIDWAY, from < vcs && !between && !out_ready);
        bench_.count(KEPT_UNACCEPTABLE, offered_ < vcs && (acceptable >> offered_ & 1) == 0);
        bench_.count(KEPT_BEFORE_EARLIER, offered_ < vcs && offered_ != next_ % vcs && (valid & acceptable) >> next_ % vcs & 1);
        bench_.count(RESET_MIDWAY, rst && !between);
        if (sent)
            bench_.count(FROM_VC + from, true);
        /* Heads that other VCs pass while the sink could take them, since they first could. */
        for (uint32_t v = 0; v < vcs; v++) {
            bool waits = (valid >> v & 1) != 0 && queue_[v].front().head;
            if (!waits || (between && (acceptable >> v & 1) == 0) || (sent && from == v)) {
                passed_[v] = 0;
            } else if (sent && queue_[from].front().head) {
                passed_[v]++;
                bench_.expect("other packets in front of one that stays acceptable, at most VCS - 1", 1, passed_[v] < vcs);
                bench_.count(FULL_ROUND, passed_[v] == vcs - 1);
            }
        }
    }

    rs::Cosim<Vdut> bench_;
    rs_vc_merge twin_;
    std::string name_[vcs];
    std::deque<Flit> queue_[vcs];
    uint32_t next_ = 0;           /* VC whose turn it is (mod vcs) */
    uint32_t sending_ = vcs;      /* VC of the packet under way */
    uint32_t offered_ = vcs;      /* VC whose head was refused in the cycle before */
    uint32_t shown_ = 0;          /* VCs whose front flit was valid and stays */
    uint32_t passed_[vcs] = {};
    uint32_t burst_percent_ = 50;
    bool moved_before_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return VcMergeBench(argc, argv).run();
}
