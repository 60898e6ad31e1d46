/* Kernels as a source of records, operands and words. A small machine without time plays the SMs: it takes records of random
 * warps of random CTAs, computes addresses from the rows of operands alone, as the load/store unit does, keeps memory and the
 * scratchpads of its slots, and gives back what loads find there. */
#include "graph_text.h"

#include <stdlib.h>

#include "common/splitmix64.h"
#include "workload/record_check.h"
#include "workload/thread_source.h"
#include "workload/uts_tree.h"
#include "workload/warp_source.h"
#include "workload/word_history.h"

enum { SLOTS = 5, LATE = 8, LANES = RS_WARP_LANES, WARPS = RS_CTA_MAX_WARPS };

/* Words of a load that the warp does not have yet. */
typedef struct late_words {
    uint32_t first_register, mask, data[LANES];
} late_words;

typedef struct slot {
    late_words late[WARPS][LATE];
    uint32_t lates[WARPS];
    bool busy, at_barrier[WARPS], over[WARPS];
    uint32_t warps, live, waiting;
    uint32_t *scratchpad;
    rs_cta_records given;
} slot;

typedef struct machine {
    rs_warp_source source;
    uint32_t *memory;
    slot slots[SLOTS];
    uint64_t random, records;
    uint64_t corrupt; /* the word that comes as this one is another; 0: none */
    uint32_t places; /* slots in use */
    uint32_t registers; /* of the launch */
    bool interactive; /* single words that come late */
    bool corrupted; /* it was one of a load */
    uint64_t words;
} machine;

static uint64_t element_address(const uint32_t *row, const rs_operand_row *first, const rs_warp_record *record, uint32_t element,
                                uint32_t index)
{
    const uint64_t start = row[0] | (uint64_t)row[1] << 32;
    switch (record->kind == RS_RECORD_MEMORY ? record->opcode / 2 : RS_LSU_PLAIN) {
    case RS_LSU_STRIDED: return start + (uint64_t)(4 * (int64_t)element * (int32_t)row[2]);
    case RS_LSU_INDIRECT: return start + (uint64_t)(4 * (int64_t)(int32_t)index);
    default: return start + (uint64_t)(int64_t)first->offset;
    }
}

/* What the warp waits for comes. */
static void deliver(machine *m, uint32_t place, uint32_t warp)
{
    slot *at = &m->slots[place];
    for (uint32_t i = 0; i < at->lates[warp]; i++) {
        const late_words *late = &at->late[warp][i];
        const rs_words words = {late->first_register, 0, late->mask, 3, late->data};
        m->source.calls->words(m->source.user, place, warp, &words);
    }
    at->lates[warp] = 0;
}

/* The warp cannot go on with this record before words have come, or the machine is slow; acquire and release wait for all. */
static bool must_wait(machine *m, const slot *at, uint32_t warp, const rs_warp_record *record)
{
    bool waits = record->acquire || record->release || at->lates[warp] == LATE || rs_random_below(&m->random, 30) == 0;
    for (uint32_t i = 0; i < at->lates[warp]; i++) {
        const uint32_t out = at->late[warp][i].first_register;
        waits = waits || record->destination == out || record->source[0] == out || record->source[0] + 1 == out ||
                record->source[1] == out || record->source[2] == out;
    }
    return waits;
}

/* A plain access or an atomic operation of an interactive program. */
static void execute_one(machine *m, uint32_t place, uint32_t warp, const rs_warp_record *record)
{
    slot *at = &m->slots[place];
    rs_operand_row row;
    late_words late;
    m->source.calls->operands(m->source.user, place, warp, 0, &row);
    memset(&late, 0, sizeof late);
    late.first_register = record->destination;
    late.mask = row.mask;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (row.mask >> lane & 1) {
            uint32_t *word = m->memory + element_address(row.operands[lane], &row, record, 0, 0) / 4;
            late.data[lane] = *word;
            if (record->kind == RS_RECORD_ATOMIC) {
                *word = rs_atomic_word((enum rs_atomic)record->opcode, *word, row.operands[lane][3], row.operands[lane][2]);
            } else if (record->opcode == 1) {
                *word = row.operands[lane][3];
            }
            m->words++;
            late.data[lane] ^= m->words == m->corrupt;
        }
    }
    if (record->destination != RS_NO_REGISTER) {
        at->late[warp][at->lates[warp]++] = late;
    }
}

/* A memory instruction whole, and the words of a load in two parts. */
static void execute(machine *m, uint32_t place, uint32_t warp, const rs_warp_record *record)
{
    const rs_warp_source_calls *calls = m->source.calls;
    const uint32_t rows = rs_operand_rows(record);
    const bool indices = record->opcode / 2 == RS_LSU_INDIRECT, write = record->opcode % 2 != 0;
    rs_operand_row row[1 + 2 * RS_VECTOR_MAX / 4];
    uint32_t *words = record->space == RS_SPACE_SCRATCHPAD ? m->slots[place].scratchpad : m->memory;
    for (uint32_t r = 0; r < rows; r++) {
        calls->operands(m->source.user, place, warp, r, &row[r]);
    }
    for (uint32_t e = 0; e < record->elements; e++) {
        const uint32_t turn = indices && write ? 2 : 1;
        const rs_operand_row *index_row = indices ? &row[1 + turn * (e / 4)] : NULL;
        const rs_operand_row *word_row = record->elements > 1 && write ? &row[turn * (e / 4) + turn] : &row[0];
        uint32_t data[LANES] = {0};
        for (uint32_t lane = 0; lane < LANES; lane++) {
            if (row[0].mask >> lane & 1) {
                const uint32_t index = indices ? index_row->operands[lane][e % 4] : 0;
                uint32_t *word = words + element_address(row[0].operands[lane], &row[0], record, e, index) / 4;
                if (write) {
                    *word = word_row->operands[lane][record->elements > 1 ? e % 4 : 3];
                }
                data[lane] = *word;
                m->words++;
                if (!write && m->words == m->corrupt) {
                    data[lane] ^= 1;
                    m->corrupted = true;
                }
            }
        }
        if (!write) {
            const uint32_t part = (uint32_t)rs_random_below(&m->random, UINT32_MAX) & row[0].mask;
            const rs_words one = {record->destination, e, part, 1, data}, other = {record->destination, e, row[0].mask & ~part, 5, data};
            if (one.mask != 0) {
                calls->words(m->source.user, place, warp, &one);
            }
            if (other.mask != 0) {
                calls->words(m->source.user, place, warp, &other);
            }
        }
    }
}

static void pass_barrier(slot *at)
{
    if (at->waiting == at->live) {
        memset(at->at_barrier, 0, sizeof at->at_barrier);
        at->waiting = 0;
    }
}

/* Some records of a warp. */
static void run_warp(machine *m, uint32_t place, uint32_t warp, uint32_t records)
{
    slot *at = &m->slots[place];
    for (uint32_t i = 0; i < records && !at->over[warp] && !at->at_barrier[warp]; i++) {
        if (m->interactive && !m->source.calls->available(m->source.user, place, warp)) {
            deliver(m, place, warp); /* behind a branch */
        }
        assert_true(m->source.calls->available(m->source.user, place, warp));
        const uint64_t word = m->source.calls->next(m->source.user, place, warp);
        const rs_warp_record record = rs_warp_record_unpack(word);
        const rs_record_limits limits = {m->registers, 16, 1, false};
        rs_error error;
        if (!rs_record_check(&limits, &at->given, warp, word, &error)) {
            fail_msg("warp %u: %s", warp, error.text);
        }
        m->records++;
        if (m->interactive && must_wait(m, at, warp, &record)) {
            deliver(m, place, warp);
        }
        if (m->interactive && (record.kind == RS_RECORD_MEMORY || record.kind == RS_RECORD_ATOMIC)) {
            execute_one(m, place, warp, &record);
        } else if (record.kind == RS_RECORD_MEMORY) {
            execute(m, place, warp, &record);
        } else if (record.kind == RS_RECORD_BARRIER) {
            at->at_barrier[warp] = true;
            at->waiting++;
            pass_barrier(at);
        } else if (record.kind == RS_RECORD_EXIT) {
            deliver(m, place, warp);
            at->over[warp] = true;
            at->live--;
            assert_false(m->source.calls->available(m->source.user, place, warp));
            pass_barrier(at);
        }
    }
    if (at->live == 0) {
        m->source.calls->cta_end(m->source.user, place);
        free(at->scratchpad);
        at->busy = false;
    }
}

static void start_cta(machine *m, uint32_t number, uint32_t place, const rs_warp_launch *launch)
{
    slot *at = &m->slots[place];
    memset(at, 0, sizeof *at);
    at->busy = true;
    at->warps = at->live = launch->cta_warps;
    m->registers = launch->registers;
    rs_cta_records_start(&at->given, at->warps);
    at->scratchpad = (uint32_t *)malloc(launch->scratchpad_bytes + 4);
    memset(at->scratchpad, 0xa5, launch->scratchpad_bytes);
    (void)m->source.calls->cta(m->source.user, number, place);
}

static void run_launch(machine *m, const rs_warp_launch *launch)
{
    uint32_t started = 0, busy = 0;
    bool program;
    while ((started < launch->ctas || busy != 0) && m->source.calls->trouble(m->source.user, &program) == NULL) {
        const uint32_t place = rs_random_below(&m->random, m->places);
        slot *at = &m->slots[place];
        if (!at->busy && started < launch->ctas) {
            start_cta(m, started++, place, launch);
            busy++;
        } else if (at->busy) {
            run_warp(m, place, rs_random_below(&m->random, at->warps), 1 + rs_random_below(&m->random, 40));
            busy -= !at->busy;
        }
    }
    for (uint32_t s = 0; s < SLOTS; s++) {
        if (m->slots[s].busy) {
            free(m->slots[s].scratchpad);
            m->slots[s].busy = false;
        }
    }
}

/* The launches, in memory that this machine keeps: what it holds before the first comes by lines, what the host changes later word
 * by word. */
static void run_all(machine *m)
{
    const rs_warp_source_calls *calls = m->source.calls;
    const uint64_t bytes = calls->bytes(m->source.user);
    rs_warp_launch launch;
    m->memory = (uint32_t *)malloc(bytes);
    for (uint64_t address = 0; address < bytes; address += RS_LINE_BYTES) {
        calls->line(m->source.user, address, m->memory + address / 4);
    }
    while (calls->launch(m->source.user, &launch)) {
        uint64_t cursor = 0, address;
        uint32_t word;
        while (calls->changed(m->source.user, &cursor, &address, &word)) {
            m->memory[address / 4] = word;
        }
        run_launch(m, &launch);
    }
}

static rs_kernel_source *start(const rs_kernel *kernel, const rs_kernel_options *options, machine *m, uint64_t corrupt)
{
    rs_error error = {""};
    rs_kernel_source *source = rs_kernel_source_create(kernel, options, SLOTS, 64, &error);
    if (source == NULL) {
        fail_msg("%s", error.text);
    }
    memset(m, 0, sizeof *m);
    m->source = rs_kernel_source_interface(source);
    m->random = 5;
    m->places = SLOTS;
    m->corrupt = corrupt;
    return source;
}

static rs_graph chain(uint32_t vertices)
{
    static char text[40000];
    size_t used = (size_t)sprintf(text, "%u %u\n", vertices, vertices + vertices / 2 - 1);
    for (uint32_t v = 0; v < vertices; v++) {
        for (int32_t distance = -1; distance <= 1; distance += 2) {
            const int32_t to = (int32_t)v + distance;
            if (to >= 0 && to < (int32_t)vertices) {
                used += (size_t)sprintf(text + used, "%d ", to + 1);
            }
        }
        used += (size_t)sprintf(text + used, "%u\n", (v + vertices / 2) % vertices + 1);
    }
    return graph_of(text);
}

/* Memory ends as the functional run has it, every word that a load brings is allowed; where no warps race it is the functional
 * run's own. */
static void check_kernel(const rs_kernel *kernel, const rs_kernel_options *options, bool racing)
{
    rs_error error = {""};
    static machine m;
    rs_kernel_source *source = start(kernel, options, &m, 0);
    run_all(&m);
    if (!m.source.calls->finish(m.source.user, &error)) {
        fail_msg("%s", error.text);
    }
    for (uint64_t address = 0; address < m.source.calls->bytes(m.source.user); address += RS_LINE_BYTES) {
        if (!m.source.calls->holds(m.source.user, address, m.memory + address / 4, &error)) {
            fail_msg("%s", error.text);
        }
    }
    const rs_kernel_source_counts counts = rs_kernel_source_count(source);
    assert_true(counts.records == m.records && counts.words > 0 && counts.words <= m.words);
    assert_int_equal(counts.copies, 0);
    assert_true(counts.registers <= 64);
    assert_int_equal(counts.racing != 0, racing);
    m.memory[m.source.calls->bytes(m.source.user) / 4 - 1] ^= 1;
    assert_false(m.source.calls->holds(m.source.user, m.source.calls->bytes(m.source.user) - RS_LINE_BYTES,
                                        m.memory + m.source.calls->bytes(m.source.user) / 4 - RS_LINE_WORDS, &error));
    free(m.memory);
    rs_kernel_source_destroy(source);
}

static void test_kernels(void **state)
{
    (void)state;
    rs_graph graph = chain(300);
    for (uint32_t k = 0; k < RS_KERNELS; k++) {
        for (uint32_t version = 0; version < 2; version++) {
            const bool vectors = version == 1;
            const rs_kernel_options options = {vectors ? 8 : 4, vectors, vectors, vectors, false, 16, &graph, 3};
            check_kernel(rs_kernels[k], &options, rs_kernels[k] == &rs_kernel_histo); /* whose warps add to one scratchpad */
        }
    }
    rs_graph_free(&graph);
    for (uint32_t k = 0; k < RS_THESIS_WRITTEN; k++) {
        const rs_kernel_options options = {4, false, false, false, false, 16, NULL, 0};
        check_kernel(rs_thesis_kernels[k], &options, false);
    }
}

/* A word that a lane has in its local memory is its own: no other one may come. */
static void test_local_word(void **state)
{
    (void)state;
    const rs_kernel_options options = {4, false, false, false, false, 16, NULL, 0};
    static machine m;
    rs_kernel_source *source = start(&rs_kernel_ray, &options, &m, 0);
    run_all(&m);
    const uint64_t words = m.words;
    free(m.memory);
    rs_kernel_source_destroy(source);
    uint32_t found = 0;
    for (uint64_t at = words / 2; at < words / 2 + 900; at += 300) { /* some are stores */
        source = start(&rs_kernel_ray, &options, &m, at);
        run_all(&m);
        bool program = true;
        assert_int_equal(m.source.calls->trouble(m.source.user, &program) != NULL, m.corrupted);
        assert_false(program); /* the machine's fault */
        found += m.corrupted;
        free(m.memory);
        rs_kernel_source_destroy(source);
    }
    assert_true(found > 0);
}

/* A word that comes as another one is found, wherever it is. */
static void test_wrong_word(void **state)
{
    (void)state;
    rs_graph graph = chain(300);
    const uint32_t kernels[] = {0, 2, 4, 5};
    for (uint32_t i = 0; i < 4; i++) {
        const rs_kernel_options options = {4, true, true, true, false, 8, &graph, 3};
        static machine m;
        rs_kernel_source *source = start(rs_kernels[kernels[i]], &options, &m, 0);
        run_all(&m);
        const uint64_t words = m.words;
        free(m.memory);
        rs_kernel_source_destroy(source);
        uint32_t found = 0;
        for (uint64_t at = 1; at <= words; at += words / 11) { /* some are stores */
            source = start(rs_kernels[kernels[i]], &options, &m, at);
            run_all(&m);
            const uint64_t loaded = rs_kernel_source_count(source).words;
            rs_error error = {""};
            bool program = true;
            const char *trouble = m.source.calls->trouble(m.source.user, &program);
            assert_false(program);
            assert_int_equal(trouble != NULL, m.corrupted);
            found += m.corrupted;
            assert_int_equal(trouble != NULL, !m.source.calls->finish(m.source.user, &error));
            if (trouble != NULL) {
                assert_non_null(strstr(trouble, "found 0x"));
                assert_true(loaded > 0);
            }
            free(m.memory);
            rs_kernel_source_destroy(source);
        }
        assert_true(found > 3);
    }
    rs_graph_free(&graph);
}

/* What the driver may not do. */
static void test_protocol(void **state)
{
    (void)state;
    const rs_kernel_options options = {4, false, false, false, false, 8, NULL, 0};
    const uint32_t data[LANES] = {0};
    const rs_words words = {0, 0, 1, 1, data};
    for (uint32_t mistake = 0; mistake < 6; mistake++) {
        static machine m;
        rs_warp_launch launch;
        rs_operand_row row;
        bool program = true;
        rs_kernel_source *source = start(&rs_kernel_vadd, &options, &m, 0);
        const rs_warp_source_calls *calls = m.source.calls;
        assert_true(calls->launch(m.source.user, &launch));
        assert_int_equal(launch.cta_warps, 8);
        assert_true(calls->cta(m.source.user, 0, 2));
        assert_false(calls->available(m.source.user, 1, 0));
        assert_null(calls->trouble(m.source.user, &program));
        switch (mistake) {
        case 0: (void)calls->cta(m.source.user, 1, 2); break;                     /* the slot is not free */
        case 1: (void)calls->cta(m.source.user, 2, 1); break;                     /* not in order */
        case 2: (void)calls->next(m.source.user, 1, 0); break;                    /* no CTA there */
        case 3: calls->operands(m.source.user, 2, 0, 0, &row); break;             /* no record taken */
        case 4: calls->words(m.source.user, 2, 0, &words); break;                 /* nobody waits */
        default: calls->cta_end(m.source.user, 2); break;                         /* records are left */
        }
        assert_non_null(calls->trouble(m.source.user, &program));
        assert_false(program);
        rs_kernel_source_destroy(source);
    }
    rs_error error = {""};
    rs_warp_launch launch;
    rs_kernel_source *source = rs_kernel_source_create(&rs_kernel_vadd, &options, SLOTS, 20, &error); /* a launch has 24 */
    assert_false(rs_kernel_source_interface(source).calls->launch(source, &launch));
    bool program = false;
    assert_non_null(rs_kernel_source_interface(source).calls->trouble(source, &program));
    assert_non_null(strstr(rs_kernel_source_interface(source).calls->trouble(source, &program), "at most REGISTERS = 20"));
    assert_true(program);
    rs_kernel_source_destroy(source);
    assert_null(rs_kernel_source_create(&rs_kernel_bfs, &options, SLOTS, 64, &error));
}

/* A kernel of one warp whose plain load takes the first register of a vector of which words are still to come. */
static bool prepare_reuse(rs_kernel_run *run, rs_error *error)
{
    (void)error;
    run->array[0] = rs_warp_machine_array(&run->machine, 4 * LANES);
    for (uint32_t i = 0; i < 4 * LANES; i++) {
        rs_host(&run->machine, run->array[0])[i] = 1000 + i;
    }
    return true;
}

static void run_reuse(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer base = rs_parameter(run->array[0]);
    const rs_reg none = rs_constant(0), one = rs_constant(1);
    rs_reg vector[4], sum = none, word = none, kept[8]; /* kept and vector fill the twelve registers */
    for (uint32_t i = 0; i < 8; i++) {
        rs_special_lane(warp, &kept[i]);
    }
    rs_load_strided(warp, vector, 4, &base, &one);
    rs_alu(warp, RS_ADD, &sum, &vector[0], &one, NULL);
    rs_store(warp, &base, 0, &sum);
    rs_load(warp, &word, &base, 1);
    for (uint32_t e = 1; e < 4; e++) {
        rs_alu(warp, RS_ADD, &word, &word, &vector[e], NULL);
    }
    for (uint32_t i = 0; i < 8; i++) {
        rs_alu(warp, RS_ADD, &word, &word, &kept[i], NULL);
    }
    rs_store(warp, &base, 0, &word);
}

static bool launch_reuse(rs_kernel_run *run, uint32_t n, rs_launch *launch)
{
    (void)run;
    *launch = (rs_launch){.run_warp = run_reuse, .ctas = 1, .cta_warps = 1, .registers = 12};
    return n == 0;
}

static void test_register_taken_again(void **state)
{
    (void)state;
    static const rs_kernel kernel = {.name = "reuse", .input = "", .prepare = prepare_reuse, .launch = launch_reuse};
    const rs_kernel_options options = {4, true, true, true, false, 8, NULL, 0};
    rs_error error = {""};
    rs_kernel_source *source = rs_kernel_source_create(&kernel, &options, 1, 64, &error);
    const rs_warp_source interface = rs_kernel_source_interface(source);
    rs_warp_launch launch;
    uint32_t vector = RS_NO_REGISTER, loads = 0, data[4][LANES];
    assert_true(interface.calls->launch(source, &launch) && interface.calls->cta(source, 0, 0));
    for (uint32_t e = 0; e < 4; e++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            data[e][lane] = 1000 + e; /* all lanes have the same address; the word behind the base is element 1's */
        }
    }
    while (interface.calls->available(source, 0, 0)) {
        const rs_warp_record record = rs_warp_record_unpack(interface.calls->next(source, 0, 0));
        rs_operand_row row;
        for (uint32_t r = 0; record.kind == RS_RECORD_MEMORY && r < rs_operand_rows(&record); r++) {
            interface.calls->operands(source, 0, 0, r, &row);
        }
        if (record.kind != RS_RECORD_MEMORY || record.destination == RS_NO_REGISTER) {
            continue;
        }
        rs_words words = {record.destination, 0, UINT32_MAX, 1, data[loads == 0 ? 0 : 1]};
        if (loads++ == 0) {
            vector = record.destination;
            interface.calls->words(source, 0, 0, &words);
            continue;
        }
        assert_int_equal(record.destination, vector);
        for (uint32_t e = 1; e < 4; e++) {
            const rs_words late = {vector, e, UINT32_MAX, 5, data[e]};
            interface.calls->words(source, 0, 0, &late);
        }
        interface.calls->words(source, 0, 0, &words);
    }
    bool program;
    assert_int_equal(loads, 2);
    assert_null(interface.calls->trouble(source, &program));
    interface.calls->cta_end(source, 0);
    assert_null(interface.calls->trouble(source, &program));
    rs_kernel_source_destroy(source);
}

/* The rule for words that are stored in the launch, by hand. */
static void test_history(void **state)
{
    (void)state;
    rs_word_history history;
    const uint32_t before = 77;
    assert_true(rs_word_history_init(&history));
    const rs_access_place first = {0, 0, 0, 10}, again = {0, 0, 0, 20}, later = {0, 0, 1, 30}, neighbour = {0, 1, 0, 5};
    const rs_access_place other = {1, 0, 0, 10};
    assert_true(rs_word_history_store(&history, 8, 1, first));
    assert_true(rs_word_history_store(&history, 8, 2, again));
    assert_true(rs_word_history_store(&history, 8, 2, again));
    assert_true(rs_word_history_store(&history, 8, 3, again)); /* a higher lane */
    assert_true(rs_word_history_store(&history, 8, 4, later));
    assert_true(rs_word_history_store(&history, 8, 5, neighbour));
    assert_true(rs_word_history_store(&history, 8, 6, other));
    static const struct {
        rs_access_place load;
        uint32_t allowed; /* bit per value; bit 7: that before */
    } cases[] = {
        {{0, 0, 0, 5}, 1u << 5 | 1u << 6 | 1u << 7},                 /* before its own stores, racing with its neighbour's */
        {{0, 0, 0, 15}, 1u << 1 | 1u << 5 | 1u << 6},
        {{0, 0, 0, 25}, 1u << 3 | 1u << 5 | 1u << 6},
        {{0, 0, 1, 28}, 1u << 3 | 1u << 5 | 1u << 6},                /* the section before: either's last */
        {{0, 0, 1, 35}, 1u << 4 | 1u << 6},
        {{0, 2, 0, 1}, 1u << 1 | 1u << 2 | 1u << 3 | 1u << 5 | 1u << 6 | 1u << 7},
        {{0, 2, 1, 9}, 1u << 3 | 1u << 4 | 1u << 5 | 1u << 6},       /* 4 races */
        {{0, 2, 2, 9}, 1u << 4 | 1u << 6},
        {{2, 0, 0, 0}, 0xfe},                                        /* another CTA: all but 0 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint32_t value = 0; value < 8; value++) {
            const bool allowed = rs_word_history_allows(&history, 8, value == 7 ? before : value, cases[i].load, &before);
            assert_int_equal(allowed, cases[i].allowed >> value & 1);
        }
        assert_false(rs_word_history_allows(&history, 8, before, cases[i].load, NULL));
        assert_true(rs_word_history_allows(&history, 9, before, cases[i].load, &before));
        assert_false(rs_word_history_allows(&history, 9, 1, cases[i].load, &before));
    }
    rs_word_history_clear(&history);
    assert_false(rs_word_history_allows(&history, 8, 1, cases[0].load, &before));
    rs_word_history_free(&history);
}

/* ---- interactive ------------------------------------------------------------------------------------------ */

/* The sample tree of UTS' own documentation; the device's SHA-1 is another implementation than this reference. */
static void test_uts_tree(void **state)
{
    (void)state;
    const rs_uts_tree tree = rs_uts_t3();
    rs_uts_count count;
    assert_true(rs_uts_walk(&tree, &count));
    assert_int_equal(count.nodes, 4112897);
}

static bool run_threads(const rs_thread_program *program, uint32_t sms, uint32_t sm_ctas, uint64_t corrupt, machine *m, rs_error *error)
{
    const rs_thread_options options = {sms, sm_ctas, 3, 8};
    rs_thread_source *source = rs_thread_source_create(program, &options, error);
    if (source == NULL) {
        fail_msg("%s", error->text);
    }
    memset(m, 0, sizeof *m);
    m->source = rs_thread_source_interface(source);
    m->random = 9 + sms;
    m->places = sms * sm_ctas;
    m->interactive = true;
    m->corrupt = corrupt;
    run_all(m);
    const bool good = m->source.calls->finish(m->source.user, error);
    assert_true(rs_thread_source_instructions(source) > m->records);
    free(m->memory);
    rs_thread_source_destroy(source);
    return good;
}

/* One warp, some, with one SM and with several; words late. A word that is another one is seen in the result. */
static void test_uts(void **state)
{
    static machine m;
    uint64_t words = 0;
    (void)state;
    for (uint32_t local = 0; local < 2; local++) {
        const rs_thread_program *program = local != 0 ? &rs_program_utsd : &rs_program_uts;
        for (uint32_t shape = 0; shape < 3; shape++) {
            rs_error error = {""};
            if (!run_threads(program, shape == 2 ? 2 : 1, shape == 0 ? 1 : 2, 0, &m, &error)) {
                fail_msg("%s: %s", program->name, error.text);
            }
            words = local == 0 && shape == 0 ? m.words : words;
        }
    }
    rs_error error = {""};
    assert_false(run_threads(&rs_program_uts, 1, 1, words, &m, &error)); /* the result's last word */
    assert_non_null(strstr(error.text, "of the sequential reference"));
}

/* Code that cannot be. */
static void test_code(void **state)
{
    (void)state;
    for (uint32_t mistake = 0; mistake < 5; mistake++) {
        rs_thread_code code;
        rs_error error = {""};
        memset(&code, 0, sizeof code);
        rs_thread_code_special(&code, RS_CODE_LANE, 1);
        switch (mistake) {
        case 0: rs_thread_code_if(&code, 1); break;
        case 1: rs_thread_code_loop(&code); rs_thread_code_end(&code); break;
        case 2: rs_thread_code_again(&code, 1); break;
        case 3: rs_thread_code_point(&code, 3, 0, 1); break;
        default: rs_thread_code_load(&code, 64, RS_CODE_NONE, 0); break;
        }
        assert_false(rs_thread_code_finish(&code, &error));
        assert_non_null(strstr(error.text, "expected a program"));
        rs_thread_code_free(&code);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels), cmocka_unit_test(test_local_word), cmocka_unit_test(test_wrong_word), cmocka_unit_test(test_protocol),
        cmocka_unit_test(test_register_taken_again),
        cmocka_unit_test(test_history), cmocka_unit_test(test_uts_tree),   cmocka_unit_test(test_uts),
        cmocka_unit_test(test_code),
    };
    (void)argc;
    name_scratch(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
