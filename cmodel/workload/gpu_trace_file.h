/* Reader of one kernel's trace by Accel-Sim's NVBit tracer, versions 3 to 5, in the order that its post-traces-processing gives it
 * (.traceg): block by block, in it warp by warp. Plain, gzip or xz; one instruction in memory.
 *
 *   -kernel name = f                 then, in any order, the lines of a header: kernel id, grid dim = (x,y,z), block dim, shmem, nregs,
 *   -grid dim = (4,1,1)              binary version, cuda stream id, shmem base_addr, local mem base_addr, nvbit version, accelsim
 *   ...                              tracer version, enable lineinfo (0 without)
 *   #traces format = ...             names the fields of an instruction; "immediate" in it: a number behind each
 *   #BEGIN_TB
 *   thread block = 0,0,0
 *   warp = 0
 *   insts = 2                        so many lines follow
 *   0008 ffffffff 1 R2 LDG.E 1 R4 4 1 0x7f0000000000 4
 *   0010 ffffffff 0 EXIT 0 0
 *   #END_TB
 *
 * An instruction: [line, with lineinfo] PC mask n [n destinations] opcode n [n sources] width [mode addresses] [immediate]. Width 0: no
 * access. Addresses, of the lanes of the mask from the lowest on: mode 0 each as 0x...; mode 1 the first and a stride in bytes, of lanes
 * side by side; mode 2 the first and, of each further lane, its distance to the one before. Modes 1 and 2 of no lane have a first one all
 * the same. An address is one of 64 bits; strides and distances wrap.
 * Errors: "FILE:LINE: found ..., expected ...". Everything is checked but for program counters, which nobody needs.
 */
#ifndef RS_GPU_TRACE_FILE_H
#define RS_GPU_TRACE_FILE_H

#include "common/text_reader.h"
#include "workload/sass.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_TRACED_LANES = 32, RS_TRACED_SOURCES = 3, RS_TRACED_WARPS_MAX = 32, RS_TRACED_VERSION_MIN = 3, RS_TRACED_VERSION_MAX = 5 };

typedef struct rs_gpu_trace_header {
    uint32_t grid[3], block[3];
    uint32_t shared_bytes, registers, version;
    uint64_t shared_base, local_base; /* windows of generic addresses, 16 MB each */
    bool line_info, immediate;
} rs_gpu_trace_header;

typedef struct rs_traced_instruction {
    rs_sass_opcode opcode;
    const char *name;                     /* of the opcode, up to the next call */
    uint32_t warp, mask;
    bool last;                            /* of its warp in the block */
    uint32_t destination;                 /* RS_NO_REGISTER: none */
    uint32_t sources, source[RS_TRACED_SOURCES]; /* the first of them; of an access the pointer is the first */
    uint32_t width;                       /* bytes that a lane accesses: 1, 2, 4, 8, 16, 32; 0: none */
    uint64_t address[RS_TRACED_LANES];    /* of the lanes of the mask */
} rs_traced_instruction;

typedef struct rs_gpu_trace_file {
    rs_text_reader text;
    rs_gpu_trace_header header;
    uint32_t warps;        /* of a block */
    uint64_t left;         /* instructions of the warp that are to come */
    uint32_t warp;
    uint32_t seen;         /* warps of the block, a bit each */
    uint32_t given;        /* lines of the header, a bit each */
    bool in_block, placed, in_warp; /* placed: the block's number was there; in_warp: "insts" is to come */
    bool any;              /* a block was there */
    /* The opcode of the instruction before and what it is: code is loops. */
    struct {
        char name[32];
        rs_sass_opcode opcode;
    } known[64];
} rs_gpu_trace_file;

/* Opens the file and reads its header. False: error is set, nothing is to be closed. path must live as long. */
bool rs_gpu_trace_open(rs_gpu_trace_file *file, const char *path, rs_error *error);
/* Goes to the next block. False at the end of the file and on an error, file->text.failed then. */
bool rs_gpu_trace_block(rs_gpu_trace_file *file);
/* The next instruction of the block. False at the block's end and on an error. */
bool rs_gpu_trace_next(rs_gpu_trace_file *file, rs_traced_instruction *instruction);
void rs_gpu_trace_close(rs_gpu_trace_file *file);

/* Whether the first line of a file is that of such a trace: else it is a list of them. */
bool rs_gpu_trace_begins(const char *line);

#ifdef __cplusplus
}
#endif
#endif
