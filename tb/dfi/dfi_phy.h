/* A PHY with its DRAM, for benches of rs_dfi_controller: takes DFI's pins and gives read data between the PHY's least and greatest
 * latency. The DRAM is the model's (cmodel/machine/dram_device.h), which numbers bursts where the pins have columns. */
#ifndef RS_DFI_PHY_H
#define RS_DFI_PHY_H

#include <cstdio>
#include <cstdlib>
#include <deque>

#include "cosim.h"
#include "dfi/dfi_port.h"
#include "machine/dram_device.h"

namespace rs {

/* A command with its burst's number, as the controller's own pins have it. MRS and the like: NOP. */
inline rs_dram_pins burst_pins(const rs_dfi_command &shown, uint32_t burst_cycles, uint32_t ap_pin)
{
    rs_dram_pins pins = {};
    static const uint8_t commands[16] = {RS_DRAM_NOP, RS_DRAM_REF, RS_DRAM_PRE, RS_DRAM_ACT, RS_DRAM_WR, RS_DRAM_RD};
    pins.command = commands[shown.command];
    pins.bank = shown.bank;
    pins.address = shown.address;
    if (pins.command == RS_DRAM_RD || pins.command == RS_DRAM_WR) {
        uint32_t low = shown.address & ((1U << ap_pin) - 1), high = shown.address >> (ap_pin + 1);
        pins.address = (high << ap_pin | low) / (2 * burst_cycles);
    }
    return pins;
}

class DfiPhy {
  public:
    DfiPhy(CosimBase &bench, const rs_config &config, const rs_dfi_port_config &port, uint32_t channel)
        : bench_(bench), config_(config), port_(port), channel_(channel)
    {
        rs_error error;
        device_ = rs_dram_device_create(&config_, &error);
        if (device_ == nullptr) {
            std::fprintf(stderr, "%s\n", error.text);
            std::exit(2);
        }
    }
    ~DfiPhy() { rs_dram_device_destroy(device_); }
    DfiPhy(const DfiPhy &) = delete;
    DfiPhy &operator=(const DfiPhy &) = delete;

    /* Read data of this cycle. */
    const rs_dram_return &returned() const { return now_; }
    rs_dram_return noise()
    {
        rs_dram_return word = {};
        word.rddata_valid = true;
        for (uint32_t &part : word.rddata)
            part = static_cast<uint32_t>(bench_.random());
        if (config_.dq_bits % 32 != 0)
            word.rddata[config_.dq_bits / 32] &= (1U << config_.dq_bits % 32) - 1;
        return word;
    }
    const rs_dram_device *device() const { return device_; }
    /* No write on its way to the DRAM, no word on its way back. */
    bool idle() const { return quiet_ > config_.wl + config_.cl + 2 * port_.t_phy_rdlat + 8; }

    /* A cycle's pins. powered_up: commands are the controller's. */
    void step(const rs_dfi_pins &shown, bool powered_up)
    {
        rs_dram_pins pins[RS_MAX_CHANNELS] = {};
        rs_dram_return returns[RS_MAX_CHANNELS];
        shown_.push_front(shown);
        if (shown_.size() > 64)
            shown_.pop_back();
        if (powered_up)
            pins[channel_] = burst_pins(shown.command, config_.burst_cycles, port_.ap_pin);
        /* The DRAM's own write latency is WL; the PHY holds the data so long. */
        const rs_dfi_pins &enable = at(config_.wl - port_.t_phy_wrlat), &data = at(config_.wl - port_.t_phy_wrlat - port_.t_phy_wrdata);
        pins[channel_].wrdata_en = enable.wrdata_en;
        std::copy(data.wrdata, data.wrdata + RS_DQ_WORDS, pins[channel_].wrdata);
        pins[channel_].wrdata_mask = data.wrdata_mask;
        if (!rs_dram_device_step(device_, pins, rs_dram_commands(pins, RS_MAX_CHANNELS), returns))
            bench_.expect("memory for the DRAM device", 1, 0);
        quiet_ = shown.command.command != RS_DFI_NOP || shown.wrdata_en ? 0 : quiet_ + 1;
        time_++;
        /* A word that the DRAM gives in cycle RD + CL, dfi_rddata_en in cycle RD + T_RDDATA_EN. */
        if (returns[channel_].rddata_valid) {
            uint64_t enabled = time_ - config_.cl + port_.t_rddata_en;
            uint64_t comes = enabled + port_.t_phy_rdlat_min + bench_.random_below(port_.t_phy_rdlat - port_.t_phy_rdlat_min + 1);
            comes = std::max(comes, std::max(time_, last_ + 1));
            last_ = comes;
            words_.push_back({comes, returns[channel_]});
        }
        now_ = rs_dram_return();
        if (!words_.empty() && words_.front().at == time_) {
            now_ = words_.front().word;
            words_.pop_front();
        }
    }

  private:
    struct Word {
        uint64_t at;
        rs_dram_return word;
    };
    const rs_dfi_pins &at(uint32_t age) const { return age < shown_.size() ? shown_[age] : nothing_; }

    CosimBase &bench_;
    rs_config config_;
    rs_dfi_port_config port_;
    uint32_t channel_;
    rs_dram_device *device_;
    rs_dfi_pins nothing_ = {};
    std::deque<rs_dfi_pins> shown_;
    std::deque<Word> words_;
    rs_dram_return now_ = {};
    uint64_t time_ = 0, last_ = 0, quiet_ = 0;
};

} // namespace rs
#endif
