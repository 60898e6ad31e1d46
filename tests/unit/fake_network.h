/* A fake network for the front end and a watcher beside it.
 *
 * The fake network takes flits and answers reads as a test wants. The watcher rebuilds every rule of
 * machine/front_end.h from the flits alone; it learns which request it sees from the line number, so lines must
 * be 0, 1, 2, ... in the order of the program. A broken rule fails the running test.
 */
#ifndef RS_FAKE_NETWORK_H
#define RS_FAKE_NETWORK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "machine/front_end.h"
#include "test_machine.h"

enum { MAX_REQUESTS = 20000, MAX_INSTRUCTIONS = 8000, MAX_CTAS = 2000, MAX_WARPS = 4000, MAX_LAUNCHES = 4 };

typedef struct reply {
    uint64_t due; /* cycle in which its head may come at the earliest */
    uint32_t tag, flit;
} reply;

typedef struct world {
    rs_config config;
    rs_program *program;
    rs_front_end *front_end;
    rs_path_inputs in, before; /* before: of the cycle before, not taken where held */
    rs_path_outputs out;
    uint64_t cycle, held, random;
    /* fake network */
    uint32_t ready_per_mille, reply_per_mille, delay, delay_spread, idle_delay;
    reply waiting[RS_MAX_SMS][64];
    uint32_t waiting_count[RS_MAX_SMS];
    uint64_t quiet_since;
    /* watcher */
    uint32_t instruction_of[MAX_REQUESTS], warp_of[MAX_INSTRUCTIONS];
    bool issued[MAX_REQUESTS], back[MAX_REQUESTS];
    uint64_t issue_cycle[MAX_REQUESTS];
    uint32_t instruction_left[MAX_INSTRUCTIONS]; /* requests not over: read not back, write not taken */
    uint32_t request_of[RS_MAX_SMS][64];         /* in flight, by slot */
    uint64_t slots[RS_MAX_SMS], writes[RS_MAX_SMS];
    uint32_t next_instruction[MAX_WARPS];        /* to be issued */
    uint32_t last_request[RS_MAX_SMS], flit[RS_MAX_SMS];
    uint32_t turn[RS_MAX_SMS];                   /* place * cta_warps + warp that the rotating choice looks at first */
    uint32_t choices, passed_over;               /* of warps; warps that were not ready on the way */
    uint64_t sequence[RS_MAX_SMS];
    int32_t sm_of_cta[MAX_CTAS];
    uint32_t place_of_cta[MAX_CTAS], cta_left[MAX_CTAS]; /* instructions not over */
    uint32_t launch_of_cta[MAX_CTAS], launch_left[MAX_LAUNCHES];
    uint32_t residents[RS_MAX_SMS][4];
    uint32_t issues, completions, most_in_flight;
    uint64_t latency_sum;
} world;

static void on_issue(void *user, uint32_t sm, uint32_t cta_slot, uint32_t tag, uint64_t address, bool write)
{
    world *w = (world *)user;
    const uint32_t request = (uint32_t)(address / 64);
    assert_true(request < w->program->request.count);
    assert_int_equal(write, rs_program_is_write(w->program, w->instruction_of[request]));
    assert_int_equal(cta_slot, tag >> 6);
    assert_true(sm < w->config.sms);
    w->issues++;
}

static void on_complete(void *user, uint32_t sm, uint32_t tag, uint64_t latency)
{
    world *w = (world *)user;
    const uint32_t request = w->request_of[sm][tag & 63]; /* the watcher clears slots[], not this */
    assert_int_equal(latency, w->cycle - w->issue_cycle[request]);
    w->completions++;
    w->latency_sum += latency;
}

/* The SM turns to this warp: none that was ready comes before it in rotating order. Places whose CTA has not shown
 * up yet are unknown to the watcher and skipped. */
static void watch_choice(world *w, uint32_t sm, uint32_t place, uint32_t warp)
{
    const uint32_t cta_warps = w->config.cta_warps, all = w->config.sm_ctas * cta_warps;
    const uint32_t chosen = place * cta_warps + warp % cta_warps;
    for (uint32_t at = w->turn[sm]; at != chosen; at = (at + 1) % all) {
        const uint32_t cta = w->residents[sm][at / cta_warps];
        if (cta != UINT32_MAX) {
            const uint32_t other = cta * cta_warps + at % cta_warps, next = w->next_instruction[other];
            const bool more = next != w->program->warp.item[other + 1];
            assert_false(more && (next == w->program->warp.item[other] || w->instruction_left[next - 1] == 0));
            w->passed_over++;
        }
    }
    w->choices++;
    w->turn[sm] = (chosen + 1) % all;
    w->next_instruction[warp]++;
}

/* What the front end is about to offer on this SM for the first time. */
static void watch_head(world *w, uint32_t sm)
{
    const rs_flit *flit = &w->in.request[sm];
    const uint32_t line_bits = w->config.map.address_bits - 6;
    const uint32_t request = (uint32_t)(flit->header & ((UINT64_C(1) << line_bits) - 1));
    const bool write = flit->header >> line_bits & 1;
    const uint32_t tag = (uint32_t)(flit->header >> (line_bits + 1));
    const uint32_t slot = write ? (uint32_t)__builtin_ctzll(~w->slots[sm]) : tag & 63;
    assert_true(request < w->program->request.count);
    const uint32_t instruction = w->instruction_of[request], warp = w->warp_of[instruction], cta = warp / w->config.cta_warps;
    assert_true(flit->head);
    assert_int_equal(flit->tail, !write);
    assert_int_equal(write, rs_program_is_write(w->program, instruction));
    assert_true(flit->mask == (write ? w->config.full_mask : 0));
    assert_false(w->issued[request]);
    w->issued[request] = true;
    w->issue_cycle[request] = w->cycle;
    /* Slot: free, the lowest, within the cap. A write's tag counts the SM's writes instead. */
    if (write) {
        assert_int_equal(tag & 63, w->writes[sm]++ & 63);
    }
    assert_false(w->slots[sm] >> slot & 1);
    assert_true(slot < w->config.in_flight);
    assert_int_equal(w->slots[sm] & ((UINT64_C(1) << slot) - 1), (UINT64_C(1) << slot) - 1);
    w->slots[sm] |= UINT64_C(1) << slot;
    w->request_of[sm][slot] = request;
    const uint32_t in_flight = (uint32_t)__builtin_popcountll(w->slots[sm]);
    w->most_in_flight = in_flight > w->most_in_flight ? in_flight : w->most_in_flight;
    /* Requests of an instruction in order, without another's in between; the warp's instruction before is over. */
    const uint32_t first = rs_program_first_request(w->program, instruction);
    if (request != first) {
        assert_int_equal(w->last_request[sm], request - 1);
    } else if (w->last_request[sm] != UINT32_MAX) {
        const uint32_t last = w->instruction_of[w->last_request[sm]];
        assert_int_equal(rs_program_first_request(w->program, last + 1), w->last_request[sm] + 1);
    }
    if (instruction != w->program->warp.item[warp]) {
        assert_int_equal(w->instruction_left[instruction - 1], 0);
    }
    if (request == first) {
        watch_choice(w, sm, tag >> 6, warp);
    }
    w->last_request[sm] = request;
    /* CTA: stays on its SM and place, launch after launch. */
    const uint32_t launch = w->launch_of_cta[cta];
    if (w->sm_of_cta[cta] < 0) {
        w->sm_of_cta[cta] = (int32_t)sm;
        w->place_of_cta[cta] = tag >> 6;
        assert_true(tag >> 6 < w->config.sm_ctas);
        assert_int_equal(w->residents[sm][tag >> 6], UINT32_MAX);
        w->residents[sm][tag >> 6] = cta;
    }
    assert_int_equal(w->sm_of_cta[cta], sm);
    assert_int_equal(w->place_of_cta[cta], tag >> 6);
    for (uint32_t i = 0; i < launch; i++) {
        assert_int_equal(w->launch_left[i], 0);
    }
}

static void request_over(world *w, uint32_t sm, uint32_t slot)
{
    const uint32_t request = w->request_of[sm][slot];
    const uint32_t instruction = w->instruction_of[request], cta = w->warp_of[instruction] / w->config.cta_warps;
    assert_false(w->back[request]);
    w->back[request] = true;
    w->slots[sm] &= ~(UINT64_C(1) << slot);
    if (--w->instruction_left[instruction] == 0 && --w->cta_left[cta] == 0) {
        w->residents[sm][w->place_of_cta[cta]] = UINT32_MAX;
        w->launch_left[w->launch_of_cta[cta]]--;
    }
}

static void watch_offer(world *w, uint32_t sm)
{
    const rs_flit *flit = &w->in.request[sm];
    if (w->held >> sm & 1) {
        assert_true(w->in.request_valid >> sm & 1);
        assert_memory_equal(flit, &w->before.request[sm], sizeof *flit);
    } else if (w->in.request_valid >> sm & 1) {
        if (w->flit[sm] == 0) {
            watch_head(w, sm);
        } else {
            assert_false(flit->head);
            assert_int_equal(flit->tail, w->flit[sm] == 2);
            for (uint32_t bit = 0; bit < 32 * RS_FLIT_WORDS; bit++) {
                const uint32_t word = rs_payload(sm, w->sequence[sm], (w->flit[sm] - 1) * 8 + bit / 32);
                assert_int_equal(flit->data[bit / 32] >> bit % 32 & 1, bit < w->config.flit_bits ? word >> bit % 32 & 1 : 0);
            }
        }
    }
}

static void take_flit(world *w, uint32_t sm)
{
    const rs_flit *flit = &w->in.request[sm];
    if (!flit->tail) {
        w->flit[sm]++;
        return;
    }
    const uint32_t request = w->last_request[sm];
    uint32_t at = 0;
    while (!(w->slots[sm] >> at & 1) || w->request_of[sm][at] != request) {
        at++;
    }
    if (w->flit[sm] == 0) {
        reply *new_reply = &w->waiting[sm][w->waiting_count[sm]++];
        new_reply->tag = w->place_of_cta[w->warp_of[w->instruction_of[request]] / w->config.cta_warps] << 6 | at;
        new_reply->due = w->cycle + w->delay + (w->delay_spread != 0 ? rs_random_below(&w->random, w->delay_spread) : 0);
        new_reply->flit = 0;
    } else {
        request_over(w, sm, at);
    }
    w->flit[sm] = 0;
    w->sequence[sm]++;
}

/* The reply on offer is waiting[sm][0]; a random due one moves to the front before its head is shown. */
static void offer_reply(world *w, uint32_t sm)
{
    if (w->out.reply_valid >> sm & 1) {
        return; /* not taken yet: stays */
    }
    reply *list = w->waiting[sm];
    const uint32_t count = w->waiting_count[sm];
    if (count == 0 || rs_random_below(&w->random, 1000) >= w->reply_per_mille) {
        return;
    }
    if (list[0].flit == 0) {
        const uint32_t other = w->delay_spread != 0 ? rs_random_below(&w->random, count) : 0;
        const reply first = list[0];
        list[0] = list[other];
        list[other] = first;
        if (list[0].due > w->cycle) {
            return;
        }
    }
    memset(&w->out.reply[sm], 0, sizeof w->out.reply[sm]);
    w->out.reply[sm].head = list[0].flit == 0;
    w->out.reply[sm].tail = list[0].flit == 2;
    w->out.reply[sm].header = list[0].flit == 0 ? list[0].tag | (uint64_t)sm << w->config.tag_bits : 0;
    w->out.reply_valid |= UINT64_C(1) << sm;
}

static void take_reply(world *w, uint32_t sm)
{
    reply *list = w->waiting[sm];
    w->out.reply_valid &= ~(UINT64_C(1) << sm);
    if (list[0].flit++ == 2) {
        const uint32_t slot = list[0].tag & 63;
        memmove(list, list + 1, --w->waiting_count[sm] * sizeof *list);
        request_over(w, sm, slot);
    }
}

static void cycle(world *w)
{
    bool quiet = true;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        quiet = quiet && w->waiting_count[sm] == 0 && w->flit[sm] == 0;
    }
    w->quiet_since = quiet ? w->quiet_since : w->cycle + 1;
    w->out.idle = quiet && w->cycle >= w->quiet_since + w->idle_delay;
    w->out.request_ready = 0;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        w->out.request_ready |= (uint64_t)(rs_random_below(&w->random, 1000) < w->ready_per_mille) << sm;
        offer_reply(w, sm);
    }
    rs_front_end_drive(w->front_end, &w->in);
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        watch_offer(w, sm);
    }
    rs_front_end_clock(w->front_end, &w->out);
    w->before = w->in;
    w->held = w->in.request_valid & ~w->out.request_ready;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        if (w->in.request_valid & w->out.request_ready & UINT64_C(1) << sm) {
            take_flit(w, sm);
        }
        if (w->out.reply_valid & w->in.reply_ready & UINT64_C(1) << sm) {
            take_reply(w, sm);
        }
    }
    w->cycle++;
}

/* A world of its own program: lines must be 0, 1, 2, ... in the order of the program. */
static world *world_open(const rs_config *config, rs_program *program)
{
    world *w = (world *)calloc(1, sizeof *w);
    rs_error error = {""};
    assert_non_null(w);
    assert_true(rs_program_finish(program, &error));
    w->config = *config;
    w->program = program;
    w->ready_per_mille = w->reply_per_mille = 1000;
    w->front_end = rs_front_end_create(config, program, &error);
    if (w->front_end == NULL) {
        fail_msg("%s", error.text);
    }
    const rs_front_end_hooks hooks = {.user = w, .issue = on_issue, .complete = on_complete};
    rs_front_end_set_hooks(w->front_end, &hooks);
    assert_true(program->request.count <= MAX_REQUESTS && rs_program_instructions(program) <= MAX_INSTRUCTIONS);
    assert_true(program->warp.count <= MAX_WARPS && program->warp.count / config->cta_warps < MAX_CTAS);
    for (uint32_t warp = 0; warp + 1 < program->warp.count; warp++) {
        w->next_instruction[warp] = program->warp.item[warp];
        for (uint32_t i = program->warp.item[warp]; i < program->warp.item[warp + 1]; i++) {
            w->warp_of[i] = warp;
            w->cta_left[warp / config->cta_warps]++;
            for (uint32_t r = rs_program_first_request(program, i); r < rs_program_first_request(program, i + 1); r++) {
                w->instruction_of[r] = i;
                w->instruction_left[i]++;
                assert_int_equal(program->request.item[r], r);
            }
        }
    }
    for (uint32_t launch = 0; launch < rs_program_launches(program); launch++) {
        for (uint32_t cta = program->launch.item[launch]; cta < program->launch.item[launch + 1]; cta++) {
            w->launch_of_cta[cta] = launch;
            w->launch_left[launch] += w->cta_left[cta] != 0;
        }
    }
    memset(w->sm_of_cta, 0xff, sizeof w->sm_of_cta);
    memset(w->residents, 0xff, sizeof w->residents);
    memset(w->last_request, 0xff, sizeof w->last_request);
    return w;
}

static void world_close(world *w)
{
    rs_front_end_destroy(w->front_end);
    rs_program_destroy(w->program);
    free(w);
}

static void run_to_end(world *w, uint64_t limit)
{
    while (!rs_front_end_done(w->front_end)) {
        assert_true(w->cycle < limit);
        cycle(w);
    }
    assert_null(rs_front_end_protocol_error(w->front_end));
    assert_int_equal(w->issues, w->program->request.count);
    assert_int_equal(rs_front_end_issued(w->front_end), w->program->request.count);
    assert_int_equal(w->completions, w->program->read_requests);
    uint64_t reads = 0, writes = 0;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        assert_true(w->slots[sm] == 0);
        reads += rs_front_end_count(w->front_end, sm).reads;
        writes += rs_front_end_count(w->front_end, sm).writes;
    }
    assert_int_equal(reads, w->program->read_requests);
    assert_int_equal(writes, w->program->write_requests);
    for (uint32_t r = 0; r < w->program->request.count; r++) {
        assert_true(w->back[r]);
    }
}

static rs_config machine(uint32_t sms, uint32_t sm_ctas, uint32_t cta_warps, uint32_t in_flight)
{
    rs_config config = default_machine(sms, sm_ctas, cta_warps);
    config.in_flight = in_flight;
    return finish_machine(config);
}

static void add(rs_program *program, bool write, uint32_t count)
{
    uint64_t line[RS_WARP_LANES];
    for (uint32_t i = 0; i < count; i++) {
        line[i] = program->request.count + i;
    }
    rs_program_instruction(program, write, line, count);
}

#endif
