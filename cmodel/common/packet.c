/* Contract: packet.h; headers: rowstreak.h. */
#include "common/packet.h"

uint64_t rs_request_header(const rs_config *config, uint64_t address, bool write, uint32_t tag)
{
    uint32_t line_bits = config->map.address_bits - RS_LINE_SHIFT;
    uint64_t line = (address >> RS_LINE_SHIFT) & ((UINT64_C(1) << line_bits) - 1);
    uint64_t tag_mask = (UINT64_C(1) << config->tag_bits) - 1;

    return line | (uint64_t)write << line_bits | (tag & tag_mask) << (line_bits + 1);
}

uint32_t rs_reply_tag(const rs_config *config, uint64_t header)
{
    return (uint32_t)(header & ((UINT64_C(1) << config->tag_bits) - 1));
}
