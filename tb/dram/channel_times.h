/* How long a channel may keep requests and refreshes waiting, by the sums that the headers of the RTL state; and where on its pins a time
 * that differs by direction or bank group decided when a column command came. */
#ifndef RS_CHANNEL_TIMES_H
#define RS_CHANNEL_TIMES_H

#include <algorithm>

#include "rowstreak.h"

namespace rs {

/* The most cycles that two column commands of one request are kept apart. */
inline uint32_t longest_column(const rs_config &config)
{
    uint32_t column = std::max(config.t_ccd, config.burst_cycles);
    return config.bank_groups > 1 ? std::max({column, config.t_ccd_l, config.t_ccd_l_wr}) : column;
}

/* rtl/dram/rs_refresh.v: how late REF is at most. */
inline int64_t postponed_most(const rs_config &config)
{
    const bool each = config.refresh == RS_REFRESH_BANK;
    uint32_t column = longest_column(config) + (config.pair != 0 ? std::max(config.t_ccd, config.burst_cycles) : 0);
    return config.columns * column + std::max(config.t_ras, config.wl + config.burst_cycles + config.t_wr)
         + (each ? std::max(config.t_rrd, config.t_rrefd) : config.banks) + std::max(config.t_rc, config.t_rp);
}

/* rtl/dram/rs_dram_controller.v: cycles to the next departure; BLISS: twice that. */
inline uint32_t departure_most(const rs_config &config)
{
    uint32_t burst = config.wl + config.burst_cycles;
    uint32_t write_read = burst + (config.bank_groups > 1 ? std::max(config.t_wtr, config.t_wtr_l) : config.t_wtr);
    uint32_t most = config.columns * longest_column(config) + std::max(config.t_ras, burst + config.t_wr) + config.t_rp
                  + std::max(config.t_rc, config.t_faw) + config.t_rcd + std::max(config.t_rtw, write_read) + 2 * config.banks;
    return config.scheduler == RS_SCHEDULER_BLISS ? 2 * most : most;
}

/* Of one cycle: the column command on the pins. */
struct FinerEvents {
    bool write_within_trcd = false;  /* a WR sooner than T_RCD after its ACT */
    bool write_at_trcd_wr = false;   /* as soon as T_RCD_WR lets it */
    bool read_within_twtr_l = false; /* a RD sooner after a WR than its bank group would let it */
    bool read_at_twtr_l = false;     /* as soon as T_WTR_L of its group lets it */
    bool write_at_tccd_l_wr = false; /* a WR as soon as T_CCD_L_WR of its group lets it */
};

class FinerTimes {
  public:
    explicit FinerTimes(const rs_config &config) : config_(config)
    {
        std::fill(act_, act_ + RS_MAX_BANKS, never);
        std::fill(write_, write_ + RS_MAX_BANKS, never);
    }

    /* Can a channel of this configuration show them? */
    static bool of_bank(const rs_config &config) { return config.t_rcd_wr != 0 && config.t_rcd_wr < config.t_rcd; }
    static bool of_write_read(const rs_config &config) { return config.bank_groups > 1 && config.t_wtr_l > config.t_wtr; }
    static bool of_write_write(const rs_config &config) { return config.bank_groups > 1 && config.t_ccd_l_wr > config.t_ccd_l; }

    FinerEvents step(const rs_dram_pins &pins, int64_t now)
    {
        FinerEvents events;
        int64_t &write = write_[pins.bank % config_.bank_groups];
        const int64_t write_read = config_.wl + config_.burst_cycles + config_.t_wtr_l;
        switch (pins.command) {
        case RS_DRAM_ACT:
            act_[pins.bank] = now;
            break;
        case RS_DRAM_RD:
            events.read_within_twtr_l = of_write_read(config_) && now - last_write_ < write_read;
            events.read_at_twtr_l = of_write_read(config_) && now - write == write_read;
            break;
        case RS_DRAM_WR:
            events.write_within_trcd = of_bank(config_) && now - act_[pins.bank] < config_.t_rcd;
            events.write_at_trcd_wr = of_bank(config_) && now - act_[pins.bank] == config_.t_rcd_wr;
            events.write_at_tccd_l_wr = of_write_write(config_) && now - write == config_.t_ccd_l_wr;
            write = last_write_ = now;
            break;
        default:
            break;
        }
        return events;
    }

  private:
    static constexpr int64_t never = -100000;
    rs_config config_;
    int64_t act_[RS_MAX_BANKS], write_[RS_MAX_BANKS]; /* cycle of the last one, of a bank, to a bank group */
    int64_t last_write_ = never;
};

} // namespace rs
#endif
