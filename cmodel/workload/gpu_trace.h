/* Kernel traces of real GPUs (gpu_trace_file.h): one file, or the list of them that the tracer writes (kernelslist.g), read through once
 * before anything runs: every line is checked, and what a machine must know before the first instruction is counted.
 *
 * A list has a line a kernel, in the order of their launches; a path is meant from the list's folder. Lines of copies (MemcpyHtoD,
 * MemcpyDtoH, address and bytes) are passed over: the copy engine is not modelled. A line that names a file that is not there, but is with
 * .gz or .xz behind it, means that. Kernels run one after the other, whatever their streams.
 *
 * Memory: 64 KB pages that an access to global memory touches, given to frames from 0 on in the order of their addresses; so neighbours stay
 * neighbours, and a GPU's 49-bit addresses fit a DRAM. Bounded: a page costs up to 64 bytes, and there are
 * at most RS_GPU_TRACE_PAGES_MAX.
 */
#ifndef RS_GPU_TRACE_H
#define RS_GPU_TRACE_H

#include "common/hash_table.h"
#include "workload/gpu_trace_file.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RS_GPU_TRACE_PAGE_SHIFT = 16,
    RS_GPU_TRACE_PAGES_MAX = 1 << 22,    /* 256 GB, as much as an address map can have */
    RS_GPU_TRACE_KERNELS_MAX = 1 << 20,
    RS_GPU_TRACE_SPARE = 4               /* registers of loads without one */
};

typedef struct rs_gpu_trace_kernel {
    char *path;
    uint64_t instructions;               /* of warps */
    uint32_t ctas, cta_warps;            /* ctas: in the file */
    uint32_t registers;                  /* of a thread: of the header or more, if the instructions name more */
    bool spare;                          /* loads without a register */
    uint32_t shared_bytes;
    uint64_t local_low, local_high;      /* bytes of a thread's local memory, from .. to; 0, 0: none */
    uint64_t atomic_line;                /* of the first atomic operation in global memory; 0: none */
} rs_gpu_trace_kernel;

typedef struct rs_gpu_trace {
    rs_gpu_trace_kernel *kernel;
    uint32_t kernels;
    rs_hash_table frames;                /* of a page's number, address / 64 KB */
    uint32_t pages;
    uint64_t instructions, hash;         /* hash: of all that was read, decompressed */
} rs_gpu_trace;

/* NULL: error is set. */
rs_gpu_trace *rs_gpu_trace_read(const char *path, rs_error *error);
void rs_gpu_trace_free(rs_gpu_trace *trace);

/* What an instruction accesses: lanes by space, in bytes from the space's begin (global memory: the address). */
typedef struct rs_traced_access {
    uint32_t mask[RS_SASS_LOCAL + 1];    /* by enum rs_sass_space; GENERIC: none */
    uint32_t bytes;                      /* of a lane: 4 or more, a multiple of 4, as an address is */
    uint64_t address[RS_TRACED_LANES];
} rs_traced_access;

/* False: it accesses nothing. Of less than a word the word; an address that is no multiple of 4 is rounded down. */
bool rs_traced_access_of(const rs_gpu_trace_header *header, const rs_traced_instruction *instruction, rs_traced_access *access);

#ifdef __cplusplus
}
#endif
#endif
