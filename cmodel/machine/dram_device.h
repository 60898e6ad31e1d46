/* DRAM device: storage and pins of every channel. C only; it stands behind rtl/machine/rs_memory_path.v as well.
 *
 * Timing. Column command RD on the pins in cycle t: its BURST_CYCLES data words are returned in cycles
 * t + CL .. t + CL + BURST_CYCLES - 1. WR in cycle t: the words on the pins in cycles t + WL ..
 * t + WL + BURST_CYCLES - 1 are stored, those with wrdata_en set, but for the bytes set in wrdata_mask. ACT
 * opens a row; RD and WR go to the row opened last. The device obeys; whether a command was legal is the timing
 * checker's business (timing_checker.h). Fields beyond the device's size wrap, so no pin value can crash it.
 *
 * Shapes. A line is 2 * flit_bits bits, kept in RS_LINE_WORDS 32-bit words, low word first; flit 0 of a
 * packet holds the low half. A data-bus word is dq_bits of it: word w is bits w * dq_bits and up. A request
 * is config.columns column commands; command k (pins.address = column * columns + k) carries words
 * k * burst_cycles .. k * burst_cycles + burst_cycles - 1.
 *
 * A line never written reads as rs_dram_initial_line() of its byte address, or as rs_dram_device_set_contents() says.
 * Memory is taken in pages of 8 lines at the first write to one; reads allocate nothing.
 * Not modelled: initialisation, training, refresh, power-down.
 */
#ifndef RS_DRAM_DEVICE_H
#define RS_DRAM_DEVICE_H

#include "common/contents.h"
#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_dram_device rs_dram_device;

/* NULL and an error text when memory runs out. config must have passed rs_config_finish(). */
rs_dram_device *rs_dram_device_create(const rs_config *config, rs_error *error);
void rs_dram_device_destroy(rs_dram_device *device);
/* As just created: cycle 0, nothing written, all banks closed, no data on the way. */
void rs_dram_device_reset(rs_dram_device *device);

/* What a line never written reads as; before the first clock. */
void rs_dram_device_set_contents(rs_dram_device *device, rs_contents contents);

/* One clock. pins[channels] are those of cycle t (0 in the first call), commands the channels with a command on theirs, a bit each;
 * returns[channels] becomes what the path sees in cycle t + 1. rddata is 0 where rddata_valid is not set. False: out of memory for a page. */
bool rs_dram_device_step(rs_dram_device *device, const rs_dram_pins *pins, uint64_t commands, rs_dram_return *returns);
/* The same in two parts: the clock; then what the path sees in the cycle that has begun, in returns as the call before has left it, at first 0. */
bool rs_dram_device_clock(rs_dram_device *device, const rs_dram_pins *pins, uint64_t commands);
void rs_dram_device_show(rs_dram_device *device, rs_dram_return *returns);

/* Cycles in which the device neither returns nor awaits data if no command comes; UINT64_MAX: for ever. */
uint64_t rs_dram_device_quiet_cycles(const rs_dram_device *device);
/* The same as so many cycles without a command; cycles <= rs_dram_device_quiet_cycles(). */
void rs_dram_device_skip(rs_dram_device *device, uint64_t cycles);

/* The line as a RD would read it now; bits beyond 2 * flit_bits are 0. For tests and debugging. */
void rs_dram_device_peek(const rs_dram_device *device, rs_location location, uint32_t line[RS_LINE_WORDS]);

#ifdef __cplusplus
}
#endif
#endif
