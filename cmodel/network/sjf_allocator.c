#include "network/sjf_allocator.h"

#include <string.h>

void rs_sjf_allocator_init(rs_sjf_allocator *allocator, uint32_t inputs, uint32_t outputs)
{
    memset(allocator, 0, sizeof(*allocator));
    allocator->inputs = inputs;
    allocator->outputs = outputs;
}

/* The first of those with the lowest load. */
static uint32_t shortest(const rs_sjf_allocator *allocator, const rs_set *column, uint32_t words)
{
    uint32_t best = rs_set_first(column);

    RS_EACH(input, k, words, column->word[k]) {
        if (allocator->load[input] < allocator->load[best])
            best = input;
    }
    return best;
}

uint32_t rs_sjf_pick(const rs_sjf_allocator *allocator, const rs_set *column, uint32_t output, const rs_lfsr *random)
{
    const uint32_t words = rs_set_words(allocator->inputs);

    if (rs_lfsr_bits(random, output * RS_SJF_BITS, RS_SJF_BITS) < RS_SJF_SHORTEST)
        return shortest(allocator, column, words);
    return rs_set_first_from(column, allocator->turn[output], words);
}

void rs_sjf_granted(rs_sjf_allocator *allocator, uint32_t output, uint32_t input)
{
    allocator->turn[output] = (uint8_t)((input + 1) % allocator->inputs);
}

void rs_sjf_allocate(rs_sjf_allocator *allocator, const rs_set *columns, const rs_set *active, const rs_lfsr *random, uint8_t *winner,
                     rs_set *granted)
{
    const uint32_t in = rs_set_words(allocator->inputs), out = rs_set_words(allocator->outputs);

    rs_set_clear(granted, out);
    RS_EACH(output, k, out, active->word[k]) {
        if (!rs_set_any(&columns[output], in))
            continue;
        winner[output] = (uint8_t)rs_sjf_pick(allocator, &columns[output], output, random);
        rs_sjf_granted(allocator, output, winner[output]);
        rs_set_add(granted, output);
    }
}
