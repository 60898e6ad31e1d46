/* Contract: simulation.h. */
#include "machine/simulation.h"

#include <stdlib.h>
#include <string.h>

#include "machine/dram_device.h"
#include "observe/scoreboard.h"
#include "observe/timing_checker.h"

struct rs_simulation {
    rs_config config;
    rs_simulation_options options;
    rs_machine *machine;
    rs_warp_source source; /* calls NULL: none */
    const rs_path *path;   /* the machine's; NULL before the first cycle */
    rs_dram_device *device;
    rs_timing_checker *checker; /* the observers: NULL when switched off */
    rs_scoreboard *scoreboard;
    rs_metrics *metrics;
    enum rs_simulation_state state;
    bool refused; /* with FAILED */
    bool moved;   /* a flit did in the cycle before, so that there is nothing to skip */
    uint64_t cycle, last_movement, skipped;
    rs_error error;
};

rs_simulation_options rs_simulation_options_default(void)
{
    rs_simulation_options options;
    memset(&options, 0, sizeof options);
    options.check_timing = options.check_data = options.measure = options.skip_idle = options.observe_idle = true;
    options.watchdog_cycles = 100000;
    options.progress_cycles = 65536;
    return options;
}

static void on_complete(void *user, uint64_t latency_cycles)
{
    rs_metrics_read_latency((rs_metrics *)user, latency_cycles);
}

/* ---- life -------------------------------------------------------------------------------------------------- */

static rs_simulation *create(const rs_config *config, const rs_machine_load *load, const rs_simulation_options *options,
                             rs_error *error)
{
    if (!rs_config_is_finished(config, error)) {
        return NULL;
    }
    rs_simulation *simulation = (rs_simulation *)calloc(1, sizeof *simulation);
    if (simulation == NULL) {
        rs_error_memory(error, "simulation: out of memory");
        return NULL;
    }
    simulation->config = *config;
    simulation->options = *options;
    bool good = (simulation->device = rs_dram_device_create(config, error)) != NULL &&
                (!options->check_timing || (simulation->checker = rs_timing_checker_create(config, error)) != NULL) &&
                (!options->check_data || (simulation->scoreboard = rs_scoreboard_create(config, error)) != NULL) &&
                (!options->measure || (simulation->metrics = rs_metrics_create(config, error)) != NULL);
    if (good) {
        const rs_machine_options machine = {options->disturbance, options->check_data, options->measure,
                                            options->measure ? on_complete : NULL, simulation->metrics};
        simulation->machine = rs_machine_create(config, load, &machine, error);
    }
    if (simulation->machine == NULL) {
        rs_simulation_destroy(simulation);
        return NULL;
    }
    if (load->source != NULL) {
        const rs_contents contents = {load->source->calls->line, load->source->user};
        rs_dram_device_set_contents(simulation->device, contents);
        if (simulation->scoreboard != NULL) {
            rs_scoreboard_set_contents(simulation->scoreboard, contents);
        }
        simulation->source = *load->source;
    }
    return simulation;
}

rs_simulation *rs_simulation_create_trace(const rs_config *config, const rs_trace *trace,
                                          const rs_simulation_options *options, rs_error *error)
{
    const rs_machine_load load = {trace, NULL};
    return create(config, &load, options, error);
}

rs_simulation *rs_simulation_create_source(const rs_config *config, rs_warp_source source,
                                           const rs_simulation_options *options, rs_error *error)
{
    const rs_machine_load load = {NULL, &source};
    return create(config, &load, options, error);
}

void rs_simulation_destroy(rs_simulation *simulation)
{
    if (simulation != NULL) {
        rs_machine_destroy(simulation->machine);
        rs_dram_device_destroy(simulation->device);
        rs_timing_checker_destroy(simulation->checker);
        rs_scoreboard_destroy(simulation->scoreboard);
        rs_metrics_destroy(simulation->metrics);
        free(simulation);
    }
}

/* ---- what a cycle and an end are checked for ------------------------------------------------------------------ */

static enum rs_simulation_state fail(rs_simulation *simulation, const char *text)
{
    rs_error_internal(&simulation->error, "%s", text);
    return RS_SIMULATION_FAILED;
}

/* The caller's functions see the cycle; false: they have seen enough. */
static bool show(const rs_simulation *simulation, const rs_machine_ports *ports)
{
    const rs_simulation_options *options = &simulation->options;
    return (options->observe_gpu == NULL || ports->gpu_inputs == NULL ||
            options->observe_gpu(options->observe_user, simulation->cycle, ports->gpu_inputs, ports->gpu_outputs)) &&
           (options->observe_memory == NULL || ports->memory_inputs == NULL ||
            options->observe_memory(options->observe_user, simulation->cycle, ports->memory_inputs, ports->memory_outputs)) &&
           (options->observe == NULL ||
            options->observe(options->observe_user, simulation->cycle, ports->inputs, ports->outputs));
}

/* What the checkers that are on say to the cycle: NULL, or what was wrong. */
static const char *check(rs_simulation *simulation, const rs_machine_ports *ports)
{
    if (simulation->checker != NULL && !rs_timing_checker_observe(simulation->checker, ports->outputs->dram)) {
        return rs_timing_checker_first(simulation->checker)->text;
    }
    if (simulation->scoreboard != NULL && !rs_scoreboard_observe(simulation->scoreboard, ports->inputs, ports->outputs)) {
        return rs_scoreboard_error(simulation->scoreboard);
    }
    if (simulation->metrics != NULL && !rs_metrics_observe(simulation->metrics, ports->inputs, ports->outputs)) {
        return rs_metrics_error(simulation->metrics);
    }
    return NULL;
}

/* Nothing has moved for too long, although something was to be done. */
static bool stuck(rs_simulation *simulation, const rs_machine_ports *ports)
{
    simulation->moved = rs_machine_moved(simulation->machine);
    if (simulation->moved || ports->outputs->commands != 0 || rs_machine_resting(simulation->machine)) {
        simulation->last_movement = simulation->cycle;
        return false;
    }
    return simulation->cycle - simulation->last_movement >= simulation->options.watchdog_cycles;
}

/* The line in memory: in the L2, or else in the DRAM. */
static void peek(const rs_simulation *simulation, uint64_t address, uint32_t line[RS_LINE_WORDS])
{
    rs_dram_device_peek(simulation->device, rs_address_decode(&simulation->config.map, address), line);
    if (simulation->path != NULL) {
        rs_path_cached(simulation->path, address / RS_LINE_BYTES * RS_LINE_BYTES, line);
    }
}

/* Memory holds what the source's program leaves. */
static bool check_memory(rs_simulation *simulation)
{
    const rs_warp_source *source = &simulation->source;
    const uint64_t bytes = source->calls != NULL && simulation->scoreboard != NULL ? source->calls->bytes(source->user) : 0;
    bool good = true;
    for (uint64_t address = 0; good && address < bytes; address += RS_LINE_BYTES) {
        uint32_t line[RS_LINE_WORDS];
        peek(simulation, address, line);
        good = source->calls->holds(source->user, address, line, &simulation->error);
    }
    return good;
}

/* Nothing outstanding, and the DRAM holds what was written. */
static enum rs_simulation_state finish(rs_simulation *simulation)
{
    uint64_t cursor = 0, line;
    uint32_t expected[RS_LINE_WORDS], found[RS_LINE_WORDS];
    if (!rs_machine_check_counters(simulation->machine, &simulation->error) ||
        !rs_machine_check_result(simulation->machine, &simulation->error) || !check_memory(simulation)) {
        return RS_SIMULATION_FAILED;
    }
    if (simulation->scoreboard == NULL) {
        return RS_SIMULATION_DONE;
    }
    if (!rs_scoreboard_finish(simulation->scoreboard)) {
        return fail(simulation, rs_scoreboard_error(simulation->scoreboard));
    }
    while (rs_scoreboard_line(simulation->scoreboard, &cursor, &line, expected)) {
        peek(simulation, line << RS_LINE_SHIFT, found);
        for (uint32_t word = 0; word < RS_LINE_WORDS; word++) {
            if (found[word] != expected[word]) {
                rs_error_internal(&simulation->error, "DRAM content at the end: line 0x%llx word %u is 0x%08x, expected 0x%08x",
                             (unsigned long long)line, word, found[word], expected[word]);
                return RS_SIMULATION_FAILED;
            }
        }
    }
    return RS_SIMULATION_DONE;
}

/* ---- one cycle ---------------------------------------------------------------------------------------------- */

/* One cycle, from top to bottom: the SMs drive, who watches looks, the DRAM answers the pins, the clock edge. */
RS_HOT enum rs_simulation_state rs_simulation_step(rs_simulation *simulation)
{
    if (simulation->state != RS_SIMULATION_RUNNING) {
        return simulation->state;
    }
    const rs_machine_ports *ports = rs_machine_drive(simulation->machine);
    simulation->path = ports->outputs->path;
    if (!show(simulation, ports)) {
        return simulation->state = RS_SIMULATION_STOPPED;
    }
    const char *wrong = check(simulation, ports);
    if (wrong != NULL) {
        return simulation->state = fail(simulation, wrong);
    }
    if (stuck(simulation, ports)) {
        rs_error_internal(&simulation->error, "watchdog: cycle %llu, no flit and no DRAM command moved for %llu cycles",
                     (unsigned long long)simulation->cycle, (unsigned long long)simulation->options.watchdog_cycles);
        return simulation->state = RS_SIMULATION_FAILED;
    }
    if (!rs_dram_device_clock(simulation->device, ports->outputs->dram, ports->outputs->commands)) {
        rs_error_memory(&simulation->error, "DRAM device: out of memory");
        return simulation->state = RS_SIMULATION_FAILED;
    }
    wrong = rs_machine_clock(simulation->machine);
    rs_dram_device_show(simulation->device, rs_machine_returns(simulation->machine));
    if (wrong != NULL) {
        simulation->refused = rs_machine_refused(simulation->machine);
        return simulation->state = fail(simulation, wrong);
    }
    simulation->cycle++;
    if (rs_machine_done(simulation->machine)) {
        simulation->state = finish(simulation);
    }
    return simulation->state;
}

/* ---- skipping ----------------------------------------------------------------------------------------------- */

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Cycles, `most` at the most, in which nothing can happen; 0 right after anything moved. */
static uint64_t quiet_cycles(const rs_simulation *simulation, uint64_t most)
{
    uint64_t cycles = least(most, rs_machine_quiet_cycles(simulation->machine));
    if (cycles != 0) {
        cycles = least(cycles, rs_dram_device_quiet_cycles(simulation->device));
    }
    if (cycles != 0 && simulation->checker != NULL) {
        cycles = least(cycles, rs_timing_checker_quiet_cycles(simulation->checker));
    }
    return cycles;
}

static void skip(rs_simulation *simulation, uint64_t cycles)
{
    rs_machine_skip(simulation->machine, cycles);
    rs_dram_device_skip(simulation->device, cycles);
    if (simulation->checker != NULL) {
        rs_timing_checker_skip(simulation->checker, cycles);
    }
    if (simulation->scoreboard != NULL) {
        rs_scoreboard_skip(simulation->scoreboard, cycles);
    }
    if (simulation->metrics != NULL) {
        rs_metrics_skip(simulation->metrics, cycles);
    }
    simulation->cycle += cycles;
    simulation->skipped += cycles;
}

/* Cycles that may be skipped now: not beyond the run's last, the next progress report or the watchdog. */
static uint64_t skippable(const rs_simulation *simulation, uint64_t last)
{
    const rs_simulation_options *options = &simulation->options;
    uint64_t cycle = simulation->cycle, watchdog = simulation->last_movement + options->watchdog_cycles;
    uint64_t most = least(last, watchdog) - cycle;
    if (!options->skip_idle || (options->observe != NULL && options->observe_idle) || cycle >= watchdog) {
        return 0;
    }
    if (options->progress_cycles != 0) {
        most = least(most, options->progress_cycles - cycle % options->progress_cycles);
    }
    return quiet_cycles(simulation, most);
}

uint64_t rs_simulation_skip(rs_simulation *simulation, uint64_t most)
{
    const bool may_skip = simulation->state == RS_SIMULATION_RUNNING && !simulation->moved;
    const uint64_t quiet = may_skip ? skippable(simulation, simulation->cycle + most) : 0;
    if (quiet != 0) {
        skip(simulation, quiet);
    }
    return quiet;
}

static void report_progress(const rs_simulation *simulation)
{
    if (simulation->options.progress != NULL) {
        simulation->options.progress(simulation->options.progress_user, simulation->cycle,
                                     rs_machine_issued(simulation->machine), rs_machine_total(simulation->machine));
    }
}

RS_HOT enum rs_simulation_state rs_simulation_run(rs_simulation *simulation, uint64_t max_cycles)
{
    uint64_t interval = simulation->options.progress_cycles;
    uint64_t last = max_cycles == 0 ? UINT64_MAX : simulation->cycle + max_cycles;
    while (simulation->state == RS_SIMULATION_RUNNING && simulation->cycle < last) {
        if (rs_simulation_skip(simulation, last - simulation->cycle) == 0) {
            rs_simulation_step(simulation);
        }
        if (interval != 0 && simulation->cycle % interval == 0) {
            report_progress(simulation);
        }
    }
    report_progress(simulation);
    if ((simulation->state == RS_SIMULATION_RUNNING || simulation->state == RS_SIMULATION_STOPPED) &&
        !rs_machine_check_counters(simulation->machine, &simulation->error)) {
        simulation->state = RS_SIMULATION_FAILED;
    }
    return simulation->state;
}

rs_metrics *rs_simulation_metrics(const rs_simulation *simulation)
{
    return simulation->metrics;
}

rs_trace_source *rs_simulation_requests(const rs_simulation *simulation)
{
    return rs_machine_requests(simulation->machine);
}

const char *rs_simulation_error(const rs_simulation *simulation)
{
    return simulation->state == RS_SIMULATION_FAILED ? simulation->error.text : NULL;
}

uint64_t rs_simulation_cycle(const rs_simulation *simulation)
{
    return simulation->cycle;
}

enum rs_error_code rs_simulation_error_code(const rs_simulation *simulation)
{
    return simulation->state == RS_SIMULATION_FAILED ? simulation->error.code : RS_ERROR_NONE;
}

bool rs_simulation_refused(const rs_simulation *simulation)
{
    return simulation->state == RS_SIMULATION_FAILED && simulation->refused;
}

void rs_simulation_get(const rs_simulation *simulation, rs_simulation_results *results)
{
    memset(results, 0, sizeof *results);
    results->state = simulation->state;
    results->cycles = simulation->cycle;
    results->skipped = simulation->skipped;
    rs_machine_count(simulation->machine, &results->machine);
    results->requests = results->machine.requests;
    if (simulation->metrics != NULL) {
        rs_metrics_get(simulation->metrics, &results->metrics);
    }
}
