/* Program: what the machine runs, every memory request of a run, built up front.
 *
 * Shape: kernel launches, one after the other; a launch is a row of CTAs; a CTA is cta_warps warps (the
 * last CTA of a launch is filled up with empty ones); a warp is a row of memory instructions in order; an
 * instruction is a load or a store of 1 to 32 lines, each one 64 B request.
 * Size: 4 bytes a request, 4 an instruction, 4 a warp. A machine with SM_MEMORY = 1 needs the lanes as well: the active
 * ones of each instruction and the 32-bit word that each of them touches, 4 bytes a lane and 8 an instruction.
 *
 * Building: create, then rs_program_array() for each array, rs_program_launch(), rs_program_warp(),
 * rs_program_access() or rs_program_instruction() in the order of the run, then rs_program_finish().
 * Building calls do not fail; the first trouble (memory, too many requests) is kept and reported by
 * rs_program_finish(), and can be asked for with rs_program_good().
 */
#ifndef RS_PROGRAM_H
#define RS_PROGRAM_H

#include "rowstreak.h"
#include "workload/warp_access.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RS_PROGRAM_MAX_REQUESTS = 1 << 28,
    RS_PROGRAM_LANE_BITS = 34, /* of a byte address, so that its word's number takes 32 */
    RS_PROGRAM_ALIGNMENT = 256 /* bytes, of every array */
};

#define RS_PROGRAM_WRITE UINT32_C(0x80000000)

/* A growing array of 32-bit numbers. */
typedef struct rs_list {
    uint32_t *item;
    uint32_t count, capacity;
} rs_list;

typedef struct rs_program {
    uint32_t cta_warps, address_bits;
    rs_list launch;      /* number of the first CTA; finish() appends the number of CTAs */
    rs_list warp;        /* number of the first instruction; finish() appends the number of instructions */
    rs_list instruction; /* number of the first request, | RS_PROGRAM_WRITE for a store; finish() appends the end */
    rs_list request;     /* line: byte address / 64 */
    bool lanes;          /* the lists of lanes are kept; else they are empty */
    rs_list lane_mask;   /* of an instruction: bit per active lane */
    rs_list first_word;  /* of an instruction, in lane_word; finish() appends the end */
    rs_list lane_word;   /* byte address / 4, of an instruction's active lanes from the lowest up */
    uint64_t bytes;      /* of the address space taken by arrays */
    uint64_t lane_accesses;             /* elements read or written by active lanes */
    uint64_t read_requests, write_requests;
    const char *trouble;                /* NULL while all is well */
} rs_program;

/* An empty program for a machine with config's CTA size and address space; with lanes if it has the SMs' memory sides.
 * NULL when out of memory, or for lanes in more than 2^34 bytes. */
rs_program *rs_program_create(const rs_config *config, rs_error *error);
void rs_program_destroy(rs_program *program);

/* Lays an array of 4-byte elements out behind the last one; its byte address goes to *base. Fails when it
 * does not fit the address space. */
bool rs_program_array(rs_program *program, const char *name, uint64_t elements, uint64_t *base, rs_error *error);
/* The next kernel launch. */
void rs_program_launch(rs_program *program);
/* The next warp of the launch. */
void rs_program_warp(rs_program *program);
/* A memory instruction of the warp: active lane i touches element index[i] of the array at base. Nothing
 * happens without an active lane. */
void rs_program_access(rs_program *program, bool write, uint64_t base, const uint32_t index[RS_WARP_LANES], uint32_t active);
/* A memory instruction that touches these lines, which are different; count 1 .. RS_WARP_LANES. Its lanes are all active and
 * share the lines evenly: lane l touches word l mod 16 of line[l * count / 32]. */
void rs_program_instruction(rs_program *program, bool write, const uint64_t *line, uint32_t count);
bool rs_program_good(const rs_program *program);
/* Closes the lists; the program is then read only. */
bool rs_program_finish(rs_program *program, rs_error *error);

/* ---- reading a finished program ------------------------------------------------------------------- */

static inline uint32_t rs_program_launches(const rs_program *program)
{
    return program->launch.count - 1;
}

static inline uint32_t rs_program_instructions(const rs_program *program)
{
    return program->instruction.count - 1;
}

/* Number of the first request of an instruction; the next instruction's is the end. */
static inline uint32_t rs_program_first_request(const rs_program *program, uint32_t instruction)
{
    return program->instruction.item[instruction] & ~RS_PROGRAM_WRITE;
}

static inline bool rs_program_is_write(const rs_program *program, uint32_t instruction)
{
    return (program->instruction.item[instruction] & RS_PROGRAM_WRITE) != 0;
}

/* Words of a program with lanes: *word gets the first of the instruction's, one for each bit of the mask that comes back. */
static inline uint32_t rs_program_lanes(const rs_program *program, uint32_t instruction, const uint32_t **word)
{
    *word = program->lane_word.item + program->first_word.item[instruction];
    return program->lane_mask.item[instruction];
}

/* Bytes of memory the program takes. */
uint64_t rs_program_footprint(const rs_program *program);

#ifdef __cplusplus
}
#endif
#endif
