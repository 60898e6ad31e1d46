/* Analytical DRAM model: THESIS' own examples, a literal reading of its figure 3.3 beside ours on random requests,
 * generators, the model that knows times, what a run's controllers accept, and the errors of predictions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "machine/simulation.h"
#include "observe/acceptance_trace.h"
#include "study/prediction.h"
#include "study/timed_model.h"
#include "test_machine.h"
#include "workload/patterns.h"

enum { MOST_PERIODS = 16 };

typedef struct request {
    uint32_t bank, row;
} request;

/* THESIS' machine: 4 banks, 4 data cycles a request, tRC 34, tRP + tRCD 25. */
static rs_config thesis_machine(void)
{
    rs_config config;
    rs_config_default(&config);
    config = finish_machine(config);
    assert_int_equal(config.data_cycles, 4);
    assert_int_equal(config.t_rc, 34);
    assert_int_equal(config.t_rp + config.t_rcd, 25);
    return config;
}

typedef struct period_list {
    rs_dram_period period[MOST_PERIODS];
    uint32_t count;
} period_list;

static void add_period(void *user, const rs_dram_period *period)
{
    period_list *list = (period_list *)user;
    assert_true(list->count < MOST_PERIODS);
    list->period[list->count++] = *period;
}

static void run_model(rs_dram_model *model, const request *requests, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        rs_dram_model_push(model, requests[i].bank, requests[i].row);
    }
    rs_dram_model_finish(model);
}

/* Equation 3.1's example: a request to bank 0, whose row is new, five to open rows of the others: 24 of 34 cycles. */
static void test_equation(void **state)
{
    (void)state;
    const rs_config config = thesis_machine();
    const request requests[] = {{0, 5}, {1, 1}, {2, 1}, {3, 1}, {3, 1}, {2, 1}};
    period_list list = {.count = 0};
    rs_dram_model model;
    rs_dram_model_init(&model, &config, RS_DRAM_MODEL_FULL, 4);
    model.ended = add_period;
    model.user = &list;
    run_model(&model, requests, 6);
    assert_int_equal(list.count, 1);
    assert_int_equal(model.data_cycles, 24);
    assert_int_equal(model.cycles, 34);
    assert_true(fabs(rs_dram_model_efficiency(&model) - 24.0 / 34) < 1e-12);
}

/* Figure 3.2: rows A and X are 0, B and Y are 1. */
static const request figure[] = {{0, 0}, {0, 1}, {0, 0}, {1, 1}, {1, 1}, {0, 0}, {1, 0}, {1, 1}, {1, 1}};

static void check_figure(enum rs_dram_model_mode mode, bool open, uint64_t data, uint64_t cycles, const uint32_t (*expected)[3])
{
    const rs_config config = thesis_machine();
    period_list list = {.count = 0};
    rs_dram_model model;
    rs_dram_model_init(&model, &config, mode, 4);
    model.ended = add_period;
    model.user = &list;
    if (open) {
        rs_dram_model_open(&model, 0, 0);
        rs_dram_model_open(&model, 1, 0);
    }
    run_model(&model, figure, sizeof figure / sizeof figure[0]);
    assert_int_equal(model.data_cycles, data);
    assert_int_equal(model.cycles, cycles);
    for (uint32_t i = 0; expected != NULL && i < list.count; i++) {
        assert_int_equal(list.period[i].t[0], expected[i][0]);
        assert_int_equal(list.period[i].t[1], expected[i][1]);
        assert_int_equal(list.period[i].cycles, expected[i][2]);
    }
    assert_true(expected == NULL || list.count == 3);
}

static void test_figure(void **state)
{
    (void)state;
    static const uint32_t periods[3][3] = {{12, 4, 37}, {4, 0, 34}, {0, 16, 41}};
    check_figure(RS_DRAM_MODEL_NO, true, 36, 112, periods);
    check_figure(RS_DRAM_MODEL_FULL, true, 36, 71, NULL);
    check_figure(RS_DRAM_MODEL_NO_MP, true, 36, 112, NULL);
    check_figure(RS_DRAM_MODEL_FULL_MP, true, 36, 78, NULL);
    check_figure(RS_DRAM_MODEL_NO, false, 36, 146, NULL);
    check_figure(RS_DRAM_MODEL_FULL, false, 36, 71, NULL);
}

/* ---- a literal reading ------------------------------------------------------------------------------------- */

/* The window is a list of requests, searched anew for everything. */
typedef struct literal {
    const rs_config *config;
    enum rs_dram_model_mode mode;
    const request *trace;
    uint32_t count, next, queue, waiting;
    request window[RS_DRAM_MODEL_QUEUE];
    uint32_t open[RS_MAX_BANKS];
    bool is_open[RS_MAX_BANKS];
    uint64_t t[RS_MAX_BANKS];
} literal;

static bool hits(const literal *l, request r)
{
    return l->is_open[r.bank] && l->open[r.bank] == r.row;
}

static void fill(literal *l)
{
    while (l->waiting < l->queue && l->next < l->count) {
        const request r = l->trace[l->next++];
        if (hits(l, r)) {
            l->t[r.bank] += l->config->data_cycles;
        } else {
            l->window[l->waiting++] = r;
        }
    }
}

static uint32_t pending(const literal *l, request r)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->waiting; i++) {
        count += l->window[i].bank == r.bank && l->window[i].row == r.row;
    }
    return count;
}

/* The request of the window whose row is opened, of one bank or of any (-1). */
static int choose(const literal *l, int bank)
{
    const bool most = l->mode == RS_DRAM_MODEL_NO_MP || l->mode == RS_DRAM_MODEL_FULL_MP;
    int found = -1;
    for (uint32_t i = 0; i < l->waiting; i++) {
        if (bank >= 0 && l->window[i].bank != (uint32_t)bank) {
            continue;
        }
        if (found < 0 || (most && pending(l, l->window[i]) > pending(l, l->window[found]))) {
            found = (int)i;
        }
    }
    return found;
}

static void read_literally(literal *l, uint64_t *data, uint64_t *cycles)
{
    const bool every = l->mode == RS_DRAM_MODEL_FULL || l->mode == RS_DRAM_MODEL_FULL_MP;
    *data = *cycles = 0;
    fill(l);
    while (l->waiting != 0) {
        const uint32_t j = l->window[choose(l, -1)].bank;
        request rows[RS_MAX_BANKS];
        uint32_t opened = 0, kept = 0;
        uint64_t sum = 0;
        for (uint32_t bank = 0; bank < l->config->banks; bank++) {
            const int chosen = choose(l, (int)bank);
            if (chosen >= 0 && (every || bank == j)) {
                rows[opened++] = l->window[chosen];
            }
        }
        for (uint32_t i = 0; i < opened; i++) {
            l->open[rows[i].bank] = rows[i].row;
            l->is_open[rows[i].bank] = true;
        }
        memset(l->t, 0, sizeof l->t);
        for (uint32_t i = 0; i < l->waiting; i++) {
            if (hits(l, l->window[i])) {
                l->t[l->window[i].bank] += l->config->data_cycles;
            } else {
                l->window[kept++] = l->window[i];
            }
        }
        l->waiting = kept;
        fill(l);
        for (uint32_t bank = 0; bank < l->config->banks; bank++) {
            sum += l->t[bank];
        }
        uint64_t period = l->config->t_rp + l->config->t_rcd + l->t[j];
        period = period < l->config->t_rc ? l->config->t_rc : period;
        *cycles += period;
        *data += sum < period ? sum : period;
    }
}

static void test_random(void **state)
{
    (void)state;
    enum { REQUESTS = 400, RUNS = 400 };
    request requests[REQUESTS];
    rs_config config = thesis_machine();
    uint64_t random = 11;
    for (uint32_t run = 0; run < RUNS; run++) {
        const uint32_t rows = 1 + rs_random_below(&random, 6), count = rs_random_below(&random, REQUESTS + 1);
        const uint32_t queue = 1 + rs_random_below(&random, RS_DRAM_MODEL_QUEUE), stay = rs_random_below(&random, 100);
        for (uint32_t i = 0; i < count; i++) {
            requests[i].bank = rs_random_below(&random, config.banks);
            requests[i].row = rs_random_below(&random, rows);
            if (i != 0 && rs_random_below(&random, 100) < stay) {
                requests[i] = requests[i - 1];
            }
        }
        for (int mode = 0; mode < 4; mode++) {
            literal l = {&config, (enum rs_dram_model_mode)mode, requests, count, 0, queue, 0, {{0, 0}}, {0}, {false}, {0}};
            rs_dram_model model;
            uint64_t data, cycles;
            read_literally(&l, &data, &cycles);
            rs_dram_model_init(&model, &config, (enum rs_dram_model_mode)mode, queue);
            run_model(&model, requests, count);
            assert_int_equal(model.data_cycles, data);
            assert_int_equal(model.cycles, cycles);
        }
    }
}

/* Generators of one SM for one controller. With k requests a row, always a new one of random banks, NO serves k of them in max(tRC,
 * tRP + tRCD + their data); rows are next to never asked for again. FULL serves a row of nearly each of the four banks. */
static double model_generator(const char *name, enum rs_dram_model_mode mode)
{
    rs_pattern pattern = {.requests = 60000, .seed = 1};
    rs_config config = thesis_machine();
    rs_dram_model model;
    rs_error error = {""};
    config.sms = config.channels = 1;
    config = finish_machine(config);
    assert_true(rs_pattern_kind_read(&pattern.kind, name));
    rs_trace *trace = rs_pattern_trace(&config, &pattern, &error);
    assert_non_null(trace);
    rs_dram_model_init(&model, &config, mode, config.queue);
    for (uint32_t i = 0; i < trace->count; i++) {
        const rs_location at = rs_address_decode(&config.map, (uint64_t)trace->request[i].line << RS_LINE_SHIFT);
        rs_dram_model_push(&model, at.bank, at.row);
    }
    rs_dram_model_finish(&model);
    rs_trace_destroy(trace);
    return rs_dram_model_efficiency(&model);
}

static void test_generators(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double no, full_from, full_to;
    } expected[] = {
        {"rand1", 4.0 / 34, 0.44, 16.0 / 34},   {"rand2", 8.0 / 34, 0.84, 32.0 / 34}, {"rand3", 12.0 / 37, 0.95, 1},
        {"onebank", 8.0 / 34, 0.2352, 0.2353},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const double no = model_generator(expected[i].name, RS_DRAM_MODEL_NO), full = model_generator(expected[i].name, RS_DRAM_MODEL_FULL);
        assert_true(fabs(no - expected[i].no) < 0.0005);
        assert_true(full > expected[i].full_from && full <= expected[i].full_to);
    }
    assert_true(model_generator("stream", RS_DRAM_MODEL_FULL) > 0.9999);
}

/* ---- the model that knows times ------------------------------------------------------------------------------ */

static double timed(const rs_config *config, const rs_timed_request *requests, uint32_t count)
{
    rs_timed_model model;
    rs_timed_model_init(&model, config);
    for (uint32_t i = 0; i < count; i++) {
        rs_timed_model_push(&model, &requests[i]);
    }
    rs_timed_model_finish(&model);
    return rs_timed_model_efficiency(&model);
}

/* Table 1.1: tRCD 12, tRC 34, tRP 13, tRAS 21, tRRD 8, CL 9, WL 4, tRTW 9, tWTR 5, tWR 10; two column commands of two cycles. */
static void test_timed_by_hand(void **state)
{
    (void)state;
    rs_config config = thesis_machine();
    config.scheduler = RS_SCHEDULER_FRFCFS;
    /* ACT 4, RD 16, 18, data to 29: 4 of the 26 cycles 3 .. 28 */
    const rs_timed_request one[] = {{3, 7, 0, false}};
    assert_true(fabs(timed(&config, one, 1) - 4.0 / 26) < 1e-12);
    /* the second alone, RD 101, 103, data to 114: 14 cycles more */
    const rs_timed_request apart[] = {{3, 7, 0, false}, {100, 7, 0, false}};
    assert_true(fabs(timed(&config, apart, 2) - 8.0 / 40) < 1e-12);
    /* ACT 1, 9 (tRRD), RD 13 15 of bank 0, 21 23 of bank 1, data to 34 */
    const rs_timed_request banks[] = {{0, 7, 0, false}, {0, 7, 1, false}};
    assert_true(fabs(timed(&config, banks, 2) - 8.0 / 34) < 1e-12);
    /* ACT 1, RD 13 15, WR 24 26 (tRTW), data of the write to 32 */
    const rs_timed_request turn[] = {{0, 7, 0, false}, {0, 7, 0, true}};
    assert_true(fabs(timed(&config, turn, 2) - 8.0 / 32) < 1e-12);
    /* the row hit that comes later goes first: RD 13 15 17 19, PRE 22 (tRAS), ACT 35, RD 47 49, data to 60 */
    const rs_timed_request hit[] = {{0, 7, 0, false}, {1, 8, 0, false}, {2, 7, 0, false}};
    assert_true(fabs(timed(&config, hit, 3) - 12.0 / 60) < 1e-12);
    /* one command a cycle: as above to 34; RD 1001 1003, PRE of the other bank 1002, ACT 1015, RD 1027 1029, data to 1040 */
    const rs_timed_request both[] = {{0, 7, 0, false}, {0, 7, 1, false}, {1000, 7, 0, false}, {1000, 8, 1, false}};
    assert_true(fabs(timed(&config, both, 4) - 16.0 / 74) < 1e-12);
    /* in order: RD 13 15, PRE 22, ACT 35, RD 47 49, PRE 56, ACT 69, RD 81 83, data to 94 */
    config.scheduler = RS_SCHEDULER_FIFO;
    assert_true(fabs(timed(&config, hit, 3) - 12.0 / 94) < 1e-12);
    config.scheduler = RS_SCHEDULER_BFIFO;
    assert_true(fabs(timed(&config, hit, 3) - 12.0 / 94) < 1e-12);
}

/* One bank, two requests a row, no times: 8 of tRC = 34 cycles. */
static void test_timed_one_bank(void **state)
{
    (void)state;
    enum { ROWS = 2000 };
    static rs_timed_request requests[2 * ROWS];
    rs_config config = thesis_machine();
    config.scheduler = RS_SCHEDULER_FRFCFS;
    for (uint32_t i = 0; i < 2 * ROWS; i++) {
        requests[i] = (rs_timed_request){0, i / 2, 0, false};
    }
    assert_true(fabs(timed(&config, requests, 2 * ROWS) - 8.0 / 34) < 0.0005);
}

/* ---- a run ------------------------------------------------------------------------------------------------- */

typedef struct counter {
    rs_config config;
    rs_predictor *predictor, *narrow; /* the latter with a queue of 8 */
    uint64_t last_cycle[RS_MAX_CHANNELS], writes;
} counter;

static void take(void *user, const rs_acceptance *acceptance)
{
    counter *c = (counter *)user;
    assert_true(acceptance->cycle > c->last_cycle[acceptance->channel]);
    c->last_cycle[acceptance->channel] = acceptance->cycle;
    c->writes += acceptance->write;
    rs_predictor_take(c->predictor, acceptance);
    rs_predictor_take(c->narrow, acceptance);
}

static bool observe(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    (void)inputs;
    rs_acceptances_observe(&((counter *)user)->config, cycle, outputs, take, user);
    return true;
}

/* Each request is taken once, by its controller; the predictions are the models', of their windows. */
static void test_run(void **state)
{
    (void)state;
    rs_pattern pattern = {.requests = 4000, .write_per_mille = 300, .seed = 5};
    rs_simulation_options options = rs_simulation_options_default();
    rs_simulation_results results;
    rs_error error = {""};
    counter c = {thesis_machine(), NULL, NULL, {0}, 0};
    c.config.scheduler = RS_SCHEDULER_FRFCFS;
    c.config = finish_machine(c.config);
    assert_true(rs_pattern_kind_read(&pattern.kind, "rand2"));
    rs_trace *trace = rs_pattern_trace(&c.config, &pattern, &error);
    assert_non_null(trace);
    c.predictor = rs_predictor_create(&c.config, 0.26, true, &error); /* 8 of 32 */
    rs_config narrow = c.config;
    narrow.queue = 8;
    c.narrow = rs_predictor_create(&narrow, (double)NAN, false, &error);
    assert_true(c.predictor != NULL && c.narrow != NULL);
    options.observe = observe;
    options.observe_user = &c;
    rs_simulation *simulation = rs_simulation_create_trace(&c.config, trace, &options, &error);
    assert_non_null(simulation);
    assert_int_equal(rs_simulation_run(simulation, 0), RS_SIMULATION_DONE);
    rs_simulation_get(simulation, &results);
    rs_predictor_finish(c.predictor);
    rs_predictor_finish(c.narrow);
    assert_int_equal(c.writes, results.metrics.writes);
    for (uint32_t i = 0; i < c.config.channels; i++) {
        assert_int_equal(rs_predictor_requests(c.predictor, i), results.metrics.controller[i].requests);
        const double no = rs_predictor_get(c.predictor, i, RS_PREDICT_NO), full = rs_predictor_get(c.predictor, i, RS_PREDICT_FULL);
        assert_true(no > 0 && full > no && full <= 1);
        assert_true(fabs(rs_predictor_get(c.predictor, i, RS_PREDICT_AVERAGED) - (no + full) / 2) < 1e-12);
        const double averaged = rs_predictor_get(c.narrow, i, RS_PREDICT_AVERAGED);
        assert_true(fabs(rs_predictor_get(c.predictor, i, RS_PREDICT_OCCUPANCY) - averaged) < 1e-12);
        assert_true(isnan(rs_predictor_get(c.narrow, i, RS_PREDICT_OCCUPANCY)));
        /* within two points of what the controller did */
        const double measured = (double)results.metrics.controller[i].data_cycles / (double)results.metrics.controller[i].active_cycles;
        assert_true(fabs(rs_predictor_get(c.predictor, i, RS_PREDICT_TIMED) - measured) < 0.02);
    }
    rs_simulation_destroy(simulation);
    rs_trace_destroy(trace);
    rs_predictor_destroy(c.predictor);
    rs_predictor_destroy(c.narrow);
}

/* ---- errors ------------------------------------------------------------------------------------------------ */

/* Two programs, of two controllers and of one: |P - M| 0.1 and 0.3, so 0.2, and 0.4; P - M 0.1, -0.3, 0.4. */
static void test_errors(void **state)
{
    (void)state;
    rs_prediction_errors errors;
    memset(&errors, 0, sizeof errors);
    assert_true(isnan(rs_prediction_error(&errors)));
    rs_prediction_errors_add(&errors, 0.6, 0.5);
    rs_prediction_errors_add(&errors, 0.2, 0.5);
    rs_prediction_errors_add(&errors, (double)NAN, 0.5);
    rs_prediction_errors_add(&errors, 0.5, (double)NAN);
    rs_prediction_errors_close(&errors);
    rs_prediction_errors_close(&errors); /* a program without controllers is none */
    rs_prediction_errors_add(&errors, 0.8, 0.4);
    rs_prediction_errors_close(&errors);
    assert_int_equal(errors.programs, 2);
    assert_int_equal(errors.points, 3);
    assert_true(fabs(rs_prediction_error(&errors) - 0.3) < 1e-12);
    assert_true(fabs(rs_prediction_error_relative(&errors) - (0.4 + 1) / 2) < 1e-12);
    assert_true(fabs(rs_prediction_error_with_sign(&errors) - (-0.1 + 0.4) / 2) < 1e-12);
    assert_true(fabs(rs_prediction_polarity(&errors) - 0.5) < 1e-12);
    /* means 1.6 / 3 and 1.4 / 3: covariance -0.08, variances 0.56 / 3 and 0.02 / 3 (each times 3) */
    assert_true(fabs(rs_prediction_correlation(&errors) - -0.0266666666666 / sqrt(0.1866666666666 * 0.0066666666666)) < 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equation),
        cmocka_unit_test(test_figure),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_generators),
        cmocka_unit_test(test_timed_by_hand),
        cmocka_unit_test(test_timed_one_bank),
        cmocka_unit_test(test_run),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
