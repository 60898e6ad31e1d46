#include "sm/camat_counter.h"

void rs_camat_counter_init(rs_camat_counter *counter, uint32_t bits)
{
    counter->mask = UINT64_MAX >> (64 - bits);
    rs_camat_counter_clear(counter);
}

void rs_camat_counter_clear(rs_camat_counter *counter)
{
    counter->active_cycles = counter->accesses = 0;
}

void rs_camat_counter_clock(rs_camat_counter *counter, bool table_empty, bool unit_busy, bool access)
{
    const uint64_t cycle = table_empty ? unit_busy : 1; /* in the order of CAMAT's table 1 */

    counter->active_cycles = (counter->active_cycles + cycle) & counter->mask;
    counter->accesses = (counter->accesses + access) & counter->mask;
}

void rs_camat_counter_pass(rs_camat_counter *counter, uint64_t cycles)
{
    counter->active_cycles = (counter->active_cycles + cycles) & counter->mask;
}
