/* The allocators whose priorities rotate, iSLIP and wavefront, as the headers of rs_islip_allocator.v and rs_wavefront_allocator.v
 * tell them, on full matrices: the oracle of the network benches. It shares no code with rtl/ or cmodel/. */
#ifndef RS_REFERENCE_ROTATING_H
#define RS_REFERENCE_ROTATING_H

#include <algorithm>

#include "reference_pim.h"

namespace rs {

/* The definition played out place by place from each pointer on. */
struct ReferenceIslip {
    uint32_t inputs, outputs;
    std::vector<uint32_t> offer_from, take_from; /* of outputs, of inputs */

    ReferenceIslip(uint32_t inputs, uint32_t outputs) : inputs(inputs), outputs(outputs), offer_from(outputs), take_from(inputs) {}

    /* move: the pointers go on to the next cycle. */
    PairMatrix allocate(const PairMatrix &request, uint32_t rounds, bool move)
    {
        PairMatrix grant(inputs, outputs);
        std::vector<uint32_t> next_offer = offer_from, next_take = take_from;
        for (uint32_t round = 0; round < rounds; round++) {
            PairMatrix offer(inputs, outputs), before = grant;
            for (uint32_t o = 0; o < outputs; o++)
                for (uint32_t n = 0; n < inputs && before.column(o) == 0; n++) {
                    const uint32_t i = (offer_from[o] + n) % inputs;
                    if (request(i, o) && before.row(i) == 0) {
                        offer(i, o) = 1;
                        break;
                    }
                }
            for (uint32_t i = 0; i < inputs; i++)
                for (uint32_t n = 0; n < outputs; n++) {
                    const uint32_t o = (take_from[i] + n) % outputs;
                    if (!offer(i, o))
                        continue;
                    grant(i, o) = 1;
                    if (round == 0) {
                        next_offer[o] = i + 1 == inputs ? 0 : i + 1;
                        next_take[i] = o + 1 == outputs ? 0 : o + 1;
                    }
                    break;
                }
        }
        if (move) {
            offer_from = next_offer;
            take_from = next_take;
        }
        return grant;
    }
};

/* Pairs sorted by the distance of their diagonal from the first one, each granted if nothing shares its row or column. */
struct ReferenceWavefront {
    uint32_t inputs, outputs, diagonals, first = 0;

    ReferenceWavefront(uint32_t inputs, uint32_t outputs) : inputs(inputs), outputs(outputs), diagonals(std::max(inputs, outputs)) {}

    /* The first diagonal of the next cycle is the next one, if anything is requested. */
    PairMatrix allocate(const PairMatrix &request)
    {
        struct pair {
            uint32_t distance, i, o;
        };
        std::vector<pair> pairs;
        PairMatrix grant(inputs, outputs);

        for (uint32_t i = 0; i < inputs; i++)
            for (uint32_t o = 0; o < outputs; o++)
                if (request(i, o)) {
                    uint32_t distance = 0;
                    while ((first + distance) % diagonals != (i + o) % diagonals)
                        distance++;
                    pairs.push_back({distance, i, o});
                }
        std::sort(pairs.begin(), pairs.end(), [](const pair &a, const pair &b) {
            return a.distance != b.distance ? a.distance < b.distance : a.i < b.i;
        });
        for (const pair &p : pairs)
            if (grant.row(p.i) == 0 && grant.column(p.o) == 0)
                grant(p.i, p.o) = 1;
        if (!pairs.empty())
            first = first + 1 == diagonals ? 0 : first + 1;
        return grant;
    }
};

/* Each output sorts those that ask for it: by the load of the cycle before where its byte says so, else by the distance from its turn. */
struct ReferenceSjf {
    uint32_t inputs, outputs;
    std::vector<uint32_t> load, turn; /* of inputs, of outputs */
    uint32_t load_over_turn = 0, turn_over_load = 0, ties = 0; /* picks of this cycle: where the two disagree; between equal loads */

    ReferenceSjf(uint32_t inputs, uint32_t outputs) : inputs(inputs), outputs(outputs), load(inputs), turn(outputs) {}

    /* bytes: random, one an output. */
    PairMatrix allocate(const PairMatrix &request, const std::vector<uint32_t> &bytes)
    {
        PairMatrix grant(inputs, outputs);
        load_over_turn = turn_over_load = ties = 0;
        for (uint32_t o = 0; o < outputs; o++) {
            std::vector<uint32_t> asking;
            for (uint32_t i = 0; i < inputs; i++)
                if (request(i, o))
                    asking.push_back(i);
            if (asking.empty())
                continue;
            std::vector<uint32_t> sorted = asking, turns = asking;
            std::stable_sort(sorted.begin(), sorted.end(), [this](uint32_t a, uint32_t b) { return load[a] < load[b]; });
            std::sort(turns.begin(), turns.end(), [this, o](uint32_t a, uint32_t b) {
                return (a + inputs - turn[o]) % inputs < (b + inputs - turn[o]) % inputs;
            });
            const bool shortest = bytes[o] < 230;
            const uint32_t winner = shortest ? sorted[0] : turns[0];
            load_over_turn += shortest && sorted[0] != turns[0];
            turn_over_load += !shortest && sorted[0] != turns[0];
            ties += shortest && sorted.size() > 1 && load[sorted[0]] == load[sorted[1]];
            grant(winner, o) = 1;
            turn[o] = (winner + 1) % inputs;
        }
        return grant;
    }
};

} // namespace rs
#endif
