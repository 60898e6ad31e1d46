/* Figures formed of sums. Definitions: metrics.h. */
#include "observe/metrics.h"

#include <string.h>

static double quotient(double numerator, double denominator)
{
    return denominator == 0 ? 0 : numerator / denominator;
}

static double of_two(uint64_t numerator, uint64_t denominator)
{
    return quotient((double)numerator, (double)denominator);
}

static rs_controller_sums subtract(const rs_controller_sums *from, const rs_controller_sums *to)
{
    rs_controller_sums result = *to;
    result.requests -= from->requests;
    result.writes -= from->writes;
    result.data_cycles -= from->data_cycles;
    result.active_cycles -= from->active_cycles;
    result.occupied -= from->occupied;
    result.unserved -= from->unserved;
    result.working_banks -= from->working_banks;
    for (uint32_t i = 0; i < RS_DRAM_COMMANDS; i++) {
        result.commands[i] -= from->commands[i];
    }
    return result;
}

static void form_controllers(const rs_config *config, const rs_metrics_sums *from, const rs_metrics_sums *to, rs_metrics_results *results)
{
    uint32_t ever_active = 0, ever_activated = 0;
    uint64_t all_active = 0, occupied = 0, unserved = 0, working_banks = 0;
    for (uint32_t i = 0; i < config->channels; i++) {
        const rs_controller_sums sum = subtract(&from->controller[i], &to->controller[i]);
        const uint64_t columns = sum.commands[RS_DRAM_RD] + sum.commands[RS_DRAM_WR];
        rs_controller_results *result = &results->controller[i];
        result->requests = sum.requests;
        result->writes = sum.writes;
        result->activates = sum.commands[RS_DRAM_ACT];
        result->precharges = sum.commands[RS_DRAM_PRE];
        result->column_reads = sum.commands[RS_DRAM_RD];
        result->column_writes = sum.commands[RS_DRAM_WR];
        result->refreshes = sum.commands[RS_DRAM_REF];
        result->data_cycles = sum.data_cycles;
        result->active_cycles = sum.active_cycles;
        result->queue_occupancy = of_two(sum.unserved, sum.occupied * config->queue);
        result->bank_parallelism = of_two(sum.working_banks, sum.active_cycles);
        results->activates += result->activates;
        results->precharges += result->precharges;
        results->column_reads += result->column_reads;
        results->column_writes += result->column_writes;
        results->refreshes += result->refreshes;
        results->dram_efficiency += of_two(sum.data_cycles, sum.active_cycles);
        results->dram_utilization += of_two(sum.data_cycles, results->cycles);
        results->commands_per_activate += of_two(columns, result->activates);
        ever_activated += result->activates != 0;
        ever_active += sum.active_cycles != 0;
        all_active += sum.active_cycles;
        occupied += sum.occupied;
        unserved += sum.unserved;
        working_banks += sum.working_banks;
    }
    results->queue_occupancy = of_two(unserved, occupied * config->queue);
    results->commands_per_activate = quotient(results->commands_per_activate, ever_activated);
    results->dram_efficiency = quotient(results->dram_efficiency, ever_active);
    results->dram_utilization /= config->channels;
    results->bank_parallelism = of_two(working_banks, all_active);
}

void rs_metrics_between(const rs_config *config, const rs_metrics_sums *from, const rs_metrics_sums *to, rs_metrics_results *results)
{
    const uint64_t served = to->served - from->served;
    memset(results, 0, sizeof *results);
    results->cycles = to->cycles - from->cycles;
    results->l2_reads = to->l2_reads - from->l2_reads;
    results->l2_writes = to->l2_writes - from->l2_writes;
    results->reads = to->reads - from->reads;
    results->writes = to->writes - from->writes;
    results->requests = results->reads + results->writes;
    form_controllers(config, from, to, results);
    for (uint32_t i = 0; i < config->sms; i++) {
        results->sm[i].requests = to->sm[i] - from->sm[i];
    }
    results->row_locality_pre = of_two(to->requests_pre - from->requests_pre, to->streaks_pre - from->streaks_pre);
    results->row_locality_post = of_two(results->requests, to->streaks_post - from->streaks_post);
    results->requests_per_activate = of_two(served, results->activates);
    results->row_streaks = to->row_streaks - from->row_streaks;
    results->row_streak_length = of_two(served, results->row_streaks);
    results->streak_sms = of_two(to->streak_sms - from->streak_sms, results->row_streaks);
    results->stranded = to->stranded - from->stranded;
    results->breakers_other_sm = to->breakers_other_sm - from->breakers_other_sm;
    results->breakers_other_cta = to->breakers_other_cta - from->breakers_other_cta;
    results->breakers_same_cta = to->breakers_same_cta - from->breakers_same_cta;
    results->latency_samples = to->latencies - from->latencies;
    results->latency_mean = of_two(to->latency_sum - from->latency_sum, results->latency_samples);
}

void rs_metrics_fairness(const rs_config *config, uint64_t start, rs_metrics_results *results)
{
    double sum = 0, squares = 0, least = 0, most = 0, slowness = 0;
    uint32_t counted = 0;
    for (uint32_t i = 0; i < config->sms; i++) {
        if (results->sm[i].requests == 0) {
            continue;
        }
        double throughput = (double)results->sm[i].requests / ((double)(results->sm[i].completion_cycle - start) + 1);
        sum += throughput;
        squares += throughput * throughput;
        slowness += 1 / throughput;
        least = counted == 0 || throughput < least ? throughput : least;
        most = throughput > most ? throughput : most;
        counted++;
    }
    results->fairness_jain = quotient(sum * sum, counted * squares);
    results->fairness_min_max = quotient(least, most);
    results->fairness_slowdown = quotient(counted, least * slowness);
}
