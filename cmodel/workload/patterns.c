#include "workload/patterns.h"

#include <string.h>

#include "common/splitmix64.h"

enum { MAX_LINES = 3, BLOCK = 8 /* instructions that one SM sends together */, GROUPS = 4 };

static const struct {
    const char *name;
    uint32_t lines; /* requests of one instruction */
} kinds[] = {
    [RS_PATTERN_STREAM] = {"stream", 2}, [RS_PATTERN_RAND1] = {"rand1", 1}, [RS_PATTERN_RAND2] = {"rand2", 2},
    [RS_PATTERN_RAND3] = {"rand3", 3},   [RS_PATTERN_ONEBANK] = {"onebank", 2},
};

bool rs_pattern_kind_read(enum rs_pattern_kind *kind, const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(name, kinds[i].name) == 0) {
            *kind = (enum rs_pattern_kind)i;
            return true;
        }
    }
    return false;
}

/* count different columns of the row of location, the first of them random, the others random among the rest. */
static void row_lines(const rs_address_map *map, rs_location location, uint32_t count, uint64_t *random, uint64_t *line)
{
    const uint32_t columns = UINT32_C(1) << map->column_bits;
    uint32_t taken[MAX_LINES];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t column = rs_random_below(random, columns - i);
        uint32_t at = i; /* taken[] stays sorted: step over each column already used */
        for (uint32_t j = 0; j < i; j++) {
            if (column < taken[j]) {
                at = j;
                break;
            }
            column++;
        }
        memmove(&taken[at + 1], &taken[at], (i - at) * sizeof taken[0]);
        taken[at] = column;
        location.column = column;
        line[i] = rs_address_encode(map, location) >> RS_LINE_SHIFT;
    }
}

static void instruction_lines(const rs_config *config, const rs_pattern *pattern, uint64_t number, uint64_t *random, uint64_t *line)
{
    const rs_address_map *map = &config->map;
    const uint32_t count = kinds[pattern->kind].lines;
    rs_location location = {0, 0, 0, 0};
    switch (pattern->kind) {
    case RS_PATTERN_STREAM:
        for (uint32_t i = 0; i < count; i++) {
            line[i] = (count * number + i) & ((UINT64_C(1) << (map->address_bits - RS_LINE_SHIFT)) - 1);
        }
        return;
    case RS_PATTERN_ONEBANK:
        location.channel = (uint32_t)(number & ((UINT64_C(1) << map->channel_bits) - 1));
        location.row = (uint32_t)(number >> map->channel_bits & ((UINT64_C(1) << map->row_bits) - 1));
        break;
    case RS_PATTERN_RAND1:
    case RS_PATTERN_RAND2:
    case RS_PATTERN_RAND3:
        location.channel = rs_random_below(random, UINT32_C(1) << map->channel_bits);
        location.bank = rs_random_below(random, UINT32_C(1) << map->bank_bits);
        location.row = rs_random_below(random, UINT32_C(1) << map->row_bits);
        break;
    }
    row_lines(map, location, count, random, line);
}

/* The SM that sends instruction `number`, blocks are dealt out in turn. */
static uint32_t sm_of(const rs_config *config, uint64_t number)
{
    return (uint32_t)(number / BLOCK % config->sms);
}

static void write_requests(const rs_config *config, const rs_pattern *pattern, uint32_t instructions, rs_trace *trace)
{
    const uint32_t lines = kinds[pattern->kind].lines;
    rs_trace_request *next[RS_MAX_SMS];
    uint64_t cycle[RS_MAX_SMS] = {0};
    uint64_t random = pattern->seed;
    for (uint32_t sm = 0; sm < config->sms; sm++) {
        next[sm] = trace->request + trace->first[sm];
    }
    for (uint32_t number = 0; number < instructions; number++) {
        const uint32_t sm = sm_of(config, number);
        const bool write = rs_random_below(&random, 1000) < pattern->write_per_mille;
        uint64_t line[MAX_LINES];
        instruction_lines(config, pattern, number, &random, line);
        cycle[sm] += pattern->gap == 0 ? 0 : rs_random_below(&random, 2 * pattern->gap + 1);
        for (uint32_t i = 0; i < lines; i++) {
            *next[sm]++ = (rs_trace_request){cycle[sm], (uint32_t)line[i], write, (uint8_t)(number / BLOCK / config->sms % GROUPS)};
        }
    }
    rs_trace_sum(trace);
}

rs_trace *rs_pattern_trace(const rs_config *config, const rs_pattern *pattern, rs_error *error)
{
    const uint32_t lines = kinds[pattern->kind].lines;
    const char *name = kinds[pattern->kind].name;
    if (pattern->write_per_mille > 1000) {
        rs_error_set(error, "%s: found %u writes per mille, expected 0 to 1000", name, pattern->write_per_mille);
        return NULL;
    }
    if (pattern->requests < 1 || pattern->requests > RS_PATTERN_MAX_REQUESTS) {
        rs_error_set(error, "%s: found %u requests, expected 1 to %u", name, pattern->requests, RS_PATTERN_MAX_REQUESTS);
        return NULL;
    }
    if (pattern->gap > RS_PATTERN_MAX_GAP) {
        rs_error_set(error, "%s: found a gap of %u cycles, expected 0 to %u", name, pattern->gap, RS_PATTERN_MAX_GAP);
        return NULL;
    }
    if (UINT32_C(1) << config->map.column_bits < lines) {
        rs_error_set(error, "%s: found %u columns a row in the address map, expected at least %u", name,
                     UINT32_C(1) << config->map.column_bits, lines);
        return NULL;
    }
    const uint32_t blocks = (pattern->requests - 1) / (config->sms * BLOCK * lines) + 1;
    uint32_t count[RS_MAX_SMS];
    for (uint32_t sm = 0; sm < config->sms; sm++) {
        count[sm] = blocks * BLOCK * lines;
    }
    rs_trace *trace = rs_trace_make(config, count, error);
    if (trace != NULL) {
        trace->timed = pattern->gap != 0;
        write_requests(config, pattern, blocks * BLOCK * config->sms, trace);
    }
    return trace;
}
