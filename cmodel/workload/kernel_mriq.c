/* mri-q: the matrix Q of a magnetic resonance image (Parboil's computeQ_GPU; PATTERNS table 2): 16384 voxels, 512 samples in
 * k-space, a launch for each half of them, a thread a voxel. A sample is four words (place and magnitude), the same for all
 * lanes: those of `unroll` samples are four words apart (strided, known to the compiler). Parboil has them in constant memory,
 * of which the new instructions do not load: PATTERNS says that they hit in L1. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/warp_kernel.h"

enum { CTA_WARPS = 8, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, CTAS = 64, SAMPLES = 512, LAUNCHES = 2 };
enum { SAMPLE, X, Y, Z, REAL, IMAGINARY }; /* arrays */
enum { KX, KY, KZ, MAGNITUDE, FIELDS };    /* of a sample */

static const float two_pi = 6.2831853f;

static uint32_t voxels(const rs_kernel_run *run)
{
    return CTAS / run->options.shrink * CTA_THREADS;
}

/* Of a launch. */
static uint32_t samples(const rs_kernel_run *run)
{
    return SAMPLES / LAUNCHES / run->options.shrink;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    uint64_t random = 9;
    (void)error;
    run->array[SAMPLE] = rs_warp_machine_array(&run->machine, SAMPLES * FIELDS);
    for (uint32_t k = X; k <= IMAGINARY; k++) {
        run->array[k] = rs_warp_machine_array(&run->machine, voxels(run));
    }
    for (uint32_t i = 0; i < SAMPLES * FIELDS; i++) {
        const float value = (float)rs_random_below(&random, 1 << 16) / 65536.0f;
        memcpy(&rs_host(&run->machine, run->array[SAMPLE])[i], &value, sizeof value);
    }
    for (uint32_t i = 0; i < voxels(run); i++) {
        const float place[3] = {(float)(i % 32) / 4.0f, (float)(i / 32 % 32) / 4.0f, (float)(i / 1024) / 4.0f};
        for (uint32_t k = 0; k < 3; k++) {
            memcpy(&rs_host(&run->machine, run->array[X + k])[i], &place[k], sizeof place[k]);
        }
    }
    return true;
}

/* Registers of a thread. */
typedef struct thread {
    rs_reg place[3], sum[2];
    rs_pointer sample[FIELDS]; /* the first alone if plain: immediates reach the others */
} thread;

static void load_field(rs_warp *warp, const rs_kernel_run *run, thread *t, uint32_t field, rs_reg *d, uint32_t first,
                       uint32_t count)
{
    if (run->options.strided) {
        rs_kernel_load_known(warp, true, d, count, &t->sample[field], 0, FIELDS);
    } else {
        rs_kernel_load_known(warp, false, d, count, &t->sample[0], (int32_t)(first * FIELDS + field), FIELDS);
    }
}

/* `count` samples from the first-th of this round on; two fields are loaded at a time, so that 16 samples fit the registers. */
static void add_samples(rs_warp *warp, const rs_kernel_run *run, thread *t, uint32_t first, uint32_t count)
{
    const rs_reg factor = rs_float_constant(two_pi);
    rs_reg angle[RS_VECTOR_MAX], word[RS_VECTOR_MAX], magnitude[RS_VECTOR_MAX], wave = factor;
    load_field(warp, run, t, KX, angle, first, count);
    load_field(warp, run, t, KY, word, first, count);
    for (uint32_t e = 0; e < count; e++) {
        rs_alu(warp, RS_FMUL, &angle[e], &angle[e], &t->place[KX], NULL);
        rs_alu(warp, RS_FMA, &angle[e], &word[e], &t->place[KY], &angle[e]);
    }
    load_field(warp, run, t, KZ, word, first, count);
    load_field(warp, run, t, MAGNITUDE, magnitude, first, count);
    for (uint32_t e = 0; e < count; e++) {
        rs_alu(warp, RS_FMA, &angle[e], &word[e], &t->place[KZ], &angle[e]);
        rs_alu(warp, RS_FMUL, &angle[e], &angle[e], &factor, NULL);
        rs_sfu(warp, RS_COSINE, &wave, &angle[e]);
        rs_alu(warp, RS_FMA, &t->sum[0], &magnitude[e], &wave, &t->sum[0]);
        rs_sfu(warp, RS_SINE, &wave, &angle[e]);
        rs_alu(warp, RS_FMA, &t->sum[1], &magnitude[e], &wave, &t->sum[1]);
    }
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll, together = run->options.in_order ? 1 : unroll;
    const rs_reg zero = rs_constant(0), end = rs_constant(samples(run)), step = rs_constant(unroll * FIELDS);
    const uint32_t pointers = run->options.strided ? FIELDS : 1;
    rs_reg voxel = zero, done = zero;
    thread t = {{zero, zero, zero}, {zero, zero}, {rs_parameter(0), rs_parameter(0), rs_parameter(0), rs_parameter(0)}};
    rs_thread_id(warp, &voxel);
    for (uint32_t k = 0; k < 5; k++) {
        const rs_pointer base = rs_parameter(run->array[X + k]);
        rs_pointer from = base;
        rs_point(warp, &from, &base, &voxel);
        rs_load(warp, k < 3 ? &t.place[k] : &t.sum[k - 3], &from, 0);
    }
    for (uint32_t k = 0; k < pointers; k++) {
        const rs_pointer base = rs_parameter(run->array[SAMPLE] + 4 * ((run->launches - 1) * samples(run) * FIELDS + k));
        rs_point_at(warp, &t.sample[k], &base);
    }
    rs_alu(warp, RS_MOV, &done, &zero, NULL, NULL);
    for (uint32_t going = UINT32_MAX; going != 0; going = rs_kernel_again(warp, &done, unroll, &end)) {
        for (uint32_t first = 0; first < unroll; first += together) {
            add_samples(warp, run, &t, first, together);
        }
        for (uint32_t k = 0; k < pointers; k++) {
            rs_point(warp, &t.sample[k], &t.sample[k], &step);
        }
    }
    for (uint32_t k = 0; k < 2; k++) {
        const rs_pointer base = rs_parameter(run->array[REAL + k]);
        rs_pointer to = base;
        rs_point(warp, &to, &base, &voxel);
        rs_store(warp, &to, 0, &t.sum[k]);
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run_warp = run_warp;
    next->ctas = CTAS / run->options.shrink;
    next->cta_warps = CTA_WARPS;
    next->registers = 16 + 3 * run->options.unroll;
    return n < LAUNCHES;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    uint32_t *expected = (uint32_t *)malloc(2 * (size_t)voxels(run) * sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "mri-q: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t v = 0; v < voxels(run); v++) {
        float place[3], sum[2] = {0.0f, 0.0f};
        for (uint32_t k = 0; k < 3; k++) {
            memcpy(&place[k], &rs_host(&run->machine, run->array[X + k])[v], sizeof place[k]);
        }
        for (uint32_t s = 0; s < LAUNCHES * samples(run); s++) {
            float sample[FIELDS];
            memcpy(sample, rs_host(&run->machine, run->array[SAMPLE]) + s * FIELDS, sizeof sample);
            const float scalar = fmaf(sample[KZ], place[KZ], fmaf(sample[KY], place[KY], sample[KX] * place[KX]));
            const float angle = scalar * two_pi;
            sum[0] = fmaf(sample[MAGNITUDE], rs_sfu_word(RS_COSINE, angle), sum[0]);
            sum[1] = fmaf(sample[MAGNITUDE], rs_sfu_word(RS_SINE, angle), sum[1]);
        }
        memcpy(&expected[v], &sum[0], sizeof sum[0]);
        memcpy(&expected[voxels(run) + v], &sum[1], sizeof sum[1]);
    }
    const bool good = rs_kernel_same(run, "voxel", run->array[REAL], expected, voxels(run), error) &&
                      rs_kernel_same(run, "voxel, imaginary,", run->array[IMAGINARY], expected + voxels(run), voxels(run), error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_mriq = {"mri-q", "16384 voxels, 512 samples", false, RS_STRIDES_MEMORY, false, true,
                                  prepare, launch, check};
