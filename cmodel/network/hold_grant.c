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
    hold->banks = RS_MAX_BANKS;
    for (uint32_t output = 0; output < outputs; output++) {
        hold->holder[output] = -1;
        hold->held[output] = -1;
        hold->visit[output] = (uint8_t)(output % inputs);
    }
    for (uint32_t input = 0; input < inputs; input++)
        hold->holding[input] = -1;
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

static bool policy_keeps(const rs_hold_grant *hold, uint32_t output, const rs_hold_key *keys, uint32_t holder)
{
    rs_hold_key key;

    if (hold->policy == RS_HOLD_HG || hold->policy == RS_HOLD_NONE)
        return hold->policy == RS_HOLD_HG;
    key = key_of(hold, keys, holder, output);
    return hold->policy == RS_HOLD_RMHG ? hold->last_row[output * hold->banks + key.bank] == key.row
                                        : hold->last_hash[output] == rs_hold_hash(key.row, hold->hash_bits);
}

/* Words of the sets of inputs and of outputs; the functions below know them where they are 1. */
typedef struct sizes {
    uint32_t in, out;
} sizes;

/* The output's column becomes one input. */
RS_SET_INLINE void fix(rs_set *column, uint32_t input, uint32_t output, rs_set *inputs, rs_set *outputs, sizes words)
{
    rs_set_clear(column, words.in);
    rs_set_add(column, input);
    rs_set_add(outputs, output);
    rs_set_add(inputs, input);
}

RS_SET_INLINE void mask(rs_hold_grant *hold, const rs_set *columns, const rs_set *active, const rs_hold_key *keys, rs_set *masked,
                        sizes words)
{
    rs_set fixed_outputs, fixed_inputs;

    rs_set_clear(&fixed_outputs, words.out);
    rs_set_clear(&fixed_inputs, words.in);
    RS_EACH(output, k, words.out, active->word[k]) {
        const int holder = hold->holder[output];

        hold->held[output] = -1;
        for (uint32_t w = 0; w < words.in; w++)
            masked[output].word[w] = columns[output].word[w];
        if (holder < 0 || !rs_set_has(&columns[output], (uint32_t)holder))
            continue;
        if (hold->limit != 0 && hold->count[output] >= hold->limit)
            continue;
        if (!policy_keeps(hold, output, keys, (uint32_t)holder))
            continue;
        hold->held[output] = (int16_t)holder;
        fix(&masked[output], (uint32_t)holder, output, &fixed_inputs, &fixed_outputs, words);
    }
    if (hold->guard) {
        RS_EACH(output, k, words.out, active->word[k] & ~fixed_outputs.word[k]) {
            const uint32_t visited = hold->visit[output];

            if (rs_set_has(&columns[output], visited) && !rs_set_has(&fixed_inputs, visited))
                fix(&masked[output], visited, output, &fixed_inputs, &fixed_outputs, words);
        }
    }
    RS_EACH(output, k, words.out, active->word[k] & ~fixed_outputs.word[k]) {
        for (uint32_t w = 0; w < words.in; w++)
            masked[output].word[w] &= ~fixed_inputs.word[w];
    }
}

void rs_hold_grant_mask(rs_hold_grant *hold, const rs_set *columns, const rs_set *active, const rs_hold_key *keys, rs_set *masked)
{
    const sizes words = {rs_set_words(hold->inputs), rs_set_words(hold->outputs)};

    if (words.in == 1 && words.out == 1)
        mask(hold, columns, active, keys, masked, (sizes){1, 1});
    else
        mask(hold, columns, active, keys, masked, words);
}

/* An input holds one output at most. */
static void take_hold(rs_hold_grant *hold, uint32_t output, uint32_t input)
{
    if (hold->holder[output] == (int)input)
        return;
    if (hold->holding[input] >= 0)
        hold->holder[hold->holding[input]] = -1;
    if (hold->holder[output] >= 0)
        hold->holding[hold->holder[output]] = -1;
    hold->holder[output] = (int16_t)input;
    hold->holding[input] = (int16_t)output;
}

static void remember_row(rs_hold_grant *hold, uint32_t output, rs_hold_key key)
{
    if (hold->policy == RS_HOLD_RMHG)
        hold->last_row[output * hold->banks + key.bank] = key.row;
    else
        hold->last_hash[output] = rs_hold_hash(key.row, hold->hash_bits);
}

void rs_hold_grant_update(rs_hold_grant *hold, const rs_set *columns, const rs_set *active, const rs_hold_key *keys,
                          const rs_set *granted, const uint8_t *winner)
{
    const uint32_t words = rs_set_words(hold->outputs);

    if (hold->policy != RS_HOLD_NONE) {
        RS_EACH(output, k, words, granted->word[k]) {
            take_hold(hold, output, winner[output]);
            hold->count[output] =
                hold->held[output] >= 0 && hold->limit != 0 ? (uint8_t)(hold->count[output] + 1) : 0;
            if (hold->policy != RS_HOLD_HG)
                remember_row(hold, output, key_of(hold, keys, winner[output], output));
        }
    }
    if (hold->guard) {
        RS_EACH(output, k, words, active->word[k]) {
            uint32_t input = hold->visit[output];
            bool served = rs_set_has(granted, output) && winner[output] == input;

            if (served || !rs_set_has(&columns[output], input))
                hold->visit[output] = (uint8_t)(input + 1 == hold->inputs ? 0 : input + 1);
        }
    }
}
