/* Contract: warp_kernel.h. */
#include "workload/warp_kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Memory of the largest input; a graph's arrays are added. */
enum { DENSE_WORDS = 20 << 20, WORDS_A_VERTEX = 12, WORDS_AN_ARC = 3 };

#define ADDRESS(name) &rs_kernel_##name,
const rs_kernel *const rs_kernels[RS_KERNELS] = {RS_KERNEL_LIST_PATTERNS(ADDRESS) RS_KERNEL_LIST_OTHERS(ADDRESS)};
const rs_kernel *const rs_thesis_kernels[RS_THESIS_MODEL] = {
    RS_KERNEL_LIST_THESIS(ADDRESS) RS_KERNEL_LIST_MODEL(ADDRESS) &rs_kernel_stencil, &rs_kernel_transpose};

uint32_t rs_kernel_group(const char *name)
{
    return strcmp(name, "thesis") == 0 ? RS_THESIS_KERNELS : strcmp(name, "thesis-model") == 0 ? RS_THESIS_MODEL : 0;
}

const rs_kernel *rs_kernel_find(const char *name)
{
    for (uint32_t i = 0; i < RS_KERNELS + RS_THESIS_WRITTEN; i++) {
        const rs_kernel *kernel = i < RS_KERNELS ? rs_kernels[i] : rs_thesis_kernels[i - RS_KERNELS];
        if (strcmp(kernel->name, name) == 0) {
            return kernel;
        }
    }
    return NULL;
}

const char *rs_kernel_names(char text[RS_KERNEL_NAMES], const rs_kernel *const *kernels, uint32_t count)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < count && used < RS_KERNEL_NAMES; i++) {
        used += (size_t)snprintf(text + used, RS_KERNEL_NAMES - used, "%s%s", i != 0 ? ", " : "", kernels[i]->name);
    }
    return text;
}

rs_kernel_run *rs_kernel_start(const rs_kernel *kernel, const rs_kernel_options *options, rs_error *error)
{
    const rs_graph *graph = options->graph;
    uint64_t words = DENSE_WORDS;
    if (kernel->needs_graph && graph == NULL) {
        rs_error_set(error, "%s: found no graph, expected one", kernel->name);
        return NULL;
    }
    if (kernel->needs_graph) {
        words += (uint64_t)graph->rows * WORDS_A_VERTEX + graph->columns + (uint64_t)graph->entries * WORDS_AN_ARC;
    }
    rs_kernel_run *run = (rs_kernel_run *)calloc(1, sizeof *run);
    if (run == NULL || !rs_warp_machine_init(&run->machine, words, error)) {
        if (run == NULL) {
            rs_error_memory(error, "%s: found no memory left, expected room for a kernel", kernel->name);
        }
        free(run);
        return NULL;
    }
    run->kernel = kernel;
    run->options = *options;
    if (!kernel->prepare(run, error)) {
        rs_kernel_destroy(run);
        return NULL;
    }
    return run;
}

void rs_kernel_destroy(rs_kernel_run *run)
{
    if (run != NULL) {
        rs_warp_machine_free(&run->machine);
        free(run);
    }
}

bool rs_kernel_launch(rs_kernel_run *run)
{
    run->next_cta = 0;
    if (run->machine.trouble != NULL || !run->kernel->launch(run, run->launches, &run->now)) {
        return false;
    }
    run->launches++;
    run->counts.launches++;
    return true;
}

rs_cta_trace *rs_kernel_cta(rs_kernel_run *run)
{
    const rs_launch *launch = &run->now;
    if (run->next_cta == launch->ctas || run->machine.trouble != NULL) {
        return NULL;
    }
    rs_cta_trace *trace = (rs_cta_trace *)calloc(1, sizeof *trace);
    rs_cta cta = {&run->machine, run->next_cta, launch->cta_warps, launch->scratchpad_words, NULL, trace};
    cta.scratchpad = (uint32_t *)calloc((size_t)launch->scratchpad_words + 1, sizeof *cta.scratchpad);
    if (trace == NULL || cta.scratchpad == NULL) {
        run->machine.trouble = "no memory left for a CTA";
        free(trace);
        free(cta.scratchpad);
        return NULL;
    }
    trace->warps = launch->cta_warps;
    trace->scratchpad_words = launch->scratchpad_words;
    trace->registers = launch->registers;
    for (uint32_t w = 0; w < trace->warps; w++) {
        trace->warp[w].complete = run->complete;
    }
    if (launch->run != NULL) {
        launch->run(&cta, run);
    } else {
        for (uint32_t w = 0; w < cta.warps; w++) {
            rs_warp warp = rs_warp_begin(&cta, w);
            launch->run_warp(&warp, run);
        }
    }
    free(cta.scratchpad);
    run->next_cta++;
    run->counts.ctas++;
    for (uint32_t w = 0; w < trace->warps; w++) {
        rs_warp_trace *warp = &trace->warp[w];
        rs_warp_trace_classify(warp, run->counts.of_class);
        run->counts.instructions += warp->count;
        run->counts.warps += warp->count != 0;
        for (uint32_t i = 0; i < warp->count; i++) {
            const rs_instruction *instruction = &warp->instruction[i];
            const bool memory = instruction->kind == RS_KIND_MEMORY;
            run->counts.memory[instruction->opcode % 6] += memory;
            run->counts.of_space[instruction->space] += memory;
            run->counts.sfu += instruction->kind == RS_KIND_SFU;
            run->counts.atomics += instruction->kind == RS_KIND_ATOMIC;
            run->counts.threads += (uint64_t)__builtin_popcount(instruction->mask);
        }
    }
    return trace;
}

bool rs_kernel_finish(rs_kernel_run *run, rs_error *error)
{
    if (run->machine.trouble != NULL) {
        rs_error_set(error, "%s: found %s, expected a run to its end", run->kernel->name, run->machine.trouble);
        return false;
    }
    return run->kernel->check(run, error);
}

/* ---- for the kernels ---------------------------------------------------------------------------------- */

void rs_kernel_load_row(rs_warp *warp, bool vector, rs_reg *d, uint32_t count, rs_pointer *from, const rs_reg *stride,
                        const rs_reg *span)
{
    if (vector) {
        rs_load_strided(warp, d, count, from, stride);
        rs_point(warp, from, from, span);
        return;
    }
    for (uint32_t e = 0; e < count; e++) {
        rs_load(warp, &d[e], from, 0);
        rs_point(warp, from, from, stride);
    }
}

void rs_kernel_store_row(rs_warp *warp, bool vector, rs_pointer *to, const rs_reg *stride, const rs_reg *span,
                         const rs_reg *a, uint32_t count)
{
    if (vector) {
        rs_store_strided(warp, to, stride, a, count);
        rs_point(warp, to, to, span);
        return;
    }
    for (uint32_t e = 0; e < count; e++) {
        rs_store(warp, to, 0, &a[e]);
        rs_point(warp, to, to, stride);
    }
}

void rs_kernel_load_known(rs_warp *warp, bool vector, rs_reg *d, uint32_t count, const rs_pointer *from, int32_t at,
                          int32_t stride)
{
    const rs_reg constant = rs_constant((uint32_t)stride);
    if (vector) {
        rs_load_strided(warp, d, count, from, &constant);
        return;
    }
    for (uint32_t e = 0; e < count; e++) {
        rs_load(warp, &d[e], from, at + (int32_t)e * stride);
    }
}

void rs_kernel_store_known(rs_warp *warp, bool vector, const rs_pointer *to, int32_t stride, const rs_reg *a,
                           uint32_t count)
{
    const rs_reg constant = rs_constant((uint32_t)stride);
    if (vector) {
        rs_store_strided(warp, to, &constant, a, count);
        return;
    }
    for (uint32_t e = 0; e < count; e++) {
        rs_store(warp, to, (int32_t)e * stride, &a[e]);
    }
}

void rs_kernel_gather(rs_warp *warp, bool vector, rs_reg *d, uint32_t count, const rs_pointer *from, const rs_reg *index)
{
    if (vector) {
        rs_load_indirect(warp, d, count, from, index);
        return;
    }
    for (uint32_t e = 0; e < count; e++) {
        rs_pointer element = *from;
        rs_point(warp, &element, from, &index[e]);
        rs_load(warp, &d[e], &element, 0);
    }
}

void rs_kernel_scatter_words(rs_warp *warp, bool vector, const rs_pointer *to, const rs_reg *index, const rs_reg *a,
                             uint32_t count)
{
    if (vector) {
        rs_store_indirect(warp, to, index, a, count);
        return;
    }
    for (uint32_t e = 0; e < count; e++) {
        rs_pointer element = *to;
        rs_point(warp, &element, to, &index[e]);
        rs_store(warp, &element, 0, &a[e]);
    }
}

void rs_kernel_first_of_range(rs_warp *warp, rs_reg *d, const rs_reg *range)
{
    const rs_reg warps = rs_constant(warp->cta->warps);
    rs_reg lane, row, cta;
    rs_special_lane(warp, &lane);
    rs_special_warp(warp, &row);
    rs_special_cta(warp, &cta);
    rs_alu(warp, RS_MAD, &row, &cta, &warps, &row);
    rs_alu(warp, RS_MAD, d, &row, range, &lane);
}

rs_kernel_range rs_kernel_enter_range(rs_warp *warp, uint32_t unroll, uint32_t a_thread)
{
    const rs_reg zero = rs_constant(0), stride = rs_constant(RS_WARP_LANES), count = rs_constant(unroll);
    const rs_reg rounds = rs_constant(a_thread);
    rs_kernel_range range = {zero, zero, stride, zero};
    rs_reg elements = zero;
    rs_alu(warp, RS_MUL, &elements, &stride, &rounds, NULL);
    rs_alu(warp, RS_MUL, &range.span, &stride, &count, NULL);
    rs_kernel_first_of_range(warp, &range.i, &elements);
    rs_alu(warp, RS_ADD, &range.end, &range.i, &elements, NULL);
    return range;
}

uint32_t rs_kernel_next_of_range(rs_warp *warp, rs_kernel_range *range)
{
    rs_alu(warp, RS_ADD, &range->i, &range->i, &range->span, NULL);
    return rs_kernel_if(warp, RS_LESS, &range->i, &range->end);
}

uint32_t rs_kernel_again(rs_warp *warp, rs_reg *i, uint32_t step, const rs_reg *end)
{
    const rs_reg constant = rs_constant(step);
    rs_alu(warp, RS_ADD, i, i, &constant, NULL);
    return rs_kernel_if(warp, RS_LESS, i, end);
}

uint32_t rs_kernel_if(rs_warp *warp, enum rs_comparison op, const rs_reg *a, const rs_reg *b)
{
    const rs_flag flag = rs_compare(warp, op, a, b);
    return rs_branch(warp, &flag);
}

void rs_kernel_steps(rs_warp *warp, uint32_t unroll, rs_reg *left, void (*step)(rs_warp *warp, uint32_t count, void *user), void *user)
{
    const uint32_t entered = warp->active;
    for (uint32_t count = unroll; count != 0; count = count > 4 ? count / 2 : count / 4) {
        const bool once = count != unroll && count != 1;
        const rs_reg less = rs_constant(count - 1), taken = rs_constant(count);
        warp->active = rs_kernel_if(warp, RS_LESS, &less, left);
        while (warp->active != 0) {
            step(warp, count, user);
            rs_alu(warp, RS_SUB, left, left, &taken, NULL);
            warp->active = once ? 0 : rs_kernel_if(warp, RS_LESS, &less, left);
        }
        warp->active = entered;
    }
}

bool rs_kernel_same(rs_kernel_run *run, const char *what, uint64_t array, const uint32_t *expected, uint32_t count,
                    rs_error *error)
{
    const uint32_t *found = rs_host(&run->machine, array);
    for (uint32_t i = 0; i < count; i++) {
        if (found[i] != expected[i]) {
            rs_error_set(error, "%s: found 0x%08x in %s %u, expected 0x%08x of the sequential reference",
                         run->kernel->name, found[i], what, i, expected[i]);
            return false;
        }
    }
    return true;
}
