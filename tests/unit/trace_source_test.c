/* Trace source against a fake network with random readiness and delays: timing, tags, in-flight cap, cycles of requests, payload, foreign
 * replies, disturbances. */
#include <stdlib.h>
#include <string.h>

#include "common/contents.h"
#include "common/splitmix64.h"
#include "machine/trace_source.h"
#include "test_machine.h"

enum { SLOTS = 64, MAX_SMS = 6 };

typedef struct reply {
    uint64_t due;
    uint32_t tag;
    bool waits;
} reply;

/* The network of an SM, and what is known of its source. */
typedef struct port {
    uint32_t next, flit, request_of_slot[SLOTS]; /* the trace's request on offer or to come, its flit */
    uint64_t free_slots, writes, sequence, offered_cycle[SLOTS];
    uint32_t tag;
    bool on_offer;
    rs_flit shown;
    reply replies[SLOTS];
    uint32_t answering, answer_flit; /* SLOTS: none */
} port;

typedef struct world {
    rs_config config;
    rs_trace *trace;
    rs_trace_source *source;
    rs_path_inputs in;
    rs_path_outputs out;
    uint64_t cycle, random, issued, completed, latency;
    uint32_t ready_per_mille, reply_per_mille, delay, spread, most_in_flight;
    uint64_t early, waited, stalled, paused;
    bool disturbed;
    port port[MAX_SMS];
} world;

static rs_config machine(uint32_t sms, uint32_t in_flight)
{
    rs_config config;
    rs_config_default(&config);
    config.sms = sms;
    config.in_flight = in_flight;
    return finish_machine(config);
}

static void on_issue(void *user, uint32_t sm, uint32_t tag, uint64_t address, bool write)
{
    world *w = (world *)user;
    const rs_trace_request *request = &w->trace->request[w->port[sm].next];
    assert_int_equal(address, (uint64_t)request->line * 64);
    assert_int_equal(write, request->write);
    assert_int_equal(tag >> 6, request->group & 3);
    w->issued++;
}

static void on_complete(void *user, uint32_t sm, uint32_t tag, uint64_t latency_cycles)
{
    world *w = (world *)user;
    const uint32_t slot = tag & 63;
    assert_int_equal(w->cycle - w->port[sm].offered_cycle[slot], latency_cycles);
    assert_int_equal(tag >> 6, w->trace->request[w->port[sm].request_of_slot[slot]].group & 3);
    w->port[sm].free_slots |= UINT64_C(1) << slot;
    w->completed++;
    w->latency += latency_cycles;
}

static void world_open(world *w, const rs_config *config, const uint32_t *count)
{
    rs_error error = {""};
    memset(w, 0, sizeof *w);
    w->config = *config;
    w->ready_per_mille = w->reply_per_mille = 1000;
    w->trace = rs_trace_make(config, count, &error);
    assert_non_null(w->trace);
    for (uint32_t sm = 0; sm < config->sms; sm++) {
        w->port[sm].next = w->trace->first[sm];
        w->port[sm].free_slots = UINT64_MAX >> (64 - config->in_flight);
        w->port[sm].answering = SLOTS;
    }
}

static void begin(world *w)
{
    rs_error error = {""};
    const rs_source_hooks hooks = {w, on_issue, on_complete};
    rs_trace_sum(w->trace);
    w->source = rs_trace_source_create(&w->config, w->trace, &error);
    if (w->source == NULL) {
        fail_msg("%s", error.text);
    }
    rs_trace_source_set_hooks(w->source, &hooks);
}

static void world_close(world *w)
{
    rs_trace_source_destroy(w->source);
    rs_trace_destroy(w->trace);
}

/* What the SM offers, against the trace. */
static void check_offer(world *w, uint32_t sm)
{
    port *p = &w->port[sm];
    const rs_trace_request *request = &w->trace->request[p->next];
    const rs_flit *flit = &w->in.request[sm];
    if (!rs_set_has(&w->in.request_valid, sm)) {
        assert_false(p->on_offer); /* once valid, it stays */
        const bool due = p->next < w->trace->first[sm + 1] && request->cycle <= w->cycle && (p->flit != 0 || p->free_slots != 0);
        assert_true(!due || w->disturbed);
        w->waited += p->next < w->trace->first[sm + 1] && request->cycle > w->cycle;
        w->paused += due;
        return;
    }
    assert_true(p->next < w->trace->first[sm + 1]);
    assert_true(request->cycle <= w->cycle);
    if (p->on_offer) {
        assert_memory_equal(&p->shown, flit, sizeof *flit);
        return;
    }
    p->on_offer = true;
    p->shown = *flit;
    if (p->flit == 0) { /* a new request takes the lowest free slot; a write's tag is its number */
        assert_true(p->free_slots != 0);
        const uint32_t slot = (uint32_t)__builtin_ctzll(p->free_slots);
        p->free_slots &= p->free_slots - 1;
        p->offered_cycle[slot] = w->cycle;
        p->request_of_slot[slot] = p->next;
        p->tag = (request->group & 3U) << 6 | (request->write ? (uint32_t)(p->writes++ % 64) : slot);
        p->sequence++;
        assert_int_equal(flit->header, rs_path_header(&w->config, (uint64_t)request->line * 64, request->write, p->tag));
        assert_true(flit->head && flit->tail == !request->write);
        const uint32_t used = w->config.in_flight - (uint32_t)__builtin_popcountll(p->free_slots);
        w->most_in_flight = used > w->most_in_flight ? used : w->most_in_flight;
        w->early += request->cycle == w->cycle;
        if (request->write) {
            p->offered_cycle[slot] = slot; /* found again when the tail is taken */
            p->replies[slot].tag = UINT32_MAX;
        }
        return;
    }
    assert_true(!flit->head && flit->tail == (p->flit == 2));
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(flit->data[i], rs_payload(sm, p->sequence - 1, (p->flit - 1) * 8 + i));
    }
}

static void take(world *w, uint32_t sm)
{
    port *p = &w->port[sm];
    const rs_trace_request *request = &w->trace->request[p->next];
    p->on_offer = false;
    if (++p->flit < (request->write ? 3U : 1U)) {
        return;
    }
    p->flit = 0;
    if (request->write) {
        for (uint32_t slot = 0; slot < w->config.in_flight; slot++) {
            if (p->replies[slot].tag == UINT32_MAX) {
                p->replies[slot].tag = 0;
                p->free_slots |= UINT64_C(1) << slot;
            }
        }
    } else {
        p->replies[p->tag & 63] = (reply){w->cycle + w->delay + rs_random_below(&w->random, w->spread + 1), p->tag, true};
    }
    p->next++;
}

/* The reply on offer, and whether another one begins. */
static void offer_reply(world *w, uint32_t sm)
{
    port *p = &w->port[sm];
    for (uint32_t i = 0; p->answering == SLOTS && i < w->config.in_flight; i++) {
        const uint32_t slot = (uint32_t)(w->cycle + i) % w->config.in_flight;
        if (p->replies[slot].waits && p->replies[slot].due <= w->cycle) {
            p->answering = slot;
            p->answer_flit = 0;
        }
    }
    if (p->answering == SLOTS || rs_random_below(&w->random, 1000) >= w->reply_per_mille) {
        return;
    }
    rs_set_add(&w->out.reply_valid, sm);
    memset(&w->out.reply[sm], 0, sizeof w->out.reply[sm]);
    w->out.reply[sm].head = p->answer_flit == 0;
    w->out.reply[sm].tail = p->answer_flit == 2;
    w->out.reply[sm].header = p->answer_flit == 0 ? p->replies[p->answering].tag : 0;
}

static void cycle(world *w)
{
    rs_trace_source_drive(w->source, &w->in);
    rs_set_clear(&w->out.request_ready, w->config.sm_words);
    rs_set_clear(&w->out.reply_valid, w->config.sm_words);
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        check_offer(w, sm);
        rs_set_put(&w->out.request_ready, sm, rs_random_below(&w->random, 1000) < w->ready_per_mille);
        offer_reply(w, sm);
    }
    bool stalled = false;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        stalled |= rs_set_has(&w->out.reply_valid, sm) && !rs_set_has(&w->in.reply_ready, sm);
    }
    assert_true(!stalled || w->disturbed);
    w->stalled += stalled;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        port *p = &w->port[sm];
        if (rs_set_has(&w->in.request_valid, sm) && rs_set_has(&w->out.request_ready, sm)) {
            take(w, sm);
        }
        if (rs_set_has(&w->out.reply_valid, sm) && rs_set_has(&w->in.reply_ready, sm) && ++p->answer_flit == 3) {
            p->replies[p->answering].waits = false;
            p->answering = SLOTS;
        }
    }
    rs_trace_source_clock(w->source, &w->out);
    w->cycle++;
    if (rs_trace_source_protocol_error(w->source) != NULL) {
        fail_msg("%s", rs_trace_source_protocol_error(w->source));
    }
}

static void run_to_end(world *w, uint64_t most)
{
    while (!rs_trace_source_done(w->source)) {
        assert_true(w->cycle < most);
        cycle(w);
    }
    assert_int_equal(rs_trace_source_issued(w->source), w->trace->count);
    assert_int_equal(w->issued, w->trace->count);
    assert_int_equal(w->completed, w->trace->reads);
    uint64_t reads = 0, writes = 0;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        reads += rs_trace_source_count(w->source, sm).reads;
        writes += rs_trace_source_count(w->source, sm).writes;
    }
    assert_int_equal(reads, w->trace->reads);
    assert_int_equal(writes, w->trace->writes);
}

/* Reads back to back; replies share the port, three cycles each; writes every third cycle. */
static void test_timing(void **state)
{
    (void)state;
    static world w;
    const rs_config config = machine(1, 64);
    const uint32_t count = 8;
    world_open(&w, &config, &count);
    for (uint32_t i = 4; i < 7; i++) {
        w.trace->request[i].write = true;
    }
    w.delay = 100;
    begin(&w);
    static const uint64_t issued[] = {1, 2, 3, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8};
    for (uint32_t t = 0; t < 14; t++) {
        cycle(&w);
        assert_int_equal(w.issued, issued[t]);
    }
    run_to_end(&w, 200);
    /* taken in 0, 1, 2, 3, 13; heads from 100 cycles later on, three cycles each */
    assert_int_equal(w.latency, 102 + 104 + 106 + 108 + 102);
    assert_int_equal(rs_trace_source_count(w.source, 0).completion_cycle, 115);
    world_close(&w);
}

static void test_in_flight_cap(void **state)
{
    (void)state;
    static world w;
    const rs_config config = machine(1, 5);
    const uint32_t count = 96;
    world_open(&w, &config, &count);
    w.delay = 100;
    begin(&w);
    for (uint32_t t = 0; t < 103; t++) {
        cycle(&w);
        assert_int_equal(w.issued, t < 5 ? t + 1 : 5); /* the first reply's tail comes in 102 */
    }
    cycle(&w);
    assert_int_equal(w.issued, 6);
    run_to_end(&w, 5000);
    assert_int_equal(w.most_in_flight, 5);
    world_close(&w);
}

/* Replies that no request has asked for: another slot, another group, data without a head, a head inside a reply. */
static void test_unknown_replies(void **state)
{
    (void)state;
    static const struct {
        rs_flit flit[2];
        const char *text;
    } cases[] = {
        {{{.header = 3, .head = true}}, "not in flight"},
        {{{.header = 64, .head = true}}, "not in flight"},
        {{{.tail = true}}, "without a head"},
        {{{.header = 128, .head = true}, {.header = 128, .head = true}}, "inside a reply"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static world w;
        const rs_config config = machine(1, 64);
        const uint32_t count = 1;
        world_open(&w, &config, &count);
        w.trace->request[0].group = 2; /* its tag is 128 */
        w.delay = 1000;
        begin(&w);
        cycle(&w);
        for (uint32_t k = 0; k < 2; k++) {
            if (k == 1 && !cases[i].flit[1].head) {
                break;
            }
            assert_null(rs_trace_source_protocol_error(w.source));
            rs_trace_source_drive(w.source, &w.in);
            rs_set_add(&w.out.reply_valid, 0);
            w.out.reply[0] = cases[i].flit[k];
            rs_trace_source_clock(w.source, &w.out);
        }
        assert_non_null(rs_trace_source_protocol_error(w.source));
        assert_non_null(strstr(rs_trace_source_protocol_error(w.source), cases[i].text));
        assert_int_equal(w.completed, 0);
        world_close(&w);
    }
}

static void test_random(void **state)
{
    (void)state;
    uint64_t at_cap = 0, early = 0, waited = 0, stalled = 0, paused = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        static world w;
        uint64_t random = seed;
        const rs_config config = machine(1 + rs_random_below(&random, MAX_SMS), seed % 3 == 0 ? 64 : 1 + rs_random_below(&random, 64));
        uint32_t count[MAX_SMS];
        for (uint32_t sm = 0; sm < config.sms; sm++) {
            count[sm] = (sm == 0) + rs_random_below(&random, 300);
        }
        world_open(&w, &config, count);
        const uint32_t gap = seed % 2 == 0 ? 0 : rs_random_below(&random, 30);
        for (uint32_t sm = 0; sm < config.sms; sm++) {
            uint64_t due = 0;
            for (uint32_t i = w.trace->first[sm]; i < w.trace->first[sm + 1]; i++) {
                due += rs_random_below(&random, gap + 1);
                w.trace->request[i] = (rs_trace_request){due, rs_random_below(&random, 1000), rs_random_below(&random, 3) == 0,
                                                         (uint8_t)rs_random_below(&random, 256)};
            }
        }
        w.random = seed;
        w.ready_per_mille = seed % 3 == 0 ? 1000 : 50 + rs_random_below(&random, 900);
        w.reply_per_mille = seed % 4 == 0 ? 1000 : 50 + rs_random_below(&random, 900);
        w.delay = rs_random_below(&random, 60) + 1;
        w.spread = rs_random_below(&random, 100);
        begin(&w);
        const rs_disturbance disturbance = {
            .reply_stall_per_mille = seed % 2 == 0 ? 0 : rs_random_below(&random, 900),
            .request_pause_per_mille = seed % 3 != 0 ? 0 : rs_random_below(&random, 900),
            .seed = seed,
        };
        w.disturbed = seed % 2 != 0 || seed % 3 == 0;
        rs_trace_source_set_disturbance(w.source, &disturbance);
        run_to_end(&w, 3000000);
        at_cap += w.most_in_flight == config.in_flight;
        early += w.early;
        waited += w.waited;
        stalled += w.stalled;
        paused += w.paused;
        world_close(&w);
    }
    assert_true(at_cap >= 10 && early > 100 && waited > 1000 && stalled > 1000 && paused > 1000); /* the interesting cases did occur */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_timing),
        cmocka_unit_test(test_in_flight_cap),
        cmocka_unit_test(test_unknown_replies),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
