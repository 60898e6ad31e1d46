/* LFSR: the trinomials are primitive, and the twin follows the recurrence bit by bit.
 *
 * Primitive: x^n + x^k + 1 is irreducible (Rabin: n prime, x^(2^n) = x modulo it, no root), and either 2^n - 1 is prime
 * (Lucas-Lehmer) or, for n = 41, x to the power (2^n - 1) / p is not 1 for its prime factors p; so every state but
 * zero lies on one cycle of 2^n - 1 states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "common/lfsr.h"

enum { MAX_LENGTH = RS_LFSR_MAX_BITS };

static const uint32_t expected_trinomials[][2] = {{31, 13}, {41, 20}, {89, 38}, {127, 63}, {521, 168}, {1279, 418}, {2281, 715}};

static bool is_prime(uint32_t n)
{
    for (uint32_t divisor = 2; divisor * divisor <= n; divisor++)
        if (n % divisor == 0)
            return false;
    return n >= 2;
}

/* One byte a coefficient; n prime, 0 < k < n, so that the polynomial has neither root 0 nor root 1. */
static bool trinomial_is_irreducible(uint32_t n, uint32_t k)
{
    unsigned char power[MAX_LENGTH] = {0}, square[2 * MAX_LENGTH];

    power[1] = 1;
    for (uint32_t i = 0; i < n; i++) {
        memset(square, 0, sizeof square);
        for (uint32_t degree = 0; degree < n; degree++)
            square[2 * degree] = power[degree];
        for (uint32_t degree = 2 * n - 2; degree >= n; degree--) {
            square[degree - n] ^= square[degree];
            square[degree - n + k] ^= square[degree];
        }
        memcpy(power, square, n);
    }
    for (uint32_t degree = 0; degree < n; degree++)
        if (power[degree] != (degree == 1))
            return false;
    return true;
}

enum { WORDS = MAX_LENGTH / 32 + 1 };

/* Adds `bits`, at most 64 of them, from bit `at` of a sum modulo 2^n - 1 on. A sum has n bits. */
static void add_folded(uint32_t *sum, uint32_t n, uint32_t at, uint64_t bits)
{
    while (bits != 0) {
        const uint32_t word = at / 32, shift = at % 32, width = word == n / 32 ? n % 32 : 32; /* of this word */
        const uint32_t taken = width - shift;
        const uint64_t low = bits & ((UINT64_C(1) << taken) - 1), total = (uint64_t)sum[word] + (low << shift);

        sum[word] = (uint32_t)(total & ((UINT64_C(1) << width) - 1));
        bits = (bits >> taken) + (total >> width);
        at = word == n / 32 ? 0 : 32 * (word + 1);
    }
}

/* Lucas-Lehmer: s = s^2 - 2 modulo 2^n - 1, n - 2 times from 4, ends at 0 or 2^n - 1. n an odd prime. */
static bool mersenne_is_prime(uint32_t n)
{
    const uint32_t words = n / 32 + 1;
    uint32_t s[WORDS] = {4}, sum[WORDS];

    for (uint32_t step = 0; step < n - 2; step++) {
        memset(sum, 0, sizeof sum);
        for (uint32_t i = 0; i < words; i++)
            for (uint32_t j = 0; j < words; j++)
                add_folded(sum, n, 32 * (i + j) % n, (uint64_t)s[i] * s[j]);
        /* - 2 is + (2^n - 1) - 2 = all bits but bit 1 */
        for (uint32_t i = 0; i < words; i++)
            add_folded(sum, n, 32 * i, (i < n / 32 ? UINT32_MAX : (UINT32_C(1) << n % 32) - 1) - (i == 0 ? 2 : 0));
        memcpy(s, sum, sizeof s);
    }
    bool zero = true, ones = true;
    for (uint32_t i = 0; i < words; i++) {
        zero = zero && s[i] == 0;
        ones = ones && s[i] == (i < n / 32 ? UINT32_MAX : (UINT32_C(1) << n % 32) - 1);
    }
    return zero || ones;
}

/* x to the given power modulo x^n + x^k + 1, n < 64. */
static uint64_t power_of_x(uint64_t exponent, uint32_t n, uint32_t k)
{
    uint64_t result = 1, square = 2;
    for (; exponent != 0; exponent >>= 1) {
        uint64_t factor[2] = {exponent & 1 ? square : 1, square}, product[2] = {0, 0};
        for (uint32_t i = n; i-- > 0;) /* both products by square, from its highest bit on */
            for (int j = 0; j < 2; j++) {
                product[j] <<= 1;
                if (product[j] >> n != 0)
                    product[j] ^= UINT64_C(1) << n | UINT64_C(1) << k | 1;
                if ((j == 0 ? result : square) >> i & 1)
                    product[j] ^= factor[j];
            }
        result = product[0];
        square = product[1];
    }
    return result;
}

/* n < 64, primitive without 2^n - 1 being prime: the order of x divides 2^n - 1 and none of its greatest divisors.
 * The clock's step must share no factor with it either, or words would repeat earlier. */
static bool trinomial_has_full_period(uint32_t n, uint32_t k)
{
    uint64_t period = (UINT64_C(1) << n) - 1, rest = period, step = 2 * (uint64_t)(n - k);
    if (power_of_x(period, n, k) != 1)
        return false;
    for (uint64_t factor = 2; rest > 1; factor++) {
        if (factor * factor > rest)
            factor = rest;
        if (rest % factor != 0)
            continue;
        if (step % factor == 0 || power_of_x(period / factor, n, k) == 1)
            return false;
        while (rest % factor == 0)
            rest /= factor;
    }
    return true;
}

static void the_checks_can_fail(void **state)
{
    (void)state;
    assert_false(trinomial_has_full_period(9, 1)); /* irreducible, order 73 of 511 */
    assert_true(trinomial_has_full_period(11, 2)); /* 23 * 89 */
    assert_true(trinomial_has_full_period(31, 13));
    assert_false(trinomial_has_full_period(41, 19));
    assert_false(trinomial_has_full_period(15, 8)); /* primitive, but a step of 14 and 32767 = 7 * 4681 */
    assert_false(trinomial_is_irreducible(5, 1)); /* (x^2+x+1)(x^3+x^2+1) */
    assert_true(trinomial_is_irreducible(5, 2));
    assert_false(trinomial_is_irreducible(31, 12));
    assert_false(mersenne_is_prime(11)); /* 23 * 89 */
    assert_false(mersenne_is_prime(67));
    assert_true(mersenne_is_prime(13));
}

static void trinomials_are_primitive(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof expected_trinomials / sizeof expected_trinomials[0]; i++) {
        rs_lfsr lfsr;
        assert_true(rs_lfsr_init(&lfsr, expected_trinomials[i][0], 1));
        assert_int_equal(lfsr.length, expected_trinomials[i][0]);
        assert_int_equal(lfsr.tap, expected_trinomials[i][1]);
        assert_true(is_prime(lfsr.length));
        assert_true(trinomial_is_irreducible(lfsr.length, lfsr.tap));
        assert_true(mersenne_is_prime(lfsr.length) ||
                    (lfsr.length < 64 && trinomial_has_full_period(lfsr.length, lfsr.tap)));
        if (i + 1 < sizeof expected_trinomials / sizeof expected_trinomials[0]) {
            assert_true(rs_lfsr_init(&lfsr, expected_trinomials[i][0] + 1, 1));
            assert_int_equal(lfsr.length, expected_trinomials[i + 1][0]);
        }
    }
}

static void lengths_out_of_range_are_refused(void **state)
{
    rs_lfsr lfsr;

    (void)state;
    assert_false(rs_lfsr_init(&lfsr, 0, 1));
    assert_false(rs_lfsr_init(&lfsr, RS_LFSR_MAX_BITS + 1, 1));
    assert_true(rs_lfsr_init(&lfsr, 1, 1));
}

/* The sequence from the definition, one bit at a time, against every bit of the words of 200 advances. */
static void words_follow_the_recurrence(void **state)
{
    static const uint32_t sizes[] = {1, 31, 32, 40, 41, 42, 64, 65, 124, 127, 128, 512, 521, 522, 1279, 1280, 2281};
    enum { ADVANCES = 200 };

    (void)state;
    for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; size++) {
        uint32_t bits = sizes[size], seed = 12345u * (uint32_t)size;
        rs_lfsr lfsr;
        assert_true(rs_lfsr_init(&lfsr, bits, seed));
        uint32_t n = lfsr.length, k = lfsr.tap, stride = 2 * (n - k);
        assert_true(stride >= bits);
        size_t total = n + (size_t)stride * ADVANCES;
        unsigned char *b = (unsigned char *)malloc(total);
        assert_non_null(b);
        uint32_t word = seed;
        for (uint32_t i = 0; i < n; i++) {
            if (i % 32 == 0)
                word = word * 1664525u + 1013904223u;
            b[i] = word >> i % 32 & 1;
        }
        for (size_t t = 0; t + n < total; t++)
            b[t + n] = b[t] ^ b[t + k];
        for (size_t advance = 0; advance < ADVANCES; advance++) {
            const unsigned char *now = b + advance * stride;
            for (uint32_t i = 0; i < bits; i++)
                assert_int_equal(rs_lfsr_bits(&lfsr, i, 1), now[i]);
            for (uint32_t offset = 0; offset < bits; offset += 7) {
                uint32_t count = bits - offset < 32 ? bits - offset : 32, slice = 0;
                for (uint32_t i = 0; i < count; i++)
                    slice |= (uint32_t)now[offset + i] << i;
                assert_int_equal(rs_lfsr_bits(&lfsr, offset, count), slice);
            }
            rs_lfsr_advance(&lfsr);
        }
        free(b);
    }
}

/* seed * 1664525 + 1013904223 = 0 or 2^31 mod 2^32: the low 31 bits are 0. */
static void zero_state_gets_one_bit(void **state)
{
    uint32_t inverse = 1;

    (void)state;
    for (int i = 0; i < 5; i++)
        inverse *= 2u - 1664525u * inverse;
    assert_int_equal(inverse * 1664525u, 1);
    for (uint32_t top = 0; top < 2; top++) {
        rs_lfsr lfsr;
        assert_true(rs_lfsr_init(&lfsr, 31, ((top << 31) - 1013904223u) * inverse));
        assert_int_equal(rs_lfsr_bits(&lfsr, 0, 31), 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checks_can_fail),
        cmocka_unit_test(trinomials_are_primitive),
        cmocka_unit_test(lengths_out_of_range_are_refused),
        cmocka_unit_test(words_follow_the_recurrence),
        cmocka_unit_test(zero_state_gets_one_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
