/* rs_dram_controller with ingress, queue, command unit and reply unit, beside cmodel/dram/dram_controller.c.
 *
 * Sessions: reset, then random packets with pauses and reply stalls while the DRAM device answers; most sessions drain
 * and are settled, those of case "reset" end in the middle. Cases from "places" on are directed
 * (queue_places.h, queue_orders.h) and take as many cycles as they need. Oracles beside the twin, all fed by the hardware's own pins and
 * ports: timing checker, channel_watch.h (what the scheduler may do), data scoreboard (dram_controller_stimulus.h). */
#include <algorithm>
#include <memory>

#include "Vdut.h"
#include "common/random_arbiter.h"
#include "cosim.h"
#include "dram/dram_controller.h"
#include "dram/dram_controller_bins.h"
#include "dram/dram_controller_stimulus.h"
#include "machine/built_configuration.h"
#include "observe/timing_checker.h"

namespace {

using Bin = rs::ControllerBins;

const uint64_t no_line = ~UINT64_C(0);

class ControllerBench {
  public:
    ControllerBench(int argc, char **argv)
        : bench_(argc, argv, 20000,
                 {"random", "hits", "one_bank", "same_lines", "sweep", "read_only", "reply_stall", "passed", "reset", "places",
                  "overtaken", "together", "window_orders"}),
          built_(rs::built_configuration(RTL_CONFIGURATION, RTL_SETTINGS)), config_(built_), channel_bins_(bench_, built_, true),
          bins_(bench_, built_, channel_bins_)
    {
        line_bits_ = config_.map.address_bits - RS_LINE_SHIFT;
        sm_bits_ = rs_index_bits(config_.sms);
        if (bins_.can.leave_from_all)
            furthest_place_ = rs::QueuePlaces(built_, false).furthest();
        if (built_.write_mask != 0) {
            bench_.declare_bins(rs::mask_bins);
            masks_ = bins_.end();
        }
    }

    int run()
    {
        while (bench_.next_case()) {
            directed_ = directed();
            do
                session();
            while (directed_ == nullptr ? bench_.next_cycle() : directed_->another_session() && !bench_.failed());
        }
        return bench_.finish();
    }

  private:
    rs::Mix mix()
    {
        static const uint32_t percents[] = {5, 50, 100};
        rs::Mix mix;
        uint32_t columns = 1U << config_.map.column_bits;
        mix.banks = 1 + bench_.random_below(config_.banks);
        mix.rows = 1 + bench_.random_below(4);
        mix.columns = 1 + bench_.random_below(columns);
        mix.write_percent = percents[bench_.random_below(3)];
        mix.valid_percent = percents[bench_.random_below(3)];
        mix.ready_percent = percents[bench_.random_below(3)];
        mix.channel = bench_.random_below(config_.channels);
        mix.row_base = static_cast<uint32_t>(bench_.random());
        mix.row_step = bench_.chance(50) ? 1U << bench_.random_below(built_.map.row_bits) : static_cast<uint32_t>(bench_.random()) | 1;
        mix.sweep = false;
        mix.reads_first = mix.writes_from = mix.first_bank = mix.other_row_at = 0;
        mix.overtake = mix.planned = false;
        if (bench_.is_case("reset") && bench_.chance(75)) { /* all banks fill up while the first ones open */
            mix.banks = config_.banks;
            mix.rows = 2;
            mix.valid_percent = 100;
            mix.write_percent = bench_.chance(75) ? 0 : 50;
        }
        if (bench_.is_case("hits"))
            mix.rows = 1;
        if (bench_.is_case("one_bank")) {
            mix.banks = 1;
            if (built_.scheduler >= RS_SCHEDULER_FRFCFS && bench_.chance(25)) { /* nothing but misses: writes alone fill the queue */
                mix.rows = 2 * config_.queue;
                mix.write_percent = mix.valid_percent = 100;
            }
        }
        if (bench_.is_case("same_lines")) {
            mix.banks = mix.rows = 1;
            mix.columns = 1 + bench_.random_below(2);
            mix.write_percent = 50;
        }
        if (bench_.is_case("sweep")) { /* 90: a read now and then when every write slot is taken */
            mix.write_percent = bench_.chance(33) ? 100 : bench_.chance(50) ? 90 : 50;
            mix.valid_percent = 100;
            mix.rows = 1 + bench_.random_below(2 * built_.lookahead); /* more than the window: nothing but misses */
            mix.sweep = true;
        }
        if (passes_) { /* reads without reply slot, passed by writes, or a read by hits of its bank */
            uint32_t places = config_.scheduler != RS_SCHEDULER_BFIFO ? config_.queue
                            : config_.bank_places != 0                ? config_.bank_places
                                                                      : config_.queue / config_.banks;
            uint32_t turn = passed_++ % 3;
            mix.overtake = channel_bins_.overtakes() && (turn == 1 || (turn == 2 && bench_.is_case("reset")));
            if (mix.overtake)
                mix.overtake_from = overtaken_bank_++ % config_.banks;
            mix.valid_percent = 100;
            mix.ready_percent = 0;
            if (!mix.overtake && config_.banks > 1) {
                mix.writes_from = turn == 0 ? 1 : 1 + bench_.random_below(config_.banks - 1);
                uint32_t waiting = std::min(mix.writes_from * (places - 1), config_.queue - 2);
                mix.reads_first = config_.reply_slots + 1 + (turn == 0 ? 0 : bench_.random_below(waiting + 1));
                mix.rows = 1;
                if (turn == 0 && channel_bins_.overtakes()) { /* in each bank in turn a miss, behind a hit, is found at the cap of all */
                    mix.reads_first++;
                    mix.other_row_at = config_.reply_slots;
                    mix.first_bank = found_bank_++ % config_.banks;
                }
            }
        }
        if (bench_.is_case("read_only") || bench_.is_case("reply_stall"))
            mix.write_percent = 0;
        if (bench_.is_case("reply_stall")) {
            mix.valid_percent = 100;
            mix.ready_percent = 1;
        }
        return mix;
    }

    std::unique_ptr<rs::Directed> directed() const /* this case, if it is directed */
    {
        if (bench_.is_case("places") || bench_.is_case("overtaken"))
            return std::make_unique<rs::QueuePlaces>(built_, bench_.is_case("overtaken"));
        if (bench_.is_case("together"))
            return std::make_unique<rs::ReadyTogether>(built_);
        if (bench_.is_case("window_orders"))
            return std::make_unique<rs::WindowOrders>(built_);
        return nullptr;
    }

    void session()
    {
        rs_error error;
        bool planned = directed_ != nullptr;
        uint32_t most_cl = built_.t_rtw + built_.wl - built_.burst_cycles;
        config_.cl = 1 + bench_.random_below(most_cl < 31 ? most_cl : 31);
        bool cut = bench_.is_case("reset"), drained = false;
        /* A session that is cut at the age cap, then one that would see a count left over. */
        passes_ = bench_.is_case("passed") || (cut && cuts_++ % 2 == 0);
        config_.age_cap = bench_.chance(40) ? 0 : bench_.chance(50) ? 1 : 1 + bench_.random_below(bench_.chance(80) ? 5 : 255);
        rs::Mix mixed = mix();
        uint32_t passing = built_.t_refi == 0 && bench_.chance(50) ? 512 : 256; /* requests, of all banks */
        if (mixed.overtake && built_.t_refi == 0)
            passing = std::min(config_.banks, 4U) * rs::overtake_period;
        if (cut && (passes_ || bench_.chance(75)))
            config_.age_cap = 1;
        else if (mixed.overtake)
            config_.age_cap = 128 + 2 * bench_.random_below(64); /* a count that takes its values in another order shows at these */
        else if (passes_)
            config_.age_cap = std::min((passing + bench_.random_below(32)) / config_.banks, 255U);
        if (planned) {
            config_.age_cap = bench_.is_case("overtaken") ? 1 : 255;
            mixed.planned = true;
            mixed.valid_percent = 100;
            mixed.columns = 1U << config_.map.column_bits;
            if (bench_.is_case("window_orders")) {
                mixed.row_base = 0;
                mixed.row_step = 1;
            }
        }
        rs_dram_device *device = rs_dram_device_create(&config_, &error);
        rs_timing_checker *checker = rs_timing_checker_create(&config_, &error);
        before_ = rs_timing_checker_create(&config_, &error);
        tried_ = rs_timing_checker_create(&config_, &error);
        rs::Requests requests(bench_, config_);
        rs::ChannelWatch watch(config_);
        rs_dram_return returns[RS_MAX_CHANNELS] = {};
        if (device == nullptr || checker == nullptr || before_ == nullptr || tried_ == nullptr) {
            std::fprintf(stderr, "%s\n", error.text);
            std::exit(2);
        }
        rs_dram_controller_init(&twin_, &config_, &twin_pins_, &twin_accept_);
        flit_ = 0;
        packet_.request.line = no_line;
        error_percent_ = bench_.chance(50) ? 0 : bench_.chance(50) ? 5 : 50;
        unread_.clear();
        words_ = 0;
        unread_line_ = was_unread_ = false;
        reset();

        uint64_t stop = bench_.cycle() + 100 + bench_.random_below(bench_.is_case("reset") ? 400 : 2500);
        if (passes_ && !cut) /* so many writes to one bank group and some */
            stop = bench_.cycle() + 500 + (passing + 44) * built_.columns * rs::longest_column(built_);
        while ((planned ? !bench_.failed() : bench_.next_cycle()) && !drained && !(cut && bench_.cycle() >= stop)) {
            bool draining = planned ? directed_->settled() : bench_.cycle() >= stop;
            if (planned)
                mixed.ready_percent = directed_->plan(twin_, packet_.request.line != no_line, requests.plan) ? 100 : 0;
            if (draining && mixed.ready_percent < 50)
                mixed.ready_percent = 50;
            cycle(mixed, draining || (planned && requests.plan.empty()), requests, watch, checker, device, returns);
            drained = draining && packet_.request.line == no_line && rs_dram_controller_idle(&twin_)
                   && twin_.write_words == 0 && !twin_.pins->wrdata_en;
        }
        if (drained && !bench_.failed())
            requests.finished(device);
        bins_.count(Bin::DRAINED, drained);
        bins_.count(Bin::RESET_AT_CAP_OF_A_BANK, cut && watch.at_cap_of_a_bank());
        bins_.count(Bin::RESET_AT_CAP_OF_ALL, cut && watch.at_cap_of_all());
        busy_ = !drained;
        rs_dram_device_destroy(device);
        rs_timing_checker_destroy(checker);
        rs_timing_checker_destroy(before_);
        rs_timing_checker_destroy(tried_);
    }

    void reset()
    {
        bench_.dut().rst = 1;
        bench_.dut().age_cap = static_cast<CData>(config_.age_cap);
        bench_.eval();
        bench_.clock();
        bench_.dut().rst = 0;
        bins_.count(Bin::RESET_IN_OPERATION, busy_);
    }

    /* The flit on offer: of packet_, 0 head, 1 and 2 data; HEADER_WIRES: 0 head and data, 1 data. */
    rs_routed_flit offer() const
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

    void cycle(const rs::Mix &mix, bool draining, rs::Requests &requests, rs::ChannelWatch &watch,
               rs_timing_checker *checker, rs_dram_device *device, rs_dram_return *returns)
    {
        if (packet_.request.line == no_line && !draining && bench_.chance(mix.valid_percent))
            packet_ = requests.draw(mix);
        bool in_valid = packet_.request.line != no_line && (flit_ == 0 || bench_.chance(mix.valid_percent));
        bool out_ready = bench_.chance(mix.ready_percent);
        rs_routed_flit flit = offer();
        returns[mix.channel].rddata_error = bench_.chance(error_percent_);
        drive(flit.flit, in_valid, out_ready, returns[mix.channel]);
        note_errors(returns[mix.channel]);
        bench_.eval();

        rs_flit reply;
        bool in_ready = in_valid && rs_dram_controller_ready(&twin_, &flit);
        bool out_valid = rs_dram_controller_reply(&twin_, &reply);
        compare(in_valid, in_ready, out_valid, reply);
        judge(requests, watch, checker, out_ready);
        bins_.count(Bin::REPLY_REFUSED, out_valid && !out_ready);
        bins_.count(Bin::REQUEST_REFUSED, in_valid && !in_ready);
        if (bins_.can.list)
            bins_.count(Bin::WAITS_FOR_LINE, in_valid && !in_ready && rs_dram_controller_room(&twin_, &flit));

        rs_dram_pins pins[RS_MAX_CHANNELS] = {};
        rs_dram_return next[RS_MAX_CHANNELS];
        pins[mix.channel] = twin_pins_;
        if (!rs_dram_device_step(device, pins, rs_dram_commands(pins, RS_MAX_CHANNELS), next))
            bench_.expect("memory for the DRAM device", 1, 0);
        bench_.clock();
        rs_dram_controller_step(&twin_, in_ready ? &flit : nullptr, &returns[mix.channel], out_valid && out_ready);
        returns[mix.channel] = next[mix.channel];
        if (directed_ != nullptr)
            directed_->taken(in_ready);
        if (in_ready) {
            if (flit_ == 0) {
                requests.sent(packet_);
                if (masks_ != 0 && packet_.request.write)
                    bench_.count(masks_ + rs::mask_bin(packet_.mask, config_.full_mask), true);
            }
            if (flit.flit.tail)
                packet_.request.line = no_line;
            flit_ = flit.flit.tail ? 0 : flit_ + 1;
        }
    }

    /* Which lines cannot be read, in order of their reads; with PAIR their words come in turns, and only the twin knows. */
    void note_errors(const rs_dram_return &returned)
    {
        if (!returned.rddata_valid)
            return;
        unread_line_ = unread_line_ || returned.rddata_error;
        if (++words_ % config_.data_cycles == 0) {
            unread_.push_back(unread_line_);
            unread_line_ = false;
        }
    }

    void drive(const rs_flit &flit, bool in_valid, bool out_ready, const rs_dram_return &returned)
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
        dut.dfi_rddata_valid = returned.rddata_valid;
        rs::set_words(dut.dfi_rddata, 0, config_.dq_bits, returned.rddata);
        dut.dfi_rddata_error = returned.rddata_error;
    }

    void compare(bool in_valid, bool in_ready, bool out_valid, const rs_flit &reply)
    {
        static const uint8_t encoding[] = {15, 3, 2, 5, 4, 1}; /* {cs_n, ras_n, cas_n, we_n} of NOP, ACT, PRE, RD, WR, REF */
        Vdut &dut = bench_.dut();
        if (in_valid)
            bench_.compare("in_ready", in_ready, dut.in_ready);
        bench_.compare("out_valid", out_valid, dut.out_valid);
        if (out_valid) {
            bench_.compare("out_head", reply.head, dut.out_head);
            bench_.compare("out_tail", reply.tail, dut.out_tail);
            if (reply.head)
                bench_.compare("out_payload", reply.header, rs::get(dut.out_payload, 0, config_.tag_bits + sm_bits_ + 1));
            if (!reply.head || wires())
                bench_.compare_words("out_payload", reply.data, dut.out_payload, data_from(), config_.flit_bits);
        }
        bench_.compare("dfi_{cs,ras,cas,we}_n", encoding[twin_.pins->command], command_pins());
        bench_.compare("dfi_bank", twin_.pins->bank, dut.dfi_bank);
        bench_.compare("dfi_address", twin_.pins->address, dut.dfi_address);
        bench_.compare("dfi_wrdata_en", twin_.pins->wrdata_en, dut.dfi_wrdata_en);
        if (twin_.pins->wrdata_en)
            bench_.compare_words("dfi_wrdata", twin_.pins->wrdata, dut.dfi_wrdata, 0, config_.dq_bits);
        if (twin_.pins->wrdata_en || !config_.write_mask)
            bench_.compare("dfi_wrdata_mask", twin_.pins->wrdata_mask, dut.dfi_wrdata_mask);
        bench_.compare("accept_valid", twin_.accept->valid, dut.accept_valid);
        if (twin_.accept->valid) {
            bench_.compare("accept_write", twin_.accept->write, dut.accept_write);
            bench_.compare("accept_sm", twin_.accept->sm, dut.accept_sm);
            bench_.compare("accept_tag", twin_.accept->tag, dut.accept_tag);
            bench_.compare("accept_line", twin_.accept->line, dut.accept_line);
        }
        bench_.compare("idle", rs_dram_controller_idle(&twin_), dut.idle);
    }

    bool wires() const { return config_.header_wires != 0; }
    uint32_t data_from() const /* lowest bit of a flit's data */
    {
        return wires() ? line_bits_ + 1 + config_.tag_bits + sm_bits_ + (config_.write_mask ? 2 * config_.flit_bits / 8 : 0) : 0;
    }

    uint32_t command_pins()
    {
        Vdut &dut = bench_.dut();
        return static_cast<uint32_t>(dut.dfi_cs_n << 3 | dut.dfi_ras_n << 2 | dut.dfi_cas_n << 1 | dut.dfi_we_n);
    }

    /* The oracles, on what the hardware shows. */
    void judge(rs::Requests &requests, rs::ChannelWatch &watch, rs_timing_checker *checker, bool out_ready)
    {
        Vdut &dut = bench_.dut();
        rs_dram_pins pins[RS_MAX_CHANNELS] = {};
        pins[0].command = decode(command_pins());
        pins[0].bank = dut.dfi_bank;
        pins[0].address = static_cast<uint32_t>(dut.dfi_address);
        pins[0].wrdata_en = dut.dfi_wrdata_en;
        rs_accept accept = {dut.accept_valid != 0, dut.accept_write != 0, static_cast<uint8_t>(dut.accept_sm),
                            static_cast<uint16_t>(dut.accept_tag), static_cast<uint64_t>(dut.accept_line)};
        for (uint32_t channel = 1; channel < config_.channels; channel++)
            pins[channel] = pins[0]; /* the others do the same, or the checker would miss their refreshes */
        if (bins_.can.list)
            rs_timing_checker_assign(before_, checker);
        if (!rs_timing_checker_observe(checker, pins))
            bench_.expect(rs_timing_checker_first(checker)->text, 1, 0);
        if (accept.valid)
            requests.accepted(accept);
        if (dut.out_valid && out_ready) {
            rs_flit reply = {};
            reply.head = dut.out_head;
            reply.tail = dut.out_tail;
            if (reply.head) {
                reply.header = rs::get(dut.out_payload, 0, config_.tag_bits + sm_bits_);
                judge_error(rs::get(dut.out_payload, config_.tag_bits + sm_bits_, 1) != 0);
            }
            if (!reply.head || wires())
                rs::get_words(dut.out_payload, data_from(), config_.flit_bits, reply.data);
            requests.replied(reply);
        }
        rs::ChannelEvents events = watch.step(pins[0], accept, dut.out_valid && out_ready && dut.out_tail);
        if (events.broken != nullptr)
            bench_.expect(events.broken, 1, 0);
        for (rs_dram_pins rather : events.rather)
            bench_.expect("not on the blacklist goes first", 0, could_be(rather, pins[0]));
        count(events);
        if (directed_ != nullptr) {
            directed_->observe(pins[0], accept, events);
            bins_.count(bench_.is_case("places") ? Bin::PLACES : bench_.is_case("overtaken") ? Bin::OVERTAKEN_PAIRS
                        : bench_.is_case("together") ? Bin::TOGETHER : Bin::WINDOW_ORDERS, directed_->all_seen());
        }
    }

    void judge_error(bool unread)
    {
        if (built_.pair == 0) {
            bench_.expect("reply says whether its line could be read", !unread_.empty() && unread_.front(), unread);
            if (!unread_.empty())
                unread_.pop_front();
        }
        bins_.count(Bin::UNREAD, unread);
        bins_.count(Bin::READ_BEHIND_UNREAD, was_unread_ && !unread);
        was_unread_ = unread;
    }

    /* Would the DRAM have allowed this command in place of the one on the pins? */
    bool could_be(rs_dram_pins command, const rs_dram_pins &shown)
    {
        rs_dram_pins pins[RS_MAX_CHANNELS] = {};
        command.wrdata_en = shown.wrdata_en;
        for (uint32_t channel = 0; channel < config_.channels; channel++)
            pins[channel] = command;
        rs_timing_checker_assign(tried_, before_);
        return rs_timing_checker_observe(tried_, pins);
    }

    static uint8_t decode(uint32_t pins)
    {
        switch (pins) {
        case 3: return RS_DRAM_ACT;
        case 2: return RS_DRAM_PRE;
        case 5: return RS_DRAM_RD;
        case 4: return RS_DRAM_WR;
        case 1: return RS_DRAM_REF;
        default: return RS_DRAM_NOP;
        }
    }

    void count(const rs::ChannelEvents &events)
    {
        channel_bins_.count(events);
        bins_.count(Bin::QUEUE_FULL, events.queue_full);
        bool capped_long = events.capped && config_.age_cap >= 128;
        if (capped_long && config_.age_cap % 2 == 0)
            capped_banks_ |= 1ULL << twin_.pins->bank;
        bins_.count(Bin::CAP_OF_A_BANK_128, capped_long);
        bins_.count(Bin::EVEN_CAP_OF_BANKS_128, capped_long && __builtin_popcountll(capped_banks_) >= (config_.banks <= 4 ? static_cast<int>(config_.banks) : 2));
        bins_.count(Bin::CAP_OF_ALL_256, events.urgent && config_.age_cap * config_.banks >= 256);
        bins_.count(Bin::CAP_OF_ALL_512, events.urgent && config_.age_cap * config_.banks >= 512);
        bins_.count(Bin::FURTHEST_PLACE, events.left && events.place >= furthest_place_);
        bins_.count(Bin::LISTED, events.came_on_list);
        bins_.count(Bin::LIST_CLEARED, events.list_cleared);
        bins_.count(Bin::CLOSED_OVER_HITS, events.closed_hits);
        bins_.count(Bin::KEPT_MIDWAY, events.kept_midway);
        bins_.count(Bin::WORD_IN_PART, twin_.pins->wrdata_en && twin_.pins->wrdata_mask != 0
                                  && twin_.pins->wrdata_mask != UINT32_MAX >> (32 - config_.dq_bits / 8));
    }

    rs::Cosim<Vdut> bench_;
    rs_config built_, config_;
    rs::ChannelBins channel_bins_;
    rs::ControllerBins bins_;
    rs_dram_controller twin_;
    rs_dram_pins twin_pins_;
    rs_accept twin_accept_;
    rs::Packet packet_ = {}; /* on its way in; line no_line: none */
    uint32_t passed_ = 0;    /* sessions in which the oldest request was passed, so far */
    uint32_t cuts_ = 0;      /* sessions of case reset */
    uint32_t overtaken_bank_ = 0; /* turn of the banks in which requests are overtaken */
    uint32_t found_bank_ = 0; /* turn of the banks in which the oldest request of all is found behind a hit */
    uint64_t capped_banks_ = 0; /* those that an even age cap of 128 and more has closed to hits */
    uint32_t flit_ = 0;      /* of packet_, the next to go in */
    uint32_t line_bits_, sm_bits_;
    unsigned masks_ = 0; /* first bin of the masks; 0: the build has none */
    rs_timing_checker *before_ = nullptr, *tried_ = nullptr; /* BLISS: what the checker was before this cycle; with another command */
    uint32_t furthest_place_ = 0;
    std::unique_ptr<rs::Directed> directed_; /* this case, if it is directed */
    bool busy_ = false;
    uint32_t error_percent_ = 0;      /* of the words read */
    std::deque<bool> unread_;         /* lines that have come and are not answered: some word could not be read */
    uint32_t words_ = 0;
    bool unread_line_ = false, was_unread_ = false; /* the one that comes, the one answered last */
    bool passes_ = false; /* this session's oldest request is passed by others */
};

} // namespace

int main(int argc, char **argv)
{
    std::unique_ptr<ControllerBench> bench(new ControllerBench(argc, argv));
    return bench->run();
}
