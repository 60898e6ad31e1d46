/* lib: the value of 15 swaptions on paths of the LIBOR market model (THESIS 5): 64 CTAs of 64 threads, a thread a path, five launches
 * of other random numbers. A path has 80 forward rates of a quarter of a year, moved on by 40 steps, each by a normal number;
 * rates, normals and the discounts of the end are arrays of a thread in local memory. Volatilities, maturities and swap
 * rates are constants, 38 words, that any cache of 8 KB holds: a load of one is an instruction and no request. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_math.h"

enum { RATES = 80, STEPS = 40, OPTIONS = 15, CTAS = 64, CTA_WARPS = 2, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, LAUNCHES = 5 };
/* Local memory of a thread: rates, normals, then for each rate behind the steps the discount and the sum of discounts. */
enum { NORMAL = RATES, DISCOUNT = NORMAL + STEPS, ANNUITY = DISCOUNT + RATES - STEPS, LOCAL_WORDS = ANNUITY + RATES - STEPS };
enum { LOCAL, VALUE }; /* arrays */

static const float quarter = 0.25f, first_rate = 0.05f, volatility = 0.2f, loss = -100, log2_e = 1.4426950408889634f;
static const uint8_t maturity[OPTIONS] = {4, 4, 4, 8, 8, 8, 20, 20, 20, 28, 28, 28, 40, 40, 40};
static const float swap_rate[OPTIONS] = {0.045f, 0.05f, 0.055f, 0.045f, 0.05f, 0.055f, 0.045f, 0.05f,
                                         0.055f, 0.045f, 0.05f, 0.055f, 0.045f, 0.05f, 0.055f};

/* shrink to 4: fewer launches; beyond: one of fewer paths and steps. */
static bool is_tiny(const rs_kernel_run *run)
{
    return run->options.shrink > 4;
}

static uint32_t steps(const rs_kernel_run *run)
{
    return is_tiny(run) ? STEPS / 8 : STEPS;
}

static uint32_t ctas(const rs_kernel_run *run)
{
    return is_tiny(run) ? CTAS / run->options.shrink : CTAS;
}

static uint32_t launches(const rs_kernel_run *run)
{
    return is_tiny(run) ? 1 : LAUNCHES / run->options.shrink;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    (void)error;
    run->array[LOCAL] = rs_warp_machine_local(&run->machine, (uint64_t)ctas(run) * CTA_WARPS, LOCAL_WORDS);
    run->array[VALUE] = rs_warp_machine_array(&run->machine, (uint64_t)launches(run) * ctas(run) * CTA_THREADS);
    return true;
}

/* ---- kernel -------------------------------------------------------------------------------------------- */

/* A constant from a table: a load that the constant cache serves. */
static rs_reg load_constant(rs_warp *warp, float value)
{
    rs_reg d = rs_constant(0);
    rs_do_move(warp, &d, rs_float_constant(value));
    return d;
}

/* A random word of a state: multiplied, folded. */
static rs_reg random_word(rs_warp *warp, rs_reg *state)
{
    const rs_reg factor = rs_constant(1664525), add = rs_constant(1013904223), half = rs_constant(16);
    rs_alu(warp, RS_MAD, state, state, &factor, &add);
    return rs_do(warp, RS_XOR, *state, rs_do(warp, RS_SHIFT_RIGHT, *state, half));
}

/* A number above 0 and not above 1, of 24 bits. */
static rs_reg random_part(rs_warp *warp, rs_reg *state)
{
    rs_reg part = rs_do(warp, RS_ADD, rs_do(warp, RS_SHIFT_RIGHT, random_word(warp, state), rs_constant(8)), rs_constant(1));
    rs_alu(warp, RS_TO_FLOAT, &part, &part, NULL, NULL);
    return rs_do(warp, RS_FMUL, part, rs_float_constant(1.0f / (1 << 24)));
}

/* Two normal numbers a round (G. Box, M. Muller, 1958). */
static void make_normals(rs_warp *warp, const rs_kernel_run *run, const rs_pointer *local, const rs_reg *thread)
{
    const rs_reg number = rs_constant(run->size[0]), count = rs_constant((steps(run) + 1) / 2 * 2), two = rs_constant(2);
    rs_reg state = *thread, i = rs_constant(0);
    rs_pointer at = *local;
    rs_alu(warp, RS_MAD, &state, thread, &number, thread);
    rs_point_at(warp, &at, local);
    rs_do_move(warp, &i, i);
    for (uint32_t going = UINT32_MAX; going != 0;) {
        const rs_reg log = rs_do_sfu(warp, RS_LOG2, random_part(warp, &state));
        const rs_reg radius = rs_do_sfu(warp, RS_SQUARE_ROOT, rs_do(warp, RS_FMUL, log, rs_float_constant(-2 / log2_e)));
        const rs_reg angle = rs_do(warp, RS_FMUL, random_part(warp, &state), rs_float_constant(6.2831853f));
        const rs_reg normal[2] = {rs_do(warp, RS_FMUL, radius, rs_do_sfu(warp, RS_SINE, angle)),
                                  rs_do(warp, RS_FMUL, radius, rs_do_sfu(warp, RS_COSINE, angle))};
        rs_store(warp, &at, NORMAL, &normal[0]);
        rs_store(warp, &at, NORMAL + 1, &normal[1]);
        rs_point(warp, &at, &at, &two);
        going = rs_kernel_again(warp, &i, 2, &count);
    }
}

static void first_rates(rs_warp *warp, const rs_pointer *local)
{
    const rs_reg rate = rs_float_constant(first_rate), count = rs_constant(RATES), four = rs_constant(4);
    rs_reg i = rs_constant(0);
    rs_pointer at = *local;
    rs_point_at(warp, &at, local);
    rs_do_move(warp, &i, i);
    for (uint32_t going = UINT32_MAX; going != 0;) {
        for (int32_t e = 0; e < 4; e++) {
            rs_store(warp, &at, e, &rate);
        }
        rs_point(warp, &at, &at, &four);
        going = rs_kernel_again(warp, &i, 4, &count);
    }
}

static float volatility_of(uint32_t n)
{
    return volatility * (1 + 0.01f * (float)(n % 8));
}

/* Rates behind step n move on. */
static void step(rs_warp *warp, const rs_pointer *local, uint32_t n)
{
    const rs_reg delta = rs_float_constant(quarter), one = rs_float_constant(1), next = rs_constant(1), end = rs_constant(RATES);
    const rs_reg first = rs_constant(n + 1);
    rs_reg drift = rs_constant(0), root = drift, i = first;
    rs_pointer at = *local;
    rs_load(warp, &root, local, (int32_t)(NORMAL + n));
    root = rs_do(warp, RS_FMUL, root, rs_float_constant(0.5f)); /* of the quarter */
    rs_point(warp, &at, local, &first);
    rs_do_move(warp, &drift, drift);
    rs_do_move(warp, &i, first);
    for (uint32_t going = UINT32_MAX, number = 0; going != 0; number++) {
        const rs_reg sigma = load_constant(warp, volatility_of(number));
        const rs_reg grown = rs_do(warp, RS_FMUL, sigma, delta);
        rs_reg rate = drift;
        rs_load(warp, &rate, &at, 0);
        const rs_reg inverse = rs_do_sfu(warp, RS_RECIPROCAL, rs_do_fma(warp, delta, rate, one));
        drift = rs_do_fma(warp, rs_do(warp, RS_FMUL, grown, rate), inverse, drift);
        const rs_reg part = rs_do(warp, RS_FMUL, sigma, rs_do_fma(warp, grown, rs_float_constant(-0.5f), root));
        const rs_reg power = rs_do(warp, RS_FMUL, rs_do_fma(warp, grown, drift, part), rs_float_constant(log2_e));
        rate = rs_do(warp, RS_FMUL, rate, rs_do_sfu(warp, RS_EXP2, power));
        rs_store(warp, &at, 0, &rate);
        rs_point(warp, &at, &at, &next);
        going = rs_kernel_again(warp, &i, 1, &end);
    }
}

/* Discounts of the rates behind the steps, and their sums over the quarters. */
static void discount(rs_warp *warp, const rs_pointer *local)
{
    const rs_reg delta = rs_float_constant(quarter), one = rs_float_constant(1), next = rs_constant(1), end = rs_constant(RATES);
    const rs_reg first = rs_constant(STEPS);
    rs_reg sum = rs_constant(0), bond = sum, i = first;
    rs_pointer at = *local;
    rs_point(warp, &at, local, &first);
    rs_do_move(warp, &sum, sum);
    rs_do_move(warp, &bond, one);
    rs_do_move(warp, &i, first);
    for (uint32_t going = UINT32_MAX; going != 0;) {
        rs_reg rate = sum;
        rs_load(warp, &rate, &at, 0);
        bond = rs_do(warp, RS_FMUL, bond, rs_do_sfu(warp, RS_RECIPROCAL, rs_do_fma(warp, delta, rate, one)));
        sum = rs_do_fma(warp, delta, bond, sum);
        rs_store(warp, &at, DISCOUNT - STEPS, &bond);
        rs_store(warp, &at, ANNUITY - STEPS, &sum);
        rs_point(warp, &at, &at, &next);
        going = rs_kernel_again(warp, &i, 1, &end);
    }
}

/* What the options lose, at the time of the last step. */
static rs_reg sum_options(rs_warp *warp, const rs_pointer *local)
{
    const uint32_t all = warp->active;
    const rs_reg factor = rs_float_constant(loss);
    rs_reg value = rs_constant(0);
    rs_do_move(warp, &value, value);
    for (uint32_t o = 0; o < OPTIONS; o++) {
        const rs_reg last = rs_constant(maturity[o] - 1u), fixed = load_constant(warp, swap_rate[o]);
        rs_reg place = rs_constant(0), bond = place, sum = place;
        rs_pointer at = *local;
        rs_do_move(warp, &place, last);
        rs_point(warp, &at, local, &place);
        rs_load(warp, &bond, &at, DISCOUNT);
        rs_load(warp, &sum, &at, ANNUITY);
        const rs_reg swap = rs_do(warp, RS_FADD, rs_do_fma(warp, fixed, sum, bond), rs_float_constant(-1));
        warp->active = rs_do_if(warp, RS_FLESS, swap, rs_constant(0));
        if (warp->active != 0) {
            rs_alu(warp, RS_FMA, &value, &factor, &swap, &value);
        }
        warp->active = all;
    }
    return value;
}

/* Of today, over the rates of the steps. */
static void discount_value(rs_warp *warp, const rs_pointer *local, rs_reg *value)
{
    const rs_reg delta = rs_float_constant(quarter), one = rs_float_constant(1), next = rs_constant(1), end = rs_constant(STEPS);
    rs_reg i = rs_constant(0), rate = i;
    rs_pointer at = *local;
    rs_point_at(warp, &at, local);
    rs_do_move(warp, &i, i);
    for (uint32_t going = UINT32_MAX; going != 0;) {
        rs_load(warp, &rate, &at, 0);
        *value = rs_do(warp, RS_FMUL, *value, rs_do_sfu(warp, RS_RECIPROCAL, rs_do_fma(warp, delta, rate, one)));
        rs_point(warp, &at, &at, &next);
        going = rs_kernel_again(warp, &i, 1, &end);
    }
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer local = rs_local(warp, run->array[LOCAL], LOCAL_WORDS), values = rs_parameter(run->array[VALUE]);
    rs_reg thread;
    rs_thread_id(warp, &thread);
    thread = rs_do(warp, RS_ADD, thread, rs_constant(run->size[0] * ctas(run) * CTA_THREADS)); /* the path's number */
    make_normals(warp, run, &local, &thread);
    first_rates(warp, &local);
    for (uint32_t n = 0; n < steps(run); n++) {
        step(warp, &local, n);
    }
    discount(warp, &local);
    rs_reg value = sum_options(warp, &local);
    discount_value(warp, &local, &value);
    rs_do_store(warp, &values, thread, 0, value);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    run->size[0] = n;
    next->run_warp = run_warp;
    next->ctas = ctas(run);
    next->cta_warps = CTA_WARPS;
    next->registers = 32;
    return n < launches(run);
}

/* ---- reference: path by path ----------------------------------------------------------------------------- */

static float part_of(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return (float)(((*state ^ *state >> 16) >> 8) + 1) * (1.0f / (1 << 24));
}

static void follow_path(float rate[RATES], const float *normal, uint32_t steps_done)
{
    for (uint32_t n = 0; n < steps_done; n++) {
        float drift = 0;
        for (uint32_t i = n + 1; i < RATES; i++) {
            const float sigma = volatility_of(i - n - 1), grown = sigma * quarter;
            drift = fmaf(grown * rate[i], 1 / fmaf(quarter, rate[i], 1), drift);
            const float power = fmaf(grown, drift, sigma * fmaf(grown, -0.5f, normal[n] * 0.5f));
            rate[i] = rate[i] * exp2f(power * log2_e);
        }
    }
}

static float value_of(uint32_t path, uint32_t launch_number, uint32_t steps_done)
{
    float rate[RATES], normal[STEPS + 1], bond[RATES - STEPS], sum[RATES - STEPS], value = 0;
    uint32_t state = path * launch_number + path;
    for (uint32_t n = 0; n < steps_done; n += 2) {
        const float radius = sqrtf(log2f(part_of(&state)) * (-2 / log2_e)), angle = part_of(&state) * 6.2831853f;
        normal[n] = radius * sinf(angle);
        normal[n + 1] = radius * cosf(angle);
    }
    for (uint32_t i = 0; i < RATES; i++) {
        rate[i] = first_rate;
    }
    follow_path(rate, normal, steps_done);
    for (uint32_t i = 0; i < RATES - STEPS; i++) {
        bond[i] = (i != 0 ? bond[i - 1] : 1) * (1 / fmaf(quarter, rate[STEPS + i], 1));
        sum[i] = fmaf(quarter, bond[i], i != 0 ? sum[i - 1] : 0);
    }
    for (uint32_t o = 0; o < OPTIONS; o++) {
        const float swap = fmaf(swap_rate[o], sum[maturity[o] - 1], bond[maturity[o] - 1]) - 1;
        value = swap < 0 ? fmaf(loss, swap, value) : value;
    }
    for (uint32_t i = 0; i < STEPS; i++) {
        value = value * (1 / fmaf(quarter, rate[i], 1));
    }
    return value;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t a_launch = ctas(run) * CTA_THREADS, count = launches(run) * a_launch;
    uint32_t *expected = (uint32_t *)malloc(count * sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "lib: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const float value = value_of(i, i / a_launch, steps(run));
        memcpy(&expected[i], &value, sizeof value);
    }
    const bool good = rs_kernel_same(run, "path", run->array[VALUE], expected, count, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_lib = {"lib", "random normals", false, false, false, false, prepare, launch, check};
