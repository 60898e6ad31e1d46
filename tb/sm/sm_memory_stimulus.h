/* Instructions for rs_sm_memory, at random: those of several warps, in lines and words that they meet in again and again, with
 * masks, registers and lengths of all kinds, some refused, some at fault; and the cycles in which each is at the port. */
#ifndef RS_SM_MEMORY_STIMULUS_H
#define RS_SM_MEMORY_STIMULUS_H

#include "sm_memory_oracle.h"

struct SmSizes {
    uint32_t lanes, address_bits, max_length, warp_bits, register_bits, line_bytes, pad_bytes, banks;
    bool atomics = false;
};

class SmMemoryStimulus {
  public:
    SmMemoryStimulus(rs::CosimBase &bench, const SmSizes &sizes)
        : bench_(bench), sizes_(sizes), space_(UINT64_C(1) << sizes.address_bits),
          all_lanes_((UINT64_C(1) << sizes.lanes) - 1)
    {
    }
    virtual ~SmMemoryStimulus() = default;

    uint64_t shared_line() const { return space_ / sizes_.line_bytes / 2; } /* others write it, this SM does not */

    rs::Instruction next;                   /* at the instruction port, in these cycles: */
    std::vector<rs_load_store_issue> beats; /* empty: none */
    std::size_t beat = 0;

    void forget()
    {
        beats.clear();
        beat = 0;
        swept_ = 0;
    }
    /* A case begins with stores to every word of the scratchpad, so that its contents are known. */
    bool swept() const { return swept_ >= sizes_.pad_bytes / 4; }
    void taken()
    {
        if (beat == 0 && !swept())
            swept_ += sizes_.lanes;
        if (++beat == beats.size())
            beats.clear();
    }

    /* Puts one at the port, or none if it met a load that is not answered, or what others write. */
    void invent(const rs::Program &program, bool idle)
    {
        rs::Instruction &in = next;
        /* At times plain ones that follow each other on the same words. */
        again_ = again_ ? again_ - 1 : bench_.chance(6) ? 4 + bench_.random_below(8) : 0;
        const bool again = again_ != 0 && !bench_.is_case("slow");
        const bool pad_sweep = !swept();
        const uint32_t percent = bench_.is_case("faults") ? 10 : 1;
        const bool slow = bench_.is_case("slow");
        const uint32_t spread = slow ? 1 + bench_.cycle() / 512 % 2 : again ? 2 : bench_.random_below(4);

        in = rs::Instruction();
        in.opcode = pad_sweep ? 1 : bench_.random_below(again ? 2 : bench_.chance(percent) ? 8 : 6);
        if (slow && !pad_sweep && bench_.chance(80))
            in.opcode &= ~1u;
        in.length = in.opcode < 2 ? 1 : std::min(sizes_.max_length, UINT32_C(4) << bench_.random_below(3));
        if (!pad_sweep && bench_.chance(percent))
            in.length = bench_.random_below(32);
        in.scratchpad = pad_sweep || (!again && bench_.chance(bench_.is_case("scratchpad") ? 80 : slow ? 5 : 20));
        in.mask = pad_sweep ? all_lanes_ : bench_.chance(percent) ? 0 : mask();
        in.warp = bench_.random_below(1u << sizes_.warp_bits);
        in.first_register = bench_.random_below(registers() / 4) * 4;
        if (in.opcode < 2 || bench_.chance(percent))
            in.first_register = bench_.random_below(registers());
        const bool shared = !in.writes() && !in.scratchpad && bench_.chance(15);
        last_base_ = again ? last_base_ : base(in.scratchpad, shared);
        const uint64_t common = last_base_;
        const int32_t stride = static_cast<int32_t>(bench_.random_below(2 * sizes_.line_bytes / 4)) - 4;
        if (!pad_sweep && !again && !(in.scratchpad && bench_.chance(50)))
            in.offset = (static_cast<int32_t>(bench_.random_below(64)) - 8) * 4;
        for (uint32_t l = 0; l < sizes_.lanes; l++) {
            in.start[l] = pad_sweep     ? (swept_ + l) * 4 % sizes_.pad_bytes
                          : spread == 0 ? common
                          : spread == 1 ? base(in.scratchpad, shared)
                                        : (common + 4 * l * (spread == 2 ? 1 : in.scratchpad ? sizes_.banks : 5)) % space_;
            in.stride[l] = stride;
            for (uint32_t k = 0; k < RS_VECTOR_MAX; k++) {
                in.index[k][l] = static_cast<int32_t>(bench_.random_below(spread == 1 ? 4 : sizes_.line_bytes / 2)) - (spread == 1);
                in.word[k][l] = static_cast<uint32_t>(bench_.random());
            }
        }
        if (sizes_.atomics && !pad_sweep && bench_.chance(bench_.is_case("atomics") ? 70 : 10))
            make_atomic(in);
        /* Registers of a load are one load's; lines of others are only read. */
        if ((!in.writes() || in.atomic) && program.outstanding(in.warp, in.first_register))
            return;
        for (uint32_t k = 0; in.writes() && !in.scratchpad && k < in.length && k < RS_VECTOR_MAX; k++)
            for (uint32_t l = 0; l < sizes_.lanes; l++)
                if (program.shared(static_cast<uint64_t>(in.address(k, l)) / 4))
                    return;
        if (bench_.is_case("alone") && !pad_sweep) {
            if (!idle)
                return;
            in.atomic = false;
            in.opcode = 0;
            in.length = 1;
            in.mask = UINT64_C(1) << bench_.random_below(sizes_.lanes);
        }
        put_on_port();
    }

    /* What rs_load_store_unit accepts, by its header. */
    bool legal() const
    {
        const rs::Instruction &in = next;
        const bool vector = in.length == 4 || in.length == 8 || in.length == 16;
        return in.mask != 0 && in.opcode < 6 &&
               (in.opcode < 2 ? in.length == 1
                              : vector && in.length <= sizes_.max_length && in.first_register % 4 == 0 &&
                                    in.first_register + in.length <= registers());
    }

  protected:
    /* A lane's base, in lines that are few enough to meet again, and to be in each other's way. */
    virtual uint64_t base(bool scratchpad, bool shared)
    {
        if (shared)
            return shared_line() * sizes_.line_bytes + bench_.random_below(sizes_.line_bytes / 4) * 4;
        const uint64_t lines = bench_.is_case("hot") ? 4 : bench_.is_case("slow") ? 400 : 24;
        const uint64_t bytes = std::min(scratchpad ? sizes_.pad_bytes : lines * sizes_.line_bytes, space_);
        const uint64_t address = (bench_.random() >> 20) % bytes / 4 * 4;
        return !bench_.is_case("faults") || bench_.chance(90) ? address
               : bench_.chance(50)                            ? space_ - 4 - address
                                                              : address + bench_.random_below(4);
    }

    /* The first of the lines that have atomic operations only. */
    virtual uint64_t atomic_line() const { return space_ / sizes_.line_bytes / 4; }

    /* next, whose beats are to come. */
    void put_on_port()
    {
        const rs::Instruction &in = next;
        rs_load_store_issue first = rs_load_store_issue();
        first.opcode = in.opcode;
        first.length = in.length;
        first.warp = in.warp;
        first.first_register = in.first_register;
        first.scratchpad = in.scratchpad;
        first.mask = in.mask;
        first.offset = in.offset;
        first.atomic = in.atomic;
        first.returns = in.returns;
        first.operation = in.operation;
        if (in.atomic) { /* not looked at */
            first.opcode = bench_.random_below(8);
            first.length = bench_.random_below(32);
            first.scratchpad = bench_.chance(50);
        }
        for (uint32_t l = 0; l < sizes_.lanes; l++) {
            first.operands[l][0] = static_cast<uint32_t>(in.start[l]);
            first.operands[l][1] = static_cast<uint32_t>(in.start[l] >> 32);
            first.operands[l][2] = static_cast<uint32_t>(in.stride[l]);
            first.operands[l][3] = in.word[0][l];
        }
        beats.assign(1, first);
        beat = 0;
        if (!legal())
            return;
        for (uint32_t k = 0; in.opcode >= 3 && k < in.length; k += 4)
            for (uint32_t words = in.opcode >= 4 ? 0 : 1; words <= (in.writes() ? 1 : 0); words++) {
                beats.push_back(first);
                for (uint32_t l = 0; l < sizes_.lanes; l++)
                    for (uint32_t r = 0; r < 4; r++)
                        beats.back().operands[l][r] = words ? in.word[k + r][l] : static_cast<uint32_t>(in.index[k + r][l]);
            }
    }

    rs::CosimBase &bench_;
    const SmSizes sizes_;
    const uint64_t space_;

  private:
    /* On few words of lines of their own, far from all others. */
    void make_atomic(rs::Instruction &in)
    {
        const uint64_t first = atomic_line() * sizes_.line_bytes;
        const uint32_t some = bench_.chance(30) ? 1 : bench_.chance(50) ? 4 : 3 * sizes_.line_bytes / 4;
        in.atomic = true;
        in.returns = bench_.chance(60);
        in.operation = bench_.random_below(rs::ATOMIC_OPERATIONS);
        in.opcode = in.length = 1;
        in.scratchpad = false;
        in.mask = mask();
        in.offset = static_cast<int32_t>(bench_.random_below(8)) * 4;
        in.first_register = bench_.random_below(registers());
        for (uint32_t l = 0; l < sizes_.lanes; l++) {
            in.start[l] = first + bench_.random_below(some) * 4 + (bench_.is_case("faults") && bench_.chance(2) ? 1 : 0);
            in.word[0][l] = bench_.chance(70) ? bench_.random_below(3) : static_cast<uint32_t>(bench_.random());
            in.stride[l] = static_cast<int32_t>(bench_.random_below(3));
        }
    }
    uint64_t mask()
    {
        switch (bench_.random_below(4)) {
        case 0: case 1: return all_lanes_;
        case 2: return UINT64_C(1) << bench_.random_below(sizes_.lanes);
        default: return bench_.random() & all_lanes_;
        }
    }

    uint32_t registers() const { return 1u << sizes_.register_bits; }

    const uint64_t all_lanes_;
    uint32_t swept_ = 0;     /* words of the scratchpad stored */
    uint32_t again_ = 0;     /* plain instructions on the same words still to come */
    uint64_t last_base_ = 0;
};

#endif
