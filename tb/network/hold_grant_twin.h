/* One cycle of the C twins hold_grant and pim_allocator, matrices in and out. */
#ifndef RS_HOLD_GRANT_TWIN_H
#define RS_HOLD_GRANT_TWIN_H

#include "network/hold_grant.h"
#include "network/pim_allocator.h"
#include "reference_hold_grant.h"

struct HoldGrantTwin {
    struct Decision {
        uint64_t active;
        rs::PairMatrix masked, grant;
    };

    static rs_lfsr lfsr_with(const std::vector<uint32_t> &word)
    {
        rs_lfsr lfsr = {};
        for (std::size_t k = 0; k < word.size(); k++)
            lfsr.state[k / 2] |= static_cast<uint64_t>(word[k]) << k % 2 * 32;
        return lfsr;
    }

    static Decision cycle(rs_hold_grant &twin, const rs::PairMatrix &request, uint64_t ready,
                          const std::vector<rs::HoldKey> &keys, const rs::ReferencePim &sizes,
                          const std::vector<uint32_t> &word)
    {
        const uint32_t inputs = request.inputs, outputs = request.outputs;
        rs_set columns[RS_HOLD_MAX] = {}, masked[RS_HOLD_MAX] = {}, active = {}, granted = {};
        uint8_t winner[RS_HOLD_MAX] = {};
        std::vector<rs_hold_key> twin_keys(inputs * outputs);
        rs_pim_allocator allocator;
        rs_lfsr lfsr = lfsr_with(word);

        rs_pim_allocator_init(&allocator, inputs, outputs, sizes.iterations, sizes.pick);
        for (uint32_t o = 0; o < outputs; o++) {
            columns[o].word[0] = request.column(o);
            rs_set_put(&active, o, columns[o].word[0] != 0 && (ready >> o & 1) != 0);
        }
        for (uint32_t pair = 0; pair < inputs * outputs; pair++) {
            const rs::HoldKey &key = keys[twin.pair_keys ? pair : pair % inputs * outputs];
            twin_keys[pair].bank = static_cast<uint8_t>(key.bank);
            twin_keys[pair].row = key.row;
        }
        rs_hold_grant_mask(&twin, columns, &active, twin_keys.data(), masked);
        rs_pim_allocate(&allocator, masked, &active, &lfsr, winner, &granted);
        rs_hold_grant_update(&twin, columns, &active, twin_keys.data(), &granted, winner);

        Decision decision = {active.word[0], rs::PairMatrix(inputs, outputs), rs::PairMatrix(inputs, outputs)};
        for (uint32_t o = 0; o < outputs; o++) {
            for (uint32_t i = 0; i < inputs; i++)
                decision.masked(i, o) = rs_set_has(&active, o) && rs_set_has(&masked[o], i);
            if (rs_set_has(&granted, o))
                decision.grant(winner[o], o) = 1;
        }
        return decision;
    }
};
#endif
