/* Configuration: defaults, KEY = VALUE files, machine names, derived values and their checks.
 * The keys, ranges and defaults are those of config.def; ADDRESS_MAP is the one key that is text. */
#include "rowstreak.h"

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
enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

typedef struct named_value {
    const char *key, *name;
    uint32_t value;
} named_value;

static const named_value named_values[] = {
    {"PICK", "TREE", RS_PICK_TREE},
    {"PICK", "UNIFORM", RS_PICK_UNIFORM},
    {"SCHEDULER", "FIFO", RS_SCHEDULER_FIFO},
    {"SCHEDULER", "BFIFO", RS_SCHEDULER_BFIFO},
    {"SCHEDULER", "FRFCFS", RS_SCHEDULER_FRFCFS},
    {"SCHEDULER", "FR-FCFS", RS_SCHEDULER_FRFCFS},
    {"SCHEDULER", "MOST_PENDING", RS_SCHEDULER_MOST_PENDING},
    {"SCHEDULER", "MOST-PENDING", RS_SCHEDULER_MOST_PENDING},
    {"HOLD_POLICY", "NONE", RS_HOLD_NONE},
    {"HOLD_POLICY", "HG", RS_HOLD_HG},
    {"HOLD_POLICY", "RMHG", RS_HOLD_RMHG},
    {"HOLD_POLICY", "HMHG", RS_HOLD_HMHG},
    {"L1_REPLACEMENT", "LRU", 0},
    {"L1_REPLACEMENT", "TREE", 1},
    {"MISS_TABLE", "MSHR", 0},
    {"MISS_TABLE", "PRT", 1},
};
enum { NAMED_VALUES = sizeof(named_values) / sizeof(named_values[0]) };

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
    if (channel_bits > 5) {
        rs_error_set(error, "ADDRESS_MAP: found %u letters D, expected at most 5 (%d channels)", channel_bits,
                     RS_MAX_CHANNELS);
        return false;
    }
    if (!rs_address_map_parse(&map, value, UINT32_C(1) << channel_bits, error))
        return false;
    memcpy(config->address_map_text, value, length + 1);
    return true;
}

bool rs_config_set(rs_config *config, const char *key, const char *value, rs_error *error)
{
    const config_key *entry = NULL;
    unsigned long long number;
    char *end;

    if (strcmp(key, "ADDRESS_MAP") == 0)
        return set_address_map(config, value, error);
    for (size_t i = 0; i < KEYS && entry == NULL; i++)
        if (strcmp(key, keys[i].name) == 0)
            entry = &keys[i];
    if (entry == NULL) {
        rs_error_set(error, "found unknown key '%.40s', expected a key that 'rowstreak config' lists", key);
        return false;
    }
    for (size_t i = 0; i < NAMED_VALUES; i++) {
        if (strcmp(key, named_values[i].key) == 0 && strcmp(value, named_values[i].name) == 0) {
            *key_field(config, entry) = named_values[i].value;
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
    *key_field(config, entry) = (uint32_t)number;
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

static bool read_line(rs_config *config, char *line, rs_error *error)
{
    char *comment = strchr(line, '#');
    char *key, *equals;

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
    return rs_config_set(config, key, trim(equals + 1), error);
}

bool rs_config_read(rs_config *config, const char *path, rs_error *error)
{
    char line[512];
    rs_config read = *config;
    rs_error inner;
    unsigned number = 0;
    bool good = true;
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        rs_error_set(error, "%s:1: found no readable file (%s), expected KEY = VALUE lines", path, strerror(errno));
        return false;
    }
    errno = 0;
    while (good && fgets(line, sizeof(line), file) != NULL) {
        number++;
        if (strchr(line, '\n') == NULL && !feof(file)) {
            rs_error_set(&inner, "found a line of more than %zu characters, expected KEY = VALUE", sizeof(line) - 2);
            good = false;
        } else {
            good = read_line(&read, line, &inner);
        }
    }
    if (good && ferror(file)) {
        rs_error_set(&inner, "found a read error (%s), expected KEY = VALUE lines", strerror(errno));
        number++;
        good = false;
    }
    (void)fclose(file);
    if (good)
        *config = read;
    else
        rs_error_set(error, "%s:%u: %.300s", path, number, inner.text);
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
    uint32_t scheduler, policy = RS_HOLD_NONE, hash = 4, limit = 0, guard = 0, lookahead = 1, places = 0, cap = 0, compared = 0;
    bool good = true;

    if (take_word(&rest, "FR-FCFS") || take_word(&rest, "FRFCFS"))
        scheduler = RS_SCHEDULER_FRFCFS;
    else if (take_word(&rest, "MOST-PENDING") || take_word(&rest, "MOST_PENDING"))
        scheduler = RS_SCHEDULER_MOST_PENDING;
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
    if (scheduler >= RS_SCHEDULER_FRFCFS && take_word(&rest, "."))
        good = good && take_number(&rest, 1, 64, &compared);
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
    if (take_word(&rest, "/A"))
        good = good && take_number(&rest, 1, 255, &cap);
    if (!good || *rest != '\0') {
        rs_error_set(error,
                     "found machine '%.40s', expected FIFO, BFIFO[.<look-ahead 1, 2, 4, 8>][x<places a bank>], FR-FCFS[.<row comparators>] "
                     "or MOST-PENDING[.<row comparators>], then optionally +HG, +RMHG or +HMHG<bits 1..16>, /L<limit 1..255>, /G, /A<age cap 1..255>",
                     machine);
        return false;
    }
    config->scheduler = scheduler;
    config->lookahead = lookahead;
    config->bank_places = places;
    config->row_comparators = compared;
    config->age_cap = cap;
    config->hold_policy = policy;
    config->hash_bits = hash;
    config->hold_limit = limit;
    config->wait_guard = guard;
    return true;
}

static bool power_of_two(const char *key, uint32_t value, rs_error *error)
{
    if (value != 0 && (value & (value - 1)) == 0)
        return true;
    rs_error_set(error, "found %s = %u, expected a power of two", key, value);
    return false;
}

static bool derive_data_widths(rs_config *config, rs_error *error)
{
    uint32_t command_bytes = config->chips * config->bus_bytes * config->burst;

    if (command_bytes == 0 || command_bytes > RS_LINE_BYTES || RS_LINE_BYTES % command_bytes != 0) {
        rs_error_set(error, "found CHIPS * BUS_BYTES * BURST = %u, expected a divisor of %d", command_bytes,
                     RS_LINE_BYTES);
        return false;
    }
    config->columns = RS_LINE_BYTES / command_bytes;
    config->data_cycles = config->columns * config->burst_cycles;
    if (config->data_cycles < 2) {
        rs_error_set(error, "found a line in %u data-bus cycle, expected 2 or more: a flit a cycle at most (CHIPS, BUS_BYTES, "
                     "BURST, BURST_CYCLES)", config->data_cycles);
        return false;
    }
    if (2 * config->flit_bits % config->data_cycles != 0) {
        rs_error_set(error, "found 2 * FLIT_BITS = %u bits in %u data cycles, expected a whole number of bits a cycle",
                     2 * config->flit_bits, config->data_cycles);
        return false;
    }
    config->dq_bits = 2 * config->flit_bits / config->data_cycles; /* at most a flit: RS_DQ_WORDS words */
    if (config->write_mask != 0 && config->dq_bits % 8 != 0) {
        rs_error_set(error, "found WRITE_MASK = 1 with %u data bits a cycle (2 * FLIT_BITS / data cycles), expected whole bytes",
                     config->dq_bits);
        return false;
    }
    config->full_mask = config->write_mask != 0 ? UINT64_MAX >> (64 - 2 * config->flit_bits / 8) : 0;
    return true;
}

static bool check_relations(const rs_config *config, rs_error *error)
{
    if (config->bank_places != 0 &&
        ((config->bank_places & (config->bank_places - 1)) != 0 || config->bank_places > config->queue ||
         config->bank_places * config->banks < config->queue)) {
        rs_error_set(error, "found BANK_PLACES = %u, expected 0 or a power of two from QUEUE / banks = %u to QUEUE = %u",
                     config->bank_places, config->queue / config->banks, config->queue);
        return false;
    }
    if (config->queue < config->banks) {
        rs_error_set(error, "found QUEUE = %u, expected at least the %u banks of ADDRESS_MAP", config->queue,
                     config->banks);
        return false;
    }
    if (config->in_flight > UINT32_C(1) << config->tag_bits) {
        rs_error_set(error, "found IN_FLIGHT = %u, expected at most 2^TAG_BITS = %u", config->in_flight,
                     UINT32_C(1) << config->tag_bits);
        return false;
    }
    if (config->wait_guard != 0 && config->hold_limit == 0) {
        rs_error_set(error, "found WAIT_GUARD = 1 with HOLD_LIMIT = 0, expected HOLD_LIMIT >= 1");
        return false;
    }
    if (config->hold_policy == RS_HOLD_HMHG && config->hash_bits > config->map.row_bits) {
        rs_error_set(error, "found HASH_BITS = %u, expected at most the %u row bits of ADDRESS_MAP", config->hash_bits,
                     config->map.row_bits);
        return false;
    }
    if (config->t_ccd < config->burst_cycles) {
        rs_error_set(error, "found T_CCD = %u, expected at least BURST_CYCLES = %u", config->t_ccd,
                     config->burst_cycles);
        return false;
    }
    if (config->t_rtw + config->wl < config->cl + config->burst_cycles) {
        rs_error_set(error, "found T_RTW = %u, expected at least CL + BURST_CYCLES - WL = %u", config->t_rtw,
                     config->cl + config->burst_cycles - config->wl);
        return false;
    }
    return true;
}

static uint32_t longer(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Bank groups, and the same bound on T_REFI as rtl/dram/rs_refresh.v: time to close the banks, refresh, and serve. */
static bool check_dram(const rs_config *config, rs_error *error)
{
    uint32_t column = longer(longer(config->t_ccd, config->burst_cycles), config->bank_groups > 1 ? config->t_ccd_l : 0);
    uint32_t write_end = config->wl + config->burst_cycles;
    uint32_t closing = config->columns * column + longer(longer(config->t_ras, config->t_rtp), write_end + config->t_wr) +
                       config->banks + longer(config->t_rp, config->t_rc);
    uint32_t least = closing + config->t_rfc + config->t_faw + config->t_rcd +
                     longer(config->t_rtw, write_end + config->t_wtr) + 1;

    if (config->t_rc < config->t_rrd) {
        rs_error_set(error, "found T_RC = %u, expected at least T_RRD = %u", config->t_rc, config->t_rrd);
        return false;
    }
    if (config->t_rtp > config->t_ras) {
        rs_error_set(error, "found T_RTP = %u, expected at most T_RAS = %u", config->t_rtp, config->t_ras);
        return false;
    }
    if (config->t_rcd > config->t_ras) {
        rs_error_set(error, "found T_RCD = %u, expected at most T_RAS = %u", config->t_rcd, config->t_ras);
        return false;
    }
    if (config->bank_groups > config->banks) {
        rs_error_set(error, "found BANK_GROUPS = %u, expected at most the %u banks of ADDRESS_MAP", config->bank_groups,
                     config->banks);
        return false;
    }
    if (config->bank_groups > 1 && config->t_ccd_l < config->t_ccd) {
        rs_error_set(error, "found T_CCD_L = %u, expected at least T_CCD = %u", config->t_ccd_l, config->t_ccd);
        return false;
    }
    if (config->t_refi != 0 && config->t_refi < least) {
        rs_error_set(error, "found T_REFI = %u, expected 0 or at least %u cycles to close the banks, refresh and serve a "
                     "request", config->t_refi, least);
        return false;
    }
    return true;
}

/* The scan of the queue is done before the next ACT, and before a command looks at its outcome (rs_queue_frfcfs.v). */
static bool check_comparators(const rs_config *config, rs_error *error)
{
    uint32_t n = config->row_comparators, cycles;

    if (config->scheduler < RS_SCHEDULER_FRFCFS || n == 0 || n == config->queue)
        return true;
    cycles = config->t_rcd < config->t_ras ? config->t_rcd : config->t_ras;
    cycles = cycles < config->t_rrd + 2 ? (cycles > 2 ? cycles - 2 : 0) : config->t_rrd;
    if ((n & (n - 1)) == 0 && n < config->queue && config->queue / n <= cycles)
        return true;
    rs_error_set(error, "found ROW_COMPARATORS = %u, expected 0 or a power of two up to QUEUE = %u that compares QUEUE places "
                 "within T_RRD, T_RCD - 2 and T_RAS - 2: %u cycles", n, config->queue, cycles);
    return false;
}

/* SM_MEMORY = 1: the sizes that the RTL of an SM's memory side refuses, and the order that its stores rely on. */
static bool check_sm_memory(const rs_config *config, rs_error *error)
{
    const uint32_t pad_words = config->scratchpad_banks * 4, ways = config->miss_ways;

    if (config->sm_memory == 0)
        return true;
    if (!power_of_two("LINE_BYTES", config->line_bytes, error) || !power_of_two("MAX_LENGTH", config->max_length, error) ||
        !power_of_two("L1_SETS", config->l1_sets, error) || !power_of_two("L1_WAYS", config->l1_ways, error) ||
        !power_of_two("SCRATCHPAD_BANKS", config->scratchpad_banks, error))
        return false;
    if (config->flit_bits != 256) {
        rs_error_set(error, "found FLIT_BITS = %u with SM_MEMORY = 1, expected 256: a line of 64 B is two flits", config->flit_bits);
        return false;
    }
    if (config->vcs > 1 && config->static_vc == 0) {
        rs_error_set(error, "found VCS = %u with STATIC_VC = 0 and SM_MEMORY = 1, expected STATIC_VC = 1: requests to one "
                     "address stay in order", config->vcs);
        return false;
    }
    if (config->scratchpad_bytes % pad_words != 0 || config->scratchpad_bytes >> config->map.address_bits != 0) {
        rs_error_set(error, "found SCRATCHPAD_BYTES = %u, expected a multiple of 4 * SCRATCHPAD_BANKS = %u below 2^%u",
                     config->scratchpad_bytes, pad_words, config->map.address_bits);
        return false;
    }
    if (ways != 0 && ways != config->miss_entries &&
        ((ways & (ways - 1)) != 0 || (config->miss_entries & (config->miss_entries - 1)) != 0 || ways > config->miss_entries)) {
        rs_error_set(error, "found MISS_WAYS = %u, expected 0, MISS_ENTRIES = %u, or both powers of two", ways,
                     config->miss_entries);
        return false;
    }
    return true;
}

bool rs_config_finish(rs_config *config, rs_error *error)
{
    if (!power_of_two("CHANNELS", config->channels, error) || !power_of_two("FLIT_BITS", config->flit_bits, error) ||
        !power_of_two("QUEUE", config->queue, error) || !power_of_two("REPLY_SLOTS", config->reply_slots, error) ||
        !power_of_two("CHIPS", config->chips, error) || !power_of_two("VCS", config->vcs, error) ||
        !power_of_two("LOOKAHEAD", config->lookahead, error) ||
        !power_of_two("BANK_GROUPS", config->bank_groups, error))
        return false;
    if (!rs_address_map_parse(&config->map, config->address_map_text, config->channels, error))
        return false;
    config->banks = UINT32_C(1) << config->map.bank_bits;
    if (config->sm_memory != 0)
        config->write_mask = 1; /* SMs store less than a line */
    return derive_data_widths(config, error) && check_relations(config, error) && check_dram(config, error) &&
           check_comparators(config, error) && check_sm_memory(config, error);
}

uint64_t rs_request_header(const rs_config *config, uint64_t address, bool write, uint32_t tag)
{
    uint32_t line_bits = config->map.address_bits - RS_LINE_SHIFT;
    uint64_t line = (address >> RS_LINE_SHIFT) & ((UINT64_C(1) << line_bits) - 1);
    uint64_t tag_mask = (UINT64_C(1) << config->tag_bits) - 1;

    return line | (uint64_t)write << line_bits | (tag & tag_mask) << (line_bits + 1);
}

uint32_t rs_reply_tag(const rs_config *config, uint64_t header)
{
    return (uint32_t)(header & ((UINT64_C(1) << config->tag_bits) - 1));
}
