#include "network/islip_allocator.h"

#include <string.h>

void rs_islip_allocator_init(rs_islip_allocator *allocator, uint32_t inputs, uint32_t outputs, uint32_t iterations)
{
    allocator->inputs = inputs;
    allocator->outputs = outputs;
    allocator->iterations = iterations;
    memset(allocator->offer_from, 0, sizeof(allocator->offer_from));
    memset(allocator->take_from, 0, sizeof(allocator->take_from));
}

void rs_islip_allocate(rs_islip_allocator *allocator, const rs_set *columns, const rs_set *active, uint8_t *winner, rs_set *granted)
{
    const uint32_t in = rs_set_words(allocator->inputs), out = rs_set_words(allocator->outputs);
    rs_set offers[RS_SET_MAX]; /* to each input of `offered` */
    rs_set taken;              /* inputs with a match */

    rs_set_clear(granted, out);
    rs_set_clear(&taken, in);
    for (uint32_t iteration = 0; iteration < allocator->iterations; iteration++) {
        rs_set offered;

        rs_set_clear(&offered, in);
        RS_EACH(output, k, out, active->word[k] & ~granted->word[k]) {
            rs_set open;

            for (uint32_t w = 0; w < in; w++)
                open.word[w] = columns[output].word[w] & ~taken.word[w];
            if (!rs_set_any(&open, in))
                continue;
            const uint32_t input = rs_set_first_from(&open, allocator->offer_from[output], in);

            if (!rs_set_has(&offered, input))
                rs_set_clear(&offers[input], out);
            rs_set_add(&offered, input);
            rs_set_add(&offers[input], output);
        }
        if (!rs_set_any(&offered, in))
            break; /* nor will there be an offer later */
        RS_EACH(input, k, in, offered.word[k]) {
            const uint32_t output = rs_set_first_from(&offers[input], allocator->take_from[input], out);

            winner[output] = (uint8_t)input;
            rs_set_add(granted, output);
            rs_set_add(&taken, input);
            if (iteration == 0) {
                allocator->offer_from[output] = (uint8_t)((input + 1) % allocator->inputs);
                allocator->take_from[input] = (uint8_t)((output + 1) % allocator->outputs);
            }
        }
    }
}
