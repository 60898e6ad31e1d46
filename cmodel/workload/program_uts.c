/* uts and utsd: unbalanced tree search with a task queue (STALLS 5.B, 5.D), on a binomial tree of UTS (uts_tree.h) of
 * 20,041 nodes, 43 levels deep: UTS' T3 (2000 children of the root, 8 of others) with fewer nodes that have children; shrink 8: 2,491.
 *
 * A task is a node: its parent's state and its number among its siblings, in 8 words. A warp takes up to 32 tasks, a lane each; each
 * lane computes its node's state (SHA-1, all instructions of it) and whether it has children, which the warp then
 * pushes. Queues are stacks under a lock that lane 0 takes by compare-and-swap with acquire and gives back by exchange with
 * release; whoever wants tasks takes it only as long as there are some. `open` counts the nodes that are in a queue or in work; a
 * warp leaves when it finds neither a task nor an open node. What is asked again and again acquires, as each atomic read in STALLS.
 * uts: one queue. utsd: a queue of 1024 tasks an SM; a warp pushes to the global one when its children do not fit, and pulls from it
 * when its own is empty.
 * Result: nodes, leaves, and of each thread the exclusive or of the first words of its nodes' states. */
#include <stdlib.h>
#include <string.h>

#include "workload/thread_source.h"
#include "workload/uts_tree.h"

enum { TASK_WORDS = 8, LINE_WORDS = 32, LOCAL_TASKS = 1024, LANES = RS_WARP_LANES };
/* Places in words: the result, counters in a line and each thread's sum; open nodes in a line; the global queue; the local ones.
 * A queue: its lock in a line, its count in the next one, its tasks. */
enum { NODES = 0, LEAVES = 1, SUMS = LINE_WORDS, COUNT = LINE_WORDS, TASKS = 2 * LINE_WORDS };
enum { OPEN, GLOBAL, LOCAL }; /* rs_thread_run.own: places */
/* Registers. */
enum {
    W = 0,                                   /* 16: the message's words */
    A = 16,                                  /* 5: SHA-1's a to e */
    STATE = 22,                              /* 5 */
    QUEUE = 28, TASK = 30, OWN_QUEUE = 32,   /* pointers */
    T0 = 34, T1, T2, LANE, FIRST, SUM, FLAG, N, COUNT_NOW, MORE, WORKS, PARENT, CHILDREN, OFFSET, TOTAL, GOES_ON, LOCKED
};

static rs_uts_tree tree_of(const rs_thread_run *run)
{
    const rs_uts_tree large = {2000, 8, (uint32_t)(0.1125 * 2147483648.0) + 1, 211}, small = {250, 8, large.limit, 257};
    return run->options.shrink == 1 ? large : small;
}

/* ---- SHA-1 of W[0..5], a lane each, to STATE ------------------------------------------------------------------ */

static const uint32_t sha1_start[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

/* T0 = the round's function of three registers. */
static void sha1_function(rs_thread_code *code, uint32_t round, uint32_t b, uint32_t c, uint32_t d)
{
    if (round < 20) { /* choice: d ^ (b & (c ^ d)) */
        rs_thread_code_alu(code, RS_XOR, T0, c, d);
        rs_thread_code_alu(code, RS_AND, T0, T0, b);
        rs_thread_code_alu(code, RS_XOR, T0, T0, d);
    } else if (round < 40 || round >= 60) {
        rs_thread_code_alu(code, RS_XOR, T0, b, c);
        rs_thread_code_alu(code, RS_XOR, T0, T0, d);
    } else { /* majority: (b & c) | (d & (b | c)) */
        rs_thread_code_alu(code, RS_OR, T0, b, c);
        rs_thread_code_alu(code, RS_AND, T0, T0, d);
        rs_thread_code_alu(code, RS_AND, T1, b, c);
        rs_thread_code_alu(code, RS_OR, T0, T0, T1);
    }
}

static void sha1(rs_thread_code *code)
{
    static const uint32_t constant[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    rs_thread_code_constant(code, W + 6, 0x80000000);
    for (uint32_t t = 7; t < 15; t++) {
        rs_thread_code_constant(code, W + t, 0);
    }
    rs_thread_code_constant(code, W + 15, 6 * 32);
    for (uint32_t i = 0; i < 5; i++) {
        rs_thread_code_constant(code, A + i, sha1_start[i]);
    }
    for (uint32_t t = 0; t < 80; t++) {
        /* a to e go round: what is e in one round is the new a of the next */
        const uint32_t a = A + (80 - t) % 5, b = A + (81 - t) % 5, c = A + (82 - t) % 5, d = A + (83 - t) % 5, e = A + (84 - t) % 5;
        const uint32_t w = W + t % 16;
        if (t >= 16) {
            rs_thread_code_alu(code, RS_XOR, w, w, W + (t + 13) % 16);
            rs_thread_code_alu(code, RS_XOR, w, w, W + (t + 8) % 16);
            rs_thread_code_alu(code, RS_XOR, w, w, W + (t + 2) % 16);
            rs_thread_code_alu_constant(code, RS_ROTATE_LEFT, w, w, 1);
        }
        sha1_function(code, t, b, c, d);
        rs_thread_code_alu(code, RS_ADD, e, e, T0);
        rs_thread_code_alu_constant(code, RS_ADD, e, e, constant[t / 20]);
        rs_thread_code_alu(code, RS_ADD, e, e, w);
        rs_thread_code_alu_constant(code, RS_ROTATE_LEFT, T2, a, 5);
        rs_thread_code_alu(code, RS_ADD, e, e, T2);
        rs_thread_code_alu_constant(code, RS_ROTATE_LEFT, b, b, 30);
    }
    for (uint32_t i = 0; i < 5; i++) {
        rs_thread_code_alu_constant(code, RS_ADD, STATE + i, A + i, sha1_start[i]);
    }
}

/* ---- queues ----------------------------------------------------------------------------------------------- */

static void lock(rs_thread_code *code)
{
    rs_thread_code_if(code, FIRST);
    rs_thread_code_loop(code);
    rs_thread_code_atomic_constant(code, RS_ATOMIC_COMPARE_SWAP, RS_ACQUIRE, LOCKED, QUEUE, 0, 1, 0);
    rs_thread_code_again(code, LOCKED);
    rs_thread_code_end(code);
}

static void unlock(rs_thread_code *code)
{
    rs_thread_code_if(code, FIRST);
    rs_thread_code_atomic_constant(code, RS_ATOMIC_EXCHANGE, RS_RELEASE, LOCKED, QUEUE, 0, 0, 0);
    rs_thread_code_end(code);
}

/* TASK = the place of task number T0 of QUEUE. */
static void point_at_task(rs_thread_code *code)
{
    rs_thread_code_alu_constant(code, RS_MUL, T0, T0, 4 * TASK_WORDS);
    rs_thread_code_alu(code, RS_ADD, TASK, QUEUE, T0);
    rs_thread_code_alu_constant(code, RS_ADD, TASK + 1, QUEUE + 1, 0);
}

/* MORE: QUEUE has tasks, and its lock is taken. As long as there are tasks, it is tried again. */
static void lock_tasks(rs_thread_code *code)
{
    rs_thread_code_loop(code);
    rs_thread_code_constant(code, T0, 0);
    rs_thread_code_constant(code, LOCKED, 0);
    rs_thread_code_if(code, FIRST);
    rs_thread_code_atomic_constant(code, RS_ATOMIC_ADD, RS_ACQUIRE, T0, QUEUE, 4 * COUNT, 0, 0);
    rs_thread_code_end(code);
    rs_thread_code_ballot(code, MORE, T0);
    rs_thread_code_alu(code, RS_AND, T1, MORE, FIRST);
    rs_thread_code_if(code, T1);
    rs_thread_code_atomic_constant(code, RS_ATOMIC_COMPARE_SWAP, RS_ACQUIRE, LOCKED, QUEUE, 0, 1, 0);
    rs_thread_code_end(code);
    rs_thread_code_ballot(code, LOCKED, LOCKED);
    rs_thread_code_again(code, LOCKED);
}

/* N = tasks taken from QUEUE, at most 32; W[0..5] of the lanes below N. */
static void pop(rs_thread_code *code)
{
    rs_thread_code_constant(code, N, 0);
    lock_tasks(code);
    rs_thread_code_if(code, MORE);
    rs_thread_code_load(code, COUNT_NOW, QUEUE, 4 * COUNT);
    rs_thread_code_alu_constant(code, RS_MIN, N, COUNT_NOW, LANES);
    rs_thread_code_alu(code, RS_SUB, COUNT_NOW, COUNT_NOW, N);
    rs_thread_code_compare(code, RS_LESS, WORKS, LANE, N);
    rs_thread_code_if(code, WORKS);
    rs_thread_code_alu(code, RS_ADD, T0, COUNT_NOW, LANE);
    point_at_task(code);
    for (uint32_t i = 0; i < 6; i++) {
        rs_thread_code_load(code, W + i, TASK, 4 * (TASKS + i));
    }
    rs_thread_code_end(code);
    rs_thread_code_alu(code, RS_AND, FLAG, FIRST, WORKS);
    rs_thread_code_if(code, FLAG);
    rs_thread_code_store(code, QUEUE, 4 * COUNT, COUNT_NOW);
    rs_thread_code_end(code);
    unlock(code);
    rs_thread_code_end(code);
}

/* Children of the lanes with PARENT, behind COUNT_NOW of the locked QUEUE. */
static void write_children(rs_thread_code *code, uint32_t children)
{
    rs_thread_code_if(code, PARENT);
    rs_thread_code_alu(code, RS_ADD, T0, COUNT_NOW, OFFSET);
    point_at_task(code);
    for (uint32_t child = 0; child < children; child++) {
        for (uint32_t i = 0; i < 5; i++) {
            rs_thread_code_store(code, TASK, 4 * (TASKS + TASK_WORDS * child + i), STATE + i);
        }
        rs_thread_code_store_constant(code, TASK, 4 * (TASKS + TASK_WORDS * child + 5), child);
    }
    rs_thread_code_end(code);
    rs_thread_code_if(code, FIRST);
    rs_thread_code_alu(code, RS_ADD, T0, COUNT_NOW, TOTAL);
    rs_thread_code_store(code, QUEUE, 4 * COUNT, T0);
    rs_thread_code_end(code);
}

static void push_global(rs_thread_code *code, uint32_t children)
{
    lock(code);
    rs_thread_code_load(code, COUNT_NOW, QUEUE, 4 * COUNT);
    write_children(code, children);
    unlock(code);
}

static void use_queue(rs_thread_code *code, uint32_t queue)
{
    rs_thread_code_alu_constant(code, RS_ADD, QUEUE, queue, 0);
    rs_thread_code_alu_constant(code, RS_ADD, QUEUE + 1, queue + 1, 0);
}

static void use_global_queue(rs_thread_run *run)
{
    rs_thread_code_constant(&run->code, T0, run->own[GLOBAL]);
    rs_thread_code_point(&run->code, QUEUE, 0, T0);
}

/* ---- program ---------------------------------------------------------------------------------------------- */

/* What the lanes' nodes come to, before their children can be found: counters and open nodes, by atomic additions of lane 0. */
static void count_nodes(rs_thread_run *run)
{
    rs_thread_code *code = &run->code;
    rs_thread_code_alu(code, RS_SUB, T1, N, CHILDREN);  /* leaves */
    rs_thread_code_alu(code, RS_SUB, T2, TOTAL, N);
    rs_thread_code_if(code, FIRST);
    rs_thread_code_atomic(code, RS_ATOMIC_ADD, RS_RELAXED, RS_CODE_NONE, RS_CODE_NONE, 4 * NODES, N);
    rs_thread_code_atomic(code, RS_ATOMIC_ADD, RS_RELAXED, RS_CODE_NONE, RS_CODE_NONE, 4 * LEAVES, T1);
    rs_thread_code_atomic(code, RS_ATOMIC_ADD, RS_RELAXED, LOCKED, RS_CODE_NONE, 4 * run->own[OPEN], T2);
    rs_thread_code_end(code);
}

static void expand(rs_thread_run *run, const rs_uts_tree *tree)
{
    rs_thread_code *code = &run->code;
    rs_thread_code_if(code, WORKS);
    sha1(code);
    rs_thread_code_alu(code, RS_XOR, SUM, SUM, STATE);
    rs_thread_code_alu_constant(code, RS_AND, T0, STATE + 4, 0x7fffffff);
    rs_thread_code_compare_constant(code, RS_BELOW, PARENT, T0, tree->limit);
    rs_thread_code_end(code);
    rs_thread_code_alu(code, RS_AND, PARENT, PARENT, WORKS); /* of the other lanes it is an older one */
    rs_thread_code_ballot(code, T0, PARENT);
    rs_thread_code_alu_constant(code, RS_POPULATION, CHILDREN, T0, 0);
    rs_thread_code_constant(code, T1, 1);
    rs_thread_code_alu(code, RS_SHIFT_LEFT, T1, T1, LANE);
    rs_thread_code_alu_constant(code, RS_SUB, T1, T1, 1);
    rs_thread_code_alu(code, RS_AND, T0, T0, T1);
    rs_thread_code_alu_constant(code, RS_POPULATION, OFFSET, T0, 0);
    rs_thread_code_alu_constant(code, RS_MUL, OFFSET, OFFSET, tree->children);
    rs_thread_code_alu_constant(code, RS_MUL, TOTAL, CHILDREN, tree->children);
    count_nodes(run);
}

/* utsd: to the own queue, or, when they do not fit, to the global one. */
static void push_local(rs_thread_run *run, uint32_t children)
{
    rs_thread_code *code = &run->code;
    use_queue(code, OWN_QUEUE);
    lock(code);
    rs_thread_code_load(code, COUNT_NOW, QUEUE, 4 * COUNT);
    rs_thread_code_alu(code, RS_ADD, T0, COUNT_NOW, TOTAL);
    rs_thread_code_compare_constant(code, RS_LESS, MORE, T0, LOCAL_TASKS + 1);
    rs_thread_code_if(code, MORE);
    write_children(code, children);
    rs_thread_code_end(code);
    unlock(code);
    rs_thread_code_compare_constant(code, RS_EQUAL, MORE, MORE, 0);
    rs_thread_code_if(code, MORE);
    use_global_queue(run);
    push_global(code, children);
    rs_thread_code_end(code);
}

static void write_code(rs_thread_run *run, const rs_uts_tree *tree, bool local)
{
    rs_thread_code *code = &run->code;
    const uint32_t queue_words = TASKS + LOCAL_TASKS * TASK_WORDS;
    rs_thread_code_special(code, RS_CODE_LANE, LANE);
    rs_thread_code_compare_constant(code, RS_EQUAL, FIRST, LANE, 0);
    rs_thread_code_constant(code, SUM, 0);
    rs_thread_code_constant(code, PARENT, 0);
    if (local) {
        rs_thread_code_special(code, RS_CODE_SM, T0);
        rs_thread_code_alu_constant(code, RS_MUL, T0, T0, queue_words);
        rs_thread_code_alu_constant(code, RS_ADD, T0, T0, run->own[LOCAL]);
        rs_thread_code_point(code, OWN_QUEUE, 0, T0);
    } else {
        use_global_queue(run);
    }
    rs_thread_code_loop(code);
    if (local) {
        use_queue(code, OWN_QUEUE);
    }
    pop(code);
    if (local) {
        rs_thread_code_compare_constant(code, RS_EQUAL, MORE, N, 0);
        rs_thread_code_if(code, MORE);
        use_global_queue(run);
        pop(code);
        rs_thread_code_end(code);
    }
    rs_thread_code_compare_constant(code, RS_NOT_EQUAL, MORE, N, 0);
    rs_thread_code_constant(code, GOES_ON, 1);
    rs_thread_code_if(code, MORE);
    expand(run, tree);
    rs_thread_code_compare_constant(code, RS_NOT_EQUAL, MORE, TOTAL, 0);
    rs_thread_code_if(code, MORE);
    if (local) {
        push_local(run, tree->children);
    } else {
        push_global(code, tree->children);
    }
    rs_thread_code_end(code);
    rs_thread_code_end(code);
    rs_thread_code_compare_constant(code, RS_EQUAL, MORE, N, 0);
    rs_thread_code_if(code, MORE);
    rs_thread_code_constant(code, T0, 0);
    rs_thread_code_if(code, FIRST);
    rs_thread_code_atomic_constant(code, RS_ATOMIC_ADD, RS_ACQUIRE, T0, RS_CODE_NONE, 4 * run->own[OPEN], 0, 0);
    rs_thread_code_end(code);
    rs_thread_code_ballot(code, GOES_ON, T0);
    rs_thread_code_end(code);
    rs_thread_code_again(code, GOES_ON);
    rs_thread_code_special(code, RS_CODE_WARP, T0);
    rs_thread_code_alu_constant(code, RS_MUL, T0, T0, LANES);
    rs_thread_code_alu(code, RS_ADD, T0, T0, LANE);
    rs_thread_code_point(code, TASK, 0, T0);
    rs_thread_code_store(code, TASK, 4 * SUMS, SUM);
}

static bool prepare(rs_thread_run *run, rs_error *error, bool local)
{
    const rs_uts_tree tree = tree_of(run);
    const uint32_t threads = run->options.sms * run->options.sm_ctas * run->options.cta_warps * LANES;
    rs_uts_count count;
    if (!rs_uts_walk(&tree, &count)) {
        rs_error_memory(error, "uts: found no memory left, expected room for the tree's reference");
        return false;
    }
    run->result_words = SUMS + threads;
    run->own[OPEN] = SUMS + threads;
    run->own[GLOBAL] = run->own[OPEN] + LINE_WORDS;
    run->own[LOCAL] = run->own[GLOBAL] + TASKS + TASK_WORDS * (((uint32_t)count.nodes + 31) & ~UINT32_C(31)); /* all nodes fit */
    run->words = run->own[LOCAL] + (local ? run->options.sms * (TASKS + LOCAL_TASKS * TASK_WORDS) : 0);
    run->memory = (uint32_t *)calloc(run->words, sizeof *run->memory);
    if (run->memory == NULL) {
        rs_error_memory(error, "uts: found no memory left, expected room for %llu words", (unsigned long long)run->words);
        return false;
    }
    uint32_t *queue = run->memory + run->own[GLOBAL];
    queue[COUNT] = run->memory[run->own[OPEN]] = tree.root_children;
    run->memory[NODES] = 1;
    for (uint32_t child = 0; child < tree.root_children; child++) {
        rs_uts_root(&tree, queue + TASKS + TASK_WORDS * child);
        queue[TASKS + TASK_WORDS * child + 5] = child;
    }
    write_code(run, &tree, local);
    return true;
}

static bool prepare_uts(rs_thread_run *run, rs_error *error)
{
    return prepare(run, error, false);
}

static bool prepare_utsd(rs_thread_run *run, rs_error *error)
{
    return prepare(run, error, true);
}

static bool check(const rs_thread_run *run, rs_error *error)
{
    const rs_uts_tree tree = tree_of(run);
    rs_uts_count count;
    uint32_t sum = 0;
    if (!rs_uts_walk(&tree, &count)) {
        rs_error_memory(error, "uts: found no memory left, expected room for the tree's reference");
        return false;
    }
    for (uint64_t i = SUMS; i < run->result_words; i++) {
        sum ^= run->found[i];
    }
    if (run->found[NODES] != count.nodes || run->found[LEAVES] != count.leaves || sum != count.sum) {
        rs_error_set(error, "uts: found %u nodes, %u leaves, sum 0x%08x, expected %u, %u, 0x%08x of the sequential reference",
                     run->found[NODES], run->found[LEAVES], sum, (uint32_t)count.nodes, (uint32_t)count.leaves, count.sum);
        return false;
    }
    return true;
}

const rs_thread_program rs_program_uts = {"uts", prepare_uts, check}, rs_program_utsd = {"utsd", prepare_utsd, check};
