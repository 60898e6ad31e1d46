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
    const rs_program *program;
    rs_path *path;
    rs_front_end *front_end;
    rs_dram_device *device;
    rs_timing_checker *checker; /* the observers: NULL when switched off */
    rs_scoreboard *scoreboard;
    rs_metrics *metrics;
    enum rs_simulation_state state;
    uint64_t cycle, last_movement;
    rs_error error;
    rs_path_inputs inputs;
    rs_dram_return next_returns[RS_MAX_CHANNELS];
};

rs_simulation_options rs_simulation_options_default(void)
{
    rs_simulation_options options;
    memset(&options, 0, sizeof options);
    options.check_timing = options.check_data = options.measure = true;
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

rs_simulation *rs_simulation_create(const rs_config *config, const rs_program *program,
                                    const rs_simulation_options *options, rs_error *error)
{
    rs_simulation *simulation = (rs_simulation *)calloc(1, sizeof *simulation);
    if (simulation == NULL) {
        rs_error_set(error, "simulation: out of memory");
        return NULL;
    }
    simulation->config = *config;
    simulation->options = *options;
    simulation->program = program;
    bool good = (simulation->path = rs_path_create(config, error)) != NULL &&
                (simulation->front_end = rs_front_end_create(config, program, error)) != NULL &&
                (simulation->device = rs_dram_device_create(config, error)) != NULL &&
                (!options->check_timing || (simulation->checker = rs_timing_checker_create(config, error)) != NULL) &&
                (!options->check_data || (simulation->scoreboard = rs_scoreboard_create(config, error)) != NULL) &&
                (!options->measure || (simulation->metrics = rs_metrics_create(config, error)) != NULL);
    if (!good) {
        rs_simulation_destroy(simulation);
        return NULL;
    }
    rs_front_end_set_disturbance(simulation->front_end, &options->disturbance);
    if (options->measure) {
        rs_front_end_hooks hooks = {simulation->metrics, NULL, on_complete};
        rs_front_end_set_hooks(simulation->front_end, &hooks);
    }
    return simulation;
}

void rs_simulation_destroy(rs_simulation *simulation)
{
    if (simulation != NULL) {
        rs_path_destroy(simulation->path);
        rs_front_end_destroy(simulation->front_end);
        rs_dram_device_destroy(simulation->device);
        rs_timing_checker_destroy(simulation->checker);
        rs_scoreboard_destroy(simulation->scoreboard);
        rs_metrics_destroy(simulation->metrics);
        free(simulation);
    }
}

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
    if (something_moved(simulation, outputs)) {
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
    rs_front_end_drive(simulation->front_end, &simulation->inputs);
    const rs_path_outputs *outputs = rs_path_outputs_now(simulation->path);
    simulation->state = observe(simulation, outputs);
    if (simulation->state != RS_SIMULATION_RUNNING) {
        return simulation->state;
    }
    rs_front_end_clock(simulation->front_end, outputs);
    if (rs_front_end_protocol_error(simulation->front_end) != NULL) {
        return simulation->state = fail(simulation, rs_front_end_protocol_error(simulation->front_end));
    }
    if (!rs_dram_device_step(simulation->device, outputs->dram, simulation->next_returns)) {
        return simulation->state = fail(simulation, "DRAM device: out of memory");
    }
    rs_path_step(simulation->path, &simulation->inputs);
    memcpy(simulation->inputs.dram, simulation->next_returns,
           simulation->config.channels * sizeof simulation->inputs.dram[0]);
    simulation->cycle++;
    if (rs_front_end_done(simulation->front_end) && rs_path_outputs_now(simulation->path)->idle) {
        simulation->state = finish(simulation);
    }
    return simulation->state;
}

static void report_progress(const rs_simulation *simulation)
{
    if (simulation->options.progress != NULL) {
        simulation->options.progress(simulation->options.progress_user, simulation->cycle,
                                     rs_front_end_issued(simulation->front_end),
                                     simulation->program->read_requests + simulation->program->write_requests);
    }
}

enum rs_simulation_state rs_simulation_run(rs_simulation *simulation, uint64_t max_cycles)
{
    uint64_t interval = simulation->options.progress_cycles, last = simulation->cycle + max_cycles;
    while (simulation->state == RS_SIMULATION_RUNNING && (max_cycles == 0 || simulation->cycle < last)) {
        rs_simulation_step(simulation);
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
    results->requests = rs_front_end_issued(simulation->front_end);
    if (simulation->metrics != NULL) {
        rs_metrics_get(simulation->metrics, &results->metrics);
    }
}
