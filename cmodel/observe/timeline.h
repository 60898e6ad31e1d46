/* DRAM chart of one channel in a window of cycles, as SVG, in the manner of THESIS figure 1.3: a lane for the command
 * bus, one a bank with its rows, one for the data bus. Taken from the pins.
 *
 *   command bus  a box per command in its cycle: A, P, R, W and the bank's number, F for refresh
 *   bank         precharge (tRP from PRE), activate (tRCD from ACT), the open row until its PRE, a mark per RD and
 *                WR; tRFC after a refresh; a thin line while closed
 *   data bus     the data of each RD (from CL on) and WR (from WL on), in the bank's colour
 * Every box tells cycle and command as its <title>.
 */
#ifndef RS_TIMELINE_H
#define RS_TIMELINE_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_timeline rs_timeline;

/* Cycles from .. from + cycles - 1. */
rs_timeline *rs_timeline_create(const rs_config *config, uint32_t channel, uint64_t from, uint32_t cycles, rs_error *error);
void rs_timeline_destroy(rs_timeline *timeline);
/* The pins of a cycle, in order from the start of the run; cycles without a command may be left out. */
void rs_timeline_observe(rs_timeline *timeline, uint64_t cycle, const rs_path_outputs *outputs);
/* Commands within the window. */
uint32_t rs_timeline_commands(const rs_timeline *timeline);
/* Failed writes stay with the file: see ferror(). */
void rs_timeline_write_svg(const rs_timeline *timeline, const char *title, FILE *file);

#ifdef __cplusplus
}
#endif
#endif
