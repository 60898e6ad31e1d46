/* Contract: gpu_wait.h. */
#include "machine/gpu_wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 200 };

/* ---- standing still ------------------------------------------------------------------------------------------ */

static uint32_t lowest_register(const rs_register_set *set)
{
    return set->bits[0] != 0 ? (uint32_t)__builtin_ctzll(set->bits[0]) : 64 + (uint32_t)__builtin_ctzll(set->bits[1]);
}

/* Instruction of a warp, from 0, that is the head of what its stage has; that of the last one issued is one less. */
static uint32_t head_number(const rs_issue_stage *stage, uint32_t warp, const rs_gpu_host_warp *given)
{
    return given->records->count - stage->warp[warp].count;
}

/* What a live warp that is at no barrier waits for. */
static const char *wait_of(const rs_issue_stage *stage, uint32_t warp, const rs_gpu_host_warp *given, char text[TEXT])
{
    const rs_issue_warp *own = &stage->warp[warp];
    const uint32_t head = head_number(stage, warp, given);
    if (own->registers_out != 0) {
        snprintf(text, TEXT, "waits at its instruction %u for words of register %u", head,
                 lowest_register(&own->awaited));
    } else if (own->count == 0 && head == 0) {
        snprintf(text, TEXT, "waits for its first record, which its source does not show");
    } else if (own->count == 0) {
        snprintf(text, TEXT, "waits for a record behind its instruction %u, %s, which its source does not show", head - 1,
                 rs_record_kind_name(given->records->kind));
    } else if ((stage->release | stage->send | stage->reply) >> warp & 1) {
        snprintf(text, TEXT, "waits in its instruction %u, %s, to release or acquire", head - 1, rs_record_kind_name((uint32_t)rs_warp_record_unpack(own->fence).kind));
    } else {
        const enum rs_record_kind kind = rs_warp_record_unpack(own->record[own->first]).kind;
        const bool memory = kind == RS_RECORD_MEMORY || kind == RS_RECORD_ATOMIC;
        snprintf(text, TEXT, "waits at its instruction %u, %s, for %s", head, rs_record_kind_name((uint32_t)kind),
                 memory && stage->operand.valid ? "the operand stage" : "its turn");
    }
    return text;
}

/* The first warp at a barrier, and which of its CTA does not come there. */
static bool describe_barrier(const rs_gpu *gpu, const rs_gpu_host *host, uint32_t sm, rs_error *error)
{
    const rs_issue_stage *stage = rs_gpu_stage(gpu, sm);
    const uint64_t waiting = stage->barrier & stage->live;
    if (waiting == 0) {
        return false;
    }
    const uint32_t warp = (uint32_t)__builtin_ctzll(waiting);
    const uint64_t missing = stage->members[stage->warp[warp].place] & stage->live & ~stage->barrier;
    const uint32_t other = missing != 0 ? (uint32_t)__builtin_ctzll(missing) : warp;
    const rs_gpu_host_warp at = rs_gpu_host_find(host, sm, warp), late = rs_gpu_host_find(host, sm, other);
    char text[TEXT];
    rs_error_set(error, "launch %llu can never end: SM %u, CTA %u, warp %u waits at the barrier of its instruction %u, which warp %u does not "
                 "reach: that one %s", (unsigned long long)at.launch, sm, at.cta, at.warp, head_number(stage, warp, &at) - 1, late.warp,
                 wait_of(stage, other, &late, text));
    return true;
}

static bool describe_warp(const rs_gpu *gpu, const rs_gpu_host *host, uint32_t sm, rs_error *error)
{
    const rs_issue_stage *stage = rs_gpu_stage(gpu, sm);
    const uint64_t pending = stage->live | stage->pending;
    if (pending == 0) {
        return false;
    }
    const uint32_t warp = (uint32_t)__builtin_ctzll(stage->live != 0 ? stage->live : pending);
    const rs_gpu_host_warp at = rs_gpu_host_find(host, sm, warp);
    char text[TEXT];
    rs_error_set(error, "launch %llu can never end: SM %u, CTA %u, warp %u %s", (unsigned long long)at.launch, sm, at.cta, at.warp,
                 wait_of(stage, warp, &at, text));
    return true;
}

static bool stands_still(const rs_gpu *gpu, const rs_gpu_host *host, rs_error *error)
{
    const uint32_t sms = rs_gpu_host_config(host)->sms;
    bool described = false;
    if (!rs_gpu_stands_still(gpu)) {
        return false;
    }
    for (uint32_t sm = 0; sm < sms && !described; sm++) {
        described = describe_barrier(gpu, host, sm, error);
    }
    for (uint32_t sm = 0; sm < sms && !described; sm++) {
        described = describe_warp(gpu, host, sm, error);
    }
    if (!described) {
        rs_error_set(error, "launch %llu can never end: no warp runs, and the machine does not become empty",
                     (unsigned long long)rs_gpu_host_count(host).launches);
    }
    return true;
}

/* ---- starving ------------------------------------------------------------------------------------------------ */

static void note_given(rs_gpu_wait *wait, uint64_t cycle, const rs_gpu *gpu, const rs_gpu_host *host)
{
    const rs_config *config = rs_gpu_host_config(host);
    wait->since = cycle;
    for (uint32_t sm = 0; sm < config->sms; sm++) {
        for (uint64_t left = rs_gpu_stage(gpu, sm)->live; left != 0; left &= left - 1) {
            const uint32_t warp = (uint32_t)__builtin_ctzll(left);
            wait->given[sm * config->warps + warp] = rs_gpu_host_find(host, sm, warp).records->count;
        }
    }
}

/* Every warp asks for ever, but for some that have issued nothing since the numbers were noted. */
static bool starves(const rs_gpu_wait *wait, uint64_t cycle, const rs_gpu *gpu, const rs_gpu_host *host, rs_error *error)
{
    const rs_config *config = rs_gpu_host_config(host);
    const rs_warp_source *source = rs_gpu_host_source(host);
    const uint32_t none = UINT32_MAX;
    uint32_t starved_sm = none, starved_warp = 0, asking = 0;
    for (uint32_t sm = 0; sm < config->sms; sm++) {
        const rs_issue_stage *stage = rs_gpu_stage(gpu, sm);
        for (uint64_t left = stage->live; left != 0; left &= left - 1) {
            const uint32_t warp = (uint32_t)__builtin_ctzll(left), place = stage->warp[warp].place;
            const rs_gpu_host_warp at = rs_gpu_host_find(host, sm, warp);
            if (source->calls->repeats(source->user, sm * config->sm_ctas + place, at.warp)) {
                asking++;
            } else if (at.records->count != wait->given[sm * config->warps + warp]) {
                return false;
            } else if (starved_sm == none) {
                starved_sm = sm;
                starved_warp = warp;
            }
        }
    }
    if (starved_sm == none || asking == 0) {
        return false;
    }
    const rs_gpu_host_warp at = rs_gpu_host_find(host, starved_sm, starved_warp);
    char text[TEXT];
    rs_error_set(error, "launch %llu starves: SM %u, CTA %u, warp %u has issued nothing for %llu cycles (it %s), while %u warps ask again and "
                 "again; expected turns for all, as with HOLD_LIMIT and WAIT_GUARD, WARP_ORDER = LRR or more than ATOMICS = %u", (unsigned long long)at.launch, starved_sm, at.cta, at.warp,
                 (unsigned long long)(cycle - wait->since), wait_of(rs_gpu_stage(gpu, starved_sm), starved_warp, &at, text), asking,
                 config->atomics);
    return true;
}

/* ---- asking for ever, once in RS_WATCH_CYCLES ------------------------------------------------------------------ */

static bool asks_for_ever(rs_gpu_wait *wait, uint64_t cycle, const rs_gpu *gpu, rs_gpu_host *host, rs_error *error)
{
    const rs_warp_source *source = rs_gpu_host_source(host);
    uint32_t resting;
    if (source->calls->watched == NULL) {
        return false;
    }
    const bool calm = !rs_gpu_stores(gpu, &resting) && rs_gpu_host_full(host);
    const enum rs_watched seen = wait->watching ? source->calls->watched(source->user, error) : RS_WATCHED_CHANGED;
    if (seen == RS_WATCHED_REPEATS && calm && resting == wait->resting) {
        return true;
    }
    if (seen == RS_WATCHED_CHANGED || (calm && resting != wait->resting)) {
        wait->watching = calm;
        wait->resting = resting;
        if (calm) {
            source->calls->watch(source->user);
            note_given(wait, cycle, gpu, host);
        }
    } else if (cycle - wait->since >= RS_STARVED_CYCLES) {
        if (starves(wait, cycle, gpu, host, error)) {
            return true;
        }
        note_given(wait, cycle, gpu, host);
    }
    return false;
}

bool rs_gpu_wait_init(rs_gpu_wait *wait, const rs_config *config)
{
    memset(wait, 0, sizeof *wait);
    wait->given = (uint32_t *)calloc((size_t)config->sms * config->warps, sizeof *wait->given);
    return wait->given != NULL;
}

void rs_gpu_wait_free(rs_gpu_wait *wait)
{
    free(wait->given);
}

bool rs_gpu_wait_look(rs_gpu_wait *wait, uint64_t cycle, const rs_gpu *gpu, rs_gpu_host *host, rs_error *error)
{
    return !stands_still(gpu, host, error) && !(cycle % RS_WATCH_CYCLES == 0 && asks_for_ever(wait, cycle, gpu, host, error));
}
