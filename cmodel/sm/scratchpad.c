#include "sm/scratchpad.h"

#include <stdlib.h>
#include <string.h>

bool rs_scratchpad_init(rs_scratchpad *scratchpad, uint32_t lanes, uint32_t banks, uint32_t bytes)
{
    memset(scratchpad, 0, sizeof *scratchpad);
    if (lanes < 1 || lanes > RS_LANES_MAX || banks < 1 || (banks & (banks - 1)) != 0 || bytes == 0 || bytes / 4 % banks != 0
        || bytes % 4 != 0)
        return false;
    scratchpad->lanes = lanes;
    scratchpad->banks = banks;
    scratchpad->bytes = bytes;
    scratchpad->words = (uint32_t *)calloc(bytes / 4, sizeof *scratchpad->words);
    return scratchpad->words != NULL;
}

void rs_scratchpad_destroy(rs_scratchpad *scratchpad)
{
    free(scratchpad->words);
    scratchpad->words = NULL;
}

void rs_scratchpad_reset(rs_scratchpad *scratchpad)
{
    scratchpad->outside = 0;
    scratchpad->piece = scratchpad->pieces = 0;
    scratchpad->wb_valid = scratchpad->storing = false;
}

static bool room(const rs_scratchpad *scratchpad, bool wb_ready)
{
    return !scratchpad->wb_valid || wb_ready;
}

/* A bank gives its words in the order in which lanes first ask for them: the k-th is in piece k. */
static void divide(rs_scratchpad *scratchpad)
{
    const rs_warp_group *group = &scratchpad->group;
    uint64_t first_of[RS_LANES_MAX]; /* per lane that is the first to ask for its word: the word, and ... */
    uint32_t piece_of[RS_LANES_MAX]; /* ... its piece */
    uint32_t firsts = 0;

    scratchpad->piece = scratchpad->pieces = 0;
    scratchpad->outside = 0;
    for (uint32_t lane = 0; lane < scratchpad->lanes; lane++) {
        const uint64_t word = group->address[lane] / 4;
        uint32_t piece = 0, k = 0;

        if ((group->mask >> lane & 1) == 0)
            continue;
        if (word >= scratchpad->bytes / 4) {
            scratchpad->outside |= UINT64_C(1) << lane;
            continue;
        }
        for (; k < firsts && first_of[k] != word; k++)
            piece += ((first_of[k] ^ word) & (scratchpad->banks - 1)) == 0;
        if (k == firsts) {
            first_of[firsts] = word;
            piece_of[firsts++] = piece;
        }
        if (piece_of[k] == scratchpad->pieces)
            scratchpad->lanes_of[scratchpad->pieces++] = 0;
        scratchpad->lanes_of[piece_of[k]] |= UINT64_C(1) << lane;
    }
}

static void store(rs_scratchpad *scratchpad)
{
    for (uint32_t lane = 0; lane < scratchpad->lanes; lane++)
        if (scratchpad->stored.mask >> lane & 1)
            scratchpad->words[scratchpad->stored.address[lane] / 4] = scratchpad->stored.data[lane];
}

static void serve(rs_scratchpad *scratchpad)
{
    const rs_warp_group *group = &scratchpad->group;
    const uint64_t lanes = scratchpad->lanes_of[scratchpad->piece++];

    if (group->write) {
        scratchpad->storing = true;
        scratchpad->stored = *group;
        scratchpad->stored.mask = lanes;
        return;
    }
    scratchpad->wb_valid = true;
    scratchpad->wb.warp = group->warp;
    scratchpad->wb.first_register = group->first_register;
    scratchpad->wb.element = group->element;
    scratchpad->wb.level = RS_SERVED_SCRATCHPAD;
    scratchpad->wb.mask = lanes;
    for (uint32_t lane = 0; lane < scratchpad->lanes; lane++)
        scratchpad->wb.data[lane] = lanes >> lane & 1 ? scratchpad->words[group->address[lane] / 4] : 0;
}

void rs_scratchpad_clock(rs_scratchpad *scratchpad, const rs_warp_group *group, bool wb_ready, bool fault_ready)
{
    const bool taken = group != NULL && rs_scratchpad_in_ready(scratchpad, wb_ready, fault_ready);

    if (scratchpad->storing)
        store(scratchpad);
    if (room(scratchpad, wb_ready)) {
        scratchpad->wb_valid = scratchpad->storing = false;
        if (scratchpad->piece != scratchpad->pieces)
            serve(scratchpad);
    }
    if (fault_ready)
        scratchpad->outside = 0;
    if (taken) {
        scratchpad->group = *group;
        divide(scratchpad);
    }
}
