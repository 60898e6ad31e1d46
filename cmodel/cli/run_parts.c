/* Contract: run_parts.h. */
#include "run_parts.h"
#include "observe/energy.h"

#include <inttypes.h>
#include <string.h>

#define CHANNEL_COLUMNS \
    "channel,requests,reads,writes,activates,precharges,column_reads,column_writes,refreshes,data_cycles,active_cycles," \
    "dram_efficiency,dram_utilization,queue_occupancy,bank_parallelism,energy_commands_nj"
#define EPOCH_COLUMNS "epoch,first_cycle,cycles,"

const rs_run_part_form rs_run_part_forms[RS_RUN_PARTS] = {
    {'c', "channels.csv", CHANNEL_COLUMNS},
    {'e', "epochs.csv",
     EPOCH_COLUMNS "requests,reads,writes,activates,dram_efficiency,dram_utilization,queue_occupancy,bank_parallelism,"
                   "row_locality_pre,row_locality_post,requests_per_activate,reads_back,latency_mean,thread_instructions,ipc"},
    {'b', "epoch_channels.csv", EPOCH_COLUMNS CHANNEL_COLUMNS},
    {'h', "histograms.csv", "figure,cycles,count,share_up_to_here"},
};

static double quotient(double numerator, double denominator)
{
    return denominator == 0 ? 0 : numerator / denominator;
}

static double energy_of(const rs_config *config, const rs_controller_results *channel)
{
    rs_metrics_results only;

    memset(&only, 0, sizeof(only));
    only.activates = channel->activates;
    only.precharges = channel->precharges;
    only.column_reads = channel->column_reads;
    only.column_writes = channel->column_writes;
    only.refreshes = channel->refreshes;
    return rs_energy_of(config, &only).commands_nj;
}

/* A line for every channel; epoch: begins with it. */
static void write_channels(const rs_run_parts *parts, enum rs_run_part part, const char *epoch, const rs_metrics_results *results)
{
    for (uint32_t i = 0; i < parts->config->channels; i++) {
        const rs_controller_results *c = &results->controller[i];

        (void)fprintf(parts->file, "%c%s,%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
                      rs_run_part_forms[part].letter, epoch, i, c->requests, c->requests - c->writes, c->writes, c->activates,
                      c->precharges, c->column_reads);
        (void)fprintf(parts->file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6g,%.6g,%.6g,%.6g,%.6g\n", c->column_writes,
                      c->refreshes, c->data_cycles, c->active_cycles, quotient((double)c->data_cycles, (double)c->active_cycles),
                      quotient((double)c->data_cycles, (double)results->cycles), c->queue_occupancy, c->bank_parallelism,
                      energy_of(parts->config, c));
    }
}

static void write_histogram(const rs_run_parts *parts, const char *figure, const rs_histogram *histogram)
{
    uint64_t so_far = 0;

    for (uint64_t cycles = 0; cycles < histogram->capacity && cycles <= histogram->maximum; cycles++)
        if (histogram->count[cycles] != 0) {
            so_far += histogram->count[cycles];
            (void)fprintf(parts->file, "%c,%s,%" PRIu64 ",%" PRIu64 ",%.6g\n", rs_run_part_forms[RS_PART_HISTOGRAMS].letter, figure,
                          cycles, histogram->count[cycles], (double)so_far / (double)histogram->samples);
        }
    if (so_far != histogram->samples) /* too long to be counted one by one */
        (void)fprintf(parts->file, "%c,%s,%" PRIu64 ",%" PRIu64 ",1\n", rs_run_part_forms[RS_PART_HISTOGRAMS].letter, figure,
                      histogram->maximum, histogram->samples - so_far);
}

/* Thread instructions so far. */
static uint64_t instructions(const rs_run_parts *parts)
{
    rs_simulation_results results;

    rs_simulation_get(parts->simulation, &results);
    return results.machine.host.thread_instructions;
}

void rs_run_parts_start(rs_run_parts *parts, FILE *file, const rs_config *config, const rs_simulation *simulation)
{
    memset(parts, 0, sizeof(*parts));
    parts->file = file;
    parts->config = config;
    parts->simulation = simulation;
    if (file != NULL) {
        rs_metrics_sum(rs_simulation_metrics(simulation), &parts->before);
        parts->instructions = instructions(parts);
    }
}

void rs_run_parts_epoch(rs_run_parts *parts)
{
    rs_metrics_results r;
    rs_metrics_sums now;
    uint64_t executed;
    char epoch[72];

    if (parts->file == NULL)
        return;
    rs_metrics_sum(rs_simulation_metrics(parts->simulation), &now);
    if (now.cycles == parts->before.cycles)
        return;
    rs_metrics_between(parts->config, &parts->before, &now, &r);
    executed = instructions(parts) - parts->instructions;
    (void)snprintf(epoch, sizeof(epoch), ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, parts->epochs, parts->before.cycles, r.cycles);
    (void)fprintf(parts->file, "%c%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6g,%.6g,%.6g,%.6g",
                  rs_run_part_forms[RS_PART_EPOCHS].letter, epoch, r.requests, r.reads, r.writes, r.activates, r.dram_efficiency,
                  r.dram_utilization, r.queue_occupancy, r.bank_parallelism);
    (void)fprintf(parts->file, ",%.6g,%.6g,%.6g,%" PRIu64 ",%.6g,%" PRIu64 ",%.6g\n", r.row_locality_pre, r.row_locality_post,
                  r.requests_per_activate, r.latency_samples, r.latency_mean, executed, (double)executed / (double)r.cycles);
    write_channels(parts, RS_PART_EPOCH_CHANNELS, epoch, &r);
    parts->epochs++;
    parts->instructions += executed;
    parts->before = now;
}

void rs_run_parts_end(rs_run_parts *parts)
{
    const rs_metrics *metrics = rs_simulation_metrics(parts->simulation);
    rs_metrics_results results;

    if (parts->file == NULL)
        return;
    rs_metrics_get(metrics, &results);
    write_channels(parts, RS_PART_CHANNELS, "", &results);
    write_histogram(parts, "latency", rs_metrics_latencies(metrics));
    write_histogram(parts, "wait", rs_metrics_waits(metrics));
}

bool rs_run_parts_due(rs_run_parts *parts)
{
    const rs_trace_source *requests = rs_simulation_requests(parts->simulation);

    if (parts->file != NULL && requests != NULL)
        write_histogram(parts, "trace_latency", rs_trace_source_due_latency(requests));
    return parts->file == NULL || (fflush(parts->file) == 0 && !ferror(parts->file));
}
