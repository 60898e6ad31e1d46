#include "network/pim_allocator.h"

void rs_pim_allocator_init(rs_pim_allocator *allocator, uint32_t inputs, uint32_t outputs, uint32_t iterations,
                           uint32_t pick)
{
    allocator->inputs = inputs;
    allocator->outputs = outputs;
    allocator->iterations = iterations;
    allocator->pick = pick;
    allocator->input_bits = rs_random_bits(outputs, pick);
    allocator->output_bits = rs_random_bits(inputs, pick);
    allocator->random_from = 0;
}

uint32_t rs_pim_allocator_random_bits(const rs_pim_allocator *allocator)
{
    return allocator->iterations *
           (allocator->inputs * allocator->input_bits + allocator->outputs * allocator->output_bits);
}

/* Random bits matter only where there is a choice. */
RS_SET_INLINE uint32_t choose(const rs_set *request, uint32_t words, const rs_lfsr *lfsr, uint32_t offset, uint32_t bits, uint32_t n,
                              uint32_t pick)
{
    if (!rs_set_several(request, words))
        return rs_set_first(request);
    return (uint32_t)rs_random_pick(request, rs_lfsr_bits(lfsr, offset, bits), n, pick);
}

/* Words of the sets of inputs and of outputs; the functions below know them where they are 1. */
typedef struct sizes {
    uint32_t in, out;
} sizes;

/* True if no input stands in two columns. */
RS_SET_INLINE bool one_request_per_input(const rs_set *columns, const rs_set *active, sizes words)
{
    rs_set seen;

    rs_set_clear(&seen, words.in);
    RS_EACH(output, k, words.out, active->word[k]) {
        const rs_set *column = &columns[output];

        if (rs_set_meet(&seen, column, words.in))
            return false;
        for (uint32_t w = 0; w < words.in; w++)
            seen.word[w] |= column->word[w];
    }
    return true;
}

/* Input side of one iteration: every input that is not taken picks one of the active outputs, without those granted, that it
 * requests. */
RS_SET_INLINE void pick_outputs(const rs_pim_allocator *allocator, const rs_set *columns, const rs_set *active, const rs_set *granted,
                                const rs_set *taken, const rs_lfsr *lfsr, uint32_t offset, rs_set *picked, sizes words)
{
    rs_set rows[RS_ALLOCATOR_MAX]; /* of those in `requesting` */
    rs_set requesting;

    rs_set_clear(&requesting, words.in);
    RS_EACH(output, k, words.out, active->word[k] & ~granted->word[k]) {
        rs_set_clear(&picked[output], words.in);
        RS_EACH(input, w, words.in, columns[output].word[w] & ~taken->word[w]) {
            if (!rs_set_has(&requesting, input)) {
                rs_set_clear(&rows[input], words.out);
                rs_set_add(&requesting, input);
            }
            rs_set_add(&rows[input], output);
        }
    }
    RS_EACH(input, k, words.in, requesting.word[k]) {
        const uint32_t output = choose(&rows[input], words.out, lfsr, offset + input * allocator->input_bits, allocator->input_bits,
                                       allocator->outputs, allocator->pick);
        rs_set_add(&picked[output], input);
    }
}

RS_SET_INLINE void allocate(const rs_pim_allocator *allocator, const rs_set *columns, const rs_set *active, const rs_lfsr *lfsr,
                            uint8_t *winner, rs_set *granted, sizes words)
{
    const uint32_t share = allocator->inputs * allocator->input_bits + allocator->outputs * allocator->output_bits;
    rs_set picked[RS_ALLOCATOR_MAX], added, taken;
    const bool simple = one_request_per_input(columns, active, words);

    rs_set_clear(granted, words.out);
    rs_set_clear(&taken, words.in);
    for (uint32_t iteration = 0; iteration < allocator->iterations; iteration++) {
        const uint32_t offset = allocator->random_from + iteration * share;

        if (!simple)
            pick_outputs(allocator, columns, active, granted, &taken, lfsr, offset, picked, words);
        rs_set_clear(&added, words.out);
        RS_EACH(output, k, words.out, active->word[k] & ~granted->word[k]) {
            const rs_set *column = simple ? &columns[output] : &picked[output];

            if (!rs_set_any(column, words.in))
                continue;
            winner[output] = (uint8_t)choose(column, words.in, lfsr,
                                             offset + allocator->inputs * allocator->input_bits + output * allocator->output_bits,
                                             allocator->output_bits, allocator->inputs, allocator->pick);
            rs_set_add(&added, output);
            rs_set_add(&taken, rs_set_known(winner[output], words.in));
        }
        for (uint32_t k = 0; k < words.out; k++)
            granted->word[k] |= added.word[k];
        if (simple || !rs_set_any(&added, words.out))
            break; /* nothing is left to match: every column with a request has been granted */
    }
}

void rs_pim_allocate(const rs_pim_allocator *allocator, const rs_set *columns, const rs_set *active, const rs_lfsr *lfsr,
                     uint8_t *winner, rs_set *granted)
{
    const sizes words = {rs_set_words(allocator->inputs), rs_set_words(allocator->outputs)};

    if (words.in == 1 && words.out == 1)
        allocate(allocator, columns, active, lfsr, winner, granted, (sizes){1, 1});
    else
        allocate(allocator, columns, active, lfsr, winner, granted, words);
}
