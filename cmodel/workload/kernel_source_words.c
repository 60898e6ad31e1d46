/* Contract: kernel_source.h. Words that loads of a kernel bring: each is one that the load may bring, and awaited. */
#include "workload/kernel_source.h"

enum { LANES = RS_WARP_LANES };

static rs_kernel_load *load_at(const rs_kernel_source *source, uint32_t number)
{
    return (rs_kernel_load *)rs_pool_item(&source->loads, number);
}

bool rs_kernel_await_words(rs_kernel_source *source, rs_kernel_warp *warp, const rs_warp_record *record, const rs_warp_trace *trace)
{
    const rs_lowered_record *lowered = &warp->lowered.record[warp->reading];
    if (record->destination == RS_NO_REGISTER) {
        return true;
    }
    const uint32_t number = rs_pool_take(&source->loads);
    if (number == RS_NONE) {
        return false;
    }
    rs_kernel_load *fresh = load_at(source, number);
    fresh->next = warp->loads;
    fresh->instruction = (uint32_t)lowered->instruction;
    fresh->destination = record->destination;
    fresh->loaded = rs_instruction_data(trace, &trace->instruction[lowered->instruction]);
    fresh->elements_left = lowered->mask != 0 ? record->elements : 0;
    for (uint32_t e = 0; e < RS_VECTOR_MAX; e++) {
        fresh->left[e] = e < record->elements ? lowered->mask : 0;
    }
    warp->loads = number;
    rs_pool_fetch(&source->loads);
    return true;
}

void rs_kernel_forget_loads(rs_kernel_source *source, rs_kernel_warp *warp)
{
    while (warp->loads != RS_NONE) {
        const uint32_t number = warp->loads;
        warp->loads = load_at(source, number)->next;
        rs_pool_give(&source->loads, number);
    }
}

static bool allowed(const rs_kernel_source *source, const rs_kernel_slot *at, uint32_t number, uint32_t i, uint64_t address, uint32_t value)
{
    const bool scratchpad = at->trace->warp[number].instruction[i].scratchpad;
    if (at->trace->warp[number].instruction[i].space == RS_SPACE_LOCAL) {
        return false;
    }
    const rs_access_place place = {at->cta, number, at->warp[number].section[i], i};
    return rs_word_history_allows(scratchpad ? &at->scratchpad : &source->memory, address / 4, value, place,
                                  scratchpad ? NULL : &source->before[address / 4]);
}

static void check_words(rs_kernel_source *source, const rs_kernel_slot *at, uint32_t number, const rs_kernel_load *own, const rs_words *words)
{
    const uint32_t *loaded = own->loaded + LANES * words->element;
    for (uint32_t left = words->mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        source->counts.words++;
        if (words->data[lane] == loaded[lane]) {
            continue;
        }
        const rs_warp_trace *trace = &at->trace->warp[number];
        const uint32_t i = own->instruction;
        const rs_instruction *instruction = &trace->instruction[i];
        const uint64_t address = rs_kernel_address(trace, instruction, words->element, lane);
        source->counts.racing++;
        if (!allowed(source, at, number, i, address, words->data[lane])) {
            char text[256];
            snprintf(text, sizeof text,
                     "CTA %u warp %u instruction %u element %u lane %u: found 0x%08x of %s 0x%llx, expected 0x%08x", at->cta,
                     number, i, words->element, lane, words->data[lane], instruction->scratchpad ? "scratchpad" : "memory",
                     (unsigned long long)address, loaded[lane]);
            rs_kernel_source_fail(source, text);
        }
    }
}

/* The link to the load that awaits these words; of two with the same first register, which is free again when its own words have come,
 * the one that awaits this element. NULL: none. */
static uint32_t *find_load(const rs_kernel_source *source, rs_kernel_warp *warp, const rs_words *words)
{
    for (uint32_t *link = &warp->loads; *link != RS_NONE; link = &load_at(source, *link)->next) {
        const rs_kernel_load *its = load_at(source, *link);
        if (its->destination == words->first_register && (its->left[words->element] & words->mask) == words->mask) {
            return link;
        }
    }
    return NULL;
}

void rs_kernel_take_words(void *user, uint32_t place, uint32_t number, const rs_words *words)
{
    rs_kernel_source *source = (rs_kernel_source *)user;
    rs_kernel_slot *at = &source->slot[place];
    uint32_t *link = number < at->warps && words->element < RS_VECTOR_MAX && words->mask != 0
                         ? find_load(source, &at->warp[number], words)
                         : NULL;
    if (link == NULL) {
        rs_kernel_source_fail(source, "found words for lanes that await none, expected those of loads, each once");
        return;
    }
    const uint32_t its = *link;
    rs_kernel_load *own = load_at(source, its);
    check_words(source, at, number, own, words);
    own->left[words->element] &= ~words->mask;
    own->elements_left -= own->left[words->element] == 0;
    if (own->elements_left == 0) {
        *link = own->next;
        rs_pool_give(&source->loads, its);
        rs_kernel_fetch_reading(at, number);
    }
}
