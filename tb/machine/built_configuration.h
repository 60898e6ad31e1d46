/* The machine a bench's RTL was built for: the file RTL_CONFIGURATION, changed by the settings RTL_SETTINGS, both from
 * tb/tb.mk. */
#ifndef RS_BUILT_CONFIGURATION_H
#define RS_BUILT_CONFIGURATION_H

#include <cstdio>
#include <cstdlib>
#include <string>

#include "rowstreak.h"

namespace rs {

/* top: enum rs_top of the RTL. Ends the program with exit code 2 and one line when the configuration is refused. */
inline rs_config built_configuration(const char *file, const char *settings, uint32_t top = RS_TOP_PATH)
{
    rs_config config;
    rs_error error;
    std::string rest = settings;
    rs_config_default(&config);
    config.top = top;
    bool good = rs_config_read(&config, file, &error);
    while (good && !rest.empty()) {
        std::string one = rest.substr(0, rest.find(' '));
        std::size_t equals = one.find('=');
        rest.erase(0, one.size() + 1);
        good = one.empty() || rs_config_set(&config, one.substr(0, equals).c_str(), one.substr(equals + 1).c_str(), &error);
    }
    if (!good || !rs_config_finish(&config, &error) || !rs_config_has_rtl(&config, &error)) {
        std::fprintf(stderr, "%s %s: %s\n", file, settings, error.text);
        std::exit(2);
    }
    return config;
}

/* BANK_READY = 1 is refused with an L2, whose bank takes any packet, with routers, which know no queues, and with superpackets. */
inline bool may_wait_for_banks(const rs_config &config)
{
    return config.l2 == 0 && config.network == RS_NETWORK_XBAR && config.superpacket == 1;
}

} // namespace rs
#endif
