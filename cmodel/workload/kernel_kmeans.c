/* kmeans: the nearest of five centres for each point, a thread a point, 32 features (Rodinia's kmeansPoint). Feature f of all
 * points stands together: a thread's features are `points` words apart (strided, known at launch); those of a centre are
 * neighbours (strided by 1, known to the compiler). */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/warp_kernel.h"

enum { CTA_WARPS = 8, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, CTAS = 128, FEATURES = 32, CENTRES = 5 };
enum { FEATURE, CENTRE, NEAREST }; /* arrays */

static uint32_t points(const rs_kernel_run *run)
{
    return CTAS / run->options.shrink * CTA_THREADS;
}

static void fill(rs_kernel_run *run, uint64_t array, uint32_t count, uint64_t seed)
{
    for (uint32_t i = 0; i < count; i++) {
        const float value = (float)rs_random_below(&seed, 1 << 16) / 256.0f;
        memcpy(&rs_host(&run->machine, array)[i], &value, sizeof value);
    }
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    (void)error;
    run->array[FEATURE] = rs_warp_machine_array(&run->machine, (uint64_t)points(run) * FEATURES);
    run->array[CENTRE] = rs_warp_machine_array(&run->machine, FEATURES * CENTRES);
    run->array[NEAREST] = rs_warp_machine_array(&run->machine, points(run));
    fill(run, run->array[FEATURE], points(run) * FEATURES, 1);
    fill(run, run->array[CENTRE], FEATURES * CENTRES, 2);
    return true;
}

/* Squares of the differences of `unroll` features, added up in their order. */
static void add_distance(rs_warp *warp, const rs_kernel_run *run, rs_pointer *feature, rs_pointer *centre,
                         const rs_reg *stride, const rs_reg *span, rs_reg *distance)
{
    const uint32_t unroll = run->options.unroll, together = run->options.in_order ? 1 : unroll;
    const rs_reg next = rs_constant(unroll);
    rs_reg a[RS_VECTOR_MAX], b[RS_VECTOR_MAX], difference = next;
    for (uint32_t done = 0; done < unroll; done += together) {
        rs_kernel_load_row(warp, run->options.strided, a, together, feature, stride, span);
        rs_kernel_load_known(warp, run->options.strided, b, together, centre, (int32_t)done, 1);
        for (uint32_t e = 0; e < together; e++) {
            for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
                b[e].lane[lane] ^= UINT32_C(1) << 31; /* operands have a sign of their own: a - b is one instruction */
            }
            rs_alu(warp, RS_FADD, &difference, &a[e], &b[e], NULL);
            rs_alu(warp, RS_FMA, distance, &difference, &difference, distance);
        }
    }
    rs_point(warp, centre, centre, &next);
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer feature_base = rs_parameter(run->array[FEATURE]), centre_base = rs_parameter(run->array[CENTRE]);
    const rs_pointer nearest_base = rs_parameter(run->array[NEAREST]);
    const rs_reg zero = rs_constant(0), centres = rs_constant(CENTRES), features = rs_constant(FEATURES);
    const rs_reg far = rs_float_constant(FLT_MAX), stride = rs_constant(points(run));
    const rs_reg count = rs_constant(run->options.unroll);
    rs_reg tid = zero, centre_number = zero, least = zero, nearest = zero, span = zero;
    rs_pointer centre = centre_base, feature = feature_base, to = nearest_base;
    rs_thread_id(warp, &tid);
    rs_alu(warp, RS_MUL, &span, &stride, &count, NULL);
    rs_point_at(warp, &centre, &centre_base);
    rs_alu(warp, RS_MOV, &least, &far, NULL, NULL);
    rs_alu(warp, RS_MOV, &nearest, &zero, NULL, NULL);
    rs_alu(warp, RS_MOV, &centre_number, &zero, NULL, NULL);
    for (uint32_t more_centres = UINT32_MAX; more_centres != 0;
         more_centres = rs_kernel_again(warp, &centre_number, 1, &centres)) {
        rs_reg distance = zero, f = zero;
        rs_point(warp, &feature, &feature_base, &tid);
        rs_alu(warp, RS_MOV, &distance, &zero, NULL, NULL);
        rs_alu(warp, RS_MOV, &f, &zero, NULL, NULL);
        for (uint32_t more = UINT32_MAX; more != 0; more = rs_kernel_again(warp, &f, run->options.unroll, &features)) {
            add_distance(warp, run, &feature, &centre, &stride, &span, &distance);
        }
        const rs_flag closer = rs_compare(warp, RS_FLESS, &distance, &least);
        rs_select(warp, &least, &closer, &distance);
        rs_select(warp, &nearest, &closer, &centre_number);
    }
    rs_point(warp, &to, &nearest_base, &tid);
    rs_store(warp, &to, 0, &nearest);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run_warp = run_warp;
    next->ctas = CTAS / run->options.shrink;
    next->cta_warps = CTA_WARPS;
    next->registers = 20 + 2 * run->options.unroll;
    return n == 0;
}

static float number(rs_kernel_run *run, uint64_t array, uint32_t i)
{
    float value;
    memcpy(&value, &rs_host(&run->machine, array)[i], sizeof value);
    return value;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    uint32_t *expected = (uint32_t *)calloc(points(run), sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "kmeans: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t p = 0; p < points(run); p++) {
        float least = FLT_MAX;
        for (uint32_t c = 0; c < CENTRES; c++) {
            float distance = 0.0f;
            for (uint32_t f = 0; f < FEATURES; f++) {
                const float difference =
                    number(run, run->array[FEATURE], f * points(run) + p) - number(run, run->array[CENTRE], c * FEATURES + f);
                distance = fmaf(difference, difference, distance);
            }
            if (distance < least) {
                least = distance;
                expected[p] = c;
            }
        }
    }
    const bool good = rs_kernel_same(run, "point", run->array[NEAREST], expected, points(run), error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_kmeans = {"kmeans", "32768 points, 32 features", false, false, false, true, prepare, launch, check};
