/* A fake machine for the issue stage: takes instructions, gives words back, in pieces and late, from a memory in which stores
 * happen as they are taken; it watches what the issue stage shows and in which order. A broken rule fails the running test. */
#ifndef RS_FAKE_MACHINE_H
#define RS_FAKE_MACHINE_H

#include <stdlib.h>
#include <string.h>

#include "common/contents.h"
#include "machine/program_issue.h"
#include "observe/load_checker.h"
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
    rs_program_issue *stage;
    rs_load_checker *checker;
    rs_gpu_memory_inputs in;
    rs_gpu_memory_outputs out;
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
    rs_program_issue_drive(w->stage, &w->in);
    w->out.in_ready = w->out.release_ready = 0;
    w->out.in_first = UINT64_MAX;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        const bool valid = w->in.issue[sm] != NULL;
        if (w->was_valid >> sm & 1) { /* an instruction stays until it is taken */
            assert_true(valid);
            assert_memory_equal(w->in.issue[sm], &w->held[sm], sizeof w->held[sm]);
        }
        w->out.in_ready |= (uint64_t)(rs_random_below(&w->random, 1000) < w->ready_per_mille) << sm;
        w->out.release_ready |= (uint64_t)(w->load_count[sm] == 0 && rs_random_below(&w->random, 4) == 0) << sm;
        offer_words(w, sm);
        empty = empty && w->load_count[sm] == 0 && !valid;
        if (valid) {
            w->held[sm] = *w->in.issue[sm];
        }
    }
    if (w->in.release_valid == 0 && w->in.acquire == 0 && !empty) {
        w->released = w->acquired = 0;
    }
    w->empty_since = empty ? w->empty_since : w->cycle;
    w->out.idle = empty && w->cycle > w->empty_since + 20;
    const bool over = w->in.release_valid != 0 || w->in.acquire != 0;
    w->released |= w->in.release_valid & w->out.release_ready;
    w->acquired |= w->in.acquire;
    assert_true((w->in.release_valid & w->in.acquire) == 0);
    assert_true(!over || empty);
    w->was_valid = 0;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        w->was_valid |= (uint64_t)(w->in.issue[sm] != NULL && !(w->out.in_ready >> sm & 1)) << sm;
    }
    rs_program_issue_clock(w->stage, &w->out);
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

static world *world_open(const rs_config *config, rs_program *program)
{
    world *w = (world *)calloc(1, sizeof *w);
    rs_error error = {""};
    assert_non_null(w);
    assert_true(rs_program_finish(program, &error));
    w->config = *config;
    w->program = program;
    w->ready_per_mille = 1000;
    w->stage = rs_program_issue_create(config, program, &error);
    w->checker = rs_load_checker_create(config, program, &error);
    if (w->stage == NULL || w->checker == NULL) {
        fail_msg("%s", error.text);
    }
    const rs_issue_hooks hooks = {w, on_taken, on_words, on_complete, on_ordered};
    rs_program_issue_set_hooks(w->stage, &hooks);
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
    rs_program_issue_destroy(w->stage);
    rs_load_checker_destroy(w->checker);
    rs_program_destroy(w->program);
    free(w);
}

static void run_to_end(world *w, uint64_t limit)
{
    while (!rs_program_issue_done(w->stage)) {
        assert_true(w->cycle < limit);
        cycle(w);
        if (rs_program_issue_protocol_error(w->stage) != NULL) {
            fail_msg("%s", rs_program_issue_protocol_error(w->stage));
        }
        if (rs_load_checker_error(w->checker) != NULL) {
            fail_msg("%s", rs_load_checker_error(w->checker));
        }
    }
    assert_int_equal(w->taken, rs_program_instructions(w->program));
    assert_int_equal(rs_program_issue_issued(w->stage), w->taken);
    assert_int_equal(w->launches, rs_program_launches(w->program));
    uint64_t loads = 0;
    for (uint32_t sm = 0; sm < w->config.sms; sm++) {
        loads += rs_program_issue_count(w->stage, sm).loads;
    }
    assert_int_equal(w->completed, loads);
}

#endif
