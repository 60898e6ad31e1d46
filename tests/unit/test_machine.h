/* Machines for tests; what is refused fails the running test. */
#ifndef RS_TEST_MACHINE_H
#define RS_TEST_MACHINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowstreak.h"

static inline rs_config finish_machine(rs_config config)
{
    rs_error error = {""};
    if (!rs_config_finish(&config, &error)) {
        fail_msg("%s", error.text);
    }
    return config;
}

#endif
