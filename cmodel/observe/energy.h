/* DRAM energy of a run from its commands: each command costs a fixed energy a chip, and each chip a standby energy a
 * cycle (configuration keys E_*); REF of one bank, that of all divided by the banks. Commands on the pins go to all CHIPS of the controller. What the defaults assume:
 * README.md of this folder. Input, output and termination are left out. */
#ifndef RS_ENERGY_H
#define RS_ENERGY_H

#include "observe/metrics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Nanojoules of all controllers. */
typedef struct rs_energy {
    double commands_nj; /* ACT, PRE, RD, WR, REF */
    double standby_nj;  /* all chips, all cycles of the run */
    double total_nj, per_request_nj; /* per_request: total / requests accepted, 0 without one */
} rs_energy;

rs_energy rs_energy_of(const rs_config *config, const rs_metrics_results *results);

#ifdef __cplusplus
}
#endif
#endif
