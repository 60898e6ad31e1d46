/* What record.c, record_path.c, record_gpu.c, record_machine.c, record_dfi.c and record_axi4.c share: a run of a machine's C twin, written as vectors.
 *
 * A run is a row of parts with a reset before each: new straps, and a new program or row of instructions. Inputs that are not
 * valid are x, and so is every field of a valid one that the block's header says nobody looks at; while rst is set all but
 * the straps is. */
#ifndef RS_RECORD_H
#define RS_RECORD_H

#include "rowstreak.h"
#include "vectors.h"

typedef struct recording {
    rs_config config; /* of this part */
    uint32_t part, parts, cycles; /* of each part, its resets too */
    bool ecc;         /* rs_dfi_controller, rs_axi4_controller */
    uint64_t random;  /* state of rs_splitmix64() */
    vectors all;
    /* Ports that all tops have. */
    uint32_t rst, policy, hash_bits, age_cap, hold_limit, wait_guard, seed, static_vc, bank_ready;
    uint32_t dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n, dfi_bank, dfi_address, dfi_wrdata_en, dfi_wrdata, dfi_wrdata_mask;
    uint32_t dfi_rddata_valid, dfi_rddata, accept_valid, accept_write, accept_sm, accept_tag, accept_line, idle;
    uint32_t line_bits, sm_bits, pin_bits;
} recording;

/* Ends the program with status 2 and one line. */
_Noreturn void record_failed(const char *text);
/* True in percent of all calls. */
bool record_chance(recording *run, uint32_t percent);

/* The ports of rs_memory_path, rs_gpu_memory and rs_gpu that are the same. */
void record_common_ports(recording *run);
/* Begins a cycle: straps, and rst; with rst nothing else is known. */
void record_begin(recording *run, bool rst);
/* Read data in; pins, acceptance and idle out. */
void record_channels(recording *run, const rs_dram_return *in, const rs_path_outputs *out);

/* All parts. begin_part changes run->config, to the straps of that part. */
void record_path(recording *run, void (*begin_part)(recording *run));
void record_gpu(recording *run, void (*begin_part)(recording *run));
void record_machine(recording *run, void (*begin_part)(recording *run));
/* rs_dfi_controller, with ports of its own and no straps. */
void record_dfi(recording *run);
/* rs_axi4_controller, the same. */
void record_axi4(recording *run);

#endif
