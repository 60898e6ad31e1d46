/* Contract: gpu_trace_source.h. */
#include "workload/gpu_trace_source.h"

#include <stdlib.h>
#include <string.h>

#include "workload/gpu_trace_store.h"

enum { LANES = RS_WARP_LANES, ROWS = 8 /* records of memory that a warp can have at the issue stage, and more */ };

/* A load under way, or an atomic operation that returns the old words. */
typedef struct load {
    struct load *next;
    uint32_t destination, left;          /* left: lanes whose word is to come */
    bool scratchpad;
    uint64_t address[LANES];
} load;

typedef struct warp_state {
    rs_trace_reading reading;
    uint32_t exit_lanes;                 /* of its last EXIT */
    bool over;                           /* EXIT was handed out */
    uint32_t made, read;                 /* rows, counted since the begin; places mod ROWS */
    rs_traced_record row[ROWS];
    load *loads;
} warp_state;

typedef struct cta_slot {
    bool busy;
    uint32_t warps;
    rs_trace_store store;
    warp_state *warp[RS_TRACED_WARPS_MAX]; /* taken when first needed */
} cta_slot;

struct rs_gpu_trace_source {
    const rs_gpu_trace *trace;
    uint32_t slots;
    uint64_t most;                       /* words of a store */
    uint32_t launches, started;          /* started: of the launch */
    rs_gpu_trace_file file;
    bool open;
    rs_traced_launch now;
    uint64_t local_base, bytes;
    rs_trace_spool spool;
    load *free_loads;
    rs_gpu_trace_source_counts counts;
    bool failed, refused;                /* refused: by the trace's fault, or the file's */
    rs_error error;
    cta_slot slot[];
};

static void fail(rs_gpu_trace_source *source, const char *text)
{
    if (!source->failed) {
        source->failed = true;
        rs_error_set(&source->error, "kernel trace: %s", text);
    }
}

/* What the source cannot get: memory, the temporary file, the trace's file. */
static void refuse(rs_gpu_trace_source *source, const char *text)
{
    source->refused = source->refused || !source->failed;
    fail(source, text);
}

/* ---- launches --------------------------------------------------------------------------------------------- */

static void close_file(rs_gpu_trace_source *source)
{
    if (source->open) {
        rs_gpu_trace_close(&source->file);
    }
    source->open = false;
}

static bool launch(void *user, rs_warp_launch *out)
{
    rs_gpu_trace_source *source = (rs_gpu_trace_source *)user;
    close_file(source);
    if (source->failed || source->launches == source->trace->kernels) {
        return false;
    }
    const rs_gpu_trace_kernel *kernel = &source->trace->kernel[source->launches++];
    if (!rs_gpu_trace_open(&source->file, kernel->path, &source->error)) {
        source->failed = source->refused = true;
        return false;
    }
    source->open = true;
    source->started = 0;
    source->now.header = &source->file.header;
    source->now.frames = &source->trace->frames;
    source->now.local_base = source->local_base;
    source->now.local_low = kernel->local_low;
    source->now.local_words = (kernel->local_high - kernel->local_low) / 4;
    rs_traced_registers(kernel, &source->now);
    out->ctas = kernel->ctas;
    out->cta_warps = kernel->cta_warps;
    out->scratchpad_bytes = (kernel->shared_bytes + 3) & ~UINT32_C(3);
    out->registers = source->now.registers;
    out->limit = 0;
    out->recorded = true;
    return true;
}

/* ---- CTAs ------------------------------------------------------------------------------------------------- */

static void end_slot(rs_gpu_trace_source *source, cta_slot *at)
{
    for (uint32_t w = 0; at->busy && w < at->warps; w++) {
        warp_state *warp = at->warp[w];
        if (warp == NULL) {
            continue;
        }
        rs_trace_reading_free(&warp->reading);
        while (warp->loads != NULL) {
            load *next = warp->loads->next;
            warp->loads->next = source->free_loads;
            source->free_loads = warp->loads;
            warp->loads = next;
        }
    }
    if (at->busy) {
        rs_trace_store_free(&at->store);
    }
    at->busy = false;
}

static bool add_record(void *user, const rs_traced_record *record)
{
    return rs_trace_store_add((rs_trace_store *)user, record);
}

/* The file's next block into the store. */
static bool read_block(rs_gpu_trace_source *source, uint32_t place, cta_slot *at)
{
    rs_traced_instruction instruction;
    rs_traced_warp lowered = {0, 0};
    uint32_t warp = RS_NONE;
    while (rs_gpu_trace_next(&source->file, &instruction)) {
        if (instruction.warp != warp) {
            warp = instruction.warp;
            lowered.place = (uint64_t)place * at->warps + warp;
            lowered.loads = 0;
            at->warp[warp]->reading.at = rs_trace_store_end(&at->store);
        }
        source->counts.instructions++;
        if (!rs_traced_lower(&source->now, &lowered, &instruction, add_record, &at->store)) {
            if (!at->store.failed) {
                (void)rs_text_fail(&source->file.text, source->file.text.number,
                                   "found an access that was not there when the file was read before, expected it unchanged");
            }
            break;
        }
        at->warp[warp]->reading.end = rs_trace_store_end(&at->store);
        at->warp[warp]->exit_lanes = instruction.opcode.kind == RS_SASS_EXIT ? instruction.mask : 0;
    }
    return rs_trace_store_finish(&at->store) && !source->file.text.failed;
}

static bool start_cta(void *user, uint32_t number, uint32_t place)
{
    rs_gpu_trace_source *source = (rs_gpu_trace_source *)user;
    if (source->failed || place >= source->slots || source->slot[place].busy || number != source->started) {
        fail(source, "found a CTA out of turn or in a slot that is not free, expected them in order");
        return false;
    }
    cta_slot *at = &source->slot[place];
    source->started++;
    at->warps = source->file.warps;
    for (uint32_t w = 0; w < at->warps; w++) {
        at->warp[w] = at->warp[w] != NULL ? at->warp[w] : (warp_state *)malloc(sizeof *at->warp[w]);
        if (at->warp[w] == NULL) {
            refuse(source, "found no memory left, expected room for a CTA");
            return false;
        }
        memset(at->warp[w], 0, sizeof *at->warp[w]);
    }
    at->busy = true;
    rs_trace_store_start(&at->store, &source->spool, source->most);
    if (!rs_gpu_trace_block(&source->file) || !read_block(source, place, at)) {
        if (source->file.text.failed) { /* the error names file and line */
            source->failed = source->refused = true;
        }
        refuse(source, at->store.failed ? "found no memory left or a temporary file that cannot be written, expected room for a CTA's instructions"
                                        : "found fewer blocks than when the file was read before, expected it unchanged");
        return false;
    }
    return true;
}

static warp_state *warp_of(const rs_gpu_trace_source *source, uint32_t place, uint32_t number)
{
    const bool good = place < source->slots && source->slot[place].busy && number < source->slot[place].warps;
    return good ? source->slot[place].warp[number] : NULL;
}

static void end_cta(void *user, uint32_t place)
{
    rs_gpu_trace_source *source = (rs_gpu_trace_source *)user;
    for (uint32_t w = 0; w < source->slot[place].warps; w++) {
        const warp_state *warp = warp_of(source, place, w);
        if (warp == NULL || !warp->over || warp->loads != NULL || warp->made != warp->read) {
            fail(source, "found a CTA ended before its records and words, expected it to end after them");
        }
    }
    end_slot(source, &source->slot[place]);
}

/* ---- records and operands --------------------------------------------------------------------------------- */

static bool available(const void *user, uint32_t place, uint32_t number)
{
    const warp_state *warp = warp_of((const rs_gpu_trace_source *)user, place, number);
    return warp != NULL && !warp->over;
}

static uint64_t next_record(void *user, uint32_t place, uint32_t number)
{
    rs_gpu_trace_source *source = (rs_gpu_trace_source *)user;
    warp_state *warp = warp_of(source, place, number);
    if (warp == NULL || warp->over || warp->made - warp->read >= ROWS) {
        fail(source, "found a record asked that a warp has not, or before the operands of those before, expected none");
        return RS_RECORD_EXIT;
    }
    source->counts.records++;
    if (warp->reading.at == warp->reading.end) {
        const rs_warp_record end = {RS_RECORD_EXIT, RS_SPACE_GLOBAL, 0, 1, false, false, false, RS_NO_REGISTER,
                                    {RS_NO_REGISTER, RS_NO_REGISTER, RS_NO_REGISTER}};
        warp->over = true;
        return rs_warp_record_pack(&end) | (uint64_t)__builtin_popcount(warp->exit_lanes) << RS_RECORD_LANES;
    }
    rs_traced_record *row = &warp->row[warp->made % ROWS];
    if (!rs_trace_store_next(&source->slot[place].store, &warp->reading, row)) {
        refuse(source, "found a temporary file that cannot be read, expected what was written there");
        return RS_RECORD_EXIT;
    }
    warp->made += row->mask != 0;
    return row->record;
}

/* The operands of a load were read: its words are to come. */
static bool await_words(rs_gpu_trace_source *source, warp_state *warp, const rs_traced_record *row, uint32_t destination)
{
    load *fresh = source->free_loads;
    if (fresh != NULL) {
        source->free_loads = fresh->next;
    } else if ((fresh = (load *)malloc(sizeof *fresh)) == NULL) {
        return false;
    }
    fresh->next = warp->loads;
    warp->loads = fresh;
    fresh->destination = destination;
    fresh->left = row->mask;
    fresh->scratchpad = row->scratchpad;
    memcpy(fresh->address, row->address, sizeof fresh->address);
    return true;
}

/* Operands with which an operation on one of an address' two words leaves one of them. */
static void write_operands(const rs_traced_record *from, const rs_warp_record *record, uint32_t lane, rs_operand_row *row)
{
    const uint64_t address = from->address[lane];
    uint32_t *operands = row->operands[lane];
    operands[0] = (uint32_t)address;
    operands[1] = (uint32_t)(address >> 32);
    operands[2] = 0;
    operands[3] = rs_traced_word(address, true);
    if (record->kind == RS_RECORD_ATOMIC) {
        switch ((enum rs_atomic)record->opcode) {
        case RS_ATOMIC_ADD: case RS_ATOMIC_OR: case RS_ATOMIC_XOR: case RS_ATOMIC_MAX: operands[3] = 0; break;
        case RS_ATOMIC_MIN: operands[3] = INT32_MAX; break;
        case RS_ATOMIC_AND: operands[3] = UINT32_MAX; break;
        case RS_ATOMIC_COMPARE_SWAP: operands[2] = rs_traced_word(address, false); break;
        case RS_ATOMIC_EXCHANGE: break;
        }
    }
}

static void read_operands(void *user, uint32_t place, uint32_t number, uint32_t row_number, rs_operand_row *row)
{
    rs_gpu_trace_source *source = (rs_gpu_trace_source *)user;
    warp_state *warp = warp_of(source, place, number);
    memset(row, 0, sizeof *row);
    if (warp == NULL || row_number != 0 || warp->read == warp->made) {
        fail(source, "found operands read beyond those of a warp's records, expected each once");
        return;
    }
    const rs_traced_record *from = &warp->row[warp->read++ % ROWS];
    const rs_warp_record record = rs_warp_record_unpack(from->record);
    row->mask = from->mask;
    row->scratchpad = from->scratchpad;
    for (uint32_t left = from->mask; left != 0; left &= left - 1) {
        write_operands(from, &record, (uint32_t)__builtin_ctz(left), row);
    }
    if (record.destination != RS_NO_REGISTER && !await_words(source, warp, from, record.destination)) {
        refuse(source, "found no memory left, expected room for a load");
    }
}

/* ---- words ------------------------------------------------------------------------------------------------ */

static bool may_hold(uint64_t address, uint32_t word)
{
    return word == rs_traced_word(address, false) || word == rs_traced_word(address, true);
}

static void check_words(rs_gpu_trace_source *source, const load *own, const rs_words *words)
{
    for (uint32_t left = own->scratchpad ? 0 : words->mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        source->counts.words++;
        if (!may_hold(own->address[lane], words->data[lane])) {
            char text[160];
            (void)snprintf(text, sizeof text, "lane %u: found 0x%08x of memory 0x%llx, expected 0x%08x or, after a store, 0x%08x", lane,
                           words->data[lane], (unsigned long long)own->address[lane], rs_traced_word(own->address[lane], false),
                           rs_traced_word(own->address[lane], true));
            fail(source, text);
        }
    }
}

static void take_words(void *user, uint32_t place, uint32_t number, const rs_words *words)
{
    rs_gpu_trace_source *source = (rs_gpu_trace_source *)user;
    warp_state *warp = warp_of(source, place, number);
    load **link = warp != NULL && words->mask != 0 && words->element == 0 ? &warp->loads : NULL;
    while (link != NULL && *link != NULL &&
           ((*link)->destination != words->first_register || ((*link)->left & words->mask) != words->mask)) {
        link = &(*link)->next;
    }
    if (link == NULL || *link == NULL) {
        fail(source, "found words for lanes that await none, expected those of loads, each once");
        return;
    }
    load *own = *link;
    check_words(source, own, words);
    own->left &= ~words->mask;
    if (own->left == 0) {
        *link = own->next;
        own->next = source->free_loads;
        source->free_loads = own;
    }
}

/* ---- memory, end ------------------------------------------------------------------------------------------ */

static uint64_t bytes(const void *user)
{
    return ((const rs_gpu_trace_source *)user)->bytes;
}

static void read_line(const void *user, uint64_t address, uint32_t words[RS_LINE_WORDS])
{
    (void)user;
    for (uint32_t w = 0; w < RS_LINE_WORDS; w++) {
        words[w] = rs_traced_word(address + 4 * w, false);
    }
}

static bool next_change(const void *user, uint64_t *cursor, uint64_t *address, uint32_t *word)
{
    (void)user, (void)cursor, (void)address, (void)word;
    return false;
}

static bool holds(const void *user, uint64_t address, const uint32_t words[RS_LINE_WORDS], rs_error *error)
{
    (void)user;
    for (uint32_t w = 0; w < RS_LINE_WORDS; w++) {
        if (!may_hold(address + 4 * w, words[w])) {
            rs_error_set(error, "kernel trace: found 0x%08x in memory at 0x%llx, expected 0x%08x or 0x%08x", words[w],
                         (unsigned long long)(address + 4 * w), rs_traced_word(address + 4 * w, false), rs_traced_word(address + 4 * w, true));
            return false;
        }
    }
    return true;
}

static const char *trouble(const void *user, bool *program)
{
    const rs_gpu_trace_source *source = (const rs_gpu_trace_source *)user;
    *program = source->refused;
    return source->failed ? source->error.text : NULL;
}

static bool finish(void *user, rs_error *error)
{
    const rs_gpu_trace_source *source = (const rs_gpu_trace_source *)user;
    if (source->failed) {
        *error = source->error;
    } else if (source->counts.instructions != source->trace->instructions) {
        rs_error_set(error, "kernel trace: found %llu instructions run, expected the %llu of the trace",
                     (unsigned long long)source->counts.instructions, (unsigned long long)source->trace->instructions);
    } else {
        return true;
    }
    return false;
}

rs_gpu_trace_source_counts rs_gpu_trace_source_count(const rs_gpu_trace_source *source)
{
    return source->counts;
}

rs_warp_source rs_gpu_trace_source_interface(rs_gpu_trace_source *source)
{
    static const rs_warp_source_calls calls = {launch,     start_cta, available, next_record, read_operands, take_words,
                                               end_cta,    finish,    bytes,     read_line,   next_change,   holds, trouble,
                                               NULL,       NULL,      NULL};
    const rs_warp_source interface = {&calls, source};
    return interface;
}

/* Local memory behind the pages, for as many warps as there can be of the kernel that needs most. */
static void place_memory(rs_gpu_trace_source *source)
{
    uint64_t local = 0;
    for (uint32_t i = 0; i < source->trace->kernels; i++) {
        const rs_gpu_trace_kernel *kernel = &source->trace->kernel[i];
        const uint64_t needed = (uint64_t)source->slots * kernel->cta_warps * (kernel->local_high - kernel->local_low) * LANES;
        local = needed > local ? needed : local;
    }
    source->local_base = (uint64_t)source->trace->pages << RS_GPU_TRACE_PAGE_SHIFT;
    source->bytes = source->local_base + local;
}

rs_gpu_trace_source *rs_gpu_trace_source_create(const rs_config *config, const rs_gpu_trace *trace, uint64_t bytes_in_memory, rs_error *error)
{
    const uint32_t slots = config->sms * config->sm_ctas;
    for (uint32_t i = 0; i < trace->kernels && config->atomics == 0; i++) {
        if (trace->kernel[i].atomic_line != 0) {
            rs_error_set(error, "%.250s:%llu: found an atomic operation in global memory with ATOMICS = 0, expected L2 = 1 and ATOMICS above 0",
                         trace->kernel[i].path, (unsigned long long)trace->kernel[i].atomic_line);
            return NULL;
        }
    }
    rs_gpu_trace_source *source = (rs_gpu_trace_source *)calloc(1, sizeof *source + slots * sizeof source->slot[0]);
    if (source == NULL) {
        rs_error_set(error, "kernel trace: found no memory left, expected room for %u CTAs", slots);
        return NULL;
    }
    source->trace = trace;
    source->slots = slots;
    source->most = bytes_in_memory / 8 / slots;
    place_memory(source);
    return source;
}

void rs_gpu_trace_source_destroy(rs_gpu_trace_source *source)
{
    if (source == NULL) {
        return;
    }
    close_file(source);
    for (uint32_t s = 0; s < source->slots; s++) {
        end_slot(source, &source->slot[s]);
        for (uint32_t w = 0; w < RS_TRACED_WARPS_MAX; w++) {
            free(source->slot[s].warp[w]);
        }
    }
    while (source->free_loads != NULL) {
        load *next = source->free_loads->next;
        free(source->free_loads);
        source->free_loads = next;
    }
    rs_trace_spool_close(&source->spool);
    free(source);
}
