/* Contract: thread_source.h. */
#include "workload/thread_source.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "workload/thread_watch.h"

enum { LANES = RS_WARP_LANES, REGISTERS = RS_CODE_REGISTERS, NONE = RS_CODE_NONE, WINDOW = 32 };

/* An instruction shown whose values are to be computed, or whose operands are to be read. */
typedef struct shown {
    uint32_t place, mask; /* in the code; lanes */
} shown;

typedef struct warp_state {
    bool live, blocked;                     /* blocked: a branch was shown that is not computed */
    uint32_t number, sm;                    /* number: in the launch */
    rs_thread_state state;
    uint32_t pending[REGISTERS];            /* lanes whose word is to come */
    uint32_t loading[REGISTERS];            /* by which instruction, */
    uint64_t target[REGISTERS];             /* of its lowest lane from where */
    shown compute[WINDOW];
    rs_operand_row rows[WINDOW];
    bool stores[WINDOW];                    /* whether what the row is for can change memory, and brings no word that tells */
    uint32_t computes, computed, rows_made, rows_read; /* counts since the begin; places mod WINDOW */
    rs_warp_watch watch;                    /* the last: what it has seen needs no 0 */
} warp_state;

typedef struct cta_slot {
    bool busy;
    uint32_t live, cta;
    warp_state warp[];
} cta_slot;

struct rs_thread_source {
    const rs_thread_program *program;
    rs_thread_run run;
    rs_thread_code readback;      /* the last launch */
    uint32_t launches, started, slots;
    cta_slot **slot;
    uint64_t instructions;
    rs_thread_watch watch;
    bool failed;
    rs_error error;
};

static void fail(rs_thread_source *source, const char *text)
{
    if (!source->failed) {
        source->failed = true;
        rs_error_set(&source->error, "%s: %s", source->program->name, text);
    }
}

static const rs_thread_code *code_of(const rs_thread_source *source)
{
    return source->launches == 2 ? &source->readback : &source->run.code;
}

static warp_state *warp_of(const rs_thread_source *source, uint32_t place, uint32_t number)
{
    const bool good = place < source->slots && source->slot[place]->busy && number < source->run.options.cta_warps;
    return good ? &source->slot[place]->warp[number] : NULL;
}

static rs_thread_name name_of(const rs_thread_source *source, uint32_t place, uint32_t number)
{
    const rs_thread_name name = {place / source->run.options.sm_ctas, source->slot[place]->cta, number};
    return name;
}

/* ---- values ------------------------------------------------------------------------------------------------ */

static bool accesses_memory(const rs_code_instruction *instruction)
{
    return instruction->kind == RS_CODE_LOAD || instruction->kind == RS_CODE_STORE || instruction->kind == RS_CODE_ATOMIC;
}

static bool is_there(const warp_state *warp, uint32_t reg)
{
    return reg == NONE || warp->pending[reg] == 0;
}

static bool can_compute(const warp_state *warp, const rs_code_instruction *instruction)
{
    const bool pair = accesses_memory(instruction) && instruction->a != NONE;
    return is_there(warp, instruction->a) && is_there(warp, pair ? instruction->a + 1u : (uint32_t)NONE) &&
           is_there(warp, instruction->b) && is_there(warp, instruction->d);
}

static uint32_t value(const warp_state *warp, uint32_t reg, uint32_t lane, uint32_t constant)
{
    return reg != NONE ? warp->state.file[reg][lane] : constant;
}

/* Lanes of the mask where the register is not 0. */
static uint32_t lanes_set(const warp_state *warp, uint32_t reg, uint32_t mask)
{
    uint32_t set = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        set |= (uint32_t)(warp->state.file[reg][lane] != 0) << lane;
    }
    return set;
}

static uint32_t lane_value(const warp_state *warp, const rs_code_instruction *instruction, uint32_t mask, uint32_t lane)
{
    const uint32_t a = value(warp, instruction->a, lane, 0), b = value(warp, instruction->b, lane, instruction->immediate);
    switch (instruction->kind) {
    case RS_CODE_ALU: return rs_alu_word((enum rs_alu)instruction->op, a, b, 0);
    case RS_CODE_COMPARE: return rs_compare_words((enum rs_comparison)instruction->op, a, b);
    case RS_CODE_BALLOT: return lanes_set(warp, instruction->a, mask);
    case RS_CODE_LANE: return lane;
    case RS_CODE_WARP: return warp->number;
    case RS_CODE_SM: return warp->sm;
    case RS_CODE_POINT_LOW: return instruction->immediate + 4 * a;
    default: return 0; /* POINT_HIGH: memory ends below 4 GB */
    }
}

static void compute_memory(rs_thread_source *source, warp_state *warp, const rs_code_instruction *instruction, uint32_t place,
                           uint32_t mask)
{
    const bool stores = instruction->kind == RS_CODE_STORE || instruction->d == NONE;
    warp->stores[warp->rows_made % WINDOW] = stores;
    rs_operand_row *row = &warp->rows[warp->rows_made++ % WINDOW];
    if (warp->rows_made - warp->rows_read > WINDOW) {
        fail(source, "found more memory instructions shown than there is room for, expected their operands to be read");
    }
    memset(row, 0, sizeof *row);
    row->mask = mask;
    row->offset = (int32_t)instruction->offset;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        row->operands[lane][0] = value(warp, instruction->a, lane, 0);
        row->operands[lane][1] = instruction->a != NONE ? warp->state.file[instruction->a + 1][lane] : 0;
        row->operands[lane][2] = instruction->kind == RS_CODE_ATOMIC ? instruction->compare : 0;
        row->operands[lane][3] = value(warp, instruction->b, lane, instruction->immediate);
    }
    if (stores) {
        rs_thread_watch_change(&source->watch);
    }
    if (instruction->kind == RS_CODE_LOAD) {
        rs_thread_watch_load(&warp->watch);
    }
    if (instruction->d != NONE) {
        const uint32_t *first = row->operands[mask != 0 ? __builtin_ctz(mask) : 0];
        warp->pending[instruction->d] = mask;
        warp->loading[instruction->d] = place;
        warp->target[instruction->d] = (first[0] | (uint64_t)first[1] << 32) + instruction->offset;
    }
}

static bool awaits_words(const warp_state *warp)
{
    uint32_t any = 0;
    for (uint32_t reg = 0; reg < REGISTERS; reg++) {
        any |= warp->pending[reg];
    }
    return any != 0;
}

static void compute_branch(const rs_thread_source *source, warp_state *warp, const rs_code_instruction *instruction, uint32_t place)
{
    const uint32_t taken = lanes_set(warp, instruction->a, warp->state.active);
    warp->blocked = false;
    if (instruction->kind == RS_CODE_IF) {
        warp->state.outer[warp->state.depth++] = warp->state.active;
        warp->state.active = taken;
        warp->state.place = taken != 0 ? place + 1 : instruction->target;
    } else {
        warp->state.active = taken != 0 ? taken : warp->state.outer[--warp->state.depth];
        warp->state.place = taken != 0 ? instruction->target + 1 : place + 1;
        if (taken != 0 && rs_thread_watch_looks(&source->watch) && !awaits_words(warp)) {
            rs_thread_watch_loop(&source->watch, &warp->watch, &warp->state);
        }
    }
}

/* As far as words are there. */
static void compute(rs_thread_source *source, warp_state *warp)
{
    while (warp->computed != warp->computes) {
        const shown *next = &warp->compute[warp->computed % WINDOW];
        const rs_code_instruction *instruction = &code_of(source)->instruction[next->place];
        if (!can_compute(warp, instruction)) {
            return;
        }
        warp->computed++;
        if (accesses_memory(instruction)) {
            compute_memory(source, warp, instruction, next->place, next->mask);
        } else if (instruction->kind == RS_CODE_IF || instruction->kind == RS_CODE_AGAIN) {
            compute_branch(source, warp, instruction, next->place);
        } else {
            for (uint32_t left = next->mask; left != 0 && instruction->d != NONE; left &= left - 1) {
                const uint32_t lane = (uint32_t)__builtin_ctz(left);
                warp->state.file[instruction->d][lane] = lane_value(warp, instruction, next->mask, lane);
            }
        }
    }
}

/* ---- records ------------------------------------------------------------------------------------------------- */

/* end and loop, which are no instructions. */
static void pass_marks(const rs_thread_source *source, warp_state *warp)
{
    const rs_thread_code *code = code_of(source);
    for (; code->instruction[warp->state.place].kind == RS_CODE_END || code->instruction[warp->state.place].kind == RS_CODE_LOOP; warp->state.place++) {
        if (code->instruction[warp->state.place].kind == RS_CODE_END) {
            warp->state.active = warp->state.outer[--warp->state.depth];
        } else {
            warp->state.outer[warp->state.depth++] = warp->state.active;
        }
    }
}

static uint64_t record_of(const rs_code_instruction *instruction)
{
    static const enum rs_record_kind kinds[] = {
        RS_RECORD_ALU, RS_RECORD_ALU, RS_RECORD_ALU, RS_RECORD_ALU, RS_RECORD_ALU, RS_RECORD_ALU, RS_RECORD_ALU, RS_RECORD_ALU,
        RS_RECORD_MEMORY, RS_RECORD_MEMORY, RS_RECORD_ATOMIC, RS_RECORD_BRANCH, RS_RECORD_ALU, RS_RECORD_ALU, RS_RECORD_BRANCH,
        RS_RECORD_EXIT};
    const bool store = instruction->kind == RS_CODE_STORE, atomic = instruction->kind == RS_CODE_ATOMIC;
    rs_warp_record record = {kinds[instruction->kind], RS_SPACE_GLOBAL, 0, 1, false, false, false, instruction->d,
                             {instruction->a, instruction->b, RS_NO_REGISTER}};
    if (accesses_memory(instruction)) {
        record.opcode = atomic ? instruction->op : 2 * RS_LSU_PLAIN + store;
        record.source[1] = RS_NO_REGISTER;
        record.source[2] = instruction->b;
    }
    if (atomic) {
        record.returns = instruction->d != NONE;
        record.acquire = instruction->order == RS_ACQUIRE || instruction->order == RS_ACQUIRE_RELEASE;
        record.release = instruction->order == RS_RELEASE || instruction->order == RS_ACQUIRE_RELEASE;
    }
    return rs_warp_record_pack(&record);
}

static bool available(const void *user, uint32_t place, uint32_t number)
{
    const warp_state *warp = warp_of((const rs_thread_source *)user, place, number);
    return warp != NULL && warp->live && !warp->blocked && warp->computes - warp->computed < WINDOW;
}

static uint64_t next_record(void *user, uint32_t place, uint32_t number)
{
    rs_thread_source *source = (rs_thread_source *)user;
    if (!available(user, place, number)) {
        fail(source, "found a record asked that a warp does not show, expected none");
        return RS_RECORD_EXIT;
    }
    warp_state *warp = warp_of(source, place, number);
    pass_marks(source, warp);
    const rs_code_instruction *instruction = &code_of(source)->instruction[warp->state.place];
    const shown fresh = {warp->state.place, warp->state.active};
    const uint64_t lanes = (uint64_t)__builtin_popcount(warp->state.active);
    source->instructions += lanes;
    if (instruction->kind == RS_CODE_EXIT) {
        rs_thread_watch_change(&source->watch);
        warp->live = false;
        source->slot[place]->live--;
        return record_of(instruction) | lanes << RS_RECORD_LANES;
    }
    warp->compute[warp->computes++ % WINDOW] = fresh;
    warp->blocked = instruction->kind == RS_CODE_IF || instruction->kind == RS_CODE_AGAIN;
    warp->state.place += !warp->blocked;
    compute(source, warp);
    return record_of(instruction) | lanes << RS_RECORD_LANES;
}

static void read_operands(void *user, uint32_t place, uint32_t number, uint32_t row_number, rs_operand_row *row)
{
    rs_thread_source *source = (rs_thread_source *)user;
    warp_state *warp = warp_of(source, place, number);
    memset(row, 0, sizeof *row);
    if (warp == NULL || row_number != 0 || warp->rows_read == warp->rows_made) {
        fail(source, "found operands read before the words that they are made of came, expected them after");
        return;
    }
    if (warp->stores[warp->rows_read % WINDOW]) { /* it is under way only now */
        rs_thread_watch_change(&source->watch);
    }
    *row = warp->rows[warp->rows_read++ % WINDOW];
}

static void take_words(void *user, uint32_t place, uint32_t number, const rs_words *words)
{
    rs_thread_source *source = (rs_thread_source *)user;
    warp_state *warp = warp_of(source, place, number);
    if (warp == NULL || words->first_register >= REGISTERS || words->element != 0 || words->mask == 0 ||
        (warp->pending[words->first_register] & words->mask) != words->mask) {
        fail(source, "found words for lanes that await none, expected those of loads, each once");
        return;
    }
    const uint32_t by = warp->loading[words->first_register];
    const rs_code_instruction *instruction = &code_of(source)->instruction[by];
    if (instruction->kind == RS_CODE_ATOMIC) {
        rs_thread_watch_atomic(&source->watch, &warp->watch, name_of(source, place, number), instruction, by,
                               warp->target[words->first_register], words->mask, words->data);
    }
    warp->pending[words->first_register] &= ~words->mask;
    for (uint32_t left = words->mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        warp->state.file[words->first_register][lane] = words->data[lane];
        if (source->launches == 2) {
            const uint64_t first = (instruction->offset / 4) - source->run.result;
            source->run.found[first + lane] = words->data[lane];
        }
    }
    compute(source, warp);
}

/* ---- launches ---------------------------------------------------------------------------------------------- */

/* Each 32 words of the result: a load. */
static bool write_readback(rs_thread_source *source, rs_error *error)
{
    rs_thread_code *code = &source->readback;
    rs_thread_code_special(code, RS_CODE_LANE, 2);
    rs_thread_code_point(code, 0, 0, 2);
    for (uint64_t w = 0; w < source->run.result_words; w += LANES) {
        rs_thread_code_load(code, (uint32_t)(4 + w / LANES % 32), 0, (uint32_t)(4 * (source->run.result + w)));
    }
    return rs_thread_code_finish(code, error);
}

static bool launch(void *user, rs_warp_launch *out)
{
    rs_thread_source *source = (rs_thread_source *)user;
    if (source->failed || source->launches >= 2) {
        return false;
    }
    source->launches++;
    source->started = 0;
    out->ctas = source->launches == 2 ? 1 : source->slots;
    out->cta_warps = source->launches == 2 ? 1 : source->run.options.cta_warps;
    out->scratchpad_bytes = 0;
    out->registers = code_of(source)->registers;
    out->limit = 0;
    out->recorded = false;
    return true;
}

static bool start_cta(void *user, uint32_t number, uint32_t place)
{
    rs_thread_source *source = (rs_thread_source *)user;
    if (source->failed || place >= source->slots || source->slot[place]->busy || number != source->started) {
        fail(source, "found a CTA out of turn or in a slot that is not free, expected them in order");
        return false;
    }
    cta_slot *at = source->slot[place];
    const uint32_t warps = source->launches == 2 ? 1 : source->run.options.cta_warps;
    source->started++;
    at->busy = true;
    at->live = warps;
    at->cta = number;
    rs_thread_watch_change(&source->watch);
    for (uint32_t w = 0; w < source->run.options.cta_warps; w++) {
        memset(&at->warp[w], 0, offsetof(warp_state, watch));
        at->warp[w].watch.epoch = at->warp[w].watch.asks = 0;
        at->warp[w].live = w < warps;
        at->warp[w].state.active = UINT32_MAX;
        at->warp[w].number = number * warps + w;
        at->warp[w].sm = place / source->run.options.sm_ctas;
    }
    return true;
}

static void end_cta(void *user, uint32_t place)
{
    rs_thread_source *source = (rs_thread_source *)user;
    if (place >= source->slots || !source->slot[place]->busy || source->slot[place]->live != 0) {
        fail(source, "found a CTA ended before its records, expected it to end after them");
        return;
    }
    source->slot[place]->busy = false;
}

static bool finish(void *user, rs_error *error)
{
    rs_thread_source *source = (rs_thread_source *)user;
    if (source->failed) {
        *error = source->error;
        return false;
    }
    return source->program->check(&source->run, error);
}

static uint64_t bytes(const void *user)
{
    return 4 * ((const rs_thread_source *)user)->run.words;
}

static void read_line(const void *user, uint64_t address, uint32_t words[RS_LINE_WORDS])
{
    memset(words, 0, RS_LINE_BYTES);
    if (address + RS_LINE_BYTES <= bytes(user)) {
        memcpy(words, ((const rs_thread_source *)user)->run.memory + address / 4, RS_LINE_BYTES);
    }
}

static bool next_change(const void *user, uint64_t *cursor, uint64_t *address, uint32_t *word)
{
    (void)user;
    (void)cursor;
    (void)address;
    (void)word;
    return false;
}

/* What matters of memory the last launch has loaded. */
static bool holds(const void *user, uint64_t address, const uint32_t words[RS_LINE_WORDS], rs_error *error)
{
    (void)user;
    (void)address;
    (void)words;
    (void)error;
    return true;
}

static const char *trouble(const void *user, bool *program)
{
    const rs_thread_source *source = (const rs_thread_source *)user;
    *program = false;
    return source->failed ? source->error.text : NULL;
}

/* ---- warps that ask for ever --------------------------------------------------------------------------------- */

static void watch(void *user)
{
    rs_thread_watch_begin(&((rs_thread_source *)user)->watch);
}

/* The slot and warp that are this one, if it runs. */
static const warp_state *find_live(const rs_thread_source *source, rs_thread_name name)
{
    for (uint32_t s = 0; s < source->slots; s++) {
        const cta_slot *at = source->slot[s];
        if (at->busy && at->cta == name.cta && name.warp < source->run.options.cta_warps && at->warp[name.warp].live) {
            return &at->warp[name.warp];
        }
    }
    return NULL;
}

static enum rs_watched watched(const void *user, rs_error *error)
{
    const rs_thread_source *source = (const rs_thread_source *)user;
    const rs_warp_watch *first = NULL; /* of those that ask most like for a lock */
    rs_thread_name name = {0, 0, 0};
    if (source->watch.changed) {
        return RS_WATCHED_CHANGED;
    }
    for (uint32_t s = 0; s < source->slots; s++) {
        const cta_slot *at = source->slot[s];
        if (at->busy && at->live == 0) { /* it is about to end, and another may start */
            return RS_WATCHED_UNDECIDED;
        }
        for (uint32_t w = 0; at->busy && w < source->run.options.cta_warps; w++) {
            if (!at->warp[w].live) { /* what it was shown last may be still to come */
                if (at->warp[w].rows_read != at->warp[w].rows_made || awaits_words(&at->warp[w])) {
                    return RS_WATCHED_UNDECIDED;
                }
                continue;
            }
            if (!rs_thread_watch_repeats(&source->watch, &at->warp[w].watch)) {
                return RS_WATCHED_UNDECIDED;
            }
            if (first == NULL || at->warp[w].watch.asks > first->asks) {
                first = &at->warp[w].watch;
                name = name_of(source, s, w);
            }
        }
    }
    if (first == NULL) {
        return RS_WATCHED_UNDECIDED;
    }
    const rs_word_holder *holder = rs_thread_watch_holder(&source->watch, first->asked_at);
    const warp_state *has = holder != NULL ? find_live(source, holder->who) : NULL;
    rs_thread_watch_describe(&source->watch, source->program->name, name, first, has != NULL ? &has->watch : NULL, error);
    return RS_WATCHED_REPEATS;
}

static bool repeats(const void *user, uint32_t place, uint32_t number)
{
    const rs_thread_source *source = (const rs_thread_source *)user;
    const warp_state *warp = warp_of(source, place, number);
    return warp != NULL && rs_thread_watch_repeats(&source->watch, &warp->watch);
}

uint64_t rs_thread_source_instructions(const rs_thread_source *source)
{
    return source->instructions;
}

rs_warp_source rs_thread_source_interface(rs_thread_source *source)
{
    static const rs_warp_source_calls calls = {launch,     start_cta, available, next_record, read_operands, take_words,
                                               end_cta,    finish,    bytes,     read_line,   next_change,   holds,
                                               trouble,    watch,     watched,     repeats};
    const rs_warp_source interface = {&calls, source};
    return interface;
}

void rs_thread_source_destroy(rs_thread_source *source)
{
    if (source == NULL) {
        return;
    }
    for (uint32_t s = 0; source->slot != NULL && s < source->slots; s++) {
        free(source->slot[s]);
    }
    rs_thread_code_free(&source->run.code);
    rs_thread_code_free(&source->readback);
    rs_thread_watch_free(&source->watch);
    free(source->run.memory);
    free(source->run.found);
    free(source->slot);
    free(source);
}

rs_thread_source *rs_thread_source_create(const rs_thread_program *program, const rs_thread_options *options, rs_error *error)
{
    rs_thread_source *source = (rs_thread_source *)calloc(1, sizeof *source);
    if (source == NULL) {
        rs_error_memory(error, "%s: found no memory left, expected room for a program", program->name);
        return NULL;
    }
    source->program = program;
    source->run.options = *options;
    source->slots = options->sms * options->sm_ctas;
    source->slot = (cta_slot **)calloc(source->slots, sizeof *source->slot);
    if (!program->prepare(&source->run, error) || !rs_thread_code_finish(&source->run.code, error) || !write_readback(source, error)) {
        rs_thread_source_destroy(source);
        return NULL;
    }
    source->run.found = (uint32_t *)calloc(source->run.result_words, sizeof *source->run.found);
    bool good = source->slot != NULL && source->run.found != NULL && rs_thread_watch_init(&source->watch);
    for (uint32_t s = 0; good && s < source->slots; s++) {
        source->slot[s] = (cta_slot *)calloc(1, sizeof **source->slot + options->cta_warps * sizeof(warp_state));
        good = source->slot[s] != NULL;
    }
    if (!good) {
        rs_thread_source_destroy(source);
        rs_error_memory(error, "%s: found no memory left, expected room for %u CTAs", program->name, options->sms * options->sm_ctas);
        return NULL;
    }
    return source;
}
