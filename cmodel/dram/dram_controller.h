/* Twin of rtl/dram/rs_dram_controller.v with its parts (ingress, command unit, refresh, reply unit).
 *
 * Everything that a cycle's ports show is known before the step: in_ready (rs_dram_controller_ready), the reply flit
 * (rs_dram_controller_reply), pins and accept. A step is one clock edge. A quiet controller's step may be left out
 * while nothing comes in and no refresh falls due (before cycle refresh.next): rs_dram_controller_quiet(). */
#ifndef RS_DRAM_CONTROLLER_H
#define RS_DRAM_CONTROLLER_H

#include "common/bits.h"
#include "common/packet.h"
#include "dram/queue.h"
#include "dram/refresh.h"
#include "dram/write_drain.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_WRITE_RING = 64 };

typedef struct rs_reply_line {
    uint16_t tag;
    uint8_t sm;
    bool error; /* some of it could not be read */
} rs_reply_line;

typedef struct rs_write_word {
    bool valid;
    uint8_t slot, word;
} rs_write_word;

/* What most cycles look at comes first, to share cache lines. */
typedef struct rs_dram_controller {
    const rs_config *config;
    /* registered outputs, where the owner shows them */
    rs_dram_pins *pins;
    rs_accept *accept;
    uint64_t due;                /* no command, nor anything that it depends on, before this cycle: unless a request or a reply slot comes */
    uint64_t column_due, act_due, pre_due; /* the same of RD and WR, of ACT, of PRE */
    bool foresees;               /* looks only where one of these three is due: no ranked queue, no PAIR, no write drain */
    uint64_t now;                /* cycles since reset, by rs_dram_controller_step() alone */
    uint32_t line_bits;          /* of a request's header, which the bit of a write follows */
    uint32_t reply_bits;         /* of a reply's header, which that of an error follows */
    uint32_t reply_from[3], reply_lines[3]; /* by phase: where a flit's data begins in reply_data, in bits: there, and so many further for each line */
    bool in_write;               /* ingress: the write whose data flits are coming in, */
    uint32_t half;               /* flits that have come */
    uint32_t write_words;        /* in write_ring */

    /* reply unit: a ring of lines in order of issue, below */
    uint32_t reply_first, reply_used, reply_complete, reply_phase;
    uint32_t reply_filling, reply_words; /* the line to which read data comes, words that have come */
    uint32_t reply_words_beside;         /* PAIR: words of the line behind it */

    /* command unit */
    int32_t locked_bank;         /* bank of the request between its first and last column command, -1 none */
    uint32_t column_index;       /* of the next column command */
    int32_t paired_bank;         /* PAIR: bank of the request beside it, which goes on when that is done, -1 none */
    uint32_t paired_index;
    uint32_t last_group;         /* GROUP_FIRST: mask of the banks in the group of the last column command, 0 before the first */
    rs_refresh refresh;
    rs_write_drain drain;
    rs_queue queue;
    rs_bank_timing timing;

    /* ingress, and the write buffer */
    uint64_t slots_busy, all_slots;
    rs_queued *incoming;         /* the request whose flits come in, at its place in the queue; or the last one */
    uint64_t incoming_line;
    uint64_t write_masks[RS_QUEUE_MAX];
    uint32_t write_lines[RS_QUEUE_MAX][RS_LINE_WORDS];
    rs_write_word write_ring[RS_WRITE_RING]; /* data words for the pins of cycle [t % RS_WRITE_RING] */

    rs_reply_line replies[RS_QUEUE_MAX];
    uint32_t reply_data[RS_QUEUE_MAX * RS_LINE_WORDS + RS_FLIT_WORDS]; /* of the lines; at last nothing, which is what a flit without data has */
    uint64_t bursts_beside;              /* PAIR, a ring of bits: the burst is of the line behind it. CL and two cycles a burst leave fewer on their way */
    uint32_t bursts, bursts_back;        /* announced, come */
} rs_dram_controller;

/* config, pins and accept must outlive the controller. */
void rs_dram_controller_init(rs_dram_controller *controller, const rs_config *config, rs_dram_pins *pins, rs_accept *accept);
static inline bool rs_dram_controller_is_write(const rs_dram_controller *controller, uint64_t header)
{
    return (header >> controller->line_bits & 1) != 0;
}
/* Mask of the banks of requests between their column commands. */
static inline uint32_t rs_dram_controller_midway(const rs_dram_controller *controller)
{
    return (controller->locked_bank >= 0 ? 1U << controller->locked_bank : 0) |
           (controller->paired_bank >= 0 ? 1U << controller->paired_bank : 0);
}
/* A head flit that is not taken, because the queue of its bank is full. */
static inline bool rs_dram_controller_bank_full(const rs_dram_controller *controller, const rs_routed_flit *flit)
{
    return !controller->in_write && !rs_queue_room(&controller->queue, flit->route.bank);
}
/* A head flit that is not taken, because a request to its address, from another SM, is queued (ranked queues). */
bool rs_dram_controller_clash(const rs_dram_controller *controller, const rs_routed_flit *flit);
/* Is there room for this flit? */
static inline bool rs_dram_controller_room(const rs_dram_controller *controller, const rs_routed_flit *flit)
{
    return controller->in_write ||
           (!rs_dram_controller_bank_full(controller, flit) &&
            (!rs_dram_controller_is_write(controller, flit->flit.header) || controller->slots_busy != controller->all_slots));
}
/* Would this flit be taken in this cycle? */
static inline bool rs_dram_controller_ready(const rs_dram_controller *controller, const rs_routed_flit *flit)
{
    return rs_dram_controller_room(controller, flit) &&
           (!controller->queue.kind->ranked || !rs_dram_controller_clash(controller, flit));
}
/* Is a reply flit on the port? */
static inline bool rs_dram_controller_replies(const rs_dram_controller *controller)
{
    return controller->reply_complete != 0;
}
/* The reply flit on the port; false without one. */
bool rs_dram_controller_reply(const rs_dram_controller *controller, rs_flit *flit);

/* The parts of a clock edge, in an order that may not change: a command, if one can be issued, and the time (commands see the queue and
 * the reply slots as they were at the start of the cycle); the reply flit on the port leaves; read data that came; the flit taken;
 * the data word that belongs on the pins in the next cycle (a write slot that it releases can be taken in the next cycle). */
void rs_dram_controller_look(rs_dram_controller *controller, uint64_t now);
/* The bank has another candidate, or was opened or closed: its next command is due when it may go. */
void rs_dram_controller_expect(rs_dram_controller *controller, uint32_t bank);
/* No command on the pins, which a look changes. */
static inline void rs_dram_pins_rest(rs_dram_pins *pins)
{
    pins->command = RS_DRAM_NOP;
    pins->bank = 0;
    pins->address = 0;
}
static inline void rs_dram_controller_command(rs_dram_controller *controller, uint64_t now)
{
    rs_dram_pins_rest(controller->pins);
    if (now >= controller->due)
        rs_dram_controller_look(controller, now);
}
static inline void rs_dram_controller_reply_taken(rs_dram_controller *controller)
{
    const uint32_t phase = controller->reply_phase + 1;
    const uint32_t whole = phase == rs_data_packet_flits(controller->config); /* 1: the packet; no branch, for nobody can foretell it */

    if (controller->reply_used == controller->config->reply_slots)
        controller->due = controller->column_due = 0; /* a read may wait for the slot */
    controller->reply_phase = phase & (whole - 1);
    controller->reply_first = (controller->reply_first + whole) & (controller->config->reply_slots - 1);
    controller->reply_used -= whole;
    controller->reply_complete -= whole;
}
/* With PAIR, for rs_dram_controller_read_data(). */
void rs_dram_controller_read_paired(rs_dram_controller *controller, const rs_dram_return *returned);
static inline void rs_dram_controller_read_data(rs_dram_controller *controller, const rs_dram_return *returned)
{
    const rs_config *config = controller->config;
    const uint32_t words = controller->reply_words + 1;
    rs_reply_line *line = &controller->replies[controller->reply_filling];
    uint32_t whole; /* 1: the line; no branch, for nobody can foretell it */

    if (config->pair != 0) {
        rs_dram_controller_read_paired(controller, returned);
        return;
    }
    line->error |= returned->rddata_error;
    rs_bits_copy(controller->reply_data, controller->reply_filling * 8 * RS_LINE_BYTES + controller->reply_words * config->dq_bits,
                 returned->rddata, 0, config->dq_bits);
    whole = words == config->data_cycles;
    controller->reply_words = words & (whole - 1);
    controller->reply_filling = (controller->reply_filling + whole) & (config->reply_slots - 1);
    controller->reply_complete += whole;
}
void rs_dram_controller_take(rs_dram_controller *controller, const rs_routed_flit *flit);
static inline bool rs_dram_controller_writes(const rs_dram_controller *controller)
{
    return controller->write_words != 0 || controller->pins->wrdata_en;
}
void rs_dram_controller_write_data(rs_dram_controller *controller, uint64_t now);

/* One clock edge: flit is the one taken in this cycle (NULL: none), reply_taken: the reply flit on the port left. */
static inline void rs_dram_controller_step(rs_dram_controller *controller, const rs_routed_flit *flit, const rs_dram_return *returned,
                                           bool reply_taken)
{
    rs_dram_controller_command(controller, controller->now);
    if (reply_taken)
        rs_dram_controller_reply_taken(controller);
    if (returned->rddata_valid)
        rs_dram_controller_read_data(controller, returned);
    controller->accept->valid = false;
    if (flit != NULL)
        rs_dram_controller_take(controller, flit);
    if (rs_dram_controller_writes(controller))
        rs_dram_controller_write_data(controller, controller->now);
    controller->now++;
}
/* After a step that issued no command: the first cycle from now on in which a step without
 * input could change anything but the time, or its pins and accept differ; UINT64_MAX: none. */
uint64_t rs_dram_controller_next(const rs_dram_controller *controller, uint64_t now);
/* No request anywhere inside (the RTL's idle). */
bool rs_dram_controller_idle(const rs_dram_controller *controller);

/* For the memory path: a step without input would change nothing but the time. */
static inline bool rs_dram_controller_quiet(const rs_dram_controller *controller, uint64_t now)
{
    return controller->queue.count == 0 && !controller->in_write && controller->slots_busy == 0 &&
           controller->reply_used == 0 && controller->write_words == 0 && controller->pins->command == RS_DRAM_NOP &&
           !controller->pins->wrdata_en && !controller->accept->valid &&
           !rs_refresh_due(&controller->refresh, now);
}

#ifdef __cplusplus
}
#endif
#endif
