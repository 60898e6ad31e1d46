/* Instructions for rs_sm_memory, at random: those of several warps, in lines and words that they meet in again and again, with
 * masks, registers and lengths of all kinds, some refused, some at fault; and the cycles in which each is at the port. */
#ifndef RS_SM_MEMORY_STIMULUS_H
#define RS_SM_MEMORY_STIMULUS_H

#include "sm_memory_oracle.h"

static constexpr uint32_t lanes = RTL_LANES, address_bits = RTL_ADDRESS_BITS, max_length = RTL_MAX_LENGTH;
static constexpr uint32_t warp_bits = RTL_WARP_BITS, register_bits = RTL_REGISTER_BITS, registers = 1u << register_bits;
static constexpr uint32_t line_bytes = RTL_LINE_BYTES, block_bytes = RTL_REQUEST_BYTES, pad_bytes = RTL_SCRATCHPAD_BYTES;
static constexpr uint64_t all_lanes = (UINT64_C(1) << lanes) - 1, space = UINT64_C(1) << address_bits;
static const bool prt = RTL_TABLE != 0, cached = RTL_CACHE != 0;

static constexpr uint32_t log2_of(uint64_t value) { return value < 2 ? 0 : 1 + log2_of(value / 2); }
static constexpr uint32_t bits_of(uint64_t count) { return count < 2 ? 1 : log2_of(count - 1) + 1; }
static const uint32_t block_bits = address_bits - log2_of(block_bytes);
static const uint32_t id_bits = bits_of(RTL_ENTRIES) + bits_of(line_bytes / block_bytes) +
                                (cached && prt ? bits_of(lanes) + bits_of(RTL_SETS) + bits_of(RTL_WAYS) : 0);

class SmMemoryStimulus {
  public:
    static constexpr uint64_t shared_line = space / line_bytes / 2; /* others write it, this SM does not */

    explicit SmMemoryStimulus(rs::CosimBase &bench) : bench_(bench) {}

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
    bool swept() const { return swept_ >= pad_bytes / 4; }
    void taken()
    {
        if (beat == 0 && !swept())
            swept_ += lanes;
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
        in.length = in.opcode < 2 ? 1 : std::min(max_length, UINT32_C(4) << bench_.random_below(3));
        if (!pad_sweep && bench_.chance(percent))
            in.length = bench_.random_below(32);
        in.scratchpad = pad_sweep || (!again && bench_.chance(bench_.is_case("scratchpad") ? 80 : slow ? 5 : 20));
        in.mask = pad_sweep ? all_lanes : bench_.chance(percent) ? 0 : mask();
        in.warp = bench_.random_below(1u << warp_bits);
        in.first_register = bench_.random_below(registers / 4) * 4;
        if (in.opcode < 2 || bench_.chance(percent))
            in.first_register = bench_.random_below(registers);
        const bool shared = !in.writes() && !in.scratchpad && bench_.chance(15);
        last_base_ = again ? last_base_ : base(in.scratchpad, shared);
        const uint64_t common = last_base_;
        const int32_t stride = static_cast<int32_t>(bench_.random_below(2 * line_bytes / 4)) - 4;
        if (!pad_sweep && !again && !(in.scratchpad && bench_.chance(50)))
            in.offset = (static_cast<int32_t>(bench_.random_below(64)) - 8) * 4;
        for (uint32_t l = 0; l < lanes; l++) {
            in.start[l] = pad_sweep     ? (swept_ + l) * 4 % pad_bytes
                          : spread == 0 ? common
                          : spread == 1 ? base(in.scratchpad, shared)
                                        : (common + 4 * l * (spread == 2 ? 1 : in.scratchpad ? RTL_BANKS : 5)) % space;
            in.stride[l] = stride;
            for (uint32_t k = 0; k < RS_LSU_LENGTH_MAX; k++) {
                in.index[k][l] = static_cast<int32_t>(bench_.random_below(spread == 1 ? 4 : line_bytes / 2)) - (spread == 1);
                in.word[k][l] = static_cast<uint32_t>(bench_.random());
            }
        }
        /* Registers of a load are one load's; lines of others are only read. */
        if (!in.writes() && program.outstanding(in.warp, in.first_register))
            return;
        for (uint32_t k = 0; in.writes() && !in.scratchpad && k < in.length && k < RS_LSU_LENGTH_MAX; k++)
            for (uint32_t l = 0; l < lanes; l++)
                if (program.shared(static_cast<uint64_t>(in.address(k, l)) / 4))
                    return;
        if (bench_.is_case("alone") && !pad_sweep) {
            if (!idle)
                return;
            in.opcode = 0;
            in.length = 1;
            in.mask = UINT64_C(1) << bench_.random_below(lanes);
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
                              : vector && in.length <= max_length && in.first_register % 4 == 0 &&
                                    in.first_register + in.length <= registers);
    }

  private:
    uint64_t mask()
    {
        switch (bench_.random_below(4)) {
        case 0: case 1: return all_lanes;
        case 2: return UINT64_C(1) << bench_.random_below(lanes);
        default: return bench_.random() & all_lanes;
        }
    }

    /* A lane's base, in lines that are few enough to meet again, and to be in each other's way. */
    uint64_t base(bool scratchpad, bool shared)
    {
        if (shared)
            return shared_line * line_bytes + bench_.random_below(line_bytes / 4) * 4;
        const uint64_t lines = bench_.is_case("hot") ? 4 : bench_.is_case("slow") ? 400 : 24;
        const uint64_t bytes = std::min(scratchpad ? pad_bytes : lines * line_bytes, space);
        const uint64_t address = (bench_.random() >> 20) % bytes / 4 * 4;
        return !bench_.is_case("faults") || bench_.chance(90) ? address
               : bench_.chance(50)                            ? space - 4 - address
                                                              : address + bench_.random_below(4);
    }

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
        for (uint32_t l = 0; l < lanes; l++) {
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
                for (uint32_t l = 0; l < lanes; l++)
                    for (uint32_t r = 0; r < 4; r++)
                        beats.back().operands[l][r] = words ? in.word[k + r][l] : static_cast<uint32_t>(in.index[k + r][l]);
            }
    }

    rs::CosimBase &bench_;
    uint32_t swept_ = 0;     /* words of the scratchpad stored */
    uint32_t again_ = 0;     /* plain instructions on the same words still to come */
    uint64_t last_base_ = 0;
};

#endif
