#include "machine/program_issue.h"

#include <stdlib.h>
#include <string.h>

#include "machine/program_dispatch.h"

/* What the SMs do: run the launch, release after it, wait for the machine to be empty, acquire for the next one. */
enum phase { RUN, RELEASE, SETTLE, ACQUIRE };

enum { LOAD = 2 * RS_LSU_PLAIN, STORE = LOAD + 1 };

typedef struct sm_state {
    uint32_t current;                          /* the warp whose instruction is on offer, or RS_NO_WARP */
    uint32_t awaited[RS_SM_WARPS_MAX];         /* lanes of the warp's load that are not back */
    uint64_t offered[RS_SM_WARPS_MAX];         /* cycle, of the load */
    rs_load_store_issue issue;                 /* on offer */
    rs_issue_count count;
} sm_state;

struct rs_program_issue {
    rs_config config;
    rs_issue_hooks hooks;
    rs_front_end_disturbance disturbance;
    enum phase phase;
    uint64_t all;                              /* a bit per SM, as in all masks below */
    uint64_t valid;                            /* an instruction is on offer */
    uint64_t try_issue;                        /* may have one to offer: looked at by the next drive() */
    uint64_t wb_ready;                         /* as driven */
    uint64_t fencing;                          /* RELEASE: not through yet */
    const char *protocol_error;
    rs_program_dispatch dispatch;
    sm_state sm[RS_MAX_SMS];
};

/* ---- issue ---------------------------------------------------------------------------------------- */

static void write_instruction(const rs_program_issue *stage, uint32_t index, uint32_t warp, rs_load_store_issue *issue)
{
    const rs_program *program = stage->dispatch.program;
    const rs_issue_count *count = &stage->sm[index].count;
    const uint32_t instruction = stage->dispatch.sm[index].warp[warp].next;
    const uint32_t *word;
    issue->opcode = rs_program_is_write(program, instruction) ? STORE : LOAD;
    issue->length = 1;
    issue->warp = warp;
    issue->mask = rs_program_lanes(program, instruction, &word);
    memset(issue->operands, 0, stage->config.lanes * sizeof issue->operands[0]);
    for (uint64_t left = issue->mask; left != 0; left &= left - 1, word++) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(left);
        const uint64_t address = (uint64_t)*word * RS_ELEMENT_BYTES;
        uint32_t *operands = issue->operands[lane];
        operands[0] = (uint32_t)address;
        operands[1] = (uint32_t)(address >> 32);
        operands[3] = issue->opcode == STORE ? rs_store_word(index, count->loads + count->stores, lane) : 0;
    }
}

static bool offer_instruction(rs_program_issue *stage, uint32_t index)
{
    sm_state *sm = &stage->sm[index];
    const uint32_t warp = rs_program_dispatch_take(&stage->dispatch, index);
    if (warp == RS_NO_WARP) {
        return false;
    }
    sm->current = warp;
    sm->offered[warp] = stage->dispatch.cycle;
    write_instruction(stage, index, warp, &sm->issue);
    return true;
}

void rs_program_issue_drive(rs_program_issue *stage, rs_gpu_memory_inputs *inputs)
{
    rs_front_end_disturbance *disturbance = &stage->disturbance;
    const uint64_t paused = rs_front_end_draw(disturbance, stage->config.sms, disturbance->request_pause_per_mille);
    for (uint64_t left = stage->try_issue & ~stage->valid & ~paused; left != 0; left &= left - 1) {
        const uint64_t bit = left & -left;
        stage->try_issue &= ~bit; /* woken again by an instruction taken or a warp that becomes ready */
        if (offer_instruction(stage, (uint32_t)__builtin_ctzll(left))) {
            stage->valid |= bit;
        }
    }
    for (uint32_t i = 0; i < stage->config.sms; i++) {
        inputs->issue[i] = stage->valid >> i & 1 ? &stage->sm[i].issue : NULL;
    }
    stage->wb_ready = stage->all & ~rs_front_end_draw(disturbance, stage->config.sms, disturbance->reply_stall_per_mille);
    inputs->wb_ready = stage->wb_ready;
    inputs->fault_ready = stage->all;
    inputs->release_valid = stage->phase == RELEASE ? stage->fencing : 0;
    inputs->acquire = stage->phase == ACQUIRE ? stage->all : 0;
    inputs->camat_clear = 0;
}

/* ---- what moved ----------------------------------------------------------------------------------- */

static void reject(rs_program_issue *stage, const char *what)
{
    if (stage->protocol_error == NULL) {
        stage->protocol_error = what;
    }
}

static void instruction_taken(rs_program_issue *stage, uint32_t index)
{
    sm_state *sm = &stage->sm[index];
    const uint32_t warp = sm->current;
    const bool write = sm->issue.opcode == STORE;
    const uint64_t sequence = sm->count.loads + sm->count.stores;
    const uint32_t instruction = stage->dispatch.sm[index].warp[warp].next;
    stage->try_issue |= UINT64_C(1) << index;
    sm->current = RS_NO_WARP;
    sm->count.completion_cycle = stage->dispatch.cycle;
    rs_program_dispatch_turn(&stage->dispatch, index, warp);
    if (stage->hooks.taken != NULL) {
        stage->hooks.taken(stage->hooks.user, index, warp, instruction, sequence);
    }
    if (write) {
        sm->count.stores++;
        rs_program_dispatch_end(&stage->dispatch, index, warp);
    } else {
        sm->count.loads++;
        sm->awaited[warp] = (uint32_t)sm->issue.mask;
    }
}

static void words_taken(rs_program_issue *stage, uint32_t index, const rs_writeback *wb)
{
    sm_state *sm = &stage->sm[index];
    const uint32_t mask = (uint32_t)wb->mask;
    if (wb->warp >= stage->dispatch.sm_ctas * stage->dispatch.cta_warps || wb->first_register != 0 || wb->element != 0 ||
        mask == 0 || (sm->awaited[wb->warp] & mask) != mask) {
        reject(stage, "found words for lanes that await none, expected those of the SM's loads, each once");
        return;
    }
    sm->awaited[wb->warp] &= ~mask;
    sm->count.completion_cycle = stage->dispatch.cycle;
    if (stage->hooks.words != NULL) {
        stage->hooks.words(stage->hooks.user, index, wb->warp, mask, wb->data);
    }
    if (sm->awaited[wb->warp] == 0) {
        if (stage->hooks.complete != NULL) {
            stage->hooks.complete(stage->hooks.user, index, wb->warp, stage->dispatch.cycle - sm->offered[wb->warp]);
        }
        rs_program_dispatch_end(&stage->dispatch, index, wb->warp);
    }
}

/* The launch's end and the next one's begin. */
static void clock_launch(rs_program_issue *stage, const rs_gpu_memory_outputs *outputs)
{
    switch (stage->phase) {
    case RUN:
        if (rs_program_dispatch_launch_over(&stage->dispatch) && !rs_program_issue_done(stage)) {
            stage->phase = RELEASE;
            stage->fencing = stage->all;
        }
        break;
    case RELEASE:
        stage->fencing &= ~outputs->release_ready;
        stage->phase = stage->fencing == 0 ? SETTLE : RELEASE;
        break;
    case SETTLE:
        if (outputs->idle) {
            stage->phase = ACQUIRE;
            if (stage->hooks.ordered != NULL) {
                stage->hooks.ordered(stage->hooks.user);
            }
        }
        break;
    case ACQUIRE:
        stage->phase = RUN;
        rs_program_dispatch_next_launch(&stage->dispatch);
        break;
    }
}

void rs_program_issue_clock(rs_program_issue *stage, const rs_gpu_memory_outputs *outputs)
{
    clock_launch(stage, outputs);
    for (uint64_t left = stage->valid & outputs->in_ready; left != 0; left &= left - 1) {
        const uint32_t index = (uint32_t)__builtin_ctzll(left);
        if (outputs->status[index] != RS_LSU_ACCEPTED || (outputs->in_first >> index & 1) == 0) {
            reject(stage, "found an instruction refused, expected it to be accepted");
        }
        instruction_taken(stage, index);
    }
    stage->valid &= ~outputs->in_ready;
    for (uint64_t left = stage->wb_ready; left != 0; left &= left - 1) {
        const uint32_t index = (uint32_t)__builtin_ctzll(left);
        if (outputs->wb[index] != NULL) {
            words_taken(stage, index, outputs->wb[index]);
        }
    }
    if (outputs->fault_valid != 0) {
        reject(stage, "found an address fault, expected none: all words of a program are inside the address map");
    }
    rs_program_dispatch_clock(&stage->dispatch);
    stage->try_issue |= stage->dispatch.woken;
    stage->dispatch.woken = 0;
}

/* ---- creation and figures ------------------------------------------------------------------------- */

static bool check_fit(const rs_config *config, const rs_program *program, rs_error *error)
{
    const uint32_t warps = config->sm_ctas * config->cta_warps;
    if (!program->lanes) {
        rs_error_set(error, "program: found none of the lanes' addresses, expected a program built with SM_MEMORY = 1");
        return false;
    }
    if (config->lanes != RS_WARP_LANES) {
        rs_error_set(error, "LANES: found %u, expected %d for a program", config->lanes, RS_WARP_LANES);
        return false;
    }
    if ((warps - 1) >> config->warp_bits != 0) {
        rs_error_set(error, "WARP_BITS: found %u, expected enough for the %u warps of an SM", config->warp_bits, warps);
        return false;
    }
    return true;
}

rs_program_issue *rs_program_issue_create(const rs_config *config, const rs_program *program, rs_error *error)
{
    if (!check_fit(config, program, error)) {
        return NULL;
    }
    rs_program_issue *stage = (rs_program_issue *)calloc(1, sizeof *stage);
    if (stage == NULL) {
        rs_error_set(error, "found no memory left, expected room for %u SMs", config->sms);
        return NULL;
    }
    if (!rs_program_dispatch_init(&stage->dispatch, config, program, error)) {
        free(stage);
        return NULL;
    }
    stage->config = *config;
    stage->all = UINT64_MAX >> (64 - config->sms);
    stage->try_issue = stage->dispatch.woken;
    stage->dispatch.woken = 0;
    for (uint32_t i = 0; i < config->sms; i++) {
        stage->sm[i].current = RS_NO_WARP;
    }
    return stage;
}

void rs_program_issue_destroy(rs_program_issue *stage)
{
    if (stage != NULL) {
        rs_program_dispatch_release(&stage->dispatch);
        free(stage);
    }
}

void rs_program_issue_set_hooks(rs_program_issue *stage, const rs_issue_hooks *hooks)
{
    stage->hooks = *hooks;
}

void rs_program_issue_set_disturbance(rs_program_issue *stage, const rs_front_end_disturbance *disturbance)
{
    stage->disturbance = *disturbance;
}

bool rs_program_issue_done(const rs_program_issue *stage)
{
    return rs_program_dispatch_done(&stage->dispatch);
}

rs_issue_count rs_program_issue_count(const rs_program_issue *stage, uint32_t sm)
{
    return stage->sm[sm].count;
}

uint64_t rs_program_issue_issued(const rs_program_issue *stage)
{
    uint64_t issued = 0;
    for (uint32_t i = 0; i < stage->config.sms; i++) {
        issued += stage->sm[i].count.loads + stage->sm[i].count.stores;
    }
    return issued;
}

const char *rs_program_issue_protocol_error(const rs_program_issue *stage)
{
    return stage->protocol_error;
}
