/* The ports of a Verilated rs_gpu in terms of rs_gpu_inputs and rs_gpu_outputs; straps, pins and acceptance are those of
 * memory_path_port.h. Payload that its valid does not cover means nothing and is not compared. */
#ifndef RS_GPU_PORT_H
#define RS_GPU_PORT_H

#include "machine/gpu.h"
#include "machine/memory_path_port.h"

namespace rs {

template <class Dut> class GpuPort : public MemoryPathPort<Dut> {
  public:
    static constexpr uint32_t TOP = RS_TOP_GPU;

    explicit GpuPort(const rs_config &config) : MemoryPathPort<Dut>(config) {}

    void drive(Dut &dut, const rs_gpu_inputs &in) const
    {
        const rs_config &config = this->config_;
        const unsigned schedulers = config.warp_schedulers;
        dut.launch_valid = in.launch_valid;
        dut.launch_ctas = in.launch_ctas;
        this->assign(dut.launch_limit, in.launch_limit);
        this->assign(dut.cta_warps, in.cta_warps);
        this->assign_set(dut.clear, in.clear);
        for (unsigned i = 0; i < config.sms; i++) {
            const rs_operand_row &row = in.row[i];
            rs::set(dut.available, i * config.warps, config.warps, in.available[i]);
            for (unsigned s = 0; s < schedulers; s++)
                rs::set(dut.record, (i * schedulers + s) * 64, 64, in.record[i][s]);
            rs::set(dut.in_mask, i * config.lanes, config.lanes, row.mask);
            rs::set(dut.in_offset, i * 32, 32, static_cast<uint32_t>(row.offset));
            put_field(dut.in_operands, i * config.lanes * 128, config.lanes * 128, row.operands[0]);
        }
        this->drive_dram(dut, in.dram);
    }

    /* True if all outputs agree. */
    bool equal(const Dut &dut, const rs_gpu_outputs &out, PathMismatch &found) const
    {
        if (!dispatch_equal(dut, out.dispatch, found) || !this->same_set("in_ready", out.memory->in_ready, dut.in_ready, found)
            || !this->same_set("fault_valid", out.memory->fault_valid, dut.fault_valid, found) || !this->events_equal(dut, *out.memory, found))
            return false;
        for (unsigned i = 0; i < this->config_.sms; i++)
            if (!stage_equal(dut, i, *out.stage[i], found) || !stalls_equal(dut, i, *rs_gpu_stalls(out.gpu, i), found) ||
                !memory_equal(dut, i, out, found))
                return false;
        return this->channels_equal(dut, *out.memory->path, found);
    }

  private:
    bool dispatch_equal(const Dut &dut, const rs_cta_dispatch_outputs &out, PathMismatch &found) const
    {
        return this->same("launch_ready", -1, out.launch_ready, dut.launch_ready, found)
            && this->same("launch_over", -1, out.launch_over, dut.launch_over, found)
            && this->same("start_valid", -1, out.start_valid, dut.start_valid, found)
            && (!out.start_valid || (this->same("start_sm", -1, out.start_sm, dut.start_sm, found)
                                     && this->same("start_place", -1, out.start_place, dut.start_place, found)
                                     && this->same("start_cta", -1, out.start_cta, dut.start_cta, found)));
    }

    bool stage_equal(const Dut &dut, unsigned i, const rs_issue_outputs &out, PathMismatch &found) const
    {
        const rs_config &config = this->config_;
        const int index = static_cast<int>(i);
        const unsigned schedulers = config.warp_schedulers, bits = config.warp_bits;
        bool good = this->same("place_free", index, out.place_free, rs::get(dut.place_free, i * config.sm_ctas, config.sm_ctas), found)
            && this->same("ask_valid", index, out.ask_valid, rs::get(dut.ask_valid, i * schedulers, schedulers), found)
            && this->same("issue_valid", index, out.issue_valid, rs::get(dut.issue_valid, i * schedulers, schedulers), found)
            && this->same("read_valid", index, out.read_valid, rs::get(dut.read_valid, i, 1), found)
            && this->same("in_valid", index, out.operand.valid, rs::get(dut.in_valid, i, 1), found)
            && this->same("illegal", index, out.illegal, rs::get(dut.illegal, i, 1), found);
        for (unsigned s = 0; good && s < schedulers; s++) {
            const unsigned at = (i * schedulers + s) * bits;
            good = ((out.ask_valid >> s & 1) == 0 || this->same("ask_warp", index, out.ask_warp[s], rs::get(dut.ask_warp, at, bits), found))
                && ((out.issue_valid >> s & 1) == 0
                    || this->same("issue_warp", index, out.issue_warp[s], rs::get(dut.issue_warp, at, bits), found));
        }
        return good && (!out.read_valid || (this->same("read_first", index, out.read_first, rs::get(dut.read_first, i, 1), found)
            && this->same("read_warp", index, out.read_warp, rs::get(dut.read_warp, i * bits, bits), found)
            && this->same("read_number", index, out.read_number, rs::get(dut.read_number, i * 4, 4), found)));
    }

    bool stalls_equal(const Dut &dut, unsigned i, const rs_stall_inspector &stalls, PathMismatch &found) const
    {
        const int index = static_cast<int>(i);
        bool good = this->same("stall_class", index, stalls.stall_class, rs::get(dut.stall_class, i * 3, 3), found)
            && (stalls.stall_class != RS_STALL_MEMORY_STRUCTURAL
                || this->same("stall_cause", index, stalls.stall_cause, rs::get(dut.stall_cause, i * 3, 3), found));
        for (unsigned k = 0; good && k < RS_STALL_CLASSES; k++)
            good = this->same("class_cycles", index, stalls.class_cycles[k], rs::get(dut.class_cycles, (i * RS_STALL_CLASSES + k) * 64, 64), found);
        for (unsigned k = 0; good && k < RS_STALL_CAUSES; k++)
            good = this->same("cause_cycles", index, stalls.cause_cycles[k], rs::get(dut.cause_cycles, (i * RS_STALL_CAUSES + k) * 64, 64), found)
                && this->same("level_cycles", index, stalls.level_cycles[k], rs::get(dut.level_cycles, (i * RS_SERVED_LEVELS + k) * 64, 64), found);
        return good;
    }

    bool memory_equal(const Dut &dut, unsigned i, const rs_gpu_outputs &all, PathMismatch &found) const
    {
        const int index = static_cast<int>(i);
        const rs_gpu_memory_outputs &out = *all.memory;
        const rs_writeback *wb = out.wb[i];
        const rs_camat_counter &camat = *rs_gpu_camat(all.gpu, i);
        return (!all.stage[i]->operand.valid
                || this->same("in_status", index, out.status[i], rs::get(dut.in_status, i * 2, 2), found))
            && this->same("wb_valid", index, wb != nullptr, rs::get(dut.wb_valid, i, 1), found)
            && (wb == nullptr || words_equal(dut, i, *wb, found))
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

};

} // namespace rs
#endif
