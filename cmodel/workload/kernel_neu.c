/* neu: the two convolution layers of a network that reads digits (THESIS 5): 28 digits of 28 x 28 points, framed to 29 x 29. First
 * launch: 6 maps of 13 x 13 neurons a digit, 168 CTAs of 169 threads; second: 50 maps of 5 x 5, 1400 CTAs of 25 threads. A neuron
 * sees 5 x 5 points, two apart from its neighbour's, of the picture, of all six maps in the second layer; its CTA's weights, which
 * stand in global memory, are the same for all its threads.
 *
 * The two layers behind, all neurons on all, are a hundredth of the work and no launch of the paper's; they are left out. Digits
 * are strokes between random points, weights random. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_math.h"

enum { DIGITS = 28, SIDE = 29, PICTURE = SIDE * SIDE, WINDOW = 5, SEEN = WINDOW * WINDOW, STROKES = 4, STEPS = 24 };
enum { MAPS_1 = 6, SIDE_1 = 13, NEURONS_1 = SIDE_1 * SIDE_1, MAPS_2 = 50, SIDE_2 = 5, NEURONS_2 = SIDE_2 * SIDE_2 };
enum { WEIGHTS_1 = 1 + SEEN, WEIGHTS_2 = 1 + SEEN * MAPS_1 }; /* of a map; the first is added */
enum { INPUT, WEIGHT_1, LAYER_1, WEIGHT_2, LAYER_2 };         /* arrays */

/* A layer as both the kernel and the reference see it. */
typedef struct layer {
    uint32_t from, weight, to;              /* arrays */
    uint32_t maps_from, side_from, maps, side;
} layer;

static const layer layers[2] = {{INPUT, WEIGHT_1, LAYER_1, 1, SIDE, MAPS_1, SIDE_1},
                                {LAYER_1, WEIGHT_2, LAYER_2, MAPS_1, SIDE_1, MAPS_2, SIDE_2}};

/* shrink 8: 3 */
static uint32_t digits(const rs_kernel_run *run)
{
    return DIGITS / run->options.shrink;
}

static void draw(rs_warp_machine *machine, uint64_t picture, uint64_t *state)
{
    uint32_t x[2], y[2];
    for (uint32_t stroke = 0; stroke <= STROKES; stroke++) {
        x[stroke % 2] = 4 + rs_random_below(state, 20);
        y[stroke % 2] = 4 + rs_random_below(state, 20);
        for (uint32_t step = 0; stroke != 0 && step <= STEPS; step++) {
            const uint32_t at_x = (x[0] * step + x[1] * (STEPS - step)) / STEPS, at_y = (y[0] * step + y[1] * (STEPS - step)) / STEPS;
            rs_host_set_float(machine, picture, at_y * SIDE + at_x, 1);
        }
    }
}

static void make_weights(rs_warp_machine *machine, uint64_t array, uint32_t count, uint32_t inputs, uint64_t *state)
{
    for (uint32_t i = 0; i < count; i++) {
        const float value = (float)(int32_t)(rs_random_below(state, 2001) - 1000) / (400 * sqrtf((float)inputs));
        rs_host_set_float(machine, array, i, value);
    }
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    rs_warp_machine *machine = &run->machine;
    uint64_t state = 31;
    (void)error;
    run->array[INPUT] = rs_warp_machine_array(machine, digits(run) * PICTURE);
    run->array[WEIGHT_1] = rs_warp_machine_array(machine, MAPS_1 * WEIGHTS_1);
    run->array[LAYER_1] = rs_warp_machine_array(machine, digits(run) * MAPS_1 * NEURONS_1);
    run->array[WEIGHT_2] = rs_warp_machine_array(machine, MAPS_2 * WEIGHTS_2);
    run->array[LAYER_2] = rs_warp_machine_array(machine, digits(run) * MAPS_2 * NEURONS_2);
    for (uint32_t d = 0; d < digits(run); d++) {
        draw(machine, run->array[INPUT] + 4 * PICTURE * d, &state);
    }
    make_weights(machine, run->array[WEIGHT_1], MAPS_1 * WEIGHTS_1, WEIGHTS_1, &state);
    make_weights(machine, run->array[WEIGHT_2], MAPS_2 * WEIGHTS_2, WEIGHTS_2, &state);
    return true;
}

/* x = 1.7159 * tanh(2 / 3 * x), the tangent by a power of two. */
static const float outer = 1.7159f, power = 1.9235934f; /* 4 / 3 / ln 2 */

static rs_reg squash(rs_warp *warp, rs_reg x)
{
    const rs_reg one = rs_float_constant(1), scale = rs_float_constant(outer);
    const rs_reg grown = rs_do_sfu(warp, RS_EXP2, rs_do(warp, RS_FMUL, x, rs_float_constant(power)));
    const rs_reg part = rs_do_sfu(warp, RS_RECIPROCAL, rs_do(warp, RS_FADD, grown, one));
    return rs_do_fma(warp, part, rs_float_constant(-2 * outer), scale);
}

/* The CTA's map, the digit it is of: CTA = digit * maps + map. */
static void find_map(rs_warp *warp, const layer *of, rs_reg *digit, rs_reg *map)
{
    const rs_reg maps = rs_constant(of->maps), parts = rs_constant((uint32_t)((UINT64_C(1) << 32) / of->maps + 1));
    rs_reg cta;
    rs_special_cta(warp, &cta);
    *digit = rs_do(warp, RS_MUL_HIGH, cta, parts);
    *map = rs_do(warp, RS_SUB, cta, rs_do(warp, RS_MUL, *digit, maps));
}

/* threadIdx.x, threadIdx.y of a square CTA: S2R each. */
static rs_reg square_thread(rs_warp *warp, uint32_t side, bool row)
{
    rs_reg thread = rs_do_thread(warp);
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        thread.lane[lane] = row ? thread.lane[lane] / side : thread.lane[lane] % side;
    }
    return thread;
}

static void run_layer(rs_warp *warp, const rs_kernel_run *run, const layer *of)
{
    const rs_pointer from = rs_parameter(run->array[of->from]), weights = rs_parameter(run->array[of->weight]);
    const rs_pointer to = rs_parameter(run->array[of->to]);
    const uint32_t neurons = of->side * of->side, points = of->side_from * of->side_from, first = warp->number * RS_WARP_LANES;
    const rs_reg zero = rs_constant(0), seen = rs_constant(SEEN), row = rs_constant(of->side_from), window = rs_constant(WINDOW);
    rs_reg digit, map, number = zero;
    rs_pointer weight = weights, base = from;
    warp->active = neurons - first < RS_WARP_LANES ? (1u << (neurons - first)) - 1 : UINT32_MAX;
    const rs_reg x = square_thread(warp, of->side, false), y = square_thread(warp, of->side, true);
    find_map(warp, of, &digit, &map);
    const rs_reg first_weight = rs_do(warp, RS_MUL, map, rs_constant(1 + SEEN * of->maps_from));
    rs_point(warp, &weight, &weights, &first_weight);
    const rs_reg corner = rs_do(warp, RS_SHIFT_LEFT, rs_do(warp, RS_MUL, y, row), rs_constant(1));
    rs_reg place = rs_do(warp, RS_ADD, corner, rs_do(warp, RS_ADD, x, x)), i = zero, in_row = zero;
    rs_reg picture = rs_do(warp, RS_MUL, digit, rs_constant(points * of->maps_from));
    rs_alu(warp, RS_ADD, &place, &place, &picture, NULL);
    rs_point(warp, &base, &from, &place);
    rs_reg sum = zero;
    rs_load(warp, &sum, &weight, 0);
    rs_do_move(warp, &i, zero);
    rs_do_move(warp, &in_row, zero);
    for (uint32_t going = warp->active; going != 0;) { /* the points of the window; the maps of each unrolled */
        const rs_reg one = rs_constant(1), ones = rs_constant(of->maps_from);
        const rs_reg next = rs_constant(of->side_from - WINDOW + 1);
        for (uint32_t m = 0; m < of->maps_from; m++) {
            rs_reg word = zero, input = zero;
            rs_load(warp, &word, &weight, (int32_t)(1 + m));
            rs_load(warp, &input, &base, (int32_t)(m * points));
            rs_alu(warp, RS_FMA, &sum, &word, &input, &sum);
        }
        rs_point(warp, &weight, &weight, &ones);
        rs_alu(warp, RS_ADD, &in_row, &in_row, &one, NULL);
        const rs_flag over = rs_compare(warp, RS_EQUAL, &in_row, &window);
        rs_reg step = one;
        rs_do_move(warp, &step, one);
        rs_select(warp, &step, &over, &next);
        rs_select(warp, &in_row, &over, &zero);
        rs_point(warp, &base, &base, &step);
        going = rs_kernel_again(warp, &i, 1, &seen);
    }
    const rs_reg out = squash(warp, sum);
    rs_special_cta(warp, &number);
    const rs_reg lane = rs_do(warp, RS_ADD, rs_do(warp, RS_MUL, y, rs_constant(of->side)), x);
    number = rs_do(warp, RS_ADD, rs_do(warp, RS_MUL, number, rs_constant(neurons)), lane);
    rs_do_store(warp, &to, number, 0, out);
}

static void run_first(rs_warp *warp, const rs_kernel_run *run)
{
    run_layer(warp, run, &layers[0]);
}

static void run_second(rs_warp *warp, const rs_kernel_run *run)
{
    run_layer(warp, run, &layers[1]);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    const layer *of = &layers[n % 2];
    next->run_warp = n == 0 ? run_first : run_second;
    next->ctas = digits(run) * of->maps;
    next->cta_warps = (of->side * of->side + RS_WARP_LANES - 1) / RS_WARP_LANES;
    next->registers = 32;
    return n < 2;
}

/* Neuron by neuron, from what the layer before holds. */
static float neuron(rs_kernel_run *run, const layer *of, uint32_t number)
{
    const uint32_t neurons = of->side * of->side, points = of->side_from * of->side_from;
    const uint32_t digit = number / neurons / of->maps, map = number / neurons % of->maps;
    const uint32_t x = number % of->side, y = number % neurons / of->side;
    uint32_t weight = map * (1 + SEEN * of->maps_from);
    float sum = rs_host_float(&run->machine, run->array[of->weight], weight++);
    for (uint32_t i = 0; i < SEEN; i++) {
        for (uint32_t m = 0; m < of->maps_from; m++, weight++) {
            const uint32_t point = (2 * y + i / WINDOW) * of->side_from + 2 * x + i % WINDOW;
            sum = fmaf(rs_host_float(&run->machine, run->array[of->weight], weight),
                       rs_host_float(&run->machine, run->array[of->from], (digit * of->maps_from + m) * points + point), sum);
        }
    }
    return fmaf(1 / (exp2f(sum * power) + 1), -2 * outer, outer);
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    bool good = true;
    for (uint32_t l = 0; l < 2 && good; l++) {
        const layer *of = &layers[l];
        const uint32_t count = digits(run) * of->maps * of->side * of->side;
        uint32_t *expected = (uint32_t *)malloc(count * sizeof *expected);
        if (expected == NULL) {
            rs_error_memory(error, "neu: found no memory left, expected room for the reference");
            return false;
        }
        for (uint32_t i = 0; i < count; i++) {
            const float value = neuron(run, of, i);
            memcpy(&expected[i], &value, sizeof value);
        }
        good = rs_kernel_same(run, l == 0 ? "neuron of layer 1" : "neuron of layer 2", run->array[of->to], expected, count, error);
        free(expected);
    }
    return good;
}

const rs_kernel rs_kernel_neu = {"neu", "random strokes", false, false, false, false, prepare, launch, check};
