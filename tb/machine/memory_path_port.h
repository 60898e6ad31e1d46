/* The ports of a Verilated rs_memory_path in terms of rs_path_inputs and rs_path_outputs.
 *
 * Payload that its valid does not cover (reply flits, write data, accept fields) means nothing and is not compared;
 * everything else is compared in every cycle. */
#ifndef RS_MEMORY_PATH_PORT_H
#define RS_MEMORY_PATH_PORT_H

#include "common/random_arbiter.h"
#include "cosim.h"
#include "rowstreak.h"

namespace rs {

/* Fields of flat buses that usually start and end on word borders. */
template <class Signal> void put_field(Signal &signal, unsigned low, unsigned width, const uint32_t *words)
{
    set_words(signal, low, width, words);
}
template <std::size_t Words> void put_field(VlWide<Words> &signal, unsigned low, unsigned width, const uint32_t *words)
{
    if (low % 32 == 0 && width % 32 == 0)
        std::memcpy(&signal[low / 32], words, width / 8);
    else
        set_words(signal, low, width, words);
}
template <class Signal> bool field_equals(const Signal &signal, unsigned low, unsigned width, const uint32_t *words)
{
    uint32_t found[RS_FLIT_WORDS];
    get_words(signal, low, width, found);
    uint32_t last = width % 32 ? (1U << width % 32) - 1 : ~0U;
    unsigned count = (width + 31) / 32;
    return std::memcmp(found, words, (count - 1) * 4) == 0 && ((found[count - 1] ^ words[count - 1]) & last) == 0;
}
template <std::size_t Words>
bool aligned_field_equals(const VlWide<Words> &signal, unsigned low, unsigned width, const uint32_t *words)
{
    if (low % 32 == 0 && width % 32 == 0)
        return std::memcmp(&signal[low / 32], words, width / 8) == 0;
    return field_equals(signal, low, width, words);
}
template <class Signal> bool aligned_field_equals(const Signal &signal, unsigned low, unsigned width, const uint32_t *words)
{
    return field_equals(signal, low, width, words);
}

struct PathMismatch {
    const char *signal = nullptr;
    int index = 0;
    uint64_t model = 0, hardware = 0; /* of a signal wider than 64 bits the first 32-bit word that differs */
};

template <class Dut> class MemoryPathPort {
  public:
    static constexpr uint32_t TOP = RS_TOP_PATH; /* enum rs_top of the RTL */

    explicit MemoryPathPort(const rs_config &config) : config_(config)
    {
        line_bits_ = config.map.address_bits - RS_LINE_SHIFT;
        sm_bits_ = rs_index_bits(config.sms);
        header_ = sm_bits_ + config.tag_bits + rs_kind_bits(&config) + line_bits_;
        mask_bits_ = config.write_mask ? 2 * config.flit_bits / 8 : 0;
        payload_ = config.flit_bits > header_ + mask_bits_ ? config.flit_bits : header_ + mask_bits_;
        if (config.header_wires != 0) {
            data_ = header_ + mask_bits_;
            payload_ = data_ + config.flit_bits;
        }
        uint32_t column_bits = config.map.column_bits + (config.columns > 1 ? rs_index_bits(config.columns) : 0);
        pin_bits_ = config.map.row_bits > column_bits ? config.map.row_bits : column_bits + 1;
        reply_header_ = config.tag_bits + sm_bits_ + (config.l2 != 0);
    }

    void straps(Dut &dut) const
    {
        dut.policy = static_cast<CData>(config_.hold_policy);
        dut.hash_bits = static_cast<CData>(config_.hash_bits);
        dut.hold_limit = static_cast<CData>(config_.hold_limit);
        dut.wait_guard = static_cast<CData>(config_.wait_guard);
        dut.seed = config_.seed;
        dut.static_vc = static_cast<CData>(config_.static_vc);
        dut.bank_ready = static_cast<CData>(config_.bank_ready);
        dut.age_cap = static_cast<CData>(config_.age_cap);
    }

    void drive(Dut &dut, const rs_path_inputs &in) const
    {
        rs_set head = {}, tail = {};
        RS_EACH(sm, k, config_.sm_words, in.request_valid.word[k]) {
            const rs_flit &flit = in.request[sm];
            rs_set_put(&head, sm, flit.head);
            rs_set_put(&tail, sm, flit.tail);
            if (has_data(flit.head))
                put_field(dut.request_payload, sm * payload_ + data_, config_.flit_bits, flit.data);
            if (!flit.head)
                continue;
            rs::set(dut.request_payload, sm * payload_, header_width(), flit.header);
            if (mask_bits_ != 0)
                rs::set(dut.request_payload, sm * payload_ + header_, mask_bits_, flit.mask);
        }
        assign_set(dut.request_valid, in.request_valid);
        assign_set(dut.request_head, head);
        assign_set(dut.request_tail, tail);
        assign_set(dut.reply_ready, in.reply_ready);
        drive_dram(dut, in.dram);
    }
    void drive_dram(Dut &dut, const rs_dram_return *dram) const
    {
        uint64_t returned = 0;
        for (unsigned c = 0; c < config_.channels; c++)
            if (dram[c].rddata_valid) {
                returned |= UINT64_C(1) << c;
                put_field(dut.dfi_rddata, c * config_.dq_bits, config_.dq_bits, dram[c].rddata);
            }
        assign(dut.dfi_rddata_valid, returned);
    }

    /* The inverse of drive(): what somebody else drives into the path. */
    void sample(const Dut &dut, rs_path_inputs &in) const
    {
        std::memset(&in, 0, sizeof(in));
        in.request_valid = get_set(dut.request_valid);
        in.reply_ready = get_set(dut.reply_ready);
        for (unsigned sm = 0; sm < config_.sms; sm++) {
            rs_flit &flit = in.request[sm];
            flit.head = rs::get(dut.request_head, sm, 1) != 0;
            flit.tail = rs::get(dut.request_tail, sm, 1) != 0;
            if (has_data(flit.head))
                get_words(dut.request_payload, sm * payload_ + data_, config_.flit_bits, flit.data);
            if (flit.head)
                flit.header = rs::get(dut.request_payload, sm * payload_, header_width());
            if (flit.head && mask_bits_ != 0)
                flit.mask = rs::get(dut.request_payload, sm * payload_ + header_, mask_bits_);
        }
        for (unsigned c = 0; c < config_.channels; c++) {
            in.dram[c].rddata_valid = rs::get(dut.dfi_rddata_valid, c, 1) != 0;
            if (in.dram[c].rddata_valid)
                get_words(dut.dfi_rddata, c * config_.dq_bits, config_.dq_bits, in.dram[c].rddata);
        }
    }

    /* True if all outputs agree. */
    bool equal(const Dut &dut, const rs_path_outputs &out, PathMismatch &found) const
    {
        if (!same_set("request_ready", out.request_ready, dut.request_ready, found)
            || !same_set("reply_valid", out.reply_valid, dut.reply_valid, found) || !same("idle", -1, out.idle, dut.idle, found))
            return false;
        RS_EACH(sm, k, config_.sm_words, out.reply_valid.word[k])
            if (!reply_equal(dut, sm, out, found))
                return false;
        return channels_equal(dut, out, found);
    }
    bool channels_equal(const Dut &dut, const rs_path_outputs &out, PathMismatch &found) const
    {
        for (unsigned c = 0; c < config_.channels; c++)
            if (!channel_equal(dut, c, out.dram[c], out.accept[c], found))
                return false;
        return true;
    }

  protected:
    bool has_data(bool head) const { return !head || config_.header_wires != 0; } /* of a read's head: 0 */
    uint32_t header_width() const { return config_.tag_bits + rs_kind_bits(&config_) + line_bits_; }
    template <class Signal> static void assign(Signal &signal, uint64_t value) { signal = static_cast<Signal>(value); }

    /* A signal with a bit an SM. */
    unsigned set_bits(unsigned k) const { return config_.sms - 64 * k < 64 ? config_.sms - 64 * k : 64; }
    template <class Signal> void assign_set(Signal &signal, const rs_set &set) const
    {
        for (unsigned k = 0; k < config_.sm_words; k++)
            rs::set(signal, 64 * k, set_bits(k), set.word[k]);
    }
    template <class Signal> rs_set get_set(const Signal &signal) const
    {
        rs_set set = {};
        for (unsigned k = 0; k < config_.sm_words; k++)
            set.word[k] = rs::get(signal, 64 * k, set_bits(k));
        return set;
    }
    template <class Signal> bool same_set(const char *name, const rs_set &model, const Signal &hardware, PathMismatch &found) const
    {
        for (unsigned k = 0; k < config_.sm_words; k++)
            if (!same(name, k == 0 ? -1 : static_cast<int>(64 * k), model.word[k], rs::get(hardware, 64 * k, set_bits(k)), found))
                return false;
        return true;
    }

    static bool same(const char *name, int index, uint64_t model, uint64_t hardware, PathMismatch &found)
    {
        if (model == hardware)
            return true;
        found.signal = name;
        found.index = index;
        found.model = model;
        found.hardware = hardware;
        return false;
    }

    /* Of ports that have the SMs' memory sides. */
    template <class Device, class Outputs> bool events_equal(const Device &dut, const Outputs &out, PathMismatch &found) const
    {
        return same_set("event_hit", out.hit, dut.event_hit, found) && same_set("event_merged", out.merged, dut.event_merged, found)
            && same_set("event_miss", out.miss, dut.event_miss, found) && same_set("event_store", out.store, dut.event_store, found)
            && same_set("event_entry_full", out.entry_full, dut.event_entry_full, found)
            && same_set("event_merge_full", out.merge_full, dut.event_merge_full, found)
            && same_set("event_store_buffer_full", out.store_buffer_full, dut.event_store_buffer_full, found)
            && same_set("event_bank_conflict", out.bank_conflict, dut.event_bank_conflict, found)
            && same_set("line_waits", out.line_waits, dut.line_waits, found) && same_set("busy", out.busy, dut.busy, found)
            && same_set("empty", out.empty, dut.empty, found) && same("idle", -1, out.idle, dut.idle, found);
    }

    bool reply_equal(const Dut &dut, unsigned sm, const rs_path_outputs &out, PathMismatch &found) const
    {
        const rs_flit &flit = out.reply[sm];
        int index = static_cast<int>(sm);
        if (!same("reply_head", index, flit.head, rs::get(dut.reply_head, sm, 1), found)
            || !same("reply_tail", index, flit.tail, rs::get(dut.reply_tail, sm, 1), found))
            return false;
        if (flit.head && !same("reply_payload", index, flit.header, rs::get(dut.reply_payload, sm * payload_, reply_header_), found))
            return false;
        return !has_data(flit.head) || aligned_field_equals(dut.reply_payload, sm * payload_ + data_, config_.flit_bits, flit.data)
            || words_same("reply_payload", index, flit.data, dut.reply_payload, sm * payload_ + data_, config_.flit_bits, found);
    }

    /* Names the first word that differs. */
    template <class Signal>
    static bool words_same(const char *name, int index, const uint32_t *model, const Signal &hardware, unsigned low,
                           unsigned width, PathMismatch &found)
    {
        for (unsigned done = 0; done < width; done += 32) {
            unsigned count = width - done < 32 ? width - done : 32;
            uint64_t mask = (UINT64_C(1) << count) - 1;
            if (!same(name, index, model[done / 32] & mask, rs::get(hardware, low + done, count), found))
                return false;
        }
        return true;
    }

    /* Write data; what a byte that is not written carries means nothing. */
    bool written_same(const Dut &dut, unsigned c, const rs_dram_pins &pins, PathMismatch &found) const
    {
        for (unsigned done = 0; done < config_.dq_bits; done += 32) {
            unsigned count = config_.dq_bits - done < 32 ? config_.dq_bits - done : 32;
            uint64_t bits = (UINT64_C(1) << count) - 1;
            for (unsigned byte = 0; byte < 4; byte++)
                if (pins.wrdata_mask >> (done / 8 + byte) & 1)
                    bits &= ~(UINT64_C(255) << 8 * byte);
            if (!same("dfi_wrdata", static_cast<int>(c), pins.wrdata[done / 32] & bits,
                      rs::get(dut.dfi_wrdata, c * config_.dq_bits + done, count) & bits, found))
                return false;
        }
        return true;
    }

    bool pins_equal(const Dut &dut, unsigned c, const rs_dram_pins &pins, PathMismatch &found) const
    {
        /* {cs_n, ras_n, cas_n, we_n} of NOP, ACT, PRE, RD, WR, REF */
        static const uint8_t encoding[] = {15, 3, 2, 5, 4, 1};
        int index = static_cast<int>(c);
        uint64_t command = rs::get(dut.dfi_cs_n, c, 1) << 3 | rs::get(dut.dfi_ras_n, c, 1) << 2
                         | rs::get(dut.dfi_cas_n, c, 1) << 1 | rs::get(dut.dfi_we_n, c, 1);
        if (!same("dfi_{cs,ras,cas,we}_n", index, encoding[pins.command], command, found)
            || !same("dfi_bank", index, pins.bank, rs::get(dut.dfi_bank, c * config_.map.bank_bits, config_.map.bank_bits), found)
            || !same("dfi_address", index, pins.address, rs::get(dut.dfi_address, c * pin_bits_, pin_bits_), found)
            || !same("dfi_wrdata_en", index, pins.wrdata_en, rs::get(dut.dfi_wrdata_en, c, 1), found))
            return false;
        if (pins.wrdata_en && !aligned_field_equals(dut.dfi_wrdata, c * config_.dq_bits, config_.dq_bits, pins.wrdata)
            && !written_same(dut, c, pins, found))
            return false;
        uint32_t byte_bits = config_.write_mask ? config_.dq_bits / 8 : 1;
        return (!pins.wrdata_en && config_.write_mask)
            || same("dfi_wrdata_mask", index, pins.wrdata_mask, rs::get(dut.dfi_wrdata_mask, c * byte_bits, byte_bits), found);
    }

    bool channel_equal(const Dut &dut, unsigned c, const rs_dram_pins &pins, const rs_accept &accept, PathMismatch &found) const
    {
        int index = static_cast<int>(c);
        if (!pins_equal(dut, c, pins, found) || !same("accept_valid", index, accept.valid, rs::get(dut.accept_valid, c, 1), found))
            return false;
        if (!accept.valid)
            return true;
        return same("accept_write", index, accept.write, rs::get(dut.accept_write, c, 1), found)
            && same("accept_sm", index, accept.sm, rs::get(dut.accept_sm, c * sm_bits_, sm_bits_), found)
            && same("accept_tag", index, accept.tag, rs::get(dut.accept_tag, c * config_.tag_bits, config_.tag_bits), found)
            && same("accept_line", index, accept.line, rs::get(dut.accept_line, c * line_bits_, line_bits_), found);
    }

    rs_config config_;
    uint32_t line_bits_, sm_bits_, header_, mask_bits_, payload_, pin_bits_, reply_header_;
    uint32_t data_ = 0; /* lowest bit of a flit's data */
};

} // namespace rs
#endif
