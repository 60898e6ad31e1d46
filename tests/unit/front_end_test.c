/* Front end against a fake network (fake_network.h): timing, order of issue, in-flight cap, CTA dispatch,
 * launches, foreign replies; random programs under random back-pressure. */
#include "fake_network.h"

/* ---- directed ------------------------------------------------------------------------------------- */

/* Replies: head 10 cycles after the request was taken, so the tail 12 after it. */
static void test_timing(void **state)
{
    (void)state;
    const rs_config config = machine(1, 1, 2, 64);
    rs_program *program = new_program(&config);
    rs_program_launch(program);
    rs_program_warp(program);
    add(program, false, 4); /* 0 .. 3 */
    add(program, true, 2);  /* 4, 5 */
    add(program, true, 1);  /* 6 */
    add(program, false, 1); /* 7 */
    world *w = world_open(&config, program);
    w->delay = 10;
    run_to_end(w, 200);
    /* Reads back to back; replies share the port, three cycles each: tails at 12, 15, 18, 21. Writes every third
     * cycle; the last read follows without a wait. */
    static const uint64_t expected[] = {0, 1, 2, 3, 22, 25, 28, 31};
    for (uint32_t r = 0; r < 8; r++) {
        assert_int_equal(w->issue_cycle[r], expected[r]);
    }
    assert_int_equal(w->latency_sum, 12 + 14 + 16 + 18 + 12);
    assert_int_equal(rs_front_end_count(w->front_end, 0).completion_cycle, 43);
    world_close(w);
}

/* Three warps of loads on one SM take turns; an instruction's requests stay together. */
static void test_rotation(void **state)
{
    (void)state;
    const rs_config config = machine(1, 1, 3, 64);
    rs_program *program = new_program(&config);
    rs_program_launch(program);
    for (int warp = 0; warp < 3; warp++) {
        rs_program_warp(program);
        for (int i = 0; i < 3; i++) {
            add(program, true, 2); /* warp 0: 0 .. 5, warp 1: 6 .. 11, warp 2: 12 .. 17 */
        }
    }
    world *w = world_open(&config, program);
    run_to_end(w, 200);
    static const uint32_t order[] = {0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11, 16, 17};
    for (uint32_t i = 0; i < 18; i++) {
        assert_int_equal(w->issue_cycle[order[i]], 3 * i);
    }
    world_close(w);
}

static void test_in_flight_cap(void **state)
{
    (void)state;
    const rs_config config = machine(1, 4, 8, 5);
    rs_program *program = new_program(&config);
    rs_program_launch(program);
    for (int warp = 0; warp < 32; warp++) {
        rs_program_warp(program);
        add(program, false, 3);
    }
    world *w = world_open(&config, program);
    w->delay = 100;
    run_to_end(w, 5000);
    assert_int_equal(w->most_in_flight, 5);
    assert_int_equal(w->issue_cycle[4], 4);
    assert_int_equal(w->issue_cycle[5], 103); /* the first reply's tail came in 102 */
    world_close(w);
}

/* Seven CTAs on two SMs of two places: breadth-first, then where a place falls free. CTA 2 has no work. */
static void test_dispatch(void **state)
{
    (void)state;
    const rs_config config = machine(2, 2, 1, 64);
    static const uint32_t loads[] = {5, 1, 0, 3, 4, 1, 1};
    rs_program *program = new_program(&config);
    rs_program_launch(program);
    for (int cta = 0; cta < 7; cta++) {
        rs_program_warp(program);
        for (uint32_t i = 0; i < loads[cta]; i++) {
            add(program, false, 1);
        }
    }
    world *w = world_open(&config, program);
    w->delay = 20;
    run_to_end(w, 1000);
    /* 0 and 1 open both SMs; 3 and 4 fill them; 1 ends first (SM 1): 5 follows; 3 and 5 end: 6 goes where first. */
    static const int32_t sm[] = {0, 1, -1, 0, 1, 1, 1};
    for (int cta = 0; cta < 7; cta++) {
        assert_int_equal(w->sm_of_cta[cta], sm[cta]);
    }
    assert_int_equal(w->place_of_cta[5], 0);
    world_close(w);
}

/* The next launch waits for the path to be idle, not only for the warps. */
static void test_launches(void **state)
{
    (void)state;
    const rs_config config = machine(2, 1, 1, 64);
    rs_program *program = new_program(&config);
    rs_program_launch(program);
    rs_program_warp(program);
    add(program, true, 1); /* head 0, tail taken in 2 */
    rs_program_launch(program); /* nothing to do */
    rs_program_launch(program);
    rs_program_warp(program);
    add(program, false, 1);
    world *w = world_open(&config, program);
    w->idle_delay = 50;
    run_to_end(w, 1000);
    /* Quiet from cycle 3 on, idle shown in 53; the launch without work takes a cycle; the third offers in 55. */
    assert_int_equal(w->issue_cycle[1], 55);
    world_close(w);
    program = new_program(&config); /* no launch at all */
    w = world_open(&config, program);
    assert_true(rs_front_end_done(w->front_end));
    world_close(w);
}

static void test_unknown_reply(void **state)
{
    (void)state;
    const rs_config config = machine(1, 1, 1, 64);
    rs_program *program = new_program(&config);
    rs_program_launch(program);
    rs_program_warp(program);
    add(program, false, 1);
    world *w = world_open(&config, program);
    w->delay = 1000;
    cycle(w);
    assert_null(rs_front_end_protocol_error(w->front_end));
    rs_front_end_drive(w->front_end, &w->in);
    w->out.reply_valid = 1;
    w->out.reply[0] = (rs_flit){.header = 3, .head = true, .tail = true}; /* slot 0 is in flight, 3 is not */
    rs_front_end_clock(w->front_end, &w->out);
    assert_non_null(strstr(rs_front_end_protocol_error(w->front_end), "not in flight"));
    assert_int_equal(w->completions, 0);
    world_close(w);
}

static void test_creation_errors(void **state)
{
    (void)state;
    rs_config config = machine(2, 4, 8, 64);
    rs_program *program = new_program(&config);
    rs_error error = {""};
    assert_true(rs_program_finish(program, &error));
    config.cta_warps = 4;
    assert_null(rs_front_end_create(&config, program, &error));
    assert_string_equal(error.text, "program: found CTAs of 8 warps, expected CTA_WARPS = 4");
    config.cta_warps = 8;
    config.tag_bits = 7;
    assert_null(rs_front_end_create(&config, program, &error));
    assert_string_equal(error.text, "TAG_BITS: found 7, expected 8 or more for 4 CTAs an SM");
    config.tag_bits = 8;
    config.map.address_bits--;
    assert_null(rs_front_end_create(&config, program, &error));
    assert_non_null(strstr(error.text, "address bits"));
    rs_program_destroy(program);
}

/* ---- random --------------------------------------------------------------------------------------- */

static rs_program *random_program(const rs_config *config, uint64_t *random)
{
    rs_program *program = new_program(config);
    for (uint32_t launch = 0; launch < 3; launch++) {
        rs_program_launch(program);
        const uint32_t warps = 1 + rs_random_below(random, 6 * config->sms * config->cta_warps > 600 ? 600 : 6 * config->sms * config->cta_warps);
        for (uint32_t warp = 0; warp < warps; warp++) {
            rs_program_warp(program);
            for (uint32_t left = rs_random_below(random, 5); left > 0; left--) {
                const uint32_t most = rs_random_below(random, 4) == 0 ? 32 : 3;
                add(program, rs_random_below(random, 3) == 0, 1 + rs_random_below(random, most));
            }
        }
    }
    return program;
}

static void test_random(void **state)
{
    (void)state;
    uint64_t choices = 0, passed_over = 0, at_cap = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        uint64_t random = seed;
        rs_config config = machine(1 + rs_random_below(&random, seed % 8 == 0 ? 64 : 6), 1 + rs_random_below(&random, 4),
                                   1 + rs_random_below(&random, 8), 1 + rs_random_below(&random, 64));
        config.cta_warps = seed % 5 == 0 ? 32 : config.cta_warps;
        config.flit_bits = 8u << rs_random_below(&random, 6);
        config.full_mask = seed % 2 == 0 ? 0 : UINT64_MAX >> (64 - config.flit_bits / 4); /* as with WRITE_MASK */
        world *w = world_open(&config, random_program(&config, &random));
        w->random = seed;
        w->ready_per_mille = seed % 3 == 0 ? 1000 : 50 + rs_random_below(&random, 900);
        w->reply_per_mille = seed % 4 == 0 ? 1000 : 50 + rs_random_below(&random, 900);
        w->delay = rs_random_below(&random, 60) + 1;
        w->delay_spread = rs_random_below(&random, 100);
        w->idle_delay = rs_random_below(&random, 20);
        const rs_front_end_disturbance disturbance = {
            .reply_stall_per_mille = seed % 2 == 0 ? 0 : rs_random_below(&random, 900),
            .request_pause_per_mille = seed % 3 != 0 ? 0 : rs_random_below(&random, 900),
            .seed = seed,
        };
        rs_front_end_set_disturbance(w->front_end, &disturbance);
        run_to_end(w, 3000000);
        choices += w->choices;
        passed_over += w->passed_over;
        at_cap += w->most_in_flight == config.in_flight;
        world_close(w);
    }
    assert_true(choices > 10000 && passed_over > 10000 && at_cap >= 10); /* the interesting cases did occur */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_timing),
        cmocka_unit_test(test_rotation),
        cmocka_unit_test(test_in_flight_cap),
        cmocka_unit_test(test_dispatch),
        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_unknown_reply),
        cmocka_unit_test(test_creation_errors),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
