#include "sm/load_store_unit.h"

#include <string.h>

void rs_load_store_unit_init(rs_load_store_unit *unit, const rs_load_store_sizes *sizes)
{
    memset(unit, 0, sizeof *unit);
    unit->sizes = *sizes;
}

void rs_load_store_unit_reset(rs_load_store_unit *unit)
{
    unit->busy = false;
}

uint32_t rs_load_store_unit_status(const rs_load_store_unit *unit, const rs_load_store_issue *issue)
{
    const uint32_t kind = issue->opcode / 2, length = issue->length;
    const uint32_t registers = UINT32_C(1) << unit->sizes.register_bits;

    if (rs_load_store_unit_staging(unit))
        return RS_LSU_ACCEPTED;
    if (kind == RS_LSU_PLAIN) {
        if (length != 1)
            return RS_LSU_UNSUPPORTED;
    } else {
        if (kind > RS_LSU_INDIRECT || (length != 4 && length != 8 && length != 16) || length > unit->sizes.max_length)
            return RS_LSU_UNSUPPORTED;
        if (issue->first_register % 4 != 0 || issue->first_register > registers - length)
            return RS_LSU_BAD_REGISTER;
    }
    return issue->mask == 0 ? RS_LSU_EMPTY : RS_LSU_ACCEPTED;
}

static void begin(rs_load_store_unit *unit, const rs_load_store_issue *issue)
{
    unit->busy = true;
    unit->kind = issue->opcode / 2;
    unit->length = issue->length;
    unit->indices = unit->words = 0;
    unit->group.write = issue->opcode % 2 != 0;
    unit->group.scratchpad = issue->scratchpad;
    unit->group.warp = issue->warp;
    unit->group.first_register = issue->first_register;
    unit->group.mask = issue->mask;
    unit->group.element = 0;
    for (uint32_t lane = 0; lane < unit->sizes.lanes; lane++) {
        const uint32_t *operand = issue->operands[lane];
        const uint64_t pair = operand[0] | (uint64_t)operand[1] << 32;

        unit->base[lane] = pair & ((UINT64_C(1) << unit->sizes.address_bits) - 1);
        unit->stride[lane] = unit->kind == RS_LSU_PLAIN ? issue->offset : (int32_t)operand[2];
        unit->word[0][lane] = operand[3];
    }
}

/* Four indices first, then the store words of the same elements. */
static void take_operands(rs_load_store_unit *unit, const rs_load_store_issue *issue)
{
    const bool indices = rs_load_store_unit_wants_indices(unit) && (!unit->group.write || unit->indices == unit->words);

    for (uint32_t k = 0; k < 4; k++)
        for (uint32_t lane = 0; lane < unit->sizes.lanes; lane++)
            if (indices)
                unit->index[unit->indices + k][lane] = (int32_t)issue->operands[lane][k];
            else
                unit->word[unit->words + k][lane] = issue->operands[lane][k];
    *(indices ? &unit->indices : &unit->words) += 4;
}

/* Active lanes whose address is no multiple of 4, or lies outside memory. */
static void find_faults(rs_load_store_unit *unit)
{
    const rs_warp_group *group = &unit->group;

    for (uint64_t left = group->mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(left);

        if (group->address[lane] % 4 != 0)
            unit->misaligned |= left & -left;
        if (group->address[lane] >> unit->sizes.address_bits != 0)
            unit->outside |= left & -left;
    }
}

/* Addresses, data and faults of the element that is next. */
static void prepare(rs_load_store_unit *unit)
{
    const uint32_t lanes = unit->sizes.lanes;
    rs_warp_group *group = &unit->group;
    const uint32_t element = group->element;
    const int32_t *distance = unit->kind == RS_LSU_INDIRECT ? unit->index[element] : unit->stride;
    const int64_t unit_bytes = unit->kind == RS_LSU_PLAIN ? 1 : unit->kind == RS_LSU_STRIDED && element == 0 ? 0 : 4;
    uint64_t any = 0;

    group->last = element + 1 == unit->length;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        group->address[lane] = unit->base[lane] + (uint64_t)(distance[lane] * unit_bytes);
        any |= group->address[lane];
    }
    if (group->write)
        memcpy(group->data, unit->word[element], lanes * sizeof group->data[0]);
    unit->misaligned = unit->outside = 0;
    if (any % 4 != 0 || any >> unit->sizes.address_bits != 0)
        find_faults(unit);
}

void rs_load_store_unit_clock(rs_load_store_unit *unit, const rs_load_store_issue *issue, bool group_ready,
                              bool fault_ready)
{
    const bool sent = rs_load_store_unit_group_valid(unit) && group_ready;
    const bool ended = rs_load_store_unit_ends(unit, group_ready, fault_ready);
    const bool operands = rs_load_store_unit_staging(unit);
    const bool taken = issue != NULL && rs_load_store_unit_in_ready(unit, group_ready, fault_ready);

    if (ended) {
        unit->busy = false;
    } else if (sent) {
        if (unit->kind == RS_LSU_STRIDED)
            memcpy(unit->base, unit->group.address, sizeof unit->base);
        unit->group.element++;
    }
    if (taken && operands)
        take_operands(unit, issue);
    else if (taken && rs_load_store_unit_status(unit, issue) == RS_LSU_ACCEPTED)
        begin(unit, issue);
    if (!taken && !sent && !ended)
        return; /* what is to be sent next stays */
    if (unit->busy && rs_load_store_unit_operands_present(unit))
        prepare(unit);
    else
        unit->misaligned = unit->outside = 0;
}
