#include "network/wavefront_allocator.h"

void rs_wavefront_allocator_init(rs_wavefront_allocator *allocator, uint32_t inputs, uint32_t outputs)
{
    allocator->inputs = inputs;
    allocator->outputs = outputs;
    allocator->diagonals = inputs > outputs ? inputs : outputs;
    allocator->first = 0;
}

void rs_wavefront_allocate(rs_wavefront_allocator *allocator, const rs_set *columns, const rs_set *active, uint8_t *winner,
                           rs_set *granted)
{
    const uint32_t in = rs_set_words(allocator->inputs), out = rs_set_words(allocator->outputs), n = allocator->diagonals;
    rs_set free_inputs = rs_set_below(allocator->inputs);
    bool requested = false;

    rs_set_clear(granted, out);
    RS_EACH(output, k, out, active->word[k])
        requested = requested || rs_set_any(&columns[output], in);
    if (!requested)
        return;
    for (uint32_t visited = 0; visited < n; visited++) {
        const uint32_t diagonal = (allocator->first + visited) % n;

        RS_EACH(output, k, out, active->word[k] & ~granted->word[k]) {
            const uint32_t input = (diagonal + n - output) % n;

            if (input >= allocator->inputs || !rs_set_has(&columns[output], input) || !rs_set_has(&free_inputs, input))
                continue;
            winner[output] = (uint8_t)input;
            rs_set_add(granted, output);
            rs_set_remove(&free_inputs, input);
        }
    }
    allocator->first = (allocator->first + 1) % n;
}
