/* Twin of rtl/port/rs_axi4_port.v: an AXI4 slave in front of lines of memory. The rules are written down in the RTL's header.
 *
 * A burst is kept as the bus said it. The address of its n-th beat is a closed form (AMBA AXI4, A3.4.1); beats that follow one another
 * in one line are a group, which is one write or one read of memory.
 *
 * A cycle: rs_axi4_port_offer() gives the outputs, functions of the state alone, then rs_axi4_port_clock() is the clock edge with
 * the inputs. Payload of an output means nothing without its valid. */
#ifndef RS_AXI4_PORT_H
#define RS_AXI4_PORT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_AXI4_BYTES_MAX = 128, RS_AXI4_BURSTS_MAX = 64, RS_AXI4_LINES_MAX = 256, RS_AXI4_TAGS_MAX = 512, RS_AXI4_CHANNELS_MAX = 64 };
enum { RS_AXI4_FIXED, RS_AXI4_INCR, RS_AXI4_WRAP };
enum { RS_AXI4_OKAY = 0, RS_AXI4_SLVERR = 2 };

typedef struct rs_axi4_config {
    uint32_t beat_bytes, line_bytes, address_bits;      /* of the data bus, of a line of memory, of memory's addresses */
    uint32_t writes, reads, lines, tag_bits, channels;  /* as the RTL's parameters */
} rs_axi4_config;

typedef struct rs_axi4_burst {
    uint32_t id, beats, beat_bytes, kind; /* kind: RS_AXI4_FIXED, INCR, WRAP, or 3: reserved */
    uint64_t address;
} rs_axi4_burst;

/* Byte address of beat n, from 0. Of a burst that leaves its 4 KB page, which is against the rules, it comes back at the page's begin. */
uint64_t rs_axi4_beat_address(const rs_axi4_burst *burst, uint32_t n);
/* Beats of the burst that go to one line in a row, from beat n on. */
uint32_t rs_axi4_group(const rs_axi4_burst *burst, uint32_t n, uint32_t line_bytes);

typedef struct rs_axi4_inputs {
    bool aw_valid, w_valid, b_ready, ar_valid, r_ready, request_ready, reply_valid, reply_error;
    rs_axi4_burst aw, ar;
    uint8_t w_data[RS_AXI4_BYTES_MAX];
    bool w_strobe[RS_AXI4_BYTES_MAX];
    uint32_t reply_slot;
    uint8_t reply_data[RS_AXI4_BYTES_MAX];
    uint32_t accepted;                    /* writes that memory accepts in this cycle, and their tags */
    uint32_t accepted_tag[RS_AXI4_CHANNELS_MAX];
    bool accepted_error[RS_AXI4_CHANNELS_MAX]; /* the line was not written */
} rs_axi4_inputs;

typedef struct rs_axi4_outputs {
    bool aw_ready, w_ready, b_valid, ar_ready, r_valid, r_last, request_valid, request_write, idle;
    uint32_t b_id, b_response, r_id, r_response, request_slot; /* request_slot: of a read */
    const uint8_t *r_data;                /* beat_bytes; NULL: all 0 */
    uint64_t request_line;
    const bool *request_strobe;           /* of a write, by byte; bytes without it mean nothing */
    const uint8_t *request_data;
} rs_axi4_outputs;

typedef struct rs_axi4_line {
    uint64_t line;
    bool ends;                            /* the last of its burst */
    bool strobe[RS_AXI4_BYTES_MAX];
    uint8_t data[RS_AXI4_BYTES_MAX];
} rs_axi4_line;

typedef struct rs_axi4_kept { rs_axi4_burst burst; bool refused; } rs_axi4_kept;
typedef struct rs_axi4_answer { uint32_t id; bool refused; } rs_axi4_answer;

/* Rings: number n is in place n modulo their size. */
typedef struct rs_axi4_port {
    rs_axi4_config config;
    struct {
        rs_axi4_kept burst[RS_AXI4_BURSTS_MAX];
        rs_axi4_line line[2];
        rs_axi4_answer answer[RS_AXI4_BURSTS_MAX];
        bool accepted[RS_AXI4_TAGS_MAX], failed[RS_AXI4_TAGS_MAX], ends[RS_AXI4_TAGS_MAX];
        uint64_t bursts_in, bursts_out, lines_in, lines_out, settled, answers_in, answers_out;
        uint32_t beats;                   /* of the oldest burst that have come */
        uint64_t burst_settled, burst_answered; /* bursts with lines that have all settled: accepted, and all before them; of them answered */
        bool burst_failed[RS_AXI4_BURSTS_MAX]; /* such a burst has a line that was not written */
        bool failing;                     /* so has the burst whose lines settle */
    } store;
    struct {
        rs_axi4_kept burst[RS_AXI4_BURSTS_MAX];
        bool here[RS_AXI4_LINES_MAX], failed[RS_AXI4_LINES_MAX];
        uint8_t data[RS_AXI4_LINES_MAX][RS_AXI4_BYTES_MAX];
        uint64_t bursts_in, bursts_asked, bursts_out, lines_asked, lines_shown, lines_out; /* out: the last beat has left */
        uint32_t asked, beats;            /* beats of the burst that is asked for whose lines are; of the one that is shown that have left */
        bool shown, shown_last, shown_refused, shown_failed, shown_frees; /* a beat on the bus; failed: its line could not be read; frees: it is the last of its line */
        uint32_t shown_id;
        uint8_t shown_data[RS_AXI4_BYTES_MAX];
    } load;
    bool refused, refused_write;          /* the request at the port was not taken, and its kind */
    bool store_turn;
} rs_axi4_port;

/* False: a value of the configuration is not one that the RTL takes, or above the greatest of this twin. */
bool rs_axi4_port_init(rs_axi4_port *port, const rs_axi4_config *config);
void rs_axi4_port_offer(const rs_axi4_port *port, rs_axi4_outputs *outputs);
void rs_axi4_port_clock(rs_axi4_port *port, const rs_axi4_inputs *inputs, const rs_axi4_outputs *outputs);

#ifdef __cplusplus
}
#endif
#endif
