/* DRAM commands of a run in DRAMsim3's command-trace form, so that other tools can check our timing.
 *
 * A line a command, blank-separated, in the order of time and, within a cycle, of channels:
 *   clk cmd chan rank bg bank row col
 *   clk   cycle in which the command is on the pins, decimal; so are chan, rank, bg, bank
 *   cmd   activate, precharge, read, write, refresh
 *   rank  0
 *   bg    bank group, bank mod BANK_GROUPS; bank: within its group
 *   row   hexadecimal with 0x: of the ACT; of the open row for read, write and precharge; 0 for refresh
 *   col   hexadecimal with 0x: column command (burst) within the row for read and write, else 0
 * DRAMsim3 writes one file a channel and gives a precharge the row that is to be opened next; refresh is that of a
 * whole rank. Columns have DRAMsim3's widths.
 */
#ifndef RS_COMMAND_TRACE_H
#define RS_COMMAND_TRACE_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_command_trace {
    FILE *file;
    uint32_t channels, banks, bank_groups;
    uint32_t open_row[RS_MAX_CHANNELS][RS_MAX_BANKS];
} rs_command_trace;

/* Failed writes stay with the file: see ferror(). */
void rs_command_trace_init(rs_command_trace *trace, const rs_config *config, FILE *file);
/* The pins of a cycle; cycles without a command may be left out. */
void rs_command_trace_observe(rs_command_trace *trace, uint64_t cycle, const rs_path_outputs *outputs);

#ifdef __cplusplus
}
#endif
#endif
