/* DRAM energy: each command's share by hand, and a whole run's commands counted from its requests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "machine/simulation.h"
#include "observe/energy.h"
#include "workload/patterns.h"

static void assert_near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-9 * (1 + fabs(expected)))) {
        fail_msg("%.12g, expected %.12g", value, expected);
    }
}

static void test_each_command_has_its_price(void **state)
{
    (void)state;
    static rs_metrics_results results;
    rs_config config;
    rs_config_default(&config);
    config.chips = 4;
    config.channels = 2;
    config.e_act = 1000;
    config.e_pre = 200;
    config.e_rd = 30;
    config.e_wr = 4;
    config.e_ref = 50000;
    config.e_standby = 7;
    memset(&results, 0, sizeof results);
    assert_near(rs_energy_of(&config, &results).total_nj, 0);
    assert_near(rs_energy_of(&config, &results).per_request_nj, 0);
    results.activates = 1;
    assert_near(rs_energy_of(&config, &results).total_nj, 4.0);
    results.precharges = 10;
    assert_near(rs_energy_of(&config, &results).total_nj, 4.0 + 8.0);
    results.column_reads = 100;
    assert_near(rs_energy_of(&config, &results).total_nj, 12.0 + 12.0);
    results.column_writes = 1000;
    assert_near(rs_energy_of(&config, &results).total_nj, 24.0 + 16.0);
    results.refreshes = 3;
    assert_near(rs_energy_of(&config, &results).total_nj, 40.0 + 600.0);
    results.cycles = 500;
    results.requests = 20;
    const rs_energy energy = rs_energy_of(&config, &results);
    assert_near(energy.commands_nj, 640.0);
    assert_near(energy.standby_nj, 500 * 8 * 7e-3);
    assert_near(energy.total_nj, 668.0);
    assert_near(energy.per_request_nj, 33.4);
}

/* Every request is `columns` column commands; two reads of a row that nobody else wants are one activation. */
static void test_commands_of_a_run(void **state)
{
    (void)state;
    static rs_simulation_results results;
    rs_error error = {""};
    rs_config config;
    rs_config_default(&config);
    const rs_pattern pattern = {RS_PATTERN_ONEBANK, 4000, 0, 0, 1};
    rs_simulation_options options = rs_simulation_options_default();
    rs_trace *trace = rs_pattern_trace(&config, &pattern, &error);
    assert_non_null(trace);
    rs_simulation *simulation = rs_simulation_create_trace(&config, trace, &options, &error);
    assert_non_null(simulation);
    assert_int_equal(rs_simulation_run(simulation, 0), RS_SIMULATION_DONE);
    rs_simulation_get(simulation, &results);
    const rs_metrics_results *m = &results.metrics;
    assert_true(m->requests >= 4000);
    assert_int_equal(m->column_reads, m->requests * config.columns);
    assert_int_equal(m->column_writes, 0);
    assert_int_equal(m->refreshes, 0);
    assert_true(m->activates >= m->requests / 2 && m->activates <= m->requests);
    assert_true(m->precharges <= m->activates && m->precharges + config.channels >= m->activates);
    rs_simulation_destroy(simulation);
    rs_trace_destroy(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_command_has_its_price),
        cmocka_unit_test(test_commands_of_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
