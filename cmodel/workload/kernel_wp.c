/* wp: cloud physics of a weather model, column by column (THESIS 5): 4608 columns of 28 levels, 72 CTAs of 64 threads, a thread a
 * column, ten steps of a minute, a launch each. A thread takes its column's temperature, vapour, cloud, rain and snow into local memory,
 * lets rain and snow fall in two parts of the step, lets cloud become rain, rain and snow freeze and melt, vapour condense and rain
 * evaporate, and writes the column back. Rates are simple ones in the manner of E. Kessler, 1969. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_math.h"

enum { LEVELS = 28, CTAS = 72, CTA_WARPS = 2, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, STEPS = 10, PARTS = 2, SM_CTAS = 3 };
/* What a column has: the first five change, all by level in the array and in local memory, which has fall speeds besides. */
enum { HEAT, VAPOUR, CLOUD, RAIN, SNOW, CHANGING, PRESSURE = CHANGING, MASS, FIELDS };
enum { RAIN_FALL = CHANGING, SNOW_FALL, LOCAL_FIELDS };
enum { FIELD, FALLEN, LOCAL, INPUT }; /* arrays; FALLEN: rain on the ground; INPUT: the host's copy */

static const float least = 1e-9f, gas = 287, part_seconds = 30, part_inverse = 1.0f / 30, melting = 273.16f, steep = 24.915357f;
static const float condensed_heat = 2490, frozen_heat = 332.7f, slope_factor = 1.3489e7f;
static const float fall_factor[2] = {16, 3}, fall_power[2] = {0.1364f, 0.11f};

/* shrink to 4: fewer steps; beyond: one of fewer columns. */
static uint32_t ctas(const rs_kernel_run *run)
{
    return run->options.shrink > 4 ? CTAS / run->options.shrink : CTAS;
}

static uint32_t columns(const rs_kernel_run *run)
{
    return ctas(run) * CTA_THREADS;
}

static uint32_t steps(const rs_kernel_run *run)
{
    return run->options.shrink > 4 ? 1 : STEPS / run->options.shrink;
}

static float part_of_one(uint64_t *state)
{
    return (float)rs_random_below(state, 1u << 16) / (1 << 16);
}

static void make_level(float field[FIELDS], uint32_t level, float wet, uint64_t *state)
{
    const float height = 0.5f * (float)level; /* km */
    field[HEAT] = 300 - 6.5f * height + 2 * part_of_one(state);
    field[PRESSURE] = 101325 * expf(-height / 8);
    field[MASS] = 500 * field[PRESSURE] / (gas * field[HEAT]);
    field[VAPOUR] = 0.02f * wet * expf(-height / 2.5f);
    field[CLOUD] = level > 2 && level < 16 ? 0.002f * wet * part_of_one(state) : 0;
    field[RAIN] = level < 10 ? 0.001f * wet * part_of_one(state) : 0;
    field[SNOW] = level >= 8 && level < 20 ? 0.001f * wet * part_of_one(state) : 0;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    rs_warp_machine *machine = &run->machine;
    const uint32_t words = FIELDS * LEVELS * columns(run);
    uint64_t state = 41;
    (void)error;
    run->array[FIELD] = rs_warp_machine_array(machine, words);
    run->array[FALLEN] = rs_warp_machine_array(machine, columns(run));
    run->array[LOCAL] = rs_warp_machine_local(machine, (uint64_t)ctas(run) * CTA_WARPS, LOCAL_FIELDS * LEVELS);
    run->array[INPUT] = rs_warp_machine_array(machine, words);
    for (uint32_t c = 0; c < columns(run); c++) {
        const float wet = 0.5f + 0.6f * part_of_one(&state);
        for (uint32_t k = 0; k < LEVELS; k++) {
            float field[FIELDS];
            make_level(field, k, wet, &state);
            for (uint32_t f = 0; f < FIELDS; f++) {
                rs_host_set_float(machine, run->array[FIELD], (f * LEVELS + k) * columns(run) + c, field[f]);
            }
        }
    }
    memcpy(rs_host(machine, run->array[INPUT]), rs_host(machine, run->array[FIELD]), words * sizeof(uint32_t));
    return true;
}

/* ---- kernel -------------------------------------------------------------------------------------------- */

typedef struct column {
    rs_warp *warp;
    rs_pointer field, local; /* of this thread's column, level 0 */
    int32_t apart;           /* words from a field to the next in the array */
    uint32_t columns;
} column;

/* A loop over the levels: pointers to this one's words, both ways. */
typedef struct level {
    rs_pointer field, local;
    rs_reg number;
} level;

static rs_reg number(float value)
{
    return rs_float_constant(value);
}

/* *d = *d op b */
static void change(rs_warp *warp, enum rs_alu op, rs_reg *d, rs_reg b)
{
    rs_alu(warp, op, d, d, &b, NULL);
}

/* *d = a * b + *d */
static void add_product(rs_warp *warp, rs_reg *d, rs_reg a, rs_reg b)
{
    rs_alu(warp, RS_FMA, d, &a, &b, d);
}

static level first_level(const column *of, bool from_top)
{
    const rs_reg first = rs_constant(from_top ? LEVELS - 1 : 0), in_array = rs_constant(from_top ? (LEVELS - 1) * of->columns : 0);
    level at = {of->field, of->local, first};
    rs_point(of->warp, &at.field, &of->field, &in_array);
    rs_point(of->warp, &at.local, &of->local, &first);
    rs_do_move(of->warp, &at.number, rs_constant(0));
    return at;
}

static bool next_level(const column *of, level *at, bool from_top)
{
    const rs_reg step = rs_constant(from_top ? UINT32_MAX : 1), in_array = rs_constant(from_top ? 0 - of->columns : of->columns);
    const rs_reg end = rs_constant(LEVELS);
    rs_point(of->warp, &at->field, &at->field, &in_array);
    rs_point(of->warp, &at->local, &at->local, &step);
    return rs_kernel_again(of->warp, &at->number, 1, &end) != 0;
}

static rs_reg load_field(const column *of, const level *at, uint32_t field)
{
    rs_reg d = rs_constant(0);
    rs_load(of->warp, &d, &at->field, (int32_t)field * of->apart);
    return d;
}

static rs_reg load_local(const column *of, const level *at, uint32_t field)
{
    rs_reg d = rs_constant(0);
    rs_load(of->warp, &d, &at->local, (int32_t)(field * LEVELS));
    return d;
}

static void store_local(const column *of, const level *at, uint32_t field, rs_reg word)
{
    rs_store(of->warp, &at->local, (int32_t)(field * LEVELS), &word);
}

static rs_reg power_of(rs_warp *warp, rs_reg a, float power)
{
    const rs_reg log = rs_do_sfu(warp, RS_LOG2, rs_do(warp, RS_FMAX, a, number(least)));
    return rs_do_sfu(warp, RS_EXP2, rs_do(warp, RS_FMUL, log, number(power)));
}

/* The column into local memory, nothing below 0, and what falls of a unit of rain and snow. */
static void take_column(const column *of)
{
    rs_warp *warp = of->warp;
    level at = first_level(of, false);
    do {
        rs_reg field[CHANGING];
        for (uint32_t f = HEAT; f < CHANGING; f++) {
            field[f] = load_field(of, &at, f);
        }
        const rs_reg pressure = load_field(of, &at, PRESSURE);
        store_local(of, &at, HEAT, field[HEAT]);
        for (uint32_t f = VAPOUR; f < CHANGING; f++) {
            change(warp, RS_FMAX, &field[f], number(0));
            store_local(of, &at, f, field[f]);
        }
        const rs_reg inverse = rs_do_sfu(warp, RS_RECIPROCAL, rs_do(warp, RS_FMUL, field[HEAT], number(gas)));
        const rs_reg density = rs_do(warp, RS_FMUL, pressure, inverse);
        for (uint32_t s = 0; s < 2; s++) {
            const rs_reg power = power_of(warp, rs_do(warp, RS_FMUL, density, field[RAIN + s]), fall_power[s]);
            store_local(of, &at, RAIN_FALL + s, rs_do(warp, RS_FMUL, rs_do(warp, RS_FMUL, power, number(fall_factor[s])), density));
        }
    } while (next_level(of, &at, false));
}

/* Rain or snow falls, from the top down; what comes to the ground. */
static rs_reg fall(const column *of, uint32_t what)
{
    rs_warp *warp = of->warp;
    level at = first_level(of, true);
    rs_reg above = number(0);
    rs_do_move(warp, &above, above);
    do {
        rs_reg there = load_local(of, &at, what);
        const rs_reg speed = load_local(of, &at, RAIN_FALL + what - RAIN), mass = load_field(of, &at, MASS);
        const rs_reg all = rs_do(warp, RS_FMUL, there, rs_do(warp, RS_FMUL, mass, number(part_inverse)));
        const rs_reg out = rs_do(warp, RS_FMIN, rs_do(warp, RS_FMUL, speed, there), all);
        const rs_reg scale = rs_do(warp, RS_FMUL, rs_do_sfu(warp, RS_RECIPROCAL, mass), number(part_seconds));
        add_product(warp, &there, rs_do(warp, RS_FSUB, above, out), scale);
        change(warp, RS_FMAX, &there, number(0));
        store_local(of, &at, what, there);
        above = out;
    } while (next_level(of, &at, true));
    return above;
}

/* Below the melting point rain and cloud become snow, above it snow becomes rain. */
static void freeze_or_melt(rs_warp *warp, rs_reg field[CHANGING])
{
    const uint32_t all = warp->active, cold = rs_do_if(warp, RS_FLESS, field[HEAT], number(melting));
    warp->active = cold;
    if (cold != 0) {
        const rs_reg below = rs_do(warp, RS_FSUB, number(melting), field[HEAT]);
        const rs_reg frozen = rs_do(warp, RS_FMIN, field[RAIN], rs_do(warp, RS_FMUL, below, number(0.0001f)));
        const rs_reg caught = rs_do(warp, RS_FMUL, field[CLOUD], number(0.05f));
        const rs_reg both = rs_do(warp, RS_FADD, frozen, caught);
        change(warp, RS_FSUB, &field[RAIN], frozen);
        change(warp, RS_FSUB, &field[CLOUD], caught);
        change(warp, RS_FADD, &field[SNOW], both);
        add_product(warp, &field[HEAT], both, number(frozen_heat));
    }
    warp->active = all & ~cold;
    if (warp->active != 0) {
        const rs_reg over = rs_do(warp, RS_FSUB, field[HEAT], number(melting));
        const rs_reg melted = rs_do(warp, RS_FMIN, field[SNOW], rs_do(warp, RS_FMUL, over, number(0.0002f)));
        change(warp, RS_FSUB, &field[SNOW], melted);
        change(warp, RS_FADD, &field[RAIN], melted);
        add_product(warp, &field[HEAT], melted, number(-frozen_heat));
    }
    warp->active = all;
}

/* Cloud becomes rain, by itself and where rain takes it along. */
static void rain_out(rs_warp *warp, rs_reg field[CHANGING])
{
    const rs_reg excess = rs_do(warp, RS_FMUL, rs_do(warp, RS_FADD, field[CLOUD], number(-0.0005f)), number(0.06f));
    const rs_reg taken = rs_do(warp, RS_FMUL, rs_do(warp, RS_FMUL, field[CLOUD], number(132)), power_of(warp, field[RAIN], 0.875f));
    const rs_reg sum = rs_do(warp, RS_FADD, rs_do(warp, RS_FMAX, excess, number(0)), taken);
    const rs_reg moved = rs_do(warp, RS_FMIN, sum, field[CLOUD]);
    change(warp, RS_FSUB, &field[CLOUD], moved);
    change(warp, RS_FADD, &field[RAIN], moved);
}

/* Vapour that the air can hold. */
static rs_reg saturation(rs_warp *warp, rs_reg heat, rs_reg pressure)
{
    const rs_reg inverse = rs_do_sfu(warp, RS_RECIPROCAL, rs_do(warp, RS_FADD, heat, number(-35.86f)));
    const rs_reg ratio = rs_do(warp, RS_FMUL, rs_do(warp, RS_FADD, heat, number(-melting)), inverse);
    const rs_reg vapour = rs_do(warp, RS_FMUL, rs_do_sfu(warp, RS_EXP2, rs_do(warp, RS_FMUL, ratio, number(steep))), number(610.78f));
    const rs_reg dry = rs_do_sfu(warp, RS_RECIPROCAL, rs_do_fma(warp, vapour, number(-0.378f), pressure));
    return rs_do(warp, RS_FMUL, rs_do(warp, RS_FMUL, vapour, number(0.622f)), dry);
}

static void condense(rs_warp *warp, rs_reg field[CHANGING], rs_reg held)
{
    const uint32_t all = warp->active;
    const rs_reg square = rs_do_sfu(warp, RS_RECIPROCAL, rs_do(warp, RS_FMUL, field[HEAT], field[HEAT]));
    const rs_reg divisor = rs_do_fma(warp, rs_do(warp, RS_FMUL, held, square), number(slope_factor), number(1));
    rs_reg amount = rs_do(warp, RS_FMUL, rs_do(warp, RS_FSUB, field[VAPOUR], held), rs_do_sfu(warp, RS_RECIPROCAL, divisor));
    change(warp, RS_FMAX, &amount, rs_do(warp, RS_FSUB, number(0), field[CLOUD]));
    change(warp, RS_FSUB, &field[VAPOUR], amount);
    change(warp, RS_FADD, &field[CLOUD], amount);
    add_product(warp, &field[HEAT], amount, number(condensed_heat));
    warp->active = rs_do_if(warp, RS_FLESS, field[VAPOUR], held); /* rain evaporates */
    if (warp->active != 0) {
        const rs_reg root = rs_do_sfu(warp, RS_SQUARE_ROOT, rs_do(warp, RS_FMAX, field[RAIN], number(0)));
        const rs_reg wanted = rs_do(warp, RS_FMUL, rs_do(warp, RS_FMUL, rs_do(warp, RS_FSUB, held, field[VAPOUR]), root), number(0.6f));
        const rs_reg gone = rs_do(warp, RS_FMIN, wanted, field[RAIN]);
        change(warp, RS_FSUB, &field[RAIN], gone);
        change(warp, RS_FADD, &field[VAPOUR], gone);
        add_product(warp, &field[HEAT], gone, number(-condensed_heat));
    }
    warp->active = all;
}

static void change_levels(const column *of)
{
    level at = first_level(of, false);
    do {
        rs_reg field[CHANGING];
        for (uint32_t f = HEAT; f < CHANGING; f++) {
            field[f] = load_local(of, &at, f);
        }
        const rs_reg pressure = load_field(of, &at, PRESSURE);
        const rs_reg held = saturation(of->warp, field[HEAT], pressure);
        rain_out(of->warp, field);
        freeze_or_melt(of->warp, field);
        condense(of->warp, field, held);
        for (uint32_t f = HEAT; f < CHANGING; f++) {
            store_local(of, &at, f, field[f]);
        }
    } while (next_level(of, &at, false));
}

static void write_column(const column *of)
{
    level at = first_level(of, false);
    do {
        for (uint32_t f = HEAT; f < CHANGING; f++) {
            const rs_reg word = load_local(of, &at, f);
            rs_store(of->warp, &at.field, (int32_t)f * of->apart, &word);
        }
    } while (next_level(of, &at, false));
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer field = rs_parameter(run->array[FIELD]), fallen = rs_parameter(run->array[FALLEN]);
    column of = {warp, field, rs_local(warp, run->array[LOCAL], LOCAL_FIELDS * LEVELS), (int32_t)(LEVELS * columns(run)), columns(run)};
    rs_reg thread;
    rs_thread_id(warp, &thread);
    rs_point(warp, &of.field, &field, &thread);
    take_column(&of);
    rs_pointer ground = fallen;
    rs_reg sum = rs_constant(0);
    rs_point(warp, &ground, &fallen, &thread);
    rs_load(warp, &sum, &ground, 0);
    for (uint32_t p = 0; p < PARTS; p++) {
        for (uint32_t what = RAIN; what <= SNOW; what++) {
            add_product(warp, &sum, fall(&of, what), number(part_seconds));
        }
    }
    rs_store(warp, &ground, 0, &sum);
    change_levels(&of);
    write_column(&of);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run_warp = run_warp;
    next->ctas = ctas(run);
    next->cta_warps = CTA_WARPS;
    next->registers = 64;
    next->limit = SM_CTAS;
    return n < steps(run);
}

/* ---- reference: column by column, all steps ------------------------------------------------------------------- */

static float least_of(float a, float b)
{
    return a < b ? a : b;
}

static float most_of(float a, float b)
{
    return a > b ? a : b;
}

static float float_power(float a, float power)
{
    return exp2f(log2f(most_of(a, least)) * power);
}

static void fall_in(float q[LEVELS], const float speed[LEVELS], const float mass[LEVELS], float *ground)
{
    float above = 0;
    for (uint32_t k = LEVELS; k-- > 0;) {
        const float out = least_of(speed[k] * q[k], q[k] * (mass[k] * part_inverse));
        q[k] = most_of(fmaf(above - out, 1 / mass[k] * part_seconds, q[k]), 0);
        above = out;
    }
    *ground = fmaf(above, part_seconds, *ground);
}

/* A level's fields after the step. */
static void change_one(float *heat, float *vapour, float *cloud, float *rain, float *snow, float pressure)
{
    const float wet = exp2f((*heat + -melting) * (1 / (*heat + -35.86f)) * steep) * 610.78f;
    const float held = wet * 0.622f * (1 / fmaf(wet, -0.378f, pressure));
    const float taken = *cloud * 132 * float_power(*rain, 0.875f);
    const float moved = least_of(most_of((*cloud + -0.0005f) * 0.06f, 0) + taken, *cloud);
    *cloud -= moved;
    *rain += moved;
    if (*heat < melting) {
        const float frozen = least_of(*rain, (melting - *heat) * 0.0001f), caught = *cloud * 0.05f;
        *rain -= frozen;
        *cloud -= caught;
        *snow += frozen + caught;
        *heat = fmaf(frozen + caught, frozen_heat, *heat);
    } else {
        const float melted = least_of(*snow, (*heat - melting) * 0.0002f);
        *snow -= melted;
        *rain += melted;
        *heat = fmaf(melted, -frozen_heat, *heat);
    }
    const float divisor = fmaf(held * (1 / (*heat * *heat)), slope_factor, 1);
    const float amount = most_of((*vapour - held) * (1 / divisor), 0 - *cloud);
    *vapour -= amount;
    *cloud += amount;
    *heat = fmaf(amount, condensed_heat, *heat);
    if (*vapour < held) {
        const float gone = least_of((held - *vapour) * sqrtf(most_of(*rain, 0)) * 0.6f, *rain);
        *rain -= gone;
        *vapour += gone;
        *heat = fmaf(gone, -condensed_heat, *heat);
    }
}

static void step_column(float field[FIELDS][LEVELS], float *ground)
{
    float speed[2][LEVELS];
    for (uint32_t k = 0; k < LEVELS; k++) {
        for (uint32_t f = VAPOUR; f < CHANGING; f++) {
            field[f][k] = most_of(field[f][k], 0);
        }
        const float density = field[PRESSURE][k] * (1 / (field[HEAT][k] * gas));
        for (uint32_t s = 0; s < 2; s++) {
            speed[s][k] = float_power(density * field[RAIN + s][k], fall_power[s]) * fall_factor[s] * density;
        }
    }
    for (uint32_t p = 0; p < PARTS; p++) {
        fall_in(field[RAIN], speed[0], field[MASS], ground);
        fall_in(field[SNOW], speed[1], field[MASS], ground);
    }
    for (uint32_t k = 0; k < LEVELS; k++) {
        change_one(&field[HEAT][k], &field[VAPOUR][k], &field[CLOUD][k], &field[RAIN][k], &field[SNOW][k], field[PRESSURE][k]);
    }
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t words = FIELDS * LEVELS * columns(run);
    float *expected = (float *)malloc((words + columns(run)) * sizeof *expected);
    if (expected == NULL) {
        rs_error_memory(error, "wp: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t c = 0; c < columns(run); c++) {
        float field[FIELDS][LEVELS], *ground = &expected[words + c];
        *ground = 0;
        for (uint32_t i = 0; i < FIELDS * LEVELS; i++) {
            field[i / LEVELS][i % LEVELS] = rs_host_float(&run->machine, run->array[INPUT], i * columns(run) + c);
        }
        for (uint32_t n = 0; n < steps(run); n++) {
            step_column(field, ground);
        }
        for (uint32_t i = 0; i < FIELDS * LEVELS; i++) {
            expected[i * columns(run) + c] = field[i / LEVELS][i % LEVELS];
        }
    }
    const bool good = rs_kernel_same(run, "word", run->array[FIELD], (const uint32_t *)expected, words, error) &&
                      rs_kernel_same(run, "ground", run->array[FALLEN], (const uint32_t *)expected + words, columns(run), error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_wp = {"wp", "random columns", false, false, false, false, prepare, launch, check};
