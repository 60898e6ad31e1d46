/* Configuration: defaults, KEY = VALUE files, machine names; derived values and checks: config_finish.c.
 * The keys, ranges and defaults are those of config.def; ADDRESS_MAP and MEMORY_NODES are the keys that are text. */
#include "rowstreak.h"

#include "common/text_reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char default_address_map[] =
    "dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.CCSSSSSS";

typedef struct config_key {
    const char *name;
    size_t offset;
    uint32_t initial, least, most;
} config_key;

static const config_key keys[] = {
#define RS_KEY(NAME, field, init, min, max, kind, text) {#NAME, offsetof(rs_config, field), init, min, max},
#include "config.def"
#undef RS_KEY
};
enum { KEYS = sizeof(keys) / sizeof(keys[0]), LONGEST_LINE = 510 };

typedef struct named_value {
    const char *key, *name;
    uint32_t value;
} named_value;

static const named_value named_values[] = {
    {"NETWORK", "XBAR", RS_NETWORK_XBAR},
    {"NETWORK", "MESH", RS_NETWORK_MESH},
    {"NETWORK", "RING", RS_NETWORK_RING},
    {"ALLOCATOR", "PIM", RS_ALLOCATOR_PIM},
    {"ALLOCATOR", "ISLIP", RS_ALLOCATOR_ISLIP},
    {"ALLOCATOR", "WAVEFRONT", RS_ALLOCATOR_WAVEFRONT},
    {"ALLOCATOR", "SJF", RS_ALLOCATOR_SJF},
    {"PICK", "TREE", RS_PICK_TREE},
    {"PICK", "UNIFORM", RS_PICK_UNIFORM},
    {"SCHEDULER", "FIFO", RS_SCHEDULER_FIFO},
    {"SCHEDULER", "BFIFO", RS_SCHEDULER_BFIFO},
    {"SCHEDULER", "FRFCFS", RS_SCHEDULER_FRFCFS},
    {"SCHEDULER", "FR-FCFS", RS_SCHEDULER_FRFCFS},
    {"SCHEDULER", "MOST_PENDING", RS_SCHEDULER_MOST_PENDING},
    {"SCHEDULER", "MOST-PENDING", RS_SCHEDULER_MOST_PENDING},
    {"SCHEDULER", "BLISS", RS_SCHEDULER_BLISS},
    {"SCHEDULER", "PARBS", RS_SCHEDULER_PARBS},
    {"SCHEDULER", "PAR-BS", RS_SCHEDULER_PARBS},
    {"SCHEDULER", "WG", RS_SCHEDULER_WG},
    {"HOLD_POLICY", "NONE", RS_HOLD_NONE},
    {"HOLD_POLICY", "HG", RS_HOLD_HG},
    {"HOLD_POLICY", "RMHG", RS_HOLD_RMHG},
    {"HOLD_POLICY", "HMHG", RS_HOLD_HMHG},
    {"WARP_ORDER", "LRR", 0},
    {"WARP_ORDER", "GTO", 1},
    {"L1_REPLACEMENT", "LRU", 0},
    {"L1_REPLACEMENT", "TREE", 1},
    {"L2_WRITE", "BACK", 0},
    {"L2_WRITE", "THROUGH", 1},
    {"REFRESH", "ALL", RS_REFRESH_ALL},
    {"REFRESH", "BANK", RS_REFRESH_BANK},
    {"MISS_TABLE", "MSHR", 0},
    {"MISS_TABLE", "PRT", 1},
};
enum { NAMED_VALUES = sizeof(named_values) / sizeof(named_values[0]) };

const char *rs_version(void)
{
    return RS_VERSION;
}

int rs_version_number(void)
{
    return RS_VERSION_NUMBER;
}

static uint32_t *key_field(rs_config *config, const config_key *key)
{
    return (uint32_t *)(void *)((char *)config + key->offset);
}

void rs_config_default(rs_config *config)
{
    rs_error error;

    memset(config, 0, sizeof(*config));
    for (size_t i = 0; i < KEYS; i++)
        *key_field(config, &keys[i]) = keys[i].initial;
    memcpy(config->address_map_text, default_address_map, sizeof(default_address_map));
    (void)rs_config_finish(config, &error);
}

bool rs_config_in_range(const rs_config *config, rs_error *error)
{
    if (config->top > RS_TOP_GPU) {
        rs_error_set(error, "configuration: found top %u, expected one of enum rs_top", config->top);
        return false;
    }
    if (memchr(config->address_map_text, '\0', sizeof(config->address_map_text)) == NULL) {
        rs_error_set(error, "ADDRESS_MAP: found no end of the text, expected at most %zu characters", sizeof(config->address_map_text) - 1);
        return false;
    }
    if (memchr(config->memory_nodes_text, '\0', sizeof(config->memory_nodes_text)) == NULL) {
        rs_error_set(error, "MEMORY_NODES: found no end of the text, expected at most %zu characters", sizeof(config->memory_nodes_text) - 1);
        return false;
    }
    for (size_t i = 0; i < KEYS; i++) {
        const uint32_t value = *(const uint32_t *)(const void *)((const char *)config + keys[i].offset);

        if (value < keys[i].least || value > keys[i].most) {
            rs_error_set(error, "found %s = %u, expected %u to %u", keys[i].name, value, keys[i].least, keys[i].most);
            return false;
        }
    }
    return true;
}

void rs_config_top(uint32_t *top, const char *module)
{
    *top = strcmp(module, "rs_gpu") == 0 ? RS_TOP_GPU : strcmp(module, "rs_gpu_memory") == 0 ? RS_TOP_GPU_MEMORY : RS_TOP_PATH;
}

/* ADDRESS_MAP. Everything but the number of channel bits is checked here, where the line is known. */
static bool set_address_map(rs_config *config, const char *value, rs_error *error)
{
    rs_address_map map;
    uint32_t channel_bits = 0;
    size_t length = strlen(value);

    if (length >= sizeof(config->address_map_text)) {
        rs_error_set(error, "ADDRESS_MAP: found %zu characters, expected at most %zu", length,
                     sizeof(config->address_map_text) - 1);
        return false;
    }
    if (strncmp(value, "dramid@", 7) != 0)
        for (const char *c = value; *c != '\0'; c++)
            channel_bits += *c == 'D' || *c == 'd';
    if (channel_bits > 6) {
        rs_error_set(error, "ADDRESS_MAP: found %u letters D, expected at most 6 (%d channels)", channel_bits,
                     RS_MAX_CHANNELS);
        return false;
    }
    if (!rs_address_map_parse(&map, value, UINT32_C(1) << channel_bits, error))
        return false;
    memcpy(config->address_map_text, value, length + 1);
    return true;
}

/* MEMORY_NODES. Whether the nodes are there is checked with the other keys. */
static bool set_memory_nodes(rs_config *config, const char *value, rs_error *error)
{
    rs_set nodes;

    if (strlen(value) >= sizeof(config->memory_nodes_text)) {
        rs_error_set(error, "MEMORY_NODES: found %zu characters, expected at most %zu", strlen(value), sizeof(config->memory_nodes_text) - 1);
        return false;
    }
    if (!rs_memory_nodes_parse(&nodes, value, error))
        return false;
    memcpy(config->memory_nodes_text, value, strlen(value) + 1);
    return true;
}

static void take_value(rs_config *config, const config_key *key, uint32_t value)
{
    uint32_t *field = key_field(config, key);

    *field = value;
    if (field == &config->miss_entries)
        config->miss_entries_set = true;
}

bool rs_config_set(rs_config *config, const char *key, const char *value, rs_error *error)
{
    const config_key *entry = NULL;
    unsigned long long number;
    char *end;

    if (strcmp(key, "ADDRESS_MAP") == 0)
        return set_address_map(config, value, error);
    if (strcmp(key, "MEMORY_NODES") == 0)
        return set_memory_nodes(config, value, error);
    for (size_t i = 0; i < KEYS && entry == NULL; i++)
        if (strcmp(key, keys[i].name) == 0)
            entry = &keys[i];
    if (entry == NULL) {
        rs_error_set(error, "found unknown key '%.40s', expected a key that 'rowstreak config' lists", key);
        return false;
    }
    for (size_t i = 0; i < NAMED_VALUES; i++) {
        if (strcmp(key, named_values[i].key) == 0 && strcmp(value, named_values[i].name) == 0) {
            take_value(config, entry, named_values[i].value);
            return true;
        }
    }
    errno = 0;
    number = strtoull(value, &end, 0);
    if (!isdigit((unsigned char)value[0]) || *end != '\0' || errno != 0 || number < entry->least ||
        number > entry->most) {
        rs_error_set(error, "found %s = '%.40s', expected %u to %u", key, value, entry->least, entry->most);
        return false;
    }
    take_value(config, entry, (uint32_t)number);
    return true;
}

/* Cuts comment and surrounding blanks; returns the first character that is left. */
static char *trim(char *text)
{
    char *end;

    while (isspace((unsigned char)*text))
        text++;
    end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

/* Lines in which the keys stand, MEMORY_NODES and ADDRESS_MAP behind all others; 0: nowhere yet. */
typedef struct key_lines {
    uint64_t line[KEYS + 2];
} key_lines;

static bool read_line(rs_config *config, key_lines *lines, uint64_t number, char *line, rs_error *error)
{
    char *comment = strchr(line, '#');
    char *key, *equals;
    size_t index = 0;

    if (comment != NULL)
        *comment = '\0';
    key = trim(line);
    if (*key == '\0')
        return true;
    equals = strchr(key, '=');
    if (equals == NULL) {
        rs_error_set(error, "found '%.40s', expected KEY = VALUE", key);
        return false;
    }
    *equals = '\0';
    key = trim(key);
    if (!rs_config_set(config, key, trim(equals + 1), error))
        return false;
    while (index < KEYS && strcmp(key, keys[index].name) != 0)
        index++;
    index += strcmp(key, "MEMORY_NODES") == 0;
    if (lines->line[index] != 0) {
        rs_error_set(error, "found %s again, expected it once (line %llu)", key, (unsigned long long)lines->line[index]);
        return false;
    }
    lines->line[index] = number;
    return true;
}

bool rs_config_read(rs_config *config, const char *path, rs_error *error)
{
    rs_text_reader text;
    rs_config read = *config;
    key_lines lines;
    rs_error inner;
    bool good = true;

    memset(&lines, 0, sizeof(lines));
    if (!rs_text_open(&text, path, LONGEST_LINE, "KEY = VALUE lines", error))
        return false;
    while (good && rs_text_next(&text)) {
        good = read_line(&read, &lines, text.number, text.line, &inner);
        if (!good)
            (void)rs_text_fail(&text, text.number, "%.230s", inner.text);
    }
    good = !text.failed;
    rs_text_close(&text);
    if (good)
        *config = read;
    return good;
}

/* The number behind a prefix of a machine name; false without digits or beyond the range. */
static bool take_number(const char **text, uint32_t least, uint32_t most, uint32_t *number)
{
    char *end;
    unsigned long value;

    if (!isdigit((unsigned char)**text))
        return false;
    value = strtoul(*text, &end, 10);
    if (value < least || value > most)
        return false;
    *text = end;
    *number = (uint32_t)value;
    return true;
}

static bool take_word(const char **text, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(*text, word, length) != 0)
        return false;
    *text += length;
    return true;
}

bool rs_config_machine(rs_config *config, const char *machine, rs_error *error)
{
    const char *rest = machine;
    uint32_t scheduler, policy = RS_HOLD_NONE, hash = 4, limit = 0, guard = 0, lookahead = 1, places = 0, cap = 0, joined = 1;
    bool good = true, shortest;

    if (take_word(&rest, "FR-FCFS") || take_word(&rest, "FRFCFS"))
        scheduler = RS_SCHEDULER_FRFCFS;
    else if (take_word(&rest, "MOST-PENDING") || take_word(&rest, "MOST_PENDING"))
        scheduler = RS_SCHEDULER_MOST_PENDING;
    else if (take_word(&rest, "BLISS"))
        scheduler = RS_SCHEDULER_BLISS;
    else if (take_word(&rest, "PAR-BS") || take_word(&rest, "PARBS"))
        scheduler = RS_SCHEDULER_PARBS;
    else if (take_word(&rest, "WG"))
        scheduler = RS_SCHEDULER_WG;
    else if (take_word(&rest, "BFIFO"))
        scheduler = RS_SCHEDULER_BFIFO;
    else if (take_word(&rest, "FIFO"))
        scheduler = RS_SCHEDULER_FIFO;
    else
        scheduler = 0, good = false;
    if (scheduler == RS_SCHEDULER_BFIFO && take_word(&rest, "."))
        good = good && take_number(&rest, 1, 8, &lookahead);
    if (scheduler == RS_SCHEDULER_BFIFO && take_word(&rest, "x"))
        good = good && take_number(&rest, 1, 64, &places);
    if (take_word(&rest, "+HMHG")) {
        policy = RS_HOLD_HMHG;
        good = good && take_number(&rest, 1, 16, &hash);
    } else if (take_word(&rest, "+RMHG")) {
        policy = RS_HOLD_RMHG;
    } else if (take_word(&rest, "+HG")) {
        policy = RS_HOLD_HG;
    }
    if (take_word(&rest, "/L"))
        good = good && take_number(&rest, 1, 255, &limit);
    if (take_word(&rest, "/G"))
        guard = 1;
    shortest = take_word(&rest, "/SJF");
    if (take_word(&rest, "/S"))
        good = good && take_number(&rest, 2, 16, &joined);
    if (take_word(&rest, "/A"))
        good = good && take_number(&rest, 1, 255, &cap);
    if (!good || *rest != '\0') {
        rs_error_set(error,
                     "found machine '%.40s', expected FIFO, BFIFO[.<look-ahead 1, 2, 4, 8>][x<places a bank>], FR-FCFS, "
                     "MOST-PENDING, BLISS, PAR-BS or WG, then optionally +HG, +RMHG or +HMHG<bits 1..16>, /L<limit 1..255>, /G, /SJF, /S<requests of a superpacket 2..16>, /A<age cap 1..255>",
                     machine);
        return false;
    }
    config->scheduler = scheduler;
    config->lookahead = lookahead;
    config->bank_places = places;
    config->age_cap = cap;
    config->hold_policy = policy;
    config->hash_bits = hash;
    config->hold_limit = limit;
    config->wait_guard = guard;
    config->superpacket = joined;
    if (shortest != (config->allocator == RS_ALLOCATOR_SJF))
        config->allocator = shortest ? RS_ALLOCATOR_SJF : RS_ALLOCATOR_PIM;
    return true;
}

void rs_config_machine_name(const rs_config *config, char name[RS_MACHINE_NAME])
{
    static const char *const schedulers[] = {"FIFO", "BFIFO", "FR-FCFS", "MOST-PENDING", "BLISS", "PAR-BS", "WG"};
    static const char *const holds[] = {"", "+HG", "+RMHG", "+HMHG"};
    const bool banked = config->scheduler == RS_SCHEDULER_BFIFO;
    const struct {
        bool shown;
        const char *mark;
        uint32_t number;
    } parts[] = {
        {banked && config->lookahead != 1, ".", config->lookahead},
        {banked && config->bank_places != 0, "x", config->bank_places},
        {config->hold_policy == RS_HOLD_HMHG, "", config->hash_bits},
        {config->hold_limit != 0, "/L", config->hold_limit},
        {config->superpacket != 1, "/S", config->superpacket},
        {config->age_cap != 0, "/A", config->age_cap},
    };
    enum { HOLD = 2, GUARD = 4, SJF = 4 };
    size_t used = (size_t)snprintf(name, RS_MACHINE_NAME, "%s", schedulers[config->scheduler]);

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (i == HOLD)
            used += (size_t)snprintf(name + used, RS_MACHINE_NAME - used, "%s", holds[config->hold_policy]);
        if (i == GUARD && config->wait_guard != 0)
            used += (size_t)snprintf(name + used, RS_MACHINE_NAME - used, "/G");
        if (i == SJF && config->allocator == RS_ALLOCATOR_SJF)
            used += (size_t)snprintf(name + used, RS_MACHINE_NAME - used, "/SJF");
        if (parts[i].shown)
            used += (size_t)snprintf(name + used, RS_MACHINE_NAME - used, "%s%u", parts[i].mark, parts[i].number);
    }
}
