/* Machines of more than 64 SMs: sets of up to 256 members against arrays, the arbiters and the allocator against their definitions
 * played out on matrices, and a crossbar and the CTA dispatch against what they are for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdlib.h>

#include "common/contents.h"
#include "common/random_arbiter.h"
#include "machine/cta_dispatch.h"
#include "network/crossbar.h"

static uint32_t below(uint64_t *random, uint32_t bound)
{
    return (uint32_t)(rs_random_below(random, bound));
}

/* ---- sets ------------------------------------------------------------------------------------------------- */

static void expect_members(const rs_set *set, const bool *member, uint32_t n)
{
    const uint32_t words = rs_set_words(n);
    uint32_t count = 0, last = UINT32_MAX, first = UINT32_MAX, seen = 0;

    for (uint32_t i = n; i-- > 0;) {
        assert_int_equal(rs_set_has(set, i), member[i]);
        count += member[i];
        first = member[i] ? i : first;
    }
    RS_EACH(i, k, words, set->word[k]) {
        assert_true(i < n && member[i] && (last == UINT32_MAX || i > last));
        last = i;
        seen++;
    }
    assert_int_equal(seen, count);
    assert_int_equal(rs_set_count(set, words), count);
    assert_int_equal(rs_set_any(set, words), count != 0);
    assert_int_equal(rs_set_several(set, words), count > 1);
    if (count != 0)
        assert_int_equal(rs_set_first(set), first);
}

static void sets_are_arrays_of_bits(void **state)
{
    static const uint32_t sizes[] = {1, 63, 64, 65, 128, 132, 192, 256};
    uint64_t random = 1;

    (void)state;
    for (uint32_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        const uint32_t n = sizes[s], words = rs_set_words(n);
        bool member[RS_SET_MAX] = {false}, other[RS_SET_MAX] = {false};
        rs_set set = rs_set_below(0), two = rs_set_below(0);
        const rs_set all = rs_set_below(n);

        for (uint32_t step = 0; step < 2000; step++) {
            const uint32_t i = below(&random, n), what = below(&random, 8);
            bool equal = true, meet = false;

            if (what == 0) {
                rs_set_clear(&set, words);
                memset(member, 0, sizeof(member));
            } else if (what == 1) {
                rs_set_remove(&set, i);
                member[i] = false;
            } else if (what < 4) {
                rs_set_add(&set, i);
                member[i] = true;
            } else if (what < 6) {
                member[i] = below(&random, 2) != 0;
                rs_set_put(&set, i, member[i]);
            } else if (what == 6) {
                two = set;
                memcpy(other, member, sizeof(other));
            } else {
                other[i] = !other[i];
                rs_set_put(&two, i, other[i]);
            }
            expect_members(&set, member, n);
            for (uint32_t k = 0; k < n; k++) {
                equal = equal && member[k] == other[k];
                meet = meet || (member[k] && other[k]);
            }
            assert_int_equal(rs_set_equal(&set, &two, words), equal);
            assert_int_equal(rs_set_meet(&set, &two, words), meet);
        }
        assert_int_equal(rs_set_count(&all, RS_SET_WORDS), n);
    }
}

/* ---- arbiters and allocator --------------------------------------------------------------------------------- */

/* Winner of the 2^level leaves from first on, both halves played out; -1: none requests. */
static int tournament(const bool *request, uint32_t n, uint32_t random, uint32_t first, uint32_t level)
{
    if (level == 0)
        return first < n && request[first] ? (int)first : -1;
    const int lower = tournament(request, n, random, first, level - 1);
    const int upper = tournament(request, n, random, first + (1u << (level - 1)), level - 1);
    if (lower < 0 || upper < 0)
        return lower < 0 ? upper : lower;
    return (random >> (level - 1) & 1) != 0 ? upper : lower;
}

static int ranked(const bool *request, uint32_t n, uint32_t random)
{
    uint32_t requesters = 0, rank = 0;
    for (uint32_t i = 0; i < n; i++)
        requesters += request[i];
    for (uint32_t i = 0; i < n; i++)
        if (request[i] && rank++ == random * requesters / 4096)
            return (int)i;
    return -1;
}

static uint32_t levels_of(uint32_t n)
{
    uint32_t levels = 0;
    while (1u << levels < n)
        levels++;
    return levels;
}

static int defined_pick(const bool *request, uint32_t random, uint32_t n, uint32_t pick)
{
    return pick == 0 ? tournament(request, n, random, 0, levels_of(n)) : ranked(request, n, random);
}

static void arbiters_of_more_than_a_word(void **state)
{
    static const uint32_t sizes[] = {64, 65, 70, 128, 129, 132, 200, 256};
    uint64_t random = 2;

    (void)state;
    for (uint32_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
        for (uint32_t trial = 0; trial < 4000; trial++) {
            const uint32_t n = sizes[s], pick = trial % 2, dense = 1 + below(&random, 30);
            const uint32_t drawn = below(&random, 1u << rs_random_bits(n, pick));
            bool request[RS_SET_MAX] = {false};
            rs_set set = rs_set_below(0);
            for (uint32_t i = 0; i < n; i++) {
                request[i] = trial > 20 && below(&random, dense) == 0;
                rs_set_put(&set, i, request[i]);
            }
            assert_int_equal(rs_random_pick(&set, drawn, n, pick), defined_pick(request, drawn, n, pick));
        }
}

enum { SIDE = 256 };
typedef bool matrix[SIDE][SIDE]; /* [input][output] */

/* THESIS 1.3.3: inputs pick among the free outputs that they request, outputs among the inputs that picked them. */
static void match_by_definition(uint32_t inputs, uint32_t outputs, uint32_t iterations, uint32_t pick, const matrix request,
                                const rs_lfsr *lfsr, int *winner)
{
    static matrix picked; /* [output][input] */
    const uint32_t in_bits = rs_random_bits(outputs, pick), out_bits = rs_random_bits(inputs, pick);
    bool taken[SIDE] = {false}, wanted[SIDE];
    uint32_t at = 0;

    for (uint32_t o = 0; o < outputs; o++)
        winner[o] = -1;
    for (uint32_t iteration = 0; iteration < iterations; iteration++) {
        bool free_output[SIDE];
        memset(picked, 0, sizeof(picked));
        for (uint32_t o = 0; o < outputs; o++)
            free_output[o] = winner[o] < 0;
        for (uint32_t i = 0; i < inputs; i++, at += in_bits) {
            for (uint32_t o = 0; o < outputs; o++)
                wanted[o] = request[i][o] && free_output[o] && !taken[i];
            const int o = defined_pick(wanted, rs_lfsr_bits(lfsr, at, in_bits), outputs, pick);
            if (o >= 0)
                picked[o][i] = true;
        }
        for (uint32_t o = 0; o < outputs; o++, at += out_bits) {
            const int i = free_output[o] ? defined_pick(picked[o], rs_lfsr_bits(lfsr, at, out_bits), inputs, pick) : -1;
            if (i >= 0) {
                winner[o] = i;
                taken[i] = true;
            }
        }
    }
}

static void allocator_of_more_than_a_word(void **state)
{
    static const uint32_t shapes[][4] = {{70, 4, 1, 0}, {132, 64, 1, 0}, {64, 132, 1, 0}, {130, 130, 1, 0}, {70, 8, 3, 0}, {90, 4, 1, 1}};
    static matrix request;
    uint64_t random = 3;

    (void)state;
    for (uint32_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
        const uint32_t inputs = shapes[s][0], outputs = shapes[s][1], iterations = shapes[s][2], pick = shapes[s][3];
        rs_pim_allocator allocator;
        rs_lfsr lfsr;
        uint32_t later = 0;

        rs_pim_allocator_init(&allocator, inputs, outputs, iterations, pick);
        assert_true(rs_lfsr_init(&lfsr, rs_pim_allocator_random_bits(&allocator), 77));
        for (uint32_t trial = 0; trial < 60; trial++, rs_lfsr_advance(&lfsr)) {
            const uint32_t dense = 1 + below(&random, 3 * outputs);
            rs_set columns[SIDE], active = rs_set_below(0), granted;
            uint8_t winner[SIDE];
            int expected[SIDE];

            memset(columns, 0, sizeof(columns));
            for (uint32_t i = 0; i < inputs; i++)
                for (uint32_t o = 0; o < outputs; o++) {
                    request[i][o] = below(&random, dense) == 0;
                    rs_set_put(&columns[o], i, request[i][o]);
                }
            for (uint32_t o = 0; o < outputs; o++)
                rs_set_put(&active, o, rs_set_any(&columns[o], RS_SET_WORDS));
            rs_pim_allocate(&allocator, columns, &active, &lfsr, winner, &granted);
            match_by_definition(inputs, outputs, iterations, pick, (const bool(*)[SIDE])request, &lfsr, expected);
            for (uint32_t o = 0; o < outputs; o++) {
                assert_int_equal(rs_set_has(&granted, o), expected[o] >= 0);
                if (expected[o] >= 0)
                    assert_int_equal(winner[o], expected[o]);
                later += o >= 64 && expected[o] >= 0;
                later += expected[o] >= 64;
            }
        }
        assert_true(later > 0);
    }
}

/* ---- a crossbar: every packet at its output, once, whole, in order ------------------------------------------- */

enum { PACKETS = 40, FLITS = 3 };

static void carry(uint32_t allocator, uint32_t inputs, uint32_t outputs, uint32_t vcs, uint32_t policy, bool guard)
{
    static rs_crossbar crossbar;
    rs_crossbar_sizes sizes = {inputs, outputs, 4, 2, 1, RS_PICK_TREE, vcs, true, allocator};
    rs_hold_grant hold;
    uint64_t random = inputs + outputs;
    uint32_t *sent = (uint32_t *)calloc((size_t)inputs * outputs, sizeof(uint32_t)); /* packets, of each pair */
    uint32_t *arrived = (uint32_t *)calloc((size_t)inputs * outputs, sizeof(uint32_t));
    uint32_t packets[SIDE] = {0}, flit[SIDE] = {0}, to[SIDE], under_way[SIDE * RS_MAX_VCS] = {0}, from[SIDE * RS_MAX_VCS] = {0};
    uint32_t left = inputs * PACKETS, highest = 0;

    assert_non_null(sent);
    assert_non_null(arrived);
    rs_hold_grant_init(&hold, inputs, outputs, policy, 4, guard ? 4 : 0, guard);
    assert_true(rs_crossbar_init(&crossbar, &sizes, &hold, 9));
    for (uint32_t cycle = 0; left != 0; cycle++) {
        const rs_set open = crossbar.in_ready;
        rs_set taken[RS_MAX_VCS] = {{{0}}};

        assert_true(cycle < 100 * inputs * PACKETS);
        for (uint32_t o = 0; o < outputs; o++)
            for (uint32_t w = 0; w < vcs; w++) {
                const uint32_t at = o * vcs + w;
                if (!rs_set_has(&crossbar.out_valid[w], o) || below(&random, 4) == 0)
                    continue;
                const rs_flit *front = &rs_crossbar_front(&crossbar, o, w)->flit;
                rs_set_add(&taken[w], o);
                assert_int_equal(front->head, under_way[at] == 0);
                assert_int_equal(front->tail, under_way[at] == FLITS - 1);
                if (front->head) {
                    from[at] = (uint32_t)front->header >> 16;
                    assert_true(from[at] < inputs);
                    assert_int_equal(front->header & 0xffff, arrived[from[at] * outputs + o]);
                } else {
                    assert_int_equal(front->data[0], from[at] << 16 | under_way[at]);
                    assert_int_equal(front->data[1], o);
                }
                under_way[at] = (under_way[at] + 1) % FLITS;
                if (front->tail) {
                    arrived[from[at] * outputs + o]++;
                    highest = from[at] > highest ? from[at] : highest;
                    left--;
                }
            }
        rs_crossbar_step(&crossbar, taken, NULL);
        for (uint32_t i = 0; i < inputs; i++) {
            if (!rs_set_has(&open, i) || packets[i] == PACKETS || below(&random, 3) == 0)
                continue;
            if (flit[i] == 0)
                to[i] = below(&random, outputs);
            rs_flit next = {0};
            const rs_route route = rs_route_to(to[i], below(&random, 4), below(&random, 3), 0);
            next.head = flit[i] == 0;
            next.tail = flit[i] == FLITS - 1;
            if (next.head) {
                next.header = (uint64_t)i << 16 | sent[i * outputs + to[i]]++;
            } else {
                next.data[0] = i << 16 | flit[i];
                next.data[1] = to[i];
            }
            rs_crossbar_push(&crossbar, i, &next, &route);
            flit[i] = (flit[i] + 1) % FLITS;
            packets[i] += flit[i] == 0;
        }
    }
    assert_memory_equal(sent, arrived, (size_t)inputs * outputs * sizeof(uint32_t));
    assert_true(rs_crossbar_empty(&crossbar));
    assert_int_equal(highest, inputs - 1);
    rs_crossbar_release(&crossbar);
    free(sent);
    free(arrived);
}

static void wide_crossbars_carry_every_packet(void **state)
{
    (void)state;
    for (uint32_t allocator = RS_ALLOCATOR_PIM; allocator <= RS_ALLOCATOR_SJF; allocator++) {
        carry(allocator, 130, 4, 1, RS_HOLD_NONE, false);
        carry(allocator, 130, 4, 1, RS_HOLD_HG, true);
        carry(allocator, 132, 64, 1, RS_HOLD_HMHG, false);
        carry(allocator, 4, 130, 1, RS_HOLD_NONE, false);
        if (allocator == RS_ALLOCATOR_SJF)
            continue; /* one VC alone */
        carry(allocator, 70, 4, 2, RS_HOLD_RMHG, true);
        carry(allocator, 66, 70, 2, RS_HOLD_NONE, false);
    }
}

/* ---- CTA dispatch: fewest CTAs first, the lowest SM of these; every SM releases ------------------------------- */

static void dispatch_reaches_every_sm(void **state)
{
    enum { SMS = 130, PLACES = 2, CTAS = 2 * SMS + 5 };
    rs_cta_dispatch dispatch;
    rs_cta_dispatch_inputs in = {0};
    rs_cta_dispatch_outputs out;
    uint32_t resident[SMS] = {0}, started = 0;

    (void)state;
    rs_cta_dispatch_init(&dispatch, SMS, PLACES);
    in.launch_valid = true;
    in.launch_ctas = CTAS;
    in.limit = PLACES;
    in.sm_quiet = rs_set_below(SMS);
    memset(in.place_free, 3, SMS);
    rs_cta_dispatch_clock(&dispatch, &in);
    in.launch_valid = false;
    while (started < CTAS) {
        uint32_t fewest = 0;
        for (uint32_t i = 0; i < SMS; i++)
            fewest = resident[i] < resident[fewest] ? i : fewest;
        rs_cta_dispatch_offer(&dispatch, &in, &out);
        if (resident[fewest] == PLACES) { /* the last SM's CTAs end */
            assert_false(out.start_valid);
            in.place_free[SMS - 1] = 3;
            resident[SMS - 1] = 0;
            continue;
        }
        assert_true(out.start_valid);
        assert_int_equal(out.start_sm, fewest);
        assert_int_equal(out.start_cta, started);
        assert_true((in.place_free[fewest] >> out.start_place & 1) != 0);
        rs_cta_dispatch_clock(&dispatch, &in);
        in.place_free[fewest] &= (uint8_t)~(1u << out.start_place);
        resident[fewest]++;
        started++;
    }
    memset(in.place_free, 3, SMS);
    rs_set_remove(&in.sm_quiet, SMS - 1);
    rs_cta_dispatch_clock(&dispatch, &in);
    rs_cta_dispatch_offer(&dispatch, &in, &out);
    assert_false(rs_set_any(&out.release_valid, RS_SET_WORDS)); /* the last SM is not quiet */
    rs_set_add(&in.sm_quiet, SMS - 1);
    rs_cta_dispatch_clock(&dispatch, &in);
    rs_cta_dispatch_offer(&dispatch, &in, &out);
    assert_int_equal(rs_set_count(&out.release_valid, RS_SET_WORDS), SMS);
    in.settled = true;
    in.release_ready = rs_set_below(SMS - 1);
    rs_cta_dispatch_clock(&dispatch, &in);
    rs_cta_dispatch_clock(&dispatch, &in);
    rs_cta_dispatch_offer(&dispatch, &in, &out);
    assert_int_equal(rs_set_count(&out.release_valid, RS_SET_WORDS), 1);
    assert_true(rs_set_has(&out.release_valid, SMS - 1) && !out.acquire_valid);
    rs_set_add(&in.release_ready, SMS - 1);
    rs_cta_dispatch_clock(&dispatch, &in);
    rs_cta_dispatch_clock(&dispatch, &in);
    rs_cta_dispatch_offer(&dispatch, &in, &out);
    assert_true(out.acquire_valid && out.launch_over);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_arrays_of_bits),
        cmocka_unit_test(arbiters_of_more_than_a_word),
        cmocka_unit_test(allocator_of_more_than_a_word),
        cmocka_unit_test(wide_crossbars_carry_every_packet),
        cmocka_unit_test(dispatch_reaches_every_sm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
