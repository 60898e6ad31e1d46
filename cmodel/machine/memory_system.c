/* Contract: rowstreak.h, rs_memory. A simulation (simulation.h) of an open trace (workload/trace.h), which has one request for each
 * SM: the place at its port. Everything that tells the caller is read off the ports of the memory path. */
#include "machine/simulation.h"

#include <stdlib.h>
#include <string.h>

#include "common/pool.h"

/* What is kept of a request while it is under way. */
typedef struct sent {
    uint64_t address, since;
    void *user;
} sent;

/* A write between its head flit's move at the port and its acceptance. */
typedef struct write_sent {
    uint32_t next; /* of the SM's chain */
    uint32_t tag;
    sent request;
} write_sent;

struct rs_memory {
    rs_config config;
    rs_memory_callback *completed;
    void *context;
    rs_trace *trace;
    rs_simulation *simulation;
    sent place[RS_MAX_SMS];             /* requests in the places: trace->arrived */
    sent *read;                         /* [sms][in_flight], by tag */
    rs_pool writes;
    rs_chain write_chain[RS_MAX_SMS];   /* in the order of their moves */
    uint32_t reply_tag[RS_MAX_SMS];     /* of the reply whose head has come */
    rs_completion *completion;          /* [sms + channels]: of the present tick */
    uint32_t completions;
    uint64_t outstanding;
    rs_error error;                     /* code RS_ERROR_NONE: none */
};

/* ---- what the ports show ------------------------------------------------------------------------------- */

static void complete(rs_memory *memory, uint32_t port, const sent *request, bool write)
{
    const uint64_t cycle = rs_simulation_cycle(memory->simulation);
    const rs_completion completion = {request->address, write, port, request->user, cycle, cycle - request->since};

    memory->completion[memory->completions++] = completion;
    memory->outstanding--;
}

static uint64_t line_of(const rs_memory *memory, uint64_t address)
{
    return (address & ((UINT64_C(1) << memory->config.map.address_bits) - 1)) >> RS_LINE_SHIFT;
}

/* A head flit moves: the request leaves its place. */
static bool take_head(rs_memory *memory, uint32_t port, const rs_flit *flit)
{
    const rs_config *config = &memory->config;
    const uint64_t tag = flit->header >> (config->map.address_bits - RS_LINE_SHIFT + rs_kind_bits(config)) &
                         ((UINT32_C(1) << config->tag_bits) - 1);
    uint32_t number;
    write_sent *write;

    if (flit->tail) {
        memory->read[port * config->in_flight + tag] = memory->place[port];
        return true;
    }
    number = rs_pool_take(&memory->writes);
    if (number == RS_NONE) {
        rs_error_memory(&memory->error, "memory system: out of memory");
        return false;
    }
    write = (write_sent *)rs_pool_item(&memory->writes, number);
    write->tag = (uint32_t)tag;
    write->request = memory->place[port];
    rs_chain_append(&memory->writes, &memory->write_chain[port], number);
    return true;
}

/* The oldest write of the SM to that line with that tag has been accepted. */
static void write_accepted(rs_memory *memory, const rs_accept *accept)
{
    rs_chain *chain = &memory->write_chain[accept->sm];
    uint32_t before = RS_NONE;

    for (uint32_t at = chain->first; at != RS_NONE; at = *rs_pool_next(&memory->writes, at)) {
        const write_sent *write = (const write_sent *)rs_pool_item(&memory->writes, at);

        if (write->tag == accept->tag && line_of(memory, write->request.address) == accept->line) {
            complete(memory, accept->sm, &write->request, true);
            rs_pool_give(&memory->writes, rs_chain_remove(&memory->writes, chain, before));
            return;
        }
        before = at;
    }
}

static bool observe(void *user, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    rs_memory *memory = (rs_memory *)user;
    const uint32_t words = memory->config.sm_words;

    (void)cycle;
    for (uint32_t i = 0; i < memory->config.channels; i++)
        if (outputs->accept[i].valid && outputs->accept[i].write)
            write_accepted(memory, &outputs->accept[i]);
    RS_EACH(sm, k, words, outputs->reply_valid.word[k] & inputs->reply_ready.word[k]) {
        const rs_flit *flit = &outputs->reply[sm];

        if (flit->head)
            memory->reply_tag[sm] = rs_reply_tag(&memory->config, flit->header);
        if (flit->tail)
            complete(memory, sm, &memory->read[sm * memory->config.in_flight + memory->reply_tag[sm]], false);
    }
    RS_EACH(port, m, words, inputs->request_valid.word[m] & outputs->request_ready.word[m]) {
        const rs_flit *flit = &inputs->request[port];

        if (flit->head && !take_head(memory, port, flit))
            return false;
        if (flit->tail)
            rs_set_remove(&memory->trace->arrived, port);
    }
    return true;
}

/* ---- life ------------------------------------------------------------------------------------------------ */

static bool create_parts(rs_memory *memory, rs_error *error)
{
    rs_simulation_options options = rs_simulation_options_default();
    uint32_t count[RS_MAX_SMS];

    for (uint32_t i = 0; i < memory->config.sms; i++) {
        count[i] = 1;
        memory->write_chain[i] = rs_chain_empty();
    }
    memory->trace = rs_trace_make(&memory->config, count, error);
    if (memory->trace == NULL)
        return false;
    memory->trace->open = true;
    options.check_data = false; /* the data are none of the caller's */
    options.observe = observe;
    options.observe_idle = false;
    options.observe_user = memory;
    options.progress_cycles = 0;
    memory->simulation = rs_simulation_create_trace(&memory->config, memory->trace, &options, error);
    if (memory->simulation == NULL)
        return false;
    memory->read = (sent *)calloc((size_t)memory->config.sms * memory->config.in_flight, sizeof(*memory->read));
    memory->completion = (rs_completion *)calloc(memory->config.sms + memory->config.channels, sizeof(*memory->completion));
    if (memory->read != NULL && memory->completion != NULL && rs_pool_init(&memory->writes, sizeof(write_sent), 0))
        return true;
    rs_error_memory(error, "memory system: out of memory");
    return false;
}

rs_memory *rs_memory_create(const rs_config *config, rs_memory_callback *completed, void *context, rs_error *error)
{
    rs_memory *memory = (rs_memory *)calloc(1, sizeof(*memory));

    if (memory == NULL) {
        rs_error_memory(error, "memory system: out of memory");
        return NULL;
    }
    memory->config = *config;
    memory->config.top = RS_TOP_PATH;
    memory->completed = completed;
    memory->context = context;
    if (!rs_config_finish(&memory->config, error) || !create_parts(memory, error)) {
        rs_memory_destroy(memory);
        return NULL;
    }
    return memory;
}

rs_memory *rs_memory_create_file(const char *path, const char *machine, rs_memory_callback *completed, void *context, rs_error *error)
{
    rs_config config;

    rs_config_default(&config);
    if ((path != NULL && !rs_config_read(&config, path, error)) || (machine != NULL && !rs_config_machine(&config, machine, error)) ||
        !rs_config_finish_file(&config, path, error))
        return NULL;
    return rs_memory_create(&config, completed, context, error);
}

void rs_memory_destroy(rs_memory *memory)
{
    if (memory == NULL)
        return;
    rs_simulation_destroy(memory->simulation);
    rs_trace_destroy(memory->trace);
    rs_pool_free(&memory->writes);
    free(memory->read);
    free(memory->completion);
    free(memory);
}

const rs_config *rs_memory_config(const rs_memory *memory)
{
    return &memory->config;
}

/* ---- requests -------------------------------------------------------------------------------------------- */

uint32_t rs_memory_port(const rs_memory *memory, uint64_t address)
{
    return (uint32_t)((line_of(memory, address) >> (RS_TRACE_BLOCK_SHIFT - RS_LINE_SHIFT)) % memory->config.sms);
}

bool rs_memory_accepts(const rs_memory *memory, uint64_t address, bool write)
{
    return rs_memory_accepts_at(memory, rs_memory_port(memory, address), address, write);
}

bool rs_memory_request(rs_memory *memory, uint64_t address, bool write, void *user)
{
    return rs_memory_request_at(memory, rs_memory_port(memory, address), address, write, user);
}

bool rs_memory_accepts_at(const rs_memory *memory, uint32_t port, uint64_t address, bool write)
{
    (void)address;
    (void)write;
    return port < memory->config.sms && !rs_set_has(&memory->trace->arrived, port) && memory->error.code == RS_ERROR_NONE;
}

bool rs_memory_request_at(rs_memory *memory, uint32_t port, uint64_t address, bool write, void *user)
{
    const sent request = {address, rs_simulation_cycle(memory->simulation), user};
    rs_trace_request *place;

    if (!rs_memory_accepts_at(memory, port, address, write))
        return false;
    place = &memory->trace->request[memory->trace->first[port]];
    place->line = (uint32_t)line_of(memory, address);
    place->write = write;
    memory->place[port] = request;
    rs_set_add(&memory->trace->arrived, port);
    memory->outstanding++;
    return true;
}

/* ---- time ------------------------------------------------------------------------------------------------ */

/* After a step or a skip: false, and why, if it went wrong. */
static bool check(rs_memory *memory, rs_error *error)
{
    if (memory->error.code == RS_ERROR_NONE && rs_simulation_error(memory->simulation) != NULL) {
        memory->error.code = rs_simulation_error_code(memory->simulation);
        (void)snprintf(memory->error.text, sizeof(memory->error.text), "%s", rs_simulation_error(memory->simulation));
    }
    if (memory->error.code != RS_ERROR_NONE && error != NULL)
        *error = memory->error;
    return memory->error.code == RS_ERROR_NONE;
}

bool rs_memory_tick(rs_memory *memory, rs_error *error)
{
    if (!check(memory, error))
        return false;
    memory->completions = 0;
    (void)rs_simulation_step(memory->simulation);
    for (uint32_t i = 0; memory->completed != NULL && i < memory->completions; i++)
        memory->completed(memory->context, &memory->completion[i]);
    return check(memory, error);
}

bool rs_memory_advance(rs_memory *memory, uint64_t most, rs_error *error)
{
    const uint64_t start = rs_memory_cycle(memory);
    bool good = check(memory, error);

    memory->completions = 0;
    while (good && memory->completions == 0 && rs_memory_cycle(memory) - start < most)
        if (rs_simulation_skip(memory->simulation, most - (rs_memory_cycle(memory) - start)) == 0)
            good = rs_memory_tick(memory, error);
    return good;
}

uint64_t rs_memory_cycle(const rs_memory *memory)
{
    return rs_simulation_cycle(memory->simulation);
}

uint64_t rs_memory_outstanding(const rs_memory *memory)
{
    return memory->outstanding;
}

/* ---- statistics ------------------------------------------------------------------------------------------ */

typedef struct statistic {
    const char *name;
    size_t offset;
    bool real; /* else a whole number of 64 bits */
} statistic;

#define COUNT(name) {#name, offsetof(rs_metrics_results, name), false}
#define REAL(name) {#name, offsetof(rs_metrics_results, name), true}
static const statistic statistics[] = {
    COUNT(cycles), COUNT(reads), COUNT(writes), REAL(dram_efficiency), REAL(dram_utilization), REAL(row_locality_pre),
    REAL(row_locality_post), REAL(requests_per_activate), REAL(commands_per_activate), REAL(bank_parallelism),
    REAL(queue_occupancy), COUNT(row_streaks), REAL(row_streak_length), REAL(streak_sms), COUNT(stranded), COUNT(breakers_other_sm),
    COUNT(breakers_other_cta), COUNT(breakers_same_cta), REAL(latency_mean), COUNT(latency_median), COUNT(latency_p99),
    COUNT(latency_max), REAL(wait_mean), COUNT(wait_p99), COUNT(wait_max), REAL(fairness_jain), REAL(fairness_min_max),
};
#undef COUNT
#undef REAL

const char *rs_memory_statistic_name(size_t i)
{
    return i < sizeof(statistics) / sizeof(statistics[0]) ? statistics[i].name : NULL;
}

void rs_memory_reset_statistics(rs_memory *memory)
{
    rs_metrics_start(rs_simulation_metrics(memory->simulation));
}

bool rs_memory_statistic(const rs_memory *memory, const char *name, double *value)
{
    for (size_t i = 0; i < sizeof(statistics) / sizeof(statistics[0]); i++) {
        rs_simulation_results results;
        uint64_t whole;

        if (strcmp(name, statistics[i].name) != 0)
            continue;
        rs_simulation_get(memory->simulation, &results);
        if (statistics[i].real) {
            memcpy(value, (const char *)&results.metrics + statistics[i].offset, sizeof(*value));
        } else {
            memcpy(&whole, (const char *)&results.metrics + statistics[i].offset, sizeof(whole));
            *value = (double)whole;
        }
        return true;
    }
    return false;
}
