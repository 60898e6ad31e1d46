#include "machine/program_dispatch.h"

#include <string.h>

#include "common/splitmix64.h"

/* The warp turns to its next memory instruction. */
static void start_instruction(rs_program_dispatch *dispatch, uint32_t index, uint32_t number)
{
    const uint32_t most = 2 * dispatch->issue_gap;
    uint64_t hash = dispatch->sm[index].warp[number].next;
    const uint32_t gap = most == 0 ? 0 : rs_random_below(&hash, most + 1);
    if (gap == 0) {
        dispatch->sm[index].ready[number / 64] |= UINT64_C(1) << (number % 64);
        dispatch->woken |= UINT64_C(1) << index;
    } else {
        rs_alarm_queue_add(&dispatch->computing, dispatch->cycle + gap, index * RS_SM_WARPS_MAX + number);
    }
}

/* Warps that have computed long enough. */
static void wake_warps(rs_program_dispatch *dispatch)
{
    while (rs_alarm_queue_next(&dispatch->computing) <= dispatch->cycle) {
        const uint32_t warp = rs_alarm_queue_take(&dispatch->computing), index = warp / RS_SM_WARPS_MAX;
        dispatch->sm[index].ready[warp % RS_SM_WARPS_MAX / 64] |= UINT64_C(1) << (warp % 64);
        dispatch->woken |= UINT64_C(1) << index;
    }
}

/* The SM has `ctas` CTAs from here on. */
static void set_residents(rs_program_dispatch *dispatch, uint32_t index, uint32_t ctas)
{
    const uint64_t bit = UINT64_C(1) << index;
    rs_sm_residents *sm = &dispatch->sm[index];
    dispatch->resident[sm->ctas] &= ~bit;
    dispatch->resident[ctas] |= bit;
    sm->ctas = ctas;
}

/* Puts a CTA on an SM with a free place; one without instructions takes none. */
static void place_cta(rs_program_dispatch *dispatch, uint32_t number, uint32_t index)
{
    rs_sm_residents *sm = &dispatch->sm[index];
    const uint32_t cta_warps = dispatch->cta_warps;
    const uint32_t *first = dispatch->program->warp.item + (size_t)number * cta_warps;
    if (first[0] == first[cta_warps]) {
        return;
    }
    const uint32_t place = (uint32_t)__builtin_ctzll(sm->free_places);
    sm->free_places &= sm->free_places - 1;
    sm->warps_left[place] = 0;
    for (uint32_t i = 0; i < cta_warps; i++) {
        rs_resident_warp *warp = &sm->warp[place * cta_warps + i];
        warp->next = first[i];
        warp->end = first[i + 1];
        if (warp->next != warp->end) {
            start_instruction(dispatch, index, place * cta_warps + i);
            sm->warps_left[place]++;
        }
    }
    set_residents(dispatch, index, sm->ctas + 1);
    dispatch->ctas++;
    dispatch->woken |= UINT64_C(1) << index;
}

static void place_ctas(rs_program_dispatch *dispatch)
{
    uint32_t ctas = 0;
    while (dispatch->next_cta < dispatch->launch_end && ctas < dispatch->sm_ctas) {
        const uint64_t candidates = dispatch->resident[ctas];
        if (candidates == 0) {
            ctas++;
            continue;
        }
        place_cta(dispatch, dispatch->next_cta++, (uint32_t)__builtin_ctzll(candidates));
    }
}

static void start_launch(rs_program_dispatch *dispatch)
{
    const uint32_t *first_cta = dispatch->program->launch.item;
    if (!rs_program_dispatch_done(dispatch)) {
        dispatch->next_cta = first_cta[dispatch->launch];
        dispatch->launch_end = first_cta[dispatch->launch + 1];
        place_ctas(dispatch);
    }
}

void rs_program_dispatch_next_launch(rs_program_dispatch *dispatch)
{
    dispatch->launch++;
    start_launch(dispatch);
}

void rs_program_dispatch_end(rs_program_dispatch *dispatch, uint32_t index, uint32_t number)
{
    rs_sm_residents *sm = &dispatch->sm[index];
    if (++sm->warp[number].next != sm->warp[number].end) {
        start_instruction(dispatch, index, number);
        return;
    }
    const uint32_t place = number / dispatch->cta_warps;
    if (--sm->warps_left[place] == 0) {
        sm->free_places |= UINT64_C(1) << place;
        set_residents(dispatch, index, sm->ctas - 1);
        dispatch->ctas--;
    }
}

/* The first ready warp at or after first_warp, in rotating order; RS_NO_WARP without one. */
static uint32_t choose_warp(const rs_sm_residents *sm)
{
    const uint64_t low = sm->ready[0], high = sm->ready[1];
    if ((low | high) == 0) {
        return RS_NO_WARP;
    }
    const uint64_t from = UINT64_MAX << (sm->first_warp % 64);
    if (sm->first_warp < 64) {
        if (low & from) {
            return (uint32_t)__builtin_ctzll(low & from);
        }
        return high != 0 ? 64 + (uint32_t)__builtin_ctzll(high) : (uint32_t)__builtin_ctzll(low);
    }
    if (high & from) {
        return 64 + (uint32_t)__builtin_ctzll(high & from);
    }
    return low != 0 ? (uint32_t)__builtin_ctzll(low) : 64 + (uint32_t)__builtin_ctzll(high);
}

uint32_t rs_program_dispatch_take(rs_program_dispatch *dispatch, uint32_t index)
{
    rs_sm_residents *sm = &dispatch->sm[index];
    const uint32_t warp = choose_warp(sm);
    if (warp != RS_NO_WARP) {
        sm->ready[warp / 64] &= ~(UINT64_C(1) << (warp % 64));
    }
    return warp;
}

void rs_program_dispatch_turn(rs_program_dispatch *dispatch, uint32_t index, uint32_t warp)
{
    dispatch->sm[index].first_warp = warp + 1 == dispatch->sm_ctas * dispatch->cta_warps ? 0 : warp + 1;
}

void rs_program_dispatch_clock(rs_program_dispatch *dispatch)
{
    place_ctas(dispatch);
    wake_warps(dispatch);
    dispatch->cycle++;
}

bool rs_program_dispatch_init(rs_program_dispatch *dispatch, const rs_config *config, const rs_program *program, rs_error *error)
{
    if (program->cta_warps != config->cta_warps) {
        rs_error_set(error, "program: found CTAs of %u warps, expected CTA_WARPS = %u", program->cta_warps, config->cta_warps);
        return false;
    }
    if (program->address_bits > config->map.address_bits) {
        rs_error_set(error, "program: found %u address bits, expected at most the address map's %u", program->address_bits,
                     config->map.address_bits);
        return false;
    }
    memset(dispatch, 0, sizeof *dispatch);
    if (!rs_alarm_queue_init(&dispatch->computing,
                             config->issue_gap == 0 ? 0 : config->sms * config->sm_ctas * config->cta_warps)) {
        rs_error_set(error, "found no memory left, expected room for the warps of %u SMs", config->sms);
        return false;
    }
    dispatch->program = program;
    dispatch->sm_ctas = config->sm_ctas;
    dispatch->cta_warps = config->cta_warps;
    dispatch->issue_gap = config->issue_gap;
    dispatch->resident[0] = UINT64_MAX >> (64 - config->sms);
    for (uint32_t i = 0; i < config->sms; i++) {
        dispatch->sm[i].free_places = (UINT64_C(1) << config->sm_ctas) - 1;
    }
    dispatch->cycle = UINT64_MAX; /* as in the clock edge before cycle 0 */
    start_launch(dispatch);
    dispatch->cycle = 0;
    return true;
}

void rs_program_dispatch_release(rs_program_dispatch *dispatch)
{
    rs_alarm_queue_release(&dispatch->computing);
}
