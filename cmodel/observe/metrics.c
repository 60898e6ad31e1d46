/* Contract and definitions: metrics.h. */
#include "observe/metrics.h"

#include <stdlib.h>
#include <string.h>

enum {
    CTA_SHIFT = 6, /* tag bits below the CTA's place */
    NEAR = 16      /* places that a bank's list may move on before it goes back */
};

typedef struct pending {
    uint32_t row, column;
    uint16_t tag;
    uint8_t sm;
    bool write;
} pending;

/* Counts the row streaks of one sequence of requests. */
typedef struct locality {
    uint32_t row;
    bool started;
} locality;

typedef struct bank_state {
    pending *unserved; /* the oldest, the others behind it, in the bank's part of the storage */
    uint32_t unserved_count, unserved_ahead; /* ahead: places of that part in front of the oldest */
    uint32_t row;      /* activated last */
    bool activated;    /* row is meaningful */
    bool streak_open;  /* a request was served from row since it was activated in place of another */
    locality accepted;
    rs_set streak_sms; /* of that streak */
} bank_state;

/* How many there are of something, summed over all cycles so far. Counted where it comes and goes: what comes in cycle t is there in
 * cycle t, what goes in cycle t is not, so `ended` has the cycles in which some went less those in which some came, modulo 2^64. */
typedef struct presence {
    uint64_t ended;
    uint32_t now;
} presence;

typedef struct channel_state {
    uint64_t data_mask;      /* bit i: the data bus is busy in cycle data_from + i */
    uint64_t data_from, data_end; /* data_end: the first cycle after all data */
    uint64_t active_from;    /* active since then, as long as requests are unserved or data comes */
    uint64_t active_cycles;  /* before active_from */
    uint64_t data_cycles, requests, writes;
    presence unserved;       /* requests of all banks */
    presence occupied;       /* 1 with unserved requests, else 0 */
    presence working_banks;  /* with unserved requests */
    uint64_t commands[RS_DRAM_REF + 1]; /* on the pins, by enum rs_dram_command */
    bank_state bank[RS_MAX_BANKS];
} channel_state;

typedef struct sm_state {
    uint64_t requests, last_flit, waiting_since, wait_max;
} sm_state;

struct rs_metrics {
    rs_config config;
    uint64_t cycle;
    rs_metrics_sums sum;   /* but for what rs_metrics_sum() adds */
    rs_metrics_sums start; /* what came before does not count */
    rs_set waiting; /* SMs: a head flit is on offer since waiting_since */
    rs_histogram latency, wait;
    uint32_t capacity; /* unserved requests a bank can hold here */
    uint32_t column_shift; /* of the column in the pins' address: log2 of the column commands of a line */
    uint64_t read_data, write_data; /* bit i: data is on the bus i cycles after a RD, a WR */
    pending *storage;  /* [channels][banks][2 * capacity] */
    locality *issued;  /* [sms][channels][banks] */
    bool failed;
    rs_error error;
    sm_state sm[RS_MAX_SMS];
    channel_state channel[];
};

static bool new_streak(locality *sequence, uint32_t row)
{
    bool fresh = !sequence->started || sequence->row != row;
    sequence->started = true;
    sequence->row = row;
    return fresh;
}

static void come(presence *some, uint64_t cycle)
{
    some->now++;
    some->ended -= cycle;
}

static void go(presence *some, uint64_t cycle)
{
    some->now--;
    some->ended += cycle;
}

/* Summed over the cycles before this one. */
static uint64_t sum_until(const presence *some, uint64_t cycle)
{
    return some->ended + some->now * cycle;
}

/* The channel is active in this cycle; if it was not in the one before, since now. */
static void be_active(const rs_metrics *metrics, channel_state *channel)
{
    if (channel->occupied.now == 0 && channel->data_end <= metrics->cycle) {
        channel->active_cycles += channel->data_end - channel->active_from;
        channel->active_from = channel->data_end = metrics->cycle;
    }
}

/* ---- acceptance ---------------------------------------------------------------------------------------- */

static bool accept_request(rs_metrics *metrics, uint32_t index, const rs_accept *accept)
{
    channel_state *channel = &metrics->channel[index];
    rs_location at = rs_address_decode(&metrics->config.map, accept->line << RS_LINE_SHIFT);
    bank_state *bank = &channel->bank[at.bank];
    if (bank->unserved_count == metrics->capacity) {
        rs_error_set(&metrics->error, "metrics: cycle %llu channel %u bank %u: more than %u requests accepted and not served",
                     (unsigned long long)metrics->cycle, index, at.bank, metrics->capacity);
        return false;
    }
    be_active(metrics, channel);
    if (bank->unserved_ahead >= NEAR && bank->unserved_ahead >= bank->unserved_count) { /* to places that the cache has */
        bank->unserved = (pending *)memmove(bank->unserved - bank->unserved_ahead, bank->unserved, bank->unserved_count * sizeof(pending));
        bank->unserved_ahead = 0;
    }
    pending *entry = &bank->unserved[bank->unserved_count++];
    entry->row = at.row;
    entry->column = at.column;
    entry->tag = accept->tag;
    entry->sm = accept->sm;
    entry->write = accept->write;
    if (bank->unserved_count == 1) {
        come(&channel->working_banks, metrics->cycle);
    }
    if (channel->unserved.now == 0) {
        come(&channel->occupied, metrics->cycle);
    }
    come(&channel->unserved, metrics->cycle);
    channel->requests++;
    channel->writes += accept->write;
    metrics->sum.reads += !accept->write;
    metrics->sum.writes += accept->write;
    metrics->sum.streaks_post += new_streak(&bank->accepted, at.row);
    return true;
}

/* ---- commands -------------------------------------------------------------------------------------------- */

/* Row `from` was open, row `to` is being activated. */
static void find_breakers(rs_metrics *metrics, const bank_state *bank, uint32_t from, uint32_t to)
{
    uint32_t first = 0, found;
    while (first < bank->unserved_count && bank->unserved[first].row != to) {
        first++;
    }
    for (found = first; found < bank->unserved_count && bank->unserved[found].row != from; found++) {
    }
    if (found == bank->unserved_count) {
        return;
    }
    const pending *stranded = &bank->unserved[found];
    bool other_sm = false, other_cta = false, same_cta = false;
    for (const pending *breaker = &bank->unserved[first]; breaker < stranded; breaker++) {
        bool sm_matches = breaker->sm == stranded->sm;
        bool cta_matches = breaker->tag >> CTA_SHIFT == stranded->tag >> CTA_SHIFT;
        other_sm |= !sm_matches;
        other_cta |= sm_matches && !cta_matches;
        same_cta |= sm_matches && cta_matches;
    }
    metrics->sum.stranded++;
    metrics->sum.breakers_other_sm += other_sm;
    metrics->sum.breakers_other_cta += other_cta;
    metrics->sum.breakers_same_cta += same_cta;
}

static void activate(rs_metrics *metrics, bank_state *bank, uint32_t row)
{
    if (bank->activated && bank->row != row) {
        find_breakers(metrics, bank, bank->row, row);
        bank->streak_open = false;
    }
    bank->activated = true;
    bank->row = row;
}

/* The request at this place is served, and was the oldest as a rule. */
static void remove_unserved(bank_state *bank, uint32_t place)
{
    for (; place > 0; place--) {
        bank->unserved[place] = bank->unserved[place - 1];
    }
    bank->unserved++;
    bank->unserved_ahead++;
    bank->unserved_count--;
}

static bool serve(rs_metrics *metrics, uint32_t index, const rs_dram_pins *pins)
{
    channel_state *channel = &metrics->channel[index];
    bank_state *bank = &channel->bank[pins->bank];
    bool write = pins->command == RS_DRAM_WR;
    uint32_t column = pins->address >> metrics->column_shift, place = 0;
    while (place < bank->unserved_count &&
           (bank->unserved[place].row != bank->row || bank->unserved[place].column != column)) {
        place++;
    }
    if (place == bank->unserved_count || bank->unserved[place].write != write) {
        rs_error_set(&metrics->error,
                     "metrics: cycle %llu channel %u bank %u: %s of row %u column %u served, but the oldest request "
                     "accepted for it is %s",
                     (unsigned long long)metrics->cycle, index, pins->bank, write ? "write" : "read", bank->row, column,
                     place == bank->unserved_count ? "none" : write ? "a read" : "a write");
        return false;
    }
    if (!bank->streak_open) {
        bank->streak_sms = rs_set_below(0);
    }
    metrics->sum.streak_sms += !rs_set_has(&bank->streak_sms, bank->unserved[place].sm);
    rs_set_add(&bank->streak_sms, bank->unserved[place].sm);
    remove_unserved(bank, place);
    go(&channel->unserved, metrics->cycle);
    if (bank->unserved_count == 0) {
        go(&channel->working_banks, metrics->cycle);
    }
    if (channel->unserved.now == 0) {
        go(&channel->occupied, metrics->cycle);
    }
    metrics->sum.served++;
    metrics->sum.row_streaks += !bank->streak_open;
    bank->streak_open = true;
    return true;
}

/* The data of a column command of this cycle. */
static void expect_data(rs_metrics *metrics, channel_state *channel, bool read)
{
    const uint64_t since = metrics->cycle - channel->data_from, burst = metrics->config.burst_cycles;
    const uint64_t fresh = read ? metrics->read_data : metrics->write_data;
    const uint64_t end = metrics->cycle + burst + (read ? metrics->config.cl : metrics->config.wl);
    be_active(metrics, channel);
    channel->data_mask = since < 64 ? channel->data_mask >> since : 0;
    channel->data_from = metrics->cycle;
    channel->data_cycles += burst;
    if ((channel->data_mask & fresh) != 0) { /* two at a time are one data cycle */
        channel->data_cycles -= (uint32_t)__builtin_popcountll(channel->data_mask & fresh);
    }
    channel->data_mask |= fresh;
    channel->data_end = end > channel->data_end ? end : channel->data_end;
}

static bool observe_command(rs_metrics *metrics, uint32_t index, const rs_dram_pins *pins)
{
    channel_state *channel = &metrics->channel[index];
    const rs_config *config = &metrics->config;
    if (pins->bank >= config->banks) {
        rs_error_set(&metrics->error, "metrics: cycle %llu channel %u: bank %u, the device has %u",
                     (unsigned long long)metrics->cycle, index, pins->bank, config->banks);
        return false;
    }
    channel->commands[pins->command <= RS_DRAM_REF ? pins->command : RS_DRAM_NOP]++;
    if (pins->command == RS_DRAM_ACT) {
        activate(metrics, &channel->bank[pins->bank], pins->address);
    } else if (pins->command == RS_DRAM_RD || pins->command == RS_DRAM_WR) {
        expect_data(metrics, channel, pins->command == RS_DRAM_RD);
        if ((~pins->address & (config->columns - 1)) == 0) { /* the line's last one */
            return serve(metrics, index, pins);
        }
    }
    return true;
}

/* ---- SM ports ---------------------------------------------------------------------------------------------- */

static void take_head(rs_metrics *metrics, uint32_t index, const rs_flit *flit)
{
    const rs_config *config = &metrics->config;
    sm_state *sm = &metrics->sm[index];
    uint64_t wait = metrics->cycle - sm->waiting_since;
    uint64_t line = flit->header & ((UINT64_C(1) << (config->map.address_bits - RS_LINE_SHIFT)) - 1);
    rs_location at = rs_address_decode(&config->map, line << RS_LINE_SHIFT);
    locality *sequence = &metrics->issued[(index * config->channels + at.channel) * config->banks + at.bank];
    metrics->sum.streaks_pre += new_streak(sequence, at.row);
    metrics->sum.requests_pre++;
    sm->requests++;
    sm->wait_max = wait > sm->wait_max ? wait : sm->wait_max;
    rs_histogram_add(&metrics->wait, wait);
}

static void observe_ports(rs_metrics *metrics, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    for (uint32_t k = 0; k < metrics->config.sm_words; k++) {
        const uint64_t valid = inputs->request_valid.word[k], taken = valid & outputs->request_ready.word[k];
        uint64_t waiting = metrics->waiting.word[k] & valid;
        RS_EACH_OF_WORD(index, k, valid & ~waiting) {
            if (inputs->request[index].head) {
                waiting |= UINT64_C(1) << index % 64;
                metrics->sm[index].waiting_since = metrics->cycle;
            }
        }
        RS_EACH_OF_WORD(index, k, taken & waiting) {
            take_head(metrics, index, &inputs->request[index]);
        }
        metrics->waiting.word[k] = waiting & ~taken;
        RS_EACH_OF_WORD(index, k, taken | (outputs->reply_valid.word[k] & inputs->reply_ready.word[k])) {
            metrics->sm[index].last_flit = metrics->cycle;
        }
    }
}

/* What the L2 banks have looked up. */
static void count_look_ups(rs_metrics *metrics, const rs_path_outputs *outputs)
{
    for (uint32_t i = 0; i < metrics->config.channels; i++) {
        if (outputs->accept[i].valid) {
            metrics->sum.l2_reads += !outputs->accept[i].write;
            metrics->sum.l2_writes += outputs->accept[i].write;
        }
    }
}

RS_HOT bool rs_metrics_observe(rs_metrics *metrics, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    const rs_accept *accept = metrics->config.l2 != 0 ? outputs->queued : outputs->accept;
    bool good = !metrics->failed;
    RS_EACH_OF_WORD(i, 0, good ? outputs->accepting : 0) {
        good &= accept_request(metrics, i, &accept[i]);
    }
    RS_EACH_OF_WORD(j, 0, good ? outputs->commands : 0) {
        good = good && observe_command(metrics, j, &outputs->dram[j]);
    }
    if (metrics->config.l2 != 0) {
        count_look_ups(metrics, outputs);
    }
    observe_ports(metrics, inputs, outputs);
    metrics->failed = !good;
    metrics->cycle++;
    return good;
}

void rs_metrics_skip(rs_metrics *metrics, uint64_t cycles)
{
    metrics->cycle += cycles;
}

RS_HOT void rs_metrics_read_latency(rs_metrics *metrics, uint64_t latency_cycles)
{
    rs_histogram_add(&metrics->latency, latency_cycles);
}

const char *rs_metrics_error(const rs_metrics *metrics)
{
    return metrics->failed ? metrics->error.text : NULL;
}

/* ---- sums ---------------------------------------------------------------------------------------------------- */

/* Data and active cycles before the present one. */
static uint64_t data_cycles(const rs_metrics *metrics, const channel_state *channel)
{
    const uint64_t since = metrics->cycle - channel->data_from;
    const uint64_t to_come = since < 64 ? channel->data_mask >> since : 0;
    return channel->data_cycles - (uint32_t)__builtin_popcountll(to_come);
}

static uint64_t active_cycles(const rs_metrics *metrics, const channel_state *channel)
{
    const bool active = channel->occupied.now != 0 || channel->data_end > metrics->cycle;
    return channel->active_cycles + (active ? metrics->cycle : channel->data_end) - channel->active_from;
}

void rs_metrics_sum(const rs_metrics *metrics, rs_metrics_sums *sums)
{
    *sums = metrics->sum;
    sums->cycles = metrics->cycle;
    sums->latencies = metrics->latency.samples;
    sums->latency_sum = metrics->latency.sum;
    for (uint32_t i = 0; i < metrics->config.sms; i++) {
        sums->sm[i] = metrics->sm[i].requests;
    }
    for (uint32_t i = 0; i < metrics->config.channels; i++) {
        const channel_state *channel = &metrics->channel[i];
        rs_controller_sums *sum = &sums->controller[i];
        sum->requests = channel->requests;
        sum->writes = channel->writes;
        sum->data_cycles = data_cycles(metrics, channel);
        sum->active_cycles = active_cycles(metrics, channel);
        sum->occupied = sum_until(&channel->occupied, metrics->cycle);
        sum->unserved = sum_until(&channel->unserved, metrics->cycle);
        sum->working_banks = sum_until(&channel->working_banks, metrics->cycle);
        memcpy(sum->commands, channel->commands, sizeof sum->commands);
    }
}

void rs_metrics_start(rs_metrics *metrics)
{
    rs_histogram_clear(&metrics->latency);
    rs_histogram_clear(&metrics->wait);
    for (uint32_t i = 0; i < metrics->config.sms; i++) {
        metrics->sm[i].wait_max = 0;
    }
    for (uint32_t i = 0; i < metrics->config.channels; i++) {
        for (uint32_t bank = 0; bank < metrics->config.banks; bank++) {
            metrics->channel[i].bank[bank].streak_open = false;
            metrics->channel[i].bank[bank].accepted.started = false;
        }
    }
    memset(metrics->issued, 0, (size_t)metrics->config.sms * metrics->config.channels * metrics->config.banks * sizeof(locality));
    rs_metrics_sum(metrics, &metrics->start);
}

const rs_histogram *rs_metrics_latencies(const rs_metrics *metrics)
{
    return &metrics->latency;
}

const rs_histogram *rs_metrics_waits(const rs_metrics *metrics)
{
    return &metrics->wait;
}

/* What is no sum: single reads and waits, and the SMs' last flits. */
static void get_extremes(const rs_metrics *metrics, rs_metrics_results *results)
{
    results->latency_median = rs_histogram_percentile(&metrics->latency, 500);
    results->latency_p99 = rs_histogram_percentile(&metrics->latency, 990);
    results->latency_max = metrics->latency.maximum;
    results->wait_mean = rs_histogram_mean(&metrics->wait);
    results->wait_p99 = rs_histogram_percentile(&metrics->wait, 990);
    results->wait_max = metrics->wait.maximum;
    for (uint32_t i = 0; i < metrics->config.sms; i++) {
        results->sm[i].completion_cycle = metrics->sm[i].last_flit;
        results->sm[i].wait_max = metrics->sm[i].wait_max;
    }
}

void rs_metrics_get(const rs_metrics *metrics, rs_metrics_results *results)
{
    rs_metrics_sums now;
    rs_metrics_sum(metrics, &now);
    rs_metrics_between(&metrics->config, &metrics->start, &now, results);
    get_extremes(metrics, results);
    rs_metrics_fairness(&metrics->config, metrics->start.cycles, results);
}

/* ---- life ------------------------------------------------------------------------------------------------------ */

rs_metrics *rs_metrics_create(const rs_config *config, rs_error *error)
{
    size_t banks = (size_t)config->channels * config->banks;
    rs_metrics *metrics = (rs_metrics *)calloc(1, sizeof *metrics + config->channels * sizeof(channel_state));
    if (metrics != NULL) {
        metrics->config = *config;
        metrics->capacity = 2 * config->queue + 8; /* the queue, and requests between queue and pins */
        metrics->storage = (pending *)malloc(2 * banks * metrics->capacity * sizeof(pending));
        metrics->issued = (locality *)malloc(config->sms * banks * sizeof(locality));
    }
    if (metrics == NULL || metrics->storage == NULL || metrics->issued == NULL) {
        rs_metrics_destroy(metrics);
        rs_error_memory(error, "metrics: out of memory");
        return NULL;
    }
    rs_metrics_reset(metrics);
    return metrics;
}

void rs_metrics_reset(rs_metrics *metrics)
{
    const rs_config config = metrics->config;
    rs_metrics fresh;
    memset(&fresh, 0, sizeof fresh);
    rs_histogram_clear(&metrics->latency);
    rs_histogram_clear(&metrics->wait);
    fresh.config = config;
    fresh.latency = metrics->latency;
    fresh.wait = metrics->wait;
    fresh.capacity = metrics->capacity;
    fresh.column_shift = (uint32_t)__builtin_ctz(config.columns);
    fresh.read_data = ((UINT64_C(1) << config.burst_cycles) - 1) << config.cl;
    fresh.write_data = ((UINT64_C(1) << config.burst_cycles) - 1) << config.wl;
    fresh.storage = metrics->storage;
    fresh.issued = metrics->issued;
    *metrics = fresh;
    memset(metrics->issued, 0, (size_t)config.sms * config.channels * config.banks * sizeof(locality));
    memset(metrics->channel, 0, config.channels * sizeof(channel_state));
    for (uint32_t i = 0; i < config.channels; i++) {
        for (uint32_t bank = 0; bank < config.banks; bank++) {
            metrics->channel[i].bank[bank].unserved = metrics->storage + 2 * (i * config.banks + bank) * metrics->capacity;
        }
    }
}

void rs_metrics_destroy(rs_metrics *metrics)
{
    if (metrics != NULL) {
        rs_histogram_free(&metrics->latency);
        rs_histogram_free(&metrics->wait);
        free(metrics->storage);
        free(metrics->issued);
        free(metrics);
    }
}
