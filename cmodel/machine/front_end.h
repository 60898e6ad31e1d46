/* Front end: the interim issue stage of all SMs, C only. It turns a program's memory instructions into
 * request flits and takes the replies.
 *
 * What it models
 *   CTAs, order of warps, compute time: machine/program_dispatch.h. The next launch starts in the cycle after one in which all
 *     warps were finished before it and the path was idle.
 *   Issue: a warp's next memory instruction may issue when its loads are back; stores do not block. An SM
 *     offers one flit at a time. It stays with a warp until the instruction's last request has been taken,
 *     then turns to the next ready warp in rotating order. A read is one flit; a write is a head and two
 *     data flits. The next request is offered in the cycle after the tail has been taken at the earliest.
 *   In flight: at most IN_FLIGHT requests an SM; a read from the cycle in which its head is first offered
 *     until its reply's tail has come, a write until its tail has been taken.
 *   Tag: bits 5:0 a read's in-flight slot, the lowest free one; a write's number among the SM's writes, mod 64 (so
 *     that two writes on their way to one line can be told apart); above, the CTA's place on its SM (0 .. SM_CTAS - 1).
 * What it does not model: compute instructions, caches, register dependences.
 *
 * Port: valid/ready; once valid, a flit stays until it is taken. Everything that drive() sets in cycle t
 * follows from the outputs up to t - 1. One cycle is: drive(), look at the path's outputs, clock().
 * Units: cycles from 0 since creation.
 */
#ifndef RS_FRONT_END_H
#define RS_FRONT_END_H

#include "common/contents.h"
#include "rowstreak.h"
#include "workload/program.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_TAG_SLOT_BITS = 6 };

/* Called as things happen; NULL members are skipped. issue: from drive(), in the cycle in which the head
 * flit is first offered. complete: from clock(), for reads only, in the cycle in which the reply's tail is
 * taken; latency is that cycle minus the issue cycle. */
typedef struct rs_front_end_hooks {
    void *user;
    void (*issue)(void *user, uint32_t sm, uint32_t cta_slot, uint32_t tag, uint64_t address, bool write);
    void (*complete)(void *user, uint32_t sm, uint32_t tag, uint64_t latency_cycles);
} rs_front_end_hooks;

/* Random disturbance for tests; all 0 (the default) is none. */
typedef struct rs_front_end_disturbance {
    uint32_t reply_stall_per_mille;   /* an SM does not take replies in this share of cycles */
    uint32_t request_pause_per_mille; /* an SM without a flit on offer waits in this share of cycles */
    uint64_t seed;
    bool partial_writes;              /* with WRITE_MASK: writes of the whole line, a byte, none or any of its bytes */
} rs_front_end_disturbance;

/* The SMs, a bit each, that are stopped in a cycle; per_mille 0 costs nothing. */
static inline uint64_t rs_front_end_draw(rs_front_end_disturbance *disturbance, uint32_t sms, uint32_t per_mille)
{
    uint64_t drawn = 0;
    for (uint32_t i = 0; per_mille != 0 && i < sms; i++) {
        drawn |= (uint64_t)(rs_random_below(&disturbance->seed, 1000) < per_mille) << i;
    }
    return drawn;
}

/* Byte mask of a write; sequence as in rs_payload(). */
static inline uint64_t rs_write_mask(const rs_config *config, const rs_front_end_disturbance *disturbance, uint32_t sm,
                                     uint64_t sequence)
{
    const uint64_t full = config->full_mask;
    const uint64_t random = rs_splitmix64_mix(((uint64_t)sm << 56 ^ sequence) + UINT64_C(0xd1b54a32d192ed03));
    if (!disturbance->partial_writes || full == 0) {
        return full;
    }
    switch (random % 4) {
    case 0: return full;
    case 1: return UINT64_C(1) << (random >> 8) % (uint64_t)__builtin_popcountll(full);
    case 2: return 0;
    default: return rs_splitmix64_mix(random) & full;
    }
}

typedef struct rs_sm_count {
    uint64_t reads, writes;    /* requests issued */
    uint64_t completion_cycle; /* of the last tail, taken by the network or come with a reply; 0 before */
} rs_sm_count;

typedef struct rs_front_end rs_front_end;

/* Keeps a copy of config and a pointer to the finished program. Fails when the program was built for
 * another CTA size or exceeds the address map, when TAG_BITS is too small for slot and CTA place. */
rs_front_end *rs_front_end_create(const rs_config *config, const rs_program *program, rs_error *error);
void rs_front_end_destroy(rs_front_end *front_end);
void rs_front_end_set_hooks(rs_front_end *front_end, const rs_front_end_hooks *hooks);
void rs_front_end_set_disturbance(rs_front_end *front_end, const rs_front_end_disturbance *disturbance);

/* Sets request_valid, request[] and reply_ready. request[] is rewritten only where the flit changes, so it
 * must be the same structure in every cycle, request[] untouched by others. */
void rs_front_end_drive(rs_front_end *front_end, rs_path_inputs *inputs);
/* After drive(): takes note of the flits that moved, and advances by one cycle. */
void rs_front_end_clock(rs_front_end *front_end, const rs_path_outputs *outputs);
/* Cycles from the coming one on in which drive() changes nothing and clock() neither, if the path's outputs stay as
 * they were in the last clock(), no flit moved then, and outputs->idle is path_idle. UINT64_MAX: for ever. */
uint64_t rs_front_end_quiet_cycles(const rs_front_end *front_end, bool path_idle);
/* The same as so many such cycles; cycles <= rs_front_end_quiet_cycles(). */
void rs_front_end_skip(rs_front_end *front_end, uint64_t cycles);
/* The last launch's warps have finished and the path was idle after it. */
bool rs_front_end_done(const rs_front_end *front_end);

rs_sm_count rs_front_end_count(const rs_front_end *front_end, uint32_t sm);
/* Requests issued so far by all SMs; program->request.count at the end. */
uint64_t rs_front_end_issued(const rs_front_end *front_end);
/* NULL, or what was wrong with the first reply that no request had asked for (such replies are ignored). */
const char *rs_front_end_protocol_error(const rs_front_end *front_end);

#ifdef __cplusplus
}
#endif
#endif
