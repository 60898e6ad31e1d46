/* Contract: load_checker.h. Words stored to are in an open-addressing hash table; each has two lists of stores. */
#include "observe/load_checker.h"

#include <stdlib.h>
#include <string.h>

#include "common/contents.h"

#define NONE UINT32_MAX

enum { FIRST_WORDS = 4096, FIRST_STORES = 4096 };

typedef struct store {
    uint32_t value, next;
    uint32_t sequence; /* of the SM's instruction, low bits */
    uint8_t sm;
} store;

typedef struct word_state {
    uint64_t key;    /* word + 1; 0: free */
    uint32_t recent; /* stores of this launch, the last one first */
    uint32_t before; /* what it may have held when the launch began; NONE: nobody had stored to it */
} word_state;

/* The load of a warp. */
typedef struct load {
    uint32_t instruction;
    uint32_t stored;              /* lanes whose word the SM has stored to in this launch */
    uint32_t own[RS_WARP_LANES];  /* what its last such store wrote */
} load;

struct rs_load_checker {
    const rs_program *program;
    load *loads;                  /* [sms][RS_SM_WARPS_MAX] */
    word_state *words;
    uint64_t capacity, count;     /* of words, a power of two */
    store *stores;
    uint32_t store_capacity, free_stores;
    uint64_t *touched;            /* words with stores of this launch */
    uint64_t touched_count, touched_capacity;
    rs_load_counts counts;
    bool failed;
    rs_error error;
};

static void fail(rs_load_checker *checker, const char *text)
{
    if (!checker->failed) {
        checker->failed = true;
        rs_error_set(&checker->error, "loads: %s", text);
    }
}

/* ---- storage ------------------------------------------------------------------------------------------- */

static uint64_t slot_of(const word_state *words, uint64_t capacity, uint64_t word)
{
    uint64_t slot = rs_splitmix64_mix(word) & (capacity - 1);
    while (words[slot].key != 0 && words[slot].key != word + 1) {
        slot = (slot + 1) & (capacity - 1);
    }
    return slot;
}

static word_state *find_word(const rs_load_checker *checker, uint64_t word)
{
    word_state *found = &checker->words[slot_of(checker->words, checker->capacity, word)];
    return found->key != 0 ? found : NULL;
}

static bool grow_words(rs_load_checker *checker)
{
    const uint64_t capacity = 2 * checker->capacity;
    word_state *words = (word_state *)calloc(capacity, sizeof *words);
    if (words == NULL) {
        return false;
    }
    for (uint64_t i = 0; i < checker->capacity; i++) {
        if (checker->words[i].key != 0) {
            words[slot_of(words, capacity, checker->words[i].key - 1)] = checker->words[i];
        }
    }
    free(checker->words);
    checker->words = words;
    checker->capacity = capacity;
    return true;
}

static void free_range(rs_load_checker *checker, uint32_t from)
{
    for (uint32_t i = checker->store_capacity; i-- > from;) {
        checker->stores[i].next = checker->free_stores;
        checker->free_stores = i;
    }
}

static uint32_t take_store(rs_load_checker *checker)
{
    if (checker->free_stores == NONE) {
        const uint32_t old = checker->store_capacity;
        store *stores = (store *)realloc(checker->stores, 2 * (size_t)old * sizeof *stores);
        if (stores == NULL) {
            return NONE;
        }
        checker->stores = stores;
        checker->store_capacity = 2 * old;
        free_range(checker, old);
    }
    const uint32_t taken = checker->free_stores;
    checker->free_stores = checker->stores[taken].next;
    return taken;
}

static void give_stores(rs_load_checker *checker, uint32_t first)
{
    while (first != NONE) {
        const uint32_t next = checker->stores[first].next;
        checker->stores[first].next = checker->free_stores;
        checker->free_stores = first;
        first = next;
    }
}

static bool touch(rs_load_checker *checker, uint64_t word)
{
    if (checker->touched_count == checker->touched_capacity) {
        const uint64_t capacity = 2 * checker->touched_capacity;
        uint64_t *touched = (uint64_t *)realloc(checker->touched, capacity * sizeof *touched);
        if (touched == NULL) {
            return false;
        }
        checker->touched = touched;
        checker->touched_capacity = capacity;
    }
    checker->touched[checker->touched_count++] = word;
    return true;
}

/* ---- rules --------------------------------------------------------------------------------------------- */

static void store_word(rs_load_checker *checker, uint32_t sm, uint64_t sequence, uint32_t word, uint32_t value)
{
    if (2 * (checker->count + 1) > checker->capacity && !grow_words(checker)) {
        fail(checker, "out of memory");
        return;
    }
    word_state *at = &checker->words[slot_of(checker->words, checker->capacity, word)];
    if (at->key == 0) {
        *at = (word_state){(uint64_t)word + 1, NONE, NONE};
        checker->count++;
    }
    if (at->recent != NONE) {
        store *last = &checker->stores[at->recent];
        if (last->sm == sm && last->sequence == (uint32_t)sequence) {
            last->value = value; /* a higher lane of the same instruction */
            return;
        }
    } else if (!touch(checker, word)) {
        fail(checker, "out of memory");
        return;
    }
    const uint32_t fresh = take_store(checker);
    if (fresh == NONE) {
        fail(checker, "out of memory");
        return;
    }
    checker->stores[fresh] = (store){value, at->recent, (uint32_t)sequence, (uint8_t)sm};
    at->recent = fresh;
}

void rs_load_checker_taken(rs_load_checker *checker, uint32_t sm, uint32_t warp, uint32_t instruction, uint64_t sequence)
{
    const bool write = rs_program_is_write(checker->program, instruction);
    load *in = &checker->loads[sm * RS_SM_WARPS_MAX + warp];
    const uint32_t *word;
    uint32_t left = rs_program_lanes(checker->program, instruction, &word);
    if (!write) {
        in->instruction = instruction;
        in->stored = 0;
    }
    for (; left != 0; left &= left - 1, word++) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (write) {
            store_word(checker, sm, sequence, *word, rs_store_word(sm, sequence, lane));
            continue;
        }
        const word_state *at = find_word(checker, *word);
        uint32_t own = at == NULL ? NONE : at->recent;
        while (own != NONE && checker->stores[own].sm != sm) {
            own = checker->stores[own].next;
        }
        if (own != NONE) {
            in->stored |= UINT32_C(1) << lane;
            in->own[lane] = checker->stores[own].value;
        }
    }
}

static uint32_t initial_word(uint64_t word)
{
    uint32_t line[RS_LINE_WORDS];
    rs_dram_initial_line(word / RS_LINE_WORDS * RS_LINE_BYTES, line);
    return line[word % RS_LINE_WORDS];
}

/* What the word held when the launch began is this value from here on, if it may have been. */
static bool held_before(rs_load_checker *checker, word_state *at, uint64_t word, uint32_t value)
{
    uint32_t *link;
    if (at == NULL || at->before == NONE) {
        return value == initial_word(word);
    }
    for (link = &at->before; *link != NONE && checker->stores[*link].value != value; link = &checker->stores[*link].next) {
    }
    const uint32_t found = *link;
    if (found == NONE) {
        return false;
    }
    *link = checker->stores[found].next;
    give_stores(checker, at->before);
    checker->stores[found].next = NONE;
    at->before = found;
    return true;
}

static bool stored_by_others(const rs_load_checker *checker, const word_state *at, uint32_t sm, uint32_t value)
{
    uint32_t found = at == NULL ? NONE : at->recent;
    while (found != NONE && (checker->stores[found].sm == sm || checker->stores[found].value != value)) {
        found = checker->stores[found].next;
    }
    return found != NONE;
}

static void check_word(rs_load_checker *checker, uint32_t sm, const load *in, uint32_t lane, uint32_t word, uint32_t value)
{
    word_state *at = find_word(checker, word);
    const bool stored = (in->stored >> lane & 1) != 0;
    checker->counts.words++;
    if (stored && value == in->own[lane]) {
        checker->counts.own++;
    } else if (stored_by_others(checker, at, sm, value)) {
        checker->counts.others++;
    } else if (!stored && held_before(checker, at, word, value)) {
        *(at == NULL || at->before == NONE ? &checker->counts.untouched : &checker->counts.before) += 1;
    } else if (!checker->failed) {
        checker->failed = true;
        rs_error_set(&checker->error, "loads: SM %u lane %u of instruction %u: word at 0x%llx is 0x%08x, expected %s"
                     "or what another SM has stored in this launch", sm, lane, in->instruction,
                     (unsigned long long)word * RS_ELEMENT_BYTES, value,
                     stored ? "the SM's own last store there, " : "what was there when the launch began, ");
    }
}

void rs_load_checker_words(rs_load_checker *checker, uint32_t sm, uint32_t warp, uint32_t mask, const uint32_t *data)
{
    const load *in = &checker->loads[sm * RS_SM_WARPS_MAX + warp];
    const uint32_t *word;
    uint32_t left = rs_program_lanes(checker->program, in->instruction, &word);
    for (; left != 0; left &= left - 1, word++) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (mask >> lane & 1) {
            check_word(checker, sm, in, lane, *word, data[lane]);
        }
    }
}

/* Of each SM's stores to the word the last one may be what it holds. */
void rs_load_checker_ordered(rs_load_checker *checker)
{
    for (uint64_t i = 0; i < checker->touched_count; i++) {
        word_state *at = find_word(checker, checker->touched[i]);
        uint64_t seen = 0;
        give_stores(checker, at->before);
        at->before = NONE;
        for (uint32_t next, from = at->recent; from != NONE; from = next) {
            store *one = &checker->stores[from];
            const uint64_t bit = UINT64_C(1) << one->sm;
            next = one->next;
            one->next = seen & bit ? NONE : at->before;
            if (seen & bit) {
                give_stores(checker, from);
            } else {
                at->before = from;
            }
            seen |= bit;
        }
        at->recent = NONE;
    }
    checker->touched_count = 0;
}

bool rs_load_checker_next(const rs_load_checker *checker, uint64_t *cursor, uint64_t *address)
{
    while (*cursor < checker->capacity && checker->words[*cursor].key == 0) {
        (*cursor)++;
    }
    if (*cursor == checker->capacity) {
        return false;
    }
    *address = (checker->words[(*cursor)++].key - 1) * RS_ELEMENT_BYTES;
    return true;
}

bool rs_load_checker_holds(rs_load_checker *checker, uint64_t address, uint32_t value)
{
    const uint64_t word = address / RS_ELEMENT_BYTES;
    return held_before(checker, find_word(checker, word), word, value);
}

rs_load_counts rs_load_checker_count(const rs_load_checker *checker)
{
    return checker->counts;
}

const char *rs_load_checker_error(const rs_load_checker *checker)
{
    return checker->failed ? checker->error.text : NULL;
}

/* ---- life ---------------------------------------------------------------------------------------------- */

rs_load_checker *rs_load_checker_create(const rs_config *config, const rs_program *program, rs_error *error)
{
    rs_load_checker *checker = (rs_load_checker *)calloc(1, sizeof *checker);
    if (checker != NULL) {
        checker->program = program;
        checker->capacity = checker->touched_capacity = FIRST_WORDS;
        checker->store_capacity = FIRST_STORES;
        checker->loads = (load *)calloc((size_t)config->sms * RS_SM_WARPS_MAX, sizeof *checker->loads);
        checker->words = (word_state *)calloc(FIRST_WORDS, sizeof *checker->words);
        checker->stores = (store *)malloc(FIRST_STORES * sizeof *checker->stores);
        checker->touched = (uint64_t *)malloc(FIRST_WORDS * sizeof *checker->touched);
    }
    if (checker == NULL || checker->loads == NULL || checker->words == NULL || checker->stores == NULL ||
        checker->touched == NULL) {
        rs_load_checker_destroy(checker);
        rs_error_set(error, "load checker: out of memory");
        return NULL;
    }
    checker->free_stores = NONE;
    free_range(checker, 0);
    return checker;
}

void rs_load_checker_destroy(rs_load_checker *checker)
{
    if (checker != NULL) {
        free(checker->loads);
        free(checker->words);
        free(checker->stores);
        free(checker->touched);
        free(checker);
    }
}
