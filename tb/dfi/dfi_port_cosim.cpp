/* rs_dfi_port beside cmodel/dfi/dfi_port.c, and beside the header's sentences played out with lists: of the commands that were said, of
 * the words that each WR brings, of the words that each RD is owed (Ledger; it sees the hardware's ports alone).
 *
 * Sessions: reset, power-up by the twin of rs_dram_init with shortened times, while commands are said all the same, which must be
 * held back; then commands at random, as far apart as data bursts are long, and a PHY that answers every dfi_rddata_en in time.
 * Cases of faults: words that nobody asked for, words that do not come or come too late. */
#include <algorithm>
#include <deque>

#include "Vdut.h"
#include "cosim.h"
#include "dfi/dfi_pins.h"
#include "dfi/dfi_port.h"

namespace {

const rs_dfi_port_config config = {RTL_BURST_CYCLES, RTL_WL, RTL_ROW_BITS, RTL_COLUMN_PINS, RTL_DFI_PINS, RTL_AP_PIN, RTL_COUNT_BITS,
                                   RTL_T_PHY_WRLAT, RTL_T_PHY_WRDATA, RTL_T_RDDATA_EN, RTL_T_PHY_RDLAT, RTL_T_PHY_RDLAT_MIN,
                                   RTL_T_ODT_ON, RTL_ODT_CYCLES};
const bool fixed = RTL_T_PHY_RDLAT == RTL_T_PHY_RDLAT_MIN;
const uint32_t data_mask = RTL_DQ_BITS < 32 ? (1U << RTL_DQ_BITS % 32) - 1 : ~0U;

enum { ACT, PRE, READ, WRITE, REF, HELD_BACK, READS_IN_A_ROW, WRITES_IN_A_ROW, READ_THEN_WRITE, STRAY_ALONE, STRAY_BESIDE_READS, MISSING,
       TOO_LATE, CLEARED, COUNT_FULL, RESET_WITH_READS, VALID_BEFORE_DONE, ALL_AWAITED };

/* What the header says, cycle for cycle, of what the ports have shown. */
class Ledger {
  public:
    explicit Ledger(rs::CosimBase &bench) : bench_(bench) {}

    void restart()
    {
        said_.clear();
        write_words_.clear();
        owed_.clear();
        writes_.clear();
        reads_.clear();
        now_ = strays_ = missing_ = 0;
    }
    void said(const rs_dram_pins &pins) { said_.push_back({pins, now_}); }
    void word(uint32_t data) { write_words_.push_back(data); }

    /* A cycle of the hardware. init: the pins are still those of the power-up. */
    void observe(Vdut &dut, bool init, uint32_t rddata)
    {
        uint32_t command = static_cast<uint32_t>(dut.dfi_cs_n << 3 | dut.dfi_ras_n << 2 | dut.dfi_cas_n << 1 | dut.dfi_we_n);
        if (!init && command != RS_DFI_NOP)
            shown(command, dut.dfi_bank, dut.dfi_address);
        bench_.expect("a command is shown in its cycle", 0, !said_.empty() && said_.front().at + delay() < now_);
        bench_.expect("dfi_wrdata_en by the WRs shown", within(writes_, config.t_phy_wrlat, config.burst_cycles), dut.dfi_wrdata_en);
        bench_.expect("dfi_odt by the WRs shown", within(writes_, config.t_odt_on, config.odt_cycles), dut.dfi_odt);
        bench_.expect("dfi_rddata_en by the RDs shown", within(reads_, config.t_rddata_en, config.burst_cycles), dut.dfi_rddata_en);
        if (within(writes_, config.t_phy_wrlat + config.t_phy_wrdata, config.burst_cycles)) {
            bench_.expect("dfi_wrdata: the words of the WR, in order", write_words_.empty() ? ~0U : write_words_.front(),
                          static_cast<uint32_t>(rs::get(dut.dfi_wrdata, 0, RTL_DQ_BITS)));
            if (!write_words_.empty())
                write_words_.pop_front();
        }
        owe(dut, rddata);
        now_++;
    }
    uint64_t owed() const { return owed_.size(); }

  private:
    struct Said {
        rs_dram_pins pins;
        uint64_t at;
    };
    /* The controller's WR to its data is WL; at the PHY it is t_phy_wrlat + t_phy_wrdata. Commands wait if that is less. */
    static uint64_t delay()
    {
        uint32_t there = config.t_phy_wrlat + config.t_phy_wrdata;
        return 1 + (there < config.wl ? config.wl - there : 0);
    }
    static bool within(const std::deque<uint64_t> &ages, uint32_t from, uint32_t length, uint64_t now)
    {
        for (uint64_t at : ages)
            if (now - at >= from && now - at < from + length)
                return true;
        return false;
    }
    bool within(const std::deque<uint64_t> &ages, uint32_t from, uint32_t length) const { return within(ages, from, length, now_); }

    void shown(uint32_t command, uint32_t bank, uint32_t address)
    {
        static const uint32_t encoding[] = {15, 3, 2, 5, 4, 1};
        bench_.expect("a command that was said", 1, !said_.empty());
        if (said_.empty())
            return;
        Said said = said_.front();
        said_.pop_front();
        bench_.expect("command", encoding[said.pins.command], command);
        bench_.expect("its cycle", said.at + delay(), now_);
        bench_.expect("its bank", said.pins.bank, bank);
        if (said.pins.command == RS_DRAM_RD || said.pins.command == RS_DRAM_WR) {
            uint32_t column = 0, bit = 0; /* back from the pins */
            for (uint32_t pin = 0; pin < config.dfi_pins; pin++)
                if (pin != config.ap_pin)
                    column |= (address >> pin & 1) << bit++;
            bench_.expect("no auto-precharge", 0, address >> config.ap_pin & 1);
            bench_.expect("column of the burst", said.pins.address * 2 * config.burst_cycles, column);
            (said.pins.command == RS_DRAM_WR ? writes_ : reads_).push_back(now_);
            for (std::deque<uint64_t> *ages : {&writes_, &reads_})
                if (ages->size() > 200)
                    ages->pop_front();
        } else {
            bench_.expect("row, or 0", said.pins.address, address);
        }
    }

    /* One word for each cycle with dfi_rddata_en, between its first and its last cycle; in its last one in any case. */
    void owe(Vdut &dut, uint32_t rddata)
    {
        uint64_t age = owed_.empty() ? 0 : now_ - owed_.front();
        bool may = !owed_.empty() && age >= config.t_phy_rdlat_min, must = !owed_.empty() && age == config.t_phy_rdlat;
        bench_.expect("a word for the controller", (dut.dfi_rddata_valid && may) || must, dut.read_valid);
        if (dut.read_valid) {
            bench_.expect("its data", rddata, static_cast<uint32_t>(rs::get(dut.read_data, 0, RTL_DQ_BITS)));
            if (!owed_.empty())
                owed_.pop_front();
        }
        bench_.expect("stray words counted", std::min(strays_, limit), dut.stray_count);
        bench_.expect("missing words counted", std::min(missing_, limit), dut.missing_count);
        bench_.expect("stray_error", strays_ != 0, dut.stray_error);
        bench_.expect("missing_error", missing_ != 0, dut.missing_error);
        if (dut.error_clear) {
            strays_ = missing_ = 0;
        } else {
            strays_ += dut.init_done && dut.dfi_rddata_valid && !may;
            missing_ += must && !dut.dfi_rddata_valid;
        }
        if (dut.dfi_rddata_en)
            owed_.push_back(now_);
    }

    static constexpr uint64_t limit = (UINT64_C(1) << RTL_COUNT_BITS) - 1;
    rs::CosimBase &bench_;
    std::deque<Said> said_;
    std::deque<uint32_t> write_words_;
    std::deque<uint64_t> owed_, writes_, reads_;
    uint64_t now_ = 0, strays_ = 0, missing_ = 0;
};
constexpr uint64_t Ledger::limit;

class PortBench {
  public:
    PortBench(int argc, char **argv)
        : bench_(argc, argv, 20000, {"random", "reads", "writes", "strays", "missing", "reset"}), ledger_(bench_)
    {
        bench_.declare_bins({"act", "pre", "read", "write", "ref", "held_back", "reads_in_a_row", "writes_in_a_row", "read_then_write",
                             "stray_alone", "stray_beside_reads", "missing", "too_late", "cleared", "count_full", "reset_with_reads",
                             "valid_before_done", "as_many_as_can_be_awaited"});
        rs_dram_init_config init = {RS_DRAM_GDDR3, 2, 9, 4, 10, 2, 3, 4, 3, 5, 2, 2, 2, 9, {}};
        bench_.expect("a power-up that the twin takes", 1, rs_dram_init_create(&init_, &init));
    }

    int run()
    {
        while (bench_.next_case())
            while (bench_.next_cycle())
                session();
        return bench_.finish();
    }

  private:
    void session()
    {
        static const uint32_t percents[] = {3, 30, 100};
        command_percent_ = bench_.is_case("reads") || bench_.is_case("writes") ? 100 : percents[bench_.random_below(3)];
        bool faults = bench_.is_case("strays") || bench_.is_case("missing") || bench_.is_case("reset");
        stray_percent_ = faults && !bench_.is_case("missing") ? percents[bench_.random_below(2)] : 0;
        miss_percent_ = faults && !bench_.is_case("strays") ? percents[bench_.random_below(2)] : 0;
        slow_ = bench_.chance(30);
        bench_.expect("times that the twin takes", 1, rs_dfi_port_create(&port_, &config));
        rs_dram_init_clock(&init_, true, false);
        bench_.dut().rst = 1;
        bench_.dut().dfi_rddata_valid = bench_.chance(50);
        bench_.eval();
        bench_.clock();
        bench_.dut().rst = 0;
        ledger_.restart();
        words_.clear();
        arriving_.clear();
        apart_ = now_ = last_arrival_ = 0;
        was_ = RS_DRAM_NOP;
        uint64_t stop = bench_.cycle() + 150 + bench_.random_below(bench_.is_case("reset") ? 100 : 1500);
        while (bench_.next_cycle() && bench_.cycle() < stop)
            cycle();
        bench_.count(RESET_WITH_READS, port_.awaited != 0);
    }

    rs_dram_pins say()
    {
        rs_dram_pins pins = {};
        pins.command = RS_DRAM_NOP;
        if (apart_ > 0)
            apart_--;
        if (bench_.chance(command_percent_)) {
            const uint32_t other = bench_.is_case("reads") ? RS_DRAM_RD : RS_DRAM_WR;
            const uint32_t choice = 1 + bench_.random_below(bench_.is_case("reads") || bench_.is_case("writes") ? 40 : RS_DRAM_REF);
            pins.command = static_cast<uint8_t>(choice > RS_DRAM_REF ? other : choice);
            bool column = pins.command == RS_DRAM_RD || pins.command == RS_DRAM_WR;
            if (column && apart_ > 0)
                pins.command = RS_DRAM_NOP;
            else if (column)
                apart_ = config.burst_cycles;
            pins.bank = static_cast<uint8_t>(bench_.random_below(1U << RTL_BANK_BITS));
            pins.address = static_cast<uint32_t>(bench_.random()) & ((1U << (column ? RTL_COLUMN_PINS : RTL_ROW_BITS)) - 1);
            if (pins.command == RS_DRAM_NOP || pins.command == RS_DRAM_PRE || pins.command == RS_DRAM_REF)
                pins.address = 0;
            if (pins.command == RS_DRAM_NOP)
                pins.bank = 0;
        }
        return pins;
    }

    void cycle()
    {
        static const uint32_t encoding[] = {15, 3, 2, 5, 4, 1};
        rs_dram_init_outputs init;
        rs_dram_init_offer(&init_, &init);
        if (bench_.chance(60)) // anything, as the port looks at none of it
            init.pins = {static_cast<uint8_t>(bench_.random_below(16)), static_cast<uint8_t>(bench_.random_below(1U << RTL_BANK_BITS)),
                         static_cast<uint32_t>(bench_.random())};
        init.pins.address &= (1U << RTL_DFI_PINS) - 1;
        rs_dram_pins said = say();
        uint32_t garbage = static_cast<uint32_t>(bench_.random()) & data_mask, mask = bench_.random_below(1U << RTL_DM_BITS);
        /* Data come WL behind their WR, said before the end of the power-up or not. */
        if (said.command == RS_DRAM_WR)
            for (uint32_t i = 0; i < config.burst_cycles; i++)
                words_.push_back({now_ + config.wl + i, init.done});
        said.wrdata[0] = garbage;
        said.wrdata_mask = mask;
        if (!words_.empty() && words_.front().at == now_) {
            if (words_.front().counts)
                ledger_.word(garbage);
            words_.pop_front();
        }
        bool valid = !arriving_.empty() && arriving_.front() == now_;
        bool due = valid;
        if (valid)
            arriving_.pop_front();
        valid = valid || bench_.chance(init.done ? stray_percent_ : 20);
        uint32_t rddata = static_cast<uint32_t>(bench_.random()) & data_mask;
        bool clear = bench_.chance(bench_.is_case("random") ? 1 : 0) || (miss_percent_ + stray_percent_ != 0 && bench_.random_below(300) == 0);

        Vdut &dut = bench_.dut();
        dut.init_done = init.done;
        dut.init_start = init.start;
        dut.init_reset_n = init.reset_n;
        dut.init_cke = init.cke;
        drive(init.pins.command, dut.init_cs_n, dut.init_ras_n, dut.init_cas_n, dut.init_we_n);
        rs::set(dut.init_bank, 0, RTL_BANK_BITS, init.pins.bank);
        rs::set(dut.init_address, 0, RTL_DFI_PINS, init.pins.address);
        drive(encoding[said.command], dut.cs_n, dut.ras_n, dut.cas_n, dut.we_n);
        rs::set(dut.bank, 0, RTL_BANK_BITS, said.bank);
        rs::set(dut.address, 0, RTL_PIN_BITS, said.address);
        rs::set(dut.wrdata, 0, RTL_DQ_BITS, garbage);
        rs::set(dut.wrdata_mask, 0, RTL_DM_BITS, mask);
        dut.dfi_rddata_valid = valid;
        rs::set(dut.dfi_rddata, 0, RTL_DQ_BITS, rddata);
        dut.error_clear = clear;
        bench_.eval();
        rs_dfi_read read = rs_dfi_port_read(&port_, init.done, valid);
        compare(read);
        if (init.done && said.command != RS_DRAM_NOP)
            ledger_.said(said);
        ledger_.observe(dut, !was_done_, rddata);
        was_done_ = init.done;
        count(said, init.done, read, valid, due, clear);

        answer();
        bench_.clock();
        const rs_dfi_port_inputs inputs = {false, clear, valid, &init, &said};
        rs_dfi_port_clock(&port_, &inputs);
        rs_dram_init_clock(&init_, false, true);
        now_++;
    }

    /* The PHY: each dfi_rddata_en is answered in time, in order, but for faults. */
    void answer()
    {
        if (!rs_dfi_port_offer(&port_)->rddata_en)
            return;
        uint64_t at = now_ + config.t_phy_rdlat_min;
        if (slow_)
            at = now_ + config.t_phy_rdlat;
        else
            at += bench_.random_below(config.t_phy_rdlat - config.t_phy_rdlat_min + 1);
        at = std::max(at, last_arrival_ + 1);
        if (bench_.chance(miss_percent_)) {
            if (bench_.chance(50))
                return;
            at = std::max(now_ + config.t_phy_rdlat, last_arrival_) + 1 + bench_.random_below(3);
        }
        last_arrival_ = at;
        arriving_.push_back(at);
    }

    void compare(const rs_dfi_read &read)
    {
        Vdut &dut = bench_.dut();
        const rs_dfi_pins *pins = rs_dfi_port_offer(&port_);
        bench_.compare("read_valid", read.valid, dut.read_valid);
        rs::compare_dfi(bench_, port_);
        if (now_ > config.wl + RS_DFI_LONGEST) {
            bench_.compare_words("dfi_wrdata", pins->wrdata, dut.dfi_wrdata, 0, RTL_DQ_BITS);
            bench_.compare("dfi_wrdata_mask", pins->wrdata_mask, dut.dfi_wrdata_mask);
        }
    }

    void count(const rs_dram_pins &said, bool done, const rs_dfi_read &read, bool valid, bool due, bool clear)
    {
        static const unsigned bins[] = {0, ACT, PRE, READ, WRITE, REF};
        if (said.command != RS_DRAM_NOP)
            bench_.count(done ? bins[said.command] : static_cast<unsigned>(HELD_BACK), true);
        bool again = apart_ == config.burst_cycles && since_ == config.burst_cycles;
        since_ = said.command == RS_DRAM_RD || said.command == RS_DRAM_WR ? 1 : since_ + 1;
        if (since_ == 1) {
            bench_.count(READS_IN_A_ROW, again && was_ == RS_DRAM_RD && said.command == RS_DRAM_RD);
            bench_.count(WRITES_IN_A_ROW, again && was_ == RS_DRAM_WR && said.command == RS_DRAM_WR);
            bench_.count(READ_THEN_WRITE, was_ == RS_DRAM_RD && said.command == RS_DRAM_WR);
            was_ = said.command;
        }
        bench_.count(STRAY_ALONE, read.stray && port_.awaited == 0);
        bench_.count(STRAY_BESIDE_READS, done && valid && !due && port_.awaited != 0);
        bench_.count(MISSING, read.missing);
        bench_.count(TOO_LATE, read.stray && due);
        bench_.count(CLEARED, clear && (port_.stray_error || port_.missing_error));
        bench_.count(COUNT_FULL, read.stray && port_.stray_count == (1U << RTL_COUNT_BITS) - 1);
        bench_.count(VALID_BEFORE_DONE, valid && !done);
        bench_.count(ALL_AWAITED, port_.awaited == config.t_phy_rdlat);
    }

    template <class Pin> static void drive(uint32_t command, Pin &cs, Pin &ras, Pin &cas, Pin &we)
    {
        cs = command >> 3 & 1;
        ras = command >> 2 & 1;
        cas = command >> 1 & 1;
        we = command & 1;
    }

    struct Word {
        uint64_t at;
        bool counts; /* its WR was not held back */
    };
    rs::Cosim<Vdut> bench_;
    Ledger ledger_;
    rs_dram_init init_;
    rs_dfi_port port_;
    std::deque<Word> words_;
    std::deque<uint64_t> arriving_;
    uint64_t now_ = 0, last_arrival_ = 0, since_ = 0;
    uint32_t apart_ = 0, command_percent_ = 0, stray_percent_ = 0, miss_percent_ = 0;
    uint8_t was_ = RS_DRAM_NOP;
    bool slow_ = false, was_done_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return PortBench(argc, argv).run();
}
