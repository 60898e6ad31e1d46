/* What the controllers accept, taken from the memory path's outputs in every cycle; with an L2, what its banks send on to them. */
#ifndef RS_ACCEPTANCE_TRACE_H
#define RS_ACCEPTANCE_TRACE_H

#include "workload/acceptance_file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Calls take() for each acceptance that the outputs of this cycle show, by channel. config is finished. */
static inline void rs_acceptances_observe(const rs_config *config, uint64_t cycle, const rs_path_outputs *outputs,
                                          void (*take)(void *user, const rs_acceptance *acceptance), void *user)
{
    const rs_accept *accept = config->l2 != 0 ? outputs->queued : outputs->accept;

    for (uint32_t i = 0; i < config->channels; i++)
        if (accept[i].valid) {
            const rs_location at = rs_address_decode(&config->map, accept[i].line << RS_LINE_SHIFT);
            const rs_acceptance acceptance = {cycle, at.row, (uint8_t)i, (uint8_t)at.bank, accept[i].sm, accept[i].write};

            take(user, &acceptance);
        }
}

/* A line of a file of acceptances. Failed writes stay with the file: see ferror(). */
void rs_acceptance_write(FILE *file, const rs_acceptance *acceptance);

#ifdef __cplusplus
}
#endif
#endif
