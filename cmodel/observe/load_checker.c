/* Contract: load_checker.h. Words stored to are items of a pool with a hash table; each has two lists of
 * stores, items of another. */
#include "observe/load_checker.h"

#include <stdlib.h>
#include <string.h>

#include "common/contents.h"
#include "common/hash_table.h"
#include "common/pool.h"

typedef struct store {
    uint32_t next, value;
    uint32_t sequence; /* of the SM's instruction, low bits */
    uint8_t sm;
} store;

typedef struct word_state {
    uint32_t next;   /* touched in this launch */
    uint32_t recent; /* stores of this launch, the last one first */
    uint32_t before; /* what it may have held when the launch began; RS_NONE: nobody had stored to it */
    uint64_t word;
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
    rs_pool words, stores;        /* of word_state, none given back, and of store */
    rs_hash_table word_of;        /* number in words, by word */
    rs_chain touched;             /* words with stores of this launch */
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

static word_state *word_at(const rs_load_checker *checker, uint32_t number)
{
    return (word_state *)rs_pool_item(&checker->words, number);
}

static store *store_at(const rs_load_checker *checker, uint32_t number)
{
    return (store *)rs_pool_item(&checker->stores, number);
}

static word_state *find_word(const rs_load_checker *checker, uint64_t word)
{
    const uint32_t number = rs_hash_table_find(&checker->word_of, word);
    return number != RS_NONE ? word_at(checker, number) : NULL;
}

/* The number of a word that is stored to; RS_NONE without memory. */
static uint32_t number_of_word(rs_load_checker *checker, uint64_t word)
{
    uint32_t number = rs_hash_table_find(&checker->word_of, word);
    if (number == RS_NONE) {
        number = rs_pool_take(&checker->words);
        if (number == RS_NONE || !rs_hash_table_add(&checker->word_of, word, number)) {
            return RS_NONE;
        }
        *word_at(checker, number) = (word_state){RS_NONE, RS_NONE, RS_NONE, word};
    }
    return number;
}

static void give_stores(rs_load_checker *checker, uint32_t first)
{
    while (first != RS_NONE) {
        const uint32_t next = store_at(checker, first)->next;
        rs_pool_give(&checker->stores, first);
        first = next;
    }
}

/* ---- rules --------------------------------------------------------------------------------------------- */

static void store_word(rs_load_checker *checker, uint32_t sm, uint64_t sequence, uint32_t word, uint32_t value)
{
    const uint32_t number = number_of_word(checker, word);
    if (number == RS_NONE) {
        fail(checker, "out of memory");
        return;
    }
    word_state *at = word_at(checker, number);
    if (at->recent == RS_NONE) {
        rs_chain_append(&checker->words, &checker->touched, number);
    } else {
        store *last = store_at(checker, at->recent);
        if (last->sm == sm && last->sequence == (uint32_t)sequence) {
            last->value = value; /* a higher lane of the same instruction */
            return;
        }
    }
    const uint32_t fresh = rs_pool_take(&checker->stores);
    if (fresh == RS_NONE) {
        fail(checker, "out of memory");
        return;
    }
    *store_at(checker, fresh) = (store){at->recent, value, (uint32_t)sequence, (uint8_t)sm};
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
        uint32_t own = at == NULL ? RS_NONE : at->recent;
        while (own != RS_NONE && store_at(checker, own)->sm != sm) {
            own = store_at(checker, own)->next;
        }
        if (own != RS_NONE) {
            in->stored |= UINT32_C(1) << lane;
            in->own[lane] = store_at(checker, own)->value;
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
    if (at == NULL || at->before == RS_NONE) {
        return value == initial_word(word);
    }
    for (link = &at->before; *link != RS_NONE && store_at(checker, *link)->value != value; link = &store_at(checker, *link)->next) {
    }
    const uint32_t found = *link;
    if (found == RS_NONE) {
        return false;
    }
    *link = store_at(checker, found)->next;
    give_stores(checker, at->before);
    store_at(checker, found)->next = RS_NONE;
    at->before = found;
    return true;
}

static bool stored_by_others(const rs_load_checker *checker, const word_state *at, uint32_t sm, uint32_t value)
{
    uint32_t found = at == NULL ? RS_NONE : at->recent;
    while (found != RS_NONE && (store_at(checker, found)->sm == sm || store_at(checker, found)->value != value)) {
        found = store_at(checker, found)->next;
    }
    return found != RS_NONE;
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
        *(at == NULL || at->before == RS_NONE ? &checker->counts.untouched : &checker->counts.before) += 1;
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
    for (uint32_t number = checker->touched.first; number != RS_NONE; number = *rs_pool_next(&checker->words, number)) {
        word_state *at = word_at(checker, number);
        uint64_t seen = 0;
        give_stores(checker, at->before);
        at->before = RS_NONE;
        for (uint32_t next, from = at->recent; from != RS_NONE; from = next) {
            store *one = store_at(checker, from);
            const uint64_t bit = UINT64_C(1) << one->sm;
            next = one->next;
            one->next = seen & bit ? RS_NONE : at->before;
            if (seen & bit) {
                give_stores(checker, from);
            } else {
                at->before = from;
            }
            seen |= bit;
        }
        at->recent = RS_NONE;
    }
    checker->touched = rs_chain_empty();
}

bool rs_load_checker_next(const rs_load_checker *checker, uint64_t *cursor, uint64_t *address)
{
    if (*cursor == checker->words.used) {
        return false;
    }
    *address = word_at(checker, (uint32_t)(*cursor)++)->word * RS_ELEMENT_BYTES;
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
    bool good = checker != NULL;
    if (good) {
        checker->program = program;
        checker->touched = rs_chain_empty();
        checker->loads = (load *)calloc((size_t)config->sms * RS_SM_WARPS_MAX, sizeof *checker->loads);
        good = checker->loads != NULL && rs_pool_init(&checker->words, sizeof(word_state), 0) &&
               rs_pool_init(&checker->stores, sizeof(store), 0) && rs_hash_table_init(&checker->word_of, 0);
    }
    if (!good) {
        rs_load_checker_destroy(checker);
        rs_error_set(error, "load checker: out of memory");
        return NULL;
    }
    return checker;
}

void rs_load_checker_destroy(rs_load_checker *checker)
{
    if (checker != NULL) {
        free(checker->loads);
        rs_pool_free(&checker->words);
        rs_pool_free(&checker->stores);
        rs_hash_table_free(&checker->word_of);
        free(checker);
    }
}
