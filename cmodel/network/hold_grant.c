#include "network/hold_grant.h"

#include <string.h>

void rs_hold_grant_init(rs_hold_grant *hold, uint32_t inputs, uint32_t outputs, uint32_t policy, uint32_t hash_bits,
                        uint32_t limit, bool guard)
{
    memset(hold, 0, sizeof(*hold));
    hold->inputs = inputs;
    hold->outputs = outputs;
    hold->policy = policy;
    hold->hash_bits = hash_bits;
    hold->limit = limit;
    hold->guard = guard;
    for (uint32_t output = 0; output < outputs; output++) {
        hold->holder[output] = -1;
        hold->held[output] = -1;
        hold->visit[output] = (uint8_t)(output % inputs);
    }
}

uint32_t rs_hold_hash(uint32_t row, uint32_t bits)
{
    uint32_t hash = 0;

    for (; row != 0; row >>= bits)
        hash ^= row & ((1U << bits) - 1);
    return hash;
}

static rs_hold_key key_of(const rs_hold_grant *hold, const rs_hold_key *keys, uint32_t input, uint32_t output)
{
    return keys[hold->pair_keys ? input * hold->outputs + output : input];
}

static bool policy_keeps(const rs_hold_grant *hold, uint32_t output, rs_hold_key key)
{
    switch (hold->policy) {
    case RS_HOLD_HG: return true;
    case RS_HOLD_RMHG: return hold->last_row[output][key.bank] == key.row;
    case RS_HOLD_HMHG: return hold->last_hash[output] == rs_hold_hash(key.row, hold->hash_bits);
    default: return false;
    }
}

void rs_hold_grant_mask(rs_hold_grant *hold, const uint64_t *columns, uint64_t active, const rs_hold_key *keys,
                        uint64_t *masked)
{
    uint64_t fixed_outputs = 0, fixed_inputs = 0;

    for (uint64_t rest = active; rest != 0; rest &= rest - 1) {
        uint32_t output = (uint32_t)__builtin_ctzll(rest);
        int holder = hold->holder[output];

        hold->held[output] = -1;
        masked[output] = columns[output];
        if (holder < 0 || (columns[output] >> holder & 1) == 0)
            continue;
        if (hold->limit != 0 && hold->count[output] >= hold->limit)
            continue;
        if (!policy_keeps(hold, output, key_of(hold, keys, (uint32_t)holder, output)))
            continue;
        hold->held[output] = (int8_t)holder;
        masked[output] = UINT64_C(1) << holder;
        fixed_outputs |= UINT64_C(1) << output;
        fixed_inputs |= UINT64_C(1) << holder;
    }
    if (hold->guard) {
        for (uint64_t rest = active & ~fixed_outputs; rest != 0; rest &= rest - 1) {
            uint32_t output = (uint32_t)__builtin_ctzll(rest);
            uint64_t visited = UINT64_C(1) << hold->visit[output];

            if ((columns[output] & visited & ~fixed_inputs) == 0)
                continue;
            masked[output] = visited;
            fixed_outputs |= UINT64_C(1) << output;
            fixed_inputs |= visited;
        }
    }
    for (uint64_t rest = active & ~fixed_outputs; rest != 0; rest &= rest - 1)
        masked[__builtin_ctzll(rest)] &= ~fixed_inputs;
}

/* An input holds one output at most. */
static void take_hold(rs_hold_grant *hold, uint32_t output, uint32_t input)
{
    if (hold->holder[output] == (int)input)
        return;
    for (uint32_t other = 0; other < hold->outputs; other++)
        if (hold->holder[other] == (int)input)
            hold->holder[other] = -1;
    hold->holder[output] = (int8_t)input;
}

void rs_hold_grant_update(rs_hold_grant *hold, const uint64_t *columns, uint64_t active, const rs_hold_key *keys,
                          uint64_t granted, const uint8_t *winner)
{
    if (hold->policy != RS_HOLD_NONE) {
        for (uint64_t rest = granted; rest != 0; rest &= rest - 1) {
            uint32_t output = (uint32_t)__builtin_ctzll(rest);
            rs_hold_key key = key_of(hold, keys, winner[output], output);

            take_hold(hold, output, winner[output]);
            hold->count[output] =
                hold->held[output] >= 0 && hold->limit != 0 ? (uint8_t)(hold->count[output] + 1) : 0;
            if (hold->policy == RS_HOLD_RMHG)
                hold->last_row[output][key.bank] = key.row;
            if (hold->policy == RS_HOLD_HMHG)
                hold->last_hash[output] = rs_hold_hash(key.row, hold->hash_bits);
        }
    }
    if (hold->guard) {
        for (uint64_t rest = active; rest != 0; rest &= rest - 1) {
            uint32_t output = (uint32_t)__builtin_ctzll(rest);
            uint32_t input = hold->visit[output];
            bool served = (granted >> output & 1) != 0 && winner[output] == input;

            if (served || (columns[output] >> input & 1) == 0)
                hold->visit[output] = (uint8_t)(input + 1 == hold->inputs ? 0 : input + 1);
        }
    }
}
