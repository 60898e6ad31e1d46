/* histo: 4096 bins, counts that stop at 255 (Parboil's histo, without its choice of bins by place).
 * First launch: a CTA clears its bins in the scratchpad (strided), adds the elements of its warps' ranges of the input,
 *   blockDim.x apart (strided), by atomic additions, and writes its bins out (strided).
 * Second launch: a thread a bin adds what the CTAs counted (strided) and limits the sum. */
#include <stdlib.h>

#include "common/splitmix64.h"
#include "workload/warp_kernel.h"

enum { CTA_WARPS = 8, CTA_THREADS = CTA_WARPS * RS_WARP_LANES, CTAS = 128,
       BINS = 4096, BINS_A_THREAD = BINS / CTA_THREADS,
       ELEMENTS_A_THREAD = 32, MOST = 255 };
enum { INPUT, PARTIAL, RESULT }; /* arrays */

static uint32_t ctas(const rs_kernel_run *run)
{
    return CTAS / run->options.shrink;
}

static uint32_t elements(const rs_kernel_run *run)
{
    return ctas(run) * CTA_THREADS * ELEMENTS_A_THREAD;
}

static bool prepare(rs_kernel_run *run, rs_error *error)
{
    uint64_t state = 1;
    (void)error;
    run->array[INPUT] = rs_warp_machine_array(&run->machine, elements(run));
    run->array[PARTIAL] = rs_warp_machine_array(&run->machine, (uint64_t)ctas(run) * BINS);
    run->array[RESULT] = rs_warp_machine_array(&run->machine, BINS);
    for (uint32_t i = 0; i < elements(run); i++) { /* the sum of four even draws: a bell */
        uint32_t bin = 0;
        for (uint32_t k = 0; k < 4; k++) {
            bin += rs_random_below(&state, BINS / 4);
        }
        rs_host(&run->machine, run->array[INPUT])[i] = bin;
    }
    return true;
}

/* Bins of this thread, in rounds of a vector; all distances are known to the compiler. */
static void clear_bins(rs_warp *warp, const rs_kernel_run *run, const rs_pointer *bins)
{
    const uint32_t unroll = run->options.unroll;
    const rs_reg next = rs_constant(unroll * CTA_THREADS), zero = rs_constant(0);
    rs_reg zeros[RS_VECTOR_MAX];
    rs_pointer at = *bins;
    for (uint32_t e = 0; e < unroll; e++) {
        zeros[e] = zero;
        if (run->options.strided_scratchpad) { /* store words come from registers: the zeros must be there */
            rs_alu(warp, RS_MOV, &zeros[e], &zero, NULL, NULL);
        }
    }
    for (uint32_t first = 0; first < BINS_A_THREAD; first += unroll) {
        if (run->options.strided_scratchpad) {
            rs_kernel_store_known(warp, true, &at, CTA_THREADS, zeros, unroll);
            if (first + unroll < BINS_A_THREAD) {
                rs_point(warp, &at, &at, &next);
            }
        } else {
            for (uint32_t e = 0; e < unroll; e++) {
                rs_store(warp, bins, (int32_t)((first + e) * CTA_THREADS), &zero);
            }
        }
    }
}

static void count_input(rs_warp *warp, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll, together = run->options.in_order ? 1 : unroll;
    const rs_pointer input = rs_parameter(run->array[INPUT]);
    const rs_reg one = rs_constant(1);
    rs_kernel_range range = rs_kernel_enter_range(warp, unroll, ELEMENTS_A_THREAD);
    rs_reg element[RS_VECTOR_MAX];
    rs_pointer at = input;
    rs_point(warp, &at, &input, &range.i);
    for (uint32_t going = UINT32_MAX; going != 0; going = rs_kernel_next_of_range(warp, &range)) {
        for (uint32_t done = 0; done < unroll; done += together) {
            rs_kernel_load_row(warp, run->options.strided, element, together, &at, &range.stride, &range.span);
            for (uint32_t e = 0; e < together; e++) {
                rs_pointer bin;
                rs_point_scratchpad(warp, &bin, &element[e]);
                rs_atomic_add(warp, &bin, &one);
            }
        }
    }
}

static void write_bins(rs_warp *warp, const rs_kernel_run *run, const rs_pointer *bins, const rs_reg *thread)
{
    const uint32_t unroll = run->options.unroll;
    const rs_pointer partial = rs_parameter(run->array[PARTIAL]);
    const rs_reg all_bins = rs_constant(BINS), next = rs_constant(unroll * CTA_THREADS);
    rs_reg cta, place = all_bins, element[RS_VECTOR_MAX];
    rs_pointer from = *bins, to = partial;
    rs_special_cta(warp, &cta);
    rs_alu(warp, RS_MAD, &place, &cta, &all_bins, thread);
    rs_point(warp, &to, &partial, &place);
    for (uint32_t first = 0; first < BINS_A_THREAD; first += unroll) {
        if (first != 0) { /* vectors have no offset, plain accesses do */
            if (run->options.strided_scratchpad) {
                rs_point(warp, &from, &from, &next);
            }
            if (run->options.strided) {
                rs_point(warp, &to, &to, &next);
            }
        }
        if (run->options.strided_scratchpad) {
            rs_kernel_load_known(warp, true, element, unroll, &from, 0, CTA_THREADS);
        } else {
            for (uint32_t e = 0; e < unroll; e++) {
                rs_load(warp, &element[e], bins, (int32_t)((first + e) * CTA_THREADS));
            }
        }
        if (run->options.strided) {
            rs_kernel_store_known(warp, true, &to, CTA_THREADS, element, unroll);
        } else {
            for (uint32_t e = 0; e < unroll; e++) {
                rs_store(warp, &to, (int32_t)((first + e) * CTA_THREADS), &element[e]);
            }
        }
    }
}

static void run_count(rs_cta *cta, const rs_kernel_run *run)
{
    const rs_reg zero = rs_constant(0);
    rs_warp warp[CTA_WARPS];
    rs_reg thread[CTA_WARPS];
    rs_pointer bins[CTA_WARPS];
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        const rs_reg first = rs_constant(w * RS_WARP_LANES);
        thread[w] = zero;
        warp[w] = rs_warp_begin(cta, w);
        rs_special_lane(&warp[w], &thread[w]);
        rs_alu(&warp[w], RS_ADD, &thread[w], &thread[w], &first, NULL);
        rs_point_scratchpad(&warp[w], &bins[w], &thread[w]);
        clear_bins(&warp[w], run, &bins[w]);
        rs_barrier(&warp[w]);
    }
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        count_input(&warp[w], run);
        rs_barrier(&warp[w]);
    }
    for (uint32_t w = 0; w < CTA_WARPS; w++) {
        write_bins(&warp[w], run, &bins[w], &thread[w]);
    }
}

static void sum_bin(rs_warp *warp, const rs_kernel_run *run)
{
    const uint32_t unroll = run->options.unroll;
    const rs_pointer partial = rs_parameter(run->array[PARTIAL]), result = rs_parameter(run->array[RESULT]);
    const rs_reg zero = rs_constant(0), most = rs_constant(MOST), parts = rs_constant(ctas(run));
    const rs_reg next = rs_constant(unroll * BINS);
    rs_reg tid = zero, sum = zero, part = zero, element[RS_VECTOR_MAX];
    rs_pointer at = partial, to = result;
    rs_thread_id(warp, &tid);
    rs_point(warp, &at, &partial, &tid);
    rs_alu(warp, RS_MOV, &sum, &zero, NULL, NULL);
    rs_alu(warp, RS_MOV, &part, &zero, NULL, NULL);
    for (uint32_t going = UINT32_MAX; going != 0; going = rs_kernel_again(warp, &part, unroll, &parts)) {
        rs_kernel_load_known(warp, run->options.strided, element, unroll, &at, 0, BINS);
        rs_point(warp, &at, &at, &next);
        for (uint32_t e = 0; e < unroll; e++) {
            rs_alu(warp, RS_ADD, &sum, &sum, &element[e], NULL);
        }
    }
    rs_alu(warp, RS_MIN, &sum, &sum, &most, NULL);
    rs_point(warp, &to, &result, &tid);
    rs_store(warp, &to, 0, &sum);
}

static bool launch(rs_kernel_run *run, uint32_t n, rs_launch *next)
{
    next->run = n == 0 ? run_count : NULL;
    next->run_warp = sum_bin;
    next->ctas = n == 0 ? ctas(run) : BINS / RS_WARP_LANES;
    next->cta_warps = n == 0 ? CTA_WARPS : 1;
    next->scratchpad_words = n == 0 ? BINS : 0;
    next->registers = 16 + run->options.unroll;
    return n < 2;
}

static bool check(rs_kernel_run *run, rs_error *error)
{
    uint32_t expected[BINS] = {0};
    for (uint32_t i = 0; i < elements(run); i++) {
        uint32_t *bin = &expected[rs_host(&run->machine, run->array[INPUT])[i]];
        *bin += *bin < MOST;
    }
    return rs_kernel_same(run, "bin", run->array[RESULT], expected, BINS, error);
}

const rs_kernel rs_kernel_histo = {"histo", "1 M elements, 4096 bins", false, true, false, true, prepare, launch, check};
