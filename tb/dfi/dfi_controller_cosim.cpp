/* rs_dfi_controller, that is power-up, DRAM controller and DFI port, beside their twins (cmodel/dfi/dfi_controller.h) and a PHY with a DRAM
 * behind it (dfi_phy.h).
 *
 * Sessions: reset, the PHY ready at once or later, requests offered all the while; then reads and writes until the session drains, or,
 * in case "reset", until it is cut, in the power-up or behind it. Case "strays": words that nobody asked for, between those of the reads
 * where the latency does not change, else while no read is out. Oracles on the hardware's own pins: power-up checker, timing
 * checker of the commands, data scoreboard. */
#include <algorithm>
#include <memory>

#include "Vdut.h"
#include "cosim.h"
#include "dfi/dfi_controller.h"
#include "dfi/dfi_phy.h"
#include "dfi/dfi_pins.h"
#include "dfi/power_up_checker.h"
#include "dram/dram_controller_stimulus.h"
#include "machine/built_configuration.h"
#include "observe/timing_checker.h"

namespace {

enum { OFFERED_BEFORE_READY, READY, READ, WRITE, REFUSED, REPLY_REFUSED, PHY_LATE, STRAY, STRAY_BESIDE_READS, DRAINED, RESET_IN_POWER_UP,
       RESET_IN_OPERATION, OPTIONAL };
#ifndef RTL_ECC
#define RTL_ECC 0
#endif
enum { CORRECTED, CORRECTED_CHECK, FAILED, READ_BEHIND_FAILED, FULL_COUNT, CLEARED };

const uint64_t no_line = ~UINT64_C(0);

class DfiControllerBench {
  public:
    DfiControllerBench(int argc, char **argv)
        : bench_(argc, argv, 20000, {"random", "hits", "same_lines", "strays", "reset"}),
          config_(rs::built_configuration(RTL_CONFIGURATION, RTL_SETTINGS)), ddr3_(config_.burst_cycles == 4), power_up_(bench_, rules())
    {
        bench_.declare_bins({"offered_before_ready", "ready", "read", "write", "refused", "reply_refused", "phy_late", "stray",
                             "stray_beside_reads", "drained", "reset_in_power_up", "reset_in_operation"});
        if (RTL_ECC) {
            errors_ = OPTIONAL;
            bench_.declare_bins({"ecc_corrected", "ecc_check_bit", "ecc_failed", "ecc_right_behind_failed", "ecc_count_full", "ecc_cleared"});
        }
        if (config_.t_refi != 0)
            bench_.declare_bins({"refresh"});
        line_bits_ = config_.map.address_bits - RS_LINE_SHIFT;
        sm_bits_ = 1;
        while ((1U << sm_bits_) < config_.sms)
            sm_bits_++;
    }

    int run()
    {
        while (bench_.next_case())
            while (bench_.next_cycle())
                session();
        return bench_.finish();
    }

  private:
    uint32_t cl() const { return config_.t_rtw - config_.burst_cycles - 2 + config_.wl; }
    rs::PowerUpRules rules() const
    {
        return {ddr3_, 11, 7, 9, 5, 12, 17, 33, config_.t_rp, config_.t_rfc, cl(), config_.wl, config_.t_wr, config_.burst_cycles, {}};
    }
    rs_dram_init_config init_config() const
    {
        return {static_cast<uint32_t>(ddr3_), config_.burst_cycles, cl(), config_.wl, config_.t_wr, config_.t_rp, config_.t_rfc, 11, 7, 9, 5, 12, 17, 33, {}};
    }
    rs_dfi_port_config port_config() const
    {
        uint32_t index_bits = 0;
        while ((1U << index_bits) < config_.columns)
            index_bits++;
        uint32_t pins = std::max(config_.map.row_bits, ddr3_ ? 13U : 12U);
        return {config_.burst_cycles, config_.wl, config_.map.row_bits, config_.map.column_bits + index_bits, pins, ddr3_ ? 10U : 8U, 4,
                config_.wl - 1 - ddr3_, 1, cl() - 2, ddr3_ ? 8U : 4U, ddr3_ ? 2U : 4U, 0, ddr3_ ? 6U : 0U};
    }

    void session()
    {
        static const uint32_t percents[] = {5, 50, 100};
        rs_error error;
        bool cut = bench_.is_case("reset"), drained = false;
        rs::Mix mix = {};
        mix.banks = 1 + bench_.random_below(config_.banks);
        mix.rows = bench_.is_case("hits") ? 1 : 1 + bench_.random_below(4);
        mix.columns = 1 + bench_.random_below(1U << config_.map.column_bits);
        mix.write_percent = percents[bench_.random_below(3)];
        mix.valid_percent = percents[bench_.random_below(3)];
        mix.ready_percent = percents[bench_.random_below(3)];
        mix.channel = bench_.random_below(config_.channels);
        mix.row_base = static_cast<uint32_t>(bench_.random());
        mix.row_step = 1U << bench_.random_below(config_.map.row_bits);
        if (bench_.is_case("same_lines")) {
            mix.banks = mix.rows = 1;
            mix.columns = 1 + bench_.random_below(2);
            mix.write_percent = 50;
        }
        config_.cl = cl();
        rs_dram_init_config init = init_config();
        rs_dfi_port_config port = port_config();
        if (!rs_dfi_controller_create(&twin_, &config_, &init, &port, RTL_ECC)) {
            std::fprintf(stderr, "a configuration that the twin refuses\n");
            std::exit(2);
        }
        rs::DfiPhy phy(bench_, config_, port, mix.channel);
        checker_ = rs_timing_checker_create(&config_, &error);
        if (checker_ == nullptr) {
            std::fprintf(stderr, "%s\n", error.text);
            std::exit(2);
        }
        rs::Requests requests(bench_, config_);
        flit_ = 0;
        packet_.request.line = no_line;
        error_percent_ = !RTL_ECC || bench_.chance(33) ? 0 : bench_.chance(50) ? 3 : 30;
        unread_.clear();
        words_ = 0;
        unread_line_ = was_unread_ = false;
        reset();
        uint64_t late = bench_.chance(50) ? bench_.random_below(50) : 0;
        uint64_t start = bench_.cycle(), stop = start + 300 + bench_.random_below(2500);
        if (config_.t_refi != 0 && bench_.chance(20))
            stop += 2 * config_.t_refi;
        if (cut)
            stop = start + bench_.random_below(static_cast<uint32_t>(2 * twin_.init.end) + 200);
        bench_.count(PHY_LATE, late != 0);
        while (bench_.next_cycle() && !drained && !(cut && bench_.cycle() >= stop)) {
            bool draining = bench_.cycle() >= stop;
            if (draining && mix.ready_percent < 50)
                mix.ready_percent = 50;
            cycle(mix, draining, bench_.cycle() - start >= late, requests, phy);
            drained = draining && packet_.request.line == no_line && rs_dram_controller_idle(&twin_.controller) && twin_.controller.write_words == 0
                   && !twin_.pins.wrdata_en && phy.idle();
        }
        if (drained && !bench_.failed())
            requests.finished(phy.device());
        bench_.count(DRAINED, drained);
        bench_.count(RESET_IN_POWER_UP, cut && !rs_dfi_controller_ready(&twin_));
        bench_.count(RESET_IN_OPERATION, cut && rs_dfi_controller_ready(&twin_) && !rs_dram_controller_idle(&twin_.controller));
        rs_timing_checker_destroy(checker_);
    }

    void reset()
    {
        bench_.dut().rst = 1;
        bench_.dut().dfi_init_complete = bench_.chance(50);
        bench_.dut().error_clear = 0;
        bench_.eval();
        bench_.clock();
        bench_.dut().rst = 0;
        power_up_.restart();
        enables_ = 0;
        clock_runs_ = clock_ran_ = was_ready_ = end_seen_ = data_shown_ = false;
    }

    rs_routed_flit offer() const /* of packet_: 0 head, 1 and 2 data; HEADER_WIRES: 0 head and data, 1 data */
    {
        rs_routed_flit flit = {};
        const rs_accept &request = packet_.request;
        flit.flit.head = flit_ == 0;
        flit.flit.tail = !request.write || flit_ + 1 == rs_data_packet_flits(&config_);
        if (flit_ == 0) {
            uint64_t address = request.line << RS_LINE_SHIFT;
            rs_location at = rs_address_decode(&config_.map, address);
            flit.flit.header = rs_request_header(&config_, address, request.write, request.tag)
                             | static_cast<uint64_t>(request.sm) << (line_bits_ + 1 + config_.tag_bits);
            flit.route = rs_route_to(at.channel, at.bank, at.row, at.column);
            flit.flit.mask = request.write ? packet_.mask : 0;
            if (!wires() || !request.write)
                return flit;
        }
        for (uint32_t bit = 0; bit < config_.flit_bits; bit++) {
            uint32_t from = (flit_ - (wires() ? 0 : 1)) * config_.flit_bits + bit;
            flit.flit.data[bit / 32] |= (packet_.data[from / 32] >> from % 32 & 1) << bit % 32;
        }
        return flit;
    }

    void cycle(const rs::Mix &mix, bool draining, bool phy_ready, rs::Requests &requests, rs::DfiPhy &phy)
    {
        bool ready = rs_dfi_controller_ready(&twin_);
        if (packet_.request.line == no_line && !draining && bench_.chance(mix.valid_percent))
            packet_ = requests.draw(mix);
        bool in_valid = packet_.request.line != no_line && (flit_ == 0 || bench_.chance(mix.valid_percent));
        bool out_ready = bench_.chance(mix.ready_percent);
        bool stray = bench_.is_case("strays") && !phy.returned().rddata_valid && (!ddr3_ || phy.idle()) && bench_.chance(20);
        rs_dram_return returned = stray ? phy.noise() : phy.returned();
        rs_routed_flit flit = offer();
        uint32_t check = RTL_ECC ? rs_dfi_ecc_check(&twin_.ecc, returned.rddata) : 0;
        bool clear = RTL_ECC && bench_.chance(1);
        if (RTL_ECC)
            turn_bits(returned, check);
        drive(flit.flit, in_valid, out_ready, phy_ready, returned);
        bench_.dut().error_clear = clear;
        if (RTL_ECC)
            rs::set(bench_.dut().dfi_rddata, config_.dq_bits, config_.dq_bits / 8, check);
        bench_.eval();

        rs_flit reply;
        bool in_ready = ready && in_valid && rs_dram_controller_ready(&twin_.controller, &flit);
        bool out_valid = rs_dram_controller_reply(&twin_.controller, &reply);
        compare(ready, in_valid, in_ready, out_valid, reply);
        judge(requests, out_ready, phy_ready);
        bench_.count(OFFERED_BEFORE_READY, in_valid && !ready);
        bench_.count(READY, ready);
        bench_.count(REFUSED, in_valid && ready && !in_ready);
        bench_.count(REPLY_REFUSED, out_valid && !out_ready);
        bench_.count(STRAY, stray && ready);
        bench_.count(STRAY_BESIDE_READS, ddr3_ ? stray : stray && twin_.port.awaited != 0);
        bench_.count(READ, twin_.pins.command == RS_DRAM_RD);
        bench_.count(WRITE, twin_.pins.command == RS_DRAM_WR);
        bench_.count("refresh", twin_.pins.command == RS_DRAM_REF);

        data_shown_ = ready && twin_.pins.wrdata_en; /* in the next cycle, as no time of this bench makes data wait */
        phy.step(*rs_dfi_port_offer(&twin_.port), ready);
        bench_.clock();
        rs_dfi_controller_step(&twin_, phy_ready, clear, in_ready ? &flit : nullptr, &returned, check, out_valid && out_ready);
        if (in_ready) {
            if (flit_ == 0)
                requests.sent(packet_);
            if (flit.flit.tail)
                packet_.request.line = no_line;
            flit_ = flit.flit.tail ? 0 : flit_ + 1;
        }
    }

    void turn_bits(rs_dram_return &returned, uint32_t &check)
    {
        bool failed = false;
        for (uint32_t word = 0; word < config_.dq_bits / 64; word++) {
            const rs::WrongBits wrong = rs::turn_bits(bench_, error_percent_, word, returned.rddata, check);
            failed = failed || wrong.bits == 2;
            if (returned.rddata_valid && twin_.port.awaited != 0) {
                bench_.count(errors_ + CORRECTED, wrong.bits == 1 && !wrong.in_check);
                bench_.count(errors_ + CORRECTED_CHECK, wrong.bits == 1 && wrong.in_check);
            }
        }
        if (!rs_dfi_port_read(&twin_.port, rs_dfi_controller_ready(&twin_), returned.rddata_valid).valid)
            return;
        unread_line_ = unread_line_ || failed;
        if (++words_ % config_.data_cycles == 0) {
            unread_.push_back(unread_line_);
            unread_line_ = false;
        }
    }

    /* A reply begins: of a line of which 64 bits had two wrong ones? */
    void judge_error(rs::Requests &requests, bool unread)
    {
        bench_.expect("reply says whether its line could be read", !unread_.empty() && unread_.front(), unread);
        if (!unread_.empty())
            unread_.pop_front();
        requests.trust(!unread);
        bench_.count(errors_ + FAILED, unread);
        bench_.count(errors_ + READ_BEHIND_FAILED, was_unread_ && !unread);
        was_unread_ = unread;
    }

    void drive(const rs_flit &flit, bool in_valid, bool out_ready, bool phy_ready, const rs_dram_return &returned)
    {
        Vdut &dut = bench_.dut();
        dut.in_valid = in_valid;
        dut.in_head = flit.head;
        dut.in_tail = flit.tail;
        uint32_t header = line_bits_ + 1 + config_.tag_bits + sm_bits_;
        if (flit.head)
            rs::set(dut.in_payload, 0, header, flit.header);
        if (!flit.head || wires())
            rs::set_words(dut.in_payload, data_from(), config_.flit_bits, flit.data);
        if (flit.head && config_.write_mask)
            rs::set(dut.in_payload, header, 2 * config_.flit_bits / 8, flit.mask);
        dut.out_ready = out_ready;
        dut.dfi_init_complete = phy_ready;
        dut.dfi_rddata_valid = returned.rddata_valid;
        rs::set_words(dut.dfi_rddata, 0, config_.dq_bits, returned.rddata);
    }

    void compare(bool ready, bool in_valid, bool in_ready, bool out_valid, const rs_flit &reply)
    {
        Vdut &dut = bench_.dut();
        const rs_dfi_pins *pins = rs_dfi_port_offer(&twin_.port);
        bench_.compare("ready", ready, dut.ready);
        if (in_valid)
            bench_.compare("in_ready", in_ready, dut.in_ready);
        bench_.compare("out_valid", out_valid, dut.out_valid);
        if (out_valid) {
            bench_.compare("out_head", reply.head, dut.out_head);
            bench_.compare("out_tail", reply.tail, dut.out_tail);
            if (reply.head)
                bench_.compare("out_payload", reply.header, rs::get(dut.out_payload, 0, config_.tag_bits + sm_bits_ + RTL_ECC));
            if (!reply.head || wires())
                bench_.compare_words("out_payload", reply.data, dut.out_payload, data_from(), config_.flit_bits);
        }
        rs::compare_dfi(bench_, twin_.port);
        rs::compare_ecc(bench_, twin_.ecc);
        if (data_shown_) {
            bench_.compare_words("dfi_wrdata", pins->wrdata, dut.dfi_wrdata, 0, config_.dq_bits);
            if (RTL_ECC)
                bench_.compare("dfi_wrdata, check bits", rs_dfi_ecc_check(&twin_.ecc, pins->wrdata),
                               rs::get(dut.dfi_wrdata, config_.dq_bits, config_.dq_bits / 8));
            bench_.compare("dfi_wrdata_mask", pins->wrdata_mask, dut.dfi_wrdata_mask);
        }
        if (RTL_ECC) {
            bench_.count(errors_ + FULL_COUNT, twin_.ecc.corrected_count == 15 && twin_.ecc.failed_count == 15);
            bench_.count(errors_ + CLEARED, dut.error_clear != 0 && twin_.ecc.failed_error);
        }
        bench_.compare("accept_valid", twin_.accept.valid, dut.accept_valid);
        bench_.compare("idle", ready && rs_dram_controller_idle(&twin_.controller), dut.idle);
    }

    bool wires() const { return config_.header_wires != 0; }
    uint32_t data_from() const /* lowest bit of a flit's data */
    {
        return wires() ? line_bits_ + 1 + config_.tag_bits + sm_bits_ + (config_.write_mask ? 2 * config_.flit_bits / 8 : 0) : 0;
    }
    /* The oracles, on what the hardware shows. Pins are a cycle behind ready. */
    void judge(rs::Requests &requests, bool out_ready, bool phy_ready)
    {
        Vdut &dut = bench_.dut();
        enables_ = enables_ << 1 | dut.dfi_wrdata_en;
        if (was_ready_) {
            rs_dram_pins pins[RS_MAX_CHANNELS] = {};
            rs_dfi_command shown = {static_cast<uint8_t>(rs::command_pins(dut)), static_cast<uint8_t>(dut.dfi_bank), static_cast<uint32_t>(dut.dfi_address)};
            pins[0] = rs::burst_pins(shown, config_.burst_cycles, ddr3_ ? 10 : 8);
            /* the PHY writes WL behind the WR, and is told earlier */
            pins[0].wrdata_en = (enables_ >> (config_.wl - port_config().t_phy_wrlat) & 1) != 0;
            for (uint32_t channel = 1; channel < config_.channels; channel++)
                pins[channel] = pins[0];
            if (!rs_timing_checker_observe(checker_, pins))
                bench_.expect(rs_timing_checker_first(checker_)->text, 1, 0);
        }
        if (!end_seen_) {
            power_up_.observe({dut.dfi_reset_n != 0, dut.dfi_cke != 0, rs::command_pins(dut), dut.dfi_bank, static_cast<uint32_t>(dut.dfi_address),
                               was_ready_}, clock_ran_);
            end_seen_ = was_ready_;
        }
        clock_ran_ = clock_runs_;
        clock_runs_ = clock_runs_ || phy_ready;
        was_ready_ = dut.ready;
        rs_accept accept = {dut.accept_valid != 0, dut.accept_write != 0, static_cast<uint8_t>(dut.accept_sm),
                            static_cast<uint16_t>(dut.accept_tag), static_cast<uint64_t>(dut.accept_line)};
        if (accept.valid)
            requests.accepted(accept);
        if (dut.out_valid && out_ready) {
            rs_flit reply = {};
            reply.head = dut.out_head;
            reply.tail = dut.out_tail;
            if (reply.head) {
                reply.header = rs::get(dut.out_payload, 0, config_.tag_bits + sm_bits_);
                if (RTL_ECC)
                    judge_error(requests, rs::get(dut.out_payload, config_.tag_bits + sm_bits_, 1) != 0);
            }
            if (!reply.head || wires())
                rs::get_words(dut.out_payload, data_from(), config_.flit_bits, reply.data);
            requests.replied(reply);
        }
    }

    rs::Cosim<Vdut> bench_;
    rs_config config_;
    bool ddr3_;
    rs::PowerUpChecker power_up_;
    rs_timing_checker *checker_ = nullptr;
    rs_dfi_controller twin_;
    rs::Packet packet_;
    uint32_t flit_ = 0, line_bits_, sm_bits_;
    unsigned errors_ = 0;             /* first bin of the ECC's */
    uint32_t error_percent_ = 0;      /* of the 64 bits read */
    std::deque<bool> unread_;         /* lines that have come and are not answered: 64 bits with two errors */
    uint32_t words_ = 0;
    bool unread_line_ = false, was_unread_ = false; /* the one that comes, the one answered last */
    uint64_t enables_ = 0; /* dfi_wrdata_en, by cycles ago */
    bool clock_runs_ = false, clock_ran_ = false, was_ready_ = false, end_seen_ = false, data_shown_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return DfiControllerBench(argc, argv).run();
}
