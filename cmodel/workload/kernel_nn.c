/* nn: nearest neighbours (Rodinia's nn; THESIS 5): distances of 42,764 records to a place, a thread a record, in three launches
 * of 938 CTAs of 16 threads, which fill half a warp; the host takes the three nearest. A record is two floats, latitude
 * and longitude, side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/warp_kernel.h"

enum { RECORDS = 42764, CTAS = 938, CTA_THREADS = 16, NEAREST = 3 };
enum { RECORD, DISTANCE }; /* arrays */

static const float place[2] = {30.0f, 90.0f};

static uint32_t records(const rs_kernel_run *run)
{
    return RECORDS / run->options.shrink;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    static const uint32_t degrees[2] = {180, 360};
    uint64_t state = 17;
    (void)error;
    run->array[RECORD] = rs_warp_machine_array(&run->machine, 2 * records(run));
    run->array[DISTANCE] = rs_warp_machine_array(&run->machine, records(run));
    for (uint32_t i = 0; i < 2 * records(run); i++) {
        const float value = (float)rs_random_below(&state, 10 * degrees[i % 2]) / 10;
        memcpy(&rs_host(&run->machine, run->array[RECORD])[i], &value, sizeof value);
    }
    return true;
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer all = rs_parameter(run->array[RECORD]), distances = rs_parameter(run->array[DISTANCE]);
    const rs_reg end = rs_constant(records(run)), first = rs_constant(run->size[0]), threads = rs_constant(CTA_THREADS);
    rs_pointer at = all, to = distances;
    rs_reg number, lane, part[2], twice, sum = rs_constant(0);
    warp->active = (1u << CTA_THREADS) - 1;
    rs_special_lane(warp, &lane);
    rs_special_cta(warp, &number);
    rs_alu(warp, RS_MAD, &number, &number, &threads, &lane);
    rs_alu(warp, RS_ADD, &number, &number, &first, NULL);
    warp->active = rs_kernel_if(warp, RS_LESS, &number, &end);
    if (warp->active == 0) {
        return;
    }
    twice = number;
    rs_alu(warp, RS_ADD, &twice, &number, &number, NULL);
    rs_point(warp, &at, &all, &twice);
    for (uint32_t p = 0; p < 2; p++) {
        part[p] = sum;
        rs_load(warp, &part[p], &at, (int32_t)p);
    }
    for (uint32_t p = 0; p < 2; p++) {
        const rs_reg own = rs_float_constant(place[p]);
        rs_alu(warp, RS_FSUB, &part[p], &part[p], &own, NULL);
        rs_alu(warp, RS_FMA, &sum, &part[p], &part[p], &sum);
    }
    rs_sfu(warp, RS_SQUARE_ROOT, &sum, &sum);
    rs_point(warp, &to, &distances, &number);
    rs_store(warp, &to, 0, &sum);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    run->size[0] = n * CTAS * CTA_THREADS; /* first record */
    next->run_warp = run_warp;
    next->ctas = CTAS;
    next->cta_warps = 1;
    next->registers = 16;
    return run->size[0] < records(run);
}

/* Numbers of the three least distances, which are not negative: as words they are in the same order. */
static void nearest(const uint32_t *distance, uint32_t count, uint32_t found[NEAREST])
{
    for (uint32_t k = 0; k < NEAREST; k++) {
        uint32_t best = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++) {
            bool taken = false;
            for (uint32_t before = 0; before < k; before++) {
                taken = taken || found[before] == i;
            }
            best = !taken && (best == UINT32_MAX || distance[i] < distance[best]) ? i : best;
        }
        found[k] = best;
    }
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    uint32_t *expected = (uint32_t *)malloc(records(run) * sizeof *expected);
    uint32_t found[NEAREST], wanted[NEAREST];
    if (expected == NULL) {
        rs_error_memory(error, "nn: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t i = 0; i < records(run); i++) {
        float sum = 0;
        for (uint32_t p = 0; p < 2; p++) {
            float part;
            memcpy(&part, &rs_host(&run->machine, run->array[RECORD])[2 * i + p], sizeof part);
            sum = fmaf(part - place[p], part - place[p], sum);
        }
        sum = sqrtf(sum);
        memcpy(&expected[i], &sum, sizeof sum);
    }
    nearest(rs_host(&run->machine, run->array[DISTANCE]), records(run), found);
    nearest(expected, records(run), wanted);
    bool good = memcmp(found, wanted, sizeof found) == 0;
    if (!good) {
        rs_error_set(error, "nn: found record %u nearest, expected %u of the sequential reference", found[0], wanted[0]);
    }
    good = good && rs_kernel_same(run, "record", run->array[DISTANCE], expected, records(run), error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_nn = {"nn", "random places", false, false, false, false, prepare, launch, check};
