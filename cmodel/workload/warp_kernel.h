/* Kernels of PATTERNS (table 2), and one more for its indirect stores, on the warp machine, each written twice: with plain
 * loads and stores, unrolled, and with the strided and indirect instructions in the unrolled loop.
 *
 * Rules of writing, the same for all
 *   Plain: as a compiler unrolls it. Loads of an unrolled iteration come first. Distances known when the kernel is compiled
 *     go into the immediate offset and cost nothing; one known at launch only (stride of a grid, a matrix' pitch) costs
 *     an addition to the pointer for each element; an index that was loaded, an addition to the array's base.
 *     With in_order everything stays element by element, as the source has it (listing 3), and as a compiler must leave it
 *     that cannot tell whether the loop's stores write what is loaded (no __restrict__). The instructions are the same;
 *     transpose and stencil, which load a tile before they use it, have no such version.
 *   With vectors: each group of accesses whose addresses are base + element * stride or base + index[element] is one
 *     instruction of the unroll's length, what made its addresses is gone. Nothing else differs: same unroll, same loop, same
 *     order of floating-point operations, same arrays.
 *   Sparse rows end in shorter steps: an unroll of 16 takes 16s, then at most one 8, one 4, the rest one by one.
 *
 * Running: start, then while rs_kernel_launch(): rs_kernel_cta() until NULL, each CTA's trace owned by the caller; at the
 * end rs_kernel_finish() compares the result word for word with a sequential reference. CTAs are executed whole, in
 * the order of their numbers.
 */
#ifndef RS_WARP_KERNEL_H
#define RS_WARP_KERNEL_H

#include "workload/graph.h"
#include "workload/warp_machine.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_kernel_options {
    uint32_t unroll;                             /* 4, 8, 16: of the loops, and the vectors' length */
    bool strided, strided_scratchpad, indirect;  /* which vector instructions may be used */
    bool in_order;                               /* plain: element by element, no load moved up */
    uint32_t shrink;                             /* dense kernels: less data, fewer CTAs, for tests; a power of two, most up to 16, some to 256 */
    const rs_graph *graph;                       /* kernels with needs_graph */
    uint32_t bfs_source;                         /* vertex from 0 */
} rs_kernel_options;

typedef struct rs_kernel_counts {
    uint64_t instructions, of_class[RS_CLASSES];
    uint64_t memory[6];         /* by opcode of the load/store unit */
    uint64_t of_space[RS_SPACES]; /* of these */
    uint64_t sfu, atomics;      /* atomics in memory */
    uint64_t threads;           /* instructions of all active lanes */
    uint64_t launches, ctas, warps;
} rs_kernel_counts;

typedef struct rs_kernel rs_kernel;
typedef struct rs_kernel_run rs_kernel_run;

/* A launch: CTAs 0 .. ctas - 1. registers: of a thread, for occupancy; limit: CTAs that an SM may have besides, 0: as many as fit.
 * run: all warps of a CTA; NULL: run_warp, warp by warp. */
typedef struct rs_launch {
    void (*run)(rs_cta *cta, const rs_kernel_run *run);
    void (*run_warp)(rs_warp *warp, const rs_kernel_run *run);
    uint32_t ctas, cta_warps, scratchpad_words, registers, limit;
} rs_launch;

enum rs_strides { RS_STRIDES_MEMORY, RS_STRIDES_BOTH, RS_STRIDES_SCRATCHPAD };

struct rs_kernel {
    const char *name, *input; /* input: what it runs on */
    bool needs_graph;
    uint8_t uses_scratchpad;  /* enum rs_strides: where strided vectors go */
    bool uses_indirect;       /* with vector instructions for them */
    bool has_order;           /* in_order makes a difference */
    /* Lays arrays out and fills them; false: error is set. */
    bool (*prepare)(rs_kernel_run *run, rs_error *error);
    /* Launch number n, after all before it have run; false: no more. */
    bool (*launch)(rs_kernel_run *run, uint32_t n, rs_launch *launch);
    bool (*check)(rs_kernel_run *run, rs_error *error);
};

enum { RS_KERNEL_ARRAYS = 12 };

struct rs_kernel_run {
    const rs_kernel *kernel;
    rs_kernel_options options;
    rs_warp_machine machine;
    uint64_t array[RS_KERNEL_ARRAYS]; /* the kernel's own: addresses, sizes */
    uint32_t size[8];
    rs_launch now;
    uint32_t launches, next_cta;
    bool complete; /* set by the caller before the first CTA: its traces are (warp_machine.h) */
    rs_kernel_counts counts;
};

/* The kernels, one a line: of PATTERNS' table 2; others with vector instructions; THESIS' (6.1), without; those that it takes besides
 * for its analytical model (5.2). KERNEL(x) stands for rs_kernel_x. */
#define RS_KERNEL_LIST_PATTERNS(KERNEL) \
    KERNEL(spmv)                        \
    KERNEL(spsum)                       \
    KERNEL(bfs)                         \
    KERNEL(vadd)                        \
    KERNEL(transpose)                   \
    KERNEL(stencil)                     \
    KERNEL(histo)                       \
    KERNEL(kmeans)                      \
    KERNEL(btree)                       \
    KERNEL(nw)                          \
    KERNEL(sgemm)                       \
    KERNEL(gaussian)                    \
    KERNEL(mriq)                        \
    KERNEL(hpgmg)                       \
    KERNEL(miniamr)                     \
    KERNEL(comd)
#define RS_KERNEL_LIST_OTHERS(KERNEL) \
    KERNEL(scatter)                   \
    KERNEL(particle)
#define RS_KERNEL_LIST_THESIS(KERNEL) \
    KERNEL(fwt)                       \
    KERNEL(red)                       \
    KERNEL(sp)                        \
    KERNEL(nn)                        \
    KERNEL(mum)                       \
    KERNEL(neu)                       \
    KERNEL(ray)                       \
    KERNEL(lib)                       \
    KERNEL(wp)
#define RS_KERNEL_LIST_MODEL(KERNEL) \
    KERNEL(bs)                       \
    KERNEL(dg)                       \
    KERNEL(mmc)                      \
    KERNEL(sla)

#define RS_KERNEL_ONE(name) +1
enum {
    RS_KERNELS_OF_PATTERNS = RS_KERNEL_LIST_PATTERNS(RS_KERNEL_ONE),
    RS_KERNELS = RS_KERNELS_OF_PATTERNS RS_KERNEL_LIST_OTHERS(RS_KERNEL_ONE),
    RS_THESIS_KERNELS = RS_KERNEL_LIST_THESIS(RS_KERNEL_ONE),
    RS_THESIS_WRITTEN = RS_THESIS_KERNELS RS_KERNEL_LIST_MODEL(RS_KERNEL_ONE),
    RS_THESIS_MODEL = RS_THESIS_WRITTEN + 2
};
#define RS_KERNEL_DECLARE(name) extern const rs_kernel rs_kernel_##name;
RS_KERNEL_LIST_PATTERNS(RS_KERNEL_DECLARE)
RS_KERNEL_LIST_OTHERS(RS_KERNEL_DECLARE)
RS_KERNEL_LIST_THESIS(RS_KERNEL_DECLARE)
RS_KERNEL_LIST_MODEL(RS_KERNEL_DECLARE)

/* PATTERNS' first. */
extern const rs_kernel *const rs_kernels[];
/* RS_THESIS_MODEL: the nine of 6.1, the others written for THESIS, and stencil and transpose, its LPS and TRA. */
extern const rs_kernel *const rs_thesis_kernels[];
/* Kernels that a name stands for: of "thesis" the nine, of "thesis-model" the fifteen of 5.2. 0: of any other. */
uint32_t rs_kernel_group(const char *name);
/* By its name, in all lists; NULL: there is none. */
const rs_kernel *rs_kernel_find(const char *name);
/* The names of `count` kernels with ", " between them, for messages. */
enum { RS_KERNEL_NAMES = 320 };
const char *rs_kernel_names(char text[RS_KERNEL_NAMES], const rs_kernel *const *kernels, uint32_t count);

/* NULL: error is set. options->graph must outlive the run. */
rs_kernel_run *rs_kernel_start(const rs_kernel *kernel, const rs_kernel_options *options, rs_error *error);
/* The next launch; false: no more. */
bool rs_kernel_launch(rs_kernel_run *run);
/* Executes the launch's next CTA, counts and returns its instructions; NULL: no more, or trouble. */
rs_cta_trace *rs_kernel_cta(rs_kernel_run *run);
/* Compares the result with the reference. */
bool rs_kernel_finish(rs_kernel_run *run, rs_error *error);
void rs_kernel_destroy(rs_kernel_run *run);

/* ---- for the kernels ---------------------------------------------------------------------------------- */

/* Elements at from + 4 * e * stride, by ld.stride, or by plain loads and from's additions if !vector. from ends behind the
 * last element in either case: for the vector by one addition of span = count * stride. */
void rs_kernel_load_row(rs_warp *warp, bool vector, rs_reg *d, uint32_t count, rs_pointer *from, const rs_reg *stride,
                        const rs_reg *span);
void rs_kernel_store_row(rs_warp *warp, bool vector, rs_pointer *to, const rs_reg *stride, const rs_reg *span,
                         const rs_reg *a, uint32_t count);
/* The same with a stride that the compiler knows: immediates, from `at` words on (a vector: 0). The pointer stays. */
void rs_kernel_load_known(rs_warp *warp, bool vector, rs_reg *d, uint32_t count, const rs_pointer *from, int32_t at,
                          int32_t stride);
void rs_kernel_store_known(rs_warp *warp, bool vector, const rs_pointer *to, int32_t stride, const rs_reg *a,
                           uint32_t count);
/* Elements at from + 4 * index[e]. */
void rs_kernel_gather(rs_warp *warp, bool vector, rs_reg *d, uint32_t count, const rs_pointer *from, const rs_reg *index);
/* Words to to + 4 * index[e]. */
void rs_kernel_scatter_words(rs_warp *warp, bool vector, const rs_pointer *to, const rs_reg *index, const rs_reg *a,
                             uint32_t count);
/* This thread's first element when each warp, a row of a CTA of 32 x warps threads, has a range of elements:
 * (CTA * warps + warp) * range + lane; three S2R, two IMAD. It steps along by blockDim.x = 32, known at launch only. */
void rs_kernel_first_of_range(rs_warp *warp, rs_reg *d, const rs_reg *range);
/* A loop over the elements of such a range, of `a_thread` elements for each lane, `unroll` of them a round. */
typedef struct rs_kernel_range {
    rs_reg i, end, stride, span; /* element of this round, end, from one element to the next, from one round to the next */
} rs_kernel_range;

/* Before the loop: the two products, the first element and the end, eight instructions. */
rs_kernel_range rs_kernel_enter_range(rs_warp *warp, uint32_t unroll, uint32_t a_thread);
/* At its end, three instructions; the lanes that go on. */
uint32_t rs_kernel_next_of_range(rs_warp *warp, rs_kernel_range *range);
/* End of a loop: i += step; while (i < end): three instructions, the lanes that go on. */
uint32_t rs_kernel_again(rs_warp *warp, rs_reg *i, uint32_t step, const rs_reg *end);
/* `left` elements of each active lane: steps of `unroll` while a lane has as many, at most one step each of half, a quarter ... down
 * to 4 for the lanes that have them, the rest one by one. Three instructions a step beside its own, two where a loop ends. */
void rs_kernel_steps(rs_warp *warp, uint32_t unroll, rs_reg *left, void (*step)(rs_warp *warp, uint32_t count, void *user), void *user);
/* if (a op b): two instructions, the lanes for which it holds. */
uint32_t rs_kernel_if(rs_warp *warp, enum rs_comparison op, const rs_reg *a, const rs_reg *b);
/* Words of an array against the reference: false, and the error names the first that differs. */
bool rs_kernel_same(rs_kernel_run *run, const char *what, uint64_t array, const uint32_t *expected, uint32_t count,
                    rs_error *error);

#ifdef __cplusplus
}
#endif
#endif
