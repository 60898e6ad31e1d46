/* Configuration and address map: defaults, files, machine names, relations, and what must be refused. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rowstreak.h"

static void defaults_are_the_thesis_machine(void **state)
{
    rs_config config;
    rs_error error;

    (void)state;
    rs_config_default(&config);
    assert_true(rs_config_finish(&config, &error));
    assert_int_equal(config.sms, 28);
    assert_int_equal(config.channels, 8);
    assert_int_equal(config.banks, 4);
    assert_int_equal(config.columns, 2);
    assert_int_equal(config.data_cycles, 4);
    assert_int_equal(config.dq_bits, 128);
    assert_int_equal(config.map.address_bits, 29);
}

/* The default map by plain arithmetic on the line number, for all bits of the address. */
static void default_map_decodes_by_arithmetic(void **state)
{
    rs_config config;

    (void)state;
    rs_config_default(&config);
    for (uint64_t address = 0; address < UINT64_C(1) << 29; address += 64 * 1021) {
        uint64_t chunk = address / 2048, within = address / 64 % 4;
        uint64_t line = chunk * 4 + within; /* line index within the channel */
        rs_location location = rs_address_decode(&config.map, address);

        assert_int_equal(location.channel, address / 256 % 8);
        assert_int_equal(location.bank, line / 8 % 4);
        assert_int_equal(location.column, line % 8 + line / 32 % 8 * 8);
        assert_int_equal(location.row, line / 256);
        assert_int_equal(rs_address_encode(&config.map, location), address);
    }
}

static void letter_d_equals_inserted_channel_bits(void **state)
{
    rs_address_map inserted, marked;
    rs_error error;

    (void)state;
    assert_true(rs_address_map_parse(
        &inserted, "dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.CCSSSSSS", 8, &error));
    assert_true(rs_address_map_parse(
        &marked, "00000000 00000000 00000000 00000000|000RRRRR|RRRRRRRC|CCBBCDDD|CCssssss", 8, &error));
    assert_memory_equal(&inserted, &marked, sizeof(inserted));
}

static void maps_round_trip(void **state)
{
    static const struct {
        const char *text;
        uint32_t channels;
    } maps[] = {
        {"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.CCSSSSSS", 1},
        {"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.CCSSSSSS", 32},
        {"dramid@6;00000000.00000000.00000000.00000000.00000RRR.RRRRRRRR.RBBBCCCC.CCSSSSSS", 4},
        {"00000000.00000000.00000000.00000000.000CRBRB.RDRBRCRD.RCBCRDRC.RCSSSSSS", 8},
    };
    uint64_t random = 88172645463325252u;

    (void)state;
    for (size_t m = 0; m < sizeof(maps) / sizeof(maps[0]); m++) {
        rs_address_map map;
        rs_error error;

        assert_true(rs_address_map_parse(&map, maps[m].text, maps[m].channels, &error));
        for (int i = 0; i < 20000; i++) {
            rs_location location;
            uint64_t address;

            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            address = random & ((UINT64_C(1) << map.address_bits) - 1) & ~UINT64_C(63);
            location = rs_address_decode(&map, address);
            assert_true(location.channel < maps[m].channels);
            assert_true(location.bank < 1u << map.bank_bits);
            assert_true(location.row < 1u << map.row_bits);
            assert_true(location.column < 1u << map.column_bits);
            assert_int_equal(rs_address_encode(&map, location), address);
        }
    }
}

static void bad_maps_are_refused(void **state)
{
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"", "found 0 letters, expected 64"},
        {"dramid@8;", "found 0 letters, expected 64"},
        {"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.CCSSSSS", "found 63 letters"},
        {"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.CCSSSSSSS", "more than 64 letters"},
        {"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBX.CCSSSSSS", "found letter 'X'"},
        {"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.CSSSSSSS", "found S at mask 0x7f"},
        {"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBB0.CCSSSSSS", "unused bit"},
        {"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCCCC.CCSSSSSS", "found 0 bank bits"},
        {"dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.DCSSSSSS", "together with"},
        {"dramid@8;00000000.00000000.00000000.00000000.000RRRRR.RRRRRRRR.RRCCCBBC.CCSSSSSS", "found 32 address bits"},
        {"dramid@5;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.RRCCCBBC.CCSSSSSS", "dramid@N;"},
        {"dramid@99999999999999999999;0", "dramid@N;"},
        {"00000000.00000000.00000000.00000000.000RRRRR.RRRRRRRC.CCBBCCDD.CCSSSSSS", "found 2 channel bits"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        rs_address_map map;
        rs_error error = {""};

        assert_false(rs_address_map_parse(&map, bad[i].text, 8, &error));
        if (strstr(error.text, bad[i].message) == NULL)
            fail_msg("case %zu: found '%s', expected '%s' in it", i, error.text, bad[i].message);
    }
}

static void machine_names(void **state)
{
    static const struct {
        const char *name;
        uint32_t scheduler, policy, hash, limit, guard, lookahead, cap;
    } good[] = {
        {"FIFO", RS_SCHEDULER_FIFO, RS_HOLD_NONE, 4, 0, 0, 1, 0},
        {"BFIFO", RS_SCHEDULER_BFIFO, RS_HOLD_NONE, 4, 0, 0, 1, 0},
        {"FR-FCFS", RS_SCHEDULER_FRFCFS, RS_HOLD_NONE, 4, 0, 0, 1, 0},
        {"BFIFO+HG", RS_SCHEDULER_BFIFO, RS_HOLD_HG, 4, 0, 0, 1, 0},
        {"FIFO+RMHG/L16", RS_SCHEDULER_FIFO, RS_HOLD_RMHG, 4, 16, 0, 1, 0},
        {"BFIFO+HMHG12/L8/G", RS_SCHEDULER_BFIFO, RS_HOLD_HMHG, 12, 8, 1, 1, 0},
        {"BFIFO/L4/G", RS_SCHEDULER_BFIFO, RS_HOLD_NONE, 4, 4, 1, 1, 0},
        {"BFIFO.4", RS_SCHEDULER_BFIFO, RS_HOLD_NONE, 4, 0, 0, 4, 0},
        {"BFIFO.8+HMHG4/L8/G/A16", RS_SCHEDULER_BFIFO, RS_HOLD_HMHG, 4, 8, 1, 8, 16},
        {"FR-FCFS+HG", RS_SCHEDULER_FRFCFS, RS_HOLD_HG, 4, 0, 0, 1, 0},
        {"BFIFO.4x32+RMHG/L255/G/A255", RS_SCHEDULER_BFIFO, RS_HOLD_RMHG, 4, 255, 1, 4, 255},
        {"MOST-PENDING/A255", RS_SCHEDULER_MOST_PENDING, RS_HOLD_NONE, 4, 0, 0, 1, 255},
        {"PAR-BS", RS_SCHEDULER_PARBS, RS_HOLD_NONE, 4, 0, 0, 1, 0},
        {"BLISS+HG/A3", RS_SCHEDULER_BLISS, RS_HOLD_HG, 4, 0, 0, 1, 3},
        {"BFIFO+RMHG/SJF", RS_SCHEDULER_BFIFO, RS_HOLD_RMHG, 4, 0, 0, 1, 0},
        {"BFIFO+HMHG4/L8/G/SJF/S4/A9", RS_SCHEDULER_BFIFO, RS_HOLD_HMHG, 4, 8, 1, 1, 9},
    };
    static const char *const bad[] = {"",           "fifo",        "BFIFO+",      "BFIFO+XX",    "BFIFO+HMHG",
                                      "BFIFO+HMHG0", "BFIFO+HMHG17", "BFIFO+HG/L",  "BFIFO+HG/L0", "BFIFO+HG/L256",
                                      "BFIFO+HG/G/L4", "FR-FCFS ",    "BFIFO+HG+HG",
                                      "BFIFO.",      "BFIFO.0",     "BFIFO.9",     "FR-FCFS.4",   "FIFO.2",
                                      "BFIFO/A0",    "BFIFO/A256",  "BFIFO/A4/L4", "BFIFO/S4/SJF", "BFIFO/SJF4"};

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        rs_config config;
        rs_error error;
        char name[RS_MACHINE_NAME];

        rs_config_default(&config);
        assert_true(rs_config_machine(&config, good[i].name, &error));
        rs_config_machine_name(&config, name);
        assert_string_equal(name, good[i].name);
        assert_int_equal(config.scheduler, good[i].scheduler);
        assert_int_equal(config.hold_policy, good[i].policy);
        assert_int_equal(config.hash_bits, good[i].hash);
        assert_int_equal(config.hold_limit, good[i].limit);
        assert_int_equal(config.wait_guard, good[i].guard);
        assert_int_equal(config.lookahead, good[i].lookahead);
        assert_int_equal(config.age_cap, good[i].cap);
        assert_int_equal(config.allocator, strstr(name, "/SJF") != NULL ? RS_ALLOCATOR_SJF : RS_ALLOCATOR_PIM);
        assert_true(rs_config_finish(&config, &error));
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        rs_config config, before;
        rs_error error;

        rs_config_default(&config);
        before = config;
        if (rs_config_machine(&config, bad[i], &error))
            fail_msg("machine '%s' was accepted", bad[i]);
        assert_memory_equal(&config, &before, sizeof(config));
    }
}

/* Of the allocators a machine's name says SJF alone, and leaves the others as they are. */
static void machine_names_and_allocators(void **state)
{
    rs_config config;
    rs_error error;

    (void)state;
    rs_config_default(&config);
    assert_true(rs_config_set(&config, "ALLOCATOR", "ISLIP", &error) && rs_config_machine(&config, "BFIFO+HG", &error));
    assert_int_equal(config.allocator, RS_ALLOCATOR_ISLIP);
    assert_true(rs_config_machine(&config, "BFIFO+HG/SJF", &error));
    assert_int_equal(config.allocator, RS_ALLOCATOR_SJF);
    assert_true(rs_config_machine(&config, "BFIFO+HG", &error));
    assert_int_equal(config.allocator, RS_ALLOCATOR_PIM);
}

static void values_stay_in_range(void **state)
{
    static const char *const bad[][2] = {
        {"SMS", "0"},         {"SMS", "257"},   {"SMS", "-1"},  {"SMS", ""},        {"SMS", "4 4"},
        {"SMS", "four"},      {"SMS", "0x"},   {"PICK", "tree"}, {"SEED", "4294967296"},
        {"SEED", "99999999999999999999999"},   {"NOSUCH", "1"}, {"sms", "4"},     {"SCHEDULER", "7"},
        {"CHANNELS", "65"},   {"IN_FLIGHT", "513"}, {"MISS_ENTRIES", "1025"}, {"T_RRD", "1024"}, {"CL", "49"},
    };
    rs_config config;
    rs_error error;

    (void)state;
    rs_config_default(&config);
#define RS_KEY(NAME, field, init, min, max, kind, text)                   \
    {                                                                     \
        char number[16];                                                  \
        (void)snprintf(number, sizeof(number), "%u", (uint32_t)(max));    \
        assert_true(rs_config_set(&config, #NAME, number, &error));       \
        assert_int_equal(config.field, (uint32_t)(max));                  \
        (void)snprintf(number, sizeof(number), "%u", (uint32_t)(min));    \
        assert_true(rs_config_set(&config, #NAME, number, &error));       \
        assert_int_equal(config.field, (uint32_t)(min));                  \
    }
#include "config.def"
#undef RS_KEY
    assert_true(rs_config_set(&config, "PICK", "UNIFORM", &error));
    assert_int_equal(config.pick, RS_PICK_UNIFORM);
    assert_true(rs_config_set(&config, "SEED", "0xffffffff", &error));
    assert_int_equal(config.seed, UINT32_MAX);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (rs_config_set(&config, bad[i][0], bad[i][1], &error))
            fail_msg("%s = '%s' was accepted", bad[i][0], bad[i][1]);
}

/* 128 MSHRs, or the 44 pending requests of OUTSTANDING; a value that was set stays, before or after the kind of table. */
static void miss_entries_follow_the_table(void **state)
{
    static const struct {
        const char *settings[3][2];
        uint32_t entries;
    } cases[] = {
        {{{NULL, NULL}}, 128},
        {{{"MISS_TABLE", "PRT"}}, 44},
        {{{"MISS_TABLE", "PRT"}, {"MISS_TABLE", "MSHR"}}, 128},
        {{{"MISS_TABLE", "PRT"}, {"MISS_ENTRIES", "128"}}, 128},
        {{{"MISS_ENTRIES", "128"}, {"MISS_TABLE", "1"}}, 128},
        {{{"MISS_ENTRIES", "44"}}, 44},
        {{{"MISS_ENTRIES", "7"}, {"MISS_TABLE", "PRT"}, {"MISS_TABLE", "MSHR"}}, 7},
    };
    rs_error error;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        rs_config config;

        rs_config_default(&config);
        for (size_t k = 0; k < 3 && cases[i].settings[k][0] != NULL; k++) {
            assert_true(rs_config_set(&config, cases[i].settings[k][0], cases[i].settings[k][1], &error));
            assert_true(rs_config_finish(&config, &error));
        }
        assert_int_equal(config.miss_entries, cases[i].entries);
    }
}

/* What is refused leaves nothing behind: the entries go on following the kind of table. */
static void refused_miss_entries_are_not_set(void **state)
{
    static const char *const refused[] = {"0", "four", "", "4294967296"};
    rs_error error;

    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        rs_config config;

        rs_config_default(&config);
        assert_false(rs_config_set(&config, "MISS_ENTRIES", refused[i], &error));
        assert_true(rs_config_set(&config, "MISS_TABLE", "PRT", &error));
        assert_true(rs_config_finish(&config, &error));
        assert_int_equal(config.miss_entries, 44);
    }
}

/* Every relation between keys: one change that breaks it and the word that the message must hold. */
static void relations_are_checked(void **state)
{
    static const char *const broken[][4] = {
        {"CHANNELS", "6", "", "CHANNELS = 6"},
        {"FLIT_BITS", "96", "", "FLIT_BITS = 96"},
        {"QUEUE", "24", "", "QUEUE = 24"},
        {"LOOKAHEAD", "3", "", "LOOKAHEAD = 3"},
        {"BANK_GROUPS", "3", "", "BANK_GROUPS = 3"},
        {"BANK_GROUPS", "8", "", "BANK_GROUPS = 8"},
        {"T_REFI", "348", "", "T_REFI = 348"},
        {"T_REFI", "270", "REFRESH=BANK", "found T_REFI = 270 with REFRESH = BANK, expected at least"},
        {"T_REFI", "218", "REFRESH=BANK", "found T_REFI = 218, expected 0 or at least"},
        {"PAIR", "1", "", "found PAIR = 1 with BANK_GROUPS = 1, 2 column commands a request and 2 cycles between two, expected at least 2 of each"},
        {"PAIR", "1", "CHIPS=4", "found PAIR = 1 with BANK_GROUPS = 1, 1 column commands"},
        {"T_RCD_WR", "13", "", "found T_RCD_WR = 13, expected 0 or at most T_RCD = 12"},
        {"T_RCD_WR", "8", "T_RCD=20", "found T_RCD_WR = 8, expected 0 or at least T_RCD - WL - BURST_CYCLES - T_WTR = 9"},
        {"T_WTR_L", "4", "BANK_GROUPS=2", "found T_WTR_L = 4, expected 0 or at least T_WTR = 5"},
        {"T_CCD_L_WR", "2", "BANK_GROUPS=2", "found T_CCD_L_WR = 2, expected 0 or at least T_CCD_L = 3"},
        {"WRITE_HIGH", "33", "", "found WRITE_HIGH = 33 with WRITE_LOW = 8, expected 0 or above WRITE_LOW and at most QUEUE = 32"},
        {"WRITE_HIGH", "8", "", "found WRITE_HIGH = 8 with WRITE_LOW = 8"},
        {"WRITE_HIGH", "9", "SCHEDULER=FIFO", "found WRITE_HIGH = 9 with SCHEDULER = 0, expected BFIFO, FRFCFS or MOST_PENDING"},
        {"T_RTP", "22", "", "T_RTP = 22"},
        {"T_RCD", "22", "", "T_RCD = 22"},
        {"T_RRD", "35", "", "T_RRD = 35"},
        {"REPLY_SLOTS", "6", "", "REPLY_SLOTS = 6"},
        {"CHIPS", "3", "", "CHIPS = 3"},
        {"BURST", "16", "CHIPS=4", "found CHIPS * BUS_BYTES * BURST = 256"},
        {"BUS_BYTES", "3", "", "found CHIPS * BUS_BYTES * BURST = 24"},
        {"BURST_CYCLES", "3", "T_CCD=3", "expected a whole number"},
        {"BURST_CYCLES", "1", "CHIPS=4", "found a line in 1 data-bus cycle"},
        {"BANK_PLACES", "4", "", "found BANK_PLACES = 4, expected 0 or a power of two from QUEUE / banks = 8 to QUEUE = 32"},
        {"L2", "1", "SCHEDULER=BLISS", "found L2 = 1 with SCHEDULER = BLISS, expected L2 = 0"},
        {"WAIT_GUARD", "1", "HOLD_POLICY=HG", "found WAIT_GUARD = 1"},
        {"HASH_BITS", "13", "HOLD_POLICY=HMHG", "found HASH_BITS = 13"},
        {"T_CCD", "1", "", "found T_CCD = 1"},
        {"T_RTW", "6", "", "found T_RTW = 6"},
        {"FLIT_BITS", "128", "SMs", "found FLIT_BITS = 128 with SMs, expected 256"},
        {"VCS", "2", "SMs", "found VCS = 2 with STATIC_VC = 0 and SMs, expected STATIC_VC = 1"},
        {"LINE_BYTES", "96", "SMs", "found LINE_BYTES = 96, expected a power of two"},
        {"MAX_LENGTH", "12", "SMs", "found MAX_LENGTH = 12, expected a power of two"},
        {"L1_SETS", "3", "SMs", "found L1_SETS = 3, expected a power of two"},
        {"L1_WAYS", "3", "SMs", "found L1_WAYS = 3, expected a power of two"},
        {"SCRATCHPAD_BANKS", "3", "SMs", "found SCRATCHPAD_BANKS = 3, expected a power of two"},
        {"SCRATCHPAD_BYTES", "130", "SMs", "found SCRATCHPAD_BYTES = 130, expected a multiple of 4 * SCRATCHPAD_BANKS = 128 below 2^29"},
        {"MISS_WAYS", "3", "SMs", "found MISS_WAYS = 3, expected 0, MISS_ENTRIES = 128, or both powers of two"},
        {"MISS_WAYS", "256", "SMs", "found MISS_WAYS = 256"},
        {"ATOMICS", "4", "SMs", "found ATOMICS = 4 with L2 = 0, expected L2 = 1"},
        {"WARP_SCHEDULERS", "3", "SMs", "found WARP_SCHEDULERS = 3, expected a power of two"},
        {"WARPS", "33", "SMs", "found WARPS = 33, expected at most 2^WARP_BITS = 32"},
        {"REGISTERS", "66", "SMs", "found REGISTERS = 66, expected a multiple of 4, at most 2^REGISTER_BITS = 256"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
        rs_config config;
        rs_error error = {""};

        rs_config_default(&config);
        assert_true(rs_config_set(&config, broken[i][0], broken[i][1], &error));
        if (strcmp(broken[i][2], "SMs") == 0) {
            assert_true(rs_config_finish(&config, &error)); /* of no matter to the memory path */
            config.top = RS_TOP_GPU;
        } else if (broken[i][2][0] != '\0') {
            char key[32];
            size_t length = strcspn(broken[i][2], "=");

            memcpy(key, broken[i][2], length);
            key[length] = '\0';
            assert_true(rs_config_set(&config, key, broken[i][2] + length + 1, &error));
        }
        assert_false(rs_config_finish(&config, &error));
        if (strstr(error.text, broken[i][3]) == NULL)
            fail_msg("%s = %s: found '%s', expected '%s' in it", broken[i][0], broken[i][1], error.text, broken[i][3]);
    }
}

static void banks_bound_the_queue(void **state)
{
    rs_config config;
    rs_error error;

    (void)state;
    rs_config_default(&config);
    assert_true(rs_config_set(&config, "ADDRESS_MAP",
                              "dramid@8;00000000.00000000.00000000.00000000.000000RR.RRRRRRRR.BBCCCBBC.CCSSSSSS", &error));
    assert_true(rs_config_set(&config, "QUEUE", "16", &error));
    assert_true(rs_config_finish(&config, &error));
    assert_int_equal(config.banks, 16);
    assert_true(rs_config_set(&config, "QUEUE", "8", &error));
    assert_false(rs_config_finish(&config, &error));
    assert_non_null(strstr(error.text, "found QUEUE = 8"));
}

/* Writes text to a new file; the caller unlinks path. */
static void write_file(char *path, const char *text, size_t length)
{
    int descriptor;

    (void)strcpy(path, "/tmp/config_test_XXXXXX");
    descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, length), (long long)length);
    assert_int_equal(close(descriptor), 0);
}

static void files_are_read(void **state)
{
    static const char text[] = "# comment\n\n  SMS=4 # four\r\nCHANNELS = 2\n\tSCHEDULER =FR-FCFS\nQUEUE=0x40";
    rs_config config;
    rs_error error;
    char path[64];

    (void)state;
    write_file(path, text, sizeof(text) - 1);
    rs_config_default(&config);
    assert_true(rs_config_read(&config, path, &error));
    (void)unlink(path);
    assert_int_equal(config.sms, 4);
    assert_int_equal(config.channels, 2);
    assert_int_equal(config.scheduler, RS_SCHEDULER_FRFCFS);
    assert_int_equal(config.queue, 64);
    assert_true(rs_config_finish(&config, &error));
    assert_int_equal(config.map.channel_bits, 1);
}

static void bad_files_name_their_line(void **state)
{
    static const struct {
        const char *text;
        const char *message;
    } bad[] = {
        {"SMS = 4\nSMS\n", ":2: found 'SMS', expected KEY = VALUE"},
        {"\n\nSMS = 257\n", ":3: found SMS = '257', expected 1 to 256"},
        {"SNS = 4\n", ":1: found unknown key 'SNS'"},
        {"= 4\n", ":1: found unknown key ''"},
        {"SMS = 4\n\x01\x02\xff = 3\n", ":2: found unknown key '??" "?'"},
        {"ADDRESS_MAP = dramid@8;0000RR\n", ":1: ADDRESS_MAP: found 6 letters, expected 64"},
    };
    rs_config config, before;
    rs_error error;
    char path[64], message[128], *big;

    (void)state;
    rs_config_default(&config);
    before = config;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        write_file(path, bad[i].text, strlen(bad[i].text));
        assert_false(rs_config_read(&config, path, &error));
        (void)unlink(path);
        (void)snprintf(message, sizeof(message), "%s%s", path, bad[i].message);
        if (strncmp(error.text, message, strlen(message)) != 0)
            fail_msg("found '%s', expected '%s'", error.text, message);
        assert_memory_equal(&config, &before, sizeof(config));
    }
    big = (char *)malloc(100000);
    assert_non_null(big);
    memset(big, 'A', 100000);
    write_file(path, big, 100000);
    free(big);
    assert_false(rs_config_read(&config, path, &error));
    (void)unlink(path);
    assert_non_null(strstr(error.text, ":1: found a line of more than"));
    assert_false(rs_config_read(&config, path, &error));
    assert_non_null(strstr(error.text, ":1: found no readable file"));
    assert_false(rs_config_read(&config, "/tmp", &error));
}

static void headers_hold_their_fields(void **state)
{
    rs_config config;
    uint64_t header;

    (void)state;
    rs_config_default(&config);
    header = rs_request_header(&config, UINT64_C(0x12345678), true, 0x5a);
    assert_int_equal(header, UINT64_C(0x12345678) / 64 | UINT64_C(1) << 23 | UINT64_C(0x5a) << 24);
    header = rs_request_header(&config, (UINT64_C(1) << 40) | 64, false, 0xfff);
    assert_int_equal(header, 1 | UINT64_C(0xff) << 24);
    assert_int_equal(rs_reply_tag(&config, UINT64_C(0x1b5a)), 0x5a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_the_thesis_machine),
        cmocka_unit_test(default_map_decodes_by_arithmetic),
        cmocka_unit_test(letter_d_equals_inserted_channel_bits),
        cmocka_unit_test(maps_round_trip),
        cmocka_unit_test(bad_maps_are_refused),
        cmocka_unit_test(machine_names),
        cmocka_unit_test(machine_names_and_allocators),
        cmocka_unit_test(values_stay_in_range),
        cmocka_unit_test(miss_entries_follow_the_table),
        cmocka_unit_test(refused_miss_entries_are_not_set),
        cmocka_unit_test(relations_are_checked),
        cmocka_unit_test(banks_bound_the_queue),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(bad_files_name_their_line),
        cmocka_unit_test(headers_hold_their_fields),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
