/* How long a request waits for its controller when all SMs want the same one, in requests of others accepted there
 * meanwhile: the bound of rtl/network/rs_hold_grant.v with limit and guard, and starvation without them.
 *
 * Bound: INPUTS * (L + 1) arbitrations of the output, the granting one included, from the cycle in which the request
 * stands at the front of its input buffer. Seen from outside, on one channel: a request stands at the front at the
 * latest when the one before it from its SM is accepted, or when it is taken if there is none; requests granted before
 * may still stand in the output buffer (OUTPUT_DEPTH flits) and in the controller's input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "machine/simulation.h"
#include "workload/trace.h"

enum { WARPS = 32, INSTRUCTIONS = 8, LINES = 2, REQUESTS = WARPS * INSTRUCTIONS * LINES /* of an SM */ };

typedef struct wait_watch {
    rs_config config;
    uint64_t accepted;                /* by the channel, so far */
    uint64_t offered[RS_MAX_SMS];     /* requests whose head flit has left the SM's port */
    uint64_t served[RS_MAX_SMS];      /* of them accepted */
    uint64_t at_front[RS_MAX_SMS];    /* value of accepted when the SM's next request came to the front */
    bool waiting[RS_MAX_SMS];         /* at_front is valid */
    uint64_t longest, samples;        /* requests of others accepted while one waited */
} wait_watch;

static bool watch(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    wait_watch *state = (wait_watch *)user;
    const rs_accept *accept = &outputs->accept[0];
    uint64_t moving = inputs->request_valid.word[0] & outputs->request_ready.word[0];

    (void)cycle;
    if (accept->valid) {
        uint32_t sm = accept->sm;
        if (state->waiting[sm]) {
            uint64_t passed = state->accepted - state->at_front[sm];
            state->longest = passed > state->longest ? passed : state->longest;
            state->samples++;
        }
        state->accepted++;
        state->served[sm]++;
        state->waiting[sm] = state->offered[sm] > state->served[sm];
        state->at_front[sm] = state->accepted;
    }
    for (uint32_t sm = 0; sm < state->config.sms; sm++)
        if ((moving >> sm & 1) != 0 && inputs->request[sm].head && state->offered[sm]++ == state->served[sm]) {
            state->waiting[sm] = true; /* into an empty buffer */
            state->at_front[sm] = state->accepted;
        }
    return true;
}

/* Every SM writes all the time, for its warps in turn: nothing but the network holds an SM back. All to channel 0. */
static rs_trace *flood(const rs_config *config)
{
    rs_error error;
    uint32_t count[RS_MAX_SMS];

    for (uint32_t sm = 0; sm < config->sms; sm++)
        count[sm] = REQUESTS;
    rs_trace *trace = rs_trace_make(config, count, &error);
    assert_non_null(trace);
    for (uint32_t i = 0; i < trace->count; i++) {
        const uint32_t sm = i / REQUESTS, number = i % REQUESTS / (WARPS * LINES), warp = sm * WARPS + i / LINES % WARPS;
        const rs_location at = {0, warp % config->banks, warp / config->banks % 64, number * LINES + i % LINES};
        trace->request[i] = (rs_trace_request){0, (uint32_t)(rs_address_encode(&config->map, at) >> RS_LINE_SHIFT), true, 0};
    }
    rs_trace_sum(trace);
    return trace;
}

/* Longest wait on the machine. */
static uint64_t longest_wait(const char *machine, wait_watch *state)
{
    rs_error error;
    rs_simulation_options options = rs_simulation_options_default();

    memset(state, 0, sizeof *state);
    rs_config_default(&state->config);
    assert_true(rs_config_machine(&state->config, machine, &error));
    assert_true(rs_config_set(&state->config, "SMS", "12", &error));
    assert_true(rs_config_set(&state->config, "CHANNELS", "1", &error));
    assert_true(rs_config_finish(&state->config, &error));
    options.measure = false;
    options.observe = watch;
    options.observe_user = state;
    rs_trace *trace = flood(&state->config);
    rs_simulation *simulation = rs_simulation_create_trace(&state->config, trace, &options, &error);
    assert_non_null(simulation);
    assert_int_equal(rs_simulation_run(simulation, 0), RS_SIMULATION_DONE);
    assert_true(state->samples > state->accepted / 2);
    rs_simulation_destroy(simulation);
    rs_trace_destroy(trace);
    print_message("%s: %llu requests of others at most, %llu waits\n", machine, (unsigned long long)state->longest,
                  (unsigned long long)state->samples);
    return state->longest;
}

static uint64_t bound(const wait_watch *state)
{
    uint64_t in_output = state->config.output_depth;
    return state->config.sms * (state->config.hold_limit + UINT64_C(1)) - 1 + in_output;
}

static void wait_stays_within_the_bound(void **unused)
{
    static const char *const machines[] = {"BFIFO+HG/L1/G", "BFIFO+HG/L8/G", "BFIFO+HMHG4/L4/G", "BFIFO+RMHG/L8/G", "FR-FCFS+HG/L8/G"};
    wait_watch state;

    (void)unused;
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        uint64_t longest = longest_wait(machines[i], &state);
        assert_true(longest <= bound(&state));
    }
}

static void hold_without_limit_starves(void **unused)
{
    wait_watch state;
    uint64_t longest = longest_wait("BFIFO+HG", &state);

    (void)unused;
    assert_true(longest > 2 * REQUESTS); /* an SM keeps the grant until it has nothing left to ask */
    state.config.hold_limit = 8;
    assert_true(longest > bound(&state));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wait_stays_within_the_bound),
        cmocka_unit_test(hold_without_limit_starves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
