/* Contract: warp_source.h. Records of a kernel of the warp machine, a CTA at a time per slot. */
#include "workload/kernel_source.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = RS_WARP_LANES };

uint32_t rs_operand_rows(const rs_warp_record *record)
{
    const bool vector = record->kind == RS_RECORD_MEMORY && record->elements > 1;
    const uint32_t quads = vector ? record->elements / 4 : 0;
    return 1 + quads * ((record->opcode / 2 == RS_LSU_INDIRECT) + record->opcode % 2);
}

void rs_kernel_source_fail(rs_kernel_source *source, const char *text)
{
    if (!source->failed) {
        source->failed = true;
        rs_error_set(&source->error, "%s: %s", source->run->kernel->name, text);
    }
}

/* The program, or what it is to run on, is at fault. */
static void refuse(rs_kernel_source *source, const char *text)
{
    source->refused = source->refused || !source->failed;
    rs_kernel_source_fail(source, text);
}

/* ---- launches ------------------------------------------------------------------------------------------------ */

static bool note_change(rs_kernel_source *source, uint64_t word)
{
    if (source->changes == source->changes_room) {
        const uint64_t room = 2 * source->changes_room + 64;
        void *grown = realloc(source->changed, room * sizeof *source->changed);
        if (grown == NULL) {
            return false;
        }
        source->changed = (uint64_t *)grown;
        source->changes_room = room;
    }
    source->changed[source->changes++] = word;
    return true;
}

static bool launch(void *user, rs_warp_launch *out)
{
    rs_kernel_source *source = (rs_kernel_source *)user;
    rs_kernel_run *run = source->run;
    const uint64_t words = run->machine.used;
    const bool first = run->launches == 0;
    if (source->failed) {
        return false;
    }
    memcpy(source->before, run->machine.word, words * sizeof *source->before);
    if (!rs_kernel_launch(run)) {
        return false;
    }
    if (run->now.cta_warps == 0 || run->now.cta_warps > RS_CTA_MAX_WARPS || run->now.registers > source->registers) {
        char text[160];
        snprintf(text, sizeof text, "launch %u: found CTAs of %u warps and %u registers a thread, expected 1 to %d, and at most REGISTERS = %u",
                 run->launches, run->now.cta_warps, run->now.registers, RS_CTA_MAX_WARPS, source->registers);
        refuse(source, text);
        return false;
    }
    source->changes = 0;
    if (!first && memcmp(source->before, run->machine.word, words * sizeof *source->before) != 0) {
        for (uint64_t w = 0; w < words; w++) {
            if (source->before[w] != run->machine.word[w] && !note_change(source, w)) {
                rs_kernel_source_fail(source, "found no memory left, expected room for what the host changed");
                return false;
            }
        }
    }
    memcpy(source->before, run->machine.word, words * sizeof *source->before);
    rs_word_history_clear(&source->memory);
    out->ctas = run->now.ctas;
    out->cta_warps = run->now.cta_warps;
    out->scratchpad_bytes = 4 * run->now.scratchpad_words;
    out->registers = run->now.registers;
    out->limit = run->now.limit;
    out->recorded = false;
    return true;
}

/* ---- CTAs -------------------------------------------------------------------------------------------------- */

uint64_t rs_kernel_address(const rs_warp_trace *trace, const rs_instruction *instruction, uint32_t element, uint32_t lane)
{
    const uint32_t *word = trace->word + instruction->words;
    const int64_t start = word[lane];
    switch (instruction->kind == RS_KIND_MEMORY ? instruction->opcode / 2 : RS_LSU_PLAIN) {
    case RS_LSU_STRIDED: return (uint64_t)(start + 4 * (int64_t)element * (int32_t)word[LANES + lane]);
    case RS_LSU_INDIRECT: return (uint64_t)(start + 4 * (int64_t)(int32_t)word[(1 + element) * LANES + lane]);
    default: return (uint64_t)(start + instruction->offset);
    }
}

/* Local memory is a lane's own: no other store may be found there than the functional run's. */
static bool keep_stores(rs_kernel_source *source, rs_kernel_slot *at, uint32_t number)
{
    const rs_warp_trace *trace = &at->trace->warp[number];
    bool good = true;
    for (uint32_t i = 0; i < trace->count && good; i++) {
        const rs_instruction *instruction = &trace->instruction[i];
        const bool atomic = instruction->kind == RS_KIND_ATOMIC;
        if (!atomic && (instruction->kind != RS_KIND_MEMORY || instruction->opcode % 2 == 0 || instruction->space == RS_SPACE_LOCAL)) {
            continue;
        }
        const rs_access_place place = {at->cta, number, at->warp[number].section[i], i};
        const uint32_t *data = rs_instruction_data(trace, instruction) + (atomic ? 2 * LANES : 0);
        for (uint32_t e = 0; e < instruction->length; e++) {
            for (uint32_t left = instruction->mask; left != 0 && good; left &= left - 1) {
                const uint32_t lane = (uint32_t)__builtin_ctz(left);
                good = rs_word_history_store(instruction->scratchpad ? &at->scratchpad : &source->memory,
                                             rs_kernel_address(trace, instruction, e, lane) / 4, data[e * LANES + lane], place);
            }
        }
    }
    return good;
}

/* What this source cannot do: a program that goes by what an atomic found must wait for it. */
static bool waits_for_atomics(const rs_warp_trace *trace)
{
    for (uint32_t i = 0; i < trace->count; i++) {
        if (trace->instruction[i].kind == RS_KIND_ATOMIC && trace->instruction[i].returns) {
            return true;
        }
    }
    return false;
}

static bool number_sections(rs_kernel_warp *warp, const rs_warp_trace *trace)
{
    uint32_t barriers = 0;
    warp->section = (uint32_t *)malloc(((size_t)trace->count + 1) * sizeof *warp->section);
    if (warp->section == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < trace->count; i++) {
        warp->section[i] = barriers;
        barriers += trace->instruction[i].kind == RS_KIND_BARRIER;
    }
    return true;
}

static void end_slot(rs_kernel_source *source, rs_kernel_slot *at)
{
    for (uint32_t w = 0; w < at->warps; w++) {
        rs_kernel_warp *warp = &at->warp[w];
        rs_lowered_warp_free(&warp->lowered);
        free(warp->section);
        rs_kernel_forget_loads(source, warp);
        memset(warp, 0, sizeof *warp);
    }
    rs_cta_trace_free(at->trace);
    at->trace = NULL;
    at->warps = 0;
}

static bool start_cta(void *user, uint32_t number, uint32_t place)
{
    rs_kernel_source *source = (rs_kernel_source *)user;
    if (source->failed || place >= source->slots || source->slot[place].trace != NULL || number != source->run->next_cta) {
        rs_kernel_source_fail(source, "found a CTA out of turn or in a slot that is not free, expected them in order");
        return false;
    }
    rs_kernel_slot *at = &source->slot[place];
    at->cta = number;
    at->trace = rs_kernel_cta(source->run);
    if (at->trace == NULL) {
        refuse(source, source->run->machine.trouble != NULL ? source->run->machine.trouble : "found a CTA beyond the launch's");
        return false;
    }
    at->warps = at->trace->warps;
    for (uint32_t w = 0; w < at->warps; w++) {
        at->warp[w].loads = RS_NONE;
    }
    rs_word_history_clear(&at->scratchpad);
    for (uint32_t w = 0; w < at->warps; w++) {
        rs_error error;
        rs_kernel_warp *warp = &at->warp[w];
        if (!rs_warp_lower(&at->trace->warp[w], w, source->run->now.registers, &warp->lowered, &error)) {
            char text[sizeof error.text + 32];
            snprintf(text, sizeof text, "CTA %u %s", number, error.text);
            refuse(source, text);
            return false;
        }
        source->counts.copies += warp->lowered.copies;
        if (warp->lowered.registers > source->counts.registers) {
            source->counts.registers = warp->lowered.registers;
        }
        if (waits_for_atomics(&at->trace->warp[w])) {
            refuse(source, "found an atomic that returns a word, expected none in a program that is executed ahead");
            return false;
        }
        if (!number_sections(warp, &at->trace->warp[w]) || !keep_stores(source, at, w)) {
            rs_kernel_source_fail(source, "found no memory left, expected room for a launch's stores");
            return false;
        }
    }
    return true;
}

static void end_cta(void *user, uint32_t place)
{
    rs_kernel_source *source = (rs_kernel_source *)user;
    for (uint32_t w = 0; w < source->slot[place].warps; w++) {
        const rs_kernel_warp *warp = &source->slot[place].warp[w];
        if (warp->next != warp->lowered.count || warp->loads != RS_NONE) {
            rs_kernel_source_fail(source, "found a CTA ended before its records and words, expected it to end after them");
        }
    }
    end_slot(source, &source->slot[place]);
}

/* ---- records and operands --------------------------------------------------------------------------------------- */

static bool available(const void *user, uint32_t place, uint32_t number)
{
    const rs_kernel_slot *at = &((const rs_kernel_source *)user)->slot[place];
    return number < at->warps && at->warp[number].next < at->warp[number].lowered.count;
}

static bool moves_words(const rs_lowered_record *record)
{
    return (record->record & 15) == RS_RECORD_MEMORY || (record->record & 15) == RS_RECORD_ATOMIC;
}

/* Into the host's cache, before it is read: what a memory instruction moves. A launch's traces are larger than the cache. */
static void fetch_words(const rs_warp_trace *trace, int32_t number)
{
    const rs_instruction *instruction = &trace->instruction[number];
    const uint32_t *words = trace->word + instruction->words, *data = rs_instruction_data(trace, instruction);
    for (uint32_t lane = 0; lane < LANES; lane += LANES / 2) {
        __builtin_prefetch(words + lane);
        __builtin_prefetch(data + lane);
    }
    __builtin_prefetch(words + LANES - 1);
    __builtin_prefetch(data + LANES - 1);
}

/* The same of a record that is handed out, and what is needed of the record behind it. */
static void fetch_ahead(const rs_lowered_warp *lowered, uint32_t number, const rs_warp_trace *trace)
{
    const rs_lowered_record *record = &lowered->record[number];
    if (number + 1 < lowered->count && record[1].instruction >= 0) {
        __builtin_prefetch(&record[4]);
        __builtin_prefetch(&trace->instruction[record[1].instruction]);
    }
    if (moves_words(record)) {
        fetch_words(trace, record->instruction);
    }
}

void rs_kernel_fetch_reading(const rs_kernel_slot *at, uint32_t number)
{
    const rs_kernel_warp *warp = &at->warp[number];
    uint32_t next = warp->reading;
    while (next < warp->next && !moves_words(&warp->lowered.record[next])) {
        next++;
    }
    if (next < warp->next) {
        fetch_words(&at->trace->warp[number], warp->lowered.record[next].instruction);
    }
}

static uint64_t next_record(void *user, uint32_t place, uint32_t number)
{
    rs_kernel_source *source = (rs_kernel_source *)user;
    if (!available(user, place, number)) {
        rs_kernel_source_fail(source, "found a record asked that a warp has not, expected none");
        return RS_RECORD_EXIT;
    }
    rs_kernel_warp *warp = &source->slot[place].warp[number];
    source->counts.records++;
    const rs_lowered_record *lowered = &warp->lowered.record[warp->next];
    fetch_ahead(&warp->lowered, warp->next++, &source->slot[place].trace->warp[number]);
    return lowered->record | (uint64_t)__builtin_popcount(lowered->mask) << RS_RECORD_LANES;
}

/* The record whose rows are read; one behind those taken: none. */
static rs_warp_record find_reading(rs_kernel_warp *warp)
{
    rs_warp_record record = rs_warp_record_unpack(RS_RECORD_EXIT);
    for (; warp->reading < warp->next; warp->reading++) {
        record = rs_warp_record_unpack(warp->lowered.record[warp->reading].record);
        if (record.kind == RS_RECORD_MEMORY || record.kind == RS_RECORD_ATOMIC) {
            break;
        }
    }
    return record;
}

/* Row 0: pointer, stride, word. */
static void write_first_row(const rs_warp_trace *trace, const rs_instruction *instruction, rs_operand_row *row)
{
    const uint32_t *word = trace->word + instruction->words, *data = rs_instruction_data(trace, instruction);
    const bool atomic = instruction->kind == RS_KIND_ATOMIC;
    const bool strided = instruction->opcode / 2 == RS_LSU_STRIDED, plain_store = instruction->opcode == 2 * RS_LSU_PLAIN + 1;
    row->offset = instruction->offset;
    row->scratchpad = instruction->scratchpad;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        row->operands[lane][0] = word[lane];
        row->operands[lane][1] = 0;
        row->operands[lane][2] = atomic ? data[LANES + lane] : strided ? word[LANES + lane] : 0;
        row->operands[lane][3] = atomic || plain_store ? data[lane] : 0;
    }
}

/* Row 1 and on: four indices or words, in turns where there are both. */
static void write_vector_row(const rs_warp_trace *trace, const rs_instruction *instruction, uint32_t number, rs_operand_row *row)
{
    const bool indices = instruction->opcode / 2 == RS_LSU_INDIRECT, words = instruction->opcode % 2 != 0;
    const uint32_t turn = number - 1, quad = indices && words ? turn / 2 : turn;
    const uint32_t *from = indices && !(words && turn % 2 != 0) ? trace->word + instruction->words + LANES
                                                                : rs_instruction_data(trace, instruction);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (uint32_t k = 0; k < 4; k++) {
            row->operands[lane][k] = from[(4 * quad + k) * LANES + lane];
        }
    }
}

static void read_operands(void *user, uint32_t place, uint32_t number, uint32_t row_number, rs_operand_row *row)
{
    rs_kernel_source *source = (rs_kernel_source *)user;
    rs_kernel_slot *at = &source->slot[place];
    row->mask = 0;
    row->offset = 0;
    row->scratchpad = false;
    if (number >= at->warps) {
        rs_kernel_source_fail(source, "found operands read of a warp that does not run, expected those of one that does");
        return;
    }
    rs_kernel_warp *warp = &at->warp[number];
    const rs_warp_record record = find_reading(warp);
    if (warp->reading == warp->next || row_number >= rs_operand_rows(&record)) {
        rs_kernel_source_fail(source, "found operands read beyond those of a warp's records, expected each once");
        return;
    }
    const rs_lowered_record *lowered = &warp->lowered.record[warp->reading];
    const rs_warp_trace *trace = &at->trace->warp[number];
    const rs_instruction *instruction = &trace->instruction[lowered->instruction];
    if (row_number == 0) {
        row->mask = lowered->mask;
        write_first_row(trace, instruction, row);
        if (!rs_kernel_await_words(source, warp, &record, trace)) {
            rs_kernel_source_fail(source, "found no memory left, expected room for a load");
        }
    } else {
        write_vector_row(trace, instruction, row_number, row);
    }
    warp->reading += row_number + 1 == rs_operand_rows(&record);
}

/* ---- memory, end ---------------------------------------------------------------------------------------------- */

static uint64_t bytes(const void *user)
{
    return 4 * ((const rs_kernel_source *)user)->run->machine.used;
}

static void read_line(const void *user, uint64_t address, uint32_t words[RS_LINE_WORDS])
{
    const rs_kernel_source *source = (const rs_kernel_source *)user;
    memset(words, 0, RS_LINE_BYTES);
    if (address + RS_LINE_BYTES <= bytes(user)) {
        memcpy(words, source->initial + address / 4, RS_LINE_BYTES);
    }
}

static bool next_change(const void *user, uint64_t *cursor, uint64_t *address, uint32_t *word)
{
    const rs_kernel_source *source = (const rs_kernel_source *)user;
    if (*cursor >= source->changes) {
        return false;
    }
    const uint64_t at = source->changed[(*cursor)++];
    *address = 4 * at;
    *word = source->before[at];
    return true;
}

static const char *trouble(const void *user, bool *program)
{
    const rs_kernel_source *source = (const rs_kernel_source *)user;
    *program = source->refused;
    return source->failed ? source->error.text : NULL;
}

static bool finish(void *user, rs_error *error)
{
    rs_kernel_source *source = (rs_kernel_source *)user;
    if (source->failed) {
        *error = source->error;
        return false;
    }
    return rs_kernel_finish(source->run, error);
}

static bool holds(const void *user, uint64_t address, const uint32_t words[RS_LINE_WORDS], rs_error *error)
{
    const rs_kernel_source *source = (const rs_kernel_source *)user;
    for (uint32_t w = 0; w < RS_LINE_WORDS && address / 4 + w < source->run->machine.used; w++) {
        const uint32_t expected = source->run->machine.word[address / 4 + w];
        if (words[w] != expected) {
            rs_error_set(error, "%s: found 0x%08x in memory at 0x%llx, expected 0x%08x", source->run->kernel->name, words[w],
                         (unsigned long long)(address + 4 * w), expected);
            return false;
        }
    }
    return true;
}

rs_kernel_source_counts rs_kernel_source_count(const rs_kernel_source *source)
{
    return source->counts;
}

rs_kernel_counts rs_kernel_source_instructions(const rs_kernel_source *source)
{
    return source->run->counts;
}

rs_warp_source rs_kernel_source_interface(rs_kernel_source *source)
{
    static const rs_warp_source_calls calls = {launch,     start_cta, available, next_record, read_operands, rs_kernel_take_words,
                                               end_cta,    finish,    bytes,     read_line,   next_change,   holds, trouble,
                                               NULL,       NULL,      NULL};
    const rs_warp_source interface = {&calls, source};
    return interface;
}

rs_kernel_source *rs_kernel_source_create(const rs_kernel *kernel, const rs_kernel_options *options, uint32_t slots,
                                          uint32_t registers, rs_error *error)
{
    rs_kernel_source *source = (rs_kernel_source *)calloc(1, sizeof *source);
    rs_kernel_run *run = rs_kernel_start(kernel, options, error);
    if (run == NULL || source == NULL) {
        rs_kernel_destroy(run);
        free(source);
        return NULL;
    }
    source->run = run;
    source->slots = slots;
    source->registers = registers;
    run->complete = true;
    source->slot = (rs_kernel_slot *)calloc(slots, sizeof *source->slot);
    source->before = (uint32_t *)malloc((run->machine.used + 1) * sizeof *source->before);
    source->initial = (uint32_t *)malloc((run->machine.used + 1) * sizeof *source->initial);
    bool good = source->slot != NULL && source->before != NULL && source->initial != NULL &&
                rs_pool_init(&source->loads, sizeof(rs_kernel_load), 0) && rs_word_history_init(&source->memory);
    for (uint32_t s = 0; good && s < slots; s++) {
        good = rs_word_history_init(&source->slot[s].scratchpad);
    }
    if (!good) {
        rs_kernel_source_destroy(source);
        rs_error_memory(error, "%s: found no memory left, expected room for %u CTAs", kernel->name, slots);
        return NULL;
    }
    memcpy(source->initial, run->machine.word, run->machine.used * sizeof *source->initial);
    return source;
}

void rs_kernel_source_destroy(rs_kernel_source *source)
{
    if (source == NULL) {
        return;
    }
    for (uint32_t s = 0; source->slot != NULL && s < source->slots; s++) {
        end_slot(source, &source->slot[s]);
        rs_word_history_free(&source->slot[s].scratchpad);
    }
    rs_word_history_free(&source->memory);
    rs_pool_free(&source->loads);
    rs_kernel_destroy(source->run);
    free(source->slot);
    free(source->initial);
    free(source->before);
    free(source->changed);
    free(source);
}
