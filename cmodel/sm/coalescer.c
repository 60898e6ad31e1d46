#include "sm/coalescer.h"

#include <string.h>

void rs_coalescer_init(rs_coalescer *coalescer, uint32_t lanes, uint32_t line_bytes)
{
    memset(coalescer, 0, sizeof *coalescer);
    coalescer->lanes = lanes;
    coalescer->line_bytes = line_bytes;
}

/* One pass over the lanes: each joins the line that has been opened for it, or opens one. */
static void split(rs_coalescer *coalescer, const rs_warp_group *group)
{
    const uint32_t shift = (uint32_t)__builtin_ctz(coalescer->line_bytes);

    coalescer->first = coalescer->end = 0;
    for (uint32_t lane = 0; lane < coalescer->lanes; lane++) {
        if ((group->mask >> lane & 1) == 0)
            continue;
        const uint64_t line = group->address[lane] >> shift;
        const uint32_t word = (uint32_t)(group->address[lane] & (coalescer->line_bytes - 1)) / 4;
        uint32_t at = 0;

        while (at < coalescer->end && coalescer->waiting[at].line != line)
            at++;
        rs_line_access *access = &coalescer->waiting[at];
        if (at == coalescer->end) {
            coalescer->end++;
            memset(access, 0, sizeof *access);
            access->write = group->write;
            access->warp = group->warp;
            access->first_register = group->first_register;
            access->element = group->element;
            access->line = line;
        }
        access->mask |= UINT64_C(1) << lane;
        access->word[lane] = (uint8_t)word;
        if (group->write) {
            access->bytes[word / 8] |= UINT32_C(0xf) << word % 8 * 4;
            access->data[word] = group->data[lane];
        }
    }
    if (coalescer->end != 0) {
        coalescer->waiting[coalescer->end - 1].last = true;
        coalescer->waiting[coalescer->end - 1].end = group->last;
    }
}

void rs_coalescer_clock(rs_coalescer *coalescer, const rs_warp_group *group, bool line_ready)
{
    const bool taken = group != NULL && rs_coalescer_in_ready(coalescer, line_ready);

    if (!coalescer->line_valid || line_ready) {
        coalescer->line_valid = coalescer->first != coalescer->end;
        if (coalescer->line_valid)
            coalescer->line = coalescer->waiting[coalescer->first++];
    }
    if (taken)
        split(coalescer, group);
}
