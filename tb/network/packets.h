/* What the benches of networks share: flits and the packets that are being sent, the twin's form of a flit, a flit and the straps of hold
 * grant on the hardware's ports. A flit has 64 bits of payload, above them head and tail. */
#ifndef RS_PACKETS_H
#define RS_PACKETS_H

#include "../network/packet_scoreboard.h"
#include "../network/reference_crossbar.h"
#include "cosim.h"
#include "rowstreak.h"

namespace rs {

enum { PAYLOAD_BITS = 64, FLIT_BITS = PAYLOAD_BITS + 2 };

/* The packet that an input is sending; row and to (output or node) stay for the next one as far as the traffic wants. */
struct PacketSender {
    std::vector<BenchFlit> flits;
    std::size_t next = 0;
    uint32_t row = 0, to = 0;

    bool midway() const { return next < flits.size(); }
    /* A packet for `output`. Bits 5 on of the head's payload are `shown`, bits `free` on are of this flit alone. */
    void start(CosimBase &bench, uint32_t length, uint32_t output, HoldKey key, uint32_t shown, uint32_t free, uint64_t &flits_so_far)
    {
        flits.clear();
        next = 0;
        for (uint32_t k = 0; k < length; k++) {
            BenchFlit flit;
            flit.head = k == 0;
            flit.tail = k + 1 == length;
            flit.output = output;
            flit.key = key;
            uint64_t low = bench.random() & ((UINT64_C(1) << free) - 1);
            if (flit.head)
                low = (low & 31) | shown << 5;
            flit.payload = low | (flits_so_far++ * UINT64_C(0x9E3779B97F4A7C15)) << free; /* every bit is used */
            flits.push_back(flit);
        }
    }
    /* The next flit has entered; the scoreboard is told of a packet with its head. */
    void entered(PacketScoreboard &scoreboard, uint32_t input, uint32_t output)
    {
        if (next++ != 0)
            return;
        std::vector<uint64_t> payloads;
        for (const BenchFlit &flit : flits)
            payloads.push_back(flit.payload);
        scoreboard.entered(input, output, payloads);
    }
};

inline bool all_sent(const std::vector<PacketSender> &senders)
{
    for (const PacketSender &sender : senders)
        if (sender.midway())
            return false;
    return true;
}

inline rs_flit twin_flit(const BenchFlit &flit)
{
    rs_flit twin = {};
    twin.head = flit.head;
    twin.tail = flit.tail;
    twin.header = flit.head ? flit.payload : 0;
    twin.data[0] = flit.head ? 0 : static_cast<uint32_t>(flit.payload);
    twin.data[1] = flit.head ? 0 : static_cast<uint32_t>(flit.payload >> 32);
    return twin;
}

template <class Dut> void offer_flit(Dut &dut, uint32_t port, const BenchFlit &flit)
{
    set(dut.in_flit, port * FLIT_BITS, PAYLOAD_BITS, flit.payload);
    set(dut.in_flit, port * FLIT_BITS + PAYLOAD_BITS, 1, flit.head);
    set(dut.in_flit, port * FLIT_BITS + PAYLOAD_BITS + 1, 1, flit.tail);
}

/* The flit at a port's output against the twin's. The flit found. */
template <class Dut> BenchFlit compare_flit(Cosim<Dut> &bench, uint32_t port, const rs_flit &model, int index)
{
    BenchFlit found;
    found.payload = get(bench.dut().out_flit, port * FLIT_BITS, PAYLOAD_BITS);
    found.head = get(bench.dut().out_flit, port * FLIT_BITS + PAYLOAD_BITS, 1) != 0;
    found.tail = get(bench.dut().out_flit, port * FLIT_BITS + PAYLOAD_BITS + 1, 1) != 0;
    bench.compare("out_flit, payload", model.head ? model.header : model.data[0] | static_cast<uint64_t>(model.data[1]) << 32, found.payload, index);
    bench.compare("out_flit, head", model.head, found.head, index);
    bench.compare("out_flit, tail", model.tail, found.tail, index);
    return found;
}

/* A flit leaves: what the scoreboard says of it. */
template <class Dut>
void flit_leaves(Cosim<Dut> &bench, PacketScoreboard &scoreboard, uint32_t output, uint32_t channel, const BenchFlit &flit, int index)
{
    const std::string wrong = scoreboard.left(output, channel, flit.payload, flit.head, flit.tail);
    bench.expect(wrong.empty() ? "flit that leaves" : wrong.c_str(), 1, wrong.empty(), index);
}

/* Straps and one clock of reset, without a packet at the inputs. */
template <class Dut> void reset_with(Cosim<Dut> &bench, const HoldStraps &straps, uint32_t seed, uint32_t inputs)
{
    Dut &dut = bench.dut();
    dut.policy = static_cast<uint8_t>(straps.policy);
    dut.hash_bits = static_cast<uint8_t>(straps.hash_bits);
    dut.hold_limit = static_cast<uint8_t>(straps.limit);
    dut.wait_guard = straps.guard;
    dut.seed = seed;
    for (uint32_t i = 0; i < inputs; i++)
        set(dut.in_valid, i, 1, 0);
    dut.rst = 1;
    bench.eval();
    bench.clock();
    dut.rst = 0;
}

} // namespace rs
#endif
