/* Hold grant as the sentences in the header of rs_hold_grant.v have it, on full matrices (THESIS 4.3): the oracle of
 * the network benches. It shares no code with rtl/ or cmodel/. */
#ifndef RS_REFERENCE_HOLD_GRANT_H
#define RS_REFERENCE_HOLD_GRANT_H

#include "reference_pim.h"

namespace rs {

enum { NONE, HG, RMHG, HMHG };

struct HoldStraps {
    uint32_t policy, hash_bits, limit;
    bool guard;
};

struct HoldKey {
    uint32_t bank, row;
};

class ReferenceHoldGrant {
  public:
    ReferenceHoldGrant(uint32_t inputs, uint32_t outputs, uint32_t banks, const HoldStraps &straps)
        : hold(inputs, outputs), count(outputs), visit(outputs), last_row(outputs, std::vector<uint32_t>(banks)),
          last_hash(outputs), live(inputs, outputs), held(inputs, outputs), guarded(inputs, outputs),
          must(inputs, outputs), masked(inputs, outputs), straps_(straps), inputs_(inputs), outputs_(outputs)
    {
        for (uint32_t o = 0; o < outputs; o++)
            visit[o] = o % inputs;
    }

    /* Hash bit j: parity of the row bits k with k mod hash_bits = j. */
    static uint32_t hash(uint32_t row, uint32_t bits)
    {
        uint32_t value = 0;
        for (uint32_t k = 0; k < 32; k++)
            value ^= (row >> k & 1) << k % bits;
        return value;
    }

    bool policy_holds(uint32_t i, uint32_t o, const HoldKey &key) const
    {
        return hold(i, o) && (straps_.policy == HG
                              || (straps_.policy == RMHG && last_row[o][key.bank] == key.row)
                              || (straps_.policy == HMHG && last_hash[o] == hash(key.row, straps_.hash_bits)));
    }

    /* The cycle's decisions; keys[i * outputs + o] is the packet that i offers to o. */
    void decide(const PairMatrix &request, uint64_t ready, const std::vector<HoldKey> &keys)
    {
        live = held = guarded = must = masked = PairMatrix(inputs_, outputs_);
        for (uint32_t i = 0; i < inputs_; i++)
            for (uint32_t o = 0; o < outputs_; o++) {
                live(i, o) = request(i, o) && (ready >> o & 1) != 0;
                held(i, o) = live(i, o) && policy_holds(i, o, keys[i * outputs_ + o])
                             && (straps_.limit == 0 || count[o] < straps_.limit);
            }
        for (uint32_t o = 0; straps_.guard && o < outputs_; o++) {
            uint32_t i = visit[o];
            bool visited_before = false; /* by a lower output that can have it */
            for (uint32_t lower = 0; lower < o; lower++)
                visited_before = visited_before || guarded(i, lower);
            guarded(i, o) = live(i, o) && held.column(o) == 0 && held.row(i) == 0 && !visited_before;
        }
        for (uint32_t i = 0; i < inputs_; i++)
            for (uint32_t o = 0; o < outputs_; o++)
                must(i, o) = held(i, o) || guarded(i, o);
        for (uint32_t i = 0; i < inputs_; i++)
            for (uint32_t o = 0; o < outputs_; o++)
                masked(i, o) = must(i, o) || (live(i, o) && must.row(i) == 0 && must.column(o) == 0);
    }

    /* Grants: the pairs that must win, and what the allocator makes of the rows and columns they leave. */
    PairMatrix grants(const ReferencePim &allocator, const std::vector<uint32_t> &word) const
    {
        PairMatrix rest(masked);
        for (uint32_t i = 0; i < inputs_; i++)
            for (uint32_t o = 0; o < outputs_; o++)
                rest(i, o) = masked(i, o) && !must(i, o);
        PairMatrix grant = allocator.allocate(rest, word);
        for (uint32_t i = 0; i < inputs_; i++)
            for (uint32_t o = 0; o < outputs_; o++)
                grant(i, o) = grant(i, o) || must(i, o);
        return grant;
    }

    void clock(const PairMatrix &grant, const std::vector<HoldKey> &keys)
    {
        for (uint32_t o = 0; o < outputs_; o++) {
            bool ends = live.column(o) != 0 && (!live(visit[o], o) || grant(visit[o], o));
            if (straps_.guard && ends)
                visit[o] = (visit[o] + 1) % inputs_;
        }
        for (uint32_t o = 0; o < outputs_; o++)
            for (uint32_t i = 0; i < inputs_; i++)
                if (grant(i, o)) {
                    for (uint32_t other = 0; other < outputs_; other++)
                        hold(i, other) = 0;
                    for (uint32_t other = 0; other < inputs_; other++)
                        hold(other, o) = 0;
                    hold(i, o) = 1;
                    count[o] = held(i, o) ? count[o] + 1 : 0;
                    const HoldKey &key = keys[i * outputs_ + o];
                    last_row[o][key.bank] = key.row;
                    last_hash[o] = hash(key.row, straps_.hash_bits);
                }
    }

    /* State; the benches read it to see which cases the stimulus reaches. */
    PairMatrix hold;
    std::vector<uint32_t> count, visit;
    std::vector<std::vector<uint32_t>> last_row;
    std::vector<uint32_t> last_hash;
    /* Decisions of the current cycle. */
    PairMatrix live, held, guarded, must, masked;

  private:
    HoldStraps straps_;
    uint32_t inputs_, outputs_;
};

} // namespace rs
#endif
