/* mum: matches of 50,000 queries of 25 letters in a genome of 140,000 (as MUMmerGPU's; THESIS 5): 782 CTAs of 64 threads, a thread
 * a query, down a suffix tree of the genome whose nodes, 32 bytes each, are a texture, as the genome is. For each start of
 * which 20 letters are left: how many letters from there on stand somewhere in the genome, and the first place where they do.
 * From one start to the next a thread takes the suffix link and compares again below it.
 *
 * The genome is random with copies of older stretches in it, the queries are stretches of it with a letter changed here and there. */
#include <stdlib.h>
#include <string.h>

#include "common/splitmix64.h"
#include "workload/kernel_math.h"
#include "workload/suffix_tree.h"

enum { GENOME = 140000, QUERIES = 50000, LETTERS = 25, LEAST = 20, STARTS = LETTERS - LEAST + 1, CTA_WARPS = 2, SM_CTAS = 3 };
enum { LETTERS_A_WORD = 16, QUERY_WORDS = 2, RESULT_WORDS = 2 }; /* 2 bits a letter; result: length, place */
enum { REPEAT_ONE_IN = 400, REPEAT = 60, CHANGE_ONE_IN = 60 };
enum { LETTER, NODE, QUERY, RESULT }; /* arrays */
/* Words of a node: edge to it (first letter, length up to 31 above it), suffix link, end of its first place, unused, children. */
enum { NODE_WORDS = 8, EDGE = 0, LINK = 1, END = 2, CHILD = 4, FIRST_BITS = 18, LENGTH_MAX = 31 };

static uint32_t letters(const rs_kernel_run *run)
{
    return GENOME / run->options.shrink;
}

static uint32_t queries(const rs_kernel_run *run)
{
    return QUERIES / run->options.shrink;
}

/* ---- input --------------------------------------------------------------------------------------------- */

static void make_genome(uint8_t *letter, uint32_t count, uint64_t *state)
{
    uint32_t copied = 0, from = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (copied == 0 && i > REPEAT && rs_random_below(state, REPEAT_ONE_IN) == 0) {
            copied = REPEAT;
            from = rs_random_below(state, i - REPEAT);
        }
        letter[i] = copied != 0 ? letter[from++] : (uint8_t)rs_random_below(state, RS_SUFFIX_LETTERS);
        copied -= copied != 0;
    }
}

static void put_letter(uint32_t *word, uint32_t at, uint32_t letter)
{
    word[at / LETTERS_A_WORD] |= letter << 2 * (at % LETTERS_A_WORD);
}

static uint32_t letter_at(const uint32_t *word, uint32_t at)
{
    return word[at / LETTERS_A_WORD] >> 2 * (at % LETTERS_A_WORD) & 3;
}

static void put_tree(uint32_t *word, const rs_suffix_tree *tree)
{
    for (uint32_t n = 0; n < tree->nodes; n++) {
        const rs_suffix_node *node = &tree->node[n];
        const uint32_t length = node->end - node->first;
        uint32_t *own = word + (size_t)NODE_WORDS * n;
        own[EDGE] = node->first | (length < LENGTH_MAX ? length : LENGTH_MAX) << FIRST_BITS;
        own[LINK] = node->link;
        own[END] = node->end;
        memcpy(own + CHILD, node->child, RS_SUFFIX_LETTERS * sizeof *own);
    }
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t count = letters(run);
    rs_warp_machine *machine = &run->machine;
    uint64_t state = 23;
    uint8_t *genome = (uint8_t *)malloc(count);
    rs_suffix_tree tree = {NULL, 0};
    if (genome != NULL) {
        make_genome(genome, count, &state);
    }
    if (genome == NULL || !rs_suffix_tree_build(&tree, genome, count)) {
        rs_error_memory(error, "mum: found no memory left, expected room for a suffix tree");
        free(genome);
        return false;
    }
    run->array[LETTER] = rs_warp_machine_array(machine, count / LETTERS_A_WORD + 1);
    run->array[NODE] = rs_warp_machine_array(machine, (uint64_t)tree.nodes * NODE_WORDS);
    run->array[QUERY] = rs_warp_machine_array(machine, queries(run) * QUERY_WORDS);
    run->array[RESULT] = rs_warp_machine_array(machine, queries(run) * STARTS * RESULT_WORDS);
    for (uint32_t i = 0; i < count; i++) {
        put_letter(rs_host(machine, run->array[LETTER]), i, genome[i]);
    }
    put_tree(rs_host(machine, run->array[NODE]), &tree);
    for (uint32_t q = 0; q < queries(run); q++) {
        const uint32_t from = rs_random_below(&state, count - LETTERS);
        for (uint32_t i = 0; i < LETTERS; i++) {
            const bool change = rs_random_below(&state, CHANGE_ONE_IN) == 0;
            put_letter(rs_host(machine, run->array[QUERY]) + QUERY_WORDS * q, i, (genome[from + i] + (uint32_t)change) % RS_SUFFIX_LETTERS);
        }
    }
    rs_suffix_tree_free(&tree);
    free(genome);
    return true;
}

/* ---- kernel ----------------------------------------------------------------------------------------------- */

typedef struct search {
    rs_pointer nodes, genome;
    rs_reg query[QUERY_WORDS];
    rs_reg start, node, depth; /* of the query; node, and letters from the root to it */
    rs_reg matched, place;     /* letters, where; place ~0: not known */
} search;

/* Letter `at` of two words; six instructions. */
static rs_reg query_letter(rs_warp *warp, const search *own, rs_reg at)
{
    const rs_reg last = rs_constant(LETTERS_A_WORD - 1);
    const rs_flag second = rs_compare(warp, RS_LESS, &last, &at);
    rs_reg word = rs_constant(0);
    rs_do_move(warp, &word, own->query[0]);
    rs_select(warp, &word, &second, &own->query[1]);
    word = rs_do(warp, RS_SHIFT_RIGHT, word, rs_do(warp, RS_ADD, at, at)); /* by 2 * at mod 32 */
    return rs_do(warp, RS_AND, word, rs_constant(3));
}

/* *k letters from `first` of the genome on and from `at` of the query on are the same; goes on to `limit`. */
static void walk_edge(rs_warp *warp, const search *own, rs_reg *k, const rs_reg *first, const rs_reg *at, const rs_reg *limit)
{
    const rs_reg one = rs_constant(1), in_word = rs_constant(LETTERS_A_WORD - 1), shift = rs_constant(4);
    const uint32_t all = warp->active;
    rs_reg word = rs_do_load(warp, &own->genome, rs_do(warp, RS_SHIFT_RIGHT, *first, shift), 0);
    for (;;) {
        warp->active = rs_do_if(warp, RS_LESS, *k, *limit);
        if (warp->active == 0) {
            break;
        }
        const rs_reg place = rs_do(warp, RS_ADD, *first, *k), low = rs_do(warp, RS_AND, place, in_word);
        const uint32_t walking = warp->active;
        warp->active = rs_do_if(warp, RS_EQUAL, low, rs_constant(0)); /* the next word */
        if (warp->active != 0) {
            const rs_reg index = rs_do(warp, RS_SHIFT_RIGHT, place, shift);
            rs_pointer from = own->genome;
            rs_point(warp, &from, &own->genome, &index);
            rs_load(warp, &word, &from, 0);
        }
        warp->active = walking;
        const rs_reg there = rs_do(warp, RS_AND, rs_do(warp, RS_SHIFT_RIGHT, word, rs_do(warp, RS_ADD, low, low)), rs_constant(3));
        const rs_reg here = query_letter(warp, own, rs_do(warp, RS_ADD, *at, *k));
        warp->active = rs_do_if(warp, RS_EQUAL, there, here);
        if (warp->active == 0) {
            break;
        }
        rs_alu(warp, RS_ADD, k, k, &one, NULL);
    }
    warp->active = all;
}

/* One edge down from the node; the lanes that came to its end. */
static uint32_t go_down(rs_warp *warp, search *own)
{
    const rs_reg end = rs_constant(LETTERS), a_node = rs_constant(NODE_WORDS), zero = rs_constant(0);
    const rs_reg mask = rs_constant((1u << FIRST_BITS) - 1), bits = rs_constant(FIRST_BITS);
    const rs_reg at = rs_do(warp, RS_ADD, own->start, own->depth);
    warp->active = rs_do_if(warp, RS_LESS, at, end);
    if (warp->active == 0) {
        return 0;
    }
    rs_reg index = query_letter(warp, own, at);
    rs_alu(warp, RS_MAD, &index, &own->node, &a_node, &index);
    const rs_reg child = rs_do_load(warp, &own->nodes, index, CHILD);
    warp->active = rs_do_if(warp, RS_NOT_EQUAL, child, zero);
    if (warp->active == 0) {
        return 0;
    }
    const rs_reg edge = rs_do_load(warp, &own->nodes, rs_do(warp, RS_MUL, child, a_node), EDGE);
    const rs_reg first = rs_do(warp, RS_AND, edge, mask), length = rs_do(warp, RS_SHIFT_RIGHT, edge, bits);
    const rs_reg limit = rs_do(warp, RS_MIN, length, rs_do(warp, RS_SUB, end, at));
    rs_reg k = zero;
    rs_do_move(warp, &k, rs_constant(1));
    rs_alu(warp, RS_SUB, &own->place, &first, &own->depth, NULL);
    walk_edge(warp, own, &k, &first, &at, &limit);
    rs_alu(warp, RS_ADD, &own->matched, &own->depth, &k, NULL);
    warp->active = rs_do_if(warp, RS_EQUAL, k, length);
    if (warp->active != 0) {
        rs_do_move(warp, &own->node, child);
        rs_do_move(warp, &own->depth, own->matched);
    }
    return warp->active;
}

static void match_start(rs_warp *warp, search *own)
{
    const uint32_t all = warp->active;
    const rs_reg unknown = rs_constant(UINT32_MAX), a_node = rs_constant(NODE_WORDS);
    rs_do_move(warp, &own->matched, own->depth);
    rs_do_move(warp, &own->place, unknown);
    while (warp->active != 0) {
        warp->active = go_down(warp, own);
    }
    warp->active = all;
    warp->active = rs_do_if(warp, RS_EQUAL, own->place, unknown); /* nothing below the node: where itself is */
    if (warp->active != 0) {
        const rs_reg end = rs_do_load(warp, &own->nodes, rs_do(warp, RS_MUL, own->node, a_node), END);
        rs_alu(warp, RS_SUB, &own->place, &end, &own->depth, NULL);
    }
    warp->active = all;
}

/* The node of the string without its first letter; the root keeps itself. */
static void take_link(rs_warp *warp, search *own)
{
    const uint32_t all = warp->active;
    const rs_reg a_node = rs_constant(NODE_WORDS), one = rs_constant(1);
    warp->active = rs_do_if(warp, RS_NOT_EQUAL, own->node, rs_constant(0));
    if (warp->active != 0) {
        const rs_reg link = rs_do_load(warp, &own->nodes, rs_do(warp, RS_MUL, own->node, a_node), LINK);
        rs_do_move(warp, &own->node, link);
        rs_alu(warp, RS_SUB, &own->depth, &own->depth, &one, NULL);
    }
    warp->active = all;
}

static void run_warp(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer queries_at = rs_window(RS_SPACE_TEXTURE, run->array[QUERY]), results = rs_parameter(run->array[RESULT]);
    const rs_reg zero = rs_constant(0), starts = rs_constant(STARTS);
    search own = {rs_window(RS_SPACE_TEXTURE, run->array[NODE]), rs_window(RS_SPACE_TEXTURE, run->array[LETTER]),
                  {zero, zero}, zero, zero, zero, zero, zero};
    rs_pointer from = queries_at, to = results;
    rs_reg number;
    rs_thread_id(warp, &number);
    warp->active = rs_do_if(warp, RS_LESS, number, rs_constant(queries(run)));
    if (warp->active == 0) {
        return;
    }
    const rs_reg first = rs_do(warp, RS_MUL, number, rs_constant(QUERY_WORDS));
    const rs_reg result = rs_do(warp, RS_MUL, number, rs_constant(STARTS * RESULT_WORDS));
    rs_point(warp, &from, &queries_at, &first);
    rs_load(warp, &own.query[0], &from, 0);
    rs_load(warp, &own.query[1], &from, 1);
    rs_point(warp, &to, &results, &result);
    rs_do_move(warp, &own.start, zero);
    rs_do_move(warp, &own.node, zero);
    rs_do_move(warp, &own.depth, zero);
    for (uint32_t going = warp->active; going != 0;) {
        const rs_reg words = rs_constant(RESULT_WORDS);
        match_start(warp, &own);
        rs_store(warp, &to, 0, &own.matched);
        rs_store(warp, &to, 1, &own.place);
        rs_point(warp, &to, &to, &words);
        take_link(warp, &own);
        going = rs_kernel_again(warp, &own.start, 1, &starts);
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run_warp = run_warp;
    next->ctas = (queries(run) + CTA_WARPS * RS_WARP_LANES - 1) / (CTA_WARPS * RS_WARP_LANES);
    next->cta_warps = CTA_WARPS;
    next->registers = 32;
    next->limit = SM_CTAS;
    return n == 0;
}

/* ---- reference: places of the genome by their first letters, each compared ------------------------------------ */

enum { KEY = 6, KEYS = 1 << 2 * KEY };

typedef struct index {
    uint32_t *first, *next; /* of a key, of a place: the next one with the same key; ascending, ~0 ends */
} index;

static uint32_t key_at(const uint32_t *word, uint32_t at)
{
    uint32_t key = 0;
    for (uint32_t i = 0; i < KEY; i++) {
        key = key << 2 | letter_at(word, at + i);
    }
    return key;
}

static void compare_place(const uint32_t *genome, uint32_t count, const uint32_t *query, uint32_t start, uint32_t place, uint32_t best[2])
{
    uint32_t same = 0;
    while (start + same < LETTERS && place + same < count && letter_at(genome, place + same) == letter_at(query, start + same)) {
        same++;
    }
    if (same > best[0]) {
        best[0] = same;
        best[1] = place;
    }
}

static void find_longest(const index *of, const uint32_t *genome, uint32_t count, const uint32_t *query, uint32_t start, uint32_t best[2])
{
    best[0] = best[1] = 0;
    for (uint32_t place = of->first[key_at(query, start)]; place != UINT32_MAX; place = of->next[place]) {
        compare_place(genome, count, query, start, place, best);
    }
    for (uint32_t place = 0; best[0] < KEY && place < count; place++) {
        compare_place(genome, count, query, start, place, best);
    }
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t count = letters(run), results = queries(run) * STARTS * RESULT_WORDS;
    const uint32_t *genome = rs_host(&run->machine, run->array[LETTER]), *query = rs_host(&run->machine, run->array[QUERY]);
    uint32_t *expected = (uint32_t *)malloc(results * sizeof *expected);
    index of = {(uint32_t *)malloc(KEYS * sizeof *of.first), (uint32_t *)malloc(count * sizeof *of.next)};
    bool good = expected != NULL && of.first != NULL && of.next != NULL;
    if (good) {
        memset(of.first, 0xff, KEYS * sizeof *of.first);
        for (uint32_t at = count - KEY + 1; at-- > 0;) {
            uint32_t *head = &of.first[key_at(genome, at)];
            of.next[at] = *head;
            *head = at;
        }
        for (uint32_t r = 0; r < queries(run) * STARTS; r++) {
            find_longest(&of, genome, count, query + QUERY_WORDS * (r / STARTS), r % STARTS, expected + RESULT_WORDS * r);
        }
        good = rs_kernel_same(run, "match", run->array[RESULT], expected, results, error);
    } else {
        rs_error_memory(error, "mum: found no memory left, expected room for the reference");
    }
    free(expected);
    free(of.first);
    free(of.next);
    return good;
}

const rs_kernel rs_kernel_mum = {"mum", "random genome", false, false, false, false, prepare, launch, check};
