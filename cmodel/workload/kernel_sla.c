/* sla: sums of all words before each, of 2^20 whole numbers (SDK's scanLargeArray; THESIS 5.2). A CTA of 256 threads has 512 words: sums up a
 * tree in the scratchpad and down again; its total goes to a second array, whose sums are found alike, then those of a third.
 * Then each CTA adds the sum before it to its words. The scratchpad leaves a word free behind every 16, for its 16 banks. */
#include <stdlib.h>

#include "common/splitmix64.h"
#include "workload/kernel_math.h"

enum { LEVELS = 3, CTA_WARPS = 8, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, BLOCK = 2 * CTA_THREADS, WORDS = 1 << 20, BANKS_LOG2 = 4 };
enum { SUMS, INPUT = LEVELS + 1 }; /* arrays: SUMS + l, of level l, is scanned in place; INPUT is the host's copy */
enum { LEVEL };                    /* sizes */

/* Whole CTAs; above them the totals, 0 where there is none. */
static uint32_t blocks(const rs_kernel_run *run, uint32_t level)
{
    uint32_t words = WORDS / run->options.shrink;
    for (uint32_t l = 0; l < level; l++) {
        words /= BLOCK;
    }
    return words < BLOCK ? 1 : words / BLOCK;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    const uint32_t words = blocks(run, 0) * BLOCK;
    uint64_t state = 37;
    (void)error;
    for (uint32_t level = 0; level <= LEVELS; level++) {
        run->array[SUMS + level] = rs_warp_machine_array(&run->machine, level == LEVELS ? 1 : blocks(run, level) * BLOCK);
    }
    run->array[INPUT] = rs_warp_machine_array(&run->machine, words);
    for (uint32_t i = 0; i < words; i++) {
        rs_host(&run->machine, run->array[INPUT])[i] = rs_host(&run->machine, run->array[SUMS])[i] = rs_random_below(&state, 1u << 12);
    }
    return true;
}

typedef struct scan_warp {
    rs_warp warp;
    rs_reg thread;
    rs_pointer from, own[2]; /* its two words in memory, the second CTA_THREADS behind the first; in the scratchpad */
} scan_warp;

/* A word's place in the scratchpad: two instructions and the pointer. */
static void point_padded(rs_warp *warp, rs_pointer *at, rs_reg word)
{
    const rs_reg padded = rs_do(warp, RS_ADD, word, rs_do(warp, RS_SHIFT_RIGHT, word, rs_constant(BANKS_LOG2)));
    rs_point_scratchpad(warp, at, &padded);
}

static void bring_words(scan_warp *own, const rs_kernel_run *run)
{
    rs_warp *warp = &own->warp;
    rs_reg word[2];
    own->thread = rs_do_thread(warp);
    own->from = rs_do_point_in_cta(warp, run->array[SUMS + run->size[LEVEL]], BLOCK, own->thread);
    for (uint32_t half = 0; half < 2; half++) {
        rs_load(warp, &word[half], &own->from, (int32_t)(half * CTA_THREADS));
    }
    for (uint32_t half = 0; half < 2; half++) {
        const rs_reg place = half == 0 ? own->thread : rs_do(warp, RS_ADD, own->thread, rs_constant(CTA_THREADS));
        point_padded(warp, &own->own[half], place);
        rs_store(warp, &own->own[half], 0, &word[half]);
    }
}

/* Words number step * (2 t + 1) - 1 and step behind it, of thread t: three instructions and the two pointers. */
static void point_pair(scan_warp *own, uint32_t step, rs_pointer pair[2])
{
    const rs_reg twice = rs_constant(2 * step), below = rs_constant(step - 1), by = rs_constant(step);
    rs_reg low = own->thread;
    rs_alu(&own->warp, RS_MAD, &low, &own->thread, &twice, &below);
    point_padded(&own->warp, &pair[0], low);
    point_padded(&own->warp, &pair[1], rs_do(&own->warp, RS_ADD, low, by));
}

/* `threads` of the CTA: up, the second word of a pair becomes the sum; down, the first becomes the second, that the sum. */
static void step_of_tree(scan_warp *own, uint32_t threads, bool up)
{
    rs_warp *warp = &own->warp;
    rs_pointer pair[2];
    rs_reg word[2];
    rs_barrier(warp);
    warp->active = rs_do_if(warp, RS_LESS, own->thread, rs_constant(threads));
    if (warp->active != 0) {
        point_pair(own, CTA_THREADS / threads, pair);
        rs_load(warp, &word[0], &pair[0], 0);
        rs_load(warp, &word[1], &pair[1], 0);
        if (!up) {
            rs_store(warp, &pair[0], 0, &word[1]);
        }
        const rs_reg sum = rs_do(warp, RS_ADD, word[0], word[1]);
        rs_store(warp, &pair[1], 0, &sum);
    }
    warp->active = UINT32_MAX;
}

/* Thread 0 hands the total on and leaves 0 in its place. */
static void hand_on(scan_warp *own, const rs_kernel_run *run)
{
    const rs_pointer totals = rs_parameter(run->array[SUMS + run->size[LEVEL] + 1]);
    const rs_reg zero = rs_constant(0);
    rs_warp *warp = &own->warp;
    rs_barrier(warp);
    warp->active = rs_do_if(warp, RS_EQUAL, own->thread, zero);
    if (warp->active != 0) {
        const rs_pointer start = {{0}, 0, RS_SPACE_SCRATCHPAD};
        const int32_t last = BLOCK - 1 + ((BLOCK - 1) >> BANKS_LOG2);
        rs_reg total, cta;
        rs_load(warp, &total, &start, last);
        rs_special_cta(warp, &cta);
        rs_do_store(warp, &totals, cta, 0, total);
        rs_store(warp, &start, last, &zero);
    }
    warp->active = UINT32_MAX;
}

static void return_words(scan_warp *own)
{
    rs_barrier(&own->warp);
    for (uint32_t half = 0; half < 2; half++) {
        rs_reg word;
        rs_load(&own->warp, &word, &own->own[half], 0);
        rs_store(&own->warp, &own->from, (int32_t)(half * CTA_THREADS), &word);
    }
}

static void scan(rs_cta *cta, const rs_kernel_run *run)
{
    scan_warp of[CTA_WARPS];
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        of[w].warp = rs_warp_begin(cta, w);
        bring_words(&of[w], run);
    }
    for (uint32_t threads = CTA_THREADS; threads != 0; threads /= 2) {
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            step_of_tree(&of[w], threads, true);
        }
    }
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        hand_on(&of[w], run);
    }
    for (uint32_t threads = 1; threads <= CTA_THREADS; threads *= 2) {
        for (uint32_t w = 0; w < CTA_WARPS; w++) {
            step_of_tree(&of[w], threads, false);
        }
    }
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        return_words(&of[w]);
    }
}

/* Thread 0 brings the sum before the CTA. */
static void bring_sum(scan_warp *own, const rs_kernel_run *run)
{
    const rs_pointer sums = rs_parameter(run->array[SUMS + run->size[LEVEL] + 1]), start = {{0}, 0, RS_SPACE_SCRATCHPAD};
    rs_warp *warp = &own->warp;
    own->thread = rs_do_thread(warp);
    warp->active = rs_do_if(warp, RS_EQUAL, own->thread, rs_constant(0));
    if (warp->active != 0) {
        rs_reg cta;
        rs_special_cta(warp, &cta);
        const rs_reg sum = rs_do_load(warp, &sums, cta, 0);
        rs_store(warp, &start, 0, &sum);
    }
    warp->active = UINT32_MAX;
    rs_barrier(warp);
}

static void add_to_block(scan_warp *own, const rs_kernel_run *run)
{
    const rs_pointer start = {{0}, 0, RS_SPACE_SCRATCHPAD};
    rs_warp *warp = &own->warp;
    rs_reg sum, word[2];
    rs_load(warp, &sum, &start, 0);
    const rs_pointer at = rs_do_point_in_cta(warp, run->array[SUMS + run->size[LEVEL]], BLOCK, own->thread);
    for (uint32_t half = 0; half < 2; half++) {
        rs_load(warp, &word[half], &at, (int32_t)(half * CTA_THREADS));
    }
    for (uint32_t half = 0; half < 2; half++) {
        rs_alu(warp, RS_ADD, &word[half], &word[half], &sum, NULL);
        rs_store(warp, &at, (int32_t)(half * CTA_THREADS), &word[half]);
    }
}

static void add_sums(rs_cta *cta, const rs_kernel_run *run)
{
    scan_warp of[CTA_WARPS];
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        of[w].warp = rs_warp_begin(cta, w);
        bring_sum(&of[w], run);
    }
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        add_to_block(&of[w], run);
    }
}

/* Scans of levels 0, 1, 2, then sums added to levels 1, 0. */
static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    const bool scans = n < LEVELS;
    const uint32_t level = scans ? n : 2 * LEVELS - 2 - n;
    if (n >= 2 * LEVELS - 1) {
        return false;
    }
    run->size[LEVEL] = level;
    next->run = scans ? scan : add_sums;
    next->ctas = blocks(run, level);
    next->cta_warps = CTA_WARPS;
    next->scratchpad_words = scans ? BLOCK + (BLOCK >> BANKS_LOG2) : 1;
    next->registers = 16;
    return true;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    const uint32_t words = blocks(run, 0) * BLOCK, *input = rs_host(&run->machine, run->array[INPUT]);
    uint32_t *expected = (uint32_t *)malloc(words * sizeof *expected), sum = 0;
    if (expected == NULL) {
        rs_error_memory(error, "sla: found no memory left, expected room for the reference");
        return false;
    }
    for (uint32_t i = 0; i < words; i++) {
        expected[i] = sum;
        sum += input[i];
    }
    const bool good = rs_kernel_same(run, "sum", run->array[SUMS], expected, words, error);
    free(expected);
    return good;
}

const rs_kernel rs_kernel_sla = {"sla", "2^20 whole numbers", false, true, false, false, prepare, launch, check};
