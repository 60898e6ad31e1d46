/* rs_axi4_controller beside its twins (cmodel/machine/axi4_controller.h): a master that keeps the rules of AXI4 in front, a PHY with a DRAM behind
 * (dfi/dfi_phy.h); with ECC up to two bits of each 64 of a word turned on their way back.
 *
 * Independent of the twins: what each byte has been written, by the master's beats. A read may show a byte's last word of those bursts that
 * were answered before its address was taken, or a later one. Which lines could not be read is known from the bits turned, the pins that
 * asked for the line, and the order in which it was asked for: exactly the beats of these have SLVERR, and exactly the bursts whose write of part of
 * such a line was given up; none of its bytes is ever seen. At the end of a case memory holds the last words. Power-up and timing
 * checker watch the pins. */
#include <memory>
#include <set>

#include "Vdut.h"
#include "cosim.h"
#include "dfi/dfi_phy.h"
#include "dfi/dfi_pins.h"
#include "dfi/power_up_checker.h"
#include "machine/axi4_controller.h"
#include "machine/built_configuration.h"
#include "machine/dram_bytes.h"
#include "observe/timing_checker.h"
#include "port/axi4_bus.h"

using rs::address_bits;
using rs::axi_bits;
using rs::beat_bytes;
using rs::id_bits;
static const uint32_t tags = RTL_TAGS, line_bytes = RS_LINE_BYTES, drain_cycles = 6000;
static const uint32_t tag_bits = tags > 1 ? 32 - static_cast<uint32_t>(__builtin_clz(tags - 1)) : 1;
static const bool ecc = RTL_ECC != 0, ddr3 = RTL_DRAM != 0;

namespace {

using rs::Burst;

class Axi4ControllerBench {
  public:
    Axi4ControllerBench(int argc, char **argv)
        : bench_(argc, argv, 20000, {"random", "stores", "loads", "slow_master", "small_bursts", "reset"}),
          config_(rs::built_configuration(RTL_CONFIGURATION, RTL_SETTINGS)), power_up_(bench_, rules())
    {
        std::vector<const char *> bins = {
            "fixed_write", "incr_write", "wrap_write", "fixed_read", "incr_read", "wrap_read", "reserved", "one_beat", "beats_256", "several_lines",
            "answer_refused", "beat_refused", "writes_full", "reads_full", "refused_write_answered", "refused_read_shown", "idle",
            "byte_written", "byte_of_memory_at_first", "read_of_a_byte_in_flight", "reset_with_bursts", "reset_in_power_up", "burst_before_ready",
            "narrow_write", "narrow_read", "unaligned_write", "unaligned_read", "outside", "too_wide"};
        if (ecc)
            bins.insert(bins.end(), {"line_made_whole", "line_not_written", "line_not_read", "corrected", "corrected_in_a_merge", "count_full", "cleared"});
        if (config_.t_refi != 0)
            bins.push_back("refresh");
        bench_.declare_bins(bins);
    }
    ~Axi4ControllerBench() { rs_timing_checker_destroy(checker_); }

    int run()
    {
        while (bench_.next_case()) {
            build();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    /* ---- sizes, as the RTL derives them ---- */
    rs::PowerUpRules rules() const
    {
        return {ddr3, RTL_T_RESET, RTL_T_CKE, RTL_T_XPR, RTL_T_MRD, RTL_T_MOD, RTL_T_ZQINIT, RTL_T_DLLK, config_.t_rp, config_.t_rfc, RTL_CL, config_.wl,
                config_.t_wr, config_.burst_cycles, {}};
    }
    rs_dram_init_config init_config() const
    {
        return {RTL_DRAM, config_.burst_cycles, RTL_CL, config_.wl, config_.t_wr, config_.t_rp, config_.t_rfc, RTL_T_RESET, RTL_T_CKE, RTL_T_XPR, RTL_T_MRD,
                RTL_T_MOD, RTL_T_ZQINIT, RTL_T_DLLK, {}};
    }
    rs_dfi_port_config port_config() const
    {
        uint32_t index_bits = 0;
        while ((1U << index_bits) < config_.columns)
            index_bits++;
        return {config_.burst_cycles, config_.wl, config_.map.row_bits, config_.map.column_bits + index_bits, std::max(config_.map.row_bits, ddr3 ? 13U : 12U),
                ddr3 ? 10U : 8U, RTL_COUNT_BITS, RTL_T_PHY_WRLAT, RTL_T_PHY_WRDATA, RTL_T_RDDATA_EN, RTL_T_PHY_RDLAT, RTL_T_PHY_RDLAT_MIN, RTL_T_ODT_ON,
                RTL_ODT_CYCLES};
    }

    /* All in reset for a cycle. */
    void build()
    {
        rs_error error;
        const rs_axi4_config axi = {beat_bytes, line_bytes, address_bits, RTL_WRITES, RTL_READS, RTL_LINES, tag_bits, 2};
        const rs_dram_init_config init = init_config();
        const rs_dfi_port_config port = port_config();
        config_.cl = RTL_CL;
        bench_.expect("address bits of the build", config_.map.address_bits, address_bits);
        rs_timing_checker_destroy(checker_);
        checker_ = rs_timing_checker_create(&config_, &error);
        if (checker_ == nullptr || !rs_axi4_controller_create(&twin_, &config_, &axi, tags, RTL_MERGES, ecc, &init, &port))
            std::exit((std::fprintf(stderr, "a configuration that the twin or the timing checker refuses\n"), 2));
        phy_.reset(new rs::DfiPhy(bench_, config_, port, 0));
        bench_.dut().rst = 1;
        bench_.dut().error_clear = 0;
        bench_.eval();
        bench_.clock();
        bench_.dut().rst = 0;
        power_up_.restart();
        in_ = rs_axi4_controller_inputs();
        words_.clear();
        stores_ = rs::Stores();
        loads_.clear();
        asked_.clear();
        coming_.clear();
        unread_.clear();
        failed_.clear();
        open_row_.clear();
        written_ = answered_ = lines_sent_ = lines_answered_ = groups_asked_ = groups_shown_ = enables_ = 0;
        word_ = 0;
        unread_line_ = corrected_line_ = clock_runs_ = clock_ran_ = was_ready_ = end_seen_ = data_shown_ = false;
        built_ = bench_.cycle();
        phy_late_ = bench_.chance(50) ? bench_.random_below(50) : 0;
        error_percent_ = !ecc ? 0 : bench_.is_case("random") ? 1 : bench_.is_case("loads") ? 0 : bench_.is_case("slow_master") ? 20 : 4;
    }

    bool drains() const { return bench_.cycle() + drain_cycles >= bench_.cycles(); }

    /* ---- the master ---- */
    void drive_master()
    {
        rs_axi4_inputs &in = in_.bus;
        const bool small = bench_.is_case("small_bursts"), slow = bench_.is_case("slow_master");
        if (!in.aw_valid && !drains() && stores_.coming.size() < RTL_WRITES + 2 && bench_.chance(bench_.is_case("loads") ? 1 : percent_[0])) {
            in.aw = rs::invent(bench_, true, small, line_bytes);
            in.aw_valid = true;
            stores_.coming.push_back({in.aw, ++written_, bench_.random_below(8), rs::is_refused(in.aw), 0, in.aw.address, 0, 0});
        }
        if (!in.ar_valid && !drains() && bench_.chance(bench_.is_case("stores") ? 1 : percent_[3])) {
            in.ar = rs::invent(bench_, false, small, line_bytes);
            in.ar_valid = true;
        }
        if (!in.w_valid && !stores_.coming.empty() && (drains() || bench_.chance(percent_[1]))) {
            const Burst &burst = stores_.coming.front();
            for (uint32_t lane = 0; lane < beat_bytes; lane++) {
                in.w_data[lane] = static_cast<uint8_t>(bench_.random());
                in.w_strobe[lane] = rs::in_the_beat(burst, lane) && (burst.style == 0 ? false : burst.style < 6 ? true : bench_.chance(50));
            }
            in.w_valid = true;
        }
        in.b_ready = drains() || bench_.chance(slow ? 10 : percent_[2]);
        in.r_ready = drains() || bench_.chance(slow ? 10 : percent_[4]);
    }

    /* ---- a cycle ---- */
    void cycle()
    {
        if (bench_.cycle() % 128 == 0)
            for (uint32_t &percent : percent_)
                percent = bench_.chance(30) ? 100 : 5 + bench_.random_below(95);
        drive_master();
        in_.phy_ready = bench_.cycle() - built_ >= phy_late_;
        in_.error_clear = bench_.chance(1) && bench_.chance(30);
        in_.returned = phy_->returned();
        in_.check = ecc ? rs_dfi_ecc_check(&twin_.memory.ecc, in_.returned.rddata) : 0;
        if (ecc)
            turn_bits();
        drive();
        bench_.eval();
        rs_axi4_controller_outputs out;
        rs_axi4_controller_offer(&twin_, &out);
        compare(out);
        judge_pins();
        watch(out);
        if (bench_.cycle() + 1 == bench_.cycles())
            all_through();
        data_shown_ = out.ready && twin_.memory.pins.wrdata_en; /* in the next cycle: no time of this bench makes data wait */
        phy_->step(*rs_dfi_port_offer(&twin_.memory.port), out.ready);
        const bool cut = bench_.is_case("reset") && !drains() && bench_.chance(1) && bench_.chance(30);
        bench_.clock();
        rs_axi4_controller_clock(&twin_, &in_, &out);
        in_.bus.aw_valid = in_.bus.aw_valid && !out.bus.aw_ready;
        in_.bus.w_valid = in_.bus.w_valid && !out.bus.w_ready;
        in_.bus.ar_valid = in_.bus.ar_valid && !out.bus.ar_ready;
        if (cut) {
            bench_.count(out.ready ? "reset_with_bursts" : "reset_in_power_up", !out.ready || (!stores_.unanswered.empty() && !loads_.empty()));
            build();
        }
    }

    /* A line of which a word has two wrong bits cannot be read. */
    void turn_bits()
    {
        bool failed = false, corrected = false;
        for (uint32_t word = 0; word < config_.dq_bits / 64; word++) {
            const rs::WrongBits wrong = rs::turn_bits(bench_, error_percent_, word, in_.returned.rddata, in_.check);
            failed = failed || wrong.bits == 2;
            corrected = corrected || wrong.bits == 1;
        }
        if (!in_.returned.rddata_valid || coming_.empty())
            return;
        unread_line_ = unread_line_ || failed;
        corrected_line_ = corrected_line_ || corrected;
        if (++word_ % config_.data_cycles != 0)
            return;
        line_read(coming_.front());
        coming_.pop_front();
        unread_line_ = corrected_line_ = false;
    }

    /* The line that comes is the one that was asked for first of those that wait for it. */
    void line_read(uint64_t line)
    {
        std::deque<Asked> &asked = asked_[line];
        bench_.expect("a line that was asked for", 1, !asked.empty());
        if (asked.empty())
            return;
        const Asked one = asked.front();
        asked.pop_front();
        bench_.count("corrected", corrected_line_ && !unread_line_);
        bench_.count("corrected_in_a_merge", corrected_line_ && !unread_line_ && one.for_write);
        if (!one.for_write) {
            unread_[one.number] = unread_line_;
        } else if (unread_line_) {
            failed_.insert(one.number);
            for (uint64_t byte = line * line_bytes; byte < (line + 1) * line_bytes; byte++)
                rs::forget_words(words_[byte], one.number);
        }
    }

    void drive()
    {
        Vdut &dut = bench_.dut();
        rs::drive_bus(dut, 0, in_.bus);
        dut.dfi_init_complete = in_.phy_ready;
        dut.error_clear = in_.error_clear;
        dut.dfi_rddata_valid = in_.returned.rddata_valid;
        rs::set_words(dut.dfi_rddata, 0, config_.dq_bits, in_.returned.rddata);
        if (ecc)
            rs::set(dut.dfi_rddata, config_.dq_bits, config_.dq_bits / 8, in_.check);
    }

    void compare(const rs_axi4_controller_outputs &out)
    {
        Vdut &dut = bench_.dut();
        rs::compare_bus(bench_, 0, out.bus);
        bench_.compare("ready", out.ready, dut.ready);
        bench_.compare("idle", out.idle, dut.idle);
        compare_pins();
    }

    void compare_pins()
    {
        Vdut &dut = bench_.dut();
        const rs_dfi_pins *pins = rs_dfi_port_offer(&twin_.memory.port);
        const rs_dfi_ecc &check = twin_.memory.ecc;
        rs::compare_dfi(bench_, twin_.memory.port);
        rs::compare_ecc(bench_, check);
        if (data_shown_) {
            for (uint32_t byte = 0; byte < config_.dq_bits / 8; byte++)
                if (ecc || (pins->wrdata_mask >> byte & 1) == 0) /* else it means nothing */
                    bench_.compare("dfi_wrdata", pins->wrdata[byte / 4] >> 8 * (byte % 4) & 0xff, rs::get(dut.dfi_wrdata, 8 * byte, 8), static_cast<int>(byte));
            if (ecc)
                bench_.compare("dfi_wrdata, check bits", rs_dfi_ecc_check(&check, pins->wrdata), rs::get(dut.dfi_wrdata, config_.dq_bits, config_.dq_bits / 8));
            bench_.compare("dfi_wrdata_mask", pins->wrdata_mask, dut.dfi_wrdata_mask);
        }
        bench_.count("count_full", check.failed_count + 1 == 1U << RTL_COUNT_BITS);
        bench_.count("cleared", in_.error_clear && check.failed_error);
    }

    /* The checkers, and which lines are read, on what the hardware shows. Pins are a cycle behind ready. */
    void judge_pins()
    {
        Vdut &dut = bench_.dut();
        enables_ = enables_ << 1 | dut.dfi_wrdata_en;
        if (was_ready_) {
            rs_dram_pins pins[RS_MAX_CHANNELS] = {};
            const rs_dfi_command shown = {static_cast<uint8_t>(rs::command_pins(dut)), static_cast<uint8_t>(dut.dfi_bank), static_cast<uint32_t>(dut.dfi_address)};
            pins[0] = rs::burst_pins(shown, config_.burst_cycles, ddr3 ? 10 : 8);
            pins[0].wrdata_en = (enables_ >> (config_.wl - RTL_T_PHY_WRLAT) & 1) != 0; /* the PHY writes WL behind the WR, and is told earlier */
            if (!rs_timing_checker_observe(checker_, pins))
                bench_.expect(rs_timing_checker_first(checker_)->text, 1, 0);
            if (pins[0].command == RS_DRAM_ACT)
                open_row_[pins[0].bank] = pins[0].address;
            if (pins[0].command == RS_DRAM_RD && pins[0].address % config_.columns == 0) {
                const rs_location at = {0, pins[0].bank, open_row_[pins[0].bank], pins[0].address / config_.columns};
                coming_.push_back(rs_address_encode(&config_.map, at) >> RS_LINE_SHIFT);
            }
            bench_.count("refresh", pins[0].command == RS_DRAM_REF);
        }
        if (!end_seen_) {
            power_up_.observe({dut.dfi_reset_n != 0, dut.dfi_cke != 0, rs::command_pins(dut), dut.dfi_bank, static_cast<uint32_t>(dut.dfi_address), was_ready_}, clock_ran_);
            end_seen_ = was_ready_;
        }
        clock_ran_ = clock_runs_;
        clock_runs_ = clock_runs_ || in_.phy_ready;
        was_ready_ = dut.ready;
    }

    /* ---- by the lists ---- */
    void watch(const rs_axi4_controller_outputs &out)
    {
        Vdut &dut = bench_.dut();
        const rs_axi4_inputs &in = in_.bus;
        bench_.count("writes_full", in.aw_valid && !dut.s_axi_awready);
        bench_.count("reads_full", in.ar_valid && !dut.s_axi_arready);
        bench_.count("beat_refused", dut.s_axi_rvalid && !in.r_ready);
        bench_.count("answer_refused", dut.s_axi_bvalid && !in.b_ready);
        bench_.count("idle", bench_.cycle() > 1000 && dut.idle);
        bench_.count("burst_before_ready", in.aw_valid && dut.s_axi_awready && !dut.ready);
        /* The order in which memory is asked for a line: by the twin, whose requests are no port of the hardware. */
        if (out.line_taken && !out.line.write)
            asked_[out.line.line].push_back({out.line.for_write, out.line.for_write ? lines_sent_ : groups_asked_});
        bench_.count("line_made_whole", out.line_taken && out.line.merged);
        groups_asked_ += out.request_taken && !out.bus.request_write;
        lines_sent_ += out.request_taken && out.bus.request_write;
        if (dut.s_axi_rvalid && in.r_ready)
            take_beat();
        if (dut.s_axi_bvalid && in.b_ready)
            take_answer();
        if (in.ar_valid && dut.s_axi_arready)
            loads_.push_back({in.ar, 0, 0, rs::is_refused(in.ar), 0, in.ar.address, 0, answered_});
        if (in.w_valid && dut.s_axi_wready)
            stores_.give_beat(in, line_bytes, words_);
    }

    void take_answer()
    {
        Vdut &dut = bench_.dut();
        bench_.expect("an answer to a burst", 1, !stores_.unanswered.empty());
        if (stores_.unanswered.empty())
            return;
        const Burst burst = stores_.unanswered.front();
        stores_.unanswered.pop_front();
        const auto first_failed = failed_.lower_bound(lines_answered_);
        const bool failed = !burst.refused && first_failed != failed_.end() && *first_failed < burst.lines;
        bench_.expect("bid", burst.what.id, rs::get(dut.s_axi_bid, 0, id_bits));
        bench_.expect("bresp", burst.refused || failed ? RS_AXI4_SLVERR : RS_AXI4_OKAY, dut.s_axi_bresp);
        bench_.count("refused_write_answered", burst.refused);
        bench_.count("line_not_written", failed);
        answered_ = burst.number;
        if (!burst.refused)
            lines_answered_ = burst.lines;
    }

    void check_byte(uint64_t byte, uint64_t seen, uint8_t found)
    {
        const rs::Finding finding = rs::find_byte(words_[byte], seen, rs::initial_byte(byte), found);
        bench_.count(finding.in_flight ? "read_of_a_byte_in_flight" : finding.written ? "byte_written" : "byte_of_memory_at_first", !finding.wrong);
        if (finding.wrong)
            bench_.expect("rdata", finding.expected, found, static_cast<int>(byte));
    }

    void take_beat()
    {
        Vdut &dut = bench_.dut();
        bench_.expect("a beat of a burst", 1, !loads_.empty());
        if (loads_.empty())
            return;
        Burst &burst = loads_.front();
        const bool last = burst.beat + 1 == burst.what.beats;
        const bool known = burst.refused || !ecc || unread_.count(groups_shown_) != 0, unread = !burst.refused && ecc && unread_[groups_shown_];
        bench_.expect("its line has been read", 1, known);
        bench_.expect("rid", burst.what.id, rs::get(dut.s_axi_rid, 0, id_bits));
        bench_.expect("rresp", burst.refused || unread ? RS_AXI4_SLVERR : RS_AXI4_OKAY, dut.s_axi_rresp);
        bench_.expect("rlast", last, dut.s_axi_rlast);
        bench_.count("refused_read_shown", burst.refused);
        bench_.count("line_not_read", unread);
        for (uint32_t i = 0; i < beat_bytes && !burst.refused && !unread; i++)
            check_byte(burst.at / beat_bytes * beat_bytes + i, burst.seen, rs::read_lane(dut, 0, i));
        const uint64_t line = burst.at / line_bytes;
        burst.at = rs::step(burst.what, burst.at);
        burst.beat++;
        if (!burst.refused && (last || burst.at / line_bytes != line))
            unread_.erase(groups_shown_++);
        if (last)
            loads_.pop_front();
    }

    /* The end of a case: no burst is under way, memory has the last words. */
    void all_through()
    {
        bench_.expect("idle at the end", 1, bench_.dut().idle);
        bench_.expect("everything answered", 1, stores_.coming.empty() && stores_.unanswered.empty() && loads_.empty());
        for (const auto &word : words_) {
            uint32_t line[RS_LINE_WORDS];
            rs_dram_device_peek(phy_->device(), rs_address_decode(&config_.map, word.first), line);
            bench_.expect("a byte in memory at the end", word.second.empty() ? rs::initial_byte(word.first) : word.second.back().value, rs::byte_of(line, word.first), static_cast<int>(word.first));
        }
    }

    struct Asked {
        bool for_write;
        uint64_t number; /* for_write: of the line among those written; else of the read among those of the slave */
    };

    rs::Cosim<Vdut> bench_;
    rs_config config_;
    rs::PowerUpChecker power_up_;
    rs_timing_checker *checker_ = nullptr;
    std::unique_ptr<rs::DfiPhy> phy_;
    rs_axi4_controller twin_;
    rs_axi4_controller_inputs in_;
    uint32_t percent_[5] = {};                      /* AW, W, B, AR, R */
    rs::Words words_;
    rs::Stores stores_;
    std::deque<Burst> loads_;                       /* whose beats leave */
    uint64_t written_ = 0, answered_ = 0;
    /* lines: sent by the slave, of the bursts answered; reads: asked for, shown */
    uint64_t lines_sent_ = 0, lines_answered_ = 0, groups_asked_ = 0, groups_shown_ = 0;
    std::map<uint64_t, std::deque<Asked>> asked_;   /* by line, in order */
    std::deque<uint64_t> coming_;                   /* lines of the RDs whose data have not come */
    std::map<uint64_t, bool> unread_;               /* reads of the slave that have come: could not be read */
    std::set<uint64_t> failed_;                     /* lines written in part that were given up */
    std::map<uint32_t, uint32_t> open_row_;
    uint32_t word_ = 0, error_percent_ = 0;
    bool unread_line_ = false, corrected_line_ = false; /* the one that comes */
    uint64_t enables_ = 0;                          /* dfi_wrdata_en, by cycles ago */
    uint64_t built_ = 0, phy_late_ = 0;
    bool clock_runs_ = false, clock_ran_ = false, was_ready_ = false, end_seen_ = false, data_shown_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return Axi4ControllerBench(argc, argv).run();
}
