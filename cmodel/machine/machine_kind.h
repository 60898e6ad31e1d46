/* Inside machine.c: what each kind of machine does in its own way, as a table of functions, and what all kinds have. A kind's
 * machine begins with an rs_machine. */
#ifndef RS_MACHINE_KIND_H
#define RS_MACHINE_KIND_H

#include "machine/machine.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_machine_kind {
    size_t bytes; /* of the kind's machine */
    /* Creates the parts, and sets ports as far as they stay, dram and total. After false, destroy() is called for what there is. */
    bool (*create)(rs_machine *machine, const rs_machine_load *load, rs_error *error);
    void (*destroy)(rs_machine *machine);
    void (*drive)(rs_machine *machine);
    const char *(*clock)(rs_machine *machine);
    bool (*moved)(const rs_machine *machine); /* at the SMs' ports. NULL: there are none but those of the path */
    bool (*done)(const rs_machine *machine);
    bool (*resting)(const rs_machine *machine);                    /* NULL: never */
    uint64_t (*quiet_cycles)(const rs_machine *machine);           /* NULL: always 0 */
    void (*skip)(rs_machine *machine, uint64_t cycles);            /* NULL with quiet_cycles */
    uint64_t (*issued)(const rs_machine *machine);
    rs_trace_source *(*requests)(const rs_machine *machine);       /* NULL: there are none but those of a program */
    void (*count)(const rs_machine *machine, rs_machine_counts *counts); /* *counts is 0 before */
    bool (*check_counters)(const rs_machine *machine, rs_error *error);     /* NULL: nothing to check */
    bool (*check_result)(const rs_machine *machine, rs_error *error);    /* NULL: nothing to check */
    bool (*refused)(const rs_machine *machine);                    /* NULL: never */
} rs_machine_kind;

struct rs_machine {
    const rs_machine_kind *kind;
    rs_config config;
    rs_machine_options options;
    rs_machine_ports ports;
    rs_dram_return *dram; /* where the inputs have what the DRAM returns; [channels] */
    uint64_t total;
};

extern const rs_machine_kind rs_machine_path_kind;  /* machine_path.c */
extern const rs_machine_kind rs_machine_whole_kind; /* machine_whole.c */

#ifdef __cplusplus
}
#endif
#endif
