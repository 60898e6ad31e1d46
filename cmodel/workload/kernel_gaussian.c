/* gaussian: elimination in 208 equations (Rodinia's Fan1 and Fan2; PATTERNS table 2), two launches a column.
 * Fan1: a thread divides 16 elements below the pivot by it; they are a row apart (strided, known at launch).
 * Fan2: a thread goes down 16 rows of its column: factors (strided, the same for all lanes) times the pivot's row, taken off
 *   what is there (strided, loaded and stored; plain code cannot load a row before the last one is stored, it does not know the
 *   pitch); the thread in the pivot's column does the right side too (strided by 1). The triangle that is left Rodinia solves
 *   on the host; here it is only compared. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/warp_kernel.h"

enum { EQUATIONS = 208, ROWS_A_THREAD = 16, CTA_WARPS = 8 };
enum { FACTOR, MATRIX, RIGHT, MATRIX_BEFORE, RIGHT_BEFORE }; /* arrays; BEFORE: the host's copies */

static uint32_t equations(const rs_kernel_run *run)
{
    return EQUATIONS / run->options.shrink;
}

static void put(rs_kernel_run *run, uint32_t array, uint32_t copy, uint32_t i, float value)
{
    memcpy(&rs_host(&run->machine, run->array[array])[i], &value, sizeof value);
    memcpy(&rs_host(&run->machine, run->array[copy])[i], &value, sizeof value);
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t n = equations(run);
    uint64_t random = 5;
    (void)error;
    for (uint32_t k = FACTOR; k <= RIGHT_BEFORE; k++) {
        run->array[k] = rs_warp_machine_array(&run->machine, k == RIGHT || k == RIGHT_BEFORE ? n : n * n);
    }
    for (uint32_t i = 0; i < n * n; i++) {
        const float value = (float)rs_random_below(&random, 1 << 12) / 256.0f;
        put(run, MATRIX, MATRIX_BEFORE, i, i % (n + 1) == 0 ? value + 16.0f * (float)n : value);
    }
    for (uint32_t i = 0; i < n; i++) {
        put(run, RIGHT, RIGHT_BEFORE, i, (float)rs_random_below(&random, 1 << 12) / 16.0f);
    }
    return true;
}

static void negate(rs_reg *a)
{
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        a->lane[lane] ^= UINT32_C(1) << 31; /* operands have a sign of their own */
    }
}

/* Registers of a thread in its loop. */
typedef struct thread {
    const rs_kernel_run *run;
    rs_reg left, pitch, factor, right; /* Fan1: the pivot's reciprocal; Fan2: the pivot row's word and right side, negated */
    rs_pointer factors, words, rights;
    uint32_t first_column; /* lanes in the pivot's column */
} thread;

/* Rows of this thread: ROWS_A_THREAD from `row` on, fewer at the end; the lanes that have some. */
static uint32_t enter_rows(rs_warp *warp, const rs_kernel_run *run, thread *t, const rs_reg *row)
{
    const rs_reg n = rs_constant(equations(run)), most = rs_constant(ROWS_A_THREAD);
    t->left = n;
    warp->active = rs_kernel_if(warp, RS_LESS, row, &n);
    if (warp->active != 0) {
        rs_alu(warp, RS_SUB, &t->left, &n, row, NULL);
        rs_alu(warp, RS_MIN, &t->left, &t->left, &most, NULL);
    }
    return warp->active;
}

/* `count` rows, a row apart; a vector's pointer moves by all of them at once. */
static void next_rows(rs_warp *warp, const thread *t, rs_pointer *at, uint32_t count)
{
    const rs_reg span = rs_constant(count * equations(t->run));
    rs_point(warp, at, at, &span);
}

static void divide(rs_warp *warp, uint32_t count, void *user)
{
    thread *t = (thread *)user;
    const bool vector = t->run->options.strided && count > 1;
    const uint32_t together = t->run->options.in_order ? 1 : count;
    const rs_reg span = rs_constant(count * equations(t->run));
    rs_reg word[RS_VECTOR_MAX];
    for (uint32_t done = 0; done < count; done += together) {
        rs_kernel_load_row(warp, vector, word, together, &t->words, &t->pitch, &span);
        for (uint32_t e = 0; e < together; e++) {
            rs_alu(warp, RS_FMUL, &word[e], &word[e], &t->factor, NULL);
        }
        rs_kernel_store_row(warp, vector, &t->factors, &t->pitch, &span, word, together);
    }
}

static void fan1(rs_warp *warp, const rs_kernel_run *run)
{
    const uint32_t n = equations(run), pivot = run->size[0];
    const rs_pointer matrix = rs_parameter(run->array[MATRIX]), factors = rs_parameter(run->array[FACTOR]);
    const rs_reg rows = rs_constant(ROWS_A_THREAD), first = rs_constant(pivot + 1), column = rs_constant(pivot);
    const rs_reg diagonal = rs_constant(pivot * (n + 1));
    rs_reg row = rows, place = rows;
    thread t = {.run = run, .pitch = rs_constant(n), .factor = rows, .words = matrix, .factors = factors};
    rs_thread_id(warp, &row);
    rs_alu(warp, RS_MAD, &row, &row, &rows, &first);
    if (enter_rows(warp, run, &t, &row) == 0) {
        return;
    }
    rs_point(warp, &t.words, &matrix, &diagonal);
    rs_load(warp, &t.factor, &t.words, 0);
    rs_sfu(warp, RS_RECIPROCAL, &t.factor, &t.factor);
    rs_alu(warp, RS_MAD, &place, &row, &t.pitch, &column);
    rs_point(warp, &t.words, &matrix, &place);
    rs_point(warp, &t.factors, &factors, &place);
    rs_kernel_steps(warp, run->options.unroll, &t.left, divide, &t);
}

/* Words of a row each, less the factors times the pivot row's word. */
static void take_off(rs_warp *warp, const thread *t, const rs_reg *factor, rs_pointer *at, uint32_t count)
{
    rs_reg word[RS_VECTOR_MAX];
    const uint32_t together = t->run->options.strided && count > 1 ? count : 1;
    for (uint32_t done = 0; done < count; done += together) {
        if (together > 1) {
            rs_load_strided(warp, word, count, at, &t->pitch);
        } else {
            rs_load(warp, &word[0], at, 0);
        }
        for (uint32_t e = 0; e < together; e++) {
            rs_alu(warp, RS_FMA, &word[e], &factor[done + e], &t->factor, &word[e]);
        }
        if (together > 1) {
            rs_store_strided(warp, at, &t->pitch, word, count);
        } else {
            rs_store(warp, at, 0, &word[0]);
        }
        next_rows(warp, t, at, together);
    }
}

static void eliminate(rs_warp *warp, uint32_t count, void *user)
{
    thread *t = (thread *)user;
    const bool vector = t->run->options.strided && count > 1;
    const uint32_t together = t->run->options.in_order ? 1 : count, active = warp->active;
    const rs_reg span = rs_constant(count * equations(t->run)), step = rs_constant(count);
    const rs_flag first_column = {t->first_column, 0};
    rs_reg factor[RS_VECTOR_MAX], right[RS_VECTOR_MAX];
    for (uint32_t done = 0; done < count; done += together) {
        rs_kernel_load_row(warp, vector, factor + done, together, &t->factors, &t->pitch, &span);
        take_off(warp, t, factor + done, &t->words, together);
    }
    warp->active = rs_branch(warp, &first_column);
    if (warp->active != 0) {
        for (uint32_t done = 0; done < count; done += together) {
            rs_kernel_load_known(warp, vector, right, together, &t->rights, (int32_t)done, 1);
            for (uint32_t e = 0; e < together; e++) {
                rs_alu(warp, RS_FMA, &right[e], &factor[done + e], &t->right, &right[e]);
            }
            for (uint32_t e = 0; e < together && !vector; e++) {
                rs_store(warp, &t->rights, (int32_t)(done + e), &right[e]);
            }
            if (vector) {
                rs_kernel_store_known(warp, true, &t->rights, 1, right, together);
            }
        }
        rs_point(warp, &t->rights, &t->rights, &step);
    }
    warp->active = active;
}

static void fan2(rs_warp *warp, const rs_kernel_run *run)
{
    const uint32_t n = equations(run), pivot = run->size[0], across = (n - pivot + RS_WARP_LANES - 1) / RS_WARP_LANES;
    const rs_pointer matrix = rs_parameter(run->array[MATRIX]), factors = rs_parameter(run->array[FACTOR]);
    const rs_pointer rights = rs_parameter(run->array[RIGHT]), pivot_right = rs_parameter(run->array[RIGHT] + 4 * pivot);
    const rs_reg rows = rs_constant(ROWS_A_THREAD), first = rs_constant(pivot + 1), own = rs_constant(pivot);
    const rs_reg end = rs_constant(n);
    const rs_reg width = rs_constant(RS_WARP_LANES), warps = rs_constant(CTA_WARPS), pivot_row = rs_constant(pivot * n);
    rs_reg column, row, lane, number, place = rows;
    rs_pointer at = matrix;
    thread t = {.run = run, .pitch = end, .factor = rows, .right = rows, .factors = factors, .words = matrix, .rights = rights};
    rs_special_lane(warp, &lane);
    rs_special_warp(warp, &number);
    rs_special_cta(warp, &column);
    rs_special_cta(warp, &row);
    for (uint32_t l = 0; l < RS_WARP_LANES; l++) {
        column.lane[l] = warp->cta->number % across;
        row.lane[l] = warp->cta->number / across;
    }
    rs_alu(warp, RS_MAD, &column, &column, &width, &lane);
    rs_alu(warp, RS_ADD, &column, &column, &own, NULL);
    rs_alu(warp, RS_MAD, &row, &row, &warps, &number);
    rs_alu(warp, RS_MAD, &row, &row, &rows, &first);
    warp->active = rs_kernel_if(warp, RS_LESS, &column, &end);
    if (warp->active == 0 || enter_rows(warp, run, &t, &row) == 0) {
        return;
    }
    rs_alu(warp, RS_ADD, &place, &column, &pivot_row, NULL);
    rs_point(warp, &at, &matrix, &place);
    rs_load(warp, &t.factor, &at, 0);
    negate(&t.factor);
    rs_alu(warp, RS_MAD, &place, &row, &t.pitch, &column);
    rs_point(warp, &t.words, &matrix, &place);
    rs_alu(warp, RS_MAD, &place, &row, &t.pitch, &own);
    rs_point(warp, &t.factors, &factors, &place);
    const rs_flag in_first = rs_compare(warp, RS_EQUAL, &column, &own);
    const uint32_t active = warp->active;
    t.first_column = in_first.mask;
    warp->active = rs_branch(warp, &in_first);
    if (warp->active != 0) {
        rs_point_at(warp, &at, &pivot_right);
        rs_load(warp, &t.right, &at, 0);
        negate(&t.right);
        rs_point(warp, &t.rights, &rights, &row);
    }
    warp->active = active;
    rs_kernel_steps(warp, run->options.unroll, &t.left, eliminate, &t);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    const uint32_t size = equations(run), pivot = n / 2, rows = size - 1 - pivot;
    const uint32_t threads = (rows + ROWS_A_THREAD - 1) / ROWS_A_THREAD;
    run->size[0] = pivot;
    next->run_warp = n % 2 == 0 ? fan1 : fan2;
    next->cta_warps = n % 2 == 0 ? 1 : CTA_WARPS;
    next->ctas = n % 2 == 0 ? (threads + RS_WARP_LANES - 1) / RS_WARP_LANES
                            : (size - pivot + RS_WARP_LANES - 1) / RS_WARP_LANES * ((threads + CTA_WARPS - 1) / CTA_WARPS);
    next->registers = 16 + 2 * run->options.unroll;
    return n < 2 * (size - 1);
}

static float number(rs_kernel_run *run, uint32_t array, uint32_t i)
{
    float value;
    memcpy(&value, &rs_host(&run->machine, run->array[array])[i], sizeof value);
    return value;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t n = equations(run);
    float *matrix = (float *)malloc((n + 1) * n * sizeof *matrix), *right = matrix + n * n;
    if (matrix == NULL) {
        rs_error_memory(error, "gaussian: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t i = 0; i < n * n; i++) {
        matrix[i] = number(run, MATRIX_BEFORE, i);
    }
    for (uint32_t i = 0; i < n; i++) {
        right[i] = number(run, RIGHT_BEFORE, i);
    }
    for (uint32_t pivot = 0; pivot + 1 < n; pivot++) {
        const float reciprocal = 1.0f / matrix[pivot * n + pivot];
        for (uint32_t row = pivot + 1; row < n; row++) {
            const float factor = matrix[row * n + pivot] * reciprocal;
            for (uint32_t column = pivot; column < n; column++) {
                matrix[row * n + column] = fmaf(factor, -matrix[pivot * n + column], matrix[row * n + column]);
            }
            right[row] = fmaf(factor, -right[pivot], right[row]);
        }
    }
    const bool good = rs_kernel_same(run, "word", run->array[MATRIX], (const uint32_t *)matrix, n * n, error) &&
                      rs_kernel_same(run, "right side", run->array[RIGHT], (const uint32_t *)right, n, error);
    free(matrix);
    return good;
}

const rs_kernel rs_kernel_gaussian = {"gaussian", "208 equations", false, RS_STRIDES_MEMORY, false, true, prepare, launch, check};
