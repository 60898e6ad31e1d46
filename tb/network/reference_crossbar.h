/* The crossbar as the sentences in the header of rs_crossbar.v have it, with queues of flits (THESIS 1.3.3, 4.3, 4.4):
 * the oracle of its bench. It shares no code with rtl/ or cmodel/ but for the LFSR, which has a bench of its own. */
#ifndef RS_REFERENCE_CROSSBAR_H
#define RS_REFERENCE_CROSSBAR_H

#include <deque>
#include <map>

#include "common/lfsr.h"
#include "reference_hold_grant.h"
#include "reference_rotating.h"

namespace rs {

struct BenchFlit {
    uint64_t payload = 0;
    bool head = false, tail = false;
    uint32_t output = 0; /* of the packet */
    HoldKey key = {0, 0};
};

struct CrossbarSizes {
    uint32_t inputs, outputs, input_depth, output_depth, iterations, pick, hold, vcs, banks, allocator; /* 0 PIM, 1 iSLIP, 2 wavefront, 3 SJF */
};

class ReferenceCrossbar {
  public:
    /* VC v of port (input or output) p. */
    struct Channel {
        std::deque<BenchFlit> flits;
        int peer = -1; /* input VC: allocated output VC of the front packet; output VC: input VC it carries; -1 none */
    };

    ReferenceCrossbar(const CrossbarSizes &sizes, const HoldStraps &straps, bool static_vc, uint32_t seed)
        : hold(sizes.inputs, sizes.outputs, sizes.banks, straps), in(sizes.inputs * sizes.vcs),
          out(sizes.outputs * sizes.vcs), entry(sizes.inputs), sjf(sizes.inputs, sizes.outputs), sizes_(sizes), static_vc_(static_vc),
          entry_vc_(sizes.inputs, -1), input_pointer_(sizes.inputs), output_pointer_(sizes.outputs),
          pim_{sizes.inputs, sizes.outputs, sizes.iterations, sizes.pick}, islip_(sizes.inputs, sizes.outputs),
          wavefront_(sizes.inputs, sizes.outputs)
    {
        rs_lfsr_init(&lfsr_, sizes.allocator == 3 ? 8 * sizes.outputs : (sizes.vcs > 1 ? 2 : 1) * pim_.random_bits(), seed);
    }

    bool in_ready(uint32_t i) const
    {
        return sizes_.vcs == 1 ? in[i].flits.size() < sizes_.input_depth : entry[i].size() < 2;
    }
    bool empty() const
    {
        bool any = false;
        for (const Channel &channel : in)
            any = any || !channel.flits.empty();
        for (const Channel &channel : out)
            any = any || !channel.flits.empty();
        for (const std::deque<BenchFlit> &flits : entry)
            any = any || !flits.empty();
        return !any;
    }

    /* One clock: `arriving` at the inputs in `valid`, output VCs in `taken` (valid ones only) give a flit. */
    void clock(uint64_t valid, const std::vector<BenchFlit> &arriving, const std::vector<bool> &taken,
               const std::vector<bool> &bank_room)
    {
        const uint32_t vcs = sizes_.vcs;
        uint64_t accepted = 0;
        for (uint32_t i = 0; i < sizes_.inputs; i++)
            accepted |= static_cast<uint64_t>((valid >> i & 1) != 0 && in_ready(i)) << i;
        std::vector<int> entering = entries();
        bool advance = allocate_channels(bank_room);
        std::vector<uint32_t> moving = switched(advance);
        if (advance)
            rs_lfsr_advance(&lfsr_);

        for (uint32_t at = 0; at < sizes_.outputs * vcs; at++)
            if (taken[at])
                out[at].flits.pop_front();
        for (uint32_t at : moving) {
            Channel &from = in[static_cast<uint32_t>(out[at].peer)];
            BenchFlit flit = from.flits.front();
            from.flits.pop_front();
            out[at].flits.push_back(flit);
            output_pointer_[at / vcs] = (at % vcs + (flit.tail ? 1 : 0)) % vcs;
            if (flit.tail)
                from.peer = out[at].peer = -1;
        }
        for (uint32_t i = 0; i < sizes_.inputs; i++) {
            if (entering[i] >= 0) {
                BenchFlit flit = entry[i].front();
                entry[i].pop_front();
                in[i * vcs + static_cast<uint32_t>(entering[i])].flits.push_back(flit);
                entry_vc_[i] = flit.tail ? -1 : entering[i];
            }
            if ((accepted >> i & 1) != 0)
                (vcs == 1 ? in[i].flits : entry[i]).push_back(arriving[i]);
        }
    }

    /* State and decisions, for the bench's bins. */
    ReferenceHoldGrant hold;
    std::vector<Channel> in, out;
    std::vector<std::deque<BenchFlit>> entry;
    uint32_t switch_losers = 0; /* movable flits that did not move */
    uint32_t several_asking = 0; /* pairs for which several VCs of the input ask */
    uint32_t banks_blocked = 0;
    ReferenceSjf sjf; /* its loads are the bench's to set, after each clock */
    std::map<uint32_t, uint32_t> granted; /* output: bank of the packet it was granted to */

  private:
    bool room(uint32_t at) const { return out[at].flits.size() < sizes_.output_depth; }

    /* VC that the front flit of each entry buffer goes on to, -1 none. */
    std::vector<int> entries() const
    {
        std::vector<int> entering(sizes_.inputs, -1);
        for (uint32_t i = 0; i < sizes_.inputs; i++) {
            if (entry[i].empty())
                continue;
            for (uint32_t v = 0; v < sizes_.vcs && entering[i] < 0; v++) {
                bool allowed = entry_vc_[i] >= 0 ? entry_vc_[i] == static_cast<int>(v)
                                                 : !static_vc_ || v == entry[i].front().output % sizes_.vcs;
                if (allowed && in[i * sizes_.vcs + v].flits.size() < sizes_.input_depth)
                    entering[i] = static_cast<int>(v);
            }
        }
        return entering;
    }

    int next_vc(uint32_t o) const
    {
        for (uint32_t w = 0; w < sizes_.vcs; w++)
            if ((!static_vc_ || w == o % sizes_.vcs) && out[o * sizes_.vcs + w].peer < 0 && room(o * sizes_.vcs + w))
                return static_cast<int>(w);
        return -1;
    }

    std::vector<uint32_t> word(uint32_t from) const
    {
        std::vector<uint32_t> bits((pim_.random_bits() + 31) / 32);
        for (uint32_t k = 0; k < pim_.random_bits(); k++)
            bits[k / 32] |= rs_lfsr_bits(&lfsr_, from + k, 1) << k % 32;
        return bits;
    }

    PairMatrix packets_granted()
    {
        const PairMatrix &left = sizes_.hold != 0 ? hold.masked : hold.live;
        if (sizes_.allocator == 1)
            return islip_.allocate(left, sizes_.iterations, true);
        if (sizes_.allocator == 2)
            return wavefront_.allocate(left);
        if (sizes_.allocator == 3) {
            std::vector<uint32_t> bytes(sizes_.outputs);
            for (uint32_t o = 0; o < sizes_.outputs; o++)
                bytes[o] = rs_lfsr_bits(&lfsr_, 8 * o, 8);
            return sjf.allocate(left, bytes);
        }
        return sizes_.hold != 0 ? hold.grants(pim_, word(0)) : pim_.allocate(hold.live, word(0));
    }

    /* Packets that are granted an output VC get it; true if any output arbitrated. */
    bool allocate_channels(const std::vector<bool> &bank_room)
    {
        const uint32_t vcs = sizes_.vcs;
        PairMatrix request(sizes_.inputs, sizes_.outputs), asking(sizes_.inputs, sizes_.outputs);
        std::vector<HoldKey> keys(sizes_.inputs * sizes_.outputs);
        uint64_t ready = 0;
        several_asking = banks_blocked = 0;
        for (uint32_t o = 0; o < sizes_.outputs; o++)
            ready |= static_cast<uint64_t>(next_vc(o) >= 0) << o;
        for (uint32_t i = 0; i < sizes_.inputs; i++)
            for (uint32_t k = 0; k < vcs; k++) {
                uint32_t v = (input_pointer_[i] + k) % vcs;
                const Channel &channel = in[i * vcs + v];
                if (channel.flits.empty() || !channel.flits.front().head || channel.peer >= 0)
                    continue;
                const BenchFlit &head = channel.flits.front();
                if (!bank_room[head.output * sizes_.banks + head.key.bank]) {
                    banks_blocked++;
                    continue;
                }
                several_asking += request(i, head.output);
                if (!request(i, head.output)) {
                    request(i, head.output) = 1;
                    asking(i, head.output) = static_cast<uint8_t>(v);
                    keys[i * sizes_.outputs + head.output] = head.key;
                }
            }
        hold.decide(request, ready, keys);
        PairMatrix grant = packets_granted();
        bool arbitrated = false;
        granted.clear();
        for (uint32_t o = 0; o < sizes_.outputs; o++)
            arbitrated = arbitrated || hold.live.column(o) != 0;
        for (uint32_t o = 0; o < sizes_.outputs; o++)
            for (uint32_t i = 0; i < sizes_.inputs; i++)
                if (grant(i, o)) {
                    uint32_t v = asking.value(i, o), w = static_cast<uint32_t>(next_vc(o));
                    granted[o] = keys[i * sizes_.outputs + o].bank;
                    in[i * vcs + v].peer = static_cast<int>(o * vcs + w);
                    out[o * vcs + w].peer = static_cast<int>(i * vcs + v);
                    input_pointer_[i] = (v + 1) % vcs;
                }
        hold.clock(grant, keys);
        return arbitrated;
    }

    /* Output VCs to which a flit moves. */
    std::vector<uint32_t> switched(bool &advance)
    {
        const uint32_t vcs = sizes_.vcs;
        std::vector<uint32_t> movable, moving;
        PairMatrix asked(sizes_.inputs, sizes_.outputs);
        for (uint32_t at = 0; at < sizes_.outputs * vcs; at++)
            if (out[at].peer >= 0 && room(at) && !in[static_cast<uint32_t>(out[at].peer)].flits.empty()) {
                movable.push_back(at);
                asked(static_cast<uint32_t>(out[at].peer) / vcs, at / vcs) = 1;
            }
        if (vcs == 1)
            return movable;
        advance = advance || !movable.empty();
        PairMatrix given = pim_.allocate(asked, word(pim_.random_bits()));
        for (uint32_t o = 0; o < sizes_.outputs; o++)
            for (uint32_t k = 0; k < vcs; k++) {
                uint32_t at = o * vcs + (output_pointer_[o] + k) % vcs;
                bool can = false;
                for (uint32_t other : movable)
                    can = can || other == at;
                if (can && given(static_cast<uint32_t>(out[at].peer) / vcs, o)) {
                    moving.push_back(at);
                    break;
                }
            }
        switch_losers = static_cast<uint32_t>(movable.size() - moving.size());
        return moving;
    }

    CrossbarSizes sizes_;
    bool static_vc_;
    std::vector<int> entry_vc_; /* VC of the packet whose head has gone on, -1 none */
    std::vector<uint32_t> input_pointer_, output_pointer_;
    ReferencePim pim_;
    ReferenceIslip islip_;
    ReferenceWavefront wavefront_;
    rs_lfsr lfsr_;
};

} // namespace rs
#endif
