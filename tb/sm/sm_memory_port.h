/* The ports of rs_sm_memory and of its twin: sizes, inputs of a cycle, outputs compared. */
#ifndef RS_SM_MEMORY_PORT_H
#define RS_SM_MEMORY_PORT_H

#include "Vdut.h"
#include "cosim.h"
#include "sm/sm_memory.h"

namespace {

constexpr uint32_t lanes = RTL_LANES, address_bits = RTL_ADDRESS_BITS, max_length = RTL_MAX_LENGTH;
constexpr uint32_t warp_bits = RTL_WARP_BITS, register_bits = RTL_REGISTER_BITS;
constexpr uint32_t line_bytes = RTL_LINE_BYTES, block_bytes = RTL_REQUEST_BYTES, pad_bytes = RTL_SCRATCHPAD_BYTES;
constexpr uint64_t all_lanes = (UINT64_C(1) << lanes) - 1;
const bool prt = RTL_TABLE != 0, cached = RTL_CACHE != 0;

constexpr uint32_t log2_of(uint64_t value) { return value < 2 ? 0 : 1 + log2_of(value / 2); }
constexpr uint32_t bits_of(uint64_t count) { return count < 2 ? 1 : log2_of(count - 1) + 1; }
const uint32_t block_bits = address_bits - log2_of(block_bytes);
const uint32_t read_id_bits = bits_of(RTL_ENTRIES) + bits_of(line_bytes / block_bytes) +
                              (cached && prt ? bits_of(lanes) + bits_of(RTL_SETS) + bits_of(RTL_WAYS) : 0);
const uint32_t atomic_id_bits = bits_of(RTL_ATOMICS) + bits_of(lanes);
const uint32_t id_bits = RTL_ATOMICS == 0 ? read_id_bits : 1 + (read_id_bits > atomic_id_bits ? read_id_bits : atomic_id_bits);

/* The sizes that the RTL was built with. */
inline rs_sm_memory_config built_sizes()
{
    rs_sm_memory_config config = rs_sm_memory_config();
    config.unit = {lanes, address_bits, max_length, register_bits};
    config.cache.cache = cached;
    config.cache.sets = RTL_SETS;
    config.cache.ways = RTL_WAYS;
    config.cache.tree = RTL_REPLACEMENT != 0;
    config.cache.l2 = RTL_L2 != 0;
    config.cache.table = {prt, lanes, line_bytes / 4, line_bytes / block_bytes, RTL_ENTRIES, RTL_MERGES, RTL_TABLE_WAYS,
                          RTL_SLOT != 0, RTL_MERGE_WAITS != 0};
    config.banks = RTL_BANKS;
    config.scratchpad_bytes = pad_bytes;
    config.stores = RTL_STORES;
    config.store_flush = RTL_STORE_FLUSH != 0;
    config.atomics = RTL_ATOMICS;
    return config;
}

/* issue: what stands at the instruction port, valid or not. */
inline void drive(Vdut &dut, const rs_sm_memory_inputs &in, const rs_load_store_issue &issue, bool rst)
{
    dut.rst = rst;
    dut.in_valid = in.issue != nullptr;
    dut.in_opcode = static_cast<CData>(issue.opcode);
    dut.in_length = static_cast<CData>(issue.length);
    rs::set(dut.in_warp, 0, warp_bits, issue.warp);
    rs::set(dut.in_register, 0, register_bits, issue.first_register);
    dut.in_scratchpad = issue.scratchpad;
    dut.in_atomic = issue.atomic;
    dut.in_atomic_op = static_cast<CData>(issue.operation);
    dut.in_atomic_returns = issue.returns;
    rs::set(dut.in_mask, 0, lanes, issue.mask);
    dut.in_offset = static_cast<uint32_t>(issue.offset);
    for (uint32_t l = 0; l < lanes; l++)
        for (uint32_t r = 0; r < 4; r++)
            rs::set(dut.in_operands, l * 128 + r * 32, 32, issue.operands[l][r]);
    dut.wb_ready = in.wb_ready;
    dut.fault_ready = in.fault_ready;
    dut.request_ready = in.request_ready;
    dut.acquire = in.acquire;
    dut.release_valid = in.release_valid;
    dut.camat_clear = in.camat_clear;
    dut.reply_valid = in.reply_valid;
    if (in.reply_valid) {
        dut.reply_level = in.reply_memory;
        rs::set(dut.reply_id, 0, id_bits, in.reply.id);
        rs::set(dut.reply_mask, 0, lanes, in.reply.mask);
        rs::set_words(dut.reply_data, 0, block_bytes * 8, in.reply_data);
    }
}

inline void compare_request(rs::Cosim<Vdut> &bench, const rs_sm_request &request)
{
    Vdut &dut = bench.dut();
    bench.compare("request_write", request.write, dut.request_write);
    bench.compare("request_atomic", request.atomic, dut.request_atomic);
    bench.compare("request_address", request.block, rs::get(dut.request_address, 0, block_bits));
    if (!request.write) {
        bench.compare("request_id", request.id, rs::get(dut.request_id, 0, id_bits));
        if (prt && !request.atomic)
            bench.compare("request_mask", request.mask, rs::get(dut.request_mask, 0, lanes));
        if (!request.atomic)
            return;
    }
    bench.compare_words("request_bytes", request.store.bytes, dut.request_bytes, 0, block_bytes);
    for (uint32_t k = 0; k < block_bytes; k++)
        if (request.atomic || (request.store.bytes[k / 32] >> k % 32 & 1))
            bench.compare("request_data", request.store.data[k], rs::get(dut.request_data, k * 8, 8),
                          static_cast<int>(k));
}

/* Every output that means something with these inputs. */
inline void compare_ports(rs::Cosim<Vdut> &bench, const rs_sm_memory_inputs &in, const rs_sm_memory_outputs &out)
{
    Vdut &dut = bench.dut();
    bench.compare("in_ready", out.in_ready, dut.in_ready);
    bench.compare("in_first", out.in_first, dut.in_first);
    if (in.issue != nullptr)
        bench.compare("in_status", out.status, dut.in_status);
    bench.compare("wb_valid", out.wb != nullptr, dut.wb_valid);
    if (out.wb != nullptr) {
        bench.compare("wb_warp", out.wb->warp, rs::get(dut.wb_warp, 0, warp_bits));
        bench.compare("wb_register", out.wb->first_register, rs::get(dut.wb_register, 0, register_bits));
        bench.compare("wb_element", out.wb->element, dut.wb_element);
        bench.compare("wb_mask", out.wb->mask, rs::get(dut.wb_mask, 0, lanes));
        bench.compare("wb_level", out.wb->level, dut.wb_level);
        bench.compare_words("wb_data", out.wb->data, dut.wb_data, 0, lanes * 32);
    }
    bench.compare("fault_valid", out.fault_valid, dut.fault_valid);
    if (out.fault_valid) {
        bench.compare("fault_scratchpad", out.fault.scratchpad, dut.fault_scratchpad);
        bench.compare("fault_warp", out.fault.warp, rs::get(dut.fault_warp, 0, warp_bits));
        bench.compare("fault_register", out.fault.first_register, rs::get(dut.fault_register, 0, register_bits));
        bench.compare("fault_element", out.fault.element, dut.fault_element);
        bench.compare("fault_misaligned", out.fault.misaligned, rs::get(dut.fault_misaligned, 0, lanes));
        bench.compare("fault_outside", out.fault.outside, rs::get(dut.fault_outside, 0, lanes));
    }
    bench.compare("request_valid", out.request != nullptr, dut.request_valid);
    if (out.request != nullptr)
        compare_request(bench, *out.request);
    bench.compare("reply_ready", out.reply_ready, dut.reply_ready);
    if (in.release_valid)
        bench.compare("release_ready", out.release_ready, dut.release_ready);
    bench.compare("event_hit", out.hit, dut.event_hit);
    bench.compare("event_merged", out.merged, dut.event_merged);
    bench.compare("event_miss", out.miss, dut.event_miss);
    bench.compare("event_store", out.store, dut.event_store);
    bench.compare("event_entry_full", out.entry_full, dut.event_entry_full);
    bench.compare("event_merge_full", out.merge_full, dut.event_merge_full);
    bench.compare("event_store_buffer_full", out.store_buffer_full, dut.event_store_buffer_full);
    bench.compare("event_bank_conflict", out.bank_conflict, dut.event_bank_conflict);
    bench.compare("line_waits", out.line_waits, dut.line_waits);
    bench.compare("camat_active_cycles", out.active_cycles, dut.camat_active_cycles);
    bench.compare("camat_accesses", out.accesses, dut.camat_accesses);
    bench.compare("busy", out.busy, dut.busy);
    bench.compare("empty", out.empty, dut.empty);
}

} // namespace
#endif
