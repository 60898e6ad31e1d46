/* Contract: command_trace.h. */
#include "observe/command_trace.h"

#include <inttypes.h>
#include <string.h>

void rs_command_trace_init(rs_command_trace *trace, const rs_config *config, FILE *file)
{
    memset(trace, 0, sizeof *trace);
    trace->file = file;
    trace->channels = config->channels;
    trace->banks = config->banks;
    trace->bank_groups = config->bank_groups;
}

static void write_command(rs_command_trace *trace, uint64_t cycle, uint32_t channel, const rs_dram_pins *pins)
{
    static const char *const names[] = {"", "activate", "precharge", "read", "write", "refresh"};
    uint32_t *open_row = &trace->open_row[channel][pins->bank];
    uint32_t row = 0, column = 0, bank = pins->bank;
    switch (pins->command) {
    case RS_DRAM_ACT: row = *open_row = pins->address; break;
    case RS_DRAM_PRE: row = *open_row; break;
    case RS_DRAM_RD:
    case RS_DRAM_WR:
        row = *open_row;
        column = pins->address;
        break;
    default: bank = 0; break;
    }
    char row_text[16], column_text[16];
    (void)snprintf(row_text, sizeof row_text, "0x%" PRIx32, row);
    (void)snprintf(column_text, sizeof column_text, "0x%" PRIx32, column);
    (void)fprintf(trace->file, "%-18" PRIu64 " %-20s %3" PRIu32 " %3u %3" PRIu32 " %3" PRIu32 " %8s %8s\n", cycle,
                  names[pins->command], channel, 0U, bank % trace->bank_groups, bank / trace->bank_groups, row_text,
                  column_text);
}

void rs_command_trace_observe(rs_command_trace *trace, uint64_t cycle, const rs_path_outputs *outputs)
{
    for (uint32_t channel = 0; channel < trace->channels; channel++) {
        const rs_dram_pins *pins = &outputs->dram[channel];
        if (pins->command != RS_DRAM_NOP && pins->command <= RS_DRAM_REF && pins->bank < trace->banks) {
            write_command(trace, cycle, channel, pins);
        }
    }
}
