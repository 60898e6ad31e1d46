/* bs: prices of 4,000,000 calls and puts by Black and Scholes' formula (SDK's BlackScholes; THESIS 5.2): 256 CTAs of 256 threads, a
 * thread has every 65,536th option. The normal distribution is the SDK's polynomial. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_math.h"

enum { OPTIONS = 4000000, CTAS = 256, CTA_WARPS = 8 };
enum { PRICE, STRIKE, YEARS, CALL, PUT }; /* arrays */

static const float rate = 0.02f, volatility = 0.30f, log2_e = 1.44269504f, ln_2 = 0.69314718f, root_2_pi = 0.39894228f;
static const float slope = 0.2316419f, coefficient[5] = {0.31938153f, -0.356563782f, 1.781477937f, -1.821255978f, 1.330274429f};

static uint32_t options(const rs_kernel_run *run)
{
    return OPTIONS / run->options.shrink;
}

static uint32_t ctas(const rs_kernel_run *run)
{
    return CTAS / run->options.shrink;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    static const float least[3] = {5.0f, 1.0f, 0.25f}, most[3] = {30.0f, 100.0f, 10.0f}; /* as the SDK's */
    uint64_t state = 29;
    (void)error;
    for (uint32_t array = PRICE; array <= PUT; array++) {
        run->array[array] = rs_warp_machine_array(&run->machine, options(run));
        for (uint32_t i = 0; array <= YEARS && i < options(run); i++) {
            const float part = (float)rs_random_below(&state, 1u << 20) / (1 << 20);
            rs_host_set_float(&run->machine, run->array[array], i, least[array] + part * (most[array] - least[array]));
        }
    }
    return true;
}

/* Normal distribution at d. */
static rs_reg distribution(rs_warp *warp, rs_reg d)
{
    const rs_reg one = rs_float_constant(1.0f), zero = rs_constant(0);
    const rs_reg size = rs_do(warp, RS_AND, d, rs_constant(0x7fffffff));
    const rs_reg k = rs_do_sfu(warp, RS_RECIPROCAL, rs_do_fma(warp, rs_float_constant(slope), size, one));
    rs_reg sum = rs_float_constant(coefficient[4]);
    for (uint32_t c = 4; c-- > 0;) {
        sum = rs_do_fma(warp, k, sum, rs_float_constant(coefficient[c]));
    }
    sum = rs_do(warp, RS_FMUL, k, sum);
    const rs_reg exponent = rs_do(warp, RS_FMUL, rs_do(warp, RS_FMUL, d, d), rs_float_constant(-0.5f * log2_e));
    const rs_reg density = rs_do(warp, RS_FMUL, rs_do_sfu(warp, RS_EXP2, exponent), rs_float_constant(root_2_pi));
    rs_reg below = rs_do(warp, RS_FMUL, density, sum);
    const rs_reg above = rs_do(warp, RS_FSUB, one, below);
    const rs_flag positive = rs_compare(warp, RS_FLESS, &zero, &d);
    rs_select(warp, &below, &positive, &above);
    return below;
}

static void price_option(rs_warp *warp, const rs_pointer *base, rs_reg i)
{
    const rs_reg one = rs_float_constant(1.0f);
    const rs_reg price = rs_do_load(warp, &base[PRICE], i, 0), strike = rs_do_load(warp, &base[STRIKE], i, 0);
    const rs_reg years = rs_do_load(warp, &base[YEARS], i, 0);
    const rs_reg spread = rs_do(warp, RS_FMUL, rs_float_constant(volatility), rs_do_sfu(warp, RS_SQUARE_ROOT, years));
    const rs_reg ratio = rs_do(warp, RS_FMUL, price, rs_do_sfu(warp, RS_RECIPROCAL, strike));
    const rs_reg logarithm = rs_do(warp, RS_FMUL, rs_do_sfu(warp, RS_LOG2, ratio), rs_float_constant(ln_2));
    const rs_reg drift = rs_do_fma(warp, rs_float_constant(rate + 0.5f * volatility * volatility), years, logarithm);
    const rs_reg d1 = rs_do(warp, RS_FMUL, drift, rs_do_sfu(warp, RS_RECIPROCAL, spread));
    const rs_reg of_d1 = distribution(warp, d1), of_d2 = distribution(warp, rs_do(warp, RS_FSUB, d1, spread));
    const rs_reg discount = rs_do_sfu(warp, RS_EXP2, rs_do(warp, RS_FMUL, years, rs_float_constant(-rate * log2_e)));
    const rs_reg later = rs_do(warp, RS_FMUL, strike, discount);
    const rs_reg gain = rs_do(warp, RS_FMUL, price, of_d1), cost = rs_do(warp, RS_FMUL, later, of_d2);
    rs_do_store(warp, &base[CALL], i, 0, rs_do(warp, RS_FSUB, gain, cost));
    const rs_reg not_d1 = rs_do(warp, RS_FSUB, one, of_d1), not_d2 = rs_do(warp, RS_FSUB, one, of_d2);
    const rs_reg put_gain = rs_do(warp, RS_FMUL, later, not_d2), put_cost = rs_do(warp, RS_FMUL, price, not_d1);
    rs_do_store(warp, &base[PUT], i, 0, rs_do(warp, RS_FSUB, put_gain, put_cost));
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_reg end = rs_constant(options(run));
    rs_pointer base[PUT + 1];
    rs_reg i;
    for (uint32_t array = PRICE; array <= PUT; array++) {
        base[array] = rs_parameter(run->array[array]);
    }
    rs_thread_id(warp, &i);
    while (warp->active != 0) {
        price_option(warp, base, i);
        warp->active = rs_kernel_again(warp, &i, ctas(run) * CTA_WARPS * RS_WARP_LANES, &end);
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run_warp = run_warp;
    next->ctas = ctas(run);
    next->cta_warps = CTA_WARPS;
    next->registers = 24;
    return n == 0;
}

static float reference_distribution(float d)
{
    const float k = rs_sfu_word(RS_RECIPROCAL, fmaf(slope, fabsf(d), 1.0f));
    float sum = coefficient[4];
    for (uint32_t c = 4; c-- > 0;) {
        sum = fmaf(k, sum, coefficient[c]);
    }
    const float square = d * d, polynomial = k * sum;
    const float density = rs_sfu_word(RS_EXP2, square * (-0.5f * log2_e)) * root_2_pi, below = density * polynomial;
    return d > 0.0f ? 1.0f - below : below;
}

static void reference_prices(float price, float strike, float years, float put_call[2])
{
    const float spread = volatility * rs_sfu_word(RS_SQUARE_ROOT, years), ratio = price * rs_sfu_word(RS_RECIPROCAL, strike);
    const float logarithm = rs_sfu_word(RS_LOG2, ratio) * ln_2;
    const float d1 = fmaf(rate + 0.5f * volatility * volatility, years, logarithm) * rs_sfu_word(RS_RECIPROCAL, spread);
    const float below[2] = {reference_distribution(d1), reference_distribution(d1 - spread)};
    const float later = strike * rs_sfu_word(RS_EXP2, years * (-rate * log2_e));
    const float gain[2] = {later * (1.0f - below[1]), price * below[0]}, cost[2] = {price * (1.0f - below[0]), later * below[1]};
    put_call[0] = gain[0] - cost[0];
    put_call[1] = gain[1] - cost[1];
}

/* Besides, price + put = call + strike discounted, but for the rounding. */
static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t count = options(run);
    uint32_t *expected = (uint32_t *)malloc((size_t)count * 2 * sizeof *expected);
    bool good = true;
    if (expected == NULL) {
        rs_error_memory(error, "bs: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t i = 0; good && i < count; i++) {
        const float price = rs_host_float(&run->machine, run->array[PRICE], i);
        const float strike = rs_host_float(&run->machine, run->array[STRIKE], i);
        const float years = rs_host_float(&run->machine, run->array[YEARS], i);
        float put_call[2];
        reference_prices(price, strike, years, put_call);
        memcpy(&expected[i], &put_call[1], sizeof *expected);
        memcpy(&expected[count + i], &put_call[0], sizeof *expected);
        const double parity = (double)put_call[1] - put_call[0] - price + strike * exp(-(double)rate * years);
        if (fabs(parity) > 1e-4) {
            rs_error_set(error, "bs: found option %u %g off the parity of put and call, expected at most 1e-4", i, parity);
            good = false;
        }
    }
    good = good && rs_kernel_same(run, "call", run->array[CALL], expected, count, error)
           && rs_kernel_same(run, "put", run->array[PUT], expected + count, count, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_bs = {"bs", "random options", false, false, false, false, prepare, launch, check};
