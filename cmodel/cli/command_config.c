/* 'rowstreak config' and 'rowstreak decode'. */
#include "cli.h"

#include <string.h>

enum key_kind { KIND_RTL, KIND_STRAP, KIND_MODEL, KIND_SM, KIND_ISSUE };

typedef struct value_name {
    const char *key;
    uint32_t value;
    const char *name;
} value_name;

/* Values that the text form prints by name. */
static const value_name value_names[] = {
    {"NETWORK", RS_NETWORK_XBAR, "XBAR"},
    {"NETWORK", RS_NETWORK_MESH, "MESH"},
    {"NETWORK", RS_NETWORK_RING, "RING"},
    {"ALLOCATOR", RS_ALLOCATOR_PIM, "PIM"},
    {"ALLOCATOR", RS_ALLOCATOR_ISLIP, "ISLIP"},
    {"ALLOCATOR", RS_ALLOCATOR_WAVEFRONT, "WAVEFRONT"},
    {"ALLOCATOR", RS_ALLOCATOR_SJF, "SJF"},
    {"PICK", RS_PICK_TREE, "TREE"},
    {"PICK", RS_PICK_UNIFORM, "UNIFORM"},
    {"SCHEDULER", RS_SCHEDULER_FIFO, "FIFO"},
    {"SCHEDULER", RS_SCHEDULER_BFIFO, "BFIFO"},
    {"SCHEDULER", RS_SCHEDULER_FRFCFS, "FRFCFS"},
    {"SCHEDULER", RS_SCHEDULER_MOST_PENDING, "MOST_PENDING"},
    {"SCHEDULER", RS_SCHEDULER_BLISS, "BLISS"},
    {"SCHEDULER", RS_SCHEDULER_PARBS, "PARBS"},
    {"SCHEDULER", RS_SCHEDULER_WG, "WG"},
    {"HOLD_POLICY", RS_HOLD_NONE, "NONE"},
    {"HOLD_POLICY", RS_HOLD_HG, "HG"},
    {"HOLD_POLICY", RS_HOLD_RMHG, "RMHG"},
    {"HOLD_POLICY", RS_HOLD_HMHG, "HMHG"},
    {"WARP_ORDER", 0, "LRR"},
    {"WARP_ORDER", 1, "GTO"},
    {"L1_REPLACEMENT", 0, "LRU"},
    {"L1_REPLACEMENT", 1, "TREE"},
    {"L2_WRITE", 0, "BACK"},
    {"L2_WRITE", 1, "THROUGH"},
    {"MISS_TABLE", 0, "MSHR"},
    {"MISS_TABLE", 1, "PRT"},
};

static void print_text_key(FILE *file, const char *key, uint32_t value, uint32_t least, uint32_t most, enum key_kind kind, const char *text)
{
    static const char *const kinds[] = {"RTL", "strap", "model", "SM", "issue"};
    char number[16], range[32];
    const char *name = number;

    (void)snprintf(number, sizeof(number), "%u", value);
    for (size_t i = 0; i < sizeof(value_names) / sizeof(value_names[0]); i++)
        if (value == value_names[i].value && strcmp(key, value_names[i].key) == 0)
            name = value_names[i].name;
    (void)snprintf(range, sizeof(range), "%u..%u", least, most);
    (void)fprintf(file, "%-16s = %-8s # %-5s  %-13s  %s\n", key, name, kinds[kind], range, text);
}

void rs_cli_write_config(FILE *file, const rs_config *config)
{
    (void)fprintf(file, "# %-14s   %-8s   %-5s  %-13s  %s\n", "key", "value", "kind", "range", "unit or values: meaning");
#define RTL KIND_RTL
#define STRAP KIND_STRAP
#define MODEL KIND_MODEL
#define SM KIND_SM
#define ISSUE KIND_ISSUE
#define RS_KEY(NAME, field, init, min, max, kind, text) print_text_key(file, #NAME, config->field, min, max, kind, text);
#include "config.def"
#undef RS_KEY
#undef RTL
#undef STRAP
#undef MODEL
#undef SM
#undef ISSUE
    (void)fprintf(file, "%-16s = %s\n", "MEMORY_NODES", config->memory_nodes_text);
    (void)fprintf(file, "%-16s = %s\n", "ADDRESS_MAP", config->address_map_text);
    (void)fprintf(file, "# derived: %u banks, %u address bits, %u column commands and %u data-bus cycles a request, "
                 "%u data bits a cycle\n",
                 config->banks, config->map.address_bits, config->columns, config->data_cycles, config->dq_bits);
}

/* Every parameter of the configuration's top, the derived ones last; the very last one as `last`. Straps are
 * inputs of the RTL, not parameters. */
static void print_flags(const rs_config *config, const char *format, const char *last)
{
#define RTL 1
#define STRAP 0
#define MODEL 0
#define SM (config->top != RS_TOP_PATH)
#define ISSUE (config->top == RS_TOP_GPU)
#define RS_KEY(NAME, field, init, min, max, kind, text) \
    if (kind)                                            \
        (void)printf(format, #NAME, config->field);
#include "config.def"
#undef RS_KEY
#undef RTL
#undef STRAP
#undef MODEL
#undef SM
#undef ISSUE
    for (uint32_t word = 0; word < RS_NODE_WORDS; word++) {
        char name[32];

        (void)snprintf(name, sizeof(name), "MEMORY_NODES_%u", word);
        (void)printf(format, name, (uint32_t)(config->memory_nodes.word[word / 4] >> 16 * (word % 4)) & 0xffff);
    }
    (void)printf(format, "COLUMNS", config->columns);
    (void)printf(format, "ADDRESS_BITS", config->map.address_bits);
    (void)printf(format, "CHANNEL_MASK", (uint32_t)config->map.channel_mask);
    (void)printf(format, "BANK_MASK", (uint32_t)config->map.bank_mask);
    (void)printf(format, "ROW_MASK", (uint32_t)config->map.row_mask);
    (void)printf(last, "COLUMN_MASK", (uint32_t)config->map.column_mask);
}

/* Keys of all kinds as macros, and the RTL parameters as an instance of the top takes them. */
static void print_verilog(const rs_config *config)
{
    static const char define[] = "`define ROWSTREAK_%s %u\n";

    print_flags(config, define, define);
#define RTL 0
#define STRAP 1
#define MODEL 1
#define SM (config->top == RS_TOP_PATH)
#define ISSUE (config->top != RS_TOP_GPU)
#define RS_KEY(NAME, field, init, min, max, kind, text) \
    if (kind)                                            \
        (void)printf(define, #NAME, config->field);
#include "config.def"
#undef RS_KEY
#undef RTL
#undef STRAP
#undef MODEL
#undef SM
#undef ISSUE
    (void)printf("`define ROWSTREAK_PARAMETERS \\\n");
    print_flags(config, "    .%s(%u), \\\n", "    .%s(%u)\n");
}

enum config_option { CONFIG_FORMAT, CONFIG_CONFIG, CONFIG_MACHINE, CONFIG_SET, CONFIG_TOP, CONFIG_HELP };

static const rs_cli_option config_options[] = {
    {"format", "FORMAT", "text (default): KEY = VALUE lines that --config reads back\n"
                         "verilator: -GNAME=value of every parameter of the top\n"
                         "yosys: one chparam line;  cflags: -DROWSTREAK_NAME=value\n"
                         "verilog: `define ROWSTREAK_NAME value of every key, straps too"},
    {"config", "FILE", "read KEY = VALUE lines first (the operand FILE does the same)"},
    {"machine", "NAME", "scheduler and hold policy, see 'rowstreak --help'"},
    {"set", "KEY=VALUE", "override one key; may be repeated"},
    {"top", "MODULE", "what the configuration is checked for, and whose parameters are printed:\nrs_memory_path (default; also for the modules inside it), rs_gpu_memory, rs_gpu"},
    {"help", NULL, "this text"},
};
enum { CONFIG_OPTIONS = sizeof(config_options) / sizeof(config_options[0]) };

int rs_cli_command_config(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_cli_parser parser = {config_options, CONFIG_OPTIONS, argc, 1, argv, NULL};
    rs_cli_source source = {NULL, {NULL}, 0};
    const char *format = "text", *machine = NULL, *top = "rs_memory_path";
    rs_config config;
    rs_error error;
    uint32_t of;
    int option;

    (void)hook;
    while ((option = rs_cli_next(&parser)) != RS_CLI_END) {
        switch (option) {
        case CONFIG_FORMAT: format = parser.value; break;
        case CONFIG_MACHINE: machine = parser.value; break;
        case CONFIG_TOP: top = parser.value; break;
        case CONFIG_SET:
            if (!rs_cli_add_set(&source, parser.value, &error))
                return rs_cli_fail(&error);
            break;
        case CONFIG_CONFIG:
        case RS_CLI_OPERAND:
            if (source.file != NULL) {
                rs_error_set(&error, "config: found a second file '%.100s', expected one", parser.value);
                return rs_cli_fail(&error);
            }
            source.file = parser.value;
            break;
        case CONFIG_HELP:
            (void)printf("Usage: rowstreak config [FILE] [OPTIONS]\n\nPrints a checked configuration.\n\n");
            rs_cli_print_options(config_options, CONFIG_OPTIONS);
            return rs_cli_finish_output(0);
        default: return 2;
        }
    }
    rs_config_top(&of, top);
    if (!rs_cli_configure(&config, &source, of, machine, &error))
        return rs_cli_fail(&error);
    if (strcmp(format, "text") != 0 && !rs_config_has_rtl(&config, &error))
        return rs_cli_fail(&error);
    if (strcmp(format, "text") == 0) {
        rs_cli_write_config(stdout, &config);
    } else if (strcmp(format, "verilator") == 0) {
        print_flags(&config, "-G%s=%u ", "-G%s=%u \n");
    } else if (strcmp(format, "cflags") == 0) {
        print_flags(&config, "-DROWSTREAK_%s=%u ", "-DROWSTREAK_%s=%u \n");
    } else if (strcmp(format, "yosys") == 0) {
        (void)printf("chparam ");
        print_flags(&config, "-set %s %u ", "-set %s %u ");
        (void)printf("%s\n", top);
    } else if (strcmp(format, "verilog") == 0) {
        print_verilog(&config);
    } else {
        rs_error_set(&error, "config: found format '%.40s', expected text, verilator, yosys, cflags or verilog", format);
        return rs_cli_fail(&error);
    }
    return rs_cli_finish_output(0);
}

enum decode_option { DECODE_CONFIG, DECODE_SET, DECODE_HELP };

static const rs_cli_option decode_options[] = {
    {"config", "FILE", "read KEY = VALUE lines first"},
    {"set", "KEY=VALUE", "override one key, for instance ADDRESS_MAP; may be repeated"},
    {"help", NULL, "this text"},
};
enum { DECODE_OPTIONS = sizeof(decode_options) / sizeof(decode_options[0]) };

int rs_cli_command_decode(int argc, char **argv, const rs_cli_hook *hook)
{
    rs_cli_parser parser = {decode_options, DECODE_OPTIONS, argc, 1, argv, NULL};
    rs_cli_source source = {NULL, {NULL}, 0};
    int operands = 0, option;
    rs_config config;
    rs_error error;

    (void)hook;
    while ((option = rs_cli_next(&parser)) != RS_CLI_END) {
        switch (option) {
        case DECODE_CONFIG: source.file = parser.value; break;
        case DECODE_SET:
            if (!rs_cli_add_set(&source, parser.value, &error))
                return rs_cli_fail(&error);
            break;
        case RS_CLI_OPERAND: argv[1 + operands++] = argv[parser.next - 1]; break; /* gathers them in front */
        case DECODE_HELP:
            (void)printf("Usage: rowstreak decode [OPTIONS] ADDRESS...\n\n"
                         "Shows where byte addresses lie: channel, bank, row, column (64 B lines).\n\n");
            rs_cli_print_options(decode_options, DECODE_OPTIONS);
            return rs_cli_finish_output(0);
        default: return 2;
        }
    }
    if (!rs_cli_configure(&config, &source, RS_TOP_PATH, NULL, &error))
        return rs_cli_fail(&error);
    if (operands == 0) {
        rs_error_set(&error, "decode: found no address, expected at least one");
        return rs_cli_fail(&error);
    }
    for (int i = 1; i <= operands; i++) {
        uint64_t address;
        rs_location location;

        if (!rs_cli_number("address", argv[i], 0, (UINT64_C(1) << config.map.address_bits) - 1, &address, &error))
            return rs_cli_fail(&error);
        location = rs_address_decode(&config.map, address);
        (void)printf("0x%llx: channel %u, bank %u, row %u, column %u, byte %u\n", (unsigned long long)address,
                     location.channel, location.bank, location.row, location.column,
                     (uint32_t)(address % RS_LINE_BYTES));
    }
    return rs_cli_finish_output(0);
}
