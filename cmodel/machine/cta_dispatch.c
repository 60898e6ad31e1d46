#include "machine/cta_dispatch.h"

void rs_cta_dispatch_init(rs_cta_dispatch *dispatch, uint32_t sms, uint32_t places)
{
    dispatch->sms = sms;
    dispatch->places = places;
    rs_cta_dispatch_reset(dispatch);
}

void rs_cta_dispatch_reset(rs_cta_dispatch *dispatch)
{
    dispatch->phase = RS_DISPATCH_READY;
    dispatch->ctas = dispatch->limit = dispatch->started = 0;
    dispatch->releasing = rs_set_below(0);
}

static uint32_t residents(const rs_cta_dispatch *dispatch, const rs_cta_dispatch_inputs *inputs, uint32_t sm)
{
    static const uint8_t ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const uint32_t unused = inputs->place_free[sm];

    return dispatch->places - (uint32_t)(ones[unused & 15] + ones[unused >> 4]);
}

/* Where the next CTA of the launch goes; false: nowhere. */
static bool next_start(const rs_cta_dispatch *dispatch, const rs_cta_dispatch_inputs *inputs, uint32_t *sm, uint32_t *place)
{
    uint32_t fewest = dispatch->limit;

    if (dispatch->phase != RS_DISPATCH_RUN || dispatch->started == dispatch->ctas)
        return false;
    for (uint32_t i = 0; i < dispatch->sms && fewest > 0; i++) {
        const uint32_t here = inputs->place_free[i] == 0 ? dispatch->places : residents(dispatch, inputs, i);
        if (here < fewest) {
            fewest = here;
            *sm = i;
        }
    }
    if (fewest == dispatch->limit)
        return false;
    *place = (uint32_t)__builtin_ctz(inputs->place_free[*sm]);
    return true;
}

static bool all_done(const rs_cta_dispatch *dispatch, const rs_cta_dispatch_inputs *inputs)
{
    for (uint32_t i = 0; i < dispatch->sms; i++)
        if (!rs_set_has(&inputs->sm_quiet, i) || residents(dispatch, inputs, i) != 0)
            return false;
    return true;
}

void rs_cta_dispatch_offer(const rs_cta_dispatch *dispatch, const rs_cta_dispatch_inputs *inputs,
                           rs_cta_dispatch_outputs *outputs)
{
    outputs->start_sm = outputs->start_place = 0;
    outputs->start_valid = next_start(dispatch, inputs, &outputs->start_sm, &outputs->start_place);
    outputs->start_cta = dispatch->started;
    outputs->launch_ready = dispatch->phase == RS_DISPATCH_READY;
    outputs->release_valid = dispatch->releasing;
    outputs->acquire_valid = outputs->launch_over = dispatch->phase == RS_DISPATCH_ACQUIRE;
}

void rs_cta_dispatch_clock(rs_cta_dispatch *dispatch, const rs_cta_dispatch_inputs *inputs)
{
    const uint32_t words = rs_set_words(dispatch->sms);
    uint32_t sm, place;

    switch (dispatch->phase) {
    case RS_DISPATCH_READY:
        if (inputs->launch_valid) {
            dispatch->ctas = inputs->launch_ctas;
            dispatch->limit = inputs->limit;
            dispatch->started = 0;
            dispatch->phase = RS_DISPATCH_RUN;
        }
        break;
    case RS_DISPATCH_RUN:
        if (next_start(dispatch, inputs, &sm, &place)) {
            dispatch->started++;
        } else if (dispatch->started == dispatch->ctas && all_done(dispatch, inputs)) {
            dispatch->releasing = rs_set_below(dispatch->sms);
            dispatch->phase = RS_DISPATCH_RELEASE;
        }
        break;
    case RS_DISPATCH_RELEASE:
        for (uint32_t k = 0; k < words; k++)
            dispatch->releasing.word[k] &= ~inputs->release_ready.word[k];
        if (!rs_set_any(&dispatch->releasing, words))
            dispatch->phase = RS_DISPATCH_SETTLE;
        break;
    case RS_DISPATCH_SETTLE:
        if (inputs->settled)
            dispatch->phase = RS_DISPATCH_ACQUIRE;
        break;
    case RS_DISPATCH_ACQUIRE:
        dispatch->phase = RS_DISPATCH_READY;
        break;
    }
}
