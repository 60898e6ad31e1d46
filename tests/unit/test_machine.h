/* Machines and empty programs for tests; what is refused fails the running test. */
#ifndef RS_TEST_MACHINE_H
#define RS_TEST_MACHINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "workload/program.h"

static inline rs_config finish_machine(rs_config config)
{
    rs_error error = {""};
    if (!rs_config_finish(&config, &error)) {
        fail_msg("%s", error.text);
    }
    return config;
}

static inline rs_config default_machine(uint32_t sms, uint32_t sm_ctas, uint32_t cta_warps)
{
    rs_config config;
    rs_config_default(&config);
    config.sms = sms;
    config.sm_ctas = sm_ctas;
    config.cta_warps = cta_warps;
    return config;
}

/* With the SMs' memory sides. */
static inline rs_config sm_machine(uint32_t sms, uint32_t sm_ctas, uint32_t cta_warps)
{
    rs_config config = default_machine(sms, sm_ctas, cta_warps);
    config.sm_memory = 1;
    return finish_machine(config);
}

static inline rs_program *new_program(const rs_config *config)
{
    rs_error error = {""};
    rs_program *program = rs_program_create(config, &error);
    if (program == NULL) {
        fail_msg("%s", error.text);
    }
    return program;
}

/* A load or store of word first + lane by each active lane. */
static inline void add_words(rs_program *program, bool write, uint32_t first, uint32_t active)
{
    uint32_t index[RS_WARP_LANES];
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        index[lane] = first + lane;
    }
    rs_program_access(program, write, 0, index, active);
}

#endif
