#include "sm/stall_inspector.h"

#include <string.h>

void rs_stall_inspector_init(rs_stall_inspector *inspector, uint32_t counter_bits, uint32_t debt_bits)
{
    inspector->counter_mask = UINT64_MAX >> (64 - counter_bits);
    inspector->debt_mask = UINT64_MAX >> (64 - debt_bits);
    rs_stall_inspector_reset(inspector);
}

static void clear(rs_stall_inspector *inspector)
{
    memset(inspector->class_cycles, 0, sizeof inspector->class_cycles);
    memset(inspector->cause_cycles, 0, sizeof inspector->cause_cycles);
    memset(inspector->level_cycles, 0, sizeof inspector->level_cycles);
    memset(inspector->debt, 0, sizeof inspector->debt);
    memset(inspector->paid, 0, sizeof inspector->paid);
    inspector->on_its_way = 0;
}

void rs_stall_inspector_reset(rs_stall_inspector *inspector)
{
    clear(inspector);
    inspector->stall_class = RS_STALL_IDLE;
    inspector->stall_cause = RS_STALL_RELEASE;
    inspector->counted = inspector->charge = inspector->any_ready = false;
}

/* ---- the cycle before ----------------------------------------------------------------------------------------- */

static void count(const rs_stall_inspector *inspector, uint64_t *counter, uint64_t cycles)
{
    *counter = (*counter + cycles) & inspector->counter_mask;
}

/* What was paid goes one cycle on; the oldest is counted. */
static void move_paid(rs_stall_inspector *inspector)
{
    if (inspector->on_its_way == 0)
        return;
    inspector->on_its_way--;
    for (uint32_t i = 0; i < RS_SERVED_LEVELS; i++)
        count(inspector, &inspector->level_cycles[i], inspector->paid[RS_STALL_LEVEL_LATER - 1][i]);
    memmove(inspector->paid[1], inspector->paid[0], (RS_STALL_LEVEL_LATER - 1) * sizeof inspector->paid[0]);
    memset(inspector->paid[0], 0, sizeof inspector->paid[0]);
}

/* The warp's debt, if it is on that register, goes to the level. */
static void settle(rs_stall_inspector *inspector, const rs_register_ready *ready)
{
    rs_stall_debt *debt;

    if (!ready->valid)
        return;
    debt = &inspector->debt[ready->warp];
    if (debt->owed && debt->number == ready->number) {
        inspector->paid[0][ready->level] += debt->cycles;
        inspector->on_its_way = RS_STALL_LEVEL_LATER;
        debt->owed = false;
    }
}

/* The cycles are counted in their class. */
static void count_class(rs_stall_inspector *inspector, uint64_t cycles)
{
    if (inspector->counted) {
        count(inspector, &inspector->class_cycles[inspector->stall_class], cycles);
        if (inspector->stall_class == RS_STALL_MEMORY_STRUCTURAL)
            count(inspector, &inspector->cause_cycles[inspector->stall_cause], cycles);
    }
}

/* The cycles are a debt of the register that is waited for. */
static void charge(rs_stall_inspector *inspector, uint64_t cycles)
{
    rs_stall_debt *debt = &inspector->debt[inspector->charge_warp];

    debt->cycles = ((debt->owed ? debt->cycles : 0) + cycles) & inspector->debt_mask;
    debt->owed = true;
    debt->number = inspector->charge_number;
}

static void book(rs_stall_inspector *inspector)
{
    const rs_register_ready *ready = inspector->ready;

    count_class(inspector, 1);
    move_paid(inspector);
    /* What another register of the charged warp settles was its debt before this charge; the charged one itself comes last. */
    for (uint32_t i = 0; inspector->any_ready && i < RS_STALL_READY; i++)
        if (!inspector->charge || ready[i].warp != inspector->charge_warp || ready[i].number != inspector->charge_number)
            settle(inspector, &ready[i]);
    if (inspector->charge) {
        charge(inspector, 1);
        for (uint32_t i = 0; inspector->any_ready && i < RS_STALL_READY; i++)
            if (ready[i].warp == inspector->charge_warp)
                settle(inspector, &ready[i]);
    }
}

/* ---- this cycle ------------------------------------------------------------------------------------------------ */

static enum rs_stall_class classify(const rs_stall_inputs *inputs)
{
    bool found[RS_STALL_CLASSES] = {false};
    uint64_t left = inputs->live; /* warps without a class */

    if (inputs->live == 0)
        return RS_STALL_IDLE;
    if (inputs->issued || inputs->slot_busy)
        return RS_STALL_NONE;
    const struct {
        enum rs_stall_class its;
        uint64_t warps;
    } strongest_first[] = {
        {RS_STALL_CONTROL, inputs->control},
        {RS_STALL_SYNCHRONIZATION, inputs->synchronization},
        {RS_STALL_MEMORY_DATA, inputs->memory_data},
        {RS_STALL_MEMORY_STRUCTURAL, inputs->memory_structural},
        {RS_STALL_COMPUTE_DATA, inputs->compute_data},
        {RS_STALL_COMPUTE_STRUCTURAL, inputs->compute_structural},
    };
    for (uint32_t i = 0; i < sizeof strongest_first / sizeof strongest_first[0] && left != 0; i++) {
        found[strongest_first[i].its] = (left & strongest_first[i].warps) != 0;
        left &= ~strongest_first[i].warps;
    }
    found[RS_STALL_MEMORY_STRUCTURAL] |= inputs->slot_waits;
    for (int weakest = RS_STALL_MEMORY_STRUCTURAL; weakest < RS_STALL_IDLE; weakest++)
        if (found[weakest])
            return (enum rs_stall_class)weakest;
    return RS_STALL_NONE;
}

static enum rs_stall_cause cause(const rs_stall_inputs *inputs)
{
    return inputs->releasing           ? RS_STALL_RELEASE
           : inputs->dma_pending       ? RS_STALL_DMA
           : inputs->mshr_full         ? RS_STALL_MSHR
           : inputs->store_buffer_full ? RS_STALL_STORE_BUFFER
           : inputs->bank_conflict     ? RS_STALL_BANK
                                       : RS_STALL_UNIT;
}

void rs_stall_inspector_clock(rs_stall_inspector *inspector, const rs_stall_inputs *inputs)
{
    book(inspector);
    if (inputs->clear)
        clear(inspector);
    inspector->stall_class = classify(inputs);
    inspector->stall_cause = cause(inputs);
    inspector->counted = !inputs->clear;
    inspector->charge = inspector->stall_class == RS_STALL_MEMORY_DATA && inputs->waiting_valid && !inputs->clear;
    inspector->charge_warp = inputs->waiting_warp;
    inspector->charge_number = inputs->waiting_register;
    inspector->any_ready = inputs->ready[0].valid || inputs->ready[1].valid;
    if (inspector->any_ready)
        memcpy(inspector->ready, inputs->ready, sizeof inspector->ready);
}

void rs_stall_inspector_again(rs_stall_inspector *inspector, uint64_t cycles)
{
    count_class(inspector, cycles);
    for (uint64_t i = 0; i < cycles && inspector->on_its_way != 0; i++)
        move_paid(inspector);
    if (inspector->charge)
        charge(inspector, cycles);
}

const char *rs_stall_class_name(enum rs_stall_class stall_class)
{
    static const char *const name[RS_STALL_CLASSES] = {"none", "memory structural", "memory data", "synchronization",
                                                       "compute structural", "compute data", "control", "idle"};
    return name[stall_class];
}

const char *rs_stall_cause_name(enum rs_stall_cause its)
{
    static const char *const name[RS_STALL_CAUSES] = {"pending release", "pending DMA", "MSHR full", "store buffer full",
                                                      "bank conflict", "unit busy"};
    return name[its];
}

const char *rs_stall_level_name(enum rs_served level)
{
    static const char *const name[RS_SERVED_LEVELS] = {"scratchpad", "L1", "coalesced", "L2", "remote L1", "main memory"};
    return name[level];
}
