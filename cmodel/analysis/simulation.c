/* Contract: simulation.h. */
#include "analysis/simulation.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/scoreboard.h"
#include "dram/dram_device.h"
#include "dram/timing_checker.h"

struct rs_simulation {
    rs_config config;
    rs_simulation_options options;
    rs_path *path;
    rs_front_end *front_end;       /* runs a program; NULL with a trace */
    rs_trace_source *trace_source; /* runs a trace; NULL with a program */
    uint64_t total;                /* requests of the program or trace */
    rs_dram_device *device;
    rs_timing_checker *checker; /* the observers: NULL when switched off */
    rs_scoreboard *scoreboard;
    rs_metrics *metrics;
    enum rs_simulation_state state;
    uint64_t cycle, last_movement, skipped;
    rs_error error;
    rs_path_inputs inputs;
    rs_dram_return next_returns[RS_MAX_CHANNELS];
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

static void on_complete(void *user, uint32_t sm, uint32_t tag, uint64_t latency_cycles)
{
    (void)sm;
    (void)tag;
    rs_metrics_read_latency((rs_metrics *)user, latency_cycles);
}

/* ---- the SMs: front end or trace source ------------------------------------------------------------------ */

static bool create_sms(rs_simulation *simulation, const rs_program *program, const rs_trace *trace, rs_error *error)
{
    const rs_front_end_disturbance *disturbance = &simulation->options.disturbance;
    const rs_front_end_hooks hooks = {simulation->metrics, NULL, simulation->metrics != NULL ? on_complete : NULL};
    if (trace != NULL) {
        simulation->trace_source = rs_trace_source_create(&simulation->config, trace, error);
        if (simulation->trace_source == NULL) {
            return false;
        }
        rs_trace_source_set_disturbance(simulation->trace_source, disturbance);
        rs_trace_source_set_hooks(simulation->trace_source, &hooks);
        simulation->total = trace->reads + trace->writes;
    } else {
        simulation->front_end = rs_front_end_create(&simulation->config, program, error);
        if (simulation->front_end == NULL) {
            return false;
        }
        rs_front_end_set_disturbance(simulation->front_end, disturbance);
        rs_front_end_set_hooks(simulation->front_end, &hooks);
        simulation->total = program->read_requests + program->write_requests;
    }
    return true;
}

static void drive_sms(rs_simulation *simulation)
{
    if (simulation->front_end != NULL) {
        rs_front_end_drive(simulation->front_end, &simulation->inputs);
    } else {
        rs_trace_source_drive(simulation->trace_source, &simulation->inputs);
    }
}

/* What was wrong with a reply, or NULL. */
static const char *clock_sms(rs_simulation *simulation, const rs_path_outputs *outputs)
{
    if (simulation->front_end != NULL) {
        rs_front_end_clock(simulation->front_end, outputs);
        return rs_front_end_protocol_error(simulation->front_end);
    }
    rs_trace_source_clock(simulation->trace_source, outputs);
    return rs_trace_source_protocol_error(simulation->trace_source);
}

static bool sms_done(const rs_simulation *simulation)
{
    return simulation->front_end != NULL ? rs_front_end_done(simulation->front_end)
                                         : rs_trace_source_done(simulation->trace_source);
}

static uint64_t requests_issued(const rs_simulation *simulation)
{
    return simulation->front_end != NULL ? rs_front_end_issued(simulation->front_end)
                                         : rs_trace_source_issued(simulation->trace_source);
}

static uint64_t sms_quiet_cycles(const rs_simulation *simulation, bool path_idle)
{
    return simulation->front_end != NULL ? rs_front_end_quiet_cycles(simulation->front_end, path_idle)
                                         : rs_trace_source_quiet_cycles(simulation->trace_source);
}

static void skip_sms(rs_simulation *simulation, uint64_t cycles)
{
    if (simulation->front_end != NULL) {
        rs_front_end_skip(simulation->front_end, cycles);
    } else {
        rs_trace_source_skip(simulation->trace_source, cycles);
    }
}

/* ---- life -------------------------------------------------------------------------------------------------- */

static rs_simulation *create(const rs_config *config, const rs_program *program, const rs_trace *trace,
                             const rs_simulation_options *options, rs_error *error)
{
    rs_simulation *simulation = (rs_simulation *)calloc(1, sizeof *simulation);
    if (simulation == NULL) {
        rs_error_set(error, "simulation: out of memory");
        return NULL;
    }
    simulation->config = *config;
    simulation->options = *options;
    bool good = (simulation->path = rs_path_create(config, error)) != NULL &&
                (simulation->device = rs_dram_device_create(config, error)) != NULL &&
                (!options->check_timing || (simulation->checker = rs_timing_checker_create(config, error)) != NULL) &&
                (!options->check_data || (simulation->scoreboard = rs_scoreboard_create(config, error)) != NULL) &&
                (!options->measure || (simulation->metrics = rs_metrics_create(config, error)) != NULL) &&
                create_sms(simulation, program, trace, error);
    if (!good) {
        rs_simulation_destroy(simulation);
        return NULL;
    }
    return simulation;
}

rs_simulation *rs_simulation_create(const rs_config *config, const rs_program *program,
                                    const rs_simulation_options *options, rs_error *error)
{
    return create(config, program, NULL, options, error);
}

rs_simulation *rs_simulation_create_trace(const rs_config *config, const rs_trace *trace,
                                          const rs_simulation_options *options, rs_error *error)
{
    return create(config, NULL, trace, options, error);
}

void rs_simulation_destroy(rs_simulation *simulation)
{
    if (simulation != NULL) {
        rs_path_destroy(simulation->path);
        rs_front_end_destroy(simulation->front_end);
        rs_trace_source_destroy(simulation->trace_source);
        rs_dram_device_destroy(simulation->device);
        rs_timing_checker_destroy(simulation->checker);
        rs_scoreboard_destroy(simulation->scoreboard);
        rs_metrics_destroy(simulation->metrics);
        free(simulation);
    }
}

/* ---- one cycle ---------------------------------------------------------------------------------------------- */

static enum rs_simulation_state fail(rs_simulation *simulation, const char *text)
{
    rs_error_set(&simulation->error, "%s", text);
    return RS_SIMULATION_FAILED;
}

static bool something_moved(const rs_simulation *simulation, const rs_path_outputs *outputs)
{
    const rs_path_inputs *inputs = &simulation->inputs;
    bool moved = ((inputs->request_valid & outputs->request_ready) | (outputs->reply_valid & inputs->reply_ready)) != 0;
    for (uint32_t i = 0; !moved && i < simulation->config.channels; i++) {
        moved = outputs->dram[i].command != RS_DRAM_NOP;
    }
    return moved;
}

/* The trace's next request is still to come. */
static bool nothing_to_do(const rs_simulation *simulation, const rs_path_outputs *outputs)
{
    return simulation->trace_source != NULL && outputs->idle && rs_trace_source_resting(simulation->trace_source);
}

static enum rs_simulation_state observe(rs_simulation *simulation, const rs_path_outputs *outputs)
{
    const rs_path_inputs *inputs = &simulation->inputs;
    if (simulation->options.observe != NULL &&
        !simulation->options.observe(simulation->options.observe_user, simulation->cycle, inputs, outputs)) {
        return RS_SIMULATION_STOPPED;
    }
    if (simulation->checker != NULL && !rs_timing_checker_observe(simulation->checker, outputs->dram)) {
        return fail(simulation, rs_timing_checker_first(simulation->checker)->text);
    }
    if (simulation->scoreboard != NULL && !rs_scoreboard_observe(simulation->scoreboard, inputs, outputs)) {
        return fail(simulation, rs_scoreboard_error(simulation->scoreboard));
    }
    if (simulation->metrics != NULL && !rs_metrics_observe(simulation->metrics, inputs, outputs)) {
        return fail(simulation, rs_metrics_error(simulation->metrics));
    }
    if (something_moved(simulation, outputs) || nothing_to_do(simulation, outputs)) {
        simulation->last_movement = simulation->cycle;
    } else if (simulation->cycle - simulation->last_movement >= simulation->options.watchdog_cycles) {
        rs_error_set(&simulation->error, "watchdog: cycle %llu, no flit and no DRAM command moved for %llu cycles",
                     (unsigned long long)simulation->cycle, (unsigned long long)simulation->options.watchdog_cycles);
        return RS_SIMULATION_FAILED;
    }
    return RS_SIMULATION_RUNNING;
}

/* Nothing outstanding, and the DRAM holds what was written. */
static enum rs_simulation_state finish(rs_simulation *simulation)
{
    uint64_t cursor = 0, line;
    uint32_t expected[RS_LINE_WORDS], found[RS_LINE_WORDS];
    if (simulation->scoreboard == NULL) {
        return RS_SIMULATION_DONE;
    }
    if (!rs_scoreboard_finish(simulation->scoreboard)) {
        return fail(simulation, rs_scoreboard_error(simulation->scoreboard));
    }
    while (rs_scoreboard_line(simulation->scoreboard, &cursor, &line, expected)) {
        rs_dram_device_peek(simulation->device, rs_address_decode(&simulation->config.map, line << RS_LINE_SHIFT), found);
        for (uint32_t word = 0; word < RS_LINE_WORDS; word++) {
            if (found[word] != expected[word]) {
                rs_error_set(&simulation->error, "DRAM content at the end: line 0x%llx word %u is 0x%08x, expected 0x%08x",
                             (unsigned long long)line, word, found[word], expected[word]);
                return RS_SIMULATION_FAILED;
            }
        }
    }
    return RS_SIMULATION_DONE;
}

enum rs_simulation_state rs_simulation_step(rs_simulation *simulation)
{
    if (simulation->state != RS_SIMULATION_RUNNING) {
        return simulation->state;
    }
    drive_sms(simulation);
    const rs_path_outputs *outputs = rs_path_outputs_now(simulation->path);
    simulation->state = observe(simulation, outputs);
    if (simulation->state != RS_SIMULATION_RUNNING) {
        return simulation->state;
    }
    const char *wrong_reply = clock_sms(simulation, outputs);
    if (wrong_reply != NULL) {
        return simulation->state = fail(simulation, wrong_reply);
    }
    if (!rs_dram_device_step(simulation->device, outputs->dram, simulation->next_returns)) {
        return simulation->state = fail(simulation, "DRAM device: out of memory");
    }
    const bool was_idle = outputs->idle; /* the device has seen the last write data when the path is idle for two cycles */
    rs_path_step(simulation->path, &simulation->inputs);
    memcpy(simulation->inputs.dram, simulation->next_returns,
           simulation->config.channels * sizeof simulation->inputs.dram[0]);
    simulation->cycle++;
    if (was_idle && sms_done(simulation) && rs_path_outputs_now(simulation->path)->idle) {
        simulation->state = finish(simulation);
    }
    return simulation->state;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Cycles, `most` at the most, in which nothing can happen; 0 right after anything moved. */
static uint64_t quiet_cycles(const rs_simulation *simulation, uint64_t most)
{
    const bool path_idle = rs_path_outputs_now(simulation->path)->idle;
    uint64_t cycles = least(most, rs_path_quiet_cycles(simulation->path));
    if (cycles != 0) {
        cycles = least(cycles, sms_quiet_cycles(simulation, path_idle));
    }
    for (uint32_t i = 0; cycles != 0 && i < simulation->config.channels; i++) {
        cycles = simulation->inputs.dram[i].rddata_valid ? 0 : cycles;
    }
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
    rs_path_skip(simulation->path, cycles);
    skip_sms(simulation, cycles);
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

static void report_progress(const rs_simulation *simulation)
{
    if (simulation->options.progress != NULL) {
        simulation->options.progress(simulation->options.progress_user, simulation->cycle,
                                     requests_issued(simulation), simulation->total);
    }
}

enum rs_simulation_state rs_simulation_run(rs_simulation *simulation, uint64_t max_cycles)
{
    uint64_t interval = simulation->options.progress_cycles;
    uint64_t last = max_cycles == 0 ? UINT64_MAX : simulation->cycle + max_cycles;
    while (simulation->state == RS_SIMULATION_RUNNING && simulation->cycle < last) {
        uint64_t quiet = skippable(simulation, last);
        if (quiet != 0) {
            skip(simulation, quiet);
        } else {
            rs_simulation_step(simulation);
        }
        if (interval != 0 && simulation->cycle % interval == 0) {
            report_progress(simulation);
        }
    }
    report_progress(simulation);
    return simulation->state;
}

const char *rs_simulation_error(const rs_simulation *simulation)
{
    return simulation->state == RS_SIMULATION_FAILED ? simulation->error.text : NULL;
}

void rs_simulation_get(const rs_simulation *simulation, rs_simulation_results *results)
{
    memset(results, 0, sizeof *results);
    results->state = simulation->state;
    results->cycles = simulation->cycle;
    results->skipped = simulation->skipped;
    results->requests = requests_issued(simulation);
    if (simulation->metrics != NULL) {
        rs_metrics_get(simulation->metrics, &results->metrics);
    }
}
