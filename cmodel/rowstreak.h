/* Rowstreak: C twin of the GPU memory path. The public interface; `make install` makes of it the one header that programs include.
 *
 * Two levels:
 *   rs_memory  a memory system to link into another simulator, DRAM included: requests in, completions and statistics out.
 *   rs_path    rtl/machine/rs_memory_path.v, port by port: identical to it on every output in every cycle. One rs_path_step() is
 *              one clock. There is no DRAM behind its pins: without one that answers them no read ever returns.
 * What is not modelled: DRAM initialisation and training, clock domains (core, network and DRAM command clock run 1:1:1). The SMs
 * in front of the path are the command's: gpu_memory.h, not installed.
 *
 * Conventions: the state pointer comes first. Functions that can fail return NULL or false and write a code and one line of text
 * into the caller's rs_error, which may be NULL. Nothing here prints or ends the process. After rs_path_create() the path allocates
 * nothing; the DRAM of rs_memory grows with the lines written. Shapes: [sms] and [channels] follow rs_config.
 * Threads: the library has no variables of its own. Different objects may be used in different threads at the same time, one
 * object by one thread at a time.
 */
#ifndef ROWSTREAK_H
#define ROWSTREAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* MAJOR changes when a program written for the version before may not compile, or mean the same, any more. */
#define RS_VERSION_MAJOR 1
#define RS_VERSION_MINOR 1
#define RS_VERSION_PATCH 0
#define RS_VERSION_NUMBER (RS_VERSION_MAJOR * 10000 + RS_VERSION_MINOR * 100 + RS_VERSION_PATCH)
#define RS_VERSION "1.1.0"

#if defined(__GNUC__)
#define RS_API __attribute__((visibility("default"))) /* in front of each function that an installed library has */
#define RS_EXTENSION __extension__                    /* C11 in C99 */
#else
#define RS_API
#define RS_EXTENSION
#endif

/* Of the library that the program was linked with: RS_VERSION and RS_VERSION_NUMBER of its header. */
RS_API const char *rs_version(void);
RS_API int rs_version_number(void);

/* ---- sets ------------------------------------------------------------------------------------------ */

/* A set of up to RS_SET_MAX numbers, such as SMs: number i is bit i % 64 of word i / 64. Words beyond rs_config.sm_words mean
 * nothing. */
enum { RS_SET_MAX = 256, RS_SET_WORDS = RS_SET_MAX / 64 };

typedef struct rs_set {
    uint64_t word[RS_SET_WORDS];
} rs_set;

static inline bool rs_set_has(const rs_set *set, uint32_t i)
{
    return (set->word[i / 64] >> i % 64 & 1) != 0;
}

static inline void rs_set_add(rs_set *set, uint32_t i)
{
    set->word[i / 64] |= UINT64_C(1) << i % 64;
}

static inline void rs_set_remove(rs_set *set, uint32_t i)
{
    set->word[i / 64] &= ~(UINT64_C(1) << i % 64);
}

enum {
    RS_MAX_SMS = RS_SET_MAX,
    RS_MAX_CHANNELS = 64,
    RS_MAX_BANKS = 16,
    RS_NODE_WORDS = 8,      /* of 16 nodes of a mesh or ring each: the RTL's parameters MEMORY_NODES_0, _1, ... */
    RS_IN_FLIGHT_MAX = 512, /* requests of an SM */
    RS_WARP_LANES = 32,
    RS_LINE_BYTES = 64,  /* a request moves one line */
    RS_LINE_SHIFT = 6,
    RS_LINE_WORDS = RS_LINE_BYTES / 4, /* 32-bit words of a line */
    RS_FLIT_WORDS = 8,   /* 32-bit words of the widest flit (256 bit) */
    RS_DQ_WORDS = 8      /* 32-bit words of the widest data bus cycle */
};

/* ---- errors (cmodel/common/error.c) ---------------------------------------------------------------- */

enum rs_error_code {
    RS_ERROR_NONE,    /* what the caller sets before; no function does */
    RS_ERROR_INPUT,   /* the caller or a file gave what the text says, which has what was expected, too */
    RS_ERROR_MEMORY,  /* out of memory */
    RS_ERROR_INTERNAL /* a check of the model fired: a fault of ours */
};

typedef struct rs_error {
    char text[768]; /* one line; about a file it begins with FILE:LINE: */
    enum rs_error_code code;
} rs_error;

/* Internal: not installed. */
#if defined(__GNUC__)
#define RS_MESSAGE __attribute__((cold, format(printf, 2, 3)))
#else
#define RS_MESSAGE
#endif
/* With the code RS_ERROR_INPUT, RS_ERROR_MEMORY, RS_ERROR_INTERNAL. */
void rs_error_set(rs_error *error, const char *format, ...) RS_MESSAGE;
void rs_error_memory(rs_error *error, const char *format, ...) RS_MESSAGE;
void rs_error_internal(rs_error *error, const char *format, ...) RS_MESSAGE;
/* End of internal. */

/* ---- configuration (cmodel/config.c, config_finish.c) ------------------------------------------- */

enum rs_refresh_kind { RS_REFRESH_ALL, RS_REFRESH_BANK };
enum rs_scheduler { RS_SCHEDULER_FIFO, RS_SCHEDULER_BFIFO, RS_SCHEDULER_FRFCFS, RS_SCHEDULER_MOST_PENDING, RS_SCHEDULER_BLISS, RS_SCHEDULER_PARBS,
                    RS_SCHEDULER_WG };
enum rs_hold_policy { RS_HOLD_NONE, RS_HOLD_HG, RS_HOLD_RMHG, RS_HOLD_HMHG };
enum rs_pick { RS_PICK_TREE, RS_PICK_UNIFORM };
enum rs_network { RS_NETWORK_XBAR, RS_NETWORK_MESH, RS_NETWORK_RING };
enum rs_allocator { RS_ALLOCATOR_PIM, RS_ALLOCATOR_ISLIP, RS_ALLOCATOR_WAVEFRONT, RS_ALLOCATOR_SJF };

enum {
    RS_MAP_MAX_RUNS = 64 - RS_LINE_SHIFT,
    RS_MAP_PART_BITS = 5, RS_MAP_PART_VALUES = 1 << RS_MAP_PART_BITS, RS_MAP_PARTS = 5, /* for the 25 bits of a line's number: few lines of a cache */
    RS_PLACE_CHANNEL = 0, RS_PLACE_BANK = 8, RS_PLACE_COLUMN = 16, RS_PLACE_ROW = 32    /* where a part has a field's lowest bit */
};

/* Neighbouring address bits that are neighbours in a field as well. */
typedef struct rs_address_run {
    uint8_t field;    /* 0 channel, 1 bank, 2 row, 3 column */
    uint8_t from, to; /* lowest bit in the address, in the field */
    uint32_t ones;    /* as many as the run has bits, from bit 0 */
} rs_address_run;

/* Which address bits make a field; the field's bits are those of the mask from the low end up. */
typedef struct rs_address_map {
    uint64_t channel_mask, bank_mask, row_mask, column_mask; /* over the byte address */
    uint32_t channel_bits, bank_bits, row_bits, column_bits; /* column counts 64 B lines */
    uint32_t address_bits;                                   /* bytes the machine can address: 2^address_bits */
    bool bank_xor;                                           /* the bank's bits are XORed with the row's low ones */
    uint32_t run_count;
    rs_address_run run[RS_MAP_MAX_RUNS];                     /* the masks again, ready for encoding */
    /* And ready for decoding: the fields' bits, side by side, that RS_MAP_PART_BITS bits of a line's number stand for. */
    uint64_t part[RS_MAP_PARTS][RS_MAP_PART_VALUES];
} rs_address_map;

/* What a configuration is of, by its top module: what is checked, and which keys have an effect. Each has the one before inside. */
enum rs_top {
    RS_TOP_PATH,       /* rs_memory_path: requests of a pattern or trace run on it */
    RS_TOP_GPU_MEMORY, /* rs_gpu_memory: the SMs' memory sides and the path; a bench's */
    RS_TOP_GPU         /* rs_gpu: the whole machine, which programs run on */
};

typedef struct rs_config {
#define RS_KEY(NAME, field, init, min, max, kind, text) uint32_t field;
#include "config.def"
#undef RS_KEY
    uint32_t top;              /* enum rs_top; no key: set before rs_config_finish() */
    bool miss_entries_set;     /* by rs_config_set(); else rs_config_finish() takes MISS_ENTRIES from MISS_TABLE */
    char address_map_text[96]; /* key ADDRESS_MAP, in GPGPU-Sim's mask notation */
    rs_address_map map;
    char memory_nodes_text[96]; /* key MEMORY_NODES: nodes of a mesh or ring that are controllers, between blanks; empty: chosen by rs_config_finish() */
    /* derived by rs_config_finish() */
    rs_set memory_nodes;  /* the same; the others are SMs, both numbered in the order of the nodes. Empty: a crossbar */
    uint32_t sm_words;    /* words of a set of SMs */
    uint32_t banks;       /* DRAM banks: 2^map.bank_bits */
    uint32_t columns;     /* column commands of one request: 64 / (chips * bus_bytes * burst) */
    uint32_t data_cycles; /* data-bus cycles of one request: columns * burst_cycles */
    uint32_t dq_bits;     /* data bits a data-bus cycle: 2 * flit_bits / data_cycles */
    uint64_t full_mask;   /* byte mask that writes a whole line, 2 * flit_bits / 8 ones; 0 without write_mask */
} rs_config;

/* THESIS' machine: every default of config.def and the default address map; finished with RS_TOP_PATH. */
RS_API void rs_config_default(rs_config *config);
/* Reads KEY = VALUE lines ('#' starts a comment), each key once. Errors name file:line. */
RS_API bool rs_config_read(rs_config *config, const char *path, rs_error *error);
/* One "KEY=VALUE"; enumerations by name or number. */
RS_API bool rs_config_set(rs_config *config, const char *key, const char *value, rs_error *error);
/* Machine names: FIFO, BFIFO[.<look-ahead>][x<places a bank>], FR-FCFS, MOST-PENDING, BLISS, PAR-BS or WG, then optionally +HG, +RMHG or
 * +HMHG<bits>, /L<limit>, /G (guard), /SJF (allocator), /S<requests of a superpacket>, /A<age cap>: "BFIFO.4+HMHG4/L8/G/A16".
 * Sets scheduler, look-ahead, places, hold policy, hash bits, limit, guard, superpacket, age cap, and the allocator where it is or was SJF. */
RS_API bool rs_config_machine(rs_config *config, const char *machine, rs_error *error);
enum { RS_MACHINE_NAME = 64 };
/* The name that such keys have, whoever set them: the inverse of rs_config_machine(). */
RS_API void rs_config_machine_name(const rs_config *config, char name[RS_MACHINE_NAME]);
/* Derives and checks, also keys whose fields were written directly. The create functions do it to their copy; who reads derived
 * values before them calls it last, and again after a change. */
RS_API bool rs_config_finish(rs_config *config, rs_error *error);
/* Internal: not installed. */
/* Every key within its range of config.def, whoever set it; part of rs_config_finish(). */
bool rs_config_in_range(const rs_config *config, rs_error *error);
/* Whether the RTL can be built so. */
bool rs_config_has_rtl(const rs_config *config, rs_error *error);
/* Sets *top to that of the module: RS_TOP_PATH for any but rs_gpu_memory and rs_gpu. */
void rs_config_top(uint32_t *top, const char *module);
/* The nodes that MEMORY_NODES lists: numbers below RS_SET_MAX between blanks, each once. */
bool rs_memory_nodes_parse(rs_set *nodes, const char *text, rs_error *error);
/* Part of rs_config_finish(): checks what a mesh or ring needs, and places the controllers. */
bool rs_config_place_nodes(rs_config *config, rs_error *error);
/* The map with BANK_XOR; once for each map that was parsed. */
void rs_address_map_xor_banks(rs_address_map *map);
/* Whether rs_config_finish() would change nothing; false also when it would refuse. */
bool rs_config_is_finished(const rs_config *config, rs_error *error);
/* rs_config_finish() of what was read from a file (NULL: from none): an error that names a key of it has its FILE:LINE in front. */
bool rs_config_finish_file(rs_config *config, const char *path, rs_error *error);
/* End of internal. */
/* GPGPU-Sim's notation: "dramid@8;00000000....RRRR...BBB...CCC...SS", 64 letters 0 D R B C S, dots ignored. */
RS_API bool rs_address_map_parse(rs_address_map *map, const char *text, uint32_t channels, rs_error *error);

typedef struct rs_location {
    uint32_t channel, bank, row, column;
} rs_location;
/* Twin of rtl/dram/rs_address_map.v. The address is in bytes; bits above address_bits mean nothing. */
static inline rs_location rs_address_decode(const rs_address_map *map, uint64_t address)
{
    const uint32_t line = (uint32_t)(address >> RS_LINE_SHIFT), ones = RS_MAP_PART_VALUES - 1;
    const uint64_t place = map->part[0][line & ones] ^ map->part[1][line >> RS_MAP_PART_BITS & ones] ^
                           map->part[2][line >> 2 * RS_MAP_PART_BITS & ones] ^ map->part[3][line >> 3 * RS_MAP_PART_BITS & ones] ^
                           map->part[4][line >> 4 * RS_MAP_PART_BITS & ones];
    const rs_location location = {(uint32_t)(place >> RS_PLACE_CHANNEL) & 0xff, (uint32_t)(place >> RS_PLACE_BANK) & 0xff,
                                  (uint32_t)(place >> RS_PLACE_ROW), (uint32_t)(place >> RS_PLACE_COLUMN) & 0xffff};

    return location;
}
/* The inverse; offset within the line is 0. */
RS_API uint64_t rs_address_encode(const rs_address_map *map, rs_location location);

/* ---- packets ------------------------------------------------------------------------------------ */

/* One flit. A request packet is a head flit with a header, and for a write two data flits behind it; a
 * read reply is a head flit and two data flits. With header_wires = 1 the head flit of a write or reply has the first half of the
 * data, and one data flit follows. Single-flit packets have head and tail set. */
typedef struct rs_flit {
    uint64_t header;                  /* head flits only; see rs_request_header(), rs_reply_tag() */
    uint64_t mask;                    /* head flits of writes, with write_mask; bit i: byte i of the line is written */
    uint32_t data[RS_FLIT_WORDS];     /* flits with data only; FLIT_BITS bits, low word first, rest 0 */
    bool head, tail;
    uint16_t warp;                    /* of no port of the RTL: head flits of reads of an SM, 1 + the warp that asks; 0: not known */
} rs_flit;

/* Bits of a request's kind: 1, the write bit, or 3 with L2 = 1 (0 read, 1 write, 2 atomic). */
static inline uint32_t rs_kind_bits(const rs_config *config)
{
    return config->l2 != 0 ? 3 : 1;
}
/* Flits of a packet with data: a write, an atomic operation, a reply. */
static inline uint32_t rs_data_packet_flits(const rs_config *config)
{
    return config->header_wires != 0 ? 2 : 3;
}
/* Request header, from bit 0: line address (address_bits - 6), write, tag (TAG_BITS), SM (inserted by the path). On the
 * wires a write's mask stands above it. */
RS_API uint64_t rs_request_header(const rs_config *config, uint64_t address, bool write, uint32_t tag);
/* The same with a kind of rs_kind_bits() in place of the write bit: what the path takes. */
RS_API uint64_t rs_path_header(const rs_config *config, uint64_t address, bool write, uint32_t tag);
/* Reply header, from bit 0: tag (TAG_BITS), SM, with L2 = 1 the level (0 the L2 had the data, 1 main memory). */
RS_API uint32_t rs_reply_tag(const rs_config *config, uint64_t header);

/* ---- DRAM pins, one set a channel (DFI names in the RTL) ------------------------------------------ */

enum rs_dram_command { RS_DRAM_NOP, RS_DRAM_ACT, RS_DRAM_PRE, RS_DRAM_RD, RS_DRAM_WR, RS_DRAM_REF };

/* Driven by the controller. All pins are registered. */
typedef struct rs_dram_pins {
    uint8_t command;               /* enum rs_dram_command */
    uint8_t bank;
    uint32_t address;              /* ACT: row; RD, WR: line column * columns + index of the column command */
    bool wrdata_en;                /* WL cycles after WR, BURST_CYCLES long */
    uint32_t wrdata[RS_DQ_WORDS];  /* dq_bits wide */
    uint32_t wrdata_mask;          /* a bit per byte of wrdata, 1: not written; 0 without write_mask */
} rs_dram_pins;

/* Channels with a command on their pins, a bit each. */
static inline uint64_t rs_dram_commands(const rs_dram_pins *pins, uint32_t channels)
{
    uint64_t commands = 0;

    for (uint32_t i = 0; i < channels; i++)
        commands |= (uint64_t)(pins[i].command != RS_DRAM_NOP) << i;
    return commands;
}

/* Driven by the DRAM: data of a RD on the pins at cycle t is valid in t + CL .. t + CL + BURST_CYCLES - 1. */
typedef struct rs_dram_return {
    bool rddata_valid;
    bool rddata_error; /* ECC: the word could not be read */
    uint32_t rddata[RS_DQ_WORDS];
} rs_dram_return;

/* A controller has accepted a request into its queue in this cycle (a write: with its tail flit). With L2 = 1: the L2 has looked
 * it up. */
typedef struct rs_accept {
    bool valid, write;
    uint8_t sm;
    uint16_t tag;
    uint64_t line; /* byte address / 64 */
} rs_accept;

/* ---- the memory path (cmodel/machine/memory_path.c, rtl/machine/rs_memory_path.v) --------------------------------- */

typedef struct rs_path_inputs {
    rs_set request_valid;              /* SMs */
    rs_flit request[RS_MAX_SMS];
    rs_set reply_ready;                /* SMs */
    rs_dram_return dram[RS_MAX_CHANNELS];
} rs_path_inputs;

typedef struct rs_path_outputs {
    rs_set request_ready;              /* SMs; does not depend on the inputs of the same cycle */
    rs_set reply_valid;                /* SMs */
    rs_flit reply[RS_MAX_SMS];         /* valid where reply_valid is set */
    rs_dram_pins dram[RS_MAX_CHANNELS];
    rs_accept accept[RS_MAX_CHANNELS]; /* registered: the acceptance happened in the cycle before */
    bool idle;                         /* nothing buffered, queued or in flight */
    /* For observers, no port of the RTL: controllers at which, in the last step, a head flit waited for a place in the queue
     * of its bank. Never one with BANK_READY. */
    uint64_t bank_waits;               /* a bit a controller */
    /* The same: what the controllers have accepted, [channels]. Without L2 it is accept itself. */
    const rs_accept *queued;
    /* The same: controllers with a command on their pins, and those with a valid acceptance in queued; a bit each. */
    uint64_t commands, accepting;
    const struct rs_path *path;        /* whose outputs these are */
} rs_path_outputs;

typedef struct rs_path rs_path;
/* Finishes a copy of config and keeps it; NULL if it is refused, the network is too large or there is no memory. */
RS_API rs_path *rs_path_create(const rs_config *config, rs_error *error);
/* The finished copy: what rs_request_header() and the like take, and the shapes. */
RS_API const rs_config *rs_path_config(const rs_path *path);
RS_API void rs_path_destroy(rs_path *path);
/* Back to the state after reset, in place: it cannot fail. */
RS_API void rs_path_reset(rs_path *path);
/* Outputs of the current cycle; a function of the state alone, valid until the next step. */
RS_API const rs_path_outputs *rs_path_outputs_now(const rs_path *path);
/* line: what main memory has of the 64 bytes at this address. What the L2 has takes its place; the state stays. */
RS_API void rs_path_cached(const rs_path *path, uint64_t address, uint32_t line[RS_LINE_WORDS]);
/* One clock edge with these inputs. A request flit moves when its valid and ready are both set. */
RS_API void rs_path_step(rs_path *path, const rs_path_inputs *inputs);
/* After a step: for how many of the next cycles the outputs stay as they are now and a step changes nothing but the
 * time, provided that the inputs stay as in that step and no read data returns. 0: the next step may do something;
 * UINT64_MAX: nothing happens until the inputs change. */
RS_API uint64_t rs_path_quiet_cycles(const rs_path *path);
/* The same as so many steps with such inputs; cycles <= rs_path_quiet_cycles(). */
RS_API void rs_path_skip(rs_path *path, uint64_t cycles);

/* ---- the memory system (cmodel/machine/memory_system.c) ------------------------------------------------------- */

/* A memory path with its DRAM behind it and a place for one request at each of its ports (the SMs): what `rowstreak trace` runs. It
 * says when requests complete; data are none of the caller's. DRAM timing is checked in every cycle.
 *
 * A read is complete when the last flit of its reply has come, a write when its controller (with L2 = 1: its L2 bank) has accepted
 * it: reads that are accepted later have its data.
 * At most IN_FLIGHT requests of a port are under way; one more waits in the port's place. Requests of one port to one line keep
 * their order (but under VCS > 1 with dynamic assignment); those of different ports may overtake each other. */
typedef struct rs_memory rs_memory;

typedef struct rs_completion {
    uint64_t address; /* these four as given to rs_memory_request() */
    bool write;
    uint32_t port;
    void *user;
    uint64_t cycle;   /* in which the reply's tail came; of a write that after its acceptance */
    uint64_t latency; /* cycles from that of the first tick after rs_memory_request() */
} rs_completion;

/* Called at the end of the tick in which the request completes, in a fixed order. It may call rs_memory_request(), but not tick,
 * advance or destroy. */
typedef void rs_memory_callback(void *context, const rs_completion *completion);

/* Finishes a copy of config, as one of the memory path, and keeps it. completed may be NULL. */
RS_API rs_memory *rs_memory_create(const rs_config *config, rs_memory_callback *completed, void *context, rs_error *error);
/* Of the defaults, then a file of rs_config_read(), then a machine of rs_config_machine(); each of the two may be NULL. */
RS_API rs_memory *rs_memory_create_file(const char *path, const char *machine, rs_memory_callback *completed, void *context,
                                        rs_error *error);
RS_API void rs_memory_destroy(rs_memory *memory);
RS_API const rs_config *rs_memory_config(const rs_memory *memory);

/* The port that the two functions below take for an address: (address / 256) mod SMS. */
RS_API uint32_t rs_memory_port(const rs_memory *memory, uint64_t address);
/* Whether the place at the port is free. Addresses are bytes, modulo the size of the DRAM; a request is the line that has it. */
RS_API bool rs_memory_accepts(const rs_memory *memory, uint64_t address, bool write);
/* Puts the request into the port's place: it is offered to the network from the next tick on. False: not accepted. */
RS_API bool rs_memory_request(rs_memory *memory, uint64_t address, bool write, void *user);
/* The same with a port of the caller's choice, below SMS. */
RS_API bool rs_memory_accepts_at(const rs_memory *memory, uint32_t port, uint64_t address, bool write);
RS_API bool rs_memory_request_at(rs_memory *memory, uint32_t port, uint64_t address, bool write, void *user);

/* One clock. False: out of memory or an internal error, in this and every further call. */
RS_API bool rs_memory_tick(rs_memory *memory, rs_error *error);
/* The same as ticks up to the one in which a request completes, `most` at the most: fast where nothing happens. */
RS_API bool rs_memory_advance(rs_memory *memory, uint64_t most, rs_error *error);
RS_API uint64_t rs_memory_cycle(const rs_memory *memory);       /* ticks so far */
RS_API uint64_t rs_memory_outstanding(const rs_memory *memory); /* requests not completed */

/* A statistic of the ticks so far, or since the last reset. The names are columns of the command's CSV (cycles, reads, dram_efficiency, latency_mean, ...),
 * which cmodel/observe/metrics.h defines. False: no such name. */
RS_API bool rs_memory_statistic(const rs_memory *memory, const char *name, double *value);
/* Name i, from 0; NULL: there are no more. */
RS_API const char *rs_memory_statistic_name(size_t i);
/* Statistics are those of the following ticks, after warming up for example. Requests, DRAM and time stay; a request under way counts
 * with what still happens to it, a read that returns with its whole latency. */
RS_API void rs_memory_reset_statistics(rs_memory *memory);

/* Internal: not installed. */
#include "common/set.h"
/* End of internal. */

#ifdef __cplusplus
}
#endif
#endif
