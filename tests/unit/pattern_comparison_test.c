/* Runs of kernels beside one another: which are the baselines, figures over them, geometric means; and C-AMAT over SMs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "study/means.h"
#include "study/pattern_comparison.h"

static rs_pattern_row row(const char *kernel, const char *input, enum rs_pattern_version version, uint64_t instructions,
                          uint64_t cycles)
{
    rs_pattern_row r;
    memset(&r, 0, sizeof r);
    (void)snprintf(r.kernel, sizeof r.kernel, "%s", kernel);
    (void)snprintf(r.input, sizeof r.input, "%s", input);
    r.version = version;
    r.of_patterns = r.whole = true;
    r.machine.instructions.instructions = instructions;
    r.machine.cycles = cycles;
    r.machine.stall_class[RS_STALL_NONE] = instructions;
    r.machine.stall_class[RS_STALL_MEMORY_DATA] = cycles - instructions;
    return r;
}

static void rows_relate_to_the_fastest(void **state)
{
    rs_pattern_row rows[] = {
        row("a", "x", RS_PATTERN_ORDERED, 110, 1200), row("a", "x", RS_PATTERN_PLAIN, 100, 1000),
        row("a", "x", RS_PATTERN_PLAIN, 90, 1100),    row("a", "x", RS_PATTERN_BOTH, 50, 500),
        row("a", "x", RS_PATTERN_BOTH, 40, 250),      row("a", "y", RS_PATTERN_PLAIN, 100, 1000),
        row("a", "y", RS_PATTERN_BOTH, 100, 1000),    row("b", "x", RS_PATTERN_PLAIN, 100, 1000),
        row("b", "x", RS_PATTERN_STRIDED, 80, 1600),  row("b", "x", RS_PATTERN_BOTH, 10, 100),
        row("c", "x", RS_PATTERN_PLAIN, 100, 1000),   row("c", "x", RS_PATTERN_BOTH, 1, 1),
    };
    enum { ROWS = sizeof rows / sizeof rows[0] };
    double mean[RS_PATTERN_FIGURES];

    (void)state;
    rows[9].whole = false;        /* faster, but not all that the kernel has a use for */
    rows[11].of_patterns = false; /* no kernel of PATTERNS */
    rs_pattern_rows_relate(rows, ROWS);
    assert_int_equal(rs_pattern_group_end(rows, ROWS, 0), 5);
    assert_int_equal(rs_pattern_group_end(rows, ROWS, 5), 7);
    assert_int_equal(rs_pattern_group_end(rows, ROWS, 10), ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        assert_int_equal(rows[i].baseline, i == 1 || i == 5 || i == 7 || i == 10);
        assert_int_equal(rows[i].best, i == 4 || i == 6 || i == 8 || i == 11);
        assert_int_equal(rows[i].ordered, i == 0);
    }
    assert_true(rows[4].over_plain[4] == 0.25 && rows[4].over_plain[0] == 0.4);
    assert_true(rows[4].over_ordered[4] == 250.0 / 1200 && rows[6].over_ordered[4] == 1);
    /* Kernel a: the mean of 0.25 and 1; kernel b: 1.6. Of misses there are none: 1. */
    assert_true(rs_pattern_rows_mean(rows, ROWS, false, mean));
    assert_true(fabs(mean[4] - sqrt(0.5 * 1.6)) < 1e-12);
    assert_true(fabs(mean[0] - sqrt(sqrt(0.4) * 0.8)) < 1e-12);
    assert_true(mean[1] == 1);
    /* Kernel a: of 1000 cycles 60 issuing and 690 stalled less, and nothing; kernel b: 20 less, 620 more. */
    rs_pattern_gain gain;
    assert_true(rs_pattern_rows_gain(rows, ROWS, false, &gain));
    assert_true(fabs(gain.issuing - (-0.06 / 2 - 0.02) / 2) < 1e-12 && fabs(gain.stalled - (-0.69 / 2 + 0.62) / 2) < 1e-12);
    assert_true(rs_pattern_rows_gain(rows, 5, true, &gain) && fabs(gain.issuing + 70.0 / 1200) < 1e-12);
    assert_false(rs_pattern_rows_gain(rows + 10, 2, false, &gain));
    assert_true(gain.issuing == 0 && gain.stalled == 0);
    assert_false(rs_pattern_rows_mean(rows + 10, 2, false, mean));
    assert_true(mean[4] == 1);
}

static void camat_is_over_the_sms_that_accessed(void **state)
{
    const uint64_t active[] = {7, 100, 30, 12}, accesses[] = {0, 10, 2, 6};
    double of_sm[4];

    (void)state;
    rs_camat_spread spread = rs_camat_spread_of(active, accesses, 4, of_sm);
    assert_int_equal(spread.sms, 3);
    assert_true(of_sm[0] == 0 && of_sm[1] == 10 && of_sm[2] == 15 && of_sm[3] == 2);
    assert_true(spread.mean == 9 && spread.least == 2 && spread.most == 15);
    spread = rs_camat_spread_of(active, accesses, 1, of_sm);
    assert_true(spread.sms == 0 && spread.mean == 0 && spread.least == 0 && spread.most == 0);
}

static void means_of_known_figures(void **state)
{
    const double figures[] = {1, 4, 4};
    rs_mean plain = {0, 0}, logarithms = {0, 0}, inverses = {0, 0};

    (void)state;
    assert_true(isnan(rs_mean_of(&plain)) && isnan(rs_mean_harmonic(&inverses)));
    for (size_t i = 0; i < 3; i++) {
        rs_mean_add(&plain, figures[i]);
        rs_mean_add(&logarithms, log(figures[i]));
        rs_mean_add(&inverses, 1 / figures[i]);
    }
    assert_true(rs_mean_of(&plain) == 3 && rs_mean_harmonic(&inverses) == 2);
    assert_true(fabs(exp(rs_mean_of(&logarithms)) - cbrt(16)) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_relate_to_the_fastest),
        cmocka_unit_test(camat_is_over_the_sms_that_accessed),
        cmocka_unit_test(means_of_known_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
