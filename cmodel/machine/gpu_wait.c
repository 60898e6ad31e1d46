/* Contract: gpu_wait.h. */
#include "machine/gpu_wait.h"

#include <stdio.h>

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
        snprintf(text, TEXT, "waits at its instruction %u for words of register %u that nothing is under way with", head,
                 lowest_register(&own->awaited));
    } else if (own->count == 0 && head == 0) {
        snprintf(text, TEXT, "waits for its first record, which its source does not show");
    } else if (own->count == 0) {
        snprintf(text, TEXT, "waits for a record behind its instruction %u, %s, which its source does not show", head - 1,
                 rs_record_kind_name(given->records->kind));
    } else if ((stage->release | stage->send | stage->reply) >> warp & 1) {
        snprintf(text, TEXT, "waits in its instruction %u, %s, to release or acquire", head - 1, rs_record_kind_name((uint32_t)own->fence.kind));
    } else {
        snprintf(text, TEXT, "waits at its instruction %u, %s, for a place behind that of warp %u of the SM", head,
                 rs_record_kind_name((uint32_t)own->record[own->first].kind), stage->operand.warp);
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

/* ---- asking for ever ----------------------------------------------------------------------------------------- */

static bool asks_for_ever(rs_gpu_wait *wait, const rs_gpu *gpu, rs_gpu_host *host, rs_error *error)
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
        }
    }
    return false;
}

bool rs_gpu_wait_look(rs_gpu_wait *wait, uint64_t cycle, const rs_gpu *gpu, rs_gpu_host *host, rs_error *error)
{
    return !stands_still(gpu, host, error) && !(cycle % RS_WATCH_CYCLES == 0 && asks_for_ever(wait, gpu, host, error));
}
