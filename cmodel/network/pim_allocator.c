#include "network/pim_allocator.h"

#include "common/random_arbiter.h"

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
static uint32_t choose(uint64_t request, const rs_lfsr *lfsr, uint32_t offset, uint32_t bits, uint32_t n, uint32_t pick)
{
    if ((request & (request - 1)) == 0)
        return (uint32_t)__builtin_ctzll(request);
    return (uint32_t)rs_random_pick(request, rs_lfsr_bits(lfsr, offset, bits), n, pick);
}

/* True if no input stands in two columns. */
static bool one_request_per_input(const uint64_t *columns, uint64_t active)
{
    uint64_t seen = 0;

    for (uint64_t rest = active; rest != 0; rest &= rest - 1) {
        uint64_t column = columns[__builtin_ctzll(rest)];
        if (seen & column)
            return false;
        seen |= column;
    }
    return true;
}

/* Input side of one iteration: every free input picks one of the free outputs it requests. */
static void pick_outputs(const rs_pim_allocator *allocator, const uint64_t *columns, uint64_t free_outputs,
                         uint64_t taken_inputs, const rs_lfsr *lfsr, uint32_t offset, uint64_t *picked)
{
    uint64_t rows[RS_ALLOCATOR_MAX] = {0};
    uint64_t requesting = 0;

    for (uint64_t rest = free_outputs; rest != 0; rest &= rest - 1) {
        uint32_t output = (uint32_t)__builtin_ctzll(rest);
        uint64_t column = columns[output] & ~taken_inputs;
        picked[output] = 0;
        requesting |= column;
        for (; column != 0; column &= column - 1)
            rows[__builtin_ctzll(column)] |= UINT64_C(1) << output;
    }
    for (; requesting != 0; requesting &= requesting - 1) {
        uint32_t input = (uint32_t)__builtin_ctzll(requesting);
        uint32_t output = choose(rows[input], lfsr, offset + input * allocator->input_bits, allocator->input_bits,
                                 allocator->outputs, allocator->pick);
        picked[output] |= UINT64_C(1) << input;
    }
}

uint64_t rs_pim_allocate(const rs_pim_allocator *allocator, const uint64_t *columns, uint64_t active,
                         const rs_lfsr *lfsr, uint8_t *winner)
{
    uint32_t share = allocator->inputs * allocator->input_bits + allocator->outputs * allocator->output_bits;
    uint64_t picked[RS_ALLOCATOR_MAX];
    uint64_t granted = 0, taken_inputs = 0;
    bool simple = one_request_per_input(columns, active);

    for (uint32_t iteration = 0; iteration < allocator->iterations; iteration++) {
        uint32_t offset = allocator->random_from + iteration * share;
        uint64_t added = 0;

        if (!simple)
            pick_outputs(allocator, columns, active & ~granted, taken_inputs, lfsr, offset, picked);
        for (uint64_t rest = active & ~granted; rest != 0; rest &= rest - 1) {
            uint32_t output = (uint32_t)__builtin_ctzll(rest);
            uint64_t column = simple ? columns[output] : picked[output];

            if (column == 0)
                continue;
            winner[output] = (uint8_t)choose(column, lfsr,
                                             offset + allocator->inputs * allocator->input_bits +
                                                 output * allocator->output_bits,
                                             allocator->output_bits, allocator->inputs, allocator->pick);
            added |= UINT64_C(1) << output;
            taken_inputs |= UINT64_C(1) << winner[output];
        }
        granted |= added;
        if (simple || added == 0)
            break; /* nothing is left to match: every column with a request has been granted */
    }
    return granted;
}
