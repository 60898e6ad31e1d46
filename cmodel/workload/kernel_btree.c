/* btree: look-ups in a B+ tree of 256 keys a node (Rodinia's b+tree, its CUDA kernels findK and findRangeK; PATTERNS table 2,
 * CAMAT's example). A CTA of 256 threads has 16 queries; a thread has a place in the nodes, and looks there for `unroll` queries
 * at a time: the queries' keys and nodes (strided), then the keys of these nodes at its place and at the next one (indirect). The
 * one thread whose keys enclose the query notes the child; behind a barrier the first threads move the queries there.
 * First launch: the values of keys. Second: ranges, the first record and how many. Nodes are told by the word at which they
 * begin: an index of ld.indirect has no factor, and a plain pointer's multiplication has. */
#include <limits.h>
#include <stdlib.h>

#include "common/splitmix64.h"
#include "workload/kernel_math.h"

enum { ORDER = 256, CTA_WARPS = ORDER / RS_WARP_LANES, CTA_QUERIES = 16 };
/* A node: keys and one more that ends them, INT_MAX where there is none; as many children, or in a leaf numbers of records.
 * Half of it is full, as splitting leaves it. */
enum { FILLED = ORDER / 2, CHILDREN = ORDER + 1, NODE_WORDS = 2 * CHILDREN };
enum { RECORDS = 1000000, QUERIES = 10000, RANGES = 6000, RANGE = 3000, GAP = 4 };
/* Arrays. NODE, NEXT: where each query is and goes. LIMIT: of the ranges, all starts, then all ends, with nodes likewise. */
enum { TREE, VALUE, KEY, NODE, NEXT, ANSWER, LIMIT, LIMIT_NODE, LIMIT_NEXT, FIRST, COUNT };
enum { LEVELS, RECORD_COUNT, KEY_COUNT, RANGE_COUNT }; /* sizes; LEVELS: above the leaves */

/* Ascending, with gaps. */
static uint32_t key_of(uint32_t record)
{
    return record * GAP + (uint32_t)(rs_splitmix64_mix(record) % (GAP - 1));
}

/* Level by level from the leaves up; returns the word at which the root begins. */
static uint32_t build(rs_kernel_run *run)
{
    uint32_t *tree = rs_host(&run->machine, run->array[TREE]);
    uint32_t below = run->size[RECORD_COUNT], first_below = 0, place = 0;
    for (bool leaves = true; leaves || below > 1; leaves = false) {
        const uint32_t nodes = (below + FILLED - 1) / FILLED, first = place;
        for (uint32_t n = 0; n < nodes; n++, place += NODE_WORDS) {
            for (uint32_t k = 0; k < CHILDREN; k++) {
                const uint32_t child = n * FILLED + k, at = first_below + child * NODE_WORDS;
                const bool there = k < FILLED && child < below;
                tree[place + k] = !there ? (uint32_t)INT_MAX : leaves ? key_of(child) : child == 0 ? 0 : tree[at];
                tree[place + CHILDREN + k] = !there ? 0 : leaves ? child : at;
            }
        }
        run->size[LEVELS] += !leaves;
        below = nodes;
        first_below = first;
    }
    return first_below;
}

/* A sixteenth at least, a CTA's queries each. */
static uint32_t shrunk(const rs_kernel_run *run, uint32_t count)
{
    const uint32_t shrink = run->options.shrink, left = count / (shrink * shrink * shrink);
    return left < CTA_QUERIES ? CTA_QUERIES : left / CTA_QUERIES * CTA_QUERIES;
}

static void lay_out(rs_kernel_run *run)
{
    const uint32_t shrink = run->options.shrink, records = RECORDS / (shrink * shrink);
    rs_warp_machine *machine = &run->machine;
    run->size[RECORD_COUNT] = records;
    run->size[KEY_COUNT] = shrunk(run, QUERIES);
    run->size[RANGE_COUNT] = shrunk(run, RANGES);
    run->array[TREE] = rs_warp_machine_array(machine, (uint64_t)(records / FILLED + records / FILLED / FILLED + 4) * NODE_WORDS);
    run->array[VALUE] = rs_warp_machine_array(machine, records);
    for (uint32_t k = KEY; k <= ANSWER; k++) {
        run->array[k] = rs_warp_machine_array(machine, run->size[KEY_COUNT]);
    }
    for (uint32_t k = LIMIT; k <= COUNT; k++) {
        run->array[k] = rs_warp_machine_array(machine, 2 * (uint64_t)run->size[RANGE_COUNT]);
    }
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    rs_warp_machine *machine = &run->machine;
    uint64_t random = 7;
    (void)error;
    lay_out(run);
    const uint32_t shrink = run->options.shrink, range = RANGE / (shrink * shrink);
    const uint32_t root = build(run), records = run->size[RECORD_COUNT];
    for (uint32_t r = 0; r < records; r++) {
        rs_host(machine, run->array[VALUE])[r] = (uint32_t)(rs_splitmix64(&random) >> 33);
    }
    for (uint32_t q = 0; q < run->size[KEY_COUNT]; q++) { /* one in eight is not there */
        const uint32_t key = key_of(rs_random_below(&random, records));
        rs_host(machine, run->array[KEY])[q] = q % 8 == 0 ? key / GAP * GAP + GAP - 1 : key;
        rs_host(machine, run->array[NODE])[q] = root;
        rs_host(machine, run->array[ANSWER])[q] = UINT32_MAX;
    }
    for (uint32_t q = 0; q < run->size[RANGE_COUNT]; q++) {
        const uint32_t first = rs_random_below(&random, records - range);
        for (uint32_t end = 0; end < 2; end++) {
            const uint32_t place = end * run->size[RANGE_COUNT] + q;
            rs_host(machine, run->array[LIMIT])[place] = key_of(first + end * range);
            rs_host(machine, run->array[LIMIT_NODE])[place] = root;
        }
    }
    return true;
}

/* ---- kernels ------------------------------------------------------------------------------------------ */

/* Queries that go down the tree together: their keys, nodes and next nodes; a kernel's parameters. */
typedef struct queries {
    uint64_t key, node, next;
} queries;

typedef struct searcher {
    rs_warp warp;
    rs_reg thread, first;     /* place in the nodes; first query of the CTA */
    rs_pointer place, beyond; /* in a node that begins at word 0: this place, the one behind (with vectors) */
} searcher;

/* Of `unroll` queries. */
typedef struct look {
    rs_pointer keys, nodes;
    rs_reg key[RS_VECTOR_MAX], low[RS_VECTOR_MAX], high[RS_VECTOR_MAX];
} look;

static void begin(searcher *s, rs_cta *cta, uint32_t number, const rs_kernel_run *run)
{
    const rs_pointer tree = rs_parameter(run->array[TREE]), second = rs_parameter(run->array[TREE] + 4);
    const rs_reg queries_a_cta = rs_constant(CTA_QUERIES);
    s->warp = rs_warp_begin(cta, number);
    s->thread = rs_do_thread(&s->warp);
    rs_special_cta(&s->warp, &s->first);
    rs_alu(&s->warp, RS_MUL, &s->first, &s->first, &queries_a_cta, NULL);
    s->place = s->beyond = tree;
    rs_point(&s->warp, &s->place, &tree, &s->thread);
    if (run->options.indirect) {
        rs_point(&s->warp, &s->beyond, &second, &s->thread);
    }
}

/* Keys of `count` queries from `at` on, and of their nodes here and, if asked for, behind. */
static void look_at(searcher *s, const rs_kernel_run *run, look *l, uint32_t at, uint32_t count, bool behind)
{
    const bool vector = count > 1;
    rs_warp *warp = &s->warp;
    rs_reg node[RS_VECTOR_MAX];
    rs_kernel_load_known(warp, vector && run->options.strided, l->key + at, count, &l->keys, (int32_t)at, 1);
    rs_kernel_load_known(warp, vector && run->options.strided, node, count, &l->nodes, (int32_t)at, 1);
    if (vector && run->options.indirect) {
        rs_load_indirect(warp, l->low + at, count, &s->place, node);
        if (behind) {
            rs_load_indirect(warp, l->high + at, count, &s->beyond, node);
        }
        return;
    }
    for (uint32_t e = 0; e < count; e++) {
        rs_pointer place = s->place;
        rs_point(warp, &place, &s->place, &node[e]);
        rs_load(warp, &l->low[at + e], &place, 0);
        if (behind) {
            rs_load(warp, &l->high[at + e], &place, 1);
        }
    }
}

/* d = the child, or record, at this place of query e's node. */
static void load_child(searcher *s, const look *l, uint32_t e, rs_reg *d)
{
    rs_reg node = rs_constant(0);
    rs_pointer place = s->place;
    rs_load(&s->warp, &node, &l->nodes, (int32_t)e);
    rs_point(&s->warp, &place, &s->place, &node);
    rs_load(&s->warp, d, &place, CHILDREN);
}

typedef void found(searcher *s, const rs_kernel_run *run, const look *l, const rs_reg *query, uint32_t e);

/* All queries of the CTA: a round of `unroll` after the other. act: what the threads do whose place is the query's. */
static void search(searcher *s, const rs_kernel_run *run, const queries *of, bool leaf, found *act)
{
    const uint32_t unroll = run->options.unroll, together = run->options.in_order ? 1 : unroll;
    const rs_pointer keys = rs_parameter(of->key), nodes = rs_parameter(of->node);
    const rs_reg step = rs_constant(unroll), rounds = rs_constant(CTA_QUERIES), zero = rs_constant(0);
    rs_warp *warp = &s->warp;
    rs_reg query = s->first, done = zero;
    look l;
    l.keys = keys;
    l.nodes = nodes;
    rs_point(warp, &l.keys, &keys, &query);
    rs_point(warp, &l.nodes, &nodes, &query);
    if (unroll < CTA_QUERIES) {
        rs_alu(warp, RS_MOV, &done, &zero, NULL, NULL);
    }
    for (uint32_t going = UINT32_MAX; going != 0;) {
        for (uint32_t at = 0; at < unroll; at += together) {
            look_at(s, run, &l, at, together, !leaf);
            for (uint32_t e = at; e < at + together; e++) {
                rs_flag here = rs_compare(warp, leaf ? RS_EQUAL : RS_AT_MOST, &l.low[e], &l.key[e]);
                if (!leaf) {
                    here = rs_compare_and(warp, &here, RS_LESS, &l.key[e], &l.high[e]);
                }
                warp->active = rs_branch(warp, &here);
                if (warp->active != 0) {
                    act(s, run, &l, &query, e);
                }
                warp->active = UINT32_MAX;
            }
        }
        if (unroll == CTA_QUERIES) {
            break;
        }
        rs_point(warp, &l.keys, &l.keys, &step);
        rs_point(warp, &l.nodes, &l.nodes, &step);
        rs_alu(warp, RS_ADD, &query, &query, &step, NULL);
        going = rs_kernel_again(warp, &done, unroll, &rounds);
    }
}

/* array[query + e] */
static void put(searcher *s, uint64_t array, const rs_reg *query, uint32_t e, const rs_reg *word)
{
    const rs_pointer base = rs_parameter(array);
    rs_pointer to = base;
    rs_point(&s->warp, &to, &base, query);
    rs_store(&s->warp, &to, (int32_t)e, word);
}

static void note_child(searcher *s, const rs_kernel_run *run, const look *l, const rs_reg *query, uint32_t e, uint64_t next)
{
    rs_reg child = rs_constant(0);
    (void)run;
    load_child(s, l, e, &child);
    put(s, next, query, e, &child);
}

static void note_next(searcher *s, const rs_kernel_run *run, const look *l, const rs_reg *query, uint32_t e)
{
    note_child(s, run, l, query, e, run->array[NEXT]);
}

static void note_next_of_start(searcher *s, const rs_kernel_run *run, const look *l, const rs_reg *query, uint32_t e)
{
    note_child(s, run, l, query, e, run->array[LIMIT_NEXT]);
}

static void note_next_of_end(searcher *s, const rs_kernel_run *run, const look *l, const rs_reg *query, uint32_t e)
{
    note_child(s, run, l, query, e, run->array[LIMIT_NEXT] + 4 * (uint64_t)run->size[RANGE_COUNT]);
}

static void note_value(searcher *s, const rs_kernel_run *run, const look *l, const rs_reg *query, uint32_t e)
{
    const rs_pointer values = rs_parameter(run->array[VALUE]);
    rs_pointer from = values;
    rs_reg record = rs_constant(0), value = record;
    load_child(s, l, e, &record);
    rs_point(&s->warp, &from, &values, &record);
    rs_load(&s->warp, &value, &from, 0);
    put(s, run->array[ANSWER], query, e, &value);
}

static void note_first(searcher *s, const rs_kernel_run *run, const look *l, const rs_reg *query, uint32_t e)
{
    note_child(s, run, l, query, e, run->array[FIRST]);
}

static void note_count(searcher *s, const rs_kernel_run *run, const look *l, const rs_reg *query, uint32_t e)
{
    const rs_pointer firsts = rs_parameter(run->array[FIRST]);
    const rs_reg one = rs_constant(1);
    rs_pointer from = firsts;
    rs_reg record = one, first = one;
    load_child(s, l, e, &record);
    rs_point(&s->warp, &from, &firsts, query);
    rs_load(&s->warp, &first, &from, (int32_t)e);
    rs_alu(&s->warp, RS_SUB, &record, &record, &first, NULL);
    rs_alu(&s->warp, RS_ADD, &record, &record, &one, NULL);
    put(s, run->array[COUNT], query, e, &record);
}

/* The CTA's queries go to the nodes that were noted. */
static void move(searcher *s, const queries *of, uint32_t sets)
{
    const rs_reg limit = rs_constant(CTA_QUERIES);
    rs_warp *warp = &s->warp;
    rs_reg query = limit, node = limit;
    rs_barrier(warp);
    warp->active = rs_kernel_if(warp, RS_LESS, &s->thread, &limit);
    for (uint32_t k = 0; k < sets && warp->active != 0; k++) {
        const rs_pointer next = rs_parameter(of[k].next), nodes = rs_parameter(of[k].node);
        rs_pointer from = next, to = nodes;
        rs_alu(warp, RS_ADD, &query, &s->first, &s->thread, NULL);
        rs_point(warp, &from, &next, &query);
        rs_load(warp, &node, &from, 0);
        rs_point(warp, &to, &nodes, &query);
        rs_store(warp, &to, 0, &node);
    }
    warp->active = UINT32_MAX;
    rs_barrier(warp);
}

/* From the root to the leaves. */
static void go_down(searcher *s, const rs_kernel_run *run, const queries *of, uint32_t sets, found *const *note)
{
    const rs_reg zero = rs_constant(0), levels = rs_constant(run->size[LEVELS]);
    rs_reg level[CTA_WARPS];
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        level[w] = zero;
        rs_alu(&s[w].warp, RS_MOV, &level[w], &zero, NULL, NULL);
    }
    for (uint32_t going = UINT32_MAX; going != 0;) {
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            for (uint32_t k = 0; k < sets; k++) {
                search(&s[w], run, &of[k], false, note[k]);
            }
        }
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            move(&s[w], of, sets);
        }
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            going = rs_kernel_again(&s[w].warp, &level[w], 1, &levels);
        }
    }
}

static void find(rs_cta *cta, const rs_kernel_run *run)
{
    static found *const note[1] = {note_next};
    const queries of = {run->array[KEY], run->array[NODE], run->array[NEXT]};
    searcher s[CTA_WARPS];
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        begin(&s[w], cta, w, run);
    }
    go_down(s, run, &of, 1, note);
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        search(&s[w], run, &of, true, note_value);
    }
}

static void find_range(rs_cta *cta, const rs_kernel_run *run)
{
    static found *const note[2] = {note_next_of_start, note_next_of_end};
    const uint64_t ends = 4 * (uint64_t)run->size[RANGE_COUNT];
    const queries of[2] = {{run->array[LIMIT], run->array[LIMIT_NODE], run->array[LIMIT_NEXT]},
                           {run->array[LIMIT] + ends, run->array[LIMIT_NODE] + ends, run->array[LIMIT_NEXT] + ends}};
    searcher s[CTA_WARPS];
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        begin(&s[w], cta, w, run);
    }
    go_down(s, run, of, 2, note);
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        search(&s[w], run, &of[0], true, note_first);
        rs_barrier(&s[w].warp);
    }
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        search(&s[w], run, &of[1], true, note_count);
    }
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run = n == 0 ? find : find_range;
    next->ctas = run->size[n == 0 ? KEY_COUNT : RANGE_COUNT] / CTA_QUERIES;
    next->cta_warps = CTA_WARPS;
    next->registers = 16 + 3 * run->options.unroll;
    return n < 2;
}

/* ---- reference ---------------------------------------------------------------------------------------- */

/* The record of a key by halving, or all bits set. */
static uint32_t record_of(uint32_t key, uint32_t records)
{
    uint32_t low = 0, high = records;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (key_of(middle) < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < records && key_of(low) == key ? low : UINT32_MAX;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t records = run->size[RECORD_COUNT], keys = run->size[KEY_COUNT], ranges = run->size[RANGE_COUNT];
    uint32_t *expected = (uint32_t *)malloc((keys + 2 * (size_t)ranges) * sizeof *expected), *first = expected + keys;
    if (expected == NULL) {
        rs_error_memory(error, "btree: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t q = 0; q < keys; q++) {
        const uint32_t record = record_of(rs_host(&run->machine, run->array[KEY])[q], records);
        expected[q] = record == UINT32_MAX ? record : rs_host(&run->machine, run->array[VALUE])[record];
    }
    for (uint32_t q = 0; q < ranges; q++) {
        const uint32_t *limit = rs_host(&run->machine, run->array[LIMIT]);
        first[q] = record_of(limit[q], records);
        first[ranges + q] = record_of(limit[ranges + q], records) - first[q] + 1;
    }
    const bool good = rs_kernel_same(run, "query", run->array[ANSWER], expected, keys, error) &&
                      rs_kernel_same(run, "range", run->array[FIRST], first, ranges, error) &&
                      rs_kernel_same(run, "length of range", run->array[COUNT], first + ranges, ranges, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_btree = {"btree", "1 M keys, 10,000 keys and 6,000 ranges asked", false, RS_STRIDES_MEMORY, true, true,
                                   prepare, launch, check};
