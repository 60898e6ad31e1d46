/* C-AMAT of an SM that runs kernels: the counters of its memory side against the five-parameter form, computed from the phases
 * of every access as its ports and the blocks' show them. Memory behind it answers late and in any order. */
#include "graph_text.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/camat.h"
#include "analysis/sm_timing.h"
#include "workload/splitmix64.h"
#include "workload/warp_kernel.h"

enum { MOST_ACCESSES = 1024, MOST_READS = 256, LATENCY = 300 };

/* A group of addresses. Hit phase: from the cycle in which it is the unit's next until its last line has been looked up, a
 * store's until it has passed the table; then miss phase until the words of its last miss leave the table. */
typedef struct access {
    bool live, write, in_lines;
    uint32_t warp, first_register, element;
    uint64_t lanes;    /* that miss and wait */
    uint64_t ends_at;  /* store that has left the cache; 0: not yet */
    rs_camat_access phase;
} access;

typedef struct observer {
    rs_camat camat;
    access list[MOST_ACCESSES];
    uint32_t unit; /* access at the unit + 1, 0: none */
    bool seen;     /* the words at the cache's port were there a cycle before */
    uint64_t pure_misses, stores;
} observer;

static access *begin(observer *o, const rs_warp_group *group)
{
    uint32_t i = 0;
    while (o->list[i].live) {
        assert_true(++i < MOST_ACCESSES);
    }
    const access fresh = {true, group->write, false, group->warp, group->first_register, group->element, 0, 0, {0, false}};
    o->list[i] = fresh;
    o->unit = i + 1;
    rs_camat_begin(&o->camat, &o->list[i].phase);
    return &o->list[i];
}

static access *find(observer *o, uint32_t warp, uint32_t first_register, uint32_t element)
{
    for (uint32_t i = 0; i < MOST_ACCESSES; i++) {
        access *its = &o->list[i];
        if (its->live && its->warp == warp && its->first_register == first_register && its->element == element) {
            return its;
        }
    }
    fail_msg("words for an access that is none");
    return NULL;
}

static void end(observer *o, access *its)
{
    rs_camat_end(&o->camat, &its->phase);
    its->live = false;
}

/* Words of a miss show at the port: they have left the table. */
static void words_left(observer *o, const rs_writeback *wb)
{
    access *its = find(o, wb->warp, wb->first_register, wb->element);
    assert_int_equal(its->lanes & wb->mask, wb->mask);
    its->lanes &= ~wb->mask;
    if (its->lanes == 0 && its->phase.misses) {
        end(o, its);
    }
}

/* A line is taken in this cycle; what it means holds from the next one on. */
static void line_taken(observer *o, const rs_line_access *line, bool hit, uint64_t now)
{
    access *its = find(o, line->warp, line->first_register, line->element);
    its->lanes |= line->write || hit ? 0 : line->mask;
    if (line->last) {
        its->in_lines = true;
        its->ends_at = now + (line->write ? 2 : 1);
    }
}

static void phases(observer *o, uint64_t now)
{
    for (uint32_t i = 0; i < MOST_ACCESSES; i++) {
        access *its = &o->list[i];
        if (its->live && its->in_lines && its->ends_at == now) {
            if (its->lanes != 0) {
                rs_camat_miss(&o->camat, &its->phase);
            } else {
                o->stores += its->write;
                end(o, its);
            }
        }
    }
}

typedef struct memory {
    uint64_t random, due[MOST_READS];
    uint32_t id[MOST_READS], reads;
} memory;

/* Answers what is due, takes a request now and then; whether it was taken. */
static bool memory_cycle(memory *m, rs_sm_timing *sm)
{
    const rs_sm_request *request = rs_sm_timing_request(sm);
    for (uint32_t i = 0; i < m->reads && rs_sm_timing_takes_reply(sm); i++) {
        if (m->due[i] <= sm->now) {
            rs_sm_timing_reply(sm, m->id[i]);
            m->reads--;
            m->id[i] = m->id[m->reads];
            m->due[i] = m->due[m->reads];
        }
    }
    if (request == NULL || rs_random_below(&m->random, 4) == 0) {
        return false;
    }
    if (!request->write) {
        assert_true(m->reads < MOST_READS);
        m->id[m->reads] = (uint32_t)request->id;
        m->due[m->reads++] = sm->now + 1 + rs_random_below(&m->random, LATENCY);
    }
    return true;
}

/* A cycle, watched: what the registers show before it, the blocks' answers after it. */
static void cycle(rs_sm_timing *sm, memory *m, observer *o)
{
    const rs_sm_memory *memory_side = &sm->memory;
    const bool taken = memory_cycle(m, sm), line_valid = memory_side->coalescer.line_valid;
    const bool shown = memory_side->cache.wb_valid, words = shown && memory_side->cache.wb.level != RS_SERVED_L1;
    const bool group = memory_side->unit.busy && !memory_side->unit.group.scratchpad;
    const rs_line_access line = memory_side->coalescer.line;
    const uint64_t now = sm->now;
    if (words && !o->seen) {
        words_left(o, &memory_side->cache.wb);
    }
    phases(o, now);
    if (group && o->unit == 0) {
        (void)begin(o, &memory_side->unit.group);
    }
    rs_sm_timing_step(sm, taken);
    o->seen = shown && sm->out.wires.pad_turn;
    if (group && sm->out.wires.group != NULL && sm->out.wires.group_ready) {
        o->unit = 0;
    }
    if (line_valid && sm->out.wires.cache.line_ready) {
        line_taken(o, &line, sm->out.hit, now);
    }
    rs_camat_clock(&o->camat);
}

static void run_kernel(const rs_kernel *kernel, const rs_kernel_options *options)
{
    rs_error error = {""};
    memory m = {.random = 5};
    observer *o = (observer *)calloc(1, sizeof *o);
    rs_sm_timing *sm = (rs_sm_timing *)calloc(1, sizeof *sm);
    rs_kernel_run *run = rs_kernel_start(kernel, options, &error);
    rs_config config;
    rs_config_default(&config);
    assert_true(rs_config_set(&config, "L1_CACHE", "1", &error) && rs_config_set(&config, "MISS_SLOT", "1", &error) &&
                rs_config_set(&config, "SCRATCHPAD_BYTES", "65536", &error) && rs_config_finish(&config, &error));
    assert_true(o != NULL && sm != NULL && run != NULL && rs_sm_timing_init(sm, &config));
    while (rs_kernel_launch(run)) {
        rs_cta_trace *next = rs_kernel_cta(run);
        rs_sm_timing_end_launch(sm, false);
        while (!sm->ended) {
            if (next != NULL && rs_sm_timing_dispatch(sm, next)) {
                next = rs_kernel_cta(run);
                if (next == NULL) {
                    rs_sm_timing_end_launch(sm, true);
                }
            }
            cycle(sm, &m, o);
            assert_null(sm->trouble);
        }
    }
    assert_true(rs_kernel_finish(run, &error));
    const rs_sm_counts counts = rs_sm_timing_counts(sm);
    const rs_camat_parameters parameters = rs_camat_of(&o->camat);
    assert_int_equal(o->camat.hitting + o->camat.missing, 0);
    assert_int_equal(counts.camat_accesses, o->camat.accesses);
    assert_int_equal(counts.camat_cycles, o->camat.hit_cycles + o->camat.pure_cycles);
    assert_true(fabs(parameters.camat * (double)counts.camat_accesses - (double)counts.camat_cycles) < 1e-3);
    assert_true(o->camat.pure_misses != 0 && o->stores != 0 && parameters.hit_concurrency >= 1);
    rs_kernel_destroy(run);
    rs_sm_timing_free(sm);
    free(sm);
    free(o);
}

static void test_counters_are_the_form(void **state)
{
    (void)state;
    rs_graph graph = graph_of("8 11\n2 3 4\n1 3\n1 2 4 5\n1 3 6\n3 6 7 8\n4 5\n5 8\n5 7\n");
    for (uint32_t k = 0; k < RS_KERNELS; k++) {
        rs_kernel_options options = {4, false, false, false, false, 8, &graph, 0};
        run_kernel(rs_kernels[k], &options);
        options.strided = options.strided_scratchpad = options.indirect = true;
        run_kernel(rs_kernels[k], &options);
    }
    rs_graph_free(&graph);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counters_are_the_form)};
    (void)argc;
    name_scratch(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
