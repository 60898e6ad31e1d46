/* record FOLDER CONFIGURATION [KEY=VALUE ...] [--top MODULE] [--ecc] [--cycles N] [--parts N] [--seed N]
 *
 * Runs the C twin of MODULE, rs_memory_path (default), rs_gpu_memory, rs_gpu, rs_dfi_controller or rs_axi4_controller, and writes inputs and outputs of every cycle as
 * vectors for four_state_bench.v (vectors.h): N parts (4) of N cycles each (400) with a reset before each. Hold policies
 * take turns from part to part, the other straps are random, but for those that are set here. Exit: 0, or 2 and one line. */
#include "record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/random_arbiter.h"
#include "common/splitmix64.h"

static const char *set_keys[64]; /* KEY=VALUE of the command line */
static uint32_t set_count;

_Noreturn void record_failed(const char *text)
{
    fprintf(stderr, "record: %s\n", text);
    exit(2);
}

bool record_chance(recording *run, uint32_t percent)
{
    return rs_random_below(&run->random, 100) < percent;
}

static void set(rs_config *config, const char *text)
{
    rs_error error;
    char key[64];
    const char *equals = strchr(text, '=');
    if (equals == NULL || (size_t)(equals - text) >= sizeof key) {
        record_failed("found a setting that is not KEY=VALUE");
    }
    memcpy(key, text, (size_t)(equals - text));
    key[equals - text] = '\0';
    if (!rs_config_set(config, key, equals + 1, &error)) {
        record_failed(error.text);
    }
}

static void begin_part(recording *run)
{
    rs_error error;
    rs_config *config = &run->config;
    config->hold_policy = run->part % 4;
    config->hash_bits = 1 + rs_random_below(&run->random, config->map.row_bits < 16 ? config->map.row_bits : 16);
    config->hold_limit = record_chance(run, 50) ? 1 + rs_random_below(&run->random, 8) : 0;
    config->wait_guard = config->hold_limit != 0 && record_chance(run, 50);
    config->static_vc = config->top != RS_TOP_PATH || record_chance(run, 50);
    config->bank_ready = record_chance(run, 50) && config->l2 == 0 && config->network == RS_NETWORK_XBAR && config->superpacket == 1; // refused else
    config->age_cap = record_chance(run, 50) ? 1 + rs_random_below(&run->random, 5) : 0;
    config->seed = (uint32_t)rs_splitmix64(&run->random);
    for (uint32_t i = 0; i < set_count; i++) {
        set(config, set_keys[i]);
    }
    if (!rs_config_finish(config, &error)) {
        record_failed(error.text);
    }
}

/* ---- what all tops have ------------------------------------------------------------------------------------- */

void record_common_ports(recording *run)
{
    const rs_config *config = &run->config;
    vectors *all = &run->all;
    const uint32_t channels = config->channels;
    const uint32_t column_bits = config->map.column_bits + (config->columns > 1 ? rs_index_bits(config->columns) : 0);
    const uint32_t row_bits = config->map.row_bits;
    run->line_bits = config->map.address_bits - RS_LINE_SHIFT;
    run->sm_bits = rs_index_bits(config->sms);
    run->pin_bits = row_bits > column_bits ? row_bits : column_bits + 1;
    run->rst = vectors_input(all, "rst", 1);
    run->policy = vectors_input(all, "policy", 2);
    run->hash_bits = vectors_input(all, "hash_bits", 5);
    run->age_cap = vectors_input(all, "age_cap", 8);
    run->hold_limit = vectors_input(all, "hold_limit", 8);
    run->wait_guard = vectors_input(all, "wait_guard", 1);
    run->seed = vectors_input(all, "seed", 32);
    run->static_vc = vectors_input(all, "static_vc", 1);
    run->bank_ready = vectors_input(all, "bank_ready", 1);
    run->dfi_rddata_valid = vectors_input(all, "dfi_rddata_valid", channels);
    run->dfi_rddata = vectors_input(all, "dfi_rddata", channels * config->dq_bits);
    run->dfi_cs_n = vectors_output(all, "dfi_cs_n", channels);
    run->dfi_ras_n = vectors_output(all, "dfi_ras_n", channels);
    run->dfi_cas_n = vectors_output(all, "dfi_cas_n", channels);
    run->dfi_we_n = vectors_output(all, "dfi_we_n", channels);
    run->dfi_bank = vectors_output(all, "dfi_bank", channels * config->map.bank_bits);
    run->dfi_address = vectors_output(all, "dfi_address", channels * run->pin_bits);
    run->dfi_wrdata_en = vectors_output(all, "dfi_wrdata_en", channels);
    run->dfi_wrdata = vectors_output(all, "dfi_wrdata", channels * config->dq_bits);
    run->dfi_wrdata_mask = vectors_output(all, "dfi_wrdata_mask", channels * (config->write_mask ? config->dq_bits / 8 : 1));
    run->accept_valid = vectors_output(all, "accept_valid", channels);
    run->accept_write = vectors_output(all, "accept_write", channels);
    run->accept_sm = vectors_output(all, "accept_sm", channels * run->sm_bits);
    run->accept_tag = vectors_output(all, "accept_tag", channels * config->tag_bits);
    run->accept_line = vectors_output(all, "accept_line", channels * run->line_bits);
    run->idle = vectors_output(all, "idle", 1);
    if (!config->write_mask) {
        vectors_never(all, run->dfi_wrdata_mask);
    }
    if (config->sms > 64) { /* a vector that is set at once */
        (void)fprintf(stderr, "record: SMS: found %u, expected at most 64\n", config->sms);
        exit(2);
    }
    if (config->sms == 1) {
        vectors_never(all, run->accept_sm);
    }
}

void record_begin(recording *run, bool rst)
{
    const rs_config *config = &run->config;
    vectors *all = &run->all;
    vectors_begin(all);
    vectors_set(all, run->rst, 0, 1, rst);
    vectors_set(all, run->policy, 0, 2, config->hold_policy);
    vectors_set(all, run->hash_bits, 0, 5, config->hash_bits);
    vectors_set(all, run->age_cap, 0, 8, config->age_cap);
    vectors_set(all, run->hold_limit, 0, 8, config->hold_limit);
    vectors_set(all, run->wait_guard, 0, 1, config->wait_guard);
    vectors_set(all, run->seed, 0, 32, config->seed);
    vectors_set(all, run->static_vc, 0, 1, config->static_vc);
    vectors_set(all, run->bank_ready, 0, 1, config->bank_ready);
}

static void channel(recording *run, uint32_t c, const rs_dram_pins *pins, const rs_accept *accept)
{
    /* {cs_n, ras_n, cas_n, we_n} of NOP, ACT, PRE, RD, WR, REF */
    static const uint8_t encoding[] = {15, 3, 2, 5, 4, 1};
    const rs_config *config = &run->config;
    vectors *all = &run->all;
    const uint32_t command = encoding[pins->command], dq_bits = config->dq_bits;
    const uint32_t mask_bits = config->write_mask ? dq_bits / 8 : 1;
    vectors_set(all, run->dfi_cs_n, c, 1, command >> 3 & 1);
    vectors_set(all, run->dfi_ras_n, c, 1, command >> 2 & 1);
    vectors_set(all, run->dfi_cas_n, c, 1, command >> 1 & 1);
    vectors_set(all, run->dfi_we_n, c, 1, command & 1);
    vectors_set(all, run->dfi_bank, c * config->map.bank_bits, config->map.bank_bits, pins->bank);
    vectors_set(all, run->dfi_address, c * run->pin_bits, run->pin_bits, pins->address);
    vectors_set(all, run->dfi_wrdata_en, c, 1, pins->wrdata_en);
    if (pins->wrdata_en || !config->write_mask) {
        vectors_set(all, run->dfi_wrdata_mask, c * mask_bits, mask_bits, pins->wrdata_mask);
    }
    if (pins->wrdata_en) {
        vectors_words(all, run->dfi_wrdata, c * dq_bits, dq_bits, pins->wrdata);
        for (uint32_t byte = 0; config->write_mask && byte < mask_bits; byte++) {
            if ((pins->wrdata_mask >> byte & 1) != 0) {
                vectors_unknown(all, run->dfi_wrdata, c * dq_bits + 8 * byte, 8);
            }
        }
    }
    vectors_set(all, run->accept_valid, c, 1, accept->valid);
    if (accept->valid) {
        vectors_set(all, run->accept_write, c, 1, accept->write);
        vectors_set(all, run->accept_sm, c * run->sm_bits, run->sm_bits, accept->sm);
        vectors_set(all, run->accept_tag, c * config->tag_bits, config->tag_bits, accept->tag);
        vectors_set(all, run->accept_line, c * run->line_bits, run->line_bits, accept->line);
    }
}

void record_channels(recording *run, const rs_dram_return *in, const rs_path_outputs *out)
{
    for (uint32_t c = 0; c < run->config.channels; c++) {
        vectors_set(&run->all, run->dfi_rddata_valid, c, 1, in[c].rddata_valid);
        if (in[c].rddata_valid) {
            vectors_words(&run->all, run->dfi_rddata, c * run->config.dq_bits, run->config.dq_bits, in[c].rddata);
        }
        channel(run, c, &out->dram[c], &out->accept[c]);
    }
}

/* ---- command line -------------------------------------------------------------------------------------------------- */

static uint32_t number(const char *text)
{
    char *end;
    const unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || value > 1000000) {
        record_failed("found an option without a number of 0 to 1000000");
    }
    return (uint32_t)value;
}

int main(int argc, char **argv)
{
    const char *top = "rs_memory_path";
    static recording run;
    rs_error error;
    run.cycles = 400;
    run.parts = 4;
    run.random = 1;
    if (argc < 3) {
        record_failed("expected FOLDER CONFIGURATION [KEY=VALUE ...] [--top MODULE] [--ecc] [--cycles N] [--parts N] [--seed N]");
    }
    rs_config_default(&run.config);
    if (!rs_config_read(&run.config, argv[2], &error)) {
        record_failed(error.text);
    }
    for (int i = 3; i < argc; i++) {
        const bool more = i + 1 < argc;
        if (more && strcmp(argv[i], "--cycles") == 0) {
            run.cycles = number(argv[++i]);
        } else if (more && strcmp(argv[i], "--parts") == 0) {
            run.parts = number(argv[++i]);
        } else if (more && strcmp(argv[i], "--top") == 0) {
            rs_config_top(&run.config.top, top = argv[++i]);
        } else if (strcmp(argv[i], "--ecc") == 0) {
            run.ecc = true;
        } else if (more && strcmp(argv[i], "--seed") == 0) {
            run.random = number(argv[++i]);
        } else if (set_count < sizeof set_keys / sizeof set_keys[0]) {
            set(&run.config, set_keys[set_count++] = argv[i]);
        }
    }
    if (!rs_config_finish(&run.config, &error)) {
        record_failed(error.text);
    }
    vectors_open(&run.all, argv[1], top);
    if (strcmp(top, "rs_dfi_controller") == 0) {
        record_dfi(&run);
    } else if (strcmp(top, "rs_axi4_controller") == 0) {
        record_axi4(&run);
    } else {
        record_common_ports(&run);
        (run.config.top == RS_TOP_GPU ? record_machine : run.config.top == RS_TOP_GPU_MEMORY ? record_gpu : record_path)(&run, begin_part);
    }
    vectors_close(&run.all);
    return 0;
}
