/* rs_superpacket beside cmodel/network/superpacket.h, and judged at its ports: requests leave whole and in order, a packet has one head
 * and one tail and holds requests to one place, at most REQUESTS, and a request joins the packet before it exactly if it was offered in
 * the first cycle in which that one's last flit was. */
#include <deque>

#include "../common/bins.h"
#include "Vdut.h"
#include "network/superpacket.h"

static const uint32_t payload_bits = RTL_FLIT - 2, place_bits = RTL_PLACE_BITS, most = RTL_REQUESTS;

namespace {

/* A flit as the SM sends it. */
struct Flit {
    uint64_t payload;
    bool head, tail;
    uint32_t place;
};

enum BinName { ALONE, JOINED, FULL_PACKET, SPLIT_BY_PLACE, SPLIT_BY_LENGTH, CAME_TOO_LATE, DECIDED_BEFORE, STREAMS, REFUSED, RESET_INSIDE, WRITE_JOINS, BINS };
const rs::PossibleBin bin_list[BINS] = {
    {"packet_of_one_request", true},
    {"request_joins", true},
    {"packet_of_the_most_requests", true},
    {"another_place_ends_the_packet", true},
    {"most_requests_end_the_packet", true},
    {"request_comes_too_late", true},
    {"decided_before_the_flit_leaves", true},
    {"flit_comes_as_one_leaves", true},
    {"flit_refused", true},
    {"reset_inside_a_packet", true},
    {"write_joins", true},
};

class SuperpacketBench {
  public:
    SuperpacketBench(int argc, char **argv)
        : bench_(argc, argv, 20000, {"random", "streaming", "one_place", "refused", "sparse", "reset"}), bins_(bench_, bin_list)
    {
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
        twin_ = rs_superpacket();
        sending_.clear();
        expected_.clear();
        inside_ = joins_ = decided_ = false;
        requests_ = 0;
    }

    void new_request()
    {
        const uint32_t length = bench_.chance(50) ? 1 : 3;
        if (!bench_.is_case("one_place") && bench_.chance(40))
            place_ = static_cast<uint32_t>(bench_.random()) & ((1u << place_bits) - 1);
        else if (bench_.chance(10))
            place_ ^= 1u << bench_.random_below(place_bits); /* one bit apart */
        for (uint32_t k = 0; k < length; k++)
            sending_.push_back({bench_.random() & ((UINT64_C(1) << payload_bits) - 1), k == 0, k + 1 == length, place_});
    }

    rs_routed_flit twin_flit(const Flit &flit) const
    {
        rs_routed_flit twin = {};
        twin.flit.header = flit.payload;
        twin.flit.head = flit.head;
        twin.flit.tail = flit.tail;
        twin.route = rs_route_to(flit.place & 1, flit.place >> 1 & 1, flit.place >> 2, 0);
        return twin;
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        const uint32_t offer = bench_.is_case("streaming") || bench_.is_case("one_place") ? 100 : bench_.is_case("sparse") ? 25 : 70;
        const uint32_t room = bench_.is_case("streaming") ? 100 : bench_.is_case("refused") ? 20 : 70;
        const bool reset = bench_.is_case("reset") && bench_.chance(3);
        if (sending_.empty() && bench_.chance(offer))
            new_request();
        offered_ = !sending_.empty() && (offered_ || bench_.chance(offer)); /* what is offered stays */
        const bool ready = bench_.chance(room);
        const Flit next = sending_.empty() ? Flit() : sending_.front();
        dut.rst = reset;
        dut.in_valid = offered_;
        rs::set(dut.in_flit, 0, payload_bits, next.payload);
        rs::set(dut.in_flit, payload_bits, 1, next.head);
        rs::set(dut.in_flit, payload_bits + 1, 1, next.tail);
        rs::set(dut.in_place, 0, place_bits, next.place);
        dut.out_ready = ready;
        bench_.eval();

        const rs_routed_flit offered = twin_flit(next);
        rs_routed_flit out;
        bench_.compare("in_ready", rs_superpacket_ready(&twin_, ready), dut.in_ready);
        bench_.compare("out_valid", twin_.full, dut.out_valid);
        bench_.compare("empty", !twin_.full, dut.empty);
        (void)rs_superpacket_look(&twin_, offered_ ? &offered : nullptr, most, &out);
        if (twin_.full) {
            bench_.compare("payload", out.flit.header, rs::get(dut.out_flit, 0, payload_bits));
            bench_.compare("head", out.flit.head, rs::get(dut.out_flit, payload_bits, 1));
            bench_.compare("tail", out.flit.tail, rs::get(dut.out_flit, payload_bits + 1, 1));
        }
        const bool comes = offered_ && dut.in_ready != 0, leaves = dut.out_valid != 0 && ready;
        judge(next, ready);
        rs_superpacket_step(&twin_, leaves, comes ? &offered : nullptr);
        if (comes) {
            expected_.push_back(next);
            sending_.pop_front();
            offered_ = false;
        }
        bins_.count(STREAMS, comes && leaves);
        bench_.clock();
        if (reset) {
            bins_.count(RESET_INSIDE, inside_);
            forget();
            offered_ = false;
        }
    }

    /* What is offered to the network, against the requests that came. */
    void judge(const Flit &next, bool ready)
    {
        Vdut &dut = bench_.dut();
        bench_.expect("a flit is offered", !expected_.empty(), dut.out_valid);
        if (expected_.empty() || dut.out_valid == 0)
            return;
        const Flit flit = expected_.front();
        const bool fits = offered_ && next.head && next.place == flit.place;
        if (flit.tail && !decided_) {
            const uint32_t so_far = requests_ + (flit.head ? 1 : 0);
            joins_ = fits && so_far < most;
            bins_.count(SPLIT_BY_PLACE, offered_ && next.head && next.place != flit.place);
            bins_.count(SPLIT_BY_LENGTH, fits && !joins_);
            bins_.count(JOINED, joins_);
            bins_.count(WRITE_JOINS, joins_ && !next.tail);
        } else if (flit.tail) {
            bins_.count(DECIDED_BEFORE, true);
            bins_.count(CAME_TOO_LATE, fits && !joins_);
        }
        bench_.expect("payload in order", flit.payload, rs::get(dut.out_flit, 0, payload_bits));
        bench_.expect("head of the packet's first request", flit.head && !inside_, rs::get(dut.out_flit, payload_bits, 1));
        bench_.expect("tail of the packet's last request", flit.tail && !joins_, rs::get(dut.out_flit, payload_bits + 1, 1));
        decided_ = flit.tail;
        bins_.count(REFUSED, !ready);
        if (!ready)
            return;
        if (flit.head) {
            bench_.expect("requests of a packet are to one place", 1, !inside_ || flit.place == packet_place_);
            packet_place_ = flit.place;
            requests_++;
        }
        if (flit.tail) {
            bench_.expect("requests of a packet", 1, requests_ <= most);
            bins_.count(ALONE, !joins_ && requests_ == 1);
            bins_.count(FULL_PACKET, requests_ == most);
            inside_ = joins_;
            requests_ = joins_ ? requests_ : 0;
            joins_ = decided_ = false;
        }
        expected_.pop_front();
    }

    rs::Cosim<Vdut> bench_;
    rs::PossibleBins<BINS> bins_;
    rs_superpacket twin_ = {};
    std::deque<Flit> sending_, expected_; /* the SM's, and those that have come and not left */
    bool offered_ = false, inside_ = false, joins_ = false, decided_ = false;
    uint32_t place_ = 0, packet_place_ = 0, requests_ = 0; /* of the packet that is leaving */
};

} // namespace

int main(int argc, char **argv)
{
    return SuperpacketBench(argc, argv).run();
}
