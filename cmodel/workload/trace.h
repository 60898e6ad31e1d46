/* Request traces of other simulators, read from a file or, as "-", from standard input; and requests that a pattern or a test makes, as what the SMs send in place of a program.
 *
 * Forms (plain, gzip or xz; a line a request; blank lines are skipped; fields are separated by blanks):
 *   DRAMsim3   <address> <operation> <cycle>   address hexadecimal, 0x or not; cycle decimal, never falling.
 *              Writes: WRITE write P_MEM_WR BOFF. Reads: READ read P_MEM_RD P_FETCH P_LOCK_RD P_LOCK_WR (the
 *              names of DRAMsim3 and DRAMSim2; both read any other name as a read, here it is an error).
 *   Ramulator  <address> R|W                   address hexadecimal with 0x (without it, Ramulator reads decimal)
 *   LoadStore  LD|ST <address>                 Ramulator 2's LoadStoreTrace: address decimal, or hexadecimal with 0x
 *   ReadWrite  R|W <place>                     Ramulator 2's ReadWriteTrace: place channel,rank,bank,row,column or, with bank groups,
 *              channel,rank,group,bank,row,column; a column is 8 bytes (a DIMM's), a rank 0. The place is one of ADDRESS_MAP; bank b of
 *              group g is bank g + BANK_GROUPS * b. An address, 0x and hexadecimal digits, may stand for it.
 * The form is told by the first request, unless it is given; a file of another kind is named.
 *
 * A request is one 64 B line, the one that holds the address. Cycles of the trace are cycles of the machine.
 * Which SM sends it:
 *   RS_TRACE_BY_BLOCK    (address / 256) mod SMS: one line is always with one SM, so with one virtual channel or
 *                        static assignment the controllers accept the requests to a line in the trace's order
 *   RS_TRACE_BY_REQUEST  request i goes to SM i mod SMS; two requests to one line may overtake each other in the
 *                        network, and a read then returns what the order of acceptance gives
 * An SM sends its requests in the trace's order, each not before its cycle (Ramulator: cycle 0); what it does with
 * them is told in machine/trace_source.h.
 *
 * The address map may have up to 38 bits. Errors name file:line: a line that is no request, an address beyond the DRAM (2^address_bits bytes; wrap takes it
 * modulo that instead), a cycle before the one of the line above or beyond RS_TRACE_MAX_CYCLE, a file without requests, a truncated or damaged
 * gzip or xz stream (at the line where it breaks).
 */
#ifndef RS_TRACE_H
#define RS_TRACE_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_TRACE_MAX_REQUESTS = 1 << 28, RS_TRACE_BLOCK_SHIFT = 8 };

/* The last cycle that a request may have: 17 minutes at 1 GHz, a second or two of idle cycles here. */
#define RS_TRACE_MAX_CYCLE UINT64_C(1000000000000)

enum rs_trace_form {
    RS_TRACE_AUTO, RS_TRACE_DRAMSIM3, RS_TRACE_RAMULATOR, RS_TRACE_LOADSTORE, RS_TRACE_READWRITE, RS_TRACE_MADE /* of no file */
};
enum rs_trace_assignment { RS_TRACE_BY_BLOCK, RS_TRACE_BY_REQUEST };

typedef struct rs_trace_options {
    enum rs_trace_form form;
    enum rs_trace_assignment assignment;
    bool wrap;
} rs_trace_options;

/* 16 bytes. */
typedef struct rs_trace_request {
    uint64_t cycle; /* not offered before it */
    uint32_t line;  /* byte address / 64 */
    bool write;
    uint8_t group;  /* goes into its tag above the slot, as far as TAG_BITS reach: 0 of a file */
} rs_trace_request;

typedef struct rs_trace {
    uint32_t sms, address_bits;       /* of the machine it was read for */
    enum rs_trace_form form;          /* as found */
    bool timed;                       /* the requests have cycles: not all of them enter as soon as they can */
    uint32_t count;
    rs_trace_request *request;        /* [count], grouped by SM, in the trace's order within each */
    uint32_t first[RS_MAX_SMS + 1];   /* requests of SM i: first[i] .. first[i + 1] - 1 */
    uint64_t reads, writes;
    uint64_t hash;                    /* of the file's contents, decompressed: rs_text_reader */
    /* Open: it never ends. Each SM has one request, which its owner writes and adds to `arrived`, and takes out of it in the cycle in
     * which the request's tail is taken; from the next cycle on there may be another one. */
    bool open;
    rs_set arrived;
} rs_trace;

/* "auto", "dramsim3", "ramulator", "loadstore", "readwrite"; false for any other name. */
bool rs_trace_form_read(enum rs_trace_form *form, const char *name);
/* "block", "request". */
bool rs_trace_assignment_read(enum rs_trace_assignment *assignment, const char *name);

/* The requests one after the other, in the file's order and in memory that does not grow. */
typedef struct rs_trace_reader rs_trace_reader;
/* NULL and an error text when the file cannot be opened. config is finished and, as options, copied where it is needed; the path
 * must live as long. */
rs_trace_reader *rs_trace_open(const rs_config *config, const char *path, const rs_trace_options *options, rs_error *error);
/* False at the end of the file, or with an error text on bad input, a file without requests included: *good tells which. */
bool rs_trace_next(rs_trace_reader *reader, rs_trace_request *request, bool *good);
/* Of what was read so far, decompressed. */
uint64_t rs_trace_hash(const rs_trace_reader *reader);
void rs_trace_close(rs_trace_reader *reader);

/* All of them. NULL and an error text on bad input. config is finished. */
rs_trace *rs_trace_read(const rs_config *config, const char *path, const rs_trace_options *options, rs_error *error);
/* A trace of no file: count[sms] requests of the SMs, all of them reads of line 0 in cycle 0, which the caller then sets, in each SM in
 * the order of its sending; then rs_trace_sum(). Fails without a request, with more than RS_TRACE_MAX_REQUESTS, or as above. */
rs_trace *rs_trace_make(const rs_config *config, const uint32_t *count, rs_error *error);
/* Requests a cycle that the trace has for cycles from .. to - 1, or from `from` to its last request; 0 without a cycle. */
double rs_trace_load(const rs_trace *trace, uint64_t from, uint64_t to);
/* Counts reads and writes. */
void rs_trace_sum(rs_trace *trace);
void rs_trace_destroy(rs_trace *trace);

#ifdef __cplusplus
}
#endif
#endif
