/* Twin of rtl/port/rs_partial_write.v: writes of part of a line become a read, a merge and a write of the whole line. The rules are written
 * down in the RTL's header.
 *
 * A cycle: rs_partial_write_offer() gives what is shown for the request at the port, then rs_partial_write_clock() is the clock edge
 * with the same. */
#ifndef RS_PARTIAL_WRITE_H
#define RS_PARTIAL_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_PARTIAL_BYTES_MAX = 128, RS_PARTIAL_MERGES_MAX = 16, RS_PARTIAL_TAGS_MAX = 512 };

typedef struct rs_partial_request {
    bool write;
    uint64_t line;
    uint32_t id;          /* of a read */
    const bool *strobe;   /* of a write, by byte */
    const uint8_t *data;
} rs_partial_request;

/* What is shown; none: neither. */
typedef struct rs_partial_shown {
    bool valid, write, merged; /* merged: not of the request at the port */
    bool for_write;            /* a read whose id is a place */
    uint64_t line;
    uint32_t id;
    uint8_t data[RS_PARTIAL_BYTES_MAX];
    bool gives_up;             /* the oldest write is not carried out: its tag */
    uint32_t given_up;
} rs_partial_shown;

typedef struct rs_partial_reply {
    bool for_write, error;
    uint32_t id;
    const uint8_t *data;
} rs_partial_reply;

typedef struct rs_partial_merge {
    uint64_t line;
    uint32_t tag;
    bool read, error;          /* its line has come back; it could not be read */
    bool strobe[RS_PARTIAL_BYTES_MAX];
    uint8_t data[RS_PARTIAL_BYTES_MAX];
} rs_partial_merge;

typedef struct rs_partial_write {
    uint32_t line_bytes, tags, merges;
    uint64_t begun, ended;     /* merge n is in place n modulo merges */
    rs_partial_merge merge[RS_PARTIAL_MERGES_MAX];
    uint64_t came, sent, accepted; /* writes that have come, that have left, of them accepted */
    uint32_t tag[RS_PARTIAL_TAGS_MAX]; /* with which the write came that left as number n, at n modulo tags */
    bool refused, refused_merged;
} rs_partial_write;

/* False: a size that the RTL does not take, or above the greatest of this twin. */
bool rs_partial_write_init(rs_partial_write *all, uint32_t line_bytes, uint32_t tag_bits, uint32_t merges);
/* request NULL: none. */
void rs_partial_write_offer(const rs_partial_write *all, const rs_partial_request *request, rs_partial_shown *shown);
/* The tag with which the write came that memory accepts next. */
static inline uint32_t rs_partial_write_tag(const rs_partial_write *all) { return all->tag[all->accepted % all->tags]; }
static inline bool rs_partial_write_empty(const rs_partial_write *all) { return all->begun == all->ended; }
/* shown: what was offered for this request; ready: it is taken. reply NULL: none. accept: memory accepts a write. */
void rs_partial_write_clock(rs_partial_write *all, const rs_partial_request *request, const rs_partial_shown *shown, bool ready,
                            const rs_partial_reply *reply, bool accept);

#ifdef __cplusplus
}
#endif
#endif
