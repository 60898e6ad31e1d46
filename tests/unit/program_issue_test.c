/* Issue stage on a fake machine (fake_machine.h): what it shows at the instruction ports, order, launches, what it refuses;
 * random programs under random back-pressure, with the load checker beside them. */
#include "fake_machine.h"

/* ---- programs with lanes --------------------------------------------------------------------------- */

static void test_lanes(void **state)
{
    (void)state;
    rs_config config = sm_machine(1, 1, 1);
    rs_error error = {""};
    rs_program *program = new_program(&config);
    const uint64_t line[] = {7, 1, 90};
    uint32_t index[RS_WARP_LANES] = {0};
    const uint32_t *word;
    index[3] = 5;
    index[31] = 70;
    rs_program_launch(program);
    rs_program_warp(program);
    rs_program_access(program, true, 1024, index, UINT32_C(1) << 3 | UINT32_C(1) << 31);
    rs_program_access(program, true, 1024, index, 0); /* nothing */
    rs_program_instruction(program, false, line, 3);
    assert_true(rs_program_finish(program, &error));
    assert_int_equal(rs_program_instructions(program), 2);
    assert_int_equal(rs_program_lanes(program, 0, &word), UINT32_C(1) << 3 | UINT32_C(1) << 31);
    assert_int_equal(word[0], 256 + 5);
    assert_int_equal(word[1], 256 + 70);
    assert_int_equal(rs_program_lanes(program, 1, &word), UINT32_MAX);
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) { /* 11 lanes on the first line, 11, 10 */
        assert_int_equal(word[lane], line[lane < 11 ? 0 : lane < 22 ? 1 : 2] * 16 + lane % 16);
    }
    assert_int_equal(program->first_word.item[2], 2 + 32);
    rs_program_destroy(program);

    config.map.address_bits = 35;
    assert_null(rs_program_create(&config, &error));
    assert_string_equal(error.text, "program: found 35 address bits with SM_MEMORY = 1, expected at most 34");
    config.sm_memory = 0;
    program = new_program(&config);
    rs_program_launch(program);
    rs_program_warp(program);
    rs_program_access(program, false, 0, index, 1);
    assert_true(rs_program_finish(program, &error));
    assert_true(program->lane_mask.capacity + program->first_word.capacity + program->lane_word.capacity == 0);
    rs_program_destroy(program);
}

/* ---- issue stage ------------------------------------------------------------------------------------ */

/* Two warps: instructions a cycle apart, stores do not block, a load does until its words are back. */
static void test_timing(void **state)
{
    (void)state;
    const rs_config config = sm_machine(1, 1, 2);
    rs_program *program = new_program(&config);
    rs_program_launch(program);
    for (uint32_t warp = 0; warp < 2; warp++) {
        rs_program_warp(program);
        add_words(program, true, 0, 0xff);
        add_words(program, false, 32 * warp, 0xffff);
        add_words(program, false, 8, 0x3);
    }
    world *w = world_open(&config, program);
    static const uint64_t taken[] = {1, 2, 3, 4, 4, 4, 4, 4};
    for (uint32_t t = 0; t < 8; t++) {
        for (uint32_t i = 0; i < w->load_count[0]; i++) {
            w->loads[0][i].due = 100; /* nothing comes back */
        }
        cycle(w);
        assert_int_equal(w->taken, taken[t]);
    }
    w->loads[0][0].due = w->loads[0][1].due = 0;
    run_to_end(w, 500);
    assert_int_equal(rs_program_issue_count(w->stage, 0).loads, 4);
    assert_int_equal(rs_program_issue_count(w->stage, 0).stores, 2);
    assert_true(w->latency >= 2 * 6 + 2);
    world_close(w);
}

static void test_protocol_errors(void **state)
{
    (void)state;
    static const char *const texts[] = {"instruction refused", "address fault", "await none", "await none"};
    for (uint32_t kind = 0; kind < 4; kind++) {
        const rs_config config = sm_machine(1, 1, 1);
        rs_program *program = new_program(&config);
        rs_program_launch(program);
        rs_program_warp(program);
        add_words(program, false, 0, 0xf);
        world *w = world_open(&config, program);
        w->delay = 1000;
        if (kind == 0) {
            w->out.status[0] = RS_LSU_UNSUPPORTED;
        }
        cycle(w);
        w->out.fault_valid = kind == 1;
        rs_program_issue_drive(w->stage, &w->in);
        w->wb[0] = (rs_writeback){.warp = kind == 3 ? 1 : 0, .mask = kind == 2 ? 0x18 : 1}; /* lane 4 awaits nothing */
        w->out.wb[0] = kind >= 2 ? &w->wb[0] : NULL;
        rs_program_issue_clock(w->stage, &w->out);
        assert_non_null(rs_program_issue_protocol_error(w->stage));
        assert_non_null(strstr(rs_program_issue_protocol_error(w->stage), texts[kind]));
        assert_int_equal(w->pieces, 0);
        world_close(w);
    }
}

static void test_creation_errors(void **state)
{
    (void)state;
    rs_config config = sm_machine(2, 4, 8);
    rs_error error = {""};
    rs_program *program = new_program(&config);
    assert_true(rs_program_finish(program, &error));
    config.cta_warps = 4;
    assert_null(rs_program_issue_create(&config, program, &error));
    assert_string_equal(error.text, "program: found CTAs of 8 warps, expected CTA_WARPS = 4");
    config.cta_warps = 8;
    config.warp_bits = 4;
    assert_null(rs_program_issue_create(&config, program, &error));
    assert_string_equal(error.text, "WARP_BITS: found 4, expected enough for the 32 warps of an SM");
    config.warp_bits = 5;
    config.lanes = 16;
    assert_null(rs_program_issue_create(&config, program, &error));
    assert_string_equal(error.text, "LANES: found 16, expected 32 for a program");
    config.lanes = 32;
    program->lanes = false;
    assert_null(rs_program_issue_create(&config, program, &error));
    assert_non_null(strstr(error.text, "expected a program built with SM_MEMORY = 1"));
    rs_program_destroy(program);
}

static void test_random(void **state)
{
    (void)state;
    uint64_t later = 0, gaps = 0;
    rs_load_counts all = {0, 0, 0, 0, 0};
    for (uint64_t seed = 1; seed <= 30; seed++) {
        uint64_t random = seed;
        rs_config config = sm_machine(1 + rs_random_below(&random, seed % 8 == 0 ? 64 : 5), 1 + rs_random_below(&random, 4),
                                   1 + rs_random_below(&random, 8));
        config.issue_gap = seed % 4 == 0 ? 10 : 0;
        gaps += config.issue_gap;
        rs_program *program = new_program(&config);
        for (uint32_t launch = 0; launch < 4; launch++) {
            rs_program_launch(program);
            const uint32_t most = 4 * config.sms * config.cta_warps;
            for (uint32_t warp = rs_random_below(&random, most > 300 ? 300 : most); warp > 0; warp--) {
                rs_program_warp(program);
                for (uint32_t left = rs_random_below(&random, 6); left > 0; left--) {
                    uint32_t index[RS_WARP_LANES];
                    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
                        index[lane] = rs_random_below(&random, WORDS);
                    }
                    rs_program_access(program, rs_random_below(&random, 2) == 0, 0, index,
                                      (uint32_t)rs_random_below(&random, UINT32_MAX) | 1);
                }
            }
        }
        world *w = world_open(&config, program);
        w->random = seed;
        w->ready_per_mille = seed % 3 == 0 ? 1000 : 50 + rs_random_below(&random, 900);
        w->delay = rs_random_below(&random, 100);
        const rs_front_end_disturbance disturbance = {.reply_stall_per_mille = seed % 2 == 0 ? 300 : 0,
                                                      .request_pause_per_mille = seed % 5 == 0 ? 300 : 0, .seed = seed};
        rs_program_issue_set_disturbance(w->stage, &disturbance);
        run_to_end(w, 1000000);
        uint64_t cursor = 0, address;
        while (rs_load_checker_next(w->checker, &cursor, &address)) {
            assert_false(rs_load_checker_holds(w->checker, address, 0x12345678));
            assert_true(rs_load_checker_holds(w->checker, address, w->memory[address / 4]));
        }
        const rs_load_counts counts = rs_load_checker_count(w->checker);
        all.words += counts.words;
        all.untouched += counts.untouched;
        all.before += counts.before;
        all.own += counts.own;
        all.others += counts.others;
        later += w->later;
        world_close(w);
    }
    assert_true(all.words > 20000 && all.untouched > 500 && all.before > 500 && all.own > 500 && all.others > 500);
    assert_int_equal(all.words, all.untouched + all.before + all.own + all.others);
    assert_true(later > 100 && gaps > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lanes),           cmocka_unit_test(test_timing), cmocka_unit_test(test_protocol_errors),
        cmocka_unit_test(test_creation_errors), cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
