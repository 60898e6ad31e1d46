/* Issue stage on a fake machine: what it shows at the instruction ports, order, launches, what it refuses; with it the
 * load checker, which must take what that machine's memory gives and refuse every word that it must not give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/load_checker.h"
#include "dram/dram_device.h"
#include "sm/issue_stage.h"
#include "test_machine.h"

enum { WORDS = 96, MAX_LOADS = 32, MAX_INSTRUCTIONS = 6000, MAX_WARPS = 2000 };

typedef struct pending_load {
    uint32_t warp, instruction, mask;
    uint64_t due, taken;
    uint32_t word[RS_WARP_LANES], value[RS_WARP_LANES]; /* as the load was taken */
} pending_load;

typedef struct world {
    rs_config config;
    rs_program *program;
    rs_issue_stage *stage;
    rs_load_checker *checker;
    rs_gpu_inputs in;
    rs_gpu_outputs out;
    rs_load_store_issue held[RS_MAX_SMS];
    uint64_t cycle, random, was_valid;
    uint32_t ready_per_mille, delay;
    uint32_t memory[WORDS];
    uint64_t stored_at[WORDS];
    uint8_t stored_by[WORDS];
    pending_load loads[RS_MAX_SMS][MAX_LOADS];
    uint32_t load_count[RS_MAX_SMS];
    rs_writeback wb[RS_MAX_SMS];
    uint64_t empty_since, released, acquired, launches;
    /* seen by the hooks */
    uint32_t warp_of[MAX_INSTRUCTIONS], launch_of[MAX_INSTRUCTIONS];
    uint32_t next[MAX_WARPS]; /* instruction of the program's warp */
    bool waits[MAX_WARPS];
    uint64_t sequence[RS_MAX_SMS];
    uint32_t now_taken;       /* instruction */
    uint64_t taken, pieces, completed, latency, later;
} world;

static void on_taken(void *user, uint32_t sm, uint32_t warp, uint32_t instruction, uint64_t sequence)
{
    world *w = (world *)user;
    const uint32_t owner = w->warp_of[instruction];
    assert_int_equal(sequence, w->sequence[sm]++);
    assert_int_equal(instruction, w->next[owner]);
    assert_false(w->waits[owner]);
    assert_int_equal(w->launch_of[instruction], w->launches);
    w->next[owner]++;
    w->waits[owner] = !rs_program_is_write(w->program, instruction);
    w->now_taken = instruction;
    w->taken++;
    rs_load_checker_taken(w->checker, sm, warp, instruction, sequence);
    /* The port showed this instruction's lanes, addresses and, for a store, words. */
    const rs_load_store_issue *issue = w->in.issue[sm];
    const uint32_t *word;
    assert_int_equal(issue->mask, rs_program_lanes(w->program, instruction, &word));
    assert_int_equal(issue->warp, warp);
    assert_int_equal(issue->opcode, rs_program_is_write(w->program, instruction));
    assert_true(issue->length == 1 && issue->offset == 0 && !issue->scratchpad && issue->first_register == 0);
    for (uint64_t left = issue->mask; left != 0; left &= left - 1, word++) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(left), *operands = issue->operands[lane];
        assert_int_equal(operands[0] | (uint64_t)operands[1] << 32, UINT64_C(4) * *word);
        if (issue->opcode == 1) {
            assert_int_equal(operands[3], rs_store_word(sm, sequence, lane));
            w->memory[*word] = operands[3];
            w->stored_at[*word] = w->cycle;
            w->stored_by[*word] = (uint8_t)sm;
        }
    }
    if (issue->opcode == 0) {
        pending_load *load = &w->loads[sm][w->load_count[sm]++];
        assert_true(w->load_count[sm] <= MAX_LOADS);
        *load = (pending_load){.warp = warp, .instruction = instruction, .mask = (uint32_t)issue->mask, .taken = w->cycle};
        load->due = w->cycle + 1 + (w->delay != 0 ? rs_random_below(&w->random, w->delay) : 0);
        for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
            load->word[lane] = issue->operands[lane][0] / 4;
            load->value[lane] = load->mask >> lane & 1 ? w->memory[load->word[lane]] : 0;
        }
    }
}

static void on_words(void *user, uint32_t sm, uint32_t warp, uint32_t mask, const uint32_t *data)
{
    world *w = (world *)user;
    w->pieces++;
    rs_load_checker_words(w->checker, sm, warp, mask, data);
}

static void on_complete(void *user, uint32_t sm, uint32_t warp, uint64_t latency)
{
    world *w = (world *)user;
    (void)sm;
    (void)warp;
    w->completed++;
    w->latency += latency;
}

static void on_ordered(void *user)
{
    world *w = (world *)user;
    rs_load_checker_ordered(w->checker);
    assert_int_equal(w->released, UINT64_MAX >> (64 - w->config.sms));
}

/* Some lanes of a load that is due come back. */
static void offer_words(world *w, uint32_t sm)
{
    pending_load *load = &w->loads[sm][0];
    if (w->out.wb[sm] != NULL || w->load_count[sm] == 0) {
        return; /* words stay until they are taken */
    }
    const uint32_t other = rs_random_below(&w->random, w->load_count[sm]);
    const pending_load first = *load;
    *load = w->loads[sm][other];
    w->loads[sm][other] = first;
    if (load->due > w->cycle) {
        return;
    }
    rs_writeback *wb = &w->wb[sm];
    memset(wb, 0, sizeof *wb);
    wb->warp = load->warp;
    wb->mask = load->mask & (rs_random_below(&w->random, 3) == 0 ? UINT32_MAX : (uint32_t)rs_random_below(&w->random, UINT32_MAX));
    wb->mask = wb->mask == 0 ? load->mask : wb->mask;
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        const uint32_t word = load->word[lane];
        if ((wb->mask >> lane & 1) == 0) {
            continue;
        }
        wb->data[lane] = load->value[lane];
        /* What another SM has stored meanwhile may come as well. */
        if (w->stored_at[word] > load->taken && w->stored_by[word] != sm && rs_random_below(&w->random, 2) == 0) {
            wb->data[lane] = w->memory[word];
            w->later++;
        }
    }
    w->out.wb[sm] = wb;
}

static void take_words(world *w, uint32_t sm)
{
    pending_load *load = &w->loads[sm][0];
    load->mask &= ~(uint32_t)w->out.wb[sm]->mask;
    w->out.wb[sm] = NULL;
    if (load->mask == 0) {
        w->waits[w->warp_of[load->instruction]] = false;
        *load = w->loads[sm][--w->load_count[sm]];
    }
}

static void cycle(world *w)
{
    bool empty = true;
    rs_issue_stage_drive(w->stage, &w->in);
    w->out.in_ready = w->out.release_ready = w->out.acquire_ready = 0;
    w->out.in_first = UINT64_MAX;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        const bool valid = w->in.issue[sm] != NULL;
        if (w->was_valid >> sm & 1) { /* an instruction stays until it is taken */
            assert_true(valid);
            assert_memory_equal(w->in.issue[sm], &w->held[sm], sizeof w->held[sm]);
        }
        w->out.in_ready |= (uint64_t)(rs_random_below(&w->random, 1000) < w->ready_per_mille) << sm;
        w->out.release_ready |= (uint64_t)(w->load_count[sm] == 0 && rs_random_below(&w->random, 4) == 0) << sm;
        w->out.acquire_ready |= (uint64_t)(rs_random_below(&w->random, 4) == 0) << sm;
        offer_words(w, sm);
        empty = empty && w->load_count[sm] == 0 && !valid;
        if (valid) {
            w->held[sm] = *w->in.issue[sm];
        }
    }
    if (w->in.release_valid == 0 && w->in.acquire_valid == 0 && !empty) {
        w->released = w->acquired = 0;
    }
    w->empty_since = empty ? w->empty_since : w->cycle;
    w->out.idle = empty && w->cycle > w->empty_since + 20;
    const bool over = w->in.release_valid != 0 || w->in.acquire_valid != 0;
    w->released |= w->in.release_valid & w->out.release_ready;
    w->acquired |= w->in.acquire_valid & w->out.acquire_ready;
    assert_true((w->in.release_valid & w->in.acquire_valid) == 0);
    assert_true(!over || empty);
    w->was_valid = 0;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        w->was_valid |= (uint64_t)(w->in.issue[sm] != NULL && !(w->out.in_ready >> sm & 1)) << sm;
    }
    rs_issue_stage_clock(w->stage, &w->out);
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        if (w->out.wb[sm] != NULL && (w->in.wb_ready >> sm & 1)) {
            take_words(w, sm);
        }
    }
    if (w->acquired == UINT64_MAX >> (64 - w->config.sms)) {
        w->launches++;
        w->acquired = 0;
    }
    w->cycle++;
}

static rs_config machine(uint32_t sms, uint32_t sm_ctas, uint32_t cta_warps)
{
    rs_config config = default_machine(sms, sm_ctas, cta_warps);
    config.sm_memory = 1;
    return finish_machine(config);
}

static world *world_open(const rs_config *config, rs_program *program)
{
    world *w = (world *)calloc(1, sizeof *w);
    rs_error error = {""};
    assert_non_null(w);
    assert_true(rs_program_finish(program, &error));
    w->config = *config;
    w->program = program;
    w->ready_per_mille = 1000;
    w->stage = rs_issue_stage_create(config, program, &error);
    w->checker = rs_load_checker_create(config, program, &error);
    if (w->stage == NULL || w->checker == NULL) {
        fail_msg("%s", error.text);
    }
    const rs_issue_hooks hooks = {w, on_taken, on_words, on_complete, on_ordered};
    rs_issue_stage_set_hooks(w->stage, &hooks);
    assert_true(rs_program_instructions(program) <= MAX_INSTRUCTIONS && program->warp.count <= MAX_WARPS);
    for (uint32_t launch = 0; launch < rs_program_launches(program); launch++) {
        const uint32_t from = program->launch.item[launch] * config->cta_warps;
        for (uint32_t warp = from; warp < program->launch.item[launch + 1] * config->cta_warps; warp++) {
            w->next[warp] = program->warp.item[warp];
            for (uint32_t i = program->warp.item[warp]; i < program->warp.item[warp + 1]; i++) {
                w->warp_of[i] = warp;
                w->launch_of[i] = launch;
            }
        }
    }
    for (uint32_t word = 0; word < WORDS; word++) {
        uint32_t line[RS_LINE_WORDS];
        rs_dram_initial_line(word / RS_LINE_WORDS * RS_LINE_BYTES, line);
        w->memory[word] = line[word % RS_LINE_WORDS];
    }
    return w;
}

static void world_close(world *w)
{
    rs_issue_stage_destroy(w->stage);
    rs_load_checker_destroy(w->checker);
    rs_program_destroy(w->program);
    free(w);
}

static void run_to_end(world *w, uint64_t limit)
{
    while (!rs_issue_stage_done(w->stage)) {
        assert_true(w->cycle < limit);
        cycle(w);
        if (rs_issue_stage_protocol_error(w->stage) != NULL) {
            fail_msg("%s", rs_issue_stage_protocol_error(w->stage));
        }
        if (rs_load_checker_error(w->checker) != NULL) {
            fail_msg("%s", rs_load_checker_error(w->checker));
        }
    }
    assert_int_equal(w->taken, rs_program_instructions(w->program));
    assert_int_equal(rs_issue_stage_issued(w->stage), w->taken);
    assert_int_equal(w->launches, rs_program_launches(w->program));
    uint64_t loads = 0;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        loads += rs_issue_stage_count(w->stage, sm).loads;
    }
    assert_int_equal(w->completed, loads);
}

/* ---- programs with lanes --------------------------------------------------------------------------- */

static void test_lanes(void **state)
{
    (void)state;
    rs_config config = machine(1, 1, 1);
    rs_error error = {""};
    rs_program *program = new_program(&config);
    const uint64_t line[] = {7, 1, 90};
    uint32_t index[RS_WARP_LANES] = {0};
    const uint32_t *word;
    index[3] = 5;
    index[31] = 70;
    rs_program_launch(program);
    rs_program_warp(program);
    rs_program_access(program, true, 1024, index, UINT32_C(1) << 3 | UINT32_C(1) << 31);
    rs_program_access(program, true, 1024, index, 0); /* nothing */
    rs_program_instruction(program, false, line, 3);
    assert_true(rs_program_finish(program, &error));
    assert_int_equal(rs_program_instructions(program), 2);
    assert_int_equal(rs_program_lanes(program, 0, &word), UINT32_C(1) << 3 | UINT32_C(1) << 31);
    assert_int_equal(word[0], 256 + 5);
    assert_int_equal(word[1], 256 + 70);
    assert_int_equal(rs_program_lanes(program, 1, &word), UINT32_MAX);
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) { /* 11 lanes on the first line, 11, 10 */
        assert_int_equal(word[lane], line[lane < 11 ? 0 : lane < 22 ? 1 : 2] * 16 + lane % 16);
    }
    assert_int_equal(program->first_word.item[2], 2 + 32);
    rs_program_destroy(program);

    config.map.address_bits = 35;
    assert_null(rs_program_create(&config, &error));
    assert_string_equal(error.text, "program: found 35 address bits with SM_MEMORY = 1, expected at most 34");
    config.sm_memory = 0;
    program = new_program(&config);
    rs_program_launch(program);
    rs_program_warp(program);
    rs_program_access(program, false, 0, index, 1);
    assert_true(rs_program_finish(program, &error));
    assert_true(program->lane_mask.capacity + program->first_word.capacity + program->lane_word.capacity == 0);
    rs_program_destroy(program);
}

/* ---- issue stage ------------------------------------------------------------------------------------ */

static void add(rs_program *program, bool write, uint32_t first, uint32_t active)
{
    uint32_t index[RS_WARP_LANES];
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        index[lane] = first + lane;
    }
    rs_program_access(program, write, 0, index, active);
}

/* Two warps: instructions a cycle apart, stores do not block, a load does until its words are back. */
static void test_timing(void **state)
{
    (void)state;
    const rs_config config = machine(1, 1, 2);
    rs_program *program = new_program(&config);
    rs_program_launch(program);
    for (uint32_t warp = 0; warp < 2; warp++) {
        rs_program_warp(program);
        add(program, true, 0, 0xff);
        add(program, false, 32 * warp, 0xffff);
        add(program, false, 8, 0x3);
    }
    world *w = world_open(&config, program);
    static const uint64_t taken[] = {1, 2, 3, 4, 4, 4, 4, 4};
    for (uint32_t t = 0; t < 8; t++) {
        for (uint32_t i = 0; i < w->load_count[0]; i++) {
            w->loads[0][i].due = 100; /* nothing comes back */
        }
        cycle(w);
        assert_int_equal(w->taken, taken[t]);
    }
    w->loads[0][0].due = w->loads[0][1].due = 0;
    run_to_end(w, 500);
    assert_int_equal(rs_issue_stage_count(w->stage, 0).loads, 4);
    assert_int_equal(rs_issue_stage_count(w->stage, 0).stores, 2);
    assert_true(w->latency >= 2 * 6 + 2);
    world_close(w);
}

static void test_protocol_errors(void **state)
{
    (void)state;
    static const char *const texts[] = {"instruction refused", "address fault", "await none", "await none"};
    for (uint32_t kind = 0; kind < 4; kind++) {
        const rs_config config = machine(1, 1, 1);
        rs_program *program = new_program(&config);
        rs_program_launch(program);
        rs_program_warp(program);
        add(program, false, 0, 0xf);
        world *w = world_open(&config, program);
        w->delay = 1000;
        if (kind == 0) {
            w->out.status[0] = RS_LSU_UNSUPPORTED;
        }
        cycle(w);
        w->out.fault_valid = kind == 1;
        rs_issue_stage_drive(w->stage, &w->in);
        w->wb[0] = (rs_writeback){.warp = kind == 3 ? 1 : 0, .mask = kind == 2 ? 0x18 : 1}; /* lane 4 awaits nothing */
        w->out.wb[0] = kind >= 2 ? &w->wb[0] : NULL;
        rs_issue_stage_clock(w->stage, &w->out);
        assert_non_null(rs_issue_stage_protocol_error(w->stage));
        assert_non_null(strstr(rs_issue_stage_protocol_error(w->stage), texts[kind]));
        assert_int_equal(w->pieces, 0);
        world_close(w);
    }
}

static void test_creation_errors(void **state)
{
    (void)state;
    rs_config config = machine(2, 4, 8);
    rs_error error = {""};
    rs_program *program = new_program(&config);
    assert_true(rs_program_finish(program, &error));
    config.cta_warps = 4;
    assert_null(rs_issue_stage_create(&config, program, &error));
    assert_string_equal(error.text, "program: found CTAs of 8 warps, expected CTA_WARPS = 4");
    config.cta_warps = 8;
    config.warp_bits = 4;
    assert_null(rs_issue_stage_create(&config, program, &error));
    assert_string_equal(error.text, "WARP_BITS: found 4, expected enough for the 32 warps of an SM");
    config.warp_bits = 5;
    config.lanes = 16;
    assert_null(rs_issue_stage_create(&config, program, &error));
    assert_string_equal(error.text, "LANES: found 16, expected 32 for a program");
    config.lanes = 32;
    program->lanes = false;
    assert_null(rs_issue_stage_create(&config, program, &error));
    assert_non_null(strstr(error.text, "expected a program built with SM_MEMORY = 1"));
    rs_program_destroy(program);
}

static void test_random(void **state)
{
    (void)state;
    uint64_t later = 0, gaps = 0;
    rs_load_counts all = {0, 0, 0, 0, 0};
    for (uint64_t seed = 1; seed <= 30; seed++) {
        uint64_t random = seed;
        rs_config config = machine(1 + rs_random_below(&random, seed % 8 == 0 ? 64 : 5), 1 + rs_random_below(&random, 4),
                                   1 + rs_random_below(&random, 8));
        config.issue_gap = seed % 4 == 0 ? 10 : 0;
        gaps += config.issue_gap;
        rs_program *program = new_program(&config);
        for (uint32_t launch = 0; launch < 4; launch++) {
            rs_program_launch(program);
            for (uint32_t warp = rs_random_below(&random, 4 * config.sms * config.cta_warps > 300 ? 300 : 4 * config.sms * config.cta_warps); warp > 0; warp--) {
                rs_program_warp(program);
                for (uint32_t left = rs_random_below(&random, 6); left > 0; left--) {
                    uint32_t index[RS_WARP_LANES];
                    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
                        index[lane] = rs_random_below(&random, WORDS);
                    }
                    rs_program_access(program, rs_random_below(&random, 2) == 0, 0, index,
                                      (uint32_t)rs_random_below(&random, UINT32_MAX) | 1);
                }
            }
        }
        world *w = world_open(&config, program);
        w->random = seed;
        w->ready_per_mille = seed % 3 == 0 ? 1000 : 50 + rs_random_below(&random, 900);
        w->delay = rs_random_below(&random, 100);
        const rs_front_end_disturbance disturbance = {.reply_stall_per_mille = seed % 2 == 0 ? 300 : 0,
                                                      .request_pause_per_mille = seed % 5 == 0 ? 300 : 0, .seed = seed};
        rs_issue_stage_set_disturbance(w->stage, &disturbance);
        run_to_end(w, 1000000);
        uint64_t cursor = 0, address;
        while (rs_load_checker_next(w->checker, &cursor, &address)) {
            assert_false(rs_load_checker_holds(w->checker, address, 0x12345678));
            assert_true(rs_load_checker_holds(w->checker, address, w->memory[address / 4]));
        }
        const rs_load_counts counts = rs_load_checker_count(w->checker);
        all.words += counts.words;
        all.untouched += counts.untouched;
        all.before += counts.before;
        all.own += counts.own;
        all.others += counts.others;
        later += w->later;
        world_close(w);
    }
    assert_true(all.words > 20000 && all.untouched > 500 && all.before > 500 && all.own > 500 && all.others > 500);
    assert_int_equal(all.words, all.untouched + all.before + all.own + all.others);
    assert_true(later > 100 && gaps > 0);
}

/* ---- load checker: what it must not take -------------------------------------------------------------- */

/* Warp 0 of SM 0 and SM 1: what the load of SM 0 brings, after the stores of the script, in the launch. */
typedef struct order {
    const char *script; /* 0, 1: store of that SM; |: end of a launch; L: the load is taken */
    char value;         /* that it brings: n-th store of the script, i: initial, x: nobody's */
    bool allowed;
} order;

static void test_order(void **state)
{
    (void)state;
    static const order orders[] = {
        {"L", 'i', true},     {"L", 'x', false},    {"0L", '0', true},    {"0L", 'i', false},   {"00L", '1', true},
        {"00L", '0', false},  {"1L", '0', true},    {"1L", 'i', true},    {"L1", '0', true},    {"L1", 'i', true},
        {"L0", '0', false},   {"L0", 'i', true},    {"10L", '0', true},   {"10L", '1', true},   {"10L", 'i', false},
        {"0|L", '0', true},   {"0|L", 'i', false},  {"01|L", '0', true},  {"01|L", '1', true},  {"00|L", '0', false},
        {"0|1|L", '0', false}, {"0|1|L", '1', true}, {"0|1L", '0', true},  {"0|1L", '1', true},  {"0|0L", '0', false},
        {"1|0L", '0', false}, {"0||L", '0', true},  {"11L", '0', true},   {"1|11L", 'i', false},
    };
    const rs_config config = machine(2, 1, 1);
    rs_program *program = new_program(&config);
    rs_error error = {""};
    rs_program_launch(program);
    rs_program_warp(program);
    add(program, true, 40, 0x3); /* lane 0 writes word 40 */
    add(program, false, 40, 0x1);
    assert_true(rs_program_finish(program, &error));
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        rs_load_checker *checker = rs_load_checker_create(&config, program, &error);
        uint32_t values[8], stores = 0, line[RS_LINE_WORDS];
        assert_non_null(checker);
        for (const char *c = orders[i].script; *c != '\0'; c++) {
            if (*c == '|') {
                rs_load_checker_ordered(checker);
            } else if (*c == 'L') {
                rs_load_checker_taken(checker, 0, 0, 1, 100);
            } else {
                const uint32_t sm = (uint32_t)(*c - '0');
                values[stores] = rs_store_word(sm, stores, 0);
                rs_load_checker_taken(checker, sm, 1, 0, stores++);
            }
        }
        rs_dram_initial_line(128, line);
        const uint32_t brought = orders[i].value == 'i' ? line[8] : orders[i].value == 'x' ? ~line[8] : values[orders[i].value - '0'];
        rs_load_checker_words(checker, 0, 0, 1, &brought);
        if ((rs_load_checker_error(checker) == NULL) != orders[i].allowed) {
            fail_msg("%s brings %c: expected it to be %s", orders[i].script, orders[i].value, orders[i].allowed ? "allowed" : "refused");
        }
        rs_load_checker_destroy(checker);
    }
    /* Two SMs stored: what a load has brought is what all loads bring. */
    rs_load_checker *checker = rs_load_checker_create(&config, program, &error);
    const uint32_t first = rs_store_word(0, 0, 0), second = rs_store_word(1, 0, 0);
    rs_load_checker_taken(checker, 0, 1, 0, 0);
    rs_load_checker_taken(checker, 1, 1, 0, 0);
    rs_load_checker_ordered(checker);
    rs_load_checker_taken(checker, 0, 0, 1, 1);
    rs_load_checker_taken(checker, 1, 0, 1, 1);
    rs_load_checker_words(checker, 0, 0, 1, &second);
    assert_null(rs_load_checker_error(checker));
    assert_false(rs_load_checker_holds(checker, 160, first));
    assert_true(rs_load_checker_holds(checker, 160, second));
    rs_load_checker_words(checker, 1, 0, 1, &first);
    assert_non_null(strstr(rs_load_checker_error(checker), "SM 1 lane 0 of instruction 1: word at 0xa0 is 0x"));
    rs_load_checker_destroy(checker);
    rs_program_destroy(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lanes),           cmocka_unit_test(test_timing), cmocka_unit_test(test_protocol_errors),
        cmocka_unit_test(test_creation_errors), cmocka_unit_test(test_random), cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
