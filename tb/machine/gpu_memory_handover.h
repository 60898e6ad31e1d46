/* The case in which words pass from one SM to another as early as release and acquire allow.
 *
 * A round: SM A stores lines of one DRAM bank, each in a row of its own, more than its controller has places for, and
 * behind them the lines to hand over; SMs other than A and B store to the same bank. A releases while its last stores
 * are in the network. B, idle, acquires in every cycle, so in that in which the release ends too, and then loads the
 * lines at once, the last first: its reads overtake A's stores if the release has not waited for their acceptance. The
 * next round begins when the machine is idle. */
#ifndef RS_GPU_MEMORY_HANDOVER_H
#define RS_GPU_MEMORY_HANDOVER_H

#include <algorithm>

#include "machine/gpu_memory.h"
#include "sm/sm_memory_oracle.h"

namespace rs {

class Handover {
  public:
    Handover(CosimBase &bench, const rs_config &config)
        : bench_(bench), config_(config), handed_(std::min(config.lanes, UINT32_C(3))),
          lines_(config.queue + 4 + handed_)
    {
    }

    void clear() { running_ = false; }
    /* idle: nothing in the machine or at its ports. */
    void begin_cycle(bool idle)
    {
        if (!idle || (running_ && !loaded_))
            return;
        running_ = true;
        over_ = loaded_ = met_ = waited_ = false;
        left_ = accepted_ = 0;
        a_ = bench_.random_below(config_.sms);
        b_ = (a_ + 1 + bench_.random_below(config_.sms - 1)) % config_.sms;
        at_.channel = bench_.random_below(config_.channels);
        at_.bank = bench_.random_below(config_.banks);
        for (uint32_t i = 0; i < config_.sms; i++) {
            to_store_[i] = i == a_ ? lines_ : i == b_ ? 0 : std::max(UINT32_C(1), config_.queue / (config_.sms - 2));
            to_release_[i] = i != b_;
        }
    }

    /* The SM's next instruction; false: none now. */
    bool instruction(uint32_t sm, Instruction &in)
    {
        const bool loads = running_ && sm == b_ && over_ && !loaded_;
        const uint32_t lanes = loads ? handed_ : running_ ? std::min(config_.lanes, to_store_[sm]) : 0;
        in = Instruction();
        in.opcode = loads ? 0 : 1;
        in.length = 1;
        in.mask = (UINT64_C(1) << lanes) - 1;
        for (uint32_t l = 0; l < lanes; l++) {
            at_.row = loads      ? lines_ - 1 - l
                      : sm == a_ ? lines_ - to_store_[sm] + l
                                 : (UINT32_C(1) << (config_.map.row_bits - 1)) + bench_.random_below(64);
            in.start[l] = rs_address_encode(&config_.map, at_);
            in.word[0][l] = static_cast<uint32_t>(bench_.random());
        }
        to_store_[sm] -= loads ? 0 : lanes;
        loaded_ |= loads;
        return lanes != 0;
    }
    /* Once, when its stores are taken. */
    bool releases(uint32_t sm)
    {
        const bool now = running_ && to_store_[sm] == 0 && to_release_[sm];
        to_release_[sm] = to_release_[sm] && !now;
        return now;
    }
    bool acquires(uint32_t sm) const { return running_ && sm == b_ && !over_ && !to_release_[a_]; }

    /* What moves in this cycle. True: after a release that had to wait for stores on their way, and an acquire
     * in the same cycle, the load's first request leaves B as soon as an idle SM can send it. */
    bool watch(const rs_gpu_memory_inputs &in, const rs_gpu_memory_outputs &out)
    {
        const uint64_t now = bench_.cycle(), sent = out.to_path->request_valid.word[0] & out.path->request_ready.word[0];
        const uint64_t released = in.release_valid.word[0] & out.release_ready.word[0], acquired = in.acquire.word[0];
        const uint64_t soonest = config_.miss_table == 0 ? 7 : 6; /* 1, and rs_sm_memory's to a read */
        if (!running_)
            return false;
        const bool leaves = over_ && !met_ && (sent >> b_ & 1);
        met_ |= leaves;
        waited_ |= left_ == lines_ && accepted_ != lines_ && (in.release_valid.word[0] & ~out.release_ready.word[0]) >> a_ & 1;
        left_ += (sent >> a_ & 1) && out.to_path->request[a_].tail;
        accepted_ += out.path->accept[at_.channel].valid && out.path->accept[at_.channel].sm == a_;
        if (!over_ && released >> a_ & 1) {
            over_ = true;
            released_ = now;
            waited_ &= acquired >> b_ & 1;
        }
        return leaves && waited_ && now - released_ <= soonest;
    }

  private:
    CosimBase &bench_;
    const rs_config config_;
    const uint32_t handed_, lines_; /* the lines handed over are the last of them, in rows from 0 up */
    bool running_ = false, waited_ = false;
    bool over_ = false, loaded_ = false, met_ = false; /* A's release, B's load, its first request gone */
    uint32_t a_ = 0, b_ = 0;
    uint32_t left_ = 0, accepted_ = 0;                 /* stores of A that have left it; that are accepted */
    uint64_t released_ = 0;                            /* cycle */
    rs_location at_ = {0, 0, 0, 0};
    uint32_t to_store_[RS_MAX_SMS] = {};
    bool to_release_[RS_MAX_SMS] = {};
};

} // namespace rs

#endif
