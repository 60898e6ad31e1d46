/* The whole machine, rs_gpu, put together from parts that are Verilated apart: of each SM issue stage, stall inspector and memory side, with one
 * CTA dispatch and one memory path, wired as rs_gpu.v and rs_gpu_memory.v do. Verilator's own way of doing so takes every output of a part as
 * a function of every input, evaluates the parts several times a cycle, and all on one processor; here each is evaluated twice, and the SMs on
 * two processors.
 *
 * It has the ports of rs_gpu (types of Vdut, the machine that Verilator puts together), and is used like it: write inputs, eval() with clk 0 to see
 * the outputs, eval() with clk 1 and 0 for a clock cycle. The work of a clock edge is done when the next cycle's inputs are known, together with
 * what follows from them. Outputs are written where eval() is called with clk 0 alone.
 *
 * What makes one pass over the parts enough: what the issue stage shows its memory side, but for the fences, and what path and dispatch show
 * the SMs come from registers alone; a CTA that comes changes the issue stage's next state, not its outputs. Who uses it compares all
 * outputs with the twin's in every cycle. */
#ifndef RS_GPU_PARTS_H
#define RS_GPU_PARTS_H

#include <atomic>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

#include "Vdut.h"
#include "machine/memory_path_port.h"
#include "parts.h"

namespace rs {

class GpuParts {
  public:
#define RS_PORT(name) std::remove_reference_t<decltype(Vdut::name)> name{}
    RS_PORT(clk);
    RS_PORT(rst);
    RS_PORT(policy);
    RS_PORT(hash_bits);
    RS_PORT(age_cap);
    RS_PORT(hold_limit);
    RS_PORT(wait_guard);
    RS_PORT(seed);
    RS_PORT(static_vc);
    RS_PORT(bank_ready);
    RS_PORT(cta_warps);
    RS_PORT(launch_valid);
    RS_PORT(launch_ready);
    RS_PORT(launch_ctas);
    RS_PORT(launch_limit);
    RS_PORT(start_valid);
    RS_PORT(start_sm);
    RS_PORT(start_place);
    RS_PORT(start_cta);
    RS_PORT(launch_over);
    RS_PORT(place_free);
    RS_PORT(available);
    RS_PORT(ask_valid);
    RS_PORT(ask_warp);
    RS_PORT(record);
    RS_PORT(issue_valid);
    RS_PORT(issue_warp);
    RS_PORT(read_valid);
    RS_PORT(read_first);
    RS_PORT(read_warp);
    RS_PORT(read_number);
    RS_PORT(in_mask);
    RS_PORT(in_offset);
    RS_PORT(in_operands);
    RS_PORT(in_valid);
    RS_PORT(in_ready);
    RS_PORT(in_status);
    RS_PORT(wb_valid);
    RS_PORT(wb_warp);
    RS_PORT(wb_register);
    RS_PORT(wb_element);
    RS_PORT(wb_mask);
    RS_PORT(wb_data);
    RS_PORT(wb_level);
    RS_PORT(fault_valid);
    RS_PORT(illegal);
    RS_PORT(clear);
    RS_PORT(stall_class);
    RS_PORT(stall_cause);
    RS_PORT(class_cycles);
    RS_PORT(cause_cycles);
    RS_PORT(level_cycles);
    RS_PORT(event_hit);
    RS_PORT(event_merged);
    RS_PORT(event_miss);
    RS_PORT(event_store);
    RS_PORT(event_entry_full);
    RS_PORT(event_merge_full);
    RS_PORT(event_store_buffer_full);
    RS_PORT(event_bank_conflict);
    RS_PORT(line_waits);
    RS_PORT(camat_active_cycles);
    RS_PORT(camat_accesses);
    RS_PORT(busy);
    RS_PORT(empty);
    RS_PORT(dfi_cs_n);
    RS_PORT(dfi_ras_n);
    RS_PORT(dfi_cas_n);
    RS_PORT(dfi_we_n);
    RS_PORT(dfi_bank);
    RS_PORT(dfi_address);
    RS_PORT(dfi_wrdata_en);
    RS_PORT(dfi_wrdata);
    RS_PORT(dfi_wrdata_mask);
    RS_PORT(dfi_rddata_valid);
    RS_PORT(dfi_rddata);
    RS_PORT(accept_valid);
    RS_PORT(accept_write);
    RS_PORT(accept_sm);
    RS_PORT(accept_tag);
    RS_PORT(accept_line);
    RS_PORT(idle);
#undef RS_PORT

    /* threads: 1 or 2. */
    GpuParts(const rs_config &config, unsigned threads) : config_(config), threads_(threads),
        payload_(Flits(config).bits()), contexts_(config.sms + 1)
    {
        path_.reset(new PartPath(&contexts_[config.sms]));
        dispatch_.reset(new PartDispatch(&contexts_[config.sms]));
        for (unsigned i = 0; i < config.sms; i++) {
            VerilatedContext *context = &contexts_[i];
            sms_.push_back({});
            sms_[i].stage.reset(new PartStage(context));
            sms_[i].inspector.reset(new PartInspector(context));
            sms_[i].side.reset(new PartSide(context));
        }
        if (threads == 2)
            second_ = std::thread([this] { live(); });
    }

    ~GpuParts()
    {
        if (threads_ == 2) {
            ends_ = true;
            asked_++;
            second_.join();
        }
    }

    void eval()
    {
        const bool rises = clk != 0 && last_clk_ == 0, falls = clk == 0 && last_clk_ != 0;
        last_clk_ = clk;
        if (falls)
            return;
        if (!settled_)
            settle();
        if (!rises)
            show();
        settled_ = !rises; /* after the edge nothing is */
        edge_ = rises;
    }

    void final() {}

  private:
    struct Flits : MemoryPathPort<Vdut> {
        using MemoryPathPort<Vdut>::MemoryPathPort;
        unsigned bits() const { return payload_; }
    };

    struct Sm {
        std::unique_ptr<PartStage> stage;
        std::unique_ptr<PartInspector> inspector;
        std::unique_ptr<PartSide> side;
    };

    /* ---- two threads -------------------------------------------------------------------------------------- */

    static void relax(unsigned &looks)
    {
        if (++looks >= 10000)
            std::this_thread::yield();
    }

    void live()
    {
        for (unsigned seen = 0;; seen++) {
            for (unsigned looks = 0; asked_.load(std::memory_order_acquire) == seen;)
                relax(looks);
            if (ends_)
                return;
            step_sms(true);
            done_.store(seen + 1, std::memory_order_release);
        }
    }

    /* ---- one cycle ------------------------------------------------------------------------------------------ */

    /* The clock edge that is due, if any, and all outputs for the inputs of this cycle. */
    void settle()
    {
        const unsigned turn = done_.load(std::memory_order_relaxed) + 1;
        path_shown_.store(false, std::memory_order_relaxed);
        left_.store(static_cast<int>(config_.sms), std::memory_order_relaxed);
        if (threads_ == 2)
            asked_.store(turn, std::memory_order_release);
        if (edge_) {
            clock(*path_);
            clock(*dispatch_);
        }
        path_->clk = 0;
        path_->eval();
        path_shown_.store(true, std::memory_order_release);
        step_sms(false);
        for (unsigned looks = 0; threads_ == 2 && done_.load(std::memory_order_acquire) != turn;)
            relax(looks);
        drive_path();
        drive_dispatch();
        fresh_ = false;
    }

    template <class Part> static void clock(Part &part)
    {
        part.clk = 1;
        part.eval();
    }

    /* One thread takes the SMs from the first on, the other from the last on, until they meet. */
    void step_sms(bool from_last)
    {
        unsigned taken = 0;
        const auto own = [&](unsigned k) { return from_last ? config_.sms - 1 - k : k; };
        for (; left_.fetch_sub(1, std::memory_order_relaxed) > 0; taken++) {
            const Sm &sm = sms_[own(taken)];
            if (edge_) {
                clock(*sm.side);
                clock(*sm.stage);
                clock(*sm.inspector);
            }
        }
        for (unsigned looks = 0; !path_shown_.load(std::memory_order_acquire);)
            relax(looks);
        for (unsigned k = 0; k < taken; k++)
            settle_sm(own(k));
    }

    void settle_sm(unsigned i)
    {
        PartStage &stage = *sms_[i].stage;
        PartSide &side = *sms_[i].side;
        const bool release = bit(dispatch_->fence_release_valid, i), acquire = dispatch_->fence_acquire_valid != 0;
        stage.clk = side.clk = 0;
        stage.rst = side.rst = rst;
        stage.cta_warps = cta_warps;
        stage.start_valid = 0;
        field(stage.available, available, i, config_.warps);
        for (unsigned s = 0; s < config_.warp_schedulers; s++)
            rs::set(stage.record, s * 64, 64, rs::get(record, (i * config_.warp_schedulers + s) * 64, 64));
        field(stage.operand_mask, in_mask, i, config_.lanes);
        if (fresh_ || release != stage.fence_release_valid || acquire != stage.fence_acquire_valid) {
            stage.fence_release_valid = release;
            stage.fence_acquire_valid = acquire;
            stage.eval();
        }
        show_instruction(i, stage, side);
        show_path(i, side);
        side.eval();
        stage.in_ready = side.in_ready;
        stage.wb_valid = side.wb_valid;
        stage.wb_warp = side.wb_warp;
        stage.wb_register = side.wb_register;
        stage.wb_element = side.wb_element;
        stage.wb_mask = side.wb_mask;
        stage.wb_level = side.wb_level;
        stage.release_ready = side.release_ready;
        stage.eval();
        settle_inspector(i, stage, side);
    }

    void show_instruction(unsigned i, const PartStage &stage, PartSide &side)
    {
        side.in_valid = stage.in_valid;
        side.in_opcode = stage.in_opcode;
        side.in_length = stage.in_length;
        side.in_warp = stage.in_warp;
        side.in_register = stage.in_register;
        side.in_scratchpad = stage.in_scratchpad;
        side.in_atomic = stage.in_atomic;
        side.in_atomic_op = stage.in_atomic_op;
        side.in_atomic_returns = stage.in_atomic_returns;
        side.release_valid = stage.release_valid;
        side.acquire = stage.acquire_valid;
        side.wb_ready = side.fault_ready = 1;
        side.camat_clear = bit(clear, i);
        field(side.in_mask, in_mask, i, config_.lanes);
        field(side.in_offset, in_offset, i, 32);
        words(side.in_operands, 0, in_operands, i * config_.lanes * 128, config_.lanes * 128);
    }

    /* Network ports, and which controllers accept a store of this SM. */
    void show_path(unsigned i, PartSide &side)
    {
        uint64_t stores = static_cast<uint64_t>(path_->accept_valid) & static_cast<uint64_t>(path_->accept_write), own = 0;
        for (; stores != 0; stores &= stores - 1) {
            const unsigned channel = static_cast<unsigned>(__builtin_ctzll(stores)), bits = rs_index_bits(config_.sms);
            own |= static_cast<uint64_t>(rs::get(path_->accept_sm, channel * bits, bits) == i) << channel;
        }
        side.accepted = static_cast<std::remove_reference_t<decltype(side.accepted)>>(own);
        side.request_ready = bit(path_->request_ready, i);
        side.reply_valid = bit(path_->reply_valid, i);
        side.reply_head = bit(path_->reply_head, i);
        side.reply_tail = bit(path_->reply_tail, i);
        if (side.reply_valid)
            words(side.reply_payload, 0, path_->reply_payload, i * payload_, payload_);
    }

    void settle_inspector(unsigned i, const PartStage &stage, const PartSide &side)
    {
        PartInspector &inspector = *sms_[i].inspector;
        inspector.clk = 0;
        inspector.rst = rst;
        inspector.clear = bit(clear, i);
        inspector.live = stage.live;
        inspector.hazard_control = stage.hazard_control;
        inspector.hazard_synchronization = stage.hazard_synchronization;
        inspector.hazard_memory_data = stage.hazard_memory_data;
        inspector.hazard_memory_structural = stage.hazard_memory_structural;
        inspector.hazard_compute_data = stage.hazard_compute_data;
        inspector.hazard_compute_structural = stage.hazard_compute_structural;
        inspector.issued = stage.issued;
        inspector.slot_busy = stage.slot_busy;
        inspector.slot_waits = stage.slot_waits;
        inspector.releasing = stage.releasing;
        inspector.dma_pending = 0;
        inspector.mshr_full = side.event_entry_full | side.event_merge_full;
        inspector.store_buffer_full = side.event_store_buffer_full;
        inspector.bank_conflict = side.event_bank_conflict | side.line_waits;
        inspector.waiting_valid = stage.waiting_valid;
        inspector.waiting_warp = stage.waiting_warp;
        inspector.waiting_register = stage.waiting_register;
        inspector.ready_valid = stage.ready_valid;
        inspector.ready_warp = stage.ready_warp;
        inspector.ready_register = stage.ready_register;
        inspector.ready_level = stage.ready_level;
        inspector.eval();
    }

    /* What the SMs give to the path at the clock edge. */
    void drive_path()
    {
        PartPath &path = *path_;
        path.rst = rst;
        path.policy = policy;
        path.hash_bits = hash_bits;
        path.age_cap = age_cap;
        path.hold_limit = hold_limit;
        path.wait_guard = wait_guard;
        path.seed = seed;
        path.static_vc = static_vc;
        path.bank_ready = bank_ready;
        path.dfi_rddata_valid = dfi_rddata_valid;
        path.dfi_rddata = dfi_rddata;
        for (unsigned i = 0; i < config_.sms; i++) {
            const PartSide &side = *sms_[i].side;
            rs::set(path.request_valid, i, 1, side.request_valid);
            rs::set(path.request_head, i, 1, side.request_head);
            rs::set(path.request_tail, i, 1, side.request_tail);
            rs::set(path.reply_ready, i, 1, side.reply_ready);
            if (side.request_valid)
                words(path.request_payload, i * payload_, side.request_payload, 0, payload_);
        }
    }

    /* A CTA that it starts is shown to the issue stage, for the clock edge. */
    void drive_dispatch()
    {
        PartDispatch &dispatch = *dispatch_;
        bool all_empty = path_->idle != 0;
        for (unsigned i = 0; i < config_.sms; i++) {
            const Sm &sm = sms_[i];
            all_empty = all_empty && sm.side->empty != 0;
            rs::set(dispatch.place_free, i * config_.sm_ctas, config_.sm_ctas, sm.stage->place_free);
            rs::set(dispatch.sm_quiet, i, 1, sm.stage->quiet);
            rs::set(dispatch.release_ready, i, 1, sm.side->release_ready);
        }
        dispatch.clk = 0;
        dispatch.rst = rst;
        dispatch.launch_valid = launch_valid;
        dispatch.launch_ctas = launch_ctas;
        dispatch.limit = launch_limit;
        dispatch.settled = idle = all_empty;
        dispatch.eval();
        if (dispatch.start_valid) {
            PartStage &stage = *sms_[dispatch.start_sm].stage;
            stage.start_valid = 1;
            stage.start_place = dispatch.start_place;
        }
    }

    /* ---- outputs ---------------------------------------------------------------------------------------------- */

    void show()
    {
        launch_ready = dispatch_->launch_ready;
        launch_over = dispatch_->launch_over;
        start_valid = dispatch_->start_valid;
        start_sm = dispatch_->start_sm;
        start_place = dispatch_->start_place;
        start_cta = dispatch_->start_cta;
        dfi_cs_n = path_->dfi_cs_n;
        dfi_ras_n = path_->dfi_ras_n;
        dfi_cas_n = path_->dfi_cas_n;
        dfi_we_n = path_->dfi_we_n;
        dfi_bank = path_->dfi_bank;
        dfi_address = path_->dfi_address;
        dfi_wrdata_en = path_->dfi_wrdata_en;
        dfi_wrdata = path_->dfi_wrdata;
        dfi_wrdata_mask = path_->dfi_wrdata_mask;
        accept_valid = path_->accept_valid;
        accept_write = path_->accept_write;
        accept_sm = path_->accept_sm;
        accept_tag = path_->accept_tag;
        accept_line = path_->accept_line;
        for (unsigned i = 0; i < config_.sms; i++) {
            show_stage(i, *sms_[i].stage);
            show_inspector(i, *sms_[i].inspector);
            show_side(i, *sms_[i].side);
        }
    }

    void show_stage(unsigned i, const PartStage &stage)
    {
        const unsigned schedulers = config_.warp_schedulers, bits = config_.warp_bits;
        rs::set(place_free, i * config_.sm_ctas, config_.sm_ctas, stage.place_free);
        rs::set(ask_valid, i * schedulers, schedulers, stage.ask_valid);
        rs::set(ask_warp, i * schedulers * bits, schedulers * bits, stage.ask_warp);
        rs::set(issue_valid, i * schedulers, schedulers, stage.issue_valid);
        rs::set(issue_warp, i * schedulers * bits, schedulers * bits, stage.issue_warp);
        rs::set(read_valid, i, 1, stage.read_valid);
        rs::set(read_first, i, 1, stage.read_first);
        rs::set(read_warp, i * bits, bits, stage.read_warp);
        rs::set(read_number, i * 4, 4, stage.read_number);
        rs::set(in_valid, i, 1, stage.in_valid);
        rs::set(illegal, i, 1, stage.illegal);
    }

    void show_inspector(unsigned i, const PartInspector &inspector)
    {
        rs::set(stall_class, i * 3, 3, inspector.stall_class);
        rs::set(stall_cause, i * 3, 3, inspector.stall_cause);
        words(class_cycles, i * 8 * 64, inspector.class_cycles, 0, 8 * 64);
        words(cause_cycles, i * 6 * 64, inspector.cause_cycles, 0, 6 * 64);
        words(level_cycles, i * 6 * 64, inspector.level_cycles, 0, 6 * 64);
    }

    void show_side(unsigned i, const PartSide &side)
    {
        rs::set(in_ready, i, 1, side.in_ready);
        rs::set(in_status, i * 2, 2, side.in_status);
        rs::set(wb_valid, i, 1, side.wb_valid);
        rs::set(wb_warp, i * config_.warp_bits, config_.warp_bits, side.wb_warp);
        rs::set(wb_register, i * config_.register_bits, config_.register_bits, side.wb_register);
        rs::set(wb_element, i * 4, 4, side.wb_element);
        rs::set(wb_mask, i * config_.lanes, config_.lanes, side.wb_mask);
        rs::set(wb_level, i * 3, 3, side.wb_level);
        words(wb_data, i * config_.lanes * 32, side.wb_data, 0, config_.lanes * 32);
        rs::set(fault_valid, i, 1, side.fault_valid);
        rs::set(event_hit, i, 1, side.event_hit);
        rs::set(event_merged, i, 1, side.event_merged);
        rs::set(event_miss, i, 1, side.event_miss);
        rs::set(event_store, i, 1, side.event_store);
        rs::set(event_entry_full, i, 1, side.event_entry_full);
        rs::set(event_merge_full, i, 1, side.event_merge_full);
        rs::set(event_store_buffer_full, i, 1, side.event_store_buffer_full);
        rs::set(event_bank_conflict, i, 1, side.event_bank_conflict);
        rs::set(line_waits, i, 1, side.line_waits);
        rs::set(camat_active_cycles, i * 64, 64, side.camat_active_cycles);
        rs::set(camat_accesses, i * 64, 64, side.camat_accesses);
        rs::set(busy, i, 1, side.busy);
        rs::set(empty, i, 1, side.empty);
    }

    /* ---- bits ------------------------------------------------------------------------------------------------- */

    template <class Signal> static bool bit(const Signal &signal, unsigned i) { return rs::get(signal, i, 1) != 0; }
    /* Element i of a flat bus of such elements. */
    template <class To, class From> static void field(To &to, const From &from, unsigned i, unsigned width)
    {
        to = static_cast<To>(rs::get(from, i * width, width));
    }
    /* The bits from `low` on as words of their own: in place where they begin with one, or else in `buffer`. */
    template <class From> static const uint32_t *whole(const From &from, unsigned low, unsigned width, uint32_t *buffer)
    {
        get_words(from, low, width, buffer);
        return buffer;
    }
    template <std::size_t Words> static const uint32_t *whole(const VlWide<Words> &from, unsigned low, unsigned width, uint32_t *buffer)
    {
        if (low % 32 == 0 && width % 32 == 0)
            return &from[low / 32];
        get_words(from, low, width, buffer);
        return buffer;
    }
    /* width: at most 4096 bits. */
    template <class To, class From> static void words(To &to, unsigned to_low, const From &from, unsigned from_low, unsigned width)
    {
        uint32_t buffer[128];
        put_field(to, to_low, width, whole(from, from_low, width, buffer));
    }

    rs_config config_;
    unsigned threads_, payload_;
    std::vector<VerilatedContext> contexts_; /* of the SMs, and of path and dispatch */
    std::unique_ptr<PartPath> path_;
    std::unique_ptr<PartDispatch> dispatch_;
    std::vector<Sm> sms_;
    CData last_clk_ = 0;
    bool settled_ = false, edge_ = false, fresh_ = true, ends_ = false; /* edge_: one is due */
    std::thread second_;
    alignas(64) std::atomic<unsigned> asked_{0};
    alignas(64) std::atomic<unsigned> done_{0};
    alignas(64) std::atomic<int> left_{0};            /* SMs that nobody has taken in this cycle */
    alignas(64) std::atomic<bool> path_shown_{false}; /* for the SMs of this cycle */
};

} // namespace rs
#endif
