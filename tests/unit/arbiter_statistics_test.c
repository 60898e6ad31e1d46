/* Shares of the random arbiters: exactly, over all random words, and measured with the LFSR that drives them.
 *
 * Any two requesters alone get 50 % +/- 1 % each, wherever they sit (both picks); k requesters with UNIFORM get
 * 1/k each. The measured shares have a standard deviation of 0.2 %, so 1 % is five of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/lfsr.h"
#include "common/random_arbiter.h"

enum { TREE, UNIFORM, SAMPLES = 65536 };

static const uint32_t sizes[] = {2, 3, 8, 16, 28, 64};
static const size_t size_count = sizeof sizes / sizeof sizes[0];

static uint64_t bit(uint32_t i)
{
    return UINT64_C(1) << i;
}

/* Sets of up to 64. */
static int pick_of(uint64_t request, uint32_t random, uint32_t n, uint32_t pick)
{
    const rs_set set = {{request}};
    return rs_random_pick(&set, random, n, pick);
}

static void pairs_split_all_random_words_in_half(void **state)
{
    (void)state;
    for (size_t size = 0; size < size_count; size++)
        for (uint32_t i = 0; i < sizes[size]; i++)
            for (uint32_t j = i + 1; j < sizes[size]; j++) {
                uint32_t words = 1u << rs_random_bits(sizes[size], TREE), lower = 0;
                for (uint32_t random = 0; random < words; random++) {
                    int winner = pick_of(bit(i) | bit(j), random, sizes[size], TREE);
                    assert_true(winner == (int)i || winner == (int)j);
                    lower += winner == (int)i;
                }
                assert_int_equal(2 * lower, words);
            }
}

static void uniform_is_one_in_k_within_one_word(void **state)
{
    uint64_t request = 0;
    uint32_t place = 0;

    (void)state;
    /* k requesters, one more each round, at scattered places: 37 and 64 have no common divisor. */
    for (uint32_t k = 1; k <= 64; k++) {
        uint32_t wins[64] = {0};
        request |= bit(place);
        place = (place + 37) % 64;
        for (uint32_t random = 0; random < 4096; random++) {
            int winner = pick_of(request, random, 64, UNIFORM);
            assert_true(winner >= 0 && (request >> winner & 1) != 0);
            wins[winner]++;
        }
        for (uint32_t i = 0; i < 64; i++)
            if ((request >> i & 1) != 0)
                assert_in_range(wins[i], 4096 / k, (4096 + k - 1) / k);
    }
}

/* Wins of each requester out of SAMPLES, with fresh bits of the LFSR from a given offset of its word. */
static void measure(rs_lfsr *lfsr, uint32_t offset, uint64_t request, uint32_t n, uint32_t pick, uint32_t wins[64])
{
    uint32_t random_bits = rs_random_bits(n, pick);
    for (uint32_t i = 0; i < 64; i++)
        wins[i] = 0;
    for (uint32_t sample = 0; sample < SAMPLES; sample++) {
        wins[pick_of(request, rs_lfsr_bits(lfsr, offset, random_bits), n, pick)]++;
        rs_lfsr_advance(lfsr);
    }
}

static void assert_share(uint32_t wins, double share)
{
    assert_true((double)wins > (share - 0.01) * SAMPLES);
    assert_true((double)wins < (share + 0.01) * SAMPLES);
}

static void two_requesters_get_half_each(void **state)
{
    rs_lfsr lfsr;
    uint32_t wins[64], offset = 0;

    (void)state;
    assert_true(rs_lfsr_init(&lfsr, 124, 1));
    for (uint32_t pick = TREE; pick <= UNIFORM; pick++)
        for (size_t size = 0; size < size_count; size++) {
            uint32_t n = sizes[size], step = n < 28 ? 1 : n == 28 ? 3 : 9;
            for (uint32_t i = 0; i < n; i += step)
                for (uint32_t j = i + 1; j < n; j += step) {
                    measure(&lfsr, offset, bit(i) | bit(j), n, pick, wins);
                    assert_int_equal(wins[i] + wins[j], SAMPLES);
                    assert_share(wins[i], 0.5);
                    offset = (offset + 5) % 112;
                }
        }
}

static void three_requesters_get_a_third_each_with_uniform(void **state)
{
    rs_lfsr lfsr;
    uint32_t wins[64];

    (void)state;
    assert_true(rs_lfsr_init(&lfsr, 40, 7));
    for (uint32_t i = 0; i < 24; i += 5) {
        uint32_t j = i + 1 + i % 3, k = 27;
        measure(&lfsr, i, bit(i) | bit(j) | bit(k), 28, UNIFORM, wins);
        assert_share(wins[i], 1.0 / 3);
        assert_share(wins[j], 1.0 / 3);
        assert_share(wins[k], 1.0 / 3);
    }
}

/* What TREE does not promise: of 0, 1 and 2 the lone one in its half gets half. */
static void three_requesters_are_not_alike_with_tree(void **state)
{
    rs_lfsr lfsr;
    uint32_t wins[64];

    (void)state;
    assert_true(rs_lfsr_init(&lfsr, 40, 7));
    measure(&lfsr, 0, 7, 28, TREE, wins);
    assert_share(wins[0], 0.25);
    assert_share(wins[1], 0.25);
    assert_share(wins[2], 0.5);
}

static void no_request_no_winner(void **state)
{
    (void)state;
    assert_int_equal(pick_of(0, 5, 28, TREE), -1);
    assert_int_equal(pick_of(0, 5, 28, UNIFORM), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_split_all_random_words_in_half),
        cmocka_unit_test(uniform_is_one_in_k_within_one_word),
        cmocka_unit_test(two_requesters_get_half_each),
        cmocka_unit_test(three_requesters_get_a_third_each_with_uniform),
        cmocka_unit_test(three_requesters_are_not_alike_with_tree),
        cmocka_unit_test(no_request_no_winner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
