/* particle: a particle filter that follows a disc in five frames of 128 x 128 pixels, 2048 particles (Rodinia's
 * particlefilter_float; CAMAT's second example). Five launches a frame after the first:
 * likelihood: a thread moves its particle at random and adds up what the 69 pixels around it say for the disc: places in the
 *   disc (strided by two, the same for all lanes), pixels (indirect; a frame's pixels lie five words apart, as Rodinia has
 *   them); a CTA adds its particles' weights in a tree. sum: one thread adds the CTAs'. normalize: all weights. cumulate: one
 *   thread sums them up (strided loads and stores). choose: a thread looks for the first sum that is not below its own mark
 *   (strided) and takes that particle's place. Rodinia cumulates weights that other CTAs have not normalized yet: here that is
 *   a launch of its own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_tree.h"

enum { CTA_WARPS = 4, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, CTAS = 16, FRAMES = 5, SIDE = 128, RADIUS = 5, DISC = 69 };
enum { PIXELS = SIDE * SIDE * FRAMES, BACKGROUND = 100, FOREGROUND = 228 };
/* Arrays; MARK: the first particle's; PLACES: of the disc. */
enum { X, Y, CHOSEN_X, CHOSEN_Y, SEED, WEIGHT, SUM, TOTAL, MARK, IMAGE, PLACES };
enum { STAGES = 5 };

static const float random_scale = 1.0f / 2147483648.0f, minus_two_ln_two = -1.3862944f, two_pi = 6.2831853f;
static const float likelihood_scale = 1.0f / 1600.0f, log2_e_by_disc = 1.4426950f / DISC;

static uint32_t ctas(const rs_kernel_run *run)
{
    return run->options.shrink < CTAS ? CTAS / run->options.shrink : 1;
}

static uint32_t particles(const rs_kernel_run *run)
{
    return ctas(run) * CTA_THREADS;
}

static uint32_t frames(const rs_kernel_run *run)
{
    return run->options.shrink == 1 ? FRAMES : 2;
}

/* A disc that moves by 1, -2 a frame in front of noise; in the places' order y comes before x. */
static bool prepare(rs_kernel_run *run, rs_error *error)
{
    rs_warp_machine *machine = &run->machine;
    uint64_t random = 4;
    uint32_t place = 0;
    (void)error;
    for (uint32_t k = X; k <= PLACES; k++) {
        run->array[k] = rs_warp_machine_array(machine, k == IMAGE ? PIXELS : k == PLACES ? 2 * DISC : particles(run));
    }
    for (int32_t y = 1 - RADIUS; y < RADIUS; y++) {
        for (int32_t x = 1 - RADIUS; x < RADIUS; x++) {
            if (x * x + y * y < RADIUS * RADIUS) {
                rs_host(machine, run->array[PLACES])[place++] = (uint32_t)y;
                rs_host(machine, run->array[PLACES])[place++] = (uint32_t)x;
            }
        }
    }
    for (int32_t i = 0; i < PIXELS; i++) {
        const int32_t frame = i % FRAMES, y = i / FRAMES % SIDE, x = i / FRAMES / SIDE;
        const int32_t dx = x - (SIDE / 2 + frame), dy = y - (SIDE / 2 - 2 * frame);
        const int32_t light = dx * dx + dy * dy < RADIUS * RADIUS ? FOREGROUND : BACKGROUND;
        rs_host(machine, run->array[IMAGE])[i] = (uint32_t)light + rs_random_below(&random, 20);
    }
    for (uint32_t p = 0; p < particles(run); p++) {
        const float middle = (float)SIDE / 2;
        memcpy(&rs_host(machine, run->array[CHOSEN_X])[p], &middle, sizeof middle);
        memcpy(&rs_host(machine, run->array[CHOSEN_Y])[p], &middle, sizeof middle);
        rs_host(machine, run->array[SEED])[p] = (uint32_t)rs_splitmix64(&random);
    }
    return true;
}

static uint32_t frame_of(const rs_kernel_run *run)
{
    return 1 + (run->launches - 1) / STAGES;
}

/* array[index] */
static void load_own(rs_warp *warp, const rs_kernel_run *run, uint32_t array, const rs_reg *index, rs_reg *d)
{
    const rs_pointer base = rs_parameter(run->array[array]);
    rs_pointer from = base;
    rs_point(warp, &from, &base, index);
    rs_load(warp, d, &from, 0);
}

static void store_own(rs_warp *warp, const rs_kernel_run *run, uint32_t array, const rs_reg *index, const rs_reg *a)
{
    const rs_pointer base = rs_parameter(run->array[array]);
    rs_pointer to = base;
    rs_point(warp, &to, &base, index);
    rs_store(warp, &to, 0, a);
}

/* ---- random numbers, here and in the reference ------------------------------------------------------------ */

enum { MULTIPLIER = 1103515245, INCREMENT = 12345 };

static float uniform_word(uint32_t *seed)
{
    *seed = *seed * MULTIPLIER + INCREMENT;
    return (float)(int32_t)(*seed >> 1 | 1) * random_scale;
}

/* After Box and Muller. */
static float normal_word(uint32_t *seed)
{
    const float u = uniform_word(seed), v = uniform_word(seed);
    const float cosine = rs_sfu_word(RS_COSINE, v * two_pi);
    return rs_sfu_word(RS_SQUARE_ROOT, rs_sfu_word(RS_LOG2, u) * minus_two_ln_two) * cosine;
}

static void uniform(rs_warp *warp, rs_reg *seed, rs_reg *d)
{
    const rs_reg multiplier = rs_constant(MULTIPLIER), increment = rs_constant(INCREMENT), one = rs_constant(1);
    const rs_reg scale = rs_float_constant(random_scale);
    rs_alu(warp, RS_MAD, seed, seed, &multiplier, &increment);
    rs_alu(warp, RS_SHIFT_RIGHT, d, seed, &one, NULL);
    rs_alu(warp, RS_OR, d, d, &one, NULL);
    rs_alu(warp, RS_TO_FLOAT, d, d, NULL, NULL);
    rs_alu(warp, RS_FMUL, d, d, &scale, NULL);
}

static void normal(rs_warp *warp, rs_reg *seed, rs_reg *d)
{
    const rs_reg turn = rs_float_constant(two_pi), logarithm = rs_float_constant(minus_two_ln_two);
    rs_reg v = turn;
    *d = turn;
    uniform(warp, seed, d);
    uniform(warp, seed, &v);
    rs_alu(warp, RS_FMUL, &v, &v, &turn, NULL);
    rs_sfu(warp, RS_COSINE, &v, &v);
    rs_sfu(warp, RS_LOG2, d, d);
    rs_alu(warp, RS_FMUL, d, d, &logarithm, NULL);
    rs_sfu(warp, RS_SQUARE_ROOT, d, d);
    rs_alu(warp, RS_FMUL, d, d, &v, NULL);
}

/* ---- kernels ------------------------------------------------------------------------------------------ */

/* Registers of a thread among the places of the disc. */
typedef struct looker {
    const rs_kernel_run *run;
    rs_reg x, y, left, sum; /* the particle's pixel */
    rs_pointer places;
} looker;

static void look(rs_warp *warp, uint32_t count, void *user)
{
    looker *l = (looker *)user;
    const bool strided = l->run->options.strided && count > 1, indirect = l->run->options.indirect && count > 1;
    const rs_pointer image = rs_parameter(l->run->array[IMAGE]);
    const rs_reg side = rs_constant(SIDE), all = rs_constant(FRAMES), frame = rs_constant(frame_of(l->run));
    const rs_reg zero = rs_constant(0);
    const rs_reg pixels = rs_constant(PIXELS - 1), background = rs_constant(BACKGROUND), foreground = rs_constant(FOREGROUND);
    const rs_reg scale = rs_float_constant(likelihood_scale), step = rs_constant(2 * count), one = rs_constant(1);
    rs_reg place[RS_VECTOR_MAX], column[RS_VECTOR_MAX], pixel[RS_VECTOR_MAX], off = zero;
    rs_pointer columns = l->places;
    rs_kernel_load_known(warp, strided, place, count, &l->places, 0, 2);
    if (strided) { /* a vector has no offset */
        rs_point(warp, &columns, &l->places, &one);
    }
    rs_kernel_load_known(warp, strided, column, count, &columns, strided ? 0 : 1, 2);
    rs_point(warp, &l->places, &l->places, &step);
    for (uint32_t e = 0; e < count; e++) {
        rs_alu(warp, RS_ADD, &column[e], &column[e], &l->x, NULL);
        rs_alu(warp, RS_ADD, &place[e], &place[e], &l->y, NULL);
        rs_alu(warp, RS_MAD, &place[e], &column[e], &side, &place[e]);
        rs_alu(warp, RS_MAD, &place[e], &place[e], &all, &frame);
        const rs_flag outside = rs_compare(warp, RS_BELOW, &pixels, &place[e]);
        rs_select(warp, &place[e], &outside, &zero);
    }
    rs_kernel_gather(warp, indirect, pixel, count, &image, place);
    for (uint32_t e = 0; e < count; e++) {
        rs_alu(warp, RS_SUB, &off, &pixel[e], &background, NULL);
        rs_alu(warp, RS_SUB, &pixel[e], &pixel[e], &foreground, NULL);
        rs_alu(warp, RS_MUL, &off, &off, &off, NULL);
        rs_alu(warp, RS_MUL, &pixel[e], &pixel[e], &pixel[e], NULL);
        rs_alu(warp, RS_SUB, &off, &off, &pixel[e], NULL);
        rs_alu(warp, RS_TO_FLOAT, &off, &off, NULL, NULL);
        rs_alu(warp, RS_FMA, &l->sum, &off, &scale, &l->sum);
    }
}

/* A coordinate moves by `mean` and a normal number times `deviation`; the pixel it is in then. */
static void move(rs_warp *warp, rs_reg *seed, rs_reg *coordinate, rs_reg *pixel, float mean, float deviation)
{
    const rs_reg drift = rs_float_constant(mean), spread = rs_float_constant(deviation), half = rs_float_constant(0.5f);
    rs_reg noise = drift;
    normal(warp, seed, &noise);
    rs_alu(warp, RS_FADD, coordinate, coordinate, &drift, NULL);
    rs_alu(warp, RS_FMA, coordinate, &noise, &spread, coordinate);
    *pixel = half;
    rs_alu(warp, RS_FADD, pixel, coordinate, &half, NULL);
    rs_alu(warp, RS_TO_INT, pixel, pixel, NULL, NULL);
}

static void weigh(rs_tree_warp *of, const rs_kernel_run *run, const rs_reg *particle)
{
    const rs_pointer places = rs_parameter(run->array[PLACES]);
    const rs_reg zero = rs_constant(0), disc = rs_constant(DISC), scale = rs_float_constant(log2_e_by_disc);
    rs_warp *warp = &of->warp;
    looker l = {run, zero, zero, zero, zero, places};
    rs_reg x = zero, y = zero, seed = zero;
    load_own(warp, run, CHOSEN_X, particle, &x);
    load_own(warp, run, CHOSEN_Y, particle, &y);
    load_own(warp, run, SEED, particle, &seed);
    move(warp, &seed, &x, &l.x, 1.0f, 5.0f);
    move(warp, &seed, &y, &l.y, -2.0f, 2.0f);
    store_own(warp, run, SEED, particle, &seed);
    store_own(warp, run, X, particle, &x);
    store_own(warp, run, Y, particle, &y);
    rs_alu(warp, RS_MOV, &l.left, &disc, NULL, NULL);
    rs_alu(warp, RS_MOV, &l.sum, &zero, NULL, NULL);
    rs_point_at(warp, &l.places, &places);
    rs_kernel_steps(warp, run->options.unroll, &l.left, look, &l);
    rs_alu(warp, RS_FMUL, &l.sum, &l.sum, &scale, NULL);
    rs_sfu(warp, RS_EXP2, &of->sum, &l.sum);
    store_own(warp, run, WEIGHT, particle, &of->sum);
}

static void likelihood(rs_cta *cta, const rs_kernel_run *run)
{
    const rs_reg threads = rs_constant(CTA_THREADS), one = rs_constant(1);
    rs_tree_warp of[CTA_WARPS];
    rs_reg number = one;
    rs_kernel_tree_begin(cta, of);
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        rs_reg particle = threads;
        rs_special_cta(&of[w].warp, &number);
        rs_alu(&of[w].warp, RS_MAD, &particle, &number, &threads, &of[w].thread);
        weigh(&of[w], run, &particle);
    }
    rs_kernel_tree_sum(cta, of, RS_FADD);
    of[0].warp.active = rs_kernel_if(&of[0].warp, RS_LESS, &of[0].thread, &one);
    rs_special_cta(&of[0].warp, &number);
    store_own(&of[0].warp, run, SUM, &number, &of[0].sum);
}

/* One thread adds up `count` words and, into another array, what it has at each. The sum. */
static rs_reg cumulate(rs_warp *warp, const rs_kernel_run *run, uint32_t from_array, uint32_t count, bool keep)
{
    const rs_pointer base = rs_parameter(run->array[from_array]), totals = rs_parameter(run->array[TOTAL]);
    const uint32_t unroll = count < run->options.unroll ? 1 : run->options.unroll;
    const rs_reg zero = rs_constant(0), end = rs_constant(count), step = rs_constant(unroll);
    const bool vector = run->options.strided && unroll > 1;
    rs_reg sum = zero, done = zero, word[RS_VECTOR_MAX], total[RS_VECTOR_MAX];
    rs_pointer from = base, to = totals;
    rs_point_at(warp, &from, &base);
    rs_point_at(warp, &to, &totals);
    rs_alu(warp, RS_MOV, &sum, &zero, NULL, NULL);
    rs_alu(warp, RS_MOV, &done, &zero, NULL, NULL);
    for (uint32_t going = 1; going != 0; going = rs_kernel_again(warp, &done, unroll, &end)) {
        rs_kernel_load_known(warp, vector, word, unroll, &from, 0, 1);
        rs_point(warp, &from, &from, &step);
        for (uint32_t e = 0; e < unroll; e++) {
            total[e] = sum;
            rs_alu(warp, RS_FADD, &total[e], e == 0 ? &sum : &total[e - 1], &word[e], NULL);
        }
        rs_alu(warp, RS_MOV, &sum, &total[unroll - 1], NULL, NULL);
        if (keep) {
            rs_kernel_store_known(warp, vector, &to, 1, total, unroll);
            rs_point(warp, &to, &to, &step);
        }
    }
    return sum;
}

static void add_ctas(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_reg zero = rs_constant(0), one = rs_constant(1);
    rs_reg lane;
    rs_special_lane(warp, &lane);
    warp->active = rs_kernel_if(warp, RS_LESS, &lane, &one);
    const rs_reg sum = cumulate(warp, run, SUM, ctas(run), false);
    store_own(warp, run, SUM, &zero, &sum);
}

static void normalize(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_reg zero = rs_constant(0);
    rs_reg particle = zero, weight = zero, sum = zero;
    rs_thread_id(warp, &particle);
    load_own(warp, run, SUM, &zero, &sum);
    load_own(warp, run, WEIGHT, &particle, &weight);
    rs_sfu(warp, RS_RECIPROCAL, &sum, &sum);
    rs_alu(warp, RS_FMUL, &weight, &weight, &sum, NULL);
    store_own(warp, run, WEIGHT, &particle, &weight);
}

static void cumulate_weights(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_reg zero = rs_constant(0), one = rs_constant(1), share = rs_float_constant(1.0f / (float)particles(run));
    rs_reg lane, seed = zero, mark = zero;
    rs_special_lane(warp, &lane);
    warp->active = rs_kernel_if(warp, RS_LESS, &lane, &one);
    (void)cumulate(warp, run, WEIGHT, particles(run), true);
    load_own(warp, run, SEED, &zero, &seed);
    uniform(warp, &seed, &mark);
    rs_alu(warp, RS_FMUL, &mark, &mark, &share, NULL);
    store_own(warp, run, SEED, &zero, &seed);
    store_own(warp, run, MARK, &zero, &mark);
}

static void choose(rs_warp *warp, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll;
    const rs_pointer totals = rs_parameter(run->array[TOTAL]);
    const rs_reg zero = rs_constant(0), one = rs_constant(1), last = rs_constant(particles(run) - 1), step = rs_constant(unroll);
    const rs_reg share = rs_float_constant(1.0f / (float)particles(run)), end = rs_constant(particles(run));
    rs_reg particle = zero, mark = zero, first = zero, index = zero, word = zero, total[RS_VECTOR_MAX];
    rs_pointer from = totals;
    rs_thread_id(warp, &particle);
    load_own(warp, run, MARK, &zero, &first);
    rs_alu(warp, RS_TO_FLOAT, &mark, &particle, NULL, NULL);
    rs_alu(warp, RS_FMA, &mark, &mark, &share, &first);
    rs_point_at(warp, &from, &totals);
    rs_alu(warp, RS_MOV, &index, &zero, NULL, NULL);
    while (warp->active != 0) {
        rs_kernel_load_known(warp, run->options.strided, total, unroll, &from, 0, 1);
        rs_point(warp, &from, &from, &step);
        for (uint32_t e = 0; e < unroll && warp->active != 0; e++) {
            warp->active = rs_kernel_if(warp, RS_FLESS, &total[e], &mark);
            if (warp->active != 0) {
                rs_alu(warp, RS_ADD, &index, &index, &one, NULL);
            }
        }
        warp->active = warp->active != 0 ? rs_kernel_if(warp, RS_LESS, &index, &end) : 0;
    }
    warp->active = UINT32_MAX;
    rs_alu(warp, RS_MIN, &index, &index, &last, NULL);
    load_own(warp, run, X, &index, &word);
    store_own(warp, run, CHOSEN_X, &particle, &word);
    load_own(warp, run, Y, &index, &word);
    store_own(warp, run, CHOSEN_Y, &particle, &word);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    static void (*const stages[STAGES])(rs_warp *warp, const rs_kernel_run *run) = {NULL, add_ctas, normalize,
                                                                                        cumulate_weights, choose};
    const uint32_t stage = n % STAGES;
    const bool alone = stages[stage] == add_ctas || stages[stage] == cumulate_weights;
    next->run = stage == 0 ? likelihood : NULL;
    next->run_warp = stages[stage];
    next->ctas = alone ? 1 : ctas(run);
    next->cta_warps = alone ? 1 : CTA_WARPS;
    next->scratchpad_words = stage == 0 ? CTA_THREADS : 0;
    next->registers = 16 + 3 * run->options.unroll;
    return n < STAGES * (frames(run) - 1);
}

/* ---- reference ---------------------------------------------------------------------------------------- */

typedef struct reference {
    float *x, *y, *chosen_x, *chosen_y, *weight, *total;
    uint32_t *seed;
} reference;

static float weight_of(rs_kernel_run *run, const reference *r, uint32_t p, uint32_t frame)
{
    const int32_t x = (int32_t)(r->x[p] + 0.5f), y = (int32_t)(r->y[p] + 0.5f);
    const int32_t *places = (const int32_t *)rs_host(&run->machine, run->array[PLACES]);
    float sum = 0.0f;
    for (uint32_t d = 0; d < DISC; d++) {
        const int32_t place = ((x + places[2 * d + 1]) * SIDE + y + places[2 * d]) * FRAMES + (int32_t)frame;
        const uint32_t light = rs_host(&run->machine, run->array[IMAGE])[place < 0 || place >= PIXELS ? 0 : place];
        const int32_t off = (int32_t)light - BACKGROUND, on = (int32_t)light - FOREGROUND;
        sum = fmaf((float)(off * off - on * on), likelihood_scale, sum);
    }
    return rs_sfu_word(RS_EXP2, sum * log2_e_by_disc);
}

/* What the CTAs' trees add up to. */
static float sum_of(const float *weight, uint32_t count)
{
    float sum = 0.0f;
    for (uint32_t cta = 0; cta < count; cta++) {
        float tree[CTA_THREADS];
        memcpy(tree, weight + cta * CTA_THREADS, sizeof tree);
        for (uint32_t half = CTA_THREADS / 2; half != 0; half /= 2) {
            for (uint32_t t = 0; t < half; t++) {
                tree[t] += tree[t + half];
            }
        }
        sum += tree[0];
    }
    return sum;
}

static void follow(rs_kernel_run *run, reference *r, uint32_t frame)
{
    const uint32_t count = particles(run);
    const float share = 1.0f / (float)count;
    for (uint32_t p = 0; p < count; p++) {
        r->x[p] = fmaf(normal_word(&r->seed[p]), 5.0f, r->chosen_x[p] + 1.0f);
        r->y[p] = fmaf(normal_word(&r->seed[p]), 2.0f, r->chosen_y[p] - 2.0f);
        r->weight[p] = weight_of(run, r, p, frame);
    }
    const float reciprocal = 1.0f / sum_of(r->weight, ctas(run));
    for (uint32_t p = 0; p < count; p++) {
        r->weight[p] *= reciprocal;
        r->total[p] = p == 0 ? r->weight[0] : r->total[p - 1] + r->weight[p];
    }
    const float first = uniform_word(&r->seed[0]) * share;
    for (uint32_t p = 0; p < count; p++) {
        const float mark = fmaf((float)p, share, first);
        uint32_t index = 0;
        while (index < count - 1 && r->total[index] < mark) {
            index++;
        }
        r->chosen_x[p] = r->x[index];
        r->chosen_y[p] = r->y[index];
    }
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t count = particles(run);
    float *words = (float *)malloc(7 * (size_t)count * sizeof *words);
    uint64_t random = 4;
    if (words == NULL) {
        rs_error_memory(error, "particle: found no memory left, expected room for the reference");
        return false;
    }
    reference r = {words, words + count, words + 2 * count, words + 3 * count, words + 4 * count, words + 5 * count,
                   (uint32_t *)(words + 6 * count)};
    for (uint32_t i = 0; i < PIXELS; i++) {
        (void)rs_random_below(&random, 20); /* as prepare drew them */
    }
    for (uint32_t p = 0; p < count; p++) {
        r.chosen_x[p] = r.chosen_y[p] = (float)SIDE / 2;
        r.seed[p] = (uint32_t)rs_splitmix64(&random);
    }
    for (uint32_t frame = 1; frame < frames(run); frame++) {
        follow(run, &r, frame);
    }
    const bool good = rs_kernel_same(run, "weight", run->array[WEIGHT], (const uint32_t *)r.weight, count, error) &&
                      rs_kernel_same(run, "x of particle", run->array[CHOSEN_X], (const uint32_t *)r.chosen_x, count, error) &&
                      rs_kernel_same(run, "y of particle", run->array[CHOSEN_Y], (const uint32_t *)r.chosen_y, count, error);
    free(words);
    return good;
}

const rs_kernel rs_kernel_particle = {"particle", "2048 particles, 5 frames of 128 x 128", false, RS_STRIDES_MEMORY, true, false,
                                      prepare, launch, check};
