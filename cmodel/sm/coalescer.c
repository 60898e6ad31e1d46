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
    uint32_t end = 0, at = 0; /* at: the line of the lane before */

    for (uint32_t lane = 0; lane < coalescer->lanes; lane++) {
        const uint64_t line = group->address[lane] >> shift;

        coalescer->word[lane] = (uint8_t)((group->address[lane] & (coalescer->line_bytes - 1)) / 4);
        if ((group->mask >> lane & 1) == 0)
            continue;
        if (at == end || coalescer->line_of[at] != line)
            for (at = 0; at < end && coalescer->line_of[at] != line;)
                at++;
        if (at == end) {
            coalescer->line_of[end] = line;
            coalescer->mask_of[end++] = 0;
        }
        coalescer->mask_of[at] |= UINT64_C(1) << lane;
    }
    coalescer->first = 0;
    coalescer->end = end;
    coalescer->write = group->write;
    coalescer->group_last = group->last;
    coalescer->warp = group->warp;
    coalescer->first_register = group->first_register;
    coalescer->element = group->element;
    if (group->write)
        memcpy(coalescer->data, group->data, coalescer->lanes * sizeof group->data[0]);
}

/* Bytes and data of the line at the port; of several lanes with one word the highest has it. */
static void show_store(rs_coalescer *coalescer)
{
    rs_line_access *line = &coalescer->line;

    for (uint64_t left = line->mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(left), word = line->word[lane];

        line->bytes[word / 8] |= UINT32_C(0xf) << word % 8 * 4;
        line->data[word] = coalescer->data[lane];
    }
}

/* The next line of the group is at the port. */
static void show_next(rs_coalescer *coalescer)
{
    rs_line_access *line = &coalescer->line;
    const uint32_t at = coalescer->first++;

    if (line->write) {
        memset(line->bytes, 0, sizeof line->bytes);
        memset(line->data, 0, sizeof line->data);
    }
    line->write = coalescer->write;
    line->last = at + 1 == coalescer->end;
    line->end = line->last && coalescer->group_last;
    line->warp = coalescer->warp;
    line->first_register = coalescer->first_register;
    line->element = coalescer->element;
    line->line = coalescer->line_of[at];
    line->mask = coalescer->mask_of[at];
    memcpy(line->word, coalescer->word, sizeof line->word);
    if (line->write)
        show_store(coalescer);
}

void rs_coalescer_clock(rs_coalescer *coalescer, const rs_warp_group *group, bool line_ready)
{
    const bool taken = group != NULL && rs_coalescer_in_ready(coalescer, line_ready);

    if (!coalescer->line_valid || line_ready) {
        coalescer->line_valid = coalescer->first != coalescer->end;
        if (coalescer->line_valid)
            show_next(coalescer);
    }
    if (taken)
        split(coalescer, group);
}
