/* Data scoreboard: follows every request through the memory path and knows what each read must return. It uses
 * nothing of the controllers, their twins or the DRAM device except the content of lines never written.
 *
 * Rules, each with its own message:
 *   port    a request packet is head flit, then two data flits for a write, with tail on the last only; with HEADER_WIRES the first
 *           data are beside the header, here and in replies
 *   accept  the requests of an SM to a channel are accepted in the order in which their tail flits moved at the SM
 *           port, each once, with line, tag and direction unchanged; under dynamic channel assignment (VCS > 1, DVCA) in any
 *           order, and requests that agree in line, tag and direction are taken to keep theirs
 *   order   memory changes in the order of acceptance, per channel: at the acceptance of a write its data, the bytes
 *           of its mask, become the line's content, at that of a read the line's content becomes what the reply must carry
 *   reply   a reply packet is a head flit and two data flits; its header names the SM it arrives at and the tag of
 *           a read accepted and not yet answered; its data are that read's. (Should several reads of an SM with
 *           the same tag be unanswered, the reply must match one of them.)
 *   end     rs_scoreboard_finish(): every request accepted, every read answered
 *
 * Cost: a few dozen nanoseconds a request. Memory grows with the lines written and the requests outstanding.
 */
#ifndef RS_SCOREBOARD_H
#define RS_SCOREBOARD_H

#include "common/contents.h"
#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_scoreboard rs_scoreboard;

typedef struct rs_scoreboard_counts {
    uint64_t requests; /* complete packets at the SM ports */
    uint64_t accepted_reads, accepted_writes, replies;
} rs_scoreboard_counts;

rs_scoreboard *rs_scoreboard_create(const rs_config *config, rs_error *error);
void rs_scoreboard_destroy(rs_scoreboard *scoreboard);
void rs_scoreboard_reset(rs_scoreboard *scoreboard);
/* What lines hold that nobody has written, if not rs_dram_initial_line(); before the first cycle. */
void rs_scoreboard_set_contents(rs_scoreboard *scoreboard, rs_contents contents);
/* Inputs and outputs of the next cycle, 0 in the first call. False from the first broken rule on. */
bool rs_scoreboard_observe(rs_scoreboard *scoreboard, const rs_path_inputs *inputs, const rs_path_outputs *outputs);
/* The same as so many cycles in which no flit moves and nothing is accepted. */
void rs_scoreboard_skip(rs_scoreboard *scoreboard, uint64_t cycles);
/* To be called when the path is idle. False when something is outstanding or a rule was broken before. */
bool rs_scoreboard_finish(rs_scoreboard *scoreboard);
/* "scoreboard: cycle ...", one line about the first broken rule; NULL while there is none. */
const char *rs_scoreboard_error(const rs_scoreboard *scoreboard);
rs_scoreboard_counts rs_scoreboard_count(const rs_scoreboard *scoreboard);

/* Visits every line written, in no particular order, so that the DRAM's final content can be compared: *cursor is 0
 * at first; each call gives one line (byte address / 64) and its content, flit 0 in the low bits, 2 * flit_bits
 * wide, the rest 0. False: no further line. */
bool rs_scoreboard_line(const rs_scoreboard *scoreboard, uint64_t *cursor, uint64_t *line,
                        uint32_t content[RS_LINE_BYTES / 4]);

#ifdef __cplusplus
}
#endif
#endif
