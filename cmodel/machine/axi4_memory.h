/* Twin of rtl/machine/rs_axi4_memory.v: AXI4 slaves in front of one memory path. The rules are written down in the RTL's header.
 *
 * A cycle: rs_axi4_memory_offer() gives the outputs, functions of the state alone, then rs_axi4_memory_clock() is the clock edge with the
 * inputs. Payload of an output means nothing without its valid. */
#ifndef RS_AXI4_MEMORY_H
#define RS_AXI4_MEMORY_H

#include "port/axi4_port.h"
#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_AXI4_PORTS_MAX = 16 };

typedef struct rs_axi4_memory_inputs {
    rs_axi4_inputs port[RS_AXI4_PORTS_MAX]; /* what the masters drive; the rest, of the side of memory, is not looked at */
    rs_dram_return dram[RS_MAX_CHANNELS];
} rs_axi4_memory_inputs;

typedef struct rs_axi4_memory_outputs {
    rs_axi4_outputs port[RS_AXI4_PORTS_MAX]; /* request_*: of no port of the RTL */
    const rs_path_outputs *path;             /* DRAM pins; acceptance, of no port of the RTL */
    bool idle;
} rs_axi4_memory_outputs;

typedef struct rs_axi4_memory rs_axi4_memory;

/* config: of the path, SMS = slaves, its TAG_BITS any that are enough; tags: the RTL's TAGS; axi: the slaves', whose address, line and
 * channel sizes are those of the path whatever it says. NULL and an error text if a value is not one that the RTL takes, or above the greatest of this twin. */
rs_axi4_memory *rs_axi4_memory_create(const rs_config *config, const rs_axi4_config *axi, uint32_t tags, rs_error *error);
void rs_axi4_memory_destroy(rs_axi4_memory *memory);
/* Back to the state after reset, in place. */
void rs_axi4_memory_reset(rs_axi4_memory *memory);

void rs_axi4_memory_offer(const rs_axi4_memory *memory, rs_axi4_memory_outputs *outputs);
void rs_axi4_memory_clock(rs_axi4_memory *memory, const rs_axi4_memory_inputs *inputs, const rs_axi4_memory_outputs *outputs);

#ifdef __cplusplus
}
#endif
#endif
