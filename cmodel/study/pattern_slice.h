/* A memory slice of PATTERNS' machine: an L2 bank in front of a DRAM controller's C twin.
 *
 * What it models: tags of 256 KB, 16 ways, lines of 128 B, a request a cycle, RS_SLICE_LATENCY cycles to its look-up.
 * Reads that miss allocate and ask DRAM for both 64 B halves; misses of a line merge. Stores allocate without reading
 * (byte masks) and are written back when thrown out. Replies of a line come out one after the other.
 * Cycle: read packet ports, then one step.
 */
#ifndef RS_PATTERN_SLICE_H
#define RS_PATTERN_SLICE_H

#include "dram/dram_controller.h"
#include "sm/warp_group.h"
#include "study/miss_table.h"
#include "study/tag_cache.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RS_SLICE_SETS = 128, /* PATTERNS table 1 */
    RS_SLICE_WAYS = 16,
    RS_SLICE_LATENCY = 48,
    RS_SLICE_MISSES = 128, /* assumed */
    RS_SLICE_INPUTS = 64,
    RS_SLICE_DRAM = 64,    /* 64 B requests that wait for the controller */
    RS_SLICE_REPLIES = 16384
};

/* A request for a line on its way to a slice; halves: of 64 B that a store touches. */
typedef struct rs_line_packet {
    uint64_t line;
    uint32_t miss; /* reads: the number that comes back */
    uint8_t sm, halves;
    bool write;
} rs_line_packet;

typedef struct rs_slice_counts {
    uint64_t reads, writes, hits, merged, misses, write_backs, dram_reads, dram_writes, activates;
} rs_slice_counts;

typedef struct rs_slice_request {
    uint64_t address;
    uint32_t tag;
    bool write;
} rs_slice_request;

typedef struct rs_pattern_slice {
    const rs_config *config;
    uint64_t now;
    rs_tag_cache l2;
    rs_miss_table misses;
    rs_dram_controller controller;
    struct {
        rs_line_packet packet;
        uint64_t from; /* cycle of its look-up */
    } input[RS_SLICE_INPUTS];
    uint32_t input_first, inputs;
    rs_slice_request dram[RS_SLICE_DRAM];
    uint32_t dram_first, drams, dram_flit;
    uint32_t reply[RS_SLICE_REPLIES]; /* SM << 16 | its miss */
    uint32_t reply_first, replies;
    uint32_t reply_tag;               /* of the controller's reply whose data come */
    rs_slice_counts counts;
} rs_pattern_slice;

/* config must outlive it; false without memory. */
bool rs_pattern_slice_init(rs_pattern_slice *slice, const rs_config *config);
void rs_pattern_slice_free(rs_pattern_slice *slice);

static inline bool rs_pattern_slice_ready(const rs_pattern_slice *slice)
{
    return slice->inputs < RS_SLICE_INPUTS;
}
/* The oldest reply, SM << 16 | its miss; only while slice->replies != 0. */
static inline uint32_t rs_pattern_slice_reply(const rs_pattern_slice *slice)
{
    return slice->reply[slice->reply_first];
}
/* One clock edge. packet: taken in this cycle, NULL: none; returned: by the DRAM; reply_taken: the oldest reply left. */
void rs_pattern_slice_step(rs_pattern_slice *slice, const rs_line_packet *packet, const rs_dram_return *returned,
                          bool reply_taken);
/* Nothing inside but cached lines. */
bool rs_pattern_slice_idle(const rs_pattern_slice *slice);

#ifdef __cplusplus
}
#endif
#endif
