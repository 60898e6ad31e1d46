/* Contract: timing_checker.h. */
#include "observe/timing_checker.h"

#include <stdlib.h>
#include <string.h>

enum scope { SAME_BANK, OTHER_BANKS, SAME_GROUP, CHANNEL };
enum { RING = 64, COMMANDS = RS_DRAM_REF + 1, DISTANCE_RULES = RS_RULE_TCCD_L_WR + 1, ANY_BANK = RS_MAX_BANKS };
#define NEVER (INT64_MIN / 2)

#define ACT (1u << RS_DRAM_ACT)
#define PRE (1u << RS_DRAM_PRE)
#define RD (1u << RS_DRAM_RD)
#define WR (1u << RS_DRAM_WR)
#define REF (1u << RS_DRAM_REF)

enum refreshes { ANY, ALL, EACH }; /* the rows of a device that refreshes all banks at a time, each for itself */

/* The data sheet: one row a rule and scope, from any command of a set to any command of a set. */
static const struct {
    enum rs_timing_rule rule;
    unsigned from, to;
    enum scope scope;
    enum refreshes refreshes;
} distance[] = {
    {RS_RULE_TRCD, ACT, RD, SAME_BANK, ANY},
    {RS_RULE_TRCD_WR, ACT, WR, SAME_BANK, ANY},
    {RS_RULE_TRAS, ACT, PRE, SAME_BANK, ANY},
    {RS_RULE_TRP, PRE, ACT, SAME_BANK, ANY},
    {RS_RULE_TRP, PRE, REF, CHANNEL, ALL},
    {RS_RULE_TRP, PRE, REF, SAME_BANK, EACH},
    {RS_RULE_TRC, ACT, ACT, SAME_BANK, ANY},
    {RS_RULE_TRC, ACT, REF, CHANNEL, ALL},
    {RS_RULE_TRC, ACT, REF, SAME_BANK, EACH},
    {RS_RULE_TRRD, ACT, ACT, OTHER_BANKS, ANY},
    {RS_RULE_TRRD, ACT, REF, OTHER_BANKS, EACH},
    {RS_RULE_TCCD, RD | WR, RD | WR, CHANNEL, ANY},
    {RS_RULE_TWTR, WR, RD, CHANNEL, ANY},
    {RS_RULE_TRTW, RD, WR, CHANNEL, ANY},
    {RS_RULE_TRTP, RD, PRE, SAME_BANK, ANY},
    {RS_RULE_TWR, WR, PRE, SAME_BANK, ANY},
    {RS_RULE_TRFC, REF, ACT | REF, CHANNEL, ALL},
    {RS_RULE_TRFC, REF, ACT | REF, SAME_BANK, EACH},
    {RS_RULE_TRREFD, REF, ACT | REF, OTHER_BANKS, EACH},
    {RS_RULE_TCCD_L, RD | WR, RD, SAME_GROUP, ANY},
    {RS_RULE_TCCD_L, RD, WR, SAME_GROUP, ANY},
    {RS_RULE_TCCD_L_WR, WR, WR, SAME_GROUP, ANY},
    {RS_RULE_TWTR_L, WR, RD, SAME_GROUP, ANY},
};
enum { DISTANCES = sizeof distance / sizeof distance[0] };

typedef struct open_request { /* its column commands are under way */
    uint32_t index, bank, row, column; /* index: of the next one */
    uint8_t command;
} open_request;

typedef struct channel_state {
    int64_t last[COMMANDS][RS_MAX_BANKS + 1]; /* cycle of the last such command; [ANY_BANK]: to any bank */
    int64_t data_cycle[RING];             /* entry (c % RING) is c when the data bus is owned in cycle c */
    int64_t data_owner[RING];             /* cycle of the owning command */
    int64_t write_cycle[RING];            /* entry (c % RING) is c when write data are due in cycle c */
    int64_t act[4];                       /* the last four ACTs, act[acts % 4] the earliest */
    uint64_t acts, refreshes;
    int64_t write_end;                    /* last cycle with write data due */
    bool open[RS_MAX_BANKS];
    uint32_t row[RS_MAX_BANKS];
    open_request request[2];              /* the second with PAIR only */
    uint32_t requests;                    /* of them open */
} channel_state;

struct rs_timing_checker {
    uint32_t channels, banks, bank_groups, columns, column_commands; /* column commands addressable in a row */
    uint32_t requests;                    /* that may be open at a time */
    bool refreshes_each;                  /* REF is of one bank */
    uint64_t rows;
    int64_t required[DISTANCE_RULES], read_latency, write_latency, burst_cycles, four_acts, refresh_interval, cycle;
    uint64_t count[RS_RULE_COUNT], total;
    uint32_t distances[COMMANDS]; /* bit per row of the data sheet that ends with this command and demands anything */
    bool violated;
    rs_timing_violation first;
    channel_state channel[];
};

static const char *const command_name[COMMANDS] = {"NOP", "ACT", "PRE", "RD", "WR", "REF"};

const char *rs_timing_rule_name(enum rs_timing_rule rule)
{
    static const char *const names[RS_RULE_COUNT] = {
        "tRCD", "tRAS", "tRP", "tRC", "tRRD", "tCCD", "tWTR", "tRTW", "tRTP", "tWR", "tRFC", "tRREFD", "tCCD_L",
        "tRCD_WR", "tWTR_L", "tCCD_L_WR",
        "data bus", "ACT on open bank", "PRE on closed bank", "RD/WR on closed bank",
        "write data", "request", "range", "command", "tFAW", "tREFI", "REF on open bank",
        "REF in turn",
    };
    return names[rule];
}

static const char *name_of(uint8_t command)
{
    return command < COMMANDS ? command_name[command] : "unknown";
}

static void report(rs_timing_checker *checker, enum rs_timing_rule rule, uint32_t channel, const rs_dram_pins *pins,
                   int64_t earlier, int64_t required, int64_t found)
{
    checker->count[rule]++;
    checker->total++;
    if (checker->violated) {
        return;
    }
    checker->violated = true;
    rs_timing_violation *first = &checker->first;
    first->rule = rule;
    first->channel = channel;
    first->bank = pins->bank;
    first->cycle = checker->cycle;
    first->earlier_cycle = earlier < 0 ? -1 : earlier;
    first->required = required;
    first->found = found;
    int used = snprintf(first->text, sizeof first->text, "DRAM rule %s: cycle %lld channel %u bank %u, %s",
                        rs_timing_rule_name(rule), (long long)checker->cycle, channel, pins->bank,
                        name_of(pins->command));
    char *rest = first->text + used;
    size_t room = sizeof first->text - (size_t)used;
    if (first->earlier_cycle >= 0) {
        snprintf(rest, room, " %lld cycles after cycle %lld, at least %lld required", (long long)found,
                 (long long)earlier, (long long)required);
    } else if ((rule >= RS_RULE_WRITE_DATA && rule <= RS_RULE_RANGE) || rule == RS_RULE_TREFI ||
               rule == RS_RULE_REF_TURN) {
        snprintf(rest, room, ": found %lld, expected %s%lld", (long long)found,
                 rule == RS_RULE_RANGE ? "less than " : rule == RS_RULE_TREFI ? "so many refreshes: " : "",
                 (long long)required);
    }
}

/* Cycle of the latest of these commands within the scope. */
static int64_t latest(const rs_timing_checker *checker, const channel_state *state, unsigned commands, enum scope scope,
                      uint32_t bank)
{
    int64_t cycle = NEVER;
    for (; commands != 0; commands &= commands - 1) {
        const int64_t *last = state->last[__builtin_ctz(commands)];
        uint32_t first = scope == CHANNEL ? ANY_BANK : scope == SAME_BANK ? bank : 0;
        uint32_t end = scope == CHANNEL || scope == SAME_BANK ? first + 1 : checker->banks;
        for (uint32_t other = first; other < end; other++) {
            bool counts = scope == OTHER_BANKS  ? other != bank
                          : scope == SAME_GROUP ? other % checker->bank_groups == bank % checker->bank_groups
                                                : true;
            if (counts && last[other] > cycle) {
                cycle = last[other];
            }
        }
    }
    return cycle;
}

static void check_distances(rs_timing_checker *checker, uint32_t channel, const rs_dram_pins *pins)
{
    for (uint32_t rest = checker->distances[pins->command]; rest != 0; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(rest);
        int64_t required = checker->required[distance[i].rule];
        int64_t earlier = latest(checker, &checker->channel[channel], distance[i].from, distance[i].scope, pins->bank);
        if (checker->cycle - earlier < required) {
            report(checker, distance[i].rule, channel, pins, earlier, required, checker->cycle - earlier);
        }
    }
}

static void check_four_acts(rs_timing_checker *checker, uint32_t channel, const rs_dram_pins *pins)
{
    channel_state *state = &checker->channel[channel];
    int64_t fourth = state->act[state->acts % 4];
    if (checker->cycle - fourth < checker->four_acts) {
        report(checker, RS_RULE_TFAW, channel, pins, fourth, checker->four_acts, checker->cycle - fourth);
    }
    state->act[state->acts % 4] = checker->cycle;
    state->acts++;
}

/* The n-th interval of lateness is reported in its first cycle. */
static void check_refresh_interval(rs_timing_checker *checker, uint32_t channel, const rs_dram_pins *pins)
{
    const channel_state *state = &checker->channel[channel];
    int64_t intervals = checker->cycle / checker->refresh_interval;
    if (checker->cycle % checker->refresh_interval == 0 && intervals > (int64_t)state->refreshes + 1) {
        report(checker, RS_RULE_TREFI, channel, pins, -1, intervals - 1, (int64_t)state->refreshes);
    }
}

static void check_banks_closed(rs_timing_checker *checker, uint32_t channel, const rs_dram_pins *pins)
{
    if (checker->refreshes_each) {
        uint64_t turn = checker->channel[channel].refreshes % checker->banks;
        if (checker->channel[channel].open[pins->bank]) {
            report(checker, RS_RULE_REF_ON_OPEN, channel, pins, -1, 0, pins->bank);
        }
        if (pins->bank != turn) {
            report(checker, RS_RULE_REF_TURN, channel, pins, -1, (int64_t)turn, pins->bank);
        }
        return;
    }
    for (uint32_t bank = 0; bank < checker->banks; bank++) {
        if (checker->channel[channel].open[bank]) {
            report(checker, RS_RULE_REF_ON_OPEN, channel, pins, -1, 0, bank);
            return;
        }
    }
}

static void check_data_bus(rs_timing_checker *checker, uint32_t channel, const rs_dram_pins *pins)
{
    channel_state *state = &checker->channel[channel];
    bool write = pins->command == RS_DRAM_WR;
    int64_t first = checker->cycle + (write ? checker->write_latency : checker->read_latency);
    bool free = true;
    for (int64_t cycle = first; cycle < first + checker->burst_cycles; cycle++) {
        uint64_t slot = (uint64_t)cycle % RING;
        if (state->data_cycle[slot] == cycle && free) {
            int64_t owner = state->data_owner[slot], end = cycle;
            while (state->data_cycle[(end + 1) % RING] == end + 1 && state->data_owner[(end + 1) % RING] == owner) {
                end++;
            }
            report(checker, RS_RULE_DATA_BUS, channel, pins, owner, checker->cycle - owner + end + 1 - first,
                   checker->cycle - owner);
            free = false;
        }
        state->data_cycle[slot] = cycle;
        state->data_owner[slot] = checker->cycle;
        if (write) {
            state->write_cycle[slot] = cycle;
            state->write_end = cycle;
        }
    }
}

/* One request at a time, or with PAIR two of one direction to two bank groups, each with its column commands in order. */
static void check_request(rs_timing_checker *checker, uint32_t channel, const rs_dram_pins *pins)
{
    channel_state *state = &checker->channel[channel];
    open_request now = {.index = pins->address % checker->columns, .bank = pins->bank, .row = state->row[pins->bank],
                        .column = pins->address / checker->columns, .command = pins->command};
    const open_request *first = &state->request[0];
    uint32_t k = 0;
    while (k < state->requests && (state->request[k].bank != now.bank || state->request[k].column != now.column ||
                                   state->request[k].row != now.row || state->request[k].command != now.command ||
                                   state->request[k].index != now.index)) {
        k++;
    }
    bool begins = k == state->requests && now.index == 0 &&
                  (k == 0 || (k < checker->requests && now.command == first->command &&
                              now.bank % checker->bank_groups != first->bank % checker->bank_groups));
    if (k == state->requests && !begins) {
        report(checker, RS_RULE_REQUEST, channel, pins, -1,
               (int64_t)(k == 0 ? now.column : first->column) * checker->columns + (k == 0 ? 0 : first->index), pins->address);
        k = 0;
        begins = true;
    }
    now.index = (now.index + 1) % checker->columns;
    state->request[k] = now;
    state->requests = begins ? k + 1 : state->requests;
    if (now.index == 0) {
        state->request[k] = state->request[1];
        state->requests--;
    }
}

static bool check_range(rs_timing_checker *checker, uint32_t channel, const rs_dram_pins *pins)
{
    bool column = pins->command == RS_DRAM_RD || pins->command == RS_DRAM_WR;
    int64_t limit = column ? checker->column_commands : (int64_t)checker->rows;
    if (pins->command > RS_DRAM_WR && (pins->command != RS_DRAM_REF || checker->refresh_interval == 0)) {
        report(checker, RS_RULE_COMMAND, channel, pins, -1, 0, pins->command);
    } else if (pins->bank >= checker->banks) {
        report(checker, RS_RULE_RANGE, channel, pins, -1, checker->banks, pins->bank);
    } else if (pins->command != RS_DRAM_PRE && pins->command != RS_DRAM_REF && pins->address >= limit) {
        report(checker, RS_RULE_RANGE, channel, pins, -1, limit, pins->address);
    } else {
        return true;
    }
    return false;
}

static void observe_command(rs_timing_checker *checker, uint32_t channel, const rs_dram_pins *pins)
{
    if (!check_range(checker, channel, pins)) {
        return;
    }
    channel_state *state = &checker->channel[channel];
    bool open = state->open[pins->bank];
    check_distances(checker, channel, pins);
    switch (pins->command) {
    case RS_DRAM_ACT:
        if (open) {
            report(checker, RS_RULE_ACT_ON_OPEN, channel, pins, -1, 0, 0);
        }
        check_four_acts(checker, channel, pins);
        state->open[pins->bank] = true;
        state->row[pins->bank] = pins->address;
        break;
    case RS_DRAM_PRE:
        if (!open) {
            report(checker, RS_RULE_PRE_ON_CLOSED, channel, pins, -1, 0, 0);
        }
        state->open[pins->bank] = false;
        break;
    case RS_DRAM_REF:
        check_banks_closed(checker, channel, pins);
        state->refreshes++;
        break;
    default: /* RD, WR */
        if (!open) {
            report(checker, RS_RULE_COLUMN_ON_CLOSED, channel, pins, -1, 0, 0);
        }
        check_data_bus(checker, channel, pins);
        check_request(checker, channel, pins);
        break;
    }
    state->last[pins->command][pins->bank] = checker->cycle;
    state->last[pins->command][ANY_BANK] = checker->cycle;
}

RS_HOT bool rs_timing_checker_observe(rs_timing_checker *checker, const rs_dram_pins *pins)
{
    uint64_t before = checker->total;
    for (uint32_t channel = 0; channel < checker->channels; channel++) {
        channel_state *state = &checker->channel[channel];
        if (pins[channel].wrdata_en || checker->cycle <= state->write_end) {
            bool due = state->write_cycle[(uint64_t)checker->cycle % RING] == checker->cycle;
            if (pins[channel].wrdata_en != due) {
                report(checker, RS_RULE_WRITE_DATA, channel, &pins[channel], -1, due, !due);
            }
        }
        if (pins[channel].command != RS_DRAM_NOP) {
            observe_command(checker, channel, &pins[channel]);
        }
        if (checker->refresh_interval != 0) {
            check_refresh_interval(checker, channel, &pins[channel]);
        }
    }
    checker->cycle++;
    return checker->total == before;
}

uint64_t rs_timing_checker_quiet_cycles(const rs_timing_checker *checker)
{
    for (uint32_t channel = 0; channel < checker->channels; channel++) {
        if (checker->cycle <= checker->channel[channel].write_end) {
            return 0;
        }
    }
    if (checker->refresh_interval != 0) { /* the next count of refreshes */
        return (uint64_t)(checker->refresh_interval - 1 - (checker->cycle - 1) % checker->refresh_interval);
    }
    return UINT64_MAX;
}

void rs_timing_checker_skip(rs_timing_checker *checker, uint64_t cycles)
{
    checker->cycle += (int64_t)cycles;
}

const rs_timing_violation *rs_timing_checker_first(const rs_timing_checker *checker)
{
    return checker->violated ? &checker->first : NULL;
}

uint64_t rs_timing_checker_count(const rs_timing_checker *checker, enum rs_timing_rule rule)
{
    return checker->count[rule];
}

rs_timing_checker *rs_timing_checker_create(const rs_config *config, rs_error *error)
{
    size_t bytes = sizeof(rs_timing_checker) + config->channels * sizeof(channel_state);
    rs_timing_checker *checker = (rs_timing_checker *)calloc(1, bytes);
    if (checker == NULL) {
        rs_error_memory(error, "timing checker: out of memory, %zu bytes wanted", bytes);
        return NULL;
    }
    int64_t write_data_end = (int64_t)config->wl + config->burst_cycles;
    checker->required[RS_RULE_TRCD] = config->t_rcd;
    checker->required[RS_RULE_TRAS] = config->t_ras;
    checker->required[RS_RULE_TRP] = config->t_rp;
    checker->required[RS_RULE_TRC] = config->t_rc;
    checker->required[RS_RULE_TRRD] = config->t_rrd;
    checker->required[RS_RULE_TCCD] = config->t_ccd;
    checker->required[RS_RULE_TWTR] = write_data_end + config->t_wtr;
    checker->required[RS_RULE_TRTW] = config->t_rtw;
    checker->required[RS_RULE_TRTP] = config->t_rtp;
    checker->required[RS_RULE_TWR] = write_data_end + config->t_wr;
    checker->required[RS_RULE_TRFC] = config->refresh == RS_REFRESH_BANK ? config->t_rfc_pb : config->t_rfc;
    checker->required[RS_RULE_TRREFD] = config->t_rrefd;
    checker->required[RS_RULE_TRCD_WR] = config->t_rcd_wr != 0 ? config->t_rcd_wr : config->t_rcd;
    if (config->bank_groups > 1) {
        checker->required[RS_RULE_TCCD_L] = config->t_ccd_l;
        checker->required[RS_RULE_TCCD_L_WR] = config->t_ccd_l_wr != 0 ? config->t_ccd_l_wr : config->t_ccd_l;
        checker->required[RS_RULE_TWTR_L] = config->t_wtr_l != 0 ? write_data_end + config->t_wtr_l : 0;
    }
    checker->four_acts = config->t_faw;
    checker->refreshes_each = config->refresh == RS_REFRESH_BANK;
    checker->refresh_interval = checker->refreshes_each ? config->t_refi / config->banks : config->t_refi;
    checker->bank_groups = config->bank_groups;
    checker->requests = config->pair != 0 ? 2 : 1;
    checker->channels = config->channels;
    checker->banks = config->banks;
    checker->columns = config->columns;
    checker->column_commands = config->columns << config->map.column_bits;
    checker->rows = UINT64_C(1) << config->map.row_bits;
    checker->read_latency = config->cl;
    checker->write_latency = config->wl;
    checker->burst_cycles = config->burst_cycles;
    for (uint32_t i = 0; i < DISTANCES; i++) {
        const bool holds = distance[i].refreshes == ANY || (distance[i].refreshes == EACH) == checker->refreshes_each;
        for (unsigned command = 0; holds && checker->required[distance[i].rule] != 0 && command < COMMANDS; command++) {
            checker->distances[command] |= (distance[i].to >> command & 1) << i;
        }
    }
    rs_timing_checker_reset(checker);
    return checker;
}

void rs_timing_checker_reset(rs_timing_checker *checker)
{
    checker->cycle = 0;
    checker->violated = false;
    checker->total = 0;
    memset(checker->count, 0, sizeof checker->count);
    memset(checker->channel, 0, checker->channels * sizeof checker->channel[0]);
    for (uint32_t i = 0; i < checker->channels; i++) {
        channel_state *state = &checker->channel[i];
        for (int command = 0; command < COMMANDS; command++) {
            for (uint32_t bank = 0; bank <= ANY_BANK; bank++) {
                state->last[command][bank] = NEVER;
            }
        }
        for (int slot = 0; slot < RING; slot++) {
            state->data_cycle[slot] = state->write_cycle[slot] = NEVER;
        }
        for (int act = 0; act < 4; act++) {
            state->act[act] = NEVER;
        }
        state->write_end = NEVER;
    }
}

void rs_timing_checker_assign(rs_timing_checker *to, const rs_timing_checker *from)
{
    memcpy(to, from, sizeof *from + from->channels * sizeof from->channel[0]);
}

void rs_timing_checker_destroy(rs_timing_checker *checker)
{
    free(checker);
}
