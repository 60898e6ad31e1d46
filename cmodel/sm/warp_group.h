/* What moves between the blocks of an SM's memory side: the same element of all lanes of a warp (a group), and a
 * line of memory with the lanes that it serves. Elements are 32-bit words; a bit of a mask is a lane. */
#ifndef RS_WARP_GROUP_H
#define RS_WARP_GROUP_H

#include <stdbool.h>
#include <stdint.h>

/* Lines of an SM are at most so long, those of cmodel/study exactly. A line of the memory path is one request, RS_LINE_BYTES
 * (rowstreak.h). */
enum { RS_LANES_MAX = 64, RS_SM_LINE_BYTES = 128, RS_SM_LINE_WORDS = RS_SM_LINE_BYTES / 4 };

typedef struct rs_warp_group {
    bool write, scratchpad, last;               /* last: of its instruction */
    uint32_t warp, first_register, element;     /* register of the instruction; element 0 .. 15 of it */
    uint64_t mask;
    uint64_t address[RS_LANES_MAX];             /* of active lanes, in bytes */
    uint32_t data[RS_LANES_MAX];                /* of active lanes, stores only */
} rs_warp_group;

typedef struct rs_line_access {
    bool write;
    bool last, end;                             /* last line of the group; and of the instruction's last group */
    uint32_t warp, first_register, element;
    uint64_t line;                              /* byte address / line bytes */
    uint64_t mask;
    uint8_t word[RS_LANES_MAX];                 /* of lanes in the mask */
    uint32_t bytes[RS_SM_LINE_WORDS / 8];      /* bit per byte that a store writes */
    uint32_t data[RS_SM_LINE_WORDS];           /* 0 where no byte is written */
} rs_line_access;

/* Words for registers: what a load brings back, in pieces, each lane of each element once.
 * Who had them, the numbers of wb_level; MERGED: a miss that was outstanding already; REMOTE_L1: nobody's yet. */
enum rs_served {
    RS_SERVED_SCRATCHPAD, RS_SERVED_L1, RS_SERVED_MERGED, RS_SERVED_L2, RS_SERVED_REMOTE_L1, RS_SERVED_MEMORY,
    RS_SERVED_LEVELS
};

typedef struct rs_writeback {
    uint32_t warp, first_register, element;
    uint32_t level;                             /* RS_SERVED_...: who had the words */
    uint64_t mask;
    uint32_t data[RS_LANES_MAX];                /* 0 outside the mask */
} rs_writeback;

#endif
