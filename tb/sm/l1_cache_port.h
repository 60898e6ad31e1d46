/* The ports of rs_l1_cache and of its twin: sizes, inputs of a cycle, outputs compared. */
#ifndef L1_CACHE_PORT_H
#define L1_CACHE_PORT_H

#include "Vdut.h"
#include "cosim.h"
#include "l1_cache_reference.h"
#include "sm/l1_cache.h"

namespace {

const uint32_t lanes = RTL_LANES, warp_bits = RTL_WARP_BITS, register_bits = RTL_REGISTER_BITS;
const bool prt = RTL_TABLE == 1, cache = RTL_CACHE != 0;
const uint32_t line_words = RTL_LINE_BYTES / 4, sectors = RTL_LINE_BYTES / RTL_REQUEST_BYTES;
const uint32_t sector_words = RTL_REQUEST_BYTES / 4;

constexpr uint32_t log2_of(uint32_t value) { return value < 2 ? 0 : 1 + log2_of(value / 2); }
constexpr uint32_t ceil_log2(uint32_t value) { return value > 1 ? 1 + log2_of(value - 1) : 0; }
constexpr uint32_t width(uint32_t values) { return values > 1 ? ceil_log2(values) : 1; }

const uint32_t line_bits = RTL_ADDRESS_BITS - log2_of(RTL_LINE_BYTES), word_bits = log2_of(line_words);
const uint32_t block_bits = RTL_ADDRESS_BITS - log2_of(RTL_REQUEST_BYTES);
const uint32_t id_bits = width(RTL_ENTRIES) + width(sectors)
                         + (prt && cache ? width(lanes) + width(RTL_SETS) + width(RTL_WAYS) : 0);
const uint64_t all_lanes = (UINT64_C(1) << lanes) - 1, last_cycles = 1500;
const rs::L1Shape shape = {cache, RTL_REPLACEMENT != 0, RTL_SETS, RTL_WAYS, lanes, line_words, sectors};
const rs_l1_config config = {cache, RTL_REPLACEMENT != 0, RTL_L2 != 0, RTL_SETS, RTL_WAYS,
                             {prt, lanes, line_words, sectors, RTL_ENTRIES, RTL_MERGES, RTL_TABLE_WAYS, RTL_SLOT != 0,
                              RTL_MERGE_WAITS != 0}};

inline void drive(Vdut &dut, const rs_l1_inputs &inputs, bool rst)
{
    const rs_line_access &line = *inputs.line;
    dut.rst = rst;
    dut.line_valid = inputs.line_valid;
    dut.line_write = line.write;
    dut.line_last = line.last;
    dut.line_element = static_cast<CData>(line.element);
    rs::set(dut.line_warp, 0, warp_bits, line.warp);
    rs::set(dut.line_register, 0, register_bits, line.first_register);
    rs::set(dut.line_address, 0, line_bits, line.line);
    rs::set(dut.line_mask, 0, lanes, line.mask);
    for (uint32_t lane = 0; lane < lanes; lane++)
        rs::set(dut.line_word, lane * word_bits, word_bits, line.word[lane]);
    rs::set_words(dut.line_bytes, 0, RTL_LINE_BYTES, line.bytes);
    rs::set_words(dut.line_data, 0, RTL_LINE_BYTES * 8, line.data);
    dut.wb_ready = inputs.wb_ready;
    dut.request_ready = inputs.request_ready;
    dut.reply_valid = inputs.reply_valid;
    rs::set(dut.reply_id, 0, id_bits, inputs.reply.id);
    rs::set(dut.reply_mask, 0, lanes, inputs.reply.mask);
    rs::set_words(dut.reply_data, 0, RTL_REQUEST_BYTES * 8, inputs.reply_data);
    dut.reply_level = inputs.reply_memory;
    dut.store_ready = inputs.store_ready;
    dut.load_waits = inputs.load_waits;
    dut.acquire = inputs.acquire;
}

inline void compare(rs::Cosim<Vdut> &bench, const rs_l1_inputs &inputs, const rs_l1_outputs &model, bool said)
{
    Vdut &dut = bench.dut();
    if (said)
        bench.compare("line_ready", model.line_ready, dut.line_ready);
    bench.compare("request_valid", model.request_valid, dut.request_valid);
    bench.compare("reply_ready", model.reply_ready, dut.reply_ready);
    bench.compare("store_valid", model.store_valid, dut.store_valid);
    bench.compare("load_valid", model.load_valid, dut.load_valid);
    bench.compare("event_hit", model.hit, dut.event_hit);
    bench.compare("event_merged", model.merged, dut.event_merged);
    bench.compare("event_miss", model.miss, dut.event_miss);
    bench.compare("event_store", model.store, dut.event_store);
    bench.compare("event_entry_full", model.entry_full, dut.event_entry_full);
    bench.compare("event_merge_full", model.merge_full, dut.event_merge_full);
    bench.compare("table_empty", model.table_empty, dut.table_empty);
    bench.compare("empty", model.empty, dut.empty);
    bench.compare("access_line", inputs.line->line, rs::get(dut.access_line, 0, line_bits));
    bench.compare("wb_valid", model.wb != nullptr, dut.wb_valid);
    if (model.request_valid) {
        bench.compare("request_id", model.request.id, rs::get(dut.request_id, 0, id_bits));
        bench.compare("request_address", model.request.block, rs::get(dut.request_address, 0, block_bits));
        bench.compare("request_mask", model.request.mask, rs::get(dut.request_mask, 0, lanes));
    }
    if (model.store_valid) {
        bench.compare("store_sector", model.stored.block % sectors, rs::get(dut.store_sector, 0, width(sectors)));
        bench.compare_words("store_bytes", model.stored.bytes, dut.store_bytes, 0, RTL_REQUEST_BYTES);
        for (uint32_t byte = 0; byte < RTL_REQUEST_BYTES; byte++)
            bench.compare("store_data", model.stored.data[byte], rs::get(dut.store_data, byte * 8, 8),
                           static_cast<int>(byte));
    }
    if (model.wb != nullptr) {
        bench.compare("wb_warp", model.wb->warp, rs::get(dut.wb_warp, 0, warp_bits));
        bench.compare("wb_register", model.wb->first_register, rs::get(dut.wb_register, 0, register_bits));
        bench.compare("wb_element", model.wb->element, dut.wb_element);
        bench.compare("wb_level", model.wb->level, dut.wb_level);
        bench.compare("wb_mask", model.wb->mask, rs::get(dut.wb_mask, 0, lanes));
        for (uint32_t lane = 0; lane < lanes; lane++)
            bench.compare("wb_data", model.wb->data[lane], rs::get(dut.wb_data, lane * 32, 32),
                          static_cast<int>(lane));
    }
}

} // namespace
#endif
