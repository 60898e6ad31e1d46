/* The ports of a Verilated rs_gpu_memory in terms of rs_gpu_memory_inputs and rs_gpu_memory_outputs; straps, pins and acceptance are those of
 * memory_path_port.h. Payload that its valid does not cover means nothing and is not compared. */
#ifndef RS_GPU_MEMORY_PORT_H
#define RS_GPU_MEMORY_PORT_H

#include "machine/gpu_memory.h"
#include "machine/memory_path_port.h"

namespace rs {

template <class Dut> class GpuMemoryPort : public MemoryPathPort<Dut> {
  public:
    static constexpr uint32_t TOP = RS_TOP_GPU_MEMORY;

    explicit GpuMemoryPort(const rs_config &config) : MemoryPathPort<Dut>(config) {}

    void drive(Dut &dut, const rs_gpu_memory_inputs &in) const
    {
        const rs_config &config = this->config_;
        rs_set valid = {};
        for (unsigned i = 0; i < config.sms; i++) {
            if (in.issue[i] == nullptr)
                continue;
            const rs_load_store_issue &issue = *in.issue[i];
            rs_set_add(&valid, i);
            rs::set(dut.in_opcode, i * 3, 3, issue.opcode);
            rs::set(dut.in_length, i * 5, 5, issue.length);
            rs::set(dut.in_warp, i * config.warp_bits, config.warp_bits, issue.warp);
            rs::set(dut.in_register, i * config.register_bits, config.register_bits, issue.first_register);
            rs::set(dut.in_scratchpad, i, 1, issue.scratchpad);
            rs::set(dut.in_atomic, i, 1, issue.atomic);
            rs::set(dut.in_atomic_op, i * 3, 3, issue.operation);
            rs::set(dut.in_atomic_returns, i, 1, issue.returns);
            rs::set(dut.in_mask, i * config.lanes, config.lanes, issue.mask);
            rs::set(dut.in_offset, i * 32, 32, static_cast<uint32_t>(issue.offset));
            put_field(dut.in_operands, i * config.lanes * 128, config.lanes * 128, issue.operands[0]);
        }
        this->assign_set(dut.in_valid, valid);
        this->assign_set(dut.wb_ready, in.wb_ready);
        this->assign_set(dut.fault_ready, in.fault_ready);
        this->assign_set(dut.acquire, in.acquire);
        this->assign_set(dut.release_valid, in.release_valid);
        this->assign_set(dut.camat_clear, in.camat_clear);
        this->drive_dram(dut, in.dram);
    }

    /* True if all outputs agree. */
    bool equal(const Dut &dut, const rs_gpu_memory_inputs &in, const rs_gpu_memory_outputs &out, PathMismatch &found) const
    {
        rs_set released = {}, released_hardware = this->get_set(dut.release_ready);
        for (unsigned k = 0; k < this->config_.sm_words; k++) {
            released.word[k] = out.release_ready.word[k] & in.release_valid.word[k];
            released_hardware.word[k] &= in.release_valid.word[k];
        }
        if (!this->same_set("in_ready", out.in_ready, dut.in_ready, found) || !this->same_set("in_first", out.in_first, dut.in_first, found)
            || !this->same_set("fault_valid", out.fault_valid, dut.fault_valid, found)
            || !this->events_equal(dut, out, found))
            return false;
        for (unsigned k = 0; k < this->config_.sm_words; k++)
            if (!this->same("release_ready", -1, released.word[k], released_hardware.word[k], found))
                return false;
        for (unsigned i = 0; i < this->config_.sms; i++)
            if (!sm_equal(dut, i, in, out, found))
                return false;
        return this->channels_equal(dut, *out.path, found);
    }

  private:
    bool sm_equal(const Dut &dut, unsigned i, const rs_gpu_memory_inputs &in, const rs_gpu_memory_outputs &out, PathMismatch &found) const
    {
        const int index = static_cast<int>(i);
        const rs_writeback *wb = out.wb[i];
        const rs_camat_counter &camat = *rs_gpu_memory_camat(out.gpu, i);
        return (in.issue[i] == nullptr
                || this->same("in_status", index, out.status[i], rs::get(dut.in_status, i * 2, 2), found))
            && this->same("wb_valid", index, wb != nullptr, rs::get(dut.wb_valid, i, 1), found)
            && (wb == nullptr || words_equal(dut, i, *wb, found))
            && (!rs_set_has(&out.fault_valid, i) || fault_equal(dut, i, out.fault[i], found))
            && this->same("camat_active_cycles", index, camat.active_cycles, rs::get(dut.camat_active_cycles, i * 64, 64), found)
            && this->same("camat_accesses", index, camat.accesses, rs::get(dut.camat_accesses, i * 64, 64), found);
    }

    bool words_equal(const Dut &dut, unsigned i, const rs_writeback &wb, PathMismatch &found) const
    {
        const rs_config &config = this->config_;
        const int index = static_cast<int>(i);
        return this->same("wb_warp", index, wb.warp, rs::get(dut.wb_warp, i * config.warp_bits, config.warp_bits), found)
            && this->same("wb_register", index, wb.first_register,
                          rs::get(dut.wb_register, i * config.register_bits, config.register_bits), found)
            && this->same("wb_element", index, wb.element, rs::get(dut.wb_element, i * 4, 4), found)
            && this->same("wb_mask", index, wb.mask, rs::get(dut.wb_mask, i * config.lanes, config.lanes), found)
            && this->same("wb_level", index, wb.level, rs::get(dut.wb_level, i * 3, 3), found)
            && (aligned_field_equals(dut.wb_data, i * config.lanes * 32, config.lanes * 32, wb.data)
                || this->words_same("wb_data", index, wb.data, dut.wb_data, i * config.lanes * 32, config.lanes * 32, found));
    }

    bool fault_equal(const Dut &dut, unsigned i, const rs_sm_fault &fault, PathMismatch &found) const
    {
        const rs_config &config = this->config_;
        const int index = static_cast<int>(i);
        const unsigned lanes = config.lanes;
        return this->same("fault_scratchpad", index, fault.scratchpad, rs::get(dut.fault_scratchpad, i, 1), found)
            && this->same("fault_warp", index, fault.warp, rs::get(dut.fault_warp, i * config.warp_bits, config.warp_bits), found)
            && this->same("fault_register", index, fault.first_register,
                          rs::get(dut.fault_register, i * config.register_bits, config.register_bits), found)
            && this->same("fault_element", index, fault.element, rs::get(dut.fault_element, i * 4, 4), found)
            && this->same("fault_misaligned", index, fault.misaligned, rs::get(dut.fault_misaligned, i * lanes, lanes), found)
            && this->same("fault_outside", index, fault.outside, rs::get(dut.fault_outside, i * lanes, lanes), found);
    }
};

} // namespace rs
#endif
