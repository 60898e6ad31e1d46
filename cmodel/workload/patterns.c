#include "workload/patterns.h"

#include <string.h>

#include "common/splitmix64.h"

enum { MAX_LINES = 3 };

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

rs_program *rs_pattern_program(const rs_config *config, const rs_pattern *pattern, rs_error *error)
{
    const uint32_t lines = kinds[pattern->kind].lines;
    const char *name = kinds[pattern->kind].name;
    if (pattern->write_per_mille > 1000) {
        rs_error_set(error, "%s: found %u writes per mille, expected 0 to 1000", name, pattern->write_per_mille);
        return NULL;
    }
    if (pattern->requests < 1 || pattern->requests > RS_PROGRAM_MAX_REQUESTS) {
        rs_error_set(error, "%s: found %u requests, expected 1 to %u", name, pattern->requests, RS_PROGRAM_MAX_REQUESTS);
        return NULL;
    }
    if (UINT32_C(1) << config->map.column_bits < lines) {
        rs_error_set(error, "%s: found %u columns a row in the address map, expected at least %u", name,
                     UINT32_C(1) << config->map.column_bits, lines);
        return NULL;
    }
    rs_program *program = rs_program_create(config, error);
    if (program == NULL) {
        return NULL;
    }
    const uint32_t warps = config->sms * config->sm_ctas * config->cta_warps;
    const uint32_t per_warp = (pattern->requests - 1) / (warps * lines) + 1;
    uint64_t random = pattern->seed;
    rs_program_launch(program);
    for (uint32_t warp = 0; warp < warps; warp++) {
        rs_program_warp(program);
        for (uint32_t i = 0; i < per_warp; i++) {
            uint64_t line[MAX_LINES];
            const bool write = rs_random_below(&random, 1000) < pattern->write_per_mille;
            instruction_lines(config, pattern, (uint64_t)i * warps + warp, &random, line);
            rs_program_instruction(program, write, line, lines);
        }
    }
    if (!rs_program_finish(program, error)) {
        rs_program_destroy(program);
        return NULL;
    }
    return program;
}
