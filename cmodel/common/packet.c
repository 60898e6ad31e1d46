/* Contract: packet.h; headers: rowstreak.h. */
#include "common/packet.h"

uint64_t rs_request_header(const rs_config *config, uint64_t address, bool write, uint32_t tag)
{
    uint32_t line_bits = config->map.address_bits - RS_LINE_SHIFT;
    uint64_t line = (address >> RS_LINE_SHIFT) & ((UINT64_C(1) << line_bits) - 1);
    uint64_t tag_mask = (UINT64_C(1) << config->tag_bits) - 1;

    return line | (uint64_t)write << line_bits | (tag & tag_mask) << (line_bits + 1);
}

RS_HOT uint64_t rs_path_header(const rs_config *config, uint64_t address, bool write, uint32_t tag)
{
    const uint64_t header = rs_request_header(config, address, write, tag);
    const uint32_t tag_at = config->map.address_bits - RS_LINE_SHIFT + 1;

    return (header & ((UINT64_C(1) << tag_at) - 1)) | header >> tag_at << (tag_at - 1 + rs_kind_bits(config));
}

RS_HOT uint32_t rs_reply_tag(const rs_config *config, uint64_t header)
{
    return (uint32_t)(header & ((UINT64_C(1) << config->tag_bits) - 1));
}
