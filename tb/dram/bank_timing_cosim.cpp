/* rs_bank_timing beside cmodel/dram/bank_timing.c, and beside the timing checker: in every cycle, for every bank and
 * command, can_* is set exactly when the command would break no rule. So the block is safe, and it never waits longer
 * than the rules want. (Tested with tRTW not below the column distance, where the header's column rule adds nothing.) */
#include <memory>

#include "Vdut.h"
#include "cosim.h"
#include "dram/bank_timing.h"
#include "observe/timing_checker.h"

/* Rules that not every configuration names: none of them by default. */
#ifndef RTL_T_FAW
#define RTL_T_FAW 0
#endif
#ifndef RTL_BANK_GROUPS
#define RTL_BANK_GROUPS 1
#define RTL_T_CCD_L 1
#endif
#ifndef RTL_T_RCD_WR
#define RTL_T_RCD_WR 0
#endif
#ifndef RTL_T_WTR_L
#define RTL_T_WTR_L 0
#define RTL_T_CCD_L_WR 0
#endif
#ifndef RTL_T_RFC
#define RTL_T_RFC 0
#endif
#ifndef RTL_REFRESH
#define RTL_REFRESH 0
#define RTL_T_RFC_PB 128
#define RTL_T_RREFD 8
#endif

namespace {

const uint32_t banks = RTL_BANKS, row_bits = RTL_ROW_BITS;
const uint8_t commands[] = {RS_DRAM_ACT, RS_DRAM_PRE, RS_DRAM_RD, RS_DRAM_WR, RS_DRAM_REF};
const char *const outputs[] = {"can_act", "can_pre", "can_read", "can_write", "can_refresh"};
const uint32_t refresh = 4, kinds = RTL_T_RFC > 0 || RTL_REFRESH != 0 ? 5 : 4;
const bool refreshes_each = RTL_REFRESH != 0;

rs_config timings()
{
    rs_config config;
    rs_config_default(&config);
    config.channels = 1;
    config.banks = banks;
    config.columns = 1;
    config.map.row_bits = row_bits;
    config.burst_cycles = RTL_BURST_CYCLES;
    config.t_ccd = RTL_T_CCD;
    config.t_rrd = RTL_T_RRD;
    config.t_ras = RTL_T_RAS;
    config.t_rcd = RTL_T_RCD;
    config.t_rc = RTL_T_RC;
    config.t_wtr = RTL_T_WTR;
    config.t_rp = RTL_T_RP;
    config.wl = RTL_WL;
    config.t_wr = RTL_T_WR;
    config.t_rtp = RTL_T_RTP;
    config.t_rtw = RTL_T_RTW;
    config.t_faw = RTL_T_FAW;
    config.bank_groups = RTL_BANK_GROUPS;
    config.t_ccd_l = RTL_T_CCD_L;
    config.t_rcd_wr = RTL_T_RCD_WR;
    config.t_wtr_l = RTL_T_WTR_L;
    config.t_ccd_l_wr = RTL_T_CCD_L_WR;
    config.t_rfc = RTL_T_RFC;
    config.refresh = RTL_REFRESH;
    config.t_rfc_pb = RTL_T_RFC_PB;
    config.t_rrefd = RTL_T_RREFD;
    config.t_refi = kinds > refresh ? 1000000 : 0; /* beyond the test: how often is the controller's affair */
    config.cl = config.t_rtw + config.wl - config.burst_cycles; /* the longest that tRTW is good for */
    config.cl = config.cl > 31 ? 31 : config.cl;
    return config;
}

class BankTimingBench {
  public:
    BankTimingBench(int argc, char **argv)
        : bench_(argc, argv, 6000, {"random", "eager", "one_bank", "columns", "rows", "reset"}), config_(timings())
    {
        rs_error error;
        checker_ = rs_timing_checker_create(&config_, &error);
        probe_ = rs_timing_checker_create(&config_, &error);
        /* Rules of a single cycle can never stand in the way. */
        uint32_t distance[RS_RULE_COUNT] = {config_.t_rcd, config_.t_ras, config_.t_rp, config_.t_rc, config_.t_rrd,
                                            config_.t_ccd, 2, config_.t_rtw, config_.t_rtp, 2,
                                            refreshes_each ? config_.t_rfc_pb : config_.t_rfc, refreshes_each ? config_.t_rrefd : 0};
        distance[RS_RULE_TCCD_L] = config_.bank_groups > 1 ? config_.t_ccd_l : 0;
        distance[RS_RULE_TFAW] = config_.t_faw;
        /* Of these it must be the only one that stands in the way. */
        distance[RS_RULE_TRCD_WR] = config_.t_rcd_wr != 0 ? config_.t_rcd_wr : config_.t_rcd;
        distance[RS_RULE_TWTR_L] = config_.bank_groups > 1 && config_.t_wtr_l > config_.t_wtr ? config_.t_wtr_l : 0;
        distance[RS_RULE_TCCD_L_WR] = config_.bank_groups > 1 && config_.t_ccd_l_wr > config_.t_ccd ? config_.t_ccd_l_wr : 0;
        for (int rule = 0; rule < RS_RULE_COUNT; rule++) {
            bin_[rule] = distance[rule] > 1 ? static_cast<int>(bins_++) : -1;
            if (distance[rule] > 1)
                bench_.declare_bins({rs_timing_rule_name(static_cast<enum rs_timing_rule>(rule))});
        }
        bench_.declare_bins({"act", "pre", "read", "write", "reset_with_open_rows"});
        if (kinds > refresh)
            bench_.declare_bins({"refresh"});
    }
    ~BankTimingBench()
    {
        rs_timing_checker_destroy(checker_);
        rs_timing_checker_destroy(probe_);
    }

    int run()
    {
        while (bench_.next_case()) {
            start();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    void start()
    {
        rs_bank_timing_init(&twin_, &config_);
        rs_timing_checker_reset(checker_);
        now_ = 0;
        write_data_ = 0;
        turn_ = 0;
        quiet_ = 0;
        bench_.dut().act = bench_.dut().pre = bench_.dut().read = bench_.dut().write = bench_.dut().refresh = 0;
    }

    bool twin_allows(uint32_t kind, uint32_t bank) const
    {
        switch (commands[kind]) {
        case RS_DRAM_ACT: return rs_bank_can_act(&twin_, bank, now_);
        case RS_DRAM_PRE: return rs_bank_can_pre(&twin_, bank, now_);
        case RS_DRAM_RD: return rs_bank_can_read(&twin_, bank, now_);
        case RS_DRAM_REF: return refreshes_each ? bank == turn_ && rs_bank_can_refresh_one(&twin_, bank, now_) : rs_bank_can_refresh(&twin_, now_);
        default: return rs_bank_can_write(&twin_, bank, now_);
        }
    }

    rs_dram_pins pins(uint32_t kind, uint32_t bank, uint32_t row) const
    {
        rs_dram_pins pins = {};
        pins.command = commands[kind];
        pins.bank = static_cast<uint8_t>(bank);
        pins.address = commands[kind] == RS_DRAM_ACT ? row : 0;
        pins.wrdata_en = (write_data_ & 1) != 0;
        return pins;
    }

    bool rules_allow(uint32_t kind, uint32_t bank)
    {
        rs_dram_pins tried = pins(kind, bank, 0);
        rs_timing_checker_assign(probe_, checker_);
        bool allowed = rs_timing_checker_observe(probe_, &tried);
        int broken = 0;
        for (int rule = 0; rule < RS_RULE_COUNT && !allowed; rule++)
            broken += breaks(rule);
        for (int rule = 0; rule < RS_RULE_COUNT && !allowed; rule++)
            if (bin_[rule] >= 0)
                bench_.count(static_cast<unsigned>(bin_[rule]), breaks(rule) && (broken == 1 || !finer(rule)));
        return allowed;
    }
    bool breaks(int rule) const { return rs_timing_checker_count(probe_, static_cast<enum rs_timing_rule>(rule)) != 0; }
    static bool finer(int rule) { return rule == RS_RULE_TRCD_WR || rule == RS_RULE_TWTR_L || rule == RS_RULE_TCCD_L_WR; }

    /* -1: none. How keen the case is on each kind of command. */
    int choose(uint32_t *bank)
    {
        static const uint32_t few[] = {3, 2, 20, 20, 5}, many[] = {100, 100, 100, 100, 50}, columns[] = {30, 1, 60, 60, 5},
                              rows[] = {80, 80, 20, 20, 5}, some[] = {20, 20, 20, 20, 20};
        const uint32_t *percent = bench_.is_case("eager")   ? many
                                : bench_.is_case("columns") ? columns
                                : bench_.is_case("rows")    ? rows
                                : bench_.chance(50)         ? few
                                                            : some;
        if (quiet_ == 0 && bench_.is_case("random") && bench_.chance(3))
            quiet_ = bench_.random_below(2 * config_.t_rc); /* long enough for every rule to be over */
        if (quiet_ > 0) {
            quiet_--;
            return -1;
        }
        if (!twin_.bank[only_].open && bench_.chance(5))
            only_ = bench_.random_below(banks);
        uint32_t first = bench_.is_case("one_bank") ? only_ : bench_.random_below(banks), kind = bench_.random_below(kinds);
        uint32_t tried = bench_.is_case("one_bank") ? 1 : banks;
        for (uint32_t k = 0; k < kinds; k++, kind = (kind + 1) % kinds)
            for (uint32_t b = 0; b < tried; b++) {
                *bank = (first + b) % banks;
                if (twin_allows(kind, *bank) && bench_.chance(percent[kind]))
                    return static_cast<int>(kind);
            }
        return -1;
    }

    void cycle()
    {
        Vdut &dut = bench_.dut();
        bool rst = bench_.is_case("reset") && bench_.chance(1);
        uint32_t bank = 0, row = bench_.random_below(1U << row_bits);
        int kind = choose(&bank);
        dut.rst = rst;
        dut.act = kind == 0;
        dut.pre = kind == 1;
        dut.read = kind == 2;
        dut.write = kind == 3;
        dut.refresh = kind == 4;
        rs::set(dut.select, 0, banks, UINT64_C(1) << bank);
        for (uint32_t b = 0; b < banks; b++)
            rs::set(dut.row, b * row_bits, row_bits, b == bank ? row : bench_.random());
        bench_.eval();
        compare();

        rs_dram_pins given = kind >= 0 ? pins(static_cast<uint32_t>(kind), bank, row) : rs_dram_pins();
        given.wrdata_en = (write_data_ & 1) != 0;
        if (!rs_timing_checker_observe(checker_, &given))
            bench_.expect(rs_timing_checker_first(checker_)->text, 1, 0);
        for (unsigned k = 0; k < 4; k++)
            bench_.count(bins_ + k, kind == static_cast<int>(k));
        bench_.count(bins_ + 4, rst && twin_open());
        if (kinds > refresh)
            bench_.count(bins_ + 5, kind == static_cast<int>(refresh));
        bench_.clock();
        step(kind, bank, row);
        if (rst)
            start();
    }

    bool twin_open() const
    {
        for (uint32_t bank = 0; bank < banks; bank++)
            if (twin_.bank[bank].open)
                return true;
        return false;
    }

    void compare()
    {
        Vdut &dut = bench_.dut();
        if (!refreshes_each)
            bench_.compare(outputs[refresh], twin_allows(refresh, 0), dut.can_refresh);
        for (uint32_t bank = 0; bank < banks && refreshes_each; bank++)
            bench_.compare("can_refresh_one", rs_bank_can_refresh_one(&twin_, bank, now_), rs::get(dut.can_refresh_one, bank, 1), static_cast<int>(bank));
        if (refreshes_each)
            bench_.expect("can_refresh_one by the rules", rules_allow(refresh, turn_), rs::get(dut.can_refresh_one, turn_, 1));
        else if (kinds > refresh) /* without refresh the rules allow no REF, whatever the banks */
            bench_.expect("can_refresh by the rules", rules_allow(refresh, 0), dut.can_refresh);
        for (uint32_t bank = 0; bank < banks; bank++) {
            uint64_t can_column = rs::get(dut.can_column, bank, 1);
            const uint64_t hardware[] = {rs::get(dut.can_act, bank, 1), rs::get(dut.can_pre, bank, 1),
                                         can_column & dut.can_read & rs::get(dut.bank_read, bank, 1),
                                         can_column & dut.can_write & rs::get(dut.bank_write, bank, 1)};
            int index = static_cast<int>(bank);
            for (uint32_t kind = 0; kind < 4; kind++) {
                bench_.compare(outputs[kind], twin_allows(kind, bank), hardware[kind], index);
                bench_.expect((std::string(outputs[kind]) + " by the rules").c_str(), rules_allow(kind, bank), hardware[kind], index);
            }
            bench_.compare("open", twin_.bank[bank].open, rs::get(dut.open, bank, 1), index);
            if (twin_.bank[bank].open)
                bench_.compare("open_row", twin_.bank[bank].row, rs::get(dut.open_row, bank * row_bits, row_bits), index);
        }
    }

    void step(int kind, uint32_t bank, uint32_t row)
    {
        switch (kind) {
        case 0: rs_bank_timing_act(&twin_, bank, row, now_); break;
        case 1: rs_bank_timing_pre(&twin_, bank, now_); break;
        case 2: rs_bank_timing_read(&twin_, bank, now_); break;
        case 3:
            rs_bank_timing_write(&twin_, bank, now_);
            write_data_ |= ((UINT64_C(1) << config_.burst_cycles) - 1) << config_.wl;
            break;
        case 4:
            refreshes_each ? rs_bank_timing_refresh_one(&twin_, bank, now_) : rs_bank_timing_refresh(&twin_, now_);
            turn_ = (bank + 1) % banks;
            break;
        default: break;
        }
        write_data_ >>= 1;
        now_++;
    }

    rs::Cosim<Vdut> bench_;
    rs_config config_;
    rs_bank_timing twin_;
    rs_timing_checker *checker_, *probe_;
    uint64_t now_ = 0, write_data_ = 0; /* bit k: write data are on the pins in k cycles from now */
    uint32_t turn_ = 0;  /* REFRESH = BANK: whose is the next REF */
    uint32_t only_ = 0;  /* the bank of case one_bank */
    uint32_t quiet_ = 0; /* cycles without a command still to come */
    unsigned bins_ = 0;
    int bin_[RS_RULE_COUNT];
};

} // namespace

int main(int argc, char **argv)
{
    return BankTimingBench(argc, argv).run();
}
