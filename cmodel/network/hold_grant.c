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

RS_SET_INLINE bool policy_keeps(const rs_hold_grant *hold, uint32_t output, const rs_hold_key *keys, uint32_t holder)
{
    rs_hold_key key;

    if (hold->policy == RS_HOLD_HG || hold->policy == RS_HOLD_NONE)
        return hold->policy == RS_HOLD_HG;
    key = key_of(hold, keys, holder, output);
    return hold->policy == RS_HOLD_RMHG ? hold->last_row[output * hold->banks + key.bank] == key.row
                                        : hold->last_hash[output] == rs_hold_hash(key.row, hold->hash_bits);
}

/* Does the output's hold count in this cycle? */
RS_SET_INLINE bool keeps(const rs_hold_grant *hold, uint32_t output, const rs_set *column, const rs_hold_key *keys)
{
    const int holder = hold->holder[output];

    return holder >= 0 && rs_set_has(column, (uint32_t)holder) && (hold->limit == 0 || hold->count[output] < hold->limit) &&
           policy_keeps(hold, output, keys, (uint32_t)holder);
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
        hold->held[output] = keeps(hold, output, &columns[output], keys);
        for (uint32_t w = 0; w < words.in; w++)
            masked[output].word[w] = columns[output].word[w];
        if (hold->held[output])
            fix(&masked[output], (uint32_t)hold->holder[output], output, &fixed_inputs, &fixed_outputs, words);
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

/* The output went to `winner`. */
static void grant(rs_hold_grant *hold, uint32_t output, const rs_hold_key *keys, uint32_t winner)
{
    if (hold->policy == RS_HOLD_NONE)
        return;
    take_hold(hold, output, winner);
    hold->count[output] = hold->held[output] && hold->limit != 0 ? (uint8_t)(hold->count[output] + 1) : 0;
    if (hold->policy != RS_HOLD_HG)
        remember_row(hold, output, key_of(hold, keys, winner, output));
}

/* The guard of an output that arbitrated goes on to the next input, unless the one it visits still waits. */
static void visit(rs_hold_grant *hold, uint32_t output, const rs_set *column, bool granted, uint32_t winner)
{
    const uint32_t input = hold->visit[output];

    if ((granted && winner == input) || !rs_set_has(column, input))
        hold->visit[output] = (uint8_t)(input + 1 == hold->inputs ? 0 : input + 1);
}

void rs_hold_grant_update(rs_hold_grant *hold, const rs_set *columns, const rs_set *active, const rs_hold_key *keys,
                          const rs_set *granted, const uint8_t *winner)
{
    const uint32_t words = rs_set_words(hold->outputs);

    RS_EACH(output, k, words, granted->word[k]) {
        grant(hold, output, keys, winner[output]);
    }
    if (hold->guard) {
        RS_EACH(output, k, words, active->word[k]) {
            visit(hold, output, &columns[output], rs_set_has(granted, output), winner[output]);
        }
    }
}

RS_HOT int32_t rs_hold_grant_only(rs_hold_grant *hold, uint32_t output, const rs_set *column, const rs_hold_key *keys)
{
    hold->held[output] = keeps(hold, output, column, keys);
    if (hold->held[output])
        return hold->holder[output];
    return hold->guard && rs_set_has(column, hold->visit[output]) ? hold->visit[output] : -1;
}

RS_HOT void rs_hold_grant_given(rs_hold_grant *hold, uint32_t output, const rs_set *column, const rs_hold_key *keys, uint32_t winner)
{
    grant(hold, output, keys, winner);
    if (hold->guard)
        visit(hold, output, column, true, winner);
}
